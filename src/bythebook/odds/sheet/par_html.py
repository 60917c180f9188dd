"""A PAR sheet as a page: one file that can be kept, sent and printed."""

from collections.abc import Iterator, Sequence

from bythebook.odds.exact.analysis import Analysis
from bythebook.odds.exact.three_cards import GivenCards, ThreeCardAnalysis
from bythebook.odds.sheet.figures import MAIN, Caution, Figures
from bythebook.odds.sheet.method import METHOD
from bythebook.odds.sheet.page import Column, Html, Line, clauses, join, page, section, table, tag
from bythebook.odds.sheet.par import ParSheet
from bythebook.odds.sheet.par_html_sides import jackpot_sections, side_sections
from bythebook.odds.sheet.par_html_worth import worth_sections
from bythebook.odds.sheet.pictures import Picture, distribution_bars, heat_maps, up_card_bars
from bythebook.odds.sheet.shown import dollars, one_in, percent, points
from bythebook.odds.strategy.chart_page import chart_html
from bythebook.odds.strategy.charts import COLUMNS

COLOURS = (("#0e4738", "the house is ahead"), ("#c8963e", "the player is ahead"))


def par_page(sheet: ParSheet) -> str:
    """The whole sheet."""
    figures = sheet.figures
    main = figures.main
    parts = [_cautions(sheet.cautions), _settings(sheet)]
    if isinstance(main, Analysis):
        parts += [_results(main), *_strategy(sheet), _heat(main)]
    else:
        parts.append(_three_cards(main))
    parts += [*_distribution(sheet), *side_sections(figures), *jackpot_sections(figures)]
    parts += [*worth_sections(sheet), *_audit(sheet), _method(sheet), _cited(sheet)]
    title = f"{figures.title}: PAR sheet"
    return page(title, _header(sheet), *(part for part in parts if part))


def minus(figure: str) -> str:
    return figure.replace("-", "−")


def _header(sheet: ParSheet) -> Html:
    figures, about = sheet.figures, sheet.book
    return join(
        [
            tag("p", "PAR sheet", kind="of"),
            tag("h1", figures.title),
            tag(
                "p",
                f"{about.title}, {about.place}. {about.authority}, {about.version}, from"
                f" {about.effective}. Game {figures.game}.",
                kind="about",
            ),
            tag(
                "dl",
                _key("House edge on the main wager", percent(figures.house_edge), "first"),
                _key("Return to the player", percent(figures.player_return)),
                _key("Standard deviation", f"{figures.standard_deviation:.4f}"),
                _key("Decks", str(figures.decks)),
                _key("Stake", dollars(figures.stake)),
                _key("Strategy", _strategy_name(figures)),
                kind="key",
            ),
        ]
    )


def _strategy_name(figures: Figures) -> str:
    if isinstance(figures.main, ThreeCardAnalysis):
        return "none to choose"
    return ", never ".join((figures.strategy, *figures.without))


def _key(name: str, value: str, kind: str = "") -> Html:
    extra = {"kind": kind} if kind else {}
    return tag("div", tag("dt", name), tag("dd", minus(value)), **extra)


def tell_caution(caution: Caution) -> str:
    wager = "the main wager" if caution.wager == MAIN else caution.wager
    where = f", with {caution.where}" if caution.where else ""
    return f"{wager}{where}: house edge {minus(percent(caution.house_edge))}"


def _cautions(cautions: tuple[Caution, ...]) -> Html:
    if not cautions:
        return Html("")
    now = [tag("li", tag("b", tell_caution(c))) for c in cautions if not c.where]
    elsewhere = [tag("li", tell_caution(c)) for c in cautions if c.where]
    return tag(
        "div", tag("h2", "Warning: the player has the edge"), tag("ul", *now, *elsewhere),
        kind="caution", role="alert",
    )  # fmt: skip


def _settings(sheet: ParSheet) -> Html:
    columns = (Column("setting"), Column("in force"), Column("clause"))
    kinds = {"rule": "Rules", "option": "Left to the operator", "reading": "Readings"}
    parts: dict[str, list[Html]] = {"rule": [], "option": [], "reading": []}
    for kind, title in kinds.items():
        rows = [
            (setting.name, _value(setting.value, setting.says), clauses(setting.clauses))
            for setting in sheet.figures.settings
            if setting.kind == kind
        ]
        if rows:
            parts[kind] = [tag("h3", title), table(columns, rows)]
    chosen = tag("div", *parts["option"], *parts["reading"])
    both = tag("div", tag("div", *parts["rule"]), chosen, kind="two")
    return section("Settings", both, lead="Every figure on this sheet is for a table set up so.")


def _value(value: str, says: str) -> Html:
    return join([value, tag("small", says)] if says else [value])


# The main wager


def _figure(picture: Picture, caption: str = "") -> Html:
    return tag("figure", tag("figcaption", caption or picture.told), Html(picture.svg))


def _results(main: Analysis) -> Html:
    often = [
        (name, f"{value:.6f}" if name.startswith("hands") else percent(value, 4))
        for name, value in main.frequencies.items()
        if value
    ]
    ends = [(name, f"{chance:.6f}") for name, chance in main.dealer.items()]
    in_order = sorted(main.by_up_card, key=lambda row: COLUMNS.index(row.up))
    rows = [(row.up, percent(row.probability, 3), percent(row.house_edge)) for row in in_order]
    by_up = table((Column("dealer"), Column("chance", True), Column("house edge", True)), rows)
    return section(
        "Where it comes from",
        tag(
            "div",
            _figure(up_card_bars(main.by_up_card), "House edge by the dealer's first card"),
            tag("div", by_up),
            tag("div", tag("h3", "How often, a round"),
                table((Column("event"), Column("how often", True)), often)),
            tag("div", tag("h3", "How the dealer's hand ends"),
                table((Column("end"), Column("chance", True)), ends),
                tag("p", "Were it always played out, from a full shoe.", kind="lead")),
            kind="two",
        ),
    )  # fmt: skip


