"""The console of a jackpot: what the dealer does around a round with its wager, in this order.

    check ─▶ announce ─▶ No More Bets ─▶ wagers removed ─▶ the hand
         ─▶ (a win: called, paid or referred) ─▶ over

Another wager before the button is pressed, and it begins anew: checked is what lies there.
Without a win the end of the round is Game Over as well: nothing keeps the wagering closed.
"""

from bythebook.errors import Refused, given
from bythebook.game.side_wagers import MYSTERY
from bythebook.rulebooks.chapters.conduct import (
    ANNOUNCED,
    AT_CONSOLE,
    BEFORE_ROUND,
    CALLED,
    CHECKED,
    OVER,
    PAID,
    REFERRED,
    REMOVED,
    Conduct,
    Console,
)
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.decision import Decision
from bythebook.table.state import Duty, State


def in_use(conduct: Conduct, state: State) -> Console | None:
    """The console, if its wager lies on the layout."""
    console, round_ = conduct.console, state.round
    if console is None or round_ is None:
        return None
    laid = any(wager.live and wager.kind == console.wager for wager in round_.wagers)
    return console if laid else None


def to_press(conduct: Conduct, state: State) -> Console | None:
    """The console, if such a wager lies there that its server does not know of."""
    return in_use(conduct, state) if state.called_under is None else None


def closes_with(conduct: Conduct, state: State) -> str:
    """The clause by which a call closes the betting, and locks what lies there, because of a wager
    that lies there too; none: it does not."""
    for wager in state.round.wagers if state.round is not None else ():
        says = conduct.call_closes_with.get(wager.kind)
        if says is not None and wager.live:
            return says.clause
    return ""


def locked(conduct: Conduct, state: State) -> str:
    """The clause by which a call has locked the wagers: none is taken back before the cards."""
    return closes_with(conduct, state) if state.called_under is not None else ""


def step_due(conduct: Conduct, state: State) -> tuple[str, str] | None:
    """What the dealer does next before the first card, with its clause."""
    steps = _steps(conduct, state) if not state.in_round else ()
    return next((step for step in steps if step[0] not in state.console), None)


def _steps(conduct: Conduct, state: State) -> tuple[tuple[str, str], ...]:
    """All that is to be done with the wagers that lie there."""
    console = in_use(conduct, state)
    if console is not None:
        return console.steps
    wagers = state.round.wagers if state.round is not None else ()
    lying = {wager.kind for wager in wagers if wager.live}
    return tuple(
        (REMOVED, by.clause) for wager, by in conduct.removed_first.items() if wager in lying
    )


def to_announce(conduct: Conduct, state: State) -> bool:
    """Whether such wagers lie there of which nobody has said that no more are taken."""
    return ANNOUNCED in dict(_steps(conduct, state)).keys() - set(state.console)


def order_of(conduct: Conduct, step: str) -> o.Perform | o.NoMoreBets:
    """The order by which a step is done: one of its own, or the call."""
    return o.Perform(step) if step in conduct.acts else o.NoMoreBets()


def words_of(conduct: Conduct, step: str) -> str:
    return conduct.acts.get(step, conduct.acts["no-more-bets"])[0].says


def check_none_due(desk: Decision, besides: str = "") -> None:
    """Nothing that is an order of its own has been left out, up to this step or to the deal."""
    due = step_due(desk.conduct, desk.state)
    if due is not None and due[0] != besides:
        raise Refused(due[1], f"first: {words_of(desk.conduct, due[0])}")


def announce(desk: Decision) -> None:
    """With the call: whatever the book does not have as an order of its own."""
    console = in_use(desk.conduct, desk.state)
    for act, clause in console.steps if console is not None else ():
        if act not in desk.conduct.acts:
            desk.record(about=given(console).wager, act=act, clause=clause)


def check_open(desk: Decision) -> None:
    """No new wagers while a jackpot of the last round is neither paid nor referred."""
    console = desk.conduct.console
    if console is not None and waits(console, desk.state):
        raise Refused(console.over.clause, "Game Over has not been pressed")


