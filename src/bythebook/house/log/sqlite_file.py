"""The house's log as one SQLite file: how it is opened, made and recognised, and how it fails."""

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path

import apsw
import msgspec
from msgspec.structs import astuple

from bythebook.errors import BrokenInvariant, Malformed
from bythebook.house.log.planning import START
from bythebook.house.log.sql import COLUMNS, KEEP, TABLES
from bythebook.house.log.store import Head, Kept, Row, Unavailable

FILE = "house.sqlite"

APPLICATION = 0x42744265  # in the file's header: a house's log, and nobody else's database
FORMAT = 1  # of the tables below; a house of a newer format is left alone

PAGE = 1024  # events of a copy that are written at once

BUSY_SECONDS = 10.0  # how long to wait for another process that is writing

# An event belongs to a stream whose end is remembered: no event without a head.
_TABLES = TABLES.format(
    text="TEXT", number="INTEGER", bytes="BLOB", of_a_head="REFERENCES heads", rows="STRICT",
    heads="STRICT, WITHOUT ROWID", log_head="STRICT", cabinet="STRICT, WITHOUT ROWID",
)  # fmt: skip
SCHEMA = f"""{_TABLES}
INSERT INTO log_head VALUES (1, {START.position}, x'{START.hash.hex()}');
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORMAT};
"""
MOVE_LOG = "UPDATE log_head SET position = ?, hash = ?"

# A commit is a handful of statements, however many events it has: at each of them another thread
# of Python may take its turn, and a busy one would hold up a commit of many small ones for long.
LOOK = """
SELECT position, hash, (
    SELECT json_group_array(json_array(stream, version, hex(hash)))
    FROM heads WHERE stream IN (SELECT value FROM json_each(?1))
), (
    SELECT json_group_array(DISTINCT command)
    FROM log WHERE command IN (SELECT value FROM json_each(?2))
) FROM log_head
"""
MOVE_STREAMS = """
INSERT INTO heads(stream, version, hash)
SELECT value ->> 0, value ->> 1, unhex(value ->> 2) FROM json_each(?) WHERE true
ON CONFLICT (stream) DO UPDATE SET version = excluded.version, hash = excluded.hash
"""
_ONE_ROW = f"({', '.join('?' * len(Row.__struct_fields__))})"
INSERTS = [
    (rows, f"INSERT INTO log({COLUMNS}) VALUES {', '.join([_ONE_ROW] * rows)}")
    for rows in (256, 128, 64, 32, 16, 8, 4, 2, 1)
]


def move_streams(connection: apsw.Connection, heads: Mapping[str, Head]) -> None:
    """Remember where these streams end now."""
    ends = [(stream, head.position, head.hash.hex()) for stream, head in heads.items()]
    connection.execute(MOVE_STREAMS, (msgspec.json.encode(ends).decode(),))


def insert(connection: apsw.Connection, rows: Sequence[Row]) -> None:
    """Write these events, many with one statement."""
    begin = 0
    for size, statement in INSERTS:
        while len(rows) - begin >= size:
            values = map(astuple, rows[begin : begin + size])
            connection.execute(statement, tuple(chain.from_iterable(values)))
            begin += size


def open_to_write(folder: Path) -> apsw.Connection:
    """The folder's log, made if there is none yet."""
    path = folder / FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Credentials lie in it: nobody else reads it. SQLite's other files follow its permissions.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise Malformed(f"no log can be kept here: {error.strerror}", str(folder)) from None
    deadline = time.monotonic() + BUSY_SECONDS
    with opening(folder):
        while True:
            connection = _connect(str(path), apsw.SQLITE_OPEN_READWRITE)
            try:
                _prepare(connection, folder)
            except apsw.BusyError:
                # Two that open a new file at once get into each other's way for a moment.
                connection.close()
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
            except BaseException:
                connection.close()
                raise
            else:
                return connection


def open_to_read(folder: Path) -> apsw.Connection:
    """The folder's log, which must be there; nothing is written to it."""
    path = folder / FILE
    if not path.is_file():
        raise Malformed(f"there is no house here: no file {FILE}", str(folder))
    with opening(folder):
        connection = _connect_reading(path)
        try:
            _recognise(connection, folder)
        except BaseException:
            connection.close()
            raise
        return connection


