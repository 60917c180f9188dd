"""Crown: who may do what. The triples are written out from the rules, not from the data."""

import pytest

from bythebook.cards import parse_card
from bythebook.errors import Refused
from bythebook.game import commands as c
from bythebook.game.round import legal
from bythebook.table.decision import game_of
from bythebook.table.powers import outranks
from bythebook.table.table import refusal
from tests.books.crown.floor import CROWN, HDD, SETUP, dressed, opened, seated
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o

LADDER = ("player", "dealer", "higher-duties-dealer", "area-manager", "casino-manager")
STAFF = LADDER[1:]
CARD = parse_card("TC")
LIMITS = {"main": (cents(5), cents(500))}

# What is asked, the lowest role that may, the clause. Crown reading 46 where the
# rules name nobody: a higher duties dealer for a round, an area manager for limits.
DEALER = [
    (o.ExchangeVoucher("ann", 1), "1.1:casino-promotional-token"),
    (o.SignOn("zoe", "dealer"), "1.1:dealer"),
    (o.SignOff("zoe"), "1.1:dealer"),
    (o.Perform("check-cards"), "3.2.5"),
    (o.Perform("secure-cards"), "3.2.5"),
    (o.Perform("use-pre-shuffled"), "4.1.1"),
    (o.Perform("fit-drop-box"), "2.3.6"),
    (o.Perform("accept-cash"), "2.3.6"),
    (o.Perform("report-staff-advice"), "20.6"),
    (o.Perform("report-influence"), "20.7"),
    (o.Perform("report-side-bet"), "20.9"),
    (o.Perform("show-rules"), "20.13"),
    (o.Shuffle(), "4.1.2(a)"),
    (o.Insert((90,)), "4.2.6(b)"),
    (o.Burn(), "4.3.1"),
    (o.CuttingCard(), "3.1.1"),
    (o.NoMoreBets(), "8.3.1(a)"),
    (o.Deal(CARD), "8.1"),
    (o.Tell("inspector", "confine"), "6.8.1"),
    (m.FaceUp(CARD), "17.2"),
    (m.DrawnInError(CARD), "17.3"),
    (m.FindHand(2, (CARD,)), "17.6"),
    (m.Resolve("next-card"), "17.3"),
    (m.Resolve("burn"), "17.3"),
    (m.Resolve("hold-over"), "17.3"),
    (m.Resolve("discard"), "17.3"),
    (m.CorrectEntry(CARD, (CARD,)), "17.5"),  # and a higher duties dealer who approves
]
HIGHER_DUTIES = [
    (o.AnnounceClosing(), "20.5"),
    (o.Close(), "20.5"),
    (o.OrderShuffle("sequence"), "4.1.2(d)"),
    (o.OrderShuffle("mishandled"), "4.1.2(e)"),
    (o.OrderShuffle("end-shoe"), "5.3.3"),
    (o.ReplaceCards(), "4.4.1"),
    (o.ReplaceCards("unfit"), "4.4.2"),
    (o.ReplaceCards("wrong-cards"), "17.13.3"),
    (o.AllowSeveral("ann"), "6.7"),
    (o.Vacate("ann"), "20.10"),
    (o.RefuseWager(1, "ann"), "20.11"),
    (o.DirectHand(1), "8.5.4:direction"),
    (m.Resolve("rebuild"), "17.5"),
    (m.Resolve("void"), "17.4"),
    (m.Resolve("missed"), "17.8"),
    (m.MissedCard(), "17.8"),
    (m.RestartShoe(), "17.1.1"),
    (m.AnnounceRebuild(), "17.5"),
    (m.Rebuild(1, (CARD,)), "17.5"),
    (m.Rewind(1), "17.9"),
    (o.VoidRound("17.12"), "17.12"),
    (m.WrongCards(), "17.13.3"),
    (m.Malfunction(), "17.12"),
]
AREA = [
    (o.Open(SETUP), "5.3"),
    (o.ChangeGame("crown-blackjack"), "5.3"),
    (o.AdoptEdition("next"), "0:effect"),
    (o.DisplaySign("next-game"), "5.3.2(a)"),
    (o.DisplaySign("game"), "5.1"),
    (o.DisplaySign("odds"), "5.2"),
    (o.DisplaySign("forced-draw"), "8.5.2(a)"),
    (o.DisplaySign("personal-limits", player="ann", boxes=(1,)), "7.4"),
    (o.DisplaySign("new-limits"), "7.5.2"),
    (o.DisplaySign("limits"), "7.1"),
    (o.RemoveSign("limits"), "7.1"),
    (o.CapPlayers(2), "6.5"),
    (o.ChangeLimits(LIMITS), "7.5"),
    (o.GrantLimits("ann", cents(900)), "7.4"),
    (o.EndLimits("ann"), "7.4"),
    (o.VoidWagers("ann"), "20.2.1"),
    (o.VoidWagers("ann", "20.3.1"), "20.3.1"),
    (o.VoidWagers("ann", "20.3.2"), "20.3.2"),
    (o.Bar("ann"), "20.2.2"),
    (o.Exclude("ann"), "20.2.3"),
    (o.Perform("escalate"), "20.2.4"),
    (o.Invalidate("20.3.1"), "20.3.1"),
    (o.Invalidate("20.3.2"), "20.3.2"),
    (o.DecideDispute(1, "stands"), "20.12"),
]
CASINO = [
    (o.Confine("ann"), "6.8"),
    (o.HoldToMinimum("ann"), "6.9"),
    (o.Lift("ann"), "6.8"),
    (o.AllowElsewhere("ann", "pot-of-gold"), "12.3.2"),
    (o.Perform("allow-face-down"), "8.1.2"),
]
PLAYERS = [
    (o.Arrive("ann"), "6.1"),
    (o.Sit("ann", 1), "2.1"),
    (o.Leave("ann"), "6.1"),
    (o.Cut("ann", 100), "4.2.1(a)"),
    (o.DeclineCut("ann"), "4.2.4"),
    (o.Place(1, "ann", cents(10)), "6.1"),
    (o.TakeOff(1, "ann"), "6.4"),
    (o.Decide(c.Stand(1)), "8.5.1"),
    (o.Perform("handle-own-cards"), "8.1.2(a)"),
    (m.WithdrawWagers("ann"), "17.5"),
    (o.RaiseDispute("ann", "a payment"), "20.12"),
    (o.Perform("ask-for-rules"), "20.13"),
]
POWERS = [
    *(("dealer", *row) for row in DEALER),
    *(("higher-duties-dealer", *row) for row in HIGHER_DUTIES),
    *(("area-manager", *row) for row in AREA),
    *(("casino-manager", *row) for row in CASINO),
]


