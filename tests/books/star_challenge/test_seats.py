"""Blackjack Challenge: boxes, several players and several boxes, late and intermittent bettors."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.star_challenge.floor import (
    DEVICE,
    SHOE,
    changed,
    load,
    opened,
    place,
    plain_round,
    ready,
)
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o

FIVE = changed(SHOE, boxes=5)
EIGHT = o.Deal(parse_card("8C"))
FULL = {"ann": 1, "ben": 2, "cal": 3, "dot": 4, "eve": 5}


# How many players


@clause("star-blackjack-challenge 5.5", "star-blackjack-challenge 5.5:restrict")
def test_three_players_on_a_box_unless_a_supervisor_allows_fewer() -> None:
    floor = opened(SHOE, ann=1, ben=2, cal=3, dot=4)
    for name in ("ann", "ben", "cal"):
        floor.bet(name, 1, 10)
    floor.no("5.5", "player", place(1, "dot", 10), by="dot")
    floor.no("5.5", "supervisor", o.CapPlayers(per_box=4))
    floor.no("5.17bis", "dealer", o.CapPlayers(per_box=2))
    floor.ok("supervisor", o.CapPlayers(per_box=2))
    floor.bet("ann", 2, 10)
    floor.bet("ben", 2, 10)
    floor.no("5.17bis", "player", place(2, "cal", 10), by="cal")
    assert [entry.clause for entry in floor.entries("cap-players")] == ["5.17bis"]
    floor.ok("supervisor", o.CapPlayers(per_box=3))
    floor.bet("cal", 2, 10)


@clause("star-blackjack-challenge 5.17bis", "star-blackjack-challenge 5.5:restrict")
def test_one_player_a_box_counts_every_kind_of_wager() -> None:
    """Challenge reading 45: a supervisor's lower cap applies to every type."""
    floor = opened(SHOE, ann=1, ben=2)
    floor.ok("supervisor", o.CapPlayers(per_box=1))
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "any-pairs")
    floor.no("5.17bis", "player", place(1, "ben", 10), by="ben")
    floor.no("5.17bis", "player", place(1, "ben", 5, "any-pairs"), by="ben")
    floor.bet("ben", 2, 10)


@clause("star-blackjack-challenge 5.17bis")
def test_a_supervisor_limits_the_players_at_the_table() -> None:
    floor = opened(SHOE, ann=1)
    floor.ok("supervisor", o.CapPlayers(at_table=2))
    floor.ok("player", o.Arrive("ben", "ben"), by="ben")
    floor.no("5.17bis", "player", o.Arrive("cal", "cal"), by="cal")
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.ok("player", o.Arrive("cal", "cal"), by="cal")
    assert set(floor.state.players) == {"ann", "cal"}


# Several boxes


@clause("star-blackjack-challenge 5.11")
def test_a_player_may_wager_on_several_boxes_until_seats_are_short() -> None:
    """Challenge reading 50: between rounds, a supervisor directs; the player says which to keep."""
    floor = ready(FIVE, ann=1, ben=3, cal=4)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.cards("TC TS 9D QH QS")
    floor.stand("ann", 1)
    floor.stand("ann", 2)
    floor.cards("TD")
    floor.no("5.11", "supervisor", o.GiveUp("ann", (2,)))  # nobody waits
    floor.ok("player", o.Arrive("eve", "eve"), by="eve")
    floor.no("5.11", "supervisor", o.GiveUp("ann", (2,)))  # box 5 is free for eve
    floor.ok("player", o.Sit("eve", 5), by="eve")
    floor.ok("player", o.Arrive("fay", "fay"), by="fay")
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.cards("TC TS 9D QH QS")
    floor.no("5.11", "supervisor", o.GiveUp("ann", (2,)))  # between rounds
    floor.stand("ann", 1)
    floor.stand("ann", 2)
    floor.cards("TD")
    floor.no("5.11", "dealer", o.GiveUp("ann", (2,)))
    floor.malformed("supervisor", o.GiveUp("ann", ()))
    floor.ok("supervisor", o.GiveUp("ann", (2,)))
    assert (floor.state.players["ann"].seat, floor.state.players["ann"].boxes) == (2, (2,))
    assert floor.clauses(e.BoxesGivenUp) == ["5.11"]
    floor.no("5.11", "player", place(1, "ann", 10), by="ann")
    floor.ok("player", o.Sit("fay", 1), by="fay")
    floor.bet("fay", 1, 10)
    floor.bet("ann", 2, 10)


