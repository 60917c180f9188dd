"""Texts that a reader would see and that go through no catalogue: in templates and in scripts.

What is looked for looks like something said: a word between tags or in an attribute that is read
aloud; a string in a template or a script that begins with a capital or has several words. Names of
classes, events, addresses and the like do not.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

READ_OUT = {
    "alt", "aria-description", "aria-label", "data-ask", "data-confirm", "data-label", "data-yes",
    "placeholder", "title",
}  # fmt: skip
NAMES = {"By the Book", "API", "Markdown", "OK", "SHA-256", "otpauth"}  # of things: no text


class Unmarked(NamedTuple):
    line: int
    text: str


# Templates

_DEEP = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"  # a dictionary in a dictionary
_CODE = r'\{\{(?:"[^"]*"|\'[^\']*\'|' + _DEEP + r'|[^{}"\'])*\}\}|\{%.*?%\}'
_JINJA = re.compile(_CODE, re.DOTALL)
_SAID = re.compile(r"\{%[-+]?\s*trans\b.*?endtrans\s*[-+]?%\}", re.DOTALL)
_ASIDE = re.compile(
    r"\{#.*?#\}|<(script|style|svg)\b.*?</\1>|<!doctype.*?>|"
    r"\{%\s*block body_class %\}.*?endblock %\}",
    re.DOTALL | re.IGNORECASE,
)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*?(?:\"[^\"]*\"[^<>]*?|'[^']*'[^<>]*?)*>", re.DOTALL)
_ATTRIBUTE = re.compile(r"([\w-]+)=(\"[^\"]*\"|'[^']*')", re.DOTALL)
_LITERAL = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'")
_ENTITY = re.compile(r"&#?\w+;")
_HOLE = "\0"


def in_template(source: str) -> Iterator[Unmarked]:
    plain = _blank(_ASIDE, _blank(_SAID, source))
    yield from _in_code(plain)
    markup = _blank(_JINJA, plain, _HOLE)
    for tag in _TAG.finditer(markup):
        for attribute in _ATTRIBUTE.finditer(tag[0]):
            value = attribute[2][1:-1]
            if attribute[1] in READ_OUT and _has_words(value):
                yield Unmarked(_line(markup, tag.start() + attribute.start()), value)
    for words in re.finditer(rf"[^{_HOLE}\n]+", _blank(_TAG, markup, _HOLE)):
        if _has_words(words[0]):
            yield Unmarked(_line(markup, words.start()), words[0].strip())


def _blank(found: re.Pattern[str], text: str, by: str = " ") -> str:
    """The same without what is found, each line where it was."""
    return found.sub(lambda one: re.sub(r"[^\n]", by, one[0]), text)


def _has_words(text: str) -> bool:
    bare = _ENTITY.sub("", text).replace(_HOLE, " ")
    for name in NAMES:
        bare = bare.replace(name, "")
    return bool(re.search(r"[A-Za-z]{2}|\b[AI]\b", bare))


_NOT_SAID = re.compile(
    r"(==|!=|\b(_|ngettext|asset|replace|startswith|split|join|selectattr|rejectattr|format|"
    r"strftime|in)\s*\(|\bin\s*\[|attribute=)\s*[^()\[\]]*$"
)


def _in_code(source: str) -> Iterator[Unmarked]:
    for code in _JINJA.finditer(source):
        if re.match(r"\{%[-+]?\s*(extends|include|import|from|block|macro)\b", code[0]):
            continue
        for literal in _LITERAL.finditer(code[0]):
            before, after = code[0][: literal.start()], code[0][literal.end() :].lstrip()
            key = after.startswith((":", "==", "]", "in "))
            bare = _LITERAL.sub('""', before)
            if not key and not _NOT_SAID.search(bare) and looks_said(literal[0][1:-1]):
                yield Unmarked(_line(source, code.start() + literal.start()), literal[0])


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def looks_said(text: str) -> bool:
    """Whether a string is something that people read."""
    if text.strip() in NAMES or not re.search(r"[A-Za-z]{2}", text):
        return False
    if re.search(r"[{}=<>\[\]]|//|\.(js|css|html|svg)$|^[/#.@?&]|^--|^\w+\(", text.strip()):
        return False
    if re.fullmatch(r"[a-z0-9_:.$/%-]*", text.strip()):
        return False  # a single small word, or an id
    return bool(re.search(r"[a-z]\S* +\S", text) or re.match(r"\s*[A-Z][a-z]", text))


# Scripts

_MAY_DIVIDE = re.compile(r"[\w)\]}\"'`](?<!\breturn)(?<!\bcase)(?<!\btypeof)$")
# Functions whose arguments name something, and which of them do, where others are said.
_NAMING = {
    "querySelector", "querySelectorAll", "closest", "matches", "addEventListener", "add", "remove",
    "getAttribute", "removeAttribute", "createElement", "createElementNS", "setProperty", "getItem",
    "setItem", "getElementById", "includes", "startsWith", "split", "join", "replace", "toggle",
    "test", "RegExp", "fetch", "CustomEvent", "matchMedia", "part", "contains", "play", "say",
    "sayMany", "toggleAttribute", "kept", "keep", "frame", "picture",
}  # fmt: skip
_NAMED_BEFORE = {"element": 2, "draw": 1, "setAttribute": 1, "toast": 0}
_NAMED_AFTER = {"element": 99, "button": 1, "toast": 1}


# What looks like something said, and names classes, commands or keys.
_KNOWN = {
    "badge bad", "badge good", "card-index card-ten", "choice primary", "main wager", "notice good",
    "quiet small", f"chip {_HOLE}", f"wager {_HOLE} {_HOLE}",
}  # fmt: skip


class _Piece(NamedTuple):
    text: str  # a template's values are holes
    at: int
    before: str  # all that stands before it on this level
    calls: tuple[tuple[str, int], ...]  # inside which calls, and at which argument, outermost first


def in_script(source: str) -> Iterator[Unmarked]:
    for piece in _pieces(source):
        before = piece.before.rstrip()
        named = before.endswith(("===", "!==", "case", "from", "import", "className =", "type:"))
        named |= piece.text in _KNOWN or "COMMANDS = {" in before.rpartition("}")[2]
        if named or not looks_said(piece.text) or _names_something(piece):
            continue
        yield Unmarked(_line(source, piece.at), piece.text.replace(_HOLE, "…"))


def _names_something(piece: _Piece) -> bool:
    if not piece.calls:
        return bool(re.search(r"\bclassName\s*=[^;]*$", piece.before))
    name, argument = piece.calls[-1]
    if name == "element":
        return argument < _NAMED_BEFORE["element"]
    if name in ("button", "toast"):
        return argument >= _NAMED_AFTER[name]
    if name in ("draw", "setAttribute"):
        small = re.fullmatch(r"[a-z0-9 -]*", piece.text) is not None
        return argument < _NAMED_BEFORE[name] or (name == "draw" and small)
    return name in _NAMING or any(one in ("say", "sayMany") for one, _ in piece.calls)


def _pieces(source: str, start: int = 0, end: int | None = None) -> Iterator[_Piece]:
    """Every string of a script, with where it stands."""
    at, end = start, len(source) if end is None else end
    calls: list[tuple[str, str, int]] = []  # bracket, whose it is, argument
    while at < end:
        one = source[at]
        if source.startswith(("//", "/*"), at):
            closing = "\n" if source[at + 1] == "/" else "*/"
            found = source.find(closing, at)
            at = end if found < 0 else found + len(closing)
        elif one in "\"'`":
            after, text, holes = _string(source, at)
            inside = tuple((name, n) for _, name, n in calls if name)
            before = source[max(start, at - 600) : at]
            if not re.match(r"\s*(:(?!:)|===|!==)", source[after:]) or "?" in before[-40:]:
                yield _Piece(text, at, before, inside)
            for first, last in holes:
                yield from _pieces(source, first, last)
            at = after
        elif one == "/" and not _MAY_DIVIDE.search(source[max(0, at - 50) : at].rstrip()):
            at = _regex(source, at)
        else:
            if one in "([{":
                name = re.search(r"([\w$#]+)\s*$", source[max(0, at - 60) : at])
                calls.append((one, name[1] if name and one == "(" else "", 0))
            elif one in ")]}" and calls:
                calls.pop()
            elif one == "," and calls:
                bracket, name_of, count = calls[-1]
                calls[-1] = (bracket, name_of, count + 1)
            at += 1


def _string(source: str, at: int) -> tuple[int, str, list[tuple[int, int]]]:
    """Where it ends, what it says, and where the values of a template stand."""
    quote, text, holes = source[at], "", []
    at += 1
    while source[at] != quote:
        if source[at] == "\\":
            text, at = text + source[at + 1], at + 2
        elif quote == "`" and source.startswith("${", at):
            last = _closed(source, at + 2)
            holes.append((at + 2, last))
            text, at = text + _HOLE, last + 1
        else:
            text, at = text + source[at], at + 1
    return at + 1, text, holes


def _closed(source: str, at: int) -> int:
    depth = 1
    while True:
        if source[at] in "\"'`":
            at = _string(source, at)[0]
            continue
        depth += {"{": 1, "}": -1}.get(source[at], 0)
        if not depth:
            return at
        at += 1


def _regex(source: str, at: int) -> int:
    at, within = at + 1, False
    while source[at] != "/" or within:
        within = {"[": True, "]": False}.get(source[at], within)
        at += 2 if source[at] == "\\" else 1
    return at + 1
