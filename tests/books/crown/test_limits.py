"""Crown: limits, signs and markers; wagers outside them; players held to the minimum."""

import pytest

from bythebook.cards import parse_card
from bythebook.errors import given
from bythebook.game.events import Settled, WagerPlaced
from bythebook.table import events as e
from bythebook.table.due import what_is_due
from bythebook.table.people.signs import after
from tests.books.crown.floor import (
    AM,
    CM,
    HDD,
    SETUP,
    dressed,
    opened,
    quick_round,
    ready,
    seated,
)
from tests.clauses import clause
from tests.table.floor import Floor, cents, o

LIMITS = {"main": (cents(10), cents(500))}
HIGHER = {"main": (cents(15), cents(500))}


def rows(floor: Floor) -> list[Settled]:
    assert floor.state.last is not None
    return list(floor.state.last.rows)


def place(floor: Floor, clause_id: str, player: str, box: int, dollars: float) -> None:
    """This wager is refused by this clause."""
    floor.no(clause_id, "player", o.Place(box, player, cents(dollars)), by=player)


# Under the minimum and over the maximum


@clause("crown-blackjack 7.2.1", "crown-blackjack 7.2.4")
def test_a_wager_noticed_in_time_keeps_to_the_sign() -> None:
    floor = seated("ann ben")
    place(floor, "7.2.1", "ann", 1, 9.99)
    floor.bet("ann", 1, 10)
    place(floor, "7.2.4", "ben", 2, 500.01)
    floor.bet("ben", 2, 500)
    floor.cards("TC TD 7D TH TS")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(500))


@clause("crown-blackjack 7.2.1", "crown-blackjack 7.5.2")
def test_a_wager_that_a_new_minimum_overtakes_is_taken_back_or_topped_up() -> None:
    floor = seated("ann ben")
    floor.ok(AM, o.DisplaySign("new-limits", time=floor.clock + 1200, limits=HIGHER))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.wait(20)
    floor.ok(AM, o.ChangeLimits(HIGHER))
    floor.no("7.2.1", "dealer", o.Deal(parse_card("TC")))
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.no("7.2.1", "dealer", o.Deal(parse_card("TC")))
    floor.ok("player", o.TakeOff(2, "ben"), by="ben")
    place(floor, "7.2.1", "ben", 2, 14.99)
    floor.bet("ben", 2, 15)
    floor.cards("TC 7D TH")
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(15))


@clause("crown-blackjack 7.2.4")
def test_an_excess_noticed_in_time_goes_back_before_the_deal() -> None:
    floor = seated("ann")
    floor.bet("ann", 1, 500)
    lower = {"main": (cents(10), cents(300))}
    floor.ok(AM, o.ChangeLimits(lower))
    floor.no("7.2.4", "dealer", o.Deal(parse_card("TC")))
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.bet("ann", 1, 300)
    floor.cards("TC")
    assert floor.state.in_round


