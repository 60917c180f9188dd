"""The end of a session, and terms that no table can be played by."""

from typing import Any

import pytest
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.table.events import CuttingCardOut
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.values import Length
from tests.clauses import clause
from tests.tournaments.session.session_floor import (
    BOOKS,
    CANBERRA,
    CROWN,
    STAR,
    TASMANIA,
    TWO,
    Floor,
    all_lose,
    with_stacks,
)

# The end


@clause("star-blackjack-challenge 21.5.8", "canberra-blackjack 19.18")
@pytest.mark.parametrize(("book", "rule"), [(STAR, "21.5.8"), (CANBERRA, "19.18")])
def test_totals_are_recorded_and_the_director_announces(book: str, rule: str) -> None:
    floor = Floor(book, TWO, length=Length(hands=1)).start()
    all_lose(floor, False, ann=50, bob=100)
    assert floor.refused(c.AnnounceResult()).clause == rule
    floor.role("dealer", c.RecordTotals())
    recorded = floor.last(e.TotalsRecorded)
    assert (recorded.totals, recorded.by, recorded.clause) == (
        {"ann": 950, "bob": 900},
        "somebody",
        rule,
    )
    floor.staff(c.ReturnChips())
    assert floor.refused(c.AnnounceResult(), role="dealer").clause == rule
    floor.staff(c.AnnounceResult())
    assert floor.last(e.SessionEnded).clause == rule
    assert floor.refused(c.BeginHand()).reason == "the session is over"


@clause(
    "star-blackjack-challenge 21.5.9",
    "star-blackjack-challenge 21.6.8",
    "tasmania-blackjack 22.3.8",
    "tasmania-blackjack 22.9.6",
    "tasmania-blackjack 22.2(b)",
    "crown-blackjack 18.4.3(c)",
)
@pytest.mark.parametrize(
    ("book", "format_", "whose", "rule"),
    [
        (STAR, "chips", "operator", "21.5.9"),
        (TASMANIA, "chips", "operator", "22.3.8"),
        (TASMANIA, "live", "player", "22.9.6"),
        (CROWN, "chips", "operator", "18.4.3(c)"),
    ],
)
def test_chips_go_back_and_what_is_missing_is_recorded(
    book: str, format_: str, whose: str, rule: str
) -> None:
    floor = Floor(book, TWO, format=format_, length=Length(hands=1)).start()
    all_lose(floor, False, ann=50, bob=100)
    floor.staff(c.RecordTotals())
    assert floor.refused(c.AnnounceResult()).reason == "the chips go back first"
    for wrong in ({"0": 1}, {"x": 1}, {"25": 0}, {"-5": 2}):
        assert floor.malformed(c.ReturnChips(wrong)).where == "missing"
    gone = {"25": 2, "100": 1}
    found = None
    if rule == "22.9.6":  # what is missing is what a count of all chips does not find
        found = 2000 - 150
        assert floor.refused(c.ReturnChips(gone)).clause == rule
        for wrong_count in (2000, 1851, 1849):
            assert floor.refused(c.ReturnChips(gone, wrong_count)).clause == rule
        assert floor.refused(c.ReturnChips({}, found)).clause == rule
    floor.staff(c.ReturnChips(gone, found))
    returned = floor.last(e.ChipsReturned)
    assert (returned.to, returned.clause, returned.missing) == (whose, rule, {"25": 2, "100": 1})
    assert floor.refused(c.ReturnChips()).reason == "the chips have gone back"
    floor.staff(c.AnnounceResult())
    assert floor.state.result is not None
    assert floor.state.result.chips_missing == 150


@clause("tasmania-blackjack 22.6.2", "star-blackjack-challenge 21.10.4")
@pytest.mark.parametrize(
    ("book", "goes_on"), [(TASMANIA, ["bob", "cy"]), (STAR, ["ann", "bob", "cy"])]
)
def test_who_went_out_before_the_last_hand_goes_on_only_where_places_go_by_elimination(
    book: str, goes_on: list[str]
) -> None:
    three = {"ann": 1000, "bob": 1000, "cy": 1000}
    floor = Floor(book, three, advancing=3, length=Length(hands=2)).start()
    with_stacks(floor, ann=50)
    all_lose(floor, False, ann=50, bob=50, cy=100)
    all_lose(floor, False, bob=50, cy=50)
    floor.finish()
    assert floor.places() == (("bob",), ("cy",), ("ann",))
    assert floor.state.result is not None
    assert [each.player for each in floor.state.result.standings if each.advances] == goes_on


