"""A disk below SQLite that keeps no more than it promised, and a log on it.

SQLite works on real files, by a VFS that sees every write. Beside them is remembered what was
synced and what was only written since: when the power fails, each of those writes is there, is not,
or is there in part; an error of a sync may have lost them for good, though the next one succeeds.
What the log acknowledged must be in it all the same, and all else wholly or not at all.
"""

import random
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path

import apsw

from bythebook.errors import Malformed
from bythebook.house.log.sqlite import SqliteStore
from bythebook.house.log.sqlite_file import FILE
from bythebook.house.log.store import Head, Row, Unavailable, whole_log
from tests.house.log.stores import check_store
from tests.world.promises import Wrong
from tests.world.writers import STREAMS, Writers

SECTOR = 512  # what is written whole or not at all
CHECKPOINT_PAGES = 8  # so few that the write-ahead log goes into the file all the time
ROTTEN = 5  # bytes of the last file, one at a time
WRITTEN_AHEAD = 12  # things done that are not in the file yet
AHEAD = f"{FILE}-wal"

_Name = str | apsw.URIFilename
_names = count()


class Platter:
    """One file: what is on the disk for good, and what was written since the last sync."""

    def __init__(self, durable: bytes | None) -> None:
        self.durable = durable  # None: not even its name
        self.since: list[tuple[int, bytes | None]] = []  # where and what; None: cut off there
        self.lost: set[int] = set()  # of those: what no sync will bring to the disk any more

    def synced(self) -> None:
        kept = [one for at, one in enumerate(self.since) if at not in self.lost]
        self.durable = _after(self.durable or b"", kept)
        self.since, self.lost = [], set()

    def left(self, chance: random.Random) -> bytes | None:
        """What is found once there is power again."""
        happened = [_part(one, chance) for one in self.since if chance.random() < 0.6]
        if self.durable is None and not happened:
            return None
        return _after(self.durable or b"", happened)


def _after(content: bytes, changes: list[tuple[int, bytes | None]]) -> bytes:
    made = bytearray(content)
    for at, data in changes:
        if data is None:
            del made[at:]
            continue
        made.extend(bytes(max(0, at - len(made))))
        made[at : at + len(data)] = data
    return bytes(made)


def _part(change: tuple[int, bytes | None], chance: random.Random) -> tuple[int, bytes | None]:
    """All of a write, or its first sectors only."""
    at, data = change
    if data is None or chance.random() < 0.7:
        return change
    first = -at % SECTOR
    cuts = [0, *range(first, len(data), SECTOR)]
    return at, data[: chance.choice(cuts)]


