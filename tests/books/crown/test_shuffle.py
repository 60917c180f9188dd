"""Crown: shuffle, cut and burn; the cutting card; a shoe that runs out."""

import pytest

from bythebook.cards import parse_card
from bythebook.table import events as e
from bythebook.table.due import what_is_due
from tests.books.crown.floor import HDD, nearly_empty, opened, quick_round, ready, seated
from tests.clauses import clause
from tests.table.floor import Floor, cents, m, o


def to_cut(decks: int = 6) -> Floor:
    """Shuffled and waiting for ann, who sits alone, to cut."""
    floor = opened(decks=decks)
    floor.players(ann=1)
    floor.ok("dealer", o.Shuffle())
    return floor


def status(floor: Floor) -> str:
    return floor.state.shoe.status


def table_of_three() -> Floor:
    """Cal came first and sits at box 2; ann at 1, ben at 5."""
    floor = opened()
    floor.players(cal=2, ann=1, ben=5)
    return floor


# The shuffle


@clause("crown-blackjack 4.1.2(a)", "crown-blackjack 4.2.5")
def test_nothing_is_dealt_before_the_cards_are_shuffled_and_cut() -> None:
    floor = opened()
    floor.players(ann=1)
    floor.bet("ann", 1, 10)
    floor.no("4.1.2(a)", "dealer", o.Deal(parse_card("TC")))
    floor.ok("dealer", o.Shuffle())
    floor.no("4.2.5", "dealer", o.Deal(parse_card("TC")))
    floor.ok("player", o.Cut("ann", 100), by="ann")
    floor.no("4.2.5", "dealer", o.Deal(parse_card("TC")))
    floor.ok("dealer", o.Insert((90,)))
    floor.ok("dealer", o.Burn())
    floor.cards("TC")
    assert floor.state.in_round
    assert floor.clauses(e.CardsShuffled) == ["4.1.2(a)"]


@clause("crown-blackjack 4.1.2(b)", "crown-blackjack 4.2.1(a)")
def test_the_cutting_card_as_first_card_of_a_round_means_a_shuffle_now() -> None:
    floor = seated("ann ben")
    quick_round(floor, "ann", "ben")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.ok("dealer", o.CuttingCard())
    assert floor.clauses(e.ShuffleDue) == ["4.1.2(b)"]
    assert status(floor) == "unshuffled"
    # Wagers may be taken back or stay.
    floor.ok("player", o.TakeOff(2, "ben"), by="ben")
    floor.ok("dealer", o.Shuffle())
    floor.no("4.2.1(a)", "player", o.Cut("ann", 100), by="ann")
    floor.ok("player", o.Cut("ben", 100), by="ben")
    floor.ok("dealer", o.Insert((90,)))
    floor.ok("dealer", o.Burn())
    floor.cards("TC 7D TH")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(20), cents(10))
    assert status(floor) == "ready"
    assert floor.replayed() == floor.state


@clause("crown-blackjack 4.1.2(c)")
def test_the_cutting_card_in_a_round_means_a_shuffle_after_it() -> None:
    floor = seated("ann")
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    floor.ok("dealer", o.CuttingCard())
    assert floor.clauses(e.CuttingCardOut) == ["4.1.2(c)"]
    assert status(floor) == "ready"
    floor.cards("7D TH")
    floor.stand("ann", 1)
    assert status(floor) == "ready"
    floor.cards("TS")
    assert status(floor) == "unshuffled"
    assert floor.clauses(e.ShuffleDue) == ["4.1.2(c)", "4.1.2(c)"]
    floor.malformed("dealer", o.CuttingCard())


@clause("crown-blackjack 17.10")
def test_a_shuffle_left_out_after_the_cutting_card_follows_the_next_round() -> None:
    floor = seated("ann")
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    floor.ok("dealer", o.CuttingCard())
    floor.cards("7D TH")
    floor.stand("ann", 1)
    floor.cards("TS")
    quick_round(floor, "ann")
    assert floor.clauses(e.ShoeMoved) == ["17.10"]
    assert floor.clauses(e.ShuffleDue)[-2:] == ["17.10", "17.10"]
    assert status(floor) == "unshuffled"
    assert floor.net("ann") == cents(20)
    floor.bet("ann", 1, 10)
    floor.no("17.10", "dealer", o.Deal(parse_card("TC")))  # immediately: not after another round
    assert what_is_due(floor.rules, floor.state).clause == "17.10"
    floor.ok("dealer", o.Shuffle())
    assert status(floor) == "to-cut"
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.10")
def test_a_cutting_card_missed_as_first_card_is_made_good_after_the_round_too() -> None:
    floor = seated("ann")
    quick_round(floor, "ann")
    floor.ok("dealer", o.CuttingCard())
    quick_round(floor, "ann")
    assert floor.clauses(e.ShoeMoved) == ["17.10"]
    assert status(floor) == "unshuffled"


