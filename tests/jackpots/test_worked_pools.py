"""The worked rounds with jackpots, played at linked tables: the meter, the winners, the reset."""

import pytest

from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.mystery import hidden_value
from bythebook.jackpots.terms import MICROS
from tests.books.baceball import floor as baceball
from tests.clauses import clause
from tests.jackpots.linked_tables import (
    aces_hall,
    aces_table,
    blazing_hall,
    nova_hall,
    nova_table,
    star_table,
    three_bets,
    wins,
    worked_25,
)
from tests.jackpots.mystery_again import check_mystery
from tests.records.exported import check_records
from tests.table.floor import cents, m, o


def test_worked_19_fixed_prizes_leave_the_meter_alone() -> None:
    hall = blazing_hall(15_000)
    floor = hall.link("t1", star_table())
    three_bets(floor)
    floor.cards("7D 7C 9S 7H 7D 9D 8D")
    assert hall.shown("blazing-7s") == cents(15_000)
    floor.hit("ann", 1)
    floor.cards("7S")
    floor.stand("ben", 2)
    floor.stand("cal", 3)
    floor.cards("TC")
    net = [floor.net(name) for name in ("ann", "ben", "cal")]
    assert net == [cents(2520), cents(20), cents(-30)]
    assert not hall.now.wins
    assert hall.shown("blazing-7s") == cents(15_000)
    assert hall.told == [
        c.Register("t1", 1, (c.Entered(1, "ann"), c.Entered(2, "ben"), c.Entered(3, "cal")))
    ]
    hall.check()
    check_records(floor.rules, floor.log)


@clause("star-blackjack-challenge 16.11.4(i)")
def test_worked_21a_two_in_one_round_share_or_get_the_minimum() -> None:
    hall = blazing_hall(15_000)
    floor = hall.link("t1", star_table())
    three_bets(floor)
    floor.cards("7D 7D 7C 7D 7D 7D 7H")
    for name, box in (("ann", 1), ("ben", 2), ("cal", 3)):
        floor.stand(name, box)
    floor.cards("TS")
    assert wins(hall) == [
        ("ann", cents(10_000), cents(15_000)),
        ("ben", cents(10_000), cents(15_000)),
    ]
    assert floor.net("cal") == cents(1000 - 5 - 25)
    assert hall.shown("blazing-7s") == cents(10_000)
    meter = hall.now.meters["blazing-7s"]
    assert (meter.won, meter.topped_up) == (cents(15_000) * MICROS, cents(10_000) * MICROS)
    hall.check()
    check_records(floor.rules, floor.log)


