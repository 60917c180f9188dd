"""What somebody has practised, and when each spot is asked again: Leitner's boxes.

A spot begins in the first box. A right answer moves it one box on, a wrong one back to the first;
the further the box, the longer until it is asked again (S. Leitner, So lernt man lernen, 1972). The
time arrives as data.
"""

from collections.abc import Collection
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bythebook.school.spots import Spot

MINUTE, DAY = 60, 24 * 3600
REST_SECONDS = (MINUTE, 10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 30 * DAY)  # in each box
PER_STAKE = 1_000_000  # what was lost is kept in millionths of a stake
SECONDS_MOST = 3600  # a longer thought is a pause

Number = Annotated[int, Meta(ge=0, le=10**12)]


class Practised(msgspec.Struct, frozen=True, array_like=True):
    """One spot: its box, when it is due, how often it was asked and right, what errors cost."""

    box: Annotated[int, Meta(ge=1, le=len(REST_SECONDS))] = 1
    due: Number = 0
    asked: Number = 0
    right: Number = 0
    lost: Number = 0  # in all


class History(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that somebody has practised of one game."""

    spots: dict[Annotated[str, Meta(max_length=60)], Practised] = {}
    asked: Number = 0
    right: Number = 0
    streak: Number = 0
    best_streak: Number = 0
    seconds: Number = 0  # thought in all


def answered(
    history: History, key: str, *, right: bool, cost: float, seconds: int, now: int
) -> History:
    """The history after one more answer."""
    before = history.spots.get(key, Practised())
    box = min(before.box + 1, len(REST_SECONDS)) if right else 1
    spot = Practised(
        box=box,
        due=now + REST_SECONDS[box - 1],
        asked=before.asked + 1,
        right=before.right + right,
        lost=before.lost + round(cost * PER_STAKE),
    )
    streak = history.streak + 1 if right else 0
    return replace(
        history,
        spots={**history.spots, key: spot},
        asked=history.asked + 1,
        right=history.right + right,
        streak=streak,
        best_streak=max(streak, history.best_streak),
        seconds=history.seconds + min(max(seconds, 0), SECONDS_MOST),
    )


def next_spot(
    spots: Collection[Spot], history: History, now: int, draw: float, last: str = ""
) -> Spot:
    """What to ask now; `draw`, from 0 to 1, settles which of the new ones, `last` is not repeated.

    First what is due, the lowest box and the longest overdue before others. Then what was never
    asked, as often as it comes up at the table. Then whatever is due soonest.
    """
    fresh = [spot for spot in spots if spot.key not in history.spots]
    known = [spot for spot in spots if spot.key in history.spots]
    known.sort(key=lambda spot: _turn_of(history.spots[spot.key]))
    due = [spot for spot in known if history.spots[spot.key].due <= now]
    due.sort(key=lambda spot: history.spots[spot.key].box)
    others = [spot for spot in (due or fresh or known) if spot.key != last] or list(spots)
    if due or not fresh:
        return others[0]
    return drawn(others, draw)


def drawn(spots: list[Spot], draw: float) -> Spot:
    """One of them, each as likely as it comes up at the table."""
    left = draw * sum(spot.chance for spot in spots)
    for spot in spots:
        left -= spot.chance
        if left < 0:
            return spot
    return spots[-1]


def _turn_of(practised: Practised) -> tuple[int, int]:
    return practised.due, practised.box
