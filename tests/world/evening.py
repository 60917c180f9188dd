"""Evenings: what a house has when its doors open, made once and copied for every world."""

import asyncio
import random
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.house.demo import demo
from bythebook.house.people import people as p
from bythebook.house.service import House
from bythebook.house.tables import table_log as h
from tests.world.database import Database, MemoryStore
from tests.world.loop import Loop
from tests.world.processes import Process, make_apps

PLAYERS = {"ann": 48_613_271, "ben": 59_724_397, "cat": 61_935_513, "dan": 73_046_729}
LAST = {"zoe": 84_157_937}  # comes when everything else is over
CLOCKS = h.Clocks(betting=6, turn=4, offer=3, cut=2)
PASSWORD = "a long enough password"


class Evening(msgspec.Struct, frozen=True):
    """Tables, and who sits at which box."""

    tables: dict[str, dict[str, int]]


EVENINGS: dict[str, Evening] = {
    "two tables": Evening({"crown": {"ann": 1, "ben": 2}, "challenge": {"cat": 1, "dan": 3}}),
    "cards by hand": Evening(
        {"crown-cards": {"ann": 1, "dan": 2}, "pontoon": {"ben": 1, "cat": 2}}
    ),
}


class Furnished(msgspec.Struct, frozen=True):
    database: Database
    tokens: dict[str, str]


@cache
def apps() -> list[Any]:
    return make_apps(3)


@cache
def furnished(name: str) -> Furnished:
    evening = EVENINGS[name]
    database = Database()
    loop = Loop(random.Random(name))
    asyncio.set_event_loop(loop)
    store = MemoryStore(database, lambda _: None)
    process = Process(loop, store, name, lambda: 0.0, True, apps()[0])
    tokens = loop.run_until_complete(process.begin(_furnish(process.house, evening)))
    process.die()
    process.bury()
    loop.close()
    return Furnished(database, tokens)


async def _furnish(house: House, evening: Evening) -> dict[str, str]:
    order, tokens = house.accounts.order, dict[str, str]()
    books = {terms.book for terms in demo.demo_tables() if terms.id in evening.tables}
    for account in demo.ACCOUNTS:
        if p.PLAYER in account.house_roles:
            continue
        await order(p.HOUSE, p.OpenAccount(account.name), house.now)
        for role in account.house_roles:
            await order(p.HOUSE, p.GrantHouseRole(account.name, role), house.now)
        for book in sorted(books) if account.rank else ():
            if role := demo.role_at(book, account.rank):
                await order(p.HOUSE, p.GrantRole(account.name, book, role), house.now)
    for name, cents in {**PLAYERS, **LAST}.items():
        await order(p.HOUSE, p.OpenAccount(name), house.now)
        await house.at_cage(p.HOUSE, name, cents, "deposit", f"first-{name}")
    for name in house.accounts.known.accounts:
        await house.accounts.credentials.set_password(name, PASSWORD)
        tokens[name] = await house.accounts.sessions.begin(name, house.now)
    for terms in demo.demo_tables():
        if terms.id in evening.tables:
            setup = replace(terms.setup, patience_seconds=CLOCKS.turn)
            await demo.open_table(house, replace(terms, clocks=CLOCKS, setup=setup))
    return tokens
