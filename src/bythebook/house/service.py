"""The house at work: tables that run, commands that are durable before they are acknowledged.

    command ──▶ decide on what is known ──▶ append ──▶ written: apply, tell everybody, acknowledge
                        ▲                     │
                        └── read what is new ◀┴ conflict: somebody was quicker

Commands of one table are decided one after the other. Those that come at once, or while others are
being written, are taken together: decided each on what the one before it leaves, written in one
commit and told in one message. A full table that bets at once waits for the disk once.

Several processes may serve the same tables: each follows the log, and whoever decided on an old
version decides again (`log.commits`).
"""

import asyncio
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import takewhile
from typing import Literal

from argon2 import PasswordHasher

from bythebook.draws import Entropy
from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.house.activities.kinds import KINDS
from bythebook.house.activities.patrons.patron_link import PatronLink, means_at, warn_of_limits
from bythebook.house.activities.patrons.patrons import patron_stream, patrons_in, turned_away
from bythebook.house.activities.pools.jackpot_link import (
    JackpotLink,
    PoolTurn,
    pool_side,
    show_meters,
)
from bythebook.house.activities.service import ActivityService, LiveFamily
from bythebook.house.activities.tournaments.live_tables import SessionTables
from bythebook.house.activities.tournaments.own_cups import OwnCups
from bythebook.house.activities.tournaments.tournaments import NAME as TOURNAMENTS
from bythebook.house.activities.tournaments.tournaments import TournamentState, reserved
from bythebook.house.heads.heads import Heads
from bythebook.house.leaving import Leaving
from bythebook.house.log.commits import Commits, Part, cause_of, check_same, is_new
from bythebook.house.log.committer import Committer
from bythebook.house.log.outages import outages
from bythebook.house.log.snapshots import Stamp, keep, read_key, restored, snapshot_of
from bythebook.house.log.store import Append, NewEvent, Row, Store, Unavailable, Write
from bythebook.house.log.upcasting import as_row
from bythebook.house.money import wallets as w
from bythebook.house.money.cage import NO_WALLET, Cage
from bythebook.house.own_tables import GONE_SECONDS, OwnTables
from bythebook.house.parts import (
    PoolPart,
    TablePart,
    gone_guests,
    let_in,
    moved_patrons,
    moved_pool,
    opens,
    patron_parts,
    to_send_away,
    unmoved,
)
from bythebook.house.people.accounts import Accounts
from bythebook.house.people.people import HOUSE, Viewer, check_known, viewer_of
from bythebook.house.tables import requests as r
from bythebook.house.tables import table_log as h
from bythebook.house.tables.approvals import waiting
from bythebook.house.tables.live_table import (
    Ack,
    Deciding,
    LiveTable,
    Stopped,
    Waiting,
    Watcher,
    shoe_stream_of,
    stream_of,
)
from bythebook.house.tables.projecting import lobby_row, may_see, with_readings
from bythebook.house.tables.request_handler import Outcome, RequestHandler, outcome_in
from bythebook.house.tables.running_table import (
    RunningTable,
    TableTransaction,
    rules_of,
    secret_from_json,
)
from bythebook.house.tables.table_dealer import Here, everybody, table_dealer
from bythebook.house.tables.table_log import happening_from_json, kind_of
from bythebook.house.tables.views import LobbyRow, Means, TableView
from bythebook.phrases import ENGLISH, Speaker
from bythebook.rulebooks.law import by_book, day, named_in, today, up_to_date

TICK_SECONDS = 0.25
SEATS_SECONDS = 10  # between looks at who has gone
SNAPSHOT_EVERY = 2000  # events of a stream
ANSWERS_KEPT = 20_000
TABLES = "table/"

__all__ = ["GONE_SECONDS", "Ack", "House", "Stopped"]


