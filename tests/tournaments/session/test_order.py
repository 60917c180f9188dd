"""The order of wagering, its marker and its clock."""

import pytest

from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.wagering import to_act
from tests.clauses import clause
from tests.tournaments.session.session_floor import (
    CANBERRA,
    CROWN,
    STAR,
    TASMANIA,
    THREE,
    TWO,
    Floor,
)
from tests.tournaments.session.test_wagering import betting

# Order


@clause(
    "star-blackjack-challenge 21.6.3",
    "star-blackjack-challenge 21.9.3:wager-order",
    "star-blackjack-challenge 21.9.4",
    "star-blackjack-challenge 21.9.5",
    "tasmania-blackjack 22.5.2",
    "canberra-blackjack A:starting-marker",
    "canberra-blackjack 19.13",
)
@pytest.mark.parametrize(
    ("book", "early", "again"),
    [
        (STAR, "21.9.4", "21.9.5"),
        (TASMANIA, "22.5.2", "22.3.4"),
        (CANBERRA, "A:starting-marker", "19.13"),
    ],
)
def test_wagers_are_made_in_turn_and_then_stay(book: str, early: str, again: str) -> None:
    floor = betting(book, THREE)
    assert floor.refused(c.Wager(50), "bob").clause == early
    floor.staff(c.Wager(50, player="bob", lies=True))
    back = floor.last(e.WagerTakenBack)
    assert (back.player, back.amount, back.clause) == ("bob", 50, early)
    assert floor.state.bets == {}
    floor.by("ann", c.Wager(50))
    assert floor.refused(c.Wager(100), "ann").clause == again
    floor.by("bob", c.Wager(100))
    assert floor.refused(c.NoMoreBets()).reason == "cy has still to wager"
    floor.by("cy", c.Wager(150))
    floor.staff(c.NoMoreBets())
    floor.refused(c.NoMoreBets())
    floor.play_out("TS TH TD 7C 8S 8H 8D TC")
    assert to_act(floor.state) == ()  # nobody has a turn between the hands


@clause("star-blackjack-challenge 21.9.1")
def test_without_an_order_everybody_wagers_at_will() -> None:
    floor = betting(STAR, THREE, ordered=False)
    for name in ("cy", "ann", "bob"):
        floor.by(name, c.Wager(50))
    floor.staff(c.NoMoreBets())
    # Nor does the deal follow a marker then.
    assert floor.state.round is not None
    assert floor.state.round.due is not None
    assert floor.state.round.due.box == 1


@clause(
    "star-blackjack-challenge 21.9.2",
    "tasmania-blackjack 22.5.1",
    "tasmania-blackjack 22.5.3",
    "canberra-blackjack A:starting-marker",
)
@pytest.mark.parametrize("book", [STAR, TASMANIA, CANBERRA])
def test_the_marker_goes_round_and_skips_whoever_is_out(book: str) -> None:
    floor = Floor(book, THREE).start()
    seen = []
    for number in range(4):
        if number == 3:
            floor.staff(c.Disqualify("bob"), "found out")
        floor.begin(ann=50, bob=50, cy=50)
        seen.append(floor.state.marker)
        assert floor.state.bets  # whoever holds it was asked first
        floor.staff(c.NoMoreBets())
        cards = "TS TH TD 9C QS QH QD 9D" if number < 3 else "TS TD 9C QS QD 9D"
        floor.play_out(cards)
    assert seen == [1, 2, 3, 1]
    assert floor.state.marker == 3  # box 2 has nobody any more
    assert floor.last(e.MarkerMoved).clause in ("21.9.2", "22.5.3", "A:starting-marker")


@clause("star-blackjack-challenge 21.9.3", "tasmania-blackjack 22.5.1")
@pytest.mark.parametrize(
    ("book", "from_marker", "first"),
    [(STAR, True, 2), (STAR, False, 1), (TASMANIA, True, 2), (CANBERRA, True, 1), (CROWN, True, 1)],
)
def test_where_dealing_and_deciding_begin(book: str, from_marker: bool, first: int) -> None:
    floor = Floor(book, THREE, deals_from_marker=from_marker, marker=2).start()
    floor.begin(ann=50, bob=50, cy=50)
    floor.staff(c.NoMoreBets())
    boxes = []
    for card in ("2S", "2H", "2D", "9C", "3S", "3H", "3D"):
        assert floor.state.round is not None
        assert floor.state.round.due is not None
        boxes.append(floor.state.round.due.box)
        floor.deal(card)
    round_ = [first, first % 3 + 1, (first + 1) % 3 + 1]
    assert boxes == [*round_, 0, *round_]  # the dealer's one card after everybody's first
    assert floor.state.round is not None
    assert floor.state.round.at[0] == first


# Time


@clause("tasmania-blackjack 22.3.6")
def test_the_operator_may_limit_the_time_for_wagers_and_nobody_below() -> None:
    floor = Floor(TASMANIA, TWO).start()
    for role in ("dealer", "inspector", "casino-management"):
        assert floor.refused(c.SetTimeLimit(20), role=role).clause == "22.3.6"
    floor.role("casino-operator", c.SetTimeLimit(20))


@clause(
    "star-blackjack-challenge 21.6.10",
    "star-blackjack-challenge 21.6.11",
    "tasmania-blackjack 22.3.6",
    "tasmania-blackjack 22.3.7",
)
@pytest.mark.parametrize(
    ("book", "limit", "late"), [(STAR, "21.6.10", "21.6.11"), (TASMANIA, "22.3.6", "22.3.7")]
)
def test_after_the_time_only_the_minimum_is_taken(book: str, limit: str, late: str) -> None:
    floor = Floor(book, TWO).start()
    assert floor.begin().refused(c.CallTime("ann")).clause == limit  # none was set
    assert floor.refused(c.SetTimeLimit(20)).clause == limit  # not in the middle of a hand
    floor.wager(ann=50, bob=50)
    floor.staff(c.NoMoreBets())
    floor.play_out("TS TH 9C QS TD 9D")
    floor.staff(c.SetTimeLimit(20))
    floor.begin()
    turn, other = ("ann", "bob") if floor.state.marker == 1 else ("bob", "ann")
    floor.now += 19
    assert floor.refused(c.CallTime(turn)).clause == limit
    floor.now += 1
    assert floor.refused(c.CallTime(other)).reason.startswith("it is")
    floor.staff(c.CallTime(turn))
    assert floor.refused(c.Wager(51), turn).clause == late
    assert floor.refused(c.Wager(100), turn).clause == late
    floor.by(turn, c.Wager(50))
    floor.by(other, c.Wager(100))  # whose own time begins only now
