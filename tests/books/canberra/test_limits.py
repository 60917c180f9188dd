"""Casino Canberra: the sign, notice of a change, personal limits, wagers outside the limits."""

from functools import partial

import pytest

from bythebook.cards import parse_card
from bythebook.errors import given
from bythebook.table import events as e
from tests.books.canberra.floor import LIMITS, PAIRS, SIDES, a_round, opened, ready, shuffled
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, o

HIGHER = {"main": (cents(20), cents(500))}
MOST = cents(500)


def with_marker(box_maximum: int | None = MOST) -> Floor:
    """Ann has a personal limit of 1,000 on box 1."""
    floor = ready(box_maximum=box_maximum)
    floor.ok("supervisor", o.DisplaySign("personal-limits", player="ann", boxes=(1,)))
    floor.ok("supervisor", o.GrantLimits("ann", cents(1000), boxes=(1,)))
    return floor


# The sign and its change


@clause("canberra-blackjack 3.1")
@pytest.mark.parametrize(
    ("dollars", "refused"),
    [("9.99", "3.1"), ("10", ""), ("500", ""), ("500.01", "3.5"), ("502.50", "3.5")],
)
def test_a_wager_noticed_in_time_is_within_the_sign(dollars: str, refused: str) -> None:
    floor = ready()
    if refused:
        floor.no(refused, "player", o.Place(1, "ann", cents(dollars)), by="ann")
        return
    floor.bet("ann", 1, dollars)
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(dollars)


@clause("canberra-blackjack 3.3")
@pytest.mark.parametrize(("dollars", "taken"), [("12.49", False), ("12.50", True), ("13", False)])
def test_wagers_come_in_the_multiples_on_display(dollars: str, taken: bool) -> None:
    floor = ready()
    order = o.Place(1, "ann", cents(dollars))
    if taken:
        floor.ok("player", order, by="ann")
    else:
        floor.no("3.3", "player", order, by="ann")


@clause("canberra-blackjack 3.3", "canberra-blackjack 3.1")
def test_the_multiples_on_display_outlast_a_change_of_limits() -> None:
    floor = ready()
    floor.ok("supervisor", o.DisplaySign("new-limits", limits=HIGHER))
    a_round(floor)
    floor.ok("supervisor", o.ChangeLimits(HIGHER))
    floor.no("3.3", "player", o.Place(1, "ann", cents("20.01")), by="ann")
    floor.bet("ann", 1, "22.50")


@clause("canberra-blackjack 3.3")
def test_a_wager_off_the_multiple_found_later_counts_for_that_round() -> None:
    floor = ready()
    floor.bet("ann", 1, 13, late=True)
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(13)
    floor.no("3.3", "player", o.Place(1, "ann", cents(13)), by="ann")


@clause("canberra-blackjack 3.1")
@pytest.mark.parametrize(
    "new",
    [
        {"main": (cents(20), cents(500))},
        {"main": (cents(5), cents(500))},
        {"main": (cents(10), cents(1000))},
        {"main": (cents(10), cents(200))},
    ],
    ids=["minimum up", "minimum down", "maximum up", "maximum down"],
)
def test_any_change_is_announced_before_the_last_round_under_the_old_limits(
    new: dict[str, tuple[int, int]],
) -> None:
    floor = ready()
    change = o.ChangeLimits(new, new["main"][1])
    floor.no("3.1", "supervisor", change)
    floor.ok("supervisor", o.DisplaySign("new-limits", limits=new))
    sign = floor.entries("display-sign")[-1]
    assert (sign.by.role, sign.clause, sign.about) == ("supervisor", "3.1", "new-limits")
    floor.no("3.1", "supervisor", change)
    a_round(floor)
    floor.no("3.1", "dealer", change)
    floor.ok("supervisor", change)
    assert floor.state.limits == new
    assert floor.clauses(e.LimitsChanged) == ["3.1"]
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 3.1")
def test_limits_never_change_in_mid_round_and_a_running_round_is_no_notice() -> None:
    floor = ready()
    change = o.ChangeLimits(HIGHER, MOST)
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    floor.ok("supervisor", o.DisplaySign("new-limits", limits=HIGHER))
    floor.no("3.1", "supervisor", change)
    floor.stand("ann", 1)
    floor.cards("TS")
    # The round was running when the sign went up: players still have one to come.
    floor.no("3.1", "supervisor", change)
    a_round(floor)
    floor.ok("supervisor", change)