class House:
    """Opened over a store; see `open`."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        entropy: Entropy = os.urandom,
        alone: bool = True,
        hasher: PasswordHasher | None = None,
        key: bytes | None = None,
        desk: Callable[[Store], Committer] = Committer,
    ) -> None:
        self.store = store
        self.stamp = Stamp(key or read_key(None))
        self.committer = desk(store)
        self.commits = Commits(self.committer, store)
        self.clock = clock
        self.entropy = entropy
        self.alone = alone  # the only process: who is not connected here is not connected
        self.tables: dict[str, LiveTable] = {}
        self.counts: dict[str, int] = {"acknowledged": 0, "refused": 0, "malformed": 0}
        self.cage = Cage(self.committer, store, self.commits, alone)
        self.accounts = Accounts(self.committer, store, self.turned_away, hasher, entropy, key)
        self.committer.outage.on_change.append(self.accounts.bell.ring)
        self.affairs = ActivityService(self, KINDS)
        self.affairs.on_move.append(self._tell_patrons)
        self.leaving = Leaving()
        self.sessions = SessionTables(self.affairs)
        self.own_cups = OwnCups(self)
        self.on_move: list[Callable[[LiveTable], None]] = []  # told after every move
        self.on_look: list[Callable[[LiveTable, Watcher], None]] = []  # and when somebody looks
        self.own_tables = OwnTables(self)
        self.heads: Heads | None = None  # none: nobody gave it a key to sign them with
        self._answers: OrderedDict[str, tuple[bytes, Ack]] = OrderedDict()  # with what was asked
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = False

    @property
    def now(self) -> int:
        return int(self.clock())

    # Opening and closing

    async def open(self) -> None:
        """Load every table, then keep the clocks and follow the log."""
        streams = await self.committer.call(self.store.streams)
        for stream in streams:
            if stream.startswith(TABLES):
                await self._load(stream.removeprefix(TABLES))
        await self.affairs.open(streams)
        await self.accounts.take_factors_over(self.now)
        for live in self.tables.values():
            await self.take_up_revision(live)
            warn_of_limits(live.id, live.run.table)
        kept = (self._keep_clocks, self._follow, self._keep_seats)
        self._tasks = [asyncio.create_task(one(), name=one.__name__) for one in kept]

    async def close(self) -> None:
        self._closing = True
        for task in (*self._tasks, *self.own_tables.closing):
            task.cancel()
        await asyncio.gather(*self._tasks, *self.own_tables.closing, return_exceptions=True)
        if self.heads is not None:
            await self.heads.close()
        await self.committer.close()

    async def _load(self, table: str) -> None:
        """A table as the log has it: from a snapshot if there is a good one."""
        snapshot = await self.committer.call(self.store.snapshot, stream := stream_of(table))
        kept = restored(self.stamp, snapshot)
        if kept is not None and snapshot is not None:
            run, version = kept.run, snapshot.version
            rows = await self.committer.call(self.store.read, stream, version)
        else:
            rows = await self.committer.call(self.store.read, stream)
            if not rows:
                return
            made = happening_from_json(rows[0].data)
            if not isinstance(made, h.TableMade):
                raise BrokenInvariant(f"{stream} does not begin with a table")
            run, version, rows = RunningTable(terms=made.terms), 1, rows[1:]
        live = LiveTable(rules_of(run.terms), run, version)
        live.lines.extend(kept.lines if kept is not None else ())
        await self._take_in(live, rows)
        await self._keep_snapshot(live)  # nobody may move there before the next start
        self.tables.setdefault(table, live)

    async def _take_in(self, live: LiveTable, rows: Sequence[Row]) -> None:
        """What the log has of a table beyond what is known of it here."""
        move = TableTransaction(live.rules, live.run, 0)
        for row in rows:
            move.happen(happening_from_json(row.data))
        await self._fill_vault(live, move.run)
        live.moved(move, self._held_by(live, move.run))

    def _held_by(self, live: LiveTable, run: RunningTable) -> Refused | Malformed | None:
        """Why the automatic dealer does not go on: whoever wrote the last event knew."""
        tried = TableTransaction(live.rules, run, run.table.now)
        held_by = None
        with suppress(Stopped):
            held_by = self._automatic(live, tried, everybody)
        live.vault.forget_after(run.stacks)
        return None if tried.happened else held_by

    async def _fill_vault(self, live: LiveTable, run: RunningTable) -> None:
        """The seals that are still closed."""
        open_stacks = (*run.to_reveal, *([run.stack.number] if run.stack else []))
        wanted = [number for number in open_stacks if not live.vault.knows(number)]
        if wanted:
            stream = shoe_stream_of(live.id)
            rows = await self.committer.call(self.store.read, stream, min(wanted) - 1)
            for row in rows:
                live.vault.add_sealed(secret_from_json(row.data))

    # Tables

    async def make_table(self, terms: h.Terms, by: str) -> LiveTable:
        """A table that is not open yet; its terms name the edition in force, or another."""
        terms = named_in(terms, day(self.now))
        rules = rules_of(terms)
        if not terms.id or not terms.id.replace("-", "").isalnum() or len(terms.id) > 60:
            raise Malformed("letters, digits and dashes", "id")
        made = h.TableMade(terms, by, self.now)
        append = Append(stream_of(terms.id), 0, (NewEvent(kind_of(made), as_row(made)),))
        write = Write(f"table:{terms.id}", cause_of(by), (append,))
        if not is_new(await self.committer.append(write)):
            raise Malformed(f"there is a table {terms.id} already", "id")
        # Whoever follows the log may have been quicker.
        return self.tables.setdefault(terms.id, LiveTable(rules, RunningTable(terms=terms), 1))

    async def take_up_revision(self, live: LiveTable) -> None:
        """Our own rules were mended, or are written otherwise: between rounds the table says so.

        What was decided before stays under what it was decided by.
        """
        live.behind = not up_to_date(live.run.terms)
        if not live.behind:
            return

        def take_up(move: TableTransaction) -> None:
            terms = move.run.terms
            if live.between_rounds and not up_to_date(terms):
                move.happen(h.TermsChanged(by_book(terms, today(terms)), HOUSE, move.at))

        await self.move_by_house(live, "revision", take_up)
        live.behind = not up_to_date(live.run.terms)

    def table(self, table: str, viewer: Viewer | None = None) -> LiveTable:
        """A table; `viewer`: whoever it is for, who sees no other's own."""
        live = self.tables.get(table)
        if live is None or (viewer is not None and not may_see(live.run, viewer)):
            raise Malformed(f"there is no table {table}")
        return live

    def lobby(self, viewer: Viewer) -> tuple[LobbyRow, ...]:
        """What is on offer: practice first, then the tables of the house."""
        rows = [self.row(live) for live in self.tables.values() if not live.run.terms.own]
        return tuple(sorted(rows, key=lambda row: (not row.practice, row.book, row.title)))

    def row(self, live: LiveTable) -> LobbyRow:
        row = lobby_row(live.rules, live.run)
        return with_readings(live.rules, live.run, row, live.projection.readings)

    async def view(self, table: str, viewer: Viewer) -> TableView:
        live = self.table(table, viewer)
        await self.wallet(viewer.name)
        return live.view(viewer, self._means(live, viewer.name))

    def _means(self, live: LiveTable, name: str) -> Means:
        """What somebody has to play with at a table, by what is known of them here."""
        patron = self.affairs.state(patron_stream(name)) if name else None
        return means_at(patron, live.run, self.cage.known(name).cents, self.now)

    def _tell_patrons(self, family: LiveFamily) -> None:
        """What the casino knows of somebody is another: their pages show it, wherever they are."""
        for name in patrons_in(family.states):
            for live in self.tables.values():
                if live.here(name):
                    live.tell_person(name, self._means(live, name))

    # Watching

    async def watch(self, table: str, viewer: Viewer, speaker: Speaker = ENGLISH) -> Watcher:
        watcher = Watcher(viewer, speaker)
        await self.look_again(table, watcher)
        self.table(table).come(watcher)
        return watcher

    async def look_again(self, table: str, watcher: Watcher) -> None:
        """The whole view once more, for whoever has lost the thread."""
        view = await self.view(table, watcher.viewer)
        watcher.you, watcher.overrun = view.you, False
        watcher.tell({"view": view})
        for told in self.on_look:
            told(self.table(table), watcher)

    async def unwatch(self, table: str, watcher: Watcher) -> None:
        live = self.tables.get(table)
        if live is None:
            return
        live.leave(watcher)
        if live.run.terms.practice and not self._closing:
            with suppress(Unavailable):  # the clock tries again
                await self._go_on(live)  # nobody waits for somebody who has gone

    # Commands

    @contextmanager
    def counted(self) -> Iterator[None]:
        """How what somebody asked for ended, for the figures of the house."""
        try:
            yield
        except (Refused, Malformed) as no:
            self.counts["refused" if isinstance(no, Refused) else "malformed"] += 1
            raise
        self.counts["acknowledged"] += 1

    async def give(self, table: str, viewer: Viewer, text: bytes | str) -> Ack:
        return await self.command(table, viewer, r.asked_from_json(text, viewer.name))

    def book_of(self, table: str, viewer: Viewer) -> str:
        return self.table(table).run.terms.book

    async def command(self, table: str, viewer: Viewer, asked: r.Asked) -> Ack:
        """Carry out what somebody asks for; returns when it is durable. Refused, it raises."""
        live = self.table(table)
        id = f"{viewer.name}/{table}/{asked.id}"
        waits = Waiting(viewer, asked, id)
        if (known := self._answers.get(id)) is not None:
            check_same(waits.cause, known[0])
            return known[1]
        live.waiting.append(waits)
        if live.turns is None:
            live.turns = asyncio.create_task(self._take_turns(live))
        with self.counted():
            answer = await waits.answer
        self._answers[id] = waits.cause, answer
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
                    taken = live.next_in_turn()
                    together = [waits for waits in taken if not waits.needs_wallet]
                    if len(together) > 1:
                        await self._together(live, together)
                    for waits in taken:
                        if not waits.answer.done():
                            await self._alone(live, waits)
        finally:
            live.turns = None

    async def _together(self, live: LiveTable, taken: Sequence[Waiting]) -> None:
        """Write all at once; whoever has no answer by then is decided, and told, by itself."""
        try:
            await self._in_one_commit(live, taken)
        except (Malformed, Unavailable):
            pass
        except Exception as error:
            outages.tell(error, f"commands together at table {live.id}")

    async def _in_one_commit(self, live: LiveTable, taken: Sequence[Waiting]) -> None:
        """Decide one after the other on what each leaves, write all at once, tell everybody once.

        Whatever is refused, or fails, or does not get into the log as it was decided, is left out.
        """
        decided: list[tuple[Waiting, TablePart, Outcome]] = []
        writes: list[Write] = []
        run, version = live.run, live.version
        for waits in taken:
            move = TableTransaction(
                live.rules, run, self.now, self._pool(live), self._patrons(live)
            )
            try:
                outcome = self._decide(live, move, waits, NO_WALLET)
                held_by = self._automatic(live, move)
            except Exception:
                continue  # it is said to whoever asked, when it is decided by itself
            if moved_pool(move) is not None or moved_patrons(move):
                break  # written with the pool or the patrons, by itself
            part = TablePart(self, live, move, held_by, run, version)
            beside = (one for other in patron_parts(self.affairs, move) for one in other.appends())
            appends = (*part.appends(), *beside)
            writes.append(Write(waits.id, waits.cause, appends))
            decided.append((waits, part, outcome))
            run, version = move.run, version + len(move.happened)
        written = await self.committer.append_all(writes)
        good = decided[: len(list(takewhile(is_new, written)))]
        if good:
            whole, last = good[0][1], good[-1][1]
            for _, part, _ in good[1:]:
                whole.move.go_on_with(part.move)
            whole.held_by = last.held_by
            await whole.written()
        for waits, _, outcome in good:
            waits.acknowledge(Ack(waits.asked.id, live.version, outcome.waiting, outcome.reason))
        if len(good) < len(written):
            await self.catch_up(live)

    async def _alone(self, live: LiveTable, waits: Waiting) -> None:
        name, asked = waits.viewer.name, waits.asked
        outcome = Outcome()

        def decide(move: TableTransaction, wallet: w.Wallet) -> Outcome:
            nonlocal outcome
            outcome = self._decide(live, move, waits, wallet)
            return outcome

        owner = name if waits.needs_wallet else ""
        begins = isinstance(asked.what, r.Ready)  # it may be the last that the dealer waits for
        try:
            become = await self._move(live, waits.id, waits.cause, decide, owner, begins)
            if become == "done before":
                outcome = outcome_in(await self.commits.of_command(waits.id))
        except Exception as error:
            waits.refuse(error)  # for whoever asked: the others' turn goes on
        else:
            waits.acknowledge(Ack(waits.asked.id, live.version, outcome.waiting, outcome.reason))

    def _decide(
        self, live: LiveTable, move: TableTransaction, waits: Waiting, wallet: w.Wallet
    ) -> Outcome:
        with Deciding(live):
            self.accounts.proofs.check_approval(waits.viewer, waiting(move.run, waits.asked.what))
            outcome = RequestHandler(move, waits.viewer, wallet).handle(waits.asked)
        if not move.happened:
            raise Malformed("that would change nothing")  # nothing to be acknowledged
        if opens(live, move):
            for held in self.affairs.all_of(TOURNAMENTS).values():
                no = reserved(held, live.id) if isinstance(held, TournamentState) else None
                if no is not None:
                    raise no
        return outcome

    async def _move(
        self,
        live: LiveTable,
        id: str,
        cause: bytes,
        decide: Callable[[TableTransaction, w.Wallet], Outcome],
        owner: str = "",
        whole_round: bool = False,
    ) -> str:
        """Decide and write. Overtaken, decide anew with the pool for oneself meanwhile: otherwise
        many linked tables would go on overtaking one another.

        A `whole_round` is dear to decide twice: while another table has the turn it waits.
        """
        async with PoolTurn() as turn:

            async def build() -> Sequence[Part]:
                while True:
                    if whole_round and (pool := self._pool(live)) is not None:
                        await turn.take_if_busy(pool.family)
                    wallet = await self.wallet(owner, fresh=True) if owner else NO_WALLET
                    move = TableTransaction(
                        live.rules, live.run, self.now, self._pool(live), self._patrons(live)
                    )
                    outcome = decide(move, wallet)
                    parts = self._parts(live, move, wallet, outcome, turn)
                    pool = moved_pool(move)
                    if pool is None:
                        return parts
                    await turn.take(pool.family)
                    if not pool.overtaken:
                        return parts
                    live.vault.forget_after(live.run.stacks)  # sealed here, but never written

            return await self.commits.decide_and_write(id, cause, build)

    def _parts(
        self,
        live: LiveTable,
        move: TableTransaction,
        wallet: w.Wallet,
        outcome: Outcome,
        turn: PoolTurn,
    ) -> Sequence[Part]:
        """All that a move at a table changes; what the dealer does at once belongs to it."""
        held_by = self._automatic(live, move)
        if not move.happened:
            live.held(held_by)
            return ()
        parts: list[Part] = [TablePart(self, live, move, held_by, live.run, live.version)]
        if outcome.wallet is not None:
            parts.append(self.cage.part(wallet, outcome.wallet))
        pool = moved_pool(move)
        if pool is not None:
            parts.append(PoolPart(self.affairs, pool, turn))
        parts += patron_parts(self.affairs, move)
        if opens(live, move):
            parts += unmoved(self.affairs, TOURNAMENTS)
        return parts

    def _patrons(self, live: LiveTable) -> PatronLink:
        """Those who play at a table, as the casino knows them now."""
        find, kinds = self.affairs.patron, self.affairs.kinds
        check = partial(check_known, self.accounts.known)
        return PatronLink(find, kinds, live.run.terms, live.rules, check)

    def _pool(self, live: LiveTable) -> JackpotLink | None:
        """The prize meters that a table is linked to."""
        return pool_side(self.affairs, live.rules, live.id, self.now)

    def _automatic(
        self, live: LiveTable, move: TableTransaction, here: Here | None = None
    ) -> Refused | Malformed | None:
        """At a table of virtual cards the dealer goes on at once, in the same append."""
        if move.run.terms.cards != "virtual":
            return None
        here = here or (live.here if self.alone else everybody)
        dealer = table_dealer(move, live.vault, self.entropy, here)
        with Deciding(live):
            dealer.go_on()
        return dealer.held_by

    # What the house itself does

    async def move_by_house(
        self, live: LiveTable, what: str, act: Callable[[TableTransaction], None]
    ) -> None:
        """Whatever the house itself does at a table; in several processes it is done once."""

        def decide(move: TableTransaction, _: w.Wallet) -> Outcome:
            act(move)
            return Outcome()

        async with live.lock:
            id = f"{what}:{live.id}/{live.version}"
            if live.stopped is not None:
                return
            if await self._move(live, id, cause_of(HOUSE), decide) == "done before":
                await self.catch_up(live)

    async def _go_on(self, live: LiveTable) -> None:
        """What the automatic dealer does because time has passed or somebody has gone."""
        if live.run.terms.cards != "virtual" or live.run.table.phase != "open":
            return
        async with live.lock:
            if live.stopped is not None:
                return
            # The same in every process: whoever is second finds it done. No name has a colon.
            id = f"clock:{live.id}/{live.version}"
            await self._move(live, id, cause_of("clock"), lambda *_: Outcome(), whole_round=True)

    async def after_move(self, live: LiveTable) -> None:
        """Each person's own part; a snapshot now and then."""
        for watcher in live.watchers:
            live.tell_you(watcher, self._means(live, watcher.viewer.name))
        for told in self.on_move:
            told(live)
        await self._keep_snapshot(live)

    async def _keep_snapshot(self, live: LiveTable) -> None:
        if live.version - live.kept_version >= SNAPSHOT_EVERY:
            live.kept_version = live.version
            snapshot = snapshot_of(self.stamp, live.stream, live.run, live.version, live.lines)
            await keep(self.committer, self.store, snapshot)

    async def catch_up(self, live: LiveTable) -> None:
        """Read what others have written to this table."""
        live.vault.forget_after(live.run.stacks)  # what was sealed here was never written
        rows = await self.committer.call(self.store.read, live.stream, live.version)
        if rows:
            await self._take_in(live, rows)
            await self.after_move(live)

    # Who may be here

    def turned_away(self, name: str) -> Refused | None:
        """Why somebody is not let in: the casino keeps them out."""
        return turned_away(self.affairs.patron(name).states.get(patron_stream(name)))

    async def tell_standings(self, live: LiveTable) -> None:
        """What was found about players, and wrong stakes, also where nobody orders anything."""
        if live.stopped is not None or live.run.table.phase != "open":
            return
        at = max(self.now, live.run.table.now)
        told = any(self._patrons(live).tell(live.run.table, at))
        pool = self._pool(live)
        if not told and (pool is None or not pool.wrong_stakes(live.run.table, at)):
            return

        def hear(move: TableTransaction) -> None:
            move.hear_of_patrons()
            if move.pool is not None:
                move.hear(move.pool.wrong_stakes(move.run.table, move.at))

        await self.move_by_house(live, "standing", hear)

    # Money at the cage

    async def wallet(self, name: str, fresh: bool = False) -> w.Wallet:
        return await self.cage.wallet(name, fresh)

    async def at_cage(
        self, by: str, name: str, cents: int, kind: Literal["deposit", "withdraw"], id: str
    ) -> w.Wallet:
        """Money over the counter; `id` makes a resend harmless. Whoever is kept out is paid out."""
        judged = (lambda: let_in(self.affairs, name)) if kind == "deposit" else tuple
        return await self.cage.over_the_counter(by, name, cents, kind, id, lambda: self.now, judged)

    # Time and other processes

    async def _keep_clocks(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                if not await self.committer.writable() or self.committer.outage.resting:
                    continue
                await self.look_at_clocks()
                await self.affairs.look_at_clocks()
                await self.own_cups.look_at_clocks()
                show_meters(self.affairs, self.tables)
            except Exception as error:  # the clocks go on
                outages.tell(error, "the clocks")

    async def look_at_clocks(self) -> None:
        """Go on wherever the time is over that somebody was given."""
        for live in list(self.tables.values()):
            for look in (self._mended, self.tell_standings, self._over):
                try:
                    await look(live)
                except Exception as error:  # everything else goes on
                    outages.tell(error, f"the clock of table {live.id}")

    async def _mended(self, live: LiveTable) -> None:
        if live.behind and live.between_rounds:
            await self.take_up_revision(live)

    async def _over(self, live: LiveTable) -> None:
        clock = live.run.clock
        over = clock is not None and 0 < clock.until <= self.now
        if over and not live.lock.locked() and live.stopped is None:
            await self._go_on(live)

    async def _keep_seats(self) -> None:
        while True:
            await asyncio.sleep(SEATS_SECONDS)
            try:
                await self.clear_seats()
                await self.accounts.sweep(self.now)
            except Exception as error:
                outages.tell(error, "seats of guests who have gone")

    async def clear_seats(self) -> None:
        """Guests who have gone get up from practice tables, and whoever is kept out from any."""
        for live in list(self.tables.values()):
            guests = gone_guests(live, self.now, GONE_SECONDS) if self.alone else ()
            for name in (*to_send_away(self.affairs, live), *guests):
                asked = r.Asked(f"gone-{self.now}", r.Go())
                account = (await self.accounts.people()).find(name)
                with suppress(Refused, Malformed, Stopped):
                    # Also with a locked account: the chips are theirs.
                    viewer = viewer_of(account) if account is not None else Viewer(name)
                    await self.command(live.id, viewer, asked)
        await self.own_tables.sweep()
        self.own_cups.sweep()

    async def _follow(self) -> None:
        """Whatever another process writes is seen here as well."""
        behind = False  # what was heard of once is looked for until it was read
        while True:
            try:
                if behind or await self.committer.wait(1.0):
                    behind = True
                    await self._look_round()
                    behind = False
            except Exception as error:
                if not self.leaving.because_of(error):
                    outages.tell(error, "the log could not be followed")
                behind = behind and isinstance(error, Unavailable)
                await asyncio.sleep(1)

    async def _look_round(self) -> None:
        streams = await self.committer.call(self.store.streams)
        for stream, version in streams.items():
            if not stream.startswith(TABLES):
                continue
            live = self.tables.get(stream.removeprefix(TABLES))
            if live is None:
                await self._load(stream.removeprefix(TABLES))
            elif live.version < version:
                async with live.lock:
                    await self.catch_up(live)
        await self.accounts.people()
        await self.affairs.follow(streams)
