"""Rounds and shoes out of the log, as files that anybody can check without the house."""

from collections.abc import Iterator

from bythebook.errors import Malformed
from bythebook.house.log.store import Row, Store
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import stream_of
from bythebook.house.tables.table_log import happening_from_json
from bythebook.records import print_record
from bythebook.records.live import LiveRound, record_of, rounds_of
from bythebook.rulebooks.tables import find_table_rules
from bythebook.table import events as e


def terms_in(rows: list[Row], table: str) -> h.Terms:
    made = happening_from_json(rows[0].data) if rows else None
    if not isinstance(made, h.TableMade):
        raise Malformed(f"there is no table {table} in this log")
    return made.terms


def table_events(rows: list[Row]) -> Iterator[e.Event]:
    """The table's own events, in order."""
    for row in rows:
        happening = happening_from_json(row.data)
        if isinstance(happening, h.Ordered):
            yield from happening.events


def rounds_in(store: Store, table: str) -> Iterator[LiveRound]:
    """Every round of a table that is over."""
    rows = store.read(stream_of(table))
    rules = find_table_rules(terms_in(rows, table).book)
    yield from rounds_of(rules, table_events(rows))


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
