"""Supernova at its table: what the dealer does around a round, in the book's order."""

import pytest
from msgspec.structs import replace

from bythebook.cards import parse_card
from bythebook.deciders import Command
from bythebook.errors import Malformed
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.rulebooks.loader import other_edition
from bythebook.rulebooks.tables import load_table_rules
from bythebook.table.console import after_win
from tests.books.tasmania import floor as tasmania
from tests.clauses import clause
from tests.jackpots.hall import Hall, supernova_terms
from tests.jackpots.linked_tables import nova_hall, nova_table, wins
from tests.table.floor import Floor, cents, m, o

MR = tasmania.MR
FIRST = parse_card("TD")


def table(hall: Hall | None = None, readings: dict[str, str] | None = None) -> Floor:
    """Ann and ben have both wagers down."""
    setup = tasmania.supernova_setup(
        meters={"mystery-1": 0}, dealing="device", readings=readings or {}
    )
    floor = (hall or Hall(supernova_terms())).link("n1", tasmania.started(setup, ann=1, ben=2))
    for name, box in (("ann", 1), ("ben", 2)):
        floor.bet(name, box, 10)
        floor.bet(name, box, 2, "supernova")
    return floor


def play(floor: Floor) -> None:
    floor.cards("TD 8S 9C TC 9H")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")


def acts(floor: Floor) -> list[tuple[str, str]]:
    console = (
        *(act for act, _ in BEFORE), "call-inspector", "pay-jackpot", "refer-jackpot", "game-over",
    )  # fmt: skip
    return [(entry.act, entry.clause) for entry in floor.state.register if entry.act in console]


def due(floor: Floor) -> list[tuple[str, str]]:
    """What the dealer's page shows as the next thing to do after a jackpot."""
    return [(order.act, says) for order, says in after_win(floor.rules.conduct, floor.state)]


BEFORE = [
    ("check-wagers", "24.4.1"),
    ("announce-no-more-bets", "24.4.2"),
    ("press-no-more-bets", "24.4.3"),
    ("remove-wagers", "24.4.4"),
]


CHECK, CALL = o.Perform("check-wagers"), o.NoMoreBets()
PRESS, REMOVE = o.Perform("press-no-more-bets"), o.Perform("remove-wagers")
STEPS: list[tuple[o.Command, str]] = [
    (CHECK, "24.4.1"), (CALL, "24.4.2"), (PRESS, "24.4.3"), (REMOVE, "24.4.4"),
]  # fmt: skip


@clause(
    "tasmania-blackjack 24.4.1", "tasmania-blackjack 24.4.2", "tasmania-blackjack 24.4.3",
    "tasmania-blackjack 24.4.4",
)  # fmt: skip
def test_what_comes_before_the_first_card_is_done_in_the_order_of_the_clauses() -> None:
    """Each by the dealer, once, and nothing after it before it; the deal after all of them."""
    floor = table()
    for at, (order, says) in enumerate(STEPS):
        assert acts(floor) == BEFORE[:at]
        for later in (*(later for later, _ in STEPS[at + 1 :]), o.Deal(FIRST)):
            floor.no(says, "dealer", later)
        floor.no(says, "player", order, by="ann")
        floor.ok("dealer", order)
        floor.no(says, "dealer", order)
    assert acts(floor) == BEFORE
    floor.ok("dealer", o.Deal(FIRST))
    for order, says in STEPS:
        floor.no(says, "dealer", order)
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 24.4.1")
def test_a_wager_that_does_not_lie_right_is_found_by_the_check() -> None:
    """New limits since it was placed, or since the check: the button is not pressed over it."""
    for done in ((), (CHECK, CALL)):
        floor = table()
        for order in done:
            floor.ok("dealer", order)
        floor.ok("dealer", o.Tell("surveillance", "change-limits"))
        floor.ok(MR, o.ChangeLimits({"main": (cents(20), cents(500))}, agreed=("ann", "ben")))
        floor.no("7.1", "dealer", PRESS if done else CHECK)
        assert acts(floor) == BEFORE[: len(done)]


