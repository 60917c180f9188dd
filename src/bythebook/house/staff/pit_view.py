"""All tables at a glance, and the orders that wait for a second person."""

from typing import Any

import msgspec

from bythebook.cards import Card
from bythebook.house.people.people import INSPECTOR, PIT, Viewer
from bythebook.house.staff.registers_view import (
    AlarmView,
    DutyView,
    PersonView,
    alarms,
    closing_in_words,
    duty_view,
    person_view,
    says_of,
)
from bythebook.house.tables.approvals import Request
from bythebook.house.tables.inscription import game_name
from bythebook.house.tables.projecting import the_game
from bythebook.house.tables.running_table import RunningTable, setup_of
from bythebook.house.tables.views import SignView
from bythebook.money import format_amount
from bythebook.rulebooks.tables import TableRules
from bythebook.structs import like
from bythebook.table.cards.orders import CorrectEntry
from bythebook.table.cards.rebuilding import last_entry_seen
from bythebook.table.due import Expected, what_is_due
from bythebook.table.orders import Command, Order, Person
from bythebook.table.powers import act_name, outranks, title
from bythebook.table.seconding import second_roles
from bythebook.table.state import State

# What a column of the wire holds in cents, by the name of the field.
_MONEY = frozenset({"amount", "cents", "most", "least", "declared", "box_maximum"})

_DUE = {
    "open": "to be opened",
    "check": "the cards are to be checked",
    "put-right": "a card is to be put right",
    "shuffle": "to be shuffled",
    "cut": "to be cut",
    "insert": "the cutting card goes in",
    "burn": "a card is to be burned",
    "wagers": "wagers are placed",
}


class RequestView(msgspec.Struct, frozen=True, kw_only=True):
    """An order that waits for a second person."""

    table: str
    table_title: str
    book: str
    number: int
    by: str
    title: str
    at: int
    says: str  # the order in words
    why: str
    clause: str
    reason: str
    yours: bool  # whoever looks may answer it
    grave: str = ""  # what is asked before it is approved


class PitRow(msgspec.Struct, frozen=True, kw_only=True):
    """One table of the pit."""

    id: str
    title: str
    book: str
    game: str
    game_title: str
    role: str  # of whoever looks
    role_title: str
    practice: bool
    cards: str
    phase: str
    round: int  # the one being dealt, or how many were
    in_round: bool
    due: str
    due_clause: str
    clock: str
    until: int
    boxes: int
    seated: int
    players: int
    limits: tuple[int, int]
    signs: tuple[SignView, ...]  # those that announce something, the next first
    closing: str
    alarms: tuple[AlarmView, ...]
    staff: tuple[PersonView, ...]
    duties: tuple[DutyView, ...]
    requests: tuple[RequestView, ...]


class PitView(msgspec.Struct, frozen=True, kw_only=True):
    now: int
    tables: tuple[PitRow, ...]


def sees_desk(viewer: Viewer, book: str) -> bool:
    """Whether somebody may see what goes on around the tables of a book; by default nobody may."""
    return book in viewer.book_roles or bool({INSPECTOR, PIT} & viewer.house_roles)


def pit_row(rules: TableRules, run: RunningTable, viewer: Viewer, now: int) -> PitRow:
    table, setup = run.table, setup_of(run)
    due = what_is_due(rules, table)
    role = viewer.role_at(run.terms.book)
    coming = sorted(
        (sign for sign in table.signs if sign.time is not None and sign.time > 0),
        key=lambda sign: sign.time or 0,
    )
    return like(
        PitRow,
        run.terms,
        game=setup.game,
        game_title=game_name(the_game(rules, run).rules.title, rules.book.about),
        role=role,
        role_title=title(rules.conduct, role),
        phase=table.phase,
        round=table.begun,
        in_round=table.in_round,
        due=due_in_words(due),
        due_clause=due.clause,
        clock=run.clock.what if run.clock is not None else "",
        until=run.clock.until if run.clock is not None else 0,
        boxes=setup.boxes,
        seated=sum(1 for player in table.players.values() if player.seat),
        players=len(table.players),
        limits=setup.limits.get("main", (0, 0)),
        signs=tuple(like(SignView, sign, player="") for sign in coming),
        closing=closing_in_words(table),
        alarms=tuple(alarms(rules, table, now)),
        staff=tuple(person_view(rules, person) for person in table.staff),
        duties=tuple(duty_view(rules, duty, now) for duty in table.duties),
        requests=tuple(request_view(rules, run, viewer, request) for request in run.requests),
    )


