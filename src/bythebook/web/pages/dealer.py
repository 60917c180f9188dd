"""The dealer's console: the page on which real cards are entered as they are dealt; and before it,
the tables at which there is something to deal."""

from typing import Any

import msgspec
from litestar import Response, get
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromPath

from bythebook.house.activities.tournaments.running import rules_of
from bythebook.house.activities.tournaments.table_views import may_order
from bythebook.house.people.people import Viewer
from bythebook.house.staff.pit_view import PitRow
from bythebook.table.powers import title
from bythebook.web.api.tournaments import rows_of, runs_of
from bythebook.web.door.shell import viewer_of
from bythebook.web.door.staff import house_of, require_staff, staff_session, staff_table
from bythebook.web.door.visits import Asked
from bythebook.web.pages.pit import pit_rows
from bythebook.web.show.templating import page

SCANNED = "scanned"  # cards that somebody deals


class TournamentTable(msgspec.Struct, frozen=True):
    """A table of a tournament whose cards somebody deals."""

    tournament: str
    title: str
    table: str
    phase: str


@get("/dealer", guards=[require_staff], include_in_schema=False)
async def dealers_page(request: Asked) -> Response[Any]:
    """Where there is something to deal: one's own tables first, then those that are open."""
    viewer = viewer_of(request)
    rows = [
        row for row in pit_rows(request) if row.cards == SCANNED and row.book in viewer.book_roles
    ]
    rows.sort(key=lambda row: (not _on_duty(row, viewer), row.phase != "open", row.title))
    return page(
        request,
        "dealer/tables.html",
        rows=[(row, _on_duty(row, viewer)) for row in rows],
        sessions=tournament_tables(request),
    )


def _on_duty(row: PitRow, viewer: Viewer) -> bool:
    return any(person.name == viewer.name for person in row.staff)


def tournament_tables(request: Asked) -> list[TournamentTable]:
    """Those that are being played at, with cards that somebody deals."""
    house, viewer = house_of(request), viewer_of(request)
    return [
        TournamentTable(row.id, row.title, id, run.session.phase)
        for row in rows_of(request)
        if row.cards == SCANNED
        for id, run in runs_of(house, row.id).items()
        if not run.over and may_order(run, viewer)
    ]


@get("/tables/{table:str}/dealer", guards=[require_staff], include_in_schema=False)
async def dealer_page(request: Asked, table: FromPath[str]) -> Response[Any]:
    """For everybody with a role at the table's book; what each may do, the book says."""
    live = staff_table(request, table)
    terms, viewer = live.run.terms, viewer_of(request)
    if terms.book not in viewer.book_roles:
        raise PermissionDeniedException("This is for those who run this table.")
    role = title(live.rules.conduct, viewer.role_at(terms.book))
    return page(
        request,
        "dealer/dealer.html",
        id=terms.id,
        title=terms.title,
        book=terms.book,
        role_title=role,
        desk=("Pit", f"/pit/tables/{terms.id}"),
        table=f"/tables/{terms.id}",
    )


@get(
    "/tournaments/{tournament:str}/tables/{table:str}/dealer",
    guards=[require_staff],
    include_in_schema=False,
)
async def session_dealer_page(
    request: Asked, tournament: FromPath[str], table: FromPath[str]
) -> Response[Any]:
    """The same console for a table of a tournament."""
    id = f"{tournament}.{table}"
    run, held = staff_session(request, id)
    viewer, terms = viewer_of(request), held.course.terms
    if not may_order(run, viewer):
        raise PermissionDeniedException("This is for those who run this table.")
    return page(
        request,
        "dealer/dealer.html",
        id=id,
        title=f"{terms.title}, table {table}",
        book=terms.book,
        role_title=title(rules_of(run).table.conduct, viewer.role_at(terms.book)),
        desk=("Tournament desk", f"/tournaments/{tournament}/direct"),
        table=f"/tournaments/{tournament}/tables/{table}",
    )