@clause("crown-blackjack 7.2.5", "crown-blackjack 7.2.3", "crown-blackjack 7.2.2")
def test_wagers_found_outside_the_limits_after_the_deal() -> None:
    """The sign says 10 to 500 and the commission's own minimum is 5."""
    floor = seated("ann ben cal", options={"approved-minimum": "5"})
    floor.bet("ann", 1, 500.01, late=True)
    floor.bet("ben", 2, 5, late=True)
    floor.bet("cal", 3, 4.99, late=True)
    floor.cards("TC TD TH 7D TC TD TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert floor.net("ann") == cents(500)
    assert floor.net("ben") == cents(5)
    assert floor.net("cal") == 0
    clauses = {(row.player, row.clause) for row in rows(floor) if row.result == "returned"}
    assert clauses == {("ann", "7.2.5"), ("cal", "7.2.2")}
    under = [row.also for row in rows(floor) if row.player == "ben"]
    assert "7.2.3" in under[0]
    assert floor.replayed() == floor.state


@clause("crown-blackjack 7.2.2", "crown-blackjack 7.2.3")
@pytest.mark.parametrize(
    ("options", "least"),
    [
        ({}, "5"),
        ({"approved-minimum-side": "2"}, "2"),
        ({"approved-minimum-side": "2", "approved-minimum-any-pairs": "1"}, "1"),
        ({"approved-minimum-any-pairs": "1"}, "1"),
        ({"approved-minimum-perfect-pairs": "1"}, "5"),
    ],
)
def test_a_side_wager_has_a_minimum_approved_for_it_alone(
    options: dict[str, str], least: str
) -> None:
    """Crown reading 35: for each kind of bet; one cent less, found after the deal, goes back."""
    floor = seated(
        "ann ben", side_wagers=("any-pairs",), options={"approved-minimum": "5", **options}
    )
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.bet("ann", 1, float(least), "any-pairs", late=True)
    floor.bet("ben", 2, float(least) - 0.01, "any-pairs", late=True)
    floor.cards("TC TD 7D 9C 9D")
    settled = floor.state.playing.rows
    found = {row.player: (row.result, row.clause) for row in settled if row.wager == "any-pairs"}
    assert found["ben"] == ("returned", "7.2.2")
    assert found["ann"][0] == "loses"


@clause("crown-blackjack 7.2.5", "crown-blackjack 7.5")
def test_limits_changed_during_a_round_apply_from_the_next() -> None:
    floor = seated("ann")
    floor.bet("ann", 1, 600, late=True)
    floor.cards("TC 7D TH")
    floor.ok(AM, o.ChangeLimits({"main": (cents(10), cents(1000))}))
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(500)
    floor.bet("ann", 1, 600)
    assert floor.state.limits["main"] == (cents(10), cents(1000))


@clause("crown-blackjack 7.5")
def test_limits_changed_after_the_call_do_not_touch_the_round_that_it_began() -> None:
    floor = seated("ann")
    floor.bet("ann", 1, 500)
    floor.ok("dealer", o.NoMoreBets())
    floor.ok(AM, o.ChangeLimits({"main": (cents(10), cents(300))}))
    floor.cards("TC 7D TH")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(500)
    place(floor, "7.2.4", "ann", 1, 300.01)


@clause("crown-blackjack 6.1.1", "crown-blackjack 6.1.2")
def test_nothing_is_placed_once_betting_is_called_or_a_card_is_out() -> None:
    floor = seated("ann ben")
    floor.bet("ann", 1, 10)
    floor.ok("dealer", o.NoMoreBets())
    place(floor, "6.1.1", "ben", 2, 10)
    floor.no("8.3.1(a)", "dealer", o.NoMoreBets())
    floor.cards("TC 7D TH")
    place(floor, "6.1.1", "ben", 2, 10)
    floor.no("6.4", "player", o.TakeOff(1, "ann"), by="ann")
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.bet("ben", 2, 10)
    floor.cards("TC")
    place(floor, "6.1.1", "ann", 1, 10)


# Changing the limits


@clause("crown-blackjack 7.5")
def test_an_area_manager_lowers_the_minimum_or_moves_the_maximum_at_once() -> None:
    floor = seated("ann")
    for new in ((5, 500), (5, 700), (5, 300)):
        limits = {"main": (cents(new[0]), cents(new[1]))}
        floor.no("7.5", HDD, o.ChangeLimits(limits))
        floor.ok(AM, o.ChangeLimits(limits))
        assert floor.state.limits == limits
    assert [entry.clause for entry in floor.entries("change-limits")] == ["7.5"] * 3


@clause("crown-blackjack 7.5.2")
@pytest.mark.parametrize(("seconds", "enough"), [(1199, False), (1200, True), (1201, True)])
def test_a_higher_minimum_takes_a_sign_for_twenty_minutes(seconds: int, enough: bool) -> None:
    floor = seated("ann")
    floor.no("7.5.2", AM, o.ChangeLimits(HIGHER))
    floor.ok(AM, o.DisplaySign("new-limits", time=floor.clock + seconds, limits=HIGHER))
    floor.clock += seconds - 1
    floor.no("7.5.2", AM, o.ChangeLimits(HIGHER))
    floor.clock += 1
    floor.no("7.5.2", AM, o.ChangeLimits({"main": (cents(20), cents(500))}))
    if enough:
        floor.ok(AM, o.ChangeLimits(HIGHER))
        assert floor.clauses(e.LimitsChanged) == ["7.5.2"]
        place(floor, "7.2.1", "ann", 1, 14.99)
        floor.bet("ann", 1, 15)
    else:
        floor.no("7.5.2", AM, o.ChangeLimits(HIGHER))


@clause("crown-blackjack 7.5.2")
def test_neither_consent_nor_kept_minimums_stand_in_for_the_sign() -> None:
    floor = seated("ann")
    floor.no("7.5.2", AM, o.ChangeLimits(HIGHER, agreed=("ann",)))
    floor.no("7.5.2", AM, o.ChangeLimits(HIGHER, protect=True))
    floor.ok(AM, o.DisplaySign("new-limits", limits=HIGHER))
    floor.wait(30)
    # A sign that names no time announces nothing; nor does one that was taken down.
    floor.no("7.5.2", AM, o.ChangeLimits(HIGHER))
    floor.ok(AM, o.DisplaySign("new-limits", time=floor.clock + 1200, limits=HIGHER))
    floor.wait(20)
    floor.ok(AM, o.RemoveSign("new-limits"))
    floor.no("7.5.2", AM, o.ChangeLimits(HIGHER))


@clause("crown-blackjack 7.5.2", "crown-blackjack 7.1")
def test_the_sign_of_the_limits_in_force_stays_up_beside_the_notice() -> None:
    floor = seated("ann")
    floor.ok(AM, o.DisplaySign("new-limits", time=floor.clock + 1200, limits=HIGHER))
    sign = floor.state.sign("limits")
    assert sign is not None
    assert sign.limits == LIMITS
    floor.wait(20)
    floor.ok(AM, o.ChangeLimits(HIGHER))
    assert floor.state.limits == HIGHER
    sign = floor.state.sign("limits")
    assert sign is not None
    assert sign.limits == HIGHER


@clause("crown-blackjack 7.5.2")
def test_a_side_wagers_minimum_is_a_minimum_too() -> None:
    both = {**LIMITS, "any-pairs": (cents(5), cents(50))}
    floor = seated("ann", side_wagers=("any-pairs",), limits=both)
    more = {**LIMITS, "any-pairs": (cents(6), cents(50))}
    floor.no("7.5.2", AM, o.ChangeLimits(more))
    floor.bet("ann", 1, 10)
    wrong = o.Place(1, "ann", cents(4.99), "any-pairs")
    floor.no("7.2.1", "player", wrong, by="ann")
    floor.no("7.2.4", "player", o.Place(1, "ann", cents(50.01), "any-pairs"), by="ann")
    floor.bet("ann", 1, 5, "any-pairs")


@clause("crown-blackjack 7.5.1")
def test_with_nobody_there_a_higher_minimum_applies_at_once() -> None:
    floor = opened()
    floor.ok(AM, o.ChangeLimits(HIGHER))
    assert floor.state.limits == HIGHER
    floor.players(ann=1)
    floor.no("7.5.2", AM, o.ChangeLimits({"main": (cents(20), cents(500))}))


@clause("crown-blackjack 6.1", "crown-blackjack 6.1.1", "crown-blackjack 6.1.2")
@pytest.mark.parametrize("closed", ["called", "dealt"])
def test_wagers_are_due_until_the_call_or_the_first_card(closed: str) -> None:
    floor = seated("ann ben")
    expected = what_is_due(floor.rules, floor.state)
    assert (expected.what, expected.clause) == ("wagers", "6.1")
    floor.bet("ann", 1, 10)
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    assert [row.clause for row in floor.state.playing.rows] == ["6.1"]
    floor.bet("ann", 1, 10)
    if closed == "called":
        floor.ok("dealer", o.NoMoreBets())
    else:
        floor.cards("TC")
    floor.no("6.1.1", "player", o.Place(2, "ben", cents(10)), by="ben")


@clause("crown-blackjack 6.1.1")
def test_a_call_closes_nothing_once_the_last_wager_has_left_with_its_player() -> None:
    floor = seated("ann ben")
    floor.bet("ann", 1, 10)
    floor.ok("dealer", o.NoMoreBets())
    place(floor, "6.1.1", "ben", 2, 10)
    floor.ok("player", o.Leave("ann"), by="ann")
    assert not floor.state.called
    floor.bet("ben", 2, 10)


# Limits of one's own


def marked(floor: Floor, player: str) -> None:
    place = (floor.state.players[player].seat,)
    floor.ok(AM, o.DisplaySign("personal-limits", player=player, boxes=place))


@clause("crown-blackjack 7.4")
def test_limits_agreed_with_a_player_stand_behind_a_marker() -> None:
    floor = seated("ann ben")
    own = o.GrantLimits("ann", cents(900), cents(5))
    floor.no("7.4", HDD, own, asked="ann")
    floor.no("7.4", AM, own, asked="ann")
    marked(floor, "ben")
    floor.no("7.4", AM, own, asked="ann")
    marked(floor, "ann")
    for nobody in ("", "ben"):  # it is agreed with her, not imposed
        floor.no("7.4", AM, own, asked=nobody)
    floor.ok(AM, own, asked="ann")
    place(floor, "7.2.4", "ann", 1, 900.01)
    place(floor, "7.2.1", "ann", 1, 4.99)
    floor.bet("ann", 1, 900)
    place(floor, "7.2.4", "ben", 2, 500.01)
    place(floor, "7.2.1", "ben", 2, 9.99)
    floor.cards("TC 7D TH")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(900)
    floor.bet("ann", 1, 5)
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.ok(AM, o.EndLimits("ann"))
    place(floor, "7.2.4", "ann", 1, 500.01)
    assert [(x.clause, x.asked) for x in floor.entries("personal-limits")] == [("7.4", "ann")]
    assert floor.replayed() == floor.state


@clause("crown-blackjack 7.4")
def test_the_marker_is_where_the_player_is() -> None:
    floor = seated("ann")
    own = o.GrantLimits("ann", cents(900))
    for place in ((), (2,)):
        floor.ok(AM, o.DisplaySign("personal-limits", player="ann", boxes=place))
        floor.no("7.4", AM, own, asked="ann")
    marked(floor, "ann")
    floor.ok(AM, own, asked="ann")
    floor.ok("player", o.Sit("ann", 4), by="ann")
    moved = given(floor.state.sign("personal-limits", "ann"))
    assert given(moved.says).boxes == (4,)
    assert floor.replayed() == floor.state


@clause("crown-blackjack 7.4")
def test_a_player_without_a_place_gets_no_marker_until_they_sit_or_a_box_is_named() -> None:
    floor = seated("ann")
    floor.ok("player", o.Arrive("ben"), by="ben")
    own = o.GrantLimits("ben", cents(900))
    floor.ok(AM, o.DisplaySign("personal-limits", player="ben"))
    floor.no("7.4", AM, own, asked="ben")  # it stands nowhere, as ben does
    floor.ok(AM, o.DisplaySign("personal-limits", player="ben", boxes=(3,)))
    floor.no("7.4", AM, own, asked="ben")
    floor.ok(AM, o.GrantLimits("ben", cents(900), boxes=(3,)), asked="ben")
    floor.ok(AM, o.EndLimits("ben"))
    floor.ok("player", o.Sit("ben", 2), by="ben")
    marked(floor, "ben")
    floor.ok(AM, own, asked="ben")


@clause("crown-blackjack 7.4", "crown-blackjack 20.10")
def test_the_marker_of_a_vacated_seat_stays_for_nobody_else_and_comes_along_to_the_next() -> None:
    floor = seated("ann ben cat dan eve fay gus")
    marked(floor, "ann")
    floor.ok(AM, o.GrantLimits("ann", cents(900)), asked="ann")
    for _ in range(3):
        quick_round(floor, "ben")
    floor.ok(HDD, o.Vacate("ann"))
    assert given(given(floor.state.sign("personal-limits", "ann")).says).boxes == ()
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.ok("player", o.Sit("ann", 2), by="ann")
    assert given(given(floor.state.sign("personal-limits", "ann")).says).boxes == (2,)


@clause("crown-blackjack 7.4")
def test_an_agreed_minimum_may_be_higher_and_needs_no_twenty_minutes() -> None:
    floor = seated("ann")
    marked(floor, "ann")
    floor.ok(AM, o.GrantLimits("ann", cents(500), cents(50)), asked="ann")
    place(floor, "7.2.1", "ann", 1, 49.99)
    floor.bet("ann", 1, 50)


@clause("crown-blackjack 7.4", "crown-blackjack 7.2.5")
def test_a_wager_over_ones_own_maximum_is_settled_at_that_maximum() -> None:
    floor = seated("ann")
    marked(floor, "ann")
    floor.ok(AM, o.GrantLimits("ann", cents(900)), asked="ann")
    floor.bet("ann", 1, 1000, late=True)
    floor.cards("TC 7D TH")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(900)


# Wagers refused


@clause("crown-blackjack 6.3", "crown-blackjack 7.3")
def test_a_wager_whose_win_chips_cannot_pay_may_be_refused_before_the_deal() -> None:
    """Chips of 2.50: 3 to 2 on 12.50 is 18.75, on 15 it is 22.50."""
    floor = seated("ann ben")
    floor.bet("ann", 1, 12.5)
    floor.bet("ben", 2, 15)
    not_exact = o.RefuseWager(1, "ann", inexact=True)
    floor.no("20.11", "dealer", not_exact, why="no small chips")
    floor.no("6.3", HDD, o.RefuseWager(2, "ben", inexact=True), why="no small chips")
    floor.ok(HDD, not_exact, why="no small chips")
    assert floor.state.round is not None
    assert [w.player for w in floor.state.round.wagers if w.live] == ["ben"]
    # Put down again and let be, it is paid up to the next chip: 20.00.
    floor.bet("ann", 1, 12.5)
    floor.cards("AC TD 7D KC TH")
    floor.no("6.3", HDD, not_exact, why="no small chips")
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(20), cents(15))


