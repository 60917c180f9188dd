"""What a hand counts, and what it is."""

from collections.abc import Sequence

from bythebook.cards import SUITS, Card
from bythebook.game.state import Hand, Stake
from bythebook.rulebooks.chapters.game import BlackjackGame, Outcome

TWENTY_ONE = 21
DEALER_22 = 22  # where it ends more than a total over 21 does
TEN = 10
SUITS_OF = {
    "suited": frozenset(SUITS),
    "clubs": frozenset("C"),
    "diamonds": frozenset("D"),
    "hearts": frozenset("H"),
    "spades": frozenset("S"),
}
_NUMBERS = {4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def total(cards: tuple[Card, ...], aces_as_one: int = 0) -> tuple[int, bool]:
    """The best total not over 21 if there is one, and whether an ace in it still counts 11.

    Aces among the first `aces_as_one` cards count 1 whatever comes.

    >>> from bythebook.cards import parse_cards
    >>> total(parse_cards("AS 6D")), total(parse_cards("AS 6D TC")), total(parse_cards("AS AD"))
    ((17, True), (17, False), (12, True))
    """
    points = 0
    elevens = 0
    for index, card in enumerate(cards):
        if card.rank == "A":
            if index < aces_as_one:
                points += 1
                continue
            elevens += 1
        points += card.value
    while points > TWENTY_ONE and elevens:
        points -= TEN
        elevens -= 1
    return points, elevens > 0


def with_card(points: int, soft: bool, card: Card) -> tuple[int, bool]:
    """The total of a hand, and whether it is soft, once one more card has come to it.

    >>> from bythebook.cards import parse_card
    >>> with_card(16, True, parse_card("TC")), with_card(11, True, parse_card("AC"))
    ((16, False), (12, True))
    """
    points += card.value
    elevens = soft + (card.rank == "A")
    while points > TWENTY_ONE and elevens:
        points -= TEN
        elevens -= 1
    return points, elevens > 0


def is_natural(cards: tuple[Card, ...]) -> bool:
    """An ace and a ten-value card, and nothing else."""
    return len(cards) == 2 and cards[0].value + cards[1].value == TWENTY_ONE


def is_blackjack(rules: BlackjackGame, hand: Hand) -> bool:
    """Whether the hand is a blackjack (or pontoon) under these rules: two cards that make 21."""
    if hand.total != TWENTY_ONE or len(hand.cards) != 2:
        return False
    return not hand.split or rules.blackjack.on_split_hands.value


def is_charlie(rules: BlackjackGame, hand: Hand) -> bool:
    """Whether a hand below 21 wins by the number of its cards."""
    charlie = rules.at_once.charlie
    if charlie is None or len(hand.cards) != charlie.cards or hand.total >= TWENTY_ONE:
        return False
    return charlie.doubled or not hand.doubled


def suited_blackjack(rules: BlackjackGame, hand: Hand, outcome: Outcome) -> Outcome:
    """What a winning blackjack gets: this, or more for its suit."""
    suits = {card.suit for card in hand.cards}
    for line in rules.blackjack.suited:
        if len(suits) == 1 and suits <= SUITS_OF[line.suits]:
            return line.outcome
    return outcome


def number_of_cards(count: int) -> str:
    """In words, as far as hands win by it.

    >>> number_of_cards(6)
    'six cards'
    """
    return f"{_NUMBERS.get(count, str(count))} cards"


def ten_card(cards: tuple[Card, ...]) -> Card:
    """The ten-value card of a blackjack."""
    return cards[0] if cards[0].value == TEN else cards[1]


def kind(rules: BlackjackGame, hand: Hand) -> str:
    """One word for what the hand is, for people to read."""
    if is_blackjack(rules, hand):
        return rules.blackjack.name
    if is_charlie(rules, hand):
        return number_of_cards(len(hand.cards))
    if hand.total > TWENTY_ONE:
        return "bust"
    return "soft" if hand.soft else "hard"


def dealer_kind(rules: BlackjackGame, cards: tuple[Card, ...], points: int, soft: bool) -> str:
    """One word for what the dealer's hand is: where 22 stands off, it has not gone over."""
    if is_natural(cards):
        return rules.blackjack.name
    if points > TWENTY_ONE and not (points == 22 and rules.settlement.dealer_22 is not None):
        return "bust"
    return "soft" if soft else "hard"


def is_voucher(rules: BlackjackGame, stake: Stake) -> bool:
    """Whether the stake is a mystery voucher: undisclosed, and nothing may be added to it."""
    tokens = rules.wagering.tokens
    return bool(stake.in_tokens) and tokens is not None and tokens.voucher is not None


def has_unnamed_joker(cards: Sequence[Card]) -> bool:
    return any(card.joker and not card.rank for card in cards)


def first_unnamed(cards: Sequence[Card]) -> int:
    """Where the first joker lies that its player has not named."""
    return next(at for at, card in enumerate(cards) if card.joker and not card.rank)
