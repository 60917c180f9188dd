"""Evenings: what a house has when its doors open, made once and copied for every world."""

import asyncio
import random
from functools import cache
from typing import Any

import msgspec
from litestar import Litestar
from msgspec.structs import replace

from bythebook.casino import commands as c
from bythebook.house.activities.patrons.patrons import patron_stream
from bythebook.house.demo import demo
from bythebook.house.people import people as p
from bythebook.house.service import House
from bythebook.house.tables import table_log as h
from tests.house.activities.tournament_life import NAMES
from tests.logs.cups import Cup, new_cup, small
from tests.logs.jackpots import ACES, NOVA, NOVA_TABLE, STAKES, Desk, PoolWalk
from tests.logs.offers import EARLY, PromotionWalk
from tests.promotions.offers import OPERATOR, START
from tests.world.database import Database, MemoryStore
from tests.world.loop import Loop
from tests.world.people import PASSWORD
from tests.world.processes import BEGAN, Process, make_apps

PLAYERS = {"ann": 48_613_271, "ben": 59_724_397, "cat": 61_935_513, "dan": 73_046_729}
LAST = {"zoe": 84_157_937}  # comes when everything else is over
CLOCKS = h.Clocks(betting=6, turn=4, offer=3, cut=2)
OFFER, CUP, AUTHORITY = "offer", "cup", "authority"


class Table(msgspec.Struct, frozen=True):
    """A table of the demonstration, and who sits at which box."""

    like: str
    seats: dict[str, int]
    cards: h.CardsKind = "virtual"
    setup: dict[str, Any] = {}


class Evening(msgspec.Struct, frozen=True):
    tables: dict[str, Table]
    pool: dict[str, Any] = {}  # its terms; every table is linked to it
    patrons: bool = False  # exclusions, limits, vouchers, tokens, locks
    offer: str = ""  # a promotion by this book
    cup: str = ""  # a tournament like this example


_TWO, _OTHER_TWO = {"ann": 1, "ben": 2}, {"cat": 1, "dan": 3}
_ACES, _NOVA = {"options": STAKES["aces"]}, {"options": STAKES["nova"], **NOVA_TABLE}
EVENINGS: dict[str, Evening] = {
    "two tables": Evening(
        {"crown": Table("crown", _TWO), "challenge": Table("challenge", _OTHER_TWO)}
    ),
    "cards by hand": Evening(
        {"cards": Table("crown", _TWO, "scanned"), "pontoon": Table("pontoon", _OTHER_TWO)}
    ),
    "tokens and limits": Evening(
        {"crown": Table("crown", _TWO), "challenge": Table("challenge", _OTHER_TWO)},
        patrons=True,
    ),
    "aces": Evening(
        {
            "ball": Table("baceball", _TWO, setup=_ACES),
            "ball-2": Table("baceball", _OTHER_TWO, setup=_ACES),
        },
        pool=ACES,
    ),
    "nova": Evening(
        {
            "nova-1": Table("hobart", _TWO, setup=_NOVA),
            "nova-2": Table("hobart", _OTHER_TWO, setup=_NOVA),
        },
        pool=NOVA,
        patrons=True,
    ),
    "an offer": Evening({"crown": Table("crown", _TWO)}, offer="crown-blackjack", patrons=True),
    "a cup": Evening({"hobart": Table("hobart", _OTHER_TWO)}, cup="tasmania-chips"),
    "a knock-out": Evening({"canberra": Table("canberra", _OTHER_TWO)}, cup="canberra-knock-out"),
}


class Furnished(msgspec.Struct, frozen=True):
    database: Database
    tokens: dict[str, str]
    skew: float  # how much later than usual this evening is


@cache
def apps() -> list[Litestar]:
    return make_apps(3)


class Turned:
    """The clock of a house that is being furnished, turned by hand."""

    def __init__(self, process: Process) -> None:
        self._process = process

    def __call__(self) -> float:
        return self._process.clock()

    @property
    def now(self) -> int:
        return int(self._process.clock())

    @now.setter
    def now(self, now: int) -> None:
        self._process.skew += now - self._process.clock()


