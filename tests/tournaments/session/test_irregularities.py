"""What goes wrong at a tournament table with real cards is put right as at any table of its book.

The books apply their general rules to tournaments; what that means for stacks, forms and hands is
proved here. What each rule says in itself is proved with the tables (`tests/books`).
"""

from typing import TypeVar

import pytest
from msgspec.structs import replace

from bythebook.cards import parse_card, parse_cards
from bythebook.deciders import Order, Person
from bythebook.errors import Refused
from bythebook.game import commands as g
from bythebook.table import events as t
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.state import Entry
from bythebook.table.state import State as Table
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session import old_rows
from bythebook.tournaments.session.automatic import wants_card
from tests.clauses import clause
from tests.tournaments.session.session_floor import (
    BOOKS,
    CANBERRA,
    CROWN,
    IN_ORDER,
    REBUILDS,
    STAR,
    TASMANIA,
    TWO,
    Floor,
    form,
    settled_with_two_cards_changed_round,
)


def dealt(book: str, **changes: object) -> Floor:
    """Wagers of 100 lie there, and the first card is due."""
    floor = Floor(book, TWO, **({"cards": "scanned"} | changes)).start()
    floor.begin(ann=100, bob=100)
    floor.staff(c.NoMoreBets())
    return floor


T = TypeVar("T")


def table_events(floor: Floor, kind: type[T]) -> list[T]:
    moved = [event for event in floor.log if isinstance(event, e.TableMoved)]
    return [inner for event in moved for inner in event.events if isinstance(inner, kind)]


def hand_of(floor: Floor, box: int) -> str:
    assert floor.state.round is not None
    return " ".join(str(card) for card in floor.state.round.hand(box, 1).cards)


# Cards


@clause(
    "canberra-blackjack 14.1",
    "crown-blackjack 17.2",
    "star-blackjack-challenge 18.1",
    "tasmania-blackjack 19.3",
)
@pytest.mark.parametrize(
    ("book", "rule"),
    [(CANBERRA, "14.1"), (CROWN, "17.2"), (STAR, "18.1"), (TASMANIA, "19.3")],
)
def test_a_card_that_lay_face_up_is_burned_and_the_hand_goes_on(book: str, rule: str) -> None:
    floor = dealt(book)
    floor.deal("TS")
    floor.staff(m.FaceUp(parse_card("2C")))
    burned = table_events(floor, t.CardBurned)[-1]
    assert getattr(burned, "clause") == rule  # noqa: B009
    floor.play_out("9H 7D TH 9C KD")
    assert floor.chips() == {
        "ann": 1100,
        "bob": 1100,
    }  # 20 and 18 against 17
    assert floor.refolded() == floor.state


@clause(
    "canberra-blackjack 14.2",
    "crown-blackjack 17.3",
    "star-blackjack-challenge 18.2",
    "tasmania-blackjack 19.1",
)
@pytest.mark.parametrize("book", BOOKS)
def test_a_card_drawn_in_error_is_the_next_card(book: str) -> None:
    floor = dealt(book)
    floor.deal("TS 9H 7D TH 9C")
    floor.staff(m.DrawnInError(parse_card("KD")))  # while ann thinks about her hand
    assert floor.state.table.shoe.next == parse_cards("KD")
    floor.stand_all()
    with pytest.raises(Refused):
        floor.staff(c.Deal("2C"))
    floor.play_out("KD")
    assert floor.chips() == {"ann": 1100, "bob": 1100}


@clause(
    "canberra-blackjack 14.4",
    "crown-blackjack 17.5",
    "star-blackjack-challenge 18.8",
    "tasmania-blackjack 19.4",
)
@pytest.mark.parametrize("book", BOOKS)
def test_a_card_on_the_wrong_box_goes_where_it_was_due(book: str) -> None:
    floor = dealt(book)
    floor.staff(c.Deal("TS", to=2))  # it was due at box 1
    assert floor.state.table.irregular
    assert not wants_card(floor.state)
    with pytest.raises(Refused):
        floor.staff(c.Deal("9H"))
    floor.role(REBUILDS[book], m.Resolve("rebuild"))
    floor.play_out("9H 7D TH 9C KD")
    assert floor.chips() == {"ann": 1100, "bob": 1100}
    assert floor.refolded() == floor.state


