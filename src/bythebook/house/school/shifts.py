"""Shifts of the dealers' school: private tables of scanned cards that live in this process alone.

The same as `House` has for tables of its own: `watch`, `look_again`, `unwatch`, `give`. What a
trainee does is judged by `dealer_school`, and every order that was carried out (the trainee's, the
players', a colleague's) is given to the table that the console shows. Nothing of it is money, and
nothing is in the log: a trainee has the rank that the lesson gives.
"""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.dealer_school.findings import Finding, Report
from bythebook.dealer_school.judging import (
    Called,
    Did,
    Leaves,
    Ordered,
    Paid,
    Payment,
    payments_due,
    report,
    take,
)
from bythebook.dealer_school.lesson import Lesson
from bythebook.dealer_school.shift import Shift, begin, coming, unpaid
from bythebook.dealer_school.telling import scene, wager_title
from bythebook.draws import Entropy
from bythebook.errors import Malformed, Refused
from bythebook.house.people.people import Viewer
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import Ack, Audience, LiveTable, Watcher, encode
from bythebook.house.tables.requests import Request, asked_from_json
from bythebook.house.tables.running_table import RunningTable, TableTransaction
from bythebook.house.tables.views import Means, TableView
from bythebook.phrases import ENGLISH, Speaker
from bythebook.rulebooks.chapters.conduct import rank_of
from bythebook.table import orders as o
from bythebook.table.due import what_is_due
from bythebook.table.powers import title

SHIFTS = "shift_"  # no table of the floor has a name like this
LIMIT = "house:school"
MOST = 400
LEFT_SECONDS = 3 * 3600  # after the last act the report can be read as long as this
CHIPS = 10_000_000  # cents: no player of a lesson runs out
ANSWERS_KEPT = 200
FINDINGS_SHOWN = 60


def is_shift(table: str) -> bool:
    """Whether a table of this name is one of the school's."""
    return table.startswith(SHIFTS)


class Pay(msgspec.Struct, frozen=True):
    """A wager that is to be paid, taken or left: what, the trainee says."""

    box: int
    player: str
    wager: str
    title: str  # of a side wager


class ShiftView(msgspec.Struct, frozen=True, kw_only=True):
    """A shift as the trainee sees it beside the console; nothing of what is wanted."""

    id: str
    title: str
    says: str
    book: str
    trainee: str
    role: str
    scene: tuple[str, ...]
    card: str  # that comes out of the shoe now
    planted: bool
    pay: tuple[Pay, ...]
    chips: tuple[int, ...]
    calls: dict[str, str]  # roles that may be called, and their titles
    round: int
    rounds: int
    ended: bool
    began: int
    since: int
    findings: tuple[Finding, ...]
    counts: dict[str, int]


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a trainee does beside the orders of the console."""

    call: str = ""
    pay: tuple[Payment, ...] | None = None
    leave: bool = False

    @property
    def did(self) -> Did:
        if self.leave:
            return Leaves()
        return Paid(self.pay) if self.pay is not None else Called(self.call)


class ShiftTable(LiveTable):
    """One trainee's table, with the shift that is judged there."""

    def __init__(self, id: str, shift: Shift, owner: str, code: str) -> None:
        lesson = shift.lesson
        terms = h.Terms(
            id=id,
            title=lesson.title,
            book=lesson.book,
            cards="scanned",
            practice=True,
            setup=shift.table.set_up,
            edition=shift.rules.book.edition,
        )
        super().__init__(shift.rules, RunningTable(terms=terms), 1)
        self.owner = owner
        self.code = code  # of the class, if it is one's
        self.shift = shift
        self.touched = shift.now
        self.beside = Audience()  # who looks at the shift itself
        self.answers: dict[str, Ack] = {}
        self._shown = 0
        self.follow(shift)

    def follow(self, shift: Shift) -> None:
        """Everything that was carried out since is carried out at the table that is shown."""
        fresh = shift.given[self._shown :]
        at = max(shift.now, self.run.table.now)
        move = TableTransaction(self.rules, self.run, at)
        if not self._shown:
            for seat in shift.lesson.players:
                move.happen(h.ChipsBought(seat.name, CHIPS, at, "play"))
        for order in fresh:
            move.order(order)
        self.shift, self.touched, self._shown = shift, shift.now, len(shift.given)
        self.moved(move, None)
        self.tell_shift()

    def _tell_all(self, changed: dict[str, Any]) -> None:
        """What a round pays is the trainee's to work out."""
        super()._tell_all({k: v for k, v in changed.items() if k not in ("rows", "lines")})

    def view(self, viewer: Viewer, means: Means) -> TableView:
        return replace(super().view(viewer, means), rows=(), lines=())

    def tell_shift(self) -> None:
        message = encode({"shift": shift_view(self)})
        for watcher in self.beside.watchers:
            watcher.put(message)

    def acting(self, viewer: Viewer) -> Viewer:
        """Whoever looks, with the rank that the lesson gives its trainee; others only look."""
        if viewer.name != self.owner:
            return replace(viewer, book_roles={})
        roles = {self.run.terms.book: self.shift.trainee.role}
        return replace(viewer, guest=False, house_roles=frozenset(), book_roles=roles)


