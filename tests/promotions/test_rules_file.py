"""`promotion.toml` is read strictly: what it cannot mean is said, with the place."""

import shutil
from pathlib import Path

import pytest

from bythebook.errors import Malformed
from bythebook.rulebooks import find_book
from bythebook.rulebooks.chapters.promotions import find_promotion_rules
from tests.promotions.offers import STAR


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ('manner = { clause = "22.7.1" }', 'manner = { clause = "22.7.99" }'),
        ('manner = { clause = "22.7.1" }', 'manners = { clause = "22.7.1" }'),
        ("over_cents = 1000000", 'over_cents = "much"'),
        ('presence = "must"', 'presence = "perhaps"'),
        ("hours = 48, clause", "clause"),
        ('scrutineer = { title = "scrutineer", roles = ["scrutineer"], clause = "22.2" }', ""),
        ("hours = 24", "hours = 0"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(tmp_path: Path, line: str, instead: str) -> None:
    folder = tmp_path / STAR
    shutil.copytree(find_book(STAR).folder, folder)
    assert find_promotion_rules(STAR, folder=folder).says.lodging.hours == 24
    file = folder / "promotion.toml"
    text = file.read_text(encoding="utf-8")
    assert line in text
    broken = tmp_path / "broken" / STAR
    shutil.copytree(folder, broken)
    (broken / "promotion.toml").write_text(text.replace(line, instead), encoding="utf-8")
    with pytest.raises(Malformed):
        find_promotion_rules(STAR, folder=broken)


def test_a_book_may_say_nothing_about_promotions() -> None:
    with pytest.raises(Malformed, match="says nothing"):
        find_promotion_rules("canberra-blackjack")
