"""The house at work: tables that run, commands that are durable before they are acknowledged.

    command ──▶ decide on what is known ──▶ append ──▶ written: apply, tell everybody, acknowledge
                        ▲                     │
                        └── read what is new ◀┴ conflict: somebody was quicker

A table's commands are taken one after the other; those of different tables share commits. Several
processes may serve the same tables: each follows the log, and whoever decided on an old version
decides again.
"""

import asyncio
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Literal

import msgspec

from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.house import happenings as h
from bythebook.house import requests as r
from bythebook.house import wallets as w
from bythebook.house.accounts import Accounts
from bythebook.house.asking import Asking, Outcome
from bythebook.house.automatic import Automatic, Entropy
from bythebook.house.committer import Committer
from bythebook.house.happenings import encode, happening_from_json, kind_of
from bythebook.house.live import LiveTable, Watcher, shoe_stream_of, stream_of
from bythebook.house.live import encode as as_text
from bythebook.house.people import INSPECTOR, PIT, Viewer
from bythebook.house.projecting import lobby_row
from bythebook.house.running import Move, Run, Secret
from bythebook.house.snapshots import restored, snapshot_of
from bythebook.house.store import Append, Conflict, NewEvent, Row, Store, Unavailable, Write
from bythebook.house.views import LobbyRow, TableView
from bythebook.rulebooks.tables import find_table_rules

TRIES_MAX = 30
TICK_SECONDS = 0.25
SNAPSHOT_EVERY = 2000  # events of a stream
ANSWERS_KEPT = 20_000
TABLES = "table/"

log = logging.getLogger("bythebook.house")

Become = Literal["done", "done before", "overtaken"]  # overtaken: decide again


class Ack(msgspec.Struct, frozen=True):
    """The command is durable; or it waits for a second person under this number."""

    id: str
    version: int
    waiting: int = 0
    reason: str = ""


class Stopped(Unavailable):
    """A table that found itself wrong does nothing more until somebody has looked."""


