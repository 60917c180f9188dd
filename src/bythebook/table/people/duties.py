"""What must be done because something was done or has happened: due, and until then in the way.

Each book's `[[duties]]` says after what, which act is due, by when, and what is refused until it
is done. Whom somebody must tell stands at the act itself (`then_tell`); at the table both are one
list.
"""

from bythebook.deciders import MINUTE
from bythebook.errors import Refused
from bythebook.rulebooks.chapters.conduct import Conduct, Due
from bythebook.table.state import Duty, State

# What happens by itself, beside the acts after which something may be due.
WON = "won"  # a share of a meter, by a wager


def due_after(
    conduct: Conduct, happened: str, at: int, player: str = "", wager: str = "", round_: int = 0
) -> list[Duty]:
    """What falls due now."""
    return [
        _duty(due, at, player, round_)
        for due in conduct.duties
        if due.after == happened and due.wager in ("", wager)
    ]


def _duty(due: Due, at: int, player: str, round_: int) -> Duty:
    before = None if due.minutes is None else at + due.minutes * MINUTE
    return Duty("", due.act, due.clause, at, before, player, due.blocks, round_)


def check_nothing_owed(state: State, what: str, player: str = "") -> None:
    """Whatever is refused until something was done; of somebody, where it is theirs alone."""
    for duty in state.duties:
        if duty.blocks == what and player in ("", duty.player):
            whose = f" ({duty.player})" if duty.player else ""
            raise Refused(duty.clause, f"{duty.act} comes first{whose}")


def check_cards_stay(state: State) -> None:
    """Cards of a round whose prize must be paid first are not collected."""
    for duty in state.duties:
        if duty.after and duty.blocks == "round":
            raise Refused(duty.clause, f"its cards lie until {duty.act} is done ({duty.player})")


def check_due(conduct: Conduct, state: State, act: str, player: str) -> None:
    """A prize is paid where one was won, to whoever won it."""
    owed = [due for due in conduct.duties if (due.act, due.after) == (act, WON)]
    here = [duty for duty in state.duties if not duty.to and duty.act == act]
    if owed and not any(duty.player in ("", player) for duty in here):
        raise Refused(owed[0].clause, "nothing of the kind is due" if not here else "say for whom")


def owed_to(state: State, act: str, player: str) -> str:
    """To whom this is owed because they asked for it; nobody: an empty name."""
    owed = [duty for duty in state.duties if not duty.to and duty.act == act and duty.player]
    return player if any(duty.player == player for duty in owed) else ""


def left(duties: tuple[Duty, ...], act: str, player: str) -> tuple[Duty, ...]:
    """What is still due once this was done."""
    return tuple(
        duty for duty in duties if duty.to or duty.act != act or duty.player not in ("", player)
    )
