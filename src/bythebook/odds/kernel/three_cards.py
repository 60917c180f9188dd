"""Compiled rounds of three cards each: no decisions, the higher count wins, some hands alone.

The table holds what each card counts, then the payments: by the player's count, or one more than
the largest for three ten-value cards, and by the dealer's count.
"""

from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from bythebook.cards import CARDS, Card
from bythebook.errors import Malformed
from bythebook.game.state import Hand, State, Table
from bythebook.game.three_cards import count, is_three_tens, outcome_of
from bythebook.odds.kernel.intrinsics import number_at
from bythebook.odds.kernel.packing import Packed
from bythebook.odds.kernel.scratch import MAIN, VALUE_MASK
from bythebook.odds.kernel.sources import next_card
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled import part
from bythebook.odds.numbers.compiled_rules import LARGEST_STAKE, TERMS
from bythebook.odds.numbers.typed import Pointer, Scratch, Terms
from bythebook.rulebooks.chapters.game import Game, ThreeCardGame

CIRCUITS = 3
COUNTS = 34  # up to three aces
THREE_TENS = COUNTS
ROWS = COUNTS + 1
POINTS = 16


def pack_three_cards(game: Game, stakes: list[int]) -> Packed:
    """The payments of a game of three cards each, at one or more stakes in cents."""
    if not isinstance(game.rules, ThreeCardGame):
        raise Malformed(f"{game.id} is not a game of three cards each")
    if not all(0 < stake <= LARGEST_STAKE for stake in stakes):
        raise Malformed("a stake is more than nothing, and not beyond all bounds")
    points = np.zeros(POINTS, dtype=np.int32)
    points[: k.VALUES] = [CARDS[name + "C"].value for name in k.VALUE_NAMES]
    tables = [_payments(game.rules, stake) for stake in stakes]
    terms = np.zeros(len(stakes), dtype=TERMS)
    terms["stake"] = stakes
    terms["decks"] = game.decks
    terms["settlements"] = POINTS + np.arange(len(stakes)) * ROWS * COUNTS
    return Packed(np.concatenate([points, *tables]), terms)


def _payments(rules: ThreeCardGame, stake: int) -> NDArray[np.int32]:
    """What every count comes to against every other, asked of the round engine."""
    cents = np.zeros((ROWS, COUNTS), dtype=np.int32)
    hands = _hand_of_each_kind()
    for mine, cards in hands.items():
        hand = Hand(cards=cards, total=count(cards))
        for theirs in range(COUNTS):
            if theirs in hands:
                state = State(table=Table(), dealer=hands[theirs], dealer_total=theirs)
                outcome = outcome_of(rules, state, hand)
                if outcome.result == "loses":
                    cents[mine, theirs] = -stake
                elif outcome.result == "wins" and outcome.odds is not None:
                    cents[mine, theirs] = outcome.odds.winnings(stake)
    return cents.reshape(-1)


def _hand_of_each_kind() -> dict[int, tuple[Card, ...]]:
    """Three cards for each count; three ten-value cards are a kind of their own."""
    hands: dict[int, tuple[Card, ...]] = {}
    deck = [CARDS[name + "C"] for name in k.VALUE_NAMES]
    for cards in combinations_with_replacement(deck, CIRCUITS):
        tens = is_three_tens(cards)
        hands[THREE_TENS if tens else count(cards)] = cards
    return hands


@part
def play_three_cards(t: Pointer, r: Terms, d: Scratch) -> None:
    """One round: three circuits, the dealer last in each, and the comparison."""
    d.round_began = d.position
    d.unusual = 1
    dealer = 0
    for circuit in range(CIRCUITS):
        for box in range(d.boxes):
            d.cards[box, circuit] = next_card(t, r, d)
        dealer += number_at(t, next_card(t, r, d) & VALUE_MASK)
    for box in range(d.boxes):
        points = 0
        tens = 0
        for circuit in range(CIRCUITS):
            value = d.cards[box, circuit] & VALUE_MASK
            points += number_at(t, value)
            tens += value == k.TEN
        mine = THREE_TENS if tens == CIRCUITS else points
        d.result[box, MAIN] = number_at(t, r.settlements + mine * COUNTS + dealer)
