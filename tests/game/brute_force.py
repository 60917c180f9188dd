"""Every round that a handful of cards can give: a second, independent reading of the games.

It shares no code with `bythebook`, on purpose. It was written from the rulebooks alone, so that
where this program and the engine agree to the cent over every line of play, two readings agree.

The method is the plainest there is. A round is ordinary straight-line code that asks a *line* for
the next card and for the next decision. `Search` answers with the first possibility, runs the
round to its end, goes back to the last answer that could have been different, changes it, and runs
the round again, until nothing is left to change. Equal cards count separately: they are tried once
and weighed by their number.

    python -m tests.game.brute_force "AS KD 8C 8H 5D 3S TC" [GAME ...]
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from tests.game import brute_sides

Odds = tuple[int, int]

JOKER = "JK"
JOKER_VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
TENS = "TJQK"  # lowest first, as Blackjack Challenge ranks them (3.3)
DOLLAR = 100


# --- The lines of play -------------------------------------------------------------------------


class OutOfCards(Exception):
    """A card is due and the stock is empty."""


class Line(Protocol):
    """Where a round gets its cards and its decisions from."""

    def draw(self) -> str: ...

    def choose(self, options: Sequence[str]) -> str: ...


class Search:
    """All lines of play over a stock of cards, one after the other."""

    def __init__(self, stock: Iterable[str]) -> None:
        counts = Counter(stock)
        self._kinds = list(counts)
        self._stock = list(counts.values())
        self._picks: list[int] = []  # what was answered at each fork of the present line
        self._forks: list[int] = []  # how many answers there were
        self._restart()

    def _restart(self) -> None:
        self._left = self._stock.copy()
        self._depth = 0
        self.weight = 1  # how many lines this one stands for

    def _pick(self, count: int) -> int:
        if count == 1:
            return 0
        if self._depth == len(self._picks):
            self._picks.append(0)
            self._forks.append(count)
        self._depth += 1
        return self._picks[self._depth - 1]

    def draw(self) -> str:
        kinds = [kind for kind, left in enumerate(self._left) if left]
        if not kinds:
            raise OutOfCards
        kind = kinds[self._pick(len(kinds))]
        self.weight *= self._left[kind]
        self._left[kind] -= 1
        return self._kinds[kind]

    def choose(self, options: Sequence[str]) -> str:
        return options[self._pick(len(options))]

    def next_line(self) -> bool:
        """Go on to the next line of play, if there is one."""
        self._restart()
        while self._picks:
            self._picks[-1] += 1
            if self._picks[-1] < self._forks[-1]:
                return True
            self._picks.pop()
            self._forks.pop()
        return False


class Script:
    """One line of play, written down beforehand."""

    def __init__(self, cards: str, decisions: Iterable[str] = ()) -> None:
        self.cards = cards.split()
        self.decisions = list(decisions)

    def draw(self) -> str:
        if not self.cards:
            raise OutOfCards
        return self.cards.pop(0)

    def choose(self, options: Sequence[str]) -> str:
        if len(options) == 1:
            return options[0]
        choice = self.decisions.pop(0)
        if choice not in options:
            raise ValueError(f"{choice} is not one of {', '.join(options)}")
        return choice


# --- The games ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pairs:
    """A side wager on the first two cards: the odds to one of each kind of pair."""

    mixed: int
    coloured: int
    perfect: int
    aces: int = 0  # any two aces, instead of the other lines

    def odds(self, first: str, second: str) -> int:
        if first[0] != second[0]:
            return 0
        if self.aces and first[0] == "A":
            return self.aces
        if first[1] == second[1]:
            return self.perfect
        red = "DH"
        return self.coloured if (first[1] in red) == (second[1] in red) else self.mixed


@dataclass(frozen=True)
class Game:
    """What tells one blackjack game from another. The defaults are the commonest answers."""

    sides: dict[str, Pairs] = field(default_factory=dict)
    # The dealer
    hits_soft_17: bool = False
    hole_card: bool = False  # the fourth card; under an ace or a ten a blackjack ends the round
    pushes_22: bool = False
    pot_pushes_22: bool = False  # Pot of Gold too, instead of going by its tokens
    blackjack_takes: str = "busted plus one"  # or "everything", or "original covers busts"
    # Winning at once
    blackjack_pays: Odds = (3, 2)
    blackjack_always_paid_at_once: bool = False
    blackjack_on_split: bool = False
    blackjack_beats_21: bool = True  # of three cards or more; otherwise they tie
    blackjacks_compared: bool = False  # 5, 4 or 3 to 1 against a dealer's blackjack
    tied_blackjack: Odds = (0, 1)  # a blackjack against a dealer's; it stands off
    pays_21_at_once: bool = False
    five_cards_win: bool = False
    six_cards_win: bool = False  # unless doubled; and 21 with five or more gets 2 to 1 at once
    any_six_win: bool = False  # six cards not over 21
    diamonds_pay: Odds | None = None  # a blackjack of diamonds
    pontoon_table: bool = False  # Table 1 and the Super Bonus
    bonus_from: int = 2  # dollars staked
    bonus_after_split: bool = True  # unless suited sevens were split
    ties_lose: bool = False
    # Before the player's turn
    insurance: bool = True
    even_money: bool = True
    even_money_when_insured: bool = True
    surrender_against: str = ""
    early_surrender: bool = False  # half goes back though the dealer has a blackjack
    gives_up_in_turn: bool = False  # a hand of any number of cards
    # The player's turn
    must_draw_below_12: bool = True
    doubles_on: str = "hard 9 to 11"  # or "two cards", "two or three cards", "any cards"
    aces_one_when_doubled: bool = False
    withdraws_double: bool = False
    doubles_after_split: bool = True
    max_hands: int = 3
    aces_play_on: bool = False  # split aces draw, double and split again
    aces_split_again: bool = False  # they get one card each, but a pair may be split once more
    declining_ends_splitting: bool = False
    free_bets: bool = False
    free_on_9_to_11: bool = False  # doubles of other hands are for money


CROWN_PAIRS = Pairs(mixed=6, coloured=13, perfect=25)  # six decks, option A
CROWN = Game(
    sides={
        "any-pairs": Pairs(11, 11, 11),
        "perfect-pairs": CROWN_PAIRS,
        "crown-pairs": CROWN_PAIRS,
    },
    blackjack_takes="original covers busts",
    even_money_when_insured=False,
    must_draw_below_12=False,
)
TASMANIA = Game(sides={"perfect-pairs": Pairs(6, 12, 25)}, declining_ends_splitting=True)

GAMES: dict[str, Game] = {
    "star-blackjack-challenge/blackjack-challenge": Game(
        sides={
            "any-pairs": Pairs(11, 11, 11),
            "perfect-pairs": Pairs(5, 10, 30),
            "star-pairs": Pairs(5, 8, 20, aces=30),
        },
        blackjack_pays=(2, 1),
        blackjack_on_split=True,
        blackjacks_compared=True,
        pays_21_at_once=True,
        five_cards_win=True,
        ties_lose=True,
        insurance=False,
        even_money=False,
        doubles_on="two or three cards",
        aces_play_on=True,
    ),
    "canberra-blackjack/blackjack": Game(
        sides={"perfect-pairs": Pairs(6, 12, 25), "pairs-play": Pairs(11, 11, 11)},
        blackjack_takes="everything",
        doubles_on="two cards",
        max_hands=4,
    ),
    "crown-blackjack/blackjack": CROWN,
    "crown-blackjack/crown-blackjack": replace(CROWN, hits_soft_17=True),
    "crown-blackjack/free-bet-blackjack": replace(
        CROWN, hits_soft_17=True, pushes_22=True, free_bets=True
    ),
    "crown-blackjack/blackjack-plus": replace(
        CROWN,
        pushes_22=True,
        blackjack_always_paid_at_once=True,
        pays_21_at_once=True,
        five_cards_win=True,
        even_money=False,
        doubles_on="two or three cards",
    ),
    "tasmania-blackjack/blackjack": TASMANIA,
    "tasmania-blackjack/federal-pontoon": replace(
        TASMANIA,
        hits_soft_17=True,
        blackjack_always_paid_at_once=True,
        pays_21_at_once=True,
        pontoon_table=True,
        even_money=False,
        surrender_against="JQKA",
        doubles_on="any cards",
        aces_one_when_doubled=True,
        withdraws_double=True,
    ),
    "tasmania-blackjack/jokers-wild": replace(TASMANIA, sides={}),
    "reference-blackjack/blackjack": Game(
        sides={"perfect-pairs": Pairs(6, 12, 25)},
        hole_card=True,
        must_draw_below_12=False,
        doubles_on="two cards",
        max_hands=4,
    ),
}

# The games of the world, from the rule sheets that their books name.
AMERICAN = GAMES["reference-blackjack/blackjack"]
ALL_RANKS = "A23456789TJQK"
WORLD: dict[str, Game] = {
    "atlantic-city-blackjack/blackjack": replace(AMERICAN, surrender_against=ALL_RANKS),
    "vegas-strip-blackjack/blackjack": AMERICAN,
    "side-wagers/blackjack": AMERICAN,
    "single-deck-6-5/blackjack": replace(
        AMERICAN, hits_soft_17=True, blackjack_pays=(6, 5), doubles_after_split=False
    ),
    "european-blackjack/blackjack": replace(
        AMERICAN,
        hole_card=False,
        blackjack_takes="everything",
        doubles_on="hard 9 to 11",
        aces_split_again=True,
    ),
    "spanish-21/blackjack": replace(
        AMERICAN,
        hits_soft_17=True,
        blackjack_always_paid_at_once=True,
        pays_21_at_once=True,
        pontoon_table=True,
        bonus_from=5,
        bonus_after_split=False,
        even_money=False,
        surrender_against=ALL_RANKS,
        doubles_on="any cards",
        withdraws_double=True,
        aces_play_on=True,
    ),
    # That both of the dealer's cards are seen changes what is wise, but nothing that may be done.
    "double-exposure/blackjack": replace(
        AMERICAN,
        hits_soft_17=True,
        blackjack_pays=(1, 1),
        tied_blackjack=(1, 1),
        ties_lose=True,
        insurance=False,
        even_money=False,
        doubles_on="hard 9 to 11",
    ),
    "macau-blackjack/blackjack": replace(
        AMERICAN,
        hole_card=False,
        blackjack_takes="original only",
        surrender_against="23456789TJQK",
        early_surrender=True,
    ),
    "super-fun-21/blackjack": replace(
        AMERICAN,
        hits_soft_17=True,
        blackjack_pays=(1, 1),
        diamonds_pay=(2, 1),
        blackjack_always_paid_at_once=True,
        six_cards_win=True,
        even_money=False,
        gives_up_in_turn=True,
        doubles_on="any cards",
        withdraws_double=True,
        aces_play_on=True,
    ),
    "free-bet-blackjack/blackjack": replace(
        AMERICAN,
        hits_soft_17=True,
        pushes_22=True,
        free_bets=True,
        free_on_9_to_11=True,
        aces_split_again=True,
    ),
    "six-card-charlie/blackjack": replace(AMERICAN, max_hands=2, any_six_win=True),
}
GAMES |= WORLD

# What a reading of a book changes, as far as these rounds look at readings.
READINGS: dict[str, dict[str, Any]] = {
    "pot-of-gold-against-22=stand-off": {"pot_pushes_22": True},
    "blackjack-against-dealer-21=stand-off": {"blackjack_beats_21": False},
}
BACEBALL = "star-baceball/baceball"
PONTOON = "tasmania-blackjack/federal-pontoon"
JOKERS_WILD = "tasmania-blackjack/jokers-wild"
SIDE_WAGERS = "side-wagers/blackjack"
WITHOUT_TENS = (PONTOON, "spanish-21/blackjack")
ALL_GAMES = (*GAMES, BACEBALL)

POT_OF_GOLD = (0, 3, 10, 30, 60, 100)  # version 1, by the number of tokens


# --- Cards and hands ---------------------------------------------------------------------------


def value(card: str) -> int:
    """What a card counts; an ace one."""
    if card[0] == "A":
        return 1
    return 10 if card[0] in TENS else int(card[0])


def count(cards: Sequence[str], aces_at_one: int = 0) -> tuple[int, bool]:
    """The total, and whether an ace counts eleven in it. The aces among the first `aces_at_one`
    cards count one whatever comes."""
    total = sum(map(value, cards))
    if total <= 11 and any(card[0] == "A" for card in cards[aces_at_one:]):
        return total + 10, True
    return total, False


def pay(stake: int, odds: Odds) -> int:
    """Winnings in cents, a fraction of a cent going up."""
    to, one = odds
    return -(-stake * to // one)


@dataclass
class Hand:
    cards: list[str]
    money: int  # the player's own stake on the hand
    token: int = 0  # what Free Bet tokens on the hand are worth
    is_split: bool = False
    doubled: bool = False
    surrendered: bool = False
    busted: bool = False
    closed: bool = False  # paid, lost or given up: the dealer's hand no longer matters


@dataclass
class Round:
    """One box in one round of a blackjack game."""

    game: Game
    line: Line
    stake: int
    dealer: list[str]
    hands: list[Hand]
    hole: list[str]
    net: int = 0
    insured: int = 0
    tokens: int = 0  # Free Bet tokens played on the box
    declined: bool = False  # a split was on offer and not taken
    plays_out: bool = False  # a side wager looks at the dealer's whole hand
    bonus_barred: bool = False  # suited sevens were split (Federal Pontoon 21.6)

    def total(self, hand: Hand) -> int:
        fixed = 2 if hand.doubled and self.game.aces_one_when_doubled else 0
        return count(hand.cards, fixed)[0]

    def has_blackjack(self, hand: Hand) -> bool:
        if hand.is_split and not self.game.blackjack_on_split:
            return False
        return len(hand.cards) == 2 and self.total(hand) == 21

    def win(self, hand: Hand, odds: Odds = (1, 1)) -> None:
        self.net += pay(hand.money + hand.token, odds)
        hand.closed = True

    def lose(self, hand: Hand) -> None:
        self.net -= hand.money
        hand.closed = True


def player_card(line: Line) -> str:
    """The next card, and if it is a joker, the value that the player gives it."""
    return named(line, line.draw())


def named(line: Line, card: str) -> str:
    return line.choose(JOKER_VALUES) + "*" if card == JOKER else card


def dealer_card(line: Line) -> str:
    """The next card that is no joker."""
    while (card := line.draw()) == JOKER:
        pass
    return card


# --- What is settled at once -------------------------------------------------------------------


def close_if_decided(play: Round, hand: Hand) -> None:
    """Pay or take at once what the book settles without the dealer."""
    game, total = play.game, play.total(hand)
    if play.has_blackjack(hand):
        if game.blackjack_always_paid_at_once or play.dealer[0][0] not in "A" + TENS:
            play.win(hand, natural_odds(game, hand.cards))
    elif total > 21:
        hand.busted = True
        play.lose(hand)
    elif total == 21 and game.pays_21_at_once:
        pays_table = game.pontoon_table and not hand.doubled
        play.win(hand, pontoon_odds(hand.cards) if pays_table else (1, 1))
        if pays_table:
            play.net += super_bonus(play, hand)
    elif total == 21 and game.six_cards_win and len(hand.cards) >= 5 and not hand.doubled:
        play.win(hand, (2, 1))
    elif len(hand.cards) == 6 and game.any_six_win:
        play.win(hand)
    elif total == 21:
        return
    elif (len(hand.cards) == 5 and game.five_cards_win) or (
        len(hand.cards) == 6 and game.six_cards_win and not hand.doubled
    ):
        play.win(hand)


def natural_odds(game: Game, cards: Sequence[str]) -> Odds:
    diamonds = game.diamonds_pay is not None and {card[1] for card in cards} == {"D"}
    return game.diamonds_pay if diamonds and game.diamonds_pay else game.blackjack_pays


def pontoon_odds(cards: Sequence[str]) -> Odds:
    """What an undoubled 21 is paid at Federal Pontoon (21.4, Table 1)."""
    ranks = sorted(card[0] for card in cards)
    if len(cards) == 3 and ranks in (["6", "7", "8"], ["7", "7", "7"]):
        suits = {card[1] for card in cards}
        if suits == {"S"}:
            return 3, 1
        return (2, 1) if len(suits) == 1 else (3, 2)
    return {5: (3, 2), 6: (2, 1)}.get(len(cards), (3, 1) if len(cards) >= 7 else (1, 1))


def super_bonus(play: Round, hand: Hand) -> int:
    """Three suited sevens against a dealer's seven (21.4, Table 2). There is no other original
    wager on the table that could have the fifty dollars."""
    sevens = len(hand.cards) == 3 and len(set(hand.cards)) == 1 and hand.cards[0][0] == "7"
    least = play.game.bonus_from * DOLLAR
    if not sevens or play.dealer[0][0] != "7" or play.bonus_barred or play.stake < least:
        return 0
    return (5000 if play.stake >= 25 * DOLLAR else 1000) * DOLLAR


# --- Before the player's turn ------------------------------------------------------------------


def offers(play: Round) -> list[str]:
    """What is open to the player between the initial deal and the next card."""
    game, hand, up = play.game, play.hands[0], play.dealer[0][0]
    found: list[str] = []
    if hand.closed:
        return found
    if up == "A" and game.insurance and not play.insured and play.stake >= 2:
        found.append("insure")
    barred = play.insured and not game.even_money_when_insured
    if up == "A" and game.even_money and play.has_blackjack(hand) and not barred:
        found.append("even money")
    if up in game.surrender_against and play.total(hand) < 21 and not hand.surrendered:
        found.append("surrender")
    return found


def window(play: Round) -> None:
    """Insurance, even money and surrender, in any order, until the player goes on."""
    hand = play.hands[0]
    while open_offers := offers(play):
        choice = play.line.choose([*open_offers, "go on"])
        if choice == "go on":
            return
        if choice == "insure":
            play.insured = play.stake // 2
        elif choice == "even money":
            play.win(hand)
            play.insured = 0  # handed back
        else:
            hand.surrendered = True


# --- The player's turn -------------------------------------------------------------------------


def may_double(game: Game, hand: Hand) -> bool:
    size = len(hand.cards)
    if hand.is_split and not game.doubles_after_split:
        return False
    if game.doubles_on == "hard 9 to 11":
        total, soft = count(hand.cards)
        return size == 2 and not soft and 9 <= total <= 11
    most = {"two cards": 2, "two or three cards": 3, "any cards": size}[game.doubles_on]
    return size <= most


def may_split(play: Round, hand: Hand) -> bool:
    if len(hand.cards) != 2 or len(play.hands) == play.game.max_hands or play.declined:
        return False
    return value(hand.cards[0]) == value(hand.cards[1])


def decisions(play: Round, hand: Hand) -> list[str]:
    """What the player may do with a hand; nothing, where it must stop."""
    game, total = play.game, play.total(hand)
    one_card_only = hand.is_split and hand.cards[0][0] == "A" and not game.aces_play_on
    if one_card_only and game.aces_split_again and may_split(play, hand):
        return ["stand", "split"]
    if hand.closed or hand.surrendered or total == 21 or one_card_only:
        return []
    found = ["hit"]
    if total >= 12 or not game.must_draw_below_12:
        found.append("stand")
    if may_double(game, hand):
        found.append("double")
    if may_split(play, hand):
        found.append("split")
    if game.gives_up_in_turn:
        found.append("surrender")
    return found


def play_hands(play: Round) -> None:
    """Every hand in turn, each completed before the next has a card."""
    turn = 0
    while turn < len(play.hands):
        play_hand(play, turn)
        turn += 1


def play_hand(play: Round, turn: int) -> None:
    hand = play.hands[turn]
    while True:
        if len(hand.cards) == 1:  # the second card of a split hand
            hand.cards.append(player_card(play.line))
            close_if_decided(play, hand)
        options = decisions(play, hand)
        if not options:
            return
        choice = play.line.choose(options)
        if play.game.declining_ends_splitting and "split" in options and choice != "split":
            play.declined = True
        if choice == "stand":
            return
        if choice == "surrender":
            play.net -= play.stake // 2
            hand.closed = True
            return
        if choice == "double":
            double(play, hand)
            return
        if choice == "split":
            split(play, turn)
        else:
            hand.cards.append(player_card(play.line))
            close_if_decided(play, hand)


def double(play: Round, hand: Hand) -> None:
    total, soft = count(hand.cards)
    if play.game.free_bets and (not play.game.free_on_9_to_11 or (not soft and 9 <= total <= 11)):
        hand.token += play.stake
        play.tokens += 1
    else:
        hand.money += play.stake
    hand.doubled = True
    hand.cards.append(player_card(play.line))
    close_if_decided(play, hand)
    if hand.closed or play.total(hand) == 21 or not play.game.withdraws_double:
        return
    if play.line.choose(["withdraw", "go on"]) == "withdraw":
        play.net -= play.stake  # the original; the doubled part goes back
        hand.closed = True


def split(play: Round, turn: int) -> None:
    """The new hand comes straight after the one that was split."""
    hand = play.hands[turn]
    suited = not hand.is_split and set(hand.cards) == {"7" + hand.cards[0][1]}
    if suited or not play.game.bonus_after_split:
        play.bonus_barred = True
    new = Hand([hand.cards.pop()], play.stake, is_split=True)
    hand.is_split = True
    if play.game.free_bets and value(new.cards[0]) != 10:
        new.money, new.token = 0, play.stake
        play.tokens += 1
    play.hands.insert(turn + 1, new)


# --- The dealer, and the end -------------------------------------------------------------------


def deal_dealer(play: Round) -> None:
    """All cards where a hand is to be compared; one, where only a blackjack matters."""
    waiting = [hand for hand in play.hands if not hand.closed]
    play.dealer += play.hole
    compared_hands = [
        hand
        for hand in waiting
        if not hand.surrendered and not (play.has_blackjack(hand) and play.game.blackjack_beats_21)
    ]
    if compared_hands or play.plays_out:
        while dealer_draws(play):
            play.dealer.append(dealer_card(play.line))
    elif (blackjack_matters(play, waiting) or play.insured or more_back(play)) and not play.hole:
        play.dealer.append(dealer_card(play.line))


def blackjack_matters(play: Round, waiting: Sequence[Hand]) -> bool:
    """Whether a hand that waits would lose to a blackjack that may still come."""
    if value(play.dealer[0]) not in (1, 10):
        return False
    return any(not (hand.surrendered and play.game.early_surrender) for hand in waiting)


def more_back(play: Round) -> bool:
    """Whether a dealer's blackjack would bring back what busted hands lost beyond the original."""
    if play.game.blackjack_takes != "original only" or value(play.dealer[0]) not in (1, 10):
        return False
    return sum(hand.money for hand in play.hands if hand.busted) > play.stake


