"""Two books, two editions of a book, or two games: which clauses and which settings are different.

    comparison = compare(read_side("crown-blackjack@4.2"), read_side("crown-blackjack@4.3"))

Clauses are compared as the ledgers have them, settings as the merged rules do: games, options and
readings first, then every chapter beside the games.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.chapter import BESIDE_THE_GAMES, in_book, written
from bythebook.rulebooks.differences import (
    Difference,
    differences,
    value_at,
    with_difference,
)
from bythebook.rulebooks.editions import AT, split_book, split_revision
from bythebook.rulebooks.files import Clause
from bythebook.rulebooks.loader import (
    Book,
    Option,
    Reading,
    check_games,
    choices_asked,
    cited_settings,
    find_book,
    load_book,
)
from bythebook.rulebooks.shelf import known_books

GAMES, OPTIONS, READINGS = "games", "options", "readings"
OF_THE_ROUND = (GAMES, OPTIONS, READINGS)  # what can change what a round is worth
COMPARED = ("area", "kind", "role", "summary")  # a note is ours, not the clause's
CLAUSES_SHOWN_MAX = 4  # of a side, where a whole table is there or not


class Side(msgspec.Struct, frozen=True):
    """What is compared: a book, or one game of it."""

    book: Book
    game: str = ""

    @property
    def id(self) -> str:
        return f"{self.book.named}/{self.game}" if self.game else self.book.named

    @property
    def games(self) -> dict[str, dict[str, Any]]:
        games = self.book.games
        return {self.game: games[self.game]} if self.game else games


class ClauseChange(msgspec.Struct, frozen=True, kw_only=True):
    """A clause that only one side has, or that says something else."""

    id: str
    old: Clause | None = None
    new: Clause | None = None

    @property
    def kind(self) -> Literal["added", "gone", "reworded"]:
        return "added" if self.old is None else "gone" if self.new is None else "reworded"

    @property
    def fields(self) -> tuple[str, ...]:
        """Which columns of the ledger are different, where both sides have the clause."""
        if self.old is None or self.new is None:
            return ()
        return tuple(f for f in COMPARED if getattr(self.old, f) != getattr(self.new, f))


class SettingChange(msgspec.Struct, frozen=True, kw_only=True):
    """A setting that is different, and the clauses that it cites on either side."""

    number: int
    chapter: str
    games: tuple[str, ...]  # whose setting it is, by their names on the old side; else nothing
    difference: Difference  # inside its chapter, and inside its game
    clauses: tuple[str, ...]


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is different between two sides."""

    old: Side
    new: Side
    clauses: tuple[ClauseChange, ...]
    settings: tuple[SettingChange, ...]
    games_added: tuple[str, ...]
    games_gone: tuple[str, ...]
    pairs: dict[str, str]  # the games that both sides have: their names there and here

    def clauses_of(self, kind: str) -> list[ClauseChange]:
        return [change for change in self.clauses if change.kind == kind]


# What is named


def read_side(text: str, folder: Path | None = None, *, own_folders: bool = False) -> Side:
    """`BOOK`, `BOOK@EDITION` or `BOOK@EDITION:REVISION`, each with `/GAME` or without.

    A book may be a folder's path where allowed. Without a revision it is today's.

    `folder`: a rulebook of the user's own that is known by its name.
    """
    known = (*known_books(), *([folder.name] if folder is not None else []))
    head, _, game = text.partition("/")
    if head.partition(AT)[0] in known:
        name, edition = split_book(head)
        edition, revision = split_revision(edition)
        named = find_book(name, edition, folder=folder, revision=revision)
        return _with_game(named, game, "/" in text)
    if own_folders:
        for book, rest in _ways_to_split(text):
            found = _own_book(book)
            if found is not None:
                return _with_game(found, rest, bool(rest))
        raise Malformed(
            f"{text!r} is neither a rulebook nor a folder with one; there are {', '.join(known)}"
        )
    name, _ = split_book(head)
    raise Malformed(f"there is no rulebook {name!r}; there are {', '.join(known)}")


def _ways_to_split(text: str) -> Iterator[tuple[str, str]]:
    """The whole as a folder, or all but its last part, which is then a game."""
    yield text, ""
    head, slash, game = text.rpartition("/")
    if slash and game:
        yield head or slash, game


def _own_book(text: str) -> Book | None:
    path, _, named = text.rpartition(AT)
    for folder, name in ((text, ""), (path, named)):
        if folder and "/" not in name and Path(folder).is_dir():
            edition, revision = split_revision(name)
            book = load_book(Path(folder).resolve(), edition, revision=revision)
            check_games(book)
            return book
    return None


def _with_game(book: Book, game: str, named: bool) -> Side:
    if named and game not in book.games:
        known = ", ".join(book.games)
        raise Malformed(f"{book.id} has no game {game!r}; it has {known}")
    return Side(book, game)


# What is different


def compare(old: Side, new: Side) -> Comparison:
    """Every clause and setting that is not the same on both sides."""
    if bool(old.game) != bool(new.game):
        raise Malformed("a game is compared with a game, and a book with a book")
    pairs = {old.game: new.game} if old.game else {n: n for n in old.games if n in new.games}
    settings = tuple(_settings(old, new, pairs))
    return Comparison(
        old=old,
        new=new,
        clauses=tuple(_clauses(old, new)),
        settings=settings,
        games_added=() if old.game else tuple(n for n in new.games if n not in pairs),
        games_gone=() if old.game else tuple(n for n in old.games if n not in pairs),
        pairs=pairs,
    )


