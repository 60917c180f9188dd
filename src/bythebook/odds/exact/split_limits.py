"""What a dealer's blackjack takes from split hands where one limit spans them all.

Where the book lets a blackjack take one original wager in all (with or without the stakes already
lost on busted hands), it matters whether *any* hand is still open, or whether *all* have gone over:
a question about the hands together. Given the blackjack, a hand is a multiset of cards drawn with a
number of orders; several hands are the sum of such multisets, and the chance of a multiset is a
product of falling factorials. So the sums below run over all combinations, exactly.
"""

from collections.abc import Callable
from functools import cached_property
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.odds.exact.follow import NO_JOKERS, Rights, after_card
from bythebook.odds.exact.play_values import doubled_total
from bythebook.odds.exact.splits import Shoe, ways_to_split
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled import compiled
from bythebook.odds.numbers.hands import KINDS_TAKEN, Hands
from bythebook.odds.numbers.typed import Floats, Integers, Number

# Multisets are packed into one number, enough bits for the cards of all hands on a box.
_WIDTHS = (6, 6, 6, 6, 5, 5, 5, 5, 5, 5, 5)
SHIFTS = np.concatenate([[0], np.cumsum(_WIDTHS)[:-1]]).astype(np.int64)
MASKS = np.array([(1 << width) - 1 for width in _WIDTHS], dtype=np.int64)
MOST_DRAWN = 64
MOST_ENDS = 200_000
MOST_MORE = 4
HALF = 5  # kinds below it are the low half of a multiset
LOW = np.int64((1 << int(SHIFTS[HALF])) - 1)

# How a hand of a split can end, as far as a dealer's blackjack is concerned.
OPEN, OVER, SAFE = range(3)


class Multisets(NamedTuple):
    """Cards drawn by some hands, packed, each with its number of orders."""

    cards: NDArray[np.int64]
    orders: Floats


@compiled
def add_orders(
    hands: Hands, order: Integers, rights: Rights, up: int, start: int, roots: Floats,
    orders: Integers, found: Integers, found_orders: Integers, ends_as: Integers, loses_21: bool,
) -> int:  # fmt: skip
    """Count the orders in which each hand comes about, and write down those that end, and how.

    Returns how many there are; what does not fit is counted only.
    """
    count = 0
    orders[:] = roots
    for at in order:
        ways = orders[at]
        if ways == 0.0:
            continue
        packed = np.int64(0)
        for kind in range(KINDS_TAKEN):
            drawn = hands.taken[at, kind] - (1 if kind == start else 0)
            packed += np.int64(drawn) << SHIFTS[kind]
        fate = rights.fate[at]
        if fate != k.OPEN or rights.plan[at, up] == k.STAND:
            safe = fate in (k.TWENTY_ONE, k.FIVE_CARDS, k.NATURAL)
            if hands.total[at] == 21 and not loses_21:
                safe = True
            count = write(found, found_orders, ends_as, count, packed, ways, SAFE if safe else OPEN)
            continue
        doubling = rights.plan[at, up] == k.DOUBLE
        for value in range(k.VALUES + 1):
            child = after_card(hands, rights, at, up, value)
            if child == NO_JOKERS:
                break
            after = packed + (np.int64(1) << SHIFTS[value])
            if child < 0:
                count = write(found, found_orders, ends_as, count, after, ways, OVER)
            elif doubling:
                end = end_of_double(hands, rights, child, up, loses_21)
                count = write(found, found_orders, ends_as, count, after, ways, end)
            elif hands.has_suits[child]:
                for suits in range(3):
                    orders[child + suits] += ways * rights.suits[child, suits]
            else:
                orders[child] += ways
    return count


@compiled
def end_of_double(hands: Hands, rights: Rights, child: int, up: int, loses_21: bool) -> int:
    total = doubled_total(
        hands.hard[child], hands.counts[child, k.ACE], hands.first_aces[child],
        rights.aces_count_one,
    )  # fmt: skip
    if total == 21 and (not loses_21 or not np.isnan(rights.pays.at_once[0])):
        return SAFE
    five = hands.cards[child] == 5 and total < 21 and not np.isnan(rights.pays.five_cards)
    return SAFE if five or rights.withdraw[child, up] else OPEN


@compiled
def write(
    found: Integers,
    orders: Integers,
    ends_as: Integers,
    count: int,
    packed: Number,
    ways: float,
    end: int,
) -> int:
    if count < len(found):
        found[count] = packed
        orders[count] = ways
        ends_as[count] = end
    return count + 1


