"""Casino Canberra: several boxes, late and intermittent bettors, restrictions, empty chairs."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.canberra.floor import MANAGER, PAIRS, a_round, last_round, opened, ready, shuffled
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, o

DAY = 24 * 60


# Several boxes


@clause("canberra-blackjack 4.4")
def test_a_second_box_takes_leave() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.no("4.4", "player", o.Place(3, "ann", cents(10)), by="ann")
    floor.no("4.4", "dealer", o.AllowSeveral("ann"))
    floor.ok("supervisor", o.AllowSeveral("ann"))
    assert floor.entries("allow-several")[0].clause == "4.4"
    floor.bet("ann", 3, 20)
    floor.cards("TD TC 7C 9C 8C")
    floor.stand("ann", 1)
    floor.stand("ann", 3)
    floor.cards("TS")
    assert floor.net("ann") == cents(30)


@clause("canberra-blackjack 17.8", "canberra-blackjack 4.4")
def test_a_side_wager_on_anothers_box_is_no_second_box() -> None:
    """Any main wager on the box will do (Canberra reading 101); leave is for wagers, decisions."""
    floor = ready("perfect-pairs")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.bet("ann", 2, 5, "perfect-pairs")
    floor.no("4.4", "player", o.Place(2, "ann", cents(10)), by="ann")
    floor.cards("TD 8D 7C 9C 8H")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert floor.net("ann") == cents(10) + cents(60)  # coloured: 12 to 1
    assert floor.net("ben") == -cents(10)


def with_two_boxes(boxes: int = 2) -> Floor:
    """A table of so many boxes at which ann sits at 1 and has played 1 and 2."""
    floor = ready(seats={"ann": 1}, boxes=boxes)
    floor.ok("supervisor", o.AllowSeveral("ann"))
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.cards("TD TC 7C 9C 8C")
    floor.stand("ann", 1)
    floor.stand("ann", 2)
    floor.cards("TS")
    return floor


@clause("canberra-blackjack 4.4")
def test_short_of_boxes_a_player_gives_up_control_but_may_still_back_bet() -> None:
    floor = with_two_boxes()
    give_up = o.GiveUp("ann", (1,))
    floor.no("4.4", "supervisor", give_up)  # nobody wants a place
    floor.players(ben=0)
    floor.no("4.4", "dealer", give_up)
    floor.ok("supervisor", give_up)
    assert floor.clauses(e.BoxesGivenUp) == ["4.4"]
    floor.ok("player", o.Sit("ben", 2), by="ben")
    floor.bet("ann", 1, 10)
    floor.no("4.4", "player", o.Place(2, "ann", cents(30)), by="ann")
    floor.bet("ben", 2, 10)
    floor.bet("ann", 2, 30)  # behind him
    floor.cards("TD TC 7C 9C 6C")
    floor.stand("ann", 1)
    # The newcomer sits at the box and decides, though ann has more on it.
    floor.no("4.5(a)", "player", o.Decide(c.Stand(2)), by="ann")
    floor.stand("ben", 2)
    floor.cards("TS")
    assert floor.net("ann") == cents(20) + cents(10) - cents(30)
    assert floor.net("ben") == -cents(10)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 4.4")
def test_boxes_are_given_up_between_rounds_and_only_when_none_is_vacant() -> None:
    floor = with_two_boxes(boxes=3)
    floor.players(ben=0)
    floor.no("4.4", "supervisor", o.GiveUp("ann", (1,)))  # box 3 is free
    floor.ok("player", o.Sit("ben", 3), by="ben")
    floor.players(cal=0)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.cards("TD")
    floor.no("4.4", "supervisor", o.GiveUp("ann", (1,)))
    floor.cards("TC 7C 9C 8C")
    floor.stand("ann", 1)
    floor.stand("ann", 2)
    floor.cards("TS")
    floor.ok("supervisor", o.GiveUp("ann", (2,)))
    assert floor.state.players["ann"].seat == 2


@clause("canberra-blackjack 4.5", "canberra-blackjack 4.5(a)", "canberra-blackjack 4.5(b)")
def test_three_players_on_a_box_and_the_seated_one_decides() -> None:
    floor = ready(seats={"ann": 1, "ben": 2, "cal": 3, "dot": 4})
    floor.bet("ben", 1, 10)
    floor.bet("ann", 1, 10)
    floor.bet("cal", 1, 10)
    floor.no("4.5", "player", o.Place(1, "dot", cents(10)), by="dot")
    floor.cards("TD 7C 9C")
    floor.no("4.5(a)", "player", o.Decide(c.Stand(1)), by="ben")
    floor.stand("ann", 1)
    floor.cards("TS")
    # Ann stays away: of the others the first placed lies nearest the dealer.
    floor.bet("cal", 1, 10)
    floor.bet("ben", 1, 10)
    floor.cards("TD 7C 9C")
    floor.no("4.5(b)", "player", o.Decide(c.Stand(1)), by="ben")
    floor.stand("cal", 1)
    floor.cards("TS")
    assert [floor.net(name) for name in ("ann", "ben", "cal", "dot")] == [1000, 2000, 2000, 0]


# Late and intermittent bettors


@clause("canberra-blackjack 4.7", "canberra-blackjack 4.7(a)")
def test_who_missed_the_shoes_first_round_may_be_held_to_the_minimum() -> None:
    floor = ready()
    hold = o.HoldToMinimum("ben")
    floor.no("4.7(a)", "supervisor", hold)  # no round of this shoe has been dealt
    a_round(floor)
    floor.no("4.7(a)", "supervisor", o.HoldToMinimum("ann"))
    floor.no("4.7", "dealer", hold)
    floor.ok("supervisor", hold)
    assert floor.clauses(e.PlayerRestricted) == ["4.7(a)"]
    assert floor.entries("hold-to-minimum")[0].player == "ben"
    floor.no("4.7", "player", o.Place(2, "ben", cents("12.50")), by="ben")
    floor.no("3.1", "player", o.Place(2, "ben", cents("7.50")), by="ben")
    # He need not bet; if he does, it is the minimum. Doubles stay open.
    a_round(floor)
    floor.bet("ben", 2, 10)
    floor.cards("6D 7C 5C")
    floor.play("ben", c.Double(2))
    floor.cards("TD TS")
    assert floor.net("ben") == cents(20)


@clause("canberra-blackjack 4.7(b)")
def test_who_sat_out_a_round_may_be_held_to_the_minimum() -> None:
    floor = ready()
    one_round_of_two(floor)
    floor.no("4.7(a)", "supervisor", o.HoldToMinimum("ben"))
    a_round(floor)
    floor.no("4.7(a)", "supervisor", o.HoldToMinimum("ann"))
    floor.ok("supervisor", o.HoldToMinimum("ben"))
    assert floor.clauses(e.PlayerRestricted) == ["4.7(b)"]
    floor.no("4.7", "player", o.Place(2, "ben", cents(20)), by="ben")
    floor.bet("ben", 2, 10)


@clause("canberra-blackjack 4.7(b)")
def test_another_box_is_no_round_sat_out() -> None:
    floor = ready()
    a_round(floor, "ann", 1)
    a_round(floor, "ann", 3)
    floor.no("4.7(a)", "supervisor", o.HoldToMinimum("ann"))


@clause("canberra-blackjack 4.7")
def test_who_leaves_and_comes_back_in_the_same_shoe_is_still_held() -> None:
    floor = ready()
    a_round(floor)
    floor.ok("supervisor", o.HoldToMinimum("ben"))
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.players(ben=2)
    floor.no("4.7", "player", o.Place(2, "ben", cents("12.50")), by="ben")
    floor.ok("dealer", o.Shuffle())
    floor.bet("ben", 2, 500)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 4.7", "canberra-blackjack 4.7(a)")
def test_nobody_is_held_while_a_round_is_being_dealt() -> None:
    """Not even who missed the first: it is about the wagers of the rounds to come."""
    floor = ready()
    a_round(floor)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 50)
    floor.cards("TD 9D 7C")
    floor.no("4.7", "supervisor", o.HoldToMinimum("ben"))
    floor.cards("9C TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert floor.net("ben") == cents(50)
    floor.ok("supervisor", o.HoldToMinimum("ben"))


@clause("canberra-blackjack 4.7(b)")
def test_who_leaves_and_comes_back_has_sat_out_what_was_dealt_meanwhile() -> None:
    floor = ready()
    one_round_of_two(floor)
    floor.ok("player", o.Leave("ben"), by="ben")
    a_round(floor)
    floor.players(ben=2)
    floor.ok("supervisor", o.HoldToMinimum("ben"))


@clause("canberra-blackjack 4.7(a)", "canberra-blackjack A:void")
def test_who_missed_a_void_first_round_missed_nothing() -> None:
    """It never occurred: the shoe's first round is the next, and that one ann missed."""
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.ok(MANAGER, o.VoidRound("16.3"), why="the lights went out")
    a_round(floor, "ben", 2)
    floor.no("4.7(a)", "supervisor", o.HoldToMinimum("ben"))
    floor.ok("supervisor", o.HoldToMinimum("ann"))
    assert floor.replayed() == floor.state


