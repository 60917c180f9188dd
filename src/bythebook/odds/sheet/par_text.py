"""A PAR sheet in Markdown."""

from collections.abc import Iterable, Iterator, Sequence

from bythebook.money import format_amount
from bythebook.odds.exact.analysis import Analysis
from bythebook.odds.exact.three_cards import ThreeCardAnalysis
from bythebook.odds.sheet.figures import Figures
from bythebook.odds.sheet.figures_text import KINDS, tell_caution
from bythebook.odds.sheet.method import METHOD
from bythebook.odds.sheet.par import ParSheet
from bythebook.odds.sheet.pricing import ChoicePrice
from bythebook.odds.sheet.shown import dollars, number, one_in, pays, percent, points
from bythebook.odds.sides.jackpots import JackpotPrice
from bythebook.odds.strategy.chart_view import MEANINGS, ChartView, ViewCell, card_notes
from bythebook.odds.strategy.charts import COLUMNS


def par_markdown(sheet: ParSheet) -> str:
    """The whole sheet."""
    figures = sheet.figures
    main = figures.main
    lines = [*_headline(sheet), *_settings(figures)]
    if isinstance(main, Analysis):
        lines += [*_main(main), *_chart(sheet)]
    else:
        lines += _three_cards(main)
    lines += [*_sides(figures), *_worth(sheet), *_audit(sheet)]
    lines += ["", "## Method", *(f"\n{paragraph}" for paragraph in METHOD)]
    lines += ["", "## Clauses cited", ""]
    lines += table(("clause", "says, in our words"), sheet.clauses.items(), numbers=False)
    return "\n".join(lines) + "\n"


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: bool = True
) -> Iterator[str]:
    """A table; with numbers, all columns but the first stand to the right."""
    yield _row(head)
    yield "|" + "|".join(" ---: " if numbers and at else " --- " for at in range(len(head))) + "|"
    yield from map(_row, rows)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _headline(sheet: ParSheet) -> Iterator[str]:
    figures, about = sheet.figures, sheet.book
    yield f"# {figures.title}: PAR sheet"
    yield ""
    approved = f"{about.authority}, {about.version}, from {about.effective}"
    yield f"{about.title}, {about.place}. {approved}."
    yield ""
    rows = [
        ("game", figures.game),
        ("**house edge on the main wager**", f"**{percent(figures.house_edge, 6)}**"),
        ("return to the player", percent(figures.player_return, 6)),
        ("standard deviation, stakes a round", f"{figures.standard_deviation:.6f}"),
        ("decks", str(figures.decks)),
        ("stake", format_amount(figures.stake)),
        ("strategy", ", never ".join((figures.strategy, *figures.without))),
    ]
    yield from table(("", ""), rows)
    if sheet.cautions:
        yield ""
        yield from (f"> **WARNING**: {tell_caution(caution)}  " for caution in sheet.cautions)


def _settings(figures: Figures) -> Iterator[str]:
    yield from ("", "## Settings")
    for kind, title in KINDS.items():
        rows = [
            (s.name, s.value + (f": {s.says}" if s.says else ""), ", ".join(s.clauses))
            for s in figures.settings
            if s.kind == kind
        ]
        if rows:
            yield from ("", f"### {title}", "")
            yield from table(("setting", "in force", "clause"), rows, numbers=False)


def _main(main: Analysis) -> Iterator[str]:
    yield from ("", "## Where it comes from", "")
    in_order = sorted(main.by_up_card, key=lambda row: COLUMNS.index(row.up))
    rows = [(row.up, percent(row.probability), percent(row.house_edge)) for row in in_order]
    yield from table(("dealer's first card", "chance", "house edge"), rows)
    yield ""
    often = [(name, f"{value:.6f}") for name, value in main.frequencies.items() if value]
    yield from table(("how often, a round", ""), often)
    yield ""
    ends = [(name, f"{chance:.6f}") for name, chance in main.dealer.items()]
    yield from table(("the dealer's hand ends with", "chance"), ends)


def _chart(sheet: ParSheet) -> Iterator[str]:
    chart = sheet.chart
    if chart is None:
        return
    yield from ("", "## Strategy", "")
    yield f"Played by this chart, the house edge is {percent(chart.house_edge, 6)}."
    yield from chart_markdown(chart.view)


def chart_markdown(view: ChartView) -> Iterator[str]:
    """The chart, its letters explained, and what changes with the number of cards."""
    for section in view.sections:
        yield from ("", f"### {section.title}", "")
        rows = [(row.name, *map(_cell, row.cells)) for row in section.rows]
        yield from table(("", *view.columns), rows)
    yield ""
    yield "; ".join(f"{code}: {MEANINGS[code]}" for code in view.codes()) + "."
    notes = [f"- {note}" for note in card_notes(view)]
    if notes:
        yield from ("", "With more cards (\\*):", "", *notes)


def _cell(cell: ViewCell) -> str:
    return cell.code + ("\\*" if cell.steps else "")


