"""The plain conduct: how tables are run whose book does not say it.

It is written as a book's `table.toml` is, and the irregularities of a game, with a ledger of its
own whose clauses begin with `plain:`. Logs rest on it, so an edition of it never changes (a test
pins its digest): another would be a folder beside this one, and terms would have to name it.
"""

import hashlib
from functools import cache

import msgspec

from bythebook.rulebooks.chapters.conduct import Conduct
from bythebook.rulebooks.chapters.irregularities import Irregularities
from bythebook.rulebooks.files import Clause, Source, read_chapter, read_ledger, typed
from bythebook.rulebooks.shelf import BUILT_IN

BOOK, EDITION = "plain-conduct", "1"
NAME = f"the plain conduct, edition {EDITION}"
TABLE, IRREGULARITIES = "table", "irregularities"
_FOLDER = BUILT_IN / BOOK / EDITION
SOURCE = Source(BOOK, EDITION, 1, (_FOLDER,), _FOLDER.parent)


@cache
def plain_conduct() -> Conduct:
    conduct: Conduct = typed(read_chapter(SOURCE, TABLE), Conduct, _place(TABLE))
    return conduct


@cache
def plain_irregularities() -> Irregularities:
    data = read_chapter(SOURCE, IRREGULARITIES)
    found: Irregularities = typed(data, Irregularities, _place(IRREGULARITIES))
    return found


@cache
def plain_clauses() -> dict[str, Clause]:
    return read_ledger(SOURCE)


def plain_digest() -> str:
    """One word for what it decides."""
    chapters = {name: read_chapter(SOURCE, name) for name in (TABLE, IRREGULARITIES)}
    return hashlib.sha256(msgspec.json.encode(chapters, order="sorted")).hexdigest()


def _place(chapter: str) -> str:
    return str(_FOLDER / f"{chapter}.toml")
