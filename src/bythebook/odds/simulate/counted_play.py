"""A strategy for every true count: with index plays, or the best play worked out anew."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.cards import Card
from bythebook.errors import Malformed
from bythebook.odds.exact.solver import Solver, count_cards
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import Tables
from bythebook.odds.simulate.counting import (
    PER,
    SURRENDER,
    Count,
    Counting,
    IndexPlay,
    check_on_shoe,
)
from bythebook.odds.strategy.charts import PAIR, SOFT, Row
from bythebook.odds.strategy.preferences import Plans, plans_of


class Counted(NamedTuple):
    """A strategy and wagers for every count, as compiled rounds want them."""

    plans: NDArray[np.int32] | None  # [count, hand, dealer's card]; None where nobody decides
    tags: tuple[int, ...]
    initial_count: int
    lowest_count: int
    bets: tuple[int, ...]


def by_count(
    plans: Plans | None,
    tables: Tables | None,
    shoe: Sequence[Card],
    counting: Counting,
    *,
    without: Collection[str] = (),
) -> Counted:
    """What to wager and what to do at every true count that makes a difference.

    `plans` are one strategy for all counts, or one for each.
    """
    check_on_shoe(counting.system, shoe)
    true_counts = counting.true_counts
    table = None
    if plans is not None and tables is not None:
        table = np.repeat(plans, len(true_counts), axis=0) if len(plans) == 1 else plans.copy()
        allowed = [play for play in counting.plays if play.action not in without]
        for at, true_count in enumerate(true_counts):
            for play in allowed:
                _depart(table[at], tables, play, play.holds(true_count))
    return Counted(
        plans=table,
        tags=counting.system.by_code(),
        initial_count=counting.system.start(shoe),
        lowest_count=counting.lowest_count,
        bets=tuple([counting.spread.units(true_count) for true_count in true_counts]),
    )


# The best play


def best_by_count(
    tables: Tables, shoe: Sequence[Card], counting: Counting, *, without: Collection[str] = ()
) -> Plans:
    """The best play at each count, from a shoe as it is on average when the count is that.

    A true count holds from a whole number up to the next: its middle stands for it.
    """
    middle = 1 / (2 * counting.system.scale)
    plans = []
    for true_count in counting.true_counts:
        cards: Any = shoe_at(shoe, counting.system, float(true_count) + middle)
        plans.append(plans_of(Solver(tables, cards, without=without)))
    return np.concatenate(plans)


def shoe_at(shoe: Sequence[Card], count: Count, true_count: float) -> NDArray[np.float64]:
    """How many cards of each kind there are on average, of so many in all, at a true count.

    The number of cards of a kind goes linearly with the count, by their tag (Griffin, The Theory of
    Blackjack, on the correlation of card counting systems).
    """
    cards = count_cards(shoe).astype(np.float64)
    tags = np.array(count.by_code()) / count.scale
    shares = cards / cards.sum()
    mean = float(shares @ tags)
    variance = float(shares @ (tags - mean) ** 2)
    tilt = (-true_count / PER - mean) / variance
    tilted = cards * (1 + tilt * (tags - mean))
    if tilted.min() < 0:
        raise Malformed(f"no shoe can have a true count of {true_count:g}", count.name)
    return tilted


# Index plays


def _depart(plans: NDArray[np.int32], tables: Tables, play: IndexPlay, holds: bool) -> None:
    """Write an index play over a strategy: offers always, actions where it holds."""
    if play.row is None:
        natural = tables.fate[k.UNSPLIT] == k.NATURAL
        two = tables.hands.cards == 2
        _offer(plans, two & ~natural, play.up, 1 << k.INSURE, holds)
        _offer(plans, natural, play.up, _for_naturals(tables), holds)
    elif play.action == SURRENDER:
        unsplit = plans[:, play.up] & 7 != k.SPLIT
        mine = _hands_of(tables, play.row) & (tables.hands.cards == 2)
        if play.row.kind != PAIR:
            mine &= unsplit
        _offer(plans, mine, play.up, 1 << k.SURRENDER, holds)
    elif holds:
        _act(plans, tables, play.row, play.up, k.ACTIONS.index(play.action))


def _for_naturals(tables: Tables) -> int:
    """Even money is insurance on a blackjack, paid at once."""
    return 1 << (k.EVEN_MONEY if tables.terms[0]["even_money"] else k.INSURE)


def _hands_of(tables: Tables, row: Row) -> NDArray[np.bool_]:
    hands = tables.hands
    if row.kind == PAIR:
        mine = (hands.cards == 2) & (hands.counts[:, row.points] == 2)
    else:
        mine = (hands.total == row.points) & (hands.soft == (row.kind == SOFT))
        mine &= hands.cards == row.cards if row.cards else hands.cards >= 2
    return np.asarray(mine, dtype=np.bool_)


def _offer(
    plans: NDArray[np.int32], hands: NDArray[np.bool_], up: int, bit: int, taken: bool
) -> None:
    column = plans[hands, up]
    bits = np.int32(bit << k.OFFER_BITS)
    plans[hands, up] = column | bits if taken else column & ~bits


def _act(plans: NDArray[np.int32], tables: Tables, row: Row, up: int, action: int) -> None:
    """Do this wherever it is legal; a pair that splits does so whatever is said of its total."""
    mine = _hands_of(tables, row)
    for layer in range(k.LAYERS):
        shift = k.PLAY_BITS * layer
        does = plans[:, up] >> shift & 7
        changes = mine & (tables.mask[layer] >> action & 1 == 1)
        if row.kind != PAIR:
            changes &= does != k.SPLIT
        plans[:, up] += np.where(changes, action - does, 0).astype(np.int32) << shift
