"""Charts as people read them: against the published one, and read back as they were written."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from bythebook.errors import Malformed
from bythebook.odds.exact.analysis import analyse
from bythebook.odds.sheet.as_page import strategy_page
from bythebook.odds.sheet.best_play import BestPlay, best_play
from bythebook.odds.sheet.figures import Question
from bythebook.odds.sheet.terminal import show
from bythebook.odds.strategy.charts import COLUMNS, read_chart, write_chart
from bythebook.odds.strategy.view import (
    ChartView,
    Section,
    Step,
    ViewCell,
    ViewRow,
    card_notes,
    tell_steps,
)
from bythebook.rulebooks import find_book, load_game

REFERENCE = "reference-blackjack/blackjack"
CANBERRA = "canberra-blackjack/blackjack"
PLUS = "crown-blackjack/blackjack-plus"

# Basic strategy for four to eight decks, the dealer stands on soft 17 and peeks, double after a
# split: the same in every book about the game. Against 2 to 9, ten, ace.
PUBLISHED = {
    "hard 8": "HHHHHHHHHH",
    "hard 9": "HDDDDHHHHH",
    "hard 10": "DDDDDDDDHH",
    "hard 11": "DDDDDDDDDH",
    "hard 12": "HHSSSHHHHH",
    "hard 13": "SSSSSHHHHH",
    "hard 14": "SSSSSHHHHH",
    "hard 15": "SSSSSHHHHH",
    "hard 16": "SSSSSHHHHH",
    "hard 17": "SSSSSSSSSS",
    "soft 13": "HHHDDHHHHH",
    "soft 14": "HHHDDHHHHH",
    "soft 15": "HHDDDHHHHH",
    "soft 16": "HHDDDHHHHH",
    "soft 17": "HDDDDHHHHH",
    "soft 18": "SddddSSHHH",
    "soft 19": "SSSSSSSSSS",
    "soft 20": "SSSSSSSSSS",
    "pair 2": "PPPPPPHHHH",
    "pair 3": "PPPPPPHHHH",
    "pair 4": "HHHPPHHHHH",
    "pair 5": "DDDDDDDDHH",
    "pair 6": "PPPPPHHHHH",
    "pair 7": "PPPPPPHHHH",
    "pair 8": "PPPPPPPPPP",
    "pair 9": "PPPPPSPPSS",
    "pair T": "SSSSSSSSSS",
    "pair A": "PPPPPPPPPP",
}


def play(name: str, decks: int | None = None) -> BestPlay:
    game = load_game(name, decks)
    return best_play(Question(game=game), find_book(game.book))


@pytest.fixture(scope="module")
def reference() -> BestPlay:
    return play(REFERENCE)


@pytest.fixture(scope="module")
def plus() -> BestPlay:
    return play(PLUS)


def test_the_best_chart_is_the_published_one(reference: BestPlay) -> None:
    found = {}
    for line in reference.csv.splitlines()[1:]:
        name, *cells = line.split(",")
        found[name] = "".join("d" if cell == "Ds" else cell for cell in cells)
    assert {name: found[name] for name in PUBLISHED} == PUBLISHED


def test_the_chart_costs_a_little(reference: BestPlay) -> None:
    assert reference.best_edge == pytest.approx(0.00402870236, abs=5e-12)
    assert 0 < reference.chart_edge - reference.best_edge < 0.0001


def test_departures_explain_what_the_chart_costs() -> None:
    """The gains of single hands, times how often they come up, add up to the difference.

    That is exact for play from the first two cards on; split hands add something of their own,
    here less than a tenth of a millionth, since they are played alike in both.
    """
    best = play(CANBERRA)
    difference = best.chart_edge - best.best_edge
    assert difference > 1e-5
    assert best.departures_worth == pytest.approx(difference, abs=1e-7)
    worths = [departure.worth for departure in best.departures]
    assert worths == sorted(worths, reverse=True)
    assert min(worths) > 0


def test_a_well_known_departure(reference: BestPlay) -> None:
    """Ten and two against a four: hit, though other twelves stand (Griffin and others)."""
    two_cards = [d for d in reference.departures if len(d.cards) == 2]
    assert [(d.hand, d.up, d.action, d.instead_of) for d in two_cards] == [
        ("2-T", "4", "hit", "stand")
    ]


def test_a_chart_is_read_back_as_it_was_written(plus: BestPlay, tmp_path: Path) -> None:
    assert write_chart(read_chart(plus.csv)) == plus.csv
    path = tmp_path / "plus.csv"
    path.write_text(plus.csv, encoding="utf-8")
    edge = analyse(load_game(PLUS), strategy=str(path)).house_edge
    assert edge == pytest.approx(plus.chart_edge, abs=1e-15)


@pytest.mark.parametrize("row", ["hard 12", "soft 18"])
def test_a_chart_without_a_row_says_which(row: str, reference: BestPlay, tmp_path: Path) -> None:
    lines = [line for line in reference.csv.splitlines() if not line.startswith(f"{row},")]
    path = tmp_path / "torn.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(Malformed, match=row):
        analyse(load_game(REFERENCE), strategy=str(path))


# How it is shown


def test_rows_that_say_the_same_stand_together(reference: BestPlay) -> None:
    names = {part.kind: [row.name for row in part.rows] for part in reference.view.sections}
    assert names["hard"] == ["4–8", "9", "10", "11", "12", "13–16", "17–20"]
    assert names["pair"][0] == "2-2, 3-3"
    assert names["pair"][-1] == "A-A"
    assert reference.view.codes() == ["S", "H", "D", "Ds", "P"]


def test_steps_by_the_number_of_cards(plus: BestPlay) -> None:
    """Five cards win, so four cards draw on totals on which two cards stand."""
    hard = next(part for part in plus.view.sections if part.kind == "hard")
    sixteen = next(row for row in hard.rows if row.name == "16")
    against_two = sixteen.cells[COLUMNS.index("2")]
    assert against_two == ViewCell("S", (Step(4, "H"),))
    notes = list(card_notes(plus.view))
    assert "hard 16: against 2–5 hit with 4 or more" in notes


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ((Step(4, "H"),), "hit with 4 or more"),
        ((Step(3, "S"), Step(4, "H")), "stand with 3, hit with 4 or more"),
        ((Step(3, "S"), Step(6, "D")), "stand with 3 to 5, double with 6 or more"),
    ],
)
def test_steps_in_words(steps: tuple[Step, ...], told: str) -> None:
    assert tell_steps(ViewCell("X", steps)) == told


def test_notes_put_neighbours_together() -> None:
    step = ViewCell("S", (Step(5, "H"),))
    cells = tuple([step if name in "2349A" else ViewCell("S") for name in COLUMNS])
    chart = ChartView(
        COLUMNS, (Section("hard", "Hard totals", (ViewRow("16", cells),)),), insures=False
    )
    assert list(card_notes(chart)) == ["hard 16: against 2–4, 9, A hit with 5 or more"]


def printed(best: BestPlay, composition: bool) -> str:
    out = io.StringIO()
    show(best, Console(file=out, width=100, color_system=None), composition=composition)
    return out.getvalue()


def test_the_chart_in_the_terminal(plus: BestPlay) -> None:
    text = printed(plus, composition=False)
    assert "crown-blackjack/blackjack-plus" in text
    assert f"{100 * plus.chart_edge:.6f} %" in text
    assert f"{100 * plus.best_edge:.6f} %" in text
    for word in ("Hard totals", "Soft totals", "Pairs", "double, or else hit", "With more cards"):
        assert word in text
    assert "--composition" in text
    listed = printed(plus, composition=True)
    assert "--composition" not in listed
    assert plus.departures[0].hand in listed


def test_colours_in_the_terminal(reference: BestPlay) -> None:
    out = io.StringIO()
    console = Console(file=out, width=100, color_system="truecolor", force_terminal=True)
    show(reference, console, composition=False)
    assert "\x1b[" in out.getvalue()


def test_the_chart_as_a_page(plus: BestPlay) -> None:
    text = strategy_page(plus)
    assert text.startswith("<!doctype html>")
    assert "http" not in text
    assert "<script" not in text
    cells = sum(len(row.cells) for part in plus.view.sections for row in part.rows)
    assert text.count('<td class="do-') == cells
    assert "hit with 4 or more" in text
