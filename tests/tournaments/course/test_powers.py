"""Who may do what in the course of a tournament, where a clause names somebody.

Whom the clause names may; a dealer and a player may not, unless they are named; nor may whoever
runs it, where only the house itself is. What a book leaves open is asked at Casino Canberra alone,
where everybody is asked for everything.
"""

import msgspec
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
    "permit-publicity": o.PermitPublicity("p1", True),
    "advertise": o.Advertise("p1", "so could you"),
    "award-places": o.AwardPlaces(),
    "confirm-conditions": o.ConfirmConditions(),
    "attend": o.Attend(True),
    "enter": o.Enter(player="p1"),
    "find-entitled": o.FindEntitled(player="p1"),
    "withdraw": o.Withdraw("p1"),
    "close-entries": o.CloseEntries(),
    "seal-draw": o.SealDraw(seed(1)),
    "pay-buy-in": o.PayBuyIn("p1"),
    "buy-chips": o.BuyChips("p1", "buy-back"),
    "lose-place": o.LosePlace("p1"),
    "start-session": o.StartSession(1),
    "raise-dispute": o.RaiseDispute("the count"),
    "play-off": o.PlayOff(),
    "pay-prizes": o.PayPrizes(),
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


EVERYBODY = (
    "player", "dealer", "supervisor", "gaming-shift-manager", "tournament-director", "commission",
    "house",
)  # fmt: skip


@clause(
    "canberra-blackjack 16.4",
    "canberra-blackjack 19.2(a)",
    "canberra-blackjack 19.2(b)",
    "canberra-blackjack 19.2(c)",
    "canberra-blackjack 19.3(a)(i)",
    "canberra-blackjack 19.3(a)(ii)(B)",
    "canberra-blackjack 19.3(a)(ii)(E)",
    "canberra-blackjack 19.3(a)(ii)(F)",
    "canberra-blackjack 19.3(a)(iv)",
    "canberra-blackjack 19.3(a)(v)",
    "canberra-blackjack 19.3(a)(xi)(D)",
    "canberra-blackjack 19.3(b)",
    "canberra-blackjack 19.4",
    "canberra-blackjack 19.7",
    "canberra-blackjack 19.8",
    "canberra-blackjack 19.9",
    "canberra-blackjack 19.10",
    "canberra-blackjack 19.11",
    "canberra-blackjack 19.13",
    "canberra-blackjack 19.18",
    "canberra-blackjack 19.19",
    "canberra-blackjack 19.21",
)
@pytest.mark.parametrize(
    ("act", "cited", "who"),
    [
        # The operator's: the shift manager, or whoever was named to conduct it.
        ("make", "19.2(a)", "office director"),
        ("amend", "19.2(a)", "office director"),
        ("publish", "19.2(b)", "office director"),
        ("tell-regulator", "19.2(c)", "office director"),
        ("confirm-conditions", "19.3(b)", "office director"),
        ("refuse-entry", "19.3(a)(i)", "office director"),
        ("close-entries", "19.3(a)(v)", "office director"),
        ("name-tables", "19.3(a)(ii)(B)", "office director"),
        ("disqualify", "19.13", "office director"),
        ("rule", "16.4", "office director"),
        ("pay-prizes", "19.19", "office director"),
        # Who conducts it is the shift manager's to say; to give it up is too.
        ("name-director", "19.4", "office"),
        ("cancel", "19.21", "office"),
        # What the clauses give to the Tournament Director/Assistant.
        ("attend", "19.4", "director"),
        ("brief", "19.2(b)", "director"),
        ("name-substitute", "19.11", "director"),
        ("draw-seats", "19.7", "director"),
        ("move-start", "19.7", "director"),
        ("lose-place", "19.9", "director"),
        ("seat-reserve", "19.10", "director"),
        ("start-session", "19.8", "director"),
        ("hold-repechage", "19.3(a)(ii)(E)", "director"),
        ("announce", "19.18", "director"),
        ("play-off", "19.3(a)(xi)(D)", "director"),
        ("award-places", "19.18", "director"),
        # What a player does, or somebody for the player.
        ("enter", "19.3(a)(i)", "player office director"),
        ("withdraw", "19.21", "player office director"),
        ("pay-buy-in", "19.3(a)(iv)", "player director dealer"),
        ("buy-chips", "19.3(a)(ii)(F)", "player director"),
        ("raise-dispute", "16.4", "player dealer supervisor director"),
        # What a table hands over, and what the house finds or seals by itself.
        ("take-result", "19.18", "dealer supervisor director house"),
        ("find-entitled", "19.3(a)(i)", "office director house"),
        ("seal-draw", "19.7", "director house"),
    ],
)
def test_canberra(act: str, cited: str, who: str) -> None:
    play = Play(example("canberra-knock-out")).entered(4)
    terms = {"make": o.Make(play.terms), "amend": o.Amend(play.terms)}
    state = None if act == "make" else play.state
    may = who.replace(OFFICE, "gaming-shift-manager").replace(DIRECTOR, "tournament-director")
    names = {"player": "p1", "tournament-director": play.director.name}
    for role in EVERYBODY:
        by = Person(names.get(role, "somebody"), role)
        said = refusal(play.book, state, play.order(by, terms.get(act) or COMMANDS[act]))
        assert "knows no act" not in str(said)
        assert ("this takes" in str(said)) == (role not in may.split()), role
        if role not in may.split():
            assert isinstance(said, Refused)
            assert said.clause == cited


@clause("canberra-blackjack 19.13")
@pytest.mark.parametrize("why", ["", " ", "chips under the napkin"])
def test_canberra_says_why_somebody_is_disqualified(why: str) -> None:
    play = Play(example("canberra-knock-out")).entered(4)
    order = msgspec.structs.replace(play.order(play.director, COMMANDS["disqualify"]), why=why)
    said = refusal(play.book, play.state, order)
    if why.strip():
        assert said is None
    else:
        assert isinstance(said, Refused)
        assert (said.clause, said.reason) == ("19.13", "it must say why")


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
