"""Crown: who gives which order in a promotion, and by which clause; words that give a prize away.

The table is written out from rule 19: what "Crown Sydney" does is the casino manager's, NICC's and
the scrutineer's parts are theirs, and a patron speaks for nobody else.
"""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from bythebook.deciders import Command
from bythebook.promotions import check_terms
from bythebook.promotions import commands as c
from bythebook.rulebooks.chapters.promotions import find_promotion_rules
from tests.clauses import clause
from tests.promotions.offers import CLOSES, CROWN, DRAWN, KNOWN, NONE_OF, START, Run, prize, terms

MANAGER, PLAYER, NICC, INSPECTOR = "casino-manager", "player", "nicc", "inspector"
SCRUTINEER = "scrutineer"
EVERYBODY = (MANAGER, PLAYER, NICC, INSPECTOR, SCRUTINEER, "dealer", "area-manager", "house")


def drafted() -> Run:
    return Run(CROWN).seal()


def confirmed() -> Run:
    return drafted().confirm()


def published() -> Run:
    run = drafted().publish()
    run.at = START
    return run


def opened() -> Run:
    return Run(CROWN).opened()


def closing() -> Run:
    run = opened()
    run.at = CLOSES
    return run


def nominated() -> Run:
    run = Run(CROWN, prize("vehicle", dollars=20_000)).closed("ann")
    run.give(c.Nominate("sue"))
    return run


def unvalued() -> Run:
    run = opened()
    run.give(c.Close(), at=CLOSES)
    run.at = KNOWN
    return run


def valued() -> Run:
    """Somebody else of the house wrote the public value down."""
    run = unvalued()
    run.give(c.EnterValue("1 2 3 4 6"), name="otto")
    return run


def closed() -> Run:
    run = Run(CROWN).closed("ann")
    run.at = DRAWN
    return run


def drawn() -> Run:
    return Run(CROWN, unclaimed="next-drawn").drawn("ann")


def unpublished() -> Run:
    run = Run(CROWN).closed("ann")
    run.give(c.Draw(), at=DRAWN)
    return run


def claimed() -> Run:
    run = drawn()
    run.give(c.Claim(1, "ann"))
    return run


def denied() -> Run:
    """The entry of two that was drawn is refused; the other is left."""
    run = Run(CROWN, unclaimed="next-drawn").drawn("ann", "ben")
    run.give(c.Deny(1, run.winner(), "1 High Street"), why="excluded")
    return run


def postponed() -> Run:
    run = opened()
    run.give(c.Postpone(), why="in doubt")
    return run


def cancelled() -> Run:
    run = opened()
    run.give(c.Cancel(), why="beyond repair")
    return run


def disputed() -> Run:
    run = drawn()
    run.give(c.Dispute("ann", "the colour"))
    return run


def ruled() -> Run:
    run = disputed()
    run.give(c.Rule(1, "it stands"))
    return run


def objected() -> Run:
    run = ruled()
    run.give(c.Object(1))
    return run


def told() -> Run:
    run = cancelled()
    run.give(c.TellInspector(1, "ivy"))
    return run


