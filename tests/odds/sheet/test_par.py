"""PAR sheets: everything on them, in every form, and nothing from outside."""

import json
import math
import re

import pytest
from msgspec.structs import replace

from bythebook.odds.sheet.as_json import figures_to_json, sheet_to_json
from bythebook.odds.sheet.as_page import par_page
from bythebook.odds.sheet.as_text import par_markdown, tell_figures
from bythebook.odds.sheet.audit import AuditLine
from bythebook.odds.sheet.figures import Figures, Question, figures_of
from bythebook.odds.sheet.notation import one_in, percent, points
from bythebook.odds.sheet.par import ParSheet, Watch, make_sheet
from bythebook.odds.sheet.pictures import fold_tails
from bythebook.odds.sheet.settings import settings_of
from bythebook.rulebooks import built_in_books, find_book, load_game

CROWN = "crown-blackjack/crown-blackjack"
BACEBALL = "star-baceball/baceball"
CHALLENGE = "star-blackjack-challenge/blackjack-challenge"
ROUNDS = 400_000


class Heard(Watch):
    def __init__(self) -> None:
        self.steps: list[str] = []
        self.done = 0

    def step(self, what: str) -> None:
        self.steps.append(what)

    def rounds(self, done: int) -> None:
        self.done = done


@pytest.fixture(scope="module")
def heard() -> Heard:
    return Heard()


@pytest.fixture(scope="module")
def sheet(heard: Heard) -> ParSheet:
    question = Question(game=load_game(CROWN), every_side=True)
    book = find_book("crown-blackjack")
    return make_sheet(question, book, rounds=ROUNDS, seed=7, watch=heard)


@pytest.fixture(scope="module")
def baceball() -> ParSheet:
    question = Question(game=load_game(BACEBALL), every_side=True)
    return make_sheet(question, find_book("star-baceball"), rounds=ROUNDS, seed=7)


@pytest.fixture(scope="module")
def challenge() -> Figures:
    game = load_game(CHALLENGE, options={"blazing-7s-stake": "5"})
    question = Question(
        game=game,
        sides={"blazing-7s": None},
        meters={"blazing-7s": 2_000_000},
        contribution={"blazing-7s": 0.2},
        wagers_per_hour=100.0,
    )
    return figures_of(question, find_book("star-blackjack-challenge"))


# What is on it


def test_everything_is_on_the_sheet(sheet: ParSheet) -> None:
    assert sheet.figures.game == CROWN
    assert sheet.chart is not None
    assert {habit.strategy for habit in sheet.habits} == {"mimic", "never-bust"}
    assert {right.right for right in sheet.rights} == {"split", "double", "insurance"}
    options = {choice.name for choice in sheet.choices if choice.kind == "option"}
    assert options == {"decks", "shuffler", "forced-draw", "pairs-table"}
    readings = {choice.name for choice in sheet.choices if choice.kind == "reading"}
    assert readings == set(find_book("crown-blackjack").readings_of("crown-blackjack"))
    assert [side.price.name for side in sheet.figures.sides] == [
        "perfect-pairs",
        "crown-pairs",
        "any-pairs",
    ]


def test_the_simulation_agrees(sheet: ParSheet, baceball: ParSheet) -> None:
    for audit, figures in ((sheet.audit, sheet.figures), (baceball.audit, baceball.figures)):
        assert audit is not None
        assert audit.rounds == ROUNDS
        assert {line.wager for line in audit.lines} == set(figures.edges)
        for line in audit.lines:
            assert abs(line.errors_apart) < 4, line
        assert audit.standard_deviation == pytest.approx(figures.standard_deviation, rel=0.02)
        assert sum(audit.distribution.values()) == pytest.approx(1)


def test_errors_apart() -> None:
    line = AuditLine(wager="main", exact=0.01, simulated=0.013, standard_error=0.002)
    assert line.errors_apart == pytest.approx(1.5)


