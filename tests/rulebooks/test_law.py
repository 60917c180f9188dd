"""What terms name: an edition, a revision of ours, and a digest of what it decides."""

import datetime
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed
from bythebook.house.demo import demo
from bythebook.rulebooks import Book, built_in_books, editions_of, find_book, load_book
from bythebook.rulebooks.editions import editions_in
from bythebook.rulebooks.law import (
    NotInstalled,
    digest,
    named_in,
    names,
    pinned,
    played_by,
    unnamed,
)
from tests.house.verify.amended import MENDED, change, copied, installed, terms

DAY = datetime.date(2026, 6, 30)
RULES = Path("1.0", "rules.toml")


def other(tmp_path: Path, path: Path = RULES, old: str = "", new: str = "") -> str:
    """The digest of the test book's first edition with something written otherwise."""
    folder = copied(tmp_path, f"{len(list(tmp_path.iterdir()))}")
    if old:
        change(folder / path, old, new)
    elif new:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        with (folder / path).open("a", encoding="utf-8") as file:
            file.write(new)
    return digest(load_book(folder, "1.0"))


# The digest


def test_how_rules_are_written_is_not_in_their_digest(tmp_path: Path) -> None:
    ours = other(tmp_path)
    assert other(tmp_path, new="\n# A comment.\n") == ours
    assert other(tmp_path, old="[book]\n", new="[book]  # so\n\n") == ours
    says = '\n[options.dealer]\nsays = "in other words"\n'
    assert other(tmp_path, new=says) == ours
    means = '[ten-shown.values]\nten-only = "in other words"\n'
    assert other(tmp_path, Path("1.0", "readings.toml"), new=means) == ours


def test_whatever_decides_is_in_the_digest(tmp_path: Path) -> None:
    ours = other(tmp_path)
    default = '\n[options.decks]\ndefault = "6"\n'
    idle = '[seats]\nidle = { rounds = 2, clause = "16.6" }\n'
    clause = '[seats]\nidle = { rounds = 3, clause = "16.5" }\n'
    complaint = '[discipline]\nsays = "it is written down like this"\n'
    changed = [
        other(tmp_path, new=default),
        other(tmp_path, Path("1.0", "tournament-play.toml"), new=complaint),
        other(tmp_path, Path("1.0", "readings.toml"), new='[ten-shown]\ndefault = "ten-only"\n'),
        other(tmp_path, Path("1.0", "table.toml"), new=idle),
        other(tmp_path, Path("1.0", "table.toml"), new=clause),
    ]
    assert len({ours, *changed}) == 6


def test_an_edition_that_says_nothing_new_decides_the_same(tmp_path: Path) -> None:
    assert other(tmp_path) == digest(find_book("canberra-blackjack"))


def test_what_logs_called_the_rules_before_sentences_were_left_out_is_still_known() -> None:
    for book in map(find_book, built_in_books()):
        pins = pinned()[book.source.id]
        crown = replace(demo.demo_tables()[0], book=book.id, edition=book.edition, revision=1)
        assert names(replace(crown, rules=pins.revisions[0]), load_revision_1(book))
        assert names(replace(crown, rules=pins.before), load_revision_1(book))
        assert not names(replace(crown, rules="0" * 64), load_revision_1(book))


def load_revision_1(book: Book) -> Book:
    return find_book(book.id, book.edition, revision=1)


def test_what_logs_called_them_before_says_nothing_of_other_rules(tmp_path: Path) -> None:
    """A folder with the name of one of our books and a rule of its own."""
    folder = tmp_path / "crown-blackjack"
    shutil.copytree(find_book("crown-blackjack").source.home, folder)
    change(folder / "4.2" / "rules.toml", 'odds = "3 to 2"', 'odds = "6 to 5"')
    crown = next(made for made in demo.demo_tables() if made.book == "crown-blackjack")
    before = pinned()["crown-blackjack@4.2"].before
    assert not names(replace(crown, edition="4.2", revision=1, rules=before), load_book(folder))


