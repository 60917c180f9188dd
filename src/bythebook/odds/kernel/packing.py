"""The table that compiled rounds look everything up in: hands, the dealer, payments, decisions."""

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.errors import Malformed
from bythebook.odds.kernel import scratch as q
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import Tables

SEVENTEEN = 17
TWENTY_ONE = 21
SOFT = 32  # added to the dealer's total while an ace in it counts eleven
SINGLE_TEN = 1


class Packed(NamedTuple):
    """A game as compiled rounds want it: one table, and a record of rules for each stake."""

    table: NDArray[np.int32]
    terms: NDArray[Any]


def pack(stakes: Sequence[Tables], plans: NDArray[np.int32]) -> Packed:
    """The same game at one or more stakes, and decisions: `plans[count, hand, dealer's value]`."""
    tables = stakes[0]
    size = tables.hands.size
    if plans.ndim != 3 or plans.shape[1:] != (size, k.VALUES):
        raise Malformed(f"a plan has a decision for each of {size} hands and ten cards")
    steps = _steps(tables, plans)
    parts = [
        _as_places(_dealers(tables), _hands(tables, steps[0])),
        *(_settlements(each) for each in stakes),
        _masks(tables),
        _rows_of(steps),
        _rows_of(_named_jokers(tables)),
    ]
    begins = np.cumsum([0, *(len(part) for part in parts)])
    terms = np.concatenate([each.terms for each in stakes])
    terms["settlements"] = begins[1 : 1 + len(stakes)]
    terms["masks"], terms["strategy"], terms["named_jokers"] = begins[-4:-1]
    terms["steps_of_count"] = (size + 1) << q.PLAN_BITS
    special = ("free_double", "pays_21_at_once", "pays_five_cards", "withdrawal", "aces_count_one")
    terms["special_doubles"] = np.any([terms[name] for name in special], axis=0)
    return Packed(np.concatenate(parts), terms)


