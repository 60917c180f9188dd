"""Supernova in Tasmania: who may do what to its pool, and the clause that each thing rests on."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from bythebook.deciders import Command, Sealed
from bythebook.errors import Refused
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.pool import decide
from bythebook.rulebooks.chapters.jackpots import METERS, find_jackpot_rules
from tests.clauses import clause
from tests.jackpots.hall import Hall, supernova_terms
from tests.jackpots.linked_tables import ANN, BEN, linked, nova_hall, nova_table, worked_25
from tests.table.floor import cents

MR, MANAGEMENT = "management-representative", "casino-management"
LADDER = ("player", "dealer", "inspector", MR, MANAGEMENT, "casino-operator")


# Who may


def pool() -> Hall:
    return Hall(supernova_terms())


def closed() -> Hall:
    return Hall(supernova_terms(), opened=False)


def wagered() -> Hall:
    hall = linked(pool())
    hall.meters(c.Register("t1", 1, (ANN, BEN)))
    return hall


def sensor_down() -> Hall:
    hall = linked(pool())
    hall.ok("dealer", c.SensorDown("t1", 1))
    return hall


def server_down() -> Hall:
    hall = pool()
    hall.ok("dealer", c.ReportServerFailure())
    return hall


def asked() -> Hall:
    hall = pool()
    hall.ok("inspector", c.AskCorrection("mystery-1", 100), why="a stake was missed", by="ivy")
    return hall


def noted() -> Hall:
    hall = wagered()
    hall.ok("dealer", c.NoteIncorrectWager("t1", 1, 2, "foreign-chip"))
    return hall


def won(authorise: int | None = None) -> Hall:
    """Ann and dee have shared $12,345.67 evenly and to the next dollar: $6,173 each."""
    hall = nova_hall(authorise_cents=authorise)
    floor = worked_25(hall)
    floor.cards("TD 8S 9C 6C 9H")
    floor.stand("ann", 1)
    floor.stand("dee", 4)
    floor.cards("TS")
    return hall


def to_authorise() -> Hall:
    return won(cents(6_173))


def found_wrong() -> Hall:
    """Ann's wager was found to be wrong, and the Inspectorate has been told."""
    hall = won()
    hall.ok("dealer", c.NoteIncorrectWager("n1", 1, 1, "foreign-chip"))
    hall.ok("inspector", c.TellReport(1))
    return hall


def refused_prize() -> Hall:
    """What her table gave ann for it has to come back."""
    hall = found_wrong()
    hall.ok(MANAGEMENT, c.RefuseWin(1))
    return hall


def linked_one() -> Hall:
    return linked(pool())


Made = Callable[[], Hall]
POWERS: tuple[tuple[str, str, Made, Command], ...] = (
    (MANAGEMENT, "24.8", closed, c.ChangeTerms(supernova_terms(title="Nova"))),
    (MR, "24.5.7", closed, c.OpenPool()),
    (MR, "24.5.7", pool, c.ClosePool()),
    (MR, "24.5.7", linked_one, c.UnlinkTable("t1")),
    ("inspector", "24.5.8", pool, c.AskCorrection("mystery-1", 100)),
    (MR, "24.5.8", asked, c.AnswerCorrection(1)),
    ("dealer", "24.9.2", pool, c.ReportServerFailure()),
    ("inspector", "24.9.3", server_down, c.ServerBack()),
    ("dealer", "24.9.4", linked_one, c.SensorDown("t1", 1)),
    ("dealer", "24.9.4", sensor_down, c.SensorUp("t1", 1)),
    ("dealer", "24.7", wagered, c.NoteIncorrectWager("t1", 1, 2, "foreign-chip")),
    ("inspector", "24.5.8:audit", noted, c.TellReport(1)),
    ("inspector", "24.8", to_authorise, c.AuthoriseWin(1)),
    ("dealer", "24.8", won, c.ReferWin(1)),
    (MANAGEMENT, "24.7", found_wrong, c.RefuseWin(1)),
    ("inspector", "24.7", refused_prize, c.ReclaimWin(1)),
    (MANAGEMENT, "24.7", found_wrong, c.AuthoriseWin(1)),
    ("inspector", "24.4.5:payment", won, c.MarkPaid(1)),
)


@clause(
    "tasmania-blackjack 24.4.5:payment",
    "tasmania-blackjack 24.5.7",
    "tasmania-blackjack 24.5.8",
    "tasmania-blackjack 24.5.8:audit",
    "tasmania-blackjack 24.7",
    "tasmania-blackjack 24.8",
    "tasmania-blackjack 24.9.2",
    "tasmania-blackjack 24.9.3",
    "tasmania-blackjack 24.9.4",
)
@pytest.mark.parametrize(("role", "by", "hall", "command"), POWERS)
def test_the_rank_named_may_and_the_one_below_may_not(
    role: str, by: str, hall: Made, command: Command
) -> None:
    made = hall()
    refused = made.no(by, LADDER[LADDER.index(role) - 1], command, why="because")
    assert " takes a " in str(refused)
    made.ok(role, command, why="because")


