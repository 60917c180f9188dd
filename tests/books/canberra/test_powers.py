"""Casino Canberra: who may do what. Each power is refused to the rank below it and to players.

The book names a supervisor, a dealer and a shift manager; where it says "casino operator", signs,
seats and limits are taken to be the supervisor's, restrictions, voids, exclusions, rulings and the
closing of tables the shift manager's.
"""

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.errors import Malformed, Refused
from bythebook.game.round import legal
from bythebook.table.decision import game_of
from bythebook.table.table import decide
from tests.books.canberra.floor import CANBERRA, COMMISSION, LIMITS, MANAGER, SETUP, ready
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o

SUPERVISOR = "supervisor"
CARD = parse_card("2C")

# Act, command, the lowest role that may, and the clause: from the document, not from the data.
POWERS: list[tuple[str, o.Command, str, str]] = [
    ("sign-on", o.SignOn("dan", "dealer"), "dealer", "A:dealer"),
    ("sign-off", o.SignOff("dan"), "dealer", "A:dealer"),
    ("confirm-layout", o.Perform("confirm-layout"), SUPERVISOR, "1.1"),
    (
        "confirm-perfect-pairs-layout",
        o.Perform("confirm-perfect-pairs-layout"),
        SUPERVISOR,
        "17.2",
    ),
    ("confirm-pairs-play-layout", o.Perform("confirm-pairs-play-layout"), SUPERVISOR, "17.14"),
    ("check-cards", o.Perform("check-cards"), "dealer", "2.2"),
    ("check-cards-after", o.Perform("check-cards-after"), "dealer", "2.2"),
    ("determine-shuffle", o.Perform("determine-shuffle"), SUPERVISOR, "2.3(b)"),
    ("ask-determinations", o.Perform("ask-determinations"), "player", "2.3"),
    ("tell-determinations", o.Perform("tell-determinations"), "dealer", "2.3"),
    ("display-sign", o.DisplaySign("limits"), SUPERVISOR, "3.1"),
    ("display-sign", o.DisplaySign("personal-limits", player="ann", boxes=(1,)), SUPERVISOR, "3.2"),
    ("display-sign", o.DisplaySign("multiples"), SUPERVISOR, "3.3"),
    ("display-sign", o.DisplaySign("perfect-pairs"), SUPERVISOR, "17.7"),
    ("display-sign", o.DisplaySign("pairs-play"), SUPERVISOR, "17.19"),
    ("remove-sign", o.RemoveSign("limits"), SUPERVISOR, "3.1"),
    ("open", o.Open(SETUP), SUPERVISOR, "2.3(a)"),
    ("announce-closing", o.AnnounceClosing(), MANAGER, "15.2"),
    ("close", o.Close(), MANAGER, "15.2"),
    ("adopt-edition", o.AdoptEdition("next"), MANAGER, "NI:2"),
    ("shuffle", o.Shuffle(), "dealer", "5.1"),
    ("decline-cut", o.DeclineCut("ann"), "player", "5.2(d)"),
    ("cut", o.Cut("ann", 100), "player", "5.2"),
    ("insert", o.Insert((100,)), "dealer", "5.3"),
    ("cutting-card", o.CuttingCard(), "dealer", "5.4(b)"),
    ("replace-cards", o.ReplaceCards(), SUPERVISOR, "2.4"),
    ("replace-card", o.ReplaceCard(CARD), SUPERVISOR, "2.4"),
    ("arrive", o.Arrive("cal"), "player", "4.1"),
    ("sit", o.Sit("ann", 3), "player", "4.5(a)"),
    ("leave", o.Leave("ann"), "player", "4.3"),
    ("allow-several", o.AllowSeveral("ann"), SUPERVISOR, "4.4"),
    ("give-up", o.GiveUp("ann", (1,)), SUPERVISOR, "4.4"),
    ("vacate-seat", o.Vacate("ann"), SUPERVISOR, "16.6"),
    ("change-limits", o.ChangeLimits(LIMITS), SUPERVISOR, "3.1"),
    ("personal-limits", o.GrantLimits("ann", 100000, boxes=(1,)), SUPERVISOR, "3.2"),
    ("end-personal-limits", o.EndLimits("ann"), SUPERVISOR, "3.2"),
    ("warn", o.Warn("ann"), "dealer", "3.4"),
    ("hold-to-minimum", o.HoldToMinimum("ann"), SUPERVISOR, "4.7"),
    ("track", o.Perform("track", player="ann"), SUPERVISOR, "4.9"),
    ("confine", o.Confine("ann"), MANAGER, "4.8"),
    ("lift", o.Lift("ann"), MANAGER, "4.8"),
    ("place", o.Place(1, "ann", 1000), "player", "4.2"),
    ("take-off", o.TakeOff(1, "ann"), "player", "4.3"),
    ("no-more-bets", o.NoMoreBets(), "dealer", "6.2"),
    ("deal", o.Deal(CARD), "dealer", "6.1"),
    ("decide", o.Decide(c.Stand(1)), "player", "4.5"),
    ("direct-hand", o.DirectHand(1, "ann", gone=True), "dealer", "14.7"),
    ("face-up", m.FaceUp(CARD), "dealer", "14.1"),
    ("drawn-in-error", m.DrawnInError(CARD), "dealer", "14.2"),
    ("resolve", m.Resolve("void"), MANAGER, "16.3"),
    ("resolve", m.Resolve("rebuild"), SUPERVISOR, "14.4"),
    ("resolve", m.Resolve("discard"), SUPERVISOR, "2.1"),
    ("resolve", m.Resolve("burn"), "dealer", "14.3"),
    ("resolve", m.Resolve("next-card"), "dealer", "14.2"),
    ("rebuild", m.Rebuild(1, (CARD,)), SUPERVISOR, "14.4"),
    ("correct-entry", m.CorrectEntry(CARD, (CARD,)), "dealer", "14.4"),  # and one who approves
    ("void-round", o.VoidRound("16.3"), MANAGER, "16.3"),
    ("void-last-round", o.VoidLastRound("14.5"), MANAGER, "14.5"),
    ("void-last-round", o.VoidLastRound("16.3"), MANAGER, "16.3"),
    ("invalidate", o.Invalidate("16.1"), MANAGER, "16.1"),
    ("void-wagers", o.VoidWagers("ann"), MANAGER, "16.2(a)"),
    ("bar", o.Bar("ann"), MANAGER, "16.2(b)"),
    ("report-staff", o.Perform("report-staff"), "dealer", "16.5(a)"),
    ("report-advantage", o.Perform("report-advantage"), "dealer", "16.5(b)"),
    ("report-procedures", o.Perform("report-procedures"), "dealer", "16.5(c)"),
    ("report-influence", o.Perform("report-influence"), "dealer", "16.7"),
    ("report-side-bet", o.Perform("report-side-bet"), "dealer", "16.8"),
    ("raise-dispute", o.RaiseDispute("ann", "a card"), "player", "16.4"),
    ("decide-dispute", o.DecideDispute(1, "stands"), MANAGER, "16.4"),
    ("review-dispute", o.ReviewDispute(1, "stands"), "commission", "16.4"),
    ("tell", o.Tell("commission", "confine", "ann"), MANAGER, "4.8"),
    ("ask-for-rules", o.Perform("ask-for-rules"), "player", "16.9"),
    ("show-rules", o.Perform("show-rules"), "dealer", "16.9"),
]
# With an automated shuffling shoe.
DEVICE_POWERS: list[tuple[str, o.Command, str, str]] = [
    ("shuffle", o.Shuffle(), "dealer", "18.2"),
    ("malfunction", m.Malfunction(), "dealer", "18.3"),
    ("replace-device", m.ReplaceDevice("device"), SUPERVISOR, "18.3(b)"),
]
BELOW = {
    "dealer": "player",
    SUPERVISOR: "dealer",
    MANAGER: SUPERVISOR,
    "commission": MANAGER,
    "player": "commission",
}


