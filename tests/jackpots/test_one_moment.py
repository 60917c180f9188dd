"""Wins of one moment, worked out by hand: who belongs to it, and who cannot."""

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.reconciling import reconcile
from bythebook.jackpots.terms import MICROS
from bythebook.rulebooks.chapters.jackpots import METERS
from tests.clauses import clause
from tests.jackpots.hall import Hall, supernova_terms
from tests.jackpots.linked_tables import (
    aces_hall,
    aces_table,
    blazing_hall,
    linked,
    star_table,
    wins,
)
from tests.table.floor import Floor, cents, m


def sevens(floor: Floor, **boxes: int) -> None:
    """Each with a wager on the jackpot, and three sevens of diamonds to come."""
    for name, box in boxes.items():
        floor.bet(name, box, 25)
        floor.bet(name, box, 5, "blazing-7s")
    floor.cards(" ".join(["7D"] * (len(boxes) + 1)))


@clause("star-blackjack-challenge 16.11.1", "star-blackjack-challenge 16.11.4(i)")
def test_whoever_won_in_the_round_of_one_of_them_shares_as_well() -> None:
    """120,000 shown: ann and ben at one table had 60,000 each, cal at the other 10,000 of the reset
    meter. All three won in one moment: 40,000 each, and nobody can be left out of it."""
    hall = blazing_hall(120_000)
    one, two = hall.link("t1", star_table()), hall.link("t2", star_table())
    sevens(one, ann=1, ben=2)
    sevens(two, cal=3)
    one.cards("7D 7D")
    two.cards("7D")
    assert [won for _, won, _ in wins(hall)] == [cents(60_000), cents(60_000), cents(10_000)]
    hall.no("16.11.4(i)", "surveillance", c.DetermineSimultaneous((1, 3)))
    hall.no("16.11.4(i)", "surveillance", c.DetermineSimultaneous((3, 2)))
    hall.ok("surveillance", c.DetermineSimultaneous((3, 1, 2)))
    told = hall.log[-1]
    assert isinstance(told, e.SimultaneousDetermined)
    assert [(s.due_cents, s.owed_cents, s.over_cents) for s in told.shares] == [
        (cents(40_000), 0, cents(20_000)),
        (cents(40_000), 0, cents(20_000)),
        (cents(40_000), cents(30_000), 0),
    ]
    hall.check()


@clause("star-blackjack-challenge 16.11.4(i)")
def test_two_rounds_of_one_table_are_never_one_moment() -> None:
    """The dealer pressed the button for the first before the second was dealt."""
    hall = blazing_hall(120_000)
    one, two = hall.link("t1", star_table()), hall.link("t2", star_table())
    sevens(one, ann=1)
    one.cards("7D")
    one.stand("ann", 1)
    one.cards("TC")
    for floor, name, box in ((one, "ann", 1), (two, "cal", 3)):
        sevens(floor, **{name: box})
        floor.cards("7D")
    hall.no("16.11.4(i)", "surveillance", c.DetermineSimultaneous((1, 2, 3)))
    hall.no("16.11.4(i)", "surveillance", c.DetermineSimultaneous((1, 2)))  # of one table alone
    hall.ok("surveillance", c.DetermineSimultaneous((2, 3)))


def of_one_moment(*paid_on_top: int) -> tuple[Hall, Floor, Floor]:
    """120,000 shown, of which ann was paid all; ben had the 10,000 of the reset meter. Each should
    have had 60,000: she hands as much back, and 50,000 are owed to him."""
    hall = blazing_hall(120_000)
    one, two = hall.link("t1", star_table()), hall.link("t2", star_table())
    sevens(one, ann=1, cal=3)
    sevens(two, ben=2)
    one.cards("7D 9C")
    two.cards("7D")
    hall.ok("surveillance", c.DetermineSimultaneous((1, 2)))
    assert [(win.over_cents, win.top_up_cents) for win in hall.now.wins] == [
        (cents(60_000), 0),
        (0, cents(50_000)),
    ]
    for number in paid_on_top:
        hall.ok("supervisor", c.MarkPaid(number))
    return hall, one, two


