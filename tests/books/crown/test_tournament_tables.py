"""The tables of a tournament at Crown: what rule 18 has its terms say, and what rules 6 to 17 keep.

Rule 18 names what terms contain; a table keeps to them, and each refusal or event cites the part
of rule 18 that made the terms say it.
"""

from typing import Any

import pytest

from bythebook.deciders import Order, Person
from bythebook.draws import drawn_order
from bythebook.errors import Refused
from bythebook.game import commands as g
from bythebook.table import orders as o
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.session import refusal
from bythebook.tournaments.session.views import session_view
from bythebook.tournaments.values import Length, Limits
from tests.clauses import clause
from tests.tournaments.session.session_floor import (
    CROWN,
    FOUR,
    SEED,
    TWO,
    Floor,
    all_lose,
    form,
    losing,
    terms_of,
)

SECRET, RANKED = "18.4.4(c)", "18.4.6(a)"
RULES = "18.4.8(c)"
SUPERVISORS = ("higher-duties-dealer", "area-manager", "casino-manager")
DIRECTOR = "tournament-director"


def at_table(stacks: dict[str, int] = TWO, **changes: Any) -> Floor:
    return Floor(CROWN, stacks, **changes).start()


def said(floor: Floor, role: str, command: o.Command, name: str = "x") -> Exception | None:
    order = Order(by=Person(name, role), at=floor.now, command=command, why="so")
    return refusal(floor.rules, floor.state, order)


# Who may


@clause(
    "crown-blackjack 18.2.3", "crown-blackjack 18.4.3(b)", "crown-blackjack 18.4.8(a)(ii)",
    "crown-blackjack 18.4.8(a)(iii)", "crown-blackjack 18.4.8(d)", "crown-blackjack 18.4.8(h)",
    "crown-blackjack 18.4.8(c)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (c.Open(terms_of(CROWN, TWO)), "18.4.3(b)"),
        (c.Disqualify("ann", "rules"), "18.4.8(a)(ii)"),
        (c.Substitute("ann", "zoe"), "18.4.8(a)(iii)"),
        (c.EndEarly(), "18.4.8(d)"),
        (c.RuleOn(1, "it stands"), "18.4.8(h)"),
        (c.GiveBreak(10), RULES),
        (c.AnnounceResult(), RULES),
    ],
)
def test_what_is_the_directors_alone(command: o.Command, rule: str) -> None:
    floor = at_table()
    for role in ("player", "dealer", *SUPERVISORS, "inspector"):
        refused = said(floor, role, command)
        assert isinstance(refused, Refused), role
        assert (refused.clause, "only by a director" in refused.reason) == (rule, True), role
    assert "only by" not in str(said(floor, DIRECTOR, command))


@clause("crown-blackjack 18.2.3")
def test_the_ranks_of_the_book_run_its_tournament_tables() -> None:
    floor = at_table(secret_wagers=1).begin()
    for role in ("dealer", *SUPERVISORS, DIRECTOR):
        assert "only by" not in str(said(floor, role, c.NoMoreBets())), role
    for role in (*SUPERVISORS, DIRECTOR):
        assert "only by" not in str(said(floor, role, c.CheckForm("ann"))), role
    for role in ("dealer", "player", "inspector"):
        assert "only by a supervisor" in str(said(floor, role, c.CheckForm("ann"))), role


# Chips


@clause("crown-blackjack 18.4.3(c)", "crown-blackjack 18.4.6(a)")
def test_the_chips_go_back_to_the_house_before_the_result_is_told() -> None:
    floor = at_table(length=Length(hands=1))
    all_lose(floor, ann=50, bob=100)
    floor.staff(c.RecordTotals())
    assert floor.last(e.TotalsRecorded).clause == RANKED
    assert floor.last(e.PlacesFixed).clause == RANKED
    assert floor.refused(c.AnnounceResult()).clause == "18.4.3(c)"
    floor.staff(c.ReturnChips())
    back = floor.last(e.ChipsReturned)
    assert (back.to, back.clause) == ("operator", "18.4.3(c)")
    floor.staff(c.AnnounceResult())
    assert floor.last(e.SessionEnded).clause == RANKED
    assert floor.refused(c.BeginHand()).clause == RANKED


# Wagers


