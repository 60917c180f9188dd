"""The pages about the rulebooks: all of them, one book, one clause."""

import datetime
from typing import Any
from urllib.parse import quote

import msgspec
from anyio.to_thread import run_sync
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from bythebook.errors import Malformed
from bythebook.rulebooks import editions_of
from bythebook.rulebooks.plain import NAME
from bythebook.web.door.visits import Asked
from bythebook.web.show import rulebook_views as v
from bythebook.web.show.powers_views import beside_the_tables, ranks_of
from bythebook.web.show.templating import page

JSON = ".json"
KEPT = "private, max-age=300"


async def _book(name: str) -> v.BookView:
    """Looking through the tests takes a moment the first time: not in the way of the tables."""
    try:
        return await run_sync(v.book_view, name, _today())
    except Malformed as error:
        raise NotFoundException(error.reason) from None


def _today() -> datetime.date:
    """Where no edition is named, the day decides."""
    return datetime.date.today()


def _clause(view: v.BookView, clause_id: str) -> v.ClauseView:
    try:
        return v.clause_view(view, clause_id)
    except Malformed as error:
        raise NotFoundException(error.reason) from None


@get("/rulebooks", include_in_schema=False)
async def rulebooks_page(request: Asked) -> Response[str]:
    """Every book that comes with the house."""
    books = await run_sync(v.every_book, _today())
    return page(request, "rulebooks/rulebooks.html", books=books)


@get("/rulebooks/{book:str}", include_in_schema=False)
async def rulebook_page(
    request: Asked,
    book: FromPath[str],
    text: FromQuery[str] = "",
    kind: FromQuery[str] = "",
    area: FromQuery[str] = "",
    role: FromQuery[str] = "",
    proof: FromQuery[str] = "",
) -> Response[str]:
    """One book: its clauses, as many as are looked for; its choices; its powers."""
    view = await _book(book)
    sought = v.Sought(text=text, kind=kind, area=area, role=role, state=proof)
    return page(
        request,
        "rulebooks/rulebook.html",
        view=view,
        book=view.book,
        sought=sought,
        found={name for name, clause in view.clauses.items() if sought.finds(clause)},
        ranks=ranks_of(view.book),
        beside=beside_the_tables(view.book),
        plain_conduct=NAME,
        address=view.address,
        editions=editions_of(view.book.id),
        quote=quote,
    )


@get("/rulebooks/{book:str}/clauses/{clause_id:str}", include_in_schema=False)
async def clause_page(
    request: Asked, book: FromPath[str], clause_id: FromPath[str]
) -> Response[Any]:
    """A clause as a page; with `.json` after its id, as data."""
    view = await _book(book)
    as_json = clause_id.endswith(JSON)
    found = _clause(view, clause_id.removesuffix(JSON))
    clause = found.clause
    if as_json:
        data = clause_json(view, found)
        return Response(
            msgspec.json.encode(data),
            media_type="application/json",
            headers={"cache-control": KEPT},
        )
    before, after = v.neighbours(view, clause.id)
    return page(
        request,
        "rulebooks/clause.html",
        view=view,
        book=view.book,
        address=view.address,
        found=found,
        whole=v.whole_of(view, clause.id),
        parts=v.parts_of(view, clause.id),
        places=v.places_by_kind(found.where),
        readings=v.readings_about(view.book, clause.id),
        before=before,
        after=after,
        quote=quote,
    )


def clause_json(view: v.BookView, found: v.ClauseView) -> dict[str, Any]:
    """What a chip shows when it is opened."""
    clause = found.clause
    return {
        "book": view.book.id,
        "id": clause.id,
        "summary": clause.summary,
        "kind": clause.kind,
        "area": clause.area,
        "role": clause.role,
        "where": list(found.where),
        "tests": list(found.tests),
        "readings": [
            {"name": name, "question": reading.question, "default": reading.default}
            for name, reading in v.readings_about(view.book, clause.id).items()
        ],
    }


# For programs


def book_json(view: v.BookView) -> dict[str, Any]:
    """What a book is, and how much of it is carried out and proved."""
    about = view.book.about
    return {
        "id": view.book.id,
        "edition": view.book.edition,
        "editions": [edition.name for edition in editions_of(view.book.id)],
        "title": about.title,
        "place": about.place,
        "authority": about.authority,
        "version": about.version,
        "effective": about.effective.isoformat(),
        "games": list(view.book.games),
        "side_wagers": list(view.side_wagers),
        "clauses": len(view.clauses),
        "to_prove": view.to_prove,
        "implemented": view.implemented,
        "proved": view.proved if view.tests_known else None,
    }


@get("/api/rulebooks", tags=["rulebooks"])
async def api_rulebooks() -> list[dict[str, Any]]:
    """Every book that comes with the house."""
    return [book_json(view) for view in await run_sync(v.every_book, _today())]


@get("/api/rulebooks/{book:str}/clauses", tags=["rulebooks"])
async def api_clauses(book: FromPath[str]) -> list[dict[str, Any]]:
    """Every clause of a book, in its order: our summary, where it lives, which tests prove it."""
    view = await _book(book)
    return [clause_json(view, found) for found in view.clauses.values()]


@get("/api/rulebooks/{book:str}/clauses/{clause_id:str}", tags=["rulebooks"])
async def api_clause(book: FromPath[str], clause_id: FromPath[str]) -> dict[str, Any]:
    """One clause."""
    view = await _book(book)
    return clause_json(view, _clause(view, clause_id))