@clause("star-blackjack-challenge 5.16", "star-blackjack-challenge 5.11")
def test_reserved_boxes_are_for_one_player_alone_and_are_not_given_up() -> None:
    floor = ready(FIVE, ann=1, ben=3, cal=4, dot=5)
    floor.no("5.16", "dealer", o.Reserve("ann", (1, 2)))
    floor.no("5.16", "supervisor", o.Reserve("ann", (2, 3)))  # ben sits at 3
    floor.ok("supervisor", o.Reserve("ann", (1, 2)))
    assert floor.state.reserved == {1: "ann", 2: "ann"}
    floor.no("5.16", "player", place(2, "ben", 10), by="ben")
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.ok("player", o.Arrive("eve", "eve"), by="eve")
    floor.no("5.16", "player", o.Sit("eve", 2), by="eve")
    floor.cards("TC TS 9D QH QS")
    floor.stand("ann", 1)
    floor.stand("ann", 2)
    floor.cards("TD")
    floor.no("5.16", "supervisor", o.GiveUp("ann", (1,)))
    floor.ok("supervisor", o.Release("ann"))
    floor.ok("supervisor", o.GiveUp("ann", (1,)))
    floor.ok("player", o.Sit("eve", 2), by="eve")
    assert floor.state.players["eve"].seat == 2


# Late and intermittent bettors


@clause("star-blackjack-challenge 5.13")
def test_who_missed_the_first_round_may_be_held_to_the_minimum_until_the_shoe_ends() -> None:
    floor = ready(ann=1, ben=2, cal=3)
    plain_round(floor, "ann")
    floor.no("5.13", "supervisor", o.HoldToMinimum("ann"))
    floor.no("5.13", "dealer", o.HoldToMinimum("ben"))
    floor.ok("supervisor", o.HoldToMinimum("ben"))
    floor.no("5.13", "player", place(2, "ben", 12.50), by="ben")
    floor.no("5.13", "player", o.Place(2, "ben", cents(10) + 1), by="ben")
    floor.bet("ben", 2, 10)
    floor.bet("ben", 2, 50, "any-pairs")  # Challenge reading 51: side wagers keep their own sign
    floor.bet("cal", 3, 500)  # missed it too, but it takes a decision
    floor.ok("dealer", o.CuttingCard())
    floor.ok("player", o.TakeOff(2, "ben"), by="ben")
    floor.no("5.13", "player", place(2, "ben", 500), by="ben")  # not shuffled yet
    floor.ok("dealer", o.Shuffle())
    floor.bet("ben", 2, 500)
    assert floor.state.players["ben"].held == ()


@clause("star-blackjack-challenge 5.13")
def test_who_skips_a_round_may_be_held_to_the_minimum() -> None:
    floor = ready(ann=1, ben=2)
    plain_round(floor, "ann", "ben")
    floor.no("5.13", "supervisor", o.HoldToMinimum("ben"))
    plain_round(floor, "ann")
    floor.ok("supervisor", o.HoldToMinimum("ben"))
    assert floor.clauses(e.PlayerRestricted) == ["5.13"]
    floor.no("5.13", "player", place(2, "ben", 15), by="ben")
    floor.no("5.13", "player", place(5, "ben", 15), by="ben")  # on any box
    floor.bet("ben", 2, 10)


@clause("star-blackjack-challenge 5.13")
def test_leaving_the_table_does_not_end_a_restriction_before_the_shuffle() -> None:
    floor = ready(SHOE, ann=1, ben=2)
    plain_round(floor, "ann")
    floor.ok("supervisor", o.HoldToMinimum("ben"))
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.players(ben=2)
    floor.no("5.13", "player", place(2, "ben", 10.01), by="ben")
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.ok("dealer", o.CuttingCard())
    floor.ok("dealer", o.Shuffle())
    floor.players(ben=2)
    floor.bet("ben", 2, 500)


@clause("star-blackjack-challenge 5.13")
def test_a_newcomer_in_mid_shoe_is_free_until_somebody_decides() -> None:
    """Challenge reading 51: may be restricted, never automatically."""
    floor = ready(ann=1)
    plain_round(floor, "ann")
    floor.players(ben=2)
    floor.bet("ben", 2, 500)
    floor.ok("player", o.TakeOff(2, "ben"), by="ben")
    floor.ok("supervisor", o.HoldToMinimum("ben"))
    floor.no("5.13", "player", place(2, "ben", 500), by="ben")


