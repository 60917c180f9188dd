"""A game in which both of the dealer's cards are seen: as many games, one for each second card.

Whoever sees the second card knows that it has left the shoe and how the dealer's hand begins. So
the game is a mixture of ten, in each of which a solver takes that card as given; what is true of
the whole is a mean over them, by how likely each is.
"""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.odds.exact.solver import Scores, Solver, by_value
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import Tables


class Part(NamedTuple):
    """The game with one second card of the dealer, and how likely that is."""

    chance: float
    solver: Solver


class FaceUp:
    """All parts of a game, by the value of the dealer's second card."""

    def __init__(
        self,
        tables: Tables,
        counts: NDArray[np.int64],
        *,
        without: Collection[str] = (),
        scores: Scores | None = None,
    ) -> None:
        self.tables, self.counts = tables, counts
        stock = by_value(counts)[: k.VALUES]
        whole = stock.sum()
        self.parts = tuple(
            Part(
                float(stock[second] / whole),
                Solver(tables, counts, without=without, scores=scores, second=second),
            )
            for second in range(k.VALUES)
            if stock[second] > 0
        )


def parts_of(solved: Solver | FaceUp) -> tuple[Part, ...]:
    """A solved game as its parts; most have only one."""
    return solved.parts if isinstance(solved, FaceUp) else (Part(1.0, solved),)


def solved(
    tables: Tables,
    counts: NDArray[np.int64],
    *,
    without: Collection[str] = (),
    scores: Scores | None = None,
) -> Solver | FaceUp:
    """A game from one shoe, whatever is seen of the dealer's cards."""
    if tables.terms[0]["face_up"]:
        return FaceUp(tables, counts, without=without, scores=scores)
    return Solver(tables, counts, without=without, scores=scores)