@pytest.mark.parametrize("book", [CANBERRA, CROWN, TASMANIA])
def test_a_dealer_alone_puts_no_deal_right_where_the_book_wants_a_higher_rank(book: str) -> None:
    floor = dealt(book)
    floor.staff(c.Deal("TS", to=2))
    refused = floor.refused(m.Resolve("rebuild"), role="dealer")
    assert REBUILDS[book] in refused.reason.replace(" ", "-").lower() or "takes a" in refused.reason
    floor.role(floor.rules.play.roles.director[0], m.Resolve("rebuild"))  # above all of them


@clause("canberra-blackjack 14.4", "star-blackjack-challenge 18.8", "tasmania-blackjack 19.4")
@pytest.mark.parametrize("book", [CANBERRA, STAR, TASMANIA])
def test_a_deal_is_put_right_from_the_card_where_it_went_wrong(book: str) -> None:
    """The first two cards came in the wrong order: they change places."""
    floor = dealt(book)
    floor.deal("9H TS 7D TH 9C")
    floor.role(REBUILDS[book], m.Rebuild(1, parse_cards("TS 9H 7D TH 9C")))
    assert (hand_of(floor, 1), hand_of(floor, 2)) == ("TS TH", "9H 9C")
    floor.play_out("KD")
    assert floor.chips() == {"ann": 1100, "bob": 1100}


@clause("crown-blackjack 17.5")
def test_before_a_deal_is_put_right_at_crown_whoever_wishes_takes_the_wagers_back() -> None:
    """The unseen wager goes back with the open one, and nobody learns of it."""
    floor = Floor(CROWN, TWO, cards="scanned", secret_wagers=1).start().begin()
    floor.by("ann", c.HandIn(form(200)))
    floor.wager(ann=100, bob=100)
    floor.staff(c.CheckForm("ann"))
    floor.staff(c.NoMoreBets())
    floor.deal("9H TS 7D TH")
    swapped = m.Rebuild(1, parse_cards("TS 9H 7D TH"))
    assert floor.refused(swapped, role="higher-duties-dealer").clause == "17.5"
    floor.staff(m.AnnounceRebuild())
    floor.by("ann", m.WithdrawWagers("ann"))
    floor.role("higher-duties-dealer", swapped)
    floor.play_out("TH")  # without ann's box bob has TS 7D, and the dealer 9H
    floor.staff(c.Announce())
    assert floor.chips() == {"ann": 1000, "bob": 900}


@clause("crown-blackjack 17.1", "crown-blackjack 17.1.1")
def test_a_forgotten_burn_is_put_right_by_beginning_the_shoe_again() -> None:
    floor = Floor(CROWN, TWO, cards="scanned")
    for name in TWO:
        floor.by(name, c.TakeSeat())
    floor.staff(c.Start())
    while floor.state.table.shoe.status != "to-burn":
        floor.prepare()
    floor.staff(c.BeginHand())
    floor.wager(ann=100, bob=100)
    floor.staff(c.NoMoreBets())
    floor.deal("2C TS 9H")
    assert floor.state.table.shoe.forgotten_burn
    floor.role("higher-duties-dealer", m.RestartShoe())
    assert floor.state.table.shoe.next == parse_cards("TS 9H")
    floor.play_out("TS 9H 7D TH 9C KD")
    assert floor.chips() == {"ann": 1100, "bob": 1100}


@clause("crown-blackjack 17.9", "tasmania-blackjack 19.8")
@pytest.mark.parametrize(
    ("book", "role"), [(CROWN, "higher-duties-dealer"), (TASMANIA, "inspector")]
)
def test_a_decision_that_was_passed_over_is_asked_for_again(book: str, role: str) -> None:
    """Nobody heard that ann hits: bob's card goes back, and is hers."""
    floor = dealt(book)
    floor.deal("TS 9H 7D 2H 3C")
    floor.give(Person("dee", floor.rules.play.roles.dealer[0]), c.Decide(g.Stand(1)))
    floor.act("bob", g.Hit)
    floor.deal("9D")
    back = m.Rewind(5, box=1)
    assert "dee" in str(floor.refused(back, name="dee", role=role, why="nobody heard it"))
    floor.role(role, back, "nobody heard it")
    floor.act("ann", g.Hit)
    floor.deal("9D")
    assert (hand_of(floor, 1), hand_of(floor, 2)) == ("TS 2H 9D", "9H 3C")
    assert floor.refolded() == floor.state