@clause("canberra-blackjack 3.1")
def test_even_after_its_notice_no_change_comes_in_mid_round() -> None:
    floor = ready()
    new = {"main": (cents(20), cents(500))}
    floor.ok("supervisor", o.DisplaySign("new-limits", limits=new))
    a_round(floor)
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.no("3.1", "supervisor", o.ChangeLimits(new))
    floor.cards("9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.ok("supervisor", o.ChangeLimits(new))
    floor.no("3.1", "player", o.Place(1, "ann", cents("17.50")), by="ann")


@clause("canberra-blackjack 3.1")
def test_the_sign_must_show_the_figures_that_come() -> None:
    floor = ready()
    floor.ok("supervisor", o.DisplaySign("new-limits", limits=HIGHER))
    a_round(floor)
    other = {"main": (cents(25), cents(500))}
    floor.no("3.1", "supervisor", o.ChangeLimits(other, MOST))
    floor.no("3.1", "supervisor", o.ChangeLimits(other, MOST, protect=True))
    floor.ok("supervisor", o.ChangeLimits(HIGHER, MOST))
    floor.no("3.1", "player", o.Place(1, "ann", cents("17.50")), by="ann")
    floor.bet("ann", 1, 20)


@clause("canberra-blackjack 3.1", "canberra-blackjack 17.7", "canberra-blackjack 17.19")
@pytest.mark.parametrize("side", ["perfect-pairs", "pairs-play"])
def test_each_sign_shows_what_is_its_own(side: str) -> None:
    """Of a side wager its limits alone; of what is to come the limits, and multiples if told."""
    floor = ready(side)
    own = floor.state.sign(side)
    assert own is not None
    assert own.says is not None
    assert own.says.limits == {side: SIDES[side][side]}
    fives = {"main": cents(5)}
    floor.ok("supervisor", o.DisplaySign("new-limits", limits=SIDES[side], units=fives))
    later = floor.state.sign("new-limits")
    assert later is not None
    assert later.says is not None
    assert (later.says.limits, later.says.units) == (SIDES[side], fives)


@clause("canberra-blackjack 3.1")
def test_with_nobody_there_the_limits_change_at_once() -> None:
    floor = opened()
    floor.ok("supervisor", o.ChangeLimits(HIGHER, MOST))
    floor.players(ann=1)
    floor.no("3.1", "player", o.Place(1, "ann", cents(10)), by="ann")
    floor.no("3.1", "supervisor", o.ChangeLimits(LIMITS, MOST))


@clause("canberra-blackjack 3.1", "canberra-blackjack 17.7")
def test_a_side_wagers_sign_changes_after_notice_too() -> None:
    """17.7 and 17.19 are silent on changes: 3.1 by analogy."""
    floor = ready("perfect-pairs")
    new = {**LIMITS, "perfect-pairs": (cents(10), cents(50))}
    floor.no("3.1", "supervisor", o.ChangeLimits(new, MOST))
    floor.ok("supervisor", o.DisplaySign("new-limits", limits=new))
    a_round(floor)
    floor.ok("supervisor", o.ChangeLimits(new, MOST))
    floor.bet("ann", 1, 10)
    floor.no("3.1", "player", o.Place(1, "ann", cents(5), "perfect-pairs"), by="ann")
    floor.bet("ann", 1, 10, "perfect-pairs")


# The maximum is the box's


@clause("canberra-blackjack 3.1", "canberra-blackjack 3.5")
def test_the_maximum_is_for_all_wagers_on_the_box_together() -> None:
    floor = ready(seats={"ann": 1, "ben": 2, "cal": 3})
    floor.bet("ann", 1, 300)
    floor.bet("ben", 1, 150)
    floor.no("3.5", "player", o.Place(1, "cal", cents("52.50")), by="cal")
    floor.bet("cal", 1, 50)
    floor.ok("supervisor", o.AllowSeveral("ben"))
    floor.bet("ben", 2, 500)


@clause("canberra-blackjack 3.1")
def test_the_box_maximum_is_the_figure_on_the_sign() -> None:
    floor = ready(box_maximum=None)
    assert floor.state.box_maximum == MOST
    floor.bet("ann", 1, 300)
    floor.no("3.5", "player", o.Place(1, "ben", cents(300)), by="ben")


@clause("canberra-blackjack 3.5")
def test_too_much_on_a_shared_box_found_later_is_cut_from_the_last_placed() -> None:
    floor = ready()
    floor.bet("ann", 1, 300)
    floor.bet("ben", 1, 300, late=True)
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(300), cents(200))