def name_of(command: o.Command) -> str:
    if isinstance(command, o.Perform):
        return command.act
    return str(type(command).__struct_config__.tag)


def turned_down_for_rank(floor: Floor, role: str, command: o.Command) -> str:
    """The clause by which this role may not order this at all; nothing if rank is not why."""
    order = floor.order(role, command, why="a test", by="ann" if role == "player" else None)
    no = refusal(floor.rules, floor.state, order)
    return no.clause if isinstance(no, Refused) and " takes a " in str(no) else ""


@clause(
    "crown-blackjack 1.2", "crown-blackjack 1.1:casino-promotional-token",
    "crown-blackjack 1.1:dealer", "crown-blackjack 3.2.5", "crown-blackjack 4.1.1",
    "crown-blackjack 2.3.6", "crown-blackjack 20.6", "crown-blackjack 20.7",
    "crown-blackjack 20.9", "crown-blackjack 20.13", "crown-blackjack 4.1.2(a)",
    "crown-blackjack 4.2.6(b)", "crown-blackjack 4.3.1", "crown-blackjack 3.1.1",
    "crown-blackjack 8.3.1(a)", "crown-blackjack 8.1", "crown-blackjack 6.8.1",
    "crown-blackjack 17.2", "crown-blackjack 17.3", "crown-blackjack 17.6", "crown-blackjack 17.9",
    "crown-blackjack 20.5", "crown-blackjack 4.1.2(d)", "crown-blackjack 4.1.2(e)",
    "crown-blackjack 5.3.3", "crown-blackjack 4.4.1", "crown-blackjack 4.4.2",
    "crown-blackjack 17.13.3", "crown-blackjack 6.7", "crown-blackjack 20.10",
    "crown-blackjack 20.11", "crown-blackjack 8.5.4:direction", "crown-blackjack 17.5",
    "crown-blackjack 17.4", "crown-blackjack 17.8", "crown-blackjack 17.1.1",
    "crown-blackjack 17.12", "crown-blackjack 5.3", "crown-blackjack 0:effect",
    "crown-blackjack 5.3.2(a)", "crown-blackjack 5.1", "crown-blackjack 5.2",
    "crown-blackjack 8.5.2(a)", "crown-blackjack 7.4", "crown-blackjack 7.5.2",
    "crown-blackjack 7.1", "crown-blackjack 6.5", "crown-blackjack 7.5", "crown-blackjack 20.2.1",
    "crown-blackjack 20.3.1", "crown-blackjack 20.3.2", "crown-blackjack 20.2.2",
    "crown-blackjack 20.2.3", "crown-blackjack 20.2.4", "crown-blackjack 20.12",
    "crown-blackjack 6.8", "crown-blackjack 6.9", "crown-blackjack 12.3.2",
    "crown-blackjack 8.1.2",
)  # fmt: skip
@pytest.mark.parametrize(
    ("least", "command", "clause_id"), POWERS, ids=lambda value: str(value)[:48]
)
def test_whoever_is_below_is_refused_and_whoever_is_above_is_not(
    least: str, command: o.Command, clause_id: str
) -> None:
    floor = opened()
    floor.players(ann=1)
    place = LADDER.index(least)
    for below in LADDER[:place]:
        assert turned_down_for_rank(floor, below, command) == clause_id
    for role in LADDER[place:]:
        assert turned_down_for_rank(floor, role, command) == ""
    if name_of(command) not in ("sign-on", "sign-off"):
        for beside in ("inspector", "surveillance"):
            assert turned_down_for_rank(floor, beside, command) == clause_id


