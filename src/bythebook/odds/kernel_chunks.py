"""Compiled rounds one after the other: shuffles, bets by the count, and what is added up.

Everything added up is a whole number. A square takes two of them, so that billions of rounds do not
overflow: its lower 32 bits and the rest are added up apart.
"""

from typing import Any

import numpy as np

from bythebook.odds import desk as q
from bythebook.odds.compiled import compiled, inlined, part
from bythebook.odds.kernel import drawn, true_count
from bythebook.odds.kernel_rounds import play_round
from bythebook.odds.kernel_sides import MOST_SIDE_LINES, settle_sides
from bythebook.odds.pointers import pointer_to
from bythebook.odds.terms import MOST_BOXES, MOST_HANDS

MOST_STAKES = 64
HALVES_BELOW, HALVES_ABOVE = 20, 40
PLACES = HALVES_BELOW + HALVES_ABOVE + 3
LOW, HIGH = 0, 1
DEALER_ENDS = 64
DEALER_BLACKJACK = 33  # where the dealer's blackjacks are counted, beside the totals
DEALER_NOT_NEEDED = 0

ACCOUNTS = np.dtype(
    [
        ("rounds", np.int64, MOST_STAKES),
        ("net", np.int64, MOST_STAKES),
        ("net_squared", np.int64, (MOST_STAKES, 2)),
        ("box_net_squared", np.int64, (MOST_STAKES, 2)),
        ("all_net", np.int64),
        ("all_net_squared", np.int64, 2),
        ("cards", np.int64),
        ("insured", np.int64),
        ("doubled", np.int64),
        ("splits", np.int64),
        ("endings", np.int64, q.ENDINGS),
        ("dealers", np.int64, DEALER_ENDS),
        ("histogram", np.int64, PLACES),
        ("side_lines", np.int64, (q.MOST_SIDES, MOST_SIDE_LINES, MOST_BOXES + 1)),
        ("side_squared", np.int64, (q.MOST_SIDES, 2)),
    ]
)


@part
def shuffle(t: Any, r: Any, d: Any) -> None:
    """Begin the shoe again; the cards burned are any of them, and nobody sees them."""
    d.position = 0
    d.running = d.initial_count
    for at in range(d.burned):
        drawn(t, r, d, at)
        d.position += 1


@inlined
def add_square(sums: Any, number: int) -> None:
    square = np.uint64(number * number)
    sums[LOW] += np.int64(square & np.uint64(0xFFFFFFFF))
    sums[HIGH] += np.int64(square >> np.uint64(32))


@inlined
def place_of(halves: float) -> Any:
    """Where a result in half stakes stands in the histogram."""
    at = np.int64(np.floor(halves + 0.5)) + HALVES_BELOW + 1
    return min(max(at, 0), PLACES - 1)


@inlined
def count_hands(a: Any, d: Any, box: int) -> None:
    """How the hands of a box ended."""
    a.insured += d.insured[box]
    a.splits += d.hands[box] - 1
    for row in range(box * MOST_HANDS, box * MOST_HANDS + d.hands[box]):
        a.endings[d.hand[row, q.ENDS]] += 1
        a.doubled += d.hand[row, q.DOUBLED]


@inlined
def count_dealer(a: Any, d: Any) -> None:
    ends = d.dealer & q.TOTAL_MASK if d.compared else DEALER_NOT_NEEDED
    if d.dealer_cards == 2 and d.dealer & (q.SOFT | q.TOTAL_MASK) == q.SOFT_21:
        ends = DEALER_BLACKJACK
    a.dealers[ends] += 1


@part
def count_sides(a: Any, s: Any, d: Any) -> int:
    """Add up the side wagers of a round; what they came to together."""
    net = 0
    for wager in range(s.count):
        of_wager = 0
        for box in range(d.boxes):
            line, winners = d.side_line[box, wager], d.side_winners[box, wager]
            a.side_lines[wager, line, winners] += 1
            of_wager += s.net[wager, line, winners]
        add_square(a.side_squared[wager], of_wager)
        net += of_wager
    return net


@inlined
def add_round(a: Any, d: Any, level: int, halves_per_cent: float) -> int:
    """Add up the main wagers of a round; what they came to together."""
    net = 0
    for box in range(d.boxes):
        result = d.result[box, q.MAIN] + d.result[box, q.INSURANCE] + d.result[box, q.BONUS]
        net += result
        add_square(a.box_net_squared[level], result)
        a.histogram[place_of(result * halves_per_cent)] += 1
        if not d.three_cards:
            count_hands(a, d, box)
    if not d.three_cards:
        count_dealer(a, d)
    a.net[level] += net
    add_square(a.net_squared[level], net)
    a.cards += d.position - d.round_began
    return net


@compiled
def play_rounds(
    table: Any, lines: Any, terms: Any, sides: Any, desks: Any, accounts: Any, levels: Any,
    rounds: int,
) -> None:  # fmt: skip
    """Play so many rounds on a desk; `levels` says by the count at which of the stakes (-1: none).

    A round that every card in the shoe could not finish is not counted, and another is played.
    """
    t, sides_at = pointer_to(table), pointer_to(lines)
    d, a, s = desks[0], accounts[0], sides[0]
    played = 0
    level = levels[0]
    while played < rounds:
        if d.position >= d.cut:
            shuffle(t, terms[0], d)
        if d.counting:
            level = levels[true_count(t, terms[0], d)]
        r = terms[max(level, 0)]
        play_round(t, r, d)
        if s.count:
            settle_sides(sides_at, s, d)
        if d.short:
            d.short = 0
            d.position = d.size
            continue
        played += 1
        if level < 0:
            continue
        a.rounds[level] += 1
        net = add_round(a, d, level, 2.0 / r.stake)
        if s.count:
            net += count_sides(a, s, d)
            a.all_net += net
            add_square(a.all_net_squared, net)