@clause("tasmania-blackjack 24.5.7")
def test_casino_management_sets_a_pool_up_and_its_representatives_open_terminals() -> None:
    rules = find_jackpot_rules("tasmania-blackjack")
    hall = pool()
    make = c.MakePool(supernova_terms())
    with pytest.raises(Refused) as caught:
        decide(rules, None, hall.order(MR, make))
    assert caught.value.clause == "24.5.7"
    assert decide(rules, None, hall.order(MANAGEMENT, make))
    link = c.LinkTable("t1", hall.facts())
    hall.no("24.5.7", "inspector", link)
    hall.ok(MR, link)


@clause("tasmania-blackjack 24.2")
def test_the_book_has_one_jackpot() -> None:
    """A wager in addition to the main one, on a spot of its own: it has a pool behind it."""
    jackpots = find_jackpot_rules("tasmania-blackjack").jackpots
    assert {name: jackpot.title for name, jackpot in jackpots.items()} == {"supernova": "Supernova"}


# Which tables are on it


@clause("tasmania-blackjack 24.5.1")
@pytest.mark.parametrize("game", ["blackjack", "federal-pontoon"])
def test_blackjack_and_pontoon_tables_are_linked(game: str) -> None:
    hall = pool()
    hall.ok(MR, c.LinkTable("t1", hall.facts(game=f"tasmania-blackjack/{game}")))
    told = hall.log[-1]
    assert isinstance(told, e.TableLinked)
    assert told.clause == "24.5.1"


@clause(
    "tasmania-blackjack 24.3",
    "tasmania-blackjack 24.5.6",
    "tasmania-blackjack 24.5.8",
    "tasmania-blackjack 24.6",
    "tasmania-blackjack 24.6:levels",
    "tasmania-blackjack 24.5.1",
)
@pytest.mark.parametrize(
    ("by", "fact", "other"),
    [
        ("24.5.1", "game", "tasmania-blackjack/jokers-wild"),
        ("24.3", "stake_cents", 199),
        ("24.3", "stake_cents", 201),
        ("24.5.6", "pay_table", ("mystery: 4 levels, up to the next dollar",)),
        ("24.5.8", "rates", {"mystery-1": 250_001}),
        ("24.6:levels", "seeds", {"mystery-1": 1}),
        ("24.6", "display", False),
        ("24.6", "pool", "another"),
    ],
)
def test_a_table_that_differs_is_not_linked(by: str, fact: str, other: object) -> None:
    """One stake on the sign of every table, one jackpot shared alike, and it is on display."""
    hall = pool()
    hall.no(by, MR, c.LinkTable("t1", hall.facts(**{fact: other})))
    hall.ok(MR, c.LinkTable("t1", hall.facts()))


@clause("tasmania-blackjack 24.6", "tasmania-blackjack 24.9.3")
def test_a_table_is_linked_once_and_a_pool_counts_its_own_tables_alone() -> None:
    hall = linked(pool())
    hall.no("24.6", MR, c.LinkTable("t1", hall.facts()))
    hall.no("24.9.3", MR, c.UnlinkTable("t2"))
    hall.no("24.9.3", METERS, c.Register("t2", 1, (ANN,)))
    hall.meters(c.Register("t1", 1, (ANN,)))
    assert hall.shown("mystery-1") == cents("1000.50")


# What is counted, given back and won


@clause("tasmania-blackjack 24.2", "tasmania-blackjack 24.4.3")
def test_a_stake_counts_by_the_button_and_only_while_the_jackpot_is_open() -> None:
    hall = linked(pool())
    floor = hall.link("n1", nova_table(ann=1))
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 2, "supernova")
    assert hall.told == []
    floor.no_more_bets()
    assert hall.told == [c.Register("n1", 1, (ANN,))]
    registered = next(told for told in hall.log if isinstance(told, e.Registered))
    assert registered.clause == "24.4.3"
    hall.ok(MR, c.ClosePool())
    hall.no("24.4.3", METERS, c.Register("t1", 1, (ANN,)))


@clause("tasmania-blackjack 24.9.2")
def test_stakes_given_back_come_off_the_level_by_the_clause_of_the_failing_server() -> None:
    hall = wagered()
    hall.meters(c.TakeBack("t1", 1, (1, 2), "24.9.2"))
    back = next(told for told in hall.log if isinstance(told, e.TakenBack))
    assert (back.clause, hall.shown("mystery-1")) == ("24.9.2", cents(1000))
    hall.no("24.9.2", METERS, c.TakeBack("t1", 1, (1,), "24.9.2"))
    hall.ok("dealer", c.ReportServerFailure())
    failed = hall.log[-1]
    assert isinstance(failed, e.ServerFailed)
    assert failed.clause == "24.9.2"
    hall.no("24.9.2", METERS, c.Register("t1", 2, (ANN,)))


