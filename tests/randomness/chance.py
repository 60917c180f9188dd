"""All chance of the house as the laboratory meets it, and the seeds that it is given.

Seeds follow one another like numbers: two of them differ in a few bits, and nothing but the
house's own functions may make that disappear. In use each comes from the operating system.
"""

import hashlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from bythebook import draws
from bythebook.house.cards import shoes
from bythebook.jackpots.mystery import hidden_value
from bythebook.jackpots.terms import MeterTerms
from tests.randomness.nist.bits import Bits

DECK = 52
DECKS = 6
CARDS = DECKS * DECK
WORDS_OF_A_SHOE = 320  # one for each card, and a few that were passed over
WORDS_OF_A_DRAW = 4  # one block of SHA-256

Shoes = NDArray[np.uint16]  # a row for each: the numbers of its cards, the first out first
Orders = NDArray[np.uint8]

METER = MeterTerms(
    name="mystery", seed_cents=0, reset_cents=0, rate_ppm=0, least_cents=500_000,
    most_cents=1_000_000,
)  # fmt: skip
VALUES = METER.most_cents - METER.least_cents + 1


@dataclass(frozen=True)
class Chance:
    """What decides: each of these can be put in the place of the house's own, with a fault."""

    shuffle: Callable[[tuple[int, ...], bytes], tuple[int, ...]] = shoes.shuffled
    shoe_words: Callable[[bytes], Iterator[int]] = shoes.words
    order: Callable[[str, Sequence[int]], tuple[int, ...]] = draws.drawn_order
    draw_words: Callable[[str], Iterator[int]] = draws.words
    hidden: Callable[[MeterTerms, str], int] = hidden_value


HOUSE = Chance()


def seeds(run: str, what: str, block: int, count: int) -> Iterator[bytes]:
    """The seeds of a block: they differ in their last bytes alone."""
    begin = hashlib.sha256(f"{run} {what} {block}".encode()).digest()[:-4]
    for number in range(count):
        yield begin + number.to_bytes(4, "big")


def shuffled_shoes(chance: Chance, run: str, block: int, count: int) -> Shoes:
    """Shoes of six decks. To every second one players have added something, as they do."""
    stack, found = tuple(range(CARDS)), array("H")
    for number, seed in enumerate(seeds(run, "shoe", block, count)):
        added = (f"ann {number}", f"bob {number}") if number % 2 else ()
        found.extend(chance.shuffle(stack, shoes.seed_with(seed, added)))
    return np.frombuffer(found, np.uint16).reshape(count, CARDS)


def shoe_stream(chance: Chance, run: str, block: int, count: int) -> Bits:
    """The words behind shoes, one shoe after the other, as bits."""
    each = WORDS_OF_A_SHOE * 32
    words = array("I")
    for seed in seeds(run, "words", block, -(-count // each)):
        words.extend(islice(chance.shoe_words(seed), WORDS_OF_A_SHOE))
    return np.unpackbits(np.frombuffer(words, np.uint8))[:count]


def draw_stream(chance: Chance, run: str, block: int, count: int) -> Bits:
    """The words behind draws, one draw after the other, as bits."""
    words = array("Q")
    for seed in seeds(run, "draw words", block, -(-count // (WORDS_OF_A_DRAW * 64))):
        words.extend(islice(chance.draw_words(seed.hex()), WORDS_OF_A_DRAW))
    return np.unpackbits(np.frombuffer(words, np.uint8))[:count]


def ballots(chance: Chance, run: str, block: int, entries: int, count: int) -> Orders:
    """Draws of so many entries by a secret and a public value, as promotions are drawn."""
    found = bytearray()
    for seed in seeds(run, f"draw of {entries}", block, count):
        secret = draws.with_public_value(seed.hex(), f"{block:012d}")
        found.extend(chance.order(secret, range(entries)))
    return np.frombuffer(found, np.uint8).reshape(count, entries)


def triggers(chance: Chance, run: str, block: int, count: int) -> NDArray[np.int64]:
    """Hidden values of a mystery jackpot, counted from the least."""
    hidden = (chance.hidden(METER, seed.hex()) for seed in seeds(run, "mystery", block, count))
    return np.fromiter(hidden, np.int64, count) - METER.least_cents
