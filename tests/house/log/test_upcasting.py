"""Rows of earlier versions: what is written today is read as it is, what is older is changed."""

import json
from typing import Any

import msgspec
import pytest

from bythebook.errors import Malformed
from bythebook.game.events import Settled
from bythebook.house.activities.activity import Acted, acted_from_json
from bythebook.house.activities.pools.pools import Pools
from bythebook.house.log.upcasting import CHANGES, Change, as_row, in_todays_shapes
from bythebook.house.tables.table_log import Ordered, PlayerReady, happening_from_json
from bythebook.jackpots.commands import RecordWins, UndoWins, Won
from bythebook.jackpots.events import WinsRecorded
from bythebook.table.events import RoundMoved

# A made-up history: a card was once a word; then the hand that it went to came to be named.


def _card(old: dict[str, Any]) -> dict[str, Any]:
    if isinstance(old["card"], dict):
        return old
    return {**old, "card": {"rank": old["card"][0], "suit": old["card"][1]}}


def _hand(old: dict[str, Any]) -> dict[str, Any]:
    return {"hand": 1, **old}


def _counted(old: dict[str, Any]) -> dict[str, Any]:
    """A row that says how many cards it holds, by then in their latest shape."""
    hands = [event["hand"] for event in old["events"]]
    return {**old, "hands": hands}


MADE_UP = (
    Change(("table",), "Dealt", _card),
    Change(("table",), "Dealt", _hand),
    Change(("table",), "Row", _counted),
)
OLD: dict[str, Any] = {
    "type": "Row",
    "events": [
        {"type": "Dealt", "card": "8C"},
        {"type": "Told", "about": {"type": "Dealt", "card": "AD", "hand": 2}},
    ],
}


def upcast(row: dict[str, Any], stream: str = "table", shapes: int = 0) -> Any:
    data = json.dumps(row | ({"shapes": shapes} if shapes else {})).encode()
    return json.loads(in_todays_shapes(stream, data, MADE_UP, b',"shapes":3}'))


def test_what_is_inside_changes_first_and_however_deep_it_lies() -> None:
    old = {"type": "Row", "events": [{"type": "Dealt", "card": "8C"}]}
    assert upcast(old) == {
        "type": "Row",
        "events": [{"type": "Dealt", "hand": 1, "card": {"rank": "8", "suit": "C"}}],
        "hands": [1],
    }
    deep = {"type": "Else", "held": OLD["events"]}
    assert upcast(deep)["held"][1]["about"] == {
        "type": "Dealt",
        "card": {"rank": "A", "suit": "D"},
        "hand": 2,
    }


def test_a_row_is_changed_only_by_what_came_after_it() -> None:
    row = {"type": "Else", "held": {"type": "Dealt", "card": "8C"}}
    assert upcast(row, shapes=1)["held"] == {"type": "Dealt", "card": "8C", "hand": 1}
    assert upcast(row, shapes=2)["held"] == row["held"]


def test_a_row_of_today_is_not_even_read() -> None:
    data = b'{"type":"Dealt","card":"no JSON at all,"shapes":3}'
    assert in_todays_shapes("table", data, MADE_UP, b',"shapes":3}') is data


def test_the_same_tag_in_another_stream_is_something_else() -> None:
    assert upcast({"type": "Dealt", "card": "8C"}, stream="session") == OLD["events"][0]


def test_a_row_that_holds_nothing_of_what_changed_stays_as_it_is() -> None:
    data = b'{"type": "Told"}'
    assert in_todays_shapes("table", data, MADE_UP, b',"shapes":3}') is data


def test_a_row_of_a_later_version_is_said_to_be_one() -> None:
    with pytest.raises(Malformed, match="later version"):
        upcast(OLD, shapes=4)


def test_rows_say_after_how_many_changes_they_were_written() -> None:
    data = as_row(PlayerReady("ann", 7))
    assert json.loads(data)["shapes"] == len(CHANGES)
    assert in_todays_shapes("table", data) is data
    assert happening_from_json(data) == PlayerReady("ann", 7)


# The changes there have been


