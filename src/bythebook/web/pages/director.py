"""The director's pages: terms that are being written, and the desk of a tournament."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from bythebook.errors import Malformed
from bythebook.house.people.people import Viewer
from bythebook.house.staff.pit_view import sees_desk
from bythebook.rulebooks.chapters.tournament_course import find_tournament_rules
from bythebook.rulebooks.documents import write_table
from bythebook.tournaments.course.orders import GROUPS
from bythebook.tournaments.terms.files import document_of
from bythebook.web.api.tournaments import OVER, desk_for, rows_of, staff_held, view_for
from bythebook.web.door.shell import require, viewer_of
from bythebook.web.door.staff import require_staff
from bythebook.web.door.visits import Asked
from bythebook.web.show.templating import page

EXAMPLES = Path(__file__).parents[4] / "examples" / "tournaments"
OWN = Path(__file__).parents[2] / "house" / "demo" / "tournament.toml"
FAULTY = "with-faults"


class Example(msgspec.Struct, frozen=True):
    name: str
    about: str  # the first line of the file, which says what it is
    text: str


@lru_cache(maxsize=1)
def examples() -> tuple[Example, ...]:
    """The project's examples, or the demonstration's own where those are not at hand."""
    paths = sorted(EXAMPLES.glob("*.toml")) if EXAMPLES.is_dir() else [OWN]
    found = []
    for path in paths:
        text = path.read_text(encoding="utf-8")
        found.append(Example(path.stem, text.partition("\n")[0].lstrip("# ").rstrip(), text))
    return tuple(sorted(found, key=lambda one: one.name == FAULTY))


def may_make(viewer: Viewer) -> bool:
    """Whether somebody may write a tournament down by any book at all."""
    for book, role in viewer.book_roles.items():
        try:
            acts = find_tournament_rules(book).rules.acts
        except Malformed:
            continue  # a book without tournaments
        if role in acts["make"].by:
            return True
    return False


@get("/desk", include_in_schema=False, guards=[require_staff])
async def desk_page(request: Asked) -> Response[Any]:
    """To the desk of the tournament that is being played or comes next, or to the list."""
    viewer = viewer_of(request)
    rows = [row for row in rows_of(request) if sees_desk(viewer, row.book) and not row.practice]
    at_work = [row for row in rows if row.phase not in OVER]
    at_work.sort(key=lambda row: (row.phase != "playing", row.starts))
    to = f"/tournaments/{at_work[0].id}/direct" if at_work else "/tournaments"
    return Redirect(to, status_code=303)


@get("/tournaments/new", include_in_schema=False, guards=[require()])
async def new_tournament_page(
    request: Asked, example: FromQuery[str] = "", of: FromQuery[str] = ""
) -> Response[Any]:
    if not may_make(viewer_of(request)):
        raise PermissionDeniedException("This is for those who run tournaments.")
    offered = examples()
    if of:
        held = staff_held(request, of)
        text = write_table(document_of(held.course.terms))
    else:
        chosen = next((one for one in offered if one.name == example), None)
        if example and chosen is None:
            raise NotFoundException("There is no such example.")
        text = (chosen or offered[0]).text
    return page(
        request, "tournaments/new.html", text=text, examples=offered, example=example, of=of
    )


@get("/tournaments/{tournament:str}/direct", include_in_schema=False, guards=[require()])
async def direct_page(request: Asked, tournament: FromPath[str]) -> Response[Any]:
    held = staff_held(request, tournament)
    desk = desk_for(request, held, await view_for(request, tournament))
    return page(request, "tournaments/direct.html", desk=desk, groups=GROUPS)