Stage = Callable[[], Run]
OTHERS = terms(CROWN, place="the terrace")
STEPS: list[tuple[str, Command, Stage, tuple[str, ...]]] = [
    ("19.4", c.Amend(OTHERS), drafted, (MANAGER,)),
    ("19.7", c.Lodge(), drafted, (MANAGER,)),
    ("19.7", c.RequestTerms(), drafted, (NICC, INSPECTOR)),
    ("19.3", c.Confirm(NONE_OF), drafted, (MANAGER,)),
    ("19.4", c.Publish(("premises",), "the poster"), confirmed, (MANAGER,)),
    ("19.2", c.Nominate("sue"), drafted, (MANAGER,)),
    ("19.2", c.Attend(), nominated, (SCRUTINEER,)),
    ("19.1", c.Open(), published, (MANAGER,)),
    ("19.5.3", c.Enter("sue"), opened, (MANAGER, PLAYER)),
    ("19.5.6", c.Close(), closing, (MANAGER,)),
    ("19.5.1", c.EnterValue("1 2 3 4 5"), unvalued, (MANAGER, SCRUTINEER)),
    ("19.5.1", c.CorrectValue("1 2 3 4 5"), valued, (MANAGER, SCRUTINEER)),
    ("19.5.1", c.Draw(), closed, (MANAGER,)),
    ("19.5.9", c.PublishResults(), unpublished, (MANAGER,)),
    ("19.6", c.TellWinner(1, "mail"), drawn, (MANAGER,)),
    ("19.5.7", c.Claim(1, "sue"), drawn, (MANAGER, PLAYER)),
    ("19.5.10", c.Award(1), claimed, (MANAGER,)),
    ("19.8", c.Deny(1, "ann", "1 High Street"), drawn, (MANAGER,)),
    ("19.8", c.TellRefused(1, "mail"), denied, (MANAGER,)),
    ("19.5.1", c.PassOn(1), denied, (MANAGER,)),
    ("19.10", c.Postpone(), opened, (MANAGER,)),
    ("19.10", c.Validate(), postponed, (MANAGER,)),
    ("19.10", c.Cancel(), opened, (MANAGER,)),
    ("19.10", c.TellInspector(1, "ivy"), cancelled, (MANAGER,)),
    ("19.9", c.Dispute("sue", "the draw"), drawn, (MANAGER, PLAYER)),
    ("19.9", c.Rule(1, "it stands"), disputed, (MANAGER,)),
    ("19.9", c.Advise(1), objected, (MANAGER,)),
    ("19.1", c.End(), told, (MANAGER,)),
]
# Events that cite more closely than the act: how a winner is told, what a refusal is kept by.
CLOSER = {"tell-winner": "19.6.2"}


@clause(
    "crown-blackjack 19.1", "crown-blackjack 19.2", "crown-blackjack 19.3", "crown-blackjack 19.4",
    "crown-blackjack 19.5.1", "crown-blackjack 19.5.3", "crown-blackjack 19.5.6",
    "crown-blackjack 19.5.7", "crown-blackjack 19.5.9", "crown-blackjack 19.5.10",
    "crown-blackjack 19.6",
    "crown-blackjack 19.7", "crown-blackjack 19.8", "crown-blackjack 19.9", "crown-blackjack 19.10",
)  # fmt: skip
@pytest.mark.parametrize(
    ("cited", "command", "stage", "named"),
    STEPS,
    ids=lambda value: getattr(value, "__name__", str(value))[:24],
)
def test_whoever_is_named_may_and_nobody_else(
    cited: str, command: Command, stage: Stage, named: tuple[str, ...]
) -> None:
    run = stage()
    before = run.state
    for role in EVERYBODY:
        if role not in named:
            run.refused(command, cited, role=role, name="sue", why="so")
    for role in named:
        run.state = before
        name = "olga" if role == MANAGER else "sue"
        event = run.give(command, role=role, name=name, why="so")[-1]
        tag = str(type(command).__struct_config__.tag)
        assert getattr(event, "clause", "") == CLOSER.get(tag, cited)


@clause("crown-blackjack 19.3")
def test_nothing_is_published_or_drawn_before_somebody_has_answered_for_its_prizes() -> None:
    run = drafted()
    run.refused(c.Publish(("premises",), "the poster"), "19.3")
    run.confirm()
    run.give(c.Publish(("premises",), "the poster"))
    run = closed()
    run.state = replace(run.now, confirmed=())
    run.refused(c.Draw(), "19.3")
    run.confirm()
    run.give(c.Draw())


@clause("crown-blackjack 19.4")
def test_a_promotion_is_drafted_by_the_operator_alone() -> None:
    run = Run(CROWN)
    assert [getattr(event, "clause", "") for event in run.events] == ["19.4"]
    run.state = None
    for role in EVERYBODY[1:]:
        run.refused(c.Draft(OTHERS), "19.4", role=role)


@clause("crown-blackjack 19.9")
def test_who_raised_a_dispute_or_the_operator_says_that_it_is_not_over() -> None:
    for role, name in ((PLAYER, "ann"), (MANAGER, "olga")):
        (event,) = ruled().give(c.Object(1), role=role, name=name)
        assert getattr(event, "clause", "") == "19.9"
    for role in EVERYBODY[2:]:
        ruled().refused(c.Object(1), "19.9", role=role, name="ann")


# Words in which nobody need be asked whether the thing is forbidden


