"""The fifteen tests against the figures that NIST SP 800-22 Rev. 1a prints for them."""

import math

import numpy as np
import pytest

from tests.randomness.nist.bits import Bits, bits_of
from tests.randomness.nist.counting import (
    block_frequency,
    cumulative_sums,
    frequency,
    longest_run,
    runs,
)
from tests.randomness.nist.excursions import random_excursions, random_excursions_variant, walk
from tests.randomness.nist.fifteen import BITS, fifteen
from tests.randomness.nist.patterns import (
    aperiodic,
    approximate_entropy,
    non_overlapping,
    overlapping,
    serial,
)
from tests.randomness.nist.structure import complexity, linear_complexity, rank, spectral

# The first hundred bits of π, and the 128 bits of section 2.4.8.
PI = bits_of(
    "11001001000011111101101010100010001000010110100011"
    "00001000110100110001001100011001100010100010111000"
)
RUNS = bits_of(
    "11001100000101010110110001001100111000000000001001001101010100010001001111010110100000001101"
    "011111001100111001101101100010110010"
)

# Its program works with these, not with the better figures of sections 3.8 and 3.10.
_PARTS = [1, 1 / 2, 3 / 8, 13 / 48, 73 / 384]
OVERLAPPING_BEFORE = [*(part / math.e for part in _PARTS), 1 - sum(_PARTS) / math.e]
COMPLEXITIES_BEFORE = [0.01047, 0.03125, 0.125, 0.5, 0.25, 0.0625, 0.020833]

# Appendix B: a million bits of the roots of two and of three.
ROOTS = {
    "frequency": (0.811881, 0.610051),
    "block frequency": (0.833222, 0.473961),
    "cumulative sums forwards": (0.879009, 0.917121),
    "cumulative sums backwards": (0.957206, 0.689519),
    "runs": (0.313427, 0.261123),
    "longest run": (0.012117, 0.446726),
    "matrix rank": (0.823810, 0.314498),
    "spectral": (0.581909, 0.776046),
    "template 000000001": (0.569461, 0.532235),
    "universal": (0.130805, 0.165981),
    "approximate entropy": (0.884740, 0.180481),
    "excursions +1": (0.216235, 0.783283),
    "variant -1": (0.566118, 0.155066),
    "serial 1": (0.861925, 0.157500),
}


def near(value: float, *, digits: int = 6) -> object:
    return pytest.approx(value, abs=0.6 * 10**-digits)


def root(of: int) -> Bits:
    """The first million bits of a square root between one and two."""
    digits = math.isqrt(of << 2 * (BITS - 1))
    return np.unpackbits(np.frombuffer(digits.to_bytes(BITS // 8, "big"), np.uint8))


def test_ones_and_zeros() -> None:
    assert frequency(bits_of("1011010101")) == near(0.527089)
    assert frequency(PI) == near(0.109599)
    assert block_frequency(bits_of("0110011010"), 3) == near(0.801252)
    assert block_frequency(PI, 10) == near(0.706438)


def test_runs() -> None:
    assert runs(bits_of("1001101011")) == near(0.147232)
    assert runs(PI) == near(0.500798)
    assert runs(bits_of("1" * 90 + "0" * 10)) == 0  # too many ones to ask for runs
    assert longest_run(RUNS) == near(0.180598)


def test_sums() -> None:
    assert cumulative_sums(bits_of("1011010111"))[0] == near(0.411659)
    assert cumulative_sums(PI) == (near(0.219194), near(0.114866))


def test_structure() -> None:
    matrices = bits_of("010110010010101011").reshape(2, 3, 3)
    assert rank(matrices).tolist() == [2, 3]
    assert spectral(PI) == near(0.646355)  # by its program; 2.6.8 prints an N1 that is not there
    assert complexity(bits_of("1101011110001")[None]).tolist() == [4]


def test_patterns() -> None:
    assert len(aperiodic(9)) == 148
    found = non_overlapping(bits_of("10100100101110010110"), 3, 2)
    assert found["001"] == near(0.344154)
    assert serial(bits_of("0011011101"), 3) == (near(0.808792), near(0.670320))
    assert approximate_entropy(bits_of("0100110101"), 3) == near(0.261961)
    assert approximate_entropy(PI, 2) == near(0.235301)


def test_walks() -> None:
    walked = walk(bits_of("0110110101"))
    assert walked.returns == 3
    assert random_excursions(walked)["+1"] == near(0.502529, digits=3)  # rounded on the way there
    assert random_excursions_variant(walked)["+1"] == near(0.683091)


@pytest.mark.parametrize(("of", "at"), [(2, 0), pytest.param(3, 1, marks=pytest.mark.slow)])
def test_a_million_bits(of: int, at: int) -> None:
    bits = root(of)
    found = fifteen(bits)
    assert len(found) == 188
    assert {name: round(found[name], 6) for name in ROOTS} == {
        name: near(values[at]) for name, values in ROOTS.items()
    }
    assert overlapping(bits, likely=OVERLAPPING_BEFORE) == near((0.791982, 0.082716)[at])
    assert linear_complexity(bits, likely=COMPLEXITIES_BEFORE) == near((0.317127, 0.346469)[at])
