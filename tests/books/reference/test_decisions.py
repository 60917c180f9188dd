"""Reference Blackjack: what may be decided whatever the dealer shows, and cards that are due."""

import pytest

from bythebook import Game, load_game
from bythebook.cards import parse_card, parse_cards
from bythebook.errors import Refused
from bythebook.game import State, play, refusal, start
from bythebook.game import commands as c
from tests.clauses import clause

GAME_ID = "reference-blackjack/blackjack"


def dealt(game: Game, cards: str) -> State:
    state, _ = play(game, start(game), c.PlaceWager(1, "ann", 1000))
    state, _ = play(game, state, c.CloseBetting())
    for card in parse_cards(cards):
        state, _ = play(game, state, c.Deal(card))
    return state


@clause("reference-blackjack 9.1")
@pytest.mark.parametrize("shown", "A23456789TJQK")
def test_a_hand_may_be_given_up_whatever_the_dealer_shows(shown: str) -> None:
    late = load_game(GAME_ID, options={"surrender": "late"})
    state = dealt(late, f"TC {shown}D 6H 5S")
    assert refusal(late, state, c.Surrender(1)) is None


@clause("reference-blackjack 6.2")
def test_a_card_comes_when_the_player_asks_for_it_and_not_before() -> None:
    game = load_game(GAME_ID)
    state = dealt(game, "TC 9D 6H 5S")
    unasked = refusal(game, state, c.Deal(parse_card("2C")))
    assert isinstance(unasked, Refused)
    assert unasked.clause == "6.2"
    state, _ = play(game, state, c.Hit(1))
    assert refusal(game, state, c.Deal(parse_card("2C"))) is None