@clause(
    "crown-blackjack 6.1", "crown-blackjack 2.1", "crown-blackjack 4.2.1(a)",
    "crown-blackjack 4.2.4", "crown-blackjack 6.4", "crown-blackjack 8.5.1",
    "crown-blackjack 8.1.2(a)", "crown-blackjack 17.5", "crown-blackjack 20.12",
    "crown-blackjack 20.13",
)  # fmt: skip
@pytest.mark.parametrize(("command", "clause_id"), PLAYERS, ids=lambda value: str(value)[:40])
def test_what_a_player_may_do_the_dealer_puts_down_but_no_inspector(
    command: o.Command, clause_id: str
) -> None:
    floor = opened()
    for role in LADDER:
        assert turned_down_for_rank(floor, role, command) == ""
    assert turned_down_for_rank(floor, "inspector", command) == clause_id


def test_every_act_of_the_book_is_among_these() -> None:
    """Neither an act of the data is left out above, nor is one of these missing in the data."""
    known = {
        (name, act.by, act.clause)
        for name, entries in Floor(CROWN).rules.conduct.acts.items()
        for act in entries
    }
    written = {(name_of(command), least, by) for least, command, by in POWERS}
    written |= {(name_of(command), "player", by) for command, by in PLAYERS}
    written |= {
        ("direct-hand", "higher-duties-dealer", "10.2.1:direction"),
        ("direct-hand", "higher-duties-dealer", "11.4:direction"),
    }
    assert known == written


@clause(
    "crown-blackjack 1.2", "crown-blackjack 1.1:dealer", "crown-blackjack 1.1:higher-duties-dealer",
    "crown-blackjack 1.1:area-manager", "crown-blackjack 1.1:casino-manager",
)  # fmt: skip
def test_the_ladder_runs_from_the_dealer_to_the_casino_manager() -> None:
    conduct = Floor(CROWN).rules.conduct
    for mine, role in enumerate(STAFF):
        for theirs, least in enumerate(STAFF):
            assert outranks(conduct, o.Person("zoe", role), least) is (mine >= theirs)
        assert not outranks(conduct, o.Person("ivy", "inspector"), role)
        assert not outranks(conduct, o.Person("tom", "surveillance"), role)


@clause("crown-blackjack 1.2")
@pytest.mark.parametrize("role", STAFF)
def test_anybody_from_the_dealer_up_may_deal_a_whole_round(role: str) -> None:
    floor = opened()
    floor.players(ann=1)
    floor.ok(role, o.Shuffle())
    floor.ok(role, o.Cut("ann", 100))
    floor.ok(role, o.Insert((90,)))
    floor.ok(role, o.Burn())
    floor.ok(role, o.Place(1, "ann", cents(10)))
    floor.ok(role, o.NoMoreBets())
    for word in ("TC", "7D", "TH"):
        floor.ok(role, o.Deal(parse_card(word)))
    floor.ok(role, o.Decide(c.Stand(1)))
    floor.ok(role, o.Deal(parse_card("TS")))
    assert floor.net("ann") == cents(10)


@clause("crown-blackjack 8.2")
def test_no_order_lets_a_player_touch_a_card() -> None:
    """Every order that moves cards is a dealer's or above; a player only cuts and decides."""
    floor = opened()
    floor.players(ann=1)
    moves = [*DEALER, *HIGHER_DUTIES]
    about_cards = (
        o.Shuffle, o.OrderShuffle, o.Insert, o.Burn, o.CuttingCard, o.ReplaceCards, o.Deal,
        m.FaceUp, m.DrawnInError, m.FindHand, m.Resolve, m.MissedCard, m.RestartShoe, m.Rebuild,
        m.CorrectEntry, m.Rewind, m.WrongCards, m.Malfunction,
    )  # fmt: skip
    for command, clause_id in moves:
        if isinstance(command, about_cards):
            assert turned_down_for_rank(floor, "player", command) == clause_id


