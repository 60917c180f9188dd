"""Blackjack Challenge: shuffle, cut and burn; the cutting card; cards replaced; the rack."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from bythebook.table.due import what_is_due
from tests.books.star_challenge.floor import (
    DEVICE,
    SHOE,
    changed,
    load,
    offer,
    opened,
    plain_round,
    ready,
    round_with_cutting_card,
)
from tests.clauses import clause
from tests.table.floor import Floor, cents, o

EIGHT = changed(SHOE, decks=8, side_wagers=())


def status(floor: Floor) -> str:
    """How ready the cards are."""
    return floor.state.shoe.status


# When cards are shuffled


@clause("star-blackjack-challenge 4.1")
def test_a_device_shuffles_and_is_never_cut() -> None:
    floor = opened(DEVICE, ann=1)
    floor.ok("dealer", o.Shuffle())
    assert floor.clauses(e.CardsShuffled) == ["4.1"]
    floor.no("4.1", "player", o.Cut("ann", 100), by="ann")
    floor.no("4.1", "player", o.DeclineCut("ann"), by="ann")
    floor.no("4.1", "dealer", o.Insert((60,)))
    floor.no("4.1", "dealer", o.CuttingCard())
    floor.ok("dealer", o.Burn())
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    assert floor.state.in_round


@clause("star-blackjack-challenge 4.2")
def test_a_hand_shuffle_before_loading_is_for_devices() -> None:
    floor = opened(DEVICE, ann=1)
    floor.ok("dealer", o.Perform("hand-shuffle"))
    assert [entry.clause for entry in floor.entries("hand-shuffle")] == ["4.2"]
    load(floor)
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    floor.no("4.2", "dealer", o.Perform("hand-shuffle"))  # not while a round is dealt
    opened(SHOE).no("4.2", "dealer", o.Perform("hand-shuffle"))


@clause(
    "star-blackjack-challenge 4.3",
    "star-blackjack-challenge 4.3.1",
    "star-blackjack-challenge 3.5",
)
@pytest.mark.parametrize(("act", "by"), [("riffle", "4.3"), ("riffle-angel", "4.3.1")])
def test_pre_shuffled_cards_are_riffled_if_a_player_asks_and_a_supervisor_approves(
    act: str, by: str
) -> None:
    floor = opened(SHOE, ann=1)
    sue = o.Person("sue", "supervisor")
    floor.no("3.5", "dealer", o.Perform(act), asked="ann", approved=sue)
    floor.ok("dealer", o.Perform("secure-cards", about="pre-shuffled"))
    floor.no(by, "dealer", o.Perform(act), approved=sue)
    floor.no(by, "dealer", o.Perform(act), asked="ann")
    floor.no(by, "dealer", o.Perform(act), asked="ann", approved=o.Person("dan", "dealer"))
    floor.no(by, "player", o.Perform(act), asked="ann", approved=sue)
    floor.ok("dealer", o.Perform(act), asked="ann", approved=sue)
    assert [entry.clause for entry in floor.entries(act)] == [by]
    load(floor)
    floor.no(by, "dealer", o.Perform(act), asked="ann", approved=sue)  # the cut is over


@clause(
    "star-blackjack-challenge 4.3",
    "star-blackjack-challenge 4.3.1",
    "star-blackjack-challenge 3.5",
)
@pytest.mark.parametrize("act", ["riffle", "riffle-angel"])
def test_cards_that_were_secured_for_another_day_are_secured_again(act: str) -> None:
    floor = opened(SHOE)
    floor.ok("dealer", o.Perform("secure-cards"))
    floor.ok("supervisor", o.Close())
    floor.ok("supervisor", o.DisplaySign("limits", limits=SHOE.limits, setup=SHOE))
    floor.ok("dealer", o.Perform("check-cards"))
    offer(floor, SHOE)
    floor.ok("supervisor", o.Open(SHOE))
    sue = o.Person("sue", "supervisor")
    floor.no("3.5", "dealer", o.Perform(act), asked="ann", approved=sue)
    floor.ok("dealer", o.Perform("secure-cards"))
    floor.ok("dealer", o.Perform(act), asked="ann", approved=sue)


@clause("star-blackjack-challenge 4.3", "star-blackjack-challenge 4.3.1")
def test_angel_cards_are_riffled_only_before_a_cut() -> None:
    """Challenge reading 133: before loading a device only the casino's own cards are riffled."""
    floor = opened(DEVICE, ann=1)
    sue = o.Person("sue", "supervisor")
    floor.ok("dealer", o.Perform("secure-cards", about="pre-shuffled"))
    floor.no("4.3.1", "dealer", o.Perform("riffle-angel"), asked="ann", approved=sue)
    floor.ok("dealer", o.Perform("riffle"), asked="ann", approved=sue)
    assert len(floor.entries("riffle")) == 1


