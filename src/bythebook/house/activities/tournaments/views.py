"""What people may see of a tournament, as values. Nothing gets into a view but by being put there.

everybody   terms, entries, seats, leaderboard, announcements, pool, prizes, results
a player    the same, and what is their own: entry, seat, chips, what may be asked for now
the desk    the same, and what is to be done (`tournament_desk`)
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from bythebook.house.activities.tournaments.story import DESK
from bythebook.house.activities.tournaments.tournaments import TournamentState
from bythebook.house.people.people import Viewer
from bythebook.house.staff.pit_view import sees_desk
from bythebook.house.tables.views import LineView
from bythebook.rulebooks.chapters.tournament_course import load_tournament_rules
from bythebook.rulebooks.law import played_by
from bythebook.structs import like
from bythebook.tournaments.course.course import pool
from bythebook.tournaments.course.decision import starts_at
from bythebook.tournaments.course.finish import prize_list
from bythebook.tournaments.course.ranking import place_of
from bythebook.tournaments.course.state import Course
from bythebook.tournaments.session.state import Session, shown_stack
from bythebook.tournaments.terms.document import seconds

PHASES = {
    "drafted": "not published",
    "open": "entries are open",
    "between": "between sessions",
    "playing": "sessions are being played",
    "decided": "play is over",
    "awarded": "places awarded",
    "over": "over",
    "cancelled": "cancelled",
}
Tables = Mapping[str, Session]  # by the id of the session: "1.3"


class View(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what is shown here."""


class TournamentRow(View, frozen=True, kw_only=True):
    """A tournament in the list."""

    id: str
    title: str
    book: str
    place: str
    game: str
    format: str
    cards: str
    phase: str
    says: str
    practice: bool = False
    entries: int = 0
    most: int = 0
    fee: int = 0
    pool: int = 0
    starts: int = 0
    closes: int = 0
    stage: int = 0
    stages: int = 0
    entered: bool = False  # you are in it


class EntrantView(View, frozen=True, kw_only=True):
    number: int
    player: str
    standing: str
    automatic: bool = False


class SeatView(View, frozen=True, kw_only=True):
    box: int
    player: str
    chips: int = 0
    state: str = ""  # playing, away, out, disqualified
    marker: bool = False


class TableRow(View, frozen=True, kw_only=True):
    """A table of the stage that is drawn."""

    id: str
    state: Literal["drawn", "playing", "over"]
    seats: tuple[SeatView, ...]
    name: str = ""  # the gaming table
    hand: int = 0
    hands: int = 0  # how many there will be, where that is known
    advancing: int = 0


class LeaderRow(View, frozen=True, kw_only=True):
    place: int
    player: str
    chips: int | None = None  # nothing known: not playing now
    points: str = ""
    table: str = ""
    box: int = 0
    won: int = 0  # by the last hand
    state: str = ""  # leads, on the line, behind, goes on, out, disqualified
    prize: int = 0
    thing: str = ""


class PrizeRow(View, frozen=True, kw_only=True):
    place: int
    cents: int
    thing: str = ""


class PoolView(View, frozen=True, kw_only=True):
    fees: int
    commission: int
    added: int
    topped_up: int
    prizes: int


class YouView(View, frozen=True, kw_only=True):
    """What is the viewer's own."""

    name: str = ""
    standing: str = ""
    paid: int = 0
    table: str = ""
    box: int = 0
    wallet: int | None = None
    staff: bool = False  # may see the desk
    enter: "MayView | None" = None
    withdraw: "MayView | None" = None


class MayView(View, frozen=True, kw_only=True):
    """Whether something may be asked for now, or by which clause not."""

    legal: bool = False
    clause: str = ""
    why: str = ""


class TournamentView(View, frozen=True, kw_only=True):
    row: TournamentRow
    entrants: tuple[EntrantView, ...] = ()
    tables: tuple[TableRow, ...] = ()
    leaders: tuple[LeaderRow, ...] = ()
    pool: PoolView | None = None
    prizes: tuple[PrizeRow, ...] = ()
    announcements: tuple[str, ...] = ()
    sealed: str = ""  # the digest of the coming ballot
    lines: tuple[LineView, ...] = ()
    you: YouView = YouView()


def row_of(held: TournamentState, viewer: Viewer) -> TournamentRow:
    course, terms = held.course, held.course.terms
    closes = terms.dates.entries_close
    known = viewer.name if not viewer.guest else ""
    return like(
        TournamentRow,
        terms,
        place=played_by(terms).about.place,
        phase=course.phase,
        says=phase_words(course),
        practice=held.practice,
        entries=len(course.field),
        most=terms.entry.most or 0,
        fee=terms.money.fee_cents or 0,
        pool=_pool(course).prizes,
        starts=starts_at(course, 1) or 0,
        closes=seconds(closes) if closes is not None else 0,
        stage=course.stage,
        stages=len(terms.stages),
        entered=known in course.entrants,
    )


