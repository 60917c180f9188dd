"""Casino Canberra: the automated shuffling shoe, and what is done when it fails."""

from typing import Any

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from bythebook.table import what_is_due
from tests.books.canberra.floor import DEE, MANAGER, a_round, failing, opened, pack_without, ready
from tests.clauses import clause
from tests.table.floor import cents, m, o


@clause("canberra-blackjack 18.1", "canberra-blackjack 18.2")
def test_new_cards_are_shuffled_and_loaded_and_nobody_cuts() -> None:
    floor = opened(dealing="device")
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.no("18.2", "dealer", o.Deal(parse_card("TD")))
    floor.no("18.2", "player", o.Shuffle(), by="ann")
    floor.ok("dealer", o.Shuffle())
    assert floor.clauses(e.CardsShuffled) == ["18.2"]
    assert floor.state.shoe.status == "ready"
    floor.no("18.2", "player", o.Cut("ann", 100), by="ann")
    floor.no("18.2", "player", o.DeclineCut("ann"), by="ann")
    floor.no("18.2", "dealer", o.Insert((100,)))
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)


@clause("canberra-blackjack 18.1")
def test_there_is_no_cutting_card_in_an_automated_shoe() -> None:
    """Rule 5 goes, and 14.8 with it: there is nothing to deal past."""
    floor = failing()
    floor.no("18.2", "dealer", o.CuttingCard())
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.no("18.2", "dealer", o.CuttingCard())
    assert floor.state.shoe.shuffle_due == ""


@clause("canberra-blackjack 18.1", "canberra-blackjack 18.2")
def test_the_cards_of_a_finished_round_go_back_and_may_come_again() -> None:
    """Four decks have four tens of diamonds: with a shoe the fifth is irregular, here it is not."""
    floor = ready(dealing="device", decks=4)
    for _ in range(6):
        floor.bet("ann", 1, 10)
        floor.cards("TD 7C 9C")
        floor.stand("ann", 1)
        floor.cards("TS")
    assert floor.net("ann") == cents(60)
    shoe = ready(decks=4)
    for _ in range(4):
        shoe.bet("ann", 1, 10)
        shoe.cards("TD 7C 9C")
        shoe.stand("ann", 1)
        shoe.cards("TS")
    shoe.bet("ann", 1, 10)
    shoe.deal("TD")
    assert [card.kind for card in shoe.state.irregular] == ["wrong-card"]


@clause("canberra-blackjack 18.1")
def test_the_discards_are_not_shuffled_in_mid_round_with_an_automated_shoe() -> None:
    """14.6 has no effect: an empty automated shoe makes it impractical to go on (16.3)."""
    floor = ready(dealing="device", decks=4)
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    for card in pack_without(4, "TD 7C 9C"):
        floor.ok("dealer", m.FaceUp(card))
    floor.stand("ann", 1)
    refused = floor.no("6.1", "dealer", o.Deal(parse_card("TS")))
    assert "14.6" not in refused.clause
    floor.no("18.2", "dealer", o.Shuffle())
    floor.ok(MANAGER, o.VoidRound("16.3"), why="no card is left")
    assert floor.net("ann") == 0


# Malfunction


