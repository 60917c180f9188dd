"""Seats, absence, disqualification, disputes, breaks, counts, void hands, wrong starts."""

import pytest

from bythebook.errors import Refused
from bythebook.game import commands as g
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.views import session_view
from bythebook.tournaments.session.wagering import to_act
from bythebook.tournaments.values import Length
from tests.clauses import clause
from tests.tournaments.session.session_floor import (
    CANBERRA,
    CROWN,
    STAR,
    TASMANIA,
    THREE,
    TWO,
    Floor,
    all_lose,
    form,
    with_stacks,
)

# Late and away


@clause("canberra-blackjack 19.9", "tasmania-blackjack 22.2.2(d)")
@pytest.mark.parametrize(
    ("book", "format_", "rule"),
    [
        (CANBERRA, "chips", "19.9"),
        (TASMANIA, "live", "22.2.2(d)"),
        (TASMANIA, "elimination", "22.2.2(d)"),
    ],
)
def test_who_has_no_seat_at_the_start_has_lost_the_place(
    book: str, format_: str, rule: str
) -> None:
    floor = Floor(book, THREE, format=format_).start("cy")
    lost = floor.last(e.PlayerGone)
    assert (lost.player, lost.how, lost.clause) == ("cy", "cancelled", rule)
    assert floor.refused(c.TakeSeat(), "cy").reason == "cy is out of the session"


@clause("crown-blackjack 18.4.8(b)(i)", "crown-blackjack 18.4.8(b)(ii)")
def test_at_crown_the_terms_say_what_becomes_of_who_is_late() -> None:
    lost = Floor(CROWN, THREE, late="lost").start("cy")
    assert lost.last(e.PlayerGone).clause == "18.4.8(b)(i)"
    floor = Floor(CROWN, THREE, late="deducted").start("cy")
    floor.begin(ann=50, bob=50)
    floor.staff(c.Miss("cy"))
    missed = floor.last(e.WagerMissed)
    assert (missed.amount, missed.away, missed.clause) == (50, True, "18.4.8(b)(ii)")


@clause(
    "star-blackjack-challenge 21.5.6",
    "star-blackjack-challenge 21.5.6.1",
    "star-blackjack-challenge 21.5.6.2",
    "star-blackjack-challenge 21.6.3",
)
def test_at_the_star_a_minimum_goes_for_each_of_three_hands_at_most() -> None:
    floor = Floor(STAR, THREE).start("cy")
    for number in (1, 2, 3):
        floor.staff(c.BeginHand())
        while floor.state.phase == "betting":
            floor.wager(ann=50, bob=50)
            if "cy" not in floor.state.missed:
                assert floor.refused(c.Miss("cy"), role="dealer").clause == "21.6.3"
                floor.staff(c.Miss("cy"))
                continue
            floor.staff(c.NoMoreBets())
        floor.play_out("TS TH TC 7S 7H QD")
        assert floor.chips()["cy"] == 1000 - 50 * number
        assert floor.last(e.WagerMissed).clause == "21.5.6.1"
    floor.begin(ann=50, bob=50)
    assert floor.refused(c.Miss("cy")).clause == "21.5.6.1"
    floor.staff(c.Disqualify("cy", "absent"), "away for four hands")
    gone = floor.last(e.PlayerGone)
    assert (gone.how, gone.clause, gone.keeps) == ("disqualified", "21.5.6.2", True)
    assert floor.chips()["cy"] == 850  # the value of chips won or bought stays


@clause("star-blackjack-challenge 21.5.6")
def test_who_was_away_and_comes_back_plays_on() -> None:
    floor = Floor(STAR, TWO).start()
    floor.by("ann", c.LeaveSeat())
    floor.begin()
    assert floor.refused(c.Wager(50), "ann").reason == "ann is not at the table"
    floor.by("ann", c.TakeSeat())
    assert floor.refused(c.Disqualify("ann", "absent"), why="away").reason == "ann is there"
    floor.by("ann", c.Wager(50))


