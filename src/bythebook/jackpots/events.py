"""What has happened to a pool. Amounts called micros are millionths of a cent."""

import msgspec

from bythebook.deciders import (
    Event,
    Money,
    OrderGiven,
    Person,
    Revealed,
    Sealed,
    events_in,
    union,
)
from bythebook.jackpots.commands import Entered, Won
from bythebook.jackpots.facts import TableFacts
from bythebook.jackpots.terms import PoolTerms
from bythebook.rulebooks.chapters.jackpots import Cause, Figure

__all__ = ["AnyEvent", "Event", "OrderGiven", "Revealed", "Sealed"]


class PoolMade(Event, frozen=True):
    by: Person
    at: int
    terms: PoolTerms
    clause: str


class TermsChanged(Event, frozen=True):
    terms: PoolTerms
    clause: str


class FiguresApproved(Event, frozen=True):
    """By whom, when, in which document, and each figure with the values it stands for."""

    by: Person
    at: int
    document: str
    figures: dict[Figure, str]
    clause: str


class TableLinked(Event, frozen=True):
    table: str
    facts: TableFacts
    clause: str


class TableUnlinked(Event, frozen=True):
    table: str
    clause: str


class PoolOpened(Event, frozen=True):
    clause: str


class PoolClosed(Event, frozen=True):
    clause: str


class Registered(Event, frozen=True):
    """Wagers were accepted; each of those counted added so much to every meter."""

    at: int
    table: str
    round: int
    wagers: tuple[Entered, ...]
    counted: tuple[int, ...]  # boxes; a stake that was carried over had been counted before
    each: dict[str, int]  # micros
    clause: str


class MysteryHit(Event, frozen=True):
    """The stake on one box carried a meter to its hidden value; the meter starts again."""

    meter: str
    seal: int
    table: str
    round: int
    reached_by: int  # the box
    boxes: tuple[int, ...]  # who shares the prize
    cents: int
    topped_up: int  # micros
    clause: str


class MeterDrawn(Event, frozen=True):
    """Winning hands took so much of a meter, which is topped up to what it starts from."""

    table: str
    round: int
    meter: str
    cents: int
    topped_up: int  # micros
    clause: str


class WinsRecorded(Event, frozen=True):
    at: int
    table: str
    round: int
    first: int  # their numbers begin with this
    wins: tuple[Won, ...]
    clause: str


class WinsUndone(Event, frozen=True):
    numbers: tuple[int, ...]
    cause: str
    clause: str


class PrizePutBack(Event, frozen=True):
    """Nobody won it after all: what was taken is in the meter again, less what replaced it."""

    table: str
    round: int
    meter: str
    micros: int
    topped_up: int  # micros
    clause: str


class TakenBack(Event, frozen=True):
    """These stakes do not count any more; what was won with them since, the house makes up."""

    at: int
    table: str
    round: int
    boxes: tuple[int, ...]
    each: dict[str, int]  # micros
    topped_up: dict[str, int]  # micros
    cause: str
    clause: str


class CarriedOver(Event, frozen=True):
    table: str
    round: int
    boxes: tuple[int, ...]
    clause: str


class CorrectionAsked(Event, frozen=True):
    number: int
    meter: str
    cents: int
    by: Person
    why: str
    clause: str


class CorrectionDenied(Event, frozen=True):
    number: int
    clause: str


class MeterCorrected(Event, frozen=True):
    number: int
    meter: str
    cents: int
    by: Person
    approved: Person
    clause: str


class ServerFailed(Event, frozen=True):
    clause: str


class ServerRestored(Event, frozen=True):
    clause: str


class SensorFailed(Event, frozen=True):
    table: str
    box: int
    clause: str


class SensorRestored(Event, frozen=True):
    table: str
    box: int
    clause: str


class IncorrectNoted(Event, frozen=True):
    """A wrong wager, and who is to be told of the adjustment."""

    number: int
    table: str
    round: int
    box: int
    player: str
    cause: Cause
    to: str
    clause: str


class AdjustmentNoted(Event, frozen=True):
    """A meter was put right, and somebody is to be told of it."""

    number: int  # of the report
    meter: str
    cents: int
    to: str
    clause: str


class ReportTold(Event, frozen=True):
    number: int
    to: str
    clause: str


class WinAuthorised(Event, frozen=True):
    win: int
    by: Person
    clause: str


class WinReferred(Event, frozen=True):
    win: int
    incorrect: bool  # because its wager was wrong
    clause: str


class WinRefused(Event, frozen=True):
    win: int
    by: Person
    clause: str


class WinPaid(Event, frozen=True):
    win: int
    cents: int
    clause: str


class Shared(msgspec.Struct, frozen=True):
    """What a win should have had as one of several at once; what is still owed on it, or is over:
    paid, and to be handed back."""

    win: int
    due_cents: int
    owed_cents: int
    clause: str
    over_cents: int = 0


class SharedAnew(Event, frozen=True):
    """One of several wins of one moment was none: what the others come to without it."""

    shares: tuple[Shared, ...]
    clause: str


class ShareRaised(Event, frozen=True):
    """Somebody else's share of the same jackpot was none: this one is owed so much more."""

    win: int
    cents: int
    clause: str


class WinReclaimed(Event, frozen=True):
    """What was paid on a win and should not have been has been handed back."""

    win: int
    cents: int
    money: Money
    clause: str


class SimultaneousDetermined(Event, frozen=True):
    shares: tuple[Shared, ...]
    by: Person
    clause: str


AnyEvent = union(events_in(vars()))  # what a log may hold
