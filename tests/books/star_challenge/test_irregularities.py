"""Blackjack Challenge: cards that lie face up, are drawn in error, refused, or one too many."""

from collections.abc import Callable

import pytest

from bythebook.cards import Card, parse_card
from bythebook.errors import Refused
from bythebook.table import events as e
from tests.books.star_challenge.floor import (
    BLAZING,
    DEVICE,
    SHOE,
    load,
    opened,
    place,
    plain_round,
    ready,
)
from tests.clauses import clause
from tests.table.floor import Floor, c, cents, m, o


def two_hands(ann: str, ben: str, dealer: str = "9D") -> Floor:
    """ann on box 1 and ben on box 2, $10 each, with these two cards each."""
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    first, second = ann.split(), ben.split()
    floor.cards(f"{first[0]} {second[0]} {dealer} {first[1]} {second[1]}")
    return floor


def dealt_to(floor: Floor, box: int) -> list[str]:
    assert floor.state.round is not None
    if box == 0:
        return [str(card) for card in floor.state.round.dealer]
    return [str(card) for card in floor.state.round.hand(box, 1).cards]


# Face up


@clause("star-blackjack-challenge 18.1", "star-blackjack-challenge 1.1:burn")
def test_a_face_up_card_is_burned_and_the_next_takes_its_place() -> None:
    """Challenge reading 138: as a round's first card it begins the round: something was seen."""
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.ok("dealer", m.FaceUp(parse_card("7C")))
    assert floor.state.in_round
    assert floor.due() == 1
    floor.no("5.3", "player", place(2, "ben", 10), by="ben")
    floor.no("5.4", "player", o.TakeOff(1, "ann"), by="ann")
    floor.cards("TC 9D")
    floor.ok("dealer", m.FaceUp(parse_card("5H")))
    assert floor.due() == 1
    floor.cards("QH")
    assert dealt_to(floor, 1) == ["TC", "QH"]
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(10)
    assert floor.clauses(e.CardBurned) == ["4.9.2", "18.1", "18.1"]
    assert [str(card) for card in floor.state.shoe.burned] == ["7C", "5H"]
    assert floor.replayed() == floor.state


@clause("star-blackjack-challenge 18.1")
def test_a_burned_seven_never_counts_for_blazing_sevens() -> None:
    floor = ready(BLAZING, ann=1)
    floor.bet("ann", 1, 25)
    floor.bet("ann", 1, 5, "blazing-7s")
    floor.call()
    floor.ok("dealer", m.FaceUp(parse_card("7D")))
    floor.cards("TC 7H 8D")  # with the burned seven it would have been $50
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(25) - cents(5)