@clause(
    "tasmania-blackjack 22.2.2(a)",
    "tasmania-blackjack 22.2.2(b)",
    "tasmania-blackjack 22.2.2(c)",
)
def test_in_tasmania_a_late_player_pays_by_shoes_until_the_fourth_begins() -> None:
    floor = Floor(TASMANIA, THREE, length=Length(shoes=5)).start("cy")
    for shoe in (1, 2, 3):
        floor.staff(c.BeginHand())
        while floor.state.phase == "betting":
            floor.wager(ann=50, bob=50)
            floor.staff(c.NoMoreBets() if "cy" in floor.state.missed else c.Miss("cy"))
        floor.staff(c.CuttingCard())
        floor.play_out("TS TH TC 7S 7H QD")
        assert floor.chips()["cy"] == 1000 - 50 * shoe
        assert floor.last(e.WagerMissed).clause == ("22.2.2(a)" if shoe == 1 else "22.2.2(b)")
        assert floor.state.players["cy"].active
        floor.staff(c.Shuffle())
        floor.ready()
    lost = floor.last(e.PlayerGone)
    assert (lost.player, lost.how, lost.clause) == ("cy", "cancelled", "22.2.2(c)")


@clause("tasmania-blackjack 22.2.2(a)", "tasmania-blackjack 22.2.2(c)")
def test_a_late_tasmanian_player_who_sits_down_keeps_the_rest_and_who_never_does_is_out() -> None:
    floor = Floor(TASMANIA, THREE, length=Length(hands=2)).start("cy", "bob")
    floor.begin(ann=50)
    floor.staff(c.Miss("bob"))
    floor.staff(c.Miss("cy"))
    floor.staff(c.NoMoreBets())
    floor.play_out("TS TC 7S QD")
    floor.by("bob", c.TakeSeat())
    floor.begin(bob=50)
    floor.staff(c.Miss("cy"))
    floor.wager(ann=50)
    floor.staff(c.NoMoreBets())
    floor.play_out("TS TH TC 7S 7H QD")
    assert floor.chips()["bob"] == 900
    gone = floor.last(e.PlayerGone)
    assert (gone.player, gone.how, gone.clause) == ("cy", "cancelled", "22.2.2(c)")


@clause("tasmania-blackjack 22.2.2(c)")
def test_the_bank_of_whoever_never_came_is_used_up_also_by_less_than_a_minimum() -> None:
    floor = Floor(TASMANIA, dict.fromkeys(THREE, 120)).start("cy")
    with_stacks(floor, ann=1000, bob=1000)
    for left in (70, 20):
        floor.staff(c.BeginHand())
        while waiting := to_act(floor.state):
            if waiting[0] == "cy":
                floor.staff(c.Miss("cy"))
            else:
                floor.by(waiting[0], c.Wager(50))
        floor.staff(c.NoMoreBets())
        floor.play_out("TS TH 9C QS 9H 8D")
        assert floor.chips()["cy"] == left
    floor.staff(c.BeginHand())
    gone = floor.last(e.PlayerGone)
    assert (gone.player, gone.how, gone.clause) == ("cy", "cancelled", "22.2.2(c)")
    assert floor.state.playing == ("ann", "bob")


@clause("tasmania-blackjack 22.2.2(c)")
def test_when_the_bank_is_used_up_the_place_is_cancelled() -> None:
    floor = with_stacks(Floor(TASMANIA, THREE).start("cy"), cy=50)
    floor.begin(ann=50, bob=50)
    floor.staff(c.Miss("cy"))
    assert floor.last(e.PlayerGone).clause == "22.2.2(c)"


@clause("tasmania-blackjack 22.9.4", "crown-blackjack 18.4.8(b)(vi)", "tasmania-blackjack 22.9.5")
def test_leaving_for_good_needs_the_directors_leave_where_the_book_says_so() -> None:
    for book, format_, rule, keeps in (
        (TASMANIA, "live", "22.9.4", 1000),
        (CROWN, "chips", "18.4.8(b)(vi)", 0),
    ):
        floor = Floor(book, THREE, format=format_).start()
        assert floor.refused(c.LeaveSeat(for_good=True), "ann").clause == rule
        own = c.LeaveSeat("ann", for_good=True, approved=True)
        assert floor.refused(own, role="dealer").reason == "leave is the director's to give"
        director = floor.rules.play.roles.director[0]
        floor.role(director, own)
        assert (floor.last(e.PlayerGone).how, floor.last(e.PlayerGone).clause) == ("left", rule)
        assert floor.chips()["ann"] == keeps


@clause("tasmania-blackjack 22.9.4")
def test_leaving_a_live_table_without_leave_may_disqualify() -> None:
    floor = Floor(TASMANIA, THREE, format="live").start()
    floor.by("ann", c.LeaveSeat())
    assert floor.last(e.SeatLeft).approved is False
    floor.staff(c.Disqualify("ann", "left"), "left without leave")
    assert (floor.last(e.PlayerGone).clause, floor.chips()["ann"]) == ("22.9.4", 1000)


