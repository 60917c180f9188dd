"""The vocabulary of `tournament.toml`: how a book wants a tournament run from entries to prizes.

Who may do what stands in `acts`; the sections after it are in the order of a tournament's course.
A section or setting that a book has not is left out, and the mechanism then asks for nothing.
"""

from typing import Literal

import msgspec

from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.chapter import in_book, load_chapter, of_book, once
from bythebook.rulebooks.chapters.words import Authority, Cited, Rule
from bythebook.rulebooks.loader import Book, find_book

CHAPTER = "tournament"

Rounding = Literal["one-each", "up"]
OddOrder = Literal["ballot", "seats"]


class Power(Rule, frozen=True, kw_only=True):
    """Something that these people may do."""

    by: tuple[str, ...]
    clause: str
    also: tuple[str, ...] = ()
    reason: bool = False  # it says why


class Publishing(Rule, frozen=True, kw_only=True):
    written: Authority
    available: Authority
    first: Authority  # no entry before it
    regulator: Cited[str] | None = None  # who is told and gets a copy
    copies: Authority | None = None  # every entrant gets one
    confirmed: Authority | None = None  # conditions in free words: that they change no rule
    own_words: Authority | None = None  # and whatever else the terms say in words of their own


class Entry(Rule, frozen=True, kw_only=True):
    fee: Authority
    conditions: Authority  # the terms of entry: until when, how
    agreement: Authority | None = None  # in writing, where it is asked for
    entitled: Authority | None = None  # only who may be there and gamble
    refusal: Authority | None = None
    numbers: Authority  # the least and the most
    once: Authority
    publicity: Authority | None = None  # needs each entrant's permission


class Commission(Rule, frozen=True, kw_only=True):
    clause: str
    also: tuple[str, ...] = ()
    most: Cited[int] | None = None  # in hundredths of a percent of all fees
    approved: Authority | None = None  # with the reference of its approval


class Pooling(Rule, frozen=True, kw_only=True):
    fees: Authority  # what is not kept is the pool
    added: Authority | None = None
    guarantee: Authority | None = None
    commission: Commission | None = None
    forfeited: Authority | None = None  # a fee that is lost stays in the pool
    buy_backs: Authority | None = None  # are fees too


class Withdrawal(Rule, frozen=True, kw_only=True):
    """When a player who withdraws gets the fee back."""

    value: Literal["never", "days-before", "until-conditions-say"]
    clause: str
    also: tuple[str, ...] = ()
    days: int = 0


class Disqualified(Rule, frozen=True, kw_only=True):
    """The fee of whoever is disqualified stays."""

    clause: str
    also: tuple[str, ...] = ()
    by_conditions: bool = False  # unless the conditions let whoever runs it return it


class Refunds(Rule, frozen=True, kw_only=True):
    withdrawal: Withdrawal
    cancelled: Authority
    disqualified: Disqualified | None = None  # nothing goes back
    forfeited: Authority | None = None  # a fee that was lost, also when all is cancelled
    absent: Authority | None = None  # the director may approve a refund
    no_buy_in: Authority | None = None  # out, and nothing goes back


class Few(Rule, frozen=True, kw_only=True):
    """Fewer entries than the least."""

    value: Literal["cancel", "may-cancel"]
    clause: str


class Direction(Rule, frozen=True, kw_only=True):
    named: Cited[str]  # the role whose bearer runs it
    present: Authority | None = None  # all the time
    deputies: Authority | None = None
    briefing: Authority | None = None  # before play, until everybody understands
    practice: Authority | None = None  # hands that do not count, before play only


class Tables(Rule, frozen=True, kw_only=True):
    named: Authority
    only: Authority | None = None  # used for nothing else meanwhile
    low_limit: Authority | None = None  # never one of these
    players: Authority | None = None  # how many sit at one


class Late(Rule, frozen=True, kw_only=True):
    """Not in the seat at the start: the place is lost, not only some chips."""

    clause: str
    also: tuple[str, ...] = ()
    formats: tuple[Literal["chips", "live", "elimination"], ...] = ()
    by_conditions: bool = False  # if they say so


class Moved(Rule, frozen=True, kw_only=True):
    """Another start, with notice."""

    clause: str
    also: tuple[str, ...] = ()
    least_minutes: int = 1  # below this no notice is reasonable


class Seating(Rule, frozen=True, kw_only=True):
    tables: Authority
    ballot: Authority | None = None  # before each session, for its whole length
    moved: Moved
    substitute: Cited[Literal["before-ballot", "before-start", "as-conditions-say"]] | None = None
    never_after: Authority | None = None  # a place that was won is nobody else's
    late: Late | None = None
    reserve: Cited[Literal["first-session"]] | None = None  # pays the fee
    not_replaced: Authority | None = None
    same_chips: Authority
    buy_in: Authority | None = None  # before each session


class Going(Rule, frozen=True, kw_only=True):
    """From one stage to the next."""

    advancing: Authority
    totals: Authority | None = None  # recorded, then told to whoever runs it
    announced: Authority
    winners: Authority  # most chips
    level: Authority | None = None  # more of them with as many chips than there are places
    inventory: Authority | None = None  # missing chips are recorded
    points: Authority | None = None
    pooled_points: Authority | None = None
    repechage: Authority | None = None
    buy_back: Authority | None = None


class Finish(Rule, frozen=True, kw_only=True):
    ties: Cited[Rounding]
    odd_order: OddOrder = "ballot"
    combined: Authority
    extra_hands: Authority | None = None
    whole_pool: Authority
    chips: Authority  # whose they are when play is over


class Order(Rule, frozen=True, kw_only=True):
    """Breaches, disputes, the end before the end."""

    breach: Authority  # somebody may be disqualified
    deliberate: Authority | None = None  # then it is automatic
    chips_added: Authority | None = None
    chips_hidden: Authority | None = None
    absence: Authority | None = None
    keeps_chips: Authority | None = None  # live ones, properly won or bought
    retires: Authority | None = None
    final_word: Authority
    waits: Authority | None = None  # play, until it is settled
    settled: Authority | None = None  # every dispute, before places are awarded and prizes paid
    complaint: Authority | None = None  # to an inspector, whatever is final


class TournamentRules(Rule, frozen=True, kw_only=True):
    acts: dict[str, Power]
    publishing: Publishing
    entry: Entry
    pooling: Pooling
    refunds: Refunds
    few: Few
    direction: Direction
    tables: Tables
    seating: Seating
    going: Going
    finish: Finish
    order: Order


class BookOfTournaments(msgspec.Struct, frozen=True):
    """A book with what it says about tournaments."""

    book: Book
    rules: TournamentRules


@once
def load_tournament_rules(book: Book) -> BookOfTournaments:
    if not in_book(book, CHAPTER):
        raise Malformed(f"{book.id} has no {CHAPTER}.toml: it does not say how tournaments are run")
    return BookOfTournaments(book, load_chapter(book, CHAPTER, TournamentRules))


# How tournaments of this book are run; not every book has them.
find_tournament_rules = of_book(find_book, load_tournament_rules)
