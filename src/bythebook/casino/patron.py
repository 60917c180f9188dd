"""A patron as a decider: who may play, for how much, with what.

events = decide(patron, order)     # or Refused, citing the clause; or Malformed
patron = evolve(patron, event)     # None before the first event
"""

from bythebook.casino import events as e
from bythebook.casino import exclusions, loss_limits, player_cards, tokens
from bythebook.casino.commands import AboutPatron, ByBook
from bythebook.casino.decision import Decision
from bythebook.casino.evolve import evolve
from bythebook.casino.state import Patron
from bythebook.deciders import Event, Order, check_order, handlers_in, tags
from bythebook.errors import Malformed

__all__ = ["COMMANDS", "decide", "evolve"]

HANDLERS = handlers_in(exclusions, loss_limits, player_cards, tokens)
COMMANDS = tags(*HANDLERS)


def decide(patron: Patron | None, order: Order) -> tuple[Event, ...]:
    """What an order brings about, or why not."""
    command = order.command
    if not isinstance(command, AboutPatron):
        raise Malformed("that is nothing to ask about a patron")
    check_order(order, patron.now if patron is not None else 0)
    met = (e.PatronMet(command.patron),) if patron is None else ()
    known = patron or evolve(None, *met)
    if known.name != command.patron:
        raise Malformed(f"this is about {known.name}", "patron")
    decision = Decision(known, order, command if isinstance(command, ByBook) else None)
    HANDLERS[type(command)](decision, command)
    return (*met, *decision.events)
