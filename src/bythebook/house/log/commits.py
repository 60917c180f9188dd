"""One way into the log, for tables, activities, wallets and accounts.

    build: decide on what is known here ──▶ parts ──▶ one append over all their streams
              ▲                                         │
              ├── conflict: each part reads what is new ┤
              └──────────── decide again                └──▶ written: each applies it, and tells

What returns is durable. A command's id makes a resend harmless: what is in the log already is not
written again, and if it would be refused by now, that is no answer to give. The same id with
something else is no resend: its first use is not answered as if it were this.
"""

import hashlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Literal

import msgspec

from bythebook.errors import Malformed, Refused
from bythebook.house.log.expiring_store import StoreThread
from bythebook.house.log.store import Append, Conflict, Overtaken, Row, Store, Write, Written

TRIES_MAX = 100  # each time another process was quicker

Become = Literal["done", "done before", "overtaken"]  # overtaken: decide again


class Cause(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who asked for what is written, and a digest of what it was."""

    by: str
    asks: str = ""  # none: nobody sends it twice, or it was written before digests were kept


def cause_of(by: str, asked: Any = None) -> bytes:
    """What is kept with the first event of a command."""
    if asked is None:
        return msgspec.json.encode(Cause(by))
    return msgspec.json.encode(
        Cause(by, hashlib.sha256(msgspec.json.encode(asked)).hexdigest()[:16])
    )


read_cause = msgspec.json.Decoder(Cause).decode


def check_same(cause: bytes, before: bytes) -> None:
    """Whether an id that was used before is now used for the same."""
    asks, asked = read_cause(cause).asks, read_cause(before).asks
    if asks and asked and asks != asked:
        raise Malformed("this id was used before, for something else", "id")


class Part:
    """One thing that a commit moves, as it was decided on the version known here."""

    def appends(self) -> Iterable[Append]:
        """What it adds to its streams."""
        return ()

    async def written(self) -> None:
        """It is in the log: apply it here, tell whoever watches."""

    async def behind(self, outcome: Written | Conflict) -> None:
        """It is not, or was before: read what is new."""


class Lines(Part):
    """Plain rows of one stream, which nobody here keeps."""

    def __init__(self, append: Append) -> None:
        self._append = append

    def appends(self) -> Iterable[Append]:
        return (self._append,)


class Commits:
    """Decides and writes, until what was decided is what the log has."""

    def __init__(self, thread: StoreThread, store: Store) -> None:
        self._thread = thread
        self._store = store

    async def decide_and_write(
        self, id: str, cause: bytes, build: Callable[[], Awaitable[Sequence[Part]]]
    ) -> Become:
        """Write what `build` decides; overtaken, let it decide anew. No parts: nothing happens."""
        try:
            for _ in range(TRIES_MAX):
                parts = await build()
                become = await self.write(id, cause, parts) if parts else "done"
                if become == "done":
                    return become
                if become == "done before":
                    break
            else:
                raise Overtaken(f"the command {id}")
        except (Refused, Malformed):
            if not await self.of_command(id):
                raise
        check_same(cause, (await self.of_command(id))[0].cause)
        return "done before"

    async def write(self, id: str, cause: bytes, parts: Sequence[Part]) -> Become:
        """All of them or none."""
        appends = tuple(append for part in parts for append in part.appends())
        written = await self._thread.append(Write(id, cause, appends))
        if is_new(written):
            for part in reversed(parts):  # whoever is told of the first knows the others too
                await part.written()
            return "done"
        for part in parts:
            await part.behind(written)
        return "overtaken" if isinstance(written, Conflict) else "done before"

    async def of_command(self, id: str) -> tuple[Row, ...]:
        """What a command has written already."""
        return await self._thread.call(self._store.of_command, id)


def is_new(outcome: object) -> bool:
    """Whether a write has just got into the log as it was decided."""
    return isinstance(outcome, Written) and not outcome.again
