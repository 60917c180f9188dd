"""Compiled rounds: where cards and decisions come from.

Cards and decisions come from one of two sources. In a simulation cards are drawn at random without
replacement and decisions looked up in a strategy's table. In a scripted round each is a numbered
choice: that is how every round of a tiny shoe is enumerated, and how rounds are replayed beside the
round engine. Everything between the choices is the same code.

Every function takes `t`, `r` and `d`: the table of hands and decisions (`packing`), the rules as
numbers (`terms.TERMS`), and the desk with all that changes in a round (`desk.DESK`). A pointer and
two records cost nothing to hand on; that, and not a taste for short names, is why it is these.
"""

import numpy as np

from bythebook.odds.kernel import scratch as q
from bythebook.odds.kernel.intrinsics import number_at, rarely, short_at
from bythebook.odds.kernel.random_cards import draw_below, draw_three_below
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled import inlined, part, written_out
from bythebook.odds.numbers.typed import Number, Pointer, Scratch, Terms

_1, _2 = np.uint64(1), np.uint64(2)


# Cards


@inlined
def next_card(t: Pointer, r: Terms, d: Scratch) -> Number:
    """The next card of the shoe: the first few are in their order already, the others in none."""
    at = d.position
    if rarely(at >= d.ready):
        return careful_card(t, r, d)
    d.position = at + 1
    return np.int64(d.shoe[np.uint64(at)])


@written_out
def put_in_order(d: Scratch) -> None:
    """Put as many cards in their order as a round will take, or a few more.

    That they are there before anything is decided saves waiting for them afterwards.
    """
    last = min(d.position + d.ahead, d.plain_until)
    ready = d.ready
    while ready < last:
        put_three_in_order(d, ready)
        ready += 3
    d.ready = ready


@inlined
def put_three_in_order(d: Scratch, at: Number) -> None:
    """Put any three of the cards left next; they lie from `at` to the end of the shoe."""
    here = np.uint64(at)
    one, two, three = draw_three_below(d, np.uint64(d.size) - here)
    swap(d, here, here + one)
    swap(d, here + _1, here + _1 + two)
    swap(d, here + _2, here + _2 + three)


@written_out
def swap(d: Scratch, here: Number, there: Number) -> None:
    card = d.shoe[there]
    d.shoe[there] = d.shoe[here]
    d.shoe[here] = card


@written_out
def draw_one(d: Scratch, at: Number) -> None:
    """Put any of the cards left next."""
    here = np.uint64(at)
    swap(d, here, here + draw_below(d, np.uint64(d.size - at)))


@part
def careful_card(t: Pointer, r: Terms, d: Scratch) -> Number:
    """A card beyond those in order: of a script, of a long round, counted, the last in the shoe."""
    if d.source != q.SIMULATED:
        return scripted_card(t, r, d)
    if d.position < d.plain_until:
        put_three_in_order(d, d.position)
        d.ready += 3
        d.position += 1
        return np.int64(d.shoe[d.position - 1])
    if d.position == d.size:
        take_back_discards(t, r, d)
        if d.position == d.size:  # every card is in play: this round cannot be finished
            d.short = 1
            return 0
    draw_one(d, d.position)
    card = np.int64(d.shoe[d.position])
    d.position += 1
    d.ready = d.position
    d.running += d.tags[card >> q.VALUE_BITS]
    return card


@part
def scripted_card(t: Pointer, r: Terms, d: Scratch) -> Number:
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
def take_back_discards(t: Pointer, r: Terms, d: Scratch) -> None:
    """The shoe is empty in the middle of a round: go on with everything but the cards in play."""
    in_play = d.position - d.round_began
    d.running = d.initial_count - d.unseen
    for at in range(in_play):
        card = d.shoe[d.round_began + at]
        d.shoe[d.round_began + at] = d.shoe[at]
        d.shoe[at] = card
        d.running += d.tags[card >> q.VALUE_BITS]
    d.position = in_play
    d.ready = in_play
    d.round_began = 0


@inlined
def dealer_card(t: Pointer, r: Terms, d: Scratch) -> Number:
    """A card for the dealer: a joker is set aside, and another card takes its place."""
    card = next_card(t, r, d)
    if rarely(card & q.VALUE_MASK == k.VALUES):
        return dealer_card_for_joker(t, r, d)
    return card


@part
def dealer_card_for_joker(t: Pointer, r: Terms, d: Scratch) -> Number:
    card = next_card(t, r, d)
    while card & q.VALUE_MASK == k.VALUES and not d.short:
        card = next_card(t, r, d)
    return card


# Choices


@part
def choose(t: Pointer, r: Terms, d: Scratch, options: Number) -> Number:
    """The next numbered choice of a scripted round; once the cards ran out, nothing is chosen."""
    if d.short:
        return 0
    at = d.at
    d.at = at + 1
    d.script[at, q.WIDTH] = options
    return d.script[at, q.CHOICE] % options


@part
def note(t: Pointer, r: Terms, d: Scratch, box: Number, what: int) -> None:
    """Write down a decision of a scripted round."""
    d.script[d.logged, q.BOX] = box
    d.script[d.logged, q.DECISION] = what
    d.logged += 1