@clause("canberra-blackjack 19.11", "crown-blackjack 18.4.8(a)(iii)")
@pytest.mark.parametrize("book", [CANBERRA, CROWN])
def test_a_substitute_takes_place_and_stack_before_the_start_only(book: str) -> None:
    floor = Floor(book, TWO)
    assert floor.refused(c.Substitute("ann", "zoe"), role="dealer").clause
    floor.staff(c.Substitute("ann", "zoe"))
    assert list(floor.state.players) == ["zoe", "bob"]
    assert (floor.state.players["zoe"].box, floor.chips()["zoe"]) == (1, 1000)
    floor.start()
    assert floor.refused(c.Substitute("bob", "yan")).reason.startswith("a substitute comes before")


@clause("tasmania-blackjack 22.2.3", "tasmania-blackjack 22.2.3:no-replacement")
def test_in_tasmania_nobody_hands_a_seat_on_and_an_empty_one_stays_empty() -> None:
    floor = Floor(TASMANIA, THREE, format="elimination")
    assert floor.refused(c.Substitute("ann", "zoe")).clause == "22.2.3"
    floor.start("ann")
    assert floor.refused(c.Substitute("ann", "zoe")).clause == "22.2.3"
    floor.staff(c.BeginHand())
    assert floor.state.playing == ("bob", "cy")


@clause(
    "star-blackjack-challenge 21.6.4",
    "tasmania-blackjack 22.9.1",
    "crown-blackjack 18.4.1(a)(ii)",
    "canberra-blackjack 19.3(a)(ii)(F)",
)
@pytest.mark.parametrize(
    ("book", "rule", "may"),
    [
        (STAR, "21.6.4", False),
        (TASMANIA, "22.9.1", False),
        (CROWN, "18.4.1(a)(ii)", True),
        (CANBERRA, "19.3(a)(ii)(F)", True),
    ],
)
def test_chips_are_bought_between_hands_only_where_the_book_knows_it(
    book: str, rule: str, may: bool
) -> None:
    form = "live" if book == TASMANIA else "chips"
    floor = Floor(book, THREE, format=form, sold_until={"add-on": 0}).start()
    order = c.AddChips("ann", 500, "add-on")
    if not may:
        assert floor.refused(order).clause == rule
        return
    assert floor.refused(order, role="dealer").clause
    floor.staff(order)
    assert (floor.chips()["ann"], floor.state.issued) == (1500, 3500)
    assert floor.last(e.ChipsAdded).clause == rule
    assert floor.malformed(c.AddChips("ann", 0)).where == "chips"
    assert "no re-buy" in floor.refused(c.AddChips("ann", 500, "re-buy")).reason
    floor.begin()
    assert floor.refused(order).reason == "add chips: not now (betting)"


# Disqualification


@clause(
    "star-blackjack-challenge 21.5.7",
    "star-blackjack-challenge 21.11.4",
    "star-blackjack-challenge 21.6.4",
    "star-blackjack-challenge 21.6.6",
    "star-blackjack-challenge 21.6.5",
    "tasmania-blackjack 22.1.3(b)",
    "tasmania-blackjack 22.1.3(c)",
    "tasmania-blackjack 22.8",
    "tasmania-blackjack 22.9.1",
    "tasmania-blackjack 22.9.3",
    "canberra-blackjack 19.13",
    "canberra-blackjack 19.15",
    "crown-blackjack 18.4.8(a)(ii)",
    "crown-blackjack 18.4.8(b)(iii)",
    "canberra-blackjack 16.2(b)",
)
@pytest.mark.parametrize(
    ("book", "format_", "reason", "deliberate", "rule"),
    [
        (STAR, "chips", "rules", False, "21.5.7"),
        (STAR, "chips", "added-chips", False, "21.6.4"),
        (STAR, "chips", "hidden-chips", True, "21.6.6"),
        (STAR, "chips", "exchanged-chips", False, "21.6.5"),
        (TASMANIA, "chips", "rules", False, "22.1.3(b)"),
        (TASMANIA, "chips", "rules", True, "22.8"),
        (TASMANIA, "live", "added-chips", False, "22.9.1"),
        (TASMANIA, "live", "no-buy-in", False, "22.9.3"),
        (CANBERRA, "chips", "added-chips", False, "16.2(b)"),
        (CANBERRA, "chips", "advice", False, "16.2(b)"),
        (CROWN, "chips", "rules", False, "18.4.8(a)(ii)"),
        (CROWN, "chips", "phone", False, "18.4.8(b)(iii)"),
    ],
)
def test_a_finding_disqualifies_by_its_clause_and_says_why(
    book: str, format_: str, reason: str, deliberate: bool, rule: str
) -> None:
    floor = Floor(book, THREE, format=format_).start()
    order = c.Disqualify("ann", reason, deliberate, brought=200)
    assert floor.malformed(order).reason == "a disqualification says why"
    assert floor.refused(order, role="dealer", why="seen").clause in floor.rules.book.clauses
    floor.staff(order, "seen on camera")
    gone = floor.last(e.PlayerGone)
    assert (gone.how, gone.clause, gone.reason, gone.brought) == (
        "disqualified",
        rule,
        reason,
        200,
    )
    # What was brought in was never counted; what was won or bought stays the player's when live.
    assert floor.chips()["ann"] == (1000 if format_ == "live" else 0)
    all_lose(floor, False, bob=50, cy=100)
    assert floor.refused(order, why="again").reason == "ann is out of the session"