@clause("tasmania-blackjack 24.9.4")
def test_a_sensor_that_is_down_closes_its_table() -> None:
    hall = sensor_down()
    hall.no("24.9.4", METERS, c.Register("t1", 1, (ANN,)))
    hall.ok("dealer", c.SensorUp("t1", 1))
    hall.meters(c.Register("t1", 1, (ANN,)))


@clause("tasmania-blackjack 24.5.7")
def test_the_terms_stay_while_terminals_are_open() -> None:
    hall = linked_one()
    new = c.ChangeTerms(supernova_terms(title="Nova"))
    hall.no("24.5.7", MANAGEMENT, new)
    hall.ok(MR, c.ClosePool())
    hall.no("24.5.7", MANAGEMENT, new)
    hall.ok(MR, c.UnlinkTable("t1"))
    hall.ok(MANAGEMENT, new)


@clause("tasmania-blackjack 24.4.5")
def test_a_mystery_is_sealed_before_the_jackpot_opens() -> None:
    hall = closed()
    sealed = next(told for told in hall.log if isinstance(told, Sealed))
    assert sealed.clause == "24.4.5"
    with pytest.raises(Refused) as caught:
        decide(hall.rules, replace(hall.now, seals={}), hall.order(MR, c.OpenPool()))
    assert caught.value.clause == "24.4.5"
    hall = won()
    hit = next(told for told in hall.log if isinstance(told, e.MysteryHit))
    assert hit.clause == "24.4.5"


@clause("tasmania-blackjack 24.5.3")
def test_a_prize_is_recorded_once_and_keeps_its_table_until_it_is_paid() -> None:
    hall = won()
    recorded = next(told for told in hall.log if isinstance(told, e.WinsRecorded))
    assert recorded.clause == "24.5.3"
    hall.no("24.5.3", METERS, c.RecordWins("n1", 1, recorded.wins))
    hall.ok("inspector", c.MarkPaid(1))
    hall.no("24.5.3", MR, c.UnlinkTable("n1"))
    hall.ok("inspector", c.MarkPaid(2))
    hall.ok(MR, c.UnlinkTable("n1"))


@clause("tasmania-blackjack 24.6:levels")
def test_no_level_shows_less_than_it_starts_from() -> None:
    hall = pool()
    below = c.AskCorrection("mystery-1", -cents(1000) - 1)
    hall.no("24.6:levels", "inspector", below, why="counted twice")
    hall.ok("inspector", c.AskCorrection("mystery-1", -cents(1000)), why="counted twice")


@clause("tasmania-blackjack 24.8")
def test_no_prize_that_waits_for_approval_is_paid() -> None:
    """At the agreed level an Inspector approves it first."""
    hall = to_authorise()
    waits = hall.no("24.8", "inspector", c.MarkPaid(1))
    assert "the Inspector approves" in str(waits)
    hall.ok("inspector", c.AuthoriseWin(1))
    hall.ok("inspector", c.MarkPaid(1))


@clause("tasmania-blackjack 24.7", "tasmania-blackjack 24.5.8:audit")
def test_a_wrong_wager_is_told_to_the_government_inspectorate_before_its_prize_is_refused() -> None:
    hall = won()
    hall.ok("dealer", c.NoteIncorrectWager("n1", 1, 1, "sensor-without-chip"))
    assert [report.to for report in hall.now.reports] == ["government-inspectorate"]
    referred = hall.log[-1]
    assert isinstance(referred, e.WinReferred)
    assert (referred.win, referred.clause) == (1, "24.7")
    hall.no("24.5.8:audit", MANAGEMENT, c.RefuseWin(1))
    hall.ok("inspector", c.TellReport(1))
    told = hall.log[-1]
    assert isinstance(told, e.ReportTold)
    assert (told.to, told.clause) == ("government-inspectorate", "24.5.8:audit")
    hall.ok(MANAGEMENT, c.RefuseWin(1))


@clause("tasmania-blackjack 24.5.6", "tasmania-blackjack 24.5.5")
def test_where_one_of_two_is_refused_the_other_has_the_whole_jackpot_in_even_dollars() -> None:
    """$12,345.67 were $6,173 for each of two; for one alone it is $12,346."""
    hall = found_wrong()
    hall.ok(MANAGEMENT, c.RefuseWin(1))
    raised = hall.log[-1]
    assert raised == e.ShareRaised(2, cents(12_346) - cents(6_173), "24.5.6")


@clause("tasmania-blackjack 24.7:no-main-game", "tasmania-blackjack 24.5.8")
def test_a_stake_returned_for_want_of_a_main_wager_is_a_wrong_wager() -> None:
    """What 24.5.4 gives back the server had counted: it is noted, and comes off."""
    hall = wagered()
    hall.meters(c.TakeBack("t1", 1, (2,), "24.5.4"))
    (report,) = hall.now.reports
    assert (report.box, report.cause) == (2, "no-main-game")
    noted_ = next(told for told in hall.log if isinstance(told, e.IncorrectNoted))
    assert noted_.clause == "24.7:no-main-game"
    assert hall.shown("mystery-1") == cents("1000.50")
