"""Casino Canberra: where two clauses meet, or an order comes at an awkward moment."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from bythebook.table import what_is_due
from tests.books.canberra.test_limits import with_marker
from tests.books.canberra.test_opening import DEE, MANAGER, a_round, ready, shuffled
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o

NEW = {"main": (cents(20), cents(500))}


# Limits


@clause("canberra-blackjack 3.5", "canberra-blackjack 4.6", "canberra-blackjack 3.2")
@pytest.mark.parametrize(
    ("placed", "nets"),
    [
        ((("ann", 800), ("ben", 100)), (800, 0)),
        ((("ben", 100), ("ann", 800)), (400, 100)),
        ((("ben", 200), ("ann", 400)), (300, 200)),
        ((("ann", 400), ("ben", 200)), (400, 100)),
        ((("ann", 1100), ("ben", 10)), (1000, 0)),
        ((("ben", 100), ("ann", 400)), (400, 100)),
    ],
)
def test_a_marker_holder_found_over_the_maximum_with_others_is_cut_like_anybody(
    placed: tuple[tuple[str, int], ...], nets: tuple[int, int]
) -> None:
    """Ann's own limit is 1,000, but only alone; together 500, and the last placed is cut first."""
    floor = with_marker()
    for name, dollars in placed:
        floor.bet(name, 1, dollars, late=True)
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(nets[0]), cents(nets[1]))


