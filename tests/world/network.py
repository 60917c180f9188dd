"""The network between people and processes, on this side of HTTP and sockets (ASGI).

On a socket what is said comes in order, late, or not at all once the line is cut; either end learns
that it is cut when it learns it. A request may be lost, or its answer; it may come late, after
later ones, or twice.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any
from urllib.parse import urlencode

import msgspec

from tests.house.inside import scope_of
from tests.world.loop import Loop
from tests.world.processes import Process

NOTICED_SECONDS = 20.0  # at most so long until the house notices that a line is cut
NEXT = 1e-5  # seconds between two messages: they stay in order
Event = dict[str, Any]


class Lost(Exception):
    """No answer came, and nobody knows what became of it."""


class Answer(msgspec.Struct, frozen=True):
    status: int
    body: bytes
    cookie: str = ""


class Weather(msgspec.Struct):
    """How bad it is: how often each thing happens."""

    slow: float = 0.0
    lost: float = 0.0
    doubled: float = 0.0
    cut: float = 0.0


class Network:
    def __init__(self, loop: Loop, chance: random.Random, had: Counter[str]) -> None:
        self.loop = loop
        self.weather = Weather()
        self.eyes: Callable[[Process, str, str], None] = lambda *_: None  # see all that is sent
        self._chance = chance
        self._had = had

    def happens(self, what: str) -> bool:
        likely: float = getattr(self.weather, what)
        if likely and self._chance.random() < likely:
            self._had[f"network {what}"] += 1
            return True
        return False

    def delay(self) -> float:
        if self.happens("slow"):
            return self._chance.random() * 8
        return 0.001 + self._chance.random() * 0.05

    # Requests

    async def ask(
        self,
        process: Process,
        method: str,
        path: str,
        headers: dict[str, str],
        sent: Event,
        viewer: str,
    ) -> Answer:
        """Whatever the first answer is; `sent` is JSON, or a form if it has no lists in it."""
        answer: asyncio.Future[Answer | None] = self.loop.create_future()
        form = path == "/cage"
        body = urlencode(sent).encode() if form else msgspec.json.encode(sent)
        kind = "application/x-www-form-urlencoded" if form else "application/json"
        headers = {**headers, "content-type": kind, "content-length": str(len(body))}
        scope = scope_of("http", path, headers) | {"method": method}
        for _ in range(2 if self.happens("doubled") else 1):
            if not self.happens("lost"):
                asked = (process, viewer, scope, body, answer)
                self.loop.later(self.delay(), self._arrives, *asked)
        found = None
        try:
            async with asyncio.timeout(15):
                found = await answer
        except TimeoutError:
            pass
        if found is None:
            raise Lost
        return found

    def _arrives(
        self,
        process: Process,
        viewer: str,
        scope: Event,
        body: bytes,
        answer: "asyncio.Future[Answer | None]",
    ) -> None:
        if process.is_open:
            process.begin(self._serve(process, viewer, deepcopy(scope), body, answer))
        else:
            _settle(answer, None)

    async def _serve(
        self,
        process: Process,
        viewer: str,
        scope: Event,
        body: bytes,
        answer: "asyncio.Future[Answer | None]",
    ) -> None:
        told: list[Event] = []
        come = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Event:
            if come:
                return come.pop()
            return await asyncio.Future()  # whoever asked stays on the line

        async def send(event: Any) -> None:
            told.append(event)

        await process.app(scope, receive, send)  # type: ignore[arg-type]
        body = b"".join(one.get("body", b"") for one in told)
        self.eyes(process, viewer, body.decode("utf-8", "replace"))
        if not self.happens("lost"):
            cookies = [value for name, value in told[0]["headers"] if name == b"set-cookie"]
            found = Answer(told[0]["status"], body, b"".join(cookies).decode())
            self.loop.later(self.delay(), _settle, answer, found)

    # Sockets

    def connect(self, process: Process, path: str, headers: dict[str, str], viewer: str) -> "Line":
        return Line(self, process, path, headers, viewer)


class Line:
    """A socket, with the network between its ends."""

    def __init__(
        self,
        network: Network,
        process: Process,
        path: str,
        headers: dict[str, str],
        viewer: str,
    ) -> None:
        self.is_cut = False
        self._process, self._viewer = process, viewer
        self._network = network
        self._loop = network.loop
        self._there: asyncio.Queue[Event] = asyncio.Queue()  # the house's end
        self._here: asyncio.Queue[str | None] = asyncio.Queue()  # the visitor's
        self._last_there = self._last_here = 0.0
        process.on_death.append(self.cut)
        if process.is_open:
            self._there.put_nowait({"type": "websocket.connect"})
            scope = scope_of("websocket", path, headers)
            process.begin(process.app(scope, self._there.get, self._sent))  # type: ignore[arg-type]
        else:
            self.cut()

    def say(self, text: str) -> None:
        """Towards the house."""
        if self._network.happens("cut"):
            self.cut()
        if not self.is_cut:
            at = self._last_there = max(self._last_there + NEXT, self._in())
            event = {"type": "websocket.receive", "text": text}
            self._loop.later(at - self._loop.time(), self._there.put_nowait, event)

    async def hear(self, seconds: float) -> str | None:
        """What comes next, or nothing for so long; cut, it raises."""
        try:
            async with asyncio.timeout(seconds):
                text = await self._here.get()
        except TimeoutError:
            return None
        if text is None:
            raise Lost
        return text

    async def _sent(self, event: Any) -> None:
        if self.is_cut:
            return
        at = self._last_here = max(self._last_here + NEXT, self._in())
        if event["type"] == "websocket.send":
            self._network.eyes(self._process, self._viewer, event["text"])
            if self._network.happens("cut"):
                self.cut()
                return
            self._loop.later(at - self._loop.time(), self._here.put_nowait, event["text"])
        elif event["type"] == "websocket.close":
            self._loop.later(at - self._loop.time(), self._here.put_nowait, None)

    def _in(self) -> float:
        return self._loop.time() + self._network.delay()

    def cut(self) -> None:
        if self.is_cut:
            return
        self.is_cut = True
        gone = {"type": "websocket.disconnect", "code": 1006}
        noticed = self._network._chance.random() * NOTICED_SECONDS
        self._loop.later(noticed, self._there.put_nowait, gone)
        self._loop.later(self._network.delay(), self._here.put_nowait, None)


def _settle(answer: "asyncio.Future[Answer | None]", found: Answer | None) -> None:
    if not answer.done():
        answer.set_result(found)
