"""The settled readings in docs/readings are whole, and whatever is cited of them is there."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from bythebook.rulebooks import Book, built_in_books, find_book
from tests.project import ROOT, project_files

DOCUMENTS = ROOT / "docs" / "readings"
INDEX = DOCUMENTS / "README.md"

# How each book is called in a citation and recognised in a path. The reference book has no
# document: it was written to leave no question open.
BOOKS = {
    "canberra": "canberra-blackjack",
    "crown": "crown-blackjack",
    "baceball": "star-baceball",
    "challenge": "star-blackjack-challenge",
    "tasmania": "tasmania-blackjack",
}

HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
ITEM = re.compile(
    r"\A\n\nClauses: (?P<clauses>.+?)\n\n"
    r"\*\*(?P<question>.+?\?)\*\* (?P<settled>\S.+?)\n\n"
    r"(?:Switch: `(?P<switch>[a-z0-9-]+)`\n\n)?\Z",
    re.DOTALL,
)
WITHOUT_ITEM = "Readings without an item"
NUMBERS = r"\d+(?:(?:, | and | to )\d+)*"
CITATION = re.compile(rf"\b(?:({'|'.join(BOOKS)}) )?readings? ({NUMBERS})\b", re.IGNORECASE)

# The ways in which readings were cited when they had no document; nothing resolves those. A
# ledger may speak of an item of its document, a test has nothing else to call by that word.
UNRESOLVED = re.compile(r"\b(?i:interpretations? \d|see interpretations?)\b|(?:\(|: )I\d+\b")
UNRESOLVED_IN_TESTS = re.compile(r"\bitems? \d", re.IGNORECASE)


class Item(NamedTuple):
    """One settled reading, as its document has it."""

    clauses: tuple[str, ...]
    switch: str | None


class Citation(NamedTuple):
    """Where a reading is cited, and which; without a book where none can be told."""

    where: str
    book: str | None
    number: int


def sections(book: str) -> Iterator[tuple[str, str]]:
    """The second-level headings of a book's document, each with the text below it."""
    parts = HEADING.split((DOCUMENTS / f"{book}.md").read_text(encoding="utf-8"))
    return zip(parts[1::2], parts[2::2], strict=True)


@cache
def items(book: str) -> dict[int, Item]:
    """Every item of a book's document by its number."""
    found: dict[int, Item] = {}
    for heading, text in sections(book):
        if heading == WITHOUT_ITEM:
            continue
        item = ITEM.match(text)
        assert item, f"{book} {heading}: not clauses, a question, an answer and perhaps a switch"
        assert int(heading) not in found, f"{book} has {heading} twice"
        clauses = tuple(" ".join(item["clauses"].split()).split(", "))
        found[int(heading)] = Item(clauses, item["switch"])
    return found


def has_clause(book: Book, cited: str) -> bool:
    """Whether the ledger has this clause, or parts of it."""
    return any(
        clause == cited or clause.startswith((f"{cited}.", f"{cited}(", f"{cited}:"))
        for clause in book.clauses
    )


def book_of(path: str) -> str | None:
    """The book that a file is about, where its path names just one."""
    named = [book for name, book in BOOKS.items() if name in path.lower()]
    return named[0] if len(named) == 1 else None


def citations(path: str, text: str) -> Iterator[Citation]:
    """Every reading that a file cites. A note printed from a ledger is checked in the ledger."""
    for row, line in enumerate(text.splitlines(), start=1):
        if line.strip().startswith("note: "):
            continue
        for name, numbers in CITATION.findall(line):
            book = BOOKS[name.lower()] if name else book_of(path)
            for number in re.findall(r"\d+", numbers):
                yield Citation(f"{path}:{row}", book, int(number))


@cache
def written() -> dict[str, str]:
    """The files that may cite a reading, by path; the index only explains how that is done."""
    kinds = {".csv", ".md", ".py", ".toml"}
    apart = {INDEX, Path(__file__).resolve()}
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in project_files()
        if path.suffix in kinds and path not in apart
    }


