"""Patterns of bits: how often each occurs, and how soon again (2.7 to 2.9, 2.11, 2.12)."""

import numpy as np
from scipy.special import erfc

from tests.randomness.nist.bits import Bits, Counts, blocks, fit, pattern_counts, upper, windows

TEMPLATE = 9
# Section 2.8 and 3.8: how likely 0, 1, 2, 3, 4, or more runs of nine ones are in 1,032 bits.
OVERLAPPING = [0.364091, 0.185659, 0.139381, 0.100571, 0.070432, 0.139865]
# Section 2.9: from so many bits on, the size of a block; the mean and the variance for it.
UNIVERSAL = [
    (1_059_061_760, 16, 15.167379, 3.421),
    (496_435_200, 15, 14.167488, 3.419),
    (231_669_760, 14, 13.167693, 3.416),
    (107_560_960, 13, 12.168070, 3.410),
    (49_643_520, 12, 11.168765, 3.401),
    (22_753_280, 11, 10.170032, 3.384),
    (10_342_400, 10, 9.1723243, 3.356),
    (4_654_080, 9, 8.1764248, 3.311),
    (2_068_480, 8, 7.1836656, 3.238),
    (904_960, 7, 6.1962507, 3.125),
    (387_840, 6, 5.2177052, 2.954),
]


def aperiodic(size: int) -> list[int]:
    """Patterns that do not overlap themselves: none begins again before it is over."""
    return [
        pattern
        for pattern in range(2**size)
        if all(pattern >> by != pattern & (1 << size - by) - 1 for by in range(1, size))
    ]


def non_overlapping(bits: Bits, size: int = TEMPLATE, parts: int = 8) -> dict[str, float]:
    """2.7: how often each aperiodic pattern comes in each of eight parts. Since none overlaps
    itself, to count it wherever it stands is to count it as the standard does."""
    each = blocks(bits, bits.size // parts)[:parts]
    length = each.shape[1]
    mean = (length - size + 1) / 2**size
    variance = length * (2.0**-size - (2 * size - 1) * 2.0 ** (-2 * size))
    counts = np.array([np.bincount(row, minlength=2**size) for row in windows(each, size)])
    away = ((counts - mean) ** 2 / variance).sum(axis=0)
    return {f"{one:0{size}b}": upper(float(away[one]), parts) for one in aperiodic(size)}


def overlapping(
    bits: Bits, size: int = TEMPLATE, length: int = 1032, likely: list[float] = OVERLAPPING
) -> float:
    """2.8: how often a run of ones comes in each block, counted at every place."""
    found = (windows(blocks(bits, length), size) == 2**size - 1).sum(axis=1)
    return fit(np.bincount(np.minimum(found, 5), minlength=6), likely)


def universal(bits: Bits) -> float:
    """2.9: how long ago each block came before (Maurer)."""
    size, mean, variance = next(row[1:] for row in UNIVERSAL if bits.size >= row[0])
    values = windows(blocks(bits, size), size)[:, 0]
    begin = 10 * 2**size  # blocks that are only noted
    order = np.argsort(values, kind="stable")
    ago = np.empty(values.size, np.int64)
    ago[order[0]] = order[0] + 1
    same = values[order[1:]] == values[order[:-1]]
    ago[order[1:]] = np.where(same, order[1:] - order[:-1], order[1:] + 1)
    count = values.size - begin
    found = float(np.log2(ago[begin:]).sum()) / count
    narrowed = 0.7 - 0.8 / size + (4 + 32 / size) * count ** (-3 / size) / 15
    deviation = narrowed * np.sqrt(variance / count)
    return float(erfc(abs(found - mean) / (np.sqrt(2) * deviation)))


def serial(bits: Bits, size: int = 16) -> tuple[float, float]:
    """2.11: every pattern as often as any other; the first and the second difference."""
    one, two, three = (_psi_square(counts) for counts in pattern_counts(bits, size)[:3])
    return upper(one - two, 2 ** (size - 1)), upper(one - 2 * two + three, 2 ** (size - 2))


def _psi_square(counts: Counts) -> float:
    total = int(counts.sum())
    return float(counts.size / total * (counts.astype(float) ** 2).sum() - total)


def approximate_entropy(bits: Bits, size: int = 10) -> float:
    """2.12: patterns of one length against those that are a bit longer."""
    longer, shorter = (_phi(counts) for counts in pattern_counts(bits, size + 1)[:2])
    return upper(2 * bits.size * (np.log(2) - shorter + longer), 2**size)


def _phi(counts: Counts) -> float:
    shares = counts[counts > 0] / counts.sum()
    return float((shares * np.log(shares)).sum())
