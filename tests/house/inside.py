"""A house and its web side in this process: a clock to turn, chance that is known, and visitors
who see every byte that they are sent."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Coroutine
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import httpx
from litestar import Litestar

from bythebook.house.demo import demo
from bythebook.house.log.choosing import open_store
from bythebook.house.people import people as p
from bythebook.house.people.accounts import Seen
from bythebook.house.people.people import VISITOR, Viewer
from bythebook.house.service import House
from bythebook.house.tables import table_log as h
from bythebook.web.app import create_app
from bythebook.web.door.visits import Visit
from bythebook.web.settings import Settings
from tests.house.served import COOKIE, Said, answer_in
from tests.house.tables.following import Following

HOST = "house.test"
SEED_BYTES = 32
T = TypeVar("T")


class Chance:
    """Bytes that look like chance, are the same in every run, and are remembered."""

    def __init__(self) -> None:
        self.seeds: list[str] = []
        self._drawn = 0

    def __call__(self, length: int) -> bytes:
        self._drawn += 1
        drawn = hashlib.sha256(f"canary {self._drawn}".encode()).digest()[:length]
        if length == SEED_BYTES:
            self.seeds.append(drawn.hex())
        return drawn


class Complaints(logging.Handler):
    """Whatever a part of the house complains of: a test that ends well has none."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))


@cache
def the_app() -> Litestar:
    """Made once, because that takes longer than most tests; each house is put into it."""
    return create_app(None)


