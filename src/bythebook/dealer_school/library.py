"""The lessons that come with the program, and the tables that those of a book share.

lessons/BOOK/tables.toml      tables by name
lessons/BOOK/NAME.toml        a lesson; NAME begins with its number
"""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from bythebook.dealer_school.lesson import Lesson, read_lesson
from bythebook.errors import Malformed
from bythebook.rulebooks.documents import parse_toml
from bythebook.table.orders import Setup
from bythebook.table.preparing import WrittenSetup, setup_of

TABLES = "tables.toml"
SUFFIX = ".toml"


def _shelf() -> Traversable:
    return files("bythebook.dealer_school").joinpath("lessons")


def books_with_lessons() -> tuple[str, ...]:
    return tuple(sorted(one.name for one in _shelf().iterdir() if one.is_dir()))


@cache
def lessons_of(book: str) -> dict[str, Lesson]:
    """Every lesson of a book by its name, in their order."""
    if book not in books_with_lessons():
        raise Malformed(f"there are no lessons for {book!r}: {', '.join(books_with_lessons())}")
    found = {}
    shelf = _shelf().joinpath(book)
    for name in sorted(one.name for one in shelf.iterdir()):
        if name.endswith(SUFFIX) and name != TABLES:
            try:
                lesson = read_lesson(shelf.joinpath(name).read_text("utf-8"))
            except Malformed as no:
                raise Malformed(no.reason, f"{book}/{name}") from None
            found[name.removesuffix(SUFFIX)] = lesson
    return found


def find_lesson(name: str) -> Lesson:
    """A lesson by its name: BOOK/NAME."""
    book, _, rest = name.partition("/")
    lesson = lessons_of(book).get(rest)
    if lesson is None:
        raise Malformed(f"there is no lesson {name!r}")
    return lesson


@cache
def shared_tables(book: str) -> dict[str, Setup]:
    """The tables that lessons of a book name."""
    place = _shelf().joinpath(book).joinpath(TABLES)
    if book not in books_with_lessons() or not place.is_file():
        return {}
    told = parse_toml(place.read_text("utf-8"))
    try:
        written = msgspec.convert(told, dict[str, WrittenSetup])
    except msgspec.ValidationError as error:
        raise Malformed(str(error), f"{book}/{TABLES}") from None
    return {name: setup_of(one) for name, one in written.items()}


def setup_for(lesson: Lesson) -> Setup:
    """The table of a lesson: its own, or one that the lessons of its book share."""
    if isinstance(lesson.table, WrittenSetup):
        return setup_of(lesson.table)
    known = shared_tables(lesson.book)
    if lesson.table not in known:
        there = ", ".join(known) or "none"
        raise Malformed(f"no table is called {lesson.table!r}: {there}", "table")
    return known[lesson.table]