@part
def step_in_script(
    t: Pointer, r: Terms, d: Scratch, layer: Number, hand: Number, box: Number
) -> Number:
    """What a hand comes to by itself, or the chosen one of its legal actions."""
    fate = short_at(t, hand + q.FATES) >> q.FATE_BITS * layer & q.STEP_MASK
    if fate == k.CLOSED:
        return k.STAND
    if fate != k.OPEN:
        return fate - k.NATURAL + q.NATURAL_COMES
    mask = mask_of(t, r, layer, hand)
    options = 0
    for action in range(k.GIVE_UP + 1):
        options += mask >> action & 1
    chosen = choose(t, r, d, options)
    for action in range(k.GIVE_UP + 1):
        if mask >> action & 1:
            if chosen == 0:
                note(t, r, d, box, action)
                return q.GIVES_UP if action == k.GIVE_UP else action
            chosen -= 1
    return k.STAND


@part
def mask_of(t: Pointer, r: Terms, layer: Number, hand: Number) -> Number:
    """Which actions are legal, as bits."""
    return number_at(t, r.masks + number_of(hand)) >> q.MASK_BITS * layer & q.MASK


# Decisions


@part
def true_count(t: Pointer, r: Terms, d: Scratch) -> Number:
    """Which of the strategy's tables the count asks for."""
    left = max(d.size - d.position, 1)
    count = (d.running * 52) // left
    return min(max(count - d.lowest_count, 0), d.counts - 1)


@part
def plan(t: Pointer, r: Terms, d: Scratch, hand: Number, up: int) -> Number:
    """What the strategy says of a hand against a dealer's card, at the count of the moment."""
    at = r.strategy + (number_of(hand) << q.PLAN_BITS) + up
    which = 0
    if d.counting:
        which = true_count(t, r, d)
    if r.face_up:
        which = which * k.VALUES + (d.second & q.VALUE_MASK)
    return number_at(t, at + which * r.steps_of_count)


@part
def careful_step(
    t: Pointer, r: Terms, d: Scratch, layer: Number, hand: Number, up: int, box: Number
) -> Number:
    if d.source != q.SIMULATED:
        return step_in_script(t, r, d, layer, hand, box)
    return plan(t, r, d, hand, up) >> k.PLAY_BITS * layer & q.STEP_MASK


@inlined
def next_step(
    t: Pointer, r: Terms, d: Scratch, layer: Number, hand: Number, up: int, box: Number
) -> Number:
    """What becomes of a hand next: a decision, or what its cards bring about."""
    if rarely(d.careful):
        return careful_step(t, r, d, layer, hand, up, box)
    return short_at(t, hand + q.STEPS + up) >> k.PLAY_BITS * layer & q.STEP_MASK


# Hands


@written_out
def place_of(number: Number) -> Number:
    """Where the row of a hand begins; the first ten hands are of one card, by its value."""
    return q.HANDS_AT + (number << q.ROW_BITS)


@written_out
def number_of(hand: Number) -> Number:
    """The number of the hand whose row begins here."""
    return (hand - q.HANDS_AT) >> q.ROW_BITS


@inlined
def with_card(
    t: Pointer, r: Terms, d: Scratch, row: Number, hand: Number, card: int, up: int, box: Number
) -> Number:
    """The hand after one more card; one over 21 is a hand too."""
    after = short_at(t, hand + (card & q.VALUE_MASK))
    if rarely(after == q.NO_HAND):
        return with_joker(t, r, d, hand, up, box)
    if rarely(r.keeps_cards):
        return with_suits(t, r, d, row, place_of(after), card)
    return place_of(after)


@part
def with_joker(t: Pointer, r: Terms, d: Scratch, hand: Number, up: int, box: Number) -> Number:
    """The hand after a joker that its holder names; a strategy knows which cards are jokers."""
    if d.source != q.SIMULATED:
        value = choose(t, r, d, np.int64(k.VALUES))
        note(t, r, d, box, q.NAMES + value)
        return place_of(short_at(t, hand + value))
    name = plan(t, r, d, hand, up) >> k.NAME_BITS & 15
    at = r.named_jokers + (number_of(hand) << q.PLAN_BITS) + name
    return place_of(number_at(t, at))


@part
def with_suits(t: Pointer, r: Terms, d: Scratch, row: Number, hand: Number, card: int) -> Number:
    """Remember cards whose suits may matter, and find the hand that knows about its suits."""
    cards = short_at(t, hand + q.CARDS)
    if cards == 2:
        d.hand[row, q.SECOND] = card
        suit = card >> q.VALUE_BITS & 3
        first = d.hand[row, q.FIRST] >> q.VALUE_BITS & 3
        if short_at(t, hand + q.HAS_SUITS) and first == suit:
            hand = place_of(number_of(hand) + (2 if suit == k.SPADE else 1))
    elif cards == 3:
        d.hand[row, q.THIRD] = card
    d.hand[row, q.ID] = hand  # a side wager may look at it when the round is over
    return hand
