"""The words of every chapter, found by looking at its types: what stands where, with what default.

Whoever adds a word to a chapter adds nothing here: faults, schema and reference follow from it.
"""

import inspect
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_origin

import msgspec
import msgspec.inspect as mi

from bythebook.money import Odds
from bythebook.rulebooks.chapters.conduct import Conduct
from bythebook.rulebooks.chapters.game import BlackjackGame, ThreeCardGame
from bythebook.rulebooks.chapters.jackpots import Jackpots
from bythebook.rulebooks.chapters.promotions import Promotion
from bythebook.rulebooks.chapters.tournament_course import TournamentRules
from bythebook.rulebooks.chapters.tournament_play import Play
from bythebook.rulebooks.chapters.tournament_terms import TermsRequired
from bythebook.rulebooks.editions import About, Revision
from bythebook.rulebooks.loader import Option, Reading

CHAPTERS: dict[str, Any] = {  # files beside rules.toml and readings.toml, and what they are
    "table": Conduct,
    "jackpot": Jackpots,
    "promotion": Promotion,
    "tournament": TournamentRules,
    "tournament-play": Play,
    "tournament-terms": TermsRequired,
}
GAMES = BlackjackGame | ThreeCardGame
OF_RULES: dict[str, Any] = {  # the tables of rules.toml
    "book": About,
    "options": dict[str, Option],
    "games": dict[str, GAMES],
    "mechanism": dict[str, str],
    "revisions": tuple[Revision, ...],
}
READINGS: Any = dict[str, Reading]


@cache
def kind_of(type_: Any) -> mi.Type:
    return mi.type_info(type_)


def alternatives(kind: mi.Type) -> tuple[list[mi.Type], bool]:
    """What may stand there, and whether it may be left out for nothing."""
    kinds = list(kind.types) if isinstance(kind, mi.UnionType) else [kind]
    some = [each for each in kinds if not isinstance(each, mi.NoneType)]
    return some, len(some) < len(kinds)


def told(kind: mi.Type) -> str:
    """What may stand there, in words."""
    some, _ = alternatives(kind)
    return " or ".join(dict.fromkeys(map(_told, some)))


def _told(kind: mi.Type) -> str:
    match kind:
        case mi.LiteralType():
            return "one of " + ", ".join(str(value) or '""' for value in kind.values)
        case mi.StrType():
            return "text"
        case mi.BoolType():
            return "true or false"
        case mi.IntType():
            return "a whole number" + (f" from {kind.ge}" if kind.ge is not None else "")
        case mi.FloatType():
            return "a number"
        case mi.DateType():
            return "a day such as 2027-01-01"
        case mi.VarTupleType() | mi.ListType():
            return f"a list: {told(kind.item_type)}"
        case mi.TupleType():
            return "a list of " + " and ".join(map(told, kind.item_types))
        case mi.DictType():
            return f"a table by name: {told(kind.value_type)}"
        case mi.StructType():
            return _told_struct(kind)
        case mi.CustomType() if kind.cls is Odds:
            return 'odds such as "3 to 2"'
    return "anything"


def _told_struct(kind: mi.StructType) -> str:
    fields = {field.encode_name: field for field in kind.fields}
    if list(fields) == ["clause", "also"]:
        return "a clause"
    if list(fields) == ["value", "clause", "also"]:
        return f"value ({told(fields['value'].type)}) and its clause"
    return f"a table ({kind.cls.__name__})"


def named(kind: mi.StructType) -> str:
    return kind.cls.__name__


def structs_in(kind: mi.Type) -> Iterator[mi.StructType]:
    """Every table that may stand somewhere in it, each once, in the order of reading."""
    seen: set[Any] = set()

    def look(each: mi.Type) -> Iterator[mi.StructType]:
        match each:
            case mi.UnionType():
                for one in each.types:
                    yield from look(one)
            case mi.VarTupleType() | mi.ListType():
                yield from look(each.item_type)
            case mi.TupleType():
                for one in each.item_types:
                    yield from look(one)
            case mi.DictType():
                yield from look(each.value_type)
            case mi.StructType() if _key(each) not in seen:
                seen.add(_key(each))
                yield each
                for field in each.fields:
                    yield from look(field.type)

    return look(kind)


def _key(kind: mi.StructType) -> Any:
    """`Cited` of one kind of value is another table than `Cited` of another."""
    return kind.cls, tuple(told(field.type) for field in kind.fields[:1])


def default_of(field: mi.Field) -> str:
    """What holds where a word is left out, as it would be written."""
    if field.required:
        return ""
    value = field.default
    if value is msgspec.NODEFAULT:
        value = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else None
    if value is None or value in ((), {}, ""):
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, msgspec.Struct):
        return "nothing"
    return str(value)


@cache
def says_of(cls: type) -> str:
    """What a table is, as its class says."""
    text = inspect.getdoc(get_origin(cls) or cls) or ""
    return "" if text.startswith(cls.__name__ + "(") else " ".join(text.split())


@cache
def comments_of(cls: type) -> dict[str, str]:
    """What the source says beside each word, or above it."""
    found: dict[str, str] = {}
    for base in reversed((get_origin(cls) or cls).__mro__):
        if base.__module__.startswith("bythebook."):
            found |= dict(_comments(inspect.getsource(base)))
    return found


def _comments(source: str) -> Iterator[tuple[str, str]]:
    above: list[str] = []
    for line in source.splitlines():
        code, _, beside = line.partition("  # ")
        if re.match(r"    # ", line):
            above.append(line.strip("# ").strip())
            continue
        if word := re.match(r"    (\w+):", code):
            said = " ".join((*above, beside.strip())).strip()
            if said:
                yield word.group(1), said
        above = []
