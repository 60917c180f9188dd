"""The parts of a PAR sheet about what could be otherwise: choices, rights and habits, priced."""

from collections.abc import Iterator

from bythebook.odds.sheet.figures import MAIN
from bythebook.odds.sheet.page import (
    Column,
    Html,
    Line,
    clauses,
    figure_text,
    join,
    section,
    table,
    tag,
)
from bythebook.odds.sheet.par import ParSheet
from bythebook.odds.sheet.pricing import Alternative, ChoicePrice
from bythebook.odds.sheet.shown import percent, points

UNIT = "Changes are in percentage points of the house edge: brass is the player's gain."


def worth_sections(sheet: ParSheet) -> Iterator[Html]:
    """Options, readings, rights and habits."""
    for kind, title, lead in (
        ("option", "Options priced", "What the book leaves to the operator, one choice changed."),
        ("reading", "Readings priced", "Where the text is ambiguous, what each reading is worth."),
    ):
        chosen = [choice for choice in sheet.choices if choice.kind == kind]
        if chosen:
            yield section(title, *_choices(sheet, chosen), lead=f"{lead} {UNIT}")
    if sheet.rights:
        yield _rights(sheet)
    if sheet.habits:
        yield _habits(sheet)


def _widest(sheet: ParSheet, wager: str) -> float:
    """The largest change of a wager's edge on the sheet, for which the longest bar stands."""
    changes = [
        abs(other.changes.get(wager, 0.0))
        for choice in sheet.choices
        for other in choice.alternatives
    ]
    if wager == MAIN:
        changes += [abs(right.change) for right in sheet.rights]
    return max(changes, default=0.0) or 1.0


def bar(change: float, widest: float) -> Html:
    """A change as a bar to either side of nothing; no longer than half of its place."""
    length = min(50.0, 50.0 * abs(change) / widest)
    if change < 0:
        inner = f'<i class="player" style="right:50%;width:{length:.2f}%"></i>'
    else:
        inner = f'<i style="left:50%;width:{length:.2f}%"></i>'
    return Html(f'<span class="bar" aria-hidden="true">{inner}</span>')


def _choices(sheet: ParSheet, choices: list[ChoicePrice]) -> Iterator[Html]:
    idle = []
    for choice in choices:
        if choice.matters or any(other.refused for other in choice.alternatives):
            yield tag("h3", choice.name, " ", clauses(choice.clauses))
            yield tag("p", choice.question)
            yield _table(sheet, choice)
        else:
            told = f" {choice.question}"
            idle.append(tag("li", tag("b", choice.name), " ", clauses(choice.clauses), told))
    if idle:
        yield tag("h3", "Without effect on these figures")
        yield tag("ul", *idle)


def _table(sheet: ParSheet, choice: ChoicePrice) -> Html:
    """A row for each value, a column for each wager that it touches."""
    edges = sheet.figures.edges
    touched = [
        wager for wager in edges if any(wager in other.changes for other in choice.alternatives)
    ] or [MAIN]
    drawn = touched[0]
    columns = [Column("value"), *(Column(f"{wager}, house edge", True) for wager in touched)]
    columns.append(Column(f"{drawn}, change"))
    others = {other.value: other for other in choice.alternatives}
    widest = _widest(sheet, drawn)
    lines = []
    for value, says in choice.values.items():
        name = join([value, *([tag("small", says)] if says else [])])
        if value == choice.value:
            now = [_shown(percent(edge), edge) for edge in map(edges.__getitem__, touched)]
            lines.append(Line((name, *now, tag("small", "in force")), "force"))
            continue
        other = others[value]
        cells = [_edge(other, wager) for wager in touched]
        shown = bar(other.changes.get(drawn, 0.0), widest)
        refused = [tag("small", other.refused)] if other.refused else []
        lines.append(Line((name, *cells, join([shown, *refused]))))
    return table(columns, lines)


def _edge(other: Alternative, wager: str) -> Html:
    """The edge, and below it the change; marked where the player is ahead."""
    if wager not in other.edges:
        return Html("–")
    edge, change = other.edges[wager], other.changes.get(wager, 0.0)
    return join([_shown(percent(edge), edge), tag("small", figure_text(points(change)))])


def _shown(figure: str, edge: float) -> Html:
    """A figure, marked where the player has the edge."""
    extra = {"kind": "ahead"} if edge < 0 else {}
    return tag("span", figure_text(figure), **extra)


def _rights(sheet: ParSheet) -> Html:
    widest = _widest(sheet, MAIN)
    columns = (
        Column("without"),
        Column("clause"),
        Column("house edge", True),
        Column("worth to the player", True),
        Column(""),
    )
    rows = [
        (
            right.right,
            clauses([right.clause]),
            percent(right.house_edge),
            points(right.change),
            bar(right.change, widest),
        )
        for right in sheet.rights
    ]
    return section(
        "Rights priced", table(columns, rows), lead="Each right by itself taken away, in turn."
    )


def _habits(sheet: ParSheet) -> Html:
    columns = (
        Column("strategy"),
        Column("house edge", True),
        Column("costs", True),
        Column("standard deviation", True),
    )
    figures = sheet.figures
    rows = [
        Line(
            (
                figures.strategy,
                percent(figures.house_edge),
                "",
                f"{figures.standard_deviation:.4f}",
            ),
            "force",
        )
    ]
    if sheet.chart is not None and sheet.chart.costs:
        chart = ("the chart above", percent(sheet.chart.house_edge), points(sheet.chart.costs), "")
        rows.append(Line(chart))
    rows += [
        Line(
            (
                habit.strategy,
                percent(habit.house_edge),
                points(habit.change),
                f"{habit.standard_deviation:.4f}",
            )
        )
        for habit in sheet.habits
    ]
    lead = (
        "mimic draws to hard 17 or soft 18, never-bust stands on hard 12 or soft 18; neither"
        " doubles, splits or takes anything."
    )
    return section("Other ways to play", table(columns, rows), lead=lead)