class House:
    """Opened over a store; see `open`."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        entropy: Entropy = os.urandom,
        alone: bool = True,
    ) -> None:
        self.store = store
        self.committer = Committer(store)
        self.accounts = Accounts(self.committer, store)
        self.clock = clock
        self.entropy = entropy
        self.alone = alone  # the only process: who is not connected here is not connected
        self.tables: dict[str, LiveTable] = {}
        self.counts: dict[str, int] = {"acknowledged": 0, "refused": 0, "malformed": 0}
        self._wallets: dict[str, w.Wallet] = {}
        self._answers: OrderedDict[str, Ack] = OrderedDict()
        self._tasks: list[asyncio.Task[None]] = []
        self.on_move: list[Callable[[LiveTable], None]] = []  # told after every move
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
        self._tasks = [
            asyncio.create_task(self._keep_clocks(), name="clocks"),
            asyncio.create_task(self._follow(), name="follow"),
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
            run, version, rows = Run(terms=made.terms), 1, rows[1:]
        live = LiveTable(find_table_rules(run.terms.book), run, version)
        live.lines.extend(kept.lines if kept is not None else ())
        await self._take_in(live, rows)
        self.tables[table] = live
        return live

    async def _take_in(self, live: LiveTable, rows: Sequence[Row]) -> None:
        """What the log has of a table beyond what is known of it here."""
        move = Move(live.rules, live.run, 0)
        for row in rows:
            move.happen(happening_from_json(row.data))
        await self._fill_vault(live, move.run)
        live.moved(move, self._held_by(live, move.run))

    def _held_by(self, live: LiveTable, run: Run) -> Refused | Malformed | None:
        """Why the automatic dealer does not go on: whoever wrote the last event knew."""
        tried = Move(live.rules, run, run.table.now)
        held_by = None
        with suppress(Stopped), self._deciding(live):
            held_by = self._automatic(live, tried, _everybody)
        live.vault.forget_after(run.stacks)
        return None if tried.happened else held_by

    async def _fill_vault(self, live: LiveTable, run: Run) -> None:
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
        append = Append(stream_of(terms.id), 0, (NewEvent(kind_of(made), encode(made)),))
        write = Write(f"table:{terms.id}", encode({"by": by}), (append,))
        written = await self.committer.append(write)
        if isinstance(written, Conflict):
            raise Malformed(f"there is a table {terms.id} already", "id")
        if terms.id not in self.tables:
            self.tables[terms.id] = LiveTable(rules, Run(terms=terms), 1)
        return self.tables[terms.id]

    def table(self, table: str) -> LiveTable:
        live = self.tables.get(table)
        if live is None:
            raise Malformed(f"there is no table {table}")
        return live

    def lobby(self, viewer: Viewer) -> tuple[LobbyRow, ...]:
        """What is on offer: practice first, then the tables of the house."""
        rows = [lobby_row(live.rules, live.run) for live in self.tables.values()]
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

    # Commands

    async def command(self, table: str, viewer: Viewer, asked: r.Asked) -> Ack:
        """Carry out what somebody asks for; returns when it is durable. Refused, it raises."""
        live = self.table(table)
        id = f"{viewer.name}/{table}/{asked.id}"
        known = self._answers.get(id)
        if known is not None:
            return known
        async with live.lock:
            try:
                ack = await self._command(live, viewer, asked, id)
            except (Refused, Malformed) as no:
                # Done already, it would be refused the second time: that is no answer to give.
                before = await self._as_before(live, asked, id)
                if before is None:
                    self.counts["refused" if isinstance(no, Refused) else "malformed"] += 1
                    raise
                ack = before
        self.counts["acknowledged"] += 1
        self._answers[id] = ack
        if len(self._answers) > ANSWERS_KEPT:
            self._answers.popitem(last=False)
        return ack

    async def _command(self, live: LiveTable, viewer: Viewer, asked: r.Asked, id: str) -> Ack:
        needs_wallet = isinstance(asked.what, r.BuyChips | r.CashOut | r.Go)
        for _ in range(TRIES_MAX):
            wallet = await self.wallet(viewer.name, fresh=True) if needs_wallet else _NO_WALLET
            move = Move(live.rules, live.run, self.now)
            with self._deciding(live):
                outcome = Asking(move, viewer, wallet).carry_out(asked)
            if not move.happened:
                raise Malformed("that would change nothing")  # nothing to be acknowledged
            become = await self._write(live, move, id, {"by": viewer.name}, outcome, wallet)
            if become == "done":
                return Ack(asked.id, live.version, outcome.waiting, outcome.reason)
            if become == "done before":
                before = await self._as_before(live, asked, id)
                assert before is not None
                return before
        raise BrokenInvariant(f"the command {id} found no place in the log")

    async def _as_before(self, live: LiveTable, asked: r.Asked, id: str) -> Ack | None:
        """What a command was answered that is in the log already; None if it is not."""
        rows = await self.committer.call(self.store.of_command, id)
        for row in rows:
            if row.kind == h.ApprovalAsked.__name__:
                waits = happening_from_json(row.data)
                assert isinstance(waits, h.ApprovalAsked)
                return Ack(asked.id, live.version, waits.number, waits.reason)
        return Ack(asked.id, live.version) if rows else None

    @contextmanager
    def _deciding(self, live: LiveTable) -> Iterator[None]:
        """Whoever finds the table wrong stops it."""
        if live.stopped is not None:
            raise Stopped(str(live.stopped))
        try:
            yield
        except (BrokenInvariant, AssertionError) as wrong:
            live.stopped = wrong
            log.exception("table %s stops", live.id)
            raise Stopped(str(wrong)) from wrong

    async def carry_out(self, live: LiveTable, move: Move, id: str, by: str) -> None:
        """Write a move that the house itself has worked out on the table as it is."""
        async with live.lock:
            await self._write(live, move, id, {"by": by})

    async def _go_on(self, live: LiveTable) -> None:
        """What the automatic dealer does because time has passed or somebody has gone."""
        if live.run.terms.cards != "virtual" or live.run.table.phase != "open":
            return
        async with live.lock:
            if live.stopped is not None:
                return
            move = Move(live.rules, live.run, self.now)
            # The same in every process: whoever is second finds it done. No name has a colon.
            await self._write(live, move, f"clock:{live.id}/{live.version}", {"by": "clock"})

    async def _write(
        self,
        live: LiveTable,
        move: Move,
        id: str,
        cause: dict[str, str],
        outcome: Outcome | None = None,
        wallet: w.Wallet | None = None,
    ) -> Become:
        """Append a move with all that follows from it."""
        with self._deciding(live):
            held_by = self._automatic(live, move, live.here if self.alone else _everybody)
        if not move.happened:
            live.held_by = held_by
            return "done"
        before = live.run
        appends = []
        if move.secrets:  # first, so that whoever reads on knows what lies behind the seals
            sealed = tuple(NewEvent("StackSecret", encode(secret)) for secret in move.secrets)
            appends.append(Append(shoe_stream_of(live.id), before.stacks, sealed))
        appends.append(Append(live.stream, live.version, _new_events(move.happened)))
        if outcome is not None and outcome.wallet is not None and wallet is not None:
            event = NewEvent(type(outcome.wallet).__name__, encode(outcome.wallet))
            appends.append(Append(w.stream_of(wallet.name), wallet.version, (event,)))
        written = await self.committer.append(Write(id, encode(cause), tuple(appends)))
        if isinstance(written, Conflict) or written.again:
            await self._catch_up(live)
            return "overtaken" if isinstance(written, Conflict) else "done before"
        if outcome is not None and outcome.wallet is not None and wallet is not None:
            self._wallets[wallet.name] = w.change(wallet, outcome.wallet)
        live.moved(move, held_by)
        await self._after(live)
        return "done"

    def _automatic(
        self, live: LiveTable, move: Move, here: Callable[[str], bool]
    ) -> Refused | Malformed | None:
        """At a table of virtual cards the dealer goes on at once, in the same append."""
        if move.run.terms.cards != "virtual":
            return None
        dealer = Automatic(move, live.vault, self.entropy, here)
        dealer.go_on()
        return dealer.held_by

    async def _after(self, live: LiveTable) -> None:
        """Each person's own part; a snapshot now and then."""
        for watcher in live.watchers:
            wallet = self._wallets.get(watcher.viewer.name, _NO_WALLET)
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
            return _NO_WALLET
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
        raise BrokenInvariant("the cage found no place in the log")

    # Time and other processes

    async def _keep_clocks(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            await self.look_at_clocks()

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


_NO_WALLET = w.Wallet("")
_secrets = msgspec.json.Decoder(Secret)


def _everybody(_: str) -> bool:
    return True


def secret_from_json(data: bytes) -> Secret:
    return _secrets.decode(data)


def _new_events(happened: Sequence[h.Happening]) -> tuple[NewEvent, ...]:
    return tuple(NewEvent(kind_of(one), encode(one)) for one in happened)


def sees_everything(viewer: Viewer) -> bool:
    """Whether somebody may look into registers and past rounds."""
    return bool(viewer.house_roles & {INSPECTOR, PIT})


def row_in_words(row: Row) -> str:
    return f"event {row.position} ({row.kind}, number {row.version} of {row.stream})"
