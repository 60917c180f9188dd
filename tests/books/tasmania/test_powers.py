"""Who may do what at a Tasmanian table, written out from the book and compared with its data."""

import pytest

from bythebook.cards import parse_card
from bythebook.errors import Refused
from bythebook.table.powers import power
from bythebook.table.table import decide
from tests.books.tasmania.floor import MAIN, MR, opened, setup, started
from tests.clauses import clause
from tests.table.floor import Floor, c, m, o

LADDER = ("dealer", "inspector", MR, "casino-management", "casino-operator")
BESIDE = ("surveillance", "government-inspectorate", "competition-director")
CARD = parse_card("8C")

# Each power: the act, who has it at least, by which clause, and an order that asks for it.
POWERS: tuple[tuple[str, str, str, o.Command], ...] = (
    ("sign-on", "dealer", "3:intro", o.SignOn("dan", "dealer")),
    ("sign-off", "dealer", "3:intro", o.SignOff("dee")),
    ("display-sign", "inspector", "8.4:notice", o.DisplaySign("three-times")),
    ("display-sign", MR, "7.6", o.DisplaySign("personal-limits", player="ann", boxes=(1,))),
    ("display-sign", "inspector", "7.1", o.DisplaySign("limits", limits=MAIN)),
    ("remove-sign", "inspector", "8.4:removal", o.RemoveSign("three-times")),
    ("remove-sign", "inspector", "7.1", o.RemoveSign("limits")),
    ("check-cards", "dealer", "4.2", o.Perform("check-cards")),
    ("recheck-cards", "dealer", "4.3", o.Perform("recheck-cards")),
    ("choose-shuffler", "casino-operator", "5.5", o.Perform("choose-shuffler")),
    ("confirm-sensors", "dealer", "24.9.1", o.Perform("confirm-sensors")),
    ("open-terminal", MR, "24.5.7", o.Perform("open-terminal")),
    ("close-terminal", MR, "24.5.7", o.Perform("close-terminal")),
    ("open", MR, "1.2", o.Open(setup())),
    ("close", MR, "4.3", o.Close()),
    ("adopt-edition", MR, "0:title", o.AdoptEdition("next")),
    ("shuffle", "dealer", "5.5", o.Shuffle()),
    ("shuffle", "dealer", "5.1", o.Shuffle()),
    ("order-shuffle", "inspector", "5.4", o.OrderShuffle()),
    ("decline-cut", "player", "5.1:default-cut", o.DeclineCut("ann")),
    ("cut", "player", "5.1:player-cut", o.Cut("ann", 100)),
    ("insert", "dealer", "5.2(b)", o.Insert((60,))),
    ("cutting-card", "dealer", "5.3", o.CuttingCard()),
    ("arrive", "player", "1.1", o.Arrive("cal")),
    ("sit", "player", "1.1", o.Sit("ann", 2)),
    ("leave", "player", "1.1", o.Leave("ann")),
    ("give-up", "inspector", "8.2:give-up", o.GiveUp("ann", (1,))),
    ("allow-elsewhere", MR, "20.6", o.AllowElsewhere("ben", "perfect-pairs")),
    ("change-limits", MR, "7.5", o.ChangeLimits({"main": (2000, 50000)})),
    ("personal-limits", MR, "7.6", o.GrantLimits("ann", most=90000, boxes=(1,))),
    ("end-personal-limits", MR, "7.6", o.EndLimits("ann")),
    ("warn", "dealer", "7.3", o.Warn("ann")),
    ("hold-to-minimum", "dealer", "8.3:restriction", o.HoldToMinimum("ann", 1)),
    ("confine", MR, "8.5", o.Confine("ann")),
    ("lift", MR, "8.5", o.Lift("ann")),
    ("place", "player", "6.1", o.Place(1, "ann", 1000)),
    ("take-off", "player", "6.5", o.TakeOff(1, "ann")),
    ("refuse-wager", "dealer", "6.6:refusal", o.RefuseWager(1, "ann", inexact=True)),
    ("refuse-wager", "inspector", "7.4", o.RefuseWager(1, "ann")),
    ("check-wagers", "dealer", "24.4.1", o.Perform("check-wagers")),
    ("no-more-bets", "dealer", "24.4.2", o.NoMoreBets()),
    ("press-no-more-bets", "dealer", "24.4.3", o.Perform("press-no-more-bets")),
    ("remove-wagers", "dealer", "24.4.4", o.Perform("remove-wagers")),
    ("deal", "dealer", "10:intro", o.Deal(CARD)),
    ("decide", "player", "13.1:entitlement", o.Decide(c.Hit(1))),
    ("direct-hand", MR, "13.4", o.DirectHand(1, "ann")),
    ("face-up", "dealer", "19.3", m.FaceUp(CARD)),
    ("drawn-in-error", "dealer", "19.1", m.DrawnInError(CARD)),
    ("hand-without-wager", "dealer", "19.5", m.FindHand(2, (CARD,))),
    ("resolve", "inspector", "19.4", m.Resolve("rebuild")),
    ("resolve", "dealer", "19.1", m.Resolve("next-card")),
    ("missed-card", "inspector", "19.7", m.MissedCard()),
    ("rebuild", "inspector", "19.4", m.Rebuild(1, (CARD,))),
    ("correct-entry", "dealer", "19.4", m.CorrectEntry(CARD, (CARD,))),  # an inspector approves
    ("rewind", "inspector", "19.8", m.Rewind(1)),
    ("malfunction", "inspector", "19.11", m.Malfunction(can_finish=False)),
    ("void-round", "inspector", "19.11(a)", o.VoidRound("19.11(a)")),
    ("jackpot-failure", "dealer", "24.9.2", m.JackpotFailure("supernova")),
    ("suspend-wager", "dealer", "24.9.4", o.SuspendWager("supernova")),
    ("resume-wager", "dealer", "24.9.4", o.ResumeWager("supernova")),
    ("adjust-increments", "inspector", "24.7", o.Perform("adjust-increments")),
    ("report-staff-advice", "dealer", "18:intro", o.Perform("report-staff-advice")),
    ("call-inspector", "dealer", "24.4.5", o.Perform("call-inspector")),
    ("pay-jackpot", "dealer", "24.4.5:payment", o.Perform("pay-jackpot")),
    ("refer-jackpot", "dealer", "24.8", o.Perform("refer-jackpot")),
    ("game-over", "dealer", "24.4.6", o.Perform("game-over")),
    ("raise-dispute", "player", "24.5.1(e)", o.RaiseDispute("ann", "whose jackpot wager")),
    ("decide-dispute", "casino-management", "24.5.1(e)", o.DecideDispute(1, "ann's", 1, "ann")),
    ("tell", "dealer", "7.8", o.Tell("surveillance", "change-limits")),
)
NAMED = [f"{act}-{says}" for act, _, says, _ in POWERS]
OF_CARDS = (
    "shuffle", "order-shuffle", "insert", "cutting-card", "deal", "face-up", "drawn-in-error",
    "hand-without-wager", "resolve", "missed-card", "rebuild", "correct-entry", "rewind",
    "check-cards", "recheck-cards",
)  # fmt: skip


