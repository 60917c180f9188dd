"""Jackpots: the line of the return, break-even meters, growth; checked by sums and by chance."""

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.odds.sides.jackpots import JackpotPrice, MeterGrowth, MeterPrice, price_jackpot
from bythebook.odds.sides.meters import Draw, mean_paid_on
from bythebook.odds.sides.mystery import (
    MustHit,
    long_run_return,
    mean_prize,
    mean_reading,
    return_at,
)
from bythebook.odds.sides.side_wagers import price_side_wager
from bythebook.rulebooks import load_game
from tests.clauses import clause

CHALLENGE = "star-blackjack-challenge/blackjack-challenge"
BACEBALL = "star-baceball/baceball"
TASMANIA = "tasmania-blackjack/blackjack"

# Three given cards of one suit among six decks.
ONE_SUIT = Fraction(comb(6, 3), comb(312, 3))


def blazing(**given: Any) -> JackpotPrice:
    return price_jackpot(load_game(CHALLENGE), "blazing-7s", **given)


def meter(price: JackpotPrice, name: str) -> MeterPrice:
    return next(each for each in price.meters if each.meter == name)


def growth(price: JackpotPrice, name: str) -> MeterGrowth:
    found = meter(price, name).growth
    assert found is not None
    return found


# The return as a function of the meter


@pytest.mark.parametrize("stake", [250, 500])
def test_the_return_is_a_straight_line(stake: int) -> None:
    """Diamonds take the whole meter, each of three other suits a tenth."""
    price = blazing(stake=stake)
    slope = ONE_SUIT * (1 + 3 * Fraction(1, 10)) * 100 / stake
    assert meter(price, "blazing-7s").slope == pytest.approx(float(slope), rel=1e-12)
    for dollars in (10_000, 123_450, 1_000_000):
        at = blazing(stake=stake, meters={"blazing-7s": 100 * dollars})
        expected = price.fixed_return + float(slope) * dollars
        assert at.return_ == pytest.approx(expected, rel=1e-12)
        engine_like = price_side_wager(
            load_game(CHALLENGE), "blazing-7s", stake=stake, meters={"blazing-7s": 100 * dollars}
        )
        assert at.return_ == pytest.approx(engine_like.return_, rel=1e-12)
        assert at.house_edge == pytest.approx(engine_like.house_edge, rel=1e-12)


def test_a_meter_that_is_not_given_stands_at_its_guarantee() -> None:
    game = load_game(BACEBALL)
    price = price_jackpot(game, "jackpot", stake=500)
    assert [(m.meter, m.reading) for m in price.meters] == [
        ("baceball-major", 10_000_000),
        ("baceball-minor", 1_000_000),
    ]
    below = price_jackpot(
        game, "jackpot", stake=500, meters={"baceball-major": 5, "baceball-minor": 5}
    )
    assert below.return_ == price.return_


@clause("star-blackjack-challenge 16.8.1:three-sevens-of-diamonds")
@clause("star-blackjack-challenge 16.8.1:three-suited-sevens")
def test_rounds_between_hits() -> None:
    """C(312, 3) / C(6, 3) = 5,013,320 / 20 rounds for one suit; a third of it for three suits."""
    diamonds, suited = meter(blazing(stake=250, wagers_per_hour=1000), "blazing-7s").lines
    assert (diamonds.rounds_between, suited.rounds_between) == (250_666, 250_666 / 3)
    assert (diamonds.percent, suited.percent) == (100, 10)
    assert diamonds.hours_between == pytest.approx(250.666)


@pytest.mark.parametrize("stake", [250, 500])
def test_break_even_is_the_least_meter_that_returns_everything(stake: int) -> None:
    found = meter(blazing(stake=stake), "blazing-7s").break_even
    assert found is not None
    at, under = (
        blazing(stake=stake, meters={"blazing-7s": cents}).return_ for cents in (found, found - 1)
    )
    assert under < 1 <= at
    # By hand: what fixed prizes leave to be made up, over 1.3 × C(6, 3) / C(312, 3).
    fixed = {"one colour": (2 * (220 - 40), 500), "sevens": (2024 - 440, 200)}
    returned = sum(Fraction(n * times, comb(312, 3)) for n, times in fixed.values())
    returned += Fraction(24 * 23 * 288, 312 * 311 * 310) * (20 + 2 * 10)
    assert found == pytest.approx(float((1 - returned) * stake / (ONE_SUIT * Fraction(13, 10))))


