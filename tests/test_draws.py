"""Chance that can be proved: worked out here a second time, from its description alone."""

import hashlib

import pytest

from bythebook.draws import below, digest_of, drawn_between, drawn_order, seed_of, words
from bythebook.errors import Malformed

SEED = "07" * 32


def described(seed: str, count: int) -> list[int]:
    """The first numbers of a seed: eight bytes at a time of SHA-256 over heading, seed, counter."""
    key = b"bythebook draw 1\n" + bytes.fromhex(seed)
    stream = b"".join(
        hashlib.sha256(key + number.to_bytes(8, "big")).digest() for number in range(count)
    )
    return [int.from_bytes(stream[8 * n : 8 * n + 8], "big") for n in range(count)]


def test_the_digest_is_of_the_heading_and_the_seed() -> None:
    said = hashlib.sha256(b"bythebook draw 1\n" + b"\x07" * 32).hexdigest()
    assert digest_of(SEED) == said
    assert digest_of("08" * 32) != said


def test_numbers_are_what_the_description_says() -> None:
    source = words(SEED)
    assert [next(source) for _ in range(10)] == described(SEED, 10)


def test_an_order_is_drawn_place_by_place() -> None:
    """By hand: the first of four by a number below 4, the second of the rest below 3, then 2."""
    names = ["ann", "ben", "cat", "dan"]
    left, order = list(names), []
    for number in described(SEED, 3):
        place = number % len(left)
        # What is drawn changes places with the first of those that are left.
        left[0], left[place] = left[place], left[0]
        order.append(left.pop(0))
    assert drawn_order(SEED, names) == (*order, left[0])
    assert drawn_order(SEED, []) == ()
    assert drawn_order(SEED, ["ann"]) == ("ann",)


def test_numbers_at_the_top_that_would_favour_some_are_left_out() -> None:
    """Of 2**64 values the last one is left over for a bound of three: 2**64 = 3 x ... + 1."""
    assert below(3, iter([2**64 - 1, 5])) == 2
    assert below(3, iter([2**64 - 2, 5])) == (2**64 - 2) % 3


def test_between_means_both_ends_too() -> None:
    seeds = [hashlib.sha256(str(n).encode()).hexdigest() for n in range(200)]
    assert {drawn_between(seed, 7, 9) for seed in seeds} == {7, 8, 9}
    assert drawn_between(SEED, 5, 5) == 5
    with pytest.raises(Malformed):
        drawn_between(SEED, 6, 5)


@pytest.mark.parametrize("text", ["", "07", "07" * 31, "07" * 33, "zz" * 32])
def test_what_is_no_seed(text: str) -> None:
    with pytest.raises(Malformed, match="seed"):
        seed_of(text)
