"""After a hand: who is out, who plays on for survival, whether the session goes on."""

from collections.abc import Iterable

from bythebook.errors import ensure
from bythebook.rulebooks.chapters.tournament_play import Elimination, by_format
from bythebook.tournaments.course.ranking import by_value
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.decision import Desk
from bythebook.tournaments.session.seats import go
from bythebook.tournaments.session.state import Competitor
from bythebook.tournaments.session.ties import end_if_few, is_over, is_short, places_counted
from bythebook.tournaments.session.wagering import clockwise


def after_hand(desk: Desk) -> None:
    state = desk.state
    if state.play_off is not None:
        play_off_counted(desk)
        return
    elimination = desk.book.elimination
    if elimination is not None and state.hand in desk.terms.elimination_hands:
        if state.counts:
            _count_out(desk, elimination)
        else:
            desk.emit(e.EliminationDisregarded(state.hand, elimination.broke.clause))
            clear_the_broke(desk)
    else:
        clear_the_broke(desk)
    if desk.state.play_off is None:
        go_on_or_end(desk)


def go_on_or_end(desk: Desk) -> None:
    """The marker moves on, unless that was the last hand or nobody is left to play with."""
    if is_over(desk):
        _cancel_never_seated(desk)
        desk.emit(e.PlayEnded("as long as it was to last", desk.book.ending.length.clause))
    elif not end_if_few(desk):
        boxes = [each.box for each in desk.state.active()]
        following = clockwise(desk.state, desk.state.marker + 1, boxes)[0]
        desk.emit(e.MarkerMoved(following, desk.book.turns.moves.clause))


def _cancel_never_seated(desk: Desk) -> None:
    _cancel(desk, desk.state.active())


def _cancel(desk: Desk, players: Iterable[Competitor]) -> None:
    """Where the book has it, those of them who never came have lost their places."""
    away = desk.book.absence.away
    if away is None or not away.from_start_only or away.then is None:
        return
    never = [each for each in players if not each.ever_seated]
    go(desk, never, "cancelled", away.then.clause)


def cancel_at_shoe(desk: Desk) -> None:
    """Whoever has not been seen when the shoe begins that the book names has lost the place."""
    rule = desk.book.absence.cancelled_at_shoe
    if rule is None or desk.state.shoe < rule.value:
        return
    never = [each for each in desk.state.active() if not each.ever_seated]
    go(desk, never, "cancelled", rule.clause)


# Without chips


def clear_the_broke(desk: Desk) -> None:
    """Whoever has nothing left is out; with too little, only when the next hand begins."""
    broke = [
        each
        for each in desk.state.active()
        if not each.chips and is_short(desk, each, desk.state.hand + 1)
    ]
    if not broke:
        return
    if desk.book.elimination is not None and desk.terms.elimination_hands:
        _out_of_chips(desk, broke, desk.book.elimination)
        return
    rule = by_format(desk.book.short, desk.terms.format)
    assert rule is not None
    go(desk, broke, "eliminated", rule.clause)


def _out_of_chips(desk: Desk, broke: list[Competitor], elimination: Elimination) -> None:
    """Out before an elimination hand: for each of them one to come is disregarded."""
    go(desk, broke, "eliminated", elimination.broke.clause)
    says = elimination.several if len(broke) > 1 or desk.state.skips else elimination.broke
    desk.emit(e.SkipsEarned(len(broke), says.clause))


def clear_the_short(desk: Desk) -> bool:
    """Before a hand, whoever cannot wager the minimum goes, as the format has it.

    True if that ended a play-off, so that no hand begins.
    """
    state = desk.state
    hand = state.hand if state.play_off is not None else state.hand + 1
    contenders = state.play_off.players if state.play_off is not None else tuple(state.players)
    short = [
        each for each in state.active() if each.player in contenders and is_short(desk, each, hand)
    ]
    if not short:
        return False
    rule = by_format(desk.book.short, desk.terms.format)
    assert rule is not None
    if rule.value == "taken":
        for each in short:
            if each.chips:
                desk.emit(e.ChipsDeducted(each.player, each.chips, rule.clause))
    if state.play_off is not None:
        play_off_counted(desk)
        return desk.state.play_off is None or desk.state.phase != "between"
    _cancel(desk, [desk.player(each.player) for each in short])
    gone = [each for each in map(desk.player, (one.player for one in short)) if each.active]
    elimination = desk.book.elimination
    if not gone:
        return False
    if rule.value == "taken" and elimination is not None and desk.terms.elimination_hands:
        _out_of_chips(desk, gone, elimination)
    else:
        go(desk, gone, "eliminated", rule.clause)
    return False


