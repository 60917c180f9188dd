"""A table of a Tasmanian competition: who gives which order, and what each step rests on."""

from typing import Any

import pytest

from bythebook.deciders import Order, Person
from bythebook.errors import Refused
from bythebook.game import commands as g
from bythebook.rulebooks.chapters.tournament_play import find_play_rules
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.decision import may_order
from bythebook.tournaments.session.session import refusal
from bythebook.tournaments.values import Length
from tests.clauses import clause
from tests.tournaments.session.session_floor import TASMANIA, THREE, TWO, Floor, form
from tests.tournaments.session.test_jokers import drawn, started
from tests.tournaments.session.test_secrets import last_hand

FORMATS = ("chips", "live", "elimination")

DIRECTOR = ("competition-director",)
INSPECTOR = ("inspector", "management-representative", "casino-management", "casino-operator")
SUPERVISOR = (*INSPECTOR, *DIRECTOR)
DEALER = ("dealer", *SUPERVISOR)
PLAYER = ("player", *DEALER)
EVERYBODY = (*PLAYER, "surveillance", "government-inspectorate")

# An order, the clause behind it, and everybody who may give it.
POWERS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("open", "22.2.4", DIRECTOR),
    ("signal", "22.2.7", DEALER),
    ("set-time-limit", "22.3.6", ("casino-operator", *DIRECTOR)),  # the operator may limit it
    ("call-time", "22.3.7", DEALER),
    ("miss", "22.3.4", DEALER),
    ("hand-in", "22.4.2", PLAYER),
    ("check-form", "22.4.5", SUPERVISOR),  # the Table Inspector examines it
    ("return-form", "22.4.5", SUPERVISOR),
    ("announce", "22.4.6", SUPERVISOR),  # and says what it was
    ("examine-form", "22.4.7", PLAYER),
    ("disqualify", "22.1.3(b)", DIRECTOR),
    ("leave-seat", "22.9.4", PLAYER),
    ("fill-container", "23.7", SUPERVISOR),  # the Table Inspector places the vouchers in it
    ("show-jokers", "23.3:display", DEALER),
    ("return-chips", "22.9.6", DEALER),
)


@clause(
    "tasmania-blackjack 22.1.3(b)",
    "tasmania-blackjack 22.1.5",
    "tasmania-blackjack 22.2.4",
    "tasmania-blackjack 22.2.7",
    "tasmania-blackjack 22.3.4",
    "tasmania-blackjack 22.3.6",
    "tasmania-blackjack 22.3.7",
    "tasmania-blackjack 22.4.2",
    "tasmania-blackjack 22.4.5",
    "tasmania-blackjack 22.4.6",
    "tasmania-blackjack 22.4.7",
    "tasmania-blackjack 22.9.4",
    "tasmania-blackjack 22.9.6",
    "tasmania-blackjack 23.3:display",
    "tasmania-blackjack 23.7",
)
@pytest.mark.parametrize(("tag", "cited", "named"), POWERS)
def test_these_give_the_order_and_nobody_else(tag: str, cited: str, named: tuple[str, ...]) -> None:
    rules = find_play_rules(TASMANIA)
    for role in EVERYBODY:
        refused = may_order(rules, tag, Person("somebody", role))
        assert (refused is None) == (role in named), role
        assert refused is None or refused.clause == cited, role


# A hand, step by step


def cited(floor: Floor, kind: type[Any]) -> str:
    return str(floor.last(kind).clause)


@clause(
    "tasmania-blackjack 22.1",
    "tasmania-blackjack 22.2.4",
    "tasmania-blackjack 22.5.1",
    "tasmania-blackjack 22.6.1",
    "tasmania-blackjack 22.2.8",
)
def test_a_session_from_its_start_to_its_result() -> None:
    floor = Floor(TASMANIA, TWO, length=Length(hands=1)).start()
    assert cited(floor, e.SessionStarted) == "22.5.1"
    floor.hand("TS TH 9C QS 7H 8D", ann=50, bob=50)
    assert cited(floor, e.HandBegan) == "22.2.8"
    assert cited(floor, e.HandSettled) == "22.1"
    assert cited(floor, e.PlayEnded) == "22.2.4"
    floor.finish()
    for kind in (e.TotalsRecorded, e.PlacesFixed, e.SessionEnded):
        assert cited(floor, kind) == "22.6.1"
    assert floor.places() == (("ann",), ("bob",))
    assert floor.refused(c.BeginHand()).clause == "22.6.1"


