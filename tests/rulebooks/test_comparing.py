"""Two books compared: clauses from the ledgers, settings from the merged rules, one at a time."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from bythebook import Malformed
from bythebook.money import Odds
from bythebook.rulebooks import built_in_books, find_book
from bythebook.rulebooks.comparing import (
    Comparison,
    SettingChange,
    Side,
    compare,
    read_side,
    rules_of,
    with_change,
)
from bythebook.rulebooks.differences import Difference, Item, differences, with_difference
from bythebook.rulebooks.editions import editions_in
from bythebook.rulebooks.show.comparison import comparison_text, told, was_and_is, where, whose

BOOK = Path(__file__).parent / "house-rules"


@pytest.fixture(scope="module")
def amended() -> Comparison:
    return compare(read_side("house-rules@1", BOOK), read_side("house-rules@2", BOOK))


def setting(comparison: Comparison, at: str) -> SettingChange:
    (found,) = [change for change in comparison.settings if where(change) == at]
    return found


# Clauses


def test_clauses_added_gone_and_reworded(amended: Comparison) -> None:
    found = {
        kind: [change.id for change in amended.clauses_of(kind)]
        for kind in ("added", "gone", "reworded")
    }
    assert found == {
        "added": ["9.2:six-to-five"],
        "gone": ["0:order(1)"],
        "reworded": ["6.2.1(a)", "19.1"],
    }


def test_a_clause_is_reworded_where_its_kind_or_role_is(amended: Comparison) -> None:
    summary, kind = amended.clauses_of("reworded")
    assert summary.fields == ("summary",)
    assert kind.fields == ("kind", "role")


# Settings


def test_every_setting_that_is_different_and_no_other(amended: Comparison) -> None:
    assert [where(change) for change in amended.settings] == [
        "blackjack.at_once",
        "decisions.forced_draw",
        "dealer.soft_17",
        "settlement.blackjack",
        "settlement.lower",
        "side_wagers.perfect-pairs.lines[mixed pair].odds",
        "side_wagers.any-pairs",
        "options.forced-draw",
        "options.pairs-table",
        "options.dealer",
        "table.limits.raise_minimum",
    ]
    assert [change.number for change in amended.settings] == list(range(1, 12))


@pytest.mark.parametrize(
    ("at", "was", "now", "clauses"),
    [("blackjack.at_once", "3 to 2", "6 to 5", {"8.4.1(a)", "9.2:blackjack", "9.2:six-to-five"}),
     ("dealer.soft_17", "stands", "by dealer (hits: hits; stands: stands)", {"3.2.1(b)"}),
     ("settlement.lower", "clause 6.2.1(f)", "clause 6.2.1(e)", {"6.2.1(f)", "6.2.1(e)"}),
     ("side_wagers.perfect-pairs.lines[mixed pair].odds", "A 6 to 1", "A 7 to 1",
      {"14.4.3:mixed-pair", "14.2:mixed-pair", "14.3.4(a)"}),
     ("options.pairs-table", "default A", "default B", {"14.4.3"}),
     ("table.limits.raise_minimum", "minutes 20", "minutes 30", {"7.5.2"})],
)  # fmt: skip
def test_what_a_setting_was_and_is(
    amended: Comparison, at: str, was: str, now: str, clauses: set[str]
) -> None:
    change = setting(amended, at)
    assert was_and_is(change) == (was, now)
    assert set(change.clauses) == clauses


def test_a_wager_that_is_gone_names_the_clause_that_takes_it(amended: Comparison) -> None:
    change = setting(amended, "side_wagers.any-pairs")
    assert was_and_is(change)[1] == "absent"
    assert "16.2" in change.clauses


def test_a_change_that_several_games_inherit_is_told_once(amended: Comparison) -> None:
    assert setting(amended, "settlement.blackjack").games == ("blackjack", "crown-blackjack")
    assert whose(setting(amended, "dealer.soft_17"), amended) == "blackjack"
    assert whose(setting(amended, "side_wagers.any-pairs"), amended) == ""  # every game


def test_another_clause_for_the_same_is_told_apart(amended: Comparison) -> None:
    only = [where(c) for c in amended.settings if c.difference.cites_only]
    assert only == ["settlement.lower"]
    assert "Said as before, by another clause: 1" in comparison_text(amended)


def test_each_of_our_books_is_like_itself() -> None:
    for name in built_in_books():
        same = compare(read_side(name), read_side(name))
        assert (same.clauses, same.settings) == ((), ())


def test_games_that_only_one_side_has() -> None:
    found = compare(read_side("canberra-blackjack"), read_side("crown-blackjack"))
    assert found.pairs == {"blackjack": "blackjack"}
    assert found.games_added == ("crown-blackjack", "free-bet-blackjack", "blackjack-plus")
    assert compare(found.new, found.old).games_gone == found.games_added


def test_two_games_of_one_book_differ_as_their_rules_say() -> None:
    found = compare(
        read_side("crown-blackjack/blackjack"), read_side("crown-blackjack@4.2/crown-blackjack")
    )
    told = [where(c) for c in found.settings if not c.difference.cites_only]
    assert told == ["the game itself", "dealer.soft_17", "absent_player"]
    assert found.clauses == ()


def test_of_two_games_only_clauses_that_they_cite_are_compared() -> None:
    one, other = (read_side(f"house-rules@{e}/blackjack", BOOK) for e in "12")
    found = {change.id for change in compare(one, other).clauses}
    assert found == {"6.2.1(a)", "9.2:six-to-five"}


# What is named


def test_a_folder_is_named_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(find_book("crown-blackjack").folder, tmp_path / "mine" / "crown-blackjack")
    monkeypatch.chdir(tmp_path)
    own = read_side("mine/crown-blackjack", own_folders=True)
    assert own.book.folder == tmp_path / "mine" / "crown-blackjack"
    game = read_side("./mine/crown-blackjack/blackjack-plus", own_folders=True)
    assert game.game == "blackjack-plus"
    assert compare(read_side("crown-blackjack"), own).settings == ()
    assert read_side(f"{BOOK}@1/blackjack", own_folders=True).id == "house-rules@1/blackjack"
    assert read_side(str(BOOK), own_folders=True).id == "house-rules@2"


@pytest.mark.parametrize(
    ("text", "says"),
    [("nobody", "neither a rulebook nor a folder"), ("", "neither a rulebook nor a folder"),
     ("@", "neither"), ("/", "missing"), ("crown-blackjack@", "BOOK@EDITION"),
     ("crown-blackjack@9", "no edition '9'"), ("crown-blackjack/", "no game ''"),
     ("crown-blackjack@4.2/poker", "no game 'poker'; it has blackjack, crown-blackjack")],
)  # fmt: skip
def test_what_is_not_there(text: str, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        read_side(text, own_folders=True)


def test_no_folder_is_read_where_none_is_allowed() -> None:
    with pytest.raises(Malformed, match="no rulebook"):
        read_side(str(BOOK))


def test_a_game_is_compared_with_a_game() -> None:
    with pytest.raises(Malformed, match="a game is compared with a game"):
        compare(read_side("crown-blackjack"), read_side("crown-blackjack/blackjack"))


# Data


def test_a_new_line_stands_where_the_new_list_has_it() -> None:
    old = {"lines": [{"name": "a", "odds": 1}, {"name": "c", "odds": 3}]}
    new = {"lines": [{"name": "z"}, {"name": "a", "odds": 1}, {"name": "b"}, {"name": "c"}]}
    found = {f.path[-1]: f for f in differences(old, new)}
    assert set(found) == {Item("name", "z"), Item("name", "b"), Item("name", "c")}

    def names(data: Any) -> list[str]:
        return [line["name"] for line in data["lines"]]

    def alone(name: str) -> Any:
        return with_difference(old, new, found[Item("name", name)])

    assert names(alone("z")) == ["z", "a", "c"]
    assert names(alone("b")) == ["a", "b", "c"]
    assert alone("c")["lines"] == [{"name": "a", "odds": 1}, {"name": "c"}]


def test_a_list_in_another_order_is_one_difference() -> None:
    old, new = [[{"name": "a"}, {"name": "b"}], [{"name": "b"}, {"name": "a"}]]
    assert list(differences(old, new)) == [Difference(path=(), old=old, new=new)]


def test_all_differences_one_after_the_other_make_the_new_rules() -> None:
    for one, other in (
        ("house-rules@1", "house-rules@2"),
        ("crown-blackjack", "canberra-blackjack"),
    ):
        old, new = (rules_of(Side(read_side(name, BOOK).book)) for name in (one, other))
        data: Any = old
        for found in differences(old, new):
            data = with_difference(data, new, found)
        assert list(differences(data, new)) == []


def test_a_change_takes_along_the_choice_that_it_asks_for(amended: Comparison) -> None:
    applied = with_change(amended, setting(amended, "dealer.soft_17"), "blackjack")
    assert applied.lent == ("dealer",)
    rules: Any = applied.book.game("blackjack").rules
    assert rules.dealer.soft_17.value == "hits"
    assert rules.settlement.blackjack.odds == Odds(3, 2)  # nothing else has changed
    assert amended.old.book.games["blackjack"]["dealer"]["soft_17"]["value"] == "stands"


@pytest.mark.parametrize(
    ("value", "says"),
    [(None, "nothing"), ({"absent": "1"}, "absent"), ({"clause": "1"}, "as its clause says"),
     ({"result": "wins", "odds": "3 to 2", "clause": "1"}, "wins, 3 to 2"), (True, "yes"),
     ({"number": "hands"}, "as chosen by hands"), (["A", "T"], "A, T"), ([], "nothing"),
     ({"below": 12, "inside": {"clause": "1"}}, "below 12"), ("x" * 400, "x" * 299 + "…")],
)  # fmt: skip
def test_values_in_words(value: Any, says: str) -> None:
    assert told(value) == says


def test_the_folder_of_this_test_has_two_editions() -> None:
    assert [edition.name for edition in editions_in(BOOK)] == ["1", "2"]