@cache
def furnished(name: str) -> Furnished:
    loop = Loop(random.Random(name))
    asyncio.set_event_loop(loop)
    database = Database()
    store = MemoryStore(database, lambda _: None)
    process = Process(loop, store, name, lambda: 0.0, True, apps()[0])
    furnishing = process.begin(_furnish(process, EVENINGS[name]))
    tokens = loop.run_until_complete(furnishing)
    skew = process.clock() - BEGAN
    process.die()
    process.bury()
    loop.close()
    return Furnished(database, tokens, skew)


async def _furnish(process: Process, evening: Evening) -> dict[str, str]:
    house, time = process.house, Turned(process)
    await _people(house, evening)
    for id, table in evening.tables.items():
        terms = next(terms for terms in demo.demo_tables() if terms.id == table.like)
        setup = replace(terms.setup, patience_seconds=CLOCKS.turn, **table.setup)
        made = replace(terms, id=id, cards=table.cards, clocks=CLOCKS, setup=setup)
        await demo.open_table(house, made)
    if evening.pool:
        pool = PoolWalk(house, time, evening.pool, "furnished")  # type: ignore[arg-type]
        pool.staff = ("manager", AUTHORITY)
        await pool.open(*evening.tables)
    if evening.patrons:
        await _vouchers(house, evening)
    if evening.offer:
        await _offer(house, time, evening.offer)
    if evening.cup:
        await _cup(house, time, evening.cup)
    tokens = {}
    for name in sorted(house.accounts.known.accounts):
        await house.accounts.credentials.set_password(name, PASSWORD)
        tokens[name] = await house.accounts.sessions.begin(name, house.now)
    return tokens


async def _people(house: House, evening: Evening) -> None:
    order = house.accounts.order
    for account in demo.ACCOUNTS:
        if p.PLAYER in account.house_roles:
            continue
        await order(p.HOUSE, p.OpenAccount(account.name), house.now)
        for role in account.house_roles:
            await order(p.HOUSE, p.GrantHouseRole(account.name, role), house.now)
        for book in books_of(evening) if account.rank else ():
            if role := demo.role_at(book, account.rank):
                await order(p.HOUSE, p.GrantRole(account.name, book, role), house.now)
    for book in books_of(evening):
        if AUTHORITY in p.roles_of(book):
            await order(p.HOUSE, p.OpenAccount(AUTHORITY), house.now)
            await order(p.HOUSE, p.GrantRole(AUTHORITY, book, AUTHORITY), house.now)
    for name, cents in {**PLAYERS, **LAST}.items():
        await order(p.HOUSE, p.OpenAccount(name), house.now)
        await house.at_cage(p.HOUSE, name, cents, "deposit", f"first-{name}")


def books_of(evening: Evening) -> tuple[str, ...]:
    likes = {table.like for table in evening.tables.values()}
    return tuple(sorted({terms.book for terms in demo.demo_tables() if terms.id in likes}))


async def _vouchers(house: House, evening: Evening) -> None:
    for name in PLAYERS:
        desk = Desk(house, patron_stream(name), f"voucher {name}")
        for book in books_of(evening):
            voucher = c.IssueVoucher(name, 20_000, 0, house.now + 10**7, book=book)
            assert await desk.give("supervisor", voucher) or book == "tasmania-blackjack"


async def _offer(house: House, time: Turned, book: str) -> None:
    role = OPERATOR[book]
    await house.accounts.order(p.HOUSE, p.OpenAccount(role), house.now)
    await house.accounts.order(p.HOUSE, p.GrantRole(role, book, role), house.now)
    walk = PromotionWalk(house, time, book, OFFER, "furnished")  # type: ignore[arg-type]
    before, time.now = time.now, EARLY
    await walk.draft(presence=False)
    await walk.to_be_opened()
    time.now = max(before, START)
    await walk.opened()


async def _cup(house: House, time: Turned, example: str) -> None:
    cup: Cup = new_cup(house, time, small(example), "furnished", CUP)  # type: ignore[arg-type]
    await cup.seated()
    await cup.started()
    assert set(NAMES[:4]) <= set(house.accounts.known.accounts)
