"""What of a jackpot pool everybody on the floor sees: meters, tables and what was won.

Never a player's name, never a hidden value.
"""

from collections.abc import Iterator, Mapping
from itertools import islice

import msgspec

from bythebook.house.activities.pools.pools import jackpot_of
from bythebook.house.tables.inscription import line_pays
from bythebook.house.tables.live_table import LiveTable
from bythebook.jackpots.state import Pool, Win, readings
from bythebook.jackpots.terms import game_of_pool
from bythebook.rulebooks.chapters.jackpots import Jackpot, load_jackpot_rules
from bythebook.rulebooks.law import played_by
from bythebook.structs import like

WINS_SHOWN = 12
FIGURES = {"rate": "Rate of increase", "seed": "Seed", "retained": "Retained share"}


class MeterView(msgspec.Struct, frozen=True):
    name: str
    title: str
    cents: int
    minimum_cents: int
    mystery: bool
    by_cents: int = 0  # a mystery is won by the time it shows this
    digest: str = ""  # of its hidden value


class LinkedTable(msgspec.Struct, frozen=True):
    id: str
    title: str
    game: str
    in_round: bool


class WinView(msgspec.Struct, frozen=True):
    number: int
    at: int
    table: str
    meter: str
    line: str
    cents: int


class PoolView(msgspec.Struct, frozen=True, kw_only=True):
    """For everybody."""

    id: str
    title: str
    book: str
    wager: str
    clause: str
    stake_cents: int
    open: bool
    working: bool  # the equipment works
    meters: tuple[MeterView, ...]
    tables: tuple[LinkedTable, ...]
    pays: tuple[str, ...]  # the pay table
    wins: tuple[WinView, ...]  # the last ones, newest first


def pool_view(pool: Pool, tables: Mapping[str, LiveTable]) -> PoolView:
    jackpot, shown = jackpot_of(pool), readings(pool)
    titles = meter_titles(pool, jackpot)
    return like(
        PoolView,
        pool.terms,
        clause=jackpot.clause,
        open=pool.phase == "open",
        working=pool.server and not pool.sensors,
        meters=tuple(
            MeterView(
                name=terms.name,
                title=titles[terms.name],
                cents=shown[terms.name],
                minimum_cents=terms.reset_cents,
                mystery=terms.hidden,
                by_cents=terms.most_cents,
                digest=pool.seals[terms.name].digest if terms.name in pool.seals else "",
            )
            for terms in pool.terms.meters
        ),
        tables=tuple(linked_table(tables, id) for id in pool.tables),
        pays=_pays(msgspec.json.encode(pool.terms), pool),
        wins=tuple(
            like(
                WinView,
                win,
                table=table_title(tables, win.table),
                meter=meter_of_win(titles, win),
            )
            for win in islice(_won(pool), WINS_SHOWN)
        ),
    )


def _won(pool: Pool) -> Iterator[Win]:
    """Those that stand, newest first."""
    return (win for win in reversed(pool.wins) if win.stands)


_PAYS: dict[bytes, tuple[str, ...]] = {}


def _pays(key: bytes, pool: Pool) -> tuple[str, ...]:
    """The pay table; worked out once, for a screen on the floor asks again and again."""
    if key not in _PAYS:
        rules = load_jackpot_rules(played_by(pool.terms))
        side = game_of_pool(rules, pool.terms).rules.side_wagers[pool.terms.wager]
        _PAYS[key] = tuple(line_pays(line) for line in side.lines)
    return _PAYS[key]


def meter_titles(pool: Pool, jackpot: Jackpot) -> dict[str, str]:
    return {m.name: meter_title(m.name, m.hidden, jackpot.title) for m in pool.terms.meters}


def meter_title(name: str, mystery: bool, jackpot: str) -> str:
    """As people say it: Major, Minor, Mystery 1; the jackpot's own name where it has one meter."""
    word = name.rpartition("-")[2]
    if mystery:
        return f"Mystery {word}"
    return word.capitalize() if word.isalpha() else jackpot


def meter_of_win(titles: Mapping[str, str], win: Win) -> str:
    """A mystery may be won from several levels together."""
    return ", ".join(titles.get(name, name) for name in win.meters)


def linked_table(tables: Mapping[str, LiveTable], id: str) -> LinkedTable:
    live = tables.get(id)
    if live is None:
        return LinkedTable(id, id, "", False)
    game = live.projection.parts["signs"].game_title
    return LinkedTable(id, live.run.terms.title, game, live.run.table.in_round)


def table_title(tables: Mapping[str, LiveTable], id: str) -> str:
    live = tables.get(id)
    return live.run.terms.title if live is not None else id
