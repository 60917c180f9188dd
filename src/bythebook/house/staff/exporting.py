"""Rounds and shoes out of the log, as files that anybody can check without the house."""

from collections.abc import Iterator

from bythebook.errors import Malformed
from bythebook.house.log.store import Row, Store
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import stream_of
from bythebook.house.tables.running_table import rules_of
from bythebook.house.tables.table_log import happening_from_json
from bythebook.records import print_record
from bythebook.records.live import LiveRound, RoundReader, record_of


def terms_in(rows: list[Row], table: str) -> h.Terms:
    made = happening_from_json(rows[0].data) if rows else None
    if not isinstance(made, h.TableMade):
        raise Malformed(f"there is no table {table} in this log")
    return made.terms


def rounds_in(store: Store, table: str) -> Iterator[LiveRound]:
    """Every round of a table that is over."""
    rows = store.read(stream_of(table))
    reader = RoundReader(rules_of(terms_in(rows, table)))
    for row in rows:
        happening = happening_from_json(row.data)
        if isinstance(happening, h.TermsChanged):
            reader.rules = rules_of(happening.terms)
        elif isinstance(happening, h.Ordered):
            for event in happening.events:
                yield from reader.read(event)
    yield from reader.over


def round_in(store: Store, table: str, number: int) -> LiveRound:
    for live in rounds_in(store, table):
        if live.number == number:
            return live
    raise Malformed(f"the table {table} has no round {number} that is over")


def record_text(store: Store, round_name: str) -> str:
    """A round as a `.round` file, by its name: the table and the number, as in crown/12."""
    table, _, number = round_name.rpartition("/")
    if not table or not number.isdecimal() or len(number) > 9:
        raise Malformed(f"{round_name!r} is no round; write it as TABLE/NUMBER, like crown/12")
    return print_record(record_of(round_in(store, table, int(number))))