def ids(powers: list[tuple[str, o.Command, str, str]]) -> list[str]:
    return [f"{act}-{clause_id}" for act, _, _, clause_id in powers]


def refused_rank(floor: Floor, role: str, command: o.Command) -> str | None:
    """The clause by which this rank is refused, or None if rank is no obstacle."""
    try:
        decide(floor.rules, floor.state, floor.order(role, command, by="x"))
    except Refused as no:
        return no.clause if " takes a " in no.reason else None
    except Malformed:
        return None
    return None


@clause(
    "canberra-blackjack 1.1", "canberra-blackjack 2.2", "canberra-blackjack 2.3",
    "canberra-blackjack 2.3(a)", "canberra-blackjack 2.3(b)", "canberra-blackjack 2.4",
    "canberra-blackjack 3.1", "canberra-blackjack 3.2", "canberra-blackjack 3.3",
    "canberra-blackjack 4.4", "canberra-blackjack 4.7", "canberra-blackjack 4.8",
    "canberra-blackjack 4.9", "canberra-blackjack 5.1", "canberra-blackjack 14.1",
    "canberra-blackjack 14.2", "canberra-blackjack 14.3", "canberra-blackjack 14.4",
    "canberra-blackjack 14.5", "canberra-blackjack 15.2", "canberra-blackjack 16.1",
    "canberra-blackjack 16.2(a)", "canberra-blackjack 16.2(b)", "canberra-blackjack 16.3",
    "canberra-blackjack 16.4", "canberra-blackjack 16.6", "canberra-blackjack 16.9",
    "canberra-blackjack A:dealer", "canberra-blackjack 17.2", "canberra-blackjack 17.14",
    "canberra-blackjack 17.7", "canberra-blackjack 17.19", "canberra-blackjack NI:2",
    "canberra-blackjack 5.2(d)", "canberra-blackjack 5.2", "canberra-blackjack 5.3",
    "canberra-blackjack 5.4(b)", "canberra-blackjack 4.1", "canberra-blackjack 4.5(a)",
    "canberra-blackjack 4.3", "canberra-blackjack 3.4", "canberra-blackjack 4.2",
    "canberra-blackjack 6.2", "canberra-blackjack 6.1", "canberra-blackjack 4.5",
    "canberra-blackjack 14.7", "canberra-blackjack 2.1", "canberra-blackjack 16.7",
    "canberra-blackjack 16.8",
)  # fmt: skip
@pytest.mark.parametrize(("act", "command", "role", "refusing"), POWERS, ids=ids(POWERS))
def test_a_power_is_refused_to_the_rank_below_and_to_players(
    act: str, command: o.Command, role: str, refusing: str
) -> None:
    floor = ready()
    assert refused_rank(floor, role, command) is None
    assert refused_rank(floor, BELOW[role], command) == refusing
    if role != "player":
        assert refused_rank(floor, "player", command) == refusing


