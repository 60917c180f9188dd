"""Closed days go to cold storage, and the store keeps the husks of their events.

    find where the day ends ─▶ write the file ─▶ read it back, check it ─▶ say so in the log
                                                                            │
      one stream after the other, a few events at a time: husks ◀───────────╯

Stopped at any moment, nothing is lost: what is taken out of the store is in a file that was checked
and that the log names. Begun again, it goes on where it was. No step waits for anybody with a lock
in its hand, so a house goes on beside it.

What a start needs stays in the store. A house that opens reads tables and affairs from their
snapshots on: so their events become husks up to the snapshot, and those that have none yet stay as
they are. All else is read whole, and stays: accounts, wallets, stacks, seals, keys, archives.
"""

import datetime
import os
import secrets
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path

import msgspec

from bythebook.errors import Malformed
from bythebook.house.activities.kinds import KINDS
from bythebook.house.archives.files import Header, digest_of, write_file
from bythebook.house.archives.shelf import FOLDER, STREAM, DaysArchived, archives_in
from bythebook.house.heads.heads import HEAD, head_in
from bythebook.house.heads.merkle import inclusion_proof
from bythebook.house.heads.tree import Pieces
from bythebook.house.log.chain import ZERO
from bythebook.house.log.commits import cause_of, is_new
from bythebook.house.log.store import (
    Append,
    ArchivingStore,
    NewEvent,
    Row,
    Store,
    Write,
    whole_log,
)
from bythebook.house.people.people import HOUSE
from bythebook.house.restoring import commands_in, moment_of
from bythebook.house.verify.archives import check_file
from bythebook.rulebooks.law import day

# The kinds of streams that a house opens by their snapshots.
BY_SNAPSHOT = {"table", *(kind.name for kind in KINDS if kind.state is not None)}
TOGETHER = 1024  # events in one part of a file
AT_ONCE = 500  # events that become husks in one transaction
PAUSE_SECONDS = 0.005  # between two of them: whoever waits for the file gets it

Pause = Callable[[float], None]


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it."""

    archived: DaysArchived | None  # none: there was nothing new up to that day
    taken_out: int  # events that became husks


def archive_days(
    store: ArchivingStore, until: datetime.date, folder: Path, now: int, pause: Pause = time.sleep
) -> Done:
    """Archive all that happened up to the end of a day."""
    if until >= day(now):
        raise Malformed("a day is archived once it is over; days are counted in UTC", "--until")
    before = archives_in(store)
    first = before[-1].last + 1 if before else 1
    last = _last_of(store, first, until)
    archived = None
    if last >= first:
        archived = _sealed(store, first, last, until, folder, now)
        _record(store, archived, len(before))
    elif not before:
        raise Malformed("nothing happened up to the end of that day", "--until")
    if archived is not None:
        store.keep(FOLDER, FOLDER, str(folder.resolve()).encode())
    return Done(archived=archived, taken_out=take_out(store, pause))


def _last_of(store: Store, first: int, until: datetime.date) -> int:
    """The last event before the first command that came later than that day."""
    last = first - 1
    for command in commands_in(whole_log(store, last)):
        if (at := moment_of(command)) and day(at) > until:
            break
        last = command[-1].position
    return last


# The file


def _sealed(
    store: Store, first: int, last: int, until: datetime.date, folder: Path, now: int
) -> DaysArchived:
    """Its file, which is made unless it is there already; checked as it lies on the disk."""
    path = folder / f"bythebook-{until}.{first}-{last}.archive"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists():
            _check(store, path, first, last)
        else:
            _make(store, path, first, last)
        digest = digest_of(path)
    except OSError as error:
        raise Malformed(f"no archive can be kept there: {error.strerror}", str(folder)) from None
    [last_hash] = store.hashes(last - 1, 1)
    return DaysArchived(path.name, first, last, last_hash.hex(), digest, str(until), now)


def _make(store: Store, path: Path, first: int, last: int) -> None:
    """It gets its name when all of it is there and good."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        write_file(part, _header(store, first, last), _rows(store, first, last))
        _check(store, part, first, last)
        os.rename(part, path)
        directory = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)
    finally:
        part.unlink(missing_ok=True)


def _check(store: Store, path: Path, first: int, last: int) -> None:
    if (fault := check_file(store, path, first, last)) is not None:
        raise Malformed(f"this file is not what is in the log: {fault}", str(path))


def _rows(store: Store, first: int, last: int) -> Iterator[Row]:
    return takewhile(lambda row: row.position <= last, whole_log(store, first - 1))


def _header(store: Store, first: int, last: int) -> Header:
    befores: dict[str, bytes] = {}
    log_hash = own = ZERO
    for row in _rows(store, first, last):
        befores.setdefault(row.stream, row.stream_hash)
        log_hash, own = row.log_hash if row.position == first else log_hash, row.hash
    begun = {stream: before for stream, before in befores.items() if before != ZERO}
    head, proof = _head_over(store, last)
    return Header(
        first=first,
        last=last,
        together=TOGETHER,
        log_hash=log_hash,
        stream_hashes=begun,
        hash=own,
        head=head,
        proof=proof,
    )


def _head_over(store: Store, last: int) -> tuple[str, tuple[bytes, ...]]:
    """The first signed head over an event; if heads are signed at all, it must have one."""
    sizes = sorted(int(key) for key in store.all_kept(HEAD))
    if not sizes:
        return "", ()
    size = next((size for size in sizes if size >= last), None)
    if size is None:
        raise Malformed(
            f"no head is signed over event {last} yet: the house does so when it next opens",
            "--until",
        )
    return str(head_in(store, size)), tuple(inclusion_proof(last - 1, size, Pieces(store)))


# The log


def _record(store: Store, archived: DaysArchived, version: int) -> None:
    """From here on the log says where these events are."""
    event = NewEvent(type(archived).__name__, msgspec.json.encode(archived))
    write = Write(
        f"archive:{archived.first}-{archived.last}",
        cause_of(HOUSE),
        (Append(STREAM, version, (event,)),),
    )
    [written] = store.commit([write])
    if not is_new(written):
        raise Malformed("somebody else archives at the same time; nothing was taken out by this")


# The store


def take_out(store: ArchivingStore, pause: Pause = time.sleep) -> int:
    """Make husks of all that is archived and that no start needs; how many there are now more."""
    archives = archives_in(store)
    archived = archives[-1].last if archives else 0
    ends = store.streams()
    taken = 0
    for stream, kept in store.snapshots().items():
        if stream.partition("/")[0] not in BY_SNAPSHOT:
            continue
        # Husks come first in a stream, and positions grow with versions.
        versions = range(1, min(kept, ends.get(stream, 0)) + 1)
        first = 1 + bisect_left(versions, True, key=lambda at: store.lies(stream, at)[1])
        last = bisect_right(versions, archived, key=lambda at: store.lies(stream, at)[0])
        for begin in range(first, last + 1, AT_ONCE):
            end = min(begin + AT_ONCE - 1, last)
            store.take_out(stream, begin, end, archived)
            taken += end - begin + 1
            pause(PAUSE_SECONDS)
    return taken
