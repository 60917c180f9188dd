"""What a split is worth: every hand played by the same strategy, exact over all cards drawn.

All hands split from a pair are alike, so the mean of the whole is the mean of one hand times their
number. How many there are hangs on how many more cards of the pair come, and knowing that other
hands drew something else changes what is left for this one. Both are worked out by the law of total
chance (Eric Farmer's method): `plain(p, n)` is a hand's mean when `p` cards of the pair and `n`
cards that are none are gone, and one more unknown card is either.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.odds import codes as k
from bythebook.odds.dealer_odds import ENDS, dealer_ends
from bythebook.odds.follow import BY_END, DOUBLED, MEAN, SQUARE, SUMS, Rights, follow, mark_reached
from bythebook.odds.hands import Hands

Floats = NDArray[np.float64]


class Shoe(NamedTuple):
    """What one deal is drawn from, before any card of it is out."""

    stock: Floats  # by value, and jokers
    hits_soft_17: bool
    ups: NDArray[np.int64]  # the dealer's cards that are looked at


class SplitHands(NamedTuple):
    """The hands of a split pair, by the dealer's card."""

    mean: Floats
    square: Floats
    hands: Floats  # how many on average
    doubles: Floats


class _OneHand:
    """A hand that begins with a card of the pair, `gone` of which are out in all."""

    def __init__(self, hands: Hands, order: Any, rights: Rights, shoe: Shoe, pair: int) -> None:
        self.hands, self.rights = hands, rights
        self.shoe, self.pair = shoe, pair
        self.known: dict[int, tuple[Floats, Floats]] = {}
        reached = np.zeros(hands.size, dtype=np.bool_)
        for value in range(k.VALUES):
            self._begin(reached, hands.following[pair, value])
        if len(hands.joker_as) > 1:
            for name in set(rights.joker[pair].tolist()):
                self._begin(reached, hands.joker_as[pair, name])
        needed = np.zeros(hands.size, dtype=np.bool_)
        mark_reached(hands, order, rights, shoe.ups, reached, needed)
        needed[pair] = True  # the ends at the start
        self.needed = np.flatnonzero(needed)
        self.order = order[reached[order]]
        self.row_of = np.full(hands.size, -1, dtype=np.int64)
        self.row_of[self.needed] = np.arange(len(self.needed))

    def _begin(self, reached: Any, hand: int) -> None:
        if hand >= 0:
            reached[hand : hand + (3 if self.hands.has_suits[hand] else 1)] = True

    def sums(self, gone: int) -> tuple[Floats, Floats]:
        """[dealer's card, sum]: with another second card than the pair's, and with the pair's."""
        if gone not in self.known:
            self.known[gone] = self._sums(gone)
        return self.known[gone]

    def _sums(self, gone: int) -> tuple[Floats, Floats]:
        hands, pair = self.hands, self.pair
        base = self.shoe.stock.copy()
        base[pair] -= gone
        shoes = base[: k.VALUES] - hands.taken[self.needed, : k.VALUES]
        shoes[:, pair] += 1
        ends = dealer_ends(self.shoe.hits_soft_17, np.maximum(shoes, 0))
        other, same = np.zeros((k.VALUES, SUMS)), np.zeros((k.VALUES, SUMS))
        reach = np.zeros(hands.size)
        for up in self.shoe.ups:
            left = base.copy()
            left[up] -= 1
            if left[up] < 0 or left[pair] < 0:
                continue
            spread = ends[self.row_of[pair], up]
            for roots, into in ((self._others(left, up), other), (self._pair(), same)):
                follow(
                    hands, self.order, self.rights, left, pair, roots, self.row_of, ends, up,
                    spread, reach, into[up],
                )  # fmt: skip
        return other, same

    def _others(self, left: Floats, up: int) -> Floats:
        """How a hand begins when its second card is not of the pair."""
        roots = np.zeros(self.hands.size)
        size = left.sum() - left[self.pair]
        for value in range(k.VALUES):
            if value != self.pair and left[value] > 0:
                self._root(roots, self.hands.following[self.pair, value], left[value] / size)
        if left[k.VALUES] > 0:
            name = self.rights.joker[self.pair, up]
            roots[self.hands.joker_as[self.pair, name]] += left[k.VALUES] / size
        return roots

    def _pair(self) -> Floats:
        roots = np.zeros(self.hands.size)
        self._root(roots, self.hands.following[self.pair, self.pair], 1.0)
        return roots

    def _root(self, roots: Floats, hand: int, chance: float) -> None:
        if self.hands.has_suits[hand]:
            roots[hand : hand + 3] += chance * self.rights.suits[hand]
        else:
            roots[hand] += chance


