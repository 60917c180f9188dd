"""A card that was typed wrongly is put right in what was written down; no card is moved.

No book knows a console. Who stands behind it is whoever the book lets put the cards right.
"""

from typing import Any

import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.table import what_is_due
from bythebook.table.cards.rebuilding import last_entry, last_entry_seen
from bythebook.table.seconding import preview
from tests.books.canberra import floor as canberra
from tests.books.crown import floor as crown
from tests.books.star_challenge import floor as star
from tests.books.tasmania import floor as tasmania
from tests.clauses import clause
from tests.records.exported import check_records
from tests.table.floor import Floor, cents, m, o


def it_was(was: str, cards: str, **more: Any) -> m.CorrectEntry:
    return m.CorrectEntry(parse_card(was), parse_cards(cards), **more)


def in_deal() -> Floor:
    """The Star: wagers on boxes 1 and 3, one card each, the dealer's is due."""
    floor = star.ready(ann=1, ben=3)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 3, 10)
    floor.cards("TC 9D")
    return floor


@clause("star-blackjack-challenge 18.8")
def test_the_card_that_lies_there_takes_the_place_of_the_one_that_was_typed() -> None:
    floor = in_deal()
    before = len(floor.state.shoe.out)
    floor.ok("dealer", it_was("9D", "8D"))
    assert [str(card) for card in floor.state.playing.box(3).hands[0].cards] == ["8D"]
    assert floor.due() == 0
    assert len(floor.state.shoe.out) == before
    assert parse_card("9D") not in floor.state.shoe.out, "it is still in the shoe"
    assert floor.replayed() == floor.state
    (entry,) = floor.entries("correct-entry")
    assert (entry.about, entry.clause, entry.by.name) == ("9D: 8D", "18.8", "dee")


def test_only_the_last_card_and_only_while_nothing_else_was_put_down() -> None:
    floor = in_deal()
    no = floor.no("18.8", "dealer", it_was("TC", "TD"))
    assert no.reason == "the last card put down is 9D, not TC"
    floor.cards("7H 8C 5S")
    floor.stand("ann", 1)
    assert last_entry(floor.state) is None
    no = floor.no("18.8", "dealer", it_was("5S", "6S"))
    assert no.reason == "since the last card something else was put down"
    floor.malformed("dealer", it_was("5S", ""))


def test_what_was_irregular_only_because_of_the_entry_is_not_any_more() -> None:
    """Typed for another box, or a card that these decks cannot have: both are put right alike."""
    floor = in_deal()
    floor.deal("7H", to=1)
    assert what_is_due(floor.rules, floor.state).what == "put-right"
    floor.ok("dealer", it_was("7H", "7H"))
    assert [str(card) for card in floor.state.playing.dealers_cards] == ["7H"]
    assert (floor.due(), floor.state.irregular) == (1, ())
    floor.deal("JK")
    assert [card.kind for card in floor.state.irregular] == ["wrong-card"]
    floor.ok("dealer", it_was("JK", "JC"))
    assert (floor.due(), floor.state.irregular) == (3, ())
    # And the other way round: it went to another box, and that is an irregularity.
    floor.ok("dealer", it_was("JC", "JC", to=3))
    assert [card.kind for card in floor.state.irregular] == ["misplaced"]
    assert floor.replayed() == floor.state


def test_a_card_that_lies_face_down_is_corrected_without_being_told() -> None:
    floor = in_deal()
    floor.deal("KS", to=1, exposed=False)
    assert (last_entry(floor.state), last_entry_seen(floor.state)) == (parse_card("KS"), None)
    no = floor.no("18.8", "dealer", it_was("QS", "JS"))
    assert no.reason == "the last card put down is another card, not QS"
    floor.ok("dealer", it_was("KS", "JS", to=1))
    assert [(str(one.card), one.exposed) for one in floor.state.irregular] == [("JS", False)]
    (entry,) = floor.entries("correct-entry")
    assert entry.about == "a card face down"
    assert floor.replayed() == floor.state
    floor.ok("dealer", it_was("JS", "JS"))  # it lies where it was due, and there everybody sees it
    assert last_entry_seen(floor.state) == parse_card("JS")


def test_a_round_that_ended_by_a_wrong_card_is_decided_anew() -> None:
    floor = in_deal()
    floor.cards("7H TD 9C")
    floor.stand("ann", 1)
    floor.stand("ben", 3)
    floor.cards("TS")  # the dealer has 17
    assert (floor.net("ann"), floor.net("ben")) == (cents(10), cents(10))
    floor.bet("ann", 1, 10)  # wagers for the next round are no card
    no = floor.no("18.8", "dealer", it_was("TS", "4C"))
    assert no.reason == "with this card the round would go on: name those after it as well"
    no = floor.no("18.8", "dealer", it_was("TS", "AC 3C"))
    assert no.reason == "with these cards nobody would be due 3C"
    floor.ok("dealer", it_was("TS", "4C TS"))  # 21: both lose
    assert (floor.net("ann"), floor.net("ben")) == (cents(-10), cents(-10))
    assert floor.replayed() == floor.state
    floor.cards("2C")
    assert what_is_due(floor.rules, floor.state).what == "card"
    texts = check_records(floor.rules, floor.log)
    assert len(texts) == 1, "the next is not over"
    assert "4C" in texts[0]


def test_not_while_cards_that_were_drawn_before_are_to_be_used() -> None:
    floor = in_deal()
    floor.ok("dealer", m.DrawnInError(parse_card("5C"), later=False))
    no = floor.no("18.8", "dealer", it_was("9D", "8D"))
    assert "drawn before" in no.reason


@pytest.mark.parametrize(
    ("floor", "clause_", "by"),
    [
        (crown.seated, "17.5", "higher-duties-dealer"),
        (canberra.ready, "14.4", "supervisor"),
        (lambda: tasmania.started(ann=1), "19.4", "inspector"),
    ],
)
def test_where_the_book_wants_a_higher_rank_it_stands_behind_the_dealer(
    floor: Any, clause_: str, by: str
) -> None:
    table: Floor = floor()
    table.bet("ann", 1, 25)
    table.cards("TC")
    wrong = it_was("TC", "TD")
    table.no(clause_, "dealer", wrong)
    assert preview(table.rules, table.state, table.order("dealer", wrong)).would == "waits"
    table.ok("dealer", wrong, approved=o.Person("sam", by))
    (entry,) = table.entries("correct-entry")
    assert entry.approved == o.Person("sam", by)
    table.ok(by, it_was("TD", "TH"))  # whoever could approve it need not ask
    assert [str(card) for card in table.state.playing.box(1).hands[0].cards] == ["TH"]
    assert table.replayed() == table.state
