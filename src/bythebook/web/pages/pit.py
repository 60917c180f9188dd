"""The pit: all tables at a glance, one table with everything around it, and the same as data."""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec.structs import replace

from bythebook.casino.state import Patron
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.patrons.desk import with_vouchers
from bythebook.house.activities.patrons.patrons import patron_stream
from bythebook.house.activities.tournaments.acts import session_desk
from bythebook.house.activities.tournaments.acts import would_be as would_be_at_session
from bythebook.house.activities.tournaments.live_tables import is_session
from bythebook.house.activities.tournaments.table_views import may_order
from bythebook.house.consequences import Moved, of_table
from bythebook.house.people.people import INSPECTOR, Viewer
from bythebook.house.staff.order_fields import setup_fields, unknown_to
from bythebook.house.staff.pit_view import PitRow, PitView, pit_row, sees_desk, stir
from bythebook.house.staff.staff_desk import StaffDesk, staff_desk
from bythebook.house.tables import table_log as h
from bythebook.house.tables.approvals import overtaken
from bythebook.house.tables.live_table import LiveTable
from bythebook.house.tables.requests import Message, Request, asked_from_json
from bythebook.rulebooks.chapters.conduct import Act
from bythebook.rulebooks.tables import TableRules, find_table_rules
from bythebook.structs import like
from bythebook.table.orders import Order, Person, Setup
from bythebook.table.powers import outranks
from bythebook.table.preparing import opening_orders
from bythebook.table.seconding import Verdict, preview
from bythebook.table.state import State
from bythebook.table.table import carry_out
from bythebook.web.door.shell import viewer_of
from bythebook.web.door.staff import (
    house_of,
    require_staff,
    staff_session,
    staff_table,
)
from bythebook.web.door.visits import Asked
from bythebook.web.show.templating import page

STAFF = [require_staff]
ONLY_LOOKS = Verdict(would="refused", clause="house:inspector", reason="you look on here")


class Outcome(Verdict, frozen=True, kw_only=True):
    """With what it would move."""

    moves: tuple[Moved, ...] = ()


class Proposed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order that is not given yet: would it be carried out?"""

    command: dict[str, Any]
    why: str = ""
    asked: str = ""


def pit_rows(request: Asked, practice: bool = False) -> tuple[PitRow, ...]:
    """The tables whose staff the viewer belongs to, or all for those who watch.

    Practice is nobody's business here, unless it is asked for.
    """
    house, viewer = house_of(request), viewer_of(request)
    rows = [
        pit_row(live.rules, live.run, viewer, house.now)
        for live in house.tables.values()
        if sees_desk(viewer, live.run.terms.book) and (practice or not live.run.terms.practice)
    ]
    return tuple(sorted(rows, key=lambda row: (stir(row), row.practice, row.book, row.title)))


@get("/pit", guards=STAFF, include_in_schema=False)
async def pit_page(request: Asked, practice: FromQuery[bool] = False) -> Response[Any]:
    return page(
        request,
        "pit/pit.html",
        rows=pit_rows(request, practice),
        practice=practice,
        makes_tables=bool(books_to_open(viewer_of(request))),
    )


@get("/pit/tables/{table:str}", guards=STAFF, include_in_schema=False)
async def pit_table_page(request: Asked, table: FromPath[str]) -> Response[Any]:
    live = staff_table(request, table)
    viewer, now = viewer_of(request), house_of(request).now
    desk = staff_desk(live.rules, live.run, viewer, now)
    return page(
        request, "pit/table.html", desk=desk, row=pit_row(live.rules, live.run, viewer, now)
    )


@get("/api/pit", guards=STAFF, tags=["staff"], summary="The tables you run or watch, at a glance")
async def pit_data(request: Asked, practice: FromQuery[bool] = False) -> PitView:
    return PitView(now=house_of(request).now, tables=pit_rows(request, practice))


@get(
    "/api/tables/{table:str}/desk",
    guards=STAFF,
    tags=["staff"],
    summary="Everything around a table: signs, duties, registers, and what you may order",
)
async def desk_data(request: Asked, table: FromPath[str]) -> StaffDesk:
    viewer, now = viewer_of(request), house_of(request).now
    if is_session(table):
        return session_desk(*staff_session(request, table), viewer, now)
    live = staff_table(request, table)
    desk = staff_desk(live.rules, live.run, viewer, now)
    patron = house_of(request).affairs.state
    players = {name: patron(patron_stream(name)) for name in live.run.table.players}
    known = {name: one for name, one in players.items() if isinstance(one, Patron)}
    return replace(desk, acts=with_vouchers(desk.acts, desk.book, known, now))


@post(
    "/api/tables/{table:str}/would",
    guards=STAFF,
    tags=["staff"],
    summary="Whether an order would be carried out now, and by which clause it would not",
    status_code=200,
)
async def would_be(
    request: Asked, table: FromPath[str], data: JSONBody[Proposed]
) -> Verdict | Outcome:
    if is_session(table):
        run, _ = staff_session(request, table)
        if not may_order(run, viewer_of(request)):
            return ONLY_LOOKS
        now = house_of(request).now
        return would_be_at_session(run, viewer_of(request), data.command, data.why, now)
    live = staff_table(request, table)
    viewer, book = viewer_of(request), live.run.terms.book
    if book not in viewer.book_roles or INSPECTOR in viewer.house_roles:
        return ONLY_LOOKS
    return outcome_of(live, Person(viewer.name, viewer.role_at(book)), data, house_of(request).now)


def outcome_of(live: LiveTable, by: Person, data: Proposed, now: int) -> Outcome | Verdict:
    """What would come of an order at a table, if this person gave it now."""
    message = Message("would", data.command, data.why, data.asked)
    try:
        asked = asked_from_json(msgspec.json.encode(message), by.name)
    except Malformed as no:
        return Verdict(would="malformed", reason=str(no))
    if isinstance(asked.what, Request):
        return Verdict(would="done")
    order = Order(
        by=by,
        at=max(now, live.run.table.now),
        command=asked.what,
        why=asked.why,
        asked=asked.asked,
    )
    verdict = preview(live.rules, live.run.table, order)
    if verdict.would != "done":
        return like(Outcome, verdict)
    before = live.run.table
    after, _ = carry_out(live.rules, before, order)
    waits = overtaken(live.run, live.rules, before, after)
    if waits is not None:
        return Verdict(would="refused", clause=waits.clause, reason=waits.reason)
    return like(Outcome, verdict, moves=tuple(of_table(before, after)))


# A new table, from a form that knows its book; like one that stands there already

NOT_YOURS = "This is for those who open tables."
TITLE_MOST = 60


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it is asked for; amounts in cents."""

    id: str
    title: str
    book: str
    cards: h.CardsKind = "virtual"
    practice: bool = False
    setup: dict[str, Any] = {}


