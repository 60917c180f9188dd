"""Placing wagers at the table: what the limits, restrictions and protections allow now."""

from bythebook.deciders import carries_out
from bythebook.errors import Refused
from bythebook.game import commands as c
from bythebook.game.placing import holders_go_first
from bythebook.game.state import Wager
from bythebook.money import Amount, next_payable
from bythebook.phrases import phrase
from bythebook.rulebooks.chapters.conduct import ANNOUNCED, CHECKED, PRESSED, LossLimit
from bythebook.rulebooks.tables import PLAYER
from bythebook.table import console
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.carrying import place_carried
from bythebook.table.decision import Decision
from bythebook.table.people.duties import check_nothing_owed
from bythebook.table.people.protection import may_stake, room_here
from bythebook.table.people.seats import check_box, check_not_barred, free_boxes, sitter
from bythebook.table.settings import held_to_minimum, personal_limits, table_of
from bythebook.table.state import Player


@carries_out
def place(desk: Decision, command: o.Place) -> None:
    """Refused outside the limits, unless nobody noticed; the round then finds it after the deal."""
    rules = desk.game().rules
    state = desk.state
    proxy = desk.conduct.seats.proxy
    if command.player not in state.players and proxy is not None:
        raise Refused(proxy.clause, phrase("{player} is not at the table", player=command.player))
    player = desk.player(command.player)
    if state.phase != "open" or state.in_round:
        raise Refused(rules.wagering.closed.clause, phrase("betting is closed"))
    reopen_if_empty(desk)  # a log of before may have left the call standing
    check_called(desk)
    console.check_open(desk)
    check_box(desk, command.box)
    _check_person(desk, player, command.late)
    _check_box_of(desk, player, command)
    if not command.late:
        check_amount(desk, player, command.box, command.wager, _total(desk, command))
        if not command.token:  # no money, and none that could be lost
            may_stake(desk, player, command.amount)
    if state.round is None:
        desk.emit(e.RoundOpened(table_of(state)))
    desk.play(c.PlaceWager(command.box, player.name, command.amount, command.wager, command.token))
    if command.late:
        desk.emit(e.WagerLate(command.box, player.name, command.wager))
    if command.wager == "main":
        place_carried(desk, player.name, command.box)


def closed_by_call(desk: Decision) -> str:
    """The clause by which "no more bets" closes the betting here, if it does."""
    if desk.conduct.call_closes is not None:
        return desk.conduct.call_closes.clause
    return console.closes_with(desk.conduct, desk.state)


def check_called(desk: Decision) -> None:
    """What a call closes, it closes when it is made: not with a wager that comes after it."""
    clause = closed_by_call(desk)
    if desk.state.called_under is not None and clause:
        raise Refused(clause, phrase("betting has been called closed"))


def _total(desk: Decision, command: o.Place) -> int:
    """A wager may be made up of chips and tokens: the limits are for both together."""
    there = 0
    if desk.state.round is not None:
        for wager in desk.state.round.wagers:
            if _same(wager, command.box, command.player, command.wager):
                there += wager.amount
    return there + command.amount


def _same(wager: Wager, box: int, player: str, kind: str) -> bool:
    return wager.live and (wager.box, wager.player, wager.kind) == (box, player, kind)


def _check_person(desk: Decision, player: Player, unnoticed: bool) -> None:
    check_not_barred(desk, player)
    check_nothing_owed(desk.state, "wagers", player.name)
    standing = desk.state.standing_of(player.name)
    if standing.break_until > desk.at:  # ordered at another table, and binding at every one
        reason = phrase("{player} may not wager for the moment", player=player.name)
        raise Refused(standing.break_by, reason, book=standing.break_book)
    protection = desk.conduct.protection
    if protection is None:
        return
    if player.card != player.name and not unnoticed:
        clause = protection.card if not player.card else protection.invalid
        raise Refused(
            clause.clause, phrase("{player} needs their own valid Player Card", player=player.name)
        )
    if standing.card_refused and not unnoticed:  # found at another table, and good at none
        reason = phrase("{player} has to show a valid Player Card", player=player.name)
        raise Refused(standing.card_refused, reason, book=standing.card_book)
    _check_declared(desk, protection.loss_limit, player, unnoticed)
    if player.paused_until > desk.at:
        raise Refused(
            protection.loss_limit.pause.clause,
            phrase("{player} may not wager for the moment", player=player.name),
        )


