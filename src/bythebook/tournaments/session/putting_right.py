"""When something goes wrong at a tournament table, the table puts it right by the book's general
rules; here is what that means for hands, stacks and players.

A round that becomes void is a hand that does not count (`settling`). One that is corrected when it
was settled already changes stacks again, as long as nothing was counted by them.
"""

from bythebook.errors import Refused
from bythebook.game import commands as g
from bythebook.game.round import refusal
from bythebook.game.state import State as Round
from bythebook.table import orders as o
from bythebook.table.cards.orders import WithdrawWagers
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.after import clear_the_broke
from bythebook.tournaments.session.decision import PLAYER, Desk
from bythebook.tournaments.session.state import Session, in_hand, owner_of, secret_of


def put_right(desk: Desk, command: o.Command) -> None:
    """An order that any table of the book knows, given to this one."""
    if isinstance(command, o.VoidLastRound) and command.back > 1:
        raise Refused(desk.book.rules_apply.clause, "hands further back were counted and stand")
    if desk.order.by.role == PLAYER:
        desk.check_active(desk.player(desk.order.by.name))
    before = desk.state.table
    desk.order_table()
    if isinstance(command, WithdrawWagers):
        _withdraw_secret(desk, command)
    after = desk.state.table
    corrected = before.rounds == after.rounds and before.past != after.past
    if corrected and desk.state.phase != "settling":
        _correct_hand(desk, before.past[-1].round, after.past[-1].round)


def _withdraw_secret(desk: Desk, command: WithdrawWagers) -> None:
    """Whoever takes a wager back takes the unseen one back with it."""
    account = secret_of(desk.state, command.player)
    running = desk.state.table.round
    if not account or running is None:
        return
    taken = next(row for row in reversed(running.rows) if row.player == command.player)
    wanted = g.ReturnWagers(taken.clause, account, command.box)
    if refusal(desk.game(), running, wanted) is None:
        desk.play(wanted)


def _correct_hand(desk: Desk, before: Round, after: Round) -> None:
    """The differences change hands; who went out by the mistake alone is in again, as long as the
    next hand has not begun."""
    state = desk.state
    rules = desk.game().rules.irregularities
    clause = rules.rebuild.clause if rules is not None else desk.book.rules_apply.clause
    between = state.phase == "between"
    hand = state.hand if between else state.hand - 1
    if (
        state.phase not in ("between", "betting", "playing")
        or state.play_off is not None
        or hand in desk.terms.elimination_hands
    ):
        raise Refused(clause, "chips were counted after that hand: its result stands")
    changes = {
        player: change
        for player in state.players
        if (change := _won(state, after, player) - _won(state, before, player))
    }
    last = {each.player for each in state.exits if each.hand == state.hand}
    back = tuple(
        player
        for player, change in changes.items()
        if between and state.players[player].gone == "eliminated" and player in last and change > 0
    )
    for player, change in changes.items():
        if not state.players[player].active and player not in back:
            raise Refused(clause, f"{player} has left the session: the result stands")
        if in_hand(state, player) + change < 0:
            raise Refused(clause, f"{player} has not the chips any more: the result stands")
    desk.emit(e.HandCorrected(changes, clause, back))
    if not between:
        return
    if after.voided:
        desk.emit(e.HandVoided(after.voided, {}, desk.book.void_hand.clause))
    clear_the_broke(desk)


def _won(session: Session, round_: Round, player: str) -> int:
    return sum(net for account, net in round_.net.items() if owner_of(session, account) == player)
