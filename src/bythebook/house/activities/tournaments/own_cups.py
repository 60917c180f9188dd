"""Practice tournaments of one's own: played at once against automatic players, gone when left.

The course and the tables are those of any tournament (`ActivityService`), and so is every order;
but they live in this process alone, as a shift of the dealers' school does: nothing of it is money,
and nothing is in the log. Whose it is plays there as a player, whatever else they are, and nobody
else sees it. Whatever is to be done at the desk is done at once.

Automatic players take time of this process: tables at which only they sit go on hand by hand, not
ahead of the player's own, and only so many hands at a tick of the clock, over all tournaments.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Protocol

import msgspec
from msgspec.structs import replace

from bythebook.deciders import Command, Order, Person
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.activity import ROW, ActivityTransaction, kind_and_id
from bythebook.house.activities.service import ActivityService, HousePort, LiveFamily
from bythebook.house.activities.tournaments.conducting import Conductor, dated
from bythebook.house.activities.tournaments.live_tables import SessionTables
from bythebook.house.activities.tournaments.running import TableRun
from bythebook.house.activities.tournaments.tables import KIND as TABLES
from bythebook.house.activities.tournaments.tournaments import KIND as TOURNAMENTS
from bythebook.house.activities.tournaments.tournaments import NAME, Fill, TournamentState
from bythebook.house.log.outages import outages
from bythebook.house.log.store import Row
from bythebook.house.log.upcasting import as_row
from bythebook.house.people.people import PLAYER, Viewer, may_play
from bythebook.house.tables.live_table import Ack, Watcher
from bythebook.rulebooks.law import day, named_in, played_by
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.terms.document import TournamentTerms
from bythebook.tournaments.terms.files import read_document

LIMIT = "house:practice-tournaments"
MOST = 40  # at once
HANDS_A_TICK = 2  # of tables at which only automatic players sit, over all tournaments
LEFT_SECONDS = 600  # without their page for so long, somebody has left
ANSWERS_KEPT = 200
DIRECTOR = "practice desk"
WHY = "practice"
DAY = 24 * 60 * 60


class Format(msgspec.Struct, frozen=True):
    """A practice tournament that is on offer."""

    id: str
    title: str
    book: str
    place: str
    players: int
    stages: tuple[tuple[str, int], ...]  # their names and hands
    extras: tuple[str, ...]  # what there is beside wagers and chips

    @property
    def hands(self) -> str:
        """Of each stage: "8 + 10"."""
        return " + ".join(str(hands) for _, hands in self.stages)


@lru_cache(maxsize=1)
def formats() -> dict[str, TournamentTerms]:
    """The terms of each, by its name: the documents beside this module."""
    folder = files("bythebook.house.activities.tournaments").joinpath("practice")
    found = sorted((one for one in folder.iterdir() if one.name.endswith(".toml")), key=str)
    return {one.name.removesuffix(".toml"): read_document(one.read_bytes()) for one in found}


@lru_cache(maxsize=1)
def on_offer() -> tuple[Format, ...]:
    """All of them, as pages show them."""
    return tuple(_format(id, terms) for id, terms in formats().items())


def _format(id: str, terms: TournamentTerms) -> Format:
    extras = {
        "secret wagers": terms.play.secret_wagers,
        "pass cards": terms.play.pass_cards,
        "eliminations": any(stage.elimination_hands for stage in terms.stages),
    }
    return Format(
        id=id,
        title=terms.title,
        book=terms.book,
        place=played_by(terms).about.place,
        players=terms.entry.most or 0,
        stages=tuple(
            (stage.name, (stage.length and stage.length.hands) or 0) for stage in terms.stages
        ),
        extras=tuple(says for says, there in extras.items() if there),
    )


class Cup(LiveFamily):
    """Somebody's tournament."""

    def __init__(self, name: str, owner: str, like: str, now: int) -> None:
        super().__init__(f"{NAME}/{name}")
        self.name = name
        self.owner = owner
        self.like = like
        self.seen = now  # when somebody looked at it last
        self.served = 0  # the number of its last hand among all that machines played alone
        self.done: dict[str, None] = {}  # commands that were carried out
        self.acts: dict[str, list[bytes]] = {}  # at tables of the player, as a log would have them

    @property
    def held(self) -> TournamentState:
        held: TournamentState = self.states[self.id]
        return held

    @property
    def finished(self) -> bool:
        """For its player, though others may still play on."""
        course = self.held.course
        return course.phase == "cancelled" or course.has_finished(self.owner)

    @property
    def address(self) -> str:
        """Where the player is wanted: at their table, or at the leaderboard once they finished."""
        at = "" if self.finished else f"/tables/{self.table}"
        return f"/tournaments/{self.name}{at}"

    @property
    def table(self) -> str:
        """The session that the player plays in, or sat in last: "1.3"."""
        course = self.held.course
        seat = next((seat for seat in course.drawn if seat.player == self.owner), None)
        if seat is not None:
            return f"{course.stage}.{seat.table}"
        played = (stream for stream, run in self.tables() if self.owner in run.session.players)
        return kind_and_id(max(played, default=self.id))[1].partition(".")[2]

    def tables(self) -> Iterator[tuple[str, TableRun]]:
        for stream, state in list(self.states.items()):
            if isinstance(state, TableRun):
                yield stream, state

    def is_ahead(self, run: TableRun) -> bool:
        """Whether a table has played more hands than the player's own, which goes on."""
        for _, mine in self.tables():
            if not mine.over and self._plays_at(mine):
                return not self._plays_at(run) and run.session.hand >= max(1, mine.session.hand)
        return False

    def _plays_at(self, run: TableRun) -> bool:
        me = run.session.players.get(self.owner)
        return me is not None and me.active

    def of_machines(self, run: TableRun) -> bool:
        return not self._plays_at(run)


