"""Questions about odds in a queue: one worker process, one job at a time, answers kept.

Whoever asks the same shares the job. A job that nobody has asked after for a minute is given up;
when too many wait, the next one is told to come back.
"""

import logging
import multiprocessing
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from typing import Any, Literal, Protocol

import msgspec

from bythebook.house.end_with_parent import end_at_once
from bythebook.web.beside.diff_asked import DiffAsked, DiffQuestion
from bythebook.web.beside.odds_asked import Asked, Question
from bythebook.web.beside.odds_worker import Told, begin, work

State = Literal["queued", "running", "done", "failed", "abandoned"]
PENDING = ("queued", "running")

QUEUED_MAX = 8
KEPT_MAX = 64
PATIENCE_SECONDS = 60.0
TICK_SECONDS = 1.0

_log = logging.getLogger(__name__)


class Busy(Exception):
    """Too many jobs wait already."""


class JobError(msgspec.Struct, frozen=True):
    """Why there is no answer: the clause, where one forbids it."""

    reason: str
    where: str = ""
    clause: str = ""


ACCIDENT = JobError("this could not be worked out, and that is our fault: it is written down")


class JobView(msgspec.Struct, frozen=True, kw_only=True):
    """A job as those who wait for it see it."""

    job: str
    what: str
    state: State
    progress: float  # from 0 to 1
    step: str  # what is being worked out
    ahead: int = 0  # how many jobs come first
    result: dict[str, Any] | None = None
    error: JobError | None = None


class Workshop(Protocol):
    """Where the work is done. `told` hears how far it has come, in another thread."""

    def submit(self, number: int, asked: Asked | DiffAsked) -> "Future[dict[str, Any]]": ...

    def abandon(self, number: int) -> None: ...

    def close(self) -> None: ...


class ProcessWorkshop:
    """One spawned process, begun when first needed and again if it should die."""

    def __init__(self, told: Callable[[Told], None]) -> None:
        context = multiprocessing.get_context("spawn")
        self._receive, send = context.Pipe(duplex=False)
        self._abandoned = context.Value("q", 0)
        self._pool = ProcessPoolExecutor(
            max_workers=1,
            mp_context=context,
            initializer=begin,
            initargs=(send, self._abandoned),
        )
        self._send = send
        self._told = told
        self._open = True
        self._listener = threading.Thread(target=self._listen, name="odds", daemon=True)
        self._listener.start()

    def submit(self, number: int, asked: Asked | DiffAsked) -> "Future[dict[str, Any]]":
        return self._pool.submit(work, number, asked)

    def abandon(self, number: int) -> None:
        self._abandoned.value = number

    def _listen(self) -> None:
        while self._open:
            try:
                if self._receive.poll(TICK_SECONDS / 4):
                    self._told(self._receive.recv())
            except (EOFError, OSError):
                return

    def close(self) -> None:
        self._open = False
        end_at_once(self._pool)
        self._listener.join()
        self._receive.close()
        self._send.close()


class _Job:
    def __init__(self, number: int, question: Question | DiffQuestion, now: float) -> None:
        self.number = number
        self.question = question
        self.state: State = "queued"
        self.progress = 0.0
        self.step = ""
        self.result: dict[str, Any] | None = None
        self.error: JobError | None = None
        self.asked_after = now
        self.future: Future[dict[str, Any]] | None = None


