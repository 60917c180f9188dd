"""Limits at a Tasmanian table: notices, consent, limits of one's own, wagers out of bounds."""

import pytest

from bythebook import settle
from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.tasmania.floor import (
    MAIN,
    MR,
    NEW,
    PAIRS,
    marked,
    pairs_setup,
    quick_round,
    setup,
    started,
    supernova_setup,
    tell,
)
from tests.clauses import clause
from tests.table.floor import c, cents, m, o

# The notice and the table


@pytest.mark.parametrize(
    ("amount", "refused"),
    [("9.99", True), ("10", False), ("10.01", False), ("499.99", False), ("500", False),
     ("500.01", True)],
)  # fmt: skip
@clause("tasmania-blackjack 7.1")
def test_the_notice_limits_each_wager(amount: str, refused: bool) -> None:
    floor = started(setup(chips=()), ann=1)
    if refused:
        floor.no("7.1", "player", o.Place(1, "ann", cents(amount)), by="ann")
    else:
        floor.bet("ann", 1, amount)


@clause("tasmania-blackjack 7.1")
def test_the_maximum_binds_each_players_wager_and_not_the_box() -> None:
    """Tasmania reading 13: three players at the maximum may share a box, no box maximum is set."""
    floor = started(ann=1, ben=2, cal=3)
    for name in ("ann", "ben", "cal"):
        floor.bet(name, 1, 500)
    tell(floor)
    floor.no("7.1", MR, o.ChangeLimits(MAIN, box_maximum=cents(600)))


@clause("tasmania-blackjack 7.1:multiples")
def test_multiples_of_a_unit_only_where_the_notice_says_so() -> None:
    floor = started(ann=1)
    floor.bet("ann", 1, "12.50")
    floor = started(setup(units={"main": cents(5)}), ann=1)
    floor.no("7.1:multiples", "player", o.Place(1, "ann", cents("12.50")), by="ann")
    floor.no("7.1:multiples", "player", o.Place(1, "ann", cents("14.99")), by="ann")
    floor.bet("ann", 1, 15)


# Changing them


@clause("tasmania-blackjack 7.5", "tasmania-blackjack 7.5(b)")
def test_a_change_is_announced_half_an_hour_before() -> None:
    floor = started(ann=1)
    tell(floor)
    floor.no("7.5", "inspector", o.ChangeLimits(NEW))
    floor.no("7.5(b)", MR, o.ChangeLimits(NEW))
    floor.ok("inspector", o.DisplaySign("new-limits", time=floor.clock + 30 * 60, limits=NEW))
    start = floor.clock
    floor.no("7.5(b)", MR, o.ChangeLimits(NEW), at=start)
    floor.no("7.5(b)", MR, o.ChangeLimits(NEW), at=start + 30 * 60 - 1)
    floor.no("7.5(b)", MR, o.ChangeLimits({"main": (cents(25), cents(500))}), at=start + 30 * 60)
    floor.ok(MR, o.ChangeLimits(NEW), at=start + 30 * 60)
    assert floor.clauses(e.LimitsChanged) == ["7.5(b)"]
    assert floor.state.limits == NEW
    assert [(x.by.role, x.clause) for x in floor.entries("change-limits")] == [(MR, "7.5")]
    floor.no("7.1", "player", o.Place(1, "ann", cents("19.99")), by="ann")
    floor.bet("ann", 1, 20)
    assert floor.replayed() == floor.state


@pytest.mark.parametrize("ahead", [30 * 60 - 1, 30 * 60, 30 * 60 + 1])
@clause("tasmania-blackjack 7.5(b)")
def test_the_notice_itself_must_be_up_for_half_an_hour(ahead: int) -> None:
    floor = started(ann=1)
    tell(floor)
    floor.ok("inspector", o.DisplaySign("new-limits", time=ahead, limits=NEW))
    if ahead < 30 * 60:
        floor.no("7.5(b)", MR, o.ChangeLimits(NEW), at=60 * 60)
    else:
        floor.ok(MR, o.ChangeLimits(NEW), at=60 * 60)