def test_break_even_of_two_meters_takes_the_other_as_it_stands() -> None:
    game = load_game(BACEBALL)
    price = price_jackpot(game, "jackpot", stake=500, meters={"baceball-minor": 3_000_000})
    major = meter(price, "baceball-major").break_even
    assert major is not None
    meters = {"baceball-major": major, "baceball-minor": 3_000_000}
    assert price_jackpot(game, "jackpot", stake=500, meters=meters).return_ == pytest.approx(1)
    # A dollar staked on such guarantees returns more than a dollar already.
    cheap = price_jackpot(game, "jackpot", stake=50)
    assert cheap.house_edge < 0
    assert meter(cheap, "baceball-major").break_even == 0


# Growth


def test_a_meter_won_whole_is_its_seed_and_what_came_in() -> None:
    game = load_game(BACEBALL)
    price = price_jackpot(
        game,
        "jackpot",
        stake=500,
        contribution={"baceball-major": Fraction(1, 10), "baceball-minor": Fraction(1, 20)},
        wagers_per_hour=700,
    )
    major, minor = (growth(price, name) for name in ("baceball-major", "baceball-minor"))
    assert major.mean_reading == pytest.approx(10_000_000 + 50 * 250_666)
    assert minor.mean_reading == pytest.approx(1_000_000 + 25 * 250_666 / 3)
    assert (major.per_wager, major.per_hour) == (50, 35_000)
    # What players put in, and one seed for every prize.
    assert major.long_run_return == pytest.approx(0.1 + 10_000_000 / 250_666 / 500)
    assert major.from_players == pytest.approx(0.1)
    assert major.from_house == pytest.approx(10_000_000 / 250_666 / 500)
    assert price.long_run_return == pytest.approx(
        price.fixed_return + major.long_run_return + minor.long_run_return
    )


@clause("star-baceball 11.9.1")
def test_a_guarantee_above_the_seed_is_paid_until_the_meter_reaches_it() -> None:
    """The series p q^(n-1) max(seed + n increments, $100,000), summed term by term."""
    game = load_game(BACEBALL, options={"major-seed": "40000"})
    price = price_jackpot(game, "jackpot", stake=500, contribution={"baceball-major": 0.1})
    major = growth(price, "baceball-major")
    chance = 1 / 250_666
    n = np.arange(1, 6_000_000)
    weights = chance * np.exp((n - 1) * np.log1p(-chance))
    mean = float((weights * np.maximum(4_000_000 + 50.0 * n, 10_000_000)).sum())
    assert major.mean_prize == pytest.approx(mean, rel=1e-8)
    assert major.mean_reading == pytest.approx(4_000_000 + 50 * 250_666)
    assert major.long_run_return == pytest.approx(mean / 250_666 / 500, rel=1e-8)
    assert price.long_run_return is None  # the minor's rate is not given


def simulated(
    draws: tuple[Draw, ...], increment: float, seed: float, floor: float
) -> tuple[float, float]:
    """Many meters side by side, hit after hit: the mean of the whole prize, its standard error."""
    random = np.random.default_rng(20_240_819)
    meters, hits, settle = 20_000, 150, 50
    chance = sum(draw.chance for draw in draws)
    keeps = np.array([1 - draw.part for draw in draws])
    odds = np.array([draw.chance / chance for draw in draws])
    level = np.full(meters, float(seed))
    total = np.zeros(meters)
    for hit in range(settle + hits):
        reading = level + increment * random.geometric(chance, meters)
        if hit >= settle:
            total += np.maximum(reading, floor)
        left = reading * keeps[random.choice(len(draws), meters, p=odds)]
        level = np.maximum(left, seed)
    means = total / hits
    return float(means.mean()), float(means.std()) / meters**0.5


SUITED = 1 / 250_666
BLAZING = (Draw(SUITED, 1.0), Draw(3 * SUITED, 0.1))


