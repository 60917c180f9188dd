"""The pool of Blazing 7's: who may order what, and by which clause everything about it is told."""

import pytest

from bythebook.deciders import Command
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.pools.view import pool_view
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.pool import decide
from bythebook.rulebooks import find_book
from bythebook.rulebooks.chapters.jackpots import find_jackpot_rules
from tests.clauses import clause
from tests.jackpots.hall import Hall, blazing_terms
from tests.jackpots.linked_tables import ANN, BEN, blazing_hall, linked, star_table, three_bets
from tests.table.floor import Floor, cents, m, o

RANKS = (
    "dealer", "gaming-supervisor", "supervisor", "assistant-gaming-manager", "gaming-manager",
)  # fmt: skip
BESIDE = ("inspector", "surveillance", "nicc", "operator")
SUPERVISORS = RANKS[1:]
MANAGER = RANKS[4:]
METER = "blazing-7s"


def needed(hall: Hall, role: str, command: Command) -> tuple[str, str]:
    """The clause by which this role is not enough, and what it takes; nothing if it is."""
    pool = None if isinstance(command, c.MakePool) else hall.pool
    try:
        decide(hall.rules, pool, hall.order(role, command, why="because"), hall.seeds)
    except Refused as refused:
        _, takes, rest = refused.reason.partition(" takes a ")
        return (refused.clause, rest.partition(";")[0]) if takes else ("", "")
    except Malformed:
        pass
    return "", ""


@clause("star-blackjack-challenge 16.1")
def test_a_pool_is_made_behind_this_wager_and_behind_no_other() -> None:
    hall = Hall(blazing_terms())
    made = hall.log[0]
    assert isinstance(made, e.PoolMade)
    assert (made.clause, pool_view(hall.now, {}).clause) == ("16.1", "16.1")
    order = hall.order(hall.top, c.MakePool(blazing_terms(wager="star-pairs")))
    with pytest.raises(Malformed, match="star-pairs"):
        decide(hall.rules, None, order)


@clause(
    "star-blackjack-challenge 16.1", "star-blackjack-challenge 16.8",
    "star-blackjack-challenge 16.10.1", "star-blackjack-challenge 2.3.4.1",
    "star-blackjack-challenge 18.17.1", "star-blackjack-challenge 18.17.2",
    "star-blackjack-challenge 16.11.1", "star-blackjack-challenge 16.11.4(ii)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("command", "may", "by", "title"),
    [
        # What the casino operator may choose to offer is a Gaming Manager's, or its own, to do.
        (c.MakePool(blazing_terms()), (*MANAGER, "operator"), "16.1", "Gaming Manager"),
        (c.ChangeTerms(blazing_terms()), (*MANAGER, "operator"), "16.1", "Gaming Manager"),
        (c.OpenPool(), MANAGER, "16.1", "Gaming Manager"),
        (c.ClosePool(), MANAGER, "16.1", "Gaming Manager"),
        (c.LinkTable("t9", Hall(blazing_terms()).facts()), MANAGER, "16.10.1", "Gaming Manager"),
        (c.UnlinkTable("t1"), MANAGER, "16.10.1", "Gaming Manager"),
        (c.AskCorrection(METER, 1), SUPERVISORS, "2.3.4.1", "Casino Supervisor"),
        (c.AnswerCorrection(1), MANAGER, "2.3.4.1", "Gaming Manager"),
        (c.ReportServerFailure(), RANKS, "18.17.1", "Dealer"),
        (c.ServerBack(), SUPERVISORS, "18.17.2", "Casino Supervisor"),
        (c.MarkPaid(1), SUPERVISORS, "16.8", "Casino Supervisor"),
        (c.ReclaimWin(1), SUPERVISORS, "16.11.1", "Casino Supervisor"),
        (c.DetermineSimultaneous((1, 2)), ("surveillance",), "16.11.4(ii)", "Surveillance"),
    ],
)
def test_who_may(command: Command, may: tuple[str, ...], by: str, title: str) -> None:
    hall = Hall(blazing_terms())
    assert {role: needed(hall, role, command) for role in (*RANKS, *BESIDE)} == {
        role: ("", "") if role in may else (by, title) for role in (*RANKS, *BESIDE)
    }


def with_wagers() -> tuple[Hall, Floor]:
    """A pool that shows $15,000 once three wagers count; they lie on the table."""
    hall = blazing_hall(15_000)
    floor = hall.link("t1", star_table())
    three_bets(floor)
    return hall, floor


@clause("star-blackjack-challenge 16.7")
def test_a_stake_counts_when_it_is_collected_with_the_first_card_and_not_with_a_call() -> None:
    hall, floor = with_wagers()
    floor.ok("dealer", o.NoMoreBets())
    assert hall.shown(METER) == cents(14_997)
    floor.cards("TC")
    assert hall.shown(METER) == cents(15_000)
    assert [told.clause for told in hall.log if isinstance(told, e.Registered)] == ["16.7"]
    hall.no("16.7", "prize-meters", c.Register("t1", 1, (ANN,)))  # once


