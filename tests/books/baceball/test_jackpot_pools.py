"""bACEball, rules 8, 10 and 11: the pools behind the jackpot wager; who does what about them."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.deciders import Command, Order, Person
from bythebook.errors import Malformed, Refused
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.counting import why_closed
from bythebook.jackpots.facts import facts_of
from bythebook.jackpots.pool import decide
from bythebook.rulebooks import load_game
from bythebook.rulebooks.chapters.jackpots import METERS, find_jackpot_rules
from tests.books.baceball.floor import loaded
from tests.clauses import clause
from tests.jackpots.hall import BACEBALL, Hall, baceball_terms
from tests.jackpots.linked_tables import ANN, BEN, linked
from tests.table.floor import Floor, cents, o

LADDER = ("dealer", "gaming-supervisor", "assistant-gaming-manager", "gaming-manager")
MAJOR, MINOR = "baceball-major", "baceball-minor"
# Act, the least rank, its clause, who else may: by our reading of a book that names nobody. What
# happens at a table is its supervisor's, what concerns the pool a Gaming Manager's.
ACTS: list[tuple[Command, str, str, tuple[str, ...]]] = [
    (c.MakePool(baceball_terms()), "gaming-manager", "10.1", ("operator",)),
    (c.ChangeTerms(baceball_terms()), "gaming-manager", "10.4", ("operator",)),
    (c.ApproveFigures("A 10/26", ("rate",)), "authority", "10.4", ()),
    (c.UnlinkTable("t1"), "gaming-manager", "10.2.2", ()),
    (c.OpenPool(), "gaming-manager", "10.1", ()),
    (c.ClosePool(), "gaming-manager", "10.1", ()),
    (c.AskCorrection(MAJOR, 100), "gaming-supervisor", "2.3", ()),
    (c.AnswerCorrection(1), "gaming-manager", "2.3", ()),
    (c.ReportServerFailure(), "dealer", "2.3", ()),
    (c.ServerBack(), "gaming-supervisor", "2.3", ()),
    (c.ReclaimWin(1), "gaming-supervisor", "11.13", ()),
    (c.DetermineSimultaneous((1, 2)), "gaming-manager", "11.13", ()),
    (c.MarkPaid(1), "gaming-supervisor", "8.2", ()),
]


def said(hall: Hall, role: str, command: Command) -> Refused | Malformed | None:
    pool = None if isinstance(command, c.MakePool) else hall.pool
    try:
        decide(hall.rules, pool, Order(by=Person("x", role), at=0, command=command, why="so"), {})
    except (Refused, Malformed) as refused:
        return refused
    return None


@clause(
    "star-baceball 2.3", "star-baceball 8.2", "star-baceball 10.1", "star-baceball 10.2.2",
    "star-baceball 10.4", "star-baceball 11.13",
)  # fmt: skip
@pytest.mark.parametrize(
    ("command", "least", "cited", "also"), ACTS, ids=[type(act[0]).__name__ for act in ACTS]
)
def test_who_does_what_about_a_pool(
    command: Command, least: str, cited: str, also: tuple[str, ...]
) -> None:
    hall = linked(Hall(baceball_terms()))
    may = {*(LADDER[LADDER.index(least) :] if least in LADDER else [least]), *also}
    for role in (*LADDER, "operator", "inspector", "authority", "player"):
        answer = said(hall, role, command)
        if role in may:
            assert " takes a" not in str(answer), role
            assert "knows no" not in str(answer)
        else:
            assert isinstance(answer, Refused)
            assert (answer.clause, " takes a" in answer.reason) == (cited, True), role


@clause("star-baceball 10.2.2")
def test_a_gaming_manager_links_tables() -> None:
    hall = Hall(baceball_terms())
    order = c.LinkTable("t1", hall.facts())
    for role in LADDER[:-1]:
        hall.no("10.2.2", role, order)
    hall.ok("gaming-manager", order)


@clause("star-baceball 5.1.6")
def test_the_jackpot_wager_has_a_pool_and_no_other_wager_has() -> None:
    rules = find_jackpot_rules(BACEBALL)

    def answer(wager: str) -> str:
        pool = c.MakePool(baceball_terms(wager=wager))
        order = Order(by=Person("gus", "gaming-manager"), at=0, command=pool)
        try:
            decide(rules, None, order, {})
        except (Refused, Malformed) as said:
            return str(said)
        return ""

    assert answer("jackpot") == ""
    for other in ("strike-out", "blazing-7s"):
        assert "has no jackpot" in answer(other)


# The games of a pool


@clause(
    "star-baceball 11.6.3",
    "star-baceball 11.6.3:baceball",
    "star-baceball 10.2.3",
    "star-baceball 11.6.1",
)
def test_a_pool_links_tables_of_its_own_game_and_no_game_that_is_not_listed() -> None:
    """Real tables and real games: bACEball itself; Tasmania's Blackjack with its own jackpot is
    called Blackjack and so is listed, but pays by another table; Pontoon is not listed at all."""
    hall = Hall(baceball_terms())
    hall.link("b1", loaded(meters={MAJOR: cents(100_000), MINOR: cents(10_000)}))
    told = hall.log[-1]
    assert isinstance(told, e.TableLinked)
    assert (told.facts.game, told.clause) == ("star-baceball/baceball", "11.6.3:baceball")
    rates = {meter.name: meter.rate_ppm for meter in hall.now.terms.meters}
    for game_id, wager, by in (
        ("star-blackjack-challenge/blackjack-challenge", "blazing-7s", "11.6.1"),
        ("tasmania-blackjack/blackjack", "supernova", "11.6.1"),
        ("tasmania-blackjack/federal-pontoon", "supernova", "11.6.3"),
    ):
        facts = facts_of(load_game(game_id), wager, rates=rates, dealing="device")
        if facts is None:  # the game has no such wager: as this pool's own game has it
            facts = hall.facts(game=game_id)
        hall.no(by, hall.top, c.LinkTable("x1", facts))
    assert set(hall.now.tables) == {"b1"}


# Stakes


def table_of(hall: Hall, **seats: int) -> Floor:
    floor = hall.link("b1", loaded(meters={MAJOR: cents(100_000), MINOR: cents(10_000)}))
    floor.players(**seats)
    for name, box in seats.items():
        floor.bet(name, box, 10)
        floor.bet(name, box, 5, "jackpot")
    return floor


@clause("star-baceball 7.2", "star-baceball 10.3", "star-baceball 5.1.6")
def test_a_stake_counts_when_it_is_collected_for_the_deal() -> None:
    hall = Hall(baceball_terms())
    floor = table_of(hall, ann=1)
    floor.ok("dealer", o.NoMoreBets())
    assert hall.shown(MAJOR) == cents(100_000)
    floor.deal("9S")
    assert hall.shown(MAJOR) == cents(100_000) + 50  # 10 % of $5
    told = next(event for event in hall.log if isinstance(event, e.Registered))
    assert told.clause == "7.2"


@clause("star-baceball 12.12.1")
def test_a_stake_that_goes_back_comes_off_the_meters() -> None:
    hall = linked(Hall(baceball_terms()))
    hall.meters(c.Register("t1", 1, (ANN,)))
    hall.meters(c.TakeBack("t1", 1, (1,), "13.4"))
    back = hall.log[-1]
    assert isinstance(back, e.TakenBack)
    assert (back.cause, back.clause, hall.shown(MAJOR)) == ("13.4", "12.12.1", cents(100_000))


@clause("star-baceball 2.3")
def test_no_stake_is_taken_while_the_equipment_does_not_work() -> None:
    hall = linked(Hall(baceball_terms()))
    assert why_closed(hall.jackpot, hall.now, "t1") is None
    hall.ok("dealer", c.ReportServerFailure())
    failed = hall.log[-1]
    assert isinstance(failed, e.ServerFailed)
    assert failed.clause == "2.3"
    closed = why_closed(hall.jackpot, hall.now, "t1")
    assert closed is not None
    assert closed.clause == "2.3"
    hall.no("2.3", "dealer", c.ReportServerFailure())


# Prizes


def won(hall: Hall, table: str, shown: int, player: str = "ann", line: str = "") -> None:
    box = 1 if player == "ann" else 2
    name = line or "three aces of diamonds"
    meter = MINOR if line else MAJOR
    hall.meters(
        c.RecordWins(
            table, 1, (c.Won(box, player, (meter,), name, shown, shown),),
            (c.Drawn(meter, shown, 0),),
        )
    )  # fmt: skip


@clause("star-baceball 8.3", "star-baceball 11.6.2")
def test_a_prize_is_recorded_once_and_its_meter_begins_again_from_the_seed() -> None:
    hall = linked(Hall(baceball_terms()))
    hall.meters(c.Register("t1", 1, (ANN,)))
    won(hall, "t1", cents(100_000) + 50)
    drawn, recorded = hall.log[-2:]
    assert isinstance(drawn, e.MeterDrawn)
    assert (drawn.cents, drawn.clause) == (cents(100_000) + 50, "11.6.2")
    assert isinstance(recorded, e.WinsRecorded)
    assert recorded.clause == "8.3"
    assert hall.shown(MAJOR) == cents(100_000)
    again = c.Won(1, "ann", (MAJOR,), "three aces of diamonds", 1, 1)
    hall.no("8.3", METERS, c.RecordWins("t1", 1, (again,)))


@clause("star-baceball 11.6.2")
@pytest.mark.parametrize(("off", "fits"), [(50, True), (51, False)])
def test_no_correction_takes_a_meter_below_its_seed(off: int, fits: bool) -> None:
    hall = linked(Hall(baceball_terms()))
    hall.meters(c.Register("t1", 1, (ANN,)))
    order = c.AskCorrection(MAJOR, -off)
    if fits:
        hall.ok("gaming-supervisor", order, why="counted twice")
    else:
        hall.no("11.6.2", "gaming-supervisor", order, why="counted twice")


@clause("star-baceball 11.13", "star-baceball 11.13.1")
def test_wins_of_one_moment_at_two_tables_share_the_major() -> None:
    """150,001.00 was shown: 75,000.50 each. The second had been paid the seed of 100,000."""
    terms = baceball_terms()
    major = replace(terms.meters[0], seed_cents=cents(150_000))
    hall = linked(Hall(baceball_terms(meters=(major, *terms.meters[1:]))), "t1", "t2")
    for table, who in (("t1", ANN), ("t2", BEN)):
        hall.meters(c.Register(table, 1, (who,)))
    shown = hall.shown(MAJOR)
    assert shown == cents(150_001)
    won(hall, "t1", shown)
    won(hall, "t2", cents(100_000), "ben")
    hall.ok("gaming-manager", c.DetermineSimultaneous((1, 2)))
    told = hall.log[-1]
    assert isinstance(told, e.SimultaneousDetermined)
    assert told.clause == "11.13"
    assert [(one.due_cents, one.clause) for one in told.shares] == [(7_500_050, "11.13.1")] * 2
    hall.no("11.13", "gaming-manager", c.DetermineSimultaneous((1, 2)))


@clause("star-baceball 11.13")
def test_wins_of_one_round_share_without_being_found_simultaneous() -> None:
    hall = linked(Hall(baceball_terms()), "t1", "t2")
    hall.meters(c.Register("t1", 1, (ANN, BEN)))
    shown = hall.shown(MAJOR)
    both: Any = tuple(
        c.Won(box, player, (MAJOR,), "three aces of diamonds", shown // 2, shown)
        for box, player in ((1, "ann"), (2, "ben"))
    )
    hall.meters(c.RecordWins("t1", 1, both, (c.Drawn(MAJOR, shown, 0),)))
    hall.no("11.13", "gaming-manager", c.DetermineSimultaneous((1, 2)))


@clause("star-baceball 11.11.2")
def test_a_mystery_is_sealed_before_its_pool_opens() -> None:
    """Random, and known to nobody beforehand: what triggers it is drawn and sealed first."""
    hall = Hall(baceball_terms(), opened=False)
    sealed = [event for event in hall.log if type(event).__name__ == "Sealed"]
    assert [event.clause for event in sealed] == ["11.11.2"]  # type: ignore[attr-defined]
