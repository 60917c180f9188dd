"""Compiled rounds: the two cards of a box, and what is offered before the turns."""

from typing import Any

from bythebook.odds import codes as k
from bythebook.odds.compiled import compiled, inlined
from bythebook.odds.kernel import (
    DOUBLED, FIRST, GIVEN_UP, HELD, ID, KIND, NAMES, NET, OFFER_BITS, PAID, PLAYS_AS, REAL, SECOND,
    STANDS, SUITED_SEVENS, TAKES, UNITS, choose, fact, fate_of, joker_to, name_joker, note, plan,
    with_suits,
)  # fmt: skip
from bythebook.odds.terms import MOST_HANDS


@inlined
def open_hand(t, r, d, box, up):  # type: ignore[no-untyped-def]
    """A box has its two cards: count them, and pay or hold a blackjack."""
    row = box * MOST_HANDS
    first, second = r.value_of[d.hand[row, FIRST]], r.value_of[d.hand[row, SECOND]]
    d.hand[row, REAL] = 1
    d.hand[row, UNITS] = 1
    d.hand[row, KIND] = STANDS
    d.hand[row, DOUBLED] = 0
    d.hand[row, SUITED_SEVENS] = 0
    d.hands[box] = 1
    d.tokens[box] = 0
    d.insured[box] = 0
    if r.jokers:
        open_with_jokers(t, r, d, box, first, second, up)
    else:
        at = fact(t, first, second)
        if r.keeps_cards:
            at = with_suits(t, r, d, row, at, d.hand[row, SECOND])
        d.hand[row, ID] = at
    at = d.hand[row, ID]
    if fate_of(t, k.UNSPLIT, at) == k.NATURAL:
        d.hand[row, KIND] = HELD
        if not r.waits[d.shown >> 2]:
            d.hand[row, KIND] = PAID
            d.hand[row, NET] = r.net[k.BLACKJACK_AT_ONCE, 1, 1]


@compiled
def open_with_jokers(t, r, d, box, first, second, up):  # type: ignore[no-untyped-def]
    """Two cards of which some may be jokers: they are named once both are there, in their order."""
    row = box * MOST_HANDS
    if first == k.VALUES and second == k.VALUES:
        first = k.ACE
        if d.scripted:
            first = choose(t, r, d, k.VALUES)
            note(t, r, d, box, NAMES + first)
        d.hand[row, PLAYS_AS] = first  # as near as the strategy's hands come to a lone joker
        second = name_joker(t, r, d, row, up, box)
        d.hand[row, PLAYS_AS] = joker_to(t, r, d, first, second)
    elif first == k.VALUES or second == k.VALUES:
        real = min(first, second)
        d.hand[row, PLAYS_AS] = real
        named = name_joker(t, r, d, row, up, box)
        d.hand[row, PLAYS_AS] = joker_to(t, r, d, real, named)
        first, second = real, named
    else:
        d.hand[row, PLAYS_AS] = fact(t, first, second)
    d.hand[row, ID] = fact(t, first, second)


@compiled
def may_take(t: Any, r: Any, d: Any, box: int) -> int:
    """What a box may still take before the turns, as bits."""
    row = box * MOST_HANDS
    kind = d.hand[row, KIND]
    bits = 0
    if kind == PAID:
        return bits
    if d.shown >> 2 == 0:
        if r.insurance and not d.insured[box]:
            bits |= (kind != HELD or r.insure_blackjack) << k.INSURE
        if r.even_money and kind == HELD:
            free = not d.insured[box] or r.even_money_returns_insurance
            bits |= free << k.EVEN_MONEY
    if r.surrender[d.shown >> 2] and kind == STANDS:
        bits |= 1 << k.SURRENDER
    return bits


@compiled
def take_offer(t: Any, r: Any, d: Any, box: int, offer: int) -> None:
    row = box * MOST_HANDS
    if offer == k.INSURE:
        d.insured[box] = 1
    elif offer == k.EVEN_MONEY:
        d.hand[row, KIND] = PAID
        d.hand[row, NET] = r.net[k.EVENS, 1, 1]
        d.insured[box] = 0
    elif offer == k.SURRENDER:
        d.hand[row, KIND] = GIVEN_UP


@compiled
def offer_in_script(t, r, d, box):  # type: ignore[no-untyped-def]
    """Take offers one after the other, as choices, until one goes on."""
    while True:
        bits = may_take(t, r, d, box)
        if bits == 0:
            return
        options = 1
        for offer in range(1, 4):
            options += bits >> offer & 1
        chosen = choose(t, r, d, options)
        if chosen == 0:
            return
        for offer in range(1, 4):
            chosen -= bits >> offer & 1
            if chosen == 0:
                take_offer(t, r, d, box, offer)
                note(t, r, d, box, TAKES + offer)
                break


@inlined
def offer(t, r, d, box, up):  # type: ignore[no-untyped-def]
    """Insurance, even money and surrender, where the dealer's first card allows any."""
    if not (d.shown >> 2 == 0 or r.surrender[d.shown >> 2]):
        return
    if d.scripted:
        offer_in_script(t, r, d, box)
        return
    row = box * MOST_HANDS
    at = d.hand[row, PLAYS_AS] if r.jokers else d.hand[row, ID]
    wanted = plan(t, r, d, at, up) >> OFFER_BITS & 15
    if wanted:
        for each in range(1, 4):
            if wanted >> each & may_take(t, r, d, box) >> each & 1:
                take_offer(t, r, d, box, each)
