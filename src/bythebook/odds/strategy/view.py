"""A chart as people read it: one row a total, and in a cell what changes with the number of cards.

Rows that say the same stand together (17–20). A cell that says S for two cards may say H from five
cards on, in games that pay for many cards: those steps are kept with the cell.
"""

from collections.abc import Iterable, Iterator

import msgspec
import numpy as np

from bythebook.odds.exact.deals import deals, follow_unsplit
from bythebook.odds.exact.solver import Solver
from bythebook.odds.numbers import codes as k
from bythebook.odds.strategy.charts import COLUMNS, HARD, PAIR, SOFT, UP_OF_COLUMN, Chart, Row

MEANINGS = {
    "S": "stand",
    "H": "hit",
    "D": "double, or else hit",
    "Ds": "double, or else stand",
    "P": "split",
    "R": "surrender, or else as the letter after it",
}
VERBS = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}
TITLES = {HARD: "Hard totals", SOFT: "Soft totals", PAIR: "Pairs"}


class Step(msgspec.Struct, frozen=True):
    """From so many cards on, this is right instead."""

    cards: int
    code: str


class ViewCell(msgspec.Struct, frozen=True):
    code: str
    steps: tuple[Step, ...] = ()


class ViewRow(msgspec.Struct, frozen=True):
    """One line of the chart: the totals or pairs it is for, and a cell for each dealer's card."""

    name: str
    cells: tuple[ViewCell, ...]  # in the order of COLUMNS


class Section(msgspec.Struct, frozen=True):
    kind: str
    title: str
    rows: tuple[ViewRow, ...]


class ChartView(msgspec.Struct, frozen=True):
    columns: tuple[str, ...]
    sections: tuple[Section, ...]
    insures: bool

    def codes(self) -> list[str]:
        """The codes that occur, in the order in which they are explained."""
        found = set()
        for section in self.sections:
            for row in section.rows:
                for cell in row.cells:
                    found |= {cell.code, *(step.code for step in cell.steps)}
        shown = {code.removeprefix("R") for code in found}
        shown |= {"R"} if any(code.startswith("R") for code in found) else set()
        return [code for code in MEANINGS if code in shown]


def view(chart: Chart, played: Solver) -> ChartView:
    """Put a complete chart into the form in which it is shown; `played`: the game played by it."""
    cards = _numbers_of_cards(played)
    sections = []
    for kind in (HARD, SOFT, PAIR):
        points = {row.points for row in chart.rows if row.kind == kind}
        in_order = sorted(points, key=lambda at: at or (k.VALUES if kind == PAIR else 0))
        rows = [
            (at, _cells(chart, kind, at, cards))
            for at in in_order
            if kind == PAIR or (kind, at) in cards
        ]
        if rows:
            sections.append(Section(kind, TITLES[kind], tuple(_together(kind, rows))))
    return ChartView(COLUMNS, tuple(sections), chart.insures)


Cards = dict[tuple[str, int], list[int]]  # by kind and total


def _numbers_of_cards(played: Solver) -> Cards:
    """With how many cards each total comes up; at least with its fewest, if it never does."""
    hands, fate = played.hands, played.tables.fate[k.UNSPLIT]
    found = list(deals(played))
    reach = np.zeros(hands.size)
    for up in played.ups:
        reach += follow_unsplit(played, found, int(up))[1]
    possible: dict[tuple[str, int], set[int]] = {}
    reached: dict[tuple[str, int], set[int]] = {}
    for at in range(hands.plain):
        if hands.cards[at] >= 2 and fate[at] == k.OPEN:
            total = (SOFT if hands.soft[at] else HARD, int(hands.total[at]))
            possible.setdefault(total, set()).add(int(hands.cards[at]))
            if reach[at] > 0:
                reached.setdefault(total, set()).add(int(hands.cards[at]))
    return {
        total: sorted(reached.get(total, {min(numbers)})) for total, numbers in possible.items()
    }


def _cells(chart: Chart, kind: str, points: int, cards: Cards) -> tuple[ViewCell, ...]:
    if kind == PAIR:
        codes = chart.rows[Row(PAIR, points)]
        return tuple([ViewCell(codes[UP_OF_COLUMN[name]]) for name in COLUMNS])
    general = chart.rows.get(Row(kind, points))
    by_number = {n: chart.rows.get(Row(kind, points, n), general) for n in cards[kind, points]}
    return tuple([_cell(by_number, UP_OF_COLUMN[name]) for name in COLUMNS])


def _cell(by_number: dict[int, tuple[str, ...] | None], up: int) -> ViewCell:
    """The code for the fewest cards, and every number of cards at which it changes."""
    first, steps = "", []
    code = ""
    for number, codes in by_number.items():
        if codes is None or codes[up] == code:
            continue
        code = codes[up]
        if first:
            steps.append(Step(number, code))
        else:
            first = code
    return ViewCell(first, tuple(steps))


def _together(kind: str, rows: list[tuple[int, tuple[ViewCell, ...]]]) -> list[ViewRow]:
    """Neighbours with the same cells in one row."""
    runs: list[tuple[list[int], tuple[ViewCell, ...]]] = []
    for points, cells in rows:
        if runs and runs[-1][1] == cells:
            runs[-1][0].append(points)
        else:
            runs.append(([points], cells))
    return [ViewRow(_name(kind, points), cells) for points, cells in runs]


def _name(kind: str, points: list[int]) -> str:
    names = [k.VALUE_NAMES[at] if kind == PAIR else str(at) for at in points]
    if kind == PAIR:
        return ", ".join(f"{name}-{name}" for name in names)
    return names[0] if len(names) == 1 else f"{names[0]}–{names[-1]}"


# In words


def card_notes(chart: ChartView) -> Iterator[str]:
    """What changes with the number of cards: a line for each row in which anything does."""
    for section in chart.sections:
        for row in section.rows:
            rules: dict[str, list[int]] = {}
            for at, cell in enumerate(row.cells):
                if cell.steps:
                    rules.setdefault(tell_steps(cell), []).append(at)
            if rules:
                told = [f"against {_ranges(at)} {rule}" for rule, at in rules.items()]
                yield f"{section.kind} {row.name}: {'; '.join(told)}"


def tell_steps(cell: ViewCell) -> str:
    """Such as "hit with 4, double with 5 or more"."""
    parts = []
    for step, later in zip(cell.steps, (*cell.steps[1:], None), strict=True):
        numbers = f"{step.cards} or more"
        if later is not None:
            last = later.cards - 1
            numbers = str(step.cards) if last == step.cards else f"{step.cards} to {last}"
        parts.append(f"{VERBS[step.code[0]]} with {numbers}")
    return ", ".join(parts)


def _ranges(columns: Iterable[int]) -> str:
    """Neighbouring columns together: 2–6, T."""
    runs: list[list[int]] = []
    for at in columns:
        if runs and runs[-1][-1] == at - 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    names = [[COLUMNS[at] for at in run] for run in runs]
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in names)
