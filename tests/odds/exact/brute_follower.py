"""The best play of `brute_best`, followed card by card through the rounds of `brute_force`.

The decisions are those that were found best; the money is counted by a program that knows nothing
of them. Where both come to the same expected result, the sums of `brute_best` are right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import factorial

from tests.game import brute_force
from tests.game.brute_force import JOKER, JOKER_VALUES
from tests.odds.exact.brute_best import Cell, FirstTwo, Split, Unsplit, best
from tests.odds.exact.brute_rules import (
    FACES,
    Cards,
    face,
    faces_of,
    is_natural,
    kind_of,
    rules_of,
    suits_of,
)


class Follower(brute_force.Search):
    """Every order of the cards, with the best decisions."""

    def __init__(self, game: str, stock: str, stake: int, readings: Mapping[str, str]) -> None:
        super().__init__(stock.split())
        self.rules = rules_of(game, {}, readings)
        kinds = Counter(kind_of(self.rules, card) for card in stock.split())
        faces = {face(kind) for kind in kinds} - {JOKER}
        self.unsplit = {up: Unsplit(self.rules, kinds, up, stake) for up in faces}
        self.cells: dict[tuple[Cards, str, str], Cell] = {
            (cell.hand, cell.up, cell.suits): cell
            for cell in best(game, stock, readings=readings, stake=stake).cells
        }
        self.names: dict[tuple[Cards, str], Cards] = {}
        self.card_due = False  # a hit or a double was chosen, and its card has not come yet

    def begin(self, first: str, up: str, second: str) -> None:
        """The initial deal has come."""
        self.dealt = self._kinds_of((first, second))
        self.against = self.unsplit[face(up)]
        self.play: brute_force.Round | None = None
        if JOKER in self.dealt:
            question = (self.dealt, self.against.up)
            if question not in self.names:
                self.names[question] = self._best_names()
            self.to_name = [card for card in self.names[question] if card[-1] == "*"]

    def draw(self) -> str:
        card = super().draw()
        if card == JOKER:
            self.joker_drawn_to = "hand" if self.card_due else "split card"
        self.card_due = False
        return card

    def orders(self) -> int:
        """How many orders of all cards this line stands for."""
        return self.weight * factorial(sum(self._left))

    def choose(self, options: Sequence[str]) -> str:
        if tuple(options) == JOKER_VALUES:
            return self._name()
        choice = self._decide(options)
        if choice in ("hit", "double"):
            self.card_due = True
            self.action = choice
        return choice

    def _kinds_of(self, cards: Sequence[str]) -> Cards:
        return tuple(card if card[-1] == "*" else kind_of(self.rules, card) for card in cards)

    def _hand(self) -> brute_force.Hand:
        """The hand in turn: those after it still have one card."""
        assert self.play is not None
        return [hand for hand in self.play.hands if len(hand.cards) > 1][-1]

    def _cell(self) -> Cell:
        faces = tuple(sorted(faces_of(self.dealt), key=FACES.index))
        return self.cells[faces, self.against.up, suits_of(self.dealt)]

    def _decide(self, options: Sequence[str]) -> str:
        hand = self._hand()
        cards = self._kinds_of(hand.cards)
        if "withdraw" in options:
            hand_now = self.against.in_order(faces_of(cards))
            free = self.against.settlement.free(cards[:-1])
            kept, back = self.against.doubled_values(hand_now, free)
            return "withdraw" if back > kept else "go on"
        if "go on" in options:
            cell = self._cell()
            action = cell.action.replace("-", " ")
            if "insure" in options and cell.insured and action != "even money":
                return "insure"
            return action if action in options else "go on"
        if len(cards) == 2 and not hand.is_split and JOKER not in self.dealt:
            return self._cell().action
        if "split" in options and faces_of(cards)[0] == faces_of(cards)[1]:
            return "split"
        return Split(self.against).policy(cards)

    # Jokers

    def _name(self) -> str:
        if self.play is None:
            return self.to_name.pop(0)[0]
        if self.joker_drawn_to == "hand":
            cards, action = self._hand().cards, self.action
        else:
            cards = next(hand.cards for hand in self.play.hands if len(hand.cards) == 1)
            action = "hit"
        return self.against.named(faces_of(self._kinds_of(cards)), JOKER, action)[0]

    def _best_names(self) -> Cards:
        """What the jokers among the first two cards are best called."""
        starred = [name + "*" for name in JOKER_VALUES]
        faces = tuple(sorted(faces_of(self.dealt), key=FACES.index))
        deal = FirstTwo(self.against, Split(self.against), faces, "")

        def worth(cards: Cards) -> int:
            if is_natural(cards):
                found = deal.with_natural(cards)
                return max(w + deal.insurance(action) for action, w in found.items())
            ranked = self.against.ranking(self.against.in_order(cards), "")
            return deal.ways * ranked[0][0] + deal.insurance("")

        ways = product(*(starred if card == JOKER else [card] for card in self.dealt))
        return max(ways, key=worth)


def followed(game: str, stock: str, stake: int = 10_000) -> Fraction:
    """The expected result for one unit staked, every order of the cards played to its end."""
    worth = sum(orders * play.net for orders, play in rounds_followed(game, stock, stake))
    return Fraction(worth, factorial(len(stock.split())) * stake)


def tokens_followed(
    game: str, stock: str, readings: Mapping[str, str]
) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """The chances of so many tokens, in all rounds and in those where the dealer makes 22."""
    every, against_22 = Counter[int](), Counter[int]()
    for orders, play in rounds_followed(game, stock, 10_000, readings):
        every[play.tokens] += orders
        if brute_force.count(play.dealer)[0] == 22:
            against_22[play.tokens] += orders
    size = factorial(len(stock.split()))
    all_of_them, those = (
        {tokens: Fraction(orders, size) for tokens, orders in found.items()}
        for found in (every, against_22)
    )
    return all_of_them, those


def rounds_followed(
    game: str, stock: str, stake: int, readings: Mapping[str, str] = {}
) -> Iterator[tuple[int, brute_force.Round]]:
    """Every round, settled, with the number of orders of the cards that it stands for."""
    line = Follower(game, stock, stake, readings)
    rules = brute_force.read(game, [f"{name}={value}" for name, value in readings.items()])
    assert rules is not None
    more = True
    while more:
        first, up, second = line.draw(), brute_force.dealer_card(line), line.draw()
        hole = [brute_force.dealer_card(line)] if rules.hole_card else []
        line.begin(first, up, second)
        cards = [brute_force.named(line, first), brute_force.named(line, second)]
        play = brute_force.Round(rules, line, stake, [up], [brute_force.Hand(cards, stake)], hole)
        line.play = play
        brute_force.close_if_decided(play, play.hands[0])
        brute_force.window(play)
        if brute_force.count([up, *hole]) != (21, True):  # a blackjack under the first card
            brute_force.play_hands(play)
        brute_force.deal_dealer(play)
        brute_force.settle(play)
        yield line.orders(), play
        more = line.next_line()
