"""Systems of counting cards, and what counters wager: what each rank adds, and units by count."""

import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from bythebook.cards import JOKER_TEXT, RANKS, Card
from bythebook.errors import Malformed
from bythebook.odds.numbers import codes as k

TENS = "TJQK"
PER = 52  # cards that a true count of one is one too many or too few in
LARGEST_TAG = 10
LARGEST_COUNT = 40
LARGEST_FRESH_COUNT = 10  # of a fresh shoe: further off, the tags cannot be meant
FINEST = 4  # tags in quarters at the finest
LARGEST_UNITS = 1000

# Published systems, one tag for each rank from the ace to the ten.
SYSTEMS = {
    "hi-lo": "-1 1 1 1 1 1 0 0 0 -1",
    "hi-opt-1": "0 0 1 1 1 1 0 0 0 -1",
    "hi-opt-2": "0 1 1 2 2 1 1 0 0 -2",
    "omega-2": "0 1 1 2 2 2 1 0 -1 -2",
    "zen": "-1 1 1 2 2 2 1 0 0 -2",
    "halves": "-1 0.5 1 1 1.5 1 0.5 0 -0.5 -1",
}


class Count(NamedTuple):
    """What each rank, and a joker, adds to the running count."""

    name: str
    tags: Mapping[str, Fraction]

    @property
    def scale(self) -> int:
        """By how much everything is multiplied so that tags are whole numbers."""
        return math.lcm(*[tag.denominator for tag in self.tags.values()])

    def by_code(self) -> tuple[int, ...]:
        """Tags of all cards in whole numbers."""
        return tuple([self._whole(card) for card in k.CARD_OF_CODE])

    def start(self, shoe: Sequence[Card]) -> int:
        """The running count of a fresh shoe."""
        return -sum(self._whole(card) for card in shoe)

    def fresh(self, shoe: Sequence[Card]) -> Fraction:
        """The same as people count: where somebody who counts begins."""
        return Fraction(self.start(shoe), self.scale)

    def tag(self, card: Card) -> Fraction:
        return self.tags[JOKER_TEXT if card.joker else card.rank]

    def _whole(self, card: Card) -> int:
        return int(self.tag(card) * self.scale)


def read_count(name: str) -> Count:
    """A published system by its name, or one of the user's own: a TOML file of ranks and tags."""
    if name in SYSTEMS:
        tags = dict(zip(RANKS, map(Fraction, SYSTEMS[name].split()), strict=False))
        return _complete(name, tags)
    path = Path(name)
    if not path.is_file():
        known = ", ".join(SYSTEMS)
        raise Malformed(f"{name!r} is no way to count: neither {known} nor a file", "count")
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Malformed(f"this count cannot be read: {error}", name) from None
    return _complete(name, {rank: _tag(rank, value, name) for rank, value in data.items()})


def _tag(rank: str, value: object, where: str) -> Fraction:
    if rank not in (*RANKS, JOKER_TEXT):
        raise Malformed(f"{rank!r} is no rank; write lines such as 5 = 1 or T = -1", where)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 100:
        raise Malformed(f"the tag of {rank} is a number such as 1, -2 or 0.5", where)
    tag = Fraction(str(value))
    if abs(tag) > LARGEST_TAG or FINEST % tag.denominator:
        raise Malformed(f"the tag of {rank} is beyond ±{LARGEST_TAG}, or finer than 0.25", where)
    return tag


def _complete(name: str, tags: dict[str, Fraction]) -> Count:
    """Jacks, queens and kings are tens and jokers are nothing, unless the count says otherwise."""
    complete = {JOKER_TEXT: Fraction(0)} | tags
    for rank in TENS[1:]:
        if rank not in tags and "T" in tags:
            complete[rank] = tags["T"]
    missing = [rank for rank in RANKS if rank not in complete]
    if missing:
        raise Malformed(f"there is no tag for {', '.join(missing)}", name)
    if not any(complete.values()):
        raise Malformed("every tag is nothing: there is nothing to count", name)
    return Count(name, complete)


def check_on_shoe(count: Count, shoe: Sequence[Card]) -> None:
    """Refuse a count by which a fresh shoe is already far from even."""
    fresh = Fraction(count.start(shoe) * PER, len(shoe) * count.scale)
    if abs(fresh) > LARGEST_FRESH_COUNT:
        raise Malformed(
            f"the tags do not balance: a fresh shoe has a true count of {float(fresh):.1f}",
            count.name,
        )


# What is wagered


class Spread(NamedTuple):
    """From which true count on how many units are wagered; the first holds below it, too."""

    steps: tuple[tuple[int, int], ...]

    def units(self, count: Fraction) -> int:
        wagered = self.steps[0][1]
        for least, units in self.steps:
            if count >= least:
                wagered = units
        return wagered


FLAT = Spread(((0, 1),))
_STEP = re.compile(r"([+-]?[0-9]{1,2}):([0-9]{1,4})")


def read_spread(text: str) -> Spread:
    """Read steps such as `1:1,2:2,3:4,4:8`; nought units: plays on paper, wagers nothing.

    >>> read_spread("1:1,2:4").units(Fraction(5, 2))
    4
    """
    steps = []
    for part in text.split(","):
        match = _STEP.fullmatch(part.strip())
        if match is None:
            raise Malformed(f"{part.strip()!r} is no step such as 2:4, count:units", "spread")
        steps.append((read_true_count(match[1], "spread"), int(match[2])))
    counts = [count for count, _ in steps]
    if counts != sorted(set(counts)):
        raise Malformed("the counts must rise from step to step", "spread")
    if not any(units for _, units in steps):
        raise Malformed("nothing is ever wagered", "spread")
    if max(units for _, units in steps) > LARGEST_UNITS:
        raise Malformed(f"at most {LARGEST_UNITS} units", "spread")
    return Spread(tuple(steps))


def read_true_count(text: str, where: str) -> int:
    count = int(text)
    if abs(count) > LARGEST_COUNT:
        raise Malformed(f"a true count of {count} is beyond ±{LARGEST_COUNT}", where)
    return count
