"""Casino Canberra: irregular cards, hands put right, players who are absent."""

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.game import events as g
from bythebook.table import events as e
from bythebook.table import what_is_due
from tests.books.canberra.floor import MANAGER, a_round, ready
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o

WHY = "the dealer saw it"


def playing(seats: dict[str, int] | None = None) -> Floor:
    """Ann has 12 against a 7 and is to decide."""
    floor = ready(seats=seats)
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C 2C")
    return floor


def dealer_cards(floor: Floor) -> str:
    round_ = floor.state.round or floor.state.last
    assert round_ is not None
    return " ".join(str(card) for card in round_.dealer)


def hand_cards(floor: Floor, box: int, hand: int = 1) -> str:
    round_ = floor.state.round or floor.state.last
    assert round_ is not None
    return " ".join(str(card) for card in round_.hand(box, hand).cards)


def burned(floor: Floor) -> str:
    return " ".join(str(card) for card in floor.state.shoe.burned)


# Cards face up, and cards drawn in error


@clause("canberra-blackjack 14.1")
def test_a_face_up_card_is_burned_and_another_takes_its_place() -> None:
    floor = playing()
    floor.hit("ann", 1)
    floor.no("14.1", "player", m.FaceUp(parse_card("9S")), by="ann")
    floor.ok("dealer", m.FaceUp(parse_card("9S")))
    assert floor.due() == 1
    floor.cards("8S")
    assert hand_cards(floor, 1) == "TD 2C 8S"
    assert floor.clauses(e.CardBurned) == ["14.1"]
    assert floor.entries("face-up")[0].about == "9S"
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 14.1", "canberra-blackjack A:round-of-play")
def test_a_face_up_first_card_has_left_the_shoe_and_begins_the_round() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.ok("dealer", m.FaceUp(parse_card("AS")))
    assert floor.state.in_round is True
    floor.no("4.3", "player", o.TakeOff(1, "ann"), by="ann")
    floor.cards("TD 7C 9C")
    assert hand_cards(floor, 1) == "TD 9C"


@clause("canberra-blackjack 14.2")
def test_a_card_drawn_in_error_is_the_next_one_out() -> None:
    floor = playing()
    floor.ok("dealer", m.DrawnInError(parse_card("8S")))
    assert floor.clauses(e.CardsPutNext) == ["14.2"]
    floor.hit("ann", 1)
    floor.no("14.2", "dealer", o.Deal(parse_card("9S")))
    floor.cards("8S")
    assert hand_cards(floor, 1) == "TD 2C 8S"
    assert floor.state.shoe.next == ()


@clause("canberra-blackjack 14.2")
def test_nobody_may_refuse_a_card_drawn_in_error_by_having_seen_it() -> None:
    """Seen or not, it stays next: whoever stands leaves it to the next hand, here the dealer's."""
    floor = playing()
    floor.ok("dealer", m.DrawnInError(parse_card("TS")))
    floor.no("14.2", "player", o.Decide(c.RefuseCard(1)), by="ann")
    floor.stand("ann", 1)
    assert floor.due() == 0
    floor.no("14.2", "dealer", o.Deal(parse_card("9S")))
    floor.cards("TS")
    assert dealer_cards(floor) == "7C TS"
    assert floor.net("ann") == -cents(10)


@clause("canberra-blackjack 14.2")
@pytest.mark.parametrize("exposed", [True, False])
def test_a_card_dealt_while_none_is_due_is_kept_for_the_next_hand(exposed: bool) -> None:
    floor = playing()
    floor.deal("8S", 1, exposed)
    expected = what_is_due(floor.rules, floor.state)
    assert (expected.what, expected.ways) == ("put-right", {"next-card": "14.2"})
    floor.no("14.4", "player", o.Decide(c.Hit(1)), by="ann")
    floor.ok("dealer", m.Resolve("next-card"))
    floor.hit("ann", 1)
    floor.cards("8S")
    assert hand_cards(floor, 1) == "TD 2C 8S"


@clause("canberra-blackjack 14.2", "canberra-blackjack A:burn")
def test_a_card_burned_in_error_stays_out() -> None:
    floor = playing()
    floor.ok("dealer", m.DrawnInError(parse_card("8S"), burned=True))
    assert floor.clauses(e.CardBurned) == ["14.2"]
    assert floor.state.shoe.next == ()
    floor.hit("ann", 1)
    floor.cards("9S")
    assert hand_cards(floor, 1) == "TD 2C 9S"


