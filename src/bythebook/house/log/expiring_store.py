"""What is no history: the store's cabinet, used through the thread that owns the store.

Who writes to the database writes to the cabinet too. So what lets somebody in is believed only with
the house's mark on it, by a key that is not in the database.
"""

import hashlib
import hmac
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from bythebook.house.log.store import Conflict, Store, Write, Written

T = TypeVar("T")


class StoreThread(Protocol):
    """The one thread that owns a store, as `committer.Committer` has it."""

    async def append(self, write: Write) -> Written | Conflict: ...

    async def call(self, function: Callable[..., T], *arguments: Any) -> T: ...


class Seal:
    """The house's mark on things of these kinds; without a key there is none, nor is one asked."""

    def __init__(self, key: bytes | None = None, kinds: frozenset[str] = frozenset()) -> None:
        self._key = None if key is None else hmac.digest(key, b"the cabinet", "sha256")
        self._kinds = kinds

    def put_on(self, kind: str, name: str, value: bytes) -> bytes:
        return self._mark(kind, name, value) + value

    def take_off(self, kind: str, name: str, kept: bytes | None) -> bytes | None:
        """What is under it; nothing, if it is not ours, or was put on something else."""
        if kept is None:
            return None
        value = kept[len(self._mark(kind, name, b"")) :]
        return value if hmac.compare_digest(self.put_on(kind, name, value), kept) else None

    def _mark(self, kind: str, name: str, value: bytes) -> bytes:
        if self._key is None or kind not in self._kinds:
            return b""
        what = f"{kind} {len(name)} {name} ".encode() + value
        return hmac.digest(self._key, what, hashlib.sha256)


class Cabinet:
    """Things kept for a while, by kind and key."""

    def __init__(self, desk: StoreThread, store: Store, seal: Seal | None = None) -> None:
        self._desk = desk
        self._store = store
        self._seal = seal or Seal()

    def look(self, store: Store, kind: str, key: str) -> bytes | None:
        """For whoever has the store at hand."""
        return self._seal.take_off(kind, key, store.kept(kind, key))

    async def run(self, function: Callable[[Store], T]) -> T:
        """Several looks at once, with nothing in between."""
        return await self._desk.call(function, self._store)

    async def get(self, kind: str, key: str) -> bytes | None:
        return await self._desk.call(self.look, self._store, kind, key)

    async def all(self, kind: str) -> dict[str, bytes]:
        kept = await self._desk.call(self._store.all_kept, kind)
        ours = {key: self._seal.take_off(kind, key, value) for key, value in kept.items()}
        return {key: value for key, value in ours.items() if value is not None}

    async def put(self, kind: str, key: str, value: bytes, until: int = 0) -> None:
        """Keep something; `until` is when it may be thrown away (0: never)."""
        sealed = self._seal.put_on(kind, key, value)
        await self._desk.call(self._store.keep, kind, key, sealed, until)

    async def drop(self, kind: str, key: str) -> bool:
        """Whether it was there: said to one caller only."""
        return await self._desk.call(self._store.discard, kind, key)

    async def sweep(self, now: int) -> None:
        await self._desk.call(self._store.sweep, now)
