"""A strategy chart as a page, or as a part of one."""

from collections.abc import Sequence

from bythebook.odds.sheet.page import Column, Html, figure_text, join, page, section, table, tag
from bythebook.odds.sheet.shown import percent
from bythebook.odds.strategy.best_play import BestPlay
from bythebook.odds.strategy.chart_view import (
    MEANINGS,
    ChartView,
    Section,
    ViewCell,
    card_notes,
    tell_steps,
)
from bythebook.odds.strategy.exceptions import Departure

MOST_SHOWN = 100


def chart_html(view: ChartView) -> Html:
    """The chart, its legend, and what changes with the number of cards."""
    tall, *others = [_section(part, view.columns) for part in view.sections]
    notes = [tag("li", note) for note in card_notes(view)]
    by_cards = [
        tag("h3", "By the number of cards"),
        tag("p", "A small figure in the chart: from so many cards on, the letter beside it."),
        tag("ul", *notes, kind="notes"),
    ]
    both = tag("div", tall, tag("div", *others), kind="two")
    return join([both, legend(view), *(by_cards if notes else [])])


def _section(part: Section, columns: tuple[str, ...]) -> Html:
    head = [tag("td", ""), *(tag("th", name, scope="col") for name in columns)]
    rows = [
        tag("tr", tag("th", row.name, scope="row"), *(_cell(cell) for cell in row.cells))
        for row in part.rows
    ]
    drawn = tag("table", tag("thead", tag("tr", *head)), tag("tbody", *rows), kind="chart")
    return tag("div", tag("h3", part.title), tag("div", drawn, kind="scroll", tabindex="0"))


def _cell(cell: ViewCell) -> Html:
    kind = f"do-{cell.code[0]}"
    if not cell.steps:
        return tag("td", cell.code, kind=kind)
    first = cell.steps[0]
    more = "…" if len(cell.steps) > 1 else ""
    mark = tag("sup", f"{first.cards}{first.code}{more}")
    return tag("td", cell.code, mark, kind=kind, title=tell_steps(cell))


def legend(view: ChartView) -> Html:
    parts = [
        tag("li", tag("b", code, kind=f"do-{code[0]}"), MEANINGS[code]) for code in view.codes()
    ]
    return tag("ul", *parts, kind="legend")


def chart_page(best: BestPlay) -> str:
    """A page with nothing but the chart, and the hands that depart from it."""
    key = tag(
        "dl",
        _figure("House edge by the chart", percent(best.chart_edge), kind="first"),
        _figure("by the best play of every hand", percent(best.best_edge)),
        _figure("the chart costs", percent(best.chart_edge - best.best_edge)),
        kind="key",
    )
    never = f"; never {', '.join(best.without)}" if best.without else ""
    about = f"{best.place}. Game {best.game}, {best.decks} decks{never}."
    heading = [tag("p", "Strategy", kind="of"), tag("h1", best.title)]
    header = join([*heading, tag("p", about, kind="about"), key])
    parts = [section("The best chart by totals", chart_html(best.view))]
    if best.departures:
        told = (
            f"Not counting splits, {len(best.departures)} hands are better played otherwise than"
            f" their total, which is worth {percent(best.departures_worth)} in all."
        )
        shown = best.departures[:MOST_SHOWN]
        if len(shown) < len(best.departures):
            told += f" The {MOST_SHOWN} most valuable:"
        parts.append(section("By composition", departures_html(shown), lead=told))
    return page(f"{best.title}: strategy", header, *parts)


def departures_html(departures: Sequence[Departure]) -> Html:
    """Where the best play departs from the chart."""
    columns = (
        Column("hand"),
        Column("dealer"),
        Column("best"),
        Column("chart"),
        Column("gain, stakes", True),
        Column("worth a round, stakes", True),
    )
    rows = [
        (d.hand, d.up, d.action, d.instead_of, f"{d.gain:.6f}", f"{d.worth:.9f}")
        for d in departures
    ]
    return table(columns, rows)


def _figure(name: str, value: str, kind: str = "") -> Html:
    extra = {"kind": kind} if kind else {}
    return tag("div", tag("dt", name), tag("dd", figure_text(value)), **extra)
