"""People who live through a tournament of the house: terms, accounts, and how they play."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.deciders import Command
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.tournaments.dealing import waited_for
from bythebook.house.activities.tournaments.running import TableRun
from bythebook.house.activities.tournaments.tournaments import TournamentState
from bythebook.house.cards.stacks import added_by
from bythebook.house.people import people as p
from bythebook.house.people.people import Viewer
from bythebook.house.service import House
from bythebook.house.verify.verifying import verify
from bythebook.rulebooks.chapters.tournament_course import find_tournament_rules
from bythebook.rulebooks.chapters.tournament_play import find_play_rules
from bythebook.tournaments.course.entries import to_confirm
from bythebook.tournaments.rehearsal import players as minds
from bythebook.tournaments.session.views import whose_turn
from bythebook.tournaments.terms.document import Stage, TournamentTerms, seconds
from bythebook.tournaments.terms.files import read_document
from bythebook.tournaments.values import Length
from tests.house.log.stores import Place
from tests.house.tables.felt import Chance

EXAMPLES = Path(__file__).parents[3] / "examples" / "tournaments"
WALLET = 100_000
STAFF = ("director", "manager")
NAMES = ("ann", "ben", "cal", "dee", "eve", "fay", "gus", "hal")
PLAYERS = NAMES[:4]
WEEK = 7 * 24 * 3600

KEY = bytes(32)  # the same each time: its snapshots are believed


def small_terms(example: str = "tasmania-chips", players: int = 4) -> TournamentTerms:
    """An example made short: a first stage of two tables, a final, three hands each."""
    terms = read_document((EXAMPLES / f"{example}.toml").read_bytes())
    first, final = terms.stages[0], terms.stages[-1]
    rebuys = terms.money.rebuys
    return replace(
        terms,
        money=replace(terms.money, rebuys=rebuys and replace(rebuys, until_hand=2)),
        entry=replace(terms.entry, least=2, most=players),
        stages=(
            replace(_short(first), players=players // 2, advancing=1),
            replace(_short(final), starts=None),
        ),
    )


def _short(stage: Stage) -> Stage:
    eliminates = (2,) if stage.elimination_hands else ()
    return replace(
        stage, length=Length(hands=3), limits=stage.limits[:1], elimination_hands=eliminates
    )


class Clock:
    """A clock that the test turns."""

    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def clock_before(terms: TournamentTerms) -> Clock:
    """Five weeks before it starts: terms can still be published."""
    assert terms.dates.starts is not None
    return Clock(seconds(terms.dates.starts) - 5 * WEEK)


@asynccontextmanager
async def opened(place: Place, clock: Clock, seed: str = "") -> AsyncIterator[House]:
    """The cards are the same in every run; after a restart they are others."""
    store = place.open()
    chance = Chance(seed or f"opened after {store.head().position}")
    house = House(store, clock=clock, entropy=chance, key=KEY)
    await house.open()
    try:
        yield house
    finally:
        await house.close()


class Life:
    """Gives orders as people do, each with an id of its own."""

    def __init__(self, house: House, clock: Clock, terms: TournamentTerms) -> None:
        self.house = house
        self.clock = clock
        self.terms = terms
        self.count = 0
        self.roles = find_play_rules(terms.book).play.roles

    @property
    def stream(self) -> str:
        return f"tournament/{self.terms.id}"

    @property
    def held(self) -> TournamentState:
        held = self.house.affairs.state(self.stream)
        assert isinstance(held, TournamentState)
        return held

    def run(self, table: str) -> TableRun:
        run = self.house.affairs.state(f"session/{self.terms.id}.{table}")
        assert isinstance(run, TableRun)
        return run

    def viewer(self, name: str) -> Viewer:
        roles = {"director": self.roles.director[0], "manager": manager_of(self.terms.book)}
        if name in roles:
            return Viewer(name, False, frozenset(), {self.terms.book: roles[name]})
        return Viewer(name, False, frozenset({p.PLAYER}))

    async def furnish(self, names: tuple[str, ...] = NAMES) -> None:
        order, now = self.house.accounts.order, self.house.now
        for name in ("director", "manager", *names):
            await order(p.HOUSE, p.OpenAccount(name), now)
            role = self.viewer(name).book_roles.get(self.terms.book)
            if role:
                await order(p.HOUSE, p.GrantRole(name, self.terms.book, role), now)
            else:
                await self.house.at_cage(p.HOUSE, name, WALLET, "deposit", f"for-{name}")

    async def give(
        self, by: str, act: str, table: str = "", /, why: str = "", **fields: Any
    ) -> None:
        self.count += 1
        stream = f"session/{self.terms.id}.{table}" if table else self.stream
        given = msgspec.json.encode({"type": act, **fields})
        id = f"{self.clock.now}-{self.count}"
        await self.house.affairs.ask(stream, self.viewer(by), given, id, why)

    async def order(self, act: str, why: str = "", **fields: Any) -> None:
        await self.give(self.staff_for(act), act, why=why, **fields)

    def staff_for(self, act: str) -> str:
        """Whoever of the staff may, the director first."""
        by = find_tournament_rules(self.terms.book).rules.acts[act].by
        roles = {name: self.viewer(name).book_roles[self.terms.book] for name in STAFF}
        return next(name for name in STAFF if roles[name] in by)

    async def send(self, name: str, table: str, command: Command) -> None:
        fields = msgspec.to_builtins(command)
        await self.give(name, fields.pop("type"), table, **fields)

    # The course

    async def publish(self, practice: bool = False) -> None:
        await self.order("make", terms=msgspec.to_builtins(self.terms))
        await self.order("name-director", name="director")
        await self.order("attend", present=True)
        if practice:
            await self.give(self.staff_for("make"), "practice")
        rules = find_tournament_rules(self.terms.book).rules
        if rules.publishing.regulator is not None:
            await self.order("tell-regulator", reference="letter 1")
        if to_confirm(rules, self.terms):
            await self.order("confirm-conditions")
        await self.order("publish")

    async def enter(self, *names: str) -> None:
        for name in names:
            if self.terms.entry.criteria:  # by which somebody of the house finds them eligible
                await self.order("find-entitled", player=name)
            await self.give(name, "enter", player=name, agreed=True, copy=True)

    async def to_the_tables(self) -> None:
        """From closed entries, or a stage that is over, to every table of the next playing."""
        if self.held.course.entries_open:
            await self.order("close-entries")
            await self.order("name-tables", tables=[{"id": "T1"}, {"id": "T2"}])
            await self.order("brief", understood=True)
        await self.order("draw-seats", seed="")
        starts = self.terms.dates.starts
        assert starts is not None
        self.clock.now = max(self.clock.now, seconds(starts))
        for table in sorted({seat.table for seat in self.held.course.drawn}):
            await self.order("start-session", table=table)

    # The tables

    async def sit_down(self) -> None:
        for table in self.held.course.playing:
            for name in self.run(table).session.players:
                if name not in self.run(table).automatic:
                    await self.give(name, "take-seat", table)

    async def play_out(self, most: int = 5000) -> None:
        """Until no table of the stage plays any more."""
        for _ in range(most):
            playing = self.held.course.playing
            if not playing:
                return
            for table in playing:
                await self.move(table)
        raise AssertionError("the tables play on and on")

    async def move(self, table: str) -> None:
        """Whatever the table waits for."""
        run = self.run(table)
        turn = whose_turn(run.session)
        if turn and turn not in run.automatic:
            await self.act_for(turn, table, run)
            return
        asked = waited_for(run, self.clock.now) if run.session.phase == "playing" else ()
        if asked:
            await self.give(asked[0], "ready", table)
            return
        self.clock.now += 5
        await self.house.affairs.look_at_clocks()

    async def act_for(self, name: str, table: str, run: TableRun) -> None:
        """The first of what somebody would like that the rules allow."""
        chance = minds.Chance(hashlib.sha256(f"{table}{name}{run.told}".encode()).hexdigest())
        mind = minds.Temper(boldness=5, secretive=True)
        betting = run.session.phase == "betting"
        if run.stack is not None and not run.stack.begun and not added_by(run, name):
            await self.give(name, "add-chance", table, number=run.stack.number, text=f"of {name}")
            return
        wanted = (
            minds.wagers(run.session, name, mind, chance)
            if betting
            else minds.decisions(run.session, name, chance)
        )
        for command in wanted:
            try:
                await self.send(name, table, command)
            except (Refused, Malformed):
                continue
            return
        raise AssertionError(f"{name} can do nothing at {table}")

    async def finish(self) -> None:
        await self.order("award-places")
        await self.order("pay-prizes")

    async def wallets(self, *names: str) -> dict[str, int]:
        return {name: (await self.house.wallet(name, fresh=True)).cents for name in names}


def manager_of(book: str) -> str:
    """Whoever may name a director."""
    return find_tournament_rules(book).rules.acts["name-director"].by[0]


def lived(
    place: Place,
    terms: TournamentTerms,
    story: Callable[[Any], Awaitable[None]],
    seed: str = "",
    kind: type[Life] = Life,
) -> None:
    """A story in a house of its own; whatever was done there verifies."""
    clock = clock_before(terms)

    async def live() -> None:
        async with opened(place, clock, seed) as house:
            await story(kind(house, clock, terms))

    asyncio.run(live())
    report = verify(place.open())
    assert report.clean, report
    place.close()


async def entered(life: Life) -> None:
    """Four people have entered."""
    await life.furnish(PLAYERS)
    await life.publish()
    await life.enter(*PLAYERS)


async def seated(life: Life) -> None:
    """And sit at their tables."""
    await entered(life)
    await life.to_the_tables()
    await life.sit_down()
