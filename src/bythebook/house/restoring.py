"""A log as it was at some moment, made anew from a copy of it.

Only whole commands go in, with the hashes that they had: what comes out is the beginning of the log
that was copied, and can be shown to be. Nothing is written over anything.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from pathlib import Path

import msgspec

from bythebook.errors import Malformed
from bythebook.house.heads.heads import fits
from bythebook.house.log.chain import Fault
from bythebook.house.log.choosing import write_copy
from bythebook.house.log.commits import read_cause
from bythebook.house.log.planning import START
from bythebook.house.log.store import Head, Kept, Row, Store, whole_log
from bythebook.house.people import people as p
from bythebook.house.people.credentials import PASSWORD
from bythebook.house.people.factors import FACTORS
from bythebook.house.verify.verifying import Replayer, first_fault

DEALT = b'"type":"deal"'


class _Command(msgspec.Struct, frozen=True):
    type: str = ""


class _Order(msgspec.Struct, frozen=True):
    at: int = 0
    command: _Command = _Command()


class _Said(msgspec.Struct, frozen=True):
    """What an event, or its cause, says of when and what: all else of it is left alone."""

    at: int = 0
    command: _Command = _Command()
    order: _Order = _Order()


class Beginning(msgspec.Struct, frozen=True):
    """The part of a log that is taken."""

    head: Head
    stream_heads: dict[str, Head]
    at: int  # when the last of its events happened, in seconds; 0 if none says


_said = msgspec.json.Decoder(_Said)


def _read(data: bytes) -> _Said:
    try:
        return _said.decode(data) if data else _Said()
    except msgspec.MsgspecError:
        return _Said()


def moment_of(rows: Iterable[Row]) -> int:
    """When something happened, as far as its events say so themselves; otherwise 0."""
    said = [_read(data) for row in rows for data in (row.data, row.cause)]
    return max((max(one.at, one.order.at) for one in said), default=0)


def beginning(store: Store, until: int | None = None) -> Beginning:
    """All that was commanded up to a moment: it ends before the first command that came later."""
    last, ends, latest = START, dict[str, Head](), 0
    for command in commands_in(whole_log(store)):
        at = moment_of(command)
        if until is not None and at > until:
            break
        latest = max(latest, at)
        last = Head(command[-1].position, command[-1].hash)
        ends.update((row.stream, Head(row.version, row.hash)) for row in command)
    return Beginning(last, ends, latest)


def rows_of(store: Store, taken: Beginning) -> Iterator[Row]:
    return takewhile(lambda row: row.position <= taken.head.position, whole_log(store))


def restore(store: Store, taken: Beginning, data: Path, database: str) -> None:
    """Write it down as a log of its own, in an empty folder or database."""
    kept = _lasting(store, taken)
    write_copy(data, database, rows_of(store, taken), taken.head, taken.stream_heads, kept)


def _lasting(store: Store, taken: Beginning) -> Iterator[Kept]:
    """What is kept beside the log, without what lapses: nobody is logged in to a restored house.

    The password or second factor of an account that was opened later must not wait there for
    whoever opens one of that name again, nor one that was chosen later; nor a head over events that
    are no longer there.
    """
    people = p.People()
    versions = taken.stream_heads.get(p.STREAM, START).position
    for row in islice(store.read(p.STREAM), versions):
        people = p.evolve(people, p.event_from_json(row.data))
    for kept in store.cabinet():
        known = fits(kept, taken.head.position)
        if kept.kind in (PASSWORD, FACTORS):
            owner = people.find(kept.key)
            known = owner is not None and (
                p.knows_password(owner, kept.value)
                if kept.kind == PASSWORD
                else bool(owner.factors)
            )
        if known and not kept.until:
            yield kept


def check_follows(taken: Beginning, later: Store) -> None:
    """Whether this log began with what was restored: only then what follows came after it."""
    if not taken.head.position:
        return
    there = later.read_log(taken.head.position - 1, 1)
    if not there or there[0].hash != taken.head.hash:
        raise Malformed(
            f"its event {taken.head.position} is not the one that was restored:"
            " it is another log, or was changed"
        )


class Later(msgspec.Struct, frozen=True, kw_only=True):
    """A command that was acknowledged after the moment, and is not in the restored log."""

    position: int  # of its first event, in the log that had it
    at: int
    by: str
    streams: tuple[str, ...]
    what: tuple[str, ...]


class Afterwards(msgspec.Struct, frozen=True, kw_only=True):
    """What a log has beyond the part that was restored."""

    commands: tuple[Later, ...]
    accounts: dict[str, int]  # by how many cents each account of the ledger would be different
    seen: tuple[str, ...]  # streams where cards were dealt: what lies in their stacks is known
    fault: Fault | None  # where that log stops being believable, if it does


def afterwards(taken: Beginning, later: Store) -> Afterwards:
    """What was acknowledged and is lost by restoring: to be told to those whom it concerns."""
    with later.one_moment():
        check_follows(taken, later)
        replayer = Replayer()
        fault = first_fault(rows_of(later, taken), replayer)
        before = dict(replayer.ledger.balances)
        rest = list(whole_log(later, taken.head.position))
        fault = fault or first_fault(rest, replayer)
    after = replayer.ledger.balances
    changed = {name: after.get(name, 0) - before.get(name, 0) for name in before | after}
    return Afterwards(
        commands=tuple(map(_later, commands_in(rest))),
        accounts={name: changed[name] for name in sorted(changed) if changed[name]},
        seen=tuple(sorted({row.stream for row in rest if DEALT in row.data})),
        fault=fault,
    )


def _later(rows: list[Row]) -> Later:
    return Later(
        position=rows[0].position,
        at=moment_of(rows),
        by=read_cause(rows[0].cause).by,
        streams=tuple(dict.fromkeys(row.stream for row in rows)),
        what=tuple(dict.fromkeys(map(_what, rows))),
    )


def _what(row: Row) -> str:
    """What was ordered, by the word for it; otherwise the name of the event."""
    return _read(row.data).order.command.type or row.kind


def commands_in(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Events that one command brought about lie together."""
    together: list[Row] = []
    for row in rows:
        if together and row.command != together[0].command:
            yield together
            together = []
        together.append(row)
    if together:
        yield together
