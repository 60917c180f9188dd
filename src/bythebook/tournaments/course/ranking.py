"""Who stands before whom: by chips, by points, by the order of elimination; and the line between.

    Places = groups of players, the best first; those within one group are level

Pure functions: what a tie means is said by whoever asks.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec

from bythebook.errors import Malformed, ensure

Places = tuple[tuple[str, ...], ...]


class Line(msgspec.Struct, frozen=True):
    """A ranking cut by a number of places: who has one, who is level for one, who has none."""

    above: tuple[str, ...]
    level: tuple[str, ...]  # more of them than places are left
    open: int  # how many places they are level for
    below: tuple[str, ...]


class Exit(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody went out, as far as it tells who went out first."""

    player: str
    hand: int
    residual: int = 0  # chips left, too few to play on
    wager: int = 0  # everything staked in that hand, also unseen
    removed: int = 0  # 1: these chips were taken first


def by_value(values: Mapping[str, int | Fraction]) -> Places:
    """The highest first; equal values are level. Names keep the order in which they came.

    >>> by_value({"ann": 1200, "bob": 2000, "cy": 1200})
    (('bob',), ('ann', 'cy'))
    """
    groups: dict[int | Fraction, list[str]] = {}
    for player, value in values.items():
        groups.setdefault(value, []).append(player)
    return tuple(tuple(groups[value]) for value in sorted(groups, reverse=True))


def by_exit(exits: Iterable[Exit]) -> Places:
    """Who went out last comes first: later hand, more chips left, larger wager, taken later."""
    groups: dict[tuple[int, int, int, int], list[str]] = {}
    for gone in exits:
        key = (gone.hand, gone.residual, gone.wager, gone.removed)
        groups.setdefault(key, []).append(gone.player)
    return tuple(tuple(groups[key]) for key in sorted(groups, reverse=True))


def cut(places: Places, count: int) -> Line:
    """Draw the line after so many places: a group that it goes through is level for the rest."""
    above: list[str] = []
    for index, group in enumerate(places):
        left = count - len(above)
        if len(group) > left:
            below = tuple(player for later in places[index + 1 :] for player in later)
            if left == 0:
                return Line(tuple(above), (), 0, (*group, *below))
            return Line(tuple(above), group, left, below)
        above += group
    return Line(tuple(above), (), 0, ())


def resolved(places: Places, order: Sequence[str]) -> Places:
    """The same ranking with ties between those named broken as they come in `order`."""
    return refined(places, tuple((player,) for player in order))


def refined(places: Places, tie: Places) -> Places:
    """The same ranking with those who were level where a play-off or a ballot has put them since;
    who is still level there stays level.

    >>> refined((("ann", "bob", "cy"), ("dee",)), (("bob", "cy"), ("ann",)))
    (('bob', 'cy'), ('ann',), ('dee',))
    """
    named = {player for group in tie for player in group}
    ranked: list[tuple[str, ...]] = []
    for group in places:
        parts = [tuple(player for player in group if player in part) for part in tie]
        parts.append(tuple(player for player in group if player not in named))
        ranked += [part for part in parts if part]
    return tuple(ranked)


def settled(places: Places, ties: Iterable[Places]) -> Places:
    """The same ranking after every play-off and ballot, in the order in which they were held."""
    for tie in ties:
        places = refined(places, tie)
    return places


def place_of(places: Places, player: str) -> int:
    """The place somebody holds; those who are level hold the first of theirs.

    >>> place_of((("bob",), ("ann", "cy"), ("dee",)), "dee")
    4
    """
    before = 0
    for group in places:
        if player in group:
            return before + 1
        before += len(group)
    raise Malformed(f"{player} is not among them")


def points(places: Places, scale: Sequence[int]) -> dict[str, Fraction]:
    """Points of one session: those of the places a group holds are put together and shared."""
    given: dict[str, Fraction] = {}
    before = 0
    for group in places:
        ensure(bool(group), "nobody holds an empty place")
        contested = sum(scale[before : before + len(group)])
        given |= dict.fromkeys(group, Fraction(contested, len(group)))
        before += len(group)
    return given


def added(sessions: Iterable[Mapping[str, Fraction]]) -> dict[str, Fraction]:
    """Points over several sessions, exactly."""
    total: dict[str, Fraction] = {}
    for session in sessions:
        for player, given in session.items():
            total[player] = total.get(player, Fraction(0)) + given
    return total
