"""What the prize meters of a linked pool show at a table: told by themselves, by nobody else.

A round is settled from what they showed when it was paid; a record of it has the same readings.
"""

from bythebook.errors import Malformed, Refused
from bythebook.game.commands import ReturnWagers
from bythebook.rulebooks import Game
from bythebook.rulebooks.tables import TableRules
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.console import tell_of_win
from bythebook.table.decision import Decision, game_of, told
from bythebook.table.rounds import correct_past
from bythebook.table.state import State

PRIZE_METERS = "prize-meters"  # the role in which the meters speak
SPEAKER = o.Person(PRIZE_METERS, PRIZE_METERS)


def meter_clauses(game: Game) -> dict[str, str]:
    """The meters that a round of this game can draw on, each with the clause it rests on."""
    found: dict[str, str] = {}
    for side in game.rules.side_wagers.values():
        for line in side.lines:
            if line.share is not None:
                found.setdefault(line.share.meter, line.share.reset.clause)
        if side.mystery is not None:
            found |= dict.fromkeys(side.mystery.meters(), side.mystery.clause)
    return found


def read(rules: TableRules, state: State, order: o.Order, command: o.ReadMeters) -> Decision:
    """What the meters show from now on, and for which boxes a mystery jackpot was drawn."""
    game = game_of(rules, state)
    known = meter_clauses(game)
    if not known:
        raise Malformed(f"{game.id} has no meters")
    clause = next(iter(known.values()))
    if order.by.role != PRIZE_METERS:
        raise Refused(clause, "only the prize meters themselves say what they show")
    if state.phase != "open":
        raise Refused(clause, "the table is not open")
    _check(game, known, state, command)
    clause = next((known[meter] for meter in command.meters), clause)
    desk = told(rules, state, order, clause)
    desk.emit(e.MetersRead(command.meters, command.hits, clause))
    if command.hits and rules.conduct.console is not None:
        desk.emit(tell_of_win(rules.conduct.console, order.at))
    return desk


def give_back(rules: TableRules, state: State, order: o.Order, command: o.ReturnStake) -> Decision:
    """A stake goes back out of the round that it was in: now, or from one that is over."""
    if order.by.role != PRIZE_METERS:
        raise Refused(command.clause, "only the prize meters themselves say which were wrong")
    desk = told(rules, state, order, command.clause)
    back = ReturnWagers(
        command.clause, command.player, command.box, (command.wager,), settled_too=True
    )
    ago = state.rounds + 1 - command.round
    if ago == 0 and state.round is not None:
        desk.play(back)
    elif 1 <= ago <= len(state.past):
        correct_past(desk, desk.past_steps_with(back, ago), command.clause, ago)
    else:
        raise Refused(command.clause, "no such round is on record")
    return desk


def _check(game: Game, known: dict[str, str], state: State, command: o.ReadMeters) -> None:
    for meter, cents in command.meters.items():
        if meter not in known:
            raise Malformed(f"{game.id} has no meter {meter!r}", "meters")
        if cents < 0:
            raise Malformed("a meter stands at nothing or more", "meters")
    mysteries = [s.mystery for s in game.rules.side_wagers.values() if s.mystery is not None]
    drawn = {meter for mystery in mysteries for meter in mystery.meters()}
    if command.hits and state.start is None:
        raise Malformed("a mystery jackpot is drawn for the wagers of a round", "hits")
    for meter, boxes in command.hits.items():
        if meter not in drawn or meter not in command.meters:
            raise Malformed(f"what is drawn is a mystery jackpot that is read: {meter!r}", "hits")
        if not boxes or not all(1 <= box <= game.rules.boxes.value for box in boxes):
            raise Malformed(f"there are boxes 1 to {game.rules.boxes.value}", "hits")
        if state.start is not None and meter in state.start.table.hits:
            raise Refused(known[meter], f"{meter} has been drawn in this round")
