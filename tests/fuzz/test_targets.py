"""What strangers send: what is understood, what was found once, and what is a little spoilt."""

from pathlib import Path
from random import Random

import pytest

from tests.fuzz.targets import TARGETS, Target

SPOILT = 60
BYTES = b'\x00\xff\x80"{}[]=.\n\r9-'


def spoilt(chance: Random, seeds: list[bytes]) -> bytes:
    """Something known with a part of something else in it, or a byte that was never meant."""
    data = bytearray(chance.choice(seeds))
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data) + 1)
        if chance.random() < 0.5:
            data[at : at + chance.randint(0, 3)] = bytes([chance.choice(BYTES)])
        else:
            other = chance.choice(seeds)
            start = chance.randrange(len(other) + 1)
            data[at : at + chance.randint(0, 40)] = other[start : start + chance.randint(0, 40)]
    return bytes(data)


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_whatever_is_sent_has_an_answer(target: Target, tmp_path: Path) -> None:
    tried, seeds, chance = target.make(tmp_path), target.all_seeds(), Random(target.name)
    assert seeds
    for data in seeds[:40]:
        tried(data)
    for _ in range(SPOILT):
        tried(spoilt(chance, seeds))