@clause(
    "canberra-blackjack 18.3", "canberra-blackjack 18.3(a)(i)", "canberra-blackjack 18.3(a)(ii)",
    "canberra-blackjack 18.3(a)(iii)",
)  # fmt: skip
def test_the_round_is_finished_from_an_ordinary_shoe() -> None:
    floor = failing()
    floor.no("18.3", "player", m.Malfunction(), by="ann")
    floor.ok("dealer", m.Malfunction())
    assert floor.entries("malfunction")[0].clause == "18.3"
    assert floor.clauses(e.CardsShuffled)[-1] == "18.3(a)(i)"
    assert floor.clauses(e.DealingChanged) == ["18.3(a)(iii)"]
    assert floor.state.setup is not None
    assert floor.state.setup.dealing == "shoe"
    asked = []
    while (due := what_is_due(floor.rules, floor.state)).player:
        asked.append((due.player, due.clause))
        floor.ok("player", o.DeclineCut(due.player), by=due.player)
    # The far right first, then from the first box; if nobody will, the supervisor.
    assert asked == [("cal", "18.3(a)(ii)"), ("ann", "5.2(d)"), ("ben", "5.2(d)")]
    floor.no("5.2", "dealer", o.Cut("", 100))
    floor.no("5.3", "supervisor", o.Cut("", 51))
    floor.ok("supervisor", o.Cut("", 52))
    assert floor.state.shoe.status == "ready"
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 18.3(a)(i)", "canberra-blackjack 18.3(a)(iii)")
@pytest.mark.parametrize("burned", ["", "2D", "2D 3D"])
def test_only_what_remains_in_the_automated_shoe_is_shuffled(burned: str) -> None:
    """The rack's cards stay out, and so do those on the layout; a card drawn in error is next."""
    floor = ready(dealing="device", decks=4)
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 2C")
    for card in burned.split():
        floor.ok("dealer", m.FaceUp(parse_card(card)))
    floor.ok("dealer", m.DrawnInError(parse_card("8S")))
    floor.ok("dealer", m.Malfunction())
    out = [str(card) for card in floor.state.shoe.out]
    assert out == ["TD", "7C", "2C", *burned.split(), "8S"]
    left = 208 - len(out)
    floor.no("5.3", "player", o.Cut("ben", left - 51), by="ben")
    floor.ok("player", o.Cut("ben", left - 52), by="ben")
    floor.hit("ann", 1)
    floor.no("14.2", "dealer", o.Deal(parse_card("9S")))
    floor.cards("8S")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)  # 20 against 17


@clause("canberra-blackjack 18.3(a)(ii)", "canberra-blackjack 5.3")
@pytest.mark.parametrize(
    ("left", "from_front", "fits"),
    [
        (100, 0, False), (100, 1, True), (100, 99, True), (100, 100, False),
        (104, 51, False), (104, 52, True), (104, 53, False),
        (105, 51, False), (105, 53, True), (105, 54, False),
    ],
)  # fmt: skip
def test_one_deck_from_either_end_where_there_are_two_decks_left(
    left: int, from_front: int, fits: bool
) -> None:
    """What remains in the automated shoe is cut: below 104 cards neither packet may be empty."""
    floor = failing(decks=4)
    for card in pack_without(4, "TD 7C 9C")[left:]:
        floor.ok("dealer", m.FaceUp(card))
    floor.ok("dealer", m.Malfunction())
    order = o.Cut("cal", from_front)
    if fits:
        floor.ok("player", order, by="cal")
    else:
        floor.no("5.3", "player", order, by="cal")


@clause("canberra-blackjack 18.3", "canberra-blackjack 14.6")
def test_during_the_manual_completion_the_discards_are_shuffled_if_cards_run_out() -> None:
    """An ordinary shoe is in use, so 14.6 has its effect again."""
    floor = failing(decks=4)
    for card in pack_without(4, "TD 7C 9C 2C 2D"):
        floor.ok("dealer", m.FaceUp(card))
    floor.ok("dealer", m.Malfunction())
    floor.ok("player", o.Cut("cal", 1), by="cal")
    floor.stand("ann", 1)
    floor.cards("2C 2D")
    assert floor.due() == 0  # the dealer has 11, and the shoe is empty
    floor.no("14.6", "dealer", o.Deal(parse_card("TS")))
    floor.ok("dealer", o.Shuffle())
    assert floor.clauses(e.CardsShuffled)[-1] == "14.6"
    # Cut by the rules again: 203 cards, all but those on the layout.
    floor.no("5.2(d)", "player", o.Cut("cal", 100), by="cal")
    floor.no("5.3", "player", o.Cut("ann", 203 - 51), by="ann")
    floor.ok("player", o.Cut("ann", 203 - 52), by="ann")
    floor.cards("7S")
    assert floor.net("ann") == cents(10)  # 19 against 18
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 18.3(b)")
@pytest.mark.parametrize("dealing", ["shoe", "device"])
def test_after_that_round_the_shoe_is_replaced_and_new_cards_are_used(dealing: str) -> None:
    floor = failing()
    floor.ok("dealer", m.Malfunction())
    floor.ok("player", o.Cut("cal", 100), by="cal")
    replace = m.ReplaceDevice(dealing)
    floor.no("18.3(b)", "supervisor", replace, second=DEE)
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.bet("ann", 1, 10)
    floor.no("18.3(b)", "dealer", o.Deal(parse_card("TD")))
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.no("18.3(b)", "dealer", replace)
    floor.ok("supervisor", replace, second=DEE)
    assert floor.state.setup is not None
    assert floor.state.setup.dealing == dealing
    assert floor.state.shoe.status == "unshuffled"
    # An ordinary shoe ends the rules of Rule 18; it is not the tournament rule that ends.
    floor.ok("dealer", o.Shuffle())
    if dealing == "shoe":
        assert floor.clauses(e.CardsShuffled)[-1] == "5.1"
        floor.ok("player", o.Cut("ann", 100), by="ann")
        floor.ok("dealer", o.Insert((100,)))
    else:
        assert floor.clauses(e.CardsShuffled)[-1] == "18.2"
    a_round(floor)
    assert floor.net("ann") == cents(20)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 18.3(b)", "canberra-blackjack 2.4")
