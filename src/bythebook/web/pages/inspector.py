"""The inspector's desk: everything, read-only.

Tables and their registers, rounds to be replayed step by step, the ledger, and the verification of
the whole log. What lies behind sealed cards is never among it.
"""

from datetime import UTC, datetime
from typing import Any

import msgspec
from anyio.to_thread import run_sync
from litestar import Litestar, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from bythebook.errors import Malformed
from bythebook.house.people.people import INSPECTOR
from bythebook.house.staff.archive import Archive, Past, RoundRow, Sought
from bythebook.house.staff.registers_view import DutyView, EntryView, duty_view, entry_view
from bythebook.records import print_record
from bythebook.records.live import LiveRound, record_of
from bythebook.records.result import row_to_json
from bythebook.records.steps import replay_steps
from bythebook.records.story import describe_row
from bythebook.web.beside.keeping import one_of
from bythebook.web.beside.verification import Verification, VerificationView
from bythebook.web.door.shell import require
from bythebook.web.door.staff import house_of
from bythebook.web.door.visits import Asked
from bythebook.web.pages.pit import pit_rows
from bythebook.web.show.templating import download, page

INSPECTORS = [require(INSPECTOR)]
READ_SECONDS = 4.0  # how long a page waits for the log to be read
SHOWN = 100
SHOWN_AT_FIRST = 25
POSTINGS_SHOWN = 200
DAY = 24 * 60 * 60


class FoundEntry(msgspec.Struct, frozen=True):
    """A line of some table's register."""

    table: str
    title: str
    book: str
    entry: EntryView


class Notification(msgspec.Struct, frozen=True):
    """Something that an inspector is to be told, or has been."""

    table: str
    title: str
    book: str
    duty: DutyView


def archive_of(request: Asked) -> Archive:
    house = house_of(request)
    return one_of(request.app, "archive", Archive, house.committer, house.store)


def verification_of(app: Litestar) -> Verification:
    return one_of(app, "verification", Verification, app.state.house)


async def read_archive(request: Asked) -> Archive:
    archive = archive_of(request)
    await archive.catch_up(READ_SECONDS)
    return archive


def seconds_of(text: str, end: bool = False) -> int:
    """A date as people type it: the beginning of that day, or its last second."""
    if not text:
        return 0
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise Malformed("a date is written like 2026-11-16", "date") from None
    return int(day.timestamp()) + (DAY - 1 if end else 0)


def entries(request: Asked, sought: Sought, limit: int) -> list[FoundEntry]:
    """The lines of all registers that are looked for, the latest first."""
    found = []
    for live in house_of(request).tables.values():
        terms = live.run.terms
        if not sought.looks_at(terms) or sought.round:
            continue
        for entry in reversed(live.run.table.register):
            if (
                (not sought.player or sought.player in (entry.player, entry.by.name))
                and sought.act in ("", entry.act)
                and sought.clause in ("", entry.clause)
                and sought.since <= entry.at
                and (not sought.until or entry.at <= sought.until)
            ):
                view = entry_view(live.rules, live.run.table, entry)
                found.append(FoundEntry(terms.id, terms.title, terms.book, view))
    found.sort(key=lambda one: (one.entry.at, one.entry.number), reverse=True)
    return found[:limit]


def notifications(request: Asked, practice: bool) -> list[Notification]:
    """What inspectors are still to be told, at every table."""
    now = house_of(request).now
    found = []
    for live in house_of(request).tables.values():
        terms, outside = live.run.terms, {role.role for role in live.rules.conduct.beside}
        for duty in live.run.table.duties if practice or not terms.practice else ():
            if duty.to in outside:
                view = duty_view(live.rules, duty, now)
                found.append(Notification(terms.id, terms.title, terms.book, view))
    return found


