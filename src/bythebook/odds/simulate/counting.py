"""Card counting: what a counter keeps track of, wagers, and plays otherwise.

The true count is what the unseen cards are short of, per 52 of them: a count that does not balance
on a game's pack starts where that says, and not at nothing. Halves are counted by counting double.

An index play departs from the strategy at a true count or above, or below one:

    hard 16 v T: stand at 0
    hard 13 v 2: hit below -1
    pair T v 6: split at 4
    insurance at 3
"""

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.cards import Card
from bythebook.errors import Malformed
from bythebook.odds.exact.solver import Solver, count_cards
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import Tables
from bythebook.odds.simulate.systems import (
    FLAT,
    PER,
    Count,
    Spread,
    check_on_shoe,
    read_count,
    read_spread,
    read_true_count,
)
from bythebook.odds.strategy.charts import COLUMNS, PAIR, SOFT, UP_OF_COLUMN, Row, read_row
from bythebook.odds.strategy.preferences import Plans, plans_of

BEST_TURNS = (-4, 8)  # where best play is worked out count by count; beyond, as at the ends


# What is played otherwise


class IndexPlay(NamedTuple):
    """A departure from the strategy; `row` None: insurance."""

    row: Row | None
    up: int
    action: str
    turn: int  # the true count at which it begins to hold, or ceases to
    below: bool

    def __str__(self) -> str:
        hand = "" if self.row is None else f"{self.row} v {k.VALUE_NAMES[self.up]}: "
        return f"{hand}{self.action} {'below' if self.below else 'at'} {self.turn}"

    def holds(self, true_count: Fraction) -> bool:
        return true_count < self.turn if self.below else true_count >= self.turn


INSURANCE, SURRENDER = "insurance", "surrender"
_PLAY = re.compile(
    rf"(?:(?P<hand>.+) v (?P<up>10|[{''.join(COLUMNS)}]): )?(?P<action>[a-z]+)"
    r" (?P<when>at|below) (?P<count>[+-]?[0-9]{1,2})"
)


def read_index_plays(text: str) -> tuple[IndexPlay, ...]:
    """Read index plays from a file or from the text itself, one a line or parted by semicolons."""
    where = "index"
    if ";" not in text and "\n" not in text and Path(text).is_file():
        where = text
        try:
            text = Path(where).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise Malformed(f"these index plays cannot be read: {error}", where) from None
    lines = [line.partition("#")[0] for line in text.splitlines()]
    parts = [part.strip() for line in lines for part in line.split(";")]
    plays = tuple([_read_play(part, where) for part in parts if part])
    if not plays:
        raise Malformed("there is no index play", where)
    return plays


def _read_play(text: str, where: str) -> IndexPlay:
    match = _PLAY.fullmatch(" ".join(text.split()))
    if match is None:
        raise Malformed(
            f"{text!r} is neither a file nor an index play such as 'hard 16 v T: stand at 0'"
            " or 'insurance at 3'",
            where,
        )
    action, hand = match["action"], match["hand"]
    if (hand is None) != (action == INSURANCE):
        raise Malformed(f"{text!r}: insurance stands alone, any other action has its hand", where)
    if action not in (INSURANCE, SURRENDER, *k.ACTIONS):
        known = ", ".join((*k.ACTIONS, SURRENDER))
        raise Malformed(f"{text!r}: {action!r} is none of {known}", where)
    row = None if hand is None else read_row(hand, where)
    if action == "split" and row is not None and row.kind != PAIR:
        raise Malformed(f"{text!r}: only a pair can be split", where)
    up = k.ACE if row is None else UP_OF_COLUMN["T" if match["up"] == "10" else match["up"]]
    return IndexPlay(
        row, up, action, read_true_count(match["count"], where), match["when"] == "below"
    )


# A counter


class Counting(NamedTuple):
    """How a counter counts, wagers and plays; `best`: by the best play at every count."""

    system: Count
    spread: Spread = FLAT
    plays: tuple[IndexPlay, ...] = ()
    best: bool = False

    @property
    def lowest_count(self) -> int:
        """The first count that is told apart, in the count's own whole numbers."""
        return min(self._turns()) * self.system.scale - 1

    @property
    def true_counts(self) -> tuple[Fraction, ...]:
        """Every true count that makes a difference; the ends stand for all beyond."""
        counts = range(self.lowest_count, max(self._turns()) * self.system.scale + 1)
        return tuple([Fraction(each, self.system.scale) for each in counts])

    def _turns(self) -> list[int]:
        turns = [least for least, _ in self.spread.steps] + [play.turn for play in self.plays]
        return turns + list(BEST_TURNS if self.best else ())


# A strategy for every true count


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


__all__ = [
    "BEST_TURNS",
    "FLAT",
    "INSURANCE",
    "PER",
    "Count",
    "Counted",
    "Counting",
    "IndexPlay",
    "Spread",
    "best_by_count",
    "by_count",
    "check_on_shoe",
    "read_count",
    "read_index_plays",
    "read_spread",
    "shoe_at",
]