def one_round_of_two(floor: Floor) -> None:
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TD 9D 7C 9C TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")


@clause("canberra-blackjack 4.7(b)", "canberra-blackjack A:void")
def test_who_sat_out_a_void_round_sat_out_nothing() -> None:
    floor = ready()
    one_round_of_two(floor)
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.ok(MANAGER, o.VoidRound("16.3"), why="the lights went out")
    floor.no("4.7(a)", "supervisor", o.HoldToMinimum("ben"))
    a_round(floor)
    floor.ok("supervisor", o.HoldToMinimum("ben"))


@clause("canberra-blackjack 4.7", "canberra-blackjack A:new-shoe")
def test_a_new_shoe_ends_the_holding_and_is_shuffled_cut_and_loaded() -> None:
    floor = ready()
    a_round(floor)
    floor.ok("supervisor", o.HoldToMinimum("ben"))
    last_round(floor)
    floor.no("4.7", "player", o.Place(2, "ben", cents(20)), by="ben")
    # New only when the cards have been shuffled, cut and put in: before that no card is dealt.
    floor.ok("dealer", o.Shuffle())
    floor.bet("ann", 1, 10)
    floor.no("5.3", "dealer", o.Deal(parse_card("TD")))
    floor.ok("player", o.Cut("ann", 100), by="ann")
    floor.no("5.3", "dealer", o.Deal(parse_card("TD")))
    floor.ok("dealer", o.Insert((100,)))
    floor.bet("ben", 2, 20)
    floor.cards("TD")
    assert floor.state.shoe.rounds == 1


