"""The part of the house that attends to its affairs: loads them, carries out commands, tells.

One command of a family at a time in each process; between processes the log decides who was first.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, NoReturn, Protocol

import msgspec
from msgspec.structs import replace

from bythebook.casino.following import check_paid, paid
from bythebook.casino.state import Patron
from bythebook.deciders import Command, Order, Payment, Person
from bythebook.draws import Entropy
from bythebook.errors import NOT_JSON, Malformed, Refused
from bythebook.house.activities.activity import (
    ROW,
    SEALS,
    Acted,
    ActivityTransaction,
    Family,
    Kind,
    Seed,
    TakeUpRevision,
    command_from_json,
    encode,
    kind_and_id,
)
from bythebook.house.activities.patrons.patrons import COUNTING, patron_stream, turned_away
from bythebook.house.log.commits import Commits, Part, cause_of
from bythebook.house.log.committer import Committer
from bythebook.house.log.outages import outages
from bythebook.house.log.snapshots import Stamp, keep
from bythebook.house.log.store import (
    Append,
    Conflict,
    NewEvent,
    Row,
    Store,
    Unavailable,
    Written,
)
from bythebook.house.log.upcasting import as_row
from bythebook.house.money import wallets as w
from bythebook.house.money.cage import Cage
from bythebook.house.people.accounts import Accounts
from bythebook.house.people.people import HOUSE, INSPECTOR, PLAYER, Viewer
from bythebook.house.tables.live_table import Ack, LiveTable, Watcher, stream_of
from bythebook.house.tables.live_table import encode as as_text
from bythebook.rulebooks.law import digest, today, up_to_date
from bythebook.table import State as TableState

SNAPSHOT_EVERY = 2000
FOLLOW_SECONDS = 0.1  # until another process's writing is seen here
READ_ONLY = "house:inspector"
GUESTS = "house:guests"
STREAM_LENGTH_MAX = 100

log = logging.getLogger("bythebook.house")


class HousePort(Protocol):
    """What the affairs need of the house around them."""

    store: Store
    committer: Committer
    stamp: Stamp
    commits: Commits
    cage: Cage
    accounts: Accounts
    entropy: Entropy
    tables: dict[str, LiveTable]

    @property
    def now(self) -> int: ...

    def counted(self) -> AbstractContextManager[None]: ...


class LiveFamily(Family):
    """With who is looking, and whose turn it is."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.lock = asyncio.Lock()
        self.watchers: dict[Watcher, None] = {}

    def tell(self) -> None:
        """That something has changed: whoever may see it asks what."""
        message = as_text({"changed": {"version": self.version}})
        for watcher in self.watchers:
            watcher.put(message)


class FamilyPart(Part):
    """An activity and those that belong to it, as a command moves them."""

    def __init__(
        self, service: "ActivityService", family: LiveFamily, moving: ActivityTransaction
    ) -> None:
        self._service = service
        self._family = family
        self._moving = moving

    def appends(self) -> Iterator[Append]:
        seals: dict[str, list[Seed]] = {}
        for stream, seed in self._moving.new_seeds:
            seals.setdefault(stream, []).append(seed)
        for stream, seeds in seals.items():
            events = tuple(NewEvent("Seed", encode(seed)) for seed in seeds)
            yield Append(f"{SEALS}{stream}", seeds[0].number - 1, events)
        rows: dict[str, list[NewEvent]] = {}
        for stream, acted in self._moving.rows:
            rows.setdefault(stream, []).append(NewEvent(ROW, as_row(acted)))
        for stream, acts in rows.items():
            yield Append(stream, self._moving.versions.get(stream, 0), tuple(acts))
        for stream, version in self._moving.relies_on.items():
            yield Append(stream, version, ())

    async def written(self) -> None:
        await self._service.written(self._family, self._moving)

    async def behind(self, outcome: Written | Conflict) -> None:
        streams = (stream for stream, _ in self._moving.rows)
        await self._service.catch_up(self._family, *streams)
        if isinstance(outcome, Conflict) and self._moving.relies_on.keys() & outcome.versions:
            await asyncio.sleep(FOLLOW_SECONDS)  # whoever follows the log will know by then


class Unmoved(Part):
    """A stream that a command was judged by: it must still be at this version."""

    def __init__(
        self, service: "ActivityService", family: LiveFamily, stream: str, version: int
    ) -> None:
        self._service = service
        self._family = family
        self._append = Append(stream, version, ())

    def appends(self) -> Iterator[Append]:
        yield self._append

    async def behind(self, outcome: Written | Conflict) -> None:
        if isinstance(outcome, Conflict) and self._append.stream in outcome.versions:
            await self._service.catch_up(self._family, self._append.stream)


