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
from bythebook.odds.sides.side_wagers import price_side_wager
from bythebook.odds.simulate.chunks import play_chunk, prepare
from bythebook.odds.simulate.tally import Tally
from bythebook.odds.strategy.preferences import Plans, plans_of, solve
from bythebook.rulebooks import Game, built_in_books, find_book, load_game
from bythebook.rulebooks.chapters.game import BlackjackGame

GAMES = [f"{book}/{name}" for book in built_in_books() for name in find_book(book).games]
# So many see a difference of a tenth of a percent of the stake: enough for every run, for each way
# to lose or gain a wager is also compared round by round (`test_kernel_replay`,
# `test_kernel_perft`). The slow ones see a tenth of that.
ROUNDS = 10_000_000
SLOW_ROUNDS = 1_000_000_000
CHUNK = 5_000_000
SEED = 4
STAKE = 10_000
MOST = 3.0  # standard errors

# One stake for every wager; jackpots have their own, and meters stand still.
STAKES = {"blazing-7s": 250, "jackpot": 500}
METERS = {"blazing-7s": 2_500_000, "baceball-major": 12_000_000, "baceball-minor": 1_200_000}


def side_wagers_of(game: Game) -> dict[str, int]:
    """Every side wager that cards decide and that the game's own choices allow together."""
    sides = game.rules.side_wagers
    left_out = {other.value for side in sides.values() for other in side.instead_of}
    allowed: dict[str, int] = {}
    for name, side in sides.items():
        fits = all(game.choices[need.choice] in need.values for need in side.requires)
        if fits and side.looks_at != "server" and not (name in left_out and allowed):
            allowed[name] = STAKES.get(name, 1_000)
    return allowed


def meters_of(game: Game) -> dict[str, int]:
    sides = game.rules.side_wagers.values()
    shares = [line.share for side in sides for line in side.lines if line.share is not None]
    return {share.meter: METERS[share.meter] for share in shares}


def played(game: Game, plans: Plans | None, rounds: int) -> Tally:
    prepared = prepare(game, plans, stake=STAKE, sides=side_wagers_of(game), meters=meters_of(game))
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
        solver = solve(game, stake=STAKE)
        exact = summary(game, solver)
        tokens, plans = exact.tokens or None, plans_of(solver)
        against_22 = exact.tokens_against_22
    else:
        exact = analyse_three_cards(game)
    tally = played(game, plans, rounds)
    error = exact.standard_deviation / math.sqrt(rounds)
    simulated = -tally.net / tally.wagered
    assert abs(simulated - exact.house_edge) < MOST * error, (simulated, exact.house_edge, error)
    for name, stake in side_wagers_of(game).items():
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


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_long_simulation_meets_the_exact_figures(game_id: str) -> None:
    check(game_id, SLOW_ROUNDS)


@pytest.mark.slow
def test_long_simulation_meets_the_exact_price_of_a_stand_off_against_22() -> None:
    readings = {"pot-of-gold-against-22": "stand-off"}
    check("crown-blackjack/free-bet-blackjack", SLOW_ROUNDS, readings)
