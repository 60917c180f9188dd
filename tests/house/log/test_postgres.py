"""What is particular to the log in a PostgreSQL database: connections, and their loss."""

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

import psycopg
import pytest
from psycopg.pq import TransactionStatus

from bythebook.errors import BrokenInvariant, Malformed
from bythebook.house.log import postgres, postgres_append, postgres_link
from bythebook.house.log.choosing import open_store
from bythebook.house.log.postgres import PostgresStore
from bythebook.house.log.postgres_link import FORMAT, Connection, address
from bythebook.house.log.store import Snapshot, Unavailable, Write, Written
from tests.house.log.postgres import Server
from tests.house.log.stores import Place, check_store, write
from tests.house.log.writers import start, write_until_killed

STOPS = 25


@pytest.fixture
def place(postgres: Server) -> Iterator[Place]:
    place = Place(database=postgres.emptied_database())
    yield place
    place.close()


@pytest.fixture
def store(place: Place) -> PostgresStore:
    store = place.open()
    assert isinstance(store, PostgresStore)
    return store


def cut_all_others(place: Place) -> None:
    """The server ends every connection but this one."""
    place.behind_its_back(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND application_name = 'bythebook'"
    )


# Connections that are lost


def test_a_lost_connection_comes_back(place: Place, store: PostgresStore) -> None:
    store.commit([write("c-1", "a", 0, "1")])
    cut_all_others(place)
    [outcome] = store.commit([write("c-2", "a", 1, "2")])
    assert isinstance(outcome, Written)
    assert not outcome.again
    cut_all_others(place)
    assert [row.data for row in store.read("a")] == [b"1", b"2"]
    cut_all_others(place)
    store.keep("session", "s-1", b"ann")
    assert store.kept("session", "s-1") == b"ann"
    assert check_store(store) is None