def _check_declared(desk: Decision, limit: LossLimit, player: Player, unnoticed: bool) -> None:
    """Whoever has set a loss limit says first what they play with."""
    limited = desk.state.standing_of(player.name).limit is not None
    if limit.before_wagers is not None and limited and not (player.declared or unnoticed):
        reason = phrase(
            "{player} has a loss limit: chips are declared before a wager", player=player.name
        )
        raise Refused(limit.before_wagers.clause, reason)


def _check_box_of(desk: Decision, player: Player, command: o.Place) -> None:
    """Whether this box is open to this player for this wager: the first hindrance speaks."""
    box, wager = command.box, command.wager
    _check_reserved(desk, player, box)
    _check_cap(desk, player, box, wager)
    _check_confined(desk, player, box)
    if wager == "main":
        _check_several(desk, player, box)
    _check_sitter(desk, player, box, wager)
    if wager == "main":
        _check_given_up(desk, player, box)
    leave = desk.conduct.seats.elsewhere.get(wager)
    if leave is not None and wager not in player.elsewhere and box not in _boxes(desk, player):
        raise Refused(
            leave.clause,
            phrase("{player} has no main wager on box {box}", player=player.name, box=box),
        )
    if not command.late:
        _check_personal_box(desk, player, box, command)
    if wager in desk.state.suspended:
        raise Refused(
            desk.state.suspended[wager], phrase("{wager} is closed for the moment", wager=wager)
        )
    _check_has_main(desk, player, wager)
    _check_awarded(desk, player, box, wager)


def _check_awarded(desk: Decision, player: Player, box: int, wager: str) -> None:
    """It was disputed who may place this wager here, and decided for somebody else."""
    whose, places = desk.state.awarded.get(wager, {}).get(box), desk.conduct.disputes.places
    if places is not None and whose not in (None, player.name):
        raise Refused(
            places.clause,
            phrase(
                "{wager} on box {box} is {player}'s in this round",
                wager=wager,
                box=box,
                player=whose,
            ),
        )


def _check_reserved(desk: Decision, player: Player, box: int) -> None:
    holder, rule = desk.state.reserved.get(box), desk.conduct.seats.reserved
    if holder not in (None, player.name) and rule is not None:
        raise Refused(rule.clause, phrase("box {box} is kept for {player}", box=box, player=holder))


def _check_cap(desk: Decision, player: Player, box: int, wager: str) -> None:
    most = desk.state.per_box
    same = {w.player for w in _live(desk) if (w.box, w.kind) == (box, wager)}
    if most and len(same | {player.name}) > most:
        clause = desk.conduct.acts["cap-players"][0].clause
        raise Refused(
            clause, phrase("at most {amount} on box {box}, by direction", amount=most, box=box)
        )


def _check_confined(desk: Decision, player: Player, box: int) -> None:
    played = {w.box for w in _live(desk) if w.player == player.name}
    if player.confined and played - {box}:
        raise Refused(
            _holding(desk, player), phrase("{player} is confined to one box", player=player.name)
        )


def _check_several(desk: Decision, player: Player, box: int) -> None:
    rule = desk.conduct.seats.several
    needs_leave = rule.value == "by-permission" and not player.several
    if needs_leave and _boxes(desk, player) - {box}:
        raise Refused(
            rule.clause, phrase("{player} has no leave for a second box", player=player.name)
        )


def _check_sitter(desk: Decision, player: Player, box: int, wager: str) -> None:
    """At a full table nobody takes another's box before them; in some games nobody ever does."""
    seats, sits = desk.conduct.seats, sitter(desk.state, box)
    if sits in ("", player.name):
        return
    full = seats.full if wager == "main" and not free_boxes(desk.state) else None
    if full is not None and not _has_main(desk, sits, box):
        raise Refused(
            full.clause,
            phrase("box {box} is {player}'s: control of one's own only", box=box, player=sits),
        )
    if desk.game().rules.wagering.players_per_box.value == 1:
        raise Refused(
            seats.short.clause, phrase("{player} sits at box {box}", player=sits, box=box)
        )


def _check_given_up(desk: Decision, player: Player, box: int) -> None:
    """Who gave a box up stands behind whoever sits there; or it is closed to them while wanted."""
    if box not in player.given_up:
        return
    state, seats = desk.state, desk.conduct.seats
    sits = sitter(state, box)
    taken = sits not in ("", player.name)
    waiting = any(not p.seat and p.name != player.name for p in state.players.values())
    if seats.given_up == "closed" and (taken or waiting):
        raise Refused(
            seats.short.clause, phrase("{player} gave box {box} up", player=player.name, box=box)
        )
    if taken and not _has_main(desk, sits, box):
        raise Refused(
            seats.short.clause, phrase("{player}, who sits there, wagers first", player=sits)
        )


