"""What goes wrong in an evening, and when: all of it drawn from the seed.

Every world has its own choice of faults, and its own measure of each (so that none hides another).
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from tests.world.database import Database, Trouble
from tests.world.network import Network, Weather
from tests.world.processes import Process

KINDS = ("kill", "stop", "away", "full", "answer lost", "not serializable", "clock", "snapshot",
         "slow disk", "weather")  # fmt: skip


class Running(Protocol):
    database: Database
    network: Network
    had: Counter[str]
    processes: list[Process | None]
    faulty: bool

    def note(self, text: str) -> None: ...


class Faults:
    def __init__(self, world: Running, seed: str) -> None:
        self._world = world
        self._chance = random.Random(f"{seed} faults")
        chance = self._chance
        self.kinds = self.draw_kinds()
        self._pause = chance.choice((2.0, 6.0, 15.0))
        self._away: dict[int, float] = {}  # by process: until when
        self._full = self._slow = 0.0
        often = (0.0, 0.02, 0.1)
        self._answer_lost = chance.choice(often) if "answer lost" in self.kinds else 0.0
        self._not_serializable = chance.choice(often) if "not serializable" in self.kinds else 0.0

    def draw_kinds(self) -> list[str]:
        return [kind for kind in KINDS if self._chance.random() < 0.6]

    # What a store asks

    def trouble(self, number: int, to_write: bool) -> Trouble | None:
        if not self._world.faulty:
            return None
        now, chance = self._world.network.loop.time(), self._chance
        if now < self._away.get(number, 0.0):
            return "away"
        if to_write and now < self._full:
            return "full"
        for likely, what in (
            (self._answer_lost, "answer lost"),
            (self._not_serializable, "not serializable"),
        ):
            if to_write and likely and chance.random() < likely:
                self._had(what)
                return what  # type: ignore[return-value]
        return None

    def latency(self) -> float:
        """How long the disk takes."""
        slow = self._world.faulty and self._world.network.loop.time() < self._slow
        return self._chance.random() * (2.0 if slow else 0.01)

    # What happens by itself

    def happenings(self) -> dict[str, Callable[[], None]]:
        return {
            "kill": self._kill, "stop": self._stop, "away": self._go_away, "full": self._fill,
            "clock": self._turn_clock, "snapshot": self._spoil_snapshot,
            "slow disk": self._slow_down, "weather": self._change_weather,
        }  # fmt: skip

    async def live(self) -> None:
        world, chance, happenings = self._world, self._chance, self.happenings()
        while True:
            await asyncio.sleep(chance.uniform(0.1, 2) * self._pause)
            kinds = [kind for kind in self.kinds if kind in happenings]
            if not world.faulty:
                return
            if kinds:
                happenings[chance.choice(kinds)]()

    def _had(self, what: str) -> None:
        self._world.had[what] += 1
        self._world.note(f"fault: {what}")

    def _somebody(self) -> tuple[int, Process] | None:
        alive = [(n, one) for n, one in enumerate(self._world.processes) if one and one.alive]
        return self._chance.choice(alive) if alive else None

    def _kill(self) -> None:
        """After so many steps: it may be anywhere by then."""
        if (found := self._somebody()) is not None and found[1].steps_left is None:
            self._had("kill")
            found[1].steps_left = self._chance.choice((1, 10, 100, 400)) + self._chance.randrange(
                20
            )

    def _stop(self) -> None:
        if (found := self._somebody()) is not None:
            self._had("stop")
            found[1].stopped_until = self._now + self._chance.uniform(0.5, 12)

    def _go_away(self) -> None:
        self._had("away")
        numbers = range(len(self._world.processes))
        away = list(numbers) if self._chance.random() < 0.5 else [self._chance.choice(numbers)]
        until = self._now + self._chance.uniform(0.5, 15)
        self._away |= dict.fromkeys(away, until)

    def _fill(self) -> None:
        self._had("full")
        self._full = self._now + self._chance.uniform(0.5, 15)

    def _slow_down(self) -> None:
        self._had("slow disk")
        self._slow = self._now + self._chance.uniform(0.5, 15)

    def _turn_clock(self) -> None:
        if (found := self._somebody()) is not None:
            self._had("clock")
            found[1].skew += self._chance.choice((-30, -3, -0.5, 0.5, 3, 30))

    def _spoil_snapshot(self) -> None:
        """Somebody gives themselves chips, or a page rots."""
        kept = self._world.database.snapshots
        for stream, snapshot in sorted(kept.items()):
            data = snapshot.data.replace(b'"chips":{', b'"chips":{"ann":777777,', 1)
            if self._chance.random() < 0.3:
                data = data[: len(data) // 2]
            kept[stream] = replace(snapshot, data=data)
            self._had("snapshot spoilt")

    def _change_weather(self) -> None:
        self._had("weather")
        measure = (0.0, 0.02, 0.1)
        drawn = [self._chance.choice(measure) for _ in Weather.__struct_fields__]
        self._world.network.weather = Weather(*drawn)

    @property
    def _now(self) -> float:
        return self._world.network.loop.time()
