"""Chunks on any number of workers: nothing lost, nothing twice, and the same result for all."""

import math
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import comb
from statistics import stdev
from typing import NamedTuple

import pytest

from bythebook.errors import Malformed
from bythebook.odds.simulate.chunks import Prepared, play_chunk
from bythebook.odds.simulate.counting import Counting, read_count, read_spread
from bythebook.odds.simulate.statistics import house_edge
from bythebook.odds.simulate.table import SimulatedTable, set_up, strategy_of
from bythebook.odds.simulate.tally import Tally
from bythebook.odds.simulate.workers import (
    CHUNK_ROUNDS,
    MOST_ROUNDS,
    Chunk,
    Stretch,
    add_up,
    check_rounds,
    chunks_of,
    play_stretch,
    simulate,
    stretches_of,
)
from bythebook.rulebooks import load_game

REFERENCE = "reference-blackjack/blackjack"


# Chunks


@pytest.mark.parametrize("rounds", [1, CHUNK_ROUNDS - 1, CHUNK_ROUNDS, CHUNK_ROUNDS + 1, 10**7])
def test_chunks_hold_every_round_once(rounds: int) -> None:
    chunks = list(chunks_of(rounds))
    assert sum(chunk.rounds for chunk in chunks) == rounds
    assert [chunk.number for chunk in chunks] == list(range(len(chunks)))
    assert {chunk.rounds for chunk in chunks[:-1]} <= {CHUNK_ROUNDS}
    assert 0 < chunks[-1].rounds <= CHUNK_ROUNDS


def test_a_run_without_end_is_never_listed() -> None:
    stretches = stretches_of(MOST_ROUNDS, 3)
    assert next(stretches) == tuple([Chunk(n, CHUNK_ROUNDS) for n in range(3)])
    assert next(stretches) == tuple([Chunk(n, CHUNK_ROUNDS) for n in range(3, 6)])


@pytest.mark.parametrize("rounds", [0, -1, MOST_ROUNDS + 1])
def test_absurd_numbers_of_rounds(rounds: int) -> None:
    with pytest.raises(Malformed, match=r"rounds: .* is not from 1 to 10,000,000,000,000"):
        check_rounds(rounds)


# Adding up


class Played(NamedTuple):
    """Which chunks were played, instead of what came of them."""

    rounds: int
    numbers: tuple[int, ...]

    def plus(self, other: "Played") -> "Played":
        return Played(self.rounds + other.rounds, (*self.numbers, *other.numbers))


def note_down(stretch: Stretch) -> Played:
    return Played(sum(chunk.rounds for chunk in stretch), tuple(chunk.number for chunk in stretch))