def _check_has_main(desk: Decision, player: Player, wager: str) -> None:
    if wager in desk.state.main_only and not _boxes(desk, player):
        entries = desk.conduct.acts["require-main"]
        act = next((a for a in entries if wager in a.only), entries[0])
        raise Refused(act.clause, phrase("{wager} is for those with a main wager", wager=wager))


def _check_personal_box(desk: Decision, player: Player, box: int, command: o.Place) -> None:
    """A player's own limits may close the box to others, wholly or above the sign's maximum."""
    others = desk.conduct.limits.personal.others
    if others.value == "free":
        return
    for holder in desk.state.players.values():
        if holder.personal is None or box not in holder.personal.boxes:
            continue
        if others.value == "none" and holder.name != player.name:
            raise Refused(
                others.clause,
                phrase("only {player} may wager on box {box}", player=holder.name, box=box),
            )
        if others.value == "within-box-maximum" and command.wager == "main":
            here = [w for w in _mains(desk) if w.box == box]
            most = desk.state.box_maximum or desk.state.limits["main"][1]
            alone = {player.name, *(w.player for w in here)} == {holder.name}
            if holder.name == player.name and holders_go_first(desk.game().rules.limits):
                alone = True  # the others give way: their excess goes back when betting closes
            if not alone and sum(w.amount for w in here) + command.amount > most:
                raise Refused(
                    others.clause, phrase("all wagers together stay within the box maximum")
                )


def _live(desk: Decision) -> list[Wager]:
    if desk.state.round is None:
        return []
    return [wager for wager in desk.state.round.wagers if wager.live]


def _mains(desk: Decision) -> list[Wager]:
    return [wager for wager in _live(desk) if wager.kind == "main"]


def _boxes(desk: Decision, player: Player) -> set[int]:
    """The boxes on which a player has a main wager."""
    return {wager.box for wager in _mains(desk) if wager.player == player.name}


def _has_main(desk: Decision, player: str, box: int) -> bool:
    return any((wager.player, wager.box) == (player, box) for wager in _mains(desk))


def check_amount(
    desk: Decision, player: Player, box: int, wager: str, amount: int, placing: bool = True
) -> None:
    """One wager against the sign, the player's own limits, units and restrictions.

    Beyond the box maximum a wager is refused when it is placed; what lies there already is trimmed
    when the betting closes, in the book's order.
    """
    state, rules = desk.state, desk.conduct.limits
    held = wager == "main" or desk.conduct.held_sides is not None
    held = held and held_to_minimum(state, player, box)
    if wager not in state.limits:
        side = desk.game().rules.side_wagers.get(wager)
        if held and not (side is not None and side.stake_is_fixed):
            raise Refused(
                _holding(desk, player), phrase("no minimum is shown for {wager}", wager=wager)
            )
        return
    least, most = personal_limits(state, player, box, wager)
    if amount < least:
        clause = _clause_of_minimum(desk, player, box)
        raise Refused(clause, phrase("the minimum is {amount}", amount=Amount(least)))
    if amount > most:
        raise Refused(rules.over.clause, phrase("the maximum is {amount}", amount=Amount(most)))
    _check_unit(desk, wager, amount, least)
    if held and amount > least:
        raise Refused(
            _holding(desk, player),
            phrase("{player} is held to {amount}", player=player.name, amount=Amount(least)),
        )
    if wager != "main":
        return
    if placing:
        _check_box_maximum(desk, player, box, amount)
    _check_three_times(desk, player, box, amount)


def _clause_of_minimum(desk: Decision, player: Player, box: int) -> str:
    """By which clause too small a wager is refused: whoever was warned, or came since, has one."""
    rules, kept = desk.conduct.limits, desk.conduct.limits.protected
    if rules.warning is not None and "under-minimum" in player.warned:
        return rules.warning.clause
    both = desk.state.sign("both-minimums") is not None
    if kept is not None and both and not _keeps(player, box):
        return kept.arrivals.clause
    return rules.under.clause


def _check_unit(desk: Decision, wager: str, amount: int, least: int) -> None:
    rules, unit = desk.conduct.limits, desk.state.units.get(wager)
    base = least if rules.units_above_minimum else 0
    if unit and (amount - base) % unit and rules.units is not None:
        steps, above = Amount(unit), Amount(base)
        if base:
            says = phrase("wagers go up by {amount} above {least}", amount=steps, least=above)
        else:
            says = phrase("wagers go up by {amount}", amount=steps)
        raise Refused(rules.units.clause, says)


