"""Every change that can be tried, and what is known of it from before.

A result is kept under the digest of all it depends on: the change, the chapters of its book, the
tests that claim its clauses with their files, whatever tests share, and the program. If any of
these is different now, nothing is known.
"""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from bythebook.errors import Malformed
from bythebook.rulebooks.loader import Book, find_book
from bythebook.rulebooks.shelf import built_in_books
from bythebook.trace.clauses import Claims, Proof, Verdict, mechanism
from bythebook.trace.functions import AT_ONCE, CodeChange, code_changes
from bythebook.trace.readers import PROGRAM
from bythebook.trace.settings import Change, changes, line_of

ENGINE = "engine"  # where the book of a change would stand: code serves all of them
EQUIVALENT = Path("trace") / "equivalent"  # a file a book, and one for the engine
SURVIVORS = Path("trace") / "survivors"
RESULTS = Path(".bite") / "results.jsonl"

# What a change came to: some test failed, or none; there was no legal value; the tests failed only
# because the book did not load; somebody has declared that it changes nothing.
Outcome = Literal["bitten", "survived", "illegal", "loading", "equivalent"]
UNNOTICED = ("survived", "loading")
Id = tuple[str, str, str]  # book, place, how


class Attempt(msgspec.Struct, frozen=True):
    """Something to break, and the tests that should notice."""

    change: Change | CodeChange
    book: str
    clauses: tuple[tuple[str, str], ...]  # each with its book
    tests: tuple[Proof, ...]
    file: Path
    line: int

    @property
    def id(self) -> Id:
        return self.book, self.change.place, self.change.how


class Result(msgspec.Struct, frozen=True):
    """What came of it: who noticed, or nobody."""

    id: Id
    digest: str
    outcome: Outcome
    told: str = ""  # what stood there then, or which test noticed


def attempts(books: Sequence[Book], claims: Claims, every: Sequence[Book] = ()) -> list[Attempt]:
    """Everything that can be broken in these books, and is claimed by some test.

    What serves several books may be proved by any: `every` is all there are.
    """
    found = []
    for book in books:
        for change in changes(book):
            clauses = tuple((book.id, clause) for clause in change.clauses)
            file = book.source.folder / f"{change.chapter}.toml"
            line = line_of(file, change.path)
            found.append(Attempt(change, book.id, clauses, _tests(clauses, claims), file, line))
    found += _of_code(books, every or books, claims)
    return [attempt for attempt in found if attempt.tests]


def _of_code(books: Sequence[Book], every: Sequence[Book], claims: Claims) -> list[Attempt]:
    """Each clause notices when its function is gone; of the rest, any clause of that function."""
    named: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for book in every:
        for clause, code in mechanism(book):
            named[code].append((book.id, clause))
    ids = {book.id for book in books}
    found = []
    for code, clauses in named.items():
        asked = [(book, clause) for book, clause in clauses if book in ids]
        for change in code_changes(code) if asked and _tests(clauses, claims) else ():
            whole = change.how == AT_ONCE and change.function == code
            for book_id, bearing in _bearing(asked) if whole else [(ENGINE, clauses)]:
                tests = _tests(bearing, claims)
                found.append(
                    Attempt(change, book_id, tuple(bearing), tests, change.file, change.line)
                )
    return found


def _bearing(clauses: list[tuple[str, str]]) -> list[tuple[str, list[tuple[str, str]]]]:
    return [(f"{book} {clause}", [(book, clause)]) for book, clause in clauses]


def _tests(clauses: Iterable[tuple[str, str]], claims: Claims) -> tuple[Proof, ...]:
    return tuple(dict.fromkeys(test for clause in clauses for test in claims.get(clause, ())))


# What is kept


class Digests:
    """What results depend on, as it is now."""

    def __init__(self, tests: Path, program: Path = PROGRAM) -> None:
        self.files: dict[Path, str] = {}
        shared = [path for path in tests.rglob("*.py") if not path.name.startswith("test_")]
        own = program / "trace"
        code = [path for path in program.rglob("*.py") if own not in path.parents]
        self.common = _digest(*map(self._file, sorted((*shared, *code))))

    def of(self, attempt: Attempt) -> str:
        files = sorted({test.path for test in attempt.tests})
        if attempt.file.suffix != ".py":
            files += _chapters(attempt.file.parent)
        return _digest(
            self.common,
            repr(attempt.change),
            repr(attempt.clauses),
            *(test.name for test in attempt.tests),
            *map(self._file, files),
        )

    def _file(self, path: Path) -> str:
        if path not in self.files:
            self.files[path] = hashlib.sha256(path.read_bytes()).hexdigest()
        return self.files[path]


