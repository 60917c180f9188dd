"""How the dealer's hand ends, exactly, from a shoe of given contents.

Every way a dealer's hand can end is a multiset of cards with a number of orders in which it can
come from each first card. The chance of a multiset without replacement is a product of falling
factorials, so all of them hang on one tree in which a node adds one card: a walk over the tree
multiplies one factor a node, and at a leaf adds to every first card the leaf contains. Shoes are
taken four at a time, side by side, which the processor multiplies at once.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.odds.codes import ACE, VALUES
from bythebook.odds.compiled import compiled

# How a dealer's hand ends: 17 to 21, 22, more than 22, blackjack.
ENDS = 8
TWENTY_TWO, OVER, BLACKJACK = 5, 6, 7
SEVENTEEN = 17
LANES = 4
DEEPEST = 24

Floats = NDArray[np.float64]


class DealerTree(NamedTuple):
    """The tree as arrays, in the order of a walk."""

    depth: NDArray[np.int32]
    value: NDArray[np.int32]
    copy: NDArray[np.int32]  # how many of that value are above this node
    leaf: NDArray[np.int32]  # [node]: which leaf it is, or -1
    cell_from: NDArray[np.int32]  # [first card and end]: where its leaves begin in the next two
    leaf_of: NDArray[np.int64]
    orders: Floats  # in how many orders the leaf comes from that first card


Counts = tuple[int, ...]


def _total(counts: Counts) -> tuple[int, bool]:
    hard = sum((value + 1) * count for value, count in enumerate(counts))
    soft = counts[ACE] > 0 and hard + 10 <= 21
    return hard + 10 * soft, soft


def _end(counts: Counts, hits_soft_17: bool) -> int:
    """How the dealer's hand ends with these cards, or -1 where another is drawn."""
    total, soft = _total(counts)
    if total == 21 and sum(counts) == 2:
        return BLACKJACK
    if total < SEVENTEEN or sum(counts) < 2 or (total == SEVENTEEN and soft and hits_soft_17):
        return -1
    if total > 22:
        return OVER
    return TWENTY_TWO if total == 22 else total - SEVENTEEN


def _plus(counts: Counts, value: int) -> Counts:
    return (*counts[:value], counts[value] + 1, *counts[value + 1 :])


@lru_cache(maxsize=4)
def dealer_tree(hits_soft_17: bool) -> DealerTree:
    """Find every multiset in which a dealer's hand can end, and lay them out as a tree."""
    nothing = (0,) * VALUES
    # orders[multiset][first card]: in how many orders it comes about.
    growing: dict[Counts, list[int]] = {}
    for value in range(VALUES):
        growing[_plus(nothing, value)] = [int(value == first) for first in range(VALUES)]
    ended: dict[Counts, tuple[int, list[int]]] = {}
    while growing:
        grown: dict[Counts, list[int]] = {}
        for counts, orders in growing.items():
            for value in range(VALUES):
                after = _plus(counts, value)
                end = _end(after, hits_soft_17)
                if end < 0:
                    into = grown.setdefault(after, [0] * VALUES)
                else:
                    into = ended.setdefault(after, (end, [0] * VALUES))[1]
                for first in range(VALUES):
                    into[first] += orders[first]
        growing = grown
    return _lay_out(ended)


def _lay_out(ended: dict[Counts, tuple[int, list[int]]]) -> DealerTree:
    """A tree by descending value, so that multisets share their large cards."""
    words = sorted(
        (tuple(v for v in range(VALUES - 1, -1, -1) for _ in range(counts[v])), counts)
        for counts in ended
    )
    nodes: list[tuple[int, int, int]] = []
    leaf: list[int] = []
    entries: list[tuple[int, int, int]] = []
    before: tuple[int, ...] = ()
    for number, (word, counts) in enumerate(words):
        shared = 0
        while shared < min(len(word), len(before)) and word[shared] == before[shared]:
            shared += 1
        for depth in range(shared, len(word)):
            value = word[depth]
            nodes.append((depth, value, word[:depth].count(value)))
            leaf.append(-1)
        leaf[-1] = number
        end, orders = ended[counts]
        entries += [
            (first * ENDS + end, number, orders[first]) for first in range(VALUES) if orders[first]
        ]
        before = word
    table = np.array(nodes, dtype=np.int32)
    leaves = np.array(sorted(entries))
    return DealerTree(
        depth=np.ascontiguousarray(table[:, 0]),
        value=np.ascontiguousarray(table[:, 1]),
        copy=np.ascontiguousarray(table[:, 2]),
        leaf=np.array(leaf, dtype=np.int32),
        cell_from=np.searchsorted(leaves[:, 0], np.arange(VALUES * ENDS + 1)).astype(np.int32),
        leaf_of=(leaves[:, 1] * LANES).astype(np.int64),
        orders=leaves[:, 2].astype(np.float64),
    )