@clause("crown-blackjack 20.11")
def test_a_higher_duties_dealer_refuses_a_wager_on_reasonable_grounds() -> None:
    floor = seated("ann ben")
    floor.bet("ann", 1, 50)
    floor.bet("ben", 2, 50)
    refused = o.RefuseWager(1, "ann")
    floor.no("20.11", "dealer", refused, why="marked chips")
    floor.no("20.11", HDD, refused)
    floor.ok("dealer", o.NoMoreBets())
    floor.ok(HDD, refused, why="marked chips")
    entry = floor.entries("refuse-wager")[0]
    assert (entry.clause, entry.why, entry.player) == ("20.11", "marked chips", "ann")
    floor.cards("TC")
    assert floor.due() == 0
    floor.no("20.11", HDD, o.RefuseWager(2, "ben"), why="marked chips")
    floor.cards("7D TH")
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(50))
    returned = [row for row in rows(floor) if row.player == "ann"]
    assert [(row.result, row.clause) for row in returned] == [("returned", "20.11")]


# Held to the minimum


def told(floor: Floor, act: str, player: str) -> None:
    floor.ok(CM, o.Tell("inspector", act, player))


@clause("crown-blackjack 6.8", "crown-blackjack 6.8.1")
def test_a_casino_manager_confines_a_player_once_an_inspector_knows() -> None:
    floor = seated("ann ben")
    floor.ok(HDD, o.AllowSeveral("ann"))
    floor.no("6.8", AM, o.Confine("ann"))
    floor.no("6.8.1", CM, o.Confine("ann"))
    told(floor, "confine", "ben")
    floor.no("6.8.1", CM, o.Confine("ann"))
    told(floor, "confine", "ann")
    floor.ok(CM, o.Confine("ann"))
    place(floor, "6.8", "ann", 1, 10.01)
    floor.bet("ann", 1, 10)
    place(floor, "6.8", "ann", 3, 10)
    place(floor, "6.8", "ann", 2, 10)
    floor.bet("ben", 2, 500)
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.bet("ann", 3, 10)
    assert [(x.clause, x.by.role) for x in floor.entries("confine")] == [("6.8", CM)]
    # It lasts until it is lifted, from shoe to shoe.
    floor.ok("player", o.TakeOff(3, "ann"), by="ann")
    floor.ok(HDD, o.OrderShuffle(), why="cards fell")
    ready(floor)
    place(floor, "6.8", "ann", 1, 20)
    floor.no("6.8", AM, o.Lift("ann"))
    floor.ok(CM, o.Lift("ann"))
    floor.bet("ann", 1, 20)
    assert floor.replayed() == floor.state


