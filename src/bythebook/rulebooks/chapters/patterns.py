"""What cards must show for a line of a side wager: a few conditions, written down as data.

    hand = { same = "rank", suits = "coloured" }
    hand = { ranks = "6 7 8", suits = "suited" }
    hand = { all = [{ ranks = "QH QH" }, { cards = "dealer-two", blackjack = true }] }

Every condition that a pattern says must be met by the cards that it looks at, which are those of
its wager (`looks_at`) unless `cards` says otherwise. A pattern with a name is one that
`rulebooks/patterns.toml` defines in these words; what a name means never changes, for editions that
use it were played by.
"""

import difflib
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal, NamedTuple, TypeAlias, get_args

import msgspec

from bythebook.cards import CARDS, RANKS
from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.words import Rule
from bythebook.rulebooks.files import read_toml, typed
from bythebook.rulebooks.shelf import BUILT_IN

NAMED_PATTERNS = BUILT_IN / "patterns.toml"

# Cards of the initial deal: the box's first two; those and the dealer's first; one of a box's cards
# by itself; the dealer's first; in a game of three cards each, all of a box's.
Opening = Literal[
    "first-two", "first-two-and-dealer", "card-1", "card-2", "card-3", "three-cards", "dealer-up",
]  # fmt: skip
# What is known later: the dealer's first two cards; the dealer's whole hand; a hand of the box as
# it stood at the end, unless it went over or was given up. Of whole hands only the total and the
# number of cards can be asked. After a split the box wins by the best line that one hand makes.
Later = Literal["dealer-two", "dealer-hand", "final-hand"]
Group = Literal[Opening, Later]

HANDS: tuple[Group, ...] = ("dealer-hand", "final-hand")
LATER: tuple[Group, ...] = get_args(Later)
NUMBER_OF_CARDS: dict[Group, int] = {
    "first-two": 2,
    "first-two-and-dealer": 3,
    "card-1": 1,
    "card-2": 1,
    "card-3": 1,
    "three-cards": 3,
    "dealer-up": 1,
    "dealer-two": 2,
}

# suited: all of one suit. coloured: of one colour, but not of one suit. one-colour: either of
# these. mixed: of more than one suit. two-colours: red and black. two: of exactly two suits.
# different: no two of a suit. Or all of the suit that is named.
Suits = Literal[
    "suited", "coloured", "one-colour", "mixed", "two-colours", "two", "different",
    "clubs", "diamonds", "hearts", "spades",
]  # fmt: skip


class Range(Rule, frozen=True, kw_only=True):
    """From the least to the most, both included; either may be left out."""

    least: int | None = None
    most: int | None = None

    def __contains__(self, number: int) -> bool:
        above = self.least is None or number >= self.least
        return above and (self.most is None or number <= self.most)


Number = int | Range  # exactly so many, or any in the range


class Pattern(Rule, frozen=True, kw_only=True):
    """Conditions, all of which must be met."""

    # Which cards it looks at; left out, those that the wager looks at.
    cards: Group | None = None
    # Of these, only those of some ranks ("A", "T J Q K"), or some cards ("QH"): the others are
    # not looked at by what follows.
    only: str | None = None
    count: Number | None = None  # how many cards there are
    ranks: str | None = None  # exactly these, in any order: "6 7 8", or "QH QH"
    each: str | None = None  # every card is one of these
    same: Literal["rank", "value"] | None = None  # a ten and a king have the same value
    suits: Suits | None = None
    straight: bool | None = None  # ranks that follow one another, an ace below the two or high
    total: Number | None = None  # the best not over 21 if there is one, as in the game
    aces: Literal["low"] | None = None  # for the total, an ace always counts one
    soft: bool | None = None  # whether an ace counts eleven in the total
    blackjack: bool | None = None  # an ace and a card that counts ten, and no other
    # How many of them have the rank of the dealer's first card; how many its rank and suit.
    matches: Number | None = None
    suited_matches: Number | None = None
    # The dealer's first card ranks between the two, with so many ranks between them; aces are high.
    between: Number | None = None
    # Further patterns, by name or in full: every one of them is shown, and one of these.
    all_of: "tuple[str | Pattern, ...]" = msgspec.field(default=(), name="all")
    any_of: "tuple[str | Pattern, ...]" = msgspec.field(default=(), name="any")


