"""Tables live: one socket for each page that shows one.

The page gets the whole view first and then what changes; what it sends is a command with an id of
its own, which may be sent again after a lost connection without acting twice. What has come by the
time that something can be sent goes out together: a frame holds one message to a line.
"""

import asyncio
import contextlib
import logging
import os
import re
from collections.abc import Coroutine, Iterator
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from bythebook.errors import NOT_JSON, Malformed, Refused
from bythebook.house.activities.tournaments.live_tables import SessionTables, is_session
from bythebook.house.activities.tournaments.own_cups import sessions_of
from bythebook.house.leaving import Leaving
from bythebook.house.log.outages import outages
from bythebook.house.log.store import Unavailable
from bythebook.house.people.people import Viewer
from bythebook.house.school.classes import School
from bythebook.house.school.shifts import Shifts, is_shift
from bythebook.house.service import House
from bythebook.house.tables.live_table import Watcher, encode
from bythebook.house.tables.requests import MESSAGE_BYTES
from bythebook.house.training import Trainer
from bythebook.phrases import phrase
from bythebook.web.door.limits import TooMuch, gate_of, network_of
from bythebook.web.door.security import address_of
from bythebook.web.door.shell import accounts_of, still_here, viewer_of
from bythebook.web.door.visits import Connection
from bythebook.web.show.languages import speaker_of

LOOK_SECONDS = 5  # at least this often a session is looked at while its socket is open
PAUSED = phrase(
    "The house cannot write anything down just now, so play pauses. Wagers and chips are as they"
    " were, nobody's time runs, and it goes on by itself."
)
NOT_NOW = phrase("the house cannot do that just now: please send it again in a moment")

log = logging.getLogger("bythebook.web")

Socket = WebSocket[Any, Any, Any]
Floor = House | SessionTables | Shifts  # the house's own tables, tournaments', the school's


def school_of(connection: Connection) -> School:
    """The dealers' school of this process, by the clock of its house."""
    state = connection.app.state
    if "school" not in state:
        kept = state.house.accounts.shifts
        state["school"] = School(lambda: float(state.house.now), os.urandom, kept)
    school: School = state["school"]
    return school


def floor_of(socket: Socket, table: str) -> Floor:
    """Where a table of this name would be."""
    house: House = socket.app.state.house
    if is_shift(table):
        return school_of(socket).shifts
    return sessions_of(house, table) if is_session(table) else house


@websocket("/tables/{table:str}/live", include_in_schema=False)
async def table_live(socket: Socket, table: FromPath[str]) -> None:
    house = floor_of(socket, table)
    await socket.accept()
    trainer: Trainer | None = socket.app.state.get("trainer")
    if trainer is not None:  # before anything is told that they want to find out for themselves
        trainer.follow(viewer_of(socket).name, "train" in socket.query_params)
    try:
        watcher = await house.watch(table, viewer_of(socket), speaker_of(socket))
    except Malformed as no:
        await show_out(socket, no)
        return
    try:
        receiving = _receive(socket, house, table, watcher)
        await attend(socket, watcher, _send(socket, house, table, watcher), receiving)
    finally:
        await house.unwatch(table, watcher)


async def show_out(socket: Socket, no: Malformed) -> None:
    """There is nothing here to look at."""
    await socket.send_data(encode({"gone": {"reason": no.says}}, speaker_of(socket)), mode="text")
    await socket.close(code=4404)


async def attend(socket: Socket, watcher: Watcher, *doing: Coroutine[Any, Any, None]) -> None:
    """Serve a socket until the first of these ends, however that is: nobody stays connected whose
    session is looked at no more, or to a process that leaves."""
    leaving: Leaving = socket.app.state.house.leaving
    with leaving.here():
        with _one_more(socket, watcher.viewer.name, *doing):
            ends = await _first_end(_keep_looking(socket, watcher), leaving.over(), *doing)
        for end in ends:
            if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
                outages.tell(end, "a socket was closed")
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            # Page and program come back by themselves, to another process if this one leaves.
            await socket.close(code=1012 if leaving.reason else 1011)


async def _first_end(*doing: Coroutine[Any, Any, None]) -> list[BaseException | None]:
    """How all of them ended, when the first has."""
    tasks = [asyncio.create_task(each) for each in doing]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    return ends


@contextlib.contextmanager
def _one_more(socket: Socket, name: str, *doing: Coroutine[Any, Any, None]) -> Iterator[None]:
    """A socket of an account's, which has no more of them than it may: then nothing is done."""
    gate = gate_of(socket.scope)
    if gate is None or not name:
        yield
        return
    try:
        with gate.under_way("sockets", name.casefold(), gate.limits.sockets_of_an_account, 10):
            yield
    except TooMuch:
        for each in doing:
            each.close()
        raise


async def heard(socket: Socket, name: str) -> str:
    """What somebody sends next: who sends faster than an account may is heard only so fast."""
    gate = gate_of(socket.scope)
    while gate is not None and (
        early := gate.command(name or network_of(address_of(socket.scope)))
    ):
        await asyncio.sleep(early)
    return await socket.receive_data(mode="text")


async def _send(socket: Socket, house: Floor, table: str, watcher: Watcher) -> None:
    while await send_what_comes(socket, watcher):
        await house.look_again(table, watcher)