@clause("crown-blackjack 6.8.1")
def test_each_restriction_needs_a_notice_of_its_own() -> None:
    floor = seated("ann")
    told(floor, "confine", "ann")
    floor.ok(CM, o.Confine("ann"))
    floor.ok(CM, o.Lift("ann"))
    floor.no("6.8.1", CM, o.Confine("ann"))
    floor.ok(CM, o.Tell("surveillance", "confine", "ann"))
    floor.no("6.8.1", CM, o.Confine("ann"))


@clause("crown-blackjack 6.8")
def test_wagers_already_down_are_brought_in_line_before_the_deal() -> None:
    floor = seated("ann ben")
    floor.ok(HDD, o.AllowSeveral("ann"))
    floor.bet("ann", 1, 20)
    floor.bet("ann", 3, 10)
    told(floor, "confine", "ann")
    floor.ok(CM, o.Confine("ann"))
    floor.no("6.8", "dealer", o.Deal(parse_card("TC")))
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    place(floor, "6.8", "ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC")
    assert floor.state.round is not None
    assert [box.number for box in floor.state.round.boxes] == [2, 3]


SIDE_LIMITS = {"main": (cents(10), cents(500)), "perfect-pairs": (cents(5), cents(100))}


@clause("crown-blackjack 6.8", "crown-blackjack 6.9")
@pytest.mark.parametrize("how", ["confined", "held"])
def test_who_is_held_to_the_minimum_is_held_to_that_of_side_wagers_too(how: str) -> None:
    floor = seated("ann ben", side_wagers=("perfect-pairs",), limits=SIDE_LIMITS)
    says = "6.8"
    if how == "held":
        says = "6.9"
        quick_round(floor, "ben")
        told(floor, "hold-to-minimum", "ann")
        floor.ok(CM, o.HoldToMinimum("ann"))
    else:
        told(floor, "confine", "ann")
        floor.ok(CM, o.Confine("ann"))
    floor.bet("ann", 1, 10)
    for dollars in ("5.01", 100):
        order = o.Place(1, "ann", cents(dollars), "perfect-pairs")
        floor.no(says, "player", order, by="ann")
    floor.bet("ann", 1, 5, "perfect-pairs")
    floor.bet("ben", 2, 10)
    floor.bet("ben", 2, 100, "perfect-pairs")
    # With its limits off the sign there is no minimum that she could wager.
    floor.ok("player", o.TakeOff(1, "ann", "perfect-pairs"), by="ann")
    floor.ok(AM, o.ChangeLimits({"main": SIDE_LIMITS["main"]}))
    floor.no(says, "player", o.Place(1, "ann", cents(100), "perfect-pairs"), by="ann")


