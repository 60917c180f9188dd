"""What a trainee types at a terminal: an act in one line.

8C              a card, where it is due        8C 3      it went to box 3 (0: the dealer)
hit             for the hand in turn; likewise stand, double, split, go-on
call inspector  somebody is called
pay 25 -50 0    what each wager gets, in the order in which they are listed
resolve how=rebuild     any order, as `bythebook powers BOOK` names it
leave           end the shift
"""

from typing import Any

import msgspec

from bythebook.cards import CARDS
from bythebook.dealer_school.judging import Called, Did, Leaves, Ordered, Paid, payments_due
from bythebook.dealer_school.players import WORDS
from bythebook.dealer_school.shift import Shift
from bythebook.deciders import tag_of
from bythebook.errors import Malformed
from bythebook.money import parse_amount
from bythebook.table.messages import COMMANDS, command_as_written

GO_ON = "go-on"


def read_line(shift: Shift, line: str) -> Did:
    """The act that a line means; a line that means none is malformed."""
    words = line.split()
    if not words:
        raise Malformed("type a card, a decision or an order; `leave` ends the shift")
    first, rest = words[0], words[1:]
    if first == "leave":
        return Leaves()
    if first == "call" and len(rest) == 1:
        return Called(rest[0])
    if first == "pay":
        return _paid(shift, rest)
    if first.upper() in CARDS:
        order: dict[str, Any] = {"type": "deal", "card": first}
        if rest:
            order["to"] = _number(rest[0])
        return Ordered(command_as_written(order))
    if first in WORDS or first == GO_ON:
        return Ordered(command_as_written({"type": "decide", "command": _decision(shift, first)}))
    return _order(shift, first, rest)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise Malformed(f"{text!r} is no box: a number, 0 for the dealer")
    return int(text)


def _decision(shift: Shift, word: str) -> dict[str, Any]:
    if word == GO_ON:
        return {"type": "Proceed"}
    round_ = shift.table.round
    box = round_.at[0] if round_ is not None else 0
    seat = next((one for one in shift.lesson.players if one.box == box), None)
    order: dict[str, Any] = {"type": tag_of(WORDS[word]), "box": box}
    if word == "insure":
        raise Malformed('insurance names a box and an amount: decide command={"type":"Insure",…}')
    return {**order, "player": seat.name} if word in ("surrender", "even-money") and seat else order


def _paid(shift: Shift, amounts: list[str]) -> Paid:
    due = payments_due(shift)
    if len(amounts) != len(due):
        raise Malformed(f"{len(due)} wagers are to be paid or taken: say an amount for each")
    sums = [-parse_amount(one[1:]) if one.startswith("-") else parse_amount(one) for one in amounts]
    pairs = zip(due, sums, strict=True)
    return Paid(tuple(msgspec.structs.replace(one, cents=cents) for one, cents in pairs))


def _order(shift: Shift, name: str, items: list[str]) -> Ordered:
    """Any order by its name: items as NAME=VALUE, in JSON where they are no plain words."""
    given: dict[str, Any] = {}
    for item in items:
        key, equals, value = item.partition("=")
        if not equals:
            raise Malformed(f"{item!r}: write NAME=VALUE")
        try:
            given[key] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            given[key] = value
    why, asked = str(given.pop("why", "")), str(given.pop("asked", ""))
    record = name not in COMMANDS and name in shift.rules.conduct.acts
    order = {"type": "perform", "act": name} if record else {"type": name}
    return Ordered(command_as_written({**order, **given}), why, asked)
