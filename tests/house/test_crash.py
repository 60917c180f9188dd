"""A busy floor whose process is killed at any moment: nothing acknowledged is lost, nothing acts
twice, and play goes on where it was."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bythebook.house.log.store import Store
from bythebook.house.people.people import Viewer
from bythebook.house.verify.verifying import verify
from tests.house.floor_life import PLAYERS, Asked, Floor, Guest, furnish, tally
from tests.house.log.logged import by_command, check_money, view_at
from tests.house.log.stores import Place
from tests.house.served import Served, by_api, by_socket
from tests.house.tables.following import Following, comparable

KILLS = 3
MORE_KILLS = 20
MANY_KILLS = 100
SETTLED_MIN = 20  # so many commands were acknowledged before a moment to kill comes
RESENT = 200  # so many of the last commands are sent again


@pytest.fixture
def served(place: Place, tmp_path: Path) -> Iterator[Served]:
    made = Served(place, tmp_path)
    yield made
    made.end()


def test_a_killed_house_loses_nothing_and_repeats_nothing(place: Place, served: Served) -> None:
    live_and_die(place, served, KILLS)


@pytest.mark.slow
def test_a_house_killed_twenty_times_loses_nothing(place: Place, served: Served) -> None:
    live_and_die(place, served, MORE_KILLS)


@pytest.mark.overnight
def test_a_house_killed_a_hundred_times_loses_nothing(place: Place, served: Served) -> None:
    live_and_die(place, served, MANY_KILLS)


def live_and_die(place: Place, served: Served, kills: int) -> None:
    visitors = asyncio.run(furnish(place))
    place.close()
    floor = Floor(served, visitors, "floor")
    moments = random.Random(kills)
    before: list[Asked] = []
    same = 0
    served.start()
    for number in range(kills):
        guests = asyncio.run(floor.live(lambda guests: _kill(served, moments, guests)))
        assert tally(guests)["ack"] >= SETTLED_MIN
        store = place.open()
        check_log(store, guests, whole=kills <= KILLS or number % 20 == 19)
        done = by_command(store)
        versions = store.streams()
        store.close()
        served.start()
        same += asyncio.run(check_views(served, guests, versions))
        before += [asked for guest in guests for asked in guest.asked]
        asyncio.run(send_again(floor, before[-RESENT:]))
        store = place.open()
        check_nothing_acted_twice(store, before[-RESENT:], done)
        store.close()
    assert served.stop() == 0
    assert served.complaints() == ""
    report = verify(place.open())
    assert report.clean, report
    assert report.rounds >= kills
    assert same > 0


async def _kill(served: Served, moments: random.Random, guests: list[Guest]) -> None:
    """When the floor is busy, and a little later: it may be anywhere in its work by then."""
    while tally(guests)["ack"] < SETTLED_MIN:
        await asyncio.sleep(0.02)
    await asyncio.sleep(moments.random() * 1.5)
    served.kill()


def check_log(store: Store, guests: list[Guest], whole: bool) -> None:
    """Every acknowledged command is in the log; what was seen is what the log tells."""
    done = by_command(store)
    for guest in guests:
        for asked in guest.asked:
            assert asked.id in done or not asked.taken, f"{asked} was lost"
    if not whole:
        return
    for guest in guests:
        if guest.visitor.name in PLAYERS and guest.seen.view:
            check_seen(store, guest)
    check_money(store)
    report = verify(store)
    assert report.clean, report


def check_seen(store: Store, guest: Guest) -> None:
    """What a player saw last is the log up to that version: nothing was told that is not in it."""
    viewer = Viewer(guest.visitor.name, False, frozenset({"player"}))
    logged = comparable(view_at(store, guest.table, guest.seen.version, viewer))
    seen = comparable(guest.seen.view)
    assert without_passing(seen) == without_passing(logged)


def without_passing(view: dict[str, Any]) -> dict[str, Any]:
    """Without the money at the cage, and without the reason why a dealer waits for the staff.

    One's own part comes a moment after the public ones, and may have been cut off.
    """
    due = {key: value for key, value in view["due"].items() if key not in ("says", "clause")}
    return {**view, "due": due, "you": None}


async def check_views(served: Served, guests: list[Guest], versions: dict[str, int]) -> int:
    """Where the table did not go on beyond what somebody saw, they see the very same again; says
    how many did."""
    same = 0
    for guest in guests:
        now = await look(served, guest)
        seen = guest.seen.view
        assert now["version"] >= versions[f"table/{guest.table}"]
        if seen and now["version"] == seen["version"]:
            assert without_passing(comparable(now)) == without_passing(comparable(seen))
            same += 1
    return same


async def look(served: Served, guest: Guest) -> dict[str, Any]:
    seen = Following()
    async with served.socket(guest.visitor, guest.table) as line:
        seen.hear(str(await line.recv()))
    return seen.view


async def send_again(floor: Floor, asked: list[Asked]) -> None:
    """All that was asked before, answered or not, by another way than the first time."""
    by_person: dict[tuple[str, str], list[Asked]] = {}
    for one in asked:
        if one.answer is None or one.taken:
            by_person.setdefault((one.name, one.table), []).append(one)
    async with asyncio.TaskGroup() as group:
        for (name, table), theirs in by_person.items():
            group.create_task(_send_again(floor, name, table, theirs))


async def _send_again(floor: Floor, name: str, table: str, theirs: list[Asked]) -> None:
    visitor = floor.visitors[name]
    async with (
        floor.served.socket(visitor, table) as line,
        floor.served.program(visitor) as program,
    ):
        for number, one in enumerate(theirs):
            if number % 2:
                answer = await by_socket(line, one.said)
            else:
                answer = await by_api(program, table, one.said)
            if one.taken and one.answer is not None:
                assert answer["kind"] == one.answer["kind"], (one, answer)
                assert answer.get("number") == one.answer.get("number"), (one, answer)
            one.answer = answer


def check_nothing_acted_twice(
    store: Store, asked: list[Asked], before: dict[str, tuple[int, ...]]
) -> None:
    """What was in the log is there once; what was not is there now if it was taken now."""
    after = by_command(store)
    for one in asked:
        if one.id in before:
            assert after[one.id] == before[one.id]
        elif one.taken:
            assert one.id in after
        else:
            assert one.id not in after