@clause("canberra-blackjack 3.5")
@pytest.mark.parametrize(
    ("first", "second", "nets"),
    [(300, 200, (300, 200)), (300, 250, (300, 200)), (490, 15, (490, 10)), (600, 100, (500, 0))],
)
def test_a_shared_box_over_the_maximum_is_cut_from_the_last_wager_on(
    first: int, second: int, nets: tuple[int, int]
) -> None:
    """If that does not suffice, the one before it is cut as well."""
    for last, sign in (("TS", 1), ("3S TS", -1)):
        floor = ready()
        floor.bet("ann", 1, first, late=True)
        floor.bet("ben", 1, second, late=True)
        floor.cards("TD 7C 9C")
        floor.stand("ann", 1)
        floor.cards(last)
        assert floor.net("ann") == sign * cents(nets[0])
        assert floor.net("ben") == sign * cents(nets[1])


@clause("canberra-blackjack 3.5")
@pytest.mark.parametrize(("dealer", "net"), [("TS", 500), ("3S TS", -500), ("2C TS", 0)])
def test_a_wager_over_the_maximum_wins_or_loses_the_maximum_only(dealer: str, net: int) -> None:
    """19 wins against 17, loses against 20 and stands off against 19; 200 of 700 goes back."""
    floor = ready()
    floor.bet("ann", 1, 700, late=True)
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards(dealer)
    assert floor.net("ann") == cents(net)


# Worked round 19 and its neighbours


@clause("canberra-blackjack 3.4", "canberra-blackjack 3.5")
def test_worked_round_19_over_the_maximum_and_under_the_minimum() -> None:
    floor = ready()
    floor.bet("ann", 1, 700, late=True)
    floor.bet("ben", 2, 5, late=True)
    floor.cards("TD AD 7C 9C QH")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(500)
    assert floor.net("ben") == cents("7.50")
    assert floor.state.players["ben"].warned == ("under-minimum",)
    assert floor.clauses(e.PlayerWarned) == ["3.4"]
    assert floor.state.house == -cents("507.50")
    # The next one is handed back and gets no cards.
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 5, late=True)
    floor.cards("TD")
    assert floor.due() == 0
    floor.cards("7C 9C")
    assert floor.state.round is not None
    assert floor.state.round.has_box(1)
    assert [hand.cards for hand in floor.state.round.box(1).hands] == [
        (parse_card("TD"), parse_card("9C"))
    ]
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ben") == cents("7.50")
    assert floor.net("ann") == cents(510)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 3.4", "canberra-blackjack 3.5")
