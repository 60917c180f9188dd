"""The command `par`: a game's PAR sheet, as a page to keep, as Markdown or as plain data."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bythebook.commands import choices as c
from bythebook.commands import options as o

if TYPE_CHECKING:
    from bythebook.odds.sheet.par import Watch

ROUNDS = 10_000_000

Markdown = Annotated[str | None, typer.Option(metavar="FILE", help="Markdown; - is the screen.")]
Rounds = Annotated[
    int, typer.Option(metavar="N", help="Rounds of the simulation audit; 0: without one.")
]


class Asked(o.OddsAsked, frozen=True, kw_only=True):
    html: o.Html = None
    markdown: Markdown = None
    rounds: Rounds = ROUNDS
    seed: Annotated[int, o.SEED] = 1
    as_json: c.AsJson = False


@c.taking(Asked)
def par_command(asked: Asked) -> None:
    """Write a game's PAR sheet: figures, strategy, side wagers, every choice priced, an audit.

    Every side wager that can be priced is on it.
    """
    game, book = asked.named()
    question = asked.question(game, every_side=True)
    _check(asked)

    from bythebook.odds.sheet.par import make_sheet

    with c.patience("working out the game") as told:
        sheet = make_sheet(
            question, book, rounds=asked.rounds, seed=asked.seed, threads=o.cores(),
            watch=_watch(told, asked.rounds),
        )  # fmt: skip
    if asked.html is not None:
        from bythebook.odds.sheet.as_page import par_page

        Path(asked.html).write_text(par_page(sheet), encoding="utf-8")
    if asked.as_json:
        from bythebook.odds.sheet.as_json import sheet_to_json

        c.print_json(sheet_to_json(sheet))
    if asked.markdown is not None or not (asked.html or asked.as_json):
        from bythebook.odds.sheet.as_text import par_markdown

        c.write_output(asked.markdown or "-", par_markdown(sheet))


def _check(asked: Asked) -> None:
    """Whatever would fail after minutes of work is refused before them."""
    from bythebook.odds.simulate.workers import check_rounds

    if asked.rounds:
        check_rounds(asked.rounds)
    o.checked_seed(asked.seed)
    c.check_writable(asked.html, asked.markdown)


def _watch(told: Callable[[str], object], rounds: int) -> "Watch":
    from bythebook.odds.sheet.par import Watch

    class Shown(Watch):
        def step(self, what: str) -> None:
            told(what)

        def rounds(self, done: int) -> None:
            told(f"simulation, {done:,} of {rounds:,} rounds")

    return Shown()
