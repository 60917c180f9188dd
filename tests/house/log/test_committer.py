"""Many tasks share commits; each is told what came of its own."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from bythebook.errors import BrokenInvariant, Malformed
from bythebook.house.log.committer import JOBS_MAX, Committer
from bythebook.house.log.store import Conflict, Store, Unavailable, Write, Written
from tests.house.log.stores import Place, check_store, write


class Watched:
    """A store that counts its commits, can be held up, and fails when it is told to."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.sizes: list[int] = []
        self.go = threading.Event()
        self.go.set()
        self.failure: Callable[[Sequence[Write]], Exception | None] = lambda writes: None

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    def commit(self, writes: Sequence[Write]) -> list[Written | Conflict]:
        self.sizes.append(len(writes))
        assert self.go.wait(300)
        if failure := self.failure(writes):
            raise failure
        return self._store.commit(writes)


def with_committer(
    place: Place, story: Callable[[Committer, Watched], Awaitable[None]]
) -> tuple[Store, Watched]:
    """Run a story on a committer, close it, and open the log again to look at it."""
    watched = Watched(place.open())

    async def run() -> None:
        committer = Committer(watched)  # type: ignore[arg-type]
        try:
            await asyncio.wait_for(story(committer, watched), timeout=300)
        finally:
            await committer.close()

    asyncio.run(run())
    return place.open(), watched


async def busy(committer: Committer, watched: Watched) -> asyncio.Task[Written | Conflict]:
    """Hold the store up with a first write, so that what comes now must wait together."""
    watched.go.clear()
    first = asyncio.create_task(committer.append(write("first", "first", 0, "x")))
    while not watched.sizes:
        await asyncio.sleep(0.001)
    return first


def test_all_that_wait_share_a_commit(place: Place) -> None:
    async def story(committer: Committer, watched: Watched) -> None:
        first = await busy(committer, watched)
        rest = [
            asyncio.create_task(committer.append(write(f"c-{i}", f"s-{i}", 0, "x")))
            for i in range(400)
        ]
        await asyncio.sleep(0)
        watched.go.set()
        outcomes = await asyncio.gather(first, *rest)
        assert all(isinstance(outcome, Written) for outcome in outcomes)
        assert (committer.commits, committer.writes) == (2, 401)

    store, watched = with_committer(place, story)
    assert watched.sizes == [1, 400]
    assert store.head().position == 401
    assert check_store(store) is None