def test_worked_round_19_had_she_lost() -> None:
    floor = ready()
    floor.bet("ann", 1, 700, late=True)
    floor.bet("ben", 2, 5, late=True)
    floor.cards("TD 9D 7C 7D QH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("3S TS")
    assert floor.net("ann") == -cents(500)
    assert floor.net("ben") == -cents(5)


@clause("canberra-blackjack 3.4")
def test_a_warning_lasts_until_the_player_leaves_the_table() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 5, late=True)
    floor.cards("TD 9D 7C 9C TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert floor.net("ben") == cents(5)
    refused = floor.no("3.4", "player", o.Place(2, "ben", cents(5)), by="ben")
    assert "10.00" in refused.reason
    # A new shoe changes nothing; a new visit does.
    floor.ok("dealer", o.Shuffle())
    floor.no("3.4", "player", o.Place(2, "ben", cents(5)), by="ben")
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.players(ben=2)
    assert floor.state.players["ben"].warned == ()


@clause("canberra-blackjack 3.4")
def test_the_warning_is_its_owners_alone_and_side_wagers_go_back_with_the_main_wager() -> None:
    floor = ready("perfect-pairs")
    floor.ok("dealer", o.Warn("ben"))
    assert floor.entries("warn")[0].clause == "3.4"
    floor.bet("ann", 1, 5, late=True)
    floor.bet("ben", 2, 5, late=True)
    floor.bet("ben", 2, 5, "perfect-pairs")
    floor.cards("7D 7C 7H")
    floor.stand("ann", 1)
    floor.cards("TS")
    # Ann, not warned, loses on her first: 14 against 17. Ben, warned, has no part in the round.
    assert floor.net("ann") == -cents(5)
    assert floor.net("ben") == 0
    assert floor.state.players["ann"].warned == ("under-minimum",)


@clause("canberra-blackjack 3.4")
def test_where_only_a_warned_players_wager_lies_no_round_is_dealt() -> None:
    floor = ready()
    floor.ok("dealer", o.Warn("ann"))
    floor.bet("ann", 1, 5, late=True)
    floor.deal("TD")
    assert floor.state.in_round is False
    assert floor.state.shoe.out == ()
    assert floor.state.round is not None
    assert [row.clause for row in floor.state.round.rows] == ["3.4"]
    assert floor.net("ann") == 0
    a_round(floor, "ann")
    assert floor.net("ann") == cents(10)


@clause("canberra-blackjack 6.2")
def test_no_card_is_dealt_before_no_more_bets_was_announced() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.no("6.2", "dealer", o.Deal(parse_card("TD")))
    floor.no("6.2", "player", o.NoMoreBets(), by="ann")
    floor.ok("dealer", o.NoMoreBets())
    floor.no("6.2", "player", o.Place(1, "ann", cents(10)), by="ann")
    floor.ok("dealer", o.Deal(parse_card("TD")))
    assert [entry.clause for entry in floor.entries("no-more-bets")] == ["6.2"]


@clause("canberra-blackjack 3.4", "canberra-blackjack 17.8")
def test_with_the_only_main_wager_go_back_everybodys_side_wagers_on_that_box() -> None:
    floor = ready(PAIRS, seats={"ann": 1, "ben": 2, "cal": 3})
    floor.ok("dealer", o.Warn("ben"))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 5, late=True)
    floor.bet("cal", 2, 5, PAIRS)
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert [floor.net(name) for name in ("ann", "ben", "cal")] == [cents(10), 0, 0]
    assert floor.state.last is not None
    rows = {row.player: row.clause for row in floor.state.last.rows}
    assert (rows["ben"], rows["cal"]) == ("3.4", "17.8")


@clause("canberra-blackjack 3.4")
@pytest.mark.parametrize(("dollars", "plays"), [("9.99", False), ("10", True), ("10.01", True)])
def test_at_the_minimum_a_warned_player_plays_like_anybody(dollars: str, plays: bool) -> None:
    floor = ready()
    floor.ok("dealer", o.Warn("ben"))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, dollars, late=True)
    floor.ok("dealer", o.NoMoreBets())
    floor.cards("TD 9D 7C 9C TH" if plays else "TD 7C 9C")
    floor.stand("ann", 1)
    if plays:
        floor.stand("ben", 2)
    floor.cards("TS")
    assert floor.net("ben") == (cents(dollars) if plays else 0)


@clause("canberra-blackjack 3.4")
@pytest.mark.parametrize(("dollars", "warned"), [("9.99", True), ("10", False)])
def test_a_warning_is_for_what_was_below_the_minimum(dollars: str, warned: bool) -> None:
    floor = ready()
    floor.bet("ann", 1, dollars, late=True)
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(dollars)
    assert floor.state.players["ann"].warned == (("under-minimum",) if warned else ())


