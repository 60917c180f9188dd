"""What jackpot pools, tournaments and promotions have in common, each a decider of its own.

    events = decide(state, order)        # or Refused, citing the clause; or Malformed
    state  = evolve(state, event)        # None before the first event

An order says who gives it, as what, when and why; time, chance and cards arrive as data. Chance is
committed to first (`Sealed`) and shown when it is used (`Revealed`): see `draws`.
"""

from typing import Literal

import msgspec

from bythebook.draws import digest_of
from bythebook.errors import Malformed, Refused
from bythebook.table.orders import Command as TableCommand
from bythebook.table.orders import Person

__all__ = ["Command", "Event", "Order", "Payment", "Person", "Revealed", "Sealed", "check_seed"]


class Command(TableCommand, frozen=True, tag=True, forbid_unknown_fields=True):
    """Base of what people ask of an affair; its tag is a word with dashes.

    A command like those to a table: some are asked of a tournament's table in the same words.
    """


class Event(msgspec.Struct, frozen=True, tag=True):
    """Base of what has happened to one; past tense, each with the clause that it rests on."""


class Order(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A command with its who, when and why; whoever signs as well, or asked for it, where the
    book wants that of an order to a table."""

    by: Person
    at: int  # whole seconds on the casino's clock
    command: TableCommand
    why: str = ""
    approved: Person | None = None
    second: Person | None = None
    asked: str = ""


class Sealed(Event, frozen=True):
    """A seed is kept secret from now on; this is what it can be proved by."""

    number: int  # 1, 2, 3 … within the stream
    digest: str
    about: str
    clause: str


class Revealed(Event, frozen=True):
    """The seed has been used: whoever wants can work everything out again."""

    number: int
    seed: str
    clause: str


def check_seed(digest: str, seed: str, clause: str) -> None:
    """A seed that is shown is the one that was sealed."""
    if digest_of(seed) != digest:
        raise Refused(clause, "this seed is not the one that was sealed")


class Payment(msgspec.Struct, frozen=True):
    """Money between somebody and an affair's own account.

    Between whom says `money`: a person's wallet, a person's cash at the cage, the house itself, or
    the takings of a table (then `person` is the table's name).

    `cents` above nothing: the affair pays; below nothing: it receives. Each stream has one account;
    when the affair is over it comes to nothing.
    """

    person: str
    cents: int
    money: Literal["wallet", "cash", "house", "table"]
    about: str = ""

    def __post_init__(self) -> None:
        if self.cents == 0:
            raise Malformed("a payment is more than nothing")
