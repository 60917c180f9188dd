"""From closed entries to the end of a stage: people, tables, ballots, sessions."""

from collections import Counter

from msgspec.structs import replace

from bythebook.deciders import Revealed, Sealed, carries_out, check_seed
from bythebook.draws import drawn_order
from bythebook.errors import Malformed, Refused
from bythebook.structs import like
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.decision import MINUTE, Decision, clause_of, starts_at
from bythebook.tournaments.course.money import chips_not_given
from bythebook.tournaments.course.results import next_stage, one_player_result, take
from bythebook.tournaments.course.state import Course
from bythebook.tournaments.terms.document import (
    Purchase,
    fields,
    going_on,
    session_terms,
    tables_needed,
)

LEAST_TABLE = 2  # players at a table, where they can be spread


@carries_out
def name_director(desk: Decision, command: o.NameDirector) -> None:
    if not command.name.strip() or command.name in desk.course.directors:
        raise Malformed("somebody who was not named yet", "name")
    desk.emit(e.DirectorNamed(command.name, desk.rules.direction.named.clause))


@carries_out
def name_deputy(desk: Decision, command: o.NameDeputy) -> None:
    deputies = desk.rules.direction.deputies
    if deputies is None:
        raise Refused(desk.rules.direction.named.clause, "the book has no deputies")
    if desk.order.by.name not in desk.course.directors:
        raise Refused(deputies.clause, "only the director names deputies")
    if not command.name.strip() or command.name in desk.course.deputies:
        raise Malformed("somebody who was not named yet", "name")
    desk.emit(e.DeputyNamed(command.name, deputies.clause))


@carries_out
def attend(desk: Decision, command: o.Attend) -> None:
    direction, name = desk.rules.direction, desk.order.by.name
    clause = clause_of(direction.present, direction.named.clause)
    if name not in desk.course.directors:
        raise Refused(clause, "a deputy acts, but is not there in the director's place")
    others = [one for one in desk.course.present if one != name]
    leaves = not command.present and bool(desk.course.playing) and not others
    if direction.present is not None and leaves:
        raise Refused(clause, "somebody who runs it is there as long as it lasts")
    desk.emit(e.DirectorAttended(name, command.present, clause))


@carries_out
def name_tables(desk: Decision, command: o.NameTables) -> None:
    rules = desk.rules.tables
    if not command.tables or len({table.id for table in command.tables}) < len(command.tables):
        raise Malformed("at least one table, and none of them twice", "tables")
    for table in command.tables:
        if table.low_limit and rules.low_limit is not None:
            raise Refused(rules.low_limit.clause, f"{table.id} is a low-limit table")
        if table.in_use:
            raise Refused(
                clause_of(rules.only, rules.named.clause), f"{table.id} is in use for other play"
            )
    gone = set(tables_in_use(desk.course)) - {table.id for table in command.tables}
    if gone:
        raise Refused(rules.named.clause, f"the tournament is played at {', '.join(sorted(gone))}")
    desk.emit(e.TablesNamed(tuple(table.id for table in command.tables), rules.named.clause))


def tables_in_use(course: Course) -> tuple[str, ...]:
    """Where its sessions are played now."""
    return tuple(course.at[name] for name in course.playing if name in course.at)


def free_table(desk: Decision, busy: tuple[str, ...]) -> str:
    """A table for a session: named, and used for nothing else, here or in the house."""
    course, rules = desk.course, desk.rules.tables
    taken = {*tables_in_use(course), *busy}
    free = [table for table in course.tables if table not in taken]
    unknown = sum(name not in course.at for name in course.playing)  # from before this was kept
    if len(free) <= unknown:
        clause = clause_of(rules.only if busy else None, rules.named.clause)
        raise Refused(clause, "every table that was named is in use: name another one")
    return free[unknown]


@carries_out
def brief(desk: Decision, command: o.Brief) -> None:
    clause = clause_of(desk.rules.direction.briefing, desk.rules.direction.named.clause)
    if not command.understood:
        raise Refused(clause, "they are told until they understand")
    players = tuple(one.player for one in desk.course.field)
    if not players and desk.rules.direction.briefing is not None:
        raise Refused(clause, "players are told, and nobody has entered yet")
    desk.emit(e.PlayersBriefed(clause, players))


@carries_out
def practise(desk: Decision, command: o.Practise) -> None:
    practice = desk.rules.direction.practice
    if practice is None:
        raise Refused(desk.rules.direction.named.clause, "the book has no practice hands")
    if command.hands < 1:
        raise Malformed("a hand or more", "hands")
    if desk.course.stage:
        raise Refused(practice.clause, "only before play begins")
    desk.emit(e.PracticePlayed(command.hands, practice.clause))


