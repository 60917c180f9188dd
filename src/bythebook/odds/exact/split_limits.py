"""What a dealer's blackjack takes from split hands where one limit spans them all.

Where the book lets a blackjack take one original wager in all (with or without the stakes already
lost on busted hands), it matters whether *any* hand is still open, or whether *all* have gone over:
a question about the hands together. Given the blackjack, a hand is a multiset of cards drawn with a
number of orders; several hands are the sum of such multisets, and the chance of a multiset is a
product of falling factorials. So the sums below run over all combinations, exactly. What a dealer
draws to some other end is such a multiset too, and goes into the sums like one more hand.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.odds.exact.dealer import Counts
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
HALF = 5  # kinds below it are the low half of a multiset
LOW = np.int64((1 << int(SHIFTS[HALF])) - 1)

# How a hand of a split can end, as far as a dealer's blackjack is concerned.
OPEN, OVER, SAFE = range(3)


class Multisets(NamedTuple):
    """Cards drawn by some hands, packed, each with its number of orders."""

    cards: NDArray[np.int64]
    orders: Floats


def multisets_of(drawn: Mapping[Counts, int]) -> Multisets:
    """Cards by value, with their numbers of orders, as the sums below take them."""
    cards = np.array(list(drawn), dtype=np.int64).reshape(-1, k.VALUES)
    return Multisets(cards @ (1 << SHIFTS[: k.VALUES]), np.array(list(drawn.values()), dtype=float))


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
    paid = not np.isnan(rights.pays.five_cards_doubled)
    five = hands.cards[child] == rights.pays.charlie and total < 21 and paid
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
    first: Integers, second: Integers, begin: int, end: int, fallings: Floats
) -> Number:
    """Falling factorials of some kinds for every two of these multisets."""
    table = np.ones((len(first), len(second)))
    for i in range(len(first)):
        for j in range(len(second)):
            packed = first[i] + second[j]
            for kind in range(begin, end):
                table[i, j] *= fallings[kind, packed >> SHIFTS[kind] & MASKS[kind]]
    return table


@compiled
def add_together(
    first: tuple[Integers, ...],
    second: tuple[Integers, ...],
    lows: tuple[Integers, Integers],
    high: Floats,
    fallings: Floats,
    together: Floats,
) -> None:
    """Add up every two multisets by how many cards and jokers they have.

    Each is (number of its low half, of its cell; orders); a cell is (number of its high half, how
    many cards and jokers there are in all). For one low half of the first all of the second are
    added up by their cells, of which there are few; only these meet each of the first with that low
    half, which stand together. Products of falling factorials are worked out for the halves.
    """
    a_low, a_cell, a_orders, a_high, a_size, a_jokers = first
    b_low, b_cell, b_orders, b_high, b_size, b_jokers = second
    sums = np.zeros(len(b_high))
    for i in range(len(a_low)):
        at = a_low[i]
        if i == 0 or at != a_low[i - 1]:
            of_low = halves_together(lows[0][at : at + 1], lows[1], 0, HALF, fallings)[0]
            sums[:] = 0.0
            for j in range(len(b_low)):
                sums[b_cell[j]] += b_orders[j] * of_low[b_low[j]]
        cell, orders = a_cell[i], a_orders[i]
        of_high, size, jokers = high[a_high[cell]], a_size[cell], a_jokers[cell]
        for j in range(len(sums)):
            product = orders * sums[j] * of_high[b_high[j]]
            together[size + b_size[j], jokers + b_jokers[j]] += product


def _combined(cards: NDArray[np.int64], orders: Floats) -> Multisets:
    """Equal multisets together."""
    if not len(cards):
        return Multisets(cards, orders)
    unique, where = np.unique(cards, return_inverse=True)
    summed: Floats = np.bincount(where, weights=orders, minlength=len(unique)).astype(np.float64)
    return Multisets(unique, summed)


class Together:
    """Hands of one split pair against one dealer's card, given that the dealer has blackjack.

    Or, with `draws`, what the dealer may draw: together with the dealer's drawing any of that.
    """

    def __init__(
        self, hands: Hands, order: Integers, rights: Rights, shoe: Shoe, pair: int, up: int,
        loses_21: bool, draws: Multisets | None = None,
    ) -> None:  # fmt: skip
        self.hands, self.order, self.rights = hands, order, rights
        self.pair, self.up, self.loses_21, self.draws = pair, up, loses_21, draws
        left = shoe.stock.copy()
        left[pair] -= 2
        left[up] -= 1
        dealer_size = left[: k.VALUES].sum()
        if draws is None:
            left[k.TEN if up == k.ACE else k.ACE] -= 1
        else:
            assert left[k.VALUES] == 0, "the dealer sets jokers aside"
            dealer_size += 1  # nothing of what will be drawn is out
        self.fallings = np.ones((KINDS_TAKEN, MOST_DRAWN))
        for at in range(1, MOST_DRAWN):
            self.fallings[:, at] = self.fallings[:, at - 1] * np.maximum(left - at + 1, 0.0)
        self.share = _shares(dealer_size, left[k.VALUES])
        self.memory: dict[tuple[int, int, int, int], float] = {}

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
        key = (more, restricted, plain, sum(1 << end for end in ends))
        if key not in self.memory:
            whole, other = self.ends
            lists = [_merge(other, ends)] * restricted + [_merge(whole, ends)] * plain
            half = len(lists) // 2
            self.memory[key] = self._drawn(more, _product(lists[:half]), _product(lists[half:]))
        return self.memory[key]

    def _drawn(self, more: int, first: Multisets, second: Multisets) -> float:
        """The chance that both are drawn, more cards of the pair, and what the dealer may draw."""
        pairs = Multisets(np.array([more << SHIFTS[self.pair]]), np.ones(1))
        first = _product([pairs, first, *([] if self.draws is None else [self.draws])])
        if not len(first.cards) or not len(second.cards):
            return 0.0
        lows = np.unique(first.cards & LOW), np.unique(second.cards & LOW)
        highs = np.unique(first.cards & ~LOW), np.unique(second.cards & ~LOW)
        high = halves_together(*highs, HALF, KINDS_TAKEN, self.fallings)
        together = np.zeros_like(self.share)
        halves = _by_halves(first), _by_halves(second)
        add_together(*halves, lows, high, self.fallings, together)
        return float((together * self.share).sum())

    def all_end(self, most_hands: int, ends: tuple[int, ...]) -> float:
        """The chance that every hand of the split ends in one of these ways."""
        return sum(self.all_end_as(most_hands, ends).values())

    def all_end_as(self, most_hands: int, ends: tuple[int, ...]) -> dict[int, float]:
        """The same, by how many hands there are.

        Ways to as many hands differ in what their second cards are; all that they have in common
        is drawn against the sum of the rest, so that all of them cost as much as one.
        """
        ways: dict[int, list[int]] = {}
        for hands, filled, _ in ways_to_split(most_hands):
            ways.setdefault(hands, []).append(filled)
        whole, other = (_merge(by_end, ends) for by_end in self.ends)
        found = {}
        for hands, restricted in ways.items():
            least, most = min(restricted), max(restricted)
            common = _product([other] * least + [whole] * (hands - most))
            rest = [
                _product([other] * (filled - least) + [whole] * (most - filled))
                for filled in restricted
            ]
            found[hands] = self._drawn(hands - 2, _sum(rest), common)
        return found

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


def _by_halves(multisets: Multisets) -> tuple[NDArray[Any], ...]:
    """The multisets by their low halves and cells, and the cells: see `add_together`."""
    cards, orders = multisets
    _, low = np.unique(cards & LOW, return_inverse=True)
    _, high = np.unique(cards & ~LOW, return_inverse=True)
    drawn = cards[:, None] >> SHIFTS & MASKS
    jokers = drawn[:, k.VALUES]
    shape = (len(cards), 2 * MOST_DRAWN, MOST_DRAWN)
    told = np.ravel_multi_index((high, drawn.sum(axis=1) - jokers, jokers), shape)
    cells, cell = np.unique(told, return_inverse=True)
    in_order = np.argsort(low, kind="stable")
    # Of one layout in memory: another one would have everything compiled a second time.
    columns = (np.ascontiguousarray(column) for column in np.unravel_index(cells, shape))
    return low[in_order], cell[in_order], orders[in_order], *columns


def _merge(by_end: dict[int, Multisets], ends: tuple[int, ...]) -> Multisets:
    return _sum([by_end[end] for end in ends])


def _sum(lists: list[Multisets]) -> Multisets:
    """Any of them."""
    cards, orders = zip(*lists, strict=True)
    return _combined(np.concatenate(cards), np.concatenate(orders))


def _product(lists: list[Multisets]) -> Multisets:
    """One of each."""
    product = Multisets(np.zeros(1, dtype=np.int64), np.ones(1))
    for each in lists:
        cards = (product.cards[:, None] + each.cards[None, :]).ravel()
        orders = (product.orders[:, None] * each.orders[None, :]).ravel()
        product = _combined(cards, orders)
    return product


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
