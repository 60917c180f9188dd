"""Tournaments as the house runs them: the course is the core's, the rest is seen to here.

    tournament/cup ──session started──▶ session/cup.1.3 ──over──▶ its result, in the same append

The house commits to every ballot before anybody can know its names, opens the tables that are
started, and closes those of a tournament that is off. A practice tournament moves no money, and
automatic players may fill its seats.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from bythebook.deciders import Command, Event, Order, Payment, Person, tags
from bythebook.errors import Malformed, Refused
from bythebook.fields import asks
from bythebook.house.activities.activity import ActivityTransaction, Kind, Tables, kind_and_id
from bythebook.house.activities.tournaments.running import AUTOMATIC, Automate, CloseTable
from bythebook.house.activities.tournaments.story import course_lines
from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.house.staff.pit_view import sees_desk
from bythebook.house.tables.live_table import stream_of
from bythebook.house.tables.views import LineView
from bythebook.rulebooks.chapters.tournament_course import (
    BookOfTournaments,
    load_tournament_rules,
)
from bythebook.rulebooks.chapters.tournament_play import load_play_rules
from bythebook.rulebooks.law import Law, played_by
from bythebook.tournaments.course import entries
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.course import HANDLERS, pool, reserved_tables
from bythebook.tournaments.course.course import decide as decide_course
from bythebook.tournaments.course.course import evolve as evolve_course
from bythebook.tournaments.course.money import payments as course_payments
from bythebook.tournaments.course.state import Course
from bythebook.tournaments.session import commands as s

NAME = "tournament"
TABLE = "session"
DESK = "tournament desk"  # by this name the house itself acts
ROLE = "house"
PRACTICE = "house:practice-tournaments"
NAMES = "house:accounts"
LINES_KEPT = 400
FILL_MOST = 200
TEXT_LENGTH = 2000
_TERMS_COMMANDS = (o.Make, o.Amend)


# What the house adds to the course


class DeclarePractice(o.OfTerms, frozen=True, tag="practice"):
    """Nothing here is for money; before the terms are published."""

    says = "Declare it practice"


class Fill(o.OfEntries, frozen=True, tag="fill"):
    """So many automatic players enter."""

    says = "Fill with automatic players"

    players: Annotated[int, asks("How many", usually=7)]


class PracticeDeclared(Event, frozen=True):
    clause: str = PRACTICE


class AutomaticJoined(Event, frozen=True):
    players: tuple[str, ...]
    clause: str = PRACTICE


class TournamentState(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament with what the house keeps beside it."""

    course: Course
    practice: bool = False
    automatic: tuple[str, ...] = ()
    lines: tuple[LineView, ...] = ()  # the newest of its book
    told: int = 0  # how many lines there ever were


_BY_HOUSE = frozenset({"seal-draw", "take-result"})


