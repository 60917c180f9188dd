"""Who gives which order in the course of a Tasmanian competition, and who does not.

The operator runs it and decides about money and entries; the Competition Director runs the
sessions; players speak for themselves; what a table's staff and the house itself hand over.
"""

import pytest

from bythebook.deciders import Command, Person
from bythebook.errors import Refused
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.course import refusal
from bythebook.tournaments.values import SessionResult
from tests.clauses import clause
from tests.tournaments.course.courses import Play, example, seed

DIRECTOR, OPERATOR = "competition-director", "casino-operator"
BOTH = f"{OPERATOR} {DIRECTOR}"
EVERYBODY = (
    "player", "dealer", "inspector", "management-representative", "casino-management", OPERATOR,
    DIRECTOR, "surveillance", "government-inspectorate", "house",
)  # fmt: skip
RESULT = SessionResult(id="1", places=(), standings=(), hands=1)
TERMS = example("tasmania-chips")

# The order, the clause that lets these people give it, and who they are: nobody else.
POWERS: tuple[tuple[Command, str, str], ...] = (
    (o.Make(TERMS), "22.1.2(b)", BOTH),
    (o.Amend(TERMS), "22.1.2(b)", BOTH),
    (o.ConfirmConditions(), "22.1", BOTH),
    (o.Publish(), "22.1.2(b)", OPERATOR),
    (o.NameDirector("dan"), "22.1.6", OPERATOR),
    (o.Attend(True), "22.1.6", DIRECTOR),
    (o.Enter(player="somebody"), "22.1.2(a)", f"player {BOTH}"),
    (o.FindEntitled(player="p1"), "22.1.2(b)", f"{BOTH} house"),
    (o.RefuseEntry("p1"), "22.1.3(a)", OPERATOR),
    (o.Withdraw("somebody"), "22.1:refund", f"player {BOTH}"),
    (o.NameSubstitute(player="somebody", substitute="sue"), "22.4", "player"),
    (o.CloseEntries(), "22.1.2(d)", BOTH),
    (o.Cancel(), "22.1:refund", OPERATOR),
    (o.NameTables((o.TournamentTable(id="1"),)), "22.2.1", DIRECTOR),
    (o.Brief(True), "22.1.5", DIRECTOR),
    (o.SealDraw("0" * 64), "22.1.3(e)", f"{BOTH} house"),
    (o.DrawSeats(seed(1)), "22.1.3(e)", BOTH),
    (o.MoveStart(0, 15), "22.2.9", DIRECTOR),
    (o.PayBuyIn("somebody"), "22.9.3", f"player dealer {DIRECTOR}"),
    (o.BuyChips("somebody", "re-buy"), "22.9.1", f"player {DIRECTOR}"),
    (o.LosePlace("p1"), "22.2.2(d)", DIRECTOR),
    (o.SeatReserve(player="p1", instead_of="p2"), "22.2.3:no-replacement", DIRECTOR),
    (o.StartSession(1), "22.1.6", DIRECTOR),
    (o.HoldRepechage(True), "22.1.3(f)", OPERATOR),
    (o.TakeResult(RESULT), "22.6.1", f"dealer inspector {DIRECTOR} house"),
    (o.Disqualify(player="p1", finding="breach"), "22.1.3(b)", BOTH),
    (o.RaiseDispute("a chip"), "22.1.6", f"player dealer inspector {DIRECTOR}"),
    (o.Rule(1, "it stands"), "22.1.6", DIRECTOR),
    (o.Announce("a break"), "22.1.6", BOTH),
    (o.PlayOff(), "22.6.4", DIRECTOR),
    (o.AwardPlaces(), "22.6.1", DIRECTOR),
    (o.PayPrizes(), "22.1.2(h)", BOTH),
)


@clause(
    "tasmania-blackjack 22.1",
    "tasmania-blackjack 22.1:refund",
    "tasmania-blackjack 22.1.2(a)",
    "tasmania-blackjack 22.1.2(b)",
    "tasmania-blackjack 22.1.2(d)",
    "tasmania-blackjack 22.1.2(h)",
    "tasmania-blackjack 22.1.3(a)",
    "tasmania-blackjack 22.1.3(b)",
    "tasmania-blackjack 22.1.3(e)",
    "tasmania-blackjack 22.1.3(f)",
    "tasmania-blackjack 22.1.5",
    "tasmania-blackjack 22.1.6",
    "tasmania-blackjack 22.2.1",
    "tasmania-blackjack 22.2.2(d)",
    "tasmania-blackjack 22.2.3:no-replacement",
    "tasmania-blackjack 22.2.9",
    "tasmania-blackjack 22.4",
    "tasmania-blackjack 22.6.1",
    "tasmania-blackjack 22.6.4",
    "tasmania-blackjack 22.9.1",
    "tasmania-blackjack 22.9.3",
)
def test_these_may_and_nobody_else() -> None:
    play = Play(TERMS).entered(4)
    for command, cited, named in POWERS:
        state = None if isinstance(command, o.Make) else play.state
        for role in EVERYBODY:
            by = play.director if role == DIRECTOR else Person("somebody", role)
            said = refusal(play.book, state, play.order(by, command))
            takes = isinstance(said, Refused) and "this takes" in str(said)
            assert takes != (role in named.split()), (command, role)
            assert not takes or said.clause == cited, (command, role)  # type: ignore[union-attr]


@clause("tasmania-blackjack 22.1.6")
def test_only_who_was_named_to_run_this_one_runs_it() -> None:
    play = Play(TERMS).entered(4)
    other = Person("dan", DIRECTOR)
    play.refused(other, o.Announce("a break"), "22.1.6")
    play.do(play.office, o.NameDirector("dan"))
    play.do(other, o.Announce("a break"))


@clause("tasmania-blackjack 22.1.3(b)")
def test_who_disqualifies_says_why() -> None:
    play = Play(TERMS).drawn(20)
    command = o.Disqualify(player="p1", finding="breach")
    with pytest.raises(Refused) as caught:
        play.do(play.director, command, why=" ")
    assert (caught.value.clause, "why" in str(caught.value)) == ("22.1.3(b)", True)
    play.do(play.director, command, why="hid chips")
