"""A linked table when something comes between: its jackpot closes or fails, it is taken off, it is
closed and opened again, a round is void, a prize waits for approval. Nobody is stuck for good."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from bythebook.errors import Malformed, Refused
from bythebook.house.tables.running_table import in_hand, setup_of
from bythebook.table.orders import Setup
from tests.clauses import clause
from tests.house.activities.pool_floor import (
    BLAZING,
    SUPERNOVA,
    Floor,
    Time,
    check,
    opened,
    staff,
    viewer,
)
from tests.house.log.stores import Place

STAKE_5 = {"blazing-7s-stake": "5"}
ACES: dict[str, Any] = {
    "id": "aces",
    "title": "Aces",
    "book": "star-baceball",
    "game": "baceball",
    "wager": "jackpot",
    "stake_cents": 500,
    "approvals": {"rate": "A 1", "seed": "A 1", "retained": "A 2"},
    "meters": [
        {
            "name": "baceball-major",
            "seed_cents": 10_000_000,
            "reset_cents": 10_000_000,
            "rate_ppm": 60_000,
        },
        {
            "name": "baceball-minor",
            "seed_cents": 1_000_000,
            "reset_cents": 1_000_000,
            "rate_ppm": 40_000,
        },
    ],
    "options": {"jackpot-stake": "5"},
}


def live(place: Place, play: Callable[[Floor], Awaitable[None]]) -> None:
    """One evening, then the log is verified."""

    async def evening() -> None:
        async with opened(place, Time()) as floor:
            await floor.people()
            await play(floor)

    asyncio.run(evening())
    check(place)


async def sevens(floor: Floor, cards: Any = "scanned", *tables: str) -> None:
    ids = tables or ("one",)
    await floor.open("challenge", *ids, cards=cards, options=STAKE_5)
    await floor.pool(BLAZING, *ids)


async def nova(floor: Floor, cards: Any = "scanned", **terms: Any) -> None:
    await floor.open(
        "hobart",
        "one",
        cards=cards,
        dealing="device",
        side_wagers=("perfect-pairs", "supernova"),
        options={"supernova-stake": "2"},
        layout="C-pairs",
    )
    await floor.pool({**SUPERNOVA, **terms}, "one")


def wagers(floor: Floor, table: str = "one") -> list[tuple[int, str]]:
    round_ = floor.house.table(table).run.table.round
    return [(w.box, w.kind) for w in round_.wagers if w.live] if round_ is not None else []


async def pass_time(floor: Floor, seconds: int) -> None:
    floor.time.now += seconds
    await floor.house.look_at_clocks()


# Closed, failed, taken off


@pytest.mark.parametrize("cards", ["scanned", "virtual"])
def test_wagers_that_a_closed_jackpot_will_not_take_come_off_before_the_first_card(
    place: Place, cards: str
) -> None:
    async def play(floor: Floor) -> None:
        await sevens(floor, cards)
        await floor.sit("one", "ann", 1, "blazing-7s")
        await floor.sit("one", "ben", 2)
        await floor.order("sevens", type="close-pool")
        assert (1, "blazing-7s") in wagers(floor)
        if cards == "scanned":
            await floor.deal("one", "9C 9D 8C")
        else:
            await pass_time(floor, 10)
        table = floor.house.table("one").run.table
        assert table.rounds + table.in_round >= 1  # the round has begun, if it is not over
        assert (1, "blazing-7s") not in wagers(floor)
        assert floor.shows("sevens") == {"blazing-7s": 1_200_000}

    live(place, play)


@clause("star-blackjack-challenge 18.17.1", "star-blackjack-challenge 18.17.2")
def test_a_failure_before_the_first_card_gives_the_wagers_back_and_a_supervisor_decides(
    place: Place,
) -> None:
    async def play(floor: Floor) -> None:
        await sevens(floor, "virtual")
        await floor.sit("one", "ann", 1, "blazing-7s")
        await floor.order("sevens", "dealer", type="report-server-failure")
        await pass_time(floor, 10)
        assert wagers(floor) == [(1, "main")]
        held = floor.house.table("one").held_by
        assert isinstance(held, Refused)
        assert held.clause == "18.17.2"  # without it the round goes on if a supervisor says so
        await floor.do(staff("supervisor"), "one", type="suspend-wager", wager="blazing-7s")
        await pass_time(floor, 10)
        table = floor.house.table("one").run.table
        assert table.in_round or table.rounds == 1
        assert floor.shows("sevens") == {"blazing-7s": 1_200_000}
        while floor.house.table("one").run.table.in_round:
            await pass_time(floor, 40)
        await floor.order("sevens", "supervisor", type="server-back")
        await floor.do(staff("supervisor"), "one", type="resume-wager", wager="blazing-7s")
        await floor.bet("one", "ann", 1, "blazing-7s")
        await pass_time(floor, 10)
        assert floor.shows("sevens") == {"blazing-7s": 1_200_027}

    live(place, play)


@clause("star-blackjack-challenge 18.17.1")
def test_a_failure_in_the_middle_of_a_round_gives_back_what_was_counted(place: Place) -> None:
    """Virtual cards: nobody need say it at the table."""

    async def play(floor: Floor) -> None:
        await sevens(floor, "virtual")
        for _ in range(40):  # until a round waits for somebody
            await floor_bet(floor)
            await pass_time(floor, 10)
            if floor.house.table("one").run.table.in_round:
                break
        before = floor.state("sevens").meters["blazing-7s"].contributed
        await floor.order("sevens", "dealer", type="report-server-failure")
        await pass_time(floor, 40)
        after = floor.state("sevens").meters["blazing-7s"].contributed
        assert before - after == 500 * 55_555

    live(place, play)


async def floor_bet(floor: Floor) -> None:
    if "ann" not in floor.house.table("one").run.table.players:
        await floor.sit("one", "ann", 1, "blazing-7s")
    else:
        await floor.bet("one", "ann", 1, "blazing-7s")


def test_a_failure_at_a_table_of_real_cards_is_told_and_reported_there(place: Place) -> None:
    async def play(floor: Floor) -> None:
        await sevens(floor)
        await floor.sit("one", "ann", 1, "blazing-7s")
        await floor.order("sevens", "dealer", type="report-server-failure")
        with pytest.raises(Refused, match="has failed") as no:
            await floor.deal("one", "9C")
        assert no.value.clause == "18.17.1"
        await floor.do(staff("dealer"), "one", type="jackpot-failure", wager="blazing-7s")
        assert wagers(floor) == [(1, "main")]
        await floor.do(staff("supervisor"), "one", type="suspend-wager", wager="blazing-7s")
        await floor.deal("one", "9C")
        assert floor.house.table("one").run.table.in_round

    live(place, play)


def test_a_table_is_not_taken_off_while_jackpot_wagers_lie_there(place: Place) -> None:
    async def play(floor: Floor) -> None:
        await sevens(floor)
        unlink = {"type": "unlink-table", "table": "one"}
        await floor.sit("one", "ann", 1, "blazing-7s")
        with pytest.raises(Refused, match="lie there"):
            await floor.order("sevens", **unlink)
        await floor.deal("one", "9C 9D 9H")
        with pytest.raises(Refused, match="lie there"):
            await floor.order("sevens", **unlink)
        stand = {"type": "Stand", "box": 1, "player": "ann"}
        await floor.do(viewer("ann"), "one", type="decide", command=stand)
        await floor.deal("one", "8C")
        assert not floor.house.table("one").run.table.in_round
        with pytest.raises(Refused, match="still be put right") as no:
            await floor.order("sevens", **unlink)
        assert no.value.clause == "18.17.1"
        await floor.bet("one", "ann", 1)  # without the jackpot's wager
        await floor.deal("one", "9C")
        await floor.order("sevens", **unlink)
        assert floor.state("sevens").tables == {}
        await floor.order("sevens", type="link-table", table="one")

    live(place, play)


@clause("star-blackjack-challenge 16.10.2")
def test_a_linked_table_closes_and_opens_again_as_it_was_linked(place: Place) -> None:
    async def play(floor: Floor) -> None:
        await sevens(floor)
        manager = staff("manager")
        with pytest.raises(Refused, match="linked to a jackpot") as no:
            await floor.do(
                manager,
                "one",
                type="change-game",
                game="blackjack-challenge",
                side_wagers=["any-pairs"],
            )
        assert no.value.clause == "16.10.2"
        await floor.do(manager, "one", type="close")
        setup = floor.house.table("one").run.terms.setup
        other = {**to_plain(setup), "options": {**setup.options, "blazing-7s-stake": "2.50"}}
        with pytest.raises(Refused, match="as it was linked"):
            await floor.do(manager, "one", type="open", setup=other)
        await floor.do(manager, "one", type="open-now")
        assert floor.house.table("one").run.table.phase == "open"
        for act in ("shuffle", "burn"):
            await floor.do(staff("dealer"), "one", type=act)
        await floor.sit("one", "ann", 1, "blazing-7s")
        await floor.deal("one", "9C")
        assert floor.shows("sevens") == {"blazing-7s": 1_200_027}

    live(place, play)


# Void rounds


@clause("star-blackjack-challenge 18.8:void")
def test_a_void_round_takes_its_stakes_off_the_meter_again(place: Place) -> None:
    async def play(floor: Floor) -> None:
        await sevens(floor, "scanned", "one", "two")
        await floor.sit("one", "ann", 1, "blazing-7s")
        await floor.sit("two", "ben", 1, "blazing-7s")
        await floor.deal("one", "9C")
        await floor.deal("two", "9C")
        assert floor.shows("sevens") == {"blazing-7s": 1_200_055}
        void = {"type": "void-round", "clause": "18.8:void"}
        await floor.do(staff("supervisor"), "one", why="cards fell", **void)
        assert floor.shows("sevens") == {"blazing-7s": 1_200_027}  # ben's alone
        account = floor.state("sevens").meters["blazing-7s"]
        assert account.contributed == 500 * 55_555

    live(place, play)


@clause("star-baceball 12.12", "star-baceball 12.12.1")
def test_a_stake_that_is_carried_over_counts_once_and_goes_back_when_its_player_leaves(
    place: Place,
) -> None:
    """5.00 at 6 % and 4 %: 30 and 20 cents."""

    async def play(floor: Floor) -> None:
        options = {"jackpot-stake": "5"}
        await floor.open("baceball", "one", cards="scanned", options=options)
        await floor.pool(ACES, "one")
        await floor.sit("one", "ann", 1)
        jackpot: dict[str, Any] = {"type": "place", "amount": 500, "wager": "jackpot"}
        await floor.do(viewer("ann"), "one", box=1, **jackpot)
        await floor.sit("one", "ben", 2)
        await floor.do(viewer("ben"), "one", box=2, **jackpot)
        await floor.no_more_bets("one")
        await floor.deal("one", "9C")
        counted = {"baceball-major": 10_000_060, "baceball-minor": 1_000_040}
        assert floor.shows("aces") == counted
        void = {"type": "void-round", "clause": "12.5"}
        await floor.do(staff("manager"), "one", why="cards fell", **void)
        assert floor.shows("aces") == counted  # both stay down for the next round
        with pytest.raises(Refused, match="lie there"):
            await floor.order("aces", type="unlink-table", table="one")
        await floor.do(viewer("ben"), "one", type="leave")
        left = {"baceball-major": 10_000_030, "baceball-minor": 1_000_020}
        assert floor.shows("aces") == left
        await floor.do(viewer("ann"), "one", type="place", box=1, amount=1000)
        await floor.no_more_bets("one")
        await floor.deal("one", "9C")
        assert floor.shows("aces") == left  # ann's was counted before
        assert floor.state("aces").meters["baceball-minor"].contributed == 500 * 40_000

    live(place, play)


# Prizes that wait


SURE = {"least_cents": 10_001, "most_cents": 10_001}  # the first stake of 2.00 reaches it


def sure(**terms: Any) -> dict[str, Any]:
    return {"meters": [{**SUPERNOVA["meters"][0], **SURE}], **terms}


async def win_nova(floor: Floor) -> None:
    """100 and 20 cents are reached at once, and rounded up: 101."""
    await floor.sit("one", "ann", 1, "supernova")
    await floor.no_more_bets("one")
    await floor.deal("one", "9C 9D 9H")


async def stand(floor: Floor) -> None:
    command = {"type": "Stand", "box": 1, "player": "ann"}
    await floor.do(viewer("ann"), "one", type="decide", command=command)
    await floor.deal("one", "8C")  # 17: ann's 18 wins 10.00


@clause("tasmania-blackjack 24.8", "tasmania-blackjack 24.4.5:payment", "tasmania-blackjack 24.4.6")
def test_a_prize_from_the_level_on_is_referred_and_not_used_before_it_is_approved(
    place: Place,
) -> None:
    async def play(floor: Floor) -> None:
        await nova(floor, **sure(authorise_cents=10_100))
        await win_nova(floor)
        await stand(floor)
        (won,) = floor.state("nova").wins
        assert (won.cents, won.status) == (10_100, "to-authorise")
        dealer, perform = staff("dealer"), {"type": "perform"}
        await floor.do(dealer, "one", **perform, act="call-inspector")
        with pytest.raises(Refused, match="approved before it is paid") as no:
            await floor.do(dealer, "one", **perform, act="pay-jackpot")
        assert no.value.clause == "24.8"
        await floor.do(dealer, "one", **perform, act="refer-jackpot")
        await floor.do(dealer, "one", **perform, act="game-over")
        # 1,000.00 bought; 2.00 staked, 10.00 won: 1,008.00 beside the prize of 101.00.
        with pytest.raises(Refused, match="not approved") as no:
            await floor.do(viewer("ann"), "one", type="cash-out", cents=100_801)
        assert no.value.clause == "24.8"
        await floor.do(viewer("ann"), "one", type="cash-out", cents=100_800)
        with pytest.raises(Refused, match="not approved"):
            await floor.bet("one", "ann", 1)
        await floor.do(viewer("ann"), "one", type="go")  # the prize waits at the table
        await floor.order("nova", "supervisor", type="authorise-win", win=1)
        await floor.do(viewer("ann"), "one", type="join", box=1)
        await floor.do(viewer("ann"), "one", type="cash-out", cents=10_100)
        await floor.order("nova", "supervisor", type="mark-paid", win=1)
        assert floor.state("nova").wins[0].status == "paid"

    live(place, play)


@clause("tasmania-blackjack 24.8")
def test_a_prize_below_the_level_is_the_players_at_once(place: Place) -> None:
    async def play(floor: Floor) -> None:
        await nova(floor, **sure(authorise_cents=10_101))
        await win_nova(floor)
        await stand(floor)
        assert floor.state("nova").wins[0].status == "owed"
        await floor.do(staff("dealer"), "one", type="perform", act="call-inspector")
        await floor.do(staff("dealer"), "one", type="perform", act="pay-jackpot")
        await floor.do(viewer("ann"), "one", type="cash-out", cents=110_900)

    live(place, play)


@clause("tasmania-blackjack 24.7", "tasmania-blackjack 24.7:foreign-chip")
def test_a_wager_found_wrong_before_its_hand_is_over_holds_nothing_up(place: Place) -> None:
    """Its prize is somebody's to decide; refused, the level has it again, and play goes on."""

    async def play(floor: Floor) -> None:
        await nova(floor, **sure())
        await win_nova(floor)
        assert floor.shows("nova") == {"mystery-1": 0}
        wrong = {"table": "one", "round": 1, "box": 1, "cause": "foreign-chip"}
        await floor.order("nova", "dealer", type="note-incorrect-wager", **wrong)
        await stand(floor)
        (won,) = floor.state("nova").wins
        assert (won.status, won.incorrect) == ("referred", True)
        await floor.order("nova", "supervisor", type="tell-report", number=1)
        await floor.order("nova", "manager", type="refuse-win", win=1)
        # 100.20 is back. The stake's 20 cents came off when the level showed nothing: the house
        # made them up, and what it has put in stays in.
        assert floor.shows("nova") == {"mystery-1": 10_020}
        meter = floor.state("nova").meters["mystery-1"]
        assert (meter.contributed, meter.topped_up, meter.won) == (0, 20 * 10**6, 0)
        before = in_hand(floor.house.table("one").run, "ann")
        await pass_time(floor, 1)
        assert in_hand(floor.house.table("one").run, "ann") == before + 200  # its stake alone
        for act in ("call-inspector", "refer-jackpot", "game-over"):
            await floor.do(staff("dealer"), "one", type="perform", act=act)
        await floor.bet("one", "ann", 1)
        await floor.deal("one", "9C 9D 9H")
        with pytest.raises(Refused, match="not approved"):
            await floor.do(viewer("ann"), "one", type="cash-out", cents=105_000)
        await stand(floor)
        assert len(floor.state("nova").wins) == 1

    live(place, play)


