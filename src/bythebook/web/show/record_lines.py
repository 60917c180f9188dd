"""Which line of a record's text a problem is about: what is wrong is shown where it stands.

The place comes in the record's own terms (`play line 3 …`, `cards: card 7 …`, `limits.main`), as
the lists and keys are counted there; here it is found again in what somebody wrote.
"""

import re

from bythebook.errors import Malformed, Refused

_TOML_PLACE = re.compile(r"\(at line (\d+), column \d+\)$")
_END_PLACE = re.compile(r"\(at end of document\)$")
_LINE_OF_LIST = re.compile(r"(wagers|play|side_wagers|warned) line (\d+)")
_CARD = re.compile(r"cards: card (\d+)")
_FIRST_KEY = re.compile(r"[A-Za-z_]+")
_STRING = re.compile(
    r'"""(?P<long>(?:\\.|[^\\])*?)"""'
    r"|'''(?P<long_plain>.*?)'''"
    r'|"(?P<short>(?:\\.|[^"\\\n])*)"'
    r"|'(?P<short_plain>[^'\n]*)'"
    r"|\#[^\n]*"
    r"|(?P<end>\])",
    re.DOTALL,
)


def line_of(text: str, problem: Malformed | Refused) -> int | None:
    """The number of the line, from 1; None where the whole is meant."""
    placed = _TOML_PLACE.search(problem.reason)
    if placed:
        return int(placed[1])
    if _END_PLACE.search(problem.reason):
        return len(text.splitlines()) or None
    where = problem.where
    listed = _LINE_OF_LIST.match(where)
    if listed:
        return _nth_string(text, listed[1], int(listed[2]))
    card = _CARD.match(where)
    if card:
        return _nth_card(text, int(card[1]))
    key = _FIRST_KEY.match(where)
    return _line_at(text, _after_key(text, key[0])) if key else None


def _line_at(text: str, position: int | None) -> int | None:
    return None if position is None else text.count("\n", 0, position) + 1


def _after_key(text: str, key: str) -> int | None:
    """Where the value of a key begins, or where its table does."""
    found = re.search(rf"^[ \t]*\[?{re.escape(key)}[ \t]*[=.\]]", text, re.MULTILINE)
    return found.end() if found else None


def _nth_string(text: str, key: str, number: int) -> int | None:
    start = _after_key(text, key)
    if start is None:
        return None
    seen = 0
    for found in _STRING.finditer(text, start):
        if found["end"] is not None:
            break
        seen += found.lastgroup is not None  # a comment has no group
        if seen == number:
            return _line_at(text, found.start())
    return _line_at(text, start)


def _nth_card(text: str, number: int) -> int | None:
    start = _after_key(text, "cards")
    found = _STRING.search(text, start) if start is not None else None
    if start is None or found is None or found.lastgroup in (None, "end"):
        return _line_at(text, start)
    words = list(re.finditer(r"\S+", found[str(found.lastgroup)]))
    if number > len(words):
        return _line_at(text, start)
    return _line_at(text, found.start(str(found.lastgroup)) + words[number - 1].start())