class TournamentKind(Kind):
    name = family = NAME
    commands = tags(DeclarePractice, *HANDLERS, Fill)
    by_people = frozenset(commands) - _BY_HOUSE
    counted = True
    admits = {"enter": "player", "name-substitute": "substitute", "seat-reserve": "player"}
    events = e.AnyEvent | PracticeDeclared | AutomaticJoined
    state = TournamentState
    machines = frozenset({DESK}) | AUTOMATIC

    def may_see(self, state: Any, viewer: Viewer) -> bool:
        """Terms that are not published are for those who write them."""
        drafted = isinstance(state, TournamentState) and state.course.phase == "drafted"
        return not drafted or sees_desk(viewer, state.course.terms.book)

    def latest(self, state: Any) -> int:
        return state.course.now if isinstance(state, TournamentState) else 0

    def person(self, state: Any, viewer: Viewer, command: Command) -> Person:
        person = super().person(state, viewer, command)
        if person.role == p.PLAYER:
            if not p.may_play(viewer, self.book_of(state, command)):
                raise Refused(p.ROLES, "only players enter a tournament, and nobody of its staff")
            if state is not None and viewer.name in state.automatic:
                raise Refused(NAMES, f"{viewer.name} is an automatic player here")
        return person

    def prepared(self, till: Any, state: Any, command: Command) -> Command:
        """Which tables are in use, the house sees for itself."""
        if state is None:
            return command
        own = state.course.terms.id
        match command:
            case o.NameTables(tables=tables):
                seen = tuple(replace(one, in_use=in_use(till, own, one.id)) for one in tables)
                return replace(command, tables=seen)
            case o.StartSession() | o.PlayOff():
                busy = tuple(id for id in state.course.tables if in_use(till, own, id))
                return replace(command, busy=busy)
        return command

    def relies_on(self, till: Any, state: Any, command: Command) -> Mapping[str, int]:
        """A table that was free is free until this is written."""
        match command:
            case o.NameTables(tables=tables):
                ids = tuple(table.id for table in tables)
            case o.StartSession() | o.PlayOff() if state is not None:
                ids = state.course.tables
            case _:
                return {}
        live = (till.tables.get(id) for id in ids)
        return {stream_of(table.id): table.version for table in live if table is not None}

    def game_of(self, state: Any) -> str:
        return str(state.course.terms.game)

    def law_of(self, state: Any) -> Law | None:
        return state.course.terms if state is not None else None

    def under(self, state: Any, terms: Any) -> Any:
        return replace(state, course=replace(state.course, terms=terms))

    def at_rest(self, state: Any, tables: Tables) -> bool:
        """No table of it plays: each of those takes up a revision by itself."""
        return state.course.phase not in ("over", "cancelled") and not state.course.playing

    # Deciding

    def decide(self, state: Any, order: Order, seeds: Mapping[int, str]) -> Sequence[Event]:
        check_texts(order.command)
        match order.command:
            case DeclarePractice():
                return _declare(state, order)
            case Fill():
                return _fill(state, order)
            case o.DrawSeats(seed="") if state is not None and state.course.sealed:
                sealed = seeds[state.course.draws + 1]
                order = replace(order, command=o.DrawSeats(sealed))
            case o.Enter():
                return _enter(state, replace(order, command=_entry(order.command, order.by)))
        return _core(state, order)

    def evolve(self, state: Any, event: Any) -> Any:
        match event:
            case PracticeDeclared():
                return replace(state, practice=True)
            case AutomaticJoined(players=players):
                return replace(state, automatic=(*state.automatic, *players))
        if state is None:
            return TournamentState(course=evolve_course(None, event))
        course = evolve_course(state.course, event)
        new = tuple(course_lines(event, state.told, course.now))
        lines = (*state.lines, *new)[-LINES_KEPT:]
        return replace(state, course=course, lines=lines, told=state.told + len(new))

    def payments(self, state: Any, event: Any) -> Sequence[Payment]:
        if state is None or state.practice:
            return ()
        return course_payments(state.course, event)

    def approved_cents(self, state: Any, command: Command) -> int:
        if not isinstance(command, o.PayPrizes) or state is None or state.practice:
            return 0
        book = load_tournament_rules(played_by(state.course.terms))
        return pool(book, state.course).prizes

    # What follows at once

    def after_act(self, moving: ActivityTransaction, stream: str) -> None:
        root = kind_and_id(stream)[1]
        check_id(root, moving.state(stream).course.terms.id)
        self._take_results(moving, stream)
        held = moving.state(stream)
        if ballot_to_come(held.course) and not held.course.sealed:
            _, digest = moving.seal(stream)
            moving.by_house(stream, DESK, ROLE, o.SealDraw(digest))
        self._buy_in(moving, stream)
        self._tell_table(moving, stream)
        for id in held.course.playing:
            if moving.state(table_stream(root, id)) is None:
                self._open_table(moving, table_stream(root, id), held, id)
        if held.course.phase == "cancelled":
            for table in moving.streams(TABLE):
                if not moving.state(table).over:
                    moving.by_house(table, DESK, ROLE, CloseTable())

    def _tell_table(self, moving: ActivityTransaction, stream: str) -> None:
        """What the desk did to a player at a table that plays holds there too, or not at all: chips
        that were bought, a disqualification."""
        course = moving.state(stream).course
        play = load_play_rules(played_by(course.terms)).play
        for acted in [acted for where, acted in moving.rows if where == stream]:
            for event in acted.events:
                command: Command
                if isinstance(event, e.ChipsBought) and event.what != "buy-back":
                    command = s.AddChips(event.player, event.chips, event.what)
                elif isinstance(event, e.PlayerDisqualified):
                    known = _REASONS.get(event.finding, "rules")
                    reason = known if known in play.discipline.reasons else "rules"
                    deliberate = event.finding == "deliberate"
                    command = s.Disqualify(event.player, reason, deliberate)
                else:
                    continue
                table = self._table_of(moving, stream, event.player)
                if table is not None:
                    by = Person(DESK, play.roles.director[0])
                    why = acted.order.why or "as the desk has it"
                    order = Order(by=by, at=moving.at, command=command, why=why)
                    moving.act(table, order)
                    moving.kind(table).after_act(moving, table)

    def _table_of(self, moving: ActivityTransaction, stream: str, player: str) -> str | None:
        """The table that somebody plays at now."""
        root, course = kind_and_id(stream)[1], moving.state(stream).course
        for id in course.playing:
            run = moving.state(table_stream(root, id))
            known = run.session.players.get(player) if run is not None else None
            if known is not None and known.active:
                return table_stream(root, id)
        return None

    def _buy_in(self, moving: ActivityTransaction, stream: str) -> None:
        """Automatic players pay what everybody pays, in money that is none."""
        held = moving.state(stream)
        course = held.course
        if not course.terms.money.buy_in_cents or not held.automatic:
            return
        paid = {
            one.player for one in course.paid if one.about == "buy-in" and one.stage == course.stage
        }
        for seat in course.drawn:
            begun = f"{course.stage}.{seat.table}" in course.sessions
            if seat.player in held.automatic and seat.player not in paid and not begun:
                pay = o.PayBuyIn(seat.player, "cash")
                by = Person(seat.player, p.PLAYER)
                moving.act(stream, Order(by=by, at=moving.at, command=pay))

    def _open_table(
        self, moving: ActivityTransaction, table: str, held: TournamentState, id: str
    ) -> None:
        terms = held.course.sessions[id]
        rules = load_play_rules(played_by(terms))
        moving.by_house(table, DESK, rules.play.roles.director[0], s.Open(terms))
        by_machine = tuple(seat.player for seat in terms.seats if seat.player in held.automatic)
        if by_machine:
            moving.by_house(table, DESK, ROLE, Automate(by_machine))
        moving.kind(table).after_act(moving, table)

    def _take_results(self, moving: ActivityTransaction, stream: str) -> None:
        """Of tables that are over; one that is disputed is taken when that is settled."""
        root = kind_and_id(stream)[1]
        for id in moving.state(stream).course.playing:
            run = moving.state(table_stream(root, id))
            if run is None or run.session.result is None:
                continue
            try:
                moving.by_house(stream, DESK, ROLE, o.TakeResult(run.session.result))
            except Refused:
                return


