"""A game with some of its settings changed: what can be set to what, and the game that comes of it.

A setting is named by its path in the game, and its value written as in a book: `dealer.soft_17` is
`hits`, `settlement.equal` is `loses`, `blackjack.at_once` is `wins 6 to 5`, `surrender` can be
`absent`. What a path may be follows from the vocabulary, and what comes of it is checked as a book
is.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec
import msgspec.inspect as mi

from bythebook.errors import Malformed
from bythebook.money import Odds
from bythebook.rulebooks.chapters.checks import check_rules
from bythebook.rulebooks.chapters.game import Game, Outcome, Rules
from bythebook.rulebooks.files import typed
from bythebook.rulebooks.loader import read_odds
from bythebook.rulebooks.writing.vocabulary import alternatives, kind_of, told
from bythebook.rulebooks.writing.walking import near

ABSENT, THERE = "absent", "there"
BOOLEAN = ("true", "false")
NEW = "new"  # the clause of what the game did not have
RESULTS = ("wins", "loses", "stand-off")
UNPRICED = ("wagering", "limits", "void", "returns", "irregularities", "elsewhere")  # of the round
NAMES = ("clause", "also", "title", "name")
Shape = Literal["outcome", "cited", "clause", "table", "value"]


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """Something of a game that can be set otherwise."""

    path: str
    value: str
    allowed: tuple[str, ...] = ()  # none: whatever `says` says
    says: str = ""
    clause: str = ""
    optional: bool = False  # it can be absent
    shape: Shape = "value"


def settings_of(rules: Rules) -> list[Setting]:
    """All that a game says about cards, decisions and payments, as it is now."""
    [kind] = (each for each in alternatives(kind_of(Rules))[0] if _is_of(each, rules))
    found = _settings(_plain(rules), kind, "", "")
    return [one for one in found if one.path.partition(".")[0] not in UNPRICED]


def _is_of(kind: mi.Type, rules: Rules) -> bool:
    return isinstance(kind, mi.StructType) and isinstance(rules, kind.cls)


def _plain(value: Any) -> Any:
    """As lists, tables and plain values, which can be changed."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=_as_text))


def _as_text(value: Any) -> Any:
    return value.text if isinstance(value, Odds) else str(value)


def _settings(data: Any, kind: mi.Type, path: str, clause: str) -> Iterator[Setting]:
    some, optional = alternatives(kind)
    tables = [each for each in some if isinstance(each, mi.StructType)]
    if tables and (isinstance(data, dict) or len(some) == 1):
        yield from _of_table(data, tables[0], path, clause, optional)
        return
    if len(some) == 1:
        kind = some[0]
    if data is None:
        return
    if isinstance(kind, mi.VarTupleType):
        for number, item in enumerate(data):
            yield from _settings(item, kind.item_type, f"{path}[{number}]", clause)
    elif isinstance(kind, mi.DictType):
        for name, item in data.items():
            if "." not in name:  # prizes by a stake of dollars and cents have no path
                yield from _settings(item, kind.value_type, f"{path}.{name}", clause)
    else:
        yield _setting(data, kind, path, clause, False)


def _of_table(
    data: Any, kind: mi.StructType, path: str, clause: str, optional: bool
) -> Iterator[Setting]:
    """An outcome, a value with its clause, a clause alone; or a table, and all that is in it."""
    fields = {field.encode_name: field for field in kind.fields}
    clause = (data or {}).get("clause", clause)
    shape: Shape = "table"
    if kind.cls is Outcome:
        says = 'wins, loses or stand-off, with odds: "wins 3 to 2"'
        text = " ".join(filter(None, (data["result"], data.get("odds")))) if data else ABSENT
        yield Setting(
            path=path, value=text, says=says, clause=clause, optional=optional, shape="outcome"
        )
    elif fields.keys() == {"value", "clause", "also"} or fields.keys() == {"value", "clause"}:
        now = data["value"] if data else ABSENT
        yield _setting(now, fields["value"].type, path, clause, optional, "cited")
    elif optional and path and (data is not None or fields.keys() == {"clause", "also"}):
        shape = "clause" if fields.keys() == {"clause", "also"} else "table"
        now = THERE if data is not None else ABSENT
        yield Setting(
            path=path, value=now, allowed=(THERE, ABSENT), clause=clause, optional=True, shape=shape
        )
    if data is not None and shape == "table" and kind.cls is not Outcome and "value" not in fields:
        for name, field in fields.items():
            if name not in NAMES:
                inner = f"{path}.{name}" if path else name
                yield from _settings(data.get(name), field.type, inner, clause)


