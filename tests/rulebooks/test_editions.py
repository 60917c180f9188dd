"""Editions of a book: which one applies, what it stands on, and what is wrong with one."""

import datetime
import shutil
from pathlib import Path

import pytest

from bythebook import Malformed, load_game
from bythebook.money import Odds
from bythebook.rulebooks import built_in_books, editions_of, find_book, load_book
from bythebook.rulebooks.chapters.game import BlackjackGame
from bythebook.rulebooks.chapters.tournament_course import find_tournament_rules
from bythebook.rulebooks.editions import editions_in, split_book
from bythebook.rulebooks.loader import check_games
from bythebook.rulebooks.tables import find_table_rules
from bythebook.trace.clauses import places

BOOK = Path(__file__).parents[1] / "books" / "amended"
FIRST, SECOND = datetime.date(2020, 1, 1), datetime.date(2026, 7, 1)
DAY = datetime.timedelta(days=1)


# Which there are


def test_each_of_our_books_has_the_edition_it_was_written_from() -> None:
    named = {book: [edition.name for edition in editions_of(book)] for book in built_in_books()}
    assert named == {
        "canberra-blackjack": ["NI2018-568"],
        "crown-blackjack": ["4.2"],
        "reference-blackjack": ["1"],
        "star-baceball": ["2016-08-17"],
        "star-blackjack-challenge": ["2024-08-19"],
        "tasmania-blackjack": ["02-15"],
    }


def test_editions_stand_oldest_first() -> None:
    found = [(edition.id, edition.about.effective) for edition in editions_in(BOOK)]
    assert found == [("amended@1.0", FIRST), ("amended@2.0", SECOND)]


# Which one applies


@pytest.mark.parametrize(
    ("day", "edition"),
    [(FIRST, "1.0"), (FIRST + DAY, "1.0"), (SECOND - DAY, "1.0"), (SECOND, "2.0"),
     (SECOND + DAY, "2.0"), (datetime.date(9999, 12, 31), "2.0")],
)  # fmt: skip
def test_the_day_decides(day: datetime.date, edition: str) -> None:
    assert find_book("amended", on=day, folder=BOOK).edition == edition


def test_before_the_first_edition_there_is_none() -> None:
    with pytest.raises(Malformed, match=r"no edition of amended applies on 2019-12-31.*1.0.*2020"):
        find_book("amended", on=FIRST - DAY, folder=BOOK)


def test_without_a_day_the_newest() -> None:
    assert find_book("amended", folder=BOOK).edition == "2.0"


def test_whoever_names_an_edition_gets_it_whatever_the_day() -> None:
    assert find_book("amended", "1.0", SECOND, BOOK).edition == "1.0"
    assert find_book("amended@1.0", on=SECOND, folder=BOOK).edition == "1.0"
    assert load_game("amended@1.0/blackjack", rulebook=BOOK).edition == "1.0"
    assert load_game("amended/blackjack", rulebook=BOOK, edition="1.0").edition == "1.0"
    assert load_game("amended/blackjack", rulebook=BOOK, on=SECOND - DAY).edition == "1.0"


