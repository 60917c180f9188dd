"""Side wagers in compiled rounds: which line each makes, and what that comes to.

Both are written down once from the pay table by which rounds at a table are settled: the line for
all cards that a wager can look at, and its payment, a share of a meter by how many boxes win that
line in the round, at a reading that stays the same from round to round. A jackpot that a server
draws is never won here.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.errors import Malformed
from bythebook.game.pay_table import (
    line_of_tokens,
    reading_shared,
    share_of_meter,
    stake_comes_back,
    winnings,
)
from bythebook.odds.kernel.intrinsics import number_at
from bythebook.odds.kernel.scratch import MOST_SIDES, VALUE_BITS
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled import part
from bythebook.odds.numbers.compiled_rules import LARGEST_TOTAL, MOST_BOXES
from bythebook.odds.numbers.typed import Number, Pointer, Scratch, SideTerms
from bythebook.odds.sides.pattern_counts import which_line
from bythebook.rulebooks.chapters.game import Game, Line, SideWager

# What a wager looks at.
NOTHING, ONE_CARD, FIRST_TWO, THREE_CARDS, TOKENS = range(5)
_LOOKS = {
    "server": NOTHING,
    "card-1": ONE_CARD,
    "card-2": ONE_CARD,
    "card-3": ONE_CARD,
    "first-two": FIRST_TWO,
    "first-two-and-dealer": THREE_CARDS,
    "three-cards": THREE_CARDS,
    "tokens": TOKENS,
}
DECK = k.JOKER_CODE
MOST_TOKENS = 16
MOST_SIDE_LINES = 12

SIDES = np.dtype(
    [
        ("count", np.int64),
        ("looks_at", np.int64, MOST_SIDES),
        ("card", np.int64, MOST_SIDES),  # which of a box's cards, where it is one
        ("with_dealer", np.int64, MOST_SIDES),  # whether the third card is the dealer's
        ("table", np.int64, MOST_SIDES),  # where in the lines its own begin
        ("shared", np.int64, MOST_SIDES),  # whether some line pays a share of a meter
        ("against_22", np.int64, MOST_SIDES),  # the line, behind its own, of a dealer's 22; 0: none
        # Cents by line (0: lost) and by how many boxes win that line in the round.
        ("net", np.int64, (MOST_SIDES, MOST_SIDE_LINES, MOST_BOXES + 1)),
    ]
)


class Sides(NamedTuple):
    """The side wagers of every box, as numbers."""

    names: tuple[str, ...]
    stakes: tuple[int, ...]
    record: NDArray[Any]
    lines: NDArray[np.int8]


def compile_sides(game: Game, stakes: Mapping[str, int], meters: Mapping[str, int]) -> Sides:
    """Side wagers by name, with their stakes and the readings of the meters, in cents."""
    if len(stakes) > MOST_SIDES:
        raise Malformed(f"at most {MOST_SIDES} side wagers are played at once")
    record = np.zeros(1, dtype=SIDES)
    record["count"] = len(stakes)
    tables: list[NDArray[np.int8]] = [np.zeros(1, dtype=np.int8)]
    for at, (name, stake) in enumerate(stakes.items()):
        side = game.rules.side_wagers[name]
        if len(side.lines) + 1 >= MOST_SIDE_LINES:
            raise Malformed(f"a side wager has fewer than {MOST_SIDE_LINES} lines here", name)
        if game.rules.pack.jokers and side.looks_at not in ("server", "tokens"):
            raise Malformed(f"{name} looks at cards that may be jokers")
        if side.dealer_22 is not None:
            record["against_22"][0, at] = len(side.lines) + 1  # which comes to nothing
        record["looks_at"][0, at] = _LOOKS[side.looks_at]
        if side.looks_at.startswith("card-"):
            record["card"][0, at] = int(side.looks_at[-1]) - 1
        record["with_dealer"][0, at] = side.looks_at == "first-two-and-dealer"
        record["table"][0, at] = sum(map(len, tables))
        record["shared"][0, at] = any(line.share for line in side.lines)
        record["net"][0, at, : len(side.lines) + 1] = _nets(side, stake, meters)
        tables.append(_lines(side))
    return Sides(tuple(stakes), tuple(stakes.values()), record, np.concatenate(tables))


# Lines


def _lines(side: SideWager) -> NDArray[np.int8]:
    """The number of the line, or 0, for every run of cards or number of tokens."""
    if side.looks_at == "tokens":
        made = [line_of_tokens(side, tokens) for tokens in range(MOST_TOKENS)]
        return np.array([0 if x is None else side.lines.index(x) + 1 for x in made], dtype=np.int8)
    cards = {NOTHING: 0, ONE_CARD: 1, FIRST_TWO: 2, THREE_CARDS: 3}[_LOOKS[side.looks_at]]
    if not cards:
        return np.zeros(1, dtype=np.int8)
    shown = which_line(tuple([line.hand for line in side.lines]), cards).reshape(-1)
    return np.where(shown == len(side.lines), 0, shown + 1).astype(np.int8)


# Payments


def _nets(side: SideWager, stake: int, meters: Mapping[str, int]) -> NDArray[np.int64]:
    nets = np.full((len(side.lines) + 1, MOST_BOXES + 1), -stake, dtype=np.int64)
    for at, line in enumerate(side.lines, start=1):
        for boxes in range(1, MOST_BOXES + 1):
            nets[at, boxes] = _net(side, line, stake, meters, boxes)
    return nets


def _net(side: SideWager, line: Line, stake: int, meters: Mapping[str, int], boxes: int) -> int:
    """What a line leaves its player with, where so many boxes win by it."""
    share = line.share
    if share is None:
        paid = winnings(line, stake)
    elif share.meter not in meters:
        raise Malformed(f"the reading of the meter {share.meter} must be given", "meters")
    else:
        paid = share_of_meter(share, reading_shared(share, meters[share.meter]), boxes)
    return paid if stake_comes_back(side, line) else paid - stake


# Compiled


@part
def side_line(lines: Pointer, s: SideTerms, d: Scratch, box: int, wager: int) -> Number:
    """The line that a wager on a box makes, or 0."""
    looks_at = s.looks_at[wager]
    if s.against_22[wager] and d.dealer_ends == LARGEST_TOTAL:
        return s.against_22[wager]
    if looks_at == NOTHING:
        return 0
    at = d.tokens[box]
    if looks_at == ONE_CARD:
        at = d.cards[box, s.card[wager]] >> VALUE_BITS
    elif looks_at != TOKENS:
        at = (d.cards[box, 0] >> VALUE_BITS) * DECK + (d.cards[box, 1] >> VALUE_BITS)
        if looks_at == THREE_CARDS:
            third = d.shown if s.with_dealer[wager] else d.cards[box, 2]
            at = at * DECK + (third >> VALUE_BITS)
    return number_at(lines, s.table[wager] + at)


@part
def settle_sides(lines: Pointer, s: SideTerms, d: Scratch) -> None:
    """Which line every side wager of a round makes; each box carries the same ones."""
    for wager in range(s.count):
        for box in range(d.boxes):
            d.side_line[box, wager] = side_line(lines, s, d, box, wager)
            d.side_winners[box, wager] = 1
        if s.shared[wager]:
            count_winners(d, wager)


@part
def count_winners(d: Scratch, wager: int) -> None:
    """How many boxes share what a line pays."""
    for box in range(d.boxes):
        winners = 0
        for other in range(d.boxes):
            winners += d.side_line[other, wager] == d.side_line[box, wager]
        d.side_winners[box, wager] = winners


@part
def net_of_sides(s: SideTerms, d: Scratch, box: int) -> int:
    """What all side wagers of a box come to together."""
    net = 0
    for wager in range(s.count):
        net += s.net[wager, d.side_line[box, wager], d.side_winners[box, wager]]
    return net
