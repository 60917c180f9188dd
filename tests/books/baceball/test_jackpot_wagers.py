"""bACEball: jackpot wagers carried over from a round that failed, and equipment that fails."""

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.table import events as e
from tests.books.baceball.floor import ROUND, SUPERVISOR, loaded, stakes, with_jackpot, worked_21
from tests.clauses import clause
from tests.table.floor import cents, m, o

# Carried over from a round that failed

NOTIFICATION = "error-notification"


@clause("star-baceball 12.12.1", "star-baceball 12.12")
def test_a_carried_wager_goes_back_if_its_owner_does_not_bet_there_or_the_table_closes() -> None:
    floor = worked_21()
    floor.ok(SUPERVISOR, o.VoidRound("12.5"), why="cards fell")
    floor.bet("eve", 4, 25)
    floor.cards("2C")
    assert (floor.net("ben"), floor.net("eve")) == (0, 0)
    assert floor.clauses(e.CarriedReturned) == ["12.12.1", "12.12.1"]
    assert len(floor.entries("carried-returned")) == 2
    due = {(duty.act, duty.player, duty.clause) for duty in floor.state.duties}
    assert due == {(NOTIFICATION, "ben", "12.12.1"), (NOTIFICATION, "eve", "12.12.1")}
    supervisor = o.Person("sue", SUPERVISOR)
    floor.ok("dealer", o.Perform(NOTIFICATION, player="ben"), second=supervisor)
    assert [duty.player for duty in floor.state.duties] == ["eve"]
    assert floor.entries(NOTIFICATION)[0].by.role == "dealer"  # not the player who left
    closing = worked_21()
    closing.ok(SUPERVISOR, o.VoidRound("12.5"), why="cards fell")
    closing.ok(SUPERVISOR, o.DisplaySign("closing", time=1200))
    closing.clock = 1200
    closing.ok(SUPERVISOR, o.Close())
    assert (closing.net("ben"), closing.net("eve"), closing.state.house) == (0, 0, 0)
    assert closing.clauses(e.CarriedReturned) == ["12.12.1", "12.12.1"]
    assert closing.replayed() == closing.state


@clause("star-baceball 12.12")
def test_if_the_next_round_fails_too_it_is_carried_again() -> None:
    floor = worked_21()
    for _ in range(2):
        floor.ok(SUPERVISOR, o.VoidRound("12.5"), why="cards fell")
        assert [(x.box, x.amount) for x in floor.state.carried] == [(2, 500), (5, 500)]
        floor.bet("ben", 2, 50)
        floor.bet("eve", 5, 25)
        assert floor.state.carried == ()
        floor.cards("KD 3S")
    floor.cards("9C 4H QS 8C 2C 2D 2H")
    assert floor.net("ben") == cents(-50 - 5)


@clause("star-baceball 12.12")
def test_a_wager_carried_over_from_a_round_voided_late_lies_with_the_bet_already_made() -> None:
    """Ann has bet again when the round before is declared void: 20 x $5, and $10 on the Bet."""
    floor = with_jackpot(ROUND)
    floor.bet("ann", 1, 10)
    floor.ok(SUPERVISOR, o.VoidLastRound("12.5"), why="order unknown")
    assert floor.net("ann") == -cents(5)
    floor.cards("AS 8C AH 8D 2D 3S")
    assert stakes(floor)[1, "jackpot"] == ("wins", cents(100))
    assert floor.net("ann") == cents(10 + 100 - 5)
    assert floor.clauses(e.CarriedReturned) == []
    assert floor.replayed() == floor.state


@clause("star-baceball 12.12", "star-baceball 5.6")
def test_where_another_jackpot_wager_lies_the_carried_one_goes_back() -> None:
    floor = with_jackpot(ROUND)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    floor.ok(SUPERVISOR, o.VoidLastRound("12.5"), why="order unknown")
    floor.cards("AS 8C AH 8D 2D 3S")
    assert floor.clauses(e.CarriedReturned) == ["12.12.1"]
    assert floor.net("ann") == cents(10 + 100 - 5)


@clause("star-baceball 12.12.1")
def test_where_the_jackpot_is_out_of_order_a_carried_wager_goes_back_and_its_owner_plays_on() -> (
    None
):
    floor = with_jackpot("9S 8C")
    floor.ok(SUPERVISOR, o.VoidRound("12.5"), why="cards fell")
    floor.ok("dealer", m.JackpotFailure("jackpot"))
    floor.ok(SUPERVISOR, o.SuspendWager("jackpot"))
    floor.bet("ann", 1, 10)
    floor.cards(ROUND)
    assert floor.clauses(e.CarriedReturned) == ["12.12.1"]
    assert floor.net("ann") == cents(10)


