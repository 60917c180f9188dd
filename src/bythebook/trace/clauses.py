"""Where each clause lives, and which tests prove it.

A clause lives in the settings that cite it, or, where it is the mechanism itself, in the code that
`[mechanism]` of the rules file names. It is proved by tests that carry its id: functions marked
`@clause("book id")`, and cases under `tests/rounds` whose `proves` lists it.
"""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from bythebook.deciders import Command, tag_of
from bythebook.errors import Malformed
from bythebook.jackpots import pool
from bythebook.promotions import promotion
from bythebook.rulebooks import Book, cited_settings
from bythebook.rulebooks.chapters.chapter import BESIDE_THE_GAMES, in_book, written
from bythebook.table import table
from bythebook.tournaments.course import course
from bythebook.tournaments.session import session
from bythebook.trace.readers import functions, readers

MUST_BE_PROVED = ("rule", "record")
CASES = "test_round"  # by which function cases are settled
Verdict = Literal["bitten", "half", "not at all", "unknown"]
OF_A_ROUND = (
    "cards", "wagers", "deal", "insurance", "interim", "decisions", "doubling", "splitting",
    "surrender", "dealer", "settlement", "side-wager",
)  # fmt: skip


class Proof(NamedTuple):
    """A test that claims a clause: a function of a file, or one case of a function."""

    path: Path
    function: str
    case: str = ""

    @property
    def name(self) -> str:
        return self.case or f"{self.path.name}::{self.function}"


Claims = dict[tuple[str, str], list[Proof]]


class Traced(msgspec.Struct, frozen=True):
    """One clause of the ledger: where it lives, and what proves it."""

    book: str
    id: str
    kind: str
    area: str
    where: tuple[str, ...]
    tests: tuple[str, ...]
    bite: Verdict = "unknown"  # whether its tests noticed when it was broken

    @property
    def open(self) -> bool:
        return self.kind in MUST_BE_PROVED and not (self.where and self.tests)


