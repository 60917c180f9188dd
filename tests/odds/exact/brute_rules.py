"""The blackjack games once more, for `brute_best`: their rules as far as one player's money goes.

Written from the rulebooks alone: nothing of `bythebook` is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import perm
from typing import Any

from tests.game.brute_force import JOKER, TENS, count

FACES = (*"A23456789T", JOKER)
THIRD_MAKES_A_LINE = ("67", "68", "78", "77")  # of Federal Pontoon's Table 1, by suits


# --- The games ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rules:
    """What tells one game from another. The defaults are the commonest answers."""

    # The dealer
    hits_soft_17: bool = False
    pushes_22: bool = False
    peeks: bool = False
    sees_both: bool = False  # of the dealer's cards
    # Or "everything", "original covers busts", or "original only".
    takes: str = "busted plus one"
    dealer_blackjack_beats_plain_21: bool = True  # one that was neither split nor doubled
    busted_doubles_return: bool = False  # once the dealer shows a blackjack
    dealer_blackjack_beats_21: bool = True
    # What wins, and when it is paid
    blackjack_pays: tuple[int, int] = (3, 2)
    blackjack_waits: str = "A" + TENS  # against these first cards of the dealer
    blackjack_on_split: bool = False
    blackjack_beats_21: bool = True
    blackjacks_compared: bool = False  # 5, 4 or 3 to 1 by the rank of the tens
    tied_blackjack_wins: bool = False  # 1 to 1
    pays_21: bool = False
    five_cards_win: bool = False
    six_cards_win: bool = False  # unless doubled; and a 21 of five cards or more gets 2 to 1
    any_six_win: bool = False  # six cards not over 21
    diamonds_pay: tuple[int, int] | None = None  # a blackjack of diamonds
    table_of_21: bool = False  # Federal Pontoon's, with the Super Bonus
    bonus_from: int = 2  # dollars staked
    bonus_after_split: bool = True  # unless suited sevens were split
    ties_lose: bool = False
    # What the player may do
    insurance: bool = True
    even_money: bool = True
    surrender_against: str = ""
    early_surrender: bool = False
    gives_up_in_turn: bool = False
    draws_below_12: bool = True
    spares_open_options: bool = False  # from that draw: a hand that may still double or split
    doubles: str = "hard 9 to 11"  # or "two cards", "two or three cards", "any cards"
    doubles_after_split: bool = True
    doubling_aces_at_one: bool = False
    withdraws: bool = False
    hands: int = 3
    aces_play_on: bool = False  # split aces draw and double
    aces_split_again: bool = False
    free_bets: bool = False
    free_on_9_to_11: bool = False  # doubles of other hands are for money


CROWN = Rules(takes="original covers busts", draws_below_12=False)
TASMANIA = Rules()
GAMES = {
    "star-blackjack-challenge/blackjack-challenge": Rules(
        blackjack_pays=(2, 1),
        blackjack_on_split=True,
        blackjacks_compared=True,
        pays_21=True,
        five_cards_win=True,
        ties_lose=True,
        insurance=False,
        even_money=False,
        doubles="two or three cards",
        aces_play_on=True,
        aces_split_again=True,
    ),
    "canberra-blackjack/blackjack": Rules(takes="everything", doubles="two cards", hands=4),
    "crown-blackjack/blackjack": CROWN,
    "crown-blackjack/crown-blackjack": replace(CROWN, hits_soft_17=True),
    "crown-blackjack/free-bet-blackjack": replace(
        CROWN, hits_soft_17=True, pushes_22=True, free_bets=True
    ),
    "crown-blackjack/blackjack-plus": replace(
        CROWN,
        pushes_22=True,
        blackjack_waits="",
        pays_21=True,
        five_cards_win=True,
        even_money=False,
        doubles="two or three cards",
    ),
    "tasmania-blackjack/blackjack": TASMANIA,
    "tasmania-blackjack/federal-pontoon": replace(
        TASMANIA,
        hits_soft_17=True,
        blackjack_waits="",
        pays_21=True,
        table_of_21=True,
        even_money=False,
        surrender_against="TA",  # jack, queen, king or ace: there are no tens
        doubles="any cards",
        doubling_aces_at_one=True,
        withdraws=True,
    ),
    "tasmania-blackjack/jokers-wild": TASMANIA,
    "reference-blackjack/blackjack": Rules(
        peeks=True, draws_below_12=False, doubles="two cards", hands=4
    ),
}

# The games of the world, from the rule sheets that their books name.
AMERICAN = GAMES["reference-blackjack/blackjack"]
ANY_CARD = "A23456789T"
WORLD = {
    "atlantic-city-blackjack/blackjack": replace(AMERICAN, surrender_against=ANY_CARD),
    "vegas-strip-blackjack/blackjack": AMERICAN,
    "side-wagers/blackjack": AMERICAN,
    "single-deck-6-5/blackjack": replace(
        AMERICAN, hits_soft_17=True, blackjack_pays=(6, 5), doubles_after_split=False
    ),
    "european-blackjack/blackjack": replace(
        AMERICAN,
        peeks=False,
        takes="everything",
        doubles="hard 9 to 11",
        aces_split_again=True,
    ),
    "spanish-21/blackjack": replace(
        AMERICAN,
        hits_soft_17=True,
        blackjack_waits="",
        pays_21=True,
        table_of_21=True,
        bonus_from=5,
        bonus_after_split=False,
        even_money=False,
        surrender_against=ANY_CARD,
        doubles="any cards",
        withdraws=True,
        aces_play_on=True,
        aces_split_again=True,
    ),
    "double-exposure/blackjack": replace(
        AMERICAN,
        sees_both=True,
        hits_soft_17=True,
        blackjack_pays=(1, 1),
        tied_blackjack_wins=True,
        ties_lose=True,
        insurance=False,
        even_money=False,
        doubles="hard 9 to 11",
    ),
    "macau-blackjack/blackjack": replace(
        AMERICAN,
        peeks=False,
        takes="original only",
        surrender_against="23456789T",
        early_surrender=True,
    ),
    "super-fun-21/blackjack": replace(
        AMERICAN,
        hits_soft_17=True,
        blackjack_pays=(1, 1),
        diamonds_pay=(2, 1),
        blackjack_waits="",
        six_cards_win=True,
        even_money=False,
        gives_up_in_turn=True,
        doubles="any cards",
        withdraws=True,
        aces_play_on=True,
        aces_split_again=True,
    ),
    "six-card-charlie/blackjack": replace(AMERICAN, hands=2, any_six_win=True),
    "free-bet-blackjack/blackjack": replace(
        AMERICAN,
        hits_soft_17=True,
        pushes_22=True,
        free_bets=True,
        free_on_9_to_11=True,
        aces_split_again=True,
    ),
}

# What each choice of an operator, and each reading of a book, changes.
Changes = Mapping[str, Mapping[str, Mapping[str, Any]]]
OPTIONS: Changes = {
    "dealer": {"stands-soft-17": {"hits_soft_17": False}, "hits-soft-17": {"hits_soft_17": True}},
    "forced-draw": {"off": {}, "on": {"draws_below_12": True, "spares_open_options": True}},
    "hands": {"2": {"hands": 2}, "3": {"hands": 3}, "4": {"hands": 4}},
    "resplit-aces": {"no": {}, "yes": {"aces_split_again": True}},
    "double": {
        "any-two-cards": {"doubles": "two cards"},
        "hard-9-to-11": {"doubles": "hard 9 to 11"},
    },
    "double-after-split": {"yes": {}, "no": {"doubles_after_split": False}},
    "surrender": {"none": {}, "late": {"surrender_against": "A23456789T"}},
    "blackjack-pays": {"3 to 2": {}, "6 to 5": {"blackjack_pays": (6, 5)}},
    "jokers": {},  # as many as the stock has
    "tied-blackjack": {"wins": {}, "stands-off": {"tied_blackjack_wins": False}},
    "taken": {"everything": {"takes": "everything"}, "original-only": {"takes": "original only"}},
}
READINGS: Changes = {
    "dealer-blackjack-after-bust": {
        "busted-plus-one": {"takes": "busted plus one"},
        "original-covers-busts": {"takes": "original covers busts"},
        "original-only": {"takes": "original only"},
    },
    "dealer-blackjack-takes": {
        "everything": {"takes": "everything"},
        "original-only": {"takes": "original covers busts"},
    },
    "dealer-blackjack-against-21": {
        "outranks": {},
        "stand-off": {"dealer_blackjack_beats_21": False},
        "plain-stands-off": {"dealer_blackjack_beats_plain_21": False},
    },
    "blackjack-against-21": {
        "outranks": {},
        "stand-off": {"dealer_blackjack_beats_21": False, "blackjack_beats_21": False},
    },
    "blackjack-against-dealer-21": {"wins": {}, "stand-off": {"blackjack_beats_21": False}},
    "busted-double-against-dealer-blackjack": {
        "lost": {},
        "returned": {"busted_doubles_return": True},
    },
    "split-blackjack": {"counts": {}, "paid-as-21": {"blackjack_on_split": False}},
    "ten-shown": {"any-ten-value": {}, "ten-only": {"blackjack_waits": "AT"}},
    "super-bonus-after-split": {"unless-suited-pair": {}, "never": {"bonus_after_split": False}},
    # A pair on a split hand is never passed up here, so nothing hangs on what that would mean.
    "declined-split": {"ends-splitting": {}, "first-pair-only": {}},
}


def rules_of(game: str, options: Mapping[str, str], readings: Mapping[str, str]) -> Rules:
    """The rules of a game, with every choice made."""
    rules = (GAMES | WORLD)[game]
    for table, chosen in ((OPTIONS, options), (READINGS, readings)):
        for name, choice in chosen.items():
            if name != "jokers":
                rules = replace(rules, **table[name][choice])
    return rules


# --- Cards -------------------------------------------------------------------------------------

Cards = tuple[str, ...]  # kinds of card; a joker that was given a value is that value with a star
Stock = tuple[int, ...]  # how many cards are left, face by face or kind by kind


def face(card: str) -> str:
    """What totals and decisions look at: the value, without suit or picture. A joker that was
    given a value is never taken for a card of that value, so it makes no pair."""
    if card == JOKER or card[-1] == "*":
        return card
    return "T" if card[0] in TENS else card[0]


def faces_of(cards: Sequence[str]) -> Cards:
    return tuple(map(face, cards))


def unnamed(card: str) -> str:
    """The card as it lay in the shoe."""
    return JOKER if card[-1] == "*" else card


def kind_of(rules: Rules, card: str) -> str:
    """Cards of one kind are never told apart: no more is kept than can bear on the money."""
    if rules.table_of_21 and card[0] in "678":
        return card
    if rules.diamonds_pay and face(card) in ("A", "T"):  # a diamond, or of no suit that matters
        return face(card) + ("D" if card[1] == "D" else "C")
    pictures = rules.blackjacks_compared or rules.blackjack_waits == "AT"
    return card[0] if pictures and card != JOKER else face(card)


def suits_of(cards: Sequence[str]) -> str:
    """What the suits of two cards say, where a third may make a line of them."""
    if len(cards) != 2 or "".join(sorted(card[0] for card in cards)) not in THIRD_MAKES_A_LINE:
        return ""
    if len(cards[0]) == 1:  # suits were not kept
        return ""
    if cards[0][1] != cards[1][1]:
        return "mixed"
    return "spades" if cards[0][1] == "S" else "suited"


def is_natural(cards: Sequence[str]) -> bool:
    return len(cards) == 2 and JOKER not in cards and count(cards)[0] == 21


def less(stock: Stock, at: int) -> Stock:
    """The stock without one card."""
    return (*stock[:at], stock[at] - 1, *stock[at + 1 :])


def asides(stock: Stock, names: Sequence[str] = FACES) -> Iterator[tuple[int, Stock]]:
    """The stocks that may be left once the dealer has set aside so many jokers before his first
    card, and in how many ways. When they were dealt does not matter, only how many there were."""
    if JOKER not in names:
        yield 1, stock
        return
    at = names.index(JOKER)
    for number in range(stock[at] + 1):
        yield perm(stock[at], number), (*stock[:at], stock[at] - number, *stock[at + 1 :])
