"""Casino Canberra: which wagers a table offers, and what its operator may choose about them."""

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.errors import Malformed, Refused
from bythebook.game import play, refusal, start
from bythebook.game.commands import CloseBetting, Deal, Insure, PlaceWager
from bythebook.game.state import State, Table
from bythebook.rulebooks import load_game
from bythebook.rulebooks.chapters.game import Game
from tests.clauses import clause

BLACKJACK = "canberra-blackjack/blackjack"


def chosen(**options: str) -> Game | None:
    """The game with these choices; none where they cannot be made."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    try:
        return load_game(BLACKJACK, options=named)
    except Malformed:
        return None


def dealt(game: Game, cards: str, *wagers: PlaceWager) -> State:
    state = start(game)
    for command in (*wagers, CloseBetting(), *map(Deal, parse_cards(cards))):
        state, _ = play(game, state, command)
    return state


@clause("canberra-blackjack 17.1(a)", "canberra-blackjack 17.1(b)")
@pytest.mark.parametrize(
    ("offered", "refused"),
    [
        ((), ""),
        (("perfect-pairs",), ""),
        (("pairs-play",), ""),
        (("pairs-play", "perfect-pairs"), "17.1(a)"),
    ],
)
def test_a_table_offers_one_of_the_two_side_wagers_or_none(
    offered: tuple[str, ...], refused: str
) -> None:
    game = load_game(BLACKJACK)
    table = Table(side_wagers=frozenset(offered))
    if not refused:
        start(game, table)
        return
    with pytest.raises(Refused) as caught:
        start(game, table)
    assert caught.value.clause == refused


@clause("canberra-blackjack 7.2")
@pytest.mark.parametrize(("choice", "permitted"), [("on", True), ("off", False)])
def test_others_insure_a_wager_where_the_operator_permits_it(choice: str, permitted: bool) -> None:
    game = chosen(insure_others=choice)
    assert game is not None
    state = dealt(game, "TS TD AC 9S 9D", PlaceWager(1, "ann", 2000), PlaceWager(2, "ben", 2000))
    said = refusal(game, state, Insure(1, 1000, "ben", "ann"))
    assert (said is None) is permitted
    assert permitted or (isinstance(said, Refused) and said.clause == "7.2")


@clause("canberra-blackjack 6.1")
def test_no_card_is_dealt_that_is_not_due() -> None:
    game = load_game(BLACKJACK)
    state = dealt(game, "TS 7C 9S", PlaceWager(1, "ann", 2000))
    said = refusal(game, state, Deal(parse_card("2D")))
    assert isinstance(said, Refused)
    assert said.clause == "6.1"
