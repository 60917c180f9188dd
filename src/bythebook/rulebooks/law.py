"""By what something is played, as its terms say it: a book, an edition, our revision of that.

Terms of tables, pools, tournaments and promotions name all three when they are made, with a digest
of the rules as they then were. What is in the log is judged by what it names, for ever: `played_by`
finds those rules again, or says that they are not here.
"""

import datetime
import hashlib
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.chapter import in_book, once
from bythebook.rulebooks.chapters.game import Game
from bythebook.rulebooks.editions import editions_of
from bythebook.rulebooks.files import RULES, read_chapter, without_absent
from bythebook.rulebooks.loader import Book, find_book, load_edition
from bythebook.rulebooks.shelf import BUILT_IN, shelved
from bythebook.rulebooks.side_wagers import with_shelved

READINGS = "readings"
PINS = BUILT_IN / "digests.toml"
CHAPTERS = (
    RULES, READINGS, "table", "jackpot", "promotion", "tournament", "tournament-play",
    "tournament-terms",
)  # fmt: skip
WORDS = frozenset({"mechanism", "question", "why"})  # for readers: they decide nothing
SENTENCES = "says"  # so do these, but where what is said is written down: the way to complain
SAID_ALOUD = "tournament-play"


class Law(Protocol):
    """What terms say of it. An empty edition: they were written before terms named any."""

    @property
    def book(self) -> str: ...
    @property
    def edition(self) -> str: ...
    @property
    def revision(self) -> int: ...
    @property
    def rules(self) -> str: ...  # the digest


Terms = TypeVar("Terms", bound=msgspec.Struct)


class NotInstalled(Malformed):
    """What was played by is not here: nothing can be said about it, good or bad."""


class Unnamed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By what a book's tables were played before the log named editions."""

    edition: str
    revision: int


@cache
def unnamed() -> dict[str, Unnamed]:
    data = tomllib.loads((BUILT_IN / "unnamed.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data, dict[str, Unnamed])


def played_by(terms: Law) -> Book:
    """The book, in the edition and revision that the terms were made for."""
    if terms.edition:
        return _installed(terms.book, terms.edition, terms.revision)
    before = unnamed().get(terms.book)
    if before is None:
        return find_book(terms.book)
    return _installed(terms.book, before.edition, before.revision)


@lru_cache(maxsize=256)
def _installed(book: str, edition: str, revision: int) -> Book:
    for found in editions_of(book) if book in shelved() else ():
        if found.name == edition and 0 <= revision <= found.revision:
            return load_edition(found, revision or None)
    named = f"{book} {edition}" + (f", revision {revision}" if revision > 1 else "")
    bring = "" if book in shelved() else ": --rulebook DIR names the folder of a book of one's own"
    raise NotInstalled(f"this was played under {named}, which is not installed here{bring}")


def named_in(terms: Terms, on: datetime.date, before: Law | None = None) -> Terms:
    """Terms that name their law: what they asked for, what was in force, or what they had before.

    Only the edition is anybody's to choose: the revision is today's, unless the edition stays. A
    house that opens before its book's first day opens by that: it rehearses.
    """
    asked: Any = terms
    if before is not None and asked.edition in ("", before.edition):
        kept = {"edition": before.edition, "revision": before.revision, "rules": before.rules}
        return replace(terms, **kept)
    first = editions_of(asked.book)[0].about.effective
    return by_book(terms, find_book(asked.book, asked.edition, max(on, first)))


def by_book(terms: Terms, book: Book) -> Terms:
    return replace(terms, edition=book.edition, revision=book.revision, rules=digest(book))


def today(terms: Law) -> Book:
    """The same edition as we read it now."""
    return find_book(terms.book, played_by(terms).edition)


def up_to_date(terms: Law) -> bool:
    """Whether terms name their edition as we read it now."""
    book = today(terms)
    return terms.revision == book.revision and names(terms, book)


def commences(book: Book, game: Game) -> datetime.date:
    """From when a game is played by a book: its own day, or a later one that somebody has named."""
    first, named = book.about.effective, game.rules.commences
    return max(first, datetime.date.fromisoformat(named.value)) if named and named.value else first


def day(at: int) -> datetime.date:
    """The day of a moment in seconds, as the house counts them."""
    return datetime.datetime.fromtimestamp(at, datetime.UTC).date()


def names(terms: Law, book: Book) -> bool:
    """Whether the digest that terms name is of these rules.

    Until 17 November 2026 it was worked out otherwise, with the sentences of readings in it. What
    was called so then is known, for as long as the rules are the same.
    """
    here = digest(book)
    if terms.rules == here:
        return True
    pins = pinned().get(book.source.id)
    first = pins is not None and (book.revision, here) == (1, pins.revisions[0])
    return first and pins is not None and terms.rules == pins.before


class Pins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an edition's revisions decide, each in one word, as it was when we wrote them."""

    revisions: tuple[str, ...]
    before: str = ""  # revision 1 in logs from before sentences were left out


@cache
def pinned() -> dict[str, Pins]:
    """By `BOOK@EDITION`. A test holds the books to it; `names` asks what logs called them."""
    return pins_in(PINS)


def pins_in(path: Path) -> dict[str, Pins]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return msgspec.convert(data, dict[str, Pins])


@once
def digest(book: Book) -> str:
    """One word for all that an edition decides: comments, order and sentences are not in it."""
    chapters = {
        name: deciding(name, without_absent(read_chapter(book.source, name)))
        for name in CHAPTERS
        if in_book(book, name)
    }
    data = msgspec.json.encode(chapters, order="sorted")
    return hashlib.sha256(data).hexdigest()


def deciding(chapter: str, data: dict[str, Any]) -> dict[str, Any]:
    """What of a chapter decides something, or is written down when something is decided."""
    words = WORDS if chapter == SAID_ALOUD else WORDS | {SENTENCES}
    found: dict[str, Any] = _without(words, data)
    if chapter == RULES:  # with what is taken over from the shelf
        written = with_shelved(found, chapter)
        return {key: value for key, value in written.items() if key not in ("book", "revisions")}
    if chapter == READINGS:  # by its values a reading is chosen; what each means is for readers
        return {name: entry | {"values": sorted(entry["values"])} for name, entry in found.items()}
    return found


def _without(words: frozenset[str], data: Any) -> Any:
    if isinstance(data, list):
        return [_without(words, item) for item in data]
    if isinstance(data, dict):
        return {key: _without(words, value) for key, value in data.items() if key not in words}
    return data
