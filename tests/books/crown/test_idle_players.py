"""Crown: players who do not act, and how their hands are finished."""

import pytest

from tests.books.crown.floor import HDD, seated
from tests.clauses import clause
from tests.table.floor import Floor, cents, o

IDLE = [
    ("blackjack", "8.5.4:direction"),
    ("crown-blackjack", "10.2.1:direction"),
    ("free-bet-blackjack", "11.4:direction"),
    ("blackjack-plus", "8.5.4:direction"),
]


def idle_clauses(floor: Floor) -> list[str]:
    return [entry.clause for entry in floor.entries("direct-hand")]


@clause(
    "crown-blackjack 8.5.4:direction",
    "crown-blackjack 10.2.1:direction",
    "crown-blackjack 11.4:direction",
)
@pytest.mark.parametrize(("game", "clause_id"), IDLE)
@pytest.mark.parametrize("gone", [False, True])
def test_after_a_reasonable_time_a_higher_duties_dealer_has_the_hand_finished(
    game: str, clause_id: str, gone: bool
) -> None:
    floor = seated("ann", game=game)
    finish = o.DirectHand(1, "ann", gone)
    floor.no(clause_id, HDD, finish)
    floor.bet("ann", 1, 10)
    floor.cards("6C 7D 5H")
    floor.clock += 59
    floor.no(clause_id, HDD, finish)
    floor.clock += 1
    floor.no(clause_id, "dealer", finish)
    floor.ok(HDD, finish)
    # Hard 11 draws; hard 12 or more stands. It is not doubled.
    assert floor.due() == 1
    floor.cards("AS")
    assert floor.due() == 0
    floor.cards("TS")
    assert floor.net("ann") == -cents(10)
    assert idle_clauses(floor) == [clause_id]
    assert floor.replayed() == floor.state


@clause("crown-blackjack 8.5.4:direction")
def test_how_long_is_reasonable_is_a_setting_of_the_table_and_counts_from_the_turn() -> None:
    floor = seated("ann ben", patience_seconds=90)
    floor.bet("ann", 1, 10)
    floor.bet("ben", 2, 10)
    floor.cards("TC TD 7D 5H 6H")
    floor.clock += 89
    floor.no("8.5.4:direction", HDD, o.DirectHand(1))
    floor.clock += 1
    floor.stand("ann", 1)
    # Ben's time begins now, however long ann took.
    floor.no("8.5.4:direction", HDD, o.DirectHand(2))
    floor.clock += 90
    floor.ok(HDD, o.DirectHand(2))
    assert floor.due() == 0
    assert floor.entries("direct-hand")[0].about == "box 2"


@clause(
    "crown-blackjack 8.5.4:direction",
    "crown-blackjack 10.2.1:direction",
    "crown-blackjack 11.4:direction",
)
@pytest.mark.parametrize(
    ("game", "second", "draws"),
    [
        ("blackjack", "AD", False),
        ("blackjack", "6D", False),
        ("blackjack-plus", "6D", False),
        ("crown-blackjack", "6D", True),
        ("crown-blackjack", "7D", False),
        ("free-bet-blackjack", "6D", True),
        ("free-bet-blackjack", "7D", False),
    ],
)
def test_a_soft_hand_is_finished_as_the_variation_has_it(
    game: str, second: str, draws: bool
) -> None:
    """Plain: soft 12 or more stands. Crown and Free Bet: soft 17 draws, soft 18 stands."""
    floor = seated("ann", game=game)
    floor.bet("ann", 1, 10)
    floor.cards(f"AC 8D {second}")
    floor.clock += 60
    floor.ok(HDD, o.DirectHand(1))
    assert floor.due() == (1 if draws else 0)
    if draws:
        # Ace, six and five are hard 12: enough.
        floor.cards("5S")
        assert floor.due() == 0
    floor.cards("TS")
    # The dealer has 18: only a soft 18 of ann's stands off.
    assert floor.net("ann") == (0 if second == "7D" else -cents(10))
