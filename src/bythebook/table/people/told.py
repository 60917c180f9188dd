"""What the casino tells a table about people: told by itself, by nobody else."""

from bythebook.errors import Malformed
from bythebook.game.commands import ReturnWagers
from bythebook.rulebooks.tables import TableRules
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.console import locked
from bythebook.table.decision import Decision, told
from bythebook.table.state import State

CASINO = "casino"  # the role in which it speaks
SPEAKER = o.Person("the casino", CASINO)


def read_standing(
    rules: TableRules, state: State, order: o.Order, command: o.ReadStanding
) -> Decision:
    """Who is excluded, or whose Player Card is none, before the first card has no part in the
    round: their wagers go back, unless a call has locked them and drawn a jackpot by them."""
    if order.by.role != CASINO:
        raise Malformed("only the casino itself says how somebody stands")
    desk = told(rules, state, order)
    desk.emit(e.StandingRead(command.player, command.standing, command.standing.excluded))
    clause, protection = "", desk.conduct.protection
    if command.standing.excluded:
        clause = desk.game().rules.wagering.placed.clause
    elif command.standing.card_refused and protection is not None:
        clause = protection.before.clause
    betting = state.round is not None and state.round.phase == "betting"
    if clause and betting and not locked(desk.conduct, state):
        back = ReturnWagers(clause, command.player)
        if desk.why_not(back) is None:
            desk.play(back)
    return desk