def in_use(till: Any, own: str, table: str) -> bool:
    """Whether a table of the house is open for other play, or another tournament's."""
    live = till.tables.get(table)
    if live is not None and live.run.table.phase == "open":
        return True
    return any(
        isinstance(held, TournamentState) and held.course.terms.id != own
        and table in held.course.tables and bool(held.course.playing)
        for held in till.affairs.all_of(NAME).values()
    )  # fmt: skip


def reserved(held: TournamentState, table: str) -> Refused | None:
    """Why a table cannot be opened for anything else while a tournament is played there."""
    tables, clause = reserved_tables(_rules(held), held.course)
    if table not in tables:
        return None
    reason = f"{table} is for {held.course.terms.title} alone until that has been played"
    return Refused(clause, reason, book=held.course.terms.book)


def _rules(held: TournamentState) -> BookOfTournaments:
    return load_tournament_rules(played_by(held.course.terms))


_REASONS = {
    "absent": "absent",
    "chips-added": "added-chips",
    "chips-hidden": "hidden-chips",
    "no-buy-in": "no-buy-in",
}


def table_stream(tournament: str, session: str) -> str:
    return f"{TABLE}/{tournament}.{session}"


def ballot_to_come(course: Course) -> bool:
    """Whether there may be a draw for which nothing is committed to yet."""
    return course.phase in ("open", "between", "playing")


