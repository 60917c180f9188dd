"""A game of three cards each, wholly and exactly: nobody decides anything, so counting is enough.

Three cards for the player and three for the dealer are drawn from a finite stock without
replacement. Cards of a shuffled shoe are exchangeable, so the order of the deal, the cards of the
other boxes and the cards burned do not enter: any six cards of the shoe are as likely as any other.
What becomes of the wager is asked of the round engine, once for each class of hands that it can
tell apart. The side wagers of such a game are priced by `price_side_wager`.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import sqrt
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from bythebook.cards import CARDS, Card
from bythebook.errors import Malformed
from bythebook.game import start
from bythebook.game.state import Hand
from bythebook.game.three_cards import count, is_three_aces, is_three_tens, outcome_of
from bythebook.odds.numbers.codes import VALUE_NAMES, VALUE_OF_RANK, VALUES
from bythebook.odds.sides.pattern_counts import counted
from bythebook.rulebooks.chapters.game import Game, Outcome, Result, ThreeCardGame

HAND = 3

# The outcomes of the rules, in the order in which they are asked for.
OUTCOMES = (
    "three_aces",
    "three_aces_against_three_aces",
    "three_tens",
    "three_tens_against_30",
    "higher",
    "equal",
    "lower",
)


class OutcomePrice(msgspec.Struct, frozen=True, kw_only=True):
    """One way the wager ends, how often, and what it is worth to the player per unit staked."""

    name: str
    clause: str
    result: Result
    probability: float
    pays: float  # 10 at ten to one, 0 where the stake comes back alone, -1 where it is lost
    contribution: float
    exact: Fraction


class GivenCards(msgspec.Struct, frozen=True, kw_only=True):
    """The wager where something is known: the dealer's first card, or the player's count."""

    given: str
    probability: float
    wins: float
    stands_off: float
    loses: float
    house_edge: float


class ThreeCardAnalysis(msgspec.Struct, frozen=True, kw_only=True, rename={"return_": "return"}):
    """The main wager, per unit staked."""

    house_edge: float
    return_: float
    standard_deviation: float
    hit_frequency: float
    outcomes: tuple[OutcomePrice, ...]
    by_dealer_card: tuple[GivenCards, ...]
    by_count: tuple[GivenCards, ...]
    distribution: tuple[tuple[float, float], ...]  # result in units and its probability
    exact_edge: Fraction


def analyse_three_cards(game: Game, stock: Sequence[Card] | None = None) -> ThreeCardAnalysis:
    """Analyse the main wager; stock: the cards it is dealt from, the whole shoe unless given."""
    rules = game.rules
    if not isinstance(rules, ThreeCardGame):
        raise Malformed(f"{game.id} is no game of three cards each", "game")
    hands = _hands()
    ways = _ways(_by_value(counted(game, stock, 2 * HAND)), hands)
    ended = _ended(game, rules, hands)
    outcomes = [getattr(rules, name) for name in OUTCOMES]
    every = int(ways.sum())
    chances = [Fraction(int(ways[ended == n].sum()), every) for n in range(len(outcomes))]
    pays = [_pays(outcome) for outcome in outcomes]
    mean = sum((p * x for p, x in zip(chances, pays, strict=True)), Fraction(0))
    square = sum((p * x**2 for p, x in zip(chances, pays, strict=True)), Fraction(0))
    by_result: dict[Fraction, Fraction] = {}
    for chance, paid in zip(chances, pays, strict=True):
        by_result[paid] = by_result.get(paid, Fraction(0)) + chance
    return ThreeCardAnalysis(
        house_edge=float(-mean),
        return_=float(1 + mean),
        standard_deviation=sqrt(square - mean**2),
        hit_frequency=float(sum((p for x, p in by_result.items() if x > 0), Fraction(0))),
        outcomes=tuple(
            [
                OutcomePrice(
                    name=name.replace("_", " "),
                    clause=outcome.clause,
                    result=outcome.result,
                    probability=float(chance),
                    pays=float(paid),
                    contribution=float(chance * paid),
                    exact=chance,
                )
                for name, outcome, chance, paid in zip(
                    OUTCOMES, outcomes, chances, pays, strict=True
                )
            ]
        ),
        by_dealer_card=_by_dealer_card(_Counted(ways, ended, pays, hands)),
        by_count=_by_count(_Counted(ways, ended, pays, hands)),
        distribution=tuple([(float(x), float(p)) for x, p in sorted(by_result.items())]),
        exact_edge=-mean,
    )


def _pays(outcome: Outcome) -> Fraction:
    if outcome.result == "wins":
        odds = outcome.odds
        return Fraction(odds.wins, odds.stake) if odds is not None else Fraction(0)
    return Fraction(-1 if outcome.result == "loses" else 0)


# Hands by value: all ten-values count alike, and no suit matters to the main wager.


def _hands() -> list[tuple[int, ...]]:
    """Every three values, in rising order."""
    return list(combinations_with_replacement(range(VALUES), HAND))


def _cards(hand: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple([CARDS[VALUE_NAMES[value] + "S"] for value in hand])


def _held(hands: list[tuple[int, ...]]) -> NDArray[np.int64]:
    """How many cards of each value each hand holds."""
    return np.array([[hand.count(value) for value in range(VALUES)] for hand in hands])


def _by_value(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    by_rank = counts.reshape(len(VALUE_OF_RANK), -1).sum(axis=1)
    values = np.zeros(VALUES, dtype=np.int64)
    np.add.at(values, np.array(VALUE_OF_RANK), by_rank)
    return values


def _ways(stock: NDArray[np.int64], hands: list[tuple[int, ...]]) -> NDArray[np.int64]:
    """In how many ways a player's hand (row) and a dealer's hand (column) can be drawn together.

    Both without regard to order, so that the sum is C(n, 3) C(n - 3, 3) for a stock of n cards.
    """
    held = _held(hands)
    player = _choose(np.broadcast_to(stock, held.shape), held).prod(axis=1)
    left = np.maximum(stock[None, :] - held, 0)
    dealer = _choose(left[:, None, :], held[None, :, :]).prod(axis=2)
    table: NDArray[np.int64] = player[:, None] * dealer
    return table


def _choose(cards: NDArray[np.int64], taken: NDArray[np.int64]) -> NDArray[np.int64]:
    """In how many ways up to three cards can be chosen, element by element."""
    one, two = cards, cards * (cards - 1) // 2
    return np.choose(taken, [np.ones_like(one), one, two, two * (cards - 2) // 3])


def _ended(game: Game, rules: ThreeCardGame, hands: list[tuple[int, ...]]) -> NDArray[np.int8]:
    """Which outcome each player's hand has against each dealer's, as the round engine says.

    The engine tells hands apart by their count and by the two patterns that decide by themselves:
    one hand of each such class is asked about.
    """
    classes: dict[tuple[int, bool, bool], tuple[Card, ...]] = {}
    of_hand = []
    for hand in hands:
        cards = _cards(hand)
        aces, tens = is_three_aces(cards), is_three_tens(cards)
        classes.setdefault((count(cards), aces, tens), cards)
        of_hand.append((count(cards), aces, tens))
    number = {each: n for n, each in enumerate(classes)}
    outcomes: list[Outcome] = [getattr(rules, name) for name in OUTCOMES]
    state = start(game)
    table = np.empty((len(classes), len(classes)), dtype=np.int8)
    for row, player in enumerate(classes.values()):
        hand_played = Hand(cards=player, total=count(player))
        for column, dealer in enumerate(classes.values()):
            against = replace(state, dealer=dealer, dealer_total=count(dealer))
            outcome = outcome_of(rules, against, hand_played)
            # Two outcomes may say the same: it is the setting itself that is looked for.
            table[row, column] = next(n for n, each in enumerate(outcomes) if each is outcome)
    index = np.array([number[each] for each in of_hand])
    full: NDArray[np.int8] = table[np.ix_(index, index)]
    return full


# What is known of the cards


class _Counted(NamedTuple):
    """Every two hands: in how many ways they come, how that ends, and what each end pays."""

    ways: NDArray[np.int64]
    ended: NDArray[np.int8]
    pays: list[Fraction]
    hands: list[tuple[int, ...]]


def _by_dealer_card(counted: _Counted) -> tuple[GivenCards, ...]:
    """By the dealer's first card: each card of a hand comes first in a third of its orders."""
    held, ways = _held(counted.hands), counted.ways
    first = [(name, ways * held[:, value]) for value, name in enumerate(VALUE_NAMES)]
    every = HAND * int(ways.sum())
    return tuple([_given(counted, name, part, every) for name, part in first if part.any()])


