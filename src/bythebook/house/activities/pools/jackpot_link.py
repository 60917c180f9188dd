"""A table's side of the jackpot pool that it is linked to: what its rounds mean for the meters.

Every order at the table is looked at. Wagers are counted when they are accepted, a prize is worked
out on what the meters show at that moment, what goes back comes off: all in the append of the order
itself, or not at all.
"""

import asyncio
from collections.abc import Mapping

from msgspec.structs import replace

from bythebook.deciders import Event
from bythebook.deciders import Order as PoolOrder
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.activity import ActivityTransaction, Family
from bythebook.house.activities.pools.pools import (
    KIND,
    NAME,
    Pools,
    facts_of_setup,
    jackpot_of,
    seal_hidden_values,
)
from bythebook.house.activities.service import ActivityService, LiveFamily
from bythebook.house.tables.live_table import LiveTable
from bythebook.jackpots.counting import why_closed
from bythebook.jackpots.following import drawn, follows, needs_reading, wrong_stakes
from bythebook.jackpots.state import Pool, readings
from bythebook.money import format_amount
from bythebook.rulebooks.chapters.conduct import CHECKED, PAID
from bythebook.rulebooks.chapters.jackpots import METERS
from bythebook.rulebooks.tables import TableRules
from bythebook.table import State as TableState
from bythebook.table import events as e
from bythebook.table.meters import SPEAKER
from bythebook.table.orders import (
    AdoptEdition,
    ChangeGame,
    Command,
    Deal,
    NoMoreBets,
    Open,
    Order,
    Perform,
    Person,
    Place,
    ReadMeters,
    TakeOff,
)

BY = Person(NAME, METERS)
NOT_TO_BE_USED = ("to-authorise", "referred")


class Linked:
    """The rules of it: the same for whoever plays and for whoever checks afterwards."""

    def __init__(
        self, moving: ActivityTransaction, stream: str, rules: TableRules, table: str
    ) -> None:
        self.moving = moving
        self.stream = stream
        self.rules = rules
        self.table = table
        self.jackpot = jackpot_of(self.pool)

    @property
    def pool(self) -> Pool:
        pool = self.moving.state(self.stream)
        assert isinstance(pool, Pool)
        return pool

    def check(self, table: TableState, command: Command) -> None:
        """Whether this may be asked of a table that is linked."""
        pool, jackpot = self.pool, self.jackpot
        if isinstance(command, Place) and command.wager == pool.terms.wager:
            closed = why_closed(jackpot, pool, self.table)
            if closed is not None:
                raise closed
        if isinstance(command, Deal) and self.failed(table) and _undecided(table, pool):
            reason = "the jackpot's equipment has failed: report it here, and its wagers go back"
            raise Refused(jackpot.failing.server.clause, reason)
        if isinstance(command, ChangeGame | AdoptEdition):
            raise Refused(jackpot.no_change.clause, "the table is linked to a jackpot")
        if isinstance(command, Open):
            facts = facts_of_setup(self.rules, command.setup, pool)
            if facts is None or facts != replace(pool.tables[self.table], pool=""):
                clause = jackpot.no_change.clause
                raise Refused(clause, "it is opened as it was linked to the jackpot, or unlinked")
        pays = isinstance(command, Perform) and command.act == PAID
        if pays and jackpot.authorised is not None and self.waits_for_approval(table.rounds):
            clause = jackpot.authorised.clause
            raise Refused(clause, "this prize is approved before it is paid, or referred")

    def wrong_stakes(self, table: TableState, at: int) -> tuple[Order, ...]:
        """Stakes that were noted as wrong go back to their players."""
        if table.phase != "open":
            return ()
        found = wrong_stakes(self.jackpot, self.pool, self.table, table)
        return tuple(Order(by=SPEAKER, at=at, command=command) for command in found)

    def coming_off(self, table: TableState, order: Order) -> tuple[Order, ...]:
        """Wagers that lie there since before the jackpot closed: the round begins without them.

        Where its equipment failed they go back by the book's rule for that, which somebody
        reports at the table.
        """
        command = order.command
        checked = isinstance(command, Perform) and command.act == CHECKED
        begins = checked or isinstance(command, Deal | NoMoreBets)
        if table.in_round or not begins or not self.pool.server:
            return ()
        if why_closed(self.jackpot, self.pool, self.table) is None:
            return ()
        known = self.pool.registration(self.table, table.rounds + 1)
        counted = {entry.box for entry in known.entries} if known is not None else set()
        wagers = table.round.wagers if table.round is not None else ()
        wager = self.pool.terms.wager
        return tuple(
            replace(order, command=TakeOff(one.box, one.player, wager))
            for one in wagers
            if one.live and one.kind == wager and one.box not in counted
        )

    def failed(self, table: TableState) -> str:
        """The wager whose equipment has failed and which this table has not given back yet."""
        wager, setup = self.pool.terms.wager, table.setup
        offered = setup is not None and wager in setup.side_wagers
        return "" if self.pool.server or not offered or wager in table.suspended else wager

    def held_back(self, player: str) -> int:
        """What somebody won here and may not use: not approved yet, or to be handed back."""
        waits = self.jackpot.authorised is not None
        return sum(
            win.cents if waits and win.status in NOT_TO_BE_USED else win.over_cents
            for win in self.pool.wins
            if (win.player, win.table) == (player, self.table)
        )

    def no_use(self, player: str) -> Refused:
        authorised = self.jackpot.authorised
        clause = authorised.clause if authorised is not None else self.jackpot.won.clause
        held = format_amount(self.held_back(player))
        whose = f"{held} of {player}'s chips"
        return Refused(clause, f"{whose} are a prize that is not approved, or goes back")

    def waits_for_approval(self, round_: int) -> bool:
        wins = self.pool.wins_of(self.table, round_)
        return any(win.status == "to-authorise" for win in wins)

    def read_first(self, table: TableState, events: tuple[e.Event, ...]) -> Order | None:
        """A prize is paid from what the meters show now, not from what they showed before."""
        if not needs_reading(events):
            return None
        shown = table.round.meters if table.round is not None else table.meters
        meters = self.readings(table)
        if all(shown.get(name) == cents for name, cents in meters.items()):
            return None
        return Order(by=SPEAKER, at=table.now, command=ReadMeters(meters))

    def readings(self, table: TableState) -> dict[str, int]:
        """What the meters show; one that was drawn in this round shows what was drawn."""
        hits = table.round.table.hits if table.round is not None else {}
        return {name: cents for name, cents in readings(self.pool).items() if name not in hits}

    def after(
        self, before: TableState, after: TableState, events: tuple[e.Event, ...], at: int
    ) -> Order | None:
        """What happened counts for the meters; a mystery jackpot that it draws is told."""
        told: list[Event] = []
        commands = follows(self.jackpot, self.rules, self.pool, self.table, before, after)
        for command in commands:
            order = PoolOrder(by=BY, at=at, command=command)
            told += self.moving.act(self.stream, order)
        return drawn(told, at)


