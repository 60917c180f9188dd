"""An event loop whose time is made up, and whose turns are drawn from the seed.

Nothing waits: when nobody has anything to do, it is at once the time of the next timer. Every
process of the world has a lane of its own; a lane goes on in its own order, as asyncio promises,
and which lane is next is drawn. What a thread would do is done in the loop, a little later.

    timers ──due──▶ lanes: the world, process 1, process 2 … ──drawn──▶ one step
"""

import asyncio
import contextvars
import heapq
import random
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

THREAD_SECONDS = 0.05  # at most so long until a thread has done what it was given


class Lane(Protocol):
    """Whose steps these are."""

    alive: bool
    stopped_until: float  # by the loop's time: it does nothing meanwhile

    def stepped(self) -> None:
        """One more step was made."""

    def began(self, task: "asyncio.Task[Any]") -> None:
        """One more task of it is under way."""


LANE: contextvars.ContextVar[Lane | None] = contextvars.ContextVar("lane", default=None)
WORLD = contextvars.Context()  # what happens in it belongs to no process: networks, people, disks


class Stuck(Exception):
    """Nobody has anything to do, now or ever."""


class Loop(asyncio.BaseEventLoop):
    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self.steps = 0
        self._chance = chance
        self._now = 0.0
        self._lanes: dict[Lane | None, deque[asyncio.Handle]] = {}
        self.set_task_factory(_begin)

    def time(self) -> float:
        return self._now

    def pass_time(self, seconds: float) -> None:
        """Somebody keeps everybody waiting."""
        self._now += seconds

    def later(self, seconds: float, what: Callable[..., object], *given: Any) -> None:
        """What happens by itself, whoever has gone meanwhile."""
        self.call_later(seconds, what, *given, context=WORLD)

    # What asyncio asks of a loop

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Any = None
    ) -> asyncio.Handle:
        return self.call_soon(callback, *args, context=context)

    def run_in_executor(  # type: ignore[override]
        self, executor: object, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        future = self.create_future()
        self.call_later(self._chance.random() * THREAD_SECONDS, _work, future, func, args)
        return future

    def _run_once(self) -> None:
        lane = self._next_lane()
        handle = self._lanes[lane].popleft()
        self.steps += 1
        if not handle.cancelled():
            handle._run()
        if lane is not None:
            lane.stepped()

    # Whose turn it is

    def _next_lane(self) -> Lane | None:
        while True:
            self._take_due()
            ready = [lane for lane, steps in self._lanes.items() if steps and self._goes_on(lane)]
            if ready:
                return ready[0] if len(ready) == 1 else self._chance.choice(ready)
            self._wait()

    def _goes_on(self, lane: Lane | None) -> bool:
        return lane is None or lane.stopped_until <= self._now

    def _take_due(self) -> None:
        scheduled = self._scheduled  # type: ignore[attr-defined]
        while scheduled and (scheduled[0]._when <= self._now or scheduled[0].cancelled()):
            timer = heapq.heappop(scheduled)
            timer._scheduled = False
            if not timer.cancelled():
                self._ready.append(timer)  # type: ignore[attr-defined]
        ready = self._ready  # type: ignore[attr-defined]
        while ready:
            handle = ready.popleft()
            lane = handle._context.get(LANE)
            if lane is None or lane.alive:
                self._lanes.setdefault(lane, deque()).append(handle)

    def _wait(self) -> None:
        """Until the next timer, or until whoever was stopped goes on."""
        moments = [lane.stopped_until for lane, steps in self._lanes.items() if steps and lane]
        scheduled = self._scheduled  # type: ignore[attr-defined]
        if scheduled:
            moments.append(scheduled[0]._when)
        if not moments:
            raise Stuck
        self._now = max(self._now, min(moments))

    def forget(self, lane: Lane) -> None:
        """Whatever it was going to do."""
        self._lanes.pop(lane, None)


def _begin(
    loop: asyncio.AbstractEventLoop, work: Any, context: contextvars.Context | None = None
) -> "asyncio.Task[Any]":
    task = asyncio.Task(work, loop=loop, context=context)
    lane = LANE.get() if context is None else context.get(LANE)
    if lane is not None:
        lane.began(task)
    return task


def _work(future: "asyncio.Future[Any]", func: Callable[..., Any], args: tuple[Any, ...]) -> None:
    if future.done():
        return
    try:
        future.set_result(func(*args))
    except Exception as error:
        future.set_exception(error)