@compiled
def walk_tree(tree: Any, shoes: Any, ends: Any) -> None:
    """Fill `ends[shoe, first card, end]` with the chance of each end given the first card.

    `shoes[shoe, value]` still holds the first card; jokers are left out, as the dealer leaves them.
    """
    count = np.zeros(VALUES * LANES)
    reach = np.ones((DEEPEST + 1) * LANES)
    share = np.ones((DEEPEST + 1) * LANES)
    leaves = np.zeros(len(tree.leaf) * LANES)
    found = np.zeros(VALUES * ENDS * LANES)
    for begin in range(0, len(shoes), LANES):
        lanes = min(LANES, len(shoes) - begin)
        for lane in range(LANES):
            size = 0.0
            for v in range(VALUES):
                held = shoes[begin + min(lane, lanes - 1), v]
                count[v * LANES + lane] = held
                size += held
            # The first card is given; each further one is drawn from one card fewer.
            for cards in range(2, DEEPEST + 1):
                left = max(size - cards + 1, 1.0)
                share[cards * LANES + lane] = share[(cards - 1) * LANES + lane] / left
        walk_once(tree, count, reach, share, leaves, found)
        for lane in range(lanes):
            for v in range(VALUES):
                own = count[v * LANES + lane]
                for e in range(ENDS):
                    chance = found[(v * ENDS + e) * LANES + lane]
                    ends[begin + lane, v, e] = chance / own if own > 0 else 0.0


@compiled
def walk_once(tree: Any, count: Any, reach: Any, share: Any, leaves: Any, found: Any) -> None:
    """One walk for four shoes. The lanes are written out so that they become one instruction."""
    depth, value, copy, leaf = tree.depth, tree.value, tree.copy, tree.leaf
    for node in range(len(depth)):
        a = np.int64(depth[node]) * LANES
        c = np.int64(value[node]) * LANES
        held = float(copy[node])
        r0 = reach[a] * max(count[c] - held, 0.0)
        r1 = reach[a + 1] * max(count[c + 1] - held, 0.0)
        r2 = reach[a + 2] * max(count[c + 2] - held, 0.0)
        r3 = reach[a + 3] * max(count[c + 3] - held, 0.0)
        b = a + LANES
        reach[b] = r0
        reach[b + 1] = r1
        reach[b + 2] = r2
        reach[b + 3] = r3
        if leaf[node] >= 0:
            at = np.int64(leaf[node]) * LANES
            r0 *= share[b]
            r1 *= share[b + 1]
            r2 *= share[b + 2]
            r3 *= share[b + 3]
            leaves[at] = r0
            leaves[at + 1] = r1
            leaves[at + 2] = r2
            leaves[at + 3] = r3
    for cell in range(VALUES * ENDS):
        add_up(tree, leaves, cell, found)


@compiled
def add_up(tree: Any, leaves: Any, cell: int, found: Any) -> None:
    """The chance of one end after one first card: its leaves, each as often as it has orders."""
    leaf, orders = tree.leaf_of, tree.orders
    f0, f1, f2, f3 = 0.0, 0.0, 0.0, 0.0
    for entry in range(tree.cell_from[cell], tree.cell_from[cell + 1]):
        at = leaf[entry]
        ways = orders[entry]
        f0 += ways * leaves[at]
        f1 += ways * leaves[at + 1]
        f2 += ways * leaves[at + 2]
        f3 += ways * leaves[at + 3]
    found[cell * LANES] = f0
    found[cell * LANES + 1] = f1
    found[cell * LANES + 2] = f2
    found[cell * LANES + 3] = f3


def dealer_ends(hits_soft_17: bool, shoes: NDArray[Any]) -> Floats:
    """The chance of every end of the dealer's hand: [shoe, first card, end]."""
    ends = np.zeros((len(shoes), VALUES, ENDS))
    walk_tree(dealer_tree(hits_soft_17), np.ascontiguousarray(shoes, dtype=np.float64), ends)
    return ends