class ActivityService:
    """Every affair of the house; `kinds` are all that it knows."""

    def __init__(self, till: HousePort, kinds: Iterable[Kind]) -> None:
        self.till = till
        self.kinds: dict[str, Kind] = {kind.name: kind for kind in kinds}
        self.families: dict[str, LiveFamily] = {}
        self.behind: set[str] = set()  # streams whose rules have been mended since
        self.on_move: list[Callable[[LiveFamily], None]] = []  # told after every move

    # Finding

    def kind_of(self, stream: str) -> Kind:
        kind = self.kinds.get(kind_and_id(stream)[0])
        if kind is None:
            raise Malformed(f"there is nothing of the kind {kind_and_id(stream)[0][:20]!r}")
        return kind

    def family_of(self, stream: str) -> LiveFamily | None:
        """The family that a stream belongs to, if there is one yet."""
        return self.families.get(self.kind_of(stream).root_of(stream))

    def state(self, stream: str) -> object:
        """An affair as it is now; None if there is none of this name."""
        family = self.family_of(stream)
        return family.states.get(stream) if family is not None else None

    def all_of(self, kind: str) -> dict[str, object]:
        """Every affair of a kind, by its stream."""
        return {
            stream: family.states[stream]
            for _, family in sorted(self.families.items())
            for stream in sorted(family.states)
            if kind_and_id(stream)[0] == kind
        }

    def may_see(self, stream: str, viewer: Viewer) -> bool:
        """Whether somebody may know of this affair."""
        return self.kind_of(stream).may_see(self.state(stream), viewer)

    def seen_as(self, viewer: Viewer) -> Viewer:
        """As whom somebody is taken here."""
        return viewer

    # Loading and following

    async def open(self, streams: Mapping[str, int]) -> None:
        """Every affair of the log, each by our rules of today where nothing in it is half done."""
        await self.follow(streams)
        for family in self.families.values():
            for stream, state in family.states.items():
                law = self.kind_of(stream).law_of(state)
                if law is not None and not up_to_date(law):
                    self.behind.add(stream)
        await self.take_up_revisions()

    async def follow(self, streams: Mapping[str, int]) -> None:
        """Read whatever of the affairs' streams is not known here."""
        behind: dict[str, list[str]] = {}
        for stream, version in streams.items():
            if kind_and_id(stream)[0] not in self.kinds:
                continue
            family = self.family_of(stream)
            if family is None or family.versions.get(stream, 0) < version:
                behind.setdefault(self.kind_of(stream).root_of(stream), []).append(stream)
        for root, missed in behind.items():
            family = self._family(root)
            async with family.lock:
                await self._catch_up(family, missed)
            self._tell(family)

    def _family(self, root: str) -> LiveFamily:
        return self.families.setdefault(root, LiveFamily(root))

    async def catch_up(self, family: LiveFamily, *new: str) -> None:
        """Read what others have written; whoever calls has the turn."""
        family = self.families.setdefault(family.id, family)
        await self._catch_up(family, dict.fromkeys((*family.versions, *new)))

    async def _catch_up(self, family: LiveFamily, streams: Iterable[str]) -> None:
        store, call = self.till.store, self.till.committer.call
        for stream in streams:
            kind = self.kind_of(stream)
            if kind.state is not None and stream not in family.versions:
                await self._restore(family, kind, stream)
            known = (family.versions.get(stream, 0), len(family.seeds.get(stream, {})))
            rows, seeds = await call(_new_rows, store, stream, *known)
            for row in seeds:
                family.load_seed(row)
            for row in rows:
                family.load_row(kind, row)

    async def _restore(self, family: LiveFamily, kind: Kind, stream: str) -> None:
        snapshot = await self.till.committer.call(self.till.store.snapshot, stream)
        if snapshot is None or not self.till.stamp.is_ours(snapshot):
            return
        try:
            state = msgspec.json.decode(snapshot.data, type=kind.state)
        except NOT_JSON:
            return
        family.states[stream] = state
        family.versions[stream] = family.kept[stream] = snapshot.version

    # Commands

    def moving(self, family: Family, at: int) -> ActivityTransaction:
        """A move of a family, from where it is."""
        return ActivityTransaction(family, self.kinds, at, self.till.entropy)

    async def ask(self, stream: str, viewer: Viewer, given: bytes, id: str, why: str = "") -> Ack:
        """Carry out what somebody asks for; returns when it is durable. Refused, it raises."""
        command, build = self._asked(stream, viewer, given, why)
        with self.till.counted():
            cause = cause_of(viewer.name, (command, why))
            return await self.move(stream, f"{viewer.name}/{stream}/{id}", cause, build, id)

    def would(
        self, stream: str, viewer: Viewer, given: bytes, why: str = ""
    ) -> ActivityTransaction:
        """What would come of that now; nothing of it is kept. Refused, it raises."""
        _, build = self._asked(stream, viewer, given, why)
        family = self.family_of(stream) or LiveFamily(self.kind_of(stream).root_of(stream))
        moving = self.moving(family, self.till.now)
        build(moving)
        return moving

    def _asked(
        self, stream: str, viewer: Viewer, given: bytes, why: str
    ) -> tuple[Command, Callable[[ActivityTransaction], None]]:
        """What somebody asks for, and how it is worked out."""
        kind = self.kind_of(stream)
        if len(stream) > STREAM_LENGTH_MAX:
            raise Malformed(f"a name has at most {STREAM_LENGTH_MAX} characters")
        command = command_from_json(kind, given, asked=True)
        tag = str(type(command).__struct_config__.tag)
        if tag not in kind.by_people:
            raise Malformed(f"{tag!r} is no command for people", "type")
        if not viewer.name or viewer.guest:
            raise Refused(GUESTS, "log in first")

        def build(moving: ActivityTransaction) -> None:
            if INSPECTOR in viewer.house_roles and not viewer.book_roles:
                raise Refused(READ_ONLY, "an inspector sees everything and changes nothing")
            state = moving.state(stream)
            if state is not None and not kind.may_see(state, viewer):
                _as_if_there_were_none(kind, viewer, command, moving.at, why)
            cents = kind.approved_cents(state, command)
            self.till.accounts.proofs.check_approval(viewer, cents)
            asked = self._knowing_kept_out(kind, state, kind.prepared(self.till, state, command))
            kind.named(kind_and_id(stream)[1], asked)
            moving.relies_on |= kind.relies_on(self.till, state, asked)
            person = kind.person(state, viewer, asked)
            if kind.for_patrons:
                self._check_let_in(moving, stream, person, asked)
            order = Order(by=person, at=moving.at, command=asked, why=why)
            moving.act(stream, order)
            for name in kind.chosen(moving.state(stream), asked):
                family, patron = self._patron_of(name)
                moving.relies_on[patron] = family.versions.get(patron, 0)
            kind.after_act(moving, stream)

        return command, build

    def _knowing_kept_out(self, kind: Kind, state: Any, command: Command) -> Command:
        """The command, with those whom the casino keeps out of all that it is about."""
        among = kind.among(state, command)
        if not among:
            return command
        known = {name: self._patron_of(name) for name in among}
        out = (n for n, (family, patron) in known.items() if turned_away(family.states.get(patron)))
        return replace(command, kept_out=tuple(sorted(out)))

    def _patron_of(self, name: str) -> tuple[LiveFamily, str]:
        """Where the casino keeps whoever is called so, however they are spelled."""
        account = self.till.accounts.known.find(name)
        name = account.name if account is not None else name
        return self.patron(name), patron_stream(name)

    def _check_let_in(
        self, moving: ActivityTransaction, stream: str, by: Person, command: Command
    ) -> None:
        """Nobody has a part in anything whom the casino keeps out, whoever lets them in and however
        they spell them."""
        kind, state = self.kind_of(stream), moving.state(stream)
        game = (kind.book_of(state, command), kind.game_of(state)) if state is not None else ()
        names = {by.name} if by.role == PLAYER else set()
        names |= {kind.admitted(state, command)} - {""}
        for name in names:
            family, patron = self._patron_of(name)
            if (no := turned_away(family.states.get(patron), *game)) is not None:
                raise no
            moving.relies_on[patron] = family.versions.get(patron, 0)

    async def act(self, stream: str, by: str, order: Order, id: str) -> Ack:
        """An order of the house itself or of a program; `id` makes a resend harmless."""

        def build(moving: ActivityTransaction) -> None:
            moving.act(stream, order)
            self.kind_of(stream).after_act(moving, stream)

        return await self.move(stream, id, cause_of(by), build, id)

    async def move(
        self,
        stream: str,
        command_id: str,
        cause: bytes,
        build: Callable[[ActivityTransaction], None],
        id: str = "",
    ) -> Ack:
        """Work something out on the affair as it is and write it; overtaken, work it out anew."""
        family = self._family(self.kind_of(stream).root_of(stream))

        async def decide() -> Sequence[Part]:
            moving = self.moving(family, self.till.now)
            build(moving)
            if not moving.rows:
                return ()
            counted = [FamilyPart(self, f, told) for f, told in self._counted(family, moving)]
            wallets = await self._wallets(family, moving)
            return (FamilyPart(self, family, moving), *counted, *wallets)

        try:
            async with family.lock:
                become = await self.till.commits.decide_and_write(command_id, cause, decide)
                if become == "done before":
                    await self.catch_up(family, stream)
                return Ack(id, family.version)
        finally:
            if not family.versions:
                self.families.pop(family.id, None)

    def patron(self, name: str) -> LiveFamily:
        """Where somebody is kept whom the casino knows, or may come to know."""
        id = patron_stream(name)
        return self.families.get(id) or LiveFamily(id)

    async def written(self, family: LiveFamily, moving: ActivityTransaction) -> None:
        """What a move has worked out is in the log; what else of the family has moved meanwhile
        stays as it is, and whoever follows the log may have been quicker."""
        family = self.families.setdefault(family.id, family)
        for stream, seed in moving.new_seeds:
            family.seeds.setdefault(stream, {})[seed.number] = seed.seed
        for stream, version in moving.moved.items():
            if family.versions.get(stream, 0) < version:
                family.states[stream], family.versions[stream] = moving.states[stream], version
        self._tell(family)
        await self._keep(family)

    def _counted(
        self, family: Family, moving: ActivityTransaction
    ) -> Iterator[tuple[LiveFamily, ActivityTransaction]]:
        """What the money of a move means for the loss limits of those it concerns."""
        if not self.kind_of(family.id).counted:
            return
        known = {payment.person: self.patron(payment.person) for payment in moving.payments}
        found = {name: one.states.get(patron_stream(name)) for name, one in known.items()}
        patrons = {name: one for name, one in found.items() if isinstance(one, Patron)}
        for told in paid(family.id, moving.payments, patrons):
            if not told.decided:  # what was decided before is no new wager
                check_paid(patrons[told.patron], told.won, moving.at)
            stream = patron_stream(told.patron)
            counting = self.moving(known[told.patron], moving.at)
            at = max(moving.at, patrons[told.patron].now)
            counting.act(stream, Order(by=COUNTING, at=at, command=told))
            moving.relies_on.pop(stream, None)  # it moves itself, from this version
            yield known[told.patron], counting

    async def _wallets(self, family: Family, moving: ActivityTransaction) -> list[Part]:
        """The same money on the other side: a wallet's stream for each person it concerns."""
        people: dict[str, list[w.AnyWalletEvent]] = {}
        for payment in moving.payments:
            if payment.money == "wallet":
                event = _wallet_event(family.id, payment, moving.at)
                people.setdefault(payment.person, []).append(event)
        cage = self.till.cage
        return [
            cage.part(await cage.wallet(name, fresh=True), *events)
            for name, events in people.items()
        ]

    async def _keep(self, family: LiveFamily) -> None:
        for stream, version in list(family.versions.items()):
            if self.kind_of(stream).state is None:
                continue
            if version - family.kept.get(stream, 0) >= SNAPSHOT_EVERY:
                family.kept[stream] = version
                snapshot = self.till.stamp.made(stream, version, encode(family.states[stream]))
                await keep(self.till.committer, self.till.store, snapshot)

    # Our own revisions

    async def take_up_revisions(self) -> None:
        """Each says so as soon as nothing in it is half done; what was decided stays as it was."""
        for stream in sorted(self.behind):
            family = self.family_of(stream)
            if family is None or family.lock.locked():
                continue
            if not self.kind_of(stream).at_rest(family.states[stream], self._table):
                continue
            id = f"revision:{stream}/{family.versions[stream]}"
            try:
                await self.move(stream, id, cause_of(HOUSE), partial(self._take_up, stream))
            except Unavailable:
                raise
            except Exception as error:  # it goes on by what it has, and so do all the others
                outages.tell(error, f"the revision of {stream}")
            self.behind.discard(stream)

    def _take_up(self, stream: str, moving: ActivityTransaction) -> None:
        kind, looked_at = self.kind_of(stream), dict[str, int]()

        def look_at(name: str) -> TableState | None:
            live = self.till.tables.get(name)
            if live is not None:
                looked_at[stream_of(name)] = live.version
            return self._table(name)

        state = moving.state(stream)
        law = kind.law_of(state)
        if law is None or up_to_date(law) or not kind.at_rest(state, look_at):
            return
        book = today(law)
        command = TakeUpRevision(book.edition, book.revision, digest(book))
        moving.by_house(stream, HOUSE, HOUSE, command)
        moving.relies_on |= looked_at

    def _table(self, name: str) -> TableState | None:
        live = self.till.tables.get(name)
        return live.run.table if live is not None else None

    # Time

    async def look_at_clocks(self) -> None:
        """Whatever has come to its time."""
        await self.take_up_revisions()
        now = self.till.now
        for family in list(self.families.values()):
            if family.lock.locked():
                continue
            for stream, state in list(family.states.items()):
                kind = self.kind_of(stream)
                due = kind.next_deadline(state)
                try:
                    for name in self._to_get_up(kind, state):
                        await self._get_up(kind, family, stream, name)
                    if due is not None and due <= now:
                        await self._look(kind, family, stream)
                except Exception as error:
                    outages.tell(error, f"the clock of {stream}")

    def _to_get_up(self, kind: Kind, state: Any) -> list[str]:
        """Whom the casino keeps out and who has a seat there: they cannot ask for anything."""
        law = kind.law_of(state) if kind.seated(state) else None
        book = law.book if law is not None else ""
        known = [(name, *self._patron_of(name)) for name in kind.seated(state)]
        return [
            name
            for name, family, patron in known
            if turned_away(family.states.get(patron), book, kind.game_of(state)) is not None
        ]

    async def _get_up(self, kind: Kind, family: LiveFamily, stream: str, name: str) -> None:
        id = f"away:{stream}/{family.versions[stream]}/{name}"

        def build(moving: ActivityTransaction) -> None:
            if name in kind.seated(moving.state(stream)):
                kind.get_up(moving, stream, name)
                kind.after_act(moving, stream)

        await self.move(stream, id, cause_of("house"), build)

    async def _look(self, kind: Kind, family: LiveFamily, stream: str) -> None:
        # The same in every process: whoever is second finds it done.
        id = f"clock:{stream}/{family.versions[stream]}"

        def build(moving: ActivityTransaction) -> None:
            kind.on_timer(moving, stream)
            kind.after_act(moving, stream)

        await self.move(stream, id, cause_of("clock"), build)

    # Watching

    def _tell(self, family: LiveFamily) -> None:
        family.tell()
        for told in self.on_move:
            told(family)

    def watch(self, root: str, viewer: Viewer) -> Watcher:
        family = self.families.get(root)
        kind = self.kinds.get(kind_and_id(root)[0])
        if (
            family is None
            or kind is None
            or not (
                kind.may_follow(viewer, kind_and_id(root)[1])
                and kind.may_see(family.states.get(root), viewer)
            )
        ):
            raise Malformed(f"there is no {root[:STREAM_LENGTH_MAX]}")
        watcher = Watcher(viewer)
        watcher.put(as_text({"changed": {"version": family.version}}))
        family.watchers[watcher] = None
        return watcher

    def unwatch(self, root: str, watcher: Watcher) -> None:
        family = self.families.get(root)
        if family is not None:
            family.watchers.pop(watcher, None)


def _as_if_there_were_none(
    kind: Kind, viewer: Viewer, command: Command, at: int, why: str
) -> NoReturn:
    """Whoever may not know of something is answered as where there is nothing."""
    person = kind.person(None, viewer, command)
    kind.decided(None, Order(by=person, at=at, command=command, why=why), {})
    raise Malformed("this name cannot be used")


def _new_rows(store: Store, stream: str, after: int, seeds: int) -> tuple[list[Row], list[Row]]:
    """What there is beyond these, rows and seals of one moment: neither is ahead of the other."""
    with store.one_moment():
        return store.read(stream, after), store.read(f"{SEALS}{stream}", seeds)


def _wallet_event(account: str, payment: Payment, at: int) -> w.AnyWalletEvent:
    if payment.cents < 0:
        return w.Charged(-payment.cents, at, account)
    return w.PaidOut(payment.cents, at, account)


__all__ = ["Acted", "ActivityService", "Command", "HousePort", "LiveFamily"]
