"""One loss limit for the casino: over a period, over every place, and begun anew by time alone."""

import pytest

from bythebook.casino import commands as c
from bythebook.casino import events as e
from bythebook.casino.state import DAY_SECONDS, room_left
from tests.casino.desk import HOUSE, Desk
from tests.clauses import clause

BOOK = "star-blackjack-challenge"


def limited(cents: int = 50_000, days: int = 1) -> Desk:
    desk = Desk(BOOK)
    desk.ok("player", c.SetLimit("ann", cents, days, book=BOOK))
    return desk


@clause("star-blackjack-challenge 1.1:loss-limit")
def test_net_over_three_tables_with_every_return() -> None:
    """500.00; 200.00 lost at one, 150.00 won at another, 100.00 lying at a third: 350.00 left."""
    desk = limited()
    desk.ok(HOUSE, c.CountPlay("ann", "table/one", 0, 20_000))
    assert room_left(desk.patron, desk.at) == 30_000
    desk.ok(HOUSE, c.CountPlay("ann", "table/one", -20_000, 0))
    desk.ok(HOUSE, c.CountPlay("ann", "table/two", 15_000, 0))
    desk.ok(HOUSE, c.CountPlay("ann", "table/three", 0, 10_000))
    assert room_left(desk.patron, desk.at) == 35_000


@clause("star-blackjack-challenge 1.1:loss-limit", "star-blackjack-challenge 20.4")
def test_only_the_end_of_the_period_begins_it_anew() -> None:
    desk = limited(days=2)
    desk.ok(HOUSE, c.CountPlay("ann", "table/one", -50_000, 1_000))
    desk.at += 2 * DAY_SECONDS - 1
    assert room_left(desk.patron, desk.at) == -1_000
    desk.at += 1
    # A new period: nothing lost, but what lies on the layout still counts.
    assert room_left(desk.patron, desk.at) == 49_000
    desk.ok(HOUSE, c.CountPlay("ann", "table/one", -1_000, 0))
    assert room_left(desk.patron, desk.at) == 49_000
    desk.at += 2 * DAY_SECONDS
    assert room_left(desk.patron, desk.at) == 50_000


@clause("star-blackjack-challenge 1.1:loss-limit")
@pytest.mark.parametrize(
    ("decided", "left"),
    [(-1, 50_000), (0, 60_000), (1, 60_000)],  # seconds after the period has begun
)
def test_what_is_put_right_counts_in_the_period_in_which_it_was_decided(
    decided: int, left: int
) -> None:
    """100.00 lost come back in the second period, in which nothing else was played."""
    desk = limited()
    desk.at += DAY_SECONDS
    began = desk.at
    desk.at += 10
    desk.ok(HOUSE, c.CountPlay("ann", "table/one", 10_000, 0, began + decided))
    counted = desk.told[-1]
    assert isinstance(counted, e.PlayCounted)
    assert counted.clause == "1.1:loss-limit"
    assert room_left(desk.patron, desk.at) == left


@clause("star-blackjack-challenge 1.1:loss-limit")
def test_less_applies_at_once_and_more_when_the_period_is_over() -> None:
    desk = limited()
    desk.ok(HOUSE, c.CountPlay("ann", "table/one", -10_000, 0))
    desk.ok("player", c.SetLimit("ann", 30_000, 1, book=BOOK))
    assert room_left(desk.patron, desk.at) == 20_000, "the loss of before still counts"
    desk.ok("player", c.SetLimit("ann", 90_000, 1, book=BOOK))
    assert room_left(desk.patron, desk.at) == 20_000
    desk.at += DAY_SECONDS
    assert room_left(desk.patron, desk.at) == 90_000


@clause("star-blackjack-challenge 1.1:loss-limit")
def test_another_period_and_no_limit_wait_too() -> None:
    desk = limited()
    desk.ok(HOUSE, c.CountPlay("ann", "table/one", -50_000, 0))
    desk.ok("player", c.SetLimit("ann", 50_000, 7, book=BOOK))
    assert room_left(desk.patron, desk.at) == 0
    desk.at += DAY_SECONDS
    assert room_left(desk.patron, desk.at) == 50_000
    desk.ok("player", c.DropLimit("ann", book=BOOK))
    desk.at += 7 * DAY_SECONDS - 1
    assert room_left(desk.patron, desk.at) == 50_000
    desk.at += 1
    assert room_left(desk.patron, desk.at) is None


@clause("star-blackjack-challenge 1.1:loss-limit")
def test_what_lay_when_a_limit_ended_does_not_count_in_the_next() -> None:
    """Without a limit nobody counts what becomes of it; the tables say what lies when one is set
    again."""
    desk = limited()
    desk.ok(HOUSE, c.CountPlay("ann", "table/one", 0, 10_000))
    desk.ok("player", c.DropLimit("ann", book=BOOK))
    desk.at += DAY_SECONDS
    desk.ok(HOUSE, c.CountPlay("ann", "table/two", 0, 5_000))
    assert room_left(desk.patron, desk.at) is None
    desk.ok("player", c.SetLimit("ann", 30_000, 1, book=BOOK))
    assert room_left(desk.patron, desk.at) == 30_000


@clause("star-blackjack-challenge 1.1:loss-limit")
def test_it_is_the_players_own() -> None:
    desk = Desk(BOOK)
    desk.no("1.1:loss-limit", "supervisor", c.SetLimit("ann", 1_000, 1, book=BOOK))
    desk.no("1.1:loss-limit", "player", c.DropLimit("ann", book=BOOK))
    desk.malformed("player", c.SetLimit("ann", 0, 1, book=BOOK))
    desk.malformed("player", c.SetLimit("ann", 1_000, 0, book=BOOK))
    desk.malformed("player", c.CountPlay("ann", "table/one", 99_999, 0))
    assert room_left(desk.patron, desk.at) is None
