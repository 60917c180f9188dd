"""Start the house behind a web server, on one address, until it is told to stop."""

import asyncio
import contextlib
import fcntl
import gc
import logging
import resource
import secrets
import signal
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import IO, Any

import msgspec
import uvloop
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server
from litestar.types import ASGIApp

from bythebook.errors import Malformed
from bythebook.house.demo import demo
from bythebook.house.demo.pools import open_pools
from bythebook.house.demo.tournaments import open_tournaments
from bythebook.house.heads.heads import EVERY_SECONDS, sign_heads
from bythebook.house.heads.notes import KEY_FILE as HEADS_FILE
from bythebook.house.heads.notes import read_key as read_public_key
from bythebook.house.heads.notes import signer_in
from bythebook.house.leaving import OVERTAKEN, STOPPED, Leaving
from bythebook.house.log.choosing import open_store
from bythebook.house.log.snapshots import house_key
from bythebook.house.own_books import open_practice, told_of
from bythebook.house.people.credentials import Breached
from bythebook.house.people.people import HOUSE
from bythebook.house.people.proofs import Proofs
from bythebook.house.service import House
from bythebook.house.tables.advising import Adviser
from bythebook.house.training import Trainer
from bythebook.rulebooks import find_book
from bythebook.rulebooks.shelf import taken_in
from bythebook.structs import like
from bythebook.web.app import create_app
from bythebook.web.door.connections import Connections
from bythebook.web.settings import Limits, Settings

FOLDER_FLAG = "serving.lock"
HEADERS_SECONDS: float = 10  # how long a connection may say nothing of what it wants
CONNECTIONS_MAX = 10_000
GOOD_BYE_SECONDS = 5
FILES_BESIDE = 200  # of those that may be open, for the log and for processes beside
SWITCH_SECONDS = 0.002  # shorter ones cost more in handing over than they save in waiting
# How many new objects come before the collector looks for rings among them. There are hardly any:
# Python's own 700 took a twentieth of the time, and stopped everybody for a tenth of a second
# whenever it went through all there is.
LOOK_FOR_RINGS = (20_000, 20, 20)


class Serving(msgspec.Struct, frozen=True, kw_only=True):
    """What `bythebook serve` was asked for."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path | None = None
    database: str | None = None
    archive: Path | None = None
    key: Path | None = None
    heads: bool = True
    heads_key: Path | None = None
    heads_name: str = ""
    heads_every: int = EVERY_SECONDS
    witnesses: tuple[str, ...] = ()  # their keys
    demo: bool = True
    https: bool = False
    proxies: int = 0
    origins: tuple[str, ...] = ()
    zone: str = ""
    open_metrics: bool = False
    drain: int = 0
    limits: Limits = Limits()
    # Before staff moves money: within so many minutes they have proved who they are, and above so
    # many cents by a second factor. 0: not asked for.
    prove_minutes: int = 15
    second_above: int = 1_000_000
    require_second: bool | None = None  # of all staff; not said: where browsers come by https
    require_second_of_players: bool = False
    strict_codes: bool = False  # a code is good in its own half minute alone
    breached: Path | None = None  # digests of passwords that are known


def serve(asked: Serving) -> None:
    """Blocks until the house is closed."""
    logging.Formatter.converter = time.gmtime  # UTC, as everywhere in the log
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
    flag = _claim(asked.data) if asked.database is None else None
    try:
        run(_serve(asked))
    finally:
        if flag is not None:
            flag.close()


def run(main: Coroutine[Any, Any, None]) -> None:
    """On a loop that hands messages over at less cost than Python's own."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main)


