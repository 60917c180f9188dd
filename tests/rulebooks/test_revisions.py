"""No rule changes without a revision, and what was played by an earlier one can still be loaded."""

import datetime
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bythebook.errors import Malformed
from bythebook.rulebooks import load_book
from bythebook.rulebooks.comparing import compare, read_side
from bythebook.rulebooks.files import inherit
from bythebook.rulebooks.law import Pins, digest, pinned
from bythebook.rulebooks.loader import check_games
from bythebook.rulebooks.shelf import BUILT_IN
from bythebook.rulebooks.show.comparison import comparison_text
from bythebook.rulebooks.tables import load_table_rules
from tests.rulebooks.revise import NOTHING, all_digests, begin, forget, problems, undone

ON = datetime.date(2026, 12, 1)
BOOK, NAME = "crown-blackjack", "4.2"


# Pins


def test_no_rule_has_changed_without_a_revision() -> None:
    found = problems(all_digests(), pinned())
    assert not found, "\n".join(found)


def test_what_is_wrong_with_a_pin_says_what_to_do() -> None:
    now = {"ours@1": ("a", "b")}
    (changed,) = problems(now, {"ours@1": Pins(("a", "x"))})
    assert "revision 2" in changed
    assert 'python -m tests.rulebooks.revise ours@1 "why"' in changed
    assert "\n" not in changed
    (lost,) = problems(now, {"ours@1": Pins(("x",))})  # an earlier one is not kept
    assert "revision 1" in lost
    for pins in ({}, {"ours@1": Pins(("a",))}):
        assert problems(now, pins) == ["ours@1: not pinned yet: python -m tests.rulebooks.revise"]
    assert problems({}, {"ours@1": Pins(("a",))}) == ["ours@1: pinned and not there"]
    assert len(problems(now, {"ours@1": Pins(("a", "b", "c"))})) == 1
    assert problems(now, {"ours@1": Pins(("a", "b"))}) == []


# A revision of data


@pytest.fixture
def books(tmp_path: Path) -> tuple[Path, Path]:
    """A book as it was, and as it will be mended."""
    for name in ("was", "now"):
        shutil.copytree(BUILT_IN / BOOK, tmp_path / name / BOOK)
        _as_first_written(tmp_path / name / BOOK / NAME)
    forget()
    return tmp_path / "was" / BOOK, tmp_path / "now" / BOOK


def _as_first_written(edition: Path) -> None:
    """As if we had never been wrong about it."""
    shutil.rmtree(edition / "revisions", ignore_errors=True)
    rules = edition / "rules.toml"
    tables = re.split(r"(?m)^(?=\[)", rules.read_text(encoding="utf-8"))
    kept = [table for table in tables if not table.startswith("[[revisions]]")]
    rules.write_text("".join(kept), encoding="utf-8")


