"""`./run rng`: shoes, streams, draws and hidden values as a laboratory would examine them."""

import argparse
import os
import sys
import time
from pathlib import Path

from tests.randomness import outside
from tests.randomness.chance import CARDS
from tests.randomness.laboratory import GROUPS, SHOES, Watch, examination
from tests.randomness.planted import PLANTED, examine_planted
from tests.randomness.report import page, text

USUAL = 20_000_000
SLOW = 1_000_000_000
MOST = 10**12
TOLD_SECONDS = 10


def main(words: list[str] | None = None) -> int:
    asked = argparse.ArgumentParser(prog="./run rng", description=__doc__)
    asked.add_argument("--cards", type=cards, help=f"how many to shuffle; {USUAL:,} if not said")
    asked.add_argument("--seed", default="", help="any text: the same samples again")
    asked.add_argument("--html", type=Path, metavar="FILE", help="the report as a page")
    asked.add_argument("--slow", action="store_true", help=f"{SLOW:,} cards, and dieharder")
    asked.add_argument("--planted", action="store_true", help="faults on purpose: is each caught?")
    given = asked.parse_args(words)
    if given.planted:
        return plant()
    groups: tuple[str, ...] = GROUPS
    if given.slow and outside.installed():
        groups = (*GROUPS, outside.GROUP)
    elif given.slow:
        print("WITHOUT DIEHARDER: it is not installed. Debian: apt-get install dieharder")
    wanted = given.cards or (SLOW if given.slow else USUAL)
    seed = given.seed or os.urandom(8).hex()
    if given.html is not None and not given.html.parent.is_dir():
        asked.error(f"{given.html}: there is no such folder")
    found = examination(wanted, seed, groups=groups, watch=watch())
    print("\n".join(text(found)))
    if given.html is not None:
        given.html.write_text(page(found), encoding="utf-8")
        print(f"The report is in {given.html}.")
    return 1 if found.failed else 0


def cards(said: str) -> int:
    """A number of cards; 1e8 is one too."""
    try:
        number = int(float(said))
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(f"{said} is no number of cards") from None
    if not 1 <= number <= MOST:
        raise argparse.ArgumentTypeError(f"from 1 to {MOST:,} cards")
    return number


def watch() -> Watch:
    """Says every few seconds how far it is, and how fast."""
    began = told = time.monotonic()

    def tell(done: int, of: int) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told > TOLD_SECONDS:
            told = now
            speed = done * SHOES * CARDS / (now - began)
            so_far = f"block {done:,} of {of:,}, {speed:,.0f} cards a second"
            print(f"{now - began:6.0f} s: {so_far}", flush=True)

    return tell


def plant() -> int:
    """Every planted fault, and which tests catch it."""
    missed = 0
    for planted in PLANTED:
        found = examine_planted(planted)
        missed += not found.failed
        by = ", ".join(judged.row.name for judged in found.failed) or "NOT CAUGHT"
        print(f"{planted.name:45} {found.cards:9,} cards  {by[:90]}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
