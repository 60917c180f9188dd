"""bACEball: what a second reader of the rules asked of the table."""

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.table import events as e
from tests.books.baceball.test_mishaps import stakes
from tests.books.baceball.test_opening import (
    LIMITS,
    ROUND,
    SETUP,
    SUPERVISOR,
    load,
    loaded,
    opened,
    played,
)
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o

WHY = "it spills its cards"


def with_jackpot(cards: str = "") -> Floor:
    """Ann on box 1: a Bet of $30 and a jackpot wager."""
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 30)
    floor.bet("ann", 1, 5, "jackpot")
    floor.cards(cards)
    return floor


# Opening


@clause("star-baceball 2.1")
def test_a_table_opens_once() -> None:
    floor = opened()
    floor.no("2.1", SUPERVISOR, o.Open(SETUP))


@clause("star-baceball 6.1", "star-baceball 2.5", "star-baceball 11.4")
def test_the_signs_that_must_be_up_stay_up() -> None:
    floor = loaded()
    for kind, by in (("limits", "6.1"), ("prize-meters", "2.5"), ("jackpot-stake", "11.4")):
        floor.no(by, SUPERVISOR, o.RemoveSign(kind))
    floor.ok(SUPERVISOR, o.DisplaySign("jackpot-stake", text="$5 a hand"))  # a better one may come


@clause("star-baceball 6.5.3", "star-baceball 6.5.1.1")
def test_so_do_those_of_a_kept_minimum() -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    higher = {**LIMITS, "main": (cents(50), cents(500))}
    floor.ok(SUPERVISOR, o.ChangeLimits(higher, protect=True))
    floor.no("6.5.3", SUPERVISOR, o.RemoveSign("both-minimums"))
    floor.no("6.5.1.1", SUPERVISOR, o.RemoveSign("old-minimum", "ann"))


# Places


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


@clause("star-baceball 5.8")
def test_an_area_on_which_somebody_has_wagered_is_not_reserved_for_another() -> None:
    floor = loaded()
    floor.players(ann=1, ben=2)
    floor.bet("ben", 4, 10)
    floor.no("5.8", SUPERVISOR, o.Reserve("ann", (3, 4)))
    floor.ok("player", o.TakeOff(4, "ben"), by="ben")
    floor.ok(SUPERVISOR, o.Reserve("ann", (3, 4)))


# Rounds that failed, and the jackpot wagers carried over from them


@clause("star-baceball 12.5")
def test_a_round_before_the_last_stands() -> None:
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    played(floor)
    floor.no("12.5", SUPERVISOR, o.VoidLastRound("12.5", back=2), why="order unknown")
    assert floor.net("ann") == cents(20)


@clause("star-baceball 12.5", "star-baceball 14.4.2")
@pytest.mark.parametrize("by", ["12.9.2", "13.4", "14.4.1", "14.5"])
def test_each_way_of_ending_a_round_has_its_own_clauses(by: str) -> None:
    """Void by 12.5, cancelled by 14.4.1 or 14.4.2: no other ground serves for either."""
    floor = loaded()
    floor.players(ann=1)
    played(floor)
    floor.no("12.5", SUPERVISOR, o.VoidLastRound(by), why="because")
    floor.no("14.4.1", SUPERVISOR, o.Invalidate("12.5"), why="because")
    if not by.startswith("14.4"):
        floor.no("14.4.1", SUPERVISOR, o.Invalidate(by), why="because")
    assert floor.net("ann") == cents(10)


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


# The jackpot's equipment


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


# The device


@clause("star-baceball 3.6", "star-baceball 13.4")
@pytest.mark.parametrize("dealt", [True, False])
def test_without_another_device_no_round_begins_until_there_is_one(dealt: bool) -> None:
    floor = loaded()
    floor.players(ann=1)
    if dealt:
        floor.bet("ann", 1, 10)
        floor.cards("9S")
    floor.ok(SUPERVISOR, m.Malfunction(spare=False), why=WHY)
    floor.bet("ann", 1, 10)
    floor.no("13.4", "dealer", o.Deal(parse_card("9S")))
    floor.no("3.6", "dealer", m.ReplaceDevice("device"))
    floor.ok(SUPERVISOR, m.ReplaceDevice("device"))
    load(floor)
    floor.cards(ROUND)
    assert floor.net("ann") == cents(10)


@clause("star-baceball 13.3.3", "star-baceball 13.4")
@pytest.mark.parametrize("disadvantage", [True, False])
def test_damage_is_made_good_whatever_becomes_of_the_round(disadvantage: bool) -> None:
    floor = with_jackpot("9S 8C")
    fails = m.Malfunction(
        disadvantage=disadvantage, spare=disadvantage, damaged=(parse_card("KC"),)
    )
    floor.ok(SUPERVISOR, fails, why=WHY)
    assert floor.clauses(e.CardReplaced) == ["13.3.3"]
    assert (floor.net("ann"), floor.state.carried) == (0, ())