def _three_cards(main: ThreeCardAnalysis) -> Iterator[str]:
    yield from ("", "## The main wager", "")
    rows = [
        (o.name, o.clause, percent(o.probability, 6), f"{o.pays:g}", percent(o.contribution))
        for o in main.outcomes
    ]
    yield from table(("outcome", "clause", "chance", "player gets", "adds"), rows)
    for title, given in (
        ("dealer's first card", main.by_dealer_card),
        ("player's count", main.by_count),
    ):
        yield ""
        rows = [
            (g.given, percent(g.probability), percent(g.wins), percent(g.stands_off),
             percent(g.house_edge))
            for g in given
        ]  # fmt: skip
        yield from table((title, "chance", "wins", "stands off", "house edge"), rows)


def _sides(figures: Figures) -> Iterator[str]:
    if figures.sides or figures.unpriced:
        yield from ("", "## Side wagers")
    for side in figures.sides:
        price = side.price
        yield from ("", f"### {price.title} ({price.clause})", "")
        stake = f", at a stake of {format_amount(price.stake)}" if price.stake is not None else ""
        yield (
            f"House edge **{percent(price.house_edge)}**, standard deviation"
            f" {price.standard_deviation:.4f}, wins one in {one_in(price.hit_frequency)}{stake}."
        )
        yield ""
        rows = [
            (x.name, x.clause, pays(x.pays), percent(x.probability, 6), percent(x.contribution))
            for x in price.lines
        ]
        rows.append(("otherwise", price.loses_clause, "", percent(1 - price.hit_frequency, 6), ""))
        yield from table(("line", "clause", "pays", "chance", "adds"), rows)
        if side.jackpot is not None:
            yield from _jackpot(side.jackpot)
    if figures.unpriced:
        yield from ("", *(f"- Left out: {name}: {why}" for name, why in figures.unpriced.items()))


def _jackpot(jackpot: JackpotPrice) -> Iterator[str]:
    yield ""
    rows = [
        (
            f"{meter.meter}: {line.name}",
            dollars(meter.reading),
            f"{line.percent} %",
            number(line.rounds_between),
            "never" if meter.break_even is None else dollars(meter.break_even),
        )
        for meter in jackpot.meters
        for line in meter.lines
    ]
    yield from table(("meter", "stands at", "takes", "rounds between hits", "break-even"), rows)
    for meter in jackpot.meters:
        if meter.growth is not None:
            yield ""
            yield (
                f"{meter.meter} is won at {dollars(meter.growth.mean_prize)} on average and returns"
                f" {percent(meter.growth.long_run_return)} in the long run."
            )


def _worth(sheet: ParSheet) -> Iterator[str]:
    for kind, title in (("option", "Options priced"), ("reading", "Readings priced")):
        chosen = [choice for choice in sheet.choices if choice.kind == kind]
        if chosen:
            yield from ("", f"## {title}")
        for choice in chosen:
            yield from _choice(sheet, choice)
    if sheet.rights:
        yield from ("", "## Rights priced", "")
        rows = [(r.right, r.clause, percent(r.house_edge), points(r.change)) for r in sheet.rights]
        yield from table(("without", "clause", "house edge", "change, points"), rows)
    if sheet.habits:
        yield from ("", "## Other ways to play", "")
        habits = [(h.strategy, percent(h.house_edge), points(h.change)) for h in sheet.habits]
        yield from table(("strategy", "house edge", "change, points"), habits)


def _choice(sheet: ParSheet, choice: ChoicePrice) -> Iterator[str]:
    yield ""
    yield f"**{choice.name}** ({', '.join(choice.clauses)}): {choice.question}"
    yield ""
    if not choice.matters and not any(other.refused for other in choice.alternatives):
        yield f"In force: {choice.value}. No other value changes these figures."
        return
    rows = [(f"{choice.value} (in force)", "", "", "")]
    for other in choice.alternatives:
        for wager, change in other.changes.items():
            rows.append((other.value, wager, percent(other.edges[wager]), points(change)))
        if other.refused or not other.changes:
            rows.append((other.value, other.refused or "no change", "", ""))
    yield from table(("value", "wager", "house edge", "change, points"), rows)


def _audit(sheet: ParSheet) -> Iterator[str]:
    audit = sheet.audit
    if audit is None:
        return
    yield from ("", "## Simulation audit", "")
    yield f"{audit.rounds:,} rounds, a fresh shuffle before each; seed {audit.seed}."
    yield ""
    rows = [
        (x.wager, percent(x.exact), percent(x.simulated), percent(x.standard_error),
         f"{x.errors_apart:+.2f}")
        for x in audit.lines
    ]  # fmt: skip
    yield from table(("wager", "exact", "simulated", "standard error", "errors apart"), rows)
    yield from ("", "## Distribution of results", "")
    yield from table(
        ("stakes", "part of rounds"),
        [(name, percent(part)) for name, part in audit.distribution.items()],
    )
