"""Whoever may no longer be here is not: a socket ends with its session, in any weather."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import WebSocketTestSession

from bythebook.house.log.store import Unavailable
from bythebook.house.people.accounts import Bell
from bythebook.web.door import shell
from bythebook.web.live import sockets
from tests.web.floor_of_two import VIRTUAL, Floor, floor_at

SIT = '{"id": "%s", "command": {"type": "join", "box": 1}}'
OVER = {"reason": "the session is over", "log_in": True}  # and the page shows the way back in


@pytest.fixture
def floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Floor]:
    monkeypatch.setattr(sockets, "LOOK_SECONDS", 3600)  # nobody is found out by chance
    with floor_at(tmp_path / "house") as floor:
        yield floor


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody hears the bell."""

    async def wait(bell: Bell, seconds: float) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Bell, "wait", wait)


def come(floor: Floor) -> WebSocketTestSession:
    for one in ("administrator", "ann"):
        floor.come(one)
    return floor.seen_by("ann").websocket_connect(f"/tables/{VIRTUAL}/live")


def told(line: WebSocketTestSession, *about: str) -> Any:
    """The next message about one of these."""
    while True:
        for message in line.receive_text().splitlines():
            for word in about:
                if word in (said := json.loads(message)):
                    return said[word]


def lock(floor: Floor) -> None:
    assert floor.form("administrator", "/people/ann", {"act": "lock"}).status_code == 303


@pytest.mark.usefixtures("deaf")
def test_a_command_counts_only_while_its_session_does(floor: Floor) -> None:
    with come(floor) as line:
        line.send_text(SIT % "a")
        assert told(line, "ack", "refused", "malformed")["id"] == "a"
        assert "ann" in floor.house.table(VIRTUAL).run.table.players
        lock(floor)
        line.send_text(SIT % "b")
        assert told(line, "gone", "ack", "refused", "malformed") == OVER


@pytest.mark.parametrize("way", ["lock", "log out", "new password"])
def test_whoever_only_looks_on_is_out_at_once_too(floor: Floor, way: str) -> None:
    with come(floor) as line:
        told(line, "view")
        if way == "lock":
            lock(floor)
        elif way == "log out":
            floor.form("ann", "/logout", {})
        else:
            floor.client.blocking_portal.call(
                floor.house.accounts.change_password, "ann", "", "a new one 4711", floor.clock.now
            )
        assert told(line, "gone") == OVER


def test_while_the_log_cannot_be_asked_nothing_is_done_and_then_the_lock_counts(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look that fails does not end the looking."""
    away = [True]

    async def still_here(socket: Any) -> Any:
        if away:
            raise Unavailable("the disk is full")
        return await shell.still_here(socket)

    with come(floor) as line:
        told(line, "view")
        monkeypatch.setattr(sockets, "still_here", still_here)
        lock(floor)  # the bell rings, and nobody can look
        line.send_text(SIT % "a")
        assert told(line, "malformed", "ack", "gone")["reason"] == sockets.NOT_NOW
        away.clear()
        line.send_text(SIT % "b")
        assert told(line, "malformed", "ack", "gone") == OVER


def test_a_socket_that_nobody_looks_after_any_more_is_closed(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(socket: Any) -> Any:
        raise ValueError("the watchman falls over")

    with come(floor) as line:
        told(line, "view")
        monkeypatch.setattr(sockets, "still_here", fails)
        floor.client.blocking_portal.call(floor.house.accounts.bell.ring)
        with pytest.raises(WebSocketDisconnect):
            told(line, "ack")
