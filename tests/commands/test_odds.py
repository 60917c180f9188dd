"""The commands odds, par and strategy, as a user calls them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.calling import Answer, Call

REFERENCE = "reference-blackjack/blackjack"
CROWN = "crown-blackjack/blackjack"
BACEBALL = "star-baceball/baceball"
TASMANIA = "tasmania-blackjack/blackjack"


def test_other_commands_start_without_what_is_slow_to_load() -> None:
    code = (
        "import sys, bythebook.cli; "
        "print([m for m in ('numpy', 'numba', 'altair', 'vl_convert', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# odds


@pytest.mark.parametrize(("hands", "edge"), [("2", 0.00456886297), ("4", 0.00402870236)])
def test_odds_of_the_reference_game(call: Call, hands: str, edge: float) -> None:
    """Published: −0.456886297 % and −0.402870236 %."""
    data = call("odds", REFERENCE, "--decks", "6", "--option", f"hands={hands}", "--json").data
    assert data["house_edge"] == pytest.approx(edge, abs=5e-12)
    assert data["player_return"] == pytest.approx(1 - edge, abs=5e-12)
    assert 1.1 < data["standard_deviation"] < 1.2
    assert (data["decks"], data["strategy"], data["without"]) == (6, "best", [])


def test_odds_of_the_dealer(call: Call) -> None:
    """Published: six decks, soft 17 is hit, the dealer ends with 22 once in 0.073536."""
    data = call("odds", "crown-blackjack/crown-blackjack", "--json").data
    assert round(data["dealer"]["22"], 6) == 0.073536


def test_odds_of_a_side_wager(call: Call) -> None:
    """Published: 25, 12 and 6 to 1 at eight decks is 4.0964 %."""
    arguments = ("odds", "canberra-blackjack/blackjack", "--decks", "8", "--side", "perfect-pairs")
    data = call(*arguments, "--json").data
    side = data["side_wagers"]["perfect-pairs"]
    assert round(100 * side["house_edge"], 4) == 4.0964
    assert [line["name"] for line in side["lines"]] == [
        "perfect pair",
        "coloured pair",
        "mixed pair",
    ]
    assert list(data["side_wagers"]) == ["perfect-pairs"]
    text = call(*arguments).out
    assert "house edge 4.0964 %" in text
    assert "17.12(c)" in text
    assert "WARNING" not in text


def test_odds_for_people(call: Call) -> None:
    text = call("odds", REFERENCE, "--option", "hands=2").out
    assert "House edge             0.456886 %" in text
    assert "dealer at soft 17" in text
    assert "[10.2]" in text
    assert "House edge by the dealer's first card" in text
    assert "blackjack                 4.7489 %" in text  # 2 · 24 · 96 of 312 · 311


def test_a_game_by_its_name_alone(call: Call) -> None:
    """1st Strike: a ten-value card, 96 of 312, pays 2 to 1. Strikes are always on offer (5.1)."""
    data = call("odds", "baceball", "--json").data
    assert data["game"] == BACEBALL
    assert data["side_wagers"]["strike-1"]["house_edge"] == pytest.approx(1 / 13, abs=1e-15)
    three = 96 * 95 * 94 / (312 * 311 * 310)
    strike_out = data["side_wagers"]["strike-out"]["house_edge"]
    assert strike_out == pytest.approx(1 - 31 * three, abs=1e-15)
    assert "jackpot" not in data["side_wagers"]


def test_every_side_wager_that_can_be_priced(call: Call) -> None:
    data = call("odds", TASMANIA, "--side", "all", "--json").data
    assert list(data["side_wagers"]) == ["perfect-pairs"]
    assert "server" in data["unpriced"]["supernova"]


def test_a_mystery_jackpot_drawn_by_chance(call: Call) -> None:
    """One in 10,000 for 20,000.00 on a stake of 5: 2.00 of 5 comes back."""
    arguments = ("--meter", "mystery-1=20000", "--drawn", "mystery-1=1/10000")
    data = call("odds", TASMANIA, "--side", "supernova=5", *arguments, "--json").data
    side = data["side_wagers"]["supernova"]
    assert side["house_edge"] == pytest.approx(0.6, abs=1e-12)
    (meter,) = side["jackpot"]["meters"]
    assert meter["break_even"] == "50000.00"


def test_a_mystery_jackpot_that_must_be_hit(call: Call) -> None:
    """From 1,500 with 500 to go, 0.50 a wager: one in 1,000; 1,500.50 goes up to 1,501 (24.5.5)."""
    arguments = (
        "--meter", "mystery-1=1500", "--drawn", "mystery-1=1000..2000", "--rate", "mystery-1=10%",
    )  # fmt: skip
    data = call("odds", TASMANIA, "--side", "supernova=5", *arguments, "--json").data
    edge = data["side_wagers"]["supernova"]["house_edge"]
    assert edge == pytest.approx(1 - 1501 / 1000 / 5, abs=1e-12)


def test_a_warning_where_the_player_has_the_edge(call: Call) -> None:
    """Federal Pontoon's Perfect Pairs at six decks: 292 come back for 287."""
    arguments = ("odds", "federal-pontoon", "--decks", "6", "--side", "perfect-pairs")
    text = call(*arguments).out
    assert "WARNING: the player has the edge on perfect-pairs: 1.7422 %" in text
    (warning,) = call(*arguments, "--json").data["warnings"]
    assert warning["wager"] == "perfect-pairs"
    assert warning["house_edge"] == pytest.approx(-5 / 287, abs=1e-12)


