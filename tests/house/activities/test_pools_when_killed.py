"""Many linked tables in two processes that die in the middle of jackpots: a meter is its seed and
its contributions less what was won, exactly, and every winner is paid once."""

import asyncio
import itertools
import json
import signal
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from typer.testing import CliRunner

from bythebook.cli import app
from bythebook.house.log.store import Store, whole_log
from bythebook.house.money.ledger import chips_account
from bythebook.house.service import House
from bythebook.house.verify.verifying import Replayer, first_fault, verify
from bythebook.jackpots.state import Pool
from tests.house.activities.pool_counters import Counted, count
from tests.house.activities.pool_floor import BLAZING, Floor, Time, check
from tests.house.activities.pool_players import POOL, Plan, When, furnish, play, player_of
from tests.house.activities.pool_sums import MICROS, Sums
from tests.house.log.stores import Place, check_store
from tests.house.log.writers import Work, start

BOXES = 7


class Size(msgspec.Struct, frozen=True):
    tables: int
    rounds: int  # at every table
    lives: int  # each process dies at the end of each
    strike: int  # at this jackpot, and the other process at the next one
    between: tuple[int, int]  # cents, where the mystery is won

    @property
    def contributions(self) -> int:
        return self.tables * self.rounds * BOXES


# Each round adds 5.25 to the mystery: one in two to six rounds wins it, or one in twenty to sixty.
SOME = Size(tables=20, rounds=15, lives=4, strike=3, between=(1_000, 3_000))
MORE = Size(tables=40, rounds=60, lives=12, strike=10, between=(3_000, 9_000))
MANY = Size(tables=200, rounds=715, lives=30, strike=40, between=(10_000, 30_000))


def test_linked_tables_in_two_processes_that_are_killed_pay_every_jackpot_once(
    place: Place,
) -> None:
    live_and_die(place, SOME)


@pytest.mark.slow
def test_forty_linked_tables_in_processes_that_are_killed_again_and_again(place: Place) -> None:
    live_and_die(place, MORE)


@pytest.mark.overnight
def test_two_hundred_linked_tables_count_a_million(place: Place) -> None:
    """Without the cards: with them it takes hours."""
    assert MANY.contributions >= 10**6
    count_and_die(place, MANY)


def live_and_die(place: Place, size: Size) -> Sums:
    tables = lives(place, size, play)
    return check_sums(place, tables, size)


def count_and_die(place: Place, size: Size) -> None:
    lives(place, size, count)
    store = place.open()
    counted = Counted(store, BOXES)
    assert counted.contributions == size.contributions
    assert set(counted.rounds.values()) == {size.rounds}
    assert Counter(counted.won) == Counter(counted.recorded)
    assert len({prize[:4] for prize in counted.won}) == len(counted.won) > size.lives
    pool = asyncio.run(pool_of(place))
    assert {name: meter.micros for name, meter in pool.meters.items()} == counted.meters
    assert [(w.table, w.round, w.box, *w.meters, w.cents) for w in pool.wins] == counted.recorded
    assert check_store(store) is None


def lives(place: Place, size: Size, work: Work) -> tuple[str, ...]:
    """Do it all in two processes which are killed again and again; says at which tables."""
    tables = tuple(f"t{number}" for number in range(size.tables))
    asyncio.run(furnish(place, tables, size.between))
    moments: Iterator[When] = itertools.cycle(("before", "during", "after"))
    killed: Counter[When] = Counter()
    for life in range(size.lives):
        goal, when = size.rounds * (life + 1) // size.lives, next(moments)
        killed[when] += run_both(place, tables, f"life{life}", goal, size.strike, when, work)
    assert min(killed[when] for when in ("before", "during", "after")) > 0
    assert run_both(place, tables, "last", size.rounds, work=work) == 0
    return tables


async def pool_of(place: Place) -> Pool:
    house = House(place.open())
    await house.open()
    try:
        pool = house.affairs.state(f"pool/{POOL}")
        assert isinstance(pool, Pool)
        return pool
    finally:
        await house.close()


