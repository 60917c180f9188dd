"""Opening and configuring a table; signs, people on duty, acts that are only recorded."""

from msgspec.structs import replace

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game.commands import ReturnWagers
from bythebook.game.placing import check_table
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.conduct import Need
from bythebook.rulebooks.law import commences, day
from bythebook.rulebooks.tables import TableRules
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.console import check_act, check_relief
from bythebook.table.decision import Decision
from bythebook.table.people.duties import check_due
from bythebook.table.people.seats import check_boxes
from bythebook.table.people.signs import PERSONAL, anew, announced, on_offer, sign_of, with_signs
from bythebook.table.powers import unmet
from bythebook.table.settings import box_maximum, round_table, with_dealing
from bythebook.table.state import Says, Sign
from bythebook.table.wagers import at_console


@carries_out
def open_table(desk: Decision, command: o.Open) -> None:
    """Anything outside the book is refused here, before a card is touched."""
    opening = desk.conduct.opening
    setup = with_dealing(desk.rules, command.setup)
    setup = replace(setup, box_maximum=box_maximum(desk.conduct, setup.limits, setup.box_maximum))
    check_commenced(desk.rules, check_setup(desk.rules, setup), desk.at)
    check_chosen(desk.rules, setup)
    for need in unmet(desk.rules, desk.state, opening.needs, setup):
        raise Refused(need.clause, f"before the table opens: {wanted(need)}")
    check_signs(desk, setup)
    desk.emit(e.TableOpened(setup, desk.act.clause))
    desk.record(about=setup.game)


def check_signs(desk: Decision, setup: o.Setup) -> None:
    """What the signs show is what is in force."""
    limits = desk.state.sign("limits")
    if limits is not None and limits.limits and limits.limits != setup.limits:
        raise Refused(desk.conduct.limits.sign.clause, "the sign shows other limits")
    check_game_sign(desk, setup)


def check_game_sign(desk: Decision, setup: o.Setup) -> None:
    """Where games change at an open table, a sign says which one it is."""
    game, change = desk.state.sign("game"), desk.conduct.opening.change
    if change is not None and (game is None or game.text != setup.game):
        raise Refused(change.shown.clause, "the game in play must be displayed at the table")


def check_chosen(rules: TableRules, setup: o.Setup) -> None:
    """What the book leaves to somebody outside it has been given: asked of tables yet to open."""
    for option, says in rules.conduct.opening.chosen.items():
        if not setup.options.get(option):
            raise Refused(says.clause, f"{option} must be set: {rules.book.options[option].says}")


def check_commenced(rules: TableRules, game: Game, at: int) -> None:
    """No table plays by rules before the day that was named for them; unnamed, it may rehearse."""
    named = game.rules.commences
    first = commences(rules.book, game)
    if named is not None and named.value and day(at) < first:
        raise Refused(named.clause, f"{rules.book.id} applies from {first}")


def check_setup(rules: TableRules, setup: o.Setup) -> Game:
    opening = rules.conduct.opening
    least, most = opening.boxes.value
    if not least <= setup.boxes <= most:
        raise Refused(opening.boxes.clause, f"a layout has {least} to {most} boxes")
    exactly = opening.boxes_exactly.get(setup.game)
    if exactly is not None and setup.boxes != exactly.value:
        raise Refused(exactly.clause, f"this game has {exactly.value} boxes")
    allowed = opening.dealing
    if setup.dealing not in allowed:
        clause = next(iter(allowed.values())).clause
        raise Refused(clause, f"cards come from a {' or a '.join(allowed)} here")
    _check_figures(setup)
    game = rules.book.game(setup.game, setup.decks, setup.options, setup.readings)
    boxes = game.rules.boxes
    if setup.boxes > boxes.value:
        raise Refused(boxes.clause, f"this game has boxes 1 to {boxes.value}")
    for name in setup.side_wagers:
        side = game.rules.side_wagers.get(name)
        for line in side.lines if side is not None else ():
            if line.share is not None and line.share.meter not in setup.meters:
                raise Malformed(f"what the meter {line.share.meter} stands at must be given")
    check_table(game, round_table(setup))
    _check_layout(rules, setup)
    low = opening.low_limit
    if setup.low_limit and low is not None:
        if setup.dealing != "device":
            raise Refused(low.device_only.clause, "low-limit tables use a device")
        if setup.tournament:
            raise Refused(low.no_tournaments.clause, "no tournaments at low-limit tables")
    sides = on_offer(game, setup)
    for wager, says in rules.conduct.limits.side.items():
        if wager in sides and wager not in setup.limits:
            raise Refused(says.clause, f"the sign must show limits for {wager}")
    check_limits(rules, setup.limits, setup.units)
    if "main" not in setup.limits:
        raise Refused(rules.conduct.limits.sign.clause, "the sign must show limits for main wagers")
    return game


