"""The tree over a log, in either store: grown in steps, by several, and asked for every proof."""

import msgspec
import pytest

from bythebook.house.heads import tree as t
from bythebook.house.heads.merkle import (
    Range,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    leaf_hash,
    root_of,
)
from bythebook.house.log.store import Store, Unavailable
from tests.house.log.stores import Place, write

EVENTS = 90


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of four at every second level: so that ninety events fill many of them."""
    monkeypatch.setattr(t, "LEVELS", 2)
    monkeypatch.setattr(t, "BLOCK", 4)
    monkeypatch.setattr(t, "PAGE", 7)


def said(store: Store, events: int) -> list[bytes]:
    """So many more events; the leaf hashes of all there are."""
    version = store.streams().get("a", 0)
    store.commit([write(f"c{version}", "a", version, *map(str, range(events)))])
    return [leaf_hash(row.hash) for row in store.read_log(0, 1000)]


def grown(growth: t.Growth, store: Store) -> Range:
    while growth.step(store):
        pass
    return growth.range


def test_it_grows_with_the_log_and_goes_on_where_it_was(store: Store) -> None:
    growth = t.Growth()
    assert grown(growth, store) == Range()
    for more in (1, 2, 7, 1, 30, 49):
        leaves = said(store, more)
        assert grown(growth, store).root() == root_of(leaves)
        assert t.reached_in(store).range == growth.range
        assert grown(t.Growth(), store) == growth.range  # whoever opens the log later


def test_every_proof_from_what_is_kept(store: Store) -> None:
    leaves = said(store, EVENTS)
    grown(t.Growth(), store)
    assert store.kept(t.TREE, "2/4") is not None
    assert store.kept(t.TREE, "4/0") is not None
    pieces = t.Pieces(store)
    roots = [root_of(leaves[:size]) for size in range(EVENTS + 1)]
    for index in range(EVENTS):
        assert is_included(
            leaves[index], index, EVENTS, inclusion_proof(index, EVENTS, pieces), roots[EVENTS]
        )
    for size in range(1, EVENTS):
        proof = consistency_proof(size, EVENTS, pieces)
        assert is_consistent(size, roots[size], EVENTS, roots[EVENTS], proof)


def test_what_is_kept_is_not_worked_out_again(store: Store) -> None:
    """A proof reads a few blocks and not the log: whoever changes one makes proofs of no log."""
    leaves = said(store, EVENTS)
    grown(t.Growth(), store)
    assert t.Pieces(store)(0, 4) == root_of(leaves[:4])
    store.keep(t.TREE, t.block_name(2, 0), bytes(4 * 32))
    assert t.Pieces(store)(0, 4) == bytes(32)
    assert t.Pieces(store)(16, 20) == root_of(leaves[16:20])


def test_what_nobody_kept_is_worked_out(store: Store) -> None:
    leaves = said(store, EVENTS)
    pieces = t.Pieces(store)
    assert pieces(0, EVENTS) == root_of(leaves)
    with pytest.raises(Unavailable, match="event 91 is not in the log"):
        pieces(0, EVENTS + 1)


def test_one_who_is_behind_takes_nothing_from_one_who_is_ahead(place: Place) -> None:
    """Two processes: what the slower keeps is the same, only shorter."""
    ours, theirs = place.open(), place.open()
    slow, quick = t.Growth(), t.Growth()
    said(ours, 10)
    slow.step(ours)
    grown(quick, theirs)
    leaves = said(ours, 60)
    grown(quick, theirs)
    slow.step(ours)
    assert t.reached_in(theirs).range.size == 14
    assert t.Pieces(theirs)(0, 70) == root_of(leaves)
    assert grown(t.Growth(), theirs) == quick.range == grown(slow, ours)


@pytest.mark.parametrize("kept", [b"", b"{}x", b'{"range":{"size":5,"hashes":[]}}', b"null"])
def test_what_cannot_be_read_is_begun_anew(place: Place, kept: bytes) -> None:
    store = place.open()
    leaves = said(store, 20)
    store.keep(t.TREE, t.REACHED, kept)
    assert grown(t.Growth(), store).root() == root_of(leaves)


def test_a_log_that_is_shorter_than_its_tree_is_not_grown(store: Store) -> None:
    said(store, 3)
    growth = t.Growth()
    grown(growth, store)
    reached = msgspec.structs.replace(t.reached_in(store), range=Range(4, (bytes(32),)))
    store.keep(t.TREE, t.REACHED, msgspec.json.encode(reached))
    with pytest.raises(Unavailable, match="fewer events than the 4"):
        t.Growth().step(store)
