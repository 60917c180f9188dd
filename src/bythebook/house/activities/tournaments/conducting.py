"""A tournament that the house itself announces, and one that it conducts: every step by an order of
whoever the book wants it from, as at any other's desk.
"""

from datetime import UTC, datetime

from msgspec.structs import replace

from bythebook.deciders import Command, Order, Person, tag_of
from bythebook.house.activities.activity import ActivityTransaction
from bythebook.house.activities.tournaments.tournaments import DeclarePractice, Fill
from bythebook.house.people import people as p
from bythebook.rulebooks.chapters.tournament_course import TournamentRules, load_tournament_rules
from bythebook.rulebooks.law import played_by
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.entries import to_confirm
from bythebook.tournaments.course.state import Course
from bythebook.tournaments.terms.document import TournamentTerms

_OF_THE_HOUSE = {DeclarePractice: "make", Fill: "enter"}  # by whom: as these acts of the book


def dated(terms: TournamentTerms, closes: int, starts: int) -> TournamentTerms:
    """The same terms at another time; what they do not say stays unsaid."""
    given = {"starts": starts, "entries_close": closes, "withdraw_until": closes}
    said = (name for name in given if getattr(terms.dates, name) is not None)
    moments = {name: datetime.fromtimestamp(given[name], UTC) for name in said}
    return replace(terms, dates=replace(terms.dates, **moments))


def who(rules: TournamentRules, command: Command, director: str) -> Person:
    """Somebody who may give this order; whoever runs it by this name."""
    act = _OF_THE_HOUSE.get(type(command), tag_of(command))
    runs = rules.direction.named.value
    roles = [role for role in rules.acts[act].by if role != p.PLAYER]
    if runs in roles and not isinstance(command, o.Make):
        return Person(director, runs)
    return Person(f"{roles[0]} of the house", roles[0])


class Conductor:
    """Whoever gives the orders of a tournament, within one move of it."""

    def __init__(
        self,
        moving: ActivityTransaction,
        stream: str,
        director: str,
        why: str,
        law: TournamentTerms,
    ) -> None:
        self._moving = moving
        self._stream = stream
        self._director = director
        self._why = why
        self._rules = load_tournament_rules(played_by(law)).rules

    @property
    def _course(self) -> Course:
        course: Course = self._moving.state(self._stream).course
        return course

    def order(self, command: Command) -> None:
        by = who(self._rules, command, self._director)
        order = Order(by=by, at=self._moving.at, command=command, why=self._why)
        self._moving.act(self._stream, order)

    def announce(self, terms: TournamentTerms, practice: bool) -> None:
        """Written down, with everything that the book wants before, and published."""
        self.order(o.Make(terms))
        self.order(o.NameDirector(self._director))
        if self._rules.publishing.regulator is not None:
            self.order(o.TellRegulator(self._why))
        if practice:
            self.order(DeclarePractice())
        if to_confirm(self._rules, terms):
            self.order(o.ConfirmConditions())
        self.order(o.Publish())

    def close_entries(self, tables: int) -> None:
        """Nobody enters any more; whoever runs it is there, tables are ready, players know how."""
        self.order(o.CloseEntries())
        if self._rules.direction.present is not None:
            self.order(o.Attend(True))
        names = (f"practice {number}" for number in range(1, tables + 1))
        self.order(o.NameTables(tuple(o.TournamentTable(id=name) for name in names)))
        if self._rules.direction.briefing is not None:
            self.order(o.Brief(True))

    def go_on(self) -> None:
        """Everything that is to be done now, until the tables are waited for, or it is over."""
        self._follow_up()
        while (command := _next(self._course)) is not None:
            self.order(command)
            self._follow_up()

    def _follow_up(self) -> None:
        self._moving.kind(self._stream).after_act(self._moving, self._stream)


def _next(course: Course) -> Command | None:
    """What a desk would do next; none: somebody plays."""
    match course.phase:
        case "between":
            return o.DrawSeats("")
        case "playing":
            for number in sorted({seat.table for seat in course.drawn}):
                if f"{course.stage}.{number}" not in course.sessions:
                    return o.StartSession(number)
            return o.PlayOff() if course.level and not course.playing else None
        case "decided":
            return o.PlayOff() if course.level else o.AwardPlaces()
        case "awarded":
            return o.PayPrizes()
    return None