async def send_what_comes(socket: Socket, watcher: Watcher) -> bool:
    """Until the socket is gone (False), or so much came that some was dropped (True)."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while not watcher.overrun:
            # Every frame wakes this process up once more, which costs more than what is in it.
            await socket.send_data("\n".join(await watcher.take()), mode="text")
        return True
    return False


async def send_news(socket: Socket, watcher: Watcher) -> None:
    """The same, where each message says it all: what was dropped is missed by nobody."""
    while await send_what_comes(socket, watcher):
        watcher.overrun = False


async def hear_pings(socket: Socket, watcher: Watcher) -> None:
    """On a socket on which nothing is asked for."""
    while True:
        text = await heard(socket, watcher.viewer.name)
        if len(text) <= MESSAGE_BYTES and text.startswith('{"ping"'):
            watcher.put(encode({"pong": 1}))


async def _keep_looking(socket: Socket, watcher: Watcher) -> None:
    """A session that is over ends its sockets too; a role that was taken away counts no more. And
    whether play pauses, because nothing can be written, is said to everybody."""
    here, said = True, ""
    outage = socket.app.state.house.committer.outage
    while here:
        if outage.reason != said:
            said = outage.reason
            watcher.put(encode({"paused": {"reason": PAUSED if said else ""}}, watcher.speaker))
        await accounts_of(socket).bell.wait(LOOK_SECONDS)
        with contextlib.suppress(Unavailable):  # nothing can be asked for meanwhile either
            here = await _is_still_here(socket, watcher)


async def _is_still_here(socket: Socket, watcher: Watcher) -> bool:
    """Look the session up; if it is over, say so and close."""
    viewer = await still_here(socket)
    if isinstance(viewer, Viewer):
        watcher.viewer = viewer
        return True
    gone: dict[str, object] = {"reason": phrase("the session is over"), "log_in": True}
    if isinstance(viewer, Refused):
        gone = {"reason": viewer.says, "clause": viewer.clause, "book": viewer.book}
    await socket.send_data(encode({"gone": gone}, watcher.speaker), mode="text")
    await socket.close(code=4401)
    return False


async def _receive(socket: Socket, house: Floor, table: str, watcher: Watcher) -> None:
    while True:
        text = await heard(socket, watcher.viewer.name)
        if text.startswith(('{"ping"', '{"see"', '{"train"')):
            await _aside(socket, house, table, watcher, text)
            continue
        try:
            if not await _is_still_here(socket, watcher):
                return
        except Unavailable:
            watcher.put(_not_now(text, watcher))
        else:
            await _carry_out(socket, house, table, watcher, text)


async def _carry_out(socket: Socket, house: Floor, table: str, watcher: Watcher, text: str) -> None:
    """Do it and say so; at a practice table also what it was worth, to whoever trains."""
    trainer: Trainer | None = socket.app.state.get("trainer")
    if trainer is None or not isinstance(house, House) or not trainer.trains(watcher.viewer.name):
        watcher.put(await answer(house, table, watcher, text))
        return
    live = house.table(table)
    chosen = await trainer.before(live, watcher.viewer, text)
    said = await answer(house, table, watcher, text)
    watcher.put(said)
    if said.startswith('{"ack"'):
        for one in chosen:
            watcher.put(await trainer.judge(live, watcher.viewer, one, house.now))


async def _aside(socket: Socket, house: Floor, table: str, watcher: Watcher, text: str) -> None:
    try:
        asked = msgspec.json.decode(text, type=dict[str, int])
    except NOT_JSON:
        watcher.put(encode({"malformed": {"id": "", "reason": "that cannot be understood"}}))
        return
    if "ping" in asked:
        watcher.put(encode({"pong": asked["ping"]}))
        return
    trainer: Trainer | None = socket.app.state.get("trainer")
    if "train" in asked and trainer is not None:
        trainer.follow(watcher.viewer.name, bool(asked["train"]))
    if not asked.get("train"):
        await house.look_again(table, watcher)


async def answer(house: Floor, table: str, watcher: Watcher, text: str) -> str:
    """What becomes of one command, as the page is told."""
    try:
        ack = await house.give(table, watcher.viewer, text)
    except Refused as no:
        book = no.book or house.book_of(table, watcher.viewer)
        refused = {"id": _id_in(text), "clause": no.clause, "book": book, "reason": no.says}
        return encode({"refused": refused}, watcher.speaker)
    except Malformed as no:
        reason = str(no) if no.where else no.says
        return encode({"malformed": {"id": _id_in(text), "reason": reason}}, watcher.speaker)
    except Unavailable:
        return _not_now(text, watcher)
    except Exception:
        log.exception("a command at table %s failed", table)
        return _not_now(text, watcher)
    if ack.waiting:
        waiting = {"id": ack.id, "number": ack.waiting, "reason": ack.reason}
        return encode({"waiting": waiting})
    return encode({"ack": {"id": ack.id, "version": ack.version}})


def _not_now(text: str, watcher: Watcher) -> str:
    return encode({"malformed": {"id": _id_in(text), "reason": NOT_NOW}}, watcher.speaker)


_ID_FIRST = re.compile(r'\s*\{\s*"id"\s*:\s*"([ !#-\[\]-~]{1,64})"')


class _Id(msgspec.Struct):
    id: str = ""


def _id_in(text: str) -> str:
    """The id of a message that may be no message at all."""
    if len(text) > MESSAGE_BYTES:
        return ""
    try:
        return msgspec.json.decode(text, type=_Id).id[:64]
    except NOT_JSON:
        begins = _ID_FIRST.match(text)  # it may be spoilt only further on
        return begins[1] if begins else ""


handlers = [table_live]
