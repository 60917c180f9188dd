"""Chance that can be proved afterwards: committed to first, shown later, worked out by anybody.

    seed ──SHA-256──▶ digest                         shown before anything depends on it
    seed + counter ──SHA-256──▶ numbers ──▶ order    worked out again once the seed is shown

Ballots, draws and the hidden values of mystery jackpots come from here. Cards have their own way
(`house.shoes`), which is older and as open.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from bythebook.errors import Malformed

SEED_BYTES = 32
HEADING = b"bythebook draw 1\n"
PUBLIC_HEADING = b"bythebook draw with a public value 1\n"
_WORDS = 2**64

Item = TypeVar("Item")
Entropy = Callable[[int], bytes]  # so many bytes that nobody can foresee


def seed_of(text: str) -> bytes:
    """A seed as it is written: 64 hexadecimal digits."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise Malformed("a seed is written in hexadecimal digits", "seed") from None
    if len(seed) != SEED_BYTES:
        raise Malformed(f"a seed has {SEED_BYTES} bytes", "seed")
    return seed


def digest_of(seed: str) -> str:
    """What is shown of a seed before it is used."""
    return hashlib.sha256(HEADING + seed_of(seed)).hexdigest()


def words(seed: str) -> Iterator[int]:
    """Numbers of 64 bits, as many as anybody asks for."""
    key, counter = HEADING + seed_of(seed), 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        for start in range(0, len(block), 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def with_public_value(seed: str, value: str) -> str:
    """A secret seed and a value that everybody can look up, in one: whoever knows the seed alone
    cannot tell what will be drawn."""
    return hashlib.sha256(PUBLIC_HEADING + seed_of(seed) + value.encode()).hexdigest()


def below(bound: int, source: Iterator[int]) -> int:
    """A number from 0 up to, not including, the bound, each equally likely."""
    fair = _WORDS - _WORDS % bound
    while True:
        word = next(source)
        if word < fair:
            return word % bound


def drawn_order(seed: str, items: Sequence[Item]) -> tuple[Item, ...]:
    """All of them in the order in which the seed draws them: the first is drawn first."""
    source, left = words(seed), list(items)
    for place in range(len(left) - 1):
        chosen = place + below(len(left) - place, source)
        left[place], left[chosen] = left[chosen], left[place]
    return tuple(left)


def drawn_between(seed: str, least: int, most: int) -> int:
    """A number from the least to the most, both included, each equally likely."""
    if not least <= most:
        raise Malformed("the least is not above the most")
    return least + below(most - least + 1, words(seed))
