"""Compiled rounds one after the other: shuffles, bets by the count, and what is added up.

Everything added up is a whole number. A square takes two of them, so that billions of rounds do not
overflow: its lower 32 bits and the rest are added up apart.
"""

from typing import Any

import numpy as np

from bythebook.odds import desk as q
from bythebook.odds.compiled import compiled, inlined, part, written_out
from bythebook.odds.intrinsics import pointer_to, rarely
from bythebook.odds.kernel import draw_one, put_in_order, true_count
from bythebook.odds.kernel_rounds import net_of_box, play_round
from bythebook.odds.kernel_sides import MOST_SIDE_LINES, settle_sides
from bythebook.odds.terms import MOST_BOXES, MOST_HANDS

MOST_STAKES = 64
HALVES_BELOW, HALVES_ABOVE = 20, 40
PLACES = HALVES_BELOW + HALVES_ABOVE + 3
LOW, HIGH = 0, 1

ACCOUNTS = np.dtype(
    [
        ("cards", np.int64),
        ("insured", np.int64),
        ("all_net", np.int64),
        ("all_net_squared", np.int64, 2),
        ("dealers", np.int64, q.ENDINGS),
        ("histogram", np.int64, PLACES),
        ("endings", np.int64, q.STAKES_KNOWN * q.ENDINGS),  # by the stakes on a hand
        ("rounds", np.int64, MOST_STAKES),
        ("net", np.int64, MOST_STAKES),
        ("net_squared", np.int64, (MOST_STAKES, 2)),
        ("box_net_squared", np.int64, (MOST_STAKES, 2)),  # where there are several boxes
        ("side_lines", np.int64, (q.MOST_SIDES, MOST_SIDE_LINES, MOST_BOXES + 1)),
        ("side_squared", np.int64, (q.MOST_SIDES, 2)),
    ]
)


@written_out
def shuffle(d: Any) -> None:
    """Begin the shoe again; the cards burned are any of them, and nobody sees them."""
    d.running = d.initial_count
    d.position = d.burned
    d.ready = d.burned
    if rarely(d.burned):
        burn_cards(d)


@part
def burn_cards(d: Any) -> None:
    for at in range(d.burned):
        draw_one(d, at)


@written_out
def add_square(sums: Any, number: Any) -> None:
    square = np.uint64(number * number)
    sums[LOW] += np.int64(square & np.uint64(0xFFFFFFFF))
    sums[HIGH] += np.int64(square >> np.uint64(32))


@written_out
def place_of(halves: float) -> Any:
    """Where a result in half stakes stands in the histogram."""
    at = np.int64(halves + (HALVES_BELOW + 1.5))  # which is above nothing wherever it matters
    return min(max(at, 0), PLACES - 1)


@written_out
def count_ending(a: Any, d: Any, row: Any) -> None:
    a.endings[d.hand[row, q.STAKES] * q.ENDINGS + d.hand[row, q.ENDS]] += 1


@part
def count_split_hands(a: Any, d: Any, box: Any) -> None:
    for row in range(box * MOST_HANDS + 1, box * MOST_HANDS + d.hands[box]):
        count_ending(a, d, row)


@inlined
def add_box(a: Any, d: Any, box: Any, halves_per_cent: float) -> Any:
    """Add up how the hands of a box ended; what it came to, side wagers apart."""
    count_ending(a, d, box * MOST_HANDS)
    if rarely(d.hands[box] > 1):
        count_split_hands(a, d, box)
    if rarely(d.extras):
        a.insured += d.insured[box]
    net = net_of_box(d, box)
    a.histogram[place_of(net * halves_per_cent)] += 1
    return net


@part
def add_all_boxes(a: Any, d: Any, level: Any, first: Any, halves_per_cent: float) -> Any:
    """Add up the other boxes too, and the squares of each."""
    add_square(a.box_net_squared[level], first)
    net = first
    for box in range(1, d.boxes):
        other = add_box(a, d, box, halves_per_cent)
        add_square(a.box_net_squared[level], other)
        net += other
    return net


@written_out
def add_round(a: Any, d: Any, level: Any, halves_per_cent: float) -> Any:
    """Add up a round without its side wagers; what it came to."""
    net = add_box(a, d, q.FIRST_BOX, halves_per_cent)
    if rarely(d.boxes > 1):
        net = add_all_boxes(a, d, level, net, halves_per_cent)
    a.rounds[level] += 1
    a.net[level] += net
    add_square(a.net_squared[level], net)
    a.cards += d.position - d.round_began
    a.dealers[d.dealer_ends] += 1
    return net


@part
def add_sides(a: Any, s: Any, d: Any, net: int) -> None:
    """Add up the side wagers of a round, and with them what all of it came to."""
    for wager in range(s.count):
        of_wager = 0
        for box in range(d.boxes):
            line, winners = d.side_line[box, wager], d.side_winners[box, wager]
            a.side_lines[wager, line, winners] += 1
            of_wager += s.net[wager, line, winners]
        add_square(a.side_squared[wager], of_wager)
        net += of_wager
    a.all_net += net
    add_square(a.all_net_squared, net)


@compiled
def play_rounds(
    table: Any, lines: Any, terms: Any, sides: Any, desks: Any, accounts: Any, levels: Any,
    rounds: int,
) -> None:  # fmt: skip
    """Play so many rounds on a desk; `levels` says by the count at which of the stakes (-1: none).

    A round that every card in the shoe could not finish is not counted, and another is played.
    """
    t, lines_at = pointer_to(table), pointer_to(lines)
    d, a, s = desks[0], accounts[0], sides[0]
    played = 0
    level = levels[0]
    r = terms[max(level, 0)]
    halves_per_cent = 2.0 / r.stake
    while played < rounds:
        if d.position >= d.cut:
            shuffle(d)
        if rarely(d.counting):
            level = levels[true_count(t, r, d)]
            r = terms[max(level, 0)]
            halves_per_cent = 2.0 / r.stake
        put_in_order(d)
        play_round(t, r, d)
        if rarely(d.short):
            d.short = 0
            d.position = d.size
            continue
        played += 1
        if level >= 0:
            net = add_round(a, d, level, halves_per_cent)
            if rarely(s.count):
                settle_sides(lines_at, s, d)
                add_sides(a, s, d, net)
