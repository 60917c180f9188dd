"""Tables linked to one jackpot pool, live in the house: counted, won, given back, verified."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.house import demo
from bythebook.house import happenings as h
from bythebook.house import people as p
from bythebook.house.people import Viewer
from bythebook.house.requests import asked_from_json
from bythebook.house.service import House
from bythebook.house.verifying import verify
from bythebook.jackpots.state import Pool
from tests.clauses import clause
from tests.house.stores import Place

STAR, TASMANIA = "star-blackjack-challenge", "tasmania-blackjack"
BLAZING = {
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
SUPERNOVA = {
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
                for act in ("shuffle", "burn"):
                    await self.do(staff("dealer"), id, type=act)

    async def pool(self, terms: dict[str, Any], *tables: str) -> None:
        id = terms["id"]
        await self.order(id, type="make-pool", terms=terms)
        for table in tables:
            await self.order(id, type="link-table", table=table)
        await self.order(id, type="open-pool")

    async def order(self, pool: str, rank: str = "manager", **command: Any) -> None:
        self.asked += 1
        given = msgspec.json.encode(command)
        await self.house.affairs.ask(f"pool/{pool}", staff(rank), given, f"{self.asked}")

    async def do(self, who: Viewer, table: str, **command: Any) -> None:
        self.asked += 1
        message = msgspec.json.encode({"id": f"{self.asked}", "command": command})
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

    async def deal(self, table: str, cards: str) -> None:
        for card in cards.split():
            await self.do(staff("dealer"), table, type="deal", card=card)

    def state(self, pool: str) -> Pool:
        state = self.house.affairs.state(f"pool/{pool}")
        assert isinstance(state, Pool)
        return state

    def shows(self, pool: str) -> dict[str, int]:
        return {name: meter.cents for name, meter in self.state(pool).meters.items()}


@asynccontextmanager
async def opened(place: Place, time: Time) -> AsyncIterator[Floor]:
    house = House(place.open(), clock=time)
    await house.open()
    try:
        yield Floor(house, time)
    finally:
        await house.close()


def check(place: Place) -> None:
    report = verify(place.open())
    assert report.clean, report


@clause("star-blackjack-challenge 16.7", "star-blackjack-challenge 16.12")
def test_two_linked_tables_feed_one_meter_and_the_first_to_win_takes_it(place: Place) -> None:
    """12,000 and 1 of 5.00 x 5.5555 % = 27.7775 cents for each of three wagers: 12,000.83. Ann at
    the first table has three sevens of diamonds; Ben at the second then wins from 10,000."""

    async def play() -> None:
        time = Time()
        async with opened(place, time) as floor:
            await floor.people()
            options = {"blazing-7s-stake": "5"}
            await floor.open("challenge", "one", "two", cards="scanned", options=options)
            await floor.pool(BLAZING, "one", "two")
            await floor.sit("one", "ann", 1, "blazing-7s")
            await floor.sit("one", "ben", 2, "blazing-7s")
            await floor.sit("two", "ben", 1, "blazing-7s")
            assert floor.shows("sevens") == {"blazing-7s": 1_200_000}  # nothing is accepted yet
            await floor.deal("one", "7D 9C 7D 7D")
            assert floor.shows("sevens") == {"blazing-7s": 1_200_055}  # 2 x 27.7775 = 55.555
            await floor.deal("two", "7D 7D")
            assert floor.shows("sevens") == {"blazing-7s": 1_200_083}  # 83.3325
            await floor.deal("one", "8C")  # Ann's hand is complete
        async with opened(place, time) as floor:
            pool = floor.state("sevens")
            # 12,000.83 up to what chips of one dollar can pay; the meter starts from 10,000.
            assert [(win.player, win.cents, win.before) for win in pool.wins] == [
                ("ann", 1_200_100, 1_200_083)
            ]
            assert pool.meters["blazing-7s"].micros == 1_000_000 * 10**6
            await floor.deal("two", "7D")
            assert [(win.player, win.cents) for win in floor.state("sevens").wins[1:]] == [
                ("ben", 1_000_000)
            ]
            assert floor.shows("sevens") == {"blazing-7s": 1_000_000}
            for name, table, box in (("ann", "one", 1), ("ben", "one", 2), ("ben", "two", 1)):
                if floor.house.table(table).run.table.in_round:
                    due = floor.house.table(table).projection.parts["due"]
                    if due.what == "decision" and due.player == name:
                        decision = {"type": "Stand", "box": box, "player": name}
                        await floor.do(viewer(name), table, type="decide", command=decision)

    asyncio.run(play())
    check(place)


@clause("tasmania-blackjack 24.4.3", "tasmania-blackjack 24.5.3")
def test_a_mystery_is_drawn_by_the_stake_that_reaches_the_hidden_value(place: Place) -> None:
    """Each stake of 2.00 adds 20 cents; the value lies between 100.30 and 100.60: after one, two
    or three of them. Whoever reached it is paid whatever the cards, and a new value is sealed."""

    async def play() -> None:
        time = Time()
        async with opened(place, time) as floor:
            await floor.people()
            sides = ("perfect-pairs", "supernova")
            options = {"supernova-stake": "2"}
            await floor.open(
                "hobart", "one", cards="virtual", side_wagers=sides, options=options,
                layout="C-pairs",
            )  # fmt: skip
            await floor.pool(SUPERNOVA, "one")
            seals = dict(floor.state("nova").seals)
            await floor.sit("one", "ann", 1, "supernova")
            for _ in range(40):
                time.now += 40
                await floor.house.look_at_clocks()
                live = floor.house.table("one")
                if floor.state("nova").wins:
                    break
                if not live.run.table.in_round and not any(
                    w.live for w in (live.run.table.round.wagers if live.run.table.round else ())
                ):
                    await floor.bet("one", "ann", 1, "supernova")
            (win,) = floor.state("nova").wins
            assert win.player == "ann"
            assert win.meter == "mystery-1"
            assert win.cents in (10_100, 10_100)  # 100.40 or 100.60, up to the whole dollar
            assert floor.state("nova").seals != seals
            assert floor.shows("nova") == {"mystery-1": 0}

    asyncio.run(play())
    check(place)


def test_what_a_linked_table_may_not_do(place: Place) -> None:
    async def play() -> None:
        async with opened(place, Time()) as floor:
            await floor.people()
            options = {"blazing-7s-stake": "5"}
            await floor.open("challenge", "one", cards="scanned", options=options)
            other = {"blazing-7s-stake": "2.50"}
            await floor.open("challenge", "other", cards="scanned", options=other)
            await floor.open("crown", "crown", cards="scanned")
            await floor.order("sevens", type="make-pool", terms=BLAZING)
            with pytest.raises(Malformed, match="name another"):
                await floor.order("eights", type="make-pool", terms=BLAZING)
            with pytest.raises(Refused, match="does not offer") as no:
                await floor.order("sevens", type="link-table", table="crown")
            assert no.value.clause == "16.2"
            with pytest.raises(Refused, match="stake is another") as no:
                await floor.order("sevens", type="link-table", table="other")
            assert no.value.clause == "16.10.4"
            with pytest.raises(Refused):
                await floor.order("sevens", "dealer", type="link-table", table="one")
            await floor.order("sevens", type="link-table", table="one")
            with pytest.raises(Malformed, match="no table"):
                await floor.order("sevens", type="link-table", table="none")
            with pytest.raises(Malformed, match="no command for people"):
                await floor.order("sevens", type="register", table="one", round=1, wagers=[])
            with pytest.raises(Refused, match="not open"):
                await floor.sit("one", "ann", 1, "blazing-7s")
            await floor.order("sevens", type="open-pool")
            await floor.do(
                viewer("ann"), "one", type="place", box=1, amount=500, wager="blazing-7s"
            )
            await floor.deal("one", "7D")
            before = floor.state("sevens")
            assert floor.shows("sevens") == {"blazing-7s": 1_200_027}
            with pytest.raises(Refused):
                await floor.order("sevens", type="change-terms", terms=BLAZING)
            assert floor.state("sevens") == before

    asyncio.run(play())
    check(place)
