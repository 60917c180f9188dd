"""Compiled rounds: where cards and decisions come from.

Cards and decisions come from one of two sources. In a simulation cards are drawn at random without
replacement and decisions looked up in a strategy's table. In a scripted round each is a numbered
choice: that is how every round of a tiny shoe is enumerated, and how rounds are replayed beside the
round engine. Everything between the choices is the same code.

Every function takes `t`, `r` and `d`: the table of hands and decisions (`packing`), the rules as
numbers (`terms.TERMS`), and the desk with all that changes in a round (`desk.DESK`). A pointer and
two records cost nothing to hand on; that, and not a taste for short names, is why it is these.
"""

from typing import Any

import numpy as np

from bythebook.odds import codes as k
from bythebook.odds import desk as q
from bythebook.odds.compiled import inlined, part
from bythebook.odds.pointers import number_at
from bythebook.odds.random_cards import draw_below
from bythebook.odds.terms import ROW

# For those who make plans.
PLAY_BITS, OFFER_BITS = k.PLAY_BITS, k.OFFER_BITS
WITHDRAW_BIT, NAME_BITS = k.WITHDRAW_BIT, k.NAME_BITS


@inlined
def fact(t: Any, hand: int, column: int) -> Any:
    return number_at(t, hand * ROW + column)


@part
def true_count(t: Any, r: Any, d: Any) -> Any:
    """Which of the strategy's tables the count asks for."""
    left = max(d.size - d.position, 1)
    count = (d.running * 52) // left
    return min(max(count - d.lowest_count, 0), d.counts - 1)


@inlined
def plan(t: Any, r: Any, d: Any, hand: int, up: int) -> Any:
    """What the strategy says of a hand against a dealer's card, at the count of the moment."""
    at = r.strategy + hand * k.VALUES + up
    if d.counting:
        at += true_count(t, r, d) * (r.hands + 1) * k.VALUES
    return number_at(t, at)


# Cards


@inlined
def next_card(t: Any, r: Any, d: Any) -> Any:
    at = d.position
    if at >= d.plain_until:
        return careful_card(t, r, d)
    d.position = at + 1
    return drawn(t, r, d, at)


@inlined
def drawn(t: Any, r: Any, d: Any, at: int) -> Any:
    """Take any of the cards left; they lie from `at` to the end of the shoe."""
    here = np.uint64(at)
    there = here + draw_below(d, np.uint64(d.size - at))
    card = d.shoe[there]
    d.shoe[there] = d.shoe[here]
    d.shoe[here] = card
    return np.int64(card)


@part
def careful_card(t: Any, r: Any, d: Any) -> Any:
    """A card of a script, or one that is counted, or the first after the shoe ran empty."""
    if d.source != q.SIMULATED:
        return scripted_card(t, r, d)
    if d.position == d.size:
        take_back_discards(t, r, d)
        if d.position == d.size:  # every card is in play: this round cannot be finished
            d.short = 1
            return 0
    card = drawn(t, r, d, d.position)
    d.position += 1
    d.running += d.tags[card >> q.VALUE_BITS]
    return card


@part
def scripted_card(t: Any, r: Any, d: Any) -> Any:
    left = d.size - d.position
    if left <= 0:
        d.short = 1
        return 0
    at = d.position
    if d.source == q.ALL_CHOSEN:
        at += choose(t, r, d, left)
    card = np.int64(d.shoe[at])
    d.shoe[at] = d.shoe[d.position]
    d.shoe[d.position] = card
    d.position += 1
    return card


@part
def take_back_discards(t: Any, r: Any, d: Any) -> None:
    """The shoe is empty in the middle of a round: go on with everything but the cards in play."""
    in_play = d.position - d.round_began
    d.running = d.initial_count
    for at in range(in_play):
        card = d.shoe[d.round_began + at]
        d.shoe[d.round_began + at] = d.shoe[at]
        d.shoe[at] = card
        d.running += d.tags[card >> q.VALUE_BITS]
    d.position = in_play
    d.round_began = 0


@inlined
def dealer_card(t: Any, r: Any, d: Any) -> Any:
    """A card for the dealer: a joker is set aside, and another card takes its place."""
    card = next_card(t, r, d)
    while card & q.VALUE_MASK == k.VALUES and not d.short:
        card = next_card(t, r, d)
    return card


# Choices


@part
def choose(t: Any, r: Any, d: Any, options: int) -> Any:
    """The next numbered choice of a scripted round; once the cards ran out, nothing is chosen."""
    if d.short:
        return 0
    at = d.at
    d.at = at + 1
    d.script[at, q.WIDTH] = options
    return d.script[at, q.CHOICE] % options


@part
def note(t: Any, r: Any, d: Any, box: int, what: int) -> None:
    """Write down a decision of a scripted round."""
    d.script[d.logged, q.BOX] = box
    d.script[d.logged, q.DECISION] = what
    d.logged += 1


@part
def step_in_script(t: Any, r: Any, d: Any, layer: int, hand: int, box: int) -> int:
    """What a hand comes to by itself, or the chosen one of its legal actions."""
    fate = fact(t, hand, q.FATES) >> q.FATE_BITS * layer & q.STEP_MASK
    if fate != k.OPEN:
        return step_of_fate(fate)
    mask = fact(t, hand, q.MASKS) >> q.MASK_BITS * layer & 15
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


@part
def step_of_fate(fate: int) -> int:
    return k.STAND if fate == k.CLOSED else fate - k.NATURAL + q.NATURAL_COMES


@inlined
def next_step(t: Any, r: Any, d: Any, layer: int, hand: int, up: int, box: int) -> Any:
    """What becomes of a hand next: a decision, or what its cards bring about."""
    if d.source != q.SIMULATED:
        return step_in_script(t, r, d, layer, hand, box)
    return plan(t, r, d, hand, up) >> k.PLAY_BITS * layer & q.STEP_MASK


# Hands


@inlined
def with_card(t: Any, r: Any, d: Any, row: int, hand: int, card: int, up: int, box: int) -> Any:
    """The hand after one more card; one over 21 is a hand too."""
    after = fact(t, hand, card & q.VALUE_MASK)
    if after < 0:
        return with_joker(t, r, d, hand, up, box)
    if r.keeps_cards:
        return with_suits(t, r, d, row, after, card)
    return after


@part
def with_joker(t: Any, r: Any, d: Any, hand: int, up: int, box: int) -> Any:
    """The hand after a joker that its holder names; a strategy knows which cards are jokers."""
    if d.source != q.SIMULATED:
        value = choose(t, r, d, k.VALUES)
        note(t, r, d, box, q.NAMES + value)
        return fact(t, hand, value)
    return fact(t, hand, q.JOKER_AS + (plan(t, r, d, hand, up) >> k.NAME_BITS & 15))


@part
def with_suits(t: Any, r: Any, d: Any, row: int, hand: int, card: int) -> int:
    """Remember cards whose suits may matter, and find the hand that knows about its suits."""
    cards = fact(t, hand, q.CARDS)
    if cards == 2:
        d.hand[row, q.SECOND] = card
        suit = card >> q.VALUE_BITS & 3
        if fact(t, hand, q.HAS_SUITS) and d.hand[row, q.FIRST] >> q.VALUE_BITS & 3 == suit:
            return hand + (2 if suit == k.SPADE else 1)
    elif cards == 3:
        d.hand[row, q.THIRD] = card
    return hand
