"""The demonstration house of a first start: tables of every game, an account for every role."""

from importlib.resources import files

import msgspec

from bythebook.errors import Malformed
from bythebook.house.own_tables import of_the_house, open_by_house
from bythebook.house.people import people as p
from bythebook.house.service import House
from bythebook.house.tables import table_log as h
from bythebook.house.tables.request_handler import ACCEPTS
from bythebook.house.tables.running_table import TableTransaction
from bythebook.jackpots.terms import PoolTerms
from bythebook.money import format_amount
from bythebook.rulebooks import all_books, find_book
from bythebook.rulebooks.chapters.tournament_course import find_tournament_rules
from bythebook.rulebooks.shelf import taken_in
from bythebook.rulebooks.tables import find_table_rules, has_table_rules
from bythebook.structs import like
from bythebook.table import orders as o
from bythebook.table.dealing import about_the_shoe, dealers_role

WALKED_IN = {"cleo": 1, "dan": 4}  # with chips, at a table of real cards: by their boxes
CHIPS = 50_000  # cents
WALLET = 500_000  # cents: what a demonstration player begins with
PATIENCE_SECONDS = 30
LIVE = h.Clocks(betting=20, turn=PATIENCE_SECONDS, offer=15, cut=8)
PRACTICE = h.Clocks(betting=90, turn=120, offer=90, cut=0)


class DemoTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    title: str
    book: str
    game: str
    layout: str
    limits: dict[str, tuple[int, int]]
    decks: int | None = None
    dealing: str = "shoe"
    boxes: int = 7
    side_wagers: tuple[str, ...] = ()
    units: dict[str, int] = {}
    meters: dict[str, int] = {}
    options: dict[str, str] = {}
    cards: h.CardsKind = "virtual"
    money: bool = True  # as a table for money
    practice: bool = True  # as a practice table


class DemoPool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A jackpot, and the tables that are linked to it."""

    tables: tuple[str, ...]
    terms: PoolTerms


class DemoHouse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chips: tuple[int, ...]
    tables: tuple[DemoTable, ...]
    pools: tuple[DemoPool, ...] = ()


class DemoAccount(msgspec.Struct, frozen=True):
    name: str
    title: str
    house_roles: tuple[str, ...]
    rank: str = ""  # dealer, supervisor, manager: where on each book's ladder; or beside it


ACCOUNTS = (
    DemoAccount("administrator", "keeps the accounts", (p.ADMINISTRATOR, p.PIT)),
    DemoAccount("manager", "manages the pit", (p.PIT,), "manager"),
    DemoAccount("supervisor", "supervises the tables", (p.PIT,), "supervisor"),
    DemoAccount("dealer", "deals", (), "dealer"),
    DemoAccount("director", "runs tournaments", (), "director"),
    DemoAccount("inspector", "sees everything", (p.INSPECTOR,), "beside"),
    DemoAccount("cashier", "keeps the cage", (p.CASHIER,)),
    DemoAccount("ann", "plays", (p.PLAYER,)),
    DemoAccount("ben", "plays", (p.PLAYER,)),
)


def demo_house() -> DemoHouse:
    data = files("bythebook.house.demo").joinpath("demo.toml").read_bytes()
    return msgspec.toml.decode(data, type=DemoHouse)


def demo_tables() -> tuple[h.Terms, ...]:
    """Every table of the demonstration, for money and for practice."""
    house = demo_house()
    made = []
    for table in house.tables:
        if table.money:
            made.append(_terms(table, house.chips, practice=False))
        if table.practice:
            made.append(_terms(table, house.chips, practice=True))
    return tuple(made)


def _terms(table: DemoTable, chips: tuple[int, ...], practice: bool) -> h.Terms:
    return like(
        h.Terms,
        table,
        id=f"practice-{table.id}" if practice else table.id,
        title=f"{table.title.rsplit(' ', 1)[0]} practice" if practice else table.title,
        practice=practice,
        clocks=PRACTICE if practice else LIVE,
        setup=like(o.Setup, table, chips=chips, patience_seconds=PATIENCE_SECONDS),
    )


def role_at(book: str, rank: str) -> str:
    """A demonstration account's role at a book: the lowest rank, the highest, and for supervisors
    the lowest that may change the limits.

    Beside the ranks: whoever the book wants something approved by, if that is anybody outside.
    """
    conduct = find_table_rules(book).conduct
    ladder = [rank_.role for rank_ in conduct.ladder]
    if rank == "director":
        return director_at(book)
    if rank == "beside":
        acts = [act for entries in conduct.acts.values() for act in entries]
        approve = {act.approved.value for act in acts if act.approved is not None}
        beside = sorted(conduct.beside, key=lambda role: role.role not in approve)
        return beside[0].role if beside else ""
    supervisor = conduct.acts["change-limits"][0].by
    return {"dealer": ladder[0], "supervisor": supervisor, "manager": ladder[-1]}.get(rank, "")


def director_at(book: str) -> str:
    """Whoever runs the tournaments of a book that has them."""
    try:
        return find_tournament_rules(book).rules.direction.named.value
    except Malformed:
        return ""


def books_with_tables() -> tuple[str, ...]:
    """Those that say how tables are run, those of tables here, and the house's own."""
    say_how = (book for book in all_books() if has_table_rules(find_book(book)))
    here = (table.book for table in demo_house().tables)
    return tuple(sorted({*say_how, *here, *taken_in()}))


async def open_accounts(house: House, password: str) -> None:
    for account in ACCOUNTS:
        now = house.now
        order = house.accounts.order
        await order(p.HOUSE, p.OpenAccount(account.name, account.title), now)
        for role in account.house_roles:
            if role != p.PLAYER:
                await order(p.HOUSE, p.GrantHouseRole(account.name, role), now)
        for book in books_with_tables():
            if role := role_at(book, account.rank) if account.rank else "":
                await order(p.HOUSE, p.GrantRole(account.name, book, role), now)
        await house.accounts.credentials.set_password(account.name, password)
        if p.PLAYER in account.house_roles:
            await house.at_cage(p.HOUSE, account.name, WALLET, "deposit", f"demo-{account.name}")


async def open_tables(house: House) -> None:
    for terms in demo_tables():
        await open_table(house, terms)
        if terms.cards == "scanned":
            await make_ready(house, terms.id)


async def open_table(house: House, terms: h.Terms) -> None:
    await open_by_house(house, await house.make_table(terms, p.HOUSE))


async def make_ready(house: House, table: str) -> None:
    """Cards to be dealt and players to deal to: whoever looks at a dealer's work for the first time
    goes on from there, and nothing that is due is for somebody else to do."""

    def ready(move: TableTransaction) -> None:
        acts = move.rules.conduct.acts

        def order(command: o.Command) -> None:
            by = of_the_house(dealers_role(move.rules, command))
            move.order(o.Order(by=by, at=move.at, command=command))

        while command := about_the_shoe(move.rules, move.run.table, chance=0):
            order(command)
        for cash in acts.get(ACCEPTS, ()):
            if cash.after is not None:
                order(o.Perform(cash.after.value))
        for name, box in WALKED_IN.items():
            order(o.Arrive(name))
            order(o.Sit(name, box))
            if ACCEPTS in acts:
                order(o.Perform(ACCEPTS, format_amount(CHIPS), name))
            move.happen(h.ChipsBought(name, CHIPS, move.at, "cash"))

    await house.move_by_house(house.tables[table], "ready", ready)