@clause("tasmania-blackjack 7.5(b)")
def test_a_notice_taken_down_or_changed_begins_again() -> None:
    floor = started(ann=1)
    other = {"main": (cents(15), cents(500))}
    floor.ok("inspector", o.DisplaySign("new-limits", time=30 * 60, limits=NEW))
    floor.wait(20)
    floor.ok("inspector", o.DisplaySign("new-limits", time=40 * 60, limits=other))
    floor.ok("inspector", o.DisplaySign("new-limits", time=40 * 60, limits=NEW))
    floor.wait(20)
    tell(floor)
    floor.no("7.5(b)", MR, o.ChangeLimits(NEW))  # up for 20 minutes only
    floor.ok("inspector", o.RemoveSign("new-limits"))
    floor.no("7.5(b)", MR, o.ChangeLimits(NEW))
    floor.ok("inspector", o.DisplaySign("new-limits", time=floor.clock + 30 * 60, limits=NEW))
    floor.wait(30)
    floor.ok(MR, o.ChangeLimits(NEW))


@pytest.mark.parametrize(
    "limits",
    [
        {"main": (cents(5), cents(500)), "perfect-pairs": (cents(1), cents(100))},
        {"main": (cents(10), cents(600)), "perfect-pairs": (cents(1), cents(100))},
        {"main": (cents(10), cents(400)), "perfect-pairs": (cents(1), cents(100))},
        {"main": (cents(10), cents(500)), "perfect-pairs": (cents(2), cents(100))},
        {"main": (cents(10), cents(500)), "perfect-pairs": (cents(1), cents(50))},
    ],
    ids=["lower minimum", "higher maximum", "lower maximum", "pairs minimum", "pairs maximum"],
)
@clause("tasmania-blackjack 7.5", "tasmania-blackjack 7.5(b)")
def test_any_change_of_a_minimum_or_maximum_needs_it(limits: o.Limits) -> None:
    """Up or down, main wager or Perfect Pairs (Tasmania reading 14)."""
    floor = started(pairs_setup(), ann=1)
    tell(floor)
    floor.no("7.5(b)", MR, o.ChangeLimits(limits))
    floor.ok(MR, o.ChangeLimits(limits, agreed=("ann",)))


@clause("tasmania-blackjack 7.5")
def test_what_is_no_minimum_or_maximum_may_be_altered_at_any_time() -> None:
    floor = started(setup(units={"main": cents(5)}), ann=1)
    floor.no("7.1:multiples", "player", o.Place(1, "ann", cents("12.50")), by="ann")
    tell(floor)
    floor.ok(MR, o.ChangeLimits(MAIN, units={}))
    assert floor.clauses(e.LimitsChanged) == ["7.5"]
    floor.bet("ann", 1, "12.50")


@clause("tasmania-blackjack 7.5(b)", "tasmania-blackjack 7.1:multiples")
def test_a_multiple_that_takes_wagers_away_is_announced_like_a_minimum() -> None:
    floor = started(ann=1)
    tell(floor)
    fives = {"main": cents(5)}
    floor.no("7.5(b)", MR, o.ChangeLimits(MAIN, units=fives))
    floor.ok("inspector", o.DisplaySign("new-limits", floor.clock + 30 * 60, MAIN, units=fives))
    floor.wait(30)
    floor.ok(MR, o.ChangeLimits(MAIN, units=fives))
    floor.no("7.1:multiples", "player", o.Place(1, "ann", cents("12.50")), by="ann")


@clause("tasmania-blackjack 7.1:multiples", "tasmania-blackjack 7.5(a)")
def test_the_multiples_on_the_notice_outlast_a_change_of_limits() -> None:
    floor = started(setup(units={"main": cents(5)}), ann=1)
    tell(floor)
    floor.ok(MR, o.ChangeLimits(NEW, agreed=("ann",)))
    floor.no("7.1:multiples", "player", o.Place(1, "ann", cents("22.50")), by="ann")
    tell(floor)
    floor.ok(MR, o.ChangeLimits(NEW, units={}))  # said in so many words
    floor.bet("ann", 1, "22.50")


