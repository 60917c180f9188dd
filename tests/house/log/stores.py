"""Where the log is, for tests that any store must pass: each store supplies only a factory."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest

from bythebook.house.log.chain import Fault, check_chain
from bythebook.house.log.choosing import open_store
from bythebook.house.log.sqlite_file import FILE
from bythebook.house.log.store import Append, ArchivingStore, NewEvent, Store, Write, whole_log
from tests.house.log.postgres import Server, running_server


class Place:
    """A log's place: an empty folder or an empty database."""

    def __init__(self, data: Path | None = None, database: str | None = None) -> None:
        self.data = data
        self.database = database
        self._opened: list[Store] = []

    def open(self, read_only: bool = False) -> ArchivingStore:
        """One more opening of the same log; the fixture closes them all."""
        store = open_store(self.data, self.database, read_only)
        self._opened.append(store)
        return store

    def behind_its_back(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """What somebody does who has the file, or the database's password."""
        if self.data is not None:
            with closing(apsw.Connection(str(self.data / FILE))) as file:
                return file.execute(statement, values).fetchall()
        assert self.database is not None
        with psycopg.connect(self.database, autocommit=True) as connection:
            connection.execute("SET search_path = bythebook")
            cursor = connection.execute(statement.replace("?", "%s"), values)
            return cursor.fetchall() if cursor.description else []

    def close(self) -> None:
        for store in self._opened:
            store.close()


def check_store(store: Store) -> Fault | None:
    """The chain of a store as it is at this moment, also while others write to it."""
    with store.one_moment():
        found = check_chain(whole_log(store), store.head(), store.stream_heads())
        if found is None and (reason := store.unsound()):
            return Fault(0, "", 0, reason)
        return found


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    with running_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Every test that asks for a place runs on both stores."""
    if request.param == "sqlite":
        place = Place(data=tmp_path / "data")
    else:
        place = Place(database=request.getfixturevalue("postgres").emptied_database())
    yield place
    place.close()


@pytest.fixture
def store(place: Place) -> Store:
    return place.open()


def events(*texts: str) -> tuple[NewEvent, ...]:
    """Events that say so much."""
    return tuple(NewEvent("Said", text.encode()) for text in texts)


def write(command: str, stream: str, version: int, *texts: str) -> Write:
    """A command that has something said in one stream."""
    return Write(command, b'{"by":"ann"}', (Append(stream, version, events(*texts)),))
