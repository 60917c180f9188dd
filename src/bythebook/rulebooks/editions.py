"""The editions of a book: which there are, which one applies, and from what it is read.

    rulebooks/crown-blackjack/4.2/            an edition, named as its approval names itself
    rulebooks/crown-blackjack/4.3/            one that may stand on it: [book] based_on = "4.2"
    rulebooks/crown-blackjack/4.3/revisions/1 what was different in it before we mended it
    rulebooks/world/spanish-21/1/             a book of the second shelf: approved by nobody

Wherever a book is named, `BOOK@EDITION` names one of its editions and `BOOK@EDITION/GAME` a game of
it. Where none is named the day decides: the newest edition that is in force by then. Whoever knows
no day gets the newest of all.
"""

import datetime
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from bythebook.errors import Malformed
from bythebook.rulebooks.files import RULES, Source, read_toml, typed
from bythebook.rulebooks.shelf import shelved

AT = "@"
REVISED = ":"  # between an edition and our revision of it, where one that is not today's is meant
REVISIONS = "revisions"
INHERITED = ("title", "place", "authority")  # what an edition need not say once more of its book


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the book is, who approved it, and from when it applies."""

    title: str
    place: str
    authority: str
    version: str
    effective: datetime.date
    effective_clause: str
    effective_note: str = ""
    based_on: str = ""  # an edition of this book, or BOOK@EDITION of another
    source: str = ""  # where the rules are from, in a book that nobody approved


class Revision(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """We had been wrong about an edition: from when our rules say it otherwise, and why."""

    number: int
    date: datetime.date
    why: str


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """One edition of a book, as found: nothing but its first lines has been read."""

    book: str
    name: str
    folder: Path
    home: Path  # where its book's other editions are
    about: About
    revisions: tuple[Revision, ...] = ()
    base: "Edition | None" = None

    @property
    def revision(self) -> int:
        """Which revision is today's; the rules as first written are revision 1."""
        return self.revisions[-1].number if self.revisions else 1

    @property
    def id(self) -> str:
        return f"{self.book}{AT}{self.name}"

    def source(self, revision: int | None = None) -> Source:
        """From what a revision is read: today's, and then back to what earlier ones said."""
        wanted = self.revision if revision is None else revision
        if not 1 <= wanted <= self.revision:
            raise Malformed(f"{self.id} has no revision {wanted}; today's is {self.revision}")
        below = self.base.source().layers if self.base is not None else ()
        earlier = (
            self.folder / REVISIONS / str(number)
            for number in range(self.revision - 1, wanted - 1, -1)
        )
        layers = (*below, self.folder, *(folder for folder in earlier if folder.is_dir()))
        return Source(self.book, self.name, wanted, layers, self.home)


def split_book(name: str) -> tuple[str, str]:
    """A book's name and, where it is named after an `@`, its edition's.

    >>> split_book("crown-blackjack@4.2"), split_book("crown-blackjack")
    (('crown-blackjack', '4.2'), ('crown-blackjack', ''))
    """
    book, at, edition = name.partition(AT)
    if at and not (book and edition):
        raise Malformed(f"{name!r} is not written as BOOK{AT}EDITION")
    return book, edition


def split_revision(edition: str) -> tuple[str, int | None]:
    """An edition's name and, where it is named after a `:`, our revision of it.

    >>> split_revision("4.2:1"), split_revision("4.2")
    (('4.2', 1), ('4.2', None))
    """
    name, named, revision = edition.partition(REVISED)
    if not named:
        return name, None
    if not (revision.isascii() and revision.isdigit() and len(revision) < 5):
        raise Malformed(f"{edition!r} is not written as EDITION{REVISED}REVISION", "edition")
    return name, int(revision)


def editions_of(book_id: str, folder: Path | None = None) -> tuple[Edition, ...]:
    """The editions of a book, oldest first: of the user's own folder, if it has that name."""
    if folder is not None and folder.name == book_id:
        return editions_in(folder)
    if book_id not in shelved():
        known = (*shelved(), *([folder.name] if folder else []))
        raise Malformed(f"there is no rulebook {book_id!r}; there are {', '.join(known)}")
    return editions_in(shelved()[book_id])


