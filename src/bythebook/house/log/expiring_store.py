"""What is no history: the store's cabinet, used through the thread that owns the store.

Who writes to the database writes to the cabinet too. So what lets somebody in is believed only with
the house's mark on it, by a key that is not in the database; and what nobody else may read is kept
under a lock, by the same key.
"""

import hashlib
import hmac
import os
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from bythebook.house.log.store import Conflict, Store, Write, Written

T = TypeVar("T")


class StoreThread(Protocol):
    """The one thread that owns a store, as `committer.Committer` has it."""

    async def append(self, write: Write) -> Written | Conflict: ...

    async def call(self, function: Callable[..., T], *arguments: Any) -> T: ...


NONCE_BYTES = 12


class Lock:
    """Values under a key of their own, made of the house's (HKDF), each bound to where it lies:
    ChaCha20-Poly1305, so that nobody else reads one, changes it, or puts it somewhere else."""

    def __init__(self, key: bytes) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        made = HKDF(SHA256(), 32, salt=None, info=b"bythebook: secrets in the cabinet").derive(key)
        self._cipher = ChaCha20Poly1305(made)

    def close(self, where: bytes, value: bytes) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, value, where)

    def open(self, where: bytes, kept: bytes) -> bytes | None:
        from cryptography.exceptions import InvalidTag

        try:
            return self._cipher.decrypt(kept[:NONCE_BYTES], kept[NONCE_BYTES:], where)
        except (InvalidTag, ValueError):
            return None


class Seal:
    """The house's mark on things of these kinds, and its lock on those that are secret; without a
    key there is neither, nor is one asked."""

    def __init__(
        self,
        key: bytes | None = None,
        kinds: frozenset[str] = frozenset(),
        secret: frozenset[str] = frozenset(),
    ) -> None:
        self._key = None if key is None else hmac.digest(key, b"the cabinet", "sha256")
        self._lock = None if key is None or not secret else Lock(key)
        self._kinds = kinds
        self._secret = secret

    def put_on(self, kind: str, name: str, value: bytes) -> bytes:
        if self._lock is not None and kind in self._secret:
            return self._lock.close(_where(kind, name), value)
        return self._mark(kind, name, value) + value

    def take_off(self, kind: str, name: str, kept: bytes | None) -> bytes | None:
        """What is under it; nothing, if it is not ours, or was put on something else."""
        if kept is None:
            return None
        if self._lock is not None and kind in self._secret:
            return self._lock.open(_where(kind, name), kept)
        value = kept[len(self._mark(kind, name, b"")) :]
        return value if hmac.compare_digest(self.put_on(kind, name, value), kept) else None

    def _mark(self, kind: str, name: str, value: bytes) -> bytes:
        if self._key is None or kind not in self._kinds:
            return b""
        return hmac.digest(self._key, _where(kind, name) + value, hashlib.sha256)


def _where(kind: str, name: str) -> bytes:
    return f"{kind} {len(name)} {name} ".encode()


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
