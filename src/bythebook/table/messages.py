"""Orders and events as JSON: what a log holds, and what is sent to a table."""

from typing import Any

import msgspec

from bythebook.cards import CARDS, Card, parse_card
from bythebook.deciders import Command, reader, tags, union
from bythebook.errors import Malformed
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.table import HANDLERS, TOLD

COMMANDS = tags(*HANDLERS)  # what a message may hold
# The log also holds what a table was told; nobody sends it.
AnyCommand = union((*HANDLERS, *TOLD))
_Order: Any = o.Order

command_from_json = reader(AnyCommand, "command")
order_from_json = reader(_Order[AnyCommand], "order")
event_from_json = reader(e.AnyEvent, "event")

_KNOWN = frozenset(CARDS.values())


def command_as_written(given: dict[str, Any]) -> Command:
    """A command with its cards as people write them: 8C."""
    kind = given.get("type")
    if not isinstance(kind, str) or kind not in COMMANDS:
        raise Malformed(f"{kind!r} is no command", "type")
    # What somebody who arrives shows is a Player Card, by its owner's name.
    filled = given if kind == "arrive" else _with_cards(given)
    try:
        # Into the one class that it must be: to look through all of them would take long.
        command = msgspec.convert(filled, COMMANDS[kind])
    except msgspec.ValidationError as error:
        raise Malformed(str(error), kind) from None
    _check_cards(command)
    return command


def _with_cards(given: dict[str, Any]) -> dict[str, Any]:
    def read(value: Any) -> Any:
        return parse_card(value.upper()) if isinstance(value, str) else value

    filled = dict(given)
    for key in ("card", "was"):
        if key in given:
            filled[key] = read(given[key])
    for key in ("cards", "damaged"):
        if isinstance(filled.get(key), list):
            filled[key] = [read(one) for one in filled[key]]
    return filled


def _check_cards(value: object) -> None:
    """However a card was written, it is one that there is."""
    if isinstance(value, Card):
        if value not in _KNOWN:
            raise Malformed(f"{str(value)!r} is not a card", "card")
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            _check_cards(getattr(value, field))
    elif isinstance(value, tuple):
        for one in value:
            _check_cards(one)
