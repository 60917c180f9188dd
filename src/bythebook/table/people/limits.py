"""Limits and who is held to others: raising a minimum, kept and personal limits, restrictions."""

from msgspec.structs import replace

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused, given
from bythebook.game.placing import check_table
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.decision import Decision
from bythebook.table.opening import check_limits, check_setup, show_anew, suspend
from bythebook.table.people.seats import check_boxes, stands_at, take_down_both_minimums
from bythebook.table.people.signs import PERSONAL, after, anew, sign_of
from bythebook.table.powers import check_notice, taking_part
from bythebook.table.settings import minimums, table_of
from bythebook.table.state import Kept, Personal, Player, Sign, State


@carries_out
def change_limits(desk: Decision, command: o.ChangeLimits) -> None:
    """From the next round: freely, after a notice, by consent, or with old minimums kept."""
    rules = desk.conduct.limits
    wanted = after(desk.rules, desk.state, command)
    units = wanted.units
    check_limits(desk.rules, wanted.limits, units)
    check_setup(desk.rules, wanted)
    kept: dict[str, Kept] = {}
    old = desk.state.limits
    clause = desk.act.clause
    if _needs_notice(desk, command.limits, units):
        if command.protect and not _coarser(desk, units):
            kept = _keep_old_minimums(desk, command.limits)
            clause = given(rules.protected).clause
        else:
            check_notice(desk.rules, desk.state, desk.order, rules.raise_minimum, "change-limits")
            clause = _by_which(desk, command)
    signs = anew(desk.rules, desk.state, wanted, desk.at)
    desk.emit(e.LimitsChanged(wanted.limits, wanted.box_maximum, units, kept, clause))
    if desk.state.sign("new-limits") is not None:
        desk.emit(e.SignRemoved("new-limits", "", clause))
    says = sign_of(desk.rules, wanted, "limits")
    shown = Sign("limits", desk.at, None, command.limits, says=says)
    desk.emit(e.SignDisplayed(shown, rules.sign.clause))
    show_anew(desk, [sign for sign in signs if sign.kind != "limits"])
    if kept:
        _show_markers(desk, kept, old)
    desk.record(about="old minimum kept" if kept else "")


def _by_which(desk: Decision, command: o.ChangeLimits) -> str:
    """The clause of the way taken: nobody there, everybody's consent, or the notice."""
    notice = desk.conduct.limits.raise_minimum
    if notice.nobody_there is not None and not desk.state.players:
        return notice.nobody_there.clause
    agreed = set(command.agreed) >= taking_part(desk.state) and command.agreed
    if notice.all_agree is not None and agreed:
        return notice.all_agree.clause
    return notice.clause


def _needs_notice(desk: Decision, limits: o.Limits, units: dict[str, int]) -> bool:
    """Raising a minimum needs it everywhere; in some books so does any change of either figure.

    A wager without limits has no minimum: to give it one is to raise it. What may be wagered no
    more because of a unit is as good as below a minimum.
    """
    now = desk.state.limits
    if _coarser(desk, units):
        return True
    if desk.conduct.limits.changes == "both":
        return now != limits
    return any(least > _least(now, wager) for wager, (least, _) in limits.items())


def _coarser(desk: Decision, units: dict[str, int]) -> bool:
    """Whether wagers that were in order would no longer fit the unit."""
    now = desk.state.units
    return any(wager not in now or now[wager] % unit for wager, unit in units.items())


def _least(limits: o.Limits, wager: str) -> int:
    return limits[wager][0] if wager in limits else 1


def _keep_old_minimums(desk: Decision, limits: o.Limits) -> dict[str, Kept]:
    rules = desk.conduct.limits.protected
    if rules is None:
        raise Refused(
            desk.conduct.limits.raise_minimum.clause, "nobody keeps an old minimum in this book"
        )
    older = any(player.kept is not None for player in desk.state.players.values())
    if rules.two_at_most is not None and older:
        raise Refused(rules.two_at_most.clause, "an older minimum is still kept")
    old = dict.fromkeys(limits, 1) | minimums(desk.state.limits)  # without limits: no minimum
    return {
        player.name: replace(player.kept, least=old | player.kept.least)
        if player.kept is not None
        else Kept(old, playing(desk, player), player.seat)
        for player in desk.state.players.values()
        if player.kept is not None or playing(desk, player)
    }


def boxes_of(state: State, player: Player) -> tuple[int, ...]:
    """The boxes a player is playing: of this round and the last."""
    here = set(player.boxes)
    if state.round is not None:
        mains = [w for w in state.round.wagers if w.live and w.kind == "main"]
        here |= {w.box for w in mains if w.player == player.name}
        here |= {box.number for box in state.round.boxes if player.name in box.originals}
    return tuple(sorted(here))


