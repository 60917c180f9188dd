"""The shapes of everything that is logged, and which of them a log has.

Where a class lives and what it is called is nobody's business but ours, unless its name is its tag:
a shape is a tag, and the path, type and default of every field below it.

    python -m tests.logs.shapes            write shapes.txt anew
    python -m tests.logs.shapes --missing  what no kept log has
"""

import enum
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from bythebook.game import commands as round_commands
from bythebook.game import events as round_events
from bythebook.house.activities.activity import (
    SEALS,
    Acted,
    RevisionTakenUp,
    Seed,
    TakeUpRevision,
    acted_from_json,
    kind_and_id,
    seeds,
)
from bythebook.house.activities.kinds import KINDS
from bythebook.house.archives.shelf import STREAM as ARCHIVES
from bythebook.house.archives.shelf import DaysArchived, archive_event
from bythebook.house.heads.keys import STREAM as KEYS
from bythebook.house.heads.keys import KeyTaken, key_event
from bythebook.house.log.store import Row
from bythebook.house.money import wallets as w
from bythebook.house.people import people as p
from bythebook.house.tables import table_log as h
from bythebook.house.tables.running_table import Secret
from bythebook.house.tables.table_log import happening_from_json
from bythebook.table import events as table_events
from bythebook.table.messages import COMMANDS
from bythebook.table.orders import Order, ReadMeters, ReadStanding

FILE = Path(__file__).with_name("shapes.txt")
Struct = type[msgspec.Struct]


def sections() -> dict[str, tuple[Struct, ...]]:
    """What each part of the log holds."""
    found: dict[str, tuple[Struct, ...]] = {
        "table/": (*get_args(h.AnyHappening), h.Ordered, h.ApprovalAsked),
        "table/ orders": (Order,),
        "table/ commands": (*COMMANDS.values(), ReadMeters, ReadStanding),
        "table/ events": get_args(table_events.AnyEvent),
        "round commands": get_args(round_commands.AnyCommand),
        "round events": get_args(round_events.AnyEvent),
        "shoe/": (Secret,),
        "wallet/": get_args(w.AnyWalletEvent),
        "people": get_args(p.AnyEvent),
        "people causes": (p.Order,),
        "people commands": get_args(p.AnyCommand),
        "seal/": (Seed,),
        "keys": (KeyTaken,),
        "archive": (DaysArchived,),
        "affairs": (Acted, TakeUpRevision, RevisionTakenUp),
    }
    for kind in KINDS:
        found[f"{kind.name}/ commands"] = tuple(kind.commands.values())
        found[f"{kind.name}/ events"] = get_args(kind.events)
    return {title: tuple(dict.fromkeys(map(_plain, kinds))) for title, kinds in found.items()}


def _plain(hint: Any) -> Any:
    """A kind of something is that something; anything of a kind is its base."""
    if isinstance(hint, TypeVar):
        return hint.__bound__
    origin = get_origin(hint)
    return origin if isinstance(origin, type) and issubclass(origin, msgspec.Struct) else hint


# Writing them down


def tag_of(kind: Struct) -> str:
    tag = kind.__struct_config__.tag
    return str(tag) if tag is not None else ""


def written() -> str:
    """The file: a line for every tag, and under it one for every field."""
    lines = ["# Made by `python -m tests.logs.shapes`; see README.md beside it."]
    for title, kinds in sections().items():
        lines += ["", f"[{title}]"]
        for kind in sorted(kinds, key=lambda kind: (tag_of(kind), kind.__name__)):
            lines.append(f"{tag_of(kind) or '-'}{_manner(kind)}")
            lines += [f"    {line}" for line in _fields(kind, "", (kind,))]
    return "\n".join(lines) + "\n"


def _manner(kind: Struct) -> str:
    """What beside its fields decides how it is written and read."""
    config = kind.__struct_config__
    says = {
        "as a list": config.array_like,
        "without defaults": config.omit_defaults,
        "no other fields": config.forbid_unknown_fields,
        f"tagged by {config.tag_field}": config.tag_field not in (None, "type"),
    }
    found = [text for text, is_so in says.items() if is_so]
    return f" ({', '.join(found)})" if found else ""


