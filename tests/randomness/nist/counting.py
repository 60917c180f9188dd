"""Ones and zeros counted: in all, in blocks, in runs, and as they add up (2.1 to 2.4, 2.13)."""

import numpy as np
from scipy.special import erfc, ndtr

from tests.randomness.nist.bits import Bits, blocks, fit, upper

# Section 2.4: for sequences from so many bits on, the size of a block, the shortest longest run
# that is told apart, and how likely each class is.
LONGEST_RUNS = [
    (750_000, 10_000, 10, [0.0882, 0.2092, 0.2483, 0.1933, 0.1208, 0.0675, 0.0727]),
    (6_272, 128, 4, [0.1174, 0.2430, 0.2493, 0.1752, 0.1027, 0.1124]),
    (128, 8, 1, [0.2148, 0.3672, 0.2305, 0.1875]),
]


def frequency(bits: Bits) -> float:
    """2.1: as many ones as zeros."""
    return float(erfc(abs(2 * int(bits.sum()) - bits.size) / np.sqrt(2 * bits.size)))


def block_frequency(bits: Bits, size: int = 128) -> float:
    """2.2: in each block too."""
    shares = blocks(bits, size).mean(axis=1)
    return upper(float(4 * size * ((shares - 0.5) ** 2).sum()), shares.size)


def runs(bits: Bits) -> float:
    """2.3: as many changes as there should be; nothing, where ones and zeros differ too much."""
    share = float(bits.mean())
    if abs(share - 0.5) >= 2 / np.sqrt(bits.size):
        return 0.0
    found = 1 + int((bits[1:] != bits[:-1]).sum())
    mixed = share * (1 - share)
    away = abs(found - 2 * bits.size * mixed)
    return float(erfc(away / (2 * np.sqrt(2 * bits.size) * mixed)))


def longest_run(bits: Bits) -> float:
    """2.4: the longest run of ones in each block."""
    size, least, likely = next(row[1:] for row in LONGEST_RUNS if bits.size >= row[0])
    each = blocks(bits, size).astype(np.int32)
    # How many ones have come in a row up to each place: the places since the last zero.
    at = np.arange(1, size + 1, dtype=np.int32)
    last_zero = np.maximum.accumulate(np.where(each == 0, at, 0), axis=1)
    longest = (at - last_zero).max(axis=1)
    classes = np.clip(longest - least, 0, len(likely) - 1)
    return fit(np.bincount(classes, minlength=len(likely)), likely)


def cumulative_sums(bits: Bits) -> tuple[float, float]:
    """2.13: how far the sum of steps up and down gets from nothing; forwards and backwards."""
    return _furthest(bits), _furthest(bits[::-1])


def _furthest(bits: Bits) -> float:
    count = bits.size
    steps = 2 * bits.astype(np.int64) - 1
    z = int(np.abs(np.cumsum(steps)).max())
    root = np.sqrt(count)
    one = np.arange(int((-count / z + 1) / 4), int((count / z - 1) / 4) + 1)
    two = np.arange(int((-count / z - 3) / 4), int((count / z - 1) / 4) + 1)
    first = (ndtr((4 * one + 1) * z / root) - ndtr((4 * one - 1) * z / root)).sum()
    second = (ndtr((4 * two + 3) * z / root) - ndtr((4 * two + 1) * z / root)).sum()
    return float(1 - first + second)