def stakes(floor: Floor) -> list[tuple[str, str, str]]:
    """What became of the jackpot stakes of the round in play, or of the last one."""
    table = floor.house.table("one").run.table
    round_ = table.round if table.in_round else table.last
    assert round_ is not None
    rows = [row for row in round_.rows if row.wager == "supernova" and row.stake]
    return [(row.player, row.result, row.clause) for row in rows]


@clause("tasmania-blackjack 24.7")
@pytest.mark.parametrize(("cause", "over"), [("foreign-chip", False), ("under-minimum", True)])
def test_the_stake_of_a_wrong_wager_goes_back(place: Place, cause: str, over: bool) -> None:
    """2.00, to the one whose it was: in mid-round, or once the round is over and it was taken."""

    async def play(floor: Floor) -> None:
        await nova(floor, meters=[{**SUPERNOVA["meters"][0], "least_cents": 10_060}])
        for name, box in (("ann", 1), ("ben", 2)):
            await floor.sit("one", name, box, "supernova")
        await floor.no_more_bets("one")
        await floor.deal("one", "9C TC 9D 9H TH")
        if over:
            await finish(floor)
        run = floor.house.table("one").run
        before = {name: in_hand(run, name) for name in ("ann", "ben")}
        wrong = {"table": "one", "round": 1, "box": 1, "cause": cause}
        await floor.order("nova", "dealer", type="note-incorrect-wager", **wrong)
        await pass_time(floor, 1)
        run = floor.house.table("one").run
        assert {name: in_hand(run, name) - before[name] for name in before} == {
            "ann": 200,
            "ben": 0,
        }
        assert ("ann", "returned", f"24.7:{cause}") in stakes(floor)
        if not over:
            await finish(floor)
        assert [result for name, result, _ in stakes(floor) if name == "ben"] == ["loses"]
        assert sum(name == "ann" for name, _, _ in stakes(floor)) == 1
        assert len(floor.state("nova").reports) == 1

    live(place, play)