def owed(hall: Hall) -> list[tuple[str, int, int]]:
    """Of each win: how it stands, what is owed on it and what is to be handed back."""
    return [(win.status, win.top_up_cents, win.over_cents) for win in hall.now.wins]


def wrongly_typed(floor: Floor, cards: str) -> None:
    floor.ok("supervisor", m.CorrectEntry(parse_card("7D"), parse_cards(cards)))


@clause("star-blackjack-challenge 16.11.1", "star-blackjack-challenge 16.11.4(i)")
def test_who_is_left_alone_of_one_moment_keeps_what_the_round_paid() -> None:
    """Ben's last seven was an eight: there were no two, and the jackpot is hers alone."""
    hall, _, two = of_one_moment()
    wrongly_typed(two, "8D")
    assert owed(hall) == [("owed", 0, 0), ("undone", 0, 0)]
    hall.no("16.11.1", "supervisor", c.ReclaimWin(1))
    hall.check()


@clause("star-blackjack-challenge 16.11.1", "star-blackjack-challenge 16.11.4(i)")
def test_what_was_handed_back_by_then_is_owed_and_what_was_paid_on_top_goes_back() -> None:
    hall, _, two = of_one_moment(2)
    hall.ok("supervisor", c.ReclaimWin(1))
    wrongly_typed(two, "8D")
    assert owed(hall) == [("owed", cents(60_000), 0), ("undone", 0, cents(50_000))]
    hall.ok("supervisor", c.MarkPaid(1))
    hall.ok("supervisor", c.ReclaimWin(2))
    assert owed(hall) == [("paid", 0, 0), ("undone", 0, 0)]
    assert reconcile(hall.log).meters[0].paid_cents == cents(120_000)
    hall.check()


@clause("star-blackjack-challenge 16.11.1", "star-blackjack-challenge 16.11.4(ii)")
def test_those_who_are_left_of_one_moment_share_without_the_one_who_did_not_win() -> None:
    """Three tables, 120,000: 40,000 each. Without the third, 60,000 each."""
    hall = blazing_hall(120_000)
    tables = [hall.link(name, star_table()) for name in ("t1", "t2", "t3")]
    for floor, name, box in zip(tables, ("ann", "ben", "cal"), (1, 2, 3), strict=True):
        sevens(floor, **{name: box})
    for floor in tables:
        floor.cards("7D")
    hall.ok("surveillance", c.DetermineSimultaneous((1, 2, 3)))
    assert owed(hall) == [
        ("owed", 0, cents(80_000)),
        ("owed", cents(30_000), 0),
        ("owed", cents(30_000), 0),
    ]
    hall.ok("supervisor", c.MarkPaid(2))
    hall.ok("supervisor", c.MarkPaid(3))
    wrongly_typed(tables[2], "8D")
    assert owed(hall) == [
        ("owed", 0, cents(60_000)),
        ("owed", cents(20_000), 0),
        ("undone", 0, cents(30_000)),
    ]
    hall.no("16.11.4(ii)", "surveillance", c.DetermineSimultaneous((1, 2)))  # it has been
    hall.ok("supervisor", c.ReclaimWin(1))
    hall.ok("supervisor", c.MarkPaid(2))
    hall.ok("supervisor", c.ReclaimWin(3))
    assert reconcile(hall.log).meters[0].paid_cents == cents(120_000)
    hall.check()


def of_three_tables() -> tuple[Hall, list[Floor]]:
    """120,000 shown: ann had all of it, ben and cal 10,000 each of the reset meter."""
    hall = blazing_hall(120_000)
    tables = [hall.link(name, star_table()) for name in ("t1", "t2", "t3")]
    for floor, name, box in zip(tables, ("ann", "ben", "cal"), (1, 2, 3), strict=True):
        sevens(floor, **{name: box})
    for floor in tables:
        floor.cards("7D")
    hall.ok("surveillance", c.DetermineSimultaneous((1, 2, 3)))
    return hall, tables


