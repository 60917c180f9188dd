"""Samples taken, examined and judged: blocks of 640 shoes, each with a million bits.

seeds ─▶ the house's own functions ─▶ shoes, streams, draws, hidden values
                                          │ trials, the fifteen tests
blocks, on every core ─▶ p-values ─▶ rows ─▶ judged; what fails is examined a second time
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import numpy as np

from tests.randomness import chance as c
from tests.randomness import outside, trials
from tests.randomness.chance import HOUSE, Chance
from tests.randomness.judging import Judged, Row, judge
from tests.randomness.nist.bits import Bits, Counts
from tests.randomness.nist.fifteen import BITS, fifteen
from tests.randomness.orders import order_bits
from tests.randomness.trials import Trial

SHOES = 640  # in a block: their orders say a million bits and some more
BALLOTS, DRAWS, TRIGGERS = 2_400, 400, 4_000
STREAM_EVERY = 5  # blocks: the generators alone are examined less often than what comes of them

SHUFFLE, SHUFFLE_BITS = "shoes", "bits of shoes"
STREAM, DRAW_STREAM = "stream of ChaCha20", "stream of SHA-256"
DRAW, MYSTERY = "draws and ballots", "mystery jackpots"
GROUPS = (SHUFFLE, SHUFFLE_BITS, STREAM, DRAW, DRAW_STREAM, MYSTERY)

Name = tuple[str, str]  # of a group, and of a test in it
Watch = Callable[[int, int], None]  # blocks done, of how many


class Block(NamedTuple):
    """What one block gave: p-values, and the counts that they came from."""

    values: dict[Name, float]
    counts: dict[Name, Counts]


class Job(NamedTuple):
    chance: Chance
    run: str
    number: int
    groups: tuple[str, ...]


def blocks_for(cards: int) -> int:
    """How many blocks it takes to shuffle so many cards."""
    return max(1, -(-cards // (SHOES * c.CARDS)))


def examine(job: Job) -> Block:
    """One block."""
    found = Block({}, {})
    chance, run, number, groups = job
    if SHUFFLE in groups or SHUFFLE_BITS in groups:
        shoes = c.shuffled_shoes(chance, run, number, SHOES)
        if SHUFFLE in groups:
            _count(found, SHUFFLE, dict.fromkeys(trials.SHOES, shoes))
        if SHUFFLE_BITS in groups:
            _fifteen(found, SHUFFLE_BITS, order_bits(shoes)[:BITS])
    if number % STREAM_EVERY == 0:
        if STREAM in groups:
            _fifteen(found, STREAM, c.shoe_stream(chance, run, number, BITS))
        if DRAW_STREAM in groups:
            _fifteen(found, DRAW_STREAM, c.draw_stream(chance, run, number, BITS))
    if DRAW in groups:
        ballots = c.ballots(chance, run, number, trials.FOUR, BALLOTS)
        draws = c.ballots(chance, run, number, trials.ENTRIES, DRAWS)
        _count(found, DRAW, {trials.BALLOTS: ballots} | dict.fromkeys(trials.DRAWS, draws))
    if MYSTERY in groups:
        hidden = c.triggers(chance, run, number, TRIGGERS)
        _count(found, MYSTERY, dict.fromkeys(trials.TRIGGERS, hidden))
    return found


def _count(found: Block, group: str, samples: Mapping[Trial, object]) -> None:
    for trial, sample in samples.items():
        counts = trial.count(sample)
        found.counts[group, trial.name] = counts.astype(np.int32)
        found.values[group, trial.name] = trial.p_value(counts)


def _fifteen(found: Block, group: str, bits: Bits) -> None:
    if bits.size < BITS:
        return  # orders of fewer bits than chance would give: the other trials say why
    found.values.update({(group, name): p for name, p in fifteen(bits).items()})


def _blocks(jobs: list[Job], cores: int) -> Iterator[Block]:
    if cores < 2 or len(jobs) < 2:
        yield from map(examine, jobs)
        return
    with ProcessPoolExecutor(cores) as pool:
        yield from pool.map(examine, jobs, chunksize=2)


_ASKED = {
    (group, trial.name): trial
    for group, some in (
        (SHUFFLE, trials.SHOES),
        (DRAW, (trials.BALLOTS, *trials.DRAWS)),
        (MYSTERY, trials.TRIGGERS),
    )
    for trial in some
}


def gather(blocks: Iterable[Block]) -> list[Row]:
    """The rows of a run, in the order of the groups."""
    values: dict[Name, list[float]] = {}
    sums: dict[Name, Counts] = {}
    for block in blocks:
        for name, value in block.values.items():
            values.setdefault(name, []).append(value)
        for name, counts in block.counts.items():
            sums[name] = sums[name] + counts if name in sums else counts.astype(np.int64)
    rows = []
    for name in sorted(values, key=lambda name: GROUPS.index(name[0])):
        trial = _ASKED.get(name)
        whole = trial.p_value(sums[name]) if trial is not None else None
        rows.append(Row(*name, np.array(values[name]), whole, trial.asks if trial else ""))
    return rows


class Examination(NamedTuple):
    """A run, and the second one of the groups in which something was found."""

    cards: int
    seed: str
    rows: list[Judged]
    again: list[Judged]

    @property
    def flagged(self) -> list[Judged]:
        return [row for row in self.rows if row.faults]

    @property
    def failed(self) -> list[Judged]:
        """What was found twice."""
        once = {(row.row.group, row.row.name) for row in self.flagged}
        return [row for row in self.again if row.faults and (row.row.group, row.row.name) in once]


def examination(
    cards: int,
    seed: str,
    chance: Chance = HOUSE,
    groups: tuple[str, ...] = GROUPS,
    cores: int = 0,
    watch: Watch = lambda done, of: None,
) -> Examination:
    """Examine so many cards, and what goes with them; and a second time what looks wrong."""
    first = _run(cards, seed, chance, groups, cores, watch)
    doubtful = tuple(
        group for group in groups if any(r.faults and r.row.group == group for r in first)
    )
    again = _run(cards, f"{seed} again", chance, doubtful, cores, watch) if doubtful else []
    return Examination(blocks_for(cards) * SHOES * c.CARDS, seed, first, again)


def _run(
    cards: int, seed: str, chance: Chance, groups: tuple[str, ...], cores: int, watch: Watch
) -> list[Judged]:
    jobs = [Job(chance, seed, number, groups) for number in range(blocks_for(cards))]

    def watched() -> Iterator[Block]:
        for done, block in enumerate(_blocks(jobs, cores or os.cpu_count() or 1), 1):
            watch(done, len(jobs))
            yield block

    rows = gather(watched())
    if outside.GROUP in groups:
        rows += outside.dieharder(seed)
    return [judge(row) for row in rows]