@clause("tasmania-blackjack 22.2.8")
def test_a_second_sign_shows_the_elimination_hands() -> None:
    floor = Floor(TASMANIA, THREE, format="elimination", elimination_hands=(3, 6)).start()
    assert floor.last(e.SessionStarted).signs == (3, 6)


@clause("tasmania-blackjack 22.3.4", "tasmania-blackjack 22.9.7")
@pytest.mark.parametrize(
    ("format_", "cited_"), [("chips", "22.3.4"), ("elimination", "22.3.4"), ("live", "22.9.7")]
)
def test_everybody_wagers_in_every_hand(format_: str, cited_: str) -> None:
    floor = Floor(TASMANIA, TWO, format=format_).start()
    order = Order(by=Person("dan", "dealer"), at=floor.now, command=c.BeginHand())
    assert refusal(floor.rules, floor.state, order) is None
    floor.staff(c.BeginHand())
    for command in (c.Wager(49), c.Wager(501)):
        by_ann = Order(by=Person("ann", "player"), at=floor.now, command=command)
        said = refusal(floor.rules, floor.state, by_ann)
        assert isinstance(said, Refused)
        assert said.clause == cited_
    dealt = Order(by=Person("dan", "dealer"), at=floor.now, command=c.NoMoreBets())
    said = refusal(floor.rules, floor.state, dealt)
    assert isinstance(said, Refused)
    assert said.clause == cited_


@clause("tasmania-blackjack 22.5.1", "tasmania-blackjack 22.5.2", "tasmania-blackjack 22.5.3")
def test_wagers_and_cards_begin_behind_the_marker_and_it_moves_on() -> None:
    """Whatever the conditions say: the book has the deal begin there."""
    floor = Floor(TASMANIA, THREE, deals_from_marker=False).start()
    floor.hand("TS TH TD 9C QS QH QD 8D", ann=50, bob=50, cy=50)
    assert cited(floor, e.MarkerMoved) == "22.5.3"
    floor.begin()
    assert floor.refused(c.Wager(50), "ann").clause == "22.5.2"
    floor.wager(bob=50, cy=50, ann=50)


@clause("tasmania-blackjack 22.7")
def test_the_first_card_goes_to_the_box_behind_the_marker() -> None:
    floor = Floor(TASMANIA, THREE, deals_from_marker=False).start()
    floor.hand("TS TH TD 9C QS QH QD 8D", ann=50, bob=50, cy=50)
    floor.begin(bob=50, cy=50, ann=50)
    floor.staff(c.NoMoreBets())
    assert floor.state.round is not None
    assert floor.state.round.due is not None
    assert floor.state.round.due.box == 2


@clause("tasmania-blackjack 19.4", "tasmania-blackjack 22.7")
def test_a_wrong_start_is_put_right_until_a_second_card() -> None:
    floor = Floor(TASMANIA, THREE, cards="scanned").start()
    floor.begin(ann=50, bob=50, cy=50)
    floor.staff(c.NoMoreBets(first=2))
    floor.deal("2S 3H")
    floor.staff(c.WrongStart())
    assert cited(floor, e.StartPutRight) == "19.4"
    assert floor.state.round is not None
    assert str(floor.state.round.hand(1, 1).cards[0]) == "2S"


# Wagers that are not in order are dealt with as at any table


@clause("tasmania-blackjack 22.1")
def test_a_wager_over_the_maximum_plays_and_counts_up_to_it() -> None:
    floor = Floor(TASMANIA, TWO).start()
    floor.staff(c.BeginHand())
    floor.role("dealer", c.Wager(600, player="ann", lies=True))
    floor.wager(bob=50)
    floor.staff(c.NoMoreBets())
    assert floor.count(e.WagerCorrected) == 0
    floor.play_out("TS TH 9C QS 7H 8D")
    assert floor.chips() == {"ann": 1500, "bob": 950 + 50}


@clause("tasmania-blackjack 22.1")
def test_a_wager_under_the_minimum_is_paid_as_it_lies() -> None:
    floor = Floor(TASMANIA, TWO).start()
    floor.staff(c.BeginHand())
    floor.role("dealer", c.Wager(40, player="ann", lies=True))
    floor.wager(bob=50)
    floor.staff(c.NoMoreBets())
    assert floor.count(e.WagerCorrected) == 0
    floor.play_out("TS TH 9C QS 7H 8D")
    assert floor.chips()["ann"] == 1040


