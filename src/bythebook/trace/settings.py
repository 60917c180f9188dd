"""Every cited setting of a book, broken: another value that is legal, or none at all.

A setting is what carries a clause; what stands in it without a clause of its own belongs to it.
What could stand there instead is guessed from the words of the chapters (`Literal`), from the ranks
of the book and from what stands elsewhere under the same name. Only loading can tell which of these
is legal: a change lists what could be tried, and the first that loads is the one that is made.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from bythebook.rulebooks.chapters import (
    conduct,
    game,
    irregularities,
    jackpots,
    promotions,
    tournament_course,
    tournament_play,
    tournament_terms,
)
from bythebook.rulebooks.chapters.words import Cited
from bythebook.rulebooks.files import RULES, read_toml
from bythebook.rulebooks.law import CHAPTERS, READINGS, WORDS
from bythebook.rulebooks.loader import Book

Path_ = tuple[str | int, ...]

ABSENT = "(absent)"
CITES = ("clause", "also", "clauses", "absent", "effective_clause", "value_clauses")
VOCABULARY = (
    conduct, game, irregularities, jackpots, promotions, tournament_course, tournament_play,
    tournament_terms,
)  # fmt: skip
TEXTS = WORDS | {"says", "title", "note", "noted", "outside"}  # for readers
NO_SETTINGS = {"book", "revisions", "mechanism"}
NAMES = {"based_on", "kind", "number", "chosen", "dollars"}  # what else stands for something
WHO = {"by", "to"}
LABELS = {"name"}  # for readers too, unless it is a word of the vocabulary
ODDS = re.compile(r"(\d+) to (\d+)")
GUESSES = 4  # of what stands elsewhere under the same name


class Change(msgspec.Struct, frozen=True):
    """One way to break a setting: the first of `instead` that is legal takes its place."""

    book: str
    chapter: str
    path: Path_
    how: str
    clauses: tuple[str, ...]
    was: Any
    instead: tuple[Any, ...]

    @property
    def place(self) -> str:
        return f"{self.chapter}:{written_path(self.path)}"


def written_path(path: Path_) -> str:
    """A path as errors name it.

    >>> written_path(("acts", "void", 0, "by"))
    'acts.void[0].by'
    """
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return "".join(parts).removeprefix(".")


def changed(data: dict[str, Any], path: Path_, value: Any) -> dict[str, Any]:
    """The chapter with something else at that place; what it is made from stays as it was."""

    def inside(node: Any, rest: Path_) -> Any:
        copy = node.copy()
        if len(rest) > 1:
            copy[rest[0]] = inside(node[rest[0]], rest[1:])
        elif value == ABSENT:
            del copy[rest[0]]
        else:
            copy[rest[0]] = value
        return copy

    result: dict[str, Any] = inside(data, path)
    return result


def changes(book: Book) -> list[Change]:
    """Every change of every chapter that the edition itself says."""
    ranks = _ranks(book)
    found = []
    for chapter in CHAPTERS:
        file = book.source.folder / f"{chapter}.toml"
        if file.is_file():
            found += list(_Chapter(book, chapter, read_toml(file), ranks).changes())
    return found


def _ranks(book: Book) -> list[str]:
    file = book.source.folder / "table.toml"
    ladder = read_toml(file).get("ladder", ()) if file.is_file() else ()
    return [rank["role"] for rank in ladder]


class _Chapter:
    """A chapter, and what its settings could say instead."""

    def __init__(self, book: Book, name: str, data: dict[str, Any], ranks: list[str]) -> None:
        self.book, self.name, self.data, self.ranks = book, name, data, ranks
        self.ledger = list(book.clauses)
        self.under: dict[str, dict[Any, None]] = defaultdict(dict)
        self._note(data, "")

    def _note(self, node: Any, key: str) -> None:
        if isinstance(node, dict):
            for name, value in node.items():
                self._note(value, _named((key, name)))
        elif isinstance(node, list):
            for item in node:
                self._note(item, key)
        elif isinstance(node, str):
            self.under[key][node] = None

    def changes(self) -> Iterator[Change]:
        for key, value in self.data.items():
            if key not in NO_SETTINGS:
                yield from self._walk(value, (key,), ())

    def _walk(self, node: Any, path: Path_, clauses: tuple[str, ...]) -> Iterator[Change]:
        if isinstance(node, dict):
            own = cited(node) or clauses
            if cited(node):
                yield from self._whole(node, path, own)
            for key, value in node.items():
                if key == "void" and self.name == RULES and isinstance(value, dict):
                    for clause, void in value.items():
                        yield from self._walk(void, (*path, key, clause), (clause,))
                elif key == "default":
                    others = tuple(v for v in node.get("values", ()) if v != value)
                    yield from self._one((*path, key), "other", own, value, others)
                elif not (key in CITES or _for_readers(key, self.name) or _branches(key, node)):
                    yield from self._walk(value, (*path, key), own)
        elif isinstance(node, list):
            yield from self._list(node, path, clauses)
        elif clauses:
            yield from self._leaf(node, path, clauses)

    def _one(
        self, path: Path_, how: str, clauses: tuple[str, ...], was: Any, instead: Sequence[Any]
    ) -> Iterator[Change]:
        others = tuple(value for value in instead if value != was)
        if others:
            yield Change(self.book.id, self.name, path, how, clauses, was, others)

    def _whole(
        self, node: dict[str, Any], path: Path_, clauses: tuple[str, ...]
    ) -> Iterator[Change]:
        """Without it; where it only says a clause and must be there, with another clause."""
        if path[0] == "options" or self.name == READINGS:
            yield from self._choice(node, path, clauses)
            return
        if "absent" in node:
            yield from self._one(path, "present", clauses, node, self._beside(path))
            return
        if node.keys() - {"clause", "also"}:
            yield from self._one(path, "absent", clauses, node, (ABSENT,))
            return
        other = self.ledger[(self.ledger.index(node["clause"]) + 1) % len(self.ledger)]
        yield from self._one(path, "broken", clauses, node, (ABSENT, node | {"clause": other}))

    def _beside(self, path: Path_) -> list[Any]:
        """What a choice would say otherwise; a setting of a game says what its base says."""
        above: Any = self.data
        for part in path[:-1]:
            above = above[part]
        if "by" not in above:
            return [ABSENT]
        return [v for k, v in above.items() if k != path[-1] and isinstance(v, dict)]

    def _choice(
        self, node: dict[str, Any], path: Path_, clauses: tuple[str, ...]
    ) -> Iterator[Change]:
        """An option: each value left out; of numbers, one more at either end.

        Without one of its values a reading could not be asked for: that is no other rule.
        """
        values = node.get("values", ()) if self.name != READINGS else ()
        for index, value in enumerate(values):
            if value != node["default"]:
                at = (*path, "values", index)
                yield from self._one(at, f"drop {value}", clauses, value, [ABSENT])
        numbers = [int(value) for value in values if value.isdigit()]
        if numbers and len(numbers) == len(values):
            for beyond in (min(numbers) - 1, max(numbers) + 1):
                more = [[*values, str(beyond)]]
                yield from self._one((*path, "values"), f"add {beyond}", clauses, values, more)

    def _list(self, node: list[Any], path: Path_, clauses: tuple[str, ...]) -> Iterator[Change]:
        if path[-1] == "values":  # of an option: see there
            return
        for index, item in enumerate(node):
            at = (*path, index)
            if isinstance(item, dict):
                yield from self._walk(item, at, clauses)
            elif clauses and isinstance(item, int) and not isinstance(item, bool):
                yield from self._leaf(item, at, clauses)
            elif clauses:
                yield from self._one(at, f"drop {item}", clauses, item, (ABSENT,))

    def _leaf(self, was: Any, path: Path_, clauses: tuple[str, ...]) -> Iterator[Change]:
        for how, instead in self._others(was, path):
            yield from self._one(path, how, clauses, was, instead)

    def _others(self, was: Any, path: Path_) -> Iterator[tuple[str, Sequence[Any]]]:
        if isinstance(was, bool):
            yield "opposite", [not was]
        elif isinstance(was, int):
            yield "+1", [was + 1]
            yield "-1", [was - 1]
        elif isinstance(was, str):
            if odds := ODDS.fullmatch(was):
                yield "other", [f"{int(odds[1]) + 1} to {odds[2]}"]
            elif was.isdigit():
                yield "+1", [str(int(was) + 1)]
            elif was in self.ranks:
                at = self.ranks.index(was)
                if at > 0:
                    yield "lower", [self.ranks[at - 1]]
                if at + 1 < len(self.ranks):
                    yield "higher", [self.ranks[at + 1]]
            else:
                yield "other", self._other_names(was, path)

    def _other_names(self, was: str, path: Path_) -> list[str]:
        key, words = _named(path), _other_words(was, path)
        if key in LABELS:
            return words
        ranks = self.ranks[:1] if key in WHO else []
        known = [word for word in self.under[key] if word != was][:GUESSES]
        return list(dict.fromkeys((*words, *ranks, *known)))


def cited(node: dict[str, Any]) -> tuple[str, ...]:
    """The clauses that a setting itself carries."""
    found: list[str] = []
    for key in CITES:
        said = node.get(key)
        if isinstance(said, str):
            found.append(said)
        elif isinstance(said, list):
            found += [item for item in said if isinstance(item, str)]
        elif isinstance(said, dict):
            found += [item for item in said.values() if isinstance(item, str)]
    return tuple(dict.fromkeys(clause for clause in found if clause))


def _other_words(was: str, path: Path_) -> list[str]:
    """What else the vocabulary has for it: asked of the nearest name that has this word."""
    for part in reversed(path):
        words = literals().get(str(part), ())
        if was in words:
            return [word for word in words if word != was]
    return []


def _for_readers(key: str, chapter: str) -> bool:
    return key in TEXTS or key in NAMES or (chapter == READINGS and key == "values")


def _branches(key: str, node: dict[str, Any]) -> bool:
    """Whether `by` names a choice here, and not who may."""
    return key == "by" and "clause" not in node


def _named(path: Sequence[str | int]) -> str:
    """The word under which something stands: a bare `value` goes by the word above it."""
    words = [part for part in path if isinstance(part, str) and part != "value"]
    return words[-1] if words else ""


@cache
def literals() -> dict[str, tuple[str, ...]]:
    """By the name of a field: the words it may be, wherever in the vocabulary."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for module in VOCABULARY:
        for type_ in vars(module).values():
            if isinstance(type_, type) and issubclass(type_, msgspec.Struct) and type_ is not Cited:
                hints = get_type_hints(type_)
                for field in msgspec.structs.fields(type_):
                    for word in _words(hints[field.name]):
                        found[field.encode_name][word] = None
    return {name: tuple(words) for name, words in found.items()}


