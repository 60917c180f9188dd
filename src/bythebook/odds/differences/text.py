"""What the differences of two books are worth, as text."""

from collections.abc import Iterator, Sequence

import msgspec

from bythebook.money import format_amount
from bythebook.odds.differences.worth import Alone, GameWorth
from bythebook.odds.sheet.as_text import Table, columns
from bythebook.odds.sheet.figures import MAIN
from bythebook.odds.sheet.notation import percent, points
from bythebook.rulebooks.comparing import Comparison
from bythebook.rulebooks.show.comparison import about_the_round, where
from bythebook.structs import like

PLACES = 6
UNIT = "changes are in percentage points of the house edge, plus where the house gains"


def worth_text(comparison: Comparison, worth: Sequence[GameWorth]) -> str:
    """Game by game; then what is not about the round."""
    blocks = [[f"What it is worth: {UNIT}"]]
    blocks += [[*_game(comparison, game)] for game in worth]
    beside = not_about_the_round(comparison)
    if beside:
        blocks.append([f"Not about the round, so without a price: {beside}"])
    return "\n\n".join("\n".join(block) for block in blocks)


def not_about_the_round(comparison: Comparison) -> str:
    """The numbers of the changes that no round is played by."""
    return ", ".join(str(c.number) for c in comparison.settings if not about_the_round(c))


def table_of(game: GameWorth) -> str:
    """The table that the figures are for."""
    assert game.decks is not None  # there are figures
    old, new = game.decks
    decks = f"{old} decks" if old == new else f"{old} and {new} decks"
    never = "".join(f", never {right}" for right in game.without)
    stake = format_amount(game.stake)
    return f"{decks}; strategy {game.strategy}{never}; one box, a stake of {stake}, a full shoe"


def _game(comparison: Comparison, game: GameWorth) -> Iterator[str]:
    yield f"{game.title} ({game.old} → {game.new})"
    if game.refused:
        yield f"  not priced: {game.refused}"
        return
    yield f"  {table_of(game)}"
    rows = [(wager, *before_and_after(game, wager)) for wager in game.wagers]
    yield from columns(Table(("house edge", "#old", "#new", "#change"), rows))
    for wager, why in game.unpriced.items():
        yield f"  left out: {wager}: {why}"
    yield from _alone(comparison, game)


def before_and_after(game: GameWorth, wager: str) -> tuple[str, str, str]:
    """A wager's edge on both sides, and what has become of it."""
    old, new = game.before.get(wager), game.after.get(wager)
    if old is None or new is None:
        word = "added" if old is None else "gone"
        return _edge(old), _edge(new), word
    return _edge(old), _edge(new), points(game.together.get(wager, 0.0), PLACES)


def _edge(edge: float | None) -> str:
    return "–" if edge is None else percent(edge, PLACES)


def _alone(comparison: Comparison, game: GameWorth) -> Iterator[str]:
    if not game.alone:
        yield "  No change is about its rounds."
        return
    yield "  Each change alone"
    places = {change.number: where(change) for change in comparison.settings}
    rows = [
        (f"{one.setting:>3}  {places[one.setting]}{lent_words(one)}", *told)
        for one in game.alone
        for told in alone_lines(one)
    ]
    width = max((len(row[0]) for row in rows), default=0)
    wagers = max((len(row[1]) for row in rows), default=0)
    for name, wager, change in rows:
        yield f"    {name:<{width}}  {wager:<{wagers}}  {change}".rstrip()
    idle = idle_words(game)
    if idle:
        yield f"    {idle}"
    yield from _sums(game)


def lent_words(one: Alone) -> str:
    """The choices without which a change cannot be made."""
    return f" (with the choice {', '.join(one.lent)})" if one.lent else ""


def idle_words(game: GameWorth) -> str:
    """The numbers of the changes that are about the round and change no figure."""
    idle = ", ".join(str(one.setting) for one in game.alone if one.idle)
    return f"no figure at this table is changed by: {idle}" if idle else ""


def alone_lines(one: Alone) -> Iterator[tuple[str, str]]:
    """Each wager that a change touches, and by how much; or why that cannot be said."""
    for wager, change in one.changes.items():
        yield wager, points(change, PLACES)
    for wager in one.added:
        yield wager, f"added, house edge {percent(one.edges[wager], PLACES)}"
    for wager in one.gone:
        yield wager, "gone"
    if one.refused:
        yield "", f"not priced alone: {one.refused}"


def _sums(game: GameWorth) -> Iterator[str]:
    """Added up, and what they do to each other."""
    for wager in added_up(game):
        name = "main wager" if wager == MAIN else wager
        each, together = game.each(wager), game.together.get(wager, 0.0)
        mutual = points(game.mutual(wager), PLACES)
        yield (
            f"  {name}: alone they add up to {points(each, PLACES)}; together"
            f" {points(together, PLACES)}; {mutual_words(game)} {mutual}"
        )


def added_up(game: GameWorth) -> list[str]:
    """The wagers that more than one change touches, or of which one alone is not the whole."""
    return [
        wager
        for wager in game.wagers
        if game.mutual(wager) or sum(wager in one.changes for one in game.alone) > 1
    ]


def mutual_words(game: GameWorth) -> str:
    """What the difference between the sum and the whole is made of."""
    if game.not_alone:
        return "what has no price alone, and what they do to each other,"
    return "what they do to each other"


# For pages made elsewhere


class ShownChange(msgspec.Struct, frozen=True, kw_only=True):
    """A change alone and one wager, or why there is no figure."""

    setting: int
    lent: tuple[str, ...]
    wager: str
    told: str
    change: float | None


class ShownSum(msgspec.Struct, frozen=True, kw_only=True):
    wager: str
    each: str
    mutual: str
    together: str


class ShownGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game's figures as they are written, whoever puts them into a table."""

    title: str
    old: str
    new: str
    refused: str = ""
    table: str = ""
    edges: tuple[tuple[str, str, str, str], ...] = ()
    unpriced: dict[str, str] = {}
    alone: tuple[ShownChange, ...] = ()
    idle: str = ""
    sums: tuple[ShownSum, ...] = ()
    mutual_words: str = ""
    widest: float = 0.0  # the largest change, for which the longest bar stands


def shown_worth(game: GameWorth) -> ShownGame:
    if game.refused:
        return ShownGame(title=game.title, old=game.old, new=game.new, refused=game.refused)
    return like(
        ShownGame,
        game,
        table=table_of(game),
        edges=tuple((wager, *before_and_after(game, wager)) for wager in game.wagers),
        alone=tuple(
            ShownChange(
                setting=one.setting,
                lent=one.lent,
                wager=wager,
                told=told,
                change=one.changes.get(wager),
            )
            for one in game.alone
            for wager, told in alone_lines(one)
        ),
        idle=idle_words(game),
        sums=tuple(
            ShownSum(
                wager=wager,
                each=points(game.each(wager), PLACES),
                mutual=points(game.mutual(wager), PLACES),
                together=points(game.together.get(wager, 0.0), PLACES),
            )
            for wager in added_up(game)
        ),
        mutual_words=mutual_words(game).rstrip(","),
        widest=max((abs(c) for one in game.alone for c in one.changes.values()), default=0.0),
    )
