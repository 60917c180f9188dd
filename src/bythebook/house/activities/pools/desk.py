"""What those who run a jackpot see of it, and what each of them may do: all but what is sealed."""

from collections.abc import Iterator, Mapping

import msgspec

from bythebook.fields import FieldView, form_fields
from bythebook.house.activities.activity import encode
from bythebook.house.activities.pools.pools import Pools, jackpot_of
from bythebook.house.activities.pools.view import (
    FIGURES,
    LinkedTable,
    PoolView,
    WinView,
    linked_table,
    meter_of_win,
    meter_titles,
    pool_view,
    table_title,
)
from bythebook.house.people.people import INSPECTOR, Viewer
from bythebook.house.tables.live_table import LiveTable
from bythebook.jackpots.state import Approval, Correction, Pool, Report, Win, WinStatus
from bythebook.jackpots.terms import MICROS
from bythebook.rulebooks.chapters.jackpots import Power, load_jackpot_rules
from bythebook.rulebooks.law import played_by
from bythebook.structs import like
from bythebook.table.orders import Person
from bythebook.table.powers import outranks, title

COMMANDS = {**Pools.commands, **Pools.asked}
WINS_SHOWN = 100  # and all that are still to be paid
ROUNDS_SHOWN = 3  # of each table, to find a wrong wager in


class MeterDesk(msgspec.Struct, frozen=True, kw_only=True):
    """A meter and all that went in and out of it, in cents."""

    name: str
    title: str
    cents: int
    seed_cents: int
    contributed: int
    topped_up: int
    won: int
    corrected: int
    rate_ppm: int


class DeskWin(WinView, frozen=True, kw_only=True):
    round: int
    box: int
    player: str
    status: WinStatus
    incorrect: bool
    top_up_cents: int
    over_cents: int

    @property
    def open(self) -> bool:
        """Whether something is still to be done with it."""
        waits = self.status in ("to-authorise", "owed", "referred", "authorised")
        return waits or self.over_cents > 0 or self.top_up_cents > 0


class CountedWager(msgspec.Struct, frozen=True):
    """A wager that was counted lately."""

    table: str
    title: str
    round: int
    box: int
    player: str


class ActView(msgspec.Struct, frozen=True):
    tag: str
    says: str
    clause: str
    may: bool
    by: str  # the least rank, as the book calls it
    fields: tuple[FieldView, ...] = ()


class PoolDesk(msgspec.Struct, frozen=True, kw_only=True):
    view: PoolView
    retained_ppm: int
    authorise_cents: int | None
    authorised_clause: str
    server: bool
    sensors: dict[str, tuple[int, ...]]
    meters: tuple[MeterDesk, ...]
    approvals: tuple[Approval, ...]
    corrections: tuple[Correction, ...]
    reports: tuple[Report, ...]
    wins: tuple[DeskWin, ...]  # newest first
    wagers: tuple[CountedWager, ...]
    acts: tuple[ActView, ...]
    could_link: tuple[LinkedTable, ...]

    def act(self, tag: str) -> ActView | None:
        return next((act for act in self.acts if act.tag == tag), None)


def pool_desk(pool: Pool, tables: Mapping[str, LiveTable], viewer: Viewer) -> PoolDesk:
    jackpot = jackpot_of(pool)
    titles = meter_titles(pool, jackpot)
    incorrect, authorised = jackpot.incorrect, jackpot.authorised
    return like(
        PoolDesk,
        pool,
        view=pool_view(pool, tables),
        retained_ppm=pool.terms.retained_ppm,
        authorise_cents=pool.terms.authorise_cents,
        authorised_clause=authorised.clause if authorised is not None else "",
        meters=tuple(
            MeterDesk(
                name=name,
                title=titles[name],
                cents=meter.cents,
                seed_cents=meter.seeded // MICROS,
                contributed=meter.contributed // MICROS,
                topped_up=meter.topped_up // MICROS,
                won=meter.won // MICROS,
                corrected=meter.corrected // MICROS,
                rate_ppm=pool.terms.meter(name).rate_ppm,
            )
            for name, meter in pool.meters.items()
        ),
        wins=tuple(_wins(pool, tables, titles)),
        wagers=tuple(_wagers(pool, tables)) if incorrect is not None else (),
        acts=tuple(_acts(pool, tables, viewer)),
        could_link=tuple(_could_link(pool, tables)),
    )


def _acts(pool: Pool, tables: Mapping[str, LiveTable], viewer: Viewer) -> Iterator[ActView]:
    rules = load_jackpot_rules(played_by(pool.terms))
    person = Person(viewer.name, viewer.role_at(pool.terms.book))
    looks_on = INSPECTOR in viewer.house_roles and not viewer.book_roles

    def may(power: Power) -> bool:
        if looks_on:
            return False
        return outranks(rules.conduct, person, power.by) or person.role in power.also_by

    for tag, power in jackpot_of(pool).acts.items():
        by = title(rules.conduct, power.by)
        fields = form_fields(COMMANDS[tag], lambda of: _values(pool, tables, of))
        yield ActView(tag, power.says, power.clause, may(power), by, fields)


def _values(pool: Pool, tables: Mapping[str, LiveTable], of: str) -> dict[str, str]:
    """What there is to choose from at this pool now."""
    match of:
        case "meters":
            return meter_titles(pool, jackpot_of(pool))
        case "tables":
            return {table: table_title(tables, table) for table in pool.tables}
        case "figures":
            approval = jackpot_of(pool).approval
            return {name: FIGURES[name] for name in (approval.value if approval else ())}
        case "wagers":
            return {
                encode({"table": one.table, "round": one.round, "box": one.box}).decode(): (
                    f"{one.title}, round {one.round}, box {one.box}, {one.player}"
                )
                for one in _wagers(pool, tables)
            }
    incorrect = jackpot_of(pool).incorrect
    return {name: name.replace("-", " ") for name in (incorrect.causes if incorrect else ())}


def _wins(
    pool: Pool, tables: Mapping[str, LiveTable], titles: Mapping[str, str]
) -> Iterator[DeskWin]:
    oldest = len(pool.wins) - WINS_SHOWN
    for win in reversed(pool.wins):
        shown = _win(win, tables, titles)
        if win.number > oldest or shown.open:
            yield shown


def _win(win: Win, tables: Mapping[str, LiveTable], titles: Mapping[str, str]) -> DeskWin:
    table, meter = table_title(tables, win.table), meter_of_win(titles, win)
    return like(DeskWin, win, table=table, meter=meter)


def _wagers(pool: Pool, tables: Mapping[str, LiveTable]) -> Iterator[CountedWager]:
    """Those that count, newest first: one of them may turn out to be wrong."""
    for table in pool.tables:
        for known in reversed(pool.rounds.get(table, ())[-ROUNDS_SHOWN:]):
            for entry in known.entries:
                if entry.status in ("in", "carried"):
                    where = (table, table_title(tables, table), known.round)
                    yield CountedWager(*where, entry.box, entry.player)


def _could_link(pool: Pool, tables: Mapping[str, LiveTable]) -> Iterator[LinkedTable]:
    for id, live in tables.items():
        offers = pool.terms.wager in live.run.terms.setup.side_wagers
        same = live.run.terms.book == pool.terms.book
        if offers and same and id not in pool.tables and not live.run.terms.practice:
            yield linked_table(tables, id)
