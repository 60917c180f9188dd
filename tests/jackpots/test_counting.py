"""Wagers that count, once each; stakes given back or carried over; meters that are exact."""

import pytest
from msgspec.structs import replace

from bythebook.cards import parse_card
from bythebook.errors import BrokenInvariant
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.counting import why_closed
from bythebook.jackpots.evolve import evolve
from bythebook.jackpots.state import KEPT_ROUNDS
from bythebook.jackpots.terms import MICROS
from tests.books.baceball import floor as baceball
from tests.clauses import clause
from tests.jackpots.hall import Hall, baceball_terms, blazing_terms, supernova_terms
from tests.jackpots.linked_tables import (
    ANN,
    BEN,
    linked,
    malformed,
    nova_hall,
    nova_table,
    refused,
    star_table,
    three_bets,
)
from tests.table.floor import cents, m, o


def test_a_rate_is_exact_to_the_millionth_of_a_cent() -> None:
    """A millionth of $5 is five ten-thousandths of a cent: the 2,000th stake makes a cent."""
    meter = replace(blazing_terms().meters[0], rate_ppm=1)
    hall = linked(Hall(blazing_terms(meters=(meter,))))
    for number in range(1, 2000):
        hall.meters(c.Register("t1", number, (ANN,)))
    assert hall.shown("blazing-7s") == cents(10_000)
    assert hall.now.meters["blazing-7s"].micros == cents(10_000) * MICROS + 1999 * 500
    hall.meters(c.Register("t1", 2000, (ANN,)))
    assert hall.shown("blazing-7s") == cents(10_000) + 1
    hall.check()


def test_a_stake_is_counted_once() -> None:
    hall = linked(Hall(blazing_terms()))
    hall.meters(c.Register("t1", 5, (BEN, ANN)))
    assert hall.shown("blazing-7s") == cents(10_002)
    refused(hall, "16.7", c.Register("t1", 5, (ANN,)))
    refused(hall, "16.7", c.Register("t1", 4, (ANN,)))
    hall.meters(c.Register("t1", 5, (c.Entered(3, "cal"),)))
    hall.meters(c.Register("t1", 6, (ANN,)))
    assert hall.shown("blazing-7s") == cents(10_004)
    malformed(hall, c.Register("t1", 7, ()))
    malformed(hall, c.Register("t1", 7, (ANN, c.Entered(1, "ben"))))
    malformed(hall, c.Register("t1", 7, (c.Entered(0, "ann"),)))
    malformed(hall, c.Register("t1", 7, (c.Entered(1, " "),)))
    hall.check()


def test_a_stake_given_back_comes_off_once_and_may_be_placed_again() -> None:
    hall = linked(Hall(blazing_terms()))
    hall.meters(c.Register("t1", 1, (ANN, BEN)))
    hall.meters(c.TakeBack("t1", 1, (1,), "18.17.1"))
    assert hall.shown("blazing-7s") == cents(10_001)
    refused(hall, "18.17.1", c.TakeBack("t1", 1, (1,), ""))
    refused(hall, "16.7", c.TakeBack("t1", 1, (3,), ""))
    refused(hall, "16.7", c.TakeBack("t1", 2, (1,), ""))
    malformed(hall, c.TakeBack("t1", 1, (2, 2), ""))
    malformed(hall, c.TakeBack("t1", 1, (), ""))
    hall.meters(c.Register("t1", 1, (ANN,)))
    assert hall.shown("blazing-7s") == cents(10_002)
    with pytest.raises(BrokenInvariant):
        evolve(hall.now, e.TakenBack(0, "t1", 1, (3,), {"blazing-7s": 0}, {}, "", ""))
    malformed(hall, c.CarryOver("t1", 1, (1,)))
    hall.check()


def test_rounds_further_back_than_a_book_goes_are_forgotten() -> None:
    hall = linked(Hall(blazing_terms()))
    for number in range(1, KEPT_ROUNDS + 2):
        hall.meters(c.Register("t1", number, (ANN,)))
    refused(hall, "16.7", c.TakeBack("t1", 1, (1,), ""))
    hall.meters(c.TakeBack("t1", 2, (1,), ""))
    assert len(hall.now.rounds["t1"]) == KEPT_ROUNDS


