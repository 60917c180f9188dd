"""Counting drills: a shoe dealt card by card, the running and the true count, the bet, index plays.

A true count is what `odds.simulate.counting` says it is: what the unseen cards fall short of, per
52 cards, rounded down. Which cards come is settled outside; so is the time.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import floor
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from bythebook.cards import Card
from bythebook.errors import Malformed
from bythebook.odds.simulate.systems import PER, Count, Spread

INSURANCE = "insurance"
FILE = Path(__file__).parent / "tables" / "turns.json"
Number = Annotated[int, Meta(ge=0, le=10**9)]


class Turn(msgspec.Struct, frozen=True, array_like=True):
    """A play that is one thing below a true count, and another from it on."""

    row: str
    up: str
    below: str
    above: str
    at: int

    def right(self, true_count: int) -> str:
        return self.above if true_count >= self.at else self.below


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    """Some cards of a shoe, and what has to be known after them."""

    running: Fraction
    true: int
    units: int
    unseen: int  # cards still in the shoe


def after(system: Count, shoe: Sequence[Card], seen: int, spread: Spread) -> Stretch:
    """The counts when so many cards of a shoe have been seen."""
    if not 0 < seen < len(shoe):
        raise Malformed(f"from 1 to {len(shoe) - 1} cards can be seen", "seen")
    running = sum((system.tag(card) for card in shoe[:seen]), start=system.fresh(shoe))
    true = floor(running * PER / (len(shoe) - seen))
    return Stretch(
        running=running, true=true, units=spread.units(Fraction(true)), unseen=len(shoe) - seen
    )


class Counted(msgspec.Struct, frozen=True, omit_defaults=True):
    """How somebody counts in one system: how often right, how fast, how far off."""

    asked: Number = 0
    running_right: Number = 0
    true_right: Number = 0
    bets_right: Number = 0
    plays_asked: Number = 0
    plays_right: Number = 0
    cards: Number = 0
    seconds: Number = 0
    off: Number = 0  # running counts, in all, in quarters
    fastest: Number = 0  # cards a minute, of a stretch that was counted right


def counted(
    before: Counted, told: Stretch, *, running: Fraction, true: int, units: int, cards: int,
    seconds: int,
) -> Counted:  # fmt: skip
    """One more stretch answered."""
    right = running == told.running
    pace = round(cards * 60 / max(1, seconds))
    return msgspec.structs.replace(
        before,
        asked=before.asked + 1,
        running_right=before.running_right + right,
        true_right=before.true_right + (true == told.true),
        bets_right=before.bets_right + (units == told.units),
        cards=before.cards + cards,
        seconds=before.seconds + min(max(1, seconds), 3600),
        off=before.off + round(abs(running - told.running) * 4),
        fastest=max(before.fastest, pace) if right else before.fastest,
    )


def played(before: Counted, right: bool) -> Counted:
    """One more index play answered."""
    return msgspec.structs.replace(
        before,
        plays_asked=before.plays_asked + 1,
        plays_right=before.plays_right + right,
    )


@lru_cache(maxsize=1)
def all_turns() -> dict[str, dict[str, tuple[Turn, ...]]]:
    """By game at its usual settings, and by system."""
    kind = dict[str, dict[str, tuple[Turn, ...]]]
    return msgspec.json.decode(FILE.read_bytes(), type=kind) if FILE.is_file() else {}
