"""The dealer's console: the page on which real cards are entered as they are dealt."""

from typing import Any

from litestar import Response, get
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromPath

from bythebook.house.activities.tournaments.running import rules_of
from bythebook.house.activities.tournaments.table_views import may_order
from bythebook.table.powers import title
from bythebook.web.door.shell import viewer_of
from bythebook.web.door.staff import require_staff, staff_session, staff_table
from bythebook.web.door.visits import Asked
from bythebook.web.show.templating import page


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
