"""What Canberra's rule 19 and Crown's rule 18 leave to the conditions, a table keeps to alike."""

import pytest

from bythebook.errors import Refused
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.values import Length
from tests.clauses import clause
from tests.tournaments.session.session_floor import (
    CANBERRA,
    CROWN,
    FOUR,
    TWO,
    Floor,
    all_lose,
    losing,
)

# Chips


@clause("canberra-blackjack 19.3(a)(iv)", "crown-blackjack 18.4.3(b)")
@pytest.mark.parametrize(("book", "rule"), [(CANBERRA, "19.3(a)(iv)"), (CROWN, "18.4.3(b)")])
def test_everybody_begins_the_tournament_with_the_same_chips_and_not_each_session(
    book: str, rule: str
) -> None:
    unequal = {"ann": 1000, "bob": 900}
    with pytest.raises(Refused) as refused:
        Floor(book, unequal, first=True)
    assert refused.value.clause == rule
    floor = Floor(book, unequal)  # bob has bought back in
    assert (floor.chips(), floor.last(e.SessionOpened).clause) == (unequal, rule)


@clause("canberra-blackjack 19.14", "canberra-blackjack A:tournament-chips")
@clause("crown-blackjack 18.4.5(a)")
@pytest.mark.parametrize(("book", "rule"), [(CANBERRA, "19.14"), (CROWN, "18.4.5(a)")])
@pytest.mark.parametrize(("staked", "stays"), [(50, True), (51, False)])
def test_who_cannot_wager_the_minimum_before_a_hand_is_out_without_chips(
    book: str, rule: str, staked: int, stays: bool
) -> None:
    """With 50 left against a minimum of 50 ann plays on; with 49 she is out, and they are gone."""
    floor = Floor(book, {"ann": 100, "bob": 1000, "cy": 1000}).start()
    all_lose(floor, ann=staked, bob=50, cy=50)
    floor.staff(c.BeginHand())
    assert ("ann" in floor.state.playing) is stays
    if not stays:
        gone = floor.last(e.PlayerGone)
        assert (gone.player, gone.how, gone.clause) == ("ann", "eliminated", rule)
        assert (gone.keeps, floor.chips()["ann"]) == (False, 0)


@clause("canberra-blackjack 19.12", "crown-blackjack 18.4.8(c)")
@pytest.mark.parametrize(("book", "rule"), [(CANBERRA, "19.12"), (CROWN, "18.4.8(c)")])
def test_play_waits_while_chips_are_out_of_sight(book: str, rule: str) -> None:
    floor = Floor(book, TWO, cards="scanned").start()
    floor.staff(c.CountChips({"ann": 1000, "bob": 975}))
    assert floor.refused(c.BeginHand()).clause == rule
    floor.staff(c.CountChips(TWO))
    floor.staff(c.BeginHand())


# Wagers and their order


@clause("canberra-blackjack 19.13", "crown-blackjack 18.4.4(a)")
@pytest.mark.parametrize(
    ("book", "rule", "never"),
    [(CANBERRA, "19.13", "any-pairs"), (CROWN, "18.4.4(a)", "pot-of-gold")],
)
def test_no_side_wager_that_the_conditions_do_not_offer(book: str, rule: str, never: str) -> None:
    floor = Floor(book, TWO).start().begin()
    floor.by("ann", c.Wager(50))
    assert floor.refused(c.Wager(50, "perfect-pairs"), "ann").clause == rule
    with pytest.raises(Refused) as refused:
        Floor(book, TWO, side_wagers=(never,))
    assert refused.value.clause == rule
    offered = Floor(book, TWO, side_wagers=("perfect-pairs",)).start().begin()
    assert offered.refused(c.Wager(50, "perfect-pairs"), "ann").clause == rule  # main first
    offered.by("ann", c.Wager(50))
    offered.by("ann", c.Wager(50, "perfect-pairs"))
    assert offered.last(e.WagerMade).clause == rule


@clause(
    "canberra-blackjack A:starting-marker", "canberra-blackjack 19.1", "canberra-blackjack 19.13"
)
@clause("crown-blackjack 18.4.8(g)", "crown-blackjack 18.4.8(c)")
@pytest.mark.parametrize(
    ("book", "rule", "stays"),
    [(CANBERRA, "A:starting-marker", "19.13"), (CROWN, "18.4.8(g)", "18.4.8(g)")],
)
def test_the_marker_says_who_wagers_first_and_not_where_the_deal_begins(
    book: str, rule: str, stays: str
) -> None:
    floor = Floor(book, FOUR, marker=3).start()
    began = floor.last(e.SessionStarted)
    assert (began.marker, began.clause) == (3, rule)
    floor.begin()
    for early in ("ann", "bob", "dee"):
        assert floor.refused(c.Wager(50), early).clause == rule
    for name in ("cy", "dee", "ann", "bob"):
        floor.by(name, c.Wager(50))
    assert floor.refused(c.Wager(100), "bob").clause == stays
    floor.staff(c.NoMoreBets())
    assert floor.state.round is not None
    assert floor.state.round.due is not None
    assert floor.state.round.due.box == 1
    floor.play_out(losing(4))
    moved = floor.last(e.MarkerMoved)
    assert (moved.box, moved.clause) == (4, rule)


# How long, and who is level


@clause("canberra-blackjack A:session", "crown-blackjack 18.4.3(a)(i)")
@pytest.mark.parametrize(("book", "rule"), [(CANBERRA, "A:session"), (CROWN, "18.4.3(a)(i)")])
def test_a_session_is_as_many_hands_as_its_conditions_say(book: str, rule: str) -> None:
    floor = Floor(book, TWO, length=Length(hands=2)).start()
    all_lose(floor, ann=50, bob=50)
    assert floor.count(e.PlayEnded) == 0
    all_lose(floor, bob=50, ann=50)
    assert (floor.state.phase, floor.last(e.PlayEnded).clause) == ("counting", rule)
    assert [event.clause for event in floor.all(e.HandBegan)] == [rule, rule]


@clause("canberra-blackjack 19.3(a)(viii)(B)", "crown-blackjack 18.4.6(a)")
@pytest.mark.parametrize("book", [CANBERRA, CROWN])
def test_two_who_lose_everything_in_one_hand_are_level_whatever_they_had(book: str) -> None:
    """Such a tie is settled as the conditions say, and not by what was staked."""
    stacks = {"ann": 100, "bob": 300, "cy": 1000, "dee": 1000}
    floor = Floor(book, stacks, length=Length(hands=3)).start()
    all_lose(floor, ann=100, bob=300, cy=50, dee=50)
    out = floor.all(e.PlayerGone)
    assert {event.player: event.order for event in out} == {"ann": 1, "bob": 1}