@clause("crown-blackjack 7.2.2")
def test_no_table_opens_before_the_regulators_minimum_is_set() -> None:
    """Crown reading 35."""
    bare = dressed(SETUP).with_setup(SETUP, options={})
    floor = dressed(bare)
    floor.no("7.2.2", AM, o.Open(bare))
    floor.ok(AM, o.Open(SETUP))
    floor.ok(AM, o.DisplaySign("odds"))
    floor.ok(AM, o.ChangeGame("blackjack-plus"))
    assert floor.state.set_up.options["approved-minimum"] == "5"


@clause("crown-blackjack 6.8")
def test_two_boxes_at_the_minimum_are_one_too_many() -> None:
    floor = seated("ann")
    floor.ok(HDD, o.AllowSeveral("ann"))
    floor.bet("ann", 1, 10)
    floor.bet("ann", 3, 10)
    told(floor, "confine", "ann")
    floor.ok(CM, o.Confine("ann"))
    floor.no("6.8", "dealer", o.Deal(parse_card("TC")))
    floor.ok("player", o.TakeOff(3, "ann"), by="ann")
    floor.cards("TC")


def shoe_of(**players: int) -> Floor:
    floor = opened()
    floor.players(**players)
    ready(floor)
    return floor


@clause("crown-blackjack 6.9", "crown-blackjack 6.8.1")
def test_who_skipped_a_round_of_the_shoe_may_be_held_until_it_ends() -> None:
    floor = shoe_of(ann=1, ben=2)
    quick_round(floor, "ann", "ben")
    told(floor, "hold-to-minimum", "ben")
    floor.no("6.9", CM, o.HoldToMinimum("ben"))
    quick_round(floor, "ann")
    floor.no("6.9", AM, o.HoldToMinimum("ben"))
    floor.no("6.8.1", CM, o.HoldToMinimum("ann"))
    told(floor, "hold-to-minimum", "ann")
    floor.no("6.9", CM, o.HoldToMinimum("ann"))
    floor.ok(CM, o.HoldToMinimum("ben"))
    assert floor.clauses(e.PlayerRestricted) == ["6.9"]
    place(floor, "6.9", "ben", 2, 10.01)
    place(floor, "6.9", "ben", 3, 25)
    floor.bet("ann", 1, 500)
    floor.bet("ben", 2, 10)
    floor.cards("TC TD 7D TH TS")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    place(floor, "6.9", "ben", 2, 10.01)
    floor.ok(HDD, o.OrderShuffle("mishandled"), why="dropped")
    ready(floor)
    floor.bet("ben", 2, 500)
    assert floor.replayed() == floor.state


