"""One world: an evening of a whole house, with everybody in it and everything that can go wrong.

    seed ──▶ turns, delays, faults, cards, what people want ──▶ the same evening, step by step

The code is the house's own, from the socket to the log; made up are only the clock, chance, the
network, the store, and whose turn it is.
"""

import asyncio
import hashlib
import logging
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from bythebook.house import service
from bythebook.house.activities import service as affairs
from bythebook.house.activities.tournaments.running import TableRun
from bythebook.house.activities.tournaments.tournaments import TournamentState
from bythebook.house.log.outages import outages
from bythebook.house.log.store import Store, Unavailable
from bythebook.house.verify.verifying import verify
from tests.house.activities.tournament_life import NAMES
from tests.house.floor_life import Cards, dealer_with, player_at, supervisor
from tests.promotions.offers import OPERATOR
from tests.world.affairs import (
    about_patrons,
    at_a_cup,
    locks,
    own_limits,
    pool_orders,
    promotion_orders,
    runs_a_cup,
)
from tests.world.database import Database, MemoryStore, spoilt
from tests.world.evening import (
    CUP,
    EVENINGS,
    LAST,
    OFFER,
    PLAYERS,
    apps,
    books_of,
    furnished,
)
from tests.world.eyes import Eyes
from tests.world.faults import Faults
from tests.world.loop import WORLD, Loop
from tests.world.network import Network, Weather
from tests.world.people import (
    Clerk,
    Onlooker,
    Player,
    at_the_cage,
    exchanges,
    manager,
    pages_of,
    watches,
    with_jackpot,
    with_tokens,
)
from tests.world.processes import BEGAN, Process
from tests.world.promises import Promises, Wrong
from tests.world.standing import check_kept_out, check_tokens, check_unlocked

SNAPSHOT_EVERY = 60  # events: an evening has not thousands
EVENING_SECONDS = 60.0
CALM_SECONDS = 240.0  # within which everything goes on once the faults are over
OVER = (10**9, 0)  # a table of a tournament that is played no more has gone on
KNOW_MONEY = frozenset({"cashier", "inspector", "administrator"})


class Report(msgspec.Struct, frozen=True):
    """What became of a world."""

    seed: int
    evening: str
    digest: str
    seconds: float  # of the world
    steps: int
    events: int
    rounds: int
    acknowledged: int
    again: int
    refused: int
    looked: int
    faults: dict[str, int]
    wrong: str = ""
    trace: tuple[str, ...] = ()


class Complaints(logging.Handler):
    """What the house calls an error of its own is one."""

    def __init__(self, world: "World") -> None:
        super().__init__(logging.ERROR)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        self._world.fail(f"the house complains: {self.format(record)}")


