"""Tables linked to one jackpot pool, live in the house: counted, won, given back, verified."""

import asyncio

import msgspec
import pytest

from bythebook.errors import Malformed, Refused
from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.house.tables.running_table import in_hand
from tests.clauses import clause
from tests.house.activities.pool_floor import (
    BLAZING,
    STAR,
    SUPERNOVA,
    Floor,
    Time,
    check,
    opened,
    viewer,
)
from tests.house.log.stores import Place


@clause("star-blackjack-challenge 16.7", "star-blackjack-challenge 16.12")
def test_two_linked_tables_feed_one_meter_and_the_first_to_win_takes_it(place: Place) -> None:
    """12,000 and 1 of 5.00 x 5.5555 % = 27.7775 cents for each of three wagers: 12,000.83. Ann at
    the first table has three sevens of diamonds; Ben at the second then wins from 10,000."""

    async def play() -> None:
        time = Time()
        async with opened(place, time) as floor:
            await floor.people()
            options = {"blazing-7s-stake": "5"}
            await floor.open("challenge", "one", "two", cards="scanned", options=options)
            await floor.pool(BLAZING, "one", "two")
            await floor.sit("one", "ann", 1, "blazing-7s")
            await floor.sit("one", "ben", 2, "blazing-7s")
            await floor.sit("two", "ben", 1, "blazing-7s")
            assert floor.shows("sevens") == {"blazing-7s": 1_200_000}  # nothing is accepted yet
            await floor.deal("one", "7D 9C 7D 7D")
            assert floor.shows("sevens") == {"blazing-7s": 1_200_055}  # 2 x 27.7775 = 55.555
            await floor.deal("two", "7D 7D")
            assert floor.shows("sevens") == {"blazing-7s": 1_200_083}  # 83.3325
            await floor.deal("one", "8C")  # Ann's hand is complete
        async with opened(place, time) as floor:
            pool = floor.state("sevens")
            # 12,000.83 up to what chips of one dollar can pay; the meter starts from 10,000.
            assert [(win.player, win.cents, win.before) for win in pool.wins] == [
                ("ann", 1_200_100, 1_200_083)
            ]
            assert pool.meters["blazing-7s"].micros == 1_000_000 * 10**6
            await floor.deal("two", "7D")
            assert [(win.player, win.cents) for win in floor.state("sevens").wins[1:]] == [
                ("ben", 1_000_000)
            ]
            assert floor.shows("sevens") == {"blazing-7s": 1_000_000}
            for name, table, box in (("ann", "one", 1), ("ben", "one", 2), ("ben", "two", 1)):
                if floor.house.table(table).run.table.in_round:
                    due = floor.house.table(table).projection.parts["due"]
                    if due.what == "decision" and due.player == name:
                        decision = {"type": "Stand", "box": box, "player": name}
                        await floor.do(viewer(name), table, type="decide", command=decision)

    asyncio.run(play())
    check(place)


@clause("star-blackjack-challenge 16.11.1", "star-blackjack-challenge 16.11.4(ii)")
def test_what_was_paid_too_much_in_one_moment_comes_back(place: Place) -> None:
    """12,000.55 and then the 10,000 that the meter was reset to: half of the first is less than
    10,000, so each should have that. Ann was paid 12,001.00: 2,001.00 of it are not hers."""

    async def play() -> None:
        async with opened(place, Time()) as floor:
            await floor.people()
            options = {"blazing-7s-stake": "5"}
            await floor.open("challenge", "one", "two", cards="scanned", options=options)
            await floor.pool(BLAZING, "one", "two")
            for name, table in (("ann", "one"), ("ben", "two")):
                await floor.sit(table, name, 1, "blazing-7s")
            for table in ("one", "two"):
                await floor.deal(table, "7D 7D")
            for table in ("one", "two"):
                await floor.deal(table, "7D")
            paid = [(win.player, win.cents) for win in floor.state("sevens").wins]
            assert paid == [("ann", 1_200_100), ("ben", 1_000_000)]
            for table, name in (("one", "ann"), ("two", "ben")):
                decision = {"type": "Stand", "box": 1, "player": name}
                await floor.do(viewer(name), table, type="decide", command=decision)
                await floor.deal(table, "TS")
            await surveillance(floor, type="determine-simultaneous", wins=[1, 2])
            assert [win.over_cents for win in floor.state("sevens").wins] == [200_100, 0]
            chips = in_hand(floor.house.table("one").run, "ann")
            with pytest.raises(Refused, match="goes back"):
                await floor.do(viewer("ann"), "one", type="cash-out", cents=chips)
            for win in (1, 2):
                await floor.order("sevens", "supervisor", type="mark-paid", win=win)
            with pytest.raises(Refused, match="has chips there"):
                await floor.order("sevens", type="unlink-table", table="one")
            before = (await floor.house.wallet("ann", fresh=True)).cents
            back = {"type": "reclaim-win", "win": 1, "money": "wallet"}
            await floor.order("sevens", "supervisor", **back)
            after = (await floor.house.wallet("ann", fresh=True)).cents
            assert before - after == 200_100
            await floor.do(viewer("ann"), "one", type="cash-out", cents=chips)

    asyncio.run(play())
    check(place)


