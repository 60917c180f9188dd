"""Figures and sheets as text: for the terminal, and in Markdown.

What both say is said once, as sections; a section is then written in either way. What only one of
them has, a compact head in the terminal or the priced choices of a sheet, stands with it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bythebook.money import format_amount
from bythebook.odds.exact.analysis import Analysis
from bythebook.odds.exact.three_cards import ThreeCardAnalysis
from bythebook.odds.sheet.figures import Caution, Figures, SideFigures, wager_told
from bythebook.odds.sheet.notation import counted, dollars, number, one_in, pays, percent, points
from bythebook.odds.sheet.par import METHOD, ParSheet
from bythebook.odds.sheet.pricing import ChoicePrice
from bythebook.odds.sheet.settings import KINDS
from bythebook.odds.sides.jackpots import JackpotPrice
from bythebook.odds.sides.side_wagers import SidePrice
from bythebook.odds.strategy.charts import COLUMNS
from bythebook.odds.strategy.view import MEANINGS, ViewCell, card_notes

NUMBERS = "#"  # before the title of a column of numbers, which stand to the right


class Table(NamedTuple):
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


class Item(NamedTuple):
    """A line of a list; one that is deeper belongs to the one before."""

    text: str
    depth: int = 0


class Section(NamedTuple):
    """A title, what is said beside it in half a sentence, and what stands below."""

    title: str
    parts: Sequence[Table | Item | str]
    told: str = ""
    level: int = 2


def tell_figures(figures: Figures, place: str) -> str:
    """The figures of a table for the terminal, in the order in which people ask for them."""
    blocks = [_headline(figures, place)]
    main = figures.main
    if isinstance(main, Analysis):
        blocks += [_by_up_card(main), _how_often(main)]
    else:
        blocks.append(plain(_outcomes(main, "How it ends")))
    blocks += [plain(_side(side)) for side in figures.sides]
    blocks += [plain(section) for section in _left_out(figures)]
    settings = [line for section in _settings(figures) for line in plain(section)]
    return "\n\n".join("\n".join(block) for block in [*blocks, settings])


def par_markdown(sheet: ParSheet) -> str:
    """The whole sheet in Markdown."""
    figures = sheet.figures
    main = figures.main
    sections = [Section("Settings", ()), *_settings(figures, meanings=True)]
    if isinstance(main, Analysis):
        sections += [_where_from(main), *_chart(sheet)]
    else:
        sections += _three_cards(main)
    if figures.sides or figures.unpriced:
        sections.append(Section("Side wagers", ()))
    sections += [*map(_side, figures.sides), *_left_out(figures)]
    sections += [*_worth(sheet), *_audit(sheet), Section("Method", METHOD)]
    cited = Table(("clause", "says, in our words"), list(sheet.clauses.items()))
    sections.append(Section("Clauses cited", (cited,)))
    lines = [*_title(sheet), *(line for section in sections for line in _markdown(section))]
    return "\n".join(lines) + "\n"


# Either way of writing


def plain(section: Section) -> list[str]:
    lines = [f"{section.title}: {section.told}" if section.told else section.title]
    for part in section.parts:
        match part:
            case Table():
                lines += columns(part)
            case Item():
                lines.append(f"{'  ' * (part.depth + 1)}{part.text}")
            case _:
                lines.append(f"  {part}")
    return lines


def columns(table: Table) -> Iterator[str]:
    """Rows under each other, below their titles if they have any."""
    to_the_right = [title.startswith(NUMBERS) for title in table.head]
    titles = [title.removeprefix(NUMBERS) for title in table.head]
    every = [titles, *table.rows] if any(titles) else list(table.rows)
    widths = [max(len(row[at]) for row in every) for at in range(len(titles))]
    for row in every:
        cells = [
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, to_the_right, strict=True)
        ]
        yield f"  {'  '.join(cells)}".rstrip()


def _markdown(section: Section) -> Iterator[str]:
    yield from ("", f"{'#' * section.level} {section.title}")
    if section.told:
        yield from ("", f"{section.told[0].upper()}{section.told[1:]}.")
    before: Table | Item | str = ""
    for part in section.parts:
        if not (isinstance(part, Item) and isinstance(before, Item)):
            yield ""
        match part:
            case Table():
                yield from _table(part)
            case Item():
                yield f"{'  ' * part.depth}- {part.text}"
            case _:
                yield part
        before = part


def _table(table: Table) -> Iterator[str]:
    yield _row([title.removeprefix(NUMBERS) for title in table.head])
    rules = [" ---: " if title.startswith(NUMBERS) else " --- " for title in table.head]
    yield f"|{'|'.join(rules)}|"
    yield from map(_row, table.rows)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


# What both say


def tell_caution(caution: Caution) -> str:
    """Where the player has the edge."""
    where = f" with {caution.where}" if caution.where else ""
    edge = percent(-caution.house_edge)
    return f"the player has the edge on {wager_told(caution.wager)}{where}: {edge}"


def _settings(figures: Figures, *, meanings: bool = False) -> Iterator[Section]:
    for kind, title in KINDS.items():
        found = [setting for setting in figures.settings if setting.kind == kind]
        if found and meanings:
            rows = [
                (s.name, f"{s.value}: {s.says}" if s.says else s.value, ", ".join(s.clauses))
                for s in found
            ]
            yield Section(title, (Table(("setting", "in force", "clause"), rows),), level=3)
        elif found:
            rows = [(s.name, s.value, f"[{', '.join(s.clauses)}]") for s in found]
            yield Section(title, (Table(("", "", ""), rows),))


def _outcomes(main: ThreeCardAnalysis, title: str) -> Section:
    head = ("outcome", "#player gets", "#chance", "#one in", "#adds", "clause")
    rows = [
        (o.name, f"{o.pays:g}", percent(o.probability, 6), one_in(o.probability),
         percent(o.contribution), o.clause)
        for o in main.outcomes
    ]  # fmt: skip
    return Section(title, (Table(head, rows),))


def _side(side: SideFigures) -> Section:
    price = side.price
    stake = f", at a stake of {format_amount(price.stake)}" if price.stake is not None else ""
    head = ("line", "#pays", "#chance", "#one in", "#adds", "clause")
    rows = [
        (line.name, pays(line.pays), percent(line.probability, 6), one_in(line.probability),
         percent(line.contribution), line.clause)
        for line in (*price.lines, *([] if price.stands_off is None else [price.stands_off]))
    ]  # fmt: skip
    rows.append(("otherwise", "", percent(price.missed, 6), "", "", price.loses_clause))
    return Section(
        title=f"{price.title} ({price.name}, clause {price.clause})",
        told=f"house edge {percent(price.house_edge)}{by_rounds(price)}, standard deviation"
        f" {price.standard_deviation:.4f}, wins one in {one_in(price.hit_frequency)}{stake}",
        parts=(Table(head, rows), *(_jackpot(side.jackpot) if side.jackpot is not None else ())),
        level=3,
    )


def by_rounds(price: SidePrice) -> str:
    """Of a price that was not worked out but played."""
    if not price.rounds:
        return ""
    return f" ± {percent(price.error)} (simulated, {number(price.rounds)} rounds)"


def _jackpot(jackpot: JackpotPrice) -> Iterator[Item]:
    for meter in jackpot.meters:
        even = "never" if meter.break_even is None else dollars(meter.break_even)
        yield Item(
            f"meter {meter.meter} at {dollars(meter.reading)} returns"
            f" {percent(meter.return_now)}; even at {even}"
        )
        for line in meter.lines:
            hours = "" if line.hours_between is None else f", {number(line.hours_between)} hours"
            rounds = number(line.rounds_between)
            yield Item(
                f"{line.name}: {rounds} rounds between hits{hours}; takes {line.percent} %", 1
            )
        growth = meter.growth
        if growth is not None:
            yield Item(
                f"each wager adds {growth.per_wager / 100:.4f}; it is won at"
                f" {dollars(growth.mean_prize)} on average and returns"
                f" {percent(growth.long_run_return)} in the long run,"
                f" {percent(growth.from_house)} of it the house's",
                1,
            )


def _left_out(figures: Figures) -> Iterator[Section]:
    if figures.unpriced:
        missing = [Item(f"{name}: {why}") for name, why in figures.unpriced.items()]
        yield Section("Left out", missing, level=3)


# Only in the terminal


def _headline(figures: Figures, place: str) -> list[str]:
    decks = counted(figures.decks, "deck")
    lines = [f"{figures.title}, {place} ({figures.game}, {decks})"]
    if isinstance(figures.main, Analysis):
        never = f", never {', '.join(figures.without)}" if figures.without else ""
        stake = format_amount(figures.stake)
        how = f"strategy {figures.strategy}{never}; one box, a stake of {stake}, a full shoe"
        lines.append(how)
    return [
        *lines,
        "",
        f"House edge          {percent(figures.house_edge, 6):>13}   of the initial wager",
        f"Return              {percent(figures.player_return, 6):>13}",
        f"Standard deviation  {figures.standard_deviation:>11.6f}     stakes a round",
        *(f"WARNING: {tell_caution(caution)}" for caution in figures.cautions),
    ]


def _by_up_card(main: Analysis) -> list[str]:
    edges = {row.up: row.house_edge for row in main.by_up_card}
    order = [up for up in COLUMNS if up in edges]
    names = "".join(f"{up:>8}" for up in order)
    figures = "".join(f"{100 * edges[up]:>8.2f}" for up in order)
    return ["House edge by the dealer's first card, %", f"  {names}", f"  {figures}"]


def _how_often(main: Analysis) -> list[str]:
    lines = ["How often"]
    for name, value in main.frequencies.items():
        if value:
            shown = f"{value:.4f}" if name.startswith("hands") else percent(value)
            lines.append(f"  {name:<22}{shown:>12}")
    lines.append("  dealer's hand, were it always played out:")
    ends = [f"{name} {percent(chance, 2)}" for name, chance in main.dealer.items()]
    half = len(ends) // 2
    return [*lines, f"    {', '.join(ends[:half])}", f"    {', '.join(ends[half:])}"]


# Only on a sheet


def _title(sheet: ParSheet) -> Iterator[str]:
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
    yield from _table(Table(("", NUMBERS), rows))
    if sheet.cautions:
        yield ""
        yield from (f"> **WARNING**: {tell_caution(caution)}  " for caution in sheet.cautions)


def _where_from(main: Analysis) -> Section:
    in_order = sorted(main.by_up_card, key=lambda row: COLUMNS.index(row.up))
    rows = [(row.up, percent(row.probability), percent(row.house_edge)) for row in in_order]
    often = [(name, f"{value:.6f}") for name, value in main.frequencies.items() if value]
    ends = [(name, f"{chance:.6f}") for name, chance in main.dealer.items()]
    return Section(
        "Where it comes from",
        (
            Table(("dealer's first card", "#chance", "#house edge"), rows),
            Table(("how often, a round", NUMBERS), often),
            Table(("the dealer's hand ends with", "#chance"), ends),
        ),
    )


def _three_cards(main: ThreeCardAnalysis) -> Iterator[Section]:
    outcomes = _outcomes(main, "The main wager")
    tables = list(outcomes.parts)
    for title, given in (
        ("dealer's first card", main.by_dealer_card),
        ("player's count", main.by_count),
    ):
        rows = [
            (g.given, percent(g.probability), percent(g.wins), percent(g.stands_off),
             percent(g.house_edge))
            for g in given
        ]  # fmt: skip
        tables.append(Table((title, "#chance", "#wins", "#stands off", "#house edge"), rows))
    yield outcomes._replace(parts=tables)


def _chart(sheet: ParSheet) -> Iterator[Section]:
    """The chart, its letters explained, and what changes with the number of cards."""
    if sheet.chart is None:
        return
    edge = percent(sheet.chart.house_edge, 6)
    yield Section("Strategy", (), told=f"played by this chart, the house edge is {edge}")
    view = sheet.chart.view
    head = ("", *(NUMBERS + name for name in view.columns))
    for section in view.sections:
        rows = [(row.name, *map(_cell, row.cells)) for row in section.rows]
        yield Section(section.title, (Table(head, rows),), level=3)
    meanings = "; ".join(f"{code}: {MEANINGS[code]}" for code in view.codes())
    parts: list[Item | str] = [f"{meanings}."]
    notes = [Item(note) for note in card_notes(view)]
    if notes:
        parts += ["With more cards (\\*):", *notes]
    yield Section("Letters", parts, level=3)


def _cell(cell: ViewCell) -> str:
    return cell.code + ("\\*" if cell.steps else "")


def _worth(sheet: ParSheet) -> Iterator[Section]:
    for kind, title in (("option", "Options priced"), ("reading", "Readings priced")):
        chosen = [choice for choice in sheet.choices if choice.kind == kind]
        if chosen:
            yield Section(title, [part for choice in chosen for part in _choice(choice)])
    if sheet.rights:
        rows = [(r.right, r.clause, percent(r.house_edge), points(r.change)) for r in sheet.rights]
        head = ("without", "clause", "#house edge", "#change, points")
        yield Section("Rights priced", (Table(head, rows),))
    if sheet.habits:
        habits = [(h.strategy, percent(h.house_edge), points(h.change)) for h in sheet.habits]
        table = Table(("strategy", "#house edge", "#change, points"), habits)
        yield Section("Other ways to play", (table,))


def _choice(choice: ChoicePrice) -> Iterator[Table | str]:
    yield f"**{choice.name}** ({', '.join(choice.clauses)}): {choice.question}"
    if not choice.tells:
        yield f"In force: {choice.value}. No other value changes these figures."
        return
    rows = [(f"{choice.value} (in force)", "", "", "")]
    for other in choice.alternatives:
        for wager, change in other.changes.items():
            rows.append((other.value, wager, percent(other.edges[wager]), points(change)))
        if other.refused or not other.changes:
            rows.append((other.value, other.refused or "no change", "", ""))
    yield Table(("value", "wager", "#house edge", "#change, points"), rows)


def _audit(sheet: ParSheet) -> Iterator[Section]:
    audit = sheet.audit
    if audit is None:
        return
    rows = [
        (x.wager, percent(x.exact), percent(x.simulated), percent(x.standard_error),
         f"{x.errors_apart:+.2f}")
        for x in audit.lines
    ]  # fmt: skip
    head = ("wager", "#exact", "#simulated", "#standard error", "#errors apart")
    how = f"{audit.rounds:,} rounds, a fresh shuffle before each; seed {audit.seed}"
    yield Section("Simulation audit", (Table(head, rows),), told=how)
    shares = [(name, percent(part)) for name, part in audit.distribution.items()]
    yield Section("Distribution of results", (Table(("stakes", "#part of rounds"), shares),))