@clause("crown-blackjack 18.4.4(b)")
def test_the_limits_of_a_hand_are_those_that_the_terms_have_for_it() -> None:
    floor = at_table(limits=(Limits(1, 50, 500), Limits(2, 100, 300)))
    all_lose(floor, ann=50, bob=500)
    floor.begin()
    began = floor.last(e.HandBegan)
    assert (began.least, began.most) == (100, 300)
    for wrong in (99, 301):
        assert floor.refused(c.Wager(wrong), "bob").clause == "18.4.4(b)"
    floor.by("bob", c.Wager(300))


@clause("crown-blackjack 18.4.4(a)")
def test_wagers_are_made_in_the_chips_in_front() -> None:
    floor = at_table({"ann": 120, "bob": 1000}).begin()
    assert floor.refused(c.Wager(121), "ann").clause == "18.4.4(a)"
    floor.by("ann", c.Wager(120))


@clause("crown-blackjack 18.4.8(c)")
@pytest.mark.parametrize(("lies", "lost"), [(40, 40), (600, 500)])
def test_a_wager_found_outside_the_limits_is_settled_as_at_any_table(lies: int, lost: int) -> None:
    """Below the minimum it is paid or taken (7.2.3), above the maximum to the maximum (7.2.5)."""
    floor = at_table(cards="scanned").begin()
    floor.staff(c.Wager(lies, player="ann", lies=True))
    floor.by("bob", c.Wager(50))
    floor.staff(c.NoMoreBets())
    assert floor.all(e.WagerCorrected) == []
    floor.play_out(losing(2))
    assert floor.chips() == {"ann": 1000 - lost, "bob": 950}


@clause("crown-blackjack 18.4.8(c)", "crown-blackjack 8.5.5(a)(i)", "crown-blackjack 18.4.3(b)")
def test_a_double_is_for_any_amount_up_to_the_wager_that_the_chips_in_front_cover() -> None:
    def doubling(ann: int, amount: int) -> Floor:
        floor = at_table({"ann": ann, "bob": 1000}, unit=50).begin(ann=100, bob=50)
        floor.staff(c.NoMoreBets())
        floor.deal("5S TH 9C 6S 7H")
        return floor

    for amount in (49, 51, 100):
        floor = doubling(1000, amount)
        floor.act("ann", g.Double, amount=amount)
        floor.play_out("TD 8D")
        assert floor.chips()["ann"] == 1100 + amount
    floor = doubling(1000, 101)
    assert floor.refused(c.Decide(g.Double(1, amount=101)), "ann").clause == "8.5.5(a)(i)"
    floor = doubling(150, 51)
    assert floor.refused(c.Decide(g.Double(1, amount=51)), "ann").clause == "18.4.3(b)"
    floor.act("ann", g.Double, amount=50)


@clause("crown-blackjack 18.1")
def test_everybody_plays_a_box_of_their_own() -> None:
    floor = at_table().begin()
    assert floor.refused(c.Wager(50, player="bob"), "ann").clause == "18.1"
    floor.by("ann", c.LeaveSeat())
    assert floor.refused(c.Wager(50), "ann").clause == "18.1"
    floor.by("ann", c.TakeSeat())
    floor.wager(ann=50, bob=50)
    floor.staff(c.NoMoreBets())
    floor.deal("5S TH 9C 6S 7H")
    assert floor.refused(c.Decide(g.Stand(1)), "bob").clause == "18.1"
    assert floor.refused(c.Decide(g.Stand(3)), "bob").clause == "18.1"


@clause("crown-blackjack 18.4.4(d)")
def test_a_pass_card_is_played_instead_of_a_wager_as_often_as_the_terms_say() -> None:
    floor = at_table(pass_cards=1).begin()
    floor.by("ann", c.PlayPass())
    assert floor.last(e.PassPlayed).clause == "18.4.4(d)"
    floor.by("bob", c.Wager(50))
    floor.staff(c.NoMoreBets())
    floor.play_out("TS TC 7S QD")
    floor.begin(bob=50)
    assert floor.refused(c.PlayPass(), "ann").clause == "18.4.4(d)"


# The order of play


@clause("crown-blackjack 18.4.8(g)")
def test_terms_may_do_without_an_order_of_wagers() -> None:
    floor = at_table(FOUR, marker=3, ordered=False).begin()
    for name in ("bob", "dee", "ann", "cy"):
        floor.by(name, c.Wager(50))
    assert {name: bet.amount for name, bet in floor.state.bets.items()} == dict.fromkeys(FOUR, 50)
    assert floor.count(e.WagerTakenBack) == 0
    floor.staff(c.NoMoreBets())
    assert floor.state.phase == "playing"


