"""Rows that earlier versions wrote, brought into today's shapes as they are read.

A log is for ever, and what is in it is never written anew. Commands and events lie there as JSON
objects with a tag; where the shape of one changes, a pure function from the old object to the new
one goes to the end of `CHANGES`, and is never touched again. Each row says how many changes it was
written after, so that a row of today costs no more than a look at its last bytes.

What comes out must be what today's engine decides: `verify` compares the two. Snapshots need none
of this: those of other sources are not used.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from bythebook.errors import ByTheBookError, Malformed

Old = dict[str, Any]

# How the names of meters were written when they were kept as they are shown.
_AND = " and "
_PART_OF = "% of "


class WrittenLater(Malformed):
    """A row in a shape that only a later version of this program knows."""


class Change(NamedTuple):
    """A new shape for the objects of one tag in the rows of some kinds of streams.

    `upcast` leaves alone whatever has the new shape already, or only happens to have that tag.
    A tag says what an object is within its stream, and not always within the whole log.
    """

    streams: tuple[str, ...]  # what comes before the slash of their names
    tag: str
    upcast: Callable[[Old], Old]


# Meters that a wager was paid from: once a part of what is shown as its odds.


def _settled(old: Old) -> Old:
    if "meters" in old or "odds" not in old:
        return old
    mystery = old.get("line") == "mystery jackpot"
    meters = old["odds"].split(_AND) if mystery else [old["odds"].partition(_PART_OF)[2]]
    return {**old, "meters": [meter for meter in meters if meter]}


def _wins(old: Old) -> Old:
    """Of a pool: `meter` was a name, or several joined."""
    return {**old, "wins": [_won(one) for one in old["wins"]]}


def _won(one: Old) -> Old:
    if "meters" in one:
        return one
    return {"meters" if key == "meter" else key: _several(key, one[key]) for key in one}


def _several(key: str, value: Any) -> Any:
    return value.split(_AND) if key == "meter" else value


def _undone(old: Old) -> Old:
    """Wins to be undone are named by their box and their meters."""
    keys = [(box, m.split(_AND) if isinstance(m, str) else m) for box, m in old["wins"]]
    return {**old, "wins": keys}


# Whether a win was paid as the next sum that chips make: once only to be seen by the clause cited
# for it, in the four books that have such a rule.

_NEXT_CHIP = frozenset(("5.9", "5.12", "6.6", "7.3"))


def _rounded(old: Old) -> Old:
    if "rounded" in old or "also" not in old or old.get("line") == "mystery jackpot":
        return old
    return {**old, "rounded": old["result"] == "wins" and not _NEXT_CHIP.isdisjoint(old["also"])}


# Of a table: what a round was not told then can only be said once the table is known.


def _ordered(old: Old) -> Old:
    return old if "earlier" in old or "events" not in old else {**old, "earlier": True}


# A loss limit is set for a period; at one table it was for as long as the player stayed. Since then
# the casino is told what happens at its tables, in the same command.


def _for_a_day(old: Old) -> Old:
    return {"days": 1, **old}


# A break from wagering and a refused Player Card bound at one table. Since then the casino is told
# of them too; no shape is another, and only the mark of the rows moves on.


def _as_it_is(old: Old) -> Old:
    return old


CHANGES: tuple[Change, ...] = (
    Change(("table", "session"), "Settled", _settled),
    Change(("pool",), "record-wins", _wins),
    Change(("pool",), "WinsRecorded", _wins),
    Change(("pool",), "undo-wins", _undone),
    Change(("table", "session"), "Settled", _rounded),
    Change(("table",), "Ordered", _ordered),
    Change(("table",), "set-loss-limit", _for_a_day),
    Change((), "", _as_it_is),
)
_CASINO = 1 + [change.upcast for change in CHANGES].index(_for_a_day)
_CASINO_OF_ALL = 1 + [change.upcast for change in CHANGES].index(_as_it_is)


class _Written(msgspec.Struct, frozen=True):
    shapes: int = 0


_written = msgspec.json.Decoder(_Written)
_encode = msgspec.json.Encoder().encode


def _mark(changes: int) -> bytes:
    return b',"shapes":%d}' % changes


_TODAY = _mark(len(CHANGES))


def as_row(value: msgspec.Struct) -> bytes:
    """What is to be written to the log, with the shapes it is written in."""
    return _encode(value)[:-1] + _TODAY


def casino_was_told(data: bytes) -> bool:
    """Whether a row was written since the casino is told of what happens at its tables."""
    return data.endswith(_TODAY) or _written.decode(data).shapes >= _CASINO


def casino_was_told_all(data: bytes) -> bool:
    """Whether that was so of breaks and refused Player Cards, too."""
    return data.endswith(_TODAY) or _written.decode(data).shapes >= _CASINO_OF_ALL


# All that an event can do to whoever reads it: none of it may end the reading unsaid.
UNREADABLE = (
    ByTheBookError, AssertionError, LookupError, RecursionError, TypeError, ValueError,
    msgspec.MsgspecError,
)  # fmt: skip


def in_todays_shapes(
    stream: str, data: bytes, changes: Sequence[Change] = CHANGES, today: bytes = _TODAY
) -> bytes:
    """A row of a stream of this kind: itself, unless something in it has changed since."""
    if data.endswith(today):
        return data
    behind = _written.decode(data).shapes
    if not 0 <= behind <= len(changes):
        raise WrittenLater("it was written by a later version of this program", "event")
    for change in changes[behind:]:
        if stream in change.streams and b'"%s"' % change.tag.encode() in data:
            row = msgspec.json.decode(data)
            data = _encode(_upcast(change, row))
    return data


def _upcast(change: Change, value: Any) -> Any:
    """What is inside first, so that whatever holds it sees it in its new shape."""
    if isinstance(value, list):
        return [_upcast(change, item) for item in value]
    if not isinstance(value, dict):
        return value
    inside = {key: _upcast(change, item) for key, item in value.items()}
    return change.upcast(inside) if inside.get("type") == change.tag else inside