def _claim(folder: Path | None) -> IO[str]:
    """One serving process to a folder: several share a PostgreSQL instead."""
    assert folder is not None
    folder.mkdir(parents=True, exist_ok=True)
    flag = (folder / FOLDER_FLAG).open("w")
    try:
        fcntl.flock(flag, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        flag.close()
        raise Malformed(
            "another house is being served from this folder; several processes need --database",
            str(folder),
        ) from None
    return flag


async def _serve(asked: Serving) -> None:
    store = await asyncio.to_thread(open_store, asked.data, asked.database, False, asked.archive)
    key = house_key(asked.data, asked.key)
    if key is None:
        print("Sessions are believed as the database has them: --key FILE says how to mark them.")
    house = House(store, alone=asked.database is None, key=key)
    house.accounts.proofs = proofs_of(asked)
    if asked.strict_codes:
        house.accounts.factors.steps_off = 0
    if asked.breached is not None:
        house.accounts.credentials.breached = Breached(asked.breached)
    house.own_tables.most = asked.limits.practice_most
    house.own_tables.of_one_most = asked.limits.practice_of_an_account
    await house.open()
    adviser = Adviser()
    adviser.advise_in(house)
    try:
        await _first_start(house, asked)
        for line in [*map(told_of, map(find_book, taken_in())), *await _own_games(house, asked)]:
            print(line, flush=True)
        await adviser.warm_up(live.run.terms for live in house.tables.values())
        await serve_heads(house, asked)
        app = create_app(house, like(Settings, asked))
        app.state["trainer"] = Trainer(adviser, house.accounts.practice)
        _settle_in()
        says = f"The house is open: {address_of(asked)}"
        most = None if asked.proxies else asked.limits.connections_of_an_address
        await listen(app, asked.host, asked.port, says, house.leaving, asked.drain, most)
    finally:
        await adviser.close()
        await house.close()


def proofs_of(asked: Serving) -> Proofs:
    require = asked.https if asked.require_second is None else asked.require_second
    fresh, above = 60 * asked.prove_minutes or None, asked.second_above or None
    return Proofs(fresh, above, require, asked.require_second_of_players)


def _settle_in() -> None:
    """What is here now stays: it is not looked through again for what could be thrown away.

    The log has a thread of its own, which must not wait long for its turn with Python: a commit
    asks for it several times.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*LOOK_FOR_RINGS)
    sys.setswitchinterval(SWITCH_SECONDS)


async def listen(
    app: ASGIApp,
    host: str,
    port: int,
    says: str,
    leaving: Leaving,
    drain: int = 0,
    most: int | None = None,
) -> None:
    """Answer on one address until the process leaves, and `drain` seconds; `says` it once it does.

    Whoever stands before it has that long to notice, and to send everybody to another one.
    Whoever comes has at most so many connections at once.
    """
    server = Server(
        app,
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,  # to find out which it is, it would wait for ever for the first word
        websockets=True,
        log_enabled=False,
        backlog=1024,
        backpressure=_room_for_connections(),
        http1_settings=HTTP1Settings(header_read_timeout=int(HEADERS_SECONDS * 1000)),
    )
    serving = asyncio.create_task(server.serve())
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, leaving.begin, STOPPED)
    waiting = asyncio.create_task(leaving.begun())
    await _answers(host, port, serving)
    watching = asyncio.create_task(Connections(port, most).watch())
    print(says, flush=True)
    await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        serving.result()
    if leaving.reason == OVERTAKEN:
        print(f"bythebook: {leaving.reason}", file=sys.stderr, flush=True)
    await leaving.linger(drain)
    await leaving.send_away(GOOD_BYE_SECONDS)
    watching.cancel()
    server.stop()  # type: ignore[no-untyped-call]
    await asyncio.wait({serving}, timeout=GOOD_BYE_SECONDS)


def _room_for_connections() -> int:
    """As many as this process may have open: one that says nothing keeps nobody else out."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = CONNECTIONS_MAX if hard == resource.RLIM_INFINITY else min(hard, CONNECTIONS_MAX)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(most - FILES_BESIDE, most // 2)


async def _answers(host: str, port: int, serving: "asyncio.Task[None]") -> None:
    """Wait until somebody who comes is let in, or there will be nothing to come to."""
    while not serving.done():
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(_here(host), port)
            writer.close()
            await writer.wait_closed()
            return
        await asyncio.sleep(0.01)


async def serve_heads(house: House, asked: Serving) -> None:
    """With the key in its file; a database is shared, and its processes must be told which."""
    if not asked.heads:
        return
    file = asked.heads_key or (asked.data / HEADS_FILE if asked.data is not None else None)
    witnesses = [read_public_key(text) for text in asked.witnesses]
    if file is None:
        print("No heads of the log are signed: --heads-key FILE says by which key.")
        return
    signer = signer_in(file, asked.heads_name)
    await sign_heads(house, signer, witnesses, asked.heads_every)


async def _first_start(house: House, asked: Serving) -> None:
    """An empty log becomes a demonstration house, or gets its first administrator elsewhere."""
    head = await house.committer.call(house.store.head)
    if head.position:
        return
    if not asked.demo:
        print("The log is empty: bythebook user add NAME --administrator opens the first account.")
        return
    print("First start: making a demonstration house …", file=sys.stderr, flush=True)
    password = secrets.token_urlsafe(9)
    await demo.open_accounts(house, password)
    await demo.open_tables(house)
    await open_pools(house)
    await open_tournaments(house)
    token = await house.accounts.make_link(HOUSE, "administrator", house.now)
    names = ", ".join(account.name for account in demo.ACCOUNTS)
    print(f"Accounts: {names}")
    print(f"Password of each, shown this once: {password}")
    print(f"Or come in as administrator, once: {address_of(asked)}/welcome/{token}")


async def _own_games(house: House, asked: Serving) -> list[str]:
    """Whoever brings a book of their own finds its games in the lobby, to be tried."""
    return await open_practice(house, taken_in()) if asked.demo else []


def address_of(asked: Serving) -> str:
    """Where those come who are let in."""
    scheme = "https" if asked.https else "http"
    host = _here(asked.host)
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{asked.port}"


def _here(host: str) -> str:
    """An address that can be gone to, also where the house listens on all there are."""
    return "127.0.0.1" if host in ("0.0.0.0", "::") else host