def _check_three_times(desk: Decision, player: Player, box: int, amount: int) -> None:
    """Without a running shoe there is no last wager to compare with."""
    state, three = desk.state, desk.conduct.limits.three_times
    if three is None or state.sign("three-times") is None or state.shoe.status != "ready":
        return
    last = player.last_wager.get(box) if state.set_up.dealing == "shoe" else None
    if last is not None and amount > three.times * last:
        raise Refused(
            three.clause,
            phrase(
                "at most {times} times the last, {amount}", times=three.times, amount=Amount(last)
            ),
        )


def _check_box_maximum(desk: Decision, player: Player, box: int, amount: int) -> None:
    """Who sits there may go up to it first; for the others, what lies there counts."""
    state, rules = desk.state, desk.conduct.limits
    if state.box_maximum is None:
        return
    first_option = desk.game().rules.limits.box_maximum
    controls = first_option is not None and first_option.value == "controller-first"
    others = [w for w in _mains(desk) if w.box == box and w.player != player.name]
    if controls and player.seat == box:
        others = []
    # A wager nobody noticed does not count against those that were seen.
    there = sum(w.amount for w in others if (box, w.player, "main") not in state.late)
    personal = player.personal is not None and (
        not player.personal.boxes or box in player.personal.boxes
    )
    alone = personal and (not there or holders_go_first(desk.game().rules.limits))
    if there + amount > state.box_maximum and not alone:
        most = Amount(state.box_maximum)
        raise Refused(rules.over.clause, phrase("the box maximum is {amount}", amount=most))


def _keeps(player: Player, box: int) -> bool:
    """Whether a player keeps an old minimum on this box."""
    return player.kept is not None and box in player.kept.boxes


def _holding(desk: Decision, player: Player) -> str:
    acts = ("confine", "hold-always", "hold-to-minimum")
    for entry in desk.state.register[::-1]:
        if entry.act in acts and entry.player == player.name:
            return entry.clause
    raise AssertionError("nobody held this player")


@carries_out
def take_off(desk: Decision, command: o.TakeOff) -> None:
    rules = desk.game().rules
    desk.player(command.player)
    check_box(desk, command.box)
    if desk.state.in_round:
        raise Refused(rules.wagering.locked.clause, phrase("the first card is out"))
    if desk.conduct.call_closes is None:
        check_called(desk)
    desk.play(
        c.ReturnWagers(
            clause=rules.wagering.placed.clause,
            player=command.player,
            box=command.box,
            wagers=(command.wager,),
        )
    )
    if desk.order.by.role != PLAYER:
        desk.record(player=command.player, about=f"{command.wager} on box {command.box}")


@carries_out
def refuse_wager(desk: Decision, command: o.RefuseWager) -> None:
    """Before the first card, on reasonable grounds; or because chips could not pay its win."""
    desk.player(command.player)
    check_box(desk, command.box)
    inexact = desk.conduct.limits.inexact
    if desk.state.in_round:
        clause = inexact.clause if command.inexact and inexact is not None else desk.act.clause
        raise Refused(clause, phrase("the first card is out"))
    if desk.conduct.call_closes is None:
        check_called(desk)
    clause = desk.act.clause
    if command.inexact:
        if inexact is None:
            raise Refused(clause, phrase("this book does not refuse a wager for that"))
        clause = inexact.clause
        before = "inexact" in desk.player(command.player).warned
        if inexact.value == "next-time" and not before:
            raise Refused(
                clause, phrase("the first such wager stands and is paid to the next chip")
            )
        _check_inexact(desk, command, clause)
    desk.play(
        c.ReturnWagers(
            clause=clause, player=command.player, box=command.box, wagers=(command.wager,)
        )
    )
    desk.record(player=command.player, about=f"{command.wager} on box {command.box}")


def reopen_if_empty(desk: Decision) -> None:
    """With nothing left to deal to, however the last wager went, the call closes nothing."""
    if desk.state.called and not desk.state.in_round and not _mains(desk):
        desk.emit(e.BettingReopened(desk.game().rules.wagering.at_least_one.clause))


