"""Cards that go wrong at a Tasmanian table: rule 19, card by card."""

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.table import events as e
from bythebook.table import what_is_due
from tests.books.tasmania.floor import (
    MAIN,
    MR,
    betting,
    hand,
    pairs_setup,
    pontoon_setup,
    quick_round,
    resolutions,
    setup,
    shuffled,
    started,
)
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o

# A card dealt in error


@clause("tasmania-blackjack 19.1")
def test_a_card_drawn_when_none_is_due_is_the_next_card() -> None:
    floor = betting(ann=20, ben=20)
    floor.cards("TC 9C 6D 5H 9H")
    floor.deal("4S")  # ann has not asked for it
    floor.no("19.4", "player", o.Decide(c.Hit(1)), by="ann")  # first it is put right
    floor.ok("dealer", m.Resolve("next-card"))
    assert resolutions(floor) == [("next-card", "19.1")]
    assert [str(card) for card in floor.state.shoe.next] == ["4S"]
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.no("19.1", "dealer", o.Deal(parse_card("KS")))  # that one comes first
    floor.cards("4S 9S")  # the dealer's 19
    assert (floor.net("ann"), floor.net("ben")) == (-cents(20), -cents(20))
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.1")
def test_a_card_shown_or_laid_aside_in_error_is_used_as_well() -> None:
    for burned in (False, True):
        floor = betting(ann=20)
        floor.cards("TC 6D 5H")
        floor.ok("dealer", m.DrawnInError(parse_card("4S"), burned=burned))
        floor.hit("ann", 1)
        floor.no("19.1", "dealer", o.Deal(parse_card("KS")))
        floor.cards("4S")
        assert hand(floor, 1) == ["TC", "5H", "4S"]
        assert floor.state.shoe.next == ()


@clause("tasmania-blackjack 19.1")
def test_after_the_initial_deal_a_card_on_the_wrong_box_is_still_the_next_card() -> None:
    """Also when something has been settled, as Perfect Pairs are before the first decision."""
    floor = started(pairs_setup(), ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "perfect-pairs")
    floor.bet("ben", 2, 10)
    floor.cards("TC 9C 7H 2C 9H")
    floor.hit("ann", 1)
    floor.deal("8C", to=2)
    floor.ok("dealer", m.Resolve("next-card"))
    floor.cards("8C")
    assert hand(floor, 1) == ["TC", "2C", "8C"]
    assert hand(floor, 2) == ["9C", "9H"]
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(5), cents(10))
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.1")
def test_cards_dealt_though_nobody_has_a_wager_are_known_to_nobody_who_wagers() -> None:
    """Shown beyond the last finished hand they are out; unseen they are the next."""
    floor = started(ann=1)
    floor.deal("8C", to=1)
    floor.no("19.2", "dealer", m.Resolve("next-card"))
    floor.ok("dealer", m.Resolve("burn"))
    floor.deal("8D", exposed=False)
    floor.ok("dealer", m.Resolve("hold-over"))
    floor.bet("ann", 1, 10)
    floor.cards("8D")
    assert hand(floor, 1) == ["8D"]
    assert [str(card) for card in floor.state.shoe.burned] == ["8C"]


# A card too many for the dealer


def finished() -> Floor:
    floor = betting(ann=20)
    floor.cards("TC TD 9H")
    floor.stand("ann", 1)
    floor.cards("7D")
    assert floor.net("ann") == cents(20)
    return floor


@clause("tasmania-blackjack 19.2")
def test_an_exposed_card_too_many_is_discarded() -> None:
    floor = finished()
    floor.deal("4C", to=0)
    floor.no("19.2", "dealer", m.Resolve("next-card"))
    floor.no("19.2", "dealer", m.Resolve("hold-over"))
    floor.ok("dealer", m.Resolve("burn"))
    assert resolutions(floor) == [("burn", "19.2")]
    assert floor.state.shoe.burned == (parse_card("4C"),)
    assert floor.net("ann") == cents(20)  # it is not the dealer's 21
    quick_round(floor)


