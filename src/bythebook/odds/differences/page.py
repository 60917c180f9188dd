"""The differences of two books as a page: one file that can be kept, sent and printed."""

from collections.abc import Iterator, Sequence

from bythebook.odds.differences.text import (
    PLACES,
    UNIT,
    added_up,
    alone_lines,
    before_and_after,
    idle_words,
    lent_words,
    mutual_words,
    not_about_the_round,
    table_of,
)
from bythebook.odds.differences.worth import GameWorth
from bythebook.odds.sheet.page import (
    Column,
    Html,
    Line,
    clauses,
    figure_text,
    join,
    page,
    section,
    table,
    tag,
)
from bythebook.odds.sheet.par_html_worth import bar
from bythebook.odds.sheet.shown import points
from bythebook.rulebooks.comparing import ClauseChange, Comparison
from bythebook.rulebooks.show.comparison import (
    NOTHING,
    counts,
    heading,
    kind_of,
    was_and_is,
    where,
    whose,
)


def comparison_page(comparison: Comparison, worth: Sequence[GameWorth] | None = None) -> str:
    """Clauses, settings and, where they were worked out, prices."""
    parts = [*_worth(comparison, worth or ()), _clauses(comparison), *_settings(comparison)]
    title = f"{comparison.old.id} and {comparison.new.id}"
    return page(title, _header(comparison), *parts)


def _header(comparison: Comparison) -> Html:
    changed = [c for c in comparison.settings if not c.difference.cites_only]
    return join(
        [
            tag("p", "What is different", kind="of"),
            tag("h1", f"{comparison.old.id} → {comparison.new.id}"),
            tag("p", f"Old: {heading(comparison.old)}.", kind="about"),
            tag("p", f"New: {heading(comparison.new)}.", kind="about"),
            tag(
                "dl",
                tag("div", tag("dt", "Clauses"), tag("dd", counts(comparison))),
                tag("div", tag("dt", "Settings changed"), tag("dd", str(len(changed)))),
                kind="key",
            ),
        ]
    )


# Clauses and settings


def _clauses(comparison: Comparison) -> Html:
    columns = (Column("clause"), Column(""), Column("was"), Column("is"))
    lines = [
        (clauses([change.id]), change.kind, *map(_said, _sides(change)))
        for kind in ("added", "gone", "reworded")
        for change in comparison.clauses_of(kind)
    ]
    lead = "In our words, as the ledgers have them."
    inner = table(columns, lines) if lines else tag("p", "No clause is different.")
    return section("Clauses", inner, lead=lead)


def _sides(change: ClauseChange) -> list[tuple[str, str]]:
    sides = (change.old, change.new)
    return [(c.summary, kind_of(c)) if c is not None else ("", "") for c in sides]


def _said(side: tuple[str, str]) -> Html:
    summary, kind = side
    return join([summary, tag("small", kind)]) if summary or kind else Html("–")


def _settings(comparison: Comparison) -> Iterator[Html]:
    games = [
        tag("p", f"Games {word}: {', '.join(names)}.")
        for word, names in (("added", comparison.games_added), ("gone", comparison.games_gone))
        if names
    ]
    columns = (Column("", True), Column("setting"), Column("was"), Column("is"), Column("clauses"))
    for title, lead, cites_only in (
        ("Settings", "Of the merged rules, each with the clauses that it cites.", False),
        ("Said as before, by another clause", "", True),
    ):
        lines = []
        for change in comparison.settings:
            if change.difference.cites_only is cites_only:
                games_named = whose(change, comparison)
                small = [tag("small", games_named)] if games_named else []
                name = join([where(change), *small])
                lines.append((str(change.number), name, *was_and_is(change),
                              clauses(change.clauses)))  # fmt: skip
        if lines:
            yield section(title, *games, table(columns, lines), lead=lead)
        elif not cites_only:
            yield section(title, *games, tag("p", f"{NOTHING.capitalize()} is different."))
        games = []


# Prices


def _worth(comparison: Comparison, worth: Sequence[GameWorth]) -> Iterator[Html]:
    for game in worth:
        title = f"What it is worth: {game.title}"
        if game.refused:
            yield section(title, tag("p", f"Not priced: {game.refused}"))
        else:
            lead = f"{game.old} → {game.new}, {table_of(game)}; {UNIT}."
            yield section(title, *_game(comparison, game), lead=lead)
    beside = not_about_the_round(comparison)
    if worth and beside:
        yield tag("p", f"Not about the round, so without a price: settings {beside}.")


def _game(comparison: Comparison, game: GameWorth) -> Iterator[Html]:
    columns = (Column("wager"), Column("old", True), Column("new", True), Column("change", True))
    yield table(columns, [(wager, *before_and_after(game, wager)) for wager in game.wagers])
    for wager, why in game.unpriced.items():
        yield tag("p", f"Left out: {wager}: {why}")
    if not game.alone:
        yield tag("p", "No change is about its rounds.")
        return
    yield tag("h3", "Each change alone")
    yield _alone(comparison, game)
    idle = idle_words(game)
    if idle:
        yield tag("p", f"{idle.capitalize()}.")


def _alone(comparison: Comparison, game: GameWorth) -> Html:
    columns = (
        Column("", True), Column("setting"), Column("wager"), Column("change", True), Column(""),
    )  # fmt: skip
    places = {change.number: change for change in comparison.settings}
    every = [abs(change) for one in game.alone for change in one.changes.values()]
    widest = max([*every, *map(abs, game.together.values())], default=0.0) or 1.0
    lines: list[Line] = []
    for one in game.alone:
        setting = places[one.setting]
        name = join([where(setting), lent_words(one), " ", clauses(setting.clauses)])
        for wager, told in alone_lines(one):
            drawn = bar(one.changes[wager], widest) if wager in one.changes else told
            shown = figure_text(told) if wager in one.changes else Html("")
            lines.append(Line((str(one.setting), name, wager, shown, drawn)))
    for wager in added_up(game):
        for words, value, kind in (
            ("alone, added up", game.each(wager), ""),
            (mutual_words(game).rstrip(","), game.mutual(wager), ""),
            ("together", game.together.get(wager, 0.0), "sum"),
        ):
            cells = ("", words, wager, points(value, PLACES), bar(value, widest))
            lines.append(Line(cells, kind))
    return table(columns, lines)
