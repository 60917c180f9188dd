"""The page about odds, and the same for programs: what a game is worth at any settings.

The page is one address: its query says the settings, `ask` that the answer is wanted, and each
`then` what else is (`compare`, `sheet`, or `name=value`, a change to try). It shows what is known
and how far the rest has come; a script, or else the browser's own refresh, asks again until all is.

For programs: POST /api/odds with the question gives a job; GET /api/odds/{job} how far it is, and
in the end its result. A job is shared by all who ask the same and given up after a minute in which
nobody asks after it.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from anyio.to_thread import run_sync
from litestar import Litestar, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, PathParameter
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.odds.sheet.front import front_games
from bythebook.odds.sheet.notation import number, one_in, pays, percent, points, signed
from bythebook.odds.sheet.settings import settings_of
from bythebook.rulebooks import all_books, editions_of, find_book
from bythebook.web.beside import odds_asked as a
from bythebook.web.beside.diff_asked import DiffQuestion
from bythebook.web.beside.keeping import one_of
from bythebook.web.beside.odds_jobs import PENDING, Busy, JobView, OddsDesk
from bythebook.web.door.errors_page import Problem
from bythebook.web.door.limits import DEAR
from bythebook.web.door.visits import Asked
from bythebook.web.show.templating import download, page

FIRST_GAME = "crown-blackjack/blackjack"
BUSY = "The calculator has too much to do already. Please try again in a minute."
RETRY_SECONDS = 30
THEN_MAX = 64
# A sheet is a file that stands by itself, so its style is inside it; it runs nothing.
SHEET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
SHEETS = {
    "html": ("text/html; charset=utf-8", "html"),
    "md": ("text/markdown; charset=utf-8", "markdown"),
    "json": ("application/json", "data"),
}


def desk_of(app: Litestar) -> OddsDesk:
    return one_of(app, "odds_desk", OddsDesk)


async def close_odds(app: Litestar) -> None:
    """To be called when the application ends."""
    if "odds_desk" in app.state:
        desk_of(app).close()


# The page


class Shown(msgspec.Struct, kw_only=True):
    """What the page has to show beside its form."""

    main: JobView | None = None
    others: list[JobView] = []  # compare, changes and the sheet, as far as anybody asked for them
    problem: Malformed | Refused | None = None
    busy: bool = False

    @property
    def waiting(self) -> list[JobView]:
        every = [self.main, *self.others] if self.main is not None else self.others
        return [job for job in every if job is not None and job.state in PENDING]


@get("/odds", include_in_schema=False, opt={DEAR: True})
async def odds_page(request: Asked) -> Response[str]:
    """The form, and whatever is known of what it asks."""
    return await run_sync(_page, request)


def _page(request: Asked) -> Response[str]:
    pairs = [(name, str(value)) for name, value in request.query_params.multi_items()]
    shown = Shown()
    try:
        question = a.read_question(a.asked_from(pairs, FIRST_GAME))
    except (Malformed, Refused) as problem:
        shown.problem = problem
        question = _nearest(pairs)
    else:
        if any(name == "ask" for name, _ in pairs):
            then = [value for name, value in pairs if name == "then"][:THEN_MAX]
            _ask(desk_of(request.app), question, then, shown)
    status = 400 if shown.problem else 429 if shown.busy else 200
    return page(
        request,
        "odds/odds.html",
        status=status,
        front=front_games() if not pairs else (),
        **_context(question, shown, desk_of(request.app)),
    )


def _nearest(pairs: Iterable[tuple[str, str]]) -> a.Question:
    """The game that was meant, if there is such a one, with its defaults."""
    given = dict(pairs)
    game, edition = given.get("game", FIRST_GAME), given.get("edition", "")
    for asked in (a.Asked(game=game, edition=edition), a.Asked(game=game)):
        with suppress(Malformed, Refused):
            return a.read_question(asked)
    return a.read_question(a.Asked(game=FIRST_GAME))


def _ask(desk: OddsDesk, question: a.Question, then: list[str], shown: Shown) -> None:
    """Ask for the figures; once they are there, for what else is wanted."""
    try:
        shown.main = desk.ask(question)
        if shown.main.state == "done":
            for wanted in dict.fromkeys(then):
                shown.others.append(desk.ask(_further(question, wanted)))
    except Busy:
        shown.busy = True
    except (Malformed, Refused) as problem:
        shown.problem = problem


def _further(question: a.Question, wanted: str) -> a.Question:
    asked = question.asked
    if wanted == "compare":
        return a.read_question(replace(asked, what="compare"))
    if wanted.startswith("sheet"):
        rounds = wanted.removeprefix("sheet").removeprefix(":") or "0"
        whole = int(rounds) if rounds.isascii() and rounds.isdigit() and len(rounds) < 10 else -1
        return a.read_question(replace(asked, what="sheet", rounds=whole))
    return a.read_question(replace(asked, what="change", change=wanted))


def _context(question: a.Question, shown: Shown, desk: OddsDesk) -> dict[str, Any]:
    game, book = question.game, question.book
    named = find_book(question.asked.game.partition("/")[0], question.asked.edition)
    known = _alternatives(question, shown, desk)
    return {
        "books": [named if name == named.id else find_book(name) for name in all_books()],
        "question": question,
        "asked": question.asked,
        "game": game,
        "book": named,  # whose pages there are; a game that is only tried has none of its own
        "editions": editions_of(named.id),
        "options": {n: o for n, o in book.options_of(game.name).items() if n != "decks"},
        "decks": book.options["decks"],
        "readings": book.readings_of(game.name),
        "meters": a.meters_of(game),
        "fields": a.fields_of(question.asked),
        "address": a.address_of(question.asked),
        "settings": settings_of(game, book),
        "shown": shown,
        "result": shown.main.result if shown.main is not None else None,
        "known": known,
        "all_known": len(known) == sum(len(c["values"]) - 1 for c in _choices(shown)),
        "widest": max((abs(c) for other in known.values() for c in _changes(other)), default=0.0),
        "sheet": next((job for job in shown.others if job.what == "sheet"), None),
        "compared": next((job for job in shown.others if job.what == "compare"), None),
        "percent": signed(percent),
        "points": signed(points),
        "pays": signed(pays),
        "one_in": one_in,
        "number": number,
    }


def _choices(shown: Shown) -> list[dict[str, Any]]:
    result = shown.main.result if shown.main is not None else None
    return result["choices"] if result is not None else []


def _changes(other: dict[str, Any]) -> list[float]:
    return [other["changes"]["main"]] if "main" in other.get("changes", {}) else []


def _alternatives(
    question: a.Question, shown: Shown, desk: OddsDesk
) -> dict[tuple[str, str], dict[str, Any]]:
    """For each other value of a choice, what is known of it: a change, a job, or why there is none.

    Answers that somebody asked for before are shown too.
    """
    if not _choices(shown):
        return {}
    known: dict[tuple[str, str], dict[str, Any]] = {}
    whole = desk.peek(a.digest_of(replace(question.asked, what="compare")))
    if whole is not None and whole.result is not None:
        for choice in whole.result["choices"]:
            known |= {(choice["name"], other["value"]): other for other in choice["alternatives"]}
    for choice in _choices(shown):
        for value in choice["values"]:
            place = (choice["name"], value)
            if value == question.game.choices[choice["name"]] or place in known:
                continue
            changed = replace(question.asked, what="change", change=f"{choice['name']}={value}")
            job = desk.peek(a.digest_of(changed))
            if job is None or job.state == "abandoned":
                continue
            if job.error is not None:
                known[place] = {"refused": job.error.reason, "clause": job.error.clause}
            else:
                known[place] = job.result or {"job": job}
    return known


# For programs


def _answer(job: JobView) -> Response[JobView]:
    return Response(job, status_code=202 if job.state in PENDING else 200)


async def in_the_queue(app: Litestar, question: a.Question | DiffQuestion) -> Response[Any]:
    """The job for a question, or when to come back."""
    try:
        return _answer(await run_sync(desk_of(app).ask, question))
    except Busy:
        return Response(
            Problem(429, BUSY),
            status_code=429,
            headers={"retry-after": str(RETRY_SECONDS)},
        )


ANSWERS = {
    200: ResponseSpec(JobView, description="The answer is there."),
    202: ResponseSpec(JobView, description="Ask after it again in a moment."),
    429: ResponseSpec(Problem, description="Too many jobs wait already."),
}


@post("/api/odds", status_code=202, tags=["odds"], responses=ANSWERS, opt={DEAR: True})
async def ask_odds(request: Asked, data: JSONBody[a.Asked]) -> Response[Any]:
    """Ask what a game is worth. The answer is a job: ask after it until it is done."""
    return await in_the_queue(request.app, await run_sync(a.read_question, data))


JobId = Annotated[str, PathParameter(pattern="^[0-9a-f]{32}$")]


@get(
    "/api/odds/{job:str}",
    tags=["odds"],
    responses={status: ANSWERS[status] for status in (200, 202)},
)
async def odds_job(request: Asked, job: JobId) -> Response[JobView]:
    """How far a job is, and in the end its result, or why there is none."""
    found = desk_of(request.app).find(job)
    if found is None:
        raise NotFoundException("there is no such job, or it was long ago: ask again")
    return _answer(found)


@get("/odds/sheets/{name:str}", include_in_schema=False)
async def sheet_file(request: Asked, name: FromPath[str]) -> Response[Any]:
    """A finished PAR sheet as a page, as Markdown or as data."""
    return finished_page(request.app, name, "sheet", "par-sheet")


def finished_page(app: Litestar, name: str, what: str, kept_as: str) -> Response[Any]:
    """What a job has made: a page that stands by itself, or one of its files."""
    job_id, _, kind = name.partition(".")
    job = desk_of(app).find(job_id)
    result = job.result if job is not None and job.what == what else None
    media_type, key = SHEETS.get(kind, ("", ""))
    if result is None or key not in result:
        raise NotFoundException("there is no such page, or it was long ago: ask again")
    answer = download(result[key].encode(), media_type, f"{kept_as}.{kind}")
    if kind == "html":
        answer.headers.pop("content-disposition")
    answer.headers["content-security-policy"] = SHEET_POLICY
    return answer


@get("/odds/charts/{name:str}", include_in_schema=False)
async def chart_file(request: Asked, name: FromPath[str]) -> Response[bytes]:
    """The best chart as the command line reads it."""
    job_id, _, kind = name.partition(".")
    job = desk_of(request.app).find(job_id)
    chart = job.result.get("chart") if job is not None and job.result is not None else None
    if chart is None or kind != "csv":
        raise NotFoundException("there is no such chart, or it was long ago: work it out again")
    return download(chart["csv"].encode(), "text/csv", "strategy.csv")
