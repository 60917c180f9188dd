"""How a command gets from a person into the log: decided, written, told, acknowledged.

Commands of one table are decided one after the other. Those that come at once, or while others are
being written, are taken together: decided each on what the one before it leaves, written in one
commit and told in one message. A full table that bets at once waits for the disk once.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Literal

from msgspec.structs import replace

from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.house.activities.kinds import KINDS
from bythebook.house.activities.pools.jackpot_link import JackpotLink, pool_side
from bythebook.house.activities.service import ActivityService, LiveFamily
from bythebook.house.log.committer import Committer
from bythebook.house.log.store import (
    Append,
    Conflict,
    NewEvent,
    Overtaken,
    Store,
    Unavailable,
    Write,
    Written,
)
from bythebook.house.log.upcasting import as_row
from bythebook.house.money import wallets as w
from bythebook.house.people.people import Viewer
from bythebook.house.tables import requests as r
from bythebook.house.tables import table_log as h
from bythebook.house.tables.automatic_dealer import Automatic, Entropy, Here
from bythebook.house.tables.live_table import Ack, LiveTable, Waiting, shoe_stream_of
from bythebook.house.tables.request_handler import Outcome, RequestHandler
from bythebook.house.tables.running_table import RunningTable, TableTransaction
from bythebook.house.tables.table_log import encode, happening_from_json, kind_of

TRIES_MAX = 100  # each time another process was quicker
ANSWERS_KEPT = 20_000
NO_WALLET = w.Wallet("")
MOVE_MONEY = (r.BuyChips, r.CashOut, r.Go)  # between a wallet and a table
FOUND_WRONG = (BrokenInvariant, AssertionError)

log = logging.getLogger("bythebook.house")

Build = Callable[[TableTransaction, w.Wallet], Outcome]
Become = Literal["done", "done before", "overtaken"]  # overtaken: decide again


class Stopped(Unavailable):
    """A table that found itself wrong does nothing more until somebody has looked."""


class Commanding(ABC):
    """The part of the house that carries commands out."""

    def __init__(
        self, store: Store, *, clock: Callable[[], float], entropy: Entropy, alone: bool
    ) -> None:
        self.store = store
        self.committer = Committer(store)
        self.clock = clock
        self.entropy = entropy
        self.alone = alone  # the only process: who is not connected here is not connected
        self.tables: dict[str, LiveTable] = {}
        self.counts: dict[str, int] = {"acknowledged": 0, "refused": 0, "malformed": 0}
        self.affairs = ActivityService(self, KINDS)
        self._wallets: dict[str, w.Wallet] = {}
        self._answers: OrderedDict[str, Ack] = OrderedDict()

    @property
    def now(self) -> int:
        return int(self.clock())

    @abstractmethod
    def table(self, table: str) -> LiveTable:
        """A table by its name."""

    @abstractmethod
    async def wallet(self, name: str, fresh: bool = False) -> w.Wallet:
        """Somebody's money at the cage."""

    @abstractmethod
    async def _catch_up(self, live: LiveTable) -> None:
        """Read what others have written to this table."""

    @abstractmethod
    async def _after(self, live: LiveTable) -> None:
        """What follows once everybody has been told of a move."""

    async def command(self, table: str, viewer: Viewer, asked: r.Asked) -> Ack:
        """Carry out what somebody asks for; returns when it is durable. Refused, it raises."""
        live = self.table(table)
        id = f"{viewer.name}/{table}/{asked.id}"
        known = self._answers.get(id)
        if known is not None:
            return known
        waits = Waiting(viewer, asked, id)
        live.waiting.append(waits)
        if live.turns is None:
            live.turns = asyncio.create_task(self._take_turns(live))
        try:
            answer = await waits.answer
        except (Refused, Malformed) as no:
            self.counts["refused" if isinstance(no, Refused) else "malformed"] += 1
            raise
        self.counts["acknowledged"] += 1
        self._answers[id] = answer
        if len(self._answers) > ANSWERS_KEPT:
            self._answers.popitem(last=False)
        return answer

    async def _take_turns(self, live: LiveTable) -> None:
        """Carry out what waits at a table, until nothing does.

        It begins once everybody has been heard who spoke at the same time, and takes them together.
        """
        try:
            while live.waiting:
                async with live.lock:
                    await self._take_turn(live)
        finally:
            live.turns = None

    async def _take_turn(self, live: LiveTable) -> None:
        """Carry out all that wait, in one commit if that can be."""
        taken: list[Waiting] = []
        while live.waiting:
            waits = live.waiting.pop(0)
            if waits.answer.done():
                continue  # whoever asked has stopped waiting
            taken.append(waits)
            if _needs_wallet(waits):
                break
        together = [waits for waits in taken if not _needs_wallet(waits)]
        if len(together) > 1:
            try:
                await self._together(live, together)
            except (Malformed, Unavailable):
                pass  # each is told by itself, below
            except Exception as error:
                together[0].refuse(error)
        for waits in taken:
            if not waits.answer.done():
                await self._alone(live, waits)

    async def _together(self, live: LiveTable, taken: Sequence[Waiting]) -> None:
        """Decide one after the other on what each leaves, write all at once, tell everybody once.

        Whatever is refused, or does not get into the log as it was decided, is left to be decided
        by itself.
        """
        decided: list[tuple[Waiting, TableTransaction, Outcome, Refused | Malformed | None]] = []
        writes: list[Write] = []
        run, version = live.run, live.version
        for waits in taken:
            move = TableTransaction(live.rules, run, self.now, self._pool(live))
            try:
                outcome = self._decide(live, move, waits, NO_WALLET)
                held_by = self._automatic(live, move)
            except (Refused, Malformed, Stopped):
                continue
            if _moved_pool(move) is not None:
                break  # written with the pool, by itself
            writes.append(self._write_of(live, run, version, move, waits.id, waits.viewer.name))
            decided.append((waits, move, outcome, held_by))
            run, version = move.run, version + len(move.happened)
        written = await self.committer.append_all(writes)
        good = list(takewhile(_is_new, written))
        if good:
            whole = decided[0][1]
            for _, move, _, _ in decided[1 : len(good)]:
                whole.go_on_with(move)
            live.moved(whole, decided[len(good) - 1][3])
            await self._after(live)
        for waits, _, outcome, _ in decided[: len(good)]:
            waits.acknowledge(Ack(waits.asked.id, live.version, outcome.waiting, outcome.reason))
        if len(good) < len(written):
            await self._catch_up(live)

    async def _alone(self, live: LiveTable, waits: Waiting) -> None:
        try:
            try:
                ack = await self._command(live, waits)
            except (Refused, Malformed):
                # Done already, it would be refused the second time: that is no answer to give.
                before = await self._as_before(live, waits.asked, waits.id)
                if before is None:
                    raise
                ack = before
        except Exception as error:
            waits.refuse(error)  # for whoever asked: the others' turn goes on
        else:
            waits.acknowledge(ack)

    async def _command(self, live: LiveTable, waits: Waiting) -> Ack:
        name, asked = waits.viewer.name, waits.asked

        def build(move: TableTransaction, wallet: w.Wallet) -> Outcome:
            return self._decide(live, move, waits, wallet)

        owner = name if _needs_wallet(waits) else ""
        begins = isinstance(asked.what, r.Ready)  # it may be the last that the dealer waits for
        become, outcome = await self._carried(live, waits.id, name, build, owner, begins)
        if become == "done":
            return Ack(asked.id, live.version, outcome.waiting, outcome.reason)
        before = await self._as_before(live, asked, waits.id)
        assert before is not None
        return before

    async def _carried(
        self,
        live: LiveTable,
        id: str,
        by: str,
        build: Build,
        owner: str = "",
        whole_round: bool = False,
    ) -> tuple[Become, Outcome]:
        """Decide and write; overtaken, decide anew, and with the pool for oneself meanwhile:
        otherwise many linked tables would go on overtaking one another.

        A `whole_round` is dear to decide twice: while another table has the turn it waits.
        """
        async with PoolTurn() as turn:
            for _ in range(TRIES_MAX):
                if whole_round and (pool := self._pool(live)) is not None:
                    await turn.take_if_busy(pool.family)
                wallet = await self.wallet(owner, fresh=True) if owner else NO_WALLET
                move = TableTransaction(live.rules, live.run, self.now, self._pool(live))
                outcome = build(move, wallet)
                become = await self._write(live, move, id, by, outcome, wallet, turn)
                if become != "overtaken":
                    return become, outcome
        raise Overtaken(f"the command {id}")

    def _pool(self, live: LiveTable) -> JackpotLink | None:
        """The prize meters that a table is linked to."""
        return pool_side(self.affairs, live.rules, live.id, self.now)

    def _decide(
        self, live: LiveTable, move: TableTransaction, waits: Waiting, wallet: w.Wallet
    ) -> Outcome:
        with Deciding(live):
            outcome = RequestHandler(move, waits.viewer, wallet).carry_out(waits.asked)
        if not move.happened:
            raise Malformed("that would change nothing")  # nothing to be acknowledged
        return outcome

    async def _as_before(self, live: LiveTable, asked: r.Asked, id: str) -> Ack | None:
        """What a command was answered that is in the log already; None if it is not."""
        rows = await self.committer.call(self.store.of_command, id)
        for row in rows:
            if row.kind == h.ApprovalAsked.__name__:
                waits = happening_from_json(row.data)
                assert isinstance(waits, h.ApprovalAsked)
                return Ack(asked.id, live.version, waits.number, waits.reason)
        return Ack(asked.id, live.version) if rows else None

    async def _write(
        self,
        live: LiveTable,
        move: TableTransaction,
        id: str,
        by: str,
        outcome: Outcome,
        wallet: w.Wallet,
        turn: "PoolTurn",
    ) -> Become:
        """Append a move with all that follows from it; if it moves a pool, in its turn there."""
        held_by = self._automatic(live, move)
        if not move.happened:
            live.held(held_by)
            return "done"
        write = self._write_of(live, live.run, live.version, move, id, by)
        if outcome.wallet is not None:
            event = NewEvent(type(outcome.wallet).__name__, encode(outcome.wallet))
            moved = Append(w.stream_of(wallet.name), wallet.version, (event,))
            write = replace(write, appends=(*write.appends, moved))
        pool = _moved_pool(move)
        if pool is not None:
            await turn.take(pool.family)
        become = await self._append(live, write, pool)
        if become == "done":
            turn.give_up()
            if outcome.wallet is not None:
                self._wallets[wallet.name] = w.change(wallet, outcome.wallet)
            live.moved(move, held_by)
            await self._after(live)
        return become

    async def _append(self, live: LiveTable, write: Write, pool: JackpotLink | None) -> Become:
        """A table and its pool move together or not at all."""
        if pool is not None:
            if pool.overtaken:
                live.vault.forget_after(live.run.stacks)  # what was sealed here was never written
                return "overtaken"
            appends = self.affairs.appends_of(pool.family, pool.moving)
            write = replace(write, appends=(*write.appends, *appends))
        written = await self.committer.append(write)
        if not _is_new(written):
            await self._catch_up(live)
            if pool is not None:
                await self.affairs.catch_up(pool.family)
            return "overtaken" if isinstance(written, Conflict) else "done before"
        if pool is not None:
            await self.affairs.written(pool.family, pool.moving)
        return "done"

    def _write_of(
        self,
        live: LiveTable,
        before: RunningTable,
        version: int,
        move: TableTransaction,
        id: str,
        by: str,
    ) -> Write:
        """A move as it goes into the log, decided on this state at this version."""
        appends: tuple[Append, ...] = (Append(live.stream, version, _new_events(move.happened)),)
        if move.secrets:  # first, so that whoever reads on knows what lies behind the seals
            sealed = tuple(NewEvent("StackSecret", encode(secret)) for secret in move.secrets)
            appends = (Append(shoe_stream_of(live.id), before.stacks, sealed), *appends)
        return Write(id, encode({"by": by}), appends)

    def _automatic(
        self, live: LiveTable, move: TableTransaction, here: Here | None = None
    ) -> Refused | Malformed | None:
        """At a table of virtual cards the dealer goes on at once, in the same append."""
        if move.run.terms.cards != "virtual":
            return None
        here = here or (live.here if self.alone else everybody)
        dealer = Automatic(move, live.vault, self.entropy, here)
        with Deciding(live):
            dealer.go_on()
        return dealer.held_by


class Deciding:
    """Whoever finds a table wrong stops it."""

    __slots__ = ("live",)

    def __init__(self, live: LiveTable) -> None:
        self.live = live

    def __enter__(self) -> None:
        if self.live.stopped is not None:
            raise Stopped(str(self.live.stopped))

    def __exit__(self, _: object, wrong: BaseException | None, __: object) -> None:
        if isinstance(wrong, FOUND_WRONG):
            self.live.stopped = wrong
            log.exception("table %s stops", self.live.id)
            raise Stopped(str(wrong)) from wrong


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


def _moved_pool(move: TableTransaction) -> JackpotLink | None:
    """The pool, if this move has moved it."""
    return move.pool if isinstance(move.pool, JackpotLink) and move.pool.moving.rows else None


def everybody(_: str) -> bool:
    return True


def _needs_wallet(waits: Waiting) -> bool:
    return isinstance(waits.asked.what, MOVE_MONEY)


def _is_new(outcome: object) -> bool:
    """Whether a write has just got into the log as it was decided."""
    return isinstance(outcome, Written) and not outcome.again


def _new_events(happened: Sequence[h.Happening]) -> tuple[NewEvent, ...]:
    return tuple(NewEvent(kind_of(one), as_row(one)) for one in happened)