def _words(hint: Any) -> Iterator[str]:
    """The words of a `Literal`, in a setting, a collection or as one of several types."""
    if get_origin(hint) is Literal:
        yield from (word for word in get_args(hint) if isinstance(word, str))
    elif get_origin(hint) in (Cited, tuple, dict, UnionType) or isinstance(hint, UnionType):
        for inner in get_args(hint):
            yield from _words(inner)


# Where a setting stands in its file

HEAD = re.compile(r"\s*\[(\[?)([^\]]+)\]")
KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*")(?:\.(?:[\w-]+|"[^"]*"))*)\s*=""")
PART = re.compile(r'[\w-]+|"[^"]*"')


def line_of(file: Path, path: Path_) -> int:
    """The line on which a setting stands, or the one that it stands in."""
    lines = _lines(file)
    inside = (path[:length] for length in range(len(path), 0, -1))
    return next((lines[at] for at in inside if at in lines), 1)


@cache
def _lines(file: Path) -> dict[Path_, int]:
    """By each setting the line on which it stands first."""
    found: dict[Path_, int] = {}
    counted: dict[Path_, int] = defaultdict(int)
    table: Path_ = ()
    inside: Path_ = ()  # a list that goes over several lines
    for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if inside and text.startswith("]"):
            inside = ()
        elif inside and text.lstrip().startswith("{"):
            found.setdefault((*inside, counted[inside]), number)
            counted[inside] += 1
        elif head := HEAD.match(text) if not inside else None:
            table = _parts(head[2])
            if head[1]:
                counted[table] += 1
                table = (*table, counted[table] - 1)
            found.setdefault(table, number)
        elif key := KEY.match(text) if not inside else None:
            at = (*table, *_parts(key[1]))
            found.setdefault(at, number)
            if text.rstrip().endswith("["):
                inside = at
    return found


def _parts(text: str) -> Path_:
    return tuple(part.strip('"') for part in PART.findall(text))