@compiled
def halves_together(
    first: Integers, second: Integers, begin: int, end: int, fallings: Floats, pair: int
) -> Number:
    """Falling factorials of some kinds for every two of these multisets, the pair's left out."""
    table = np.ones((len(first), len(second)))
    for i in range(len(first)):
        for j in range(len(second)):
            packed = first[i] + second[j]
            for kind in range(begin, end):
                if kind != pair:
                    table[i, j] *= fallings[kind, packed >> SHIFTS[kind] & MASKS[kind]]
    return table


@compiled
def add_together(
    first: tuple[Integers, ...],
    second: tuple[Integers, ...],
    low: Integers,
    high: Integers,
    together: Floats,
) -> None:
    """Add up every two multisets by how many cards, jokers and cards of the pair they have.

    Each is (number of its low half, of its high half, cards, jokers, of the pair; orders). The
    products of falling factorials were worked out for the halves, of which there are few.
    """
    a_low, a_high, a_size, a_jokers, a_pair, a_orders = first
    b_low, b_high, b_size, b_jokers, b_pair, b_orders = second
    for i in range(len(a_low)):
        of_low, of_high = low[a_low[i]], high[a_high[i]]
        size, jokers, pair, orders = a_size[i], a_jokers[i], a_pair[i], a_orders[i]
        for j in range(len(b_low)):
            product = orders * b_orders[j] * of_low[b_low[j]] * of_high[b_high[j]]
            together[size + b_size[j], jokers + b_jokers[j], pair + b_pair[j]] += product


def _combined(cards: NDArray[np.int64], orders: Floats) -> Multisets:
    """Equal multisets together."""
    if not len(cards):
        return Multisets(cards, orders)
    unique, where = np.unique(cards, return_inverse=True)
    summed: Floats = np.bincount(where, weights=orders, minlength=len(unique)).astype(np.float64)
    return Multisets(unique, summed)


