"""Blackjack Challenge: who may do what. The triples are written from the source, not the data."""

from typing import NamedTuple

import pytest

from bythebook.cards import parse_card
from bythebook.errors import Refused
from bythebook.table.table import refusal
from tests.books.star_challenge.floor import BLAZING, DEVICE, SHOE, STAR, changed, load, opened
from tests.clauses import clause
from tests.table.floor import Floor, c, m, o

SUPERVISORS = ("supervisor", "gaming-supervisor", "assistant-gaming-manager")
BELOW = {"dealer": ("player",), "supervisor": ("dealer", "player")}
BELOW["gaming-supervisor"] = BELOW["supervisor"]
BELOW["gaming-manager"] = (*SUPERVISORS, "dealer", "player")
TITLES = {  # as the clauses name them
    "dealer": "Dealer",
    "gaming-supervisor": "Gaming Supervisor",
    "supervisor": "Casino Supervisor",
    "gaming-manager": "Gaming Manager",
}
CARD = parse_card("8C")


class Power(NamedTuple):
    """The lowest role that may give this order, and the clause by which others are refused."""

    command: o.Command
    role: str
    clause: str
    dealing: str = "shoe"


def did(act: str) -> o.Perform:
    return o.Perform(act)


POWERS = [
    # Getting ready; who opens and signs is not said: a supervisor
    Power(o.SignOn("dan", "dealer"), "dealer", "1.1:dealer"),
    Power(o.SignOff("dan"), "dealer", "1.1:dealer"),
    Power(o.ExchangeVoucher("ann", 1), "dealer", "1.1:casino-promotional-token"),
    Power(o.DisplaySign("limits"), "supervisor", "6.1"),
    Power(o.RemoveSign("limits"), "supervisor", "6.1"),
    Power(o.Open(SHOE), "supervisor", "2.3.1"),
    Power(o.Close(), "supervisor", "20.13"),
    Power(o.AdoptEdition("next"), "supervisor", "5.1"),
    Power(did("check-cards"), "dealer", "3.4"),
    Power(did("secure-cards"), "dealer", "3.5"),
    Power(did("confirm-recorder"), "dealer", "2.3.4.1"),
    Power(did("fit-drop-box"), "dealer", "2.4"),
    Power(did("accept-cash"), "dealer", "2.4"),
    Power(did("remove-drop-box"), "supervisor", "2.4.1"),
    Power(did("offer-perfect-pairs"), "gaming-manager", "14.1"),
    Power(did("offer-star-pairs"), "gaming-manager", "15.1"),
    Power(did("offer-blazing-7s"), "gaming-manager", "16.1"),
    # Cards
    Power(o.Shuffle(), "dealer", "4.4.1"),
    Power(did("hand-shuffle"), "dealer", "4.2", "device"),
    Power(did("riffle"), "dealer", "4.3"),
    Power(did("riffle-angel"), "dealer", "4.3.1"),
    Power(o.OrderShuffle(), "supervisor", "4.4.4"),
    Power(o.Insert((60,)), "dealer", "4.8"),
    Power(o.BadlyCut(), "dealer", "18.11"),
    Power(o.Burn(), "dealer", "4.9.2"),
    Power(o.CuttingCard(), "dealer", "4.4.3"),
    Power(o.ReplaceCards(), "supervisor", "3.6.1", "device"),
    Power(o.ReplaceCards(), "supervisor", "3.6.2"),
    Power(o.ReloadRack(), "dealer", "7.2", "device"),
    Power(did("cards-dropped"), "dealer", "4.6.1"),
    Power(did("mishandled"), "dealer", "4.6.1"),
    Power(did("cards-touched"), "dealer", "3.9"),
    # Players and limits
    Power(o.GiveUp("ann", (1,)), "supervisor", "5.11"),
    Power(o.Reserve("ann", (1,)), "supervisor", "5.16"),
    Power(o.Release("ann"), "supervisor", "5.16"),
    Power(o.CapPlayers(1), "supervisor", "5.17bis"),
    Power(o.Vacate("ann"), "supervisor", "20.14"),
    Power(o.ChangeLimits({"main": (100, 200)}), "supervisor", "6.5"),
    Power(o.RaiseKept(), "supervisor", "6.5.2"),
    Power(o.GrantLimits("ann", 90000, 1000), "supervisor", "6.6"),
    Power(o.EndLimits("ann"), "supervisor", "6.6"),
    Power(o.HoldToMinimum("ann"), "supervisor", "5.13"),
    Power(o.HoldAlways("ann"), "gaming-manager", "5.14"),
    Power(o.Confine("ann"), "gaming-manager", "5.15"),
    Power(o.Lift("ann"), "gaming-manager", "5.14"),
    Power(o.RequireMain("any-pairs"), "gaming-manager", "13.3"),
    Power(o.RequireMain("perfect-pairs"), "gaming-manager", "14.4"),
    Power(o.RequireMain("star-pairs"), "gaming-manager", "15.4"),
    # The round and what goes wrong in it
    Power(o.RefuseWager(1, "ann"), "supervisor", "20.16"),
    Power(o.NoMoreBets(), "dealer", "7.1:no-more-bets"),
    Power(did("remove-wagers"), "dealer", "16.7"),
    Power(o.Deal(CARD), "dealer", "7.1"),
    Power(o.DirectHand(1), "dealer", "18.10"),
    Power(m.FaceUp(CARD), "dealer", "18.1"),
    Power(m.CheckFaces(), "supervisor", "18.1.1"),
    Power(m.DrawnInError(CARD), "dealer", "18.2"),
    Power(m.Resolve("rebuild"), "dealer", "18.8"),
    Power(m.Resolve("void"), "supervisor", "18.8:void"),
    Power(m.Rebuild(1, (CARD,)), "dealer", "18.8"),
    Power(m.CorrectEntry(CARD, (CARD,)), "dealer", "18.8"),
    Power(o.VoidRound("18.8:void"), "supervisor", "18.8:void"),
    Power(o.VoidLastRound("18.8:void"), "supervisor", "18.8:void"),
    Power(m.WrongCards(), "supervisor", "18.15.3"),
    Power(m.CardsVerified(), "supervisor", "18.15.3"),
    Power(m.Malfunction(), "supervisor", "19.1", "device"),
    Power(m.DeviceBack(), "supervisor", "19.5.6"),
    Power(m.JackpotFailure("blazing-7s"), "dealer", "18.17.1", "device"),
    Power(o.SuspendWager("blazing-7s"), "supervisor", "18.17.2", "device"),
    Power(o.ResumeWager("blazing-7s"), "supervisor", "18.17.2", "device"),
    # Protection, people, registers
    Power(o.FindInvalid("ann", 1), "dealer", "18.21"),
    Power(o.FindOverLimit("ann"), "dealer", "18.22.1"),
    Power(o.Pause("ann", 600), "supervisor", "20.4"),
    Power(o.VoidWagers("ann"), "supervisor", "20.8.1"),
    Power(o.Bar("ann"), "supervisor", "20.8.2"),
    Power(o.Exclude("ann"), "supervisor", "20.8.3"),
    Power(did("direct-player"), "supervisor", "20.2.4"),
    Power(did("report-staff-advice"), "dealer", "20.11"),
    Power(did("report-influence"), "dealer", "20.12"),
    Power(did("report-side-bet"), "dealer", "20.15"),
    Power(did("detain"), "supervisor", "20.8.4"),
    Power(o.Invalidate("20.9.1"), "supervisor", "20.9.1"),
    Power(o.Invalidate("20.9.2"), "supervisor", "20.9.2"),
    Power(o.DecideDispute(1, "paid"), "gaming-supervisor", "20.17"),
    Power(o.ReviewDispute(1, "paid"), "supervisor", "20.17"),
    Power(o.FindPaymentError("ann", 100), "supervisor", "18.18.2"),
    Power(o.Rectify(1, "attempted"), "supervisor", "18.18.2"),
    Power(o.ReportMonth("1970-01"), "gaming-manager", "18.20.3"),
    Power(o.Tell("inspector", "confine"), "dealer", "18.15.4"),
    Power(did("show-rules"), "dealer", "20.19"),
]
OF_PLAYERS = [
    Power(o.DeclineCut("ann"), "player", "4.6"),
    Power(o.Cut("ann", 100), "player", "4.5"),
    Power(o.Arrive("bob", "bob"), "player", "5.1"),
    Power(o.Sit("ann", 1), "player", "5.11"),
    Power(o.Leave("ann"), "player", "6.5.1.2"),
    Power(o.Place(1, "ann", 1000), "player", "5.3"),
    Power(o.TakeOff(1, "ann"), "player", "5.3"),
    Power(o.Decide(c.Stand(1)), "player", "9.4"),
    Power(m.WithdrawWagers("ann"), "player", "19.5.1"),
    Power(o.SetLossLimit("ann", 1000), "player", "1.1:loss-limit"),
    Power(o.DeclareChips("ann", 1000), "player", "20.2.1"),
    Power(did("follow-directions"), "player", "20.2.4"),
    Power(did("ask-for-rules"), "player", "20.19"),
    Power(o.RaiseDispute("ann", "a payment"), "player", "20.17"),
]