@clause("tasmania-blackjack 19.2", "tasmania-blackjack 19.1")
def test_an_unexposed_one_is_the_first_card_of_the_next_round() -> None:
    floor = finished()
    floor.deal("4C", to=0, exposed=False)
    floor.no("19.1", "dealer", m.Resolve("burn"))
    floor.ok("dealer", m.Resolve("hold-over"))
    assert resolutions(floor) == [("hold-over", "19.1")]
    assert floor.state.shoe.held_over is True
    assert floor.net("ann") == cents(20)
    floor.bet("ann", 1, 10)
    floor.cards("4C")
    assert (hand(floor, 1), floor.state.shoe.held_over) == (["4C"], False)


@clause("tasmania-blackjack 19.2")
def test_if_a_shuffle_comes_first_it_joins_the_shuffle() -> None:
    floor = finished()
    floor.deal("4C", to=0, exposed=False)
    floor.ok("dealer", m.Resolve("hold-over"))
    floor.ok("dealer", o.CuttingCard())
    shuffled(floor)
    assert (floor.state.shoe.held_over, floor.state.shoe.out) == (False, ())
    floor.bet("ann", 1, 10)
    floor.cards("9C")


@clause("tasmania-blackjack 19.2", "tasmania-blackjack 19.3")
def test_a_card_held_over_that_is_seen_before_it_is_dealt_is_out() -> None:
    floor = started(ann=1)
    quick_round(floor)
    floor.deal("4C", to=0, exposed=False)
    floor.ok("dealer", m.Resolve("hold-over"))
    floor.bet("ann", 1, 10)
    floor.ok("dealer", m.FaceUp(parse_card("4C")))
    assert floor.clauses(e.CardBurned) == ["19.2"]
    assert floor.state.shoe.held_over is False
    assert floor.state.in_round is False  # no card of a round has left the shoe
    floor.cards("9C")


# A card face up


@clause("tasmania-blackjack 19.3")
def test_a_card_face_up_in_the_shoe_is_not_used() -> None:
    floor = betting(ann=20)
    floor.cards("TC TD 6H")
    floor.hit("ann", 1)
    floor.ok("dealer", m.FaceUp(parse_card("KC")))
    assert floor.clauses(e.CardBurned) == ["19.3"]
    assert floor.due() == 1  # the next card takes its place
    floor.cards("4C")
    assert hand(floor, 1) == ["TC", "6H", "4C"]
    floor.stand("ann", 1)
    floor.ok("dealer", m.FaceUp(parse_card("KS")))
    floor.cards("8D")
    assert floor.net("ann") == cents(20)  # 20 against 18
    assert [str(card) for card in floor.state.shoe.burned] == ["KC", "KS"]
    assert [x.about for x in floor.entries("face-up")] == ["KC", "KS"]
    assert floor.replayed() == floor.state


# A card in the wrong place


@clause("tasmania-blackjack 19.4")
def test_a_card_on_the_wrong_box_is_put_where_it_belongs() -> None:
    floor = betting(ann=20, ben=20)
    floor.cards("TC")
    floor.deal("9D", to=0)  # ben's first card
    floor.no("19.4", "dealer", o.Deal(parse_card("7H")))
    floor.no("19.4", "dealer", m.Resolve("rebuild"))
    floor.ok("inspector", m.Resolve("rebuild"))
    assert resolutions(floor) == [("rebuild", "19.4")]
    assert (hand(floor, 2), floor.due()) == (["9D"], 0)
    floor.cards("7H 9C 8D")
    assert hand(floor, 1) == ["TC", "9C"]


@clause("tasmania-blackjack 19.4")
def test_hands_found_wrong_after_the_initial_deal_are_rebuilt() -> None:
    """Box 2 was dealt before box 1: the cards are set in the order they should have had."""
    floor = betting(ann=20, ben=30)
    floor.cards("9C TC 7D 8H 6H")
    assert (hand(floor, 1), hand(floor, 2)) == (["9C", "8H"], ["TC", "6H"])
    right = tuple(parse_cards("TC 9C 7D 6H 8H"))
    floor.no("19.4", "dealer", m.Rebuild(1, right))
    floor.malformed("inspector", m.Rebuild(1, tuple(parse_cards("TC 9C 7D 6H 8S"))))
    floor.ok("inspector", m.Rebuild(1, right))
    assert (hand(floor, 1), hand(floor, 2)) == (["TC", "6H"], ["9C", "8H"])
    assert floor.clauses(e.RoundRewound) == ["19.4"]
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")  # 17: ann's 16 loses, ben's 17 is void
    assert (floor.net("ann"), floor.net("ben")) == (-cents(20), 0)
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.4")
def test_not_once_a_wager_has_been_settled() -> None:
    floor = betting(ann=20, ben=20)
    floor.cards("AC 9C 7D KH 8H")
    # Ann's Blackjack was paid at once against a 7.
    assert floor.state.round is not None
    assert floor.state.round.net["ann"] == cents(30)
    floor.no("19.4", "inspector", m.Rebuild(1, tuple(parse_cards("9C AC 7D 8H KH"))))
    floor.stand("ben", 2)
    floor.cards("TS")
    floor.no("19.4", "inspector", m.Rebuild(1, tuple(parse_cards("9C AC 7D 8H KH TS"))))
    assert (floor.net("ann"), floor.net("ben")) == (cents(30), 0)


