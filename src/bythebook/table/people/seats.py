"""Players at the table: coming, sitting, several boxes, giving them up, leaving."""

from msgspec.structs import replace

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused, given
from bythebook.game.commands import ReturnWagers
from bythebook.game.state import Stake, Wager
from bythebook.phrases import phrase
from bythebook.rulebooks.tables import PLAYER
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.carrying import mark_carried, return_carried
from bythebook.table.console import locked
from bythebook.table.decision import Decision
from bythebook.table.people.protection import room_here
from bythebook.table.people.signs import PERSONAL
from bythebook.table.state import Player, State


@carries_out
def arrive(desk: Decision, command: o.Arrive) -> None:
    if not command.player.strip():
        raise Malformed(phrase("a player has a name"))
    if command.player in desk.state.players:
        raise Malformed(phrase("{player} is at the table already", player=command.player))
    most = desk.state.at_table
    if most and len(desk.state.players) >= most:
        clause = desk.conduct.acts["cap-players"][0].clause
        raise Refused(clause, phrase("at most {n} players at this table", n=most))
    check_standing(desk.state, command.player)
    told = desk.state.standings.get(command.player)
    if told is None or not told.kept_out:
        barred = [entry for entry in desk.state.register if entry.act in ("bar", "exclude")]
        for entry in barred:
            if entry.player == command.player:
                raise Refused(
                    entry.clause, phrase("{player} may not take part", player=command.player)
                )
    before = desk.state.known.get(command.player)
    # Whose card was refused shows another to the staff: their own word does not make it good.
    refused = before is not None and before.card_refused
    refused = refused or bool(desk.state.standing_of(command.player).card_refused)
    refused = refused and desk.order.by.role == PLAYER
    desk.emit(e.PlayerArrived(command.player, "" if refused else command.card))
    mark_carried(desk)


@carries_out
def sit(desk: Decision, command: o.Sit) -> None:
    player = desk.player(command.player)
    check_not_barred(desk, player)
    check_box(desk, command.box)
    taken = sitter(desk.state, command.box)
    if taken not in ("", player.name):
        raise Refused(
            desk.act.clause, phrase("{player} sits at box {box}", player=taken, box=command.box)
        )
    holder = desk.state.reserved.get(command.box)
    reserved = desk.conduct.seats.reserved
    if holder is not None and holder != player.name and reserved is not None:
        raise Refused(
            reserved.clause,
            phrase("box {box} is kept for {player}", box=command.box, player=holder),
        )
    desk.emit(e.PlayerSat(player.name, command.box))
    _take_marker_along(desk, player.name)


def sitter(state: State, box: int) -> str:
    """Who sits at a box; an empty name: nobody."""
    return next((p.name for p in state.players.values() if p.seat == box), "")


def check_standing(state: State, name: str) -> None:
    """Whoever the casino keeps from this game, or out altogether, has no part in it."""
    standing = state.standing_of(name)
    if standing.excluded:
        if standing.excluded_from == "casino":
            reason = phrase("{player} is excluded from the casino", player=name)
        else:
            reason = phrase("{player} is excluded from this game", player=name)
        raise Refused(standing.excluded, reason, book=standing.excluded_by)


def check_not_barred(desk: Decision, player: Player) -> None:
    check_standing(desk.state, player.name)
    for entry in desk.state.register[::-1]:
        if player.barred and entry.act == player.barred and entry.player == player.name:
            raise Refused(entry.clause, phrase("{player} may not take part", player=player.name))


def check_box(desk: Decision, box: int) -> None:
    setup = desk.state.setup
    if setup is None:
        raise Malformed(phrase("the table has not been opened"))
    if not 1 <= box <= setup.boxes:
        raise Refused(
            desk.conduct.opening.boxes.clause, phrase("there are boxes 1 to {n}", n=setup.boxes)
        )


def check_boxes(desk: Decision, boxes: tuple[int, ...]) -> None:
    for box in boxes:
        check_box(desk, box)


def stands_at(player: Player) -> tuple[int, ...]:
    """Where the marker of limits that hold wherever a player wagers stands: at their place."""
    return (player.seat,) if player.seat else ()


