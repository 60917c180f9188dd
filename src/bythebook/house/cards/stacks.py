"""Sealed stacks in use: what is done to one openly, which card lies on top, when it is over.

    shuffle ─▶ sealed: number, digest ─▶ cut, cutting card, cards drawn ─▶ shuffle ─▶ revealed
                            └─ players add something of their own until the first card is seen

The same for a table and for a table of a tournament: whatever keeps a stack beside a table's state.
"""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.house.cards.shoes import ADDITION
from bythebook.rulebooks.tables import TableRules
from bythebook.table import State as TableState
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.decision import game_of


class Addition(msgspec.Struct, frozen=True, gc=False):
    """What somebody has added to the chance of a stack; the last that they gave counts."""

    player: str
    text: str
    times: int = 1  # how often they have given something


class Stack(msgspec.Struct, frozen=True, gc=False):
    """A sealed stack: which one, how many cards, and what was done to it openly since."""

    number: int
    digest: str
    cards: int
    base: int  # how many cards were out when it was sealed
    cut: int = 0  # cards that cuts have put from the front to the back
    markers: tuple[int, ...] = ()  # cutting cards: how many cards lie behind each, deepest last
    additions: tuple[Addition, ...] = ()
    begun: bool = False  # somebody has seen a card of it: nothing more is added

    @property
    def added(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.additions)


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
    @property
    def added(self) -> Mapping[int, tuple[str, ...]]: ...


Run = TypeVar("Run", bound=msgspec.Struct)
OrderOf = Callable[[int], tuple[Card, ...]]  # a stack as it was sealed, before any cut

# What a person does with cards in hand: of a sealed stack nobody has any. Nor does anybody mishear
# a decision there: players take theirs themselves.
BY_HAND = (
    o.Deal, o.Insert, o.Burn, o.CuttingCard, o.ReplaceCard, m.FaceUp, m.DrawnInError, m.FindHand,
    m.Rebuild, m.Rewind, m.MissedCard, m.RestartShoe, m.CorrectEntry,
)  # fmt: skip
ADDITIONS = "house:additions"  # the house's own rule about them, cited like a clause
TIMES_MOST = 5
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
        if stack.additions:
            changes["added"] = {**run.added, stack.number: stack.added}
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


# What players add to chance


def check_addition(run: WithStack, number: int, player: str, text: str) -> None:
    """Until a card of the stack has been seen, by those who play there, a few times each."""
    stack = run.stack
    if player not in run.table.players:
        raise Refused(ADDITIONS, "only those who are at the table add something to its cards")
    if stack is None or stack.number != number:
        raise Refused(ADDITIONS, "these are not the cards that lie there now")
    if stack.begun:
        raise Refused(ADDITIONS, "a card of this stack has been dealt: nothing is added any more")
    if ADDITION.fullmatch(text) is None:
        raise Malformed("1 to 64 letters, digits, blanks, dots and dashes", "text")
    if any(one.player == player and one.times >= TIMES_MOST for one in stack.additions):
        raise Refused(ADDITIONS, f"{player} has added something {TIMES_MOST} times")


def with_addition(stack: Stack | None, player: str, text: str) -> Stack:
    """The newest comes last; it takes the place of what the same player gave before."""
    if stack is None or stack.begun:
        raise BrokenInvariant("something is added to cards that are sealed, and not dealt yet")
    times = next((one.times for one in stack.additions if one.player == player), 0)
    others = tuple(one for one in stack.additions if one.player != player)
    return replace(stack, additions=(*others, Addition(player, text, times + 1)))


def added_by(run: WithStack, player: str) -> str:
    """What somebody has added to the cards that lie there now."""
    additions = run.stack.additions if run.stack is not None else ()
    return next((one.text for one in additions if one.player == player), "")


def begun_by(stack: Stack | None, before: TableState, after: TableState) -> Stack | None:
    """The stack once the table has gone on: whether somebody has seen a card of it by now."""
    if stack is None or stack.begun or len(after.shoe.out) <= len(before.shoe.out):
        return stack
    return replace(stack, begun=True)


def added_to(run: WithStack, number: int) -> tuple[str, ...]:
    """What players added to a stack that is in use, or over."""
    for stack in (run.stack, run.ended.stack if run.ended is not None else None):
        if stack is not None and stack.number == number:
            return stack.added
    return run.added.get(number, ())


def still_asked_for(run: WithStack) -> dict[int, tuple[str, ...]]:
    """What was added to stacks that are to be revealed yet."""
    return {number: added for number, added in run.added.items() if number in run.to_reveal}


def over_unopened(run: WithStack, over: bool) -> tuple[int, ...]:
    """Stacks that were committed to and have had their time, but were never shown."""
    last = (run.stack.number,) if over and run.stack is not None else ()
    return (*run.to_reveal, *last)


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