def stir(row: PitRow) -> int:
    """Which rows come first: that call for somebody, that announce something, that are played at.

    Not only while a round is on: rows that change their places every minute cannot be read.
    """
    if row.alarms or row.duties or row.requests:
        return 0
    if row.signs:
        return 1
    return 2 if row.in_round or row.players else 3


def due_in_words(due: Expected) -> str:
    if due.what == "card":
        return f"a card to {_place(due)}"
    if due.what == "decision":
        return f"{due.player or 'somebody'} decides, {_place(due)}"
    if due.what == "offer":
        return "something is being offered"
    said = _DUE[due.what]
    return f"{said}: {due.player}" if due.player else said


def _place(due: Expected) -> str:
    if not due.box:
        return "the dealer"
    return f"box {due.box}, hand {due.hand}" if due.hand > 1 else f"box {due.box}"


# Orders that wait


def request_view(
    rules: TableRules, run: RunningTable, viewer: Viewer, request: Request
) -> RequestView:
    order = request.order
    return like(
        RequestView,
        request,
        table=run.terms.id,
        table_title=run.terms.title,
        book=run.terms.book,
        by=order.by.name,
        title=title(rules.conduct, order.by.role),
        at=order.at,
        says=order_in_words(rules, run.table, order),
        why=order.why,
        yours=may_answer(rules, run, viewer, order),
        grave=order.command.grave,
    )


def may_answer(rules: TableRules, run: RunningTable, viewer: Viewer, order: Order) -> bool:
    """Somebody else of the rank that the act wants behind it."""
    role = viewer.role_at(run.terms.book)
    if run.terms.book not in viewer.book_roles or viewer.name == order.by.name:
        return False
    person = Person(viewer.name, role)
    return any(outranks(rules.conduct, person, least) for least in second_roles(rules, order))


def order_in_words(rules: TableRules, table: State, order: Order) -> str:
    """What is asked for, with everything that it names; of a card face down, that it is one."""
    said, command = says_of(rules, act_name(order)), order.command
    if isinstance(command, CorrectEntry) and last_entry_seen(table) != command.was:
        return f"{said}: it lies face down"
    details = "; ".join(_details(command))
    return f"{said}: {details}" if details else said


def _details(command: Command) -> list[str]:
    found = []
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if name == "act" or value in (None, "", (), {}, False):
            continue
        found.append(f"{name.replace('_', ' ')} {_written(name, value)}")
    return found


def _written(name: str, value: Any) -> str:
    if name in _MONEY and isinstance(value, int):
        return format_amount(value)
    match value:
        case bool():
            return "yes"
        case Card():
            return str(value)
        case tuple():
            return ", ".join(_written("", item) for item in value)
        case dict():
            return ", ".join(f"{key} {_between(name, each)}" for key, each in value.items())
        case msgspec.Struct():
            return " ".join(_details_of(value))
        case _:
            return str(value)


def _between(name: str, value: Any) -> str:
    if isinstance(value, tuple):
        return " to ".join(format_amount(sum_) for sum_ in value)
    return format_amount(value) if name in ("units", "meters") else str(value)


def _details_of(value: msgspec.Struct) -> list[str]:
    kind = type(value).__name__
    parts = [str(getattr(value, name)) for name in value.__struct_fields__]
    return [kind, *(part for part in parts if part not in ("", "None", "()", "{}"))]
