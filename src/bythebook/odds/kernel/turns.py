"""Compiled rounds: the players' turns, a box at a time.

What ends a hand says whether it will be compared with the dealer's total.
"""

import numpy as np

from bythebook.odds.kernel import scratch as q
from bythebook.odds.kernel.intrinsics import rarely, short_at
from bythebook.odds.kernel.opening import pay_or_hold_blackjack
from bythebook.odds.kernel.sources import (
    choose,
    mask_of,
    next_card,
    next_step,
    note,
    place_of,
    plan,
    with_card,
)
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled import inlined, part, written_out
from bythebook.odds.numbers.compiled_rules import MOST_HANDS
from bythebook.odds.numbers.typed import Number, Pointer, Scratch, Terms


@inlined
def play_box(t: Pointer, r: Terms, d: Scratch, box: Number, up: int) -> Number:
    """Play a hand that nobody has split yet, unless it is decided already."""
    row = box * MOST_HANDS
    if rarely(d.hand[row, q.ENDS] != q.UNDECIDED):
        return go_on_with_decided(t, r, d, row)
    hand = d.hand[row, q.ID]
    step = next_step(t, r, d, q.UNSPLIT, hand, up, box)
    while step == k.HIT:
        hand = with_card(t, r, d, row, hand, next_card(t, r, d), up, box)
        step = next_step(t, r, d, q.UNSPLIT, hand, up, box)
    if step == k.STAND:
        return stand(t, r, d, row, hand)
    if rarely(step == k.SPLIT):
        return play_split_hands(t, r, d, box, hand, up)
    return end_hand(t, r, d, row, hand, step, up, box)


@part
def go_on_with_decided(t: Pointer, r: Terms, d: Scratch, row: Number) -> Number:
    """A blackjack waits for the dealer's total if that may tie; not for the hole card any more."""
    if d.hand[row, q.ENDS] != q.HELD:
        return False
    if r.ties_with_21:
        return True
    if r.hole_card:
        d.hand[row, q.ENDS] = q.PAID
    return False


@part
def play_other_boxes(t: Pointer, r: Terms, d: Scratch, up: int) -> Number:
    """Whether any of their hands will be compared."""
    compared = False
    for box in range(1, d.boxes):
        compared |= play_box(t, r, d, box, up)
    return compared


@written_out
def stand(t: Pointer, r: Terms, d: Scratch, row: Number, hand: Number) -> Number:
    """A hand gets no more cards; one over 21 ends in the same way, with nothing to compare."""
    ends = short_at(t, hand + q.ITS_TOTAL)
    d.hand[row, q.ENDS] = ends
    return ends < q.HELD


@part
def end_hand(
    t: Pointer, r: Terms, d: Scratch, row: Number, hand: Number, step: int, up: int, box: Number
) -> Number:
    """A hand that is doubled, or that its own cards decide."""
    if step == k.DOUBLE:
        return double_hand(t, r, d, row, hand, up, box)
    if step == q.GIVES_UP:
        d.hand[row, q.ENDS] = q.GIVEN_UP
        return False
    if step == q.NATURAL_COMES:
        pay_or_hold_blackjack(t, r, d, row)
        return d.hand[row, q.ENDS] == q.HELD and r.ties_with_21 == 1
    if step == q.TWENTY_ONE_COMES:
        units = d.hand[row, q.STAKES] >> q.UNITS_BITS
        pay_21(t, r, d, row, r.pays_21[line_of_21(t, r, d, row, hand), units])
    else:
        d.hand[row, q.ENDS] = q.PAID_FIVE_CARDS
    return False


@part
def pay_21(t: Pointer, r: Terms, d: Scratch, row: Number, net: Number) -> None:
    """A 21 is settled for good, by its number of cards, their ranks and suits."""
    d.hand[row, q.ENDS] = q.PAID_21
    d.hand[row, q.NET] = net
    d.unusual = 1


@part
def line_of_21(t: Pointer, r: Terms, d: Scratch, row: Number, hand: Number) -> Number:
    """The row of the payout table that a 21 makes."""
    cards = short_at(t, hand + q.CARDS)
    if r.line_ranks and cards == 3:
        a = d.hand[row, q.FIRST] >> q.VALUE_BITS
        b = d.hand[row, q.SECOND] >> q.VALUE_BITS
        c = d.hand[row, q.THIRD] >> q.VALUE_BITS
        ranks = r.line_of_ranks[((a >> 2) * 13 + (b >> 2)) * 13 + (c >> 2)]
        if ranks >= 0:
            suits = k.MIXED
            if a & 3 == b & 3 == c & 3:
                suits = k.SPADES if a & 3 == k.SPADE else k.SUITED
            return k.LINES_BY_CARDS + 3 * ranks + suits
    return cards


# Doubling


@inlined
def double_hand(
    t: Pointer, r: Terms, d: Scratch, row: Number, hand: Number, up: int, box: Number
) -> Number:
    """One more card for twice the stake; what is special about it comes second."""
    d.hand[row, q.STAKES] += q.SINGLE_STAKE
    before = hand
    hand = with_card(t, r, d, row, hand, next_card(t, r, d), up, box)
    if r.special_doubles:
        return end_double(t, r, d, row, before, hand, up, box)
    return stand(t, r, d, row, hand)