def name_of(power: Power) -> str:
    command = power.command
    if isinstance(command, o.Perform):
        return command.act
    return str(type(command).__struct_config__.tag)


def id_of(power: Power) -> str:
    return f"{name_of(power)}-{power.clause}"


def floor_for(power: Power) -> Floor:
    setup = SHOE if power.dealing == "shoe" else changed(DEVICE, side_wagers=("blazing-7s",))
    floor = opened(changed(setup, meters=BLAZING.meters), ann=1)
    assert floor.state.phase == "open"
    return floor


def rank_problem(floor: Floor, role: str, command: o.Command) -> str:
    """The clause by which this role is too low for the order, or nothing."""
    found = refusal(floor.rules, floor.state, floor.order(role, command, why="because"))
    if isinstance(found, Refused) and " takes a " in str(found):
        return found.clause
    return ""


@clause(
    "star-blackjack-challenge 1.1:dealer",
    "star-blackjack-challenge 1.1:casino-promotional-token", "star-blackjack-challenge 6.1",
    "star-blackjack-challenge 2.3.1", "star-blackjack-challenge 20.13",
    "star-blackjack-challenge 5.1", "star-blackjack-challenge 3.4",
    "star-blackjack-challenge 3.5", "star-blackjack-challenge 2.3.4.1",
    "star-blackjack-challenge 2.4.1", "star-blackjack-challenge 14.1",
    "star-blackjack-challenge 15.1", "star-blackjack-challenge 16.1",
    "star-blackjack-challenge 4.4.1", "star-blackjack-challenge 4.2",
    "star-blackjack-challenge 4.3", "star-blackjack-challenge 4.3.1",
    "star-blackjack-challenge 4.4.4", "star-blackjack-challenge 4.8",
    "star-blackjack-challenge 18.11", "star-blackjack-challenge 4.9.2",
    "star-blackjack-challenge 4.4.3", "star-blackjack-challenge 3.6.1",
    "star-blackjack-challenge 3.6.2", "star-blackjack-challenge 7.2",
    "star-blackjack-challenge 4.6.1", "star-blackjack-challenge 5.11",
    "star-blackjack-challenge 5.16", "star-blackjack-challenge 5.17bis",
    "star-blackjack-challenge 20.14", "star-blackjack-challenge 6.5",
    "star-blackjack-challenge 6.5.2", "star-blackjack-challenge 6.6",
    "star-blackjack-challenge 5.13", "star-blackjack-challenge 5.14",
    "star-blackjack-challenge 5.15", "star-blackjack-challenge 13.3",
    "star-blackjack-challenge 14.4", "star-blackjack-challenge 15.4",
    "star-blackjack-challenge 20.16", "star-blackjack-challenge 7.1:no-more-bets",
    "star-blackjack-challenge 7.1", "star-blackjack-challenge 18.10",
    "star-blackjack-challenge 18.1", "star-blackjack-challenge 18.1.1",
    "star-blackjack-challenge 18.2", "star-blackjack-challenge 18.8",
    "star-blackjack-challenge 18.8:void", "star-blackjack-challenge 18.15.3",
    "star-blackjack-challenge 19.1", "star-blackjack-challenge 19.5.6",
    "star-blackjack-challenge 18.17.1", "star-blackjack-challenge 18.17.2",
    "star-blackjack-challenge 18.21", "star-blackjack-challenge 18.22.1",
    "star-blackjack-challenge 20.4", "star-blackjack-challenge 20.8.1",
    "star-blackjack-challenge 20.8.2", "star-blackjack-challenge 20.8.3",
    "star-blackjack-challenge 20.8.4", "star-blackjack-challenge 20.9.1",
    "star-blackjack-challenge 20.9.2", "star-blackjack-challenge 20.17",
    "star-blackjack-challenge 18.18.2", "star-blackjack-challenge 18.20.3",
    "star-blackjack-challenge 18.15.4", "star-blackjack-challenge 20.19",
    "star-blackjack-challenge 20.2.4", "star-blackjack-challenge 16.7",
)  # fmt: skip
@pytest.mark.parametrize("power", POWERS, ids=id_of)
def test_a_lower_rank_is_refused_by_the_clause_that_gives_the_power(power: Power) -> None:
    floor = floor_for(power)
    for role in (*BELOW[power.role], "surveillance", "nicc"):
        refused = floor.no(power.clause, role, power.command, why="because")
        assert f" takes a {TITLES[power.role]} or above" in str(refused)
        assert rank_problem(floor, role, power.command) == power.clause
    assert rank_problem(floor, power.role, power.command) == ""
    assert rank_problem(floor, "gaming-manager", power.command) == ""