@clause("tasmania-blackjack 22.1", "tasmania-blackjack 22.3.2")
def test_a_double_is_as_much_again_from_the_chips_in_front() -> None:
    """A wager found off the unit is doubled by all of it; nothing is doubled on credit."""
    floor = Floor(TASMANIA, TWO, unit=50).start()
    floor.staff(c.BeginHand())
    floor.role("dealer", c.Wager(75, player="ann", lies=True))
    floor.wager(bob=50)
    floor.staff(c.NoMoreBets())
    floor.deal("5S TH 9C 6S 7H")
    floor.act("ann", g.Double)
    floor.deal("TC")
    floor.play_out("8D")
    assert floor.chips()["ann"] == 1150
    poor = Floor(TASMANIA, {"ann": 500, "bob": 500}).start()
    poor.begin(ann=300, bob=50)
    poor.staff(c.NoMoreBets())
    poor.deal("5S TH 9C 6S 7H")
    assert poor.refused(c.Decide(g.Double(1)), "ann").clause == "22.3.2"


@clause("tasmania-blackjack 22.1")
def test_what_was_paid_in_a_void_hand_stands_as_at_any_table() -> None:
    """The shuffling shoe fails after ann's blackjack was paid 3 to 2."""
    floor = Floor(TASMANIA, TWO, options={"shuffler": "device"}).start()
    floor.begin(ann=100, bob=50)
    floor.staff(c.NoMoreBets())
    floor.deal("AS TH 9C KS 7H")
    floor.staff(c.VoidHand("19.11(a)"))
    voided = floor.last(e.HandVoided)
    assert (voided.by, voided.clause) == ("19.11(a)", "22.1")
    assert floor.chips() == {"ann": 1150, "bob": 1000}


# Secret wagers


def table(**changes: Any) -> Floor:
    return Floor(TASMANIA, TWO, **({"secret_wagers": 1} | changes)).start().begin()


@clause("tasmania-blackjack 22.4.2", "tasmania-blackjack 22.11:value")
def test_the_amount_stands_on_the_form_in_figures_and_in_words() -> None:
    for figures, words, why in (
        ("", "one hundred", "not shown in figures"),
        ("100", "ninety", "not the one in figures"),
    ):
        floor = table()
        floor.by("ann", c.HandIn(form(100, words=words, figures=figures), alone=True))
        said = floor.refused(c.CheckForm("ann"))
        assert (said.clause, why in str(said)) == ("22.4.2", True)


@clause("tasmania-blackjack 22.4.2")
def test_a_form_is_for_somebody_who_plays_the_hand() -> None:
    floor = table()
    floor.staff(c.LeaveSeat("bob"))
    said = floor.refused(c.HandIn(form(100, name="bob", seat=2)), "bob")
    assert said.clause == "22.4.2"
    floor.by("ann", c.HandIn(form(100, double=101), alone=True))
    assert floor.refused(c.CheckForm("ann")).clause == "22.4.2"  # more than the wager


@clause("tasmania-blackjack 22.4.3")
def test_a_secret_wager_is_doubled_with_the_hand_by_as_much_again() -> None:
    """Fifty in chips and a hundred written, which the form says no more of: both are doubled."""
    floor = table()
    floor.by("ann", c.HandIn(form(100)))
    floor.wager(ann=50, bob=50)
    floor.staff(c.CheckForm("ann"))
    floor.staff(c.NoMoreBets())
    floor.deal("5S TH 9C 6S 7H")
    floor.act("ann", g.Double)
    floor.deal("TC")
    floor.play_out("8D")
    floor.staff(c.Announce())
    assert floor.chips()["ann"] == 1300


# Order


@clause("tasmania-blackjack 22.1")
def test_play_waits_for_a_ruling_and_a_complaint_can_still_be_made() -> None:
    floor = Floor(TASMANIA, TWO).start()
    floor.by("ann", c.RaiseDispute("whose chip"))
    assert cited(floor, e.DisputeRaised) == "22.1"
    assert floor.refused(c.BeginHand()).clause == "22.1"
    floor.staff(c.RuleOn(1, "ann's"))
    ruled = floor.last(e.DisputeDecided)
    assert (ruled.clause, "22.1" in ruled.complaint) == ("22.1", True)
    floor.staff(c.BeginHand())


