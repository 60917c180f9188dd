"""What the meters of a pool have shown over time, from its rows of the log: for a chart.

Every fall is kept. Of what lies between, as much as a chart can show: when there are too many
points every other one goes, so that a long history costs no more than a short one.
"""

import asyncio
from collections.abc import Iterable

import msgspec

from bythebook.house.activities.activity import acted_from_json
from bythebook.house.activities.pools.pools import Pools
from bythebook.house.log.store import Row
from bythebook.jackpots.state import Pool, readings

POINTS_MAX = 800

_kind = Pools()


class Point(msgspec.Struct, frozen=True):
    at: int
    cents: int
    falls: bool = False  # a win, or something taken back: the one before it was a peak


class PoolHistory:
    """Reads on from where it stopped."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()  # for whoever reads on
        self.version = 0
        self.pool: Pool | None = None
        self.points: dict[str, list[Point]] = {}

    def read(self, rows: Iterable[Row]) -> None:
        for row in rows:
            if row.version != self.version + 1:
                continue
            acted = acted_from_json(_kind, row.data)
            for event in acted.events:
                self.pool = _kind.evolved(self.pool, event)
            self.version = row.version
            assert self.pool is not None
            for meter, cents in readings(self.pool).items():
                self._add(meter, acted.order.at, cents)

    def _add(self, meter: str, at: int, cents: int) -> None:
        points = self.points.setdefault(meter, [])
        if points and points[-1].cents == cents:
            return
        points.append(Point(at, cents, bool(points) and cents < points[-1].cents))
        if len(points) > POINTS_MAX:
            self.points[meter] = _thinned(points)


def _thinned(points: list[Point]) -> list[Point]:
    """Every other one, but each fall with the peak before it, and the last."""
    last = len(points) - 1
    return [
        point
        for place, point in enumerate(points)
        if place % 2 == 0 or place == last or point.falls or points[min(place + 1, last)].falls
    ]
