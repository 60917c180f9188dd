"""Blackjack Challenge: limits on signs, higher minimums, kept minimums, personal limits."""

from functools import partial

import pytest

from bythebook.table import events as e
from tests.books.star_challenge.floor import (
    DEVICE,
    SHOE,
    changed,
    place,
    plain_round,
    prepared,
    ready,
)
from tests.clauses import clause
from tests.table.floor import Floor, cents, o

PLAIN = changed(SHOE, side_wagers=(), layout="A", limits={"main": (cents(10), cents(500))})
MINUTES = 60


def limits(least: float, most: float = 500) -> o.Limits:
    return {"main": (cents(least), cents(most))}


def announce(floor: Floor, least: float, time: int) -> None:
    """Put up the sign of a new minimum and the time from which it is to apply."""
    floor.ok("supervisor", o.DisplaySign("new-limits", time=time, limits=limits(least)))


# The sign


@clause("star-blackjack-challenge 6.1")
def test_each_wager_is_within_what_the_sign_shows() -> None:
    floor = ready(SHOE, ann=1)
    floor.no("6.1", "player", place(1, "ann", 9.99), by="ann")
    floor.no("6.1", "player", place(1, "ann", 500.01), by="ann")
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 500)
    floor.no("6.1", "player", place(1, "ann", 4.99, "any-pairs"), by="ann")
    floor.no("6.1", "player", place(1, "ann", 50.01, "any-pairs"), by="ann")
    floor.bet("ann", 1, 5, "any-pairs")
    floor.bet("ann", 2, 50, "any-pairs")


@clause("star-blackjack-challenge 6.1:units")
def test_wagers_are_free_of_multiples_unless_the_sign_has_a_unit() -> None:
    free = ready(PLAIN, ann=1)
    free.bet("ann", 1, "12.50")
    setup = changed(PLAIN, limits=limits(15), units={"main": cents(10)})
    floor = ready(setup, ann=1)
    for wrong in (20, 24.99, 25.01, 30):
        floor.no("6.1:units", "player", place(1, "ann", wrong), by="ann")
    floor.bet("ann", 1, 15)  # the minimum itself
    floor.bet("ann", 2, 25)  # and units above it
    floor.bet("ann", 3, 495)


@clause("star-blackjack-challenge 6.2")
@pytest.mark.parametrize(("cards", "net"), [("TC 9D QH", 5), ("TC TD 8H", -5)])
def test_a_wager_under_the_minimum_found_after_the_first_card_is_valid(
    cards: str, net: float
) -> None:
    floor = ready(PLAIN, ann=1)
    floor.no("6.1", "player", place(1, "ann", 5), by="ann")
    floor.bet("ann", 1, 5, late=True)
    floor.cards(cards)
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(net)


