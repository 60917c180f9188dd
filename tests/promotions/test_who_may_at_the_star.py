"""Promotions at The Star by rule 22: whose each act is, what a prize states, what none may be."""

import pytest
from msgspec.structs import replace

from bythebook.deciders import Command, Order, Person
from bythebook.errors import Malformed, Refused
from bythebook.promotions import check_terms, decide
from bythebook.promotions import commands as c
from bythebook.promotions.terms.document import Part
from bythebook.rulebooks.chapters.promotions import find_promotion_rules
from tests.clauses import clause
from tests.promotions.offers import DETAILS, NONE_OF, STAR, Run, prize, terms

ROLES = (
    "player", "operator", "gaming-manager", "supervisor", "dealer", "scrutineer", "nicc",
    "inspector",
)  # fmt: skip
THE_STAR = ("operator", "gaming-manager")
ANYBODY = (*THE_STAR, "player")

# Whom the clause names; where it names nobody, the operator who offers the promotion.
ACTS: list[tuple[Command, tuple[str, ...], str]] = [
    (c.Draft(terms(STAR)), THE_STAR, "22.6"),
    (c.Amend(terms(STAR)), THE_STAR, "22.6"),
    (c.Lodge(), THE_STAR, "22.12"),
    (c.Confirm(NONE_OF), THE_STAR, "22.5"),
    (c.Publish(("premises",), "the poster"), THE_STAR, "22.6"),
    (c.Nominate("sam"), THE_STAR, "22.2"),
    (c.Attend(), ("scrutineer",), "22.2"),
    (c.Open(), THE_STAR, "22.1"),
    (c.Enter("somebody"), ANYBODY, "22.7.3"),
    (c.Close(), THE_STAR, "22.7.6"),
    (c.EnterValue("1 2 3"), (*THE_STAR, "scrutineer"), "22.7.1"),
    (c.CorrectValue("1 2 3"), (*THE_STAR, "scrutineer"), "22.7.1"),
    (c.Draw(), THE_STAR, "22.7.1"),
    (c.PublishResults(), THE_STAR, "22.7.10"),
    (c.TellWinner(1, "mail"), THE_STAR, "22.8"),
    (c.Claim(1, "somebody"), ANYBODY, "22.7.8"),
    (c.Award(1), THE_STAR, "22.7.11"),
    (c.Deny(1, "ann"), THE_STAR, "22.9"),
    (c.TellRefused(1, "mail"), THE_STAR, "22.9"),
    (c.PassOn(1), THE_STAR, "22.7.1"),
    (c.Postpone(), THE_STAR, "22.11"),
    (c.Validate(), THE_STAR, "22.11"),
    (c.Cancel(), THE_STAR, "22.11"),
    (c.TellInspector(1, "ivy"), THE_STAR, "22.11:notify"),
    (c.Dispute("somebody", "my entry"), ANYBODY, "22.10"),
    (c.Rule(1, "it stands"), THE_STAR, "22.10"),
    (c.Object(1), ANYBODY, "22.10"),
    (c.Advise(1), THE_STAR, "22.10"),
    (c.End(), THE_STAR, "22.1"),
]


def not_for(run: Run, role: str, command: Command) -> str:
    """The clause by which an act is not this role's; nothing if it is."""
    state = None if isinstance(command, c.Draft) else run.state
    order = Order(by=Person("somebody", role), at=run.at, command=command, why="because")
    try:
        decide(run.rules, state, order, {1: run.seed})
    except Refused as refused:
        return refused.clause if " is for " in refused.reason else ""
    except Malformed as malformed:
        return "unknown" if "knows no act" in str(malformed) else ""
    return ""


@clause(
    "star-blackjack-challenge 22.1", "star-blackjack-challenge 22.2",
    "star-blackjack-challenge 22.5", "star-blackjack-challenge 22.6",
    "star-blackjack-challenge 22.7.1", "star-blackjack-challenge 22.7.3",
    "star-blackjack-challenge 22.7.6", "star-blackjack-challenge 22.7.8",
    "star-blackjack-challenge 22.7.10",
    "star-blackjack-challenge 22.7.11", "star-blackjack-challenge 22.8",
    "star-blackjack-challenge 22.9", "star-blackjack-challenge 22.10",
    "star-blackjack-challenge 22.11", "star-blackjack-challenge 22.11:notify",
    "star-blackjack-challenge 22.12",
)  # fmt: skip
@pytest.mark.parametrize(
    ("command", "may", "by"), ACTS, ids=lambda value: getattr(type(value), "__name__", "")
)
def test_an_act_is_for_those_whom_its_clause_names(
    command: Command, may: tuple[str, ...], by: str
) -> None:
    run = Run(STAR)
    assert {role: not_for(run, role, command) for role in ROLES} == {
        role: "" if role in may else by for role in ROLES
    }


