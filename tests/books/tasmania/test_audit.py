"""Tasmania, read again clause by clause: what the other files leave to be shown."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.tasmania.test_limits import NEW, tell
from tests.books.tasmania.test_opening import (
    MAIN,
    MR,
    PAIRS,
    opened,
    pairs_setup,
    pontoon_setup,
    quick_round,
    ready,
    setup,
    shuffled,
    started,
    supernova_setup,
)
from tests.clauses import clause
from tests.table.floor import c, cents, m, o

# Each layout, the games it is for and the side wagers it has places for.
LAYOUTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "A": (("blackjack", "jokers-wild"), ()),
    "A-pairs": (("blackjack",), ("perfect-pairs",)),
    "B": (("federal-pontoon",), ()),
    "B-pairs": (("federal-pontoon",), ("perfect-pairs",)),
    "C": (("blackjack", "federal-pontoon"), ("supernova",)),
    "C-pairs": (("blackjack", "federal-pontoon"), ("perfect-pairs", "supernova")),
    "D": (("blackjack", "federal-pontoon"), ("supernova",)),
    "D-pairs": (("blackjack", "federal-pontoon"), ("perfect-pairs", "supernova")),
}


def table_with(layout: str, game: str, sides: tuple[str, ...]) -> o.Setup:
    limits = PAIRS if "perfect-pairs" in sides else MAIN
    base = supernova_setup if "supernova" in sides else setup
    return base(game=game, layout=layout, side_wagers=sides, limits=limits)


# Equipment


@pytest.mark.parametrize("game", ["blackjack", "federal-pontoon", "jokers-wild"])
@pytest.mark.parametrize("layout", list(LAYOUTS))
@clause("tasmania-blackjack 20:intro", "tasmania-blackjack 21:cloth")
def test_each_layout_is_for_its_games_and_side_wagers_only(layout: str, game: str) -> None:
    games, places = LAYOUTS[layout]
    marked = {"A": "1.2", "B": "21:cloth"}.get(layout[0], "24.1:cloth")
    wanted = table_with(layout, game, places if game in games else ())
    if game not in games:
        ready(wanted).no(marked, MR, o.Open(wanted))
        return
    ready(wanted).ok(MR, o.Open(wanted))
    for side, says in (("perfect-pairs", "20:intro"), ("supernova", "24.1:cloth")):
        if side in places or game == "jokers-wild":
            continue
        more = table_with(layout, game, (*places, side))
        ready(more).no(says, MR, o.Open(more))


@clause("tasmania-blackjack 24.3:display")
def test_the_supernova_stake_is_on_display_whenever_it_is_offered() -> None:
    wanted = supernova_setup()
    floor = ready(setup())
    floor.ok("dealer", o.Perform("confirm-sensors"))
    floor.no("24.3:display", MR, o.Open(wanted))
    floor.ok("inspector", o.DisplaySign("supernova", text="a wager is 2.00"))
    floor.ok(MR, o.Open(wanted))
    floor.players(ann=1)
    shuffled(floor)
    floor.bet("ann", 1, 10)
    floor.ok("inspector", o.RemoveSign("supernova"))
    floor.no("24.3:display", "dealer", o.Deal(parse_card("TC")))
    floor.ok("inspector", o.DisplaySign("supernova", text="a wager is 2.00"))
    floor.cards("TC")


@clause("tasmania-blackjack 7.1")
def test_the_notice_shows_the_limits_in_force() -> None:
    floor = started(ann=1)
    floor.no("7.1", "inspector", o.DisplaySign("limits", limits=NEW))
    floor.ok("inspector", o.DisplaySign("new-limits", time=30 * 60, limits=NEW))


@clause("tasmania-blackjack 4.2", "tasmania-blackjack 5.5")
def test_what_was_done_for_one_opening_does_not_serve_for_the_next() -> None:
    wanted = setup(dealing="device")
    floor = opened(wanted)
    floor.ok("dealer", o.Perform("recheck-cards"))
    floor.ok(MR, o.Close())
    floor.ok("inspector", o.DisplaySign("limits", limits=MAIN))
    floor.no("4.2", MR, o.Open(wanted))
    floor.ok("dealer", o.Perform("check-cards"))
    floor.no("5.5", MR, o.Open(wanted))
    floor.ok("casino-operator", o.Perform("choose-shuffler"))
    floor.ok(MR, o.Open(wanted))
    floor.no("5.5", "casino-operator", o.Perform("choose-shuffler"))  # for a table to be opened
    floor.no("1.2", MR, o.Open(wanted))  # it is open


# Limits


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


@clause("tasmania-blackjack 7.3:return", "tasmania-blackjack 20.6")
def test_with_the_only_main_wager_go_back_everybodys_pairs_on_that_box() -> None:
    floor = started(pairs_setup(), ann=1, ben=2, cal=3)
    floor.ok("dealer", o.Warn("ben"))
    floor.ok(MR, o.AllowElsewhere("cal", "perfect-pairs"))
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, "7.50", late=True)
    floor.bet("ben", 2, 5, "perfect-pairs")
    floor.bet("cal", 2, 5, "perfect-pairs")
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert [floor.net(name) for name in ("ann", "ben", "cal")] == [cents(10), 0, 0]
    assert floor.state.last is not None
    rows = {(row.player, row.wager): row.clause for row in floor.state.last.rows}
    assert rows[("ben", "main")] == "7.3:return"
    assert rows[("ben", "perfect-pairs")] == rows[("cal", "perfect-pairs")] == "20.6"


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


# Restrictions


@clause("tasmania-blackjack 8.5")
def test_two_wagers_lying_there_when_the_restriction_comes_must_be_made_one() -> None:
    floor = started(ann=1)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.ok(MR, o.Confine("ann"), why="counts cards")
    floor.no("8.5", "dealer", o.Deal(parse_card("TC")))
    floor.ok("player", o.TakeOff(2, "ann"), by="ann")
    floor.cards("TC")


@clause("tasmania-blackjack 8.2:give-up")
def test_control_of_a_box_is_given_up_between_rounds() -> None:
    """Somebody waits and no box is vacant, but a round is being dealt."""
    floor = started(setup(boxes=2), ann=1)
    floor.players(ben=0)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.cards("TC TD JS QC QD")
    floor.stand("ann", 1)
    floor.stand("ann", 2)
    floor.cards("KS")
    floor.bet("ann", 1, 10)
    floor.bet("ann", 2, 10)
    floor.cards("TC")
    floor.no("8.2:give-up", "inspector", o.GiveUp("ann", (1,)))
    floor.cards("TD JS QC QD")
    floor.stand("ann", 1)
    floor.stand("ann", 2)
    floor.cards("KS")
    floor.ok("inspector", o.GiveUp("ann", (1,)))


@clause("tasmania-blackjack 8.4")
def test_three_times_is_for_all_that_lies_there_together() -> None:
    """A wager added to one that fits is counted with it."""
    floor = started(setup(chips=()), ann=1)
    floor.ok("inspector", o.DisplaySign("three-times"))
    quick_round(floor)
    floor.bet("ann", 1, 20)
    floor.no("8.4", "player", o.Place(1, "ann", cents("10.01")), by="ann")


@clause("tasmania-blackjack 8.3:restriction", "tasmania-blackjack 8.4")
def test_leaving_and_coming_back_in_the_same_shoe_shakes_nothing_off() -> None:
    """Tasmania reading 18: the last wager of the shoe counts, however long ago."""
    floor = started(setup(chips=()), ann=1, ben=2)
    floor.ok("inspector", o.DisplaySign("three-times"))
    quick_round(floor, ann=1)
    floor.ok("dealer", o.HoldToMinimum("ben", 2))
    for name in ("ann", "ben"):
        floor.ok("player", o.Leave(name), by=name)
    floor.players(ann=1, ben=2)
    floor.no("8.4", "player", o.Place(1, "ann", cents("30.01")), by="ann")
    floor.no("8.3:restriction", "player", o.Place(2, "ben", cents("10.01")), by="ben")
    floor.ok("dealer", o.CuttingCard())
    shuffled(floor)
    floor.bet("ann", 1, 500)
    floor.bet("ben", 2, 500)
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 8.5")
def test_one_box_is_one_for_perfect_pairs_as_well() -> None:
    floor = started(pairs_setup(), ann=1, ben=2)
    floor.ok(MR, o.AllowElsewhere("ann", "perfect-pairs"))
    floor.ok(MR, o.Confine("ann"), why="counts cards")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.no("8.5", "player", o.Place(2, "ann", cents(5), "perfect-pairs"), by="ann")
    floor.bet("ann", 1, 5, "perfect-pairs")


# Cards


@clause("tasmania-blackjack 19.8", "tasmania-blackjack 12.1(a)")
def test_a_blackjack_paid_before_the_error_stays_paid() -> None:
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 20)
    floor.bet("ben", 2, 20)
    floor.cards("AC 9C 7D KH 3H")
    floor.stand("ben", 2)  # the dealer's mistake: ben wanted a card
    floor.cards("5S")
    floor.ok("inspector", m.Rewind(5))
    assert floor.state.round is not None
    assert floor.state.round.net["ann"] == cents(30)
    floor.hit("ben", 2)
    floor.cards("5S")
    floor.stand("ben", 2)
    floor.cards("TS")  # 17 against 17
    assert (floor.net("ann"), floor.net("ben")) == (cents(30), 0)
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.8:later-cards")
@pytest.mark.parametrize("cards", [0, 6, 7])
def test_some_card_must_go_back_and_some_stay(cards: int) -> None:
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 20)
    floor.bet("ben", 2, 20)
    floor.cards("TC 9C 7D 2H 3H")
    floor.hit("ann", 1)
    floor.cards("5S")
    floor.malformed("inspector", m.Rewind(cards))


@clause("tasmania-blackjack 19.7", "tasmania-blackjack 19.7:one-card")
def test_no_card_of_the_initial_deal_is_missed_once_it_is_complete() -> None:
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC 9C 7D 6C 9D")
    floor.no("19.4", "inspector", m.MissedCard())


@clause("tasmania-blackjack 19.10", "tasmania-blackjack 5.1:default-cut")
def test_the_discards_shuffled_in_mid_round_are_cut_like_any_others() -> None:
    """By any player; if none will, by the Inspector, and not by the dealer."""
    floor = started(setup(decks=4), ann=1, ben=2)
    left = dict.fromkeys(floor.rules.book.game("blackjack", 4, {}, {}).rules.pack.cards(1), 4)
    for text in ("TC", "6D", "5H"):
        left[parse_card(text)] -= 1
    for card, count in left.items():
        for _ in range(count):
            floor.ok("dealer", m.FaceUp(card))
    floor.bet("ann", 1, 20)
    floor.cards("TC 6D 5H")
    floor.hit("ann", 1)
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.DeclineCut("ann"), by="ann")
    floor.ok("player", o.DeclineCut("ben"), by="ben")
    floor.no("5.1:default-cut", "dealer", o.Cut("", 100))
    floor.ok("inspector", o.Cut("", 100))
    floor.cards("4C")
    assert floor.state.in_round is True


# Machines and absence


@clause("tasmania-blackjack 19.11(a)", "tasmania-blackjack 19.11(b)")
def test_when_cards_come_together_only_what_was_settled_before_the_third_card_stands() -> None:
    """Even money and pairs stand, won and lost; a double, a bust and insurance go back."""
    floor = started(pairs_setup(dealing="device"), ann=1, bob=2, cy=3, dot=4)
    for box, name in enumerate(("ann", "bob", "cy", "dot"), start=1):
        floor.bet(name, box, 20)
    floor.bet("bob", 2, 5, "perfect-pairs")
    floor.bet("cy", 3, 5, "perfect-pairs")
    floor.cards("AS 8D 5C TD AH KD 8H 6S 6C")
    floor.play("ann", c.TakeEvenMoney(1))
    floor.play("bob", c.Insure(2, cents(10)))
    floor.proceed()
    floor.stand("bob", 2)
    floor.play("cy", c.Double(3))
    floor.cards("9C")
    floor.hit("dot", 4)
    floor.cards("KS")  # 26
    assert floor.due() == 0
    floor.ok("inspector", m.Malfunction(can_finish=False), why="two cards at once")
    nets = [floor.net(name) for name in ("ann", "bob", "cy", "dot")]
    assert nets == [cents(20), cents(60), -cents(5), 0]
    assert floor.state.house == -cents(75)
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 13.4(b)", "tasmania-blackjack 21.8.1")
def test_an_absent_player_in_pontoon_neither_surrenders_nor_doubles() -> None:
    floor = started(pontoon_setup(chips=()), ann=1)
    floor.bet("ann", 1, 20)
    floor.cards("5C KH 4D")
    floor.proceed()
    floor.ok(MR, o.DirectHand(1, "ann", gone=True), asked="dee")
    floor.cards("2S 9H")
    assert floor.due() == 0  # 20
    floor.cards("9S")
    assert floor.net("ann") == cents(20)


@clause("tasmania-blackjack 13.4")
def test_a_hand_is_directed_in_its_turn_only() -> None:
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 25)
    floor.bet("ben", 2, 25)
    floor.cards("5C 9C TH 4D 9D")
    floor.no("13.1:entitlement", MR, o.DirectHand(2, "ben", gone=True), asked="dee")
    floor.ok(MR, o.DirectHand(1, "ann", gone=True), asked="dee")
    floor.cards("TC")
    assert floor.due() is None  # 19: ben decides
    floor.stand("ben", 2)


@clause("tasmania-blackjack 24.9.2")
def test_a_jackpot_wager_of_the_next_round_waits_for_the_sensors() -> None:
    """After a failure as after a dead sensor: confirmed since, not before."""
    floor = started(supernova_setup(), ann=1)
    floor.ok("dealer", o.Perform("confirm-sensors"))
    floor.ok("dealer", m.JackpotFailure("supernova"))
    floor.no("24.9.4", "dealer", o.ResumeWager("supernova"))
    floor.ok("dealer", o.Perform("confirm-sensors"))
    floor.ok("dealer", o.ResumeWager("supernova"))
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 2, "supernova")
