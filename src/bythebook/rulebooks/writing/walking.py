"""Data held against the words of a chapter: everything that does not fit, not the first of it.

In a game any setting may depend on a choice (`by`), take its value from one (`chosen`, `number`,
`dollars`) or be `absent`: each way that is written is looked at.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

import msgspec
import msgspec.inspect as mi

from bythebook.errors import Malformed
from bythebook.money import Odds
from bythebook.rulebooks.writing.vocabulary import alternatives, told

TAKEN = ("chosen", "number", "dollars")  # a value from a choice
MANY = 12  # words that are listed


class Wrong(msgspec.Struct, frozen=True, kw_only=True):
    """What does not fit: where, and what would."""

    path: str
    says: str
    allowed: tuple[str, ...] = ()
    near: str = ""


def near(word: object, known: Iterable[str]) -> str:
    """The known word that somebody may have meant."""
    return next(iter(get_close_matches(str(word), list(known), 1, 0.5)), "")


def unknown(path: str, what: str, word: object, known: Iterable[str]) -> Wrong:
    known = tuple(known)
    return Wrong(path=path, says=f"{what} {word!r}", allowed=known, near=near(word, known))


class Walk:
    """`choices`: what settings may depend on, with the values of each; None: nothing may."""

    def __init__(self, choices: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self.choices = choices

    def walk(self, data: Any, kind: mi.Type, path: str, optional: bool = False) -> Iterator[Wrong]:
        some, may_be_none = alternatives(kind)
        optional = optional or may_be_none
        if isinstance(data, dict) and isinstance(data.get("absent"), str):
            if not optional:
                yield Wrong(path=path, says="it cannot be absent: every game has it")
            return
        if self.choices is not None and isinstance(data, dict):
            if "by" in data:
                yield from self._branches(data, kind, path, optional)
                return
            if len(data) == 1 and (word := next(iter(data))) in TAKEN:
                yield from self._taken(data[word], path)
                return
        structs = [each for each in some if isinstance(each, mi.StructType)]
        if len(structs) > 1:
            yield from self._tagged(data, structs, path)
        elif all(isinstance(each, mi.LiteralType) for each in some):
            known = [value for each in some for value in each.values]  # type: ignore[attr-defined]
            if data not in known:
                yield unknown(path, "it cannot be", data, map(str, known))
        elif len(some) > 1:
            tries = [list(self.walk(data, each, path)) for each in some]
            yield from min(tries, key=len)
        else:
            yield from self._one(data, some[0], path)

    def _branches(self, data: Any, kind: mi.Type, path: str, optional: bool) -> Iterator[Wrong]:
        assert self.choices is not None
        name = data["by"]
        if not isinstance(name, str) or name not in self.choices:
            yield unknown(f"{path}.by", "no option or reading is called", name, self.choices)
            return
        values = self.choices[name]
        for key, branch in data.items():
            if key == "by":
                continue
            if values and key not in values:
                yield unknown(f"{path}.{key}", f"{name} has no value", key, values)
            yield from self.walk(branch, kind, f"{path}.{key}", optional)
        for value in values:
            if value not in data:
                yield Wrong(path=path, says=f"nothing is said for {name} = {value}")

    def _taken(self, name: Any, path: str) -> Iterator[Wrong]:
        assert self.choices is not None
        if not isinstance(name, str) or name not in self.choices:
            yield unknown(path, "no option or reading is called", name, self.choices)

    def _tagged(self, data: Any, structs: list[mi.StructType], path: str) -> Iterator[Wrong]:
        if not isinstance(data, dict):
            yield Wrong(path=path, says=f"{data!r} is no table of settings")
            return
        by_tag = {str(each.tag): each for each in structs}
        field = str(structs[0].tag_field)
        tag = data.get(field)
        if tag not in by_tag:
            if field not in data:
                yield Wrong(path=path, says=f"{field} is missing", allowed=tuple(by_tag))
            else:
                yield unknown(f"{path}.{field}", f"there is no {field}", tag, by_tag)
            return
        rest = {key: value for key, value in data.items() if key != field}
        yield from self._one(rest, by_tag[tag], path)

    def _one(self, data: Any, kind: mi.Type, path: str) -> Iterator[Wrong]:
        match kind:
            case mi.StructType():
                yield from self._struct(data, kind, path)
            case mi.DictType():
                if not isinstance(data, dict):
                    yield _no(data, kind, path)
                    return
                for key, value in data.items():
                    inner = f"{path}.{key}" if path else key
                    yield from self.walk(value, kind.value_type, inner, optional=True)
            case mi.VarTupleType() | mi.ListType():
                if not isinstance(data, list):
                    yield _no(data, kind, path)
                    return
                for number, item in enumerate(data):
                    yield from self.walk(item, kind.item_type, f"{path}[{number}]", optional=True)
            case mi.TupleType():
                if not isinstance(data, list) or len(data) != len(kind.item_types):
                    yield _no(data, kind, path)
                    return
                for number, (item, each) in enumerate(zip(data, kind.item_types, strict=True)):
                    yield from self.walk(item, each, f"{path}[{number}]")
            case mi.LiteralType():
                if data not in kind.values:
                    known = tuple(map(str, kind.values))
                    yield unknown(path, "it cannot be", data, known)
            case mi.CustomType():
                if kind.cls is Odds:
                    yield from _odds(data, path)
            case _:
                yield from _plain(data, kind, path)

    def _struct(self, data: Any, kind: mi.StructType, path: str) -> Iterator[Wrong]:
        if not isinstance(data, dict):
            yield _no(data, kind, path)
            return
        fields = {field.encode_name: field for field in kind.fields}
        for key, value in data.items():
            inner = f"{path}.{key}" if path else key
            if key in fields:
                field = fields[key]
                yield from self.walk(value, field.type, inner, optional=not field.required)
            else:
                yield unknown(inner, "there is no word", key, fields)
        for key, field in fields.items():
            if field.required and key not in data:
                yield Wrong(path=path, says=f"{key} is missing", allowed=(told(field.type),))


def _no(data: Any, kind: mi.Type, path: str) -> Wrong:
    return Wrong(path=path, says=f"it cannot be {_shown(data)}", allowed=(told(kind),))


def _shown(data: Any) -> str:
    if isinstance(data, dict):
        return "a table"
    return "a list" if isinstance(data, list) else repr(data)


def _odds(data: Any, path: str) -> Iterator[Wrong]:
    if not isinstance(data, str):
        yield Wrong(path=path, says=f"{_shown(data)} is no odds", allowed=('such as "3 to 2"',))
        return
    try:
        Odds.parse(data)
    except Malformed as error:
        yield Wrong(path=path, says=error.reason, allowed=('such as "3 to 2"',))


_PLAIN: dict[type[mi.Type], tuple[type, ...]] = {
    mi.StrType: (str,),
    mi.BoolType: (bool,),
    mi.IntType: (int,),
    mi.FloatType: (float, int),
    mi.DateType: (datetime.date,),
}


def _plain(data: Any, kind: mi.Type, path: str) -> Iterator[Wrong]:
    wanted = _PLAIN.get(type(kind))
    if wanted is None:
        return
    least = getattr(kind, "ge", None)
    fits = isinstance(data, wanted) and (bool in wanted or not isinstance(data, bool))
    if not fits or (least is not None and data < least):
        yield _no(data, kind, path)