@clause("tasmania-blackjack 22.1.3(c)")
def test_absence_from_the_table_disqualifies_where_the_director_says_so() -> None:
    floor = Floor(TASMANIA, THREE).start("ann")
    floor.staff(c.Disqualify("ann", "absent"), "not there at the set time")
    assert floor.last(e.PlayerGone).clause == "22.1.3(c)"
    assert "no reason here" in floor.malformed(c.Disqualify("bob", "style"), "because").reason


@clause("crown-blackjack 18.4.8(b)(v)", "tasmania-blackjack 22.9.2")
@pytest.mark.parametrize(
    ("book", "format_", "keeps", "chips"),
    [
        (CROWN, "chips", True, 1000),
        (CROWN, "chips", False, 0),
        (TASMANIA, "live", False, 1000),
        (TASMANIA, "chips", True, 0),
    ],
)
def test_the_chips_of_somebody_disqualified(
    book: str, format_: str, keeps: bool, chips: int
) -> None:
    floor = Floor(book, THREE, format=format_, disqualified_keeps=keeps).start()
    floor.staff(c.Disqualify("ann", "added-chips" if book == CROWN else "rules"), "seen")
    assert floor.chips()["ann"] == chips
    floor.staff(c.Disqualify("bob"), "seen")
    floor.staff(c.BeginHand())
    floor.finish()
    assert floor.places()[-1] == ("ann", "bob")
    assert floor.state.result is not None
    assert [each.disqualified for each in floor.state.result.standings] == [True, True, False]


def test_disqualified_in_the_middle_of_a_hand_the_wager_is_lost_and_play_goes_on() -> None:
    floor = Floor(STAR, THREE, secret_wagers=1).start()
    floor.begin()
    floor.by("ann", c.HandIn(form(300)))
    floor.wager(ann=100, bob=100, cy=100)
    floor.staff(c.CheckForm("ann"))
    floor.staff(c.NoMoreBets())
    floor.deal("TS TH TD")
    out = c.Disqualify("ann", "rules")
    assert floor.refused(out, why="seen").reason == "the card that is due comes first"
    floor.deal("TC 7S 8H 9D")
    floor.staff(out, "seen")
    assert floor.chips()["ann"] == 0
    floor.stand("bob", "cy")
    floor.deal("8C")
    floor.staff(c.Announce())
    assert floor.chips() == {"ann": 0, "bob": 900, "cy": 1100}


# Disputes, breaks, counts


@clause(
    "star-blackjack-challenge 21.11.2",
    "crown-blackjack 18.4.8(h)",
)
@pytest.mark.parametrize(("book", "rule"), [(STAR, "21.11.2"), (CROWN, "18.4.8(h)")])
def test_play_waits_until_the_director_has_decided(book: str, rule: str) -> None:
    floor = Floor(book, TWO).start().begin()
    floor.by("ann", c.RaiseDispute("the wager lay in time"))
    assert floor.refused(c.Wager(50), "ann").clause == rule
    assert floor.refused(c.RuleOn(1, "it counts"), role="dealer").clause == rule
    assert floor.refused(c.RuleOn(2, "it counts")).reason == "there is no such open dispute"
    floor.staff(c.RuleOn(1, "it counts"))
    decided = floor.last(e.DisputeDecided)
    assert decided.clause == rule
    assert decided.complaint.startswith("a complaint can still be made to an inspector")
    floor.by("ann", c.Wager(50))