def trace(book: Book, claims: Claims, verdicts: Mapping[tuple[str, str], Verdict]) -> list[Traced]:
    """Every clause of the book, in the order of its ledger."""
    where = places(book)
    return [
        Traced(
            book.id,
            clause.id,
            clause.kind,
            clause.area,
            tuple(where.get(clause.id, ())),
            tuple(test.name for test in claims.get((book.id, clause.id), ())),
            verdicts.get((book.id, clause.id), "unknown"),
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
    for clause, code in mechanism(book):
        found[clause].append(code)
    found[book.about.effective_clause].append("book.effective")
    for name in BESIDE_THE_GAMES:
        if in_book(book, name):
            for clause, path in written(book, name).cited():
                found[clause].append(f"{name}.{path}")
    return {clause: list(dict.fromkeys(paths)) for clause, paths in found.items()}


def mechanism(book: Book) -> list[tuple[str, str]]:
    """Each clause that a function is, in whichever chapter, and the function's name."""
    found = list(book.mechanism.items())
    for name in BESIDE_THE_GAMES:
        if in_book(book, name):
            found += written(book, name).mechanism.items()
    return found


# By chapter, what carries out the acts that it names.
_ACTS: dict[str, Mapping[type[Command], Callable[..., object]]] = {
    "table": table.HANDLERS,
    "jackpot": pool.HANDLERS,
    "promotion": promotion.HANDLERS,
    "tournament": course.HANDLERS,
    "tournament-play": session.HANDLERS,
}
_PART = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def told(book: Book, row: Traced) -> str:
    """One clause: its summary, each setting that cites it as it is set, what reads or does it."""
    lines = [f"{row.book} {row.id}: {book.clauses[row.id].summary}"]
    for where in row.where:
        chapter, _, path = where.partition(".")
        lines.append(f"  {where}{_as_set(book, chapter, path)}")
        lines += [
            f"    {code}" for code in _carried_out_by(chapter, path) or readers(chapter, path)
        ]
    lines += [f"  proved by {test}" for test in row.tests] or ["  proved by no test"]
    return "\n".join(lines)


def _as_set(book: Book, chapter: str, path: str) -> str:
    """The setting that a path leads to, as the file has it; nothing where it is none."""
    if chapter == "games":
        found: Any = book.games
    elif chapter in BESIDE_THE_GAMES and in_book(book, chapter):
        found = written(book, chapter).data
    else:
        return ""
    for key, index in _PART.findall(path):
        found = found[int(index)] if index else found.get(key)
        if found is None:
            return ""
    return f" = {msgspec.json.encode(found).decode()}"


def _carried_out_by(chapter: str, path: str) -> list[str]:
    """The functions behind an act that a book names."""
    _, _, act = path.rpartition("acts.")
    name = _PART.match(act)
    return [
        f"{code.__module__}.{code.__qualname__}"
        for kind, code in (_ACTS.get(chapter, {}).items() if "acts." in path else ())
        if name is not None and tag_of(kind) == name[0]
    ]


def find_claims(folder: Path) -> Claims:
    """The tests under a folder, by the book and clause they carry."""
    if not folder.is_dir():
        raise Malformed(f"there are no tests at {folder}: say where with --tests")
    found: Claims = defaultdict(list)
    for path in sorted((*folder.rglob("test_*.py"), *(folder / "rounds").glob("*.toml"))):
        try:
            text = path.read_text(encoding="utf-8")
            carried = _marked_functions(path, text) if path.suffix == ".py" else _cases(path, text)
        except (ValueError, SyntaxError, KeyError, TypeError, AttributeError, OSError) as error:
            raise Malformed(f"cannot be read as tests: {error}", str(path)) from None
        for book, clause_id, test in carried:
            found[book, clause_id].append(test)
    return found


@cache
def _cases(path: Path, text: str) -> tuple[tuple[str, str, Proof], ...]:
    data: dict[str, Any] = tomllib.loads(text)
    return tuple(
        (data["book"], clause_id, Proof(path, CASES, f"{path.stem}-{case['id']}"))
        for case in data["round"]
        for clause_id in case.get("proves", ())
    )


@cache
def _marked_functions(path: Path, text: str) -> tuple[tuple[str, str, Proof], ...]:
    """A mark stands at its function, or has a name of its own: `ACTS = clause("book id", …)`."""
    body = ast.parse(text).body
    named = {
        target.id: node.value
        for node in body
        if isinstance(node, ast.Assign) and _is_mark(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    marked = []
    for node in functions(body):
        for decorator in node.decorator_list:
            mark = named.get(decorator.id) if isinstance(decorator, ast.Name) else decorator
            if isinstance(mark, ast.Call) and _is_mark(mark):
                for carried in mark.args:
                    book, _, clause_id = str(ast.literal_eval(carried)).partition(" ")
                    marked.append((book, clause_id, Proof(path, node.name)))
    return tuple(marked)


def _is_mark(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "clause"
    )


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
        lines += _bites([row for row in rows if row.tests], every_id)
    still = sum(row.open for row in traced)
    about = sum(row.open and row.kind == "rule" and row.area in OF_A_ROUND for row in traced)
    lines.append(f"Open: {still} in all, {about} of them rules about a round.")
    return "\n".join(lines)


def _bites(rows: list[Traced], every_id: bool) -> Iterator[str]:
    """How many clauses are proved by tests that noticed when they were broken."""
    by_verdict = {word: [row.id for row in rows if row.bite == word] for word in get_args(Verdict)}
    if len(by_verdict["unknown"]) == len(rows):
        yield "  bite: never tried (--bite)"
        return
    yield "  bite: " + ", ".join(f"{len(ids)} {word}" for word, ids in by_verdict.items())
    if every_id:
        for word in ("half", "not at all", "unknown"):
            if by_verdict[word]:
                yield f"    {word}: {', '.join(by_verdict[word])}"
