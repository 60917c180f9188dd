"""The first two cards and the dealer's: how likely each deal is, and what its play brings."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from bythebook.odds.exact.dealer import ANY, BLACKJACK, ENDS, dealer_ends
from bythebook.odds.exact.follow import SUMS, follow
from bythebook.odds.exact.naturals import share_of_ranks
from bythebook.odds.exact.play_values import Pays
from bythebook.odds.exact.solver import Solver
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.hands import JOKER_KIND
from bythebook.odds.numbers.typed import Floats

SURRENDERS, EVEN_MONEY, PAID = "surrender", "even-money", "blackjack"


class Deal(NamedTuple):
    """One kind of first two cards against one card of the dealer."""

    first: int  # values, and 10 for a joker; the lower one first
    second: int
    suits: int  # mixed, suited or spades where that matters
    up: int
    hand: int  # its number; -1 for two jokers
    chance: float
    action: str
    value: float
    square: float
    values: dict[str, float]  # of each legal action; a split only where it was worked out exactly
    insured: bool
    surrendered: float  # part of the deals in which the wager is surrendered
    dealer_second: int = ANY  # of the dealer's cards, where both are seen


def deals(solver: Solver) -> Iterator[Deal]:
    """Every deal that the shoe can give, with what its best (or given) play is worth."""
    stock, hands = solver.stock, solver.hands
    size = stock.sum()
    for first in range(k.VALUES + 1):
        for second in range(first, k.VALUES + 1):
            left = stock.copy()
            chance = left[first] / size
            left[first] -= 1
            chance *= left[second] / (size - 1) * (1 if first == second else 2)
            left[second] -= 1
            if chance <= 0:
                continue
            for up in solver.ups:
                with_up = chance * left[up] / left[: k.VALUES].sum()
                if with_up <= 0:
                    continue
                hand = first_hand(solver, first, second, up)
                if hand >= 0 and hands.has_suits[hand]:
                    for suits in range(3):
                        part = with_up * solver.suits[hand, suits]
                        if part > 0:
                            yield _deal(solver, first, second, suits, up, hand + suits, part)
                else:
                    yield _deal(solver, first, second, k.MIXED, up, hand, with_up)


def first_hand(solver: Solver, first: int, second: int, up: int) -> int:
    """The number of the hand that two cards make; a joker is named to the best effect."""
    if second < JOKER_KIND:
        return int(solver.hands.following[first, second])
    if first == JOKER_KIND:
        return -1
    return int(solver.hands.joker_as[first, solver.values.joker[first, up]])


def _deal(
    solver: Solver, first: int, second: int, suits: int, up: int, hand: int, chance: float
) -> Deal:
    natural = hand < 0 or solver.tables.fate[k.UNSPLIT, hand] == k.NATURAL
    if natural:
        action, value, square, values = _natural(solver, hand, up)
        surrendered = 0.0
    else:
        action, value, square, values, surrendered = _played(solver, hand, up)
    insured = bool(solver.offers_taken[hand, up] >> k.INSURE & 1) if hand >= 0 else False
    if insured and action != EVEN_MONEY:
        value, square = _with_insurance(solver, hand, up, value, square)
    return Deal(
        first, second, suits, int(up), hand, chance, action, value, square, values, insured,
        surrendered, solver.second,
    )  # fmt: skip


def _natural(solver: Solver, hand: int, up: int) -> tuple[str, float, float, dict[str, float]]:
    ends = solver.ends[hand, up] if hand >= 0 else _ends_at_first(solver)[up]
    value = float(solver.natural.mean[up] @ ends)
    square = float(solver.natural.square[up] @ ends)
    evens = float(solver.terms["net"][k.EVENS, 1, 1]) / float(solver.terms["stake"])
    values = {PAID: value}
    if up == k.ACE and solver.terms["even_money"] and "insurance" not in solver.without:
        values[EVEN_MONEY] = evens
    if hand >= 0:
        taken = bool(solver.offers_taken[hand, up] >> k.EVEN_MONEY & 1)
    else:  # two jokers, which no strategy has a row for
        taken = EVEN_MONEY in values and evens > value and solver.scores is None
    if taken:
        return EVEN_MONEY, evens, evens**2, values
    return PAID, value, square, values


def _ends_at_first(solver: Solver) -> Floats:
    stock = solver.stock[None, : k.VALUES]
    ends: Floats = dealer_ends(solver.shoe.hits_soft_17, stock, solver.second)[0]
    return ends


def _played(
    solver: Solver, hand: int, up: int
) -> tuple[str, float, float, dict[str, float], float]:
    values = solver.action_values(hand, up)
    action = k.PLAYS[solver.values.action[hand, up]]
    value, square = float(solver.values.best[hand, up]), float(solver.values.squared[hand, up])
    split = solver.split_of(hand)
    if split is not None:
        if split.exact[up]:
            values["split"] = float(split.mean[up])
        if solver.splits_chosen[hand, up]:
            action, value, square = "split", float(split.mean[up]), float(split.square[up])
    surrendered = 1.0 if action == SURRENDERS else 0.0  # in its turn
    given_up = surrender_value(solver, hand, up)
    if given_up is not None:
        values[SURRENDERS] = given_up[0]
        if solver.offers_taken[hand, up] >> k.SURRENDER & 1:
            surrendered = share_of_ranks(solver.counts, up, solver.terms["surrender"])
            value = surrendered * given_up[0] + (1 - surrendered) * value
            square = surrendered * given_up[1] + (1 - surrendered) * square
            action = SURRENDERS
    return action, value, square, values, surrendered


def surrender_value(solver: Solver, hand: int, up: int) -> tuple[float, float] | None:
    """The mean and mean square of surrendering, or None where it is not offered."""
    if "surrender" in solver.without:
        return None
    if not share_of_ranks(solver.counts, up, solver.terms["surrender"]):
        return None
    early = bool(solver.terms["surrender_early"])
    natural = 0.0 if early else float(solver.ends[hand, up, BLACKJACK])
    half = float(solver.terms["surrender_keeps"]) / float(solver.terms["stake"]) - 1.0
    return half * (1 - natural) - natural, half**2 * (1 - natural) + natural


def insurance_value(solver: Solver, hand: int, up: int) -> float:
    """The mean of insuring for half the stake, in stakes."""
    r = solver.terms
    natural = float(solver.ends[hand, up, BLACKJACK])
    wins, loses = float(r["insurance_pays"]), float(r["insurance"])
    return (natural * wins - (1 - natural) * loses) / float(r["stake"])


def offer_values(solver: Solver, hand: int, up: int, played: float | None) -> dict[str, float]:
    """What may be taken before the turns, and to decline it; `played` None: a blackjack."""
    r = solver.terms
    stake = float(r["stake"])
    natural = played is None
    if played is None:
        played = float(solver.natural.mean[up] @ solver.ends[hand, up])
    values = {"decline": played}
    if up == k.ACE and r["insurance"] and (not natural or r["insure_blackjack"]):
        values["insure"] = played + insurance_value(solver, hand, up)
    if up == k.ACE and r["even_money"] and natural:
        values["even money"] = float(r["net"][k.EVENS, 1, 1]) / stake
    given_up = None if natural else surrender_value(solver, hand, up)
    if given_up is not None:
        values["surrender"] = given_up[0]
    return values


def _with_insurance(
    solver: Solver, hand: int, up: int, value: float, square: float
) -> tuple[float, float]:
    """Add insurance to a hand's result: against a blackjack one stake is lost, or it ties."""
    r = solver.terms
    natural = float(solver.ends[hand, up, BLACKJACK])
    wins, loses = (float(r[name]) / float(r["stake"]) for name in ("insurance_pays", "insurance"))
    is_natural = solver.tables.fate[k.UNSPLIT, hand] == k.NATURAL
    lost = natural * (float(solver.natural.mean[up, BLACKJACK]) if is_natural else -1.0)
    together = wins * lost - loses * (value - lost)
    insurance_square = natural * wins**2 + (1 - natural) * loses**2
    return value + insurance_value(solver, hand, up), square + 2 * together + insurance_square


def follow_unsplit(
    solver: Solver, found: Iterable[Deal], up: int, pays: Pays | None = None
) -> tuple[Floats, Floats]:
    """Play every deal against one dealer's card that is neither split nor over at once.

    Returns what was added up, by other payments than the game's if some are given, and how likely
    each hand was reached.
    """
    roots = np.zeros(solver.hands.size)
    for deal in found:
        if deal.up == up and deal.hand >= 0 and deal.action not in ("split", PAID, EVEN_MONEY):
            roots[deal.hand] += deal.chance * (1 - deal.surrendered)
    left = solver.stock.copy()
    left[up] -= 1
    sums, reach = np.zeros(SUMS), np.zeros(solver.hands.size)
    rows = np.arange(solver.hands.size)
    ascending = solver.points_order[::-1].copy()
    rights = solver.rights(k.UNSPLIT, pays or solver.pays, solver.natural)
    follow(
        solver.hands, ascending, rights, left, -1, roots, rows, solver.ends, up,
        np.zeros(ENDS), reach, sums,
    )  # fmt: skip
    return sums, reach
