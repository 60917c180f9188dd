"""What somebody asks about the difference of two books or games: read, checked, put in order."""

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed
from bythebook.rulebooks.comparing import Comparison, compare, read_side
from bythebook.web.beside.odds_asked import TEXT_MAX, digest_of, whole_number


class DiffAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two books or two games of ours: BOOK, BOOK@EDITION or BOOK@EDITION:REVISION, or with /GAME.

    Without `decks` each side is dealt from as many as its book has unless something is chosen.
    """

    old: str
    new: str
    decks: int | None = None
    what: Literal["diff"] = "diff"


class DiffQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked, with every edition named, and what is different."""

    asked: DiffAsked
    comparison: Comparison

    @property
    def id(self) -> str:
        return digest_of(self.asked)


def read_difference(asked: DiffAsked) -> DiffQuestion:
    """Compare at once; only what it is worth takes time."""
    for where, text in (("old", asked.old), ("new", asked.new)):
        if len(text) > TEXT_MAX:
            raise Malformed("that is too long for a name", where)
    comparison = compare(read_side(asked.old), read_side(asked.new))
    if asked.decks is not None and not 0 < asked.decks < 100:
        raise Malformed("from 1 to 99", "decks")
    whole = replace(asked, old=comparison.old.id, new=comparison.new.id)
    return DiffQuestion(asked=whole, comparison=comparison)


def asked_from(pairs: Iterable[tuple[str, str]]) -> DiffAsked | None:
    """Read the fields of the form; nothing where nobody has chosen anything yet."""
    fields = {name: text.strip() for name, text in pairs if text.strip()}
    if "old" not in fields and "new" not in fields:
        return None
    for side in ("old", "new"):
        if side not in fields:
            raise Malformed("choose two to compare", side)
    decks = whole_number(fields["decks"], "decks") if "decks" in fields else None
    return DiffAsked(old=fields["old"], new=fields["new"], decks=decks)
