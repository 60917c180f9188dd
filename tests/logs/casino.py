"""A whole casino: tables, linked to a pool or not, a tournament, a promotion, and patrons about
whom anybody orders anything at any time.
"""

import random

from bythebook.casino import commands as c
from bythebook.casino.state import DAY_SECONDS, Patron
from bythebook.deciders import Command
from bythebook.errors import ensure
from bythebook.house.activities.patrons.patrons import patron_stream
from bythebook.house.demo import demo
from bythebook.house.people import people as p
from bythebook.house.service import House
from bythebook.table import orders as o
from tests.house.activities.pool_floor import BLAZING
from tests.logs.cups import new_cup, small, whole
from tests.logs.floor import Time, Walk, furnish, open_table, staff_of
from tests.logs.jackpots import STAKES, Desk, PoolWalk
from tests.logs.offers import PromotionWalk
from tests.table.any_orders import PEOPLE

PIT = "olga"
BOOKS = demo.books_with_tables()
TOKENS = ("star-blackjack-challenge", "crown-blackjack", "star-baceball")
TURNS, ORDERS = 3, 4
LEFT = "left"  # the table that is left in mid-round


class Casino:
    def __init__(self, house: House, time: Time, seed: str) -> None:
        self.house = house
        self.time = time
        self.seed = seed
        self.chance = random.Random(seed)
        self.desks = {name: Desk(house, patron_stream(name), f"{seed} {name}") for name in PEOPLE}
        self.given = 0

    async def furnish(self) -> None:
        await furnish(self.house, BOOKS)
        for command in (p.OpenAccount(PIT), p.GrantHouseRole(PIT, p.PIT)):
            await self.house.accounts.order(p.HOUSE, command, self.house.now)
        for name, desk in self.desks.items():
            for book in TOKENS:
                until = self.house.now + 10**7
                voucher = c.IssueVoucher(name, 6_000, 0, until, book=book)
                assert await desk.give(PIT, voucher)
            limit = c.SetLimit(name, 300_000, 2, book=TOKENS[0])
            assert await desk.give(name, limit)

    async def about_somebody(self) -> None:
        """An order about a patron: by anybody, in any terms; often by somebody who may."""
        chance, name = self.chance, self.chance.choice(PEOPLE)
        book = chance.choice(BOOKS)
        command = self._any(name, book)
        by = chance.choice((PIT, name, *PEOPLE, *staff_of(book)))
        names = (by, PIT, name, *reversed(staff_of(book))) if chance.random() < 0.7 else (by,)
        for one in names:
            if await self.desks[name].give(one, command):
                self.given += 1
                return

    def _any(self, name: str, book: str) -> Command:
        chance, now = self.chance, self.house.now
        cents, days = chance.choice((0, 500, 5_000, 50_000)), chance.randrange(3)
        first = now - chance.choice((-50, 0, 100))
        last = now + chance.choice((-10, 100, 10**6))
        one_use = chance.random() < 0.5
        return chance.choice(
            (
                c.Exclude(name, book=book),
                *[c.Readmit(name, book=book)] * 6,
                c.Exclude(name, "game", "blackjack", book=book),
                *[c.Readmit(name, "game", "blackjack", book=book)] * 3,
                c.SetLimit(name, cents, days, book=book),
                c.DropLimit(name, book=book),
                *[c.IssueVoucher(name, cents, first, last, (), one_use, book=book)] * 3,
                c.CountTokens(name, "table/one", book, "blackjack", 500, 0, 0, "none"),
                c.CountPlay(name, "table/one", 10**6, 0),
            )
        )

    async def let_in(self) -> None:
        """Whoever is kept out may come in again, with a limit for the fee: a cup needs players."""
        for name, desk in self.desks.items():
            await desk.give(name, c.DropLimit(name, book=TOKENS[0]))
            for book in BOOKS:
                for by in reversed(staff_of(book)):
                    if await desk.give(by, c.Readmit(name, book=book)):
                        break
            assert self.house.turned_away(name) is None
        self.time.now += 2 * DAY_SECONDS  # by now every period has ended
        for name, desk in self.desks.items():
            assert await desk.give(name, c.SetLimit(name, 300_000, 2, book=TOKENS[0]))

    async def tokens_at(self, walk: Walk) -> None:
        """Vouchers are exchanged, tokens staked: those that are there and those that are not."""
        own = 1 + TOKENS.index(walk.live.run.terms.book)
        for box, name in enumerate(walk.players, start=1):
            if self.chance.random() < 0.5:
                number = self.chance.choice((own, own, 1, 2, 3))
                await walk.give(walk.dealer, o.ExchangeVoucher(name, number))
            if self.chance.random() < 0.6:
                await walk.give(name, o.Place(box, name, 1000, token=True))


async def live(house: House, time: Time, seed: str) -> Casino:
    casino = Casino(house, time, seed)
    await casino.furnish()
    await open_table(house, "challenge", "one", "virtual", options=STAKES["sevens"])
    await open_table(house, "challenge", "two", "scanned", options=STAKES["sevens"])
    for id, like, cards in (
        ("three", "crown", "virtual"),
        ("four", "crown", "scanned"),
        ("five", "baceball", "virtual"),
    ):
        await open_table(house, like, id, cards)  # type: ignore[arg-type]
    pool = PoolWalk(house, time, BLAZING, seed)
    await pool.open("one", "two")
    walks = [*pool.walks, *(Walk(house, time, id, seed) for id in ("three", "four", "five"))]
    offer = PromotionWalk(house, time, "crown-blackjack", "offer", seed)
    await offer.draft(presence=False)
    for _ in range(TURNS):
        for walk in walks:
            await casino.about_somebody()
            await walk.sit()
            await casino.tokens_at(walk)
            await walk.begin()
            for _ in range(4):
                await walk.step()
                await casino.about_somebody()
            await walk.anything(ORDERS)
            await walk.finish()
            await walk.passes(40)
        await pool.order()
        await offer.anything(ORDERS)
    await casino.let_in()
    cup = new_cup(house, time, small("tasmania-chips"), seed, "cup")
    await whole(cup, wild=True)
    return casino


async def make_casino(house: House, time: Time, seed: str) -> None:
    """Left with somebody excluded, somebody limited, and tokens on a box in mid-round."""
    casino = await live(house, time, seed)
    excluded, limited, holder = PEOPLE
    book, box = "crown-blackjack", PEOPLE.index(holder) + 1
    await open_table(house, "crown", LEFT, "scanned")
    walk = Walk(house, time, LEFT, seed)
    orders = (
        (excluded, walk.top, c.Exclude(excluded, book=book)),
        (limited, limited, c.SetLimit(limited, 40_000, 7, book="star-blackjack-challenge")),
        (holder, PIT, c.IssueVoucher(holder, 5_000, 0, house.now + 10**9, book=book)),
    )
    for name, by, order in orders:
        ensure(await casino.desks[name].give(by, order), f"{by} should order {order}")
    await walk.sit()
    patron = house.affairs.state(patron_stream(holder))
    assert isinstance(patron, Patron)
    number = len(patron.vouchers)
    ensure(await walk.give(walk.dealer, o.ExchangeVoucher(holder, number)), "exchanged")
    await walk.ready_cards()
    ensure(await walk.give(holder, o.Place(box, holder, 2500, token=True)), "a token is staked")
    ensure(await walk.give(walk.dealer, o.Deal(walk.card())), "the round has begun")
