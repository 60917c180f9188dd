"""Tournaments of a house: of every book that has them, finished, called off, and in mid-hand."""

import random
from contextlib import suppress
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.deciders import Command
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.tournaments.running import pack_now
from bythebook.house.people import people as p
from bythebook.house.service import House
from bythebook.rulebooks.chapters.tournament_play import find_play_rules
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.session import automatic
from bythebook.tournaments.session import commands as s
from bythebook.tournaments.session.views import whose_turn
from bythebook.tournaments.terms.document import TournamentTerms, seconds
from tests.house.activities.test_tournaments_practice import ENTRIES, FORMATS, quick, run
from tests.house.activities.tournament_life import NAMES, Clock, Life, small_terms
from tests.tournaments.session.test_any_order import an_order

PLAYERS = NAMES[:4]
DAY = 24 * 3600
WEEK = 7 * DAY
BOOKS = ("canberra-knock-out", "crown", "star", "tasmania-chips", "tasmania-elimination")
MONEY = 10**7
LEFT = "-left-"  # in the names of those that stay in mid-hand


class Cup(Life):
    """A tournament with people who also do strange things."""

    def __init__(self, house: House, clock: Clock, terms: TournamentTerms, seed: str) -> None:
        super().__init__(house, clock, terms)
        self.chance = random.Random(f"{seed} {terms.id}")
        self.wild = 0.0  # how often somebody asks for something strange

    async def people(self) -> None:
        """Whoever is not known at this house or at this book yet."""
        for name in ("director", "manager", *NAMES):
            with suppress(Refused):
                await self.house.accounts.order(p.HOUSE, p.OpenAccount(name), self.house.now)
                if name in NAMES:
                    await self.house.at_cage(p.HOUSE, name, MONEY, "deposit", f"for-{name}")
            if role := self.viewer(name).book_roles.get(self.terms.book):
                grant = p.GrantRole(name, self.terms.book, role)
                with suppress(Refused):
                    await self.house.accounts.order(p.HOUSE, grant, self.house.now)

    async def tries(
        self, by: str, command: Command, table: str = "", why: str = "so it was"
    ) -> bool:
        fields = msgspec.to_builtins(command)
        try:
            await self.give(by, fields.pop("type"), table, why=why, **fields)
        except (Refused, Malformed):
            return False
        return True

    def anything(self) -> Command:
        """An order to the course."""
        chance = self.chance
        name, other = chance.choice(NAMES), chance.choice(NAMES)
        return chance.choice(
            [
                o.RefuseEntry(name), o.Withdraw(name), o.Brief(True), o.Attend(True),
                o.NameSubstitute(player=name, substitute=other, entitled=True), o.Practise(1),
                o.Enter(player=name, money="cash", entitled=True, agreed=True, copy=True),
                o.Enter(player=name, entitled=True, agreed=True, copy=True, reserve=True),
                o.MoveStart(self.clock.now + DAY, 60), o.PayBuyIn(name), o.NameDeputy("manager"),
                o.BuyChips(name, "re-buy"), o.BuyChips(name, "add-on"),
                o.BuyChips(name, "buy-back"), o.LosePlace(name), o.Announce("good luck"),
                o.SeatReserve(player=name, instead_of=other), o.HoldRepechage(True),
                o.RaiseDispute("the seats"), o.Rule(1, "they stand"), o.PlayOff(),
                o.Disqualify(player=name, finding=chance.choice(("breach", "absent"))),
                o.NameTables((o.TournamentTable(id="T1"), o.TournamentTable(id="T2"))),
                o.Amend(self.terms),
            ]
        )  # fmt: skip

    async def course_orders(self, orders: int) -> None:
        for _ in range(orders):
            command = self.anything()
            for name in ("director", "manager", str(getattr(command, "player", "ann"))):
                if await self.tries(name, command):
                    break

    async def table_orders(self, table: str, orders: int) -> None:
        session = self.run(table).session
        about: Any = SimpleNamespace(rules=find_play_rules(self.terms.book), terms=session.terms)
        for _ in range(orders):
            command = an_order(self.chance, about)
            if isinstance(command, s.Disqualify | s.EndEarly) and self.chance.random() < 0.8:
                continue
            name = self.chance.choice(list(session.players))
            if hasattr(command, "player"):
                command = replace(command, player=name)
            for by in (name, "director", "manager"):
                if await self.tries(by, command, table):
                    break

    async def at_the_end_of_their_chips(self, table: str) -> None:
        """Whoever may buy chips does, whoever has a pass card plays it, a break is over."""
        for name in self.run(table).session.players:
            for what in ("re-buy", "add-on", "buy-back"):
                await self.tries(name, o.BuyChips(name, what))
            if self.chance.random() < 0.2:
                await self.tries(name, s.PlayPass(name), table)
        if self.chance.random() < 0.5:
            await self.tries("director", s.EndBreak(), table)

    async def move(self, table: str) -> None:
        """Whatever the table waits for, and now and then something else."""
        if self.chance.random() < self.wild:
            await self.table_orders(table, 5)
            await self.at_the_end_of_their_chips(table)
        if self.run(table).over or table not in self.held.course.playing:
            return
        if not self.run(table).virtual:
            await self.by_hand(table)
            return
        try:
            await super().move(table)
        except (AssertionError, Refused, Malformed):
            self.clock.now += 30
            await self.house.affairs.look_at_clocks()

    async def play_on(self, most: int = 150) -> None:
        """Until no table plays, or for so long."""
        for _ in range(most):
            if not self.held.course.playing:
                return
            for table in self.held.course.playing:
                await self.move(table)

    async def by_hand(self, table: str) -> None:
        """The same where a dealer has the cards."""
        run = self.run(table)
        rules, session = find_play_rules(self.terms.book), run.session
        card = ""
        if automatic.wants_card(session):
            card = str(self.chance.choice(pack_now(run)))
        order = automatic.next_step(rules, session, self.clock.now, card=card)
        turn = whose_turn(session)
        try:
            if order is not None:
                await self.send("director", table, order.command)
            elif session.phase == "ballot":
                await self.give("director", "ballot", table, seed="")
            elif turn:
                await self.act_for(turn, table, run)
            else:
                await self.give("director", "decide", table, command={"type": "Proceed"})
        except (Refused, Malformed, AssertionError):
            if not self.wild:
                raise  # what others ordered may have come between
        self.clock.now += 1

    async def seated(self) -> None:
        await self.people()
        await self.publish()
        await self.enter(*PLAYERS)

    async def started(self) -> None:
        await self.to_the_tables()
        await self.sit_down()
        if self.terms.cards == "scanned":
            for table in self.held.course.playing:
                await self.tries("director", s.Start(), table)

    async def to_the_middle(self) -> bool:
        """Until at every table cards lie there; the wild things are left to others."""
        for table in self.held.course.playing:
            for _ in range(60):
                session = self.run(table).session
                if session.phase == "playing" and whose_turn(session):
                    break
                if self.run(table).virtual:
                    await Life.move(self, table)
                else:
                    await self.by_hand(table)
        return any(self.run(t).session.phase == "playing" for t in self.held.course.playing)


