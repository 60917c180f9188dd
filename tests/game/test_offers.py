"""What is offered between the deal and the turns: to whom, against which card."""

import pytest
from msgspec.structs import replace

from bythebook.cards import parse_card
from bythebook.errors import given
from bythebook.game import State, play, refusal, start
from bythebook.game import commands as c
from bythebook.rulebooks import load_game
from bythebook.rulebooks.chapters.game import BlackjackGame, Game
from bythebook.rulebooks.chapters.words import Cited
from tests.clauses import clause


def dealt(game: Game, cards: str) -> State:
    state, _ = play(game, start(game), c.PlaceWager(1, "ann", 1000))
    state, _ = play(game, state, c.CloseBetting())
    for word in cards.split():
        state, _ = play(game, state, c.Deal(parse_card(word)))
    return state


@clause("tasmania-blackjack 21.3.4")
@pytest.mark.parametrize(
    ("shown", "phase"), [("9D", "turns"), ("JD", "offers"), ("QD", "offers"), ("AD", "offers")]
)
def test_surrender_is_offered_facing_an_ace_or_a_picture_and_nothing_otherwise(
    shown: str, phase: str
) -> None:
    game = load_game("tasmania-blackjack/federal-pontoon", 6)
    assert dealt(game, f"KC {shown} 6D").phase == phase


@clause("reference-blackjack 9.1")
def test_an_offer_of_insurance_is_no_offer_to_surrender() -> None:
    """Where surrender is offered against tens alone, an ace opens the other offers only."""
    game = load_game("reference-blackjack/blackjack", 6, {"surrender": "late"})
    rules = game.rules
    assert isinstance(rules, BlackjackGame)
    tens = Cited(value=("T", "J", "Q", "K"), clause="9.1")
    rules = replace(rules, surrender=replace(given(rules.surrender), offered=tens))
    game = replace(game, rules=rules)
    state = dealt(game, "TC AD 6D 9C")
    assert state.phase == "offers"
    refused = refusal(game, state, c.Surrender(1, "ann"))
    assert refused is not None
    assert refused.clause == "9.1"
    state = dealt(game, "TC TD 6D 9C")
    assert refusal(game, state, c.Surrender(1, "ann")) is None