# Terms


def test_terms_name_what_is_in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with installed(monkeypatch, copied(tmp_path)):
        before = named_in(terms(), DAY)
        after = named_in(terms(), DAY + datetime.timedelta(days=1))
        assert [made.edition for made in (before, after)] == ["1.0", "2.0"]
        assert before.rules == digest(find_book("amended", "1.0"))
        assert named_in(replace(terms(), edition="2.0"), DAY).edition == "2.0"
        kept = named_in(terms(), datetime.date(2027, 1, 1), before)
        assert kept == before  # what a thing is played by stays, unless somebody names another
        assert named_in(replace(before, edition="2.0"), DAY, before).edition == "2.0"
        forged = replace(terms(), edition="1.0", revision=7, rules="mine")
        assert named_in(forged, DAY) == before
        with pytest.raises(Malformed, match="no edition '3'"):
            named_in(replace(terms(), edition="3"), DAY)


def test_terms_from_before_editions_were_played_by_the_only_one() -> None:
    assert set(unnamed()) == set(built_in_books())
    for book, first in unnamed().items():
        assert first.revision == 1
        assert first.edition in {edition.name for edition in editions_of(book)}
    for made in demo.demo_tables():
        assert (made.edition, made.rules) == ("", "")
        assert played_by(made).edition == unnamed()[made.book].edition


@pytest.mark.parametrize(
    ("named", "says"),
    [({"edition": "4.3"}, "crown-blackjack 4.3, which is not installed here"),
     ({"edition": "4.2", "revision": 99}, "crown-blackjack 4.2, revision 99, which is not"),
     ({"book": "gone", "edition": "1"}, "gone 1, which is not installed here")],
)  # fmt: skip
def test_what_is_not_installed_is_said(named: dict[str, object], says: str) -> None:
    crown = next(made for made in demo.demo_tables() if made.book == "crown-blackjack")
    with pytest.raises(NotInstalled, match=says):
        played_by(replace(crown, **named))


# Revisions


def test_each_revision_can_be_loaded(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    third = MENDED.replace("number = 2", "number = 3")
    change(folder / RULES, "[book]", f'{MENDED}{third}[options.decks]\ndefault = "4"\n[book]')
    for revision, default in ((1, "6"), (2, "5")):
        earlier = folder / "1.0" / "revisions" / str(revision)
        earlier.mkdir(parents=True)
        text = f'[options.decks]\ndefault = "{default}"\n'
        (earlier / "rules.toml").write_text(text, encoding="utf-8")
    assert editions_in(folder)[0].revision == 3
    found = {n: load_book(folder, "1.0", revision=n) for n in (1, 2, 3)}
    assert {n: book.options["decks"].default for n, book in found.items()} == {
        1: "6", 2: "5", 3: "4",
    }  # fmt: skip
    assert {book.game("blackjack").revision for book in found.values()} == {1, 2, 3}
    assert len({digest(book) for book in found.values()}) == 3
    with pytest.raises(Malformed, match="no revision 4"):
        load_book(folder, "1.0", revision=4)
    shutil.rmtree(folder / "1.0" / "revisions" / "1")  # then the same as the one after it
    assert load_book(copy(folder, tmp_path), "1.0", revision=1).options["decks"].default == "5"


def copy(folder: Path, tmp_path: Path) -> Path:
    other = tmp_path / "again" / "amended"
    shutil.copytree(folder, other)
    return other


@pytest.mark.parametrize(
    ("old", "new"),
    [("number = 2", "number = 3"), ("number = 2", "number = 1"), ("date = ", "day = ")],
)
def test_revisions_are_numbered_from_two_and_dated(tmp_path: Path, old: str, new: str) -> None:
    folder = copied(tmp_path)
    change(folder / RULES, "[book]", MENDED.replace(old, new) + "[book]")
    with pytest.raises(Malformed, match="revisions"):
        load_book(folder)
