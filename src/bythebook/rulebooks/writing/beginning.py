"""The files of a new book: what it stands on, only what is different, and its ledger begun."""

import csv
import datetime
import io
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from bythebook.errors import Malformed
from bythebook.rulebooks.files import LEDGER, LEDGER_COLUMNS, RULES
from bythebook.rulebooks.loader import Book
from bythebook.rulebooks.writing.changes import ABSENT, setting_data, whole_number, with_changes

FIRST = "N1"  # the clause that says what the book is; the others count on
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,47}")


def check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise Malformed("small letters, digits and dashes, at most 48 of them", name)


def new_book(
    like: Book,
    game: str,
    title: str,
    changes: Mapping[str, str],
    options: Mapping[str, str],
    on: datetime.date,
) -> dict[str, str]:
    """The files by name. `changes`: settings by their path; `options`: other usual values."""
    decks = None
    if "decks" in options:
        decks = whole_number(options["decks"], "decks")
        options = {**options, "decks": str(decks)}  # 08 is 8
    others = {name: value for name, value in options.items() if name != "decks"}
    base = like.game(game, decks, others)
    changed = with_changes(base, changes)
    ledger = [(FIRST, "definitions", "text", "", f"What is different in {title}.", "")]
    settings: dict[str, Any] = {}
    for path, value in changes.items():
        clause = f"N{len(ledger) + 1}"
        place = _written_at(like.games[game], path)
        around, _, _ = place.rpartition(".")
        if around and _is_small(setting_data(changed, around)):
            place = around  # a plain value has no clause of its own: its table has
        data = settings.get(place, setting_data(changed, place))
        settings[place] = _cite(data, clause, path.removeprefix(place))
        says = f"{_words(path)}: {value}."
        ledger.append((clause, _area(path), "rule", "", says[0].upper() + says[1:], ""))
    return {
        f"{RULES}.toml": _rules(like, game, title, options, settings, on),
        LEDGER: _ledger(ledger),
    }


def _rules(
    like: Book, game: str, title: str, options: Mapping[str, str], settings: Mapping[str, Any],
    on: datetime.date,
) -> str:  # fmt: skip
    lines = [
        "# Whatever is not said here is as in the book that it stands on.",
        "",
        "[book]",
        f"based_on = {json.dumps(like.source.id)}",
        f"title = {_text(title)}",
        'place = "nowhere yet"',
        'authority = "approved by nobody"',
        'version = "1"',
        f"effective = {on}",
        f'effective_clause = "{FIRST}"',
    ]
    for name, value in options.items():
        lines += ["", f"[options.{name}]", f"default = {_text(value)}"]
    lines += ["", f"[games.{game}]", f"title = {_text(title)}"]
    tables: dict[str, list[str]] = {}
    for path, data in settings.items():
        table, _, word = path.rpartition(".")
        tables.setdefault(table, []).append(f"{word} = {inline(data)}")
    lines += tables.pop("", [])
    for table, words in tables.items():
        lines += ["", f"[games.{game}.{table}]", *words]
    return "\n".join([*lines, ""])


def _written_at(game: Mapping[str, Any], path: str) -> str:
    """The setting that is written whole: a list is, and what depends on a choice."""
    whole, _, _ = path.partition("[")
    data: Any = game
    done: list[str] = []
    for step in whole.split("."):
        data = data.get(step, {}) if isinstance(data, dict) else {}
        done.append(step)
        if isinstance(data, dict) and ("by" in data or ABSENT in data):
            break
    return ".".join(done)


def _is_small(data: Any) -> bool:
    """A table that says its clause, and nothing but plain values."""
    plain = isinstance(data, dict) and not any(
        isinstance(value, dict) or (isinstance(value, list) and key != "also")
        for key, value in data.items()
    )
    return plain and "clause" in data


def _cite(data: Any, clause: str, rest: str) -> Any:
    """The setting with the new clause: of a list, at the item that is different."""
    if isinstance(data, dict) and ABSENT in data:
        return {ABSENT: clause}
    if isinstance(data, list) and (number := re.match(r"\[(\d+)\]", rest)):
        at = int(number.group(1))
        return [_cite(one, clause, "") if i == at else one for i, one in enumerate(data)]
    if isinstance(data, dict) and "clause" in data:
        return {key: value for key, value in data.items() if key != "also"} | {"clause": clause}
    return data


def _words(path: str) -> str:
    return re.sub(r"[._\[\]-]+", " ", path).strip()


def _area(path: str) -> str:
    return path.partition(".")[0].replace("_", "-")


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def inline(data: Any) -> str:
    """A value as TOML writes it in a line."""
    if isinstance(data, dict):
        return "{ " + ", ".join(f"{_key(k)} = {inline(v)}" for k, v in data.items()) + " }"
    if isinstance(data, list):
        rows = any(isinstance(item, dict) for item in data)
        inner = ",\n  ".join(map(inline, data)) if rows else ", ".join(map(inline, data))
        return f"[\n  {inner},\n]" if rows else f"[{inner}]"
    return _text(data) if isinstance(data, str) else str(data).lower()


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _ledger(rows: Sequence[tuple[str, ...]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerows([LEDGER_COLUMNS, *rows])
    return file.getvalue()
