"""Blackjack Challenge: the first card burned, the discard rack, cards that run out."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from bythebook.table.dealing import rack_due
from tests.books.star_challenge.floor import (
    DEVICE,
    SHOE,
    changed,
    load,
    opened,
    plain_round,
    ready,
    round_with_cutting_card,
    run_down,
)
from tests.clauses import clause
from tests.table.floor import cents, m, o


@clause("star-blackjack-challenge 4.9.1", "star-blackjack-challenge 4.9.2")
@clause("star-blackjack-challenge 1.1:burn")
@pytest.mark.parametrize(("setup", "by"), [(SHOE, "4.9.2"), (DEVICE, "4.9.1")])
def test_the_first_card_is_burned_unseen(setup: o.Setup, by: str) -> None:
    floor = opened(setup, ann=1)
    floor.no("4.9.2", "dealer", o.Burn())  # nothing is shuffled yet
    floor.ok("dealer", o.Shuffle())
    if setup.dealing == "shoe":
        floor.ok("player", o.Cut("ann", 100), by="ann")
        floor.ok("dealer", o.Insert((60,)))
    floor.no(by, "dealer", o.Burn(parse_card("8C")))
    floor.no(by, "dealer", o.Burn(parse_card("8C")), asked="ann")  # nor if a player asks
    floor.ok("dealer", o.Burn())
    assert floor.clauses(e.CardBurned) == [by]
    assert (floor.state.shoe.unseen, floor.state.shoe.burned) == (1, ())
    floor.no("4.9.2", "dealer", o.Burn())  # once


@clause("star-blackjack-challenge 4.9.1", "star-blackjack-challenge 4.9.2")
def test_a_device_burns_once_a_shoe_after_every_shuffle() -> None:
    device = ready(DEVICE, ann=1)
    plain_round(device, "ann")
    plain_round(device, "ann")
    assert device.clauses(e.CardBurned) == ["4.9.1"]
    assert device.clauses(e.BurnForgotten) == []
    floor = ready(ann=1, ben=3)
    round_with_cutting_card(floor, at=4)
    load(floor)
    plain_round(floor, "ann")
    assert floor.clauses(e.CardBurned) == ["4.9.2", "4.9.2"]


@clause("star-blackjack-challenge 4.9.1")
def test_one_card_is_burned_after_the_device_was_changed_between_rounds() -> None:
    """Challenge reading 135."""
    floor = ready(DEVICE, ann=1)
    plain_round(floor, "ann")
    floor.ok("supervisor", m.Malfunction(spare=True))
    floor.ok("dealer", o.Burn())
    assert floor.clauses(e.CardBurned) == ["4.9.1", "4.9.1"]
    plain_round(floor, "ann")
    assert floor.net("ann") == cents(20)


@clause("star-blackjack-challenge 18.12")
@pytest.mark.parametrize("setup", [SHOE, DEVICE])
def test_a_forgotten_burn_leaves_the_card_in_play(setup: o.Setup) -> None:
    floor = opened(setup, ann=1)
    floor.ok("dealer", o.Shuffle())
    if setup.dealing == "shoe":
        floor.ok("player", o.Cut("ann", 100), by="ann")
        floor.ok("dealer", o.Insert((60,)))
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D QH")
    assert floor.clauses(e.BurnForgotten) == ["18.12"]
    floor.no("4.9.2", "dealer", o.Burn())  # too late now
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(10)
    assert str(floor.state.shoe.out[0]) == "TC"
    assert floor.state.shoe.unseen == 0


@clause("star-blackjack-challenge 18.13")
def test_a_missed_shuffle_waits_for_the_end_of_the_round() -> None:
    floor = ready(ann=1, ben=3)
    round_with_cutting_card(floor, at=4)
    floor.bet("ann", 1, 10)
    floor.cards("5C 9H 5D")  # dealt although a shuffle was due
    assert floor.clauses(e.ShoeMoved) == ["18.13"]
    assert floor.state.in_round
    floor.hit("ann", 1)
    floor.cards("KC")
    floor.stand("ann", 1)
    floor.cards("KD")
    assert floor.net("ann") == cents(10) + cents(10)  # both rounds stand
    assert floor.state.shoe.status == "unshuffled"
    assert [x.clause for x in floor.log if isinstance(x, e.ShuffleDue)][-1] == "18.13"
    floor.bet("ann", 1, 10)
    floor.no("18.13", "dealer", o.Deal(parse_card("5C")))  # then: not after another round
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    load(floor)
    plain_round(floor, "ann")
    assert floor.clauses(e.ShoeMoved) == ["18.13"]
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 7.2", "star-blackjack-challenge 17.2")
def test_after_the_round_cards_go_to_the_rack_and_from_there_into_the_device() -> None:
    floor = ready(DEVICE, ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.clauses(e.RoundFinished) == ["17.2"]
    assert [str(card) for card in floor.state.shoe.out] == ["TC", "9D", "QH", "TD"]
    floor.bet("ann", 1, 10)
    floor.cards("8C 9H")
    floor.no("7.2", "dealer", o.ReloadRack())  # the initial deal is not complete
    ready(SHOE, ann=1).no("7.2", "dealer", o.ReloadRack())  # a shoe's discards stay in the rack
    floor.cards("8D")
    floor.ok("dealer", o.ReloadRack())
    assert floor.clauses(e.RackReloaded) == ["7.2"]
    # Only what lies on the layout is out of the device now.
    assert sorted(str(card) for card in floor.state.shoe.out) == ["8C", "8D", "9H"]


@clause("star-blackjack-challenge 7.2")
def test_a_dealer_who_is_a_machine_reloads_when_the_initial_deal_is_complete() -> None:
    floor = ready(DEVICE, ann=1)
    plain_round(floor, "ann")
    floor.bet("ann", 1, 10)
    for card, due in (("8C", False), ("9H", False), ("8D", True)):
        floor.cards(card)
        assert rack_due(floor.rules, floor.state) is due
    shoe = ready(SHOE, ann=1)
    plain_round(shoe, "ann")
    shoe.bet("ann", 1, 10)
    shoe.cards("8C 9H 8D")
    assert not rack_due(shoe.rules, shoe.state)


@clause("star-blackjack-challenge 4.9.2")
def test_whoever_opens_a_table_cannot_leave_the_burn_out() -> None:
    floor = ready(changed(SHOE, burns=False), ann=1)
    assert floor.clauses(e.CardBurned) == ["4.9.2"]


@clause("star-blackjack-challenge 7.2", "star-blackjack-challenge 18.14")
def test_a_missed_reload_waits_for_the_next_initial_deal() -> None:
    floor = ready(DEVICE, ann=1)
    plain_round(floor, "ann")
    floor.bet("ann", 1, 10)
    floor.cards("5C 9H 5D")
    floor.hit("ann", 1)
    floor.cards("KC")
    floor.no("18.14", "dealer", o.ReloadRack())
    floor.stand("ann", 1)
    floor.cards("KD")
    floor.no("18.14", "dealer", o.ReloadRack())
    floor.bet("ann", 1, 10)
    floor.cards("8C 9H 8D")
    floor.ok("dealer", o.ReloadRack())
    assert sorted(str(card) for card in floor.state.shoe.out) == ["8C", "8D", "9H"]


# Running out


@clause("star-blackjack-challenge 18.9")
def test_a_shoe_that_runs_out_is_shuffled_cut_and_burned_from_and_the_round_finished() -> None:
    """Challenge reading 88: with a shoe, shuffle the discards, cut, burn one, finish."""
    floor = ready(ann=1)
    run_down(floor, 3, "5C 9D 5H")
    floor.bet("ann", 1, 10)
    floor.cards("5C 9D")
    floor.no("18.9", "dealer", o.Shuffle())  # a card is left
    floor.cards("5H")
    floor.hit("ann", 1)
    floor.no("18.9", "dealer", o.Deal(parse_card("KC")))
    floor.ok("dealer", o.Shuffle())
    assert floor.clauses(e.CardsShuffled)[-1] == "18.9"
    floor.no("4.4.1", "dealer", o.Deal(parse_card("KC")))
    floor.ok("player", o.Cut("ann", 100), by="ann")
    floor.ok("dealer", o.Burn())
    assert sorted(str(card) for card in floor.state.shoe.out) == ["5C", "5H", "9D"]  # the layout
    floor.cards("KC")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(10)
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 18.9")
def test_a_device_that_runs_out_is_loaded_again_without_cut_or_burn() -> None:
    floor = ready(DEVICE, ann=1)
    run_down(floor, 3, "5C 9D 5H")
    floor.bet("ann", 1, 10)
    floor.cards("5C 9D 5H")
    floor.hit("ann", 1)
    floor.no("18.9", "dealer", o.Deal(parse_card("KC")))
    floor.ok("dealer", o.Shuffle())
    floor.no("4.1", "player", o.Cut("ann", 100), by="ann")
    floor.cards("KC")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(10)


@clause("star-blackjack-challenge 18.9", "star-blackjack-challenge 9.5")
def test_hands_already_collected_are_in_the_rack_that_is_shuffled() -> None:
    """ann has gone over: her cards lie in the rack. What lies on the layout stays out."""
    floor = ready(ann=1, ben=2)
    run_down(floor, 6, "TC 5C 9D 6D 5H KH")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC 5C 9D 6D 5H")
    floor.hit("ann", 1)
    floor.cards("KH")
    floor.hit("ben", 2)
    floor.ok("dealer", o.Shuffle())
    assert sorted(str(card) for card in floor.state.shoe.out) == ["5C", "5H", "9D"]
