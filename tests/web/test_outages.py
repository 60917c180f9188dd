"""While nothing can be written, what there is can be looked at, and the operator is told once."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.types import Message

from bythebook.errors import Malformed
from bythebook.house.activities.patrons.patrons import patron_stream
from bythebook.house.log.choosing import open_store
from bythebook.house.log.expiring_store import Cabinet
from bythebook.house.log.outages import GRACE_SECONDS, Outage, Outages
from bythebook.house.log.sqlite import SqliteStore
from bythebook.house.log.store import Append, NewEvent, Unavailable, Write
from bythebook.house.people.accounts import Accounts
from bythebook.house.service import House
from bythebook.house.tables.live_table import LiveTable, Stopped
from bythebook.web.live import sockets
from tests.web.floor_of_two import STAR, VIRTUAL, Floor, floor_at
from tests.web.test_sockets_end import told


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


# What the disk does, on the store's own connection.
AWAY = {
    "read-only": ("PRAGMA query_only = on", "PRAGMA query_only = off"),
    "full": ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000"),
}
SIT = '{"id": "a", "command": {"type": "join", "box": 1}}'


def disk(floor: Floor, does: str) -> None:
    store = floor.house.store
    assert isinstance(store, SqliteStore)
    floor.client.blocking_portal.call(floor.house.committer.call, store._all, does)


async def fill(house: House) -> None:
    """All that is left of the pages that there are; it is noticed, and forgotten."""
    for size in (4000, 400, 40):
        with suppress(Unavailable):
            for number in count():
                said = NewEvent("Said", bytes(size))
                append = Append(f"filling-{size}", number, (said,))
                await house.committer.append(Write(f"{size}-{number}", b"{}", (append,)))
    house.committer.outage.over()


@pytest.mark.parametrize("way", AWAY)
def test_while_nothing_can_be_written_tables_pause_and_go_on_by_themselves(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    for name in ("administrator", "ann"):
        floor.come(name)
    house, call = floor.house, floor.client.blocking_portal.call
    disk(floor, AWAY[way][0])
    if way == "full":
        call(fill, house)
    caplog.clear()
    monkeypatch.setattr("bythebook.house.log.outages.outages._quiet_until", 0.0)
    with floor.seen_by("ann").websocket_connect(f"/tables/{VIRTUAL}/live") as line:
        told(line, "view")
        before = house.store.head()
        line.send_text(SIT)
        says = {told(line, "ack", "malformed", "paused")["reason"] for _ in range(2)}
        assert says == {sockets.NOT_NOW, sockets.PAUSED}
        answer = floor.get("ann", "/healthz")
        assert (answer.status_code, answer.json()) == (503, {"status": "the log cannot be written"})
        assert "bythebook_log_away 1.0" in floor.get("administrator", "/metrics").text
        assert floor.get("ann", "/").status_code == 200
        with floor.seen_by("ann").websocket_connect(f"/tables/{VIRTUAL}/live") as late:
            assert told(late, "paused")["reason"] == sockets.PAUSED
        assert call(house.committer.writable) is False
        assert house.store.head() == before, "nothing is half done"
        disk(floor, AWAY[way][1])
        assert call(house.committer.writable) is True
        assert told(line, "paused") == {"reason": ""}
        assert floor.get("ann", "/healthz").status_code == 200
        figures = floor.get("administrator", "/metrics").text
        assert "bythebook_log_away 0.0" in figures
        assert f"bythebook_outages {house.committer.outage.count:.1f}" in figures
        line.send_text(SIT)
        assert told(line, "ack", "refused", "malformed")["id"] == "a"
        assert house.table(VIRTUAL).run.table.players.keys() == {"ann"}
    assert [record.exc_info for record in caplog.records] == [None, None]
    assert "the log can be written again" in caplog.text


def test_clocks_stand_still_in_an_outage_and_a_moment_longer() -> None:
    now, rings = [100.0], list[str]()
    outage = Outage(lambda: now[0])

    def rests() -> bool:
        return outage.resting

    outage.on_change.append(lambda: rings.append(outage.reason))
    assert not rests()
    for _ in range(3):
        outage.noticed(Unavailable("the disk is full"))
        now[0] += 10
    assert rests()
    for _ in range(2):
        outage.over()
    assert (outage.count, outage.seconds, rings) == (1, 30.0, ["the disk is full", ""])
    now[0] += GRACE_SECONDS - 1
    assert rests()
    now[0] += 1
    assert not rests()


def test_the_house_looks_at_no_clock_until_it_can_write_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries, looks = list[int](), list[int]()

    def keep(*_: Any) -> None:
        assert not looks
        tries.append(len(tries))
        if len(tries) < 3:
            raise Unavailable("the disk is full")

    async def look(house: House) -> None:
        looks.append(len(tries))

    monkeypatch.setattr("bythebook.house.service.TICK_SECONDS", 0)
    monkeypatch.setattr("bythebook.house.log.outages.GRACE_SECONDS", 0)
    monkeypatch.setattr(House, "look_at_clocks", look)

    async def live() -> None:
        store = open_store(tmp_path, None)
        monkeypatch.setattr(store, "keep", keep)
        house = House(store)
        house.committer.outage.noticed(Unavailable("the disk is full"))
        await house.open()
        while not looks:
            await asyncio.sleep(0)
        assert looks[0] == 3
        await house.close()

    asyncio.run(live())


@pytest.mark.parametrize("where", ["at the door", "at the table"])
def test_whoever_comes_to_a_table_in_an_outage_is_told_to_come_back(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, where: str
) -> None:
    """Their page tries again by itself; nobody is told of a fault of ours."""
    floor.come("ann")
    owner, name = (Accounts, "look") if where == "at the door" else (House, "view")
    monkeypatch.setattr(owner, name, full)
    with (
        pytest.raises(WebSocketDisconnect),
        floor.seen_by("ann").websocket_connect(f"/tables/{VIRTUAL}/live") as line,
    ):
        told(line, "view")
    assert [record for record in caplog.records if record.exc_info] == []


def test_a_table_that_stopped_is_no_outage(caplog: pytest.LogCaptureFixture) -> None:
    outages = Outages(lambda: 1000.0)
    outages.tell(Stopped("the chips do not add up"), "the clock of table 1")
    outages.tell(Unavailable("the disk is full"), "the clock of table 2")
    assert len(caplog.records) == 2
    assert "the clock of table 1: the chips do not add up" in caplog.text
    assert caplog.text.count("cannot be written or read now") == 1


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
