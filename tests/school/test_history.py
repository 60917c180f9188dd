"""Spaced repetition and what errors cost, on spots and a clock that are written down."""

import msgspec
import pytest

from bythebook.school.history import (
    DAY,
    MINUTE,
    REST_SECONDS,
    History,
    Practised,
    answered,
    next_spot,
)
from bythebook.school.progress import WEAKEST, progress, weakest
from bythebook.school.spots import OFFER, TURN, Spot, SpotTable


def spot(key: str, chance: float = 0.1, asks: str = TURN, row: str = "hard 16") -> Spot:
    return Spot(key, ("T", "6"), "9", asks, row, {"hit": 0.1, "stand": -0.15}, "hit", chance)


A, B, C = spot("a", 0.1), spot("b", 0.3), spot("c", 0.6)


def table(*spots: Spot) -> SpotTable:
    return SpotTable(
        game="g", edition="", choices={}, tens="TJQK", stake=10_000, columns=("9",), chart={},
        spots={one.key: one for one in spots},
    )  # fmt: skip


def said(history: History, key: str, right: bool, now: int, cost: float = 0.25) -> History:
    lost = 0.0 if right else cost
    return answered(history, key, right=right, cost=lost, seconds=2, now=now)


def test_right_answers_climb_the_boxes_and_a_wrong_one_falls_to_the_first() -> None:
    history, now, rests = History(), 1_000_000, []
    for _ in range(7):
        history = said(history, "a", True, now)
        rests.append(history.spots["a"].due - now)
    assert rests == [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 30 * DAY, 30 * DAY, 30 * DAY]
    history = said(history, "a", False, now)
    assert history.spots["a"] == Practised(box=1, due=now + MINUTE, asked=8, right=7, lost=250_000)
    assert (history.asked, history.right, history.streak, history.best_streak) == (8, 7, 0, 7)
    assert len(REST_SECONDS) == 6


def test_what_is_due_comes_first_then_what_is_new_then_what_is_due_soonest() -> None:
    history = said(said(History(), "a", False, 0), "b", True, 0)
    assert next_spot([A, B, C], history, 59, 0.0).key == "c"  # nothing is due: a new one
    assert next_spot([A, B, C], history, 60, 0.0).key == "a"
    assert next_spot([A, B, C], history, 10 * MINUTE, 0.0).key == "a"  # the lower box first
    history = said(history, "c", True, 0)
    assert next_spot([A, B, C], history, 59, 0.0).key == "a"
    assert next_spot([A, B, C], history, 59, 0.0, last="a").key == "b"
    assert next_spot([A], history, 59, 0.0, last="a").key == "a"  # there is no other


@pytest.mark.parametrize(("draw", "key"), [(0.0, "a"), (0.11, "b"), (0.39, "b"), (0.41, "c")])
def test_new_spots_are_drawn_as_often_as_they_come_up(draw: float, key: str) -> None:
    assert next_spot([A, B, C], History(), 0, draw).key == key


def test_what_errors_cost_in_an_hour_is_worked_out_by_hand() -> None:
    """Half the answers at b lose a quarter: 0.125 on average, in three of ten rounds of sixty."""
    history = said(said(said(History(), "b", False, 0), "b", True, 0), "a", True, 0)
    found = progress(table(A, B, C), history)
    assert found.per_hour == pytest.approx(0.125 * 0.3 * 60)
    assert found.covered == pytest.approx(0.4)
    assert (found.asked, found.right, found.streak, found.weak) == (3, 2, 2, 1)
    assert [(cell.row, cell.asked, cell.wrong) for cell in found.cells] == [("hard 16", 3, 1)]


def test_the_weakest_are_the_dearest_and_at_most_twenty() -> None:
    spots = [spot(f"s{at}", 0.01 * (at + 1)) for at in range(30)]
    history = History()
    for one in spots[:25]:
        history = said(history, one.key, False, 0)
    found = weakest(table(*spots), history)
    assert [one.key for one in found] == [f"s{at}" for at in range(24, 4, -1)]
    assert len(found) == WEAKEST == 20
    assert weakest(table(*spots), History()) == []


def test_offers_have_cells_of_their_own() -> None:
    offer = spot("o", asks=OFFER)
    found = progress(table(offer), said(History(), "o", False, 0))
    assert found.cells[0].row == "offer, hard 16"


def test_a_history_that_a_browser_kept_is_checked() -> None:
    kept = msgspec.json.encode(said(History(), "a", True, 5))
    assert msgspec.json.decode(kept, type=History).spots["a"].asked == 1
    for bad in (b'{"spots":{"a":[9,0,1,1,0]}}', b'{"asked":-1}', b'{"streak":1e99}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(bad, type=History)
