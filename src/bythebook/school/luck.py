"""Results against expectation: what somebody won, what the games should have brought, and the luck.

A wager is expected to lose its edge, and to stray by its standard deviation; both are exact, for
the best play at the usual settings of the game. Rounds are independent, so variances add up, and
the luck is how many standard deviations the result is away from what was expected.
"""

from collections.abc import Mapping, Sequence
from math import sqrt

import msgspec

from bythebook.odds.sheet.front import FrontGame

MAIN = "main"


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One round of somebody's, in cents."""

    staked: int
    net: int
    expected: float
    variance: float


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """Many rounds together, and the way there."""

    rounds: int
    staked: int
    net: int
    expected: float
    deviations: float | None  # nothing: no round, or nothing at stake
    nets: tuple[int, ...]  # after each round
    expectations: tuple[float, ...]


def result_of(front: FrontGame, stakes: Mapping[str, Sequence[int]], net: int) -> Result:
    """`stakes`: by wager, what was put down on each box; what has no price expects nothing."""
    edges = {MAIN: (front.house_edge, front.standard_deviation)}
    edges |= {side.name: (side.house_edge, side.standard_deviation) for side in front.sides}
    expected = variance = 0.0
    for wager, amounts in stakes.items():
        edge, deviation = edges.get(wager, (0.0, 0.0))
        expected -= edge * sum(amounts)
        variance += sum((deviation * amount) ** 2 for amount in amounts)
    staked = sum(sum(amounts) for amounts in stakes.values())
    return Result(staked=staked, net=net, expected=expected, variance=variance)


def luck_of(results: Sequence[Result]) -> Luck:
    """In the order in which they were played."""
    nets, expectations = [], []
    net, expected = 0, 0.0
    for result in results:
        net, expected = net + result.net, expected + result.expected
        nets.append(net)
        expectations.append(expected)
    strays = sqrt(sum(result.variance for result in results))
    return Luck(
        rounds=len(results),
        staked=sum(result.staked for result in results),
        net=net,
        expected=expected,
        deviations=(net - expected) / strays if strays else None,
        nets=tuple(nets),
        expectations=tuple(expectations),
    )
