"""The code broken on purpose, in places that matter: worlds must notice each of them."""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from bythebook.casino import commands as c
from bythebook.house import service
from bythebook.house.activities.patrons.patron_link import PatronLink
from bythebook.house.activities.service import ActivityService, LiveFamily
from bythebook.house.log.commits import Commits, Part
from bythebook.house.log.planning import START, Plan, plan
from bythebook.house.log.snapshots import Stamp
from bythebook.house.log.store import Head, Row, Write
from bythebook.house.money.cage import Cage
from bythebook.house.people import accounts, people
from bythebook.house.people.sessions import Sessions
from bythebook.house.service import House
from bythebook.house.tables.live_table import LiveTable
from bythebook.jackpots.state import Pool
from bythebook.web.door.visits import visit_of
from bythebook.web.live import sockets
from tests.world import database
from tests.world.world import Report, World

SEEDS_MAX = 200  # within which a mutant must be noticed
Mutant = Callable[[], AbstractContextManager[Any]]


def acknowledged_before_the_commit() -> AbstractContextManager[Any]:
    async def write(self: Commits, id: str, cause: bytes, parts: Sequence[Part]) -> str:
        appends = tuple(append for part in parts for append in part.appends())
        asyncio.get_running_loop().create_task(self._thread.append(Write(id, cause, appends)))
        for part in reversed(parts):
            await part.written()
        return "done"

    return patch.object(Commits, "write", write)


def a_resend_at_the_cage_gets_an_id_of_its_own() -> AbstractContextManager[Any]:
    right, seen = Cage.over_the_counter, set[str]()

    async def over_the_counter(
        self: Cage, by: str, name: str, cents: int, kind: Any, id: str, *more: Any
    ) -> Any:
        again = id in seen
        seen.add(id)
        return await right(self, by, name, cents, kind, f"{id}+" if again else id, *more)

    return patch.object(Cage, "over_the_counter", over_the_counter)


def an_id_is_forgotten_by_the_log() -> AbstractContextManager[Any]:
    """What was written, and its answer lost, is written again."""

    def forgetful(
        writes: Sequence[Write],
        head: Head,
        heads: Mapping[str, Head],
        already: Mapping[str, tuple[Row, ...]],
    ) -> Plan:
        return plan(writes, head, heads, {})

    return patch.object(database, "plan", forgetful)


def an_update_is_lost_between_two_processes() -> AbstractContextManager[Any]:
    """Whatever version something was decided on, it goes in."""

    def careless(
        writes: Sequence[Write],
        head: Head,
        heads: Mapping[str, Head],
        already: Mapping[str, tuple[Row, ...]],
    ) -> Plan:
        ends = {stream: end.position for stream, end in heads.items()}
        moved: list[Write] = []
        for write in writes:
            appends = []
            for append in write.appends:
                version = ends.get(append.stream, START.position)
                appends.append(replace(append, version=version))
                if write.command not in already:
                    ends[append.stream] = version + len(append.events)
            moved.append(replace(write, appends=tuple(appends)))
        return plan(moved, head, heads, already)

    return patch.object(database, "plan", careless)


def a_meter_counts_twice() -> AbstractContextManager[Any]:
    """What a pool has taken in is added once more, where it is kept in memory."""
    right = ActivityService.written

    async def written(self: ActivityService, family: LiveFamily, moving: Any) -> None:
        before = dict(family.states)
        await right(self, family, moving)
        for stream, pool in family.states.items():
            was = before.get(stream)
            if isinstance(pool, Pool) and isinstance(was, Pool):
                meters = {
                    name: replace(one, micros=2 * one.micros - was.meters[name].micros)
                    for name, one in pool.meters.items()
                }
                family.states[stream] = replace(pool, meters=meters)

    return patch.object(ActivityService, "written", written)


def a_session_is_not_looked_up() -> AbstractContextManager[Any]:
    async def still_here(connection: Any) -> Any:
        return visit_of(connection).viewer

    return patch.object(sockets, "still_here", still_here)


def a_lock_leaves_sessions_and_accounts_alone() -> AbstractContextManager[Any]:
    """The door asks the session alone, and nobody ends it."""

    def active(known: people.People, name: str) -> people.Viewer | None:
        account = known.find(name)
        return people.viewer_of(account) if account is not None else None

    async def end_all(self: Sessions, name: str, but: str = "") -> int:
        return 0

    both = ExitStack()
    both.enter_context(patch.object(accounts, "_active", active))
    both.enter_context(patch.object(Sessions, "end_all", end_all))
    return both


def cards_leak() -> AbstractContextManager[Any]:
    """What comes next is in what everybody is told."""
    right = LiveTable._tell_all

    def tell_all(self: LiveTable, changed: dict[str, Any]) -> None:
        stack = self.run.stack
        if stack is not None and self.vault.knows(stack.number):
            order = self.vault.order_of(stack.number)
            first = (stack.cut + self.run.drawn) % len(order)
            changed["next"] = [str(card) for card in order[first : first + 7]]
        right(self, changed)

    return patch.object(LiveTable, "_tell_all", tell_all)


def a_snapshot_is_believed() -> AbstractContextManager[Any]:
    return patch.object(Stamp, "is_ours", lambda *_: True)


def an_exclusion_is_not_asked_about() -> AbstractContextManager[Any]:
    return patch.object(service, "let_in", lambda *_: ())


def a_token_is_staked_twice() -> AbstractContextManager[Any]:
    """Tokens that lie on a box are not counted, and can be put down elsewhere."""

    class Blind(PatronLink):
        def _counted(self, *given: Any) -> Iterator[c.AboutPatron]:
            told = super()._counted(*given)
            yield from (one for one in told if not isinstance(one, c.CountTokens))

    right = House._patrons

    def patrons(self: House, live: LiveTable) -> PatronLink:
        link = right(self, live)
        link.__class__ = Blind
        return link

    return patch.object(House, "_patrons", patrons)


def nobody_catches_up() -> AbstractContextManager[Any]:
    async def catch_up(self: House, live: LiveTable) -> None:
        return None

    return patch.object(House, "catch_up", catch_up)


MUTANTS: tuple[Mutant, ...] = (
    acknowledged_before_the_commit,
    a_resend_at_the_cage_gets_an_id_of_its_own,
    an_id_is_forgotten_by_the_log,
    an_update_is_lost_between_two_processes,
    a_meter_counts_twice,
    a_session_is_not_looked_up,
    a_lock_leaves_sessions_and_accounts_alone,
    cards_leak,
    a_snapshot_is_believed,
    an_exclusion_is_not_asked_about,
    a_token_is_staked_twice,
    nobody_catches_up,
)


class Noticed(msgspec.Struct, frozen=True):
    mutant: str
    report: Report | None  # of the world that noticed it
    worlds: int
    seconds: float  # of a processor


def notice(mutant: Mutant, first: int = 0, most: int = SEEDS_MAX) -> Noticed:
    """Worlds until one of them goes wrong."""
    began = time.process_time()
    with mutant():
        for number in range(most):
            report = World(first + number).run()
            if report.wrong:
                seconds = time.process_time() - began
                return Noticed(mutant.__name__, report, number + 1, seconds)
    return Noticed(mutant.__name__, None, most, time.process_time() - began)
