"""What tables hand over, and who goes on."""

from collections.abc import Iterable
from fractions import Fraction

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused, ensure
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course import ranking
from bythebook.tournaments.course.decision import Decision, clause_of
from bythebook.tournaments.course.money import money_of
from bythebook.tournaments.course.state import PLAY_OFF, Course
from bythebook.tournaments.values import SessionResult, SessionTerms, Standing

UNPLACED = ("disqualified", "lost-place")


@carries_out
def take_result(desk: Decision, command: o.TakeResult) -> None:
    desk.check_no_dispute()
    take(desk, command.result)


def take(desk: Decision, result: SessionResult) -> None:
    course = desk.course
    session = course.sessions.get(result.id)
    if session is None or result.id in course.results:
        raise Malformed("no such session is being played", "result")
    _check(session, result)
    totals = clause_of(desk.rules.going.totals, desk.rules.going.winners.clause)
    cashed, house = _cash(desk, session, result)
    desk.emit(e.ResultTaken(result, cashed, house, totals))
    if result.chips_missing:
        inventory = clause_of(desk.rules.going.inventory, totals)
        desk.emit(e.ChipsMissed(result.id, result.chips_missing, inventory))
    if result.id.startswith(PLAY_OFF):
        places = _fair(desk.course, result)
        desk.emit(e.TieBroken(places, "play-off", desk.extra_hands))


def go_on(desk: Decision) -> None:
    """A stage ends by itself, when its last table is done and nobody is to come any more."""
    course = desk.course
    waits = course.playing or course.level or not course.results
    if course.phase == "playing" and not waits and _all_started(course):
        _end_stage(desk)


def _check(session: SessionTerms, result: SessionResult) -> None:
    seated = {seat.player for seat in session.seats}
    stood = [standing.player for standing in result.standings]
    if set(stood) != seated or len(stood) != len(seated):
        raise Malformed("a result has everybody who was seated, once", "result")
    placed = [player for group in result.places for player in group]
    fair = {one.player for one in result.standings if not one.disqualified}
    if not fair <= set(placed) <= seated or len(placed) != len(set(placed)):
        raise Malformed("everybody who was not disqualified has one place", "result")
    if any(standing.chips < 0 for standing in result.standings):
        raise Malformed("chips are nothing or more", "result")


def _cash(
    desk: Decision, session: SessionTerms, result: SessionResult
) -> tuple[tuple[e.Cashed, ...], int]:
    """Chips of value are the player's; the house has what is left of the buy-ins, or made it up."""
    course = desk.course
    if course.terms.format != "live" or result.id.startswith(PLAY_OFF):
        return (), 0
    keeps = desk.rules.order.keeps_chips is not None
    cashed = tuple(
        e.Cashed(one.player, one.chips, money_of(course, one.player))
        for one in result.standings
        if keeps or not (one.disqualified or course.entrants[one.player].standing == "disqualified")
    )
    seated = {seat.player for seat in session.seats}
    bought = sum(
        paid.cents
        for paid in course.paid
        if paid.about != "fee" and paid.player in seated and paid.stage == course.stage
    )
    return cashed, bought - sum(one.cents for one in cashed)


def _all_started(course: Course) -> bool:
    """No table of the stage is still to come."""
    tables = {seat.table for seat in course.drawn}
    if any(f"{course.stage}.{table}" not in course.sessions for table in tables):
        return False
    if course.stage > 1 or course.terms.structure.begins != "table-full":
        return True
    seated = {seat.player for seat in course.drawn}
    waiting = [one for one in course.field if one.standing == "in" and one.player not in seated]
    return not course.entries_open and not waiting


def one_player_result(session: SessionTerms) -> SessionResult:
    """Nobody plays alone: whoever is the only one, or nobody, has the place."""
    return SessionResult(
        id=session.id,
        places=tuple((seat.player,) for seat in session.seats),
        standings=tuple(
            Standing(player=seat.player, box=seat.box, chips=seat.chips, advances=True)
            for seat in session.seats
        ),
        hands=0,
    )


def still_in(course: Course) -> list[Standing]:
    """Everybody at the tables of the stage who was not disqualified, at the table or since."""
    return [
        standing
        for name, result in course.results.items()
        if not name.startswith(PLAY_OFF)
        for standing in result.standings
        if course.entrants[standing.player].standing == "in"
    ]


