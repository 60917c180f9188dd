"""Orders at a tournament's table: the rules of the game apply, as far as the session lets them."""

from bythebook.cards import parse_card
from bythebook.table.cards import orders as m
from bythebook.tournaments.session import commands as c
from tests.clauses import clause
from tests.tournaments.session.session_floor import CANBERRA, TWO, Floor


@clause("canberra-blackjack 19.1")
def test_a_session_is_opened_once_and_before_anything_else() -> None:
    floor = Floor(CANBERRA, TWO)
    refused = floor.refused(c.Open(floor.terms))
    assert (refused.clause, refused.reason) == ("19.1", "the session is open already")
    floor.session = None
    assert "has not been opened" in str(floor.malformed(c.NoMoreBets()))


@clause("canberra-blackjack 19.1")
def test_orders_of_the_table_are_the_tables_own() -> None:
    """A card that lay face up is burned as at any table."""
    floor = Floor(CANBERRA, TWO).start()
    floor.begin(ann=100, bob=100)
    floor.staff(c.NoMoreBets())
    floor.deal("AS")
    before = len(floor.log)
    floor.staff(m.FaceUp(parse_card("TH")))
    assert len(floor.log) > before


@clause("canberra-blackjack 19.1")
def test_who_may_not_is_told_so() -> None:
    floor = Floor(CANBERRA, TWO).start()
    floor.begin(ann=100, bob=100)
    refused = floor.refused(c.NoMoreBets(), name="ann")
    assert (refused.clause, refused.reason) == ("19.1", "no more bets: only by a dealer")


@clause("canberra-blackjack 19.1")
def test_in_a_break_the_table_waits() -> None:
    floor = Floor(CANBERRA, TWO).start()
    floor.staff(c.GiveBreak(10))
    refused = floor.refused(c.BeginHand())
    assert (refused.clause, refused.reason) == ("19.1", "there is a break")
