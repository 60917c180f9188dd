"""Random numbers for compiled code: counted, keyed by chunk, so that workers never share a stream.

A number is a function of (seed, chunk, how many were drawn before): whoever plays a chunk draws the
same cards, in whatever order and on however many machines the chunks are played. The mixing is that
of SplitMix64 (Steele, Lea and Flood 2014) with a second key between its two rounds, so that two
chunks are not the same sequence from different starts.
"""

import numpy as np

from bythebook.odds.kernel.intrinsics import rarely
from bythebook.odds.numbers.compiled import compiled, part, written_out
from bythebook.odds.numbers.typed import Number, Scratch

STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
_1, _2, _21, _22, _43 = np.uint64(1), np.uint64(2), np.uint64(21), np.uint64(22), np.uint64(43)
_21_BITS = np.uint64((1 << 21) - 1)


@written_out
def mixed(place: Number, second_key: Number) -> Number:
    """The number at a place of a stream: 64 bits."""
    z = (place ^ (place >> _30)) * _FIRST
    z = z ^ second_key
    z = (z ^ (z >> _27)) * _SECOND
    return z ^ (z >> _31)


@compiled
def keyed(seed: Number, chunk: Number, which: Number) -> Number:
    """A key of a chunk's stream."""
    once = mixed(np.uint64(chunk) * STEP + np.uint64(seed), np.uint64(which))
    return mixed(once + np.uint64(which) * STEP, np.uint64(seed))


# A number below a bound is the upper part of the product of random bits with it. Of the lower parts
# that stand for one number there may be one too many, and those are drawn again (Lemire 2019): that
# way every number is exactly as likely.


@written_out
def draw_below(d: Scratch, bound: Number) -> Number:
    """A number from 0 to bound - 1."""
    d.place += STEP
    return exact(d, bound, (mixed(d.place, d.key) >> _43) * bound) >> _21


@written_out
def draw_three_below(d: Scratch, bound: Number) -> Number:
    """Three numbers at once: below bound, below bound - 1, below bound - 2."""
    place = d.place + STEP
    d.place = place
    bits = mixed(place, d.key)
    one = (bits >> _43) * bound
    two = (bits >> _22 & _21_BITS) * (bound - _1)
    three = (bits >> _1 & _21_BITS) * (bound - _2)
    if rarely(min(one & _21_BITS, two & _21_BITS, three & _21_BITS) < bound):
        one, two = exact(d, bound, one), exact(d, bound - _1, two)
        three = exact(d, bound - _2, three)
    return one >> _21, two >> _21, three >> _21


@part
def exact(d: Scratch, bound: Number, product: Number) -> Number:
    """The product, or another in its place where it would make some number more likely."""
    if product & _21_BITS < bound:
        too_many = np.uint64(1 << 21) % bound
        while product & _21_BITS < too_many:
            d.place += STEP
            product = (mixed(d.place, d.key) >> _43) * bound
    return product
