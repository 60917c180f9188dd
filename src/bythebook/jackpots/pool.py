"""A pool of prize meters: `decide`, `evolve`.

    events = decide(rules, pool, order, seeds)     # or Refused, citing the clause; or Malformed
    pool   = evolve(pool, event)                   # None before the first

Its tables tell it what was wagered, given back and won; it says what the meters show. Seeds of
hidden values are handed in beside the order: an order is written down for everybody to read.
"""

from collections.abc import Mapping

from bythebook.deciders import Event, Order, check_order, handlers_in, tag_of
from bythebook.errors import Malformed, Refused
from bythebook.jackpots import commands as c
from bythebook.jackpots import (
    counting,
    equipment,
    linking,
    mystery,
    winning,
)
from bythebook.jackpots import events as e
from bythebook.jackpots.decision import Decision
from bythebook.jackpots.evolve import evolve
from bythebook.jackpots.state import Pool
from bythebook.jackpots.terms import check_terms
from bythebook.rulebooks.chapters.jackpots import METERS, Jackpot, JackpotRules, Power
from bythebook.table.powers import outranks, title

__all__ = ["HANDLERS", "decide", "evolve"]

HANDLERS = handlers_in(linking, mystery, counting, winning, equipment)


def decide(
    rules: JackpotRules, pool: Pool | None, order: Order, seeds: Mapping[int, str] | None = None
) -> tuple[Event, ...]:
    """What an order brings about; refused, nothing has changed."""
    command = order.command
    check_order(order)
    if isinstance(command, c.MakePool):
        if pool is not None:
            raise Malformed("there is a pool of this name")
        jackpot = rules.jackpot(command.terms.wager)
        clause = _power(rules, jackpot, order)
        check_terms(rules, command.terms)
        return (e.PoolMade(order.by, order.at, command.terms, clause),)
    if pool is None:
        raise Malformed("there is no such pool")
    if type(command) not in HANDLERS:
        raise Malformed("a pool knows nothing of that")
    jackpot = rules.jackpot(pool.terms.wager)
    clause = _power(rules, jackpot, order)
    decision = Decision(rules, jackpot, pool, order, clause, seeds or {})
    if not isinstance(command, c.BY_METERS):
        decision.note()
    HANDLERS[type(command)](decision, command)
    return tuple(decision.events)


def _power(rules: JackpotRules, jackpot: Jackpot, order: Order) -> str:
    """The clause by which this person may give this order."""
    if isinstance(order.command, c.BY_METERS):
        if order.by.role != METERS:
            raise Refused(jackpot.counted.clause, "only the prize meters themselves say that")
        return jackpot.counted.clause
    act = tag_of(order.command)
    power: Power | None = jackpot.acts.get(act)
    if power is None:
        raise Malformed(f"{rules.book.id} knows no act {act!r}")
    by = order.by
    if not outranks(rules.conduct, by, power.by) and by.role not in power.also_by:
        needed = title(rules.conduct, power.by)
        raise Refused(power.clause, f"{act} takes a {needed}; {by.name} is none")
    return power.clause
