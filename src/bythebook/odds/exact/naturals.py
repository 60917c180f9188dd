"""What a blackjack gets: at once, or held until the dealer may have one too."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.odds.exact.dealer import BLACKJACK, ENDS, SEVENTEEN, TWENTY_TWO
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import Tables
from bythebook.odds.numbers.typed import Floats

Counts = NDArray[np.int64]


class Naturals(NamedTuple):
    """In stakes, [dealer's card, end]: where ranks decide, the mean over them and of the square."""

    mean: Floats
    square: Floats


def natural_pays(tables: Tables, counts: Counts, real: int) -> Naturals:
    """What a blackjack gets on which a player has so many real stakes."""
    r = tables.terms[0]
    net = r["net"][:, real, 1] / float(r["stake"])
    return Naturals(_table(r, counts, net), _table(r, counts, net**2))


def _table(r: Any, counts: Counts, net: Floats) -> Floats:
    held = np.full(ENDS, net[k.BLACKJACK_WINS])
    held[21 - SEVENTEEN] = net[k.BLACKJACK_AGAINST_21]
    held[TWENTY_TWO] = net[k.BLACKJACK_AGAINST_22]
    held[BLACKJACK] = net[k.BLACKJACK_TIES]
    if r["tens_ranked"]:
        held[BLACKJACK] = _against_ranked_tens(counts, net)
    table = np.zeros((k.VALUES, ENDS))
    for up in range(k.VALUES):
        waits = share_of_ranks(counts, up, r["waits"])
        table[up] = waits * held + (1.0 - waits) * net[k.BLACKJACK_AT_ONCE]
    return table


def share_of_ranks(counts: Counts, up: int, ranks: Any) -> float:
    """Which part of the cards of a value have one of the marked ranks."""
    of_rank = counts[: k.JOKER_CODE].reshape(-1, 4).sum(axis=1)
    members = [rank for rank in range(13) if k.VALUE_OF_RANK[rank] == up]
    whole = of_rank[members].sum()
    marked = sum(of_rank[rank] for rank in members if ranks[rank])
    return float(marked / whole) if whole else 0.0


def _against_ranked_tens(counts: Counts, net: Floats) -> float:
    """Blackjack against blackjack by rank: the two ten-value cards are any two of the shoe."""
    tens = counts[k.TEN_RANK * 4 : k.JOKER_CODE].reshape(4, 4).sum(axis=1)
    total = 0.0
    for mine in range(4):
        for theirs in range(4):
            pairs = tens[mine] * (tens[theirs] - (mine == theirs))
            which = k.EQUAL_TEN if mine == theirs else k.HIGHER_TEN
            if mine < theirs:
                which = k.LOWER_TEN
            total += pairs * net[which]
    whole = tens.sum() * (tens.sum() - 1)
    return float(total / whole) if whole else 0.0
