"""A log from elsewhere as a SQLite file: the backup of a database that is no file itself."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec.structs import astuple

from bythebook.house.sqlite_file import (
    INSERT,
    KEEP,
    MOVE_LOG,
    MOVE_STREAM,
    SCHEMA,
    finish_copy,
    in_use,
    make_copy,
)
from bythebook.house.store import Head, Row


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
            ends = [(stream, end.position, end.hash) for stream, end in stream_heads.items()]
            copy.executemany(MOVE_STREAM, ends)
            copy.executemany(INSERT, map(astuple, rows))
            copy.execute(MOVE_LOG, astuple(head))
            copy.executemany(KEEP, cabinet)
            copy.execute("COMMIT")
            return finish_copy(copy, part)
    except BaseException:
        copy.close()
        part.unlink(missing_ok=True)
        raise