def phase_words(course: Course) -> str:
    if course.phase == "playing" or (course.phase == "between" and course.stage):
        name = course.current.name or f"stage {course.stage}"
        return f"{name}: {PHASES[course.phase]}"
    if course.phase == "between":
        return "entries are closed"
    return PHASES[course.phase]


def view_of(
    held: TournamentState,
    tables: Tables,
    viewer: Viewer,
    wallet: int | None,
    may: Mapping[str, MayView],
) -> TournamentView:
    """A tournament as this person may see it."""
    course = held.course
    staff = sees_desk(viewer, course.terms.book)
    return TournamentView(
        row=row_of(held, viewer),
        entrants=tuple(_entrants(held)),
        tables=tuple(tables_of(course, tables)),
        leaders=tuple(leaders_of(course, tables)),
        pool=_pool(course),
        prizes=tuple(prizes_of(course)),
        announcements=course.announcements,
        sealed=course.sealed,
        lines=tuple(line for line in held.lines if staff or line.kind != DESK),
        you=_you(held, viewer, wallet, staff, may),
    )


def _you(
    held: TournamentState,
    viewer: Viewer,
    wallet: int | None,
    staff: bool,
    may: Mapping[str, MayView],
) -> YouView:
    if not viewer.name or viewer.guest:
        return YouView()
    course = held.course
    entrant = course.entrants.get(viewer.name)
    seat = next((seat for seat in course.drawn if seat.player == viewer.name), None)
    paid = sum(
        paid.cents for paid in course.paid if paid.player == viewer.name and not paid.settled
    )
    return YouView(
        name=viewer.name,
        standing=entrant.standing if entrant is not None else "",
        paid=paid,
        table=f"{course.stage}.{seat.table}" if seat is not None else "",
        box=seat.box if seat is not None else 0,
        wallet=wallet,
        staff=staff,
        enter=may.get("enter"),
        withdraw=may.get("withdraw"),
    )


def _pool(course: Course) -> PoolView:
    if course.phase == "over":  # the fees have become prizes
        prizes = sum(share.cents for share in course.shares)
        return PoolView(fees=0, commission=course.commission, added=0, topped_up=0, prizes=prizes)
    return like(PoolView, pool(load_tournament_rules(played_by(course.terms)), course))


def prizes_of(course: Course) -> Iterable[PrizeRow]:
    """What each place would win if nobody more entered."""
    if not course.terms.prizes.places or course.phase in ("over", "cancelled"):
        return
    book = load_tournament_rules(played_by(course.terms))
    for place, prize in enumerate(prize_list(course, pool(book, course)), 1):
        yield like(PrizeRow, prize, place=place)


def _entrants(held: TournamentState) -> Iterable[EntrantView]:
    for entrant in sorted(held.course.entrants.values(), key=lambda one: one.number):
        yield like(EntrantView, entrant, automatic=entrant.player in held.automatic)


def tables_of(course: Course, tables: Tables) -> Iterable[TableRow]:
    """The tables that are drawn, and play-offs beside them."""
    for number in sorted({seat.table for seat in course.drawn}):
        id = f"{course.stage}.{number}"
        if id not in course.sessions:
            seats = tuple(
                SeatView(box=seat.box, player=seat.player)
                for seat in course.drawn
                if seat.table == number
            )
            yield TableRow(id=id, state="drawn", seats=seats, name=_gaming_table(course, number))
        else:
            yield _playing(course, tables, id, _gaming_table(course, number))
    for id in course.sessions:
        if not id[0].isdigit():
            yield _playing(course, tables, id, "")


def _gaming_table(course: Course, number: int) -> str:
    return course.tables[(number - 1) % len(course.tables)] if course.tables else ""


def _playing(course: Course, tables: Tables, id: str, name: str) -> TableRow:
    terms, session = course.sessions[id], tables.get(id)
    over = id in course.results
    seats = []
    for seat in terms.seats:
        chips, state, marker = seat.chips, "", False
        if session is not None and seat.player in session.players:
            competitor = session.players[seat.player]
            chips = shown_stack(session, seat.player)
            away = "" if competitor.seated or over else "away"
            state = competitor.gone or away
            marker = session.marker == seat.box and not over
        seats.append(
            SeatView(box=seat.box, player=seat.player, chips=chips, state=state, marker=marker)
        )
    return TableRow(
        id=id,
        state="over" if over else "playing",
        seats=tuple(seats),
        name=name,
        hand=session.hand if session is not None else 0,
        hands=terms.length.hands or 0,
        advancing=0 if terms.final else terms.advancing,
    )


# The leaderboard