@clause("star-blackjack-challenge 18.1.1")
@pytest.mark.parametrize("setup", [SHOE, DEVICE])
def test_more_face_up_cards_are_looked_for_after_the_round(setup: o.Setup) -> None:
    floor = ready(setup, ann=1)
    floor.bet("ann", 1, 10)
    floor.ok("dealer", m.FaceUp(parse_card("7C")))
    floor.no("18.1.1", "supervisor", m.CheckFaces())
    floor.cards("TC 9D QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    floor.no("18.1.1", "dealer", m.CheckFaces())
    floor.ok("supervisor", m.CheckFaces())
    floor.bet("ann", 1, 10)
    floor.no("18.1.1", "dealer", o.Deal(parse_card("8C")))
    floor.no("18.1.1", "dealer", o.Shuffle())
    floor.no("18.15.3", "dealer", m.CardsVerified())
    floor.ok("supervisor", m.CardsVerified())
    load(floor)
    floor.cards("8C")
    assert floor.net("ann") == cents(10)
    assert [entry.clause for entry in floor.entries("check-faces")] == ["18.1.1"]


# Drawn in error


@clause("star-blackjack-challenge 18.2")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    floor = two_hands("TC 4H", "TS 5S")
    floor.ok("dealer", m.DrawnInError(parse_card("5C")))
    floor.stand("ann", 1)  # who wants no card does not refuse it
    floor.hit("ben", 2)
    floor.no("18.2", "dealer", o.Deal(parse_card("9C")))
    floor.cards("5C")
    assert dealt_to(floor, 2) == ["TS", "5S", "5C"]
    floor.stand("ben", 2)
    floor.cards("TD")
    assert (floor.net("ann"), floor.net("ben")) == (-cents(10), cents(10))
    assert floor.clauses(e.CardsPutNext) == ["18.2"]


@clause("star-blackjack-challenge 18.2")
def test_a_card_nobody_was_due_waits_for_whoever_is_next() -> None:
    floor = two_hands("TC 4H", "TS 5S")
    floor.deal("5C", to=1)  # before ann has asked
    floor.no("18.8", "player", o.Decide(c.Stand(1)), by="ann")  # put it right first
    floor.ok("dealer", m.Resolve("next-card"))
    floor.hit("ann", 1)
    floor.cards("5C")
    assert dealt_to(floor, 1) == ["TC", "4H", "5C"]


@clause("star-blackjack-challenge 18.2", "star-blackjack-challenge 18.16")
def test_a_card_burned_in_error_is_next_unless_later_cards_are_out() -> None:
    """Challenge reading 83."""
    floor = two_hands("TC 4H", "TS 5S")
    floor.ok("dealer", m.DrawnInError(parse_card("5C"), burned=True))
    floor.hit("ann", 1)
    floor.no("18.2", "dealer", o.Deal(parse_card("6C")))  # the burned one comes back first
    assert floor.state.shoe.burned == ()
    floor.cards("5C")
    assert dealt_to(floor, 1) == ["TC", "4H", "5C"]
    later = two_hands("TC 4H", "TS 5S")
    later.ok("dealer", m.DrawnInError(parse_card("5C"), burned=True, later=True))
    assert later.clauses(e.CardBurned)[-1] == "18.16"
    assert [str(card) for card in later.state.shoe.burned] == ["5C"]
    later.hit("ann", 1)
    later.cards("6C")
    assert dealt_to(later, 1) == ["TC", "4H", "6C"]


@clause("star-blackjack-challenge 18.16")
def test_a_card_rightly_burned_stays_burned_until_the_shuffle() -> None:
    """All six of a card are burned: a seventh does not belong to the decks."""
    floor = ready(SHOE, ann=1)
    for _ in range(6):
        floor.ok("dealer", m.FaceUp(parse_card("7D")))
    floor.bet("ann", 1, 10)
    floor.deal("7D")
    assert [x.kind for x in floor.state.irregular] == ["wrong-card"]
    assert floor.clauses(e.IrregularCardFound) == ["18.15.2"]


# Refusing it


@clause("star-blackjack-challenge 18.3")
def test_who_refuses_that_card_gets_no_other_this_round() -> None:
    floor = two_hands("TC 4H", "TS 5S")
    floor.no("18.3", "player", o.Decide(c.RefuseCard(1)), by="ann")  # none was drawn in error
    floor.ok("dealer", m.DrawnInError(parse_card("9C")))
    floor.no("9.1", "player", o.Decide(c.RefuseCard(2)), by="ben")  # ann is asked first
    floor.play("ann", c.RefuseCard(1))
    assert floor.state.round is not None
    assert floor.state.round.at == (2, 1)  # nothing more for ann: it is ben's turn
    floor.no("9.1", "player", o.Decide(c.Hit(1)), by="ann")
    floor.no("9.1", "player", o.Decide(c.Double(1)), by="ann")
    floor.stand("ben", 2)
    floor.no("18.2", "dealer", o.Deal(parse_card("TD")))
    floor.cards("9C")
    assert floor.net("ann") == -cents(10)


@clause("star-blackjack-challenge 18.3", "star-blackjack-challenge 9.2")
@pytest.mark.parametrize(("second", "may"), [("6H", False), ("7H", True)])
def test_a_hand_below_twelve_cannot_refuse(second: str, may: bool) -> None:
    """5-6 is 11 and compelled to draw, 5-7 is 12 and free."""
    floor = two_hands(f"5C {second}", "TS 8S")
    floor.ok("dealer", m.DrawnInError(parse_card("9C")))
    refuse = o.Decide(c.RefuseCard(1))
    if may:
        floor.ok("player", refuse, by="ann")
    else:
        floor.no("9.2", "player", refuse, by="ann")
        floor.hit("ann", 1)
        floor.cards("9C")
        assert dealt_to(floor, 1) == ["5C", "6H", "9C"]


@clause("star-blackjack-challenge 18.3", "star-blackjack-challenge 9.2")
def test_a_refusal_ends_drawing_for_every_hand_of_the_box_but_what_is_compelled() -> None:
    """Challenge reading 84: a split hand's second card cannot be refused, nor a draw below 12."""
    for second, compelled in (("9C", False), ("3C", True)):
        floor = ready(SHOE, ann=1)
        floor.bet("ann", 1, 10)
        floor.cards("8C 9D 8D")
        floor.play("ann", c.Split(1))
        floor.cards("5H")
        floor.ok("dealer", m.DrawnInError(parse_card(second)))
        floor.play("ann", c.RefuseCard(1))
        assert floor.due() == 1  # the other hand's second card
        floor.cards(second)
        if compelled:  # 8-3 is 11
            floor.hit("ann", 1)
            floor.cards("2H")
        assert floor.due() == 0  # 17, or 13: no choice is left, the dealer draws
        floor.cards("TD")
        assert floor.net("ann") == -cents(20)


@clause("star-blackjack-challenge 18.4", "star-blackjack-challenge 18.3")
def test_refused_by_everybody_it_is_the_dealers_next_card() -> None:
    """Challenge reading 85: offered to the player in turn, then each later one, then the dealer."""
    floor = two_hands("TC 4H", "TS 5S", dealer="8D")
    floor.ok("dealer", m.DrawnInError(parse_card("4C")))
    for name, box in (("ann", 1), ("ben", 2)):
        floor.play(name, c.RefuseCard(box))
    assert floor.due() == 0
    floor.no("18.2", "dealer", o.Deal(parse_card("TD")))
    floor.cards("4C")
    assert dealt_to(floor, 0) == ["8D", "4C"]
    floor.cards("TD")  # 22: everybody wins
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(10))


