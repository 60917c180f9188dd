"""Processes in which linked tables do nothing but count their jackpot wagers and win, as fast as
the log takes it: what a round would do to its pool, without the cards.

It is added up anew from the rows of the pool, as plain JSON.
"""

import asyncio
import json
from collections import Counter
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from bythebook.deciders import Order
from bythebook.house.activities.activity import ActivityTransaction
from bythebook.house.activities.pools.jackpot_link import BY
from bythebook.house.activities.pools.pools import seal_hidden_values
from bythebook.house.log.choosing import open_store
from bythebook.house.log.commits import cause_of
from bythebook.house.log.store import Overtaken, Store, whole_log
from bythebook.house.service import House
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.state import Pool
from tests.house.activities.pool_players import (
    MINOR,
    MYSTERY,
    POOL,
    RATES,
    RESETS,
    SEEDS,
    STAKE,
    Plan,
    Struck,
    player_of,
)
from tests.house.activities.pool_sums import MICROS, Prize, to_the_chip
from tests.house.log.stores import Place

STREAM = f"pool/{POOL}"
MINOR_EVERY = 400  # rounds of a table


def count(place: Place, name: str, line: Connection) -> None:
    """Work for a process; the plan comes on the line."""
    plan = msgspec.json.decode(line.recv(), type=Plan)
    asyncio.run(count_all(place, plan))
    line.send("done")


async def count_all(place: Place, plan: Plan) -> None:
    house = House(Struck(open_store(place.data, place.database), plan), alone=False)
    await house.open()
    try:
        await asyncio.gather(*(_life(house, table, plan) for table in plan.tables))
    finally:
        await house.close()


async def _life(house: House, table: str, plan: Plan) -> None:
    pool = house.affairs.state(STREAM)
    assert isinstance(pool, Pool)
    known = pool.rounds.get(table, ())
    for number in range(known[-1].round + 1 if known else 1, plan.rounds + 1):
        build = partial(_round, table=table, number=number, boxes=plan.boxes)
        # Named by what is done: whichever of two processes is later finds it done.
        while True:
            with suppress(Overtaken):  # the other process leaves no gap: ask again
                await house.affairs.move(STREAM, f"{table}-{number}", cause_of("meters"), build)
                break


def _round(moving: ActivityTransaction, table: str, number: int, boxes: int) -> None:
    def tell(command: c.Register | c.RecordWins) -> list[Any]:
        return list(moving.act(STREAM, Order(by=BY, at=moving.at, command=command)))

    player = player_of(table)
    wagers = tuple(c.Entered(box, player) for box in range(1, boxes + 1))
    hits = [one for one in tell(c.Register(table, number, wagers)) if isinstance(one, e.MysteryHit)]
    wins = [
        c.Won(box, player, (MYSTERY,), "mystery jackpot", to_the_chip(hit.cents))
        for hit in hits
        for box in hit.boxes
    ]
    draws: tuple[c.Drawn, ...] = ()
    if number % MINOR_EVERY == 0:
        pool = moving.state(STREAM)
        assert isinstance(pool, Pool)
        shown = pool.meter(MINOR).cents
        wins.append(c.Won(1, player, (MINOR,), "three suited aces", to_the_chip(shown), shown))
        draws = (c.Drawn(MINOR, shown, 0),)
    if wins:
        tell(c.RecordWins(table, number, tuple(wins), draws))
    seal_hidden_values(moving, STREAM)


class Counted:
    """Every meter in millionths of a cent, and every prize, from the pool's own rows."""

    def __init__(self, store: Store, boxes: int) -> None:
        self.boxes = boxes
        self.meters = {name: cents * MICROS for name, cents in SEEDS.items()}
        self.rounds: Counter[str] = Counter()
        self.contributions = 0
        self.won: list[Prize] = []  # what the meters say was won
        self.recorded: list[Prize] = []  # what somebody is paid
        for row in whole_log(store):
            for event in json.loads(row.data)["events"] if row.stream == STREAM else ():
                self._read(event)

    def _read(self, event: dict[str, Any]) -> None:
        match event["type"]:
            case "Registered":
                assert event["round"] == self.rounds[event["table"]] + 1, "once each, in order"
                self.rounds[event["table"]] += 1
                assert len(event["counted"]) == self.boxes
                self.contributions += self.boxes
                self._before = dict(self.meters)
                for meter, rate in RATES.items():
                    self.meters[meter] += self.boxes * STAKE * rate
            case "MysteryHit":
                (box,) = event["boxes"]
                held = self._before[MYSTERY] + box * STAKE * RATES[MYSTERY]
                assert event["cents"] == held // MICROS
                self._take(event, box, MYSTERY, held // MICROS)
                self.meters[MYSTERY] -= event["cents"] * MICROS
            case "MeterDrawn":
                shown = self.meters[MINOR] // MICROS
                assert (event["meter"], event["cents"]) == (MINOR, shown)
                self._take(event, 1, MINOR, shown)
                self.meters[MINOR] = RESETS[MINOR] * MICROS
            case "WinsRecorded":
                self.recorded += [
                    (event["table"], event["round"], won["box"], *won["meters"], won["cents"])
                    for won in event["wins"]
                ]

    def _take(self, event: dict[str, Any], box: int, meter: str, cents: int) -> None:
        self.won.append((event["table"], event["round"], box, meter, to_the_chip(cents)))
