"""What can be asked of a tournament and of its tables, as forms for the pages of the desk.

Whether an act may be done, and by whom, is the book's affair; how it is asked for, its command's.
"""

from collections.abc import Iterator

import msgspec

from bythebook.deciders import Command, Person, tag_of
from bythebook.fields import WHY, FieldView, ValueView, questions
from bythebook.house.staff.desk_view import may_give
from bythebook.house.staff.order_fields import values_of
from bythebook.rulebooks.tables import TableRules
from bythebook.table.orders import Perform
from bythebook.table.state import State
from bythebook.tournaments.session.commands import TABLE_COMMANDS


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """One act: `says` is its button."""

    tag: str
    says: str
    group: str
    fields: tuple[FieldView, ...] = ()


def form_of(command: type[Command], players: tuple[str, ...]) -> Form:
    """A command as it is asked for, where one of these may be named."""
    names = {player: player for player in players}
    fields = questions(command, lambda _: names)
    return Form(tag_of(command), command.says, command.group, fields)


def with_players(form: Form, players: tuple[str, ...]) -> Form:
    """A form of the table's own in which one of these players is chosen."""
    values = tuple(ValueView(player, player) for player in players)
    fields = tuple(
        msgspec.structs.replace(one, kind="choice", values=values) if one.kind == "player" else one
        for one in form.fields
    )
    return msgspec.structs.replace(form, fields=fields)


def table_forms(rules: TableRules, state: State, person: Person) -> Iterator[tuple[Form, str]]:
    """What is ordered at a tournament table as at any other of the book, for whoever may ever give
    it: the form, and the clause of the power."""
    conduct = rules.conduct
    for command in TABLE_COMMANDS:
        tag = tag_of(command)
        if command is Perform:
            acts = [act for entries in conduct.acts.values() for act in entries if act.record]
        else:
            acts = list(conduct.acts.get(tag, ()))
        able = [act for act in acts if may_give(conduct, act, person.role)]
        if not able:
            continue
        asked = questions(command, lambda of: values_of(rules, state, of))
        if command is Perform:
            named = {
                name: entries[0].says
                for name, entries in conduct.acts.items()
                if any(act in able for act in entries)
            }
            values = tuple(ValueView(name, says) for name, says in named.items())
            asked = tuple(
                msgspec.structs.replace(one, kind="choice", values=values, only=True)
                if one.name == "act"
                else one
                for one in asked
            )
        if any(act.reason for act in able):
            asked = (*asked, FieldView(name=WHY, label="Why", kind="long", required=True))
        says = able[0].says if len(able) == 1 else command.__doc__ or tag
        yield Form(tag, upper_first(says.split(":")[0].rstrip(".")), "cards", asked), able[0].clause


def upper_first(words: str) -> str:
    return words[:1].upper() + words[1:]