@clause(
    "star-blackjack-challenge 4.6", "star-blackjack-challenge 4.5",
    "star-blackjack-challenge 5.1", "star-blackjack-challenge 5.11",
    "star-blackjack-challenge 6.5.1.2", "star-blackjack-challenge 5.3",
    "star-blackjack-challenge 9.4", "star-blackjack-challenge 19.5.1",
    "star-blackjack-challenge 1.1:loss-limit", "star-blackjack-challenge 20.2.1",
    "star-blackjack-challenge 20.2.4", "star-blackjack-challenge 20.17",
)  # fmt: skip
@pytest.mark.parametrize("power", OF_PLAYERS, ids=id_of)
def test_what_players_do_a_dealer_may_put_down_for_them_but_nobody_from_outside(
    power: Power,
) -> None:
    floor = floor_for(power)
    for role in ("inspector", "surveillance", "nicc", "operator"):
        floor.no(power.clause, role, power.command)
    assert rank_problem(floor, "player", power.command) == ""
    assert rank_problem(floor, "dealer", power.command) == ""


def test_every_act_of_the_book_is_in_these_lists() -> None:
    rules = Floor(STAR).rules
    listed = {name_of(power) for power in (*POWERS, *OF_PLAYERS)}
    assert listed == set(rules.conduct.acts)
    assert len(POWERS) + len(OF_PLAYERS) == sum(map(len, rules.conduct.acts.values()))


