"""What people ask of a pool, and what the prize meters themselves tell it."""

from typing import Annotated

import msgspec

from bythebook.deciders import Command, Money
from bythebook.fields import asks
from bythebook.jackpots.facts import TableFacts
from bythebook.jackpots.terms import PoolTerms
from bythebook.rulebooks.chapters.jackpots import Cause, Figure


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what stands inside a command."""


# The pool and its tables


class MakePool(Command, frozen=True, tag="make-pool"):
    terms: PoolTerms


class ChangeTerms(Command, frozen=True, tag="change-terms"):
    grave = "Change the terms of this jackpot?"

    terms: PoolTerms


class LinkTable(Command, frozen=True, tag="link-table"):
    table: str
    facts: TableFacts


class UnlinkTable(Command, frozen=True, tag="unlink-table"):
    grave = "Take this table off the jackpot?"

    table: str


class ApproveFigures(Command, frozen=True, tag="approve-figures"):
    """The authority approves figures of the pool, as its terms have them now."""

    grave = "Approve these figures?"

    document: Annotated[str, asks("Which document says so")]
    figures: Annotated[tuple[Figure, ...], asks("Of what", "many", of="figures")]


class OpenPool(Command, frozen=True, tag="open-pool"):
    pass


class ClosePool(Command, frozen=True, tag="close-pool"):
    grave = "Close this jackpot?"


# What the meters tell


class SealMystery(Command, frozen=True, tag="seal-mystery"):
    """A new hidden value of a meter is fixed; this is what it will be proved by."""

    meter: str
    number: int
    digest: str


class Entered(Part, frozen=True):
    """A wager that was accepted."""

    box: int
    player: str


class Register(Command, frozen=True, tag="register"):
    """The jackpot wagers of a round are accepted, in the order of the boxes."""

    table: str
    round: int
    wagers: tuple[Entered, ...]


class Won(Part, frozen=True):
    """What a round paid on one wager, from one meter or from mystery meters together."""

    box: int
    player: str
    meters: tuple[str, ...]
    line: str
    cents: int
    before: int = 0  # what the meter showed, in cents; nothing for a mystery


class Drawn(Part, frozen=True):
    """What the winning hands of a round left of a meter, before it is topped up; in cents."""

    meter: str
    before: int
    left: int
    late: bool = False  # the round was over before: it is paid from what was shown then


class RecordWins(Command, frozen=True, tag="record-wins"):
    table: str
    round: int
    wins: tuple[Won, ...]
    draws: tuple[Drawn, ...] = ()


class UndoWins(Command, frozen=True, tag="undo-wins"):
    """A round was put right: these were no wins, and nobody won from these meters any more."""

    table: str
    round: int
    wins: tuple[tuple[int, tuple[str, ...]], ...]  # box and meters
    restored: tuple[str, ...] = ()
    cause: str = ""


class TakeBack(Command, frozen=True, tag="take-back"):
    """Stakes go back to their players; `cause` is the clause by which."""

    table: str
    round: int
    boxes: tuple[int, ...]
    cause: str


class CarryOver(Command, frozen=True, tag="carry-over"):
    """Stakes of a void round stay down for the next."""

    table: str
    round: int
    boxes: tuple[int, ...]


# Corrections, failures, wrong wagers


class AskCorrection(Command, frozen=True, tag="ask-correction"):
    """Have a meter put right by so many cents, up or down; the order says why."""

    because = "Why"

    meter: Annotated[str, asks("Meter", "choice", of="meters")]
    cents: Annotated[int, asks("By how much (− takes off)", "money")]


class AnswerCorrection(Command, frozen=True, tag="answer-correction"):
    grave = "Is that your answer?"

    number: int
    approved: bool = True


class ReportServerFailure(Command, frozen=True, tag="report-server-failure"):
    grave = "Has the equipment failed? No wager is counted until it works again."


class ServerBack(Command, frozen=True, tag="server-back"):
    pass


class SensorDown(Command, frozen=True, tag="sensor-down"):
    table: Annotated[str, asks("Table", "choice", of="tables")]
    box: Annotated[int, asks("Box")]


class SensorUp(Command, frozen=True, tag="sensor-up"):
    table: str
    box: int


class NoteIncorrectWager(Command, frozen=True, tag="note-incorrect-wager"):
    table: Annotated[str, asks("Wager", "several", of="wagers")]  # and with it round and box
    round: Annotated[int, asks(kind="unasked")]
    box: Annotated[int, asks(kind="unasked")]
    cause: Annotated[Cause, asks("What was wrong", "choice", of="causes")]


class TellReport(Command, frozen=True, tag="tell-report"):
    """Whoever has to be told of a wrong wager has been."""

    number: int


# Prizes


class AuthoriseWin(Command, frozen=True, tag="authorise-win"):
    grave = "Approve this prize?"

    win: int


class ReferWin(Command, frozen=True, tag="refer-win"):
    """It waits for somebody's approval."""

    win: int


class RefuseWin(Command, frozen=True, tag="refuse-win"):
    """The wager was wrong: no prize, and the meter gets it back."""

    grave = "Refuse this prize? The meter gets it back."

    win: int


class MarkPaid(Command, frozen=True, tag="mark-paid"):
    grave = "Has this prize been paid?"

    win: int


class ReclaimWin(Command, frozen=True, tag="reclaim-win"):
    """What was paid too much on a win is handed back."""

    grave = "Has it been handed back?"

    win: int
    money: Annotated[Money, asks("Handed back in", usually="cash")] = "cash"


class DetermineSimultaneous(Command, frozen=True, tag="determine-simultaneous"):
    """Wins at different tables were confirmed in the same moment."""

    grave = "Share these prizes?"

    wins: Annotated[tuple[int, ...], asks("Prizes by number, such as 3, 4", "numbers")]


BY_METERS = (SealMystery, Register, RecordWins, UndoWins, TakeBack, CarryOver)
