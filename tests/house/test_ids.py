"""An id stands for one thing: sent again it is answered as before, used for another it is not."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed
from bythebook.house.demo import demo
from bythebook.house.log.choosing import open_store
from bythebook.house.people import people as p
from bythebook.house.service import House
from bythebook.house.tables.requests import asked_from_json

OTHER = "used before, for something else"
TABLE = "practice-crown"
GUEST = p.Viewer("guest-1")


def at_home(folder: Path, live: Callable[[House], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        house = House(open_store(folder, None))
        await house.open()
        try:
            await live(house)
        finally:
            await house.close()

    asyncio.run(all_of_it())


def test_at_the_cage_an_id_is_for_one_person_one_sum_and_one_direction(tmp_path: Path) -> None:
    async def live(house: House) -> None:
        for _ in range(2):
            wallet = await house.at_cage("carl", "ann", 500, "deposit", "x")
            assert wallet.cents == 500
        for name, cents, kind in (
            ("ben", 500, "deposit"),
            ("ann", 700, "deposit"),
            ("ann", 500, "withdraw"),
        ):
            with pytest.raises(Malformed, match=OTHER):
                await house.at_cage("carl", name, cents, kind, "x")  # type: ignore[arg-type]
        assert (await house.wallet("ann")).cents == 500
        assert (await house.at_cage("dora", "ben", 500, "deposit", "x")).cents == 500  # her own id

    at_home(tmp_path, live)


def test_a_withdrawal_of_everything_sent_again_is_done_and_not_refused(tmp_path: Path) -> None:
    async def live(house: House) -> None:
        await house.at_cage("carl", "ann", 500, "deposit", "in")
        for _ in range(3):
            assert (await house.at_cage("carl", "ann", 500, "withdraw", "out")).cents == 0

    at_home(tmp_path, live)


async def place(house: House, cents: int) -> int:
    message = f'{{"id": "x", "command": {{"type": "place", "box": 1, "amount": {cents}}}}}'
    ack = await house.command(TABLE, GUEST, asked_from_json(message, GUEST.name))
    return ack.version


def test_at_a_table_too_also_after_a_start(tmp_path: Path) -> None:
    async def live(house: House) -> None:
        await demo.open_tables(house)
        await house.watch(TABLE, GUEST)
        join = '{"id": "sit", "command": {"type": "join", "box": 1, "chips": 50000}}'
        await house.command(TABLE, GUEST, asked_from_json(join, GUEST.name))
        first = await place(house, 1000)
        assert await place(house, 1000) == first
        with pytest.raises(Malformed, match=OTHER):
            await place(house, 2000)

    async def again(house: House) -> None:
        before = house.table(TABLE).version
        with pytest.raises(Malformed, match=OTHER):
            await place(house, 2000)
        await place(house, 1000)
        assert house.table(TABLE).version == before

    at_home(tmp_path, live)
    at_home(tmp_path, again)


def test_a_name_is_for_one_table_also_where_another_process_made_it(tmp_path: Path) -> None:
    async def live(house: House) -> None:
        await demo.open_tables(house)
        terms = replace(house.table(TABLE).run.terms, title="Another")
        other = House(open_store(tmp_path, None))  # which knows of no table yet
        for one in (house, other):
            with pytest.raises(Malformed, match="there is a table practice-crown already"):
                await one.make_table(terms, p.HOUSE)
        assert not other.tables
        assert house.table(TABLE).run.terms.title != "Another"
        await other.close()

    at_home(tmp_path, live)
