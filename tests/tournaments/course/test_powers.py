"""Who may do what in the course of a tournament, where a clause names somebody.

Whom the clause names may; a dealer and a player may not, unless they are named; nor may whoever
runs it, where only the house itself is. What a book leaves open is not asked here.
"""

import pytest

from bythebook.deciders import Command, Person
from bythebook.errors import Refused
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.course import refusal
from bythebook.tournaments.values import SessionResult
from tests.clauses import clause
from tests.tournaments.course.courses import Play, example, seed

RESULT = SessionResult(id="1", places=(), standings=(), hands=1)
COMMANDS: dict[str, Command] = {
    "tell-regulator": o.TellRegulator("letter 8"),
    "publish": o.Publish(),
    "name-director": o.NameDirector("dan"),
    "name-deputy": o.NameDeputy("dan"),
    "refuse-entry": o.RefuseEntry("p1"),
    "name-substitute": o.NameSubstitute(player="p1", substitute="sue"),
    "cancel": o.Cancel(),
    "name-tables": o.NameTables((o.TournamentTable(id="1"),)),
    "brief": o.Brief(True),
    "practise": o.Practise(1),
    "draw-seats": o.DrawSeats(seed(1)),
    "move-start": o.MoveStart(0, 15),
    "seat-reserve": o.SeatReserve(player="p1", instead_of="p2"),
    "hold-repechage": o.HoldRepechage(True),
    "take-result": o.TakeResult(RESULT),
    "disqualify": o.Disqualify(player="p1", finding="breach"),
    "rule": o.Rule(1, "it stands"),
    "announce": o.Announce("a break"),
    "award-places": o.AwardPlaces(),
}
OFFICE, DIRECTOR = "office", "director"  # the house itself, and whoever runs the tournament


def check(name: str, act: str, cited: str, named: str, *others: str) -> None:
    """Each of `named` may, by this clause; nobody of `others` may, nor anybody of no rank."""
    play = Play(example(name)).entered(4)
    command = o.Make(play.terms) if act == "make" else COMMANDS[act]
    state = None if act == "make" else play.state
    people = {OFFICE: play.office, DIRECTOR: play.director, "player": play.person("p1")}

    def said(role: str) -> Exception | None:
        by = people.get(role) or Person("somebody", role)
        return refusal(play.book, state, play.order(by, command))

    for role in named.split():
        assert "this takes" not in str(said(role)), role
    for role in (*others, *({"player", "dealer"} - set(named.split()))):
        refused = said(role)
        assert isinstance(refused, Refused), role
        assert (refused.clause, "this takes" in str(refused)) == (cited, True), role


@clause(
    "canberra-blackjack 19.2(a)",
    "canberra-blackjack 19.2(b)",
    "canberra-blackjack 19.2(c)",
    "canberra-blackjack 19.4",
    "canberra-blackjack 19.7",
    "canberra-blackjack 19.10",
    "canberra-blackjack 19.11",
    "canberra-blackjack 19.18",
    "canberra-blackjack 19.21",
    "canberra-blackjack 16.4",
)
@pytest.mark.parametrize(
    ("act", "cited", "named", "others"),
    [
        ("make", "19.2(a)", OFFICE, ()),
        ("publish", "19.2(b)", OFFICE, ()),
        ("tell-regulator", "19.2(c)", OFFICE, ()),
        ("name-director", "19.4", OFFICE, (DIRECTOR,)),
        ("move-start", "19.7", DIRECTOR, ()),
        ("seat-reserve", "19.10", DIRECTOR, ()),
        ("name-substitute", "19.11", DIRECTOR, ()),
        ("award-places", "19.18", DIRECTOR, ()),
        ("cancel", "19.21", OFFICE, (DIRECTOR,)),
        ("rule", "16.4", OFFICE, ()),
    ],
)
def test_canberra(act: str, cited: str, named: str, others: tuple[str, ...]) -> None:
    check("canberra-knock-out", act, cited, named, *others)