def _check_inexact(desk: Decision, command: o.RefuseWager, clause: str) -> None:
    setup, round_ = desk.state.setup, desk.state.round
    chips = setup.chips if setup is not None else ()
    for wager in round_.wagers if round_ is not None else ():
        if _same(wager, command.box, command.player, command.wager):
            half = 1 if wager.kind == "main" else 0  # only a blackjack pays half as much again
            win = wager.amount + half * wager.amount // 2
            whole = not half or wager.amount % 2 == 0
            exact = whole and next_payable(win, chips) == win
            if chips and not exact:
                return
    raise Refused(clause, phrase("chips can pay this wager exactly"))


@carries_out
def no_more_bets(desk: Decision, command: o.NoMoreBets) -> None:
    state, acts = desk.state, desk.conduct.acts
    to_announce = console.to_announce(desk.conduct, state)
    if state.in_round or (state.called and not to_announce):
        raise Refused(desk.act.clause, phrase("betting is closed already"))
    _check_some(desk)
    if to_announce and CHECKED in acts:
        console.check_none_due(desk, besides=ANNOUNCED)
    _call(desk, closes=PRESSED not in acts)
    desk.record()
    console.announce(desk)


def at_console(desk: Decision, act: str) -> None:
    """What a step before the first card does, beside being written down."""
    if act == CHECKED:
        _check_some(desk)
        recheck(desk)
    elif act == PRESSED:
        _call(desk, closes=True)


def _check_some(desk: Decision) -> None:
    if not _mains(desk):
        rules = desk.game().rules.wagering
        raise Refused(rules.at_least_one.clause, phrase("no round begins without a main wager"))


def _call(desk: Decision, closes: bool) -> None:
    """No more bets; where that closes the betting, what is in force by now is the round's."""
    frozen = None
    if closes and closed_by_call(desk):
        recheck(desk)
        frozen = table_of(desk.state)
    desk.emit(e.BettingCalled(desk.act.clause, frozen))


def recheck(desk: Decision) -> None:
    """When the first card is due: every wager somebody noticed fits what is in force by now."""
    state = desk.state
    for wager in state.playing.wagers:
        if not wager.live or (wager.box, wager.player, wager.kind) in state.late:
            continue
        player = state.players.get(wager.player)
        if player is None:
            continue
        side = desk.game().rules.side_wagers.get(wager.kind)
        _recheck_place(desk, player, wager)
        if side is not None and side.stake_is_fixed:
            continue
        check_amount(desk, player, wager.box, wager.kind, wager.amount, placing=False)


def _recheck_place(desk: Decision, player: Player, wager: Wager) -> None:
    """One box for the confined; no side wager for those without a main wager, where required."""
    _check_confined(desk, player, wager.box)
    _check_cap(desk, player, wager.box, wager.kind)
    _check_has_main(desk, player, wager.kind)


def return_warned(desk: Decision) -> None:
    """A wager under the minimum of somebody warned before goes back before any card is dealt.

    Where the book finds it with the result, the round does.
    """
    limits = desk.game().rules.limits
    warning = limits.warned or desk.conduct.limits.warning
    if warning is None or limits.after_result is not None or desk.state.round is None:
        return
    for wager in desk.state.round.wagers:
        player = desk.state.players.get(wager.player)
        if not wager.live or player is None or wager.kind != "main":
            continue
        least = personal_limits(desk.state, player, wager.box, "main")[0]
        if "under-minimum" in player.warned and wager.amount < least:
            desk.play(c.ReturnWagers(warning.clause, player.name, wager.box, ("main",)))


def trim_to_loss_limits(desk: Decision) -> None:
    """Stakes beyond a loss limit that nobody noticed go back, the last placed first."""
    protection = desk.conduct.protection
    if protection is None or desk.state.round is None:
        return
    limit = protection.loss_limit
    for player in list(desk.state.players.values()):
        if (room_here(desk.state, player.name) or 0) >= 0:
            continue
        _trim(desk, player, limit.trimmed.clause)
        desk.emit(e.PlayerWarned(player.name, "loss-limit", limit.reminded.clause))


def _trim(desk: Decision, player: Player, clause: str) -> None:
    over = -(room_here(desk.state, player.name) or 0)
    for wager in reversed(desk.state.playing.wagers):
        if over <= 0 or not wager.live or wager.player != player.name:
            continue
        side = desk.game().rules.side_wagers.get(wager.kind)
        back = min(over, wager.chips)
        if side is not None and side.stake_is_fixed:
            back = wager.amount  # a fixed stake has no smaller one
        if back == wager.amount:
            kinds = (wager.kind,)
            desk.play(c.ReturnWagers(clause, player.name, wager.box, kinds))
        elif back:
            desk.play(c.ReduceWager(wager.box, player.name, back, clause, wager=wager.kind))
        over -= back
