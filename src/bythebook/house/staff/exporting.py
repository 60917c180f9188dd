"""Rounds and shoes out of the log, as files that anybody can check without the house."""

from collections.abc import Iterator, Sequence

from bythebook.errors import Malformed
from bythebook.house.log.store import Row, Store
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import stream_of
from bythebook.house.tables.running_table import rules_of
from bythebook.house.tables.table_log import happening_from_json
from bythebook.records import print_record
from bythebook.records.live import LiveRound, RoundReader, record_of


def terms_in(rows: Sequence[Row], table: str) -> h.Terms:
    made = happening_from_json(rows[0].data) if rows else None
    if not isinstance(made, h.TableMade):
        raise Malformed(f"there is no table {table} in this log")
    return made.terms


def rounds_in(rows: Sequence[Row], table: str) -> Iterator[LiveRound]:
    """Every round of a table that is over, out of the rows of its stream."""
    reader = RoundReader(rules_of(terms_in(rows, table)))
    for row in rows:
        happening = happening_from_json(row.data)
        if isinstance(happening, h.TermsChanged):
            reader.rules = rules_of(happening.terms)
        happening = h.as_today(reader.rules, reader.state, happening)
        if isinstance(happening, h.Ordered):
            for event in happening.events:
                yield from reader.read(event)
    yield from reader.over


def round_in(rows: Sequence[Row], table: str, number: int) -> LiveRound | None:
    return next((live for live in rounds_in(rows, table) if live.number == number), None)


def round_named(name: str) -> tuple[str, int]:
    """A round by its name: the table and the number, as in crown/12."""
    table, _, number = name.rpartition("/")
    if not table or not number.isdecimal() or len(number) > 9:
        raise Malformed(f"{name!r} is no round; write it as TABLE/NUMBER, like crown/12")
    return table, int(number)


def record_text(store: Store, round_name: str) -> str:
    """A round as a `.round` file, by its name."""
    table, number = round_named(round_name)
    live = round_in(store.read(stream_of(table)), table, number)
    if live is None:
        raise Malformed(f"the table {table} has no round {number} that is over")
    return print_record(record_of(live))