async def finish(floor: Floor) -> None:
    for name, box in (("ann", 1), ("ben", 2)):
        command = {"type": "Stand", "box": box, "player": name}
        await floor.do(viewer(name), "one", type="decide", command=command)
    await floor.deal("one", "8C")


@clause("tasmania-blackjack 24.4.3", "tasmania-blackjack 24.4.4", "tasmania-blackjack 24.4.6")
def test_an_automatic_dealer_takes_every_step_and_ends_the_game_after_a_win(
    place: Place,
) -> None:
    async def play(floor: Floor) -> None:
        await nova(floor, "virtual", **sure(authorise_cents=10_100))
        await floor.sit("one", "ann", 1, "supernova")
        await pass_time(floor, 10)
        assert floor.shows("nova") == {"mystery-1": 0}  # counted and drawn before any card
        while floor.house.table("one").run.table.in_round:
            await pass_time(floor, 40)
        acts = [entry.act for entry in floor.house.table("one").run.table.register]
        before = ["check-wagers", "announce-no-more-bets", "press-no-more-bets", "remove-wagers"]
        after = ["call-inspector", "refer-jackpot", "pay-jackpot", "game-over"]
        done = [act for act in acts if act in (*before, *after)]
        assert done == [*before, "call-inspector", "refer-jackpot", "game-over"]
        assert [win.status for win in floor.state("nova").wins] == ["to-authorise"]
        await floor.bet("one", "ann", 1)

    live(place, play)


