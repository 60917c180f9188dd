"""Worlds in every run; the seeds that ever failed; that a seed is the same world each time."""

import pytest

from tests.world.seeds import FAILED
from tests.world.world import Report, World

SEEDS = 40


def lived(seed: int) -> Report:
    report = World(seed).run()
    assert not report.wrong, f"./run world --seed {seed}: {report.wrong}"
    return report


@pytest.mark.parametrize("seed", range(SEEDS))
def test_an_evening_in_which_much_goes_wrong(seed: int) -> None:
    assert lived(seed).acknowledged > 0


@pytest.mark.parametrize("seed", [seed for seed in FAILED if seed >= SEEDS])
def test_what_went_wrong_once_goes_right(seed: int) -> None:
    lived(seed)


def test_a_seed_is_the_same_world_each_time() -> None:
    once, again = lived(1), lived(1)
    assert once.trace == again.trace
    assert once.digest == again.digest
    assert lived(2).digest != once.digest
