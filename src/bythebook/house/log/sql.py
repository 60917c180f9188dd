"""What both stores say in SQL: the tables, and everything but commits and waiting for others.

Statements are written in SQLite's dialect, with `?` for a value; PostgreSQL reads them as well once
its own mark stands there. Where the two really differ, each store says it itself.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import astuple

from bythebook.house.archives.shelf import FOLDER, STREAM, Shelf, archives_in, check_whole
from bythebook.house.log.chain import hash_of
from bythebook.house.log.planning import START, check_names, storable
from bythebook.house.log.store import ALL, Damaged, Head, Kept, Row, Snapshot, Unavailable

COLUMNS = ", ".join(Row.__struct_fields__)
KEEP = (
    "INSERT INTO cabinet(kind, key, value, until) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, until = excluded.until"
)
KEEP_FIRST = (
    "INSERT INTO cabinet(kind, key, value, until) VALUES (?, ?, ?, 0)"
    " ON CONFLICT (kind, key) DO NOTHING RETURNING 1"
)
SAVE = (
    "INSERT INTO snapshots(stream, version, code, data) VALUES (?, ?, ?, ?) ON CONFLICT (stream)"
    " DO UPDATE SET version = excluded.version, code = excluded.code, data = excluded.data"
)

TAKE_OUT = (
    "UPDATE log SET data = ? WHERE stream = ? AND version >= ? AND version <= ? AND position <= ?"
)

IN_USE = "somebody else has the log open: close the house before it is made smaller"

# In braces: what the dialects call the same type, and how each of them keeps a table.
TABLES = """
CREATE TABLE heads(
    stream {text} NOT NULL PRIMARY KEY,
    version {number} NOT NULL,
    hash {bytes} NOT NULL
) {heads};
CREATE TABLE log_head(
    one {number} PRIMARY KEY CHECK (one = 1),
    position {number} NOT NULL,
    hash {bytes} NOT NULL
) {log_head};
CREATE TABLE log(
    position {number} PRIMARY KEY,
    stream {text} NOT NULL {of_a_head},
    version {number} NOT NULL,
    command {text} NOT NULL,
    cause {bytes} NOT NULL,
    kind {text} NOT NULL,
    data {bytes} NOT NULL,
    stream_hash {bytes} NOT NULL,
    log_hash {bytes} NOT NULL,
    hash {bytes} NOT NULL,
    UNIQUE (stream, version)
) {rows};
CREATE INDEX log_by_command ON log(command);
CREATE TABLE snapshots(
    stream {text} NOT NULL PRIMARY KEY,
    version {number} NOT NULL,
    code {text} NOT NULL,
    data {bytes} NOT NULL
) {rows};
CREATE TABLE cabinet(
    kind {text} NOT NULL,
    key {text} NOT NULL,
    value {bytes} NOT NULL,
    until {number} NOT NULL,
    PRIMARY KEY (kind, key)
) {cabinet};
"""


class SqlStore(ABC):
    """The half of a store that needs nothing but a way to ask."""

    broken: ClassVar[type[Exception]]  # what a driver raises where the file itself is
    archive: Path | None = None  # where archives are said to be; none: where the last was put
    as_it_lies = False  # husks are husks, whatever is at hand

    @abstractmethod
    def _all(self, statement: str, *values: Any, retry: bool = True) -> list[Any]:
        """Every row of the answer; `retry`: once more, if the connection is lost over it."""

    # The log

    def read(self, stream: str, after: int = 0, limit: int = ALL, husks: bool = False) -> list[Row]:
        if not storable(stream):
            return []
        which = "stream = ? AND version > ? ORDER BY version LIMIT ?"
        rows = self._filled(self._rows(which, stream, after, limit), husks)
        if not husks:
            _check_sound(rows, after)
        return rows

    def read_log(self, after: int = 0, limit: int = 1000, husks: bool = False) -> list[Row]:
        """Up to so many events; fewer, if one of them is in a broken part of the file."""
        try:
            rows = self._rows("position > ? ORDER BY position LIMIT ?", after, limit)
            return self._filled(rows, husks)
        except Damaged as damaged:
            if (before := damaged.position - after - 1) <= 0:
                raise
            return self.read_log(after, before, husks)
        except Unavailable as error:
            if not isinstance(error.__cause__, self.broken):
                raise
            if limit <= 1:
                raise Damaged(after + 1, str(error.__cause__)) from error.__cause__
        return self.read_log(after, limit // 2, husks)

    def hashes(self, after: int, limit: int) -> list[bytes]:
        asked = "SELECT hash FROM log WHERE position > ? ORDER BY position LIMIT ?"
        return [bytes(found[0]) for found in self._all(asked, after, limit)]

    def of_command(self, command: str) -> tuple[Row, ...]:
        if not storable(command):
            return ()
        return tuple(self._filled(self._of_command(command), husks=True))

    def _of_command(self, command: str) -> list[Row]:
        return self._rows("command = ? ORDER BY position", command)

    def streams(self) -> dict[str, int]:
        return dict(self._all("SELECT stream, version FROM heads ORDER BY stream"))

    def head(self) -> Head:
        return head_in(self._all("SELECT position, hash FROM log_head"))

    def stream_heads(self) -> dict[str, Head]:
        return heads_in(self._all("SELECT stream, version, hash FROM heads ORDER BY stream"))

    def _rows(self, which: str, *values: str | int) -> list[Row]:
        found = self._all(f"SELECT {COLUMNS} FROM log WHERE {which}", *values)
        return [Row(*row) for row in found]

    # Archives

    @cached_property
    def _shelf(self) -> Shelf:
        return Shelf()

    @property
    def archive_folder(self) -> Path | None:
        if self.archive is None and (kept := self.kept(FOLDER, FOLDER)) is not None:
            return Path(kept.decode())
        return self.archive

    def _filled(self, rows: list[Row], husks: bool) -> list[Row]:
        """What is archived of these events, from where it is."""
        if self.as_it_lies or all(row.data or row.stream == STREAM for row in rows):
            return rows
        archives = archives_in(self)
        filled = self._shelf.filled(rows, archives, self.archive_folder)
        if not husks:
            check_whole(filled, archives)
        return filled

    def lies(self, stream: str, version: int) -> tuple[int, bool]:
        asked = "SELECT position, length(data) > 0 FROM log WHERE stream = ? AND version = ?"
        [(position, whole)] = self._all(asked, stream, version)
        return position, bool(whole)

    def take_out(self, stream: str, first: int, last: int, archived: int) -> None:
        self._all(TAKE_OUT, b"", stream, first, last, archived)

    # A cache

    def snapshot(self, stream: str) -> Snapshot | None:
        if not storable(stream):
            return None
        asked = "SELECT stream, version, code, data FROM snapshots WHERE stream = ?"
        found = self._all(asked, stream)
        return Snapshot(*found[0]) if found else None

    def save_snapshot(self, snapshot: Snapshot) -> None:
        check_names(snapshot.stream, snapshot.code)
        self._all(SAVE, *astuple(snapshot))

    def snapshots(self) -> dict[str, int]:
        return dict(self._all("SELECT stream, version FROM snapshots ORDER BY stream"))

    # The cabinet

    def keep(self, kind: str, key: str, value: bytes, until: int = 0) -> None:
        check_names(kind, key)
        self._all(KEEP, kind, key, value, until)

    def keep_first(self, kind: str, key: str, value: bytes) -> bool:
        check_names(kind, key)
        # Not tried again after a lost connection: it could say False to the one who put it in.
        return bool(self._all(KEEP_FIRST, kind, key, value, retry=False))

    def kept(self, kind: str, key: str) -> bytes | None:
        if not storable(key):
            return None
        found = self._all("SELECT value FROM cabinet WHERE kind = ? AND key = ?", kind, key)
        return bytes(found[0][0]) if found else None

    def all_kept(self, kind: str) -> dict[str, bytes]:
        return dict(self._all("SELECT key, value FROM cabinet WHERE kind = ? ORDER BY key", kind))

    def cabinet(self) -> list[Kept]:
        return [Kept(*kept) for kept in self._all("SELECT kind, key, value, until FROM cabinet")]

    def last_kept(self, kind: str, limit: int, before: str = "") -> dict[str, bytes]:
        asked = (
            "SELECT key, value FROM cabinet WHERE kind = ? AND (key < ? OR ? = '')"
            " ORDER BY key DESC LIMIT ?"
        )
        return dict(self._all(asked, kind, before, before, limit))

    def discard(self, kind: str, key: str) -> bool:
        if not storable(key):
            return False
        # Not tried again after a lost connection: it could say False to the one who took it out.
        gone = "DELETE FROM cabinet WHERE kind = ? AND key = ? RETURNING 1"
        return bool(self._all(gone, kind, key, retry=False))

    def sweep(self, now: int) -> None:
        self._all("DELETE FROM cabinet WHERE until > 0 AND until <= ?", now)


def head_in(found: list[Any]) -> Head:
    """Where the log ends, as the one row says that remembers it."""
    return _head(*found[0]) if found else START


def heads_in(found: Iterable[Any]) -> dict[str, Head]:
    return {stream: _head(version, last) for stream, version, last in found}


def _head(position: object, last: object) -> Head:
    """Where something ends; in a damaged file these can be anything."""
    if isinstance(position, int) and isinstance(last, bytes):
        return Head(position, last)
    raise Unavailable("the log cannot be used: what it remembers of its end is damaged")


def _check_sound(rows: Iterable[Row], after: int) -> None:
    """A page that rots, or an index that hides an event, is found by whoever plays on from there,
    not by whoever verifies later."""
    for version, row in enumerate(rows, after + 1):
        if row.version != version or row.hash != hash_of(row):
            raise Damaged(row.position or 0, "it is not as it was written: see bythebook verify")
