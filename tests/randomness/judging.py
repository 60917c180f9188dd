"""How a laboratory judges many p-values (NIST SP 800-22, 4.2), and what it does then.

Of fair chance p-values are spread evenly from 0 to 1. So three things are asked of every row:

    proportion    as many below 0.01 as one in a hundred, within three standard deviations
    uniformity    as many in each tenth (chi-square P_T of 0.0001 or more), from 55 on
    extremes      the smallest no smaller than one run in 10,000 has it

The whole of a run, where its counts can be added up, has one p-value: neither end of it may be one
in 10,000. A row that fails is examined a second time, on other seeds; what fails there too, fails.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, bdtrc, kolmogorov, ndtr

from tests.randomness.nist.bits import upper

ALPHA = 0.01
DEVIATIONS = 3
UNIFORM_LEAST = 0.0001
EXTREME_LEAST = 0.0001
ENOUGH = 55  # p-values, for their uniformity to be judged
TENTHS = 10

Values = NDArray[np.float64]


class Row(NamedTuple):
    """The p-values of one test, one for each block or sequence; and of all of it together."""

    group: str
    name: str
    values: Values
    whole: float | None = None
    asks: str = ""


class Judged(NamedTuple):
    """What a row amounts to."""

    row: Row
    below: int  # how many are below 0.01
    uniformity: float | None  # P_T; None: too few
    smallest: float
    faults: tuple[str, ...]


def judge(row: Row) -> Judged:
    values = row.values
    below = int((values < ALPHA).sum())
    spread = uniformity(values) if values.size >= ENOUGH else None
    faults = []
    if outside_band(below, values.size):
        faults.append(f"{below} of {values.size} p-values are below {ALPHA}")
    if spread is not None and spread < UNIFORM_LEAST:
        faults.append(f"the p-values are not uniform: P_T = {spread:.2g}")
    smallest = float(values.min()) if values.size else 1.0
    if values.size and extreme(smallest, values.size) < EXTREME_LEAST:
        faults.append(f"a p-value of {smallest:.2g}")
    if row.whole is not None and min(row.whole, 1 - row.whole) < EXTREME_LEAST / 2:
        faults.append(f"the whole run has p = {row.whole:.6g}")
    return Judged(row, below, spread, smallest, tuple(faults))


def outside_band(below: int, count: int) -> bool:
    """The band of three standard deviations, by the binomial distribution itself: with few values
    the normal one would flag a single small p-value."""
    rare = float(ndtr(-DEVIATIONS))
    more = float(bdtrc(below - 1, count, ALPHA)) if below > 0 else 1.0
    return more < rare or float(bdtr(below, count, ALPHA)) < rare


def uniformity(values: Values) -> float:
    """P_T: chi-square over the tenths from 0 to 1."""
    found = np.bincount(np.minimum((values * TENTHS).astype(int), TENTHS - 1), minlength=TENTHS)
    expected = values.size / TENTHS
    return upper(float(((found - expected) ** 2 / expected).sum()), TENTHS - 1)


def extreme(smallest: float, count: int) -> float:
    """How likely the smallest of so many is as small as that."""
    return float(-np.expm1(count * np.log1p(-min(smallest, 1 - 1e-16))))


def evenly_spread(values: Values) -> float:
    """Kolmogorov and Smirnov: one p-value for how evenly all of them lie, for people to look at."""
    ordered, at = np.sort(values), np.arange(values.size)
    furthest = max(((at + 1) / values.size - ordered).max(), (ordered - at / values.size).max())
    return float(kolmogorov(furthest * np.sqrt(values.size)))
