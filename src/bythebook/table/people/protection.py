"""Protecting players: Player Cards, loss limits, declarations, pauses, invalid wagers."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as c
from bythebook.game import events as g
from bythebook.game.evolve import evolve
from bythebook.game.round import play
from bythebook.money import format_amount
from bythebook.rulebooks.chapters.conduct import Protection
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.decision import Decision
from bythebook.table.state import Player, State

STAKING = (g.HandDoubled, g.StakeMatched, g.InsurancePlaced, g.WagerPlaced)


def _rules(desk: Decision) -> Protection:
    found = desk.conduct.protection
    if found is None:
        raise Malformed(f"{desk.rules.book.id} has no rules about cards or loss limits")
    return found


def room_here(state: State, name: str) -> int | None:
    """What somebody may still stake; None: they have set no limit. Below nothing, it is over.

    What the casino told of all its tables, with what has changed at this one since: a stake makes
    it less, whatever comes back makes it more.
    """
    told = state.standings.get(name)
    if told is None or told.standing.limit is None:
        return None
    return told.standing.room + state.net_of(name) - told.net


def may_stake(desk: Decision, player: Player, amount: int) -> None:
    room = room_here(desk.state, player.name)
    if room is None or amount <= room:
        return
    reason = f"{format_amount(max(room, 0))} is left of {player.name}'s limit"
    protection = desk.conduct.protection
    if protection is not None:
        raise Refused(protection.loss_limit.no_wager_beyond.clause, reason)
    standing = desk.state.standing_of(player.name)  # by another book, and binding here too
    raise Refused(standing.limit_by, reason, book=standing.limit_book)


def check_decision(desk: Decision, command: c.Command) -> None:
    """Doubling, splitting and insuring are wagers too: none may go beyond a loss limit."""
    round_ = desk.state.round
    limited = any(told.standing.limit is not None for told in desk.state.standings.values())
    if not limited or round_ is None:
        return
    _, events = play(desk.game(), round_, command)
    staked: dict[str, int] = {}
    for event in events:
        if isinstance(event, STAKING) and (chips := _staked(event, event.player)):
            staked[event.player] = staked.get(event.player, 0) + chips
    for name, amount in staked.items():
        if name in desk.state.players:
            may_stake(desk, desk.state.players[name], amount)


@carries_out
def set_loss_limit(desk: Decision, command: o.SetLossLimit) -> None:
    limit = _rules(desk).loss_limit
    player = desk.player(command.player)
    if command.amount <= 0:
        raise Malformed("a loss limit is more than nothing")
    if desk.state.round is not None and desk.state.in_round:
        raise Refused(limit.clause, "between rounds")
    if command.days < 1:
        raise Malformed("a period has a day or more")
    desk.emit(e.LossLimitSet(player.name, command.amount, limit.clause, command.days))
    desk.record(player=player.name, about=format_amount(command.amount))


@carries_out
def exchange_voucher(desk: Decision, command: o.ExchangeVoucher) -> None:
    """The dealer's act at the table; what the voucher is good for the casino knows."""
    player = desk.player(command.player)
    if command.voucher < 1:
        raise Malformed("vouchers are numbered from 1")
    desk.emit(e.VoucherExchanged(player.name, command.voucher, desk.act.clause))
    desk.record(player=player.name, about=f"voucher {command.voucher}")


@carries_out
def declare_chips(desk: Decision, command: o.DeclareChips) -> None:
    """Chips bought at, or brought to, the table by somebody with a loss limit, before the round."""
    limit = _rules(desk).loss_limit
    player = desk.player(command.player)
    says = limit.purchases if command.bought else limit.brought
    if command.amount < 0:
        raise Malformed("chips are counted from nothing upwards")
    if desk.state.in_round:
        raise Refused(says.clause, "before the round begins")
    verb = "bought" if command.bought else "brought"
    desk.record(player=player.name, about=f"{verb} {format_amount(command.amount)}")


