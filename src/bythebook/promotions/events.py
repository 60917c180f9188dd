"""What has happened to a promotion: by whom, when, and by which clause."""

from typing import Literal

import msgspec

from bythebook.deciders import Event, Revealed, Sealed, events_in, union
from bythebook.promotions.commands import Paid
from bythebook.promotions.terms.document import Prize, PromotionTerms
from bythebook.rulebooks.chapters.promotions import Disturbance, Means, Method

__all__ = ["AnyEvent", "Event", "Revealed", "Sealed"]


class Happened(Event, frozen=True, kw_only=True):
    """Base of all events here."""

    clause: str
    by: str
    at: int


class Drafted(Happened, frozen=True, kw_only=True):
    terms: PromotionTerms


class Amended(Happened, frozen=True, kw_only=True):
    """In force at once, or once the regulator has it or has approved it.

    With the terms that are in force, one that waits is taken back.
    """

    terms: PromotionTerms
    waits_for: Literal["nothing", "resubmission", "approval"]


class AmendmentInForce(Happened, frozen=True, kw_only=True):
    pass


class Lodged(Happened, frozen=True, kw_only=True):
    pass


class TermsRequested(Happened, frozen=True, kw_only=True):
    pass


class EndingApproved(Happened, frozen=True, kw_only=True):
    pass


class PrizesConfirmed(Happened, frozen=True, kw_only=True):
    """For these prizes somebody has confirmed what no machine can judge, clause by clause."""

    prizes: tuple[Prize, ...]
    none_of: dict[str, str]  # what none of them is or includes, and by which clause


class Published(Happened, frozen=True, kw_only=True):
    means: tuple[Means, ...]
    marketing: str


class ScrutineerNominated(Happened, frozen=True, kw_only=True):
    scrutineer: str


class ScrutineerAttended(Happened, frozen=True, kw_only=True):
    pass


class Opened(Happened, frozen=True, kw_only=True):
    pass


class Entered(Happened, frozen=True, kw_only=True):
    person: str
    first: int  # the number of the first of these entries
    entries: int
    stake_cents: int
    account: bool  # they entered themselves: prizes can go to their account


class Closed(Happened, frozen=True, kw_only=True):
    pass


class ValueEntered(Happened, frozen=True, kw_only=True):
    """The public value that goes into the draw, in the one way in which it is written."""

    value: str


class ValueCorrected(Happened, frozen=True, kw_only=True):
    value: str
    why: str


class Won(msgspec.Struct, frozen=True):
    """A prize and the entry that was drawn for it."""

    prize: int
    entry: int
    person: str


class Drawn(Happened, frozen=True, kw_only=True):
    winners: tuple[Won, ...]
    scrutineer: str
    passed_over: tuple[int, ...] = ()  # entries of people whom the casino kept out at the draw


class ResultsPublished(Happened, frozen=True, kw_only=True):
    pass


class WinnerTold(Happened, frozen=True, kw_only=True):
    prize: int
    method: Method
    late: bool


class Claimed(Happened, frozen=True, kw_only=True):
    prize: int
    person: str
    wants: Literal["prize", "cash"]


class PaymentChosen(Happened, frozen=True, kw_only=True):
    """How the winner wants the money."""

    prize: int
    person: str
    paid: tuple[Paid, ...]


class Awarded(Happened, frozen=True, kw_only=True):
    prize: int
    person: str
    paid: tuple[Paid, ...]
    account: bool


class Denied(Happened, frozen=True, kw_only=True):
    """A refusal with all that the register must keep."""

    number: int
    prize: int
    person: str
    address: str
    value_cents: int
    reasons: str
    registered: bool  # it is among those that the book wants kept


class RefusedTold(Happened, frozen=True, kw_only=True):
    denial: int
    method: Method


class PassedOn(Happened, frozen=True, kw_only=True):
    won: Won


class Disturbed(Happened, frozen=True, kw_only=True):
    """Postponed or cancelled, and by when an inspector must know (None: there is no hour)."""

    number: int
    what: Disturbance
    why: str
    owed: bool  # whether an inspector must be told
    until: int | None


class InspectorTold(Happened, frozen=True, kw_only=True):
    notice: int
    inspector: str
    late: bool


class Validated(Happened, frozen=True, kw_only=True):
    why: str


class Disputed(Happened, frozen=True, kw_only=True):
    number: int
    person: str
    about: str


class Ruled(Happened, frozen=True, kw_only=True):
    dispute: int
    decision: str


class Objected(Happened, frozen=True, kw_only=True):
    dispute: int


class Advised(Happened, frozen=True, kw_only=True):
    dispute: int


class Ended(Happened, frozen=True, kw_only=True):
    pass


AnyEvent = union(events_in(vars()))  # what a log may hold
