"""A whole house on a disk that fails: the real SQLite store below it, and a power that is cut.

What SQLite keeps is real, file for file (`disk.py`); beside it stands what went in and was answered
for. When there is power again, whatever somebody was told to be done must be in what is left.
"""

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import apsw

from bythebook.errors import Malformed
from bythebook.house.log.sqlite import SqliteStore
from bythebook.house.log.sqlite_file import FILE, write_copy
from bythebook.house.log.store import Conflict, Kept, Store, Unavailable, Written, whole_log
from bythebook.house.verify.verifying import verify
from tests.world.database import MemoryStore
from tests.world.disk import CHECKPOINT_PAGES, Disk
from tests.world.faults import Faults
from tests.world.processes import Process
from tests.world.promises import Wrong
from tests.world.world import EVENING_SECONDS, World

KINDS = ("kill", "stop", "power", "full", "clock", "slow disk", "weather")
OFTEN = (0.0, 0.005, 0.05)  # how often the disk refuses to write, sync or delete


class WatchedStore(SqliteStore):
    """The store as it is, on a disk that is looked at: what went in, and whether there is power."""

    def __init__(self, folder: Path, world: "DiskWorld") -> None:
        self._world = world
        self._on = world.disk
        super().__init__(folder)
        self._connection.wal_autocheckpoint(CHECKPOINT_PAGES)
        self._connection.pragma("synchronous", world.synchronous)

    def commit(self, writes: Any) -> list[Written | Conflict]:
        """What failed may be there all the same: then its answer was lost."""
        try:
            with self._with_power():
                return super().commit(writes)
        finally:
            with suppress(Unavailable):
                database = self._world.database
                database.add(self.read_log(database.head.position, husks=True))

    def _all(self, statement: str, *values: Any, retry: bool = True) -> list[Any]:
        with self._with_power():
            return super()._all(statement, *values, retry=retry)

    @contextmanager
    def _with_power(self) -> Iterator[None]:
        try:
            yield
        finally:
            if self._on.off:
                self._world.power_failed(self._on)

    def close(self) -> None:
        with suppress(apsw.Error):
            super().close()


class DiskFaults(Faults):
    """What goes wrong with a house that is alone on a disk."""

    world: "DiskWorld"

    def happenings(self) -> dict[str, Callable[[], None]]:
        kept = super().happenings()
        mine = {"power": self._cut_power, "full": self._fill}
        return {kind: happens for kind, happens in {**kept, **mine}.items() if kind in KINDS}

    def draw_kinds(self) -> list[str]:
        return [kind for kind in KINDS if kind == "power" or self._chance.random() < 0.5]

    def _cut_power(self) -> None:
        """After so many more writes."""
        if self.world.disk.steps_left is None:
            self._had("power")
            self.world.disk.steps_left = self._chance.choice((1, 5, 40, 150))

    def _fill(self) -> None:
        self._had("full")
        disk = self.world.disk
        disk.full = True
        self.world.loop.later(self._chance.uniform(0.5, 15), setattr, disk, "full", False)


class DiskWorld(World):
    synchronous = "full"  # as the store has it; less, and a test must notice

    def __init__(self, seed: int, folder: Path, seconds: float = EVENING_SECONDS) -> None:
        super().__init__(seed, seconds)
        self.number, self.processes = 1, [None]
        self._chance = random.Random(f"{seed} disk")
        self._folders = (folder / f"{number}" for number in count())
        self._in_use = ExitStack()
        self._wrong = {kind: self._chance.choice(OFTEN) for kind in ("write", "sync", "delete")}
        kept = [Kept(*key, *value) for key, value in self.database.cabinet.items()]
        self.here = next(self._folders)
        data = self.database
        write_copy(self.here, data.rows, data.head, data.heads, kept)
        self.disk = self._new_disk()

    def faults_of(self, seed: str) -> Faults:
        faults = DiskFaults(self, seed)
        faults.world = self
        return faults

    def _new_disk(self) -> Disk:
        disk = Disk(self.here, self._chance, self._wrong if self.faulty else {})
        self._in_use.enter_context(disk.in_use())
        return disk

    def power_failed(self, disk: Disk) -> None:
        """The process is dead at once; what it had written is what is found later."""
        if disk is self.disk and (process := self.processes[0]) is not None:
            self.loop.later(0, process.die)

    def store_of(self, number: int) -> Store | None:
        """The log, from what is left; nothing if the disk does not let it be opened just now."""
        if self.disk.off:
            self._in_use.close()
            self.had.update(self.disk.had)
            self.here = next(self._folders)
            self.disk.cut(self.here)
            self.disk = self._new_disk()
            self.note("there is power again")
        before = self.disk.had.total()
        try:
            store = WatchedStore(self.here, self)
            self._compare(store)
        except (Malformed, Unavailable) as error:
            if self.disk.had.total() == before and not self.disk.full:
                raise Wrong(f"what the power left cannot be opened: {error}") from error
            return None
        return store

    def _compare(self, store: Store) -> None:
        """All that somebody was told to be done is there; what is there is taken as it is."""
        rows = list(whole_log(store))
        there = {row.position: row for row in rows}
        for asked in self.promises.asked.values():
            if asked.outcome != "ack":
                continue
            for row in self.database.commands.get(asked.id, ()):
                if there.get(row.position) != row:
                    raise Wrong(f"{asked.id} was acknowledged, and is lost: event {row.position}")
        self.database.become(rows)

    def fresh_store(self) -> Store:
        return MemoryStore(self.database.copied(), lambda _: None)

    async def opened(self, fresh: Process) -> None:
        """Neither goes on meanwhile: they would not hear of one another."""
        (process,) = self.processes
        assert process is not None
        process.stopped_until = float("inf")
        while not fresh.is_open and not self.wrong:
            await asyncio.sleep(0.001)
        self.loop.later(1, setattr, process, "stopped_until", 0.0)

    def _calm_down(self) -> None:
        super()._calm_down()
        self.disk.wrong, self.disk.full, self.disk.steps_left = {}, False, None

    def _check_log(self) -> None:
        """By what was answered for; and once more by the file itself."""
        super()._check_log()
        self._in_use.close()
        with closing(SqliteStore(self.here, read_only=True)) as store:
            if list(whole_log(store)) != self.database.rows:
                raise Wrong("there is something else in the file than went in")
            if not (report := verify(store)).clean:
                raise Wrong(f"the file {FILE} does not verify: {report.fault}")

    def _close(self) -> None:
        super()._close()
        self._in_use.close()
        self.had.update(self.disk.had)
