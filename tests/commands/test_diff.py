"""The command diff: what an amendment changes, and what that is worth, against figures by hand."""

import contextlib
import html.parser
import io
import json
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bythebook.cli import main
from bythebook.odds import analyse
from bythebook.rulebooks import find_book, load_game
from bythebook.rulebooks.loader import load_book
from tests.commands.calling import Call

BOOK = Path(__file__).parents[1] / "rulebooks" / "house-rules"
OLD, NEW = f"{BOOK}@1", f"{BOOK}@2"
EXACT = 1e-12


def data_of(call: Call, *arguments: str) -> Any:
    return call("diff", *arguments, "--json").data


@pytest.fixture(scope="module")
def priced(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, str]:
    """The two editions of the game, as data and as a page: worked out once."""
    file = tmp_path_factory.mktemp("diff") / "diff.html"
    printed = io.StringIO()
    arguments = ["diff", f"{OLD}/blackjack", f"{NEW}/blackjack", "--json", "--html", str(file)]
    with contextlib.redirect_stdout(printed), pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    return json.loads(printed.getvalue()), file.read_text(encoding="utf-8")


def alone(data: Any, setting: str) -> Any:
    (number,) = [s["number"] for s in data["settings"] if s["setting"] == setting]
    (found,) = [one for one in data["worth"][0]["alone"] if one["setting"] == number]
    return found


# What it is worth: six decks, 312 cards, 24 aces and 96 ten-value cards

BLACKJACK = Fraction(2 * 24 * 96, 312 * 311)
UP_TEN, UP_ACE = Fraction(95, 310), Fraction(23, 310)  # once the player has a blackjack
NO_ACE, NO_TEN = 1 - Fraction(23, 309), 1 - Fraction(95, 309)  # below that ten, below that ace


def test_soft_17_is_worth_what_the_two_games_of_the_book_are_apart(priced: Any) -> None:
    one = alone(priced[0], "dealer.soft_17")
    stands, hits = (
        analyse(load_game(f"crown-blackjack/{name}")).house_edge
        for name in ("blackjack", "crown-blackjack")
    )
    assert one["changes"] == {"main": pytest.approx(hits - stands, abs=EXACT)}
    assert one["lent"] == ["dealer"]


def test_six_to_five_at_once_costs_three_tenths_of_each_blackjack_paid_at_once(
    priced: Any,
) -> None:
    worth = Fraction(3, 10) * BLACKJACK * (1 - UP_TEN - UP_ACE)
    one = alone(priced[0], "blackjack.at_once")
    assert one["changes"] == {"main": pytest.approx(float(worth), abs=EXACT)}


def test_six_to_five_later_makes_even_money_the_better_choice(priced: Any) -> None:
    ten = UP_TEN * NO_ACE * Fraction(3, 10)
    ace = UP_ACE * (Fraction(3, 2) * NO_TEN - 1)  # it was worth waiting; now it is not
    one = alone(priced[0], "settlement.blackjack")
    assert one["changes"] == {"main": pytest.approx(float(BLACKJACK * (ten + ace)), abs=EXACT)}


def test_changes_of_different_hands_add_up(priced: Any) -> None:
    game = priced[0]["worth"][0]
    each = [one["changes"].get("main", 0.0) for one in game["alone"]]
    assert sorted(map(bool, each)) == [False] * 6 + [True] * 3
    assert game["together"]["main"] == pytest.approx(sum(each), abs=EXACT)
    before = analyse(load_game("crown-blackjack/blackjack")).house_edge
    assert game["house_edge"]["old"]["main"] == pytest.approx(before, abs=EXACT)
    after = game["house_edge"]["new"]["main"]
    assert after - before == pytest.approx(game["together"]["main"], abs=EXACT)
    assert "main" not in game["mutual"]


def pairs(perfect: int, coloured: int, mixed: int) -> Fraction:
    """The edge of a wager on a pair from six decks: 5, 6 and 12 of 311 cards make one."""
    return 1 - Fraction(5 * (perfect + 1) + 6 * (coloured + 1) + 12 * (mixed + 1), 311)


def test_a_line_and_a_pay_table_undo_each_other(priced: Any) -> None:
    """The line is dearer in table A; with table B chosen, nobody is paid by it any more."""
    game = priced[0]["worth"][0]
    table_a, table_b = pairs(25, 13, 6), pairs(30, 10, 5)
    line = pairs(25, 13, 7) - table_a
    assert game["house_edge"]["old"]["perfect-pairs"] == pytest.approx(float(table_a), abs=EXACT)
    found = alone(priced[0], "side_wagers.perfect-pairs.lines[mixed pair].odds")["changes"]
    assert found == {"perfect-pairs": pytest.approx(float(line), abs=EXACT)}
    chosen = alone(priced[0], "options.pairs-table")["changes"]
    apart = pytest.approx(float(table_b - table_a), abs=EXACT)
    assert chosen == {"perfect-pairs": apart, "crown-pairs": apart}
    assert game["together"]["perfect-pairs"] == apart
    assert game["mutual"] == {"perfect-pairs": pytest.approx(float(-line), abs=EXACT)}


def test_what_cannot_be_priced_alone_is_said(priced: Any) -> None:
    gone = alone(priced[0], "options.forced-draw")
    assert "'forced-draw' is neither an option nor a reading" in gone["refused"]
    idle = alone(priced[0], "decisions.forced_draw")
    assert (idle["changes"], idle["refused"]) == ({}, "")  # nobody is forced unless it is chosen
    assert alone(priced[0], "side_wagers.any-pairs")["gone"] == ["any-pairs"]
    assert "any-pairs" not in priced[0]["worth"][0]["house_edge"]["new"]