@clause("tasmania-blackjack 19.4")
def test_unless_no_settled_hand_changes() -> None:
    """Tasmania reading 40: ann's Blackjack stays paid, ben's and cal's cards were swapped."""
    floor = betting(ann=20, ben=20, cal=20)
    floor.cards("AC 9C TC 7D KH 8H 6H")
    floor.ok("inspector", m.Rebuild(2, tuple(parse_cards("TC 9C 7D KH 6H 8H"))))
    assert [hand(floor, box) for box in (1, 2, 3)] == [["AC", "KH"], ["TC", "6H"], ["9C", "8H"]]
    floor.stand("ben", 2)
    floor.stand("cal", 3)
    floor.cards("TS")  # 17
    nets = [floor.net(name) for name in ("ann", "ben", "cal")]
    assert nets == [cents(30), -cents(20), 0]
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.4")
def test_nor_in_the_subsequent_deal() -> None:
    floor = betting(ann=20, ben=20)
    floor.cards("9C TC 7D 8H 6H")
    floor.hit("ann", 1)
    floor.cards("2C")
    floor.no("19.4", "inspector", m.Rebuild(1, tuple(parse_cards("TC 9C 7D 6H 8H 2C"))))


def ways(floor: Floor) -> dict[str, str]:
    expected = what_is_due(floor.rules, floor.state)
    assert expected.what == "put-right"
    return expected.ways


@clause("tasmania-blackjack 19.4", "tasmania-blackjack 19.5", "tasmania-blackjack 19.7")
def test_what_may_be_done_with_a_card_in_the_wrong_place_and_nothing_else() -> None:
    """On a wagered box it is moved, or a box was passed over; on an empty one it is moved."""
    floor = started(ann=1, ben=2, cal=3)
    for name, box in (("ann", 1), ("ben", 2), ("cal", 3)):
        floor.bet(name, box, 20)
    floor.deal("9C", to=2)
    assert ways(floor) == {"rebuild": "19.4", "missed": "19.7:one-card"}
    floor.no("19.4", "inspector", m.MissedCard())
    floor.no("19.4", "dealer", m.Resolve("discard"))
    floor.ok("inspector", m.Resolve("rebuild"))
    floor.deal("8C", to=5)
    assert ways(floor) == {"rebuild": "19.4"}
    floor.ok("inspector", m.Resolve("rebuild"))
    floor.deal("7C", to=1)  # her second, before the others have their first
    assert ways(floor) == {"rebuild": "19.4", "missed": "19.7:one-card"}
    floor.ok("inspector", m.Resolve("rebuild"))
    floor.cards("7D 9H 8H 6H")
    floor.hit("ann", 1)
    floor.deal("2C", to=3)
    assert ways(floor) == {"next-card": "19.8"}
    floor.ok("dealer", m.Resolve("next-card"))
    floor.cards("2C")
    assert floor.state.round is not None
    assert floor.state.round.hand(1, 1).total == 20


# A box without a wager