# One too many


@clause("star-blackjack-challenge 18.5")
def test_an_exposed_card_too_many_on_the_finished_dealers_hand_is_burned() -> None:
    floor = ready(SHOE, ann=1)
    plain_round(floor, "ann")
    floor.deal("5C", to=0)
    assert floor.clauses(e.IrregularCardFound) == ["18.5"]
    floor.no("18.5", "dealer", m.Resolve("next-card"))
    floor.no("18.5", "dealer", m.Resolve("hold-over"))
    floor.ok("dealer", m.Resolve("burn"))
    assert floor.clauses(e.IrregularityResolved) == ["18.5"]
    assert [str(card) for card in floor.state.shoe.burned] == ["5C"]
    assert floor.net("ann") == cents(10)
    floor.bet("ann", 1, 10)
    floor.cards("8C")  # the next round takes the next card
    assert dealt_to(floor, 1) == ["8C"]


@clause("star-blackjack-challenge 18.6")
def test_an_unexposed_card_too_many_is_the_first_of_the_next_round() -> None:
    """Challenge reading 86: wagers stay open, and it is dealt without being burned."""
    floor = ready(SHOE, ann=1, ben=2)
    plain_round(floor, "ann")
    out = floor.state.shoe.out
    floor.deal("5C", to=0, exposed=False)
    floor.no("18.6", "dealer", m.Resolve("burn"))
    floor.ok("dealer", m.Resolve("hold-over"))
    assert floor.clauses(e.CardHeldOver) == ["18.6"]
    assert floor.state.shoe.held_over
    assert floor.state.shoe.out == out  # deemed not to have been removed
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.no("4.9.2", "dealer", o.Burn())
    said = floor.no("18.6", "dealer", o.Deal(parse_card("6C")))  # it is the first, and no other
    assert "5C" not in said.reason
    floor.cards("5C")
    assert dealt_to(floor, 1) == ["5C"]
    assert not floor.state.shoe.held_over


@clause("star-blackjack-challenge 18.6")
@pytest.mark.parametrize("error", [m.DrawnInError, m.FaceUp])
def test_a_held_over_card_stays_the_first_whatever_else_comes_out(
    error: Callable[[Card], o.Command],
) -> None:
    floor = ready(SHOE, ann=1)
    plain_round(floor, "ann")
    floor.deal("5C", to=0, exposed=False)
    floor.ok("dealer", m.Resolve("hold-over"))
    floor.ok("dealer", error(parse_card("7H")))  # nobody has wagered: it is burned
    floor.bet("ann", 1, 10)
    floor.ok("dealer", error(parse_card("6C")))
    floor.no("18.6", "dealer", o.Deal(parse_card("6C")))
    floor.cards("5C")
    assert dealt_to(floor, 1) == ["5C"]
    floor.cards("6C" if error is m.DrawnInError else "6D")  # drawn before, it is the next


