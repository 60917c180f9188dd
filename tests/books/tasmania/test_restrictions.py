"""Seats and boxes, late and intermittent bettors, the three-times limit, one box only."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.tasmania.floor import (
    MR,
    marked,
    pairs_setup,
    quick_round,
    setup,
    shuffled,
    started,
)
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o


def new_shoe(floor: Floor) -> None:
    """The marker comes, the round ends, the cards are shuffled."""
    floor.ok("dealer", o.CuttingCard())
    shuffled(floor)


# Control of a box


@clause("tasmania-blackjack 8.1", "tasmania-blackjack 8.1(a)", "tasmania-blackjack 8.1(b)")
def test_three_may_share_a_box_and_whoever_sits_there_decides() -> None:
    floor = started(ann=1, ben=2, cal=3, dot=4)
    for name in ("ben", "cal", "ann"):
        floor.bet(name, 1, 10)
    floor.no("8.1", "player", o.Place(1, "dot", cents(10)), by="dot")
    floor.bet("ben", 5, 10)
    floor.bet("cal", 5, 10)  # nobody sits at box 5: ben's wager is the nearest
    floor.cards("TC TH 7D 6C 6H")
    floor.no("8.1(a)", "player", o.Decide(c.Stand(1)), by="ben")
    floor.stand("ann", 1)
    floor.no("8.1(b)", "player", o.Decide(c.Stand(5)), by="cal")
    floor.stand("ben", 5)
    floor.cards("TS")
    assert [floor.net(x) for x in ("ann", "ben", "cal")] == [-1000, -2000, -2000]


# Several boxes


@clause("tasmania-blackjack 8.2", "tasmania-blackjack 8.2:give-up")
def test_a_player_of_several_boxes_gives_up_control_when_too_few_are_vacant() -> None:
    floor = started(setup(boxes=2), ann=1)
    quick_round(floor, ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.cards("TC TD JS QC QD")
    floor.no("8.2:give-up", "inspector", o.GiveUp("ann", (1,)))  # from the next round
    floor.stand("ann", 1)
    floor.stand("ann", 2)
    floor.cards("KS")
    floor.no("8.2:give-up", "inspector", o.GiveUp("ann", (1,)))  # nobody wants a place
    floor.players(ben=0)
    floor.no("8.2:give-up", "dealer", o.GiveUp("ann", (1,)))
    floor.malformed("inspector", o.GiveUp("ann", ()))
    floor.ok("inspector", o.GiveUp("ann", (2,)))  # the player says which one to keep
    assert floor.state.players["ann"].seat == 2
    entry = floor.entries("give-up")[0]
    assert (entry.player, entry.about, entry.clause) == ("ann", "keeps 2", "8.2:give-up")
    floor.ok("player", o.Sit("ben", 1), by="ben")
    floor.no("8.2:give-up", "player", o.Place(1, "ann", cents(10)), by="ann")  # she would decide
    floor.bet("ben", 1, 10)
    floor.bet("ann", 1, 10)  # control is given up, not the right to wager
    floor.cards("TC 7D 6C")
    floor.no("8.1(a)", "player", o.Decide(c.Stand(1)), by="ann")
    floor.stand("ben", 1)
    floor.cards("TS")
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 8.2:give-up", "tasmania-blackjack 8.5")
def test_a_player_limited_to_one_box_gives_up_the_others_although_nobody_waits() -> None:
    floor = started(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.cards("TC TD JS QC QD")
    floor.stand("ann", 1)
    floor.stand("ann", 2)
    floor.cards("KS")
    floor.no("8.2:give-up", "inspector", o.GiveUp("ann", (1,)))
    floor.ok(MR, o.Confine("ann"), why="covers for others")
    floor.ok("inspector", o.GiveUp("ann", (1,)))
    assert floor.state.players["ann"].boxes == (1,)


@clause("tasmania-blackjack 8.2:give-up")
def test_control_of_a_box_is_given_up_between_rounds() -> None:
    """Somebody waits and no box is vacant, but a round is being dealt."""
    floor = started(setup(boxes=2), ann=1)
    floor.players(ben=0)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.cards("TC TD JS QC QD")
    floor.stand("ann", 1)
    floor.stand("ann", 2)
    floor.cards("KS")
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.cards("TC")
    floor.no("8.2:give-up", "inspector", o.GiveUp("ann", (1,)))
    floor.cards("TD JS QC QD")
    floor.stand("ann", 1)
    floor.stand("ann", 2)
    floor.cards("KS")
    floor.ok("inspector", o.GiveUp("ann", (1,)))


# One box, at the minimum


@clause("tasmania-blackjack 8.5")
def test_a_player_may_be_limited_to_one_box_and_the_minimum() -> None:
    floor = started(setup(chips=()), ann=1, ben=2)
    floor.no("8.5", "inspector", o.Confine("ann"), why="counts cards")
    floor.no("8.5", MR, o.Confine("ann"))  # a reason is recorded
    floor.ok(MR, o.Confine("ann"), why="counts cards")
    entry = floor.entries("confine")[0]
    assert (entry.player, entry.clause, entry.why) == ("ann", "8.5", "counts cards")
    floor.no("8.5", "player", o.Place(1, "ann", cents("10.01")), by="ann")
    floor.no("7.1", "player", o.Place(1, "ann", cents("9.99")), by="ann")
    floor.bet("ann", 1, 10)
    floor.no("8.5", "player", o.Place(3, "ann", cents(10)), by="ann")
    floor.bet("ben", 2, 500)  # nobody else is touched
    floor.cards("TC TD JS QC QD")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("KS")
    new_shoe(floor)
    floor.no("8.5", "player", o.Place(1, "ann", cents(20)), by="ann")  # it outlives the shoe
    floor.no("8.5", "inspector", o.Lift("ann"))
    floor.ok(MR, o.Lift("ann"))
    floor.bet("ann", 1, 20)
    floor.bet("ann", 3, 20)
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 8.5")
def test_two_wagers_lying_there_when_the_restriction_comes_must_be_made_one() -> None:
    floor = started(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.ok(MR, o.Confine("ann"), why="counts cards")
    floor.no("8.5", "dealer", o.Deal(parse_card("TC")))
    floor.ok("player", o.TakeOff(2, "ann"), by="ann")
    floor.cards("TC")


@clause("tasmania-blackjack 8.5")
def test_one_box_is_one_for_perfect_pairs_as_well() -> None:
    floor = started(pairs_setup(), ann=1, ben=2)
    floor.ok(MR, o.AllowElsewhere("ann", "perfect-pairs"))
    floor.ok(MR, o.Confine("ann"), why="counts cards")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.no("8.5", "player", o.Place(2, "ann", cents(5), "perfect-pairs"), by="ann")
    floor.bet("ann", 1, 5, "perfect-pairs")


# Late and intermittent bettors


@clause("tasmania-blackjack 8.3(a)", "tasmania-blackjack 8.3:restriction")
def test_who_missed_a_shoes_first_round_on_a_box_may_be_held_to_the_minimum() -> None:
    floor = started(setup(chips=()), ann=1)
    floor.players(ben=2)
    floor.no("8.3(a)", "dealer", o.HoldToMinimum("ben", 2))  # the shoe has not begun
    floor.bet("ann", 1, 10)
    floor.cards("TC JS QC")
    floor.no("8.3(a)", "dealer", o.HoldToMinimum("ann", 1))  # she is in its first round
    floor.stand("ann", 1)
    floor.cards("KS")
    floor.no("8.3:restriction", "player", o.HoldToMinimum("ben", 2), by="ann")
    floor.no("8.3(a)", "dealer", o.HoldToMinimum("ann", 1))
    floor.malformed("dealer", o.HoldToMinimum("ben"))  # it is for a box
    floor.bet("ben", 2, 50)  # the dealer may, and need not
    floor.ok("player", o.TakeOff(2, "ben"), by="ben")
    floor.ok("dealer", o.HoldToMinimum("ben", 2))
    assert floor.clauses(e.PlayerRestricted) == ["8.3(a)"]
    entry = floor.entries("hold-to-minimum")[0]
    assert (entry.by.role, entry.clause, entry.about) == ("dealer", "8.3:restriction", "box 2")
    floor.no("8.3:restriction", "player", o.Place(2, "ben", cents("10.01")), by="ben")
    floor.bet("ben", 2, 10)
    floor.bet("ben", 3, 50)  # other boxes are not held, until the dealer holds them too
    floor.bet("ann", 1, 50)
    floor.ok("dealer", o.HoldToMinimum("ann", 3))  # a fresh box of hers counts as missed
    assert floor.state.players["ann"].held == (3,)
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 8.3(b)", "tasmania-blackjack 8.3:restriction")
def test_who_skips_a_round_after_wagering_may_be_held_until_the_shoe_ends() -> None:
    floor = started(setup(chips=()), ann=1, ben=2)
    quick_round(floor, ann=1, ben=2)
    floor.no("8.3(a)", "dealer", o.HoldToMinimum("ann", 1))
    quick_round(floor, ben=2)  # one round skipped is enough
    floor.ok("dealer", o.HoldToMinimum("ann", 1))
    assert floor.clauses(e.PlayerRestricted) == ["8.3(b)"]
    floor.no("8.3:restriction", "player", o.Place(1, "ann", cents("10.01")), by="ann")
    quick_round(floor, ann=1, ben=2)
    floor.no("8.3:restriction", "player", o.Place(1, "ann", cents(20)), by="ann")
    new_shoe(floor)
    quick_round(floor, 50, ann=1, ben=2)
    floor.no("8.3(a)", "dealer", o.HoldToMinimum("ann", 1))
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 8.3:restriction", "tasmania-blackjack 8.4")
def test_leaving_and_coming_back_in_the_same_shoe_shakes_nothing_off() -> None:
    """Tasmania reading 18: the last wager of the shoe counts, however long ago."""
    floor = started(setup(chips=()), ann=1, ben=2)
    floor.ok("inspector", o.DisplaySign("three-times"))
    quick_round(floor, ann=1)
    floor.ok("dealer", o.HoldToMinimum("ben", 2))
    for name in ("ann", "ben"):
        floor.ok("player", o.Leave(name), by=name)
    floor.players(ann=1, ben=2)
    floor.no("8.4", "player", o.Place(1, "ann", cents("30.01")), by="ann")
    floor.no("8.3:restriction", "player", o.Place(2, "ben", cents("10.01")), by="ben")
    floor.ok("dealer", o.CuttingCard())
    shuffled(floor)
    floor.bet("ann", 1, 500)
    floor.bet("ben", 2, 500)
    assert floor.replayed() == floor.state


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


@clause("tasmania-blackjack 8.3(b)")
def test_a_box_passed_over_by_mistake_was_not_skipped() -> None:
    """Tasmania reading 17: a wager voided by 19.7 is a wager all the same."""
    floor = started(ann=1, ben=2)
    quick_round(floor, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.deal("9C", to=2)
    floor.ok("inspector", m.Resolve("missed"))
    floor.cards("7D")
    floor.deal("9D", to=2)
    floor.ok("inspector", m.Resolve("missed"))
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (0, 1000)
    floor.no("8.3(a)", "dealer", o.HoldToMinimum("ann", 1))


@clause("tasmania-blackjack 8.3:restriction", "tasmania-blackjack 5.5")
def test_with_a_shuffling_shoe_nobody_is_held() -> None:
    floor = started(setup(dealing="device"), ann=1)
    quick_round(floor)
    floor.players(ben=2)
    floor.no("8.3:restriction", "dealer", o.HoldToMinimum("ben", 2))


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


# Three times the last wager


def three_times(**seats: int) -> Floor:
    floor = started(setup(chips=()), **(seats or {"ann": 1}))
    floor.ok("inspector", o.DisplaySign("three-times"))
    return floor


@pytest.mark.parametrize(("amount", "refused"), [("29.99", False), ("30", False), ("30.01", True)])
@clause("tasmania-blackjack 8.4")
def test_a_wager_is_at_most_three_times_the_last_on_the_box(amount: str, refused: bool) -> None:
    floor = three_times()
    floor.bet("ann", 1, 10)
    floor.cards("TC JS QC")
    floor.stand("ann", 1)
    floor.cards("KS")
    if refused:
        floor.no("8.4", "player", o.Place(1, "ann", cents(amount)), by="ann")
    else:
        floor.bet("ann", 1, amount)


@clause("tasmania-blackjack 8.4")
def test_the_comparison_is_by_player_box_and_shoe() -> None:
    """Tasmania reading 18: the same player's last original wager there, however long ago."""
    floor = three_times(ann=1, ben=2)
    floor.bet("ann", 1, 500)  # nothing to compare with
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    quick_round(floor, ann=1, ben=2)
    floor.bet("ann", 3, 500)  # another box
    floor.ok("player", o.TakeOff(3, "ann"), by="ann")
    floor.bet("ben", 1, 500)  # another player
    floor.ok("player", o.TakeOff(1, "ben"), by="ben")
    quick_round(floor, 30, ben=2)
    floor.no("8.4", "player", o.Place(1, "ann", cents(31)), by="ann")  # 10 two rounds ago
    floor.no("8.4", "player", o.Place(2, "ben", cents(91)), by="ben")
    quick_round(floor, 30, ann=1, ben=2)
    floor.bet("ann", 1, 90)
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    new_shoe(floor)
    floor.bet("ann", 1, 500)
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 8.4")
def test_three_times_is_for_all_that_lies_there_together() -> None:
    """A wager added to one that fits is counted with it."""
    floor = started(setup(chips=()), ann=1)
    floor.ok("inspector", o.DisplaySign("three-times"))
    quick_round(floor)
    floor.bet("ann", 1, 20)
    floor.no("8.4", "player", o.Place(1, "ann", cents("10.01")), by="ann")


