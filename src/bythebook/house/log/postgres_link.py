"""A connection to the house's PostgreSQL database: checked, with tables, back after a loss."""

import time
from collections.abc import Callable
from typing import TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bythebook.errors import BrokenInvariant, Malformed
from bythebook.house.log.planning import START
from bythebook.house.log.postgres_append import CREATE, FUNCTION
from bythebook.house.log.sql import TABLES
from bythebook.house.log.store import Unavailable

Connection = psycopg.Connection[tuple[object, ...]]
Answer = TypeVar("Answer")

FORMAT = 1  # of the tables below; a house of a newer format is left alone
CREATION_LOCK = 0x42744265

PATIENCE_SECONDS = 8.0  # how long a lost connection may take to come back
PAUSE_SECONDS = 0.1  # between two attempts

# Texts are compared by their bytes: the same order on every server, and quick. Rows that are
# changed again and again leave room in their pages, so that the indexes need not change with them.
_TABLES = TABLES.format(
    text='text COLLATE "C"', number="bigint", bytes="bytea", of_a_head="", rows="", cabinet="",
    heads="WITH (fillfactor = 50)", log_head="WITH (fillfactor = 10)",
)  # fmt: skip
# One statement, so that nobody waits for whoever is stopped in the middle of it; one process makes
# what is missing, the others wait for the lock.
MAKE = f"""
DO $make$ BEGIN
    PERFORM pg_advisory_xact_lock({CREATION_LOCK});
    -- Not by to_regclass, which may remember how it was before the lock.
    IF NOT EXISTS (SELECT FROM pg_tables WHERE schemaname = 'bythebook' AND tablename = 'about')
    THEN
        CREATE SCHEMA IF NOT EXISTS bythebook;
        CREATE TABLE about(format integer NOT NULL);{_TABLES}
        INSERT INTO log_head VALUES (1, {START.position}, '\\x{START.hash.hex()}');
        INSERT INTO about VALUES ({FORMAT});
    END IF;
    IF NOT EXISTS (SELECT FROM pg_proc WHERE proname = '{FUNCTION}') THEN
        {CREATE};
    END IF;
END $make$
"""

