"""A shuffled shoe, and which of its cards nobody has seen yet."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from bythebook.cards import CARDS, JOKER, Card
from bythebook.errors import Malformed

Counts = NDArray[np.int16]

# Every kind of card in the order of counting: ace of clubs to king of spades, then the joker.
KINDS = tuple(CARDS.values())
_PLACES = {card: at for at, card in enumerate(KINDS)}


def place_of(card: Card) -> int:
    """Where a card is counted; a joker is a joker, whatever its holder named it."""
    return _PLACES[JOKER if card.joker else card]


def count(cards: Iterable[Card]) -> Counts:
    """How many there are of each kind of card."""
    counts = np.zeros(len(KINDS), np.int16)
    for card in cards:
        counts[place_of(card)] += 1
    return counts


class Shoe:
    """Cards drawn without replacement, shuffled when the cut card is out and when they run out."""

    def __init__(self, pack: tuple[Card, ...], penetration: float | None) -> None:
        if penetration is not None and not 0 < penetration < 1:
            raise Malformed(
                f"{penetration} is not a part of the shoe between 0 and 1", "penetration"
            )
        self.pack = pack
        # How many cards may be left for another round; none: every round has a fresh shuffle.
        self.cut = len(pack) if penetration is None else len(pack) - penetration * len(pack)
        self.cards: list[Card] = []
        self.unseen = self._whole = count(pack)

    @property
    def cut_card_is_out(self) -> bool:
        return len(self.cards) <= self.cut

    def shuffle(self, chance: np.random.Generator, on_the_table: Sequence[Card] = ()) -> None:
        """Shuffle every card that does not lie on the table."""
        left = list(self.pack)
        for card in on_the_table:
            left.remove(card)
        self.cards = [left[at] for at in chance.permutation(len(left)).tolist()]
        self.unseen = self._whole - count(on_the_table)

    def stack(self, cards: Sequence[Card]) -> None:
        """Have these cards leave the shoe next, in this order."""
        for card in cards:
            if card not in self.cards:
                raise Malformed(f"{card} is not in the shoe so often", "cards")
            self.cards.remove(card)
        self.cards += reversed(cards)

    def draw(self) -> Card:
        """The next card, which nobody has seen until it is shown."""
        return self.cards.pop()

    def show(self, card: Card) -> None:
        self.unseen[place_of(card)] -= 1
