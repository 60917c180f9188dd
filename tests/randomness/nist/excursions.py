"""Walks from nothing back to nothing: how often each is at every height (2.14, 2.15)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import erfc

from tests.randomness.nist.bits import Bits, fit

HEIGHTS = [*range(-4, 0), *range(1, 5)]
VARIANT_HEIGHTS = [*range(-9, 0), *range(1, 10)]
VISITS_MOST = 5  # so often, or more often


class Walk(NamedTuple):
    """How high a walk is after each step, which return to nothing that belongs to, and how many
    returns there are."""

    heights: NDArray[np.int64]
    number: NDArray[np.int64]
    returns: int


def walk(bits: Bits) -> Walk:
    """A step up for a one, down for a zero; at the end it is led back to nothing."""
    heights = np.cumsum(2 * bits.astype(np.int64) - 1)
    if heights[-1] != 0:
        heights = np.append(heights, 0)
    back = heights == 0
    over = np.cumsum(back)
    return Walk(heights, over - back, int(over[-1]))


def returns_enough(walked: Walk) -> bool:
    """Whether the walk returns often enough for its p-values to mean something."""
    return bool(walked.returns >= max(0.005 * walked.heights.size**0.5, 500))


def random_excursions(walked: Walk) -> dict[str, float]:
    """2.14: in how many returns a height is reached not at all, once, twice and so on."""
    found = {}
    for height in HEIGHTS:
        visits = np.bincount(walked.number[walked.heights == height], minlength=walked.returns)
        classes = np.bincount(np.minimum(visits, VISITS_MOST), minlength=VISITS_MOST + 1)
        found[f"{height:+d}"] = fit(classes, visits_likely(height))
    return found


def visits_likely(height: int) -> list[float]:
    """How likely a height is reached 0, 1, 2, 3, 4 times, or more often (section 3.14)."""
    back = 1 - 1 / (2 * abs(height))
    likely = [back, *((1 - back) ** 2 * back ** (times - 1) for times in range(1, VISITS_MOST))]
    return [*likely, (1 - back) * back ** (VISITS_MOST - 1)]


def random_excursions_variant(walked: Walk) -> dict[str, float]:
    """2.15: how often a height is reached in all."""
    found = {}
    for height in VARIANT_HEIGHTS:
        away = abs(int((walked.heights == height).sum()) - walked.returns)
        spread = np.sqrt(2 * walked.returns * (4 * abs(height) - 2))
        found[f"{height:+d}"] = float(erfc(away / spread))
    return found