@clause(
    "crown-blackjack 18.2.1",
    "crown-blackjack 18.2.3",
    "crown-blackjack 18.2.3(a)",
    "crown-blackjack 18.2.4",
    "crown-blackjack 18.3.1",
    "crown-blackjack 18.3.2",
    "crown-blackjack 18.4.1(b)",
    "crown-blackjack 18.4.2(a)(iii)",
    "crown-blackjack 18.4.3(a)(v)",
    "crown-blackjack 18.4.8(h)",
)
@pytest.mark.parametrize(
    ("act", "cited", "named", "others"),
    [
        ("make", "18.2.1", OFFICE, ()),
        ("name-director", "18.2.3", OFFICE, (DIRECTOR,)),
        ("name-deputy", "18.2.3(a)", DIRECTOR, ()),
        ("name-tables", "18.2.4", OFFICE, ()),
        ("brief", "18.3.1", DIRECTOR, ()),
        ("practise", "18.3.2", "dealer", ()),
        ("move-start", "18.4.1(b)", DIRECTOR, ()),
        ("refuse-entry", "18.4.2(a)(iii)", OFFICE, ()),
        ("hold-repechage", "18.4.3(a)(v)", DIRECTOR, ()),
        ("rule", "18.4.8(h)", DIRECTOR, ()),
    ],
)
def test_crown(act: str, cited: str, named: str, others: tuple[str, ...]) -> None:
    check("crown", act, cited, named, *others)


@clause(
    "star-blackjack-challenge 21.1.1:tournament-manager",
    "star-blackjack-challenge 21.3.4",
    "star-blackjack-challenge 21.4.1",
    "star-blackjack-challenge 21.4.2(h)(ii)",
    "star-blackjack-challenge 21.5.1",
    "star-blackjack-challenge 21.5.3",
    "star-blackjack-challenge 21.5.4",
    "star-blackjack-challenge 21.5.7",
    "star-blackjack-challenge 21.5.8",
    "star-blackjack-challenge 21.11.2",
)
@pytest.mark.parametrize(
    ("act", "cited", "named", "others"),
    [
        ("publish", "21.4.1", OFFICE, (DIRECTOR,)),
        ("name-director", "21.1.1:tournament-manager", OFFICE, (DIRECTOR,)),
        ("refuse-entry", "21.4.2(h)(ii)", OFFICE, ()),
        ("cancel", "21.3.4", OFFICE, (DIRECTOR,)),
        ("name-tables", "21.5.1", DIRECTOR, ()),
        ("draw-seats", "21.5.4", DIRECTOR, ()),
        ("move-start", "21.5.3", DIRECTOR, ()),
        ("disqualify", "21.5.7", DIRECTOR, ()),
        ("take-result", "21.5.8", "dealer gaming-supervisor supervisor", ()),
        ("announce", "21.5.8", DIRECTOR, ()),
        ("rule", "21.11.2", DIRECTOR, ()),
    ],
)
def test_the_star(act: str, cited: str, named: str, others: tuple[str, ...]) -> None:
    check("star", act, cited, named, *others)


@clause(
    "tasmania-blackjack 22.1.2(b)",
    "tasmania-blackjack 22.1.3(a)",
    "tasmania-blackjack 22.1.3(b)",
    "tasmania-blackjack 22.1.3(e)",
    "tasmania-blackjack 22.1.3(f)",
    "tasmania-blackjack 22.1.5",
    "tasmania-blackjack 22.2.1",
    "tasmania-blackjack 22.2.9",
    "tasmania-blackjack 22.4",
)
@pytest.mark.parametrize(
    ("act", "cited", "named", "others"),
    [
        ("make", "22.1.2(b)", OFFICE, ()),
        ("refuse-entry", "22.1.3(a)", OFFICE, (DIRECTOR,)),
        ("disqualify", "22.1.3(b)", OFFICE, ()),
        ("draw-seats", "22.1.3(e)", OFFICE, ()),
        ("hold-repechage", "22.1.3(f)", OFFICE, (DIRECTOR,)),
        ("brief", "22.1.5", DIRECTOR, ()),
        ("name-tables", "22.2.1", DIRECTOR, ()),
        ("move-start", "22.2.9", DIRECTOR, ()),
        ("name-substitute", "22.4", "player", ()),
    ],
)
def test_tasmania(act: str, cited: str, named: str, others: tuple[str, ...]) -> None:
    check("tasmania-chips", act, cited, named, *others)
