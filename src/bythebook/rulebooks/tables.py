"""Load how a book wants its tables run (`table.toml`), as strictly as its games.

Kept apart from the games: settling a record needs none of it.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from bythebook.errors import Malformed
from bythebook.rulebooks.chapters.conduct import Act, Conduct
from bythebook.rulebooks.loader import Book, cited_settings, find_book, read_toml

FILE = "table.toml"
PLAYER = "player"
ANYBODY = "anybody"


class TableRules(msgspec.Struct, frozen=True):
    """A book's conduct as typed, with what `trace` needs to know of how it was written."""

    book: Book
    conduct: Conduct
    cited: tuple[tuple[str, str], ...]  # clause and the setting that cites it
    mechanism: dict[str, str]


def find_table_rules(book_id: str, folder: Path | None = None) -> TableRules:
    """How tables of this book are run; a user's own book may leave it out."""
    return load_table_rules(find_book(book_id, folder))


def has_table_rules(book: Book) -> bool:
    return (book.folder / FILE).is_file()


@lru_cache(maxsize=32)
def _load(folder: Path, book_id: str) -> TableRules:
    book = find_book(book_id, folder)
    conduct, cited, mechanism = _read(folder)
    rules = TableRules(book, conduct, cited, mechanism)
    _check(rules, str(folder / FILE))
    return rules


def load_table_rules(book: Book) -> TableRules:
    if not has_table_rules(book):
        raise Malformed(f"{book.id} has no {FILE}: it does not say how its tables are run")
    return _load(book.folder, book.id)


def _read(folder: Path) -> tuple[Conduct, tuple[tuple[str, str], ...], dict[str, str]]:
    path = folder / FILE
    data = read_toml(path)
    mechanism = data.pop("mechanism", {})
    try:
        conduct = msgspec.convert(data, Conduct)
        named = msgspec.convert(mechanism, dict[str, str])
    except msgspec.ValidationError as error:
        raise Malformed(str(error), str(path)) from None
    return conduct, tuple(_cited(data)), named


def _cited(data: dict[str, Any]) -> list[tuple[str, str]]:
    return [(clause, path) for clause, path in cited_settings(data) if clause]


def _check(rules: TableRules, where: str) -> None:
    """What the types cannot say: clauses, roles, games and acts that exist."""
    book, conduct = rules.book, rules.conduct
    for clause, path in (*rules.cited, *((clause, "mechanism") for clause in rules.mechanism)):
        if clause not in book.clauses:
            raise Malformed(f"clause {clause!r} is not in the ledger", f"{where}: {path}")
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
    for need in conduct.opening.needs:
        if need.act and need.act not in conduct.acts:
            raise Malformed(f"there is no act {need.act!r}", f"{where}: opening.needs")
        if bool(need.act) + bool(need.sign) + bool(need.present) != 1:
            raise Malformed("a need is an act, a sign or somebody present", f"{where}: needs")


def _roles_named(act: Act) -> list[str]:
    named = [act.by, *act.also_by, *(t.to for t in (*act.told, *act.then_tell))]
    named += [cited.value for cited in (act.second, act.approved) if cited is not None]
    return named