def _fields(kind: Struct, path: str, above: tuple[Struct, ...]) -> Iterator[str]:
    hints = get_type_hints(kind)
    for field in msgspec.structs.fields(kind):
        name, hint = f"{path}{field.encode_name}", hints[field.name]
        inner = [one for one in _parts(hint) if not tag_of(one)]
        manner = "".join(_manner(one) for one in inner)
        yield f"{name}: {_type(hint)}{manner}{_default(field)}"
        for one in inner:
            if one not in above:
                yield from _fields(one, f"{name}.", (*above, one))


def _parts(hint: Any) -> Iterator[Struct]:
    """The structs in a type."""
    hint = _plain(hint)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for inner in get_args(hint) if get_origin(hint) is not Literal else ():
        yield from _parts(inner)


def _type(hint: Any) -> str:
    hint = _plain(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(sorted(repr(value) for value in inner))
    if origin in (Union, types.UnionType):
        if whole := _whole_section(inner):
            return whole
        return " | ".join(sorted(_type(one) for one in inner))
    if origin is not None:
        return f"{origin.__name__}[{', '.join(_type(one) for one in inner)}]"
    if hint is Ellipsis:
        return "..."
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        if tag_of(hint) and hint.__subclasses__():
            return "<any>"  # the base of others, which are listed by themselves
        return f"<{tag_of(hint)}>" if tag_of(hint) else "{}"
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return " | ".join(sorted(repr(one.value) for one in hint))
    return "null" if hint is type(None) else str(hint.__name__)


def _whole_section(inner: tuple[Any, ...]) -> str:
    """The name of the section whose every tag is meant, if that is so."""
    for title, kinds in sections().items():
        if len(inner) > 1 and set(inner) == set(kinds):
            return f"<any of {title}>"
    return ""


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.default is not msgspec.NODEFAULT:
        return f" = {msgspec.json.encode(field.default).decode()}"
    if field.default_factory is not msgspec.NODEFAULT:
        return f" = {msgspec.json.encode(field.default_factory()).decode()}"
    return ""


# What a log has of them


def in_row(row: Row) -> Iterator[Struct]:
    """The class of everything that a row of the log holds."""
    name = kind_and_id(row.stream)[0]
    if row.stream == p.STREAM:
        yield from _kinds(msgspec.json.decode(row.data, type=p.AnyEvent))
        if row.cause:
            yield from _kinds(msgspec.json.decode(row.cause, type=p.Order))
    elif name == "table":
        yield from _kinds(happening_from_json(row.data))
    elif name == "shoe":
        yield from _kinds(msgspec.json.decode(row.data, type=Secret))
    elif name == "wallet":
        yield from _kinds(w.wallet_event(row.data))
    elif row.stream == KEYS:
        yield from _kinds(key_event(row.data))
    elif row.stream == ARCHIVES:
        yield from _kinds(archive_event(row.data))
    elif row.stream.startswith(SEALS):
        yield from _kinds(seeds.decode(row.data))
    else:
        kind = next(kind for kind in KINDS if kind.name == name)
        yield from _kinds(acted_from_json(kind, row.data))


def _kinds(value: object) -> Iterator[Struct]:
    if isinstance(value, msgspec.Struct):
        yield type(value)
        for field in value.__struct_fields__:
            yield from _kinds(getattr(value, field))
    elif isinstance(value, dict):
        for one in value.values():
            yield from _kinds(one)
    elif isinstance(value, tuple | list | frozenset):
        for one in value:
            yield from _kinds(one)


def missing(seen: set[Struct]) -> dict[str, list[str]]:
    """What is not among these, by section."""
    found = {
        title: sorted(tag_of(kind) for kind in kinds if kind not in seen)
        for title, kinds in sections().items()
    }
    return {title: tags for title, tags in found.items() if tags}


if __name__ == "__main__":
    if "--missing" in sys.argv:
        from tests.logs.kept import seen_in_all

        for title, tags in missing(seen_in_all()).items():
            print(f"{title}: {', '.join(tags)}")
    else:
        FILE.write_text(written(), encoding="utf-8")
