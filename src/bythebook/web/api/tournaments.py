"""Tournaments for pages and programs: each sees what is theirs to see. Commands go the way of all
affairs: POST /api/affairs/tournament/ID/commands, and …/session/ID.STAGE.TABLE/commands."""

import datetime
from typing import Any

import msgspec
from litestar import get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, FromQuery, JSONBody

from bythebook.deciders import Person
from bythebook.errors import Malformed, Refused
from bythebook.fields import FieldView
from bythebook.house.activities.tournaments.desk import DeskView, desk_of, preview
from bythebook.house.activities.tournaments.own_cups import affairs_of
from bythebook.house.activities.tournaments.own_cups import sessions_of as table_sessions
from bythebook.house.activities.tournaments.running import TableRun
from bythebook.house.activities.tournaments.table_views import SessionTableView
from bythebook.house.activities.tournaments.tournaments import (
    KIND,
    NAME,
    TABLE,
    TournamentState,
    table_stream,
)
from bythebook.house.activities.tournaments.views import (
    ChartView,
    MayView,
    Tables,
    TournamentRow,
    TournamentView,
    chart_of,
    row_of,
    view_of,
)
from bythebook.house.people.people import Viewer
from bythebook.house.service import House
from bythebook.house.staff.pit_view import sees_desk
from bythebook.rulebooks.law import named_in
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.terms.checks import Problem, check, load
from bythebook.tournaments.terms.document import TournamentTerms
from bythebook.tournaments.terms.files import document_of, read_document
from bythebook.tournaments.terms.form import terms_form
from bythebook.tournaments.terms.text import Section, terms_sections
from bythebook.web.api.tables import house_of
from bythebook.web.beside.reading import reader_of
from bythebook.web.beside.rehearsing import RehearsalView, rehearse
from bythebook.web.door.limits import DEAR
from bythebook.web.door.shell import require, viewer_of
from bythebook.web.door.visits import Asked

