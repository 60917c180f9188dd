"""Compiled rounds one after the other: shuffles, bets by the count, and what is added up.

Everything added up is a whole number. A square takes two of them, so that billions of rounds do not
overflow: its lower 32 bits and the rest are added up apart. In most rounds one hand is settled by
the table of settlements alone: those are only counted, by where in the table they ended, and what
they come to is worked out when all are played.
"""

import numpy as np

from bythebook.odds.kernel import scratch as q
from bythebook.odds.kernel.intrinsics import pointer_to, rarely
from bythebook.odds.kernel.rounds import net_of_box, play_round, settlement_of
from bythebook.odds.kernel.sides import MOST_SIDE_LINES, settle_sides
from bythebook.odds.kernel.sources import draw_one, put_in_order, true_count
from bythebook.odds.numbers.compiled import compiled, part, written_out
from bythebook.odds.numbers.compiled_rules import MOST_BOXES, MOST_HANDS
from bythebook.odds.numbers.typed import Accounts, Integers, Number, Records, Scratch, SideTerms

MOST_STAKES = 64
HALVES_BELOW, HALVES_ABOVE = 20, 40
PLACES = HALVES_BELOW + HALVES_ABOVE + 3
LOW, HIGH = 0, 1

ACCOUNTS = np.dtype(
    [
        ("cards", np.int64),
        ("settled", np.int64, q.STAKES_KNOWN * q.ENDINGS * q.ENDINGS),
        ("insured", np.int64),
        ("all_net", np.int64),
        ("all_net_squared", np.int64, 2),
        ("dealers", np.int64, q.ENDINGS),
        ("histogram", np.int64, PLACES),
        ("endings", np.int64, q.STAKES_KNOWN * q.ENDINGS),  # by the stakes on a hand
        ("rounds", np.int64, MOST_STAKES),
        ("net", np.int64, MOST_STAKES),
        ("net_squared", np.int64, (MOST_STAKES, 2)),
        ("box_net_squared", np.int64, (MOST_STAKES, 2)),
        ("side_lines", np.int64, (q.MOST_SIDES, MOST_SIDE_LINES, MOST_BOXES + 1)),
        ("side_squared", np.int64, (q.MOST_SIDES, 2)),
    ]
)


@written_out
def shuffle(d: Scratch) -> None:
    """Begin the shoe again; the cards burned are any of them, and nobody sees them."""
    d.running = d.initial_count
    d.position = d.burned
    d.ready = d.burned
    if rarely(d.burned):
        burn_cards(d)


@part
def burn_cards(d: Scratch) -> None:
    for at in range(d.burned):
        draw_one(d, at)


@written_out
def add_square(sums: Integers, number: Number) -> None:
    square = np.uint64(number * number)
    sums[LOW] += np.int64(square & np.uint64(0xFFFFFFFF))
    sums[HIGH] += np.int64(square >> np.uint64(32))


@written_out
def place_of(net: Number, stake: Number) -> Number:
    """Where a result stands in the histogram: the nearest half stake, up from the middle."""
    halves = (4 * net + stake) // (2 * stake)
    return min(max(halves + HALVES_BELOW + 1, 0), PLACES - 1)


@part
def add_box(a: Accounts, d: Scratch, box: Number, stake: Number) -> Number:
    """Add up how the hands of a box ended; what it came to, side wagers apart."""
    for row in range(box * MOST_HANDS, box * MOST_HANDS + d.hands[box]):
        a.endings[d.hand[row, q.STAKES] * q.ENDINGS + d.hand[row, q.ENDS]] += 1
    if d.extras:
        a.insured += d.insured[box]
    net = net_of_box(d, box)
    a.histogram[place_of(net, stake)] += 1
    return net


@part
def add_unusual_round(a: Accounts, d: Scratch, level: Number, stake: Number) -> None:
    """Add up a round without its side wagers."""
    net = 0
    for box in range(d.boxes):
        of_box = add_box(a, d, box, stake)
        add_square(a.box_net_squared[level], of_box)
        net += of_box
    a.rounds[level] += 1
    a.net[level] += net
    add_square(a.net_squared[level], net)
    a.dealers[d.dealer_ends] += 1


@written_out
def add_round(a: Accounts, d: Scratch, level: Number, stake: Number) -> None:
    a.cards += d.position - d.round_began
    if rarely(d.unusual):
        add_unusual_round(a, d, level, stake)
    else:
        a.settled[np.uint64(settlement_of(d, q.FIRST_HAND, d.dealer_ends))] += 1


@part
def add_sides(a: Accounts, s: SideTerms, d: Scratch) -> None:
    """Add up the side wagers of a round, and with them what all of it came to."""
    net = 0
    for box in range(d.boxes):
        net += net_of_box(d, box)
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
    table: Integers, lines: Integers, terms: Records, sides: Records, desks: Records,
    accounts: Records, levels: Integers, rounds: int,
) -> None:  # fmt: skip
    """Play so many rounds on a desk; `levels` says by the count at which of the stakes (-1: none).

    A round that every card in the shoe could not finish is not counted, and another is played.
    """
    t, lines_at = pointer_to(table), pointer_to(lines)
    d, a, s = desks[0], accounts[0], sides[0]
    played = 0
    level = levels[0]
    r = terms[max(level, 0)]
    while played < rounds:
        if d.position >= d.cut:
            shuffle(d)
        if rarely(d.counting):
            level = levels[true_count(t, r, d)]
            r = terms[max(level, 0)]
        put_in_order(d)
        play_round(t, r, d)
        if rarely(d.short):
            d.short = 0
            d.position = d.size
            continue
        played += 1
        if level >= 0:
            add_round(a, d, level, r.stake)
            if rarely(s.count):
                settle_sides(t, lines_at, s, d)
                add_sides(a, s, d)
