"""The tree of RFC 6962: the vectors that transparency logs publish, and every small tree."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bythebook.house.heads.merkle import (
    EMPTY,
    Growing,
    Piece,
    Range,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    leaf_hash,
    node_hash,
    root_of,
    split,
)

# As published with Certificate Transparency's own tests, and since with transparency-dev/merkle.
ENTRIES = (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
)  # fmt: skip
ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
ENTRY_1 = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
ENTRY_4 = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
TWO_3 = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
FOUR_5 = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
SIX_7 = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
FOUR_7 = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
INCLUSIONS = [
    (0, 1, ()),
    (0, 8, (ENTRY_1, TWO_3, FOUR_7)),
    (5, 8, (ENTRY_4, SIX_7, ROOTS[4])),
    (2, 3, (ROOTS[2],)),
    (1, 5, (ROOTS[1], TWO_3, ENTRY_4)),
]
CONSISTENCIES = [
    (1, 1, ()),
    (1, 8, (ENTRY_1, TWO_3, FOUR_7)),
    (2, 8, (TWO_3, FOUR_7)),
    (6, 8, (FOUR_5, SIX_7, ROOTS[4])),
    (2, 5, (TWO_3, ENTRY_4)),
]
SIZES = 130  # every tree up to here; proofs of larger ones are drawn


def pieces(leaves: list[bytes]) -> Piece:
    """By the definition: divided at the largest power of two, down to the leaves."""
    known: dict[tuple[int, int], bytes] = {}

    def piece(begin: int, end: int) -> bytes:
        if (begin, end) not in known:
            if end - begin == 1:
                known[begin, end] = leaves[begin]
            else:
                middle = begin + split(end - begin)
                known[begin, end] = node_hash(piece(begin, middle), piece(middle, end))
        return known[begin, end]

    return piece


def as_bytes(hashes: tuple[str, ...]) -> list[bytes]:
    return [bytes.fromhex(one) for one in hashes]


PUBLISHED = [leaf_hash(bytes.fromhex(entry)) for entry in ENTRIES]
MANY = [leaf_hash(str(number).encode()) for number in range(600)]
piece_of_many = pieces(MANY)


def test_the_published_roots() -> None:
    for size, root in enumerate(ROOTS):
        assert root_of(PUBLISHED[:size]).hex() == root
    assert Range().root() == EMPTY == sha256(b"").digest()


@pytest.mark.parametrize(("index", "size", "proof"), INCLUSIONS)
def test_the_published_inclusion_proofs(index: int, size: int, proof: tuple[str, ...]) -> None:
    assert inclusion_proof(index, size, pieces(PUBLISHED)) == as_bytes(proof)
    root = bytes.fromhex(ROOTS[size])
    assert is_included(PUBLISHED[index], index, size, as_bytes(proof), root)


@pytest.mark.parametrize(("old", "new", "proof"), CONSISTENCIES)
def test_the_published_consistency_proofs(old: int, new: int, proof: tuple[str, ...]) -> None:
    assert consistency_proof(old, new, pieces(PUBLISHED)) == as_bytes(proof)
    roots = [bytes.fromhex(root) for root in ROOTS]
    assert is_consistent(old, roots[old], new, roots[new], as_bytes(proof))


def test_a_range_that_grows_has_the_root_of_the_definition_at_every_size() -> None:
    growing = Growing()
    for size, leaf in enumerate(MANY, 1):
        for level, place, found in growing.add(leaf):
            assert found == piece_of_many(place << level, (place + 1) << level)
        grown = growing.range
        assert grown.sound
        assert (grown.size, grown.root()) == (size, piece_of_many(0, size))


def test_whoever_goes_on_from_a_kept_range_comes_to_the_same() -> None:
    kept = Growing()
    for size, leaf in enumerate(MANY[:70]):
        again = Growing(kept.range)
        for later in MANY[size:70]:
            again.add(later)
        assert again.range.root() == piece_of_many(0, 70)
        kept.add(leaf)


def test_what_is_no_range_is_known_for_none() -> None:
    assert Range(3, (EMPTY, EMPTY)).sound
    assert not Range(3, (EMPTY,)).sound
    assert not Range(1, (b"short",)).sound
    assert not Range(-1, (EMPTY,)).sound  # as many as -1 has ones
    assert Range((1 << 63) - 1, (EMPTY,) * 63).sound
    assert not Range(1 << 63, (EMPTY,)).sound


def test_every_entry_of_every_small_tree_is_proved() -> None:
    for size in range(1, SIZES):
        root = piece_of_many(0, size)
        for index in range(size):
            proof = inclusion_proof(index, size, piece_of_many)
            assert len(proof) <= (size - 1).bit_length()
            assert is_included(MANY[index], index, size, proof, root)


def test_every_small_tree_is_the_beginning_of_every_larger_one() -> None:
    for new in range(1, SIZES):
        for old in range(1, new + 1):
            proof = consistency_proof(old, new, piece_of_many)
            roots = piece_of_many(0, old), piece_of_many(0, new)
            assert is_consistent(old, roots[0], new, roots[1], proof)


def changed(hashes: list[bytes], bit: int) -> list[bytes]:
    """With one bit the other way."""
    whole = bytearray(b"".join(hashes))
    whole[bit // 8 % len(whole)] ^= 1 << bit % 8
    return [bytes(whole[at : at + 32]) for at in range(0, len(whole), 32)]


@given(st.data())
def test_a_changed_bit_a_missing_hash_or_another_place_proves_nothing(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, len(MANY)))
    index = data.draw(st.integers(0, size - 1))
    other = data.draw(st.integers(0, size - 1).filter(lambda place: place != index))
    bit = data.draw(st.integers(0, 10_000))
    root = piece_of_many(0, size)
    proof = inclusion_proof(index, size, piece_of_many)
    leaf = MANY[index]
    assert is_included(leaf, index, size, proof, root)
    assert not is_included(leaf, index, size, changed(proof, bit), root)
    assert not is_included(changed([leaf], bit)[0], index, size, proof, root)
    assert not is_included(leaf, index, size, proof, changed([root], bit)[0])
    assert not is_included(leaf, other, size, proof, root)
    assert not is_included(leaf, index, size, proof[:-1], root)
    assert not is_included(leaf, index, size, [*proof, root], root)
    assert not is_included(leaf, index, size, [*proof[:-1], b""], root)
    assert not is_included(leaf, size, size, proof, root)
    assert not is_included(leaf, index - size, size, proof, root)


@given(st.data())
def test_a_changed_bit_or_a_missing_hash_shows_no_consistency(data: st.DataObject) -> None:
    new = data.draw(st.integers(2, len(MANY)))
    old = data.draw(st.integers(1, new - 1))
    bit = data.draw(st.integers(0, 10_000))
    old_root, new_root = piece_of_many(0, old), piece_of_many(0, new)
    proof = consistency_proof(old, new, piece_of_many)
    assert is_consistent(old, old_root, new, new_root, proof)
    assert not is_consistent(old, old_root, new, new_root, changed(proof, bit))
    assert not is_consistent(old, changed([old_root], bit)[0], new, new_root, proof)
    assert not is_consistent(old, old_root, new, changed([new_root], bit)[0], proof)
    assert not is_consistent(old, old_root, new, new_root, proof[:-1])
    assert not is_consistent(old, old_root, new, new_root, [*proof, EMPTY])
    assert not is_consistent(new, old_root, old, new_root, proof)
    assert not is_consistent(0, EMPTY, new, new_root, proof)
    assert not is_consistent(new, old_root, new, new_root, [])
    assert is_consistent(new, new_root, new, new_root, [])
    assert not is_consistent(new, new_root, new, new_root, proof)
    assert not is_consistent(old, old_root, new, new_root, [])


def test_what_is_not_there_is_not_proved() -> None:
    for index, size in ((-1, 5), (5, 5), (0, 0)):
        with pytest.raises(ValueError, match="is not among"):
            inclusion_proof(index, size, piece_of_many)
    for old, new in ((0, 5), (6, 5)):
        with pytest.raises(ValueError, match="not the beginning"):
            consistency_proof(old, new, piece_of_many)