@get("/inspector", guards=INSPECTORS, include_in_schema=False)
async def inspector_page(
    request: Asked,
    table: FromQuery[str] = "",
    player: FromQuery[str] = "",
    act: FromQuery[str] = "",
    clause: FromQuery[str] = "",
    round: FromQuery[str] = "",
    since: FromQuery[str] = "",
    until: FromQuery[str] = "",
    practice: FromQuery[bool] = False,
) -> Response[Any]:
    if round and not (round.isdecimal() and len(round) < 10):
        raise Malformed("a round has a number", "round")
    sought = Sought(
        table=table.strip(),
        player=player.strip(),
        act=act.strip(),
        clause=clause.strip(),
        round=int(round or 0),
        since=seconds_of(since),
        until=seconds_of(until, end=True),
        practice=practice,
    )
    archive = await read_archive(request)
    searching = sought != Sought(practice=practice)
    limit = SHOWN if searching else SHOWN_AT_FIRST
    rows = pit_rows(request, practice)
    heads = house_of(request).heads
    acts = {name for live in house_of(request).tables.values() for name in live.rules.conduct.acts}
    return page(
        request,
        "inspector/inspector.html",
        rows=rows,
        sought=sought,
        since=since,
        until=until,
        searching=searching,
        acts=sorted(acts),
        rounds=await run_sync(archive.rounds, sought, limit),
        entries=entries(request, sought, limit),
        told=notifications(request, practice),
        behind=archive.behind,
        signs_heads=heads is not None,
        latest=next(iter(await heads.listed(1)), None) if heads is not None else None,
        verification=msgspec.json.encode(verification_of(request.app).now()).decode(),
    )


# Rounds


async def _round(request: Asked, table: str, number: int) -> tuple[Past, LiveRound]:
    archive = await read_archive(request)
    try:
        live = await archive.round(table, number)
    except Malformed as no:
        raise NotFoundException(f"{no.reason}.") from None
    return archive.tables[table], live


def replay_of(past: Past, live: LiveRound) -> dict[str, Any]:
    """What the replay viewer is given: the round as it stands, put right where it was."""
    events = [event for step in live.final_steps for event in step.events]
    return {
        "book": past.terms.book,
        "title": live.game.rules.title,
        "steps": replay_steps(live.game, events, live.table),
    }


@get("/inspector/rounds/{table:str}/{number:int}", guards=INSPECTORS, include_in_schema=False)
async def round_page(request: Asked, table: FromPath[str], number: FromPath[int]) -> Response[Any]:
    past, live = await _round(request, table, number)
    final = live.final_round
    split = {box.number for box in final.boxes if len(box.hands) > 1}
    settled = [row for row in final.rows if row.stage != "betting"]
    row: RoundRow = past.rows.get(number) or past.row_of(live)
    return page(
        request,
        "inspector/replay.html",
        row=row,
        settled=[(describe_row(one, split), row_to_json(one), one) for one in settled],
        replay=await run_sync(replay_of, past, live),
        corrections=live.corrections,
        last=past.state.rounds,
        signs_heads=house_of(request).heads is not None,
    )


@get("/inspector/rounds/{table:str}/{number:int}/record", guards=INSPECTORS,
     include_in_schema=False)  # fmt: skip
async def round_record(
    request: Asked, table: FromPath[str], number: FromPath[int]
) -> Response[str]:
    """The round as a file that `bythebook settle` settles to the same cent."""
    past, live = await _round(request, table, number)
    text = await run_sync(lambda: print_record(record_of(live)))
    return download(text, "application/toml", f"{past.terms.id}-{number}.round")


# Money


@get("/inspector/ledger", guards=INSPECTORS, include_in_schema=False)
async def ledger_page(
    request: Asked, account: FromQuery[str] = "", practice: FromQuery[bool] = False
) -> Response[Any]:
    archive = await read_archive(request)
    money, tokens = await run_sync(archive.books, account, POSTINGS_SHOWN, practice)
    return page(
        request,
        "inspector/ledger.html",
        account=account,
        practice=practice,
        books=money,
        tokens=tokens,
        behind=archive.behind,
        position=archive.position,
    )


# Verification


@post(
    "/api/verify",
    guards=INSPECTORS,
    tags=["inspector"],
    summary="Verify the whole log: the chain, every decision, every settlement, every cent",
    status_code=202,
)
async def start_verification(request: Asked) -> VerificationView:
    return verification_of(request.app).start(request.user.name)


@get("/api/verify", guards=INSPECTORS, tags=["inspector"], summary="How far the verification is")
async def verification_now(request: Asked) -> VerificationView:
    return verification_of(request.app).now()


async def close_verification(app: Litestar) -> None:
    if "verification" in app.state:
        await verification_of(app).close()
