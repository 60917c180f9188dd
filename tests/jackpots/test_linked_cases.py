"""Linked tables that win of one meter, worked out by hand: what each round is paid, what the meter
shows then, and what each should have had if it was one moment.
"""

from typing import NamedTuple

import pytest

from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from tests.clauses import clause
from tests.jackpots.hall import Hall
from tests.jackpots.linked_tables import (
    aces_hall,
    aces_table,
    blazing_hall,
    nova_hall,
    nova_table,
    star_table,
    wins,
)
from tests.table.floor import Floor, cents

Sums = tuple[float, ...]


class Case(NamedTuple):
    """Tables in the order in which their last cards come; dollars in the order of the wins."""

    says: str
    shown: float
    tables: tuple[tuple[str, int], ...]  # the suit of every seven or ace, and how many hold three
    paid: Sums
    left: float  # what the meter shows in the end
    due: Sums  # at one moment
    reset: int = 10_000


# The Star, 16.11.1: diamonds share, or have the minimum each if that is more. 16.11.2: suited
# sevens take 10 % one after the other and share the sum, or have 10 % of the minimum each.
# 16.11.4(ii): at different tables only if it was one moment.
BLAZING = (
    # 10 % of 100,000, of 90,000 and of 81,000; 72,900 are left. At one moment 27,100 by three,
    # 9,033.33 and a third of a cent, which goes up.
    Case("three suited", 100_000, (("S", 1), ("H", 1), ("C", 1)), (10_000, 9_000, 8_100), 72_900,
         (9_033.34,) * 3),
    # 45,000 each, and then the minimum of 10,000; at one moment 90,000 by three.
    Case("two diamonds and one", 90_000, (("D", 2), ("D", 1)), (45_000, 45_000, 10_000), 10_000,
         (30_000,) * 3),
    # 12,000, and then 10,000: a third of 12,000 each would be less than the minimum.
    Case("diamonds and the minimum", 12_000, (("D", 1), ("D", 2)), (12_000, 10_000, 10_000), 10_000,
         (10_000,) * 3),
    # 10 % of 11,000 is 1,100, which leaves 9,900: the meter is topped up to 10,000. Of that 1,000
    # and 900 make 950 each, less than 10 % of the minimum: 1,000. At one moment 1,100, 990 and 891
    # make 993.67 each: 1,000.
    Case("suited and 10 % of the minimum", 11_000, (("S", 1), ("H", 2)), (1_100, 1_000, 1_000),
         10_000, (1_000,) * 3),
    # The diamonds have all, the two of 50,000 that the meter starts from: 5,000 and 4,500 would be
    # 4,750 each, so 10 % of the minimum. The same at one moment (Challenge reading 71).
    Case("diamonds before two suited", 80_000, (("D", 1), ("S", 2)), (80_000, 5_000, 5_000), 50_000,
         (80_000, 5_000, 5_000), 50_000),
    # 8,000 and 7,200 make 7,600 each; 64,800 are left for the diamonds. At one moment 80,000, and
    # the two have 5,000.
    Case("two suited before diamonds", 80_000, (("S", 2), ("D", 1)), (7_600, 7_600, 64_800), 50_000,
         (5_000, 5_000, 80_000), 50_000),
)  # fmt: skip

PLAYERS = ("ann", "ben", "cal")


def star_round(hall: Hall, table: str, suit: str, players: int, case: Case) -> Floor:
    """All but the last card of a round in which each of so many holds three sevens of a suit."""
    floor = hall.link(table, star_table(case.shown, str(case.reset)))
    for box, name in enumerate(PLAYERS[:players], start=1):
        floor.bet(name, box, 25)
        floor.bet(name, box, 5, "blazing-7s")
    floor.cards(" ".join([f"7{suit}"] * 2 * players))
    return floor


@clause("star-blackjack-challenge 16.11.1", "star-blackjack-challenge 16.11.2")
@clause("star-blackjack-challenge 16.11.4(ii)", "star-blackjack-challenge 16.12")
@pytest.mark.parametrize("case", BLAZING, ids=[case.says for case in BLAZING])
def test_blazing_sevens(case: Case) -> None:
    hall = blazing_hall(case.shown, case.reset)
    assert sum(players for _, players in case.tables) == len(case.paid) == 3  # a dollar each
    floors = [
        star_round(hall, f"t{number}", suit, players, case)
        for number, (suit, players) in enumerate(case.tables, start=1)
    ]
    assert hall.shown("blazing-7s") == cents(case.shown)
    for floor, (suit, _) in zip(floors, case.tables, strict=True):
        floor.cards(f"7{suit}")
    check(hall, case, "blazing-7s", "surveillance")