@carries_out
def seal_draw(desk: Decision, command: o.SealDraw) -> None:
    if desk.course.sealed:
        raise Malformed("a seed is sealed already", "digest")
    if len(command.digest) != 64 or set(command.digest) - set("0123456789abcdef"):
        raise Malformed("a digest has 64 hexadecimal digits", "digest")
    number = desk.course.draws + 1
    desk.emit(Sealed(number, command.digest, "table and seat", _ballot_clause(desk)))


def _ballot_clause(desk: Decision) -> str:
    return clause_of(desk.rules.seating.ballot, desk.rules.seating.tables.clause)


@carries_out
def draw_seats(desk: Decision, command: o.DrawSeats) -> None:
    course, clause = desk.course, _ballot_clause(desk)
    if not course.sealed:
        raise Refused(clause, "a seed is sealed before the ballot")
    if not course.tables:
        raise Refused(desk.rules.tables.named.clause, "the tables are named first")
    check_seed(course.sealed, command.seed, clause)
    desk.emit(Revealed(course.draws + 1, command.seed, clause))
    if course.terms.structure.begins == "table-full" and course.stage <= 1 and _unseated(course):
        _fill_table(desk, command.seed)
        return
    if course.phase != "between":
        raise Refused(clause, "the sessions before come first")
    stage, players = next_stage(desk)
    order = drawn_order(command.seed, players)
    seats = _spread(stage, order, desk, command.players)
    desk.emit(e.SeatsDrawn(stage, seats, order, clause))


def _check_final_fits(desk: Decision, number: int, seats: tuple[e.Drawn, ...]) -> None:
    """Whoever chooses smaller tables does not send more to the final than its table holds."""
    terms = desk.course.terms
    here = terms.stage(number)
    after = terms.stage(number + 1) if number < len(terms.stages) else here
    sizes = Counter(seat.table for seat in seats).values()
    going = sum(min(here.advancing or 1, size) for size in sizes)
    if here.goes_on == "best-of-table" and after.kind == "final" and going > after.players:
        raise Refused(
            desk.rules.going.advancing.clause,
            f"{going} would go on from so many tables: the final has {after.players} places",
        )


def _unseated(course: Course) -> list[str]:
    """Those of the first stage without a table, in order of entry."""
    seated = {seat.player for seat in course.drawn}
    return [
        one.player
        for one in sorted(course.field, key=lambda each: each.number)
        if one.standing == "in" and one.player not in seated
    ]


def _fill_table(desk: Decision, seed: str) -> None:
    """Who comes first sits first, a table at a time; the seat is drawn."""
    course, clause = desk.course, _ballot_clause(desk)
    stage = course.terms.stage(1)
    size = stage.players
    waiting = _unseated(course)
    if len(waiting) < size and course.entries_open:
        raise Refused(clause, f"a table begins when {size} players are there")
    order = drawn_order(seed, waiting[:size])
    table = max((seat.table for seat in course.drawn), default=0) + 1
    seats = tuple(e.Drawn(table, box, player) for box, player in enumerate(order, 1))
    desk.emit(e.SeatsDrawn(1, seats, order, clause))


