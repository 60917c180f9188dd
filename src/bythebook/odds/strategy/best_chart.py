"""The best chart by totals: one action a total, soft or hard, or pair, and dealer's card.

Hands of the same total differ in what is left in the shoe, so a chart cannot be best for each of
them. The best one weighs every hand by how often it is reached when the chart itself is played;
that is found by playing, choosing anew, and playing again until nothing changes.
"""

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from bythebook.odds.exact.deals import deals, follow_unsplit, surrender_value
from bythebook.odds.exact.play_values import ILLEGAL
from bythebook.odds.exact.solver import Solver
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import Tables
from bythebook.odds.strategy.charts import Chart, Row, row_of_pair, rows_by_total
from bythebook.odds.strategy.preferences import chart_scores

Floats = NDArray[np.float64]
MOST_ROUNDS = 12


def best_chart(solver: Solver) -> Chart:
    """The best chart for a game whose best play by composition is solved."""
    chart: Chart | None = None
    current = solver
    for _ in range(MOST_ROUNDS):
        better = _choose(current)
        if chart is not None and better.rows == chart.rows:
            break
        chart = better
        current = chart_solver(solver, chart)
    assert chart is not None
    return chart


def chart_solver(solver: Solver, chart: Chart) -> Solver:
    """The same game played by a chart."""
    scores = chart_scores(solver.tables, chart)
    return Solver(solver.tables, solver.counts, without=solver.without, scores=scores)


def counts_cards(tables: Tables) -> bool:
    """Whether the number of cards in a hand changes what it is worth to draw."""
    r = tables.terms[0]
    by_cards = r["pays_21"][: k.LINES_BY_CARDS, 1]
    return bool(r["pays_five_cards"] or (r["pays_21_at_once"] and len(set(by_cards.tolist())) > 1))


def _choose(solver: Solver) -> Chart:
    """The best cells, weighing hands by how they are reached under the present play."""
    tables = solver.tables
    found = list(deals(solver))
    reach = np.zeros((solver.hands.size, k.VALUES))
    for up in solver.ups:
        reach[:, up] = follow_unsplit(solver, found, int(up))[1]
    for deal in found:  # pairs that are split, so that their totals have a row as well
        if deal.hand >= 0:
            reach[deal.hand, deal.up] = max(reach[deal.hand, deal.up], deal.chance * 1e-6)
    special = counts_cards(tables)
    members: dict[Row, list[int]] = defaultdict(list)
    hands = solver.hands
    for at in range(hands.plain):
        if hands.cards[at] >= 2 and tables.fate[k.UNSPLIT, at] == k.OPEN:
            by_cards, plain = rows_by_total(tables, at)
            members[plain].append(at)
            if special and reach[at].any():
                members[by_cards].append(at)
    rows = {row: _cells(solver, reach, np.array(hands_in)) for row, hands_in in members.items()}
    if special:
        rows = _without_repeats(rows)
    rows.update(_pairs(solver, rows))
    return Chart(rows)


def _cells(solver: Solver, reach: Floats, members: NDArray[np.int64]) -> tuple[str, ...]:
    """One row: the best action against each card of the dealer."""
    cells = []
    two = members[solver.hands.cards[members] == 2]
    for up in range(k.VALUES):
        weight = reach[members, up] + 1e-300  # a hand never reached still needs an answer
        values = solver.values.by_action[members, up]
        stand, hit, double = (values[:, a] for a in (k.STAND, k.HIT, k.DOUBLE))
        may_stand = (stand > ILLEGAL / 2).all()
        stands = may_stand and weight @ stand >= weight @ hit
        code = "S" if stands else "H"
        doubled = double > ILLEGAL / 2
        if doubled.any():
            otherwise = np.where(stands, stand, hit)
            if weight[doubled] @ double[doubled] > weight[doubled] @ otherwise[doubled]:
                code = "Ds" if stands else "D"
        if len(two) and _surrenders(solver, reach, two, up):
            code = "R" + code
        cells.append(code)
    return tuple(cells)


def _surrenders(solver: Solver, reach: Floats, two: NDArray[np.int64], up: int) -> bool:
    gain = 0.0
    for hand in two:
        given_up = surrender_value(solver, int(hand), up)
        if given_up is None:
            return False
        played = solver.values.by_action[hand, up].max()
        gain += (reach[hand, up] + 1e-300) * (given_up[0] - played)
    return gain > 0.0


def _pairs(solver: Solver, rows: dict[Row, tuple[str, ...]]) -> dict[Row, tuple[str, ...]]:
    """Pairs that may be split: split, or play as the total."""
    found = {}
    for pair in range(k.VALUES):
        hand = int(solver.hands.following[pair, pair])
        row = row_of_pair(solver.tables, hand) if hand >= 0 else None
        if row is None or not solver.mask[k.UNSPLIT, hand] >> k.SPLIT & 1:
            continue
        if solver.stock[pair] < 2:
            continue
        totals = rows_by_total(solver.tables, hand)
        own = next(rows[total] for total in totals if total in rows)
        split = solver.split(pair, solver.values.best[hand])
        cells = []
        for up in range(k.VALUES):
            splits = split.exact[up] and split.mean[up] > solver.values.best[hand, up]
            given_up = surrender_value(solver, hand, up)
            best = split.mean[up] if splits else solver.values.best[hand, up]
            gives_up = given_up is not None and given_up[0] > best
            plain = "P" if splits else own[up].removeprefix("R")
            cells.append(("R" if gives_up else "") + plain)
        found[row] = tuple(cells)
    return found


def _without_repeats(rows: dict[Row, tuple[str, ...]]) -> dict[Row, tuple[str, ...]]:
    """Leave out rows for a number of cards that say what the general row says."""
    return {
        row: cells
        for row, cells in rows.items()
        if not row.cards or rows.get(Row(row.kind, row.points)) != cells
    }
