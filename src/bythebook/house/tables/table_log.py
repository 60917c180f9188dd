"""What happens at a table of the house, as its stream of the log holds it.

What the table itself decides is wrapped whole (`Ordered`: the order and the table's events), as a
table wraps what a round does. The rest belongs to the house: sealed cards, clocks, chips,
approvals.
"""

from collections.abc import Callable
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.deciders import C, E, Person, reader
from bythebook.house.log.upcasting import in_todays_shapes
from bythebook.rulebooks.tables import TableRules
from bythebook.table import State
from bythebook.table.cards import old_rows
from bythebook.table.events import AnyEvent
from bythebook.table.messages import AnyCommand
from bythebook.table.orders import Order, Setup

OWN = "own-"  # so begin the names of practice tables for one alone (`house/own_tables.py`)
CardsKind = Literal["virtual", "scanned"]
ClockKind = Literal["betting", "turn", "offer", "cut"]


class Clocks(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How many seconds the automatic dealer gives people.

    0: as long as it takes; but a cut is then not offered to players.
    """

    betting: int = 20
    turn: int = 30
    offer: int = 15
    cut: int = 10


class Terms(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How the house runs a table, beside how the book wants it run."""

    id: str
    title: str
    book: str
    cards: CardsKind
    practice: bool = False  # play money, no waiting, advice
    clocks: Clocks = Clocks()
    setup: Setup  # as it is to be opened
    edition: str = ""  # of the book; with the two below as `rulebooks.law` has it
    revision: int = 0
    rules: str = ""

    @property
    def own(self) -> bool:
        """Whether it is a practice table for one alone: its player is whose it is."""
        return self.practice and self.id.startswith(OWN)


class Happening(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Base of all."""


class TableMade(Happening, frozen=True):
    terms: Terms
    by: str
    at: int


class Ordered(Happening, Generic[C, E], frozen=True, omit_defaults=True):
    """An order was carried out, and this is what it brought about."""

    order: Order[C]
    events: tuple[E, ...]
    earlier: bool = False  # written before rounds were told everything (`table/cards/old_rows.py`)


class StackSealed(Happening, frozen=True):
    """Cards were shuffled here, and committed to before anybody wagers on them."""

    number: int
    digest: str
    cards: int  # how many
    at: int


class StackRevealed(Happening, frozen=True):
    """The stack has had its time: anybody can check now that nothing was changed."""

    number: int
    seed: str
    before: tuple[Card, ...]  # in the order before the shuffle
    after: tuple[Card, ...]
    at: int
    added: tuple[str, ...] = ()  # by players, in the order in which it counts


class ChanceAdded(Happening, frozen=True):
    """Somebody who plays has added something of their own to a stack that is sealed."""

    number: int
    player: str
    text: str
    at: int


class ClockStarted(Happening, frozen=True):
    """The automatic dealer waits for somebody, until then."""

    what: ClockKind
    key: str  # what exactly it is about
    until: int  # 0: as long as it takes


class PlayerReady(Happening, frozen=True):
    """A player needs no more time: no further wager, or nothing more of what is offered."""

    player: str
    at: int


Money = Literal["wallet", "cash", "play"]  # from and to the cage, over the table, for practice


class ChipsBought(Happening, frozen=True):
    player: str
    cents: int
    at: int
    money: Money


class ChipsCashed(Happening, frozen=True):
    player: str
    cents: int
    at: int
    money: Money


class ApprovalAsked(Happening, Generic[C], frozen=True):
    """An order waits for a second person."""

    number: int
    order: Order[C]
    clause: str
    reason: str


class TermsChanged(Happening, frozen=True):
    terms: Terms
    by: str
    at: int


class ApprovalAnswered(Happening, frozen=True):
    number: int
    by: Person
    granted: bool
    at: int


AnyHappening: Any = (
    TableMade | StackSealed | ChanceAdded | StackRevealed | ClockStarted | PlayerReady | ChipsBought
    | ChipsCashed | ApprovalAnswered | TermsChanged | Ordered[AnyCommand, AnyEvent]
    | ApprovalAsked[AnyCommand]
)  # fmt: skip


encode = msgspec.json.Encoder().encode
_read: Callable[[bytes], Happening] = reader(AnyHappening, "event")


def happening_from_json(data: bytes) -> Happening:
    return _read(in_todays_shapes("table", data))


H = TypeVar("H", bound=Happening)


def as_today(rules: TableRules, state: State, happening: H) -> H:
    """What happened at a table that stood like this, as it would be written today."""
    if not isinstance(happening, Ordered) or not happening.earlier:
        return happening
    events = old_rows.as_today(rules, state, happening.order, happening.events)
    return replace(happening, events=events, earlier=False)


def kind_of(happening: Happening) -> str:
    return type(happening).__name__
