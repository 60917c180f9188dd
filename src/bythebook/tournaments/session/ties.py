"""The end of a session: totals, places, play-offs and ballots for places, the result."""

from bythebook.deciders import Revealed, carries_out, check_seed
from bythebook.draws import drawn_order
from bythebook.errors import Malformed, Refused
from bythebook.rulebooks.chapters.tournament_play import by_format
from bythebook.tournaments.course.ranking import Places, by_value, cut, resolved
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.decision import Desk
from bythebook.tournaments.session.seats import go
from bythebook.tournaments.session.state import Competitor, Session, limits_now
from bythebook.tournaments.values import SessionResult, Standing

NEVER_PLACED = ("disqualified", "cancelled", "left")


@carries_out
def record_totals(desk: Desk, command: c.RecordTotals) -> None:
    """Everybody's chips are added up; places follow from them."""
    desk.check_phase("counting")
    totals = {each.player: each.chips for each in desk.state.active()}
    by = desk.order.by.name
    desk.emit(e.TotalsRecorded(totals, by, desk.book.ranking.totals.clause))
    clause = desk.book.ranking.winners.clause
    desk.emit(e.PlacesFixed(places_of(desk.state, tuple(desk.state.players)), clause))
    resolve(desk)


def places_of(session: Session, players: tuple[str, ...]) -> Places:
    """Most chips first; then those who went out, the last first; then whoever has no place."""
    inside = {name: session.players[name].chips for name in players if session.players[name].active}
    out = {
        name: session.players[name].out_order
        for name in players
        if session.players[name].gone == "eliminated"
    }
    without = tuple(name for name in players if session.players[name].gone in NEVER_PLACED)
    return (*by_value(inside), *by_value(out), *((without,) if without else ()))


def _matters(desk: Desk, start: int, group: tuple[str, ...]) -> bool:
    """Whether it has to be known who of a level group comes first."""
    places = desk.terms.advancing
    if len(group) < 2 or not set(group) <= set(desk.state.contenders):
        return False
    if any(desk.player(name).gone in NEVER_PLACED for name in group):
        return False
    if desk.terms.still_level == "share" and set(group) <= set(desk.state.played_off):
        return False
    if desk.terms.final or desk.terms.every_place:
        return start < places
    return start < places < start + len(group)


def _stays_shared(desk: Desk) -> bool:
    shared = by_format(desk.book.ranking.shared, desk.terms.format)
    return desk.terms.ties == "share" or (desk.terms.final and shared is not None)


def resolve(desk: Desk) -> None:
    """The first tie that matters is played off, or drawn where nobody has chips to play with."""
    if _stays_shared(desk):
        return
    start = 0
    for group in desk.state.places:
        if _matters(desk, start, group):
            ranking = desk.book.ranking
            places = min(desk.terms.advancing - start, len(group))
            able = all(desk.player(name).active and desk.player(name).chips for name in group)
            if able and desk.terms.ties == "play-off":
                _give_banks(desk, group)
                clause = ranking.level.clause
                desk.emit(e.PlayOffBegan("play-off", group, places, clause))
            else:
                desk.emit(e.BallotNeeded(group, places, ranking.together.clause))
            return
        start += len(group)


def _give_banks(desk: Desk, group: tuple[str, ...]) -> None:
    """Where the conditions have it, further hands are played with new chips."""
    bank, clause = desk.terms.play_off_chips, desk.book.ranking.level.clause
    for name in group if bank else ():
        held = desk.player(name).chips
        if held > bank:
            desk.emit(e.ChipsDeducted(name, held - bank, clause))
        elif held < bank:
            desk.emit(e.ChipsAdded(name, bank - held, "play-off", clause))


# A play-off for places


