"""Compiled rounds: the players' turns, a box at a time."""

from typing import Any

from bythebook.odds import codes as k
from bythebook.odds.compiled import compiled, inlined
from bythebook.odds.kernel import (
    ACES, CARDS, COLUMNS, DOUBLED, FIRST, FIRST_ACES, HARD, HELD, ID, ITS_TOTAL, KIND, NET, PAID,
    PAIR, PLAY_BITS, PLAYS_AS, REAL, SECOND, STANDS, SUITED_SEVENS, THIRD, TOTAL, UNITS,
    WITHDRAW_BIT, WITHDRAWS, choose, fact, fate_of, mask_of, next_card, note, plan, take_card,
)  # fmt: skip
from bythebook.odds.terms import MOST_HANDS


@compiled
def layer_of(t: Any, r: Any, d: Any, hands: int, aces: bool) -> int:
    """What rights a split hand has."""
    last = hands >= r.most_hands or d.splits_over
    if aces:
        return k.ACES_LAST if last else k.ACES_AGAIN
    return k.LAST if last else k.AGAIN


@compiled
def decide_in_script(t, r, d, layer, at, box):  # type: ignore[no-untyped-def]
    mask = mask_of(t, layer, at)
    options = 0
    for action in range(4):
        options += mask >> action & 1
    chosen = choose(t, r, d, options)
    for action in range(4):
        if mask >> action & 1:
            if chosen == 0:
                note(t, r, d, box, action)
                return action
            chosen -= 1
    return k.STAND


@compiled
def close_hand(t: Any, r: Any, d: Any, row: int, fate: int) -> None:
    """A hand that its cards have decided, or closed to further ones."""
    at = d.hand[row, ID]
    d.hand[row, TOTAL] = fact(t, at, ITS_TOTAL)
    if fate == k.CLOSED:
        d.hand[row, KIND] = STANDS
    elif fate == k.TWENTY_ONE:
        d.hand[row, KIND] = PAID
        d.hand[row, NET] = r.pays_21[line_of_21(t, r, d, row), d.hand[row, UNITS]]
    elif fate == k.FIVE_CARDS:
        d.hand[row, KIND] = PAID
        d.hand[row, NET] = r.net[k.FIVE_CARD_WIN, d.hand[row, REAL], d.hand[row, UNITS]]
    elif r.waits[d.shown >> 2]:
        d.hand[row, KIND] = HELD
    else:
        d.hand[row, KIND] = PAID
        d.hand[row, NET] = r.net[k.BLACKJACK_AT_ONCE, d.hand[row, REAL], d.hand[row, UNITS]]


@compiled
def line_of_21(t: Any, r: Any, d: Any, row: int) -> int:
    """The row of the payout table that a 21 makes."""
    cards = fact(t, d.hand[row, ID], CARDS)
    if r.line_ranks and cards == 3:
        a, b, c = d.hand[row, FIRST], d.hand[row, SECOND], d.hand[row, THIRD]
        ranks = r.line_of_ranks[((a >> 2) * 13 + (b >> 2)) * 13 + (c >> 2)]
        if ranks >= 0:
            suits = k.MIXED
            if a % 4 == b % 4 == c % 4:
                suits = k.SPADES if a % 4 == 3 else k.SUITED
            return k.LINES_BY_CARDS + 3 * ranks + suits
    return cards


