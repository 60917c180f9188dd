"""How fast the exact analyser and advice are, warm, beside each other in one run."""

import statistics
import time
from collections.abc import Callable

from bythebook.odds.exact.analysis import analyse
from bythebook.odds.strategy.advice import advise
from bythebook.records import parse_record
from bythebook.records.stopped import stopped_at
from bythebook.rulebooks import built_in_books, find_book, load_game
from bythebook.rulebooks.chapters.game import BlackjackGame

REFERENCE = "reference-blackjack/blackjack"
TURNS = 5
STOPPED = {
    "16 against a ten": 'game = "crown-blackjack/blackjack"\ncards = "TC TD 6H"',
    "eights against a ten": 'game = "crown-blackjack/blackjack"\ncards = "8C TD 8H"',
    "twos against a ten": 'game = "crown-blackjack/blackjack"\ncards = "2C TD 2H"',
    "sevens in Pontoon": 'game = "tasmania-blackjack/federal-pontoon"\ncards = "7S 6D 7H"',
    "a joker to name": 'game = "tasmania-blackjack/jokers-wild"\ncards = "JK 6D 7H"',
}


def seconds(action: Callable[[], object]) -> float:
    """Processor seconds of one call, the median of a few."""
    taken = []
    for _ in range(TURNS):
        began = time.process_time()
        action()
        taken.append(time.process_time() - began)
    return statistics.median(taken)


def games() -> list[str]:
    names = [f"{book}/{game}" for book in built_in_books() for game in find_book(book).games]
    return [name for name in names if isinstance(load_game(name).rules, BlackjackGame)]


def measure_analyser() -> None:
    """Solve every game from a fresh `Game` value, so that nothing but compiled code is kept."""
    print("\nThe exact analyser, warm (processor seconds, and beside the reference game)")
    began = time.perf_counter()
    analyse(load_game(REFERENCE))
    print(f"  compiling and loading took {time.perf_counter() - began:.1f} s")
    reference = seconds(lambda: analyse(load_game(REFERENCE)))
    for name in [REFERENCE, *(game for game in games() if game != REFERENCE)]:
        analyse(load_game(name))
        taken = seconds(lambda name=name: analyse(load_game(name)))  # type: ignore[misc]
        print(f"  {name:<46} {taken:6.3f} s   {taken / reference:5.2f}")


def measure_advice() -> None:
    print("\nAdvice, warm (processor milliseconds)")
    for title, text in STOPPED.items():
        game, state = stopped_at(parse_record(f'{text}\nwagers = ["1 ann 25"]'))
        advise(game, state)
        taken = seconds(lambda game=game, state=state: advise(game, state))  # type: ignore[misc]
        print(f"  {title:<46} {1000 * taken:6.1f} ms")


if __name__ == "__main__":
    measure_analyser()
    measure_advice()
