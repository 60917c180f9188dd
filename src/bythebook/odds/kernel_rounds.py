"""Compiled rounds: the dealer's hand, the settlement, and whole rounds one after the other."""

from typing import Any

import numpy as np

from bythebook.odds import codes as k
from bythebook.odds.compiled import compiled, inlined
from bythebook.odds.kernel import (
    BONUS, CARDS, DOUBLED, FIRST, GIVEN_UP, HELD, ID, INSURANCE, KIND, MAIN, NET, OVER, PAID, REAL,
    SECOND, STANDS, SUITED_SEVENS, THIRD, TOTAL, UNITS, fact, next_card,
)  # fmt: skip
from bythebook.odds.kernel_opening import offer, open_hand
from bythebook.odds.kernel_turns import play_box
from bythebook.odds.terms import MOST_HANDS

SOFT = 32
SOFT_17 = SOFT + 17
TOTAL_BITS = SOFT - 1


# The dealer


@inlined
def dealer_card(t, r, d):  # type: ignore[no-untyped-def]
    """A card for the dealer: a joker is set aside, and another card takes its place."""
    code = next_card(t, r, d)
    while code == k.JOKER_CODE and not d.short:
        code = next_card(t, r, d)
    return code


@compiled
def must_see(t: Any, r: Any, d: Any) -> int:
    """How much of the dealer's hand matters: 0 no more of it, 1 the second card, 2 all of it."""
    least = 0
    for box in range(d.boxes):
        if d.insured[box]:
            least = 1
        for row in range(box * MOST_HANDS, box * MOST_HANDS + d.hands[box]):
            kind = d.hand[row, KIND]
            if kind == STANDS or (kind == HELD and r.ties_with_21):
                return 2
            if d.shown >= k.TEN_RANK * 4 or d.shown >> 2 == 0:
                returned = r.busted_double_returned and d.hand[row, REAL] == 2
                if kind == HELD or kind == GIVEN_UP or (kind == OVER and returned):
                    least = 1
    return least


@compiled
def play_dealer(t, r, d):  # type: ignore[no-untyped-def]
    """Turn or draw the dealer's cards, as far as any wager depends on them."""
    needed = must_see(t, r, d)
    dealer = d.dealer
    cards = 1
    if r.hole_card:
        d.dealer_second = d.hole
        dealer = r.dealer_after[dealer, r.value_of[d.hole]]
        cards = 2
    elif needed > 0:
        d.dealer_second = dealer_card(t, r, d)
        dealer = r.dealer_after[dealer, r.value_of[d.dealer_second]]
        cards = 2
    if needed == 2:
        while (
            dealer & TOTAL_BITS < 17 or (dealer == SOFT_17 and r.hits_soft_17)
        ) and not d.short:
            code = dealer_card(t, r, d)
            dealer = r.dealer_after[dealer, r.value_of[code]]
            cards += 1
    d.dealer = dealer
    d.dealer_cards = cards


# The settlement


@inlined
def compare(t: Any, r: Any, d: Any, row: int, dealer: int) -> int:
    """The net of a hand that waited for the dealer, who has no blackjack."""
    total = d.hand[row, TOTAL]
    if d.hand[row, KIND] == HELD:
        outcome = k.BLACKJACK_WINS
        if dealer == 22:
            outcome = k.BLACKJACK_AGAINST_22
        elif dealer == 21:
            outcome = k.BLACKJACK_AGAINST_21
    elif dealer > 21:
        outcome = k.DEALER_22 if dealer == 22 else k.DEALER_OVER_21
    elif total > dealer:
        outcome = k.HIGHER
    elif total == dealer:
        outcome = k.EQUAL
    else:
        outcome = k.LOWER
    return r.net[outcome, d.hand[row, REAL], d.hand[row, UNITS]]


@inlined
def settle_box(t: Any, r: Any, d: Any, box: int, dealer: int) -> int:
    """Every hand of a box against a dealer without blackjack."""
    main = np.int64(0)
    for row in range(box * MOST_HANDS, box * MOST_HANDS + d.hands[box]):
        kind = d.hand[row, KIND]
        if kind == STANDS or kind == HELD:
            d.hand[row, NET] = compare(t, r, d, row, dealer)
        elif kind == GIVEN_UP:
            d.hand[row, NET] = r.surrender_keeps - r.stake
        main += d.hand[row, NET]
    return main