def table_for(act: str, says: str) -> Floor:
    """An open table; one with a shuffling shoe where the power is about that; or none yet."""
    if act in ("open", "choose-shuffler"):
        return Floor("tasmania-blackjack")
    return started(setup(dealing="device" if says == "5.5" else "shoe"), ann=1, ben=2)


def says_of(floor: Floor, order: o.Order) -> str:
    """The clause of the power, or that it is refused now for another reason than rank."""
    try:
        return power(floor.rules, floor.state, order).clause
    except Refused as refused:
        return str(refused) if " takes a " in str(refused) else "not for their rank"


def test_every_act_of_the_data_stands_in_the_list_and_no_other() -> None:
    conduct = opened().rules.conduct
    data = sorted((n, a.by, a.clause) for n, entries in conduct.acts.items() for a in entries)
    assert data == sorted((act, role, says) for act, role, says, _ in POWERS)
    assert tuple(role.role for role in conduct.ladder) == LADDER
    assert tuple(role.role for role in conduct.beside) == BESIDE


# Each act rests on one of these, and both tests below are about all of them.
ACTS = clause(
    "tasmania-blackjack 3:intro", "tasmania-blackjack 8.4:notice", "tasmania-blackjack 7.6",
    "tasmania-blackjack 7.1", "tasmania-blackjack 8.4:removal", "tasmania-blackjack 4.2",
    "tasmania-blackjack 4.3", "tasmania-blackjack 5.5", "tasmania-blackjack 24.9.1",
    "tasmania-blackjack 24.5.7", "tasmania-blackjack 1.2", "tasmania-blackjack 0:title",
    "tasmania-blackjack 5.1", "tasmania-blackjack 5.4", "tasmania-blackjack 5.1:default-cut",
    "tasmania-blackjack 5.1:player-cut", "tasmania-blackjack 5.2(b)", "tasmania-blackjack 5.3",
    "tasmania-blackjack 1.1", "tasmania-blackjack 8.2:give-up", "tasmania-blackjack 20.6",
    "tasmania-blackjack 7.5", "tasmania-blackjack 7.3", "tasmania-blackjack 8.3:restriction",
    "tasmania-blackjack 8.5", "tasmania-blackjack 6.1", "tasmania-blackjack 6.5",
    "tasmania-blackjack 6.6:refusal", "tasmania-blackjack 7.4", "tasmania-blackjack 24.4.2",
    "tasmania-blackjack 10:intro", "tasmania-blackjack 13.1:entitlement",
    "tasmania-blackjack 13.4", "tasmania-blackjack 19.3", "tasmania-blackjack 19.1",
    "tasmania-blackjack 19.4", "tasmania-blackjack 19.7", "tasmania-blackjack 19.8",
    "tasmania-blackjack 19.11", "tasmania-blackjack 19.11(a)", "tasmania-blackjack 24.9.2",
    "tasmania-blackjack 24.9.4", "tasmania-blackjack 24.7", "tasmania-blackjack 24.8",
    "tasmania-blackjack 24.4.5", "tasmania-blackjack 24.4.5:payment", "tasmania-blackjack 24.4.6",
    "tasmania-blackjack 24.5.1(e)", "tasmania-blackjack 7.8",
)  # fmt: skip


