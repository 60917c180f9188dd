"""Compiled rounds: the two cards of a box, and what is offered before the turns."""

import numpy as np

from bythebook.odds.kernel import scratch as q
from bythebook.odds.kernel.intrinsics import rarely, short_at
from bythebook.odds.kernel.sources import choose, note, place_of, plan, with_joker, with_suits
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled import inlined, part
from bythebook.odds.numbers.compiled_rules import MOST_HANDS
from bythebook.odds.numbers.typed import Number, Pointer, Scratch, Terms


@inlined
def open_hand(t: Pointer, r: Terms, d: Scratch, box: Number, up: int) -> None:
    """A box has its two cards: count them, and pay or hold a blackjack."""
    row = box * MOST_HANDS
    first, second = d.cards[box, 0] & q.VALUE_MASK, d.cards[box, 1] & q.VALUE_MASK
    number = short_at(t, place_of(first) + second)
    hand = place_of(number)
    if rarely(first == k.VALUES or number == q.NO_HAND):
        hand = open_with_jokers(t, r, d, box, first, second, up)
    elif rarely(r.keeps_cards):
        d.hand[row, q.FIRST] = d.cards[box, 0]
        hand = with_suits(t, r, d, row, hand, d.cards[box, 1])
    d.hand[row, q.ID] = hand
    d.hand[row, q.STAKES] = q.SINGLE_STAKE
    d.hand[row, q.ENDS] = q.UNDECIDED
    d.hand[row, q.NET] = 0
    d.hands[box] = 1
    d.tokens[box] = 0
    d.insured[box] = 0
    if rarely(short_at(t, hand + q.STEPS + up) & q.STEP_MASK == q.NATURAL_COMES):
        pay_or_hold_blackjack(t, r, d, row)


@part
def open_other_hands(t: Pointer, r: Terms, d: Scratch, up: int) -> None:
    for box in range(1, d.boxes):
        open_hand(t, r, d, box, up)


@part
def pay_or_hold_blackjack(t: Pointer, r: Terms, d: Scratch, row: Number) -> None:
    d.hand[row, q.ENDS] = q.HELD if r.waits[d.shown >> q.RANK_BITS] else q.PAID
    if r.suited_blackjack:
        suit = d.hand[row, q.FIRST] >> q.VALUE_BITS & 3
        if d.hand[row, q.SECOND] >> q.VALUE_BITS & 3 == suit:
            d.hand[row, q.NET] = r.suited_pays[suit]
            d.unusual = 1


@part
def open_with_jokers(
    t: Pointer, r: Terms, d: Scratch, box: Number, first: Number, second: int, up: int
) -> Number:
    """Two cards of which some are jokers: they are named once both are there, in their order."""
    if first != k.VALUES or second != k.VALUES:
        return with_joker(t, r, d, place_of(min(first, second)), up, box)
    first = k.ACE  # what a strategy calls the first of two jokers; the second makes it 21
    if d.source != q.SIMULATED:
        first = choose(t, r, d, np.int64(k.VALUES))
        note(t, r, d, box, q.NAMES + first)
    return with_joker(t, r, d, place_of(first), up, box)


# Offers


@part
def may_take(t: Pointer, r: Terms, d: Scratch, box: Number) -> Number:
    """What a box may still take before the turns, as bits."""
    ends = d.hand[box * MOST_HANDS, q.ENDS]
    rank = d.shown >> q.RANK_BITS
    bits = 0
    if ends >= q.PAID:
        return bits
    if rank == k.ACE:
        if r.insurance and not d.insured[box]:
            bits |= (ends != q.HELD or r.insure_blackjack) << k.INSURE
        if r.even_money and ends == q.HELD:
            free = not d.insured[box] or r.even_money_returns_insurance
            bits |= free << k.EVEN_MONEY
    if r.surrender[rank] and ends == q.UNDECIDED:
        bits |= 1 << k.SURRENDER
    return bits


@part
def take_offer(t: Pointer, r: Terms, d: Scratch, box: Number, offer: int) -> None:
    row = box * MOST_HANDS
    if offer == k.INSURE:
        d.insured[box] = 1
        d.extras = d.unusual = 1
    elif offer == k.EVEN_MONEY:
        d.hand[row, q.ENDS] = q.EVEN_MONEY
        d.hand[row, q.NET] = 0
        d.insured[box] = 0
    elif offer == k.SURRENDER:
        d.hand[row, q.ENDS] = q.GIVEN_UP


@part
def offer_in_script(t: Pointer, r: Terms, d: Scratch, box: Number) -> None:
    """Take offers one after the other, as choices, until one goes on."""
    while True:
        bits = may_take(t, r, d, box)
        options = 1 + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3 & 1)
        chosen = choose(t, r, d, options) if bits else 0
        if chosen == 0:
            return
        for offer in range(1, 4):
            chosen -= bits >> offer & 1
            if chosen == 0:
                take_offer(t, r, d, box, offer)
                note(t, r, d, box, q.TAKES + offer)
                break


@part
def take_offers(t: Pointer, r: Terms, d: Scratch, box: Number, up: int) -> None:
    """Insurance, even money and surrender, as a strategy wants them and the rules allow."""
    if d.source != q.SIMULATED:
        offer_in_script(t, r, d, box)
        return
    wanted = plan(t, r, d, d.hand[box * MOST_HANDS, q.ID], up) >> k.OFFER_BITS & 15
    if wanted:
        for offer in range(1, 4):
            if wanted & may_take(t, r, d, box) & 1 << offer:
                take_offer(t, r, d, box, offer)
