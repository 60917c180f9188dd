"""A few cards from a stock: one hand of each arrangement stands for all of them."""

from itertools import product

import pytest

from bythebook.cards import CARDS
from bythebook.game.pay_table import PATTERNS
from bythebook.odds.numbers.codes import CARD_OF_CODE
from bythebook.odds.sides.pattern_counts import KINDS, which_line


def cards_of(pattern: str) -> int:
    if pattern == "ten-value":
        return 1
    return 2 if "pair" in pattern else 3


@pytest.mark.parametrize("pattern", sorted(PATTERNS))
def test_one_hand_of_each_arrangement_stands_for_all(pattern: str) -> None:
    """Every ordered choice of 52 kinds, asked one by one."""
    seen = cards_of(pattern)
    shows = PATTERNS[pattern]
    asked = [shows(cards) for cards in product(CARD_OF_CODE[:KINDS], repeat=seen)]
    assert (which_line((pattern,), seen) == 0).ravel().tolist() == asked
    assert any(asked)
    assert not all(asked)


def test_every_card_has_its_kind() -> None:
    assert set(CARD_OF_CODE[:KINDS]) == {card for card in CARDS.values() if not card.joker}
