"""Every hand a player can hold, as numbered compositions, and how one card leads to the next.

Compiled code follows numbers: `following[hand, value]` is the hand after a card of that value, or
-1 where it goes over 21. Decisions depend on the cards in the hand, not on their order, with three
exceptions that some games ask for and that make hands of their own here:

- aces among the first two cards (where a double makes them count one),
- the suits of two cards that a payout line for 21 may still reward,
- which of the cards are jokers, and what they were named.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.odds.numbers.codes import ACE, MIXED, SPADES, SUITED, VALUES

BUSTED = -1
JOKER_KIND = VALUES  # in `taken`, jokers come after the ten values
KINDS_TAKEN = VALUES + 1

TWENTY_ONE = 21


class Hands(NamedTuple):
    """Numbered hands: the ten single cards first, then all others."""

    counts: NDArray[np.int8]  # [hand, value]: what the cards count as
    taken: NDArray[np.int8]  # [hand, value or joker]: what has left the shoe
    total: NDArray[np.int8]  # the best total
    hard: NDArray[np.int8]  # with every ace as one
    soft: NDArray[np.bool_]
    cards: NDArray[np.int8]
    first_aces: NDArray[np.int8]  # aces among the first two cards; 0 where nobody asks
    suits: NDArray[np.int8]  # mixed, suited or spades; mixed where nobody asks
    has_suits: NDArray[np.bool_]  # the two hands after this one are it in one suit, and in spades
    following: NDArray[np.int32]  # [hand, value]
    joker_as: NDArray[np.int32]  # [hand, value]: after a joker named so; -2 where never sensible
    plain: int  # how many hands are without a joker

    @property
    def size(self) -> int:
        return len(self.total)


class Shape(NamedTuple):
    """What of a game decides which hands there are."""

    values: tuple[bool, ...]  # which values the pack holds
    first_aces: bool
    suited_pairs: frozenset[tuple[int, int]]  # two values whose suits matter
    jokers: bool
    doubles_after: int  # the most cards on which a hand may still be doubled


class _Key(NamedTuple):
    """A hand while it is being numbered; counts are packed, five bits a value, for speed."""

    counts: int
    named: int  # which of them are jokers, packed alike
    hard: int
    cards: int
    first_aces: int
    suits: int


NEVER_NAMED = -2
_BITS = 5
_ONE = tuple(1 << (_BITS * value) for value in range(VALUES))
_MOST = (1 << _BITS) - 1

NumberOf = Callable[[_Key], int]


def _unpack(packed: int) -> list[int]:
    return [packed >> (_BITS * value) & _MOST for value in range(VALUES)]


@lru_cache(maxsize=16)
def number_hands(shape: Shape) -> Hands:
    """Number every hand that a shape of game can give, a card at a time."""
    keys = [_Key(_ONE[value], 0, value + 1, 1, 0, MIXED) for value in range(VALUES)]
    number = {key: at for at, key in enumerate(keys)}
    following: list[list[int]] = []
    joker_as: list[list[int]] = []

    def number_of(key: _Key) -> int:
        if key not in number:
            for variant in _suit_variants(shape, key):
                number[variant] = len(keys)
                keys.append(variant)
        return number[key]

    def follow(key: _Key) -> list[int]:
        made = [_after(shape, key, v) if shape.values[v] else None for v in range(VALUES)]
        return [BUSTED if after is None else number_of(after) for after in made]

    while len(following) < len(keys):
        following.append(follow(keys[len(following)]))
    plain = len(keys)
    if shape.jokers:
        while len(joker_as) < len(keys):
            key = keys[len(joker_as)]
            if key.named:
                following.append(follow(key))
            joker_as.append(_names(shape, key, number_of))
    return _arrays(keys, following, joker_as, plain)


def _after(shape: Shape, key: _Key, value: int) -> _Key | None:
    hard = key.hard + value + 1
    if hard > TWENTY_ONE:
        return None
    counts = key.counts + _ONE[value]
    first_aces = key.first_aces
    if shape.first_aces and key.cards == 1:
        first_aces = counts & _MOST
    return _Key(counts, key.named, hard, key.cards + 1, first_aces, MIXED)


def _suit_variants(shape: Shape, key: _Key) -> list[_Key]:
    if key.cards == 2 and shape.suited_pairs and not key.named:
        values = tuple(v for v, count in enumerate(_unpack(key.counts)) for _ in range(count))
        if values in shape.suited_pairs:
            return [key._replace(suits=suits) for suits in (MIXED, SUITED, SPADES)]
    return [key]


def _names(shape: Shape, key: _Key, number_of: NumberOf) -> list[int]:
    """The hands that a joker can make of this one, without names that are never sensible.

    Where a joker can make 21 and the hand could not be doubled any more, no other name is better:
    21 beats or equals all that the others can become. With one card, 21 is a blackjack.
    """
    made = [_after(shape, key, value) for value in range(VALUES)]
    best = [after is not None and _makes_21(after) for after in made]
    if any(best) and (key.cards == 1 or key.cards >= shape.doubles_after):
        made = [after if is_best else None for after, is_best in zip(made, best, strict=True)]
    return [
        NEVER_NAMED if after is None else number_of(after._replace(named=key.named + _ONE[value]))
        for value, after in enumerate(made)
    ]


def _makes_21(key: _Key) -> bool:
    return key.hard == TWENTY_ONE or (key.hard == TWENTY_ONE - 10 and key.counts & _MOST > 0)


def _arrays(
    keys: list[_Key], following: list[list[int]], joker_as: list[list[int]], plain: int
) -> Hands:
    counts = np.array([_unpack(key.counts) for key in keys], dtype=np.int8)
    named = np.array([_unpack(key.named) for key in keys], dtype=np.int8)
    taken = np.zeros((len(keys), KINDS_TAKEN), dtype=np.int8)
    taken[:, :VALUES] = counts - named
    taken[:, JOKER_KIND] = named.sum(axis=1)
    hard = np.array([key.hard for key in keys])
    soft = (counts[:, ACE] > 0) & (hard + 10 <= 21)
    suits = np.array([key.suits for key in keys], dtype=np.int8)
    has_suits = np.zeros(len(keys), dtype=np.bool_)
    has_suits[:-1] = (suits[1:] == SUITED) & (suits[:-1] == MIXED)
    return Hands(
        counts=counts,
        taken=taken,
        total=(hard + 10 * soft).astype(np.int8),
        hard=hard.astype(np.int8),
        soft=soft,
        cards=counts.sum(axis=1).astype(np.int8),
        first_aces=np.array([key.first_aces for key in keys], dtype=np.int8),
        suits=suits,
        has_suits=has_suits,
        following=np.array(following, dtype=np.int32),
        joker_as=np.array(joker_as or [[NEVER_NAMED] * VALUES], dtype=np.int32),
        plain=plain,
    )