@clause("crown-blackjack 17.9", "tasmania-blackjack 19.8")
@pytest.mark.parametrize(
    ("book", "role", "rule"),
    [(CROWN, "higher-duties-dealer", "17.9"), (TASMANIA, "inspector", "19.8")],
)
def test_a_decision_of_ones_own_was_neither_passed_over_nor_misheard(
    book: str, role: str, rule: str
) -> None:
    floor = dealt(book)
    floor.deal("TS 9H 7D 2H 3C")
    floor.stand("ann")
    floor.act("bob", g.Hit)
    floor.deal("9D")
    refused = floor.refused(m.Rewind(5, box=1), role=role, why="nobody heard it")
    assert (refused.clause, refused.reason.partition(" ")[0]) == (rule, "ann")


def test_a_decision_from_before_it_was_noted_who_gave_it_is_read_with_its_order() -> None:
    floor = dealt(CROWN)
    floor.deal("TS 9H 7D 2H 3C")
    by, command, before = Person("dee", "dealer"), c.Decide(g.Stand(1)), floor.state
    events = floor.give(by, command)
    assert [event.by for event in events if isinstance(event, e.TableMoved)] == [by]
    old = tuple(replace(event, by=None) for event in events if isinstance(event, e.TableMoved))
    order = Order(by=by, at=floor.now, command=command)
    assert old_rows.as_today(floor.rules, before, order, old) == (before, events)


@clause("crown-blackjack 17.8", "tasmania-blackjack 19.7")
@pytest.mark.parametrize(
    ("book", "role"), [(CROWN, "higher-duties-dealer"), (TASMANIA, "inspector")]
)
def test_a_place_that_was_passed_over_in_the_deal(book: str, role: str) -> None:
    floor = dealt(book)
    floor.deal("TS 9H 7D")
    floor.role(role, m.MissedCard())
    assert floor.state.round is not None
    assert floor.state.round.due is not None
    assert floor.state.round.due.box == 2


@clause("star-blackjack-challenge 18.15.3", "crown-blackjack 17.13.3")
@pytest.mark.parametrize(("book", "role"), [(STAR, "supervisor"), (CROWN, "higher-duties-dealer")])
def test_a_wrong_card_voids_the_hand_which_is_played_again(book: str, role: str) -> None:
    floor = dealt(book)
    before = floor.state.hand
    floor.deal("TS 9H")
    for told in floor.rules.table.conduct.acts["wrong-cards"][0].told:
        floor.role(role, o.Tell(told.to, "wrong-cards"))
    floor.role(role, m.WrongCards())
    assert floor.count(e.HandVoided) == 1
    assert (floor.state.hand, floor.state.phase) == (before - 1, "between")
    assert floor.chips() == TWO
    assert floor.refolded() == floor.state


@clause("star-blackjack-challenge 18.15.3")
def test_after_a_wrong_card_no_hand_begins_before_the_cards_were_checked() -> None:
    floor = dealt(STAR)
    floor.deal("TS")
    for told in floor.rules.table.conduct.acts["wrong-cards"][0].told:
        floor.role("supervisor", o.Tell(told.to, "wrong-cards"))
    floor.role("supervisor", m.WrongCards())
    assert floor.state.table.checks
    floor.staff(c.BeginHand())
    floor.wager(ann=100, bob=100)
    assert floor.refused(c.NoMoreBets()).clause == floor.state.table.checks
    floor.role("supervisor", m.CardsVerified())
    floor.role("gaming-manager", o.Perform("check-cards"))
    floor.ready()
    floor.staff(c.NoMoreBets())
    floor.play_out("TS 9H 7D TH 9C KD")
    assert floor.chips() == {"ann": 1100, "bob": 1100}


