"""What a log says, worked out apart from any house that serves it."""

from collections import Counter
from typing import Any

import msgspec

from bythebook.house.log.store import Row, Store, whole_log
from bythebook.house.money import wallets as w
from bythebook.house.people.people import Viewer
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import LiveTable, stream_of
from bythebook.house.tables.running_table import RunningTable, TableTransaction, in_hand
from bythebook.house.tables.table_log import happening_from_json
from bythebook.house.tables.views import Means
from bythebook.phrases import plain
from bythebook.rulebooks.tables import find_table_rules

View = dict[str, Any]


def table_at(store: Store, table: str, version: int | None = None) -> LiveTable:
    """A table as its stream tells it, event by event, up to a version."""
    rows = store.read(stream_of(table))[:version]
    made = happening_from_json(rows[0].data)
    assert isinstance(made, h.TableMade)
    live = LiveTable(find_table_rules(made.terms.book), RunningTable(terms=made.terms), 1)
    move = TableTransaction(live.rules, live.run, 0)
    for row in rows[1:]:
        move.happen(happening_from_json(row.data))
    live.moved(move, None)
    return live


def view_at(store: Store, table: str, version: int, viewer: Viewer) -> View:
    """What somebody could see then; the wallet, which is no part of the table, is left out."""
    view = table_at(store, table, version).view(viewer, Means())
    seen: View = msgspec.json.decode(msgspec.json.encode(view, enc_hook=plain))
    return seen


def by_command(store: Store) -> dict[str, tuple[int, ...]]:
    """Every command and the positions of its events; each lies in one piece."""
    found: dict[str, tuple[int, ...]] = {}
    last = ""
    for row in whole_log(store):
        assert row.command == last or row.command not in found, f"{row.command} acted twice"
        found[row.command] = (*found.get(row.command, ()), row.position)
        last = row.command
    return found


def check_money(store: Store) -> None:
    """What left the wallets came to the tables and the other way round, and nobody owes chips."""
    moved: Counter[tuple[str, str]] = Counter()
    brought: Counter[tuple[str, str]] = Counter()
    for row in whole_log(store):
        kind, _, name = row.stream.partition("/")
        if kind == "wallet":
            _count_wallet(moved, name, row)
        elif kind == "table":
            _count_table(brought, name, row)
    assert moved == brought
    for stream in store.streams():
        if stream.startswith("table/"):
            live = table_at(store, stream.removeprefix("table/"))
            assert all(in_hand(live.run, name) >= 0 for name in live.run.bought)
            chips = live.run.table.chips
            assert sum(chips.values()) + live.run.table.house == 0


def _count_wallet(moved: Counter[tuple[str, str]], name: str, row: Row) -> None:
    event = w.wallet_event(row.data)
    if isinstance(event, w.MovedToTable):
        moved[name, event.table] += event.cents
    elif isinstance(event, w.MovedFromTable):
        moved[name, event.table] -= event.cents


def _count_table(brought: Counter[tuple[str, str]], table: str, row: Row) -> None:
    event = happening_from_json(row.data)
    if isinstance(event, h.ChipsBought | h.ChipsCashed) and event.money == "wallet":
        sign = 1 if isinstance(event, h.ChipsBought) else -1
        brought[event.player, table] += sign * event.cents
