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
    if not r["suited_blackjack"]:
        return Naturals(_table(r, counts, net), _table(r, counts, net**2))
    mean, square = net.copy(), net**2
    for outcome in _PAID:
        mean[outcome], square[outcome] = _with_suits(r, counts, net[outcome])
    return Naturals(_table(r, counts, mean), _table(r, counts, square))


# What a blackjack comes to where it wins: there its suit may bring more.
_PAID = (
    k.BLACKJACK_AT_ONCE, k.BLACKJACK_WINS, k.BLACKJACK_AGAINST_21, k.BLACKJACK_AGAINST_22,
)  # fmt: skip


def _with_suits(r: Any, counts: Counts, plain: float) -> tuple[float, float]:
    """The mean and mean square of what a winning blackjack gets, its two cards being any."""
    aces = counts[:4]
    tens = counts[k.TEN_RANK * 4 : k.JOKER_CODE].reshape(4, 4).sum(axis=0)
    pairs = aces.sum() * tens.sum()
    alike = aces * tens / pairs if pairs else np.zeros(4)
    paid = plain + r["suited_pays"] / float(r["stake"])
    mixed = 1.0 - alike.sum()
    return float(alike @ paid + mixed * plain), float(alike @ paid**2 + mixed * plain**2)


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