@pytest.mark.parametrize(
    "second",
    [None, o.Person("supervisor", "supervisor"), o.Person("ann", "player")],
    ids=["nobody", "herself", "a player"],
)
def test_the_new_cards_of_a_replacement_are_checked_by_two(second: Any) -> None:
    floor = ready(dealing="device")
    a_round(floor)
    floor.no("2.4", "supervisor", m.ReplaceDevice("shoe"), second=second)
    floor.malformed("supervisor", m.ReplaceDevice("hand"), second=DEE)
    floor.ok("supervisor", m.ReplaceDevice("shoe"), second=DEE)
    entry = floor.entries("replace-device")[0]
    assert (entry.clause, entry.second, entry.about) == ("18.3(b)", DEE, "shoe")


@clause("canberra-blackjack 18.3(b)")
def test_a_fault_between_rounds_goes_straight_to_the_replacement() -> None:
    floor = failing()
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.ok("supervisor", m.ReplaceDevice("shoe"), second=DEE)
    floor.ok("dealer", o.Shuffle())
    floor.no("5.2(d)", "player", o.Cut("cal", 100), by="cal")
    floor.ok("player", o.Cut("ann", 100), by="ann")


@clause("canberra-blackjack 18.3(b)")
@pytest.mark.parametrize("lying", [False, True], ids=["nothing down", "a wager down"])
@pytest.mark.parametrize("can_finish", [False, True])
def test_a_fault_between_rounds_stops_play_until_the_shoe_is_replaced(
    lying: bool, can_finish: bool
) -> None:
    """Nothing of 18.3(a): no ordinary shoe by the way, no old cards, nobody cuts."""
    floor = ready(dealing="device")
    a_round(floor)
    if lying:
        floor.bet("ann", 1, 10)
    floor.ok("dealer", m.Malfunction(can_finish=can_finish))
    assert floor.state.setup is not None
    assert floor.state.setup.dealing == "device"
    if not lying:
        floor.bet("ann", 1, 10)
    floor.no("18.3(b)", "dealer", o.Deal(parse_card("TD")))
    floor.no("18.3(b)", "dealer", m.ReplaceDevice("device"), second=DEE)
    floor.ok("supervisor", m.ReplaceDevice("device"), second=DEE)
    assert what_is_due(floor.rules, floor.state).clause == "18.2"
    floor.ok("dealer", o.Shuffle())
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(20)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 18.3", "canberra-blackjack 16.3")
def test_cards_unfit_for_use_that_cannot_be_changed_void_the_round() -> None:
    floor = failing()
    floor.ok(MANAGER, m.Malfunction(can_finish=False), why="the cards are torn")
    assert floor.state.last is not None
    assert floor.state.last.voided == "16.3"
    assert floor.net("ann") == 0


@clause("canberra-blackjack 16.3", "canberra-blackjack 18.3")
def test_whether_a_round_cannot_be_finished_is_for_the_manager_to_say() -> None:
    floor = ready(dealing="device")
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    torn = m.Malfunction(can_finish=False)
    floor.no("16.3", "dealer", torn, why="torn cards")
    floor.no("16.3", "supervisor", torn, why="torn cards")
    assert floor.state.in_round is True
    floor.ok(MANAGER, torn, why="torn cards")
    assert floor.state.last is not None
    assert (floor.state.last.voided, floor.net("ann")) == ("16.3", 0)
    floor.bet("ann", 1, 10)
    floor.no("18.3(b)", "dealer", o.Deal(parse_card("TD")))


@clause("canberra-blackjack 18.3")
def test_an_ordinary_shoe_has_no_malfunction() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    floor.no("18.3", "dealer", m.Malfunction())
