"""The logs that are kept here, and how each is laid out again as a house finds its own."""

import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import psycopg

from bythebook.house.log.choosing import open_store
from bythebook.house.log.sqlite_file import FILE
from bythebook.house.log.store import Head, Store, whole_log
from tests.house.log.postgres import running_server
from tests.logs import shapes

HERE = Path(__file__).parent
HEADS = "heads.txt"
SQLITE, POSTGRES = ".sqlite.xz", ".sql.xz"


class Kept(msgspec.Struct, frozen=True):
    """One log, as a version wrote it into a store."""

    path: Path
    head: str  # POSITION:HASH, as `verify` says it

    @property
    def house(self) -> str:
        """What kind of house it is of."""
        return self.path.name.partition(".")[0]

    @property
    def in_sqlite(self) -> bool:
        return self.path.name.endswith(SQLITE)

    def __str__(self) -> str:
        return f"{self.path.parent.name}-{self.path.name.removesuffix('.xz')}"


def head_text(head: Head) -> str:
    return f"{head.position}:{head.hash.hex()}"


def kept_logs() -> list[Kept]:
    """All of them, by version and name; a file without a head stands there without one."""
    found = []
    for folder in sorted(path.parent for path in HERE.glob(f"*/{HEADS}")):
        lines = (folder / HEADS).read_text(encoding="utf-8").splitlines()
        heads = dict(line.split() for line in lines if line)
        files = {path.name for end in (SQLITE, POSTGRES) for path in folder.glob(f"*{end}")}
        found += [Kept(folder / name, heads.get(name, "")) for name in sorted({*heads, *files})]
    return found


def lay_out(kept: Kept, folder: Path) -> None:
    """The file of a SQLite log, where the house looks for it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_bytes(lzma.decompress(kept.path.read_bytes()))


def fill(kept: Kept, address: str) -> None:
    """The tables of a PostgreSQL log, in an empty database."""
    statements = lzma.decompress(kept.path.read_bytes())
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(statements)


@contextmanager
def opened(kept: Kept, address: str = "") -> Iterator[Store]:
    with TemporaryDirectory() as folder:
        if kept.in_sqlite:
            lay_out(kept, Path(folder))
            store = open_store(Path(folder), None, read_only=True)
        else:
            fill(kept, address)
            store = open_store(None, address, read_only=True)
        try:
            yield store
        finally:
            store.close()


def seen_in_all() -> set[shapes.Struct]:
    """The classes of all that the logs hold."""
    seen: set[shapes.Struct] = set()
    with running_server() as server:
        for kept in kept_logs():
            address = "" if kept.in_sqlite else server.emptied_database()
            with opened(kept, address) as store:
                for row in whole_log(store):
                    seen.update(shapes.in_row(row))
    return seen
