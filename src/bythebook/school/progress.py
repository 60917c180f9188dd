"""How well somebody plays: accuracy, the weakest spots, and what the errors cost in an hour.

At each spot the average loss of all answers so far stands for what the next one loses; that, times
how often the spot comes up in a round, times the rounds of an hour, is what errors there cost.
Spots never asked count as played well, so it is said how much of the game was asked at all.
"""

import msgspec

from bythebook.school.history import PER_STAKE, History
from bythebook.school.spots import TURN, Spot, SpotTable

ROUNDS_AN_HOUR = 60
WEAKEST = 20


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One cell of the chart: how often it was asked, how often wrong, what that costs an hour."""

    row: str
    up: str
    asked: int
    wrong: int
    per_hour: float  # stakes


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody stands in one game."""

    asked: int
    right: int
    streak: int
    best_streak: int
    seconds: float  # for an answer, on average
    per_hour: float  # stakes
    rounds_an_hour: int
    covered: float  # part of all decisions on two cards whose spots were asked
    weak: int  # spots in which errors were made, at most WEAKEST
    cells: tuple[Cell, ...]


def cost_per_hour(spot: Spot, history: History) -> float:
    """In stakes."""
    practised = history.spots.get(spot.key)
    if practised is None or not practised.asked:
        return 0.0
    return practised.lost / PER_STAKE / practised.asked * spot.chance * ROUNDS_AN_HOUR


def weakest(table: SpotTable, history: History) -> list[Spot]:
    """Where errors cost the most: as many as twenty, the dearest first."""
    costs = {spot.key: cost_per_hour(spot, history) for spot in table.spots.values()}
    dear = [spot for spot in table.spots.values() if costs[spot.key] > 0]
    return sorted(dear, key=lambda spot: -costs[spot.key])[:WEAKEST]


def progress(table: SpotTable, history: History) -> Progress:
    asked = [spot for spot in table.spots.values() if spot.key in history.spots]
    return Progress(
        asked=history.asked,
        right=history.right,
        streak=history.streak,
        best_streak=history.best_streak,
        seconds=history.seconds / max(1, history.asked),
        per_hour=sum(cost_per_hour(spot, history) for spot in asked),
        rounds_an_hour=ROUNDS_AN_HOUR,
        covered=_chance(asked) / max(_chance(list(table.spots.values())), 1e-12),
        weak=len(weakest(table, history)),
        cells=tuple(_cells(asked, history)),
    )


def _chance(spots: list[Spot]) -> float:
    return sum(spot.chance for spot in spots)


def _cells(asked: list[Spot], history: History) -> list[Cell]:
    """By row and dealer's card; offers stand under their own names."""
    places: dict[tuple[str, str], list[Spot]] = {}
    for spot in asked:
        row = spot.row if spot.asks == TURN else f"offer, {spot.row}"
        places.setdefault((row, spot.up), []).append(spot)
    cells = []
    for (row, up), spots in places.items():
        kept = [history.spots[spot.key] for spot in spots]
        cells.append(
            Cell(
                row=row,
                up=up,
                asked=sum(one.asked for one in kept),
                wrong=sum(one.asked - one.right for one in kept),
                per_hour=sum(cost_per_hour(spot, history) for spot in spots),
            )
        )
    return cells
