"""The dealers' school: lessons, shifts at the console, reports, and classes with a code.

A shift is taken at the dealer's own console (`dealer/dealer.html`), with the task beside it.
"""

import asyncio
from typing import Any

import msgspec
from anyio.to_thread import run_sync
from litestar import Response, get, post, websocket
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody, URLEncodedBody
from litestar.response import Redirect

from bythebook.dealer_school.findings import Report
from bythebook.dealer_school.lesson import Lesson
from bythebook.dealer_school.library import books_with_lessons, find_lesson, lessons_of
from bythebook.dealer_school.planting import random_lesson
from bythebook.errors import Malformed, Refused
from bythebook.house.people.people import Viewer, on_staff
from bythebook.house.school.classes import SEATS_MOST, ClassView, School
from bythebook.house.school.kept import KeptReport
from bythebook.house.school.shifts import Act, ShiftTable, ShiftView, is_shift, shift_view
from bythebook.house.staff.staff_desk import StaffDesk, staff_desk
from bythebook.house.tables.live_table import Audience, Watcher, encode
from bythebook.rulebooks.loader import find_book
from bythebook.table.powers import title
from bythebook.table.seconding import Verdict
from bythebook.web.door.limits import DEAR
from bythebook.web.door.shell import viewer_of
from bythebook.web.door.staff import require_staff
from bythebook.web.door.visits import Asked, Connection
from bythebook.web.live.sockets import (
    Socket,
    attend,
    hear_pings,
    school_of,
    send_news,
    show_out,
)
from bythebook.web.pages.account import a_guest, welcome_in
from bythebook.web.pages.pit import ONLY_LOOKS, Outcome, Proposed, outcome_of
from bythebook.web.show.templating import page

HOME = "/school/dealers"
SEED_MOST = 1_000_000
LOOK_SECONDS = 2


class Wish(msgspec.Struct, frozen=True):
    """Which lesson; or of which book one at random."""

    lesson: str = ""
    book: str = ""
    seed: str = "1"
    seats: str = str(SEATS_MOST)
    csrf: str = ""


class Joining(msgspec.Struct, frozen=True):
    code: str = ""
    name: str = ""
    csrf: str = ""


def lesson_of(wish: Wish) -> tuple[str, Lesson]:
    """The lesson that is wished for, and how it is called; one at random takes a while."""
    if wish.lesson:
        return wish.lesson, find_lesson(wish.lesson)
    if wish.book not in books_with_lessons():
        raise Malformed("choose a lesson, or a book", "book")
    if not wish.seed.isdecimal() or int(wish.seed) > SEED_MOST:
        raise Malformed("a whole number", "seed")
    return f"{wish.book}, at random", random_lesson(wish.book, int(wish.seed))


def found_shift(request: Connection, shift: str) -> ShiftTable:
    try:
        return school_of(request).shifts.find(shift, viewer_of(request))
    except Malformed as no:
        raise NotFoundException("There is no such shift, or it was left.") from no


# Pages


@get(HOME, include_in_schema=False)
async def dealers_page(request: Asked) -> Response[Any]:
    """Every lesson by its book; whoever holds classes finds them here."""
    return await _home(request)


async def _home(request: Asked, error: str = "", tried: Joining | None = None) -> Response[Any]:
    viewer, school = viewer_of(request), school_of(request)
    reports = await school.reports_of(viewer)
    return page(
        request,
        "school/dealers.html",
        status=400 if error else 200,
        books=[(find_book(book), lessons_of(book)) for book in books_with_lessons()],
        mine=school.shifts.of(viewer.name),
        classes=school.classes.of(viewer.name),
        reports=reports,
        teaches=on_staff(viewer),
        most=SEATS_MOST,
        error=error,
        tried=tried or Joining(),
    )


