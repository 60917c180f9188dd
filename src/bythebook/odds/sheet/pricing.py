"""What each choice, right and habit is worth: the same table again with one thing changed.

What a change leaves alone is not worked out again: two games with the same numbers have the same
edge. So most readings, which are about void rounds or vouchers, cost nothing to show as worth
nothing.
"""

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Literal

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.odds.exact.analysis import Analysis, analyse, tokens_meet_22
from bythebook.odds.numbers.compiled_rules import compile_game
from bythebook.odds.sheet.figures import MAIN, Figures, Question, main_of, price_side
from bythebook.odds.strategy.preferences import BEST, HABITS
from bythebook.rulebooks import Book
from bythebook.rulebooks.chapters.game import BlackjackGame, Game
from bythebook.rulebooks.chapters.patterns import HANDS
from bythebook.structs import like

NOISE = 1e-13  # two ways to the same figure may differ by this much
Told = Callable[[str], object]  # hears what is being worked out


class Alternative(msgspec.Struct, frozen=True, kw_only=True):
    """Another value of a choice, and what it does to the house's edge on every wager."""

    value: str
    edges: dict[str, float] = {}
    changes: dict[str, float] = {}  # only wagers that it changes
    refused: str = ""  # why there is no such table, or no such figure


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator chooses, or how a clause is read."""

    kind: Literal["option", "reading"]
    name: str
    clauses: tuple[str, ...]
    question: str
    values: dict[str, str]  # all of them in the book's order, with what they mean where it is said


class ChoicePrice(Choice, frozen=True, kw_only=True):
    """The same, and what each other way is worth."""

    value: str  # in force
    alternatives: tuple[Alternative, ...]

    @property
    def tells(self) -> bool:
        """Whether there is anything to say of it: another figure, or why there is none."""
        return any(other.changes or other.refused for other in self.alternatives)


class RightPrice(msgspec.Struct, frozen=True, kw_only=True):
    """A right of the player's: what the house gains where it is never used."""

    right: str
    clause: str
    house_edge: float
    change: float


class HabitPrice(msgspec.Struct, frozen=True, kw_only=True):
    """Another way to play, and what it costs."""

    strategy: str
    house_edge: float
    standard_deviation: float
    change: float


# Options and readings


def changes_of(game: Game, book: Book) -> Iterator[Choice]:
    """Every choice that has another value; sums of money have no list of values."""
    for name, option in book.options_of(game.name).items():
        values = option.values
        if option.number:
            chosen = int(game.choices[name])
            values = tuple(str(n) for n in (chosen - 1, chosen, chosen + 1) if 0 <= n < 100)
        if len(values) > 1:
            yield Choice(
                kind="option",
                name=name,
                clauses=(option.clause_for(game.name),),
                question=option.says,
                values=dict.fromkeys(values, ""),
            )
    for name, reading in book.readings_of(game.name).items():
        if len(reading.values) > 1:
            yield like(Choice, reading, kind="reading", name=name)


def price_choices(
    question: Question,
    book: Book,
    figures: Figures,
    told: Told = str,
    only: Collection[str] | None = None,
) -> tuple[ChoicePrice, ...]:
    """Every option and reading of the game, or only these, each other value in turn."""
    game = question.game
    prices = []
    for change in changes_of(game, book):
        if only is not None and change.name not in only:
            continue
        value = game.choices[change.name]
        others = []
        for other in change.values:
            if other != value:
                told(f"{change.name} = {other}")
                make = partial(with_choice, game, book, change.name, other)
                others.append(alternative(question, figures, other, make))
        prices.append(like(ChoicePrice, change, value=value, alternatives=tuple(others)))
    return tuple(prices)


def alternative(
    question: Question, figures: Figures, value: str, make: Callable[[], Game]
) -> Alternative:
    """The same table with another game at it, if there is such a game."""
    try:
        changed = replace(question, game=make())
        edges, refused = _edges(question, changed, figures)
    except (Malformed, Refused) as error:
        return Alternative(value=value, refused=str(error))
    before = figures.edges
    changes = {w: edge - before[w] for w, edge in edges.items() if abs(edge - before[w]) > NOISE}
    return Alternative(value=value, edges=edges, changes=changes, refused=refused)