def playing(desk: Decision, player: Player) -> tuple[int, ...]:
    """The boxes on which a player counts as already playing, as the book has it."""
    here = boxes_of(desk.state, player)
    rules = desk.conduct.limits.protected
    if not here and rules is not None and rules.who == "since-sitting" and player.seat:
        return player.last_boxes
    return here


def _show_markers(desk: Decision, kept: dict[str, Kept], old_limits: o.Limits) -> None:
    """The marker stands where the player sits, and the signs show both minimums."""
    rules = given(desk.conduct.limits.protected)
    desk.emit(
        e.SignDisplayed(Sign("both-minimums", desk.at, None, old_limits), rules.both_signs.clause)
    )
    for name, old in kept.items():
        several = len(old.boxes) > 1
        says = rules.located if several else rules.marker
        box = old.marker or min(old.boxes)
        desk.emit(
            e.SignDisplayed(Sign("old-minimum", desk.at, None, {}, f"box {box}", name), says.clause)
        )


@carries_out
def raise_kept(desk: Decision, command: o.RaiseKept) -> None:
    rules = desk.conduct.limits.protected
    if rules is None:
        raise Malformed("nobody keeps an old minimum in this book")
    if not any(player.kept is not None for player in desk.state.players.values()):
        raise Malformed("nobody keeps an old minimum")
    check_notice(desk.rules, desk.state, desk.order, rules.later, "kept-minimum")
    sign = desk.state.sign("kept-minimum")
    if sign is not None and sign.limits.get("main", (0, 0))[0] != desk.state.limits["main"][0]:
        raise Refused(rules.later.clause, "the sign shows another minimum")
    desk.emit(e.KeptEnded(rules.later.clause))
    take_down_both_minimums(desk, rules.later.clause)
    for name, player in desk.state.players.items():
        if desk.state.sign("old-minimum", name) is not None:
            desk.emit(e.SignRemoved("old-minimum", player.name, rules.later.clause))
    desk.record()


@carries_out
def grant_limits(desk: Decision, command: o.GrantLimits) -> None:
    """One player's own limits, once the sign or marker for them is up."""
    rules = desk.conduct.limits.personal
    player = desk.player(command.player)
    if rules.minimum_too and command.least is None:
        raise Refused(rules.clause, "both the player's minimum and maximum are given")
    _check_excess(desk, command)
    if not 0 < (command.least if command.least is not None else 1) <= command.most:
        raise Malformed("a minimum above nothing, a maximum not below it")
    if rules.others.value != "free" and not command.boxes:
        raise Malformed("say for which boxes")
    check_boxes(desk, command.boxes)
    _check_alone(desk, player, command)
    _check_shown(desk, player, command)
    personal = Personal(command.least, command.most, command.boxes, rules.in_excess)
    desk.emit(e.PersonalLimitsSet(player.name, personal, desk.act.clause))
    desk.record(player=player.name)


def _check_shown(desk: Decision, player: Player, command: o.GrantLimits) -> None:
    """A sign shows the figures that are granted, a marker stands where they hold."""
    rules = desk.conduct.limits.personal
    sign = desk.state.sign(PERSONAL, player.name)
    if sign is None:
        raise Refused(rules.clause, f"the player's {rules.shown_by} must stand there first")
    least = desk.state.limits["main"][0] if command.least is None else command.least
    granted = {"main": (least, command.most)}
    if (rules.shown_by == "sign" or sign.limits) and sign.limits != granted:
        raise Refused(rules.clause, f"the player's {rules.shown_by} shows other limits")
    if sign.says is None:  # put up before signs were values
        return
    marker = rules.shown_by == "marker"
    held = tuple(sorted(set(command.boxes))) or stands_at(player)
    if marker and not held:
        raise Refused(rules.clause, f"{player.name} has no place that a marker could show")
    if (marker or sign.says.boxes) and sign.says.boxes != held:
        raise Refused(rules.clause, f"the player's {rules.shown_by} stands at other boxes")


def _check_excess(desk: Decision, command: o.GrantLimits) -> None:
    """Where only higher limits are granted: the maximum above the sign's, no lower minimum."""
    rules = desk.conduct.limits.personal
    if not rules.in_excess:
        return
    least, most = desk.state.limits["main"]
    wanted = command.least if command.least is not None else least
    if command.most <= most or wanted < least:
        raise Refused(rules.clause, "a player's own limits lie above the sign's")


def _check_alone(desk: Decision, player: Player, command: o.GrantLimits) -> None:
    """Where nobody else may be on the box, the others move first."""
    others = desk.conduct.limits.personal.others
    if others.value != "none":
        return
    for other in desk.state.players.values():
        if other.seat in command.boxes and other.name != player.name:
            raise Refused(others.clause, f"{other.name} sits at box {other.seat}")
    for wager in desk.state.round.wagers if desk.state.round is not None else ():
        if wager.live and wager.box in command.boxes and wager.player != player.name:
            raise Refused(others.clause, f"{wager.player} has a wager on box {wager.box}")