@clause("canberra-blackjack 19.16")
def test_a_break_says_how_long_it_lasts() -> None:
    floor = Floor(CANBERRA, TWO).start()
    assert floor.refused(c.GiveBreak(10), role="supervisor").clause == "19.16"
    assert floor.malformed(c.GiveBreak(0)).reason == "a break says how many minutes it lasts"
    floor.staff(c.GiveBreak(10))
    assert (floor.last(e.BreakGiven).minutes, floor.last(e.BreakGiven).clause) == (10, "19.16")
    assert floor.refused(c.BeginHand()).reason == "there is a break"
    floor.staff(c.EndBreak())  # everybody is there
    floor.staff(c.BeginHand())


@clause("canberra-blackjack 19.16")
def test_nobody_is_called_back_before_the_time_that_was_given_is_over() -> None:
    floor = Floor(CANBERRA, TWO).start()
    given = floor.now
    floor.staff(c.GiveBreak(10))
    floor.by("bob", c.LeaveSeat())
    floor.now = given + 599
    assert floor.refused(c.EndBreak()).clause == "19.16"
    floor.by("bob", c.TakeSeat())
    floor.staff(c.EndBreak())
    floor.staff(c.GiveBreak(10))
    floor.by("bob", c.LeaveSeat())
    floor.now += 600
    floor.staff(c.EndBreak())


@clause("star-blackjack-challenge 21.11.3")
def test_the_manager_may_have_all_chips_counted() -> None:
    floor = Floor(STAR, TWO).start()
    assert floor.refused(c.CountChips({"ann": 1, "bob": 2}), role="dealer").clause == "21.11.3"
    assert floor.malformed(c.CountChips({"ann": 1000})).where == "found"
    floor.staff(c.CountChips({"ann": 1000, "bob": 950}))
    counted = floor.last(e.ChipsCounted)
    assert (counted.expected, counted.found["bob"], counted.clause) == (TWO, 950, "21.11.3")


@clause(
    "star-blackjack-challenge 21.6.4",
    "canberra-blackjack 19.13",
    "tasmania-blackjack 22.9.1",
    "crown-blackjack 18.4.8(a)(ii)",
)
@pytest.mark.parametrize(
    ("book", "format_", "rule"),
    [
        (STAR, "chips", "21.6.4"),
        (CANBERRA, "chips", "16.2(b)"),
        (TASMANIA, "live", "22.9.1"),
        (CROWN, "chips", "18.4.8(a)(ii)"),
    ],
)
def test_no_hand_begins_while_somebody_has_chips_that_were_never_given_out(
    book: str, format_: str, rule: str
) -> None:
    """A count finds 100 too many: counted again they are right, or bob, who brought them, goes."""
    for mended in (True, False):
        floor = Floor(book, THREE, format=format_, cards="scanned").start()
        floor.staff(c.CountChips({"ann": 1000, "bob": 1100, "cy": 1000}))
        assert floor.refused(c.BeginHand()).clause == rule
        if mended:
            floor.staff(c.CountChips(THREE))
        else:
            floor.staff(c.Disqualify("bob", "added-chips", brought=100), "brought chips")
        floor.staff(c.BeginHand())
        assert ("bob" in floor.state.playing) is mended


@clause("star-blackjack-challenge 21.11.1", "star-blackjack-challenge 21.11.4")
def test_whoever_seeks_advice_in_play_may_be_disqualified_for_it() -> None:
    floor = Floor(STAR, THREE).start()
    floor.staff(c.Disqualify("bob", "advice"), "asked a friend behind the rope")
    gone = floor.last(e.PlayerGone)
    assert (gone.how, gone.reason, gone.clause) == ("disqualified", "advice", "21.11.4")


