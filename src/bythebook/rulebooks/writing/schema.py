"""A JSON schema of each chapter, so that an editor completes the words of a book and underlines
what is none. It follows from the types; `bythebook schema` prints it."""

from typing import Any

import msgspec.inspect as mi

from bythebook.errors import Malformed
from bythebook.money import Odds
from bythebook.rulebooks.chapters.game import SideWager
from bythebook.rulebooks.side_wagers import LIKE, shelved_wagers
from bythebook.rulebooks.writing.vocabulary import (
    CHAPTERS,
    GAMES,
    OF_RULES,
    READINGS,
    alternatives,
    comments_of,
    kind_of,
    says_of,
    told,
)
from bythebook.rulebooks.writing.walking import TAKEN

DRAFT = "http://json-schema.org/draft-07/schema#"
TEXT = {"type": "string"}
ABSENT = {
    "type": "object",
    "required": ["absent"],
    "additionalProperties": False,
    "properties": {"absent": TEXT},
    "description": "There is no such rule, and this clause says so.",
}
BY = {
    "type": "object",
    "required": ["by"],
    "properties": {"by": TEXT},
    "description": "It depends on an option or a reading: one branch for each of its values.",
}
FROM_CHOICE = {
    "type": "object",
    "minProperties": 1,
    "maxProperties": 1,
    "additionalProperties": False,
    "properties": dict.fromkeys(TAKEN, TEXT),
    "description": "The value of an option or a reading itself.",
}
# Settings that stand alone: what they need is needed wherever they stand. In any other table a word
# may be left out, for what it stands on may say it.
_WHOLE = ({"clause"}, {"value", "clause"}, {"result", "clause"})


def schema_of(chapter: str) -> dict[str, Any]:
    """The schema of a file of a book, by its name without `.toml`."""
    made = _Schema()
    body: dict[str, Any]
    if chapter == "rules":
        tables = {name: made.of(kind_of(type_)) for name, type_ in OF_RULES.items()}
        tables["options"] = _or_absent(tables["options"])
        games = _Schema(choosing=True)
        tables["games"] = {"type": "object", "additionalProperties": games.game()}
        made.definitions |= games.definitions
        body = {"type": "object", "additionalProperties": False, "properties": tables}
    elif chapter == "readings":
        body = _or_absent(made.of(kind_of(READINGS)))
    elif chapter in CHAPTERS:
        body = dict(made.table(kind_of(CHAPTERS[chapter])))
        body["properties"] = body["properties"] | {"mechanism": {"type": "object"}, "absent": TEXT}
    else:
        known = ", ".join(("rules", "readings", *CHAPTERS))
        raise Malformed(f"there is no file {chapter!r} in a book; there are {known}")
    return {"$schema": DRAFT, "title": f"{chapter}.toml", **body, "definitions": made.definitions}


class _Schema:
    def __init__(self, choosing: bool = False) -> None:
        self.choosing = choosing
        self.definitions: dict[str, Any] = {}
        if choosing:
            self.definitions |= {"by": BY, "absent": ABSENT, "from-choice": FROM_CHOICE}

    def game(self) -> dict[str, Any]:
        """A game of any kind; it may stand on another, and then says only what is different."""
        ways = []
        for kind in alternatives(kind_of(GAMES))[0]:
            table = dict(self.table(kind))
            assert isinstance(kind, mi.StructType)
            own = {"based_on": TEXT, str(kind.tag_field): {"const": kind.tag}}
            table["properties"] = own | table["properties"]
            ways.append(table)
        return {"anyOf": [*ways, {"$ref": "#/definitions/absent"}]}

    def of(self, kind: mi.Type) -> dict[str, Any]:
        some, _ = alternatives(kind)
        ways = [self._one(each) for each in some]
        if self.choosing and not isinstance(some[0], mi.StructType):
            ways += [{"$ref": f"#/definitions/{way}"} for way in ("from-choice", "by", "absent")]
        return ways[0] if len(ways) == 1 else {"anyOf": ways}

    def _one(self, kind: mi.Type) -> dict[str, Any]:
        match kind:
            case mi.StructType():
                return self._named(kind)
            case mi.LiteralType():
                return {"enum": list(kind.values)}
            case mi.BoolType():
                return {"type": "boolean"}
            case mi.IntType():
                least = {} if kind.ge is None else {"minimum": kind.ge}
                return {"type": "integer", **least}
            case mi.FloatType():
                return {"type": "number"}
            case mi.DateType():
                return {}  # a day of TOML is no text, and JSON has none
            case mi.VarTupleType() | mi.ListType():
                return {"type": "array", "items": self.of(kind.item_type)}
            case mi.TupleType():
                return {"type": "array", "items": [self.of(each) for each in kind.item_types]}
            case mi.DictType():
                return {"type": "object", "additionalProperties": self.of(kind.value_type)}
            case mi.CustomType() if kind.cls is Odds:
                return {"type": "string", "pattern": "^[0-9.]+ to [0-9.]+$"}
        return TEXT

    def _named(self, kind: mi.StructType) -> dict[str, Any]:
        name = _name(kind)
        if name not in self.definitions:
            self.definitions[name] = {}  # it may stand inside itself
            table = self.table(kind)
            ways = [table]
            if self.choosing:
                ways += [{"$ref": "#/definitions/by"}, {"$ref": "#/definitions/absent"}]
            self.definitions[name] = {"anyOf": ways} if len(ways) > 1 else table
        return {"$ref": f"#/definitions/{name}"}

    def table(self, kind: mi.Type) -> dict[str, Any]:
        assert isinstance(kind, mi.StructType)
        says = comments_of(kind.cls)
        words = {}
        for field in kind.fields:
            word = self.of(field.type)
            if said := says.get(field.name, ""):
                word = {"allOf": [word], "description": said} if "$ref" in word else word
                word = word | {"description": said}
            words[field.encode_name] = word
        if kind.cls is SideWager:
            said = "The wager on the shelf whose words hold where nothing else is said."
            words[LIKE] = {"enum": list(shelved_wagers()), "description": said}
        table = {"type": "object", "additionalProperties": False, "properties": words}
        if said := says_of(kind.cls):
            table["description"] = said
        needed = [field.encode_name for field in kind.fields if field.required]
        if set(needed) in _WHOLE:
            table["required"] = needed
        return table


def _or_absent(entries: dict[str, Any]) -> dict[str, Any]:
    """A book may take away what the one that it stands on has."""
    return entries | {"additionalProperties": {"anyOf": [entries["additionalProperties"], ABSENT]}}


def _name(kind: mi.StructType) -> str:
    """`Cited` of one kind of value is another table than `Cited` of another."""
    first = kind.fields[0] if kind.fields else None
    if first is not None and first.encode_name == "value":
        return f"{kind.cls.__name__}: {told(first.type)}".replace("/", "-")
    return kind.cls.__name__