def test_rights_taken_away_and_strategies(call: Call) -> None:
    best = call("odds", CROWN, "--json").data["house_edge"]
    without = call("odds", CROWN, "--without", "split", "--without", "double", "--json").data
    assert without["without"] == ["double", "split"]
    assert without["frequencies"]["split"] == without["frequencies"]["double"] == 0
    mimic = call("odds", CROWN, "--strategy", "mimic", "--json").data
    assert mimic["strategy"] == "mimic"
    assert best < without["house_edge"] < mimic["house_edge"]


# strategy


def test_a_chart_written_and_played(call: Call, tmp_path: Path) -> None:
    """What `strategy --csv` writes, `odds --strategy` plays: a little worse than the best play."""
    file = tmp_path / "chart.csv"
    answer = call("strategy", REFERENCE, "--csv", str(file))
    assert (answer.status, answer.out, answer.err) == (0, "", "")
    assert "hard 16,S,S,S,S,S,H,H,H,H,H\n" in file.read_text(encoding="utf-8")
    edge = call("odds", REFERENCE, "--strategy", str(file), "--json").data["house_edge"]
    assert 0 < edge - 0.00402870236 < 0.0001
    shown = call("strategy", REFERENCE).out
    assert f"House edge by this chart {100 * edge:.6f} %" in shown
    assert "every hand played best 0.402870 %" in shown