@clause("star-baceball 12.12", "star-baceball 12.5")
def test_a_round_rebuilt_carries_nothing_over() -> None:
    """Only a void round does: put right, the jackpot wager is decided by the cards."""
    floor = with_jackpot("9S 8C 9H 8D 2D 3S")
    floor.ok("dealer", m.Rebuild(5, parse_cards("3S 2D")))
    assert floor.state.carried == ()
    assert stakes(floor)[1, "jackpot"] == ("loses", 0)
    assert floor.net("ann") == cents(30 - 5)


@clause("star-baceball 12.12.1")
def test_the_error_notification_is_filled_in_and_put_in_the_drop_box() -> None:
    floor = loaded()
    note = o.Perform("error-notification", about="$5 back to eve", player="eve")
    sue = o.Person("sue", SUPERVISOR)
    floor.no("12.12.1", "player", note, by="eve", second=sue)
    floor.no("12.12.1", "dealer", note)
    floor.ok("dealer", note, second=sue)
    assert [(x.clause, x.player) for x in floor.entries("error-notification")] == [
        ("12.12.1", "eve")
    ]


@clause("star-baceball 12.12.2")
def test_buttons_show_who_carried_a_wager_over_when_a_newcomer_joins() -> None:
    floor = worked_21()
    floor.ok(SUPERVISOR, o.VoidRound("12.5"), why="cards fell")
    assert [s for s in floor.state.signs if s.kind == "carried-wager"] == []
    floor.players(new=1)
    shown = [
        (event.sign.player, event.sign.text, event.clause)
        for event in floor.log
        if isinstance(event, e.SignDisplayed) and event.sign.kind == "carried-wager"
    ]
    assert shown == [("ben", "box 2", "12.12.2"), ("eve", "box 5", "12.12.2")]
    floor.bet("new", 1, 10)
    floor.bet("new", 1, 5, "jackpot")
    floor.bet("ben", 2, 50)
    assert floor.state.round is not None
    jackpots = [(w.player, w.amount) for w in floor.state.round.wagers if w.kind == "jackpot"]
    assert jackpots == [("new", cents(5)), ("ben", cents(5))]
    floor.cards("9S 9H 8C 9D 9C 8D 3S 2D 3C")
    assert [s for s in floor.state.signs if s.kind == "carried-wager"] == []
    assert (floor.net("new"), floor.net("ben"), floor.net("eve")) == (cents(5), cents(45), 0)


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


# The jackpot's equipment


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


@clause("star-baceball 2.3")
def test_no_round_begins_before_a_supervisor_agrees_to_go_on_without_the_jackpot() -> None:
    floor = with_jackpot("9S")
    floor.ok("dealer", m.JackpotFailure("jackpot"))
    floor.cards("8C 9H 8D 2D 3S")
    assert floor.net("ann") == cents(30)
    floor.bet("ann", 1, 10)
    floor.no("2.3", "dealer", o.Deal(parse_card("9S")))
    floor.no("2.3", "dealer", o.SuspendWager("jackpot"))
    floor.ok(SUPERVISOR, o.SuspendWager("jackpot"))
    floor.cards(ROUND)
    assert floor.net("ann") == cents(40)


@clause("star-baceball 2.3")
@pytest.mark.parametrize(
    ("before", "after", "net"),
    [("AS 8C AH 8D", "2D 3S", 30), ("AS 8C AH 8D 2D", "3S", 30 - 5 + 100)],
)
def test_a_hand_complete_before_the_equipment_failed_is_honoured(
    before: str, after: str, net: float
) -> None:
    """Two mixed aces and a 2 pay 20 x $5 if the third card was out; otherwise the $5 goes back."""
    floor = with_jackpot(before)
    floor.ok("dealer", m.JackpotFailure("jackpot"))
    floor.cards(after)
    assert floor.net("ann") == cents(net)
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


@clause("star-baceball 14.6", "star-baceball 14.7", "star-baceball 14.10")
@pytest.mark.parametrize(
    ("act", "by"),
    [("report-staff-advice", "14.6"), ("report-influence", "14.7"), ("report-side-bet", "14.10")],
)
def test_advice_and_bets_between_people_are_reported_and_a_supervisor_is_told(
    act: str, by: str
) -> None:
    floor = loaded()
    floor.players(ann=1)
    floor.no(by, "dealer", o.Perform(act, player="ann"))  # it says why
    floor.ok("dealer", o.Perform(act, player="ann"), why="seen at box 1")
    assert [(d.to, d.act, d.player, d.clause) for d in floor.state.duties] == [
        (SUPERVISOR, act, "ann", by)
    ]
    floor.ok("dealer", o.Tell(SUPERVISOR, act, "ann"))
    assert floor.state.duties == ()