@clause(
    "canberra-blackjack 18.2", "canberra-blackjack 18.3", "canberra-blackjack 18.3(b)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("act", "command", "role", "refusing"), DEVICE_POWERS, ids=ids(DEVICE_POWERS)
)
def test_a_power_over_the_automated_shoe_is_refused_to_the_rank_below(
    act: str, command: o.Command, role: str, refusing: str
) -> None:
    floor = ready(dealing="device")
    assert refused_rank(floor, role, command) is None
    assert refused_rank(floor, BELOW[role], command) == refusing
    assert refused_rank(floor, "player", command) == refusing


def test_no_act_of_the_book_is_missing_here() -> None:
    acts = Floor(CANBERRA).rules.conduct.acts
    entries = sorted((name, act.clause) for name, several in acts.items() for act in several)
    tried = {(act, clause_id) for act, _, _, clause_id in POWERS + DEVICE_POWERS}
    assert sorted(tried) == entries


@clause("canberra-blackjack A:dealer", "canberra-blackjack A:casino-supervisor")
def test_higher_ranks_may_do_what_lower_ones_may_and_the_commission_only_its_own() -> None:
    floor = ready()
    for _, command, role, refusing in POWERS:
        if role in ("dealer", SUPERVISOR, MANAGER):
            assert refused_rank(floor, MANAGER, command) is None
            signs = isinstance(command, o.SignOn | o.SignOff)
            for beside in ("commission", "tournament-director"):
                assert refused_rank(floor, beside, command) == (None if signs else refusing)