def run_both(
    place: Place,
    tables: tuple[str, ...],
    name: str,
    rounds: int,
    strike: int = 0,
    when: When = "before",
    work: Work = play,
) -> int:
    """Two processes on one log, a tenth of the tables served by both; says how many were killed."""
    shared, rest = tables[: len(tables) // 10], tables[len(tables) // 10 :]
    running = []
    for number in range(2):
        plan = Plan(
            name=f"{name}-{number}",
            tables=(*shared, *rest[number::2]),
            boxes=BOXES,
            rounds=rounds,
            strike=strike + number if strike else 0,
            when=when,
        )
        process, line = start(work, place, plan.name)
        line.send(msgspec.json.encode(plan))
        running.append((process, line))
    ended = []
    for process, line in running:
        process.join()
        ended.append(process.exitcode)
        line.close()
        process.close()
    assert set(ended) <= {0, -signal.SIGKILL}
    return ended.count(-signal.SIGKILL)


def check_sums(place: Place, tables: tuple[str, ...], size: Size) -> Sums:
    """The tables' own rows, the pool, the ledger and `bythebook jackpots` say the same."""
    store = place.open()
    sums = Sums(store, BOXES)
    assert sums.contributions == size.contributions
    assert sums.tied
    assert len(sums.prizes) == len({prize[:4] for prize in sums.prizes}) > size.lives
    asyncio.run(check_house(place, sums, tables))
    check_command(place, sums)
    report = verify(store)
    assert report.clean, report
    assert report.rounds == sum(sums.rounds.values())
    return sums


async def check_house(place: Place, sums: Sums, tables: tuple[str, ...]) -> None:
    house = House(place.open())
    await house.open()
    try:
        pool = house.affairs.state(f"pool/{POOL}")
        assert isinstance(pool, Pool)
        assert {name: meter.micros for name, meter in pool.meters.items()} == sums.meters
        for table in tables:
            chips = house.table(table).run.table.chips
            assert chips == {player_of(table): sums.net[player_of(table)]}
    finally:
        await house.close()


def check_command(place: Place, sums: Sums) -> None:
    where = ["--data", str(place.data)] if place.data else ["--database", str(place.database)]
    told = CliRunner().invoke(app, ["jackpots", "--json", *where])
    assert told.exit_code == 0, told.output
    (pool,) = json.loads(told.stdout)
    for meter in pool["meters"]:
        micros = round(float(meter["comes to"]) * 100)
        assert meter["agrees"]
        assert micros == sums.meters[meter["meter"]] // MICROS
        assert meter["contributions"] == sums.contributions
    assert sum(meter["wins"] for meter in pool["meters"]) == len(sums.prizes)


# In the same instant


def test_hits_in_the_same_instant_are_in_one_order_and_each_has_the_meter_as_it_is_then(
    place: Place,
) -> None:
    """Five hands of three sevens of diamonds are completed at once, at five tables in two houses on
    one log. Five stakes of 5.00 at 5.5555 % are 1.388875: the first takes 12,001.38 as 12,001.50
    (chips of 1.00 and 2.50), the others the 10,000 it starts again from."""
    tables = [f"t{number}" for number in range(5)]

    async def evening() -> None:
        time = Time()
        houses = [House(place.open(), clock=time, alone=False) for _ in range(2)]
        first, second = (Floor(house, time) for house in houses)
        await houses[0].open()
        await first.people()
        options = {"blazing-7s-stake": "5"}
        await first.open("challenge", *tables, cards="scanned", options=options)
        await first.pool(BLAZING, *tables)
        for number, table in enumerate(tables):
            await first.sit(table, ("ann", "ben")[number % 2], 1, "blazing-7s")
            await first.deal(table, "7D 7D")
        await houses[1].open()
        second.asked = 10_000
        await asyncio.gather(
            *((first, second)[number % 2].deal(table, "7D") for number, table in enumerate(tables))
        )
        await houses[0]._look_round()
        pool = first.state("sevens")
        assert [win.cents for win in pool.wins] == [1_200_150, *[1_000_000] * 4]
        assert [win.before for win in pool.wins] == [1_200_138, *[1_000_000] * 4]
        assert sorted(win.table for win in pool.wins) == tables
        assert first.shows("sevens") == {"blazing-7s": 1_000_000}
        for house in houses:
            await house.close()

    asyncio.run(evening())
    check(place)
    check_paid_once(place.open(), tables)


def check_paid_once(store: Store, tables: list[str]) -> None:
    """In the ledger each has the chips bought, less the stakes, and one prize; the rounds are not
    over, so what a table has paid is still in its round."""
    replayer = Replayer()
    assert first_fault(whole_log(store), replayer, to_the_end=False) is None
    won = 0
    for table, name in zip(tables, itertools.cycle(("ann", "ben"))):
        round_ = replayer.tables[table].run.table.round
        assert round_ is not None
        prize = [row.paid for row in round_.rows if row.wager == "blazing-7s"]
        assert len(prize) == 1
        won += prize[0]
        assert replayer.ledger.balance(chips_account(name, table)) == 100_000
    assert won == 1_200_150 + 4 * 1_000_000
