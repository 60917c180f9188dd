"""What a command or a document asks to be filled in: its own fields, as questions to a person.

    class Sit(Command, tag="sit"):
        player: Annotated[str, asks("Player", "player", of="players")]

A type says what is text and what is a number, but not that one number is a sum of money and another
a box: `asks` says it, once, at the field. From it follow the forms of every desk and the titles in
the schema of the API; JSON itself is not touched by it.

Terms are documents: tables within tables, and lists of them. `document_fields` follows their types
all the way down; what a book says to an item (its clause, its values) comes from whoever asks.
"""

import datetime
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo, fields, replace

Kind = Literal[
    "text", "long", "whole", "money", "yes", "choice", "many", "box", "boxes", "player", "players",
    "card", "cards", "numbers", "limits", "sums", "words", "time", "moment", "month", "setup",
    "decision", "tables", "several", "paid",
    "record", "records", "yes-no", "lines", "percent", "rate",  # of documents
]  # fmt: skip


class ValueView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the values to choose from, and what it says; `about`: the choice it belongs to."""

    value: str
    says: str
    about: str = ""
    about_says: str = ""
    clause: str = ""


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
    fields: tuple["FieldView", ...] = ()  # of a record, or of each of several
    each: str = ""  # what one of several is called
    clause: str = ""
    none: str = ""  # what is written where there is nothing to say
    most: int = 0  # characters
    when: dict[str, tuple[str, ...]] = {}  # only where another field of its record has this value


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


UNASKED = asks(kind="unasked")


class _Asked(msgspec.Struct, frozen=True):
    field: FieldInfo
    type: Any
    title: str
    kind: Kind | Literal[""]
    of: str = ""
    usually: Any = None
    required: bool | None = None
    hint: str = ""
    most: int = 0  # characters

    @property
    def label(self) -> str:
        return self.title or _in_words(self.field.name)


@lru_cache(maxsize=512)
def _asked_of(command: type[msgspec.Struct]) -> tuple[_Asked, ...]:
    return tuple(one for field in fields(command) if (one := _asked(field)) is not None)


def _asked(field: FieldInfo) -> _Asked | None:
    plain = field.type
    metas = [*_metas(plain)]
    if get_origin(plain) is Annotated:
        plain = get_args(plain)[0]
    told: dict[str, Any] = {}
    title, most = "", 0
    for meta in metas:
        title, most = meta.title or title, meta.max_length or most
        told |= meta.extra or {}
    if told.get("kind") == "unasked":
        return None
    return _Asked(field, plain, title, **{"kind": "", **told}, most=most)


def _metas(type_: Any) -> Iterator[msgspec.Meta]:
    """All that is said at a type, and before it at those that it may be one of."""
    if get_origin(type_) is Annotated:
        inner, *metas = get_args(type_)
        yield from _metas(inner)
        yield from metas
    elif get_origin(type_) in (Union, UnionType):
        for one in get_args(type_):
            yield from _metas(one)


def _in_words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _by_type(plain: Any) -> Kind:
    if plain is bool:
        return "yes"
    if plain in (int, int | None):
        return "whole"
    if plain is datetime.datetime:
        return "moment"
    return "choice" if get_origin(plain) is Literal else "text"


def questions(
    command: type[msgspec.Struct], sources: Sources = lambda _: _NOTHING, but: tuple[str, ...] = ()
) -> tuple[FieldView, ...]:
    """The questions of a command, in the order of its fields, without those given already."""
    return tuple(_question(one, sources) for one in _asked_of(command) if one.field.name not in but)


def _question(one: _Asked, sources: Sources) -> FieldView:
    values = named(sources(one.of)) if one.of else ()
    kind = one.kind or _by_type(one.type)
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


# Documents

About = Callable[[str], Mapping[str, Any] | None]  # by path: what else is to be said of a field
UNITS: dict[str, Kind] = {"cents": "money", "hundredths": "percent", "ppm": "rate"}
LINE_MAX = 300


def written_name(field: str) -> str:
    """A field's name in a document, where amounts are written as people do and need no unit."""
    if field == "cents":
        return "amount"
    return field.removesuffix("_cents").removesuffix("_hundredths")


def document_fields(
    struct: type[msgspec.Struct],
    about: About = lambda _: _NOTHING,
    *,
    as_written: bool = True,
    at: str = "",
) -> tuple[FieldView, ...]:
    """The questions of a document, all the way down; those of which `about` says None are left out.

    `as_written`: it is filled in as people write it down; otherwise as its types have it. What
    `about` says replaces what follows from the type; `instead` are other fields in its place.
    """
    found: list[FieldView] = []
    for one in _asked_of(struct):
        name = written_name(one.field.name) if as_written else one.field.name
        path = f"{at}{name}"
        more = about(path)
        if more is None:
            continue
        if "instead" in more:
            found += more["instead"]
            continue
        optional, plain = _taken_apart(one.type)
        view = FieldView(
            name=name,
            label=one.title or _in_words(name),
            kind=one.kind or _kind_in_document(one, plain, optional),
            required=bool(one.required),
            default=_begins_with(one),
            values=_values_of(plain),
            only=get_origin(plain) is Literal and not optional,
            hint=one.hint,
            most=one.most,
        )
        inner = _struct_in(plain)
        if inner is not None:
            own = document_fields(inner, about, as_written=as_written, at=f"{path}.")
            view = replace(view, fields=own, required=not optional)
        found.append(replace(view, **more))
    return tuple(found)


def _begins_with(one: _Asked) -> Any:
    """What a plain field has unless somebody says otherwise."""
    usual = _default(one) if one.usually is None else one.usually
    return usual if isinstance(usual, str | int) else None


def _taken_apart(type_: Any) -> tuple[bool, Any]:
    """Whether it may be left out, and what it is otherwise: the first, where it may be several."""
    if get_origin(type_) is Annotated:
        return _taken_apart(get_args(type_)[0])
    if get_origin(type_) not in (Union, UnionType):
        return False, type_
    some = [one for one in get_args(type_) if one is not NoneType]
    return NoneType in get_args(type_), _taken_apart(some[0])[1]


def _struct_in(plain: Any) -> type[msgspec.Struct] | None:
    """A table within a document, or one of a list of them."""
    one = get_args(plain)[0] if get_origin(plain) is tuple else plain
    one = get_args(one)[0] if get_origin(one) is Annotated else one
    return one if isinstance(one, type) and issubclass(one, msgspec.Struct) else None


def _values_of(plain: Any) -> tuple[ValueView, ...]:
    one = get_args(plain)[0] if get_origin(plain) is tuple else plain
    if get_origin(one) is not Literal:
        return ()
    return named({value: value.replace("-", " ") for value in get_args(one)})


def _kind_in_document(one: _Asked, plain: Any, optional: bool) -> Kind:
    several = get_origin(plain) is tuple
    if _struct_in(plain) is not None:
        return "records" if several else "record"
    if several:
        inner = _taken_apart(get_args(plain)[0])[1]
        kind = _by_type(inner)
        return "many" if kind == "choice" else "numbers" if inner is int else "lines"
    for unit, in_unit in UNITS.items():
        if plain is int and one.field.name.endswith(unit):
            return in_unit
    if plain is bool and optional:
        return "yes-no"
    if plain is str:
        return "text" if 0 < one.most <= LINE_MAX else "long"
    return _by_type(plain)
