"""Every act at a tournament table of The Star: whose it is, and by which clause."""

import pytest

from bythebook.deciders import Person
from bythebook.errors import Malformed, Refused
from bythebook.table import orders as o
from bythebook.tournaments.session import commands as c
from tests.clauses import clause
from tests.tournaments.session.session_floor import STAR, TWO, Floor, form, terms_of

MANAGER = ("tournament-manager",)
SUPERVISORS = (
    "gaming-supervisor", "supervisor", "assistant-gaming-manager", "gaming-manager", *MANAGER,
)  # fmt: skip
STAFF = ("dealer", *SUPERVISORS)
ANYBODY = ("player", *STAFF)
ROLES = (*ANYBODY, "inspector", "operator")

# Whom the clause names: the Tournament Manager, dealers and supervisors, a game supervisor.
ACTS: list[tuple[o.Command, tuple[str, ...], str]] = [
    (c.Open(terms_of(STAR, TWO)), MANAGER, "21.5.4"),
    (c.RecordTotals(), STAFF, "21.5.8"),
    (c.ReturnChips(), STAFF, "21.5.9"),
    (c.AnnounceResult(), MANAGER, "21.5.8"),
    (c.SetTimeLimit(30), MANAGER, "21.6.10"),
    (c.CallTime("ann"), MANAGER, "21.6.11"),
    (c.Miss("ann"), MANAGER, "21.6.3"),
    (c.Disqualify("ann", "rules"), MANAGER, "21.5.7"),
    (c.EndEarly(), MANAGER, "21.5.5"),
    (c.CountChips({}), MANAGER, "21.11.3"),
    (c.RuleOn(1, "it stands"), MANAGER, "21.11.2"),
    (c.CheckForm("ann"), SUPERVISORS, "21.8.2.5"),
    (c.ReturnForm("ann"), SUPERVISORS, "21.8.2.5"),
    (c.Announce(), SUPERVISORS, "21.8.2.6"),
    (c.HandIn(form(100)), ANYBODY, "21.8.2.1"),
    (c.ExamineForm("bob"), ANYBODY, "21.8.4"),
    (c.VoidHand("18.8:void"), SUPERVISORS, "21.2.2.1"),
]


@clause(
    "star-blackjack-challenge 21.1.1:tournament-manager",
    "star-blackjack-challenge 21.2.2.1", "star-blackjack-challenge 21.5.4",
    "star-blackjack-challenge 21.5.5", "star-blackjack-challenge 21.5.7",
    "star-blackjack-challenge 21.5.8", "star-blackjack-challenge 21.5.9",
    "star-blackjack-challenge 21.6.3", "star-blackjack-challenge 21.6.10",
    "star-blackjack-challenge 21.6.11", "star-blackjack-challenge 21.8.2.1",
    "star-blackjack-challenge 21.8.2.5", "star-blackjack-challenge 21.8.2.6",
    "star-blackjack-challenge 21.8.4", "star-blackjack-challenge 21.11.2",
    "star-blackjack-challenge 21.11.3",
)  # fmt: skip
@pytest.mark.parametrize(
    ("command", "may", "by"), ACTS, ids=lambda value: getattr(type(value), "__name__", "")
)
def test_an_act_is_for_those_whom_its_clause_names(
    command: o.Command, may: tuple[str, ...], by: str
) -> None:
    def not_for(role: str) -> str:
        floor = Floor(STAR, TWO)
        if isinstance(command, c.Open):
            floor.session = None
        try:
            floor.give(Person("ann", role), command, "so")
        except Refused as refused:
            return refused.clause if ": only by a " in refused.reason else ""
        except Malformed:
            pass
        return ""

    assert {role: not_for(role) for role in ROLES} == {
        role: "" if role in may else by for role in ROLES
    }


def test_every_act_of_the_book_is_in_this_list() -> None:
    listed = {str(type(command).__struct_config__.tag) for command, _, _ in ACTS}
    assert listed == set(Floor(STAR, TWO).rules.play.acts)