@clause("tasmania-blackjack 24.4.1", "tasmania-blackjack 6.5:supernova")
@pytest.mark.parametrize("changed", ["placed", "taken off", "gone"])
def test_until_the_button_is_pressed_another_wager_means_another_check(changed: str) -> None:
    """Betting closes by the button, not by the words (Tasmania reading 9)."""
    floor = table()
    floor.ok("dealer", CHECK)
    floor.ok("dealer", CALL)
    if changed == "placed":
        floor.bet("ben", 3, 10)
    elif changed == "taken off":
        floor.ok("player", o.TakeOff(2, "ben", "supernova"), by="ben")
    else:
        floor.ok("player", o.Leave("ben"), by="ben")
    floor.no("24.4.1", "dealer", PRESS)
    floor.no("24.4.1", "dealer", CALL)
    for order in (CHECK, CALL, PRESS):
        floor.ok("dealer", order)
    floor.no("6.5:supernova", "player", o.Place(4, "ann", cents(10)), by="ann")
    floor.ok("dealer", REMOVE)
    floor.ok("dealer", o.Deal(FIRST))
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 24.4.3", "tasmania-blackjack 24.4.4")
def test_without_the_wager_all_others_can_be_checked_and_nothing_pressed_or_removed() -> None:
    floor = tasmania.started(tasmania.supernova_setup(), ann=1)
    floor.no("10:intro", "dealer", CHECK)  # nothing to check
    floor.bet("ann", 1, 10)
    floor.ok("dealer", CHECK)
    floor.no("24.4.3", "dealer", PRESS)
    floor.no("24.4.4", "dealer", REMOVE)
    floor.ok("dealer", o.Deal(FIRST))
    plain = tasmania.betting(ann=10)  # a table without Supernova
    plain.no("24.4.1", "dealer", CHECK)
    tasmania.ready(tasmania.supernova_setup()).no("24.4.1", "dealer", CHECK)  # not open


@clause("tasmania-blackjack 24.4.4", "tasmania-blackjack 24.9.2")
def test_what_went_back_since_the_button_need_not_be_removed() -> None:
    floor = table()
    for order in (CHECK, CALL, PRESS):
        floor.ok("dealer", order)
    floor.ok("dealer", m.JackpotFailure("supernova"))
    floor.no("24.4.4", "dealer", REMOVE)
    floor.ok("dealer", o.Deal(FIRST))


def test_by_the_rules_before_revision_4_one_order_is_all_four() -> None:
    """What was logged then is decided as it was then, and played on."""
    floor = tasmania.started(tasmania.supernova_setup(), ann=1, ben=2)
    floor.rules = load_table_rules(other_edition(floor.rules.book, "02-15", revision=3))
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 2, "supernova")
    floor.no("24.4.1", "dealer", o.Deal(FIRST))
    floor.ok("dealer", CALL)
    assert acts(floor) == BEFORE
    floor.no("24.4.2", "dealer", CALL)
    floor.no("6.5:supernova", "player", o.Place(3, "ben", cents(10)), by="ben")
    for order in (CHECK, PRESS, REMOVE):
        floor.malformed("dealer", order)
    floor.ok("dealer", o.Deal(FIRST))


@clause("tasmania-blackjack 24.4.1")
def test_a_sensor_that_does_not_register_stops_the_button() -> None:
    hall = Hall(supernova_terms())
    floor = table(hall)
    hall.ok("dealer", c.SensorDown("n1", 2))
    hall.no("24.9.4", "prize-meters", c.Register("n1", 1, (c.Entered(1, "ann"),)))
    hall.ok("dealer", c.SensorUp("n1", 2))
    floor.no_more_bets()
    assert hall.shown("mystery-1") == cents(1001)


@clause("tasmania-blackjack 24.4.3")
def test_a_wager_placed_after_the_call_needs_the_button_again() -> None:
    """Pressed with no Supernova wager down it closes nothing; one that comes then must be sent."""
    hall = Hall(supernova_terms())
    floor = hall.link("n1", nova_table(ann=1))
    floor.bet("ann", 1, 10)
    floor.no_more_bets()
    floor.bet("ann", 1, 2, "supernova")
    floor.no("24.4.1", "dealer", o.Deal(FIRST))
    floor.no_more_bets()
    floor.no("24.4.2", "dealer", o.NoMoreBets())
    floor.cards("TD")
    assert hall.told == [c.Register("n1", 1, (c.Entered(1, "ann"),))]