@clause("star-blackjack-challenge 4.4.1")
def test_no_round_begins_before_the_shuffle_and_the_cut() -> None:
    floor = opened(SHOE, ann=1)
    floor.bet("ann", 1, 10)
    eight = o.Deal(parse_card("8C"))
    floor.no("4.4.1", "dealer", eight)
    floor.ok("dealer", o.Shuffle())
    floor.no("4.7", "dealer", eight)
    floor.ok("player", o.Cut("ann", 52), by="ann")
    floor.no("4.7", "dealer", eight)
    floor.ok("dealer", o.Insert((156,)))
    floor.ok("dealer", o.Burn())
    floor.ok("dealer", eight)
    assert floor.state.in_round


@clause("star-blackjack-challenge 4.4.2", "star-blackjack-challenge 4.5.4")
def test_the_cutting_card_before_a_round_means_shuffle_now_with_betting_still_open() -> None:
    """Challenge reading 136: no playing card, so no round has begun and wagers may be changed."""
    floor = ready(ann=1, ben=3)
    plain_round(floor, "ann", "ben")
    floor.bet("ann", 1, 10)
    floor.ok("dealer", o.CuttingCard())
    assert floor.clauses(e.CuttingCardOut) == ["4.4.2"]
    assert status(floor) == "unshuffled"
    assert not floor.state.in_round
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.bet("ann", 1, 20)
    floor.ok("dealer", o.Shuffle())
    floor.no("4.5.4", "player", o.Cut("ann", 100), by="ann")
    load_from_cut(floor, "ben")
    floor.cards("TC 7D 8H")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(10) + cents(20)


def load_from_cut(floor: Floor, who: str) -> None:
    floor.ok("player", o.Cut(who, 100), by=who)
    floor.ok("dealer", o.Insert((60,)))
    floor.ok("dealer", o.Burn())


@clause("star-blackjack-challenge 4.4.3")
def test_the_cutting_card_in_a_round_means_shuffle_after_it() -> None:
    floor = ready(ann=1, ben=3)
    round_with_cutting_card(floor, at=4)
    assert floor.clauses(e.CuttingCardOut) == ["4.4.3"]
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(10))  # it was finished
    assert status(floor) == "unshuffled"
    due = [event for event in floor.log if isinstance(event, e.ShuffleDue)]
    assert [(event.clause, event.at_once) for event in due] == [("4.4.3", False), ("4.4.3", True)]
    load(floor, "ann")
    assert status(floor) == "ready"
    assert floor.state.shoe.out == ()
    assert floor.state.shoe.markers_out == 0


