"""A simulation beside the exact figures: do rounds played out come to what was worked out?"""

from collections.abc import Callable, Iterator

import msgspec

from bythebook.odds.sheet.figures import MAIN, Figures, Question
from bythebook.odds.simulate import statistics
from bythebook.odds.simulate.table import SimulatedTable, set_up, strategy_of
from bythebook.odds.simulate.workers import Run, simulate
from bythebook.structs import like

Rounds = Callable[[int], object]  # hears how many rounds are done


class AuditLine(msgspec.Struct, frozen=True, kw_only=True):
    """One wager: the exact edge, and that of the rounds played."""

    wager: str
    exact: float
    simulated: float
    standard_error: float

    @property
    def errors_apart(self) -> float:
        """How many standard errors lie between the two."""
        return (self.simulated - self.exact) / self.standard_error if self.standard_error else 0.0


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds from a freshly shuffled shoe each, one box, the strategy of the sheet."""

    rounds: int
    seed: int
    lines: tuple[AuditLine, ...]
    standard_deviation: float
    distribution: dict[str, float]  # how often a box won so many stakes
    frequencies: dict[str, float]


def audit(
    question: Question,
    figures: Figures,
    *,
    rounds: int,
    seed: int,
    threads: int,
    told: Rounds = int,
) -> Audit:
    """Play rounds with every side wager that the cards decide."""
    tables = list(_tables(question, figures))
    plans = strategy_of(tables[0])
    runs = [
        simulate(set_up(table, plans), rounds=rounds, seed=seed, threads=threads, told=told)
        for table in tables
    ]
    tally = runs[0].tally
    main = _line(MAIN, figures.house_edge, statistics.house_edge(tally))
    return Audit(
        rounds=tally.rounds,
        seed=seed,
        lines=(main, *_side_lines(figures, runs)),
        standard_deviation=statistics.box_deviation(tally, question.stake),
        distribution=statistics.distribution(tally),
        frequencies={name: count / tally.boxes for name, count in tally.frequencies.items()},
    )


def _side_lines(figures: Figures, runs: list[Run]) -> Iterator[AuditLine]:
    exact = figures.edges
    for run in runs:
        for name, side in run.tally.sides.items():
            yield _line(name, exact[name], statistics.side_edge(side, boxes=1))


def _line(wager: str, exact: float, found: statistics.Estimate) -> AuditLine:
    return AuditLine(
        wager=wager, exact=exact, simulated=found.value, standard_error=found.standard_error
    )


def _tables(question: Question, figures: Figures) -> Iterator[SimulatedTable]:
    """As many tables as it takes: some side wagers are never offered together."""
    rules = question.game.rules
    left = {
        side.price.name: side.price.stake or question.stake
        for side in figures.sides
        if not any(meter in question.drawn for meter in _mystery_meters(question, side.price.name))
    }
    first = True
    while left or first:
        first = False
        sides: dict[str, int] = {}
        for name, stake in left.items():
            apart = {other.value for other in rules.side_wagers[name].instead_of}
            if not apart & sides.keys():
                sides[name] = stake
        left = {name: stake for name, stake in left.items() if name not in sides}
        yield like(SimulatedTable, question, sides=sides, meters=_meters(question, sides))


def _mystery_meters(question: Question, name: str) -> list[str]:
    mystery = question.game.rules.side_wagers[name].mystery
    return mystery.meters() if mystery is not None else []


def _meters(question: Question, sides: dict[str, int]) -> dict[str, int]:
    """The readings that these wagers win from."""
    lines = [line for name in sides for line in question.game.rules.side_wagers[name].lines]
    shared = {line.share.meter for line in lines if line.share is not None}
    return {meter: cents for meter, cents in question.meters.items() if meter in shared}
