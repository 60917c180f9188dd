"""Blackjack Challenge: a shuffling device that fails."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.star_challenge.floor import (
    BLAZING,
    DEVICE,
    SHOE,
    changed,
    load,
    plain_round,
    ready,
)
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o


def in_round(setup: o.Setup = DEVICE) -> Floor:
    """ann (box 1) has been paid a blackjack; ben (box 2) and cal (box 3) are to decide."""
    floor = ready(setup, ann=1, ben=2, cal=3)
    for name, box in (("ann", 1), ("ben", 2), ("cal", 3)):
        floor.bet(name, box, 10)
    floor.bet("ben", 2, 5, "any-pairs")
    floor.cards("AC 5C TS 9D KC 6C 8S")
    return floor


def nets(floor: Floor) -> dict[str, float]:
    return {name: floor.net(name) / 100 for name in ("ann", "ben", "cal")}


def dealing(floor: Floor) -> str:
    assert floor.state.setup is not None
    return floor.state.setup.dealing


def finish(floor: Floor) -> None:
    """ben draws a ten to 11 and is paid; cal stands on 18 against the dealer's 19."""
    floor.hit("ben", 2)
    floor.cards("TH")
    floor.stand("cal", 3)
    floor.cards("TD")


NO_SPARE = [m.Malfunction(spare=False), m.Malfunction(spare=True, movable=False)]


# With another device


