"""Tables looked at by other processes, each by itself, while one reads what binds them together."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import closing
from heapq import merge
from operator import attrgetter
from typing import Protocol

import msgspec

from bythebook.house.log.chain import Fault
from bythebook.house.log.store import Row, Store
from bythebook.house.tables import table_log as h
from bythebook.house.verify.faults import FAULTS, fault_of
from bythebook.house.verify.tables import Found, TableAgain

PAGE = 2000
TABLE, SHOE = "table/", "shoe/"


class Streams(Protocol):
    """What is asked of a store here."""

    def read(self, stream: str, after: int, limit: int, husks: bool) -> list[Row]: ...

    def close(self) -> None: ...


class Alone(msgspec.Struct, frozen=True):
    """What came of one table."""

    found: Found
    fault: Fault | None


class Beside(msgspec.Struct, frozen=True):
    """Others to do it, each with the log open for itself."""

    open_log: Callable[[], Store]
    pool: Executor

    def look_at(self, streams: Mapping[str, int], until: int, whole: bool) -> list[Future[Alone]]:
        """Begin with every table, the longest first; `until`: only what is before this event."""
        tables = sorted((s for s in streams if s.startswith(TABLE)), key=lambda s: -streams[s])
        return [
            self.pool.submit(look_at_table, self.open_log, stream.removeprefix(TABLE), until, whole)
            for stream in tables
        ]


def look_at_table(open_log: Callable[[], Streams], name: str, until: int, whole: bool) -> Alone:
    """A table from its own streams, in the order of the log."""
    with closing(open_log()) as store:
        streams = (_whole(store, kind + name) for kind in (SHOE, TABLE))
        table: TableAgain | None = None
        found, row = Found(), None
        try:
            for row in merge(*streams, key=attrgetter("position")):
                if row.position >= until:
                    break
                table = _read(table, name, row, found)
            if whole and table is not None and row is not None:
                table.end(row)
        except FAULTS as error:
            return Alone(found, fault_of(error, row) if row is not None else None)
    return Alone(found, None)


def _read(table: TableAgain | None, name: str, row: Row, found: Found) -> TableAgain:
    if row.stream.startswith(TABLE):
        happening = h.happening_from_json(row.data)
        if table is None and isinstance(happening, h.TableMade):
            return TableAgain(name, happening.terms, found)
    if table is None:
        raise LookupError(name)
    if row.stream.startswith(SHOE):
        table.keep(row)
    else:
        table.read(table.today(happening), row)
    return table


def _whole(store: Streams, stream: str) -> Iterator[Row]:
    """A stream, read page by page."""
    after = 0
    while rows := store.read(stream, after, PAGE, True):
        yield from rows
        after = rows[-1].version