@clause("canberra-blackjack 14.2")
def test_a_card_that_no_hand_of_the_round_needs_is_burned() -> None:
    """Carried over, it would be a first card known before the wagers."""
    floor = playing()
    floor.hit("ann", 1)
    floor.cards("8S")
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.ok("dealer", m.DrawnInError(parse_card("AS")))
    assert floor.state.shoe.next == ()
    assert burned(floor) == "AS"
    floor.deal("KS")
    floor.no("14.4", "dealer", o.Deal(parse_card("2S")))
    assert what_is_due(floor.rules, floor.state).ways == {"burn": "14.2"}
    floor.ok("dealer", m.Resolve("burn"))
    assert burned(floor) == "AS KS"
    a_round(floor)


@clause("canberra-blackjack 14.2", "canberra-blackjack 16.5(b)")
def test_cards_dealt_though_nobody_has_a_wager_are_burned() -> None:
    floor = ready()
    floor.deal("AS", 1)
    assert floor.state.in_round is False
    assert ways(floor) == {"burn": "14.2"}
    floor.ok("dealer", m.Resolve("burn"))
    assert floor.clauses(e.IrregularityResolved) == ["14.2"]
    a_round(floor)
    assert floor.net("ann") == cents(10)


@clause("canberra-blackjack 14.2", "canberra-blackjack 12.2")
def test_a_card_kept_for_a_hand_that_then_needs_none_is_burned_with_the_round() -> None:
    """Ben busts and ann's blackjack is paid: the dealer draws nothing."""
    floor = ready()
    floor.bet("ben", 2, 10)
    floor.cards("TC 7C 6C")
    floor.ok("dealer", m.DrawnInError(parse_card("8S")))
    floor.hit("ben", 2)
    floor.cards("8S")
    assert floor.net("ben") == -cents(10)
    assert floor.state.shoe.next == ()
    floor.bet("ben", 2, 10)
    floor.cards("TC 7C 9C")
    floor.ok("dealer", m.DrawnInError(parse_card("2S")))
    floor.ok(MANAGER, o.VoidWagers("ben"), why=WHY)
    assert floor.state.round is None
    assert floor.state.shoe.next == ()
    assert parse_card("2S") in floor.state.shoe.burned
    assert floor.clauses(e.NextBurned) == ["14.2"]


# The dealer's hand


@clause("canberra-blackjack 14.3")
def test_a_card_on_the_dealers_hand_before_its_time_is_burned() -> None:
    floor = playing()
    floor.deal("TS", 0)
    assert what_is_due(floor.rules, floor.state).ways == {"burn": "14.3"}
    floor.no("14.3", "player", m.Resolve("burn"), by="ann")
    floor.no("14.3", "dealer", m.Resolve("next-card"))
    floor.ok("dealer", m.Resolve("burn"))
    assert floor.clauses(e.IrregularityResolved) == ["14.3"]
    assert dealer_cards(floor) == "7C"
    floor.stand("ann", 1)
    floor.cards("9H 5H")
    assert dealer_cards(floor) == "7C 9H 5H"
    assert floor.net("ann") == -cents(10)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 14.3", "canberra-blackjack 12.2")
@pytest.mark.parametrize("exposed", [True, False])
def test_a_card_too_many_on_the_dealers_finished_hand_is_burned(exposed: bool) -> None:
    floor = playing()
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == -cents(10)
    floor.deal("5H", 0, exposed)
    assert what_is_due(floor.rules, floor.state).ways == {"burn": "14.3"}
    floor.ok("dealer", m.Resolve("burn"))
    assert floor.net("ann") == -cents(10)
    assert floor.state.shoe.burned == (parse_card("5H"),)
    assert floor.state.shoe.held_over is False


