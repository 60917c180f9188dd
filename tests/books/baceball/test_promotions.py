"""bACEball, rule 15: who does what about a promotion, and which words name what is no prize."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.deciders import Command, Order, Person
from bythebook.errors import Malformed, Refused
from bythebook.promotions import commands as c
from bythebook.promotions import decide
from bythebook.promotions import events as e
from bythebook.promotions.commands import Paid
from bythebook.promotions.terms.checks import check_terms
from bythebook.rulebooks.chapters.promotions import find_promotion_rules
from tests.clauses import clause
from tests.promotions.offers import BACEBALL, DETAILS, SEED, Run, prize, terms

# Act, clause and who may: from rule 15. Where it names nobody the casino operator does it, for
# whom a Gaming Manager acts; an inspector hands in what the Authority has decided.
OPERATOR = ("operator", "gaming-manager")
REGULATOR = ("authority", "inspector")
PLAYER = ("player",)
ACTS: list[tuple[Command, str, tuple[str, ...]]] = [
    (c.Draft(terms(BACEBALL)), "15.6", OPERATOR),
    (c.Amend(terms(BACEBALL)), "15.6", OPERATOR),
    (c.Lodge(), "15.9", OPERATOR),
    (c.Approve("amendment"), "15.9.1", REGULATOR),
    (c.Confirm(()), "15.5", OPERATOR),
    (c.Publish(("premises",), "the poster"), "15.6", OPERATOR),
    (c.Nominate("sue"), "15.2", OPERATOR),
    (c.Attend(), "15.2", ("scrutineer",)),
    (c.Open(), "15.1", OPERATOR),
    (c.Enter("ann"), "15.7.3", OPERATOR + PLAYER),
    (c.Close(), "15.7.6", OPERATOR),
    (c.Draw(), "15.7.1", OPERATOR),
    (c.PublishResults(), "15.7.10", OPERATOR),
    (c.TellWinner(1, "mail"), "15.8", OPERATOR),
    (c.Claim(1, "ann"), "15.7.8", OPERATOR + PLAYER),
    (c.Award(1), "15.7.11", OPERATOR),
    (c.Deny(1, "ann"), "15.10", OPERATOR),
    (c.TellRefused(1, "mail"), "15.10", OPERATOR),
    (c.PassOn(1), "15.7.1", OPERATOR),
    (c.Postpone(), "15.12", OPERATOR),
    (c.Validate(), "15.12", OPERATOR),
    (c.Cancel(), "15.12", OPERATOR),
    (c.TellInspector(1, "ivy"), "15.12", OPERATOR),
    (c.Dispute("ann", "the count"), "15.11", OPERATOR + PLAYER),
    (c.Rule(1, "it stands"), "15.11", OPERATOR),
    (c.Object(1), "15.11", OPERATOR + PLAYER),
    (c.Advise(1), "15.11", OPERATOR),
    (c.End(), "15.1", OPERATOR),
]
EVERYBODY = (*OPERATOR, *REGULATOR, "scrutineer", "player", "dealer")


@clause(
    "star-baceball 15.1", "star-baceball 15.2", "star-baceball 15.5", "star-baceball 15.6",
    "star-baceball 15.7.1", "star-baceball 15.7.3", "star-baceball 15.7.6",
    "star-baceball 15.7.8", "star-baceball 15.7.10", "star-baceball 15.7.11",
    "star-baceball 15.8", "star-baceball 15.9",
    "star-baceball 15.9.1", "star-baceball 15.10", "star-baceball 15.11", "star-baceball 15.12",
)  # fmt: skip
@pytest.mark.parametrize(
    ("command", "cited", "who"), ACTS, ids=[f"{type(act[0]).__name__}" for act in ACTS]
)
def test_who_does_what(command: Command, cited: str, who: tuple[str, ...]) -> None:
    run = Run(BACEBALL)
    state = None if isinstance(command, c.Draft) else run.state
    for role in EVERYBODY:
        order = Order(by=Person("ann", role), at=run.at, command=command, why="so")
        said: Refused | Malformed | None = None
        try:
            decide(run.rules, state, order, {1: SEED})
        except (Refused, Malformed) as refused:
            said = refused
        assert "knows no act" not in str(said)
        assert (" is for " in str(said) and "; ann is" in str(said)) == (role not in who), role
        if role not in who:
            assert isinstance(said, Refused)
            assert said.clause == cited


def cited_for(nature: str) -> list[str]:
    rules = find_promotion_rules(BACEBALL)
    return [problem.clause for problem in check_terms(rules, terms(BACEBALL, prize(nature=nature)))]


TOBACCO = "tobacco, cigarette, cigarettes, cigar, cigars, cigarillos, snuff"
FIREARMS = (
    "firearm, firearms, pistol, pistols, rifle, rifles, shotgun, shotguns, revolver, revolvers,"
    " handgun, handguns, ammunition"
)
WEAPONS = "prohibited weapon, flick knife, crossbow, knuckle-duster, taser, nunchaku"
FORBIDDEN = {"15.5.1": TOBACCO, "15.5.2": FIREARMS, "15.5.3": WEAPONS}


@clause("star-baceball 15.5.1", "star-baceball 15.5.2", "star-baceball 15.5.3")
@pytest.mark.parametrize(
    ("thing", "forbidden"),
    [(thing, by) for by, things in FORBIDDEN.items() for thing in things.split(", ")],
)
def test_tobacco_firearms_and_weapons_are_no_prize_by_whatever_word(
    thing: str, forbidden: str
) -> None:
    assert cited_for(f"a voucher and one {thing.upper()} more") == [forbidden]
    assert cited_for(f"a voucher and one x{thing}x more") == []


@clause("star-baceball 15.7.11.1(iii)", "star-baceball 15.7.11.3(iii)")
@pytest.mark.parametrize(
    ("kind", "name", "may_be_none"),
    [
        ("appliance", "make", False),
        ("appliance", "accessories", True),
        ("travel", "persons", False),
        ("travel", "restrictions", True),
    ],
)
def test_a_prize_without_accessories_or_restrictions_says_so(
    kind: str, name: str, may_be_none: bool
) -> None:
    (part,) = prize(kind).parts
    details: Any = DETAILS[kind] | {name: "not applicable"}
    said = terms(BACEBALL, prize(kind, parts=(replace(part, details=details),)))
    assert (check_terms(find_promotion_rules(BACEBALL), said) == ()) is may_be_none


@clause("star-baceball 15.4")
def test_a_cash_prize_of_ten_thousand_or_less_is_paid_as_the_terms_say() -> None:
    run = Run(BACEBALL, prize("cash", value_cents=1_000_000)).drawn("ann")
    run.give(c.Claim(1, "ann"))
    (awarded,) = run.give(c.Award(1, (Paid("cheque", 1_000_000),)))
    assert isinstance(awarded, e.Awarded)
    assert awarded.clause == "15.4"