def test_a_stake_given_back_after_it_was_won_is_the_houses() -> None:
    """Somebody else has won it: the meter does not fall below what it starts from."""
    hall = linked(Hall(blazing_terms()), "t1", "t2")
    hall.meters(c.Register("t1", 1, (ANN,)))
    hall.meters(c.Register("t2", 1, (ANN,)))
    won = c.Won(1, "ann", ("blazing-7s",), "three sevens of diamonds", cents(10_002), cents(10_002))
    hall.meters(c.RecordWins("t2", 1, (won,), (c.Drawn("blazing-7s", cents(10_002), 0),)))
    assert hall.shown("blazing-7s") == cents(10_000)
    hall.meters(c.TakeBack("t1", 1, (1,), "18.17.1"))
    meter = hall.now.meters["blazing-7s"]
    assert meter.micros == cents(10_000) * MICROS
    assert meter.topped_up == cents(10_000 + 1) * MICROS
    hall.check()


# The meter falls only with a reason


def test_a_meter_does_not_fall_without_one() -> None:
    hall = linked(Hall(blazing_terms()))
    hall.meters(c.Register("t1", 1, (ANN,)))
    with pytest.raises(BrokenInvariant):
        evolve(hall.now, e.Registered(0, "t1", 2, (ANN,), (1,), {"blazing-7s": -1}, "16.7"))
    drawn = e.MeterDrawn("t1", 1, "blazing-7s", cents(10_001) + 1, 0, "16.12")
    with pytest.raises(BrokenInvariant):
        evolve(hall.now, drawn)
    with pytest.raises(BrokenInvariant):
        evolve(hall.now, e.MeterDrawn("t9", 1, "blazing-7s", 1, 0, "16.12"))
    assert evolve(hall.now, replace(drawn, cents=cents(10_001))).meters["blazing-7s"].micros == 0


def test_a_meter_that_does_not_add_up_stops_everything() -> None:
    hall = linked(Hall(blazing_terms()))
    meter = replace(hall.now.meters["blazing-7s"], micros=1)
    with pytest.raises(BrokenInvariant):
        evolve(
            replace(hall.now, meters={"blazing-7s": meter}),
            e.Registered(0, "t1", 1, (ANN,), (1,), {"blazing-7s": 5}, "16.7"),
        )


# At the table


def test_a_wager_counts_when_the_round_begins_and_not_before() -> None:
    hall = Hall(blazing_terms())
    floor = hall.link("t1", star_table())
    three_bets(floor)
    floor.ok("player", o.TakeOff(3, "cal", "blazing-7s"), by="cal")
    assert hall.shown("blazing-7s") == cents(10_000)
    floor.deal("9C")
    assert hall.shown("blazing-7s") == cents(10_002)
    floor.cards("9D 8C 8D")
    assert hall.shown("blazing-7s") == cents(10_002)


@clause("star-baceball 7.2", "star-blackjack-challenge 16.7")
@pytest.mark.parametrize("book", ["star", "baceball"])
def test_jackpot_wagers_are_collected_by_the_dealer_before_the_first_card(book: str) -> None:
    """All that lie there: another one since, and they are collected again."""
    if book == "star":
        floor, wager, says = star_table(), "blazing-7s", "16.7"
    else:
        floor, wager, says = baceball.loaded(), "jackpot", "7.2"
        floor.players(ann=1, ben=2)
    collect, first = o.Perform("remove-wagers"), o.Deal(parse_card("9C"))
    floor.bet("ann", 1, 25)
    floor.no(says, "dealer", collect)  # there is none
    floor.bet("ann", 1, 5, wager)
    floor.no(says, "dealer", first)
    floor.no(says, "player", collect, by="ann")
    floor.ok("dealer", collect)
    floor.no(says, "dealer", collect)
    floor.bet("ben", 2, 25)
    floor.bet("ben", 2, 5, wager)
    floor.no(says, "dealer", first)
    floor.ok("dealer", collect)
    floor.ok("dealer", first)
    floor.no(says, "dealer", collect)
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 24.4.3")
def test_a_supernova_wager_counts_when_no_more_bets_is_pressed() -> None:
    hall = Hall(supernova_terms())
    floor = hall.link("n1", nova_table(ann=1))
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 2, "supernova")
    assert hall.shown("mystery-1") == cents(1000)
    floor.no_more_bets()
    assert hall.shown("mystery-1") == cents(1000) + 50
    floor.cards("TC")
    assert hall.shown("mystery-1") == cents(1000) + 50
    assert len(hall.told) == 1


def test_without_a_jackpot_wager_nothing_is_counted() -> None:
    hall = Hall(supernova_terms())
    floor = hall.link("n1", nova_table(ann=1))
    floor.bet("ann", 1, 10)
    floor.no_more_bets()
    floor.cards("TC 9C TD")
    floor.stand("ann", 1)
    floor.cards("9D")
    assert hall.told == []