@clause("tasmania-blackjack 19.5")
def test_a_hand_on_a_box_without_a_wager_is_discarded_in_the_subsequent_deal() -> None:
    floor = betting(ann=20)
    floor.cards("TC")
    floor.no("19.4", "dealer", m.FindHand(2, parse_cards("5D KD")))
    floor.cards("7D 9C")
    floor.hit("ann", 1)
    floor.ok("dealer", m.FindHand(2, parse_cards("5D KD")))
    assert floor.clauses(e.CardBurned) == ["19.5", "19.5"]
    assert [str(card) for card in floor.state.shoe.burned] == ["5D", "KD"]
    floor.cards("2H")
    assert hand(floor, 1) == ["TC", "9C", "2H"]
    floor.cards("TS")
    assert floor.net("ann") == cents(20)  # 21 against 17
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.4", "tasmania-blackjack 19.5")
def test_found_during_the_initial_deal_such_a_card_goes_where_it_was_due() -> None:
    """Tasmania reading 41."""
    floor = betting(ann=20)
    floor.cards("TC")
    floor.deal("7D", to=2)
    floor.ok("inspector", m.Resolve("rebuild"))
    assert resolutions(floor) == [("rebuild", "19.4")]
    assert floor.state.round is not None
    assert [str(card) for card in floor.state.round.dealer] == ["7D"]


# A decision skipped or misunderstood


@clause("tasmania-blackjack 19.8", "tasmania-blackjack 19.8:later-cards")
def test_after_a_skipped_decision_all_later_cards_are_dealt_again() -> None:
    """Ben is passed over although he wanted a card: back to his turn, the cards in order."""
    floor = betting(ann=20, ben=20)
    floor.cards("TC 9C 7D 9H 3H")
    floor.stand("ann", 1)
    floor.put_down(c.Stand(2))  # the dealer's mistake
    floor.cards("5S")  # 12, not finished
    floor.no("19.8", "dealer", m.Rewind(5, 1, box=2))
    floor.no("19.8", "inspector", m.Rewind(5, box=1))  # ann stood herself
    floor.no("19.8", "inspector", m.Rewind(5, 1, box=1))
    floor.no("19.8", "inspector", m.Rewind(5, 1, box=2), by="dee")  # whose mistake it was
    floor.ok("inspector", m.Rewind(5, 1, box=2))
    assert floor.clauses(e.RoundRewound) == ["19.8"]
    assert [str(card) for card in floor.state.shoe.next] == ["5S"]
    assert [x.about for x in floor.entries("rewind")] == ["box 2, back to card 5"]
    floor.hit("ben", 2)
    floor.no("19.1", "dealer", o.Deal(parse_card("TS")))
    floor.cards("5S")
    assert hand(floor, 2) == ["9C", "3H", "5S"]
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(20), 0)  # 19 and 17 against 17
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.8")
def test_who_let_their_time_pass_was_given_the_option() -> None:
    """Tasmania reading 38: a hand that was finished by direction is no error of the dealer's."""
    floor = betting(ann=20, ben=20)
    floor.cards("TC 9C 7D 6H 3H")
    direction = o.DirectHand(1, "ann", gone=True)
    floor.no("13.4", MR, direction, asked="dee")  # the option is still open
    floor.wait(5)
    floor.ok(MR, direction, asked="dee")
    floor.hit("ben", 2)
    floor.cards("5S")
    floor.no("19.8", "inspector", m.Rewind(5, box=1))


@clause("tasmania-blackjack 19.8", "tasmania-blackjack 19.8:later-cards")
def test_what_was_collected_after_the_error_is_given_back_while_the_round_is_open() -> None:
    """Ann stood, the dealer gave her a card, and went on to ben (Tasmania reading 38)."""
    floor = betting(ann=20, ben=20)
    floor.cards("TC TD 7D 5H 2H")
    floor.put_down(c.Hit(1))  # misunderstood
    floor.cards("KS")  # 25: collected
    floor.hit("ben", 2)
    floor.cards("6S")  # 18
    floor.ok("inspector", m.Rewind(5, box=1))
    assert [str(card) for card in floor.state.shoe.next] == ["KS", "6S"]
    floor.stand("ann", 1)
    floor.hit("ben", 2)
    floor.cards("KS")  # now ben's: 22
    floor.cards("6S TH")  # the dealer: 7, 6, ten: over
    assert (floor.net("ann"), floor.net("ben")) == (cents(20), -cents(20))
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.8")
def test_once_the_round_is_over_its_result_stands() -> None:
    floor = finished()
    floor.no("19.8", "inspector", m.Rewind(3))
    assert floor.net("ann") == cents(20)


