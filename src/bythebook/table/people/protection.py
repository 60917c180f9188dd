"""Protecting players: Player Cards, loss limits, declarations, pauses, invalid wagers."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as c
from bythebook.game import events as g
from bythebook.game.round import play
from bythebook.money import format_amount
from bythebook.rulebooks.chapters.conduct import Protection
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.decision import Decision
from bythebook.table.state import Player, State


def _rules(desk: Decision) -> Protection:
    found = desk.conduct.protection
    if found is None:
        raise Malformed(f"{desk.rules.book.id} has no rules about cards or loss limits")
    return found


def room_left(state: State, player: Player) -> int:
    """What a player may still stake: the limit, less what is lost, less every stake that lies."""
    assert player.loss_limit is not None
    room = player.loss_limit - player.lost
    if state.round is not None and state.round.phase != "over":
        # Within a round the change in chips is what was staked less what has come back so far.
        room += state.round.net.get(player.name, 0)
    return room


def may_stake(desk: Decision, player: Player, amount: int) -> None:
    if player.loss_limit is None:
        return
    limit = _rules(desk).loss_limit
    room = room_left(desk.state, player)
    if amount > room:
        raise Refused(
            limit.within.clause, f"{format_amount(max(room, 0))} is left of {player.name}'s limit"
        )


def check_decision(desk: Decision, command: c.Command) -> None:
    """Doubling, splitting and insuring are wagers too: none may go beyond a loss limit."""
    round_ = desk.state.round
    if desk.conduct.protection is None or round_ is None:
        return
    _, events = play(desk.game(), round_, command)
    staked: dict[str, int] = {}
    for event in events:
        adds = isinstance(event, g.HandDoubled | g.StakeMatched) and not event.free
        if adds or isinstance(event, g.InsurancePlaced):
            assert isinstance(event, g.HandDoubled | g.StakeMatched | g.InsurancePlaced)
            staked[event.player] = staked.get(event.player, 0) + event.amount
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
    desk.emit(e.LossLimitSet(player.name, command.amount, limit.clause))
    desk.record(player=player.name, about=format_amount(command.amount))


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
        desk.play(c.ReturnWagers(clause=clause, player=command.player, box=command.box))
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
    if player.loss_limit is None:
        raise Refused(limit.trimmed.clause, f"{player.name} has set no loss limit")
    over = _over(desk.state, player)
    if over <= 0:
        raise Refused(limit.trimmed.clause, f"{player.name} is within the limit")
    for step in reversed(desk.state.steps):
        for event in reversed(step.events):
            over = _over(desk.state, player)
            if over > 0 and _staked(event) == player.name:
                _take_back(desk, event, over, limit.trimmed.clause)
    desk.emit(e.PlayerWarned(player.name, "loss-limit", limit.reminded.clause))
    desk.record(player=player.name)


def _over(state: State, player: Player) -> int:
    """By how much the stakes of this round, decided or not, go beyond what was left before it."""
    assert player.loss_limit is not None
    assert state.round is not None
    round_ = state.round
    decided = ("wins", "loses", "stand-off", "surrendered", "withdrawn")
    rows = [r for r in round_.rows if r.player == player.name and r.result in decided]
    staked = sum(row.chips_in for row in rows)
    staked += sum(w.chips for w in round_.wagers if w.live and w.player == player.name)
    staked += sum(i.amount for i in round_.insurances if i.live and i.player == player.name)
    hands = [hand for box in round_.boxes for hand in box.hands]
    stakes = [hand.stake_of(player.name) for hand in hands]
    staked += sum(stake.chips for stake in stakes if stake is not None and stake.live)
    return staked - (player.loss_limit - player.lost)


def _staked(event: g.Event) -> str:
    free = isinstance(event, g.HandDoubled | g.StakeMatched) and event.free
    kinds = g.HandDoubled | g.StakeMatched | g.InsurancePlaced | g.WagerPlaced
    return event.player if isinstance(event, kinds) and not free else ""


def _take_back(desk: Decision, event: g.Event, over: int, clause: str) -> None:
    """Give back what this stake is over, also where it was decided in this round already."""
    assert isinstance(event, g.HandDoubled | g.StakeMatched | g.InsurancePlaced | g.WagerPlaced)
    wager, hand = "main", 1
    if isinstance(event, g.InsurancePlaced):
        wager = "insurance"
    elif isinstance(event, g.WagerPlaced):
        wager = event.wager
    else:
        hand = event.hand
    part = c.ReduceWager(event.box, event.player, min(over, event.amount), clause, wager, hand)
    if desk.why_not(part) is None:
        desk.play(part)
        return
    whole = c.ReturnWagers(clause, event.player, event.box, (wager,), hand=hand)
    if desk.why_not(whole) is None:
        desk.play(whole)
        return
    assert desk.state.round is not None
    place = (event.box, event.player, wager)
    for number, row in enumerate(desk.state.round.rows):
        same_hand = wager != "main" or row.hand == hand
        trim = c.TrimSettled(number, min(over, event.amount), clause)
        same = (row.box, row.player, row.wager) == place and same_hand
        if same and desk.why_not(trim) is None:
            desk.play(trim)
            return


@carries_out
def pause(desk: Decision, command: o.Pause) -> None:
    limit = _rules(desk).loss_limit
    player = desk.player(command.player)
    if player.loss_limit is None:
        raise Refused(limit.pause.clause, f"{player.name} has set no loss limit")
    if command.until <= desk.at:
        raise Malformed("a pause ends later than it begins")
    if desk.state.in_round:
        raise Refused(limit.pause.clause, "between rounds")
    desk.emit(e.PlayerPaused(player.name, command.until, desk.act.clause))
    desk.record(player=player.name)
