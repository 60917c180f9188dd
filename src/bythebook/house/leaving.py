"""A process that is about to end, while others go on: it says so, and then asks everybody to go.

    told to stop, or a later version writes to the log
        ──▶ it says so (`healthz`) ──▶ a while ──▶ it sends away who is still here, and ends

Nothing is lost by that: any process serves any table, and what was not acknowledged is sent again.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from bythebook.house.log.upcasting import WrittenLater

STOPPED = "this process is being stopped"
OVERTAKEN = "a later version of this program writes to this log: this process leaves it to that one"


class Leaving:
    """Whether this process is, and why."""

    def __init__(self) -> None:
        self.reason = ""  # none: it stays
        self._begun = asyncio.Event()
        self._hurried = asyncio.Event()
        self._over = asyncio.Event()

        self._empty = asyncio.Event()
        self._empty.set()
        self._here = 0

    def begin(self, reason: str) -> None:
        """Asked for once more, it goes at once."""
        if self.reason:
            self._hurried.set()
        self.reason = self.reason or reason
        self._begun.set()

    def because_of(self, error: Exception) -> bool:
        """Whether somebody writes what only a later version can read: it does not stay for that."""
        if isinstance(error, WrittenLater) and not self.reason:
            self.begin(OVERTAKEN)
        return isinstance(error, WrittenLater)

    async def linger(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurried.wait(), seconds)

    async def begun(self) -> None:
        await self._begun.wait()

    async def over(self) -> None:
        await self._over.wait()

    @contextmanager
    def here(self) -> Iterator[None]:
        """Somebody who is to be sent away first."""
        self._here += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._here -= 1
            if not self._here:
                self._empty.set()

    async def send_away(self, seconds: float) -> None:
        """Whoever is still here is asked to come back elsewhere; who does not hear is left."""
        self._over.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._empty.wait(), seconds)