def dealer_draws(play: Round) -> bool:
    total, soft = count(play.dealer)
    return total < 17 or (total == 17 and soft and play.game.hits_soft_17)


def settle(play: Round) -> None:
    dealer = count(play.dealer)[0]
    dealer_blackjack = len(play.dealer) == 2 and dealer == 21
    if dealer_blackjack:
        play.net += 2 * play.insured
        settle_against_blackjack(play)
        return
    play.net -= play.insured
    for hand in play.hands:
        if not hand.closed:
            settle_hand(play, hand, dealer)


def settle_against_blackjack(play: Round) -> None:
    open_hands = [hand for hand in play.hands if not hand.closed]
    if play.game.blackjacks_compared:
        for hand in filter(play.has_blackjack, open_hands):
            play.win(hand, compared(hand.cards, play.dealer))
    else:
        for hand in filter(play.has_blackjack, open_hands):
            play.win(hand, play.game.tied_blackjack)
    losing = [hand for hand in open_hands if not play.has_blackjack(hand)]
    if not losing and play.game.blackjack_takes == "original only":
        busted = sum(hand.money for hand in play.hands if hand.busted)
        play.net += max(0, busted - play.stake)
    if play.game.early_surrender and losing and losing[0].surrendered:
        play.net -= play.stake // 2
        return
    if not losing:
        return
    at_risk = sum(hand.money for hand in losing)
    if play.game.blackjack_takes == "everything":
        play.net -= at_risk
    elif play.game.blackjack_takes == "busted plus one":
        play.net -= play.stake
    elif play.game.blackjack_takes == "original only":
        busted = sum(hand.money for hand in play.hands if hand.busted)
        play.net += busted - min(play.stake, busted + at_risk)
    else:
        busted = sum(hand.money for hand in play.hands if hand.busted)
        play.net -= max(busted, min(play.stake, busted + at_risk)) - busted


