"""What each change of a rulebook is worth in edge: by itself, and with all the others.

Each game that both books have is worked out as the old book has it, as the new one has it, and as
the old one would have it with one changed setting. What the changes do to each other is what is
left of the whole when each of them by itself is taken away.
"""

from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.odds.sheet.figures import Figures, Question, figures_of, main_of, price_side
from bythebook.odds.sheet.pricing import NOISE, Told, alternative, same_numbers
from bythebook.rulebooks import Book, Game
from bythebook.rulebooks.comparing import (
    GAMES,
    OF_THE_ROUND,
    OPTIONS,
    READINGS,
    Comparison,
    SettingChange,
    with_change,
)

Ask = Callable[[Book, str], Question]  # a game of a book, at the table that is asked about


class Alone(msgspec.Struct, frozen=True, kw_only=True):
    """One change by itself, applied to the old game."""

    setting: int  # the number of the change
    edges: dict[str, float] = {}
    changes: dict[str, float] = {}  # only wagers that it changes
    added: tuple[str, ...] = ()  # side wagers that there were not before
    gone: tuple[str, ...] = ()
    lent: tuple[str, ...] = ()  # choices of the new book that it cannot do without
    refused: str = ""  # why there is no such game, or no such figure

    @property
    def idle(self) -> bool:
        """Whether it changes nothing that can be worked out."""
        return not (self.changes or self.added or self.gone or self.refused)


class GameWorth(msgspec.Struct, frozen=True, kw_only=True):
    """A game before and after, and what each change does to it."""

    old: str
    new: str
    title: str
    decks: tuple[int, int] | None = None
    stake: int = 0
    strategy: str = ""
    without: tuple[str, ...] = ()
    before: dict[str, float] = {}
    after: dict[str, float] = {}
    unpriced: dict[str, str] = {}  # side wagers of either side, and why
    alone: tuple[Alone, ...] = ()
    refused: str = ""  # why there are no figures at all

    @property
    def together(self) -> dict[str, float]:
        """What all of it does to the wagers that both have; nothing where it does nothing."""
        both = {w: self.after[w] - edge for w, edge in self.before.items() if w in self.after}
        return {wager: change for wager, change in both.items() if abs(change) > NOISE}

    def each(self, wager: str) -> float:
        """The changes one by one, added up."""
        return sum(one.changes.get(wager, 0.0) for one in self.alone)

    def mutual(self, wager: str) -> float:
        """What the changes do to each other."""
        rest = self.together.get(wager, 0.0) - self.each(wager)
        return rest if abs(rest) > NOISE * (1 + len(self.alone)) else 0.0

    @property
    def wagers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.before, *self.after)))

    @property
    def not_alone(self) -> bool:
        """Whether a change has no figure of its own, so that the sum is not that of all."""
        return any(one.refused for one in self.alone)


def price_comparison(comparison: Comparison, ask: Ask, told: Told = str) -> tuple[GameWorth, ...]:
    """Every game that both sides have."""
    return tuple(_price(comparison, old, new, ask, told) for old, new in comparison.pairs.items())


def changes_of(comparison: Comparison, game: str) -> list[SettingChange]:
    """The changes that can be worth something in a game: what is only cited otherwise is not."""
    book, new = comparison.old.book, comparison.new.book
    choices: dict[str, Mapping[str, object]] = {
        OPTIONS: book.options_of(game) | new.options_of(comparison.pairs[game]),
        READINGS: book.readings_of(game) | new.readings_of(comparison.pairs[game]),
    }
    return [
        change
        for change in comparison.settings
        if change.chapter in OF_THE_ROUND
        and not change.difference.cites_only
        and (
            game in change.games
            if change.chapter == GAMES
            else change.difference.path[0] in choices[change.chapter]
        )
    ]


def steps_of(comparison: Comparison) -> int:
    """How many pieces of work a whole comparison is, at most."""
    return sum(2 + len(changes_of(comparison, game)) for game in comparison.pairs)


def _price(comparison: Comparison, old: str, new: str, ask: Ask, told: Told) -> GameWorth:
    ids = [
        f"{side.book.named}/{game}" for side, game in ((comparison.old, old), (comparison.new, new))
    ]
    title = str(comparison.old.book.games[old].get("title", old))
    try:
        before = ask(comparison.old.book, old)
        after = ask(comparison.new.book, new)
        told(f"{title}, as it was")
        first = figures_of(before, comparison.old.book)
        told(f"{title}, as it is")
        second = _second(before, first, after, comparison.new.book)
        alone = [
            _alone(comparison, change, before, first, ask, told)
            for change in changes_of(comparison, old)
        ]
    except (Malformed, Refused) as error:
        return GameWorth(old=ids[0], new=ids[1], title=title, refused=str(error))
    return GameWorth(
        old=ids[0],
        new=ids[1],
        title=title,
        decks=(first.decks, second.decks),
        stake=before.stake,
        strategy=before.strategy,
        without=first.without,
        before=_plain(first.edges),
        after=_plain(second.edges),
        unpriced=first.unpriced | second.unpriced,
        alone=tuple(alone),
    )


def _second(before: Question, first: Figures, after: Question, book: Book) -> Figures:
    """The new game; what it has in common with the old one is not worked out again."""
    known = first.main if same_numbers(before, after) else main_of(after)
    return figures_of(after, book, known)


def _alone(
    comparison: Comparison,
    change: SettingChange,
    question: Question,
    figures: Figures,
    ask: Ask,
    told: Told,
) -> Alone:
    told(f"{figures.title}, change {change.number} alone")
    try:
        applied = with_change(comparison, change, question.game.name)
        changed = ask(applied.book, question.game.name)
    except (Malformed, Refused) as error:
        return Alone(setting=change.number, refused=str(error))
    sides = changed.game.rules.side_wagers
    gone = tuple(side.price.name for side in figures.sides if side.price.name not in sides)
    left = replace(figures, sides=tuple(s for s in figures.sides if s.price.name not in gone))
    found = alternative(question, left, str(change.number), lambda: changed.game)
    added, unpriced = _added(question.game, changed)
    return Alone(
        setting=change.number,
        edges=_plain(found.edges | added),
        changes=_plain(found.changes),
        added=tuple(added),
        gone=gone,
        lent=applied.lent,
        refused="; ".join(why for why in (found.refused, *unpriced) if why),
    )


def _added(before: Game, changed: Question) -> tuple[dict[str, float], list[str]]:
    """Side wagers that only a change brings; and why some of them cannot be priced."""
    edges: dict[str, float] = {}
    unpriced: list[str] = []
    for name in changed.game.rules.side_wagers:
        if name not in before.rules.side_wagers:
            try:
                edges[name] = price_side(changed, name).price.house_edge
            except (Malformed, Refused) as error:
                unpriced.append(f"{name}: {error}")
    return edges, unpriced


def _plain(edges: dict[str, float]) -> dict[str, float]:
    return {wager: float(edge) for wager, edge in edges.items()}
