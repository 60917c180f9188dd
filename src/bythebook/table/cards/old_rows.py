"""Orders of a table as they were written before its rounds were told all that concerns them.

Until then a card too many on the dealer's hand, and cards that ran out in mid-round, were known to
the table alone, and wagers that a failing jackpot gave back before the first card went back one by
one. Such an order is decided again: if it comes to the same, apart from what the round was told, it
is read as it would be written today, so that the round has all its steps wherever it is looked at.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bythebook.errors import ByTheBookError
from bythebook.game import commands as c
from bythebook.game import events as g
from bythebook.rulebooks.tables import TableRules
from bythebook.table import events as e
from bythebook.table.cards.orders import JackpotFailure
from bythebook.table.orders import Order
from bythebook.table.state import State, Step
from bythebook.table.table import decide

# With one of these the round may have been concerned, or steps of it are counted.
_CONCERNS = (
    e.IrregularityResolved, e.CardsShuffled, e.CardBurned, e.BurnForgotten, e.RoundRewound,
    e.LastRoundCorrected,
)  # fmt: skip
_UNTOLD = c.LayExtraCard | c.RunOut
_SAID = g.JackpotFailed | g.ReturnOrdered  # why wagers go back, before each that does


def as_today(
    rules: TableRules, state: State, order: Order, events: tuple[e.Event, ...]
) -> tuple[e.Event, ...]:
    """What an order brought about, as the tables of today would have written it."""
    concerned = any(isinstance(event, _CONCERNS) for event in events)
    if not concerned and not isinstance(order.command, JackpotFailure):
        return events
    try:
        decided = tuple(decide(rules, state, order))
    except ByTheBookError:
        return events
    return decided if list(_gist(decided)) == list(_gist(events)) else events


def _gist(events: Sequence[e.Event]) -> Iterator[object]:
    """All that an old row says too."""
    for event in events:
        match event:
            case e.RoundMoved():
                yield from _gist_of_step(event.step)
            case e.LastRoundMoved():
                continue
            case e.LastRoundCorrected():
                yield event.clause, event.back
                for step in event.steps:
                    yield from _gist_of_step(step)
            case e.RoundRewound():
                yield event.clause
            case e.CardsShuffled():
                yield replace(event, ran_out=False)
            case _:
                yield event


def _gist_of_step(step: Step) -> Iterator[object]:
    if not isinstance(step.command, _UNTOLD):
        yield from (event for event in step.events if not isinstance(event, _SAID))
