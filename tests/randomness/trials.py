"""What is counted of shoes, draws and hidden values, and what the counts are judged by.

A trial counts; counts of blocks add up; the same judge gives a block its p-value and the whole run
one of its own. A small fault that every block hides is seen in the whole.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.randomness import exact
from tests.randomness.chance import CARDS, DECK, DECKS, VALUES, Shoes
from tests.randomness.exact import Likely
from tests.randomness.nist.bits import Counts

RANKS, SUITS = 13, 4
TENS = 4  # ranks of value ten
RED = (1, 2)  # diamonds and hearts, in the order of a new pack
LAGS = (1, 2, 7)  # the next card, the one after, the next to the same box of seven
FOUR = 4
ENTRIES = 50
PARTS = 100  # of the range of hidden values


@dataclass(frozen=True)
class Trial:
    """One question: what it asks, what is counted, and how likely counts like these are."""

    name: str
    asks: str
    count: Callable[[Any], Counts]
    p_value: Callable[[Counts], float]


def kinds(shoes: Shoes) -> Shoes:
    return shoes % np.uint16(DECK)


def ranks(shoes: Shoes) -> Shoes:
    return kinds(shoes) // np.uint16(SUITS)


def histogram(values: NDArray[Any], size: int) -> Counts:
    return np.bincount(values.ravel(), minlength=size).astype(np.int64)


# Places and neighbours


def places(orders: NDArray[Any], kinds: int) -> Counts:
    """How often each kind lay at each place."""
    size = orders.shape[1]
    at = np.arange(size, dtype=np.int64) * kinds
    return histogram(at + orders, size * kinds).reshape(size, kinds)


def judge_places(counts: Counts) -> float:
    size, kinds = counts.shape
    shoes = int(counts[0].sum())
    straying = exact.straying_places(size, size // kinds)
    return straying.p_value(counts - shoes / kinds, shoes)


def neighbours(shoes: Shoes, lag: int) -> Counts:
    pairs = shoes[:, :-lag].astype(np.int64) * CARDS + shoes[:, lag:]
    return histogram(pairs, CARDS * CARDS).reshape(CARDS, CARDS)


def judge_neighbours(counts: Counts, lag: int) -> float:
    pairs = CARDS - lag
    shoes = int(counts.sum()) // pairs
    away = counts - shoes * pairs / (CARDS * (CARDS - 1))
    np.fill_diagonal(away, 0)  # no card follows itself
    return exact.straying_neighbours(CARDS, lag).p_value(away, shoes)


def _neighbours(lag: int) -> Trial:
    return Trial(
        f"neighbours {lag} apart",
        f"Does any card come {lag} after any other more often than chance has it?",
        lambda shoes: neighbours(shoes, lag),
        lambda counts: judge_neighbours(counts, lag),
    )


# Orders, runs, gaps


def order_numbers(orders: NDArray[Any]) -> NDArray[np.int64]:
    """Which of the 24 orders each row of four is in."""
    ranked = np.argsort(orders, axis=1)
    found: NDArray[np.int64] = _NUMBERS[tuple(ranked.T)]
    return found


_NUMBERS = np.zeros((FOUR,) * FOUR, np.int64)
for _number, _order in enumerate(permutations(range(FOUR))):
    _NUMBERS[_order] = _number


def fours(orders: NDArray[Any]) -> Counts:
    """In which order four cards in a row are, by their numbers; fours that share no card."""
    whole = orders.shape[1] // FOUR * FOUR
    return histogram(order_numbers(orders[:, :whole].reshape(-1, FOUR)), 24)


def ascents(shoes: Shoes) -> Counts:
    return histogram((shoes[:, 1:] > shoes[:, :-1]).sum(axis=1), CARDS)


def colour_runs(shoes: Shoes) -> Counts:
    red = np.isin(shoes % np.uint16(SUITS), RED)
    return histogram(1 + (red[:, 1:] != red[:, :-1]).sum(axis=1), CARDS + 1)


def gaps(marked: NDArray[np.bool_]) -> Counts:
    """Gaps before the first marked card, between one and the next, after the last."""
    shoes, size = marked.shape
    at = np.nonzero(marked)[1].reshape(shoes, -1)
    ends = np.full((shoes, 1), size)
    return histogram(np.diff(at, axis=1, prepend=np.full((shoes, 1), -1), append=ends), size + 1)


def _gaps(name: str, marks: Callable[[Shoes], NDArray[np.bool_]], marked: int) -> Trial:
    return Trial(
        f"gaps between {name}",
        f"Are {name} as far apart as chance puts them?",
        lambda shoes: gaps(marks(shoes)),
        lambda counts: exact.fit_gaps(counts, marked, CARDS),
    )


# Shoes beside one another


def same_places(shoes: Shoes) -> Counts:
    return histogram((shoes[1:] == shoes[:-1]).sum(axis=1), CARDS + 1)


def same_followers(shoes: Shoes) -> Counts:
    """How many cards have the same card after them as in the shoe before."""
    follower = np.full(shoes.shape, CARDS, np.uint16)
    np.put_along_axis(follower, shoes[:, :-1].astype(np.int64), shoes[:, 1:], axis=1)
    alike = (follower[1:] == follower[:-1]) & (follower[1:] != CARDS)
    return histogram(alike.sum(axis=1), CARDS)


def left_alone(shoes: Shoes) -> Counts:
    return histogram((shoes == np.arange(CARDS)).sum(axis=1), CARDS + 1)


def _fitted(name: str, asks: str, count: Callable[[Any], Counts], likely: Likely) -> Trial:
    return Trial(name, asks, count, lambda counts: exact.fit(counts, likely))


SHOES = (
    Trial(
        "place × card",
        "Is each of the 312 cards at each of the 312 places equally often?",
        lambda shoes: places(shoes, CARDS),
        judge_places,
    ),
    Trial(
        "place × kind",
        "And each of the 52 kinds, as players see them?",
        lambda shoes: places(kinds(shoes), DECK),
        judge_places,
    ),
    *(_neighbours(lag) for lag in LAGS),
    _fitted(
        "orders of four in a row",
        "Are four cards that leave the shoe one after the other in any order alike?",
        fours,
        exact.even(24),
    ),
    _fitted(
        "rises",
        "How often is a card followed by a higher one?",
        ascents,
        exact.likely_ascents(CARDS),
    ),
    _fitted(
        "runs of a colour",
        "How many runs of red and of black has a shoe?",
        colour_runs,
        exact.likely_runs(CARDS // 2, CARDS // 2),
    ),
    _gaps("aces", lambda shoes: ranks(shoes) == 0, DECKS * SUITS),
    _gaps("cards of value ten", lambda shoes: ranks(shoes) >= RANKS - TENS, DECKS * SUITS * TENS),
    _fitted(
        "left where they lay",
        "How many cards lie where they lay in the new pack?",
        left_alone,
        exact.likely_same(CARDS),
    ),
    _fitted(
        "same place in the next shoe",
        "How many cards lie where they lay in the shoe before?",
        same_places,
        exact.likely_same(CARDS),
    ),
    _fitted(
        "same follower in the next shoe",
        "How many cards are followed by the same card as in the shoe before?",
        same_followers,
        exact.likely_followers(CARDS),
    ),
)  # fmt: skip

BALLOTS = _fitted("orders of four names", "Is each order of a ballot alike?", fours, exact.even(24))
DRAWS = (
    Trial(
        "place × entry",
        f"Is each of {ENTRIES} entries drawn at each place equally often?",
        lambda orders: places(orders, ENTRIES),
        judge_places,
    ),
    _fitted(
        "drawn first",
        "And first, for the prize?",
        lambda orders: histogram(orders[:, 0], ENTRIES),
        exact.even(ENTRIES),
    ),
)

_SIZES = np.bincount(np.arange(VALUES) * PARTS // VALUES, minlength=PARTS)
_ENDINGS = np.bincount(np.arange(VALUES) % PARTS, minlength=PARTS)
_TENTHS = np.bincount(np.arange(VALUES) * 10 // VALUES, minlength=10) / VALUES


def tenths_in_turn(values: NDArray[np.int64]) -> Counts:
    tenths = values * 10 // VALUES
    return histogram(tenths[::2] * 10 + tenths[1::2], 100)


TRIGGERS = (
    _fitted(
        "where in the range",
        "Is each hundredth of the range alike?",
        lambda values: histogram(values * PARTS // VALUES, PARTS),
        _SIZES / VALUES,
    ),
    _fitted(
        "last two digits",
        "Is each ending of the amount alike?",
        lambda values: histogram(values % PARTS, PARTS),
        _ENDINGS / VALUES,
    ),
    _fitted(
        "one after the other",
        "Does a value say anything about the next?",
        tenths_in_turn,
        np.outer(_TENTHS, _TENTHS).ravel(),
    ),
)
