"""Random numbers for compiled code: counted, keyed by chunk, so that workers never share a stream.

A number is a function of (seed, chunk, how many were drawn before): whoever plays a chunk draws the
same cards, in whatever order and on however many machines the chunks are played. The mixing is that
of SplitMix64 (Steele, Lea and Flood 2014) with a second key between its two rounds, so that two
chunks are not the same sequence from different starts.
"""

from typing import Any

import numpy as np

from bythebook.odds.compiled import compiled, inlined, part

STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@inlined
def mixed(place: Any, second_key: Any) -> Any:
    """The number at a place of a stream: 64 bits."""
    z = (place ^ (place >> _30)) * _FIRST
    z = z ^ second_key
    z = (z ^ (z >> _27)) * _SECOND
    return z ^ (z >> _31)


@compiled
def keyed(seed: Any, chunk: Any, which: Any) -> Any:
    """A key of a chunk's stream."""
    once = mixed(np.uint64(chunk) * STEP + np.uint64(seed), np.uint64(which))
    return mixed(once + np.uint64(which) * STEP, np.uint64(seed))


@inlined
def draw_below(d: Any, bound: Any) -> Any:
    """A number from 0 to bound - 1, every one exactly as likely (Lemire 2019)."""
    d.place += STEP
    product = (mixed(d.place, d.key) >> _32) * bound
    if product & _LOW < bound:
        product = draw_again(d, bound, product)
    return product >> _32


@part
def draw_again(d: Any, bound: Any, product: Any) -> Any:
    """Once in some ten million draws: drop a number that would make some more likely."""
    threshold = (np.uint64(1 << 32) - bound) % bound
    while product & _LOW < threshold:
        d.place += STEP
        product = (mixed(d.place, d.key) >> _32) * bound
    return product
