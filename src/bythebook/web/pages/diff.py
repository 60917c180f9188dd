"""What is different between two editions, books or games; what that is worth, from the queue.

The page is one address: `old` and `new` say what is compared, `price` that prices are wanted, and
`decks` for which shoe. Words are there at once; figures come from the process beside the house.
"""

from typing import Any
from urllib.parse import urlencode

import msgspec
from anyio.to_thread import run_sync
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from bythebook.errors import Malformed, Refused
from bythebook.odds.differences.plain import comparison_to_json
from bythebook.rulebooks import Book, all_books, editions_of, find_book
from bythebook.rulebooks.comparing import Comparison
from bythebook.rulebooks.loader import load_edition
from bythebook.rulebooks.show import comparison as words
from bythebook.web.beside import diff_asked as a
from bythebook.web.beside.odds_jobs import PENDING, Busy, JobView
from bythebook.web.door.limits import DEAR
from bythebook.web.door.visits import Asked
from bythebook.web.pages.odds import ANSWERS, desk_of, finished_page, in_the_queue
from bythebook.web.show.templating import page


class Shown(msgspec.Struct, kw_only=True):
    """What the page has to show beside its form."""

    question: a.DiffQuestion | None = None
    job: JobView | None = None
    problem: Malformed | Refused | None = None
    busy: bool = False

    @property
    def waiting(self) -> bool:
        return self.job is not None and self.job.state in PENDING


@get("/rulebooks/diff", include_in_schema=False, opt={DEAR: True})
async def diff_page(request: Asked) -> Response[str]:
    """The form, what is different, and as much of the prices as is known."""
    return await run_sync(_page, request)


def _page(request: Asked) -> Response[str]:
    pairs = [(name, str(value)) for name, value in request.query_params.multi_items()]
    chosen = dict(pairs)
    shown = Shown()
    try:
        asked = a.asked_from(pairs)
        if asked is not None:
            shown.question = a.read_difference(asked)
            if "price" in chosen:
                shown.job = desk_of(request.app).ask(shown.question)
    except (Malformed, Refused) as problem:
        shown.problem = problem
    except Busy:
        shown.busy = True
    status = 400 if shown.problem else 429 if shown.busy else 200
    return page(request, "rulebooks/diff.html", status=status, **_context(shown, chosen))


def _context(shown: Shown, chosen: dict[str, str]) -> dict[str, Any]:
    editions = [edition for name in all_books() for edition in editions_of(name)]
    books = [
        load_edition(edition, revision)
        for edition in editions
        for revision in range(edition.revision, 0, -1)
    ]
    comparison = shown.question.comparison if shown.question is not None else None
    asked = shown.question.asked if shown.question is not None else None
    old = asked.old if asked is not None else chosen.get("old", "")
    new = asked.new if asked is not None else chosen.get("new", "")
    return {
        "books": books,
        "old": old,
        "new": new,
        "decks": chosen.get("decks", ""),
        "shown": shown,
        "comparison": comparison,
        "linked": _linked(comparison) if comparison is not None else {},
        "result": shown.job.result if shown.job is not None else None,
        "backwards": f"/rulebooks/diff?{urlencode({'old': new, 'new': old})}",
        "changes": {c.number: c for c in comparison.settings} if comparison is not None else {},
        "signed": lambda figure: figure.replace("-", "−"),
        "words": words,
    }


def _linked(comparison: Comparison) -> dict[str, str]:
    """The clauses that have a page, and the book it is in: pages show the newest edition."""
    books: list[Book] = [find_book(side.book.id) for side in (comparison.old, comparison.new)]
    return {clause: book.id for book in books for clause in book.clauses}


@get("/rulebooks/diff/{name:str}", include_in_schema=False)
async def diff_file(request: Asked, name: FromPath[str]) -> Response[Any]:
    """A finished comparison as a page to keep, or as data."""
    return finished_page(request.app, name, "diff", "diff")


# For programs


@get("/api/rulebooks/diff", tags=["rulebooks"])
async def api_diff(old: FromQuery[str], new: FromQuery[str]) -> dict[str, Any]:
    """Clauses and settings that are different between two books, editions or games."""
    question = await run_sync(a.read_difference, a.DiffAsked(old=old, new=new))
    return comparison_to_json(question.comparison)


@post(
    "/api/rulebooks/diff", status_code=202, tags=["rulebooks"], responses=ANSWERS, opt={DEAR: True}
)
async def ask_diff(request: Asked, data: JSONBody[a.DiffAsked]) -> Response[Any]:
    """Ask what the differences are worth. The answer is a job: see /api/odds/{job}."""
    return await in_the_queue(request.app, await run_sync(a.read_difference, data))