def check_id(wanted: str, given: str) -> None:
    if wanted != given:
        raise Malformed(f"these terms are of {given!r}", "terms")
    if not given.replace("-", "").isalnum() or not given.isascii() or len(given) > 40:
        raise Malformed("letters, digits and dashes, at most 40", "terms.id")


def check_texts(command: Command) -> None:
    """Nothing that people write is longer than a page; the terms are read by somebody first."""
    if isinstance(command, _TERMS_COMMANDS):
        return
    for field in command.__struct_fields__:
        value = getattr(command, field)
        if isinstance(value, str) and len(value) > TEXT_LENGTH:
            raise Malformed(f"at most {TEXT_LENGTH} characters", field)
    for field in ("player", "substitute", "instead_of"):
        name = getattr(command, field, "")
        if name:
            check_player(name)


def check_player(name: str) -> None:
    """Who plays has a name as an account has one, with or without an account."""
    if not p.is_name(name):
        raise Malformed("a player's name has the form of an account's", "player")


def _entry(command: o.Enter, by: Person) -> o.Enter:
    """Whoever enters by themselves has an account, which is checked, and pays from its wallet."""
    if command.player in AUTOMATIC:
        raise Refused(NAMES, "names like this are for automatic players")
    if by.role != p.PLAYER:
        return command
    return replace(command, entitled=True, money="wallet")


def _enter(state: TournamentState | None, order: Order) -> Sequence[Event]:
    """Whoever has an account and is not kept out of the casino (`service` asks that) is found
    entitled by the house; where the terms select by criteria, a person finds it first."""
    course = state.course if state is not None else None
    if state is None or course is None or order.by.role != p.PLAYER:
        return _core(state, order)
    known = order.by.name in course.found or course.is_refused(order.by.name)
    acts = load_tournament_rules(played_by(course.terms)).rules.acts
    if known or course.terms.entry.criteria.strip() or entries.FINDS not in acts:
        return _core(state, order)
    finding = o.FindEntitled(player=order.by.name)
    found = _core(state, replace(order, by=Person(DESK, ROLE), command=finding))
    for event in found:
        state = KIND.evolve(state, event)
    return (*found, *_core(state, order))


def _core(state: TournamentState | None, order: Order) -> Sequence[Event]:
    if state is not None:
        terms = state.course.terms
    elif isinstance(order.command, o.Make):
        terms = order.command.terms
    else:
        raise Malformed("there is no such tournament")
    rules = load_tournament_rules(played_by(terms))
    return decide_course(rules, state.course if state is not None else None, order)


def _declare(state: TournamentState | None, order: Order) -> Sequence[Event]:
    if state is None or state.course.phase != "drafted" or state.practice:
        raise Refused(PRACTICE, "practice is declared once, before the terms are published")
    rules = load_tournament_rules(played_by(state.course.terms)).rules
    if order.by.role not in rules.acts["make"].by:
        raise Refused(PRACTICE, "whoever writes a tournament down says that it is practice")
    return (PracticeDeclared(),)


def _fill(state: TournamentState | None, order: Order) -> Sequence[Event]:
    """Each enters as anybody does at the desk."""
    if state is None or not state.practice:
        raise Refused(PRACTICE, "automatic players only play where nothing is for money")
    assert isinstance(order.command, Fill)
    if not 1 <= order.command.players <= FILL_MOST:
        raise Malformed(f"from 1 to {FILL_MOST} players", "players")
    names: list[str] = []
    number = 0
    while len(names) < order.command.players:
        number += 1
        if f"auto-{number}" not in state.course.entrants:
            names.append(f"auto-{number}")
    events: list[Event] = []
    held = state
    for name in names:
        enter = o.Enter(player=name, money="cash", entitled=True, agreed=True, copy=True)
        entered = _core(held, replace(order, command=enter))
        for event in entered:
            held = KIND.evolve(held, event)
        events += entered
    return (*events, AutomaticJoined(tuple(names)))


KIND = TournamentKind()
