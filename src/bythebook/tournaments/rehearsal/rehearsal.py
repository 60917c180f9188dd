"""A whole tournament in memory, from the first entry to the last prize, out of one seed.

Everything goes through the two deciders that a live tournament goes through (`course`, `session`);
only the people are automatic. The same terms, entries and seed give the same to the last event.
"""

import hashlib
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from bythebook.deciders import Command, Event, Order, Person
from bythebook.draws import digest_of
from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.money import format_amount
from bythebook.rulebooks import find_book
from bythebook.rulebooks.chapters.tournament_course import load_tournament_rules
from bythebook.rulebooks.chapters.tournament_play import load_play_rules
from bythebook.rulebooks.law import by_book, played_by
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.course import decide, evolve
from bythebook.tournaments.course.decision import starts_at
from bythebook.tournaments.course.entries import to_confirm
from bythebook.tournaments.course.state import Course
from bythebook.tournaments.rehearsal.players import Chance, Temper, temper
from bythebook.tournaments.rehearsal.table import Played, Table
from bythebook.tournaments.terms.document import TournamentTerms, seconds

TABLES = 200  # as many as any rehearsal has at once
DAY = 24 * 60 * 60
HOUR = 60 * 60
PLAYER = "player"
ENTRIES_MOST = 2_000  # a rehearsal for more would tell nothing new

Told = Callable[[str], None]


