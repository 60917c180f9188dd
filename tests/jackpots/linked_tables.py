"""Pools and tables linked to them, as several tests find them, and what was won there."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed
from bythebook.jackpots import commands as c
from bythebook.jackpots.pool import decide
from bythebook.rulebooks.chapters.jackpots import METERS
from tests.books.baceball import floor as baceball
from tests.books.star_challenge import floor as star
from tests.books.tasmania import floor as tasmania
from tests.jackpots.hall import Hall, baceball_terms, blazing_terms, supernova_terms
from tests.table.floor import Floor, cents, o

ANN, BEN = c.Entered(1, "ann"), c.Entered(2, "ben")


def star_table(meter: float = 10_000, reset: str = "10000") -> Floor:
    options = {"blazing-7s-stake": "5", "reset": reset, "shuffler": "device"}
    setup = star.changed(star.BLAZING, options=options, meters={"blazing-7s": cents(meter)})
    return star.ready(setup, ann=1, ben=2, cal=3)


def blazing_hall(shown: float, reset: int = 10_000) -> Hall:
    """A pool that shows so much once three wagers of a dollar each have been added."""
    meter = replace(
        blazing_terms().meters[0], seed_cents=cents(shown) - cents(3), reset_cents=cents(reset)
    )
    options = {"blazing-7s-stake": "5", "reset": str(reset)}
    return Hall(blazing_terms(meters=(meter,), options=options))


def three_bets(floor: Floor) -> None:
    for name, box in (("ann", 1), ("ben", 2), ("cal", 3)):
        floor.bet(name, box, 25)
        floor.bet(name, box, 5, "blazing-7s")


def aces_hall(major: str = "100000.00", minor: str = "10000.00", wagers: int = 2) -> Hall:
    """Meters that show this once so many wagers have been added."""
    terms = baceball_terms()
    seeds = {
        "baceball-major": cents(major) - wagers * 50,
        "baceball-minor": cents(minor) - wagers * 25,
    }
    resets = {"baceball-major": "major-seed", "baceball-minor": "minor-seed"}
    low = {"baceball-major": 50_000, "baceball-minor": 5_000}
    meters = tuple(
        replace(meter, seed_cents=seeds[meter.name], reset_cents=cents(low[meter.name]))
        if meter.name in seeds
        else meter
        for meter in terms.meters
    )
    options = {"jackpot-stake": "5"} | {resets[name]: str(low[name]) for name in low}
    return Hall(replace(terms, meters=meters, options=options))


def aces_table(hall: Hall) -> Floor:
    meters = {"baceball-major": cents(60_000), "baceball-minor": cents(6_000)}
    return baceball.loaded(options=hall.now.terms.options, meters=meters, chips=(100, 500))


def nova_hall(shown: str = "12345.67", stakes: int = 2, **changes: object) -> Hall:
    """The hidden value is reached by the last of so many stakes: fifty cents each."""
    hidden = cents(shown)
    meter = replace(
        supernova_terms().meters[0],
        seed_cents=hidden - 50 * stakes,
        least_cents=hidden,
        most_cents=hidden,
    )
    return Hall(supernova_terms(meters=(meter,), **changes))


def nova_table(**seats: int) -> Floor:
    wanted = tasmania.supernova_setup(meters={"mystery-1": 0}, dealing="device")
    return tasmania.started(wanted, **seats)


def wins(hall: Hall) -> list[tuple[str, int, int]]:
    return [(win.player, win.cents, win.before) for win in hall.now.wins if win.stands]


def linked(hall: Hall, *tables: str) -> Hall:
    for table in tables or ("t1",):
        hall.ok(hall.top, c.LinkTable(table, hall.facts()))
    return hall


def refused(hall: Hall, by: str, command: Any) -> None:
    hall.no(by, METERS, command)


def malformed(hall: Hall, command: Any) -> None:
    with pytest.raises(Malformed):
        decide(hall.rules, hall.pool, hall.order(METERS, command), hall.seeds)


def worked_25(hall: Hall, *, dees_main: bool = True) -> Floor:
    floor = hall.link("n1", nova_table(ann=1, dee=4))
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 2, "supernova")
    floor.bet("dee", 4, 25)
    floor.bet("dee", 4, 2, "supernova")
    if not dees_main:
        floor.ok("dealer", o.TakeOff(4, "dee"))
    floor.no_more_bets()
    return floor
