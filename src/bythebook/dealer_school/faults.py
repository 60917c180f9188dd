"""All that is wrong with a document that somebody wrote, each with the line where it stands."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from bythebook.errors import Malformed

T = TypeVar("T")
_HEADER = re.compile(r"\s*\[(\[)?\s*([\w.-]+)\s*\]?\]")
_KEY = re.compile(r"\s*([\w-]+)\s*=")
_LAST = re.compile(r"(\.[^.\[]+|\[\d+\])$")
_PATH_IN_MESSAGE = re.compile(r" - at `\$\.?([^`]*)`")


class Faults:
    """Collects faults by their place (`planted[0].at`), and tells them by line."""

    def __init__(self, text: str) -> None:
        self._lines = _lines_of(text)
        self.found: list[tuple[str, str]] = []

    def add(self, path: str, reason: str) -> None:
        self.found.append((path, reason))

    def converted(self, told: Any, kind: type[T], path: str) -> T | None:
        """The value that this is; where it is none, that is a fault."""
        try:
            return msgspec.convert(told, kind)
        except msgspec.ValidationError as error:
            inside = _PATH_IN_MESSAGE.search(str(error))
            within = inside[1] if inside is not None else ""
            dot = "." if path and within and not within.startswith("[") else ""
            self.add(f"{path}{dot}{within}", _PATH_IN_MESSAGE.sub("", str(error)))
            return None

    def tried(self, path: str, what: Callable[[], object]) -> None:
        try:
            what()
        except Malformed as no:
            self.add(path, str(no))

    def told(self) -> Malformed:
        """One error that says everything, in the order of the lines."""
        placed = [(self._line(path), path, reason) for path, reason in self.found]
        lines = [
            f"line {line}: {path}: {reason}" if path else f"line {line}: {reason}"
            for line, path, reason in sorted(placed)
        ]
        return Malformed("; ".join(lines))

    def _line(self, path: str) -> int:
        """Where an item stands, or what it is part of."""
        while path and path not in self._lines:
            shorter = _LAST.sub("", path)
            path = shorter if shorter != path else ""
        return self._lines.get(path, 1)


def _lines_of(text: str) -> dict[str, int]:
    """The line of each item that has one to itself, by its path."""
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = _numbered(header[2], counts, repeated=bool(header[1]))
            lines.setdefault(header[2], number)
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault(f"{table}.{key[1]}" if table else key[1], number)
    return lines


def _numbered(name: str, counts: dict[str, int], repeated: bool) -> str:
    """A table's path: those of a list, and what lies within the last of them, have numbers."""
    done, path = "", ""
    names = name.split(".")
    for place, each in enumerate(names):
        done = f"{path}.{each}" if path else each
        last = place == len(names) - 1
        if repeated and last:
            counts[done] = counts.get(done, -1) + 1
        path = f"{done}[{counts[done]}]" if done in counts else done
    return path
