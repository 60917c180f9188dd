"""The command `strategy`: the best chart of a game, in colour."""

from typing import Annotated

import typer

from bythebook.commands import choices as c
from bythebook.commands.options import Html

Composition = Annotated[
    bool, typer.Option("--composition", help="Also where single hands are better played otherwise.")
]
Csv = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="The chart as --strategy reads it; - is the screen."),
]


class Asked(c.GameAsked, frozen=True, kw_only=True):
    without: c.Without = None
    stake: c.Stake = "100"
    composition: Composition = False
    html: Html = None
    csv: Csv = None


@c.taking(Asked)
def strategy_command(asked: Asked) -> None:
    """Show the best chart by totals, what it is worth, and what the best play of all is worth."""
    game, book = asked.named()
    stake = c.read_money(asked.stake, "stake")

    from bythebook.odds.sheet.figures import Question

    question = Question(game=game, without=tuple(asked.without or ()), stake=stake)

    from bythebook.odds.sheet.best_play import best_play

    with c.patience("working out the best chart"):
        best = best_play(question, book)
    if asked.csv is not None:
        c.write_output(asked.csv, best.csv)
    if asked.html is not None:
        from bythebook.odds.sheet.as_page import strategy_page

        c.write_output(asked.html, strategy_page(best))
    if asked.csv is None and asked.html is None:
        from rich.console import Console

        from bythebook.odds.sheet.terminal import show

        show(best, Console(soft_wrap=True), composition=asked.composition)