class OddsDesk:
    """Takes questions and gives answers; safe to use from any thread."""

    def __init__(
        self,
        *,
        workshop: Callable[[Callable[[Told], None]], Workshop] = ProcessWorkshop,
        clock: Callable[[], float] = time.monotonic,
        queued_max: int = QUEUED_MAX,
        kept_max: int = KEPT_MAX,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._make_workshop = workshop
        self._workshop: Workshop | None = None
        self._clock = clock
        self._queued_max = queued_max
        self._kept_max = kept_max
        self._patience = patience_seconds
        self._jobs: OrderedDict[str, _Job] = OrderedDict()  # the longest unused first
        self._numbers = 0
        self._lock = threading.RLock()
        self._sweeper: threading.Timer | None = None
        self._closed = False

    def ask(self, question: Question | DiffQuestion) -> JobView:
        """The job for a question: one that exists already, or a new one at the end of the queue."""
        with self._lock:
            self.sweep()
            job = self._jobs.get(question.id)
            if job is None or job.state == "abandoned":
                job = self._begin(question)
            return self._seen(job)

    def find(self, job_id: str) -> JobView | None:
        """A job that somebody asks after."""
        with self._lock:
            self.sweep()
            job = self._jobs.get(job_id)
            return None if job is None else self._seen(job)

    def peek(self, job_id: str) -> JobView | None:
        """A job, without showing any interest in it."""
        with self._lock:
            job = self._jobs.get(job_id)
            return None if job is None else self._view(job)

    def sweep(self) -> None:
        """Give up what nobody has asked after for too long, and forget the oldest answers."""
        with self._lock:
            now = self._clock()
            for job in self._jobs.values():
                if job.state in PENDING and now - job.asked_after > self._patience:
                    self._give_up(job)
            for key in [key for key, job in self._jobs.items() if self._try_again(job, now)]:
                del self._jobs[key]
            settled = [key for key, job in self._jobs.items() if job.state not in PENDING]
            for key in settled[: max(0, len(settled) - self._kept_max)]:
                del self._jobs[key]

    def close(self) -> None:
        with self._lock:
            self._closed = True
            workshop, self._workshop = self._workshop, None
            if self._sweeper is not None:
                self._sweeper.cancel()
        # Without the lock: the workshop's thread may be about to tell us something.
        if workshop is not None:
            workshop.close()

    # Inside the lock

    def _try_again(self, job: _Job, now: float) -> bool:
        """An accident may not happen twice; whoever is still looking at it is not sent round."""
        return job.error is ACCIDENT and now - job.asked_after > self._patience

    def _begin(self, question: Question | DiffQuestion) -> _Job:
        waiting = sum(job.state in PENDING for job in self._jobs.values())
        if waiting >= self._queued_max or self._closed:
            raise Busy
        if self._workshop is None:
            self._workshop = self._make_workshop(self._hear)
        self._numbers += 1
        job = _Job(self._numbers, question, self._clock())
        self._jobs[question.id] = job
        job.future = self._workshop.submit(job.number, question.asked)
        job.future.add_done_callback(lambda future: self._finish(job, future))
        self._watch()
        return job

    def _seen(self, job: _Job) -> JobView:
        job.asked_after = self._clock()
        self._jobs.move_to_end(job.question.id)
        return self._view(job)

    def _view(self, job: _Job) -> JobView:
        pending = [other for other in self._jobs.values() if other.state in PENDING]
        ahead = sum(other.number < job.number for other in pending)
        return JobView(
            job=job.question.id,
            what=job.question.asked.what,
            state=job.state,
            progress=round(job.progress, 3),
            step=job.step,
            ahead=ahead if job.state in PENDING else 0,
            result=job.result,
            error=job.error,
        )

    def _give_up(self, job: _Job) -> None:
        job.state, job.step = "abandoned", "nobody waited for it"
        assert job.future is not None
        if not job.future.cancel() and self._workshop is not None:
            self._workshop.abandon(job.number)

    def _watch(self) -> None:
        """Look in now and then while anything is pending, also if nobody asks for anything."""
        if self._sweeper is None and not self._closed:
            self._sweeper = threading.Timer(TICK_SECONDS, self._look_in)
            self._sweeper.daemon = True
            self._sweeper.start()

    def _look_in(self) -> None:
        with self._lock:
            self._sweeper = None
            self.sweep()
            if any(job.state in PENDING for job in self._jobs.values()):
                self._watch()

    # From other threads

    def _hear(self, told: Told) -> None:
        with self._lock:
            for job in self._jobs.values():
                if job.number == told.job and job.state in PENDING:
                    job.state = "running"
                    job.step, job.progress = told.step, told.progress

    def _finish(self, job: _Job, future: "Future[dict[str, Any]]") -> None:
        with self._lock:
            if self._closed or job.state == "abandoned" or future.cancelled():
                return
            problem = future.exception()
            if problem is not None:
                self._fail(job, problem)
                return
            answer = future.result()
            if "result" in answer:
                job.state, job.progress, job.step = "done", 1.0, ""
                job.result = answer["result"]
            elif "error" in answer:
                job.state, job.error = "failed", JobError(**answer["error"])
            else:
                job.state = "abandoned"

    def _fail(self, job: _Job, problem: BaseException) -> None:
        """Not an answer but an accident. If the process is gone, so is all that waited for it."""
        _log.error("odds of %s", job.question.asked, exc_info=problem)
        job.state, job.error = "failed", ACCIDENT
        if not isinstance(problem, BrokenExecutor):
            return
        workshop, self._workshop = self._workshop, None
        for other in self._jobs.values():
            if other.state in PENDING:
                other.state, other.error = "failed", ACCIDENT
        if workshop is not None:
            threading.Thread(target=workshop.close, daemon=True).start()