def compared(player: Sequence[str], dealer: Sequence[str]) -> Odds:
    """The odds of a blackjack against a blackjack, by the rank of the tens (17.1.1.2)."""

    def rank(cards: Sequence[str]) -> int:
        return max(TENS.find(card[0]) for card in cards)

    if rank(player) > rank(dealer):
        return 5, 1
    return (4, 1) if rank(player) == rank(dealer) else (3, 1)


def settle_hand(play: Round, hand: Hand, dealer: int) -> None:
    """The dealer has no blackjack."""
    game, total = play.game, play.total(hand)
    if play.has_blackjack(hand):
        if dealer != 21 or game.blackjack_beats_21:
            play.win(hand, natural_odds(game, hand.cards))
    elif hand.surrendered:
        play.net -= play.stake // 2  # half of an odd cent goes back to the player
    elif dealer == 22 and game.pushes_22:
        return
    elif dealer > 21 or total > dealer:
        play.win(hand)
    elif total < dealer or game.ties_lose:
        play.lose(hand)


def settle_sides(game: Game, cards: Sequence[str], sides: dict[str, int]) -> int:
    """The wagers on the first two cards."""
    net = 0
    for name, stake in sides.items():
        if name in game.sides:
            odds = game.sides[name].odds(cards[0], cards[1])
            net += odds * stake if odds else -stake
    return net


