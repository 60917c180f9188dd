"""Short evenings of a house, with people who have accounts: what is known of them by hand."""

import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.house.demo import demo
from bythebook.house.log.chain import row_hash
from bythebook.house.log.choosing import open_store
from bythebook.house.log.store import Row, whole_log
from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.house.service import Ack, House
from bythebook.house.tables.requests import asked_from_json
from tests.house.tables.felt import BEGAN, CLOCKS, Chance

STAFF = {"dealer": "dealer", "supervisor": "supervisor", "manager": "manager", "iva": "beside"}


class Evening:
    """A house with a clock to turn, and commands given by name."""

    def __init__(self, folder: Path, seed: str) -> None:
        self.time = BEGAN
        store = open_store(folder, None)
        self.house = House(store, clock=lambda: float(self.time), entropy=Chance(seed))
        self._sent = 0

    async def open(self, *tables: str) -> None:
        order = self.house.accounts.order
        for name in ("ann", "ben", "cashier", *STAFF):
            await order(p.HOUSE, p.OpenAccount(name), self.time)
        await order(p.HOUSE, p.GrantHouseRole("cashier", p.CASHIER), self.time)
        await order(p.HOUSE, p.GrantHouseRole("iva", p.INSPECTOR), self.time)
        for name, rank in STAFF.items():
            roles = ((book, demo.role_at(book, rank)) for book in demo.books_with_tables())
            for book, role in roles:
                if role:  # a book may know nobody of that rank
                    await order(p.HOUSE, p.GrantRole(name, book, role), self.time)
        for terms in demo.demo_tables():
            if terms.id in tables:
                await demo.open_table(self.house, replace(terms, clocks=CLOCKS))

    async def do(self, name: str, table: str, **command: Any) -> Ack:
        self._sent += 1
        beside = {"why": "so", "asked": "ann"}
        message = json.dumps({"id": f"c{self._sent}", "command": command, **beside})
        found = await self.house.accounts.viewer(name)
        viewer = found if found is not None else Viewer(name)
        return await self.house.command(table, viewer, asked_from_json(message, name))

    async def at_cage(self, name: str, cents: int, kind: Any = "deposit") -> None:
        self._sent += 1
        await self.house.at_cage("cashier", name, cents, kind, f"c{self._sent}")

    async def passes(self, seconds: int) -> None:
        self.time += seconds
        await self.house.look_at_clocks()

    async def deal(self, table: str, cards: str) -> None:
        for card in cards.split():
            await self.do("dealer", table, type="deal", card=card)

    async def decide(self, name: str, table: str, kind: str, box: int) -> None:
        command = {"type": kind, "box": box, "player": name}
        await self.do(name, table, type="decide", command=command)


async def rows_of(evening: Evening, work: Coroutine[Any, Any, None]) -> list[Row]:
    """All that such an evening leaves in the log."""
    await work
    rows = list(whole_log(evening.house.store))
    await evening.house.close()
    return rows


def mended(rows: list[Row]) -> list[Row]:
    """Numbered and chained anew, as somebody would who wants no seam to show."""
    last, ends, versions, fixed = bytes(32), dict[str, bytes](), dict[str, int](), list[Row]()
    for position, row in enumerate(rows, start=1):
        version = versions[row.stream] = versions.get(row.stream, 0) + 1
        before = ends.get(row.stream, bytes(32))
        digest = row_hash(
            position, row.stream, version, row.command, row.cause, row.kind, row.data, before, last
        )
        fixed.append(
            msgspec.structs.replace(
                row,
                position=position,
                version=version,
                stream_hash=before,
                log_hash=last,
                hash=digest,
            )
        )
        last = ends[row.stream] = digest
    return fixed