class Disk:
    """The files below one folder. `wrong`: what goes wrong how often, when it is asked to."""

    def __init__(self, folder: Path, chance: random.Random, wrong: dict[str, float]) -> None:
        self.folder = folder
        self.chance = chance
        self.wrong = wrong
        self.had: Counter[str] = Counter()
        self.platters: dict[str, Platter] = {}
        self.deleted: dict[str, Platter] = {}  # which may come back
        self.off = self.full = False
        self.steps_left: int | None = None  # then the power fails
        for file in folder.iterdir():
            self.platters[str(file)] = Platter(file.read_bytes())

    def step(self, what: str) -> None:
        """Before something is done: whether it can be."""
        if self.steps_left is not None:
            self.steps_left -= 1
            if self.steps_left < 0 and not self.off:
                self.off = True
                self.had["power cut"] += 1
        if self.off:
            raise apsw.IOError("there is no power")
        if self.full and what == "write":
            raise apsw.FullError("full")
        if self.chance.random() < self.wrong.get(what, 0.0):
            self.had[f"{what} failed"] += 1
            raise apsw.FullError("full") if what == "write" else apsw.IOError(f"no {what}")

    def platter(self, name: str) -> Platter:
        return self.platters.setdefault(name, Platter(None))

    def sync(self, name: str) -> None:
        platter = self.platter(name)
        try:
            self.step("sync")
        except apsw.IOError:
            # The system has told of it once, and holds what it could not write for written.
            every = range(len(platter.since))
            platter.lost |= {at for at in every if self.chance.random() < 0.5}
            raise
        if platter.durable is None:
            self.deleted.clear()  # with a new file SQLite syncs its folder too
        platter.synced()

    def cut(self, into: Path) -> None:
        """The power fails, if it has not: what is found later, in a new folder."""
        self.off = True
        into.mkdir()
        for name in sorted(self.platters | self.deleted):
            there = self.platters.get(name)
            left = None if there is None else there.left(self.chance)
            if left is None and name in self.deleted and self.chance.random() < 0.5:
                left = self.deleted[name].left(self.chance)
            if left is not None:
                (into / Path(name).name).write_bytes(left)

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Every file that SQLite opens meanwhile is of this disk."""
        vfs = _Vfs(self)
        try:
            yield
        finally:
            vfs.unregister()


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: _Name, flags: list[int]) -> None:
        super().__init__("unix", name, flags)
        self._disk = disk
        self._name = name.filename() if isinstance(name, apsw.URIFilename) else name
        disk.platter(self._name)

    def excepthook(self, *_: object) -> bool:
        """SQLite hears of it, and whoever asked SQLite."""
        return True

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - SQLite's name
        self._disk.step("write")
        super().xWrite(data, offset)
        self._disk.platter(self._name).since.append((offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - SQLite's name
        self._disk.step("write")
        super().xTruncate(newsize)
        self._disk.platter(self._name).since.append((newsize, None))

    def xSync(self, flags: int) -> None:  # noqa: N802 - SQLite's name
        self._disk.sync(self._name)


class _Vfs(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        super().__init__(f"disk-{next(_names)}", "unix", makedefault=True)
        self._disk = disk

    def excepthook(self, *_: object) -> bool:
        """As above."""
        return True

    def xOpen(self, name: _Name | None, flags: list[int]) -> _File:  # noqa: N802 - SQLite's name
        assert name is not None, "what has no name is kept in memory"
        return _File(self._disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802 - SQLite's name
        self._disk.step("delete")
        super().xDelete(filename, syncdir)
        if (gone := self._disk.platters.pop(filename, None)) is not None and not syncdir:
            self._disk.deleted[filename] = gone


class Life:
    """A log on such a disk, over several power cuts; `run` says what happened."""

    def __init__(self, seed: int, folder: Path, synchronous: str = "full") -> None:
        self.chance = random.Random(f"disk {seed}")
        self.writers = Writers(self.chance)
        self.had = self.writers.had
        self._synchronous = synchronous  # as the store has it; less, and a test must notice
        self._folders = (folder / f"{number}" for number in count())
        often = (0.0, 0.0, 0.02, 0.1)
        kinds = ("write", "sync", "delete")
        self._wrong = {kind: self.chance.choice(often) for kind in kinds}

    def run(self, lives: int = 5) -> Counter[str]:
        here = next(self._folders)
        here.mkdir(parents=True)
        for _ in range(lives):
            disk = Disk(here, self.chance, self._wrong)
            disk.steps_left = self.chance.choice((5, 40, 150, 600)) + self.chance.randrange(20)
            here = next(self._folders)
            with disk.in_use():
                self._live(disk)
            self.had.update(disk.had)
            disk.cut(here)
        with closing(SqliteStore(here)) as store:
            self.writers.look(store)
            store._connection.wal_autocheckpoint(0)
            for _ in range(WRITTEN_AHEAD):
                self.writers.act(store)
            self._rot_ahead(store, here, next(self._folders))
        self._rot(here / FILE)
        return self.had

    def _rot_ahead(self, store: SqliteStore, here: Path, there: Path) -> None:
        """A byte of the write-ahead log is another one day, and SQLite forgets what comes after it.
        Whoever reads is told, or what is left is the beginning of what was written, and sound; then
        whoever kept a head of it sees that the rest is gone."""
        said, head = list(whole_log(store)), store.head()
        for _ in range(ROTTEN):
            there.mkdir()
            for name in (FILE, AHEAD):
                content = bytearray((here / name).read_bytes())
                if name == AHEAD:
                    content[self.chance.randrange(len(content))] ^= self.chance.randrange(1, 256)
                (there / name).write_bytes(content)
            self.had[f"rot ahead: {self._left_of(there, said, head)}"] += 1
            shutil.rmtree(there)

    def _left_of(self, folder: Path, said: list[Row], head: Head) -> str:
        try:
            with closing(SqliteStore(folder)) as left:
                if check_store(left) is not None:
                    return "found"  # some of it was in the file already, and fits no more
                rows, forgot = list(whole_log(left)), left.head() != head
        except (Malformed, Unavailable):
            return "found"
        if rows != said[: len(rows)]:
            raise Wrong("after rot in the write-ahead log something else is read, and nobody told")
        if forgot == (len(rows) == len(said)):
            raise Wrong("events are gone, and a head that was kept fits all the same")
        return "forgotten" if forgot else "nothing lost"

    def _live(self, disk: Disk) -> None:
        before = disk.had.total()
        try:
            store = SqliteStore(disk.folder)
        except (Malformed, Unavailable) as error:
            if disk.had.total() == before:
                raise Wrong(f"what the power left cannot be opened: {error}") from error
            return
        try:
            store._connection.wal_autocheckpoint(CHECKPOINT_PAGES)
            store._connection.pragma("synchronous", self._synchronous)
            self.writers.look(store)
            for _ in range(self.chance.randrange(80)):
                if not disk.off:
                    self.writers.act(store)
        except Unavailable:
            if disk.had.total() == before:
                raise
        finally:
            with suppress(apsw.Error):
                store.close()

    def _rot(self, file: Path) -> None:
        """A byte of the file is another one day: whoever reads is told, or reads what was written;
        and whoever verifies finds it, if it is of the log."""
        whole, folder = file.read_bytes(), file.parent
        with closing(SqliteStore(folder, read_only=True)) as store:
            said = {stream: store.read(stream) for stream in STREAMS}
        for _ in range(ROTTEN):
            content = bytearray(whole)
            content[self.chance.randrange(len(content))] ^= self.chance.randrange(1, 256)
            file.write_bytes(content)
            try:
                with closing(SqliteStore(folder, read_only=True)) as store:
                    told = self._read(store, said)
                    unseen = check_store(store) is None
            except (Malformed, Unavailable):
                told, unseen = True, False
            if told and unseen:
                raise Wrong("an event cannot be read, and verify finds nothing")
            self.had["rot found"] += told or not unseen
            self.had["rot where nothing is"] += unseen

    def _read(self, store: SqliteStore, said: dict[str, list[Row]]) -> bool:
        """Whether a reader was told that something is not as it was."""
        for stream, rows in said.items():
            try:
                if (read := store.read(stream)) != rows[: len(read)]:
                    raise Wrong(f"{stream} reads otherwise than it was written, and nobody is told")
            except Unavailable:
                return True
        return False
