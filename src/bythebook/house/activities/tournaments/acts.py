"""What can be asked of a tournament and of its tables, as forms for the pages of the desk.

Whether an act may be done, and by whom, is the book's affair; how it is asked for, its command's.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.deciders import Command, Order, Person, tag_of, tags
from bythebook.errors import Malformed, Refused
from bythebook.fields import FieldView, questions
from bythebook.house.activities.activity import command_from_json
from bythebook.house.activities.tournaments.running import TableRun, rules_of
from bythebook.house.activities.tournaments.table_views import as_running, may_order
from bythebook.house.activities.tournaments.tables import KIND
from bythebook.house.activities.tournaments.tournaments import TournamentState
from bythebook.house.cards.stacks import BY_HAND
from bythebook.house.people.people import Viewer
from bythebook.house.staff.desk_view import ActForm, acts_of
from bythebook.house.staff.staff_desk import StaffDesk, staff_desk
from bythebook.house.tables.table_log import ApprovalAsked
from bythebook.rulebooks.chapters.tournament_play import PlayRules
from bythebook.table.powers import title
from bythebook.table.seconding import Verdict
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session.decision import (
    LADDER,
    act_of,
    roles_of,
    table_person,
)
from bythebook.tournaments.session.decision import may_order as may_ever

GROUP = "The tournament"
_DEALT = (c.Deal, c.CuttingCard, c.Shuffle)  # not by people where the cards are sealed
_OF_TABLE = frozenset(tags(*c.TABLE_COMMANDS))
_BY_HAND = frozenset(tags(*BY_HAND))


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """One act: `says` is its button."""

    tag: str
    says: str
    group: str
    fields: tuple[FieldView, ...] = ()


def form_of(command: type[Command], players: tuple[str, ...]) -> Form:
    """A command as it is asked for, where one of these may be named."""
    return Form(tag_of(command), command.says, command.group, _asked(command, players))


def _asked(command: type[Command], players: tuple[str, ...]) -> tuple[FieldView, ...]:
    names = {player: player for player in players}
    return questions(command, lambda _: names)


# The console of a table


def session_desk(run: TableRun, held: TournamentState, viewer: Viewer, now: int) -> StaffDesk:
    """A table with everything around it, as the console of any other table wants it."""
    rules, role = rules_of(run), viewer.role_at(held.course.terms.book)
    made = staff_desk(rules.table, as_running(run, held), viewer, now)
    acting = may_order(run, viewer)
    desk = replace(
        made.desk,
        players=tuple(run.session.players),
        alarms=tuple(alarm for alarm in made.desk.alarms if alarm.kind != "need"),
    )
    acts = tuple(_acts(run, rules, Person(viewer.name, role))) if acting else ()
    return replace(made, may_order=acting, desk=desk, acts=acts, others=(), opening=())


def _acts(run: TableRun, rules: PlayRules, person: Person) -> Iterator[ActForm]:
    """What the tournament knows, and what is ordered at any table of the book: where the cards are
    sealed, what takes none in hand."""
    players = tuple(run.session.players)
    for tag, command in c.COMMANDS.items():
        sealed = run.virtual and issubclass(command, _DEALT)
        if not command.says or tag not in KIND.by_people or sealed:
            continue
        if may_ever(rules, tag, person) is None:
            yield _form(rules, command, players)
    role = table_person(rules, person).role
    closed = _BY_HAND if run.virtual else frozenset()
    for act in acts_of(rules.table, run.session.table, role):
        if act.type in _OF_TABLE - closed:
            yield act


def _form(rules: PlayRules, command: type[Command], players: tuple[str, ...]) -> ActForm:
    tag = tag_of(command)
    act = act_of(rules, tag)
    lowest = next(power for power in LADDER if power in act.by)
    return ActForm(
        id=tag,
        act=tag,
        type=tag,
        group=GROUP,
        says=command.says,
        by=title(rules.table.conduct, roles_of(rules, lowest)[0]),
        clause=act.clause,
        also=act.also,
        conditions=(),
        fields=_asked(command, players),
        why=False,
        asked=False,
        grave=command.grave,
    )


def would_be(run: TableRun, viewer: Viewer, given: dict[str, Any], why: str, now: int) -> Verdict:
    """What would come of an order at a tournament table."""
    try:
        command = command_from_json(KIND, KIND.sent(given, viewer.name), asked=True)
        person = KIND.person(run, viewer, command)
    except (Refused, Malformed) as no:
        return _verdict(no)
    order = Order(by=person, at=max(now, run.at), command=command, why=why)
    try:
        (first, *_) = KIND.decide(run, order, {})
    except (Refused, Malformed) as no:
        return _verdict(no)
    if isinstance(first, ApprovalAsked):
        return Verdict(would="waits", clause=first.clause, reason=first.reason)
    return Verdict(would="done")


def _verdict(no: Refused | Malformed) -> Verdict:
    if isinstance(no, Refused):
        return Verdict(would="refused", clause=no.clause, reason=no.reason)
    return Verdict(would="malformed", reason=no.reason)
