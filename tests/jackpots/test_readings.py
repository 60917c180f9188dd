"""What the prize meters tell a table: who may, what a round then pays, what its record holds."""

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.table import events as e
from bythebook.table.evolve import evolve, fold
from bythebook.table.messages import COMMANDS, order_from_json
from bythebook.table.meters import PRIZE_METERS, SPEAKER
from bythebook.table.table import decide
from tests.books.baceball import floor as baceball
from tests.books.star_challenge import floor as star
from tests.books.tasmania import floor as tasmania
from tests.records.exported import check_records
from tests.table.floor import Floor, cents, o


def read(floor: Floor, hits: dict[str, tuple[int, ...]] | None = None, **meters: int) -> None:
    named = {name.replace("_", "-"): amount for name, amount in meters.items()}
    floor.ok(PRIZE_METERS, o.ReadMeters(named, hits or {}))


def blazing() -> Floor:
    floor = star.ready(star.BLAZING, ann=1, ben=2)
    for name, box in (("ann", 1), ("ben", 2)):
        floor.bet(name, box, 10)
        floor.bet(name, box, 5, "blazing-7s")
    return floor


def prize(floor: Floor, wager: str, box: int = 1) -> int:
    round_ = floor.state.round or floor.state.last
    assert round_ is not None
    return sum(row.paid for row in round_.rows if (row.wager, row.box) == (wager, box))


@pytest.mark.parametrize("before", [0, 1, 3, 4])
def test_a_round_is_paid_from_the_last_reading_before_it_pays(before: int) -> None:
    """Ann has three sevens of diamonds when the fifth card is out: all of $20,345.67."""
    floor = blazing()
    deal = ["7D", "9C", "7D", "7D"]
    for card in deal[:before]:
        floor.deal(card)
    read(floor, blazing_7s=cents("20345.67"))
    for card in deal[before:]:
        floor.deal(card)
    floor.deal("8C")
    # To the next sum that chips of $2.50 can make.
    assert prize(floor, "blazing-7s") == cents("20347.50")
    assert floor.state.round is not None
    assert floor.state.round.meters == {"blazing-7s": cents(10000)}
    read(floor, blazing_7s=cents(10_050))
    assert floor.state.meters == {"blazing-7s": cents(10_050)}
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TC")
    assert floor.replayed() == floor.state
    (record,) = check_records(floor.rules, floor.log)
    assert 'blazing-7s = "20345.67"' in record


def test_what_the_round_is_remains_what_its_steps_make_of_it() -> None:
    floor = blazing()
    floor.cards("7D 9C 7D 7D")
    read(floor, blazing_7s=cents(30_000))
    state = floor.state
    assert state.start is not None
    assert state.round == fold(state.start, state.steps)
    assert state.start.table.meters == {"blazing-7s": cents(30_000)} == state.start.meters


def test_a_round_that_was_paid_is_not_paid_from_another_reading() -> None:
    """A later reading is for the display alone: the void puts the paid one back."""
    floor = blazing()
    floor.cards("7D 9C 7D 7D 8C")
    assert prize(floor, "blazing-7s") == cents(12_000)
    read(floor, blazing_7s=cents(99_000))
    assert floor.state.start is not None
    assert floor.state.start.table.meters == {"blazing-7s": cents(12_000)}
    assert floor.state.meters == {"blazing-7s": cents(99_000)}
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TC")
    check_records(floor.rules, floor.log)


