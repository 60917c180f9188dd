"""What a commit will do, worked out before anything is written: the same for every store.

writes + where the log and its streams end + commands already written ──▶ Plan
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bythebook.errors import Malformed, ensure
from bythebook.house.log.chain import ZERO, row_hash
from bythebook.house.log.store import NAME_MAX, Conflict, Head, Row, Write, Written

START = Head(0, ZERO)


class Plan(msgspec.Struct, frozen=True, gc=False):
    """What came of each write, and all that is to be stored for it."""

    outcomes: list[Written | Conflict]
    rows: list[Row]
    head: Head
    stream_heads: dict[str, Head]  # of the streams that move


def storable(name: str) -> bool:
    """Whether every store can hold this text as a name."""
    return 0 < len(name) <= NAME_MAX and "\0" not in name and _is_unicode(name)


def check_names(*names: str) -> None:
    """Refuse a name that some store could not hold."""
    for name in names:
        if not storable(name):
            raise Malformed(f"a name is text of 1 to {NAME_MAX} characters, not {name[:40]!a}")


def check_write(write: Write) -> None:
    """Refuse a write that cannot be stored, before it can spoil a commit shared with others."""
    streams = [append.stream for append in write.appends]
    check_names(write.command, *streams)
    check_names(*{event.kind for append in write.appends for event in append.events})
    ensure(len(set(streams)) == len(streams), f"a write names a stream twice: {streams}")


def check_writes(writes: Iterable[Write]) -> None:
    """The same for all that go into one commit."""
    for write in writes:
        check_write(write)


def streams_of(writes: Iterable[Write]) -> list[str]:
    """Every stream that some write touches, once."""
    return list({append.stream: None for write in writes for append in write.appends})


def plan(
    writes: Sequence[Write],
    head: Head,
    stream_heads: Mapping[str, Head],
    already: Mapping[str, tuple[Row, ...]],
) -> Plan:
    """Decide write by write, each as if the ones before it were in the log.

    What comes after one that conflicts may have been decided on it: then it conflicts too, though
    somebody else has written just as many events in the meantime, so that its versions fit.

    `already` holds the events of the commands among them that had been written before.
    """
    outcomes: list[Written | Conflict] = []
    rows: list[Row] = []
    moved: dict[str, Head] = {}
    done = dict(already)
    overtaken: set[str] = set()  # streams of those that conflict
    for write in writes:
        if before := done.get(write.command):
            outcomes.append(Written(before, again=True))
            continue
        ends = {
            append.stream: moved.get(append.stream) or stream_heads.get(append.stream, START)
            for append in write.appends
        }
        behind = {
            append.stream: ends[append.stream].position
            for append in write.appends
            if append.version != ends[append.stream].position or append.stream in overtaken
        }
        if behind:
            overtaken.update(append.stream for append in write.appends)
            outcomes.append(Conflict(behind))
            continue
        new = _rows_of(write, head, ends)
        if new:
            head = Head(new[-1].position, new[-1].hash)
            moved.update((row.stream, Head(row.version, row.hash)) for row in new)
            rows += new
            done[write.command] = new
        outcomes.append(Written(new))
    return Plan(outcomes, rows, head, moved)


def is_of(write: Write, rows: Sequence[Row]) -> bool:
    """Whether these events are what this write would have brought about, at its versions."""
    asked = [
        (append.stream, version, event.kind, event.data)
        for append in write.appends
        for version, event in enumerate(append.events, append.version + 1)
    ]
    found = [(row.stream, row.version, row.kind, row.data) for row in rows]
    return found == asked and rows[0].cause == write.cause


def _rows_of(write: Write, head: Head, ends: Mapping[str, Head]) -> tuple[Row, ...]:
    """The events of a write as they will lie in the log after this head."""
    rows: list[Row] = []
    position, last, command, cause = head.position, head.hash, write.command, write.cause
    for append in write.appends:
        stream, end = append.stream, ends[append.stream]
        version, before = end.position, end.hash
        for event in append.events:
            position, version, kind, data = position + 1, version + 1, event.kind, event.data
            own = row_hash(position, stream, version, command, cause, kind, data, before, last)
            rows.append(
                Row(position, stream, version, command, cause, kind, data, before, last, own)
            )
            last = before = own
            cause = b""  # it lies with the first event alone
    return tuple(rows)


def _is_unicode(name: str) -> bool:
    """Half a surrogate pair is a character for Python, but no text that can be stored."""
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)