@clause("star-blackjack-challenge 18.6")
def test_a_held_over_card_goes_into_a_shuffle_that_comes_first() -> None:
    floor = ready(SHOE, ann=1)
    plain_round(floor, "ann")
    floor.deal("5C", to=0, exposed=False)
    floor.ok("dealer", m.Resolve("hold-over"))
    floor.ok("dealer", o.CuttingCard())
    load(floor)
    assert not floor.state.shoe.held_over
    floor.bet("ann", 1, 10)
    floor.cards("8C")


@clause("star-blackjack-challenge 18.5", "star-blackjack-challenge 18.2")
def test_during_the_dealers_draw_a_card_is_simply_the_next() -> None:
    """Challenge reading 87: both rules mean a finished hand."""
    floor = two_hands("TC QH", "TS QS", dealer="5D")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.ok("dealer", m.DrawnInError(parse_card("6C")))
    floor.cards("6C")
    assert dealt_to(floor, 0) == ["5D", "6C"]


@clause("star-blackjack-challenge 18.7")
def test_a_round_without_wagers_is_void_and_its_cards_are_burned() -> None:
    floor = ready(SHOE, ann=1)
    floor.deal("5C", to=1)
    floor.no("18.7", "dealer", m.Resolve("next-card"))
    floor.ok("dealer", m.Resolve("burn"))
    assert floor.clauses(e.IrregularityResolved) == ["18.7"]
    assert [str(card) for card in floor.state.shoe.burned] == ["5C"]
    assert floor.state.rounds == 0
    floor.bet("ann", 1, 10)
    floor.cards("TC 9D QH")
    floor.stand("ann", 1)
    floor.cards("TD")
    assert floor.net("ann") == cents(10)


@clause("star-blackjack-challenge 18.7", "star-blackjack-challenge 1.1:round-of-play")
@pytest.mark.parametrize("to", [None, 1, 0])
def test_a_card_shown_while_nobody_has_a_wager_is_burned_box_or_no_box(to: int | None) -> None:
    floor = ready(SHOE, ann=1)
    floor.deal("5C", to=to)
    floor.no("18.7", "dealer", m.Resolve("next-card"))
    floor.ok("dealer", m.Resolve("burn"))
    floor.ok("dealer", m.DrawnInError(parse_card("6C")))
    assert floor.state.shoe.next == ()
    assert [str(card) for card in floor.state.shoe.burned] == ["5C", "6C"]
    assert floor.clauses(e.CardBurned)[-1] == "18.7"


@clause("star-blackjack-challenge 5.4", "star-blackjack-challenge 18.2")
def test_a_card_drawn_in_error_with_wagers_down_begins_their_round() -> None:
    floor = ready(SHOE, ann=1, ben=2)
    floor.bet("ann", 1, 10)
    floor.ok("dealer", m.DrawnInError(parse_card("5C")))
    assert floor.state.in_round
    floor.no("5.4", "player", o.TakeOff(1, "ann"), by="ann")
    with pytest.raises(Refused):
        floor.bet("ben", 2, 10)
    floor.no("18.2", "dealer", o.Deal(parse_card("6C")))
    floor.cards("5C")
    assert dealt_to(floor, 1) == ["5C"]


@clause("star-blackjack-challenge 4.9.2", "star-blackjack-challenge 18.2")
def test_drawn_before_the_burn_it_is_the_card_that_is_burned() -> None:
    floor = opened(DEVICE, ann=1)
    floor.ok("dealer", o.Shuffle())
    floor.ok("dealer", m.DrawnInError(parse_card("5C")))
    assert floor.state.shoe.status == "ready"
    assert [str(card) for card in floor.state.shoe.burned] == ["5C"]


@clause("star-blackjack-challenge 18.2", "star-blackjack-challenge 18.5")
def test_a_card_drawn_in_error_that_no_hand_got_is_not_known_in_the_next_round() -> None:
    """Everybody stood and the dealer had enough: shown, it goes the way of one too many."""
    floor = two_hands("TC QH", "TS QS", dealer="5D")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("6C")
    floor.ok("dealer", m.DrawnInError(parse_card("9C")))
    floor.ok("dealer", m.DrawnInError(parse_card("7C")))
    floor.cards("7C")
    assert floor.state.in_round is False
    assert floor.state.shoe.next == ()
    assert floor.clauses(e.NextBurned) == ["18.5"]
    assert [str(card) for card in floor.state.shoe.burned] == ["9C"]


