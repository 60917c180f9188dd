"""Shuffle, cut, marker cards, and cards that run out at a Tasmanian table."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from tests.books.tasmania.floor import (
    MR,
    emptied,
    opened,
    pontoon_setup,
    quick_round,
    setup,
    shoe_is,
    shuffled,
    started,
)
from tests.clauses import clause
from tests.table.floor import Floor, m, o


def cut(floor: Floor) -> None:
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.Cut("ann", 100), by="ann")


def seated(wanted: o.Setup | None = None) -> Floor:
    floor = opened(wanted)
    floor.players(ann=1, ben=2)
    return floor


# Shuffling


@clause("tasmania-blackjack 5.1")
def test_no_card_is_dealt_before_the_cards_are_shuffled_and_cut() -> None:
    floor = seated()
    floor.bet("ann", 1, 10)
    floor.no("5.1", "dealer", o.Deal(parse_card("TC")))
    floor.no("5.1", "player", o.Cut("ann", 100), by="ann")
    floor.no("5.1", "dealer", o.Insert((60,)))
    floor.no("5.1", "player", o.Shuffle(), by="ann")
    floor.ok("dealer", o.Shuffle())
    assert floor.clauses(e.CardsShuffled) == ["5.1"]
    floor.no("5.1:player-cut", "dealer", o.Deal(parse_card("TC")))
    floor.ok("player", o.Cut("ann", 100), by="ann")
    floor.no("5.1:player-cut", "dealer", o.Deal(parse_card("TC")))  # no marker in it yet
    floor.ok("dealer", o.Insert((60,)))
    floor.cards("TC")
    assert [(x.by.role, x.clause) for x in floor.entries("shuffle")] == [("dealer", "5.1")]


# The cut


@clause("tasmania-blackjack 5.1:player-cut")
def test_any_player_may_cut() -> None:
    """No order of preference: whoever wishes, seated or not, even after others declined."""
    floor = seated()
    floor.players(cal=0)
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.DeclineCut("ben"), by="ben")
    floor.no("5.1:default-cut", "inspector", o.Cut("", 100))
    floor.ok("player", o.Cut("cal", 100), by="cal")
    event = next(x for x in floor.log if isinstance(x, e.CardsCut))
    assert (event.player, event.from_front, event.clause) == ("cal", 100, "5.1:player-cut")
    floor.no("5.1", "player", o.Cut("ann", 100), by="ann")


@pytest.mark.parametrize(("at", "refused"), [(0, True), (1, False), (311, False), (312, True)])
@clause("tasmania-blackjack 5.1:player-cut")
def test_a_cut_leaves_cards_on_both_sides(at: int, refused: bool) -> None:
    floor = seated()
    floor.ok("dealer", o.Shuffle())
    if refused:
        floor.no("5.1:player-cut", "player", o.Cut("ann", at), by="ann")
    else:
        floor.ok("player", o.Cut("ann", at), by="ann")


@clause("tasmania-blackjack 5.1:dealer-recut")
def test_the_dealer_may_cut_once_more_after_a_player() -> None:
    floor = seated()
    cut(floor)
    floor.ok("dealer", o.Cut("", 120))
    cuts = [x for x in floor.log if isinstance(x, e.CardsCut)]
    assert [(x.player, x.clause) for x in cuts] == [
        ("ann", "5.1:player-cut"),
        ("", "5.1:dealer-recut"),
    ]
    floor.no("5.1:dealer-recut", "dealer", o.Cut("", 130))  # once
    floor.ok("dealer", o.Insert((60,)))
    quick_round(floor)
    floor.ok("dealer", o.CuttingCard())
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.Cut("ben", 100), by="ben")
    floor.ok("dealer", o.Insert((60,)))  # the dealer may, and need not
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 5.1:default-cut")
def test_the_inspector_cuts_when_no_player_will() -> None:
    floor = seated()
    floor.ok("dealer", o.Shuffle())
    floor.no("5.1:player-cut", "inspector", o.Cut("", 100))
    floor.ok("player", o.DeclineCut("ann"), by="ann")
    floor.no("5.1:default-cut", "inspector", o.Cut("", 100))  # ben has not been asked
    floor.ok("player", o.DeclineCut("ben"), by="ben")
    floor.no("5.1:default-cut", "dealer", o.Cut("", 100))
    floor.ok("inspector", o.Cut("", 100))
    assert [(x.by.role, x.about) for x in floor.entries("cut")] == [
        ("inspector", "nobody would cut")
    ]
    floor.no("5.1:dealer-recut", "dealer", o.Cut("", 120))  # only after a player's cut


@clause("tasmania-blackjack 5.1:default-cut")
def test_a_management_representative_may_cut_as_well_and_at_an_empty_table_too() -> None:
    floor = opened()
    floor.ok("dealer", o.Shuffle())
    floor.no("5.1:default-cut", "dealer", o.Cut("", 100))
    floor.ok(MR, o.Cut("", 100))
    assert shoe_is(floor) == "to-insert"


# Marker cards


@pytest.mark.parametrize("decks", [4, 5])
@clause("tasmania-blackjack 5.2(a)")
def test_four_or_five_decks_have_one_marker_about_a_deck_from_the_back(decks: int) -> None:
    """A deck, and a quarter of one for "approximately": 52 cards and 13 more."""
    floor = seated(setup(decks=decks))
    cut(floor)
    floor.no("5.2(a)", "dealer", o.Insert((66,)))
    floor.no("5.2(a)", "dealer", o.Insert((40, 30)))
    floor.malformed("dealer", o.Insert(()))
    for place in (65, 53, 52, 51, 0):
        floor = seated(setup(decks=decks))
        cut(floor)
        floor.ok("dealer", o.Insert((place,)))
        assert (floor.state.shoe.markers, floor.state.shoe.marker_at) == (1, place)
        event = next(x for x in floor.log if isinstance(x, e.CuttingCardInserted))
        assert (event.badly, event.clause) == (place > 52, "5.2(a)")  # allowed, and noted
        assert shoe_is(floor) == "ready"


@pytest.mark.parametrize("decks", [6, 7, 8])
@clause("tasmania-blackjack 5.2(b)", "tasmania-blackjack 5.2(b):two-markers")
def test_six_to_eight_decks_have_one_or_two_three_decks_from_the_front(decks: int) -> None:
    cards, front = decks * 52, 156
    for back in ((cards - front,), (cards - front - 1,), (cards - front, 20)):
        floor = seated(setup(decks=decks))
        cut(floor)
        floor.ok("dealer", o.Insert(back))
        assert floor.state.shoe.markers == len(back)
    floor = seated(setup(decks=decks))
    cut(floor)
    floor.no("5.2(b)", "dealer", o.Insert((90, 60, 30)))
    floor.no("5.2(b)", "dealer", o.Insert((cards - front + 1,)))
    floor.no("5.2(b):two-markers", "dealer", o.Insert((cards - front + 1, 20)))
    floor.no("5.2(b):two-markers", "dealer", o.Insert((20, cards - front + 1)))
    floor.no("5.2(b):two-markers", "dealer", o.Insert((60, 60)))  # not in separate places


@clause("tasmania-blackjack 5.2(a)", "tasmania-blackjack 5.2(b)", "tasmania-blackjack 21.1")
def test_a_pontoon_deck_has_48_cards() -> None:
    for decks, back, more, says in ((4, 60, 61, "5.2(a)"), (8, 240, 241, "5.2(b)")):
        floor = seated(pontoon_setup(decks=decks))
        cut(floor)
        floor.no(says, "dealer", o.Insert((more,)))
        floor.ok("dealer", o.Insert((back,)))


@clause("tasmania-blackjack 5.2(c)")
def test_all_tables_of_an_area_use_the_same_number_of_markers() -> None:
    floor = seated(setup(area_markers=1))
    cut(floor)
    floor.no("5.2(c)", "dealer", o.Insert((90, 60)))
    floor.ok("dealer", o.Insert((60,)))
    floor = seated(setup(area_markers=2))
    cut(floor)
    floor.no("5.2(c)", "dealer", o.Insert((60,)))
    floor.ok("dealer", o.Insert((90, 60)))
    floor = seated(setup(area_markers=None))  # the first table of its area
    cut(floor)
    floor.ok("dealer", o.Insert((90, 60)))


# When a marker comes out


def marker_round(floor: Floor) -> None:
    """A marker comes out in the middle of a round of Ann's, which stands off."""
    floor.bet("ann", 1, 10)
    floor.cards("TC JS")
    floor.ok("dealer", o.CuttingCard())
    assert floor.state.in_round is True
    floor.cards("QC")
    floor.stand("ann", 1)
    floor.cards("KS")