@clause("crown-blackjack 4.1.2(d)", "crown-blackjack 4.1.2(e)")
@pytest.mark.parametrize(
    ("ground", "clause_id"), [("sequence", "4.1.2(d)"), ("mishandled", "4.1.2(e)")]
)
def test_a_higher_duties_dealer_has_the_cards_shuffled_and_says_why(
    ground: str, clause_id: str
) -> None:
    floor = seated("ann")
    quick_round(floor, "ann")
    floor.no(clause_id, "dealer", o.OrderShuffle(ground), why="cards fell")
    floor.no(clause_id, HDD, o.OrderShuffle(ground))
    floor.ok(HDD, o.OrderShuffle(ground), why="cards fell")
    assert status(floor) == "unshuffled"
    entry = floor.entries("order-shuffle")[0]
    assert (entry.clause, entry.why, entry.by.role) == (clause_id, "cards fell", HDD)
    floor.bet("ann", 1, 10)
    floor.no("4.1.2(a)", "dealer", o.Deal(parse_card("TC")))
    ready(floor)
    floor.cards("TC")


@clause("crown-blackjack 4.1.2(e)")
def test_nobody_shuffles_a_running_shoe_unasked() -> None:
    floor = seated("ann")
    quick_round(floor, "ann")
    floor.no("4.1.2(e)", "dealer", o.Shuffle())
    assert floor.state.shoe.rounds == 1


@clause("crown-blackjack 4.1.2(d)")
def test_ordered_in_a_round_the_shuffle_waits_for_its_end() -> None:
    floor = seated("ann")
    floor.bet("ann", 1, 10)
    floor.cards("TC 7D TH")
    floor.ok(HDD, o.OrderShuffle("sequence"), why="four tens in a row")
    floor.stand("ann", 1)
    floor.cards("TS")
    assert floor.net("ann") == cents(10)
    assert status(floor) == "unshuffled"
    assert floor.clauses(e.ShuffleDue) == ["4.1.2(d)", "4.1.2(d)"]


# The cut


@clause("crown-blackjack 4.2.1", "crown-blackjack 4.2.1(a)", "crown-blackjack 4.2.3(a)")
def test_at_a_new_game_the_first_to_arrive_cuts() -> None:
    floor = table_of_three()
    floor.ok("dealer", o.Shuffle())
    floor.no("4.1.2(a)", "dealer", o.Insert((90,)))  # it is held out to be cut first
    for other in ("ann", "ben"):
        floor.no("4.2.3(a)", "player", o.Cut(other, 100), by=other)
    floor.ok("player", o.Cut("cal", 100), by="cal")
    assert status(floor) == "to-insert"
    floor.ok("dealer", o.Insert((90,)))
    floor.bet("ann", 1, 10)
    floor.cards("TC")


@clause("crown-blackjack 4.2.3(b)")
def test_the_cut_goes_to_whose_box_the_cutting_card_fell_on() -> None:
    floor = table_of_three()
    ready(floor)
    for name, box in (("ann", 1), ("cal", 2), ("ben", 5)):
        floor.bet(name, box, 10)
    floor.cards("TC TD")
    floor.ok("dealer", o.CuttingCard())
    assert floor.due() == 5
    floor.cards("TH 7D TC TD TH")
    for name, box in (("ann", 1), ("cal", 2), ("ben", 5)):
        floor.stand(name, box)
    floor.cards("TS")
    floor.ok("dealer", o.Shuffle())
    for other in ("ann", "cal"):
        floor.no("4.2.3(b)", "player", o.Cut(other, 100), by=other)
    floor.ok("player", o.Cut("ben", 100), by="ben")


@clause("crown-blackjack 4.2.3(b)")
def test_on_a_shared_box_whoever_calls_its_decisions_cuts() -> None:
    floor = table_of_three()
    ready(floor)
    # Ben's chips lay first on cal's box, but she sits there: she calls, so she cuts.
    floor.bet("ben", 2, 10)
    floor.bet("cal", 2, 10)
    floor.ok("dealer", o.Deal(parse_card("TC")))
    floor.cards("7D")
    floor.ok("dealer", o.CuttingCard())
    floor.cards("TH")
    floor.stand("cal", 2)
    floor.cards("TS")
    floor.ok("dealer", o.Shuffle())
    floor.no("4.2.3(b)", "player", o.Cut("ben", 100), by="ben")
    floor.ok("player", o.Cut("cal", 100), by="cal")


