"""The desk of compiled rounds: where cards and decisions come from, and how a card joins a hand.

Cards and decisions come from one of two sources. In a simulation cards are drawn at random without
replacement and decisions looked up in a strategy's table. In a scripted round each is a numbered
choice: that is how every round of a tiny shoe is enumerated, and how rounds are replayed beside the
round engine. Everything between the choices is the same code.

Every function takes `t`, `r` and `d`: the table of hands and decisions, the rules as numbers
(`terms.TERMS`), and the desk with all that changes in a round (`DESK`). Records go by reference and
cost nothing to hand on; that, and not a taste for short names, is why there are three of them.
"""

from typing import Any

import numpy as np

from bythebook.odds import codes as k
from bythebook.odds.compiled import compiled, inlined
from bythebook.odds.random_cards import draw_below
from bythebook.odds.terms import MOST_BOXES, MOST_HANDS, ROW

# The columns of a hand on the desk: which one it is, as the rules and as the strategy see it;
# stakes of its owner and all stakes on it; what it came to; its first three cards.
ID, PLAYS_AS, REAL, UNITS, KIND, TOTAL, NET, FIRST, SECOND, THIRD, DOUBLED, SUITED_SEVENS = range(12)
COLUMNS = 12

# The kinds of hands once they are played.
STANDS, OVER, PAID, HELD, GIVEN_UP = range(5)

# What a round leaves for each box, in cents.
MAIN, INSURANCE, BONUS = range(3)

# The columns of a script: what is chosen, of how many; whose decision was written down, and which.
CHOICE, WIDTH, BOX, DECISION = range(4)
MOST_CHOICES = 512

# How decisions are written down: actions as they are, offers taken, doubles withdrawn, jokers.
TAKES, WITHDRAWS, NAMES = 10, 20, 30

# The columns of the table of hands: the hand after each value, after a joker named so, and facts.
JOKER_AS = 10
ITS_TOTAL, HARD, ACES, CARDS, FIRST_ACES, HAS_SUITS, PAIR, FATES, MASKS = range(20, 29)
FATE_BITS, MASK_BITS = 3, 4

# A decision of the strategy: three bits for the action in each layer, then what else is decided.
PLAY_BITS = 3
OFFER_BITS, WITHDRAW_BIT, NAME_BITS = 16, 20, 21

LARGEST_SHOE = 8 * 52 + 100

DESK = np.dtype(
    [
        ("key", np.uint64),
        ("second_key", np.uint64),
        ("counter", np.uint64),
        ("size", np.int64),
        ("position", np.int64),  # how many cards have left the shoe
        ("round_began", np.int64),
        ("boxes", np.int64),
        ("scripted", np.int64),  # 0: a simulation; 1: decisions are choices; 2: cards as well
        ("at", np.int64),  # how many choices have been made
        ("logged", np.int64),
        ("short", np.int64),  # the cards ran out
        ("counting", np.int64),
        ("running", np.int64),
        ("lowest_count", np.int64),
        ("counts", np.int64),  # how many true counts the strategy tells apart
        ("shown", np.int64),  # the dealer's first card
        ("hole", np.int64),
        ("dealer", np.int64),  # the dealer's hand: total, and 32 more while it is soft
        ("dealer_cards", np.int64),
        ("dealer_second", np.int64),
        ("splits_over", np.int64),
        ("tokens", np.int64, MOST_BOXES),
        ("hands", np.int64, MOST_BOXES),
        ("insured", np.int64, MOST_BOXES),
        ("result", np.int64, (MOST_BOXES, 3)),
        ("tags", np.int64, k.KINDS),  # what a card adds to the count
        ("hand", np.int64, (MOST_BOXES * MOST_HANDS, COLUMNS)),
        ("shoe", np.uint8, LARGEST_SHOE),
        ("script", np.int64, (MOST_CHOICES, 4)),
    ]
)


@inlined
def fact(t: Any, hand: int, column: int) -> int:
    return np.int64(t[hand * ROW + column])


@inlined
def fate_of(t: Any, layer: int, hand: int) -> int:
    """What the cards of a hand bring about by themselves, in its layer."""
    return fact(t, hand, FATES) >> FATE_BITS * layer & 7


@inlined
def mask_of(t: Any, layer: int, hand: int) -> int:
    """Which actions are legal, as bits."""
    return fact(t, hand, MASKS) >> MASK_BITS * layer & 15