def test_a_wager_that_is_added_has_an_edge(call: Call) -> None:
    data = data_of(call, f"{NEW}/blackjack", f"{OLD}/blackjack", "--option", "pairs-table=A",
                   "--option", "dealer=hits")  # fmt: skip
    one = alone(data, "side_wagers.any-pairs")
    assert one["added"] == ["any-pairs"]
    edge = 1 - Fraction(23 * 12, 311)  # 23 cards of the rank are left, and it pays 11 to 1
    assert one["edges"]["any-pairs"] == pytest.approx(float(edge), abs=EXACT)
    assert alone(data, "options.pairs-table")["changes"] == {}  # the table has chosen


# As text, as a page, as data


def test_the_text_says_what_and_how_much(call: Call) -> None:
    status, out, err = call("diff", OLD, NEW, "--decks", "8", "--without", "split")
    assert (status, err) == (0, "")
    for line in (
        "Clauses: 1 added, 1 gone, 2 reworded",
        "    3  dealer.soft_17 (blackjack)  [3.2.1(b)]",
        "         minutes 20 → 30",
        "  8 decks; strategy best, never split; one box, a stake of 100.00, a full shoe",
        "Not about the round, so without a price: 11",
    ):
        assert f"\n{line}\n" in f"{out}\n"
    assert out.count("Each change alone") == 4  # games


def test_without_prices_nothing_is_worked_out(call: Call) -> None:
    data = data_of(call, OLD, NEW, "--no-price")
    assert "worth" not in data
    assert [c["id"] for c in data["clauses"]["added"]] == ["9.2:six-to-five"]
    assert data["clauses"]["reworded"][1]["fields"] == ["kind", "role"]
    last = data["settings"][-1]
    assert (last["setting"], last["about_the_round"]) == ("table.limits.raise_minimum", False)
    assert (last["old"]["minutes"], last["new"]["minutes"]) == (20, 30)
    assert (data["old"]["id"], data["new"]["effective"]) == ("house-rules@1", "2026-07-01")


class Outside(html.parser.HTMLParser):
    """Whatever a page would fetch or run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "link", "img", "iframe") or any(
            n in ("src", "href") for n, _ in attrs
        ):
            self.found.append(tag)


def test_the_page_stands_by_itself(priced: Any) -> None:
    page = priced[1]
    outside = Outside()
    outside.feed(page)
    assert outside.found == []
    for words in ("house-rules@1/blackjack → house-rules@2/blackjack", "six to five", "+0.882385",
                  "what they do to each other", "9.2:six-to-five"):  # fmt: skip
        assert words in page


def test_what_a_folder_says_is_escaped(tmp_path: Path, call: Call) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(find_book("reference-blackjack").folder, folder)
    rules = (folder / "rules.toml").read_text(encoding="utf-8")
    rules = rules.replace('"Reference Blackjack"', '"<script>alert(1)</script>"')
    (folder / "rules.toml").write_text(rules, encoding="utf-8")
    ledger = (folder / "clauses.csv").read_text(encoding="utf-8")
    (folder / "clauses.csv").write_text(ledger.replace("One to eight", "<b>One"), encoding="utf-8")
    load_book(folder)
    page = tmp_path / "page.html"
    status, _, _ = call(
        "diff", "reference-blackjack", str(folder), "--no-price", "--html", str(page)
    )
    text = page.read_text(encoding="utf-8")
    assert status == 0
    assert "<script" not in text
    assert "<b>One" not in text
    assert "&lt;script&gt;alert(1)" in text


# What cannot be asked


@pytest.mark.parametrize(
    ("arguments", "says"),
    [(("crown-blackjack", "nobody"), "neither a rulebook nor a folder"),
     (("crown-blackjack", "crown-blackjack/blackjack"), "a game is compared with a game"),
     (("crown-blackjack@1", "crown-blackjack"), "has no edition '1'"),
     ((OLD, NEW, "--option", "nothing=1"), "no game here knows 'nothing'"),
     ((OLD, NEW, "--option", "decks=6"), "given as decks"),
     ((OLD, NEW, "--reading", "x"), "not written as name=value"),
     ((OLD, NEW, "--side", "poker"), "no game here knows 'poker'"),
     ((OLD, NEW, "--meter", "grand=5"), "no game here knows 'grand'"),
     ((OLD, NEW, "--stake", "0"), "more than nothing"),
     ((OLD, NEW, "--decks", "5"), "'5' is not one of 4, 6, 8"),
     ((OLD, NEW, "--without", "luck"), "'luck' is none of"),
     ((OLD, NEW, "--html", "/nowhere/at/all.html"), "there is no such folder")],
)  # fmt: skip
def test_what_cannot_be_asked_is_said_in_a_line(
    call: Call, arguments: tuple[str, ...], says: str
) -> None:
    status, out, err = call("diff", *arguments)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_table_that_only_one_side_allows_has_no_figures(
    call: Call,
) -> None:
    one, other = "reference-blackjack/blackjack", "crown-blackjack/blackjack"
    status, out, _ = call("diff", one, other, "--decks", "2")
    assert status == 0
    assert "not priced: decks: '2' is not one of 4, 6, 8" in out
