"""Whether cards show a pattern: each condition of the vocabulary as a question about cards."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from bythebook.cards import RANKS, Card
from bythebook.game.hands import TWENTY_ONE, is_natural, total
from bythebook.rulebooks.chapters.patterns import (
    Asked,
    Group,
    Hand,
    Number,
    Pattern,
    Suits,
    asked_by,
    pattern_of,
)

Cards = tuple[Card, ...]
Question = Callable[[Cards, "Sight"], bool]

_NO_CONDITION = Pattern()
_HIGH = {rank: at for at, rank in enumerate("23456789TJQKA")}
_LOW = {rank: at for at, rank in enumerate(RANKS)}


class WholeHand(NamedTuple):
    """All that can be asked of a hand that is complete."""

    total: int
    cards: int


class Sight(NamedTuple):
    """What there is to look at: a box's first hand, the dealer's cards, and hands once complete."""

    player: Cards
    dealer: Cards = ()
    hand: WholeHand | None = None
    dealer_hand: WholeHand | None = None


def line_shown(
    hands: Sequence[Hand | None], looks_at: Group, truth: Callable[[Asked], bool]
) -> int | None:
    """Which of the lines is won: the first whose pattern is shown, the best paid.

    `truth` answers what each pattern by itself asks: `truth_of` does so for cards.
    """
    for at, hand in enumerate(hands):
        if hand is not None and _is_shown(hand, looks_at, truth):
            return at
    return None


def _is_shown(hand: Hand, looks_at: Group, truth: Callable[[Asked], bool]) -> bool:
    asked, pattern = asked_by(hand, looks_at), pattern_of(hand)
    if asked.pattern != _NO_CONDITION and not truth(asked):
        return False
    if not all(_is_shown(further, asked.group, truth) for further in pattern.all_of):
        return False
    choices = pattern.any_of
    return not choices or any(_is_shown(further, asked.group, truth) for further in choices)


def truth_of(sight: Sight) -> Callable[[Asked], bool]:
    return lambda asked: question(asked)(sight)


@lru_cache(maxsize=1024)
def question(asked: Asked) -> Callable[[Sight], bool]:
    """The conditions of one pattern as a function: the same ones are asked again and again."""
    pattern, group = asked
    if group == "final-hand":
        return lambda sight: _of_hand(pattern, sight.hand)
    if group == "dealer-hand":
        return lambda sight: _of_hand(pattern, sight.dealer_hand)
    questions = tuple(_questions(pattern))
    only = None if pattern.only is None else frozenset(pattern.only.split())
    look = _LOOK[group]

    def shows(sight: Sight) -> bool:
        cards = look(sight)
        if only is not None:
            cards = tuple([card for card in cards if _is_one(card, only)])
        return all(asks(cards, sight) for asks in questions)

    return shows


_LOOK: dict[Group, Callable[[Sight], Cards]] = {
    "first-two": lambda sight: sight.player[:2],
    "first-two-and-dealer": lambda sight: (*sight.player[:2], sight.dealer[0]),
    "card-1": lambda sight: sight.player[:1],
    "card-2": lambda sight: sight.player[1:2],
    "card-3": lambda sight: sight.player[2:3],
    "three-cards": lambda sight: sight.player,
    "dealer-up": lambda sight: sight.dealer[:1],
    "dealer-two": lambda sight: sight.dealer[:2],
}


def _of_hand(pattern: Pattern, hand: WholeHand | None) -> bool:
    if hand is None:
        return False
    if not (_is_number(pattern.total, hand.total) and _is_number(pattern.count, hand.cards)):
        return False
    blackjack = hand == (TWENTY_ONE, 2)
    return pattern.blackjack is None or pattern.blackjack == blackjack


def _questions(pattern: Pattern) -> list[Question]:
    asked: list[Question] = []
    if (count := pattern.count) is not None:
        asked.append(lambda cards, _: _is_number(count, len(cards)))
    if pattern.ranks is not None:
        signs = sorted(pattern.ranks.split())
        asked.append(lambda cards, _: sorted([_sign(card, signs[0]) for card in cards]) == signs)
    if pattern.each is not None:
        ones = frozenset(pattern.each.split())
        asked.append(lambda cards, _: all(_is_one(card, ones) for card in cards))
    if pattern.same == "rank":
        asked.append(lambda cards, _: len({card.rank for card in cards}) == 1)
    if pattern.same == "value":
        asked.append(lambda cards, _: len({card.value for card in cards}) == 1)
    if (suits := pattern.suits) is not None:
        asked.append(lambda cards, _: _SUITS[suits](cards))
    if (straight := pattern.straight) is not None:
        asked.append(lambda cards, _: _is_straight(cards) == straight)
    if (blackjack := pattern.blackjack) is not None:
        asked.append(lambda cards, _: is_natural(cards) == blackjack)
    return asked + _questions_of_points(pattern) + _questions_of_dealer(pattern)


def _questions_of_points(pattern: Pattern) -> list[Question]:
    asked: list[Question] = []
    low = pattern.aces == "low"
    if (points := pattern.total) is not None:
        asked.append(lambda cards, _: _is_number(points, _total(cards, low)[0]))
    if (soft := pattern.soft) is not None:
        asked.append(lambda cards, _: _total(cards, low)[1] == soft)
    return asked


def _questions_of_dealer(pattern: Pattern) -> list[Question]:
    asked: list[Question] = []
    if (matches := pattern.matches) is not None:
        asked.append(
            lambda cards, sight: _is_number(
                matches, sum([card.rank == sight.dealer[0].rank for card in cards])
            )
        )
    if (suited := pattern.suited_matches) is not None:
        asked.append(lambda cards, sight: _is_number(suited, cards.count(sight.dealer[0])))
    if (between := pattern.between) is not None:
        asked.append(lambda cards, sight: _is_between(between, cards, sight.dealer[0]))
    return asked


# Cards


def _is_number(wanted: Number | None, number: int) -> bool:
    if wanted is None or isinstance(wanted, int):
        return wanted is None or number == wanted
    return number in wanted


def _sign(card: Card, like: str) -> str:
    """A card as it is written: its rank alone, or with its suit."""
    return card.rank if len(like) == 1 else str(card)


def _is_one(card: Card, ones: frozenset[str]) -> bool:
    return card.rank in ones or str(card) in ones


def _total(cards: Cards, aces_low: bool) -> tuple[int, bool]:
    return total(cards, aces_as_one=len(cards) if aces_low else 0)


def _number_of_suits(cards: Cards) -> int:
    return len({card.suit for card in cards})


def _one_colour(cards: Cards) -> bool:
    return len({card.red for card in cards}) == 1


def _all_of(suit: str) -> Callable[[Cards], bool]:
    return lambda cards: all(card.suit == suit for card in cards)


_SUITS: dict[Suits, Callable[[Cards], bool]] = {
    "suited": lambda cards: _number_of_suits(cards) == 1,
    "coloured": lambda cards: _one_colour(cards) and _number_of_suits(cards) > 1,
    "one-colour": _one_colour,
    "mixed": lambda cards: _number_of_suits(cards) > 1,
    "two-colours": lambda cards: len({card.red for card in cards}) == 2,
    "two": lambda cards: _number_of_suits(cards) == 2,
    "different": lambda cards: _number_of_suits(cards) == len(cards),
    "clubs": _all_of("C"),
    "diamonds": _all_of("D"),
    "hearts": _all_of("H"),
    "spades": _all_of("S"),
}


def _is_straight(cards: Cards) -> bool:
    """Whether the ranks follow one another, none round the corner as king, ace, two do."""
    if not cards:  # of what was asked about there are none
        return False
    for order in (_LOW, _HIGH):
        places = sorted([order[card.rank] for card in cards])
        if places == list(range(places[0], places[0] + len(places))):
            return True
    return False


def _is_between(wanted: Number, cards: Cards, up: Card) -> bool:
    low, high = sorted([_HIGH[card.rank] for card in cards])
    return low < _HIGH[up.rank] < high and _is_number(wanted, high - low - 1)