@clause("crown-blackjack 18.4.8(a)(i)")
def test_whoever_is_too_slow_is_held_to_the_minimum() -> None:
    floor = at_table()
    floor.staff(c.SetTimeLimit(20))
    assert floor.last(e.TimeLimitSet).clause == "18.4.8(a)(i)"
    floor.begin()
    assert floor.refused(c.SetTimeLimit(30)).clause == "18.4.8(a)(i)"
    floor.now += 19
    assert floor.refused(c.CallTime("ann")).clause == "18.4.8(a)(i)"
    floor.now += 1
    floor.staff(c.CallTime("ann"))
    assert floor.last(e.TimeCalled).clause == "18.4.8(a)(i)"
    assert floor.refused(c.Wager(51), "ann").clause == "18.4.8(a)(i)"
    floor.by("ann", c.Wager(50))


@clause("crown-blackjack 18.4.8(a)(i)")
def test_without_a_time_nobody_is_too_slow() -> None:
    floor = at_table().begin()
    floor.now += 3600
    assert floor.refused(c.CallTime("ann")).clause == "18.4.8(a)(i)"


# How long


@clause("crown-blackjack 18.4.8(d)(i)")
def test_with_one_player_left_there_is_nothing_to_play_for() -> None:
    floor = at_table({"ann": 100, "bob": 1000})
    all_lose(floor, ann=100, bob=50)
    assert floor.last(e.PlayEnded).clause == "18.4.8(d)(i)"
    alone = Floor(CROWN, TWO, late="lost").start("bob")
    assert alone.last(e.PlayEnded).clause == "18.4.8(d)(i)"


@clause("crown-blackjack 18.4.8(d)(i)", "crown-blackjack 18.4.8(d)")
def test_the_director_ends_a_table_once_it_is_decided_who_goes_on() -> None:
    floor = at_table({"ann": 100, "bob": 1000, "cy": 1000}, advancing=2)
    assert floor.refused(c.EndEarly()).clause == "18.4.8(d)(i)"
    all_lose(floor, ann=100, bob=50, cy=50)
    floor.staff(c.EndEarly())
    assert floor.last(e.PlayEnded).clause == "18.4.8(d)(i)"


@clause("crown-blackjack 18.4.8(d)(ii)", "crown-blackjack 18.4.8(d)")
def test_where_chips_become_money_everybody_may_agree_to_end_it() -> None:
    floor = at_table()
    assert floor.refused(c.Consent(), "ann").clause == "18.4.8(d)(ii)"
    assert floor.refused(c.EndEarly(agreed=True)).clause == "18.4.8(d)(ii)"
    floor = at_table(cash_out=True)
    floor.by("ann", c.Consent())
    assert floor.refused(c.Consent(), "ann").clause == "18.4.8(d)(ii)"
    assert floor.refused(c.EndEarly(agreed=True)).clause == "18.4.8(d)(ii)"
    floor.by("bob", c.Consent())
    floor.staff(c.EndEarly(agreed=True))
    assert floor.last(e.PlayEnded).clause == "18.4.8(d)(ii)"


# Secret wagers


def with_form(written: Any, **wagers: int) -> Floor:
    floor = at_table(secret_wagers=1).begin()
    floor.by("ann", c.HandIn(written))
    return floor.wager(**(wagers or {"ann": 50, "bob": 50}))


@clause("crown-blackjack 18.4.4(c)")
def test_a_form_is_handed_in_examined_and_announced() -> None:
    floor = at_table(secret_wagers=1).begin()

    def marked() -> bool:
        """Whether bob sees in front of ann that she wagers secretly."""
        seen = session_view(floor.rules, floor.state, "bob", "player")
        return next(each.secret for each in seen.places if each.player == "ann")

    floor.by("ann", c.HandIn(form(100)))
    assert floor.last(e.FormHandedIn).clause == SECRET
    assert floor.refused(c.CheckForm("ann")).clause == SECRET  # the chips beside it come first
    floor.wager(ann=50, bob=50)
    assert floor.refused(c.NoMoreBets()).clause == SECRET  # nobody has examined it
    assert not marked()
    floor.staff(c.CheckForm("ann"))
    assert floor.last(e.FormChecked).clause == SECRET
    assert marked()
    assert floor.refused(c.CheckForm("ann")).clause == SECRET
    assert floor.refused(c.ReturnForm("ann")).clause == SECRET
    floor.staff(c.NoMoreBets())
    floor.play_out("TS TH 9C QS 7H 8D")
    floor.staff(c.Announce())
    assert floor.last(e.SecretsAnnounced).clause == SECRET
    assert floor.chips() == {"ann": 1150, "bob": 1000}
    floor.by("bob", c.ExamineForm("ann"))
    assert floor.last(e.FormExamined).clause == SECRET
    assert floor.refused(c.ExamineForm("bob"), "ann").clause == SECRET


