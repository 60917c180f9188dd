"""A chart in colour in the terminal."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bythebook.odds.sheet.best_play import BestPlay
from bythebook.odds.sheet.notation import counted, percent
from bythebook.odds.strategy.view import MEANINGS, ChartView, Section, ViewCell, card_notes

MOST_SHOWN = 40

# Each action differs in lightness as well as in hue, and its letter always stands there.
STYLES = {
    "S": "bold #2b1d00 on #e3b23c",
    "H": "bold #f6efdc on #14503c",
    "D": "bold #08231b on #8fd0b5",
    "P": "bold #f6efdc on #3b5b92",
    "R": "bold #22302a on #f3ead6",
}


def show(best: BestPlay, console: Console, *, composition: bool) -> None:
    """Print a game's chart, what it is worth, and where single hands depart from it."""
    view = best.view
    decks = counted(best.decks, "deck")
    never = f", never {', '.join(best.without)}" if best.without else ""
    console.print(f"{best.title}, {best.place} ({best.game}, {decks}{never})", highlight=False)
    told = (
        f"House edge by this chart {percent(best.chart_edge, 6)}; every hand played best"
        f" {percent(best.best_edge, 6)}"
    )
    console.print(told, highlight=False)
    console.print()
    for section in view.sections:
        console.print(_section(section, view.columns))
        console.print()
    for line in legend(view):
        console.print(line)
    console.print()
    notes = list(card_notes(view))
    if notes:
        console.print("With more cards (*)", style="bold")
        for note in notes:
            console.print(f"  {note}", highlight=False)
        console.print()
    _show_departures(best, console, composition)


def _show_departures(best: BestPlay, console: Console, composition: bool) -> None:
    count, worth = len(best.departures), percent(best.departures_worth)
    if not count:
        return
    hint = "" if composition else "; --composition lists them"
    told = f"{count} hands that are not split are better played otherwise: {worth} in all{hint}"
    console.print(told, highlight=False)
    if not composition:
        return
    table = Table("hand", "dealer", "best", "chart", box=None, padding=(0, 2, 0, 0))
    table.add_column("gain, stakes", justify="right")
    table.add_column("worth a round", justify="right")
    for d in best.departures[:MOST_SHOWN]:
        table.add_row(d.hand, d.up, d.action, d.instead_of, f"{d.gain:.6f}", f"{d.worth:.9f}")
    console.print(table)
    if count > MOST_SHOWN:
        console.print(f"and {count - MOST_SHOWN} more, worth less", highlight=False)


def _section(section: Section, columns: tuple[str, ...]) -> Table:
    table = Table(title=section.title, title_justify="left", title_style="bold", box=None,
                  padding=(0, 0), pad_edge=False)  # fmt: skip
    table.add_column("", justify="right", min_width=10)
    for name in columns:
        table.add_column(name, justify="center", min_width=4, header_style="dim")
    for row in section.rows:
        table.add_row(Text(f"{row.name} "), *(_cell(cell) for cell in row.cells))
    return table


def _cell(cell: ViewCell) -> Text:
    mark = "*" if cell.steps else ""
    return Text(f"{cell.code}{mark}".center(4), style=style_of(cell.code))


def style_of(code: str) -> str:
    return STYLES[code[0]]


def legend(view: ChartView) -> list[Text]:
    return [
        Text.assemble((f"{code:^4}", style_of(code)), f" {MEANINGS[code]}") for code in view.codes()
    ]
