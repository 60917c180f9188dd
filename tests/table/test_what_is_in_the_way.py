"""What is refused until something was done: that, for whom, and nothing else."""

import pytest
from msgspec.structs import replace

from bythebook.errors import Refused
from bythebook.table.people.duties import check_nothing_owed
from bythebook.table.state import Duty, State
from tests.books.baceball.floor import loaded
from tests.clauses import clause


def owing(*duties: Duty) -> State:
    return replace(loaded().state, duties=duties)


@clause("star-baceball 8.2")
def test_a_hand_that_is_not_paid_is_in_the_way_of_the_next_card_and_of_nothing_else() -> None:
    state = owing(Duty("", "pay-jackpot", "8.2", 0, player="ann", blocks="deal"))
    with pytest.raises(Refused, match=r"pay-jackpot comes first \(ann\)") as refused:
        check_nothing_owed(state, "deal")
    assert refused.value.clause == "8.2"
    check_nothing_owed(state, "open")
    with pytest.raises(Refused):
        check_nothing_owed(state, "deal", "ann")
    check_nothing_owed(state, "deal", "bob")


@clause("star-baceball 8.2")
def test_what_is_nobodys_names_nobody() -> None:
    state = owing(Duty("", "pay-jackpot", "8.2", 0, blocks="deal"))
    with pytest.raises(Refused, match="pay-jackpot comes first") as refused:
        check_nothing_owed(state, "deal")
    assert "(" not in refused.value.reason