class Inside:
    """Everything in one event loop that runs only while something is asked of it."""

    def __init__(self, folder: Path) -> None:
        self.time = 1_800_000_000
        self.chance = Chance()
        self.complaints = Complaints()
        for name in ("bythebook.house", "bythebook.web"):
            logging.getLogger(name).addHandler(self.complaints)
        self._loop = asyncio.Runner()
        self.house: House = self.run(self._open(folder))
        self.app = the_app()
        for kept in set(self.app.state) - {"metrics"}:
            del self.app.state[kept]
        self.app.state.house = self.house
        self.app.state.settings = Settings(now=lambda: self.time)
        self.tokens: dict[str, str] = {}
        app: Any = self.app  # the two libraries describe an application differently
        way = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        self._browser = httpx.AsyncClient(transport=way, base_url=f"http://{HOST}", verify=False)

    async def _open(self, folder: Path) -> House:
        return House(open_store(folder, None), clock=lambda: float(self.time), entropy=self.chance)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Without what a whole program would have to see to, which takes longer than a request."""
        return self._loop.get_loop().run_until_complete(work)

    def close(self) -> None:
        self.run(self._browser.aclose())
        self.run(self.house.close())
        self._loop.close()
        for name in ("bythebook.house", "bythebook.web"):
            logging.getLogger(name).removeHandler(self.complaints)

    # People and tables

    def begin_session(self, name: str) -> str:
        """Somebody comes in; says by which token."""
        self.tokens[name] = self.run(self.house.accounts.sessions.begin(name, self.time))
        return self.tokens[name]

    def open_account(self, name: str, *house_roles: str, rank: str = "") -> str:
        """Somebody gets an account and comes in; says by which token."""
        order = self.house.accounts.order
        self.run(order(p.HOUSE, p.OpenAccount(name), self.time))
        for role in house_roles:
            self.run(order(p.HOUSE, p.GrantHouseRole(name, role), self.time))
        for book in demo.books_with_tables() if rank else ():
            if role := demo.role_at(book, rank):
                self.run(order(p.HOUSE, p.GrantRole(name, book, role), self.time))
        return self.begin_session(name)

    def open_everybody(self) -> None:
        """An account for each role of the house, and two players with money."""
        for account in demo.ACCOUNTS:
            roles = [role for role in account.house_roles if role != p.PLAYER]
            self.open_account(account.name, *roles, rank=account.rank)

    def pay_in(self, name: str, cents: int) -> None:
        self.run(self.house.at_cage(p.HOUSE, name, cents, "deposit", f"{name}-{cents}"))

    def open_table(self, terms: h.Terms) -> None:
        self.run(demo.open_table(self.house, terms))

    def viewer(self, name: str) -> Viewer:
        if name not in self.tokens:
            return VISITOR
        seen = self.run(self.house.accounts.look(self.tokens[name], self.time))
        assert isinstance(seen, Seen)
        return seen.viewer

    def time_passes(self, seconds: int) -> None:
        self.time += seconds
        self.run(self.house.look_at_clocks())

    # Visits

    def headers(self, name: str) -> dict[str, str]:
        token = self.tokens.get(name, "")
        if not token:
            return {}
        return {"cookie": f"{COOKIE}={token}", "x-csrf-token": Visit(token=token).csrf}

    def ask(
        self, name: str, method: str, path: str, headers: dict[str, str] | None = None, **named: Any
    ) -> httpx.Response:
        return self.run(self._ask(method, path, {**self.headers(name), **(headers or {})}, named))

    async def _ask(
        self, method: str, path: str, headers: dict[str, str], named: dict[str, Any]
    ) -> httpx.Response:
        answer = await self._browser.request(method, path, headers=headers, **named)
        self._browser.cookies.clear()
        return answer

    async def quiet(self) -> None:
        """Until nobody has anything more to do; the log has a thread of its own."""
        await self.house.committer.call(lambda: None)
        for _ in range(10):
            await asyncio.sleep(0)

    def line(self, name: str, table: str) -> "Line":
        line = Line(self, name, table)
        self.run(line.open())
        return line


def scope_of(kind: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
    """What a server says of somebody who comes, by a socket or a request."""
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "ws" if kind == "websocket" else "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [
            (b"host", HOST.encode()),
            *((name.encode(), value.encode()) for name, value in headers.items()),
        ],
        "client": ("127.0.0.1", 1),
        "server": (HOST, 80),
        "subprotocols": [],
        "state": {},
    }


class Line:
    """A socket of somebody's, without a network between."""

    def __init__(self, inside: Inside, name: str, table: str) -> None:
        self.name = name
        self.path = f"/tables/{table}/live"
        self.texts: list[str] = []  # all that was ever sent to it
        self.seen = Following()
        self.said: dict[str, str] = {}  # by id
        self.closed = False
        self._inside = inside
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        scope = scope_of("websocket", self.path, self._inside.headers(self.name))
        self._in.put_nowait({"type": "websocket.connect"})
        served = self._inside.app(scope, self._in.get, self._sent)  # type: ignore[arg-type]
        self._task = asyncio.ensure_future(served)
        for _ in range(100):
            await self._inside.quiet()
            if self.texts or self.closed:
                break
        await self._inside.quiet()

    async def _sent(self, event: Any) -> None:
        if event["type"] == "websocket.send":
            self.texts.append(event["text"])
            self.seen.hear(event["text"])
        elif event["type"] == "websocket.close":
            self.closed = True

    def say(self, text: str) -> None:
        """Send something, and hear all that comes of it."""
        self._inside.run(self._say({"type": "websocket.receive", "text": text}))

    def say_bytes(self, data: bytes) -> None:
        self._inside.run(self._say({"type": "websocket.receive", "bytes": data}))

    async def _say(self, event: dict[str, Any]) -> None:
        before = len(self.seen.told)
        self._in.put_nowait(event)
        for _ in range(200):
            await self._inside.quiet()
            if len(self.seen.told) > before or self.closed:
                break
        await self._inside.quiet()

    def command(self, command: Said, id: str, **beside: str) -> Said:
        """Give a command; what it was answered."""
        self.say(json.dumps({"id": id, "command": command, **beside}))
        answer = answer_in(self.seen.told[-1])
        assert answer is not None
        assert answer["id"] == id
        return answer

    def close(self) -> None:
        self._inside.run(self._close())

    async def _close(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        assert self._task is not None
        await self._task
