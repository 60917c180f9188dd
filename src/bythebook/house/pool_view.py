"""What of a jackpot pool is shown: to everybody on the floor, and to those who run it.

The public sees meters, tables and what was won; never a player's name, never a hidden value.
"""

import msgspec

from bythebook.house.inscription import line_pays
from bythebook.house.live import LiveTable
from bythebook.house.people import INSPECTOR, Viewer
from bythebook.jackpots.state import Pool, Win, readings
from bythebook.jackpots.terms import game_of_pool
from bythebook.rulebooks.jackpots import find_jackpot_rules
from bythebook.table.orders import Person
from bythebook.table.powers import outranks

WINS_SHOWN = 12


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


class DeskWin(msgspec.Struct, frozen=True):
    win: Win
    table: str


class ActView(msgspec.Struct, frozen=True):
    tag: str
    says: str
    clause: str
    may: bool


class PoolDesk(msgspec.Struct, frozen=True, kw_only=True):
    """For those who run it: everything but what is sealed."""

    view: PoolView
    pool: Pool
    retained_ppm: int
    acts: tuple[ActView, ...]
    could_link: tuple[LinkedTable, ...]

    def act(self, tag: str) -> ActView | None:
        return next((act for act in self.acts if act.tag == tag), None)


def pool_view(pool: Pool, tables: dict[str, LiveTable]) -> PoolView:
    rules = find_jackpot_rules(pool.terms.book)
    jackpot = rules.jackpot(pool.terms.wager)
    side = game_of_pool(rules, pool.terms).rules.side_wagers[pool.terms.wager]
    shown = readings(pool)
    won = [win for win in pool.wins if win.stands]
    return PoolView(
        id=pool.terms.id,
        title=pool.terms.title,
        book=pool.terms.book,
        wager=pool.terms.wager,
        clause=jackpot.clause,
        stake_cents=pool.terms.stake_cents,
        open=pool.phase == "open",
        working=pool.server and not pool.sensors,
        meters=tuple(
            MeterView(
                terms.name,
                meter_title(terms.name, jackpot.title),
                shown[terms.name],
                terms.reset_cents,
                terms.hidden,
                terms.most_cents,
                pool.seals[terms.name].digest if terms.name in pool.seals else "",
            )
            for terms in pool.terms.meters
        ),
        tables=tuple(_linked(tables, id) for id in pool.tables),
        pays=tuple(line_pays(line) for line in side.lines),
        wins=tuple(
            WinView(win.number, win.at, _title(tables, win.table), win.meter, win.line, win.cents)
            for win in reversed(won[-WINS_SHOWN:])
        ),
    )


def meter_title(name: str, jackpot: str) -> str:
    """As people say it: Major, Minor, Mystery 1; the jackpot's own name where it has one meter."""
    word = name.rpartition("-")[2]
    if name.startswith("mystery-"):
        return f"Mystery {word}"
    return word.capitalize() if word.isalpha() else jackpot


def _linked(tables: dict[str, LiveTable], id: str) -> LinkedTable:
    live = tables.get(id)
    if live is None:
        return LinkedTable(id, id, "", False)
    game = live.projection.parts["signs"].game_title
    return LinkedTable(id, live.run.terms.title, game, live.run.table.in_round)


def _title(tables: dict[str, LiveTable], id: str) -> str:
    live = tables.get(id)
    return live.run.terms.title if live is not None else id


def pool_desk(pool: Pool, tables: dict[str, LiveTable], viewer: Viewer) -> PoolDesk:
    rules = find_jackpot_rules(pool.terms.book)
    jackpot = rules.jackpot(pool.terms.wager)
    person = Person(viewer.name, viewer.role_at(pool.terms.book))
    looks_on = INSPECTOR in viewer.house_roles and not viewer.book_roles
    acts = tuple(
        ActView(
            tag,
            power.says,
            power.clause,
            not looks_on
            and (outranks(rules.conduct, person, power.by) or person.role in power.also_by),
        )
        for tag, power in jackpot.acts.items()
    )
    could = tuple(
        _linked(tables, id)
        for id, live in tables.items()
        if id not in pool.tables
        and not live.run.terms.practice
        and pool.terms.wager in live.run.terms.setup.side_wagers
    )
    return PoolDesk(
        view=pool_view(pool, tables),
        pool=pool,
        retained_ppm=pool.terms.retained_ppm,
        acts=acts,
        could_link=could,
    )
