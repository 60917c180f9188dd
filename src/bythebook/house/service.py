"""The house at work: tables that run, commands that are durable before they are acknowledged.

    command ──▶ decide on what is known ──▶ append ──▶ written: apply, tell everybody, acknowledge
                        ▲                     │
                        └── read what is new ◀┴ conflict: somebody was quicker

How a command gets there is in `commanding`. Several processes may serve the same tables: each
follows the log, and whoever decided on an old version decides again.
"""

import asyncio
import logging
import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal

import msgspec
from msgspec.structs import replace

from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.house.activities.pools.pools import KIND as POOLS
from bythebook.house.commanding import (
    NO_WALLET,
    TRIES_MAX,
    Commanding,
    PoolTurn,
    Stopped,
    everybody,
)
from bythebook.house.log.snapshots import restored, snapshot_of
from bythebook.house.log.store import (
    Append,
    Conflict,
    NewEvent,
    Overtaken,
    Row,
    Store,
    Unavailable,
    Write,
)
from bythebook.house.log.upcasting import as_row
from bythebook.house.money import wallets as w
from bythebook.house.people.accounts import Accounts
from bythebook.house.people.people import GUEST_PREFIX, Viewer
from bythebook.house.tables import table_log as h
from bythebook.house.tables.automatic_dealer import Entropy
from bythebook.house.tables.live_table import Ack, LiveTable, Watcher, shoe_stream_of, stream_of
from bythebook.house.tables.live_table import encode as as_text
from bythebook.house.tables.projecting import lobby_row
from bythebook.house.tables.request_handler import Outcome
from bythebook.house.tables.requests import Asked, Go
from bythebook.house.tables.running_table import RunningTable, Secret, TableTransaction
from bythebook.house.tables.table_log import encode, happening_from_json, kind_of
from bythebook.house.tables.views import LobbyRow, TableView
from bythebook.jackpots.state import Pool, readings
from bythebook.rulebooks.tables import find_table_rules

TICK_SECONDS = 0.25
SEATS_SECONDS = 10  # between looks at who has gone
GONE_SECONDS = 600  # a guest may come back as long as this
SNAPSHOT_EVERY = 2000  # events of a stream
TABLES = "table/"

log = logging.getLogger("bythebook.house")

__all__ = ["Ack", "House", "Stopped"]