@clause("tasmania-blackjack 7.5(a)")
def test_or_every_player_at_the_table_agrees_back_players_too() -> None:
    """Whoever has a seat or a wager (Tasmania reading 14); a bystander has no say."""
    floor = started(ann=1, ben=2)
    floor.players(cal=0, dot=0)
    floor.bet("cal", 1, 20)
    tell(floor)
    floor.no("7.5(b)", MR, o.ChangeLimits(NEW))
    for missing in ("ann", "ben", "cal"):
        agreed = tuple(name for name in ("ann", "ben", "cal") if name != missing)
        floor.no("7.5(b)", MR, o.ChangeLimits(NEW, agreed=agreed))
    floor.ok(MR, o.ChangeLimits(NEW, agreed=("ann", "ben", "cal")))
    assert floor.clauses(e.LimitsChanged) == ["7.5(a)"]
    assert floor.state.limits == NEW


@clause("tasmania-blackjack 7.5(a)")
def test_a_back_player_who_stands_has_a_say_and_staff_have_none() -> None:
    floor = started(ann=1)
    floor.players(cal=0)
    floor.bet("ann", 1, 20)
    floor.bet("cal", 1, 20)
    tell(floor)
    floor.no("7.5(b)", MR, o.ChangeLimits(NEW, agreed=("ann",)))
    floor.no("7.5(b)", MR, o.ChangeLimits(NEW, agreed=("ann", "dee", "ivy")))
    floor.ok(MR, o.ChangeLimits(NEW, agreed=("cal", "ann")))
    assert floor.clauses(e.LimitsChanged) == ["7.5(a)"]


@clause("tasmania-blackjack 7.5(a)")
def test_a_player_who_has_left_is_not_asked() -> None:
    floor = started(ann=1, ben=2)
    tell(floor)
    floor.no("7.5(b)", MR, o.ChangeLimits(NEW, agreed=("ann",)))
    floor.ok("player", o.Leave("ben"), by="ben")
    floor.ok(MR, o.ChangeLimits(NEW, agreed=("ann",)))
    tell(floor)
    floor.ok("player", o.Leave("ann"), by="ann")
    floor.ok(MR, o.ChangeLimits(MAIN))  # nobody is there to ask
    assert floor.clauses(e.LimitsChanged) == ["7.5(a)", "7.5(a)"]


@clause("tasmania-blackjack 7.5(b)", "tasmania-blackjack 7.1")
def test_a_notice_serves_for_one_change() -> None:
    floor = started(ann=1)
    floor.ok("inspector", o.DisplaySign("new-limits", time=30 * 60, limits=NEW))
    floor.wait(30)
    tell(floor)
    floor.ok(MR, o.ChangeLimits(NEW))
    tell(floor)
    floor.ok(MR, o.ChangeLimits(MAIN, agreed=("ann",)))
    sign = floor.state.sign("limits")
    assert sign is not None
    assert sign.limits == MAIN
    tell(floor)
    floor.no("7.5(b)", MR, o.ChangeLimits(NEW))


@clause("tasmania-blackjack 7.5")
def test_a_change_takes_effect_with_the_next_round() -> None:
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    tell(floor)
    floor.ok(MR, o.ChangeLimits(NEW, agreed=("ann", "ben")))
    floor.cards("TD 9H")
    floor.stand("ann", 1)
    floor.cards("7D")
    assert floor.net("ann") == cents(10)
    floor.no("7.1", "player", o.Place(1, "ann", cents(10)), by="ann")
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 7.8")
def test_surveillance_is_told_before_every_change() -> None:
    floor = started(ann=1)
    floor.no("7.8", MR, o.ChangeLimits(NEW, agreed=("ann",)))
    floor.ok("dealer", o.Tell("surveillance", "personal-limits"))  # of something else
    floor.no("7.8", MR, o.ChangeLimits(NEW, agreed=("ann",)))
    tell(floor)
    floor.wait(1)
    floor.ok(MR, o.ChangeLimits(NEW, agreed=("ann",)))
    told, change = floor.entries("tell")[-1], floor.entries("change-limits")[0]
    assert (told.clause, told.at < change.at) == ("7.8", True)
    floor.no("7.8", MR, o.ChangeLimits(MAIN, agreed=("ann",)))  # once for each change
    floor.ok(MR, o.DisplaySign("personal-limits", player="ann", boxes=(1,)))
    floor.no("7.8", MR, o.GrantLimits("ann", most=cents(900), boxes=(1,)))
    tell(floor, "personal-limits", "ben")
    floor.no("7.8", MR, o.GrantLimits("ann", most=cents(900), boxes=(1,)))
    tell(floor, "personal-limits", "ann")
    floor.ok(MR, o.GrantLimits("ann", most=cents(900), boxes=(1,)))