@pytest.mark.parametrize("answer", ["before the commit", "after the commit"])
def test_a_commit_whose_connection_is_lost_goes_in_once(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    attempts: list[str] = []
    real = postgres._attempt

    def attempt(connection: Connection, writes: Sequence[Write], number: int) -> object:
        attempts.append("attempt")
        if len(attempts) > 1:
            return real(connection, writes, number)
        if answer == "after the commit":
            real(connection, writes, number)
        connection.close()
        raise psycopg.OperationalError("the connection was lost")

    store.commit([write("c-0", "a", 0, "0")])
    monkeypatch.setattr(postgres, "_attempt", attempt)
    writes = [write("c-1", "a", 1, "1"), write("c-0", "a", 0, "0"), write("c-1", "a", 1, "1")]
    outcomes = store.commit(writes)
    assert len(attempts) == 2
    # To whoever asked it is the same: the command went in now, and not before.
    assert [isinstance(outcome, Written) and outcome.again for outcome in outcomes] == [
        False,
        True,
        True,
    ]
    assert [row.command for row in store.read_log()] == ["c-0", "c-1"]
    assert check_store(store) is None


def test_a_lost_commit_that_somebody_else_overtook_is_a_conflict(
    place: Place, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = place.open()
    real = postgres._attempt
    attempts: list[str] = []

    def attempt(connection: Connection, writes: Sequence[Write], number: int) -> object:
        attempts.append("attempt")
        if len(attempts) == 1:
            connection.close()
            monkeypatch.setattr(postgres, "_attempt", real)
            other.commit([write("c-2", "a", 0, "2")])
            raise psycopg.OperationalError("the connection was lost")
        return real(connection, writes, number)

    monkeypatch.setattr(postgres, "_attempt", attempt)
    [outcome] = store.commit([write("c-1", "a", 0, "1")])
    assert not isinstance(outcome, Written)
    assert outcome.versions == {"a": 1}


def test_a_server_that_stays_away_is_unavailable_until_it_is_back(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_link, "PATIENCE_SECONDS", 0.2)
    database = postgres.new_database()
    name = psycopg.conninfo.conninfo_to_dict(database)["dbname"]
    place = Place(database=database)
    with closing(place.open()) as store:
        store.commit([write("c-1", "a", 0, "1")])
        postgres.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        postgres.execute(
            f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'"
        )
        with pytest.raises(Unavailable, match="the database cannot be used"):
            store.commit([write("c-2", "a", 1, "2")])
        with pytest.raises(Unavailable, match="the database cannot be used"):
            store.read("a")
        assert store.wait(0.2) is False
        postgres.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        monkeypatch.undo()  # it may take a while
        [outcome] = store.commit([write("c-2", "a", 1, "2")])
        assert isinstance(outcome, Written)
        assert store.streams() == {"a": 2}


def test_a_server_that_was_waited_for_in_vain_is_not_waited_for_again_until_it_is_back(
    place: Place, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise everybody who asks meanwhile would wait, one after the other."""
    monkeypatch.setattr(postgres_link, "PATIENCE_SECONDS", 0.5)
    monkeypatch.setattr(postgres_link, "PAUSE_SECONDS", 0.01)
    tries: list[int] = []
    connect = postgres_link.connect

    def away(*_: Any) -> Any:
        tries[-1] += 1
        raise psycopg.OperationalError("there is no route to it")

    monkeypatch.setattr(postgres_link, "connect", away)
    cut_all_others(place)
    for number in range(4):
        tries.append(0)
        with pytest.raises(Unavailable):
            store.commit([write(f"c-{number}", "a", 0, "1")])
    assert tries[0] > 1
    assert tries[1:] == [1, 1, 1]
    monkeypatch.setattr(postgres_link, "connect", connect)
    [outcome] = store.commit([write("c-5", "a", 0, "1")])
    assert isinstance(outcome, Written)
    assert not store._link._away


def test_a_moment_does_not_outlive_its_connection(place: Place, store: PostgresStore) -> None:
    store.commit([write("c-1", "a", 0, "1")])
    with store.one_moment():
        assert store.head().position == 1
        cut_all_others(place)
        for _ in range(2):
            with pytest.raises(Unavailable):
                store.head()
    assert store.head().position == 1
    assert check_store(store) is None


def test_what_is_written_while_the_listener_is_away_is_told(
    place: Place, store: PostgresStore
) -> None:
    other = place.open()
    assert store.wait(0) is False
    cut_all_others(place)
    other.commit([write("c-1", "a", 0, "1")])
    assert store.wait(60) is True
    assert store.wait(0.1) is False
    other.commit([write("c-2", "a", 1, "2")])
    assert store.wait(60) is True


def test_a_process_that_is_stopped_anywhere_holds_up_nobody(
    place: Place, store: PostgresStore
) -> None:
    """Each time it may be anywhere in a commit; none of its locks ever waits for it."""
    process, line = start(write_until_killed, place, "stopped")
    assert process.pid is not None
    begun = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND application_name = 'bythebook' AND starts_with(state, 'idle in transaction')"
    )
    for number in range(STOPS):
        line.recv()
        os.kill(process.pid, signal.SIGSTOP)
        [outcome] = store.commit([write(f"c-{number}", "b", number, "x")])
        assert isinstance(outcome, Written)
        assert place.behind_its_back(begun) == [(0,)]
        os.kill(process.pid, signal.SIGCONT)
    process.kill()
    process.join()
    assert check_store(store) is None


def test_nothing_is_left_open_between_two_statements(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is written: when we have the answer the server has nothing to wait for."""
    left: list[tuple[str, TransactionStatus]] = []
    execute = psycopg.Connection.execute

    def watched(connection: Any, statement: Any, *given: Any, **named: Any) -> Any:
        answer = execute(connection, statement, *given, **named)
        left.append((str(statement).split()[0], connection.info.transaction_status))
        return answer

    monkeypatch.setattr(psycopg.Connection, "execute", watched)
    store.commit([write("c-1", "a", 0, "1", "2"), write("c-2", "b", 0, "3")])
    store.commit([write("c-1", "a", 0, "1"), write("c-3", "b", 0, "4")])  # again, and a conflict
    store.keep("session", "s-1", b"ann")
    store.discard("session", "s-1")
    store.save_snapshot(Snapshot("a", 2, "code", b"{}"))
    assert {said for said, _ in left} == {"SELECT", "INSERT", "DELETE"}
    assert {status for _, status in left} == {TransactionStatus.IDLE}
    [[ours]] = store._all("SELECT current_setting('idle_in_transaction_session_timeout')")
    assert ours == "15s"  # and if it were otherwise, the server would end it


def test_a_server_that_would_write_something_else_is_noticed(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_append, "lead_in", lambda *_: b"")
    with pytest.raises(BrokenInvariant, match="something else than was to be written"):
        store.commit([write("c-1", "a", 0, "1")])


def test_versions_of_this_program_commit_side_by_side(place: Place, store: PostgresStore) -> None:
    """Each has a function of its own, made where it is missing."""
    store.commit([write("c-1", "a", 0, "1")])
    place.behind_its_back(f"ALTER FUNCTION {postgres_append.FUNCTION} RENAME TO append_earlier")
    [outcome] = place.open().commit([write("c-2", "a", 1, "2")])
    assert isinstance(outcome, Written)
    names = place.behind_its_back(
        "SELECT proname FROM pg_proc WHERE starts_with(proname, 'append_') ORDER BY 1"
    )
    assert sorted(names) == sorted([("append_earlier",), (postgres_append.FUNCTION,)])


def test_commits_of_two_connections_are_in_one_order(place: Place) -> None:
    stores = [place.open() for _ in range(3)]
    seen: list[int] = []
    stop = threading.Event()

    def watch() -> None:
        reader = place.open()
        while not stop.is_set():
            seen.extend(row.position for row in reader.read_log(seen[-1] if seen else 0))

    def fill(number: int) -> None:
        for version in range(30):
            stores[number].commit([write(f"{number}-{version}", f"s-{number}", version, "x")])

    watcher = threading.Thread(target=watch)
    fillers = [threading.Thread(target=fill, args=(number,)) for number in range(3)]
    for thread in (watcher, *fillers):
        thread.start()
    for thread in fillers:
        thread.join()
    stop.set()
    watcher.join()
    # Whoever follows the log never sees an event before the one in front of it.
    assert seen == list(range(1, len(seen) + 1))
    assert stores[0].head().position == 90


# Durable


def test_commits_are_synchronous_even_if_the_server_is_lax(postgres: Server) -> None:
    database = postgres.new_database()
    name = psycopg.conninfo.conninfo_to_dict(database)["dbname"]
    postgres.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    with closing(PostgresStore(database)) as store:
        assert store._all("SELECT current_setting('synchronous_commit')") == [("on",)]
    postgres.execute(f"ALTER DATABASE {name} SET synchronous_commit = remote_apply")
    with closing(PostgresStore(database)) as store:
        assert store._all("SELECT current_setting('synchronous_commit')") == [("remote_apply",)]


# What cannot be opened


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:s3cret@127.0.0.1:1/house",
        "postgresql://ann:s3cret@/house?host=/nowhere/at/all",
        "postgresql://ann:s3cret@127.0.0.1:port/house",
        "postgresql://ann:s3cret@127.0.0.1/house?colour=red",
        "postgresql://ann:s3cret@[::1/house",
        "postgresql://ann:s3cret%ZZ@127.0.0.1:1/house",
        "postgresql://ann:my@s3cret@127.0.0.1:1/house",
        "postgresql://ann:my/s3cret@127.0.0.1:1/house",
        "postgresql://ann:s3cret/my@127.0.0.1:1/house",
        "postgresql://ann:my?s3cret@127.0.0.1:1/house",
        "postgresql://ann:my#s3cret@127.0.0.1:1/house",
        "postgresql://ann:s3cret\0@127.0.0.1:1/house",
    ],
)
def test_no_connection_is_told_without_the_password(url: str) -> None:
    with pytest.raises(Malformed) as caught:
        open_store(None, url)
    assert "s3cret" not in f"{caught.value!r} {caught.value.__cause__!r}"
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_an_address_is_shown_without_its_password() -> None:
    assert address("postgresql://ann:s3cret@host:99/house") == "postgresql://ann@host:99/house"
    assert address("postgresql:///house") == "postgresql://localhost/house"


def test_a_database_without_a_house_cannot_be_read(postgres: Server) -> None:
    database = postgres.emptied_database()
    with pytest.raises(Malformed, match="there is no house in this database"):
        PostgresStore(database, read_only=True)
    with psycopg.connect(database) as connection:
        found = connection.execute("SELECT to_regnamespace('bythebook')").fetchone()
    assert found == (None,)


def test_a_log_of_a_newer_version(place: Place) -> None:
    place.open()
    place.behind_its_back("UPDATE about SET format = ?", FORMAT + 1)
    with pytest.raises(Malformed, match="made by a newer version"):
        place.open()


def test_a_database_of_another_encoding(postgres: Server) -> None:
    postgres.execute("DROP DATABASE IF EXISTS latin")
    postgres.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    database = postgres.emptied_database().replace("/postgres?", "/latin?")
    with pytest.raises(Malformed, match="UTF8"):
        PostgresStore(database)


def test_a_user_without_the_right_to_make_tables(postgres: Server) -> None:
    database = postgres.new_database()
    postgres.execute("DROP ROLE IF EXISTS guest")
    postgres.execute("CREATE ROLE guest LOGIN")
    with pytest.raises(Malformed, match="permission denied"):
        PostgresStore(database.replace("postgres:@", "guest:@"))
