"""The parts of a PAR sheet about side wagers and jackpots."""

from collections.abc import Iterator

from bythebook.odds.sheet.figures import Figures, SideFigures
from bythebook.odds.sheet.page import Column, Html, Line, clauses, section, table, tag
from bythebook.odds.sheet.pictures import meter_line
from bythebook.odds.sheet.shown import dollars, number, one_in, pays, percent
from bythebook.odds.sides.jackpots import JackpotPrice, MeterPrice

LINES = (
    Column("line"),
    Column("clause"),
    Column("pays", True),
    Column("chance", True),
    Column("one in", True),
    Column("adds to the return", True),
)
GROWTH = (
    Column("meter"),
    Column("a wager adds", True),
    Column("an hour", True),
    Column("mean prize", True),
    Column("long-run return", True),
    Column("from players", True),
    Column("from the house", True),
)


def side_sections(figures: Figures) -> Iterator[Html]:
    """Every side wager, line by line."""
    if not figures.sides and not figures.unpriced:
        return
    parts = [part for side in figures.sides for part in _side(side)]
    missing = [tag("li", f"{name}: {why}") for name, why in figures.unpriced.items()]
    if missing:
        parts += [tag("h3", "Left out"), tag("ul", *missing)]
    yield section("Side wagers", *parts, lead="Exact, for one unit staked.")


def _side(side: SideFigures) -> Iterator[Html]:
    price = side.price
    rows = [
        Line(
            (
                line.name,
                clauses([line.clause]),
                pays(line.pays),
                percent(line.probability, 6),
                one_in(line.probability),
                percent(line.contribution),
            )
        )
        for line in price.lines
    ]
    loses = 1 - price.hit_frequency
    rows.append(Line(("otherwise", clauses([price.loses_clause]), "", percent(loses, 6), "", "")))
    total = (
        "all lines",
        Html(""),
        "",
        percent(price.hit_frequency, 6),
        one_in(price.hit_frequency),
    )
    rows.append(Line((*total, percent(price.return_)), "sum"))
    yield tag("h3", price.title, " ", clauses([price.clause]))
    stake = f", at a stake of {dollars(price.stake)}" if price.stake is not None else ""
    edge = f"House edge {percent(price.house_edge)}".replace("-", "−")
    ahead = {"kind": "ahead"} if price.house_edge < 0 else {}
    yield tag(
        "p",
        tag("b", edge, **ahead),
        f" · standard deviation {price.standard_deviation:.4f}",
        f" · wins one in {one_in(price.hit_frequency)}{stake}",
    )
    yield table(LINES, rows)


def jackpot_sections(figures: Figures) -> Iterator[Html]:
    """Wagers that win from meters: the return as they grow."""
    found = [(side.price.title, side.jackpot) for side in figures.sides if side.jackpot is not None]
    if found:
        parts = [part for title, jackpot in found for part in _jackpot(title, jackpot)]
        yield section(
            "Jackpots",
            *parts,
            lead="The return rises with the meter. At the break-even reading the wager is even;"
            " above it, the player has the edge.",
        )


def _jackpot(title: str, jackpot: JackpotPrice) -> Iterator[Html]:
    yield tag("h3", title)
    fixed = f"Fixed prizes return {percent(jackpot.fixed_return)}"
    edge = f"with the meters as they stand the house edge is {percent(jackpot.house_edge)}"
    yield tag("p", f"{fixed}; {edge}, at a stake of {dollars(jackpot.stake)}.".replace("-", "−"))
    columns = (
        Column("meter"),
        Column("stands at", True),
        Column("guaranteed", True),
        Column("starts again at", True),
        Column("returns now", True),
        Column("break-even", True),
    )
    rows = [
        (
            meter.meter,
            dollars(meter.reading),
            dollars(meter.floor),
            dollars(meter.seed),
            percent(meter.return_now),
            "none" if meter.break_even is None else dollars(meter.break_even),
        )
        for meter in jackpot.meters
    ]
    yield table(columns, rows)
    yield _hits(jackpot)
    grown = [meter for meter in jackpot.meters if meter.growth is not None]
    if grown:
        yield table(GROWTH, [_growth(meter) for meter in grown])
    pictures = [
        tag("figure", tag("figcaption", picture.told), Html(picture.svg))
        for meter in jackpot.meters
        if meter.slope
        for picture in [meter_line(meter, jackpot.return_ - meter.return_now)]
    ]
    yield tag("div", *pictures, kind="two")


def _hits(jackpot: JackpotPrice) -> Html:
    lines = [(meter.meter, line) for meter in jackpot.meters for line in meter.lines]
    by_hour = any(line.hours_between is not None for _, line in lines)
    columns = [
        Column("line"),
        Column("clause"),
        Column("takes", True),
        Column("rounds between hits", True),
        *([Column("hours between hits", True)] if by_hour else []),
    ]
    rows = []
    for meter, line in lines:
        hours = [] if line.hours_between is None else [number(line.hours_between)]
        rows.append(
            (
                f"{meter}: {line.name}",
                clauses([line.clause]),
                f"{line.percent} %",
                number(line.rounds_between),
                *hours,
            )
        )
    return table(columns, rows)


def _growth(meter: MeterPrice) -> tuple[str, ...]:
    growth = meter.growth
    assert growth is not None
    return (
        meter.meter,
        f"{growth.per_wager / 100:.4f}",
        "" if growth.per_hour is None else dollars(growth.per_hour),
        dollars(growth.mean_prize),
        percent(growth.long_run_return),
        percent(growth.from_players),
        percent(growth.from_house),
    )
