"""Archives again: each as the log names it, and each that is at hand with every event in it."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from bythebook.errors import Malformed
from bythebook.house.archives.files import ArchiveFile, digest_of
from bythebook.house.archives.shelf import STREAM, DaysArchived, archive_event
from bythebook.house.log.chain import Fault
from bythebook.house.log.store import Damaged, Row, Store
from bythebook.house.verify.faults import earliest

PAGE = 4096


class Unseen(msgspec.Struct, frozen=True):
    """Events whose archive is not at hand."""

    first: int
    last: int
    file: str

    def __str__(self) -> str:
        return (
            f"not looked at: events {self.first} to {self.last}, archived in {self.file}, which"
            " is not at hand"
        )


class Looked(msgspec.Struct, frozen=True):
    """What came of it."""

    archived: int = 0  # up to here events may be husks
    files: int = 0  # that are at hand, and as they were
    unseen: tuple[Unseen, ...] = ()
    fault: Fault | None = None


class ArchivesAgain:
    """Follows the events by which days were archived: they leave nothing out."""

    def __init__(self) -> None:
        self._last = 0

    def read(self, row: Row) -> str | None:
        event = archive_event(row.data)
        if event.first != self._last + 1 or not event.first <= event.last < row.position:
            return f"an archive of events {self._last + 1} on was due, not of {event.first}"
        self._last = event.last
        return None


def look_at_archives(store: Store) -> Looked:
    folder, archived, files = store.archive_folder, 0, 0
    unseen, faults = list[Unseen](), list[Fault | None]()
    for row in store.read(STREAM):
        with suppress(Malformed):  # which is a fault of its own
            one = archive_event(row.data)
            archived = max(archived, one.last)
            if [found.hex() for found in store.hashes(one.last - 1, 1)] != [one.hash]:
                reason = f"it names another event {one.last} than the one in the log"
                faults.append(Fault(row.position, row.stream, row.version, reason))
            elif folder is None or not (folder / one.file).is_file():
                unseen.append(Unseen(one.first, one.last, one.file))
            else:
                files += 1
                faults.append(_fault(store, one, folder / one.file))
    return Looked(archived, files, tuple(unseen), earliest(faults))


def _fault(store: Store, one: DaysArchived, path: Path) -> Fault | None:
    fault = check_file(store, path, one.first, one.last)
    if fault is None and digest_of(path) != one.digest:
        reason = f"the archive {one.file} has every event, and is not the file that was sealed"
        return Fault(one.first, "", 0, reason)
    return fault


def check_file(store: Store, path: Path, first: int, last: int) -> Fault | None:
    """Whether a file has these events as the log has them: each by its hash; where not, if not."""
    try:
        file = ArchiveFile(path)
        header = file.header
        if (header.first, header.last) != (first, last):
            return Fault(first, "", 0, f"the archive {path.name} is of other events")
        hashes = _hashes(store, first, last)
        for row, due in zip(file.rows(), hashes, strict=True):
            if row.hash != due:
                reason = f"the archive {path.name} has something else in its place"
                return Fault(row.position, row.stream, row.version, reason)
    except Damaged as damaged:
        return Fault(damaged.position, "", 0, damaged.reason)
    except Malformed as error:
        return Fault(first, "", 0, f"the archive {path.name}: {error.reason}")
    return None


def _hashes(store: Store, first: int, last: int) -> Iterator[bytes]:
    for after in range(first - 1, last, PAGE):
        yield from store.hashes(after, min(PAGE, last - after))
