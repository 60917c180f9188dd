"""What every kind of setting is made of: a value, or an authority, with its clause."""

from typing import Annotated, Generic, TypeVar

import msgspec

T = TypeVar("T")

Count = Annotated[int, msgspec.Meta(ge=1)]


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of everything that stands in a rules file: nothing unknown may stand beside it."""


class Cited(Rule, Generic[T], frozen=True, kw_only=True):
    """A setting and the clause it comes from."""

    value: T
    clause: str
    also: tuple[str, ...] = ()


class Authority(Rule, frozen=True, kw_only=True):
    """A clause that needs no value: it is the authority for something the mechanism does."""

    clause: str
    also: tuple[str, ...] = ()