@contextmanager
def copying(folder: Path) -> Iterator[apsw.Connection]:
    """A new file for a copy of a log: it gets its name when all of it is there."""
    part = folder / f"{FILE}.part"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if (folder / FILE).exists():
            raise Malformed(f"there is a house here already: the file {FILE}", str(folder))
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise Malformed(f"no copy can be made here: {error.strerror}", str(part)) from None
    copy = _connect(str(part), apsw.SQLITE_OPEN_READWRITE)
    try:
        with in_use():
            yield copy
            # One file that needs no others beside it, to be read where nothing can be written.
            copy.pragma("journal_mode", "delete")
            copy.close()
            os.rename(part, folder / FILE)
            directory = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(directory)
            finally:
                os.close(directory)
    except BaseException:
        copy.close()
        part.unlink(missing_ok=True)
        raise


def write_copy(
    folder: Path,
    rows: Iterable[Row],
    head: Head,
    stream_heads: Mapping[str, Head],
    cabinet: Iterable[Kept],
) -> Path:
    """A log from elsewhere as a file: as it is, hashes and all, in one transaction; where it is."""
    with copying(folder) as copy:
        copy.execute("BEGIN")
        copy.execute(SCHEMA)
        move_streams(copy, stream_heads)
        remaining = iter(rows)
        while some := list(islice(remaining, PAGE)):
            insert(copy, some)
        copy.execute(MOVE_LOG, astuple(head))
        copy.executemany(KEEP, cabinet)
        copy.execute("COMMIT")
    return folder / FILE


@contextmanager
def opening(folder: Path) -> Iterator[None]:
    """What goes wrong at opening is told to whoever named the folder."""
    try:
        yield
    except (apsw.NotADBError, apsw.CorruptError):
        raise Malformed(f"{FILE} is not a house's log, or is damaged", str(folder)) from None
    except apsw.Error as error:
        raise Malformed(f"{FILE} cannot be opened: {error}", str(folder)) from None


@contextmanager
def in_use() -> Iterator[None]:
    """What goes wrong later is nobody's input: the log cannot be used, or is not as we left it."""
    try:
        yield
    except apsw.ConstraintError as error:
        raise BrokenInvariant(f"the log does not fit its heads: {error}") from error
    except apsw.Error as error:
        raise Unavailable(f"the log cannot be used: {error}") from error
    except UnicodeDecodeError as error:
        raise Unavailable("the log cannot be used: a text in it is none any more") from error


def _connect(name: str, flags: int) -> apsw.Connection:
    connection = apsw.Connection(name, flags | apsw.SQLITE_OPEN_URI)
    connection.set_busy_timeout(round(BUSY_SECONDS * 1000))
    return connection


def _connect_reading(path: Path) -> apsw.Connection:
    address = path.resolve().as_uri()
    connection = _connect(f"{address}?mode=ro", apsw.SQLITE_OPEN_READONLY)
    try:
        connection.pragma("schema_version")
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        connection.close()
        log_beside = path.with_name(f"{FILE}-wal")
        if log_beside.exists() and log_beside.stat().st_size > 0:
            raise
        # On a disk that cannot be written, a file that was left in order is read as it lies.
        connection = _connect(f"{address}?mode=ro&immutable=1", apsw.SQLITE_OPEN_READONLY)
    return connection


def _prepare(connection: apsw.Connection, folder: Path) -> None:
    """Durable, and with our tables."""
    if connection.readonly("main"):
        raise Malformed(f"{FILE} cannot be written", str(folder))
    if _tables(connection):
        _recognise(connection, folder)
    mode = connection.pragma("journal_mode", "wal")
    if mode != "wal":
        raise Malformed("this disk cannot keep a write-ahead log", str(folder))
    connection.pragma("synchronous", "full")
    connection.pragma("fullfsync", True)  # where the system's own fsync does not reach the disk
    connection.pragma("foreign_keys", True)
    connection.pragma("temp_store", "memory")
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not _tables(connection):
            connection.execute(SCHEMA)
        _recognise(connection, folder)
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _tables(connection: apsw.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM sqlite_schema").get)


def _recognise(connection: apsw.Connection, folder: Path) -> None:
    """Is this file a house's log, and of a format that we know?"""
    if connection.pragma("application_id") != APPLICATION:
        raise Malformed(f"{FILE} is a database of something else", str(folder))
    version = connection.pragma("user_version")
    if version > FORMAT:
        raise Malformed(
            f"{FILE} was made by a newer version of this program (format {version}, not {FORMAT})",
            str(folder),
        )
