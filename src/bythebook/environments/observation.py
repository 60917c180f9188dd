"""What the player sees: the hands, the dealer's cards, the wagers and the cards still unseen."""

from typing import Any

import numpy as np
from gymnasium import spaces

from bythebook.environments.betting import BOX, PLAYER
from bythebook.environments.shoe import KINDS, Counts, count
from bythebook.game import State
from bythebook.game.state import Hand
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.game import BlackjackGame

Observation = dict[str, Any]

# What is asked of the player, by the number that an observation gives it.
PHASES = ("betting", "naming", "offers", "turns", "withdrawing", "over")

TOTAL_MAX = 33  # three aces in a game where an ace is always eleven
VALUE_MAX = 11
STAKES_MAX = 2  # on one hand, in units of the wager: the original and its double
CARDS_MAX = 21  # all of them aces


def most_hands(game: Game) -> int:
    rules = game.rules
    return rules.splitting.hands.value if isinstance(rules, BlackjackGame) else 1


def observation_space(game: Game, ways_to_bet: int) -> spaces.Dict:
    hands = most_hands(game)
    most = max(game.decks, game.rules.pack.jokers)  # of one kind of card
    return spaces.Dict(
        {
            "phase": spaces.Discrete(len(PHASES)),
            "total": spaces.Discrete(TOTAL_MAX + 1),
            "soft": spaces.Discrete(2),
            "pair": spaces.Discrete(VALUE_MAX + 1),
            "size": spaces.Discrete(CARDS_MAX + 1),
            "shown": spaces.Discrete(VALUE_MAX + 1),
            "hand": spaces.Discrete(hands + 1),
            "hands": spaces.Discrete(hands + 1),
            "wager": spaces.Discrete(ways_to_bet),
            "insured": spaces.Discrete(2),
            "surrendered": spaces.Discrete(2),
            "splitting_ended": spaces.Discrete(2),
            "stakes": spaces.Box(0, STAKES_MAX, (hands, 2), np.int16),
            "cards": spaces.Box(0, most, (hands, len(KINDS)), np.int16),
            "dealer": spaces.Box(0, most, (len(KINDS),), np.int16),
            "unseen": spaces.Box(0, most, (len(KINDS),), np.int16),
        }
    )


def observe(game: Game, state: State, wager: int, unseen: Counts) -> Observation:
    hands = state.box(BOX).hands if state.boxes else ()
    at = max(state.at[1], 1) if hands else 0
    hand = hands[at - 1] if hands else Hand()
    stakes = np.zeros((most_hands(game), 2), np.int16)
    cards = np.zeros((most_hands(game), len(KINDS)), np.int16)
    for number, each in enumerate(hands):
        stakes[number] = _stakes(state, each)
        cards[number] = count(each.cards)
    return {
        "phase": PHASES.index(state.phase),
        "total": hand.total,
        "soft": int(hand.soft),
        "pair": _pair(hand),
        "size": len(hand.cards),
        "shown": state.dealer[0].value if state.dealer else 0,
        "hand": at,
        "hands": len(hands),
        "wager": wager,
        "insured": int(any(insurance.live for insurance in state.insurances)),
        "surrendered": int(any(stake.surrendered for stake in hand.stakes)),
        "splitting_ended": int(bool(state.boxes) and state.box(BOX).no_more_splits),
        "stakes": stakes,
        "cards": cards,
        "dealer": count(state.dealer),
        "unseen": unseen.copy(),
    }


def _stakes(state: State, hand: Hand) -> tuple[int, int]:
    """What still lies on a hand, in units of the wager: chips, and free-bet tokens."""
    stake = hand.stake_of(PLAYER)
    if stake is None or not stake.live:
        return 0, 0
    unit = state.box(BOX).originals[PLAYER]
    return stake.real // unit, stake.free // unit


def _pair(hand: Hand) -> int:
    """The value of a card of a pair (11: aces), or 0."""
    if len(hand.cards) != 2 or hand.cards[0].value != hand.cards[1].value:
        return 0
    return hand.cards[0].value
