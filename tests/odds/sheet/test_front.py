"""All games at a glance: what is kept in the package is what the analyser says."""

import random

import pytest

from bythebook.odds.sheet.figures import MAIN, Question, figures_of
from bythebook.odds.sheet.front import FrontGame, front_games
from bythebook.odds.sheet.pricing import with_choice
from bythebook.rulebooks import built_in_books, find_book
from bythebook.rulebooks.chapters.game import BlackjackGame

GAMES = {game.game: game for game in front_games()}
QUICK = ("reference-blackjack/blackjack", "star-baceball/baceball", "crown-blackjack/blackjack")


def test_every_game_is_there_at_its_usual_settings_and_in_order() -> None:
    known = {f"{book}/{name}" for book in built_in_books() for name in find_book(book).games}
    assert set(GAMES) == known
    for name, front in GAMES.items():
        book, _, each = name.partition("/")
        game = find_book(book).game(each)
        assert (front.edition, front.choices) == (game.edition, game.choices), "run `prepare`"
        assert front.decides == isinstance(game.rules, BlackjackGame)
        priced = {side.name for side in front.sides} | set(front.unpriced)
        assert priced == set(game.rules.side_wagers)
    edges = [game.house_edge for game in front_games()]
    assert edges == sorted(edges)


@pytest.mark.parametrize("name", QUICK)
def test_a_game_is_kept_as_it_is_worked_out(name: str) -> None:
    """The usual table, its side wagers, and one rule tried."""
    kept: FrontGame = GAMES[name]
    book_name, _, each = name.partition("/")
    book = find_book(book_name)
    game = book.game(each)
    figures = figures_of(Question(game=game, every_side=True), book)
    assert kept.house_edge == pytest.approx(figures.house_edge, abs=1e-12)
    assert kept.standard_deviation == pytest.approx(figures.standard_deviation, abs=1e-9)
    sides = {side.price.name: side.price.house_edge for side in figures.sides}
    assert {side.name: side.house_edge for side in kept.sides} == pytest.approx(sides)
    switch = random.Random(name).choice(kept.switches)
    value = next(value for value in switch.edges if value != switch.value)
    changed = with_choice(game, book, switch.name, value)
    tried = figures_of(Question(game=changed), book)
    assert switch.edges[value] == pytest.approx(tried.edges[MAIN], abs=1e-12)
    assert switch.edges[switch.value] == pytest.approx(kept.house_edge)
