"""Shuffled here, committed to before the first wager, shown when the shoe is over.

    seed ──ChaCha20──▶ words ──Fisher-Yates──▶ order ──SHA-256 with the seed──▶ digest
    seed + what players add ──SHA-256──▶ another seed ──▶ the order that is dealt

The digest goes on the table while the stack is still secret. Those who play may each add something
of their own until its first card is seen: the order that is dealt follows from all of it, so
nobody chose it. When its last card has been used the seed is shown, and anybody can work out the
order and the digest again: `docs/shoes.md` says each byte. A player's cut turns the stack too. A
stack is any set of cards: what a device shuffles in mid-shoe is one of its own.
"""

import hashlib
import re
import struct
from collections.abc import Iterator, Sequence
from typing import TypeVar

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

from bythebook.cards import Card, format_cards
from bythebook.errors import Malformed

SEED_BYTES = 32
BLOCK_BYTES = 64
WORDS = 2**32  # how many values a word can have
HEADING = "bythebook shoe 1"
ADDED = "bythebook shoe 2"
ADDITION = re.compile(r"[A-Za-z0-9 .\-]{1,64}")  # what a player can add

Item = TypeVar("Item")


# The order


def words(seed: bytes) -> Iterator[int]:
    """The stream of ChaCha20 under this key, as 32-bit words, the least byte first.

    Nonce and counter begin at nothing: a key is used for one stack and never again.
    """
    if len(seed) != SEED_BYTES:
        raise Malformed(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")
    stream = Cipher(algorithms.ChaCha20(seed, bytes(16)), mode=None).encryptor()
    while True:
        block = stream.update(bytes(BLOCK_BYTES))
        yield from struct.unpack("<16I", block)


def number_below(bound: int, source: Iterator[int]) -> int:
    """A number from 0 up to, not including, the bound: each is equally likely.

    The remainder of a word is fair only if the values of a word can be dealt out evenly. The few
    at the top that would be left over are thrown away, and the next word is taken.
    """
    fair = WORDS - WORDS % bound
    while True:
        word = next(source)
        if word < fair:
            return word % bound


def shuffled_by(cards: tuple[Item, ...], source: Iterator[int]) -> tuple[Item, ...]:
    """Fisher-Yates from the end: the last place gets any card, the one before any of the rest."""
    stack = list(cards)
    for last in range(len(stack) - 1, 0, -1):
        chosen = number_below(last + 1, source)
        stack[last], stack[chosen] = stack[chosen], stack[last]
    return tuple(stack)


def shuffled(cards: tuple[Item, ...], seed: bytes) -> tuple[Item, ...]:
    """The stack in the order that the seed gives it: its first card leaves the shoe first."""
    return shuffled_by(cards, words(seed))


def seed_with(seed: bytes, added: Sequence[str]) -> bytes:
    """The seed by which a stack is dealt: the house's own, with what players have added to it."""
    if not added:
        return seed
    lines = (ADDED, seed.hex(), *added)
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode("ascii")).digest()


def cut(cards: tuple[Card, ...], from_front: int) -> tuple[Card, ...]:
    """So many cards go from the front to the back."""
    if not 0 <= from_front <= len(cards):
        raise Malformed(f"a cut is from 0 to {len(cards)} cards from the front, not {from_front}")
    return cards[from_front:] + cards[:from_front]


# The commitment


def commitment(seed: bytes, before: tuple[Card, ...], after: tuple[Card, ...]) -> str:
    """The text whose digest is shown: four lines, each with a line feed at its end."""
    lines = (HEADING, seed.hex(), format_cards(before), format_cards(after))
    return "".join(f"{line}\n" for line in lines)


def digest_of(seed: bytes, before: tuple[Card, ...], after: tuple[Card, ...]) -> str:
    """SHA-256 of the commitment, in hexadecimal."""
    return hashlib.sha256(commitment(seed, before, after).encode("ascii")).hexdigest()


def digest(seed: bytes, cards: tuple[Card, ...]) -> str:
    """What is shown before the first wager, for the stack as it was before it was shuffled."""
    return digest_of(seed, cards, shuffled(cards, seed))


def check(seed: bytes, cards: tuple[Card, ...], shown: str) -> str | None:
    """What is wrong with a digest that was shown for these cards, or None."""
    found = digest(seed, cards)
    if found == shown:
        return None
    return f"the digest of this seed and these cards is {found}, not {shown}"