def shift_view(table: ShiftTable) -> ShiftView:
    shift = table.shift
    lesson, conduct = shift.lesson, shift.rules.conduct
    own = rank_of(conduct, shift.trainee.role) or 0
    above = [role for role in conduct.ladder if (rank_of(conduct, role.role) or 0) > own]
    due = payments_due(shift) if not (shift.open or shift.waits) else ()
    waits = not shift.ended and what_is_due(shift.rules, shift.table).what in ("card", "wagers")
    return ShiftView(
        id=table.id,
        title=lesson.title,
        says=lesson.says,
        book=lesson.book,
        trainee=shift.trainee.name,
        role=title(conduct, shift.trainee.role),
        scene=tuple(scene(shift)),
        card=str(coming(shift)) if waits and not unpaid(shift) else "",
        planted=shift.planted is not None,
        pay=tuple(
            Pay(one.box, one.player, one.wager, wager_title(shift, one.wager)) for one in due
        ),
        chips=shift.table.set_up.chips,
        calls={role.role: role.title for role in above},
        round=min(lesson.rounds, shift.table.rounds + (0 if unpaid(shift) else 1)),
        rounds=lesson.rounds,
        ended=shift.ended,
        began=shift.began,
        since=shift.since,
        findings=shift.findings[-FINDINGS_SHOWN:],
        counts=report(shift).counts,
    )


async def _forgotten(table: ShiftTable) -> None:
    """Where nothing is kept."""