@clause("canberra-blackjack 3.4", "canberra-blackjack 17.7")
@pytest.mark.parametrize(("dollars", "warned"), [("4.99", True), ("5", False)])
def test_a_side_wager_below_its_own_minimum_is_settled_first_and_its_owner_warned(
    dollars: str, warned: bool
) -> None:
    floor = ready(PAIRS)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, dollars, PAIRS, late=True)
    floor.cards("TD 7C TD")  # a perfect pair: 25 to 1
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10) + 25 * cents(dollars)
    assert floor.state.players["ann"].warned == (("under-minimum",) if warned else ())
    # The next one below the minimum goes back, and the main wager plays on without it.
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, "4.99", PAIRS, late=True)
    floor.cards("TD 7C TD")
    floor.stand("ann", 1)
    floor.cards("TS")
    paid = 0 if warned else 25 * cents("4.99")
    assert floor.net("ann") == 2 * cents(10) + 25 * cents(dollars) + paid


@clause("canberra-blackjack 3.5", "canberra-blackjack 7.1")
def test_insurance_is_measured_on_what_is_at_risk() -> None:
    """An over-maximum wager is 500 after the deal: insurance is at most 250."""
    floor = ready()
    floor.bet("ann", 1, 700, late=True)
    floor.cards("TD AC 9C")
    floor.no("7.1", "player", o.Decide(c.Insure(1, cents("251.25"))), by="ann")
    floor.play("ann", c.Insure(1, cents(250)))
    floor.proceed()
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == 0


@clause("canberra-blackjack 3.5", "canberra-blackjack A:double-double-down")
def test_doubles_and_splits_are_measured_on_what_is_at_risk() -> None:
    floor = ready()
    floor.bet("ann", 1, 700, late=True)
    floor.cards("6D 7C 5C")
    refused = o.Decide(c.Double(1, amount=cents("502.50")))
    floor.no("A:double-double-down", "player", refused, by="ann")
    floor.play("ann", c.Double(1))
    floor.cards("9C TS")
    assert floor.net("ann") == cents(1000)


# Personal limits


@clause("canberra-blackjack 3.2")
def test_a_personal_limit_needs_the_marker_first() -> None:
    floor = ready()
    grant = o.GrantLimits("ann", cents(1000), boxes=(1,))
    floor.no("3.2", "supervisor", grant)
    floor.ok("supervisor", o.DisplaySign("personal-limits", player="ben", boxes=(2,)))
    floor.no("3.2", "supervisor", grant)
    floor.ok("supervisor", o.DisplaySign("personal-limits", player="ann", boxes=(1,)))
    floor.no("3.2", "dealer", grant)
    floor.malformed("supervisor", o.GrantLimits("ann", cents(1000)))
    floor.ok("supervisor", grant)
    entry = floor.entries("personal-limits")[0]
    assert (entry.player, entry.by.role, entry.clause) == ("ann", "supervisor", "3.2")
    floor.no("3.5", "player", o.Place(1, "ann", cents("1002.50")), by="ann")
    floor.bet("ann", 1, 1000)
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(1000)
    floor.ok("supervisor", o.EndLimits("ann"))
    floor.no("3.5", "player", o.Place(1, "ann", cents("502.50")), by="ann")
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 3.2")
@pytest.mark.parametrize("stands", [(), (3,), (1, 3), (1, 2, 3, 4, 5, 6, 7)], ids=str)
def test_a_marker_serves_the_boxes_it_stands_at_and_no_others(stands: tuple[int, ...]) -> None:
    """What somebody writes on it moves it nowhere."""
    floor = ready()
    marker = o.DisplaySign("personal-limits", player="ann", text="box 1", boxes=stands)
    floor.ok("supervisor", marker)
    floor.no("3.2", "supervisor", o.GrantLimits("ann", cents(1000), boxes=(1,)))
    floor.ok("supervisor", o.DisplaySign("personal-limits", player="ann", boxes=(3, 1)))
    floor.ok("supervisor", o.GrantLimits("ann", cents(1000), boxes=(1, 3)))
    shown = given(floor.state.sign("personal-limits", "ann"))
    assert (given(shown.says).boxes, shown.text) == ((1, 3), "")


