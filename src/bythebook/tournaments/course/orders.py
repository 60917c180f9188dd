"""What people ask of a tournament. The tag is the act under which the book says who may do it."""

from typing import Annotated, Literal

import msgspec

from bythebook.deciders import Command, Money
from bythebook.fields import asks
from bythebook.tournaments.terms.document import TournamentTerms
from bythebook.tournaments.values import SessionResult

Finding = Literal["breach", "deliberate", "absent", "chips-added", "chips-hidden", "no-buy-in"]
Bought = Literal["re-buy", "add-on", "buy-back"]
Player = Annotated[str, asks("Player", "choice", of="players")]
Busy = Annotated[tuple[str, ...], asks(kind="unasked")]  # in use otherwise, as the house knows
PaidBy = Annotated[Money, asks("Paid by", usually="cash")]


class TournamentTable(msgspec.Struct, frozen=True, kw_only=True):
    """A gaming table that is to be used, and what might speak against it.

    Of tables that the house runs it knows both itself, whatever is said here.
    """

    id: str
    low_limit: bool = False
    in_use: bool = False  # for anything else


# Under which heading a desk lists an order.


class OfTerms(Command, frozen=True):
    group = "Terms"


class OfPeople(Command, frozen=True):
    group = "Who runs it"


class OfEntries(Command, frozen=True):
    group = "Entries"


class OfSessions(Command, frozen=True):
    group = "Tables and sessions"


class OfOrder(Command, frozen=True):
    group = "Announcements and rulings"


class OfTheEnd(Command, frozen=True):
    group = "Places and prizes"


GROUPS = tuple(kind.group for kind in (OfTerms, OfPeople, OfEntries, OfSessions, OfOrder, OfTheEnd))


# Before entries


class Make(Command, frozen=True, tag="make"):
    """A tournament is written down; nobody can enter yet."""

    terms: TournamentTerms


class Amend(Command, frozen=True, tag="amend"):
    """Other terms, as long as they are not published."""

    terms: TournamentTerms


class TellRegulator(OfTerms, frozen=True, tag="tell-regulator"):
    """The regulator is told and has a copy of these terms."""

    says = "Record what was sent to the regulator"

    reference: Annotated[str, asks("Reference")]


class ConfirmConditions(OfTerms, frozen=True, tag="confirm-conditions"):
    """Somebody has read each condition in free words beside the clauses that it touches, and
    answers for it that none of them is changed."""

    says = "Confirm that the conditions change no rule"


class Publish(OfTerms, frozen=True, tag="publish"):
    """Patrons can read the terms from now on, and enter."""

    says = "Publish the terms"


class NameDirector(OfPeople, frozen=True, tag="name-director"):
    says = "Name who runs it"
    name: Annotated[str, asks("Account")]


class NameDeputy(OfPeople, frozen=True, tag="name-deputy"):
    says = "Name a deputy"
    name: Annotated[str, asks("Account")]


class Attend(OfPeople, frozen=True, tag="attend"):
    """Whoever runs the tournament comes or leaves."""

    says = "Be present, or leave"

    present: Annotated[bool, asks("Present", usually=True)]


# Entries


class Enter(OfEntries, frozen=True, kw_only=True, tag="enter"):
    """Somebody enters and pays the fee; `reserve`: waits for a seat and pays then."""

    says = "Enter a player"

    player: str
    money: PaidBy = "wallet"
    # Said by staff it is their finding; what a player says of themselves finds nothing.
    entitled: Annotated[bool, asks("May be here and gamble, and meets the criteria")] = False
    agreed: Annotated[bool, asks("Has agreed in writing")] = False
    copy: Annotated[bool, asks("Has a copy of the terms")] = False
    publicity: Annotated[bool, asks("Permits publicity")] = False
    reserve: Annotated[bool, asks("As a reserve")] = False


class FindEntitled(OfEntries, frozen=True, kw_only=True, tag="find-entitled"):
    """The house has found whether somebody may enter: by what it knows, never by their word."""

    says = "Record whether somebody may enter"

    player: Annotated[str, asks("Applicant")]
    entitled: Annotated[
        bool, asks("May be here and gamble, and meets the criteria", usually=True)
    ] = True


class RefuseEntry(OfEntries, frozen=True, tag="refuse-entry"):
    grave = "Refuse this entry?"
    says = "Refuse an entry"
    player: Annotated[str, asks("Applicant")]


class Withdraw(OfEntries, frozen=True, tag="withdraw"):
    grave = "Withdraw this player?"
    says = "Withdraw a player"
    player: Player


class NameSubstitute(OfEntries, frozen=True, kw_only=True, tag="name-substitute"):
    """Somebody else becomes the player in this one's place."""

    says = "Name a substitute"

    player: Player
    substitute: str
    entitled: Annotated[bool, asks("May be here and gamble")] = False


class CloseEntries(OfEntries, frozen=True, tag="close-entries"):
    """The field is complete; `go_ahead`: although it is smaller than the least."""

    says = "Close entries"

    go_ahead: Annotated[bool, asks("Although they are few")] = False