def rewrite(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def same(earlier: Path, home: Path, revision: int, name: str = NAME) -> None:
    """A revision loads as the whole book once was: every game, its tables, what it decides."""
    forget()
    was, kept = (
        load_book(earlier, name, revision=revision),
        load_book(home, name, revision=revision),
    )
    assert digest(kept) == digest(was)
    assert kept.games == was.games
    assert kept.options == was.options
    assert set(kept.clauses) == set(was.clauses)
    assert load_table_rules(kept).conduct == load_table_rules(was).conduct
    check_games(kept)


def test_a_setting_of_a_game_that_others_stand_on(books: tuple[Path, Path]) -> None:
    was, now = books
    rewrite(now / NAME / "rules.toml", 'odds = "3 to 2"', 'odds = "6 to 5"')
    told = begin(now, NAME, "a blackjack pays 6 to 5 (6.3.1)", was, ON)
    assert told.startswith("crown-blackjack@4.2: revision 2; kept what was different in rules.toml")
    same(was, now, 1)
    mended = load_book(now)
    assert (mended.revision, mended.revisions[-1].date) == (2, ON)
    assert mended.revisions[-1].why == "a blackjack pays 6 to 5 (6.3.1)"
    assert digest(mended) != digest(load_book(was))
    kept = (now / NAME / "revisions" / "1" / "rules.toml").read_text(encoding="utf-8")
    assert "3 to 2" in kept
    assert len(kept.splitlines()) < 12  # just what is different


def test_a_game_that_says_for_itself_what_it_had_from_another(books: tuple[Path, Path]) -> None:
    """Before, it stood on the other's: `absent` would have taken the rule away instead."""
    was, now = books
    append(
        now / NAME / "rules.toml",
        '\n[games.free-bet-blackjack.boxes]\nvalue = 5\nclause = "2.1"\n',
    )
    before = load_book(was).game("free-bet-blackjack").rules
    assert before.boxes.value == 9
    begin(now, NAME, "it has five boxes (2.1)", was, ON)
    same(was, now, 1)
    assert load_book(now, revision=1).game("free-bet-blackjack").rules == before
    assert load_book(now).game("free-bet-blackjack").rules != before


def test_readings_chapters_and_the_ledger(books: tuple[Path, Path]) -> None:
    was, now = books
    reading, entry = next(iter(load_book(was).readings.items()))
    other = next(value for value in entry.values if value != entry.default)
    path = now / NAME / "readings.toml"
    rewrite(path, f'default = "{entry.default}"', f'default = "{other}"')
    append(now / NAME / "clauses.csv", '"N1","table","rule","dealer","A clause we missed.",""\n')
    lives = '[mechanism]\n"N1" = "bythebook.table.rounds"\n'
    rewrite(now / NAME / "table.toml", "[mechanism]\n", lives)
    (now / NAME / "promotion.toml").unlink()
    told = begin(now, NAME, "several things", was, ON)
    for file in ("readings.toml", "promotion.toml", "table.toml", "clauses.csv"):
        assert file in told
    same(was, now, 1)
    assert load_book(now, revision=1).readings[reading].default == entry.default
    assert load_book(now).readings[reading].default == other


def test_a_chapter_that_was_not_there(books: tuple[Path, Path]) -> None:
    was, now = books
    (was / NAME / "promotion.toml").unlink()
    begin(now, NAME, "it has promotions", was, ON)
    same(was, now, 1)


def test_what_a_revision_changed_is_compared(books: tuple[Path, Path]) -> None:
    was, now = books
    rewrite(now / NAME / "rules.toml", 'odds = "3 to 2"', 'odds = "6 to 5"')
    begin(now, NAME, "a blackjack pays 6 to 5 (6.3.1)", was, ON)
    found = compare(
        *(read_side(f"{now}@4.2{named}", own_folders=True) for named in (":1", "")),
    )
    assert (found.old.id, found.new.id) == ("crown-blackjack@4.2:1", "crown-blackjack@4.2")
    assert {change.difference.old["odds"] for change in found.settings} == {"3 to 2"}
    assert {change.difference.new["odds"] for change in found.settings} == {"6 to 5"}
    text = comparison_text(found)
    assert "; our revision 1\n" in text
    assert "; our revision 2 of 2026-12-01: a blackjack pays 6 to 5 (6.3.1)\n" in text
    game = read_side("crown-blackjack@4.2:1/blackjack", now)
    assert (game.id, game.book.revision) == ("crown-blackjack@4.2:1/blackjack", 1)
    for named, says in (
        ("4.2:3", "no revision 3"),
        ("4.2:0", "no revision 0"),
        ("4.2:", "written as"),
        ("4.2:x", "written as"),
    ):
        with pytest.raises(Malformed, match=says):
            read_side(f"crown-blackjack@{named}", now)


def test_one_revision_after_another(books: tuple[Path, Path], tmp_path: Path) -> None:
    was, now = books
    rewrite(now / NAME / "rules.toml", 'odds = "3 to 2"', 'odds = "6 to 5"')
    begin(now, NAME, "first", was, ON)
    second = tmp_path / "second" / BOOK
    shutil.copytree(now, second)
    rewrite(now / NAME / "rules.toml", 'odds = "6 to 5"', 'odds = "1 to 1"')
    begin(now, NAME, "second", second, ON)
    same(was, now, 1)
    same(second, now, 2)
    assert [revision.why for revision in load_book(now).revisions] == ["first", "second"]


def test_a_revision_that_nobody_has_played_by_is_gone_on_with(books: tuple[Path, Path]) -> None:
    was, now = books
    rules = now / NAME / "rules.toml"
    rewrite(rules, 'odds = "3 to 2"', 'odds = "6 to 5"')
    begin(now, NAME, "first", was, ON)
    rewrite(rules, 'odds = "6 to 5"', 'odds = "7 to 5"')
    for _ in range(2):  # once more changes nothing
        begin(now, NAME, "second", was, ON)
    same(was, now, 1)
    assert [revision.why for revision in load_book(now).revisions] == ["first; second"]


def test_an_edition_that_stands_on_a_mended_one_keeps_what_it_was(tmp_path: Path) -> None:
    amended = Path(__file__).parents[1] / "books" / "amended"
    was, now = (tmp_path / name / "amended" for name in ("was", "now"))
    for folder in (was, now):
        shutil.copytree(amended, folder)
    append(now / "1.0" / "rules.toml", '\n[options.decks]\ndefault = "6"\n')
    for name in ("1.0", "2.0"):
        begin(now, name, "six decks", was, ON)
        same(was, now, 1, name)


def test_words_are_no_reason_for_a_revision(books: tuple[Path, Path]) -> None:
    was, now = books
    rewrite(now / NAME / "rules.toml", 'says = "four, six or eight decks"', 'says = "4, 6 or 8"')
    lives = '= "bythebook.game.side_wagers.line_of"'
    rewrite(now / NAME / "rules.toml", lives, '= "bythebook.game.blackjack.ends"')
    assert digest(load_book(now)) == digest(load_book(was))
    assert NOTHING in begin(now, NAME, "words", was, ON)


def test_a_fault_of_the_engine_keeps_no_data(books: tuple[Path, Path]) -> None:
    was, now = books
    assert NOTHING in begin(now, NAME, "the engine paid too much (6.3.1)", was, ON)
    assert not (now / NAME / "revisions").exists()
    same(was, now, 1)
    assert digest(load_book(now)) == digest(load_book(was))


def test_what_cannot_be_kept_is_said(books: tuple[Path, Path], monkeypatch: Any) -> None:
    was, now = books
    rewrite(now / NAME / "rules.toml", 'odds = "3 to 2"', 'odds = "6 to 5"')
    monkeypatch.setattr("tests.rulebooks.revise._files", lambda *_: [])
    with pytest.raises(Malformed, match="cannot be kept"):
        begin(now, NAME, "why", was, ON)


KEYS = st.sampled_from(["clause", "by", "result", "absent", "a", "b"])
SETTINGS = st.dictionaries(
    KEYS, st.recursive(st.integers(0, 2), lambda inner: st.dictionaries(KEYS, inner), max_leaves=9)
)


@given(today=SETTINGS, was=SETTINGS)
def test_any_settings_can_be_led_back_to_any_others(today: Any, was: Any) -> None:
    said: dict[str, Any] = {}
    for path, value in undone(today, was):
        at = said
        for key in path[:-1]:
            at = at.setdefault(key, {})
        at[path[-1]] = value
    assert inherit(today, said) == was