@ACTS
@pytest.mark.parametrize(("act", "role", "says", "command"), POWERS, ids=NAMED)
def test_whoever_is_below_is_refused(act: str, role: str, says: str, command: o.Command) -> None:
    """The rank just below, a player, and the people beside the ladder."""
    floor = table_for(act, says)
    below = [] if role == "player" else ["player", *LADDER[: LADDER.index(role)][-1:]]
    for lower in (*below, *BESIDE):
        refused = floor.no(says, lower, command, why="because", asked="dee", by="somebody")
        assert " takes a " in str(refused)


@ACTS
@pytest.mark.parametrize(("act", "role", "says", "command"), POWERS, ids=NAMED)
def test_the_lowest_rank_named_and_all_above_have_the_power(
    act: str, role: str, says: str, command: o.Command
) -> None:
    """They may be refused for other reasons now, but never for who they are."""
    floor = table_for(act, says)
    allowed = LADDER if role == "player" else LADDER[LADDER.index(role) :]
    for rank in (*(("player",) if role == "player" else ()), *allowed):
        order = floor.order(rank, command, why="because", asked="dee", by="somebody")
        assert says_of(floor, order) in (says, "not for their rank")


@clause(
    "tasmania-blackjack 19.3",
    "tasmania-blackjack 19.1",
    "tasmania-blackjack 19.4",
    "tasmania-blackjack 19.8",
)
def test_no_player_moves_a_card() -> None:
    """Whatever order moves, checks or puts right cards is refused to players, in any phase."""
    for bets in (False, True):
        floor = started(ann=1, ben=2)
        if bets:
            floor.bet("ann", 1, 10)
            floor.cards("TC 6D 5H")
        for act, _, says, command in POWERS:
            if act in OF_CARDS and says != "5.5":
                floor.no(says, "player", command, by="ann", why="because", asked="ben")


def test_acts_the_book_does_not_know_are_answered_so() -> None:
    """Nothing in the book lets anybody bar, forfeit, reserve, burn or rectify."""
    floor = started(ann=1)
    unknown: tuple[o.Command, ...] = (
        o.Bar("ann"), o.Exclude("ann"), o.VoidWagers("ann"), o.Invalidate("19.11(a)"),
        o.Reserve("ann", (1, 2)), o.CapPlayers(1, 0), o.Vacate("ann"), o.Burn(),
        o.FindPaymentError("ann", 100), o.ReportMonth("2026-11"), o.AnnounceClosing(),
        o.SetLossLimit("ann", 100), o.HoldAlways("ann"), o.ReviewDispute(1, "no"),
        m.WrongCards(), m.CardsVerified(), m.CheckFaces(),
    )  # fmt: skip
    for command in unknown:
        floor.malformed("casino-operator", command, why="because")


def test_an_order_needs_a_role_of_this_book() -> None:
    floor = started(ann=1)
    floor.malformed("supervisor", o.Shuffle())
    floor.malformed("croupier", o.Deal(CARD))
    floor.malformed("dealer", o.Shuffle(), by=" ")


def test_a_dispute_about_a_jackpot_wager_is_decided_once_by_casino_management() -> None:
    floor = started(ann=1, ben=2)
    floor.ok("player", o.RaiseDispute("ann", "the Supernova spot on box 2"), by="ann")
    floor.no("24.5.1(e)", MR, o.DecideDispute(1, "ben's", 2, "ben"))
    floor.ok("casino-management", o.DecideDispute(1, "ben's", 2, "ben"), by="cass")
    floor.no("24.5.1(e)", "casino-management", o.DecideDispute(1, "ann's", 2, "ann"), by="cole")
    dispute = floor.state.disputes[0]
    assert dispute.decided_by == o.Person("cass", "casino-management")
    assert (dispute.ruling, dispute.reviewed_by) == ("ben's", None)
    assert floor.replayed() == floor.state


def test_an_adjustment_is_reported_to_the_government_inspectorate() -> None:
    floor = started(ann=1)
    floor.ok("inspector", o.Perform("adjust-increments", "sensor without a chip"))
    duty = floor.state.duties[0]
    assert (duty.to, duty.act, duty.clause) == (
        "government-inspectorate", "adjust-increments", "24.5.8:audit",
    )  # fmt: skip
    floor.ok("dealer", o.Tell("government-inspectorate", "adjust-increments"))
    assert floor.state.duties == ()
    assert [entry.about for entry in floor.entries("adjust-increments")] == [
        "sensor without a chip"
    ]


def test_refusals_leave_no_trace() -> None:
    floor = started(ann=1)
    before, log = floor.state, len(floor.log)
    for act, role, says, command in POWERS:
        if role != "player" and act not in ("open", "choose-shuffler") and says != "5.5":
            with pytest.raises(Refused):
                decide(floor.rules, floor.state, floor.order("player", command, by="ann"))
    assert (floor.state, len(floor.log)) == (before, log)
    assert floor.replayed() == floor.state
