"""Commands of every kind, with values of every kind: what hypothesis draws from."""

import json
import string
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

from bythebook.game.commands import AnyCommand as RoundCommand
from bythebook.house.tables.requests import AnyRequest
from bythebook.table.messages import AnyCommand as TableCommand

Strategy = st.SearchStrategy[Any]

NAMES = ("ann", "ben", "dealer", "supervisor", "manager", "inspector", "nobody", "")
WORDS = (
    "main", "any-pairs", "perfect-pairs", "limits", "closing", "game", "restriction", "notice",
    "burn", "next-card", "void", "rebuild", "shoe", "device", "rectified", "worn", "20.9", "8.5.6",
    "blackjack", "check-cards", "mishandled", "2026-11", "dealer", "A", "9",
)  # fmt: skip
CARDS = st.sampled_from([rank + suit for rank in "A23456789TJQK" for suit in "CDHS"] + ["JK"])
ODD_TEXTS = st.text(max_size=30) | st.sampled_from(
    [
        "\x00",
        "é" * 300,
        "</script>",
        "'; DROP TABLE log; --",
        "%s%n",
        "../..",
        "\u202e",
    ]
)
NUMBERS = (
    st.integers(0, 9)
    | st.sampled_from([500, 1000, 2500, 5000, 10_000, 50_000])
    | st.sampled_from([-1, -(10**9), 2**31, 2**53 + 1, 2**63, 2**64, 10**30, 1_800_000_100])
)
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | NUMBERS
    | st.floats(allow_nan=False, allow_infinity=False)
    | ODD_TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ODD_TEXTS, inner, max_size=3),
    max_leaves=6,
)


def values(kind: inspect.Type) -> Strategy:
    """Anything of a type, likely values first."""
    match kind:
        case inspect.Metadata(type=inner):  # with the words by which a form asks for it
            return values(inner)
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            return NUMBERS
        case inspect.StrType():
            return st.sampled_from(NAMES) | st.sampled_from(WORDS) | ODD_TEXTS
        case inspect.NoneType():
            return st.none()
        case inspect.LiteralType(values=given):
            return st.sampled_from(sorted(given, key=str))
        case inspect.UnionType(types=kinds):
            return st.one_of(*map(values, kinds))
        case inspect.VarTupleType(item_type=item):
            return st.lists(values(item), max_size=3)
        case inspect.TupleType(item_types=items):
            return st.tuples(*map(values, items)).map(list)
        case inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(values(key), values(value), max_size=2)
        case inspect.StructType() if kind.array_like:
            fields = st.tuples(*(values(field.type) for field in kind.fields)).map(list)
            return CARDS | fields
        case inspect.StructType():
            return _struct(kind)
    raise AssertionError(f"no values for {kind}")


def _struct(kind: inspect.StructType) -> Strategy:
    needed = {f.encode_name: values(f.type) for f in kind.fields if f.required}
    others = {f.encode_name: values(f.type) for f in kind.fields if not f.required}
    if kind.tag_field is not None:
        needed[kind.tag_field] = st.just(kind.tag)
    return st.fixed_dictionaries(needed, optional=others)


def _of(union: Any) -> Strategy:
    kind = inspect.type_info(union)
    assert isinstance(kind, inspect.UnionType)
    return st.sampled_from(kind.types).flatmap(values)


TABLE = _of(TableCommand)
ROUND = st.fixed_dictionaries({"type": st.just("decide"), "command": _of(RoundCommand)})
HOUSE = _of(AnyRequest)
PROPER = TABLE | ROUND | HOUSE


@st.composite
def spoiled(draw: st.DrawFn) -> dict[str, Any]:
    """A command with one of its values turned into something else, or with one too many."""
    command = dict(draw(PROPER))
    field = draw(st.sampled_from([*sorted(command), "another"]))
    command[field] = draw(JUNK)
    return command


COMMANDS = PROPER | spoiled()


def tags() -> set[str]:
    """Every kind of command that there is."""
    found = set()
    for union in (TableCommand, AnyRequest):
        kind = inspect.type_info(union)
        assert isinstance(kind, inspect.UnionType)
        found |= {str(one.tag) for one in kind.types if isinstance(one, inspect.StructType)}
    return found


TEXTS = (
    st.text(max_size=200)
    | st.text(alphabet=string.punctuation + string.digits, max_size=200)
    | JUNK.map(json.dumps)
    | st.integers(1, 8000).map(lambda depth: "[" * depth)
    | st.integers(1, 3000).map(
        lambda depth: '{"id":"a","command":' + '{"type":' * depth + "1" + "}" * (depth + 1)
    )
    | st.sampled_from(
        ['{"ping":1e5}', '{"ping":' + "9" * 500 + "}", '{"see":-1}', '{"see":{}}', '{"ping"', ""]
    )
    | st.just('{"id":"a","command":{"type":"\\ud800"}}')
    | st.just('{"id":"' + "x" * 20_000 + '","command":{"type":"ready"}}')
)
