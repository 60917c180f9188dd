"""How the dealer's hand ends, exactly, from a shoe of given contents.

Every way a dealer's hand can end is a multiset of cards with a number of orders in which it can
come from each first card. The chance of a multiset without replacement is a product of falling
factorials, so all of them hang on one tree in which a node adds one card: a walk over the tree
multiplies one factor a node, and at a leaf adds to every first card the leaf contains. Many shoes
are taken side by side, which the processor multiplies several at once.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.odds.numbers.codes import ACE, VALUES
from bythebook.odds.numbers.compiled import compiled
from bythebook.odds.numbers.typed import Floats

# How a dealer's hand ends: 17 to 21, 22, more than 22, blackjack.
ENDS = 8
TWENTY_TWO, OVER, BLACKJACK = 5, 6, 7
SEVENTEEN = 17
ANY = -1  # a second card that nobody knows
LANES = 64
DEEPEST = 24


class DealerTree(NamedTuple):
    """The tree as arrays, in the order of a walk."""

    depth: NDArray[np.int32]
    value: NDArray[np.int32]
    copy: NDArray[np.int32]  # how many of that value are above this node
    leaf: NDArray[np.int32]  # [node]: which leaf it is, or -1
    entry_from: NDArray[np.int32]  # [leaf]: where it begins in the next two
    into: NDArray[np.int32]  # first card and end
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


@lru_cache(maxsize=2 * (VALUES + 1))
def dealer_tree(hits_soft_17: bool, second: int = ANY) -> DealerTree:
    """Every multiset in which a dealer's hand can end, laid out as a tree.

    `second`: only those whose second card has this value.
    """
    return _lay_out(_ended(hits_soft_17, second))


def drawn_to(hits_soft_17: bool, first: int, end: int) -> dict[Counts, int]:
    """What is drawn to a first card where the hand ends so, and in how many orders."""
    return {
        (*counts[:first], counts[first] - 1, *counts[first + 1 :]): orders[first]
        for counts, (ends_as, orders) in _ended(hits_soft_17).items()
        if ends_as == end and orders[first]
    }


@lru_cache(maxsize=2 * (VALUES + 1))
def _ended(hits_soft_17: bool, second: int = ANY) -> dict[Counts, tuple[int, list[int]]]:
    """Every multiset in which a dealer's hand can end: how, and its orders by the first card."""
    nothing = (0,) * VALUES
    growing: dict[Counts, list[int]] = {}
    for value in range(VALUES):
        growing[_plus(nothing, value)] = [int(value == first) for first in range(VALUES)]
    ended: dict[Counts, tuple[int, list[int]]] = {}
    while growing:
        grown: dict[Counts, list[int]] = {}
        for counts, orders in growing.items():
            seconds = range(VALUES) if second == ANY or sum(counts) > 1 else (second,)
            for value in seconds:
                after = _plus(counts, value)
                end = _end(after, hits_soft_17)
                if end < 0:
                    into = grown.setdefault(after, [0] * VALUES)
                else:
                    into = ended.setdefault(after, (end, [0] * VALUES))[1]
                for first in range(VALUES):
                    into[first] += orders[first]
        growing = grown
    return ended


def _lay_out(ended: dict[Counts, tuple[int, list[int]]]) -> DealerTree:
    """A tree by descending value, so that multisets share their large cards."""
    words = sorted(
        (tuple(v for v in range(VALUES - 1, -1, -1) for _ in range(counts[v])), counts)
        for counts in ended
    )
    nodes: list[tuple[int, int, int]] = []
    leaf: list[int] = []
    entry_from: list[int] = []
    entries: list[tuple[int, int]] = []
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
        entry_from.append(len(entries))
        entries += [(first * ENDS + end, orders[first]) for first in range(VALUES) if orders[first]]
        before = word
    entry_from.append(len(entries))
    table = np.array(nodes, dtype=np.int32)
    leaves = np.array(entries)
    return DealerTree(
        depth=np.ascontiguousarray(table[:, 0]),
        value=np.ascontiguousarray(table[:, 1]),
        copy=np.ascontiguousarray(table[:, 2]),
        leaf=np.array(leaf, dtype=np.int32),
        entry_from=np.array(entry_from, dtype=np.int32),
        into=leaves[:, 0].astype(np.int32),
        orders=leaves[:, 1].astype(np.float64),
    )


@compiled
def walk_tree(tree: Any, shoes: Any, ends: Any) -> None:
    """Fill `ends[shoe, first card, end]` with the chance of each end given the first card.

    `shoes[shoe, value]` still holds the first card; jokers are left out, as the dealer leaves them.
    """
    for begin in range(0, len(shoes), LANES):
        lanes = min(LANES, len(shoes) - begin)
        count = np.zeros((VALUES, lanes))
        share = np.ones((DEEPEST + 1, lanes))
        for lane in range(lanes):
            size = 0.0
            for v in range(VALUES):
                count[v, lane] = shoes[begin + lane, v]
                size += count[v, lane]
            # The first card is given; each further one is drawn from one card fewer.
            for cards in range(2, DEEPEST + 1):
                share[cards, lane] = share[cards - 1, lane] / max(size - cards + 1, 1.0)
        found = walk_once(tree, count, share)
        for lane in range(lanes):
            for v in range(VALUES):
                own = count[v, lane]
                for e in range(ENDS):
                    chance = found[v * ENDS + e, lane]
                    ends[begin + lane, v, e] = chance / own if own > 0 else 0.0


@compiled
def walk_once(tree: Any, count: Any, share: Any) -> Any:
    """One walk for many shoes at once: [first card and end, shoe].

    How many shoes there are is not a constant on purpose: loops of unknown length are what the
    compiler turns into vector instructions.
    """
    depth, value, copy, leaf = tree.depth, tree.value, tree.copy, tree.leaf
    lanes = count.shape[1]
    reach = np.ones((DEEPEST + 1, lanes))
    found = np.zeros((VALUES * ENDS, lanes))
    chance = np.zeros(lanes)
    for node in range(len(depth)):
        above, below, of_value = reach[depth[node]], reach[depth[node] + 1], count[value[node]]
        held = float(copy[node])
        # A count that is used up gives 0 before it could go below, and stays 0.
        for lane in range(lanes):
            below[lane] = above[lane] * (of_value[lane] - held)
        at = leaf[node]
        if at < 0:
            continue
        shared = share[depth[node] + 1]
        for lane in range(lanes):
            chance[lane] = below[lane] * shared[lane]
        for entry in range(tree.entry_from[at], tree.entry_from[at + 1]):
            into = found[tree.into[entry]]
            orders = tree.orders[entry]
            for lane in range(lanes):
                into[lane] += orders * chance[lane]
    return found


def dealer_ends(hits_soft_17: bool, shoes: NDArray[Any], second: int = ANY) -> Floats:
    """The chance of every end of the dealer's hand: [shoe, first card, end].

    `second`: where it is known, it is not in the shoes any more.
    """
    ends = np.zeros((len(shoes), VALUES, ENDS))
    full = np.array(shoes, dtype=np.float64)
    if second == ANY:
        walk_tree(dealer_tree(hits_soft_17), full, ends)
        return ends
    full[:, second] += 1.0
    walk_tree(dealer_tree(hits_soft_17, second), full, ends)
    # What was found is that it comes second and how the hand then ends: that it does is known.
    left = full[:, [second]] - (np.arange(VALUES) == second)
    comes = left / np.maximum(full.sum(axis=1, keepdims=True) - 1.0, 1.0)
    known: Floats = ends / np.where(comes > 0.0, comes, 1.0)[:, :, np.newaxis]
    return known