class Shifts:
    def __init__(self, clock: Callable[[], float], entropy: Entropy) -> None:
        self._clock = clock
        self._entropy = entropy
        self.tables: dict[str, ShiftTable] = {}
        self.holders: dict[str, str] = {}  # by the code of a class: who holds it
        self.on_change: list[Callable[[ShiftTable], None]] = []
        self.keep: Callable[[ShiftTable], Awaitable[None]] = _forgotten

    @property
    def now(self) -> int:
        return int(self._clock())

    # Shifts

    def begin(self, owner: str, lesson: Lesson, name: str = "", code: str = "") -> ShiftTable:
        """A table for one trainee; one that they had of their own before is given up."""
        self.sweep()
        for old in [t for t in self.tables.values() if (t.owner, t.code) == (owner, code)]:
            self._drop(old)
        if len(self.tables) >= MOST:
            raise Refused(LIMIT, "there are as many shifts as there is room for")
        shift = begin(lesson, name or owner, self.now)
        table = ShiftTable(f"{SHIFTS}{self._entropy(8).hex()}", shift, owner, code)
        self.tables[table.id] = table
        self._changed(table)
        return table

    def _changed(self, table: ShiftTable) -> None:
        for told in self.on_change:
            told(table)

    def sweep(self) -> None:
        for table in list(self.tables.values()):
            if self.now - table.touched > LEFT_SECONDS:
                self._drop(table)

    def _drop(self, table: ShiftTable) -> None:
        self.tables.pop(table.id, None)
        gone = encode({"gone": {"reason": "this shift was left"}})
        for watcher in (*table.watchers, *table.beside.watchers):
            watcher.put(gone)

    def of(self, name: str) -> list[ShiftTable]:
        return [table for table in self.tables.values() if name and table.owner == name]

    def find(self, id: str, viewer: Viewer) -> ShiftTable:
        """A shift, for its trainee and for whoever holds the class."""
        table = self.tables.get(id)
        if table is None or not self.may_see(table, viewer):
            raise Malformed(f"there is no shift {id[:40]}")
        return table

    def may_see(self, table: ShiftTable, viewer: Viewer) -> bool:
        return bool(viewer.name) and viewer.name in (table.owner, self.holders.get(table.code))

    def report(self, id: str, viewer: Viewer) -> Report:
        return report(self.find(id, viewer).shift)

    def act(self, id: str, viewer: Viewer, act: Act) -> ShiftView:
        """What is no order: calling somebody, paying, leaving."""
        table = self._own(id, viewer)
        self._done(table, act.did)
        return shift_view(table)

    def _own(self, id: str, viewer: Viewer) -> ShiftTable:
        table = self.find(id, viewer)
        if table.owner != viewer.name:
            raise Refused(LIMIT, "whoever holds a class looks on")
        return table

    def _done(self, table: ShiftTable, did: Did) -> None:
        table.follow(take(table.shift, did, self.now))
        self._changed(table)

    # As any table

    def book_of(self, table: str, viewer: Viewer) -> str:
        return self.find(table, viewer).run.terms.book

    async def watch(self, table: str, viewer: Viewer, speaker: Speaker = ENGLISH) -> Watcher:
        live = self.find(table, viewer)
        watcher = Watcher(live.acting(viewer), speaker)
        await self.look_again(table, watcher)
        live.come(watcher)
        return watcher

    async def look_again(self, table: str, watcher: Watcher) -> None:
        live = self.find(table, watcher.viewer)
        view = live.view(live.acting(watcher.viewer), Means())
        watcher.you, watcher.overrun = view.you, False
        watcher.tell({"view": view})

    async def unwatch(self, table: str, watcher: Watcher) -> None:
        live = self.tables.get(table)
        if live is not None:
            live.leave(watcher)

    async def give(self, table: str, viewer: Viewer, text: bytes | str) -> Ack:
        """An order of the trainee's: judged, and carried out unless the book refuses it."""
        live = self._own(table, viewer)
        asked = asked_from_json(text, "")
        if asked.id in live.answers:
            return live.answers[asked.id]
        if isinstance(asked.what, Request):
            raise Malformed("that is not done on a shift")
        before = live.shift
        self._done(live, Ordered(self._named(live, asked.what), asked.why, asked.asked))
        await self.keep(live)
        found = live.shift.findings[len(before.findings) :]
        if live.shift.table == before.table and found and found[0].kind == "refused":
            raise Refused(found[0].clause, found[0].reason)
        while len(live.answers) >= ANSWERS_KEPT:
            del live.answers[next(iter(live.answers))]
        live.answers[asked.id] = Ack(asked.id, live.version)
        return live.answers[asked.id]

    def _named(self, live: ShiftTable, command: o.Command) -> o.Command:
        """The trainee goes on and off duty by the name that the shift knows."""
        if isinstance(command, o.SignOn | o.SignOff) and command.name == live.owner:
            return replace(command, name=live.shift.trainee.name)
        return command
