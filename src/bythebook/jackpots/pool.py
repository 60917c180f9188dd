"""A pool of prize meters: `decide`, `evolve`.

    events = decide(rules, pool, order, seeds)     # or Refused, citing the clause; or Malformed
    pool   = evolve(pool, event)                   # None before the first

Its tables tell it what was wagered, given back and won; it says what the meters show. Seeds of
hidden values are handed in beside the order: an order is written down for everybody to read.
"""

from collections.abc import Callable, Mapping
from typing import Any

from bythebook.deciders import Command, Event, Order
from bythebook.errors import Malformed, Refused
from bythebook.jackpots import commands as c
from bythebook.jackpots import (
    counting,
    equipment,
    linking,
    mystery,
    returning,
    winning,
    wrong_wagers,
)
from bythebook.jackpots import events as e
from bythebook.jackpots.decision import Office
from bythebook.jackpots.evolve import evolve
from bythebook.jackpots.state import Pool
from bythebook.jackpots.terms import check_terms
from bythebook.rulebooks.chapters.jackpots import METERS, Jackpot, JackpotRules, Power
from bythebook.table.powers import outranks, title
from bythebook.table.table import END_OF_TIME

__all__ = ["HANDLERS", "decide", "evolve"]

HANDLERS: dict[type[Command], Callable[[Office, Any], None]] = {
    c.ChangeTerms: linking.change_terms,
    c.LinkTable: linking.link,
    c.UnlinkTable: linking.unlink,
    c.OpenPool: linking.open_pool,
    c.ClosePool: linking.close_pool,
    c.SealMystery: mystery.seal,
    c.Register: counting.register,
    c.CarryOver: counting.carry_over,
    c.TakeBack: returning.take_back,
    c.RecordWins: winning.record,
    c.UndoWins: winning.undo,
    c.AskCorrection: equipment.ask_correction,
    c.AnswerCorrection: equipment.answer_correction,
    c.ReportServerFailure: equipment.server_failed,
    c.ServerBack: equipment.server_back,
    c.SensorDown: equipment.sensor_down,
    c.SensorUp: equipment.sensor_up,
    c.NoteIncorrectWager: wrong_wagers.note_incorrect,
    c.TellReport: wrong_wagers.tell_report,
    c.AuthoriseWin: winning.authorise,
    c.ReferWin: winning.refer,
    c.RefuseWin: winning.refuse,
    c.MarkPaid: winning.mark_paid,
    c.DetermineSimultaneous: winning.determine_simultaneous,
}


def decide(
    rules: JackpotRules, pool: Pool | None, order: Order, seeds: Mapping[int, str] | None = None
) -> tuple[Event, ...]:
    """What an order brings about; refused, nothing has changed."""
    command = order.command
    _check_order(order)
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
    office = Office(rules, jackpot, pool, order, clause, seeds or {})
    if not isinstance(command, c.BY_METERS):
        office.emit(e.OrderGiven(order.by, order.at, _tag(command), order.why, clause))
    HANDLERS[type(command)](office, command)
    return tuple(office.events)


def _check_order(order: Order) -> None:
    if not 0 <= order.at < END_OF_TIME:
        raise Malformed("an order is given at a time, before the year 9999")
    if not order.by.name.strip():
        raise Malformed("an order says who gives it")


def _tag(command: Command) -> str:
    return str(type(command).__struct_config__.tag)


def _power(rules: JackpotRules, jackpot: Jackpot, order: Order) -> str:
    """The clause by which this person may give this order."""
    if isinstance(order.command, c.BY_METERS):
        if order.by.role != METERS:
            raise Refused(jackpot.counted.clause, "only the prize meters themselves say that")
        return jackpot.counted.clause
    act = _tag(order.command)
    power: Power | None = jackpot.acts.get(act)
    if power is None:
        raise Malformed(f"{rules.book.id} knows no act {act!r}")
    by = order.by
    if not outranks(rules.conduct, by, power.by) and by.role not in power.also_by:
        needed = title(rules.conduct, power.by)
        raise Refused(power.clause, f"{act} takes a {needed}; {by.name} is none")
    return power.clause