@carries_out
def end_limits(desk: Decision, command: o.EndLimits) -> None:
    player = desk.player(command.player)
    if player.personal is None:
        raise Malformed(f"{player.name} has no limits of their own")
    desk.emit(e.PersonalLimitsSet(player.name, None, desk.act.clause))
    if desk.state.sign(PERSONAL, player.name) is not None:
        desk.emit(e.SignRemoved(PERSONAL, player.name, desk.act.clause))
    desk.record(player=player.name)


@carries_out
def warn(desk: Decision, command: o.Warn) -> None:
    player = desk.player(command.player)
    desk.emit(e.PlayerWarned(player.name, "under-minimum", desk.act.clause))
    desk.record(player=player.name)


# Restrictions


@carries_out
def hold_to_minimum(desk: Decision, command: o.HoldToMinimum) -> None:
    """Only who missed the shoe's first round, or skipped one since, may be held."""
    rules = desk.conduct.seats.mid_shoe
    player = desk.player(command.player)
    if rules is None:
        raise Malformed("this book has no such restriction")
    box = command.box if rules.per_box else 0
    if rules.per_box and not box:
        raise Malformed("say on which box")
    missed = _missed_first(desk.state, player, box)
    skipped = box in player.skipped  # box 0: a round without any wager
    if not missed and not skipped:
        raise Refused(
            rules.missed_first.clause, f"{player.name} has wagered in every round of this shoe"
        )
    why = rules.missed_first if missed else rules.skipped
    desk.emit(
        e.PlayerRestricted(
            player.name, (*player.held, box), player.held_always, player.confined, why.clause
        )
    )
    desk.record(player=player.name, about=f"box {box}" if box else "")


def _missed_first(state: State, player: Player, box: int) -> bool:
    if not state.shoe.rounds:
        return False
    return box not in player.first_round if box else not player.first_round


@carries_out
def hold_always(desk: Decision, command: o.HoldAlways) -> None:
    player = desk.player(command.player)
    if not player.held:
        raise Refused(desk.act.clause, f"{player.name} is not held to the minimum in this shoe")
    desk.emit(e.PlayerRestricted(player.name, player.held, True, player.confined, desk.act.clause))
    desk.record(player=player.name)


@carries_out
def confine(desk: Decision, command: o.Confine) -> None:
    player = desk.player(command.player)
    if command.again and player.name not in desk.state.tracked:
        clause = desk.act.again.clause if desk.act.again is not None else desk.act.clause
        raise Refused(clause, f"{player.name} has not been restricted before")
    desk.emit(
        e.PlayerRestricted(player.name, player.held, player.held_always, True, desk.act.clause)
    )
    desk.record(player=player.name, about="as restricted before" if command.again else "")


@carries_out
def lift(desk: Decision, command: o.Lift) -> None:
    player = desk.player(command.player)
    if not (player.held or player.held_always or player.confined):
        raise Malformed(f"{player.name} is not restricted")
    desk.emit(e.PlayerRestricted(player.name, (), False, False, desk.act.clause))
    desk.record(player=player.name)


@carries_out
def require_main(desk: Decision, command: o.RequireMain) -> None:
    setup = desk.state.setup
    if setup is None or command.wager not in setup.side_wagers:
        raise Malformed(f"{command.wager} is not on offer here")
    desk.emit(e.MainRequired(command.wager, desk.act.clause))
    desk.record(about=command.wager)


@carries_out
def suspend_wager(desk: Decision, command: o.SuspendWager) -> None:
    setup = desk.state.setup
    if setup is None or command.wager not in setup.side_wagers:
        raise Malformed(f"{command.wager} is not on offer here")
    suspend(desk, command.wager)
    if desk.state.held_up:
        desk.emit(e.PlayHeldUp(""))
    desk.record(about=command.wager)


@carries_out
def resume_wager(desk: Decision, command: o.ResumeWager) -> None:
    if command.wager not in desk.state.suspended:
        raise Malformed(f"{command.wager} is not suspended")
    clause = desk.state.suspended[command.wager]
    switched = [act for entries in desk.conduct.acts.values() for act in entries if act.closes]
    if any(act.clause == clause and command.wager in act.closes for act in switched):
        raise Refused(clause, "it is opened again by whoever may switch its equipment on")
    check_table(desk.game(), table_of(replace(desk.state, suspended={})))
    if desk.state.held_up:
        desk.emit(e.PlayHeldUp(""))
    desk.emit(e.WagerResumed(command.wager, desk.act.clause))
    desk.record(about=command.wager)
