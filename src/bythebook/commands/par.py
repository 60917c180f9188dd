"""The command `par`: a game's PAR sheet, as a page to keep, as Markdown or as plain data."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bythebook.commands import choices as c
from bythebook.commands import options as o
from bythebook.errors import Malformed

if TYPE_CHECKING:
    from bythebook.odds.sheet.par import Watch

ROUNDS = 10_000_000

Html = Annotated[str | None, typer.Option(metavar="FILE", help="A page that stands by itself.")]
Markdown = Annotated[str | None, typer.Option(metavar="FILE", help="Markdown; - is the screen.")]
Rounds = Annotated[
    int, typer.Option(metavar="N", help="Rounds of the simulation audit; 0: without one.")
]
Seed = Annotated[int, typer.Option(metavar="N", help="The same seed, the same rounds.")]


def par_command(
    game: c.GameName,
    html: Html = None,
    markdown: Markdown = None,
    decks: c.Decks = None,
    option: c.Options = None,
    reading: c.Readings = None,
    side: c.Sides = None,
    strategy: c.Strategy = "best",
    without: c.Without = None,
    stake: c.Stake = "100",
    meter: o.Meters = None,
    drawn: o.Drawn = None,
    rate: o.Rates = None,
    per_hour: o.PerHour = None,
    rounds: Rounds = ROUNDS,
    seed: Seed = 1,
    rulebook: c.Rulebook = None,
    edition: c.EditionName = "",
    as_json: c.AsJson = False,
) -> None:
    """Write a game's PAR sheet: figures, strategy, side wagers, every choice priced, an audit.

    Every side wager that can be priced is on it.
    """
    played = c.read_game(game, decks, option, reading, rulebook, edition)
    question = o.read_question(
        played, strategy=strategy, without=without, stake=stake, side=side, every_side=True,
        meter=meter, drawn=drawn, rate=rate, per_hour=per_hour,
    )  # fmt: skip
    book = o.book_of(played, rulebook)
    _check(rounds, seed, [file for file in (html, markdown) if file not in (None, "-")])

    from bythebook.odds.sheet.par import make_sheet

    with _watched(rounds) as watch:
        sheet = make_sheet(question, book, rounds=rounds, seed=seed, threads=_cores(), watch=watch)
    if html is not None:
        from bythebook.odds.sheet.as_page import par_page

        Path(html).write_text(par_page(sheet), encoding="utf-8")
    if as_json:
        from bythebook.odds.sheet.as_json import sheet_to_json

        c.print_json(sheet_to_json(sheet))
    if markdown is not None or not (html or as_json):
        from bythebook.odds.sheet.as_text import par_markdown

        text = par_markdown(sheet)
        if markdown in (None, "-"):
            print(text, end="")
        else:
            Path(str(markdown)).write_text(text, encoding="utf-8")


def _check(rounds: int, seed: int, files: list[str | None]) -> None:
    """Whatever would fail after minutes of work is refused before them."""
    from bythebook.odds.simulate.workers import check_rounds

    if rounds:
        check_rounds(rounds)
    if not 0 <= seed < 1 << 63:
        raise Malformed(f"{seed} is not from 0 to {(1 << 63) - 1}", "seed")
    for file in files:
        folder = Path(str(file)).absolute().parent
        if not folder.is_dir():
            raise Malformed("there is no such folder", str(folder))


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _watched(rounds: int) -> "Iterator[Watch]":
    """What is being worked out, on the terminal, if there is one to see it."""
    from bythebook.odds.sheet.par import Watch

    if not sys.stderr.isatty():
        yield Watch()
        return
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("…") as status:

        class Shown(Watch):
            def step(self, what: str) -> None:
                status.update(f"working out: {what}")

            def rounds(self, done: int) -> None:
                status.update(f"simulation: {done:,} of {rounds:,} rounds")

        yield Shown()