@clause("tasmania-blackjack 24.4.6")
def test_without_a_jackpot_the_end_of_the_hand_is_game_over() -> None:
    floor = table()
    floor.no_more_bets()
    floor.no("24.4.6", "dealer", o.Perform("game-over"))
    play(floor)
    assert acts(floor) == [*BEFORE, ("game-over", "24.4.6")]
    floor.bet("ann", 1, 10)
    floor.no("24.4.6", "dealer", o.Perform("game-over"))


def test_a_round_without_the_wager_needs_no_console() -> None:
    hall = Hall(supernova_terms())
    floor = hall.link("n1", nova_table(ann=1, ben=2))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    play(floor)
    assert acts(floor) == []


def hit(**changes: object) -> tuple[Hall, Floor]:
    """Both boxes have won $12,345.67 when No More Bets is pressed."""
    hall = nova_hall(**changes)  # type: ignore[arg-type]
    floor = table(hall)
    floor.no_more_bets()
    return hall, floor


@clause(
    "tasmania-blackjack 24.4.5", "tasmania-blackjack 24.4.5:payment", "tasmania-blackjack 24.4.6"
)
@pytest.mark.parametrize("how", ["pay-jackpot", "refer-jackpot"])
def test_a_jackpot_is_called_out_paid_or_referred_and_then_it_is_over(how: str) -> None:
    hall, floor = hit()
    assert [(d.to, d.act, d.clause) for d in floor.state.duties] == [
        ("inspector", "call-inspector", "24.4.5")
    ]
    floor.no("24.4.5:payment", "dealer", o.Perform("pay-jackpot"))
    floor.no("24.4.5:payment", "dealer", o.Perform("refer-jackpot"))
    assert due(floor) == [("call-inspector", "24.4.5")]
    play(floor)
    floor.no("24.4.6", "player", o.Place(1, "ann", cents(10)), by="ann")
    floor.no("24.4.5", "dealer", o.Perform("game-over"))
    assert due(floor) == [("call-inspector", "24.4.5")]
    floor.ok("dealer", o.Perform("call-inspector"))
    assert floor.state.duties == ()
    floor.no("24.4.5:payment", "dealer", o.Perform("game-over"))
    assert due(floor) == [("pay-jackpot", "24.4.5:payment"), ("refer-jackpot", "24.8")]
    floor.ok("dealer", o.Perform(how))
    floor.no("24.4.6", "player", o.Place(1, "ann", cents(10)), by="ann")
    assert due(floor) == [("game-over", "24.4.6")]
    floor.ok("dealer", o.Perform("game-over"))
    assert due(floor) == []
    floor.bet("ann", 1, 10)
    floor.no("24.4.6", "dealer", o.Perform("game-over"))
    assert [act for act, _ in acts(floor)][-3:] == ["call-inspector", how, "game-over"]
    assert floor.replayed() == floor.state
    hall.check()


@clause("tasmania-blackjack 24.4.5")
def test_the_inspector_is_called_for_a_jackpot_and_for_nothing_else() -> None:
    floor = table()
    floor.no_more_bets()
    floor.no("24.4.5", "dealer", o.Perform("call-inspector"))
    _, won = hit()
    won.ok("dealer", o.Perform("call-inspector"))
    won.no("24.4.5", "dealer", o.Perform("call-inspector"))
    play(won)
    won.ok("dealer", o.Perform("refer-jackpot"))
    won.ok("dealer", o.Perform("game-over"))


@clause("tasmania-blackjack 24.4.7")
@pytest.mark.parametrize("when", ["before", "called", "dealing", "after"])
def test_a_dealer_finishes_the_round(when: str) -> None:
    floor = table()
    if when != "before":
        floor.no_more_bets()
    if when == "dealing":
        floor.cards("TD 8S")
    if when == "after":
        play(floor)
    relief, home = o.SignOn("don", "dealer"), o.SignOff("dee")
    if when in ("called", "dealing"):
        floor.no("24.4.7", "dealer", relief)
        floor.no("24.4.7", "dealer", home)
        floor.ok("inspector", home, why="taken ill")
        floor.ok("inspector", relief, why="dee was taken ill")
    else:
        floor.ok("dealer", relief)
        floor.ok("dealer", home)
    floor.ok("dealer", o.SignOn("iris", "inspector"))  # who is no dealer


