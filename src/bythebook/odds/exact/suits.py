"""Where suits matter: two cards that a suited line for 21, or a bonus, may still reward.

Unseen cards of a rank are as likely to be of any suit that is left, whatever else is known of their
places. So all that counts is which cards of the rank are known: the own first card, and on a split
hand the other cards of the pair.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.odds.exact.play_values import Overrides
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import Tables
from bythebook.odds.numbers.hands import Hands
from bythebook.odds.numbers.typed import Floats

Counts = NDArray[np.int64]
SEVEN_VALUE = 6
SUITS = 4
SPADE = 3


class First(NamedTuple):
    """A hand's first card in one suit: how likely, and other cards of its rank that are known."""

    weight: float
    suit: int
    others: tuple[int, ...] = ()


class Known(NamedTuple):
    """What is known of suits while a hand is played."""

    value: int  # of the first card; -1: any hand from the start
    firsts: tuple[First, ...] = ()
    bonus: float = 1.0  # which part of suited sevens gets the bonus


FROM_THE_START = Known(-1)


def _left(counts: Counts, value: int, suit: int, known: tuple[int, ...], rank: int) -> float:
    """Cards of a value and suit that are left, when some of one rank are known to be gone."""
    return float(counts[value * SUITS + suit]) - (known.count(suit) if value == rank else 0)


def _left_of_value(counts: Counts, value: int, known: tuple[int, ...], rank: int) -> float:
    return float(counts[value * SUITS : value * SUITS + SUITS].sum()) - (
        len(known) if value == rank else 0
    )


def _firsts(counts: Counts, known: Known, value: int) -> tuple[First, ...]:
    if known.value == value:
        return known.firsts
    return tuple(First(float(counts[value * SUITS + suit]), suit) for suit in range(SUITS))


def after_split(counts: Counts, pair: int, suits: int, new: bool, bonus: float) -> Known:
    """A hand split from a pair of mixed suits, one suit or spades; `new`: begun by a later card."""
    firsts = []
    for own in range(SUITS):
        for other in range(SUITS):
            if suits_of(own, other) != suits:
                continue
            weight = _left(counts, pair, own, (), pair) * _left(counts, pair, other, (own,), pair)
            if not new:
                firsts.append(First(weight, own, (other,)))
                continue
            for later in range(SUITS):
                more = weight * _left(counts, pair, later, (own, other), pair)
                firsts.append(First(more, later, (own, other)))
    return Known(pair, tuple(first for first in firsts if first.weight > 0), bonus)


def suits_of(first: int, second: int) -> int:
    if first != second:
        return k.MIXED
    return k.SPADES if first == SPADE else k.SUITED


def _values(hands: Hands, at: int, known: Known) -> tuple[int, int]:
    """The two values of a hand, that of the first card first where one is known."""
    values = [v for v in range(k.VALUES) for _ in range(int(hands.counts[at, v]))]
    return (values[1], values[0]) if values[1] == known.value else (values[0], values[1])


def _alike(counts: Counts, firsts: tuple[First, ...], values: tuple[int, ...]) -> Floats:
    """How likely all cards of these values are of one suit: [suited but not in spades, spades]."""
    rank = values[0]
    chances = np.zeros(2)
    whole = sum(first.weight for first in firsts)
    for first in firsts:
        if not first.weight:
            continue
        chance = first.weight / whole
        gone = (*first.others, first.suit)
        for value in values[1:]:
            size = _left_of_value(counts, value, gone, rank)
            chance *= _left(counts, value, first.suit, gone, rank) / size if size > 0 else 0.0
            if value == rank:
                gone = (*gone, first.suit)
        chances[int(first.suit == SPADE)] += max(chance, 0.0)
    return chances


def suit_shares(tables: Tables, counts: Counts, known: Known = FROM_THE_START) -> Floats:
    """[hand, mixed or suited or spades]: how the two cards of such a hand fall."""
    hands = tables.hands
    shares = np.zeros((hands.size, 3))
    for at in map(int, np.flatnonzero(hands.has_suits)):
        values = _values(hands, at, known)
        suited, spades = _alike(counts, _firsts(counts, known, values[0]), values)
        shares[at] = 1.0 - suited - spades, suited, spades
    return shares


def overrides_of(tables: Tables, counts: Counts, known: Known = FROM_THE_START) -> Overrides:
    """What the card that completes three ranks of a line is worth, by the suits of the two."""
    hands, r = tables.hands, tables.terms[0]
    with_suits = np.flatnonzero(hands.has_suits)
    of_hand = np.full(hands.size, -1, dtype=np.int32)
    pays = np.full((max(3 * len(with_suits), 1), k.VALUES, k.VALUES), np.nan)
    squared = pays.copy()
    for number, base in enumerate(map(int, with_suits)):
        values = _values(hands, base, known)
        firsts = _firsts(counts, known, values[0])
        two = _alike(counts, firsts, values)
        of_hand[base : base + 3] = range(3 * number, 3 * number + 3)
        for third in range(k.VALUES):
            ranks = int(r["line_of_ranks"][(values[0] * 13 + values[1]) * 13 + third])
            if ranks < 0:
                continue
            three = _alike(counts, firsts, (*values, third))
            chances = (0.0, *(b / a if a > 0 else 0.0 for a, b in zip(two, three, strict=True)))
            sevens = (*values, third) == (SEVEN_VALUE,) * 3
            for suits in range(3):
                row = 3 * number + suits
                pays[row, third], squared[row, third] = _completed(
                    tables, ranks, suits, chances[suits], known.bonus if sevens else 0.0
                )
    return Overrides(of_hand, pays, squared)


def _completed(
    tables: Tables, ranks: int, suits: int, alike: float, bonus_share: float
) -> tuple[Floats, Floats]:
    """What three cards of such ranks get, by the dealer's card: mean and mean square."""
    r = tables.terms[0]
    stake = float(r["stake"])
    line = k.LINES_BY_CARDS + 3 * ranks
    mixed, suited = (float(r["pays_21"][line + which, 1]) / stake for which in (k.MIXED, suits))
    pays = np.full(k.VALUES, (1.0 - alike) * mixed + alike * suited)
    squared = np.full(k.VALUES, (1.0 - alike) * mixed**2 + alike * suited**2)
    bonus = float(r["bonus"]) / stake
    pays[SEVEN_VALUE] += alike * bonus_share * bonus
    squared[SEVEN_VALUE] += alike * bonus_share * ((suited + bonus) ** 2 - suited**2)
    return pays, squared
