"""A table as the house runs it: the table itself, its sealed cards, clocks and chips.

    happen(run, happening) -> run      how each event of the stream changes it
    Move(rules, run, at)               one command as it unfolds; each step is applied at once

What a player has in hand is what they brought, with what they won and lost here and what lies on
the layout: it is worked out, never stored, so it cannot drift from the rounds.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.errors import BrokenInvariant, Malformed, Refused, ensure
from bythebook.house.cards.stacks import (
    ENDING,
    OPENLY,
    Ended,
    Stack,
    begun_by,
    changes_by,
    drawn,
    sealed_now,
    still_asked_for,
    with_addition,
)
from bythebook.house.tables import table_log as h
from bythebook.house.tables.approvals import Request, with_requests
from bythebook.money import format_amount
from bythebook.rulebooks.law import played_by
from bythebook.rulebooks.tables import TableRules, load_table_rules
from bythebook.table import State as TableState
from bythebook.table import events as e
from bythebook.table import evolve
from bythebook.table.decision import game_of
from bythebook.table.orders import (
    Bar,
    Command,
    Decide,
    Exclude,
    Order,
    Place,
    ReturnStake,
    Setup,
)
from bythebook.table.table import carry_out


class Clock(msgspec.Struct, frozen=True, gc=False):
    what: h.ClockKind
    key: str  # what it is about: another key, another clock
    until: int  # 0: no limit


class RunningTable(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    terms: h.Terms
    table: TableState = TableState()
    bought: dict[str, int] = {}  # chips brought to the table, less those taken away
    stack: Stack | None = None
    stacks: int = 0
    ended: Ended | None = None  # the last stack that was shuffled again
    to_reveal: tuple[int, ...] = ()
    added: dict[int, tuple[str, ...]] = {}  # by players, to stacks that are over
    revealed: tuple[int, ...] = ()
    clock: Clock | None = None
    ready: frozenset[str] = frozenset()
    requests: tuple[Request, ...] = ()
    asked: int = 0  # approvals ever asked for
    wagers: dict[str, tuple[tuple[int, str, int], ...]] = {}  # by player: those of the last round

    @property
    def drawn(self) -> int:
        """How many cards of the sealed stack have been drawn."""
        return drawn(self)


def rules_of(terms: h.Terms) -> TableRules:
    """The rules that a table plays by now: its terms name them."""
    return load_table_rules(played_by(terms))


def setup_of(run: RunningTable) -> Setup:
    """The table as it stands, or as it is to be opened."""
    return run.table.setup or run.terms.setup


def in_hand(run: RunningTable, player: str) -> int:
    """The chips a player could put down now, in cents.

    What somebody has offered to insure others for is as good as spent: it may be taken any moment.
    """
    table, round_ = run.table, run.table.round
    here = run.bought.get(player, 0) + table.chips.get(player, 0)
    if round_ is None:
        return here
    here += round_.net.get(player, 0)
    if round_.claims:
        here -= sum(claim.amount for claim in round_.claims if claim.player == player)
    return here


def at_stake(run: RunningTable, player: str) -> int:
    """What of a player's lies on the layout."""
    round_ = run.table.round
    return -min(0, round_.net.get(player, 0)) if round_ is not None else 0


def on_credit(before: RunningTable, after: RunningTable) -> str:
    """Who stakes more than they have by what was done here; an empty name: nobody."""
    round_ = after.table.round
    for player in round_.net if round_ is not None else after.table.chips:
        left = in_hand(after, player)
        if left < 0 and left < in_hand(before, player):
            return player
    return ""


# How the stream changes it


def happen(run: RunningTable, happening: h.Happening) -> RunningTable:
    """The table after this; money is checked here, always."""
    match happening:
        case h.Ordered():
            table = run.table
            for event in happening.events:
                table = evolve(table, event)
            return after_order(run, table, happening.events)
        case h.StackSealed():
            stack = sealed_now(run.table, happening.number, happening.digest, happening.cards)
            added = still_asked_for(run)
            return replace(run, stack=stack, stacks=happening.number, added=added)
        case h.ChanceAdded():
            return replace(run, stack=with_addition(run.stack, happening.player, happening.text))
        case h.StackRevealed():
            left = tuple(n for n in run.to_reveal if n != happening.number)
            return replace(run, to_reveal=left, revealed=(*run.revealed, happening.number))
        case h.ClockStarted():
            clock = Clock(happening.what, happening.key, happening.until)
            return replace(run, clock=clock, ready=frozenset())
        case h.PlayerReady():
            return replace(run, ready=run.ready | {happening.player})
        case h.ChipsBought():
            return _with_chips(run, happening.player, happening.cents)
        case h.ChipsCashed():
            return _with_chips(run, happening.player, -happening.cents)
        case h.ApprovalAsked() | h.ApprovalAnswered():
            return replace(run, **with_requests(run, happening))
        case h.TermsChanged():
            return replace(run, terms=happening.terms)
    raise BrokenInvariant(f"{type(happening).__name__} does not happen at a table")


