"""Estimates and bankrolls against closed forms, hand computation and walks step by step."""

import math
import random
from statistics import NormalDist, stdev

import numpy as np
import pytest
from numpy.typing import NDArray

from bythebook.odds.simulate import statistics as st
from bythebook.odds.simulate.report import fan_chart, fan_spec
from bythebook.odds.simulate.tally import SideTally
from tests.odds.kernel.tallies import tally_of


def coin(share: float) -> st.Walk:
    """A step up with this chance, else a step down."""
    mean = 2 * share - 1
    return st.Walk(mean, 1 - mean * mean)


def walked(share: float, bankroll: int, rounds: int) -> NDArray[np.float64]:
    """The distribution of such a walk that stops at nothing, followed step by step."""
    held = np.zeros(bankroll + rounds + 1)
    held[bankroll] = 1.0
    for _ in range(rounds):
        after = np.zeros_like(held)
        after[0] = held[0]
        after[2:] += share * held[1:-1]
        after[:-1] += (1 - share) * held[1:]
        held = after
    return held


# Edges


def test_the_edge_of_equal_wagers_has_the_error_of_a_mean() -> None:
    """495 wins and 505 losses of 1000 even-money wagers: a binomial mean."""
    edge = st.house_edge(tally_of([(10, 10)] * 495 + [(-10, 10)] * 505, stake=10))
    assert edge.value == pytest.approx(0.01)
    assert edge.standard_error == pytest.approx(math.sqrt((1 - 0.01**2) / 999))


def test_the_edge_of_a_spread_by_hand() -> None:
    """Four rounds: R = -2/8; residuals 1.25, -0.75, 2.5 and -3; s² = 17.375/3; mean wager 2."""
    edge = st.house_edge(tally_of([(1, 1), (-1, 1), (2, 2), (-4, 4)]))
    assert edge.value == pytest.approx(0.25)
    assert edge.standard_error == pytest.approx(math.sqrt(17.375 / 3 / 4) / 2)


def test_the_error_of_a_ratio_is_how_much_ratios_differ() -> None:
    """Two thousand samples of four hundred rounds with wagers of 1 or 8, which the edge follows."""
    dice = random.Random(11)
    edges = []
    for _ in range(2000):
        rounds = []
        for _ in range(400):
            wager, share = (8, 0.52) if dice.random() < 0.2 else (1, 0.49)
            rounds.append((wager if dice.random() < share else -wager, wager))
        edges.append(st.house_edge(tally_of(rounds)))
    seen = stdev(edge.value for edge in edges)
    told = math.fsum(edge.standard_error for edge in edges) / len(edges)
    assert told == pytest.approx(seen, rel=0.06)  # 2000 samples: four errors of a deviation


def test_errors_keep_their_digits_when_sums_are_huge() -> None:
    """10^13 rounds of 10^6 cents: floats would lose the variance in the squares of the sums."""
    n, cents = 10**13, 10**6
    ups = n // 2 + 10**5
    edge = st.ratio(n, (2 * ups - n) * cents, n * cents, n * cents**2, 0, 0)
    assert edge.value == pytest.approx(2e5 / n)
    exact = st.ratio(
        n, (2 * ups - n) * cents, n * cents, n * cents**2, (2 * ups - n) * cents**2, n * cents**2
    )
    assert exact.standard_error == pytest.approx(math.sqrt((1 - (2e5 / n) ** 2) / (n - 1)))


def test_nothing_wagered_has_no_edge() -> None:
    assert math.isnan(st.house_edge(tally_of([(0, 0), (0, 0)])).value)
    assert math.isnan(st.house_edge(tally_of([(1, 1)])).standard_error)


def test_side_wagers() -> None:
    """Forty wagers of 5.00, three of which won 11 to 1: a binomial again."""
    squares = 3 * 5500**2 + 37 * 500**2
    side = SideTally(
        wagers=40, staked=20_000, net=3 * 5500 - 37 * 500, net_squared=squares,
        lines={"pair": 3}, round_net_squared=squares,
    )  # fmt: skip
    share = 3 / 40
    deviation = 12 * math.sqrt(share * (1 - share))
    assert st.side_edge(side, 1).value == pytest.approx(1 - 12 * share)
    assert st.side_edge(side, 1).standard_error == pytest.approx(deviation / math.sqrt(39))
    assert st.side_deviation(side) == pytest.approx(deviation)


def test_boxes_that_win_together_say_less() -> None:
    """Two boxes that always have the same result are one observation: 3 rounds of 20 won."""
    side = SideTally(
        wagers=40, staked=40, net=6 * 11 - 34, net_squared=6 * 121 + 34, lines={},
        round_net_squared=3 * 22**2 + 17 * 2**2,
    )  # fmt: skip
    deviation = 12 * math.sqrt(3 / 20 * 17 / 20)
    assert st.side_edge(side, 2).value == pytest.approx(1 - 12 * 3 / 20)
    assert st.side_edge(side, 2).standard_error == pytest.approx(deviation / math.sqrt(19))


