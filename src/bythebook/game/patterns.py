"""What the cards of a side wager can show: each pattern by its name in the rules files."""

from collections.abc import Callable

from bythebook.cards import Card

Cards = tuple[Card, ...]


def _one_suit(cards: Cards) -> bool:
    return len({card.suit for card in cards}) == 1


def _one_colour(cards: Cards) -> bool:
    return len({card.red for card in cards}) == 1


def _of_rank(cards: Cards, rank: str) -> Cards:
    return tuple(card for card in cards if card.rank == rank)


def _pair(cards: Cards) -> bool:
    # By the printed rank: a ten and a king are worth the same, but they are no pair.
    return cards[0].rank == cards[1].rank


def _three(cards: Cards, rank: str) -> bool:
    return len(_of_rank(cards, rank)) == 3


def _two_aces(cards: Cards) -> bool:
    return len(_of_rank(cards, "A")) == 2


def _two_suited_aces(cards: Cards) -> bool:
    suits = [card.suit for card in _of_rank(cards, "A")]
    return len(suits) >= 2 and len(set(suits)) == len(suits) - 1


# Cards arrive as the wager looks at them: a box's first two; those and the dealer's first;
# one card; or all three. Lines are asked in the order of the rules file, the best paid first,
# so a pattern need not exclude the ones above it.
PATTERNS: dict[str, Callable[[Cards], bool]] = {
    "pair": _pair,
    "mixed-pair": lambda cards: _pair(cards) and not _one_colour(cards),
    "coloured-pair": lambda c: _pair(c) and _one_colour(c) and not _one_suit(c),
    "suited-pair": lambda cards: _pair(cards) and _one_suit(cards),
    "pair-of-aces": lambda cards: cards[0].rank == cards[1].rank == "A",
    "three-sevens": lambda cards: _three(cards, "7"),
    "three-sevens-of-three-suits": lambda c: _three(c, "7") and len({x.suit for x in c}) == 3,
    "three-sevens-of-one-colour": lambda cards: _three(cards, "7") and _one_colour(cards),
    "three-suited-sevens": lambda cards: _three(cards, "7") and _one_suit(cards),
    "three-sevens-of-diamonds": lambda c: _three(c, "7") and all(x.suit == "D" for x in c),
    "two-player-sevens-only": lambda c: len(_of_rank(c[:2], "7")) == 2 and c[2].rank != "7",
    "one-player-seven-and-dealer-seven": (
        lambda c: len(_of_rank(c[:2], "7")) == 1 and c[2].rank == "7"
    ),
    "ten-value": lambda cards: cards[0].value == 10,
    "three-ten-values": lambda cards: all(card.value == 10 for card in cards),
    "three-aces": lambda cards: _three(cards, "A"),
    "three-suited-aces": lambda cards: _three(cards, "A") and _one_suit(cards),
    "three-aces-of-diamonds": lambda c: _three(c, "A") and all(x.suit == "D" for x in c),
    "three-aces-of-three-suits": lambda c: _three(c, "A") and len({x.suit for x in c}) == 3,
    "three-aces-two-suited": lambda c: _three(c, "A") and len({x.suit for x in c}) == 2,
    "two-or-three-aces-two-suited": _two_suited_aces,
    "two-aces": _two_aces,
    "two-suited-aces": lambda cards: _two_aces(cards) and _one_suit(_of_rank(cards, "A")),
}
