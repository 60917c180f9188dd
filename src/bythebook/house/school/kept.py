"""What the dealers' school keeps beside the log, as what players practise is kept: reports,
classes, and every table of a class at a glance.

So a trainer reads a report next month, and the processes of one house know each other's trainees. A
shift itself stays in the process that opened it.
"""

import msgspec
from msgspec.structs import replace

from bythebook.dealer_school.findings import Finding, Report
from bythebook.dealer_school.lesson import Lesson
from bythebook.house.log.expiring_store import Cabinet

REPORT, CLASS = "dealer-report", "dealer-class"
OF, IN = "dealer-reports of ", "dealer-class of "  # with whose, or which, after it
KEPT_SECONDS = 400 * 24 * 3600  # after the last act
GUEST_SECONDS = (
    12 * 3600
)  # for a guest: as long as their session at most; then it is another's name
LISTED_MOST = 60


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
    elsewhere: bool = False  # its table is in another process of the house, or was left
    owner: str = ""  # the trainee's own name in the house: kept, and shown to nobody


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A report in a list."""

    id: str
    title: str
    trainee: str
    code: str
    at: int
    ended: bool
    accuracy: float


class KeptReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report, for its trainee and for whoever held the class."""

    owner: str
    holder: str
    code: str
    report: Report
    owner_until: int = 0  # a guest reads it until then; 0: always


class KeptShifts:
    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet

    async def keep(self, line: Line, seat: Seat, kept: KeptReport, guest: bool) -> None:
        """A shift as it stands: again after each act."""
        own = line.at + (GUEST_SECONDS if guest else KEPT_SECONDS)
        until = line.at + KEPT_SECONDS if line.code else own
        kept = replace(kept, owner_until=own if guest else 0)
        put, told = self._cabinet.put, msgspec.json.encode(line)
        await put(REPORT, line.id, msgspec.json.encode(kept), until)
        await put(f"{OF}{kept.owner.casefold()}", line.id, told, own)
        if line.code:
            await put(f"{OF}{kept.holder.casefold()}", line.id, told, until)
            await put(f"{IN}{line.code}", line.id, msgspec.json.encode(seat), until)

    async def report(self, id: str, name: str, now: int) -> KeptReport | None:
        found = await self._cabinet.get(REPORT, id)
        if found is None or not name:
            return None
        kept = msgspec.json.decode(found, type=KeptReport)
        owns = name == kept.owner and (not kept.owner_until or now <= kept.owner_until)
        return kept if owns or name == kept.holder else None

    async def of(self, name: str) -> list[Line]:
        """Somebody's own reports and those of their classes, the latest first."""
        if not name:
            return []
        found = await self._cabinet.all(f"{OF}{name.casefold()}")
        lines = [msgspec.json.decode(one, type=Line) for one in found.values()]
        return sorted(lines, key=lambda line: (-line.at, line.id))[:LISTED_MOST]

    async def seats(self, code: str) -> dict[str, Seat]:
        found = await self._cabinet.all(f"{IN}{code}")
        return {id: msgspec.json.decode(one, type=Seat) for id, one in found.items()}

    async def keep_class(self, held: Class) -> None:
        await self._cabinet.put(CLASS, held.code, msgspec.json.encode(held), held.at + KEPT_SECONDS)

    async def class_of(self, code: str) -> Class | None:
        found = await self._cabinet.get(CLASS, code)
        return msgspec.json.decode(found, type=Class) if found is not None else None
