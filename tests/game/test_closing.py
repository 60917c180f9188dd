"""Betting is closed once; what lies there then is what the round is played for."""

import pytest

from bythebook.game import commands as c
from bythebook.game import play, refusal, start
from bythebook.rulebooks import load_game
from tests.clauses import clause


@clause("canberra-blackjack 6.2", "crown-blackjack 6.1.1")
@pytest.mark.parametrize(
    ("name", "cited"),
    [("canberra-blackjack/blackjack", "6.2"), ("crown-blackjack/blackjack", "6.1.1")],
)
def test_once_betting_is_closed_it_cannot_be_closed_again(name: str, cited: str) -> None:
    game = load_game(name, 6)
    state, _ = play(game, start(game), c.PlaceWager(1, "ann", 1000))
    assert refusal(game, state, c.CloseBetting()) is None
    state, _ = play(game, state, c.CloseBetting())
    refused = refusal(game, state, c.CloseBetting())
    assert refused is not None
    assert refused.clause == cited
