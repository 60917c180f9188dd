"""Practice tables of one's own: made on demand, gone when left, nobody else's business."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from bythebook.errors import Malformed, Refused
from bythebook.house.demo import demo
from bythebook.house.log.choosing import open_store
from bythebook.house.own_tables import (
    GONE_SECONDS,
    IDLE_SECONDS,
    LEFT_SECONDS,
    OF_ONE_MOST,
    open_by_house,
)
from bythebook.house.people import people as p
from bythebook.house.people.people import INSPECTOR, Viewer
from bythebook.house.service import House
from bythebook.house.tables.live_table import LiveTable
from bythebook.house.verify.verifying import verify
from tests.house.tables.guests import Guest

PATTERNS = [terms.id for terms in demo.demo_tables() if terms.practice]


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000

    def __call__(self) -> float:
        return self.now


def living(
    folder: Path,
    live: Callable[[House, Clock], Awaitable[None]],
    *patterns: str,
    alone: bool = True,
) -> None:
    """A house with these practice tables lives; afterwards every event of it verifies."""
    clock = Clock()

    async def run() -> None:
        house = House(open_store(folder, None), clock=clock, alone=alone)
        await house.open()
        for terms in demo.demo_tables():
            if terms.id in patterns:
                await demo.open_table(house, terms)
        try:
            await live(house, clock)
        finally:
            await house.close()

    asyncio.run(run())
    store = open_store(folder, None)
    try:
        assert verify(store).fault is None
    finally:
        store.close()


def guest(number: int) -> Viewer:
    return Viewer(f"guest-{number}")


async def quiet(house: House) -> None:
    """Until all that is closing has closed."""
    while house.own_tables.closing:
        await asyncio.gather(*house.own_tables.closing)


def is_closed(table: LiveTable) -> bool:
    return table.run.table.phase == "closed"


def player(house: House, table: LiveTable, viewer: Viewer) -> Guest:
    return Guest(house, table.id, viewer, Random(viewer.name))


async def plays_a_round(player: Guest) -> None:
    view = await player.view()
    await player.bet(view.you.seat, view.signs.spots[0].least)
    rounds = view.signs.rounds
    for _ in range(100):
        if (await player.view()).signs.rounds > rounds:
            return
        assert await player.act()
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("pattern", PATTERNS)
def test_made_played_at_left_and_closed_by_the_book(tmp_path: Path, pattern: str) -> None:
    async def live(house: House, clock: Clock) -> None:
        first = await house.own_tables.take(guest(1), pattern)
        assert first.run.terms.own
        assert list(first.run.table.players) == ["guest-1"]
        me = player(house, first, guest(1))
        seen = await me.view()
        assert (seen.you.seat, seen.you.chips) == (4, 100_000)
        await plays_a_round(me)
        assert (await house.own_tables.take(guest(1), pattern)) is first, "my running table"
        await me.do(type="go")
        await quiet(house)
        assert is_closed(first)
        assert first.run.to_reveal == (), "its cards are shown"
        assert first.run.stack is None
        with pytest.raises(Malformed, match="there is no table"):
            await me.view()
        # The next one gets the same table, and sees nothing of who was there.
        again = await house.own_tables.take(guest(2), pattern)
        assert again is first
        view = await house.view(first.id, guest(2))
        assert view.rows == ()
        assert view.dealer.cards == ()
        assert not any("guest-1" in line.says for line in view.lines)
        await plays_a_round(player(house, first, guest(2)))

    living(tmp_path, live, pattern)


def test_each_has_their_own_and_sees_no_other(tmp_path: Path) -> None:
    async def live(house: House, clock: Clock) -> None:
        tables = await asyncio.gather(
            *(house.own_tables.take(guest(n), "practice-crown") for n in range(12))
        )
        assert len({table.id for table in tables}) == 12
        assert [row.id for row in house.lobby(guest(1))] == ["practice-crown"]
        mine, others = tables[0], tables[1]
        for stranger in (guest(1), Viewer("ann", guest=False)):
            with pytest.raises(Malformed, match="there is no table"):
                await house.watch(mine.id, stranger)
            with pytest.raises(Refused, match="somebody's own"):
                await player(house, mine, stranger).sit(1)
            with pytest.raises(Refused, match="somebody's own"):
                await player(house, mine, stranger).bet(4)
        inspector = Viewer("ines", guest=False, house_roles=frozenset({INSPECTOR}))
        assert (await house.view(others.id, inspector)).signs.id == others.id

    living(tmp_path, live, "practice-crown")


def test_whoever_left_hears_nothing_of_the_next(tmp_path: Path) -> None:
    async def live(house: House, clock: Clock) -> None:
        table = await house.own_tables.take(guest(1), "practice-crown")
        watcher = await house.watch(table.id, guest(1))
        await player(house, table, guest(1)).do(type="go")
        await quiet(house)
        await watcher.take()
        assert watcher not in table.watchers
        assert await house.own_tables.take(guest(2), "practice-crown") is table
        await plays_a_round(player(house, table, guest(2)))
        assert not watcher._pending

    living(tmp_path, live, "practice-crown")


def test_who_has_gone_has_left_and_what_nobody_came_to_is_closed(tmp_path: Path) -> None:
    async def live(house: House, clock: Clock) -> None:
        stays = await house.own_tables.take(guest(1), "practice-crown")
        await house.accounts.order(p.HOUSE, p.OpenAccount("ann", "plays"), clock.now)
        goes = await house.own_tables.take(Viewer("ann", guest=False), "practice-crown")
        await house.watch(stays.id, guest(1))
        await house.clear_seats()
        clock.now += GONE_SECONDS
        await house.clear_seats()
        await quiet(house)
        assert list(stays.run.table.players) == ["guest-1"]
        assert is_closed(goes)
        assert house.own_tables.of("ann") == []
        # Opened, but whoever wanted it never sat down.
        await open_by_house(house, goes)
        await house.clear_seats()
        assert not is_closed(goes)
        clock.now += LEFT_SECONDS
        await house.clear_seats()
        assert is_closed(goes)

    living(tmp_path, live, "practice-crown")


def test_in_a_round_nobody_is_swept_before_it_ends(tmp_path: Path) -> None:
    async def live(house: House, clock: Clock) -> None:
        table = await house.own_tables.take(guest(1), "practice-crown")
        me = player(house, table, guest(1))
        while not table.run.table.in_round:
            await me.bet(4)
            await me.do(type="ready")
        await house.clear_seats()
        for _ in range(40):
            clock.now += GONE_SECONDS
            await house.clear_seats()
            await quiet(house)
            if is_closed(table):
                return
            await house.look_at_clocks()
        raise AssertionError("it was never closed")

    living(tmp_path, live, "practice-crown")


def test_nobody_has_more_than_a_few(tmp_path: Path) -> None:
    """The one longest unplayed and not looked at is left; with all of them on screens, no more."""
    patterns = ["practice-crown", "practice-plus", "practice-hobart", "practice-pontoon"]
    assert len(patterns) == OF_ONE_MOST + 1

    async def live(house: House, clock: Clock) -> None:
        mine = []
        for pattern in patterns[:OF_ONE_MOST]:
            mine.append(await house.own_tables.take(guest(1), pattern))
            clock.now += 1
        await house.watch(mine[0].id, guest(1))
        fourth = await house.own_tables.take(guest(1), patterns[-1])
        await quiet(house)
        assert is_closed(mine[1])
        assert house.own_tables.of("guest-1") == [fourth, mine[2], mine[0]]
        for table in (mine[2], fourth):
            await house.watch(table.id, guest(1))
        with pytest.raises(Refused, match="leave one of them first"):
            await house.own_tables.take(guest(1), patterns[1])
        house.own_tables.most = 3
        with pytest.raises(Refused, match="join others"):
            await house.own_tables.take(guest(2), "practice-crown")

    living(tmp_path, live, *patterns)


@pytest.mark.parametrize("pattern", ["crown", "nowhere", "own-crown-1", ""])
def test_only_what_is_practised_on_the_floor(tmp_path: Path, pattern: str) -> None:
    async def live(house: House, clock: Clock) -> None:
        await house.own_tables.take(guest(1), "practice-crown")
        with pytest.raises(Malformed, match="there is no practice table"):
            await house.own_tables.take(guest(2), pattern)

    living(tmp_path, live, "practice-crown", "crown")


def test_after_a_restart_it_is_still_theirs(tmp_path: Path) -> None:
    async def evening(house: House, clock: Clock) -> None:
        table = await house.own_tables.take(guest(1), "practice-crown")
        await plays_a_round(player(house, table, guest(1)))

    async def morning(house: House, clock: Clock) -> None:
        [table] = house.own_tables.of("guest-1")
        me = player(house, table, guest(1))
        me.sent = 1000  # other commands than those of the evening
        await plays_a_round(me)
        await me.do(type="go")
        await house.own_tables.sweep()
        await quiet(house)
        assert is_closed(house.tables[table.id])

    living(tmp_path, evening, "practice-crown")
    living(tmp_path, morning)


def test_where_pages_may_be_with_another_process_only_idle_tables_are_swept(
    tmp_path: Path,
) -> None:
    async def live(house: House, clock: Clock) -> None:
        table = await house.own_tables.take(guest(1), "practice-crown")
        clock.now += IDLE_SECONDS - 1
        await house.clear_seats()
        assert table.run.table.players
        clock.now += 1
        await house.clear_seats()
        await quiet(house)
        assert is_closed(table)

    living(tmp_path, live, "practice-crown", alone=False)


def test_two_processes_share_the_tables(tmp_path: Path) -> None:
    """Whoever comes to either gets a table that nobody has; what is left is closed once."""

    async def live(one: House, clock: Clock) -> None:
        other = House(open_store(tmp_path, None), clock=clock, alone=False)
        await other.open()
        try:
            came = await asyncio.gather(
                *(
                    house.own_tables.take(guest(n), "practice-crown")
                    for n, house in enumerate((one, other, one, other, one, other))
                )
            )
            assert len({table.id for table in came}) == 6
            for house in (one, other):
                await house._look_round()
                assert all(house.own_tables.of(f"guest-{n}") for n in range(6))
            # Guest 0 came by the one, plays on by the other, and leaves there.
            table = other.tables[came[0].id]
            me = player(other, table, guest(0))
            await plays_a_round(me)
            await me.do(type="go")
            await one._look_round()
            await asyncio.gather(quiet(one), quiet(other))
            for house in (one, other):
                await house._look_round()
                assert is_closed(house.tables[table.id])
            known = set(one.tables)
            again = await one.own_tables.take(guest(9), "practice-crown")
            assert again.id in known, "one that was left, or that nobody has had yet"
        finally:
            await other.close()

    living(tmp_path, live, "practice-crown", alone=False)