TOBACCO = ["tobacco", "cigarette", "cigarettes", "cigar", "cigars", "cigarillos", "snuff"]
FIREARMS = [
    "firearm", "firearms", "imitation firearm", "pistol", "pistols", "rifle", "rifles", "shotgun",
    "shotguns", "revolver", "revolvers", "handgun", "handguns", "ammunition",
]  # fmt: skip
WEAPONS = ["prohibited weapon", "flick knife", "crossbow", "knuckle-duster", "taser", "nunchaku"]


@clause("crown-blackjack 19.3.1", "crown-blackjack 19.3.2", "crown-blackjack 19.3.3")
@pytest.mark.parametrize(
    ("cited", "words"), [("19.3.1", TOBACCO), ("19.3.2", FIREARMS), ("19.3.3", WEAPONS)]
)
def test_terms_that_name_a_forbidden_thing_go_no_further(cited: str, words: list[str]) -> None:
    rules = find_promotion_rules(CROWN)
    for word in words:
        given = terms(CROWN, prize(nature=f"a hamper, with {word.upper()} and a hat"))
        assert [problem.clause for problem in check_terms(rules, given)] == [cited], word
    assert check_terms(rules, terms(CROWN, prize(nature="a hamper, with figs and a hat"))) == ()


# What a prize's terms state, and where none is an answer

ALWAYS = {
    "appliance": ("make", "model"),
    "vehicle": ("make", "model", "on_road_costs"),
    "travel": ("persons", "inclusions"),
    "real-estate": ("dwelling", "plans", "contract", "location", "inclusions"),
}
NUMBERED = {
    "appliance": ("make", "model", "accessories"),
    "vehicle": ("make", "model", "accessories", "on_road_costs"),
    "travel": ("persons", "inclusions", "restrictions", "spending_money"),
    "real-estate": ("dwelling", "plans", "contract", "easements", "location", "inclusions"),
}
PARTS = {"appliance": "(a)", "vehicle": "(b)", "travel": "(c)", "real-estate": "(d)"}
ROMAN = ("(i)", "(ii)", "(iii)", "(iv)", "(v)", "(vi)")


@clause(
    "crown-blackjack 19.5.10(a)(i)", "crown-blackjack 19.5.10(a)(ii)",
    "crown-blackjack 19.5.10(a)(iii)", "crown-blackjack 19.5.10(b)(i)",
    "crown-blackjack 19.5.10(b)(ii)", "crown-blackjack 19.5.10(b)(iii)",
    "crown-blackjack 19.5.10(b)(iv)", "crown-blackjack 19.5.10(c)(i)",
    "crown-blackjack 19.5.10(c)(ii)", "crown-blackjack 19.5.10(c)(iii)",
    "crown-blackjack 19.5.10(c)(iv)", "crown-blackjack 19.5.10(d)(i)",
    "crown-blackjack 19.5.10(d)(ii)", "crown-blackjack 19.5.10(d)(iii)",
    "crown-blackjack 19.5.10(d)(iv)", "crown-blackjack 19.5.10(d)(v)",
    "crown-blackjack 19.5.10(d)(vi)",
)  # fmt: skip
@pytest.mark.parametrize("kind", NUMBERED)
def test_details_are_stated_and_there_may_be_none_only_of_some(kind: str) -> None:
    rules = find_promotion_rules(CROWN)
    (part,) = prize(kind).parts
    for number, detail in zip(ROMAN, NUMBERED[kind], strict=False):
        wanted = [f"19.5.10{PARTS[kind]}{number}"]
        for answer, missing in (("", True), ("not applicable", detail in ALWAYS[kind])):
            said = replace(part, details={**part.details, detail: answer})
            found = check_terms(rules, terms(CROWN, prize(kind, parts=(said,))))
            assert [problem.clause for problem in found] == (wanted if missing else []), detail


@clause("crown-blackjack 19.2")
@pytest.mark.parametrize(
    ("cents", "cited"), [(999_999, "19.5.1"), (1_000_000, "19.5.1"), (1_000_001, "19.2")]
)
def test_a_scrutineer_oversees_by_the_rule_what_is_worth_more_than_ten_thousand(
    cents: int, cited: str
) -> None:
    run = Run(CROWN, prize("vehicle", value_cents=cents)).closed("ann")
    run.give(c.Nominate("sue"))
    run.give(c.Attend(), role=SCRUTINEER, name="sue")
    drawn = run.give(c.Draw(), at=DRAWN)[-1]
    assert getattr(drawn, "clause", "") == cited
