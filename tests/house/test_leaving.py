"""A process that leaves while another one goes on: for an upgrade, by itself, without a loss."""

import asyncio
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from bythebook.errors import Malformed
from bythebook.house.leaving import OVERTAKEN, STOPPED
from bythebook.house.log.store import Append, NewEvent, Write
from bythebook.house.log.upcasting import CHANGES, as_row
from bythebook.house.service import House
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import stream_of
from bythebook.house.verify.verifying import verify
from tests.house.floor_life import furnish
from tests.house.log.stores import Place
from tests.house.served import Served
from tests.house.tables.felt import Chance

TABLE = "crown"
CLOCKS = h.Clocks(betting=0, turn=0, offer=0, cut=0)


def a_row_of_tomorrow(player: str) -> bytes:
    """As a version would write it that has changed one shape more."""
    today = as_row(h.PlayerReady(player, 1_900_000_000))
    mark = b'"shapes":%d}'
    return today.replace(mark % len(CHANGES), mark % (len(CHANGES) + 1))


def test_a_process_leaves_the_log_to_a_later_version(place: Place) -> None:
    async def live() -> None:
        await furnish(place, CLOCKS)
        old = House(place.open(), entropy=Chance("old"), alone=False)
        await old.open()
        assert not old.leaving.reason
        store, stream = place.open(), stream_of(TABLE)
        event = NewEvent("PlayerReady", a_row_of_tomorrow("ann"))
        append = Append(stream, store.streams()[stream], (event,))
        store.commit([Write("ann/crown/1", b'{"by":"ann"}', (append,))])
        await old.leaving.begun()
        assert old.leaving.reason == OVERTAKEN
        # It decides nothing at that table any more: its own state is older than the log.
        before = store.head()
        with pytest.raises(Malformed, match="later version"):
            await old.catch_up(old.table(TABLE))
        await old.close()
        assert store.head() == before
        fault = verify(store).fault
        assert fault is not None
        assert "written by a later version" in fault.reason

    asyncio.run(live())


def test_whoever_is_at_a_table_is_asked_to_come_back(tmp_path: Path) -> None:
    """Told to stop, a process says so, then closes its sockets in order, and ends well."""
    place = Place(data=tmp_path / "data")
    visitors = asyncio.run(furnish(place, CLOCKS))
    place.close()
    served = Served(place, tmp_path)
    served.start("--drain", "600")

    async def be_there() -> int:
        async with served.socket(visitors["ann"], TABLE) as line:
            await line.recv()
            served.tell_to_stop()
            async with httpx.AsyncClient(base_url=served.address) as browser:
                while (answer := await browser.get("/healthz")).status_code == 200:
                    await asyncio.sleep(0.01)
                assert (answer.status_code, answer.json()) == (503, {"status": STOPPED})
                # Meanwhile everything goes on.
                assert (await browser.get("/api/tables")).status_code == 200
            await line.send('{"ping": 7}')
            while "pong" not in str(await line.recv()):
                pass
            served.tell_to_stop()  # twice: at once
            with suppress(ConnectionClosed):
                while True:
                    await line.recv()
            return line.close_code or 0

    try:
        assert asyncio.run(be_there()) == 1012
        assert served.ended() == 0
        assert served.complaints() == ""
    finally:
        served.end()
