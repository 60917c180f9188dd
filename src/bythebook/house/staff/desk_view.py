"""What somebody of the staff may order at a table, as forms.

Everything that a book knows as an act is here for whoever may ever give it: how it is asked for,
under which conditions and by which clause. Whether it would be carried out now says
`table.seconding.preview`.
"""

import msgspec

from bythebook.fields import FieldView
from bythebook.house.staff.order_fields import fields_of
from bythebook.rulebooks.chapters.conduct import Act, Conduct, rank_of
from bythebook.rulebooks.show.powers import Condition, conditions
from bythebook.rulebooks.tables import ANYBODY, PLAYER, TableRules
from bythebook.structs import like
from bythebook.table.messages import COMMANDS
from bythebook.table.orders import GROUPS, Person
from bythebook.table.powers import outranks, title
from bythebook.table.state import State

VOIDS = "Declare the round void?"


class ActForm(msgspec.Struct, frozen=True, kw_only=True):
    """An act that a role may ever give: who else may, under which conditions, what it asks."""

    id: str  # the act, and which of its entries
    act: str
    type: str  # the tag of the command
    group: str
    says: str
    by: str  # the lowest title that may
    clause: str
    also: tuple[str, ...]
    conditions: tuple[Condition, ...]
    fields: tuple[FieldView, ...]
    why: bool  # it must say why
    asked: bool  # somebody must ask for it
    told: tuple[str, ...] = ()  # the roles that must be told of it first
    grave: str = ""  # what is asked before it is given


class ForOthers(msgspec.Struct, frozen=True, kw_only=True):
    """An act that is for somebody else: whose, and by which clause."""

    act: str
    group: str
    says: str
    by: str
    clause: str


def may_give(conduct: Conduct, act: Act, role: str) -> bool:
    """Whether a role could ever give this order; the same question as `powers` asks."""
    if act.by == ANYBODY or role in act.also_by:
        return True
    if act.by == PLAYER:
        return role == PLAYER or rank_of(conduct, role) is not None
    return outranks(conduct, Person("", role), act.by)


def acts_of(rules: TableRules, state: State, role: str) -> tuple[ActForm, ...]:
    """Every act that this role may ever give at this table, group by group."""
    order = {group: place for place, group in enumerate(GROUPS)}
    made = [
        form
        for name, entries in rules.conduct.acts.items()
        for number, act in enumerate(entries, start=1)
        if may_give(rules.conduct, act, role)
        and _fits(state, act)
        and (form := _form(rules, state, name, number, act)) is not None
    ]
    return tuple(sorted(made, key=lambda form: order[form.group]))


def for_others(rules: TableRules, state: State, role: str) -> tuple[ForOthers, ...]:
    """The acts at this table that this role may never give, with the title that may."""
    mine = {act.act for act in acts_of(rules, state, role)}
    found = []
    for name, entries in rules.conduct.acts.items():
        command = COMMANDS.get("perform" if entries[0].record else name)
        act = next((one for one in entries if _fits(state, one)), None)
        if command is not None and act is not None and name not in mine:
            by = title(rules.conduct, act.by)
            made = like(ForOthers, act, act=name, group=command.group, by=by)
            found.append(made)
    return tuple(found)


def _fits(state: State, act: Act) -> bool:
    setup = state.setup
    if setup is None:
        return True
    dealing = act.dealing is None or act.dealing == setup.dealing
    return dealing and (not act.games or setup.game in act.games)


def _form(rules: TableRules, state: State, name: str, number: int, act: Act) -> ActForm | None:
    tag = "perform" if act.record else name
    command = COMMANDS.get(tag)
    if command is None:
        return None
    return like(
        ActForm,
        act,
        id=f"{name}-{number}",
        act=name,
        type=tag,
        group=command.group,
        by=title(rules.conduct, act.by),
        conditions=tuple(conditions(rules.conduct, act, name)),
        fields=fields_of(rules, state, command, act),
        why=act.reason,
        asked=act.asked is not None,
        told=tuple(told.to for told in act.told),
        grave=command.grave or (VOIDS if "void" in act.only else ""),
    )
