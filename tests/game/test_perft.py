"""Perft: the engine finds exactly the rounds of the golden file, and so does a separate program."""

from fractions import Fraction

import pytest

from tests.game import brute_force
from tests.game.any_games import GAMES
from tests.game.perft import Shoe, enumerate_rounds, read_golden

SHOES = read_golden()
NAMES = [shoe.name for shoe in SHOES]


@pytest.mark.parametrize("shoe", SHOES, ids=NAMES)
def test_engine_hits_the_golden_file(shoe: Shoe) -> None:
    found = enumerate_rounds(shoe.game, shoe.stock, shoe.sides, readings=shoe.readings)
    assert (found.rounds, found.short) == (shoe.rounds, shoe.short)
    assert Fraction(found.net, found.rounds) == shoe.mean


@pytest.mark.parametrize("shoe", SHOES, ids=NAMES)
def test_separate_brute_force_confirms_it(shoe: Shoe) -> None:
    rules = brute_force.read(shoe.game, shoe.read.split()[1:])
    rounds, short, net = brute_force.enumerate_rounds(
        shoe.game, shoe.stock, sides=shoe.sides, rules=rules
    )
    assert (rounds, short) == (shoe.rounds, shoe.short)
    assert Fraction(net, rounds) == shoe.mean


def test_every_game_has_a_few_shoes() -> None:
    games = [shoe.game for shoe in SHOES]
    assert set(games) == {f"{book}/{game}" for book, game in GAMES}
    assert all(games.count(game) >= 3 for game in games)
