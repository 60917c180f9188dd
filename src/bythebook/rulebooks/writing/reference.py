"""The reference of every word that a book may use: what may stand there, what holds where it does
not, and how a real book writes it. `docs/vocabulary.md` is this, and a test holds it to it."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec.inspect as mi

from bythebook.rulebooks import built_in_books, find_book
from bythebook.rulebooks.files import has_chapter, read_chapter
from bythebook.rulebooks.writing.beginning import inline
from bythebook.rulebooks.writing.vocabulary import (
    CHAPTERS,
    GAMES,
    OF_RULES,
    READINGS,
    alternatives,
    comments_of,
    default_of,
    kind_of,
    says_of,
    structs_in,
    told,
)

EXAMPLE_MOST = 90  # characters
_FILES: dict[str, Any] = {"rules": None, "readings": READINGS, **CHAPTERS}
_PLAIN = ("Cited", "Authority", "Outcome")  # told once, at the top

HEAD = """# The vocabulary of a book

Every word that the files of a [rulebook](rulebooks.md) may use: what may stand there, what holds
where it is left out, and how one of our books writes it. This page is generated from the types
(`.venv/bin/python -m tests.rulebooks.vocabulary`); `./run schema rules` prints the same for an
editor.

Three kinds of setting are everywhere:

| written | is |
| --- | --- |
| `{ clause = "4.1" }` | a clause: the authority for something that the mechanism does |
| `{ value = 7, clause = "3.1" }` | a value and its clause |
| `{ result = "wins", odds = "3 to 2", clause = "5.8" }` | an outcome, with odds where it wins |

Each may have `also = ["4.6"]`, further clauses. In a game any setting may instead be
`{ by = "OPTION", VALUE = …, VALUE = … }` or `{ absent = "CLAUSE" }`, and a value
`{ chosen = "OPTION" }`, `{ number = "OPTION" }` or `{ dollars = "OPTION" }`. A side wager may be
`{ like = "WAGER", clause = "CLAUSE" }`, one [from the shelf](side-wagers.md), and say what differs.
"""


def reference() -> str:
    """The whole page."""
    examples = _examples()
    parts = [HEAD]
    for file in _FILES:
        parts.append(f"## {file}.toml\n")
        parts += [_section(kind, examples) for kind in _tables(file)]
    return "\n".join(parts).rstrip() + "\n"


def _tables(file: str) -> Iterator[mi.StructType]:
    seen: set[type] = set()
    types = [OF_RULES["book"], OF_RULES["options"], GAMES] if file == "rules" else [_FILES[file]]
    for type_ in types:
        for kind in structs_in(kind_of(type_)):
            if kind.cls not in seen and kind.cls.__name__ not in _PLAIN:
                seen.add(kind.cls)
                yield kind


def _section(kind: mi.StructType, examples: dict[tuple[type, str], str]) -> str:
    lines = [f"### {_title(kind)}\n"]
    if said := says_of(kind.cls):
        lines.append(f"{said}\n")
    comments = comments_of(kind.cls)
    lines += [
        "| word | may be | left out | says | for example |",
        "| --- | --- | --- | --- | --- |",
    ]
    for field in kind.fields:
        left_out = "not" if field.required else default_of(field)
        example = examples.get((kind.cls, field.encode_name), "")
        cells = (
            f"`{field.encode_name}`", told(field.type), left_out,
            comments.get(field.name, ""), f"`{example}`" if example else "",
        )  # fmt: skip
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join([*lines, ""])


def _title(kind: mi.StructType) -> str:
    """The class as words: InitialDeal is an initial deal."""
    return re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", kind.cls.__name__).capitalize()


def _examples() -> dict[tuple[type, str], str]:
    """The first short use of each word in our books."""
    found: dict[tuple[type, str], str] = {}
    for book in map(find_book, built_in_books()):
        for file, type_ in _FILES.items():
            if not has_chapter(book.source, file):
                continue
            data = read_chapter(book.source, file)
            if file == "rules":
                _look(data.get("book"), kind_of(OF_RULES["book"]), found)
                _look(data.get("options"), kind_of(OF_RULES["options"]), found)
                for game in data["games"].values():
                    for kind in alternatives(kind_of(GAMES))[0]:
                        if game.get("kind", kind.tag) == kind.tag:  # type: ignore[attr-defined]
                            _look(game, kind, found)
            else:
                _look(data, kind_of(type_), found)
    return found


def _look(data: Any, kind: mi.Type, found: dict[tuple[type, str], str]) -> None:
    some, _ = alternatives(kind)
    kind = some[0]
    if isinstance(data, dict) and isinstance(kind, mi.StructType):
        for field in kind.fields:
            if field.encode_name in data:
                value = data[field.encode_name]
                text = f"{field.encode_name} = {inline(value)}"
                if len(text) <= EXAMPLE_MOST and "\n" not in text:
                    found.setdefault((kind.cls, field.encode_name), text)
                _look(value, field.type, found)
    elif isinstance(data, dict) and isinstance(kind, mi.DictType):
        for value in data.values():
            _look(value, kind.value_type, found)
    elif isinstance(data, list) and isinstance(kind, mi.VarTupleType | mi.ListType):
        for value in data:
            _look(value, kind.item_type, found)
