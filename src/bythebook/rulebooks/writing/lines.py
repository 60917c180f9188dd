"""In which line of a TOML file each setting stands: for whoever is told that it is wrong.

Read after `tomllib` has read it: what is here is known to be TOML.
"""

import re
from bisect import bisect_right
from collections import Counter

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_PLAIN = re.compile(r"[^,\]}\n#]*")
_STRINGS = ('"""', "'''", '"', "'")


def lines_of(text: str) -> dict[str, int]:
    """Each setting's path, as `cited_settings` writes it, and its line, from 1.

    >>> lines_of('[a.b]\\nc = 1\\n[[d]]\\ne = [{ f = 2 }]')["d[0].e[0].f"]
    4
    """
    reader = _Reader(text)
    reader.document()
    return reader.found


def line_of(lines: dict[str, int], path: str) -> int:
    """The line of a setting, or of the nearest one around it; 0: nothing of it is written here."""
    while path:
        if path in lines:
            return lines[path]
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return 0


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[str, int] = {}
        self._ends = [match.start() for match in re.finditer("\n", text)]
        self._many: Counter[str] = Counter()  # how many tables of an array have begun

    def document(self) -> None:
        prefix = ""
        self._skip(_BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                prefix = self._header()
            else:
                self._setting(prefix)
            self._skip(_BLANK)

    def _header(self) -> str:
        array = self.text.startswith("[[", self.at)
        line = self._line()
        self.at += 2 if array else 1
        parts = self._key()
        self.at += 2 if array else 1
        path = ""
        for number, part in enumerate(parts, start=1):
            path = f"{path}.{part}" if path else part
            if array and number == len(parts):
                self.found.setdefault(path, line)
                self._many[path] += 1
            if self._many[path]:
                path = f"{path}[{self._many[path] - 1}]"
            self.found.setdefault(path, line)
        return path

    def _setting(self, prefix: str) -> None:
        line = self._line()
        for part in self._key():
            prefix = f"{prefix}.{part}" if prefix else part
            self.found.setdefault(prefix, line)
        self.at += 1  # the sign =
        self._value(prefix)

    def _key(self) -> list[str]:
        """The parts of a key, and on to what follows it."""
        parts = []
        while True:
            self._skip(_SPACE)
            if self.text[self.at] in "\"'":
                parts.append(self._string()[1:-1])
            else:
                parts.append(self._skip(_BARE))
            self._skip(_SPACE)
            if self.text[self.at] != ".":
                return parts
            self.at += 1

    def _value(self, path: str) -> None:
        self._skip(_SPACE)
        sign = self.text[self.at]
        if sign in "\"'":
            self._string()
        elif sign in "[{":
            self._items(path, "]" if sign == "[" else "}")
        else:
            self._skip(_PLAIN)

    def _items(self, path: str, end: str) -> None:
        self.at += 1
        number = 0
        self._skip(_BLANK)
        while self.text[self.at] != end:
            if end == "]":
                self.found.setdefault(f"{path}[{number}]", self._line())
                self._value(f"{path}[{number}]")
            else:
                self._setting(path)
            number += 1
            self._skip(_BLANK)
            if self.text[self.at] == ",":
                self.at += 1
                self._skip(_BLANK)
        self.at += 1

    def _string(self) -> str:
        begin = self.at
        mark = next(mark for mark in _STRINGS if self.text.startswith(mark, begin))
        self.at += len(mark)
        while not self.text.startswith(mark, self.at):
            self.at += 2 if mark[0] == '"' and self.text[self.at] == "\\" else 1
        self.at += len(mark)
        return self.text[begin : self.at]

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        assert match is not None
        self.at = match.end()
        return match.group()

    def _line(self) -> int:
        return bisect_right(self._ends, self.at - 1) + 1