def test_every_book_with_an_open_question_has_a_document() -> None:
    documents = {path.stem for path in DOCUMENTS.glob("*.md")} - {INDEX.stem}
    asked = {book for book in built_in_books() if find_book(book).readings}
    assert documents == set(BOOKS.values()) == asked


@pytest.mark.parametrize("book", BOOKS.values())
def test_the_numbering_is_complete(book: str) -> None:
    assert list(items(book)) == list(range(1, len(items(book)) + 1))


@pytest.mark.parametrize("book", BOOKS.values())
def test_the_index_counts_items_and_switches(book: str) -> None:
    switches = sum(item.switch is not None for item in items(book).values())
    row = re.search(rf"^\| \[{book}\].*$", INDEX.read_text(encoding="utf-8"), re.MULTILINE)
    assert row
    assert row[0].endswith(f"| {len(items(book))} | {switches} |")


@pytest.mark.parametrize("book", BOOKS.values())
def test_every_item_has_clauses_of_the_ledger(book: str) -> None:
    ledger = find_book(book)
    unknown = [
        f"{number}: {clause}"
        for number, item in items(book).items()
        for clause in item.clauses
        if not has_clause(ledger, clause)
    ]
    assert not unknown


@pytest.mark.parametrize("book", BOOKS.values())
def test_every_switch_is_explained_by_an_item_or_listed_as_without(book: str) -> None:
    explained = {item.switch for item in items(book).values() if item.switch}
    without = set(re.findall(r"^- `([a-z0-9-]+)`", dict(sections(book))[WITHOUT_ITEM], re.M))
    assert not explained & without
    assert explained | without == set(find_book(book).readings)


@pytest.mark.parametrize("book", BOOKS.values())
def test_an_item_and_its_switch_are_about_the_same_clauses(book: str) -> None:
    readings = find_book(book).readings
    apart = [
        number
        for number, item in items(book).items()
        if item.switch and not set(item.clauses) & set(readings[item.switch].clauses)
    ]
    assert not apart


def test_whatever_is_cited_is_there() -> None:
    cited = [each for path, text in written().items() for each in citations(path, text)]
    assert {each.book for each in cited} >= set(BOOKS.values())
    lost = [each for each in cited if each.book is None or each.number not in items(each.book)]
    assert not lost


def test_nothing_is_cited_in_a_way_that_leads_nowhere() -> None:
    lost = [
        f"{path}:{row}: {line.strip()}"
        for path, text in written().items()
        for row, line in enumerate(text.splitlines(), start=1)
        if UNRESOLVED.search(line)
        or (path.startswith("tests") and UNRESOLVED_IN_TESTS.search(line))
    ]
    assert not lost


@pytest.mark.parametrize(
    ("path", "line", "found"),
    [
        ("tests/rounds/crown-blackjack.toml", "readings 3, 6: a", [("crown-blackjack", 3, 6)]),
        ("tests/test_star.py", "# Challenge reading 51.", [("star-blackjack-challenge", 51)]),
        ("tests/test_star.py", "(reading 51)", [(None, 51)]),
        ("tests/crown/test_tasmania.py", "reading 1", [(None, 1)]),
        ("docs/star-baceball.md", "Readings 26 to 28 and 30", [("star-baceball", 26, 28, 30)]),
        (
            "docs/canberra.md",
            "reading 9, Crown reading 2",
            [("canberra-blackjack", 9), ("crown-blackjack", 2)],
        ),
        ("README.md", "    note: See reading 19.", []),
        ("README.md", "a reading of 3, readings by book", []),
    ],
)
def test_citations_are_found_as_they_are_written(
    path: str, line: str, found: list[tuple[str | int | None, ...]]
) -> None:
    expected = [(book, number) for book, *numbers in found for number in numbers]
    assert [(each.book, each.number) for each in citations(path, line)] == expected