# Elimination hands


def _count_out(desk: Desk, elimination: Elimination) -> None:
    """The lowest go, as many as the conditions say; who is level for that plays on.

    With nothing left nobody can play off: all such go, and those beyond the number due save
    others later.
    """
    counts = {each.player: each.chips for each in desk.state.active()}
    vouchers = desk.book.vouchers
    uncounted = any(each.voucher for each in desk.state.active()) and vouchers is not None
    left_out = vouchers.uncounted.clause if uncounted and vouchers is not None else ""
    desk.emit(e.ChipsCounted(counts, {}, elimination.count.clause, left_out))
    due = desk.terms.eliminated_each
    nothing = [desk.player(player) for player, chips in counts.items() if not chips]
    if nothing:
        go(desk, nothing, "eliminated", elimination.lowest.clause)
        due -= len(nothing)
        if due < 0:
            desk.emit(e.SkipsEarned(-due, elimination.several.clause))
    rest = {player: chips for player, chips in counts.items() if chips}
    due = min(due, len(rest) - 1)
    for group in reversed(by_value(rest)):
        if due <= 0:
            return
        if len(group) > due:
            clause = elimination.level.clause
            desk.emit(e.PlayOffBegan("survival", group, len(group) - due, clause))
            return
        go(desk, [desk.player(player) for player in group], "eliminated", elimination.lowest.clause)
        due -= len(group)


# Play-offs


def play_off_counted(desk: Desk) -> None:
    if desk.state.stage == "survival":
        _survival_counted(desk)
    else:
        places_counted(desk)


def _survival_counted(desk: Desk) -> None:
    """After each hand the lowest leaves until the number is right; who is above the tie is safe."""
    elimination, play_off = desk.book.elimination, desk.state.play_off
    assert elimination is not None
    assert play_off is not None
    inside = [desk.player(player) for player in play_off.players if desk.player(player).active]
    leaving = len(inside) - play_off.places
    if leaving <= 0:
        _survive(desk, [each.player for each in inside])
        return
    desk.emit(
        e.ChipsCounted({each.player: each.chips for each in inside}, {}, elimination.count.clause)
    )
    lowest = by_value({each.player: each.chips for each in inside})[-1]
    safe: list[str] = []
    if len(lowest) > leaving:
        safe = [each.player for each in inside if each.player not in lowest]
        inside = [each for each in inside if each.player in lowest]
    elif len(lowest) <= leaving:
        gone = [each for each in inside if each.player in lowest]
        go(desk, gone, "eliminated", elimination.lowest.clause)
        inside = [each for each in inside if each.player not in lowest]
        leaving -= len(gone)
    _restore(desk, safe)
    if not leaving:
        _survive(desk, [each.player for each in inside])
        return
    names = tuple(each.player for each in inside)
    places = len(inside) - leaving
    ensure(places >= 0, "nobody leaves twice")
    settled = e.PlayOffSettled(names, places, tuple(safe), elimination.level.clause)
    desk.emit(settled)
    if not any(each.chips for each in inside):
        desk.emit(e.BallotNeeded(names, places, elimination.ballot.clause))


def _restore(desk: Desk, players: list[str]) -> None:
    assert desk.book.elimination is not None
    for player in players:
        held = desk.player(player).held
        if held is not None:
            desk.emit(e.CountRestored(player, held, desk.book.elimination.resumes.clause))


def _survive(desk: Desk, players: list[str]) -> None:
    """The play-off is over: survivors go on with the count they had before it."""
    assert desk.book.elimination is not None
    _restore(desk, players)
    clause = desk.book.elimination.resumes.clause
    desk.emit(e.PlayOffSettled((), 0, tuple(players), clause))
    go_on_or_end(desk)


def survival_drawn(desk: Desk, chosen: tuple[str, ...]) -> None:
    """A ballot has picked who survives."""
    assert desk.book.elimination is not None
    assert desk.state.play_off is not None
    out = [desk.player(name) for name in desk.state.play_off.players if name not in chosen]
    go(desk, out, "eliminated", desk.book.elimination.ballot.clause)
    _survive(desk, list(chosen))
