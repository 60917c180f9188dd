"""Everybody of an evening: each acts on what they see, sends again what got no answer, and notes
what they were told."""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from bythebook.web.door.visits import Visit
from bythebook.web.live.sockets import NOT_NOW
from tests.house.floor_life import Habit
from tests.house.served import COOKIE, answer_in
from tests.house.tables.following import Following
from tests.world.network import Lost, Network
from tests.world.processes import Process
from tests.world.promises import Asked, Promises

PATIENCE_SECONDS = 12.0  # for an answer
Said = dict[str, Any]
Work = Callable[["Clerk"], "tuple[str, Asked] | None"]


class Place(Protocol):
    """What people need of the world around them."""

    network: Network
    promises: Promises
    tokens: dict[str, str]
    going_on: bool

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
            try:
                answer = await self.world.network.ask(
                    process, "POST", path, self.headers, asked.said
                )
            except Lost:
                await self.pause(0.1, 2)
                continue
            self.world.note(f"{self.name} {path} {asked.said} -> {answer.status}")
            if answer.status in (200, 201, 202, 303):
                self.world.promises.answered(asked, "ack")
            elif answer.status in (400, 409):
                self.world.promises.answered(asked, "refused")
            elif answer.status in (503, 429):
                await self.pause(0.5, 3)
                continue
            elif answer.status not in (401, 403, 404):
                raise AssertionError(f"{path} was answered {answer.status}: {answer.body[:300]!r}")
            return answer.status
        return 0


class Player(Person):
    """Somebody at a table, on a socket: players, dealers, supervisors, by their habits."""

    def __init__(self, world: Place, name: str, table: str, habit: Habit, seed: str) -> None:
        super().__init__(world, name, f"{seed} {table}")
        self.table = table
        self.habit = habit
        self.seen = Following()
        self.here = False  # connected, and has seen the table
        self._asked: Asked | None = None  # still without an answer
        self._before: list[Asked] = []

    async def live(self) -> None:
        while self.world.going_on:
            process = self.world.a_process(self.chance)
            if process is not None:
                with suppress(Lost):
                    await self._stay(process)
            self.here = False
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
        at = self.world.network.loop.time()
        return Asked(id, self.name, said, at, money=_money(self.name, command))

    def _heard(self, message: Said) -> None:
        answer = answer_in(message)
        if answer is None or self._asked is None or answer["id"] != self._asked.said["id"]:
            return
        asked, self._asked = self._asked, None
        self.world.note(f"{self.name}@{self.table} hears {answer['kind']} {answer['id']}")
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


def manager(view: Said, chance: random.Random) -> Said | None:
    """Puts right what the others may not, and second what they ask for."""
    due = view["due"]
    if due["what"] == "put-right":
        return {"type": "resolve", "how": chance.choice(sorted(due["ways"]) or ["burn"])}
    if due["what"] == "cut" and not due.get("player"):
        return {"type": "cut", "player": "", "from_front": due["depth"][0]}
    if chance.random() < 0.9:
        return None
    return {"type": "approve", "number": chance.randint(1, 5)}


class Clerk(Person):
    """Somebody who does one thing after the other by the API."""

    def __init__(self, world: Place, name: str, seed: str, work: Work) -> None:
        super().__init__(world, name, seed)
        self._work = work

    async def live(self) -> None:
        while self.world.going_on:
            await self.pause(1, 8)
            todo = self._work(self)
            if todo is not None:
                path, asked = todo
                status = await self.ask(path, asked)
                if status and self.chance.random() < 0.2:
                    await self.ask(path, asked)  # once more, for no reason


def at_the_cage(*names: str) -> Work:
    """A cashier: deposits and withdrawals, also of what is not there."""

    def work(clerk: Clerk) -> tuple[str, Asked]:
        chance, id = clerk.chance, clerk.new_id()
        name = chance.choice(names)
        act = chance.choice(("deposit", "withdraw"))
        cents = chance.choice((100, 12_345, 250_001, 10**9))
        said = {"name": name, "act": act, "amount": f"{cents / 100:.2f}", "id": id}
        kind = "Deposited" if act == "deposit" else "Withdrawn"
        at = clerk.world.network.loop.time()
        asked = Asked(f"cage:{clerk.name}/{id}", clerk.name, said, at, money=(kind, name, cents))
        return "/cage", asked

    return work
