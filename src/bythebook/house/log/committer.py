"""Many tasks, one thread, shared commits.

A commit is dear because it waits for the disk; ten commands in it cost hardly more than one. So all
that have asked while a commit was under way go into the next one together. Nobody waits for a
timer: whoever comes when nothing is under way is committed at once, with those alone who ask in the
same round of the loop.

    task ──append──╮
    task ──append──┼──▶ queue ──▶ one thread: commit, calls, commit, … ──▶ answers, back in the loop
    task ──call────╯
"""

import asyncio
import copy
import threading
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, ParamSpec, TypeVar, cast

from bythebook.errors import BrokenInvariant
from bythebook.house.log.outages import Outage, is_outage
from bythebook.house.log.planning import check_write
from bythebook.house.log.store import Conflict, Store, Unavailable, Write, Written

JOBS_MAX = 1000  # how many are taken at once: bounds how long a commit can take

TRIAL_BYTES = 1 << 16

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")
Outcome = Written | Conflict | Exception
Job = list[Write] | Callable[[], object]
Asked = tuple["asyncio.Future[Any]", Job]
Told = tuple["asyncio.Future[Any]", object]  # who is to be told, and what


class Committer:
    """Owns a store: its thread alone uses it, except for `wait` and `backup`."""

    def __init__(self, store: Store) -> None:
        self.commits = 0  # so many, for so many writes
        self.writes = 0
        self.outage = Outage()
        self._store = store
        self._asked: list[Asked] = []  # in this round of the loop
        self._jobs: SimpleQueue[Asked | None] = SimpleQueue()
        self._closed = False
        self._begin()

    def _begin(self) -> None:
        self._thread = threading.Thread(target=self._work, name="committer", daemon=True)
        self._thread.start()

    async def append(self, write: Write) -> Written | Conflict:
        """Write this; returns when it is in the log for good, or cannot be.

        Whoever stops waiting has not taken it back: it may be written all the same.
        """
        outcome = (await self.append_all([write]))[0]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def append_all(self, writes: Sequence[Write]) -> list[Outcome]:
        """Several, each decided on what the one before it leaves; an error is given, not raised."""
        for write in writes:
            check_write(write)
        return cast(list[Outcome], await self._ask(list(writes))) if writes else []

    async def call(
        self,
        function: Callable[Arguments, Answer],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Answer:
        """Anything else with the store, in its own thread, between two commits."""
        return cast(Answer, await self._ask(lambda: function(*arguments, **named)))

    async def writable(self) -> bool:
        """Whether the log can be written, as far as is known; where it could not, try."""
        if self.outage.reason:
            try:
                await self.call(_try_to_write, self._store)
            except Unavailable:
                return False
            self.outage.over()
        return True

    async def wait(self, seconds: float) -> bool:
        """Until another process has written, at most so long, in a thread apart; whether it did."""
        return await asyncio.to_thread(self._store.wait, seconds)

    async def close(self) -> None:
        """Finish what was asked for, then close the store."""
        if not self._closed:
            self._closed = True
            self._hand_over()
            self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _ask(self, job: Job) -> "asyncio.Future[Any]":
        if self._closed:
            raise Unavailable("the house is closing")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        if not self._asked:
            loop.call_soon(self._hand_over)
        self._asked.append((future, job))
        return future

    def _hand_over(self) -> None:
        """To the thread, which has them all by the time that it is awake."""
        for job in self._asked:
            self._jobs.put(job)
        self._asked.clear()

    def _work(self) -> None:
        """The thread: take all that wait, commit the writes together, then do the rest."""
        going_on = True
        while going_on:
            jobs = [self._jobs.get()]
            try:
                while len(jobs) < JOBS_MAX:
                    jobs.append(self._jobs.get_nowait())
            except Empty:
                pass
            going_on = None not in jobs
            self._do([job for job in jobs if job is not None])
        self._store.close()

    def _do(self, asked: list[Asked]) -> None:
        appends = [(future, job) for future, job in asked if isinstance(job, list)]
        if appends:
            outcomes = iter(self._commit([write for _, writes in appends for write in writes]))
            self._tell((future, list(islice(outcomes, len(writes)))) for future, writes in appends)
        for future, job in asked:
            if not isinstance(job, list):
                self._tell([(future, _result(job))])

    def _commit(self, writes: list[Write]) -> list[Outcome]:
        self.commits += 1
        self.writes += len(writes)
        try:
            return list(self._store.commit(writes))
        except BrokenInvariant as error:
            if len(writes) == 1:
                return [error]
            # Something is wrong with one stream: the others need not stop with it.
            return [outcome for write in writes for outcome in self._commit([write])]
        except Exception as error:
            # One for each, because every task that raises it adds its own traceback.
            return [copy.copy(error) for _ in writes]

    def _tell(self, told: Iterable[Told]) -> None:
        """Wake up all who wait for these, with one message to their loop."""
        messages = list(told)
        loop = messages[0][0].get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, messages, self.outage)


def _try_to_write(store: Store) -> None:
    """As much as a few commands are: what is hardly room enough is no room."""
    store.keep("trial", "writing", bytes(TRIAL_BYTES))
    store.discard("trial", "writing")


def _result(job: Callable[[], object]) -> object:
    try:
        return job()
    except Exception as error:
        return error


def _settle(messages: list[Told], outage: Outage) -> None:
    for future, outcome in messages:
        # Of one commit either all are in the log or none is.
        first = outcome[0] if isinstance(outcome, list) and outcome else outcome
        if isinstance(first, Exception) and is_outage(first):
            outage.noticed(first)
        elif isinstance(first, Written) and first.rows and not first.again:
            outage.over()
        if future.done():  # whoever asked has stopped waiting
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