@compiled
def double_hand(t, r, d, row, up, box):  # type: ignore[no-untyped-def]
    """One more card for twice the stake; then perhaps the doubled part is taken back."""
    d.hand[row, DOUBLED] = 1
    d.hand[row, UNITS] += 1
    if r.free_double:
        d.tokens[box] += 1
    else:
        d.hand[row, REAL] += 1
    code = next_card(t, r, d)
    if not take_card(t, r, d, row, up, code, box):
        return
    at = d.hand[row, ID]
    total = fact(t, at, ITS_TOTAL)
    if r.aces_count_one:
        total = fact(t, at, HARD)
        if fact(t, at, ACES) > fact(t, at, FIRST_ACES) and total <= 11:
            total += 10
    d.hand[row, TOTAL] = total
    if total == 21 and r.pays_21_at_once:
        d.hand[row, KIND] = PAID
        line = line_of_21(t, r, d, row)
        evens = d.hand[row, UNITS] * r.stake
        d.hand[row, NET] = evens if r.only_evens else r.pays_21[line, d.hand[row, UNITS]]
    elif r.pays_five_cards and fact(t, at, CARDS) == 5 and total < 21:
        d.hand[row, KIND] = PAID
        d.hand[row, NET] = r.net[k.FIVE_CARD_WIN, d.hand[row, REAL], d.hand[row, UNITS]]
    elif r.withdrawal and total < 21:
        taken_back = False
        if d.scripted:
            taken_back = choose(t, r, d, 2) == 1
            if taken_back:
                note(t, r, d, box, WITHDRAWS)
        else:
            taken_back = plan(t, r, d, at, up) >> WITHDRAW_BIT & 1 == 1
        if taken_back:
            d.hand[row, KIND] = PAID
            d.hand[row, NET] = -r.stake


@compiled
def split_hand(t: Any, r: Any, d: Any, box: int, number: int) -> None:
    """Make two hands of a pair; the second card begins the one that comes next."""
    base = box * MOST_HANDS
    row = base + number
    for at in range(base + d.hands[box], row + 1, -1):
        for column in range(COLUMNS):
            d.hand[at, column] = d.hand[at - 1, column]
    value = fact(t, d.hand[row, ID], PAIR)
    free = r.free_split and value != k.TEN
    first, second = d.hand[row, FIRST], d.hand[row, SECOND]
    if first >> 2 == k.SEVEN and second >> 2 == k.SEVEN and first % 4 == second % 4:
        d.hand[row, SUITED_SEVENS] = 1
    for each in (row, row + 1):
        d.hand[each, ID] = value
        d.hand[each, PLAYS_AS] = value
        d.hand[each, KIND] = STANDS
    d.hand[row + 1, FIRST] = second
    d.hand[row + 1, REAL] = 0 if free else 1
    d.hand[row + 1, UNITS] = 1
    d.hand[row + 1, DOUBLED] = 0
    d.hand[row + 1, SUITED_SEVENS] = d.hand[row, SUITED_SEVENS]
    d.tokens[box] += free
    d.hands[box] += 1


@compiled
def play_box(t, r, d, box, up):  # type: ignore[no-untyped-def]
    """Play every hand of a box that has still something to decide, one after the other."""
    base = box * MOST_HANDS
    layer = k.UNSPLIT
    aces = False
    number = 0
    d.splits_over = 0
    while number < d.hands[box]:
        row = base + number
        if layer != k.UNSPLIT:
            layer = layer_of(t, r, d, d.hands[box], aces)
            code = next_card(t, r, d)
            take_card(t, r, d, row, up, code, box)
        while True:
            at = d.hand[row, ID]
            fate = fate_of(t, layer, at)
            if fate != k.OPEN:
                close_hand(t, r, d, row, fate)
                break
            if d.scripted:
                action = decide_in_script(t, r, d, layer, at, box)
            else:
                plays_as = d.hand[row, PLAYS_AS] if r.jokers else at
                action = plan(t, r, d, plays_as, up) >> PLAY_BITS * layer & 7
            if r.declined_ends_splits and layer != k.UNSPLIT and action != k.SPLIT:
                if mask_of(t, layer, at) >> k.SPLIT & 1:
                    d.splits_over = 1
                    layer = layer_of(t, r, d, d.hands[box], aces)
            if action == k.STAND:
                d.hand[row, TOTAL] = fact(t, at, ITS_TOTAL)
                break
            if action == k.HIT:
                code = next_card(t, r, d)
                if not take_card(
                    t, r, d, row, up, code, box
                ):
                    break
            elif action == k.DOUBLE:
                double_hand(t, r, d, row, up, box)
                break
            else:
                aces = fact(t, at, PAIR) == k.ACE
                split_hand(t, r, d, box, number)
                layer = layer_of(t, r, d, d.hands[box], aces)
                code = next_card(t, r, d)
                take_card(t, r, d, row, up, code, box)
        number += 1
