"""What has happened to a patron; each with the clause that it rests on."""

from typing import Any

from bythebook.casino.state import Exclusion, LossLimit, Scope, Voucher
from bythebook.deciders import Event, OrderGiven, events_in, reader, union

__all__ = ["OrderGiven"]


class PatronMet(Event, frozen=True):
    """The first that the casino has to say about somebody."""

    name: str


class Excluded(Event, frozen=True):
    exclusion: Exclusion
    clause: str


class Readmitted(Event, frozen=True):
    scope: Scope
    book: str
    game: str
    clause: str


class LimitSet(Event, frozen=True):
    """As it stands now, with what is to come of it; None: there is none any more."""

    limit: LossLimit | None
    clause: str


class PeriodBegan(Event, frozen=True):
    """Nothing is lost yet: the only way by which the count begins anew."""

    limit: LossLimit | None
    clause: str


class BreakBegan(Event, frozen=True):
    """The patron may wager nowhere until then."""

    until: int
    book: str
    clause: str


class CardRefused(Event, frozen=True):
    """No wager at any table that asks for a Player Card before the staff has seen a valid one."""

    book: str
    clause: str


class CardSeen(Event, frozen=True):
    clause: str


class PlayCounted(Event, frozen=True):
    place: str
    won: int
    lying: int
    clause: str


class VoucherIssued(Event, frozen=True):
    voucher: Voucher
    clause: str


class VoucherExchanged(Event, frozen=True):
    voucher: int
    at: int
    clause: str


class TokensMoved(Event, frozen=True):
    """Tokens of one voucher, between the patron's hand, a layout and out of circulation."""

    voucher: int
    place: str
    staked: int  # more of them lie there; below nothing: fewer
    taken: int  # more of them are out of circulation
    clause: str


AnyEvent: Any = union(events_in(globals()))
from_json = reader(AnyEvent, "event")
