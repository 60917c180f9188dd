"""bACEball: one thing gone wrong on top of another."""

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.table import events as e
from tests.books.baceball.test_mishaps import stakes
from tests.books.baceball.test_opening import ROUND, SUPERVISOR, loaded, played
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o


@clause("star-baceball 12.5")
@pytest.mark.parametrize("bets_again", [True, False])
def test_a_round_declared_void_is_not_rebuilt_afterwards(bets_again: bool) -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    floor.cards(ROUND)
    floor.ok(SUPERVISOR, o.VoidLastRound("12.5"), why="order unknown")
    if bets_again:
        floor.bet("ann", 1, 10)
    floor.no("12.5", "dealer", m.Rebuild(5, parse_cards("3S 2D")))
    assert floor.net("ann") == (0 if bets_again else -cents(5))


@clause("star-baceball 12.8")
def test_a_card_too_many_that_the_rebuilt_round_does_not_need_is_burned() -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    floor.deal("QD", to=0, exposed=False)
    floor.ok("dealer", m.Rebuild(5, parse_cards("3S 2D")))
    assert parse_card("QD") in floor.state.shoe.burned
    assert floor.clauses(e.NextBurned) == ["12.8"]
    assert (floor.state.astray, floor.state.shoe.held_over) == ((), False)


@clause("star-baceball 12.12.2")
def test_every_carried_wager_has_its_button() -> None:
    floor = loaded()
    floor.players(ann=1)
    for box in (1, 2):
        floor.bet("ann", box, 10)
        floor.bet("ann", box, 5, "jackpot")
    floor.cards("9S")
    floor.ok(SUPERVISOR, o.VoidRound("12.5"), why="cards fell")
    floor.players(new=5)
    shown = " ".join(s.text for s in floor.state.signs if s.kind.startswith("carried-wager"))
    assert "1" in shown
    assert "2" in shown


@clause("star-baceball 14.3.2", "star-baceball 14.3.3")
@pytest.mark.parametrize(
    ("command", "by"), [(o.Bar("ann"), "14.3.2"), (o.Exclude("ann"), "14.3.3")]
)
def test_wagers_down_before_the_first_card_leave_with_their_owner(
    command: o.Command, by: str
) -> None:
    floor = loaded()
    floor.players(ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    floor.bet("ben", 2, 10)
    floor.ok(SUPERVISOR, command, why="a calculator")
    floor.cards(ROUND)
    assert (floor.net("ann"), floor.net("ben")) == (0, cents(10))
    assert floor.state.last is not None
    assert {row.clause for row in floor.state.last.rows if row.player == "ann"} == {by}


@clause("star-baceball 14.3.2")
def test_in_a_round_the_wagers_of_somebody_barred_are_settled() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S")
    floor.ok(SUPERVISOR, o.Bar("ann"), why="a calculator")
    floor.cards("8C 9H 8D 2D 3S")
    assert floor.net("ann") == cents(10)


def gone_astray() -> Floor:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("9S")
    floor.deal("KC", to=4)
    return floor


@clause("star-baceball 8.5", "star-baceball 13.4", "star-baceball 14.3.1", "star-baceball 12.9.2")
@pytest.mark.parametrize(
    "command",
    [
        m.Malfunction(disadvantage=True),
        m.Malfunction(spare=False),
        m.WrongCards(),
        o.VoidWagers("ann"),
        o.VoidRound("12.5"),
        o.Invalidate("14.4.1"),
    ],
    ids=repr,
)
def test_a_card_that_is_astray_when_the_round_ends_goes_to_the_rack_with_the_others(
    command: o.Command,
) -> None:
    floor = gone_astray()
    floor.ok(SUPERVISOR, command, why="it cannot go on")
    assert (floor.net("ann"), floor.state.astray, floor.state.round) == (0, (), None)
    assert floor.state.shoe.out == parse_cards("9S KC")
    assert floor.replayed() == floor.state


@clause("star-baceball 2.3")
def test_the_jackpot_is_open_again_as_soon_as_it_is_resumed() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.ok(SUPERVISOR, o.SuspendWager("jackpot"))
    floor.bet("ann", 1, 10)
    floor.no("2.3", "player", o.Place(1, "ann", 500, "jackpot"), by="ann")
    floor.ok(SUPERVISOR, o.ResumeWager("jackpot"))
    floor.bet("ann", 1, 5, "jackpot")
    floor.cards("AS 8C AH 8D 2D 3S")
    assert stakes(floor)[1, "jackpot"] == ("wins", cents(100))


@clause("star-baceball 2.3")
def test_when_the_jackpots_equipment_fails_its_stakes_go_back_and_the_round_goes_on() -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    floor.cards("AS 8C")
    floor.no("2.3", "player", m.JackpotFailure("jackpot"), by="ann")
    floor.ok("dealer", m.JackpotFailure("jackpot"))
    floor.cards("AH 8D 2D 3S")
    assert stakes(floor) == {
        (1, "jackpot"): ("returned", cents(5)),
        (1, "main"): ("wins", cents(20)),
    }
    assert floor.net("ann") == cents(10)
    floor.bet("ann", 1, 10)
    floor.no("2.3", "player", o.Place(1, "ann", 500, "jackpot"), by="ann")
    floor.ok(SUPERVISOR, o.ResumeWager("jackpot"))
