"""The command `rehearse`: a tournament played through by automatic players."""

import datetime
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from bythebook.commands import choices as c
from bythebook.errors import naming
from bythebook.money import format_amount
from bythebook.rulebooks.law import named_in

if TYPE_CHECKING:
    from bythebook.tournaments.rehearsal.summary import Summary

File = Annotated[str, typer.Argument(metavar="FILE", help="Terms of a tournament; - is stdin.")]
Entries = Annotated[
    int | None, typer.Option(metavar="N", help="How many enter; else the most, up to 200.")
]
Seed = Annotated[int, typer.Option(metavar="N", help="Another number, another tournament.")]

_USUAL = 200
_NAMES_SHOWN = 8


def rehearse_command(
    file: File,
    entries: Entries = None,
    seed: Seed = 1,
    rulebook: c.OwnBooks = None,
    as_json: c.AsJson = False,
) -> None:
    """Rehearse a tournament from its entries to its prizes with automatic players."""
    import msgspec

    from bythebook.tournaments.rehearsal.rehearsal import rehearse, seed_from
    from bythebook.tournaments.rehearsal.summary import summarise
    from bythebook.tournaments.terms.files import read_document

    with naming(file):
        terms = named_in(read_document(c.read_input(file)), datetime.date.today())
        many = min(terms.entry.most or _USUAL, _USUAL) if entries is None else entries
        rehearsed = rehearse(terms, entries=many, seed=seed_from(seed), told=_progress)
    summary = summarise(rehearsed)
    if as_json:
        print(msgspec.json.encode(summary).decode())
    else:
        _tell(summary)


def _progress(line: str) -> None:
    print(line, file=sys.stderr)


def _tell(summary: "Summary") -> None:
    print(
        f"{summary.title}: {summary.entries} entries; {summary.fell_out} withdrew, lost the place"
        " or were disqualified"
    )
    print()
    width = max((len(stage.name) for stage in summary.stages), default=0)
    print(f"  {'stage':{width}}  players  tables  hands  went on")
    for stage in summary.stages:
        names = ", ".join(stage.advanced[:_NAMES_SHOWN])
        more = len(stage.advanced) - _NAMES_SHOWN
        names += f" and {more} more" if more > 0 else ""
        print(
            f"  {stage.name:{width}}  {stage.players:7}  {stage.tables:6}  {stage.hands:5}"
            f"  {names or '–'}"
        )
    print()
    width = max((len(won.player) for won in summary.places), default=6)
    print(f"  place  {'player':{width}}  {'prize':>12}")
    for won in summary.places:
        shared = f"  (level, {won.level} share)" if won.level > 1 else ""
        thing = f"  and {won.thing}" if won.thing else ""
        print(
            f"  {won.place:5}  {won.player:{width}}  {format_amount(won.cents):>12}{thing}{shared}"
        )
    print()
    _tell_money(summary)


def _tell_money(summary: "Summary") -> None:
    came = (("from players", summary.from_players), ("from the house", summary.from_house))
    went = (
        ("prizes", summary.prizes),
        ("commission", summary.commission),
        ("refunds", summary.refunds),
        ("chips cashed", summary.chips_cashed),
        ("won by the house", summary.to_house),
    )
    for lines, total, name in ((came, summary.money_in, "in"), (went, summary.money_out, "out")):
        for what, cents in lines:
            if cents:
                print(f"  {what:18}{format_amount(cents):>14}")
        print(f"  {f'money {name}':18}{format_amount(total):>14}")
    even = "even to the cent" if summary.money_in == summary.money_out else "NOT EVEN"
    print(f"  {even}")
