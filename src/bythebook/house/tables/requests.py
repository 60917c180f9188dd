"""What people ask of a running table: the table's own commands, and the house's around them."""

from typing import Any, get_args

import msgspec

from bythebook.errors import NOT_JSON, Malformed
from bythebook.table.messages import COMMANDS, command_as_written
from bythebook.table.orders import Command

MESSAGE_BYTES = 16_384
TEXT_LENGTH = 500


class Request(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Base of what the house itself does."""


class Join(Request, frozen=True, tag="join"):
    """Come to the table and sit down at a box; 0: stand."""

    box: int = 0


class BuyChips(Request, frozen=True, tag="buy-chips"):
    """From the wallet; the staff of a table sells them for cash to a player it names."""

    cents: int
    player: str = ""


class CashOut(Request, frozen=True, tag="cash-out"):
    """All of them, unless it says how many."""

    cents: int | None = None
    player: str = ""


class Go(Request, frozen=True, tag="go"):
    """Leave, and take the chips along."""


class Ready(Request, frozen=True, tag="ready"):
    """No more time is needed."""


class AddChance(Request, frozen=True, tag="add-chance"):
    """Something of one's own for the shuffle of a stack, before a card of it has been seen."""

    number: int
    text: str


class UndoBets(Request, frozen=True, tag="undo-bets"):
    """Take everything off that I have put down for this round."""


class Rebet(Request, frozen=True, tag="rebet"):
    """The same wagers as in my last round."""


class Approve(Request, frozen=True, tag="approve"):
    number: int


class Deny(Request, frozen=True, tag="deny"):
    number: int


class OpenNow(Request, frozen=True, tag="open-now"):
    """Get the table ready and open it as its terms say, each act by the rank the book wants."""


AnyRequest = (
    Join | BuyChips | CashOut | Go | Ready | AddChance | UndoBets | Rebet | Approve | Deny | OpenNow
)  # fmt: skip
REQUESTS: dict[str, type[Request]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(AnyRequest)
}


class Message(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """As it comes from a browser or a program."""

    id: str
    command: dict[str, Any]
    why: str = ""
    asked: str = ""


class Asked(msgspec.Struct, frozen=True, gc=False):
    """The same, understood."""

    id: str
    what: Command | Request
    why: str = ""
    asked: str = ""


_messages = msgspec.json.Decoder(Message)


def asked_from_json(data: bytes | str, name: str) -> Asked:
    """Read a message; where a command wants a player and names none, it is whoever sends it."""
    message = message_from_json(data)
    return Asked(message.id, command_of(message.command, name), message.why, message.asked)


def message_from_json(data: bytes | str) -> Message:
    """A message whose command is still to be understood."""
    if len(data) > MESSAGE_BYTES:
        raise Malformed("the message is too long")
    try:
        message = _messages.decode(data)
    except NOT_JSON as error:
        raise Malformed(str(error), "message") from None
    if not 0 < len(message.id) <= 64 or not message.id.isprintable():
        raise Malformed("an id has 1 to 64 characters", "id")
    if len(message.why) > TEXT_LENGTH or len(message.asked) > TEXT_LENGTH:
        raise Malformed(f"at most {TEXT_LENGTH} characters", "why")
    return message


# Commands that are always about somebody: whoever sends one and names nobody means themselves.
_ABOUT_A_PLAYER = frozenset(
    kind
    for kind, command in COMMANDS.items()
    if any(field.name == "player" and field.required for field in msgspec.structs.fields(command))
)


def command_of(given: dict[str, Any], name: str) -> Command | Request:
    kind = given.get("type")
    if not isinstance(kind, str) or (kind not in COMMANDS and kind not in REQUESTS):
        raise Malformed(f"{kind!r} is no command", "type")
    filled = dict(given)
    if kind in _ABOUT_A_PLAYER:
        filled.setdefault("player", name)
    if kind in COMMANDS:
        command = command_as_written(filled)
        _check_texts(filled)
        return command
    try:
        return msgspec.convert(filled, REQUESTS[kind])
    except msgspec.ValidationError as error:
        raise Malformed(str(error), kind) from None


def _check_texts(given: dict[str, Any]) -> None:
    """Nothing that would be written down for good is longer than a note."""
    if len(msgspec.json.encode(given)) > MESSAGE_BYTES:
        raise Malformed("the command is too long")
