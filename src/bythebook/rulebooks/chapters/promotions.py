"""The vocabulary of `promotion.toml`, and its strict loader: what a book says about promotions.

What terms must state stands item by item with its clause; then what can never be a prize, what
becomes of cash, who oversees a draw, who is told what and until when.
"""

from typing import Annotated, Literal

import msgspec

from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.chapter import in_book, load_chapter, of_book, once, place
from bythebook.rulebooks.chapters.words import Authority, Cited, Count, Rule
from bythebook.rulebooks.loader import Book, find_book

CHAPTER = "promotion"
PLAYER = "player"

Kind = Literal[
    "appliance", "vehicle", "travel", "real-estate", "cash", "casino-dollars", "slots-dollars",
    "liquor", "other", "tobacco", "firearm", "weapon", "prescribed",
]  # fmt: skip
Detail = Literal[
    "make", "model", "accessories", "on_road_costs", "persons", "inclusions", "restrictions",
    "spending_money", "dwelling", "plans", "contract", "easements", "location",
]  # fmt: skip
TermsItem = Literal[
    "manner", "awarded_at", "awarded_where", "eligibility", "least_stake", "reservations",
    "starts_at", "closes_at", "place", "claiming", "presence", "winner_told", "results",
    "disbursement", "prizes", "value_source", "value_form", "value_at",
]  # fmt: skip
PrizeItem = Literal["nature", "value", "conditions"]
Party = Literal["operator", "scrutineer", "regulator", "inspector", "player"]
ActName = Literal[
    "draft", "amend", "lodge", "request-terms", "approve", "confirm", "publish", "nominate",
    "open", "enter", "close", "attend", "enter-value", "correct-value", "draw", "publish-results",
    "tell-winner", "claim", "choose-payment", "award", "deny", "tell-refused", "pass-on",
    "postpone", "validate", "cancel", "tell-inspector", "dispute", "rule", "object", "advise",
    "end",
]  # fmt: skip
Means = Literal["premises", "website", "email", "mail", "brochure"]
Method = Literal["in-person", "mail", "telephone", "email"]
PaidBy = Literal["cash", "cheque", "transfer"]
Soon = Literal["same-act", "as-soon-as-practicable"]  # or within so many hours
Disturbance = Literal["postponed", "cancelled"]
Cents = Annotated[int, msgspec.Meta(ge=0)]


class Item(Rule, frozen=True, kw_only=True):
    """Something that terms must state; `if_any`: that there is none is an answer, silence not."""

    clause: str
    also: tuple[str, ...] = ()
    if_any: bool = False


class PartyRule(Rule, frozen=True, kw_only=True):
    """Who is meant by a party, as the roles of people say it; one that does nothing has none."""

    title: str
    roles: tuple[str, ...] = ()
    clause: str


class Act(Rule, frozen=True, kw_only=True):
    by: tuple[Party, ...]
    clause: str
    also: tuple[str, ...] = ()


class Prohibited(Rule, frozen=True, kw_only=True):
    """What no prize may be or include. A kind says so; whatever a description may hide is for a
    person to confirm (`confirmed`). `words` only catch what nobody should be asked about."""

    clause: str
    words: tuple[str, ...] = ()


class Liquor(Rule, frozen=True, kw_only=True):
    most_millilitres: Count
    clause: str


class Alternative(Rule, frozen=True, kw_only=True):
    """Money in place of a prize that is none: not for these kinds."""

    clause: str
    not_for: tuple[Kind, ...] = ()


class Choice(Rule, frozen=True, kw_only=True):
    """A winner of more cash than this chooses how it is paid, also in parts."""

    over_cents: Cents
    methods: tuple[PaidBy, ...]
    clause: str
    recorded: bool = False  # nothing is paid before the winner has said how


class Cash(Rule, frozen=True, kw_only=True):
    """What a book says about prizes of money and money for prizes."""

    prize: Cited[Literal["forbidden", "allowed"]] | None = None
    alternative: Alternative | None = None
    choice: Choice | None = None
    method: Authority | None = None  # the terms say how money is paid