def test_a_commit_is_bounded(place: Place) -> None:
    async def story(committer: Committer, watched: Watched) -> None:
        first = await busy(committer, watched)
        count = JOBS_MAX + 100
        rest = [committer.append(write(f"c-{i}", f"s-{i % 9}", i // 9, "x")) for i in range(count)]
        waiting = asyncio.gather(first, *rest)
        await asyncio.sleep(0)
        watched.go.set()
        assert all(isinstance(outcome, Written) for outcome in await waiting)

    _, watched = with_committer(place, story)
    assert watched.sizes == [1, JOBS_MAX, 100]


def test_the_loop_is_told_once_for_a_commit(place: Place) -> None:
    async def story(committer: Committer, watched: Watched) -> None:
        first = await busy(committer, watched)
        rest = [committer.append(write(f"c-{i}", f"s-{i}", 0, "x")) for i in range(50)]
        waiting = asyncio.gather(first, *rest)
        await asyncio.sleep(0)
        loop = asyncio.get_running_loop()
        told: list[object] = []
        tell = loop.call_soon_threadsafe

        def tell_and_count(*message: Any) -> asyncio.Handle:
            told.append(message)
            return tell(*message)

        loop.call_soon_threadsafe = tell_and_count  # type: ignore[method-assign, assignment]
        watched.go.set()
        await waiting
        assert len(told) == 2

    with_committer(place, story)


def test_each_is_told_its_own(place: Place) -> None:
    async def story(committer: Committer, watched: Watched) -> None:
        first = await busy(committer, watched)
        waiting = asyncio.gather(
            first,
            committer.append(write("c-1", "a", 0, "1", "2")),
            committer.append(write("c-2", "a", 0, "late")),
            committer.append(write("c-1", "a", 0, "1", "2")),
            committer.append(write("c-3", "b", 0, "3")),
        )
        await asyncio.sleep(0)
        watched.go.set()
        _, one, late, again, three = await waiting
        assert isinstance(one, Written)
        assert not one.again
        assert late == Conflict({"a": 2})
        assert again == Written(one.rows, again=True)
        assert isinstance(three, Written)
        assert [row.data for row in three.rows] == [b"3"]

    store, watched = with_committer(place, story)
    assert watched.sizes == [1, 4]
    assert [row.data for row in store.read("a")] == [b"1", b"2"]


def test_many_tasks_that_conflict_all_get_in_once(place: Place) -> None:
    async def story(committer: Committer, watched: Watched) -> None:
        async def insist(number: int) -> None:
            version = 0
            while True:
                outcome = await committer.append(write(f"c-{number}", "shared", version, "x"))
                if isinstance(outcome, Written):
                    return
                version = outcome.versions["shared"]

        await asyncio.gather(*(insist(number) for number in range(30)))

    store, _ = with_committer(place, story)
    assert store.streams() == {"shared": 30}
    assert len({row.command for row in store.read_log()}) == 30
    assert check_store(store) is None


def test_anything_else_runs_between_commits_in_the_same_thread(place: Place) -> None:
    async def story(committer: Committer, watched: Watched) -> None:
        store = place.open()
        await committer.append(write("c-1", "a", 0, "1"))
        rows = await committer.call(store.read, "a", after=0)
        assert [row.data for row in rows] == [b"1"]
        await committer.call(store.keep, "session", "s-1", b"ann")
        assert await committer.call(store.kept, "session", "s-1") == b"ann"
        names = {await committer.call(lambda: threading.current_thread().name) for _ in range(2)}
        assert names == {"committer"}
        with pytest.raises(Malformed, match="a name is text"):
            await committer.call(store.keep, "session", "", b"")
        assert await committer.call(store.kept, "session", "s-1") == b"ann"

    with_committer(place, story)


def test_what_cannot_be_written_spoils_no_commit(place: Place) -> None:
    async def story(committer: Committer, watched: Watched) -> None:
        first = await busy(committer, watched)
        good = asyncio.create_task(committer.append(write("c-1", "a", 0, "1")))
        with pytest.raises(Malformed, match="a name is text"):
            await committer.append(write("", "a", 0, "1"))
        await asyncio.sleep(0)
        watched.go.set()
        assert all(isinstance(outcome, Written) for outcome in await asyncio.gather(first, good))

    with_committer(place, story)


def test_if_the_store_fails_all_who_wait_are_told_and_later_it_goes_on(place: Place) -> None:
    async def story(committer: Committer, watched: Watched) -> None:
        watched.failure = lambda writes: Unavailable("the disk is full")
        first = await busy(committer, watched)
        rest = [committer.append(write(f"c-{i}", "a", i, "x")) for i in range(20)]
        waiting = asyncio.gather(first, *rest, return_exceptions=True)
        await asyncio.sleep(0)
        watched.go.set()
        outcomes = await waiting
        assert [str(outcome) for outcome in outcomes] == ["the disk is full"] * 21
        assert {type(outcome) for outcome in outcomes} == {Unavailable}
        assert len({id(outcome) for outcome in outcomes}) == 21  # each with a traceback of its own
        watched.failure = lambda writes: None
        again = await asyncio.gather(
            *(committer.append(write(f"c-{i}", "a", i, "x")) for i in range(20))
        )
        assert all(isinstance(outcome, Written) and not outcome.again for outcome in again)

    store, _ = with_committer(place, story)
    assert store.streams() == {"a": 20}


def test_one_stream_that_is_broken_does_not_stop_the_others(place: Place) -> None:
    async def story(committer: Committer, watched: Watched) -> None:
        await committer.append(write("c-0", "broken", 0, "x"))
        # Somebody has taken back what the store remembers, but not the event.
        place.behind_its_back("UPDATE heads SET version = 0 WHERE stream = 'broken'")
        watched.sizes.clear()
        first = await busy(committer, watched)
        waiting = asyncio.gather(
            first,
            committer.append(write("c-1", "sound", 0, "1")),
            committer.append(write("c-2", "broken", 0, "2")),
            committer.append(write("c-3", "sound", 1, "3")),
            return_exceptions=True,
        )
        await asyncio.sleep(0)
        watched.go.set()
        _, one, two, three = await waiting
        assert isinstance(one, Written)
        assert isinstance(two, BrokenInvariant)
        assert isinstance(three, Written)

    store, _ = with_committer(place, story)
    assert [row.data for row in store.read("sound")] == [b"1", b"3"]
    assert [row.data for row in store.read("broken")] == [b"x"]


def test_whoever_stops_waiting_holds_nobody_up(place: Place) -> None:
    async def story(committer: Committer, watched: Watched) -> None:
        first = await busy(committer, watched)
        gone = asyncio.create_task(committer.append(write("c-1", "a", 0, "1")))
        other = asyncio.create_task(committer.append(write("c-2", "b", 0, "2")))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        watched.go.set()
        assert isinstance(await other, Written)
        assert isinstance(await first, Written)
        assert gone.cancelled()

    store, _ = with_committer(place, story)
    assert store.streams() == {"a": 1, "b": 1, "first": 1}


def test_closing_finishes_what_was_asked_for_and_takes_no_more(place: Place) -> None:
    async def story(committer: Committer, watched: Watched) -> None:
        first = await busy(committer, watched)
        last = asyncio.create_task(committer.append(write("c-1", "a", 0, "1")))
        await asyncio.sleep(0)
        closing = asyncio.create_task(committer.close())
        await asyncio.sleep(0)
        with pytest.raises(Unavailable, match="closing"):
            await committer.append(write("c-2", "a", 1, "2"))
        with pytest.raises(Unavailable, match="closing"):
            await committer.call(len, "abc")
        watched.go.set()
        await closing
        assert isinstance(await first, Written)
        assert isinstance(await last, Written)

    store, _ = with_committer(place, story)
    assert store.streams() == {"a": 1, "first": 1}


def test_nothing_is_acknowledged_before_it_can_be_read_by_others(place: Place) -> None:
    other = place.open()

    async def story(committer: Committer, watched: Watched) -> None:
        async def one(number: int) -> None:
            outcome = await committer.append(write(f"c-{number}", f"s-{number}", 0, "x"))
            assert isinstance(outcome, Written)
            assert other.of_command(f"c-{number}") == outcome.rows

        await asyncio.gather(*(one(number) for number in range(40)))

    with_committer(place, story)