@clause("crown-blackjack 18.4.4(c)")
@pytest.mark.parametrize(
    ("written", "why"),
    [
        (form(100, figures=""), "the amount is not shown in figures"),
        (form(49), "a wager is from 50 to 500"),
        (form(501), "a wager is from 50 to 500"),
        (form(500), "with the open wager, more than the maximum"),
        (form(100, double=101), "a double is at most the wager"),
        (form(100, insure=51), "insurance half of it"),
    ],
)
def test_a_form_that_is_not_in_order_goes_back(written: Any, why: str) -> None:
    floor = with_form(written, ann=50, bob=50)
    refused = floor.refused(c.CheckForm("ann"))
    assert refused.clause == SECRET
    assert why in refused.reason
    floor.staff(c.ReturnForm("ann"))
    assert floor.last(e.FormReturned).clause == SECRET


@clause("crown-blackjack 18.4.4(c)")
def test_a_form_in_order_is_signed_also_without_words_or_a_signature() -> None:
    """Rule 18 asks for details of how, and names no field but what is wagered."""
    floor = with_form(form(100, words="", signed=False, type="", seat=0))
    floor.staff(c.CheckForm("ann"))
    checked = floor.last(e.FormChecked)
    assert (checked.player, checked.clause) == ("ann", SECRET)
    assert floor.state.handed["ann"].checked == checked.by != ""


@clause("crown-blackjack 18.4.4(c)")
def test_no_form_beyond_the_chips_in_front_or_beside_a_pass_card() -> None:
    floor = at_table({"ann": 120, "bob": 1000}, secret_wagers=1).begin()
    floor.by("ann", c.HandIn(form(150), alone=True))
    assert floor.refused(c.CheckForm("ann")).clause == SECRET
    floor = at_table({"ann": 120, "bob": 1000}, secret_wagers=1).begin()
    floor.by("ann", c.HandIn(form(100)))
    floor.wager(ann=50)
    assert floor.refused(c.CheckForm("ann")).clause == SECRET
    passed = at_table(secret_wagers=1, pass_cards=1).begin()
    passed.by("ann", c.PlayPass())
    assert passed.refused(c.HandIn(form(100)), "ann").clause == SECRET
    away = at_table(secret_wagers=1).begin()
    away.by("ann", c.LeaveSeat())
    assert away.refused(c.HandIn(form(100)), "ann").clause == SECRET


@clause("crown-blackjack 18.4.4(c)")
def test_a_secret_wager_is_doubled_like_the_open_one() -> None:
    floor = with_form(form(100), ann=100, bob=50)
    floor.staff(c.CheckForm("ann"))
    floor.staff(c.NoMoreBets())
    floor.deal("5S TH 6C 6S TD")
    floor.act("ann", g.Double)
    floor.deal("9S")
    floor.stand("bob")
    floor.deal("TC 9D")  # 25: the dealer is over
    floor.staff(c.Announce())
    assert floor.chips()["ann"] == 1400


# Places


@clause("crown-blackjack 18.4.6(a)")
def test_a_play_off_is_counted_when_its_hands_are_over_and_not_before() -> None:
    floor = at_table(length=Length(hands=1), play_off_hands=2)
    all_lose(floor, ann=100, bob=100)
    floor.staff(c.RecordTotals())
    began = floor.last(e.PlayOffBegan)
    assert (began.stage, began.clause) == ("play-off", RANKED)
    all_lose(floor, bob=50, ann=100)
    assert floor.state.stage == "play-off"
    assert floor.count(e.PlayOffSettled) == 0
    all_lose(floor, ann=50, bob=50)
    settled = floor.last(e.PlayOffSettled)
    assert settled.clause == RANKED
    assert floor.places() == (("bob",), ("ann",))


@clause("crown-blackjack 18.4.6(a)")
def test_lots_are_drawn_for_a_place_where_the_terms_say_so() -> None:
    floor = at_table(ties="ballot", length=Length(hands=1)).seal()
    all_lose(floor, ann=100, bob=100)
    floor.staff(c.RecordTotals())
    assert floor.last(e.BallotNeeded).clause == RANKED
    floor.staff(c.Ballot(SEED))
    assert floor.last(e.BallotDrawn).clause == RANKED
    assert floor.last(e.PlacesFixed).clause == RANKED
    assert floor.places() == tuple((name,) for name in drawn_order(SEED, ("ann", "bob")))


