"""A pool as it stands: frozen values, folded from events."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from bythebook.deciders import Person
from bythebook.errors import Malformed
from bythebook.jackpots.facts import TableFacts
from bythebook.jackpots.terms import MICROS, PoolTerms
from bythebook.rulebooks.chapters.jackpots import Figure
from bythebook.structs import nth

KEPT_ROUNDS = 12  # of each table: a book may void a round further back than the last

EntryStatus = Literal["in", "back", "carried", "on"]
WinStatus = Literal[
    "to-authorise", "owed", "referred", "authorised", "paid", "refused", "undone"
]  # fmt: skip
STANDING = ("to-authorise", "owed", "referred", "authorised", "paid")


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """A meter in micros, with everything that ever went in and out of it."""

    name: str
    micros: int
    seeded: int
    contributed: int = 0  # less what was taken back
    topped_up: int = 0
    corrected: int = 0
    won: int = 0

    @property
    def cents(self) -> int:
        """What it shows: a fraction of a cent is not shown."""
        return self.micros // MICROS

    @property
    def explained(self) -> int:
        """What it must hold by what went in and out."""
        return self.seeded + self.contributed + self.topped_up + self.corrected - self.won


class Entry(msgspec.Struct, frozen=True):
    """A wager that was counted; carried: it waits for the next round; on: it lies there."""

    box: int
    player: str
    status: EntryStatus = "in"


class Draw(msgspec.Struct, frozen=True):
    """What a round took of a meter, and what replaced it; in micros."""

    meter: str
    micros: int
    topped_up: int
    put_back: bool = False


class Registration(msgspec.Struct, frozen=True):
    """The wagers of one round of one table, and what came of them."""

    round: int
    entries: tuple[Entry, ...]
    hits: dict[str, tuple[int, ...]] = {}
    draws: tuple[Draw, ...] = ()
    wins: tuple[int, ...] = ()  # their numbers

    def entry(self, box: int) -> Entry | None:
        return next((entry for entry in self.entries if entry.box == box), None)


class Win(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    at: int
    table: str
    round: int
    box: int
    player: str
    meters: tuple[str, ...]
    line: str
    cents: int
    before: int
    status: WinStatus
    incorrect: bool = False  # its wager was found to be wrong
    top_up_cents: int = 0  # owed on top, as one of several at once; or handed back for nothing
    raised_cents: int = 0  # in all owed on top, paid or not
    over_cents: int = 0  # paid, and to be handed back
    reclaimed_cents: int = 0  # handed back already
    determined: bool = False  # what it should have had as one of several at once
    together: tuple[int, ...] = ()  # all that were found to be of one moment

    @property
    def stands(self) -> bool:
        return self.status in STANDING

    @property
    def on_top_cents(self) -> int:
        """What its player has had, less what they have handed back, since the round paid it."""
        return self.raised_cents - self.top_up_cents - self.reclaimed_cents

    @property
    def had_cents(self) -> int:
        return self.cents + self.on_top_cents


class Seal(msgspec.Struct, frozen=True):
    """The hidden value of a mystery meter, as far as it may be known."""

    number: int
    digest: str


class Correction(msgspec.Struct, frozen=True):
    number: int
    meter: str
    cents: int
    by: Person
    why: str
    answer: Literal["", "approved", "denied"] = ""


class Report(msgspec.Struct, frozen=True):
    """A wrong wager that somebody has to be told of, or a meter that was put right."""

    number: int
    table: str  # nothing: it is about a meter
    round: int
    box: int
    player: str
    cause: str
    to: str
    told: bool = False
    meter: str = ""
    cents: int = 0  # by which it was put right


class Approval(msgspec.Struct, frozen=True):
    """What the authority approved: these values of these figures and no others."""

    by: Person
    at: int
    document: str
    figures: dict[Figure, str]

    def is_in(self, document: str) -> bool:
        return self.document.casefold() == document.strip().casefold()


class Pool(msgspec.Struct, frozen=True, kw_only=True):
    terms: PoolTerms
    phase: Literal["closed", "open"] = "closed"
    tables: dict[str, TableFacts] = {}
    meters: dict[str, Meter] = {}
    seals: dict[str, Seal] = {}  # by meter: the value that is hidden now
    sealed: int = 0  # how many there have been
    rounds: dict[str, tuple[Registration, ...]] = {}  # by table, the last of them
    wins: tuple[Win, ...] = ()
    corrections: tuple[Correction, ...] = ()
    reports: tuple[Report, ...] = ()
    server: bool = True
    approvals: tuple[Approval, ...] = ()
    sensors: dict[str, tuple[int, ...]] = {}  # by table: boxes whose sensor does not work

    def registration(self, table: str, number: int) -> Registration | None:
        for known in reversed(self.rounds.get(table, ())):
            if known.round == number:
                return known
        return None

    def approved(self, figure: Figure, document: str) -> str | None:
        """What the authority approved of a figure by this document; None: nothing."""
        found = [one for one in self.approvals if one.is_in(document) and figure in one.figures]
        return found[0].figures[figure] if found else None

    def meter(self, name: str) -> Meter:
        found = self.meters.get(name)
        if found is None:
            raise Malformed(f"the pool has no meter {name!r}", "meter")
        return found

    def win(self, number: int) -> Win:
        return nth(self.wins, number, "win", "win")

    def wins_of(self, table: str, number: int) -> list[Win]:
        """The wins of a round that stand."""
        known = self.registration(table, number)
        return [win for win in self.all_wins(known) if win.stands] if known is not None else []

    def all_wins(self, known: Registration) -> list[Win]:
        """Every win that was ever recorded of a round."""
        return [self.wins[number - 1] for number in known.wins]

    def moment(self, numbers: Iterable[int]) -> set[int]:
        """These wins and all that were ever found to be of one moment with them."""
        found: set[int] = set()
        new = set(numbers)
        while new:
            found |= new
            new = {other for number in new for other in self.win(number).together} - found
        return found

    def forgotten(self, moment: Iterable[int]) -> bool:
        """Whether a round of those that stand is too far back to know what it took."""
        wins = [self.win(number) for number in moment]
        return any(win.stands and self.registration(win.table, win.round) is None for win in wins)

    def held_for_others(self, known: Registration, meter: str) -> bool:
        """Whether what a round took stays out of the meter, for others of its moment who have it
        now and whose rounds cannot take it themselves any more."""
        numbers = [win.number for win in self.all_wins(known) if meter in win.meters]
        return self.forgotten(self.moment(numbers))


def readings(pool: Pool) -> dict[str, int]:
    """What the meters show, in whole cents: for a display, and for a table before it pays."""
    return {name: meter.cents for name, meter in pool.meters.items()}


def lacking_seals(pool: Pool) -> tuple[str, ...]:
    """Mystery meters whose next hidden value is not fixed yet."""
    return tuple(m.name for m in pool.terms.meters if m.hidden and m.name not in pool.seals)
