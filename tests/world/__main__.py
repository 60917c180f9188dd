"""`./run world`: worlds by the minute, or one again, step by step."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.world.disk import Life
from tests.world.on_disk import DiskWorld
from tests.world.promises import Wrong
from tests.world.seeds import FAILED
from tests.world.world import EVENING_SECONDS, Report, World

Make = Callable[[int, float], Report]
FIRST = 10**6  # the seeds before it are those of the test suite


def main() -> int:
    asked = argparse.ArgumentParser(prog="./run world", description=__doc__)
    asked.add_argument("--minutes", type=float, default=1.0, help="how long to try new seeds")
    asked.add_argument("--from", type=int, default=FIRST, dest="first", help="the first of them")
    asked.add_argument("--seed", type=int, help="one world again, with all that happens in it")
    asked.add_argument("--evening", type=float, default=EVENING_SECONDS, help="its seconds")
    asked.add_argument("--crowd", type=int, default=0, help="so many windows more in each evening")
    asked.add_argument("--disk", action="store_true", help="SQLite's log on a disk that fails")
    asked.add_argument("--house", action="store_true", help="with --disk: a whole house on it")
    asked.add_argument("--mutants", action="store_true", help="break the code, and look who sees")
    given = asked.parse_args()
    if given.mutants:
        return break_on_purpose()
    if given.disk and given.house:
        make: Make = lived_on_disk
    else:
        make = partial(lived, crowd=given.crowd)
    if given.disk and not given.house:
        one = None if given.seed is None else range(given.seed, given.seed + 1)
        return cut_the_power(one or count(given.first), given.minutes)
    if given.seed is not None:
        return replay(make, given.seed, given.evening)
    return explore(make, given.first, given.minutes, given.evening)


def lived(seed: int, evening: float, crowd: int = 0) -> Report:
    return World(seed, evening, crowd).run()


def lived_on_disk(seed: int, evening: float) -> Report:
    with TemporaryDirectory() as folder:
        return DiskWorld(seed, Path(folder), evening).run()


def replay(make: Make, seed: int, evening: float) -> int:
    report = make(seed, evening)
    print("\n".join(report.trace))
    print(f"\n{report.evening}: {_figures([report])}\ndigest {report.digest}")
    if seed in FAILED:
        print(f"it failed once: {FAILED[seed]}")
    if report.wrong:
        print(f"WRONG: {report.wrong}")
    return 1 if report.wrong else 0


def explore(make: Make, first: int, minutes: float, evening: float) -> int:
    began = told = time.monotonic()
    worlds: list[Report] = []
    while time.monotonic() - began < minutes * 60:
        report = make(first + len(worlds), evening)
        worlds.append(report)
        if report.wrong:
            print(_figures(worlds))
            print(f"\nWRONG in world {report.seed}: {report.wrong}")
            print(f"The same with --seed {report.seed} --evening {evening:g} shows all of it")
            return 1
        if time.monotonic() - told > 10:
            told = time.monotonic()
            print(f"{told - began:5.0f} s: {_figures(worlds)}", flush=True)
    print(f"\nNothing went wrong. {_figures(worlds)}")
    faults: Counter[str] = Counter()
    for report in worlds:
        faults.update(report.faults)
    _print_counts(faults)
    return 0


def _print_counts(counts: Counter[str]) -> None:
    for kind, number in sorted(counts.items()):
        print(f"  {kind:20} {number:7,}")


def cut_the_power(seeds: Iterable[int], minutes: float) -> int:
    """Logs on failing disks, one after the other; the first that lost something is printed."""
    began, had, lives = time.monotonic(), Counter[str](), 0
    for seed in seeds:
        try:
            with TemporaryDirectory() as folder:
                had += Life(seed, Path(folder)).run()
        except Wrong as wrong:
            print(f"WRONG on disk {seed}: {wrong}\n./run world --disk --seed {seed} does it again")
            return 1
        lives += 1
        if time.monotonic() - began > minutes * 60:
            break
    print(f"Nothing was lost on {lives:,} disks.")
    _print_counts(had)
    return 0


def break_on_purpose() -> int:
    """Every mutant, until a world notices it."""
    from tests.world.mutants import MUTANTS, notice

    missed = 0
    for mutant in MUTANTS:
        found = notice(mutant)
        missed += found.report is None
        wrong = found.report.wrong.splitlines()[0] if found.report else "NOT NOTICED"
        what = found.mutant.replace("_", " ")
        print(f"{what:45} {found.worlds:4} worlds {found.seconds:6.1f} s  {wrong[:90]}", flush=True)
    return 1 if missed else 0


def _figures(worlds: list[Report]) -> str:
    hours = sum(one.seconds for one in worlds) / 3600
    return (
        f"{len(worlds):,} worlds, {hours:,.1f} world-hours,"
        f" {sum(one.steps for one in worlds):,} steps,"
        f" {sum(one.rounds for one in worlds):,} rounds,"
        f" {sum(one.acknowledged for one in worlds):,} acknowledged"
        f" ({sum(one.again for one in worlds):,} again),"
        f" {sum(one.refused for one in worlds):,} refused,"
        f" {sum(one.looked for one in worlds):,} messages looked at,"
        f" {sum(sum(one.faults.values()) for one in worlds):,} faults"
    )


if __name__ == "__main__":
    sys.exit(main())
