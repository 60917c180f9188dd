"""Linked tables and their pool, driven together by tests as a house would drive them."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bythebook.deciders import Command, Event, Order, Person
from bythebook.draws import digest_of
from bythebook.errors import Refused
from bythebook.house.demo.pools import approving
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.facts import TableFacts, facts_of
from bythebook.jackpots.following import drawn, follows, needs_reading, reading
from bythebook.jackpots.pool import decide, evolve
from bythebook.jackpots.reconciling import reconcile
from bythebook.jackpots.state import Pool, lacking_seals, readings
from bythebook.jackpots.terms import MeterTerms, PoolTerms
from bythebook.rulebooks.chapters.jackpots import METERS, Figure, Jackpot, find_jackpot_rules
from bythebook.table import orders as o
from bythebook.table.decision import game_of
from bythebook.table.events import Event as TableEvent
from bythebook.table.table import decide as decide_table
from bythebook.table.table import evolve as evolve_table
from tests.table.floor import Floor, cents

STAR, BACEBALL, TASMANIA = "star-blackjack-challenge", "star-baceball", "tasmania-blackjack"
TOP = {STAR: "gaming-manager", BACEBALL: "gaming-manager", TASMANIA: "casino-management"}
APPROVED: dict[Figure, str] = {"rate": "A 10/26", "seed": "A 10/26", "retained": "A 11/26"}


def blazing_terms(**changes: Any) -> PoolTerms:
    """A $5 wager, 20 % of it for the meter, from $10,000."""
    meter = MeterTerms(
        name="blazing-7s", seed_cents=cents(10_000), reset_cents=cents(10_000), rate_ppm=200_000
    )
    wanted: dict[str, Any] = {
        "id": "blazing",
        "title": "Blazing 7's",
        "book": STAR,
        "game": "blackjack-challenge",
        "wager": "blazing-7s",
        "stake_cents": cents(5),
        "meters": (meter,),
        "options": {"blazing-7s-stake": "5", "reset": "10000"},
    }
    return PoolTerms(**{**wanted, **changes})


def baceball_terms(**changes: Any) -> PoolTerms:
    """$5: 10 % major, 5 % minor, 2 % mystery between $500 and $1,000."""
    wanted: dict[str, Any] = {
        "id": "aces",
        "title": "Aces",
        "book": BACEBALL,
        "game": "baceball",
        "wager": "jackpot",
        "stake_cents": cents(5),
        "meters": (
            MeterTerms(
                name="baceball-major", seed_cents=cents(100_000), reset_cents=cents(100_000),
                rate_ppm=100_000,
            ),
            MeterTerms(
                name="baceball-minor", seed_cents=cents(10_000), reset_cents=cents(10_000),
                rate_ppm=50_000,
            ),
            MeterTerms(
                name="mystery-1", seed_cents=0, reset_cents=0, rate_ppm=20_000,
                least_cents=cents(500), most_cents=cents(1000),
            ),
        ),
        "approvals": APPROVED,
        "options": {"jackpot-stake": "5"},
    }  # fmt: skip
    return PoolTerms(**{**wanted, **changes})


def supernova_terms(**changes: Any) -> PoolTerms:
    """$2: 25 % on one level, hidden between $12,000 and $13,000."""
    wanted: dict[str, Any] = {
        "id": "nova",
        "title": "Supernova",
        "book": TASMANIA,
        "game": "blackjack",
        "wager": "supernova",
        "stake_cents": cents(2),
        "meters": (
            MeterTerms(
                name="mystery-1", seed_cents=cents(1000), reset_cents=0, rate_ppm=250_000,
                least_cents=cents(12_000), most_cents=cents(13_000),
            ),
        ),
        "winners": "round",
        "options": {"supernova-stake": "2"},
    }  # fmt: skip
    return PoolTerms(**{**wanted, **changes})


def seed_of(number: int) -> str:
    return f"{number:064x}"


class Hall:
    """A pool, made and open unless told otherwise, and the tables that are linked to it."""

    def __init__(self, terms: PoolTerms, opened: bool = True) -> None:
        self.rules = find_jackpot_rules(terms.book)
        self.jackpot: Jackpot = self.rules.jackpot(terms.wager)
        self.pool: Pool | None = None
        self.log: list[Event] = []
        self.seeds: dict[int, str] = {}
        self.tables: dict[str, Floor] = {}
        self.told: list[Command] = []  # by the meters
        self.top = TOP[terms.book]
        self.clock = 0
        self.ok(self.top, c.MakePool(terms))
        self.seal()
        if opened:
            self.approve()
            self.ok(self.top, c.OpenPool())

    def approve(self) -> None:
        """The authority approves what the terms say, by the documents that they name."""
        for command in approving(self.now.terms):
            self.ok("authority", command)

    # The pool

    @property
    def now(self) -> Pool:
        assert self.pool is not None
        return self.pool

    def order(self, role: str, command: Command, **more: Any) -> Order:
        by = Person(more.pop("by", None) or role, role)
        return Order(by=by, at=more.pop("at", self.clock), command=command, **more)

    def ok(self, role: str, command: Command, **more: Any) -> tuple[Event, ...]:
        events = decide(self.rules, self.pool, self.order(role, command, **more), self.seeds)
        for event in events:
            self.pool = evolve(self.pool, event)
        self.log += events
        return events

    def meters(self, command: Command) -> tuple[Event, ...]:
        self.told.append(command)
        events = self.ok(METERS, command)
        self.seal()
        return events

    def no(self, clause: str, role: str, command: Command, **more: Any) -> Refused:
        with pytest.raises(Refused) as caught:
            decide(self.rules, self.pool, self.order(role, command, **more), self.seeds)
        assert caught.value.clause == clause, str(caught.value)
        return caught.value

    def seal(self) -> None:
        for meter in lacking_seals(self.now):
            number = self.now.sealed + 1
            self.seeds.setdefault(number, seed_of(number))
            self.ok(METERS, c.SealMystery(meter, number, digest_of(self.seeds[number])))

    def facts(self, **changes: Any) -> TableFacts:
        """A table exactly as the pool wants it."""
        terms = self.now.terms
        game = self.rules.book.game(terms.game, None, terms.options, terms.readings)
        rates = {meter.name: meter.rate_ppm for meter in terms.meters}
        found = facts_of(game, terms.wager, rates=rates, dealing="device")
        assert found is not None
        return replace(found, **changes)

    def shown(self, meter: str) -> int:
        return readings(self.now)[meter]

    def check(self) -> None:
        """Folded again, and added up on its own, it is the same."""
        again: Pool | None = None
        for event in self.log:
            again = evolve(again, msgspec.json.decode(msgspec.json.encode(event), type=e.AnyEvent))
        assert again == self.pool
        account = reconcile(self.log)
        assert {m.meter: m.now for m in account.meters} == {
            name: meter.micros for name, meter in self.now.meters.items()
        }

    # Its tables

    def link(self, table: str, floor: Floor) -> Floor:
        """Link an open table; from here on its orders are given through `at`."""
        setup = floor.state.setup
        assert setup is not None
        terms = self.now.terms
        rates = {meter.name: meter.rate_ppm for meter in terms.meters}
        game = game_of(floor.rules, floor.state)
        facts = facts_of(game, terms.wager, rates=rates, dealing=setup.dealing)
        assert facts is not None
        self.ok(self.top, c.LinkTable(table, facts))
        self.tables[table] = floor
        floor.ok(METERS, o.ReadMeters(readings(self.now)))
        linked = Linked(self, table, floor)
        floor.ok = linked.ok  # type: ignore[method-assign]
        return floor


class Linked:
    """A table whose orders move the pool too, as one."""

    def __init__(self, hall: Hall, name: str, floor: Floor) -> None:
        self.hall = hall
        self.name = name
        self.floor = floor

    def ok(self, role: str, command: o.Command, **more: Any) -> list[TableEvent]:
        floor, hall = self.floor, self.hall
        order = floor.order(role, command, **more)
        floor.clock = max(floor.clock, order.at)
        hall.clock = max(hall.clock, floor.clock)
        done: list[TableEvent] = []
        if needs_reading(decide_table(floor.rules, floor.state, order)):
            done += self._apply(reading(hall.now, order.at))
        before = floor.state
        done += self._apply(order)
        for told in follows(hall.jackpot, floor.rules, hall.now, self.name, before, floor.state):
            hits = drawn(hall.meters(told), order.at)
            if hits is not None:
                done += self._apply(hits)
        after = floor.state
        assert not follows(hall.jackpot, floor.rules, hall.now, self.name, after, after)
        return done

    def _apply(self, order: o.Order) -> list[TableEvent]:
        floor = self.floor
        events = decide_table(floor.rules, floor.state, order)
        for event in events:
            floor.state = evolve_table(floor.state, event)
        floor.log += events
        return events