def leaders_of(course: Course, tables: Tables) -> Iterable[LeaderRow]:
    """Everybody in order: by the places awarded, or by chips and points as they stand."""
    if course.places:
        yield from _final(course)
        return
    rows = _standing_now(course, tables)
    by_points = bool(course.points) and not course.sessions
    rows.sort(key=lambda row: _rank(row, by_points))
    place, last = 0, None
    for count, row in enumerate(rows, 1):
        key = _rank(row, by_points)
        if key != last:
            place, last = count, key
        known = row.chips is not None or bool(row.points or row.state)
        known = known and row.state not in _WITHOUT_PLACE
        yield msgspec.structs.replace(row, place=place if known else 0)


# Whoever left so holds no place, however many stay.
_WITHOUT_PLACE = ("disqualified", "withdrawn", "lost-place", "reserve")


def _rank(row: LeaderRow, by_points: bool) -> tuple[int, float, float, int]:
    order = {"out": 1, "disqualified": 2, "withdrawn": 3, "lost-place": 3, "reserve": 4}
    points = _number(row.points)
    chips = -1 if row.chips is None else row.chips
    first, second = (points, chips) if by_points else (chips, points)
    group = order.get(row.state, 0)
    return group, -first, -second, row.place if group else 0  # whoever plays is level by chips


def _number(points: str) -> float:
    above, _, below = points.partition("/")
    return int(above or 0) / int(below or 1)


def _standing_now(course: Course, tables: Tables) -> list[LeaderRow]:
    rows: dict[str, LeaderRow] = {}
    for entrant in course.entrants.values():
        state = "" if entrant.standing == "in" else entrant.standing
        rows[entrant.player] = LeaderRow(
            place=-entrant.out_stage * 1000 + entrant.out_place,
            player=entrant.player,
            state=state,
            points=course.points.get(entrant.player, ""),
        )
    for id in course.sessions:
        session = tables.get(id)
        if session is not None and id[0].isdigit():
            for player, row in _at_table(course, id, session):
                if player in rows:
                    known = rows[player]
                    rows[player] = msgspec.structs.replace(
                        row, points=known.points, place=known.place, state=known.state or row.state
                    )
    for player in course.waiting:
        if player in rows:
            rows[player] = msgspec.structs.replace(rows[player], state="goes on")
    return list(rows.values())


def _at_table(course: Course, id: str, session: Session) -> Iterable[tuple[str, LeaderRow]]:
    shown = {player: shown_stack(session, player) for player in session.players}
    playing = [
        name for name, one in session.players.items() if one.active and shown[name] is not None
    ]
    best = sorted((shown[name] for name in playing), reverse=True)
    wanted = 1 if session.terms.final else session.terms.advancing
    line = best[wanted - 1] if len(best) >= wanted else 0
    before = _before_last(session)
    for player, competitor in session.players.items():
        if competitor.gone:
            state = "disqualified" if competitor.gone == "disqualified" else "out"
        else:
            state = _against(session, shown[player], line)
        won = competitor.chips - before[player] if player in before else 0
        yield (
            player,
            LeaderRow(
                place=0,
                player=player,
                chips=shown[player],
                table=id,
                box=competitor.box,
                won=won,
                state=state,
            ),
        )


def _against(session: Session, chips: int, line: int) -> str:
    """How a stack stands to the last one that goes on; in a final, to the largest."""
    if session.terms.final:
        return "leads" if chips == line else ""
    return "leads" if chips > line else "on the line" if chips == line else "behind"


def _before_last(session: Session) -> dict[str, int]:
    """Everybody's stack before the hand that was settled last."""
    if len(session.chart) == 1:
        return {seat.player: seat.chips for seat in session.terms.seats}
    return dict(session.chart[-2][1]) if session.chart else {}


def _final(course: Course) -> Iterable[LeaderRow]:
    shares = {share.player: share for share in course.shares}
    for group in course.places:
        for player in group:
            share = shares.get(player)
            yield LeaderRow(
                place=place_of(course.places, player),
                player=player,
                points=course.points.get(player, ""),
                prize=share.cents if share is not None else 0,
                thing=share.thing if share is not None else "",
            )


# Chips by hand


class SeriesView(View, frozen=True, kw_only=True):
    player: str
    chips: tuple[int, ...]  # after each of the hands


class ChartView(View, frozen=True, kw_only=True):
    """Chips by hand at one table."""

    table: str
    hands: tuple[int, ...]
    series: tuple[SeriesView, ...]


def chart_of(id: str, session: Session) -> ChartView:
    points = session.chart
    start = {seat.player: seat.chips for seat in session.terms.seats}
    series = []
    for player in session.players:
        known = [chips.get(player) for _, chips in points]
        line = [start.get(player, 0)]
        for each in known:
            line.append(line[-1] if each is None else each)
        series.append(SeriesView(player=player, chips=tuple(line)))
    hands = (0, *(number for number, _ in points))
    return ChartView(table=id, hands=hands, series=tuple(series))
