"""The vocabulary of `tournament-terms.toml`: what a book wants stated before anybody may enter.

    requires    an item of the terms, its clause, when it applies, whether "not applicable" will do
    statements  sentences whose content the book fixes, in our words
    barred      items that terms of this book do not have
    only        choices that are left where the book decides a matter itself
    bounds      figures that terms stay within

The items are named in `bythebook.tournaments.terms.items`; the loader of the checks compares.
"""

import msgspec

from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.chapter import in_book, load_chapter, of_book, once
from bythebook.rulebooks.chapters.words import Authority, Cited, Rule
from bythebook.rulebooks.loader import Book, find_book

CHAPTER = "tournament-terms"


class When(Rule, frozen=True, kw_only=True):
    """Where an entry applies: everything that is given here holds."""

    formats: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    but_games: tuple[str, ...] = ()
    begins: str = ""  # scheduled or table-full
    decided_by: str = ""  # final or points
    progression: str = ""  # knock-out or points: some stage is played for that
    ties: str = ""  # how ties for prizes are settled
    in_kind: bool = False  # some prize cannot be divided


class Needed(Rule, frozen=True, kw_only=True):
    """Something that the terms state."""

    item: str
    clause: str
    also: tuple[str, ...] = ()
    none: bool = False  # "not applicable" is an answer
    when: When = When()


class Sentence(Rule, frozen=True, kw_only=True):
    """A statement that the terms make, in our words."""

    clause: str
    says: str
    also: tuple[str, ...] = ()
    none: bool = False
    when: When = When()


class Barred(Rule, frozen=True, kw_only=True):
    """Something that the terms do not offer, and why."""

    item: str
    clause: str
    why: str
    when: When = When()


class Only(Rule, frozen=True, kw_only=True):
    """The choices that are left in a matter."""

    item: str
    values: tuple[str, ...]
    clause: str
    also: tuple[str, ...] = ()
    why: str
    when: When = When()


class Device(Rule, frozen=True, kw_only=True):
    """Where cards come from a device there are no shoes to count."""

    option: str
    value: str
    clause: str


class Bounds(Rule, frozen=True, kw_only=True):
    """What the types cannot say; the clause is cited where terms go beyond."""

    commission: Cited[int] | None = None  # at most so many percent
    commission_approved: Authority | None = None
    whole_pool: Authority  # everything in it is paid out
    covered: Authority  # prizes promised are prizes there is money for
    limits: Authority  # from least to most, in order of hands
    unit_is_minimum: Authority | None = None
    session: Authority  # something that can be played
    device: Device
    tables: Authority  # enough for the players
    final: Authority  # fits one table
    advancing: Authority
    elimination: Authority  # designated hands lie within the session
    entrants: Authority  # from least to most
    dates: Authority
    withdrawal_days: Cited[int] | None = None  # exactly so many days before the start
    late_rounds: Cited[int] | None = None  # at most so many deductions
    low_limit: Authority | None = None
    substitute_approved: Authority | None = None
    buy_in: Authority | None = None  # in a live competition it is the bank
    equal_banks: Authority | None = (
        None  # everybody's in a session, also of those who bought back in
    )
    vouchers: Authority | None = None  # from the minimum to the maximum
    game: Authority  # options and side wagers that the game has


class Changes(Rule, frozen=True, kw_only=True):
    """The rules prevail: by which clause each kind of change is refused."""

    odds: Authority
    card_values: Authority
    drawing: Authority
    starting_bank: Authority
    other: Authority


class TermsRequired(Rule, frozen=True, kw_only=True):
    """Everything that a book says about the terms of a tournament."""

    few_cancel: bool = False  # with fewer than the least it is cancelled, whatever the terms say

    called: str  # what the book calls it: a tournament, a competition
    director: str  # and whoever runs it
    requires: tuple[Needed, ...]
    statements: dict[str, Sentence]
    by_the_rules: tuple[Sentence, ...] = ()  # what players are told and no terms can change
    barred: tuple[Barred, ...] = ()
    only: tuple[Only, ...] = ()
    side_wagers_barred: dict[str, Authority] = {}
    bounds: Bounds
    changes: Changes


class TermsRules(msgspec.Struct, frozen=True):
    """A book with what it requires, as loaded."""

    book: Book
    required: TermsRequired


def has_terms_rules(book: Book) -> bool:
    return in_book(book, CHAPTER)


@once
def load_terms_rules(book: Book) -> TermsRules:
    if not has_terms_rules(book):
        raise Malformed(
            f"{book.id} says nothing about tournaments: it has no {CHAPTER}.toml", "book"
        )
    return TermsRules(book, load_chapter(book, CHAPTER, TermsRequired))


# What a book wants of terms; a book without the file has no tournaments.
find_terms_rules = of_book(find_book, load_terms_rules)