@part
def end_double(
    t: Pointer, r: Terms, d: Scratch, row: Number, before: Number, hand: Number, up: int,
    box: Number,
) -> Number:  # fmt: skip
    """A doubled hand has its card; perhaps it was free, wins at once, or is taken back."""
    if r.free_double and not mask_of(t, r, q.UNSPLIT, before) >> k.FOR_MONEY & 1:
        d.tokens[box] += 1
        d.hand[row, q.STAKES] -= 1
    total = doubled_total(t, r, d, hand)
    units = d.hand[row, q.STAKES] >> q.UNITS_BITS
    if total == 21 and r.pays_21_at_once:
        line = line_of_21(t, r, d, row, hand)
        pay_21(t, r, d, row, units * r.stake if r.only_evens else r.pays_21[line, units])
    elif r.pays_doubled_cards and short_at(t, hand + q.CARDS) == r.pays_five_cards and total < 21:
        d.hand[row, q.ENDS] = q.PAID_FIVE_CARDS
    elif r.withdrawal and total < 21 and withdraws(t, r, d, hand, up, box):
        d.hand[row, q.ENDS] = q.WITHDRAWN
    else:
        d.hand[row, q.ENDS] = total
        return total < q.HELD
    return False


@part
def doubled_total(t: Pointer, r: Terms, d: Scratch, hand: Number) -> Number:
    """The total of a doubled hand: aces among its first two cards may have to count one."""
    total = short_at(t, hand + q.ITS_TOTAL)
    if r.aces_count_one and total <= 21:
        total = short_at(t, hand + q.HARD)
        if total <= 11 and short_at(t, hand + q.ACES) > short_at(t, hand + q.FIRST_ACES):
            total += 10
    return total


@part
def withdraws(t: Pointer, r: Terms, d: Scratch, hand: Number, up: int, box: Number) -> Number:
    """Whether the doubled part is taken back, and the original given up."""
    if d.source == q.SIMULATED:
        return plan(t, r, d, hand, up) >> k.WITHDRAW_BIT & 1 == 1
    if choose(t, r, d, np.int64(2)) == 0:
        return False
    note(t, r, d, box, q.WITHDRAWS)
    return True


# Splitting


@part
def layer_of(t: Pointer, r: Terms, d: Scratch, box: Number, aces: bool) -> int:
    """What rights a split hand has."""
    last = d.hands[box] >= r.most_hands or d.splits_over
    if aces:
        return k.ACES_LAST if last else k.ACES_AGAIN
    return k.LAST if last else k.AGAIN


@part
def split_hand(t: Pointer, r: Terms, d: Scratch, box: Number, number: Number, hand: Number) -> None:
    """Make two hands of a pair; the second card begins the one that comes next."""
    base = box * MOST_HANDS
    row = base + number
    for at in range(base + d.hands[box], row, -1):
        for column in range(q.COLUMNS):
            d.hand[at, column] = d.hand[at - 1, column]
    value = short_at(t, hand + q.PAIR)
    first, second = d.hand[row, q.FIRST] >> q.VALUE_BITS, d.hand[row, q.SECOND] >> q.VALUE_BITS
    if d.hands[box] == 1:  # how the first pair was made up; splitting it again changes nothing
        d.hand[row, q.SUITED_SEVENS] = first >> 2 == k.SEVEN and first == second
        d.hand[row + 1, q.SUITED_SEVENS] = d.hand[row, q.SUITED_SEVENS]
    d.hand[row, q.ID] = place_of(value)
    d.hand[row + 1, q.ID] = place_of(value)
    d.hand[row + 1, q.FIRST] = d.hand[row, q.SECOND]
    d.hand[row + 1, q.STAKES] = q.SINGLE_STAKE
    if r.free_split and value != k.TEN:
        d.hand[row + 1, q.STAKES] = q.ONE_UNIT
        d.tokens[box] += 1
    d.hands[box] += 1


@part
def play_split_hands(t: Pointer, r: Terms, d: Scratch, box: Number, pair: int, up: int) -> Number:
    """Split a pair and play its hands, one after the other; whether any of them is compared."""
    base = box * MOST_HANDS
    aces = short_at(t, pair + q.PAIR) == k.ACE
    d.splits_over = 0
    d.unusual = 1
    split_hand(t, r, d, box, q.FIRST_HAND, pair)
    compared = False
    number = q.FIRST_HAND
    while number < d.hands[box]:
        row = base + number
        hand = with_card(t, r, d, row, d.hand[row, q.ID], next_card(t, r, d), up, box)
        step = k.HIT
        while True:
            layer = layer_of(t, r, d, box, aces)
            step = next_step(t, r, d, layer, hand, up, box)
            if r.declined_ends_splits and step != k.SPLIT:
                d.splits_over |= mask_of(t, r, layer, hand) >> k.SPLIT & 1
            if step != k.HIT:
                break
            hand = with_card(t, r, d, row, hand, next_card(t, r, d), up, box)
        if step == k.SPLIT:
            split_hand(t, r, d, box, number, hand)
            continue
        if step == k.STAND:
            compared |= stand(t, r, d, row, hand)
        else:
            compared |= end_hand(t, r, d, row, hand, step, up, box)
        number += 1
    return compared
