"""What a command asks to be filled in: its own fields, as questions to a person.

    class Sit(Command, tag="sit"):
        player: Annotated[str, asks("Player", "player", of="players")]

A type says what is text and what is a number, but not that one number is a sum of money and another
a box: `asks` says it, once, at the field. From it follow the forms of every desk and the titles in
the schema of the API; JSON itself is not touched by it.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo, fields

Kind = Literal[
    "text", "long", "whole", "money", "yes", "choice", "many", "box", "boxes", "player", "players",
    "card", "cards", "numbers", "limits", "sums", "words", "time", "moment", "month", "setup",
    "decision", "tables", "several", "paid",
]  # fmt: skip


class ValueView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the values to choose from, and what it says; `about`: the choice it belongs to."""

    value: str
    says: str
    about: str = ""
    about_says: str = ""


class FieldView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One question of a form."""

    name: str
    label: str
    kind: Kind
    required: bool = False
    default: Any = None
    values: tuple[ValueView, ...] = ()
    only: bool = False  # nothing but these values
    hint: str = ""


Values = Mapping[str, str] | tuple[ValueView, ...]
Sources = Callable[[str], Values]  # what there is to choose from now, by the word after `of`

WHY = "why"  # beside the fields of a command: the reason that its order gives
_NOTHING: Mapping[str, str] = {}


def asks(
    label: str = "",
    kind: Kind | Literal["", "unasked"] = "",
    *,
    of: str = "",
    usually: Any = None,
    required: bool | None = None,
    hint: str = "",
) -> msgspec.Meta:
    """How a field is asked for; without a kind, as its type says. `unasked`: no person is.

    `of` names where its values come from, `usually` is what the form begins with if it is not the
    field's own default, `required` whether a form wants it if not as the command does.
    """
    told = {"kind": kind, "of": of, "usually": usually, "required": required, "hint": hint}
    return msgspec.Meta(title=label or None, extra=told)


class _Asked(msgspec.Struct, frozen=True):
    field: FieldInfo
    type: Any
    label: str
    kind: Kind
    of: str = ""
    usually: Any = None
    required: bool | None = None
    hint: str = ""


@lru_cache(maxsize=512)
def _asked_of(command: type[msgspec.Struct]) -> tuple[_Asked, ...]:
    return tuple(one for field in fields(command) if (one := _asked(field)) is not None)


def _asked(field: FieldInfo) -> _Asked | None:
    plain, metas = field.type, []
    if get_origin(plain) is Annotated:
        plain, *metas = get_args(plain)
    told: dict[str, Any] = {}
    label = ""
    for meta in metas:
        label = meta.title or label
        told |= meta.extra or {}
    if told.get("kind") == "unasked":
        return None
    told["kind"] = told.get("kind") or _by_type(plain)
    label = label or field.name.replace("_", " ").capitalize()
    return _Asked(field, plain, label, **told)


def _by_type(plain: Any) -> Kind:
    if plain is bool:
        return "yes"
    if plain in (int, int | None):
        return "whole"
    return "choice" if get_origin(plain) is Literal else "text"


def questions(
    command: type[msgspec.Struct], sources: Sources = lambda _: _NOTHING, but: tuple[str, ...] = ()
) -> tuple[FieldView, ...]:
    """The questions of a command, in the order of its fields, without those given already."""
    return tuple(_question(one, sources) for one in _asked_of(command) if one.field.name not in but)


def _question(one: _Asked, sources: Sources) -> FieldView:
    values = named(sources(one.of)) if one.of else ()
    kind = one.kind
    listed = get_origin(one.type) is Literal  # nothing is no answer then
    if listed and not values:
        values = named({value: value for value in get_args(one.type)})
    if kind == "choice" and not values:
        kind = _by_type(one.type)
    return FieldView(
        name=one.field.name,
        label=one.label,
        kind=kind,
        required=one.field.required or listed if one.required is None else one.required,
        default=_default(one) if one.usually is None else one.usually,
        values=values,
        only=kind == "choice",
        hint=one.hint,
    )


def named(values: Values) -> tuple[ValueView, ...]:
    if isinstance(values, tuple):
        return values
    return tuple(ValueView(value, says) for value, says in values.items())


def _default(one: _Asked) -> Any:
    if one.field.default is not msgspec.NODEFAULT:
        return one.field.default
    factory = one.field.default_factory
    return factory() if callable(factory) else None


def form_fields(
    command: type[msgspec.Struct], sources: Sources = lambda _: _NOTHING, but: tuple[str, ...] = ()
) -> tuple[FieldView, ...]:
    """The questions of a command and, where an order of it must give one, of the reason."""
    asked = questions(command, sources, but)
    because: str = getattr(command, "because", "")
    if not because:
        return asked
    return (*asked, FieldView(name=WHY, label=because, kind="text", required=True))