@clause("tasmania-blackjack 19.8", "tasmania-blackjack 12.1(a)")
def test_a_blackjack_paid_before_the_error_stays_paid() -> None:
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 20)
    floor.bet("ben", 2, 20)
    floor.cards("AC 9C 7D KH 3H")
    floor.put_down(c.Stand(2))  # the dealer's mistake: ben wanted a card
    floor.cards("5S")
    floor.ok("inspector", m.Rewind(5, box=2))
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
    floor.malformed("inspector", m.Rewind(cards, box=1))


def passed_over() -> Floor:
    """Ann insured 10.00 and stood; ben wanted a card and was passed over; 5S is out."""
    floor = started(ann=1, ben=2)
    floor.bet("ann", 1, 20)
    floor.bet("ben", 2, 20)
    floor.cards("TC 9C AD 9H 3H")
    floor.play("ann", c.Insure(1, cents(10)))
    floor.proceed()
    floor.stand("ann", 1)
    floor.put_down(c.Stand(2))
    floor.cards("5S")
    return floor


@clause("tasmania-blackjack 19.8", "tasmania-blackjack 19.8:later-cards")
def test_what_was_right_before_the_error_stands() -> None:
    """Tasmania reading 38: back to the wrong act. Insurance and ann's decision came before it."""
    floor = passed_over()
    floor.ok("inspector", m.Rewind(5, decisions=3, box=2))
    round_ = floor.state.round
    assert round_ is not None
    assert [(w.player, w.amount) for w in round_.insurances] == [("ann", cents(10))]
    due = what_is_due(floor.rules, floor.state)
    assert (due.what, due.box, due.player) == ("decision", 2, "ben")
    floor.hit("ben", 2)
    floor.cards("5S")
    floor.stand("ben", 2)
    floor.cards("KD")  # Blackjack
    assert (floor.net("ann"), floor.net("ben")) == (0, -cents(20))
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.8")
@pytest.mark.parametrize("decisions", [-1, 5])
def test_no_more_decisions_stand_than_were_taken(decisions: int) -> None:
    passed_over().malformed("inspector", m.Rewind(5, decisions=decisions, box=2))


@clause("tasmania-blackjack 19.8")
@pytest.mark.parametrize(
    ("decisions", "box", "wrong"),
    [(0, 1, False), (1, 2, True), (2, 1, False), (3, 2, True), (4, 2, False)],
)
def test_only_what_the_dealer_put_down_was_misunderstood(
    decisions: int, box: int, wrong: bool
) -> None:
    """Ann insured and stood herself; that play goes on, and ben's standing, came of the dealer."""
    floor = passed_over()
    order = m.Rewind(5, decisions=decisions, box=box)
    if wrong:
        floor.ok("inspector", order)
    else:
        floor.no("19.8", "inspector", order)


# Cards that are not of these decks


@pytest.mark.parametrize("game", ["blackjack", "federal-pontoon"])
@clause("tasmania-blackjack 4.1", "tasmania-blackjack 21.1")
def test_a_card_that_cannot_be_in_the_decks_is_put_aside(game: str) -> None:
    """The book has no rule for foreign cards: it is not of the decks, the next one takes over."""
    wanted = setup(decks=4) if game == "blackjack" else pontoon_setup(decks=4)
    floor = started(wanted, ann=1)
    if game == "blackjack":
        for _ in range(4):
            floor.ok("dealer", m.FaceUp(parse_card("TC")))
    floor.bet("ann", 1, 20)
    floor.cards("KC 7D")
    floor.deal("TC")
    says = "4.1" if game == "blackjack" else "21.1"
    floor.no(says, "dealer", m.Resolve("next-card"))
    floor.ok("dealer", m.Resolve("discard"))
    assert resolutions(floor) == [("discard", says)]
    floor.cards("9C")
    assert hand(floor, 1) == ["KC", "9C"]
    assert floor.state.limits == MAIN


# What the staff report


@clause("tasmania-blackjack 19.1", "tasmania-blackjack 19.7:one-card")
def test_what_the_staff_report_is_on_record() -> None:
    floor = started(ann=1)
    floor.bet("ann", 1, 10)
    floor.cards("8C 7D")
    floor.ok("inspector", m.MissedCard())
    assert [(x.by.role, x.clause) for x in floor.entries("missed-card")] == [("inspector", "19.7")]
    floor.ok("dealer", m.DrawnInError(parse_card("4S")))
    assert [(x.about, x.clause) for x in floor.entries("drawn-in-error")] == [("4S", "19.1")]
