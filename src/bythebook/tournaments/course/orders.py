"""What people ask of a tournament. The tag is the act under which the book says who may do it."""

from typing import Literal

import msgspec

from bythebook.deciders import Command
from bythebook.tournaments.terms.document import TournamentTerms
from bythebook.tournaments.values import SessionResult

Money = Literal["wallet", "cash"]
Finding = Literal["breach", "deliberate", "absent", "chips-added", "chips-hidden", "no-buy-in"]
Bought = Literal["re-buy", "add-on", "buy-back"]


class TournamentTable(msgspec.Struct, frozen=True, kw_only=True):
    """A gaming table that is to be used, and what might speak against it."""

    id: str
    low_limit: bool = False
    in_use: bool = False  # for anything else


# Before entries


class Make(Command, frozen=True, tag="make"):
    """A tournament is written down; nobody can enter yet."""

    terms: TournamentTerms


class Amend(Command, frozen=True, tag="amend"):
    """Other terms, as long as they are not published."""

    terms: TournamentTerms


class TellRegulator(Command, frozen=True, tag="tell-regulator"):
    """The regulator is told and has a copy of these terms."""

    reference: str


class Publish(Command, frozen=True, tag="publish"):
    """Patrons can read the terms from now on, and enter."""


class NameDirector(Command, frozen=True, tag="name-director"):
    name: str


class NameDeputy(Command, frozen=True, tag="name-deputy"):
    name: str


class Attend(Command, frozen=True, tag="attend"):
    """Whoever runs the tournament comes or leaves."""

    present: bool


# Entries


class Enter(Command, frozen=True, kw_only=True, tag="enter"):
    """Somebody enters and pays the fee; `reserve`: waits for a seat and pays then."""

    player: str
    money: Money = "wallet"
    entitled: bool = False  # checked: may be in the casino and gamble, meets the criteria
    agreed: bool = False  # in writing
    copy: bool = False  # was given a copy of the terms
    publicity: bool = False  # permits it
    reserve: bool = False


class RefuseEntry(Command, frozen=True, tag="refuse-entry"):
    player: str


class Withdraw(Command, frozen=True, tag="withdraw"):
    player: str


class NameSubstitute(Command, frozen=True, kw_only=True, tag="name-substitute"):
    """Somebody else becomes the player in this one's place."""

    player: str
    substitute: str
    entitled: bool = False


class CloseEntries(Command, frozen=True, tag="close-entries"):
    """The field is complete; `go_ahead`: although it is smaller than the least."""

    go_ahead: bool = False


class Cancel(Command, frozen=True, tag="cancel"):
    """The tournament is off: everything goes back."""


# Before and between sessions


class NameTables(Command, frozen=True, tag="name-tables"):
    tables: tuple[TournamentTable, ...]


class Brief(Command, frozen=True, tag="brief"):
    """Players were told how it is played; `understood`: whoever runs it is satisfied."""

    understood: bool


class Practise(Command, frozen=True, tag="practise"):
    """Practice hands or a demonstration: nothing of them counts."""

    hands: int


class SealDraw(Command, frozen=True, tag="seal-draw"):
    """A seed for the coming ballot is committed to."""

    digest: str


class DrawSeats(Command, frozen=True, tag="draw-seats"):
    """The ballot for a stage; the seed is the one that was sealed."""

    seed: str
    players: int = 0  # at most at a table; 0: as the conditions say


class MoveStart(Command, frozen=True, tag="move-start"):
    """The coming sessions start at another time; players have this much notice of it."""

    starts: int
    notice_minutes: int


class PayBuyIn(Command, frozen=True, tag="pay-buy-in"):
    player: str
    money: Money = "wallet"


class BuyChips(Command, frozen=True, tag="buy-chips"):
    player: str
    what: Bought
    money: Money = "wallet"


class LosePlace(Command, frozen=True, tag="lose-place"):
    """Somebody was not in the seat when the session was to start."""

    player: str


class SeatReserve(Command, frozen=True, kw_only=True, tag="seat-reserve"):
    player: str
    instead_of: str
    money: Money = "wallet"


class StartSession(Command, frozen=True, tag="start-session"):
    table: int


class HoldRepechage(Command, frozen=True, tag="hold-repechage"):
    hold: bool


class TakeResult(Command, frozen=True, tag="take-result"):
    """What a table came to, counted and handed over."""

    result: SessionResult


# Order


class Disqualify(Command, frozen=True, kw_only=True, tag="disqualify"):
    player: str
    finding: Finding
    refund: bool = False  # approved, where the book leaves it open


class RaiseDispute(Command, frozen=True, tag="raise-dispute"):
    about: str


class Rule(Command, frozen=True, tag="rule"):
    number: int
    ruling: str


class Announce(Command, frozen=True, tag="announce"):
    text: str


# The end


class PlayOff(Command, frozen=True, tag="play-off"):
    """Those who are level over all sessions play further hands for their places."""


class AwardPlaces(Command, frozen=True, tag="award-places"):
    """Everybody's place is worked out and told."""


class PayPrizes(Command, frozen=True, tag="pay-prizes"):
    """The pool is paid, to the last cent; with that the tournament is over."""
