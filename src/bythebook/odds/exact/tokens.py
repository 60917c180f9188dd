"""How many free-bet tokens are used on a box: splits and doubles that cost the player nothing.

A token is used for every free split and for every double. A double is decided by two cards, so all
that matters of the hands of a split is which second cards they got: of the pair, one on which the
strategy doubles, or another. Those are counted exactly, without replacement.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from bythebook.errors import Malformed
from bythebook.odds.exact.deals import EVEN_MONEY, PAID, SURRENDERS, Deal
from bythebook.odds.exact.solver import Solver
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import MOST_HANDS

MOST_TOKENS = 2 * MOST_HANDS


def tokens_used(solver: Solver, found: Iterable[Deal]) -> list[float]:
    """The chances of no token, one, two and so on."""
    hands = solver.hands
    if any(solver.mask[layer][hands.cards > 2].max() >> k.DOUBLE & 1 for layer in range(k.LAYERS)):
        raise Malformed("tokens are counted where doubles are made on two cards only")
    chances = np.zeros(MOST_TOKENS + 1)
    for deal in found:
        if deal.action == "split":
            chances += deal.chance * _after_split(solver, deal)
        elif deal.action == "double" and solver.terms["free_double"]:
            chances[1] += deal.chance
        else:
            assert deal.action in ("stand", "hit", "double", PAID, EVEN_MONEY, SURRENDERS)
            chances[0] += deal.chance
    used = np.flatnonzero(chances)
    return [float(chance) for chance in chances[: used[-1] + 1]]


def _after_split(solver: Solver, deal: Deal) -> NDArray[np.float64]:
    pair, up = deal.first, deal.up
    left = solver.stock.copy()
    left[pair] -= 2
    left[up] -= 1
    plan = solver.plan_of(k.ACES_LAST if pair == k.ACE else k.LAST)
    doubles = np.array(
        [
            solver.terms["free_double"]
            and solver.tables.fate[k.LAST, solver.hands.following[pair, value]] == k.OPEN
            and plan[solver.hands.following[pair, value], up] == k.DOUBLE
            for value in range(k.VALUES)
        ]
    )
    of_pair = left[pair]
    doubling = sum(left[v] for v in range(k.VALUES) if doubles[v] and v != pair)
    free = int(solver.terms["free_split"]) if pair != k.TEN else 0
    chances = np.zeros(MOST_TOKENS + 1)
    most = solver.most_hands(pair)

    def deal_second(
        hands: int, filled: int, tokens: int, chance: float, gone: tuple[float, float, float]
    ) -> None:
        """One hand after the other gets its second card; `gone`: of the pair, doubling, others."""
        if chance <= 0.0:
            return
        if filled == hands:
            chances[tokens] += chance
            return
        pair_left, double_left = of_pair - gone[0], doubling - gone[1]
        other_left = left.sum() - of_pair - doubling - gone[2]
        size = max(pair_left + double_left + other_left, 1.0)
        a, b, c = gone
        if hands < most:
            deal_second(hands + 1, filled, tokens + free, chance * pair_left / size, (a + 1, b, c))
        else:
            again = int(doubles[pair])
            deal_second(hands, filled + 1, tokens + again, chance * pair_left / size, (a + 1, b, c))
        deal_second(hands, filled + 1, tokens + 1, chance * double_left / size, (a, b + 1, c))
        deal_second(hands, filled + 1, tokens, chance * other_left / size, (a, b, c + 1))

    deal_second(2, 0, free, 1.0, (0.0, 0.0, 0.0))
    return chances
