"""The best play of a game: its chart, what that is worth, and where single hands depart from it."""

import msgspec

from bythebook.odds.exact.analysis import summary
from bythebook.odds.sheet.figures import Question, check, nothing_to_decide
from bythebook.odds.strategy.best_chart import best_chart, chart_solver
from bythebook.odds.strategy.charts import write_chart
from bythebook.odds.strategy.departures import Departure, departures
from bythebook.odds.strategy.preferences import solve
from bythebook.odds.strategy.view import ChartView, view
from bythebook.rulebooks import Book
from bythebook.rulebooks.chapters.game import ThreeCardGame


class BestPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A game's best chart by totals, and its best play by composition."""

    game: str
    title: str
    place: str
    decks: int
    without: tuple[str, ...]
    view: ChartView
    csv: str  # the chart as it is read back
    chart_edge: float  # the house's, if played by the chart
    best_edge: float  # and if every hand is played best
    departures: tuple[Departure, ...]  # of hands that are not split, the most valuable first

    @property
    def departures_worth(self) -> float:
        return sum(departure.worth for departure in self.departures)


def best_play(question: Question, book: Book) -> BestPlay:
    """Solve a game; where nobody decides anything, there is none."""
    game = question.game
    if isinstance(game.rules, ThreeCardGame):
        raise nothing_to_decide(game, game.rules)
    check(question)
    solver = solve(game, stake=question.stake, without=question.without)
    chart = best_chart(solver)
    played = chart_solver(solver, chart)
    return BestPlay(
        game=game.id,
        title=game.rules.title,
        place=book.about.place,
        decks=game.decks,
        without=tuple(sorted(question.without)),
        view=view(chart, played),
        csv=write_chart(chart),
        chart_edge=float(summary(game, played).house_edge),
        best_edge=float(summary(game, solver).house_edge),
        departures=tuple(departures(solver, chart)),
    )
