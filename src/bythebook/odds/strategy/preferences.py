"""Strategies as preferences: of what is legal, a hand does what its strategy likes best.

A strategy comes from the exact solution, from a chart by totals, or from a simple habit. All end up
as one table of decisions, which compiled rounds follow and the exact sums value.
"""

from collections.abc import Collection
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bythebook.errors import Malformed
from bythebook.odds.exact.face_up import FaceUp, solved
from bythebook.odds.exact.solver import Scores, Solver, count_cards
from bythebook.odds.kernel.scratch import GIVES_UP
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import Tables, rules_of, tables_of
from bythebook.odds.strategy.charts import Chart, read_chart
from bythebook.rulebooks.chapters.game import Game

BEST, MIMIC, NEVER_BUST = "best", "mimic", "never-bust"
HABITS = {MIMIC: (17, 18), NEVER_BUST: (12, 18)}  # draw below these, hard and soft

Plans = NDArray[np.int32]


def habit_scores(tables: Tables, hard: int, soft: int) -> Scores:
    """Draw below these totals, and never double, split or take anything."""
    hands = tables.hands
    draws = np.where(hands.soft, hands.total < soft, hands.total < hard)
    actions = np.zeros((hands.size, k.VALUES, 4))
    actions[:, :, k.DOUBLE] = actions[:, :, k.SPLIT] = -2.0
    actions[:, :, k.HIT] = np.where(draws, 1.0, -1.0)[:, None]
    return Scores(actions, np.zeros((hands.size, k.VALUES), dtype=np.uint8))


def chart_scores(tables: Tables, chart: Chart) -> Scores:
    """A chart's preferences for every hand."""
    hands = tables.hands
    actions = np.zeros((hands.size, k.VALUES, 4))
    offers = np.zeros((hands.size, k.VALUES), dtype=np.uint8)
    for at in range(hands.size):
        if hands.cards[at] < 2 or hands.total[at] >= 21:
            continue
        for up in range(k.VALUES):
            cell = chart.cell(tables, at, up)
            for rank, action in enumerate(cell.actions):
                actions[at, up, action] = 4.0 - rank
            if cell.surrenders and hands.cards[at] == 2:
                offers[at, up] |= 1 << k.SURRENDER
            if chart.insures and up == k.ACE and hands.cards[at] == 2:
                offers[at, up] |= 1 << k.INSURE
    if chart.insures:
        offers[tables.fate[k.UNSPLIT] == k.NATURAL, k.ACE] |= 1 << k.INSURE
    return Scores(actions, offers)


def scores_for(tables: Tables, name: str) -> Scores | None:
    """The preferences of a named strategy or a chart file; None for the best there is."""
    if name == BEST:
        return None
    if name in HABITS:
        return habit_scores(tables, *HABITS[name])
    path = Path(name)
    if not path.is_file():
        known = ", ".join((BEST, *HABITS))
        raise Malformed(f"{name!r} is no strategy: neither {known} nor a chart file")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed(f"this chart cannot be read: {error}", name) from None
    chart = read_chart(text, name)
    chart.check_complete(tables)
    return chart_scores(tables, chart)


def plans_of(solved: Solver | FaceUp) -> Plans:
    """The decisions of a solved strategy for every hand and dealer's card, packed.

    Where both of the dealer's cards are seen there are ten in a row, by the second.
    """
    if isinstance(solved, FaceUp):
        hands = solved.tables.hands.size
        plans = np.zeros((k.VALUES, hands, k.VALUES), dtype=np.int32)
        for part in solved.parts:
            plans[part.solver.second] = _plan_of(part.solver)
        return plans
    return _plan_of(solved)[None]


def _plan_of(solver: Solver) -> Plans:
    tables, hands = solver.tables, solver.hands
    plans = np.zeros((hands.size, k.VALUES), dtype=np.int64)
    splits = solver.splits_chosen
    for layer in range(k.LAYERS):
        actions = solver.plan_of(layer).astype(np.int64)
        actions[actions == k.GIVE_UP] = GIVES_UP
        may_split = (tables.mask[layer] >> k.SPLIT & 1 == 1)[:, None]
        actions = np.where(may_split & splits, k.SPLIT, actions)
        plans |= actions << (k.PLAY_BITS * layer)
    plans |= solver.offers_taken.astype(np.int64) << k.OFFER_BITS
    plans |= solver.values.withdraw.astype(np.int64) << k.WITHDRAW_BIT
    plans |= solver.values.joker.astype(np.int64) << k.NAME_BITS
    return plans.astype(np.int32)


def solve(
    game: Game, name: str = BEST, *, stake: int = 10_000, without: Collection[str] = ()
) -> Solver:
    """A game dealt from its full shoe under a named strategy or chart."""
    found = solve_any(game, name, stake=stake, without=without)
    if isinstance(found, FaceUp):
        raise Malformed(f"in {game.id} both of the dealer's cards are seen: it has no chart by one")
    return found


def solve_any(
    game: Game, name: str = BEST, *, stake: int = 10_000, without: Collection[str] = ()
) -> Solver | FaceUp:
    """The same, whatever is seen of the dealer's cards."""
    tables = tables_of(game, stake)
    counts = count_cards(rules_of(game).pack.cards(game.decks))
    return solved(tables, counts, without=without, scores=scores_for(tables, name))


def plans_for(
    game: Game, name: str = BEST, *, stake: int = 10_000, without: Collection[str] = ()
) -> Plans:
    """The table of decisions that compiled rounds follow: [1, hand, dealer's card]."""
    return plans_of(solve_any(game, name, stake=stake, without=without))
