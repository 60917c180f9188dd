"""Classes: an instructor has a code, trainees come by it, and all their tables are seen at once."""

from collections.abc import Callable

import msgspec

from bythebook.dealer_school.findings import Finding
from bythebook.dealer_school.judging import report
from bythebook.dealer_school.lesson import Lesson
from bythebook.dealer_school.telling import scene
from bythebook.draws import Entropy
from bythebook.errors import Malformed, Refused
from bythebook.house.people.people import Viewer, on_staff
from bythebook.house.school.shifts import LIMIT, Shifts, ShiftTable
from bythebook.house.tables.live_table import Audience, encode

SEATS_MOST = 30
CLASSES_MOST = 100
LEFT_SECONDS = 12 * 3600
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that is taken for another
CODE_LENGTH = 6
NAME_LENGTH = 24


class Class(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    lesson: Lesson
    name: str  # of the lesson, as it is found again
    by: str
    seats: int
    at: int


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One trainee of a class at a glance."""

    id: str
    trainee: str
    round: int
    rounds: int
    ended: bool
    here: bool
    scene: str
    planted: bool
    since: int
    counts: dict[str, int]
    accuracy: float
    last: Finding | None  # the last that was not right


class ClassView(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    title: str
    says: str
    book: str
    seats: int
    now: int
    tables: tuple[Seat, ...]


class School:
    """Shifts and classes of one process."""

    def __init__(self, clock: Callable[[], float], entropy: Entropy) -> None:
        self.shifts = Shifts(clock, entropy)
        self.classes = Classes(self.shifts, entropy)


class Classes:
    def __init__(self, shifts: Shifts, entropy: Entropy) -> None:
        self._shifts = shifts
        self._entropy = entropy
        self._classes: dict[str, Class] = {}
        self._audiences: dict[str, Audience] = {}
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
        self._classes[code] = made
        self._audiences[code] = Audience()
        self._shifts.holders[code] = viewer.name
        return made

    def _code(self) -> str:
        while True:
            code = "".join(LETTERS[byte % len(LETTERS)] for byte in self._entropy(CODE_LENGTH))
            if code not in self._classes:
                return code

    def _sweep(self) -> None:
        for code, old in list(self._classes.items()):
            if self._shifts.now - old.at > LEFT_SECONDS:
                del self._classes[code], self._audiences[code], self._shifts.holders[code]

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
        if len(theirs) >= held.seats:
            raise Refused(LIMIT, "every table of this class is taken")
        if any(table.shift.trainee.name.casefold() == name.casefold() for table in theirs):
            raise Malformed("somebody of this name is in the class already", "name")
        return self._shifts.begin(viewer.name, held.lesson, name, held.code)

    def _tables(self, code: str) -> list[ShiftTable]:
        return [table for table in self._shifts.tables.values() if table.code == code]

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
            tables=tuple(_seat(table) for table in self._tables(held.code)),
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
    )
