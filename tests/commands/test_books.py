"""Books that people write: begun, checked whole, settled, compared."""

import json
import shutil
from pathlib import Path

import pytest

from bythebook.rulebooks import all_books, find_book, load_book, world_books
from bythebook.rulebooks.chapters.game import BlackjackGame
from bythebook.rulebooks.shelf import BUILT_IN
from bythebook.rulebooks.writing.changes import settings_of, with_changes
from bythebook.rulebooks.writing.faults import check_book
from bythebook.rulebooks.writing.lines import lines_of
from tests.commands.calling import Call

REFERENCE = BUILT_IN / "reference-blackjack" / "1"
GAMES = [(book, game) for book in all_books() for game in find_book(book).games]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "ours"
    shutil.copytree(REFERENCE, folder)
    return folder


def change(file: Path, *pairs: tuple[str, str]) -> None:
    text = file.read_text()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text)


# check-book


@pytest.mark.parametrize("book", [*all_books(), *world_books()])
def test_our_own_books_have_no_faults_and_nothing_uncited(book: str) -> None:
    for checked in check_book(find_book(book).source.home):
        assert checked.faults == ()
        assert not [fault for fault in checked.warnings if "cited by nothing" in fault.says]
        assert not [fault for fault in checked.warnings if "asks for the option" in fault.says]


def test_every_fault_at_once_with_its_line_and_the_nearest_word(copy: Path, call: Call) -> None:
    change(
        copy / "rules.toml",
        ('soft_17 = { by = "dealer"', 'soft_17 = { by = "deeler"'),
        ('value = "equal", clause = "7.3"', 'value = "equall", clause = "7.33"'),
        ("one_card = ", "one_crad = "),
        ("hard = 12", 'hard = "12"'),
        ('odds = "25 to 1"', 'odds = "25:1"'),
        ('no = { value = false, clause = "8.6" }', 'nope = { value = false, clause = "8.6" }'),
        ("stand = { clause", "stnad = { clause"),
    )
    with (copy / "clauses.csv").open("a") as file:
        file.write('"14.1","cards","rle","","A clause of no kind.",""\n"15"\n')
    status, out, err = call("check-book", str(copy))
    assert (status, err) == (1, "")
    rules = (copy / "rules.toml").read_text().splitlines()

    def line(text: str) -> int:
        return next(number for number, one in enumerate(rules, start=1) if text in one)

    for said in (
        f"ours/rules.toml:{line('deeler')}: games.blackjack.dealer.soft_17.by: no option or"
        " reading is called 'deeler'; did you mean dealer?",
        f"ours/rules.toml:{line('equall')}: games.blackjack.doubling.amount: the ledger has no"
        " clause '7.33'; did you mean 7.3?",
        "games.blackjack.doubling.amount.value: it cannot be 'equall'; did you mean equal?\n"
        "    there may be: equal, token, up-to-stake",
        f"ours/rules.toml:{line('one_crad')}: games.blackjack.doubling.one_crad: there is no word"
        " 'one_crad'; did you mean one_card?",
        "games.blackjack.doubling: one_card is missing",
        f"ours/rules.toml:{line('hard = ')}: games.blackjack.absent_player.hard: it cannot be"
        " '12'\n    there may be: a whole number",
        "lines[0].odds: '25:1' are not odds such as '3 to 2'",
        "aces_again: nothing is said for resplit-aces = no",
        "resplit-aces has no value 'nope'",
        f"ours/rules.toml:{line('stnad')}: games.blackjack.decisions.stnad",
        "ours/clauses.csv:72: a clause is no 'rle'; did you mean rule?",
        "ours/clauses.csv:73: a row has 6 fields, and this one 1",
        "ours/clauses.csv:41: warning: clause 7.3 is cited by nothing",
    ):
        assert said in out, said
    assert out.endswith(" faults in ours\n")


