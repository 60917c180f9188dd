"""The log in a PostgreSQL database: one order of events for any number of processes.

A commit locks the row that says where the log ends, in one statement (`postgres_append`). So
positions are given out and become visible in the same order, no event is ever seen before the one
in front of it, and nobody who is stopped holds up the others.
"""

import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from typing import Any

import msgspec
import psycopg
from msgspec.structs import astuple

from bythebook.errors import Malformed, ensure
from bythebook.house.log.log_position import Watch
from bythebook.house.log.planning import START, Plan, check_writes, is_of, plan, streams_of
from bythebook.house.log.postgres_append import APPEND, CHANNEL, Answer, arguments
from bythebook.house.log.postgres_link import PAUSE_SECONDS, Connection, Link, address
from bythebook.house.log.sql import COLUMNS, IN_USE, KEEP, SqlStore, head_in
from bythebook.house.log.sqlite_file import PAGE, write_copy
from bythebook.house.log.store import (
    Conflict,
    Head,
    Kept,
    Row,
    Unavailable,
    Write,
    Written,
    whole_log,
)

LISTEN_SECONDS = 0.25  # at most so long until a waiting thread notices that the store closes

ALREADY = f"SELECT {COLUMNS} FROM log WHERE command = ANY(%s) ORDER BY position"
# A log that was made elsewhere, as it is:
LOCK_HEAD = "SELECT position, hash FROM log_head FOR UPDATE"
INSERT = (
    f"INSERT INTO log({COLUMNS}) SELECT * FROM unnest(%b::bigint[], %b::text[], %b::bigint[],"
    " %b::text[], %b::bytea[], %b::text[], %b::bytea[], %b::bytea[], %b::bytea[], %b::bytea[])"
)
MOVE_STREAMS = (
    "INSERT INTO heads(stream, version, hash)"
    " SELECT * FROM unnest(%b::text[], %b::bigint[], %b::bytea[])"
)
OTHERS = (
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
    " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)
MOVE_LOG = "UPDATE log_head SET position = %s, hash = %s"


class PostgresStore(SqlStore):
    """A database's log, shared with other processes."""

    broken = psycopg.errors.DataCorrupted

    def __init__(self, url: str, read_only: bool = False) -> None:
        self._url = url
        self._link = Link(url, read_only)
        self._moment: Connection | None = None  # the connection on which a moment is held
        self._listener: Link | None = None
        self._listening: Connection | None = None
        self._waiting = threading.Lock()  # held while a thread is in `wait`
        self._closing = threading.Event()
        self._watch = Watch(self.head().position)

    # The log

    def commit(self, writes: Sequence[Write]) -> list[Written | Conflict]:
        check_writes(writes)
        with self._watch.lock:
            attempts = count()
            done = self._link.run(lambda connection: _attempt(connection, writes, next(attempts)))
            known = self._watch.position
            self._watch.committed(done.found.position, done.plan.head.position)
        return _outcomes(writes, done, known) if done.attempt else done.plan.outcomes

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        self._moment = self._link.run(_hold_moment)
        try:
            yield
        finally:
            self._moment = None
            self._link.run(lambda connection: connection.rollback())

    # Other processes

    def wait(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        with self._waiting:
            while not self._closing.is_set():
                left = deadline - time.monotonic()
                try:
                    if self._somebody_else_wrote(max(0.0, min(left, LISTEN_SECONDS))):
                        return True
                except (Malformed, psycopg.Error):
                    self._listening = None  # what is said meanwhile is looked up afterwards
                    self._closing.wait(max(0.0, min(left, PAUSE_SECONDS)))
                if left <= 0:
                    return False
        return False

    # Care

    def unsound(self) -> str:
        return ""  # the server looks after its own files

    def shrink(self) -> None:
        if self._all(OTHERS):
            raise Malformed(IN_USE, address(self._url))
        self._link.run(_shrink, retry=False)

    def backup(self, folder: Path) -> Path:
        other = PostgresStore(self._url, read_only=True)
        other.as_it_lies = True
        try:
            with other.one_moment():
                rows, head, heads = whole_log(other), other.head(), other.stream_heads()
                return write_copy(folder, rows, head, heads, other.cabinet())
        finally:
            other.close()

    def fill(
        self,
        rows: Iterable[Row],
        head: Head,
        stream_heads: Mapping[str, Head],
        cabinet: Iterable[Kept],
    ) -> None:
        """Take a log from elsewhere as it is, hashes and all: into an empty database alone."""

        def write(connection: Connection) -> None:
            with connection.transaction():
                _take_time(connection)
                if head_in(connection.execute(LOCK_HEAD, binary=True).fetchall()) != START:
                    raise Malformed("there is a house in this database already", address(self._url))
                remaining = iter(rows)
                while some := list(islice(remaining, PAGE)):
                    connection.execute(INSERT, _columns(map(astuple, some)))
                ends = [(name, end.position, end.hash) for name, end in stream_heads.items()]
                if ends:
                    connection.execute(MOVE_STREAMS, _columns(ends))
                connection.execute(MOVE_LOG, astuple(head))
                for kept in cabinet:
                    connection.execute(KEEP.replace("?", "%s"), kept)

        self._link.run(write, retry=False)  # rows are read once

    def close(self) -> None:
        self._closing.set()
        with self._waiting:
            if self._listener:
                self._listener.drop()
            self._link.drop()

    # Inside

    def _all(self, statement: str, *values: Any, retry: bool = True) -> list[Any]:
        def ask(connection: Connection) -> list[Any]:
            if self._moment is not None and connection is not self._moment:
                raise Unavailable("the connection was lost, and with it the moment that was read")
            answer = connection.execute(statement.replace("?", "%s"), values, binary=True)
            return answer.fetchall() if answer.description else []

        return self._link.run(ask, retry)

    def _somebody_else_wrote(self, seconds: float) -> bool:
        """Listen for so long; the first time, and after a loss, look as well."""
        if self._listener is None:
            self._listener = Link(self._url, read_only=True)
        connection = self._listener.connection()
        if connection is self._listening:
            heard = [n.pid for n in connection.notifies(timeout=seconds, stop_after=1)]
            if all(pid == self._link.pid for pid in heard):
                return False
        else:
            connection.execute(f"LISTEN {CHANNEL}")
            self._listening = connection
        with self._watch.lock:
            found: Any = connection.execute("SELECT position FROM log_head").fetchone()
            return self._watch.look(found[0])


class _Done(msgspec.Struct, frozen=True):
    """A commit that went through: at which attempt, where the log was then, what it did."""

    attempt: int
    found: Head
    plan: Plan


def _attempt(connection: Connection, writes: Sequence[Write], attempt: int) -> _Done:
    """One commit in one round trip."""
    given = arguments(writes)
    [row] = connection.execute(APPEND, given, binary=True).fetchall()
    answer = Answer(streams_of(writes), row)
    before = [writes[number - 1].command for number in answer.again]
    # What is in the log stays as it is: nobody needs to be kept waiting for this.
    found = connection.execute(ALREADY, (before,), binary=True).fetchall() if before else []
    planned = plan(writes, answer.found, answer.ends, _by_command(found))
    ensure(planned.head == answer.head, "the server wrote something else than was to be written")
    return _Done(attempt, answer.found, planned)


def _outcomes(writes: Sequence[Write], done: _Done, known: int) -> list[Written | Conflict]:
    """What came of the writes, after a connection was lost over them. A commit whose answer was
    lost on the way was not there before: it lies beyond what we knew of, just as it was asked for.
    """
    unanswered = {
        write.command
        for write, outcome in zip(writes, done.plan.outcomes, strict=True)
        if isinstance(outcome, Written)
        and outcome.again
        and outcome.rows[0].position > known
        and is_of(write, outcome.rows)
    }
    outcomes: list[Written | Conflict] = []
    for write, outcome in zip(writes, done.plan.outcomes, strict=True):
        if isinstance(outcome, Written) and write.command in unanswered:
            unanswered.remove(write.command)
            outcomes.append(Written(outcome.rows))
        else:
            outcomes.append(outcome)
    return outcomes


def _columns(rows: Iterable[Sequence[Any]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _by_command(found: Iterable[Any]) -> dict[str, tuple[Row, ...]]:
    commands: dict[str, list[Row]] = {}
    for row in (Row(*values) for values in found):
        commands.setdefault(row.command, []).append(row)
    return {command: tuple(rows) for command, rows in commands.items()}


def _hold_moment(connection: Connection) -> Connection:
    """From here on every read on this connection sees the same moment."""
    connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    _take_time(connection)
    return connection


def _shrink(connection: Connection) -> None:
    connection.execute("SET lock_timeout = 0")
    if connection.info.server_version >= 170_000:
        connection.execute("SET transaction_timeout = 0")
    connection.execute("VACUUM FULL log")
    connection.close()  # with what was set on it


def _take_time(connection: Connection) -> None:
    """This transaction holds up nobody, and may last."""
    connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    if connection.info.server_version >= 170_000:
        connection.execute("SET LOCAL transaction_timeout = 0")