# Conduct


@clause(
    "crown-blackjack 18.4.8(a)(ii)", "crown-blackjack 18.4.8(b)(ii)",
    "crown-blackjack 18.4.8(b)(iii)", "crown-blackjack 18.4.8(b)(v)",
)  # fmt: skip
@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize(
    ("reason", "rule"),
    [
        ("rules", "18.4.8(a)(ii)"),
        ("added-chips", "18.4.8(a)(ii)"),
        ("hidden-chips", "18.4.8(a)(ii)"),
        ("absent", "18.4.8(b)(ii)"),
        ("phone", "18.4.8(b)(iii)"),
    ],
)
def test_who_is_disqualified_keeps_the_chips_or_not_as_the_terms_say(
    reason: str, rule: str, keeps: bool
) -> None:
    floor = at_table(FOUR, disqualified_keeps=keeps)
    if reason == "absent":
        floor.by("ann", c.LeaveSeat())
    floor.staff(c.Disqualify("ann", reason), "seen")
    gone = floor.last(e.PlayerGone)
    assert (gone.how, gone.reason, gone.clause, gone.keeps) == (
        "disqualified", reason, rule, keeps,
    )  # fmt: skip


@clause("crown-blackjack 18.4.8(h)", "crown-blackjack 18.4.8(j)")
def test_a_dispute_holds_play_up_and_its_ruling_tells_of_an_inspector() -> None:
    floor = at_table().begin()
    raised = floor.by("ann", c.RaiseDispute("the wager lay in time"))
    assert raised[-1].clause == "18.4.8(h)"  # type: ignore[attr-defined]
    assert floor.refused(c.Wager(50), "ann").clause == "18.4.8(h)"
    floor.staff(c.RuleOn(1, "it did"))
    decided = floor.last(e.DisputeDecided)
    assert decided.clause == "18.4.8(h)"
    assert decided.complaint == "a complaint can still be made to an inspector (18.4.8(j))"
    floor.by("ann", c.Wager(50))


@clause("crown-blackjack 18.4.8(c)", "crown-blackjack 17.12.1")
def test_a_void_hand_leaves_what_was_paid_in_between_as_at_any_table() -> None:
    floor = at_table().begin(ann=100, bob=100)
    floor.staff(c.NoMoreBets())
    floor.deal("AS TH 9C KS 7H")
    floor.staff(c.VoidHand("17.12"))
    void = floor.last(e.HandVoided)
    assert (void.by, void.clause) == ("17.12", RULES)
    assert floor.chips() == {"ann": 1150, "bob": 1000}


@clause("crown-blackjack 18.4.8(b)(vi)", "crown-blackjack 18.4.8(b)(ii)")
def test_nobody_leaves_for_good_without_the_directors_leave() -> None:
    floor = at_table(FOUR)
    assert floor.refused(c.LeaveSeat(for_good=True), "ann").clause == "18.4.8(b)(vi)"
    floor.role(DIRECTOR, c.LeaveSeat("ann", for_good=True, approved=True))
    gone = floor.last(e.PlayerGone)
    assert (gone.player, gone.how, gone.clause) == ("ann", "left", "18.4.8(b)(vi)")
    floor.by("bob", c.LeaveSeat())
    assert floor.last(e.SeatLeft).clause == "18.4.8(b)(vi)"
    floor.begin()
    floor.staff(c.Miss("bob"))
    missed = floor.last(e.WagerMissed)
    assert (missed.amount, missed.clause) == (50, "18.4.8(b)(ii)")


@clause("crown-blackjack 18.4.4(b)")
@pytest.mark.parametrize(("compulsory", "costs"), [(True, 50), (False, 0)])
def test_sitting_out_costs_the_minimum_where_a_wager_is_compulsory(
    compulsory: bool, costs: int
) -> None:
    floor = at_table(compulsory=compulsory).begin()
    floor.staff(c.Miss("ann"))
    missed = floor.last(e.WagerMissed)
    assert (missed.amount, missed.clause) == (costs, "18.4.4(b)")


@clause("crown-blackjack 0:effect")
def test_no_tournament_is_played_by_rules_that_are_not_published() -> None:
    """Crown reading 93; the floor's clock stands in 1970."""
    with pytest.raises(Refused) as caught:
        at_table(options={"published": "2025-06-10"})
    assert caught.value.clause == "0:effect"
