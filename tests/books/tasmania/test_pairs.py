"""Perfect Pairs at a Tasmanian table: on whose box, within which limits; wagers made too large."""

import pytest

from bythebook.cards import parse_card
from tests.books.tasmania.floor import (
    MAIN,
    MR,
    NEW,
    PAIRS,
    marked,
    pairs_setup,
    quick_round,
    ready,
    setup,
    started,
    tell,
)
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, o


def pairs(**seats: int) -> Floor:
    return started(pairs_setup(chips=()), **(seats or {"ann": 1, "ben": 2}))


@clause("tasmania-blackjack 20.6")
def test_pairs_on_somebody_elses_box_take_a_management_representatives_leave() -> None:
    floor = pairs()
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "perfect-pairs")  # on one's own box nobody is asked
    elsewhere = o.Place(1, "ben", cents(5), "perfect-pairs")
    floor.no("20.6", "player", elsewhere, by="ben")
    floor.no("20.6", "inspector", o.AllowElsewhere("ben", "perfect-pairs"))
    floor.ok(MR, o.AllowElsewhere("ben", "perfect-pairs"))
    assert [(x.player, x.clause) for x in floor.entries("allow-elsewhere")] == [("ben", "20.6")]
    floor.ok("player", elsewhere, by="ben")
    floor.cards("8C 7D 8S")  # coloured: 12 to 1
    floor.stand("ann", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(60) - cents(10), cents(60))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 1, 5, "perfect-pairs")  # until it is ended or ben leaves
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 20.6")
def test_even_with_leave_there_must_be_a_main_wager_on_that_box() -> None:
    floor = pairs()
    floor.ok(MR, o.AllowElsewhere("ben", "perfect-pairs"))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 3, 5, "perfect-pairs")
    floor.no("20.6", "dealer", o.Deal(parse_card("8C")))
    floor.ok("player", o.TakeOff(3, "ben", "perfect-pairs"), by="ben")
    floor.cards("8C")


@clause("tasmania-blackjack 20.7", "tasmania-blackjack 20.7:priority")
def test_three_at_most_and_those_on_the_box_come_first() -> None:
    floor = pairs(ann=1, ben=2, cal=3, dot=4)
    floor.bet("ann", 1, 10)
    for name in ("ben", "cal", "dot"):
        floor.ok(MR, o.AllowElsewhere(name, "perfect-pairs"))
        floor.bet(name, 1, 5, "perfect-pairs")
    floor.bet("ann", 1, 5, "perfect-pairs")  # one of the three makes room
    assert floor.state.round is not None
    there = {w.player for w in floor.state.round.wagers if w.kind != "main" and w.live}
    assert "ann" in there
    assert len(there) == 3


@pytest.mark.parametrize(
    ("amount", "refused"), [("0.99", True), ("1", False), ("100", False), ("100.01", True)]
)
@clause("tasmania-blackjack 20.5")
def test_pairs_have_limits_of_their_own(amount: str, refused: bool) -> None:
    floor = pairs()
    floor.bet("ann", 1, 10)
    if refused:
        floor.no("7.1", "player", o.Place(1, "ann", cents(amount), "perfect-pairs"), by="ann")
    else:
        floor.bet("ann", 1, amount, "perfect-pairs")


@clause("tasmania-blackjack 20.5")
def test_no_table_offers_pairs_without_posted_limits_of_their_own() -> None:
    wanted, silent = pairs_setup(), pairs_setup(limits=MAIN)
    ready(silent).no("20.5", MR, o.Open(silent))
    floor = ready(silent)
    floor.no("7.1", MR, o.Open(wanted))  # the sign does not show them
    other = {**MAIN, "perfect-pairs": (cents(1), cents(200))}
    floor.ok("inspector", o.DisplaySign("limits", limits=other))
    floor.no("7.1", MR, o.Open(wanted))  # 1 to 200, where 1 to 100 is enforced
    floor.ok("inspector", o.DisplaySign("limits", limits=PAIRS))
    floor.ok(MR, o.Open(wanted))
    ready(setup()).ok(MR, o.Open(setup()))  # where none are offered none are asked for


