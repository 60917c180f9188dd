"""What the fifteen tests share: bits, the patterns among them, and chi-square."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaincc

Bits = NDArray[np.uint8]  # each 0 or 1
Counts = NDArray[np.int64]


def bits_of(text: str) -> Bits:
    """Bits as the standard prints them."""
    return np.array([int(digit) for digit in text], np.uint8)


def upper(chi_square: float, degrees: float) -> float:
    """How often chance alone gives so large a chi-square, or a larger one."""
    return float(gammaincc(degrees / 2, chi_square / 2))


def fit(counts: Counts, probabilities: list[float]) -> float:
    """The p-value of counts against what each was likely to be."""
    expected = counts.sum() * np.array(probabilities)
    return upper(float(((counts - expected) ** 2 / expected).sum()), len(probabilities) - 1)


def blocks(bits: Bits, size: int) -> Bits:
    """One block a row; what is left over at the end is left out."""
    return bits[: bits.size // size * size].reshape(-1, size)


def windows(bits: Bits, size: int) -> NDArray[np.uint32]:
    """The number that each run of so many neighbouring bits is, along the last axis."""
    if size == 1:
        return bits.astype(np.uint32)
    by = size // 2
    half = windows(bits, by)
    found = half[..., :-by] << np.uint32(by) | half[..., by:]
    if size % 2:
        found = found[..., :-1] << np.uint32(1) | bits[..., size - 1 :]
    return found


def pattern_counts(bits: Bits, size: int) -> list[Counts]:
    """How often each pattern occurs, the sequence closed to a ring: of this size, of one bit less,
    and so on down to a single bit."""
    ring = np.concatenate([bits, bits[: size - 1]])
    found = [np.bincount(windows(ring, size), minlength=2**size).astype(np.int64)]
    while found[-1].size > 2:
        found.append(found[-1].reshape(-1, 2).sum(axis=1))
    return found
