"""The command `diff`: what is different between two books, editions or games, and its worth."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bythebook.commands import choices as c
from bythebook.commands import options as o
from bythebook.errors import Malformed
from bythebook.rulebooks.comparing import Comparison, compare, read_side
from bythebook.rulebooks.show.comparison import comparison_text

if TYPE_CHECKING:
    from bythebook.odds.differences.worth import GameWorth

SIDE = "BOOK, BOOK@EDITION, either with /GAME, or a folder of your own."

Old = Annotated[str, typer.Argument(metavar="OLD", help=SIDE)]
New = Annotated[str, typer.Argument(metavar="NEW", help="The same, to compare it with.")]
NoPrice = Annotated[
    bool, typer.Option("--no-price", help="Only what is different, not what it is worth.")
]


def diff_command(
    old: Old,
    new: New,
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
    no_price: NoPrice = False,
    html: o.Html = None,
    rulebook: c.Rulebook = None,
    as_json: c.AsJson = False,
) -> None:
    """Compare two books, editions or games: clauses, settings, and what each change is worth.

    Choices of the table hold for every game that knows them; what is not chosen is the default
    of either side.
    """
    own = c.own_rulebook(rulebook)
    comparison = compare(
        read_side(old, own, own_folders=True), read_side(new, own, own_folders=True)
    )
    if html is not None and not Path(html).absolute().parent.is_dir():
        raise Malformed("there is no such folder", str(Path(html).absolute().parent))
    worth = None
    if not no_price:
        from bythebook.odds.differences.asking import Table
        from bythebook.odds.differences.worth import price_comparison

        priced = o.OddsAsked(
            game=old, side=side, strategy=strategy, without=without, stake=stake, meter=meter,
            drawn=drawn, rate=rate,
        )  # fmt: skip
        table = Table(
            decks=decks,
            options=c.read_pairs(option, "option"),
            readings=c.read_pairs(reading, "reading"),
            question=lambda game: priced.question(game, every_side=True),
        )
        table.check(comparison)
        with _watched() as told:
            worth = price_comparison(comparison, table.ask, told)
    _write(comparison, worth, html, as_json)


def _write(
    comparison: Comparison,
    worth: "tuple[GameWorth, ...] | None",
    html: str | None,
    as_json: bool,
) -> None:
    if html is not None:
        from bythebook.odds.differences.page import comparison_page

        Path(html).write_text(comparison_page(comparison, worth), encoding="utf-8")
    if as_json:
        from bythebook.odds.differences.plain import comparison_to_json

        c.print_json(comparison_to_json(comparison, worth))
    elif html is None:
        print(comparison_text(comparison))
        if worth is not None:
            from bythebook.odds.differences.text import worth_text

            print(f"\n{worth_text(comparison, worth)}")


@contextmanager
def _watched() -> Iterator[Callable[[str], object]]:
    """What is being worked out, on the terminal, if there is one to see it."""
    if not sys.stderr.isatty():
        yield str
        return
    from rich.console import Console

    words = "working out the games (the first time also compiling: a minute)"
    with Console(stderr=True).status(words) as status:
        yield lambda what: status.update(f"working out: {what}")