class Together:
    """Hands of one split pair against one dealer's card, given that the dealer has blackjack."""

    def __init__(
        self, hands: Hands, order: Integers, rights: Rights, shoe: Shoe, pair: int, up: int,
        loses_21: bool,
    ) -> None:  # fmt: skip
        self.hands, self.order, self.rights = hands, order, rights
        self.pair, self.up, self.loses_21 = pair, up, loses_21
        left = shoe.stock.copy()
        left[pair] -= 2
        left[up] -= 1
        other = k.TEN if up == k.ACE else k.ACE
        dealer_size = left[: k.VALUES].sum()
        self.blackjack = float(left[other] / dealer_size)
        left[other] -= 1
        self.fallings = np.ones((KINDS_TAKEN, MOST_DRAWN))
        for at in range(1, MOST_DRAWN):
            self.fallings[:, at] = self.fallings[:, at - 1] * np.maximum(left - at + 1, 0.0)
        self.share = _shares(dealer_size, left[k.VALUES])
        self.memory: dict[tuple[int, int, int], Floats] = {}

    @cached_property
    def ends(self) -> tuple[dict[int, Multisets], dict[int, Multisets]]:
        """By how a hand ends: all hands, and those whose second card is not of the pair."""
        hands, pair = self.hands, self.pair
        any_second = np.zeros(hands.size)
        any_second[pair] = 1.0
        whole = self._ends(any_second)
        other = np.zeros(hands.size)
        for value in range(k.VALUES):
            if value != pair and hands.following[pair, value] >= 0:
                self._root(other, hands.following[pair, value])
        if len(hands.joker_as) > 1:
            other[hands.joker_as[pair, self.rights.joker[pair, self.up]]] += 1.0
        return whole, self._ends(other)

    def _root(self, roots: Floats, hand: int) -> None:
        if self.hands.has_suits[hand]:
            roots[hand : hand + 3] += self.rights.suits[hand]
        else:
            roots[hand] += 1.0

    def _ends(self, roots: Floats) -> dict[int, Multisets]:
        found, orders = np.zeros(MOST_ENDS, dtype=np.int64), np.zeros(MOST_ENDS)
        ends_as = np.zeros(MOST_ENDS, dtype=np.int8)
        begins = self.rights._replace(fate=self.rights.fate.copy())
        begins.fate[self.pair] = k.OPEN
        begins = begins._replace(plan=begins.plan.copy())
        begins.plan[self.pair] = k.HIT
        count = add_orders(
            self.hands, self.order, begins, self.up, self.pair, roots,
            np.zeros(self.hands.size), found, orders, ends_as, self.loses_21,
        )  # fmt: skip
        assert count <= MOST_ENDS
        end_of = ends_as[:count]
        return {
            end: _combined(found[:count][end_of == end], orders[:count][end_of == end])
            for end in (OPEN, OVER, SAFE)
        }

    def chance(self, more: int, restricted: int, plain: int, ends: tuple[int, ...]) -> float:
        """So many hands all end in one of these ways, and `more` further cards of the pair come.

        `restricted` of the hands got another second card than the pair's.
        """
        key = (restricted, plain, sum(1 << end for end in ends))
        if key not in self.memory:
            whole, other = self.ends
            lists = [_merge(other, ends)] * restricted + [_merge(whole, ends)] * plain
            self.memory[key] = self._chances(lists)
        return float(self.memory[key][more])

    def _chances(self, lists: list[Multisets]) -> Floats:
        nothing = Multisets(np.zeros(1, dtype=np.int64), np.ones(1))
        half = len(lists) // 2
        first, second = nothing, nothing
        for each in lists[:half]:
            first = _times(first, each)
        for each in lists[half:]:
            second = _times(second, each)
        return self._chances_of_two(first, second)

    def _chances_of_two(self, first: Multisets, second: Multisets) -> Floats:
        """[m]: both drawn, and `m` more cards of the pair."""
        if not len(first.cards) or not len(second.cards):
            return np.zeros(MOST_MORE + 1)
        low, high = (
            halves_together(a, b, begin, end, self.fallings, self.pair)
            for a, b, begin, end in (
                (_halves(first)[0], _halves(second)[0], 0, HALF),
                (_halves(first)[1], _halves(second)[1], HALF, KINDS_TAKEN),
            )
        )
        jokers = self.share.shape[1]
        together = np.zeros((2 * MOST_DRAWN, jokers, MOST_DRAWN))
        add_together(_counted(first, self.pair), _counted(second, self.pair), low, high, together)
        size, joker, of_pair = np.nonzero(together)
        found = together[size, joker, of_pair]
        return np.array(
            [
                (found * self.fallings[self.pair, of_pair + m] * self.share[size + m, joker]).sum()
                for m in range(MOST_MORE + 1)
            ]
        )

    def all_end(self, most_hands: int, ends: tuple[int, ...]) -> float:
        """The chance that every hand of the split ends in one of these ways."""
        total = 0.0
        for hands, filled, _ in ways_to_split(most_hands):
            total += self.chance(hands - 2, filled, hands - filled, ends)
        return total

    def first_ends(self, most_hands: int, end: int) -> float:
        """The chance that the first hand ends so, whatever becomes of the others."""
        total = 0.0
        for hands, filled, _ in ways_to_split(most_hands):
            own = (1, 0) if filled else (0, 1)
            for x in range(max(filled - 1, 0) + 1):
                part = comb(max(filled - 1, 0), x) * (-1) ** x
                total += part * self.chance(hands - 2 + x, *own, (end,))
        return total

    def mean_over(self, most_hands: int) -> float:
        """How many hands go over on average."""
        total = 0.0
        for hands, filled, _ in ways_to_split(most_hands):
            for own, count in (((1, 0), filled), ((0, 1), hands - filled)):
                others = filled - own[0]
                for x in range(others + 1 if count else 0):
                    part = comb(others, x) * (-1) ** x
                    total += count * part * self.chance(hands - 2 + x, *own, (OVER,))
        return total

    def mean_pairs_over(self, most_hands: int) -> float:
        """How many pairs of hands go over together on average."""
        total = 0.0
        for hands, filled, _ in ways_to_split(most_hands):
            plain = hands - filled
            for i, j in ((2, 0), (1, 1), (0, 2)):
                count = comb(filled, i) * comb(plain, j)
                for x in range(filled - i + 1 if count else 0):
                    part = comb(filled - i, x) * (-1) ** x
                    total += count * part * self.chance(hands - 2 + x, i, j, (OVER,))
        return total

    def none_over(self, most_hands: int) -> float:
        """The chance that no hand of the split goes over, by inclusion and exclusion."""
        total = 0.0
        for hands, filled, _ in ways_to_split(most_hands):
            for i in range(filled + 1):
                for j in range(hands - filled + 1):
                    sign = (-1) ** (i + j) * comb(filled, i) * comb(hands - filled, j)
                    # Filled hands that may be anything still have another second card: 1 - x.
                    for x in range(filled - i + 1):
                        more = hands - 2 + x
                        part = comb(filled - i, x) * (-1) ** x
                        total += sign * part * self.chance(more, i, j, (OVER,))
        return total


