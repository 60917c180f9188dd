"""The tree of hashes of RFC 6962 over a log: one root for all events, and short proofs.

                 root of 5                  leaf hash   SHA-256(0 ‖ entry)
               ╱           ╲                node hash   SHA-256(1 ‖ left ‖ right)
          0..3               4
        ╱      ╲                            an inclusion proof of entry 2 in 5:
      0..1     2..3                           3, 0..1, 4
     ╱   ╲    ╱    ╲                        a consistency proof from 3 to 5:
    0     1  2      3                         2, 3, 0..1, 4

Nothing here knows events, files or keys. Whoever makes a proof says what the root of any aligned
piece of the log is (`Piece`); whoever checks one needs the roots alone.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

import msgspec

HASH_BYTES = 32
EMPTY = sha256(b"").digest()

Piece = Callable[[int, int], bytes]  # the root over the entries from one up to before another


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


class Range(msgspec.Struct, frozen=True):
    """The first so many entries, as the roots of the whole subtrees that they make, large to small.

    There are as many as the size has binary ones: all that is needed to go on.
    """

    size: int = 0
    hashes: tuple[bytes, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether it can be one at all: what is kept somewhere may have been changed there."""
        return (
            0 <= self.size < 1 << 63
            and self.size.bit_count() == len(self.hashes)
            and all(len(one) == HASH_BYTES for one in self.hashes)
        )

    def root(self) -> bytes:
        """The one hash over all entries."""
        if not self.hashes:
            return EMPTY
        root = self.hashes[-1]
        for left in reversed(self.hashes[:-1]):
            root = node_hash(left, root)
        return root


NOTHING = Range()


class Growing:
    """A range that goes on, entry by entry; says which subtrees become whole on the way."""

    def __init__(self, begins: Range = NOTHING) -> None:
        self._size = begins.size
        self._hashes = list(begins.hashes)

    @property
    def range(self) -> Range:
        return Range(self._size, tuple(self._hashes))

    def add(self, leaf: bytes) -> list[tuple[int, int, bytes]]:
        """One more leaf hash: the subtrees that it completes, by level and place, with roots."""
        whole = [(0, self._size, leaf)]
        index = self._size
        while index & 1:  # there is a left neighbour of the same height
            index >>= 1
            leaf = node_hash(self._hashes.pop(), leaf)
            whole.append((len(whole), index, leaf))
        self._hashes.append(leaf)
        self._size += 1
        return whole


def root_of(leaves: Iterable[bytes]) -> bytes:
    """The root over these leaf hashes."""
    growing = Growing()
    for leaf in leaves:
        growing.add(leaf)
    return growing.range.root()


# Making proofs


def split(size: int) -> int:
    """Where a tree of at least two entries divides: the largest power of two below its size."""
    return 1 << (size - 1).bit_length() - 1


def inclusion_proof(index: int, size: int, piece: Piece) -> list[bytes]:
    """What must be hashed with this entry to come to the root over so many."""
    if not 0 <= index < size:
        raise ValueError(f"entry {index} is not among {size}")
    return _path(index, 0, size, piece)


def _path(index: int, begin: int, end: int, piece: Piece) -> list[bytes]:
    if end - begin == 1:
        return []
    middle = begin + split(end - begin)
    if index < middle:
        return [*_path(index, begin, middle, piece), piece(middle, end)]
    return [*_path(index, middle, end, piece), piece(begin, middle)]


def consistency_proof(old: int, new: int, piece: Piece) -> list[bytes]:
    """What shows that the first `old` of `new` entries are those whose root was told before."""
    if not 0 < old <= new:
        raise ValueError(f"{old} entries are not the beginning of {new}")
    return _subproof(old, 0, new, piece, known=True)


def _subproof(old: int, begin: int, end: int, piece: Piece, known: bool) -> list[bytes]:
    if old == end:
        return [] if known else [piece(begin, end)]
    middle = begin + split(end - begin)
    if old <= middle:
        return [*_subproof(old, begin, middle, piece, known), piece(middle, end)]
    return [*_subproof(old, middle, end, piece, False), piece(begin, middle)]


# Checking them (RFC 9162, 2.1.3.2 and 2.1.4.2)


def is_included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether a proof leads from an entry's leaf hash at its place to the root over so many."""
    if not 0 <= index < size or any(len(one) != HASH_BYTES for one in proof):
        return False
    here, last, found = index, size - 1, leaf
    for beside in proof:
        if last == 0:
            return False
        if here & 1 or here == last:
            found = node_hash(beside, found)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            found = node_hash(found, beside)
        here, last = here >> 1, last >> 1
    return last == 0 and found == root


def is_consistent(
    old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether a proof shows that what had the old root is the beginning of what has the new."""
    if not 0 < old <= new or any(len(one) != HASH_BYTES for one in proof):
        return False
    if old == new:
        return not proof and old_root == new_root
    path = list(proof) if old & (old - 1) else [old_root, *proof]
    if not path:
        return False
    here, last = old - 1, new - 1
    while here & 1:
        here, last = here >> 1, last >> 1
    found_old = found_new = path[0]
    for beside in path[1:]:
        if last == 0:
            return False
        if here & 1 or here == last:
            found_old, found_new = node_hash(beside, found_old), node_hash(beside, found_new)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            found_new = node_hash(found_new, beside)
        here, last = here >> 1, last >> 1
    return last == 0 and found_old == old_root and found_new == new_root