def _take_marker_along(desk: Decision, name: str) -> None:
    """The marker of limits that hold on no certain box goes with the player."""
    player, sign = desk.state.players[name], desk.state.sign(PERSONAL, name)
    if sign is None or sign.says is None or player.personal is None or player.personal.boxes:
        return
    rules = desk.conduct.limits.personal
    says_where = rules.shown_by == "marker" or sign.says.boxes
    if says_where and sign.says.boxes != stands_at(player):
        moved = replace(sign, says=replace(sign.says, boxes=stands_at(player)))
        desk.emit(e.SignDisplayed(moved, rules.clause))


@carries_out
def leave(desk: Decision, command: o.Leave) -> None:
    """What depends on staying ends: seat, kept minimum and its marker, what was carried over."""
    player = desk.player(command.player)
    state = desk.state
    limited = room_here(state, player.name) is not None
    if state.in_round:
        _check_plays_no_more(desk, player)
    _check_declared(desk, command.declared, limited)
    if state.round is not None and state.round.phase == "betting":
        _check_called_wagers(desk, player)
        back = ReturnWagers(clause=desk.game().rules.wagering.placed.clause, player=player.name)
        if desk.why_not(back) is None:
            desk.play(back)
    return_carried(desk, player.name)
    kept = desk.conduct.limits.protected
    clause = kept.leaves.clause if kept is not None and player.kept is not None else desk.act.clause
    if limited:
        desk.record(about=f"declared {command.declared} cents on leaving", player=player.name)
    desk.emit(e.PlayerLeft(player.name, clause))
    take_down_both_minimums(desk, clause)


def _check_plays_no_more(desk: Decision, player: Player) -> None:
    lying: list[Stake | Wager] = [*_stakes(desk.state), *desk.state.playing.wagers]
    if any(one.live and one.player == player.name for one in lying):
        raise Refused(
            desk.game().rules.wagering.locked.clause,
            phrase(
                "{player} has wagers in this round: an absent hand is played by the book",
                player=player.name,
            ),
        )


def _check_declared(desk: Decision, declared: int | None, limited: bool) -> None:
    """Whoever has a loss limit says what they take away."""
    protection = desk.conduct.protection
    if declared is not None and declared < 0:
        raise Malformed(phrase("chips are counted from nothing upwards"))
    if limited and declared is None and protection is not None:
        raise Refused(
            protection.loss_limit.leaving.clause, phrase("the chips taken away must be declared")
        )


def _check_called_wagers(desk: Decision, player: Player) -> None:
    """Wagers that a call has locked are not taken away with their owner."""
    clause = locked(desk.conduct, desk.state)
    if clause and any(one.live and one.player == player.name for one in desk.state.playing.wagers):
        raise Refused(clause, phrase("betting has been called closed"))


def _stakes(state: State) -> list[Stake]:
    return [s for box in state.playing.boxes for hand in box.hands for s in hand.stakes]


@carries_out
def allow_several(desk: Decision, command: o.AllowSeveral) -> None:
    player = desk.player(command.player)
    desk.emit(e.SeveralAllowed(player.name, desk.act.clause))
    desk.record(player=player.name)


def others_seated(state: State, player: Player) -> bool:
    """Whether every place but this player's is in use: somebody sits there, or wagers on it."""
    used = {p.seat for p in state.players.values() if p.name != player.name}
    used |= {b for p in state.players.values() if p.name != player.name for b in p.boxes}
    if state.round is not None:
        used |= {box.number for box in state.round.boxes if set(box.originals) - {player.name}}
    return len(used - {0, player.seat}) >= state.set_up.boxes - 1


def take_down_both_minimums(desk: Decision, clause: str) -> None:
    """Two minimums are shown only while somebody keeps the old one."""
    kept = any(player.kept is not None for player in desk.state.players.values())
    if not kept and desk.state.sign("both-minimums") is not None:
        desk.emit(e.SignRemoved("both-minimums", "", clause))


def free_boxes(state: State) -> list[int]:
    """Boxes nobody sits at, keeps, or has a main wager on in this round or the last."""
    taken = {p.seat for p in state.players.values() if p.seat} | set(state.reserved)
    taken |= {box for player in state.players.values() for box in player.boxes}
    if state.round is not None:
        taken |= {w.box for w in state.round.wagers if w.live and w.kind == "main"}
    return [box for box in range(1, state.set_up.boxes + 1) if box not in taken]


