"""The three ways to fail.

    ByTheBookError
    ├── Malformed         what was given cannot be understood: says where
    ├── Refused           it is understood, and a clause forbids it: cites the clause
    └── BrokenInvariant   we are wrong: stop the table, keep everything, find out why

The first two are answers to a user; the third is never expected to be seen.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import msgspec

# What is said to bytes that are no JSON of the kind that is wanted; bad text and depth are, too.
NOT_JSON = (msgspec.DecodeError, UnicodeError, RecursionError)


class ByTheBookError(Exception):
    """Anything this package raises on purpose."""


class Malformed(ByTheBookError):
    """Input that cannot be understood. `where` points at the place, in the user's own terms.

    `says`: the reason as it was given, which may be a phrase; `reason` is plain English.
    """

    def __init__(self, reason: str, where: str = "") -> None:
        super().__init__(reason, where)
        self.says = reason
        self.reason = str(reason)
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}" if self.where else self.reason


class Refused(ByTheBookError):
    """A command that is understood and that a clause of the rulebook does not allow.

    `book`: whose clause it is, where it may be another book's than that of the place.
    `says`: the reason as it was given, which may be a phrase; `reason` is plain English.
    """

    def __init__(self, clause: str, reason: str, where: str = "", book: str = "") -> None:
        super().__init__(clause, reason, where, book)
        self.clause = clause
        self.says = reason
        self.reason = str(reason)
        self.where = where
        self.book = book

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.reason} (clause {self.clause})"

    def at(self, where: str) -> "Refused":
        """The same refusal, with the place in the user's input where it arose."""
        return Refused(self.clause, self.says, where, self.book)


class BrokenInvariant(ByTheBookError):
    """Something that cannot happen has happened: the table stops here."""


def ensure(holds: bool, what: str) -> None:
    """Assert an invariant, also in production (`python -O` does not remove it)."""
    if not holds:
        raise BrokenInvariant(what)


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Whatever is wrong with a file, or with a part of one, names it."""
    try:
        yield
    except OSError as error:
        raise Malformed(error.strerror or str(error), place) from None
    except Malformed as error:
        raise Malformed(str(error), place) from None
    except Refused as error:
        raise error.at(f"{place}: {error.where}" if error.where else place) from None


T = TypeVar("T")


def given(value: T | None) -> T:
    """What must be there by now, because the rules were asked before: the value, and never None."""
    if value is None:
        raise BrokenInvariant("something is missing that the rules were asked about before")
    return value