def test_every_act_of_the_book_is_in_this_list() -> None:
    listed = {str(type(command).__struct_config__.tag) for command, _, _ in ACTS}
    assert listed == set(find_promotion_rules(STAR).says.acts)


@clause("star-blackjack-challenge 22.5")
def test_nothing_is_published_before_somebody_has_answered_for_its_prizes() -> None:
    run = Run(STAR).seal().lodge()
    run.refused(c.Publish(("premises",), "the poster"), "22.5")
    run.confirm()
    run.give(c.Publish(("premises",), "the poster"))


@clause("star-blackjack-challenge 22.6")
def test_several_faults_are_told_together_by_the_duty_to_detail_the_terms() -> None:
    run = Run(STAR, manner="", results="").seal()
    refused = run.refused(c.Lodge(), "22.6")
    assert "(22.7.1)" in refused.reason
    assert "(22.7.10)" in refused.reason


@clause(
    "star-blackjack-challenge 22.7.11.1(i)", "star-blackjack-challenge 22.7.11.1(ii)",
    "star-blackjack-challenge 22.7.11.1(iii)", "star-blackjack-challenge 22.7.11.2(i)",
    "star-blackjack-challenge 22.7.11.2(ii)", "star-blackjack-challenge 22.7.11.2(iii)",
    "star-blackjack-challenge 22.7.11.2(iv)", "star-blackjack-challenge 22.7.11.3(i)",
    "star-blackjack-challenge 22.7.11.3(ii)", "star-blackjack-challenge 22.7.11.3(iii)",
    "star-blackjack-challenge 22.7.11.3(iv)", "star-blackjack-challenge 22.7.11.4(i)",
    "star-blackjack-challenge 22.7.11.4(ii)", "star-blackjack-challenge 22.7.11.4(iii)",
    "star-blackjack-challenge 22.7.11.4(iv)", "star-blackjack-challenge 22.7.11.4(v)",
    "star-blackjack-challenge 22.7.11.4(vi)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "item", "by", "may_be_none"),
    [
        ("appliance", "make", "22.7.11.1(i)", False),
        ("appliance", "model", "22.7.11.1(ii)", False),
        ("appliance", "accessories", "22.7.11.1(iii)", True),
        ("vehicle", "make", "22.7.11.2(i)", False),
        ("vehicle", "model", "22.7.11.2(ii)", False),
        ("vehicle", "accessories", "22.7.11.2(iii)", True),
        ("vehicle", "on_road_costs", "22.7.11.2(iv)", False),
        ("travel", "persons", "22.7.11.3(i)", False),
        ("travel", "inclusions", "22.7.11.3(ii)", False),
        ("travel", "restrictions", "22.7.11.3(iii)", True),
        ("travel", "spending_money", "22.7.11.3(iv)", False),
        ("real-estate", "dwelling", "22.7.11.4(i)", False),
        ("real-estate", "plans", "22.7.11.4(ii)", False),
        ("real-estate", "contract", "22.7.11.4(iii)", False),
        ("real-estate", "easements", "22.7.11.4(iv)", True),
        ("real-estate", "location", "22.7.11.4(v)", False),
        ("real-estate", "inclusions", "22.7.11.4(vi)", False),
    ],
)
def test_each_detail_of_such_a_prize_is_stated_though_some_may_be_none(
    kind: str, item: str, by: str, may_be_none: bool
) -> None:
    """A journey may be free of restrictions and a kettle come alone; but a kettle has its make."""
    rules = find_promotion_rules(STAR)

    def faults(said: str) -> list[str]:
        details = {**DETAILS[kind], item: said}
        whole = prize(kind)
        part: Part = replace(whole.parts[0], details=details)
        return [
            fault.clause for fault in check_terms(rules, terms(STAR, replace(whole, parts=(part,))))
        ]

    assert faults("") == [by]
    assert faults("not applicable") == ([] if may_be_none else [by])


@clause(
    "star-blackjack-challenge 22.5.1", "star-blackjack-challenge 22.5.2",
    "star-blackjack-challenge 22.5.3",
)  # fmt: skip
@pytest.mark.parametrize(
    ("by", "words"),
    [
        (
            "22.5.1",
            "tobacco, one cigarette, two cigarettes, a cigar, two cigars, cigarillos, snuff",
        ),
        (
            "22.5.2",
            "a firearm, firearms, a pistol, pistols, a rifle, rifles, a shotgun, shotguns, "
            "a revolver, revolvers, a handgun, handguns, ammunition",
        ),
        (
            "22.5.3",
            "a prohibited weapon, a flick knife, a crossbow, a knuckle-duster, a taser, a nunchaku",
        ),
    ],
)
def test_a_prize_described_as_what_none_may_be_is_found_by_its_name(by: str, words: str) -> None:
    rules = find_promotion_rules(STAR)
    for nature in words.split(", "):
        found = check_terms(rules, terms(STAR, prize(nature=nature)))
        assert [fault.clause for fault in found] == [by], nature
