"""bACEball, rule 5: what is put down on the layout, and by which clause it lies there."""

import pytest

from bythebook.errors import Refused
from bythebook.game import play, refusal, start
from bythebook.game.commands import CloseBetting, PlaceWager
from bythebook.game.events import WagerPlaced
from bythebook.game.state import Table
from bythebook.rulebooks import load_game
from tests.clauses import clause

TABLE = Table(side_wagers=frozenset({"jackpot"}))


@clause("star-baceball 5.3", "star-baceball 5.4", "star-baceball 7.2")
@pytest.mark.parametrize(
    ("wager", "by"),
    [
        ("strike-1", "5.4"),
        ("strike-2", "5.4"),
        ("strike-3", "5.4"),
        ("strike-out", "5.4"),
        ("jackpot", "7.2"),
    ],
)
def test_a_wager_lies_there_before_the_first_card(wager: str, by: str) -> None:
    game = load_game("star-baceball/baceball")
    state, (bet,) = play(game, start(game, TABLE), PlaceWager(1, "ann", 1000))
    assert isinstance(bet, WagerPlaced)
    assert bet.clause == "5.3"
    beside = PlaceWager(1, "ann", 500, wager)
    _, (placed,) = play(game, state, beside)
    assert isinstance(placed, WagerPlaced)
    assert (placed.wager, placed.clause) == (wager, by)
    closed, _ = play(game, state, CloseBetting())
    late = refusal(game, closed, beside)
    assert isinstance(late, Refused)
    assert late.clause == "5.4"