def _by_count(counted: _Counted) -> tuple[GivenCards, ...]:
    """By the player's count; three ten-values are apart from other hands of 30."""
    kinds: dict[tuple[int, bool], list[int]] = {}
    for row, hand in enumerate(counted.hands):
        cards = _cards(hand)
        kinds.setdefault((count(cards), is_three_tens(cards)), []).append(row)
    given = []
    for (points, tens), rows in sorted(kinds.items()):
        part = np.zeros_like(counted.ways)
        part[rows] = counted.ways[rows]
        if part.any():
            name = f"{points} of three ten-values" if tens else str(points)
            given.append(_given(counted, name, part, int(counted.ways.sum())))
    return tuple(given)


def _given(counted: _Counted, name: str, ways: NDArray[np.int64], every: int) -> GivenCards:
    here, pays = int(ways.sum()), counted.pays
    chances = [Fraction(int(ways[counted.ended == n].sum()), here) for n in range(len(pays))]
    paired = list(zip(chances, pays, strict=True))
    return GivenCards(
        given=name,
        probability=float(Fraction(here, every)),
        wins=float(sum((p for p, x in paired if x > 0), Fraction(0))),
        stands_off=float(sum((p for p, x in paired if x == 0), Fraction(0))),
        loses=float(sum((p for p, x in paired if x < 0), Fraction(0))),
        house_edge=float(-sum((p * x for p, x in paired), Fraction(0))),
    )