@clause("canberra-blackjack 18.1")
def test_with_an_automated_shoe_nobody_is_held_to_the_minimum() -> None:
    floor = ready(dealing="device")
    a_round(floor)
    floor.no("18.1", "supervisor", o.HoldToMinimum("ben"))
    floor.bet("ben", 2, 500)


# Restrictions


@clause("canberra-blackjack 4.8", "canberra-blackjack 4.9")
def test_a_player_is_confined_by_the_procedures_and_the_commission_told() -> None:
    floor = ready()
    floor.ok("supervisor", o.AllowSeveral("ann"))
    confine = o.Confine("ann")
    floor.no("4.8", MANAGER, confine, why="procedure 12")  # she has not been tracked
    floor.ok("supervisor", o.Perform("track", player="ben"))
    floor.no("4.8", MANAGER, confine, why="procedure 12")
    floor.ok("supervisor", o.Perform("track", player="ann"))
    floor.no("4.8", MANAGER, confine)  # by which procedure?
    floor.no("4.8", "supervisor", confine, why="procedure 12")
    floor.ok(MANAGER, confine, why="procedure 12")
    entry = floor.entries("confine")[0]
    assert (entry.player, entry.why, entry.clause) == ("ann", "procedure 12", "4.8")
    floor.no("4.8", "player", o.Place(1, "ann", cents("12.50")), by="ann")
    floor.bet("ann", 1, 10)
    floor.no("4.8", "player", o.Place(3, "ann", cents(10)), by="ann")
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 4.8")
@pytest.mark.parametrize(("minutes", "late"), [(31 * DAY, False), (31 * DAY + 1, True)])
def test_the_commission_is_advised_of_a_restriction_within_a_month(
    minutes: int, late: bool
) -> None:
    """The book says "routinely": a month is the interval chosen."""
    floor = ready()
    floor.ok("supervisor", o.Perform("track", player="ann"))
    floor.ok(MANAGER, o.Confine("ann"), why="procedure 12")
    duty = floor.state.duties[-1]
    assert (duty.to, duty.act, duty.clause, duty.player) == ("commission", "confine", "4.8", "ann")
    assert duty.is_late(floor.clock + minutes * 60) is late
    floor.no("4.8", "supervisor", o.Tell("commission", "confine", "ann"))
    floor.ok(MANAGER, o.Tell("commission", "confine", "ann"))
    assert "confine" not in [left.act for left in floor.state.duties]


