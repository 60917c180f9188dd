"""Visitors for the tests of the web side: a small house with a clock of its own, and browsers."""

import asyncio
import re
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from argon2 import PasswordHasher
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from bythebook.house.leaving import Leaving
from bythebook.house.log.choosing import open_store
from bythebook.house.log.committer import Committer
from bythebook.house.people import people as p
from bythebook.house.people.accounts import Accounts, nobody
from bythebook.web.app import create_app
from bythebook.web.settings import Settings

PASSWORD = "a long enough password"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
Browser = TestClient[Litestar]
T = TypeVar("T")
JSON = {"accept": "application/json"}


class Clock:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 1_800_000_000

    def __call__(self) -> int:
        return self.now


class NobodyNoted:
    """A casino that has nothing to say about anybody."""

    def state(self, stream: str) -> None:
        return None


_FREE: list[Litestar] = []


def borrowed_app(house: Any, settings: Settings) -> Litestar:
    """An application for a house, of those that are free: to put its routes together takes longer
    than most tests. Only its metrics go on from one house to the next."""
    app = _FREE.pop() if _FREE else create_app(None)
    for key in set(app.state) - {"metrics"}:
        del app.state[key]
    app.state.house, app.state.settings = house, settings
    return app


def give_back(app: Litestar) -> None:
    _FREE.append(app)


class NoCups:
    """Nobody plays a practice tournament."""

    def of(self, name: str) -> None:
        return None


class SmallHouse:
    """What the web shell needs of a house."""

    affairs = NobodyNoted()
    own_cups = NoCups()
    tables: dict[str, Any] = {}

    def __init__(self, folder: Path) -> None:
        store = open_store(folder, None)
        self.committer = Committer(store)
        self.leaving = Leaving()
        self.accounts = Accounts(self.committer, store, nobody, QUICK)
        self.clock = Clock()
        self._borrowed: list[Litestar] = []

    @property
    def now(self) -> int:
        return self.clock.now

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run(work)

    def order(self, *commands: p.AnyCommand, by: str = p.HOUSE) -> None:
        for command in commands:
            self.do(self.accounts.order(by, command, self.clock.now))

    def open_account(self, name: str, *house_roles: str) -> None:
        self.order(p.OpenAccount(name), *(p.GrantHouseRole(name, role) for role in house_roles))
        self.do(self.accounts.credentials.set_password(name, PASSWORD))

    def link(self, name: str) -> str:
        return self.do(self.accounts.credentials.make_link(name, self.clock.now))

    def app(self, **settings: Any) -> Litestar:
        """Lent until the house closes."""
        self._borrowed.append(borrowed_app(self, Settings(now=self.clock, **settings)))
        return self._borrowed[-1]

    def own_app(self, **settings: Any) -> Litestar:
        """For a test that adds to its routes, counts requests, or bounds their bodies."""
        return create_app(self, Settings(now=self.clock, **settings))

    def close(self) -> None:
        for app in self._borrowed:
            give_back(app)
        self.do(self.committer.close())


@contextmanager
def browser(app: Litestar, **named: Any) -> Iterator[Browser]:
    """A browser that asks for pages and does not follow redirects by itself."""
    with TestClient(app, **named) as client:
        client.headers["accept"] = "text/html,application/xhtml+xml,*/*;q=0.8"
        client.follow_redirects = False
        yield client


def token_of(page: Response) -> str:
    """The token that a page gives to its scripts and forms."""
    found = re.search(r'<meta name="csrf-token" content="([^"]+)">', page.text)
    assert found is not None
    return found[1]


def send(
    client: Browser, path: str, fields: dict[str, str] | None = None, **named: Any
) -> Response:
    """A form filled in on a page of ours and sent."""
    csrf = token_of(client.get("/login" if "bythebook" not in client.cookies else "/api"))
    return client.post(path, data={"csrf": csrf, **(fields or {})})


def log_in(client: Browser, name: str, password: str = PASSWORD, next: str = "/") -> Response:
    return send(client, "/login", {"name": name, "password": password, "next": next})


def is_in(client: Browser, name: str) -> bool:
    return bool(client.get("/api/session").json()["name"] == name)
