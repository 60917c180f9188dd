"""The table that compiled rounds look everything up in: hands, the dealer, payments, decisions."""

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.errors import Malformed
from bythebook.odds import codes as k
from bythebook.odds import desk as q
from bythebook.odds.terms import ROW, Tables

SEVENTEEN = 17
TWENTY_ONE = 21
STAKES = 9  # on a hand: units, then how many of them are the owner's own


class Packed(NamedTuple):
    """A game as compiled rounds want it: one table, and a record of rules for each stake."""

    table: NDArray[np.int32]
    terms: NDArray[Any]


def pack(stakes: Sequence[Tables], plans: NDArray[np.int32]) -> Packed:
    """The same game at one or more stakes, and decisions: `plans[count, hand, dealer's value]`."""
    tables = stakes[0]
    if plans.ndim != 3 or plans.shape[1:] != (tables.hands.size, k.VALUES):
        raise Malformed(
            f"a plan has a decision for each of {tables.hands.size} hands and ten cards"
        )
    parts = [_hands(tables), _dealers(tables)]
    parts += [_settlements(each) for each in stakes]
    ends = np.cumsum([len(part) for part in parts])
    terms = np.concatenate([each.terms for each in stakes])
    terms["dealers"] = ends[0]
    terms["settlements"] = ends[1:-1]
    terms["strategy"] = ends[-1]
    return Packed(np.concatenate([*parts, _steps(tables, plans)]), terms)


def card_words(codes: Sequence[int] | NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Cards by code as compiled rounds handle them, with what each counts."""
    ranks = [*k.VALUE_OF_RANK, k.VALUES]  # a joker's rank comes after the king's
    return np.array([ranks[c // 4] | int(c) << q.VALUE_BITS for c in codes], dtype=np.uint16)


def pairs_of(tables: Tables) -> NDArray[np.int8]:
    """The value of each hand that is a pair, or -1."""
    hands = tables.hands
    is_pair = (hands.cards == 2) & (hands.counts.max(axis=1) == 2)
    return np.where(is_pair, hands.counts.argmax(axis=1), -1).astype(np.int8)


def _hands(tables: Tables) -> NDArray[np.int32]:
    """A row for each hand, and one more for all that are over 21."""
    hands = tables.hands
    over = hands.size
    rows = np.zeros((hands.size + 1, ROW), dtype=np.int32)
    rows[:over, : k.VALUES] = np.where(hands.following < 0, over, hands.following)
    rows[over, : k.VALUES] = over
    rows[:, k.VALUES] = -1
    if hands.plain < hands.size:
        rows[:over, q.JOKER_AS : q.JOKER_AS + k.VALUES] = hands.joker_as
    rows[:over, q.ITS_TOTAL] = hands.total
    rows[over, q.ITS_TOTAL] = q.OVER
    rows[:over, q.HARD] = hands.hard
    rows[:over, q.ACES] = hands.counts[:, k.ACE]
    rows[:over, q.CARDS] = hands.cards
    rows[:over, q.FIRST_ACES] = hands.first_aces
    rows[:over, q.HAS_SUITS] = hands.has_suits
    rows[:over, q.PAIR] = pairs_of(tables)
    for layer in range(k.LAYERS):
        rows[:over, q.FATES] |= tables.fate[layer].astype(np.int32) << (q.FATE_BITS * layer)
        rows[over, q.FATES] |= k.CLOSED << (q.FATE_BITS * layer)
        rows[:over, q.MASKS] |= tables.mask[layer].astype(np.int32) << (q.MASK_BITS * layer)
    return rows.reshape(-1)


def _dealers(tables: Tables) -> NDArray[np.int32]:
    """The dealer's hand after a card, marked once it is complete."""
    terms = tables.terms[0]
    rows = np.zeros((q.COMPLETE, q.DEALER_ROW), dtype=np.int32)
    rows[:, : k.VALUES] = terms["dealer_after"]
    total = rows & q.TOTAL_MASK
    draws = total < SEVENTEEN
    if terms["hits_soft_17"]:
        draws |= rows == q.SOFT + SEVENTEEN
    rows[~draws] |= q.COMPLETE
    return rows.reshape(-1)


def _settlements(tables: Tables) -> NDArray[np.int32]:
    """Cents by the stakes on a hand, how it ended, and the dealer's total without a blackjack."""
    terms = tables.terms[0]
    cents = np.zeros((STAKES, q.ENDINGS, q.ENDINGS), dtype=np.int64)
    for units, real, dealer in product((1, 2), range(3), range(q.ENDINGS)):
        at = units * 3 + real
        for ends in (*range(TWENTY_ONE + 1), q.HELD, q.OVER):
            cents[at, ends, dealer] = terms["net"][_outcome(ends, dealer), real, units]
        cents[at, q.GIVEN_UP, dealer] = terms["surrender_keeps"] - terms["stake"]
    return cents.astype(np.int32).reshape(-1)


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
    return steps.reshape(-1)


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
