"""Compiled rounds: the players' turns, a box at a time."""

from typing import Any

from bythebook.odds import codes as k
from bythebook.odds import desk as q
from bythebook.odds.compiled import inlined, part
from bythebook.odds.kernel import choose, fact, next_card, next_step, note, plan, with_card
from bythebook.odds.kernel_opening import pay, pay_or_hold_blackjack
from bythebook.odds.terms import MOST_HANDS


@inlined
def play_box(t: Any, r: Any, d: Any, box: int, up: int) -> None:
    """Play a hand that nobody has split yet."""
    row = box * MOST_HANDS
    hand = d.hand[row, q.ID]
    step = next_step(t, r, d, k.UNSPLIT, hand, up, box)
    while step == k.HIT:
        hand = with_card(t, r, d, row, hand, next_card(t, r, d), up, box)
        step = next_step(t, r, d, k.UNSPLIT, hand, up, box)
    if step == k.STAND:
        stand(t, r, d, row, hand)
    elif step == k.SPLIT:
        split_hand(t, r, d, box, 0, hand)
        play_split_hands(t, r, d, box, up)
    else:
        end_hand(t, r, d, row, hand, step, up, box)


@inlined
def stand(t: Any, r: Any, d: Any, row: int, hand: int) -> None:
    """A hand gets no more cards; one over 21 ends in the same way, with nothing to compare."""
    ends = fact(t, hand, q.ITS_TOTAL)
    d.hand[row, q.ENDS] = ends
    d.compared |= ends < q.OVER


@part
def end_hand(t: Any, r: Any, d: Any, row: int, hand: int, step: int, up: int, box: int) -> None:
    """A hand that is doubled, or that its own cards decide."""
    if step == k.DOUBLE:
        double_hand(t, r, d, row, hand, up, box)
    elif step == q.NATURAL_COMES:
        pay_or_hold_blackjack(t, r, d, row)
        d.compared |= r.ties_with_21 and d.hand[row, q.ENDS] == q.HELD
    elif step == q.TWENTY_ONE_COMES:
        net = r.pays_21[line_of_21(t, r, d, row, hand), d.hand[row, q.UNITS]]
        pay(t, r, d, row, q.PAID_21, net)
    else:
        net = r.net[k.FIVE_CARD_WIN, d.hand[row, q.REAL], d.hand[row, q.UNITS]]
        pay(t, r, d, row, q.PAID_FIVE_CARDS, net)


@part
def line_of_21(t: Any, r: Any, d: Any, row: int, hand: int) -> Any:
    """The row of the payout table that a 21 makes."""
    cards = fact(t, hand, q.CARDS)
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


@part
def double_hand(t: Any, r: Any, d: Any, row: int, hand: int, up: int, box: int) -> None:
    """One more card for twice the stake; then perhaps the doubled part is taken back."""
    d.hand[row, q.DOUBLED] = 1
    d.hand[row, q.UNITS] += 1
    if r.free_double:
        d.tokens[box] += 1
    else:
        d.hand[row, q.REAL] += 1
    hand = with_card(t, r, d, row, hand, next_card(t, r, d), up, box)
    total = doubled_total(t, r, d, hand)
    units = d.hand[row, q.UNITS]
    if total == 21 and r.pays_21_at_once:
        line = line_of_21(t, r, d, row, hand)
        net = units * r.stake if r.only_evens else r.pays_21[line, units]
        pay(t, r, d, row, q.PAID_21, net)
    elif r.pays_five_cards and fact(t, hand, q.CARDS) == 5 and total < 21:
        net = r.net[k.FIVE_CARD_WIN, d.hand[row, q.REAL], units]
        pay(t, r, d, row, q.PAID_FIVE_CARDS, net)
    elif r.withdrawal and total < 21 and withdraws(t, r, d, hand, up, box):
        pay(t, r, d, row, q.WITHDRAWN, -r.stake)
    else:
        d.hand[row, q.ENDS] = total
        d.compared |= total < q.OVER


@part
def doubled_total(t: Any, r: Any, d: Any, hand: int) -> Any:
    """The total of a doubled hand: aces among its first two cards may have to count one."""
    total = fact(t, hand, q.ITS_TOTAL)
    if r.aces_count_one and total <= 21:
        total = fact(t, hand, q.HARD)
        if total <= 11 and fact(t, hand, q.ACES) > fact(t, hand, q.FIRST_ACES):
            total += 10
    return total


@part
def withdraws(t: Any, r: Any, d: Any, hand: int, up: int, box: int) -> Any:
    """Whether the doubled part is taken back, and the original given up."""
    if d.source == q.SIMULATED:
        return plan(t, r, d, hand, up) >> k.WITHDRAW_BIT & 1 == 1
    if choose(t, r, d, 2) == 0:
        return False
    note(t, r, d, box, q.WITHDRAWS)
    return True


# Splitting


@part
def layer_of(t: Any, r: Any, d: Any, box: int, aces: bool) -> int:
    """What rights a split hand has."""
    last = d.hands[box] >= r.most_hands or d.splits_over
    if aces:
        return k.ACES_LAST if last else k.ACES_AGAIN
    return k.LAST if last else k.AGAIN


@part
def split_hand(t: Any, r: Any, d: Any, box: int, number: int, hand: int) -> None:
    """Make two hands of a pair; the second card begins the one that comes next."""
    base = box * MOST_HANDS
    row = base + number
    for at in range(base + d.hands[box], row + 1, -1):
        for column in range(q.COLUMNS):
            d.hand[at, column] = d.hand[at - 1, column]
    value = fact(t, hand, q.PAIR)
    first, second = d.hand[row, q.FIRST] >> q.VALUE_BITS, d.hand[row, q.SECOND] >> q.VALUE_BITS
    if d.hands[box] == 1:  # how the first pair was made up; splitting it again changes nothing
        d.hand[row, q.SUITED_SEVENS] = first >> 2 == k.SEVEN and first == second
    for column in range(q.COLUMNS):
        d.hand[row + 1, column] = d.hand[row, column]
    d.hand[row, q.ID] = value
    d.hand[row + 1, q.ID] = value
    d.hand[row + 1, q.FIRST] = d.hand[row, q.SECOND]
    if r.free_split and value != k.TEN:
        d.hand[row + 1, q.REAL] = 0
        d.tokens[box] += 1
    else:
        d.hand[row + 1, q.REAL] = 1
    d.hands[box] += 1


@part
def play_split_hands(t: Any, r: Any, d: Any, box: int, up: int) -> None:
    """Play the hands of a box that has been split, one after the other."""
    base = box * MOST_HANDS
    aces = d.hand[base, q.ID] == k.ACE
    d.splits_over = 0
    number = 0
    while number < d.hands[box]:
        row = base + number
        hand = with_card(t, r, d, row, d.hand[row, q.ID], next_card(t, r, d), up, box)
        step = k.HIT
        while True:
            layer = layer_of(t, r, d, box, aces)
            step = next_step(t, r, d, layer, hand, up, box)
            if r.declined_ends_splits and step != k.SPLIT:
                d.splits_over |= fact(t, hand, q.MASKS) >> q.MASK_BITS * layer + k.SPLIT & 1
            if step != k.HIT:
                break
            hand = with_card(t, r, d, row, hand, next_card(t, r, d), up, box)
        if step == k.SPLIT:
            split_hand(t, r, d, box, number, hand)
            continue
        if step == k.STAND:
            stand(t, r, d, row, hand)
        else:
            end_hand(t, r, d, row, hand, step, up, box)
        number += 1