def waits(console: Console, state: State) -> bool:
    """Whether the last round won a jackpot and wagering has not been opened since."""
    last = state.last
    if last is None or state.in_round:
        return False
    won = any(
        row.wager == console.wager and row.line == MYSTERY and row.result == "wins"
        for row in last.rows
    )
    return won and OVER not in _since_round(state)


def after_win(conduct: Conduct, state: State) -> list[tuple[o.Perform, str]]:
    """What is to be done now because a jackpot was won, each with its clause; where there are two,
    one of them.

    Somebody is called at once, the prize is paid or referred when the hand is over.
    """
    console = conduct.console
    if console is None:
        prizes = [duty for duty in state.duties if duty.act == PAID and not state.in_round]
        return [(o.Perform(PAID, player=duty.player), duty.clause) for duty in prizes]
    if any(duty.act == CALLED for duty in state.duties):
        return [(o.Perform(CALLED), console.called.clause)]
    if not waits(console, state):
        return []
    if {PAID, REFERRED} & _since_round(state):
        return [(o.Perform(OVER), console.over.clause)]
    referred = conduct.acts[REFERRED][0].clause
    return [(o.Perform(PAID), console.paid.clause), (o.Perform(REFERRED), referred)]


def _since_round(state: State) -> set[str]:
    return {entry.act for entry in state.register[state.register_at_last_round :]}


def end_round(desk: Decision) -> None:
    """A round with such wagers and no jackpot is over for the console too."""
    console, last = desk.conduct.console, desk.state.last
    if console is None or last is None or waits(console, desk.state):
        return
    if any(wager.kind == console.wager for wager in last.wagers):
        desk.record(act=OVER, clause=console.over.clause)


def tell_of_win(console: Console, at: int) -> e.Event:
    """Somebody has to be called."""
    return e.DutyArose(Duty(console.called.value, CALLED, console.called.clause, at))


def check_act(desk: Decision, act: str) -> None:
    """Whether one of the console's acts has its time now."""
    console = desk.conduct.console
    if act in BEFORE_ROUND:
        _check_step(desk, act)
    if console is None or act not in AT_CONSOLE:
        return
    state = desk.state
    if act == CALLED:
        if not any(duty.act == CALLED for duty in state.duties):
            raise Refused(console.called.clause, "no jackpot was won")
        desk.emit(e.SomebodyTold(console.called.value, CALLED, "", console.called.clause))
        return
    clause = console.over.clause if act == OVER else console.paid.clause
    if state.in_round:
        raise Refused(clause, "only when the hand is over")
    if not waits(console, state):
        raise Refused(clause, "no jackpot of the last round is open")
    if act == OVER:
        if any(duty.act == CALLED for duty in state.duties):
            raise Refused(console.called.clause, f"the {console.called.value} is called first")
        if not {PAID, REFERRED} & _since_round(state):
            raise Refused(console.paid.clause, "a jackpot is neither paid nor referred")


def _check_step(desk: Decision, act: str) -> None:
    """Whether a step before the first card has its time now. All wagers are checked, also where
    none of the jackpot's lies there; the others are about these."""
    state, console = desk.state, desk.conduct.console
    if state.in_round:
        raise Refused(desk.act.clause, "only before the first card")
    offered = console is not None and state.setup is not None
    offered = offered and given(console).wager in given(state.setup).side_wagers
    if not _steps(desk.conduct, state) and not (offered and act == CHECKED):
        raise Refused(desk.act.clause, "no wager of the jackpot lies there")
    if act in state.console:
        raise Refused(desk.act.clause, "that is done")
    check_none_due(desk, besides=act)


def check_relief(desk: Decision, role: str) -> None:
    """Dealers change between rounds, unless something nobody can help makes it necessary."""
    console, setup, state = desk.conduct.console, desk.state.setup, desk.state
    if console is None or setup is None or console.wager not in setup.side_wagers:
        return
    dealing = state.in_round or (state.called and state.called_under is not None)
    dealer = desk.conduct.ladder[0].role
    if dealing and role == dealer and not desk.order.why.strip():
        raise Refused(console.changed.clause, "the dealer finishes the round first")