def account(hall: Hall) -> tuple[int, int, int, int]:
    """In cents: what the meter shows, what was taken of it and stayed so, what the house put in
    to start it again, and what the prizes come to."""
    [meter] = reconcile(hall.log).meters
    taken, put_in = (meter.won - meter.put_back) // MICROS, meter.topped_up // MICROS
    return hall.shown("blazing-7s"), taken, put_in, meter.paid_cents


@clause("star-blackjack-challenge 16.11.1", "star-blackjack-challenge 16.11.4(ii)")
@pytest.mark.parametrize("none", [0, 1, 2])
def test_whichever_of_three_was_none_the_others_share_what_was_shown(none: int) -> None:
    """120,000 were shown in that moment, whoever was first in the log: 60,000 each for the two that
    are left. One of them is first of the two and took the 120,000, the house put 10,000 in; the
    other took these, and the house put 10,000 in again: 120,000 + 20,000 = 130,000 + 10,000."""
    hall, tables = of_three_tables()
    wrongly_typed(tables[none], "8D")
    left = [win for win in hall.now.wins if win.number != none + 1]
    assert [win.had_cents + win.top_up_cents - win.over_cents for win in left] == [
        cents(60_000)
    ] * 2
    assert hall.now.win(none + 1).status == "undone"
    assert account(hall) == (cents(10_000), cents(130_000), cents(20_000), cents(120_000))
    hall.check()


@clause("star-blackjack-challenge 16.11.1", "star-blackjack-challenge 16.11.4(ii)")
def test_the_first_of_three_was_none_and_then_the_next_and_the_last() -> None:
    """Ben and cal had 10,000 each: 50,000 are owed to each, ben's are paid. Ben's was none either:
    he hands 50,000 back, and all 120,000 are cal's, who had 10,000. Cal's was none: the 110,000
    that cal was paid go back, and the meter shows 120,000 again, nothing of it the house's."""
    hall, tables = of_three_tables()
    wrongly_typed(tables[0], "8D")
    assert owed(hall) == [("undone", 0, 0), ("owed", cents(50_000), 0), ("owed", cents(50_000), 0)]
    hall.ok("supervisor", c.MarkPaid(2))
    wrongly_typed(tables[1], "8D")
    assert owed(hall)[1:] == [("undone", 0, cents(50_000)), ("owed", cents(110_000), 0)]
    assert account(hall) == (cents(10_000), cents(120_000), cents(10_000), cents(120_000))
    hall.ok("supervisor", c.MarkPaid(3))
    wrongly_typed(tables[2], "8D")
    assert owed(hall)[1:] == [("undone", 0, cents(50_000)), ("undone", 0, cents(110_000))]
    assert account(hall) == (cents(120_000), 0, 0, 0)
    hall.check()


@clause("star-blackjack-challenge 16.11.1", "star-blackjack-challenge 16.11.4(i)")
def test_the_first_of_two_was_none_and_the_other_has_all_that_was_shown() -> None:
    """119,999 were shown with two wagers. Ben had 10,000: the other 109,999 are owed to him, and
    the meter stands where the house started it again: 119,999 + 10,000 = 119,999 + 10,000. Since
    then a wager has added a dollar, which stays in it. What was typed first was right after all:
    59,999.50 each. Her round pays the 10,001 now shown, in chips 10,002.50: 49,997 are owed."""
    hall = blazing_hall(120_000)
    one, two, three = (hall.link(name, star_table()) for name in ("t1", "t2", "t3"))
    sevens(one, ann=1)
    sevens(two, ben=2)
    one.cards("7D")
    two.cards("7D")
    hall.ok("surveillance", c.DetermineSimultaneous((1, 2)))
    sevens(three, cal=3)
    wrongly_typed(one, "8D")
    assert owed(hall) == [("undone", 0, 0), ("owed", cents(109_999), 0)]
    assert account(hall) == (cents(10_001), cents(119_999), cents(10_000), cents(119_999))
    one.ok("supervisor", m.CorrectEntry(parse_card("8D"), parse_cards("7D")))
    assert owed(hall)[1:] == [("owed", 4_999_950, 0), ("owed", 4_999_700, 0)]
    assert account(hall) == (cents(10_001), cents(129_999), cents(20_000), cents(119_999))
    hall.check()