TEXT_MOST = 200_000
ID_MOST = 64
OVER = ("over", "cancelled")


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Terms as people write them down (TOML)."""

    text: str
    practice: bool = False
    form: bool = False  # whether it is to be filled in: with its fields, and as data


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rehearsal of these terms."""

    text: str
    entries: int = 30
    seed: int = 1


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in a document, and what is missing or contradicts the rules."""

    id: str
    title: str
    book: str
    problems: tuple[Problem, ...]
    sections: tuple[Section, ...]
    document: dict[str, Any] = {}  # where a form was asked for: the same as data,
    fields: tuple[FieldView, ...] = ()  # and what it can have under its book


class Made(msgspec.Struct, frozen=True):
    id: str


# Finding


def held_of(request: Asked, tournament: str) -> TournamentState:
    """A tournament, for whoever may see it."""
    affairs, stream = affairs_of(house_of(request), tournament), f"{NAME}/{tournament}"
    held = affairs.state(stream) if len(tournament) <= ID_MOST else None
    if not isinstance(held, TournamentState) or not affairs.may_see(stream, viewer_of(request)):
        raise NotFoundException(f"There is no tournament {tournament[:ID_MOST]}.")
    return held


def runs_of(house: House, tournament: str) -> dict[str, TableRun]:
    """Every table it has had, by its id: 1.3 is the third table of the first stage."""
    family = affairs_of(house, tournament).families.get(f"{NAME}/{tournament}")
    if family is None:
        return {}
    return {
        stream.partition(".")[2]: state
        for stream, state in sorted(family.states.items())
        if stream.startswith(f"{TABLE}/") and isinstance(state, TableRun)
    }


def sessions_of(house: House, tournament: str) -> Tables:
    return {id: run.session for id, run in runs_of(house, tournament).items()}


def run_of(request: Asked, tournament: str, table: str) -> TableRun:
    held_of(request, tournament)
    affairs = affairs_of(house_of(request), tournament)
    run = affairs.state(table_stream(tournament, table)[:100])
    if not isinstance(run, TableRun):
        raise NotFoundException(f"There is no table {table[:ID_MOST]} yet.")
    return run


def rows_of(request: Asked) -> tuple[TournamentRow, ...]:
    """What everybody may know of, the newest first."""
    viewer = viewer_of(request)
    found = [
        row_of(held, viewer)
        for held in house_of(request).affairs.all_of(NAME).values()
        if isinstance(held, TournamentState) and KIND.may_see(held, viewer)
    ]
    return tuple(sorted(found, key=lambda row: (row.phase in OVER, -row.starts, row.id)))


async def view_for(request: Asked, tournament: str) -> TournamentView:
    house, held = house_of(request), held_of(request, tournament)
    affairs = affairs_of(house, tournament)
    viewer = affairs.seen_as(viewer_of(request))
    known = bool(viewer.name) and not viewer.guest
    paid = known and affairs is house.affairs
    wallet = (await house.wallet(viewer.name)).cents if paid else None
    may = _may(held, viewer, house.now) if known else {}
    return view_of(held, sessions_of(house, tournament), viewer, wallet, may)


def _may(held: TournamentState, viewer: Viewer, now: int) -> dict[str, MayView]:
    """Whether a player could enter or withdraw now."""
    book = held.course.terms.book
    if book in viewer.book_roles:
        return {}
    person = Person(viewer.name, viewer.role_at(book))
    enter = o.Enter(player=viewer.name, agreed=True, copy=True)
    orders = {"enter": enter, "withdraw": o.Withdraw(viewer.name)}
    may = {}
    for act, command in orders.items():
        no = preview(held, person, command, max(now, held.course.now), {})
        clause = no.clause if isinstance(no, Refused) else ""
        why = getattr(no, "reason", "") if no is not None else ""
        may[act] = MayView(legal=no is None, clause=clause, why=why)
    return may


def desk_for(request: Asked, held: TournamentState, view: TournamentView) -> DeskView:
    house, viewer = house_of(request), viewer_of(request)
    stream = f"{NAME}/{held.course.terms.id}"
    family = house.affairs.family_of(stream)
    seeds = family.seeds.get(stream, {}) if family is not None else {}
    tables = sessions_of(house, held.course.terms.id)
    return desk_of(held, tables, view, viewer, house.now, seeds)


def staff_held(request: Asked, tournament: str) -> TournamentState:
    """A tournament, for those who run or inspect it."""
    held = held_of(request, tournament)
    if not sees_desk(viewer_of(request), held.course.terms.book):
        raise PermissionDeniedException("This is for those who run the tournament.")
    return held


def read_terms(text: str) -> TournamentTerms:
    if len(text) > TEXT_MOST:
        raise Malformed("a document of terms is shorter than that", "text")
    return read_document(text.encode())


# Addresses


@get("/api/tournaments", tags=["tournaments"], summary="Every tournament, as the list shows it")
async def list_tournaments(request: Asked) -> tuple[TournamentRow, ...]:
    return rows_of(request)


@get(
    "/api/tournaments/{tournament:str}",
    tags=["tournaments"],
    summary="A tournament as you may see it: entries, seats, leaderboard, prizes, results",
)
async def one_tournament(request: Asked, tournament: FromPath[str]) -> TournamentView:
    return await view_for(request, tournament)


@get(
    "/api/tournaments/{tournament:str}/terms",
    tags=["tournaments"],
    summary="The terms, section by section, with the clauses that want them said",
)
async def tournament_terms(request: Asked, tournament: FromPath[str]) -> tuple[Section, ...]:
    return terms_sections(held_of(request, tournament).course.terms)


@get(
    "/api/tournaments/{tournament:str}/tables/{table:str}",
    tags=["tournaments"],
    summary="A table of a tournament as you may see it, with what you may do",
)
async def one_table(
    request: Asked, tournament: FromPath[str], table: FromPath[str]
) -> SessionTableView:
    run_of(request, tournament, table)
    name = f"{tournament}.{table}"
    return table_sessions(house_of(request), name).view(name, viewer_of(request))


@get(
    "/api/tournaments/{tournament:str}/chart",
    tags=["tournaments"],
    summary="Chips by hand, table by table; of one stage or one table if named",
)
async def tournament_chart(
    request: Asked, tournament: FromPath[str], stage: FromQuery[int] = 0, table: FromQuery[str] = ""
) -> tuple[ChartView, ...]:
    held_of(request, tournament)
    return tuple(
        chart_of(id, session)
        for id, session in sessions_of(house_of(request), tournament).items()
        if (not table or id == table) and (not stage or id.startswith(f"{stage}."))
    )


@get(
    "/api/tournaments/{tournament:str}/desk",
    tags=["tournaments"],
    guards=[require()],
    summary="What is to be done now, what is missing, and what you may order",
)
async def tournament_desk(request: Asked, tournament: FromPath[str]) -> DeskView:
    held = staff_held(request, tournament)
    return desk_for(request, held, await view_for(request, tournament))


@post(
    "/api/tournaments/check",
    opt={DEAR: True},
    tags=["tournaments"],
    guards=[require()],
    summary="Read a document of terms: what is missing, what contradicts the rules",
    status_code=200,
)
async def check_terms(request: Asked, data: JSONBody[Document]) -> Checked:
    return await reader_of(request.app).read(checked, data)


def checked(data: Document) -> Checked:
    """A document, read and held against the rules."""
    written = read_terms(data.text)
    terms = named_in(written, datetime.date.today())
    rules = load(terms)
    return Checked(
        id=terms.id,
        title=terms.title,
        book=terms.book,
        problems=check(terms),
        sections=terms_sections(terms),
        document=document_of(written) if data.form else {},
        fields=terms_form(rules.book, rules.required) if data.form else (),
    )


@post(
    "/api/tournaments",
    tags=["tournaments"],
    guards=[require()],
    summary="Write a tournament down from a document of terms",
    status_code=201,
)
async def make_tournament(request: Asked, data: JSONBody[Document]) -> Made:
    terms = read_terms(data.text)
    house, viewer, stream = house_of(request), viewer_of(request), f"{NAME}/{terms.id}"
    held = house.affairs.state(stream)
    if isinstance(held, TournamentState) and KIND.may_see(held, viewer):
        raise Malformed(f"there is a tournament {terms.id} already", "id")
    given = msgspec.json.encode(o.Make(terms))
    await house.affairs.ask(stream, viewer, given, f"make-{terms.id}")
    if data.practice:
        await house.affairs.ask(stream, viewer, b'{"type":"practice"}', "practice")
    return Made(terms.id)


@post(
    "/api/tournaments/{tournament:str}/terms",
    tags=["tournaments"],
    guards=[require()],
    summary="Other terms, as long as they are not published",
    status_code=200,
)
async def amend_terms(request: Asked, tournament: FromPath[str], data: JSONBody[Document]) -> Made:
    held = staff_held(request, tournament)
    house = house_of(request)
    given = msgspec.json.encode(o.Amend(read_terms(data.text)))
    id = f"amend-{held.told}"
    await house.affairs.ask(f"{NAME}/{tournament}", viewer_of(request), given, id)
    return Made(tournament)


@post(
    "/api/tournaments/rehearse",
    opt={DEAR: True},
    tags=["tournaments"],
    guards=[require()],
    summary="A whole tournament with automatic players, off the log",
    status_code=200,
)
async def rehearse_terms(request: Asked, data: JSONBody[Wanted]) -> RehearsalView:
    if not viewer_of(request).staff:
        raise PermissionDeniedException("This is for those who run tournaments.")
    read_terms(data.text)
    return await rehearse(data.text, data.entries, data.seed)