@clause("tasmania-blackjack 5.3", "tasmania-blackjack 19.9")
def test_the_only_marker_ends_the_shoe_with_the_round() -> None:
    floor = started(ann=1)
    marker_round(floor)
    assert floor.net("ann") == 0  # the round was finished from the same shoe
    assert shoe_is(floor) == "unshuffled"
    floor.malformed("dealer", o.CuttingCard())
    shuffled(floor)
    assert (floor.state.shoe.out, floor.state.shoe.rounds) == ((), 0)
    quick_round(floor)
    assert shoe_is(floor) == "ready"
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 5.3")
def test_the_first_of_two_markers_allows_a_shuffle_and_the_second_ends_the_shoe() -> None:
    floor = opened()
    floor.players(ann=1)
    shuffled(floor, back=(150, 60))
    marker_round(floor)
    assert shoe_is(floor) == "ready"  # the dealer goes on ...
    quick_round(floor)
    marker_round(floor)
    assert shoe_is(floor) == "unshuffled"
    shuffled(floor, back=(150, 60))
    marker_round(floor)
    shuffled(floor, back=(150, 60))  # ... or has them shuffled and cut again
    assert floor.state.shoe.markers_out == 0
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 5.3")
def test_the_first_of_two_markers_between_rounds_forces_nothing() -> None:
    floor = opened()
    floor.players(ann=1)
    shuffled(floor, back=(150, 60))
    quick_round(floor)
    floor.ok("dealer", o.CuttingCard())
    assert (shoe_is(floor), floor.state.shoe.shuffle_due) == ("ready", "")
    quick_round(floor)
    assert shoe_is(floor) == "ready"
    floor.ok("dealer", o.CuttingCard())
    assert shoe_is(floor) == "unshuffled"


