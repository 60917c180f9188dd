"""An order of cards as bits: what it says, and nothing of how it was made.

order ──▶ of the cards not out yet, the how manieth comes next ──▶ bits, each as likely as the other

The second step (Elias 1972): of a number below 312 the first 256 values are eight bits, the next 32
are five, then four, then three. In a fair shuffle all bits are independent, whatever the algorithm.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tests.randomness.chance import CARDS, Shoes
from tests.randomness.nist.bits import Bits

LONGEST = CARDS.bit_length() - 1


def ranks(orders: Shoes) -> NDArray[np.uint16]:
    """For each place but the last: how many lower cards come later. Below 312, then below 311…"""
    size = orders.shape[1]
    columns = np.ascontiguousarray(orders.T)
    found = np.empty((size - 1, orders.shape[0]), np.uint16)
    for place in range(size - 1):
        found[place] = (columns[place + 1 :] < columns[place]).sum(axis=0, dtype=np.uint16)
    return found.T


def _written(bound: int) -> list[tuple[int, int]]:
    """Each number below a bound as bits: their value, and how many they are."""
    found: list[tuple[int, int]] = []
    for length in range(LONGEST, -1, -1):
        if bound >> length & 1:
            found += [(value, length) for value in range(2**length)]
    return found


@lru_cache
def _table() -> Bits:
    """By bound and number: the value of its bits, and how many they are."""
    table = np.zeros((CARDS + 1, CARDS, 2), np.uint8)
    for bound in range(2, CARDS + 1):
        table[bound, :bound] = _written(bound)
    return table


def order_bits(orders: Shoes) -> Bits:
    """All bits of these orders, one after the other."""
    size = orders.shape[1]
    value, length = np.moveaxis(_table()[np.arange(size, 1, -1), ranks(orders)], 2, 0)
    places = np.arange(LONGEST, dtype=np.uint8)
    bits: Bits = value[..., None] >> places & np.uint8(1)
    said: Bits = bits[places < length[..., None]]
    return said
