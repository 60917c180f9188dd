"""What the pages about rulebooks show: every clause with its place and proof, choices.

Tests lie beside the source, not in an installed package: without them nothing is said to be open,
because nothing was looked for.
"""

import datetime
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import msgspec

from bythebook.errors import Malformed
from bythebook.rulebooks import Book, Clause, Reading, all_books, built_in_books, find_book
from bythebook.rulebooks.plain import plain_clauses
from bythebook.rulebooks.tables import has_table_rules
from bythebook.trace.clauses import MUST_BE_PROVED, Claims, find_claims, places

TESTS = Path(__file__).parents[4] / "tests"
_MARKS = (".", "(", ":")  # what follows the id of a clause in the ids of its parts


class ClauseView(msgspec.Struct, frozen=True, kw_only=True):
    """A clause, where it lives, what proves it, and which readings concern it."""

    clause: Clause
    where: tuple[str, ...]
    tests: tuple[str, ...]
    state: str  # proved, open, or nothing where nothing has to be proved or nobody has looked


class BookView(msgspec.Struct, frozen=True, kw_only=True):
    """A book with all its clauses."""

    book: Book
    address: str  # its name in addresses: with the edition, if that was named
    clauses: dict[str, ClauseView]
    plain: dict[str, ClauseView]  # the plain conduct's, where the book's tables are run by that
    tests_known: bool
    side_wagers: tuple[str, ...]

    @property
    def to_prove(self) -> int:
        return sum(view.clause.kind in MUST_BE_PROVED for view in self.clauses.values())

    @property
    def implemented(self) -> int:
        return sum(
            view.clause.kind in MUST_BE_PROVED and bool(view.where)
            for view in self.clauses.values()
        )

    @property
    def proved(self) -> int:
        return sum(view.state == "proved" for view in self.clauses.values())

    def values_of(self, field: str) -> list[str]:
        """What occurs in a column of the ledger, for a list to choose from."""
        found = (getattr(view.clause, field) for view in self.clauses.values())
        return sorted({value for value in found if value})


class Sought(msgspec.Struct, frozen=True, kw_only=True):
    """Which clauses somebody wants to see; an empty field asks for nothing."""

    text: str = ""
    kind: str = ""
    area: str = ""
    role: str = ""
    state: str = ""

    def finds(self, view: ClauseView) -> bool:
        clause = view.clause
        said = f"{clause.id} {clause.summary} {clause.note}".casefold()
        return (
            all(word in said for word in self.text.casefold().split())
            and self.kind in ("", clause.kind)
            and self.area in ("", clause.area)
            and self.role in ("", clause.role)
            and self.state in ("", view.state)
        )


def every_book(on: datetime.date) -> list[BookView]:
    return [book_view(name, on) for name in all_books()]


@lru_cache(maxsize=1)
def _proofs() -> Claims | None:
    return find_claims(TESTS) if TESTS.is_dir() else None


@lru_cache(maxsize=32)
def book_view(name: str, on: datetime.date) -> BookView:
    """A book in the edition named, or in force on this day, looked through once."""
    book = find_book(name, on=on)
    proofs = _proofs()
    where = places(book)
    views = {}
    for clause in book.clauses.values():
        at = tuple(where.get(clause.id, ()))
        tests = tuple(test.name for test in (proofs or {}).get((book.id, clause.id), ()))
        state = ""
        if proofs is not None and clause.kind in MUST_BE_PROVED and book.id in built_in_books():
            state = "proved" if at and tests else "open"
        views[clause.id] = ClauseView(clause=clause, where=at, tests=tests, state=state)
    plain = {
        clause.id: ClauseView(clause=clause, where=(), tests=(), state="")
        for clause in (() if has_table_rules(book) else plain_clauses().values())
    }
    wagers = {wager for game in book.games for wager in book.game(game).rules.side_wagers}
    return BookView(
        book=book,
        address=name,
        clauses=views,
        plain=plain,
        tests_known=proofs is not None,
        side_wagers=tuple(sorted(wagers)),
    )


def clause_view(view: BookView, clause_id: str) -> ClauseView:
    found = view.clauses.get(clause_id) or view.plain.get(clause_id)
    if found is None:
        raise Malformed(f"{view.book.id} has no clause {clause_id}")
    return found


def parts_of(view: BookView, clause_id: str) -> list[ClauseView]:
    """The clauses whose ids go on where this one's ends."""
    begins = tuple(clause_id + mark for mark in _MARKS)
    return [part for name, part in view.clauses.items() if name.startswith(begins)]


def whole_of(view: BookView, clause_id: str) -> ClauseView | None:
    """The nearest clause of which this one is a part."""
    for end in range(len(clause_id) - 1, 0, -1):
        if clause_id[end] in _MARKS and clause_id[:end] in view.clauses:
            return view.clauses[clause_id[:end]]
    return None


def neighbours(view: BookView, clause_id: str) -> tuple[str, str]:
    """The clauses before and after in the order of the book; nothing at its ends."""
    ids = [*view.clauses, *view.plain]
    at = ids.index(clause_id)
    return ids[at - 1] if at else "", ids[at + 1] if at + 1 < len(ids) else ""


def readings_about(book: Book, clause_id: str) -> dict[str, Reading]:
    return {name: r for name, r in book.readings.items() if clause_id in r.clauses}


def places_by_kind(where: Iterable[str]) -> dict[str, list[str]]:
    """Settings of games, of the table, choices, and code: what a clause became."""
    kinds: dict[str, list[str]] = {"settings": [], "choices": [], "code": []}
    for place in where:
        if place.startswith(("options.", "readings.")):
            kinds["choices"].append(place)
        elif place.startswith("bythebook."):
            kinds["code"].append(place)
        else:
            kinds["settings"].append(place)
    return kinds