@clause("crown-blackjack 4.2.3(c)")
def test_fallen_to_the_dealer_the_player_on_the_far_right_cuts() -> None:
    floor = table_of_three()
    ready(floor)
    floor.bet("ann", 1, 10)
    floor.cards("TC")
    floor.ok("dealer", o.CuttingCard())
    assert floor.due() == 0
    floor.cards("7D TH")
    floor.stand("ann", 1)
    floor.cards("TS")
    floor.ok("dealer", o.Shuffle())
    for other in ("ann", "cal"):
        floor.no("4.2.3(c)", "player", o.Cut(other, 100), by=other)
    floor.ok("player", o.Cut("ben", 100), by="ben")


@clause("crown-blackjack 4.2.1(a)", "crown-blackjack 4.1.2(d)", "crown-blackjack 4.1.2(e)")
@pytest.mark.parametrize("ground", ["sequence", "mishandled"])
def test_where_no_rule_names_one_of_the_players_it_is_the_one_on_the_far_right(ground: str) -> None:
    """Reading 71: a shuffle that somebody ordered is in none of the four cases of 4.2.3."""
    floor = table_of_three()
    ready(floor)
    quick_round(floor, "ann")
    floor.ok(HDD, o.OrderShuffle(ground), why="cards fell")
    floor.ok("dealer", o.Shuffle())
    for other in ("ann", "cal"):
        floor.no("4.2.1(a)", "player", o.Cut(other, 100), by=other)
    floor.ok("player", o.Cut("ben", 100), by="ben")


@clause("crown-blackjack 4.2.3(d)", "crown-blackjack 4.4.3")
def test_new_cards_are_shuffled_cut_on_the_far_right_and_burned() -> None:
    floor = table_of_three()
    ready(floor)
    quick_round(floor, "ann")
    floor.ok(HDD, o.ReplaceCards("unfit"), why="bent")
    floor.bet("ann", 1, 10)
    floor.ok("dealer", o.Perform("secure-cards"))
    floor.ok("dealer", o.Perform("check-cards"))
    floor.no("4.1.2(a)", "dealer", o.Deal(parse_card("TC")))
    floor.ok("dealer", o.Shuffle())
    assert floor.state.shoe.out == ()
    for other in ("ann", "cal"):
        floor.no("4.2.3(d)", "player", o.Cut(other, 100), by=other)
    floor.no("4.2.5", "dealer", o.Deal(parse_card("TC")))
    floor.ok("player", o.Cut("ben", 100), by="ben")
    floor.ok("dealer", o.Insert((90,)))
    assert status(floor) == "to-burn"
    floor.ok("dealer", o.Burn())
    floor.cards("TC")


@clause("crown-blackjack 4.2.4")
def test_a_cut_declined_goes_round_the_table_and_then_to_the_staff() -> None:
    floor = table_of_three()
    floor.ok("dealer", o.Shuffle())
    floor.no("4.2.3(a)", "player", o.DeclineCut("ann"), by="ann")
    # Clockwise from cal at 2: ben at 5, then ann at 1.
    floor.ok("player", o.DeclineCut("cal"), by="cal")
    floor.no("4.2.4", "player", o.Cut("ann", 100), by="ann")
    floor.no("4.2.4", "player", o.Cut("cal", 100), by="cal")
    floor.ok("player", o.DeclineCut("ben"), by="ben")
    floor.no("4.2.4", "dealer", o.Cut(from_front=100))
    floor.ok("player", o.DeclineCut("ann"), by="ann")
    floor.no("4.2.4", "dealer", o.Cut(from_front=100))
    floor.ok(HDD, o.Cut(from_front=100))
    assert status(floor) == "to-insert"
    assert floor.clauses(e.CutDeclined) == ["4.2.4"] * 3
    assert floor.entries("cut")[0].by.role == HDD
    assert floor.replayed() == floor.state


@clause("crown-blackjack 4.2.4")
def test_the_second_who_is_asked_may_accept() -> None:
    floor = table_of_three()
    floor.ok("dealer", o.Shuffle())
    floor.ok("player", o.DeclineCut("cal"), by="cal")
    floor.ok("player", o.Cut("ben", 100), by="ben")
    assert status(floor) == "to-insert"


