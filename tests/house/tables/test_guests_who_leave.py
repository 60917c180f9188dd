"""Guests who close the page without leaving do not keep their boxes at practice tables."""

import asyncio
from pathlib import Path
from random import Random

from bythebook.house.demo import demo
from bythebook.house.log.choosing import open_store
from bythebook.house.people.people import Viewer
from bythebook.house.service import GONE_SECONDS, House
from bythebook.house.verify.verifying import verify
from tests.house.tables.guests import Guest

TABLE = "practice-crown"


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000

    def __call__(self) -> float:
        return self.now


def test_a_guest_who_has_gone_gets_up_after_a_while(tmp_path: Path) -> None:
    clock = Clock()

    async def live() -> None:
        house = House(open_store(tmp_path, None), clock=clock)
        await house.open()
        await demo.open_tables(house)
        stays, goes = (Guest(house, TABLE, Viewer(f"guest-{n}"), Random(n)) for n in range(2))
        watcher = {guest.name: await house.watch(TABLE, guest.viewer) for guest in (stays, goes)}
        await stays.sit(1)
        await goes.sit(2)
        await goes.do(type="place", box=2, amount=1000)
        table = house.table(TABLE)

        table.leave(watcher[goes.name])
        await house.clear_seats()
        clock.now += GONE_SECONDS - 1
        await house.clear_seats()
        table.come(watcher[goes.name])  # in time
        await house.clear_seats()
        table.leave(watcher[goes.name])
        clock.now += 1
        await house.clear_seats()
        assert set(table.run.table.players) == {stays.name, goes.name}
        clock.now += GONE_SECONDS - 1
        await house.clear_seats()
        assert set(table.run.table.players) == {stays.name, goes.name}
        clock.now += 1
        await house.clear_seats()
        assert set(table.run.table.players) == {stays.name}
        await house.close()

    asyncio.run(live())
    store = open_store(tmp_path, None)
    try:
        assert verify(store).fault is None
    finally:
        store.close()