@clause("canberra-blackjack 4.9")
def test_who_was_tracked_and_restricted_once_is_restricted_again_without_tracking() -> None:
    floor = ready()
    again = o.Confine("ann", again=True)
    floor.no("4.9", MANAGER, again, why="procedure 12")
    floor.ok("supervisor", o.Perform("track", player="ann"))
    floor.no("4.9", MANAGER, again, why="procedure 12")  # tracked, but never restricted
    floor.ok(MANAGER, o.Confine("ann"), why="procedure 12")
    floor.no("4.8", "supervisor", o.Lift("ann"))
    floor.ok(MANAGER, o.Lift("ann"))
    floor.bet("ann", 1, 500)
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.ok("player", o.Leave("ann"), by="ann")
    floor.players(ann=1)
    floor.ok(MANAGER, again, why="procedure 12")
    assert floor.entries("confine")[-1].about == "as restricted before"
    floor.no("4.8", "player", o.Place(1, "ann", cents(500)), by="ann")


@clause("canberra-blackjack 4.8", "canberra-blackjack 7.2")
def test_a_confined_player_insures_their_own_wager_only() -> None:
    floor = ready()
    floor.ok("supervisor", o.Perform("track", player="ben"))
    floor.ok(MANAGER, o.Confine("ben"), why="procedure 12")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TD 9D AC 9C 8C")
    floor.no("4.8", "player", o.Decide(c.Insure(1, cents(5), "ben", "ann")), by="ben")
    floor.play("ben", c.Insure(2, cents(5), "ben"))
    floor.proceed()
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (-cents(10), 0)


@clause("canberra-blackjack 4.8")
def test_side_wagers_stay_open_to_a_confined_player_within_their_sign() -> None:
    floor = ready("perfect-pairs")
    floor.ok("supervisor", o.Perform("track", player="ann"))
    floor.ok(MANAGER, o.Confine("ann"), why="procedure 12")
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 50, "perfect-pairs")
    floor.cards("7H 7C 7H")
    floor.stand("ann", 1)
    floor.cards("TS")
    # A perfect pair at 25 to 1, and 14 loses to 17.
    assert floor.net("ann") == cents(1250) - cents(10)


@clause("canberra-blackjack 4.8")
def test_a_single_box_is_one_for_side_wagers_as_well() -> None:
    floor = ready(PAIRS)
    floor.ok("supervisor", o.Perform("track", player="ann"))
    floor.ok(MANAGER, o.Confine("ann"), why="procedure 12")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.no("4.8", "player", o.Place(2, "ann", cents(5), PAIRS), by="ann")
    floor.bet("ann", 1, 5, PAIRS)