def _clauses(old: Side, new: Side) -> Iterator[ClauseChange]:
    """In the order of the old ledger, and then what is new; of two games, only what they cite."""
    before, after = old.book.clauses, new.book.clauses
    about = _cited_by_games(old) | _cited_by_games(new) if old.game else None
    for name in dict.fromkeys((*before, *after)):
        change = ClauseChange(id=name, old=before.get(name), new=after.get(name))
        if (change.kind != "reworded" or change.fields) and (about is None or name in about):
            yield change


def _cited_by_games(side: Side) -> set[str]:
    trees = rules_of(side)
    return {clause for part in trees.values() for clause, _ in cited_settings(part)}


def rules_of(side: Side) -> dict[str, Any]:
    """What rounds are played by, as one piece of data: games, options, readings."""
    book = side.book
    options: Mapping[str, Option] = book.options_of(side.game) if side.game else book.options
    readings: Mapping[str, Reading] = book.readings_of(side.game) if side.game else book.readings
    return {
        OPTIONS: {name: _written(option) for name, option in options.items()},
        READINGS: {name: _written(reading) for name, reading in readings.items()},
        GAMES: side.games,
    }


def _written(entry: Option | Reading) -> dict[str, Any]:
    """As a file would say it: what is left at its default is not said."""
    data = {k: v for k, v in msgspec.to_builtins(entry).items() if v not in ("", False, (), [], {})}
    return {k: list(v) if isinstance(v, tuple) else v for k, v in data.items()}


def _settings(old: Side, new: Side, pairs: Mapping[str, str]) -> Iterator[SettingChange]:
    for number, whole in enumerate(_found(old, new, pairs), start=1):
        chapter, games, found, before, after = whole
        yield SettingChange(
            number=number,
            chapter=chapter,
            games=games,
            difference=found,
            clauses=tuple(_cited(found, before, after, (old.book, new.book))),
        )


Found = tuple[str, tuple[str, ...], Difference, Any, Any]


def _found(old: Side, new: Side, pairs: Mapping[str, str]) -> Iterator[Found]:
    before, after = rules_of(old), rules_of(new)
    yield from _of_games(before[GAMES], after[GAMES], pairs)
    for chapter in (OPTIONS, READINGS):
        for found in differences(before[chapter], after[chapter]):
            yield chapter, (), found, before[chapter], after[chapter]
    if old.game:
        return
    for chapter in BESIDE_THE_GAMES:
        one, other = (_chapter(side.book, chapter) for side in (old, new))
        for found in differences(one, other):
            yield chapter, (), found, one, other


def _chapter(book: Book, name: str) -> dict[str, Any] | None:
    return written(book, name).data if in_book(book, name) else None


def _of_games(
    before: dict[str, Any], after: dict[str, Any], pairs: Mapping[str, str]
) -> Iterator[Found]:
    """Games stand on each other, so that one change may be in several: it is told once."""
    same: list[tuple[Difference, list[str]]] = []
    for name, other in pairs.items():
        for found in differences(before[name], after[other]):
            known = next((games for known, games in same if known == found), None)
            if known is None:
                same.append((found, [name]))
            else:
                known.append(name)
    for found, games in same:
        first = games[0]
        yield GAMES, tuple(games), found, before[first], after[pairs[first]]


def _cited(found: Difference, before: Any, after: Any, books: tuple[Book, Book]) -> Iterator[str]:
    """Its own clauses; or else those of what is in it; or else of what it is in."""
    own = _first_clauses((found.old, found.new))
    at = found.path
    while not own and at:
        own = _first_clauses([value_at(data, at) for data in (before, after)])
        named = at[-1]
        if not own and isinstance(named, str) and any(named in book.clauses for book in books):
            own = [named]  # rules about void rounds go by their clause
        at = at[:-1]
    yield from dict.fromkeys(own)


def _first_clauses(sides: Iterable[Any]) -> list[str]:
    """Of a whole chapter of settings on one side, its first clauses stand for all."""
    cited = [dict.fromkeys(clause for clause, _ in cited_settings(side)) for side in sides]
    return [clause for side in cited for clause in list(side)[:CLAUSES_SHOWN_MAX]]


# One change by itself


class Applied(msgspec.Struct, frozen=True):
    """The old book with one change, and the choices that it had to take over with it."""

    book: Book
    lent: tuple[str, ...]


def with_change(comparison: Comparison, change: SettingChange, game: str) -> Applied:
    """The old book with one change to a game; choices that only the new book has come along."""
    old, new = comparison.old, comparison.new
    before, after = rules_of(Side(old.book)), rules_of(Side(new.book))
    data = before[change.chapter]
    if change.chapter == GAMES:
        other = after[GAMES][comparison.pairs[game]]
        patched = data | {game: with_difference(data[game], other, change.difference)}
    else:
        patched = with_difference(data, after[change.chapter], change.difference)
    rules = before | {change.chapter: patched}
    asked = dict.fromkeys(choices_asked(rules[GAMES][game]))
    lent = []
    for kind, known in ((OPTIONS, new.book.options), (READINGS, new.book.readings)):
        names = [n for n in asked if n in known and n not in rules[OPTIONS] | rules[READINGS]]
        if change.chapter != kind:  # a choice that this very change takes away stays away
            rules[kind] = rules[kind] | {name: after[kind][name] for name in names}
            lent += names
    book = replace(
        old.book,
        games=rules[GAMES],
        options=msgspec.convert(rules[OPTIONS], dict[str, Option]),
        readings=msgspec.convert(rules[READINGS], dict[str, Reading]),
    )
    return Applied(book, tuple(lent))