# Higher limits for one player


@clause("tasmania-blackjack 7.6")
def test_a_player_may_go_beyond_the_maximum_beside_a_marker() -> None:
    floor = started(setup(chips=()), ann=1, ben=2)
    tell(floor, "personal-limits", "ann")
    floor.no("7.6", "inspector", o.GrantLimits("ann", most=cents(900), boxes=(1,)))
    floor.no("7.6", MR, o.GrantLimits("ann", most=cents(900), boxes=(1,)))  # no marker yet
    floor.no("7.6", "inspector", o.DisplaySign("personal-limits", player="ann", boxes=(1,)))
    floor.ok(MR, o.DisplaySign("personal-limits", text="higher limit", player="ann", boxes=(1,)))
    floor.ok(MR, o.GrantLimits("ann", most=cents(900), least=cents(100), boxes=(1,)))
    floor.no("7.1", "player", o.Place(1, "ann", cents("99.99")), by="ann")
    floor.no("7.1", "player", o.Place(1, "ann", cents("900.01")), by="ann")
    floor.no("7.1", "player", o.Place(2, "ann", cents("500.01")), by="ann")  # that box only
    floor.no("7.1", "player", o.Place(2, "ben", cents("500.01")), by="ben")
    floor.bet("ann", 1, 900)
    floor.bet("ann", 2, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC TD 7H QC QD")
    floor.stand("ann", 1)
    floor.ok("dealer", o.Decide(c.Stand(2)))
    floor.cards("KS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(910), cents(10))
    floor.ok(MR, o.EndLimits("ann"))
    floor.no("7.1", "player", o.Place(1, "ann", cents("500.01")), by="ann")
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 7.6")
def test_limits_of_ones_own_are_higher_ones() -> None:
    floor = started(ann=1)
    marked(floor)
    floor.no("7.6", MR, o.GrantLimits("ann", most=cents("499.99"), boxes=(1,)))
    floor.no("7.6", MR, o.GrantLimits("ann", most=cents(900), least=cents("9.99"), boxes=(1,)))
    floor.ok(MR, o.GrantLimits("ann", most=cents("500.01"), least=cents(10), boxes=(1,)))


@clause("tasmania-blackjack 7.7")
def test_nobody_else_plays_on_that_box() -> None:
    """No back-player, no Perfect Pairs, no Supernova of others (Tasmania reading 14)."""
    sides = ("perfect-pairs", "supernova")
    wanted = supernova_setup(layout="C-pairs", side_wagers=sides, limits=PAIRS)
    floor = started(wanted, ann=1, ben=2)
    marked(floor)
    floor.malformed(MR, o.GrantLimits("ann", most=cents(900)))  # on which box?
    floor.bet("ben", 1, 10)
    floor.no("7.7", MR, o.GrantLimits("ann", most=cents(900), boxes=(1,)))  # ben moves first
    floor.ok("player", o.TakeOff(1, "ben"), by="ben")
    floor.ok(MR, o.GrantLimits("ann", most=cents(900), boxes=(1,)))
    floor.bet("ann", 1, 900)
    floor.bet("ben", 2, 10)
    floor.ok(MR, o.AllowElsewhere("ben", "perfect-pairs"))  # elsewhere, not here
    for wager, amount in (("main", 1000), ("perfect-pairs", 500), ("supernova", 200)):
        floor.no("7.7", "player", o.Place(1, "ben", amount, wager), by="ben")
    floor.bet("ann", 1, 5, "perfect-pairs")
    floor.ok(MR, o.EndLimits("ann"))
    floor.bet("ben", 1, 10)


@clause("tasmania-blackjack 7.6")
def test_a_higher_limit_marker_serves_the_playing_area_it_stands_beside() -> None:
    floor = started(ann=1, ben=2)
    marked(floor, box=3)
    floor.no("7.6", MR, o.GrantLimits("ann", most=cents(900), boxes=(1,)))
    floor.no("7.6", MR, o.GrantLimits("ann", most=cents(900), boxes=(1, 3)))
    floor.ok(MR, o.GrantLimits("ann", most=cents(900), boxes=(3,)))


@clause("tasmania-blackjack 7.7")
def test_who_sits_at_that_box_moves_first() -> None:
    floor = started(ann=1, ben=2)
    marked(floor, box=2)
    grant = o.GrantLimits("ann", most=cents(900), boxes=(2,))
    floor.no("7.7", MR, grant)
    floor.ok("player", o.Sit("ben", 3), by="ben")
    floor.ok(MR, grant)
    floor.bet("ann", 2, 900)


@clause("tasmania-blackjack 7.7")
def test_wagers_on_other_boxes_and_ones_own_do_not_stand_in_the_way_of_a_higher_limit() -> None:
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    marked(floor)
    floor.ok(MR, o.GrantLimits("ann", most=cents(900), boxes=(1,)))


@clause("tasmania-blackjack 7.6")
def test_the_marker_stands_as_long_as_the_higher_limit() -> None:
    floor = started(ann=1)
    marked(floor)
    floor.ok(MR, o.GrantLimits("ann", most=cents(900), boxes=(1,)))
    floor.no("7.6", "inspector", o.RemoveSign("personal-limits", "ann"))
    floor.ok(MR, o.EndLimits("ann"))
    assert floor.state.sign("personal-limits", "ann") is None
    tell(floor, "personal-limits", "ann")
    floor.no("7.6", MR, o.GrantLimits("ann", most=cents(900), boxes=(1,)))


# Under and over, found too late


@clause("tasmania-blackjack 7.3", "tasmania-blackjack 7.2")
def test_a_first_wager_under_the_minimum_is_settled_and_its_owner_warned() -> None:
    floor = started(ann=1)
    floor.no("7.1", "player", o.Place(1, "ann", cents("7.50")), by="ann")  # noticed in time
    floor.bet("ann", 1, "7.50", late=True)
    floor.cards("TC TD QH")
    floor.stand("ann", 1)
    floor.cards("7D")
    assert floor.net("ann") == cents("7.50")
    assert floor.clauses(e.PlayerWarned) == ["7.3"]
    assert floor.state.players["ann"].warned == ("under-minimum",)
    floor.no("7.3", "player", o.Place(1, "ann", cents("7.50")), by="ann")
    assert floor.replayed() == floor.state


@pytest.mark.parametrize("last", ["7D", "KD"], ids=["would win", "would lose"])
@clause("tasmania-blackjack 7.3:return", "tasmania-blackjack 7.3")
def test_after_the_warning_such_wagers_go_back_whatever_the_result(last: str) -> None:
    floor = started(ann=1, ben=2)
    floor.no("7.3", "player", o.Warn("ann"), by="ben")
    floor.ok("dealer", o.Warn("ann"))
    assert [(x.player, x.clause) for x in floor.entries("warn")] == [("ann", "7.3")]
    floor.bet("ann", 1, "7.50", late=True)
    floor.bet("ben", 2, "7.50", late=True)
    floor.cards("TS TD TC 8D 8H")  # found with the result: both boxes have their cards
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards(last)  # 18 each against 17, or 20
    assert floor.state.last is not None
    back = [r for r in floor.state.last.rows if r.player == "ann"]
    assert [(r.result, r.returned, r.clause) for r in back] == [("returned", 750, "7.3:return")]
    assert floor.net("ann") == 0
    assert floor.net("ben") == (cents("7.50") if last == "7D" else -cents("7.50"))
    assert floor.clauses(e.PlayerWarned) == ["7.3", "7.3"]  # ann was told before, ben is now
    floor.bet("ann", 1, 10)  # at the minimum a warned player plays like anybody
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 7.3:return", "tasmania-blackjack 20.6")
def test_pairs_on_a_box_whose_main_wager_goes_back_with_the_result_keep_their_own() -> None:
    floor = started(pairs_setup(), ann=1, ben=2, cal=3)
    floor.ok("dealer", o.Warn("ben"))
    floor.ok(MR, o.AllowElsewhere("cal", "perfect-pairs"))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, "7.50", late=True)
    floor.bet("ben", 2, 5, "perfect-pairs")
    floor.bet("cal", 2, 5, "perfect-pairs")
    floor.cards("TD 8C 7C 9C 8H")  # a mixed pair: 6 to 1
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert [floor.net(name) for name in ("ann", "ben", "cal")] == [cents(10), cents(30), cents(30)]
    assert floor.state.last is not None
    rows = {(row.player, row.wager): (row.result, row.clause) for row in floor.state.last.rows}
    assert rows[("ben", "main")] == ("returned", "7.3:return")
    assert rows[("ben", "perfect-pairs")][0] == rows[("cal", "perfect-pairs")][0] == "wins"


@clause("tasmania-blackjack 7.3")
@pytest.mark.parametrize(("dollars", "warned"), [("9.99", True), ("10", False)])
def test_a_warning_is_for_what_was_below_the_minimum(dollars: str, warned: bool) -> None:
    floor = started(setup(chips=()), ann=1)
    floor.bet("ann", 1, dollars, late=True)
    floor.cards("TC 7D QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(dollars)
    assert floor.state.players["ann"].warned == (("under-minimum",) if warned else ())


@pytest.mark.parametrize(("staked", "counts"), [(500, 500), (500.01, 500), (750, 500)])
@clause("tasmania-blackjack 7.2:over-maximum")
def test_a_wager_over_the_maximum_counts_up_to_it(staked: float, counts: float) -> None:
    """Won or lost: the excess goes back (Tasmania reading 12)."""
    for last, sign in (("7D", 1), ("KD", -1)):
        floor = started(setup(chips=()), ann=1)
        floor.bet("ann", 1, staked, late=True)
        floor.cards("TC TD 8H")
        floor.stand("ann", 1)
        floor.cards(last)
        assert floor.net("ann") == sign * cents(counts)


@clause("tasmania-blackjack 7.2:over-maximum")
def test_of_a_wager_at_the_maximum_nothing_goes_back() -> None:
    record = """
    game = "tasmania-blackjack/blackjack"
    limits = { main = ["10", "100"] }
    wagers = ["1 ann 100", "2 bob 100.01"]
    cards = "TC TS 7D TD TH KH"
    play = ["1 stand", "2 stand"]
    """
    rows = [(row.player, row.result, row.stake) for row in settle(record).rows]
    assert rows == [("ann", "wins", 10000), ("bob", "returned", 1), ("bob", "wins", 10000)]


@clause("tasmania-blackjack 7.4")
def test_partners_who_get_round_the_maximum_are_refused() -> None:
    """Whether two play together is for people to judge: the Inspector refuses, saying why."""
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 500)
    floor.bet("ben", 1, 500)
    floor.no("7.4", "dealer", o.RefuseWager(1, "ben"), why="ann hands ben her chips")
    floor.no("7.4", "inspector", o.RefuseWager(1, "ben"))
    floor.ok("inspector", o.RefuseWager(1, "ben"), why="ann hands ben her chips")
    entry = floor.entries("refuse-wager")[0]
    assert (entry.player, entry.clause, entry.why) == ("ben", "7.4", "ann hands ben her chips")
    floor.cards("TC TD 8H")
    floor.no("7.4", "inspector", o.RefuseWager(1, "ann"), why="too late")
    floor.stand("ann", 1)
    floor.cards("7D")
    assert (floor.net("ann"), floor.net("ben")) == (cents(500), 0)


@clause("tasmania-blackjack 6.6:refusal")
def test_a_second_wager_that_chips_cannot_pay_exactly_may_be_refused() -> None:
    floor = started(setup(chips=(500, 2500)), ann=1)
    floor.bet("ann", 1, 15)  # 3 to 2 of it is 22.50
    refuse = o.RefuseWager(1, "ann", inexact=True)
    floor.no("6.6:refusal", "player", refuse, by="ann")
    floor.no("6.6:refusal", "dealer", refuse)  # the first is paid up
    floor.cards("AC 9D KH")
    assert floor.net("ann") == cents(25)
    floor.bet("ann", 1, 20)
    floor.no("6.6:refusal", "dealer", refuse)  # 30.00: chips can pay it
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.bet("ann", 1, 15)
    floor.ok("dealer", refuse)
    assert [(x.player, x.clause) for x in floor.entries("refuse-wager")] == [("ann", "6.6:refusal")]
    floor.bet("ann", 1, 15)  # never of itself: the dealer may let it pass
    floor.cards("AD 9C KD")
    assert floor.net("ann") == cents(50)
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 6.6:refusal")
def test_only_before_the_first_card() -> None:
    floor = started(setup(chips=(500, 2500)), ann=1)
    floor.bet("ann", 1, 15)
    floor.cards("AC 9D KH")
    floor.bet("ann", 1, 15)
    floor.cards("8C")
    floor.no("6.6:refusal", "dealer", o.RefuseWager(1, "ann", inexact=True))


@clause("tasmania-blackjack 6.6:refusal")
@pytest.mark.parametrize(
    ("chips", "dollars", "exact"),
    [((500,), "15", False), ((250, 500), "15", True), ((250, 500), "17.50", False)],
)
def test_inexact_is_what_three_to_two_of_it_cannot_be_paid_in(
    chips: tuple[int, ...], dollars: str, exact: bool
) -> None:
    """22.50 in fives; 22.50 in halves of five; 26.25, which is paid as 27.50."""
    floor = started(setup(chips=chips), ann=1)
    floor.bet("ann", 1, dollars)
    floor.cards("AC 9D KH")
    assert floor.net("ann") == {"15": 2250 if exact else 2500, "17.50": 2750}[dollars]
    assert floor.state.players["ann"].warned == (() if exact else ("inexact",))
    floor.bet("ann", 1, dollars)
    refuse = o.RefuseWager(1, "ann", inexact=True)
    if exact:
        floor.no("6.6:refusal", "dealer", refuse)
    else:
        floor.ok("dealer", refuse)


@clause("tasmania-blackjack 6.6:refusal")
def test_perfect_pairs_are_always_paid_exactly() -> None:
    """6, 12 and 25 to 1: no half of anything, whatever the stake is made of."""
    floor = started(pairs_setup(chips=(500,)), ann=1)
    floor.bet("ann", 1, 15)
    floor.cards("AC 9D KH")
    assert floor.state.players["ann"].warned == ("inexact",)
    floor.bet("ann", 1, 20)
    floor.bet("ann", 1, 15, "perfect-pairs")
    refuse = o.RefuseWager(1, "ann", "perfect-pairs", inexact=True)
    floor.no("6.6:refusal", "dealer", refuse)


def test_a_card_cannot_follow_wagers_that_no_longer_fit() -> None:
    """Limits changed by consent while wagers lay there: they must be made to fit first."""
    floor = started(ann=1)
    floor.bet("ann", 1, 10)
    tell(floor)
    floor.ok(MR, o.ChangeLimits(NEW, agreed=("ann",)))
    floor.no("7.1", "dealer", o.Deal(parse_card("TC")))
    floor.no("7.1", "dealer", m.FaceUp(parse_card("TC")))
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    quick_round(floor, 20)
