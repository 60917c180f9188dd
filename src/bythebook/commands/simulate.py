"""The command `simulate`: rounds by the million, and what they say about a game.

Whatever is heavy (numpy, numba) is imported when the command runs: the others start at once.
"""

import re
import secrets
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from bythebook.commands import choices as c
from bythebook.commands import options as o
from bythebook.errors import Malformed
from bythebook.rulebooks import Game

if TYPE_CHECKING:
    from bythebook.odds.simulate.chunks import Prepared
    from bythebook.odds.simulate.counting import Counting
    from bythebook.odds.simulate.report import Result
    from bythebook.odds.simulate.table import SimulatedTable
    from bythebook.odds.simulate.workers import Run

INTERRUPTED = 130
BEST = "best"

Rounds = Annotated[str, typer.Option("--rounds", metavar="N", help="How many; 1e9 is fine.")]
Boxes = Annotated[int, typer.Option("--boxes", help="Boxes in play, each with its own player.")]
Penetration = Annotated[
    str,
    typer.Option(
        metavar="PART",
        help="How much of the shoe is dealt, such as 0.75; several, with commas, are compared;"
        " none: shuffled before every round, as by a continuous shuffler.",
    ),
]
Burn = Annotated[int, typer.Option(help="Cards burned after each shuffle.")]
Count = Annotated[
    str | None, typer.Option(metavar="NAME", help="Count cards: hi-lo, or a file of tags.")
]
Spread = Annotated[
    str | None,
    typer.Option(metavar="STEPS", help="Wager by the true count: 1:1,2:2,3:4,4:8."),
]
Index = Annotated[
    str | None,
    typer.Option(
        metavar="PLAYS",
        help="Play by the true count: a file, 'hard 16 v T: stand at 0; insurance at 3', or best.",
    ),
]
Bankroll = Annotated[
    str | None, typer.Option(metavar="DOLLARS", help="For the risk of ruin, and what may come.")
]
Threads = Annotated[int | None, typer.Option(metavar="N", help="Otherwise as many as cores.")]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on the workers of this scheduler.")
]
Svg = Annotated[str | None, typer.Option(metavar="FILE", help="Draw what may come of a bankroll.")]


class Asked(c.GameAsked, frozen=True, kw_only=True):
    rounds: Rounds = "10_000_000"
    boxes: Boxes = 1
    side: c.Sides = None
    meter: o.Meters = None
    strategy: c.Strategy = BEST
    without: c.Without = None
    stake: c.Stake = "100"
    penetration: Penetration = "none"
    burn: Burn = 0
    count: Count = None
    spread: Spread = None
    index: Index = None
    bankroll: Bankroll = None
    seed: Annotated[int | None, o.SEED] = None
    threads: Threads = None
    cluster: Cluster = None
    svg: Svg = None
    as_json: c.AsJson = False


@c.taking(Asked)
def simulate_command(asked: Asked) -> None:
    """Play rounds by the million: edge, spread of results, side wagers, what a counter gains."""
    game, _ = asked.named()
    how_many = read_rounds(asked.rounds)
    seed = _seed(asked)
    money = c.read_money(asked.bankroll, "bankroll") if asked.bankroll is not None else None
    if asked.svg is not None and not asked.svg.endswith(".svg"):
        raise Malformed("the picture's name must end in .svg", asked.svg)

    from bythebook.odds.simulate import report

    results = _play_all(_tables(asked, game), how_many, seed, asked.threads, asked.cluster)
    if asked.as_json:
        c.print_json(report.to_json(results, seed, money))
    else:
        report.tell(results, seed, money)
    if asked.svg is not None:
        report.draw(results[0], money, Path(asked.svg))
    if results[-1].run.stopped:
        raise typer.Exit(INTERRUPTED)


def _seed(asked: Asked) -> int:
    if asked.seed is None:
        return secrets.randbelow(1 << 32)  # short enough to be typed again
    return o.checked_seed(asked.seed)


def _tables(asked: Asked, game: Game) -> "list[SimulatedTable]":
    """The table that is asked for, once for each penetration; none that cannot be played."""
    from bythebook.odds.simulate.table import SimulatedTable, check, side_stakes

    unit = c.read_money(asked.stake, "stake")
    counter = _counting(asked.count, asked.spread, asked.index)
    meters = c.read_pairs(asked.meter, "meter")
    tables = [
        SimulatedTable(
            game=game,
            stake=unit,
            boxes=asked.boxes,
            sides=side_stakes(game, c.read_sides(asked.side), unit),
            meters={name: c.read_money(text, f"meter {name}") for name, text in meters.items()},
            strategy=asked.strategy,
            without=tuple(asked.without or ()),
            penetration=part,
            burn=asked.burn,
            counting=counter,
        )
        for part in read_penetrations(asked.penetration)
    ]
    for table in tables:
        check(table)
    return tables


