"""What fair shuffles give exactly: how likely each count is, and how far tables of counts stray.

No figure here comes from a simulation. Where shoes are independent and each gives one number, that
number's own distribution is known (`likely_…`). A table of places × cards, whose entries hang
together within a shoe, strays from its mean by a sum of squares whose own mean and variance follow
from how often two fair shoes agree (`Straying`).
"""

from functools import lru_cache
from math import comb, factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.randomness.nist.bits import Counts, upper

Likely = NDArray[np.float64]

EXPECTED_LEAST = 5  # in every class of a chi-square


# Chi-square against what is likely


def fit(counts: Counts, likely: Likely) -> float:
    """The p-value of counts; rare classes, which the likelihoods alone decide, are put together."""
    total = int(counts.sum())
    first = classes(likely, EXPECTED_LEAST / total)
    found, expected = np.add.reduceat(counts, first), np.add.reduceat(likely, first) * total
    return upper(float(((found - expected) ** 2 / expected).sum()), len(first) - 1)


def classes(likely: Likely, least: float) -> list[int]:
    """Where each class begins, so that none is less likely than this."""
    begins, sofar = [0], 0.0
    for at, chance in enumerate(likely):
        if sofar >= least:
            begins.append(at)
            sofar = 0.0
        sofar += float(chance)
    if sofar < least and len(begins) > 1:
        begins.pop()
    return begins


def even(size: int) -> Likely:
    return np.full(size, 1 / size)


# One number of a shoe


@lru_cache
def likely_ascents(size: int) -> Likely:
    """How often a card is followed by a higher one (Euler's numbers)."""
    likely = np.ones(1)
    for cards in range(2, size + 1):
        at = np.arange(cards)
        stays = np.append(likely, 0) * (at + 1)
        rises = np.insert(likely, 0, 0) * (cards - at)
        likely = (stays + rises) / cards
    return likely


@lru_cache
def likely_runs(one: int, other: int) -> Likely:
    """How many runs of one colour so many cards of two colours have (Wald and Wolfowitz)."""
    ways = np.zeros(one + other + 1)
    every = comb(one + other, one)
    for runs in range(2, one + other + 1):
        more, less = -(-runs // 2), runs // 2
        both = comb(one - 1, more - 1) * comb(other - 1, less - 1)
        both += comb(one - 1, less - 1) * comb(other - 1, more - 1)
        ways[runs] = both / every
    return ways


@lru_cache
def derangements(size: int) -> int:
    """How many orders leave no card where it was."""
    if size < 2:
        return 1 - size
    return (size - 1) * (derangements(size - 1) + derangements(size - 2))


@lru_cache
def likely_same(size: int) -> Likely:
    """How many places have the same card in two orders."""
    every = factorial(size)
    return np.array([comb(size, k) * derangements(size - k) / every for k in range(size + 1)])


@lru_cache
def likely_followers(size: int) -> Likely:
    """How many cards are followed by the same card in two orders."""
    every = factorial(size)
    return np.array(
        [
            comb(size - 1, k) * (derangements(size - k) + derangements(size - k - 1)) / every
            for k in range(size)
        ]
    )


# Gaps between cards of a kind


def fit_gaps(counts: Counts, marked: int, size: int) -> float:
    """The p-value of how often each gap occurred: before the first of so many marked cards, between
    one and the next, after the last. Gaps of one shoe hang together: their joint distribution is
    known, and so is the covariance of the counts."""
    likely, covariance, first = _gaps(marked, size)
    shoes = int(counts.sum()) // (marked + 1)
    away = np.add.reduceat(counts, first) - shoes * likely
    far = float(away @ np.linalg.pinv(covariance, hermitian=True) @ away) / shoes
    return upper(far, len(first) - 1)


@lru_cache
def _gaps(marked: int, size: int) -> tuple[Likely, NDArray[np.float64], list[int]]:
    every = comb(size, marked)
    one = np.array([0.0, *(comb(size - g, marked - 1) / every for g in range(1, size + 1))])
    pair = np.array([0.0, 0.0, *(comb(size - g, marked - 2) / every for g in range(2, size + 1))])
    both = np.zeros((size + 1, size + 1))
    for gap in range(1, size):
        both[gap, 1 : size - gap + 1] = pair[gap + 1 : size + 1]
    first = classes(one, 1 / 20)
    likely = np.add.reduceat(one, first) * (marked + 1)
    joint = np.add.reduceat(np.add.reduceat(both, first, axis=0), first, axis=1)
    covariance = np.diag(likely) + (marked + 1) * marked * joint - np.outer(likely, likely)
    return likely, covariance, first


# Tables whose entries hang together


class Straying(NamedTuple):
    """How far the entries of a table stray from their mean, squared and added up, in one shoe; and
    the variance of what two shoes have in common."""

    squares: float
    common: float

    def p_value(self, away: NDArray[np.floating[Any]], shoes: int) -> float:
        """By a chi-square of the same mean and variance. It has tens of thousands of degrees of
        freedom, or hundreds at least, so that nothing else of it matters."""
        common = self.common * (1 - 1 / shoes)
        degrees = self.squares**2 / common
        return upper(float((away**2).sum()) / shoes * degrees / self.squares, degrees)


def straying_places(size: int, copies: int = 1) -> Straying:
    """Places × kinds of cards, so many copies of each kind."""
    kinds = size // copies
    ordered = size * (size - 1)
    alike = kinds * (copies * (copies - 1)) ** 2 + kinds * (kinds - 1) * copies**4
    common = size / kinds * (1 - 1 / kinds) + ordered * (alike / ordered**2 - 1 / kinds**2)
    return Straying(size * (1 - 1 / kinds), common)


def straying_neighbours(size: int, lag: int) -> Straying:
    """Cards × the card that comes so many places after each."""
    pairs, ordered = size - lag, size * (size - 1)
    chains = 2 * max(0, size - 2 * lag)  # two pairs with a card in common
    apart = pairs * (pairs - 1) - chains
    twice = chains * max(0, size - 2 * lag) / (ordered * (size - 2))
    twice += apart**2 / (ordered * (size - 2) * (size - 3))
    mean = pairs * pairs / ordered
    return Straying(pairs * (1 - pairs / ordered), twice + mean - mean**2)
