"""The terms of a promotion as a typed document: what is offered, to whom, when, and how.

A text is empty, or `None` stands in its place, where nothing has been said yet. Where there is
nothing to say, the answer is `NOT_APPLICABLE`: silence is no answer.
"""

from typing import Annotated, Literal

import msgspec

from bythebook.fields import UNASKED, asks
from bythebook.rulebooks.chapters.promotions import Detail, Kind, PaidBy

NOT_APPLICABLE = "not applicable"
ValueForm = Literal["hexadecimal", "numbers", "figure"]
LONGEST_TEXT = 4000
MOST_PRIZES = 200
MOST_OF_A_PRIZE = 1000

Line = Annotated[str, msgspec.Meta(max_length=200)]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=100_000_000_000)]
Moment = Annotated[int, msgspec.Meta(ge=0, le=32_503_680_000), asks(kind="moment")]  # to year 3000


class _Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base: nothing unknown may stand in terms."""


class Part(_Document, frozen=True, kw_only=True):
    """One thing that a prize consists of; a mixed prize has several."""

    kind: Kind
    details: dict[Detail, Text] = {}
    cents: Annotated[Amount | None, asks("How much")] = None  # where it is money
    millilitres: Annotated[
        int, msgspec.Meta(ge=0, le=1_000_000_000), asks("Litres of liquor in it", "text")
    ] = 0


class Prize(_Document, frozen=True, kw_only=True):
    name: Line = ""
    nature: Text = ""
    value_cents: Amount | None = None
    conditions: Text = ""
    parts: Annotated[tuple[Part, ...], msgspec.Meta(max_length=20)] = ()
    cash_alternative_cents: Annotated[Amount | None, asks("Money in its place")] = None
    number: Annotated[int, msgspec.Meta(ge=1, le=MOST_OF_A_PRIZE), asks("How many")] = 1

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(part.kind for part in self.parts)

    @property
    def cash_cents(self) -> int:
        return sum(part.cents or 0 for part in self.parts if part.kind == "cash")

    @property
    def millilitres(self) -> int:
        return sum(part.millilitres for part in self.parts)


class PromotionTerms(_Document, frozen=True, kw_only=True):
    """What is to be known about a promotion before anybody takes part."""

    book: Annotated[Line, UNASKED]
    title: Line
    manner: Text = ""
    # A public value that nobody knows before entries close goes into the draw.
    value_source: Text = ""
    value_form: Annotated[ValueForm | None, asks(of="value-forms")] = None
    value_at: Moment | None = None
    awarded_at: Moment | None = None
    awarded_where: Text = ""
    eligibility: Text = ""
    least_stake: Annotated[Amount | Literal["not applicable"] | None, asks(kind="money")] = (
        None  # cents
    )
    reservations: Text = ""
    starts_at: Moment | None = None
    closes_at: Moment | None = None
    place: Text = ""
    claiming: Text = ""
    presence: bool | None = None  # whether winners must be at the draw
    winner_told: Text = ""
    results: Text = ""
    disbursement: Text = ""
    paid_by: PaidBy | None = None  # how money is paid, where the operator says it
    prizes: Annotated[tuple[Prize, ...], msgspec.Meta(max_length=MOST_PRIZES)] = ()
    entries_each: Annotated[
        Annotated[int, msgspec.Meta(ge=1)] | None, asks("Entries a person, at most")
    ] = None
    one_prize_each: Annotated[bool, asks("One prize a person, at most")] = True
    unclaimed: Annotated[Literal["kept", "next-drawn"], asks("A prize that is refused")] = "kept"
    # By which edition of the book, and which revision of ours, as `rulebooks.law` has it.
    edition: Annotated[str, UNASKED] = ""
    revision: Annotated[int, UNASKED] = 0
    rules: Annotated[str, UNASKED] = ""


def slots(terms: PromotionTerms) -> tuple[Prize, ...]:
    """Every single prize in the order in which they are drawn."""
    return tuple(prize for prize in terms.prizes for _ in range(prize.number))
