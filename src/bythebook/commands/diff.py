"""The command `diff`: what is different between two books, editions or games, and its worth."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from bythebook.commands import choices as c
from bythebook.commands import options as o
from bythebook.rulebooks.comparing import Comparison, compare, read_side
from bythebook.rulebooks.show.comparison import comparison_text
from bythebook.structs import like

if TYPE_CHECKING:
    from bythebook.odds.differences.worth import GameWorth

SIDE = "BOOK, BOOK@EDITION or BOOK@EDITION:REVISION, with /GAME or without, or a folder."

Old = Annotated[str, typer.Argument(metavar="OLD", help=SIDE)]
New = Annotated[str, typer.Argument(metavar="NEW", help="The same, to compare it with.")]
NoPrice = Annotated[
    bool, typer.Option("--no-price", help="Only what is different, not what it is worth.")
]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    old: Old
    new: New
    decks: c.Decks = None
    option: c.Options = None
    reading: c.Readings = None
    side: c.Sides = None
    strategy: c.Strategy = "best"
    without: c.Without = None
    stake: c.Stake = "100"
    meter: o.Meters = None
    drawn: o.Drawn = None
    rate: o.Rates = None
    no_price: NoPrice = False
    html: o.Html = None
    rulebook: c.Rulebook = None
    as_json: c.AsJson = False


@c.taking(Asked)
def diff_command(asked: Asked) -> None:
    """Compare two books, editions or games: clauses, settings, and what each change is worth.

    Choices of the table hold for every game that knows them; what is not chosen is the default
    of either side.
    """
    own = c.own_rulebook(asked.rulebook)
    old, new = (read_side(side, own, own_folders=True) for side in (asked.old, asked.new))
    comparison = compare(old, new)
    c.check_writable(asked.html)
    worth = None if asked.no_price else _worth(asked, comparison)
    if asked.html is not None:
        from bythebook.odds.differences.page import comparison_page

        Path(asked.html).write_text(comparison_page(comparison, worth), encoding="utf-8")
    if asked.as_json:
        from bythebook.odds.differences.plain import comparison_to_json

        c.print_json(comparison_to_json(comparison, worth))
    elif asked.html is None:
        print(comparison_text(comparison))
        if worth is not None:
            from bythebook.odds.differences.text import worth_text

            print(f"\n{worth_text(comparison, worth)}")


def _worth(asked: Asked, comparison: Comparison) -> "tuple[GameWorth, ...]":
    from bythebook.odds.differences.asking import Table
    from bythebook.odds.differences.worth import price_comparison

    priced = like(o.OddsAsked, asked, game=asked.old)
    table = Table(
        decks=asked.decks,
        options=c.read_pairs(asked.option, "option"),
        readings=c.read_pairs(asked.reading, "reading"),
        question=lambda game: priced.question(game, every_side=True),
    )
    table.check(comparison)
    with c.patience("working out the games") as told:
        return price_comparison(comparison, table.ask, told)
