"""While nothing can be written, what there is can be looked at, and the operator is told once."""

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.types import Message

from bythebook.errors import Malformed
from bythebook.house.activities.patrons.patrons import patron_stream
from bythebook.house.log.choosing import open_store
from bythebook.house.log.expiring_store import Cabinet
from bythebook.house.log.outages import Outages
from bythebook.house.log.store import Unavailable
from bythebook.house.service import House
from bythebook.house.tables.live_table import LiveTable
from tests.web.floor_of_two import STAR, Floor, floor_at


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    with floor_at(tmp_path / "house") as floor:
        yield floor


async def full(*_: Any) -> None:
    raise Unavailable("the disk is full")


@pytest.mark.parametrize("path", ["/", "/account", "/api/tables"])
def test_whoever_only_looks_is_served_with_a_full_disk_too(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    floor.come("ann")
    floor.clock.now += 120  # so long after it was last seen, a session is noted as used
    monkeypatch.setattr(Cabinet, "put", full)
    assert floor.get("ann", path).status_code == 200


def test_a_session_that_is_over_is_over_with_a_full_disk_too(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor.come("ann")
    floor.clock.now += 13 * 3600
    monkeypatch.setattr(Cabinet, "drop", full)
    assert floor.get("ann", "/account").headers["location"].startswith("/login")


def test_an_outage_is_one_line_a_minute_and_a_fault_of_ours_is_told_each_time(
    caplog: pytest.LogCaptureFixture,
) -> None:
    times = iter((1000.0, 1001.0, 1059.0, 1060.0))
    outages = Outages(lambda: next(times))
    for _ in range(4):
        outages.tell(Unavailable("the disk is full"), "the clock of table 1")
    assert [record.exc_info for record in caplog.records] == [None, None]
    assert "the disk is full" in caplog.text
    for _ in range(2):
        outages.tell(ValueError("ours"), "the clock of table 1")
    assert len([record for record in caplog.records if record.exc_info]) == 2


def test_the_clocks_go_on_after_an_outage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []

    async def look(house: House) -> None:
        looks.append(len(looks))
        if len(looks) == 1:
            raise Unavailable("the disk is full")

    monkeypatch.setattr("bythebook.house.service.TICK_SECONDS", 0)
    monkeypatch.setattr(House, "look_at_clocks", look)

    async def live() -> None:
        house = House(open_store(tmp_path, None))
        await house.open()
        while len(looks) < 2:
            await asyncio.sleep(0)
        await house.close()

    asyncio.run(live())


def test_what_goes_wrong_at_one_table_stops_no_other_clock(floor: Floor) -> None:
    house, looked = floor.house, list[str]()

    async def wrong(live: LiveTable) -> None:
        looked.append(live.id)
        raise Malformed("this revision cannot be taken up")

    for live in house.tables.values():
        live.behind = True
    house.take_up_revision = house.tell_standings = wrong  # type: ignore[method-assign]
    floor.do(house.look_at_clocks())
    assert looked == [id for id in house.tables for _ in range(2)]


def test_a_revision_that_one_activity_cannot_take_up_is_told_once_and_stops_no_other(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    affairs = floor.house.affairs
    for name in ("ann", "cashier"):
        out = {"type": "set-limit", "patron": name, "book": STAR, "cents": 100}
        body = {"id": "a", "command": out}
        assert floor.post(name, f"/api/affairs/patron/{name}/commands", body).status_code == 200
    affairs.behind = {patron_stream("ann"), patron_stream("cashier")}
    tried = list[str]()

    def wrong(stream: str, moving: Any) -> None:
        tried.append(stream)
        raise Malformed("an earlier revision does not come after a later one")

    monkeypatch.setattr(affairs, "_take_up", wrong)
    for _ in range(2):
        floor.do(affairs.look_at_clocks())
    assert tried == ["patron/ann", "patron/cashier"]
    assert len(caplog.records) == 2


def test_what_was_heard_of_in_an_outage_is_read_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has written, once; the log is away when we look what."""
    heard, looks = iter((True,)), list[int]()

    async def look(house: House) -> None:
        looks.append(len(looks))
        if len(looks) < 3:
            raise Unavailable("the database is away")

    async def at_once(_: float) -> None:
        await soon(0)

    soon = asyncio.sleep
    monkeypatch.setattr("bythebook.house.service.asyncio.sleep", at_once)
    monkeypatch.setattr(House, "_look_round", look)

    async def live() -> None:
        store = open_store(tmp_path, None)
        monkeypatch.setattr(store, "wait", lambda _: next(heard, False))
        house = House(store)
        follows = asyncio.create_task(house._follow())
        async with asyncio.timeout(60):
            while len(looks) < 3:
                await soon(0)
        follows.cancel()
        await house.close()

    asyncio.run(live())


def test_an_upload_that_is_broken_off_is_no_fault_of_ours(
    floor: Floor, caplog: pytest.LogCaptureFixture
) -> None:
    floor.come("ann")
    cookie, token = floor.visits["ann"]
    sent: list[Message] = []

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = {
        "host": "testserver.local",
        "cookie": f"bythebook={cookie}",
        "x-csrf-token": token,
        "content-type": "application/json",
    }
    scope: Any = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "server": ("testserver.local", 80),
        "client": ("192.0.2.1", 1),
        "path": "/api/record",
        "raw_path": b"/api/record",
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    with caplog.at_level(logging.ERROR):
        floor.client.blocking_portal.call(floor.app, scope, receive, send)
    assert sent[0]["status"] == 400  # type: ignore[typeddict-item]
    assert not caplog.records
