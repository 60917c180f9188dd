"""Everybody of an evening: each acts on what they see, sends again what got no answer, and notes
what they were told."""

import asyncio
import json
import random
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import product
from typing import Any, Protocol

from bythebook.house.tables.request_handler import GUESTS
from bythebook.web.door.visits import Visit
from bythebook.web.live.sockets import NOT_NOW
from tests.house.floor_life import Habit
from tests.house.served import COOKIE, answer_in
from tests.house.tables.following import Following
from tests.world.network import Lost, Network
from tests.world.processes import Process
from tests.world.promises import Asked, Promises

PASSWORD = "a long enough password"
TOKEN = re.compile(f"{COOKIE}=([^;]+)")
PATIENCE_SECONDS = 12.0  # for an answer
Said = dict[str, Any]
Work = Callable[["Clerk"], "tuple[str, Asked] | None"]


class Place(Protocol):
    """What people need of the world around them."""

    network: Network
    promises: Promises
    tokens: dict[str, str]
    going_on: bool
    began: float

    def a_process(self, chance: random.Random) -> Process | None: ...

    def note(self, text: str) -> None: ...


class Person:
    """Somebody with an account, and with ids of their own."""

    def __init__(self, world: Place, name: str, seed: str) -> None:
        self.world = world
        self.name = name
        self.chance = random.Random(f"{seed} {name}")
        self._sent = 0

    @property
    def headers(self) -> dict[str, str]:
        token = self.world.tokens.get(self.name, "")
        return {"cookie": f"{COOKIE}={token}", "x-csrf-token": Visit(token=token).csrf}

    @property
    def now(self) -> float:
        return self.world.network.loop.time()

    @property
    def clock(self) -> float:
        """The casino's, as far as it is right."""
        return self.world.began + self.now

    def new_id(self) -> str:
        self._sent += 1
        return f"{self.chance.getrandbits(32):08x}-{self._sent}"

    async def pause(self, least: float, most: float) -> None:
        await asyncio.sleep(self.chance.uniform(least, most))

    async def ask(self, path: str, asked: Asked, most: int = 20) -> int:
        """Send it by the API until there is an answer, or no hope; says the last status."""
        for _ in range(most):
            process = self.world.a_process(self.chance)
            if process is None:
                await self.pause(1, 3)
                continue
            self.world.promises.note(asked)
            asked.copies += self.world.network.weather.doubled > 0  # it may come twice
            try:
                answer = await self.world.network.ask(
                    process, "POST", path, self.headers, asked.said, self.name
                )
            except Lost:
                await self.pause(0.1, 2)
                continue
            self.world.note(f"{self.name} {path} {asked.said} -> {answer.status}")
            if answer.status in (401, 403) or GUESTS.encode() in answer.body:
                await self.log_in()  # the session is over: it was said to nobody
            elif answer.status in (200, 201, 202, 303):
                self.world.promises.answered(asked, "ack")
            elif b"is excluded from the casino" in answer.body and asked.outcome == "ack":
                return answer.status  # said at the door: nobody looked at what was asked
            elif answer.status in (400, 409):
                self.world.promises.answered(asked, "refused")
            elif answer.status in (503, 429):
                await self.pause(0.5, 3)
                continue
            elif answer.status != 404:
                raise AssertionError(f"{path} was answered {answer.status}: {answer.body[:300]!r}")
            return answer.status
        return 0

    async def log_in(self) -> None:
        """By the password, if the house lets them."""
        process = self.world.a_process(self.chance)
        if process is None:
            return
        said = {"name": self.name, "password": PASSWORD}
        with suppress(Lost):
            answer = await self.world.network.ask(
                process, "POST", "/api/session", self.headers, said, self.name
            )
            if found := TOKEN.search(answer.cookie):
                self.world.note(f"{self.name} logs in")
                self.world.tokens[self.name] = found[1]


