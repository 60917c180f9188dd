"""Blackjack Challenge: a sign says what is enforced, or what is to come, and is held to it."""

import pytest

from bythebook.table.orders import Setup
from bythebook.table.state import Says
from tests.books.star_challenge.floor import SHOE, changed, opened, prepared, ready
from tests.clauses import clause
from tests.table.floor import Floor, cents, o

PLAIN = changed(
    SHOE,
    side_wagers=(),
    limits={"main": (cents(10), cents(500))},
    units={"main": cents(5)},
    box_maximum=cents(800),
)
MINUTES = 60


def says(floor: Floor, kind: str) -> Says | None:
    sign = floor.state.sign(kind)
    assert sign is not None
    return sign.says


@clause("star-blackjack-challenge 6.1")
def test_the_sign_of_limits_shows_them_with_the_boxs_maximum_and_the_unit() -> None:
    """Rule 6.1: by player, by playing area and by bet type; and the unit, where there is one."""
    assert says(opened(PLAIN), "limits") == Says(
        limits={"main": (1000, 50000)}, box_maximum=80000, units={"main": 500}
    )


@clause("star-blackjack-challenge 6.1")
@pytest.mark.parametrize(
    "other",
    [
        changed(PLAIN, limits={"main": (cents(15), cents(500))}),
        changed(PLAIN, limits={"main": (cents(10), cents(505))}),
        changed(PLAIN, box_maximum=cents(805)),
        changed(PLAIN, box_maximum=None),
        changed(PLAIN, units={"main": cents(10)}),
        changed(PLAIN, units={}),
    ],
)
def test_a_table_does_not_open_with_anything_else_than_its_sign_shows(other: Setup) -> None:
    floor = prepared(PLAIN)
    floor.no("6.1", "supervisor", o.Open(other))
    floor.ok("supervisor", o.Open(PLAIN))


@clause("star-blackjack-challenge 6.1")
@pytest.mark.parametrize(
    ("limits", "units"),
    [
        ({"main": (0, cents(500))}, {}),
        ({"main": (cents(500), cents(499))}, {}),
        ({"main": (cents(10), cents(500))}, {"main": 0}),
        ({}, {}),
    ],
)
def test_limits_that_nobody_could_keep_are_on_no_sign(
    limits: o.Limits, units: dict[str, int]
) -> None:
    floor = prepared(PLAIN)
    floor.no("6.1", "supervisor", o.Open(changed(PLAIN, limits=limits, units=units)))


@clause("star-blackjack-challenge 6.5")
@pytest.mark.parametrize(("unit", "serves"), [(5, True), (10, False)])
def test_a_sign_of_new_limits_announces_their_unit_too(unit: float, serves: bool) -> None:
    """What is to come is what the sign said for twenty minutes, the unit included."""
    floor = ready(PLAIN, ann=1)
    at = floor.clock + 20 * MINUTES
    new = {"main": (cents(20), cents(500))}
    sign = o.DisplaySign("new-limits", time=at, limits=new, units={"main": cents(5)})
    floor.ok("supervisor", sign)
    assert says(floor, "new-limits") == Says(limits=new, units={"main": 500})
    change = o.ChangeLimits(new, units={"main": cents(unit)})
    if serves:
        floor.ok("supervisor", change, at=at)
    else:
        floor.no("6.5", "supervisor", change, at=at)


@clause("star-blackjack-challenge 6.5.2")
def test_a_sign_for_a_kept_minimum_says_the_limits_to_come() -> None:
    floor = ready(PLAIN, ann=1)
    new = {"main": (cents(20), cents(500))}
    sign = o.DisplaySign("kept-minimum", time=floor.clock + 20 * MINUTES, limits=new)
    floor.ok("supervisor", sign)
    assert says(floor, "kept-minimum") == Says(limits=new)


@clause("star-blackjack-challenge 6.6")
@pytest.mark.parametrize(("least", "serves"), [(None, False), (100, True)])
def test_a_player_of_higher_limits_has_a_minimum_of_their_own_too(
    least: float | None, serves: bool
) -> None:
    """Rule 6.6: the sign has the new minimum and the new maximum for that player."""
    floor = ready(PLAIN, ann=1)
    shown = {"main": (cents(100), cents(2000))}
    floor.ok("supervisor", o.DisplaySign("personal-limits", limits=shown, player="ann"))
    own = o.GrantLimits("ann", cents(2000), None if least is None else cents(least))
    if serves:
        floor.ok("supervisor", own, asked="ann")
    else:
        refused = floor.no("6.6", "supervisor", own, asked="ann")
        assert "both" in str(refused)