# bACEball, 11.9: 100,000 or all of the major, 10,000 or all of the minor, whichever is the greater.
# 11.13: hands of one round share that equally; hands of one moment too (bACEball reading 49).
ACES = (
    # All of it, and then the least that a minor is; at one moment 13,000 each. 5,000 start again.
    Case("two minors", 26_000, (("H", 1), ("S", 1)), (26_000, 10_000), 5_000, (13_000,) * 2),
    # Two share 21,000, then the least; at one moment 21,000 by three.
    Case("two minors and one", 21_000, (("H", 2), ("C", 1)), (10_500, 10_500, 10_000), 5_000,
         (7_000,) * 3),
    # 8,000 is less than a minor is worth: 10,000, and 10,000 again; at one moment 5,000 each.
    Case("two minors below the least", 8_000, (("S", 1), ("H", 1)), (10_000, 10_000), 5_000,
         (5_000,) * 2),
)  # fmt: skip


@clause("star-baceball 11.9.2", "star-baceball 11.13.2")
@pytest.mark.parametrize("case", ACES, ids=[case.says for case in ACES])
def test_aces(case: Case) -> None:
    hall = aces_hall(minor=f"{case.shown}.00", wagers=len(case.paid))
    floors = []
    for number, (suit, players) in enumerate(case.tables, start=1):
        floor = hall.link(f"b{number}", aces_table(hall))
        floor.players(**{name: box for box, name in enumerate(PLAYERS[:players], start=1)})
        for box, name in enumerate(PLAYERS[:players], start=1):
            floor.bet(name, box, 10)
            floor.bet(name, box, 5, "jackpot")
        aces = [f"A{suit}"] * players
        floor.cards(" ".join([*aces, "7C", *aces, "7H", *aces]))
        floors.append(floor)
    assert hall.shown("baceball-minor") == cents(case.shown)
    for floor in floors:
        floor.cards("9C")
    check(hall, case, "baceball-minor", "gaming-manager")


def check(hall: Hall, case: Case, meter: str, determines: str) -> None:
    """What was paid and shown; then as of one moment: paid on top or handed back, to the same."""
    assert tuple(win.cents for win in hall.now.wins) == tuple(map(cents, case.paid))
    assert hall.shown(meter) == cents(case.left)
    hall.ok(determines, c.DetermineSimultaneous(tuple(range(1, len(case.paid) + 1))))
    told = hall.log[-1]
    assert isinstance(told, e.SimultaneousDetermined)
    assert tuple(share.due_cents for share in told.shares) == tuple(map(cents, case.due))
    for share, paid in zip(told.shares, case.paid, strict=True):
        assert cents(paid) + share.owed_cents - share.over_cents == share.due_cents
        assert not (share.owed_cents and share.over_cents)
    assert hall.shown(meter) == cents(case.left)
    hall.check()


# Supernova, 24.5.5 and 24.5.6: whoever wins the same mystery in the same round shares it evenly,
# and each payout goes up to the next dollar. Each wager of $2 adds fifty cents to what is hidden.
SHARED = (
    # 12,000 by two is 6,000; a cent more goes up to the next dollar.
    ("12000.00", 2, 6_000),
    ("12000.01", 2, 6_001),
    # 12,001 by two is 6,000.50.
    ("12001.00", 2, 6_001),
    # 12,998.99 by three is 4,332.997, 12,999 is 4,333 and 12,999.01 is 4,333.003.
    ("12998.99", 3, 4_333),
    ("12999.00", 3, 4_333),
    ("12999.01", 3, 4_334),
    # Alone: every cent above a dollar makes another.
    ("12345.01", 1, 12_346),
)


@clause("tasmania-blackjack 24.5.5", "tasmania-blackjack 24.5.6")
@pytest.mark.parametrize(("shown", "players", "each"), SHARED)
def test_supernova(shown: str, players: int, each: int) -> None:
    """It is reached by the last wager of the second table: only that round shares it, though the
    first table's round, whose two wagers are in it, is not over."""
    hall = nova_hall(shown, stakes=players + 2)
    first, second = (hall.link(name, nova_table(ann=1, ben=2, cal=3)) for name in ("n1", "n2"))
    for floor, count in ((first, 2), (second, players)):
        for box, name in enumerate(PLAYERS[:count], start=1):
            floor.bet(name, box, 10)
            floor.bet(name, box, 2, "supernova")
        floor.no_more_bets()
    assert hall.shown("mystery-1") == 0
    for floor, count in ((first, 2), (second, players)):
        floor.cards(" ".join(["TD"] * count + ["9C"] + ["8S"] * count))
        for box, name in enumerate(PLAYERS[:count], start=1):
            floor.stand(name, box)
        floor.cards("TS")
    assert wins(hall) == [(name, cents(each), 0) for name in PLAYERS[:players]]
    assert {win.table for win in hall.now.wins} == {"n2"}
    assert [first.net(name) for name in PLAYERS[:2]] == [cents(-12)] * 2
    assert [second.net(name) for name in PLAYERS[:players]] == [cents(each - 12)] * players
    hall.check()
