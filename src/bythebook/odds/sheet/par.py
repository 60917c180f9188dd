"""A PAR sheet: everything about a table in one value, worked out and not yet written down."""

from pathlib import Path

import msgspec

from bythebook.odds.exact.analysis import summary
from bythebook.odds.exact.solver import Solver
from bythebook.odds.exact.three_cards import ThreeCardAnalysis
from bythebook.odds.sheet.audit import Audit, audit
from bythebook.odds.sheet.figures import (
    Caution,
    Figures,
    Question,
    cautions_about,
    check,
    figures_of,
)
from bythebook.odds.sheet.pricing import (
    ChoicePrice,
    HabitPrice,
    RightPrice,
    price_choices,
    price_habits,
    price_rights,
)
from bythebook.odds.strategy.best_chart import best_chart, chart_solver
from bythebook.odds.strategy.charts import Chart, read_chart
from bythebook.odds.strategy.preferences import BEST, HABITS, solve
from bythebook.odds.strategy.view import ChartView, view
from bythebook.rulebooks import Book
from bythebook.rulebooks.chapters.game import BlackjackGame
from bythebook.rulebooks.editions import About

# How the figures were worked out, in a few words, for whoever has to rely on them.
METHOD = (
    "The game is the book's own, as data: every setting above was read from the clause beside it,"
    " and the analysis, the simulation and the settlement of real rounds all start from the same"
    " value.",
    "The main wager is worked out exactly for one player on one box and a round from a full,"
    " freshly shuffled shoe, without replacement. Every hand is played so as to win most, given the"
    " cards in it and the dealer's card; after a split every hand follows the same strategy, which"
    " does not look at the other hands, and the sum runs over all cards that can have been seen."
    " What a dealer's blackjack takes from split and doubled hands is as the reading says.",
    "The house edge is what the house expects to win, as a part of the initial wager; doubles and"
    " splits are in the result but not in what it is divided by. The standard deviation is that of"
    " one round, in initial wagers.",
    "Side wagers are counted exactly, as fractions, from the same shoe. Payments are to the cent,"
    " fractions going up; what a table's smallest chip adds is left out, and so are the cards of"
    " other boxes, the cutting card and whatever a player could remember of earlier rounds.",
    "The chart is the best that looks at totals, pairs and the dealer's card only: each cell weighs"
    " the hands it is for by how often they come up when the chart itself is played.",
)


class ChartPrice(msgspec.Struct, frozen=True, kw_only=True):
    """The chart of the strategy, and what playing by it is worth."""

    view: ChartView
    house_edge: float
    costs: float  # over the best play by composition; 0 where the chart itself is the strategy


class ParSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on the sheet."""

    book_id: str
    book: About
    figures: Figures
    chart: ChartPrice | None
    habits: tuple[HabitPrice, ...]
    rights: tuple[RightPrice, ...]
    choices: tuple[ChoicePrice, ...]
    audit: Audit | None
    cautions: tuple[Caution, ...]  # as the table stands, and with one choice changed
    clauses: dict[str, str]  # every clause cited, in our words


class Watch:
    """Hears how the work goes on. This one does not listen."""

    def step(self, what: str) -> None:
        """Something new is being worked out."""

    def rounds(self, done: int) -> None:
        """So many rounds of the simulation are done."""


def make_sheet(
    question: Question,
    book: Book,
    *,
    rounds: int = 0,
    seed: int = 1,
    threads: int = 1,
    watch: Watch | None = None,
) -> ParSheet:
    """Work out a whole sheet; `rounds` 0: without a simulation."""
    check(question)
    watch = watch or Watch()
    watch.step("the game")
    figures, chart = _figures_and_chart(question, book)
    habits = price_habits(question, figures, watch.step)
    rights = price_rights(question, figures, watch.step)
    choices = price_choices(question, book, figures, watch.step)
    audited = None
    if rounds:
        watch.step("simulation")
        audited = audit(
            question, figures, rounds=rounds, seed=seed, threads=threads, told=watch.rounds
        )
    return ParSheet(
        book_id=book.id,
        book=book.about,
        figures=figures,
        chart=chart,
        habits=habits,
        rights=rights,
        choices=choices,
        audit=audited,
        cautions=(*figures.cautions, *_cautions_elsewhere(choices)),
        clauses=_cited(book, figures, rights, choices),
    )


def _figures_and_chart(question: Question, book: Book) -> tuple[Figures, ChartPrice | None]:
    """Both from one solution of the game."""
    game = question.game
    if not isinstance(game.rules, BlackjackGame):
        return figures_of(question, book), None
    solver = solve(game, question.strategy, stake=question.stake, without=question.without)
    main = summary(game, solver, question.strategy)
    figures = figures_of(question, book, main)
    chart = _chart(question, solver)
    if chart is None:
        return figures, None
    played = chart_solver(solver, chart) if question.strategy == BEST else solver
    edge = summary(game, played).house_edge if played is not solver else main.house_edge
    shown = ChartPrice(view=view(chart, played), house_edge=edge, costs=edge - main.house_edge)
    return figures, shown


def _chart(question: Question, solver: Solver) -> Chart | None:
    """The best chart, or the user's own; habits need none."""
    if question.strategy == BEST:
        return best_chart(solver)
    if question.strategy in HABITS:
        return None
    return read_chart(Path(question.strategy).read_text(encoding="utf-8"), question.strategy)


def _cited(
    book: Book,
    figures: Figures,
    rights: tuple[RightPrice, ...],
    choices: tuple[ChoicePrice, ...],
) -> dict[str, str]:
    """Every clause that the sheet names, in the order of the book."""
    named = {clause for setting in figures.settings for clause in setting.clauses}
    named |= {right.clause for right in rights}
    named |= {clause for choice in choices for clause in choice.clauses}
    for side in figures.sides:
        price = side.price
        named |= {price.clause, price.loses_clause, *(line.clause for line in price.lines)}
    if isinstance(figures.main, ThreeCardAnalysis):
        named |= {outcome.clause for outcome in figures.main.outcomes}
    return {clause: row.summary for clause, row in book.clauses.items() if clause in named}


def _cautions_elsewhere(choices: tuple[ChoicePrice, ...]) -> list[Caution]:
    """Where another value of a choice would give the player the edge."""
    found: list[Caution] = []
    for choice in choices:
        for other in choice.alternatives:
            changed = {wager: other.edges[wager] for wager in other.changes}
            found += cautions_about(changed, f"{choice.name} = {other.value}")
    return found
