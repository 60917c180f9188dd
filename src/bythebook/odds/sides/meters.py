"""How a progressive meter grows, and what it stands at when it is won.

Every wager adds the same increment to the meter, its own round's included, and wins a part of it
with the same chance whatever the meter shows. A part that was won leaves the meter, which then
shows what is left or its seed, whichever is more. The wagers of all linked tables count, one after
the other; that the wagers of one round arrive together moves a prize by a few increments at most.

Hits do not depend on the reading. So the mean reading when the meter is won, by whichever line, is
the mean reading over all wagers: both are called the mean reading here.
"""

from bisect import bisect_right
from math import ceil, exp, expm1, log1p

import msgspec

# The grid of levels on which a meter with partial prizes is followed, and how far it is followed.
_STEP = 0.008
_FURTHEST = 60
_PRECISION = 1e-11
_NEARLY_CERTAIN = 1 - 1e-12
_MOST_ITERATIONS = 10_000


class Draw(msgspec.Struct, frozen=True):
    """One line on a meter: its chance for each wager, and the part of the meter that it takes."""

    chance: float
    part: float


def mean_paid_on(draws: tuple[Draw, ...], increment: float, seed: float, floor: float) -> float:
    """The long-run mean of the reading that a prize is a part of: the meter, or its floor.

    With a floor of nothing this is the mean reading itself. Where every line takes the whole meter,
    the reading at a hit is seed + increment × N with N geometric, and the mean is exact: see
    `_next_hit`. That is seed + increment / chance as long as the floor does not bind.

    Where a line takes a part, let x be the level that the last hit left, a_i the odds that the next
    hit is on line i, s_i its part, y = x + increment × N the reading at that hit. The mean m and
    the advantage f(x) of a start at x over a start at the seed satisfy

        f(x) + m = E[max(y, floor)] + sum of a_i E[f(max((1 - s_i) y, seed))],   f(seed) = 0,

    which is solved by iteration: two starts come together by a factor of sum a_i (1 - s_i) with
    every hit. If the seed never had to be topped up after a partial prize, the balance of what
    comes in and goes out would give (increment + chance of the whole × seed) / (sum of chance_i
    s_i); topping up makes the mean a little more.
    """
    chance = sum(draw.chance for draw in draws)
    if all(draw.part == 1 for draw in draws):
        return _next_hit(seed, increment, chance, floor)
    return _Levels(draws, increment, seed, floor).mean()


def _next_hit(level: float, increment: float, chance: float, floor: float) -> float:
    """E[max(level + increment × N, floor)] for N the number of wagers up to the next hit.

    The first `below` readings are under the floor; if no hit comes before, N begins anew there.
    """
    below = max(ceil((floor - level) / increment) - 1, 0) if floor > level else 0
    reached = exp(below * log1p(-chance)) if chance < 1 else float(below == 0)
    beyond = level + increment * (below + 1 / chance)
    return floor * (1 - reached) + reached * beyond


class _Levels:
    """The levels a meter can be left at, close together near the seed, and how one leads on.

    The many small increments up to the next hit are taken as steady growth over an exponential
    time with the same chance of lasting beyond any number of wagers and the same mean.
    """

    def __init__(
        self, draws: tuple[Draw, ...], increment: float, seed: float, floor: float
    ) -> None:
        chance = min(sum(draw.chance for draw in draws), _NEARLY_CERTAIN)
        growth = increment / chance
        self.rate = -log1p(-chance) / increment
        ahead = growth - 1 / self.rate  # the reading comes with its own wager's increment
        mean_part = sum(draw.chance * draw.part for draw in draws) / chance
        reach = max(floor - seed, 0.0) + _FURTHEST * growth / mean_part
        nodes = ceil(log1p(reach / growth) / _STEP)
        self.level = [seed + growth * expm1(node * _STEP) for node in range(nodes + 1)]
        self.gain = [_next_hit(level, increment, chance, floor) for level in self.level]
        # Where each line leaves a meter that grew to a level, as a place between two levels.
        self.lines = [
            (draw.chance / chance, [self._place((1 - draw.part) * (x + ahead)) for x in self.level])
            for draw in draws
            if draw.part < 1
        ]
        lengths = [
            after - before for before, after in zip(self.level, self.level[1:], strict=False)
        ]
        self.lasts = [exp(-self.rate * length) for length in lengths]
        self.rises = [
            (1 - lasts) / (self.rate * length) - lasts
            for lasts, length in zip(self.lasts, lengths, strict=True)
        ]

    def _place(self, level: float) -> tuple[int, float]:
        """The level below, and how far on to the next; a meter never shows less than its seed."""
        if level <= self.level[0]:
            return 0, 0.0
        below = min(bisect_right(self.level, level), len(self.level) - 1) - 1
        return below, (level - self.level[below]) / (self.level[below + 1] - self.level[below])

    def mean(self) -> float:
        advantage = [0.0] * len(self.level)
        for _ in range(_MOST_ITERATIONS):
            ahead = self._after_growth(self._after_hit(advantage))
            value = [gain + later for gain, later in zip(self.gain, ahead, strict=True)]
            mean = value[0]
            changed = max(abs(v - mean - a) for v, a in zip(value, advantage, strict=True))
            advantage = [v - mean for v in value]
            if changed <= _PRECISION * advantage[-1]:
                break
        return mean

    def _after_hit(self, advantage: list[float]) -> list[float]:
        """The mean advantage left once a reading at each level has been hit."""
        left = [0.0] * len(advantage)
        for odds, places in self.lines:
            for node, (below, on) in enumerate(places):
                here = advantage[below]
                left[node] += odds * (here + on * (advantage[below + 1] - here))
        return left

    def _after_growth(self, at_hit: list[float]) -> list[float]:
        """The mean of that from each level on, over the growth up to the next hit.

        `at_hit` is taken as straight between levels, and straight on beyond the last.
        """
        last = len(at_hit) - 1
        slope = (at_hit[last] - at_hit[last - 1]) / (self.level[last] - self.level[last - 1])
        ahead = at_hit[last] + slope / self.rate
        means = [ahead] * (last + 1)
        for node in range(last - 1, -1, -1):
            here, next_ = at_hit[node], at_hit[node + 1]
            lasts = self.lasts[node]
            ahead = here * (1 - lasts) + (next_ - here) * self.rises[node] + lasts * ahead
            means[node] = ahead
        return means