@lru_cache(maxsize=64)
def editions_in(folder: Path) -> tuple[Edition, ...]:
    """The editions in a folder, oldest first; a folder with rules of its own is the only one."""
    rules = f"{RULES}.toml"
    if (folder / rules).exists() or not folder.is_dir():
        return (read_edition(folder, folder),)
    inside = sorted(path.parent for path in folder.glob(f"*/{rules}"))
    if not inside:
        raise Malformed("this file is missing", str(folder / rules))
    found = [read_edition(path, folder) for path in inside]
    found.sort(key=lambda edition: edition.about.effective)
    for older, newer in pairwise(found):
        if older.about.effective == newer.about.effective:
            day = newer.about.effective
            raise Malformed(f"{older.name} and {newer.name} both apply from {day}", str(folder))
    return tuple(found)


def choose(editions: Sequence[Edition], name: str = "", on: datetime.date | None = None) -> Edition:
    """An edition by its name; or else the one in force on a day; or else the newest."""
    first, newest = editions[0], editions[-1]
    if name:
        for edition in editions:
            if edition.name == name:
                return edition
        known = ", ".join(edition.name for edition in editions)
        raise Malformed(f"{first.book} has no edition {name!r}; it has {known}", "edition")
    if on is None:
        return newest
    in_force = [edition for edition in editions if edition.about.effective <= on]
    if not in_force:
        raise Malformed(
            f"no edition of {first.book} applies on {on}: the first, {first.name}, applies from"
            f" {first.about.effective}",
            "edition",
        )
    return in_force[-1]


def read_edition(folder: Path, home: Path) -> Edition:
    """The edition in a folder, which may be its book's whole home."""
    edition = _read(folder, home.name, (), home)
    if folder != home:
        _check_name(edition)
    return edition


def _read(folder: Path, book: str, seen: tuple[Path, ...], home: Path) -> Edition:
    path = folder / f"{RULES}.toml"
    data = read_toml(path)
    own = data.get("book", {})
    base = None
    if isinstance(own, dict) and (named := own.get("based_on")):
        base = _base(folder, book, named, (*seen, folder))
        own = {word: getattr(base.about, word) for word in INHERITED} | own
    about = typed(own, About, f"{path}: book")
    revisions = typed(data.get(REVISIONS, ()), tuple[Revision, ...], f"{path}: {REVISIONS}")
    for number, revision in enumerate(revisions, start=2):
        if revision.number != number:
            raise Malformed(f"the next revision is number {number}", f"{path}: {REVISIONS}")
    name = folder.name if folder != home else _path_safe(about.version)
    return Edition(
        book=book,
        name=name,
        folder=folder,
        home=home,
        about=about,
        revisions=revisions,
        base=base,
    )


def _base(folder: Path, book: str, named: Any, seen: tuple[Path, ...]) -> Edition:
    where = f"{folder / RULES}.toml: book.based_on"
    if not isinstance(named, str):
        raise Malformed("it names an edition", where)
    other, edition = split_book(named) if AT in named else (book, named)
    if other != book and other not in shelved():
        raise Malformed(f"there is no rulebook {other!r}", where)
    inside = folder.parent if other == book else shelved()[other]
    if not _is_name(edition) or not (inside / edition / f"{RULES}.toml").is_file():
        raise Malformed(f"there is no edition {named!r} to stand on", where)
    if inside / edition in seen:
        raise Malformed(f"{named!r} stands on this one itself", where)
    return _read(inside / edition, other, seen, inside)


def _check_name(edition: Edition) -> None:
    """A folder is called what the approval calls itself: its version, words of it, or its day."""
    about = edition.about
    version = f"-{_path_safe(about.version)}-".casefold()
    fits = f"-{edition.name}-".casefold() in version or edition.name == str(about.effective)
    if not (_is_name(edition.name) and fits):
        raise Malformed(
            f"the folder should be called {_path_safe(about.version)}, or a part of that, or"
            f" {about.effective}: its version is {about.version!r}",
            str(edition.folder),
        )


def _is_name(text: str) -> bool:
    return re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", text) is not None


def _path_safe(version: str) -> str:
    return re.sub(r"[^A-Za-z0-9.]+", "-", version).strip("-.")
