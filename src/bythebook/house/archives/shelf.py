"""Closed days in cold storage: what the log says of them, and how they are read from there.

    log      1 2 3 … 53211 │ 53212 … an event of the stream `archive`: 1 to 53211 are in that file
    store    · · 3 … ·     │ 53212 …      · is a husk: all of an event but what it says
    file     1 2 3 … 53211 │              bythebook-2027-01-14.1-53211.archive

Whatever is read from a file must have the hash that the husk in the store has: a file is never
believed for itself. What is known of it lies in the log, under the chain and the heads, so that
nobody takes an event out of the store unseen by saying that it was archived.
"""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from bythebook.deciders import Event
from bythebook.errors import Malformed
from bythebook.house.archives.files import ArchiveFile, Line
from bythebook.house.log.chain import hash_of
from bythebook.house.log.store import ALL, Archived, Damaged, Row

STREAM = "archive"
FOLDER = "archive"  # in the cabinet: the folder where the last archive was put
PARTS_KEPT = 4  # in memory, of what was read last


class DaysArchived(Event, frozen=True):
    """All events up to the end of a day, since the archive before, are in this file."""

    file: str  # its name: the folder may be another tomorrow
    first: int
    last: int
    hash: str  # of the last event
    digest: str  # of the file
    day: str
    at: int


class Reads(Protocol):
    def read(
        self, stream: str, after: int = 0, limit: int = ALL, husks: bool = False
    ) -> list[Row]: ...


_decoder = msgspec.json.Decoder(DaysArchived)


def archive_event(data: bytes) -> DaysArchived:
    try:
        event = _decoder.decode(data)
    except msgspec.DecodeError as error:
        raise Malformed(str(error), "event") from None
    if Path(event.file).name != event.file:
        raise Malformed(f"{event.file!r} is no name of a file", "file")
    return event


def archives_in(store: Reads) -> list[DaysArchived]:
    """Every archive so far, the first one first; an event that somebody broke is none."""
    found = []
    for row in store.read(STREAM):
        with suppress(Malformed):
            found.append(archive_event(row.data))
    return found


def is_husk(row: Row) -> bool:
    """Whether what an event says was taken out of the store."""
    return not row.data and row.hash != hash_of(row)


def check_whole(rows: Iterable[Row], archives: Iterable[DaysArchived]) -> None:
    """Whether all of these can be read; says which archive is missing, if not."""
    known = list(archives)
    for row in rows:
        if is_husk(row):
            raise _missing(row, known)


def _missing(row: Row, archives: Sequence[DaysArchived]) -> Archived | Damaged:
    if (one := _archive_of(row, archives)) is not None:
        return Archived(one.first, one.last, one.file)
    return Damaged(row.position, "what it says was taken out, and no archive has it")


def _archive_of(row: Row, archives: Sequence[DaysArchived]) -> DaysArchived | None:
    """The archive that has an event, if one has."""
    at = bisect_left(archives, row.position, key=lambda one: one.last)
    found = archives[at] if at < len(archives) else None
    return found if found is not None and found.first <= row.position else None


class Found(NamedTuple):
    """A file as it was found: one that was changed meanwhile is another."""

    path: Path
    changed: int
    size: int


class Shelf:
    """Files of archives, and what was read of them last."""

    def __init__(self) -> None:
        self._files: dict[Found, ArchiveFile] = {}
        self._parts: OrderedDict[tuple[Found, int], list[Line]] = OrderedDict()

    def filled(
        self, rows: Sequence[Row], archives: Sequence[DaysArchived], folder: Path | None
    ) -> list[Row]:
        """These rows, with what husks among them said; what is not at hand stays a husk."""
        at_hand: dict[str, Found | None] = {}
        filled = []
        for row in rows:
            one = _archive_of(row, archives) if is_husk(row) and folder is not None else None
            if one is not None and folder is not None:
                if one.file not in at_hand:
                    at_hand[one.file] = _found(folder / one.file)
                if (file := at_hand[one.file]) is not None:
                    row = self._filled(row, file)
            filled.append(row)
        return filled

    def _filled(self, husk: Row, file: Found) -> Row:
        try:
            row = replace(husk, data=self._line(file, husk.position).data)
        except (Malformed, OSError) as error:
            raise Damaged(husk.position, str(error)) from None
        except Damaged as error:
            raise Damaged(husk.position, error.reason) from None
        if hash_of(row) != husk.hash:
            reason = f"what the archive {file.path.name} has of it does not fit its hash"
            raise Damaged(husk.position, reason)
        return row

    def _line(self, found: Found, position: int) -> Line:
        if found not in self._files:
            self._files = {one: self._files[one] for one in self._files if one.path != found.path}
            self._files[found] = ArchiveFile(found.path)
        file = self._files[found]
        if not file.header.first <= position <= file.header.last:
            raise Malformed("this is the archive of other events", str(found.path))
        number, place = file.place_of(position)
        lines = self._parts.pop((found, number), None) or file.lines(number)
        self._parts[found, number] = lines
        while len(self._parts) > PARTS_KEPT:
            self._parts.popitem(last=False)
        return lines[place]


def _found(path: Path) -> Found | None:
    try:
        about = path.stat()
    except OSError:
        return None
    return Found(path, about.st_mtime_ns, about.st_size)
