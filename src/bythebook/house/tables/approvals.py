"""Orders that wait for a second person, where the book wants one behind them: the same at a table
and at a table of a tournament.

    refused for want of somebody ──▶ ApprovalAsked ──▶ ApprovalAnswered, and the order as helped

While the correction of an entry waits, the table does: nobody goes on from a card that may not lie
there, and the entry is still the last one when somebody has answered.
"""

from typing import Protocol

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.house.tables import table_log as h
from bythebook.house.tables.requests import Approve
from bythebook.phrases import phrase
from bythebook.rulebooks.tables import PLAYER, TableRules
from bythebook.table.cards.orders import CorrectEntry
from bythebook.table.orders import Order, Person
from bythebook.table.seconding import preview, seconded
from bythebook.table.state import State
from bythebook.table.table import refusal

CORRECTING = phrase("the table waits: somebody must say whether the last card is corrected")


class Request(msgspec.Struct, frozen=True, gc=False):
    """An order that waits for a second person."""

    number: int
    order: Order
    clause: str
    reason: str


class WithRequests(Protocol):
    @property
    def requests(self) -> tuple[Request, ...]: ...
    @property
    def asked(self) -> int: ...


def asked_for(
    run: WithRequests, rules: TableRules, table: State, order: Order, no: Refused
) -> h.ApprovalAsked:
    """What becomes of an order that was refused: it waits, if a second person is all it lacks."""
    first = correction(run, rules, table)
    if first is not None and isinstance(order.command, CorrectEntry):
        raise Refused(first.clause, "the correction of this card waits already: answer that first")
    verdict = preview(rules, table, order)
    lacks = verdict.would == "waits" and verdict.reason == no.reason
    if order.by.role == PLAYER or not lacks:
        raise no
    return h.ApprovalAsked(run.asked + 1, order, no.clause, no.reason)


def correction(run: WithRequests, rules: TableRules, table: State) -> Request | None:
    """The correction of the last entry that waits, if it could still be made."""
    for request in run.requests:
        if isinstance(request.order.command, CorrectEntry):
            order = replace(request.order, at=max(request.order.at, table.now))
            if preview(rules, table, order).would == "waits":
                return request
    return None


def overtaken(run: WithRequests, rules: TableRules, before: State, after: State) -> Refused | None:
    """Why the table may not go on like this: a correction that waits could not be made any more."""
    waits = correction(run, rules, before)
    if waits is None or correction(run, rules, after) is waits:
        return None
    return Refused(waits.clause, CORRECTING)


def request_of(run: WithRequests, number: int, person: Person) -> Request:
    """The order that waits under this number, for somebody who may answer it."""
    request = next((one for one in run.requests if one.number == number), None)
    if request is None:
        raise Malformed(f"no order waits under number {number}")
    if person.role == PLAYER:
        raise Refused(request.clause, "that is for the staff to answer")
    return request


def waiting(run: WithRequests, asked: object) -> int:
    """How many cents the order is about that somebody asks to approve."""
    number = asked.number if isinstance(asked, Approve) else 0
    request = next((one for one in run.requests if one.number == number), None)
    command = request.order.command if request is not None else None
    return max(int(getattr(command, field, 0) or 0) for field in ("cents", "amount"))


def helped(rules: TableRules, table: State, request: Request, by: Person, at: int) -> Order:
    """The order with somebody behind it, as things are now; or why that does not do."""
    order = replace(request.order, at=at)
    found = seconded(rules, table, order, by)
    if found is None:
        no = refusal(rules, table, replace(order, approved=by))
        raise no or Refused(request.clause, request.reason)
    return found


def with_requests(
    run: WithRequests, happened: h.ApprovalAsked | h.ApprovalAnswered
) -> dict[str, object]:
    """How the orders that wait change by this."""
    left = tuple(one for one in run.requests if one.number != happened.number)
    if isinstance(happened, h.ApprovalAnswered):
        return {"requests": left}
    new = Request(happened.number, happened.order, happened.clause, happened.reason)
    return {"requests": (*left, new), "asked": happened.number}