def test_a_chart_without_a_right_on_the_screen_and_as_a_page(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "chart.html"
    answer = call("strategy", CROWN, "--without", "split", "--csv", "-", "--html", str(file))
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.startswith("hand,2,3,4,5,6,7,8,9,T,A\n")
    assert "hard 12,H,H,S,S,S,H,H,H,H,H\n" in answer.out
    assert "pair" not in answer.out
    page = file.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "never split" in page


def test_there_is_no_strategy_where_nobody_decides(call: Call) -> None:
    check_bad(call("strategy", BACEBALL), "nobody decides", "5.5")


# par


def test_a_sheet_in_every_form(call: Call, tmp_path: Path) -> None:
    page, text = tmp_path / "par.html", tmp_path / "par.md"
    data = call(
        "par", BACEBALL, "--html", str(page), "--markdown", str(text), "--json",
        "--rounds", "10000", "--seed", "3",
    ).data  # fmt: skip
    assert (data["audit"]["rounds"], data["audit"]["seed"]) == (10_000, 3)
    assert "<h2>Simulation audit</h2>" in page.read_text(encoding="utf-8")
    assert text.read_text(encoding="utf-8").startswith("# bACEball: PAR sheet\n")


def test_a_sheet_on_the_screen(call: Call) -> None:
    for arguments in ((), ("--markdown", "-")):
        answer = call("par", BACEBALL, "--rounds", "0", *arguments)
        assert (answer.status, answer.err) == (0, "")
        assert answer.out.startswith("# bACEball: PAR sheet\n")
        assert "Simulation audit" not in answer.out


# What it cannot take


def check_bad(answer: Answer, *words: str) -> None:
    """One clear line on standard error that says all this, nothing else, and status 2."""
    assert answer.status == 2, answer
    assert answer.out == ""
    assert answer.err.startswith("bythebook: ")
    assert len(answer.err.splitlines()) == 1, answer.err
    for word in words:
        assert word in answer.err, answer.err


@pytest.mark.parametrize("command", ["odds", "par", "strategy"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nonsense"], ["no game 'nonsense'", "crown-blackjack/blackjack"]),
        (["blackjack"], ["several books", "canberra-blackjack/blackjack"]),
        (["nowhere/blackjack"], ["no rulebook 'nowhere'"]),
        ([CROWN, "--decks", "5"], ["decks", "4, 6, 8", "3.1"]),
        ([CROWN, "--option", "colour=red"], ["no option 'colour'"]),
        ([CROWN, "--option", "pairs-table"], ["name=value"]),
        ([CROWN, "--option", "pairs-table=C"], ["A, B", "14.4.3"]),
        ([CROWN, "--reading", "ten-shown=ten-only"], ["no reading 'ten-shown'"]),
        ([CROWN, "--stake", "0"], ["stake"]),
        ([CROWN, "--stake", "-5"], ["stake"]),
        ([CROWN, "--stake", "1e99"], ["stake"]),
        ([CROWN, "--stake", "9999999"], ["stake", "1000000"]),
        ([CROWN, "--without", "hit"], ["'hit'", "split, double"]),
        ([CROWN, "--rulebook", "nowhere"], ["no such folder"]),
    ],
)
def test_settings_that_cannot_be(
    call: Call, command: str, arguments: list[str], words: list[str]
) -> None:
    check_bad(call(command, *arguments), *words)


@pytest.mark.parametrize("command", ["odds", "par"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([CROWN, "--side", "lucky-ladies"], ["no side wager 'lucky-ladies'", "any-pairs"]),
        ([CROWN, "--side", "any-pairs", "--decks", "4"], ["decks = 6 or 8", "16.2"]),
        ([CROWN, "--side", "any-pairs=0"], ["any-pairs"]),
        ([CROWN, "--side", "any-pairs", "--side", "any-pairs"], ["twice"]),
        ([CROWN, "--strategy", "nowhere.csv"], ["'nowhere.csv'", "never-bust"]),
        ([CROWN, "--meter", "blazing-7s=5"], ["no such meter"]),
        ([TASMANIA, "--side", "supernova=5"], ["drawn", "server"]),
        ([TASMANIA, "--drawn", "mystery-1=often"], ["drawn mystery-1", "'often'"]),
        ([TASMANIA, "--drawn", "mystery-1=5..x"], ["drawn mystery-1", "'x'"]),
        ([TASMANIA, "--rate", "mystery-1=1/0"], ["rate mystery-1", "1/0"]),
        ([TASMANIA, "--meter", "mystery-1=lots"], ["meter mystery-1", "'lots'"]),
        ([BACEBALL, "--strategy", "mimic"], ["nobody decides", "5.5"]),
        ([BACEBALL, "--without", "split"], ["nobody decides", "5.5"]),
    ],
)
def test_questions_that_cannot_be_answered(
    call: Call, command: str, arguments: list[str], words: list[str]
) -> None:
    check_bad(call(command, *arguments), *words)


def test_a_chart_with_missing_cells(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "torn.csv"
    file.write_text("hand,2,3,4,5,6,7,8,9,T,A\nhard 16,S,S,S\n", encoding="utf-8")
    check_bad(call("odds", CROWN, "--strategy", str(file)), "torn.csv: line 2", "hard 16")
    file.write_text("hand,2,3,4,5,6,7,8,9,T,A\nhard 16" + 10 * ",S" + "\n", encoding="utf-8")
    check_bad(call("odds", CROWN, "--strategy", str(file)), "torn.csv", "no row for")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rounds", "-1"], ["rounds"]),
        (["--rounds", "100000000000000"], ["rounds"]),
        (["--seed", "-1"], ["seed"]),
        (["--html", "nowhere/at/all/par.html"], ["no such folder"]),
        (["--markdown", "nowhere/at/all/par.md"], ["no such folder"]),
    ],
)
def test_sheets_that_cannot_be_made(call: Call, arguments: list[str], words: list[str]) -> None:
    check_bad(call("par", CROWN, *arguments), *words)


# Side wagers of the shelf

SIDES = "side-wagers/blackjack"


def test_what_a_side_wager_is_worth_to_a_counter(call: Call) -> None:
    asked = ("odds", SIDES, "--side", "under-13", "--counter", "--penetration", "0.8")
    told = call(*asked).out
    assert "Under 13 (under-13), 6 decks" in told
    assert "knowing every card left" in told
    found = call(*asked, "--json").data["under-13"]
    assert found["tags"]["A"] < 0 < found["tags"]["K"]
    assert found["over"]["perfect"]["per_100"] > found["over"]["counted"]["per_100"] > 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["name the side wagers"]),
        (["--side", "bad-beat"], ["how the hand is played decides it"]),
        (["--side", "over-13", "--penetration", "2"], ["penetration", "0.75"]),
    ],
)
def test_a_count_that_cannot_be_told(call: Call, arguments: list[str], words: list[str]) -> None:
    check_bad(call("odds", SIDES, "--counter", *arguments), *words)
