"""The school for players: drills on what to decide, and the card of the best play.

The server asks and judges: a question has no values in it, an answer gets all of them. Whoever has
an account has their history kept here; a guest's stays in the browser and comes with each question.
"""

import os
from typing import Annotated, Any

import msgspec
from anyio.to_thread import run_sync
from litestar import Response, get, post
from litestar.exceptions import HTTPException
from litestar.params import JSONBody
from msgspec import Meta
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.money import parse_amount
from bythebook.rulebooks import all_books, editions_of, find_book
from bythebook.school.history import History, answered, next_spot
from bythebook.school.prepared import prepared_table
from bythebook.school.progress import Progress, progress, weakest
from bythebook.school.spots import KINDS, Spot, SpotTable, shown_cards
from bythebook.web.beside import odds_asked as a
from bythebook.web.beside.odds_jobs import Busy, JobView, OddsDesk
from bythebook.web.door.limits import DEAR
from bythebook.web.door.shell import accounts_of, now_of
from bythebook.web.door.visits import Asked, visit_of
from bythebook.web.pages.odds import FIRST_GAME, desk_of
from bythebook.web.show.templating import page

WEAKEST = "weakest"
TIMES = {"": "as long as I like", "10": "10 seconds", "5": "5 seconds", "3": "3 seconds"}
CARD_DRAWS = 1 << 32


class NotThere(HTTPException):
    """What is asked for is still being worked out, or was given up."""

    status_code = 425


def find_table(desk: OddsDesk, question: a.Question) -> SpotTable | JobView | None:
    """The spots of a table, or how far they are; nothing, if nobody works them out."""
    known = prepared_table(question.game, parse_amount(question.asked.stake))
    if known is not None:
        return known
    job = desk.find(question.id)
    if job is None or job.result is None:
        return job
    return msgspec.convert(job.result, SpotTable)


def spots_of(asked: a.Asked) -> a.Question:
    """The question about a table's spots: whatever else was asked is no matter here."""
    plain = replace(a.about_the_table(asked), strategy="best", without=(), side_wagers=())
    return a.read_question(replace(plain, meters={}, settings={}, what="spots"))


# Pages


@get("/school", include_in_schema=False)
async def school_page(request: Asked) -> Response[str]:
    return page(request, "school/school.html")


@get("/school/drills", include_in_schema=False, opt={DEAR: True})
async def drills_page(request: Asked) -> Response[str]:
    """The form, and where to practise; what is not known yet is begun."""
    return await run_sync(_about_a_table, request, "school/drills.html", "spots")


@get("/school/card", include_in_schema=False, opt={DEAR: True})
async def card_page(request: Asked) -> Response[str]:
    """The best play of a table on one sheet, to be printed."""
    return await run_sync(_about_a_table, request, "school/card.html", "figures")


def _about_a_table(request: Asked, template: str, what: a.What) -> Response[str]:
    given = {name: str(value) for name, value in request.query_params.multi_items()}
    shown, context = table_context(request, what)
    question: a.Question = context["question"]
    known = prepared_table(question.game, parse_amount(question.asked.stake))
    job = None
    if what != "spots" or known is None:
        try:
            job = desk_of(request.app).ask(question)
        except Busy:
            shown["busy"] = True
    return page(
        request,
        template,
        status=400 if shown["problem"] else 429 if shown["busy"] else 200,
        shown=shown,
        job=job,
        kinds={"": "everything", **KINDS, WEAKEST: "my twenty weakest spots"},
        kind=given.get("kind", "") if given.get("kind") in (*KINDS, WEAKEST) else "",
        times=TIMES,
        time=given.get("time", "") if given.get("time") in TIMES else "",
        **context,
    )


def table_context(request: Asked, what: a.What = "spots") -> tuple[dict[str, Any], dict[str, Any]]:
    """What is wrong with the table that a page is asked for, and what its form needs."""
    pairs = [(name, str(value)) for name, value in request.query_params.multi_items()]
    problem: Malformed | Refused | None = None
    try:
        question = _read(pairs, what)
    except (Malformed, Refused) as wrong:
        problem, question = wrong, _read([], what)
    game, book = question.game, question.book
    return {"problem": problem, "busy": False}, {
        "question": question,
        "books": [book if name == book.id else find_book(name) for name in all_books()],
        "game": game,
        "book": book,
        "editions": editions_of(book.id),
        "asked": question.asked,
        "address": a.address_of(question.asked),
        "options": {n: o for n, o in book.options_of(game.name).items() if n != "decks"},
        "decks": book.options["decks"],
        "readings": book.readings_of(game.name),
    }


def _read(pairs: list[tuple[str, str]], what: a.What) -> a.Question:
    asked = a.asked_from(pairs, FIRST_GAME)
    spots = spots_of(asked)
    return spots if what == "spots" else a.read_question(replace(spots.asked, what=what))


# Questions and answers


