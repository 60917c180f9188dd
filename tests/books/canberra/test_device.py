"""Casino Canberra: the automated shuffling shoe, and what is done when it fails."""

import pytest

from bythebook.cards import CARDS, Card, parse_card
from bythebook.table import events as e
from bythebook.table import what_is_due
from tests.books.canberra.test_opening import DEE, MANAGER, a_round, opened, ready
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o

DECK = tuple(card for card in CARDS.values() if not card.joker)
SEATS = {"ann": 1, "ben": 3, "cal": 5}


def pack_without(decks: int, text: str) -> list[Card]:
    """All cards of so many decks but these."""
    pack = [card for card in DECK for _ in range(decks)]
    for card in text.split():
        pack.remove(parse_card(card))
    return pack


def failing(decks: int = 8) -> Floor:
    """Ann has 19 against a 7 when the automated shoe fails."""
    floor = ready(seats=SEATS, dealing="device", decks=decks)
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    return floor


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
    """Four decks have four tens of diamonds: with a shoe the fifth is astray, here it is not."""
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
    assert [astray.kind for astray in shoe.state.astray] == ["wrong-card"]


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


@clause("canberra-blackjack 18.3(b)")
def test_a_fault_between_rounds_goes_straight_to_the_replacement() -> None:
    floor = failing()
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.ok("supervisor", m.ReplaceDevice("shoe"), second=DEE)
    floor.ok("dealer", o.Shuffle())
    floor.no("5.2(d)", "player", o.Cut("cal", 100), by="cal")
    floor.ok("player", o.Cut("ann", 100), by="ann")


@clause("canberra-blackjack 18.3", "canberra-blackjack 16.3")
def test_cards_unfit_for_use_that_cannot_be_changed_void_the_round() -> None:
    floor = failing()
    floor.ok(MANAGER, m.Malfunction(can_finish=False), why="the cards are torn")
    assert floor.state.last is not None
    assert floor.state.last.voided == "16.3"
    assert floor.net("ann") == 0


@clause("canberra-blackjack 18.3")
def test_an_ordinary_shoe_has_no_malfunction() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 9C")
    floor.no("18.3", "dealer", m.Malfunction())
