"""When an act at a Tasmanian table has its time, what it is for, and what must come first."""

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.errors import Refused
from bythebook.table import events as e
from bythebook.table.powers import power
from tests.books.tasmania.floor import (
    MAIN,
    MR,
    NEW,
    opened,
    ready,
    setup,
    shuffled,
    started,
    supernova_setup,
)
from tests.clauses import clause
from tests.table.floor import Floor, m, o

CARD = parse_card("8C")
OPERATOR = "casino-operator"
WRONG_TIME = (
    "only between rounds",
    "the round must be finished first",
    "only while a round is being dealt",
    "only while the table is closed",
    "the table is not open",
)


def closed() -> Floor:
    return ready(setup())


def between() -> Floor:
    return started(ann=1, ben=2)


def in_round() -> Floor:
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    return floor


def says(floor: Floor, role: str, command: o.Command, **more: str) -> tuple[str, str]:
    """The clause of the power, or of its refusal, and why it is refused now."""
    order = floor.order(role, command, **{"why": "because", "asked": "dee", "by": "mia"} | more)
    try:
        return power(floor.rules, floor.state, order).clause, ""
    except Refused as refused:
        return refused.clause, refused.reason


# When


@clause(
    "tasmania-blackjack 0:title",
    "tasmania-blackjack 1.2",
    "tasmania-blackjack 4.3",
    "tasmania-blackjack 5.5",
    "tasmania-blackjack 8.2:give-up",
    "tasmania-blackjack 13.4",
    "tasmania-blackjack 19.5",
    "tasmania-blackjack 24.5.7",
)
@pytest.mark.parametrize(
    ("cited", "role", "command", "moments"),
    [
        ("5.5", OPERATOR, o.Perform("choose-shuffler"), (closed,)),
        ("1.2", MR, o.Open(setup()), (closed,)),
        ("24.5.7", MR, o.Perform("close-terminal"), (closed, between)),
        ("0:title", MR, o.AdoptEdition("next"), (closed, between)),
        ("4.3", MR, o.Close(), (between,)),
        ("8.2:give-up", "inspector", o.GiveUp("ann", (1,)), (between,)),
        ("13.4", MR, o.DirectHand(1, "ann"), (in_round,)),
        ("19.5", "dealer", m.FindHand(2, (CARD,)), (in_round,)),
    ],
)
def test_each_at_its_time(
    cited: str, role: str, command: o.Command, moments: tuple[object, ...]
) -> None:
    for moment in (closed, between, in_round):
        clause_, why = says(moment(), role, command)
        assert clause_ == cited
        assert (why in WRONG_TIME) == (moment not in moments), moment


@clause("tasmania-blackjack 0:title", "tasmania-blackjack 1.2")
def test_a_management_representative_puts_an_amended_book_into_force() -> None:
    floor = between()
    for role, may in ((MR, True), ("inspector", False)):
        clause_, why = says(floor, role, o.AdoptEdition("next"))
        assert (clause_, " takes a " in why) == ("0:title", not may)


# What for


@clause("tasmania-blackjack 20.6", "tasmania-blackjack 24.9.4")
@pytest.mark.parametrize(
    ("cited", "role", "act", "other"),
    [
        ("20.6", MR, o.AllowElsewhere("ben", "perfect-pairs"), o.AllowElsewhere("ben", "main")),
        ("24.9.4", "dealer", o.SuspendWager("supernova"), o.SuspendWager("perfect-pairs")),
        ("24.9.4", "dealer", o.ResumeWager("supernova"), o.ResumeWager("perfect-pairs")),
    ],
)
def test_each_for_its_own_wager(cited: str, role: str, act: o.Command, other: o.Command) -> None:
    floor = between()
    assert not says(floor, role, act)[1].endswith("not for that")
    clause_, why = says(floor, role, other)
    assert (clause_, why.endswith("not for that")) == (cited, True)


@clause("tasmania-blackjack 5.4", "tasmania-blackjack 8.3:restriction", "tasmania-blackjack 5.5")
def test_what_belongs_to_an_ordinary_shoe() -> None:
    """An ordered shuffle and holding late bettors to the minimum: there is no shoe to speak of."""
    shoe, device = between(), started(setup(dealing="device"), ann=1, ben=2)
    for cited, role, command in (
        ("5.4", "inspector", o.OrderShuffle()),
        ("8.3:restriction", "dealer", o.HoldToMinimum("ann", 1)),
    ):
        assert "only where cards come from" not in says(shoe, role, command)[1]
        clause_, why = says(device, role, command)
        assert (clause_, "only where cards come from a shoe" in why) == (cited, True)
    assert says(shoe, "dealer", o.Shuffle())[0] == "5.1"
    assert says(device, "dealer", o.Shuffle())[0] == "5.5"