def test_the_deviation_and_distribution_of_a_box() -> None:
    rounds = [(150, 100)] * 5 + [(100, 100)] * 40 + [(0, 100)] * 5 + [(-100, 100)] * 48
    tally = tally_of([*rounds, (4100, 100), (-1100, 100)], stake=100)
    assert st.distribution(tally) == {
        "below -10": 0.01, "-1": 0.48, "0": 0.05, "1": 0.40, "1.5": 0.05, "above 20": 0.01,
    }  # fmt: skip
    mean = (5 * 1.5 + 40 - 48 + 41 - 11) / 100
    square = (5 * 2.25 + 40 + 48 + 41**2 + 11**2) / 100
    assert st.box_deviation(tally, 100) == pytest.approx(math.sqrt(square - mean**2))


# Bankrolls


def test_n0() -> None:
    """A coin with an edge of one per cent: 9999 rounds."""
    assert st.n0(coin(0.505)) == pytest.approx(9999)
    assert st.n0(coin(0.5)) == math.inf


def test_the_walk_of_a_tally() -> None:
    walk = st.walk_of(tally_of([(3, 1), (-1, 1), (-1, 1), (-1, 1)]))
    assert walk == pytest.approx((0.0, 3.0))


@pytest.mark.parametrize(("share", "bankroll"), [(0.505, 20), (0.505, 150), (0.52, 30), (0.51, 1)])
def test_ruin_of_a_coin_with_an_edge_is_known(share: float, bankroll: int) -> None:
    """De Moivre: (q/p)^B. The exponent of a diffusion differs by 4/3 of the cube of the edge."""
    exact = ((1 - share) / share) ** bankroll
    differs = 1.5 * (2 * share - 1) ** 3 * bankroll
    assert st.risk_of_ruin(coin(share), bankroll) == pytest.approx(exact, rel=differs)


@pytest.mark.parametrize("share", [0.2, 0.49, 0.5])
def test_ruin_is_certain_without_an_edge(share: float) -> None:
    assert st.risk_of_ruin(coin(share), 10**9) == 1.0


def test_certain_results() -> None:
    falls, rises = st.Walk(-1.0, 0.0), st.Walk(1.0, 0.0)
    assert [st.risk_of_ruin(falls, 10, n) for n in (9, 10, None)] == [0.0, 1.0, 1.0]
    assert st.risk_of_ruin(rises, 10) == 0.0
    assert st.quantile(falls, 4, 0.5, 10) == 6.0
    assert st.quantile(falls, 40, 0.5, 10) == 0.0


@pytest.mark.parametrize("share", [0.48, 0.5, 0.51])
@pytest.mark.parametrize("rounds", [900, 2500])
def test_ruin_within_some_rounds_as_the_walk_itself_has_it(share: float, rounds: int) -> None:
    exact = walked(share, 40, rounds)[0]
    assert st.risk_of_ruin(coin(share), 40, rounds) == pytest.approx(exact, abs=3e-3)


@pytest.mark.parametrize("share", [0.48, 0.5, 0.51])
def test_quantiles_with_ruin_as_the_walk_itself_has_them(share: float) -> None:
    bankroll, rounds = 40, 1600
    whole = np.cumsum(walked(share, bankroll, rounds))
    for quantile in st.QUANTILES:
        exact = int(np.searchsorted(whole, quantile))
        told = st.quantile(coin(share), rounds, quantile, bankroll)
        assert told == pytest.approx(exact, abs=2)  # the walk moves by twos


def test_quantiles_without_a_bankroll_are_normal() -> None:
    for share in st.QUANTILES:
        normal = NormalDist(400 * 0.5, math.sqrt(400 * 9.0))
        assert st.quantile(st.Walk(0.5, 9.0), 400, share) == pytest.approx(normal.inv_cdf(share))


@pytest.mark.parametrize("mean", [-50.0, -0.5, 0.0, 0.5, 50.0])
def test_no_bankroll_is_too_large_and_no_run_too_long(mean: float) -> None:
    """Where a product of something huge and something tiny stands in the formulas."""
    walk = st.Walk(mean, 1.0)
    for bankroll in (1, 10**6, 10**12):
        for rounds in (1, 10**6, 10**13):
            risk = st.risk_of_ruin(walk, bankroll, rounds)
            assert 0.0 <= risk <= 1.0
            if bankroll + mean * rounds < -(10**8):
                assert risk == 1.0
            assert st.quantile(walk, rounds, 0.5, bankroll) >= 0.0


@pytest.mark.parametrize("deviations", [1, 10, 29, 31, 36])
def test_ruin_far_away_keeps_its_digits(deviations: int) -> None:
    """Without an edge, by reflection: twice the normal tail."""
    risk = st.risk_of_ruin(st.Walk(0.0, 1.0), 100 * deviations, 100**2)
    assert risk == pytest.approx(math.erfc(deviations / math.sqrt(2)), rel=1e-5, abs=0.0)


# The picture


def test_the_fan_begins_at_the_bankroll_and_opens() -> None:
    rows = fan_spec(coin(0.51), 1000, 5000, "a coin")["data"]["values"]
    assert rows[0] == {
        "rounds": 0, "low": 50.0, "lower": 50.0, "middle": 50.0, "upper": 50.0, "high": 50.0,
    }  # fmt: skip
    assert len(rows) == 101
    widths = [row["high"] - row["low"] for row in rows]
    assert widths == sorted(widths)
    assert rows[-1]["rounds"] == 1000
    assert rows[-1]["middle"] == pytest.approx((5000 + 1000 * 0.02) / 100)


def test_the_fan_is_drawn() -> None:
    picture = fan_chart(coin(0.51), 1000, None, "What a coin gives")
    assert picture.startswith("<svg")
    assert "What a coin gives" in picture
