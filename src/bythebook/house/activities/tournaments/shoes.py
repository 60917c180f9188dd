"""The cards of a tournament table that the house deals itself: sealed stacks, one after the other.

    seed ──sealed before the first wager──▶ the order of the pack ──dealt──▶ shown when it is over

The order is `draws.drawn_order` over the pack as the game lists it. The cutting card lies where
the book lets it lie; what the book burns is passed over.
"""

from functools import lru_cache

import msgspec

from bythebook.cards import Card
from bythebook.draws import drawn_order
from bythebook.rulebooks.loader import load_game
from bythebook.rulebooks.tables import find_table_rules
from bythebook.tournaments.values import SessionTerms

CARDS = "house:sealed-cards"  # the house's own rule about its cards, cited like a clause
ABOUT = "shoe"  # what a seal is about that holds cards


class Shoe(msgspec.Struct, frozen=True):
    """A sealed stack in use."""

    number: int  # of its seal, within the stream
    digest: str
    drawn: int  # how many of its cards are out
    cutting: int  # how many are out when the cutting card comes
    came: bool = False  # it has come


class Build(msgspec.Struct, frozen=True):
    """What every stack of a session is made of."""

    cards: tuple[Card, ...]
    burned: int
    cutting: int


def build_of(terms: SessionTerms) -> Build:
    return _build(
        f"{terms.book}/{terms.game}",
        terms.decks,
        tuple(sorted(terms.options.items())),
        tuple(sorted(terms.readings.items())),
    )


@lru_cache(maxsize=64)
def _build(
    game_id: str,
    decks: int | None,
    options: tuple[tuple[str, str], ...],
    readings: tuple[tuple[str, str], ...],
) -> Build:
    game = load_game(game_id, decks=decks, options=dict(options), readings=dict(readings))
    cards = game.rules.pack.cards(game.decks)
    shuffle = find_table_rules(game_id.partition("/")[0]).conduct.shuffle
    burned = 1 if shuffle.burn is not None and shuffle.burn.shoe == "always" else 0
    marked = next((m.depth for m in shuffle.markers if game.decks in m.decks), None)
    depth = shuffle.insert or marked
    half = len(cards) // 2
    from_back = len(cards) // 4
    if depth is not None:
        deck = len(cards) // game.decks
        most = [half]
        if depth.most_from_back is not None:
            most.append(depth.most_from_back)
        if depth.most_decks_from_back is not None:
            most.append(round(depth.most_decks_from_back * deck))
        from_back = min(max(from_back, depth.back), *most)
    return Build(cards, burned, len(cards) - from_back)


@lru_cache(maxsize=256)
def order_of(seed: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A stack as it lies: its first card leaves the shoe first."""
    return drawn_order(seed, cards)


def next_card(shoe: Shoe, build: Build, seed: str) -> Card:
    return order_of(seed, build.cards)[shoe.drawn]


def cutting_card_due(shoe: Shoe) -> bool:
    return shoe.drawn >= shoe.cutting and not shoe.came