@clause("star-blackjack-challenge 19.1", "star-blackjack-challenge 19.1.1")
def test_the_rule_is_about_devices() -> None:
    floor = ready(SHOE, ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    floor.no("19.1.1", "supervisor", m.Malfunction(spare=True))


@clause("star-blackjack-challenge 19.1", "star-blackjack-challenge 19.1.2")
@clause("star-blackjack-challenge 19.1.3", "star-blackjack-challenge 19.1.4")
@clause("star-blackjack-challenge 19.1.5", "star-blackjack-challenge 19.2")
def test_nobody_harmed_and_another_device_at_hand_the_round_goes_on() -> None:
    floor = in_round()
    floor.no("19.1", "dealer", m.Malfunction(spare=True))
    floor.ok("supervisor", m.Malfunction(spare=True))
    assert floor.clauses(e.DealingChanged) == ["19.2"]
    assert dealing(floor) == "device"
    assert floor.state.in_round
    finish(floor)
    assert nets(floor) == {"ann": 20, "ben": 5, "cal": -10}
    (entry,) = floor.entries("malfunction")
    assert entry.about == "nobody disadvantaged, spare device at hand"
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 19.1.2")
def test_it_is_enough_that_one_card_of_the_round_is_out() -> None:
    floor = ready(DEVICE, ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    floor.ok("supervisor", m.Malfunction(spare=True))
    assert floor.state.in_round
    floor.cards("9D QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(10)


@clause("star-blackjack-challenge 19.3.1", "star-blackjack-challenge 19.3.2")
@clause("star-blackjack-challenge 19.3.3", "star-blackjack-challenge 19.3.4")
def test_damaged_cards_are_replaced_by_their_like_and_the_game_goes_on() -> None:
    """Challenge reading 94: same rank and suit, so that six of each stay six of each."""
    floor = in_round()
    two = (parse_card("7D"), parse_card("7D"))
    floor.no("3.1", "supervisor", m.Malfunction(spare=True, damaged=(parse_card("JK"),)))
    floor.ok("supervisor", m.Malfunction(spare=True, damaged=two))
    assert floor.clauses(e.CardReplaced) == ["19.3.3", "19.3.3"]
    assert floor.clauses(e.DealingChanged) == ["19.3.2"]
    assert dealing(floor) == "device"
    finish(floor)
    assert nets(floor) == {"ann": 20, "ben": 5, "cal": -10}
    for _ in range(6):
        floor.ok("dealer", m.FaceUp(parse_card("7D")))
    floor.bet("ann", 1, 10)
    floor.deal("7D")
    assert floor.clauses(e.IrregularCardFound) == ["18.15.2"]


# Somebody disadvantaged


@clause("star-blackjack-challenge 19.4", "star-blackjack-challenge 19.1.3")
@pytest.mark.parametrize("spare", [True, False])
def test_a_disadvantage_ends_the_round_and_wagers_go_back(spare: bool) -> None:
    """Challenge reading 92: payments made stand. It comes before the want of a spare device."""
    floor = ready(DEVICE, ann=1, ben=2, cal=3)
    plain_round(floor, "ann")
    for name, box in (("ann", 1), ("ben", 2), ("cal", 3)):
        floor.bet(name, box, 10)
    floor.bet("ben", 2, 5, "any-pairs")
    floor.cards("AC 5C TS 9D KC 6C 8S")
    floor.ok("supervisor", m.Malfunction(disadvantage=True, spare=spare))
    assert floor.state.last is not None
    assert floor.state.last.voided == "19.4"
    assert floor.clauses(e.WithdrawalsOpened) == []
    # The round before stands, the blackjack stays paid, the lost pair wager goes back too.
    assert nets(floor) == {"ann": 10 + 20, "ben": 0, "cal": 0}


@clause("star-blackjack-challenge 19.4")
def test_by_the_other_reading_a_disadvantage_undoes_payments_too() -> None:
    floor = in_round(changed(DEVICE, readings={"void-round-stakes": "everything-undone"}))
    floor.ok("supervisor", m.Malfunction(disadvantage=True))
    assert nets(floor) == {"ann": 0, "ben": 0, "cal": 0}


# No other device


@clause("star-blackjack-challenge 19.5", "star-blackjack-challenge 19.1.4")
@clause("star-blackjack-challenge 19.1.5", "star-blackjack-challenge 19.5.1")
@pytest.mark.parametrize("failure", NO_SPARE)
def test_without_another_device_each_player_may_take_undecided_wagers_back(
    failure: m.Malfunction,
) -> None:
    """Challenge reading 93: settled hands and side wagers stay settled."""
    floor = in_round()
    floor.no("5.4", "player", m.WithdrawWagers("ben"), by="ben")
    floor.ok("supervisor", failure)
    assert floor.clauses(e.WithdrawalsOpened) == ["19.5.1"]
    floor.no("19.5.1", "player", m.WithdrawWagers("cal"), by="ben")  # each for themselves
    floor.malformed("player", m.WithdrawWagers(""), by="ben")
    floor.ok("player", m.WithdrawWagers("ben"), by="ben")
    floor.no("5.4", "player", m.WithdrawWagers("ann"), by="ann")  # paid already
    to_shoe(floor)
    floor.stand("cal", 3)
    floor.cards("TD")
    assert nets(floor) == {"ann": 20, "ben": -5, "cal": -10}
    assert floor.replayed() == floor.state


def to_shoe(floor: Floor) -> None:
    """Cut by the player farthest right, the cutting card put in, one burned."""
    floor.ok("player", o.Cut("cal", 100), by="cal")
    floor.ok("dealer", o.Insert((60,)))
    floor.ok("dealer", o.Burn())


@clause("star-blackjack-challenge 19.5.2", "star-blackjack-challenge 19.5.4")
@clause("star-blackjack-challenge 19.5.5", "star-blackjack-challenge 19.5")
def test_the_cards_are_shuffled_and_cut_and_the_round_finished_from_a_shoe() -> None:
    floor = in_round()
    floor.ok("supervisor", m.Malfunction(spare=False))
    assert floor.clauses(e.DealingChanged) == ["19.5.5"]
    assert dealing(floor) == "shoe"
    assert floor.clauses(e.CardsShuffled)[-1] == "19.5.4"
    # What remained in the device is shuffled: neither the layout's cards nor ann's in the rack.
    gone = ["5C", "6C", "8S", "9D", "AC", "KC", "TS"]
    assert sorted(str(card) for card in floor.state.shoe.out) == gone
    floor.no("19.5.4", "player", o.Cut("ann", 100), by="ann")  # farthest right first
    floor.no("4.7", "player", o.Cut("cal", 51), by="cal")
    to_shoe(floor)
    assert floor.clauses(e.CardBurned)[-1] == "4.9.2"
    finish(floor)
    assert nets(floor) == {"ann": 20, "ben": 5, "cal": -10}


@clause("star-blackjack-challenge 19.5.1")
def test_with_the_next_card_the_opportunity_is_over() -> None:
    floor = in_round()
    floor.ok("supervisor", m.Malfunction(spare=False))
    to_shoe(floor)
    floor.hit("ben", 2)
    floor.ok("player", m.WithdrawWagers("cal"), by="cal")  # not yet dealt
    floor.cards("TH")
    floor.no("5.4", "player", m.WithdrawWagers("ben"), by="ben")


@clause("star-blackjack-challenge 19.5.1")
def test_control_passes_if_the_one_who_decides_withdraws() -> None:
    """Challenge reading 93, with 5.7: the box plays on for whoever stays."""
    floor = ready(DEVICE, ann=1, cal=3)
    floor.bet("ann", 1, 10)
    floor.bet("cal", 1, 20)
    floor.cards("TC 9D QH")
    floor.ok("supervisor", m.Malfunction(spare=False))
    floor.ok("player", m.WithdrawWagers("ann"), by="ann")
    to_shoe(floor)
    floor.play("cal", c.Stand(1))
    floor.cards("TD")
    assert (floor.net("ann"), floor.net("cal")) == (0, cents(20))


@clause("star-blackjack-challenge 19.5.1")
def test_if_everybody_withdraws_the_round_is_over() -> None:
    floor = in_round()
    floor.ok("supervisor", m.Malfunction(spare=False))
    for name in ("ben", "cal"):
        floor.ok("player", m.WithdrawWagers(name), by=name)
    assert floor.state.round is None
    assert nets(floor) == {"ann": 20, "ben": -5, "cal": 0}


@clause("star-blackjack-challenge 19.5.3")
def test_damaged_cards_are_replaced_before_that_shuffle() -> None:
    floor = in_round()
    floor.ok("supervisor", m.Malfunction(spare=False, damaged=(parse_card("7D"),)))
    assert floor.clauses(e.CardReplaced) == ["19.5.3"]
    to_shoe(floor)
    finish(floor)
    assert nets(floor) == {"ann": 20, "ben": 5, "cal": -10}


@clause("star-blackjack-challenge 19.5.6")
def test_the_shoe_stays_until_a_device_is_there() -> None:
    floor = in_round()
    floor.ok("supervisor", m.Malfunction(spare=False))
    to_shoe(floor)
    finish(floor)
    floor.bet("cal", 3, 10)
    floor.cards("TC 9H")
    floor.ok("dealer", o.CuttingCard())  # a shoe like any other
    floor.cards("QD")
    floor.no("19.5.6", "supervisor", m.DeviceBack())  # not in mid-round
    floor.stand("cal", 3)
    floor.cards("TD")
    assert floor.state.shoe.status == "unshuffled"
    floor.no("19.5.6", "dealer", m.DeviceBack())
    floor.ok("supervisor", m.DeviceBack())
    assert dealing(floor) == "device"
    load(floor)
    assert floor.clauses(e.CardBurned)[-1] == "4.9.1"
    floor.no("4.1", "dealer", o.CuttingCard())
    plain_round(floor, "cal")
    assert floor.net("cal") == -cents(10) + cents(10) + cents(10)


@clause("star-blackjack-challenge 19.5.6", "star-blackjack-challenge 19.5")
def test_between_rounds_the_game_goes_on_from_a_shoe_too() -> None:
    floor = ready(DEVICE, ann=1, cal=3)
    plain_round(floor, "ann")
    floor.ok("supervisor", m.Malfunction(spare=False))
    assert floor.clauses(e.WithdrawalsOpened) == []
    assert dealing(floor) == "shoe"
    if floor.state.shoe.status == "unshuffled":
        floor.ok("dealer", o.Shuffle())
    to_shoe(floor)
    plain_round(floor, "ann")
    assert floor.net("ann") == cents(20)


# What needs a device


@clause("star-blackjack-challenge 2.3.4.3", "star-blackjack-challenge 19.5.5")
@pytest.mark.parametrize(
    ("before", "after", "net"),
    [
        ("7C", "7H TD", -25),  # three cards were not all out: the stake goes back
        ("7C 7H TD", "", -25 - 5 + 50),  # they were: one seven each
    ],
)
def test_blazing_sevens_is_decided_if_its_cards_were_out_and_closed_afterwards(
    before: str, after: str, net: float
) -> None:
    """Challenge reading 74."""
    floor = ready(BLAZING, ann=1, cal=3)
    floor.bet("cal", 3, 25)
    floor.bet("cal", 3, 5, "blazing-7s")
    floor.cards(before)
    floor.ok("supervisor", m.Malfunction(spare=False))
    to_shoe(floor)
    floor.cards(after)
    floor.stand("cal", 3)
    floor.cards("TC")  # 17 each way
    assert floor.net("cal") == cents(net)
    floor.bet("cal", 3, 25)
    floor.no("19.5.5", "player", o.Place(3, "cal", cents(5), "blazing-7s"), by="cal")
    floor.no("2.3.4.3", "supervisor", o.ResumeWager("blazing-7s"))
    floor.ok("player", o.TakeOff(3, "cal"), by="cal")
    floor.ok("supervisor", m.DeviceBack())
    load(floor)
    floor.bet("cal", 3, 25)
    floor.bet("cal", 3, 5, "blazing-7s")


@clause("star-blackjack-challenge 19.5.5", "star-blackjack-challenge 2.3.4.3")
def test_blazing_sevens_is_decided_box_by_box_if_its_three_cards_are_out() -> None:
    """Challenge reading 74. ann has both cards, the dealer has one, cal's second is to come."""
    floor = ready(BLAZING, ann=1, cal=3)
    for name, box in (("ann", 1), ("cal", 3)):
        floor.bet(name, box, 25)
        floor.bet(name, box, 5, "blazing-7s")
    floor.cards("7C 9C 7H 7S")
    floor.ok("supervisor", m.Malfunction(spare=False))
    floor.ok("player", o.Cut("cal", 100), by="cal")
    floor.ok("dealer", o.Insert((60,)))
    floor.ok("dealer", o.Burn())
    floor.cards("TC")
    floor.stand("ann", 1)
    floor.stand("cal", 3)
    floor.cards("TD")  # 17: ann's 14 loses, cal's 19 wins
    assert floor.net("ann") == cents(-25 - 5 + 1000)
    assert floor.net("cal") == cents(25)


@clause("star-blackjack-challenge 6.7.2", "star-blackjack-challenge 19.5.6")
def test_a_low_limit_table_finishes_the_round_and_pauses() -> None:
    """Challenge reading 74: all its cards come from a device."""
    floor = in_round(changed(DEVICE, low_limit=True))
    floor.ok("supervisor", m.Malfunction(spare=False))
    to_shoe(floor)
    finish(floor)
    assert nets(floor) == {"ann": 20, "ben": 5, "cal": -10}
    floor.bet("cal", 3, 10)
    floor.no("6.7.2", "dealer", o.Deal(parse_card("8C")))
    floor.ok("supervisor", m.DeviceBack())
    load(floor)
    floor.cards("8C")
    assert floor.state.in_round
