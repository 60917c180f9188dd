"""The second shelf: games of the world in our own words, which nobody approved."""

import pytest

from bythebook.rulebooks import (
    built_in_books,
    check_games,
    cited_settings,
    find_book,
    known_books,
    load_game,
    world_books,
)
from bythebook.rulebooks.shelf import WORLD

OWN_LINES = 60  # a variant reads like its rule sheet


def test_the_shelves_have_no_book_in_common() -> None:
    assert not set(world_books()) & set(built_in_books())
    assert set(known_books()) == {*world_books(), *built_in_books()}


@pytest.mark.parametrize("book_id", world_books())
def test_a_book_of_the_world_says_whose_rules_it_has(book_id: str) -> None:
    book = find_book(book_id)
    assert book.about.authority == "approved by nobody"
    assert book.about.source
    assert "(unofficial)" in book.about.title


@pytest.mark.parametrize("book_id", world_books())
def test_every_choice_of_a_book_of_the_world_resolves(book_id: str) -> None:
    check_games(find_book(book_id))


@pytest.mark.parametrize("book_id", world_books())
def test_every_clause_of_its_own_is_cited(book_id: str) -> None:
    """What it inherits is cited where it comes from; what it says itself must mean something."""
    book = find_book(book_id)
    cited = {clause for clause, _ in cited_settings(book.games)}
    cited |= {option.clause for option in book.options.values()} | {*book.mechanism}
    base = find_book("reference-blackjack").clauses
    own = {id_ for id_, clause in book.clauses.items() if base.get(id_) != clause}
    assert {id_ for id_ in own if book.clauses[id_].kind == "rule"} <= cited


@pytest.mark.parametrize("book_id", world_books())
def test_a_book_of_the_world_reads_like_its_rule_sheet(book_id: str) -> None:
    for path in (WORLD / book_id).glob("*/rules.toml"):
        lines = [line for line in path.read_text().splitlines() if line and line[0] != "#"]
        assert len(lines) <= OWN_LINES, path


def test_a_record_may_name_a_game_of_the_world() -> None:
    assert load_game("spanish-21/blackjack").rules.title == "Spanish 21"
    assert load_game("spanish-21@1/blackjack").edition == "1"
