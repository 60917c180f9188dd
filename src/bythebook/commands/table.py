"""`bythebook table add`: a table for a house of one's own, from a file that describes it."""

import datetime
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import typer

from bythebook.commands.choices import OwnBooks, read_input
from bythebook.commands.house import Data, Database, opened
from bythebook.commands.serve import DATA
from bythebook.errors import Malformed, naming
from bythebook.rulebooks.plain import NAME
from bythebook.rulebooks.tables import find_table_rules
from bythebook.structs import like
from bythebook.table.preparing import WrittenSetup, setup_of

if TYPE_CHECKING:
    from bythebook.house.log.store import Store
    from bythebook.house.tables.table_log import Terms

tables = typer.Typer(no_args_is_help=True, help="Tables of the house.")


@tables.callback()
def _tables() -> None:
    """Tables of the house."""


class Clocks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds that the automatic dealer waits."""

    betting: int = 20
    turn: int = 30
    offer: int = 15
    cut: int = 8


class TableFile(WrittenSetup, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table as somebody writes it down, with what the house wants to know of it."""

    id: str
    title: str
    book: str
    edition: str = ""  # of the book; none: the one in force
    cards: Literal["virtual", "scanned"] = "virtual"
    practice: bool = False
    clocks: Clocks = Clocks()


@tables.command("add")
def table_add_command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A table in TOML; - is stdin.")],
    data: Data = DATA,
    database: Database = "",
    rulebook: OwnBooks = None,
) -> None:
    """Put a table on the floor, closed; the pit opens it. A house that is open shows it at once."""
    import asyncio  # slow to load

    with naming(file):
        terms = terms_of(read_input(file))
    with opened(data, database, read_only=False) as store:
        asyncio.run(_add(store, terms))
    print(f"{terms.title} is on the floor, closed: /pit/tables/{terms.id}")
    if find_table_rules(terms.book, terms.edition).plain:
        print(f"{terms.book} does not say how tables are run: it is run by {NAME}.")


def terms_of(text: bytes) -> "Terms":
    """Read a table, and try whether its book would let it be opened like that."""
    from bythebook.house.tables import table_log as h
    from bythebook.rulebooks import find_book
    from bythebook.rulebooks.tables import load_table_rules
    from bythebook.table import State
    from bythebook.table.orders import Person
    from bythebook.table.preparing import opening_orders

    try:
        told = msgspec.toml.decode(text.decode(), type=TableFile)
    except (UnicodeDecodeError, msgspec.DecodeError) as error:
        raise Malformed(str(error)) from None
    clocks = h.Clocks(**msgspec.structs.asdict(told.clocks))
    if min(msgspec.structs.astuple(told.clocks)) < 0:
        raise Malformed("a clock counts from nothing upwards", "clocks")
    setup = setup_of(told)
    book = find_book(told.book, told.edition, datetime.date.today())
    rules = load_table_rules(book)
    opening_orders(rules, State(), setup, lambda role: Person(role, role), 0)
    title = told.title.strip() or told.id
    return like(
        h.Terms, told, title=title, book=book.id, edition=book.edition, clocks=clocks, setup=setup
    )


async def _add(store: "Store", terms: "Terms") -> None:
    from bythebook.house.people import people as p
    from bythebook.house.service import House

    house = House(store, alone=False)
    try:
        await house.make_table(terms, p.HOUSE)
    finally:
        await house.close()