@compiled
def true_count(t: Any, r: Any, d: Any) -> int:
    """Which of the strategy's tables the count asks for."""
    left = max(d.size - d.position, 1)
    count = (d.running * 52) // left
    return min(max(count - d.lowest_count, 0), d.counts - 1)


@inlined
def plan(t: Any, r: Any, d: Any, hand: int, up: int) -> int:
    """What the strategy says of a hand against a dealer's card, at the count of the moment."""
    count = true_count(t, r, d) if d.counting else 0
    return np.int64(t[r.strategy + (count * r.hands + hand) * k.VALUES + up])


# Cards and choices


@compiled
def choose(t: Any, r: Any, d: Any, options: int) -> int:
    """The next numbered choice of a scripted round; once the cards ran out, nothing is chosen."""
    if d.short:
        return 0
    at = d.at
    d.at = at + 1
    d.script[at, WIDTH] = options
    return d.script[at, CHOICE] % options


@compiled
def scripted_card(t: Any, r: Any, d: Any) -> int:
    left = d.size - d.position
    if left <= 0:
        d.short = 1
        return 0
    at = d.position
    if d.scripted == 2:
        at += choose(t, r, d, left)
    code = d.shoe[at]
    d.shoe[at] = d.shoe[d.position]
    d.shoe[d.position] = code
    d.position += 1
    return code


@compiled
def take_back_discards(t: Any, r: Any, d: Any) -> None:
    """The shoe is empty in the middle of a round: go on with everything but the cards in play."""
    in_play = d.position - d.round_began
    for at in range(in_play):
        code = d.shoe[at]
        d.shoe[at] = d.shoe[d.round_began + at]
        d.shoe[d.round_began + at] = code
    d.position = in_play
    d.round_began = 0
    d.running = 0


@inlined
def next_card(t: Any, r: Any, d: Any) -> int:
    if d.scripted:
        return scripted_card(t, r, d)
    if d.position == d.size:
        take_back_discards(t, r, d)
    at = d.position + draw_below(d, d.size - d.position)
    code = np.int64(d.shoe[at])
    d.shoe[at] = d.shoe[d.position]
    d.shoe[d.position] = code
    d.position += 1
    if d.counting:
        d.running += d.tags[code]
    return code


@compiled
def note(t: Any, r: Any, d: Any, box: int, what: int) -> None:
    """Write down a decision of a scripted round."""
    d.script[d.logged, BOX] = box
    d.script[d.logged, DECISION] = what
    d.logged += 1


@compiled
def name_joker(t, r, d, row, up, box) -> int:  # type: ignore[no-untyped-def]
    """What the holder calls a joker, as a value."""
    if d.scripted:
        value = choose(t, r, d, k.VALUES)
        note(t, r, d, box, NAMES + value)
    else:
        value = np.int64((plan(t, r, d, d.hand[row, PLAYS_AS], up) >> NAME_BITS & 15))
    return value


@compiled
def joker_to(t: Any, r: Any, d: Any, plays_as: int, value: int) -> int:
    """The hand that a strategy knows after a joker, or -1 where it would never name it so."""
    return fact(t, plays_as, JOKER_AS + value) if plays_as >= 0 else -1


@inlined
def take_card(t, r, d, row, up, code, box):  # type: ignore[no-untyped-def]
    """Add a card to a hand; say whether the hand is still not over 21."""
    value = r.value_of[code]
    if r.jokers:
        was = d.hand[row, PLAYS_AS]
        if value == k.VALUES:
            value = name_joker(t, r, d, row, up, box)
            d.hand[row, PLAYS_AS] = joker_to(t, r, d, was, value)
        else:
            d.hand[row, PLAYS_AS] = fact(t, was, value) if was >= 0 else -1
    at = fact(t, d.hand[row, ID], value)
    if at < 0:
        d.hand[row, KIND] = OVER
        d.hand[row, NET] = -d.hand[row, REAL] * r.stake
        return False
    if r.keeps_cards:
        at = with_suits(t, r, d, row, at, code)
    d.hand[row, ID] = at
    return True


@compiled
def with_suits(t: Any, r: Any, d: Any, row: int, at: int, code: int) -> int:
    """Remember cards whose suits may matter, and find the hand that knows about its suits."""
    if fact(t, at, CARDS) == 2:
        d.hand[row, SECOND] = code
        if fact(t, at, HAS_SUITS) and d.hand[row, FIRST] % 4 == code % 4:
            return at + (2 if code % 4 == 3 else 1)
    elif fact(t, at, CARDS) == 3:
        d.hand[row, THIRD] = code
    return at