@pytest.mark.parametrize("power", [p for p in POWERS if p.role == "supervisor"], ids=id_of)
def test_a_casino_supervisor_is_also_a_gaming_supervisor_or_assistant_manager(
    power: Power,
) -> None:
    """Definition 1.1: Casino Supervisor includes both."""
    floor = floor_for(power)
    for role in SUPERVISORS:
        assert rank_problem(floor, role, power.command) == ""


@clause(
    "star-blackjack-challenge 1.1:inspector", "star-blackjack-challenge 18.15.4",
    "star-blackjack-challenge 1.1:nicc", "star-blackjack-challenge 18.20.3",
    "star-blackjack-challenge 21.1.1:tournament-manager", "star-blackjack-challenge 22.2",
)  # fmt: skip
@pytest.mark.parametrize(
    ("role", "title"),
    [
        ("inspector", "Inspector"), ("surveillance", "Surveillance"), ("nicc", "NICC"),
        ("operator", "The Star"), ("tournament-manager", "Tournament Manager"),
        ("scrutineer", "Scrutineer"),
    ],
)  # fmt: skip
def test_who_stands_beside_the_table_is_known_there_and_commands_nobody(
    role: str, title: str
) -> None:
    floor = opened(ann=1)
    refused = floor.no("20.8.2", role, o.Bar("ann"), why="because")
    assert refused.reason.endswith(f"is a {title}")
    floor.ok("dealer", o.SignOn("sam", role))
    assert [(person.name, person.role) for person in floor.state.staff] == [("sam", role)]


