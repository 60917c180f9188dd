"""Promotions to try things on: complete terms for each book, and one that is being run."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.deciders import Command, Event, Order, Payment, Person
from bythebook.draws import digest_of
from bythebook.errors import Malformed, Refused
from bythebook.promotions import Promotion, PromotionTerms, decide, evolve, payments
from bythebook.promotions import commands as c
from bythebook.promotions.terms.document import Part, Prize
from bythebook.rulebooks.chapters.promotions import find_promotion_rules

STAR, BACEBALL, CROWN = "star-blackjack-challenge", "star-baceball", "crown-blackjack"
BOOKS = (STAR, BACEBALL, CROWN)
HOUR = 3600
START = 1_800_000_000
CLOSES = START + 100 * HOUR
KNOWN = CLOSES + 60  # when the public value is
DRAWN = CLOSES + 2 * HOUR
SEED = "5a" * 32
VALUE = "3 8 13 21 34"
NONE_OF: tuple[c.Forbidden, ...] = ("tobacco", "firearm", "weapon", "prescribed", "liquor")

OPERATOR = {STAR: "operator", BACEBALL: "operator", CROWN: "casino-manager"}
REGULATOR = {STAR: "nicc", BACEBALL: "authority", CROWN: "nicc"}

DETAILS: dict[str, dict[str, str]] = {
    "appliance": {"make": "Breville", "model": "B1", "accessories": "two cups"},
    "vehicle": {
        "make": "Holden",
        "model": "Ute",
        "accessories": "not applicable",
        "on_road_costs": "registration for a year",
    },
    "travel": {
        "persons": "2",
        "inclusions": "flights and seven nights with breakfast",
        "restrictions": "not in January",
        "spending_money": "none",
    },
    "real-estate": {
        "dwelling": "house",
        "plans": "in the annex",
        "contract": "in the annex",
        "easements": "not applicable",
        "location": "1 High Street",
        "inclusions": "conveyancing and fixtures",
    },
}


def prize(*kinds: str, dollars: int = 500, **changes: Any) -> Prize:
    """A complete prize of these kinds."""
    parts = []
    for kind in kinds or ("other",):
        sizes: dict[str, Any] = {}
        if kind == "cash":
            sizes["cents"] = changes.get("value_cents", dollars * 100)
        if kind == "liquor":
            sizes["millilitres"] = 750
        details = DETAILS.get(kind, {})
        parts.append(Part(kind=kind, details=details, **sizes))  # type: ignore[arg-type]
    whole = Prize(
        name="First prize",
        nature="something worth having",
        value_cents=dollars * 100,
        conditions="not applicable",
        parts=tuple(parts),
    )
    return replace(whole, **changes)


def terms(book: str, *prizes: Prize, **changes: Any) -> PromotionTerms:
    """Terms that lack nothing by any of the books."""
    whole = PromotionTerms(
        book=book,
        title="Winter draw",
        manner="by a draw among all entries",
        value_source="the five numbers of the state lottery of that evening",
        value_form="numbers",
        value_at=KNOWN,
        awarded_at=DRAWN,
        awarded_where="at the main bar",
        eligibility="adults who are members",
        least_stake="not applicable",
        reservations="not applicable",
        starts_at=START,
        closes_at=CLOSES,
        place="the main floor",
        claiming="at the desk, with proof of identity",
        presence=False,
        winner_told="by telephone",
        results="on the website",
        disbursement="handed over at the desk",
        paid_by="cheque",
        prizes=prizes or (prize(),),
    )
    return replace(whole, **changes)


class Run:
    """A promotion that people give orders to; time goes on by itself to where it must be."""

    def __init__(self, book: str, *prizes: Prize, seed: str = SEED, **changes: Any) -> None:
        self.rules = find_promotion_rules(book)
        self.book = book
        self.seed = seed
        self.state: Promotion | None = None
        self.events: list[Event] = []
        self.paid: list[Payment] = []
        self.at = START - 72 * HOUR
        self.give(c.Draft(terms(book, *prizes, **changes)))

    @property
    def now(self) -> Promotion:
        assert self.state is not None
        return self.state

    def give(
        self,
        command: Command,
        role: str = "",
        name: str = "olga",
        at: int | None = None,
        why: str = "",
    ) -> tuple[Event, ...]:
        """An order, of the operator if nobody else is named."""
        self.at = self.at if at is None else at
        person = Person(name, role or OPERATOR[self.book])
        order = Order(by=person, at=self.at, command=command, why=why)
        events = decide(self.rules, self.state, order, {1: self.seed})
        for event in events:
            self.paid += payments(self.state, event)
            self.state = evolve(self.state, event)
        self.events += events
        return events

    def refused(self, command: Command, clause: str, **how: Any) -> Refused:
        """The same, which that clause does not allow; nothing has changed then."""
        before = self.state
        with pytest.raises(Refused) as caught:
            self.give(command, **how)
        assert caught.value.clause == clause, caught.value
        assert self.state is before
        return caught.value

    def malformed(self, command: Command, **how: Any) -> Malformed:
        with pytest.raises(Malformed) as caught:
            self.give(command, **how)
        return caught.value

    # The way of every promotion

    def seal(self) -> "Run":
        self.give(c.Seal(1, digest_of(self.seed)), role="house", name="the house")
        return self

    def lodge(self) -> "Run":
        self.give(c.Lodge())
        return self

    def confirm(self) -> "Run":
        self.give(c.Confirm(NONE_OF))
        return self

    def publish(self) -> "Run":
        self.confirm()
        self.give(c.Publish(("premises",), "the poster at the door"))
        return self

    def opened(self) -> "Run":
        self.seal().lodge().publish()
        self.give(c.Open(), at=START)
        return self

    def closed(self, *people: str) -> "Run":
        self.opened()
        for person in people:
            self.give(c.Enter(person))
        return self.valued()

    def valued(self) -> "Run":
        """Entries close, and the public value is written down when it is known."""
        self.give(c.Close(), at=CLOSES)
        self.give(c.EnterValue(VALUE), at=KNOWN)
        return self

    def drawn(self, *people: str) -> "Run":
        self.closed(*people)
        self.give(c.Draw(), at=DRAWN)
        self.give(c.PublishResults())
        return self

    def winner(self, number: int = 1) -> str:
        slot = self.now.slot(number)
        assert slot is not None
        return slot.person
