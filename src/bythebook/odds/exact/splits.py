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

from bythebook.odds.exact.dealer import ANY, ENDS, dealer_ends
from bythebook.odds.exact.follow import (
    BY_END,
    DOUBLED,
    MEAN,
    SQUARE,
    SUMS,
    Rights,
    follow,
    mark_reached,
)
from bythebook.odds.exact.play_values import joker_chance
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.hands import Hands
from bythebook.odds.numbers.typed import Floats, Integers


class Shoe(NamedTuple):
    """What one deal is drawn from, before any card of it is out."""

    stock: Floats  # by value, and jokers
    hits_soft_17: bool
    ups: NDArray[np.int64]  # the dealer's cards that are looked at
    second: int = ANY  # the value of the dealer's second card, where it is seen: it is not in here


class SplitHands(NamedTuple):
    """The hands of a split pair, by the dealer's card."""

    mean: Floats
    square: Floats
    hands: Floats  # how many on average
    doubles: Floats


class _OneHand:
    """A hand that begins with a card of the pair, `gone` of which are out in all."""

    def __init__(
        self, hands: Hands, order: Integers, rights: Rights, shoe: Shoe, pair: int
    ) -> None:
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

    def _begin(self, reached: Integers, hand: int) -> None:
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
        ends = dealer_ends(self.shoe.hits_soft_17, np.maximum(shoes, 0), self.shoe.second)
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
        joker = joker_chance(left[k.VALUES], left.sum())
        plain = left[: k.VALUES].sum()
        not_pair = 1.0 - (1.0 - joker) * left[self.pair] / plain
        if not_pair <= 0.0:
            return roots
        for value in range(k.VALUES):
            if value != self.pair and left[value] > 0:
                chance = (1.0 - joker) * left[value] / plain / not_pair
                self._root(roots, self.hands.following[self.pair, value], chance)
        if left[k.VALUES] > 0:
            name = self.rights.joker[self.pair, up]
            roots[self.hands.joker_as[self.pair, name]] += joker / not_pair
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

    def __init__(
        self, hands: Hands, order: Integers, rights: Rights, shoe: Shoe, pair: int
    ) -> None:
        self.one = _OneHand(hands, order, rights, shoe, pair)
        self.shoe, self.pair = shoe, pair
        self.known: dict[tuple[bool, int, int], Floats] = {}
        self.chances: dict[tuple[int, int], Floats] = {}

    def chance(self, gone: int, others: int) -> Floats:
        """[dealer's card]: the chance that the next card is of the pair."""
        key = (gone, others)
        if key not in self.chances:
            first = self._first_chance(gone)
            with_pair, whole = (
                self._none_of_pair(gone + 1, others),
                self._none_of_pair(gone, others),
            )
            self.chances[key] = first * with_pair / np.where(whole > 0, whole, 1.0)
        return self.chances[key]

    def _first_chance(self, gone: int) -> Floats:
        stock, ups = self.shoe.stock, np.arange(k.VALUES)
        of_pair = np.maximum(stock[self.pair] - gone - (ups == self.pair), 0.0)
        plain = max(stock[: k.VALUES].sum() - gone - 1, 1.0)
        joker = joker_chance(stock[k.VALUES], plain + stock[k.VALUES])
        chances: Floats = (1.0 - joker) * of_pair / plain
        return chances

    def _none_of_pair(self, gone: int, cards: int) -> Floats:
        """The chance that so many cards are not of the pair."""
        if cards == 0:
            return np.ones(k.VALUES)
        with_first = self._first_chance(gone) * self._none_of_pair(gone + 1, cards - 1)
        return self._none_of_pair(gone, cards - 1) - with_first

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
        # Where only cards of the pair are left the case cannot come: any number will do.
        result: Floats = (whole - q * with_pair) / np.where(q < 1.0, 1.0 - q, 1.0)
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


def later_hands(draws: tuple[bool, ...]) -> list[bool]:
    """Which hands, in their order, a later card of the pair began."""
    hands, at = [False, False], 0
    for is_pair in draws:
        if is_pair:
            hands.insert(at + 1, True)
        else:
            at += 1
    return hands


def split_hands(
    means: SplitMeans, others: SplitMeans, later: SplitMeans, most_hands: int
) -> SplitHands:
    """All hands of a split together: the first one, the others, and those that came later.

    The first carries the player's own stake; on the others there may be tokens only.
    """
    mean, square, count, doubles = (np.zeros(k.VALUES) for _ in range(4))
    for hands, filled, draws in ways_to_split(most_hands):
        kinds = [later if new else others for new in later_hands(draws)]
        kinds[0] = means
        chance = np.ones(k.VALUES)
        of_pair, not_of_pair = 2, 0
        for is_pair in draws:
            q = means.chance(of_pair, not_of_pair)
            chance = chance * (q if is_pair else 1.0 - q)
            of_pair, not_of_pair = of_pair + is_pair, not_of_pair + (not is_pair)
        each = [
            kind.other(hands, filled - 1) if at < filled else kind.plain(hands, filled)
            for at, kind in enumerate(kinds)
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
    ends: Floats = dealer_ends(means.shoe.hits_soft_17, shoe[None, :], means.shoe.second)[0]
    return ends