@clause("canberra-blackjack 14.3", "canberra-blackjack 12.2")
def test_a_card_that_could_change_nothing_is_burned() -> None:
    """Ann busts alone: the dealer draws no second card, and one drawn all the same is burned."""
    floor = playing()
    floor.hit("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == -cents(10)
    floor.deal("8S", 0)
    floor.ok("dealer", m.Resolve("burn"))
    assert floor.clauses(e.IrregularityResolved) == ["14.3"]


# A hand put right


@clause("canberra-blackjack 14.4")
def test_a_misplaced_card_is_put_where_it_belongs() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.deal("TD")
    floor.deal("8C", 1)  # due to box 2
    assert what_is_due(floor.rules, floor.state).ways == {"rebuild": "14.4", "void": "16.3"}
    floor.no("14.4", "dealer", o.Deal(parse_card("7C")))
    floor.no("14.4", "dealer", m.Resolve("rebuild"))
    floor.no("16.3", "supervisor", m.Resolve("void"))
    floor.ok("supervisor", m.Resolve("rebuild"))
    entry = floor.entries("resolve")[0]
    assert (entry.by.role, entry.clause) == ("supervisor", "14.4")
    floor.cards("7C 9C TH")
    assert (hand_cards(floor, 1), hand_cards(floor, 2)) == ("TD 9C", "8C TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(10))
    assert floor.replayed() == floor.state


def ways(floor: Floor) -> dict[str, str]:
    expected = what_is_due(floor.rules, floor.state)
    assert expected.what == "put-right"
    return expected.ways


def two_players() -> Floor:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    return floor


def finished(floor: Floor) -> tuple[int, int]:
    """Both stand, the dealer draws a ten: what each has won."""
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert floor.replayed() == floor.state
    return floor.net("ann"), floor.net("ben")


@clause("canberra-blackjack 14.4", "canberra-blackjack 6.2(a)")
def test_a_card_on_a_box_without_a_wager_goes_to_the_box_that_was_due() -> None:
    floor = two_players()
    floor.deal("TD")
    floor.deal("9D", 3)
    assert ways(floor) == {"rebuild": "14.4", "void": "16.3"}
    floor.ok("supervisor", m.Resolve("rebuild"))
    assert floor.due() == 0
    floor.cards("7C 9C TH")
    assert finished(floor) == (cents(10), cents(10))


@clause("canberra-blackjack 14.4")
def test_a_card_asked_for_by_one_box_and_laid_on_another_is_moved() -> None:
    floor = two_players()
    floor.cards("5D 9D 7C 7H TH")
    floor.hit("ann", 1)
    floor.deal("8S", 2)
    assert ways(floor) == {"rebuild": "14.4", "void": "16.3"}
    floor.ok("supervisor", m.Resolve("rebuild"))
    assert floor.state.round is not None
    assert floor.state.round.hand(1, 1).total == 20
    assert floor.state.round.hand(2, 1).total == 19
    assert finished(floor) == (cents(10), cents(10))


@clause("canberra-blackjack 14.3", "canberra-blackjack 14.4")
def test_a_card_meant_for_a_box_but_laid_at_the_dealers_place_goes_to_its_box() -> None:
    """In the initial deal it belonged to the hand that was due: 14.4, not 14.3 (reading 144)."""
    floor = two_players()
    floor.deal("TD")
    floor.deal("9S", 0)
    assert ways(floor) == {"rebuild": "14.4", "void": "16.3"}
    floor.no("14.4", "dealer", m.Resolve("burn"))
    floor.ok("supervisor", m.Resolve("rebuild"))
    assert hand_cards(floor, 2) == "9S"
    assert floor.state.shoe.burned == ()
    assert floor.due() == 0
    floor.cards("7C 9C TH")
    assert finished(floor) == (cents(10), cents(10))


@clause("canberra-blackjack 14.3", "canberra-blackjack 14.4")
def test_read_the_other_way_a_card_at_the_dealers_place_is_burnt_in_the_initial_deal_too() -> None:
    """Reading 144: the box that was due gets the next card."""
    floor = ready(seats={"ann": 1, "ben": 2}, readings={"dealer-card-in-the-deal": "burnt"})
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.deal("TD")
    floor.deal("9S", 0)
    assert ways(floor) == {"burn": "14.3"}
    floor.ok("dealer", m.Resolve("burn"))
    assert floor.due() == 2
    floor.cards("8S 7C 9C TH")
    assert hand_cards(floor, 2) == "8S TH"
    assert finished(floor) == (cents(10), cents(10))


@clause("canberra-blackjack 14.3", "canberra-blackjack 14.4")
def test_after_the_initial_deal_a_card_on_the_dealers_place_before_its_time_is_burned() -> None:
    floor = two_players()
    floor.cards("TD 9D 7C 9C TH")
    floor.hit("ann", 1)
    floor.deal("AS", 0)
    assert ways(floor) == {"burn": "14.3"}
    floor.ok("dealer", m.Resolve("burn"))
    assert floor.state.shoe.burned == (parse_card("AS"),)


@clause("canberra-blackjack 14.4", "canberra-blackjack 14.2")
def test_nothing_else_happens_while_an_irregular_card_lies_there() -> None:
    floor = two_players()
    floor.cards("TD 9D 7C 9C TH")
    floor.deal("2S", 1)
    floor.no("14.4", "dealer", o.Deal(parse_card("3S")))
    floor.no("14.4", "dealer", m.FaceUp(parse_card("3S")))
    floor.no("14.4", "dealer", m.DrawnInError(parse_card("3S")))
    floor.ok("dealer", m.Resolve("next-card"))
    floor.no("14.2", "dealer", m.Resolve("next-card"))
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("2S")
    floor.cards("8S")
    assert floor.state.last is not None
    assert floor.state.last.dealer_total == 17
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(10))


@clause("canberra-blackjack 14.4", "canberra-blackjack 16.3")
def test_where_it_cannot_be_put_right_the_manager_voids_the_round() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.deal("TD")
    floor.deal("8C", 1)
    floor.ok(MANAGER, m.Resolve("void"))
    assert floor.state.last is not None
    assert floor.state.last.voided == "16.3"
    assert (floor.net("ann"), floor.net("ben")) == (0, 0)
    a_round(floor)


def swapped() -> Floor:
    """The second cards of ann and ben were swapped: 9C was ann's, TH ben's."""
    floor = ready("perfect-pairs")
    floor.bet("ann", 1, 10)
    floor.bet("ann", 1, 5, "perfect-pairs")
    floor.bet("ben", 2, 10)
    floor.cards("TD 8C 7C TH 9C")
    return floor


@clause("canberra-blackjack 14.4", "canberra-blackjack 17.11(a)")
def test_side_wagers_are_settled_anew_from_the_right_two_cards() -> None:
    floor = swapped()
    round_ = floor.state.round
    assert round_ is not None
    assert round_.net["ann"] == -cents(10) + cents(60)  # two red tens, coloured: 12 to 1
    floor.no("14.4", "dealer", m.Rebuild(4, parse_cards("9C TH")))
    floor.ok("supervisor", m.Rebuild(4, parse_cards("9C TH")))
    assert (hand_cards(floor, 1), hand_cards(floor, 2)) == ("TD 9C", "8C TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    # No pair any more: 5 lost, and 19 against 17 wins 10.
    assert floor.net("ann") == cents(5)
    assert floor.net("ben") == cents(10)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 14.4")
def test_decisions_stand_on_hands_that_did_not_change_and_are_asked_anew_on_the_others() -> None:
    floor = ready(seats={"ann": 1, "ben": 2, "cal": 3})
    for name, box in (("ann", 1), ("ben", 2), ("cal", 3)):
        floor.bet(name, box, 10)
    floor.cards("TD 8C 9D 7C 9C TH 6H")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    # Now it is found that ben's and cal's second cards were swapped.
    floor.ok("supervisor", m.Rebuild(6, parse_cards("6H TH")))
    assert floor.state.round is not None
    assert floor.state.round.at == (2, 1)  # ann's stand is kept, ben decides on 14
    floor.stand("ben", 2)
    floor.stand("cal", 3)
    floor.cards("TS")
    assert [floor.net(name) for name in ("ann", "ben", "cal")] == [1000, -1000, 1000]


@clause("canberra-blackjack 14.4")
def test_an_error_found_between_the_rounds_is_still_put_right() -> None:
    """The first two cards were swapped: ann's 17 lost to a blackjack, but the ace was hers."""
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("7C AS KH")
    floor.proceed()
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == -cents(10)
    right = m.Rebuild(1, parse_cards("AS 7C KH TS"))
    floor.no("14.5", MANAGER, o.VoidLastRound("14.5"), why=WHY)
    floor.no("14.4", "dealer", right)
    floor.malformed("supervisor", m.Rebuild(1, parse_cards("AS 7C KH 9S")))
    floor.ok("supervisor", right)
    assert floor.clauses(e.LastRoundCorrected) == ["14.4"]
    assert floor.net("ann") == cents(15)  # a blackjack against a seven, paid at once
    assert floor.state.house == -cents(15)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 14.4", "canberra-blackjack 16.3")
def test_a_finished_round_that_would_need_a_new_decision_is_void_instead() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TD 8C 7C 9C TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    floor.no("14.4", "supervisor", m.Rebuild(4, parse_cards("TH 9C TS")))
    floor.no("16.3", "supervisor", o.VoidLastRound("16.3"), why="it cannot be rebuilt")
    floor.ok(MANAGER, o.VoidLastRound("16.3"), why="it cannot be rebuilt")
    assert (floor.net("ann"), floor.net("ben"), floor.state.house) == (0, 0, 0)


@clause("canberra-blackjack 14.5", "canberra-blackjack 14.4")
def test_once_the_next_round_has_begun_nothing_is_put_right_any_more() -> None:
    floor = ready()
    a_round(floor)
    floor.bet("ann", 1, 10)
    floor.no("14.5", MANAGER, o.VoidLastRound("14.5"), why=WHY)
    floor.cards("TD")
    floor.no("14.5", "supervisor", o.VoidLastRound("14.5"), why=WHY)
    floor.no("14.5", MANAGER, o.VoidLastRound("14.5"))
    floor.ok(MANAGER, o.VoidLastRound("14.5"), why=WHY)
    assert floor.clauses(e.LastRoundCorrected) == ["14.5"]
    assert floor.net("ann") == 0
    floor.cards("7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)  # the later round is validly played


@clause("canberra-blackjack 14.5", "canberra-blackjack A:void")
def test_worked_round_23_void_after_the_next_round_began() -> None:
    floor = ready("perfect-pairs")
    floor.bet("ann", 1, 25)
    floor.bet("ann", 1, 5, "perfect-pairs")
    floor.bet("ben", 2, 40)
    floor.cards("AS TS AD KS 9S")
    floor.play("ann", c.TakeEvenMoney(1))
    floor.play("ben", c.Insure(2, cents(20), "ben"))
    floor.proceed()
    floor.stand("ben", 2)
    floor.cards("7D")
    assert floor.net("ann") == cents(20)  # even money 25, side wager 5 lost
    assert floor.net("ben") == cents(20)  # 40 won, insurance 20 lost
    floor.bet("ann", 1, 50)
    floor.cards("TD")
    floor.ok(MANAGER, o.VoidLastRound("14.5"), why="a card was misplaced in round 1")
    assert (floor.net("ann"), floor.net("ben")) == (0, 0)  # adjusted by 20.00 each
    assert floor.state.house == 0
    assert floor.state.round is not None
    assert floor.state.round.box(1).originals == {"ann": cents(50)}
    floor.cards("7C 9C")
    floor.stand("ann", 1)
    floor.cards("TC")
    assert (floor.net("ann"), floor.net("ben")) == (cents(50), 0)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 14.5")
def test_a_round_further_back_is_void_and_all_later_ones_stand() -> None:
    floor = ready()
    a_round(floor, "ann", 1, 10)
    a_round(floor, "ann", 1, 20)
    a_round(floor, "ann", 1, 50)
    floor.no("14.5", MANAGER, o.VoidLastRound("14.5"), why=WHY)
    floor.ok(MANAGER, o.VoidLastRound("14.5", back=2), why=WHY)
    assert floor.net("ann") == cents(60)
    floor.ok(MANAGER, o.VoidLastRound("14.5", back=3), why=WHY)
    assert floor.net("ann") == cents(50)


def with_a_foreign_card(card: str) -> Floor:
    """Four decks have four tens of diamonds and no joker: here comes a fifth, or a joker."""
    floor = ready(decks=4)
    for suit in "CHS":
        floor.bet("ann", 1, 10)
        floor.cards(f"TD 7{suit} 9{suit}")
        floor.stand("ann", 1)
        floor.cards(f"T{suit}")
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.deal(card)
    assert [card.kind for card in floor.state.irregular] == ["wrong-card"]
    return floor


@clause("canberra-blackjack 2.1", "canberra-blackjack 16.3")
@pytest.mark.parametrize("card", ["TD", "JK"])
def test_a_card_that_the_decks_do_not_have_may_make_the_round_impractical(card: str) -> None:
    floor = with_a_foreign_card(card)
    floor.no("16.3", "supervisor", o.VoidRound("16.3"), why="a card too many")
    floor.ok(MANAGER, o.VoidRound("16.3"), why="a card too many")
    assert floor.state.irregular == ()
    assert floor.net("ann") == cents(30)


@clause("canberra-blackjack 2.1")
@pytest.mark.parametrize("card", ["TD", "JK"])
def test_a_card_that_the_decks_do_not_have_is_taken_out(card: str) -> None:
    floor = with_a_foreign_card(card)
    assert ways(floor) == {"discard": "2.1"}
    floor.no("2.1", "dealer", m.Resolve("discard"))
    floor.ok("supervisor", m.Resolve("discard"))
    assert floor.due() == 1
    floor.cards("9D")
    floor.stand("ann", 1)
    floor.cards("TC")
    assert floor.net("ann") == cents(40)


@clause("canberra-blackjack A:round-of-play")
def test_a_round_ends_when_its_cards_are_in_the_discard_rack() -> None:
    floor = ready()
    a_round(floor)
    assert floor.clauses(e.RoundFinished) == ["A:round-of-play"]
    assert floor.state.in_round is False
    floor.bet("ann", 1, 10)
    assert floor.state.in_round is False
    floor.cards("2D")
    assert floor.state.in_round is True


# Absent players


@clause("canberra-blackjack 14.7")
@pytest.mark.parametrize(
    ("first", "second", "draws"),
    [("TD", "2C", False), ("2D", "AC", False), ("2D", "9C", True), ("2D", "6C", True)],
    ids=["12", "soft 13", "11", "8"],
)
def test_an_absent_players_hand_is_dealt_to_above_eleven(
    first: str, second: str, draws: bool
) -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards(f"{first} 7C {second}")
    floor.no("14.7", "player", o.DirectHand(1, "ann", gone=True), by="ben")
    floor.ok("dealer", o.DirectHand(1, "ann", gone=True))
    if draws:
        assert floor.due() == 1
        floor.cards("4H")
    assert floor.due() == 0
    assert floor.entries("direct-hand")[0].clause == "14.7"
    floor.cards("TS")
    assert floor.net("ann") == -cents(10)  # at most 15 against 17


@clause("canberra-blackjack 14.7", "canberra-blackjack 10.4")
def test_each_split_hand_of_an_absent_player_is_dealt_to_above_eleven() -> None:
    """Ann splits eights and goes: 8 2 takes a nine, 8 takes a ten, nothing is split or doubled."""
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("8D 7C 8C")
    floor.play("ann", c.Split(1))
    floor.cards("2D")
    floor.ok("dealer", o.DirectHand(1, "ann", gone=True))
    floor.cards("9D TH")
    assert floor.due() == 0
    floor.cards("TS")
    assert floor.net("ann") == cents(20)  # 19 and 18 against 17


@clause("canberra-blackjack 14.7")
def test_a_blackjack_of_an_absent_player_is_settled_like_any_other() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("AD TC KC")
    assert floor.due() == 0
    floor.no("9.1", "dealer", o.DirectHand(1, "ann", gone=True))
    floor.cards("9S")
    assert floor.net("ann") == cents(15)


@clause("canberra-blackjack 14.7")
@pytest.mark.parametrize("seconds", [0, 59, 60, 3600])
def test_a_player_who_is_there_decides_however_long_it_takes(seconds: int) -> None:
    floor = playing()
    floor.clock += seconds
    floor.no("14.7", "dealer", o.DirectHand(1, "ann"))


@clause("canberra-blackjack 14.7", "canberra-blackjack 4.5(b)")
def test_with_a_co_bettor_there_the_decision_passes_first() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.bet("ben", 1, 10)
    floor.cards("TD 7C 2C")
    floor.ok("dealer", o.DirectHand(1, "ann", gone=True))
    assert floor.due() is None
    floor.hit("ben", 1)
    floor.cards("8C")
    floor.stand("ben", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(10))


def test_every_card_of_these_rounds_cites_a_clause() -> None:
    floor = playing()
    floor.stand("ann", 1)
    floor.cards("TS")
    dealt = [
        event.clause
        for moved in floor.log
        if isinstance(moved, e.RoundMoved)
        for event in moved.step.events
        if isinstance(event, g.CardDealt)
    ]
    assert dealt == ["6.2(a)", "6.2(b)", "6.2(c)", "12.1"]