def test_whoever_waits_is_told(heard: Heard, sheet: ParSheet) -> None:
    assert "decks = 4" in heard.steps
    assert "without split" in heard.steps
    assert heard.done == ROUNDS


def test_wagers_that_are_never_offered_together_are_audited_apart() -> None:
    """Canberra offers Perfect Pairs or Pairs Play (17.1), so the audit takes two tables."""
    from bythebook.odds.sheet.audit import audit

    question = Question(game=load_game("canberra-blackjack/blackjack"), every_side=True)
    figures = figures_of(question, find_book("canberra-blackjack"))
    found = audit(question, figures, rounds=1000, seed=1, threads=1)
    assert [line.wager for line in found.lines] == ["main", "perfect-pairs", "pairs-play"]


def test_every_clause_is_one_of_the_book(sheet: ParSheet) -> None:
    ledger = find_book("crown-blackjack").clauses
    assert sheet.clauses
    assert all(sheet.clauses[clause] == ledger[clause].summary for clause in sheet.clauses)
    cited = {clause for setting in sheet.figures.settings for clause in setting.clauses}
    assert cited <= set(sheet.clauses)


@pytest.mark.parametrize("book_id", built_in_books())
def test_settings_cite_clauses_of_their_book(book_id: str) -> None:
    book = find_book(book_id)
    for name in book.games:
        settings = settings_of(book.game(name), book)
        for setting in settings:
            assert setting.value, setting
            assert setting.clauses, setting
            assert set(setting.clauses) <= set(book.clauses), setting
        chosen = {s.name for s in settings if s.kind != "rule"}
        assert chosen == {*book.options_of(name), *book.readings_of(name)}


# As a page

SECTIONS = (
    "Settings",
    "Where it comes from",
    "Strategy",
    "The first two cards",
    "Distribution of results",
    "Side wagers",
    "Options priced",
    "Readings priced",
    "Rights priced",
    "Other ways to play",
    "Simulation audit",
    "Method",
    "Clauses cited",
)


def outside(text: str) -> list[str]:
    """Whatever in a page points elsewhere; names of namespaces are not fetched."""
    found = re.findall(r"https?://[^\"'\s<>)]+", text)
    found = [url for url in found if not url.startswith("http://www.w3.org/")]
    return found + re.findall(r"<script|<link|<img|<iframe|@import|url\(|\bsrc=", text)


def test_the_page_stands_by_itself(sheet: ParSheet) -> None:
    text = par_page(sheet)
    assert outside(text) == []
    for section in SECTIONS:
        assert f"<h2>{section}</h2>" in text, section
    assert f"{100 * sheet.figures.house_edge:.4f} %" in text
    assert text.count("<svg") == 5  # by the dealer's card, three heat maps, the distribution
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))  # pictures in one page must not refer to each other's parts
    for tag_name in ("table", "section", "div", "svg", "details"):
        assert text.count(f"<{tag_name}") - text.count(f"</{tag_name}>") == 0, tag_name


def test_the_page_of_a_game_without_decisions(baceball: ParSheet) -> None:
    text = par_page(baceball)
    assert outside(text) == []
    assert "<h2>The main wager</h2>" in text
    assert "<h2>Jackpots</h2>" in text
    assert "<h2>Strategy</h2>" not in text
    assert "<h2>Rights priced</h2>" not in text
    assert "baceball-major" in text
    assert "mystery meters are left out" in text


def test_a_page_warns_where_the_player_has_the_edge(baceball: ParSheet) -> None:
    """A major of ten million makes the jackpot wager the player's."""
    question = Question(
        game=load_game(BACEBALL), every_side=True, meters={"baceball-major": 10**12}
    )
    warned = par_page(make_sheet(question, find_book("star-baceball")))
    assert "Warning: the player has the edge" in warned
    assert "Warning: the player has the edge" not in par_page(baceball)


