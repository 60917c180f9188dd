"""What a rehearsal came to: stages, places, prizes, every cent, and chips hand by hand."""

import msgspec

from bythebook.errors import ensure
from bythebook.tournaments.course_events import (
    PlayerEntered,
    PrizesPaid,
    ReserveSeated,
    ResultTaken,
    StageEnded,
)
from bythebook.tournaments.course_money import HOUSE, payments
from bythebook.tournaments.ranking import place_of
from bythebook.tournaments.rehearsal import Rehearsed

FELL_OUT = ("withdrawn", "lost-place", "disqualified")
Chart = tuple[tuple[int, dict[str, int]], ...]  # stacks after each hand


class StageSummary(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    players: int
    tables: int
    hands: int
    advanced: tuple[str, ...]


class Winner(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    place: int
    cents: int
    thing: str = ""
    level: int = 1


class MoneySummary(msgspec.Struct, frozen=True, kw_only=True):
    """Both sides come to the same: whatever came in went out."""

    fees_and_chips: int  # from players
    from_house: int  # added, promised, or lost at the tables
    prizes: int
    commission: int
    refunds: int
    chips_cashed: int
    to_house: int  # won at the tables

    @property
    def came_in(self) -> int:
        return self.fees_and_chips + self.from_house

    @property
    def went_out(self) -> int:
        return self.prizes + self.commission + self.refunds + self.chips_cashed + self.to_house


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    entries: int  # everybody who entered and paid
    fell_out: int  # of them: withdrew, lost the place, were disqualified
    hands: int
    stages: tuple[StageSummary, ...]
    winners: tuple[Winner, ...]
    money: MoneySummary
    chart: dict[str, Chart]


def summarise(rehearsed: Rehearsed) -> Summary:
    course = rehearsed.course
    stages = tuple(_stage(rehearsed, index) for index in range(len(rehearsed.stages)))
    winners = tuple(
        Winner(
            player=share.player,
            place=place_of(course.places, share.player),
            cents=share.cents,
            thing=share.thing,
            level=share.level,
        )
        for share in course.shares
    )
    money = _money(rehearsed)
    ensure(money.came_in == money.went_out, "money in is money out")
    return Summary(
        title=course.terms.title,
        entries=sum(isinstance(each, PlayerEntered | ReserveSeated) for each in rehearsed.events),
        fell_out=sum(one.standing in FELL_OUT for one in course.entrants.values()),
        hands=sum(table.result.hands for table in rehearsed.tables.values()),
        stages=stages,
        winners=winners,
        money=money,
        chart={name: table.session.chart for name, table in rehearsed.tables.items()},
    )


def _stage(rehearsed: Rehearsed, index: int) -> StageSummary:
    number, names = rehearsed.stages[index]
    ended = next(
        event
        for event in rehearsed.events
        if isinstance(event, StageEnded) and event.stage == number
    )
    about = rehearsed.course.terms.stage(number)
    played = [rehearsed.tables[name] for name in names if name in rehearsed.tables]
    here = [seat.player for table in played for seat in table.session.terms.seats]
    return StageSummary(
        name=about.name or f"stage {number}",
        players=len(here),
        tables=len(names),
        hands=sum(table.result.hands for table in played),
        advanced=ended.advancing,
    )


def _money(rehearsed: Rehearsed) -> MoneySummary:
    moved = dict.fromkeys(MoneySummary.__struct_fields__, 0)
    for event in rehearsed.events:
        for payment in payments(rehearsed.course, event):
            moved[_line(event, payment.person, payment.cents)] += abs(payment.cents)
    return msgspec.convert(moved, MoneySummary)


def _line(event: object, person: str, cents: int) -> str:
    """The line of the account that a payment belongs to."""
    if person == HOUSE:
        if cents < 0:
            return "from_house"
        return "commission" if isinstance(event, PrizesPaid) else "to_house"
    if cents < 0:
        return "fees_and_chips"
    if isinstance(event, PrizesPaid):
        return "prizes"
    return "chips_cashed" if isinstance(event, ResultTaken) else "refunds"