@clause("star-blackjack-challenge 4.4.4")
def test_a_supervisor_orders_a_shuffle_of_suspect_cards_after_the_round() -> None:
    floor = ready(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D QH")
    floor.no("4.4.4", "dealer", o.OrderShuffle(), why="clumped")
    floor.no("4.4.4", "supervisor", o.OrderShuffle())
    floor.ok("supervisor", o.OrderShuffle(), why="clumped")
    assert status(floor) == "ready"  # the round goes on
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(10)
    assert status(floor) == "unshuffled"
    assert [entry.why for entry in floor.entries("order-shuffle")] == ["clumped"]
    floor.bet("ann", 1, 10)
    floor.no("4.4.1", "dealer", o.Deal(parse_card("8C")))
    opened(DEVICE).no("4.4.4", "supervisor", o.OrderShuffle(), why="clumped")


@clause("star-blackjack-challenge 4.4.4")
def test_a_running_shoe_is_not_shuffled_just_so() -> None:
    floor = ready(ann=1)
    plain_round(floor, "ann")
    floor.no("4.4.4", "dealer", o.Shuffle())
    floor.no("4.4.4", "supervisor", o.Shuffle())
    floor.ok("supervisor", o.OrderShuffle(), why="clumped")
    load(floor)


# Who cuts


@clause("star-blackjack-challenge 4.5", "star-blackjack-challenge 4.5.1")
def test_at_the_start_whoever_came_first_cuts() -> None:
    floor = opened(SHOE, cal=4, ann=1, ben=7)
    floor.ok("dealer", o.Shuffle())
    for name in ("ann", "ben"):
        floor.no("4.5.1", "player", o.Cut(name, 100), by=name)
    floor.no("4.5.1", "supervisor", o.Cut("", 100))  # a player is offered it first
    floor.ok("player", o.Cut("cal", 100), by="cal")
    assert [x.player for x in floor.log if isinstance(x, e.CardsCut)] == ["cal"]


@clause("star-blackjack-challenge 4.5.2", "star-blackjack-challenge 4.5.3")
@pytest.mark.parametrize(
    ("at", "who", "by"),
    [
        (2, "ben", "4.5.2"),
        (3, "ben", "4.5.3"),  # on the dealer's card: the player farthest right
        (4, "ann", "4.5.2"),
        (5, "ben", "4.5.2"),
        (6, "ben", "4.5.3"),
    ],
)
def test_the_cut_goes_to_the_box_or_from_the_dealers_hand_to_the_far_right(
    at: int, who: str, by: str
) -> None:
    floor = ready(ann=1, ben=3)
    round_with_cutting_card(floor, at)
    floor.ok("dealer", o.Shuffle())
    other = "ann" if who == "ben" else "ben"
    floor.no(by, "player", o.Cut(other, 100), by=other)
    floor.ok("player", o.Cut(who, 100), by=who)
    assert status(floor) == "to-insert"


@clause("star-blackjack-challenge 4.5.2")
def test_on_a_shared_box_the_one_in_control_cuts() -> None:
    """Challenge reading 49. ben sits at box 1; cal stakes more, but who sits there decides."""
    floor = ready(ann=5, ben=1, cal=3)
    floor.bet("cal", 1, 50)
    floor.bet("ben", 1, 10)
    floor.ok("dealer", o.NoMoreBets())
    floor.deal("TC")
    floor.deal("9D")
    floor.ok("dealer", o.CuttingCard())
    floor.deal("QH")
    floor.stand("ben", 1)
    floor.cards("TD")
    floor.ok("dealer", o.Shuffle())
    floor.no("4.5.2", "player", o.Cut("cal", 100), by="cal")
    floor.ok("player", o.Cut("ben", 100), by="ben")


def standing(**seats: int) -> Floor:
    """ann on box 2 and ben on box 3, both standing; the cutting card comes on box 2."""
    floor = opened(SHOE, **seats, ann=0, ben=0)
    first = next(iter(seats), "ann")
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.Cut(first, 100), by=first)
    floor.ok("dealer", o.Insert((60,)))
    floor.ok("dealer", o.Burn())
    floor.bet("ann", 2, 10)
    floor.bet("ben", 3, 10)
    floor.cards("TC TS 9D")
    floor.ok("dealer", o.CuttingCard())
    floor.cards("QH QS")
    floor.stand("ann", 2)
    floor.stand("ben", 3)
    floor.cards("TD")
    floor.ok("dealer", o.Shuffle())
    return floor