class World:
    """`crowd`: so many windows more, of everybody and of strangers, at tables and on pages."""

    def __init__(self, seed: int, seconds: float = EVENING_SECONDS, crowd: int = 0) -> None:
        chance = random.Random(seed)
        self._crowd = crowd
        self.seed = seed
        self.name = chance.choice(sorted(EVENINGS))
        self.evening = EVENINGS[self.name]
        made = furnished(self.name)
        self.database: Database = made.database.copied()
        self.tokens = dict(made.tokens)
        self.began = BEGAN + made.skew
        self.loop = Loop(random.Random(f"{seed} turns"))
        self.had: Counter[str] = Counter()
        self.network = Network(self.loop, random.Random(f"{seed} network"), self.had)
        self.database.now = self.loop.time
        self.promises = Promises(self.database, check_unlocked)
        self.eyes = Eyes(self.tokens, KNOW_MONEY)
        self.network.eyes = self._look
        self.going_on = self.faulty = True
        self.wrong = ""
        self.trace: list[str] = []
        self.lives = 0
        self.dead: list[Process] = []
        self.number = chance.choice((1, 2, 2, 3))
        self.processes: list[Process | None] = [None] * self.number
        self.faults = self.faults_of(f"{seed}")
        self._seconds = seconds
        self._digest = hashlib.sha256()
        self._rounds_verified = 0
        self._restarts = random.Random(f"{seed} restarts")
        self._people: list[asyncio.Task[None]] = []

    def faults_of(self, seed: str) -> Faults:
        return Faults(self, seed)

    def store_of(self, number: int) -> Store | None:
        """A process's way to the log, if there is one at this moment."""
        return MemoryStore(self.database, lambda to_write: self.faults.trouble(number, to_write))

    def fresh_store(self) -> Store:
        """For somebody who has only the log."""
        return MemoryStore(self.database, lambda _: None)

    async def opened(self, fresh: Process) -> None:
        await self._until(60, lambda: fresh.is_open)

    # What everybody needs

    def a_process(self, chance: random.Random) -> Process | None:
        found = [one for one in self.processes if one is not None and one.is_open]
        return chance.choice(found) if found else None

    def note(self, text: str) -> None:
        line = f"{self.loop.time():9.3f} {text}"
        self._digest.update(line.encode())
        self.trace.append(line)

    def fail(self, what: str) -> None:
        if not self.wrong:
            self.note(f"WRONG: {what}")
            self.wrong = what

    def _look(self, process: Process, name: str, text: str) -> None:
        try:
            self.eyes.look(process.house, name, text)
        except Wrong as wrong:
            self.fail(str(wrong))

    # Processes

    def start(self, number: int) -> None:
        if not self.going_on or self.processes[number] is not None:
            return
        try:
            store = self.store_of(number)
        except Wrong as wrong:
            self.fail(str(wrong))
            return
        if store is None:
            self.loop.later(self._restarts.uniform(0.2, 4), self.start, number)
            return
        self.lives += 1
        seed = f"{self.seed} process {self.lives}"
        alone = self.number == 1
        process = Process(self.loop, store, seed, self.faults.latency, alone, apps()[number])
        process.skew = self.began - BEGAN
        self.processes[number] = process
        process.on_death.append(lambda: self._ended(number, process))
        self.note(f"process {number} starts")
        process.begin(self._open(process))

    async def _open(self, process: Process) -> None:
        try:
            await process.open()
        except Unavailable:
            process.die()
        except Exception as error:
            self.fail(f"a process does not open: {error!r}")

    def _ended(self, number: int, process: Process) -> None:
        self.note(f"process {number} is dead")
        self.dead.append(process)
        self.processes[number] = None
        self.loop.later(self._restarts.uniform(0.2, 4), self.start, number)

    # The evening

    def run(self) -> Report:
        asyncio.set_event_loop(self.loop)
        self.loop.set_exception_handler(self._unhandled)
        with _small_snapshots(), _listening(Complaints(self)):
            try:
                main = self.loop.create_task(self._main(), context=WORLD)
                self.loop.run_until_complete(main)
                if not self.wrong:
                    self._check_log()
            except Wrong as wrong:
                self.fail(str(wrong))
            finally:
                self._close()
        return self._report()

    async def _main(self) -> None:
        for number in range(self.number):
            self.start(number)
        self._people = [self._begin(person) for person in self._everybody()]
        self.loop.create_task(self.faults.live(), context=WORLD)
        await self._until(self._seconds)
        self._calm_down()
        await self._until(CALM_SECONDS, self._all_open)
        await self._play_on()
        self.going_on = False
        await self._until(30, lambda: all(task.done() for task in self._people))
        await self._until(8)
        if not self.wrong:
            await self._agree()
        await self._end()

    async def _until(self, seconds: float, holds: Any = None) -> bool:
        until = self.loop.time() + seconds
        while self.loop.time() < until and not self.wrong:
            if holds is not None and holds():
                return True
            await asyncio.sleep(0.5)
        return holds is None or holds()

    def _everybody(self) -> list[Player | Clerk | Onlooker]:
        seed = f"{self.seed} people"
        cards = Cards(random.Random(f"{seed} cards"))
        found: list[Player | Clerk | Onlooker] = []
        for id, table in self.evening.tables.items():
            for name, box in table.seats.items():
                habit = player_at(name, box)
                habit = with_tokens(habit, box) if self.evening.patrons else habit
                if pool := self.evening.pool:
                    habit = with_jackpot(habit, box, pool["wager"], pool["stake_cents"])
                found.append(Player(self, name, id, habit, seed))
            found.append(Player(self, "supervisor", id, supervisor, seed))
            found.append(Player(self, "manager", id, manager, seed))
            if table.cards == "scanned":
                found.append(Player(self, "dealer", id, dealer_with(cards), seed))
            elif self.evening.patrons:
                found.append(Player(self, "dealer", id, exchanges(tuple(table.seats)), seed))
        found.append(Clerk(self, "cashier", seed, at_the_cage(*PLAYERS)))
        return [*found, *self._clerks(seed), *self._onlookers(seed), *self._more(seed)]

    def _more(self, seed: str) -> Iterator[Player | Onlooker]:
        """Everybody has several windows open, and strangers stand around: most of them only look,
        and some do what they like, in whichever window."""
        chance, tables = random.Random(f"{seed} crowd"), sorted(self.evening.tables)
        names, pages = ["", *sorted(self.tokens)], list(self._pages())
        for number in range(self._crowd):
            name, own = names[number % len(names)], f"{seed} window {number}"
            if number % 3 == 0:
                yield Onlooker(self, name, own, pages)
            else:
                habit = player_at(name, 1 + number % 7) if number % 3 == 1 else watches
                yield Player(self, name, chance.choice(tables), habit, own)

    def _onlookers(self, seed: str) -> Iterator[Onlooker]:
        """Some of everybody, and whoever comes from the street, at any address."""
        chance, pages = random.Random(f"{seed} onlookers"), self._pages()
        for name in ("", *chance.sample(sorted(self.tokens), 2)):
            yield Onlooker(self, name, seed, pages)

    def _pages(self) -> list[str]:
        ids = {
            "table": [*self.evening.tables, f"{CUP}.1.1"],
            "tournament": [CUP],
            "pool": [self.evening.pool.get("id", "none")],
            "promotion": [OFFER],
            "name": sorted(PLAYERS),
        }
        return pages_of(ids)

    def _clerks(self, seed: str) -> Iterator[Clerk]:
        """Who runs what there is beside the tables."""
        evening, books, names = self.evening, books_of(self.evening), tuple(PLAYERS)
        if evening.pool:
            yield Clerk(self, "manager", seed, pool_orders(evening.pool, tuple(evening.tables)))
        if evening.patrons:
            for name in ("manager", "supervisor"):
                yield Clerk(self, name, f"{seed} pit", about_patrons(names, books))
            for name in names:
                yield Clerk(self, name, f"{seed} own", own_limits(books), (5, 20))
            yield Clerk(self, "administrator", seed, locks(names), (5, 30))
        if evening.offer:
            for name in (OPERATOR[evening.offer], "supervisor", *names):
                work = promotion_orders(evening.offer, OFFER)
                yield Clerk(self, name, f"{seed} offer", work, (0.5, 4))
        if evening.cup:
            yield Clerk(self, "director", f"{seed} cup", runs_a_cup(CUP), (0.5, 3))
            for name in NAMES[:4]:
                yield Clerk(self, name, f"{seed} cup", at_a_cup(CUP), (0.2, 1.5))

    def _begin(self, person: Player | Clerk | Onlooker) -> "asyncio.Task[None]":
        task = self.loop.create_task(person.live(), context=WORLD)
        task.add_done_callback(self._one_has_gone)
        return task

    def _one_has_gone(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self.fail(f"{type(error).__name__}: {error}")

    def _calm_down(self) -> None:
        """From here on nothing goes wrong any more."""
        self.note("the faults are over")
        self.faulty = False
        self.network.weather = Weather()
        for process in self.processes:
            if process is not None:
                process.stopped_until, process.steps_left = 0.0, None

    def _all_open(self) -> bool:
        return all(process is not None and process.is_open for process in self.processes)

    # What must hold

    async def _play_on(self) -> None:
        """Every table that is open has another round, whoever comes."""
        before = self._rounds()
        if not self._all_open():
            self.fail("a process does not open any more")
        for table in before:
            for name in LAST:
                person = Player(self, name, table, player_at(name, 5), f"{self.seed} last")
                self._people.append(self._begin(person))

        cups = self._hands()

        def went_on() -> bool:
            tables = all(number > before[table] for table, number in self._rounds().items())
            hands = self._hands()
            return tables and all(hands.get(table, OVER) > hand for table, hand in cups.items())

        if not await self._until(CALM_SECONDS, went_on):
            now = {**self._rounds(), **self._hands()}
            self.fail(f"tables do not go on: {before | cups} and {now}")

    def _rounds(self) -> dict[str, int]:
        process = self.a_process(random.Random(0))
        if process is None:
            return {}
        tables = process.house.tables.values()
        return {live.id: live.run.table.rounds for live in tables if live.run.table.phase == "open"}

    def _hands(self) -> dict[str, tuple[int, int]]:
        """The hand of each table of a tournament that is played."""
        process = self.a_process(random.Random(0))
        families = process.house.affairs.families if process is not None else {}
        states = {
            stream: state for family in families.values() for stream, state in family.states.items()
        }
        playing = {
            f"session/{id}.{table}"
            for id, held in ((stream.partition("/")[2], held) for stream, held in states.items())
            if isinstance(held, TournamentState)
            for table in held.course.playing
        }
        runs = {stream: run for stream, run in states.items() if stream in playing}
        return {
            stream: (run.session.hand, run.session.extra)
            for stream, run in runs.items()
            if isinstance(run, TableRun)
        }

    async def _agree(self) -> None:
        """All processes know the same, and what one knows who has only the log."""
        fresh = Process(self.loop, self.fresh_store(), "fresh", lambda: 0.0, True, apps()[2])
        fresh.house.stamp = type(fresh.house.stamp)(b"another key: no snapshot is believed")
        fresh.skew = self.began - BEGAN
        fresh.begin(self._open(fresh))
        await self.opened(fresh)
        for number, process in enumerate(self.processes):
            assert process is not None
            for what, one, other in _compared(process, fresh):
                if one != other:
                    self.fail(f"process {number} and the log disagree about {what}")
        taken = check_tokens(fresh.house)
        self.note(f"tokens for {taken} cents were taken")
        self.note(f"agreed at event {self.database.head.position}")
        fresh.die()

    def _check_log(self) -> None:
        self.promises.check()
        check_kept_out(self.database)
        report = verify(MemoryStore(self.database, lambda _: None))
        self._rounds_verified = report.rounds
        if not report.clean:
            raise Wrong(f"the log does not verify: {report.fault}")
        chance = random.Random(f"{self.seed} rot")
        position = 1 + chance.randrange(len(self.database.rows))
        rotten = spoilt(self.database, position, chance.randrange(10**6))
        found = verify(MemoryStore(rotten, lambda _: None)).fault
        if found is None or found.position != position:
            raise Wrong(f"event {position} has rotted, and verify says {found}")

    # The end

    async def _end(self) -> None:
        for process in self.processes:
            if process is not None and process.is_open:
                process.begin(process.house.close())
        await asyncio.sleep(5)

    def _close(self) -> None:
        self.going_on = False
        for process in [*self.processes, *self.dead]:
            if process is not None:
                process.die()
                process.bury()
        for task in asyncio.all_tasks(self.loop):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            task.get_coro().close()
        self.loop.close()

    def _unhandled(self, _: object, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is not None and not isinstance(error, Unavailable):
            self.fail(f"unhandled: {context.get('message')} {error!r}")

    def _report(self) -> Report:
        self._digest.update(self.database.head.hash)
        promises = self.promises
        return Report(
            self.seed, self.name, self._digest.hexdigest(), self.loop.time(), self.loop.steps,
            len(self.database.rows), self._rounds_verified, promises.acknowledged, promises.again,
            promises.refused, self.eyes.looked, dict(sorted(self.had.items())), self.wrong,
            tuple(self.trace),
        )  # fmt: skip


def _compared(one: Process, other: Process) -> Iterator[tuple[str, object, object]]:
    for id, live in other.house.tables.items():
        here = one.house.tables.get(id)
        yield f"table {id}", here and (here.version, here.run), (live.version, live.run)
    theirs = other.house.affairs.families
    for id, family in theirs.items():
        mine = one.house.affairs.families.get(id)
        yield id, mine and (mine.versions, mine.states), (family.versions, family.states)


@contextmanager
def _small_snapshots() -> Iterator[None]:
    modules: tuple[Any, ...] = (service, affairs)
    before = [module.SNAPSHOT_EVERY for module in modules]
    for module in modules:
        module.SNAPSHOT_EVERY = SNAPSHOT_EVERY
    try:
        yield
    finally:
        for module, kept in zip(modules, before, strict=True):
            module.SNAPSHOT_EVERY = kept


@contextmanager
def _listening(complaints: Complaints) -> Iterator[None]:
    """Errors are faults of this world; that a log is away is none, and said once only."""
    ours = ("bythebook.house", "bythebook.web", "bythebook.door")
    loggers = [logging.getLogger(name) for name in ours]
    outages._quiet_until = float("inf")
    for one in loggers:
        one.addHandler(complaints)
        one.propagate = False
    try:
        yield
    finally:
        outages._quiet_until = 0.0
        for one in loggers:
            one.removeHandler(complaints)
            one.propagate = True
