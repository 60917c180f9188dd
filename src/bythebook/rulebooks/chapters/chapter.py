"""How every chapter beside a book's games is loaded: typed, and each clause in the ledger.

What only one chapter needs to be checked for stands in its own module.
"""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import msgspec

from bythebook.errors import Malformed
from bythebook.rulebooks.files import Source, has_chapter, read_chapter, without_absent
from bythebook.rulebooks.loader import Book, cited_settings

T = TypeVar("T")
P = ParamSpec("P")

BESIDE_THE_GAMES = (  # chapters of a book, where it has them
    "table", "jackpot", "promotion", "tournament", "tournament-play", "tournament-terms",
)  # fmt: skip


class Written(msgspec.Struct, frozen=True):
    """A chapter as it stands in the book: what `trace` needs to know of it."""

    data: dict[str, Any]
    mechanism: dict[str, str]  # clauses that no setting expresses, or not alone: the code that does

    def cited(self) -> list[tuple[str, str]]:
        """Each clause that a setting cites, and the setting."""
        return [(clause, path) for clause, path in cited_settings(self.data) if clause]


def written(book: Book, name: str) -> Written:
    data = without_absent(read_chapter(book.source, name))
    mechanism = data.pop("mechanism", {})
    try:
        return Written(data, msgspec.convert(mechanism, dict[str, str]))
    except msgspec.ValidationError as error:
        raise Malformed(str(error), f"{place(book, name)}: mechanism") from None


def load_chapter(book: Book, name: str, type_: type[T]) -> T:
    """A chapter of a book as it is typed; an unknown clause or key is an error that says where."""
    where, found = place(book, name), written(book, name)
    try:
        says = msgspec.convert(found.data, type_)
    except msgspec.ValidationError as error:
        raise Malformed(str(error), where) from None
    for clause, path in (*found.cited(), *((clause, "mechanism") for clause in found.mechanism)):
        if clause not in book.clauses:
            raise Malformed(f"clause {clause!r} is not in the ledger", f"{where}: {path}")
    return says


def place(book: Book, name: str) -> str:
    """The file in which a chapter is looked for, as errors name it."""
    return str(book.folder / f"{name}.toml")


_KNOWN: list[dict[Source, Any]] = []


def forget() -> None:
    """Files of a book have changed: for whoever tries rules out."""
    for known in _KNOWN:
        known.clear()


def once(load: Callable[[Book], T]) -> Callable[[Book], T]:
    """Load once for each revision of an edition: there are few, and they are asked for often."""
    known: dict[Source, T] = {}
    _KNOWN.append(known)

    def loaded(book: Book) -> T:
        if book.source not in known:
            known[book.source] = load(book)
        return known[book.source]

    return loaded


@once
def _looked_for(book: Book) -> dict[str, bool]:
    return {}


def in_book(book: Book, name: str) -> bool:
    """Whether a book has a chapter: the name is that of its file, without `.toml`."""
    found = _looked_for(book)  # to look means to read the whole file
    if name not in found:
        found[name] = has_chapter(book.source, name)
    return found[name]


def of_book(find: Callable[P, Book], load: Callable[[Book], T]) -> Callable[P, T]:
    """Finds a chapter's rules as its book is found: by name, in an edition or on a day."""

    def found(*args: P.args, **kwargs: P.kwargs) -> T:
        return load(find(*args, **kwargs))

    return found
