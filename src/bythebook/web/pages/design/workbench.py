"""The workbench: a game with any of its settings changed, beside itself or beside another game.

One address, as of the odds: its query says the game and each setting that is different
(`set.PATH`), `ask` that the answer is wanted. The figures are the odds desk's; what each change is
worth alone is asked as a game with only that change.
"""

import io
import zipfile
from typing import Any

import msgspec
from anyio.to_thread import run_sync
from litestar import Response, get

from bythebook.errors import Malformed, Refused
from bythebook.odds.sheet.notation import percent, points, signed
from bythebook.rulebooks import all_books, find_book
from bythebook.rulebooks.writing.changes import Setting, settings_of
from bythebook.web.beside import odds_asked as a
from bythebook.web.beside.odds_jobs import PENDING, Busy, JobView, OddsDesk
from bythebook.web.beside.variants import variant_files
from bythebook.web.door.limits import DEAR
from bythebook.web.door.visits import Asked
from bythebook.web.pages.odds import desk_of
from bythebook.web.show.templating import download, page

FIRST_GAME = "reference-blackjack/blackjack"
ALONE_MAX = 5  # changes that are also priced one by one
SHOWN_CELLS = 60
NOISE = 1e-12


class Row(msgspec.Struct, frozen=True):
    """A figure of both games."""

    name: str
    first: str
    second: str
    change: str
    better: bool | None = None  # for the player


class Tried(msgspec.Struct, kw_only=True):
    """What the page has to show."""

    first: JobView | None = None
    second: JobView | None = None
    alone: dict[str, JobView] = {}
    problem: Malformed | Refused | None = None
    busy: bool = False

    @property
    def jobs(self) -> list[JobView]:
        return [job for job in (self.first, self.second, *self.alone.values()) if job is not None]

    @property
    def waiting(self) -> list[JobView]:
        return [job for job in self.jobs if job.state in PENDING]


@get("/workbench", include_in_schema=False, opt={DEAR: True})
async def workbench_page(request: Asked) -> Response[str]:
    """The settings of a game, and what becomes of it when some are changed."""
    return await run_sync(_page, request)


def _page(request: Asked) -> Response[str]:
    pairs = [(name, str(value)) for name, value in request.query_params.multi_items()]
    given = dict(pairs)
    tried = Tried()
    base = a.read_question(a.Asked(game=FIRST_GAME, side_wagers=(a.EVERY_SIDE,)))
    changed = base
    try:
        asked = a.asked_from([*pairs, ("side", a.EVERY_SIDE)], FIRST_GAME)
        base = changed = a.read_question(msgspec.structs.replace(asked, settings={}))
        changed = a.read_question(asked)
        beside = _beside(given.get("beside", ""), base)
        if "ask" in given:
            _ask(desk_of(request.app), beside, changed, tried)
    except (Malformed, Refused) as problem:
        tried.problem, beside = problem, base
    status = 400 if tried.problem else 429 if tried.busy else 200
    return page(
        request, "odds/workbench.html", status=status, **_context(base, beside, changed, tried)
    )


def _beside(name: str, base: a.Question) -> a.Question:
    """The game that the changed one stands beside: itself as it is, unless another is named."""
    if not name or name == base.asked.game:
        return base
    return a.read_question(a.Asked(game=name, side_wagers=(a.EVERY_SIDE,)))


def _ask(desk: OddsDesk, beside: a.Question, changed: a.Question, tried: Tried) -> None:
    """Both games, then each change alone, one after the other: the page asks again whenever an
    answer is there, and one page never fills the queue that everybody waits in."""
    try:
        tried.second = desk.ask(changed)
        tried.first = desk.ask(beside)
        if tried.waiting:
            return
        settings = changed.asked.settings
        if beside.asked.game == changed.asked.game and 1 < len(settings) <= ALONE_MAX:
            for path, value in settings.items():
                one = msgspec.structs.replace(changed.asked, settings={path: value})
                try:
                    tried.alone[path] = desk.ask(a.read_question(one))
                except (Malformed, Refused):
                    continue  # it needs another change beside it
                if tried.waiting:
                    break
    except Busy:
        tried.busy = True