@post(f"{HOME}/shifts", include_in_schema=False, status_code=200, opt={DEAR: True})
async def begin_shift(request: Asked, data: URLEncodedBody[Wish]) -> Response[Any]:
    """A private table for this lesson; whoever has no name yet comes as a guest."""
    try:
        _, lesson = await run_sync(lesson_of, data)
        viewer, seen = await _somebody(request)
        table = school_of(request).shifts.begin(viewer.name, lesson)
    except (Malformed, Refused) as no:
        return await _home(request, no.reason)
    return await _onward(request, seen, f"{HOME}/shifts/{table.id}")


@post(f"{HOME}/join", include_in_schema=False, status_code=200)
async def join_class(request: Asked, data: URLEncodedBody[Joining]) -> Response[Any]:
    """A table in the class of this code."""
    try:
        school = school_of(request)
        await school.look_around(data.code.strip().upper())
        viewer, seen = await _somebody(request)
        table = school.classes.join(viewer, data.code, data.name)
    except (Malformed, Refused) as no:
        return await _home(request, no.reason, data)
    await school.keep(table)
    return await _onward(request, seen, f"{HOME}/shifts/{table.id}")


async def _somebody(request: Asked) -> tuple[Viewer, Any]:
    viewer = viewer_of(request)
    if viewer.name:
        return viewer, None
    seen = await a_guest(request)
    return seen.viewer, seen


async def _onward(request: Asked, seen: Any, to: str) -> Response[Any]:
    if seen is not None:
        return await welcome_in(request, seen, to)
    return Redirect(to, status_code=303)


@get(f"{HOME}/shifts/{{shift:str}}", include_in_schema=False)
async def shift_page(request: Asked, shift: FromPath[str]) -> Response[Any]:
    """The dealer's console, with the task beside it."""
    table = found_shift(request, shift)
    terms, viewer = table.run.terms, viewer_of(request)
    return page(
        request,
        "school/shift.html",
        id=table.id,
        title=terms.title,
        book=terms.book,
        role_title=title(table.rules.conduct, table.shift.trainee.role),
        desk=("All lessons", HOME),
        table="",
        desk_address=f"/api/school/shifts/{table.id}",
        shift=shift_view(table),
        own=viewer.name == table.owner,
        teaches=table.shift.lesson.teaches,
    )


@get(f"{HOME}/shifts/{{shift:str}}/report", include_in_schema=False)
async def report_page(request: Asked, shift: FromPath[str]) -> Response[Any]:
    """What was right and what was not, to be printed; also long after the shift was left."""
    kept = await _report(request, shift)
    there = shift in school_of(request).shifts.tables
    return page(
        request, "school/report.html", report=kept.report, code=kept.code, id=shift, there=there
    )


async def _report(request: Asked, shift: str) -> KeptReport:
    school, viewer = school_of(request), viewer_of(request)
    try:
        table = school.shifts.find(shift, viewer)
    except Malformed as no:
        kept = await school.report(shift, viewer)
        if kept is None:
            raise NotFoundException("There is no such shift.") from no
        return kept
    told = school.shifts.report(shift, viewer)
    return KeptReport(owner=table.owner, holder="", code=table.code, report=told)


# For the page, and for programs


@get("/api/school/shifts/{shift:str}", tags=["school"], summary="A shift of the dealers' school")
async def one_shift(request: Asked, shift: FromPath[str]) -> ShiftView:
    return shift_view(found_shift(request, shift))


@get("/api/school/shifts/{shift:str}/report", tags=["school"], summary="How a shift was judged")
async def one_report(request: Asked, shift: FromPath[str]) -> Report:
    return (await _report(request, shift)).report


@post(
    "/api/school/shifts/{shift:str}/acts",
    tags=["school"],
    summary="Call somebody, say what is paid and taken, or leave; orders go to the table itself",
    status_code=200,
)
async def act_on_shift(request: Asked, shift: FromPath[str], data: JSONBody[Act]) -> ShiftView:
    table = found_shift(request, shift)
    view = school_of(request).shifts.act(shift, viewer_of(request), data)
    await school_of(request).keep(table)
    return view


