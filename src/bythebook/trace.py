"""Where each clause lives, and which tests prove it.

A clause lives in the settings that cite it, or, where it is the mechanism itself, in the code that
`[mechanism]` of the rules file names. It is proved by tests that carry its id: functions marked
`@clause("book id")`, and cases under `tests/rounds` whose `proves` lists it.
"""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from bythebook.errors import Malformed
from bythebook.rulebooks import Book, cited_settings
from bythebook.rulebooks.chapters.chapter import BESIDE_THE_GAMES, in_book, written

MUST_BE_PROVED = ("rule", "record")
OF_A_ROUND = (
    "cards", "wagers", "deal", "insurance", "interim", "decisions", "doubling", "splitting",
    "surrender", "dealer", "settlement", "side-wager",
)  # fmt: skip


class Traced(msgspec.Struct, frozen=True):
    """One clause of the ledger: where it lives, and what proves it."""

    book: str
    id: str
    kind: str
    area: str
    where: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def open(self) -> bool:
        return self.kind in MUST_BE_PROVED and not (self.where and self.tests)


def trace(book: Book, tests: dict[tuple[str, str], list[str]]) -> list[Traced]:
    """Every clause of the book, in the order of its ledger."""
    where = places(book)
    return [
        Traced(
            book.id,
            clause.id,
            clause.kind,
            clause.area,
            tuple(where.get(clause.id, ())),
            tuple(tests.get((book.id, clause.id), ())),
        )
        for clause in book.clauses.values()
    ]


def places(book: Book) -> dict[str, list[str]]:
    """For each clause, the settings that cite it and the code that is it."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, data in book.games.items():
        for clause, path in cited_settings(data):
            found[clause].append(f"games.{name}.{path}")
    for name, option in book.options.items():
        for clause in (option.clause, *option.clauses.values(), *option.value_clauses.values()):
            found[clause].append(f"options.{name}")
    for name, reading in book.readings.items():
        for clause in reading.clauses:
            found[clause].append(f"readings.{name}")
    for clause, code in book.mechanism.items():
        found[clause].append(code)
    found[book.about.effective_clause].append("book.effective")
    for name in BESIDE_THE_GAMES:
        if in_book(book, name):
            chapter = written(book, name)
            for clause, code in chapter.mechanism.items():
                found[clause].append(code)
            for clause, path in chapter.cited():
                found[clause].append(f"{name}.{path}")
    return {clause: list(dict.fromkeys(paths)) for clause, paths in found.items()}


def find_tests(folder: Path) -> dict[tuple[str, str], list[str]]:
    """The tests under a folder, by the book and clause they carry."""
    if not folder.is_dir():
        raise Malformed(f"there are no tests at {folder}: say where with --tests")
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in sorted((*folder.rglob("test_*.py"), *(folder / "rounds").glob("*.toml"))):
        try:
            carried = _marked_functions(path) if path.suffix == ".py" else _cases(path)
        except (ValueError, SyntaxError, KeyError, TypeError, AttributeError, OSError) as error:
            raise Malformed(f"cannot be read as tests: {error}", str(path)) from None
        for book, clause_id, test in carried:
            found[book, clause_id].append(test)
    return found


def _cases(path: Path) -> list[tuple[str, str, str]]:
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        (data["book"], clause_id, f"{path.stem}-{case['id']}")
        for case in data["round"]
        for clause_id in case.get("proves", ())
    ]


def _marked_functions(path: Path) -> list[tuple[str, str, str]]:
    marked = []
    for node in _functions(ast.parse(path.read_text(encoding="utf-8")).body):
        for decorator in node.decorator_list:
            if (
                isinstance(decorator, ast.Call)
                and isinstance(decorator.func, ast.Name)
                and decorator.func.id == "clause"
            ):
                ids = [ast.literal_eval(argument) for argument in decorator.args]
                marked += [
                    (book, clause_id, f"{path.name}::{node.name}")
                    for book, _, clause_id in (carried.partition(" ") for carried in ids)
                ]
    return marked


def _functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """Those that could be tests: none stands inside another."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body)


def report(traced: list[Traced], every_id: bool) -> str:
    """How many clauses are open, by book and area, and which if that is asked for."""
    lines = []
    for book in dict.fromkeys(row.book for row in traced):
        rows = [row for row in traced if row.book == book and row.kind in MUST_BE_PROVED]
        open_rows = [row for row in rows if row.open]
        in_round = [row for row in rows if row.kind == "rule" and row.area in OF_A_ROUND]
        open_in_round = [row for row in in_round if row.open]
        lines.append(
            f"{book}: {len(rows) - len(open_rows)} of {len(rows)} rule and record clauses proved;"
            f" about a round: {len(in_round) - len(open_in_round)} of {len(in_round)}"
        )
        for area in dict.fromkeys(row.area for row in open_rows):
            ids = [row.id for row in open_rows if row.area == area]
            named = f": {', '.join(ids)}" if every_id else ""
            lines.append(f"  {area}: {len(ids)} open{named}")
    still = sum(row.open for row in traced)
    about = sum(row.open and row.kind == "rule" and row.area in OF_A_ROUND for row in traced)
    lines.append(f"Open: {still} in all, {about} of them rules about a round.")
    return "\n".join(lines)