def places_counted(desk: Desk) -> None:
    """After a hand of it: who has nothing left is out, and at the end of a set it is counted."""
    play_off, level = desk.state.play_off, desk.book.ranking.level
    assert play_off is not None
    inside = [desk.player(name) for name in play_off.players]
    broke = [each for each in inside if each.active and _cannot_go_on(desk, each)]
    if broke:
        rule = by_format(desk.book.short, desk.terms.format)
        assert rule is not None
        go(desk, broke, "eliminated", rule.clause)
    left = [each for each in inside if desk.player(each.player).active]
    if len(left) > 1 and level.value == "each-set" and not _set_is_over(desk):
        return
    counts = {each.player: desk.player(each.player).chips for each in inside}
    desk.emit(e.ChipsCounted(counts, {}, level.clause))
    order = places_of(desk.state, play_off.players)
    desk.emit(e.PlayOffSettled((), 0, (), level.clause))
    places = tuple(
        part
        for group in desk.state.places
        for part in (order if set(group) == set(play_off.players) else (group,))
    )
    desk.emit(e.PlacesFixed(_without_a_place_last(desk.state, places), level.clause))
    resolve(desk)


def _without_a_place_last(session: Session, places: Places) -> Places:
    """Whoever was sent away or left since the count stands in nobody's way."""
    gone = {name for name, each in session.players.items() if each.gone in NEVER_PLACED}
    fair = tuple(tuple(name for name in group if name not in gone) for group in places)
    last = tuple(name for group in places for name in group if name in gone)
    return (*(group for group in fair if group), *((last,) if last else ()))


def _cannot_go_on(desk: Desk, each: Competitor) -> bool:
    """Without chips; or, before a hand, with too few of them."""
    if not each.chips:
        return True
    return desk.state.phase == "between" and is_short(desk, each, desk.state.hand)


def _set_is_over(desk: Desk) -> bool:
    state = desk.state
    assert state.play_off is not None
    if desk.terms.length.shoes is not None and not desk.terms.play_off_by_hands:
        return state.shoe_over and state.shoe > state.play_off.shoe
    return state.play_off.hands >= desk.terms.play_off_hands


# Ballots


def drawn(desk: Desk, seed: str) -> tuple[str, ...]:
    """Show the seed that was sealed; the names in the order in which it draws them."""
    desk.check_phase("ballot")
    state = desk.state
    if state.seeds_used >= len(state.digests):
        raise Refused(desk.act.clause, "no seed was sealed for this ballot")
    check_seed(state.digests[state.seeds_used], seed, desk.act.clause)
    desk.emit(Revealed(state.seeds_used + 1, seed, desk.act.clause))
    return drawn_order(seed, state.ballot)


def places_drawn(desk: Desk, order: tuple[str, ...]) -> None:
    """The names drawn stand in that order; they are noted for the next ballot of seats."""
    places = resolved(desk.state.places, order)
    says = desk.book.ranking.drawn or desk.book.ranking.together
    desk.emit(e.PlacesFixed(places, says.clause))
    resolve(desk)


# The result


@carries_out
def announce_result(desk: Desk, command: c.AnnounceResult) -> None:
    desk.check_phase("ranked")
    if not desk.state.chips_returned:
        raise Refused(desk.book.chips.returned.clause, "the chips go back first")
    if desk.state.container_seed:
        assert desk.book.vouchers is not None
        clause = desk.book.vouchers.container.clause
        number = len(desk.state.digests) + 1
        desk.emit(Revealed(number, desk.state.container_seed, clause))
    desk.emit(e.SessionEnded(result_of(desk), desk.book.ranking.announced.clause))


def result_of(desk: Desk) -> SessionResult:
    state = desk.state
    advancing = set() if desk.terms.final else set(cut(state.places, desk.terms.advancing).above)
    standings = tuple(
        Standing(
            player=each.player,
            box=each.box,
            chips=each.chips,
            out_at=each.out_at,
            out_order=each.out_order,
            disqualified=each.gone == "disqualified",
            lost_place=each.gone == "cancelled",
            advances=each.player in advancing and _may_go_on(desk, each),
        )
        for each in state.players.values()
    )
    missing = sum(int(value) * number for value, number in state.missing.items())
    return SessionResult(
        id=state.terms.id,
        places=state.places,
        standings=standings,
        hands=state.hand,
        chips_missing=missing,
    )


def _may_go_on(desk: Desk, each: Competitor) -> bool:
    """Whoever was in at the count; others only where the book fills places from the rest."""
    if each.gone in NEVER_PLACED:
        return False
    return each.player in desk.state.contenders or desk.book.ranking.out_may_go_on