@clause("star-blackjack-challenge 16.12")
@pytest.mark.parametrize(
    ("draws", "increment", "seed", "floor"),
    [
        (BLAZING, 12.5, 1_000_000, 1_000_000),
        (BLAZING, 2.0, 1_000_000, 1_000_000),  # the seed is topped up again and again
        (BLAZING, 25.0, 5_000_000, 8_000_000),
        ((Draw(0.001, 0.5),), 1.0, 2_000, 0),  # a meter that is never won whole
    ],
)
def test_partial_prizes_against_simulation(
    draws: tuple[Draw, ...], increment: float, seed: float, floor: float
) -> None:
    mean, error = simulated(draws, increment, seed, floor)
    assert error < 0.002 * mean
    assert abs(mean_paid_on(draws, increment, seed, floor) - mean) < 4 * error


def test_without_a_seed_what_comes_in_goes_out() -> None:
    """Increment = sum of chance × part × mean reading, exactly."""
    draws = (Draw(0.0001, 1.0), Draw(0.0004, 0.25))
    assert mean_paid_on(draws, 3.0, 0, 0) == pytest.approx(3 / 0.0002, rel=1e-7)


def test_a_seed_that_is_topped_up_costs_the_house_more() -> None:
    """The balance of a meter never topped up after a tenth was won, and a little more."""
    price = blazing(stake=250, contribution={"blazing-7s": 0.05})
    found = growth(price, "blazing-7s")
    balance = (12.5 + SUITED * 1_000_000) / (1.3 * SUITED)
    assert balance < found.mean_reading < 1.02 * balance
    assert found.mean_prize == found.mean_reading
    assert found.from_players == pytest.approx(0.05)
    assert found.from_house > SUITED * 1_000_000 / 250
    assert found.long_run_return == pytest.approx(1.3 * SUITED * found.mean_reading / 250)


# Mystery jackpots


def supernova(hit: MustHit | float, reading: int, rate: float = 0.5) -> JackpotPrice:
    return price_jackpot(
        load_game(TASMANIA),
        "supernova",
        stake=500,
        meters={"mystery-1": reading},
        contribution={"mystery-1": rate},
        drawn={"mystery-1": hit},
    )


def test_a_mystery_drawn_with_one_chance_is_a_straight_line() -> None:
    price = supernova(0.0001, 200_000)
    assert price.return_ == pytest.approx(0.0001 * 200_000 / 500)
    found = meter(price, "mystery-1")
    assert found.break_even == 5_000_000
    # Without a seed, players get back what they put in: 250 cents for 10,000 wagers.
    assert growth(price, "mystery-1").mean_prize == pytest.approx(2_500_000)
    assert price.long_run_return == pytest.approx(0.5)


def test_a_mystery_that_must_be_hit_within_a_range() -> None:
    price = supernova(MustHit(50_000, 100_000), 40_000)
    assert price.return_ == 0
    found = meter(price, "mystery-1")
    assert found.slope is None
    assert found.lines[0].rounds_between == 75_000 / 250
    assert growth(price, "mystery-1").mean_prize == 75_000
    assert price.long_run_return == pytest.approx(0.5)
    assert found.break_even is not None
    at, under = (
        supernova(MustHit(50_000, 100_000), found.break_even - less).return_ for less in (0, 1)
    )
    assert under < 1 <= at


def test_a_seed_is_on_top_of_what_players_put_in() -> None:
    """Seed $250, mean prize $750: players put in $500 of it, so 2 % come back as 3 %."""
    hit = MustHit(50_000, 100_000)
    assert long_run_return(hit, 25_000, Fraction(10), 500) == Fraction(3, 100)


@pytest.mark.parametrize("seed", [0, 30_000, 50_000])
def test_a_whole_cycle_of_a_range_wager_by_wager(seed: int) -> None:
    """Summed over the wagers of a cycle, weighted with the chance that it gets so far.

    The prize is the hidden sum taken up to the next reading: its mean is the half-way sum and half
    an increment. The wagers are one for each increment up to there.
    """
    hit, increment, stake = MustHit(50_000, 100_000), Fraction(250), 500
    prize = wagers = readings = Fraction(0)
    for reading in range(seed, 100_000, 250):
        lasts = Fraction(min(100_000 - reading, 50_000), 50_000)
        prize += lasts * return_at(hit, reading, increment, stake) * stake
        wagers += lasts
        readings += lasts * reading
    assert prize == mean_prize(hit) + increment / 2
    assert wagers == (prize - seed) / increment
    exact = float(prize / wagers / stake)
    assert float(long_run_return(hit, seed, increment, stake)) == pytest.approx(exact, rel=0.005)
    assert float(mean_reading(hit, seed)) == pytest.approx(float(readings / wagers), rel=0.005)