def _check_figures(setup: o.Setup) -> None:
    """What no table can have, whatever its book."""
    if any(chip <= 0 for chip in setup.chips):
        raise Malformed("a chip is worth more than nothing")
    if setup.box_maximum is not None and setup.box_maximum <= 0:
        raise Malformed("a box maximum is more than nothing")
    if setup.patience_seconds < 0:
        raise Malformed("patience is counted from nothing upwards")
    if any(cents < 0 for cents in setup.meters.values()):
        raise Malformed("a meter stands at nothing or more")


def _check_layout(rules: TableRules, setup: o.Setup) -> None:
    layouts = rules.conduct.opening.layouts
    if not layouts:
        return
    layout = layouts.get(setup.layout)
    if layout is None:
        clause = next(iter(layouts.values())).clause
        raise Refused(clause, f"the layout is one of {', '.join(layouts)}")
    if layout.games and setup.game not in layout.games:
        raise Refused(layout.clause, f"layout {setup.layout} is not for {setup.game}")
    for name, value in layout.options.items():
        if setup.options.get(name, rules.book.options[name].default) != value:
            raise Refused(layout.clause, f"layout {setup.layout} says {name} = {value}")
    for wager in setup.side_wagers:
        if wager not in layout.wagers:
            says = rules.conduct.opening.marked.get(wager)
            clause = says.clause if says is not None else layout.clause
            raise Refused(clause, f"layout {setup.layout} has no place for {wager}")


def check_limits(rules: TableRules, limits: o.Limits, units: dict[str, int]) -> None:
    clause = rules.conduct.limits.sign.clause
    for wager, (least, most) in limits.items():
        if not 0 < least <= most:
            raise Refused(clause, f"{wager}: a minimum above nothing, a maximum not below it")
    for wager, unit in units.items():
        if unit <= 0 or wager not in limits:
            raise Refused(clause, f"{wager}: a unit above nothing for a wager with limits")


def wanted(need: Need) -> str:
    if need.act:
        return f"{need.act} must be recorded"
    if need.sign:
        return f"a sign ({need.sign}) must be up, and say what is enforced"
    return f"a {need.present} must be in attendance"


# Signs and people


@carries_out
def display_sign(desk: Decision, command: o.DisplaySign) -> None:
    if not command.kind.strip():
        raise Malformed("a sign says something: its kind is missing")
    if command.time is not None and command.time < desk.at:
        raise Malformed("a sign announces what is to come, not what is past")
    check_limits(desk.rules, command.limits, {})  # whatever it announces could come to be
    says = announced(desk.rules, desk.state, command)
    if command.kind == PERSONAL:
        _check_personal(desk, command, says)
    else:
        _check_in_force(desk, command, says)
    three_times = desk.conduct.limits.three_times
    late = desk.state.shoe.rounds and desk.state.shoe.status == "ready"
    if three_times is not None and command.kind == "three-times" and late:
        raise Refused(three_times.shown_from_start.clause, "it goes up before the shoe begins")
    sign = Sign(
        command.kind,
        desk.at,
        command.time,
        command.limits if says is None else says.limits,
        command.text if says is None else says.game,
        command.player,
        desk.state.begun,
        says,
    )
    desk.emit(e.SignDisplayed(sign, desk.act.clause))
    desk.record(about=command.kind, player=command.player)