@clause("crown-blackjack 4.2.1(b)")
def test_a_higher_duties_dealer_may_cut_instead_of_a_player() -> None:
    floor = table_of_three()
    floor.ok("dealer", o.Shuffle())
    floor.no("4.2.3(a)", "dealer", o.Cut(from_front=100))
    floor.ok(HDD, o.Cut(from_front=100))
    assert status(floor) == "to-insert"
    assert floor.entries("cut")[0].by.role == HDD


@clause("crown-blackjack 4.2.5")
@pytest.mark.parametrize("decks", [4, 6, 8])
def test_the_cut_is_about_a_deck_from_either_end(decks: int) -> None:
    """About 52 cards at least: 13 fewer are noted, 14 fewer refused (Crown reading 72)."""
    cards = decks * 52
    for wrong in (0, 38, cards - 38, cards):
        to_cut(decks).no("4.2.5", "player", o.Cut("ann", wrong), by="ann")
    for near in (39, 51, cards - 51, cards - 39):
        floor = to_cut(decks)
        floor.ok("player", o.Cut("ann", near), by="ann")
        assert floor.state.shoe.badly_cut
    for right in (52, cards // 2, cards - 52):
        floor = to_cut(decks)
        floor.ok("player", o.Cut("ann", right), by="ann")
        assert not floor.state.shoe.badly_cut
        assert floor.clauses(e.CardsCut) == ["4.2.5"]


@clause("crown-blackjack 4.2.6(b)")
@pytest.mark.parametrize(("decks", "half"), [(4, 104), (6, 156), (8, 208)])
def test_the_cutting_card_goes_in_from_78_cards_to_half_the_stack_from_the_back(
    decks: int, half: int
) -> None:
    def inserted(back: int) -> Floor:
        floor = to_cut(decks)
        floor.ok("player", o.Cut("ann", 100), by="ann")
        floor.ok("dealer", o.Insert((back,)))
        return floor

    floor = to_cut(decks)
    floor.ok("player", o.Cut("ann", 100), by="ann")
    for wrong in (0, 64, half + 14, decks * 52):
        floor.no("4.2.6(b)", "dealer", o.Insert((wrong,)))
    floor.no("4.2.6(b)", "dealer", o.Insert((80, 90)))
    for near in (65, 77, half + 1, half + 13):
        assert inserted(near).state.shoe.badly_cut
    for right in (78, half):
        floor = inserted(right)
        assert not floor.state.shoe.badly_cut
        assert floor.state.shoe.marker_at == right
        assert floor.clauses(e.CuttingCardInserted) == ["4.2.6(b)"]


@clause("crown-blackjack 4.2.6(a)", "crown-blackjack 4.2.6(c)")
def test_the_stack_is_moved_and_loaded_by_the_dealer_before_any_card_comes() -> None:
    """The cut has to be followed by the cutting card: then the shoe is loaded, not before."""
    floor = to_cut()
    floor.bet("ann", 1, 10)
    floor.ok("player", o.Cut("ann", 100), by="ann")
    assert status(floor) == "to-insert"
    floor.no("4.2.5", "dealer", o.Deal(parse_card("TC")))
    floor.no("4.2.6(b)", "player", o.Insert((90,)), by="ann")
    floor.ok("dealer", o.Insert((90,)))
    assert status(floor) == "to-burn"


# The burn


@clause("crown-blackjack 4.3.1")
def test_the_first_card_is_burned_unseen_or_shown_if_a_player_asks() -> None:
    floor = seated("ann")
    assert (floor.state.shoe.unseen, floor.state.shoe.burned) == (1, ())
    assert floor.clauses(e.CardBurned) == ["4.3.1"]
    floor.no("4.3.1", "dealer", o.Burn())
    other = opened()
    other.players(ann=1)
    ready(other, burn=False)
    card = parse_card("KH")
    other.no("4.3.1", "player", o.Burn(), by="ann")
    other.no("4.3.1", "dealer", o.Burn(card))
    other.ok("dealer", o.Burn(card), asked="ann")
    assert (other.state.shoe.unseen, other.state.shoe.burned) == (0, (card,))
    assert other.state.shoe.status == "ready"


@clause("crown-blackjack 4.3.1")
def test_a_table_may_do_without_burning() -> None:
    floor = seated("ann", burns=False)
    assert status(floor) == "ready"
    floor.no("4.3.1", "dealer", o.Burn())
    quick_round(floor, "ann")
    assert floor.state.shoe.unseen == 0
    assert floor.clauses(e.BurnForgotten) == []


@clause("crown-blackjack 17.1")
def test_rounds_stand_and_the_shoe_goes_on_when_the_burn_was_forgotten() -> None:
    floor = opened()
    floor.players(ann=1)
    ready(floor, burn=False)
    quick_round(floor, "ann")
    assert floor.clauses(e.BurnForgotten) == ["17.1"]
    assert floor.net("ann") == cents(10)
    floor.no("4.3.1", "dealer", o.Burn())
    quick_round(floor, "ann")
    assert floor.net("ann") == cents(20)
    assert floor.state.shoe.unseen == 0
    assert floor.state.shoe.rounds == 2
    assert floor.replayed() == floor.state


def unburned(*bets: tuple[str, int, str], names: str = "ann ben", **changes: object) -> Floor:
    """A fresh shoe from which nothing was burned, with these wagers down."""
    floor = opened(**changes)
    floor.players(**{name: box for box, name in enumerate(names.split(), start=1)})
    ready(floor, burn=False)
    for name, box, wager in bets:
        floor.bet(name, box, 10, wager)
    return floor


@clause("crown-blackjack 17.1.1")
def test_an_unfinished_first_round_may_be_rebuilt_with_its_burn() -> None:
    floor = unburned(("ann", 1, "main"))
    floor.cards("TC 7D 8H")
    floor.no("17.1.1", "dealer", m.RestartShoe())
    floor.ok(HDD, m.RestartShoe())
    assert [str(card) for card in floor.state.shoe.burned] == ["TC"]
    assert [str(card) for card in floor.state.shoe.next] == ["7D", "8H"]
    assert floor.due() == 1
    floor.no("17.3", "dealer", o.Deal(parse_card("TS")))
    # Now ann has 7 and 4 against an 8, and decides anew.
    floor.cards("7D 8H 4C")
    floor.hit("ann", 1)
    floor.cards("9C")
    floor.stand("ann", 1)
    floor.cards("TH")
    assert floor.net("ann") == cents(10)
    assert floor.entries("restart-shoe")[0].clause == "17.1.1"
    assert floor.replayed() == floor.state


@clause("crown-blackjack 17.1.1")
def test_the_first_round_is_not_rebuilt_once_anything_was_settled_or_it_is_over() -> None:
    floor = unburned(("ann", 1, "main"), ("ben", 2, "main"))
    floor.cards("AC TD 7D KC 9H")
    # Ann's blackjack against a seven has been paid.
    floor.no("17.1.1", HDD, m.RestartShoe())
    floor.stand("ben", 2)
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(15), cents(10))
    floor.no("17.1.1", HDD, m.RestartShoe())
    floor.bet("ann", 1, 10)
    floor.cards("TC 7D")
    floor.no("17.1.1", HDD, m.RestartShoe())