def test_what_is_written_into_a_page_is_escaped(baceball: ParSheet) -> None:
    figures = replace(baceball.figures, title="<t>", unpriced={"<b>": "a < b & c"})
    text = par_page(replace(baceball, figures=figures, clauses={"<2>": "-1.5"}))
    assert "<title>&lt;t&gt;: PAR sheet</title>" in text
    assert "<li>&lt;b&gt;: a &lt; b &amp; c</li>" in text
    assert '<span class="clause">&lt;2&gt;</span></th><td>-1.5</td>' in text


def test_figures_on_a_page_have_a_true_minus_sign(baceball: ParSheet) -> None:
    text = par_page(baceball)
    assert '<td class="n">−1</td>' in text
    assert '<td class="n">-' not in text


def test_rare_results_are_put_together() -> None:
    parts = {"below -10": 1e-9, "-6": 1e-6, "-1": 0.6, "0": 0.1, "1.5": 0.3 - 3e-6, "4": 1e-6,
             "above 20": 1e-6}  # fmt: skip
    folded = fold_tails(parts)
    assert [name for name, _, _ in folded] == ["< −1", "−1", "0", "1.5", "> 1.5"]
    assert [sign for _, _, sign in folded] == [-1, -1, 0, 1, 1]
    assert sum(part for _, part, _ in folded) == pytest.approx(sum(parts.values()))


# In other forms


def test_markdown_says_the_same(sheet: ParSheet, baceball: ParSheet) -> None:
    text = par_markdown(sheet)
    assert f"**{100 * sheet.figures.house_edge:.6f} %**" in text
    for section in ("Settings", "Strategy", "Side wagers", "Options priced", "Readings priced",
                    "Rights priced", "Simulation audit", "Method"):  # fmt: skip
        assert f"## {section}\n" in text
    assert "| hits-soft-17" not in text  # Crown Blackjack leaves no choice there
    assert "## The main wager" in par_markdown(baceball)
    for line in text.splitlines():
        if line.startswith("|"):
            assert line.endswith("|"), line


def test_json_is_plain_and_complete(sheet: ParSheet, baceball: ParSheet) -> None:
    for made in (sheet, baceball):
        data = json.loads(json.dumps(sheet_to_json(made), allow_nan=False))
        assert data["house_edge"] == made.figures.house_edge
        assert data["standard_deviation"] == made.figures.standard_deviation
        assert data["stake"] == "100.00"
        for side in made.figures.sides:
            assert data["side_wagers"][side.price.name]["house_edge"] == side.price.house_edge
        assert data["audit"]["rounds"] == ROUNDS
        assert len(data["choices"]) == len(made.choices)
        assert data["settings"]
    cells = sheet_to_json(sheet)["cells"]
    assert math.fsum(cell["probability"] for cell in cells) == pytest.approx(1, abs=1e-12)
    mean = math.fsum(cell["probability"] * cell["value"] for cell in cells)
    assert mean == pytest.approx(-sheet.figures.house_edge, abs=1e-12)


def test_money_in_json_is_in_dollars(challenge: Figures) -> None:
    side = figures_to_json(challenge)["side_wagers"]["blazing-7s"]
    assert side["stake"] == "5.00"
    (meter,) = side["jackpot"]["meters"]
    assert (meter["reading"], meter["floor"], meter["seed"]) == ("20000.00", "10000.00", "10000.00")
    assert float(meter["break_even"]) > 20_000


def test_a_jackpot_as_text(challenge: Figures) -> None:
    """Three sevens of diamonds in six decks: 6 · 5 · 4 of 312 · 311 · 310 ways, 1 in 250,666."""
    text = tell_figures(challenge, "The Star")
    assert "three sevens of diamonds: 250,666 rounds between hits, 2,507 hours" in text
    assert "meter blazing-7s at 20,000.00" in text
    assert "each wager adds 1.0000" in text


def test_figures_as_people_read_them() -> None:
    assert percent(0.0045688629, 6) == "0.456886 %"
    assert points(-0.00001) == "-0.0010"
    assert points(1e-9) == "0.0000"
    assert one_in(0.25) == "4.0"
