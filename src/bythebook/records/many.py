"""Many rounds: in folders, in one file, as lines of JSON. Each is found with where it stands."""

import glob
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from bythebook.errors import NOT_JSON, Malformed, naming
from bythebook.records.record import Record, print_record, record_of, text_of
from bythebook.rulebooks.documents import parse_toml

ROUNDS = "rounds"  # the key of a document that holds several
SUFFIXES = (".round", ".rounds", ".jsonl")  # what is looked for in a folder
_LINES = (".jsonl", ".ndjson")
_WILD = frozenset("*?[")


class Found(msgspec.Struct, frozen=True):
    """A round as it stands in a file: its keys, not yet looked at."""

    file: str
    number: int  # which of the file's rounds, from 1; 0: a file of one
    data: Mapping[str, Any]

    @property
    def place(self) -> str:
        return f"{self.file}: round {self.number}" if self.number else self.file

    def record(self) -> Record:
        return record_of(self.data)


def files_named(names: Iterable[str]) -> list[str]:
    """Every file that is meant: a file itself, all records in a folder, or what fits a pattern."""
    files: list[str] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.suffix in SUFFIXES and p.is_file())
            if not inside:
                raise Malformed(f"no records in this folder ({', '.join(SUFFIXES)})", name)
            files += map(str, inside)
        elif _WILD & set(name) and not path.exists():
            fitting = sorted(glob.glob(name, recursive=True))
            if not fitting:
                raise Malformed("no file fits this pattern", name)
            files += fitting
        else:
            files.append(name)
    return files


def rounds_in(file: str, data: bytes) -> list[Found]:
    """The rounds of a file: one record, a document of several, or a line of JSON for each."""
    with naming(file):
        text = text_of(data)
        suffix = Path(file).suffix
        if suffix in _LINES or (suffix != ".json" and text.lstrip().startswith("{")):
            return _lines(file, text)
        whole = _json(text) if suffix == ".json" else parse_toml(text)
        if isinstance(whole, list):
            whole = {ROUNDS: whole}
        if not isinstance(whole, dict):
            raise Malformed("a record is a table of keys")
        if ROUNDS not in whole:
            return [Found(file, 0, whole)]
        return _document(file, whole)


def _lines(file: str, text: str) -> list[Found]:
    lines = [line for line in text.split("\n") if line.strip()]
    return [Found(file, number, _keys(line, number)) for number, line in enumerate(lines, start=1)]


def _keys(line: str, number: int) -> Mapping[str, Any]:
    found = _json(line, f"line {number}")
    if not isinstance(found, dict):
        raise Malformed("a record is a table of keys", f"line {number}")
    return found


def _json(text: str, where: str = "") -> Any:
    try:
        return _with_days(msgspec.json.decode(text))
    except NOT_JSON as error:
        raise Malformed(f"not JSON: {error}", where) from None


def _with_days(found: Any) -> Any:
    """JSON has no dates, TOML has: a record's is written as text there."""
    if isinstance(found, list):
        return [_with_days(one) for one in found]
    if isinstance(found, dict) and isinstance(found.get(ROUNDS), list):
        found = {**found, ROUNDS: _with_days(found[ROUNDS])}
    if isinstance(found, dict) and isinstance(found.get("date"), str):
        with suppress(ValueError):
            return {**found, "date": date.fromisoformat(found["date"])}
    return found


def _document(file: str, whole: Mapping[str, Any]) -> list[Found]:
    """What stands above the rounds is true of each that does not say otherwise."""
    rounds = whole[ROUNDS]
    if not isinstance(rounds, list) or not all(isinstance(one, dict) for one in rounds):
        raise Malformed("each is written under [[rounds]]", ROUNDS)
    shared = {key: value for key, value in whole.items() if key != ROUNDS}
    return [Found(file, n, {**shared, **one}) for n, one in enumerate(rounds, start=1)]


def load_all(text: str) -> list[Record]:
    """The records of one text: `[[rounds]]` of a document, or a line of JSON for each."""
    records = []
    for found in rounds_in("", text.encode()):
        with naming(found.place.removeprefix(": ")):
            records.append(found.record())
    return records


def dump_all(records: Iterable[Record]) -> str:
    """Records as one document, from which `load_all` gives the same again."""
    return "\n".join(f"[[{ROUNDS}]]\n{print_record(record)}" for record in records)