def pot_of_gold(play: Round, stake: int) -> int:
    if play.game.pot_pushes_22 and count(play.dealer)[0] == 22:
        return 0
    return POT_OF_GOLD[play.tokens] * stake if play.tokens else -stake


def blackjack_round(game: Game, line: Line, stake: int, sides: dict[str, int]) -> int:
    """One round of any game but bACEball: the player's net, in cents."""
    first, up, second = line.draw(), dealer_card(line), line.draw()
    hole = [dealer_card(line)] if game.hole_card else []
    cards = [named(line, first), named(line, second)]
    play = Round(game, line, stake, [up], [Hand(cards, stake)], hole)
    play.plays_out = bool(brute_sides.PLAYED_OUT & sides.keys())
    dealt = tuple(cards)
    play.net = settle_sides(game, cards, sides)
    close_if_decided(play, play.hands[0])
    window(play)
    if count([up, *hole]) != (21, True):  # a blackjack, that is: it ends the round
        play_hands(play)
    deal_dealer(play)
    settle(play)
    totals = [play.total(hand) for hand in play.hands if not hand.surrendered]
    seen = brute_sides.Seen(
        dealt[0], dealt[1], play.dealer, [total for total in totals if total <= 21]
    )
    play.net += brute_sides.settled(seen, sides)
    return play.net + pot_of_gold(play, sides.get("pot-of-gold", 0))


