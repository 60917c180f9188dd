"""What the casino tells a table about people: told by itself, by nobody else."""

from bythebook.errors import Malformed
from bythebook.game.commands import ReturnWagers
from bythebook.rulebooks.tables import TableRules
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.decision import Decision
from bythebook.table.state import State

CASINO = "casino"  # the role in which it speaks
SPEAKER = o.Person("the casino", CASINO)


def told(
    rules: TableRules, state: State, order: o.Order, command: o.ReadStanding
) -> tuple[State, list[e.Event]]:
    """The table once it knows, and what happened.

    Whoever is excluded before the first card has no part in the round: their wagers go back.
    """
    if order.by.role != CASINO:
        raise Malformed("only the casino itself says how somebody stands")
    decision = Decision(rules, state, order, rules.conduct.acts["place"][0])
    decision.emit(e.OrderGiven(order.by, order.at, "read-standing", order.why, ""))
    decision.emit(e.StandingRead(command.player, command.standing, command.standing.excluded))
    if command.standing.excluded and state.round is not None and state.round.phase == "betting":
        clause = decision.game().rules.wagering.placed.clause
        back = ReturnWagers(clause, command.player)
        if decision.why_not(back) is None:
            decision.play(back)
    return decision.state, decision.events
