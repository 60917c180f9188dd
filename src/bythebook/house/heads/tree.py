"""The tree over a log's events: grown as the log grows, kept in its store, asked for proofs.

The entry of an event is its hash in the chain, which covers all that is stored of it. So a proof
shows hashes alone, and whoever is shown an event can work its own out.

What is kept is a cache: how far the tree has grown (`Range`), and the roots of every 256 events, of
every 65,536 and so on, in blocks of 256. Nothing is worked out from the first event again, and a
proof reads a few blocks. What is missing is worked out from the events; what somebody changed makes
heads and proofs that fit no log, and `verify` says so.
"""

import msgspec

from bythebook.errors import NOT_JSON
from bythebook.house.heads.merkle import Growing, Range, leaf_hash, node_hash, split
from bythebook.house.log.store import NoHead, Store

TREE = "tree"  # the kind of all this in the store's cabinet
REACHED = "reached"
LEVELS = 8  # between two that are kept
BLOCK = 1 << LEVELS
PAGE = 512  # events taken in at once: others wait no longer than that for the store


class Reached(msgspec.Struct, frozen=True):
    """How far the tree has grown, with what no whole block holds yet."""

    range: Range = Range()
    open: dict[int, tuple[bytes, ...]] = {}  # by level: the roots since its last whole block


_reached = msgspec.json.Decoder(Reached)


def reached_in(store: Store) -> Reached:
    """As it is kept; from the beginning, if it cannot be read."""
    kept = store.kept(TREE, REACHED)
    try:
        found = _reached.decode(kept) if kept is not None else Reached()
    except NOT_JSON:
        return Reached()
    return found if found.range.sound else Reached()


def block_name(level: int, block: int) -> str:
    return f"{level}/{block}"


class Growth:
    """Follows a log. It is used in the thread that owns the store."""

    def __init__(self) -> None:
        self._growing: Growing | None = None
        self._open: dict[int, list[bytes]] = {}

    @property
    def range(self) -> Range:
        return self._growing.range if self._growing is not None else Range()

    def step(self, store: Store) -> bool:
        """Take in the next events; whether there may be more of them."""
        growing = self._growing or self._take_up(store)
        hashes = store.hashes(growing.range.size, PAGE)
        if not hashes:
            return False
        for one in hashes:
            for level, index, root in growing.add(leaf_hash(one)):
                if level and level % LEVELS == 0:
                    self._whole(store, level, index, root)
        kept = Reached(growing.range, {level: tuple(own) for level, own in self._open.items()})
        store.keep(TREE, REACHED, msgspec.json.encode(kept))
        return len(hashes) == PAGE

    def _take_up(self, store: Store) -> Growing:
        reached = reached_in(store)
        if reached.range.size > store.head().position:
            raise NoHead(
                f"the log has fewer events than the {reached.range.size} that its tree was made of"
            )
        self._growing = Growing(reached.range)
        self._open = {level: list(own) for level, own in reached.open.items()}
        return self._growing

    def _whole(self, store: Store, level: int, index: int, root: bytes) -> None:
        own = self._open.setdefault(level, [])
        own.append(root)
        if index % BLOCK == BLOCK - 1:
            store.keep(TREE, block_name(level, index // BLOCK), b"".join(own))
            own.clear()


class Pieces:
    """The roots of pieces of a log, for one proof or several: what was read is kept meanwhile."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reached = reached_in(store)
        self._blocks: dict[tuple[int, int], tuple[bytes, ...]] = {}

    def __call__(self, begin: int, end: int) -> bytes:
        """The root over the events from one up to before another, counted from 0."""
        size = end - begin
        if size & (size - 1) == 0:
            level = size.bit_length() - 1
            return self._node(level, begin >> level)
        middle = begin + split(size)
        return node_hash(self(begin, middle), self(middle, end))

    def _node(self, level: int, index: int) -> bytes:
        if level % LEVELS == 0:
            block = self._block(level, index // BLOCK)
            if index % BLOCK < len(block):
                return block[index % BLOCK]
            if level == 0:
                raise NoHead(f"event {index + 1} is not in the log")
        return node_hash(self._node(level - 1, 2 * index), self._node(level - 1, 2 * index + 1))

    def _block(self, level: int, number: int) -> tuple[bytes, ...]:
        known = self._blocks.get((level, number))
        if known is None:
            known = self._blocks[level, number] = self._read(level, number)
        return known

    def _read(self, level: int, number: int) -> tuple[bytes, ...]:
        if level == 0:
            return tuple(map(leaf_hash, self._store.hashes(number * BLOCK, BLOCK)))
        if (kept := self._store.kept(TREE, block_name(level, number))) is not None:
            return tuple(kept[at : at + 32] for at in range(0, len(kept), 32))
        is_last = number == self._reached.range.size >> level + LEVELS
        return self._reached.open.get(level, ()) if is_last else ()
