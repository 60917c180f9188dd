"""Jackpot pools of a house with their linked tables, and whatever their staff may do to them."""

import random
from typing import Any

import msgspec

from bythebook.cards import parse_cards
from bythebook.deciders import Command
from bythebook.errors import Malformed, Refused
from bythebook.house.demo.pools import approving
from bythebook.house.service import House
from bythebook.house.tables import requests as r
from bythebook.jackpots import commands as c
from bythebook.jackpots.state import Pool
from bythebook.table import orders as o
from tests.house.activities.pool_floor import BLAZING, SUPERNOVA
from tests.logs.floor import Time, Walk, named, open_table, staff_of, viewer_of

ACES: dict[str, Any] = {
    "id": "aces",
    "title": "Aces",
    "book": "star-baceball",
    "game": "baceball",
    "wager": "jackpot",
    "stake_cents": 500,
    "approvals": {"rate": "A 1", "seed": "A 1", "retained": "A 2"},
    "meters": [
        {"name": "baceball-major", "seed_cents": 10**7, "reset_cents": 10**7, "rate_ppm": 60_000},
        {"name": "baceball-minor", "seed_cents": 10**6, "reset_cents": 10**6, "rate_ppm": 40_000},
        {
            "name": "mystery-1", "seed_cents": 0, "reset_cents": 0, "rate_ppm": 20_000,
            "least_cents": 60, "most_cents": 300,
        },
    ],
    "options": {"jackpot-stake": "5"},
}  # fmt: skip
# Every prize of this one waits for somebody's approval, and the first stakes already reach it.
NOVA = {
    **SUPERNOVA,
    "authorise_cents": 200,
    "meters": [
        {**SUPERNOVA["meters"][0], "seed_cents": 0, "least_cents": 60, "most_cents": 300}
    ],
}  # fmt: skip
STAKES: dict[str, dict[str, str]] = {
    "sevens": {"blazing-7s-stake": "5"},
    "aces": {"jackpot-stake": "5"},
    "nova": {"supernova-stake": "2"},
}
NOVA_TABLE = {"side_wagers": ("perfect-pairs", "supernova"), "layout": "C-pairs"}


class Desk:
    """Orders to one affair of the house, by anybody of the house."""

    def __init__(self, house: House, stream: str, seed: str) -> None:
        self.house = house
        self.stream = stream
        self.seed = seed
        self.count = 0

    async def give(
        self, name: str, command: Command | dict[str, Any], why: str = "so it was"
    ) -> bool:
        self.count += 1
        viewer = await viewer_of(self.house, name)
        given, id = msgspec.json.encode(command), f"{self.seed}-{self.count}"
        try:
            await self.house.affairs.ask(self.stream, viewer, given, id, why)
        except (Refused, Malformed):
            return False
        return True