def _check_personal(desk: Decision, command: o.DisplaySign, says: Says | None) -> None:
    """It is somebody's, stands at the table, and stays as it is while their limits rest on it."""
    player = desk.player(command.player)
    check_boxes(desk, command.boxes)
    sign = desk.state.sign(PERSONAL, player.name)
    if player.personal is not None and sign is not None and sign.says not in (None, says):
        raise Refused(desk.conduct.limits.personal.clause, "the player's own limits rest on it")


def _check_in_force(desk: Decision, command: o.DisplaySign, says: Says | None) -> None:
    """At an open table only a sign of what is to come may say something else than is enforced."""
    state = desk.state
    if state.phase != "open":
        return
    shown = desk.conduct.signs.get(command.kind)
    if shown is None:
        wrong = command.kind == "limits" and command.limits != state.limits
        clause = desk.conduct.limits.sign.clause
    else:
        enforced = sign_of(desk.rules, state.set_up, command.kind)
        wrong = not shown.announces and says != enforced
        clause = shown.clause
    if wrong:
        raise Refused(clause, "the sign shows what is in force")


def show_anew(desk: Decision, signs: list[Sign]) -> None:
    """Whoever changes a setting changes the signs that show it."""
    for sign in signs:
        shown = desk.conduct.signs[sign.kind]
        desk.emit(e.SignDisplayed(sign, shown.clause))


def check_needs_after(desk: Decision, setup: o.Setup, before: str) -> list[Sign]:
    """What the book wants at a table that goes on like this; the signs that then change."""
    signs = anew(desk.rules, desk.state, setup, desk.at)
    then = with_signs(desk.state, signs)
    for need in unmet(desk.rules, then, desk.conduct.opening.needs, setup):
        raise Refused(need.clause, f"{before}: {wanted(need)}")
    return signs


@carries_out
def remove_sign(desk: Decision, command: o.RemoveSign) -> None:
    if not any((s.kind, s.player) == (command.kind, command.player) for s in desk.state.signs):
        raise Malformed(f"there is no sign {command.kind!r}")
    _check_not_needed(desk, command)
    desk.emit(e.SignRemoved(command.kind, command.player, desk.act.clause))
    desk.record(about=command.kind, player=command.player)


def _check_not_needed(desk: Decision, command: o.RemoveSign) -> None:
    """A sign that something in force rests on stays up."""
    _check_limits_do_not_need(desk, command)
    state = desk.state
    if state.phase == "open":
        needs = desk.conduct.opening.needs
        signs = tuple(n for n in needs if n.sign == command.kind and not n.again)
        left = replace(state, signs=tuple(s for s in state.signs if s.kind != command.kind))
        for need in unmet(desk.rules, left, signs, state.set_up):
            raise Refused(need.clause, "it stays up while the table is open")
    for act in desk.conduct.acts.get("require-main", ()):
        sign = act.sign
        if sign is not None and sign.value == command.kind and state.main_only & set(act.only):
            raise Refused(sign.clause, "a restriction in force rests on it")


def _check_limits_do_not_need(desk: Decision, command: o.RemoveSign) -> None:
    players = desk.state.players
    owner, limits = players.get(command.player), desk.conduct.limits
    if command.kind == PERSONAL and owner is not None and owner.personal is not None:
        raise Refused(limits.personal.clause, "the player's own limits rest on it")
    kept = limits.protected
    if kept is None or all(player.kept is None for player in players.values()):
        return
    if command.kind == "both-minimums":
        raise Refused(kept.both_signs.clause, "somebody keeps the old minimum")
    if command.kind == "old-minimum" and owner is not None and owner.kept is not None:
        raise Refused(kept.marker.clause, f"{owner.name} keeps the old minimum")