@clause("tasmania-blackjack 20.5")
def test_pairs_keep_limits_of_their_own_when_limits_change() -> None:
    floor = pairs()
    tell(floor)
    floor.no("20.5", MR, o.ChangeLimits(NEW, agreed=("ann", "ben")))
    both = {**NEW, "perfect-pairs": PAIRS["perfect-pairs"]}
    floor.ok(MR, o.ChangeLimits(both, agreed=("ann", "ben")))


@clause("tasmania-blackjack 20.5", "tasmania-blackjack 7.2:over-maximum")
def test_pairs_over_the_maximum_found_too_late_count_up_to_it() -> None:
    """Tasmania reading 12."""
    floor = pairs()
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 150, "perfect-pairs", late=True)
    floor.cards("8C 7D 9S")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == -cents(100)  # 17 against 17 is void


# Wagers over the maximum, doubled and split


@clause("tasmania-blackjack 7.2:over-maximum")
def test_every_part_of_a_doubled_wager_is_cut_to_the_maximum() -> None:
    floor = started(setup(chips=()), ann=1)
    floor.bet("ann", 1, 750, late=True)
    floor.cards("6C 7D 5S")
    floor.play("ann", c.Double(1))
    floor.cards("9S TS")  # 20 against 17
    assert floor.net("ann") == cents(1000)


@clause("tasmania-blackjack 7.2:over-maximum", "tasmania-blackjack 14.2")
def test_every_part_of_a_split_and_doubled_wager_is_cut_to_the_maximum() -> None:
    """750 counts as 500: 500 doubled wins on 20, 500 loses on 16, against 17."""
    floor = started(setup(chips=()), ann=1)
    floor.bet("ann", 1, 750, late=True)
    floor.cards("6C 7D 6S")
    floor.play("ann", c.Split(1))
    floor.cards("5C")
    floor.play("ann", c.Double(1))
    floor.cards("9C TC")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(1000) - cents(500)


@clause("tasmania-blackjack 7.2:over-maximum", "tasmania-blackjack 14.2")
def test_a_player_at_the_maximum_may_split_and_double() -> None:
    floor = started(setup(chips=()), ann=1)
    floor.bet("ann", 1, 500)
    floor.cards("8C 7D 8S")
    floor.play("ann", c.Split(1))
    floor.cards("3C")
    floor.play("ann", c.Double(1))
    floor.cards("9C TC")  # 20; then 18
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(1500)


@clause("tasmania-blackjack 7.2:over-maximum", "tasmania-blackjack 7.6")
def test_a_higher_limit_does_not_reach_the_players_other_boxes() -> None:
    floor = started(setup(chips=()), ann=1)
    marked(floor)
    floor.ok(MR, o.GrantLimits("ann", most=cents(900), boxes=(1,)))
    floor.bet("ann", 1, 950, late=True)
    floor.bet("ann", 2, 700, late=True)
    floor.cards("TC TD 7D 9C 9D")
    floor.stand("ann", 1)
    floor.stand("ann", 2)
    floor.cards("TS")
    assert floor.net("ann") == cents(900) + cents(500)


@clause("tasmania-blackjack 7.2")
def test_a_wager_under_the_minimum_is_settled_at_what_it_is_doubled_or_not() -> None:
    floor = started(setup(chips=()), ann=1)
    floor.bet("ann", 1, 4, late=True)
    floor.cards("6C 7D 5S")
    floor.play("ann", c.Double(1))
    floor.cards("9S TS")
    assert floor.net("ann") == cents(8)
    floor = started(setup(chips=()), ann=1)
    quick_round(floor)
    floor.bet("ann", 1, 4, late=True)
    floor.cards("TC 7D 6S")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == -cents(4)
