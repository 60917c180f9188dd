"""The table of hands and decisions that compiled rounds look everything up in."""

import numpy as np
from numpy.typing import NDArray

from bythebook.odds import codes as k
from bythebook.odds import kernel as q
from bythebook.odds.terms import ROW, Tables


def pairs_of(tables: Tables) -> NDArray[np.int8]:
    """The value of each hand that is a pair, or -1."""
    hands = tables.hands
    is_pair = (hands.cards == 2) & (hands.counts.max(axis=1) == 2)
    return np.where(is_pair, hands.counts.argmax(axis=1), -1).astype(np.int8)


def pack(tables: Tables, plans: NDArray[np.int32]) -> NDArray[np.int32]:
    """Hands as the rules see them, then decisions: `plans[count, hand, dealer's value]`."""
    hands = tables.hands
    rows = np.zeros((hands.size, ROW), dtype=np.int32)
    rows[:, : k.VALUES] = hands.following
    if hands.plain < hands.size:
        rows[:, q.JOKER_AS : q.JOKER_AS + k.VALUES] = hands.joker_as
    rows[:, q.ITS_TOTAL] = hands.total
    rows[:, q.HARD] = hands.hard
    rows[:, q.ACES] = hands.counts[:, k.ACE]
    rows[:, q.CARDS] = hands.cards
    rows[:, q.FIRST_ACES] = hands.first_aces
    rows[:, q.HAS_SUITS] = hands.has_suits
    rows[:, q.PAIR] = pairs_of(tables)
    for layer in range(k.LAYERS):
        rows[:, q.FATES] |= tables.fate[layer].astype(np.int32) << (q.FATE_BITS * layer)
        rows[:, q.MASKS] |= tables.mask[layer].astype(np.int32) << (q.MASK_BITS * layer)
    return np.concatenate([rows.reshape(-1), plans.reshape(-1)])
