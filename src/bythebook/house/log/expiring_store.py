"""What is no history: the store's cabinet, used through the thread that owns the store."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from bythebook.house.log.store import Conflict, Store, Write, Written

T = TypeVar("T")


class StoreThread(Protocol):
    """The one thread that owns a store, as `committer.Committer` has it."""

    async def append(self, write: Write) -> Written | Conflict: ...

    async def call(self, function: Callable[..., T], *arguments: Any) -> T: ...


class Cabinet:
    """Things kept for a while, by kind and key."""

    def __init__(self, desk: StoreThread, store: Store) -> None:
        self._desk = desk
        self._store = store

    async def run(self, function: Callable[[Store], T]) -> T:
        """Several looks at once, with nothing in between."""
        return await self._desk.call(function, self._store)

    async def get(self, kind: str, key: str) -> bytes | None:
        return await self._desk.call(self._store.kept, kind, key)

    async def all(self, kind: str) -> dict[str, bytes]:
        return await self._desk.call(self._store.all_kept, kind)

    async def put(self, kind: str, key: str, value: bytes, until: int = 0) -> None:
        """Keep something; `until` is when it may be thrown away (0: never)."""
        await self._desk.call(self._store.keep, kind, key, value, until)

    async def drop(self, kind: str, key: str) -> bool:
        """Whether it was there: said to one caller only."""
        return await self._desk.call(self._store.discard, kind, key)

    async def sweep(self, now: int) -> None:
        await self._desk.call(self._store.sweep, now)