class Player(Person):
    """Somebody at a table, on a socket: players, dealers, supervisors, by their habits."""

    def __init__(self, world: Place, name: str, table: str, habit: Habit, seed: str) -> None:
        super().__init__(world, name, f"{seed} {table}")
        self.table = table
        self.habit = habit
        self.seen = Following()
        self.here = False  # connected, and has seen the table
        self.sent_away = False  # the session is over
        self._asked: Asked | None = None  # still without an answer
        self._before: list[Asked] = []

    async def live(self) -> None:
        while self.world.going_on:
            process = self.world.a_process(self.chance)
            if process is not None:
                with suppress(Lost):
                    await self._stay(process)
            if self.sent_away:
                await self.log_in()
            self.here = self.sent_away = False
            await self.pause(0.2, 3)

    async def _stay(self, process: Process) -> None:
        path = f"/tables/{self.table}/live"
        line = self.world.network.connect(process, path, self.headers, self.name)
        self.seen, waits = Following(), 0.0
        resend = True
        while self.world.going_on:
            pause = self.chance.choice((0.05, 0.4, 1.5))
            text = await line.hear(pause)
            if text is not None:
                for message in self.seen.hear(text):
                    self._heard(message)
                continue
            self.here = bool(self.seen.view)
            if not self.here or (self._asked is not None and not resend):
                waits += pause
            elif (asked := self._next()) is not None:
                resend, waits = False, 0.0
                self._asked = asked
                self.world.promises.note(asked)
                self.world.note(f"{self.name}@{self.table} says {asked.said}")
                line.say(json.dumps(asked.said))
            if waits > PATIENCE_SECONDS:
                line.cut()
                raise Lost

    def _next(self) -> Asked | None:
        if self._asked is not None:
            return self._asked
        if self._before and self.chance.random() < 0.03:
            return self.chance.choice(self._before)  # once more, for no reason
        command = self.habit(self.seen.view, self.chance)
        if command is None:
            return None
        said = {"id": self.new_id(), "command": command, "why": "so", "asked": "ann"}
        id = f"{self.name}/{self.table}/{said['id']}"
        return Asked(id, self.name, said, self.now, money=_money(self.name, command))

    def _heard(self, message: Said) -> None:
        self.sent_away |= "gone" in message
        answer = answer_in(message)
        if answer is None or self._asked is None or answer["id"] != self._asked.said["id"]:
            return
        if answer.get("clause") == GUESTS:
            self.sent_away = True  # the session is over: it was said to nobody
            raise Lost
        asked, self._asked = self._asked, None
        told = " ".join(str(answer[key]) for key in ("kind", "id", "reason") if key in answer)
        self.world.note(f"{self.name}@{self.table} hears {told}")
        if answer["kind"] in ("ack", "waiting"):
            self.world.promises.answered(asked, "ack")
            self._before = [*self._before[-20:], asked]
        elif answer.get("reason") != NOT_NOW:
            self.world.promises.answered(asked, "refused")
        elif self.chance.random() < 0.9:
            self._asked = asked  # to be sent again, when there is nothing else to hear


def _money(name: str, command: Said) -> tuple[str, str, int] | None:
    if command["type"] == "buy-chips" and "player" not in command:
        return "MovedToTable", name, command["cents"]
    return None


def watches(view: Said, chance: random.Random) -> Said | None:
    """Somebody who only looks on."""
    return None


def manager(view: Said, chance: random.Random) -> Said | None:
    """Puts right what the others may not, and second what they ask for."""
    due = view["due"]
    if due["what"] == "put-right":
        return {"type": "resolve", "how": chance.choice(sorted(due["ways"]) or ["burn"])}
    if due["what"] == "cut" and not due.get("player"):
        return {"type": "cut", "player": "", "from_front": due["depth"][0]}
    if view["signs"].get("held_up"):  # equipment has failed: is its wager offered or not?
        wager = chance.choice(["jackpot", "supernova", "blazing-7s"])
        return {"type": chance.choice(["suspend-wager", "resume-wager"]), "wager": wager}
    if chance.random() < 0.9:
        return None
    return {"type": "approve", "number": chance.randint(1, 5)}


class Clerk(Person):
    """Somebody who does one thing after the other by the API, with such pauses."""

    def __init__(
        self, world: Place, name: str, seed: str, work: Work, pauses: tuple[float, float] = (1, 8)
    ) -> None:
        super().__init__(world, name, seed)
        self._work = work
        self._pauses = pauses

    async def live(self) -> None:
        while self.world.going_on:
            await self.pause(*self._pauses)
            todo = self._work(self)
            if todo is not None:
                path, asked = todo
                status = await self.ask(path, asked)
                if status and asked.id and self.chance.random() < 0.2:
                    await self.ask(path, asked)  # once more, for no reason


