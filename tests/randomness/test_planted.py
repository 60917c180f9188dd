"""A fault planted on purpose is caught, and the house's own chance is not taken for one."""

import pytest

from tests.randomness.laboratory import GROUPS, examination
from tests.randomness.planted import BLOCK, PLANTED, Planted, examine_planted


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_a_planted_fault_is_caught(planted: Planted) -> None:
    found = examine_planted(planted)
    assert found.failed, [judged.row.name for judged in found.flagged]


def test_the_chance_of_the_house_passes() -> None:
    """A small part of `./run rng`, always on the same seeds."""
    found = examination(3 * BLOCK, "every run", cores=1)
    assert {judged.row.group for judged in found.rows} == set(GROUPS)
    assert [(judged.row.name, judged.faults) for judged in found.failed] == []
