"""Games of the world beside what others have published about them."""

import pytest

from bythebook.rulebooks import world_books
from tests.odds.exact.world_figures import DOCUMENT, PUBLISHED, TABLE, Published, edge, table

# Where the same rules are meant, we and the others agree to the last digit printed, give or take
# one; the rest stands in the document as it is, with what we know of why.
AGREED = {"vegas-strip-blackjack", "european-blackjack", "macau-blackjack", "spanish-21"}


def same(one: Published) -> bool:
    last = 0.1 ** len(one.percent.partition(".")[2])
    return bool(abs(edge(one) - float(one.percent)) <= 1.5 * last)


@pytest.mark.parametrize("one", [one for one in PUBLISHED if one.book in AGREED])
def test_ours_is_the_published_edge(one: Published) -> None:
    assert same(one)


def test_super_fun_21_with_one_deck_is_as_published() -> None:
    assert same(next(one for one in PUBLISHED if one.book == "super-fun-21"))


def test_the_document_has_our_figures_as_they_are() -> None:
    found = TABLE.search(DOCUMENT.read_text(encoding="utf-8"))
    assert found is not None
    assert found[0] == table()


def test_every_game_of_the_world_stands_beside_a_published_figure() -> None:
    side_wagers = {"side-wagers"}  # priced line by line, beside figures of their own
    assert {one.book for one in PUBLISHED} == set(world_books()) - side_wagers