def _spread(
    number: int, order: tuple[str, ...], desk: Decision, at_most: int
) -> tuple[e.Drawn, ...]:
    """Tables of nearly the same size, filled as the names come out."""
    stage = desk.course.terms.stage(number)
    if not 0 <= at_most <= stage.players:
        raise Refused(
            clause_of(desk.rules.tables.players, desk.rules.seating.tables.clause),
            f"the conditions have at most {stage.players} at a table",
        )
    if at_most:
        stage = replace(stage, players=at_most)
    if stage.kind == "final" and len(order) > stage.players:
        raise Refused(
            desk.rules.going.advancing.clause,
            f"{len(order)} players do not fit at the one table of the final",
        )
    tables = tables_needed(stage, len(order))
    if stage.kind != "final" and stage.tables is not None and stage.tables > tables:
        tables = min(stage.tables, max(tables, len(order) // LEAST_TABLE))
    seats, taken = [], 0
    for table in range(1, tables + 1):
        size = len(order) // tables + (table <= len(order) % tables)
        names = order[taken : taken + size]
        seats += [e.Drawn(table, box, player) for box, player in enumerate(names, 1)]
        taken += size
    if at_most:
        _check_final_fits(desk, number, tuple(seats))
    return tuple(seats)


@carries_out
def move_start(desk: Decision, command: o.MoveStart) -> None:
    course, moved = desk.course, desk.rules.seating.moved
    stage = course.stage if course.phase == "playing" and not course.sessions else course.stage + 1
    if stage > len(course.terms.stages):
        raise Malformed("no session is left to move")
    if command.notice_minutes < moved.least_minutes:
        reason = f"players get at least {moved.least_minutes} minutes' notice of another start"
        raise Refused(moved.clause, reason)
    if command.starts < desk.order.at + command.notice_minutes * MINUTE:
        raise Refused(moved.clause, "the new start comes before the notice is over")
    desk.emit(e.StartMoved(stage, command.starts, command.notice_minutes, moved.clause))


@carries_out
def pay_buy_in(desk: Decision, command: o.PayBuyIn) -> None:
    course, terms = desk.course, desk.course.terms
    cents = terms.money.buy_in_cents
    if not cents:
        raise Malformed("there is no buy-in")
    clause = clause_of(desk.rules.seating.buy_in, desk.rules.seating.same_chips.clause)
    table = _table_of(course, command.player)
    if f"{course.stage}.{table}" in course.sessions:
        raise Refused(clause, "the session has begun")
    if _has_bought_in(course, command.player):
        raise Refused(desk.rules.seating.same_chips.clause, "everybody buys the same, once")
    desk.emit(e.BuyInPaid(command.player, course.stage, cents, command.money, clause))


def _has_bought_in(course: Course, player: str) -> bool:
    return any(
        paid.player == player and paid.about == "buy-in" and paid.stage == course.stage
        for paid in course.paid
    )


def _table_of(course: Course, player: str) -> int:
    for seat in course.drawn:
        if seat.player == player and course.entrants[player].standing == "in":
            return seat.table
    raise Malformed(f"{player or 'nobody'} has no seat in this stage", "player")


@carries_out
def buy_chips(desk: Decision, command: o.BuyChips) -> None:
    """Chips beside those everybody gets: how much, how often, until when stands in the terms."""
    course, money = desk.course, desk.course.terms.money
    entrant = desk.entrant(command.player)
    offers = {"re-buy": money.rebuys, "add-on": money.add_ons, "buy-back": money.buy_backs}
    offer = offers[command.what]
    clause = clause_of(desk.rules.going.buy_back, desk.rules.seating.same_chips.clause)
    if offer is None:
        raise Refused(clause, f"the conditions have no {command.what}")
    taken = sum(
        paid.player == command.player and paid.about == command.what for paid in course.paid
    )
    if taken >= offer.most:
        raise Refused(clause, f"{offer.most} {command.what} each, and no more")
    if command.what == "buy-back":
        _check_buy_back(course, entrant.out_stage, entrant.standing, offer, clause)
    elif entrant.standing != "in" or course.stage > offer.until_stage:
        raise Refused(clause, f"a {command.what} is for players still in, while it is offered")
    elif course.stage <= 1 and not course.is_seated(command.player):
        same = desk.rules.seating.same_chips
        raise Refused(same.clause, "everybody begins the tournament with the same bank")
    sold = {"cents": offer.amount_cents, "chips": offer.chips}
    desk.emit(like(e.ChipsBought, command, **sold, clause=clause))


def _check_buy_back(
    course: Course, out_stage: int, standing: str, offer: Purchase, clause: str
) -> None:
    if standing != "out":
        raise Refused(clause, "only who was eliminated buys back in")
    if course.phase != "between" or out_stage != course.stage or out_stage > offer.until_stage:
        raise Refused(clause, "it is too late, or too early, to buy back in")
    if not _final_holds(course, len(course.waiting) + 1):
        raise Refused(clause, "with one more there would be too many for the table of the final")


def _final_holds(course: Course, players: int) -> bool:
    """Whether so many in the stages to come leave no more than one table for the final."""
    stages = course.terms.stages[course.stage :]
    if stages[0].kind == "repechage":
        out = len(course.eliminated)
        players += going_on(stages[0], min(out, stages[0].places or out)) if out else 0
        stages = stages[1:]
    playing = fields(replace(course.terms, stages=stages), players)
    return all(
        stage.kind != "final" or number <= stage.players
        for stage, number in zip(stages, playing, strict=True)
    )


@carries_out
def lose_place(desk: Decision, command: o.LosePlace) -> None:
    course, late = desk.course, desk.rules.seating.late
    table = _table_of(course, command.player)
    if late is None:
        raise Refused(desk.rules.seating.same_chips.clause, "the table deducts chips from the late")
    conditions = course.terms.conduct.late
    by_terms = late.by_conditions and conditions is not None and conditions.first == "place-lost"
    if course.terms.format not in late.formats and not by_terms:
        raise Refused(late.clause, "the table deducts chips from the late in this format")
    starts = starts_at(course, course.stage)
    if starts is not None and desk.order.at < starts:
        raise Refused(late.clause, "the session has not started")
    if f"{course.stage}.{table}" in course.sessions:
        raise Refused(late.clause, "the session is being played: the table sees to it")
    back = chips_not_given(course, command.player)
    desk.emit(e.PlaceLost(command.player, late.clause, back))


@carries_out
def seat_reserve(desk: Decision, command: o.SeatReserve) -> None:
    course, seating = desk.course, desk.rules.seating
    reserve = seating.reserve
    if reserve is None:
        raise Refused(
            clause_of(seating.not_replaced, seating.tables.clause), "nobody takes an empty seat"
        )
    if desk.entrant(command.player).standing != "reserve":
        raise Refused(reserve.clause, f"{command.player} is no reserve")
    if course.stage > 1:
        raise Refused(reserve.clause, "only at the first session")
    seat = next((seat for seat in course.drawn if seat.player == command.instead_of), None)
    if seat is None or desk.entrant(command.instead_of).standing != "lost-place":
        raise Refused(reserve.clause, f"{command.instead_of} has not lost the seat")
    if f"1.{seat.table}" in course.sessions:
        raise Refused(reserve.clause, "the session has begun")
    cents = course.terms.money.fee_cents or 0
    desk.emit(like(e.ReserveSeated, command, cents=cents, clause=reserve.clause))


@carries_out
def start_session(desk: Decision, command: o.StartSession) -> None:
    course = desk.course
    name = f"{course.stage}.{command.table}"
    if name in course.sessions:
        raise Malformed("this session was started already", "table")
    drawn = [seat for seat in course.drawn if seat.table == command.table]
    if not drawn:
        raise Malformed("there is no such table in this stage", "table")
    seats = [seat for seat in drawn if course.entrants[seat.player].standing == "in"]
    _check_ready(desk, seats)
    if course.terms.money.buy_in_cents:
        seats = _those_bought_in(desk, seats)
    course = desk.course
    banks = {seat.player: _bank(course, seat.player) for seat in seats}
    session = session_terms(
        course.terms,
        course.stage,
        command.table,
        {seat.box: seat.player for seat in seats},
        chips=banks,
    )
    played = len(seats) >= LEAST_TABLE
    at = free_table(desk, command.busy) if played else ""
    desk.emit(e.SessionStarted(session, desk.rules.seating.same_chips.clause, at))
    if not played:
        take(desk, one_player_result(session))


def _check_ready(desk: Decision, seats: list[e.Drawn]) -> None:
    course, direction = desk.course, desk.rules.direction
    if not course.directors:
        raise Refused(direction.named.clause, "nobody was named to run it")
    if direction.present is not None and not course.present:
        raise Refused(direction.present.clause, "whoever runs it is not here")
    untold = [seat.player for seat in seats if seat.player not in course.briefed]
    if direction.briefing is not None and untold:
        reason = f"{', '.join(untold)} has not been told how it is played"
        raise Refused(direction.briefing.clause, reason)
    desk.check_no_dispute()
    starts = starts_at(course, course.stage)
    when_full = course.terms.structure.begins == "table-full"
    if starts is not None and desk.order.at < starts and not when_full:
        raise Refused(desk.rules.seating.moved.clause, "the start was announced for later")


def _those_bought_in(desk: Decision, seats: list[e.Drawn]) -> list[e.Drawn]:
    no_buy_in = desk.rules.refunds.no_buy_in
    clause = clause_of(no_buy_in, desk.rules.seating.same_chips.clause)
    missing = [seat for seat in seats if not _has_bought_in(desk.course, seat.player)]
    for seat in missing:
        desk.emit(e.PlaceLost(seat.player, clause))
    return [seat for seat in seats if seat not in missing]


def _bank(course: Course, player: str) -> int:
    """The chips of the stage, and what the player bought beside them."""
    bought = [
        paid
        for paid in course.paid
        if paid.player == player and paid.stage == course.stage and paid.chips
    ]
    back = next((paid.chips for paid in bought if paid.about == "buy-back"), None)
    base = course.current.chips or 0 if back is None else back
    return base + sum(paid.chips for paid in bought if paid.about != "buy-back")


@carries_out
def hold_repechage(desk: Decision, command: o.HoldRepechage) -> None:
    course = desk.course
    stage = course.stage + 1
    if course.terms.stage(stage).kind != "repechage" or not course.terms.stage(stage).may_be_held:
        raise Malformed("the coming stage is not left to anybody's decision")
    clause = clause_of(desk.rules.going.repechage, desk.rules.going.advancing.clause)
    desk.emit(e.RepechageDecided(stage, command.hold, clause))
