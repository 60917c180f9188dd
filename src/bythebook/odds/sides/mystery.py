"""Mystery jackpots that must be hit within a range: the books leave the drawing to a server.

A common server draws a hidden sum between `low` and `high`, every sum as likely, whenever its meter
starts anew from the seed. The wager whose increment takes the meter up to that sum triggers the
jackpot. Where the prize is then drawn among the round's wagers, equal wagers have equal chances,
so that each is worth the same as if it could only trigger by its own increment.
"""

from fractions import Fraction
from math import ceil

import msgspec

from bythebook.errors import Malformed


class MustHit(msgspec.Struct, frozen=True):
    """A mystery meter that is hit somewhere from `low` to `high`, in cents."""

    low: int
    high: int


def checked_range(hit: MustHit, seed: int, reading: int, meter: str) -> MustHit:
    if not seed <= hit.low < hit.high:
        raise Malformed("a range goes up, and begins at the seed or above", f"drawn.{meter}")
    if not reading < hit.high:
        raise Malformed("this meter must have been hit before", f"meters.{meter}")
    return hit


def mean_prize(hit: MustHit) -> Fraction:
    """Half-way: what the meter shows on average when it is hit, but for part of an increment."""
    return Fraction(hit.low + hit.high, 2)


def mean_reading(hit: MustHit, seed: int) -> Fraction:
    """The meter's mean over all wagers: it rises evenly from its seed to each prize.

    A rise to h lasts as long as h - seed and averages half-way: (E[h²] - seed²) / 2 over the mean
    rise, with E[h²] = (low² + low × high + high²) / 3.
    """
    square = Fraction(hit.low**2 + hit.low * hit.high + hit.high**2, 3)
    return (square - seed**2) / 2 / (mean_prize(hit) - seed)


def long_run_return(hit: MustHit, seed: int, increment: Fraction, stake: int) -> Fraction:
    """Prize by prize: (mean prize / stake) over (mean prize - seed) / increment wagers.

    Without a seed, players get back exactly what they put in.
    """
    return increment / stake * mean_prize(hit) / (mean_prize(hit) - seed)


def return_at(hit: MustHit, reading: int, increment: Fraction, stake: int) -> Fraction:
    """The return of the next wager while the meter shows `reading`.

    The hidden sum is then as likely anywhere from the reading (or `low`) to `high`. The wager wins
    reading + increment if the sum lies within that increment.
    """
    least = max(reading, hit.low)
    passed = min(reading + increment, Fraction(hit.high)) - least
    return max(passed, Fraction(0)) / (hit.high - least) * (reading + increment) / stake


def break_even(hit: MustHit, increment: Fraction, stake: int, other: Fraction) -> int | None:
    """The least reading at which this meter makes up for what the rest of the wager lacks, or None.

    From i (m + i) / (high - m) = lack for the reading m and the increment i, all in cents. In the
    last cents below `low` a wager can trigger already: that is left out.
    """
    lack = (1 - other) * stake
    if lack <= 0:
        return 0
    least = max(ceil((lack * hit.high - increment**2) / (lack + increment)), hit.low)
    if least >= hit.high or return_at(hit, least, increment, stake) * stake < lack:
        return None
    return least
