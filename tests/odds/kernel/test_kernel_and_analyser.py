"""Compiled rounds and exact sums are two ways to the same figures: main wagers and side wagers.

Each round is dealt from a freshly shuffled shoe, as the analyser has it, so that the cut card does
not enter. Differences are measured in standard errors of the simulation.
"""

import math
import os
from concurrent.futures import ThreadPoolExecutor
from functools import reduce

import pytest

from bythebook.odds.exact.analysis import Analysis, summary
from bythebook.odds.exact.three_cards import ThreeCardAnalysis, analyse_three_cards
from bythebook.odds.kernel.scratch import MOST_SIDES
from bythebook.odds.sides.side_wagers import play_decides, price_side_wager
from bythebook.odds.simulate.chunks import play_chunk, prepare
from bythebook.odds.simulate.tally import Tally
from bythebook.odds.strategy.preferences import Plans, plans_of, solve_any
from bythebook.rulebooks import Game, built_in_books, find_book, load_game, world_books
from bythebook.rulebooks.chapters.game import BlackjackGame

GAMES = [f"{book}/{name}" for book in built_in_books() for name in find_book(book).games]
WORLD = [f"{book}/{name}" for book in world_books() for name in find_book(book).games]
# So many see a difference of a tenth of a percent of the stake: enough for every run, for each way
# to lose or gain a wager is also compared round by round (`test_kernel_replay`,
# `test_kernel_perft`). The slow ones see a tenth of that.
ROUNDS = 10_000_000
ROUNDS_OF_WORLD = 2_000_000
SLOW_ROUNDS = 10**8
OVERNIGHT_ROUNDS = 10**9
CHUNK = 1_000_000
SEED = 4
STAKE = 10_000
MOST = 3.0  # standard errors

# One stake for every wager; jackpots have their own, and meters stand still.
STAKES = {"blazing-7s": 250, "jackpot": 500, "ladies-progressive": 500}
METERS = {
    "blazing-7s": 2_500_000,
    "baceball-major": 12_000_000,
    "baceball-minor": 1_200_000,
    "ladies": 900_000,
}


def side_wagers_of(game: Game) -> dict[str, int]:
    """Every side wager that cards decide and that the game's own choices allow together."""
    sides = game.rules.side_wagers
    left_out = {other.value for side in sides.values() for other in side.instead_of}
    allowed: dict[str, int] = {}
    for name, side in sides.items():
        fits = all(game.choices[need.choice] in need.values for need in side.requires)
        exact = side.looks_at != "server" and not play_decides(game, side)
        if fits and exact and not (name in left_out and allowed):
            allowed[name] = STAKES.get(name, 1_000)
    return allowed


def rest_of(sides: dict[str, int], name: str) -> dict[str, int]:
    """As many of those that come after it as may lie there with it."""
    names = list(sides)
    return {each: sides[each] for each in names[names.index(name) + 1 :][: MOST_SIDES - 1]}


def meters_of(game: Game) -> dict[str, int]:
    sides = game.rules.side_wagers.values()
    shares = [line.share for side in sides for line in side.lines if line.share is not None]
    return {share.meter: METERS[share.meter] for share in shares}


def played(game: Game, plans: Plans | None, rounds: int, sides: dict[str, int]) -> Tally:
    prepared = prepare(game, plans, stake=STAKE, sides=sides, meters=meters_of(game))
    with ThreadPoolExecutor(os.cpu_count()) as threads:  # compiled rounds do not hold the lock
        tallies = threads.map(
            lambda chunk: play_chunk(prepared, SEED, chunk, CHUNK), range(rounds // CHUNK)
        )
        return reduce(Tally.plus, tallies)


def check(game_id: str, rounds: int, readings: dict[str, str] | None = None) -> None:
    game = load_game(game_id, readings=readings)
    exact: Analysis | ThreeCardAnalysis
    tokens: tuple[float, ...] | None = None
    against_22: tuple[float, ...] = ()
    plans = None
    if isinstance(game.rules, BlackjackGame):
        solver = solve_any(game, stake=STAKE)
        exact = summary(game, solver)
        tokens, plans = exact.tokens or None, plans_of(solver)
        against_22 = exact.tokens_against_22
    else:
        exact = analyse_three_cards(game)
    sides = side_wagers_of(game)
    tally = played(game, plans, rounds, dict(list(sides.items())[:MOST_SIDES]))
    error = exact.standard_deviation / math.sqrt(rounds)
    simulated = -tally.net / tally.wagered
    assert abs(simulated - exact.house_edge) < MOST * error, (simulated, exact.house_edge, error)
    for name, stake in sides.items():
        if name not in tally.sides:  # more than lie there at once
            tally = played(game, plans, rounds, {name: stake} | rest_of(sides, name))
        meters = meters_of(game) or None
        price = price_side_wager(
            game, name, stake=stake, meters=meters, tokens=tokens, tokens_against_22=against_22
        )
        side = tally.sides[name]
        error = price.standard_deviation / math.sqrt(side.wagers)
        simulated = -side.net / side.staked
        assert abs(simulated - price.house_edge) < MOST * error, (name, simulated, price.house_edge)


@pytest.mark.parametrize("game_id", GAMES)
def test_simulation_meets_the_exact_figures(game_id: str) -> None:
    check(game_id, ROUNDS)


@pytest.mark.parametrize("game_id", WORLD)
def test_simulation_meets_the_exact_figures_of_the_world(game_id: str) -> None:
    check(game_id, ROUNDS_OF_WORLD)


at_length = pytest.mark.parametrize(
    "rounds",
    [
        pytest.param(SLOW_ROUNDS, marks=pytest.mark.slow),
        pytest.param(OVERNIGHT_ROUNDS, marks=pytest.mark.overnight),
    ],
)


@at_length
@pytest.mark.parametrize("game_id", [*GAMES, *WORLD])
def test_long_simulation_meets_the_exact_figures(game_id: str, rounds: int) -> None:
    check(game_id, rounds)


@at_length
def test_long_simulation_meets_the_exact_price_of_a_stand_off_against_22(rounds: int) -> None:
    readings = {"pot-of-gold-against-22": "stand-off"}
    check("crown-blackjack/free-bet-blackjack", rounds, readings)
