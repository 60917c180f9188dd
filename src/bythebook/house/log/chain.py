"""The hash chain: what makes an edit of the log, a removal or a swap visible.

Every event's hash covers all that is stored of it, with the hashes of the event before it in its
stream and of the event before it in the whole log. The store remembers where the log and every
stream end, so that the last event cannot go missing unseen either.

    log     1 ◀── 2 ◀── 3 ◀── 4 ◀── 5        head: 5 events, hash of event 5
    table a ╰──────────╯◀────╯               head: 3 events, hash of event 4
    table b       ╰◀────────────────╯        head: 2 events, hash of event 5
"""

import struct
from collections.abc import Iterable, Mapping
from hashlib import sha256

import msgspec
from msgspec.structs import astuple

from bythebook.house.log.store import Damaged, Head, Row

ZERO = bytes(32)  # stands for the hash before the first event

# Numbers have a fixed width, and the length of every other value comes before all values: no two
# events that differ are ever the same bytes.
_NUMBERS = struct.Struct(">qq7I")
_LENGTHS = struct.Struct(">7I")
DOMAIN = b"bythebook log 1\n"


class Fault(msgspec.Struct, frozen=True):
    """The first place where the log is not as it was written."""

    position: int  # 0 if every event is as it was, and something else in the store is not
    stream: str  # empty if it is not known
    version: int  # 0 if it is not known
    reason: str

    def __str__(self) -> str:
        if self.position == 0:
            return f"the store: {self.reason}"
        of = f" ({self.stream}, version {self.version})" if self.stream else ""
        return f"event {self.position}{of}: {self.reason}"


def row_hash(
    position: int,
    stream: str,
    version: int,
    command: str,
    cause: bytes,
    kind: str,
    data: bytes,
    stream_hash: bytes,
    log_hash: bytes,
) -> bytes:
    """SHA-256 over all that is stored of an event."""
    # A text that somebody broke is read with its bad bytes kept aside: it has a hash as well.
    values = (
        stream.encode("utf-8", "surrogateescape"),
        command.encode("utf-8", "surrogateescape"),
        cause,
        kind.encode("utf-8", "surrogateescape"),
        data,
        stream_hash,
        log_hash,
    )
    numbers = _NUMBERS.pack(position, version, *map(len, values))
    return sha256(b"".join((DOMAIN, numbers, *values))).digest()


def lead_in(stream: str, command: str, cause: bytes, kind: str, data: bytes) -> bytes:
    """What `row_hash` puts between an event's place and its data: known before its place is.

    For a store that gives out places by itself.
    """
    values = (stream.encode(), command.encode(), cause, kind.encode())
    lengths = (*map(len, values), len(data), len(ZERO), len(ZERO))
    return b"".join((_LENGTHS.pack(*lengths), *values))


def hash_of(row: Row) -> bytes:
    """What the hash of this event must be; empty if its values are not even of the right types."""
    try:
        return row_hash(*astuple(row)[:-1])
    except (TypeError, AttributeError, UnicodeError, struct.error):
        return b""


def check_chain(
    rows: Iterable[Row], head: Head, stream_heads: Mapping[str, Head], archived: int = 0
) -> Fault | None:
    """Walk the whole log from its first event; the first fault, or None if there is none.

    Up to the position `archived` an event may be a husk: then its links are all that is checked.
    """
    start = Head(0, ZERO)
    last = start
    ends: dict[str, Head] = {}
    try:
        for row in rows:
            stream_end = ends.get(row.stream, start)
            # The common case first: everything is as it should be.
            if (
                row.position != last.position + 1
                or (row.hash != hash_of(row) and (row.data or row.position > archived))
                or row.log_hash != last.hash
                or row.version != stream_end.position + 1
                or row.stream_hash != stream_end.hash
            ):
                return _fault(row, last, stream_end)
            last = Head(row.position, row.hash)
            ends[row.stream] = Head(row.version, row.hash)
    except Damaged as damaged:
        return Fault(damaged.position, "", 0, f"it cannot be read: {damaged.reason}")
    return _fault_of_head(last, head) or _fault_of_stream_heads(ends, stream_heads, last.position)


def _fault(row: Row, last: Head, stream_end: Head) -> Fault:
    """In words what is wrong with an event that does not follow the ones before it."""
    due = last.position + 1
    if row.position < due:
        reason = f"out of order: it comes after event {last.position}"
        return Fault(row.position, row.stream, row.version, reason)
    if row.position > due:
        return Fault(due, "", 0, f"missing: the next event is {row.position}")
    if row.hash != hash_of(row):
        if not row.data:
            reason = "what it says was taken out, and no archive has it"
        elif row.log_hash == last.hash:
            reason = "edited: what it says has another hash than the one written with it"
        else:
            reason = "not the event that was written here: edited, moved, or one is missing"
    elif row.log_hash != last.hash:
        reason = "the log's chain is broken: it was not written after the event before it"
    elif row.version != stream_end.position + 1:
        reason = (
            f"out of order in its stream: version {stream_end.position + 1} was due,"
            f" not {row.version}"
        )
    else:
        reason = "its stream's chain is broken: it was not written after its version before"
    return Fault(due, row.stream, row.version, reason)


def _fault_of_head(last: Head, head: Head) -> Fault | None:
    """Does the log end where the store remembers that it ends?"""
    if head.position > last.position:
        reason = f"missing: the log should have {head.position} events"
        return Fault(last.position + 1, "", 0, reason)
    if head.position < last.position:
        reason = f"one too many: the log should have {head.position} events"
        return Fault(head.position + 1, "", 0, reason)
    if head.hash != last.hash:
        reason = "it has another hash than the store remembers of the log's last event"
        return Fault(last.position, "", 0, reason)
    return None


def _fault_of_stream_heads(
    ends: Mapping[str, Head], stream_heads: Mapping[str, Head], position: int
) -> Fault | None:
    """Does every stream end where the store remembers that it ends?"""
    start = Head(0, ZERO)
    for stream in sorted(ends.keys() | stream_heads.keys()):
        end, remembered = ends.get(stream, start), stream_heads.get(stream, start)
        if remembered.position > end.position:
            reason = f"missing: the stream should have {remembered.position} events"
            return Fault(position + 1, stream, end.position + 1, reason)
        if remembered != end:
            reason = (
                f"its stream ends at version {end.position}; the store remembers"
                f" version {remembered.position}, or another hash"
            )
            return Fault(position, stream, end.position, reason)
    return None
