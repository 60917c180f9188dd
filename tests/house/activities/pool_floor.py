"""Tables that are linked to jackpot pools, live in a house, and people to play and to run them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.house.demo import demo
from bythebook.house.demo.pools import approving
from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.house.service import House
from bythebook.house.tables import table_log as h
from bythebook.house.tables.projecting import due_view
from bythebook.house.tables.requests import asked_from_json
from bythebook.house.verify.verifying import verify
from bythebook.jackpots.state import Pool
from bythebook.jackpots.terms import PoolTerms
from tests.house.log.stores import Place
from tests.house.tables.felt import Chance

STAR, TASMANIA = "star-blackjack-challenge", "tasmania-blackjack"
BLAZING: dict[str, Any] = {
    "id": "sevens",
    "title": "Blazing 7's",
    "book": STAR,
    "game": "blackjack-challenge",
    "wager": "blazing-7s",
    "stake_cents": 500,
    "meters": [
        {
            "name": "blazing-7s",
            "seed_cents": 1_200_000,
            "reset_cents": 1_000_000,
            "rate_ppm": 55_555,
        }
    ],
    "options": {"blazing-7s-stake": "5"},
}
SUPERNOVA: dict[str, Any] = {
    "id": "nova",
    "title": "Supernova",
    "book": TASMANIA,
    "game": "blackjack",
    "wager": "supernova",
    "stake_cents": 200,
    "meters": [
        {
            "name": "mystery-1",
            "seed_cents": 10_000,
            "reset_cents": 0,
            "rate_ppm": 100_000,
            "least_cents": 10_030,
            "most_cents": 10_060,
        }
    ],
    "options": {"supernova-stake": "2"},
}


class Time:
    now = 1_700_000_000

    def __call__(self) -> float:
        return self.now


def viewer(name: str) -> Viewer:
    return Viewer(name, False, frozenset({p.PLAYER}))


def staff(rank: str) -> Viewer:
    roles = {book: demo.role_at(book, rank) for book in demo.books_with_tables()}
    return Viewer(rank, False, frozenset({p.PIT}), roles)


class Floor:
    """A house with two tables that may be linked, a pool, and players who have money."""

    def __init__(self, house: House, time: Time) -> None:
        self.house = house
        self.time = time
        self.asked = 0

    async def people(self) -> None:
        order = self.house.accounts.order
        for name in ("ann", "ben"):
            await order(p.HOUSE, p.OpenAccount(name), self.house.now)
            await self.house.at_cage(p.HOUSE, name, 10**7, "deposit", f"for-{name}")
        for rank in ("dealer", "supervisor", "manager"):
            await order(p.HOUSE, p.OpenAccount(rank), self.house.now)
            for book in demo.books_with_tables():
                role = demo.role_at(book, rank)
                await order(p.HOUSE, p.GrantRole(rank, book, role), self.house.now)

    async def open(self, table: str, *ids: str, cards: h.CardsKind, **setup: Any) -> None:
        terms = next(terms for terms in demo.demo_tables() if terms.id == table)
        setup_ = replace(terms.setup, **setup)
        for id in ids:
            made = replace(terms, id=id, cards=cards, setup=setup_, clocks=h.Clocks(betting=5))
            await demo.open_table(self.house, made)
            if cards == "scanned" and setup_.dealing == "device":
                acts = self.house.table(id).rules.conduct.acts
                for act in (act for act in ("shuffle", "burn") if act in acts):
                    await self.do(staff("dealer"), id, type=act)

    async def pool(self, terms: dict[str, Any], *tables: str) -> None:
        id = terms["id"]
        await self.order(id, type="make-pool", terms=terms)
        for table in tables:
            await self.order(id, type="link-table", table=table)
        await self.approve(msgspec.convert(terms, PoolTerms))
        await self.order(id, type="open-pool")

    async def approve(self, terms: PoolTerms) -> None:
        """By the authority, where the book asks for it."""
        if not terms.approvals:
            return
        order, now = self.house.accounts.order, self.house.now
        await order(p.HOUSE, p.OpenAccount("authority"), now)
        await order(p.HOUSE, p.GrantRole("authority", terms.book, "authority"), now)
        who = Viewer("authority", False, frozenset(), {terms.book: "authority"})
        for approval in approving(terms):
            await self.by(who, terms.id, approval)

    async def order(self, pool: str, rank: str = "manager", **command: Any) -> None:
        await self.by(staff(rank), pool, command)

    async def by(self, who: Viewer, pool: str, command: Any) -> None:
        self.asked += 1
        given = msgspec.json.encode(command)
        await self.house.affairs.ask(f"pool/{pool}", who, given, f"{self.asked}")

    async def do(self, who: Viewer, table: str, *, why: str = "", **command: Any) -> None:
        self.asked += 1
        message = msgspec.json.encode({"id": f"{self.asked}", "command": command, "why": why})
        await self.house.command(table, who, asked_from_json(message, who.name))

    async def sit(self, table: str, name: str, box: int, *wagers: str) -> None:
        who = viewer(name)
        await self.do(who, table, type="join", box=box)
        await self.do(who, table, type="buy-chips", cents=100_000)
        await self.bet(table, name, box, *wagers)

    async def bet(self, table: str, name: str, box: int, *wagers: str) -> None:
        who = viewer(name)
        await self.do(who, table, type="place", box=box, amount=1000)
        for wager in wagers:
            cents = 500 if wager == "blazing-7s" else 200
            await self.do(who, table, type="place", box=box, amount=cents, wager=wager)

    async def no_more_bets(self, table: str) -> None:
        """The call, with all that the book wants done around it before a round's first card."""
        live, called = self.house.table(table), False
        while (order := due_view(live.rules, live.run, None).order) is not None:
            await self.do(staff("dealer"), table, **order.command)
            called = True
        if not called:
            await self.do(staff("dealer"), table, type="no-more-bets")

    async def deal(self, table: str, cards: str) -> None:
        live = self.house.table(table)
        for card in cards.split():
            while (order := due_view(live.rules, live.run, None).order) is not None:
                await self.do(staff("dealer"), table, **order.command)
            await self.do(staff("dealer"), table, type="deal", card=card)

    def state(self, pool: str) -> Pool:
        state = self.house.affairs.state(f"pool/{pool}")
        assert isinstance(state, Pool)
        return state

    def shows(self, pool: str) -> dict[str, int]:
        return {name: meter.cents for name, meter in self.state(pool).meters.items()}


@asynccontextmanager
async def opened(place: Place, time: Time) -> AsyncIterator[Floor]:
    house = House(place.open(), clock=time, entropy=Chance("pools"))
    await house.open()
    try:
        yield Floor(house, time)
    finally:
        await house.close()


def check(place: Place) -> None:
    report = verify(place.open())
    assert report.clean, report