@clause("star-blackjack-challenge 1.1:dealer", "star-blackjack-challenge 1.1:inspector")
def test_an_inspector_may_come_and_go_but_orders_nothing() -> None:
    floor = opened(ann=1)
    floor.ok("inspector", o.SignOn("ivy", "inspector"), by="ivy")
    assert [p.role for p in floor.state.staff] == ["inspector"]
    floor.ok("inspector", o.SignOff("ivy"), by="ivy")
    for power in POWERS:
        if name_of(power) in ("sign-on", "sign-off"):
            continue
        assert rank_problem(floor_for(power), "inspector", power.command) == power.clause


@clause(
    "star-blackjack-challenge 4.3", "star-blackjack-challenge 4.3.1",
    "star-blackjack-challenge 4.6.1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("act", "by", "more", "verb"),
    [
        ("riffle", "4.3", {"asked": "ann"}, "approve"),
        ("riffle-angel", "4.3.1", {"asked": "ann"}, "approve"),
        ("mishandled", "4.6.1", {}, "sign as well"),
    ],
)
def test_who_stands_by_a_dealer_in_these_is_a_casino_supervisor(
    act: str, by: str, more: dict[str, str], verb: str
) -> None:
    for second in (None, o.Person("dan", "dealer")):
        both = {"approved": second, "second": second} if second is not None else {}
        refused = secured().no(by, "dealer", did(act), **more, **both)
        assert f"another person, a Casino Supervisor, must {verb}" in str(refused)
    sue = o.Person("sue", "gaming-supervisor")  # one of them, by definition
    secured().ok("dealer", did(act), approved=sue, second=sue, **more)


def secured() -> Floor:
    floor = opened(ann=1)
    floor.ok("dealer", did("secure-cards"))
    return floor


@clause("star-blackjack-challenge 4.6.1")
def test_a_dealer_who_drops_cards_owes_it_to_a_casino_supervisor_to_say_so() -> None:
    floor = opened(ann=1)
    floor.ok("dealer", did("cards-dropped"))
    told = [(duty.to, duty.clause) for duty in floor.state.duties if duty.to]
    assert told == [("supervisor", "4.6.1")]


@clause("star-blackjack-challenge 20.2.4")
def test_the_star_itself_may_direct_a_player_with_a_loss_limit() -> None:
    floor = opened(ann=1)
    assert rank_problem(floor, "operator", did("direct-player")) == ""
    assert rank_problem(floor, "inspector", did("direct-player")) == "20.2.4"


