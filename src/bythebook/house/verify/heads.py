"""Heads that somebody kept, and the log as it is now: each must be a beginning of it.

The tree over the log is grown once, while its chain is walked; on the way its root is compared with
every head of that size. Whatever somebody with the database has rewritten since, however well they
mended the chain, the first head over it that others kept does not fit any more.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from bythebook.errors import Malformed
from bythebook.house.heads.heads import HEAD, head_in
from bythebook.house.heads.keys import STREAM, HouseKeys
from bythebook.house.heads.merkle import Growing, Range, leaf_hash
from bythebook.house.heads.notes import Key, SignedHead
from bythebook.house.heads.tree import BLOCK, LEVELS, TREE, Reached, block_name, reached_in
from bythebook.house.log.chain import Fault
from bythebook.house.log.store import Row, Store


class KeptHead(msgspec.Struct, frozen=True):
    """A head, and where it was kept."""

    where: str
    head: SignedHead


class Trust(msgspec.Struct, frozen=True):
    """Whose signatures count; without a key of the house, those that the log itself names."""

    house: tuple[Key, ...] = ()
    witnesses: tuple[Key, ...] = ()


class Compared(msgspec.Struct, frozen=True):
    """What came of it: how many heads fit, and what is wrong with the others."""

    fit: int = 0
    cosigned: dict[str, int] = {}  # by witness: how many of those
    wrong: tuple[Fault, ...] = ()


NOBODY = Trust()


def stored_heads(store: Store) -> Iterator[KeptHead | Fault]:
    """Those that the house keeps itself; whoever has the database has these too."""
    for key in store.all_kept(HEAD):
        try:
            yield KeptHead("kept by the house", head_in(store, int(key)))
        except (ValueError, Malformed) as error:
            yield Fault(0, "", 0, f"the head that the house keeps as {key} cannot be read: {error}")


class HeadsAgain:
    """Compares heads with the events as they go by."""

    def __init__(self, store: Store, others: Sequence[KeptHead], trust: Trust) -> None:
        stored = list(stored_heads(store))
        self._wrong = [one for one in stored if isinstance(one, Fault)]
        self._heads = [*others, *(one for one in stored if isinstance(one, KeptHead))]
        self._trust = trust
        self._store = store
        self._reached = reached_in(store)
        self._growing = Growing()
        self._nodes: dict[tuple[int, int], bytes] = {}  # those of which the store keeps blocks
        wanted = {kept.head.size for kept in self._heads} | {self._reached.range.size}
        self._wanted = wanted if self._heads or store.kept(TREE, "reached") is not None else set()
        self._roots: dict[int, Range] = {0: Range()}

    def follow(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The same rows, while the tree grows over them."""
        if not self._wanted:
            yield from rows
            return
        for row in rows:
            for level, index, root in self._growing.add(leaf_hash(row.hash)):
                if level and level % LEVELS == 0:
                    self._nodes[level, index] = root
            if row.position in self._wanted:
                self._roots[row.position] = self._growing.range
            yield row

    def compared(self, whole: bool, events: int) -> Compared:
        """`whole`: every event was read, none of them broken."""
        keys, wrong = self._keys(), list(self._wrong)
        fit, cosigned, last_good = 0, dict[str, int](), 0
        for kept in sorted(self._heads, key=lambda one: (one.head.size, one.where)):
            size = kept.head.size
            if not whole and size <= events and size not in self._roots:
                continue  # beyond the first broken event, which is named
            said = (
                self._unsigned(kept, keys)
                or self._wrong_root(kept, events, last_good)
                or self._signed_late(kept, keys)
            )
            if said is not None:
                wrong.append(said)
                continue
            fit, last_good = fit + 1, max(last_good, size)
            for witness in self._trust.witnesses:
                if kept.head.note.signed_at(witness.timestamped) is not None:
                    cosigned[witness.name] = cosigned.get(witness.name, 0) + 1
        told = {key for key, _ in keys.taken}
        if self._trust.house and not told & set(self._trust.house):
            wrong.append(Fault(0, "", 0, "the key that you trust is none of those in this log"))
        if whole:
            wrong += self._wrong_tree(events)
        return Compared(fit, cosigned, tuple(wrong))

    def _keys(self) -> HouseKeys:
        """Up to the first that cannot be one, which is a fault of its own."""
        keys = HouseKeys()
        for row in self._store.read(STREAM):
            try:
                if keys.read(row) is not None:
                    break
            except Malformed:
                break
        return keys

    def _wrong_root(self, kept: KeptHead, events: int, last_good: int) -> Fault | None:
        size = kept.head.size
        if size > events:
            gone = f"{_events(events + 1, size)} {'is' if size == events + 1 else 'are'} gone"
            reason = f"events are missing: {_named(kept)} was signed, the log has {events}: {gone}"
            return Fault(events + 1, "", 0, reason)
        if self._roots[size].root() == kept.head.root:
            return None
        among = _events(last_good + 1, size)
        some = "" if last_good + 1 == size else "something among "
        reason = f"{_named(kept)} is not of this log: {some}{among} is not what was signed"
        return Fault(last_good + 1, "", 0, reason)

    def _unsigned(self, kept: KeptHead, keys: HouseKeys) -> Fault | None:
        """Whether nobody signed it whose word counts: then it says nothing about the log."""
        head, told = kept.head, {key for key, _ in keys.taken}
        trusted = set(self._trust.house)
        known = told | trusted if not trusted or trusted & told else trusted
        if all(head.note.signed_at(key) is None for key in known):
            whose = "a key that you trust" if trusted else "any key of this log"
            return Fault(0, "", 0, f"{_named(kept)} is not signed by {whose}")
        for witness in self._trust.witnesses:
            key = witness.timestamped
            claims = any(key.made(one) for one in head.note.signatures)
            if claims and head.note.signed_at(key) is None:
                return Fault(0, "", 0, f"{_named(kept)}: the signature of {key.name} is forged")
        return None

    def _signed_late(self, kept: KeptHead, keys: HouseKeys) -> Fault | None:
        """It fits: was the key that signed it still, or already, the house's?"""
        in_force = keys.in_force(kept.head.size)
        if in_force is None or kept.head.note.signed_at(in_force) is None:
            says = "none" if in_force is None else str(in_force)
            return Fault(0, "", 0, f"{_named(kept)} is not signed by the key of then: {says}")
        return None

    def _wrong_tree(self, events: int) -> Iterator[Fault]:
        """What the store keeps of the tree is a cache: wrong, it would make wrong heads."""
        size = self._reached.range.size
        if self._wanted and (size > events or self._roots.get(size) != self._reached.range):
            yield Fault(0, "", 0, "the tree that is kept for the heads is not of this log")
        elif self._wanted and self._reached != self._as_kept(size):
            yield Fault(
                0, "", 0, "a part of the tree that is kept for the heads is not of this log"
            )

    def _as_kept(self, size: int) -> Reached:
        """What would be kept after so many events, with the blocks that are whole by then."""
        opened: dict[int, tuple[bytes, ...]] = {}
        for level in sorted({level for level, _ in self._nodes}):
            count = size >> level
            roots = [self._nodes[level, index] for index in range(count)]
            for block in range(count // BLOCK):
                kept = self._store.kept(TREE, block_name(level, block))
                if kept != b"".join(roots[block * BLOCK : (block + 1) * BLOCK]):
                    return Reached()
            if count:
                opened[level] = tuple(roots[count // BLOCK * BLOCK :])
        return Reached(self._reached.range, opened)


def _events(first: int, last: int) -> str:
    return f"event {first}" if first == last else f"events {first} to {last}"


def _named(kept: KeptHead) -> str:
    return f"the head over {kept.head.size} events ({kept.where})"
