"""Result against expectation, by hand; and the puzzle of the day."""

import datetime

import pytest

from bythebook.odds.sheet.front import FrontGame, FrontSide
from bythebook.school.luck import luck_of, result_of
from bythebook.school.prepared import name_of, read_table
from bythebook.school.puzzles import CLOSE, all_close, puzzle_of

GAME = FrontGame(
    game="g", title="", place="", edition="", choices={}, decides=True, house_edge=0.01,
    standard_deviation=1.0, unpriced=(), switches=(),
    sides=(FrontSide(name="pairs", title="", house_edge=0.1, standard_deviation=4.0,
                     wins_one_in=13.0),),
)  # fmt: skip


def test_a_hundred_wagers_worked_out_by_hand() -> None:
    """Ten dollars, a hundred times: ten dollars are expected to be lost, a hundred is the stray."""
    results = [result_of(GAME, {"main": [1000]}, 1000 if at % 2 else -1000) for at in range(100)]
    luck = luck_of(results)
    assert (luck.rounds, luck.staked, luck.net) == (100, 100_000, 0)
    assert luck.expected == pytest.approx(-1000)
    assert luck.deviations == pytest.approx(1000 / 10_000)
    assert luck.nets[:3] == (-1000, 0, -1000)
    assert luck.expectations[-1] == pytest.approx(-1000)


def test_side_wagers_have_their_own_edge_and_stray() -> None:
    result = result_of(GAME, {"main": [1000, 1000], "pairs": [500], "unheard-of": [5]}, 0)
    assert result.expected == pytest.approx(-20 - 50)
    assert result.variance == pytest.approx(2 * 1000**2 + 2000**2)
    assert result.staked == 2505


def test_without_rounds_there_is_no_luck() -> None:
    assert luck_of([]).deviations is None


def test_puzzles_are_close_and_change_with_the_day() -> None:
    assert len(all_close()) > 200
    day = datetime.date(2026, 11, 18)
    days = [puzzle_of(day + datetime.timedelta(at)) for at in range(30)]
    assert days == [puzzle_of(day + datetime.timedelta(at)) for at in range(30)]
    assert len(set(days)) > 25
    for game, key in days:
        table = read_table(name_of(game))
        assert table is not None
        best, second = sorted(table.spots[key].values.values(), reverse=True)[:2]
        assert CLOSE[0] < best - second < CLOSE[1]
