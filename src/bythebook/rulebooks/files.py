"""The files of an edition, read: what it stands on first, then what it says itself.

An edition is read from layers of folders. The first is complete; each one after it says only what
is different, in the words in which a game stands on another:

- a table is merged with the one below it, key by key; one that says its clause, its choice (`by`)
  or its absence replaces it whole, and so does a list or a plain value;
- `{ absent = "CLAUSE" }` takes a setting away, a file that says only `absent = "CLAUSE"` a chapter;
- `{ gone = true }` is for our own earlier revisions: as if it had not been written, so that what it
  stands on shows again;
- a row of `clauses.csv` is new or replaces the row with its id, and kind `gone` takes it away.
"""

import csv
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from bythebook.errors import Malformed

RULES = "rules"
LEDGER = "clauses.csv"
FILES = ("rules.toml", LEDGER)  # what every complete edition has
LEDGER_COLUMNS = ["id", "area", "kind", "role", "summary", "note"]
GONE = "gone"  # the kind of a row that takes a clause away, and a key that takes a setting away


class Clause(msgspec.Struct, frozen=True):
    """A row of the ledger: one clause, in our words."""

    id: str
    area: str
    kind: str
    role: str
    summary: str
    note: str


class Source(msgspec.Struct, frozen=True):
    """Where one revision of an edition is read: names it, and finds the same rules again."""

    book: str
    edition: str
    revision: int
    layers: tuple[Path, ...]  # whoever comes later has the last word
    home: Path  # where the book's other editions are

    @property
    def id(self) -> str:
        return f"{self.book}@{self.edition}"

    @property
    def folder(self) -> Path:
        """Where what is wrong is looked for."""
        return self.layers[-1]


def has_chapter(source: Source, name: str) -> bool:
    """Whether the edition has this chapter: a file, by its name without `.toml`."""
    written = [path for path in _files(source, name) if path.is_file()]
    return bool(written) and not is_absent(read_toml(written[-1]))


def read_chapter(source: Source, name: str) -> dict[str, Any]:
    """A chapter with every layer merged, and without what was taken away."""
    paths = _files(source, name)
    merged: dict[str, Any] = {}
    for number, path in enumerate(paths):
        if (number == 0 and len(paths) == 1) or path.is_file():
            merged = inherit(merged, read_toml(path))
    return merged


def _files(source: Source, name: str) -> list[Path]:
    return [layer / f"{name}.toml" for layer in source.layers]


def without_absent(data: Any) -> Any:
    """What is left of a chapter when everything `absent` is gone from it."""
    if isinstance(data, list):
        return [without_absent(item) for item in data if not is_absent(item)]
    if isinstance(data, dict):
        return {k: without_absent(v) for k, v in data.items() if not is_absent(v)}
    return data


def is_absent(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("absent"), str)


def inherit(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The base's settings, except where something is said that is different."""
    merged = dict(base)
    for key, value in own.items():
        old = merged.get(key)
        if is_gone(value):
            merged.pop(key, None)
        elif isinstance(old, dict) and isinstance(value, dict) and not stands_alone(old, value):
            merged[key] = inherit(old, value)
        else:
            merged[key] = value
    return merged


def is_gone(value: Any) -> bool:
    return isinstance(value, dict) and value == {GONE: True}


def stands_alone(old: dict[str, Any], own: dict[str, Any]) -> bool:
    """A setting that says its clause, its choice or its absence replaces the base's whole."""
    says = {key for key, value in own.items() if not is_gone(value)}
    return "by" in old or is_absent(own) or bool({"clause", "by", "result"} & says)


def typed(data: Any, type_: Any, where: str, read: Callable[[type, Any], Any] | None = None) -> Any:
    """Data as this type, `read` making what is no plain data; what does not fit says where."""
    try:
        return msgspec.convert(data, type_, dec_hook=read)
    except msgspec.ValidationError as error:
        raise Malformed(str(error), where) from None


def read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Malformed("this file is missing", str(path)) from None
    except (ValueError, OSError) as error:
        raise Malformed(str(error), str(path)) from None
    except RecursionError:
        raise Malformed("nested too deeply", str(path)) from None


def read_ledger(source: Source) -> dict[str, Clause]:
    """Every clause of an edition, in the order in which its layers name them first."""
    ledger: dict[str, Clause] = {}
    for number, layer in enumerate(source.layers):
        path = layer / LEDGER
        if number and not path.is_file():
            continue
        for id_, clause in _rows(path).items():
            if clause.kind != GONE:
                ledger[id_] = clause
            elif ledger.pop(id_, None) is None:
                raise Malformed(f"clause {id_} is gone, but it was never there", str(path))
    return ledger


def _rows(path: Path) -> dict[str, Clause]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
    except FileNotFoundError:
        raise Malformed("this file is missing", str(path)) from None
    except (UnicodeDecodeError, csv.Error, OSError) as error:
        raise Malformed(str(error), str(path)) from None
    if not rows or rows[0] != LEDGER_COLUMNS:
        raise Malformed(f"the first row must be {','.join(LEDGER_COLUMNS)}", str(path))
    ledger: dict[str, Clause] = {}
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(LEDGER_COLUMNS):
            raise Malformed(f"row {number} has {len(row)} fields, not 6", str(path))
        if row[0] in ledger:
            raise Malformed(f"row {number}: clause {row[0]} stands here twice", str(path))
        ledger[row[0]] = Clause(*row)
    return ledger