@pytest.mark.parametrize("back", [(60,), (150, 60)])
@clause("tasmania-blackjack 19.9")
def test_a_shuffle_forgotten_after_the_last_marker_follows_the_next_round(
    back: tuple[int, ...],
) -> None:
    floor = opened()
    floor.players(ann=1)
    shuffled(floor, back=back)
    floor.bet("ann", 1, 10)
    floor.cards("TC JS")
    for _ in back:
        floor.ok("dealer", o.CuttingCard())
    floor.cards("QC")
    floor.stand("ann", 1)
    floor.cards("KS")
    floor.bet("ann", 1, 10)
    floor.cards("9C")  # nobody shuffled: this round is played and stands
    assert [x.about for x in floor.entries("deal")] == ["dealt without the shuffle that was due"]
    assert floor.clauses(e.ShuffleDue)[-1] == "19.9"
    floor.cards("TS 9D")
    floor.stand("ann", 1)
    floor.cards("7S")
    assert floor.net("ann") == 1000
    assert shoe_is(floor) == "unshuffled"
    # The shuffle comes now: nothing is dealt before it, and after it the shoe is as any other.
    floor.bet("ann", 1, 10)
    floor.no("19.9", "dealer", o.Deal(parse_card("9C")))
    shuffled(floor, back=back)
    floor.cards("9C TS 9D")
    floor.stand("ann", 1)
    floor.cards("7S")
    assert (floor.net("ann"), shoe_is(floor)) == (2000, "ready")
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 5.3")
def test_a_running_shoe_is_not_shuffled_at_will() -> None:
    floor = started(ann=1)
    quick_round(floor)
    floor.no("5.3", "dealer", o.Shuffle())
    floor.ok("dealer", o.CuttingCard())
    floor.ok("dealer", o.Shuffle())


# An abnormal sequence


@clause("tasmania-blackjack 5.4")
def test_an_abnormal_sequence_is_shuffled_at_once_and_the_round_goes_on() -> None:
    """Tasmania reading 6: cards on the table stay, the rest and the discards are shuffled."""
    floor = started(ann=1)
    quick_round(floor)
    floor.bet("ann", 1, 20)
    floor.cards("8C 8D 8H")
    floor.no("5.4", "dealer", o.OrderShuffle(), why="eights in a row")
    floor.no("5.4", "inspector", o.OrderShuffle())  # it must say why
    floor.ok("inspector", o.OrderShuffle(), why="eights in a row")
    assert [(x.by.role, x.why) for x in floor.entries("order-shuffle")] == [
        ("inspector", "eights in a row")
    ]
    assert floor.clauses(e.CardsShuffled)[-1] == "5.4"
    assert [str(card) for card in floor.state.shoe.out] == ["8C", "8H", "8D"]
    assert floor.state.in_round is True
    floor.stand("ann", 1)
    floor.no("5.1", "dealer", o.Deal(parse_card("KC")))  # it has still to be cut
    floor.ok("player", o.Cut("ann", 50), by="ann")
    floor.ok("dealer", o.Insert((60,)))
    floor.cards("8S KC")
    assert floor.net("ann") == 2000  # 8 8 K is 26
    quick_round(floor)  # and the shoe goes on
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 5.4", "tasmania-blackjack 19.1")
def test_an_irregular_card_is_put_right_before_that() -> None:
    floor = started(ann=1)
    floor.bet("ann", 1, 20)
    floor.cards("8C 8D 8H")
    floor.deal("8S")
    floor.no("19.4", "inspector", o.OrderShuffle(), why="eights in a row")
    floor.ok("dealer", m.Resolve("next-card"))


