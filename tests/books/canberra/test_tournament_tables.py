"""The tables of a tournament at Casino Canberra: rule 19, and what of rules 1 to 18 holds there."""

from typing import Any

import pytest

from bythebook.deciders import Order, Person
from bythebook.errors import Refused
from bythebook.game import commands as g
from bythebook.table import orders as o
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.session import refusal
from bythebook.tournaments.values import Length
from tests.clauses import clause
from tests.tournaments.session.session_floor import (
    CANBERRA,
    FOUR,
    TWO,
    Floor,
    all_lose,
    losing,
    terms_of,
)

CHIPS = "A:tournament-chips"


def at_table(stacks: dict[str, int] = TWO, **changes: Any) -> Floor:
    return Floor(CANBERRA, stacks, **changes).start()


# Who may


@clause(
    "canberra-blackjack 16.2(b)",
    "canberra-blackjack 19.7",
    "canberra-blackjack 19.11",
    "canberra-blackjack 19.16",
    "canberra-blackjack 19.17",
    "canberra-blackjack 19.18",
)
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (c.Open(terms_of(CANBERRA, TWO)), "19.7"),
        (c.Substitute("ann", "zoe"), "19.11"),
        (c.GiveBreak(10), "19.16"),
        (c.EndBreak(), "19.16"),
        (c.Direct("ann"), "19.17"),
        (c.Miss("ann"), "19.17"),
        (c.Disqualify("ann", "rules"), "16.2(b)"),
        (c.AnnounceResult(), "19.18"),
    ],
)
def test_what_is_the_directors_alone(order: o.Command, rule: str) -> None:
    floor = at_table()
    for role in ("player", "dealer", "supervisor", "gaming-shift-manager"):
        said = refusal(floor.rules, floor.state, Order(by=Person("x", role), at=1, command=order))
        assert isinstance(said, Refused)
        assert (said.clause, "only by a director" in said.reason) == (rule, True)
    director = Person("dora", "tournament-director")
    said = refusal(floor.rules, floor.state, Order(by=director, at=1, command=order))
    assert "only by" not in str(said)


# Chips


@clause("canberra-blackjack A:tournament-chips")
def test_the_chips_go_back_to_the_house_before_the_result_is_told() -> None:
    floor = at_table(length=Length(hands=1))
    all_lose(floor, ann=50, bob=100)
    floor.staff(c.RecordTotals())
    assert floor.refused(c.AnnounceResult()).clause == CHIPS
    floor.staff(c.ReturnChips())
    back = floor.last(e.ChipsReturned)
    assert (back.to, back.clause) == ("operator", CHIPS)
    floor.staff(c.AnnounceResult())


# Wagers


@clause("canberra-blackjack 19.14")
def test_a_wager_found_short_is_made_up_to_the_minimum() -> None:
    floor = at_table(cards="scanned").begin()
    floor.staff(c.Wager(40, player="ann", lies=True))
    floor.by("bob", c.Wager(50))
    floor.staff(c.NoMoreBets())
    made = floor.last(e.WagerCorrected)
    assert (made.player, made.was, made.amount, made.clause) == ("ann", 40, 50, "19.14")
    floor.play_out(losing(2))
    assert floor.chips() == {"ann": 950, "bob": 950}


@clause("canberra-blackjack 19.1")
def test_a_wager_found_over_the_maximum_is_at_risk_to_the_maximum() -> None:
    """As at any table (3.5): nothing is taken from the box, and 100 of 600 come back."""
    floor = at_table(cards="scanned").begin()
    floor.staff(c.Wager(600, player="ann", lies=True))
    floor.by("bob", c.Wager(50))
    floor.staff(c.NoMoreBets())
    assert floor.all(e.WagerCorrected) == []
    floor.play_out(losing(2))
    assert floor.chips() == {"ann": 500, "bob": 950}


@clause("canberra-blackjack 3.3", "canberra-blackjack 19.1")
@pytest.mark.parametrize(("amount", "fits"), [(49, False), (50, True), (51, False), (100, True)])
def test_a_double_is_for_any_permitted_multiple_up_to_the_wager(amount: int, fits: bool) -> None:
    floor = at_table(unit=50).begin(ann=100, bob=50)
    floor.staff(c.NoMoreBets())
    floor.deal("5S TH 9C 6S 7H")
    if not fits:
        assert floor.refused(c.Decide(g.Double(1, amount=amount)), "ann").clause == "3.3"
        return
    floor.act("ann", g.Double, amount=amount)
    floor.play_out("TD 8D")
    assert floor.chips()["ann"] == 1100 + amount


# The order of play


@clause("canberra-blackjack A:void")
def test_nothing_of_a_void_round_is_left_for_the_count() -> None:
    """Also a blackjack that was paid at once: as if the round had never been."""
    floor = at_table().begin(ann=100, bob=100)
    floor.staff(c.NoMoreBets())
    floor.deal("AS TH 9C KS 7H")
    floor.staff(c.VoidHand("16.3"))
    void = floor.last(e.HandVoided)
    assert (void.by, void.changes, void.clause) == ("16.3", {}, "A:void")
    assert (floor.chips(), floor.state.hand) == (TWO, 0)


# Conduct


@clause("canberra-blackjack 16.2(b)", "canberra-blackjack 19.12")
@pytest.mark.parametrize("reason", ["rules", "hidden-chips"])
def test_a_breach_of_the_rules_sends_a_player_away(reason: str) -> None:
    floor = at_table(FOUR)
    floor.staff(c.Disqualify("ann", reason), "seen")
    gone = floor.last(e.PlayerGone)
    assert (gone.how, gone.reason, gone.clause) == ("disqualified", reason, "16.2(b)")


@clause("canberra-blackjack 16.4")
def test_a_dispute_holds_play_up_and_its_ruling_tells_of_the_review() -> None:
    floor = at_table().begin()
    raised = floor.by("ann", c.RaiseDispute("the wager lay in time"))
    assert raised[-1].clause == "16.4"  # type: ignore[attr-defined]
    assert floor.refused(c.Wager(50), "ann").clause == "16.4"
    floor.staff(c.RuleOn(1, "it did"))
    decided = floor.last(e.DisputeDecided)
    assert decided.clause == "16.4"
    assert decided.complaint == "a complaint can still be made to the Commission (16.4)"
    floor.by("ann", c.Wager(50))
