"""What simulated rounds say: estimates with their errors, and what may become of a bankroll.

Sums of cents are whole numbers of any size, so nothing is lost to rounding before the last step.
Bankrolls are looked at as a random walk with the mean and the variance of one round, many rounds
long, which is then as good as a Brownian motion; a player whose bankroll is gone stops there.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from bythebook.odds.simulate.tally import SideTally, Tally

_NORMAL = NormalDist()
_HALVINGS = 80  # of the interval in which a quantile lies: further than a float can tell apart

# The histogram's places, in half stakes; whatever lies beyond has one more at either end.
LOWEST_HALVES, HIGHEST_HALVES = -20, 40

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Estimate(NamedTuple):
    """A figure, and the standard deviation of its error."""

    value: float
    standard_error: float


class Walk(NamedTuple):
    """How a bankroll moves in one round: in cents."""

    mean: float
    variance: float

    @property
    def deviation(self) -> float:
        return math.sqrt(self.variance)


# Edges


def ratio(n: int, x: int, w: int, xx: int, xw: int, ww: int) -> Estimate:
    """The ratio of two sums over n rounds, x to w, from the sums of their squares and products.

    Its error is that of the mean of x - R w in units of the mean of w (Cochran, Sampling
    Techniques, chapter 6): where every round wagers the same, the error of a mean.
    """
    if w == 0:
        return Estimate(math.nan, math.nan)
    scatter = w * w * xx - 2 * x * w * xw + x * x * ww  # w² times the sum of (x - R w)²
    if n < 2:
        return Estimate(x / w, math.nan)
    return Estimate(x / w, _root(n * max(scatter, 0), (n - 1) * w**4))


def _root(above: int, below: int) -> float:
    """The square root of a fraction of whole numbers of any size."""
    return math.sqrt(above / below)


def house_edge(tally: Tally) -> Estimate:
    """What the house wins of each initial wager; a round with all its boxes is one observation."""
    edge = ratio(
        tally.rounds, tally.net, tally.wagered,
        tally.net_squared, tally.net_wagered, tally.wagered_squared,
    )  # fmt: skip
    return Estimate(-edge.value, edge.standard_error)


def side_edge(side: SideTally, boxes: int) -> Estimate:
    """What the house wins of each cent on a side wager, placed on so many boxes in a round.

    A round is one observation: boxes can win together, by the same card of the dealer.
    """
    if side.staked == 0:
        return Estimate(math.nan, math.nan)
    edge, rounds = -side.net / side.staked, side.wagers // boxes
    if rounds < 2:
        return Estimate(edge, math.nan)
    scatter = rounds * side.round_net_squared - side.net**2
    return Estimate(edge, _root(scatter, (rounds - 1) * side.staked**2))


def side_deviation(side: SideTally) -> float:
    """The standard deviation of one side wager, in units of its stake."""
    if side.staked == 0:
        return math.nan
    return _root(side.wagers * side.net_squared - side.net**2, side.staked**2)


def box_deviation(tally: Tally, stake: int) -> float:
    """The standard deviation of what one box wins in a round, in stakes."""
    return _root(tally.boxes * tally.box_net_squared - tally.net**2, (tally.boxes * stake) ** 2)


def distribution(tally: Tally) -> dict[str, float]:
    """How often a box won so many stakes, to the nearest half."""
    below, *within, above = tally.histogram
    counts = {f"below {LOWEST_HALVES / 2:g}": below}
    for halves, count in zip(range(LOWEST_HALVES, HIGHEST_HALVES + 1), within, strict=True):
        counts[f"{halves / 2:g}"] = count
    counts[f"above {HIGHEST_HALVES / 2:g}"] = above
    return {name: count / tally.boxes for name, count in counts.items() if count}


# Bankrolls


def walk_of(tally: Tally) -> Walk:
    """How the bankroll of a player who holds every box moves in a round, side wagers included."""
    n = tally.rounds
    scatter = n * tally.all_net_squared - tally.all_net**2
    return Walk(tally.all_net / n, scatter / (n * n))


def n0(walk: Walk) -> float:
    """After how many rounds what is expected equals one standard deviation."""
    return walk.variance / walk.mean**2 if walk.mean else math.inf


def risk_of_ruin(walk: Walk, bankroll: int, rounds: int | None = None) -> float:
    """The chance to lose a bankroll: ever, or within so many rounds.

    For a Brownian motion that ever is exp(-2 m B / v) with an edge and certain without one; within
    a time, the distribution of its first passage.
    """
    mean, variance = walk
    if bankroll <= 0:
        return 1.0
    if variance <= 0:
        return 1.0 if mean < 0 and (rounds is None or bankroll + mean * rounds <= 0) else 0.0
    power = -2 * mean * bankroll / variance
    if rounds is None:
        return math.exp(min(power, 0.0))
    spread = math.sqrt(variance * rounds)
    directly = _below((-bankroll - mean * rounds) / spread)
    return min(1.0, directly + _weighted(power, (-bankroll + mean * rounds) / spread))


def quantile(walk: Walk, rounds: int, share: float, bankroll: int | None = None) -> float:
    """What a bankroll is not above in this share of cases, after so many rounds, in cents.

    Without a bankroll: what was won or lost, and nobody ever stops.
    """
    spread = math.sqrt(walk.variance * rounds)
    unbounded = walk.mean * rounds + _NORMAL.inv_cdf(share) * spread
    if bankroll is None:
        return unbounded
    if walk.variance <= 0:
        return max(bankroll + unbounded, 0.0)
    if risk_of_ruin(walk, bankroll, rounds) >= share:
        return 0.0
    # Ruin only moves cases down to nothing: the quantile is at most the unbounded one.
    low, high = 0.0, max(bankroll + unbounded, 0.0)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if 1.0 - _solvent_above(walk, rounds, bankroll, middle) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _solvent_above(walk: Walk, rounds: int, bankroll: int, level: float) -> float:
    """The chance never to have been ruined, and to hold more than a level now.

    By reflection: every path to the level that touched nothing has a twin that starts below it.
    """
    spread = math.sqrt(walk.variance * rounds)
    expected = bankroll + walk.mean * rounds
    power = -2 * walk.mean * bankroll / walk.variance
    twins = _weighted(power, (expected - 2 * bankroll - level) / spread)
    return _below((expected - level) / spread) - twins


def _below(z: float) -> float:
    """The chance of a standard normal number below z, exact far out in the tail as well."""
    return 0.5 * math.erfc(-z / math.sqrt(2))


def _weighted(power: float, z: float) -> float:
    """exp(power) times the chance below z, where either alone may be out of a float's range."""
    if z > -30:
        return math.exp(power + math.log(_below(z)))
    tail = -z * z / 2 - math.log(-z * math.sqrt(2 * math.pi)) + math.log1p(-1 / (z * z))
    return math.exp(power + tail)


def fan(
    walk: Walk, rounds: Sequence[int], bankroll: int | None = None
) -> tuple[tuple[int, tuple[float, ...]], ...]:
    """The quantiles of a bankroll, or of what was won, after each of these numbers of rounds."""
    return tuple(
        [(n, tuple([quantile(walk, n, share, bankroll) for share in QUANTILES])) for n in rounds]
    )
