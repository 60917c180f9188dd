"""Where suits matter: two cards that a suited line for 21, or a bonus, may still reward.

Which suits unseen cards have is independent of everything else that is seen of them, so the chance
that two or three cards of given ranks are of one suit is a plain count over the shoe.
"""

import numpy as np
from numpy.typing import NDArray

from bythebook.odds import codes as k
from bythebook.odds.hands import Hands
from bythebook.odds.play_values import Overrides
from bythebook.odds.terms import Tables

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
SEVEN_VALUE = 6
SUITS_OF = {k.SUITED: (0, 1, 2), k.SPADES: (3,)}


def _two_values(hands: Hands, at: int) -> tuple[int, int]:
    values = [v for v in range(k.VALUES) for _ in range(int(hands.counts[at, v]))]
    return values[0], values[1]


def _in_suit(counts: Counts, values: tuple[int, ...], suit: int) -> float:
    """In how many orders cards of these ranks, all of one suit, can be drawn."""
    ways, used = 1.0, dict.fromkeys(values, 0)
    for value in values:
        ways *= max(counts[value * 4 + suit] - used[value], 0)
        used[value] += 1
    return ways


def _in_any(counts: Counts, values: tuple[int, ...]) -> float:
    ways, used = 1.0, dict.fromkeys(values, 0)
    for value in values:
        ways *= max(counts[value * 4 : value * 4 + 4].sum() - used[value], 0)
        used[value] += 1
    return ways


def suit_shares(tables: Tables, counts: Counts) -> Floats:
    """[hand, mixed or suited or spades]: how the two cards of such a hand fall."""
    hands = tables.hands
    shares = np.zeros((hands.size, 3))
    for at in map(int, np.flatnonzero(hands.has_suits)):
        values = _two_values(hands, at)
        whole = _in_any(counts, values)
        if whole:
            for suits, members in SUITS_OF.items():
                shares[at, suits] = sum(_in_suit(counts, values, s) for s in members) / whole
            shares[at, k.MIXED] = 1.0 - shares[at, k.SUITED] - shares[at, k.SPADES]
    return shares


def overrides_of(tables: Tables, counts: Counts, split: bool) -> Overrides:
    """What the card that completes three ranks of a line is worth, by the suits of the two."""
    hands, r = tables.hands, tables.terms[0]
    with_suits = np.flatnonzero(hands.has_suits)
    rows = 3 * len(with_suits)
    of_hand = np.full(hands.size, -1, dtype=np.int32)
    pays = np.full((max(rows, 1), k.VALUES, k.VALUES), np.nan)
    squared = pays.copy()
    row = 0
    for base in map(int, with_suits):
        values = _two_values(hands, base)
        for suits in (k.MIXED, k.SUITED, k.SPADES):
            of_hand[base + suits] = row
            for third in range(k.VALUES):
                ranks = r["line_of_ranks"][(values[0] * 13 + values[1]) * 13 + third]
                if ranks >= 0:
                    _complete(tables, counts, (*values, third), suits, int(ranks), split,
                              pays[row, third], squared[row, third])  # fmt: skip
            row += 1
    return Overrides(of_hand, pays, squared)


def _complete(
    tables: Tables, counts: Counts, values: tuple[int, int, int], suits: int, ranks: int,
    split: bool, pays: Floats, squared: Floats,
) -> None:  # fmt: skip
    """Fill in what three cards of these ranks get, by the dealer's card."""
    r = tables.terms[0]
    stake = float(r["stake"])
    line = k.LINES_BY_CARDS + 3 * ranks
    mixed = r["pays_21"][line + k.MIXED, 1] / stake
    alike = 0.0
    if suits != k.MIXED:
        two = sum(_in_suit(counts, values[:2], s) for s in SUITS_OF[suits])
        three = sum(_in_suit(counts, values, s) for s in SUITS_OF[suits])
        left = _in_any(counts, values) / max(_in_any(counts, values[:2]), 1.0)
        alike = three / two / left if two and left else 0.0
    suited = r["pays_21"][line + suits, 1] / stake
    for up in range(k.VALUES):
        bonus = 0.0
        if r["bonus"] and up == SEVEN_VALUE and values == (SEVEN_VALUE,) * 3:
            bonus = float(r["bonus"]) / stake * _bonus_share(tables, counts, suits, split)
        pays[up] = (1.0 - alike) * mixed + alike * (suited + bonus)
        squared[up] = (1.0 - alike) * mixed**2 + alike * (suited + bonus) ** 2


def _bonus_share(tables: Tables, counts: Counts, suits: int, split: bool) -> float:
    """How often three suited sevens get the bonus: on split hands not after a suited pair."""
    if not split:
        return 1.0
    if not tables.terms[0]["bonus_after_split"] or suits == k.MIXED:
        return 0.0
    sevens = (SEVEN_VALUE,) * 4
    three = sum(_in_suit(counts, sevens[:3], s) for s in SUITS_OF[suits])
    four = sum(_in_suit(counts, sevens, s) for s in SUITS_OF[suits])
    left = _in_any(counts, sevens) / max(_in_any(counts, sevens[:3]), 1.0)
    return 1.0 - four / three / left if three and left else 0.0
