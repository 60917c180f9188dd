"""A promotion as it stands."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from bythebook.promotions.commands import Paid
from bythebook.promotions.terms.document import Prize, PromotionTerms, slots
from bythebook.rulebooks.chapters.promotions import Choice, Disturbance, Means
from bythebook.rulebooks.chapters.promotions import Promotion as Says

Phase = Literal["draft", "open", "closed", "drawn", "cancelled", "ended"]


class Entry(msgspec.Struct, frozen=True):
    """Entries that somebody made at one time: so many from the first on."""

    person: str
    first: int
    entries: int
    stake_cents: int
    at: int
    account: bool = False

    def has(self, number: int) -> bool:
        return self.first <= number < self.first + self.entries


class Value(msgspec.Struct, frozen=True):
    """A public value as somebody wrote it down; `why`: what was wrong with the one before."""

    value: str
    by: str
    at: int
    why: str = ""


class Attempt(msgspec.Struct, frozen=True):
    """A winner or somebody refused was told, or it was tried."""

    method: str
    at: int
    by: str


class Slot(msgspec.Struct, frozen=True):
    """One prize after the draw: whose it is and what became of it."""

    prize: int
    entry: int = 0  # 0: no entry was left for it
    person: str = ""
    won_at: int = 0
    told: tuple[Attempt, ...] = ()
    claimed: Literal["", "prize", "cash"] = ""
    claimed_at: int = 0
    status: Literal["open", "awarded", "refused", "no entry"] = "open"
    passed: tuple[int, ...] = ()  # entries that were drawn for it before and refused
    chosen: tuple[Paid, ...] = ()  # how the winner wants the money, where that is theirs to say


class Claimant(msgspec.Struct, frozen=True):
    """Somebody claims a prize for which another entry was drawn: it is to be refused."""

    prize: int
    person: str
    at: int


class Denial(msgspec.Struct, frozen=True):
    """Somebody was refused a prize: what the register keeps, without an end."""

    number: int
    prize: int
    person: str
    address: str
    value_cents: int
    reasons: str
    registered: bool
    at: int
    by: str
    told: Attempt | None = None


class Notice(msgspec.Struct, frozen=True):
    """A postponement or a cancellation, and when an inspector heard of it."""

    number: int
    what: Disturbance
    why: str
    at: int
    owed: bool
    until: int | None
    clause: str
    inspector: str = ""
    told_at: int | None = None


class Disagreement(msgspec.Struct, frozen=True):
    """A dispute about the terms, and how far it has come."""

    number: int
    person: str
    about: str
    at: int
    decision: str = ""
    decided_by: str = ""
    objected_at: int | None = None
    advised_at: int | None = None


class Confirmed(msgspec.Struct, frozen=True):
    """Prizes that somebody has answered for."""

    prizes: tuple[Prize, ...]
    by: str


class Promotion(msgspec.Struct, frozen=True, kw_only=True):
    terms: PromotionTerms  # those in force
    phase: Phase = "draft"
    now: int = 0  # of the last event
    version: int = 1  # how often terms came into force
    drafted_at: int = 0
    amended_at: int = 0
    pending: PromotionTerms | None = None  # terms that wait for the regulator
    pending_at: int | None = None
    requested_at: int | None = None
    lodged_at: int | None = None
    lodgings: tuple[int, ...] = ()  # every time that the regulator was given terms
    confirmed: tuple[Confirmed, ...] = ()
    published_at: int | None = None
    published: PromotionTerms | None = None  # the terms that can be had, where that is known
    means: tuple[Means, ...] = ()
    marketing: str = ""
    seals: dict[int, str] = {}  # digests by number
    seed: str = ""  # once it is shown
    values: tuple[Value, ...] = ()  # public ones: the last goes into the draw, if any does
    scrutineer: str = ""
    attended_at: int | None = None
    opened_at: int | None = None
    closed_at: int | None = None
    drawn_at: int | None = None
    passed_over: tuple[int, ...] = ()  # entries drawn, of people kept out by then
    results_at: int | None = None  # when the winners of today were published
    ending_approved: bool = False
    postponed: bool = False
    entries: tuple[Entry, ...] = ()
    entered: int = 0  # single entries so far
    slots: tuple[Slot, ...] = ()
    claimants: tuple[Claimant, ...] = ()  # of prizes that are not theirs, until they are refused
    denials: tuple[Denial, ...] = ()
    notices: tuple[Notice, ...] = ()
    disputes: tuple[Disagreement, ...] = ()

    @property
    def begun(self) -> bool:
        return self.opened_at is not None

    @property
    def outdated(self) -> bool:
        """Whether what was published is not what is in force, entries having begun.

        By which law it is read is not in question: that can change without a word of the terms.
        """
        if not self.begun or self.published is None:
            return False
        law = {name: getattr(self.terms, name) for name in ("edition", "revision", "rules")}
        return replace(self.published, **law) != self.terms

    @property
    def value(self) -> str:
        """The public value that goes into the draw, once it is known."""
        return self.values[-1].value if self.values else ""

    def answered_for(self, prizes: tuple[Prize, ...]) -> str:
        """Who answered for these very prizes, the last if several did; "": nobody."""
        return next((one.by for one in reversed(self.confirmed) if one.prizes == prizes), "")

    def prize(self, number: int) -> Prize | None:
        """A single prize by its number, from 1."""
        each = slots(self.terms)
        return each[number - 1] if 0 < number <= len(each) else None

    def slot(self, number: int) -> Slot | None:
        return self.slots[number - 1] if 0 < number <= len(self.slots) else None

    def entries_of(self, person: str) -> int:
        return sum(entry.entries for entry in self.entries if entry.person == person)

    def entry(self, number: int) -> Entry | None:
        return next((entry for entry in self.entries if entry.has(number)), None)


def money_due(state: Promotion, slot: Slot) -> int:
    """How much of a prize is money, as it was claimed."""
    prize = state.prize(slot.prize)
    if prize is None:
        return 0
    if slot.claimed == "cash":
        return prize.cash_alternative_cents or 0
    return prize.cash_cents


def winner_chooses(rules: Says, state: Promotion, slot: Slot) -> Choice | None:
    """What is said where it is for the winner to say how a prize of money is paid."""
    choice, prize = rules.cash.choice, state.prize(slot.prize)
    if choice is None or prize is None or slot.claimed != "prize":
        return None
    return choice if prize.cash_cents > choice.over_cents else None