@clause("canberra-blackjack 3.2")
def test_a_marker_that_shows_figures_shows_those_that_are_granted() -> None:
    floor = ready()
    for most in (900, 1000):
        shown = {"main": (cents(10), cents(most))}
        marker = o.DisplaySign("personal-limits", limits=shown, player="ann", boxes=(1,))
        floor.ok("supervisor", marker)
        grant = o.GrantLimits("ann", cents(1000), boxes=(1,))
        (floor.ok if most == 1000 else partial(floor.no, "3.2"))("supervisor", grant)
    elsewhere = o.DisplaySign("personal-limits", player="ann", boxes=(3,))
    floor.no("3.2", "supervisor", elsewhere)  # it stays where the limit holds
    floor.ok("supervisor", o.EndLimits("ann"))
    floor.ok("supervisor", elsewhere)


@clause("canberra-blackjack 3.2")
def test_a_marker_is_somebodys_and_stands_at_a_box_of_the_table() -> None:
    floor = ready()
    floor.malformed("supervisor", o.DisplaySign("personal-limits", boxes=(1,)))
    floor.no("1.1", "supervisor", o.GrantLimits("ann", cents(1000), boxes=(0,)))
    floor.no("1.1", "supervisor", o.DisplaySign("personal-limits", player="ann", boxes=(8,)))


@clause("canberra-blackjack 3.2", "canberra-blackjack 3.5")
@pytest.mark.parametrize("box_maximum", [MOST, None])
def test_no_marker_no_excess(box_maximum: int | None) -> None:
    """The marker stands at box 1: on box 3 the stated maximum binds, noticed or not."""
    floor = with_marker(box_maximum)
    floor.no("3.5", "player", o.Place(3, "ann", cents("502.50")), by="ann")
    floor.bet("ann", 3, 700, late=True)
    floor.cards("TD 7C 9C")
    floor.stand("ann", 3)
    floor.cards("TS")
    assert floor.net("ann") == cents(500)


@clause("canberra-blackjack 3.2", "canberra-blackjack 3.5")
def test_over_the_personal_limit_found_later_counts_up_to_it() -> None:
    floor = with_marker()
    floor.bet("ann", 1, 1200, late=True)
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(1000)


@clause("canberra-blackjack 3.2")
def test_a_personal_limit_is_for_the_main_wager_only() -> None:
    floor = ready("perfect-pairs")
    floor.ok("supervisor", o.DisplaySign("personal-limits", player="ann", boxes=(1,)))
    floor.ok("supervisor", o.GrantLimits("ann", cents(1000), boxes=(1,)))
    floor.bet("ann", 1, 1000)
    most = SIDES["perfect-pairs"]["perfect-pairs"][1]
    floor.no("3.5", "player", o.Place(1, "ann", most + 1, "perfect-pairs"), by="ann")


@clause("canberra-blackjack 3.2")
@pytest.mark.parametrize(
    ("least", "most", "granted"),
    [
        (None, "499.99", False), (None, "500", False), (None, "500.01", True),
        ("9.99", "1000", False), ("10", "1000", True),
    ],
)  # fmt: skip
def test_a_personal_limit_only_ever_lets_a_player_go_over_the_maximum(
    least: str | None, most: str, granted: bool
) -> None:
    floor = ready()
    floor.ok("supervisor", o.DisplaySign("personal-limits", player="ann", boxes=(1,)))
    minimum = cents(least) if least is not None else None
    grant = o.GrantLimits("ann", cents(most), minimum, boxes=(1,))
    if not granted:
        floor.no("3.2", "supervisor", grant)
        return
    floor.ok("supervisor", grant)
    floor.no("3.1", "player", o.Place(1, "ann", cents("7.50")), by="ann")


