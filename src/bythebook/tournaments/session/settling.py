"""The end of a hand: what nobody saw is announced, stacks change, or the hand is void."""

from bythebook.deciders import carries_out
from bythebook.errors import Refused
from bythebook.game import commands as g
from bythebook.game.events import Settled
from bythebook.game.state import State as Round
from bythebook.table.people.registers import correct_past
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.after import after_hand
from bythebook.tournaments.session.decision import Desk
from bythebook.tournaments.session.state import Session, owner_of


def unannounced(session: Session) -> bool:
    """Whether forms or vouchers of the hand are still unread."""
    forms = bool(session.secrets) and not session.announced
    return forms or any(_result(session, player) != "stand-off" for player in session.drawn)


def go_on(desk: Desk) -> None:
    """When the round is over and nothing is left to announce, the hand is settled; or it is void,
    by whatever rule of the game."""
    state = desk.state
    if state.phase != "settling":
        return
    if state.round is not None and state.round.voided:
        _voided(desk)
    elif not unannounced(state):
        settle(desk)


@carries_out
def announce(desk: Desk, command: c.Announce) -> None:
    """Forms are read out, vouchers opened and entered on the sheet; then everything is paid."""
    desk.check_phase("settling")
    if not unannounced(desk.state):
        raise Refused(desk.act.clause, "nothing is hidden")
    secrets = desk.book.secrets
    if desk.state.secrets and not desk.state.announced:
        assert secrets is not None
        told = tuple(desk.state.secrets.values())
        desk.emit(e.SecretsAnnounced(told, secrets.announced.clause))
    _open_vouchers(desk)
    settle(desk)


def _rows(session: Session, player: str) -> list[Settled]:
    if session.round is None:
        return []
    return [row for row in session.round.rows if row.player == player]


def _result(session: Session, player: str) -> str:
    """How a mystery wager went."""
    for row in _rows(session, player):
        if row.in_tokens:
            return row.result
    return ""


def _open_vouchers(desk: Desk) -> None:
    vouchers = desk.book.vouchers
    for player, value in tuple(desk.state.drawn.items()):
        if _result(desk.state, player) == "stand-off":
            continue
        assert vouchers is not None
        desk.emit(
            e.VoucherShown(
                player, desk.state.hand, value, vouchers.opened.clause, vouchers.recorded.clause
            )
        )


def _keep_vouchers(desk: Desk) -> None:
    """What stood off is played next; after the last hand there is no next, and it lapses."""
    vouchers = desk.book.vouchers
    for player, value in tuple(desk.state.drawn.items()):
        assert vouchers is not None
        if desk.state.last:
            desk.emit(e.VoucherReturned(player, value, False, vouchers.stand_off.clause))
        else:
            desk.emit(e.VoucherKept(player, value, vouchers.stand_off.clause))


def _changes(session: Session, round_: Round) -> dict[str, int]:
    """What the round took and gave, the unseen part included; who went in it is settled already."""
    changes: dict[str, int] = {}
    for account, net in round_.net.items():
        owner = owner_of(session, account)
        if session.players[owner].active:
            changes[owner] = changes.get(owner, 0) + net
    return changes


def settle(desk: Desk) -> None:
    state = desk.state
    round_ = state.round
    changes: dict[str, int] = {}
    twice = {player for player, bet in state.bets.items() if bet.twice}
    extra = {player: _winnings_again(state, player) for player in twice}
    staked: dict[str, int] = {}
    removed: dict[str, int] = {}
    if round_ is not None:
        changes = _changes(state, round_)
        for number, row in enumerate(round_.rows, start=1):
            owner = owner_of(state, row.player)
            if row.stage != "betting":
                staked[owner] = staked.get(owner, 0) + row.chips_in
            if row.result == "loses":
                removed[owner] = number
    owed = {name: secret for name, secret in state.secrets.items() if secret.deducted}
    _keep_vouchers(desk)
    settled = e.HandSettled(
        changes=changes,
        staked=staked,
        removed=removed,
        at=desk.at,
        clause=desk.book.rules_apply.clause,
    )
    desk.emit(settled)
    for player, amount in extra.items():
        if amount and desk.state.players[player].active:
            assert desk.book.vouchers is not None
            desk.emit(e.WinPaidTwice(player, amount, desk.book.vouchers.doubler.clause))
    for player, secret in owed.items():
        if not desk.state.players[player].active:
            continue
        cost = min(secret.deducted, desk.state.players[player].chips)
        if cost:
            desk.emit(e.ChipsDeducted(player, cost, secret.clauses[-1]))
    after_hand(desk)


def _winnings_again(session: Session, player: str) -> int:
    """What the original wager alone has won, doubled and split parts left out."""
    bet = session.bets[player]
    for row in _rows(session, player):
        if row.wager == "main" and row.result == "wins" and row.hand == 1 and row.stake:
            return -(-row.paid * min(bet.amount, row.stake) // row.stake)
    return 0


# Void hands


@carries_out
def void_hand(desk: Desk, command: c.VoidHand) -> None:
    """The hand does not count. Where the book has it, what was paid in it is handed back too."""
    desk.check_phase("playing", "settling")
    if desk.state.round is None:
        raise Refused(desk.act.clause, "no cards were dealt")
    if desk.state.table.round is not None:
        desk.play(g.VoidRound(command.clause))
    else:
        desk.at_table(lambda at: correct_past(at, g.VoidRound(command.clause), 1))


def _voided(desk: Desk) -> None:
    state = desk.state
    assert state.round is not None
    changes: dict[str, int] = {}
    if desk.book.void_hand.value == "by-round":
        changes = _changes(state, state.round)
    for player, value in tuple(state.drawn.items()):
        if not state.players[player].voucher:
            assert desk.book.vouchers is not None
            clause = desk.book.vouchers.drawn.clause
            desk.emit(e.VoucherReturned(player, value, True, clause))
    desk.emit(e.HandVoided(state.round.voided, changes, desk.book.void_hand.clause))
