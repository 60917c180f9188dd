"""A round made void at a table: what is written down, and what becomes of a card gone astray."""

from bythebook.table import events as e
from tests.books.star_challenge.floor import SHOE, ready
from tests.clauses import clause
from tests.table.floor import Floor, o


def begun(cards: str) -> Floor:
    floor = ready(SHOE, ann=1, ben=3)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 3, 10)
    floor.cards(cards)
    return floor


@clause("star-blackjack-challenge 18.8:void")
def test_a_void_is_written_down_with_its_clause_and_settles_nothing_else() -> None:
    floor = begun("TC TS 9D")
    floor.ok("supervisor", o.VoidRound("18.8:void"), why="order lost")
    assert [entry.about for entry in floor.entries("void-round")] == ["18.8:void"]
    assert floor.clauses(e.IrregularityResolved) == []


@clause("star-blackjack-challenge 18.8:void")
def test_a_card_that_went_astray_is_settled_by_the_clause_of_the_void() -> None:
    floor = begun("TC TS 9D")
    floor.deal("QH", to=3)
    floor.ok("supervisor", o.VoidRound("18.8:void"), why="order lost")
    assert floor.clauses(e.IrregularityResolved) == ["18.8:void"]
    assert floor.state.irregular == ()
