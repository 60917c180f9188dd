"""The command `strategy`: the best chart of a game, in colour."""

from pathlib import Path
from typing import Annotated

import typer

from bythebook.commands import choices as c
from bythebook.commands import options as o

Composition = Annotated[
    bool, typer.Option("--composition", help="Also where single hands are better played otherwise.")
]
Html = Annotated[str | None, typer.Option(metavar="FILE", help="A page that stands by itself.")]
Csv = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="The chart as --strategy reads it; - is the screen."),
]


def strategy_command(
    game: c.GameName,
    decks: c.Decks = None,
    option: c.Options = None,
    reading: c.Readings = None,
    without: c.Without = None,
    stake: c.Stake = "100",
    composition: Composition = False,
    html: Html = None,
    csv: Csv = None,
    rulebook: c.Rulebook = None,
    edition: c.EditionName = "",
) -> None:
    """Show the best chart by totals, what it is worth, and what the best play of all is worth."""
    played = c.read_game(game, decks, option, reading, rulebook, edition)
    book = o.book_of(played, rulebook)
    question = o.read_question(played, strategy="best", without=without, stake=stake)

    from bythebook.odds.sheet.best_play import best_play

    with c.patience("working out the best chart"):
        best = best_play(question, book)
    if csv is not None:
        _write(csv, best.csv)
    if html is not None:
        from bythebook.odds.sheet.as_page import strategy_page

        _write(html, strategy_page(best))
    if csv is None and html is None:
        from rich.console import Console

        from bythebook.odds.sheet.terminal import show

        show(best, Console(soft_wrap=True), composition=composition)


def _write(file: str, text: str) -> None:
    if file == "-":
        print(text, end="")
    else:
        Path(file).write_text(text, encoding="utf-8")
