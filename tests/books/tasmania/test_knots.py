"""Tasmania: where two clauses meet, or an order comes at an awkward moment."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from bythebook.table import what_is_due
from tests.books.tasmania.test_limits import NEW, marked, tell
from tests.books.tasmania.test_opening import (
    MR,
    pairs_setup,
    quick_round,
    setup,
    started,
    supernova_setup,
)
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o


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
    """Tasmania reading 38: back to the wrong act. Insurance and ann's decision came before it."""
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


@clause("tasmania-blackjack 6.5:supernova", "tasmania-blackjack 7.1")
def test_what_lies_there_must_fit_when_the_call_closes_it_or_else_at_the_first_card() -> None:
    for sides in ((), ("supernova",)):
        floor = started(supernova_setup(), ann=1)
        floor.bet("ann", 1, 10)
        if sides:
            floor.bet("ann", 1, 2, "supernova")
        else:
            floor.ok("dealer", o.NoMoreBets())  # closes nothing
        tell(floor)
        floor.ok(MR, o.ChangeLimits(NEW, agreed=("ann",)))
        if sides:
            floor.no("7.1", "dealer", o.NoMoreBets())
        floor.no("24.4.3" if sides else "7.1", "dealer", o.Deal(parse_card("TC")))


@clause("tasmania-blackjack 8.5", "tasmania-blackjack 8.3:restriction", "tasmania-blackjack 7.6")
def test_each_is_refused_by_the_restriction_that_is_their_own_and_its_end_is_recorded() -> None:
    floor = started(ann=1, ben=2)
    quick_round(floor, ann=1)
    floor.ok(MR, o.Confine("ann"), why="counts cards")
    floor.ok("dealer", o.Warn("ann"))
    floor.ok("dealer", o.HoldToMinimum("ben", 2))
    floor.no("8.5", "player", o.Place(1, "ann", cents(20)), by="ann")
    floor.no("8.3:restriction", "player", o.Place(2, "ben", cents(20)), by="ben")
    floor.ok(MR, o.Lift("ann"))
    marked(floor)
    floor.malformed(MR, o.GrantLimits("ann", most=cents(900), least=cents(901), boxes=(1,)))
    floor.ok(MR, o.GrantLimits("ann", most=cents(900), boxes=(1,)))
    floor.ok(MR, o.EndLimits("ann"))
    for act, says in (("lift", "8.5"), ("end-personal-limits", "7.6")):
        assert [(x.player, x.clause) for x in floor.entries(act)] == [("ann", says)]


@clause("tasmania-blackjack 7.7")
def test_wagers_on_other_boxes_and_ones_own_do_not_stand_in_the_way_of_a_higher_limit() -> None:
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    marked(floor)
    floor.ok(MR, o.GrantLimits("ann", most=cents(900), boxes=(1,)))


@clause("tasmania-blackjack 24.9.4")
def test_stakes_on_the_sensors_go_back_when_one_of_them_is_dead() -> None:
    floor = started(supernova_setup(), ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 2, "supernova")
    floor.bet("ben", 2, 10)
    floor.ok("dealer", o.SuspendWager("supernova"), why="the sensor of box 7 is dead")
    assert floor.entries("suspend-wager")[0].about == "supernova"
    floor.cards("TC TD 7S QC QD")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("KS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(10))
    assert floor.state.last is not None
    row = next(r for r in floor.state.last.rows if r.wager == "supernova")
    assert (row.result, row.returned, row.clause) == ("returned", cents(2), "24.9.4")
    floor.ok("dealer", o.Perform("confirm-sensors"))
    floor.ok("dealer", o.ResumeWager("supernova"))
    assert floor.entries("resume-wager")[0].clause == "24.9.4"
    floor.malformed("dealer", o.ResumeWager("supernova"))
    floor.no("24.9.4", "dealer", o.SuspendWager("perfect-pairs"))


@clause("tasmania-blackjack 6.6:refusal")
def test_perfect_pairs_are_always_paid_exactly() -> None:
    """6, 12 and 25 to 1: no half of anything, whatever the stake is made of."""
    floor = started(pairs_setup(chips=(500,)), ann=1)
    floor.bet("ann", 1, 15)
    floor.cards("AC 9D KH")
    assert floor.state.players["ann"].warned == ("inexact",)
    floor.bet("ann", 1, 20)
    floor.bet("ann", 1, 15, "perfect-pairs")
    refuse = o.RefuseWager(1, "ann", "perfect-pairs", inexact=True)
    floor.no("6.6:refusal", "dealer", refuse)


def ways(floor: Floor) -> dict[str, str]:
    expected = what_is_due(floor.rules, floor.state)
    assert expected.what == "put-right"
    return expected.ways


@clause("tasmania-blackjack 19.4", "tasmania-blackjack 19.5", "tasmania-blackjack 19.7")
def test_what_may_be_done_with_a_card_in_the_wrong_place_and_nothing_else() -> None:
    """On a wagered box it is moved, or a box was passed over; on an empty one, moved or out."""
    floor = started(ann=1, ben=2, cal=3)
    for name, box in (("ann", 1), ("ben", 2), ("cal", 3)):
        floor.bet(name, box, 20)
    floor.deal("9C", to=2)
    assert ways(floor) == {"rebuild": "19.4", "missed": "19.7:one-card"}
    floor.no("19.4", "inspector", m.MissedCard())
    floor.no("19.4", "dealer", m.Resolve("discard"))
    floor.ok("inspector", m.Resolve("rebuild"))
    floor.deal("8C", to=5)
    assert ways(floor) == {"rebuild": "19.4", "discard": "19.5"}
    floor.ok("dealer", m.Resolve("discard"))
    floor.deal("7C", to=1)  # her second, before the others have their first
    assert ways(floor) == {"rebuild": "19.4", "missed": "19.7:one-card"}
    floor.ok("inspector", m.Resolve("rebuild"))
    floor.cards("6C 7D 9H 8H 6H")
    floor.hit("ann", 1)
    floor.deal("2C", to=3)
    assert ways(floor) == {"next-card": "19.8"}
    floor.ok("dealer", m.Resolve("next-card"))
    floor.cards("2C")
    assert floor.state.round is not None
    assert floor.state.round.hand(1, 1).total == 20


@clause("tasmania-blackjack 19.2", "tasmania-blackjack 19.3")
def test_a_card_held_over_that_is_seen_before_it_is_dealt_is_out() -> None:
    floor = started(ann=1)
    quick_round(floor)
    floor.deal("4C", to=0, exposed=False)
    floor.ok("dealer", m.Resolve("hold-over"))
    floor.bet("ann", 1, 10)
    floor.ok("dealer", m.FaceUp(parse_card("4C")))
    assert floor.clauses(e.CardBurned) == ["19.2"]
    assert floor.state.shoe.held_over is False
    assert floor.state.in_round is False  # no card of a round has left the shoe
    floor.cards("9C")


@clause("tasmania-blackjack 19.1", "tasmania-blackjack 19.7:one-card")
def test_what_the_staff_report_is_on_record() -> None:
    floor = started(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("8C 7D")
    floor.ok("inspector", m.MissedCard())
    assert [(x.by.role, x.clause) for x in floor.entries("missed-card")] == [("inspector", "19.7")]
    floor.ok("dealer", m.DrawnInError(parse_card("4S")))
    assert [(x.about, x.clause) for x in floor.entries("drawn-in-error")] == [("4S", "19.1")]