@clause("crown-blackjack 6.9")
def test_who_came_late_to_the_shoe_may_be_held_too() -> None:
    floor = shoe_of(ann=1)
    quick_round(floor, "ann")
    floor.players(cal=3)
    told(floor, "hold-to-minimum", "cal")
    floor.ok(CM, o.HoldToMinimum("cal"))
    assert floor.clauses(e.PlayerRestricted) == ["6.9"]
    place(floor, "6.9", "cal", 3, 10.01)
    floor.bet("cal", 3, 10)


@clause("crown-blackjack 6.9")
@pytest.mark.parametrize("how", ["first round", "another box", "new shoe"])
def test_who_wagered_in_every_round_is_not_held(how: str) -> None:
    floor = shoe_of(ann=1)
    told(floor, "hold-to-minimum", "ann")
    if how == "first round":
        floor.bet("ann", 1, 10)
        floor.cards("TC 7D")
    elif how == "another box":
        quick_round(floor, "ann")
        floor.ok("player", o.Sit("ann", 2), by="ann")
        quick_round(floor, "ann")
    floor.no("6.9", CM, o.HoldToMinimum("ann"))


@clause("crown-blackjack 6.9")
def test_a_wager_taken_off_before_the_deal_is_none() -> None:
    floor = shoe_of(ann=1, ben=2)
    quick_round(floor, "ann", "ben")
    floor.bet("ben", 2, 10)
    floor.ok("player", o.TakeOff(2, "ben"), by="ben")
    quick_round(floor, "ann")
    told(floor, "hold-to-minimum", "ben")
    floor.ok(CM, o.HoldToMinimum("ben"))


