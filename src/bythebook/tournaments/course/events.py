"""What has happened in a tournament. The first event of a decision says who gave the order."""

from typing import Literal

import msgspec

from bythebook.deciders import Event, Money, OrderGiven, Revealed, Sealed, events_in, union
from bythebook.tournaments.course.orders import Bought, Finding
from bythebook.tournaments.course.prizes import Share
from bythebook.tournaments.course.ranking import Places
from bythebook.tournaments.terms.document import TournamentTerms
from bythebook.tournaments.values import SessionResult, SessionTerms

__all__ = ["AnyEvent", "OrderGiven", "Revealed", "Sealed"]

About = Literal["fee", "buy-in", "re-buy", "add-on", "buy-back"]


class Refund(msgspec.Struct, frozen=True):
    """Money that goes back to whoever paid it, the way it came."""

    person: str
    cents: int
    money: Money
    about: About


class Drawn(msgspec.Struct, frozen=True):
    """Who sits where, as the ballot fell."""

    table: int
    box: int
    player: str


class Cashed(msgspec.Struct, frozen=True):
    """Chips of value that a player takes away."""

    player: str
    cents: int
    money: Money


class TournamentMade(Event, frozen=True):
    terms: TournamentTerms
    clause: str


class TermsAmended(Event, frozen=True):
    terms: TournamentTerms
    clause: str


class RegulatorTold(Event, frozen=True):
    who: str
    reference: str
    clause: str


class ConditionsConfirmed(Event, frozen=True):
    """These conditions change no rule, says whoever gave the order; `beside`: what each touches."""

    conditions: tuple[str, ...]
    beside: dict[str, tuple[str, ...]]
    clause: str


class TermsPublished(Event, frozen=True):
    clause: str


class DirectorNamed(Event, frozen=True):
    name: str
    clause: str


class DeputyNamed(Event, frozen=True):
    name: str
    clause: str


class DirectorAttended(Event, frozen=True):
    name: str
    present: bool
    clause: str


class PlayerEntered(Event, frozen=True, kw_only=True):
    player: str
    cents: int
    money: Money
    agreed: bool
    copy: bool
    publicity: bool
    clause: str


class ReserveNoted(Event, frozen=True, kw_only=True):
    player: str
    agreed: bool
    copy: bool
    publicity: bool
    clause: str


class EntitlementFound(Event, frozen=True):
    player: str
    entitled: bool
    clause: str


class EntryRefused(Event, frozen=True):
    player: str
    clause: str


class PlayerWithdrew(Event, frozen=True):
    player: str
    refunds: tuple[Refund, ...]
    clause: str


class SubstituteNamed(Event, frozen=True):
    player: str
    substitute: str
    clause: str


class EntriesClosed(Event, frozen=True):
    entries: int
    clause: str


class TournamentCancelled(Event, frozen=True):
    """Everything goes back but what was forfeited before, where the book leaves it forfeited."""

    refunds: tuple[Refund, ...]
    clause: str
    kept: int = 0


class TablesNamed(Event, frozen=True):
    tables: tuple[str, ...]
    clause: str


class PlayersBriefed(Event, frozen=True):
    """How it is played was told to these, who had entered by then."""

    clause: str
    players: tuple[str, ...] = ()  # nobody named: everybody who had


class PracticePlayed(Event, frozen=True):
    hands: int
    clause: str


class SeatsDrawn(Event, frozen=True):
    """The ballot for a stage: `order` is how the names came out."""

    stage: int
    seats: tuple[Drawn, ...]
    order: tuple[str, ...]
    clause: str


class StartMoved(Event, frozen=True):
    stage: int
    starts: int
    notice_minutes: int
    clause: str


class BuyInPaid(Event, frozen=True):
    player: str
    stage: int
    cents: int
    money: Money
    clause: str


class ChipsBought(Event, frozen=True, kw_only=True):
    player: str
    what: Bought
    cents: int
    chips: int
    money: Money
    clause: str


class PlaceLost(Event, frozen=True):
    """Not there in time, or without the buy-in: out; only chips of value not yet given go back."""

    player: str
    clause: str
    refunds: tuple[Refund, ...] = ()


class ReserveSeated(Event, frozen=True, kw_only=True):
    player: str
    instead_of: str
    cents: int
    money: Money
    clause: str


class SessionStarted(Event, frozen=True):
    """A table plays by these terms from now on; `at`: the gaming table, of those named."""

    session: SessionTerms
    clause: str
    at: str = ""


class RepechageDecided(Event, frozen=True):
    stage: int
    held: bool
    clause: str


class ResultTaken(Event, frozen=True):
    result: SessionResult
    cashed: tuple[Cashed, ...]
    house: int  # of chips of value: what the house won of them, or lost
    clause: str


class ChipsMissed(Event, frozen=True):
    """Chips that did not come back to the inventory after a session."""

    session: str
    chips: int
    clause: str


class StageEnded(Event, frozen=True):
    """Every table of a stage is done: who goes on is announced."""

    stage: int
    advancing: tuple[str, ...]
    out: tuple[str, ...]
    points: dict[str, str]  # exact fractions, where there are points
    clause: str


class LevelForPlaces(Event, frozen=True):
    """Points leave these players level for fewer places than they are."""

    players: tuple[str, ...]
    places: int
    clause: str


class TieBroken(Event, frozen=True):
    """The order of players who were level, by further hands or by ballot; groups still level."""

    places: Places
    how: Literal["play-off", "ballot"]
    clause: str


class PlayerDisqualified(Event, frozen=True, kw_only=True):
    player: str
    finding: Finding
    refunds: tuple[Refund, ...]
    clause: str


class DisputeRaised(Event, frozen=True):
    number: int
    about: str
    by: str
    clause: str


class DisputeRuled(Event, frozen=True):
    number: int
    ruling: str
    clause: str
    complaint: str  # the clause by which one may still complain


class Announced(Event, frozen=True):
    text: str
    clause: str


class PublicityPermitted(Event, frozen=True):
    """Or no longer."""

    player: str
    permits: bool
    clause: str


class Advertised(Event, frozen=True):
    player: str
    text: str
    clause: str


class PlacesAwarded(Event, frozen=True):
    places: Places
    clause: str


class PrizesPaid(Event, frozen=True, kw_only=True):
    """Everything is paid; `combined` is the clause by which players who are level shared."""

    fees: int
    commission: int
    added: int
    topped_up: int
    house_adds: int  # so that shares can go up to a cent
    shares: tuple[Share, ...]
    combined: str
    clause: str


class TournamentEnded(Event, frozen=True):
    clause: str


AnyEvent = union(events_in(vars()))  # what a log may hold