def with_choice(game: Game, book: Book, name: str, value: str) -> Game:
    """The same game with one option, reading or number of decks changed."""
    choices = game.choices | {name: value}
    decks = int(choices.pop("decks"))
    readings = {name: choices.pop(name) for name in game.readings}
    options = {name: value for name, value in choices.items() if value}
    return book.game(game.name, decks, options, readings)


def _edges(question: Question, changed: Question, figures: Figures) -> tuple[dict[str, float], str]:
    """The edges after a change; and why a side wager is not offered then, if one is not."""
    main = figures.main if same_numbers(question, changed) else main_of(changed)
    edges = {MAIN: main.house_edge}
    refused = []
    for side in figures.sides:
        name = side.price.name
        if _same_side(question.game, changed.game, name, main is figures.main):
            edges[name] = side.price.house_edge
            continue
        if side.price.rounds:
            continue  # a simulated price changes by chance too: what a choice adds is not told
        try:
            edges[name] = price_side(changed, name, main).price.house_edge
        except (Malformed, Refused) as error:
            refused.append(str(error))
    return edges, "; ".join(refused)


def same_numbers(question: Question, changed: Question) -> bool:
    """Whether everything that the main wager's analysis looks at is the same."""
    one, other = question.game, changed.game
    if one.rules == other.rules and one.decks == other.decks:
        return True
    if not (isinstance(one.rules, BlackjackGame) and isinstance(other.rules, BlackjackGame)):
        return False  # counting three cards is quick
    if tokens_meet_22(other) and not tokens_meet_22(one):
        return False  # what the dealer's hand comes to with so many tokens was not asked before
    before, after = compile_game(one, question.stake), compile_game(other, changed.stake)
    pairs = (
        (before.terms, after.terms),
        (before.mask, after.mask),
        (before.fate, after.fate),
        (before.shoe, after.shoe),
    )
    return all(a.tobytes() == b.tobytes() for a, b in pairs)


def _same_side(one: Game, other: Game, name: str, same_main: bool) -> bool:
    side = one.rules.side_wagers[name]
    same_cards = one.decks == other.decks and one.rules.pack == other.rules.pack
    hangs_on_play = side.looks_at == "tokens" or bool(side.groups & set(HANDS))
    same_play = same_main or not hangs_on_play
    return same_cards and same_play and side == other.rules.side_wagers.get(name)


# Rights and habits


def price_rights(question: Question, figures: Figures, told: Told = str) -> tuple[RightPrice, ...]:
    """Each right that the game gives and the player still has, taken away by itself."""
    rules = question.game.rules
    if not isinstance(rules, BlackjackGame):
        return ()
    clauses = {"split": rules.splitting.pairs.clause, "double": rules.doubling.cards.clause}
    if rules.surrender is not None:
        clauses["surrender"] = rules.surrender.offered.clause
    if rules.insurance is not None:
        clauses["insurance"] = rules.insurance.offered.clause
    prices = []
    for right, clause in clauses.items():
        if right in question.without:
            continue
        told(f"without {right}")
        edge = _again(question, without=(*question.without, right)).house_edge
        change = edge - figures.house_edge
        prices.append(RightPrice(right=right, clause=clause, house_edge=edge, change=change))
    return tuple(prices)


def price_habits(question: Question, figures: Figures, told: Told = str) -> tuple[HabitPrice, ...]:
    """The other strategies that have a name."""
    if not isinstance(question.game.rules, BlackjackGame):
        return ()
    prices = []
    for strategy in (BEST, *HABITS):
        if strategy != question.strategy:
            told(f"strategy {strategy}")
            found = _again(question, strategy=strategy)
            prices.append(
                HabitPrice(
                    strategy=strategy,
                    house_edge=found.house_edge,
                    standard_deviation=found.standard_deviation,
                    change=found.house_edge - figures.house_edge,
                )
            )
    return tuple(prices)


def _again(
    question: Question, *, strategy: str | None = None, without: tuple[str, ...] | None = None
) -> Analysis:
    return analyse(
        question.game,
        strategy=question.strategy if strategy is None else strategy,
        stake=question.stake,
        without=question.without if without is None else without,
        against_22=False,  # only the main wager is looked at
    )
