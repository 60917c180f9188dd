"""`jackpot.toml` is read strictly: clauses and roles that exist, and nothing unknown."""

import shutil
from pathlib import Path

import pytest

from bythebook.errors import Malformed
from bythebook.rulebooks import find_book
from bythebook.rulebooks.chapters.jackpots import find_jackpot_rules, has_jackpot_rules
from tests.jackpots.hall import BACEBALL, STAR, TASMANIA


@pytest.mark.parametrize(
    ("book", "wager", "counted"),
    [
        (STAR, "blazing-7s", "round-begins"),
        (BACEBALL, "jackpot", "round-begins"),
        (TASMANIA, "supernova", "no-more-bets"),
    ],
)
def test_each_book_has_its_jackpot(book: str, wager: str, counted: str) -> None:
    rules = find_jackpot_rules(book)
    assert list(rules.jackpots) == [wager]
    assert rules.jackpot(wager).counted.value == counted
    with pytest.raises(Malformed):
        rules.jackpot("lotto")


def test_the_other_books_have_none() -> None:
    for book in ("crown-blackjack", "canberra-blackjack", "reference-blackjack"):
        assert not has_jackpot_rules(find_book(book))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('clause = "16.12"', 'clause = "16.99"', "not in the ledger"),
        ('by = "surveillance"', 'by = "butler"', "no role"),
        ("counted = ", "conted = ", "conted"),
        ("[jackpots.blazing-7s.links]", "[jackpots.blazing-7s.liks]", "liks"),
        ("[jackpots.blazing-7s]", "[extra]\n[jackpots.blazing-7s]", "extra"),
        ('"16.1"', '"16.1', "cannot be read"),
    ],
)
def test_whatever_is_wrong_is_said(tmp_path: Path, old: str, new: str, says: str) -> None:
    folder = tmp_path / "own"
    shutil.copytree(find_book(STAR).folder, folder)
    path = folder / "jackpot.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(Malformed) as caught:
        find_jackpot_rules("own", folder=folder)
    if says != "cannot be read":
        assert says in str(caught.value)
