"""What of a round decides a side wager: cards of the deal, the dealer's second card, whole hands.

The patterns of its lines ask something of each of these, and nothing else of them matters. So each
is divided into classes, all of whose cards answer alike, and a line follows from one class of each.
A round at a table is asked by the same questions (`game/lines/patterns`); here each is asked once
for all cards there are.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.cards import CARDS, RANKS, SUITS
from bythebook.game.lines.patterns import Cards, Sight, WholeHand, line_shown, question
from bythebook.rulebooks.chapters.game import SideWager
from bythebook.rulebooks.chapters.patterns import Asked, Group, Hand, everything_asked

KINDS = len(RANKS) * len(SUITS)
TOTALS, COUNTS = 32, 32  # more than any hand comes to; no hand: none of either

_COLOURS = ("coloured", "one-colour", "two-colours")
_NAMED = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


class Lines(NamedTuple):
    """The patterns of a wager's lines: all that decides which of them is won."""

    hands: tuple[Hand | None, ...]
    looks_at: Group


class Deal(NamedTuple):
    """Which cards of the initial deal a wager looks at: one, two or three of them, in order."""

    cards: int
    dealer: bool = False  # the last is the dealer's
    first: int = 0  # where in the box's cards they begin


class Classes(NamedTuple):
    """The class of everything there is, and what each class answers."""

    of: NDArray[np.int8]
    answers: tuple[tuple[bool, ...], ...]


class Deciding(NamedTuple):
    """Classes, and the line that one of each makes: how many lines there are, where it is lost."""

    deal: Deal
    opening: Classes  # by the kind of each card of the deal
    dealer_two: Classes  # by the kinds of the dealer's first two
    dealer_hand: Classes  # by total and number of cards
    final_hand: Classes  # the same; 0 and 0 is no hand
    line: NDArray[np.int8]


def lines_of(side: SideWager) -> Lines:
    return Lines(tuple([line.hand for line in side.lines]), side.cards_looked_at)


@lru_cache(maxsize=128)
def deciding(lines: Lines) -> Deciding:
    """How a wager with these lines is decided."""
    asked = [x for hand in lines.hands if hand for x in everything_asked(hand, lines.looks_at)]
    later: dict[Group, list[Asked]] = {"dealer-two": [], "dealer-hand": [], "final-hand": []}
    opening: list[Asked] = []
    for each in dict.fromkeys(asked):
        later.get(each.group, opening).append(each)
    deal = _deal(lines, opening)
    parts = [opening, *later.values()]
    classes = (
        _of_deal(opening, deal),
        _of_dealer_two(later["dealer-two"]),
        _of_hands(later["dealer-hand"], lambda hand: Sight((), (), None, hand)),
        _of_hands(later["final-hand"], lambda hand: Sight((), (), hand)),
    )
    line = np.empty([len(each.answers) for each in classes], dtype=np.int8)
    for at in np.ndindex(line.shape):
        answers: dict[Asked, bool] = {}
        for part, known, number in zip(parts, classes, at, strict=True):
            answers |= dict(zip(part, known.answers[number], strict=True))
        shown = line_shown(lines.hands, lines.looks_at, answers.__getitem__)
        line[at] = len(lines.hands) if shown is None else shown
    line.flags.writeable = False
    return Deciding(deal, *classes, line=line)


@lru_cache(maxsize=128)
def which_line(lines: Lines) -> NDArray[np.int8]:
    """For every ordered choice of kinds, the first line whose pattern it shows; their number: none.

    A line without a pattern is never shown. Nothing after the deal may bear on the wager.
    """
    how = deciding(lines)
    assert how.line.shape[1:] == (1, 1, 1)
    table: NDArray[np.int8] = how.line[:, 0, 0, 0][how.opening.of]
    table.flags.writeable = False
    return table


def _deal(lines: Lines, asked: Sequence[Asked]) -> Deal:
    groups = {each.group for each in asked} or {lines.looks_at}
    if any(each.asks_dealer_up for each in asked):
        return Deal(3, dealer=True)
    if "three-cards" in groups:
        return Deal(3)
    if len(groups) == 1 and (group := groups.pop()).startswith("card-"):
        return Deal(1, first=int(group[-1]) - 1)
    return Deal(3) if "card-3" in groups else Deal(2)


