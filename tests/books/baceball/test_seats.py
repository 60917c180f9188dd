"""bACEball: places at the table, reserved areas, idle players, and wagers up to the first card."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.baceball.floor import ROUND, SUPERVISOR, loaded, played
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o

EVERYBODY = {"ann": 1, "ben": 2, "cyd": 3, "dan": 4, "eve": 5, "fay": 6, "gus": 7}


def place(player: str, box: int, dollars: float = 10, wager: str = "main") -> o.Place:
    return o.Place(box, player, cents(dollars), wager)


# One player on an area; several areas


@clause("star-baceball 5.6")
def test_an_area_takes_one_player_with_one_wager_of_each_kind() -> None:
    floor = loaded()
    floor.players(ann=1, ben=0)
    for wager in ("main", "strike-1", "strike-2", "strike-3", "strike-out", "jackpot"):
        dollars = 10 if wager == "main" else 5
        floor.bet("ann", 1, dollars, wager)
        floor.no("5.6", "player", place("ann", 1, dollars, wager), by="ann")
        floor.no("5.6", "player", place("ben", 1, dollars, wager), by="ben")
    floor.no("2.1", "player", place("ann", 8), by="ann")


@clause("star-baceball 5.6")
def test_a_player_on_several_areas_gives_some_up_when_somebody_waits_for_a_place() -> None:
    floor = loaded()
    floor.players(ann=1, dan=4, eve=5, fay=6, gus=7)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.bet("ann", 3, 10)
    floor.cards("9S 9H 9D 8C 9S 9H 9D 8D 2D 2C 2S")
    give_up = o.GiveUp("ann", (2,))
    floor.no("5.6", SUPERVISOR, give_up)
    floor.cards("3S")
    floor.no("5.6", SUPERVISOR, give_up)
    floor.players(new=0)
    floor.no("5.6", "dealer", give_up)
    floor.ok(SUPERVISOR, give_up)
    assert floor.clauses(e.BoxesGivenUp) == ["5.6"]
    assert (floor.state.players["ann"].seat, floor.state.players["ann"].boxes) == (2, (2,))
    floor.ok("player", o.Sit("new", 1), by="new")
    floor.no("5.6", "player", place("ann", 1), by="ann")
    floor.bet("new", 1, 10)
    floor.bet("ann", 2, 10)


# Reserved areas


@clause("star-baceball 5.8")
def test_a_supervisor_keeps_areas_for_one_player() -> None:
    floor = loaded()
    floor.players(ann=1, ben=4)
    floor.no("5.8", "dealer", o.Reserve("ann", (1, 2, 3)))
    floor.no("5.8", SUPERVISOR, o.Reserve("ann", (3, 4)))
    floor.ok(SUPERVISOR, o.Reserve("ann", (1, 2, 3)))
    assert floor.clauses(e.BoxesReserved) == ["5.8"]
    floor.no("5.8", "player", place("ben", 3), by="ben")
    floor.no("5.8", "player", o.Sit("ben", 2), by="ben")
    for box in (1, 2, 3):
        floor.bet("ann", box, 10)
    floor.bet("ben", 4, 10)
    floor.players(new=0)
    floor.ok("player", o.TakeOff(2, "ann"), by="ann")
    floor.no("5.8", SUPERVISOR, o.Reserve("ben", (2,)))
    floor.ok(SUPERVISOR, o.Release("ann"))
    floor.ok("player", o.Sit("new", 2), by="new")
    floor.bet("new", 2, 10)


@clause("star-baceball 5.8")
def test_an_area_on_which_somebody_has_wagered_is_not_reserved_for_another() -> None:
    floor = loaded()
    floor.players(ann=1, ben=2)
    floor.bet("ben", 4, 10)
    floor.no("5.8", SUPERVISOR, o.Reserve("ann", (3, 4)))
    floor.ok("player", o.TakeOff(4, "ben"), by="ben")
    floor.ok(SUPERVISOR, o.Reserve("ann", (3, 4)))


@clause("star-baceball 5.8", "star-baceball 5.6")
def test_a_reservation_prevails_over_the_duty_to_give_up_areas() -> None:
    floor = loaded()
    floor.players(ann=1, ben=0, cyd=3, dan=4, eve=5, fay=6, gus=7)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.cards("9S 9H 8C 9S 9H 8D 2D 2C 3S")
    floor.ok(SUPERVISOR, o.Reserve("ann", (1, 2)))
    floor.no("5.8", SUPERVISOR, o.GiveUp("ann", (1,)))
    floor.ok(SUPERVISOR, o.Release("ann"))
    floor.ok(SUPERVISOR, o.GiveUp("ann", (1,)))


@clause("star-baceball 5.8", "star-baceball 5.4")
def test_a_reservation_never_opens_the_betting_again() -> None:
    """The rule names the lock of 5.5 by mistake: it is about giving up areas."""
    floor = loaded()
    floor.players(ann=1)
    floor.ok(SUPERVISOR, o.Reserve("ann", (1, 2)))
    floor.bet("ann", 1, 10)
    floor.cards("9S")
    floor.no("5.4", "player", place("ann", 2), by="ann")


# Three idle rounds


def full(rounds: int, voided: bool = False) -> Floor:
    """Every seat taken; for so many rounds nobody but ann wagers."""
    floor = loaded()
    floor.players(**EVERYBODY)
    for _ in range(rounds):
        floor.bet("ann", 1, 10)
        if voided:
            floor.cards("2C")
            floor.ok(SUPERVISOR, o.VoidRound("12.5"), why="cards fell")
        else:
            floor.cards(ROUND)
    return floor


@clause("star-baceball 14.9")
@pytest.mark.parametrize(("rounds", "enough"), [(2, False), (3, True), (4, True)])
def test_after_three_rounds_without_a_wager_a_place_may_have_to_be_given_up(
    rounds: int, enough: bool
) -> None:
    floor = full(rounds)
    floor.no("14.9", "dealer", o.Vacate("gus"))
    floor.no("14.9", SUPERVISOR, o.Vacate("ann"))
    if not enough:
        floor.no("14.9", SUPERVISOR, o.Vacate("gus"))
        return
    floor.ok(SUPERVISOR, o.Vacate("gus"))
    assert floor.state.players["gus"].seat == 0
    assert floor.clauses(e.SeatVacated) == ["14.9"]
    assert [(x.clause, x.player) for x in floor.entries("vacate-seat")] == [("14.9", "gus")]


@clause("star-baceball 14.9")
def test_any_wager_starts_the_count_again() -> None:
    floor = full(2)
    floor.bet("gus", 7, 10)
    floor.cards(ROUND)
    played(floor)
    played(floor)
    floor.no("14.9", SUPERVISOR, o.Vacate("gus"))
    floor.bet("ann", 1, 10)
    floor.cards("2C 2D 3C 3D 4C 4D")
    floor.ok(SUPERVISOR, o.Vacate("gus"))


@clause("star-baceball 14.9")
def test_a_place_is_in_use_if_somebody_wagers_there() -> None:
    floor = loaded()
    floor.players(ann=1, ben=2, cyd=3, dan=4, eve=5, fay=6)
    for _ in range(3):
        floor.no("14.9", SUPERVISOR, o.Vacate("fay"))
        floor.bet("ann", 1, 10)
        floor.bet("ann", 7, 10)
        floor.cards("9S 9H 8C 9D 9C 8D 2D 2C 3S")
    floor.ok(SUPERVISOR, o.Vacate("fay"))


@clause("star-baceball 14.9")
def test_rounds_count_only_while_every_other_seat_is_taken() -> None:
    floor = full(2)
    floor.ok("player", o.Leave("fay"), by="fay")
    played(floor)
    floor.no("14.9", SUPERVISOR, o.Vacate("gus"))
    floor.players(fay=6)
    played(floor)
    played(floor)
    floor.no("14.9", SUPERVISOR, o.Vacate("gus"))
    floor.bet("ann", 1, 10)
    floor.cards("2C 2D 3C 3D 4C 4D")
    floor.ok(SUPERVISOR, o.Vacate("gus"))


@clause("star-baceball 14.9")
def test_a_free_seat_at_the_moment_of_asking_is_enough_to_stay() -> None:
    floor = full(3)
    floor.ok("player", o.Leave("fay"), by="fay")
    floor.no("14.9", SUPERVISOR, o.Vacate("gus"))


@clause("star-baceball 14.9")
def test_void_rounds_do_not_count() -> None:
    floor = full(3, voided=True)
    floor.no("14.9", SUPERVISOR, o.Vacate("gus"))
    for _ in range(3):
        played(floor)
    floor.ok(SUPERVISOR, o.Vacate("gus"))


@clause("star-baceball 14.9", "star-baceball 5.8")
def test_a_reserved_place_is_not_taken_for_idleness() -> None:
    floor = full(3)
    floor.ok(SUPERVISOR, o.Reserve("gus", (7,)))
    floor.no("5.8", SUPERVISOR, o.Vacate("gus"))
    floor.ok(SUPERVISOR, o.Release("gus"))
    floor.ok(SUPERVISOR, o.Vacate("gus"))


@clause("star-baceball 14.9")
def test_nobody_is_moved_during_a_round() -> None:
    floor = full(3)
    floor.bet("ann", 1, 10)
    floor.cards("2C")
    floor.no("14.9", SUPERVISOR, o.Vacate("gus"))


# Up to the first card


@clause("star-baceball 7.1", "star-baceball 5.4")
def test_the_call_is_a_courtesy_and_the_first_card_is_the_lock() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.no("7.1", "player", o.NoMoreBets(), by="ann")
    floor.ok("dealer", o.NoMoreBets())
    assert floor.clauses(e.BettingCalled) == ["7.1"]
    assert [x.clause for x in floor.entries("no-more-bets")] == ["7.1"]
    floor.no("7.1", "dealer", o.NoMoreBets())
    floor.bet("ann", 1, 5, "strike-3")
    floor.cards("9S")
    floor.no("5.4", "player", place("ann", 1, 5, "strike-2"), by="ann")
    floor.no("7.1", "dealer", o.NoMoreBets())
    floor.cards("8C 9H 8D KD 3S")
    assert floor.net("ann") == cents(20)


@clause("star-baceball 7.1")
def test_a_round_needs_no_call_and_each_round_may_have_its_own() -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    assert floor.clauses(e.BettingCalled) == []
    for _ in range(2):
        floor.bet("ann", 1, 10)
        floor.ok("dealer", o.NoMoreBets())
        floor.cards(ROUND)
    assert floor.clauses(e.BettingCalled) == ["7.1", "7.1"]
    assert floor.net("ann") == cents(30)


@clause("star-baceball 5.5", "star-baceball 7.2")
def test_wagers_are_taken_back_freely_but_a_jackpot_wager_only_by_the_dealer_on_record() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "strike-1")
    floor.bet("ann", 1, 5, "jackpot")
    floor.ok("player", o.TakeOff(1, "ann", "strike-1"), by="ann")
    floor.no("7.2", "player", o.TakeOff(1, "ann", "jackpot"), by="ann")
    floor.ok("dealer", o.TakeOff(1, "ann", "jackpot"))
    assert [(x.by.role, x.player) for x in floor.entries("take-off")] == [("dealer", "ann")]
    floor.cards("AS")
    floor.no("5.5", "player", o.TakeOff(1, "ann"), by="ann")
    floor.cards("8C AH 8D 2D 3S")
    assert floor.net("ann") == cents(10)


@clause("star-baceball 14.11")
def test_a_supervisor_refuses_a_wager_with_a_reason_before_the_first_card() -> None:
    floor = loaded()
    floor.players(ann=1, ben=2)
    floor.bet("ann", 1, 500)
    floor.bet("ann", 1, 5, "strike-1")
    floor.bet("ben", 2, 10)
    refuse = o.RefuseWager(1, "ann")
    floor.no("14.11", "dealer", refuse, why="drunk")
    floor.no("14.11", SUPERVISOR, refuse)
    floor.ok(SUPERVISOR, o.RefuseWager(1, "ann", "strike-1"), why="thrown in")
    floor.ok("gaming-manager", refuse, why="drunk")
    assert [(x.clause, x.why) for x in floor.entries("refuse-wager")] == [
        ("14.11", "thrown in"),
        ("14.11", "drunk"),
    ]
    floor.cards("9S")
    floor.no("14.11", SUPERVISOR, o.RefuseWager(2, "ben"), why="drunk")
    floor.cards("8C 9H 8D 2D 3S")
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(10))
    assert floor.replayed() == floor.state


# After the last


@clause("star-baceball 8.5")
def test_at_the_end_of_a_round_every_card_goes_to_the_rack_and_stays_there() -> None:
    """The discards come back by a shuffle only: of six nines of spades a seventh is foreign."""
    floor = loaded()
    floor.players(ann=1)
    for _ in range(6):
        played(floor)
    assert floor.clauses(e.RoundFinished) == ["8.5"] * 6
    assert floor.state.round is None
    assert len(floor.state.shoe.out) == 36
    floor.bet("ann", 1, 10)
    floor.deal("9S")
    assert [a.kind for a in floor.state.irregular] == ["wrong-card"]


@clause("star-baceball 8.5", "star-baceball 12.5")
def test_the_cards_of_a_void_round_go_there_too() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S 8C")
    floor.deal("KC", to=5)
    floor.ok(SUPERVISOR, m.Resolve("void"), why="order unknown")
    assert floor.clauses(e.RoundFinished) == ["8.5"]
    assert floor.state.round is None
    assert floor.state.shoe.out == tuple(map(parse_card, ("9S", "8C", "KC")))
