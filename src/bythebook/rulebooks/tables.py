"""Load how a book wants its tables run (`table.toml`), as strictly as its games.

Kept apart from the games: settling a record needs none of it. A book that does not say it has its
tables run by the plain conduct (`plain.py`).
"""

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.chapter import in_book, load_chapter, of_book, once, place
from bythebook.rulebooks.chapters.conduct import Act, Conduct
from bythebook.rulebooks.chapters.words import Cited
from bythebook.rulebooks.loader import Book, find_book
from bythebook.rulebooks.plain import plain_conduct

CHAPTER = "table"
PLAYER = "player"
ANYBODY = "anybody"


class TableRules(msgspec.Struct, frozen=True):
    """A book's conduct as typed."""

    book: Book
    conduct: Conduct
    plain: bool = False  # it is the plain conduct, for the book does not say


def has_table_rules(book: Book) -> bool:
    """Whether the book says itself how its tables are run."""
    return in_book(book, CHAPTER)


@once
def load_table_rules(book: Book) -> TableRules:
    plain = not has_table_rules(book)
    conduct = plain_conduct() if plain else load_chapter(book, CHAPTER, Conduct)
    conduct = replace(conduct, acts=conduct.acts | _of_the_console(conduct))
    rules = TableRules(book, conduct, plain)
    _check(rules, place(book, CHAPTER))
    return rules


def _of_the_console(conduct: Conduct) -> dict[str, tuple[Act, ...]]:
    """What no book speaks of, for none knows a console: a card that was put down wrongly.

    Whoever deals says so, and whoever the book lets put the cards right stands behind it.
    """
    if not conduct.ladder:
        return {}
    dealer = conduct.ladder[0].role
    entries = [
        replace(
            act,
            says="correct the last card that was put down",
            by=dealer,
            also_by=(),
            approved=Cited(clause=act.clause, value=act.by) if act.by != dealer else None,
        )
        for act in conduct.acts.get("rebuild", ())
    ]
    return {"correct-entry": tuple(entries)} if entries else {}


# How tables of this book are run.
find_table_rules = of_book(find_book, load_table_rules)


def _check(rules: TableRules, where: str) -> None:
    """What the types cannot say: roles, games and acts that exist."""
    book, conduct = rules.book, rules.conduct
    known: set[str] = set()
    for rank in conduct.ladder:
        if rank.same_as and rank.same_as not in known:
            raise Malformed(f"{rank.same_as!r} is no rank before it", f"{where}: ladder")
        known.add(rank.role)
    roles = {role.role for role in (*conduct.ladder, *conduct.beside)} | {PLAYER, ANYBODY}
    for name, entries in conduct.acts.items():
        for act in entries:
            at = f"{where}: acts.{name}"
            for role in _roles_named(act):
                if role not in roles:
                    raise Malformed(f"{role!r} is no role of this book", at)
            for game in act.games:
                if game not in book.games:
                    raise Malformed(f"{game!r} is no game of this book", at)
    for due in conduct.duties:
        if due.act not in conduct.acts:
            raise Malformed(f"there is no act {due.act!r}", f"{where}: duties")
    for need in conduct.opening.needs:
        if need.act and need.act not in conduct.acts:
            raise Malformed(f"there is no act {need.act!r}", f"{where}: opening.needs")
        if bool(need.act) + bool(need.sign) + bool(need.present) != 1:
            raise Malformed("a need is an act, a sign or somebody present", f"{where}: needs")


def _roles_named(act: Act) -> list[str]:
    named = [act.by, *act.also_by, *(t.to for t in (*act.told, *act.then_tell))]
    named += [cited.value for cited in (act.second, act.approved) if cited is not None]
    return named