@cache
def _chapters(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.toml"))


def _digest(*words: str) -> str:
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:32]


class Kept:
    """The results in a file: one more line for each, the last of an id counts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results: dict[Id, Result] = {}
        decoder = msgspec.json.Decoder(Result)
        for line in _lines(path):
            try:
                result = decoder.decode(line)
            except msgspec.DecodeError:
                continue  # half a line: somebody was stopped while writing it
            self.results[result.id] = result

    def known(self, id_: Id, digest: str) -> Result | None:
        result = self.results.get(id_)
        return result if result is not None and result.digest == digest else None

    def add(self, result: Result) -> None:
        self.results[result.id] = result
        self.path.parent.mkdir(exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(msgspec.json.encode(result).decode() + "\n")

    def tidy(self) -> None:
        """One line for each."""
        lines = [msgspec.json.encode(result).decode() + "\n" for result in self.results.values()]
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_text("".join(lines), encoding="utf-8")


def equivalents(folder: Path) -> dict[Id, str]:
    """Changes that change nothing: `book | place | change | reason`, a line each."""
    found = {}
    for (book, place, rest), where in _table(folder):
        how, bar, why = rest.rpartition(" | ")
        if not (bar and how and why):
            raise Malformed("a line is `book | place | change | reason`", where)
        found[book, place, how] = why
    return found


def survivors(folder: Path) -> set[Id]:
    """Changes that nobody notices yet: `book | place | change`, a line each."""
    return {(book, place, how) for (book, place, how), _ in _table(folder)}


def _table(folder: Path) -> Iterator[tuple[list[str], str]]:
    for path in sorted(folder.glob("*.txt")):
        for number, line in enumerate(_lines(path), start=1):
            if line and not line.startswith("#"):
                parts = line.split(" | ", 2)
                if len(parts) != 3:
                    raise Malformed("a line is `book | place | change`", f"{path}:{number}")
                yield parts, f"{path}:{number}"


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


# What is known now


class Known:
    """All that can be tried in some books, and what came of it as far as that still holds."""

    def __init__(self, books: Sequence[Book], tests: Path, claims: Claims) -> None:
        every = [find_book(name) for name in built_in_books()]
        self.attempts = attempts(books, claims, every)
        self.kept = Kept(tests.parent / RESULTS)
        self.equivalent = equivalents(tests / EQUIVALENT)
        self.survivors = survivors(tests / SURVIVORS)
        self.digests = Digests(tests)

    def result(self, attempt: Attempt) -> Result | None:
        return self.kept.known(attempt.id, self.digests.of(attempt))

    def add(self, attempt: Attempt, outcome: Outcome, told: str) -> None:
        self.kept.add(Result(attempt.id, self.digests.of(attempt), outcome, told))

    def outcome(self, attempt: Attempt) -> Outcome | None:
        result = self.result(attempt)
        if result is not None and result.outcome in UNNOTICED and attempt.id in self.equivalent:
            return "equivalent"
        return result.outcome if result is not None else None

    def verdicts(self) -> dict[tuple[str, str], Verdict]:
        """For each clause, whether all that was tried was noticed, some of it, or nothing."""
        seen: dict[tuple[str, str], set[Outcome | None]] = defaultdict(set)
        for attempt in self.attempts:
            outcome = self.outcome(attempt)
            for clause in attempt.clauses:
                seen[clause].add(outcome)
        return {clause: verdict(outcomes) for clause, outcomes in seen.items()}


def verdict(outcomes: Collection[Outcome | None]) -> Verdict:
    """What the outcomes of all its changes say about a clause."""
    noticed = "bitten" in outcomes or "equivalent" in outcomes
    if any(outcome in UNNOTICED for outcome in outcomes):
        return "half" if noticed else "not at all"
    return "bitten" if noticed and None not in outcomes else "unknown"
