"""The figures of a table as a page of text."""

from collections.abc import Iterator, Sequence

from bythebook.money import format_amount
from bythebook.odds.exact.analysis import Analysis
from bythebook.odds.exact.three_cards import ThreeCardAnalysis
from bythebook.odds.sheet.figures import MAIN, Caution, Figures, SideFigures
from bythebook.odds.sheet.shown import dollars, number, one_in, pays, percent
from bythebook.odds.sides.jackpots import JackpotPrice
from bythebook.odds.strategy.charts import COLUMNS

KINDS = {"rule": "Rules", "option": "Left to the operator", "reading": "Readings"}


def tell_figures(figures: Figures, place: str) -> str:
    """Everything in the order in which people ask for it."""
    blocks = [list(_headline(figures, place))]
    main = figures.main
    if isinstance(main, Analysis):
        blocks += [_by_up_card(main), _how_often(main)]
    else:
        blocks.append(_outcomes(main))
    blocks += [list(_side(side)) for side in figures.sides]
    if figures.unpriced:
        left_out = [f"  {name}: {why}" for name, why in figures.unpriced.items()]
        blocks.append(["Left out", *left_out])
    blocks.append(list(_settings(figures)))
    return "\n\n".join("\n".join(block) for block in blocks)


def _headline(figures: Figures, place: str) -> Iterator[str]:
    decks = "1 deck" if figures.decks == 1 else f"{figures.decks} decks"
    yield f"{figures.title}, {place} ({figures.game}, {decks})"
    if isinstance(figures.main, Analysis):
        never = f", never {', '.join(figures.without)}" if figures.without else ""
        stake = format_amount(figures.stake)
        yield f"strategy {figures.strategy}{never}; one box, a stake of {stake}, a full shoe"
    yield ""
    yield f"House edge          {percent(figures.house_edge, 6):>13}   of the initial wager"
    yield f"Return              {percent(figures.player_return, 6):>13}"
    yield f"Standard deviation  {figures.standard_deviation:>11.6f}     stakes a round"
    yield from (f"WARNING: {tell_caution(caution)}" for caution in figures.cautions)


def tell_caution(caution: Caution) -> str:
    """Where the player has the edge."""
    wager = "the main wager" if caution.wager == MAIN else caution.wager
    where = f" with {caution.where}" if caution.where else ""
    return f"the player has the edge on {wager}{where}: {percent(-caution.house_edge)}"


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


def _outcomes(main: ThreeCardAnalysis) -> list[str]:
    rows = [
        (o.name, f"{o.pays:g}", percent(o.probability, 6), one_in(o.probability), o.clause)
        for o in main.outcomes
    ]
    return ["How it ends", *columns(("", "player gets", "chance", "one in", "clause"), rows)]


def _side(side: SideFigures) -> Iterator[str]:
    price = side.price
    stake = f", at a stake of {format_amount(price.stake)}" if price.stake is not None else ""
    yield (
        f"{price.title} ({price.name}, clause {price.clause}): house edge"
        f" {percent(price.house_edge)}, standard deviation {price.standard_deviation:.4f}{stake}"
    )
    rows = [
        (line.name, pays(line.pays), percent(line.probability, 6), one_in(line.probability),
         line.clause)
        for line in price.lines
    ]  # fmt: skip
    yield from columns(("", "pays", "chance", "one in", "clause"), rows)
    if side.jackpot is not None:
        yield from _jackpot(side.jackpot)


def _jackpot(jackpot: JackpotPrice) -> Iterator[str]:
    for meter in jackpot.meters:
        even = "never" if meter.break_even is None else dollars(meter.break_even)
        yield (
            f"  meter {meter.meter} at {dollars(meter.reading)} returns"
            f" {percent(meter.return_now)}; even at {even}"
        )
        for line in meter.lines:
            hours = "" if line.hours_between is None else f", {number(line.hours_between)} hours"
            yield f"    {line.name}: {number(line.rounds_between)} rounds between hits{hours}"
        growth = meter.growth
        if growth is not None:
            yield (
                f"    each wager adds {growth.per_wager / 100:.4f}; it is won at"
                f" {dollars(growth.mean_prize)} on average and returns"
                f" {percent(growth.long_run_return)} in the long run,"
                f" {percent(growth.from_house)} of it the house's"
            )


def _settings(figures: Figures) -> Iterator[str]:
    for kind, title in KINDS.items():
        rows = [
            (setting.name, setting.value, f"[{', '.join(setting.clauses)}]")
            for setting in figures.settings
            if setting.kind == kind
        ]
        if rows:
            yield title
            yield from columns(("", "", ""), rows, numbers=False)


def columns(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: bool = True
) -> Iterator[str]:
    """Rows under each other; with numbers, all but the first and the last stand to the right."""
    every = [head, *rows] if any(head) else list(rows)
    widths = [max(len(row[at]) for row in every) for at in range(len(head))]
    for row in every:
        cells = [
            text.rjust(width) if numbers and 0 < at < len(row) - 1 else text.ljust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield f"  {'  '.join(cells)}".rstrip()
