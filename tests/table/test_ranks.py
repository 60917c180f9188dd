"""Ranks: whoever stands higher may what is for those below; a role beside the ladder is itself."""

from bythebook.rulebooks import find_book
from bythebook.rulebooks.tables import load_table_rules
from bythebook.table.orders import Person
from bythebook.table.powers import outranks
from tests.clauses import clause


@clause("crown-blackjack 1.2")
def test_a_role_beside_the_ladder_is_at_least_itself_and_nothing_else() -> None:
    conduct = load_table_rules(find_book("crown-blackjack")).conduct
    surveillance = Person("sam", "surveillance")
    assert outranks(conduct, surveillance, "surveillance")
    assert not outranks(conduct, surveillance, "dealer")
    assert not outranks(conduct, Person("cas", "casino-manager"), "surveillance")