def added(
    stretches: Iterator[Stretch],
    play: Callable[[Stretch], Played] = note_down,
    workers: int = 3,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[Played, bool, list[int]]:
    told: list[int] = []
    with ThreadPoolExecutor(workers) as executor:
        played, stopped = add_up(
            executor, play, (), stretches, at_once=2 * workers, told=told.append, stop=stop
        )
    return played, stopped, told


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("chunks", [1, 4])
def test_every_chunk_is_played_once(workers: int, chunks: int) -> None:
    rounds = 41 * CHUNK_ROUNDS + 5
    played, stopped, told = added(stretches_of(rounds, chunks), workers=workers)
    assert sorted(played.numbers) == list(range(42))
    assert played.rounds == rounds
    assert not stopped
    assert told == sorted(told)
    assert told[-1] == rounds


def test_a_run_that_stops_has_begun_its_chunks_in_order() -> None:
    """So what is kept is the run of so many rounds, whoever finished first."""
    finished = 0
    lock = threading.Lock()

    def play(stretch: Stretch) -> Played:
        nonlocal finished
        with lock:
            finished += 1
        return note_down(stretch)

    endless = stretches_of(MOST_ROUNDS, 1)
    played, stopped, told = added(endless, play, stop=lambda: finished >= 10)
    assert stopped
    assert sorted(played.numbers) == list(range(len(played.numbers)))
    assert 10 <= len(played.numbers) <= 10 + 2 * 3
    assert told[-1] == played.rounds == len(played.numbers) * CHUNK_ROUNDS


def test_a_run_told_to_stop_at_its_end_is_whole() -> None:
    played, stopped, _ = added(stretches_of(3 * CHUNK_ROUNDS, 1), stop=lambda: True)
    assert not stopped
    assert played.rounds == 3 * CHUNK_ROUNDS


def test_what_goes_wrong_in_a_chunk_is_not_lost() -> None:
    def play(stretch: Stretch) -> Played:
        if stretch[0].number == 7:
            raise ZeroDivisionError
        return note_down(stretch)

    with pytest.raises(ZeroDivisionError):
        added(stretches_of(10**9, 1), play)


# Real rounds


@pytest.fixture(scope="module")
def prepared() -> Prepared:
    """Two boxes, a shoe with a cutting card, a habit that needs no solving."""
    table = SimulatedTable(
        game=load_game(REFERENCE), strategy="mimic", boxes=2, penetration=0.75, burn=1
    )
    return set_up(table, strategy_of(table))


def test_any_number_of_threads_plays_the_same_rounds(prepared: Prepared) -> None:
    rounds = 5 * CHUNK_ROUNDS + 1234
    tallies = [
        simulate(prepared, rounds=rounds, seed=42, threads=threads).tally for threads in (1, 2, 3)
    ]
    assert tallies[0] == tallies[1] == tallies[2]
    assert tallies[0].rounds == rounds
    assert tallies[0].boxes == 2 * rounds


def test_another_seed_plays_other_rounds(prepared: Prepared) -> None:
    one, other = (simulate(prepared, rounds=1000, seed=seed).tally for seed in (1, 2))
    assert one != other
    assert one == simulate(prepared, rounds=1000, seed=1).tally


def test_a_stopped_run_is_the_shorter_run(prepared: Prepared) -> None:
    rounds_done = 0

    def told(rounds: int) -> None:
        nonlocal rounds_done
        rounds_done = rounds

    run = simulate(
        prepared, rounds=MOST_ROUNDS, seed=9, threads=2, told=told,
        stop=lambda: rounds_done >= 2 * CHUNK_ROUNDS,
    )  # fmt: skip
    assert run.stopped
    assert run.tally.rounds == rounds_done
    assert run.tally == simulate(prepared, rounds=rounds_done, seed=9).tally


def test_stretches_add_up_to_the_same(prepared: Prepared) -> None:
    rounds = 2 * CHUNK_ROUNDS + 77
    whole = play_stretch(prepared, 3, tuple(chunks_of(rounds)))
    assert whole == simulate(prepared, rounds=rounds, seed=3).tally
    assert isinstance(whole, Tally)


# Wagers by the count


def chance_of_count(seen: int, left: int, least: int) -> float:
    """The chance of a true count of at least so much after some cards of six decks, by hi-lo.

    Of 312 cards 120 count one up and 120 one down: hypergeometric, and nothing of ours.
    """
    chance = 0.0
    for low in range(min(seen, 120) + 1):
        for high in range(min(seen - low, 120) + 1):
            if seen - low - high <= 72 and (low - high) * 52 >= least * left:
                ways = comb(120, low) * comb(120, high) * comb(72, seen - low - high)
                chance += ways / comb(312, seen)
    return chance


@pytest.mark.parametrize("burn", [0, 5])
def test_wagers_go_by_the_true_count(burn: int) -> None:
    """Every round of this game takes six cards of one box and the dealer: the counts are known."""
    counting = Counting(read_count("hi-lo"), read_spread("1:1,2:5"))
    table = SimulatedTable(
        game=load_game("star-baceball/baceball"), penetration=0.5, burn=burn, counting=counting
    )
    assert len(table.game.rules.pack.cards(table.game.decks)) == 312
    begun = range(burn, 156, 6)  # cards gone when a round begins; burned ones are not seen
    chances = [chance_of_count(gone - burn, 312 - gone, 2) for gone in begun]
    expected = 1 + 4 * sum(chances) / len(chances)
    tally = simulate(set_up(table, None), rounds=4_000_000, seed=8, threads=2).tally
    shoes = 4_000_000 / len(begun)
    error = 4 * math.sqrt(max(chances) / shoes)  # at most: rounds of a shoe are alike
    assert tally.wagered / tally.rounds / table.stake == pytest.approx(expected, abs=3 * error)
    assert 3 * error < 0.05 < expected - 1  # an error of one in the count would be seen


def test_standard_errors_are_honest_about_a_spread() -> None:
    """Rounds from one shoe are not independent, and wagers differ: results of many chunks still
    differ from each other as the standard error says."""
    counting = Counting(read_count("hi-lo"), read_spread("1:1,2:4,3:8"))
    table = SimulatedTable(
        game=load_game(REFERENCE), strategy="mimic", boxes=3, penetration=0.8, counting=counting
    )
    prepared = set_up(table, strategy_of(table))
    edges = [house_edge(play_chunk(prepared, 21, chunk, 8192)) for chunk in range(400)]
    seen = stdev(edge.value for edge in edges)
    told = math.fsum(edge.standard_error for edge in edges) / len(edges)
    assert told == pytest.approx(seen, rel=0.12)  # 400 chunks know a deviation to 3.5 per cent


@pytest.mark.parametrize("threads", [0, -2, 2000])
def test_absurd_numbers_of_threads(prepared: Prepared, threads: int) -> None:
    with pytest.raises(Malformed, match=r"threads: .* is not from 1 to 1024"):
        simulate(prepared, rounds=10, seed=1, threads=threads)
