"""Which log a house has: the file in its data folder, or a database that processes share."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from bythebook.errors import Malformed
from bythebook.house.log.store import ArchivingStore, Head, Kept, Row

if TYPE_CHECKING:
    from bythebook.house.log.postgres import PostgresStore
    from bythebook.house.log.sqlite import SqliteStore

SCHEMES = ("postgresql://", "postgres://")


def open_store(
    data: Path | None, database: str | None, read_only: bool = False, archive: Path | None = None
) -> ArchivingStore:
    """Open the log in a folder or at a database's address; one of the two must be given.

    `archive`: where closed days lie; otherwise they are looked for where the last one was put.
    """
    store = _opened(data, database, read_only)
    store.archive = archive
    return store


def _opened(
    data: Path | None, database: str | None, read_only: bool
) -> "PostgresStore | SqliteStore":
    if data is not None and database is not None:
        raise Malformed("the log is either in a data folder or in a database, not in both")
    # Each driver is loaded only by those who use it.
    if database is not None:
        if not database.startswith(SCHEMES):
            raise Malformed("a database's address begins with postgresql://", "--database")
        from bythebook.house.log.postgres import PostgresStore

        return PostgresStore(database, read_only)
    if data is not None:
        from bythebook.house.log.sqlite import SqliteStore

        return SqliteStore(data, read_only)
    raise Malformed("say where the log is: a data folder or a database")


def write_copy(
    data: Path,
    database: str,
    rows: Iterable[Row],
    head: Head,
    stream_heads: Mapping[str, Head],
    cabinet: Iterable[Kept],
) -> None:
    """A log as it is, hashes and all, where there is none yet; all of it or nothing."""
    if database:
        from bythebook.house.log.postgres import PostgresStore

        store = PostgresStore(database)
        try:
            store.fill(rows, head, stream_heads, cabinet)
        finally:
            store.close()
    else:
        from bythebook.house.log import sqlite_file

        sqlite_file.write_copy(data, rows, head, stream_heads, cabinet)