def card_words(codes: Sequence[int] | NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Cards by code as compiled rounds handle them, with what each counts."""
    ranks = [*k.VALUE_OF_RANK, k.VALUES]  # a joker's rank comes after the king's
    return np.array([ranks[c // 4] | int(c) << q.VALUE_BITS for c in codes], dtype=np.uint16)


def pairs_of(tables: Tables) -> NDArray[np.int8]:
    """The value of each hand that is a pair, or -1."""
    hands = tables.hands
    is_pair = (hands.cards == 2) & (hands.counts.max(axis=1) == 2)
    return np.where(is_pair, hands.counts.argmax(axis=1), -1).astype(np.int8)


def _as_places(*shorts: NDArray[np.uint16]) -> NDArray[np.int32]:
    """Numbers of 16 bits, two to a place."""
    return np.concatenate([each.reshape(-1) for each in shorts]).view(np.int32)


def _rows_of(numbers: NDArray[np.int32]) -> NDArray[np.int32]:
    """Ten numbers for each hand, in rows of sixteen."""
    rows = np.zeros((*numbers.shape[:-1], 1 << q.PLAN_BITS), dtype=np.int32)
    rows[..., : k.VALUES] = numbers
    return rows.reshape(-1)


def _dealers(tables: Tables) -> NDArray[np.uint16]:
    """The dealer's hand after a card: where its row begins, or how it ends."""
    terms = tables.terms[0]
    after = terms["dealer_after"].copy()
    # A ten by itself is not yet any other ten: with an ace it is a blackjack. No hand counts one.
    after[SINGLE_TEN] = after[after[0, k.TEN]]
    after[0, k.TEN] = SINGLE_TEN
    total = after % SOFT
    draws = total < SEVENTEEN
    if terms["hits_soft_17"]:
        draws |= after == SOFT + SEVENTEEN
    ends = total
    ends[after[0, k.ACE], k.TEN] = ends[SINGLE_TEN, k.ACE] = q.DEALER_BLACKJACK
    rows = np.zeros((q.DEALERS, q.DEALER_ROW), dtype=np.uint16)
    rows[:, : k.VALUES] = np.where(draws, after * q.DEALER_ROW, q.DEALER_END + ends)
    return rows


def _hands(tables: Tables, steps: NDArray[np.int32]) -> NDArray[np.uint16]:
    """A row for each hand, and one more for all that are over 21."""
    hands = tables.hands
    over = hands.size
    if over >= q.NO_HAND:
        raise Malformed(f"a simulation knows fewer than {q.NO_HAND} hands, not {over}")
    rows = np.zeros((hands.size + 1, 1 << q.ROW_BITS), dtype=np.uint16)
    rows[:over, : k.VALUES] = np.where(hands.following < 0, over, hands.following)
    rows[over, : k.VALUES] = over
    rows[:, k.VALUES] = q.NO_HAND
    rows[:over, q.ITS_TOTAL] = hands.total
    rows[over, q.ITS_TOTAL] = q.OVER
    rows[:over, q.HARD] = hands.hard
    rows[:over, q.ACES] = hands.counts[:, k.ACE]
    rows[:over, q.CARDS] = hands.cards
    rows[:over, q.FIRST_ACES] = hands.first_aces
    rows[:over, q.HAS_SUITS] = hands.has_suits
    rows[:over, q.PAIR] = np.maximum(pairs_of(tables), 0)
    for layer in range(k.LAYERS):
        rows[:over, q.FATES] |= tables.fate[layer].astype(np.uint16) << (q.FATE_BITS * layer)
        rows[over, q.FATES] |= k.CLOSED << (q.FATE_BITS * layer)
    rows[:, q.STEPS : q.STEPS + k.VALUES] = steps & ((1 << k.PLAY_BITS * k.LAYERS) - 1)
    return rows


def _masks(tables: Tables) -> NDArray[np.int32]:
    """Which actions are legal in each layer."""
    masks = np.zeros(tables.hands.size + 1, dtype=np.int32)
    for layer in range(k.LAYERS):
        masks[:-1] |= tables.mask[layer].astype(np.int32) << (q.MASK_BITS * layer)
    return masks


def _named_jokers(tables: Tables) -> NDArray[np.int32]:
    """The numbers of the hands after a joker named so, where there are jokers."""
    hands = tables.hands
    size = 0 if hands.plain == hands.size else hands.size
    return np.maximum(hands.joker_as[:size], 0).astype(np.int32)


def _settlements(tables: Tables) -> NDArray[np.int32]:
    """Cents by the stakes on a hand, how it ended, and the dealer's total without a blackjack."""
    terms = tables.terms[0]
    cents = np.zeros((q.STAKES_KNOWN, q.ENDINGS, q.ENDINGS), dtype=np.int64)
    for units, real in product((1, 2), range(3)):
        by_end = cents[units * q.ONE_UNIT + real]
        by_end[_PLAYED_OUT, :] = terms["net"][_OUTCOMES, real, units]
        for ends, outcome in _AT_ONCE.items():
            by_end[ends] = terms["net"][outcome, real, units]
        by_end[q.GIVEN_UP] = terms["surrender_keeps"] - terms["stake"]
        by_end[q.WITHDRAWN] = -terms["stake"]
    return cents.astype(np.int32).reshape(-1)


# What is paid at once by its end alone; a 21 may be paid by its cards.
_AT_ONCE = {
    q.PAID: k.BLACKJACK_AT_ONCE,
    q.PAID_FIVE_CARDS: k.FIVE_CARD_WIN,
    q.EVEN_MONEY: k.EVENS,
}


def _outcome(ends: int, dealer: int) -> int:
    if ends == q.OVER:
        return k.GOES_OVER
    if ends == q.HELD:
        against = {TWENTY_ONE: k.BLACKJACK_AGAINST_21, TWENTY_ONE + 1: k.BLACKJACK_AGAINST_22}
        return against.get(dealer, k.BLACKJACK_WINS)
    if dealer > TWENTY_ONE:
        return k.DEALER_22 if dealer == TWENTY_ONE + 1 else k.DEALER_OVER_21
    if ends == dealer:
        return k.EQUAL
    return k.HIGHER if ends > dealer else k.LOWER


# Hands that are compared with the dealer's, or are over; and what comes of each against each total.
_PLAYED_OUT = (*range(TWENTY_ONE + 1), q.HELD, q.OVER)
_OUTCOMES = np.array([[_outcome(ends, d) for d in range(q.ENDINGS)] for ends in _PLAYED_OUT])


def _steps(tables: Tables, plans: NDArray[np.int32]) -> NDArray[np.int32]:
    """The decisions, with what cards bring about by themselves in the place of an action."""
    counts, size, _ = plans.shape
    steps = np.zeros((counts, size + 1, k.VALUES), dtype=np.int32)
    steps[:, :size] = _with_names(tables, plans)
    for layer in range(k.LAYERS):
        fate = tables.fate[layer].astype(np.int32)
        step = np.where(fate == k.CLOSED, k.STAND, fate - k.NATURAL + q.NATURAL_COMES)
        shift = k.PLAY_BITS * layer
        decided = fate != k.OPEN
        steps[:, :size][:, decided] &= ~(q.STEP_MASK << shift)
        steps[:, :size][:, decided] |= (step[decided] << shift)[:, np.newaxis]
    return steps


def _with_names(tables: Tables, plans: NDArray[np.int32]) -> NDArray[np.int32]:
    """The same decisions; where a joker's name would lead nowhere, it is that of the best total."""
    hands = tables.hands
    if hands.plain == hands.size:
        return plans
    after = hands.joker_as
    best = np.where(after < 0, -1, hands.total[after]).argmax(axis=1)[np.newaxis, :, np.newaxis]
    names = plans >> k.NAME_BITS & 15
    every_hand = np.arange(hands.size)[np.newaxis, :, np.newaxis]
    known = (names < k.VALUES) & (after[every_hand, np.minimum(names, k.TEN)] >= 0)
    others = plans & ((1 << k.NAME_BITS) - 1)
    return np.where(known, plans, others | best << k.NAME_BITS).astype(np.int32)
