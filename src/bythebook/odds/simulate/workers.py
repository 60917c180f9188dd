"""Running a simulation: chunks of rounds on however many workers, added up.

A chunk is a function of its number and the seed, whoever plays it, and sums are whole numbers: the
result does not depend on the workers. Chunks are begun in their order and finished once begun, so a
run that was stopped early is exactly the shorter run with the same seed.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from bythebook.errors import Malformed
from bythebook.odds.simulate.chunks import Prepared, play_chunk
from bythebook.odds.simulate.tally import Tally

CHUNK_ROUNDS = 1 << 18
MOST_ROUNDS = 10**13  # a week of a large machine: beyond it, a slip of the pen
MOST_THREADS = 1024

# Each worker has the next piece of work at hand when it is done with one.
AHEAD = 2


class Chunk(NamedTuple):
    """So many rounds, from a stream of cards of their own."""

    number: int
    rounds: int


Stretch = tuple[Chunk, ...]  # chunks one after the other, the work of one task


class Additive(Protocol):
    """Results of some rounds that can be put together with those of others."""

    @property
    def rounds(self) -> int: ...

    def plus(self, other: Self) -> Self: ...


T = TypeVar("T", bound=Additive)


class Run(NamedTuple):
    """What a simulation came to; `stopped`: before all of its rounds were played."""

    tally: Tally
    stopped: bool
    seconds: float
    compile_seconds: float  # until everybody was ready, not in `seconds`
    threads: int


def check_rounds(rounds: int) -> None:
    if not 0 < rounds <= MOST_ROUNDS:
        raise Malformed(f"{rounds} is not from 1 to {MOST_ROUNDS:,}", "rounds")


def check_threads(threads: int) -> None:
    if not 1 <= threads <= MOST_THREADS:
        raise Malformed(f"{threads} is not from 1 to {MOST_THREADS}", "threads")


def chunks_of(rounds: int) -> Iterator[Chunk]:
    """Chunks of one size; the last may be shorter."""
    whole, rest = divmod(rounds, CHUNK_ROUNDS)
    for number in range(whole):
        yield Chunk(number, CHUNK_ROUNDS)
    if rest:
        yield Chunk(whole, rest)


def stretches_of(rounds: int, chunks: int) -> Iterator[Stretch]:
    """So many chunks at a time, without ever holding them all."""
    every = chunks_of(rounds)
    while stretch := tuple(islice(every, chunks)):
        yield stretch


def play_stretch(prepared: Prepared, seed: int, stretch: Stretch) -> Tally:
    """Play some chunks and add them up."""
    first, *others = [play_chunk(prepared, seed, *chunk) for chunk in stretch]
    for tally in others:
        first = first.plus(tally)
    return first


def add_up(
    executor: Executor,
    play: Callable[..., T],
    arguments: tuple[Any, ...],
    stretches: Iterator[Stretch],
    *,
    at_once: int,
    told: Callable[[int], object],
    stop: Callable[[], bool],
) -> tuple[T, bool]:
    """Have `play(*arguments, stretch)` done for every stretch, a few at once.

    `told` hears how many rounds are done. Once `stop` says so, nothing new is begun; what was begun
    is finished and kept. Returns the sum, and whether anything was left out.
    """
    waiting: set[Future[T]] = set()
    total: T | None = None
    upcoming = next(stretches, None)
    while upcoming is not None or waiting:
        while upcoming is not None and len(waiting) < at_once:
            waiting.add(executor.submit(play, *arguments, upcoming))
            upcoming = next(stretches, None)
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        total = _with(total, done)
        told(total.rounds)
        if upcoming is not None and stop():
            total = _with(total, waiting)
            told(total.rounds)
            break
    assert total is not None, "somebody asked for no rounds at all"
    return total, upcoming is not None


def _with(total: T | None, done: Iterable[Future[T]]) -> T:
    results = [future.result() for future in done]
    first, *others = results if total is None else [total, *results]
    for other in others:
        first = first.plus(other)
    return first


def warm_up(prepared: Prepared) -> None:
    """Have everything compiled, by playing one round."""
    play_chunk(prepared, 0, 0, 1)


def _nobody_listens(rounds: int) -> None:
    pass


def _never() -> bool:
    return False


def simulate(
    prepared: Prepared,
    *,
    rounds: int,
    seed: int,
    threads: int = 1,
    told: Callable[[int], object] = _nobody_listens,
    stop: Callable[[], bool] = _never,
) -> Run:
    """Play rounds on so many threads of this machine: compiled rounds do not hold the lock."""
    check_rounds(rounds)
    check_threads(threads)
    began = time.perf_counter()
    warm_up(prepared)
    ready = time.perf_counter()
    with ThreadPoolExecutor(threads, thread_name_prefix="rounds") as executor:
        tally, stopped = add_up(
            executor, play_stretch, (prepared, seed), stretches_of(rounds, 1),
            at_once=AHEAD * threads, told=told, stop=stop,
        )  # fmt: skip
    return Run(tally, stopped, time.perf_counter() - ready, ready - began, threads)
