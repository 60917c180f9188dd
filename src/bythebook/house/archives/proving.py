"""What a file shows by itself, to somebody who has neither the log nor the house."""

from collections.abc import Iterator, Sequence

from bythebook.house.archives.files import ArchiveFile
from bythebook.house.heads.merkle import is_included, leaf_hash
from bythebook.house.heads.notes import Key, SignedHead, read_head
from bythebook.house.heads.round_proofs import wrong_head
from bythebook.house.log.store import Damaged


def wrong_in(
    file: ArchiveFile, keys: Sequence[Key] = (), kept: SignedHead | None = None
) -> Iterator[str]:
    """What is wrong with it; `keys`: of the house, one of which signed; `kept`: the same head."""
    header, last = file.header, b""
    try:
        for row in file.rows():
            last = row.hash
    except Damaged as damaged:
        yield str(damaged)
        return
    if last != header.hash:
        yield f"its events do not lead to the hash of event {header.last}"
    if not header.head:
        if keys or kept is not None:
            yield "no signed head is over it"
        return
    head = read_head(header.head)
    yield from wrong_head(head, tuple(keys), kept)
    leaf = leaf_hash(header.hash)
    if not is_included(leaf, header.last - 1, head.size, header.proof, head.root):
        yield f"event {header.last} is not shown to be in the log of {head.origin}"
