"""A house for browsers to visit: in a thread of this process, with a clock to turn and cards that
are known beforehand."""

import asyncio
import hashlib
import json
import logging
import os
import re
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
import uvloop
from granian.constants import Interfaces
from granian.server.embed import Server
from litestar import Litestar

from bythebook.cards import Card
from bythebook.house.cards.shoes import shuffled
from bythebook.house.demo import demo
from bythebook.house.log.choosing import open_store
from bythebook.house.service import House
from bythebook.house.tables import table_log as h
from bythebook.house.tables.advising import Adviser
from bythebook.house.tables.requests import asked_from_json
from bythebook.house.training import Trainer
from bythebook.rulebooks import find_book
from bythebook.web.app import create_app
from bythebook.web.settings import Settings
from tests.house.served import free_port
from tests.web.visitors import PASSWORD, QUICK

OPEN_SECONDS_MAX = 300  # the machine may be busy
ASK_SECONDS_MAX = 300
SEEDS_MAX = 100_000
CUT_LEAST = 52  # from the front and from the back: crown-blackjack 4.2.5
T = TypeVar("T")

# Where a search for a stack, by what it deals, may begin: the seeds before have been looked at.
FOUND = {"8 6 8 3 X X X X": 23568, "9 6 2 X X X": 1201, "X 8 5 6 9 8 X": 10317}


class Stack(msgspec.Struct, frozen=True):
    """A seed, and how far from the front its cards are cut."""

    seed: bytes
    from_front: int


def stack_that_deals(wanted: str, cards: tuple[Card, ...], burned: int = 1) -> Stack:
    """The first stack whose cards, after the cut and the burn, begin with these ranks.

    `wanted`: ranks in the order that they leave the shoe; X is any card that counts ten.
    """
    ranks = wanted.split()
    pattern = re.compile("".join("[TJQK]" if rank == "X" else rank for rank in ranks))
    last = len(cards) - CUT_LEAST + burned + len(ranks)
    for number in range(FOUND.get(wanted, 0), SEEDS_MAX):
        seed = hashlib.sha256(f"stack {number}".encode()).digest()
        order = "".join(card.rank for card in shuffled(cards, seed))
        found = pattern.search(order, CUT_LEAST + burned, last)
        if found is not None:
            return Stack(seed, found.start() - burned)
    raise AssertionError(f"no stack deals {wanted}")


class Chance:
    """The operating system's, unless the test has arranged the next stack."""

    def __init__(self) -> None:
        self._arranged: list[bytes] = []
        self._seed: bytes | None = None

    @contextmanager
    def seeded(self, seed: bytes) -> Iterator[None]:
        """Meanwhile every seed that the house draws is this one."""
        self._seed = seed
        yield
        self._seed = None

    def arrange(self, stack: Stack) -> None:
        """For the next shoe: its seed, then how much deeper than it must be it is cut."""
        self._arranged = [stack.seed, (stack.from_front - CUT_LEAST).to_bytes(8, "big")]

    def __call__(self, length: int) -> bytes:
        if self._seed is not None and length == len(self._seed):
            return self._seed
        drawn = self._arranged.pop(0) if self._arranged else os.urandom(length)
        assert len(drawn) == length
        return drawn


