"""Opening, configuring and closing a table; signs, people on duty, acts that are only recorded."""

from msgspec.structs import replace

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game.placing import check_table
from bythebook.rulebooks import Game
from bythebook.rulebooks.chapters.conduct import Need
from bythebook.rulebooks.law import day, digest
from bythebook.rulebooks.loader import other_edition
from bythebook.rulebooks.tables import TableRules, load_table_rules
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.carrying import return_carried
from bythebook.table.console import check_act, check_relief
from bythebook.table.decision import Decision
from bythebook.table.powers import unmet
from bythebook.table.settings import round_table
from bythebook.table.state import Sign, State

SHUFFLER = "shuffler"  # the option that says how cards are dealt, where a book leaves it open


@carries_out
def open_table(desk: Decision, command: o.Open) -> None:
    """Anything outside the book is refused here, before a card is touched."""
    opening = desk.conduct.opening
    setup = with_dealing(desk.rules, command.setup)
    setup = replace(setup, box_maximum=box_maximum(desk, setup.limits, setup.box_maximum))
    check_setup(desk.rules, setup)
    for need in unmet(desk.state, opening.needs, setup):
        raise Refused(need.clause, f"before the table opens: {_wanted(need)}")
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


def box_maximum(desk: Decision, limits: o.Limits, wanted: int | None) -> int | None:
    """Where the sign's maximum is the box's, no other figure is."""
    rule = desk.conduct.limits.per_box
    if rule is None or "main" not in limits:
        return wanted
    if wanted not in (None, limits["main"][1]):
        raise Refused(rule.clause, "the maximum on the sign is that of the box")
    return limits["main"][1]


def with_dealing(rules: TableRules, setup: o.Setup) -> o.Setup:
    """How cards are dealt is also an option of the game, where the book leaves it open."""
    if SHUFFLER not in rules.book.options:
        return setup
    return replace(setup, options={**setup.options, SHUFFLER: setup.dealing})


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
    for wager, says in rules.conduct.limits.side.items():
        if wager in setup.side_wagers and wager not in setup.limits:
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


def _wanted(need: Need) -> str:
    if need.act:
        return f"{need.act} must be recorded"
    if need.sign:
        return f"a sign ({need.sign}) must be up"
    return f"a {need.present} must be in attendance"


@carries_out
def announce_closing(desk: Decision, command: o.AnnounceClosing) -> None:
    if command.rounds < 0:
        raise Malformed("a number of rounds, or none")
    desk.emit(e.ClosingAnnounced(command.rounds, desk.act.clause))
    desk.record(about=f"in {command.rounds} rounds" if command.rounds else "")


@carries_out
def close_table(desk: Decision, command: o.Close) -> None:
    """The notice was checked with the power; what is still down goes back or must be settled."""
    if desk.state.in_round:
        raise Refused(desk.act.clause, "the round must be finished first")
    _check_layout_empty(desk)
    for need in desk.conduct.opening.before_closing:
        if not _done_since_last_round(desk.state, need.act):
            raise Refused(need.clause, f"{need.act} must be recorded after the last round")
    return_carried(desk)
    desk.emit(e.TableClosed(desk.act.clause))
    desk.record()


def _check_layout_empty(desk: Decision) -> None:
    round_ = desk.state.round
    if round_ is not None and any(wager.live for wager in round_.wagers):
        raise Refused(desk.act.clause, "wagers lie on the layout")


def _done_since_last_round(state: State, act: str) -> bool:
    return any(entry.act == act for entry in state.register[state.register_at_last_round :])


@carries_out
def change_game(desk: Decision, command: o.ChangeGame) -> None:
    """Another variation, other side wagers or another pay table; a running shoe ends first."""
    change = desk.conduct.opening.change
    setup = desk.state.setup
    if change is None or setup is None:
        raise Malformed(f"{desk.rules.book.id} does not change games at an open table")
    if desk.state.shoe.rounds and desk.state.shoe.status == "ready" and setup.dealing == "shoe":
        raise Refused(change.ends_shoe.clause, "the running shoe must be ended first")
    _check_layout_empty(desk)
    wanted = replace(
        setup, game=command.game, side_wagers=command.side_wagers, options=dict(command.options)
    )
    wanted = with_dealing(desk.rules, wanted)
    check_setup(desk.rules, wanted)
    for need in unmet(desk.state, desk.conduct.opening.needs, wanted):
        raise Refused(need.clause, f"before the game changes: {_wanted(need)}")
    desk.emit(e.GameChanged(wanted, desk.act.clause))
    desk.emit(e.SignDisplayed(Sign("game", desk.at, None, {}, command.game), change.shown.clause))
    if desk.state.sign("next-game") is not None:
        desk.emit(e.SignRemoved("next-game", "", change.shown.clause))
    desk.record(about=command.game)


