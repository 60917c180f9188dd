"""How often others win the same share of a meter in the same round, given that one hand did."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from bythebook.errors import Malformed
from bythebook.odds.sides.pattern_counts import which_line

# Hands of a few boxes are followed one after the other: enough for lines that are rare.
MOST_HANDS_FOLLOWED = 1_000_000


def others_on_line(
    counts: NDArray[np.int64],
    patterns: tuple[str | None, ...],
    line: int,
    seen: int,
    common_dealer: bool,
    others: int,
) -> tuple[Fraction, ...]:
    """The chance that none, one, two, … of the other boxes win by the line by which one box won.

    The chance that some given boxes all win follows from drawing their cards one hand after the
    other. Summed over all choices of so many boxes it is the mean of C(K, j), where K is how many
    of the others win; and P(K = k) = sum over j >= k of (-1)^(j - k) C(j, k) E[C(K, j)].
    `common_dealer`: the last card seen is the dealer's, the same for every box.
    """
    winning = [tuple(map(int, w)) for w in np.argwhere(which_line(patterns, seen) == line)]
    if len(winning) ** (others + 1) > MOST_HANDS_FOLLOWED:
        raise Malformed("this line is won by too many hands to follow how it is shared", "boxes")
    cards = [int(count) for count in counts]
    together = [Fraction(0)] * (others + 1)
    for own in winning:
        for chance, left in _drawn(cards, own):
            dealer = own[-1] if common_dealer else None
            for also, more in enumerate(_all_win(left, winning, dealer, others)):
                together[also] += chance * more
    if not together[0]:
        return (Fraction(1),)
    moments = [comb(others, j) * both / together[0] for j, both in enumerate(together)]
    return tuple(
        [
            sum(
                ((-1) ** (j - k) * comb(j, k) * moments[j] for j in range(k, others + 1)),
                Fraction(0),
            )
            for k in range(others + 1)
        ]
    )


def _drawn(cards: list[int], kinds: tuple[int, ...]) -> Iterator[tuple[Fraction, list[int]]]:
    """The chance of drawing exactly these, and the cards left; nothing if they cannot be drawn."""
    left = list(cards)
    total = sum(left)
    chance = Fraction(1)
    for kind in kinds:
        if not left[kind]:
            return
        chance *= Fraction(left[kind], total)
        left[kind] -= 1
        total -= 1
    yield chance, left


def _all_win(
    cards: list[int], winning: list[tuple[int, ...]], dealer: int | None, boxes: int
) -> list[Fraction]:
    """The chance that the first 0, 1, … of so many further boxes all win."""
    chances = [Fraction(1), *[Fraction(0)] * boxes]
    if not boxes:
        return chances
    for hand in winning:
        if dealer is not None and hand[-1] != dealer:
            continue
        own = hand if dealer is None else hand[:-1]
        for chance, left in _drawn(cards, own):
            for further, more in enumerate(_all_win(left, winning, dealer, boxes - 1)):
                chances[further + 1] += chance * more
    return chances