# When: at the moment named here each is refused, whoever asks; at the other it is not for that.
BY_MOMENT: list[tuple[str, o.Command, str, str]] = [
    (SUPERVISOR, o.Open(SETUP), "open", "2.3(a)"),
    (SUPERVISOR, o.Perform("confirm-layout"), "open", "1.1"),
    (SUPERVISOR, o.Perform("confirm-perfect-pairs-layout"), "open", "17.2"),
    (SUPERVISOR, o.Perform("confirm-pairs-play-layout"), "open", "17.14"),
    ("dealer", o.Perform("check-cards"), "open", "2.2"),
    (MANAGER, o.AdoptEdition("next"), "in a round", "NI:2"),
    (MANAGER, o.Close(), "in a round", "15.2"),
    (SUPERVISOR, o.ReplaceCards(), "in a round", "2.4"),
    (SUPERVISOR, o.ChangeLimits(LIMITS), "in a round", "3.1"),
    (SUPERVISOR, o.GiveUp("ann", (1,)), "in a round", "4.4"),
    (SUPERVISOR, o.Vacate("ann"), "in a round", "16.6"),
    (SUPERVISOR, o.HoldToMinimum("ann"), "in a round", "4.7"),
    ("dealer", o.DirectHand(1, "ann", gone=True), "between rounds", "14.7"),
    (MANAGER, o.Invalidate("16.1"), "between rounds", "16.1"),
]
SAID = {
    "open": ("only while the table is closed",),
    "in a round": ("only between rounds", "the round must be finished first"),
    "between rounds": ("only while a round is being dealt",),
}


def moment(name: str) -> Floor:
    if name == "closed":
        return Floor(CANBERRA)
    floor = ready()
    if name == "in a round":
        floor.bet("ann", 1, 10)
        floor.cards("TD 7C 9C")
    return floor


def answer(floor: Floor, role: str, command: o.Command) -> Refused | Malformed | None:
    order = floor.order(role, command, approved=COMMISSION, why="so")
    try:
        decide(floor.rules, floor.state, order)
    except (Refused, Malformed) as said:
        return said
    return None


@clause(
    "canberra-blackjack 1.1", "canberra-blackjack 2.2", "canberra-blackjack 2.3(a)",
    "canberra-blackjack 2.4", "canberra-blackjack 3.1", "canberra-blackjack 4.4",
    "canberra-blackjack 4.7", "canberra-blackjack 14.7", "canberra-blackjack 15.2",
    "canberra-blackjack 16.1", "canberra-blackjack 16.6", "canberra-blackjack 17.2",
    "canberra-blackjack 17.14", "canberra-blackjack NI:2",
)  # fmt: skip
@pytest.mark.parametrize(("role", "command", "at", "refusing"), BY_MOMENT)
def test_a_power_is_used_at_its_moment_only(
    role: str, command: o.Command, at: str, refusing: str
) -> None:
    said = answer(moment(at), role, command)
    assert isinstance(said, Refused)
    assert (said.clause, said.reason in SAID[at]) == (refusing, True)
    other = {"open": "closed", "in a round": "between rounds", "between rounds": "in a round"}[at]
    said = answer(moment(other), role, command)
    assert said is None or said.reason not in SAID[at]


# What nobody of the table may do


@clause("canberra-blackjack 16.5(a)")
def test_what_the_table_offers_says_what_is_legal_and_nothing_about_what_is_good() -> None:
    """Staff advise nobody: a player's list has every legal decision, in the order of the rules.

    Eleven against a six is a double and 16 against a seven is a hit to every book of strategy; the
    list gives both hands the same kind of answer: what may be done, with no figure beside it.
    """
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("6D 6C 5C")
    assert floor.state.round is not None
    game = game_of(floor.rules, floor.state)
    offered = legal(game, floor.state.round)
    kinds = [type(command) for command in offered]
    assert c.Hit in kinds
    assert c.Double in kinds
    # Standing on eleven is against 9.2(b): keeping play within the rules is no advice.
    assert c.Stand not in kinds
    for command in offered:
        words = set(command.__struct_fields__)
        assert words <= {"box", "player", "amount", "on", "in_tokens"}
    floor.ok("player", o.Decide(c.Hit(1)), by="ann")
    floor.cards("5D")
    sixteen = [type(command) for command in legal(game, floor.state.round)]
    assert c.Hit in sixteen
    assert c.Stand in sixteen


