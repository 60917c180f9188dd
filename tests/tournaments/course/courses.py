"""A tournament in a test's hands: give orders, play tables on paper, look at it."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from bythebook.deciders import Command, Event, Money, Order, Person
from bythebook.draws import digest_of
from bythebook.errors import Refused
from bythebook.rulebooks.chapters.tournament_course import find_tournament_rules
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.course import decide, evolve, payments
from bythebook.tournaments.course.entries import to_confirm
from bythebook.tournaments.course.ranking import by_value, cut
from bythebook.tournaments.course.state import Course
from bythebook.tournaments.terms.document import TournamentTerms, seconds
from bythebook.tournaments.terms.files import read_document
from bythebook.tournaments.values import SessionResult, Standing

EXAMPLES = Path(__file__).parents[3] / "examples" / "tournaments"
OFFICE = {  # who stands for the house itself, by book
    "star-blackjack-challenge": "operator",
    "canberra-blackjack": "gaming-shift-manager",
    "crown-blackjack": "casino-manager",
    "tasmania-blackjack": "casino-operator",
}
DAY = 24 * 60 * 60


def example(name: str) -> TournamentTerms:
    return read_document((EXAMPLES / f"{name}.toml").read_bytes())


def table(number: int) -> o.TournamentTable:
    return o.TournamentTable(id=f"t{number}")


def seed(number: int) -> str:
    return hashlib.sha256(f"draw {number}".encode()).hexdigest()


class Play:
    """One tournament; time stands still until a test moves it."""

    def __init__(self, terms: TournamentTerms) -> None:
        self.terms = terms
        self.book = find_tournament_rules(terms.book)
        self.office = Person("olga", OFFICE[terms.book])
        self.director = Person("dora", self.book.rules.direction.named.value)
        self.dealer = Person("dean", "dealer")
        self.state: Course | None = None
        self.events: list[Event] = []
        self.flow: dict[str, int] = {}  # money by person: what each has got from it
        assert terms.dates.starts is not None
        self.starts = seconds(terms.dates.starts)
        self.now = self.starts - 60 * DAY
        self.seeds = 0

    @property
    def course(self) -> Course:
        assert self.state is not None
        return self.state

    def do(
        self, by: Person, command: Command, *, at: int | None = None, why: str = "so"
    ) -> tuple[Event, ...]:
        self.now = self.now if at is None else at
        events = decide(self.book, self.state, Order(by=by, at=self.now, command=command, why=why))
        for event in events:
            before = self.state
            self.state = evolve(self.state, event)
            for payment in payments(before or self.state, event):
                self.flow[payment.person] = self.flow.get(payment.person, 0) + payment.cents
        self.events += events
        return events

    def person(self, name: str) -> Person:
        return Person(name, "player")

    def refused(self, by: Person, command: Command, clause: str, *, at: int | None = None) -> None:
        """The order is refused by this clause, and nothing changes."""
        before = self.state
        with pytest.raises(Refused) as caught:
            self.do(by, command, at=at)
        assert caught.value.clause == clause, caught.value
        assert self.state is before

    def order(self, by: Person, command: Command) -> Order:
        return Order(by=by, at=self.now, command=command)

    @property
    def phase(self) -> str:
        return str(self.course.phase)

    # Steps that most tests need done before what they are about.

    def made(self) -> "Play":
        self.do(self.office, o.Make(self.terms))
        self.do(self.office, o.NameDirector(self.director.name))
        return self

    def published(self) -> "Play":
        self.made()
        if self.book.rules.publishing.regulator is not None:
            self.do(self.office, o.TellRegulator("letter 7"))
        if to_confirm(self.book.rules, self.terms):
            self.do(self.office, o.ConfirmConditions())
        self.do(self.office, o.Publish())
        return self

    def entry(self, name: str, *, reserve: bool = False, money: Money = "wallet") -> o.Enter:
        return o.Enter(
            player=name, money=money, entitled=True, agreed=True, copy=True, reserve=reserve
        )

    def found(self, *names: str) -> None:
        """The house has found that these may enter."""
        for name in names:
            self.do(self.office, o.FindEntitled(player=name))

    def entered(self, count: int) -> "Play":
        self.published()
        for number in range(1, count + 1):
            self.do(self.office, self.entry(f"p{number}"))
        return self

    def closed(self, count: int) -> "Play":
        self.entered(count)
        self.do(self.office, o.CloseEntries(go_ahead=True))
        self.ready()
        return self

    def ready(self) -> None:
        """Tables, briefing, somebody there."""
        self.do(self.director, o.NameTables(tuple(map(table, range(1, 31)))))
        self.do(self.director, o.Attend(True))
        self.do(self.director, o.Brief(True))

    def draw(self, players: int = 0) -> tuple[Event, ...]:
        self.seeds += 1
        self.do(self.director, o.SealDraw(digest_of(seed(self.seeds))))
        return self.do(self.director, o.DrawSeats(seed(self.seeds), players))

    def drawn(self, count: int) -> "Play":
        self.closed(count)
        self.draw()
        return self

    def start(self, table: int, *, buy_in: bool = True) -> None:
        self.now = max(self.now, self.starts + 300 * DAY)
        if self.terms.money.buy_in_cents and buy_in:
            for seat in self.course.drawn:
                if seat.table == table and self.course.entrants[seat.player].standing == "in":
                    self.do(self.director, o.PayBuyIn(seat.player))
        self.do(self.director, o.StartSession(table))

    def result(
        self,
        session: str,
        chips: Mapping[str, int],
        *,
        disqualified: Sequence[str] = (),
        missing: int = 0,
    ) -> tuple[Event, ...]:
        """What a table hands over; ties on the line go to whoever is named first."""
        terms = self.course.sessions[session]
        all_chips = {seat.player: chips.get(seat.player, 0) for seat in terms.seats}
        fair = {name: held for name, held in all_chips.items() if name not in disqualified}
        places = by_value(fair)
        line = cut(places, terms.advancing)
        going = {*line.above, *line.level[: line.open]}
        standings = tuple(
            Standing(
                player=seat.player,
                box=seat.box,
                chips=all_chips[seat.player],
                disqualified=seat.player in disqualified,
                advances=seat.player in going,
            )
            for seat in terms.seats
        )
        return self.do(
            self.dealer,
            o.TakeResult(
                SessionResult(
                    id=session, places=places, standings=standings, hands=9, chips_missing=missing
                )
            ),
        )

    def play_stage(self, chips: Mapping[str, int] | None = None) -> None:
        """Every table of the stage: lower numbers end with more chips, where nothing is said."""
        for table in sorted({seat.table for seat in self.course.drawn}):
            name = f"{self.course.stage}.{table}"
            if name not in self.course.sessions:
                self.start(table)
            if name in self.course.results:
                continue
            seats = self.course.sessions[name].seats
            self.result(
                name, chips or {seat.player: 10_000 - 10 * _number(seat.player) for seat in seats}
            )

    def to_the_end(self) -> "Play":
        """Draw and play whatever is left, award, pay."""
        while self.phase in ("between", "playing"):
            if self.phase == "between":
                self.draw()
            self.play_stage()
        self.do(self.director, o.AwardPlaces())
        self.do(self.office, o.PayPrizes())
        return self


def _number(name: str) -> int:
    return int("".join(filter(str.isdigit, name)) or 0)


def changed(terms: TournamentTerms, **parts: object) -> TournamentTerms:
    """The same terms with some fields of their parts otherwise: `money={"fee_cents": 0}`."""
    new = {
        name: replace(getattr(terms, name), **part) if isinstance(part, dict) else part
        for name, part in parts.items()
    }
    return replace(terms, **new)


def only_final(terms: TournamentTerms, **parts: object) -> TournamentTerms:
    """The same with nothing but its final."""
    return changed(changed(terms, stages=terms.stages[-1:], **parts), entry={"least": 2, "most": 7})


def paid_out(play: Play) -> e.PrizesPaid:
    return next(event for event in play.events if isinstance(event, e.PrizesPaid))


def prizes_of(play: Play) -> dict[str, int]:
    return {share.player: share.cents for share in paid_out(play).shares}


def finish(play: Play, chips: dict[str, int]) -> dict[str, int]:
    """Play the final to these chips, award and pay: everybody's prize."""
    play.play_stage(chips)
    play.do(play.director, o.AwardPlaces())
    play.do(play.office, o.PayPrizes())
    assert play.phase == "over"
    return prizes_of(play)
