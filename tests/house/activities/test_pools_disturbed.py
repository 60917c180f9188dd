"""Jackpots of several tables when something comes between: failures, exclusions, loss limits."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bythebook.casino.state import DAY_SECONDS, Patron, room_left
from bythebook.errors import Refused
from bythebook.house.activities.patrons.patrons import patron_stream
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
    staff,
    viewer,
)
from tests.house.activities.test_pools import surveillance
from tests.house.log.stores import Place

STAKE = {"blazing-7s-stake": "5"}


def lived(folder: Path, story: Callable[[Floor], Awaitable[None]]) -> None:
    """A story on one store; whatever was done verifies."""
    place = Place(data=folder / "data")

    async def live() -> None:
        async with opened(place, Time()) as floor:
            await floor.people()
            await story(floor)

    asyncio.run(live())
    check(place)
    place.close()


async def sevens(floor: Floor) -> None:
    await floor.open("challenge", "one", "two", cards="scanned", options=STAKE)
    await floor.pool(BLAZING, "one", "two")


async def nova(floor: Floor, **terms: Any) -> None:
    """Two Supernova tables, and one where somebody can be excluded from the casino."""
    await floor.open(
        "hobart", "one", "two", cards="scanned", dealing="device",
        side_wagers=("perfect-pairs", "supernova"), options={"supernova-stake": "2"},
        layout="C-pairs",
    )  # fmt: skip
    await floor.open("challenge", "star", cards="scanned", options=STAKE)
    meter = {**SUPERNOVA["meters"][0], "least_cents": 10_020, "most_cents": 10_020}
    await floor.pool({**SUPERNOVA, "meters": [meter], **terms}, "one", "two")


async def about(floor: Floor, name: str, by: Viewer, **command: Any) -> None:
    floor.asked += 1
    given = json.dumps({"patron": name, **command}).encode()
    await floor.house.affairs.ask(patron_stream(name), by, given, f"p{floor.asked}", "so")


async def exclude(floor: Floor, name: str) -> None:
    await floor.do(staff("supervisor"), "star", why="a device", type="exclude", player=name)
    await floor.house.look_at_clocks()


def room(floor: Floor, name: str) -> int | None:
    patron = floor.house.affairs.state(patron_stream(name))
    assert isinstance(patron, Patron)
    return room_left(patron, floor.time.now)


async def stands(floor: Floor, table: str, name: str) -> None:
    command = {"type": "Stand", "box": 1, "player": name}
    await floor.do(viewer(name), table, type="decide", command=command)


@clause("star-blackjack-challenge 18.17.1")
def test_equipment_that_fails_stops_the_cards_at_every_table_until_wagers_went_back(
    tmp_path: Path,
) -> None:
    """Two of 27.7775 cents each were counted. Nothing is won with them any more: ann's third seven
    of diamonds comes when her wager is hers again."""

    async def story(floor: Floor) -> None:
        await sevens(floor)
        for table, name in (("one", "ann"), ("two", "ben")):
            await floor.sit(table, name, 1, "blazing-7s")
            await floor.deal(table, "7D 7D")
        assert floor.shows("sevens") == {"blazing-7s": 1_200_055}
        await floor.order("sevens", "dealer", type="report-server-failure")
        for table in ("one", "two"):
            with pytest.raises(Refused, match="has failed") as no:
                await floor.deal(table, "7D")
            assert no.value.clause == "18.17.1"
            failure = {"type": "jackpot-failure", "wager": "blazing-7s"}
            await floor.do(staff("dealer"), table, **failure)
            await floor.deal(table, "7D")
        assert floor.shows("sevens") == {"blazing-7s": 1_200_000}
        assert floor.state("sevens").wins == ()
        assert in_hand(floor.house.table("one").run, "ann") == 100_000 - 1_000

    lived(tmp_path, story)


@clause("tasmania-blackjack 6.5:supernova", "tasmania-blackjack 24.5.3")
def test_a_jackpot_that_the_button_drew_is_won_by_whoever_is_excluded_before_the_cards(
    tmp_path: Path,
) -> None:
    """Her stake reaches 100.20 when the button is pressed, which locks all wagers: 101.00 are hers
    when the hand is over, and her blackjack pays. Ben, excluded before that, has no part in it."""

    async def story(floor: Floor) -> None:
        await nova(floor)
        await floor.sit("one", "ann", 1, "supernova")
        await floor.sit("one", "ben", 2)
        await exclude(floor, "ben")
        assert in_hand(floor.house.table("one").run, "ben") == 100_000
        await floor.no_more_bets("one")
        await exclude(floor, "ann")
        assert in_hand(floor.house.table("one").run, "ann") == 100_000 - 1_200
        await floor.deal("one", "AC 9D TC")  # a blackjack, paid at once
        [win] = floor.state("nova").wins
        assert (win.player, win.cents) == ("ann", 10_100)
        assert in_hand(floor.house.table("one").run, "ann") == 100_000 - 200 + 1_500 + 10_100

    lived(tmp_path, story)


@clause("star-blackjack-challenge 1.1:loss-limit", "star-blackjack-challenge 16.11.1")
def test_what_is_paid_on_top_or_handed_back_of_a_jackpot_counts_for_a_loss_limit(
    tmp_path: Path,
) -> None:
    """Ann was paid 12,001.00 and Ben 10,000.00, and each should have had 10,000.00. Of a limit of
    500.00 she has that, her net of 11,986.00, and after she handed 2,001.00 back so much less."""

    async def story(floor: Floor) -> None:
        await sevens(floor)
        limit = {"type": "set-limit", "book": STAR, "cents": 50_000, "days": 1}
        await about(floor, "ann", viewer("ann"), **limit)
        for table, name in (("one", "ann"), ("two", "ben")):
            await floor.sit(table, name, 1, "blazing-7s")
            await floor.deal(table, "7D 7D")
        for table, name in (("one", "ann"), ("two", "ben")):
            await floor.deal(table, "7D")
            await stands(floor, table, name)
            await floor.deal(table, "TS")  # 14 against 17
        await surveillance(floor, type="determine-simultaneous", wins=[1, 2])
        won = 1_200_100 - 500 - 1_000
        assert room(floor, "ann") == 50_000 + won
        back = {"type": "reclaim-win", "win": 1, "money": "wallet"}
        await floor.order("sevens", "supervisor", **back)
        assert room(floor, "ann") == 50_000 + won - 200_100

    lived(tmp_path, story)


@clause("star-blackjack-challenge 1.1:loss-limit", "star-blackjack-challenge 20.3")
def test_what_was_too_much_is_handed_back_in_a_later_period_whatever_is_left(
    tmp_path: Path,
) -> None:
    """It is no wager, and was won in the period before: 500.00 are left before it and after it."""

    async def story(floor: Floor) -> None:
        await sevens(floor)
        limit = {"type": "set-limit", "book": STAR, "cents": 50_000, "days": 1}
        await about(floor, "ann", viewer("ann"), **limit)
        for table, name in (("one", "ann"), ("two", "ben")):
            await floor.sit(table, name, 1, "blazing-7s")
            await floor.deal(table, "7D 7D")
        for table, name in (("one", "ann"), ("two", "ben")):
            await floor.deal(table, "7D")
            await stands(floor, table, name)
            await floor.deal(table, "TS")
        await surveillance(floor, type="determine-simultaneous", wins=[1, 2])
        floor.time.now += DAY_SECONDS
        assert room(floor, "ann") == 50_000
        back = {"type": "reclaim-win", "win": 1, "money": "cash"}
        await floor.order("sevens", "supervisor", **back)
        assert room(floor, "ann") == 50_000

    lived(tmp_path, story)


# Rounds and payments that are put right


async def limited(floor: Floor) -> None:
    """Ann may lose 500.00 a day, and has lost 100.00."""
    await floor.open("challenge", "one", cards="scanned", options=STAKE)
    limit = {"type": "set-limit", "book": STAR, "cents": 50_000, "days": 1}
    await about(floor, "ann", viewer("ann"), **limit)
    await floor.do(viewer("ann"), "one", type="join", box=1)
    await floor.do(viewer("ann"), "one", type="buy-chips", cents=200_000)
    await floor.do(viewer("ann"), "one", type="place", box=1, amount=10_000)
    await floor.deal("one", "TC TD 9C")
    await stands(floor, "one", "ann")
    await floor.deal("one", "TH")
    assert room(floor, "ann") == 40_000


@clause("star-blackjack-challenge 1.1:loss-limit", "star-blackjack-challenge 20.9.1")
@pytest.mark.parametrize(("later", "left"), [(DAY_SECONDS - 1, 50_000), (DAY_SECONDS, 50_000)])
def test_a_round_made_void_counts_in_the_period_in_which_it_was_lost(
    tmp_path: Path, later: int, left: int
) -> None:
    """In the last second of the day there is room for 100.00 more; a second later all of the limit
    is there already, and nothing comes on top of it."""

    async def story(floor: Floor) -> None:
        await limited(floor)
        floor.time.now += later
        void: dict[str, Any] = {"type": "invalidate", "clause": "20.9.1", "forfeits": []}
        await floor.do(staff("supervisor"), "one", why="a fire", **void)
        assert room(floor, "ann") == left
        assert in_hand(floor.house.table("one").run, "ann") == 200_000

    lived(tmp_path, story)


@clause("star-blackjack-challenge 1.1:loss-limit", "star-blackjack-challenge 18.8")
def test_a_card_put_right_the_day_after_gives_no_room_for_that_day(tmp_path: Path) -> None:
    """The last card was a seven and no ten: 19 beats 17, and 100.00 lost are 100.00 won."""

    async def story(floor: Floor) -> None:
        await limited(floor)
        floor.time.now += DAY_SECONDS
        entry: dict[str, Any] = {"type": "correct-entry", "was": "TH", "cards": ["7H"]}
        await floor.do(staff("supervisor"), "one", **entry)
        assert in_hand(floor.house.table("one").run, "ann") == 210_000
        assert room(floor, "ann") == 50_000

    lived(tmp_path, story)


@clause("star-blackjack-challenge 1.1:loss-limit", "star-blackjack-challenge 18.18.2")
@pytest.mark.parametrize("cents", [20_000, -20_000])
@pytest.mark.parametrize(("later", "left"), [(0, 40_000), (DAY_SECONDS, 50_000)])
def test_a_payment_that_was_wrong_is_owed_and_no_wager_was_won_or_lost_by_it(
    tmp_path: Path, cents: int, later: int, left: int
) -> None:
    """Found and put right, too much or too little, on the same day or the next."""

    async def story(floor: Floor) -> None:
        await limited(floor)
        floor.time.now += later
        found: dict[str, Any] = {"type": "find-payment-error", "player": "ann", "cents": cents}
        await floor.do(staff("supervisor"), "one", **found)
        assert room(floor, "ann") == left
        assert in_hand(floor.house.table("one").run, "ann") == 190_000 + cents
        await floor.do(staff("supervisor"), "one", type="rectify", error=1, how="rectified")
        assert room(floor, "ann") == left
        assert in_hand(floor.house.table("one").run, "ann") == 190_000

    lived(tmp_path, story)
