"""Terms as people write them down: TOML or JSON, told by `kind = "tournament"`.

Money is dollars ("110", 110 or "12.50"), a share is a percentage ("7.5"), times carry their offset
(2026-06-01T18:00:00+10:00), chips are whole numbers. Everything else is as in `terms`; an error
names its place, lists counted from one.
"""

import difflib
import re
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from bythebook.errors import BrokenInvariant, Malformed
from bythebook.money import format_amount, parse_amount
from bythebook.rulebooks.documents import read_table
from bythebook.tournaments.terms.document import WHOLE, TournamentTerms

KIND = "tournament"
_CENTS, _HUNDREDTHS = "cents", "hundredths"
_INDEX = re.compile(r"\[([0-9]+)\]")
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def kind_of(data: bytes) -> str:
    """What a document is about; one that does not say is about a tournament."""
    kind = read_table(data).get("kind", KIND)
    if not isinstance(kind, str):
        raise Malformed("the kind of a document is a word", "kind")
    return kind


def read_document(data: bytes) -> TournamentTerms:
    """The terms in a document, whether or not they are complete."""
    return terms_of(read_table(data))


def terms_of(document: dict[str, Any]) -> TournamentTerms:
    """The same, from a document that has been read."""
    if document.get("kind", KIND) != KIND:
        raise Malformed(f"this is {document['kind']!r}, not {KIND!r}", "kind")
    found = {key: value for key, value in document.items() if key != "kind"}
    shaped = _shaped(found, inspect.type_info(TournamentTerms), "")
    try:
        return msgspec.convert(shaped, TournamentTerms)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at ")
        raise Malformed(_MISSING.sub(_is_missing, reason), _place(place)) from None


def _is_missing(found: re.Match[str]) -> str:
    return f"{_written_name(found[1])!r} is missing"


def _place(path: str) -> str:
    """A path of the decoder as the document has it: its names, its lists counted from one."""
    path = _INDEX.sub(lambda found: f".{int(found[1]) + 1}", path.strip("`").removeprefix("$"))
    names = [_written_name(name) for name in path.split(".") if name]
    return ".".join(names)


def _written_name(field: str) -> str:
    """A field's name in a document, where no unit is needed."""
    if field == _CENTS:
        return "amount"
    return field.removesuffix(f"_{_CENTS}").removesuffix(f"_{_HUNDREDTHS}")


@cache
def _fields(struct: type) -> dict[str, tuple[str, inspect.Type]]:
    """By the name in a document: the field and its type."""
    about = inspect.type_info(struct)
    if not isinstance(about, inspect.StructType):
        raise BrokenInvariant(f"{struct} has no fields")
    return {_written_name(field.name): (field.name, field.type) for field in about.fields}


def _shaped(value: Any, type_: inspect.Type, where: str) -> Any:
    """The value with every amount and share in its unit; nothing unknown stands in it."""
    if isinstance(value, str) and _UNPRINTABLE.search(value):
        raise Malformed("there are characters in it that cannot be printed", where)
    match type_:
        case inspect.UnionType():
            inner = [each for each in type_.types if not isinstance(each, inspect.NoneType)]
            return _shaped(value, inner[0], where) if len(inner) == 1 else value
        case inspect.Metadata():
            return _shaped(value, type_.type, where)
        case inspect.VarTupleType() if isinstance(value, list):
            return [
                _shaped(each, type_.item_type, f"{where}.{number}")
                for number, each in enumerate(value, start=1)
            ]
        case inspect.StructType() if isinstance(value, dict):
            return _shaped_table(value, _fields(type_.cls), where)
    return value


def _shaped_table(
    table: dict[str, Any], fields: dict[str, tuple[str, inspect.Type]], where: str
) -> dict[str, Any]:
    found = {}
    for key, value in table.items():
        place = f"{where}.{key}" if where else key
        if key not in fields:
            near = difflib.get_close_matches(key, fields, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(fields)}"
            raise Malformed(f"terms have no such item{hint}", place)
        name, type_ = fields[key]
        if name.endswith((_CENTS, _HUNDREDTHS)):
            found[name] = _hundredfold(value, place)
            if name.endswith(_HUNDREDTHS) and found[name] > WHOLE:
                raise Malformed("a share is at most 100 percent", place)
        else:
            found[name] = _shaped(value, type_, place)
    return found


def _hundredfold(value: Any, where: str) -> int:
    """Dollars in cents, or percent in hundredths: both have two places at most."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise Malformed("write a number such as 110 or '12.50'", where)
    try:
        return parse_amount(str(value))
    except Malformed:
        raise Malformed(f"{value!r} is not a number such as 110 or '12.50'", where) from None


# The other way


def document_of(terms: TournamentTerms) -> dict[str, Any]:
    """Terms as a document that `terms_of` reads back as the same, and that can be JSON."""
    return {"kind": KIND, **_written(terms)}


def _written(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        table = {}
        for field in msgspec.structs.fields(value):
            found = getattr(value, field.name)
            if found in (None, (), "") or found == field.default:
                continue
            if field.name.endswith((_CENTS, _HUNDREDTHS)):
                found = format_amount(found)
            table[_written_name(field.name)] = _written(found)
        return table
    if isinstance(value, tuple):
        return [_written(each) for each in value]
    return msgspec.to_builtins(value)
