"""The puzzle of the day: a close decision of some game, the same for everybody on that day."""

import datetime
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

from bythebook.school.prepared import FOLDER, read_table
from bythebook.school.spots import TURN, Spot, SpotTable

CLOSE = (0.001, 0.03)  # by how much, in stakes, the best choice leads
OFTEN = 2e-4  # it comes up in a round at least as often as this


def is_close(spot: Spot) -> bool:
    best, second = sorted(spot.values.values(), reverse=True)[:2]
    return spot.asks == TURN and spot.chance >= OFTEN and CLOSE[0] < best - second < CLOSE[1]


def close_spots(tables: Iterable[SpotTable]) -> list[tuple[str, str]]:
    """The game and the key of every close decision, in an order that does not change."""
    return sorted((table.game, spot.key) for table in tables
                  for spot in table.spots.values() if is_close(spot))  # fmt: skip


@lru_cache(maxsize=1)
def all_close() -> list[tuple[str, str]]:
    known = [read_table(path.name) for path in FOLDER.glob("*.*.json")]
    return close_spots(table for table in known if table is not None)


def puzzle_of(day: datetime.date) -> tuple[str, str]:
    """Which one it is: by the day alone, and not the same game for days on end."""
    spots = all_close()
    return spots[int(sha256(day.isoformat().encode()).hexdigest(), 16) % len(spots)]