def test_when_equipment_fails_after_the_deal_the_stakes_come_off() -> None:
    """Blazing 7's: every stake of the round goes back, those that lost too."""
    hall = Hall(blazing_terms())
    floor = hall.link("t1", star_table())
    three_bets(floor)
    floor.cards("9C 9D 8C 9S 8D 8S 7C")
    assert hall.shown("blazing-7s") == cents(10_003)
    floor.ok("dealer", m.JackpotFailure("blazing-7s"))
    assert hall.told[-1:] == [c.TakeBack("t1", 1, (1, 2, 3), "18.17.1")]
    assert hall.shown("blazing-7s") == cents(10_000)
    hall.check()


def test_a_round_void_by_13_4_gives_stakes_back_and_12_5_keeps_them_down() -> None:
    for clause_, told in (
        ("13.4", c.TakeBack("b1", 1, (1,), "13.4")),
        ("12.5", c.CarryOver("b1", 1, (1,))),
    ):
        hall = Hall(baceball_terms())
        meters = {"baceball-major": cents(100_000), "baceball-minor": cents(10_000)}
        floor = hall.link("b1", baceball.loaded(meters=meters))
        floor.players(ann=1)
        floor.bet("ann", 1, 10)
        floor.bet("ann", 1, 5, "jackpot")
        floor.cards("9S 8C")
        if clause_ == "13.4":
            floor.ok(baceball.SUPERVISOR, m.Malfunction(disadvantage=True), why="it is so")
        else:
            floor.ok(baceball.SUPERVISOR, o.VoidRound(clause_), why="it is so")
        assert hall.told[-1:] == [told]
        grown = hall.shown("baceball-major") - cents(100_000)
        assert grown == (50 if clause_ == "12.5" else 0)
        hall.check()


def test_a_stake_carried_over_twice_is_still_counted_once() -> None:
    hall = Hall(baceball_terms())
    meters = {"baceball-major": cents(100_000), "baceball-minor": cents(10_000)}
    floor = hall.link("b1", baceball.loaded(meters=meters))
    floor.players(ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    for cards in ("9S 8C", "9H 8D 7D", "9D 8H 7H"):
        floor.cards(cards)
        floor.ok(baceball.SUPERVISOR, o.VoidRound("12.5"), why="it is so")
        floor.bet("ann", 1, 10)
        if cards.startswith("9S"):
            floor.bet("ben", 2, 10)
            floor.bet("ben", 2, 5, "jackpot")
    # Ben sat the third round out: his stake went back to him.
    assert hall.now.meters["baceball-major"].contributed == 500 * 100_000
    statuses = [
        [(entry.player, entry.status) for entry in known.entries] for known in hall.now.rounds["b1"]
    ]
    assert statuses == [
        [("ann", "on")],
        [("ann", "on"), ("ben", "back")],
        [("ann", "carried")],
    ]
    hall.check()


def test_why_no_wager_is_taken() -> None:
    hall = linked(Hall(supernova_terms()))

    def why(table: str = "t1") -> str:
        found = why_closed(hall.jackpot, hall.now, table)
        return "" if found is None else found.clause

    assert why() == ""
    assert why("t2") == "24.9.3"
    hall.ok("dealer", c.SensorDown("t1", 3))
    assert why() == "24.9.4"
    hall.ok("dealer", c.ReportServerFailure())
    assert why() == "24.9.2"
    hall.ok(hall.top, c.ClosePool())
    assert why() == "24.4.3"


def test_a_hit_that_nobody_keeps_goes_back_into_the_meter() -> None:
    """The only jackpot wager had no main wager beside it: no prize, and the pool stays."""
    hall = nova_hall("12000.00", stakes=1)
    floor = hall.link("n1", nova_table(ann=1, dee=4))
    floor.bet("ann", 1, 10)
    floor.bet("dee", 4, 10)
    floor.bet("dee", 4, 2, "supernova")
    floor.ok("dealer", o.TakeOff(4, "dee"))
    floor.no_more_bets()
    assert hall.shown("mystery-1") == 0
    floor.cards("TD 9C 6C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert hall.told[-1:] == [c.UndoWins("n1", 1, (), ("mystery-1",), "24.5.4")]
    assert not hall.now.wins
    meter = hall.now.meters["mystery-1"]
    # All of it, less the stake that went back, which the house had made up meanwhile.
    assert meter.cents == cents(12_000)
    assert (meter.won, meter.contributed, meter.topped_up) == (0, 0, 50 * MICROS)
    hall.check()