def read_rounds(text: str) -> int:
    """A number of rounds as people write it: 250000, 1_000_000, 1,000,000 or 1e9."""
    if re.fullmatch(r"[0-9]{1,15}e[0-9]{1,2}", text):
        digits, _, power = text.partition("e")
        return int(digits + "0" * int(power))
    if re.fullmatch(r"[0-9][0-9_,]{0,24}", text):
        return int(text.replace(",", "").replace("_", ""))
    raise Malformed(f"{text!r} is not a number of rounds such as 1000000 or 1e9", "rounds")


def read_penetrations(text: str) -> list[float | None]:
    """Parts of the shoe to be dealt; none: a shuffle before every round."""
    parts: list[float | None] = []
    for word in text.split(","):
        try:
            parts.append(None if word.strip() == "none" else float(word))
        except ValueError:
            raise Malformed(
                f"{word.strip()!r} is neither a part of the shoe such as 0.75 nor none",
                "penetration",
            ) from None
    return parts


def _counting(count: str | None, spread: str | None, index: str | None) -> "Counting | None":
    from bythebook.odds.simulate import counting

    if count is None:
        if spread is not None or index is not None:
            raise Malformed("wagers and plays by the count need one, such as hi-lo", "count")
        return None
    if spread is None and index is None:
        raise Malformed("a count that neither wagers nor plays go by changes nothing", "count")
    best = index == BEST
    return counting.Counting(
        system=counting.read_count(count),
        spread=counting.FLAT if spread is None else counting.read_spread(spread),
        plays=() if index is None or best else counting.read_index_plays(index),
        best=best,
    )


# Playing


@contextmanager
def _until_interrupted() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed; pressed once more, it ends the program as ever."""
    pressed = False

    def press(signal_number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress(rounds: int) -> Iterator[Callable[[int], None]]:
    """A bar on the terminal, if there is one to see it."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    words = TextColumn("{task.description}")
    columns = (words, BarColumn(None), MofNCompleteColumn(), TimeLeft())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("getting ready", total=rounds)
        yield lambda done: bar.update(task, completed=done, description="rounds")


def _play_all(
    tables: "list[SimulatedTable]", rounds: int, seed: int, threads: int | None, cluster: str | None
) -> "list[Result]":
    """Play at every table in turn, as far as nobody interrupts."""
    from bythebook.odds.simulate.report import Result
    from bythebook.odds.simulate.table import set_up, strategy_of
    from bythebook.odds.simulate.workers import check_rounds

    check_rounds(rounds)
    results: list[Result] = []
    with _workers(threads, cluster) as play:
        began = time.perf_counter()
        with c.patience("working out the strategy"):
            plans = strategy_of(tables[0])
        prepare_seconds = time.perf_counter() - began
        for table in tables:
            run = play(set_up(table, plans), rounds, seed)
            results.append(Result(table, rounds, run, prepare_seconds))
            if run.stopped:
                break
    return results


@contextmanager
def _workers(
    threads: int | None, cluster: str | None
) -> "Iterator[Callable[[Prepared, int, int], Run]]":
    """Whoever plays rounds: threads here, or the workers of a cluster."""
    if cluster is None:
        from bythebook.odds.simulate.workers import check_threads, simulate

        threads = o.cores() if threads is None else threads
        check_threads(threads)
        yield partial(_watched, partial(simulate, threads=threads))
        return
    if threads is not None:
        raise Malformed("the workers of a cluster have their own number of threads", "threads")
    from bythebook.odds.simulate.cluster import connect, simulate_on_cluster

    with connect(cluster) as client:
        yield partial(_watched, partial(simulate_on_cluster, client))


def _watched(play: "Callable[..., Run]", prepared: "Prepared", rounds: int, seed: int) -> "Run":
    """Play with a bar to look at, until somebody presses Ctrl-C."""
    with _progress(rounds) as told, _until_interrupted() as stop:
        return play(prepared, rounds=rounds, seed=seed, told=told, stop=stop)
