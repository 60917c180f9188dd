"""Crown: who gives which order in a tournament and at its tables, written out from rule 18.

What "Crown Sydney" must do is the casino manager's, and the Tournament Director's, who has the
overall management (1.1); nobody names themselves. A patron speaks for nobody else; results also
come from whoever deals or supervises a table, and from the house that runs it.
"""

from functools import cache

import pytest
from msgspec.structs import replace

from bythebook.deciders import Command, Person
from bythebook.errors import Malformed, Refused
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.course import refusal
from bythebook.tournaments.values import SessionResult
from tests.clauses import clause
from tests.tournaments.course.courses import Play, example, seed

RESULT = SessionResult(id="1", places=(), standings=(), hands=1)
CROWN_SYDNEY = "casino-manager tournament-director"
DIRECTOR = "tournament-director"
ROLES = (
    "casino-manager", "tournament-director", "player", "dealer", "higher-duties-dealer", "house",
    "area-manager", "inspector",
)  # fmt: skip
ACTS: list[tuple[str, Command, str]] = [
    ("18.2.1", o.Amend(example("crown")), CROWN_SYDNEY),
    ("18.4.8(c)", o.ConfirmConditions(), CROWN_SYDNEY),
    ("18.2.2", o.Publish(), CROWN_SYDNEY),
    ("18.2.3", o.NameDirector("dan"), "casino-manager"),
    ("18.2.3(a)", o.NameDeputy("dan"), DIRECTOR),
    ("18.2.3", o.Attend(True), DIRECTOR),
    ("18.4.2(c)", o.Enter(player="p9"), f"player {CROWN_SYDNEY}"),
    ("18.4.2(a)(ii)", o.FindEntitled(player="p9"), f"{CROWN_SYDNEY} house"),
    ("18.4.2(a)(iii)", o.RefuseEntry("p1"), CROWN_SYDNEY),
    ("18.4.2(d)", o.Withdraw("p1"), f"player {CROWN_SYDNEY}"),
    ("18.4.8(a)(iii)", o.NameSubstitute(player="p1", substitute="sue"), f"player {DIRECTOR}"),
    ("18.4.1(a)(iii)", o.CloseEntries(), CROWN_SYDNEY),
    ("18.4.8(a)(iv)", o.Cancel(), CROWN_SYDNEY),
    ("18.2.4", o.NameTables((o.TournamentTable(id="1"),)), CROWN_SYDNEY),
    ("18.3.1", o.Brief(True), DIRECTOR),
    ("18.3.2", o.Practise(1), f"dealer {DIRECTOR}"),
    ("18.1", o.SealDraw("0" * 64), f"{DIRECTOR} house"),
    ("18.1", o.DrawSeats(seed(1)), DIRECTOR),
    ("18.4.1(b)", o.MoveStart(0, 15), DIRECTOR),
    ("18.4.1(a)(ii)", o.PayBuyIn("p1"), f"player dealer {DIRECTOR}"),
    ("18.4.3(a)(iv)", o.BuyChips("p1", "buy-back"), f"player dealer {DIRECTOR}"),
    ("18.4.8(b)(i)", o.LosePlace("p1"), DIRECTOR),
    ("18.4.2(d)", o.SeatReserve(player="p1", instead_of="p2"), DIRECTOR),
    ("18.4.8(g)", o.StartSession(1), DIRECTOR),
    ("18.4.3(a)(v)", o.HoldRepechage(True), DIRECTOR),
    ("18.4.6(a)", o.TakeResult(RESULT), f"dealer higher-duties-dealer {DIRECTOR} house"),
    ("18.4.8(a)(ii)", o.Disqualify(player="p1", finding="breach"), DIRECTOR),
    ("18.4.8(h)", o.RaiseDispute("a card"), f"player dealer higher-duties-dealer {DIRECTOR}"),
    ("18.4.8(h)", o.Rule(1, "it stands"), DIRECTOR),
    ("18.4.8(f)", o.PermitPublicity("p1", True), f"player {CROWN_SYDNEY}"),
    ("18.4.8(f)", o.Advertise("p1", "so could you"), CROWN_SYDNEY),
    ("18.4.8(g)", o.Announce("a break"), DIRECTOR),
    ("18.4.6(a)", o.PlayOff(), DIRECTOR),
    ("18.4.6(a)", o.AwardPlaces(), DIRECTOR),
    ("18.4.7(b)", o.PayPrizes(), CROWN_SYDNEY),
]


@cache
def entered() -> Play:
    """A tournament that two have entered; nobody changes it."""
    return Play(example("crown")).entered(2)


def said(play: Play, role: str, command: Command, why: str = "so") -> Exception | None:
    """What somebody of this role hears; a player speaks for themselves, a director was named."""
    name = str(getattr(command, "player", "p1")) if role == "player" else "somebody"
    by = play.director if role == DIRECTOR else Person(name, role)
    order = replace(play.order(by, command), why=why)
    return refusal(play.book, play.state, order)


@clause(
    "crown-blackjack 18.1", "crown-blackjack 18.2.1", "crown-blackjack 18.2.2",
    "crown-blackjack 18.2.3", "crown-blackjack 18.2.3(a)", "crown-blackjack 18.2.4",
    "crown-blackjack 18.3.1", "crown-blackjack 18.3.2", "crown-blackjack 18.4.1(a)(ii)",
    "crown-blackjack 18.4.1(a)(iii)", "crown-blackjack 18.4.1(b)",
    "crown-blackjack 18.4.2(a)(ii)", "crown-blackjack 18.4.2(a)(iii)", "crown-blackjack 18.4.2(c)",
    "crown-blackjack 18.4.2(d)", "crown-blackjack 18.4.3(a)(iv)", "crown-blackjack 18.4.3(a)(v)",
    "crown-blackjack 18.4.6(a)", "crown-blackjack 18.4.7(b)", "crown-blackjack 18.4.8(a)(ii)",
    "crown-blackjack 18.4.8(a)(iii)", "crown-blackjack 18.4.8(a)(iv)",
    "crown-blackjack 18.4.8(b)(i)", "crown-blackjack 18.4.8(c)", "crown-blackjack 18.4.8(f)",
    "crown-blackjack 18.4.8(g)", "crown-blackjack 18.4.8(h)",
)  # fmt: skip
@pytest.mark.parametrize(("cited", "command", "named"), ACTS, ids=lambda value: str(value)[:24])
def test_whoever_is_named_may_and_nobody_else(cited: str, command: Command, named: str) -> None:
    play = entered()
    for role in ROLES:
        answer = said(play, role, command)
        assert "knows no act" not in str(answer)
        if role in named.split():
            assert "this takes" not in str(answer), role
        else:
            assert isinstance(answer, Refused), role
            assert (answer.clause, "this takes" in str(answer)) == (cited, True), role


@clause("crown-blackjack 18.2.1")
def test_terms_are_documented_by_crown_sydney() -> None:
    play = Play(example("crown"))
    for role in ROLES:
        answer = said(play, role, o.Make(play.terms))
        if role in CROWN_SYDNEY.split():
            assert answer is None
        else:
            assert isinstance(answer, Refused)
            assert answer.clause == "18.2.1"


@clause("crown-blackjack 18.4.8(a)(ii)")
def test_a_disqualification_says_why() -> None:
    play = entered()
    command = o.Disqualify(player="p1", finding="breach")
    for why in ("", "  "):
        answer = said(play, DIRECTOR, command, why)
        assert isinstance(answer, Refused)
        assert answer.clause == "18.4.8(a)(ii)"
    assert not isinstance(said(play, DIRECTOR, command, "hid chips"), Refused | Malformed)
