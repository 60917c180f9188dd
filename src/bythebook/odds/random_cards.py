"""Random numbers for compiled code: counted, keyed by chunk, so that workers never share a stream.

A number is a function of (seed, chunk, how many were drawn before): whoever plays a chunk draws the
same cards, in whatever order and on however many machines the chunks are played. The mixing is that
of SplitMix64 (Steele, Lea and Flood 2014) with a second key between its two rounds, so that two
chunks are not the same sequence from different starts.
"""

from typing import Any

import numpy as np

from bythebook.odds.compiled import compiled, inlined

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@inlined
def mixed(counter: Any, key: Any, second_key: Any) -> Any:
    """The number at a place of a stream: 64 bits."""
    z = counter * _STEP + key
    z = (z ^ (z >> _30)) * _FIRST
    z = z ^ second_key
    z = (z ^ (z >> _27)) * _SECOND
    return z ^ (z >> _31)


@compiled
def keyed(seed: Any, chunk: Any, which: Any) -> Any:
    """A key of a chunk's stream."""
    once = mixed(np.uint64(chunk), np.uint64(seed), np.uint64(which))
    return mixed(np.uint64(which) + np.uint64(1), once, np.uint64(seed))


@inlined
def draw_below(desk: Any, bound: int) -> int:
    """A number from 0 to bound - 1, every one exactly as likely (Lemire 2019)."""
    desk.counter += np.uint64(1)
    size = np.uint64(bound)
    product = (mixed(desk.counter, desk.key, desk.second_key) >> _32) * size
    low = product & _LOW
    if low < size:
        threshold = (np.uint64(1 << 32) - size) % size
        while low < threshold:
            desk.counter += np.uint64(1)
            product = (mixed(desk.counter, desk.key, desk.second_key) >> _32) * size
            low = product & _LOW
    return np.int64(product >> _32)
