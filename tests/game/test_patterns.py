"""Every word of the patterns: cards that show it, and cards that just do not."""

from typing import Any

import msgspec
import pytest

from bythebook.cards import parse_cards
from bythebook.game.lines.patterns import Sight, WholeHand, line_shown, truth_of
from bythebook.rulebooks.chapters.patterns import Group, Pattern, problems_of

# What a pattern says, the cards it looks at (a box's two, then the dealer's), whether it is shown.
SHOWN: list[tuple[dict[str, Any], str, str, bool]] = [
    ({"count": 2}, "first-two", "2C 3D", True),
    ({"count": 3}, "first-two", "2C 3D", False),
    ({"only": "Q", "count": 1}, "first-two-and-dealer", "QH 3D KC", True),
    ({"only": "Q", "count": 1}, "first-two-and-dealer", "QH 3D QC", False),
    ({"only": "Q K", "count": {"least": 2}}, "first-two-and-dealer", "QH 3D KC", True),
    ({"only": "QH", "count": 2}, "first-two-and-dealer", "QH 3D QH", True),
    ({"only": "QH", "count": 2}, "first-two-and-dealer", "QH 3D QD", False),
    ({"only": "A", "count": {"most": 1}}, "first-two-and-dealer", "AH 3D 4C", True),
    ({"only": "A", "count": {"most": 1}}, "first-two-and-dealer", "AH 3D AC", False),
    ({"ranks": "6 7 8"}, "first-two-and-dealer", "8C 6D 7D", True),
    ({"ranks": "6 7 8"}, "first-two-and-dealer", "8C 6D 6D", False),
    ({"ranks": "QH QH"}, "first-two", "QH QH", True),
    ({"ranks": "QH QH"}, "first-two", "QH QD", False),
    ({"only": "T J Q K", "straight": True}, "first-two", "TC JD", True),
    ({"only": "T J Q K", "straight": True}, "first-two", "2C 3D", False),
    ({"each": "T J Q K"}, "first-two", "TC KD", True),
    ({"each": "T J Q K"}, "first-two", "TC 9D", False),
    ({"same": "rank"}, "first-two", "KC KD", True),
    ({"same": "rank"}, "first-two", "KC TD", False),
    ({"same": "value"}, "first-two", "KC TD", True),
    ({"same": "value"}, "first-two", "KC 9D", False),
    ({"suits": "suited"}, "first-two-and-dealer", "2C 9C KC", True),
    ({"suits": "suited"}, "first-two-and-dealer", "2C 9C KS", False),
    ({"suits": "coloured"}, "first-two-and-dealer", "2C 9C KS", True),
    ({"suits": "coloured"}, "first-two-and-dealer", "2C 9C KC", False),
    ({"suits": "one-colour"}, "first-two-and-dealer", "2C 9C KC", True),
    ({"suits": "one-colour"}, "first-two-and-dealer", "2C 9C KD", False),
    ({"suits": "mixed"}, "first-two-and-dealer", "2C 9C KS", True),
    ({"suits": "mixed"}, "first-two-and-dealer", "2C 9C KC", False),
    ({"suits": "two-colours"}, "first-two-and-dealer", "2C 9C KD", True),
    ({"suits": "two-colours"}, "first-two-and-dealer", "2C 9C KS", False),
    ({"suits": "two"}, "first-two-and-dealer", "2C 9D KC", True),
    ({"suits": "two"}, "first-two-and-dealer", "2C 9D KH", False),
    ({"suits": "different"}, "first-two-and-dealer", "2C 9D KH", True),
    ({"suits": "different"}, "first-two-and-dealer", "2C 9D KD", False),
    ({"suits": "clubs"}, "first-two", "2C 9C", True),
    ({"suits": "clubs"}, "first-two", "2S 9C", False),
    ({"suits": "diamonds"}, "first-two", "2D 9D", True),
    ({"suits": "diamonds"}, "first-two", "2H 9H", False),
    ({"suits": "hearts"}, "first-two", "2H 9H", True),
    ({"suits": "hearts"}, "first-two", "2D 9D", False),
    ({"suits": "spades"}, "first-two", "2S 9S", True),
    ({"suits": "spades"}, "first-two", "2S 9C", False),
    ({"straight": True}, "first-two-and-dealer", "3C AD 2D", True),
    ({"straight": True}, "first-two-and-dealer", "QC AD KD", True),
    ({"straight": True}, "first-two-and-dealer", "KC AD 2D", False),  # not round the corner
    ({"straight": True}, "first-two-and-dealer", "9C TD QD", False),
    ({"straight": True}, "first-two-and-dealer", "9C TD TD", False),
    ({"straight": False}, "first-two-and-dealer", "9C TD TD", True),
    ({"total": 20}, "first-two", "AC 9D", True),
    ({"total": 20}, "first-two", "AC 8D", False),
    ({"total": {"least": 19, "most": 21}}, "first-two-and-dealer", "TC 8D AD", True),
    ({"total": {"least": 19, "most": 21}}, "first-two-and-dealer", "TC 7D AD", False),
    ({"total": {"least": 19, "most": 21}}, "first-two-and-dealer", "TC 9D 3D", False),
    ({"total": 2, "aces": "low"}, "first-two", "AC AD", True),
    ({"total": 12, "aces": "low"}, "first-two", "AC AD", False),
    ({"total": 20, "soft": True}, "first-two", "AC 9D", True),
    ({"total": 20, "soft": False}, "first-two", "AC 9D", False),
    ({"total": 20, "soft": False}, "first-two", "TC KD", True),
    ({"blackjack": True}, "first-two", "AC KD", True),
    ({"blackjack": True}, "first-two", "TC KD", False),
    ({"blackjack": False}, "first-two", "TC KD", True),
    ({"matches": 1}, "first-two", "7C 9D 7D", True),
    ({"matches": 1}, "first-two", "7C 7S 7D", False),
    ({"matches": 2, "suited_matches": 1}, "first-two", "7C 7D 7D", True),
    ({"matches": 2, "suited_matches": 1}, "first-two", "7C 7S 7D", False),
    ({"suited_matches": 2}, "first-two", "7D 7D 7D", True),
    ({"between": 1}, "first-two", "7C 9S 8D", True),
    ({"between": 1}, "first-two", "7C TS 8D", False),
    ({"between": {"least": 2}}, "first-two", "AC TS QD", True),  # an ace is high
    ({"between": {"least": 2}}, "first-two", "AC 4S 3D", False),
    ({"between": {"least": 0}}, "first-two", "7C 9S 9D", False),  # at one of them, not between
    ({"cards": "dealer-up", "ranks": "7"}, "first-two", "2C 3D 7S", True),
    ({"cards": "card-2", "ranks": "3"}, "first-two", "2C 3D", True),
    ({"cards": "card-1", "ranks": "3"}, "first-two", "2C 3D", False),
    ({"same": "rank", "all": ["pair-of-aces"]}, "first-two", "AC AD", True),
    ({"same": "rank", "all": ["pair-of-aces"]}, "first-two", "KC KD", False),
    ({"any": [{"ranks": "A A"}, {"ranks": "K K"}]}, "first-two", "KC KD", True),
    ({"any": [{"ranks": "A A"}, {"ranks": "K K"}]}, "first-two", "QC QD", False),
    ({"cards": "dealer-two", "blackjack": True}, "first-two", "2C 3D AS KD", True),
    ({"cards": "dealer-two", "blackjack": True}, "first-two", "2C 3D TS KD", False),
]  # fmt: skip