@clause("crown-blackjack 6.9")
def test_a_shuffling_machine_has_no_shoe_to_skip_rounds_of() -> None:
    floor = seated("ann ben", dealing="device")
    quick_round(floor, "ann")
    told(floor, "hold-to-minimum", "ben")
    floor.no("6.9", CM, o.HoldToMinimum("ben"))


@clause("crown-blackjack 7.5.2")
def test_a_minimum_that_is_dropped_and_set_anew_is_raised_all_the_same() -> None:
    both = {**LIMITS, "any-pairs": (cents(5), cents(50))}
    floor = opened(side_wagers=("any-pairs",), limits=both)
    floor.players(ann=1)
    floor.ok(AM, o.ChangeLimits(dict(LIMITS)))
    anew = {**LIMITS, "any-pairs": (cents(25), cents(50))}
    floor.no("7.5.2", AM, o.ChangeLimits(anew))
    floor.ok(AM, o.DisplaySign("new-limits", time=floor.clock + 1200, limits=anew))
    floor.wait(20)
    floor.ok(AM, o.ChangeLimits(anew))
    sign = floor.state.sign("limits")
    assert sign is not None
    assert sign.says is not None
    assert sign.says.limits == anew


@clause("crown-blackjack 7.5.2", "crown-blackjack 7.1")
def test_a_unit_takes_away_what_was_allowed_and_needs_the_notice_too() -> None:
    floor = opened()
    floor.players(ann=1)
    unit = {"main": cents(25)}
    change = o.ChangeLimits(LIMITS, units=unit)
    floor.no("7.5.2", AM, change)
    floor.ok(AM, o.DisplaySign("new-limits", time=floor.clock + 1200, limits=LIMITS))
    floor.wait(20)
    floor.no("7.5.2", AM, change)  # the sign said nothing of a unit
    sign = o.DisplaySign("new-limits", floor.clock + 1200, LIMITS, units=unit)
    floor.ok(AM, sign)
    floor.wait(20)
    floor.ok(AM, change)
    shows = floor.state.sign("limits")
    assert shows is not None
    assert shows.says is not None
    assert shows.says.units == unit
    floor.ok(AM, o.ChangeLimits(LIMITS, units={"main": cents(5)}))  # every 25 is one of 5
    floor.no("7.5.2", AM, o.ChangeLimits(LIMITS, units={"main": cents(10)}))
    floor.ok(AM, o.ChangeLimits(LIMITS, units={}))
    shown = floor.state.sign("limits")
    assert shown is not None
    assert shown.says is not None
    assert shown.says.units == {}