# --- bACEball ----------------------------------------------------------------------------------


def baceball_round(line: Line, stake: int, sides: dict[str, int]) -> int:
    """Three cards each and no decisions."""
    player: list[str] = []
    dealer: list[str] = []
    for _ in range(3):
        player.append(line.draw())
        dealer.append(line.draw())
    strikes = [card[0] in TENS for card in player]
    net = baceball_bet(player, dealer, stake)
    for number, strike in enumerate(strikes, start=1):
        wager = sides.get(f"strike-{number}", 0)
        net += 2 * wager if strike else -wager
    wager = sides.get("strike-out", 0)
    return net + (30 * wager if all(strikes) else -wager)


def baceball_bet(player: Sequence[str], dealer: Sequence[str], stake: int) -> int:
    def points(cards: Sequence[str]) -> int:
        return sum(11 if card[0] == "A" else value(card) for card in cards)

    if all(card[0] == "A" for card in player):
        return 10 * stake
    if all(card[0] in TENS for card in player):
        return -stake
    mine, other = points(player), points(dealer)
    return stake * ((mine > other) - (mine < other))


# --- Enumeration -------------------------------------------------------------------------------


def side_names(game: str) -> set[str]:
    if game == BACEBALL:
        return {"strike-1", "strike-2", "strike-3", "strike-out"}
    shelf = brute_sides.WAGERS if game == SIDE_WAGERS else {}
    return {*shelf, *GAMES[game].sides, *(["pot-of-gold"] if GAMES[game].free_bets else [])}


