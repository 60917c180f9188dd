"""Verifying the whole log while the house goes on: one at a time, with its progress.

What is verified is a consistent copy of the log, so that commits wait for nobody.
"""

import asyncio
import logging
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import msgspec

from bythebook.errors import ByTheBookError
from bythebook.house.log.choosing import open_store
from bythebook.house.service import House
from bythebook.house.verify.verifying import Report, verify
from bythebook.structs import like


class FaultView(msgspec.Struct, frozen=True):
    position: int
    stream: str
    version: int
    says: str


class VerificationView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far it is, or what came of it."""

    state: Literal[
        "never", "running", "clean", "earlier", "incomplete", "unreadable", "wrong", "failed"
    ]
    done: int = 0
    of: int = 0
    by: str = ""
    at: int = 0  # when it began
    events: int = 0
    streams: int = 0
    orders: int = 0
    rounds: int = 0
    stacks: int = 0
    head: str = ""  # the hash of the last event
    heads: int = 0  # signed, and as the log is
    fault: FaultView | None = None  # what is wrong, or where it could not be read any further
    earlier: tuple[str, ...] = ()  # what was decided before a revision of our rules
    unseen: tuple[str, ...] = ()  # what is archived, and not at hand
    reason: str = ""  # why it could not be finished


log = logging.getLogger("bythebook.web")


class _Ended(Exception):
    """The house is closing."""


class Verification:
    """The latest verification of this process."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._task: asyncio.Task[None] | None = None
        self._ends = False
        self._done = (0, 0)
        self.view = VerificationView(state="never")

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done()

    def now(self) -> VerificationView:
        if not self.running:
            return self.view
        done, of = self._done
        return msgspec.structs.replace(self.view, done=done, of=of)

    def start(self, by: str) -> VerificationView:
        """Begin, unless one is under way already."""
        if not self.running:
            self._done = (0, 0)
            self.view = VerificationView(state="running", by=by, at=self._house.now)
            self._task = asyncio.create_task(self._run(), name="verify")
        return self.now()

    async def _run(self) -> None:
        try:
            report = await asyncio.to_thread(self._verify)
        except _Ended:
            return
        except (ByTheBookError, OSError) as error:
            log.exception("the log could not be verified")
            self.view = msgspec.structs.replace(self.view, state="failed", reason=str(error))
        else:
            self.view = _told(self.view, report)

    def _verify(self) -> Report:
        with TemporaryDirectory(prefix="bythebook-verify-") as folder:
            self._house.store.backup(Path(folder))
            cold = self._house.store.archive
            with closing(open_store(Path(folder), None, True, cold)) as copy:
                return verify(copy, self._progress)

    def _progress(self, done: int, of: int) -> None:
        if self._ends:
            raise _Ended
        self._done = (done, of)

    async def close(self) -> None:
        self._ends = True
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)


def _told(view: VerificationView, report: Report) -> VerificationView:
    fault = report.fault or report.unreadable
    return like(
        VerificationView,
        report,
        state=report.outcome,
        by=view.by,
        at=view.at,
        head=report.head.hash.hex(),
        fault=like(FaultView, fault, says=str(fault)) if fault is not None else None,
        earlier=tuple(map(str, report.earlier)),
        unseen=tuple(map(str, report.unseen)),
    )