@clause("crown-blackjack 20.6")
def test_what_is_said_to_a_player_is_what_is_legal_and_no_more() -> None:
    """16 against a ten: the list has both choices, in a fixed order, and weighs neither."""
    floor = seated("ann")
    floor.bet("ann", 1, 10)
    floor.cards("TC TD 6H")
    assert floor.state.round is not None
    said = legal(game_of(floor.rules, floor.state), floor.state.round)
    assert set(said) == {c.Hit(1, "ann"), c.Stand(1, "ann"), c.DeclareAbsent(1, "ann")}
    floor.hit("ann", 1)
    floor.cards("2C")
    assert floor.state.round is not None
    again = legal(game_of(floor.rules, floor.state), floor.state.round)
    # Another total, another best play, the same list.
    assert again == said


@clause("crown-blackjack 8.1.2", "crown-blackjack 8.1.2(b)")
def test_face_down_is_a_casino_managers_leave_and_is_reported() -> None:
    floor = seated("ann")
    floor.no("8.1.2", "area-manager", o.Perform("allow-face-down"))
    floor.ok("casino-manager", o.Perform("allow-face-down"))
    duties = [(duty.to, duty.clause) for duty in floor.state.duties]
    assert duties == [("inspector", "8.1.2(b)"), ("surveillance", "8.1.2(b)")]
    floor.ok("dealer", o.Tell("inspector", "allow-face-down"))
    floor.ok("dealer", o.Tell("surveillance", "allow-face-down"))
    assert floor.state.duties == ()
    assert floor.replayed() == floor.state


@clause("crown-blackjack 8.1.2")
def test_face_down_may_be_allowed_before_a_table_opens_and_lasts_until_it_closes() -> None:
    floor = dressed(SETUP)
    floor.ok("casino-manager", o.Perform("allow-face-down"))
    floor.ok("area-manager", o.Open(SETUP))
    assert floor.state.face_down == 2
    floor.ok(HDD, o.Close())  # nobody is there
    assert floor.state.face_down == 0
    assert floor.replayed() == floor.state


@clause("crown-blackjack 8.2", "crown-blackjack 8.1.2", "crown-blackjack 8.1.2(a)")
def test_cards_are_handled_by_players_only_where_dealt_face_down_and_only_their_own() -> None:
    floor = seated("ann ben")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    mine = o.Perform("handle-own-cards", player="ann")
    floor.no("8.1.2(a)", "player", mine, by="ann")
    floor.cards("TC TD 7H TS TH")
    floor.no("8.2", "player", mine, by="ann")
    floor.no("8.1.2", "casino-manager", o.Perform("allow-face-down"))  # they lie there already
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    floor.ok("casino-manager", o.Perform("allow-face-down"))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC TD 7H TS TH")
    floor.ok("player", mine, by="ann")
    floor.no("8.1.2(a)", "player", mine, by="ben")
    assert [entry.player for entry in floor.entries("handle-own-cards")] == ["ann"]


@clause("crown-blackjack 8.1.2(a)")
def test_only_the_first_two_cards_of_ones_own_hand_are_handled() -> None:
    """Not before there is one, not from the third card on, not once they are turned up."""
    floor = seated("ann ben cal")
    floor.ok("casino-manager", o.Perform("allow-face-down"))
    mine, bens, cals = (o.Perform("handle-own-cards", player=p) for p in ("ann", "ben", "cal"))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.bet("cal", 1, 10)  # behind ann: the hand was dealt to her
    floor.cards("6C")
    floor.ok("player", mine, by="ann")  # her first card
    floor.no("8.1.2(a)", "player", bens, by="ben")  # he has none yet
    floor.cards("5D 7H 2S 6H")
    for own, name in ((mine, "ann"), (bens, "ben")):
        floor.ok("player", own, by=name)
    floor.no("8.1.2(a)", "player", cals, by="cal")
    floor.hit("ann", 1)
    floor.cards("2C")
    floor.no("8.1.2(a)", "player", mine, by="ann")  # she has three
    floor.stand("ann", 1)
    floor.ok("player", o.Decide(c.Double(2, "ben")), by="ben")
    floor.no("8.1.2(a)", "player", bens, by="ben")  # a doubled hand lies open