@clause("star-blackjack-challenge 18.17.1")
def test_stakes_that_go_back_when_the_equipment_fails_come_off_the_meter() -> None:
    hall, floor = with_wagers()
    floor.cards("TC")
    hall.ok("dealer", c.ReportServerFailure())
    floor.ok("dealer", m.JackpotFailure(METER))
    assert hall.shown(METER) == cents(14_997)
    back = [(told.boxes, told.clause) for told in hall.log if isinstance(told, e.TakenBack)]
    assert back == [((1, 2, 3), "18.17.1")]
    assert [told.clause for told in hall.log if isinstance(told, e.ServerFailed)] == ["18.17.1"]
    hall.no("18.17.1", "dealer", c.ReportServerFailure())
    hall.no("18.17.1", "prize-meters", c.Register("t1", 2, (ANN,)))


@clause("star-blackjack-challenge 16.1")
def test_the_pools_of_the_book_are_those_of_blazing_sevens() -> None:
    assert list(find_jackpot_rules("star-blackjack-challenge").jackpots) == ["blazing-7s"]


@clause(
    "star-blackjack-challenge 16.12", "star-blackjack-challenge 16.12.1",
    "star-blackjack-challenge 16.12.2", "star-blackjack-challenge 16.12.3",
)  # fmt: skip
def test_the_least_jackpot_is_one_of_three_sums_and_no_other() -> None:
    assert find_book("star-blackjack-challenge").options["reset"].values == (
        "10000",
        "25000",
        "50000",
    )


@clause("star-blackjack-challenge 16.8", "star-blackjack-challenge 16.12")
def test_a_prize_is_put_down_by_the_pay_table_and_the_meter_falls_to_its_minimum() -> None:
    hall, floor = with_wagers()
    floor.cards("7D TC TH 7D 7D 9C 9H")
    told = [event.clause for event in hall.log if isinstance(event, e.WinsRecorded)]
    assert told == ["16.8"]
    fell = [event for event in hall.log if isinstance(event, e.MeterDrawn)]
    assert [(event.cents, event.clause) for event in fell] == [(cents(15_000), "16.12")]
    assert hall.shown(METER) == cents(10_000)
    hall.no("16.8", "gaming-manager", c.UnlinkTable("t1"))  # the prize is not paid


@clause("star-blackjack-challenge 16.12")
def test_no_correction_takes_the_display_below_its_minimum() -> None:
    hall = Hall(blazing_terms())
    hall.no("16.12", "supervisor", c.AskCorrection(METER, -1), why="a test stake")
    hall.ok("supervisor", c.AskCorrection(METER, 1), why="a stake was missed")


@clause("star-blackjack-challenge 16.11.4(i)")
def test_wins_of_one_round_are_not_determined_they_share_as_it_is() -> None:
    hall, floor = with_wagers()
    floor.cards("7D 7D TH 7D 7D 7D 9H")
    assert len(hall.now.wins) == 2
    hall.no("16.11.4(i)", "surveillance", c.DetermineSimultaneous((1, 2)))


@clause("star-blackjack-challenge 16.11.3", "star-blackjack-challenge 16.11.1")
def test_beside_a_win_of_the_whole_a_tenth_is_of_the_minimum() -> None:
    """Challenge reading 71: the diamonds have all that was shown, the suited 10 % of the reset."""
    hall = blazing_hall(80_000, 50_000)
    one = hall.link("t1", star_table(50_000, "50000"))
    two = hall.link("t2", star_table(50_000, "50000"))
    for floor, name, box in ((one, "ann", 1), (two, "ben", 2), (two, "cal", 3)):
        floor.bet(name, box, 25)
        floor.bet(name, box, 5, METER)
    one.cards("7D 7D")
    two.cards("7S 9C 7S 7S 9D")
    one.cards("7D")
    hall.ok("surveillance", c.DetermineSimultaneous((1, 2)))
    told = hall.log[-1]
    assert isinstance(told, e.SimultaneousDetermined)
    assert [(share.due_cents, share.clause) for share in told.shares] == [
        (cents(5_000), "16.11.3"),
        (cents(80_000), "16.11.1"),
    ]


@clause("star-blackjack-challenge 16.2", "star-blackjack-challenge 16.10.2")
@clause("star-blackjack-challenge 16.12")
def test_a_table_is_linked_by_its_game_to_one_pool_and_shows_the_minimum() -> None:
    hall = Hall(blazing_terms())
    hall.no("16.12", hall.top, c.LinkTable("t1", hall.facts(display=False)))
    hall.no("16.10.2", hall.top, c.LinkTable("t1", hall.facts(pool="another")))
    linked(hall, "t1")
    told = hall.log[-1]
    assert isinstance(told, e.TableLinked)
    assert told.clause == "16.2"
    hall.no("16.10.2", hall.top, c.LinkTable("t1", hall.facts()))
    hall.no("16.10.2", hall.top, c.UnlinkTable("t2"))
    hall.no("16.10.2", "prize-meters", c.Register("t2", 1, (BEN,)))
