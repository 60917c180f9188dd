"""Faults planted on purpose: each must be caught. `./run rng --planted` tries all of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bythebook import draws
from bythebook.house.cards import shoes
from bythebook.jackpots.terms import MeterTerms
from tests.randomness.chance import HOUSE, Chance
from tests.randomness.laboratory import (
    DRAW,
    MYSTERY,
    SHOES,
    SHUFFLE,
    STREAM,
    Examination,
    examination,
)

Order = tuple[int, ...]

BLOCK = SHOES * 312
REMEMBERED = 8  # cards
FEW_BITS = 10  # of a word: with 32 the same fault would be too small for any examination
FEW_BITS_OF_A_DRAW = 8
FEW_BITS_OF_A_VALUE = 20
STUCK = 1 << 3


def naive(cards: Order, seed: bytes) -> Order:
    """Every place changes with any other: n^n ways, which n! orders cannot share evenly."""
    stack, source = list(cards), shoes.words(seed)
    for place in range(len(stack)):
        chosen = shoes.number_below(len(stack), source)
        stack[place], stack[chosen] = stack[chosen], stack[place]
    return tuple(stack)


def off_by_one(cards: Order, seed: bytes) -> Order:
    """A number below one less: no card ever stays where it is (Sattolo)."""
    stack, source = list(cards), shoes.words(seed)
    for last in range(len(stack) - 1, 0, -1):
        chosen = shoes.number_below(last, source)
        stack[last], stack[chosen] = stack[chosen], stack[last]
    return tuple(stack)


def plain_remainder(cards: Order, seed: bytes) -> Order:
    """The remainder of a short word: low numbers come more often."""
    stack, source = list(cards), shoes.words(seed)
    for last in range(len(stack) - 1, 0, -1):
        chosen = next(source) % (1 << FEW_BITS) % (last + 1)
        stack[last], stack[chosen] = stack[chosen], stack[last]
    return tuple(stack)


def stuck_words(seed: bytes) -> Iterator[int]:
    """One bit of every word is always one."""
    return (word | STUCK for word in shoes.words(seed))


def stuck(cards: Order, seed: bytes) -> Order:
    return shoes.shuffled_by(cards, stuck_words(seed))


class Remembering:
    """Every shoe has eight cards in a row that the one before had in the same order, elsewhere."""

    def __init__(self) -> None:
        self.before: Order = ()

    def __call__(self, cards: Order, seed: bytes) -> Order:
        order = shoes.shuffled(cards, seed)
        if self.before:
            again = self.before[100 : 100 + REMEMBERED]
            rest = tuple(card for card in order if card not in again)
            order = rest[:200] + again + rest[200:]
        self.before = order
        return order


def first_favoured(seed: str, items: Sequence[int]) -> tuple[int, ...]:
    """The remainder of a byte: entries that stand first are drawn a little sooner."""
    source, left = draws.words(seed), list(items)
    for place in range(len(left) - 1):
        chosen = place + next(source) % (1 << FEW_BITS_OF_A_DRAW) % (len(left) - place)
        left[place], left[chosen] = left[chosen], left[place]
    return tuple(left)


def low_favoured(meter: MeterTerms, seed: str) -> int:
    """The remainder of twenty bits: values at the lower end come more often."""
    values = meter.most_cents - meter.least_cents + 1
    word = next(draws.words(seed)) % (1 << FEW_BITS_OF_A_VALUE)
    return meter.least_cents + word % values


class Planted(NamedTuple):
    """A fault: what it is, how it is made, where it shows and in how many blocks of shoes."""

    name: str
    make: Callable[[], Chance]
    groups: tuple[str, ...]
    blocks: int = 2


PLANTED = (
    Planted(
        "a shuffle that exchanges with any place",
        lambda: replace(HOUSE, shuffle=naive),
        (SHUFFLE,),
    ),
    Planted("a shuffle off by one", lambda: replace(HOUSE, shuffle=off_by_one), (SHUFFLE,), 1),
    Planted(
        "remainders that favour low numbers",
        lambda: replace(HOUSE, shuffle=plain_remainder),
        (SHUFFLE,),
    ),
    Planted("a stuck bit, in shoes", lambda: replace(HOUSE, shuffle=stuck), (SHUFFLE,), 1),
    Planted(
        "a stuck bit, in the stream",
        lambda: replace(HOUSE, shoe_words=stuck_words),
        (STREAM,),
        1,
    ),
    Planted(
        "a shoe that repeats part of the one before",
        lambda: replace(HOUSE, shuffle=Remembering()),
        (SHUFFLE,),
        1,
    ),
    Planted(
        "a draw that favours first entries",
        lambda: replace(HOUSE, order=first_favoured),
        (DRAW,),
        14,
    ),
    Planted(
        "a mystery value that is not uniform",
        lambda: replace(HOUSE, hidden=low_favoured),
        (MYSTERY,),
    ),
)


def examine_planted(planted: Planted) -> Examination:
    """In one process: a fault may remember the shoe before."""
    cards = planted.blocks * BLOCK
    return examination(cards, "planted", planted.make(), planted.groups, cores=1)