@clause("canberra-blackjack 6.2", "canberra-blackjack 4.7", "canberra-blackjack 4.8")
def test_what_lies_there_must_fit_when_betting_is_called_and_stays_right_after_it() -> None:
    floor = ready()
    a_round(floor)
    floor.bet("ann", 1, 50)
    floor.bet("ben", 2, 50)
    floor.ok("supervisor", o.HoldToMinimum("ben"))
    floor.no("4.7", "dealer", o.NoMoreBets())
    floor.ok("player", o.TakeOff(2, "ben"), by="ben")
    floor.bet("ben", 2, 10)
    floor.ok("dealer", o.NoMoreBets())
    floor.ok("supervisor", o.Perform("track", player="ann"))
    floor.ok(MANAGER, o.Confine("ann"), why="procedure 12")
    floor.cards("TD 9D 7C 9C TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(60), cents(10))
    floor.no("4.8", "player", o.Place(1, "ann", cents(50)), by="ann")


@clause("canberra-blackjack 4.7", "canberra-blackjack 4.8", "canberra-blackjack 3.2")
def test_each_is_refused_by_the_restriction_that_is_their_own_and_its_end_is_recorded() -> None:
    floor = ready()
    a_round(floor)
    floor.ok("supervisor", o.Perform("track", player="ann"))
    floor.ok(MANAGER, o.Confine("ann"), why="procedure 12")
    floor.ok("dealer", o.Warn("ann"))
    floor.ok("supervisor", o.HoldToMinimum("ben"))
    floor.no("4.8", "player", o.Place(1, "ann", cents(20)), by="ann")
    floor.no("4.7", "player", o.Place(2, "ben", cents(20)), by="ben")
    floor.ok(MANAGER, o.Lift("ann"))
    floor.ok("supervisor", o.DisplaySign("personal-limits", player="ann", boxes=(1,)))
    floor.ok("supervisor", o.GrantLimits("ann", cents(1000), boxes=(1,)))
    floor.ok("supervisor", o.EndLimits("ann"))
    for act, says in (("lift", "4.8"), ("end-personal-limits", "3.2")):
        assert [(x.player, x.clause) for x in floor.entries(act)] == [("ann", says)]


# Empty chairs


def full_of_three() -> Floor:
    floor = opened(boxes=3)
    floor.players(ann=1, ben=2, cal=3)
    shuffled(floor, "ann")
    return floor


@clause("canberra-blackjack 16.6")
def test_three_rounds_without_a_wager_at_a_full_table_may_cost_the_seat() -> None:
    floor = full_of_three()
    vacate = o.Vacate("cal")
    for _ in range(2):
        a_round(floor)
        floor.no("16.6", "supervisor", vacate)
    a_round(floor)
    floor.no("16.6", "dealer", vacate)
    floor.no("16.6", "supervisor", o.Vacate("ann"))
    floor.ok("supervisor", vacate)
    assert floor.state.players["cal"].seat == 0
    assert floor.clauses(e.SeatVacated) == ["16.6"]
    floor.players(dot=3)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 16.6")
def test_a_wager_or_an_empty_seat_in_between_starts_the_count_again() -> None:
    floor = full_of_three()
    a_round(floor)
    a_round(floor)
    a_round(floor, "cal", 3)
    a_round(floor)
    a_round(floor)
    floor.no("16.6", "supervisor", o.Vacate("cal"))
    floor.ok("player", o.Leave("ben"), by="ben")
    a_round(floor)
    floor.no("16.6", "supervisor", o.Vacate("cal"))
    floor.players(dot=2)
    a_round(floor)
    a_round(floor)
    floor.no("16.6", "supervisor", o.Vacate("cal"))
    a_round(floor)
    floor.ok("supervisor", o.Vacate("cal"))


@clause("canberra-blackjack 16.6")
def test_a_void_round_is_none_of_the_three() -> None:
    floor = full_of_three()
    a_round(floor)
    a_round(floor)
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.ok(MANAGER, o.VoidRound("16.3"), why="the lights went out")
    floor.no("16.6", "supervisor", o.Vacate("cal"))
    a_round(floor)
    floor.ok("supervisor", o.Vacate("cal"))


@clause("canberra-blackjack 16.6")
def test_nobody_vacates_a_seat_in_mid_round() -> None:
    floor = full_of_three()
    for _ in range(3):
        a_round(floor)
    floor.bet("ann", 1, 10)
    floor.cards("TD")
    floor.no("16.6", "supervisor", o.Vacate("cal"))