# Jackpot equipment


@clause("star-blackjack-challenge 18.17.1", "star-blackjack-challenge 18.17.2")
@pytest.mark.parametrize("cards", ["9C", "9C TD", "9C TD 8H"])
def test_when_jackpot_equipment_fails_its_wagers_of_the_round_go_back(cards: str) -> None:
    """Undecided or already collected: all of the round. The game goes on if a supervisor agrees."""
    floor = ready(BLAZING, ann=1)
    floor.bet("ann", 1, 25)
    floor.bet("ann", 1, 5, "blazing-7s")
    floor.cards(cards)
    floor.no("18.17.1", "player", m.JackpotFailure("blazing-7s"), by="ann")
    floor.ok("dealer", m.JackpotFailure("blazing-7s"))
    rest = ["9C", "TD", "8H"][len(cards.split()) :]
    floor.cards(" ".join(rest))
    floor.stand("ann", 1)
    floor.cards("8D")  # 18 each way: a tie loses the main wager only
    assert floor.net("ann") == -cents(25)
    floor.bet("ann", 1, 25)
    floor.no("18.17.2", "dealer", o.Deal(parse_card("8C")))
    floor.no("18.17.2", "dealer", o.SuspendWager("blazing-7s"))
    floor.ok("supervisor", o.SuspendWager("blazing-7s"))
    floor.no("18.17.2", "player", place(1, "ann", 5, "blazing-7s"), by="ann")
    floor.cards("8C")
    assert floor.state.in_round


@clause("star-blackjack-challenge 18.17.1", "star-blackjack-challenge 18.17.2")
def test_equipment_that_fails_before_the_first_card_holds_the_round_up() -> None:
    floor = ready(BLAZING, ann=1)
    floor.bet("ann", 1, 25)
    floor.bet("ann", 1, 5, "blazing-7s")
    floor.ok("dealer", m.JackpotFailure("blazing-7s"))
    assert floor.state.round is not None
    back = [(row.wager, row.result, row.clause) for row in floor.state.round.rows]
    assert back == [("blazing-7s", "returned", "18.17.1")]
    floor.no("18.17.2", "dealer", o.Deal(parse_card("8C")))
    floor.ok("supervisor", o.SuspendWager("blazing-7s"))
    floor.cards("8C")
    assert [entry.clause for entry in floor.entries("suspend-wager")] == ["18.17.2"]


@clause("star-blackjack-challenge 18.17.1")
def test_a_prize_already_confirmed_stands_when_the_equipment_fails() -> None:
    """Challenge reading 75."""
    floor = ready(BLAZING, ann=1, ben=2)
    for name, box in (("ann", 1), ("ben", 2)):
        floor.bet(name, box, 25)
        floor.bet(name, box, 5, "blazing-7s")
    floor.cards("7C TS 7H TD 9S")  # ann: one seven and the dealer's; ben: nothing
    floor.ok("dealer", m.JackpotFailure("blazing-7s"))
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TH")  # 17: ann loses the tie, ben wins with 19
    assert floor.net("ann") == -cents(25) - cents(5) + cents(50)
    assert floor.net("ben") == cents(25)


@clause("star-blackjack-challenge 18.17.2")
def test_the_jackpot_is_offered_again_when_it_works() -> None:
    floor = ready(BLAZING, ann=1)
    floor.ok("supervisor", o.SuspendWager("blazing-7s"))
    floor.bet("ann", 1, 25)
    floor.no("18.17.2", "player", place(1, "ann", 5, "blazing-7s"), by="ann")
    floor.no("18.17.2", "dealer", o.ResumeWager("blazing-7s"))
    floor.ok("supervisor", o.ResumeWager("blazing-7s"))
    floor.bet("ann", 1, 5, "blazing-7s")
    floor.cards("7C 7H TD")
    assert floor.state.round is not None
    (row,) = [row for row in floor.state.round.rows if row.wager == "blazing-7s"]
    assert (row.result, row.returned) == ("wins", cents(50))
