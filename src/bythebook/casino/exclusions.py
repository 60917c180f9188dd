"""Who is kept from a game or from the casino, and who is let in again."""

from bythebook.casino import commands as c
from bythebook.casino import events as e
from bythebook.casino.decision import Decision
from bythebook.casino.state import Exclusion, Scope, place_of
from bythebook.deciders import carries_out
from bythebook.errors import Malformed
from bythebook.table.powers import outranks, title

POWERS: dict[Scope, str] = {"game": "bar", "casino": "exclude"}


@carries_out
def exclude(decision: Decision, command: c.Exclude) -> None:
    _check_power(decision, command.scope, command.game)
    order = decision.order
    new = Exclusion(
        command.scope, command.book, command.game, order.at, order.by, order.why, decision.clause
    )
    if any(one.place == new.place for one in decision.state.exclusions):
        raise decision.refuse(f"{decision.state.name} is excluded already")
    decision.note()
    decision.emit(e.Excluded(new, decision.clause))


@carries_out
def readmit(decision: Decision, command: c.Readmit) -> None:
    _check_power(decision, command.scope, command.game)
    place = place_of(command.scope, command.book, command.game)
    found = next((one for one in decision.state.exclusions if one.place == place), None)
    if found is None:
        raise decision.refuse(f"{decision.state.name} is not excluded")
    if found.book != command.book:  # another book has other ranks
        raise decision.refuse(f"{decision.state.name} is excluded by the rules of {found.book}")
    decision.note()
    decision.emit(e.Readmitted(command.scope, command.book, command.game, decision.clause))


def _check_power(decision: Decision, scope: Scope, game: str) -> None:
    """Whoever may exclude may let in again; both say why."""
    if (scope == "game") != bool(game):
        raise Malformed("a game is named where it is from a game, and nowhere else", "game")
    decision.check_games(*([game] if game else []))
    act = decision.act(POWERS[scope])
    by = decision.order.by
    if not outranks(decision.book, by, act.by):
        raise decision.refuse(f"that takes a {title(decision.book, act.by)} or above")
    if not decision.order.why.strip():
        raise decision.refuse("a reason is given")
