"""The price of a side wager that play decides: by compiled rounds, with its error.

Which sums no cards alone can do is asked of `sides.side_wagers.play_decides`. Every round is dealt
from a fresh shuffle, as in the exact prices, and played by the strategy that is given.
"""

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import reduce
from math import sqrt

from bythebook.odds.kernel.sides import compile_sides
from bythebook.odds.sides.side_wagers import SidePrice, price_of_lines, side_wager_of
from bythebook.odds.simulate.chunks import Plans, play_chunk, prepare
from bythebook.odds.simulate.tally import Tally
from bythebook.odds.simulate.workers import chunks_of
from bythebook.rulebooks.chapters.game import Game

ROUNDS = 1 << 23
SEED = 1
UNIT = 10_000  # cents staked where the price is the same for every stake


def simulate_side_price(
    game: Game,
    name: str,
    plans: Plans | None,
    *,
    stake: int | None = None,
    meters: Mapping[str, int] | None = None,
    rounds: int = ROUNDS,
    seed: int = SEED,
) -> SidePrice:
    """Price a side wager by so many rounds; a share of a meter is that of one box alone."""
    side = side_wager_of(game, name)
    stakes = {name: UNIT if stake is None else stake}
    prepared = prepare(game, plans, sides=stakes, meters=meters)
    with ThreadPoolExecutor(os.cpu_count()) as threads:  # compiled rounds do not hold the lock
        played = threads.map(
            lambda chunk: play_chunk(prepared, seed, chunk.number, chunk.rounds), chunks_of(rounds)
        )
        tally = reduce(Tally.plus, played).sides[name]
    nets = compile_sides(game, stakes, meters or {}).record["net"][0, 0, 1:, 1]
    chances = [Fraction(tally.lines[line.name], tally.wagers) for line in side.lines]
    pays = [Fraction(int(net), stakes[name]) for net, _ in zip(nets, side.lines, strict=False)]
    price = price_of_lines(side, name, stake, chances, pays)
    return price.by_rounds(tally.wagers, price.standard_deviation / sqrt(tally.wagers))
