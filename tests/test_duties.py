"""Nothing is merely noted: what follows from every clause of kind `record`, and from every order
that is only written down. `python -m tests.test_duties` writes the document anew.
"""

import re
from pathlib import Path

import msgspec
import pytest

from bythebook.rulebooks import Book, find_book
from bythebook.rulebooks.show.duties import follows
from bythebook.rulebooks.tables import find_table_rules
from bythebook.trace.clauses import places

BOOKS = (
    "canberra-blackjack",
    "crown-blackjack",
    "star-baceball",
    "star-blackjack-challenge",
    "tasmania-blackjack",
)
FILE = Path(__file__).parents[1] / "docs" / "duties.md"
WORDS = Path(__file__).parent / "duties.toml"
HEAD = """# What follows from what is recorded

Every clause that the ledgers call `record`, the orders and settings that are it, and what follows:
something is due (on the console and in the alarms until it is done), refused until it is done, told
to somebody, or changed at once. Made from the books' own files and `tests/duties.toml`
(`python -m tests.test_duties`), and held by a test: an order that is only written down says why
nothing follows, and every order and setting says what does.
"""
ACT = re.compile(r"table\.acts\.([a-z0-9-]+)\[(\d+)\]$")
OTHER_ACT = re.compile(r"(tournament|tournament-play|promotion)\.acts\.([a-z0-9-]+)$")
CONDITION = re.compile(r"table\.acts\.([a-z0-9-]+)\[\d+\]\.([a-z_]+)")
CONDITIONS = {
    "told": "is refused until they are told",
    "then_tell": "leaves somebody to be told",
    "asked": "is refused unless somebody asked",
    "approved": "is refused without that approval",
    "second": "is refused without a second signature",
    "after": "is refused before it",
    "notice": "is refused without the notice",
    "sign": "is refused without the sign",
    "again": "needs no such preparation again",
    "limited": "is refused about anybody without a loss limit",
    "face_down": "has the first cards lie face down for all but their player",
    "elsewhere": "is refused where cards are dealt the other way",
}
INDEX, GAME = re.compile(r"\[\d+\]"), re.compile(r"^games\.[a-z0-9-]+")


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What follows, in our words: of each order by chapter, of each setting by its path."""

    orders: dict[str, dict[str, str]]
    settings: dict[str, str]


SAID = msgspec.toml.decode(WORDS.read_bytes(), type=Said)


def of_setting(path: str) -> tuple[str, str]:
    """The line that fits a setting's path, and what it says."""
    plain = INDEX.sub("[]", GAME.sub("games.*", path))
    for pattern, says in SAID.settings.items():
        if re.fullmatch(pattern, plain):
            return pattern, says
    raise AssertionError(f"tests/duties.toml does not say what follows from {plain}")


def row(book: Book, clause: str, where: list[str]) -> str:
    orders: list[str] = []
    then: list[str] = []
    conduct = find_table_rules(book.id).conduct
    for path in where:
        if found := ACT.match(path):
            name, number = found[1], int(found[2])
            act = conduct.acts[name][number]
            orders.append(f"`{name}`")
            carried = [] if act.record else [SAID.orders["table"][name]]
            then += [*follows(conduct, name, act), *carried] or [act.noted]
        elif found := OTHER_ACT.match(path):
            orders.append(f"`{found[2]}`")
            then.append(SAID.orders[found[1]][found[2]])
        elif found := CONDITION.match(path):
            then.append(f"`{found[1]}` {CONDITIONS[found[2]]}")
        else:
            then.append(of_setting(path)[1])
    said = "; ".join(dict.fromkeys(filter(None, then)))
    return f"| {clause} | {', '.join(dict.fromkeys(orders)) or 'by itself'} | {said} |"


def document() -> str:
    parts = [HEAD]
    for name in BOOKS:
        book = find_book(name)
        where = places(book)
        rows = [
            row(book, clause.id, where.get(clause.id, []))
            for clause in book.clauses.values()
            if clause.kind == "record"
        ]
        head = f"\n## {book.id}\n\n| clause | order | what follows |\n| --- | --- | --- |"
        parts.append("\n".join([head, *rows]) + "\n")
    return "".join(parts)


def test_the_document_says_what_the_books_say() -> None:
    assert FILE.read_text(encoding="utf-8") == document()


@pytest.mark.parametrize("name", BOOKS)
def test_every_clause_that_is_recorded_has_something_that_follows(name: str) -> None:
    book = find_book(name)
    where = places(book)
    for clause in book.clauses.values():
        if clause.kind == "record":
            assert not row(book, clause.id, where.get(clause.id, [])).endswith("|  |"), clause.id


@pytest.mark.parametrize("name", BOOKS)
def test_an_order_that_is_only_written_down_says_why_nothing_follows(name: str) -> None:
    conduct = find_table_rules(name).conduct
    for order, entries in conduct.acts.items():
        for act in entries:
            if act.record:
                assert bool(follows(conduct, order, act)) != bool(act.noted), order


if __name__ == "__main__":
    FILE.write_text(document(), encoding="utf-8")