async def surveillance(floor: Floor, **command: object) -> None:
    order, now = floor.house.accounts.order, floor.house.now
    await order(p.HOUSE, p.OpenAccount("sue"), now)
    await order(p.HOUSE, p.GrantRole("sue", STAR, "surveillance"), now)
    watcher = Viewer("sue", False, frozenset(), {STAR: "surveillance"})
    given = msgspec.json.encode(command)
    await floor.house.affairs.ask("pool/sevens", watcher, given, "determined")


@clause("tasmania-blackjack 24.4.3", "tasmania-blackjack 24.5.3")
def test_a_mystery_is_drawn_by_the_stake_that_reaches_the_hidden_value(place: Place) -> None:
    """Each stake of 2.00 adds 20 cents; the value lies between 100.30 and 100.60: after one, two
    or three of them. Whoever reached it is paid whatever the cards, and a new value is sealed."""

    async def play() -> None:
        time = Time()
        async with opened(place, time) as floor:
            await floor.people()
            sides = ("perfect-pairs", "supernova")
            options = {"supernova-stake": "2"}
            await floor.open(
                "hobart", "one", cards="virtual", side_wagers=sides, options=options,
                layout="C-pairs",
            )  # fmt: skip
            await floor.pool(SUPERNOVA, "one")
            seals = dict(floor.state("nova").seals)
            await floor.sit("one", "ann", 1, "supernova")
            for _ in range(40):
                time.now += 40
                await floor.house.look_at_clocks()
                live = floor.house.table("one")
                if floor.state("nova").wins:
                    break
                if not live.run.table.in_round and not any(
                    w.live for w in (live.run.table.round.wagers if live.run.table.round else ())
                ):
                    await floor.bet("one", "ann", 1, "supernova")
            (win,) = floor.state("nova").wins
            assert win.player == "ann"
            assert win.meters == ("mystery-1",)
            assert win.cents in (10_100, 10_100)  # 100.40 or 100.60, up to the whole dollar
            assert floor.state("nova").seals != seals
            assert floor.shows("nova") == {"mystery-1": 0}

    asyncio.run(play())
    check(place)


def test_what_a_linked_table_may_not_do(place: Place) -> None:
    async def play() -> None:
        async with opened(place, Time()) as floor:
            await floor.people()
            options = {"blazing-7s-stake": "5"}
            await floor.open("challenge", "one", cards="scanned", options=options)
            other = {"blazing-7s-stake": "2.50"}
            await floor.open("challenge", "other", cards="scanned", options=other)
            await floor.open("crown", "crown", cards="scanned")
            await floor.order("sevens", type="make-pool", terms=BLAZING)
            with pytest.raises(Malformed, match="name another"):
                await floor.order("eights", type="make-pool", terms=BLAZING)
            with pytest.raises(Refused, match="does not offer") as no:
                await floor.order("sevens", type="link-table", table="crown")
            assert no.value.clause == "16.2"
            with pytest.raises(Refused, match="stake is another") as no:
                await floor.order("sevens", type="link-table", table="other")
            assert no.value.clause == "16.10.4"
            with pytest.raises(Refused):
                await floor.order("sevens", "dealer", type="link-table", table="one")
            await floor.order("sevens", type="link-table", table="one")
            with pytest.raises(Malformed, match="no table"):
                await floor.order("sevens", type="link-table", table="none")
            with pytest.raises(Malformed, match="no command for people"):
                await floor.order("sevens", type="register", table="one", round=1, wagers=[])
            with pytest.raises(Refused, match="not open"):
                await floor.sit("one", "ann", 1, "blazing-7s")
            await floor.order("sevens", type="open-pool")
            await floor.do(
                viewer("ann"), "one", type="place", box=1, amount=500, wager="blazing-7s"
            )
            await floor.deal("one", "7D")
            before = floor.state("sevens")
            assert floor.shows("sevens") == {"blazing-7s": 1_200_027}
            with pytest.raises(Refused):
                await floor.order("sevens", type="change-terms", terms=BLAZING)
            assert floor.state("sevens") == before

    asyncio.run(play())
    check(place)
