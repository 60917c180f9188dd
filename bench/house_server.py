"""The two servers that `bench/house.py` measures, each in a process of its own.

    python -m bench.house_server house FOLDER PORT TABLES    a full house, served as it always is
    python -m bench.house_server bare PORT                   the same transport, and nothing behind

The house prints, before it opens, one line of JSON: its tables, and one-time links for their
players. The bare transport sends what comes from one of a table to all of it, made as long as the
message asks for, and acknowledges it; no rules, no store.
"""

import asyncio
import mmap
import struct
import sys
from collections import defaultdict
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from msgspec.structs import replace

from bythebook.house.demo import demo
from bythebook.house.leaving import Leaving
from bythebook.house.log.choosing import open_store
from bythebook.house.log.snapshots import house_key
from bythebook.house.log.sqlite import SqliteStore
from bythebook.house.log.store import Conflict, Write, Written
from bythebook.house.own_tables import open_by_house
from bythebook.house.people import people as p
from bythebook.house.service import House
from bythebook.house.tables.live_table import Watcher
from bythebook.house.tables.table_log import Terms
from bythebook.web.live.sockets import send_what_comes
from bythebook.web.serving import Serving, listen, run, serve
from bythebook.web.settings import Limits

SEATS = 7
HOST = "127.0.0.1"
COMMITS, COUNT = "commits", struct.Struct("q")  # a file beside the log, and what it holds
# All players come from one address here; whoever floods the house from another is held up.
LIMITS = Limits(
    requests_at_once=2_000,
    connections_of_an_address=6_000,
    sockets_of_an_address=5_000,
    commands_a_second=1e6,
    commands_at_once=10**6,
    guests_an_hour=10**6,
    practice_an_hour=10**6,
)
WALLET = 1_000_000_000  # cents: enough for however long


class Seat(msgspec.Struct, frozen=True):
    """A player's place, and the link by which they come in."""

    table: str
    box: int
    player: str
    link: str


# The house


def floor(tables: int) -> list[Terms]:
    """So many tables of seven boxes, every game in its turn."""
    games = [terms for terms in demo.demo_tables() if _fits(terms)]
    chosen = islice(cycle(games), tables)
    return [replace(terms, id=f"{terms.id}-{n}") for n, terms in enumerate(chosen, start=1)]


def _fits(terms: Terms) -> bool:
    return not terms.practice and terms.cards == "virtual" and terms.setup.boxes == SEATS


async def furnish(folder: Path, tables: int) -> list[Seat]:
    """Open the tables, and an account with money for every seat."""
    house = House(await asyncio.to_thread(open_store, folder, None), key=house_key(folder))
    await house.open()
    seats = []
    for number, terms in enumerate(floor(tables), start=1):
        await open_by_house(house, await house.make_table(terms, p.HOUSE))
        for box in range(1, SEATS + 1):
            name = f"player-{number}-{box}"
            await house.accounts.order(p.HOUSE, p.OpenAccount(name, "plays"), house.now)
            await house.at_cage(p.HOUSE, name, WALLET, "deposit", f"first-{name}")
            link = await house.accounts.credentials.make_link(name, house.now)
            seats.append(Seat(terms.id, box, name, link))
    await house.close()
    return seats


def count_commits(path: Path) -> None:
    """Keep count of the commits in a small file, for whoever measures to read."""
    path.write_bytes(bytes(COUNT.size))
    with path.open("r+b") as file:
        count = mmap.mmap(file.fileno(), COUNT.size)
    commit = SqliteStore.commit

    def counting(store: SqliteStore, writes: Sequence[Write]) -> list[Written | Conflict]:
        COUNT.pack_into(count, 0, COUNT.unpack_from(count)[0] + 1)
        return commit(store, writes)

    SqliteStore.commit = counting  # type: ignore[method-assign,assignment]


def serve_house(folder: Path, port: int, tables: int) -> None:
    seats = asyncio.run(furnish(folder, tables))
    count_commits(folder / COMMITS)
    print(msgspec.json.encode(seats).decode(), flush=True)
    serve(Serving(host=HOST, port=port, data=folder, limits=LIMITS))


async def furnish_practice(folder: Path) -> None:
    """A practice table of every game on the floor: guests are given tables like these."""
    house = House(await asyncio.to_thread(open_store, folder, None), key=house_key(folder))
    await house.open()
    for terms in demo.demo_tables():
        if terms.practice:
            await demo.open_table(house, terms)
    await house.close()


def serve_practice(folder: Path, port: int) -> None:
    asyncio.run(furnish_practice(folder))
    serve(Serving(host=HOST, port=port, data=folder, limits=LIMITS))


# The bare transport


class Sent(msgspec.Struct):
    id: str
    size: int


class Echo:
    """Tables that know nothing but who is there, and how often something was sent."""

    def __init__(self) -> None:
        self.watchers: dict[str, set[Watcher]] = defaultdict(set)
        self.versions: dict[str, int] = defaultdict(int)
        self.decode = msgspec.json.Decoder(Sent).decode

    def broadcast(self, table: str, text: str) -> str:
        """Send it to all of the table; the acknowledgement."""
        sent = self.decode(text)
        version = self.versions[table] = self.versions[table] + 1
        message = f'{{"patch":{{"fill":"{"x" * sent.size}","version":{version}}}}}'
        for watcher in self.watchers[table]:
            watcher.put(message)
        return f'{{"ack":{{"id":"{sent.id}","version":{version}}}}}'


@websocket("/tables/{table:str}/live")
async def echo_live(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    echo: Echo = socket.app.state.echo
    await socket.accept()
    watcher = Watcher(p.VISITOR)
    echo.watchers[table].add(watcher)
    sending = asyncio.create_task(send_what_comes(socket, watcher))
    try:
        while True:
            text = await socket.receive_data(mode="text")
            watcher.put(echo.broadcast(table, text))
    except WebSocketDisconnect:
        pass
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        echo.watchers[table].discard(watcher)


def serve_bare(port: int) -> None:
    app = Litestar([echo_live], openapi_config=None, logging_config=None)
    app.state.echo = Echo()
    run(listen(app, HOST, port, "The bare transport is open.", Leaving()))


def main(arguments: list[str]) -> None:
    match arguments:
        case ["house", folder, port, tables]:
            serve_house(Path(folder), int(port), int(tables))
        case ["practice", folder, port]:
            serve_practice(Path(folder), int(port))
        case ["bare", port]:
            serve_bare(int(port))
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
