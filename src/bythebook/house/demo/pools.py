"""The jackpots of the demonstration house: pools with their linked tables, open from the start."""

from collections.abc import Iterable

from bythebook.deciders import Command, Order, Person
from bythebook.house.activities.pools.pools import KIND, table_facts
from bythebook.house.demo.demo import DemoPool, demo_house, role_at
from bythebook.house.people.people import HOUSE
from bythebook.house.service import House
from bythebook.jackpots import commands as c
from bythebook.jackpots.state import Pool
from bythebook.jackpots.terms import PoolTerms


async def open_pools(house: House) -> None:
    for pool in demo_house().pools:
        if all(table in house.tables for table in pool.tables):
            await open_pool(house, pool)


async def open_pool(house: House, pool: DemoPool) -> None:
    """Each order as somebody of the highest rank would give it."""
    stream, book = f"{KIND}/{pool.terms.id}", pool.terms.book
    manager = Person("manager of the house", role_at(book, "manager"))
    for number, command in enumerate(_commands(house, stream, pool)):
        approves = isinstance(command, c.ApproveFigures)
        by = Person("nobody, this is a demonstration", "authority") if approves else manager
        order = Order(by=by, at=house.now, command=command)
        await house.affairs.act(stream, HOUSE, order, f"demo-{pool.terms.id}-{number}")


def _commands(house: House, stream: str, pool: DemoPool) -> Iterable[Command]:
    """One after the other: what a table is linked to must be there."""
    yield c.MakePool(pool.terms)
    for table in pool.tables:
        live, state = house.table(table), house.affairs.state(stream)
        assert isinstance(state, Pool)
        yield c.LinkTable(table, table_facts(live.rules, live.run, state, ""))
    yield from approving(pool.terms)
    yield c.OpenPool()


def approving(terms: PoolTerms) -> Iterable[c.ApproveFigures]:
    """What the authority does where every document that the terms name covers what they say."""
    for document in sorted(set(terms.approvals.values())):
        covered = [figure for figure, named in terms.approvals.items() if named == document]
        yield c.ApproveFigures(document, tuple(covered))