# Classes


def _of_deal(asked: Sequence[Asked], deal: Deal) -> Classes:
    """To exchange suits that no pattern tells apart changes nothing: one of each is asked."""
    seen = deal.cards
    alike = suits_alike(asked)
    suits = [arrangement(suits, alike) for suits in product(SUITS, repeat=seen)]
    questions = [question(each) for each in asked]
    numbers: dict[tuple[bool, ...], int] = {}
    table = np.empty((len(RANKS),) * seen + (len(SUITS),) * seen, dtype=np.int8)
    for places in product(range(len(RANKS)), repeat=seen):
        known: dict[tuple[str, ...], int] = {}
        for each in dict.fromkeys(suits):
            cards = [CARDS[RANKS[place] + suit] for place, suit in zip(places, each, strict=True)]
            sight = _sight(tuple(cards), deal)
            answers = tuple([ask(sight) for ask in questions])
            known[each] = numbers.setdefault(answers, len(numbers))
        table[places] = np.array([known[each] for each in suits]).reshape((len(SUITS),) * seen)
    # From ranks, then suits, to one index a card.
    paired = [axis for card in range(seen) for axis in (card, seen + card)]
    return _classes(table.transpose(paired).reshape((KINDS,) * seen), numbers)


def _sight(cards: Cards, deal: Deal) -> Sight:
    if deal.dealer:
        return Sight(cards[:2], cards[2:])
    return Sight(cards[:1] * (deal.first + 1) if deal.cards == 1 else cards)


def _of_dealer_two(asked: Sequence[Asked]) -> Classes:
    if not asked:
        return _ONE_CLASS
    return _of_deal([Asked(each.pattern, "first-two") for each in asked], Deal(2))


def _of_hands(asked: Sequence[Asked], sight: Callable[[WholeHand | None], Sight]) -> Classes:
    if not asked:
        return _ONE_CLASS
    questions = [question(each) for each in asked]
    numbers: dict[tuple[bool, ...], int] = {}
    table = np.empty((TOTALS, COUNTS), dtype=np.int8)
    for total, count in product(range(TOTALS), range(COUNTS)):
        hand = WholeHand(total, count) if total or count else None
        answers = tuple([ask(sight(hand)) for ask in questions])
        table[total, count] = numbers.setdefault(answers, len(numbers))
    return _classes(table, numbers)


def _classes(table: NDArray[np.int8], numbers: dict[tuple[bool, ...], int]) -> Classes:
    assert len(numbers) <= np.iinfo(np.int8).max
    table = np.ascontiguousarray(table)
    table.flags.writeable = False
    return Classes(table, tuple(numbers))


_ONE_CLASS = _classes(np.zeros(1, dtype=np.int8), {(): 0})


def suits_alike(asked: Sequence[Asked]) -> tuple[str, ...]:
    """Suits in groups that the patterns do not tell apart."""
    named: set[str] = set()
    colours = False
    for pattern, _ in asked:
        for text in (pattern.only, pattern.ranks, pattern.each):
            named |= {sign[1] for sign in (text or "").split() if len(sign) == 2}
        if pattern.suits in _NAMED:
            named.add(_NAMED[pattern.suits])
        colours = colours or pattern.suits in _COLOURS
    others = ["DH", "CS"] if colours else ["CDHS"]
    left = ["".join(suit for suit in group if suit not in named) for group in others]
    return (*sorted(named), *(group for group in left if group))


def arrangement(signs: tuple[str, ...], groups: tuple[str, ...]) -> tuple[str, ...]:
    """The same suits, renamed to the first of each group in the order they appear.

    >>> arrangement(("S", "H", "S"), ("CDHS",)), arrangement(("S", "H", "D"), ("H", "CDS"))
    (('C', 'D', 'C'), ('C', 'H', 'D'))
    """
    names: dict[str, str] = {}
    used = dict.fromkeys(groups, 0)
    for sign in signs:
        if sign not in names:
            group = next(alike for alike in groups if sign in alike)
            names[sign] = group[used[group]]
            used[group] += 1
    return tuple([names[sign] for sign in signs])
