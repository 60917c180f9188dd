"""Processes in which people play at linked tables of virtual cards, round after round, and which
may be struck dead just where a jackpot is being written."""

import asyncio
import os
import random
import signal
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.house.demo import demo
from bythebook.house.log.choosing import open_store
from bythebook.house.log.store import Conflict, Store, Write, Written
from bythebook.house.people import people as p
from bythebook.house.service import House
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import LiveTable
from bythebook.house.tables.requests import asked_from_json
from bythebook.house.tables.running_table import in_hand
from tests.house.activities.pool_floor import Floor, Time, viewer
from tests.house.log.stores import Place

POOL = "aces"
BET, STAKE = 1000, 500  # cents
MAJOR, MINOR, MYSTERY = "baceball-major", "baceball-minor", "mystery-1"
RATES = {MAJOR: 60_000, MINOR: 40_000, MYSTERY: 150_001}  # parts per million
RESETS = {MAJOR: 10_000_000, MINOR: 1_000_000, MYSTERY: 0}
SEEDS = {MAJOR: 15_000_000, MINOR: 1_200_000, MYSTERY: 100}
WALLET, CHIPS = 10**9, 10**7
IDLE_SECONDS = 0.02

When = Literal["before", "during", "after"]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a process has to do; struck at its so-many-th jackpot, 0: never."""

    name: str
    tables: tuple[str, ...]
    boxes: int
    rounds: int
    strike: int = 0
    when: When = "before"


def terms(between: tuple[int, int]) -> dict[str, Any]:
    """A pool whose mystery is won somewhere between these cents."""
    hidden = {"least_cents": between[0], "most_cents": between[1]}
    return {
        "id": POOL,
        "title": "Aces",
        "book": "star-baceball",
        "game": "baceball",
        "wager": "jackpot",
        "stake_cents": STAKE,
        "approvals": {"rate": "A 1", "seed": "A 1", "retained": "A 2"},
        "meters": [
            {
                "name": name,
                "seed_cents": SEEDS[name],
                "reset_cents": RESETS[name],
                "rate_ppm": RATES[name],
                **(hidden if name == MYSTERY else {}),
            }
            for name in (MAJOR, MINOR, MYSTERY)
        ],
        "options": {"jackpot-stake": "5"},
    }


def player_of(table: str) -> str:
    return f"player-{table}"


async def furnish(place: Place, tables: Sequence[str], between: tuple[int, int]) -> None:
    """Tables, each with its player, linked to one pool that is open."""
    house = House(place.open())
    try:
        order = house.accounts.order
        await order(p.HOUSE, p.OpenAccount("manager"), house.now)
        book = "star-baceball"
        role = demo.role_at(book, "manager")
        await order(p.HOUSE, p.GrantRole("manager", book, role), house.now)
        made = next(made for made in demo.demo_tables() if made.id == "baceball")
        for table in tables:
            name = player_of(table)
            await order(p.HOUSE, p.OpenAccount(name), house.now)
            await house.at_cage(p.HOUSE, name, WALLET, "deposit", f"for-{name}")
            await demo.open_table(house, replace(made, id=table, clocks=h.Clocks(betting=3600)))
        floor = Floor(house, Time())
        await floor.pool(terms(between), *tables)
    finally:
        await house.close()


# One process


class Struck:
    """A store in whose hands the process dies at a certain jackpot."""

    def __init__(self, store: Store, plan: Plan) -> None:
        self._store = store
        self._plan = plan
        self._jackpots = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def commit(self, writes: Sequence[Write]) -> list[Written | Conflict]:
        plan, strikes = self._plan, False
        if any(_wins(write) for write in writes):
            self._jackpots += 1
            strikes = self._jackpots == plan.strike
        if strikes and plan.when == "before":
            _die()
        if strikes and plan.when == "during":
            threading.Timer(random.Random(plan.name).random() * 0.004, _die).start()
        written = self._store.commit(writes)
        if strikes and plan.when == "after":  # it is in the log, and nobody has been told
            _die()
        return written


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _wins(write: Write) -> bool:
    return any(b'"MysteryHit"' in event.data for a in write.appends for event in a.events)


def play(place: Place, name: str, line: Connection) -> None:
    """Work for a process; the plan comes on the line."""
    plan = msgspec.json.decode(line.recv(), type=Plan)
    asyncio.run(play_all(place, plan))
    line.send("done")


async def play_all(place: Place, plan: Plan) -> None:
    store = Struck(open_store(place.data, place.database), plan)
    house = House(store, alone=False)
    await house.open()
    try:
        await asyncio.gather(*(_life(house, table, plan) for table in plan.tables))
    finally:
        await house.close()


async def _life(house: House, table: str, plan: Plan) -> None:
    """Somebody wagers on every box and says that they are ready, as often as it takes."""
    live, name, number = house.table(table), player_of(table), 0
    while live.run.table.rounds < plan.rounds:
        command = _next(live, name, plan.boxes)
        number += 1
        message = msgspec.json.encode({"id": f"{plan.name}-{number}", "command": command})
        try:
            await house.command(table, viewer(name), asked_from_json(message, name))
        except (Refused, Malformed):  # the other process was quicker, which is soon known here
            await asyncio.sleep(IDLE_SECONDS)


def _next(live: LiveTable, name: str, boxes: int) -> dict[str, Any]:
    run = live.run
    if name not in run.table.players:
        return {"type": "join", "box": 1}
    if in_hand(run, name) < boxes * (BET + STAKE) and not _down(live):
        return {"type": "buy-chips", "cents": CHIPS}
    down = _down(live)
    if not down and run.wagers.get(name):
        return {"type": "rebet"}
    for box in range(1, boxes + 1):
        for wager, amount in (("main", BET), ("jackpot", STAKE)):
            if (box, wager) not in down:
                return {"type": "place", "box": box, "amount": amount, "wager": wager}
    return {"type": "ready"}


def _down(live: LiveTable) -> set[tuple[int, str]]:
    round_ = live.run.table.round
    wagers = round_.wagers if round_ is not None and not live.run.table.in_round else ()
    return {(wager.box, wager.kind) for wager in wagers if wager.live}
