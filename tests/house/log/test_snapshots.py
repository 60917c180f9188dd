"""States kept beside the log are used by the sources that made them, and by no others."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed
from bythebook.house import service
from bythebook.house.demo import demo
from bythebook.house.log.choosing import open_store
from bythebook.house.log.snapshots import _WORKS_OUT_NO_STATE, KEY_BYTES, Stamp, read_key
from bythebook.house.log.store import Unavailable
from bythebook.house.people.people import Viewer
from bythebook.house.service import House
from bythebook.house.tables.requests import asked_from_json
from bythebook.house.tables.running_table import in_hand

STATES = ("bythebook.house.activities.kinds", "bythebook.house.tables.running_table")
ROOMS = """
import sys
{imports}
print(*{{name.split(".")[1] for name in sys.modules if name.startswith("bythebook.")}})
"""


def test_what_is_left_out_of_the_digest_works_out_no_state() -> None:
    """In a process of its own, which knows only what tables and activities need."""
    program = ROOMS.format(imports="\n".join(f"import {name}" for name in STATES))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    rooms = set(done.stdout.decode().split())
    assert {"game", "table", "casino", "jackpots", "promotions", "tournaments"} <= rooms
    assert rooms.isdisjoint(_WORKS_OUT_NO_STATE)


KEY = b"k" * KEY_BYTES
TABLE = "practice-crown"
CHIPS = 100_000  # what a guest gets to practise with
GUEST = Viewer("guest-1")
JOIN = '{"id": "sit", "command": {"type": "join", "box": 1}}'


def chips_after_a_start(folder: Path, key: bytes | None, forged: str = "") -> tuple[int, bool]:
    """What somebody has at a table, and whether its snapshot was believed; the snapshot may be
    another one by then, made with a key that is not the house's."""

    async def live() -> tuple[int, bool]:
        store = open_store(folder, None)
        if forged:
            kept = store.snapshot(f"table/{TABLE}")
            assert kept is not None
            assert forged.encode() in kept.data
            store.save_snapshot(replace(kept, data=kept.data.replace(forged.encode(), b"99950000")))
        house = House(store, key=key)
        await house.open()
        live = house.table(TABLE)
        found = in_hand(live.run, GUEST.name), live.kept_version > 1
        await house.close()
        return found

    return asyncio.run(live())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house that was closed with a snapshot of its table."""
    monkeypatch.setattr(service, "SNAPSHOT_EVERY", 2)

    async def live() -> None:
        house = House(open_store(tmp_path, None), key=KEY)
        await house.open()
        await demo.open_tables(house)
        await house.watch(TABLE, GUEST)
        await house.command(TABLE, GUEST, asked_from_json(JOIN, GUEST.name))
        await house.close()

    asyncio.run(live())
    monkeypatch.setattr(service, "SNAPSHOT_EVERY", 10**6)
    return tmp_path


def test_a_snapshot_is_believed_by_whoever_has_the_key(folder: Path) -> None:
    assert chips_after_a_start(folder, KEY) == (CHIPS, True)
    assert chips_after_a_start(folder, None) == (CHIPS, False)
    assert chips_after_a_start(folder, b"another key that is long enough.") == (CHIPS, False)


def test_what_took_long_to_read_is_kept_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody may move at a table between two starts: the second need not read all of it again."""
    new = b"another key that is long enough."
    monkeypatch.setattr(service, "SNAPSHOT_EVERY", 2)
    chips_after_a_start(folder, new)
    monkeypatch.setattr(service, "SNAPSHOT_EVERY", 10**6)
    assert chips_after_a_start(folder, new) == (CHIPS, True)


def test_chips_that_are_written_into_a_snapshot_are_nobodys(folder: Path) -> None:
    assert chips_after_a_start(folder, KEY, forged=str(CHIPS)) == (CHIPS, False)


def test_a_snapshot_stands_for_its_own_stream_and_version() -> None:
    stamp = Stamp(KEY)
    kept = stamp.made("table/a", 7, b"{}")
    assert stamp.is_ours(kept)
    for other in (
        replace(kept, stream="table/b"),
        replace(kept, version=8),
        replace(kept, data=b"[]"),
        replace(kept, code="0" * 64),
    ):
        assert not stamp.is_ours(other)


def test_a_key_is_made_once_and_for_nobody_else_to_read(tmp_path: Path) -> None:
    file = tmp_path / "a.key"
    assert read_key(file) == read_key(file)
    assert file.stat().st_mode & 0o077 == 0
    assert read_key(None) != read_key(None)
    file.write_bytes(b"short")
    with pytest.raises(Malformed, match="at least 32 bytes"):
        read_key(file)
    for nowhere in (file / "a.key", tmp_path):
        with pytest.raises(Malformed, match="no key can be kept there"):
            read_key(nowhere)


def test_of_two_who_make_a_key_at_once_both_use_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one comes when this one has made half of its own."""
    file, found = tmp_path / "a.key", list[bytes]()
    synced = os.fsync

    def meanwhile(descriptor: int) -> None:
        monkeypatch.setattr(os, "fsync", synced)
        assert not file.exists()  # nobody reads half a key
        with monkeypatch.context() as other:
            other.setattr(os, "getpid", lambda: 1)
            found.append(read_key(file))

    monkeypatch.setattr(os, "fsync", meanwhile)
    assert read_key(file) == found[0]
    assert list(tmp_path.iterdir()) == [file]


def test_a_snapshot_that_cannot_be_kept_is_nobodys_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command is in the log, so it is acknowledged, and everybody is told of it."""
    monkeypatch.setattr(service, "SNAPSHOT_EVERY", 1)

    def full(*_: object) -> None:
        raise Unavailable("the disk is full")

    async def live() -> None:
        store = open_store(tmp_path, None)
        house = House(store, key=KEY)
        await house.open()
        await demo.open_tables(house)
        monkeypatch.setattr(store, "save_snapshot", full)
        ack = await house.command(TABLE, GUEST, asked_from_json(JOIN, GUEST.name))
        assert ack.version == house.table(TABLE).version
        await house.close()

    asyncio.run(live())
