"""Cards, what they are worth, and what a shoe of so many decks can hold."""

from functools import lru_cache

import msgspec

from bythebook.errors import Malformed

RANKS = "A23456789TJQK"
SUITS = "CDHS"
RED = frozenset("DH")
JOKER_TEXT = "JK"


class Card(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One card. An ace is worth 11 here: `hands.total` counts it down to 1 where it must.

    A joker that a player has named keeps its mark, so that the discards can be told apart.
    """

    rank: str
    suit: str
    value: int
    joker: bool = False

    def __str__(self) -> str:
        if self.joker:
            return f"{JOKER_TEXT}={self.rank}" if self.rank else JOKER_TEXT
        return self.rank + self.suit

    @property
    def red(self) -> bool:
        return self.suit in RED


def _value(rank: str) -> int:
    return 11 if rank == "A" else 10 if rank in "TJQK" else int(rank)


CARDS: dict[str, Card] = {
    rank + suit: Card(rank, suit, _value(rank)) for rank in RANKS for suit in SUITS
}
JOKER = Card("", "", 0, joker=True)
CARDS[JOKER_TEXT] = JOKER

NAMED_JOKERS: dict[str, Card] = {
    rank: Card(rank, "", _value(rank), joker=True) for rank in "A23456789T"
}


def parse_card(text: str) -> Card:
    """Read one card.

    >>> str(parse_card("TD")), parse_card("KS").value
    ('TD', 10)
    """
    card = CARDS.get(text)
    if card is None:
        raise Malformed(f"{text!r} is not a card (rank {RANKS}, suit {SUITS}, or {JOKER_TEXT})")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks, in the order they leave the shoe."""
    return tuple(parse_card(word) for word in text.split())


def format_cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def joker_named(text: str) -> Card:
    """The joker, once its holder has said what it is."""
    rank = "T" if text in ("10", "J", "Q", "K") else text.upper()
    if rank not in NAMED_JOKERS:
        raise Malformed(f"{text!r} is not a value for a joker (A, 2 to 9, or T)")
    return NAMED_JOKERS[rank]


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one deck of a game is made of, and how many jokers go into the whole shoe."""

    clause: str
    without: str = ""
    jokers: int = 0

    def cards(self, decks: int) -> tuple[Card, ...]:
        """Every card of the shoe, unshuffled."""
        return _cards(self, decks)

    def problem_with(self, cards: tuple[Card, ...], decks: int) -> str | None:
        """Why these cards cannot come from such a shoe, or None if they can."""
        seen: dict[Card, int] = {}
        for card in cards:
            seen[card] = seen.get(card, 0) + 1
            if card.joker:
                if seen[card] > self.jokers:
                    return f"{JOKER_TEXT} number {seen[card]}, but the shoe has {self.jokers}"
            elif card.rank in self.without:
                return f"{card} is not in this game's deck"
            elif seen[card] > decks:
                return f"{card} number {seen[card]}, but {decks} decks hold {decks}"
        return None

    def problem_with_next(self, out: tuple[Card, ...], card: Card, decks: int) -> str | None:
        """The same for one more card, where those that are out already have passed."""
        return self.problem_with((card,) * (out.count(card) + 1), decks)


@lru_cache(maxsize=64)
def _cards(pack: Pack, decks: int) -> tuple[Card, ...]:
    deck = [card for card in CARDS.values() if not card.joker and card.rank not in pack.without]
    return tuple(deck) * decks + (JOKER,) * pack.jokers