@clause(
    "tasmania-blackjack 5.4",
    "tasmania-blackjack 7.4",
    "tasmania-blackjack 8.5",
    "tasmania-blackjack 19.11(a)",
)
@pytest.mark.parametrize(
    ("cited", "role", "command"),
    [
        ("5.4", "inspector", o.OrderShuffle()),
        ("7.4", "inspector", o.RefuseWager(1, "ann")),
        ("8.5", MR, o.Confine("ann")),
        ("19.11(a)", "inspector", o.VoidRound("19.11(a)")),
    ],
)
def test_whoever_uses_discretion_says_why(cited: str, role: str, command: o.Command) -> None:
    floor = in_round()
    assert says(floor, role, command, why=" ") == (cited, "it must say why")
    assert says(floor, role, command, why="seen")[1] == ""


@clause("tasmania-blackjack 6.6:refusal", "tasmania-blackjack 7.4")
def test_a_dealer_refuses_what_chips_cannot_pay_and_an_inspector_partnerships() -> None:
    floor = between()
    assert says(floor, "dealer", o.RefuseWager(1, "ann", inexact=True)) == ("6.6:refusal", "")
    assert says(floor, "inspector", o.RefuseWager(1, "ann")) == ("7.4", "")
    assert " takes a " in says(floor, "dealer", o.RefuseWager(1, "ann"))[1]


@clause("tasmania-blackjack 3:duty", "tasmania-blackjack 19.1", "tasmania-blackjack 19.4")
def test_a_dealer_puts_one_card_right_and_an_inspector_whole_hands() -> None:
    floor = in_round()
    assert says(floor, "dealer", m.Resolve("next-card")) == ("19.1", "")
    for how in ("rebuild", "missed"):
        assert says(floor, "inspector", m.Resolve(how))[0] == "19.4"
        assert " takes a " in says(floor, "dealer", m.Resolve(how))[1]
    assert says(floor, "inspector", m.Resolve("next-card")) == ("19.1", "")  # and what is below


# What comes first


@clause("tasmania-blackjack 7.8")
@pytest.mark.parametrize(
    ("act", "player", "command"),
    [
        ("change-limits", "", o.ChangeLimits(NEW)),
        ("personal-limits", "ann", o.GrantLimits("ann", most=90000, boxes=(1,))),
    ],
)
def test_surveillance_is_told_first(act: str, player: str, command: o.Command) -> None:
    floor = between()
    clause_, why = says(floor, MR, command)
    assert (clause_, "surveillance must be told first" in why) == ("7.8", True)
    floor.ok("dealer", o.Tell("surveillance", act, player))
    assert says(floor, MR, command)[1] == ""


@clause("tasmania-blackjack 13.4")
def test_the_dealer_asks_for_an_idle_hand_to_be_finished() -> None:
    floor = in_round()
    command = o.DirectHand(1, "ann")
    for asked in ("", "ben", "ann"):
        assert says(floor, MR, command, asked=asked)[0] == "13.4"
        assert says(floor, MR, command, asked=asked)[1] != ""
    assert says(floor, MR, command, asked="dee") == ("13.4", "")