def test_what_does_not_go_together_is_found_too(copy: Path, call: Call) -> None:
    change(
        copy / "rules.toml",
        ('no_box_maximum = { clause = "3.8" }\n', ""),
        ('hand = "suited-pair"', 'hand = "three-suited-sevens"'),
    )
    status, out, _ = call("check-book", str(copy))
    assert status == 1
    assert "games.blackjack.limits: say box_maximum or no_box_maximum, one of them" in out
    assert "'three-suited-sevens': 3 cards are asked for, and first-two has 2" in out
    change(copy / "rules.toml", ('default = "6"', 'default = "9"'))
    assert (
        "options.decks: the default '9' is not among the values"
        in call("check-book", str(copy)).out
    )


def test_a_file_that_is_no_toml_or_missing_says_where(copy: Path, call: Call) -> None:
    (copy / "readings.toml").unlink()
    assert call("check-book", str(copy)).status == 0, "a book without questions needs none"
    change(copy / "rules.toml", ("[games.blackjack.deal]", "[games.blackjack.deal"))
    number = lines_of(REFERENCE.joinpath("rules.toml").read_text())["games.blackjack.deal"]
    status, out, _ = call("check-book", str(copy))
    assert status == 1
    assert f"ours/rules.toml:{number}: " in out
    (copy / "rules.toml").unlink()
    assert "ours/rules.toml: this file is missing" in call("check-book", str(copy)).out
    assert call("check-book", str(copy / "nowhere")).status == 2


def test_warnings_are_of_what_nothing_asks_for_or_shows(copy: Path, call: Call) -> None:
    change(
        copy / "rules.toml",
        ("[options.dealer]", '[options.idle]\nvalues = ["a"]\ndefault = "a"\nclause = "2.1"\n'
         'says = "nothing"\n\n[options.dealer]'),
    )  # fmt: skip
    (copy / "rounds").mkdir()
    tie = 'game = "ours/blackjack"\nwagers = ["1 ann 20"]\ncards = "TC 9D 8H 9S"\n'
    tie += 'play = ["1 stand"]\n'
    (copy / "rounds" / "tie.round").write_text(tie + 'claimed = ["1 ann 20"]\n')
    answer = call("check-book", str(copy), "--json")
    [found] = json.loads(answer.out)
    assert (answer.status, found["faults"]) == (0, [])
    idle, unproved = found["warnings"]
    assert idle["says"] == "no setting asks for the option idle"
    assert idle["line"] == 19
    assert " of 68 clauses are proved by no round: 2.1, " in unproved["says"]
    assert " 11.3," not in unproved["says"]
    assert " 11.2," in unproved["says"]
    (copy / "rounds" / "tie.round").write_text(tie + 'claimed = ["1 ann 40"]\n')
    status, out, _ = call("check-book", str(copy))
    assert status == 1
    assert "ann is said to get 40.00 for main on box 1, and gets 20.00 by 11.3" in out


def test_a_wager_from_the_shelf_is_looked_at_as_written_out(copy: Path, call: Call) -> None:
    with (copy / "rules.toml").open("a") as file:
        file.write(
            "[games.blackjack.side_wagers]\n"
            'ladies = { like = "lucky-ladies", clause = "12.1" }\n'
            'unledgered = { like = "buster", clause = "99.9" }\n'
            'mistyped = { like = "royal-mach", clause = "12.1" }\n'
            'uncited = { like = "over-13" }\n'
            'misspelt = { like = "over-13", clause = "12.1", lokks_at = "first-two" }\n'
        )
    answer = call("check-book", str(copy), "--json")
    [found] = json.loads(answer.out)
    assert answer.status == 1
    sides = "games.blackjack.side_wagers"
    assert {fault["path"]: fault["says"] for fault in found["faults"]} == {
        f"{sides}.unledgered": "the ledger has no clause '99.9'",
        f"{sides}.mistyped": "no side wager on the shelf is called 'royal-mach'; the nearest is"
        " 'royal-match'",
        f"{sides}.uncited": "a wager from the shelf needs a clause of this book",
        f"{sides}.misspelt.lokks_at": "there is no word 'lokks_at'",
    }
    lines = (copy / "rules.toml").read_text().splitlines()
    for fault in found["faults"]:
        assert lines[fault["line"] - 1].startswith(fault["path"].split(".")[3])


