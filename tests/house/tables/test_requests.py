"""Messages as they come from anywhere: understood exactly, or not at all."""

import json
from typing import Any

import pytest

from bythebook.cards import parse_card
from bythebook.errors import Malformed
from bythebook.game import commands as c
from bythebook.house.tables import requests as r
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.messages import COMMANDS


def understood(name: str = "ann", **command: Any) -> Any:
    return r.asked_from_json(json.dumps({"id": "1", "command": command}), name).what


# Understood


@pytest.mark.parametrize("card", ["8C", "8c", ["8", "C", 8, False]])
def test_cards_are_written_in_any_of_three_ways(card: Any) -> None:
    assert understood(type="deal", card=card) == o.Deal(parse_card("8C"))
    assert understood(type="deal", card="jk") == o.Deal(parse_card("JK"))
    cards = (parse_card("8C"), parse_card("TD"))
    rebuilt = understood(type="rebuild", from_card=1, cards=[card, "td"])
    assert rebuilt == m.Rebuild(1, cards)
    assert understood(type="malfunction", damaged=[card]) == m.Malfunction(damaged=cards[:1])


def test_whoever_sends_it_is_meant_unless_somebody_is_named() -> None:
    assert understood(type="place", box=1, amount=5) == o.Place(1, "ann", 5)
    assert understood(type="place", box=1, amount=5, player="ben") == o.Place(1, "ben", 5)
    assert understood(type="buy-chips", cents=5) == r.BuyChips(5)
    decided = understood(type="decide", command={"type": "Hit", "box": 1})
    assert decided == o.Decide(c.Hit(1))


def test_where_nobody_need_be_meant_nobody_is() -> None:
    """A sign of the supervisor's is no sign about the supervisor."""
    assert understood("sue", type="display-sign", kind="closing") == o.DisplaySign("closing")
    assert understood("sue", type="cut", from_front=9) == o.Cut("", 9)
    assert understood("sue", type="direct-hand", box=1) == o.DirectHand(1)
    assert understood("sue", type="perform", act="x") == o.Perform("x")


def test_every_command_of_a_table_has_its_tag() -> None:
    for tag, kind in COMMANDS.items():
        assert kind.__struct_config__.tag == tag
    assert not set(COMMANDS) & set(r.REQUESTS)


# Not understood


HOSTILE: list[dict[str, Any]] = [
    {},
    {"type": None},
    {"type": 1},
    {"type": ["place"]},
    {"type": {"type": "place"}},
    {"type": "no-such-thing"},
    {"type": "__class__"},
    {"type": "place"},
    {"type": "place", "box": 1, "amount": "1000"},
    {"type": "place", "box": 1, "amount": 10.5},
    {"type": "place", "box": True, "amount": 1000},
    {"type": "place", "box": 1, "amount": None},
    {"type": "place", "box": [1], "amount": 1000},
    {"type": "place", "box": 1, "amount": 1000, "player": 7},
    {"type": "place", "box": 1, "amount": 1000, "player": None},
    {"type": "place", "box": 1, "amount": 1000, "late": "yes"},
    {"type": "deal", "card": "8"},
    {"type": "deal", "card": "8CC"},
    {"type": "deal", "card": "1C"},
    {"type": "deal", "card": "ß"},
    {"type": "deal", "card": ""},
    {"type": "deal", "card": 8},
    {"type": "deal", "card": None},
    {"type": "deal", "card": {}},
    {"type": "deal", "card": []},
    {"type": "deal", "card": ["8"]},
    {"type": "deal", "card": ["8", "C", 9, False]},
    {"type": "deal", "card": ["8", "C", 8, True]},
    {"type": "deal", "card": ["8C"]},
    {"type": "rebuild", "from_card": 1, "cards": "8C"},
    {"type": "rebuild", "from_card": 1, "cards": ["8C", None]},
    {"type": "rebuild", "from_card": 1, "cards": [["8C"]]},
    {"type": "decide", "command": "Hit"},
    {"type": "decide", "command": {"type": "hit", "box": 1}},
    {"type": "decide", "command": {"type": "Hit"}},
    {"type": "decide", "command": {"type": "place", "box": 1}},
    {"type": "decide", "command": {"type": "decide", "command": {"type": "Hit", "box": 1}}},
    {"type": "buy-chips"},
    {"type": "buy-chips", "cents": "all"},
    {"type": "buy-chips", "cents": 1e400},
    {"type": "approve", "number": "1"},
    {"type": "open", "setup": {"game": "blackjack"}},
    {"type": "open", "setup": []},
    {"type": "change-limits", "limits": {"main": [1]}},
    {"type": "change-limits", "limits": {"main": [1, 2, 3]}},
    {"type": "change-limits", "limits": [["main", [1, 2]]]},
]


@pytest.mark.parametrize("command", HOSTILE, ids=range(len(HOSTILE)))
def test_what_makes_no_sense_is_said_to_make_none(command: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        r.asked_from_json(json.dumps({"id": "1", "command": command}), "ann")


TEXTS = [
    "",
    "null",
    "[]",
    '"ready"',
    "{",
    '{"id":"1"}',
    '{"command":{"type":"ready"}}',
    '{"id":1,"command":{"type":"ready"}}',
    '{"id":"","command":{"type":"ready"}}',
    '{"id":"a\\nb","command":{"type":"ready"}}',
    '{"id":"%s","command":{"type":"ready"}}' % ("x" * 65),
    '{"id":"1","command":{"type":"ready"},"more":1}',
    '{"id":"1","command":{"type":"place","box":1,"amount":NaN}}',
    '{"id":"1","command":{"type":"place","box":1,"amount":Infinity}}',
    '{"id":"1","command":{"type":"raise-dispute","about":"\\ud800"}}',
    '{"id":"\\ud800","command":{"type":"ready"}}',
    '{"id":"1","command":{"type":"ready"},"why":"%s"}' % ("x" * 501),
    '{"id":"1","command":{"type":"ready"},"asked":"%s"}' % ("x" * 501),
    '{"id":"1","command":{"type":"ready"},"why":7}',
    '{"id":"1","command":' + "[" * 5000,
    '{"id":"1","command":{"type":"x","y":' + '{"y":' * 3000 + "1" + "}" * 3002,
    '{"id":"1","command":{"type":"ready","more":"' + "x" * r.MESSAGE_BYTES + '"}}',
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_a_message_is_whole_or_none(text: str) -> None:
    with pytest.raises(Malformed):
        r.asked_from_json(text, "ann")
    with pytest.raises(Malformed):
        r.asked_from_json(text.encode("utf-8", "surrogatepass"), "ann")


def test_a_command_is_judged_by_its_own_fields_alone() -> None:
    """Nothing beside them gets any further, however deep or long."""
    odd: dict[str, Any] = {
        "type": "ready",
        "by": {"name": "manager"},
        "at": -1,
        "approved": {"name": "x"},
    }
    assert understood(**odd) == r.Ready()
    assert understood(type="place", box=1, amount=10**30) == o.Place(1, "ann", 10**30)
    with pytest.raises(Malformed, match="unknown field `by`"):
        understood(type="place", box=1, amount=10, by="manager")