def test_elsewhere_dealers_change_when_they_like() -> None:
    floor = tasmania.started(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("TD")
    floor.ok("dealer", o.SignOn("don", "dealer"))


@clause("tasmania-blackjack 24.5.1(e)")
def test_who_may_place_the_wager_is_for_casino_management_and_final() -> None:
    """Ann controls the box, and it is ben's all the same: hers goes back, and no other is taken."""
    floor = tasmania.started(tasmania.supernova_setup(), ann=1, ben=2)
    for name, box in (("ann", 1), ("ben", 2)):
        floor.bet(name, box, 10)
    floor.ok("player", o.Place(1, "ann", 200, "supernova"), by="ann")
    floor.no("24.5.1(a)", "player", o.Place(1, "ben", 200, "supernova"), by="ben")
    floor.ok("player", o.RaiseDispute("ben", "ann passed"), by="ben")
    ruling = o.DecideDispute(1, "ann had passed", 1, "ben")
    for role in ("dealer", "inspector", MR):
        floor.no("24.5.1(e)", role, ruling)
    for nothing in (o.DecideDispute(1, "ben's"), o.DecideDispute(1, "ben's", 1, "nobody")):
        floor.malformed("casino-management", nothing)
    floor.ok("casino-management", ruling)
    entry = floor.entries("decide-dispute")[0]
    assert (entry.by.role, entry.clause) == ("casino-management", "24.5.1(e)")
    assert floor.state.disputes[0].ruling == "ann had passed"
    assert [w.player for w in floor.state.playing.wagers if w.live] == ["ann", "ben"]
    floor.no("24.5.1(e)", "player", o.Place(1, "ann", 200, "supernova"), by="ann")
    floor.ok("player", o.Place(1, "ben", 200, "supernova"), by="ben")
    # It is final: that dispute is over, and so is another about the same place in this round.
    floor.no("24.5.1(e)", "casino-management", o.DecideDispute(1, "ann's", 1, "ann"))
    floor.malformed("casino-management", o.ReviewDispute(1, "ann's"))
    floor.ok("player", o.RaiseDispute("ann", "I did not pass"), by="ann")
    floor.no("24.5.1(e)", "casino-management", o.DecideDispute(2, "ann's", 1, "ann"))
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 24.5.1(e)")
def test_whose_place_it_is_was_decided_for_that_round_and_box_alone() -> None:
    floor = tasmania.started(tasmania.supernova_setup(), ann=1, ben=2)
    floor.ok("player", o.RaiseDispute("ben", "whose turn it is"), by="ben")
    floor.ok("casino-management", o.DecideDispute(1, "ben's", 1, "ben"))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.no("24.5.1(e)", "player", o.Place(1, "ann", 200, "supernova"), by="ann")
    floor.ok("player", o.Place(2, "ann", 200, "supernova"), by="ann")
    floor.ok("player", o.TakeOff(2, "ann", "supernova"), by="ann")
    floor.cards("TC 9C 7D TH 9H")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    floor.bet("ann", 1, 10)
    floor.ok("player", o.Place(1, "ann", 200, "supernova"), by="ann")


# Failures


@clause("tasmania-blackjack 24.9.2", "tasmania-blackjack 24.5.3")
@pytest.mark.parametrize("settled", [False, True])
def test_a_server_that_fails_after_a_win_does_not_take_it_away(settled: bool) -> None:
    """Ann's stake reached it alone. Ben's goes back, or is decided too (Tasmania reading 98)."""
    meter = replace(
        supernova_terms().meters[0],
        seed_cents=cents("11999.50"), least_cents=cents(12_000), most_cents=cents(12_000),
    )  # fmt: skip
    hall = Hall(supernova_terms(meters=(meter,), winners="wager"))
    floor = table(hall, readings={"supernova-after-failure": "others-settled"} if settled else {})
    floor.no_more_bets()
    hall.ok("dealer", c.ReportServerFailure())
    floor.ok("dealer", m.JackpotFailure("supernova"))
    back = [told.boxes for told in hall.told if isinstance(told, c.TakeBack)]
    assert back == ([] if settled else [(2,)])
    play(floor)
    assert wins(hall) == [("ann", cents(12_000), 0)]
    assert floor.net("ben") == (-cents(12) if settled else -cents(10))
    hall.check()


@clause("tasmania-blackjack 24.9.2", "tasmania-blackjack 24.9.3", "tasmania-blackjack 24.9.4")
def test_one_table_stops_for_its_sensor_and_every_table_for_the_server() -> None:
    hall = Hall(supernova_terms())
    for name in ("t1", "t2"):
        hall.ok(MR, c.LinkTable(name, hall.facts()))
    ann = (c.Entered(1, "ann"),)
    hall.ok("dealer", c.SensorDown("t1", 7))
    hall.ok("dealer", c.SensorDown("t1", 3))
    hall.no("24.9.4", "dealer", c.SensorDown("t1", 7))
    hall.no("24.9.4", "prize-meters", c.Register("t1", 1, ann))
    hall.meters(c.Register("t2", 1, ann))
    hall.ok("dealer", c.SensorUp("t1", 7))
    hall.no("24.9.4", "dealer", c.SensorUp("t1", 7))
    hall.no("24.9.4", "prize-meters", c.Register("t1", 1, ann))
    hall.ok("dealer", c.SensorUp("t1", 3))
    hall.meters(c.Register("t1", 1, ann))
    hall.ok("dealer", c.ReportServerFailure())
    hall.no("24.9.2", "dealer", c.ReportServerFailure())
    for name in ("t1", "t2"):
        hall.no("24.9.2", "prize-meters", c.Register(name, 2, ann))
    hall.no("24.9.3", "dealer", c.ServerBack())
    hall.ok("inspector", c.ServerBack())
    hall.no("24.9.3", "inspector", c.ServerBack())
    hall.meters(c.Register("t1", 2, ann))
    assert hall.shown("mystery-1") == cents(1000) + 150
    hall.ok("dealer", c.SensorDown("t1", 1))
    hall.ok(MR, c.UnlinkTable("t1"))
    assert hall.now.sensors == {}
    hall.check()


# Corrections


def test_a_meter_is_put_right_by_two_people_and_not_below_its_minimum() -> None:
    meter = replace(supernova_terms().meters[0], reset_cents=0)
    hall = Hall(supernova_terms(meters=(meter,)))
    ask, answer = "inspector", MR
    hall.no("24.5.8", ask, c.AskCorrection("mystery-1", -100))  # without a reason
    hall.no("24.5.8", "dealer", c.AskCorrection("mystery-1", -100), why="x")
    low = c.AskCorrection("mystery-1", -cents(1000) - 1)
    hall.no("24.6:levels", ask, low, why="counted twice")
    hall.ok(ask, c.AskCorrection("mystery-1", -cents(1000)), why="all of it was a test", by="ivy")
    assert hall.shown("mystery-1") == cents(1000)
    hall.no("24.5.8", ask, c.AnswerCorrection(1), by="mia")
    hall.no("24.5.8", answer, c.AnswerCorrection(1), by="ivy")
    hall.ok(answer, c.AnswerCorrection(1), by="mia")
    assert hall.shown("mystery-1") == 0
    hall.no("24.5.8", answer, c.AnswerCorrection(1), by="mia")
    told = hall.log[-2]
    assert isinstance(told, e.MeterCorrected)
    assert (told.by.name, told.approved.name) == ("ivy", "mia")
    hall.ok(ask, c.AskCorrection("mystery-1", 500), why="a stake was missed", by="ivy")
    hall.ok(answer, c.AnswerCorrection(2, approved=False), by="mia")
    assert hall.shown("mystery-1") == 0
    assert [one.answer for one in hall.now.corrections] == ["approved", "denied"]
    hall.check()


@pytest.mark.parametrize(
    "command",
    [
        c.AskCorrection("mystery-1", 0),
        c.AskCorrection("mystery-9", 5),
        c.AnswerCorrection(1),
        c.SensorDown("n1", 0),
    ],
)
def test_orders_about_nothing_cannot_be_understood(command: Command) -> None:
    hall = Hall(supernova_terms())
    hall.ok(hall.top, c.LinkTable("n1", hall.facts()))
    with pytest.raises(Malformed):
        hall.ok("casino-management", command, why="x")
