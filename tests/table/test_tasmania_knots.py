"""Tasmania: where two clauses meet, or an order comes at an awkward moment."""

import pytest

from bythebook.table import what_is_due
from tests.clauses import clause
from tests.floor import Floor, c, cents, m, o
from tests.table.test_tasmania_limits import NEW, tell
from tests.table.test_tasmania_opening import (
    MR,
    quick_round,
    setup,
    started,
    supernova_setup,
)


def passed_over() -> Floor:
    """Ann insured 10.00 and stood; ben wanted a card and was passed over; 5S is out."""
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 20)
    floor.bet("ben", 2, 20)
    floor.cards("TC 9C AD 9H 3H")
    floor.play("ann", c.Insure(1, cents(10)))
    floor.proceed()
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("5S")
    return floor


@clause("tasmania-blackjack 19.8", "tasmania-blackjack 19.8:later-cards")
def test_what_was_right_before_the_error_stands() -> None:
    """Interpretation 38: back to the wrong act. Insurance and ann's decision came before it."""
    floor = passed_over()
    floor.ok("inspector", m.Rewind(5, decisions=3))
    round_ = floor.state.round
    assert round_ is not None
    assert [(w.player, w.amount) for w in round_.insurances] == [("ann", cents(10))]
    due = what_is_due(floor.rules, floor.state)
    assert (due.what, due.box, due.player) == ("decision", 2, "ben")
    floor.hit("ben", 2)
    floor.cards("5S")
    floor.stand("ben", 2)
    floor.cards("KD")  # Blackjack
    assert (floor.net("ann"), floor.net("ben")) == (0, -cents(20))
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.8")
@pytest.mark.parametrize(("decisions", "fits"), [(-1, False), (0, True), (4, True), (5, False)])
def test_no_more_decisions_stand_than_were_taken(decisions: int, fits: bool) -> None:
    floor = passed_over()
    order = m.Rewind(5, decisions=decisions)
    if fits:
        floor.ok("inspector", order)
    else:
        floor.malformed("inspector", order)


@clause("tasmania-blackjack 13.4")
@pytest.mark.parametrize(
    ("asked", "fits"), [("", False), ("ann", False), ("ben", False), ("dee", True)]
)
def test_it_is_the_dealer_who_asks_for_a_direction(asked: str, fits: bool) -> None:
    """Not another player who has waited long enough."""
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 25)
    floor.cards("5C TH 4D")
    order = o.DirectHand(1, "ann", gone=True)
    if fits:
        floor.ok(MR, order, asked=asked)
        assert floor.entries("direct-hand")[0].asked == asked
    else:
        floor.no("13.4", MR, order, asked=asked)


@clause("tasmania-blackjack 7.1:multiples", "tasmania-blackjack 7.5(a)")
def test_the_multiples_on_the_notice_outlast_a_change_of_limits() -> None:
    floor = started(setup(units={"main": cents(5)}), ann=1)
    tell(floor)
    floor.ok(MR, o.ChangeLimits(NEW, agreed=("ann",)))
    floor.no("7.1:multiples", "player", o.Place(1, "ann", cents("22.50")), by="ann")
    tell(floor)
    floor.ok(MR, o.ChangeLimits(NEW, units={}))  # said in so many words
    floor.bet("ann", 1, "22.50")


@clause("tasmania-blackjack 8.3(a)", "tasmania-blackjack 8.3(b)")
def test_who_comes_back_to_a_shoe_has_skipped_what_was_dealt_meanwhile() -> None:
    floor = started(setup(chips=()), ann=1, ben=2)
    quick_round(floor, ann=1, ben=2)
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.players(ben=2)
    floor.no("8.3(a)", "dealer", o.HoldToMinimum("ben", 2))  # nothing was dealt meanwhile
    floor.ok("player", o.Leave("ben"), by="ben")
    quick_round(floor, ann=1)
    floor.players(ben=2)
    floor.ok("dealer", o.HoldToMinimum("ben", 2))
    floor.no("8.3:restriction", "player", o.Place(2, "ben", cents("10.01")), by="ben")


@clause("tasmania-blackjack 19.11(a)", "tasmania-blackjack 8.3(b)")
def test_a_round_that_was_voided_was_skipped_by_nobody() -> None:
    floor = started(ann=1, ben=2)
    quick_round(floor, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.cards("TC 7S QC")
    floor.ok("inspector", o.VoidRound("19.11(a)"), why="no cards")
    floor.no("8.3(a)", "dealer", o.HoldToMinimum("ben", 2))


@clause("tasmania-blackjack 5.4", "tasmania-blackjack 19.10")
def test_every_shuffle_out_of_its_time_is_on_record() -> None:
    floor = started(ann=1)
    quick_round(floor)
    floor.ok("inspector", o.OrderShuffle(), why="tens in a row")
    entry = floor.entries("order-shuffle")[0]
    assert (entry.by.role, entry.why, entry.clause) == ("inspector", "tens in a row", "5.4")
    assert floor.state.shoe.status == "unshuffled"


@clause("tasmania-blackjack 6.5:supernova")
def test_a_call_that_closed_everything_leaves_the_wagers_where_they_are() -> None:
    """What the call locked nobody takes off: it can never be empty before the deal."""
    floor = started(supernova_setup(), ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 2, "supernova")
    floor.ok("dealer", o.NoMoreBets())
    floor.no("6.5:supernova", "player", o.TakeOff(1, "ann"), by="ann")
    floor.no("24.4.2", "dealer", o.NoMoreBets())
    floor.cards("TC 7S QC")
    floor.stand("ann", 1)
    floor.cards("KS")
    assert floor.net("ann") == cents(10) - cents(2)