@clause("canberra-blackjack 3.2", "canberra-blackjack 3.1")
@pytest.mark.parametrize(
    ("sign", "least", "most"),
    [
        ((cents(10), cents(2000)), cents(10), cents(2000)),  # nobody's own is below everybody's
        ((cents(20), cents(500)), cents(20), cents(1000)),  # nor lower than could be granted now
        ((cents(5), cents(500)), cents(10), cents(1000)),
    ],
)
def test_a_personal_limit_is_never_worse_than_the_sign_nor_below_its_minimum(
    sign: tuple[int, int], least: int, most: int
) -> None:
    floor = ready()
    floor.ok("supervisor", o.DisplaySign("personal-limits", player="ann", boxes=(1,)))
    floor.ok("supervisor", o.GrantLimits("ann", cents(1000), cents(10), boxes=(1,)))
    new = {"main": sign}
    floor.ok("supervisor", o.DisplaySign("new-limits", limits=new, time=floor.clock))
    a_round(floor, "ann")
    floor.ok("supervisor", o.ChangeLimits(new))
    floor.no("3.1", "player", o.Place(1, "ann", least - 250), by="ann")
    floor.no("3.5", "player", o.Place(1, "ann", most + 250), by="ann")
    floor.ok("player", o.Place(1, "ann", most), by="ann")


@clause("canberra-blackjack 3.2")
def test_a_personal_limit_given_during_a_round_is_for_the_next() -> None:
    floor = ready()
    floor.bet("ann", 1, 700, late=True)
    floor.cards("TD 7C 9C")
    floor.ok("supervisor", o.DisplaySign("personal-limits", player="ann", boxes=(1,)))
    floor.ok("supervisor", o.GrantLimits("ann", cents(1000), boxes=(1,)))
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(500)
    a_round(floor, "ann", 1, 700)
    assert floor.net("ann") == cents(1200)
    # Ended while a wager above the sign lies there: no round begins before it fits.
    floor.bet("ann", 1, 700)
    floor.ok("supervisor", o.EndLimits("ann"))
    floor.no("3.5", "dealer", o.Deal(parse_card("TD")))
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")


@clause("canberra-blackjack 4.6")
@pytest.mark.parametrize(
    ("holder", "other", "fits"),
    [(400, "100", True), (400, "102.50", False), (500, "10", False), (800, "10", False)],
)
def test_others_join_a_marker_holder_only_within_the_stated_maximum(
    holder: int, other: str, fits: bool
) -> None:
    floor = with_marker()
    floor.bet("ann", 1, holder)
    order = o.Place(1, "ben", cents(other))
    if not fits:
        floor.no("4.6", "player", order, by="ben")
        return
    floor.ok("player", order, by="ben")
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(holder), cents(other))


@clause("canberra-blackjack 4.6")
def test_a_marker_holder_is_not_kept_out_by_who_came_first() -> None:
    """Reading 143: the condition is on the others, who give way when betting closes."""
    floor = with_marker()
    floor.bet("ben", 1, 100)
    floor.no("3.5", "player", o.Place(1, "ann", cents("1002.50")), by="ann")
    floor.bet("ann", 1, "402.50")
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents("402.50"), cents("97.50"))
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 4.6", "canberra-blackjack 3.5")
def test_who_slips_in_behind_a_holder_over_the_maximum_gets_the_wager_back() -> None:
    floor = with_marker()
    floor.bet("ann", 1, 800)
    floor.bet("ben", 1, 100, late=True)
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(800), 0)


@clause("canberra-blackjack 3.5", "canberra-blackjack 4.6", "canberra-blackjack 3.2")
@pytest.mark.parametrize(
    ("placed", "nets"),
    [
        ((("ann", 800), ("ben", 100)), (800, 0)),
        ((("ben", 100), ("ann", 800)), (800, 0)),
        ((("ben", 200), ("ann", 400)), (400, 100)),
        ((("ann", 400), ("ben", 200)), (400, 100)),
        ((("ann", 1100), ("ben", 10)), (1000, 0)),
        ((("ben", 100), ("ann", 400)), (400, 100)),
    ],
)
def test_beside_a_marker_holder_the_others_fit_under_the_maximum_of_the_box(
    placed: tuple[tuple[str, int], ...], nets: tuple[int, int]
) -> None:
    """Ann's own limit is 1,000; what of her wager lies within 500 leaves ben the rest of it."""
    floor = with_marker()
    for name, dollars in placed:
        floor.bet(name, 1, dollars, late=True)
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(nets[0]), cents(nets[1]))