async def whole(cup: Cup, wild: bool) -> None:
    """From terms to prizes; what does not come to its end is called off."""
    await cup.seated()
    cup.wild = 0.3 if wild else 0.0
    if wild:
        await cup.course_orders(12)
    with suppress(Refused, Malformed):
        await cup.started()
    await cup.course_orders(12 if wild else 0)
    for _ in range(8):
        await cup.play_on()
        if cup.held.course.phase in ("over", "cancelled"):
            return
        for number in (1, 2, 3, 4) if wild else ():
            await cup.tries("director", o.Rule(number, "it stands"))
        with suppress(Refused, Malformed):
            await next_step(cup)
        await cup.course_orders(3 if wild else 0)
    await cup.order("cancel", why="it does not end")


async def next_step(cup: Cup) -> None:
    """What the director does when no table plays."""
    course = cup.held.course
    if course.phase in ("open", "between"):
        await cup.started()
    elif course.phase == "playing":
        if course.level:
            await cup.order("play-off")
        for table in sorted({seat.table for seat in course.drawn}):
            await cup.tries("director", o.StartSession(table))
    elif course.phase == "decided":
        await cup.order("play-off" if course.level else "award-places")
    else:
        await cup.order("pay-prizes")


async def make_tournaments(house: House, clock: Clock, seed: str) -> None:
    """Whole ones, wild ones, one called off; then some of every book that stay where they are."""
    for example in BOOKS:
        for wild in (False, True):
            for cards in ("virtual", "scanned"):
                name = f"{example}-{'wild' if wild else 'whole'}-{cards}"
                await whole(new_cup(house, clock, small(example), seed, name, cards), wild)
                clock.now += DAY
    for example in FORMATS:
        cup = new_cup(house, clock, quick(example), seed, f"{example}-alone")
        await cup.people()
        await cup.publish(practice=True)
        await cup.give(cup.staff_for("enter"), "fill", players=ENTRIES)
        if example == "jokers-wild":
            await run(cup)
    left = [
        new_cup(house, clock, small(example), seed, f"{example}{LEFT}{cards}", cards)
        for example in BOOKS
        for cards in ("virtual", "scanned")
    ]
    for cup in left:
        await cup.seated()
    for cup in left:
        await cup.started()
    for cup in left:
        await cup.to_the_middle()


def new_cup(
    house: House, clock: Clock, terms: TournamentTerms, seed: str, id: str, cards: str = "virtual"
) -> Cup:
    """Dated from now on: five weeks until it begins."""
    changed = replace(terms, id=id, cards=cards)
    return Cup(house, clock, beginning(changed, clock.now + 5 * WEEK), seed)


def small(example: str) -> TournamentTerms:
    return small_terms(example, len(PLAYERS))


def beginning(terms: TournamentTerms, start: int) -> TournamentTerms:
    """The same with all its dates moved, so that it begins then."""
    assert terms.dates.starts is not None
    by = timedelta(seconds=start - seconds(terms.dates.starts))

    def moved(value: Any) -> Any:
        return value + by if isinstance(value, datetime) else value

    dates = {name: moved(getattr(terms.dates, name)) for name in terms.dates.__struct_fields__}
    stages = [replace(stage, starts=moved(stage.starts)) for stage in terms.stages]
    return replace(terms, dates=replace(terms.dates, **dates), stages=tuple(stages))