class OwnCups(ActivityService):
    """All of this process, and their tables as pages follow them."""

    families: dict[str, Cup]  # type: ignore[assignment]

    def __init__(self, till: HousePort) -> None:
        super().__init__(till, (TOURNAMENTS, TABLES))
        self.most = MOST
        self.tables = SessionTables(self)
        self._hands = 0  # that machines have played alone

    # Whose they are

    def of(self, name: str) -> Cup | None:
        """Somebody's own."""
        return next((cup for cup in self.families.values() if name and cup.owner == name), None)

    def has(self, name: str) -> bool:
        """Whether a tournament of this name is one of these."""
        return f"{NAME}/{name}" in self.families

    def may_see(self, stream: str, viewer: Viewer) -> bool:
        cup = self.family_of(stream)
        return isinstance(cup, Cup) and bool(viewer.name) and cup.owner == viewer.name

    def seen_as(self, viewer: Viewer) -> Viewer:
        return replace(viewer, guest=False, house_roles=frozenset({PLAYER}), book_roles={})

    # Coming and going

    def check_room(self, name: str) -> None:
        """Whether somebody can have one: whoever has one already plays another in its place."""
        if self.of(name) is None and len(self.families) >= self.most:
            raise Refused(
                LIMIT,
                "as many practice tournaments are being played as there is room for: play at a"
                " practice table meanwhile",
            )

    async def take(self, viewer: Viewer, like: str) -> Cup:
        """A tournament of one's own: the one that is running, or another in its place."""
        if like not in formats():
            raise Malformed("there is no such practice tournament", "format")
        if not may_play(viewer, formats()[like].book):
            raise Refused(LIMIT, "nobody plays at the tables that they run or inspect")
        mine = self.of(viewer.name)
        if mine is not None and mine.like == like and not mine.finished:
            return mine
        self.check_room(viewer.name)
        now = self.till.now
        cup = Cup(f"{WHY}-{self.till.entropy(8).hex()}", viewer.name, like, now)
        moving = ActivityTransaction(cup, self.kinds, now - DAY, self.till.entropy)
        self._begin(moving, cup, now)
        self.leave(viewer.name)
        self.families[cup.id] = cup
        await self.written(cup, moving)
        return cup

    def _begin(self, moving: ActivityTransaction, cup: Cup, now: int) -> None:
        """Announced the day before, full, and begun now; the player sits down."""
        terms = replace(formats()[cup.like], id=cup.name)
        terms = named_in(dated(terms, closes=now - 60, starts=now), day(now))
        desk = Conductor(moving, cup.id, DIRECTOR, WHY, terms)
        desk.announce(terms, practice=True)
        entry = o.Enter(player=cup.owner, agreed=True, copy=True)
        self._as_player(moving, cup.id, cup.owner, entry)
        desk.order(Fill((terms.entry.most or 1) - 1))
        moving.kind(cup.id).after_act(moving, cup.id)
        moving.at = now
        desk.close_entries(tables=-(-(terms.entry.most or 1) // terms.stage(1).players))
        desk.go_on()
        table = f"session/{cup.name}.{self._seat(moving, cup)}"
        self._as_player(moving, table, cup.owner, c.TakeSeat())
        moving.kind(table).after_act(moving, table)

    def _seat(self, moving: ActivityTransaction, cup: Cup) -> str:
        course = moving.state(cup.id).course
        seat = next(seat for seat in course.drawn if seat.player == cup.owner)
        return f"{course.stage}.{seat.table}"

    def _as_player(
        self, moving: ActivityTransaction, stream: str, name: str, command: Command
    ) -> None:
        moving.act(stream, Order(by=Person(name, PLAYER), at=moving.at, command=command))

    def leave(self, name: str) -> None:
        """It is gone, and whoever still looks at it is told."""
        cup = self.of(name)
        if cup is not None:
            del self.families[cup.id]
            cup.tell()

    def sweep(self) -> None:
        """Those that nobody has looked at for long are gone."""
        now = self.till.now
        for cup in list(self.families.values()):
            if cup.watchers or self.tables.watched(cup.name):
                cup.seen = now
            elif now - cup.seen >= LEFT_SECONDS:
                self.leave(cup.owner)

    # Moving, without a log

    def _asked(
        self, stream: str, viewer: Viewer, given: bytes, why: str
    ) -> tuple[Command, Callable[[ActivityTransaction], None]]:
        if not self.may_see(stream, viewer):
            raise Malformed("there is no such tournament")
        return super()._asked(stream, self.seen_as(viewer), given, why)

    async def move(
        self,
        stream: str,
        command_id: str,
        cause: bytes,
        build: Callable[[ActivityTransaction], None],
        id: str = "",
    ) -> Ack:
        """Worked out and kept here; what the desk has to do about it is done at once."""
        cup = self.family_of(stream)
        if not isinstance(cup, Cup):
            raise Malformed("there is no such tournament")
        async with cup.lock:
            if command_id not in cup.done:
                moving = self.moving(cup, self.till.now)
                build(moving)
                terms = moving.state(cup.id).course.terms
                Conductor(moving, cup.id, DIRECTOR, WHY, terms).go_on()
                cup.done[command_id] = None
                while len(cup.done) > ANSWERS_KEPT:
                    del cup.done[next(iter(cup.done))]
                await self.written(cup, moving)
        return Ack(id, cup.version)

    async def written(self, family: LiveFamily, moving: ActivityTransaction) -> None:
        assert isinstance(family, Cup)
        for stream, acted in moving.rows:
            run = moving.states[stream]
            if isinstance(run, TableRun) and family.owner in run.session.players:
                family.acts.setdefault(stream, []).append(as_row(acted))
        await super().written(family, moving)

    async def _keep(self, family: LiveFamily) -> None:
        """Nothing is kept beyond this process."""

    # Time

    async def look_at_clocks(self) -> None:
        """The player's tables when their time has come, the others as far as there is time."""
        now, hands = self.till.now, HANDS_A_TICK
        for cup in sorted(self.families.values(), key=lambda cup: cup.served):
            for stream, run in cup.tables():
                due = TABLES.next_deadline(run)
                alone = cup.of_machines(run)
                if due is None or due > now or cup.is_ahead(run) or (alone and not hands):
                    continue
                if alone:
                    hands -= 1
                    self._hands += 1
                    cup.served = self._hands
                try:
                    await self._look(TABLES, cup, stream)
                except Exception as error:  # all the others go on
                    outages.tell(error, f"the clock of {stream}")

    # Watching

    def watch(self, root: str, viewer: Viewer) -> Watcher:
        if not self.may_see(root, viewer):
            raise Malformed("there is no such tournament")
        return super().watch(root, self.seen_as(viewer))

    def history(self, stream: str) -> Sequence[Row]:
        """What happened at a table of the player's, as a log would have it: its seals are checked
        like any other's."""
        cup = self.family_of(stream)
        acts = cup.acts.get(stream, ()) if isinstance(cup, Cup) else ()
        return [
            Row(number, stream, number, "", b"", ROW, data, b"", b"", b"")
            for number, data in enumerate(acts, 1)
        ]


# Finding


class WithCups(Protocol):
    """What of the house is needed to find a tournament of either kind."""

    affairs: ActivityService
    sessions: SessionTables
    own_cups: OwnCups


def affairs_of(house: WithCups, tournament: str) -> ActivityService:
    """Where a tournament of this name is: in the log, or somebody's own for practice."""
    return house.own_cups if house.own_cups.has(tournament) else house.affairs


def sessions_of(house: WithCups, table: str) -> SessionTables:
    """The same for a table of one (CUP.STAGE.TABLE)."""
    own = house.own_cups.has(table.partition(".")[0])
    return house.own_cups.tables if own else house.sessions