@clause(
    "star-blackjack-challenge 21.6.5",
    "canberra-blackjack 19.12",
    "canberra-blackjack 19.13",
    "tasmania-blackjack 22.3.3",
)
@pytest.mark.parametrize("book", [STAR, CANBERRA, TASMANIA])
def test_every_stack_is_in_everybodys_view_and_changes_by_play_alone(book: str) -> None:
    floor = Floor(book, TWO).start()
    for role, name in (("player", "bob"), ("dealer", "dan"), ("anybody", "x")):
        view = session_view(floor.rules, floor.state, name, role)
        assert [place.chips for place in view.places] == [1000, 1000]
    all_lose(floor, False, ann=50, bob=100)
    view = session_view(floor.rules, floor.state, "x", "anybody")
    assert [place.chips for place in view.places] == [950, 900]
    moved = [event for event in floor.log if isinstance(event, e.HandSettled)]
    assert moved[0].changes == {"ann": -50, "bob": -100}


@clause(
    "tasmania-blackjack 22.3.3",
    "tasmania-blackjack 22.9.5",
    "canberra-blackjack 19.12",
    "star-blackjack-challenge 21.6.5",
)
@pytest.mark.parametrize(
    ("book", "format_", "rule"),
    [
        (TASMANIA, "chips", "22.3.3"),
        (TASMANIA, "live", "22.3.3"),
        (CANBERRA, "chips", "19.12"),
        (STAR, "chips", "21.6.5"),
    ],
)
def test_no_hand_begins_while_chips_are_out_of_view(book: str, format_: str, rule: str) -> None:
    """A count finds 50 of bob's gone: they lie there again, or bob is out, before play goes on."""
    for mended in (True, False):
        floor = Floor(book, THREE, format=format_, cards="scanned").start()
        floor.staff(c.CountChips({"ann": 1000, "bob": 950, "cy": 1000}))
        assert floor.refused(c.BeginHand()).clause == rule
        if mended:
            floor.staff(c.CountChips(THREE))
        else:
            floor.staff(c.Disqualify("bob", "rules"), "chips in the pocket")
        floor.staff(c.BeginHand())
        assert ("bob" in floor.state.playing) is mended


# Void hands and wrong starts


@clause("star-blackjack-challenge 21.2.2.1", "star-blackjack-challenge 18.8:void")
def test_in_a_void_star_round_even_an_interim_payout_is_repaid() -> None:
    floor = Floor(STAR, THREE, pass_cards=1, secret_wagers=1).start()
    floor.begin(ann=100)
    floor.by("bob", c.HandIn(form(100, name="bob", seat=2), alone=True))
    floor.by("cy", c.PlayPass())
    floor.staff(c.CheckForm("bob"))
    floor.staff(c.NoMoreBets())
    floor.deal("AS TH 9C KS 7H")
    assert floor.state.round is not None
    assert floor.state.round.net["ann"] > 0  # blackjack, paid at once
    assert floor.refused(c.VoidHand("18.8:void"), role="dealer").clause == "21.2.2.1"
    floor.staff(c.VoidHand("18.8:void"))
    assert floor.chips() == THREE
    assert (floor.last(e.HandVoided).by, floor.last(e.HandVoided).clause) == (
        "18.8:void",
        "21.2.2.1",
    )
    # The cards and the form come back, the marker stays, the hand does not count.
    assert (floor.state.players["cy"].passes, floor.state.players["bob"].secrets) == (1, 1)
    assert (floor.state.hand, floor.state.marker) == (0, 1)
    floor.begin()
    assert (floor.state.hand, floor.state.marker) == (1, 1)


@clause("canberra-blackjack A:void", "canberra-blackjack 19.1", "canberra-blackjack 16.3")
def test_a_void_canberra_round_is_as_though_it_never_was() -> None:
    floor = Floor(CANBERRA, TWO, length=Length(hands=1)).start()
    floor.begin(ann=100, bob=100)
    floor.staff(c.NoMoreBets())
    floor.deal("AS TH 9C KS 7H")
    floor.staff(c.VoidHand("16.3"))
    assert floor.chips() == TWO
    assert floor.state.hand == 0
    all_lose(floor, False, ann=50, bob=60)
    assert floor.state.phase == "counting"


def test_elsewhere_the_games_own_rule_says_what_stands() -> None:
    floor = Floor(TASMANIA, TWO, options={"shuffler": "device"}).start()
    floor.begin(ann=100, bob=100)
    floor.staff(c.NoMoreBets())
    floor.deal("AS TH 9C KS 7H")
    floor.staff(c.VoidHand("19.11(a)"))
    assert floor.chips() == {"ann": 1150, "bob": 1000}  # interim settlements stand
    assert floor.state.hand == 0