class PoolWalk:
    """One pool, its staff, and its tables."""

    def __init__(self, house: House, time: Time, terms: dict[str, Any], seed: str) -> None:
        self.house = house
        self.time = time
        self.terms = terms
        self.seed = seed
        self.desk = Desk(house, f"pool/{terms['id']}", seed)
        self.staff = staff_of(terms["book"])
        self.chance = random.Random(f"{seed} {terms['id']}")
        self.walks: list[Walk] = []

    @property
    def pool(self) -> Pool:
        pool = self.house.affairs.state(self.desk.stream)
        assert isinstance(pool, Pool)
        return pool

    async def by_somebody(self, command: Command | dict[str, Any]) -> bool:
        """By the first of the staff who may."""
        for name in reversed(self.staff):
            if await self.desk.give(name, command):
                return True
        return False

    async def open(self, *tables: str) -> None:
        assert await self.by_somebody({"type": "make-pool", "terms": self.terms})
        for table in tables:
            assert await self.by_somebody({"type": "link-table", "table": table}), table
            self.walks.append(Walk(self.house, self.time, table, self.seed))
        await self.approve()
        assert await self.by_somebody(c.OpenPool())

    async def approve(self) -> None:
        """The authority approves what the terms say, where the book asks for it."""
        for command in approving(self.pool.terms):
            if all(self.pool.approved(of, command.document) is None for of in command.figures):
                assert await self.by_somebody(command)

    def anything(self) -> Command | dict[str, Any]:
        chance, pool = self.chance, self.pool
        number, box = chance.randrange(4), chance.randint(1, 3)
        table = chance.choice([walk.id for walk in self.walks])
        meter = chance.choice([meter.name for meter in pool.terms.meters])
        rounds = self.house.table(table).run.table.rounds
        choices: list[Command | dict[str, Any]] = [
            c.AskCorrection(meter, chance.choice((-100, 2500, 10**6))),
            c.AnswerCorrection(number, chance.random() < 0.5),
            c.ReportServerFailure(),
            c.ServerBack(),
            c.ServerBack(),
            c.SensorDown(table, box),
            c.SensorUp(table, box),
            c.NoteIncorrectWager(table, rounds + 1, box, "foreign-chip"),
            c.TellReport(number),
            c.AuthoriseWin(number),
            c.ReferWin(number),
            c.RefuseWin(number),
            c.MarkPaid(number),
            c.DetermineSimultaneous((number, number + 1)),
            c.OpenPool(),
            c.OpenPool(),
            c.ClosePool(),
            c.UnlinkTable(table),
            {"type": "link-table", "table": table},
            {"type": "change-terms", "terms": self.terms},
        ]
        return chance.choice(choices)

    async def order(self) -> bool:
        """Something, by somebody of the staff."""
        command = self.anything()
        names = list(self.staff)
        self.chance.shuffle(names)
        for name in names:
            if await self.desk.give(name, command):
                return True
        return False

    async def live_on(self, turns: int) -> None:
        for _ in range(turns):
            for walk in self.walks:
                await walk.sit()
                await walk.begin()
                for _ in range(self.chance.randrange(3, 12)):
                    await walk.step()
                    if self.chance.random() < 0.2:
                        await self.order()
                if self.chance.random() < 0.4:
                    await walk.anything(4)
                await walk.finish()
                for act in ("call-inspector", "refer-jackpot", "pay-jackpot", "game-over"):
                    if self.chance.random() < 0.7:
                        await walk.give(walk.dealer, o.Perform(act))
                await walk.passes(40)
            await self.order()

    async def put_in_order(self) -> None:
        """As the next players should find it."""
        await self.by_somebody(c.ServerBack())
        for walk in self.walks:
            for box in range(1, 8):
                await self.by_somebody(c.SensorUp(walk.id, box))
            if walk.id not in self.pool.tables:
                await self.by_somebody({"type": "link-table", "table": walk.id})
        await self.by_somebody(c.OpenPool())

    async def deal(self, walk: Walk, cards: str) -> None:
        await walk.close_bets()
        for card in parse_cards(cards):
            await walk.give(walk.dealer, o.Deal(card))


async def make_pools(house: House, time: Time, seed: str, turns: int) -> None:
    """Three pools: a meter won by cards, meters with a hidden value, and one of those alone."""
    await open_table(house, "challenge", "one", "scanned", options=STAKES["sevens"])
    await open_table(house, "challenge", "two", "virtual", options=STAKES["sevens"])
    await open_table(house, "challenge", "three", "scanned", options=STAKES["sevens"])
    await open_table(house, "baceball", "ball", "scanned", options=STAKES["aces"])
    await open_table(house, "baceball", "ball-2", "virtual", options=STAKES["aces"])
    await open_table(
        house, "hobart", "nova-1", "scanned", dealing="device", options=STAKES["nova"], **NOVA_TABLE
    )
    await open_table(house, "hobart", "nova-2", "virtual", options=STAKES["nova"], **NOVA_TABLE)
    sevens = PoolWalk(house, time, BLAZING, seed)
    await sevens.open("one", "two", "three")
    await three_sevens(sevens)
    pools = [
        (PoolWalk(house, time, ACES, seed), ("ball", "ball-2")),
        (PoolWalk(house, time, NOVA, seed), ("nova-1", "nova-2")),
    ]
    for pool, tables in pools:
        await pool.open(*tables)
    for pool in (sevens, *(pool for pool, _ in pools)):
        await pool.live_on(turns)
        await pool.put_in_order()
        for walk in pool.walks:
            await walk.to_a_decision()


async def three_sevens(pool: PoolWalk) -> None:
    """Ann at the first table has three sevens of diamonds, and takes what the meter shows."""
    walk = pool.walks[0]
    await walk.sit()
    await walk.ready_cards()
    for name, box in (("ann", 1), ("ben", 2)):
        await walk.give(name, o.Place(box, name, 1000))
        await walk.give(name, o.Place(box, name, 500, "blazing-7s"))
    await pool.deal(walk, "7D 9C 7D 7D")
    await pool.deal(walk, "8C")
    assert pool.pool.wins
    await walk.finish()
    await walk.give("ben", r.Go())
    assert named("dealer") == walk.dealer