def _with_chips(run: RunningTable, player: str, cents: int) -> RunningTable:
    run = replace(run, bought={**run.bought, player: run.bought.get(player, 0) + cents})
    ensure(cents > 0 or in_hand(run, player) >= 0, "somebody took more chips than they had")
    return run


def after_order(run: RunningTable, table: TableState, events: tuple[e.Event, ...]) -> RunningTable:
    """What an order at the table means for sealed cards and for the next wagers."""
    for event in events:
        if isinstance(event, (*ENDING, *OPENLY)):
            run = replace(run, **changes_by(run, event))
        elif isinstance(event, e.RoundBegan):
            run = replace(run, wagers={**run.wagers, **_wagers_of(run.table)})
        elif isinstance(event, e.EditionAdopted):
            law = {"edition": event.edition, "revision": event.revision, "rules": event.rules}
            run = replace(run, terms=replace(run.terms, **law))
    stack = begun_by(run.stack, run.table, table)
    run = replace(run, stack=stack) if stack is not run.stack else run
    if run.clock is not None and not _still_about(run.clock.what, table):
        return replace(run, table=table, clock=None, ready=frozenset())
    return replace(run, table=table)


def _still_about(clock: h.ClockKind, table: TableState) -> bool:
    """Whether what a clock was started for is still waited for: a new wait has its own time."""
    match clock:
        case "betting":
            wagers = table.round.wagers if table.round is not None and not table.in_round else ()
            return any(wager.live and wager.kind == "main" for wager in wagers)
        case "cut":
            return table.shoe.status == "to-cut"
        case _:
            return table.in_round


def _wagers_of(table: TableState) -> dict[str, tuple[tuple[int, str, int], ...]]:
    """What lies there when a round begins, by player, so that it can be wagered again."""
    found: dict[str, list[tuple[int, str, int]]] = {}
    for wager in table.round.wagers if table.round is not None else ():
        if wager.live and wager.in_tokens == 0:
            found.setdefault(wager.player, []).append((wager.box, wager.kind, wager.amount))
    return {player: tuple(wagers) for player, wagers in found.items()}


# One command as it unfolds


class Secret(msgspec.Struct, frozen=True, gc=False, tag="StackSecret"):
    """What lies behind a digest, kept in a stream of its own until it is revealed."""

    number: int
    seed: str
    before: tuple[Card, ...]


secret_from_json = msgspec.json.Decoder(Secret).decode


# Only these put chips down: what the staff puts right may leave a debt.
STAKING = (Place, Decide)


class Pool(Protocol):
    """The prize meters that a table is linked to, as a move finds and leaves them."""

    def fork(self) -> "Pool":
        """The same, to try something with."""

    def check(self, table: TableState, command: Command) -> None:
        """Whether that may be asked of a table with prize meters."""

    def wrong_stakes(self, table: TableState, at: int) -> tuple[Order, ...]:
        """The stakes that go back because somebody noted that they were wrong."""

    def coming_off(self, table: TableState, order: Order) -> tuple[Order, ...]:
        """What must come off before this order, because the meters will not take it."""

    def failed(self, table: TableState) -> str:
        """The wager whose equipment has failed, if this table has not given it back yet."""

    def held_back(self, player: str) -> int:
        """The cents of prizes here that wait for approval: won, but not to be used yet."""

    def no_use(self, player: str) -> Refused:
        """Why such a prize is not used yet."""

    def waits_for_approval(self, round_: int) -> bool:
        """Whether somebody must approve what this round of the table won."""

    def read_first(self, table: TableState, events: tuple[e.Event, ...]) -> Order | None:
        """The reading that this outcome must be decided with, if it pays from other ones."""

    def after(
        self, before: TableState, after: TableState, events: tuple[e.Event, ...], at: int
    ) -> Order | None:
        """What happened counts for the meters; what the table is to be told of it, if anything."""


class Patronage(Protocol):
    """Those who play, as the casino knows them, as a move finds and leaves them."""

    def fork(self) -> "Patronage":
        """The same, to try something with."""

    def tell(self, table: TableState, at: int, order: Order | None = None) -> Iterator[Order]:
        """What the table must know of people, and does not: before this order, or at any time."""

    def after(self, before: TableState, after: TableState, order: Order) -> None:
        """What happened counts for those who play; or it is refused."""

    def mark(self) -> Any:
        """Where they are now, to come back to."""

    def back_to(self, mark: Any) -> None: ...