def _strategy(sheet: ParSheet) -> Iterator[Html]:
    chart = sheet.chart
    if chart is None:
        return
    told = f"Played by this chart, the house edge is {minus(percent(chart.house_edge))}"
    if chart.costs > 0:
        told += (
            f": {points(chart.costs).lstrip('+')} percentage points more than by the best play of"
            " every single hand, which the other figures of this sheet are for"
        )
    yield section("Strategy", chart_html(chart.view), lead=f"{told}.")


def _heat(main: Analysis) -> Html:
    maps = {
        name: _figure(picture, f"{name}: expected result in stakes")
        for name, picture in heat_maps(main.cells).items()
    }
    tall = [maps.pop("Other hands")] if "Other hands" in maps else []
    key = [
        tag("li", Html(f'<i style="background:{colour}"></i>'), told) for colour, told in COLOURS
    ]
    return section(
        "The first two cards",
        tag("ul", *key, kind="keyline"),
        tag("div", tag("div", *tall), tag("div", *maps.values()), kind="two"),
        lead="What each deal is worth to the player by the strategy above, by the dealer's card.",
    )


def _three_cards(main: ThreeCardAnalysis) -> Html:
    columns = (
        Column("outcome"),
        Column("clause"),
        Column("chance", True),
        Column("one in", True),
        Column("player gets", True),
        Column("adds", True),
    )
    rows = [
        Line(
            (
                outcome.name,
                clauses([outcome.clause]),
                percent(outcome.probability, 6),
                one_in(outcome.probability),
                f"{outcome.pays:+g}" if outcome.pays else "0",
                percent(outcome.contribution),
            )
        )
        for outcome in main.outcomes
    ]
    in_order = sorted(main.by_dealer_card, key=lambda row: COLUMNS.index(row.given))
    return section(
        "The main wager",
        table(columns, rows),
        tag(
            "div",
            tag("div", tag("h3", "By the dealer's first card"), _given(in_order)),
            tag(
                "div",
                tag("h3", "By the player's count"),
                tag("details", tag("summary", "All counts"), _given(main.by_count)),
            ),
            kind="two",
        ),
        lead="Nobody decides anything: the cards do.",
    )


def _given(rows: Sequence[GivenCards]) -> Html:
    columns = (
        Column("given"),
        Column("chance", True),
        Column("wins", True),
        Column("stands off", True),
        Column("house edge", True),
    )
    return table(
        columns,
        [
            (
                row.given,
                percent(row.probability, 3),
                percent(row.wins, 2),
                percent(row.stands_off, 2),
                percent(row.house_edge, 2),
            )
            for row in rows
        ],
    )


def _distribution(sheet: ParSheet) -> Iterator[Html]:
    main = sheet.figures.main
    if isinstance(main, ThreeCardAnalysis):
        exact = {f"{result:g}": chance for result, chance in main.distribution}
        picture = distribution_bars(exact)
        yield section("Distribution of results", _figure(picture), lead="Exact.")
    elif sheet.audit is not None:
        rows = [(minus(name), percent(part, 4)) for name, part in sheet.audit.distribution.items()]
        columns = (Column("stakes"), Column("rounds", True))
        details = tag("details", tag("summary", "In figures"), table(columns, rows))
        told = (
            f"From the simulation below, {sheet.audit.rounds:,} rounds; to the nearest half stake."
        )
        picture = distribution_bars(sheet.audit.distribution)
        yield section("Distribution of results", _figure(picture), details, lead=told)


# Proof


def _audit(sheet: ParSheet) -> Iterator[Html]:
    audit = sheet.audit
    if audit is None:
        return
    columns = (
        Column("wager"),
        Column("exact", True),
        Column("simulated", True),
        Column("standard error", True),
        Column("errors apart", True),
    )
    rows = [
        (
            line.wager,
            percent(line.exact),
            percent(line.simulated),
            percent(line.standard_error),
            f"{line.errors_apart:+.2f}",
        )
        for line in audit.lines
    ]
    told = (
        f"{audit.rounds:,} rounds played by the rules, card by card, each from a freshly shuffled"
        f" shoe, with the strategy of this sheet; seed {audit.seed}. By chance alone, one wager in"
        " twenty lies more than two standard errors apart."
    )
    spread = (
        f"Standard deviation of the main wager: exact {sheet.figures.standard_deviation:.4f},"
        f" simulated {audit.standard_deviation:.4f}."
    )
    yield section("Simulation audit", table(columns, rows), tag("p", spread), lead=told)


def _method(sheet: ParSheet) -> Html:
    parts = [tag("p", paragraph) for paragraph in METHOD]
    return section("Method", *parts)


def _cited(sheet: ParSheet) -> Html:
    rows = [(clauses([clause]), summary) for clause, summary in sheet.clauses.items()]
    columns = (Column("clause"), Column("says, in our words"))
    inner = tag("details", tag("summary", f"{len(rows)} clauses"), table(columns, rows))
    return section("Clauses cited", inner)