class Drill(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """At which table, on what, and what a guest has practised so far."""

    table: a.Asked
    kind: Annotated[str, Meta(max_length=20)] = ""  # a kind of spot, or the weakest; none: all
    last: Annotated[str, Meta(max_length=60)] = ""  # the spot asked before
    history: History | None = None


class AnswerGiven(Drill, frozen=True, kw_only=True):
    """What somebody would do at a spot; nothing, when the time was up."""

    spot: Annotated[str, Meta(max_length=60)]
    action: Annotated[str, Meta(max_length=20)] = ""
    seconds: Annotated[int, Meta(ge=0, le=100_000)] = 0


class SpotAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A spot as it lies on the table. What its choices are worth is not said yet."""

    spot: str
    cards: tuple[str, str]
    up: str
    asks: str
    choices: tuple[str, ...]


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer was worth; amounts in stakes."""

    spot: str
    action: str
    right: bool
    best: str
    by_chart: str
    cost: float
    values: dict[str, float]
    row: str
    up: str
    progress: Progress
    columns: tuple[str, ...]
    chart: dict[str, tuple[str, ...]]
    history: History | None = None  # a guest's, to be kept in the browser


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody stands, and the chart it is shown on."""

    progress: Progress
    columns: tuple[str, ...]
    chart: dict[str, tuple[str, ...]]


class Waiting(msgspec.Struct, frozen=True):
    """How far the work is."""

    step: str
    progress: float


def _table(request: Asked, asked: a.Asked) -> SpotTable | Waiting:
    found = find_table(desk_of(request.app), spots_of(asked))
    if isinstance(found, SpotTable):
        return found
    if found is None:
        raise NotThere("nobody works this table out any more: load the page again")
    if found.error is not None:
        raise Malformed(found.error.reason, found.error.where)
    ahead = f"{found.ahead} before it" if found.ahead else found.step
    return Waiting(ahead, found.progress)


async def _history(request: Asked, drill: Drill, table: SpotTable) -> History:
    viewer = visit_of(request).viewer
    if viewer.name and not viewer.guest:
        return await accounts_of(request).practice.of(viewer.name, table.game)
    theirs = drill.history or History()
    return replace(theirs, spots={k: v for k, v in theirs.spots.items() if k in table.spots})


def _choose(table: SpotTable, drill: Drill, history: History) -> list[Spot]:
    if drill.kind == WEAKEST:
        found = weakest(table, history)
        if not found:
            raise Malformed("you have made no error yet: there is no weakest spot", "kind")
        return found
    found = table.of_kind(drill.kind)
    if not found:
        raise Malformed(f"this game has nothing to decide on {KINDS[drill.kind]}", "kind")
    return found


@post("/api/school/spots/ask", tags=["school"], status_code=200)
async def ask_spot(request: Asked, data: JSONBody[Drill]) -> Response[SpotAsked | Waiting]:
    """The next spot to be decided, by what you have practised; 202 while it is worked out."""
    table = await run_sync(_table, request, data.table)
    if isinstance(table, Waiting):
        return Response(table, status_code=202)
    history = await _history(request, data, table)
    chance = int.from_bytes(os.urandom(8))
    spots = _choose(table, data, history)
    spot = next_spot(spots, history, now_of(request), chance / 2**64, data.last)
    cards, up = shown_cards(spot, table.tens, chance % CARD_DRAWS)
    asked = SpotAsked(spot=spot.key, cards=cards, up=up, asks=spot.asks, choices=tuple(spot.values))
    return Response(asked)


@post("/api/school/spots/choices", tags=["school"], status_code=200)
async def spot_choices(request: Asked, data: JSONBody[AnswerGiven]) -> SpotAsked:
    """What may be done at a spot that somebody names, without what it is worth."""
    table = await run_sync(_table, request, data.table)
    if isinstance(table, Waiting):
        raise NotThere("this table is still being worked out")
    spot = table.find(data.spot)
    cards, up = shown_cards(spot, table.tens, 0)
    return SpotAsked(spot=spot.key, cards=cards, up=up, asks=spot.asks, choices=tuple(spot.values))


@post("/api/school/spots/answer", tags=["school"], status_code=200)
async def answer_spot(request: Asked, data: JSONBody[AnswerGiven]) -> Judged:
    """What your choice costs against the best one, and where you stand after it."""
    table = await run_sync(_table, request, data.table)
    if isinstance(table, Waiting):
        raise NotThere("this table is still being worked out")
    spot = table.find(data.spot)
    cost = spot.cost(data.action) if data.action else 0.0
    right = bool(data.action) and spot.right(data.action)
    before = await _history(request, data, table)
    now = now_of(request)
    history = answered(before, spot.key, right=right, cost=cost, seconds=data.seconds, now=now)
    viewer = visit_of(request).viewer
    named = bool(viewer.name) and not viewer.guest
    if named:
        await accounts_of(request).practice.keep(viewer.name, table.game, history, now)
    return Judged(
        spot=spot.key,
        action=data.action,
        right=right,
        best=spot.best,
        by_chart=spot.by_chart,
        cost=cost,
        values=spot.values,
        row=spot.row,
        up=spot.up,
        progress=progress(table, history),
        columns=table.columns,
        chart=table.chart,
        history=None if named else history,
    )


@post("/api/school/progress", tags=["school"], status_code=200)
async def show_progress(request: Asked, data: JSONBody[Drill]) -> Response[Standing | Waiting]:
    """How you stand in a game: accuracy, what errors cost in an hour, where they were made."""
    table = await run_sync(_table, request, data.table)
    if isinstance(table, Waiting):
        return Response(table, status_code=202)
    found = progress(table, await _history(request, data, table))
    return Response(Standing(progress=found, columns=table.columns, chart=table.chart))
