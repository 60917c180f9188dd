"""What strangers send is read in a process beside the house, with little memory and little time.

Whatever it does to its reader, the tables do not notice it, and what it took is given back.
"""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any, TypeVar

from litestar import Litestar
from litestar.exceptions import ServiceUnavailableException

from bythebook.errors import Malformed
from bythebook.house.end_with_parent import end_at_once, end_with_parent
from bythebook.web.beside.keeping import one_of

MEMORY_MAX = 1 << 30  # addresses, not pages in use: the program itself takes a good part
SECONDS_MAX = 20.0
WAITING_MAX = 16
TOO_MUCH = "reading this takes more memory or time than anything that is meant to be read"
COME_BACK = "Too much is waiting to be read. Try again in a moment."

T = TypeVar("T")


class Reader:
    """One process, begun when first needed and again if it should end; one text at a time."""

    def __init__(self, memory: int = MEMORY_MAX, seconds: float = SECONDS_MAX) -> None:
        self._memory, self._seconds = memory, seconds
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def read(self, work: Callable[..., T], *given: Any) -> T:
        """What `work` makes of it, there. What is wrong with the text is raised here."""
        if self._waiting >= WAITING_MAX:
            raise ServiceUnavailableException(COME_BACK, headers={"retry-after": "5"})
        self._waiting += 1
        try:
            async with self._turn:
                return await self._read(work, *given)
        finally:
            self._waiting -= 1

    async def _read(self, work: Callable[..., T], *given: Any) -> T:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, _begin, (self._memory,))
        try:
            async with asyncio.timeout(self._seconds):
                return await asyncio.wrap_future(self._pool.submit(work, *given))
        except (TimeoutError, MemoryError, BrokenExecutor):
            self.close()
            raise Malformed(TOO_MUCH) from None
        except asyncio.CancelledError:  # nobody waits for it any more: the next one need not either
            self.close()
            raise

    def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            end_at_once(pool)


def _begin(memory: int) -> None:
    end_with_parent()
    if os.name == "posix":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def reader_of(app: Litestar) -> Reader:
    return one_of(app, "reader", Reader)


async def close_reader(app: Litestar) -> None:
    """To be called when the application ends."""
    if "reader" in app.state:
        reader_of(app).close()