@clause("star-blackjack-challenge 16.11.1", "star-blackjack-challenge 16.11.4(i)")
def test_one_of_two_at_the_first_table_was_none_and_the_other_still_shares() -> None:
    """Ann and ben at one table, cal at the other: 40,000 each of 120,000. Ben's was none: his round
    pays ann all 120,000, cal had 10,000: 60,000 each, so 60,000 go back and 50,000 are owed."""
    hall = blazing_hall(120_000)
    one, two = hall.link("t1", star_table()), hall.link("t2", star_table())
    sevens(one, ann=1, ben=2)
    sevens(two, cal=3)
    one.cards("7D 7D")
    two.cards("7D")
    hall.ok("surveillance", c.DetermineSimultaneous((1, 2, 3)))
    wrongly_typed(one, "8D")
    assert [(win.player, win.cents, win.top_up_cents, win.over_cents) for win in hall.now.wins][
        2:
    ] == [
        ("cal", cents(10_000), cents(50_000), 0),
        ("ann", cents(120_000), 0, cents(60_000)),
    ]
    assert account(hall) == (cents(10_000), cents(130_000), cents(20_000), cents(120_000))
    hall.check()


def suited(floor: Floor, name: str, box: int) -> None:
    """A wager on the jackpot, and three sevens of clubs to come."""
    floor.bet(name, box, 25)
    floor.bet(name, box, 5, "blazing-7s")
    floor.cards("7C 7C")


@clause("star-blackjack-challenge 16.11.2", "star-blackjack-challenge 16.11.4(ii)")
@pytest.mark.parametrize("none", [0, 1, 2])
def test_whichever_of_three_tenths_was_none_the_others_draw_in_succession(none: int) -> None:
    """Of 120,000 a tenth is 12,000, of the 108,000 left 10,800, of the 97,200 left 9,720: 87,480
    are left. For two it is 12,000 and 10,800: 11,400 each, and the meter shows 97,200."""
    hall = blazing_hall(120_000)
    tables = [hall.link(name, star_table()) for name in ("t1", "t2", "t3")]
    for floor, name, box in zip(tables, ("ann", "ben", "cal"), (1, 2, 3), strict=True):
        suited(floor, name, box)
    for floor in tables:
        floor.cards("7C")
    hall.ok("surveillance", c.DetermineSimultaneous((1, 2, 3)))
    assert account(hall) == (cents(87_480), cents(32_520), 0, cents(32_520))
    tables[none].ok("supervisor", m.CorrectEntry(parse_card("7C"), parse_cards("8C")))
    left = [win for win in hall.now.wins if win.stands]
    assert [w.had_cents + w.top_up_cents - w.over_cents for w in left] == [cents(11_400)] * 2
    assert account(hall) == (cents(97_200), cents(22_800), 0, cents(22_800))
    hall.check()


@clause("star-blackjack-challenge 16.11.2", "star-blackjack-challenge 16.11.4(i)")
def test_all_of_it_was_none_and_the_tenth_is_of_what_was_shown() -> None:
    """Ann had the 120,000, ben a tenth of the 10,000 after it. Hers was none: his tenth is 12,000,
    of which he had 1,000, and 108,000 are left on the meter, none of them the house's."""
    hall = blazing_hall(120_000)
    one, two, three = (hall.link(name, star_table()) for name in ("t1", "t2", "t3"))
    sevens(three, cal=3)
    sevens(one, ann=1)
    suited(two, "ben", 2)
    one.cards("7D")
    two.cards("7C")
    hall.ok("surveillance", c.DetermineSimultaneous((1, 2)))
    assert account(hall) == (cents(10_000), cents(121_000), cents(11_000), cents(121_000))
    wrongly_typed(one, "8D")
    assert owed(hall) == [("undone", 0, 0), ("owed", cents(11_000), 0)]
    assert account(hall) == (cents(108_000), cents(12_000), 0, cents(12_000))
    hall.check()


