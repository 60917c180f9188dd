"""bACEball: who may do what. Every act, its lowest rank and its clause, written out by hand."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.errors import Malformed, Refused
from bythebook.house.staff.registers_view import alarms
from bythebook.rulebooks.tables import find_table_rules
from bythebook.table.powers import outranks, title
from bythebook.table.table import decide
from tests.books.baceball.floor import (
    BOOK,
    LIMITS,
    ROUND,
    SETUP,
    SUPERVISOR,
    equipped,
    loaded,
    opened,
    played,
)
from tests.clauses import clause
from tests.table.floor import Floor, m, o

# From the lowest to the highest; a player stands below them all. The inspector is no rank.
RANKS = ("player", "dealer", SUPERVISOR, "assistant-gaming-manager", "gaming-manager")
OWN: o.Limits = {"main": (1000, 100000)}
CARD = parse_card("KC")
SUE = o.Person("sue", SUPERVISOR)


def typed(was: str, lies_there: str) -> m.CorrectEntry:
    return m.CorrectEntry(parse_card(was), parse_cards(lies_there))


# States of a table from which an act can be shown to succeed


def seated() -> Floor:
    floor = loaded()
    floor.players(ann=1, ben=2)
    return floor


def won() -> Floor:
    """Ann has won the Major: three aces of diamonds."""
    floor = loaded()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    floor.cards("AD 9C AD 9D AD 8S")
    return floor


def betting() -> Floor:
    floor = seated()
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    return floor


def collected() -> Floor:
    floor = betting()
    floor.call()
    return floor


def dealing() -> Floor:
    floor = betting()
    floor.cards("9S 8C")
    return floor


def over() -> Floor:
    floor = seated()
    played(floor)
    return floor


def irregular() -> Floor:
    floor = dealing()
    floor.deal("KC", to=4)
    return floor


def to_burn() -> Floor:
    floor = opened()
    floor.ok("dealer", o.Shuffle())
    return floor


def to_check() -> Floor:
    floor = over()
    floor.ok(SUPERVISOR, m.WrongCards())
    return floor


def empty() -> Floor:
    return loaded()


def before() -> Floor:
    return Floor(BOOK)


def secured() -> Floor:
    floor = opened()
    floor.ok("dealer", o.Perform("secure-cards"))
    return floor


def several() -> Floor:
    """Ann sits at 1 and plays 1 and 3; everywhere else somebody sits, and cyd is waiting."""
    floor = seated()
    floor.players(dan=4, eve=5, fay=6, gus=7)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 3, 10)
    floor.cards("2C 2D 2H 3C 3D 3H 4C 4D 4H")
    floor.players(cyd=0)
    return floor


def idle() -> Floor:
    floor = loaded()
    floor.players(ann=1, ben=2, cyd=3, dan=4, eve=5, fay=6, gus=7)
    for _ in range(3):
        played(floor)
    return floor


def own_sign() -> Floor:
    floor = seated()
    floor.ok(SUPERVISOR, o.DisplaySign("personal-limits", limits=OWN, player="ann"))
    return floor


def own_limits() -> Floor:
    floor = own_sign()
    floor.ok(SUPERVISOR, o.GrantLimits("ann", 100000, 1000), asked="ann")
    return floor


def kept() -> Floor:
    floor = over()
    higher: o.Limits = {**LIMITS, "main": (2000, 50000)}
    floor.ok(SUPERVISOR, o.ChangeLimits(higher, protect=True))
    floor.ok(SUPERVISOR, o.DisplaySign("kept-minimum", time=floor.clock + 1200, limits=higher))
    floor.wait(20)
    return floor


def disputed() -> Floor:
    floor = over()
    floor.ok("player", o.RaiseDispute("ann", "my total"), by="ann")
    return floor


def decided() -> Floor:
    floor = disputed()
    floor.ok(SUPERVISOR, o.DecideDispute(1, "stands"), by="sue")
    return floor


def wrongly_paid() -> Floor:
    floor = over()
    floor.ok(SUPERVISOR, o.FindPaymentError("ann", 500))
    return floor


def suspended() -> Floor:
    floor = seated()
    floor.ok(SUPERVISOR, o.SuspendWager("jackpot"))
    return floor


def signed_on() -> Floor:
    floor = Floor(BOOK)
    floor.ok("dealer", o.SignOn("dee", "dealer"))
    return floor


class Power(NamedTuple):
    act: str
    by: str  # the lowest rank that may
    clause: str
    command: o.Command
    state: Callable[[], Floor] = seated
    more: dict[str, Any] = {}


WHY = {"why": "because"}
POWERS = [
    Power("sign-on", "dealer", "1.1:dealer", o.SignOn("dan", "dealer"), before),
    Power("sign-off", "dealer", "1.1:dealer", o.SignOff("dee"), signed_on),
    Power("display-sign", SUPERVISOR, "6.1", o.DisplaySign("limits", limits=LIMITS), before),
    Power("remove-sign", SUPERVISOR, "6.1", o.RemoveSign("limits"), equipped),
    Power("check-cards", "dealer", "3.4", o.Perform("check-cards"), before),
    Power("secure-cards", "dealer", "3.5", o.Perform("secure-cards"), before),
    Power("confirm-recorder", "dealer", "2.3", o.Perform("confirm-recorder"), before),
    Power("fit-drop-box", "dealer", "2.6", o.Perform("fit-drop-box"), before),
    Power("accept-cash", "dealer", "2.6", o.Perform("accept-cash", player="ann")),
    Power("open", SUPERVISOR, "2.1", o.Open(SETUP), equipped),
    Power("close", SUPERVISOR, "14.8", o.Close(), empty),
    Power("adopt-edition", SUPERVISOR, "order:commencement", o.AdoptEdition("next"), empty),
    Power("shuffle", "dealer", "4.1", o.Shuffle(), opened),
    Power("hand-shuffle", "dealer", "4.3", o.Perform("hand-shuffle"), opened),
    Power(
        "riffle", "dealer", "4.2", o.Perform("riffle"), secured, {"asked": "ann", "approved": SUE}
    ),
    Power("order-shuffle", SUPERVISOR, "4.1.2", o.OrderShuffle(), over, WHY),
    Power("burn", "dealer", "4.4", o.Burn(), to_burn),
    Power("replace-cards", SUPERVISOR, "3.8", o.ReplaceCards(), over),
    Power("cards-dropped", "dealer", "4.5", o.Perform("cards-dropped"), over),
    Power("mishandled", "dealer", "4.5", o.Perform("mishandled"), over, {"second": SUE}),
    Power("cards-touched", "dealer", "3.7", o.Perform("cards-touched"), over),
    Power("pay-jackpot", SUPERVISOR, "8.2", o.Perform("pay-jackpot", player="ann"), won),
    Power("report-staff-advice", "dealer", "14.6", o.Perform("report-staff-advice"), over, WHY),
    Power("report-influence", "dealer", "14.7", o.Perform("report-influence"), over, WHY),
    Power("report-side-bet", "dealer", "14.10", o.Perform("report-side-bet"), over, WHY),
    Power("arrive", "player", "2.1", o.Arrive("cyd"), empty),
    Power("sit", "player", "2.1", o.Sit("ann", 3)),
    Power("leave", "player", "6.5.1.2", o.Leave("ann")),
    Power("give-up", SUPERVISOR, "5.6", o.GiveUp("ann", (1,)), several),
    Power("reserve", SUPERVISOR, "5.8", o.Reserve("ann", (3,))),
    Power("release", SUPERVISOR, "5.8", o.Release("ann")),
    Power("vacate-seat", SUPERVISOR, "14.9", o.Vacate("gus"), idle),
    Power(
        "exchange-voucher",
        "dealer",
        "1.1:casino-promotional-token",
        o.ExchangeVoucher("ann", 1),
    ),
    Power("change-limits", SUPERVISOR, "6.5", o.ChangeLimits({**LIMITS, **OWN})),
    Power("raise-kept", SUPERVISOR, "6.5.2", o.RaiseKept(), kept),
    Power(
        "personal-limits",
        SUPERVISOR,
        "6.6",
        o.GrantLimits("ann", 100000, 1000),
        own_sign,
        {"asked": "ann"},
    ),
    Power("end-personal-limits", "player", "6.6", o.EndLimits("ann"), own_limits),
    Power("place", "player", "5.4", o.Place(1, "ann", 1000)),
    Power("take-off", "player", "5.5", o.TakeOff(1, "ann"), betting),
    Power("take-off", "dealer", "7.2", o.TakeOff(1, "ann", "jackpot"), betting),
    Power("refuse-wager", SUPERVISOR, "14.11", o.RefuseWager(1, "ann"), betting, WHY),
    Power("no-more-bets", "dealer", "7.1", o.NoMoreBets(), betting),
    Power("remove-wagers", "dealer", "7.2", o.Perform("remove-wagers"), betting),
    Power("deal", "dealer", "7.2", o.Deal(CARD), collected),
    Power("face-up", "dealer", "12.1", m.FaceUp(CARD), dealing),
    Power("check-faces", SUPERVISOR, "12.1.1", m.CheckFaces(), over),
    Power("order-check", SUPERVISOR, "3.9", m.OrderCheck(), dealing),
    Power("drawn-in-error", "dealer", "12.2", m.DrawnInError(CARD), dealing),
    Power("hand-without-wager", "dealer", "12.11", m.FindHand(4, parse_cards("2S 3S 4S")), dealing),
    Power("resolve", "dealer", "12.5", m.Resolve("rebuild"), irregular),
    Power("resolve", SUPERVISOR, "12.5", m.Resolve("void"), irregular, WHY),
    Power("rebuild", "dealer", "12.5", m.Rebuild(5, parse_cards("3S 2D")), over),
    Power("correct-entry", "dealer", "12.5", typed("8C", "8D"), dealing),
    Power("void-round", SUPERVISOR, "12.5", o.VoidRound("12.5"), dealing, WHY),
    Power("void-last-round", SUPERVISOR, "12.5", o.VoidLastRound("12.5"), over, WHY),
    Power("wrong-cards", SUPERVISOR, "12.9", m.WrongCards(), dealing),
    Power("verify-cards", "dealer", "12.9.3", m.CardsVerified(), to_check),
    Power(
        "error-notification",
        "dealer",
        "12.12.1",
        o.Perform("error-notification"),
        over,
        {"second": SUE},
    ),
    Power("replace-device", SUPERVISOR, "3.6", m.ReplaceDevice("device"), loaded),
    Power("malfunction", SUPERVISOR, "13.1", m.Malfunction(spare=True), dealing, WHY),
    Power("jackpot-failure", "dealer", "2.3", m.JackpotFailure("jackpot"), dealing),
    Power("suspend-wager", SUPERVISOR, "2.3", o.SuspendWager("jackpot")),
    Power("resume-wager", SUPERVISOR, "2.3", o.ResumeWager("jackpot"), suspended),
    Power("void-wagers", SUPERVISOR, "14.3.1", o.VoidWagers("ann"), dealing, WHY),
    Power("bar", SUPERVISOR, "14.3.2", o.Bar("ann"), over, WHY),
    Power("exclude", SUPERVISOR, "14.3.3", o.Exclude("ann"), over, WHY),
    Power("invalidate", SUPERVISOR, "14.4.1", o.Invalidate("14.4.1"), dealing, WHY),
    Power("invalidate", SUPERVISOR, "14.4.2", o.Invalidate("14.4.2"), dealing, WHY),
    Power("raise-dispute", "player", "14.12", o.RaiseDispute("ann", "my total"), over),
    Power("decide-dispute", SUPERVISOR, "14.12", o.DecideDispute(1, "stands"), disputed),
    Power(
        "review-dispute",
        "assistant-gaming-manager",
        "14.12",
        o.ReviewDispute(1, "stands"),
        decided,
        {"asked": "ann"},
    ),
    Power("find-payment-error", SUPERVISOR, "8.4", o.FindPaymentError("ann", 500), over),
    Power("rectify", SUPERVISOR, "8.4", o.Rectify(1, "rectified"), wrongly_paid),
    Power("tell", "dealer", "4.5", o.Tell(SUPERVISOR, "mishandled")),
    Power("ask-for-rules", "player", "14.14", o.Perform("ask-for-rules", player="ann")),
    Power(
        "show-rules",
        "dealer",
        "14.14",
        o.Perform("show-rules", player="ann"),
        seated,
        {"asked": "ann"},
    ),
]
INSPECTOR_MAY = {"sign-on", "sign-off", "order-check"}


def name_of(power: Power) -> str:
    return f"{power.act}-{power.by}-{power.clause}"


def actor(power: Power, role: str) -> str:
    """A player orders for themselves; whoever works here may have any name."""
    return str(getattr(power.command, "player", "zoe")) if role == "player" else "zoe"


def test_every_act_of_the_book_is_in_the_list() -> None:
    conduct = find_table_rules(BOOK).conduct
    assert {power.act for power in POWERS} == set(conduct.acts)
    assert len(POWERS) == sum(len(entries) for entries in conduct.acts.values())


@clause(
    "star-baceball 3.4", "star-baceball 3.5", "star-baceball 3.7", "star-baceball 3.8",
    "star-baceball 3.9", "star-baceball 4.1", "star-baceball 4.1.2", "star-baceball 4.2",
    "star-baceball 4.3", "star-baceball 4.5", "star-baceball 5.8", "star-baceball 6.5",
    "star-baceball 6.5.2", "star-baceball 6.6", "star-baceball 7.1", "star-baceball 12.1.1",
    "star-baceball 12.5", "star-baceball 12.9", "star-baceball 12.9.3", "star-baceball 12.12.1",
    "star-baceball 14.3.1", "star-baceball 14.3.2", "star-baceball 14.3.3",
    "star-baceball 14.4.1", "star-baceball 14.4.2", "star-baceball 14.8", "star-baceball 14.9",
    "star-baceball 14.11", "star-baceball 14.12", "star-baceball 14.14",
    "star-baceball 1.1:dealer", "star-baceball 6.1", "star-baceball 2.3", "star-baceball 2.1",
    "star-baceball order:commencement", "star-baceball 4.4", "star-baceball 6.5.1.2",
    "star-baceball 5.6", "star-baceball 1.1:casino-promotional-token", "star-baceball 5.4",
    "star-baceball 5.5", "star-baceball 7.2", "star-baceball 12.1", "star-baceball 12.2",
    "star-baceball 3.6", "star-baceball 13.1", "star-baceball 8.4",
)  # fmt: skip
@pytest.mark.parametrize("power", POWERS, ids=name_of)
def test_each_lower_rank_is_refused_by_the_clause_and_the_lowest_allowed_succeeds(
    power: Power,
) -> None:
    floor = power.state()
    lowest = RANKS.index(power.by)
    for role in RANKS[:lowest]:
        by = actor(power, role)
        refused = floor.no(power.clause, role, power.command, by=by, **power.more)
        assert f"{power.act} takes a" in str(refused)
    if power.act not in INSPECTOR_MAY:
        floor.no(power.clause, "inspector", power.command, by="ivy", **power.more)
    if power.act == "adopt-edition":  # there is no other to adopt: who may is all that is asked
        with pytest.raises(Malformed, match="no edition"):
            floor.ok(power.by, power.command, by=actor(power, power.by))
        return
    for role in RANKS[lowest:]:
        order = floor.order(role, power.command, by=actor(power, role), **power.more)
        assert decide(floor.rules, floor.state, order)
    floor.ok(power.by, power.command, by=actor(power, power.by), **power.more)
    assert floor.replayed() == floor.state


@clause("star-baceball 1.1:dealer", "star-baceball 3.9")
@pytest.mark.parametrize("act", sorted(INSPECTOR_MAY))
def test_the_inspector_may_do_these_things_and_no_others(act: str) -> None:
    power = next(power for power in POWERS if power.act == act)
    power.state().ok("inspector", power.command, by="ivy", **power.more)


@clause(
    "star-baceball 4.1.2", "star-baceball 12.5", "star-baceball 13.1", "star-baceball 14.3.1",
    "star-baceball 14.3.2", "star-baceball 14.3.3", "star-baceball 14.4.1",
    "star-baceball 14.4.2", "star-baceball 14.6", "star-baceball 14.7", "star-baceball 14.10",
    "star-baceball 14.11",
)  # fmt: skip
@pytest.mark.parametrize("power", [power for power in POWERS if power.more.get("why")], ids=name_of)
def test_acts_that_must_say_why_are_refused_without_a_reason(power: Power) -> None:
    power.state().no(power.clause, power.by, power.command, by="zoe")
    power.state().no(power.clause, power.by, power.command, by="zoe", why="  ")


@clause("star-baceball 3.7")
@pytest.mark.parametrize(
    "command",
    [
        o.Deal(CARD), o.Burn(), o.Shuffle(), o.ReplaceCards(), m.FaceUp(CARD), m.CheckFaces(),
        m.OrderCheck(), m.DrawnInError(CARD), m.DrawnInError(CARD, burned=True),
        m.Resolve("rebuild"), m.Resolve("void"), m.Rebuild(1, parse_cards("9S 8C")),
        typed("8C", "8D"), m.WrongCards(), m.CardsVerified(), m.Malfunction(spare=True),
        o.OrderShuffle(), o.Perform("check-cards"), o.Perform("secure-cards"),
        o.Perform("hand-shuffle"), o.Perform("riffle"), o.Perform("mishandled"),
    ],
    ids=repr,
)  # fmt: skip
@pytest.mark.parametrize("state", [betting, dealing, over])
def test_no_player_has_any_order_that_touches_a_card(
    command: o.Command, state: Callable[[], Floor]
) -> None:
    """The rules never allow it, so no card order is open to a player at any time."""
    floor = state()
    for name in ("ann", "a spectator"):
        order = floor.order("player", command, by=name, why="let me", asked="ann", approved=SUE)
        with pytest.raises(Refused, match="takes a"):
            decide(floor.rules, floor.state, order)


@clause("star-baceball 3.7")
def test_somebody_who_handled_the_cards_is_put_on_record() -> None:
    floor = dealing()
    floor.ok("dealer", o.Perform("cards-touched", about="lifted a card", player="ann"))
    assert [(x.clause, x.player, x.about) for x in floor.entries("cards-touched")] == [
        ("3.7", "ann", "lifted a card")
    ]
    assert [(d.to, d.act, d.player, d.clause) for d in floor.state.duties] == [
        (SUPERVISOR, "cards-touched", "ann", "3.7")
    ]
    floor.ok("dealer", o.Tell(SUPERVISOR, "cards-touched", "ann"))
    assert floor.state.duties == ()


# When: refused at this moment whoever asks, and at the other not for that.
BY_MOMENT: list[tuple[o.Command, Callable[[], Floor], Callable[[], Floor], str, str]] = [
    (o.Open(SETUP), seated, equipped, "2.1", "only while the table is closed"),
    (
        o.AdoptEdition("next"), dealing, seated, "order:commencement",
        "the round must be finished first",
    ),
    (o.Close(), dealing, empty, "14.8", "only between rounds"),
    (o.ReplaceCards(), dealing, seated, "3.8", "only between rounds"),
    (m.ReplaceDevice("device"), dealing, seated, "3.6", "only between rounds"),
    (o.GiveUp("ann", (1,)), dealing, seated, "5.6", "only between rounds"),
    (o.Vacate("ann"), dealing, seated, "14.9", "only between rounds"),
    (m.CheckFaces(), dealing, seated, "12.1.1", "only between rounds"),
    (
        m.FindHand(4, parse_cards("2S 3S 4S")), seated, dealing, "12.11",
        "only while a round is being dealt",
    ),
]  # fmt: skip


def answer(floor: Floor, role: str, command: o.Command) -> Refused | Malformed | None:
    try:
        decide(floor.rules, floor.state, floor.order(role, command, by="zoe", why="so"))
    except (Refused, Malformed) as said:
        return said
    return None


@clause(
    "star-baceball 2.1", "star-baceball 3.6", "star-baceball 3.8", "star-baceball 5.6",
    "star-baceball 12.1.1", "star-baceball 12.11", "star-baceball 14.8", "star-baceball 14.9",
    "star-baceball order:commencement",
)  # fmt: skip
@pytest.mark.parametrize(("command", "never", "then", "cited", "reason"), BY_MOMENT)
def test_a_power_is_used_at_its_moment_only(
    command: o.Command,
    never: Callable[[], Floor],
    then: Callable[[], Floor],
    cited: str,
    reason: str,
) -> None:
    said = answer(never(), "gaming-manager", command)
    assert isinstance(said, Refused)
    assert (said.clause, said.reason) == (cited, reason)
    other = answer(then(), "gaming-manager", command)
    assert other is None or other.reason != reason


@clause("star-baceball order:commencement")
def test_a_dealer_adopts_no_edition() -> None:
    said = answer(empty(), "dealer", o.AdoptEdition("next"))
    assert isinstance(said, Refused)
    assert said.clause == "order:commencement"


@clause("star-baceball 15.1", "star-baceball 10.4", "star-baceball 15.2")
@pytest.mark.parametrize(
    ("role", "known_as"),
    [("operator", "The Star"), ("authority", "Authority"), ("scrutineer", "Scrutineer")],
)
def test_who_stands_beside_the_ranks_of_a_table(role: str, known_as: str) -> None:
    """The casino operator, the Authority and a scrutineer can be there; no rank is theirs."""
    floor = Floor(BOOK)
    assert title(floor.rules.conduct, role) == known_as
    floor.ok("dealer", o.SignOn("sam", role))
    for rank in RANKS[1:]:
        assert not outranks(floor.rules.conduct, o.Person("sam", role), rank)


@clause("star-baceball 4.5")
def test_a_supervisor_is_informed_of_cards_that_were_dropped() -> None:
    floor = over()
    floor.ok("dealer", o.Perform("cards-dropped"))
    told = [(duty.to, duty.clause) for duty in floor.state.duties if duty.act == "cards-dropped"]
    assert told == [(SUPERVISOR, "4.5")]


@clause("star-baceball 12.12.1")
def test_an_error_notification_is_signed_by_a_supervisor_too() -> None:
    floor = loaded()
    filled_in = o.Perform("error-notification", player="ann")
    floor.no("12.12.1", "dealer", filled_in)
    floor.no("12.12.1", "dealer", filled_in, second=o.Person("dan", "dealer"))
    floor.ok("dealer", filled_in, second=SUE)


@clause("star-baceball 14.14")
def test_the_rules_are_shown_to_anyone_who_asks() -> None:
    floor = loaded()
    floor.no("14.14", "dealer", o.Perform("show-rules"))
    floor.ok("dealer", o.Perform("show-rules"), asked="a spectator")
    assert [x.clause for x in floor.entries("show-rules")] == ["14.14"]


def test_the_jackpot_closes_while_its_equipment_is_out_of_order() -> None:
    floor = suspended()
    floor.bet("ann", 1, 10)
    floor.no("2.3", "player", o.Place(1, "ann", 500, "jackpot"), by="ann")
    floor.cards(ROUND)
    floor.ok(SUPERVISOR, o.ResumeWager("jackpot"))
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "jackpot")
    floor.cards(ROUND)
    assert floor.net("ann") == 1000 + 1000 - 500


@clause("star-baceball 8.4")
def test_a_wrong_payment_is_owed_until_it_is_put_right() -> None:
    won = over().net("ann")
    floor = wrongly_paid()
    assert floor.net("ann") == won + 500  # which ann has and the house lacks
    for step in ("enquired", "rectified"):
        found = [a.clause for a in alarms(floor.rules, floor.state, 0) if a.kind == "payment-error"]
        assert found == ["8.4"]
        floor.ok(SUPERVISOR, o.Rectify(1, step))
    assert not [a for a in alarms(floor.rules, floor.state, 0) if a.kind == "payment-error"]
    floor.no("8.4", SUPERVISOR, o.Rectify(1, "rectified"))
    assert [(x.act, x.clause) for x in floor.state.register[-3:]] == [
        ("find-payment-error", "8.4"),
        ("rectify", "8.4"),
        ("rectify", "8.4"),
    ]
    assert floor.net("ann") == won