@carries_out
def find_invalid(desk: Decision, command: o.FindInvalid) -> None:
    """Before the hand the stake goes back; during it such a wager wins nothing; later it stands."""
    rules = _rules(desk)
    state = desk.state
    desk.player(command.player)
    if state.round is None:
        raise Refused(rules.settled.clause, "hands already settled stand")
    if state.round.phase == "betting":
        clause = rules.before.clause
        desk.play(c.ReturnWagers(clause=clause, player=command.player))
    else:
        desk.play(c.InvalidateWagers(command.box, command.player))
    desk.emit(e.CardRefused(command.player, rules.invalid.clause))
    desk.record(player=command.player, about=f"box {command.box}")


@carries_out
def find_over_limit(desk: Decision, command: o.FindOverLimit) -> None:
    """Stakes beyond a loss limit, found in mid-round: the last staked goes back first."""
    limit = _rules(desk).loss_limit
    player = desk.player(command.player)
    round_ = desk.state.round
    if round_ is None or not desk.state.in_round:
        raise Refused(limit.stands.clause, "rounds that are over stand")
    if room_here(desk.state, player.name) is None:
        raise Refused(limit.trimmed.clause, f"{player.name} has set no loss limit")
    over = _over(desk.state, player.name)
    if over <= 0:
        raise Refused(limit.trimmed.clause, f"{player.name} is within the limit")
    for event in reversed([event for step in desk.state.steps for event in step.events]):
        part = min(over, _staked(event, player.name))
        if part > 0 and _take_back(desk, event, part, limit.trimmed.clause):
            over -= part
    desk.emit(e.PlayerWarned(player.name, "loss-limit", limit.reminded.clause))
    desk.record(player=player.name)


def _over(state: State, name: str) -> int:
    """By how much stakes of this round went beyond what was left when each of them was placed.

    A win makes room for the next stake and for none before it; what has gone back does not count.
    """
    told, round_, over = state.standings[name], state.beginning, 0
    for step in state.steps:
        before = round_.net.get(name, 0)
        for event in step.events:
            net = state.chips.get(name, 0) + round_.net.get(name, 0)
            room = told.standing.room + net - told.net + over
            over += max(0, _staked(event, name) - max(0, room))
            round_ = evolve(round_, event)
        if isinstance(step.command, c.ReduceWager | c.ReturnWagers | c.TrimSettled):
            over = max(0, over - max(0, round_.net.get(name, 0) - before))
    return over


def _staked(event: g.Event, name: str) -> int:
    """The chips that somebody put down by this."""
    if not isinstance(event, STAKING) or event.player != name:
        return 0
    if isinstance(event, g.WagerPlaced):
        return 0 if event.token else event.amount
    free = not isinstance(event, g.InsurancePlaced) and event.free
    return 0 if free else event.amount - event.in_tokens


def _take_back(desk: Decision, event: g.Event, over: int, clause: str) -> bool:
    """Give back so much of this stake, also where it was decided in this round already."""
    assert isinstance(event, STAKING)
    wager, hand = "main", 1
    if isinstance(event, g.InsurancePlaced):
        wager = "insurance"
    elif isinstance(event, g.WagerPlaced):
        wager = event.wager
    else:
        hand = event.hand
    part = c.ReduceWager(event.box, event.player, over, clause, wager, hand)
    if desk.why_not(part) is None:
        desk.play(part)
        return True
    whole = c.ReturnWagers(clause, event.player, event.box, (wager,), hand=hand)
    if desk.why_not(whole) is None:
        desk.play(whole)
        return True
    place = (event.box, event.player, wager)
    for number, row in enumerate(desk.state.playing.rows):
        same_hand = wager != "main" or row.hand == hand
        trim = c.TrimSettled(number, over, clause)
        same = (row.box, row.player, row.wager) == place and same_hand
        if same and desk.why_not(trim) is None:
            desk.play(trim)
            return True
    return False


@carries_out
def pause(desk: Decision, command: o.Pause) -> None:
    limit = _rules(desk).loss_limit
    player = desk.player(command.player)
    if room_here(desk.state, player.name) is None:
        raise Refused(limit.pause.clause, f"{player.name} has set no loss limit")
    if command.until <= desk.at:
        raise Malformed("a pause ends later than it begins")
    if desk.state.in_round:
        raise Refused(limit.pause.clause, "between rounds")
    desk.emit(e.PlayerPaused(player.name, command.until, desk.act.clause))
    desk.record(player=player.name)