@carries_out
def return_chips(desk: Desk, command: c.ReturnChips) -> None:
    """To the inventory or their owners; what is missing is written down by denomination."""
    desk.check_phase("ranked")
    if desk.state.chips_returned:
        raise Refused(desk.act.clause, "the chips have gone back")
    for value, number in command.missing.items():
        if not value.isdecimal() or int(value) < 1 or number < 1:
            raise Malformed("missing chips: how many of each denomination", "missing")
    at_end = by_format(desk.book.chips.at_end, desk.terms.format)
    assert at_end is not None
    reconciled = by_format(desk.book.chips.reconciled, desk.terms.format)
    clause = reconciled.clause if reconciled is not None else desk.book.chips.returned.clause
    if reconciled is not None:
        _check_reconciled(desk, command, clause)
    desk.emit(e.ChipsReturned(command.missing, at_end.value, clause, command.found))


def _check_reconciled(desk: Desk, command: c.ReturnChips, clause: str) -> None:
    """Every chip that was given out is found or missing; chips of virtual tables cannot be lost."""
    missing = sum(int(value) * number for value, number in command.missing.items())
    if command.found is None:
        if missing or desk.terms.cards == "scanned":
            raise Refused(clause, "the float is counted: how many chips there are in all")
        return
    issued = desk.state.issued
    if command.found + missing != issued:
        said = f"{issued} chips were given out; {command.found} found and {missing} missing"
        raise Refused(clause, f"{said} do not account for them")


# Which hand is the last, what a signal is given for, who has too few chips for another hand


MINUTE = 60


def is_last_hand(desk: Desk, hand: int, declared: bool) -> bool:
    """By number; where shoes or a clock decide, only by a word beforehand."""
    hands = desk.terms.length.hands
    if hands is not None:
        hands += desk.state.made_up
        if declared and hand != hands:
            raise Refused(desk.book.ending.length.clause, f"hand {hands} is the last")
        return desk.state.play_off is None and hand == hands
    return declared and desk.state.play_off is None


def is_over(desk: Desk) -> bool:
    """Whether the hand just settled was the last: by number, with the shoe, or by the clock."""
    length, state = desk.terms.length, desk.state
    if length.hands is not None:
        return state.hand >= length.hands + state.made_up
    if state.last:
        return True
    if length.shoes is not None:
        return state.shoe_over and state.shoe >= length.shoes
    assert length.minutes is not None
    return desk.at - state.started_at >= length.minutes * MINUTE


# Signals


def signal_due(desk: Desk) -> tuple[int, str] | None:
    """The hand or shoe to come that is announced by a signal, and by which clause."""
    ending, state = desk.book.ending, desk.state
    if state.phase != "between" or state.play_off is not None:
        return None
    number = state.hand + 1
    if ending.signal_elimination is not None and number in desk.terms.elimination_hands:
        about, says = number, ending.signal_elimination
    elif ending.signal_shoe is not None and desk.terms.length.shoes == _shoe_to_come(desk):
        about, says = _shoe_to_come(desk), ending.signal_shoe
    else:
        return None
    return None if state.signalled == about else (about, says.clause)


def _shoe_to_come(desk: Desk) -> int:
    """The shoe that begins with the next hand, or 0 in the middle of one."""
    state = desk.state
    if state.shuffle_due:
        return state.shoe + 1
    return 0 if state.shoe_hands else state.shoe


def check_signal(desk: Desk) -> None:
    due = signal_due(desk)
    if due is not None:
        raise Refused(due[1], "the signal is given first")


# Those who cannot go on


def is_short(desk: Desk, each: Competitor, hand: int) -> bool:
    """Whether the stack does not reach the minimum and nothing else can be played instead."""
    least, _ = limits_now(desk.state, hand)
    if each.chips >= least or each.voucher:
        return False
    return not (desk.terms.pass_card_saves and each.passes)


def end_if_few(desk: Desk) -> bool:
    """With one player or none left there is nothing to play for."""
    if desk.state.play_off is not None or len(desk.state.active()) > 1:
        return False
    desk.emit(e.PlayEnded("one player or none is left", desk.book.ending.few_left.clause))
    return True