class TableTransaction:
    """What one command does to a table, step by step, decided on what the step before left."""

    __slots__ = ("at", "happened", "patrons", "pool", "rules", "run", "secrets", "tables")

    def __init__(
        self,
        rules: TableRules,
        run: RunningTable,
        at: int,
        pool: Pool | None = None,
        patrons: Patronage | None = None,
    ) -> None:
        self.rules = rules
        self.run = run
        self.at = max(at, run.table.now)  # the table's clock never goes back
        self.happened: list[h.Happening] = []
        self.tables: list[TableState] = []  # as it was before each of them
        self.secrets: list[Secret] = []
        self.pool = pool
        self.patrons = patrons

    def fork(self) -> "TableTransaction":
        """A move of its own from where this one is, to be gone on with or forgotten."""
        pool = self.pool.fork() if self.pool is not None else None
        patrons = self.patrons.fork() if self.patrons is not None else None
        return TableTransaction(self.rules, self.run, self.at, pool, patrons)

    def happen(self, happening: h.Happening) -> None:
        happening = h.as_today(self.rules, self.run.table, happening)
        self.tables.append(self.run.table)
        self._goes_on(happen(self.run, happening))
        self.happened.append(happening)

    def order(self, order: Order) -> None:
        """Carry out an order; refused, nothing has happened. Nobody stakes more than they have."""
        run, done = self.run, len(self.happened)
        pool = self.pool.fork() if self.pool is not None and self.patrons is not None else self.pool
        patrons = self.patrons.mark() if self.patrons is not None else None
        try:
            self._with_patrons(order)
        except (Refused, Malformed):
            self.run, self.pool = run, pool
            del self.happened[done:], self.tables[done:]
            if self.patrons is not None:
                self.patrons.back_to(patrons)
            raise

    def _with_patrons(self, order: Order) -> None:
        """Whoever plays is the casino's, wherever they are: it is asked, and it counts."""
        self.hear_of_patrons(order)
        if self.pool is None:
            self._ordered(order, *self._outcome(order))
        else:
            self._with_pool(self.pool, order)
        if isinstance(order.command, Bar | Exclude):  # it is the casino's now, also when it is over
            self.hear_of_patrons(order)

    def hear_of_patrons(self, order: Order | None = None) -> None:
        """Whatever has changed about those who play here, before anything is asked about them.

        What the table is told first may mean that stakes are counted: that is told as well.
        """
        told = -1
        while self.patrons is not None and told != len(self.happened):
            told = len(self.happened)
            self.hear(self.patrons.tell(self.run.table, self.at, order))

    def hear(self, told: Iterable[Order]) -> None:
        """What the casino tells the table, which needs nobody's leave, one thing after the other:
        by the first of them stakes of the next may have been counted."""
        for order in told:
            table, events = self._outcome(order)
            self._ordered_with_meters(order, table, events)

    def _ordered_with_meters(
        self, order: Order, table: TableState, events: tuple[e.Event, ...]
    ) -> None:
        """What happened counts for the meters too; a stake that went back because it was noted as
        wrong has come off them already."""
        before = self.run
        self._ordered(order, table, events)
        if self.pool is None or isinstance(order.command, ReturnStake):
            return
        told = self.pool.after(before.table, table, events, self.at)
        if told is not None:
            self._ordered(told, *self._outcome(told))

    def _with_pool(self, pool: Pool, order: Order) -> None:
        """The same at a table with prize meters: they move with it, or neither does."""
        self.hear(pool.wrong_stakes(self.run.table, self.at))
        pool.check(self.run.table, order.command)
        for first in pool.coming_off(self.run.table, order):
            self._ordered(first, *self._outcome(first))
        table, events = self._outcome(order)
        reading = pool.read_first(self.run.table, events)
        if reading is not None:
            self._ordered(reading, *self._outcome(reading))
            table, events = self._outcome(order)
        self._ordered_with_meters(order, table, events)

    def _outcome(self, order: Order) -> tuple[TableState, tuple[e.Event, ...]]:
        table, events = carry_out(self.rules, self.run.table, order)
        return table, tuple(events)

    def _ordered(self, order: Order, table: TableState, events: tuple[e.Event, ...]) -> None:
        before = self.run
        run = after_order(before, table, events)
        if isinstance(order.command, STAKING):
            self._check_chips(before, run)
        self.tables.append(before.table)
        self._goes_on(run)
        self.happened.append(h.Ordered(order, events))
        if self.patrons is not None:
            self.patrons.after(before.table, table, order)

    def _goes_on(self, run: RunningTable) -> None:
        """Whoever has changed the law is judged by the new one from then on."""
        if run.terms is not self.run.terms:
            self.rules = rules_of(run.terms)
        self.run = run

    def go_on_with(self, later: "TableTransaction") -> None:
        """Add what was decided on the table as this move leaves it."""
        self._goes_on(later.run)
        self.happened += later.happened
        self.tables += later.tables
        self.secrets += later.secrets
        self.pool = later.pool
        self.patrons = later.patrons

    def _check_chips(self, before: RunningTable, after: RunningTable) -> None:
        """Chips are bought before they are wagered; a prize is approved before it is used."""
        player = on_credit(before, after)
        if player:
            clause = game_of(self.rules, after.table).rules.wagering.placed.clause
            had = format_amount(max(0, in_hand(before, player)))
            raise Refused(clause, f"{player} has {had} in chips here, and needs more for that")
        round_ = after.table.round
        for name in round_.net if self.pool is not None and round_ is not None else ():
            assert self.pool is not None
            held = self.pool.held_back(name)
            if held and in_hand(after, name) < min(held, in_hand(before, name)):
                raise self.pool.no_use(name)