@carries_out
def give_up(desk: Decision, command: o.GiveUp) -> None:
    """Between rounds, down to the boxes the player keeps; reserved boxes are exempt."""
    player = desk.player(command.player)
    held = set(player.boxes) | ({player.seat} if player.seat else set())
    mine = {box for box, name in desk.state.reserved.items() if name == player.name}
    if not command.keep:
        raise Malformed(phrase("a player keeps at least one box"))
    check_boxes(desk, command.keep)
    for box in command.keep:
        if box not in held:
            raise Malformed(phrase("{player} does not hold box {box}", player=player.name, box=box))
        if sitter(desk.state, box) not in ("", player.name):
            raise Malformed(phrase("somebody else sits at box {box}", box=box))
    if mine - set(command.keep):
        reserved = given(desk.conduct.seats.reserved)
        raise Refused(
            reserved.clause, phrase("boxes kept for {player} are not given up", player=player.name)
        )
    waiting = [p for p in desk.state.players.values() if not p.seat]
    if len(waiting) <= len(free_boxes(desk.state)) and not player.confined:
        raise Refused(
            desk.conduct.seats.short.clause, phrase("there are places enough for those waiting")
        )
    desk.emit(e.BoxesGivenUp(player.name, command.keep, desk.act.clause))
    _take_marker_along(desk, player.name)
    desk.record(player=player.name, about=f"keeps {', '.join(map(str, command.keep))}")


@carries_out
def reserve(desk: Decision, command: o.Reserve) -> None:
    player = desk.player(command.player)
    if not command.boxes:
        raise Malformed(phrase("say which boxes"))
    for box in command.boxes:
        check_box(desk, box)
        others = {sitter(desk.state, box), desk.state.reserved.get(box, "")}
        if others - {"", player.name}:
            raise Refused(desk.act.clause, phrase("box {box} is another player's", box=box))
        wagers = desk.state.round.wagers if desk.state.round is not None else ()
        if any(w.live and w.box == box and w.player != player.name for w in wagers):
            raise Refused(
                desk.act.clause, phrase("another player's wager lies on box {box}", box=box)
            )
    desk.emit(e.BoxesReserved(player.name, command.boxes, desk.act.clause))
    desk.record(player=player.name, about=f"boxes {', '.join(map(str, command.boxes))}")


@carries_out
def allow_elsewhere(desk: Decision, command: o.AllowElsewhere) -> None:
    player = desk.player(command.player)
    if command.wager not in desk.conduct.seats.elsewhere:
        raise Malformed(phrase("{wager} needs no such leave", wager=command.wager))
    desk.emit(e.ElsewhereAllowed(player.name, command.wager, desk.act.clause))
    desk.record(player=player.name, about=command.wager)


@carries_out
def release(desk: Decision, command: o.Release) -> None:
    desk.player(command.player)
    desk.emit(e.BoxesReserved(command.player, (), desk.act.clause))
    desk.record(player=command.player)


@carries_out
def cap_players(desk: Decision, command: o.CapPlayers) -> None:
    if command.per_box < 0 or command.at_table < 0 or not (command.per_box or command.at_table):
        raise Malformed(phrase("say how many players, on each box or at the table"))
    allowed = desk.game().rules.wagering.players_per_box
    if command.per_box > allowed.value:
        raise Refused(
            allowed.clause, phrase("the book allows {n} on a box, not more", n=allowed.value)
        )
    desk.emit(e.PlayersCapped(command.per_box, command.at_table, desk.act.clause))
    desk.record(about=f"{command.per_box or '-'} on a box, {command.at_table or '-'} at the table")


@carries_out
def vacate(desk: Decision, command: o.Vacate) -> None:
    """So many rounds in succession without a wager while every other place was taken."""
    player = desk.player(command.player)
    idle = desk.conduct.seats.idle
    if idle is None:
        raise Malformed(phrase("{book} has no such rule", book=desk.rules.book.id))
    if not player.seat:
        raise Malformed(phrase("{player} has no seat", player=player.name))
    if player.idle < idle.rounds:
        raise Refused(
            idle.clause,
            phrase(
                "{player} has sat out {idle} of {rounds} rounds with every other place taken",
                player=player.name,
                idle=player.idle,
                rounds=idle.rounds,
            ),
        )
    reserved = desk.conduct.seats.reserved
    if reserved is not None and desk.state.reserved.get(player.seat) == player.name:
        raise Refused(
            reserved.clause,
            phrase("box {box} is kept for {player}", box=player.seat, player=player.name),
        )
    if not others_seated(desk.state, player):
        raise Refused(idle.clause, phrase("another place is free"))
    desk.emit(e.SeatVacated(player.name, desk.act.clause))
    _take_marker_along(desk, player.name)
    desk.record(player=player.name)
