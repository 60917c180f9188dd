"""What simulated rounds came to: whole numbers only, so that adding them in any order is exact."""

from collections.abc import Mapping

import msgspec

Counts = dict[str, int]


def _added(one: Mapping[str, int], other: Mapping[str, int]) -> Counts:
    return {name: one.get(name, 0) + other.get(name, 0) for name in (*one, *other)}


class SideTally(msgspec.Struct, frozen=True, kw_only=True):
    """One side wager over all boxes and rounds; money in cents."""

    wagers: int
    staked: int
    net: int
    net_squared: int  # of single wagers
    lines: Counts  # how often each line won
    round_net_squared: int = 0  # of all boxes of a round together

    def plus(self, other: "SideTally") -> "SideTally":
        return SideTally(
            wagers=self.wagers + other.wagers,
            staked=self.staked + other.staked,
            net=self.net + other.net,
            net_squared=self.net_squared + other.net_squared,
            lines=_added(self.lines, other.lines),
            round_net_squared=self.round_net_squared + other.round_net_squared,
        )


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Sums over rounds; money in cents. A net is that of main wager, insurance and bonus.

    `wagered` counts initial main wagers. Squares and products are of whole rounds, all boxes
    together, or, with `box_` before them, of single boxes; `all_` takes the side wagers in.
    """

    rounds: int
    boxes: int  # boxes played, round by round
    cards: int
    net: int
    net_squared: int
    wagered: int
    wagered_squared: int
    net_wagered: int
    box_net_squared: int
    box_wagered_squared: int
    box_net_wagered: int
    histogram: tuple[int, ...]  # of a box's net in half stakes: below -20, -20 to +40, above
    frequencies: Counts
    sides: dict[str, SideTally]
    all_net: int = 0
    all_net_squared: int = 0

    def plus(self, other: "Tally") -> "Tally":
        """Both together; either may be the one that came first."""
        numbers = {
            name: getattr(self, name) + getattr(other, name)
            for name in Tally.__struct_fields__
            if name not in ("histogram", "frequencies", "sides")
        }
        return Tally(
            **numbers,
            histogram=tuple(a + b for a, b in zip(self.histogram, other.histogram, strict=True)),
            frequencies=_added(self.frequencies, other.frequencies),
            sides={name: side.plus(other.sides[name]) for name, side in self.sides.items()},
        )
