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
from bythebook.game.lines.pay_table import (
    line_of_tokens,
    reading_shared,
    share_of_meter,
    stake_comes_back,
    winnings,
)
from bythebook.odds.kernel.intrinsics import number_at, short_at
from bythebook.odds.kernel.scratch import (
    CARDS,
    DEALER_BLACKJACK,
    ENDS,
    GIVEN_UP,
    ID,
    ITS_TOTAL,
    MOST_SIDES,
    OVER,
    VALUE_BITS,
)
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled import part
from bythebook.odds.numbers.compiled_rules import LARGEST_TOTAL, MOST_BOXES, MOST_HANDS
from bythebook.odds.numbers.typed import Number, Pointer, Scratch, SideTerms
from bythebook.odds.sides.deciding import COUNTS, deciding, lines_of
from bythebook.rulebooks.chapters.game import BlackjackGame, Game, Line, SideWager
from bythebook.rulebooks.chapters.patterns import LATER, Group

# What a wager looks at: which cards of the deal, and whether that is all.
NOTHING, ONE_CARD, FIRST_TWO, THREE_CARDS, TOKENS = range(5)
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
        # Where more than the deal decides: how many classes there are of the dealer's two cards,
        # the dealer's hand and the box's hands, and where in the lines the classes begin. The lines
        # by one class of each come last. One class: it is not looked at.
        ("later", np.int64, MOST_SIDES),
        ("twos", np.int64, MOST_SIDES),
        ("dealers", np.int64, MOST_SIDES),
        ("finals", np.int64, MOST_SIDES),
        ("twos_at", np.int64, MOST_SIDES),
        ("dealers_at", np.int64, MOST_SIDES),
        ("finals_at", np.int64, MOST_SIDES),
        ("lines_at", np.int64, MOST_SIDES),
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
    groups: frozenset[Group]  # all that they look at


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
        if isinstance(game.rules, BlackjackGame) and side.groups & {"card-3", "three-cards"}:
            raise Malformed(f"{name} looks at a third card, which compiled rounds do not keep")
        if side.dealer_22 is not None:
            record["against_22"][0, at] = len(side.lines) + 1  # which comes to nothing
        record["table"][0, at] = sum(map(len, tables))
        record["shared"][0, at] = any(line.share for line in side.lines)
        record["net"][0, at, : len(side.lines) + 1] = _nets(side, stake, meters)
        if side.looks_at == "tokens":
            record["looks_at"][0, at] = TOKENS
            tables.append(_lines_of_tokens(side))
        elif side.looks_at != "server":
            tables += _lines_of_cards(side, record, at)
    groups = frozenset().union(*[game.rules.side_wagers[name].groups for name in stakes])
    return Sides(tuple(stakes), tuple(stakes.values()), record, np.concatenate(tables), groups)


def keep_for_sides(sides: Sides, terms: NDArray[Any], desks: NDArray[Any]) -> None:
    """Let compiled rounds keep, and the dealer draw, what side wagers look at after the deal."""
    terms["keeps_cards"] |= "final-hand" in sides.groups
    desks["plays_out"] |= "dealer-hand" in sides.groups
    desks["wants_second"] |= "dealer-two" in sides.groups
    desks["watched"] |= desks["plays_out"]


# Lines


def _lines_of_tokens(side: SideWager) -> NDArray[np.int8]:
    """The number of the line, or 0, for every number of tokens."""
    made = [line_of_tokens(side, tokens) for tokens in range(MOST_TOKENS)]
    return np.array([0 if x is None else side.lines.index(x) + 1 for x in made], dtype=np.int8)


def _lines_of_cards(side: SideWager, record: NDArray[Any], at: int) -> list[NDArray[np.int8]]:
    """The number of the line, or 0, for all cards; or classes, and the lines that they make."""
    how = deciding(lines_of(side))
    record["looks_at"][0, at] = (NOTHING, ONE_CARD, FIRST_TWO, THREE_CARDS)[how.deal.cards]
    record["card"][0, at] = how.deal.first
    record["with_dealer"][0, at] = how.deal.dealer
    numbers = np.where(how.line == len(side.lines), 0, how.line + 1).astype(np.int8)
    if not side.groups & set(LATER):
        return [numbers[:, 0, 0, 0][how.opening.of].reshape(-1)]
    tables = [
        each.of.reshape(-1)
        for each in (how.opening, how.dealer_two, how.dealer_hand, how.final_hand)
    ]
    begins = int(record["table"][0, at]) + np.cumsum([len(table) for table in tables])
    record["later"][0, at] = 1
    for place, name in enumerate(("twos", "dealers", "finals"), start=1):
        record[name][0, at] = numbers.shape[place]
        record[f"{name}_at"][0, at] = begins[place - 1]
    record["lines_at"][0, at] = begins[-1]
    return [*tables, numbers.reshape(-1)]


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
def side_line(t: Pointer, lines: Pointer, s: SideTerms, d: Scratch, box: int, wager: int) -> Number:
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
    made = number_at(lines, s.table[wager] + at)
    return later_line(t, lines, s, d, box, wager, made) if s.later[wager] else made


@part
def later_line(
    t: Pointer, lines: Pointer, s: SideTerms, d: Scratch, box: int, wager: int, opening: Number
) -> Number:
    """The line that the class of the deal makes with what came later; of several hands the best."""
    twos, dealers, finals = s.twos[wager], s.dealers[wager], s.finals[wager]
    at = opening * twos
    if twos > 1:
        cards = (d.shown >> VALUE_BITS) * DECK + (d.second >> VALUE_BITS)
        at += number_at(lines, s.twos_at[wager] + cards)
    at *= dealers
    if dealers > 1:
        at += number_at(lines, s.dealers_at[wager] + dealer_hand(d))
    if finals == 1:
        return number_at(lines, s.lines_at[wager] + at)
    best = 0
    for row in range(box * MOST_HANDS, box * MOST_HANDS + d.hands[box]):
        of_hand = number_at(lines, s.finals_at[wager] + final_hand(t, d, row))
        made = number_at(lines, s.lines_at[wager] + at * finals + of_hand)
        if made and (best == 0 or made < best):
            best = made
    return best


@part
def dealer_hand(d: Scratch) -> Number:
    """The dealer's total and number of cards, as one number."""
    if d.dealer_ends == DEALER_BLACKJACK:
        return 21 * COUNTS + 2
    return d.dealer_ends * COUNTS + d.position - d.round_began - d.others_cards


@part
def final_hand(t: Pointer, d: Scratch, row: Number) -> Number:
    """The same of a hand of a box; 0 for none: it went over, or was given up."""
    ends = d.hand[row, ENDS]
    if ends in (OVER, GIVEN_UP):
        return 0
    hand = d.hand[row, ID]
    total = ends if 0 < ends <= 21 else short_at(t, hand + ITS_TOTAL)
    return total * COUNTS + short_at(t, hand + CARDS)


@part
def settle_sides(t: Pointer, lines: Pointer, s: SideTerms, d: Scratch) -> None:
    """Which line every side wager of a round makes; each box carries the same ones."""
    for wager in range(s.count):
        for box in range(d.boxes):
            d.side_line[box, wager] = side_line(t, lines, s, d, box, wager)
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