def test_a_range_on_top_of_the_cards() -> None:
    """The mystery makes up for what the cards and the progressives lack."""
    game = load_game(BACEBALL)
    given: dict[str, Any] = {"stake": 500, "contribution": {"mystery-1": Fraction(1, 20)}}
    drawn = {"mystery-1": MustHit(50_000, 100_000)}
    price = price_jackpot(game, "jackpot", meters={"mystery-1": 0}, drawn=drawn, **given)
    even = meter(price, "mystery-1").break_even
    assert even is not None
    at, under = (
        price_jackpot(game, "jackpot", meters={"mystery-1": even - x}, drawn=drawn, **given)
        for x in (0, 1)
    )
    assert under.return_ < 1 <= at.return_


def test_a_range_whose_end_makes_up_for_little() -> None:
    """A stake that adds one cent in a thousand to a small meter never breaks even."""
    price = supernova(MustHit(100, 101), 0, rate=0.002)
    assert meter(price, "mystery-1").break_even is None


# What cannot be priced


@pytest.mark.parametrize(
    ("game_id", "wager", "given", "says"),
    [
        (CHALLENGE, "any-pairs", {"stake": 500}, "no meter is known"),
        (CHALLENGE, "blazing-7s", {}, "the stake must be given"),
        (CHALLENGE, "blazing-7s", {"stake": 250, "meters": {"blazing-7s": -5}}, "or more"),
        (CHALLENGE, "blazing-7s", {"stake": 250, "contribution": {"blazing-7s": 0}}, "0 to 1"),
        (CHALLENGE, "blazing-7s", {"stake": 250, "contribution": {"major": 0.1}},
         "contribution.major: blazing-7s wins no part of it, but of blazing-7s"),
        (CHALLENGE, "blazing-7s", {"stake": 250, "wagers_per_hour": 0}, "more than nothing"),
        (BACEBALL, "jackpot", {"stake": 500,
         "contribution": {"baceball-major": 0.6, "baceball-minor": 0.6}}, "the whole stake"),
        (TASMANIA, "supernova", {"stake": 500}, "no meter is known"),
        (TASMANIA, "supernova", {"stake": 500, "meters": {"mystery-1": 0},
         "drawn": {"mystery-1": MustHit(10, 20)}}, "what each stake adds must be given"),
        (TASMANIA, "supernova", {"stake": 500, "meters": {"mystery-1": 0},
         "drawn": {"mystery-1": MustHit(20, 20)}}, "a range goes up"),
        (TASMANIA, "supernova", {"stake": 500, "meters": {"mystery-1": 20},
         "drawn": {"mystery-1": MustHit(10, 20)}}, "must have been hit before"),
        (TASMANIA, "supernova", {"stake": 500, "meters": {"mystery-1": 20},
         "drawn": {"mystery-1": -1}}, "from 0 to 1"),
    ],
)  # fmt: skip
def test_clear_errors(game_id: str, wager: str, given: dict[str, Any], says: str) -> None:
    with pytest.raises(Malformed, match=says):
        price_jackpot(load_game(game_id), wager, **given)


def test_lines_that_disagree_on_what_their_meter_guarantees() -> None:
    game = load_game(CHALLENGE)
    side = game.rules.side_wagers["blazing-7s"]
    diamonds, *others = side.lines
    assert diamonds.share is not None
    odd = replace(diamonds, share=replace(diamonds.share, floor_dollars=77))
    sides = {"blazing-7s": replace(side, lines=(odd, *others))}
    unlike = replace(game, rules=replace(game.rules, side_wagers=sides))
    with pytest.raises(Malformed, match=r"meters.blazing-7s: its lines name different guarantees"):
        price_jackpot(unlike, "blazing-7s", stake=250)


def test_a_jackpot_that_the_table_may_not_offer() -> None:
    with pytest.raises(Refused) as refused:
        price_jackpot(load_game(CHALLENGE, 8), "blazing-7s", stake=250)
    assert refused.value.clause == "3.1.1"