@clause("crown-blackjack 17.1.1")
def test_nothing_is_rebuilt_where_the_card_was_burned() -> None:
    floor = seated("ann")
    floor.bet("ann", 1, 10)
    floor.cards("TC 7D")
    floor.no("17.1.1", HDD, m.RestartShoe())


# The shoe runs out


@clause("crown-blackjack 17.11", "crown-blackjack 4.1.2(c)")
def test_when_the_shoe_runs_out_the_discards_are_shuffled_and_cut_and_play_goes_on() -> None:
    floor = nearly_empty("TC TD 7D 9H 8H")
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC TD 7D 9H")
    floor.no("17.11", "dealer", o.Shuffle())
    floor.cards("8H")
    floor.stand("ann", 1)
    floor.stand("ben", 2)
    floor.no("17.11", "dealer", o.Deal(parse_card("TS")))
    floor.ok("dealer", o.Shuffle())
    assert floor.clauses(e.CardsShuffled)[-1] == "17.11"
    # The five cards on the layout stay out; the rest is cut but not burned.
    assert len(floor.state.shoe.out) == 5
    floor.no("4.2.5", "player", o.Cut("ben", 38), by="ben")
    floor.no("4.1.2(a)", "dealer", o.Deal(parse_card("TS")))
    floor.ok("player", o.Cut("ben", 100), by="ben")
    floor.no("4.3.1", "dealer", o.Burn())
    floor.cards("TS")
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(10))
    # Then everything is shuffled: the cutting card has long come out.
    assert floor.state.shoe.status == "unshuffled"
    assert floor.clauses(e.ShuffleDue)[-1] == "4.1.2(c)"
    ready(floor)
    quick_round(floor, "ann")
    assert floor.net("ann") == cents(20)
    assert floor.replayed() == floor.state