@pytest.mark.parametrize(
    ("name", "edition", "says"),
    [("amended", "3.0", "no edition '3.0'; it has 1.0, 2.0"),
     ("amended@3.0", "", "no edition '3.0'; it has 1.0, 2.0"),
     ("amended@1.0", "2.0", "amended@1.0 is not edition 2.0"),
     ("amended@", "", "not written as BOOK@EDITION"),
     ("@1.0", "", "not written as BOOK@EDITION"),
     ("crown-blackjack@../4.2", "", "has no edition"),
     ("nobody@1.0", "", "no rulebook 'nobody'")],
)  # fmt: skip
def test_an_edition_that_is_not_there(name: str, edition: str, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        find_book(name, edition, folder=BOOK)


def test_names() -> None:
    assert split_book("a@1") == ("a", "1")
    assert split_book("a") == ("a", "")


# What stands on what


def blackjack(edition: str) -> BlackjackGame:
    rules = find_book("amended", edition, folder=BOOK).game("blackjack").rules
    assert isinstance(rules, BlackjackGame)
    return rules


def test_an_edition_says_only_what_is_different() -> None:
    before, after = blackjack("1.0"), blackjack("2.0")
    assert before == find_book("canberra-blackjack").game("blackjack").rules
    assert before.settlement.blackjack.odds == Odds(3, 2)
    assert after.settlement.blackjack.odds == Odds(6, 5)
    assert after.settlement.bust == before.settlement.bust
    assert set(before.side_wagers) - set(after.side_wagers) == {"pairs-play"}
    assert after.side_wagers["perfect-pairs"] == before.side_wagers["perfect-pairs"]


def test_every_chapter_is_merged() -> None:
    before = find_table_rules("amended", "1.0", folder=BOOK).conduct
    after = find_table_rules("amended", "2.0", folder=BOOK).conduct
    assert before == find_table_rules("canberra-blackjack").conduct
    idle = [conduct.seats.idle for conduct in (before, after)]
    assert [rule.rounds for rule in idle if rule is not None] == [3, 2]
    assert after.seats.several == before.seats.several
    assert after.acts == before.acts


def test_clauses_are_added_reworded_and_gone() -> None:
    before = find_book("amended", "1.0", folder=BOOK).clauses
    after = find_book("amended", "2.0", folder=BOOK).clauses
    assert set(before) - set(after) == {"NI:preamble"}
    assert set(after) - set(before) == {"13.2(z)"}
    changed = {name for name in before.keys() & after.keys() if before[name] != after[name]}
    assert changed == {"13.1(c)"}
    assert list(before) == list(find_book("canberra-blackjack").clauses)


def test_what_is_about_the_book_is_the_editions_own() -> None:
    about = find_book("amended", "1.0", folder=BOOK).about
    assert (about.version, about.effective) == ("1.0", FIRST)
    assert about.place == "Casino Canberra"
    assert about.effective_note == ""  # the base's note is about another day


def test_every_choice_of_every_edition_resolves_and_can_be_traced() -> None:
    for edition in ("1.0", "2.0"):
        book = find_book("amended", edition, folder=BOOK)
        check_games(book)
        assert "table.seats.idle" in places(book)["16.6"]


def test_a_chapter_can_be_taken_away(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    (folder / "2.0" / "tournament.toml").write_text('absent = "22.1"\n', encoding="utf-8")
    assert find_tournament_rules("amended", "1.0", folder=folder)
    with pytest.raises(Malformed, match=r"no tournament\.toml"):
        find_tournament_rules("amended", "2.0", folder=folder)


def test_a_folder_with_rules_is_one_edition(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(find_book("tasmania-blackjack").folder, folder)
    assert load_book(folder).edition == "Variation-02-15"
    assert find_book("mine@Variation-02-15", folder=folder).id == "mine"


# What is wrong with one


def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "amended"
    shutil.copytree(BOOK, folder)
    return folder


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [('version = "Amendment 2.0"', 'version = "3"', "should be called 3, or a part of that"),
     ("2026-07-01", "2020-01-01", "both apply from 2020-01-01"),
     ('based_on = "1.0"', 'based_on = "0.9"', "no edition '0.9' to stand on"),
     ('based_on = "1.0"', 'based_on = "nobody@1"', "no rulebook 'nobody'"),
     ('based_on = "1.0"', 'based_on = "../amended/1.0"', "to stand on"),
     ('based_on = "1.0"', 'based_on = "2.0"', "stands on this one itself"),
     ('based_on = "1.0"', "based_on = 1.0", "names an edition"),
     ('version = "Amendment 2.0"\n', "", "version"),
     ("effective = 2026-07-01\n", "", "effective"),
     ('clause = "8.1(a)"', 'clause = "NI:preamble"', "'NI:preamble' is not in the ledger"),
     ("[games.blackjack.side_wagers]", "[nonsense]", "unknown key 'nonsense'")],
)  # fmt: skip
def test_what_is_wrong_says_where(tmp_path: Path, old: str, new: str, says: str) -> None:
    folder = copy(tmp_path)
    path = folder / "2.0" / "rules.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(Malformed, match=says):
        check_games(find_book("amended", "", folder=folder))


def test_a_clause_that_was_never_there_cannot_be_gone(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    path = folder / "2.0" / "clauses.csv"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"NI:preamble"', '"99"'), encoding="utf-8"
    )
    with pytest.raises(Malformed, match="clause 99 is gone, but it was never there"):
        find_book("amended", folder=folder)
