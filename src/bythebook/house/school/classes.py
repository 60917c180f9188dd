"""Classes: an instructor has a code, trainees come by it, and all their tables are seen at once."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from bythebook.dealer_school.judging import report
from bythebook.dealer_school.lesson import Lesson
from bythebook.dealer_school.telling import scene
from bythebook.draws import Entropy
from bythebook.errors import Malformed, Refused
from bythebook.house.log.outages import outages
from bythebook.house.log.store import Unavailable
from bythebook.house.people.people import GUEST_PREFIX, Viewer, on_staff
from bythebook.house.school.kept import Class, KeptReport, KeptShifts, Line, Seat
from bythebook.house.school.shifts import LIMIT, Shifts, ShiftTable
from bythebook.house.tables.live_table import Audience, encode

SEATS_MOST = 30
CLASSES_MOST = 100
LEFT_SECONDS = 12 * 3600
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that is taken for another
CODE_LENGTH = 6
NAME_LENGTH = 24


class ClassView(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    title: str
    says: str
    book: str
    seats: int
    now: int
    tables: tuple[Seat, ...]


class School:
    """Shifts and classes of one process, and what the house keeps of those of all."""

    def __init__(
        self, clock: Callable[[], float], entropy: Entropy, kept: KeptShifts | None = None
    ) -> None:
        self.shifts = Shifts(clock, entropy)
        self.classes = Classes(self.shifts, entropy)
        self._kept = kept
        self.shifts.keep = self.keep

    async def keep(self, table: ShiftTable) -> None:
        """The report as it stands, and the table at a glance. A shift goes on without."""
        if self._kept is None:
            return
        told, holder = report(table.shift), self.shifts.holders.get(table.code, "")
        seat, guest = _seat(table), table.owner.casefold().startswith(GUEST_PREFIX)
        line = Line(
            id=table.id,
            title=told.title,
            trainee=told.trainee,
            code=table.code,
            at=self.shifts.now,
            ended=told.ended,
            accuracy=told.accuracy,
        )
        kept = KeptReport(owner=table.owner, holder=holder, code=table.code, report=told)
        try:
            await self._kept.keep(line, seat, kept, guest)
        except Unavailable as error:
            outages.tell(error, "the report of a shift was not kept")

    async def report(self, id: str, viewer: Viewer) -> KeptReport | None:
        """A report that was kept, for its trainee and for whoever held the class."""
        if self._kept is None:
            return None
        return await self._kept.report(id, viewer.name, self.shifts.now)

    async def reports_of(self, viewer: Viewer) -> list[Line]:
        """Of the shifts that are over or were left, one's own and those of one's classes."""
        found = await self._kept.of(viewer.name) if self._kept is not None else []
        return [line for line in found if line.id not in self.shifts.tables]

    async def open_class(self, viewer: Viewer, lesson: Lesson, name: str, seats: int) -> Class:
        held = self.classes.open(viewer, lesson, name, seats)
        if self._kept is not None:
            await self._kept.keep_class(held)
        return held

    async def look_around(self, code: str) -> None:
        """Whether another process of the house has this class, or trainees of it."""
        if self._kept is None or len(code) != CODE_LENGTH:
            return
        if not self.classes.knows(code):
            held = await self._kept.class_of(code)
            if held is not None:
                self.classes.adopt(held)
        if self.classes.knows(code):
            self.classes.elsewhere[code] = await self._kept.seats(code)


class Classes:
    def __init__(self, shifts: Shifts, entropy: Entropy) -> None:
        self._shifts = shifts
        self._entropy = entropy
        self._classes: dict[str, Class] = {}
        self._audiences: dict[str, Audience] = {}
        self.elsewhere: dict[str, dict[str, Seat]] = {}  # by code: as the house keeps them
        shifts.on_change.append(self._moved)

    def open(self, viewer: Viewer, lesson: Lesson, name: str, seats: int) -> Class:
        """A class with a code; whoever runs tables may hold one."""
        if not on_staff(viewer):
            raise Refused(LIMIT, "a class is held by somebody who runs tables")
        if not 1 <= seats <= SEATS_MOST:
            raise Malformed(f"from 1 to {SEATS_MOST} tables", "seats")
        self._sweep()
        if len(self._classes) >= CLASSES_MOST:
            raise Refused(LIMIT, "there are as many classes as there is room for")
        code = self._code()
        made = Class(
            code=code, lesson=lesson, name=name, by=viewer.name, seats=seats, at=self._shifts.now
        )
        self.adopt(made)
        return made

    def knows(self, code: str) -> bool:
        return code in self._classes

    def adopt(self, held: Class) -> None:
        """A class that was opened here, or in another process."""
        if self._shifts.now - held.at > LEFT_SECONDS:
            return
        self._classes[held.code] = held
        self._audiences[held.code] = Audience()
        self._shifts.holders[held.code] = held.by

    def _code(self) -> str:
        while True:
            code = "".join(LETTERS[byte % len(LETTERS)] for byte in self._entropy(CODE_LENGTH))
            if code not in self._classes:
                return code

    def _sweep(self) -> None:
        for code, old in list(self._classes.items()):
            if self._shifts.now - old.at > LEFT_SECONDS:
                del self._classes[code], self._audiences[code], self._shifts.holders[code]
                self.elsewhere.pop(code, None)

    def of(self, name: str) -> list[Class]:
        return [one for one in self._classes.values() if one.by == name]

    def join(self, viewer: Viewer, code: str, name: str) -> ShiftTable:
        """A private table in the class of this code; who comes back finds their own."""
        held = self._classes.get(code.strip().upper())
        if held is None:
            raise Malformed("there is no class with this code", "code")
        name = " ".join(name.split())
        if not 0 < len(name) <= NAME_LENGTH or not name.isprintable():
            raise Malformed(f"a name of 1 to {NAME_LENGTH} letters", "name")
        theirs = self._tables(held.code)
        for table in theirs:
            if table.owner == viewer.name:
                return table
        # Whoever comes back to a table that is gone takes up their own place, not one more.
        here = {viewer.name, *(table.owner for table in theirs)}
        others = [one for one in self._others(held.code) if one.owner not in here]
        if len(theirs) + len({one.owner or one.id for one in others}) >= held.seats:
            raise Refused(LIMIT, "every table of this class is taken")
        names = [*(table.shift.trainee.name for table in theirs), *(one.trainee for one in others)]
        if name.casefold() in map(str.casefold, names):
            raise Malformed("somebody of this name is in the class already", "name")
        return self._shifts.begin(viewer.name, held.lesson, name, held.code)

    def _tables(self, code: str) -> list[ShiftTable]:
        return [table for table in self._shifts.tables.values() if table.code == code]

    def _others(self, code: str) -> list[Seat]:
        """Its tables in other processes, or left here."""
        seats = self.elsewhere.get(code, {})
        return [
            replace(seat, here=False, elsewhere=True)
            for id, seat in seats.items()
            if id not in self._shifts.tables
        ]

    def find(self, code: str, viewer: Viewer) -> Class:
        """A class, for whoever holds it."""
        held = self._classes.get(code)
        if held is None or not viewer.name or held.by != viewer.name:
            raise Malformed(f"there is no class {code[:CODE_LENGTH]}")
        return held

    def audience(self, code: str) -> Audience:
        return self._audiences[code]

    def view(self, held: Class) -> ClassView:
        return ClassView(
            code=held.code,
            title=held.lesson.title,
            says=held.lesson.says,
            book=held.lesson.book,
            seats=held.seats,
            now=self._shifts.now,
            tables=tuple(
                replace(seat, owner="")
                for seat in (*map(_seat, self._tables(held.code)), *self._others(held.code))
            ),
        )

    def _moved(self, table: ShiftTable) -> None:
        held = self._classes.get(table.code)
        if held is not None:
            message = encode({"class": self.view(held)})
            for watcher in self._audiences[held.code].watchers:
                watcher.put(message)


def _seat(table: ShiftTable) -> Seat:
    shift = table.shift
    told = report(shift)
    wrong = [one for one in shift.findings if one.kind != "right"]
    return Seat(
        id=table.id,
        trainee=shift.trainee.name,
        round=min(shift.lesson.rounds, shift.table.rounds + 1),
        rounds=shift.lesson.rounds,
        ended=shift.ended,
        here=bool(table.watchers),
        scene=" ".join(scene(shift)),
        planted=shift.planted is not None,
        since=shift.since,
        counts=told.counts,
        accuracy=told.accuracy,
        last=wrong[-1] if wrong else None,
        owner=table.owner,
    )
