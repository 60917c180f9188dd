"""Logs that earlier versions wrote: every one is clean, and the house goes on from where it stood.

They lie in `tests/logs`, which also says how they came about.
"""

import asyncio
import hashlib
import re
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec
import pytest

from bythebook.casino.commands import Exclude, Readmit, SetLimit
from bythebook.casino.state import Coming, Patron
from bythebook.house.activities.patrons.patrons import patron_stream
from bythebook.house.activities.tournaments.tournaments import TournamentState
from bythebook.house.log.choosing import open_store
from bythebook.house.log.store import Store, whole_log
from bythebook.house.service import House
from bythebook.house.tables import requests as r
from bythebook.house.verify.beside import Beside
from bythebook.house.verify.verifying import Report, verify
from bythebook.jackpots.state import Pool
from bythebook.promotions import Promotion
from bythebook.promotions import commands as c
from bythebook.table import orders as o
from bythebook.table.people.protection import room_here
from tests.clauses import clause
from tests.house.log.stores import Place
from tests.house.tables.felt import Chance
from tests.logs import casino as casinos
from tests.logs import shapes
from tests.logs.cups import LEFT, Cup
from tests.logs.floor import Time, Walk
from tests.logs.jackpots import Desk, PoolWalk
from tests.logs.kept import Kept, fill, head_text, kept_logs, lay_out
from tests.logs.offers import SCRUTINEER, PromotionWalk
from tests.promotions.offers import NONE_OF
from tests.table.any_orders import PEOPLE

LOGS = kept_logs()
SEED = "played on"
# Of each log, how much was decided before our rules were mended and would not be today, and a
# digest of it. Whoever mends a rule and changes one sees first that `verify` names what it should.
EARLIER = {
    "0.1.0-jackpots.sql": (7, "c2a12cf0cc25"),
    "0.1.0-jackpots.sqlite": (2, "663d085d459e"),
    "0.1.0-promotions.sql": (1, "f83b8947193b"),
    "0.1.0-promotions.sqlite": (2, "82625b3bc313"),
    "0.1.0-tables.sql": (118, "c454f879f0cd"),
    "0.1.0-tables.sqlite": (124, "952944dba576"),
    "0.1.0-tournaments.sql": (116, "f13b25c46e7e"),
    "0.1.0-tournaments.sqlite": (112, "b4f3cbeb1e44"),
    "0.2.dev-casino.sql": (0, "4f53cda18c2b"),
    "0.2.dev-casino.sqlite": (0, "4f53cda18c2b"),
}


@pytest.fixture(params=LOGS, ids=str)
def kept(request: pytest.FixtureRequest) -> Kept:
    found = request.param
    assert isinstance(found, Kept)
    return found


