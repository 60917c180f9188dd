"""The log where it lies, in memory, shared by every process; and what can go wrong with it.

A commit goes in whole or not at all, as SQLite and PostgreSQL promise, and by the same plan as
theirs (`house.log.planning`). Whoever commits may learn nothing of it: the answer is lost, or the
process is dead by then.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from bythebook.errors import ensure
from bythebook.house.log.planning import START, check_names, check_writes, plan, storable
from bythebook.house.log.store import (
    ALL,
    Conflict,
    Head,
    Kept,
    Row,
    Snapshot,
    Unavailable,
    Write,
    Written,
)

Trouble = Literal["away", "full", "answer lost", "not serializable"]


class Database:
    """What is durable."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.head = START
        self.heads: dict[str, Head] = {}
        self.streams: dict[str, list[Row]] = {}
        self.commands: dict[str, tuple[Row, ...]] = {}
        self.snapshots: dict[str, Snapshot] = {}
        self.cabinet: dict[tuple[str, str], tuple[bytes, int]] = {}
        self.times: dict[int, float] = {}  # when each event went in, by the world's time
        self.now: Callable[[], float] = lambda: 0.0
        self.stores: list[MemoryStore] = []

    def copied(self) -> "Database":
        other = Database()
        other.rows, other.head, other.heads = self.rows.copy(), self.head, self.heads.copy()
        other.streams = {stream: rows.copy() for stream, rows in self.streams.items()}
        other.commands, other.snapshots = self.commands.copy(), self.snapshots.copy()
        other.cabinet = self.cabinet.copy()
        return other

    def commit(self, writes: Sequence[Write]) -> list[Written | Conflict]:
        already = {
            w.command: self.commands[w.command] for w in writes if w.command in self.commands
        }
        planned = plan(writes, self.head, self.heads, already)
        self.add(planned.rows)
        return planned.outcomes

    def add(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self.rows.append(row)
            self.times.setdefault(row.position, self.now())
            self.streams.setdefault(row.stream, []).append(row)
            self.commands[row.command] = (*self.commands.get(row.command, ()), row)
            self.heads[row.stream] = Head(row.version, row.hash)
            self.head = Head(row.position, row.hash)

    def become(self, rows: Sequence[Row]) -> None:
        """What it holds is just this."""
        self.rows, self.head, self.heads, self.streams, self.commands = [], START, {}, {}, {}
        self.times = {at: when for at, when in self.times.items() if at <= len(rows)}
        self.add(rows)


class MemoryStore:
    """One process's way to the database. `trouble`: what is wrong with it at this moment."""

    def __init__(self, database: Database, trouble: Callable[[bool], Trouble | None]) -> None:
        self._database = database
        self._trouble = trouble
        self.others_wrote = False
        self.told: Callable[[], None] = lambda: None  # that others wrote
        database.stores.append(self)

    def _ask(self, to_write: bool = False) -> Trouble | None:
        trouble = self._trouble(to_write)
        if trouble == "away":
            raise Unavailable("the database is away")
        if trouble == "full" and to_write:
            raise Unavailable("the disk is full")
        if trouble == "not serializable" and to_write:
            raise Unavailable("the database could not serialize this commit")
        return trouble

    # The log

    def commit(self, writes: Sequence[Write]) -> list[Written | Conflict]:
        check_writes(writes)
        trouble = self._ask(to_write=True)
        before = self._database.head
        outcomes = self._database.commit(writes)
        if self._database.head != before:
            for store in self._database.stores:
                if store is not self:
                    store.others_wrote = True
                    store.told()
        if trouble == "answer lost":
            raise Unavailable("the connection was lost")
        return outcomes

    archive: Path | None = None  # nothing is
    archive_folder: Path | None = None

    def read(self, stream: str, after: int = 0, limit: int = ALL, husks: bool = False) -> list[Row]:
        self._ask()
        return self._database.streams.get(stream, [])[after : after + limit]

    def read_log(self, after: int = 0, limit: int = 1000, husks: bool = False) -> list[Row]:
        self._ask()
        return self._database.rows[after : after + limit]

    def hashes(self, after: int, limit: int) -> list[bytes]:
        return [row.hash for row in self.read_log(after, limit)]

    def of_command(self, command: str) -> tuple[Row, ...]:
        self._ask()
        return self._database.commands.get(command, ())

    def streams(self) -> dict[str, int]:
        self._ask()
        return {stream: head.position for stream, head in sorted(self._database.heads.items())}

    def head(self) -> Head:
        self._ask()
        return self._database.head

    def stream_heads(self) -> dict[str, Head]:
        self._ask()
        return dict(sorted(self._database.heads.items()))

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        yield  # nobody else comes between two steps of the loop

    # A cache

    def snapshot(self, stream: str) -> Snapshot | None:
        self._ask()
        return self._database.snapshots.get(stream)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        check_names(snapshot.stream, snapshot.code)
        self._ask(to_write=True)
        self._database.snapshots[snapshot.stream] = snapshot

    # The cabinet

    def keep(self, kind: str, key: str, value: bytes, until: int = 0) -> None:
        check_names(kind, key)
        self._ask(to_write=True)
        self._database.cabinet[kind, key] = (value, until)

    def keep_first(self, kind: str, key: str, value: bytes) -> bool:
        check_names(kind, key)
        self._ask(to_write=True)
        return self._database.cabinet.setdefault((kind, key), (value, 0))[0] is value

    def kept(self, kind: str, key: str) -> bytes | None:
        self._ask()
        found = self._database.cabinet.get((kind, key)) if storable(key) else None
        return None if found is None else found[0]

    def all_kept(self, kind: str) -> dict[str, bytes]:
        self._ask()
        kept = sorted(self._database.cabinet.items())
        return {key: value for (of, key), (value, _) in kept if of == kind}

    def last_kept(self, kind: str, limit: int, before: str = "") -> dict[str, bytes]:
        found = [(k, v) for k, v in self.all_kept(kind).items() if not before or k < before]
        return dict(found[::-1][:limit])

    def cabinet(self) -> list[Kept]:
        self._ask()
        kept = sorted(self._database.cabinet.items())
        return [Kept(kind, key, value, until) for (kind, key), (value, until) in kept]

    def discard(self, kind: str, key: str) -> bool:
        self._ask(to_write=True)
        return self._database.cabinet.pop((kind, key), None) is not None

    def sweep(self, now: int) -> None:
        self._ask(to_write=True)
        for key, (_, until) in list(self._database.cabinet.items()):
            if 0 < until <= now:
                del self._database.cabinet[key]

    # Other processes

    def wait(self, seconds: float) -> bool:
        ensure(seconds == 0, "nobody waits in a world without threads")
        wrote, self.others_wrote = self.others_wrote, False
        return wrote

    # Care

    def unsound(self) -> str:
        return ""

    def backup(self, folder: Path) -> Path:
        raise Unavailable("there is no disk here to copy to")

    def close(self) -> None:
        self._database.stores.remove(self)


def spoilt(database: Database, position: int, place: int) -> Database:
    """A copy in which one byte of one event is another: a page has rotted."""
    other = database.copied()
    row = other.rows[position - 1]
    data = bytearray(row.data)
    data[place % len(data)] ^= 1 << (place % 8)
    other.rows[position - 1] = replace(row, data=bytes(data))
    return other
