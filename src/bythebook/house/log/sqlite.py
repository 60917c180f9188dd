"""The log in one SQLite file: nothing to configure, and full synchronisation at every commit."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import apsw
import msgspec
from msgspec.structs import astuple

from bythebook.errors import Malformed
from bythebook.house.log.log_position import Watch
from bythebook.house.log.planning import check_writes, plan, streams_of
from bythebook.house.log.sql import IN_USE, SqlStore
from bythebook.house.log.sqlite_file import (
    FILE,
    LOOK,
    MOVE_LOG,
    copying,
    in_use,
    insert,
    move_streams,
    open_to_read,
    open_to_write,
    opening,
)
from bythebook.house.log.store import Conflict, Head, Row, Unavailable, Write, Written

POLL_SECONDS = 0.02  # how often `wait` looks whether another process has written

TEXTS = ("stream", "command", "kind")
NUMBERS = ("position", "version")
# The same from a file in which something may not even be text any more: texts as their bytes, to be
# decoded with the bad ones kept, and nothing at all for what has another type than it should.
RAW_COLUMNS = ", ".join(
    f"iif(typeof({name}) = 'text', CAST({name} AS BLOB), NULL)"
    if name in TEXTS
    else f"iif(typeof({name}) = '{'integer' if name in NUMBERS else 'blob'}', {name}, NULL)"
    for name in Row.__struct_fields__
)
Commands = dict[str, tuple[Row, ...]]  # by their ids, with what they brought about

_ends = msgspec.json.Decoder(list[tuple[str, int, str]]).decode
_commands = msgspec.json.Decoder(list[str]).decode


class SqliteStore(SqlStore):
    """A folder's log. Another process may write to it too: nothing is remembered in between."""

    broken = apsw.CorruptError

    def __init__(self, folder: Path, read_only: bool = False) -> None:
        self._folder = folder
        self._connection = open_to_read(folder) if read_only else open_to_write(folder)
        self._waiting = threading.Lock()  # held while a thread is in `wait`
        self._closing = threading.Event()
        self._watcher: apsw.Connection | None = None
        self._watched: int | None = None  # SQLite's own count of others' changes, as last seen
        try:
            self._watch = Watch(self.head().position)
        except Unavailable:
            self._watch = Watch(0)  # a damaged file can still be opened, to find out where

    # The log

    def commit(self, writes: Sequence[Write]) -> list[Written | Conflict]:
        check_writes(writes)
        with self._watch.lock, in_use():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                head, stream_heads, already = self._look(writes)
                planned = plan(writes, head, stream_heads, already)
                if planned.rows:
                    move_streams(self._connection, planned.stream_heads)
                    insert(self._connection, planned.rows)
                    self._connection.execute(MOVE_LOG, astuple(planned.head))
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    with suppress(apsw.Error):
                        self._connection.execute("ROLLBACK")
                raise
            self._watch.committed(head.position, planned.head.position)
        return planned.outcomes

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        with in_use():
            self._connection.execute("BEGIN")
        try:
            yield
        finally:
            with in_use():
                self._connection.execute("ROLLBACK")

    # Other processes

    def wait(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        with self._waiting, in_use():
            while not self._closing.is_set():
                if self._somebody_else_wrote():
                    return True
                left = deadline - time.monotonic()
                if left <= 0:
                    return False
                self._closing.wait(min(left, POLL_SECONDS))
        return False

    # Care

    def unsound(self) -> str:
        # A broken index would not change the log, but hide events of it from those who ask.
        found = self._all("PRAGMA integrity_check(1)")
        return "" if found == [("ok",)] else "; ".join(str(line) for (line,) in found)

    def shrink(self) -> None:
        # Only whoever has the file alone can do without the write-ahead log.
        self._connection.set_busy_timeout(0)
        with in_use(), suppress(apsw.BusyError):
            self._connection.pragma("journal_mode", "delete")
        if self._connection.pragma("journal_mode") == "wal":
            raise Malformed(IN_USE, str(self._folder))
        self._all("PRAGMA temp_store = file")  # as much as the whole log
        self._all("VACUUM")
        self._all("PRAGMA journal_mode = wal")

    def backup(self, folder: Path) -> Path:
        with opening(self._folder):
            source = open_to_read(self._folder)
        try:
            with copying(folder) as copy, copy.backup("main", source, "main") as backup:
                # All at once: in steps, every commit meanwhile would begin it anew.
                # Nobody is held up: the write-ahead log keeps this moment for it.
                backup.step()
        finally:
            source.close()
        return folder / FILE

    def close(self) -> None:
        self._closing.set()
        with self._waiting:
            if self._watcher:
                self._watcher.close()
            self._connection.close()

    # Inside

    def _all(self, statement: str, *values: Any, retry: bool = True) -> list[Any]:
        with in_use():
            return self._connection.execute(statement, values).fetchall()

    def _rows(self, which: str, *values: str | int) -> list[Row]:
        try:
            return super()._rows(which, *values)
        except Unavailable as error:
            if not isinstance(error.__cause__, UnicodeDecodeError):
                raise
        found = self._all(f"SELECT {RAW_COLUMNS} FROM log WHERE {which}", *values)
        return [_row_of_raw(row) for row in found]

    def _look(self, writes: Sequence[Write]) -> tuple[Head, dict[str, Head], Commands]:
        """Where the log ends, where these streams end, which commands had been written before."""
        streams = msgspec.json.encode(streams_of(writes)).decode()
        commands = msgspec.json.encode([write.command for write in writes]).decode()
        found = self._all(LOOK, streams, commands)
        position, last, ends, already = found[0]
        return (
            Head(position, last),
            {stream: Head(version, bytes.fromhex(h)) for stream, version, h in _ends(ends)},
            {command: tuple(self._of_command(command)) for command in _commands(already)},
        )

    def _somebody_else_wrote(self) -> bool:
        if self._watcher is None:
            self._watcher = open_to_read(self._folder)
        watched = self._watcher.pragma("data_version")
        if watched == self._watched:
            return False
        self._watched = watched  # before the look: a change after it is noticed the next time
        with self._watch.lock:
            return self._watch.look(self._watcher.execute("SELECT position FROM log_head").get)


def _row_of_raw(values: Sequence[Any]) -> Row:
    """An event in which some text is no longer text: readable, with a hash that cannot fit."""
    fields = dict(zip(Row.__struct_fields__, values, strict=True))
    for name in TEXTS:
        if fields[name] is not None:
            fields[name] = fields[name].decode("utf-8", "surrogateescape")
    return Row(**fields)