@get("/api/school/shifts/{shift:str}/desk", include_in_schema=False)
async def shift_desk(request: Asked, shift: FromPath[str]) -> StaffDesk:
    """What the console shows around the table, in the rank that the lesson gives."""
    table = found_shift(request, shift)
    viewer = table.acting(viewer_of(request))
    return staff_desk(table.rules, table.run, viewer, school_of(request).shifts.now)


@post("/api/school/shifts/{shift:str}/would", include_in_schema=False, status_code=200)
async def shift_would(
    request: Asked, shift: FromPath[str], data: JSONBody[Proposed]
) -> Verdict | Outcome:
    """Whether an order would be carried out now: asking is not judged."""
    table = found_shift(request, shift)
    if viewer_of(request).name != table.owner:
        return ONLY_LOOKS
    return outcome_of(table, table.shift.trainee, data, school_of(request).shifts.now)


# Classes


@post(
    f"{HOME}/classes",
    guards=[require_staff],
    include_in_schema=False,
    status_code=200,
    opt={DEAR: True},
)
async def open_class(request: Asked, data: URLEncodedBody[Wish]) -> Response[Any]:
    """A class with a code, for up to thirty trainees."""
    try:
        if not data.seats.isdecimal():
            raise Malformed(f"from 1 to {SEATS_MOST} tables", "seats")
        name, lesson = await run_sync(lesson_of, data)
        seats = min(int(data.seats), SEATS_MOST + 1)
        held = await school_of(request).open_class(viewer_of(request), lesson, name, seats)
    except (Malformed, Refused) as no:
        return await _home(request, no.reason)
    return Redirect(f"{HOME}/classes/{held.code}", status_code=303)


@get(f"{HOME}/classes/{{code:str}}", guards=[require_staff], include_in_schema=False)
async def class_page(request: Asked, code: FromPath[str]) -> Response[Any]:
    """Every table of a class, live, for whoever holds it."""
    await school_of(request).look_around(code)
    return page(request, "school/class.html", held=_class_view(request, code))


def _class_view(request: Connection, code: str) -> ClassView:
    classes = school_of(request).classes
    try:
        return classes.view(classes.find(code, viewer_of(request)))
    except Malformed as no:
        raise NotFoundException("There is no such class, or it is somebody else's.") from no


@websocket(f"{HOME}/{{place:str}}/live", include_in_schema=False)
async def school_live(socket: Socket, place: FromPath[str]) -> None:
    """A shift as it goes on, or a whole class: the whole of it whenever something has changed."""
    await socket.accept()
    watcher = Watcher(viewer_of(socket))
    school = school_of(socket)
    await school.look_around(place)
    try:
        audience = _audience(socket, place, watcher)
    except Malformed as no:
        await show_out(socket, no)
        return
    audience.watchers[watcher] = None
    doing = [send_news(socket, watcher), hear_pings(socket, watcher)]
    if not is_shift(place):
        doing.append(_look_elsewhere(school, place, watcher))
    try:
        await attend(socket, watcher, *doing)
    finally:
        audience.watchers.pop(watcher, None)


async def _look_elsewhere(school: School, code: str, watcher: Watcher) -> None:
    """What trainees of a class do in other processes of the house, every other second."""
    held = school.classes.find(code, watcher.viewer)
    while True:
        before = school.classes.view(held).tables
        await asyncio.sleep(LOOK_SECONDS)
        await school.look_around(code)
        view = school.classes.view(held)
        if view.tables != before:
            watcher.put(encode({"class": view}))


def _audience(socket: Socket, place: str, watcher: Watcher) -> Audience:
    school = school_of(socket)
    if is_shift(place):
        table = school.shifts.find(place, watcher.viewer)
        watcher.put(encode({"shift": shift_view(table)}))
        return table.beside
    held = school.classes.find(place, watcher.viewer)
    watcher.put(encode({"class": school.classes.view(held)}))
    return school.classes.audience(held.code)