# Where nothing else is said in the address: a server that is gone is noticed within seconds.
DEFAULTS: dict[str, str | int] = {
    "application_name": "bythebook",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


class Link:
    """One connection that is made anew when it was lost."""

    def __init__(self, url: str, read_only: bool = False) -> None:
        self._url = url
        self._read_only = read_only
        self._connection: Connection | None = None
        self._away = False  # it was waited for in vain: nobody waits for it again until it is back
        self.pid = 0  # by which the server knows this connection: its notifications carry it
        try:
            self.connection()
        except psycopg.Error as error:
            reason = f"the database cannot be used: {_reason(error)}"
            raise Malformed(reason, address(url)) from None

    def connection(self) -> Connection:
        """The connection, made anew if need be."""
        if self._connection is None or self._connection.closed:
            self._connection = connect(self._url, self._read_only)
            self.pid = self._connection.info.backend_pid
        return self._connection

    def run(self, work: Callable[[Connection], Answer], retry: bool = True) -> Answer:
        """Do something with the connection; if it is lost meanwhile, again with another one."""
        deadline = None  # counted from the first loss: who was stopped meanwhile has not tried
        while True:
            try:
                answer = work(self.connection())
                self._away = False
                return answer
            except psycopg.IntegrityError as error:
                self.drop()
                raise BrokenInvariant(
                    f"the log does not fit its heads: {_reason(error)}"
                ) from error
            except psycopg.Error as error:
                lost = self._connection is None or self._connection.closed
                self.drop()
                patience = 0.0 if self._away else PATIENCE_SECONDS
                deadline = deadline or time.monotonic() + patience
                if not (lost and retry) or time.monotonic() >= deadline:
                    self._away = lost and retry
                    raise Unavailable(f"the database cannot be used: {_reason(error)}") from error
            except BaseException:
                self.drop()  # whatever was begun on it is not to go on
                raise
            time.sleep(PAUSE_SECONDS)

    def drop(self) -> None:
        """Close the connection; the server undoes what was not committed."""
        if self._connection is not None:
            self._connection.close()


def connect(url: str, read_only: bool = False) -> Connection:
    """A new connection, checked: nothing on it is acknowledged before it is on disk."""
    given = _parsed(url)
    defaults = {name: value for name, value in DEFAULTS.items() if name not in given}
    connection: Connection = psycopg.connect(
        make_conninfo(url, client_encoding="utf-8", **defaults), autocommit=True
    )
    try:
        # Nothing of ours is begun and left: should it ever be, the server ends it.
        connection.execute("SET idle_in_transaction_session_timeout = '15s'")
        if connection.info.server_version >= 170_000:
            connection.execute("SET transaction_timeout = '60s'")
        connection.execute("SET lock_timeout = '20s'")
        connection.execute("SET default_transaction_isolation = 'read committed'")
        connection.execute("SET search_path = bythebook")
        if read_only:
            connection.execute("SET default_transaction_read_only = on")
        else:
            _make_durable(connection, url)
        _prepare(connection, url, read_only)
    except BaseException:
        connection.close()
        raise
    return connection


def address(url: str) -> str:
    """Which database this is, without its password."""
    given = _parsed(url)
    host = given.get("host") or given.get("hostaddr") or "localhost"
    port = f":{given['port']}" if given.get("port") else ""
    user = f"{given['user']}@" if given.get("user") else ""
    return f"postgresql://{user}{host}{port}/{given.get('dbname') or ''}"


def _parsed(url: str) -> dict[str, str]:
    # The library's own words would repeat the address, and its password with it; so would ours, if
    # a sign in the password ended it too early and the rest were taken for a host or a name.
    try:
        given = {name: str(value) for name, value in conninfo_to_dict(url).items()}
    except psycopg.Error:
        given = {"host": "@"}
    places = given.get("host", "") + given.get("dbname", "")
    if "@" in places or "\0" in url or set(given.get("port", "")) - set("0123456789,"):
        reason = (
            "this is no address of a database: postgresql://USER:PASSWORD@HOST:PORT/NAME,"
            " where signs such as @ and / in a password are written %40 and %2F"
        )
        raise Malformed(reason, "--database")
    return given


def _reason(error: psycopg.Error) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _setting(connection: Connection, name: str) -> str:
    found = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
    return str(found[0]) if found else ""


def _make_durable(connection: Connection, url: str) -> None:
    if _setting(connection, "fsync") != "on":
        reason = "the server runs with fsync off: what it acknowledges can be lost"
        raise Malformed(reason, address(url))
    if _setting(connection, "synchronous_commit") == "off":
        connection.execute("SET synchronous_commit = on")
    if _setting(connection, "synchronous_commit") == "off":
        raise Malformed("the server does not let commits be synchronous", address(url))


def _prepare(connection: Connection, url: str, read_only: bool) -> None:
    """Make our tables if they are not there, and see whether we know their format."""
    if _setting(connection, "server_encoding") != "UTF8":
        raise Malformed("the database must have the encoding UTF8", address(url))
    if _exists(connection, "to_regclass('bythebook.about')"):
        _check_format(connection, url)
    elif read_only:
        raise Malformed("there is no house in this database", address(url))
    if not read_only and not _exists(connection, f"to_regproc('bythebook.{FUNCTION}')"):
        connection.execute(MAKE)


def _check_format(connection: Connection, url: str) -> None:
    found = connection.execute("SELECT max(format) FROM about").fetchone()
    version = found[0] if found else None
    if not isinstance(version, int) or version > FORMAT:
        raise Malformed(
            f"the house in this database was made by a newer version of this program"
            f" (format {version}, not {FORMAT})",
            address(url),
        )


def _exists(connection: Connection, what: str) -> bool:
    found = connection.execute(f"SELECT {what} IS NOT NULL").fetchone()
    return bool(found and found[0])