def read(game: str, readings: Iterable[str]) -> Game | None:
    """The rules of a game by these readings, if it has any of its own."""
    rules = GAMES.get(game)
    for reading in readings:
        assert rules is not None
        rules = replace(rules, **READINGS[reading])
    return rules


def round_of(
    game: str, stake: int, sides: dict[str, int] | None, rules: Game | None = None
) -> Callable[[Line], int]:
    """The round of a game with its wagers placed: give it a line, it gives the player's net."""
    wagers = sides or {}
    rules = rules or GAMES.get(game)
    if unknown := set(wagers) - side_names(game):
        raise ValueError(f"{game} has no {', '.join(sorted(unknown))}")
    if rules is None:
        return lambda line: baceball_round(line, stake, wagers)
    return lambda line: blackjack_round(rules, line, stake, wagers)


def check_cards(game: str, cards: Iterable[str]) -> None:
    """Only cards that the game is played with."""
    ranks = "A23456789JQK" if game in WITHOUT_TENS else ALL_RANKS
    for card in cards:
        if card == JOKER:
            known = game == JOKERS_WILD
        else:
            known = len(card) == 2 and card[0] in ranks and card[1] in "CDHS"
        if not known:
            raise ValueError(f"{game} is not played with {card}")


def enumerate_rounds(
    game: str,
    stock: str,
    stake: int = 2000,
    sides: dict[str, int] | None = None,
    rules: Game | None = None,
) -> tuple[int, int, int]:
    """Play every round that the stock can give, with other rules than the game's if some are given.

    Returns how many rounds there are, how many lines of play were abandoned because a card was
    due and none was left, and the sum of the player's net over the rounds, in cents.
    """
    cards = stock.split()
    check_cards(game, cards)
    play = round_of(game, stake, sides, rules)
    search = Search(cards)
    leaves = short = net = 0
    more = True
    while more:
        try:
            result = play(search)
        except OutOfCards:
            short += search.weight
        else:
            leaves += search.weight
            net += search.weight * result
        more = search.next_line()
    return leaves, short, net


def main(arguments: Sequence[str]) -> None:
    stock, *games = arguments or ["AS KD 8C 8H 5D 3S"]
    for game in games or ALL_GAMES:
        try:
            leaves, short, net = enumerate_rounds(game, stock)
        except ValueError as error:
            print(f"{game:46} {error}")
        else:
            print(f"{game:46} {leaves:9} rounds {short:9} short {net:12} cents")


if __name__ == "__main__":
    main(sys.argv[1:])
