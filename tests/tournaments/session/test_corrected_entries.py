"""A card that was typed wrongly at a table of a tournament, put right as at any table."""

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.deciders import Person
from bythebook.table.cards import orders as m
from bythebook.table.orders import Order
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.session import decide, evolve
from bythebook.tournaments.values import Length
from tests.clauses import clause
from tests.tournaments.session.session_floor import BOOKS, REBUILDS, STAR, TWO, Floor

EVERY = pytest.mark.parametrize("book", BOOKS)


def it_was(was: str, cards: str) -> m.CorrectEntry:
    return m.CorrectEntry(parse_card(was), parse_cards(cards))


def corrected(floor: Floor, book: str, command: m.CorrectEntry) -> None:
    """By the dealer, with whoever the book wants behind it."""
    helped = Person("sam", REBUILDS[book]) if REBUILDS[book] != "dealer" else None
    by = Person("dee", floor.rules.play.roles.dealer[0])
    order = Order(by=by, at=floor.now, command=command, approved=helped)
    for event in decide(floor.rules, floor.session, order):
        floor.session = evolve(floor.session, event)
        floor.log.append(event)


def playing(book: str, **changes: object) -> Floor:
    floor = Floor(book, TWO, cards="scanned", **changes).start()
    floor.begin(ann=100, bob=100)
    floor.staff(c.NoMoreBets())
    return floor


@clause("canberra-blackjack 14.4", "crown-blackjack 17.5", "star-blackjack-challenge 18.8")
@clause("tasmania-blackjack 19.4")
@EVERY
def test_the_card_that_lies_there_takes_the_place_of_the_one_that_was_typed(book: str) -> None:
    floor = playing(book).deal("TS 9H")
    clause_ = floor.rules.table.conduct.acts["correct-entry"][0].clause
    if REBUILDS[book] != "dealer":
        assert floor.refused(it_was("9H", "9D"), role="dealer").clause == clause_
    corrected(floor, book, it_was("9H", "9D"))
    assert [str(card) for card in floor.state.table.playing.box(2).hands[0].cards] == ["9D"]
    assert parse_card("9H") not in floor.state.table.shoe.out
    [entry] = [one for one in floor.state.table.register if one.act == "correct-entry"]
    assert (entry.about, entry.clause) == ("9H: 9D", clause_)
    assert floor.refolded() == floor.state
    refused = floor.refused(it_was("TS", "TD"), role=REBUILDS[book])
    assert refused.reason == "the last card put down is 9D, not TS"


@EVERY
def test_the_hand_that_ended_by_the_wrong_card_is_settled_anew(book: str) -> None:
    """20 and 19 against 17 win 100 each; the dealer really had 20: level, and bob has lost. At The
    Star a stand-off is lost as well."""
    floor = playing(book, length=Length(hands=1)).play_out("TS TH JS TD 9D 7C")
    assert floor.chips() == {"ann": 1100, "bob": 1100}
    assert floor.state.phase == "counting"
    corrected(floor, book, it_was("7C", "TC"))
    level = 900 if book == STAR else 1000
    assert floor.chips() == {"ann": level, "bob": 900}
    assert floor.refolded() == floor.state
    floor.staff(c.RecordTotals())
    assert floor.state.totals == {"ann": level, "bob": 900}


def test_whoever_is_out_by_a_wrong_card_is_in_again() -> None:
    """Of 100 chips each ann loses all to 20; the dealer really had 18."""
    floor = Floor("canberra-blackjack", {"ann": 100, "bob": 1000}, cards="scanned").start()
    floor.begin(ann=100, bob=100)
    floor.staff(c.NoMoreBets())
    floor.play_out("TS TH JS 9D TD TC")
    assert floor.last(e.PlayerGone).player == "ann"
    corrected(floor, "canberra-blackjack", it_was("TC", "8C"))
    assert floor.chips() == {"ann": 200, "bob": 1100}
    assert floor.state.players["ann"].active
    assert floor.refolded() == floor.state
