"""A house with two tables and everybody who has to do with them, for tests of the staff's pages."""

import asyncio
import re
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from httpx import Response
from litestar import Litestar

from bythebook.house.demo import demo
from bythebook.house.log.choosing import open_store
from bythebook.house.people import people as p
from bythebook.house.service import House
from bythebook.web.door.shell import COOKIE
from bythebook.web.settings import Settings
from tests.web.visitors import (
    JSON,
    PASSWORD,
    QUICK,
    Browser,
    Clock,
    borrowed_app,
    browser,
    give_back,
    log_in,
    token_of,
)

CROWN, STAR = "crown-blackjack", "star-blackjack-challenge"
SCANNED, VIRTUAL = "crown-cards", "challenge"  # a table of each book
STRANGER = "stranger"
T = TypeVar("T")

# Who there is: house roles, and roles at books.
PEOPLE: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "ann": ((), {}),
    "dealer": ((), {CROWN: "dealer", STAR: "dealer"}),
    "supervisor": ((p.PIT,), {CROWN: "higher-duties-dealer", STAR: "supervisor"}),
    "manager": ((p.PIT,), {CROWN: "casino-manager", STAR: "gaming-manager"}),
    "elsewhere": ((), {"tasmania-blackjack": "casino-operator"}),
    "inspector": ((p.INSPECTOR,), {}),
    "cashier": ((p.CASHIER,), {}),
    "administrator": ((p.ADMINISTRATOR,), {}),
}


class Floor:
    """The house, and everybody who has come to see it."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        store = open_store(folder, None)
        self.house = House(store, clock=self.clock, hasher=QUICK)
        self.do(self._furnish())
        self.app: Litestar = borrowed_app(self.house, Settings(now=self.clock))
        self.client: Browser
        self.visits: dict[str, tuple[str, str]] = {}  # by person: the cookie, the forms' token
        self.sent = 0

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run(work)

    async def _furnish(self) -> None:
        order, now = self.house.accounts.order, self.clock.now
        for name, (house_roles, book_roles) in PEOPLE.items():
            await order(p.HOUSE, p.OpenAccount(name), now)
            for role in house_roles:
                await order(p.HOUSE, p.GrantHouseRole(name, role), now)
            for book, role in book_roles.items():
                await order(p.HOUSE, p.GrantRole(name, book, role), now)
            await self.house.accounts.credentials.set_password(name, PASSWORD)
        for terms in demo.demo_tables():
            if terms.id in (SCANNED, VIRTUAL):
                await demo.open_table(self.house, terms)

    def come(self, name: str) -> None:
        """Log in; one browser with many cookies stands for many browsers."""
        self.client.cookies.clear()
        if name != STRANGER:
            assert log_in(self.client, name).status_code == 303
        else:
            self.client.get("/api")
        cookie = self.client.cookies[COOKIE]
        self.visits[name] = (cookie, token_of(self.client.get("/api")))

    def seen_by(self, name: str) -> Browser:
        if name not in self.visits:
            self.come(name)
        self.client.cookies.clear()
        self.client.cookies.set(COOKIE, self.visits[name][0])
        return self.client

    def get(self, name: str, path: str) -> Response:
        return self.seen_by(name).get(path)

    def json(self, name: str, path: str) -> Any:
        answer = self.seen_by(name).get(path, headers=JSON)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, name: str, path: str, body: Any) -> Response:
        client = self.seen_by(name)
        return client.post(path, json=body, headers={**JSON, "x-csrf-token": self.visits[name][1]})

    def form(self, name: str, path: str, fields: dict[str, str]) -> Response:
        client = self.seen_by(name)
        return client.post(path, data={"csrf": self.visits[name][1], **fields})

    def give(self, name: str, command: dict[str, Any], table: str = SCANNED, **more: str) -> Any:
        """Give an order; it is acknowledged or waits."""
        self.sent += 1
        body = {"id": f"order-{self.sent}", "command": command, **more}
        answer = self.post(name, f"/api/tables/{table}/commands", body)
        assert answer.status_code in (200, 202), answer.text
        return answer.json()

    def would(self, name: str, command: dict[str, Any], table: str = SCANNED, **more: str) -> Any:
        answer = self.post(name, f"/api/tables/{table}/would", {"command": command, **more})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def ready(self) -> None:
        """Two players with $200 each sit at the table of real cards, which are ready."""
        self.give("dealer", {"type": "perform", "act": "fit-drop-box"})
        for player, box in (("zoe", 1), ("yan", 2)):
            self.give("dealer", {"type": "arrive", "player": player})
            self.give("dealer", {"type": "sit", "player": player, "box": box})
            self.give("dealer", {"type": "buy-chips", "player": player, "cents": 20_000})
        self.give("dealer", {"type": "shuffle"})
        self.give("dealer", {"type": "cut", "player": "zoe", "from_front": 100})
        self.give("dealer", {"type": "insert", "from_back": [78]})
        self.give("dealer", {"type": "burn"})

    def deal(self, cards: str) -> None:
        for card in cards.split():
            self.give("dealer", {"type": "deal", "card": card})

    def decide(self, what: str, box: int) -> None:
        command = {"type": what, "box": box, "player": ""}
        self.give("dealer", {"type": "decide", "command": command})


@contextmanager
def floor_at(folder: Path) -> Iterator[Floor]:
    floor = Floor(folder)
    with browser(floor.app) as client:
        floor.client = client
        yield floor
    give_back(floor.app)
    floor.do(floor.house.committer.close())


def text_of(answer: Response) -> str:
    """A page's words without its tags, blanks folded."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))