class Cancel(OfEntries, frozen=True, tag="cancel"):
    """The tournament is off: everything goes back."""

    grave = "Cancel the tournament?"
    says = "Cancel the tournament"


# Before and between sessions


class NameTables(OfSessions, frozen=True, tag="name-tables"):
    says = "Name the tables"
    tables: Annotated[tuple[TournamentTable, ...], asks("Tables, by their names", "tables")]


class Brief(OfSessions, frozen=True, tag="brief"):
    """Players were told how it is played; `understood`: whoever runs it is satisfied."""

    says = "Players were told how it is played"

    understood: Annotated[bool, asks("They have understood")]


class Practise(OfSessions, frozen=True, tag="practise"):
    """Practice hands or a demonstration: nothing of them counts."""

    says = "Practice hands were played"

    hands: Annotated[int, asks("Hands", usually=1)]


class SealDraw(Command, frozen=True, tag="seal-draw"):
    """A seed for the coming ballot is committed to."""

    digest: str


class DrawSeats(OfSessions, frozen=True, tag="draw-seats"):
    """The ballot for a stage; the seed is the one that was sealed."""

    says = "Hold the ballot"

    seed: Annotated[str, asks(kind="unasked")] = ""
    # at most at a table; 0: as the conditions say
    players: Annotated[int, asks(kind="unasked")] = 0


class MoveStart(OfSessions, frozen=True, tag="move-start"):
    """The coming sessions start at another time; players have this much notice of it."""

    says = "Move the start"

    starts: Annotated[int, asks("New start", "moment")]
    notice_minutes: Annotated[int, asks("Minutes of notice", usually=15)]


class PayBuyIn(OfSessions, frozen=True, tag="pay-buy-in"):
    says = "Take a buy-in"
    player: Player
    money: PaidBy = "wallet"


class BuyChips(OfSessions, frozen=True, tag="buy-chips"):
    says = "Sell chips"
    player: Player
    what: Annotated[Bought, asks("What")]
    money: PaidBy = "wallet"


class LosePlace(OfSessions, frozen=True, tag="lose-place"):
    """Somebody was not in the seat when the session was to start."""

    says = "Somebody was not there in time"

    player: Player


class SeatReserve(OfSessions, frozen=True, kw_only=True, tag="seat-reserve"):
    says = "Seat a reserve"
    player: Player
    instead_of: Annotated[str, asks("Instead of", "choice", of="players")]
    money: PaidBy = "wallet"


class StartSession(OfSessions, frozen=True, tag="start-session"):
    """A session begins, at one of the tables that were named and are free."""

    says = "Start a table"
    table: int
    busy: Busy = ()


class HoldRepechage(OfSessions, frozen=True, tag="hold-repechage"):
    says = "Decide on the second chance"
    hold: Annotated[bool, asks("It is held", usually=True)]


class TakeResult(Command, frozen=True, tag="take-result"):
    """What a table came to, counted and handed over."""

    result: SessionResult


# Order


class Announce(OfOrder, frozen=True, tag="announce"):
    says = "Announce"
    text: Annotated[str, asks("Announcement", "long")]


class PermitPublicity(OfEntries, frozen=True, tag="permit-publicity"):
    """An entrant allows the use of name, suburb, pictures and likeness, or does so no longer."""

    says = "Permit publicity"

    player: Player
    permits: Annotated[bool, asks("Permits publicity")] = False


class Advertise(OfOrder, frozen=True, tag="advertise"):
    """Who entered is named or shown to advertise the casino: only with their permission."""

    says = "Advertise with a player"

    player: Player
    text: Annotated[str, asks("Advertisement", "long")]


class Disqualify(OfOrder, frozen=True, kw_only=True, tag="disqualify"):
    grave = "Disqualify this player?"
    says = "Disqualify"
    player: Player
    finding: Annotated[Finding, asks("Finding", usually="breach")]
    refund: Annotated[bool, asks("The fee goes back")] = False


class RaiseDispute(OfOrder, frozen=True, tag="raise-dispute"):
    says = "Write down a dispute"
    about: Annotated[str, asks("About", "long")]


class Rule(OfOrder, frozen=True, tag="rule"):
    says = "Rule on a dispute"
    number: Annotated[int, asks("Dispute")]
    ruling: Annotated[str, asks("Ruling", "long")]


# The end


class PlayOff(OfTheEnd, frozen=True, tag="play-off"):
    """Those who are level over all sessions play further hands for their places."""

    says = "Play off"
    busy: Busy = ()


class AwardPlaces(OfTheEnd, frozen=True, tag="award-places"):
    """Everybody's place is worked out and told."""

    grave = "Award the places?"
    says = "Award the places"


class PayPrizes(OfTheEnd, frozen=True, tag="pay-prizes"):
    """The pool is paid, to the last cent; with that the tournament is over."""

    grave = "Pay the prizes?"
    says = "Pay the prizes"