class Rehearsed(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament that was rehearsed: what happened, and every table of it."""

    course: Course
    events: tuple[Event, ...]
    tables: dict[str, Played]
    stages: tuple[tuple[int, tuple[str, ...]], ...]  # in order, with the sessions of each
    refused: int  # orders to the course that the rules did not allow


def seed_from(number: int) -> str:
    """The seed that a plain number stands for."""
    return hashlib.sha256(f"rehearsal {number}".encode()).hexdigest()


def rehearse(
    terms: TournamentTerms, *, entries: int, seed: str, told: Told = lambda line: None
) -> Rehearsed:
    """Play it all; `told` hears how it goes on."""
    if not 1 <= entries <= ENTRIES_MOST:
        raise Malformed(f"a rehearsal has 1 to {ENTRIES_MOST} entries", "entries")
    if terms.entry.most is not None and entries > terms.entry.most:
        raise Malformed(f"the terms have at most {terms.entry.most} entries", "entries")
    if not terms.edition:  # a rehearsal is of today, whatever was in force before terms named it
        terms = by_book(terms, find_book(terms.book))
    return _Rehearsal(terms, seed, told).run(entries)


class _Rehearsal:
    def __init__(self, terms: TournamentTerms, seed: str, told: Told) -> None:
        self.terms = terms
        self.book = load_tournament_rules(played_by(terms))
        self.play_rules = load_play_rules(played_by(terms))
        self.chance = Chance(seed)
        self.told = told
        self.course: Course | None = None
        self.events: list[Event] = []
        self.minds: dict[str, Temper] = {}
        self.tables: dict[str, Played] = {}
        self.stages: list[tuple[int, tuple[str, ...]]] = []
        self.refused = 0
        if terms.dates.starts is None:
            raise Malformed("the terms do not say when it starts", "dates.starts")
        self.starts = seconds(terms.dates.starts)
        self.now = self.starts - 60 * DAY
        self.sit_and_go = terms.structure.begins == "table-full"

    @property
    def state(self) -> Course:
        if self.course is None:
            raise BrokenInvariant("there is no tournament yet")
        return self.course

    def run(self, entries: int) -> Rehearsed:
        self._publish()
        if self.sit_and_go:
            self._prepare()
        self._enter(entries)
        self._close()
        while self.state.phase in ("between", "playing"):
            self._stage()
        self._finish()
        return Rehearsed(
            course=self.state,
            events=tuple(self.events),
            tables=self.tables,
            stages=tuple(self.stages),
            refused=self.refused,
        )

    # Orders

    def _do(self, command: Command, why: str = "as rehearsed") -> None:
        """By the first of the house's people who may."""
        tag = str(type(command).__struct_config__.tag)
        by = [role for role in self.book.rules.acts[tag].by if role not in (PLAYER, "house")]
        director = self.book.rules.direction.named.value
        role = director if director in by and self.course is not None else by[0]
        self._order(
            Person("the director" if role == director else "the office", role), command, why
        )

    def _order(self, by: Person, command: Command, why: str = "") -> None:
        order = Order(by=by, at=self.now, command=command, why=why)
        events = decide(self.book, self.course, order)
        for event in events:
            self.course = evolve(self.course, event)
        self.events += events

    def _may(self, command: Command, player: str = "") -> bool:
        """Try something that not every book or tournament has."""
        try:
            if player:
                self._order(Person(player, PLAYER), command)
            else:
                self._do(command)
        except (Refused, Malformed):
            self.refused += 1
            return False
        return True

    # Before play

    def _publish(self) -> None:
        office = next(
            role
            for role in self.book.rules.acts["name-director"].by
            if role in self.book.rules.acts["make"].by
        )
        self._order(Person("the office", office), o.Make(self.terms))
        self._order(Person("the office", office), o.NameDirector("the director"))
        if self.book.rules.publishing.regulator is not None:
            self._do(o.TellRegulator("rehearsal"))
        if to_confirm(self.book.rules, self.terms):
            self._do(o.ConfirmConditions())
        self._do(o.Publish())

    def _prepare(self) -> None:
        """Whoever runs it is there, tables are ready."""
        names = (f"rehearsal {number}" for number in range(1, TABLES + 1))
        self._do(o.NameTables(tuple(o.TournamentTable(id=name) for name in names)))
        self._do(o.Attend(True))

    def _enter(self, entries: int) -> None:
        closes = self.terms.dates.entries_close
        last = self.starts if closes is None else seconds(closes)
        first = self.starts if self.sit_and_go else self.now + DAY
        digits = len(str(entries))
        for number in range(1, entries + 1):
            self.now = max(self.now, first + (last - first) * number // (entries + 1))
            name = f"player {number:0{digits}}"
            self.minds[name] = temper(self.chance)
            self._do(self._entry(name, reserve=False))
            if self.sit_and_go:
                self._fill_tables()
            elif self.chance.one_in(25):
                self._change_of_mind(self.chance.below(number) + 1, digits)
        for number in range(1, min(self.terms.entry.reserves, 3) + 1):
            name = f"reserve {number}"
            self.minds[name] = temper(self.chance)
            self._may(self._entry(name, reserve=True))
        returned = format_amount(self.state.refunded)
        self.told(f"{self.state.entries} entries stand, {returned} returned")

    def _entry(self, name: str, *, reserve: bool) -> o.Enter:
        cash = self.chance.one_in(3)
        return o.Enter(
            player=name,
            money="cash" if cash else "wallet",
            entitled=True,
            agreed=True,
            copy=True,
            reserve=reserve,
        )

    def _change_of_mind(self, number: int, digits: int) -> None:
        """Somebody withdraws, or sends somebody else."""
        name = f"player {number:0{digits}}"
        least = self.terms.entry.least or 1
        if self.chance.one_in(3):
            substitute = f"{name} (substitute)"
            named = o.NameSubstitute(player=name, substitute=substitute, entitled=True)
            self._do(o.FindEntitled(player=substitute))
            if self._may(named, name):
                self.minds[substitute] = self.minds[name]
        elif self.state.entries > least:
            self._may(o.Withdraw(name), name)

    def _close(self) -> None:
        closes = self.terms.dates.entries_close
        self.now = max(self.now, self.starts if closes is None else seconds(closes))
        self._do(o.CloseEntries())
        if not self.sit_and_go:
            self._prepare()

    # Stages

    def _stage(self) -> None:
        course = self.state
        if course.level:
            self._play_off()
            return
        if course.phase == "between" and self._skips_repechage():
            return
        drawn_before = {seat.table for seat in course.drawn} if course.phase == "playing" else set()
        self._draw()
        course = self.state
        number = course.stage
        self._start_time(number)
        tables = sorted({seat.table for seat in course.drawn} - drawn_before)
        for table in tables:
            self._ready_table(table)
        self._results(number)

    def _fill_tables(self) -> None:
        """As soon as a table is full it begins, while others still enter."""
        seated = {seat.player for seat in self.state.drawn}
        waiting = [one for one in self.state.field if one.player not in seated]
        if len(waiting) >= self.terms.stage(1).players:
            self._draw()
            self._ready_table(max(seat.table for seat in self.state.drawn))

    def _draw(self) -> None:
        if self.state.stage and self.state.phase == "between":
            self._between()
        if self.sit_and_go and self.state.stage == 1 and self.state.phase == "playing":
            seated = {seat.player for seat in self.state.drawn}
            if all(one.player in seated for one in self.state.field):
                return
        seed = self.chance.seed()
        self._do(o.SealDraw(digest_of(seed)))
        self._do(o.DrawSeats(seed))

    def _between(self) -> None:
        """Some buy back in, somebody breaks a rule, somebody complains."""
        course = self.state
        for name in course.eliminated:
            if course.terms.money.buy_backs is not None and self.chance.one_in(4):
                self._may(o.BuyChips(name, "buy-back"), name)
        if len(course.waiting) > 8 and self.chance.one_in(2):
            name = course.waiting[self.chance.below(len(course.waiting))]
            self._do(o.Disqualify(player=name, finding="breach"), "looked at another's form")
        if self.chance.one_in(3) and course.waiting:
            self._order(Person(course.waiting[0], PLAYER), o.RaiseDispute("the last count"))
            self._do(o.Rule(len(self.state.disputes), "counted again, and it stands"))

    def _skips_repechage(self) -> bool:
        """Decide on a repechage that is left open; without one, the next stage follows."""
        number = self.state.stage + 1
        stage = self.terms.stage(number)
        if stage.kind != "repechage" or not stage.may_be_held or number in self.state.held:
            return False
        hold = len(self.state.eliminated) > 1
        self._do(o.HoldRepechage(hold))
        return not hold

    def _start_time(self, number: int) -> None:
        starts = starts_at(self.state, number)
        if starts is not None and starts >= self.now:
            self.now = starts
            return
        self.now += HOUR // 2
        if starts is not None and not self.state.sessions:
            self._do(o.MoveStart(self.now + HOUR // 2, 30))
            self.now += HOUR // 2

    def _ready_table(self, table: int) -> None:
        """Seats, buy-ins, the terms of the session; then it is played."""
        course = self.state
        for seat in [seat for seat in course.drawn if seat.table == table]:
            self._ready_player(seat.player)
        if not {one.player for one in self.state.field} <= set(self.state.briefed):
            self._do(o.Brief(True))
        self._do(o.StartSession(table))
        self._play(f"{self.state.stage}.{table}")

    def _ready_player(self, name: str) -> None:
        if self.state.entrants[name].standing != "in":
            return
        if self.chance.one_in(40) and self._may(o.LosePlace(name)):
            self._offer_seat(name)
            return
        if self.terms.money.buy_in_cents and not self.chance.one_in(60):
            self._order(Person(name, PLAYER), o.PayBuyIn(name))
        for what, offer in (
            ("re-buy", self.terms.money.rebuys),
            ("add-on", self.terms.money.add_ons),
        ):
            if offer is not None and self.chance.one_in(10):
                self._may(o.BuyChips(name, "re-buy" if what == "re-buy" else "add-on"), name)

    def _offer_seat(self, gone: str) -> None:
        for name, one in self.state.entrants.items():
            if one.standing == "reserve":
                if self._may(o.SeatReserve(player=name, instead_of=gone)):
                    self._ready_player(name)
                return

    def _play(self, session: str) -> None:
        if session in self.state.results:
            return  # nobody, or only one player, was there
        terms = self.state.sessions[session]
        minds = {
            seat.player: replace(self.minds[seat.player], late=2 if self.chance.one_in(50) else 0)
            for seat in terms.seats
        }
        table = Table(self.play_rules, terms, minds, Chance(self.chance.seed()))
        self.tables[session] = table.play(self.now)
        self.told(f"table {session}: {self.tables[session].result.hands} hands")

    def _results(self, number: int) -> None:
        """Every table hands over what it came to."""
        names = tuple(self.state.sessions)
        self.stages.append((number, names))
        for name in names:
            if name not in self.state.results:
                played = self.tables[name]
                self.now = max(self.now, played.ended)
                self._order(Person("the desk", "house"), o.TakeResult(played.result))
        stage = self.terms.stage(number)
        tables = f"{len(names)} table{'s' if len(names) > 1 else ''}"
        going = "" if self.state.phase == "decided" else f", {len(self.state.waiting)} go on"
        self.told(f"{stage.name or f'stage {number}'}: {tables}{going}")

    def _play_off(self) -> None:
        self._do(o.PlayOff())
        name = self.state.playing[0]
        self._play(name)
        played = self.tables[name]
        self.now = max(self.now, played.ended)
        self._order(Person("the desk", "house"), o.TakeResult(played.result))

    # The end

    def _finish(self) -> None:
        self._do(o.AwardPlaces())
        while self.state.phase == "decided":
            self._play_off()
            self._do(o.AwardPlaces())
        self._do(o.PayPrizes())
        self.told("prizes are paid")
