"""Order that counting does not see: dependent rows, periods, short recurrences (2.5, 2.6, 2.10)."""

import numpy as np
from numpy.typing import NDArray
from scipy.fft import rfft
from scipy.special import erfc

from tests.randomness.nist.bits import Bits, blocks, fit

COMPLEXITIES = [0.010417, 0.03125, 0.125, 0.5, 0.25, 0.0625, 0.020833]  # section 3.10
WORD = 64


def matrix_rank(bits: Bits, size: int = 32) -> float:
    """2.5: square matrices of bits: how many have full rank, one less, or still less."""
    ranks = rank(blocks(bits, size * size).reshape(-1, size, size))
    full, less = rank_likely(size, size), rank_likely(size, size - 1)
    counts = np.array([(ranks == size).sum(), (ranks == size - 1).sum(), (ranks < size - 1).sum()])
    return fit(counts, [full, less, 1 - full - less])


def rank_likely(size: int, rank: int) -> float:
    """How likely a square matrix of random bits has a rank (section 3.5)."""
    product = 1.0
    for at in range(rank):
        product *= (1 - 2.0 ** (at - size)) ** 2 / (1 - 2.0 ** (at - rank))
    return product * 2.0 ** (rank * (2 * size - rank) - size * size)


def rank(matrices: Bits) -> NDArray[np.int64]:
    """The rank of each matrix over the field of two, all of them eliminated side by side."""
    count, size, _ = matrices.shape
    weights = np.uint64(1) << np.arange(size, dtype=np.uint64)
    rows = (matrices.astype(np.uint64) * weights).sum(axis=2, dtype=np.uint64)
    each, found = np.arange(count), np.zeros(count, np.int64)
    for column in range(size):
        has = (rows >> np.uint64(column) & np.uint64(1)).astype(bool)
        has &= np.arange(size) >= found[:, None]  # rows that no column has used yet
        some = has.any(axis=1)
        pivot, free = has.argmax(axis=1), np.minimum(found, size - 1)
        taken = np.where(some, rows[each, pivot], np.uint64(0))
        rows[each, np.where(some, pivot, free)] = rows[each, free]
        rows[each, free] = np.where(some, taken, rows[each, free])
        below = (rows >> np.uint64(column) & np.uint64(1)).astype(bool)
        below &= (np.arange(size) > free[:, None]) & some[:, None]
        rows ^= np.where(below, taken[:, None], np.uint64(0))
        found += some
    return found


def spectral(bits: Bits) -> float:
    """2.6: no period stands out: of the peaks 95% lie below the threshold."""
    count = bits.size
    peaks = np.abs(rfft(2.0 * bits - 1))[: count // 2]
    below = int((peaks < np.sqrt(np.log(1 / 0.05) * count)).sum())
    away = (below - 0.95 * count / 2) / np.sqrt(count * 0.95 * 0.05 / 4)
    return float(erfc(abs(away) / np.sqrt(2)))


def linear_complexity(bits: Bits, size: int = 500, likely: list[float] = COMPLEXITIES) -> float:
    """2.10: how long a shift register must be to make each block."""
    lengths = complexity(blocks(bits, size))
    sign = (-1) ** size
    mean = size / 2 + (9 - sign) / 36 - (size / 3 + 2 / 9) / 2.0**size
    away = sign * (lengths - mean) + 2 / 9
    classes = np.searchsorted([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5], away)
    return fit(np.bincount(classes, minlength=7), likely)


def complexity(sequences: Bits) -> NDArray[np.int64]:
    """The shortest shift register for each sequence (Berlekamp and Massey), side by side.

    Registers and what they have seen are words of 64 bits, the newest bit lowest.
    """
    count, size = sequences.shape
    shape = (size // WORD + 1, count)
    now, before, seen = (np.zeros(shape, np.uint64) for _ in range(3))
    now[0] = before[0] = 1
    length = np.zeros(count, np.int64)
    for at in range(size):
        _shift(seen)
        seen[0] |= sequences[:, at]
        _shift(before)
        wrong = np.bitwise_count(np.bitwise_xor.reduce(now & seen, axis=0)) & 1 == 1
        grows = wrong & (2 * length <= at)
        kept = now.copy()
        now ^= np.where(wrong, before, np.uint64(0))
        before[:, grows] = kept[:, grows]
        length[grows] = at + 1 - length[grows]
    return length


def _shift(words: NDArray[np.uint64]) -> None:
    """One bit up, from each word into the next."""
    carried = words[:-1] >> np.uint64(WORD - 1)
    words <<= np.uint64(1)
    words[1:] |= carried
