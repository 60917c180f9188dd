"""Casino Canberra: shuffle, cut, the cutting card, the last rounds, cards that run out."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from bythebook.table import what_is_due
from tests.books.canberra.floor import (
    DEE,
    MANAGER,
    a_round,
    almost_empty,
    last_round,
    opened,
    ready,
    shuffled,
    status,
)
from tests.clauses import clause
from tests.table.floor import Floor, cents, o

SEATS = {"ann": 3, "ben": 1, "cal": 5}


def cut_order(floor: Floor) -> list[tuple[str, str]]:
    """Who is asked to cut, one after the other, and by which clause, as long as all decline."""
    asked = []
    while (due := what_is_due(floor.rules, floor.state)).player:
        assert due.what == "cut"
        asked.append((due.player, due.clause))
        floor.no(due.clause, "supervisor", o.Cut("", 100))
        floor.ok("player", o.DeclineCut(due.player), by=due.player)
    return asked


# Who shuffles and who cuts


@clause("canberra-blackjack 5.1")
def test_the_dealer_shuffles_before_each_new_shoe() -> None:
    floor = opened()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.no("5.1", "dealer", o.Deal(parse_card("TD")))
    floor.no("5.1", "player", o.Shuffle(), by="ann")
    shuffled(floor, "ann")
    assert floor.clauses(e.CardsShuffled) == ["5.1"]
    assert floor.entries("shuffle")[0].by.role == "dealer"
    floor.cards("TD 7C 9C")


@clause("canberra-blackjack 5.2", "canberra-blackjack 5.2(a)", "canberra-blackjack 5.2(d)")
def test_at_a_new_game_the_first_to_arrive_is_offered_the_cut() -> None:
    floor = opened()
    floor.players(**SEATS)
    floor.ok("dealer", o.Shuffle())
    floor.no("5.2(a)", "player", o.Cut("ben", 100), by="ben")
    floor.no("5.2(a)", "supervisor", o.Cut("", 100))
    floor.no("5.2(a)", "player", o.DeclineCut("cal"), by="cal")
    # Then everybody in turn from the first box, then the supervisor.
    assert cut_order(floor) == [("ann", "5.2(a)"), ("ben", "5.2(d)"), ("cal", "5.2(d)")]
    floor.no("5.2", "player", o.Cut("ann", 100), by="ann")
    floor.no("5.2", "dealer", o.Cut("", 100))
    floor.ok("supervisor", o.Cut("", 100))
    assert floor.entries("cut")[0].by.role == "supervisor"


@clause("canberra-blackjack 5.2(a)")
def test_the_first_player_to_the_table_may_be_standing() -> None:
    floor = opened()
    floor.players(ann=0, ben=2)
    floor.ok("dealer", o.Shuffle())
    floor.no("5.2(a)", "player", o.Cut("ben", 100), by="ben")
    floor.ok("player", o.Cut("ann", 100), by="ann")


@clause("canberra-blackjack 5.2")
def test_where_no_player_sits_the_supervisor_cuts() -> None:
    floor = opened()
    floor.ok("dealer", o.Shuffle())
    floor.no("5.2", "dealer", o.Cut("", 100))
    floor.ok("supervisor", o.Cut("", 100))


def dealt_until(floor: Floor, cards: int) -> None:
    """A round of all three, the cutting card coming out after so many cards."""
    for name, box in SEATS.items():
        floor.bet(name, box, 10)
    for number, card in enumerate(["TD", "TC", "TS", "7C", "9C", "9D", "9H"]):
        if number == cards:
            floor.ok("dealer", o.CuttingCard())
        floor.cards(card)
    for name in ("ben", "ann", "cal"):
        floor.stand(name, SEATS[name])
    if cards > 6:
        floor.ok("dealer", o.CuttingCard())
    floor.cards("TH")


@clause("canberra-blackjack 5.2(b)", "canberra-blackjack 5.2(d)", "canberra-blackjack 5.4(b)")
@pytest.mark.parametrize(
    ("after", "asked"),
    [
        (1, [("ann", "5.2(b)"), ("ben", "5.2(d)"), ("cal", "5.2(d)")]),
        (2, [("cal", "5.2(b)"), ("ben", "5.2(d)"), ("ann", "5.2(d)")]),
        (4, [("ben", "5.2(b)"), ("ann", "5.2(d)"), ("cal", "5.2(d)")]),
    ],
)
def test_the_player_on_whose_box_the_card_fell_is_offered_the_cut(
    after: int, asked: list[tuple[str, str]]
) -> None:
    floor = ready(seats=SEATS)
    dealt_until(floor, after)
    floor.ok("dealer", o.Shuffle())
    assert cut_order(floor) == asked
    floor.ok("supervisor", o.Cut("", 100))


@clause("canberra-blackjack 5.2(b)")
def test_on_a_shared_box_it_is_whoever_decides_there() -> None:
    floor = ready(seats=SEATS)
    floor.bet("cal", 3, 10)
    floor.bet("ann", 3, 10)
    floor.ok("dealer", o.NoMoreBets())
    floor.cards("TD 7C")
    floor.ok("dealer", o.CuttingCard())
    floor.cards("9C")
    floor.stand("ann", 3)
    floor.cards("TS")
    floor.ok("dealer", o.Shuffle())
    floor.no("5.2(b)", "player", o.Cut("cal", 100), by="cal")
    floor.ok("player", o.Cut("ann", 100), by="ann")


@clause("canberra-blackjack 5.2(c)")
@pytest.mark.parametrize("after", [3, 7])
def test_on_the_dealers_hand_it_is_the_player_farthest_to_the_right(after: int) -> None:
    floor = ready(seats=SEATS)
    dealt_until(floor, after)
    floor.ok("dealer", o.Shuffle())
    assert cut_order(floor) == [("cal", "5.2(c)"), ("ben", "5.2(d)"), ("ann", "5.2(d)")]


@clause("canberra-blackjack 5.2(d)")
def test_a_shuffle_with_no_such_reason_is_offered_in_turn() -> None:
    floor = ready(seats=SEATS)
    a_round(floor, "ann", 3)
    floor.ok("dealer", o.Shuffle())
    assert cut_order(floor) == [("ben", "5.2(d)"), ("ann", "5.2(d)"), ("cal", "5.2(d)")]


@clause("canberra-blackjack 5.2(d)", "canberra-blackjack 5.4(a)")
@pytest.mark.parametrize("why", ["new cards", "the cutting card came first"])
def test_nor_has_one_a_reason_that_is_nobodys(why: str) -> None:
    """New cards (2.4), or the cutting card before any other of a round (reading 77)."""
    floor = ready(seats=SEATS)
    a_round(floor, "ann", 3)
    if why == "new cards":
        floor.ok("supervisor", o.ReplaceCards(), second=DEE)
    else:
        floor.bet("ann", 3, 10)
        floor.ok("dealer", o.NoMoreBets())
        floor.ok("dealer", o.CuttingCard())
    floor.ok("dealer", o.Shuffle())
    assert cut_order(floor) == [("ben", "5.2(d)"), ("ann", "5.2(d)"), ("cal", "5.2(d)")]


# Where the cards are cut


@clause("canberra-blackjack 5.3")
@pytest.mark.parametrize("decks", [4, 6, 8])
def test_the_cut_is_one_deck_or_more_from_either_end(decks: int) -> None:
    cards = 52 * decks
    floor = opened(decks=decks)
    floor.players(ann=1)
    floor.ok("dealer", o.Shuffle())
    floor.no("5.3", "player", o.Cut("ann", 51), by="ann")
    floor.no("5.3", "player", o.Cut("ann", cards - 51), by="ann")
    floor.malformed("player", o.Cut("ann", cards + 1), by="ann")
    other = opened(decks=decks)
    other.players(ann=1)
    other.ok("dealer", o.Shuffle())
    other.ok("player", o.Cut("ann", 52), by="ann")
    floor.ok("player", o.Cut("ann", cards - 52), by="ann")
    assert floor.clauses(e.CardsCut) == ["5.3"]


@clause("canberra-blackjack 5.3")
@pytest.mark.parametrize(
    ("decks", "from_back", "fits"),
    [
        (8, 51, False), (8, 52, True), (8, 208, True), (8, 213, True), (8, 214, False),
        (4, 51, False), (4, 52, True), (4, 104, True), (4, 109, True), (4, 110, False),
        (5, 130, True), (5, 135, True), (5, 136, False),
    ],
)  # fmt: skip
def test_the_card_goes_back_in_between_one_deck_and_about_half_from_the_back(
    decks: int, from_back: int, fits: bool
) -> None:
    """Half of five decks is 130 cards; "approximately" is five cards more, never fewer."""
    floor = opened(decks=decks)
    floor.players(ann=1)
    floor.ok("dealer", o.Shuffle())
    floor.no("5.1", "dealer", o.Insert((100,)))  # not before the cut
    floor.ok("player", o.Cut("ann", 104), by="ann")
    floor.no("5.3", "player", o.Insert((from_back,)), by="ann")
    if fits:
        floor.ok("dealer", o.Insert((from_back,)))
        assert status(floor) == "ready"
    else:
        floor.no("5.3", "dealer", o.Insert((from_back,)))
        floor.no("5.3", "dealer", o.Insert((60, 70)))  # there is one cutting card


# The cutting card


@clause("canberra-blackjack 5.4(a)", "canberra-blackjack 5.2(d)")
def test_as_a_rounds_first_card_it_is_followed_by_the_shuffle_at_once() -> None:
    """No round has begun: wagers may come off. Nobody has a right to the cut: all are asked."""
    floor = ready(seats=SEATS)
    a_round(floor, "ann", 3)
    floor.bet("ann", 3, 10)
    floor.bet("ben", 1, 10)
    floor.ok("dealer", o.CuttingCard())
    assert floor.clauses(e.CuttingCardOut) == ["5.4(a)"]
    assert status(floor) == "unshuffled"
    assert floor.state.in_round is False
    floor.ok("player", o.TakeOff(1, "ben"), by="ben")
    floor.ok("dealer", o.Shuffle())
    assert cut_order(floor) == [("ben", "5.2(d)"), ("ann", "5.2(d)"), ("cal", "5.2(d)")]
    floor.ok("supervisor", o.Cut("", 100))
    floor.ok("dealer", o.Insert((100,)))
    floor.cards("TD 7C 9C")
    floor.stand("ann", 3)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(20), 0)
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 5.4(a)")
def test_the_cards_are_not_dealt_on_after_a_cutting_card_that_came_first() -> None:
    """As a round's first card it stops the deal: 14.8 is for what was not noticed."""
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.ok("dealer", o.CuttingCard())
    assert status(floor) == "unshuffled"
    shuffled(floor, "ann")
    assert floor.state.shoe.out == ()
    assert floor.state.shoe.markers_out == 0
    floor.cards("TD 7C 9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)


@clause("canberra-blackjack 5.4(a)", "canberra-blackjack 6.2", "canberra-blackjack 4.3")
def test_a_cutting_card_drawn_first_after_the_call_opens_the_betting_again() -> None:
    """No round has begun: wagers are taken off, changed and added until the next call."""
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.ok("dealer", o.NoMoreBets())
    floor.no("6.2", "player", o.Place(2, "ben", cents(10)), by="ben")
    floor.ok("dealer", o.CuttingCard())
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    floor.bet("ann", 1, 20)
    shuffled(floor, "ann")
    floor.bet("ben", 2, 10)
    floor.ok("dealer", o.NoMoreBets())
    floor.no("6.2", "player", o.Place(3, "ben", cents(10)), by="ben")
    floor.cards("TD 9D 7C 9C TH")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(20), cents(10))
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 5.4(b)")
def test_in_mid_round_the_round_is_finished_and_then_shuffled() -> None:
    floor = ready()
    floor.bet("ann", 1, 10)
    floor.cards("TD 7C")
    floor.ok("dealer", o.CuttingCard())
    assert floor.clauses(e.CuttingCardOut) == ["5.4(b)"]
    floor.malformed("dealer", o.CuttingCard())
    assert status(floor) == "ready"
    floor.cards("9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)
    assert status(floor) == "unshuffled"
    assert [d.clause for d in floor.log if isinstance(d, e.ShuffleDue) and d.at_once] == ["5.4(b)"]


@clause("canberra-blackjack 14.8")
def test_rounds_dealt_past_the_cutting_card_stand_and_the_shuffle_follows() -> None:
    floor = ready()
    last_round(floor)
    # The dealer forgets and deals on: the round in progress runs to its end and counts.
    floor.bet("ann", 1, 20)
    floor.cards("TD 7C")
    assert "14.8" in floor.clauses(e.ShuffleDue)
    floor.no("14.6", "dealer", o.Shuffle())
    floor.cards("9C")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(30)
    assert status(floor) == "unshuffled"
    assert floor.entries("deal")[0].about == "dealt without the shuffle that was due"
    floor.ok("dealer", o.Shuffle())
    # The card had fallen on ann's box.
    floor.no("5.2(b)", "player", o.Cut("ben", 100), by="ben")
    floor.ok("player", o.Cut("ann", 100), by="ann")
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 14.8")
def test_every_round_dealt_past_the_cutting_card_stands() -> None:
    floor = ready()
    last_round(floor)
    for dollars in (20, 50):
        a_round(floor, "ann", 1, dollars)
        assert status(floor) == "unshuffled"
    assert floor.net("ann") == cents(80)
    assert [entry.clause for entry in floor.entries("deal")] == ["6.1", "6.1"]
    assert floor.clauses(e.ShuffleDue).count("14.8") == 4  # found and due, twice
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 5.1", "canberra-blackjack 14.8")
def test_no_oversight_excuses_the_very_first_shuffle_or_that_of_new_cards() -> None:
    floor = ready()
    a_round(floor)
    floor.ok("supervisor", o.ReplaceCards(), second=o.Person("dee", "dealer"))
    floor.bet("ann", 1, 10)
    floor.no("5.1", "dealer", o.Deal(parse_card("TD")))


@clause("canberra-blackjack 5.5")
@pytest.mark.parametrize(
    ("announced", "played", "aside"),
    [(4, 0, False), (4, 1, True), (3, 0, True), (3, 2, True), (1, 0, True), (10, 6, False)],
)
def test_in_the_last_three_rounds_the_cutting_card_is_thrown_aside(
    announced: int, played: int, aside: bool
) -> None:
    floor = ready()
    floor.ok(MANAGER, o.AnnounceClosing(announced))
    for _ in range(played):
        a_round(floor)
    floor.bet("ann", 1, 10)
    floor.cards("2D 7C")
    floor.ok("dealer", o.CuttingCard())
    assert floor.clauses(e.CuttingCardOut) == ["5.5" if aside else "5.4(b)"]
    floor.cards("9C")
    floor.hit("ann", 1)
    floor.cards("TH")
    floor.cards("TS")
    assert status(floor) == ("ready" if aside else "unshuffled")


@clause("canberra-blackjack 5.5", "canberra-blackjack 15.2")
def test_after_the_card_is_aside_play_goes_on_to_the_last_hand() -> None:
    floor = ready()
    floor.ok(MANAGER, o.AnnounceClosing(3))
    floor.bet("ann", 1, 10)
    floor.ok("dealer", o.CuttingCard())
    assert floor.clauses(e.CuttingCardOut) == ["5.5"]
    floor.ok("player", o.TakeOff(1, "ann"), by="ann")
    for _ in range(2):
        a_round(floor)
        floor.no("15.2", MANAGER, o.Close())
    a_round(floor)
    floor.ok(MANAGER, o.Close())
    assert floor.net("ann") == cents(30)


# Cards run out


@clause("canberra-blackjack 14.6")
def test_when_the_shoe_is_empty_the_discards_are_shuffled_cut_and_dealt() -> None:
    floor, left = almost_empty(4)
    floor.bet("ann", 1, 10)
    floor.call()
    for card in left[:3]:
        floor.ok("dealer", o.Deal(card))
    floor.no("14.6", "dealer", o.Shuffle())
    assert floor.state.round is not None
    floor.hit("ann", 1)
    floor.ok("dealer", o.Deal(left[3]))
    hand = floor.state.round.hand(1, 1)
    assert len(hand.cards) == 3
    floor.hit("ann", 1)
    floor.no("14.6", "dealer", o.Deal(parse_card("TD")))
    floor.no("5.1", "player", o.Shuffle(), by="ann")
    floor.ok("dealer", o.Shuffle())
    assert floor.clauses(e.CardsShuffled)[-1] == "14.6"
    # The four cards on the layout stay there: 204 are cut, one deck in from either end.
    floor.no("5.2(d)", "player", o.Cut("ben", 100), by="ben")
    floor.no("5.3", "player", o.Cut("ann", 51), by="ann")
    floor.no("5.3", "player", o.Cut("ann", 204 - 51), by="ann")
    floor.ok("player", o.Cut("ann", 204 - 52), by="ann")
    assert floor.state.shoe.out == tuple(left[:1] + left[2:] + left[1:2])
    floor.cards("TD")
    floor.stand("ann", 1)
    floor.cards("TS TH")
    assert floor.state.in_round is False
    assert status(floor) == "unshuffled"  # everything is shuffled after the round
    assert floor.replayed() == floor.state


@clause("canberra-blackjack 14.6")
def test_with_cards_left_or_between_rounds_14_6_does_not_apply() -> None:
    floor, left = almost_empty(6)
    floor.bet("ann", 1, 10)
    floor.call()
    for card in left[:3]:
        floor.ok("dealer", o.Deal(card))
    floor.no("14.6", "dealer", o.Shuffle())
