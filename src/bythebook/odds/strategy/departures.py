"""Where the best play by composition departs from the best chart by totals, and for how much.

Hands of the same total leave different cards in the shoe. A departure is worth what it gains over
the chart's choice, times how often the hand is reached by whoever plays best.
"""

from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from bythebook.odds.exact.analysis import SUITS_NAMES
from bythebook.odds.exact.deals import SURRENDERS, deals, follow_unsplit, surrender_value
from bythebook.odds.exact.solver import Solver
from bythebook.odds.numbers import codes as k
from bythebook.odds.strategy.charts import Chart

LEAST_GAIN = 1e-12  # below it, two choices are worth the same


class Departure(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that is better played otherwise than its total."""

    cards: tuple[str, ...]
    up: str
    only: str = ""  # which of these hands, where suits or the order of an ace matter
    action: str
    instead_of: str
    gain: float  # in stakes, whenever the hand comes up
    worth: float  # in stakes a round

    @property
    def hand(self) -> str:
        return "-".join(self.cards) + (f" ({self.only})" if self.only else "")


def departures(solver: Solver, chart: Chart) -> list[Departure]:
    """All of them, the most valuable first."""
    found = list(deals(solver))
    every: list[Departure] = []
    for up in map(int, solver.ups):
        reach = follow_unsplit(solver, found, up)[1]
        for deal in found:  # pairs that are split, and hands given up, are not followed
            if deal.up == up and deal.hand >= 0:
                reach[deal.hand] = max(reach[deal.hand], deal.chance)
        every += _against(solver, chart, up, reach)
    return sorted(every, key=lambda departure: -departure.worth)


def _against(
    solver: Solver, chart: Chart, up: int, reach: NDArray[np.float64]
) -> Iterator[Departure]:
    hands, tables = solver.hands, solver.tables
    for at in np.flatnonzero(reach[: hands.plain] > 0):
        hand = int(at)
        if hands.cards[hand] < 2 or tables.fate[k.UNSPLIT, hand] != k.OPEN:
            continue
        values = _values(solver, hand, up)
        cell = chart.cell(tables, hand, up)
        liked = [k.ACTIONS[action] for action in cell.actions]
        if cell.surrenders:
            liked.insert(0, SURRENDERS)
        charted = next(action for action in liked if action in values)
        best = max(values, key=lambda action: values[action])
        gain = values[best] - values[charted]
        if gain > LEAST_GAIN:
            yield Departure(
                cards=_cards(solver, hand),
                up=k.VALUE_NAMES[up],
                only=_only(solver, hand),
                action=best,
                instead_of=charted,
                gain=gain,
                worth=gain * float(reach[hand]),
            )


def _values(solver: Solver, hand: int, up: int) -> dict[str, float]:
    """What every legal action of an unsplit hand is worth."""
    values = solver.action_values(hand, up)
    split = solver.split_of(hand)
    if split is not None and split.exact[up]:
        values[k.ACTIONS[k.SPLIT]] = float(split.mean[up])
    if solver.hands.cards[hand] == 2:
        given_up = surrender_value(solver, hand, up)
        if given_up is not None:
            values[SURRENDERS] = given_up[0]
    return values


def _cards(solver: Solver, hand: int) -> tuple[str, ...]:
    counts = solver.hands.counts[hand]
    return tuple([k.VALUE_NAMES[value] for value in range(k.VALUES) for _ in range(counts[value])])


def _only(solver: Solver, hand: int) -> str:
    """What else tells this hand from others with the same cards."""
    hands = solver.hands
    suits = int(hands.suits[hand])
    if hands.has_suits[hand - suits]:
        return SUITS_NAMES[suits]
    aces = int(hands.counts[hand, k.ACE])
    if solver.terms["aces_count_one"] and aces and hands.cards[hand] > 2:
        early = int(hands.first_aces[hand])
        return f"{early or 'no'} ace{'s' * (early > 1)} among the first two cards"
    return ""
