"""Processes of a house in one loop: each with its own memory, clock and way to the log.

A process that is killed does nothing more: no step of it is ever made again, whatever it had begun.
"""

import asyncio
import contextvars
import hashlib
import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from argon2 import PasswordHasher
from litestar import Litestar

from bythebook.errors import ensure
from bythebook.house.log.committer import Committer
from bythebook.house.log.outages import Outage
from bythebook.house.log.store import Store
from bythebook.house.service import House
from bythebook.web.app import create_app
from bythebook.web.door.limits import Gate
from bythebook.web.settings import Limits, Settings
from tests.world.loop import LANE, Loop

KEY = bytes(32)  # of the snapshots: all processes have the same
BEGAN = 1_800_000_000
Latency = Callable[[], float]


class QuickHasher(PasswordHasher):
    """Passwords are another test's; here a hash is the same in every run."""

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        given = password.encode() if isinstance(password, str) else password
        return hashlib.sha256(given).hexdigest()

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:
        return hash == self.hash(password)

    def check_needs_rehash(self, hash: str | bytes) -> bool:
        return False


HASHER = QuickHasher()


class Worker(Committer):
    """The thread that owns a store, as steps of the loop: what is asked is done a little later."""

    def __init__(self, store: Store, latency: Latency, time: Callable[[], float]) -> None:
        self._latency = latency
        self._busy = False
        self._told: asyncio.Future[None] | None = None
        super().__init__(store)
        self.outage = Outage(time)

    def _begin(self) -> None:
        self._store.told = self._tell_waiting  # type: ignore[attr-defined]

    def _hand_over(self) -> None:
        super()._hand_over()
        if not self._busy and not self._jobs.empty():
            self._busy = True
            asyncio.get_running_loop().call_later(self._latency(), self._turn)

    def _turn(self) -> None:
        self._busy = False
        jobs = [self._jobs.get() for _ in range(self._jobs.qsize())]
        self._do([job for job in jobs if job is not None])

    async def wait(self, seconds: float) -> bool:
        if not self._store.wait(0):
            self._told = asyncio.get_running_loop().create_future()
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._told
                await asyncio.sleep(self._latency())
            return self._store.wait(0)
        return True

    def _tell_waiting(self) -> None:
        if self._told is not None and not self._told.done():
            self._told.set_result(None)

    async def close(self) -> None:
        self._closed = True
        self._turn()
        self._store.close()


class Process:
    """One life of one process."""

    def __init__(
        self, loop: Loop, store: Store, seed: str, latency: Latency, alone: bool, app: Litestar
    ) -> None:
        self.alive = True
        self.stopped_until = 0.0
        self.steps_left: int | None = None  # until it is killed
        self.skew = 0.0  # by how much its clock is wrong
        self.tasks: list[asyncio.Task[Any]] = []
        self.on_death: list[Callable[[], None]] = []
        self._loop = loop
        self._context = contextvars.Context()
        self._context.run(LANE.set, self)
        chance = random.Random(seed)
        self.app = app
        self.house: House = self._context.run(
            lambda: House(
                store,
                clock=self.clock,
                entropy=chance.randbytes,
                alone=alone,
                hasher=HASHER,
                key=KEY,
                desk=lambda store: Worker(store, latency, loop.time),
            )
        )
        self.is_open = False
        for kept in set(app.state) - {"metrics"}:
            del app.state[kept]
        app.state.house = self.house
        limits = Limits()
        app.state.settings = Settings(now=lambda: self.house.now, limits=limits)
        app.state.gate = gate = Gate(limits)
        gate.clock = loop.time

    def clock(self) -> float:
        return BEGAN + self._loop.time() + self.skew

    def begin(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Something that this process does."""
        return self._loop.create_task(work, context=self._context)

    def began(self, task: "asyncio.Task[Any]") -> None:
        self.tasks.append(task)
        if len(self.tasks) > 500:
            self.tasks = [one for one in self.tasks if not one.done()]

    async def open(self) -> None:
        await self.house.open()
        self.is_open = True

    def stepped(self) -> None:
        if self.steps_left is not None:
            self.steps_left -= 1
            if self.steps_left <= 0:
                self.die()

    def die(self) -> None:
        """At once, wherever it is."""
        if not self.alive:
            return
        self.alive = self.is_open = False
        self._loop.forget(self)
        with suppress(ValueError):
            self.house.store.close()
        for told in self.on_death:
            self._loop.later(0, told)

    def bury(self) -> None:
        """Let go of what a dead process held, without a step of it being made."""
        ensure(not self.alive, "only the dead are buried")
        for task in [one for one in self.tasks if not one.done()]:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            coroutine = task.get_coro()
            for _ in range(10):  # one that waits again in a `finally` is told again
                try:
                    self._context.run(coroutine.close)
                    break
                except RuntimeError:
                    continue


def make_apps(number: int) -> list[Litestar]:
    """One for each process: made once, because that takes longer than most evenings."""
    return [create_app(None) for _ in range(number)]