@clause("tasmania-blackjack 22.10.3")
def test_an_elimination_hand_never_sends_the_last_player_away() -> None:
    floor = Floor(
        TASMANIA, TWO, format="elimination", elimination_hands=(1,), eliminated_each=2
    ).start()  # fmt: skip
    all_lose(floor, True, ann=50, bob=60)
    assert [each.player for each in floor.state.active()] == ["ann"]


# Terms that no table can be played by


@pytest.mark.parametrize(
    "changes",
    [
        {"length": Length()},
        {"length": Length(hands=0)},
        {"length": Length(hands=5, shoes=1)},
        {"limits": ()},
        {"marker": 5},
        {"unit": 30},
        {"unit": 0},
        {"advancing": -1},
        {"play_off_hands": 0},
        {"betting_seconds": -1},
        {"book": "nowhere"},
    ],
)
@pytest.mark.parametrize("book", BOOKS)
def test_terms_that_cannot_be_understood(book: str, changes: dict[str, Any]) -> None:
    floor = Floor(book, TWO)
    floor.session = None
    with pytest.raises(Malformed):
        floor.staff(c.Open(replace(floor.terms, **changes)))


@clause(
    "star-blackjack-challenge 21.2.1",
    "canberra-blackjack 19.1",
    "crown-blackjack 18.4.8(c)",
    "star-blackjack-challenge 21.6.1",
)
@pytest.mark.parametrize(
    ("book", "changes", "rule"),
    [
        (CANBERRA, {"secret_wagers": 1}, "19.1"),
        (CANBERRA, {"pass_cards": 1}, "19.1"),
        (STAR, {"elimination_hands": (3,)}, "21.2.1"),
        (STAR, {"double_your_bet": True}, "21.2.1"),
        (CROWN, {"double_your_bet": True}, "18.4.8(c)"),
        (STAR, {"side_wagers": ("blazing-7s",)}, "21.6.1"),
    ],
)
def test_what_a_book_does_not_have_is_refused(
    book: str, changes: dict[str, Any], rule: str
) -> None:
    with pytest.raises(Refused) as caught:
        Floor(book, TWO, **changes)
    assert caught.value.clause == rule


@clause("canberra-blackjack 5.5")
@pytest.mark.parametrize(("hand", "goes_on"), [(1, False), (2, True), (3, True), (4, True)])
@pytest.mark.parametrize("during", [True, False])
def test_a_cutting_card_in_the_last_three_hands_ends_no_shoe(
    hand: int, goes_on: bool, during: bool
) -> None:
    """Four hands: from the second on the card is thrown aside, in a hand or before its first."""
    floor = Floor(CANBERRA, {"ann": 1000, "bob": 1000}, length=Length(hands=4)).start()
    for _ in range(hand - 1):
        floor.hand("TC TD 8H 9C 9D TS", ann=50, bob=50)
    if during:
        floor.begin(ann=50, bob=50)
        floor.staff(c.NoMoreBets())
        floor.deal("TC")
    floor.staff(c.CuttingCard())
    assert floor.state.shoe_over is not goes_on
    if goes_on:
        assert "5.5" in {
            event.clause
            for moved in floor.log
            if isinstance(moved, e.TableMoved)
            for event in moved.events
            if isinstance(event, CuttingCardOut)
        }
        assert floor.refused(c.CuttingCard()).reason == "it has come already"
    if during:
        floor.play_out("TD 8H 9C 9D TS")
    else:
        floor.hand("TC TD 8H 9C 9D TS", ann=50, bob=50)
    for _ in range(hand, 4):
        assert floor.state.shuffle_due is not goes_on
        if not goes_on:
            floor.ready()
            goes_on = True
        floor.hand("TC TD 8H 9C 9D TS", ann=50, bob=50)
    assert floor.state.hand == 4


@clause("tasmania-blackjack 22.9.6")
def test_a_live_table_of_real_cards_is_not_closed_without_a_count_of_its_float() -> None:
    floor = Floor(TASMANIA, TWO, format="live", cards="scanned", length=Length(hands=1)).start()
    all_lose(floor, False, ann=50, bob=100)
    floor.staff(c.RecordTotals())
    assert floor.refused(c.ReturnChips()).clause == "22.9.6"
    floor.staff(c.ReturnChips({}, 2000))
    floor.staff(c.AnnounceResult())
    assert floor.state.result is not None
    assert floor.state.result.chips_missing == 0
