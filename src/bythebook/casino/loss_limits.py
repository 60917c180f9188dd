"""The most that a patron wants to lose: one limit for the casino, counted over every place."""

from msgspec.structs import replace

from bythebook.casino import commands as c
from bythebook.casino import events as e
from bythebook.casino.decision import HOUSE, Decision
from bythebook.casino.state import Coming, LossLimit, limit_at
from bythebook.deciders import carries_out
from bythebook.errors import Malformed
from bythebook.money import format_amount
from bythebook.rulebooks.tables import PLAYER

DAYS_MAX = 366
CENTS_MAX = 100_000_000_00  # more than anybody could lose


@carries_out
def set_limit(decision: Decision, command: c.SetLimit) -> None:
    """A first limit, or less than before, applies at once; more only when the period is over."""
    clause = _clause(decision)
    if not 0 < command.cents <= CENTS_MAX:
        raise Malformed(f"a loss limit is at most {format_amount(CENTS_MAX)}", "cents")
    if not 1 <= command.days <= DAYS_MAX:
        raise Malformed(f"a period has 1 to {DAYS_MAX} days", "days")
    begin_period(decision)
    now = decision.state.limit
    decision.note()
    if now is None:
        limit = LossLimit(command.cents, command.days, decision.at, command.book, clause)
        decision.emit(e.PeriodBegan(limit, clause))
    elif command.cents <= now.cents and command.days == now.days:
        decision.emit(e.LimitSet(replace(now, cents=command.cents, coming=None), clause))
    else:
        coming = Coming(command.cents, command.days)
        decision.emit(e.LimitSet(replace(now, coming=coming), clause))


@carries_out
def drop_limit(decision: Decision, command: c.DropLimit) -> None:
    clause = _clause(decision)
    begin_period(decision)
    now = decision.state.limit
    if now is None:
        raise decision.refuse(f"{decision.state.name} has set no loss limit")
    decision.note()
    decision.emit(e.LimitSet(replace(now, coming=Coming(None, now.days)), clause))


@carries_out
def take_break(decision: Decision, command: c.TakeBreak) -> None:
    """The limit is the casino's, and so is the break; the power was asked for at the table."""
    decision.act("pause-player")
    decision.note()
    decision.emit(e.BreakBegan(command.until, command.book, decision.clause))


@carries_out
def count_play(decision: Decision, command: c.CountPlay) -> None:
    """What happened at a place is true whatever the limit says: the place asked before it acted.

    What is put right of an earlier period was lost or won in that one, and the current one has
    neither more room by it nor less.
    """
    decision.only(HOUSE)
    begin_period(decision)
    limit = decision.state.limit
    clause = limit.clause if limit is not None else ""
    earlier = limit is not None and 0 < command.decided < limit.since
    won = 0 if earlier else command.won
    decision.emit(e.PlayCounted(command.place, won, command.lying, clause))


def begin_period(decision: Decision) -> None:
    """When a period is over the next begins, by what was asked for until then."""
    now = decision.state.limit
    then = limit_at(decision.state, decision.at)
    if now is not None and then != now:
        decision.emit(e.PeriodBegan(then, now.clause))


def _clause(decision: Decision) -> str:
    """A limit is the patron's own, where the book knows such limits."""
    decision.act("set-loss-limit")
    by = decision.order.by
    if (by.name, by.role) != (decision.state.name, PLAYER):
        raise decision.refuse("only the patron sets a limit for themselves")
    return decision.clause