def test_editions_that_cannot_stand_together_are_a_fault(copy: Path, call: Call) -> None:
    for name in ("1", "2"):
        shutil.copytree(REFERENCE, copy.parent / "twice" / name)
        rules = copy.parent / "twice" / name / "rules.toml"
        change(rules, ('version = "1, written', f'version = "{name}, written'))
    status, out, _ = call("check-book", "twice")
    assert status == 1
    assert "twice: 1 and 2 both apply from " in out
    assert out.endswith("1 fault in twice/2\n")


# new-book


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_game_can_be_written_back_as_it_is(book: str, game: str) -> None:
    made = find_book(book).game(game)
    same = {one.path: one.value for one in settings_of(made.rules) if one.value != "there"}
    assert with_changes(made, same).rules == made.rules


def test_a_new_book_has_only_what_differs_and_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = call(
        "new-book", "my-game", "--title", "My Game", "--option", "decks=8",
        "--set", "settlement.equal=loses", "--set", "dealer.soft_17=hits",
        "--set", "settlement.dealer_22=stand-off", "--set", "insurance=absent",
        "--set", "even_money=absent", "--set", "side_wagers.perfect-pairs.lines[0].odds=30 to 1",
    )  # fmt: skip
    assert (status, err) == (0, "")
    assert "bythebook serve --rulebook my-game" in out
    written = (tmp_path / "my-game" / "rules.toml").read_text()
    assert len(written.splitlines()) < 40
    rules = load_book(tmp_path / "my-game").game("blackjack").rules
    assert isinstance(rules, BlackjackGame)
    assert (rules.title, rules.settlement.equal.result) == ("My Game", "loses")
    assert load_book(tmp_path / "my-game").game("blackjack").decks == 8
    status, out, _ = call("check-book", "my-game")
    assert status == 0
    assert "6 of 6 clauses are proved by no round: N2, N3, N4, N5, N6, N7" in out
    first = "my-game/rounds/first.round"
    assert call("settle", first, "--rulebook", "my-game", "--check").status == 0
    answer = call("diff", "reference-blackjack/blackjack", "my-game/blackjack")
    assert answer.status == 0
    assert "soft_17" in answer.out
    assert call("new-book", "my-game").err == "bythebook: my-game: there is one already\n"


def test_a_list_that_is_empty_and_a_value_without_a_clause_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    given = ["--set", "doubling.cards=any", "--set", "pack.without=T", "--option", "decks=8"]
    assert call("new-book", "attack", *given).status == 0
    status, out, _ = call("check-book", "attack")
    assert (status, "cited by nothing" in out, "no setting asks" in out) == (0, False, False)
    rules = load_book(tmp_path / "attack").game("blackjack").rules
    assert isinstance(rules, BlackjackGame)
    assert (rules.doubling.cards.value, rules.pack.without) == ((), "T")


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_a_book_like_any_game_loads_and_settles(
    book: str, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("new-book", "like", "--like", f"{book}/{game}").status == 0
    assert (tmp_path / "like" / "rounds" / "first.round").is_file()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["A B"], "small letters, digits and dashes"),
        (["ours", "--like", "nowhere/blackjack"], "there is no rulebook 'nowhere'"),
        (["ours", "--set", "settlement.eqal=loses"], "did you mean settlement.equal?"),
        (["ours", "--set", "dealer.soft_17=hit"], "none of hits, stands; did you mean hits?"),
        (["ours", "--set", "splitting.hands=x"], "'x' is no whole number"),
        (["ours", "--set", "settlement.bust=absent"], "it cannot be absent"),
        (["ours", "--option", "decks=90"], "'90' is not one of 1, 2"),
        (["ours", "--option", "decks=x"], "decks: 'x' is no whole number"),
        (["ours", "--option", "decks="], "decks: '' is no whole number"),
        (
            ["ours", "--set", "insurance=absent", "--set", "insurance.with_blackjack=true"],
            "insurance.with_blackjack: it cannot be set where insurance is made absent",
        ),
        (
            ["ours", "--set", "insurance.with_blackjack=true", "--set", "insurance=absent"],
            "insurance.with_blackjack: it cannot be set where insurance is made absent",
        ),
        (["no/where"], "there is no such folder"),
    ],
)
def test_what_cannot_be_begun_says_why(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = call("new-book", *arguments)
    assert (status, out) == (2, "")
    assert says in err
    assert list(tmp_path.iterdir()) == []
