"""Any command from anybody at any time: the meters stay exact, and a refusal changes nothing."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bythebook.cards import CARDS, Card
from bythebook.deciders import Command
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as g
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.pool import decide, evolve
from bythebook.jackpots.terms import MICROS, PoolTerms
from bythebook.rulebooks.chapters.conduct import PAID
from bythebook.rulebooks.chapters.jackpots import METERS
from bythebook.table.table import refusal
from tests.books.baceball import floor as baceball
from tests.jackpots.hall import Hall, baceball_terms, blazing_terms, supernova_terms
from tests.jackpots.linked_tables import aces_table, nova_table, star_table
from tests.jackpots.mystery_again import check_mystery
from tests.records.exported import check_records
from tests.table.floor import Floor, m, o

NAMES = ("ann", "ben", "cal")


def eager(terms: PoolTerms) -> PoolTerms:
    """Mysteries that are reached after a few stakes."""
    meters = tuple(
        replace(m, seed_cents=0, reset_cents=0, least_cents=60, most_cents=300) if m.hidden else m
        for m in terms.meters
    )
    return replace(terms, meters=meters)


POOLS = {
    "star": blazing_terms(),
    "aces": eager(baceball_terms()),
    "nova": eager(supernova_terms(authorise_cents=200)),
}

rounds = st.integers(1, 4)
boxes = st.integers(1, 3)
tables = st.sampled_from(["t1", "t2"])
some_boxes = st.lists(boxes, max_size=3).map(tuple)
numbers = st.integers(0, 4)
amounts = st.integers(-2_000_000, 2_000_000)


@st.composite
def commands(draw: st.DrawFn, terms: PoolTerms) -> Command:
    """Of every kind, those of the meters most often."""
    meter = draw(st.sampled_from([one.name for one in terms.meters] + ["none"]))
    table, number, box = draw(tables), draw(rounds), draw(boxes)
    wagers = tuple(c.Entered(n, NAMES[n - 1]) for n in draw(some_boxes))
    won = tuple(
        c.Won(n, NAMES[n - 1], (meter,), "three sevens of diamonds", draw(st.integers(0, 10**6)))
        for n in draw(some_boxes)
    )
    before = draw(st.integers(0, 1_200_000))
    drawn = (c.Drawn(meter, before, draw(st.integers(0, 1_200_000)), draw(st.booleans())),)
    kinds: list[Command] = [
        c.Register(table, number, wagers),
        c.Register(table, number, wagers),
        c.TakeBack(table, number, draw(some_boxes), draw(st.sampled_from(["24.5.4", "x"]))),
        c.CarryOver(table, number, draw(some_boxes)),
        c.RecordWins(table, number, won, drawn if draw(st.booleans()) else ()),
        c.UndoWins(table, number, ((box, (meter,)),), (meter,) if draw(st.booleans()) else ()),
        c.UndoWins(table, number, (), (meter,)),
        c.AskCorrection(meter, draw(amounts)),
        c.AnswerCorrection(draw(numbers), draw(st.booleans())),
        c.ReportServerFailure(),
        c.ServerBack(),
        c.SensorDown(table, box),
        c.SensorUp(table, box),
        c.NoteIncorrectWager(table, number, box, "foreign-chip"),
        c.TellReport(draw(numbers)),
        c.AuthoriseWin(draw(numbers)),
        c.ReferWin(draw(numbers)),
        c.RefuseWin(draw(numbers)),
        c.MarkPaid(draw(numbers)),
        c.ReclaimWin(draw(numbers)),
        c.DetermineSimultaneous((draw(numbers), draw(numbers))),
        c.ApproveFigures("A 10/26", ("rate", "seed")),
        c.OpenPool(),
        c.ClosePool(),
        c.UnlinkTable(table),
        c.ChangeTerms(terms),
        c.SealMystery(meter, draw(numbers), "0" * 64),
    ]
    return draw(st.sampled_from(kinds))


def by(hall: Hall, command: Command, high: bool) -> str:
    if isinstance(command, c.BY_METERS):
        return METERS
    if isinstance(command, c.DetermineSimultaneous):
        return "surveillance"
    return hall.top if high else "dealer"


@pytest.mark.parametrize("book", POOLS)
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data())
def test_any_sequence_keeps_the_meters_exact(book: str, data: st.DataObject) -> None:
    hall = Hall(POOLS[book])
    for table in ("t1", "t2"):
        hall.ok(hall.top, c.LinkTable(table, hall.facts()))
    expected = {one.name: one.seed_cents * MICROS for one in hall.now.terms.meters}
    for command in data.draw(st.lists(commands(hall.now.terms), min_size=5, max_size=40)):
        role = by(hall, command, data.draw(st.booleans()))
        order = hall.order(role, command, by=data.draw(st.sampled_from(NAMES)), why="so")
        before = hall.now
        try:
            events = decide(hall.rules, hall.pool, order, hall.seeds)
        except (Refused, Malformed):
            assert hall.pool == before
            continue
        for event in events:
            hall.pool = evolve(hall.pool, event)
            _expect(expected, event)
            assert {n: meter.micros for n, meter in hall.now.meters.items()} == expected
        hall.log += events
        hall.seal()
    hall.check()
    check_mystery(hall.log)
    for one in hall.now.terms.meters:
        assert hall.now.meters[one.name].micros >= one.reset_cents * MICROS
    standing = [(w.table, w.round, w.box, w.meters) for w in hall.now.wins if w.stands]
    assert len(standing) == len(set(standing))


def _expect(meters: dict[str, int], event: Any) -> None:
    """By the words of each event, worked out here: stakes at their rate, wins off, top-ups on."""
    match event:
        case e.Registered():
            for name, each in event.each.items():
                meters[name] += each * len(event.counted)
        case e.TakenBack():
            for name, each in event.each.items():
                meters[name] += event.topped_up.get(name, 0) - each * len(event.boxes)
        case e.MysteryHit() | e.MeterDrawn():
            meters[event.meter] += event.topped_up - event.cents * MICROS
        case e.PrizePutBack():
            meters[event.meter] += event.micros - event.topped_up
        case e.MeterCorrected():
            meters[event.meter] += event.cents * MICROS


# Real tables


class Dealers:
    """Two linked tables, played at random with cards that win jackpots often."""

    def __init__(self, hall: Hall, floors: list[Floor], wager: str, rank: str, by: str) -> None:
        self.hall, self.floors, self.wager, self.rank, self.by = hall, floors, wager, rank, by
        self.random = random.Random(20261116)

    def go(self, steps: int) -> None:
        for _ in range(steps):
            floor = self.random.choice(self.floors)
            for command, role, name in self.choices(floor):
                order = floor.order(role, command, by=name, why="so", asked="")
                if refusal(floor.rules, floor.state, order) is None:
                    floor.ok(role, command, by=name, why="so")
                    break

    def choices(self, floor: Floor) -> list[tuple[o.Command, str, str | None]]:
        state = floor.state
        if state.shoe.status != "ready" and not state.in_round:
            ready: list[o.Command] = [o.Burn(), o.Shuffle(), m.CardsVerified()]
            return [(command, "dealer", None) for command in ready]
        irregularities: list[tuple[o.Command, str, str | None]] = [
            (o.VoidRound("12.5"), self.by, None),
            (o.VoidRound("19.11(a)"), self.by, None),
            (o.VoidRound("18.15.2"), self.by, None),
            (m.JackpotFailure(self.wager), "dealer", None),
        ]
        again: list[tuple[o.Command, str, str | None]] = [
            (o.Perform("confirm-sensors"), "dealer", None),
            (o.ResumeWager(self.wager), self.by, None),
            (o.SuspendWager(self.wager), self.by, None),
            (o.Perform("call-inspector"), "dealer", None),
            (o.Perform("refer-jackpot"), "dealer", None),
            (o.Perform("pay-jackpot"), "dealer", None),
            (o.Perform("game-over"), "dealer", None),
            (o.VoidLastRound("14.4.1"), self.by, None),
            (o.Invalidate("14.4.1"), self.by, None),
        ]
        if state.in_round:
            if self.random.random() < 0.03:
                return [self.random.choice(irregularities)]
            if state.round is not None and state.round.due is None:
                return self.decisions(floor)
            return [(o.Deal(self.card(floor)), "dealer", None)]
        if state.round is None and self.random.random() < 0.2:
            return [(o.Shuffle(), "dealer", None)]  # the winning cards are in the device again
        for duty in state.duties:
            if duty.act == PAID:  # a prize that somebody has to pay
                return [(o.Perform(duty.act, player=duty.player), self.by, None)]
        wagers = state.round.wagers if state.round is not None else ()
        mains = sum(wager.live and wager.kind == "main" for wager in wagers)
        begun = state.called or state.console
        if mains and self.random.random() < (0.5 if begun else 0.1 * mains):
            return [
                (o.Perform("check-wagers"), "dealer", None),
                (o.NoMoreBets(), "dealer", None),
                (o.Perform("press-no-more-bets"), "dealer", None),
                (o.Perform("remove-wagers"), "dealer", None),
                (o.Deal(self.card(floor)), "dealer", None),
            ]
        if state.suspended or state.held_up or state.duties or self.random.random() < 0.1:
            return [self.random.choice(again)]
        box = self.random.randint(1, 3)
        wager, amount = self.random.choice([("main", 1000), (self.wager, self.stake)])
        name = NAMES[box - 1]
        return [(o.Place(box, name, amount, wager), "player", name)]

    @property
    def stake(self) -> int:
        return self.hall.now.terms.stake_cents

    def decisions(self, floor: Floor) -> list[tuple[o.Command, str, str | None]]:
        asked: list[g.AnyCommand] = [
            g.Stand(1), g.Stand(2), g.Stand(3), g.Proceed(), g.Hit(1), g.Hit(2), g.Hit(3),
        ]  # fmt: skip
        return [(o.Decide(command), "dealer", None) for command in asked]

    def card(self, floor: Floor) -> Card:
        """A winning rank half of the time, of one suit more often than not."""
        out = floor.state.shoe.out
        deck = [card for card in CARDS.values() if not card.joker and out.count(card) < 6]
        good = [card for card in deck if card.rank == self.rank and card.suit in "DS"]
        return self.random.choice(good if good and self.random.random() < 0.7 else deck)


def _play(which: str) -> Hall:
    if which == "star":
        hall = Hall(blazing_terms())
        dealers = Dealers(hall, [star_table(), star_table()], "blazing-7s", "7", "supervisor")
    elif which == "aces":
        hall = Hall(eager(baceball_terms()))
        floors = [aces_table(hall), aces_table(hall)]
        for floor in floors:
            floor.players(ann=1, ben=2, cal=3)
        dealers = Dealers(hall, floors, "jackpot", "A", baceball.SUPERVISOR)
    else:
        hall = Hall(eager(supernova_terms()))
        floors = [nova_table(ann=1, ben=2, cal=3) for _ in range(2)]
        dealers = Dealers(hall, floors, "supernova", "T", "inspector")
    for name, floor in zip(("t1", "t2"), dealers.floors, strict=True):
        hall.link(name, floor)
    dealers.go(1500)
    for floor in dealers.floors:
        check_records(floor.rules, floor.log)
    return hall


@pytest.mark.parametrize("which", ["star", "aces", "nova"])
def test_tables_played_at_random_and_their_pool_agree(which: str) -> None:
    """Every prize that the rounds paid from a meter stands in the pool, once, to the cent."""
    hall = _play(which)
    hall.check()
    check_mystery(hall.log)
    registered = [told for told in hall.told if isinstance(told, c.Register)]
    assert len(registered) > 20
    assert any(isinstance(told, c.TakeBack | c.CarryOver) for told in hall.told)
    assert len(hall.now.wins) >= 3
    paid = {
        (table, number, row.box, row.paid)
        for table, floor in hall.tables.items()
        for number, round_ in _last_rounds(floor)
        for row in round_.rows
        if row.wager == hall.now.terms.wager and row.result == "wins" and _from_meter(hall, row)
    }
    recorded = {
        (win.table, win.round, win.box, win.cents)
        for win in hall.now.wins
        if win.stands and any(n == win.round for n, _ in _last_rounds(hall.tables[win.table]))
    }
    assert recorded == paid


def _last_rounds(floor: Floor) -> list[tuple[int, Any]]:
    state = floor.state
    past = [past.round for past in state.past]
    numbers = range(state.rounds - len(past) + 1, state.rounds + 1)
    current = [(state.rounds + 1, state.round)] if state.in_round else []
    return [*zip(numbers, past, strict=True), *current]


def _from_meter(hall: Hall, row: Any) -> bool:
    lines = (
        hall.rules.book.game(hall.now.terms.game, None, hall.now.terms.options)
        .rules.side_wagers[hall.now.terms.wager]
        .lines
    )
    shares = {line.name for line in lines if line.share is not None}
    return row.line == "mystery jackpot" or row.line in shares