@clause("tasmania-blackjack 8.4")
def test_doubles_and_side_wagers_do_not_count_and_are_not_bound() -> None:
    floor = started(pairs_setup(chips=()), ann=1)
    floor.ok("inspector", o.DisplaySign("three-times"))
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 1, "perfect-pairs")
    floor.cards("6C 7S 5D")
    floor.play("ann", c.Double(1))
    floor.cards("9C TS")  # 20 against 17
    assert floor.net("ann") == cents(20) - cents(1)
    floor.no("8.4", "player", o.Place(1, "ann", cents(31)), by="ann")  # of 10, not of 20
    floor.bet("ann", 1, 30)
    floor.bet("ann", 1, 100, "perfect-pairs")
    floor.cards("6D 7H 5C")
    floor.play("ann", c.Double(1))  # 60 on the hand
    floor.cards("9D TH")
    assert floor.net("ann") == cents(19) + cents(60) - cents(100)


@clause("tasmania-blackjack 8.4:notice")
def test_the_notice_is_up_when_the_shoe_begins_or_the_rule_does_not_apply() -> None:
    floor = started(setup(chips=()), ann=1)
    floor.no("8.4:notice", "dealer", o.DisplaySign("three-times"))
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    floor.no("8.4:notice", "inspector", o.DisplaySign("three-times"))
    floor.cards("JS QC")
    floor.stand("ann", 1)
    floor.cards("KS")
    floor.no("8.4:notice", "inspector", o.DisplaySign("three-times"))
    floor.bet("ann", 1, 31)
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    new_shoe(floor)
    floor.ok("inspector", o.DisplaySign("three-times"))
    assert floor.entries("display-sign")[-1].clause == "8.4:notice"
    quick_round(floor)
    floor.no("8.4", "player", o.Place(1, "ann", cents(31)), by="ann")
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 8.4:notice")
def test_a_notice_put_up_before_the_shuffle_is_for_the_next_shoe() -> None:
    floor = started(setup(chips=()), ann=1)
    quick_round(floor)
    floor.ok("dealer", o.CuttingCard())
    floor.ok("inspector", o.DisplaySign("three-times"))
    floor.bet("ann", 1, 31)  # the old shoe is over, the new one has no last wager
    shuffled(floor)
    floor.cards("TC JS QC")
    floor.stand("ann", 1)
    floor.cards("KS")
    floor.no("8.4", "player", o.Place(1, "ann", cents("93.01")), by="ann")
    floor.bet("ann", 1, 93)