@clause("star-blackjack-challenge 5.13")
def test_who_plays_every_round_is_not_held_whatever_the_box() -> None:
    floor = ready(ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D")
    floor.no("5.13", "supervisor", o.HoldToMinimum("ann"))  # in the first round itself
    floor.cards("QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    floor.bet("ann", 4, 10)
    floor.cards("TC 9D QH")
    floor.stand("ann", 4)
    floor.cards("TD")
    floor.no("5.13", "supervisor", o.HoldToMinimum("ann"))  # another box, but every round


@clause("star-blackjack-challenge 5.13", "star-blackjack-challenge 5.14")
def test_with_a_device_nobody_is_held_for_a_shoe() -> None:
    floor = ready(DEVICE, ann=1, ben=2)
    plain_round(floor, "ann")
    floor.no("5.13", "supervisor", o.HoldToMinimum("ben"))
    floor.ok("dealer", o.Tell("inspector", "hold-always", "ben"))
    floor.no("5.14", "gaming-manager", o.HoldAlways("ben"))


@clause("star-blackjack-challenge 5.14")
def test_a_gaming_manager_extends_it_to_all_later_shoes_after_telling_an_inspector() -> None:
    floor = ready(ann=1, ben=2)
    plain_round(floor, "ann")
    floor.ok("supervisor", o.HoldToMinimum("ben"))
    floor.no("5.14", "gaming-manager", o.HoldAlways("ben"))
    floor.ok("dealer", o.Tell("inspector", "hold-always", "ann"))  # of somebody else
    floor.no("5.14", "gaming-manager", o.HoldAlways("ben"))
    floor.ok("dealer", o.Tell("inspector", "hold-always", "ben"))
    floor.no("5.14", "supervisor", o.HoldAlways("ben"))
    floor.ok("gaming-manager", o.HoldAlways("ben"))
    told, done = floor.entries("tell")[-1], floor.entries("hold-always")[-1]
    assert told.number < done.number
    floor.ok("dealer", o.CuttingCard())
    load(floor, "ben")
    floor.no("5.14", "player", place(2, "ben", 500), by="ben")
    floor.bet("ben", 2, 10)
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.players(ben=2)
    floor.no("5.14", "player", place(2, "ben", 500), by="ben")  # it is the person who is held
    floor.no("5.14", "supervisor", o.Lift("ben"))
    floor.ok("gaming-manager", o.Lift("ben"))
    floor.bet("ben", 2, 500)


@clause("star-blackjack-challenge 5.14")
def test_what_rests_on_shoes_does_not_bind_where_a_device_deals() -> None:
    """Challenge reading 51."""
    floor = ready(SHOE, ann=1, ben=2)
    plain_round(floor, "ann")
    floor.ok("supervisor", o.HoldToMinimum("ben"))
    floor.ok("dealer", o.Tell("inspector", "hold-always", "ben"))
    floor.ok("gaming-manager", o.HoldAlways("ben"))
    floor.no("5.14", "player", place(2, "ben", 500), by="ben")
    floor.ok("supervisor", m.DeviceBack())
    floor.bet("ben", 2, 500)
    other = ready(SHOE, ann=1, ben=2)
    plain_round(other, "ann")
    other.ok("supervisor", o.HoldToMinimum("ben"))
    other.ok("dealer", o.Tell("inspector", "hold-always", "ben"))
    other.ok("supervisor", m.DeviceBack())
    other.no("5.14", "gaming-manager", o.HoldAlways("ben"))  # nor is it extended there


@clause("star-blackjack-challenge 5.15")
@pytest.mark.parametrize("setup", [SHOE, DEVICE])
def test_a_gaming_manager_confines_a_player_to_one_box_at_its_minimum(setup: o.Setup) -> None:
    floor = ready(setup, ann=1, ben=2)
    floor.no("5.15", "gaming-manager", o.Confine("ann"))
    floor.ok("gaming-manager", o.Tell("inspector", "confine", "ann"))
    floor.no("5.15", "supervisor", o.Confine("ann"))
    floor.ok("gaming-manager", o.Confine("ann"))
    floor.no("5.15", "player", o.Place(1, "ann", cents(10) + 1), by="ann")
    floor.bet("ann", 1, 10)
    floor.no("5.15", "player", place(3, "ann", 10), by="ann")
    floor.bet("ben", 3, 500)
    floor.no("5.15", "gaming-manager", o.Confine("ben"))  # each needs its own notice
    assert [entry.player for entry in floor.entries("confine")] == ["ann"]


@clause("star-blackjack-challenge 5.15")
def test_one_box_means_one_box_for_side_wagers_too() -> None:
    floor = ready(SHOE, ann=1, ben=2)
    floor.ok("gaming-manager", o.Tell("inspector", "confine", "ann"))
    floor.ok("gaming-manager", o.Confine("ann"))
    floor.bet("ben", 2, 10)
    floor.bet("ann", 1, 10)
    floor.no("5.15", "player", place(2, "ann", 5, "any-pairs"), by="ann")
    floor.bet("ann", 1, 5, "any-pairs")


@clause("star-blackjack-challenge 5.15")
def test_wagers_already_down_must_fit_the_restriction_before_the_first_card() -> None:
    floor = ready(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.ok("dealer", o.Tell("inspector", "confine", "ann"))
    floor.ok("gaming-manager", o.Confine("ann"))
    floor.no("5.15", "dealer", EIGHT)
    floor.ok("player", o.TakeOff(2, "ann"), by="ann")
    floor.ok("dealer", EIGHT)


@clause("star-blackjack-challenge 5.16", "star-blackjack-challenge 5.17bis")
def test_what_lies_on_a_box_must_fit_a_reservation_or_a_cap() -> None:
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ben", 4, 10)
    floor.no("5.16", "supervisor", o.Reserve("ann", (3, 4)))
    floor.ok("supervisor", o.Reserve("ann", (1, 3)))
    floor.bet("ann", 4, 10)
    floor.ok("supervisor", o.CapPlayers(per_box=1))
    floor.no("5.17bis", "dealer", o.Deal(parse_card("TC")))
    floor.ok("player", o.TakeOff(4, "ann"), by="ann")
    floor.cards("TC")


# Idle players


def idle_rounds(floor: Floor, rounds: int, *playing: str) -> None:
    for _ in range(rounds):
        plain_round(floor, *playing)


@clause("star-blackjack-challenge 20.14")
def test_three_rounds_without_a_wager_at_a_full_table_may_cost_the_seat() -> None:
    floor = ready(FIVE, **FULL)
    idle_rounds(floor, 2, "ann")
    floor.no("20.14", "supervisor", o.Vacate("eve"))
    idle_rounds(floor, 1, "ann")
    floor.no("20.14", "dealer", o.Vacate("eve"))
    floor.no("20.14", "supervisor", o.Vacate("ann"))
    assert floor.state.players["eve"].seat == 5  # Challenge reading 97: never automatic
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    floor.no("20.14", "supervisor", o.Vacate("eve"))  # not while a round is dealt
    floor.cards("9D QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    floor.ok("supervisor", o.Vacate("eve"))
    assert floor.state.players["eve"].seat == 0
    assert floor.clauses(e.SeatVacated) == ["20.14"]
    floor.ok("player", o.Arrive("fay", "fay"), by="fay")
    floor.ok("player", o.Sit("fay", 5), by="fay")
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 20.14")
def test_any_wager_starts_the_count_again() -> None:
    floor = ready(FIVE, **FULL)
    idle_rounds(floor, 2, "ann")
    idle_rounds(floor, 1, "ann", "eve")
    idle_rounds(floor, 2, "ann")
    floor.no("20.14", "supervisor", o.Vacate("eve"))
    idle_rounds(floor, 1, "ann")
    floor.ok("supervisor", o.Vacate("eve"))


@clause("star-blackjack-challenge 20.14")
def test_a_place_is_in_use_if_somebody_wagers_there() -> None:
    floor = ready(changed(SHOE, boxes=5), ann=1, ben=2, cal=3, dot=4)
    for _ in range(3):
        floor.no("20.14", "supervisor", o.Vacate("dot"))
        floor.bet("ann", 1, 10)
        floor.bet("ann", 5, 10)
        floor.cards("TC TS 9D QH QS")
        floor.stand("ann", 1)
        floor.stand("ann", 5)
        floor.cards("TD")
    floor.ok("supervisor", o.Vacate("dot"))


@clause("star-blackjack-challenge 20.14")
def test_a_wager_taken_back_before_the_deal_is_none() -> None:
    floor = ready(FIVE, **FULL)
    for _ in range(3):
        floor.bet("eve", 5, 10)
        floor.ok("player", o.TakeOff(5, "eve"), by="eve")
        plain_round(floor, "ann")
    floor.ok("supervisor", o.Vacate("eve"))


@clause("star-blackjack-challenge 20.14")
def test_while_another_place_is_free_nobody_vacates() -> None:
    floor = ready(FIVE, ann=1, ben=2, cal=3, dot=4)
    idle_rounds(floor, 3, "ann")
    floor.players(eve=5)
    floor.no("20.14", "supervisor", o.Vacate("ben"))  # the rounds before do not count
    idle_rounds(floor, 3, "ann")
    floor.ok("player", o.Leave("cal"), by="cal")
    floor.no("20.14", "supervisor", o.Vacate("ben"))  # a place is free now
    floor.players(cal=3)
    floor.ok("supervisor", o.Vacate("ben"))
