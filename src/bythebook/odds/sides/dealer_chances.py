"""Side wagers that the dealer's later cards decide: sums over them, exactly.

A shuffled shoe's cards are exchangeable, and whoever decides about a hand has not seen those left.
So the dealer's cards are as likely as if they were dealt before any hand is played: what players
draw does not enter, unless the shoe runs out of cards.
"""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.cards import CARDS
from bythebook.game.hands import with_card
from bythebook.odds.numbers import codes as k
from bythebook.odds.sides.deciding import KINDS, Classes, Deciding
from bythebook.odds.sides.pattern_counts import ways
from bythebook.rulebooks.chapters.game import BlackjackGame

VALUE_OF_KIND = np.array([k.VALUE_OF_RANK[kind // 4] for kind in range(KINDS)])
SEVENTEEN = 17

_CARDS = tuple(CARDS[name + "C"] for name in k.VALUE_NAMES)


def chances_with_second_card(counts: NDArray[np.int64], how: Deciding) -> list[Fraction]:
    """The chance of each line where the deal and the dealer's second card decide."""
    opening = on_three_cards(how)
    three = ways(counts, 3)
    lines = how.line.shape[0], how.line.shape[1]
    found = [0] * (int(how.line.max()) + 1)
    for of_opening, of_two in product(*map(range, lines)):
        second = (how.dealer_two.of == of_two).astype(np.int64)  # by the first card, and this one
        left = second @ counts - second.diagonal()
        for_each = left[None, None, :] - second.T[:, None, :] - second.T[None, :, :]
        number = int(((three * for_each)[opening == of_opening]).sum())
        found[int(how.line[of_opening, of_two, 0, 0])] += number
    every = _falling(int(counts.sum()), 4)
    return [Fraction(number, every) for number in found]


def on_three_cards(how: Deciding) -> NDArray[np.int8]:
    """The class of the deal by a box's two cards and the dealer's first."""
    table = how.opening.of
    if how.deal.cards == 1:
        table = table[:, None] if how.deal.first == 0 else table[None, :]
    if not how.deal.dealer:
        table = table[:, :, None]
    return np.broadcast_to(table, (KINDS,) * 3)


# Whole hands


def chances_with_whole_hand(
    rules: BlackjackGame, counts: NDArray[np.int64], how: Deciding
) -> list[Fraction]:
    """The chance of each line where the deal and the dealer's whole hand decide.

    The commonest class of the deal is what the others leave of all dealer's hands.
    """
    weights = _ways_by_value(counts, how)
    usual = int(weights.sum(axis=(1, 2, 3)).argmax())
    every = _falling(int(counts.sum()), 3)
    hands = Hands(rules.dealer.soft_17.value == "hits", how.dealer_hand)
    by_value = _by_value(counts)
    of_usual = hands.of_all(by_value)
    found = [Fraction(0)] * (int(how.line.max()) + 1)
    others = np.delete(weights, usual, axis=0).sum(axis=0)
    for first, second, up in np.argwhere(others).tolist():
        after = hands.after(_without(by_value, (first, second, up)), up)
        for of_opening, weight in enumerate(weights[:, first, second, up].tolist()):
            if of_opening != usual and weight:
                for of_hand, chance in after.items():
                    part = chance * Fraction(weight, every)
                    found[int(how.line[of_opening, 0, of_hand, 0])] += part
                    of_usual[of_hand] -= part
    for of_hand, chance in of_usual.items():
        found[int(how.line[usual, 0, of_hand, 0])] += chance
    return found


def _ways_by_value(counts: NDArray[np.int64], how: Deciding) -> NDArray[np.int64]:
    """In how many ways each class of the deal comes, by the values of a box's two cards, the lower
    first, and of the dealer's."""
    first, second, up = np.ix_(VALUE_OF_KIND, VALUE_OF_KIND, VALUE_OF_KIND)
    low, high = np.minimum(first, second), np.maximum(first, second)
    places = (on_three_cards(how).astype(np.int64), low, high, up)
    shape = (len(how.opening.answers), k.VALUES, k.VALUES, k.VALUES)
    found = np.zeros(shape, dtype=np.int64)
    np.add.at(found, np.broadcast_arrays(*places), ways(counts, 3))
    return found


def _by_value(counts: NDArray[np.int64]) -> list[int]:
    found: list[int] = np.bincount(VALUE_OF_KIND, counts, k.VALUES).astype(int).tolist()
    return found


class Hands(NamedTuple):
    """How the dealer draws, and the class of every hand that comes of it."""

    hits_soft_17: bool
    classes: Classes

    def of_all(self, counts: list[int]) -> dict[int, Fraction]:
        """Every hand of the dealer from these cards, by value."""
        found: dict[int, Fraction] = {}
        for value, number in enumerate(counts):
            if number:
                rest = self.after(_without(counts, (value,)), value)
                for of_hand, chance in rest.items():
                    part = chance * Fraction(number, sum(counts))
                    found[of_hand] = found.get(of_hand, Fraction(0)) + part
        return found

    def after(self, counts: list[int], first: int) -> dict[int, Fraction]:
        """The chance of each class of hand after a first card, that card no longer among these."""
        ways_of = Counter[tuple[int, int]]()  # by class and number of cards drawn
        card = _CARDS[first]
        self._draw(counts, (card.value, card.rank == "A"), 1, 1, ways_of)
        left = sum(counts)
        found: dict[int, Fraction] = {}
        for (of_hand, drawn), number in ways_of.items():
            part = Fraction(number, _falling(left, drawn))
            found[of_hand] = found.get(of_hand, Fraction(0)) + part
        return found

    def _draw(
        self,
        counts: list[int],
        hand: tuple[int, bool],
        cards: int,
        weight: int,
        ways_of: Counter[tuple[int, int]],
    ) -> None:
        for value, number in enumerate(counts):
            if not number:
                continue
            points, soft = with_card(*hand, _CARDS[value])
            counts[value] -= 1
            draws = points < SEVENTEEN or (points == SEVENTEEN and soft and self.hits_soft_17)
            if draws:
                self._draw(counts, (points, soft), cards + 1, weight * number, ways_of)
            else:
                of_hand = int(self.classes.of[points, cards + 1])
                ways_of[of_hand, cards] += weight * number
            counts[value] += 1


def _without(counts: list[int], values: tuple[int, ...]) -> list[int]:
    left = list(counts)
    for value in values:
        left[value] -= 1
    return left


def _falling(cards: int, drawn: int) -> int:
    every = 1
    for place in range(drawn):
        every *= cards - place
    return every