@carries_out
def sign_on(desk: Decision, command: o.SignOn) -> None:
    roles = {r.role for r in (*desk.conduct.ladder, *desk.conduct.beside)}
    if command.role not in roles:
        raise Malformed(f"{command.role!r} is no role here; there are {', '.join(sorted(roles))}")
    if any(p.name == command.name for p in desk.state.staff):
        raise Malformed(f"{command.name} is on duty already")
    check_relief(desk, command.role)
    desk.emit(e.SignedOn(o.Person(command.name, command.role)))
    desk.record(about=f"{command.name}, {command.role}")


@carries_out
def sign_off(desk: Decision, command: o.SignOff) -> None:
    if not any(p.name == command.name for p in desk.state.staff):
        raise Malformed(f"{command.name} is not on duty here")
    for person in desk.state.staff:
        if person.name == command.name:
            check_relief(desk, person.role)
    left = [person.role for person in desk.state.staff if person.name != command.name]
    for need in desk.conduct.opening.needs:
        gone = need.again and need.present and need.present not in left
        if gone and desk.state.in_round:
            raise Refused(need.clause, f"a {need.present} stays while a round is being dealt")
    desk.emit(e.SignedOff(command.name))
    desk.record(about=command.name)


@carries_out
def perform(desk: Decision, command: o.Perform) -> None:
    check_act(desk, command.act)
    check_due(desk.conduct, desk.state, command.act, command.player)
    at_console(desk, command.act)
    _open_and_close(desk)
    if desk.act.face_down is not None:
        desk.emit(e.FaceDownAllowed(desk.act.face_down.value, desk.act.face_down.clause))
    desk.record(about=command.about, player=command.player, act=command.act)


def _open_and_close(desk: Decision) -> None:
    """Equipment that is switched on or off opens and closes the wagers that need it."""
    setup, suspended = desk.state.setup, desk.state.suspended
    if setup is None or desk.state.phase != "open":
        return
    for wager in desk.act.closes:
        if wager in setup.side_wagers and wager not in suspended:
            if desk.state.called and _lies(desk, wager):
                raise Refused(desk.act.clause, "the round that was called is finished first")
            suspend(desk, wager)
    for wager in desk.act.opens:
        if suspended.get(wager) == desk.act.clause:  # closed for another reason it stays closed
            desk.emit(e.WagerResumed(wager, desk.act.clause))


def suspend(desk: Decision, wager: str) -> None:
    """The wager is closed; what lies of it before the first card goes back."""
    desk.emit(e.WagerSuspended(wager, desk.act.clause))
    if _lies(desk, wager):
        desk.play(ReturnWagers(desk.act.clause, "", 0, (wager,)))


def _lies(desk: Decision, wager: str) -> bool:
    """Whether somebody has placed it and no card has followed."""
    round_ = desk.state.round
    betting = round_ is not None and round_.phase == "betting"
    return betting and any(one.live and one.kind == wager for one in desk.state.playing.wagers)


@carries_out
def tell(desk: Decision, command: o.Tell) -> None:
    """Recorded with its time, so that what had to come first can be shown to have come first."""
    conduct = desk.conduct
    people = {role.role for role in (*conduct.ladder, *conduct.beside)}
    if command.to not in people:
        raise Malformed(f"{command.to!r} is nobody of this book")
    if command.act not in conduct.acts:
        raise Malformed(f"{desk.rules.book.id} knows no act {command.act!r}")
    desk.emit(
        e.SomebodyTold(command.to, command.act, command.player, desk.act.clause, command.wager)
    )
    desk.record(about=f"{command.to}: {command.act}", player=command.player)