@pytest.mark.parametrize("book", BOOKS)
def test_a_card_that_no_deck_holds_stays_out_and_is_never_dealt(book: str) -> None:
    """More kings of spades than there are: reported as a wrong card, or laid aside."""
    floor = dealt(book)
    game = floor.rules.table.book.game(floor.terms.game, None, {}, {})
    shoe = replace(floor.state.table.shoe, out=parse_cards("KS " * game.decks))
    floor.session = replace(floor.state, table=replace(floor.state.table, shoe=shoe))
    floor.staff(c.Deal("KS"))
    assert floor.state.table.irregular[0].kind == "wrong-card"


# After the hand


@clause("canberra-blackjack 14.4", "star-blackjack-challenge 18.8")
@pytest.mark.parametrize("book", [CANBERRA, STAR])
def test_a_hand_that_was_settled_is_put_right_until_the_next_begins(book: str) -> None:
    floor = settled_with_two_cards_changed_round(book)
    lost = 0 if book == CANBERRA else 100  # at The Star the dealer wins what is level
    assert floor.chips() == {"ann": 1100, "bob": 1000 - lost}
    floor.role(REBUILDS[book], IN_ORDER)
    assert floor.chips() == {"ann": 1100, "bob": 1100}
    assert floor.last(e.HandReopened).clause == ("14.4" if book == CANBERRA else "18.8")
    assert (floor.state.hand, floor.state.marker, floor.state.phase) == (1, 2, "between")
    assert floor.refolded() == floor.state


@clause("star-blackjack-challenge 18.8")
def test_whoever_went_out_by_a_mistake_of_the_dealer_is_in_again() -> None:
    floor = Floor(STAR, {"ann": 100, "bob": 100, "cy": 100}, cards="scanned").start()
    floor.begin(ann=50, bob=100, cy=50)
    floor.staff(c.NoMoreBets())
    floor.deal("TS 9H JS 9D TH 2C JH")
    floor.stand("ann")
    floor.act("bob", g.Hit)
    floor.deal("8C")
    floor.stand("bob", "cy")
    floor.deal("TD")
    assert (floor.last(e.PlayerGone).player, floor.state.phase) == ("bob", "between")
    floor.role("dealer", m.Rebuild(8, parse_cards("TD 8C")))
    assert floor.state.players["bob"].active
    assert floor.chips()["bob"] == 200
    assert floor.refolded() == floor.state
    floor.begin(bob=50, cy=50, ann=50)
    assert floor.state.playing == ("ann", "bob", "cy")


@pytest.mark.parametrize("book", BOOKS)
def test_a_card_too_many_for_the_dealer_changes_nothing(book: str) -> None:
    floor = dealt(book)
    floor.play_out("TS 9H 7D TH 9C KD")
    floor.staff(c.Deal("2C", to=0))
    assert floor.state.table.irregular[0].kind == "extra"
    floor.staff(m.Resolve("burn"))
    assert floor.chips() == {"ann": 1100, "bob": 1100}
    floor.begin(ann=50, bob=50)
    floor.staff(c.NoMoreBets())


@clause("star-blackjack-challenge 18.8:void")
def test_a_hand_that_cannot_be_rebuilt_is_void_and_played_again() -> None:
    floor = dealt(STAR)
    floor.play_out("9H TS 9D 9C TH TD")
    floor.role("supervisor", o.VoidLastRound("18.8:void"), "the discards are mixed up")
    assert floor.chips() == TWO
    assert (floor.state.hand, floor.count(e.HandVoided)) == (0, 1)
    assert floor.refolded() == floor.state


# The shoe


