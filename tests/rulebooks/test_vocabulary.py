"""The schema and the reference of the vocabulary: they follow from the types, and our books fit."""

import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from bythebook.rulebooks import built_in_books, find_book, world_books
from bythebook.rulebooks.chapters.chapter import BESIDE_THE_GAMES
from bythebook.rulebooks.writing.reference import reference
from bythebook.rulebooks.writing.schema import schema_of
from bythebook.rulebooks.writing.vocabulary import CHAPTERS
from tests.commands.calling import Call
from tests.commands.conftest import call as call
from tests.rulebooks.vocabulary import PAGE

FILES = [
    (book, path.stem)
    for book in (*built_in_books(), *world_books())
    for path in sorted(find_book(book).folder.glob("*.toml"))
]
VALIDATORS: dict[str, Any] = {}


def faults(chapter: str, data: Any) -> list[str]:
    if chapter not in VALIDATORS:
        schema = schema_of(chapter)
        jsonschema.Draft7Validator.check_schema(schema)
        VALIDATORS[chapter] = jsonschema.Draft7Validator(schema)
    return [
        f"{error.json_path}: {error.message}" for error in VALIDATORS[chapter].iter_errors(data)
    ]


def read(book: str, chapter: str) -> Any:
    return tomllib.loads((find_book(book).folder / f"{chapter}.toml").read_text())


@pytest.mark.parametrize(("book", "chapter"), FILES)
def test_our_books_fit_their_schema(book: str, chapter: str) -> None:
    assert faults(chapter, read(book, chapter)) == []


def test_a_schema_underlines_what_is_no_word() -> None:
    data = read("reference-blackjack", "rules")
    game = data["games"]["blackjack"]
    game["dealer"]["sof_17"] = game["dealer"].pop("soft_17")
    assert faults("rules", data)
    data = read("reference-blackjack", "rules")
    data["games"]["blackjack"]["settlement"]["equal"]["result"] = "draws"
    assert faults("rules", data)
    data = read("reference-blackjack", "rules")
    data["games"]["blackjack"]["settlement"]["equal"].pop("clause")
    assert faults("rules", data)
    data = read("side-wagers", "rules")
    data["games"]["blackjack"]["side_wagers"]["buster"]["like"] = "no wager on the shelf"
    assert faults("rules", data)


def test_every_chapter_has_its_words() -> None:
    assert set(CHAPTERS) == set(BESIDE_THE_GAMES)


def test_the_reference_is_up_to_date() -> None:
    assert reference() == PAGE.read_text(encoding="utf-8"), "python -m tests.rulebooks.vocabulary"


def test_the_command_prints_or_writes_it(call: Call, tmp_path: Path) -> None:
    status, out, _ = call("schema", "table")
    assert (status, '"title": "table.toml"' in out) == (0, True)
    assert call("schema", "rules", "-o", str(tmp_path / "rules.schema.json")).status == 0
    assert (tmp_path / "rules.schema.json").read_text().startswith("{")
    assert "there is no file 'tables' in a book" in call("schema", "tables").err