@clause("canberra-blackjack 4.6", "canberra-blackjack 3.2")
def test_what_lies_on_other_boxes_or_beside_the_main_wager_does_not_bind_a_holder() -> None:
    """The total is that box's, and of main wagers: a side wager of ben's may join 800 of ann's."""
    floor = ready("perfect-pairs")
    floor.ok("supervisor", o.DisplaySign("personal-limits", player="ann", boxes=(1,)))
    floor.ok("supervisor", o.GrantLimits("ann", cents(1000), boxes=(1,)))
    floor.bet("ben", 2, 400)
    floor.bet("ann", 1, 800)
    floor.bet("ben", 1, 5, "perfect-pairs")
    floor.cards("TD 9D 7C 9C TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(800), cents(400) - cents(5))


@clause("canberra-blackjack 3.5", "canberra-blackjack 3.2")
def test_a_holder_away_from_the_marker_shares_the_maximum_like_anybody() -> None:
    floor = with_marker()
    floor.bet("ben", 3, 300)
    floor.no("3.5", "player", o.Place(3, "ann", cents("202.50")), by="ann")
    floor.bet("ann", 3, 200)


@clause("canberra-blackjack 6.2", "canberra-blackjack 4.3", "canberra-blackjack 4.1")
def test_betting_closes_at_the_call_but_wagers_come_off_until_the_first_card() -> None:
    floor = opened()
    floor.players(ann=1, ben=2)
    shuffled(floor, "ann")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.ok("dealer", o.NoMoreBets())
    floor.no("6.2", "player", o.Place(3, "ben", cents(10)), by="ben")
    floor.no("6.2", "dealer", o.NoMoreBets())
    floor.ok("player", o.TakeOff(2, "ben"), by="ben")
    floor.cards("TD")
    floor.no("4.3", "player", o.TakeOff(1, "ann"), by="ann")
    floor.no("6.2", "player", o.Place(2, "ben", cents(10)), by="ben")
    floor.no("4.3", "player", o.Leave("ann"), by="ann")
    floor.cards("7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), 0)


@clause("canberra-blackjack 6.2")
def test_a_call_needs_a_wager_and_opens_again_when_the_last_one_comes_off() -> None:
    """With nothing left to deal to the call closed nothing; otherwise nobody could bet again."""
    floor = ready()
    floor.no("6.2", "dealer", o.NoMoreBets())
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.ok("dealer", o.NoMoreBets())
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.no("6.2", "player", o.Place(1, "ann", cents(10)), by="ann")  # ben's still lies there
    floor.ok("player", o.TakeOff(2, "ben"), by="ben")
    floor.bet("ann", 1, 10)
    floor.ok("dealer", o.NoMoreBets())
    floor.cards("TD")
    assert floor.state.in_round is True


@clause("canberra-blackjack 3.3")
@pytest.mark.parametrize("dollars", ["2.50", "5", "10"])
def test_a_double_for_less_is_in_the_permitted_multiples(dollars: str) -> None:
    """Reading 45: from one step up to the wager; the minimum does not bind what is added."""
    floor = ready(seats={"ann": 1})
    floor.bet("ann", 1, 10)
    floor.cards("6D 7D 5H")
    for wrong in ("2", "2.51", "9.99"):
        floor.no("3.3", "player", o.Decide(c.Double(1, amount=cents(wrong))), by="ann")
    floor.ok("player", o.Decide(c.Double(1, amount=cents(dollars))), by="ann")
    floor.cards("TD TH")
    assert floor.state.past[-1].round.net["ann"] == cents(10) + cents(dollars)