def _setting(
    data: Any, kind: mi.Type, path: str, clause: str, optional: bool, shape: Shape = "value"
) -> Setting:
    some, _ = alternatives(kind)
    allowed: tuple[str, ...] = ()
    literals = [each for each in some if isinstance(each, mi.LiteralType)]
    if len(literals) == len(some):
        allowed = tuple(str(value) for each in literals for value in each.values)
    elif isinstance(some[0], mi.BoolType):
        allowed = BOOLEAN
    text = _written(data)
    return Setting(
        path=path, value=text, allowed=allowed, says=told(kind), clause=clause,
        optional=optional, shape=shape,
    )  # fmt: skip


def _written(data: Any) -> str:
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, list):
        return ", ".join(map(_written, data)) or "any"
    return str(data)


def with_changes(game: Game, changes: Mapping[str, str]) -> Game:
    """The game as it would be; what cannot be says where, and what can."""
    if not changes:
        return game
    data = _plain(game.rules)
    known = {setting.path: setting for setting in settings_of(game.rules)}
    gone = [path for path, text in changes.items() if text.strip() == ABSENT]
    for path, text in changes.items():
        if path not in known:
            meant = near(path, known)
            hint = f"; did you mean {meant}?" if meant else ""
            raise Malformed(f"this game has no such setting{hint}", path)
        for other in gone:
            if path.startswith((f"{other}.", f"{other}[")):
                raise Malformed(f"it cannot be set where {other} is made absent", path)
        _change(data, path, text.strip(), known[path])
    rules: Rules = typed(data, Rules, game.id, read_odds)
    check_rules(rules, game.choices, game.id)
    return msgspec.structs.replace(game, rules=rules)


def setting_data(game: Game, path: str) -> Any:
    """A setting of a game as a book writes it, whole."""
    found = _without_nothing(_at(_plain(game.rules), _steps(path)))
    return {ABSENT: ""} if found is None else found


def _without_nothing(data: Any) -> Any:
    if isinstance(data, dict):
        return {
            key: _without_nothing(value)
            for key, value in data.items()
            if key == "value" or value not in (None, [], {})
        }
    if isinstance(data, list):
        return [_without_nothing(item) for item in data]
    return data


def _steps(path: str) -> list[str | int]:
    parts = path.replace("[", ".[").split(".")
    return [int(part[1:-1]) if part.startswith("[") else part for part in parts]


def _at(data: Any, steps: list[str | int]) -> Any:
    for step in steps:
        data = data[step]
    return data


def _change(data: Any, path: str, text: str, setting: Setting) -> None:
    *way, last = _steps(path)
    holder = _at(data, way)
    now = holder[last]
    if text == ABSENT:
        if not setting.optional:
            raise Malformed("it cannot be absent", path)
        holder[last] = None
    elif setting.shape == "outcome":
        result, _, odds = text.partition(" ")
        if result not in RESULTS:
            raise Malformed(f"{text!r} is none of {', '.join(RESULTS)}", path)
        holder[last] = (now or {"clause": NEW}) | {"result": result, "odds": odds or None}
    elif setting.shape == "cited":
        holder[last] = (now or {"clause": NEW}) | {"value": _read(text, setting)}
    elif setting.shape == "value":
        holder[last] = _read(text, setting)
    elif text != THERE:
        raise Malformed("it is there, or absent", path)
    elif now is None:
        holder[last] = {"clause": NEW}


def _read(text: str, setting: Setting) -> Any:
    """What somebody wrote, as the kind of value that stands there."""
    if setting.allowed and text not in setting.allowed:
        meant = near(text, setting.allowed)
        hint = f"; did you mean {meant}?" if meant else ""
        known = ", ".join(setting.allowed)
        raise Malformed(f"{text!r} is none of {known}{hint}", setting.path)
    if setting.allowed == BOOLEAN:
        return text == BOOLEAN[0]
    numbers = "a whole number" in setting.says
    if setting.says.startswith("a list"):
        items = [] if text in ("", "any") else [item.strip() for item in text.split(",")]
        return [whole_number(item, setting.path) if numbers else item for item in items]
    return whole_number(text, setting.path) if numbers else text


def whole_number(text: str, path: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Malformed(f"{text[:40]!r} is no whole number", path)
    return int(text)