@clause("tasmania-blackjack 13.4(b)", "tasmania-blackjack 13.4(ii)")
def test_the_hand_of_somebody_who_is_not_there_stands_and_that_is_written_down() -> None:
    """Gone or not, after a reasonable time: until then the hand waits for its player."""
    floor = started(setup(patience_seconds=60), ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D 5H")
    gone = o.DirectHand(1, "ann", gone=True)
    floor.no("13.4", MR, gone, asked="dee")
    floor.wait(1)
    floor.ok(MR, gone, asked="dee")
    assert [(x.player, x.about) for x in floor.entries("direct-hand")] == [("ann", "box 1")]
    floor.cards("9S")
    assert floor.net("ann") == -1000


@clause("tasmania-blackjack 24.9.4", "tasmania-blackjack 24.9.1")
def test_supernova_is_taken_again_once_the_sensors_were_confirmed_since() -> None:
    floor = started(supernova_setup(), ann=1)
    floor.ok("dealer", o.SuspendWager("supernova"))
    again = o.ResumeWager("supernova")
    assert says(floor, "dealer", again) == ("24.9.4", "confirm-sensors must be recorded first")
    floor.ok("dealer", o.Perform("confirm-sensors"))
    floor.ok("dealer", again)
    floor.ok("dealer", m.JackpotFailure("supernova"))
    assert says(floor, "dealer", again) == ("24.9.4", "confirm-sensors must be recorded first")
    floor.ok("dealer", o.Perform("confirm-sensors"))
    assert says(floor, "dealer", again)[1] == ""


@clause("tasmania-blackjack 24.5.8:audit", "tasmania-blackjack 24.7", "tasmania-blackjack 24.5.8")
def test_an_adjustment_is_told_to_the_government_inspectorate() -> None:
    floor = started(supernova_setup(), ann=1)
    floor.ok("inspector", o.Perform("adjust-increments", "sensor without a chip"))
    (duty,) = floor.state.duties
    assert (duty.to, duty.act, duty.clause) == (
        "government-inspectorate", "adjust-increments", "24.5.8:audit",
    )  # fmt: skip
    floor.ok("dealer", o.Tell("government-inspectorate", "adjust-increments"))
    assert floor.state.duties == ()


@clause("tasmania-blackjack 24.5.7")
def test_no_supernova_wager_where_the_terminal_is_closed() -> None:
    floor = started(supernova_setup(), ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 2, "supernova")
    floor.ok("player", o.TakeOff(1, "ann", "supernova"), by="ann")
    floor.ok(MR, o.Perform("close-terminal"))
    floor.no("24.5.7", "player", o.Place(1, "ann", 200, "supernova"), by="ann")
    floor.ok(MR, o.Perform("open-terminal"))
    floor.bet("ann", 1, 2, "supernova")


@clause("tasmania-blackjack 19.4")
def test_once_hands_are_reconstructed_everybody_decides_anew() -> None:
    """Ben's two cards came the other way round; ann, who sees what she saw, had stood."""
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC 9C 7D 8H 6H")
    floor.stand("ann", 1)
    floor.ok("inspector", m.Rebuild(1, parse_cards("TC 6H 7D 8H 9C")))
    assert floor.state.round is not None
    assert floor.state.round.at == (1, 1)
    floor.stand("ann", 1)


# People


@clause("tasmania-blackjack 22.1.5")
def test_a_competition_director_is_known_and_has_no_say_at_an_ordinary_table() -> None:
    between().no("5.1", "competition-director", o.Shuffle())


# Signs


@clause("tasmania-blackjack 7.1")
def test_the_notice_shows_the_limits_and_multiples_that_are_enforced() -> None:
    fives = setup(units={"main": 500})
    for shown, wanted, opens in (
        (setup(), setup(), True),
        (setup(limits=NEW), setup(), False),
        (setup(), setup(limits=NEW), False),
        (fives, fives, True),
        (setup(), fives, False),
        (fives, setup(), False),
    ):
        floor = ready(shown)
        if opens:
            floor.ok(MR, o.Open(wanted))
        else:
            floor.no("7.1", MR, o.Open(wanted))


@clause("tasmania-blackjack 7.5(b)")
def test_the_notice_of_a_change_shows_just_what_is_to_come() -> None:
    """Limits and multiples: half an hour after it went up these are set, and no others."""
    fives = {"main": 500}
    floor = between()
    floor.ok("inspector", o.DisplaySign("new-limits", time=30 * 60, limits=NEW, units=fives))
    floor.ok("dealer", o.Tell("surveillance", "change-limits"))
    floor.wait(30)
    for other in (o.ChangeLimits(NEW), o.ChangeLimits(MAIN, units=fives)):
        floor.no("7.5(b)", MR, other)
    floor.ok(MR, o.ChangeLimits(NEW, units=fives))


# Markers


@clause("tasmania-blackjack 5.3")
def test_a_marker_that_comes_out_is_told_by_its_clause() -> None:
    """The first of two only says that the shuffle may be repeated; the second makes it due."""
    floor = opened()
    floor.players(ann=1)
    shuffled(floor, back=(60, 100))
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    floor.ok("dealer", o.CuttingCard())
    assert floor.clauses(e.CuttingCardOut) == ["5.3"]
    assert floor.clauses(e.ShuffleDue) == []
    floor.ok("dealer", o.CuttingCard())
    assert floor.clauses(e.CuttingCardOut) == ["5.3", "5.3"]
    assert floor.clauses(e.ShuffleDue) == ["5.3"]