@clause("tasmania-blackjack 5.4")
def test_between_rounds_an_abnormal_sequence_ends_the_shoe() -> None:
    floor = started(ann=1)
    quick_round(floor)
    floor.ok("inspector", o.OrderShuffle(), why="tens in a row")
    assert shoe_is(floor) == "unshuffled"
    floor.bet("ann", 1, 10)
    floor.no("5.1", "dealer", o.Deal(parse_card("TC")))
    shuffled(floor)
    floor.cards("TC")


@clause("tasmania-blackjack 5.4", "tasmania-blackjack 19.10")
def test_every_shuffle_out_of_its_time_is_on_record() -> None:
    floor = started(ann=1)
    quick_round(floor)
    floor.ok("inspector", o.OrderShuffle(), why="tens in a row")
    entry = floor.entries("order-shuffle")[0]
    assert (entry.by.role, entry.why, entry.clause) == ("inspector", "tens in a row", "5.4")
    assert floor.state.shoe.status == "unshuffled"


# Running out of cards


@clause("tasmania-blackjack 19.10", "tasmania-blackjack 19.10:after")
def test_when_the_cards_run_out_the_discards_are_shuffled_cut_and_the_round_finished() -> None:
    floor = opened(setup(decks=4))
    floor.players(ann=1)
    shuffled(floor, back=(50,))
    emptied(floor, "TC 6D 5H 9S")
    floor.bet("ann", 1, 20)
    floor.cards("TC 6D 5H")
    floor.hit("ann", 1)
    floor.no("19.10", "dealer", o.Shuffle())  # one card is left
    floor.cards("9S")  # 24: over
    assert floor.net("ann") == -2000
    floor = opened(setup(decks=4))
    floor.players(ann=1)
    shuffled(floor, back=(50,))
    emptied(floor, "TC 6D 5H")
    floor.bet("ann", 1, 20)
    floor.cards("TC 6D 5H")
    floor.hit("ann", 1)
    floor.no("19.10", "dealer", o.Deal(parse_card("4C")))
    floor.ok("dealer", o.Shuffle())
    assert [str(card) for card in floor.state.shoe.out] == ["TC", "5H", "6D"]  # on the layout
    floor.no("5.1", "dealer", o.Deal(parse_card("4C")))
    floor.ok("player", o.Cut("ann", 100), by="ann")
    floor.cards("4C")  # 19
    floor.stand("ann", 1)
    floor.cards("9C 3C")  # the dealer's 18
    assert floor.net("ann") == 2000
    assert floor.clauses(e.ShuffleDue)[-2:] == ["19.10:after", "19.10:after"]
    assert shoe_is(floor) == "unshuffled"
    floor.bet("ann", 1, 10)
    floor.no("5.1", "dealer", o.Deal(parse_card("TC")))
    shuffled(floor, back=(50,))
    floor.cards("TC")
    assert floor.replayed() == floor.state


@clause("tasmania-blackjack 19.10", "tasmania-blackjack 5.1:default-cut")
def test_the_discards_shuffled_in_mid_round_are_cut_like_any_others() -> None:
    """By any player; if none will, by the Inspector, and not by the dealer."""
    floor = started(setup(decks=4), ann=1, ben=2)
    left = dict.fromkeys(floor.rules.book.game("blackjack", 4, {}, {}).rules.pack.cards(1), 4)
    for text in ("TC", "6D", "5H"):
        left[parse_card(text)] -= 1
    for card, count in left.items():
        for _ in range(count):
            floor.ok("dealer", m.FaceUp(card))
    floor.bet("ann", 1, 20)
    floor.cards("TC 6D 5H")
    floor.hit("ann", 1)
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.DeclineCut("ann"), by="ann")
    floor.ok("player", o.DeclineCut("ben"), by="ben")
    floor.no("5.1:default-cut", "dealer", o.Cut("", 100))
    floor.ok("inspector", o.Cut("", 100))
    floor.cards("4C")
    assert floor.state.in_round is True


@clause("tasmania-blackjack 19.10")
def test_the_discards_are_not_shuffled_in_mid_round_while_cards_are_left() -> None:
    floor = started(ann=1)
    floor.bet("ann", 1, 20)
    floor.cards("TC 6D 5H")
    floor.no("19.10", "dealer", o.Shuffle())
    floor.no("5.1", "player", o.Shuffle(), by="ann")
