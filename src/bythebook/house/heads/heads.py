"""Heads as a house makes, keeps and publishes them.

    a table closes, or the clock ──▶ the tree grows to the log's end ──▶ sign ──▶ keep, publish
    somebody else's signature ──▶ is it of a witness that we know, and good? ──▶ keep, publish

Any process may sign, with the one key that they share: a head over so many events is made once, and
the first that is kept is the head. No key signs over the event by which another took its place.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

from bythebook.errors import Malformed, given
from bythebook.house.heads.keys import STREAM, KeyTaken, key_event, keys_in, take_key
from bythebook.house.heads.merkle import consistency_proof
from bythebook.house.heads.notes import (
    Key,
    Signature,
    SignedHead,
    Signer,
    base64,
    from_base64,
    read_head,
    read_signature,
    sign_head,
)
from bythebook.house.heads.tree import TREE, Growth, Pieces, reached_in
from bythebook.house.log.committer import Committer
from bythebook.house.log.outages import outages
from bythebook.house.log.store import Kept, NoHead, Store, Unavailable
from bythebook.house.tables.live_table import LiveTable

HEAD, COSIGNATURE = "head", "cosignature"  # the kinds in the store's cabinet
EVERY_SECONDS = 300
AT_ONCE_EVENTS = 20_000  # so many are taken into the tree before a house opens
LISTED = 100


class NoSuchHead(Malformed):
    """No head was signed over so many events."""


def head_key(size: int) -> str:
    """By which a head is kept: in the order of their sizes."""
    return f"{size:019}"


def head_in(store: Store, size: int) -> SignedHead:
    """The head over so many events, with those who signed it beside the house."""
    kept = store.kept(HEAD, head_key(size)) if 0 <= size < 10**19 else None
    if kept is None:
        raise NoSuchHead(f"no head was signed over {size} events", "size")
    return _with_witnesses(store, read_head(kept.decode()))


def heads_in(store: Store, limit: int = LISTED, before: int = 0) -> list[SignedHead]:
    """The latest heads, the last one first."""
    key = head_key(before) if before else ""
    kept = store.last_kept(HEAD, limit, key)
    return [_with_witnesses(store, read_head(text.decode())) for text in kept.values()]


def _with_witnesses(store: Store, head: SignedHead) -> SignedHead:
    before = f"{head_key(head.size)}0"  # after every key that begins with the size and a slash
    kept = store.last_kept(COSIGNATURE, LISTED, before)
    mine = [kept[key] for key in sorted(kept) if key.startswith(f"{head_key(head.size)}/")]
    return head.with_signatures(read_signature(line.decode()) for line in mine)


def fits(kept: Kept, events: int) -> bool:
    """Whether something in the cabinet, if it is about heads, is about so many events or fewer."""
    if kept.kind in (HEAD, COSIGNATURE):
        return kept.key <= f"{head_key(events)}~"
    return kept.kind != TREE  # which is grown anew


def proof_between(store: Store, old: int, new: int) -> list[bytes]:
    """That the first so many events are the beginning of more of them."""
    if not 0 < old <= new <= store.head().position:
        raise Malformed(f"{old} events are not the beginning of {new} in this log", "old")
    return consistency_proof(old, new, Pieces(store))


def proof_text(proof: Iterable[bytes]) -> str:
    """A hash a line, as witnesses are sent them."""
    return "".join(f"{base64(one)}\n" for one in proof)


def read_proof(text: str) -> list[bytes]:
    return [from_base64(line, "proof") for line in text.splitlines()]


class SignsHeads(Protocol):
    """A house whose log has heads."""

    committer: Committer
    store: Store
    tables: dict[str, LiveTable]
    on_move: list[Callable[[LiveTable], None]]
    heads: "Heads | None"

    @property
    def now(self) -> int: ...


async def sign_heads(
    house: SignsHeads, signer: Signer, witnesses: Iterable[Key] = (), every: int = EVERY_SECONDS
) -> "Heads":
    """From here on the log has heads, signed by this key, which others can keep."""
    heads = Heads(house, signer, witnesses, every)
    await heads.open()
    for live in house.tables.values():
        heads.look_at(live)
    house.on_move.append(heads.look_at)
    house.heads = heads
    return heads


class Heads:
    """The heads of a house that is open."""

    def __init__(
        self, house: SignsHeads, signer: Signer, witnesses: Iterable[Key], every: int
    ) -> None:
        self._committer = house.committer
        self._store = house.store
        self._clock: Callable[[], int] = lambda: house.now
        self._signer = signer
        self.witnesses = tuple(key.timestamped for key in witnesses)
        self._every = every
        self._growth = Growth()
        self._one_at_a_time = asyncio.Lock()
        self._due = asyncio.Event()
        self._open: set[str] = set()  # the tables that were open when last looked at
        self._task: asyncio.Task[None] | None = None

    @property
    def key(self) -> Key:
        return self._signer.key

    async def open(self) -> None:
        """The log says by which key heads are signed; one that is signed by another is refused."""
        await self._committer.call(take_key, self._store, self._signer, self._clock())
        if await self._committer.call(self._behind) <= AT_ONCE_EVENTS:
            await self.make()
        else:  # nobody waits for a tree over a long log, which is grown once
            self._due.set()
        self._task = asyncio.create_task(self._keep_going(), name="heads")

    def _behind(self) -> int:
        """How many events the tree is still to be grown by."""
        return self._store.head().position - reached_in(self._store).range.size

    async def close(self) -> None:
        """With one more head, so that all that was written is under one."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with suppress(Unavailable):  # the next start makes one
            await self.make()

    async def _keep_going(self) -> None:
        """A head whenever a table has closed, and whenever the time is over."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._every or None):
                    await self._due.wait()
            self._due.clear()
            try:
                await self.make()
            except Exception as error:  # the next one is tried all the same
                outages.tell(error, "the heads of the log")

    def look_at(self, live: LiveTable) -> None:
        """Told after every move of a table: has it closed?"""
        if live.run.table.phase == "open":
            self._open.add(live.id)
        elif live.id in self._open:
            self._open.discard(live.id)
            self._due.set()

    async def make(self) -> SignedHead:
        """A head over all events, or the one that there is already."""
        async with self._one_at_a_time:
            while await self._committer.call(self._growth.step, self._store):
                pass
            return await self._committer.call(self._sign)

    def _sign(self) -> SignedHead:
        grown = self._growth.range
        known = heads_in(self._store, 1)
        if known and known[0].size >= grown.size:
            return known[0]
        # Asked after the events were read: over one that changes the key, only the new one signs.
        current = given(keys_in(self._store).current)
        if current != self._signer.key:
            raise NoHead(f"heads are signed by another key now: {current}")
        head = sign_head(self._signer, grown.size, grown.root(), self._clock())
        if not self._store.keep_first(HEAD, head_key(head.size), str(head).encode()):
            return head_in(self._store, head.size)
        return head

    # What others ask for

    async def latest(self) -> SignedHead:
        found = await self.listed(1)
        if not found:
            raise NoSuchHead("no head has been signed yet", "size")
        return found[0]

    async def of(self, size: int) -> SignedHead:
        return await self._committer.call(head_in, self._store, size)

    async def listed(self, limit: int = LISTED, before: int = 0) -> list[SignedHead]:
        return await self._committer.call(heads_in, self._store, limit, before)

    async def between(self, old: int, new: int) -> list[bytes]:
        return await self._committer.call(proof_between, self._store, old, new)

    async def keys(self) -> tuple[Key, ...]:
        """Every key so far, the current one last."""
        keys = await self._committer.call(keys_in, self._store)
        return tuple(key for key, _ in keys.taken)

    async def key_events(self) -> list[KeyTaken]:
        """How each of them took the place of the one before: to be checked by whoever follows."""
        rows = await self._committer.call(self._store.read, STREAM)
        return [key_event(row.data) for row in rows]

    async def cosign(self, size: int, signature: Signature) -> SignedHead:
        """Somebody else signs a head: taken only from a witness that this house knows."""
        key = next((key for key in self.witnesses if key.made(signature)), None)
        if key is None:
            raise Malformed("this is the key of no witness of this house", "signature")
        head = await self.of(size)
        at = key.signed_at(head.note.text, signature)
        if at is None:
            raise Malformed("the witness did not sign this head", "signature")
        if head.note.signed_at(key) is None:  # the first time that a witness saw it is what counts
            name = f"{head_key(size)}/{key.id.hex()}"
            line = str(signature).encode()
            await self._committer.call(self._store.keep_first, COSIGNATURE, name, line)
        return await self.of(size)
