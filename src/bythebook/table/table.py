"""A table of any book: `decide`, `evolve`, `refusal`.

    events = decide(rules, state, order)      # or Refused, citing the clause
    for event in events:
        state = evolve(state, event)

An order is judged in two steps: may this person give it now (`powers`), and may it be done
(the module of the act). Nothing here knows a clock, a random number or a book by name.
"""

from collections.abc import Callable

from bythebook.deciders import Event, check_order, handlers_in, refusal_of
from bythebook.errors import Malformed, Refused
from bythebook.rulebooks.tables import TableRules
from bythebook.table import changing, meters, opening, rounds, wagers
from bythebook.table import orders as o
from bythebook.table.cards import irregularities, machines, rebuilding, shoe
from bythebook.table.decision import Decision
from bythebook.table.evolve import evolve
from bythebook.table.people import limits, protection, registers, seats
from bythebook.table.people.told import read_standing
from bythebook.table.powers import act_name, power
from bythebook.table.rounds import has_wager
from bythebook.table.state import State

__all__ = ["HANDLERS", "carry_out", "decide", "evolve", "refusal"]

HANDLERS = handlers_in(
    opening, changing, seats, limits, wagers, shoe, rounds, irregularities, rebuilding, machines,
    protection, registers,
)  # fmt: skip

# What nobody orders: machines and the casino tell the table.
TOLD: dict[type[o.Command], Callable[..., Decision]] = {
    o.ReadMeters: meters.read,
    o.ReturnStake: meters.give_back,
    o.ReadStanding: read_standing,
}

# What may be ordered at a table that is not open: getting it ready, and the registers.
BEFORE_OPENING = (
    o.SignOn, o.SignOff, o.DisplaySign, o.RemoveSign, o.Perform, o.Tell, o.Open, o.AdoptEdition,
    o.ReplaceCard,
    o.RaiseDispute, o.DecideDispute, o.ReviewDispute, o.FindPaymentError, o.Rectify, o.ReportMonth,
)  # fmt: skip


def decide(rules: TableRules, state: State, order: o.Order) -> list[Event]:
    """What an order brings about, or `Refused` by a clause; then nothing has changed."""
    return carry_out(rules, state, order)[1]


def carry_out(rules: TableRules, state: State, order: o.Order) -> tuple[State, list[Event]]:
    """The table as an order leaves it, and what happened: for whoever would only fold it again."""
    check_order(order, since=state.now)
    carried = TOLD.get(type(order.command), _ordered)
    desk = carried(rules, state, order, order.command)
    if has_wager(state):
        wagers.reopen_if_empty(desk)
    return desk.state, desk.events


def _ordered(rules: TableRules, state: State, order: o.Order, command: o.Command) -> Decision:
    act = power(rules, state, order)
    opens = isinstance(command, o.Open)
    if state.phase == "closed" and not isinstance(command, BEFORE_OPENING):
        raise Refused(act.clause, "the table is not open")
    if state.phase == "open" and opens:
        raise Refused(act.clause, "the table is open already")
    desk = Decision(rules, state, order, act)
    desk.note(act_name(order))
    HANDLERS[type(command)](desk, command)
    return desk


def refusal(rules: TableRules, state: State, order: o.Order) -> Refused | Malformed | None:
    """Why an order would not be carried out now, or None: buttons, checks and tests ask here."""
    return refusal_of(decide, rules, state, order)
