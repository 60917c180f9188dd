"""Sealed stacks in use: what is done to one openly, which card lies on top, when it is over.

    shuffle ─▶ sealed: number, digest ─▶ cut, cutting card, cards drawn ─▶ shuffle ─▶ revealed

The same for a table and for a table of a tournament: whatever keeps a stack beside a table's state.
"""

from collections.abc import Callable
from typing import Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.rulebooks.tables import TableRules
from bythebook.table import State as TableState
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.decision import game_of


class Stack(msgspec.Struct, frozen=True, gc=False):
    """A sealed stack: which one, how many cards, and what was done to it openly since."""

    number: int
    digest: str
    cards: int
    base: int  # how many cards were out when it was sealed
    cut: int = 0  # cards that cuts have put from the front to the back
    markers: tuple[int, ...] = ()  # cutting cards: how many cards lie behind each, deepest last


class Ended(msgspec.Struct, frozen=True, gc=False):
    """A stack that was shuffled again, and how many of its cards had been drawn by then."""

    stack: Stack
    drawn: int


class WithStack(Protocol):
    """A table with the sealed cards that it is dealt from."""

    @property
    def table(self) -> TableState: ...
    @property
    def stack(self) -> Stack | None: ...
    @property
    def ended(self) -> Ended | None: ...
    @property
    def to_reveal(self) -> tuple[int, ...]: ...
    @property
    def revealed(self) -> tuple[int, ...]: ...


Run = TypeVar("Run", bound=msgspec.Struct)
OrderOf = Callable[[int], tuple[Card, ...]]  # a stack as it was sealed, before any cut

# What a person does with cards in hand: of a sealed stack nobody has any. Nor does anybody mishear
# a decision there: players take theirs themselves.
BY_HAND = (
    o.Deal, o.Insert, o.Burn, o.CuttingCard, o.ReplaceCard, m.FaceUp, m.DrawnInError, m.FindHand,
    m.Rebuild, m.Rewind, m.MissedCard, m.RestartShoe,
)  # fmt: skip
ENDING = (e.CardsShuffled, e.RackReloaded, e.TableClosed)
OPENLY = (e.CardsCut, e.CuttingCardInserted, e.CuttingCardOut)


def sealed_now(table: TableState, number: int, digest: str, cards: int) -> Stack:
    """A stack that is sealed at this table as it stands."""
    return Stack(number, digest, cards, len(table.shoe.out) + table.shoe.unseen)


def drawn(run: WithStack) -> int:
    """How many cards of the sealed stack have been drawn."""
    assert run.stack is not None
    shoe = run.table.shoe
    return len(shoe.out) + shoe.unseen - run.stack.base


def changes_by(run: WithStack, event: e.Event) -> dict[str, object]:
    """What an event at the table means for the stack that it is dealt from."""
    stack = run.stack
    if stack is None:
        return {}
    if isinstance(event, ENDING):
        changes: dict[str, object] = {"stack": None, "to_reveal": (*run.to_reveal, stack.number)}
        if isinstance(event, e.CardsShuffled):
            changes["ended"] = Ended(stack, drawn(run))
        return changes
    if isinstance(event, e.CardsCut):
        return {"stack": replace(stack, cut=stack.cut + event.from_front)}
    if isinstance(event, e.CuttingCardInserted):
        return {"stack": replace(stack, markers=tuple(sorted(event.from_back, reverse=True)))}
    if isinstance(event, e.CuttingCardOut):
        return {"stack": replace(stack, markers=stack.markers[1:])}
    return {}


def cutting_card_due(run: WithStack) -> bool:
    """It lies on top: so many cards are left as lie behind it."""
    stack = run.stack
    if stack is None or not stack.markers or run.table.shoe.next:
        return False
    return stack.cards - drawn(run) <= stack.markers[0]


def next_card(run: WithStack, order_of: OrderOf) -> Card:
    """The top of the stack as cuts have left it; cards drawn before come first."""
    if run.table.shoe.next:
        return run.table.shoe.next[0]
    assert run.stack is not None
    order = order_of(run.stack.number)
    return order[(run.stack.cut + drawn(run)) % len(order)]


def composition(rules: TableRules, run: WithStack, order_of: OrderOf) -> tuple[Card, ...]:
    """The cards that are not out, in the order of a new pack."""
    game, shoe = game_of(rules, run.table), run.table.shoe
    left = list(game.rules.pack.cards(game.decks))
    for card in (*shoe.out, *_unseen(run, order_of)):
        left.remove(card)
    return tuple(left)


def _unseen(run: WithStack, order_of: OrderOf) -> list[Card]:
    """What was burned and stays out: nobody saw it, but the stack that it came from knows."""
    ended, shoe = run.ended, run.table.shoe
    if not shoe.unseen or ended is None:
        return []
    order = order_of(ended.stack.number)
    left_it = [order[(ended.stack.cut + n) % len(order)] for n in range(ended.drawn)]
    for card in shoe.out[ended.stack.base :]:
        left_it.remove(card)
    return left_it
