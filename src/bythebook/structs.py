"""Values made of other values: what stays the same, or has the same name, is not written again."""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed

Made = TypeVar("Made", bound=msgspec.Struct)


def like(kind: type[Made], other: msgspec.Struct, /, **more: Any) -> Made:
    """A value of this kind: what it has in common with another, and what is named.

    >>> class Seen(msgspec.Struct):
    ...     name: str
    ...     cents: int
    ...     mine: bool = False
    >>> class Known(msgspec.Struct):
    ...     name: str
    ...     cents: int
    ...     secret: str
    >>> like(Seen, Known("ann", 500, "x"), mine=True)
    Seen(name='ann', cents=500, mine=True)
    """
    shared = [name for name in _in_common(kind, type(other)) if name not in more]
    return kind(**{name: getattr(other, name) for name in shared}, **more)


@cache
def _in_common(kind: type[msgspec.Struct], other: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if hasattr(other, name))


def nth(listed: Sequence[Made], number: int, what: str, where: str = "number") -> Made:
    """One of a list, by the number that somebody gives: they are numbered from 1."""
    if not 1 <= number <= len(listed):
        raise Malformed(f"there is no {what} {number}", where)
    return listed[number - 1]


def with_nth(listed: tuple[Made, ...], number: int, **changes: Any) -> tuple[Made, ...]:
    """The same list, one of it changed."""
    changed = replace(listed[number - 1], **changes)
    return (*listed[: number - 1], changed, *listed[number:])
