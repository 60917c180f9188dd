"""How fast compiled rounds are, game by game and on two threads; then how fast the exact odds are.

One box, its main wager alone, the computed strategy, a fresh shuffle before every round. All games
take turns and are compared by medians, in processor time, so that a busy machine disturbs all
alike. Compiling, or loading what was compiled before, is measured apart.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from bythebook.odds.simulate.chunks import Prepared, play_chunk, prepare
from bythebook.odds.strategy.preferences import plans_for
from bythebook.rulebooks import built_in_books, find_book, load_game
from bythebook.rulebooks.chapters.game import BlackjackGame

REFERENCE = "reference-blackjack/blackjack"  # six decks, split to four hands
ROUNDS = 2_000_000
TURNS = 11
AIM_MILLIONS = 15
AIM_RATIO = 0.5
AIM_THREADS = 1.8
EXACT = Path(__file__).with_name("exact.py")


def games() -> list[str]:
    names = [f"{book}/{game}" for book in built_in_books() for game in find_book(book).games]
    return [REFERENCE, *(name for name in names if name != REFERENCE)]


def prepared(name: str) -> Prepared:
    game = load_game(name)
    return prepare(game, plans_for(game) if isinstance(game.rules, BlackjackGame) else None)


def seconds(table: Prepared, chunk: int, clock: Callable[[], float]) -> float:
    began = clock()
    play_chunk(table, seed=1, chunk=chunk, rounds=ROUNDS)
    return clock() - began


def measure_games(tables: dict[str, Prepared]) -> None:
    rates: dict[str, list[float]] = {name: [] for name in tables}
    for turn in range(TURNS):
        for name, table in tables.items():
            rates[name].append(ROUNDS / seconds(table, turn, time.process_time))
    reference = statistics.median(rates[REFERENCE])
    print(
        f"\nCompiled rounds, millions a second and core (aim: {AIM_MILLIONS}; others {AIM_RATIO})"
    )
    for name, found in rates.items():
        middle, best = statistics.median(found) / 1e6, max(found) / 1e6
        print(
            f"  {name:<46} {middle:6.1f}   best {best:5.1f}   ratio {middle * 1e6 / reference:.2f}"
        )


def measure_threads(table: Prepared) -> None:
    """The same rounds on one thread and on two.

    By the clock on the wall, which needs two idle processors, and by what each thread used of one,
    which shows whether the two get in each other's way.
    """
    by_wall, by_use = [], []
    with ThreadPoolExecutor(2) as threads:
        for turn in range(TURNS):
            alone = seconds(table, turn, time.perf_counter)
            used_alone = seconds(table, turn, time.thread_time)
            began = time.perf_counter()
            used = list(
                threads.map(partial(seconds, table, clock=time.thread_time), (turn, turn + 1))
            )
            by_wall.append(2 * alone / (time.perf_counter() - began))
            by_use.append(2 * used_alone / max(used))
    wall, use = statistics.median(by_wall), statistics.median(by_use)
    print(
        f"\nTwo threads against one: {wall:.2f} by the clock (aim: {AIM_THREADS}), {use:.2f} by use"
    )


def main() -> None:
    tables = {name: prepared(name) for name in games()}
    began = time.perf_counter()
    play_chunk(tables[REFERENCE], seed=1, chunk=0, rounds=1)
    print(f"Compiling or loading the kernel took {time.perf_counter() - began:.1f} s.")
    measure_games(tables)
    measure_threads(tables[REFERENCE])
    if EXACT.is_file():
        subprocess.run([sys.executable, str(EXACT)], check=True)


if __name__ == "__main__":
    main()
