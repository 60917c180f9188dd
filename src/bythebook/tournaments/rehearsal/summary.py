"""What a rehearsal came to: stages, places, prizes, every cent, and chips hand by hand."""

import msgspec

from bythebook.errors import ensure
from bythebook.structs import like
from bythebook.tournaments.course.events import (
    PlayerEntered,
    PrizesPaid,
    ReserveSeated,
    ResultTaken,
    SessionStarted,
    StageEnded,
)
from bythebook.tournaments.course.money import HOUSE, payments
from bythebook.tournaments.course.ranking import place_of
from bythebook.tournaments.rehearsal.rehearsal import Rehearsed
from bythebook.tournaments.rehearsal.table import Played

LINES = (
    "from_players", "from_house", "prizes", "commission", "refunds", "chips_cashed", "to_house",
)  # fmt: skip
FELL_OUT = ("withdrawn", "lost-place", "disqualified")


class StageSummary(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    players: int
    tables: int
    hands: int
    advanced: tuple[str, ...]


class Won(msgspec.Struct, frozen=True, kw_only=True):
    """A prize; `level` players shared the place."""

    place: int
    player: str
    cents: int
    thing: str = ""
    level: int = 1


class Series(msgspec.Struct, frozen=True):
    player: str
    chips: tuple[int, ...]


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """Chips by hand at one table, from what everybody began with."""

    table: str
    hands: tuple[int, ...]
    series: tuple[Series, ...]


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """All of it; whatever came in went out."""

    title: str
    entries: int  # everybody who entered and paid
    fell_out: int  # of them: withdrew, lost the place, were disqualified
    hands: int
    stages: tuple[StageSummary, ...]
    places: tuple[Won, ...]
    money_in: int
    from_players: int
    from_house: int  # added, promised, or lost at the tables
    money_out: int
    prizes: int
    commission: int
    refunds: int
    chips_cashed: int
    to_house: int  # won at the tables
    charts: tuple[Chart, ...]


def summarise(rehearsed: Rehearsed) -> Summary:
    course = rehearsed.course
    places = tuple(
        like(Won, share, place=place_of(course.places, share.player)) for share in course.shares
    )
    money = _money(rehearsed)
    money_in = money["from_players"] + money["from_house"]
    money_out = sum(money.values()) - money_in
    ensure(money_in == money_out, "money in is money out")
    return Summary(
        title=course.terms.title,
        entries=sum(isinstance(each, PlayerEntered | ReserveSeated) for each in rehearsed.events),
        fell_out=sum(one.standing in FELL_OUT for one in course.entrants.values()),
        hands=sum(table.result.hands for table in rehearsed.tables.values()),
        stages=tuple(_stage(rehearsed, index) for index in range(len(rehearsed.stages))),
        places=places,
        money_in=money_in,
        money_out=money_out,
        charts=tuple(_chart(name, table) for name, table in rehearsed.tables.items()),
        **money,
    )


def _chart(name: str, table: Played) -> Chart:
    points = table.session.chart
    series = []
    for seat in table.session.terms.seats:
        chips = [seat.chips]
        for _, stacks in points:
            chips.append(stacks.get(seat.player, 0))  # nothing, once somebody is out
        series.append(Series(seat.player, tuple(chips)))
    return Chart(table=name, hands=(0, *(hand for hand, _ in points)), series=tuple(series))


def _stage(rehearsed: Rehearsed, index: int) -> StageSummary:
    number, names = rehearsed.stages[index]
    ended = next(
        event
        for event in rehearsed.events
        if isinstance(event, StageEnded) and event.stage == number
    )
    about = rehearsed.course.terms.stage(number)
    played = [rehearsed.tables[name] for name in names if name in rehearsed.tables]
    players = sum(
        len(event.session.seats)
        for event in rehearsed.events
        if isinstance(event, SessionStarted) and event.session.id in names
    )
    return StageSummary(
        name=about.name or f"stage {number}",
        players=players,
        tables=len(names),
        hands=sum(table.result.hands for table in played),
        advanced=ended.advancing,
    )


def _money(rehearsed: Rehearsed) -> dict[str, int]:
    """Every payment, added up line by line."""
    moved = dict.fromkeys(LINES, 0)
    for event in rehearsed.events:
        for payment in payments(rehearsed.course, event):
            moved[_line(event, payment.person, payment.cents)] += abs(payment.cents)
    return moved


def _line(event: object, person: str, cents: int) -> str:
    """The line of the account that a payment belongs to."""
    if person == HOUSE:
        if cents < 0:
            return "from_house"
        return "commission" if isinstance(event, PrizesPaid) else "to_house"
    if cents < 0:
        return "from_players"
    if isinstance(event, PrizesPaid):
        return "prizes"
    return "chips_cashed" if isinstance(event, ResultTaken) else "refunds"