@clause("star-blackjack-challenge 4.6")
def test_a_cut_that_every_player_refuses_is_a_casino_supervisors() -> None:
    floor = opened(ann=1)
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.DeclineCut("ann"), by="ann")
    refused = floor.no("4.6", "dealer", o.Cut("", 100))
    assert "a Casino Supervisor cuts then" in str(refused)
    floor.ok("gaming-supervisor", o.Cut("", 100))


@clause("star-blackjack-challenge 2.3.1", "star-blackjack-challenge 20.13")
@clause("star-blackjack-challenge 5.1")
def test_a_table_is_opened_once_and_neither_closed_nor_given_other_rules_in_a_round() -> None:
    floor = opened(ann=1)
    again = floor.no("2.3.1", "supervisor", o.Open(SHOE))
    assert again.reason == "only while the table is closed"
    load(floor)
    floor.ok("supervisor", o.DisplaySign("closing", time=floor.clock + 20 * 60))
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D QH")
    floor.wait(20)
    during = floor.no("20.13", "supervisor", o.Close())
    assert during.reason == "only between rounds"
    refused = floor.no("5.1", "supervisor", o.AdoptEdition("2024-08-19"))
    assert refused.reason == "the round must be finished first"
    floor.stand("ann", 1)
    floor.cards("TD")
    floor.ok("supervisor", o.Close())
    floor.no("20.13", "supervisor", o.Close())


@clause("star-blackjack-challenge 3.9")
def test_no_player_touches_a_card() -> None:
    """Challenge reading 142: no order that moves a card is a player's, who cuts by card only."""
    floor = opened(ann=1)
    touching = (
        o.Deal(CARD), o.Shuffle(), o.Burn(), o.Insert((60,)), o.CuttingCard(), o.ReplaceCards(),
        m.FaceUp(CARD), m.DrawnInError(CARD), m.Resolve("burn"), m.Rebuild(1, (CARD,)),
        m.CorrectEntry(CARD, (CARD,)),
    )  # fmt: skip
    for command in touching:
        assert rank_problem(floor, "player", command) != ""
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.Cut("ann", 100), by="ann")
    assert floor.state.shoe.out == ()


def test_staff_acts_are_on_the_register_with_who_when_why_and_clause() -> None:
    floor = opened(ann=1)
    floor.wait(7)
    floor.ok("supervisor", o.Bar("ann"), by="sue", why="a counting device")
    (entry,) = floor.entries("bar")
    assert (entry.by.name, entry.by.role, entry.at) == ("sue", "supervisor", 420)
    assert (entry.why, entry.clause, entry.player) == ("a counting device", "20.8.2", "ann")


@clause(
    "star-blackjack-challenge 4.4.4", "star-blackjack-challenge 20.16",
    "star-blackjack-challenge 18.8:void", "star-blackjack-challenge 20.8.1",
    "star-blackjack-challenge 20.8.2", "star-blackjack-challenge 20.8.3",
    "star-blackjack-challenge 20.8.4", "star-blackjack-challenge 20.9.1",
    "star-blackjack-challenge 20.9.2",
)  # fmt: skip
@pytest.mark.parametrize(
    ("command", "by"),
    [
        (o.OrderShuffle(), "4.4.4"),
        (o.RefuseWager(1, "ann"), "20.16"),
        (o.VoidRound("18.8:void"), "18.8:void"),
        (o.VoidWagers("ann"), "20.8.1"),
        (o.Bar("ann"), "20.8.2"),
        (o.Exclude("ann"), "20.8.3"),
        (did("detain"), "20.8.4"),
        (o.Invalidate("20.9.1"), "20.9.1"),
        (o.Invalidate("20.9.2"), "20.9.2"),
    ],
)
def test_what_needs_a_reason_is_refused_without_one(command: o.Command, by: str) -> None:
    """Suspicion, reasonable grounds, being satisfied, an opinion: each clause asks for one."""
    floor = opened(ann=1)
    floor.bet("ann", 1, 10)
    refused = floor.no(by, "supervisor", command, why=" ")
    assert "say why" in str(refused)