@clause("star-blackjack-challenge 16.11.1", "star-blackjack-challenge 16.11.4(i)")
def test_what_was_taken_stays_out_where_the_other_round_is_too_far_back() -> None:
    """Ben's table has played on, twelve rounds: what was shown is his all the same, and the meter
    is where it started again, with the twelve dollars of his wagers since."""
    hall = blazing_hall(120_000)
    one, two = hall.link("t1", star_table()), hall.link("t2", star_table())
    sevens(one, ann=1)
    sevens(two, ben=2)
    one.cards("7D")
    two.cards("7D")
    hall.ok("surveillance", c.DetermineSimultaneous((1, 2)))
    two.stand("ben", 2)
    two.cards("TC")
    for suit in "CDHS" * 3:
        two.bet("ben", 2, 25)
        two.bet("ben", 2, 5, "blazing-7s")
        two.cards(f"T{suit} 8{suit} 9{suit}")
        two.stand("ben", 2)
        two.cards(f"9{suit}")
    assert hall.now.registration("t2", 1) is None
    wrongly_typed(one, "8D")
    assert owed(hall) == [("undone", 0, 0), ("owed", cents(109_999), 0)]
    assert account(hall)[0] == cents(10_012)
    told = len(hall.told)
    hall.no("18.17.1", METERS, c.UndoWins("t1", 1, (), ("blazing-7s",)))
    one.stand("ann", 1)
    one.cards("TC TC")
    assert account(hall)[0] == cents(10_012)
    assert len(hall.told) == told  # nothing that would change nothing
    hall.check()


@clause("star-baceball 11.13.2")
def test_a_minor_of_the_same_round_at_one_table_is_one_of_them() -> None:
    """30,000 shown: two minors of one round had 15,000 each, one at the other table the 10,000
    that a minor is at least. Of one moment: 10,000 each, as a third of 30,000."""
    hall = aces_hall(minor="30000.00", wagers=3)
    one, two = (hall.link(name, aces_table(hall)) for name in ("b1", "b2"))
    for floor, names in ((one, {"ann": 1, "ben": 2}), (two, {"eve": 5})):
        floor.players(**names)
        for name, box in names.items():
            floor.bet(name, box, 10)
            floor.bet(name, box, 5, "jackpot")
    one.cards("AH AS 7C AH AS 7H AH AS")
    two.cards("AC 7C AC 7H AC")
    one.cards("9C")
    two.cards("9C")
    assert [won for _, won, _ in wins(hall)] == [cents(15_000), cents(15_000), cents(10_000)]
    hall.no("11.13", "gaming-manager", c.DetermineSimultaneous((1, 3)))
    hall.ok("gaming-manager", c.DetermineSimultaneous((1, 2, 3)))
    told = hall.log[-1]
    assert isinstance(told, e.SimultaneousDetermined)
    assert [s.due_cents for s in told.shares] == [cents(10_000)] * 3


def reported(hall: Hall) -> list[int]:
    return [report.number for report in hall.now.reports]


@clause("tasmania-blackjack 24.5.8:audit", "tasmania-blackjack 24.5.8")
def test_the_inspectorate_is_to_be_told_of_every_adjustment_of_a_level() -> None:
    """Asked for and approved it is an adjustment; only asked for, or denied, it is none."""
    hall = linked(Hall(supernova_terms()))
    ask, answer = "inspector", "management-representative"
    for cents_ in (500, -300):
        hall.ok(ask, c.AskCorrection("mystery-1", cents_), why="counted twice", by="ivy")
    assert reported(hall) == []
    hall.ok(answer, c.AnswerCorrection(1, approved=False), by="max")
    assert reported(hall) == []
    hall.ok(answer, c.AnswerCorrection(2), by="max")
    [report] = hall.now.reports
    assert (report.meter, report.cents, report.to, report.told) == (
        "mystery-1", -300, "government-inspectorate", False,
    )  # fmt: skip
    hall.no("24.5.8:audit", "dealer", c.TellReport(1))
    hall.ok("inspector", c.TellReport(1))
    assert hall.now.reports[0].told
    hall.no("24.5.8:audit", "inspector", c.TellReport(1))
    hall.check()