class SplitMeans:
    """The means of one hand of a split pair, whatever is known of the others."""

    def __init__(self, hands: Hands, order: Any, rights: Rights, shoe: Shoe, pair: int) -> None:
        self.one = _OneHand(hands, order, rights, shoe, pair)
        self.shoe, self.pair = shoe, pair
        self.known: dict[tuple[bool, int, int], Floats] = {}

    def chance(self, gone: int, others: int) -> Floats:
        """[dealer's card]: the chance that the next card is of the pair."""
        stock, ups = self.shoe.stock, np.arange(k.VALUES)
        of_pair = stock[self.pair] - gone - (ups == self.pair)
        size = stock.sum() - gone - others - 1
        chances: Floats = np.maximum(of_pair, 0.0) / max(size, 1.0)
        return chances

    def other(self, gone: int, others: int) -> Floats:
        """A hand whose second card is not of the pair; `others` more such cards are gone."""
        key = (False, gone, others)
        if key not in self.known:
            self.known[key] = (
                self.one.sums(gone)[0]
                if others == 0
                else self._without(self.other, gone, others, self.chance(gone, others))
            )
        return self.known[key]

    def plain(self, gone: int, others: int) -> Floats:
        """A hand whose second card may be any."""
        key = (True, gone, others)
        if key not in self.known:
            if others == 0:
                chance = self.chance(gone, 0)[:, None]
                other, same = self.one.sums(gone)
                self.known[key] = chance * same + (1.0 - chance) * other
            else:
                chance_of_pair = self.chance(gone, others - 1)
                self.known[key] = self._without(self.plain, gone, others, chance_of_pair)
        return self.known[key]

    def _without(self, means: Any, gone: int, others: int, chance: Floats) -> Floats:
        """Take away the case that the last unknown card was of the pair."""
        q = chance[:, None]
        whole, with_pair = means(gone, others - 1), means(gone + 1, others - 1)
        result: Floats = (whole - q * with_pair) / (1.0 - q)
        return result


def ways_to_split(most_hands: int) -> Iterator[tuple[int, int, tuple[bool, ...]]]:
    """Every course of a split: hands, how many got another second card, and the draws in order.

    Hands get their second cards one after the other, and a card of the pair makes one more hand,
    until there may be no more; those still open then take whatever comes.
    """

    def go_on(hands: int, filled: int, draws: tuple[bool, ...]) -> Iterator[Any]:
        if filled == hands or hands == most_hands:
            yield hands, filled, draws
            return
        yield from go_on(hands + 1, filled, (*draws, True))
        yield from go_on(hands, filled + 1, (*draws, False))

    yield from go_on(2, 0, ())


def split_hands(means: SplitMeans, free: SplitMeans | None, most_hands: int) -> SplitHands:
    """All hands of a split together; `free` are those on which only a token lies."""
    mean, square, count, doubles = (np.zeros(k.VALUES) for _ in range(4))
    for hands, filled, draws in ways_to_split(most_hands):
        chance = np.ones(k.VALUES)
        gone, others = 2, 0
        for is_pair in draws:
            q = means.chance(gone, others)
            chance = chance * (q if is_pair else 1.0 - q)
            gone, others = gone + is_pair, others + (not is_pair)
        each = [
            (means if free is None or at == 0 else free).other(hands, filled - 1)
            if at < filled
            else (means if free is None or at == 0 else free).plain(hands, filled)
            for at in range(hands)
        ]
        mean += chance * sum(sums[:, MEAN] for sums in each)
        square += chance * _square(means, each)
        doubles += chance * sum(sums[:, DOUBLED] for sums in each)
        count += chance * hands
    return SplitHands(mean, square, count, doubles)


def _square(means: SplitMeans, each: list[Floats]) -> Floats:
    """The mean square of several hands together.

    Two hands go together because they face the same dealer's hand; given how that ends they are
    taken as independent. Only the standard deviation knows of this approximation.
    """
    square: Floats = sum((sums[:, SQUARE] for sums in each), np.zeros(k.VALUES))
    ends = means_ends(means)
    for end in range(ENDS):
        total = sum((sums[:, BY_END + end] for sums in each), np.zeros(k.VALUES))
        alone = sum((sums[:, BY_END + end] ** 2 for sums in each), np.zeros(k.VALUES))
        likely = ends[:, end] > 1e-12
        square[likely] += (total**2 - alone)[likely] / ends[likely, end]
    return square


def means_ends(means: SplitMeans) -> Floats:
    """[dealer's card, end]: how the dealer's hand ends once the pair is out."""
    shoe = means.shoe.stock[: k.VALUES].copy()
    shoe[means.pair] -= 2
    ends: Floats = dealer_ends(means.shoe.hits_soft_17, shoe[None, :])[0]
    return ends