def test_hits_read_at_the_call_are_paid_at_the_end_of_the_hand() -> None:
    wanted = tasmania.supernova_setup(meters={"mystery-1": cents(1000), "mystery-2": 0})
    floor = tasmania.started(wanted, ann=1, dee=4)
    for name, box, dollars in (("ann", 1, 10), ("dee", 4, 25)):
        floor.bet(name, box, dollars)
        floor.bet(name, box, 2, "supernova")
    floor.no_more_bets()
    read(floor, {"mystery-1": (1, 4)}, mystery_1=cents("12345.67"))
    read(floor, mystery_1=0, mystery_2=cents(50))  # the meter has started again elsewhere
    floor.cards("TD 8S 9C 6C 9H")
    floor.no("24.5.3", PRIZE_METERS, o.ReadMeters({"mystery-1": 5}, {"mystery-1": (4,)}))
    floor.hit("ann", 1)
    floor.cards("KS")
    floor.stand("dee", 4)
    floor.cards("TS")
    assert (prize(floor, "supernova", 1), prize(floor, "supernova", 4)) == (617_300, 617_300)
    (record,) = check_records(floor.rules, floor.log)
    assert 'mystery-1 = "12345.67"' in record
    assert "mystery-1 = [1, 4]" in record


def test_hits_read_after_the_round_began_come_on_top_of_the_cards() -> None:
    floor = baceball.loaded(chips=(100,))
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    floor.deal("9S")
    read(floor, {"mystery-2": (1,)}, mystery_2=cents(700))
    floor.cards("8C 9H 8D 2D 3S")
    assert prize(floor, "jackpot") == cents(700)
    (record,) = check_records(floor.rules, floor.log)
    assert "mystery-2 = [1]" in record


def test_only_the_meters_themselves_say_what_they_show() -> None:
    floor = blazing()
    command = o.ReadMeters({"blazing-7s": 1})
    for role in ("dealer", "supervisor", "player", "gaming-manager"):
        floor.no("16.12", role, command)
    assert "read-meters" not in COMMANDS
    floor.malformed(PRIZE_METERS, o.ReadMeters({"mystery-1": 5}))
    floor.malformed(PRIZE_METERS, o.ReadMeters({"blazing-7s": -1}))
    floor.malformed(PRIZE_METERS, o.ReadMeters({"blazing-7s": 5}, {"blazing-7s": (1,)}))


def test_hits_are_of_boxes_in_a_round() -> None:
    floor = baceball.loaded()
    floor.players(ann=1)
    floor.malformed(PRIZE_METERS, o.ReadMeters({"mystery-1": 5}, {"mystery-1": (1,)}))
    floor.bet("ann", 1, 10)
    floor.malformed(PRIZE_METERS, o.ReadMeters({"mystery-1": 5}, {"mystery-1": (8,)}))
    floor.malformed(PRIZE_METERS, o.ReadMeters({"mystery-1": 5}, {"mystery-1": ()}))
    floor.malformed(PRIZE_METERS, o.ReadMeters({}, {"mystery-1": (1,)}))
    read(floor, {"mystery-1": (1,)}, mystery_1=5)


def test_a_closed_table_shows_nothing() -> None:
    closed = star.prepared(star.BLAZING)
    closed.malformed(PRIZE_METERS, o.ReadMeters({"blazing-7s": 1}))
    plain = Floor("crown-blackjack")
    with pytest.raises(Malformed):
        decide(plain.rules, plain.state, plain.order(PRIZE_METERS, o.ReadMeters({})))
    over = star.opened(star.BLAZING)
    over.state = replace(over.state, phase="closed")
    over.no("16.12", PRIZE_METERS, o.ReadMeters({"blazing-7s": 1}))


def test_a_log_holds_readings_and_decides_them_again() -> None:
    floor = blazing()
    order = o.Order(by=SPEAKER, at=floor.clock, command=o.ReadMeters({"blazing-7s": 7}))
    again = order_from_json(msgspec.json.encode(order))
    assert again == order
    before = floor.state
    events = decide(floor.rules, before, again)
    assert [type(event) for event in events] == [e.OrderGiven, e.MetersRead]
    assert events[-1] == e.MetersRead({"blazing-7s": 7}, {}, "16.12")
    for event in events:
        before = evolve(before, event)
    assert before.meters == {"blazing-7s": 7}
    with pytest.raises(Refused):
        decide(floor.rules, floor.state, replace(again, by=o.Person("max", "supervisor")))
