"""Compile all that is compiled, and keep it: `python -m tests.compile_kernels`.

Done before the tests are divided among several processes, which would each do it. What has been
kept already takes a few seconds.
"""

from bythebook.odds.exact.analysis import analyse
from bythebook.odds.simulate.chunks import play_chunk, prepare
from bythebook.odds.strategy.preferences import plans_of, solve
from bythebook.rulebooks import load_game
from tests.odds.kernel import test_kernel_perft as perft
from tests.odds.kernel.replay import replay_rounds

# With a hole card, without one, and with jokers: each has steps of its own.
GAMES = [
    "reference-blackjack/blackjack",
    "crown-blackjack/blackjack",
    "tasmania-blackjack/jokers-wild",
]


def main() -> None:
    for name in GAMES:
        game = load_game(name)
        analyse(game)
        play_chunk(prepare(game, plans_of(solve(game))), 0, 0, 1)
        replay_rounds(game, "compiled", 1)
    smallest = min(perft.SHOES, key=lambda shoe: shoe.rounds)
    perft.test_kernel_hits_the_golden_file(smallest)


if __name__ == "__main__":
    main()
