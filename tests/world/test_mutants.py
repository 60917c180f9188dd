"""Broken on purpose, the house is found out; not broken, it is not."""

import pytest

from tests.world.mutants import MUTANTS, Mutant, notice


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=[one.__name__ for one in MUTANTS])
def test_worlds_notice_what_was_broken(mutant: Mutant) -> None:
    assert notice(mutant).report is not None