@clause("star-blackjack-challenge 6.3")
def test_a_wager_over_the_maximum_counts_to_the_maximum_and_earlier_rounds_stand() -> None:
    floor = ready(PLAIN, ann=1)
    floor.bet("ann", 1, 600, late=True)
    floor.cards("TC 9D QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(500)
    assert floor.state.last is not None
    back = [row for row in floor.state.last.rows if row.result == "returned"]
    assert [(row.stake, row.clause) for row in back] == [(cents(100), "6.3")]
    floor.ok("supervisor", o.ChangeLimits(limits(10, 300)))
    floor.bet("ann", 1, 400, late=True)
    floor.cards("TC 9D QH")
    floor.stand("ann", 1)
    floor.cards("TD")  # to $300 now; what was played above that before stays as it was
    assert floor.net("ann") == cents(500 + 300)


@clause("star-blackjack-challenge 6.3", "star-blackjack-challenge 13.2")
def test_a_side_wager_over_its_maximum_counts_to_that_maximum() -> None:
    """Challenge reading 53: the same for each type of wager."""
    floor = ready(SHOE, ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 60, "any-pairs", late=True)
    floor.cards("8C 9D 8D")
    floor.stand("ann", 1)
    floor.cards("TD")  # the pair pays 11 to 1 on $50; 16 loses to 19
    assert floor.net("ann") == cents(550) - cents(10)


@clause("star-blackjack-challenge 6.3.1", "star-blackjack-challenge 6.1.3")
def test_a_box_over_its_maximum_is_trimmed_from_the_third_player() -> None:
    """Worked round 15: $300, $150 and $100 on a box of $500, found after the first card."""
    floor = ready(changed(PLAIN, box_maximum=cents(500)), ann=1, ben=2, cal=3)
    floor.bet("ann", 1, 300)
    floor.bet("ben", 1, 150)
    floor.no("6.1", "player", place(1, "cal", 50.01), by="cal")
    floor.bet("cal", 1, 100, late=True)
    floor.cards("AS 9D JD")
    assert floor.state.round is None  # paid at once, no dealer card
    assert [floor.net(p) for p in ("ann", "ben", "cal")] == [cents(600), cents(300), cents(100)]
    assert floor.state.house == -cents(1000)
    assert floor.state.last is not None
    back = [row for row in floor.state.last.rows if row.result == "returned"]
    assert [(row.player, row.stake) for row in back] == [("cal", cents(50))]


@clause("star-blackjack-challenge 6.1.1", "star-blackjack-challenge 6.1.2")
@clause("star-blackjack-challenge 6.3.1")
@pytest.mark.parametrize(("ann", "ben"), [(300, 200), (100, 400), (500, 0)])
def test_who_controls_the_box_has_the_first_option_on_its_maximum(ann: float, ben: float) -> None:
    """ben had $400 down on ann's box before she wagered: he keeps what she leaves of $500."""
    setup = changed(SHOE, side_wagers=(), limits={"main": (1000, 50000)}, box_maximum=cents(500))
    floor = ready(setup, ann=1, ben=2)
    floor.bet("ben", 1, 400)
    floor.bet("ann", 1, ann)
    floor.cards("TC 9D QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert (floor.net("ann"), floor.net("ben")) == (cents(ann), cents(ben))


@clause("star-blackjack-challenge 6.1.1")
def test_the_first_option_ends_at_the_maximum_of_the_box() -> None:
    setup = changed(SHOE, side_wagers=(), limits={"main": (1000, 50000)}, box_maximum=cents(400))
    floor = ready(setup, ann=1, ben=2)
    floor.bet("ben", 1, 100)
    floor.no("6.1", "player", place(1, "ann", 400.01), by="ann")
    floor.bet("ann", 1, 400)
    floor.no("6.1", "player", place(2, "ann", 400.01), by="ann")


# Changing limits


@clause("star-blackjack-challenge 6.5")
def test_a_higher_minimum_needs_a_sign_for_twenty_minutes() -> None:
    floor = ready(PLAIN, ann=1)
    raised = o.ChangeLimits(limits(25))
    floor.no("6.5", "supervisor", raised)
    start = floor.clock
    sign = o.DisplaySign("new-limits", time=start + 20 * MINUTES, limits=limits(25))
    floor.ok("supervisor", sign)
    floor.no("6.5", "supervisor", raised, at=start + 20 * MINUTES - 1)
    floor.no("6.5", "dealer", raised, at=start + 20 * MINUTES)
    floor.no("6.5", "supervisor", o.ChangeLimits(limits(30)), at=start + 20 * MINUTES)
    floor.ok("supervisor", raised, at=start + 20 * MINUTES)
    assert floor.state.limits == limits(25)
    assert floor.clauses(e.LimitsChanged) == ["6.5"]
    floor.no("6.1", "player", place(1, "ann", 24.99), by="ann")
    floor.bet("ann", 1, 25)


@clause("star-blackjack-challenge 6.5")
def test_the_sign_counts_from_when_it_went_up_and_from_the_time_it_names() -> None:
    floor = ready(PLAIN, ann=1)
    start = floor.clock
    raised = o.ChangeLimits(limits(25))
    announce(floor, 25, start + 10 * MINUTES)
    floor.no("6.5", "supervisor", raised, at=start + 10 * MINUTES)  # its time, but too short
    floor.no("6.5", "supervisor", raised, at=start + 20 * MINUTES - 1)
    floor.ok("supervisor", o.RemoveSign("new-limits"), at=start + 19 * MINUTES)
    floor.no("6.5", "supervisor", raised, at=start + 20 * MINUTES)  # taken down
    again = start + 19 * MINUTES
    announce(floor, 25, again + 30 * MINUTES)
    floor.no("6.5", "supervisor", raised, at=again + 30 * MINUTES - 1)  # its time has not come
    floor.ok("supervisor", raised, at=again + 30 * MINUTES)


@clause("star-blackjack-challenge 6.5")
@pytest.mark.parametrize(("named", "serves"), [(20 * MINUTES - 1, False), (20 * MINUTES, True)])
def test_the_time_on_the_sign_is_itself_twenty_minutes_off(named: int, serves: bool) -> None:
    """A sign that names an earlier time is no notice, however long it has been up."""
    floor = ready(PLAIN, ann=1)
    announce(floor, 25, floor.clock + named)
    raised = o.ChangeLimits(limits(25))
    at = floor.clock + 30 * MINUTES
    if serves:
        floor.ok("supervisor", raised, at=at)
    else:
        floor.no("6.5", "supervisor", raised, at=at)


@clause("star-blackjack-challenge 6.5")
def test_a_lower_minimum_and_any_maximum_need_no_notice() -> None:
    floor = ready(SHOE, ann=1)
    now = dict(SHOE.limits)
    floor.ok("supervisor", o.ChangeLimits({**now, **limits(5, 1000)}))
    floor.ok("supervisor", o.ChangeLimits({**now, **limits(5, 100)}))
    floor.no("6.1", "player", place(1, "ann", 100.01), by="ann")
    floor.bet("ann", 1, 5)
    higher_side = {**now, **limits(5, 100), "any-pairs": (cents(10), cents(50))}
    floor.no("6.5", "supervisor", o.ChangeLimits(higher_side))  # a minimum wager too


@clause("star-blackjack-challenge 6.5")
def test_a_change_during_a_round_leaves_that_round_alone() -> None:
    """Challenge readings 55 and 143: it takes effect between rounds."""
    floor = ready(PLAIN, ann=1)
    floor.bet("ann", 1, 400)
    floor.cards("TC 9D")
    floor.ok("supervisor", o.ChangeLimits(limits(10, 100)))
    floor.cards("QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(400)
    floor.no("6.1", "player", place(1, "ann", 400), by="ann")


# Kept minimums


def raised_at_once(**seats: int) -> Floor:
    """ann has played; then the minimum goes from $10 to $50 at once."""
    floor = ready(PLAIN, **(seats or {"ann": 1, "ben": 2}))
    plain_round(floor, "ann")
    floor.ok("supervisor", o.ChangeLimits(limits(50), protect=True))
    return floor


@clause("star-blackjack-challenge 6.5.1", "star-blackjack-challenge 6.5.4")
def test_a_minimum_rises_at_once_if_those_playing_keep_the_old_one() -> None:
    floor = raised_at_once()
    assert floor.clauses(e.LimitsChanged) == ["6.5.1"]
    floor.no("6.1", "player", place(1, "ann", 9.99), by="ann")
    floor.bet("ann", 1, 10)
    floor.no("6.5.4", "player", place(2, "ben", 49.99), by="ben")  # there, but not playing
    floor.bet("ben", 2, 50)
    floor.players(cal=3)
    floor.no("6.5.4", "player", place(3, "cal", 49.99), by="cal")
    floor.bet("cal", 3, 50)
    floor.cards("TC TS TD 9D QH QS QC")
    for name, box in (("ann", 1), ("ben", 2), ("cal", 3)):
        floor.stand(name, box)
    floor.cards("TH")
    assert floor.net("ann") == cents(20)
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 6.5.1")
def test_only_a_wager_in_this_round_or_the_one_before_is_playing() -> None:
    """Challenge reading 56."""
    floor = ready(PLAIN, ann=1, ben=2, cal=3)
    plain_round(floor, "ann", "ben")
    plain_round(floor, "ann")
    floor.bet("cal", 3, 10)
    floor.no("6.5", "dealer", o.ChangeLimits(limits(50), protect=True))
    floor.ok("supervisor", o.ChangeLimits(limits(50), protect=True))
    kept = {name: player.kept is not None for name, player in floor.state.players.items()}
    assert kept == {"ann": True, "ben": False, "cal": True}
    floor.cards("TC 9D QH")  # cal's $10 stays good
    floor.stand("cal", 3)
    floor.cards("TD")
    assert floor.net("cal") == cents(10)


@clause("star-blackjack-challenge 6.5.1.1", "star-blackjack-challenge 6.5.1.2")
@clause("star-blackjack-challenge 6.5.3")
def test_a_marker_stands_before_the_box_until_the_player_leaves() -> None:
    floor = raised_at_once()
    marker = floor.state.sign("old-minimum", "ann")
    assert marker is not None
    assert marker.text == "box 1"
    assert floor.state.sign("old-minimum", "ben") is None
    old, new = floor.state.sign("both-minimums"), floor.state.sign("limits")
    assert old is not None
    assert new is not None
    assert (old.limits, new.limits) == (limits(10), limits(50))
    shown = [x.clause for x in floor.log if isinstance(x, e.SignDisplayed)]
    assert shown[-2:] == ["6.5.3", "6.5.1.1"]
    floor.ok("player", o.Leave("ann"), by="ann")
    assert floor.state.sign("old-minimum") is None
    assert floor.clauses(e.PlayerLeft) == ["6.5.1.2"]
    assert floor.state.sign("both-minimums") is None  # one minimum is left
    floor.players(ann=1)
    floor.no("6.1", "player", place(1, "ann", 49.99), by="ann")
    floor.bet("ann", 1, 50)


@clause("star-blackjack-challenge 6.1", "star-blackjack-challenge 6.5.1.1")
@clause("star-blackjack-challenge 6.5.3")
def test_the_signs_that_must_be_up_stay_up() -> None:
    floor = ready(SHOE, ann=1)
    plain_round(floor, "ann")
    floor.no("6.1", "supervisor", o.RemoveSign("limits"))
    higher = {**SHOE.limits, "main": (cents(50), cents(500))}
    floor.ok("supervisor", o.ChangeLimits(higher, protect=True))
    floor.no("6.5.3", "supervisor", o.RemoveSign("both-minimums"))
    floor.no("6.5.1.1", "supervisor", o.RemoveSign("old-minimum", "ann"))


@clause("star-blackjack-challenge 6.5.1.3")
def test_with_several_boxes_the_marker_stands_where_the_player_sits() -> None:
    """Challenge reading 56: the old minimum covers all boxes then played, not one opened later."""
    floor = ready(PLAIN, ann=3)
    for box in (2, 3):
        floor.bet("ann", box, 10)
    floor.cards("TC TS 9D QH QS")
    floor.stand("ann", 2)
    floor.stand("ann", 3)
    floor.cards("TD")
    floor.ok("supervisor", o.ChangeLimits(limits(50), protect=True))
    signs = [x for x in floor.log if isinstance(x, e.SignDisplayed)]
    assert (signs[-1].sign.text, signs[-1].clause) == ("box 3", "6.5.1.3")
    floor.bet("ann", 2, 10)
    floor.bet("ann", 3, 10)
    floor.no("6.5.4", "player", place(4, "ann", 49.99), by="ann")
    floor.bet("ann", 4, 50)


@clause("star-blackjack-challenge 6.5.2")
def test_a_kept_minimum_rises_only_after_twenty_minutes_of_its_own() -> None:
    floor = raised_at_once()
    floor.no("6.5.2", "supervisor", o.RaiseKept())
    start = floor.clock
    sign = o.DisplaySign("kept-minimum", time=start + 20 * MINUTES, limits=limits(50))
    floor.ok("supervisor", sign)
    floor.no("6.5.2", "supervisor", o.RaiseKept(), at=start + 20 * MINUTES - 1)
    floor.no("6.5.2", "dealer", o.RaiseKept(), at=start + 20 * MINUTES)
    floor.ok("supervisor", o.RaiseKept(), at=start + 20 * MINUTES)
    assert floor.state.sign("old-minimum", "ann") is None
    assert floor.state.players["ann"].kept is None
    floor.no("6.1", "player", place(1, "ann", 49.99), by="ann")
    floor.bet("ann", 1, 50)


@clause("star-blackjack-challenge 6.5.2")
@pytest.mark.parametrize(("named", "serves"), [(20 * MINUTES - 1, False), (20 * MINUTES, True)])
def test_the_sign_for_a_kept_minimum_is_itself_twenty_minutes_off(named: int, serves: bool) -> None:
    floor = raised_at_once()
    time = floor.clock + named
    floor.ok("supervisor", o.DisplaySign("kept-minimum", time=time, limits=limits(50)))
    at = floor.clock + 30 * MINUTES
    if serves:
        floor.ok("supervisor", o.RaiseKept(), at=at)
    else:
        floor.no("6.5.2", "supervisor", o.RaiseKept(), at=at)
        floor.bet("ann", 1, 10)


@clause("star-blackjack-challenge 6.5.1", "star-blackjack-challenge 6.5.4")
def test_raised_at_once_a_second_time_everybody_keeps_the_minimum_they_played_at() -> None:
    floor = raised_at_once()
    floor.bet("ben", 2, 50)
    floor.ok("player", o.TakeOff(2, "ben"), by="ben")
    floor.bet("ben", 2, 50)
    floor.ok("supervisor", o.ChangeLimits(limits(75), protect=True))
    assert floor.clauses(e.LimitsChanged) == ["6.5.1", "6.5.1"]
    floor.bet("ann", 1, 10)
    floor.players(cal=3)
    floor.no("6.5.4", "player", place(3, "cal", 74.99), by="cal")
    floor.ok("player", o.TakeOff(2, "ben"), by="ben")
    floor.bet("ben", 2, 50)


@clause("star-blackjack-challenge 6.5.2")
def test_raising_the_table_again_leaves_the_kept_minimum_alone() -> None:
    floor = raised_at_once()
    start = floor.clock
    announce(floor, 75, start + 20 * MINUTES)
    floor.ok("supervisor", o.ChangeLimits(limits(75)), at=start + 20 * MINUTES)
    floor.bet("ann", 1, 10)
    floor.no("6.5.4", "player", place(2, "ben", 74.99), by="ben")


@clause("star-blackjack-challenge 6.5.2")
def test_the_sign_for_kept_minimums_shows_the_new_one() -> None:
    floor = raised_at_once()
    time = floor.clock + 20 * MINUTES
    floor.ok("supervisor", o.DisplaySign("kept-minimum", time=time, limits=limits(30)))
    floor.no("6.5.2", "supervisor", o.RaiseKept(), at=time)


# One player's own limits


@clause("star-blackjack-challenge 6.6")
def test_a_player_may_exceed_the_maximum_with_a_sign_of_both_figures() -> None:
    floor = ready(PLAIN, ann=1, ben=2)
    grant = o.GrantLimits("ann", cents(2000), cents(100))
    floor.no("6.6", "supervisor", grant, asked="ann")  # no sign
    shown = {"main": (cents(100), cents(2000))}
    floor.ok("supervisor", o.DisplaySign("personal-limits", limits=shown, player="ann"))
    floor.no("6.6", "dealer", grant, asked="ann")
    floor.no("6.6", "supervisor", grant)  # Challenge reading 57: the player asks for it
    floor.no("6.6", "supervisor", o.GrantLimits("ann", cents(2000)), asked="ann")  # both figures
    not_the_signs = o.GrantLimits("ann", cents(2500), cents(100))
    floor.no("6.6", "supervisor", not_the_signs, asked="ann")
    floor.ok("supervisor", grant, asked="ann")
    floor.no("6.1", "player", place(1, "ann", 99.99), by="ann")
    floor.no("6.1", "player", place(1, "ann", 2000.01), by="ann")
    floor.no("6.1", "player", place(2, "ben", 500.01), by="ben")
    floor.bet("ann", 1, 2000)
    floor.bet("ben", 2, 10)
    floor.cards("TC TS 9D QH QS")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TD")
    assert (floor.net("ann"), floor.net("ben")) == (cents(2000), cents(10))
    floor.no("6.6", "supervisor", o.RemoveSign("personal-limits", "ann"))  # it must stay up
    floor.ok("supervisor", o.EndLimits("ann"))
    assert floor.state.sign("personal-limits", "ann") is None
    floor.no("6.1", "player", place(1, "ann", 500.01), by="ann")
    floor.bet("ann", 1, 10)


@clause("star-blackjack-challenge 6.6")
def test_own_limits_are_for_exceeding_the_maximum() -> None:
    floor = ready(PLAIN, ann=1)
    shown = {"main": (cents(10), cents(500))}
    floor.ok("supervisor", o.DisplaySign("personal-limits", limits=shown, player="ann"))
    floor.no("6.6", "supervisor", o.GrantLimits("ann", cents(500), cents(10)), asked="ann")
    above = {"main": (cents(10), cents(500.01))}
    for box in (2, 1):
        sign = o.DisplaySign("personal-limits", limits=above, player="ann", boxes=(box,))
        floor.ok("supervisor", sign)
        own = o.GrantLimits("ann", cents(500.01), cents(10), boxes=(1,))
        (floor.ok if box == 1 else partial(floor.no, "6.6"))("supervisor", own, asked="ann")
    more = {"main": (cents(10), cents(5000))}
    another = o.DisplaySign("personal-limits", limits=more, player="ann", boxes=(1,))
    floor.no("6.6", "supervisor", another)  # it shows what holds


# Low-limit gaming


@clause("star-blackjack-challenge 6.7.1")
def test_low_limit_gaming_has_no_tournaments() -> None:
    setup = changed(DEVICE, low_limit=True)
    floor = prepared(setup)
    floor.no("6.7.1", "supervisor", o.Open(changed(setup, tournament=True)))
    floor.ok("supervisor", o.Open(setup))
    other = prepared(DEVICE)
    other.ok("supervisor", o.Open(changed(DEVICE, tournament=True)))
