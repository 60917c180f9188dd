"""Which books there are, and where: those that come with the package, and those taken in beside.

On a second shelf, `world/`, stand games of the world in our own words, which nobody approved. They
can be named like any other book, but nobody is asked to choose among them unless he wants them.

A book of one's own is a folder like ours. A command that needs it once names it; a house takes it
in when it opens, and so do the processes that work beside it: the folders stand in what every
process hands on to those that it starts.
"""

import os
from functools import cache, lru_cache
from pathlib import Path

from bythebook.errors import Malformed
from bythebook.rulebooks.files import RULES

BUILT_IN = Path(__file__).parent
WORLD = BUILT_IN / "world"
TAKEN_IN = "BYTHEBOOK_RULEBOOKS"  # in the environment: folders, as in a PATH


def built_in_books() -> list[str]:
    """The ids of the rulebooks that come with the package."""
    return list(_built_in())


def world_books() -> list[str]:
    """The ids of the unofficial books on the second shelf."""
    return list(_world())


def all_books() -> list[str]:
    """The first shelf, and the books that were taken in."""
    return list(_built_in() | taken_in())


def known_books() -> list[str]:
    """Every book that can be named, of both shelves and those taken in."""
    return list(shelved())


def shelved() -> dict[str, Path]:
    """Every book and its folder."""
    return _built_in() | _world() | taken_in()


def taken_in() -> dict[str, Path]:
    """The books of somebody's own in this process, and their folders."""
    return _named_in(os.environ.get(TAKEN_IN, ""))


def take_in(folder: Path) -> None:
    """Have a book of one's own beside ours, here and in every process that begins from now on."""
    folder = folder.resolve()
    _check_name(folder, taken_in())
    others = (own for own in taken_in().values() if own != folder)
    os.environ[TAKEN_IN] = os.pathsep.join(map(str, (*others, folder)))


@cache
def _built_in() -> dict[str, Path]:
    return _books_in(BUILT_IN)


@cache
def _world() -> dict[str, Path]:
    return _books_in(WORLD)


def _books_in(folder: Path) -> dict[str, Path]:
    found = {path.parents[1] for path in folder.glob(f"*/*/{RULES}.toml")}
    return {book.name: book for book in sorted(found)}


@lru_cache(maxsize=16)
def _named_in(text: str) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for part in filter(None, text.split(os.pathsep)):
        folder = Path(part).resolve()
        _check_name(folder, found)
        found[folder.name] = folder
    return found


def _check_name(folder: Path, others: dict[str, Path]) -> None:
    """A log names books: each name is one book, for ever."""
    if folder.name in _built_in() | _world():
        raise Malformed("one of our books has that name: give the folder another", str(folder))
    if others.get(folder.name, folder) != folder:
        raise Malformed(f"{others[folder.name]} has that name too", str(folder))