@clause("canberra-blackjack 16.7", "canberra-blackjack 4.5")
def test_nobody_decides_for_another_and_whoever_tries_is_reported() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.bet("ben", 1, 10)
    floor.cards("TD 7C 6C")
    floor.no("4.3", "player", o.Decide(c.Hit(1, "ann")), by="ben")
    refused = refused_clause(floor, "ben", o.Decide(c.Hit(1)))
    assert refused == "4.5(a)"
    floor.no("16.7", "dealer", o.Perform("report-influence", player="ben"))
    floor.no("16.7", "player", o.Perform("report-influence", player="ben"), by="ann", why="told")
    why = "told ann to draw"
    floor.ok("dealer", o.Perform("report-influence", player="ben"), why=why)
    entry = floor.entries("report-influence")[0]
    assert (entry.player, entry.why, entry.clause) == ("ben", "told ann to draw", "16.7")
    floor.ok(MANAGER, o.VoidWagers("ben"), why="16.7")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (-cents(10), 0)


def refused_clause(floor: Floor, player: str, command: o.Command) -> str:
    with pytest.raises(Refused) as caught:
        decide(floor.rules, floor.state, floor.order("player", command, by=player))
    return caught.value.clause


@clause("canberra-blackjack 16.8")
def test_players_bet_against_the_house_only() -> None:
    """What one side of the table wins the house loses: no order moves chips between players."""
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 20)
    floor.cards("TD 9D AC 9C 9H")
    # Insuring another's wager is a wager against the house too (7.2).
    floor.play("ben", c.Insure(1, 500, "ben", "ann"))
    floor.proceed()
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (-cents(10), -cents(10))
    assert floor.state.house == cents(20)
    floor.no("16.8", "dealer", o.Perform("report-side-bet", player="ben"))
    floor.ok("dealer", o.Perform("report-side-bet", player="ben"), why="bet with ann")
    assert floor.entries("report-side-bet")[0].clause == "16.8"
    floor.ok(MANAGER, o.Bar("ben"), why="a bet with another player")
    floor.no("16.2(b)", "player", o.Place(2, "ben", 1000), by="ben")


@clause("canberra-blackjack 16.9")
def test_a_copy_of_the_rules_is_there_for_whoever_asks() -> None:
    floor = ready()
    floor.no("16.9", "dealer", o.Perform("show-rules"))
    floor.ok("dealer", o.Perform("show-rules"), asked="ann")
    assert floor.entries("show-rules")[0].clause == "16.9"


@clause("canberra-blackjack 16.4")
def test_the_commission_reviews_a_ruling_if_somebody_asks() -> None:
    floor = ready()
    floor.ok("player", o.RaiseDispute("ann", "I had 21"), by="ann")
    floor.ok(MANAGER, o.DecideDispute(1, "20"), by="gus")
    review = o.ReviewDispute(1, "20, as decided")
    unasked = floor.no("16.4", "commission", review, by="cora")
    assert unasked.reason == "only when somebody asks for it"
    floor.ok("commission", review, by="cora", asked="ann")


@clause("canberra-blackjack 4.3", "canberra-blackjack 4.2")
def test_a_players_orders_are_about_that_player() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.no("4.3", "player", o.TakeOff(1, "ann"), by="ben")
    floor.no("4.2", "player", o.Place(3, "ann", 1000), by="ben")
    floor.no("4.3", "player", o.Leave("ann"), by="ben")
    floor.ok("dealer", o.TakeOff(1, "ann"))
    assert floor.state.round is not None
    assert not any(wager.live for wager in floor.state.round.wagers)


@clause("canberra-blackjack 4.3")
def test_no_player_handles_cards() -> None:
    """Every order by which a card is moved is refused to a player."""
    floor = ready()
    floor.bet("ann", 1, 10)
    for command, refusing in (
        (o.Deal(CARD), "6.1"),
        (o.Shuffle(), "5.1"),
        (o.Insert((100,)), "5.3"),
        (o.CuttingCard(), "5.4(b)"),
        (m.FaceUp(CARD), "14.1"),
        (m.DrawnInError(CARD), "14.2"),
        (m.Rebuild(1, parse_cards("2C")), "14.4"),
        (o.ReplaceCard(CARD), "2.4"),
    ):
        floor.no(refusing, "player", command, by="ann")