class Proposal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: Wanted
    check: bool = False  # only whether the book would let it be opened like that


def opens(rules: TableRules) -> Act:
    return rules.conduct.acts["open"][0]


def books_to_open(viewer: Viewer) -> dict[str, str]:
    """The books by which somebody may open a table, with their titles."""
    if INSPECTOR in viewer.house_roles:
        return {}
    found = {book: find_table_rules(book) for book in viewer.book_roles}
    return {
        book: f"{rules.book.about.title}, {rules.book.about.place}"
        for book, rules in found.items()
        if outranks(rules.conduct, Person(viewer.name, viewer.book_roles[book]), opens(rules).by)
    }


@get("/pit/new", guards=STAFF, include_in_schema=False)
async def new_table_page(
    request: Asked, book: FromQuery[str] = "", like: FromQuery[str] = ""
) -> Response[Any]:
    house, books = house_of(request), books_to_open(viewer_of(request))
    if not books:
        raise PermissionDeniedException(NOT_YOURS)
    there = {
        id: live.run.terms
        for id, live in house.tables.items()
        if live.run.terms.book in books and not live.run.terms.own
    }
    if like and like not in there:
        raise NotFoundException("There is no such table of yours.")
    chosen = there[like].book if like else book if book in books else next(iter(books))
    rules = find_table_rules(chosen)
    setup = there[like].setup if like else Setup(game=next(iter(rules.book.games)), boxes=7)
    return page(
        request,
        "pit/new.html",
        books=books,
        book=chosen,
        like=there.get(like),
        there=sorted((t for t in there.values() if t.book == chosen), key=lambda t: t.title),
        clause_id=opens(rules).clause,
        fields=msgspec.to_builtins(
            [
                field
                for field in setup_fields(rules, State(setup=setup))
                if field.name not in unknown_to(rules)
            ]
        ),
        setup=msgspec.to_builtins(setup),
    )


@post(
    "/api/tables",
    guards=STAFF,
    tags=["staff"],
    summary="Put a table on the floor, closed; or ask whether its book would let it open like that",
    status_code=200,
)
async def make_table(request: Asked, data: JSONBody[Proposal]) -> Verdict:
    viewer, table = viewer_of(request), data.table
    if table.book not in books_to_open(viewer):
        raise PermissionDeniedException(NOT_YOURS)
    try:
        terms = _terms(table)
        if not data.check:
            await house_of(request).make_table(terms, viewer.name)
    except Refused as no:
        return Verdict(would="refused", clause=no.clause, reason=no.reason)
    except Malformed as no:
        return Verdict(would="malformed", reason=str(no))
    return Verdict(would="done")


def _terms(table: Wanted) -> h.Terms:
    """As the house keeps it, if its book would let it be opened like that."""
    title = table.title.strip()
    if not 0 < len(title) <= TITLE_MOST or not title.isprintable():
        raise Malformed(f"a name of at most {TITLE_MOST} characters", "title")
    if table.id.startswith(h.OWN):
        raise Malformed(f"names that begin with {h.OWN} are for tables of one's own", "id")
    try:
        setup = msgspec.convert(table.setup, Setup)
    except msgspec.ValidationError as error:
        raise Malformed(str(error), "setup") from None
    rules = find_table_rules(table.book)
    opening_orders(rules, State(), setup, lambda role: Person(role, role), 0)
    return like(h.Terms, table, title=title, setup=setup)