@clause("tasmania-blackjack 24.9.4", "tasmania-blackjack 24.9.1", "tasmania-blackjack 24.9.3")
def test_a_sensor_that_fails_closes_its_table_and_no_other(place: Place) -> None:
    async def play(floor: Floor) -> None:
        setup: dict[str, Any] = {
            "dealing": "device",
            "side_wagers": ("perfect-pairs", "supernova"),
            "options": {"supernova-stake": "2"},
            "layout": "C-pairs",
        }
        await floor.open("hobart", "one", "two", cards="scanned", **setup)
        await floor.pool(SUPERNOVA, "one", "two")
        await floor.sit("one", "ann", 1, "supernova")
        await floor.sit("two", "ben", 1, "supernova")
        boxes = setup_of(floor.house.table("one").run).boxes
        with pytest.raises(Malformed, match=f"that table has {boxes} boxes"):
            await floor.order("nova", "dealer", type="sensor-down", table="one", box=boxes + 1)
        await floor.order("nova", "dealer", type="sensor-down", table="one", box=1)
        with pytest.raises(Refused, match="sensor") as no:
            await floor.do(viewer("ann"), "one", type="place", box=1, amount=200, wager="supernova")
        assert no.value.clause == "24.9.4"
        await floor.no_more_bets("two")
        await floor.deal("one", "9C")  # ann's wager lay there before: it came off
        assert floor.house.table("one").run.table.in_round
        assert wagers(floor) == []  # the main wager lies in its hand by now
        assert floor.shows("nova") == {"mystery-1": 10_020}  # ben's

    live(place, play)


def to_plain(setup: Setup) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(setup)
    return plain