@clause("canberra-blackjack 4.6", "canberra-blackjack 3.2")
def test_what_lies_on_other_boxes_or_beside_the_main_wager_does_not_bind_a_holder() -> None:
    """The total is that box's, and of main wagers: a side wager of ben's may join 800 of ann's."""
    floor = ready("perfect-pairs")
    floor.ok("supervisor", o.DisplaySign("personal-limits", player="ann"))
    floor.ok("supervisor", o.GrantLimits("ann", cents(1000), boxes=(1,)))
    floor.bet("ben", 2, 400)
    floor.bet("ann", 1, 800)
    floor.bet("ben", 1, 5, "perfect-pairs")
    floor.cards("TD 9D 7C 9C TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(800), cents(400) - cents(5))


@clause("canberra-blackjack 3.5", "canberra-blackjack 3.2")
def test_a_holder_away_from_the_marker_shares_the_maximum_like_anybody() -> None:
    floor = with_marker()
    floor.bet("ben", 3, 300)
    floor.no("3.5", "player", o.Place(3, "ann", cents("202.50")), by="ann")
    floor.bet("ann", 3, 200)


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
    floor.ok("supervisor", o.DisplaySign("personal-limits", player="ann"))
    floor.ok("supervisor", o.GrantLimits("ann", cents(1000), boxes=(1,)))
    floor.ok("supervisor", o.EndLimits("ann"))
    for act, says in (("lift", "4.8"), ("end-personal-limits", "3.2")):
        assert [(x.player, x.clause) for x in floor.entries(act)] == [("ann", says)]


@clause("canberra-blackjack 3.3", "canberra-blackjack 3.1")
def test_the_multiples_on_display_outlast_a_change_of_limits() -> None:
    floor = ready()
    floor.ok("supervisor", o.DisplaySign("new-limits", limits=NEW))
    a_round(floor)
    floor.ok("supervisor", o.ChangeLimits(NEW))
    floor.no("3.3", "player", o.Place(1, "ann", cents("20.01")), by="ann")
    floor.bet("ann", 1, "22.50")


@clause("canberra-blackjack 15.2")
@pytest.mark.parametrize("announced", [0, 1, 2])
def test_a_round_that_was_running_is_none_of_those_announced(announced: int) -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    floor.ok(MANAGER, o.AnnounceClosing(announced))
    floor.stand("ann", 1)
    floor.cards("TS")
    for _ in range(max(announced, 1)):
        floor.no("15.2", MANAGER, o.Close())
        a_round(floor)
    floor.ok(MANAGER, o.Close())


@clause("canberra-blackjack 5.5")
def test_nor_is_it_one_of_the_last_three() -> None:
    """Three more are announced during a round: in that one the cutting card still counts."""
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.ok(MANAGER, o.AnnounceClosing(3))
    floor.ok("dealer", o.CuttingCard())
    assert floor.clauses(e.CuttingCardOut) == ["5.4(b)"]


# Restrictions and void rounds


def one_round_of_two(floor: Floor) -> None:
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TD 9D 7C 9C TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")


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


@clause("canberra-blackjack 16.1", "canberra-blackjack 16.3", "canberra-blackjack 14.5")
def test_each_power_voids_by_its_own_clause_only() -> None:
    floor = ready()
    a_round(floor)
    floor.no("14.5", MANAGER, o.VoidLastRound("16.1"), why="fire")
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.no("16.1", MANAGER, o.Invalidate("16.3"), why="fire")
    floor.no("16.1", MANAGER, o.Invalidate("14.5"), why="fire")
    floor.no("16.3", MANAGER, o.VoidRound("14.5"), why="fire")
    floor.ok(MANAGER, o.Invalidate("16.1"), why="fire")
    assert floor.net("ann") == cents(10)  # the round before stands


# The cutting card after the call


@clause("canberra-blackjack 5.4(a)", "canberra-blackjack 6.2", "canberra-blackjack 4.3")
def test_a_cutting_card_drawn_first_after_the_call_opens_the_betting_again() -> None:
    """No round has begun: wagers are taken off, changed and added until the next call."""
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.ok("dealer", o.NoMoreBets())
    floor.no("6.2", "player", o.Place(2, "ben", cents(10)), by="ben")
    floor.ok("dealer", o.CuttingCard())
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.bet("ann", 1, 20)
    shuffled(floor, "ann")
    floor.bet("ben", 2, 10)
    floor.ok("dealer", o.NoMoreBets())
    floor.no("6.2", "player", o.Place(3, "ben", cents(10)), by="ben")
    floor.cards("TD 9D 7C 9C TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(20), cents(10))
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 6.2")
def test_a_call_needs_a_wager_and_opens_again_when_the_last_one_comes_off() -> None:
    """With nothing left to deal to the call closed nothing; otherwise nobody could bet again."""
    floor = ready()
    floor.no("6.2", "dealer", o.NoMoreBets())
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.ok("dealer", o.NoMoreBets())
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.no("6.2", "player", o.Place(1, "ann", cents(10)), by="ann")  # ben's still lies there
    floor.ok("player", o.TakeOff(2, "ben"), by="ben")
    floor.bet("ann", 1, 10)
    floor.ok("dealer", o.NoMoreBets())
    floor.cards("TD")
    assert floor.state.in_round is True


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


# The automated shoe


@clause("canberra-blackjack 18.3(b)")
@pytest.mark.parametrize("lying", [False, True], ids=["nothing down", "a wager down"])
@pytest.mark.parametrize("can_finish", [False, True])
def test_a_fault_between_rounds_stops_play_until_the_shoe_is_replaced(
    lying: bool, can_finish: bool
) -> None:
    """Nothing of 18.3(a): no ordinary shoe by the way, no old cards, nobody cuts."""
    floor = ready(dealing="device")
    a_round(floor)
    if lying:
        floor.bet("ann", 1, 10)
    floor.ok("dealer", m.Malfunction(can_finish=can_finish))
    assert floor.state.setup is not None
    assert floor.state.setup.dealing == "device"
    if not lying:
        floor.bet("ann", 1, 10)
    floor.no("18.3(b)", "dealer", o.Deal(parse_card("TD")))
    floor.no("18.3(b)", "dealer", m.ReplaceDevice("device"), second=DEE)
    floor.ok("supervisor", m.ReplaceDevice("device"), second=DEE)
    assert what_is_due(floor.rules, floor.state).clause == "18.2"
    floor.ok("dealer", o.Shuffle())
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(20)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 16.3", "canberra-blackjack 18.3")
def test_whether_a_round_cannot_be_finished_is_for_the_manager_to_say() -> None:
    floor = ready(dealing="device")
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    torn = m.Malfunction(can_finish=False)
    floor.no("16.3", "dealer", torn, why="torn cards")
    floor.no("16.3", "supervisor", torn, why="torn cards")
    assert floor.state.in_round is True
    floor.ok(MANAGER, torn, why="torn cards")
    assert floor.state.last is not None
    assert (floor.state.last.voided, floor.net("ann")) == ("16.3", 0)
    floor.bet("ann", 1, 10)
    floor.no("18.3(b)", "dealer", o.Deal(parse_card("TD")))
