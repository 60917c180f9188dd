"""The fifteen tests of NIST SP 800-22 Rev. 1a, on one sequence of a million bits.

counting ─ frequency, in blocks, runs, longest run, cumulative sums
structure ─ matrix rank, spectral, linear complexity
patterns ─ non-overlapping and overlapping templates, universal, serial, approximate entropy
excursions ─ random excursions and their variant, where the walk returns often enough
"""

from tests.randomness.nist.bits import Bits
from tests.randomness.nist.counting import (
    block_frequency,
    cumulative_sums,
    frequency,
    longest_run,
    runs,
)
from tests.randomness.nist.excursions import (
    random_excursions,
    random_excursions_variant,
    returns_enough,
    walk,
)
from tests.randomness.nist.patterns import (
    approximate_entropy,
    non_overlapping,
    overlapping,
    serial,
    universal,
)
from tests.randomness.nist.structure import linear_complexity, matrix_rank, spectral

BITS = 1_000_000

ONE = {
    "frequency": frequency,
    "block frequency": block_frequency,
    "runs": runs,
    "longest run": longest_run,
    "matrix rank": matrix_rank,
    "spectral": spectral,
    "overlapping template": overlapping,
    "universal": universal,
    "linear complexity": linear_complexity,
    "approximate entropy": approximate_entropy,
}


def fifteen(bits: Bits) -> dict[str, float]:
    """Every p-value by the test's name, and after a blank what of it."""
    found = {name: test(bits) for name, test in ONE.items()}
    found["serial 1"], found["serial 2"] = serial(bits)
    found["cumulative sums forwards"], found["cumulative sums backwards"] = cumulative_sums(bits)
    found |= {f"template {one}": p for one, p in non_overlapping(bits).items()}
    walked = walk(bits)
    if returns_enough(walked):
        found |= {f"excursions {at}": p for at, p in random_excursions(walked).items()}
        found |= {f"variant {at}": p for at, p in random_excursions_variant(walked).items()}
    return found
