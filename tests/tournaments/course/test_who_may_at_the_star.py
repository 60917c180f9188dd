"""Every act in the course of a tournament at The Star: whose it is, and by which clause."""

import pytest

from bythebook.deciders import Command, Order, Person
from bythebook.errors import Refused
from bythebook.rulebooks.chapters.tournament_course import find_tournament_rules
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.course import refusal
from bythebook.tournaments.values import SessionResult
from tests.clauses import clause
from tests.tournaments.course.courses import Play, example, seed

ROLES = (
    "player", "operator", "tournament-manager", "dealer", "gaming-supervisor", "supervisor",
    "gaming-manager", "house", "inspector",
)  # fmt: skip
TERMS = example("star")
RESULT = SessionResult(id="1", places=(), standings=(), hands=1)

# Whom a clause names; where it names nobody, the casino operator, the Tournament Manager who has
# overall control, and a player in what is the player's own.
ACTS: list[tuple[Command, str, str]] = [
    (o.Make(TERMS), "operator tournament-manager", "21.4.1"),
    (o.Amend(TERMS), "operator tournament-manager", "21.4.1"),
    (o.ConfirmConditions(), "operator tournament-manager", "21.4.2(k)"),
    (o.Publish(), "operator", "21.4.1"),
    (o.NameDirector("dan"), "operator", "21.1.1:tournament-manager"),
    (o.Attend(True), "tournament-manager", "21.1.1:tournament-manager"),
    (o.Enter(player="p1"), "player operator tournament-manager", "21.1.1:tournament"),
    (o.FindEntitled(player="p1"), "operator tournament-manager house", "21.4.2(h)(i)"),
    (o.RefuseEntry("p1"), "operator tournament-manager", "21.4.2(h)(ii)"),
    (o.Withdraw("p1"), "player operator tournament-manager", "21.4.2(i)"),
    (
        o.NameSubstitute(player="p1", substitute="sue"),
        "player tournament-manager",
        "21.1.1:tournament",
    ),
    (o.CloseEntries(), "operator tournament-manager", "21.4.2(i)"),
    (o.Cancel(), "operator", "21.3.4"),
    (o.NameTables((o.TournamentTable(id="1"),)), "tournament-manager", "21.5.1"),
    (o.Brief(True), "tournament-manager", "21.4.1"),
    (o.SealDraw("0" * 64), "tournament-manager house", "21.5.4"),
    (o.DrawSeats(seed(1)), "tournament-manager", "21.5.4"),
    (o.MoveStart(0, 15), "tournament-manager", "21.5.3"),
    (o.PayBuyIn("p1"), "player tournament-manager dealer", "21.6.2"),
    (o.BuyChips("p1", "buy-back"), "player tournament-manager dealer", "21.4.2(g)"),
    (o.LosePlace("p1"), "tournament-manager", "21.5.6"),
    (o.SeatReserve(player="p1", instead_of="p2"), "tournament-manager", "21.5.4"),
    (o.StartSession(1), "tournament-manager", "21.5.4"),
    (o.HoldRepechage(True), "tournament-manager", "21.4.2(e)"),
    (o.TakeResult(RESULT), "dealer gaming-supervisor supervisor house", "21.5.8"),
    (o.Disqualify(player="p1", finding="breach"), "tournament-manager", "21.5.7"),
    (
        o.RaiseDispute("a payment"),
        "player dealer gaming-supervisor supervisor tournament-manager",
        "21.11.2",
    ),
    (o.Rule(1, "it stands"), "tournament-manager", "21.11.2"),
    (o.Announce("a break"), "tournament-manager", "21.5.8"),
    (o.PlayOff(), "tournament-manager", "21.10.3"),
    (o.AwardPlaces(), "tournament-manager", "21.5.8"),
    (o.PayPrizes(), "operator tournament-manager", "21.3.2"),
]


@clause(
    "star-blackjack-challenge 21.1.1:tournament",
    "star-blackjack-challenge 21.1.1:tournament-manager",
    "star-blackjack-challenge 21.3.2", "star-blackjack-challenge 21.3.4",
    "star-blackjack-challenge 21.4.1", "star-blackjack-challenge 21.4.2(e)",
    "star-blackjack-challenge 21.4.2(g)", "star-blackjack-challenge 21.4.2(h)(i)",
    "star-blackjack-challenge 21.4.2(h)(ii)", "star-blackjack-challenge 21.4.2(i)",
    "star-blackjack-challenge 21.4.2(k)", "star-blackjack-challenge 21.5.1",
    "star-blackjack-challenge 21.5.3", "star-blackjack-challenge 21.5.4",
    "star-blackjack-challenge 21.5.6", "star-blackjack-challenge 21.5.7",
    "star-blackjack-challenge 21.5.8", "star-blackjack-challenge 21.6.2",
    "star-blackjack-challenge 21.10.3", "star-blackjack-challenge 21.11.2",
)  # fmt: skip
@pytest.mark.parametrize(
    ("command", "may", "by"), ACTS, ids=lambda value: getattr(type(value), "__name__", "")
)
def test_an_act_takes_those_whom_its_clause_names(command: Command, may: str, by: str) -> None:
    play = Play(TERMS).made()
    state = None if isinstance(command, o.Make) else play.state

    def lacks(role: str) -> str:
        order = Order(by=Person("p1", role), at=play.now, command=command, why="so")
        said = refusal(play.book, state, order)
        assert "knows no act" not in str(said)
        return said.clause if isinstance(said, Refused) and "this takes" in said.reason else ""

    assert {role: lacks(role) for role in ROLES} == {
        role: "" if role in may.split() else by for role in ROLES
    }


def test_every_act_of_the_book_is_in_this_list() -> None:
    listed = {str(type(command).__struct_config__.tag) for command, _, _ in ACTS}
    assert listed == set(find_tournament_rules(TERMS.book).rules.acts)


@clause("star-blackjack-challenge 21.5.7")
def test_whoever_disqualifies_says_why() -> None:
    play = Play(TERMS).drawn(14)
    order = o.Disqualify(player="p1", finding="breach")
    with pytest.raises(Refused) as caught:
        play.do(play.director, order, why=" ")
    assert (caught.value.clause, caught.value.reason) == ("21.5.7", "it must say why")
    play.do(play.director, order, why="seen on camera")