class House(Commanding):
    """Opened over a store; see `open`."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        entropy: Entropy = os.urandom,
        alone: bool = True,
    ) -> None:
        super().__init__(store, clock=clock, entropy=entropy, alone=alone)
        self.accounts = Accounts(self.committer, store)
        self._tasks: list[asyncio.Task[None]] = []
        self.on_move: list[Callable[[LiveTable], None]] = []  # told after every move
        self._closing = False

    # Opening and closing

    async def open(self) -> None:
        """Load every table, then keep the clocks and follow the log."""
        streams = await self.committer.call(self.store.streams)
        for stream in streams:
            if stream.startswith(TABLES):
                await self._load(stream.removeprefix(TABLES))
        await self.affairs.follow(streams)
        self._tasks = [
            asyncio.create_task(self._keep_clocks(), name="clocks"),
            asyncio.create_task(self._follow(), name="follow"),
            asyncio.create_task(self._keep_seats(), name="seats"),
        ]

    async def close(self) -> None:
        self._closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.committer.close()

    async def _load(self, table: str) -> LiveTable | None:
        """A table as the log has it: from a snapshot if there is a good one."""
        stream = stream_of(table)
        snapshot = await self.committer.call(self.store.snapshot, stream)
        kept = restored(snapshot)
        if kept is not None and snapshot is not None:
            run, version = kept.run, snapshot.version
            rows = await self.committer.call(self.store.read, stream, version)
        else:
            rows = await self.committer.call(self.store.read, stream)
            if not rows:
                return None
            made = happening_from_json(rows[0].data)
            if not isinstance(made, h.TableMade):
                raise BrokenInvariant(f"{stream} does not begin with a table")
            run, version, rows = RunningTable(terms=made.terms), 1, rows[1:]
        live = LiveTable(find_table_rules(run.terms.book), run, version)
        live.lines.extend(kept.lines if kept is not None else ())
        await self._take_in(live, rows)
        self.tables[table] = live
        return live

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
        """A table that is not open yet."""
        rules = find_table_rules(terms.book)
        if not terms.id or not terms.id.replace("-", "").isalnum() or len(terms.id) > 60:
            raise Malformed("letters, digits and dashes", "id")
        made = h.TableMade(terms, by, self.now)
        append = Append(stream_of(terms.id), 0, (NewEvent(kind_of(made), as_row(made)),))
        write = Write(f"table:{terms.id}", encode({"by": by}), (append,))
        written = await self.committer.append(write)
        if isinstance(written, Conflict):
            raise Malformed(f"there is a table {terms.id} already", "id")
        if terms.id not in self.tables:
            self.tables[terms.id] = LiveTable(rules, RunningTable(terms=terms), 1)
        return self.tables[terms.id]

    def table(self, table: str) -> LiveTable:
        live = self.tables.get(table)
        if live is None:
            raise Malformed(f"there is no table {table}")
        return live

    def lobby(self, viewer: Viewer) -> tuple[LobbyRow, ...]:
        """What is on offer: practice first, then the tables of the house."""
        rows = [
            replace(row, meters={**row.meters, **live.projection.readings})
            for live in self.tables.values()
            for row in [lobby_row(live.rules, live.run)]
        ]
        return tuple(sorted(rows, key=lambda row: (not row.practice, row.book, row.title)))

    async def view(self, table: str, viewer: Viewer) -> TableView:
        live = self.table(table)
        wallet = await self.wallet(viewer.name)
        return live.view(viewer, wallet.cents)

    # Watching

    async def watch(self, table: str, viewer: Viewer) -> Watcher:
        live = self.table(table)
        wallet = await self.wallet(viewer.name)
        watcher = Watcher(viewer)
        view = live.view(viewer, wallet.cents)
        watcher.you = view.you
        watcher.put(as_text({"view": view}))
        live.come(watcher)
        return watcher

    async def look_again(self, table: str, watcher: Watcher) -> None:
        """The whole view once more, for whoever has lost the thread."""
        view = await self.view(table, watcher.viewer)
        watcher.you, watcher.overrun = view.you, False
        watcher.put(as_text({"view": view}))

    async def unwatch(self, table: str, watcher: Watcher) -> None:
        live = self.tables.get(table)
        if live is None:
            return
        live.leave(watcher)
        if live.run.terms.practice and not self._closing:
            with suppress(Unavailable):  # the clock tries again
                await self._go_on(live)  # nobody waits for somebody who has gone

    # What the house itself does

    async def carry_out(self, live: LiveTable, move: TableTransaction, id: str, by: str) -> None:
        """Write a move that the house itself has worked out on the table as it is."""
        async with live.lock, PoolTurn() as turn:
            await self._write(live, move, id, by, Outcome(), NO_WALLET, turn)

    async def _go_on(self, live: LiveTable) -> None:
        """What the automatic dealer does because time has passed or somebody has gone."""
        if live.run.terms.cards != "virtual" or live.run.table.phase != "open":
            return
        async with live.lock:
            if live.stopped is not None:
                return
            # The same in every process: whoever is second finds it done. No name has a colon.
            id = f"clock:{live.id}/{live.version}"
            nothing = Outcome()
            await self._carried(live, id, "clock", lambda *_: nothing, whole_round=True)

    async def _after(self, live: LiveTable) -> None:
        """Each person's own part; a snapshot now and then."""
        for watcher in live.watchers:
            wallet = self._wallets.get(watcher.viewer.name, NO_WALLET)
            live.tell_you(watcher, wallet.cents)
        for told in self.on_move:
            told(live)
        if live.version - live.kept_version >= SNAPSHOT_EVERY:
            live.kept_version = live.version
            snapshot = snapshot_of(live.stream, live.run, live.version, live.lines)
            if snapshot is not None:
                await self.committer.call(self.store.save_snapshot, snapshot)

    async def _catch_up(self, live: LiveTable) -> None:
        """Read what others have written to this table."""
        live.vault.forget_after(live.run.stacks)  # what was sealed here was never written
        rows = await self.committer.call(self.store.read, live.stream, live.version)
        if rows:
            await self._take_in(live, rows)
            await self._after(live)

    # Money at the cage

    async def wallet(self, name: str, fresh: bool = False) -> w.Wallet:
        if not name:
            return NO_WALLET
        known = self._wallets.get(name, w.Wallet(name))
        if fresh or known.version == 0 or not self.alone:
            rows = await self.committer.call(self.store.read, w.stream_of(name), known.version)
            for row in rows:
                known = w.change(known, w.wallet_event(row.data))
            self._wallets[name] = known
        return known

    async def at_cage(
        self, by: str, name: str, cents: int, kind: Literal["deposit", "withdraw"], id: str
    ) -> w.Wallet:
        """Money over the counter; `id` makes a resend harmless."""
        for _ in range(TRIES_MAX):
            wallet = await self.wallet(name, fresh=True)
            w.check_amount(cents)
            if kind == "withdraw":
                w.take(wallet, cents)
            made = (w.Deposited if kind == "deposit" else w.Withdrawn)(cents, self.now, by)
            event = NewEvent(type(made).__name__, encode(made))
            append = Append(w.stream_of(name), wallet.version, (event,))
            write = Write(f"cage:{by}/{id}", encode({"by": by}), (append,))
            written = await self.committer.append(write)
            if not isinstance(written, Conflict):
                return await self.wallet(name, fresh=True)
        raise Overtaken("the cage")

    # Time and other processes

    async def _keep_clocks(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            await self.look_at_clocks()
            await self.affairs.look_at_clocks()
            self.show_meters()

    async def look_at_clocks(self) -> None:
        """Go on wherever the time is over that somebody was given."""
        for live in list(self.tables.values()):
            clock = live.run.clock
            if clock is None or not clock.until or self.now < clock.until:
                continue
            if live.lock.locked() or live.stopped is not None:
                continue
            try:
                await self._go_on(live)
            except Exception:
                log.exception("the clock of table %s", live.id)

    async def _keep_seats(self) -> None:
        while True:
            await asyncio.sleep(SEATS_SECONDS)
            try:
                await self.clear_seats()
            except Exception:
                log.exception("seats of guests who have gone")

    async def clear_seats(self) -> None:
        """Guests who have gone get up from practice tables: their boxes are for who comes next.

        Who is connected to another process is not known: with several, nobody is got up."""
        if not self.alone:
            return
        for live in list(self.tables.values()):
            if not live.run.terms.practice or live.run.table.in_round:
                continue
            for name in live.long_gone(self.now, GONE_SECONDS):
                if name.startswith(GUEST_PREFIX):
                    asked = Asked(f"gone-{self.now}", Go())
                    with suppress(Refused, Malformed, Stopped):
                        await self.command(live.id, Viewer(name), asked)

    def show_meters(self) -> None:
        """Tables that are linked to a jackpot show what all of them have added to it."""
        for pool in self.affairs.all_of(POOLS).values():
            if isinstance(pool, Pool):
                for table in pool.tables:
                    if table in self.tables:
                        self.tables[table].show_meters(readings(pool))

    async def _follow(self) -> None:
        """Whatever another process writes is seen here as well."""
        while True:
            try:
                if await asyncio.to_thread(self.store.wait, 1.0):
                    await self._look_round()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("the log could not be followed")
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
                    await self._catch_up(live)
        await self.affairs.follow(streams)


_secrets = msgspec.json.Decoder(Secret)


def secret_from_json(data: bytes) -> Secret:
    return _secrets.decode(data)