SETTLED = Settled(
    1, 0, "ann", "rapid", 500, "wins", "mystery-1 and mystery-2", 9, 9, "24.5", (), "final", 500, 9,
    line="mystery jackpot", meters=("mystery-1", "mystery-2"),
)  # fmt: skip


def _without(value: msgspec.Struct, *names: str) -> dict[str, Any]:
    """As the version before wrote it."""
    data = msgspec.to_builtins(value)
    return {key: item for key, item in data.items() if key not in names}


def _ordered(settled: dict[str, Any]) -> bytes:
    order = {"by": {"name": "d", "role": "dealer"}, "at": 1, "command": {"type": "shuffle"}}
    step = {"command": {"type": "Proceed"}, "events": [settled]}
    moved = {"type": "RoundMoved", "step": step}
    return json.dumps({"type": "Ordered", "order": order, "events": [moved]}).encode()


@pytest.mark.parametrize(
    "settled",
    [
        SETTLED,
        msgspec.structs.replace(SETTLED, odds="mystery-1", meters=("mystery-1",)),
        msgspec.structs.replace(SETTLED, odds="10% of major", line="three", meters=("major",)),
        msgspec.structs.replace(
            SETTLED, odds="1/2 of 100% of blazing-7s", line="three", meters=("blazing-7s",)
        ),
        msgspec.structs.replace(SETTLED, odds="3 to 2", line="", meters=()),
        msgspec.structs.replace(SETTLED, odds="", result="loses", line="", meters=()),
    ],
    ids=lambda settled: settled.odds,
)
def test_meters_were_once_told_by_the_odds_of_a_settlement(settled: Settled) -> None:
    for row in (_without(settled, "meters"), msgspec.to_builtins(settled)):
        read = happening_from_json(_ordered(row))
        assert isinstance(read, Ordered)
        moved = read.events[0]
        assert isinstance(moved, RoundMoved)
        assert moved.step.events == (settled,)


@pytest.mark.parametrize(
    ("result", "line", "also", "rounded"),
    [
        ("wins", "", ("7.3",), True),
        ("wins", "pair", ("1.1", "6.6"), True),
        ("wins", "", ("13.2(a)",), False),
        ("returned", "", ("7.3",), False),
        ("wins", "mystery jackpot", ("5.9",), False),
    ],
)
def test_a_rounded_payment_was_once_known_by_its_clause(
    result: Any, line: str, also: tuple[str, ...], rounded: bool
) -> None:
    settled = msgspec.structs.replace(
        SETTLED, result=result, odds="", line=line, meters=(), also=also, rounded=rounded
    )
    read = happening_from_json(_ordered(_without(settled, "rounded")))
    assert isinstance(read, Ordered)
    assert read.earlier
    assert isinstance(read.events[0], RoundMoved)
    assert read.events[0].step.events == (settled,)


def test_the_meters_of_a_win_were_once_one_word() -> None:
    wins = (Won(1, "ann", ("mystery-1", "mystery-2"), "mystery jackpot", 9),)
    old = [{**_without(wins[0], "meters"), "meter": "mystery-1 and mystery-2"}]
    order = {"by": {"name": "m", "role": "meters"}, "at": 1}
    recorded = {"type": "record-wins", "table": "t1", "round": 3, "wins": old}
    event = {"type": "WinsRecorded", "at": 1, "table": "t1", "round": 3, "first": 1, "clause": "18"}
    row = {"order": {**order, "command": recorded}, "events": [{**event, "wins": old}]}
    read = acted_from_json(Pools(), json.dumps(row).encode())
    assert read.order.command == RecordWins("t1", 3, wins)
    assert read.events == (WinsRecorded(1, "t1", 3, 1, wins, "18"),)
    assert acted_from_json(Pools(), as_row(Acted(read.order, read.events))) == read


def test_a_win_to_be_undone_was_once_named_by_that_word() -> None:
    undo = {"type": "undo-wins", "table": "t1", "round": 3, "wins": [[2, "major"], [1, "a and b"]]}
    row = {"order": {"by": {"name": "m", "role": "meters"}, "at": 1, "command": undo}, "events": []}
    read = acted_from_json(Pools(), json.dumps(row).encode())
    assert read.order.command == UndoWins("t1", 3, ((2, ("major",)), (1, ("a", "b"))))