def _undecided(table: TableState, pool: Pool) -> bool:
    wagers = table.round.wagers if table.round is not None else ()
    return any(one.live and one.kind == pool.terms.wager for one in wagers)


class JackpotLink(Linked):
    """As one move finds it, and leaves it."""

    def __init__(
        self,
        family: LiveFamily,
        moving: ActivityTransaction,
        stream: str,
        rules: TableRules,
        table: str,
    ) -> None:
        super().__init__(moving, stream, rules, table)
        self.family = family

    @property
    def overtaken(self) -> bool:
        """Whether the pool has moved since this was worked out."""
        return self.family.versions != self.moving.versions

    def after(
        self, before: TableState, after: TableState, events: tuple[e.Event, ...], at: int
    ) -> Order | None:
        mark = self.moving.mark()
        try:
            told = super().after(before, after, events, at)
            seal_hidden_values(self.moving, self.stream)
        except (Refused, Malformed):
            self.moving.back_to(mark)
            raise
        return told

    def fork(self) -> "JackpotLink":
        return JackpotLink(self.family, self.moving.fork(), self.stream, self.rules, self.table)


class PoolTurn:
    """Somebody's turn at a pool: taken once, kept while they decide again, given up at the end."""

    def __init__(self) -> None:
        self._lock: asyncio.Lock | None = None

    async def __aenter__(self) -> "PoolTurn":
        return self

    async def __aexit__(self, *_: object) -> None:
        self.give_up()

    async def take(self, family: LiveFamily) -> None:
        if self._lock is None:
            await family.lock.acquire()
            self._lock = family.lock

    async def take_if_busy(self, family: LiveFamily) -> None:
        if family.lock.locked():
            await self.take(family)

    def give_up(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def stream_of_pool(affairs: ActivityService, table: str) -> str | None:
    """The pool that a table is linked to."""
    for family in affairs.families.values():
        if (stream := linked_in(family, table)) is not None:
            return stream
    return None


def linked_in(family: Family, table: str) -> str | None:
    pool = family.states.get(family.id) if family.id.startswith(f"{KIND}/") else None
    return family.id if isinstance(pool, Pool) and table in pool.tables else None


def linked_again(families: Mapping[str, Family], rules: TableRules, table: str) -> Linked | None:
    """The same for whoever reads the log: nothing is sealed then, only followed."""
    kinds = {KIND: Pools()}
    for family in families.values():
        if (stream := linked_in(family, table)) is not None:
            return Linked(ActivityTransaction(family, kinds, 0, bytes), stream, rules, table)
    return None


def pool_side(
    affairs: ActivityService, rules: TableRules, table: str, at: int
) -> JackpotLink | None:
    """The pool that a table is linked to, as it is now."""
    stream = stream_of_pool(affairs, table)
    if stream is None:
        return None
    family = affairs.families[stream]
    return JackpotLink(family, affairs.moving(family, at), stream, rules, table)


def show_meters(affairs: ActivityService, tables: Mapping[str, LiveTable]) -> None:
    """Tables that are linked to a jackpot show what all of them have added to it."""
    for pool in affairs.all_of(KIND).values():
        assert isinstance(pool, Pool)
        for table in filter(tables.__contains__, pool.tables):
            tables[table].show_meters(readings(pool))