# What tells something of this house: some of it to its owner, or the staff, or nobody here.
PAGES = (
    "/", "/account", "/cage", "/pit", "/patrons", "/patrons/{name}", "/people",
    "/inspector/ledger", "/jackpots", "/jackpots/{pool}",
    "/jackpots/{pool}/desk", "/promotions", "/promotions/{promotion}",
    "/promotions/{promotion}/desk", "/tables/{table}", "/tables/{table}/dealer",
    "/tables/{table}/sign", "/tournaments", "/tournaments/{tournament}",
    "/api/jackpots", "/api/jackpots/{pool}", "/api/jackpots/{pool}/desk",
    "/api/jackpots/{pool}/history", "/api/patrons", "/api/patrons/{name}", "/api/people",
    "/api/pit", "/api/promotions/{promotion}", "/api/session", "/api/tables",
    "/api/tables/{table}", "/api/tables/{table}/desk", "/api/tables/{table}/seals",
    "/api/tournaments/{tournament}", "/api/tournaments/{tournament}/desk",
    "/api/tournaments/{tournament}/tables/1.1", "/metrics", "/healthz",
)  # fmt: skip


def pages_of(ids: dict[str, list[str]]) -> list[str]:
    """Every page of what there is in this evening."""
    found = []
    for path in PAGES:
        asked = re.findall(r"{(\w+)}", path)
        ways = product(*(ids[name] for name in asked))
        found += [path.format(**dict(zip(asked, way, strict=True))) for way in ways]
    return found


class Onlooker(Person):
    """Somebody who opens one page after the other: theirs, and those that are not."""

    def __init__(self, world: Place, name: str, seed: str, pages: Sequence[str]) -> None:
        super().__init__(world, name, f"{seed} looks")
        self._pages = pages

    async def live(self) -> None:
        while self.world.going_on:
            await self.pause(1, 12)
            process, path = self.world.a_process(self.chance), self.chance.choice(self._pages)
            if process is None:
                continue
            with suppress(Lost):
                ask = self.world.network.ask
                answer = await ask(process, "GET", path, self.headers, {}, self.name)
                self.world.note(f"{self.name} looks at {path}: {answer.status}")
                if answer.status >= 500 and answer.status != 503:
                    raise AssertionError(f"{path} was answered {answer.status}")


def at_the_cage(*names: str) -> Work:
    """A cashier: deposits and withdrawals, also of what is not there."""

    def work(clerk: Clerk) -> tuple[str, Asked]:
        chance, id = clerk.chance, clerk.new_id()
        name = chance.choice(names)
        act = chance.choice(("deposit", "withdraw"))
        cents = chance.choice((100, 12_345, 250_001, 10**9))
        said = {"name": name, "act": act, "amount": f"{cents / 100:.2f}", "id": id}
        kind = "Deposited" if act == "deposit" else "Withdrawn"
        money = (kind, name, cents)
        asked = Asked(f"cage:{clerk.name}/{id}", clerk.name, said, clerk.now, money=money)
        return "/cage", asked

    return work


def with_tokens(habit: Habit, box: int) -> Habit:
    """Somebody who stakes promotional tokens too, those that are there and those that are not."""

    def habits(view: Said, chance: random.Random) -> Said | None:
        if view["due"]["what"] == "wagers" and view["you"]["here"] and chance.random() < 0.2:
            return {"type": "place", "box": box, "amount": 1000, "token": True}
        return habit(view, chance)

    return habits


def with_jackpot(habit: Habit, box: int, wager: str, cents: int) -> Habit:
    """Somebody who goes for the jackpot as well."""

    def habits(view: Said, chance: random.Random) -> Said | None:
        if view["due"]["what"] == "wagers" and view["you"]["here"] and chance.random() < 0.4:
            placed = [w for b in view["boxes"] if b["number"] == box for w in b.get("wagers", ())]
            if {w["wager"] for w in placed} == {"main"}:
                return {"type": "place", "box": box, "amount": cents, "wager": wager}
        return habit(view, chance)

    return habits


def exchanges(names: tuple[str, ...]) -> Habit:
    """A dealer beside the automatic one, who takes vouchers."""

    def habits(view: Said, chance: random.Random) -> Said | None:
        if chance.random() < 0.9:
            return None
        number = chance.randint(1, 3)
        return {"type": "exchange-voucher", "player": chance.choice(names), "voucher": number}

    return habits