def wrongly_begun(second_cards: int) -> Floor:
    floor = Floor(TASMANIA, THREE, cards="scanned").start()
    floor.begin(ann=50, bob=50, cy=50)
    floor.staff(c.NoMoreBets(first=2))
    floor.deal("2S 3H 4D 9C 5S" if second_cards else "2S 3H 4D 9C")
    return floor


@clause("tasmania-blackjack 22.7")
def test_a_wrong_start_stands_once_anybody_has_a_second_card() -> None:
    floor = wrongly_begun(1)
    floor.staff(c.WrongStart())
    assert floor.last(e.StartStood).clause == "22.7"
    assert floor.state.round is not None
    assert str(floor.state.round.hand(2, 1).cards[0]) == "2S"
    put_right = wrongly_begun(0)
    put_right.staff(c.WrongStart())
    assert put_right.last(e.StartPutRight).clause == "19.4"
    round_ = put_right.state.round
    assert round_ is not None
    assert [str(round_.hand(box, 1).cards[0]) for box in (1, 2, 3)] == ["2S", "3H", "4D"]
    put_right.deal("5S 6H 7D")
    assert put_right.refused(c.WrongStart()).reason == "the deal began where it should"
    virtual = Floor(TASMANIA, TWO).start().begin(ann=50, bob=50)
    assert virtual.refused(c.NoMoreBets(first=2)).reason.startswith("only a dealer of real cards")
    real = Floor(TASMANIA, TWO, cards="scanned").start().begin(ann=50, bob=50)
    assert "nobody plays box 3" in str(real.malformed(c.NoMoreBets(first=3)))


def test_a_note_and_what_only_the_dealer_says() -> None:
    floor = Floor(STAR, TWO).start()
    floor.staff(c.Note("advice sought", "from a friend", "ann"))
    assert floor.last(e.Noted).player == "ann"
    floor.begin(ann=50, bob=50)
    floor.staff(c.NoMoreBets())
    floor.deal("TS TH TC 7S 7H")
    assert floor.refused(c.Decide(g.DeclareAbsent(1)), "ann").reason.startswith("the dealer says")
    floor.staff(c.Decide(g.DeclareAbsent(1)))


@clause("crown-blackjack 18.4.3(b)")
def test_nobody_begins_the_tournament_with_more_than_others() -> None:
    """Not by terms of the table, nor by chips bought before the first hand."""
    with pytest.raises(Refused) as refused:
        Floor(CROWN, {"ann": 4000, "bob": 2000}, first=True)
    assert refused.value.clause == "18.4.3(b)"
    floor = Floor(CROWN, THREE, first=True, sold_until={"re-buy": 0})
    order = c.AddChips("ann", 100, "re-buy")
    assert floor.refused(order).clause == "18.4.3(b)"
    floor.start()
    assert floor.refused(order).clause == "18.4.3(b)"
    floor.hand("TC TD TH 8C TS 9D 9H TD", ann=50, bob=50, cy=50)
    floor.staff(order)
    # A later session may begin with what was bought between the two.
    assert Floor(CROWN, {"ann": 4000, "bob": 2000}).state.players["ann"].chips == 4000


@clause("crown-blackjack 18.4.1(a)(ii)")
@pytest.mark.parametrize(("chips", "may"), [(499, True), (500, False), (501, False)])
def test_a_re_buy_is_for_those_whom_the_conditions_name(chips: int, may: bool) -> None:
    floor = Floor(
        CROWN,
        {"ann": chips, "bob": 2000},
        sold_until={"re-buy": 0},
        sold_below={"re-buy": 500},
    ).start()
    order = c.AddChips("ann", 2000, "re-buy")
    if may:
        floor.staff(order)
        assert floor.chips()["ann"] == 2000 + chips
    else:
        assert floor.refused(order).clause == "18.4.1(a)(ii)"


@clause("crown-blackjack 18.4.1(a)(ii)")
def test_a_re_buy_ends_with_the_hand_that_the_conditions_name() -> None:
    """Until hand 2: after the second hand still, after the third no more."""
    floor = Floor(CROWN, THREE, sold_until={"re-buy": 2}).start()
    order = c.AddChips("ann", 100, "re-buy")
    for hand in (1, 2, 3):
        floor.hand("TC TD TH 8C TS 9D 9H TD", ann=50, bob=50, cy=50)
        assert floor.state.hand == hand
        if hand <= 2:
            floor.staff(order)
        else:
            assert floor.refused(order).clause == "18.4.1(a)(ii)"
    assert floor.state.issued == 3200