@compiled
def settle_against_blackjack(t: Any, r: Any, d: Any, box: int) -> int:
    """Every hand of a box against a dealer's blackjack, within what that may take."""
    busted = 0
    staked = 0
    begin, end = box * MOST_HANDS, box * MOST_HANDS + d.hands[box]
    for row in range(begin, end):
        kind = d.hand[row, KIND]
        if kind == OVER:
            busted += d.hand[row, REAL]
            if r.busted_double_returned and d.hand[row, REAL] == 2:
                d.hand[row, NET] += r.stake
        elif kind == HELD:
            d.hand[row, NET] = blackjack_against_blackjack(t, r, d, row)
        elif kind == GIVEN_UP:
            d.hand[row, NET] = -r.stake
        elif kind == STANDS:
            outcome = dealer_blackjack_outcome(t, r, d, row)
            if r.result[outcome] < 0:
                staked += d.hand[row, REAL]
            else:
                d.hand[row, NET] = r.net[outcome, d.hand[row, REAL], d.hand[row, UNITS]]
    to_take = staked
    if r.takes == k.BUSTED_PLUS_ONE:
        to_take = min(1, staked)
    elif r.takes == k.ORIGINAL_COVERS_BUSTS:
        to_take = max(busted, min(1, busted + staked)) - busted
    main = np.int64(0)
    for row in range(begin, end):
        if d.hand[row, KIND] == STANDS and r.result[dealer_blackjack_outcome(t, r, d, row)] < 0:
            taken = min(d.hand[row, REAL], to_take)
            to_take -= taken
            d.hand[row, NET] = -taken * r.stake
        main += d.hand[row, NET]
    return main


@compiled
def dealer_blackjack_outcome(t: Any, r: Any, d: Any, row: int) -> int:
    return k.DEALER_BLACKJACK_AGAINST_21 if d.hand[row, TOTAL] == 21 else k.DEALER_BLACKJACK


@compiled
def blackjack_against_blackjack(t: Any, r: Any, d: Any, row: int) -> int:
    outcome = k.BLACKJACK_TIES
    if r.tens_ranked:
        mine = max(d.hand[row, FIRST] >> 2, d.hand[row, SECOND] >> 2)
        theirs = max(d.shown >> 2, d.dealer_second >> 2)
        outcome = k.EQUAL_TEN
        if mine != theirs:
            outcome = k.HIGHER_TEN if mine > theirs else k.LOWER_TEN
    return r.net[outcome, d.hand[row, REAL], d.hand[row, UNITS]]


@compiled
def settle_bonus(t: Any, r: Any, d: Any) -> None:
    """Three suited sevens against a seven: a bonus to the hand, a smaller one to all others."""
    won = 0
    for box in range(d.boxes):
        d.result[box, BONUS] = 0
        for row in range(box * MOST_HANDS, box * MOST_HANDS + d.hands[box]):
            if makes_bonus(t, r, d, row, box):
                d.result[box, BONUS] += r.bonus
                won += 1
    if won and r.bonus:
        for box in range(d.boxes):
            if d.result[box, BONUS] == 0:
                d.result[box, BONUS] = r.bonus_others


@compiled
def makes_bonus(t: Any, r: Any, d: Any, row: int, box: int) -> bool:
    at = d.hand[row, ID]
    first, second, third = d.hand[row, FIRST], d.hand[row, SECOND], d.hand[row, THIRD]
    if fact(t, at, CARDS) != 3 or d.hand[row, DOUBLED] or d.hand[row, KIND] != PAID:
        return False
    if not (first >> 2 == second >> 2 == third >> 2 == k.SEVEN):
        return False
    if not (first % 4 == second % 4 == third % 4):
        return False
    if d.hands[box] > 1:
        return r.bonus_after_split == 1 and not d.hand[row, SUITED_SEVENS]
    return True


@inlined
def settle_round(t: Any, r: Any, d: Any) -> None:
    """What every box is left with, main wager, insurance and bonus apart."""
    natural = d.dealer_cards == 2 and d.dealer == SOFT + 21
    dealer = d.dealer & TOTAL_BITS
    for box in range(d.boxes):
        if natural:
            d.result[box, MAIN] = settle_against_blackjack(t, r, d, box)
        else:
            d.result[box, MAIN] = settle_box(t, r, d, box, dealer)
        insured = np.int64(0)
        if d.insured[box]:
            insured = r.insurance_pays if natural else -r.insurance
        d.result[box, INSURANCE] = insured
    if r.bonus and d.shown >> 2 == k.SEVEN:
        settle_bonus(t, r, d)
    elif r.bonus:
        for box in range(d.boxes):
            d.result[box, BONUS] = 0


# The whole round


@compiled
def play_round(t, r, d):  # type: ignore[no-untyped-def]
    """One round from the first card to the settlement; the results stand on the d."""
    d.round_began = d.position
    for box in range(d.boxes):
        d.hand[box * MOST_HANDS, FIRST] = next_card(t, r, d)
    d.shown = dealer_card(t, r, d)
    for box in range(d.boxes):
        d.hand[box * MOST_HANDS, SECOND] = next_card(t, r, d)
    up = r.value_of[d.shown]
    d.dealer = r.dealer_after[0, up]
    over = False
    if r.hole_card:
        d.hole = dealer_card(t, r, d)
        over = r.dealer_after[d.dealer, r.value_of[d.hole]] == SOFT + 21
    for box in range(d.boxes):
        open_hand(t, r, d, box, up)
    for box in range(d.boxes):
        offer(t, r, d, box, up)
    if not over:
        for box in range(d.boxes):
            if d.hand[box * MOST_HANDS, KIND] == STANDS:
                play_box(t, r, d, box, up)
    play_dealer(t, r, d)
    settle_round(t, r, d)