@clause(
    "tasmania-blackjack 22.1.3(b)",
    "tasmania-blackjack 22.1.3(c)",
    "tasmania-blackjack 22.9.1",
    "tasmania-blackjack 22.9.3",
    "tasmania-blackjack 22.9.4",
)
@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize(
    ("reason", "rule"),
    [
        ("rules", "22.1.3(b)"),
        ("absent", "22.1.3(c)"),
        ("left", "22.9.4"),
        ("added-chips", "22.9.1"),
        ("no-buy-in", "22.9.3"),
    ],
)
def test_who_is_disqualified_keeps_only_chips_of_value(
    reason: str, rule: str, format_: str
) -> None:
    floor = Floor(TASMANIA, THREE, format=format_).start()
    if reason == "absent":
        floor.by("ann", c.LeaveSeat())
    floor.staff(c.Disqualify("ann", reason), "seen by the inspector")
    gone = floor.last(e.PlayerGone)
    assert (gone.how, gone.clause, gone.keeps) == ("disqualified", rule, format_ == "live")


@clause("tasmania-blackjack 22.3.8", "tasmania-blackjack 22.2(a)", "tasmania-blackjack 22.2(b)")
@pytest.mark.parametrize("format_", FORMATS)
def test_whose_the_chips_are_when_the_session_is_over(format_: str) -> None:
    """Those of no value are the operator's; live ones are the player's, whatever the place."""
    floor = Floor(TASMANIA, TWO, format=format_, length=Length(hands=1)).start()
    floor.hand("TS TH 9C QS 7H 8D", ann=50, bob=50)
    floor.finish()
    assert floor.last(e.ChipsReturned).to == ("player" if format_ == "live" else "operator")


@clause("tasmania-blackjack 22.3.8")
@pytest.mark.parametrize("format_", FORMATS)
def test_whose_they_are_when_somebody_goes_out(format_: str) -> None:
    """Ann wagers all she has and loses; nothing is left, and of live chips nothing is taken."""
    floor = Floor(TASMANIA, {"ann": 500, "bob": 500, "cy": 500}, format=format_).start()
    floor.hand("TS TH TD 9C 6S QH QD 8D", ann=500, bob=50, cy=50)
    gone = floor.last(e.PlayerGone)
    assert (gone.player, gone.keeps) == ("ann", format_ == "live")


# Level


@clause("tasmania-blackjack 22.6.4", "tasmania-blackjack 22.6.5", "tasmania-blackjack 22.10.9")
@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("final", [False, True])
def test_who_is_level_shares_in_a_final_and_plays_on_before_it(final: bool, format_: str) -> None:
    floor = Floor(TASMANIA, TWO, format=format_, final=final, length=Length(hands=1)).start()
    floor.hand("TS TH 9C 9S 9H TD", ann=50, bob=50)
    floor.staff(c.RecordTotals())
    assert floor.count(e.PlayOffBegan) == (0 if final else 1)
    if final:
        assert floor.places() == (("ann", "bob"),)
    else:
        assert cited(floor, e.PlayOffBegan) == "22.6.4"


# The last hand of a final


@clause("tasmania-blackjack 22.4.9(b)", "tasmania-blackjack 22.4.9(c)")
def test_where_every_wager_was_read_out_the_largest_has_the_first_card() -> None:
    """The marker is ann's, but 300 lie on boxes 2 and 3: that is no wrong start."""
    floor = last_hand()
    assert floor.state.round is not None
    assert floor.state.round.due is not None
    assert floor.state.round.due.box == 2
    assert sum(floor.state.round.box(3).originals.values()) == 300
    floor.deal("TS")
    assert floor.refused(c.WrongStart()).clause == "22.4.9(c)"


# Jokers Wild


@clause("tasmania-blackjack 23.3")
def test_jokers_are_shown_where_they_are_among_the_cards() -> None:
    assert Floor(TASMANIA, THREE).refused(c.ShowJokers()).clause == "23.3"


@clause("tasmania-blackjack 23.13:carry-over", "tasmania-blackjack 23.13")
def test_a_voucher_that_stood_off_is_played_next_if_its_player_remains() -> None:
    """Whoever goes out before gives it back unopened."""
    floor = started()
    drawn(floor, "TS TH TD 8C 8S 8H 8D TC")
    assert cited(floor, e.VoucherKept) == "23.13"
    floor.staff(c.Disqualify("ann", "rules"), "advice from a friend")
    back = floor.last(e.VoucherReturned)
    assert (back.player, back.to_container, back.clause) == ("ann", False, "23.13:carry-over")