class Scrutiny(Rule, frozen=True, kw_only=True):
    """A draw for a single prize worth more than this is overseen."""

    over_cents: Cents
    presence: Literal["must", "may"]
    clause: str


class Lodging(Rule, frozen=True, kw_only=True):
    """The regulator has the terms so many hours before the start; without hours, on request."""

    clause: str
    hours: Count | None = None


class Amending(Rule, frozen=True, kw_only=True):
    """What a change of terms needs once the promotion has begun."""

    needs: Literal["resubmission", "approval"]
    clause: str


class Telling(Rule, frozen=True, kw_only=True):
    """Winners who need not be there are told within so many hours of the draw, in these ways."""

    hours: Count
    clause: str
    methods: dict[Method, Authority]


class Denials(Rule, frozen=True, kw_only=True):
    """Who is refused is told why; claims of more than this are kept with every detail."""

    told: Authority
    over_cents: Cents
    register: Authority
    keeps_all: bool = False  # the register shows the smaller ones too


class Notice(Rule, frozen=True, kw_only=True):
    """An inspector hears of a disturbance."""

    clause: str
    of: tuple[Disturbance, ...]
    within: Soon | None = None
    hours: Count | None = None


class Integrity(Rule, frozen=True, kw_only=True):
    """When it is compromised: postponed until validated, or cancelled."""

    clause: str
    cancels: Literal["", "draw", "promotion"] = ""  # what its desk calls it; some revisions did not
    notice: Notice
    ending: Authority | None = None  # to end a begun promotion whose draw was cancelled: approval


class Complaints(Rule, frozen=True, kw_only=True):
    """Whose decision is final, and where somebody who is not satisfied may turn."""

    clause: str
    also: tuple[str, ...] = ()
    final: str
    under: str


class Promotion(Rule, frozen=True, kw_only=True):
    """Everything that a book says about promotions."""

    parties: dict[Literal["operator", "scrutineer", "regulator", "inspector"], PartyRule]
    acts: dict[ActName, Act]
    complete: Authority  # no publishing or lodging while something is missing
    available: Authority  # the terms can be had, and marketing points to them
    republished: Authority | None = None  # as amended too, before the draw
    terms: dict[TermsItem, Item]
    prize: dict[PrizeItem, Item]
    details: dict[Kind, dict[Detail, Item]]
    prohibited: dict[Literal["tobacco", "firearm", "weapon", "prescribed"], Prohibited]
    liquor: Liquor
    confirmed: Authority | None = None  # somebody answers for every prize, by name
    cash: Cash = Cash()
    scrutiny: Scrutiny
    lodging: Lodging
    amending: Amending | None = None
    telling: Telling
    denials: Denials
    integrity: Integrity
    complaints: Complaints
    # Revision 1 of some books says these, and nothing reads them.
    offered: Authority | None = None
    non_monetary: Authority | None = None


class PromotionRules(msgspec.Struct, frozen=True):
    """A book's word on promotions as typed."""

    book: Book
    says: Promotion


def has_promotion_rules(book: Book) -> bool:
    return in_book(book, CHAPTER)


@once
def load_promotion_rules(book: Book) -> PromotionRules:
    if not has_promotion_rules(book):
        raise Malformed(f"{book.id} says nothing about promotions")
    rules = PromotionRules(book, load_chapter(book, CHAPTER, Promotion))
    _check(rules, place(book, CHAPTER))
    return rules


# What a book says about promotions; not every book does.
find_promotion_rules = of_book(find_book, load_promotion_rules)


def _check(rules: PromotionRules, where: str) -> None:
    """What the types cannot say: parties that are named, one limit of time."""
    for name, act in rules.says.acts.items():
        for party in act.by:
            if party != PLAYER and party not in rules.says.parties:
                raise Malformed(f"{party!r} is no party of this book", f"{where}: acts.{name}")
    notice = rules.says.integrity.notice
    if (notice.within is None) == (notice.hours is None):
        raise Malformed("a notice has hours or a word for soon", f"{where}: integrity.notice")