@clause(
    "canberra-blackjack 14.8",
    "crown-blackjack 17.10",
    "star-blackjack-challenge 18.13",
    "tasmania-blackjack 19.9",
)
@pytest.mark.parametrize("book", BOOKS)
def test_a_shuffle_that_was_missed_waits_for_the_end_of_the_hand(book: str) -> None:
    floor = dealt(book, options={"shuffler": "shoe"})
    floor.deal("TS")
    floor.staff(c.CuttingCard())
    floor.play_out("9H 7D TH 9C KD")
    assert floor.state.shuffle_due
    floor.staff(c.BeginHand())  # the dealer goes on all the same
    floor.wager(ann=100, bob=100)
    floor.staff(c.NoMoreBets())
    assert any(entry.about == "dealt without the shuffle that was due" for entry in register(floor))
    floor.play_out("9S TS 9D TC 8H KD")
    assert floor.state.shuffle_due
    floor.staff(c.Shuffle())
    assert floor.state.shoe == 2


def register(floor: Floor) -> tuple[Entry, ...]:
    return floor.state.table.register


@clause("star-blackjack-challenge 18.11")
def test_a_bad_cut_found_later_ends_the_shoe_after_the_hand() -> None:
    floor = dealt(STAR)
    floor.deal("TS")
    floor.staff(o.BadlyCut())
    floor.play_out("9H 7D TH 9C KD")
    assert floor.chips() == {"ann": 1100, "bob": 1100}  # the result stands
    assert floor.state.table.shoe.status == "unshuffled"
    floor.begin(ann=50, bob=50)  # shuffled, cut and burned anew
    floor.staff(c.NoMoreBets())


@clause("tasmania-blackjack 5.4")
def test_an_inspector_has_the_cards_shuffled_in_the_middle_of_a_hand() -> None:
    floor = dealt(TASMANIA)
    floor.deal("TS 9H 7D")
    floor.role("inspector", o.OrderShuffle(), "marked cards")
    assert not wants_card(floor.state)
    floor.ready()
    floor.play_out("TH 9C KD")
    assert floor.chips() == {"ann": 1100, "bob": 1100}


@clause("canberra-blackjack 14.6", "star-blackjack-challenge 18.9")
@pytest.mark.parametrize("book", [CANBERRA, STAR])
def test_when_the_cards_run_out_the_discards_are_shuffled_and_the_hand_goes_on(book: str) -> None:
    floor = dealt(book, options={"shuffler": "shoe"})
    floor.deal("TS 9H 7D")
    game = floor.rules.table.book.game(floor.terms.game, None, {}, {})
    everything = game.rules.pack.cards(game.decks)
    gone = replace(floor.state.table.shoe, out=everything, unseen=0)
    table: Table = replace(floor.state.table, shoe=gone)
    floor.session = replace(floor.state, table=table)
    assert floor.refused(c.Deal("TH")).clause == ("14.6" if book == CANBERRA else "18.9")
    floor.ready()
    floor.play_out("TH 9C KD")
    assert floor.chips() == {"ann": 1100, "bob": 1100}


# Machines


@clause(
    "canberra-blackjack 18.3",
    "crown-blackjack 17.12",
    "star-blackjack-challenge 19.1",
    "tasmania-blackjack 19.11",
)
@pytest.mark.parametrize("book", BOOKS)
def test_a_device_that_fails_to_somebodys_disadvantage(book: str) -> None:
    """Where the book voids the round for it, the hand is played again; else it goes on."""
    floor = dealt(book, options={"shuffler": "device"})
    floor.deal("TS 9H")
    rules = floor.rules.table.book.game(
        floor.terms.game, None, {"shuffler": "device"}, {}
    ).rules.irregularities
    assert rules is not None
    assert rules.malfunction is not None
    floor.staff(m.Malfunction(disadvantage=True, spare=True))
    if rules.malfunction.disadvantage is not None:
        assert floor.count(e.HandVoided) == 1
        assert floor.chips() == TWO
    else:
        assert floor.state.phase == "playing"
    assert floor.refolded() == floor.state


# What is not for everybody


@pytest.mark.parametrize("book", BOOKS)
def test_a_player_puts_nothing_right(book: str) -> None:
    floor = dealt(book)
    floor.staff(c.Deal("TS", to=2))
    with pytest.raises(Refused):
        floor.by("ann", m.Resolve("rebuild"))
    with pytest.raises(Refused):
        floor.by("ann", m.FaceUp(parse_card("2C")))