def _context(
    base: a.Question, beside: a.Question, changed: a.Question, tried: Tried
) -> dict[str, Any]:
    first = tried.first.result if tried.first is not None else None
    second = tried.second.result if tried.second is not None else None
    fields = a.fields_of(changed.asked)
    return {
        "books": [find_book(name) for name in all_books()],
        "base": base,
        "beside": beside,
        "changed": changed,
        "tried": tried,
        "groups": _groups(settings_of(base.game.rules)),
        "rows": _rows(first["figures"], second["figures"]) if first and second else [],
        "worth": _worth(tried, changed) if first and second else [],
        "cells": _cells(first["chart"], second["chart"])[:SHOWN_CELLS] if first and second else [],
        "result": second,
        "fields": fields,
        "sheet": f"{a.address_of(changed.asked)}&then=sheet",
        "odds": a.address_of(changed.asked),
        "percent": signed(percent),
        "points": signed(points),
    }


def _groups(settings: list[Setting]) -> dict[str, list[Setting]]:
    """By the table of the book that they stand in; what is alone comes first."""
    groups: dict[str, list[Setting]] = {"The table": []}
    for setting in settings:
        head, dot, _ = setting.path.partition(".")
        if head == "side_wagers":
            head = ".".join(setting.path.split(".")[:2])
        groups.setdefault(head.replace("_", " ") if dot else "The table", []).append(setting)
    return {name: found for name, found in groups.items() if found}


def _rows(first: dict[str, Any], second: dict[str, Any]) -> list[Row]:
    """The main figures, and the edge of every side wager that both games have."""
    both = (first, second)
    rows = [
        _edges("House edge", [one["house_edge"] for one in both]),
        _shares("Return to the player", [one["player_return"] for one in both], 4),
    ]
    before, after = first["standard_deviation"], second["standard_deviation"]
    change = f"{after - before:+.4f}".replace("-", "−")
    rows.append(Row("Standard deviation, stakes a round", f"{before:.4f}", f"{after:.4f}", change))
    often = [one.get("frequencies") or {} for one in both]
    rows += [
        _shares(f"How often: {name}", [one[name] for one in often], 3)
        for name in often[0]
        if name in often[1] and max(one[name] for one in often) <= 1
    ]
    sides = [one["side_wagers"] for one in both]
    for name in sides[0]:
        if name in sides[1]:
            rows.append(_edges(f"{name}: house edge", [one[name]["house_edge"] for one in sides]))
            rows.append(_shares(f"{name}: wins", [one[name]["hit_frequency"] for one in sides], 3))
    return rows


def _edges(name: str, both: list[float]) -> Row:
    first, second = both
    better = None if abs(second - first) < NOISE else second < first
    return msgspec.structs.replace(_shares(name, both, 4), better=better)


def _shares(name: str, both: list[float], digits: int) -> Row:
    first, second = (signed(percent)(one, digits) for one in both)
    return Row(name, first, second, signed(points)(both[1] - both[0], digits))


def _worth(tried: Tried, changed: a.Question) -> list[tuple[str, str, str]]:
    """Each change by itself: the setting, what it is set to, and what that does to the edge."""
    assert tried.first is not None
    assert tried.first.result is not None
    before = tried.first.result["figures"]["house_edge"]
    found = []
    for path, job in tried.alone.items():
        edge = job.result["figures"]["house_edge"] if job.result is not None else None
        told = signed(points)(edge - before) if edge is not None else "…"
        found.append((path, changed.asked.settings[path], told))
    return found


def _cells(first: dict[str, Any] | None, second: dict[str, Any] | None) -> list[tuple[str, ...]]:
    """Where the best chart is another: hand, dealer's card, before, now."""
    if first is None or second is None:
        return []
    before = dict(_by_place(first))
    return [
        (*place, before[place], code)
        for place, code in _by_place(second)
        if place in before and before[place] != code
    ]


def _by_place(chart: dict[str, Any]) -> list[tuple[tuple[str, str, str], str]]:
    return [
        ((section["title"], row["name"], up), cell["code"])
        for section in chart["sections"]
        for row in section["rows"]
        for up, cell in zip(chart["columns"], row["cells"], strict=True)
    ]


@get("/workbench/book.zip", include_in_schema=False, opt={DEAR: True})
async def workbench_book(request: Asked) -> Response[bytes]:
    """The changed game as a book: a folder to unpack, check, price and serve."""
    return await run_sync(_book, request)


def _book(request: Asked) -> Response[bytes]:
    pairs = [(name, str(value)) for name, value in request.query_params.multi_items()]
    changed = a.read_question(a.asked_from(pairs, FIRST_GAME))
    book_id, _, game = changed.asked.game.partition("/")
    files = variant_files(find_book(book_id, changed.asked.edition), game, changed.asked.settings)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            # Without the hour: the same question has the same answer.
            inside = zipfile.ZipInfo(f"my-game/{name}")
            archive.writestr(inside, text, zipfile.ZIP_DEFLATED)
    return download(packed.getvalue(), "application/zip", "my-game.zip")