@clause("tasmania-blackjack 8.4:removal")
def test_the_inspector_may_take_the_notice_away_during_the_shoe() -> None:
    floor = three_times()
    quick_round(floor)
    floor.no("8.4", "player", o.Place(1, "ann", cents(31)), by="ann")
    floor.no("8.4:removal", "dealer", o.RemoveSign("three-times"))
    floor.ok("inspector", o.RemoveSign("three-times"))
    assert floor.entries("remove-sign")[-1].clause == "8.4:removal"
    floor.bet("ann", 1, 31)
    floor.no("8.4:notice", "inspector", o.DisplaySign("three-times"))  # not back in this shoe
    floor.cards("TC JS QC")
    floor.stand("ann", 1)
    floor.cards("KS")


@clause("tasmania-blackjack 8.4:undetected")
def test_a_wager_beyond_it_that_nobody_noticed_stands_in_full() -> None:
    floor = three_times()
    quick_round(floor)
    floor.bet("ann", 1, 400, late=True)
    floor.cards("TC 7S QC")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(400)
    quick_round(floor, 400)  # and is the last wager from then on


@clause("tasmania-blackjack 8.4:undetected", "tasmania-blackjack 7.2:over-maximum")
def test_but_the_maximum_still_cuts_it() -> None:
    for last, net in (("TS", cents(500)), ("AS", -cents(500))):
        floor = three_times()
        quick_round(floor)
        floor.bet("ann", 1, 800, late=True)
        floor.cards("TC 7S 7C" if last == "AS" else "TC 7S QC")
        floor.stand("ann", 1)
        floor.cards(last)  # 17, or soft 18
        assert floor.net("ann") == net


@clause("tasmania-blackjack 8.4", "tasmania-blackjack 5.5")
def test_with_a_shuffling_shoe_there_is_no_such_limit() -> None:
    """Tasmania reading 7: no shoe begins or ends, so nothing is compared."""
    floor = started(setup(dealing="device", chips=()), ann=1)
    floor.ok("inspector", o.DisplaySign("three-times"))
    quick_round(floor)
    quick_round(floor, 31)


@clause("tasmania-blackjack 8.4")
def test_a_wager_put_down_before_is_checked_again_at_the_first_card() -> None:
    floor = three_times()
    quick_round(floor, 100)
    floor.bet("ann", 1, 300)
    floor.cards("TC 7S QC")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(300)


def test_a_higher_limit_player_is_bound_by_three_times_as_well() -> None:
    floor = three_times()
    marked(floor)
    floor.ok(MR, o.GrantLimits("ann", most=cents(900), boxes=(1,)))
    quick_round(floor, 200)
    floor.no("8.4", "player", o.Place(1, "ann", cents("600.01")), by="ann")
    floor.bet("ann", 1, 600)
    floor.deal("TC")
    assert parse_card("TC") in floor.state.shoe.out
