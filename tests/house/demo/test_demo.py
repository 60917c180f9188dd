"""The demonstration's accounts: what each may do at the tables that it is shown with."""

import pytest

from bythebook.house.demo import demo
from bythebook.rulebooks.tables import find_table_rules
from bythebook.table.orders import Person
from bythebook.table.powers import outranks

# Who may change the limits, by each book's own clause.
CHANGE_LIMITS = {
    "canberra-blackjack": "supervisor",  # 3.1
    "crown-blackjack": "area-manager",  # 7.5
    "star-baceball": "gaming-supervisor",  # 6.5
    "star-blackjack-challenge": "supervisor",  # 6.5
    "tasmania-blackjack": "management-representative",  # 7.5
    "reference-blackjack": "supervisor",  # plain:8
}


def test_every_table_stands_under_a_book_of_these() -> None:
    assert {terms.book for terms in demo.demo_tables()} <= set(CHANGE_LIMITS)
    assert set(demo.books_with_tables()) == set(CHANGE_LIMITS)


@pytest.mark.parametrize("book", CHANGE_LIMITS)
def test_a_supervisor_may_change_the_limits_and_is_above_the_dealer(book: str) -> None:
    conduct = find_table_rules(book).conduct
    ranks = [demo.role_at(book, rank) for rank in ("dealer", "supervisor", "manager")]
    dealer, supervisor, manager = ranks
    assert supervisor == CHANGE_LIMITS[book]
    assert outranks(conduct, Person("supervisor", supervisor), dealer)
    assert not outranks(conduct, Person("dealer", dealer), supervisor)
    assert outranks(conduct, Person("manager", manager), supervisor)