@clause("star-blackjack-challenge 4.5.2", "star-blackjack-challenge 4.6")
@pytest.mark.parametrize("seats", [{}, {"cal": 6}])
def test_who_plays_the_box_cuts_though_not_seated(seats: dict[str, int]) -> None:
    floor = standing(**seats)
    asked = []
    for _ in range(2 + len(seats)):
        due = what_is_due(floor.rules, floor.state)
        asked.append((due.player, due.clause))
        floor.ok("player", o.DeclineCut(due.player), by=due.player)
    names = ["ann", "ben", *seats]
    assert asked == list(zip(names, ["4.5.2", "4.6", "4.6"], strict=False))
    floor.no("4.6", "dealer", o.Cut("", 100))
    floor.ok("supervisor", o.Cut("", 100))


@clause("star-blackjack-challenge 4.5.5", "star-blackjack-challenge 3.6.2")
def test_replaced_cards_are_cut_by_the_player_farthest_right() -> None:
    floor = ready(ann=1, ben=3)
    floor.no("3.6.2", "supervisor", o.ReplaceCards())  # the cutting card has not come
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D")
    floor.ok("dealer", o.CuttingCard())  # on ann's box
    floor.no("3.6.2", "supervisor", o.ReplaceCards())  # the round is not over
    floor.cards("QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    floor.no("3.6.2", "dealer", o.ReplaceCards())
    floor.ok("supervisor", o.ReplaceCards())
    assert [entry.clause for entry in floor.entries("replace-cards")] == ["3.6.2"]
    floor.ok("dealer", o.Perform("check-cards"))
    floor.ok("dealer", o.Shuffle())
    floor.no("4.5.5", "player", o.Cut("ann", 100), by="ann")
    load_from_cut(floor, "ben")
    floor.no("3.6.2", "supervisor", o.ReplaceCards())  # shuffled by now


@clause("star-blackjack-challenge 4.5", "star-blackjack-challenge 4.4.4")
@clause("star-blackjack-challenge 18.11")
@pytest.mark.parametrize("command", [o.OrderShuffle(), o.BadlyCut()])
def test_after_a_shuffle_for_another_reason_the_far_right_cuts(command: o.Command) -> None:
    """Rule 4.5 names nobody for it; the farthest right is whom it mostly names."""
    floor = ready(SHOE, ann=1, ben=3)
    plain_round(floor, "ann")
    floor.ok("supervisor", command, why="clumped")
    floor.ok("dealer", o.Shuffle())
    floor.no("4.5", "player", o.Cut("ann", 100), by="ann")
    floor.ok("player", o.Cut("ben", 100), by="ben")


@clause("star-blackjack-challenge 3.6.1", "star-blackjack-challenge 3.4")
def test_with_a_device_cards_are_replaced_after_any_round() -> None:
    floor = ready(DEVICE, ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D QH")
    floor.no("3.6.1", "supervisor", o.ReplaceCards())
    floor.stand("ann", 1)
    floor.cards("TD")
    floor.no("3.6.1", "dealer", o.ReplaceCards())
    floor.ok("supervisor", o.ReplaceCards())
    assert status(floor) == "unshuffled"
    floor.no("3.4", "dealer", o.Shuffle())  # new cards are checked before use
    floor.ok("dealer", o.Perform("check-cards"))
    load(floor)  # shuffled by the device and one burned again (Challenge reading 135)
    assert floor.clauses(e.CardBurned) == ["4.9.1", "4.9.1"]
    plain_round(floor, "ann")
    assert floor.net("ann") == cents(20)


@clause("star-blackjack-challenge 4.6", "star-blackjack-challenge 4.5.3")
def test_a_refused_cut_goes_clockwise_from_the_far_right_and_then_to_a_supervisor() -> None:
    """Challenge reading 137: the last box, then box 1, 2, 3, then the supervisor."""
    floor = ready(ann=1, ben=3, cal=6)
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    floor.ok("dealer", o.CuttingCard())
    floor.cards("9D QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    floor.ok("dealer", o.Shuffle())
    for name, wrong, by in (("cal", "ann", "4.5.3"), ("ann", "ben", "4.6"), ("ben", "cal", "4.6")):
        floor.no(by, "player", o.Cut(wrong, 100), by=wrong)
        floor.no(by, "supervisor", o.Cut("", 100))
        floor.ok("player", o.DeclineCut(name), by=name)
    floor.no("4.6", "player", o.DeclineCut("cal"), by="cal")
    floor.no("4.6", "dealer", o.Cut("", 100))
    floor.ok("supervisor", o.Cut("", 100))
    assert floor.clauses(e.CutDeclined) == ["4.6"] * 3
    assert len(floor.entries("cut")) == 1
    assert floor.replayed() == floor.state


# Where the cutting card goes


@clause("star-blackjack-challenge 4.7")
@pytest.mark.parametrize(
    ("decks", "front", "right"),
    [
        (6, 51, False),
        (6, 52, True),
        (6, 260, True),
        (6, 261, False),
        (8, 51, False),
        (8, 52, True),
        (8, 364, True),
        (8, 365, False),
    ],
)
def test_a_cut_is_at_least_a_deck_from_either_end(decks: int, front: int, right: bool) -> None:
    floor = opened(EIGHT if decks == 8 else SHOE, ann=1)
    floor.ok("dealer", o.Shuffle())
    order = o.Cut("ann", front)
    if right:
        floor.ok("player", order, by="ann")
        assert floor.clauses(e.CardsCut) == ["4.7"]
    else:
        floor.no("4.7", "player", order, by="ann")


@clause("star-blackjack-challenge 4.8")
@pytest.mark.parametrize(
    ("decks", "back", "right"),
    [(6, 0, False), (6, 1, True), (6, 156, True), (6, 157, False), (8, 208, True), (8, 209, False)],
)
def test_the_cutting_card_goes_in_up_to_half_way_from_the_back(
    decks: int, back: int, right: bool
) -> None:
    floor = opened(EIGHT if decks == 8 else SHOE, ann=1)
    floor.ok("dealer", o.Shuffle())
    floor.no("4.4.1", "dealer", o.Insert((back,)))  # not before the cut
    floor.ok("player", o.Cut("ann", 100), by="ann")
    floor.no("4.8", "dealer", o.Insert((60, 70)))  # there is one cutting card
    if right:
        floor.ok("dealer", o.Insert((back,)))
        assert floor.state.shoe.marker_at == back
        assert status(floor) == "to-burn"
    else:
        floor.no("4.8", "dealer", o.Insert((back,)))


@clause("star-blackjack-challenge 18.11")
def test_cards_badly_cut_are_shuffled_after_the_round_and_results_stand() -> None:
    floor = ready(ann=1)
    plain_round(floor, "ann")
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D QH")
    floor.ok("dealer", o.BadlyCut())
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(20)  # this round was finished, the earlier one stands
    assert status(floor) == "unshuffled"
    assert [x.clause for x in floor.log if isinstance(x, e.ShuffleDue)] == ["18.11", "18.11"]
    floor.bet("ann", 1, 10)
    floor.no("4.4.1", "dealer", o.Deal(parse_card("8C")))
    load(floor)
    floor.cards("8C")
    opened(DEVICE).no("18.11", "dealer", o.BadlyCut())


@clause("star-blackjack-challenge 4.6.1")
def test_dropped_cards_are_told_to_a_supervisor_who_verifies_them() -> None:
    floor = opened(SHOE, ann=1)
    floor.no("4.6.1", "dealer", o.Perform("mishandled"))
    floor.no("4.6.1", "dealer", o.Perform("mishandled"), second=o.Person("dan", "dealer"))
    sue = o.Person("sue", "supervisor")
    floor.no("4.6.1", "supervisor", o.Perform("mishandled"), by="sue", second=sue)
    floor.ok("dealer", o.Perform("mishandled", about="all 312 recovered"), second=sue)
    assert [entry.about for entry in floor.entries("mishandled")] == ["all 312 recovered"]