def _shares(plain: float, jokers: float) -> Floats:
    """What to divide by: [cards drawn that are no jokers, jokers drawn].

    Where jokers lie is as in the whole shoe with the dealer's first card in it (the dealer sets
    jokers aside); which other cards come, as in what is left when the blackjack is out.
    """
    most_jokers = int(min(jokers, MOST_DRAWN - 1))
    share = np.ones((2 * MOST_DRAWN, most_jokers + 1))
    for drawn in range(2 * MOST_DRAWN):
        for at in range(most_jokers + 1):
            if drawn:
                here = max(plain + 1 - drawn + 1, 0.0) / max(plain - 1 - drawn + 1, 1.0)
                size = max(plain + 1 + jokers - at - drawn + 1, 1.0)
                share[drawn, at] = share[drawn - 1, at] * here / size
            elif at:
                share[drawn, at] = share[drawn, at - 1] / max(plain + 1 + jokers - at + 1, 1.0)
    return share


def _halves(multisets: Multisets) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The different low and high halves."""
    return np.unique(multisets.cards & LOW), np.unique(multisets.cards & ~LOW)


def _counted(multisets: Multisets, pair: int) -> tuple[NDArray[Any], ...]:
    """Each multiset by the numbers of its halves, and how many cards, jokers and of the pair."""
    cards = multisets.cards
    drawn = cards[:, None] >> SHIFTS & MASKS
    low, high = _halves(multisets)
    jokers = drawn[:, k.VALUES]
    return (
        np.searchsorted(low, cards & LOW), np.searchsorted(high, cards & ~LOW),
        drawn.sum(axis=1) - jokers, jokers, drawn[:, pair], multisets.orders,
    )  # fmt: skip


def _merge(by_end: dict[int, Multisets], ends: tuple[int, ...]) -> Multisets:
    return _combined(
        np.concatenate([by_end[end].cards for end in ends]),
        np.concatenate([by_end[end].orders for end in ends]),
    )


def _times(first: Multisets, second: Multisets) -> Multisets:
    cards = (first.cards[:, None] + second.cards[None, :]).ravel()
    orders = (first.orders[:, None] * second.orders[None, :]).ravel()
    return _combined(cards, orders)


Taken = Callable[[Together, int], float]


def taken_with_one_more(together: Together, most_hands: int) -> float:
    """Busted stakes are lost apart; one original more while any hand is open."""
    return 1.0 - together.all_end(most_hands, (OVER, SAFE))


def least_with_one_more(together: Together, most_hands: int) -> float:
    """No more than it can be: the first hand alone may be the open one."""
    return together.first_ends(most_hands, OPEN)


def taken_unless_busted(together: Together, most_hands: int) -> float:
    """One original in all: nothing more once a hand has busted, or if none is open."""
    return together.none_over(most_hands) - together.all_end(most_hands, (SAFE,))


def least_unless_busted(together: Together, most_hands: int) -> float:
    """No hand goes over at least as often as this, and all are safe at most as often as one is."""
    none_over = 1.0 - together.mean_over(most_hands)
    return max(none_over - together.first_ends(most_hands, SAFE), 0.0)


def taken_of_one(together: Together, most_hands: int) -> float:
    """One original whatever has busted: less than what was lost on busted hands may be left."""
    lost = 1.0 - together.all_end(most_hands, (SAFE,))
    return lost - together.mean_over(most_hands)


def least_of_one(together: Together, most_hands: int) -> float:
    """All are safe at most as often as the first is."""
    lost = 1.0 - together.first_ends(most_hands, SAFE)
    return lost - together.mean_over(most_hands)


def square_of_one(together: Together, most_hands: int) -> float:
    """What is lost is one or nothing: its square, less that of the busted stakes."""
    lost = 1.0 - together.all_end(most_hands, (SAFE,))
    over, pairs = together.mean_over(most_hands), together.mean_pairs_over(most_hands)
    return lost - over - 2.0 * pairs


# What is taken on average of an original, a lower bound that is quick to find, and what that adds
# to the mean square.
TAKES: dict[int, tuple[Taken, Taken, Taken]] = {
    k.BUSTED_PLUS_ONE: (taken_with_one_more, least_with_one_more, taken_with_one_more),
    k.ORIGINAL_COVERS_BUSTS: (taken_unless_busted, least_unless_busted, taken_unless_busted),
    k.ORIGINAL_ONLY: (taken_of_one, least_of_one, square_of_one),
}
