"""Casino Canberra: more cards that went astray, each by the clause that puts it right."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from bythebook.table import what_is_due
from tests.books.canberra.test_opening import MANAGER, a_round, ready
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o


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
def test_a_card_laid_on_the_dealers_place_too_early_is_burned_even_in_the_initial_deal() -> None:
    """14.3 says any card: it is not kept for the box that was due."""
    floor = two_players()
    floor.deal("TD")
    floor.deal("AS", 0)
    assert ways(floor) == {"burn": "14.3"}
    floor.no("14.3", "supervisor", m.Resolve("rebuild"))
    floor.ok("dealer", m.Resolve("burn"))
    assert floor.state.shoe.burned == (parse_card("AS"),)
    assert floor.due() == 2
    floor.cards("9D 7C 9C TH")
    assert finished(floor) == (cents(10), cents(10))


@clause("canberra-blackjack 14.4", "canberra-blackjack 14.2")
def test_nothing_else_happens_while_a_card_lies_astray() -> None:
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
    assert [astray.kind for astray in floor.state.astray] == ["wrong-card"]
    return floor


@clause("canberra-blackjack 2.1", "canberra-blackjack 16.3")
@pytest.mark.parametrize("card", ["TD", "JK"])
def test_a_card_that_the_decks_do_not_have_may_make_the_round_impractical(card: str) -> None:
    floor = with_a_foreign_card(card)
    floor.no("16.3", "supervisor", o.VoidRound("16.3"), why="a card too many")
    floor.ok(MANAGER, o.VoidRound("16.3"), why="a card too many")
    assert floor.state.astray == ()
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


@clause("canberra-blackjack 14.2", "canberra-blackjack 16.5(b)")
def test_cards_dealt_though_nobody_has_a_wager_are_burned() -> None:
    floor = ready()
    floor.deal("AS", 1)
    assert floor.state.in_round is False
    assert ways(floor) == {"burn": "14.2"}
    floor.ok("dealer", m.Resolve("burn"))
    assert floor.clauses(e.AstrayResolved) == ["14.2"]
    a_round(floor)
    assert floor.net("ann") == cents(10)


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