Hand: TypeAlias = str | Pattern  # as a line says it: a name, or the conditions


class Asked(NamedTuple):
    """The conditions of one pattern by itself, and the cards they are asked of."""

    pattern: Pattern  # without further patterns
    group: Group

    @property
    def asks_dealer_up(self) -> bool:
        """Whether the dealer's first card is compared with these, or is one of them."""
        pattern = self.pattern
        compared = (pattern.matches, pattern.suited_matches, pattern.between)
        beside = any(condition is not None for condition in compared)
        return beside or self.group in ("first-two-and-dealer", "dealer-up")


@cache
def named_patterns() -> dict[str, Pattern]:
    """Every pattern that has a name."""
    found: dict[str, Pattern] = typed(
        read_toml(NAMED_PATTERNS), dict[str, Pattern], NAMED_PATTERNS.name
    )
    return found


def pattern_of(hand: Hand) -> Pattern:
    """The conditions that a line asks for, by name or in full."""
    if isinstance(hand, Pattern):
        return hand
    if hand not in named_patterns():
        near = difflib.get_close_matches(hand, named_patterns(), 1)
        nearest = f"; the nearest is {near[0]!r}" if near else ""
        raise Malformed(f"no pattern is called {hand!r}{nearest}")
    return named_patterns()[hand]


@lru_cache(maxsize=1024)
def asked_by(hand: Hand, looks_at: Group) -> Asked:
    """What a pattern asks by itself."""
    pattern = pattern_of(hand)
    alone = msgspec.structs.replace(pattern, cards=None, all_of=(), any_of=())
    return Asked(alone, pattern.cards or looks_at)


def everything_asked(hand: Hand, looks_at: Group) -> Iterator[Asked]:
    """What a pattern and every further one in it ask, each by itself."""
    pattern, asked = pattern_of(hand), asked_by(hand, looks_at)
    if asked.pattern != Pattern():
        yield asked
    for further in (*pattern.all_of, *pattern.any_of):
        yield from everything_asked(further, asked.group)


# What does not fit


def problems_of(hand: Hand, looks_at: Group) -> Iterator[str]:
    """Why a pattern can never be shown, or cannot be understood."""
    try:
        asked = list(everything_asked(hand, looks_at))
    except Malformed as error:
        yield error.reason
        return
    except RecursionError:
        yield "it is nested too deeply"
        return
    if not asked:
        yield "a pattern says at least one condition"
    for each in asked:
        yield from _problems_of(each.pattern, each.group)


def _problems_of(pattern: Pattern, group: Group) -> Iterator[str]:
    for name, text in (("only", pattern.only), ("ranks", pattern.ranks), ("each", pattern.each)):
        if text is not None and not _are_signs(text):
            yield f"{name} = {text!r}: ranks such as '6 7 8', or cards such as 'QH QH'"
            return
    if group in HANDS:
        asks = {name for name in pattern.__struct_fields__ if getattr(pattern, name) not in NOTHING}
        if not asks <= OF_A_HAND:
            yield f"of {group} only {', '.join(sorted(OF_A_HAND))} can be asked"
        return
    if group == "dealer-two" and (pattern.matches, pattern.suited_matches) != (None, None):
        yield "matches are asked of a box's cards"
    size = NUMBER_OF_CARDS[group]
    least = pattern.count if isinstance(pattern.count, int) else None
    if isinstance(pattern.count, Range):
        least = pattern.count.least
    needed = max(least or 0, len((pattern.ranks or "").split()))
    if needed > size:
        yield f"{needed} cards are asked for, and {group} has {size}"
    if pattern.between is not None and (group, pattern.only) != ("first-two", None):
        yield "between is asked of the first-two"


NOTHING = (None, ())
OF_A_HAND = {"count", "total", "blackjack"}


def _are_signs(text: str) -> bool:
    """Ranks, or cards, and not some of each."""
    signs = text.split()
    ranks = all(sign in RANKS and len(sign) == 1 for sign in signs)
    cards = all(sign in CARDS and not CARDS[sign].joker for sign in signs)
    return bool(signs) and (ranks or cards)