@carries_out
def adopt_edition(desk: Decision, command: o.AdoptEdition) -> None:
    """The book was amended: the table goes on by the new edition, if it can stand as it is."""
    book = other_edition(desk.rules.book, command.edition)
    if book.edition == desk.rules.book.edition:
        raise Malformed(f"the table plays by {book.edition} already", "edition")
    if desk.state.in_round:
        raise Refused(desk.act.clause, "the round must be finished first")
    _check_layout_empty(desk)
    if desk.state.carried:
        raise Refused(desk.act.clause, "wagers lie on the layout")
    about = book.about
    if day(desk.at) < about.effective:
        raise Refused(about.effective_clause, f"{book.edition} applies from {about.effective}")
    rules = load_table_rules(book)
    setup = desk.state.setup if desk.state.phase == "open" else None
    if setup is not None:
        setup = with_dealing(rules, setup)
        check_setup(rules, setup)
        for need in unmet(desk.state, rules.conduct.opening.needs, setup):
            raise Refused(need.clause, f"before {book.edition} applies here: {_wanted(need)}")
    adopted = e.EditionAdopted(book.edition, book.revision, digest(book), setup, desk.act.clause)
    desk.emit(adopted)
    desk.record(about=book.edition)


# Signs and people


@carries_out
def display_sign(desk: Decision, command: o.DisplaySign) -> None:
    if not command.kind.strip():
        raise Malformed("a sign says something: its kind is missing")
    if command.time is not None and command.time < desk.at:
        raise Malformed("a sign announces what is to come, not what is past")
    wrong = command.kind == "limits" and command.limits != desk.state.limits
    if wrong and desk.state.phase == "open":
        raise Refused(desk.conduct.limits.sign.clause, "the sign shows what is in force")
    check_limits(desk.rules, command.limits, {})  # whatever it announces could come to be
    three_times = desk.conduct.limits.three_times
    late = desk.state.shoe.rounds and desk.state.shoe.status == "ready"
    if three_times is not None and command.kind == "three-times" and late:
        raise Refused(three_times.shown_from_start.clause, "it goes up before the shoe begins")
    sign = Sign(
        command.kind,
        desk.at,
        command.time,
        command.limits,
        command.text,
        command.player,
        desk.state.begun,
    )
    desk.emit(e.SignDisplayed(sign, desk.act.clause))
    desk.record(about=command.kind, player=command.player)


@carries_out
def remove_sign(desk: Decision, command: o.RemoveSign) -> None:
    if not any((s.kind, s.player) == (command.kind, command.player) for s in desk.state.signs):
        raise Malformed(f"there is no sign {command.kind!r}")
    _check_not_needed(desk, command)
    desk.emit(e.SignRemoved(command.kind, command.player, desk.act.clause))
    desk.record(about=command.kind, player=command.player)


def _check_not_needed(desk: Decision, command: o.RemoveSign) -> None:
    """A sign that something in force rests on stays up."""
    state = desk.state
    owner = state.players.get(command.player)
    if command.kind == "personal-limits" and owner is not None and owner.personal is not None:
        raise Refused(desk.conduct.limits.personal.clause, "the player's own limits rest on it")
    kept = desk.conduct.limits.protected
    if kept is not None and any(p.kept is not None for p in state.players.values()):
        if command.kind == "both-minimums":
            raise Refused(kept.both_signs.clause, "somebody keeps the old minimum")
        if command.kind == "old-minimum" and owner is not None and owner.kept is not None:
            raise Refused(kept.marker.clause, f"{owner.name} keeps the old minimum")
    if state.setup is not None and state.phase == "open":
        needs = desk.conduct.opening.needs
        signs = tuple(n for n in needs if n.sign == command.kind and not n.again)
        left = replace(state, signs=tuple(s for s in state.signs if s.kind != command.kind))
        for need in unmet(left, signs, state.setup):
            raise Refused(need.clause, "it stays up while the table is open")
    for act in desk.conduct.acts.get("require-main", ()):
        rests = act.sign is not None and act.sign.value == command.kind
        if rests and act.sign is not None and state.main_only & set(act.only):
            raise Refused(act.sign.clause, "a restriction in force rests on it")


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
    desk.record(about=command.about, player=command.player, act=command.act)


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


def overdue(state: State, now: int) -> list[str]:
    """Who should have been told of what by now."""
    return [
        f"{duty.to}: {duty.act} (clause {duty.clause})"
        for duty in state.duties
        if duty.before is not None and now > duty.before
    ]