@pytest.mark.parametrize("half", [7_500, 10_000, 10_000.01, 30_000])
def test_two_in_one_round_get_half_of_it_from_twice_the_minimum_on(half: float) -> None:
    hall = blazing_hall(2 * half)
    floor = hall.link("t1", star_table())
    three_bets(floor)
    floor.cards("7D 7D 9C 7D 7D 7D 9H")
    exact = max(cents(half), cents(10_000))
    paid = -(-exact // 250) * 250  # chips from $2.50
    assert [won for _, won, _ in wins(hall)] == [paid, paid]


@clause("star-blackjack-challenge 16.11.4(ii)")
def test_worked_21b_diamonds_and_a_suited_three_in_one_moment() -> None:
    """$80,000 shown, reset $50,000; the second table was first in the log."""
    hall = blazing_hall(80_000, 50_000)
    one = hall.link("t1", star_table(50_000, "50000"))
    two = hall.link("t2", star_table(50_000, "50000"))
    one.bet("ann", 1, 25)
    one.bet("ann", 1, 5, "blazing-7s")
    two.bet("ben", 2, 25)
    two.bet("ben", 2, 5, "blazing-7s")
    two.bet("cal", 3, 25)
    two.bet("cal", 3, 5, "blazing-7s")
    one.cards("7D 7D")
    two.cards("7S 9C 7S 7S")
    assert hall.shown("blazing-7s") == cents(80_000)
    two.cards("9D")
    one.cards("7D")
    assert wins(hall) == [
        ("ben", cents(8_000), cents(80_000)),
        ("ann", cents(72_000), cents(72_000)),
    ]
    assert hall.shown("blazing-7s") == cents(50_000)
    before = hall.now.meters
    hall.no("16.11.4(ii)", "gaming-manager", c.DetermineSimultaneous((1, 2)))
    hall.ok("surveillance", c.DetermineSimultaneous((1, 2)))
    told = hall.log[-1]
    assert isinstance(told, e.SimultaneousDetermined)
    assert [(s.due_cents, s.owed_cents, s.over_cents) for s in told.shares] == [
        (cents(5_000), 0, cents(3_000)),
        (cents(80_000), cents(8_000), 0),
    ]
    assert hall.now.meters == before
    hall.check()


@clause("star-blackjack-challenge 16.11.4(ii)")
def test_the_books_own_example_at_two_tables() -> None:
    """$500,000: $50,000 and $45,000 make $47,500 each; what the first had more is the second's."""
    hall = blazing_hall(500_000)
    tables = [hall.link(name, star_table()) for name in ("t1", "t2")]
    tables[0].bet("ann", 1, 25)
    tables[0].bet("ann", 1, 5, "blazing-7s")
    for name, box in (("ben", 2), ("cal", 3)):
        tables[1].bet(name, box, 25)
        tables[1].bet(name, box, 5, "blazing-7s")
    tables[0].cards("7S 7S")
    tables[1].cards("7H 9C 7H 7H")
    tables[0].cards("7S")
    assert hall.shown("blazing-7s") == cents(450_000)
    tables[1].cards("9D")
    assert [won for _, won, _ in wins(hall)] == [cents(50_000), cents(45_000)]
    assert hall.shown("blazing-7s") == cents(405_000)
    hall.ok("surveillance", c.DetermineSimultaneous((2, 1)))
    told = hall.log[-1]
    assert isinstance(told, e.SimultaneousDetermined)
    assert told.shares == (
        e.Shared(1, cents(47_500), 0, "16.11.2", cents(2_500)),
        e.Shared(2, cents(47_500), cents(2_500), "16.11.2"),
    )
    hall.no("16.11.4(ii)", "surveillance", c.DetermineSimultaneous((1, 2)))
    hall.check()


def test_two_rounds_apart_are_paid_one_after_the_other() -> None:
    """10 % of what is shown each time: $2,000, then 10 % of $18,000 and of what came since."""
    hall = blazing_hall(20_000)
    floor = hall.link("t1", star_table())
    three_bets(floor)
    floor.cards("7S 9D 9C 7S 7S 8D 8C")
    for name, box in (("ann", 1), ("ben", 2), ("cal", 3)):
        floor.stand(name, box)
    floor.cards("TC")
    assert hall.shown("blazing-7s") == cents(18_000)
    three_bets(floor)
    floor.cards("7H 9S 9H 7H 7H 8S 8H")
    assert wins(hall) == [
        ("ann", cents(2_000), cents(20_000)),
        # $1,800.30, in chips from $2.50.
        ("ann", cents(1_802.50), cents(18_003)),
    ]
    assert hall.shown("blazing-7s") == cents(18_003) - cents("1800.30")
    hall.check()


# bACEball


def test_worked_13_two_majors_share() -> None:
    hall = aces_hall("150000.75")
    floor = hall.link("b1", aces_table(hall))
    floor.players(ann=1, eve=5)
    for name, box in (("ann", 1), ("eve", 5)):
        floor.bet(name, box, 10)
        floor.bet(name, box, 5, "jackpot")
    floor.cards("AD AD 7C AD AD 7H AD AD 9C")
    assert sorted(wins(hall)) == [
        ("ann", cents(75_001), cents("150000.75")),
        ("eve", cents(75_001), cents("150000.75")),
    ]
    assert floor.net("ann") == floor.net("eve") == cents(75_096)
    assert hall.shown("baceball-major") == cents(50_000)
    assert hall.shown("baceball-minor") == cents(10_000)
    hall.check()
    check_records(floor.rules, floor.log)


def test_worked_15_three_minors_below_the_floor() -> None:
    hall = aces_hall(minor="8200.40", wagers=3)
    floor = hall.link("b1", aces_table(hall))
    floor.players(pat=1, quin=6)
    for name, box in (("pat", 1), ("pat", 2), ("quin", 6)):
        floor.bet(name, box, 10)
        floor.bet(name, box, 5, "jackpot")
    floor.cards("AH AS AH 8D AH AS AH 8C AH AS AH 8S")
    assert sorted(wins(hall)) == [("pat", cents(3_334), cents("8200.40"))] * 2 + [
        ("quin", cents(3_334), cents("8200.40"))
    ]
    assert hall.shown("baceball-minor") == cents(5_000)
    meter = hall.now.meters["baceball-minor"]
    assert meter.won == cents("8200.40") * MICROS  # the floor is the house's
    hall.check()


@clause("star-baceball 10.3")
def test_worked_21_a_stake_carried_over_is_counted_once() -> None:
    hall = aces_hall()
    floor = hall.link("b1", aces_table(hall))
    floor.players(bea=2, eve=5)
    floor.bet("bea", 2, 50)
    floor.bet("bea", 2, 5, "jackpot")
    floor.bet("eve", 5, 25)
    floor.bet("eve", 5, 5, "jackpot")
    assert hall.shown("baceball-major") == cents(100_000) - 100
    floor.cards("KD 3S 9C 4H QS")
    assert hall.shown("baceball-major") == cents(100_000)
    floor.ok(baceball.SUPERVISOR, m.WrongCards(), why="another back")
    assert hall.told[-1:] == [c.CarryOver("b1", 1, (2, 5))]
    floor.ok("dealer", m.CardsVerified())
    assert hall.shown("baceball-major") == cents(100_000)
    floor.ok("player", o.Leave("eve"), by="eve")
    assert hall.told[-1:] == [c.TakeBack("b1", 1, (5,), "12.12.1")]
    assert hall.shown("baceball-major") == cents(100_000) - 50
    baceball.load(floor)
    floor.bet("bea", 2, 50)
    floor.cards("AH TC AH 9D 9C 6H")
    assert floor.net("bea") == cents(295)
    assert floor.net("eve") == 0
    assert hall.shown("baceball-major") == cents(100_000) - 50
    meter = hall.now.meters["mystery-1"]
    assert meter.contributed == 1 * 500 * 20_000
    hall.check()


# Supernova


def test_worked_25_both_boxes_share_and_each_is_rounded_up() -> None:
    hall = nova_hall(authorise_cents=cents(5_000))
    floor = worked_25(hall)
    hit = next(event for event in hall.log if isinstance(event, e.MysteryHit))
    assert (hit.boxes, hit.cents, hit.reached_by) == ((1, 4), cents("12345.67"), 4)
    assert hall.shown("mystery-1") == 0
    floor.cards("TD 8S 9C 6C 9H")
    floor.hit("ann", 1)
    floor.cards("KS")
    floor.stand("dee", 4)
    assert not hall.now.wins
    floor.cards("TS")
    assert wins(hall) == [("ann", cents(6_173), 0), ("dee", cents(6_173), 0)]
    assert floor.net("ann") == cents(6_173 - 10 - 2)
    assert floor.net("dee") == cents(6_173 - 25 - 2)
    hall.no("24.8", "inspector", c.MarkPaid(1))
    hall.ok("inspector", c.AuthoriseWin(1))
    hall.ok("inspector", c.MarkPaid(1))
    assert [one.status for one in hall.now.wins] == ["paid", "to-authorise"]
    (proved,) = check_mystery(hall.log)
    assert proved.hidden_cents == hidden_value(hall.now.terms.meters[0], hall.seeds[1])
    hall.check()
    check_records(floor.rules, floor.log)


def test_worked_25_with_three_winners() -> None:
    hall = nova_hall(stakes=3)
    floor = hall.link("n1", nova_table(ann=1, bob=2, dee=4))
    for name, box in (("ann", 1), ("bob", 2), ("dee", 4)):
        floor.bet(name, box, 10)
        floor.bet(name, box, 2, "supernova")
    floor.no_more_bets()
    floor.cards("TD 8S 8D 9C 6C 9H 9D")
    for name, box in (("ann", 1), ("bob", 2), ("dee", 4)):
        floor.stand(name, box)
    floor.cards("TS")
    assert [won for _, won, _ in wins(hall)] == [cents(4_116)] * 3
    hall.check()


def test_worked_25_without_a_main_wager_on_one_of_the_boxes() -> None:
    """Dee's chip lies there without a main wager: void, given back, noted; ann gets it all."""
    hall = nova_hall()
    floor = worked_25(hall, dees_main=False)
    assert hall.shown("mystery-1") == 0
    floor.cards("TD")
    assert hall.told[-1] == c.TakeBack("n1", 1, (4,), "24.5.4")
    (report,) = hall.now.reports
    assert (report.cause, report.to, report.told) == (
        "no-main-game",
        "government-inspectorate",
        False,
    )
    floor.cards("9C 6C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert wins(hall) == [("ann", cents(12_346), 0)]
    assert floor.net("dee") == 0
    # Dee's fifty cents are in the prize: the house makes them up.
    assert hall.now.meters["mystery-1"].topped_up == 50 * MICROS
    hall.check()
