"""A table without a house: it shows views that a test wrote, and keeps what a page sends."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Litestar
from litestar.datastructures import State
from litestar.testing import TestClient
from playwright.sync_api import Page, Route, WebSocketRoute

from bythebook.errors import Malformed
from bythebook.house.activities.tournaments.own_cups import OwnCups
from bythebook.house.service import House
from bythebook.house.tables import views as v
from bythebook.phrases import plain
from bythebook.web.app import handlers_in
from bythebook.web.door.security import CONTENT_SECURITY_POLICY
from bythebook.web.pages import table
from bythebook.web.settings import Settings
from bythebook.web.show.assets import assets

SITE = "http://tables.test"
CLAUSE = {"summary": "What this clause says, in our words."}

Answer = Callable[[dict[str, Any]], dict[str, Any]]


def row(table: v.TableView) -> v.LobbyRow:
    """The same table in the lobby."""
    signs = table.signs
    return v.LobbyRow(
        id=signs.id,
        title=signs.title,
        book=signs.book,
        book_title=signs.book_title,
        place=signs.place,
        game=signs.game,
        game_title=signs.game_title,
        practice=signs.practice,
        cards=signs.cards,
        phase=signs.phase,
        least=signs.spots[0].least,
        most=signs.spots[0].most,
        boxes=signs.boxes,
        seated=sum(1 for box in table.boxes if box.sits),
        rounds=signs.rounds,
        in_round=False,
        meters=signs.meters,
        meter_titles=signs.meter_titles,
    )


class Lobby(House):
    """What the pages ask of a house; nothing of it is open."""

    def __init__(self, *rows: v.LobbyRow) -> None:
        self.rows = rows
        self.tables = {}
        self.own_cups = OwnCups(self)

    def lobby(self, viewer: object) -> tuple[v.LobbyRow, ...]:
        return self.rows

    def table(self, table: str, viewer: object = None) -> Any:
        for row in self.rows:
            if row.id == table:
                return row
        raise Malformed(f"there is no table {table}")

    def row(self, live: Any) -> v.LobbyRow:
        assert isinstance(live, v.LobbyRow)
        return live


def site(*rows: v.LobbyRow, now: int = 1_800_000_000) -> Litestar:
    state = State({"house": Lobby(*rows), "settings": Settings(now=lambda: now)})
    return Litestar(handlers_in(table), state=state, openapi_config=None, logging_config=None)


class FakeTable:
    """Acknowledges every command, unless the test says otherwise."""

    def __init__(self, view: v.TableView) -> None:
        self.view = view
        self.heard: list[dict[str, Any]] = []
        self.sockets: list[WebSocketRoute] = []
        self.answer: Answer = lambda asked: {"ack": {"id": asked["id"], "version": 0}}

    def connect(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda text: self._hear(socket, str(text)))
        socket.send(self._whole())

    def _whole(self) -> str:
        return '{"view":' + msgspec.json.encode(self.view, enc_hook=plain).decode() + "}"

    def _hear(self, socket: WebSocketRoute, text: str) -> None:
        message = json.loads(text)
        if "command" in message:
            if message["command"]["type"] == "add-chance":
                return  # by the page itself, whatever its player does
            self.heard.append(message)
            answer = self.answer(message)
            if answer:
                socket.send(json.dumps(answer))
        elif "see" in message:
            socket.send(self._whole())

    @property
    def commands(self) -> list[dict[str, Any]]:
        return [message["command"] for message in self.heard]

    def tell(self, message: dict[str, Any]) -> None:
        self.sockets[-1].send(msgspec.json.encode(message, enc_hook=plain).decode())

    def show(self, view: v.TableView) -> None:
        """Everything is different now."""
        self.view = view
        self.tell({"view": view})

    def open_at(self, page: Page, client: TestClient[Litestar], path: str = "") -> None:
        """Serve the site to a page by hand, without a network."""

        def answer(route: Route) -> None:
            where = route.request.url.removeprefix(SITE)
            if where.endswith(".json"):
                route.fulfill(status=200, content_type="application/json", body=json.dumps(CLAUSE))
                return
            if where.startswith("/static/"):  # from memory: a page asks for some thirty
                name = where.removeprefix("/static/").removeprefix(f"{assets().edition}/")
                found = assets().files[name]
                route.fulfill(status=200, content_type=found.media_type, body=found.content)
                return
            got = client.get(where)
            kind = {"content-type": got.headers["content-type"]}
            headers = {**kind, "content-security-policy": CONTENT_SECURITY_POLICY}
            route.fulfill(status=got.status_code, headers=headers, body=got.content)

        page.route(f"{SITE}/**", answer)
        page.route_web_socket("**/live", self.connect)
        page.goto(f"{SITE}{path or f'/tables/{self.view.signs.id}'}")