def pattern(data: dict[str, Any]) -> Pattern:
    return msgspec.convert(data, Pattern)


def is_shown(data: dict[str, Any], looks_at: Group, sight: Sight) -> bool:
    return line_shown([pattern(data)], looks_at, truth_of(sight)) == 0


@pytest.mark.parametrize(("data", "looks_at", "cards", "shown"), SHOWN)
def test_cards_show_it(data: dict[str, Any], looks_at: Group, cards: str, shown: bool) -> None:
    dealt = parse_cards(cards)
    if shown:
        assert not list(problems_of(pattern(data), looks_at))
    assert is_shown(data, looks_at, Sight(dealt[:2], dealt[2:])) == shown


@pytest.mark.parametrize(
    ("data", "hand", "shown"),
    [
        ({"total": 20}, WholeHand(20, 3), True),
        ({"total": 20}, WholeHand(21, 3), False),
        ({"total": {"least": 22}, "count": {"least": 5}}, WholeHand(22, 5), True),
        ({"total": {"least": 22}, "count": {"least": 5}}, WholeHand(22, 4), False),
        ({"total": 21, "blackjack": False}, WholeHand(21, 3), True),
        ({"total": 21, "blackjack": False}, WholeHand(21, 2), False),
        ({"blackjack": True}, WholeHand(21, 2), True),
        ({"total": {"most": 21}}, None, False),
    ],
)
def test_of_a_whole_hand(data: dict[str, Any], hand: WholeHand | None, shown: bool) -> None:
    assert is_shown(data, "final-hand", Sight((), (), hand)) == shown
    assert is_shown(data, "dealer-hand", Sight((), (), None, hand)) == shown


@pytest.mark.parametrize(
    ("hand", "looks_at", "problem"),
    [
        ("suited-pare", "first-two", "no pattern is called 'suited-pare'; the nearest is"),
        ("three-aces", "first-two", "3 cards are asked for, and first-two has 2"),
        (pattern({"ranks": "QH Q"}), "first-two", "ranks such as '6 7 8', or cards such as"),
        (pattern({"only": "1"}), "first-two", "ranks such as"),
        (pattern({}), "first-two", "at least one condition"),
        (pattern({"suits": "suited"}), "dealer-hand", "of dealer-hand only blackjack"),
        (pattern({"between": 1}), "dealer-two", "between is asked of the first-two"),
        (pattern({"matches": 1}), "dealer-two", "matches are asked of a box's cards"),
        (pattern({"all": ["no-such"]}), "first-two", "no pattern is called 'no-such'"),
    ],
)
def test_what_cannot_be_meant(hand: str | Pattern, looks_at: Group, problem: str) -> None:
    assert problem in "; ".join(problems_of(hand, looks_at))