class Complaints(logging.Handler):
    """Whatever a part of the house complains of: a test that ends well has none."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name != "bythebook.door":  # who was refused something is no fault of the house
            self.heard.append(self.format(record))


class Floor:
    """The house with an account for every role, and no table until a test opens one."""

    def __init__(self, folder: Path, advice: bool = False) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.complaints = Complaints()
        self.chance = Chance()
        self.house: House
        self.app: Litestar
        self._folder = folder
        self._advice = advice
        self._ahead = 0  # seconds that the casino's clock is ahead of ours
        self._loop: asyncio.AbstractEventLoop
        self._stop: asyncio.Event
        self._thread: threading.Thread | None = None
        logging.getLogger("bythebook").addHandler(self.complaints)

    def clock(self) -> float:
        return time.time() + self._ahead

    # Opening and closing

    def open(self) -> None:
        """Returns when it answers; the same log and the same address every time."""
        assert self._thread is None
        opened: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(opened,), name="house")
        self._thread.start()
        opened.result(OPEN_SECONDS_MAX)

    def close(self) -> None:
        assert self._thread is not None
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(OPEN_SECONDS_MAX)
        assert not self._thread.is_alive()
        self._thread = None

    def end(self) -> None:
        if self._thread is not None:
            self.close()
        logging.getLogger("bythebook").removeHandler(self.complaints)

    def _run(self, opened: "Future[None]") -> None:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            try:
                runner.run(self._serve(opened))
            except BaseException as error:
                if opened.done():
                    raise
                opened.set_exception(error)

    async def _serve(self, opened: "Future[None]") -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        store = open_store(self._folder, None)
        house = House(store, clock=self.clock, hasher=QUICK)
        house.entropy = self.chance  # of cards and draws; who comes in gets what nobody arranged
        await house.open()
        adviser = Adviser()
        if self._advice:
            adviser.advise_in(house)
        self.house = house
        if not (await house.committer.call(store.head)).position:
            await demo.open_accounts(house, PASSWORD)
        self.app = create_app(house, Settings(now=lambda: int(self.clock())))
        self.app.state["trainer"] = Trainer(adviser, house.accounts.practice)
        server = Server(
            self.app,
            port=self.port,
            interface=Interfaces.ASGI,
            websockets=True,
            log_enabled=False,
        )
        serving = asyncio.create_task(server.serve())
        try:
            await self._until_it_answers()
            opened.set_result(None)
            await self._stop.wait()
        finally:
            server.stop()  # type: ignore[no-untyped-call]
            await asyncio.wait({serving}, timeout=5)
            await adviser.close()
            await house.close()

    async def _until_it_answers(self) -> None:
        async with httpx.AsyncClient(base_url=self.address) as visitor:
            while True:
                try:
                    if (await visitor.get("/healthz")).status_code == 200:
                        return
                except httpx.TransportError:
                    await asyncio.sleep(0.02)

    # What a test arranges

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(ASK_SECONDS_MAX)

    def time_passes(self, minutes: float) -> None:
        self._ahead += round(minutes * 60)

    def open_table(self, like: str, id: str = "", deals: str = "") -> str:
        """A table of the demonstration, under a name of its own if one is given; its address.

        `deals`: the ranks that its first cards shall have, where the cards are virtual and come
        from a shoe of the Crown's.
        """
        terms = next(terms for terms in demo.demo_tables() if terms.id == like)
        if id:
            title = id.replace("-", " ").capitalize()
            terms = msgspec.structs.replace(terms, id=id, title=title)
        if deals:
            self._arrange(terms, deals)
        self.run(demo.open_table(self.house, terms))
        return f"/tables/{terms.id}"

    def order(self, name: str, table: str, type: str, /, **fields: Any) -> None:
        """What somebody asks for without a browser: it is carried out, or waits."""
        self.run(self._order(name, table, {"type": type, **fields}))

    def decide(self, name: str, table: str, what: str, box: int) -> None:
        command = {"type": what, "box": box, "player": name}
        self.order(name, table, "decide", command=command)

    async def _order(self, name: str, table: str, command: dict[str, Any]) -> None:
        viewer = await self.house.accounts.viewer(name)
        assert viewer is not None
        message = json.dumps({"id": os.urandom(8).hex(), "command": command})
        await self.house.command(table, viewer, asked_from_json(message, name))

    def ask(self, name: str, stream: str, type: str, why: str = "", /, **fields: Any) -> None:
        """What somebody asks of an activity, a tournament's table too, without a browser."""
        viewer = self.run(self.house.accounts.viewer(name))
        assert viewer is not None
        command = json.dumps({"type": type, **fields}).encode()
        id = os.urandom(8).hex()
        self.run(self.house.affairs.ask(stream, viewer, command, id, why))

    def _arrange(self, terms: h.Terms, deals: str) -> None:
        setup = terms.setup
        game = find_book(terms.book).game(setup.game, setup.decks, setup.options, setup.readings)
        assert terms.book == "crown-blackjack"
        stack = stack_that_deals(deals, game.rules.pack.cards(game.decks))
        self.chance.arrange(stack)