@pytest.fixture
def old(kept: Kept, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """A copy of the log, in a store of its kind."""
    if kept.in_sqlite:
        lay_out(kept, tmp_path / "data")
        place = Place(data=tmp_path / "data")
    else:
        address = request.getfixturevalue("postgres").emptied_database()
        fill(kept, address)
        place = Place(database=address)
    yield place
    place.close()


def decided_earlier(report: Report) -> tuple[int, str]:
    """Without the words in which a revision says why, or a refusal its reason."""
    told = [
        (one.position, one.was, one.would_be.partition("refused: ")[:2], one.cents)
        for one in report.earlier
    ]
    digest = hashlib.sha256(msgspec.json.encode(told, order="deterministic"))
    return len(told), digest.hexdigest()[:12]


def test_an_old_log_is_clean_and_ends_where_it_did(kept: Kept, old: Place) -> None:
    """Clean but for what was decided before our rules were mended, which is no fault; and the
    same where others help, who look at the tables beside."""
    report = verify(old.open(read_only=True))
    assert (report.fault, report.unreadable) == (None, None)
    assert decided_earlier(report) == EARLIER[str(kept)]
    assert head_text(report.head) == kept.head
    if old.data is not None:
        open_log = partial(open_store, old.data, None, True)
        with closing(open_log()) as store, ThreadPoolExecutor(1) as pool:
            assert verify(store, beside=Beside(open_log, pool)) == report


def test_an_old_log_is_played_on(kept: Kept, old: Place) -> None:
    before = old.open(read_only=True).head().position
    asyncio.run(go_on(old.open(), GOING_ON[kept.house]))
    report = verify(old.open(read_only=True))
    assert (report.fault, report.unreadable) == (None, None)
    assert decided_earlier(report) == EARLIER[str(kept)]  # what is played now is by today's rules
    assert report.head.position > before


def test_an_old_log_says_the_same_without_its_snapshots(old: Place) -> None:
    known: list[dict[str, object]] = []

    async def look(house: House, time: Time) -> None:
        tables: dict[str, object] = {live.stream: live.run for live in house.tables.values()}
        affairs = [family.states for family in house.affairs.families.values()]
        known.append(tables | {stream: of[stream] for of in affairs for stream in of})

    asyncio.run(go_on(old.open(), look))
    assert old.behind_its_back("SELECT count(*) FROM snapshots")[0][0] > 0
    old.behind_its_back("DELETE FROM snapshots")
    asyncio.run(go_on(old.open(), look))
    assert known[0] == known[1]


@clause("star-blackjack-challenge 20.3")
def test_a_loss_limit_from_before_the_casino_kept_them_still_binds(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Cal's 50.00, at one table: also once the casino hears of cal for another reason, and until
    there is a limit for the casino. Whoever opens the house is told of it."""
    kept = next(kept for kept in LOGS if str(kept) == "0.1.0-jackpots.sqlite")
    lay_out(kept, tmp_path / "data")
    old = Place(data=tmp_path / "data")

    async def limited(house: House, time: Time) -> None:
        walk = Walk(house, time, "two", SEED)
        await walk.sit()
        book, desk = walk.live.run.terms.book, Desk(house, patron_stream("cal"), SEED)
        for command in (Exclude("cal", book=book), Readmit("cal", book=book)):
            assert await desk.give(walk.top, command)
        await walk.passes(1)
        assert walk.state.standing_of("cal").limit == 5_000
        # 30.00 of it lie there, 20.00 are left; what is taken off may be staked again.
        assert room_here(walk.state, "cal") == 2_000
        assert await walk.give("cal", r.UndoBets())
        assert not await walk.give("cal", o.Place(3, "cal", 5_500))
        assert await walk.give("cal", o.Place(3, "cal", 5_000))
        assert await walk.give("cal", r.UndoBets())
        assert await desk.give("cal", SetLimit("cal", 6_000, book=book))
        assert await walk.give("cal", o.Place(3, "cal", 5_500))

    asyncio.run(go_on(old.open(), limited))
    assert "cal set a loss limit at table two alone" in caplog.text
    report = verify(old.open(read_only=True))
    assert report.outcome in ("clean", "earlier"), report.fault
    old.close()


def test_each_store_has_every_kind_of_stream_in_an_old_log() -> None:
    """The files say of which house they are; what such a house has is looked at below."""
    for end in (True, False):
        assert {kept.house for kept in LOGS if kept.in_sqlite is end} == set(GOING_ON)
    assert all(kept.head for kept in LOGS)


def test_all_that_can_be_logged_has_the_shape_that_is_written_down() -> None:
    assert shapes.written() == shapes.FILE.read_text(encoding="utf-8"), (
        "the shape of something that is logged has changed: old logs need an upcaster, and logs of "
        "this version must be added to tests/logs (see its README.md); then write the shapes anew: "
        "python -m tests.logs.shapes"
    )


# Going on

Going = Callable[[House, Time], Awaitable[None]]


async def go_on(store: Store, going: Going) -> None:
    """The house opens again, some time after it closed."""
    time = Time(last_moment(store))
    house = House(store, clock=time, entropy=Chance(SEED))
    await house.open()
    try:
        await going(house, time)
    finally:
        await house.close()


def last_moment(store: Store) -> int:
    """When something last happened in it."""
    return max(int(at) for row in whole_log(store) for at in re.findall(rb'"at":(\d+)', row.data))


async def tables(house: House, time: Time) -> None:
    """The round in mid-play is finished, and another one is played."""
    left = [table for table in house.tables if table.startswith("left-")]
    assert len(left) == 20  # ten games, with virtual and with real cards
    for table in left:
        walk = Walk(house, time, table, SEED)
        before = walk.state.rounds
        assert await walk.finish(), table
        await walk.sit()
        await walk.begin()
        assert await walk.finish(), table
        assert walk.state.rounds >= before + 1, table


async def jackpots(house: House, time: Time) -> None:
    """The linked tables play on, and what they stake is counted."""
    pools = house.affairs.all_of("pool")
    assert len(pools) == 3
    for stream, pool in pools.items():
        assert isinstance(pool, Pool)
        walk = PoolWalk(house, time, msgspec.to_builtins(pool.terms), SEED)
        walk.walks = [Walk(house, time, table, SEED) for table in pool.tables]
        version = house.affairs.families[stream].version
        for table in walk.walks:
            await table.finish()
            await table.sit()
            await table.begin()
            await table.finish()
        assert house.affairs.families[stream].version > version, stream


async def tournaments(house: House, time: Time) -> None:
    """The hand in mid-play is finished at every table, and the next one begins."""
    left = [held for stream, held in house.affairs.all_of("tournament").items() if LEFT in stream]
    assert len(left) == 10  # five formats, with virtual and with real cards
    for held in left:
        assert isinstance(held, TournamentState)
        cup = Cup(house, time, held.course.terms, SEED)
        assert held.course.playing
        for table in held.course.playing:
            hand = cup.run(table).session.hand
            for _ in range(200):
                if cup.run(table).over or cup.run(table).session.hand > hand:
                    break
                await cup.move(table)
            else:
                pytest.fail(f"{held.course.terms.id} {table} does not go on")


async def promotions(house: House, time: Time) -> None:
    """What was open is closed and drawn; what was drawn is claimed."""
    found = house.affairs.all_of("promotion")
    for stream, state in found.items():
        assert isinstance(state, Promotion)
        id = stream.partition("/")[2]
        walk = PromotionWalk(house, time, state.terms.book, id, SEED)
        if id.startswith("open-"):
            assert await walk.give(c.Close())
            await walk.give(c.Confirm(NONE_OF))  # which today's rules ask for before a draw
            await walk.give(c.Attend(), SCRUTINEER)
            assert await walk.give(c.Draw())
        elif id.startswith("drawn-"):
            before = house.affairs.families[stream].version
            await walk.claimed()
            assert house.affairs.families[stream].version > before
        elif id.startswith("draft-"):
            await walk.give(c.Lodge())


async def casino(house: House, time: Time) -> None:
    """Whoever was excluded is out, the token that lay is accounted for, and people come again."""
    excluded, limited, holder = PEOPLE
    walk = Walk(house, time, casinos.LEFT, SEED)
    assert house.turned_away(excluded) is not None
    assert not await walk.give(excluded, r.Join(1))
    before = patron_of(house, holder)
    assert before.staked(f"table/{casinos.LEFT}") == 2500
    assert await walk.finish()
    after = patron_of(house, holder)
    assert after.staked(f"table/{casinos.LEFT}") == 0
    moved = after.held - before.held + sum(one.taken for one in after.lots)
    assert moved - sum(one.taken for one in before.lots) == 2500
    limit = patron_of(house, limited).limit
    assert limit is not None
    assert limit.coming == Coming(40_000, 7)  # more than before: from the next period on
    desk = Desk(house, patron_stream(excluded), SEED)
    assert await desk.give(walk.top, Readmit(excluded, book="crown-blackjack"))
    await walk.sit()
    await walk.begin()
    assert await walk.finish()
    assert excluded in walk.state.players


def patron_of(house: House, name: str) -> Patron:
    state = house.affairs.state(patron_stream(name))
    assert isinstance(state, Patron)
    return state


GOING_ON: dict[str, Going] = {
    "tables": tables,
    "jackpots": jackpots,
    "tournaments": tournaments,
    "promotions": promotions,
    "casino": casino,
}