def _end_stage(desk: Decision) -> None:
    """All tables are done: points are given, and who goes on is announced."""
    course, going = desk.course, desk.rules.going
    stage = course.current
    here = [standing.player for standing in still_in(course)]
    points = _points(course)
    if course.terms.is_final(course.stage):
        advancing: tuple[str, ...] = ()
    elif stage.goes_on == "everybody":
        advancing = tuple(here)
    elif stage.goes_on == "best-of-table":
        advancing = tuple(one.player for one in still_in(course) if one.advances)
    else:
        total = {player: Fraction(points.get(player, "0")) for player in here}
        places = ranking.settled(ranking.by_value(total), course.broken)
        line = ranking.cut(places, stage.advancing or 1)
        if line.level:
            _level(desk, line.level, line.open)
            return
        advancing = line.above
    if course.stage == len(course.terms.stages):
        advancing, here = (), []
    out = tuple(player for player in here if player not in advancing)
    second = _second_line(course, out)
    if second is not None and second.level:
        _level(desk, second.level, second.open)
        return
    if second is not None and course.broken:
        out = (*second.above, *second.below)
    clause = going.announced.clause
    if points:
        clause = clause_of(going.pooled_points if _any_level(course) else going.points, clause)
    desk.emit(e.StageEnded(course.stage, advancing, out, points, clause))


def _any_level(course: Course) -> bool:
    return any(len(group) > 1 for result in course.results.values() for group in result.places)


def _points(course: Course) -> dict[str, str]:
    """Everybody's points after this stage, exactly."""
    scale = course.current.points
    if not scale:
        return {}
    so_far = {player: Fraction(text) for player, text in course.points.items()}
    given = [
        ranking.points(_fair(course, result), scale)
        for name, result in course.results.items()
        if not name.startswith(PLAY_OFF)
    ]
    return {player: str(total) for player, total in ranking.added((so_far, *given)).items()}


def _fair(course: Course, result: SessionResult) -> ranking.Places:
    """The places of a table without those disqualified or never there."""
    groups = (
        tuple(name for name in group if course.entrants[name].standing not in UNPLACED)
        for group in result.places
    )
    return tuple(group for group in groups if group)


def _level(desk: Decision, players: tuple[str, ...], places: int) -> None:
    """Too many for the places: chance decides, or further hands do, as the conditions say."""
    course, going = desk.course, desk.rules.going
    clause = clause_of(going.level, going.winners.clause)
    stage = course.terms.stage(course.stage)
    # Nobody plays off for a second chance who has nothing left.
    broke = stage.goes_on == "best-of-table" and not _have_chips(course, players)
    ballot = course.terms.ties.places == "ballot" or len(players) > stage.players or broke
    if not ballot:
        desk.emit(e.LevelForPlaces(players, places, clause))
        return
    order = tuple((name,) for name in course.ballot if name in players)
    desk.emit(e.TieBroken(order, "ballot", clause))
    _end_stage(desk)


def next_stage(desk: Decision) -> tuple[int, tuple[str, ...]]:
    """The stage that comes next and who plays it."""
    course, rules = desk.course, desk.rules
    number = course.stage + 1
    if number > len(course.terms.stages):
        raise Malformed("no stage is left")
    stage = course.terms.stage(number)
    if stage.kind == "repechage":
        clause = clause_of(rules.going.repechage, rules.going.advancing.clause)
        if stage.may_be_held and not course.held.get(number, False):
            raise Refused(clause, "whether there is one has to be decided")
        return number, _second_chance(course, stage.qualify, stage.places)
    if number == 1:
        players = tuple(one.player for one in course.field if one.standing == "in")
    else:
        players = tuple(name for name in course.waiting if course.entrants[name].standing == "in")
    ensure(len(players) == len(set(players)), "nobody is drawn twice")
    if not players:
        raise Refused(rules.going.advancing.clause, "nobody is left to play it")
    return number, players


def _have_chips(course: Course, players: Iterable[str]) -> bool:
    held = {one.player: one.chips for one in still_in(course)}
    return any(held.get(player, 0) for player in players)


def _second_line(course: Course, out: tuple[str, ...]) -> ranking.Line | None:
    """Of those who do not go on: who has a place in the repechage that certainly follows, and who
    is level for one. None: no such repechage follows, or it has room for all of them."""
    stages = course.terms.stages[course.stage :]
    if not stages or stages[0].kind != "repechage" or stages[0].may_be_held:
        return None
    places = stages[0].places
    if not 0 < places < len(out):
        return None
    return ranking.cut(ranking.settled(_next_best(course, out), course.broken), places)


def _next_best(course: Course, names: Iterable[str]) -> ranking.Places:
    """By the place at the own table, then by chips."""
    groups: dict[tuple[int, int], list[str]] = {}
    found = {
        one.player: (ranking.place_of(result.places, one.player), -one.chips)
        for name, result in course.results.items()
        if not name.startswith(PLAY_OFF)
        for one in result.standings
        if not one.disqualified
    }
    for name in names:
        groups.setdefault(found[name], []).append(name)
    return tuple(tuple(groups[key]) for key in sorted(groups))


def _second_chance(course: Course, qualify: str, places: int) -> tuple[str, ...]:
    """The best of those who are out; where it was left open who that is, as they come."""
    out = [name for name in course.eliminated if course.entrants[name].standing == "out"]
    if qualify == "next-best" or places:
        out = [name for group in _next_best(course, out) for name in group]
    return tuple(out[:places] if places else out)