@clause("crown-blackjack 6.1", "crown-blackjack 6.1.1", "crown-blackjack 6.1.2")
def test_a_wager_is_chips_or_tokens_that_lie_there_in_time() -> None:
    floor = seated("ann ben")
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, token=True)
    floor.bet("ben", 2, 10, token=True)
    placed = [
        (placed.player, placed.amount, placed.token, placed.clause)
        for event in floor.log
        if isinstance(event, e.RoundMoved)
        for placed in event.step.events
        if isinstance(placed, WagerPlaced)
    ]
    assert placed == [
        ("ann", cents(10), False, "6.1"),
        ("ann", cents(5), True, "6.1"),
        ("ben", cents(10), True, "6.1"),
    ]
    floor.ok("dealer", o.NoMoreBets())
    for _ in ("called", "dealt"):
        place(floor, "6.1.1", "ann", 1, 10)
        floor.no("6.1.1", "player", o.Place(2, "ben", cents(5), token=True), by="ben")
        floor.cards("TC TD" if not floor.state.in_round else "7D")
    floor.cards("TH 9H")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    # 20 and 19 against 17: what was won is paid in chips, also for tokens.
    assert (floor.net("ann"), floor.net("ben")) == (cents(15), cents(10))


@clause("crown-blackjack 7.5", "crown-blackjack 4.4.1", "crown-blackjack 5.3")
def test_a_change_leaves_the_table_as_its_sign_would_announce_it() -> None:
    """What is compared with a sign beforehand is what the order then sets, to the last figure."""
    floor = opened()
    for role, change in (
        (AM, o.ChangeLimits({"main": (cents(10), cents(300))}, box_maximum=cents(900))),
        (AM, o.ChangeGame("blackjack-plus")),
        (HDD, o.ReplaceCards(decks=8)),
    ):
        then = after(floor.rules, floor.state, change)
        assert then != floor.state.setup
        floor.ok(role, change)
        assert floor.state.setup == then
