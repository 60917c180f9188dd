"""A log from elsewhere as a SQLite file: the backup of a database that is no file itself."""

from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path

from msgspec.structs import astuple

from bythebook.house.log.sqlite_file import (
    KEEP,
    MOVE_LOG,
    SCHEMA,
    finish_copy,
    in_use,
    insert,
    make_copy,
    move_streams,
)
from bythebook.house.log.store import Head, Row

PAGE = 1024


def write_copy(
    folder: Path,
    rows: Iterable[Row],
    head: Head,
    stream_heads: Mapping[str, Head],
    cabinet: Iterable[tuple[str, str, bytes, int]],
) -> Path:
    """Write everything down as it is, hashes and all, in one transaction; says the file."""
    copy, part = make_copy(folder)
    try:
        with in_use():
            copy.execute("BEGIN")
            copy.execute(SCHEMA)
            move_streams(copy, stream_heads)
            remaining = iter(rows)
            while some := list(islice(remaining, PAGE)):
                insert(copy, some)
            copy.execute(MOVE_LOG, astuple(head))
            copy.executemany(KEEP, cabinet)
            copy.execute("COMMIT")
            return finish_copy(copy, part)
    except BaseException:
        copy.close()
        part.unlink(missing_ok=True)
        raise
