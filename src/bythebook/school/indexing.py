"""Index plays of a game: at which true count the best play on two cards turns.

From the best play at every count (`odds.simulate.counting`). It loads compiled code: it is used
beforehand (`bythebook prepare`), never in the house.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import rules_of, tables_of
from bythebook.odds.simulate.counting import Counting, best_by_count, read_count
from bythebook.rulebooks.chapters.game import Game
from bythebook.school.counting import INSURANCE, Turn

STAKE = 10_000
# Each total by the two cards that make it most often; a pair that may be split stands for itself.
HANDS = {
    **{f"hard {total}": (9, total - 11) for total in range(12, 18)},
    "hard 11": (4, 5), "hard 10": (3, 5), "hard 9": (3, 4), "hard 8": (2, 4),
    **{f"soft {total}": (0, total - 12) for total in range(13, 21)},
    **{f"pair {k.VALUE_NAMES[value]}": (value, value) for value in range(k.VALUES)},
}  # fmt: skip


def turns_of(game: Game, system: str) -> tuple[Turn, ...]:
    """Every play that turns once between the lowest and the highest count that is looked at."""
    counting = Counting(read_count(system), best=True)
    tables = tables_of(game, STAKE)
    shoe = rules_of(game).pack.cards(game.decks)
    plans = best_by_count(tables, shoe, counting)
    counts = counting.true_counts
    hand = int(tables.hands.following[9, 5])
    found = list(_insurance([int(at) for at in plans[:, hand, k.ACE]], counts))
    for row, (first, second) in HANDS.items():
        hand = int(tables.hands.following[first, second])
        for up in range(k.VALUES):
            actions = [k.ACTIONS[int(at) & 7] for at in plans[:, hand, up]]
            found += _turn(row, k.VALUE_NAMES[up], actions, counts)
    return tuple(found)


def _insurance(plans: Sequence[int], counts: Sequence[Fraction]) -> list[Turn]:
    taken = [bool(plan >> k.OFFER_BITS >> k.INSURE & 1) for plan in plans]
    said = ["insure" if one else "decline" for one in taken]
    return list(_turn(INSURANCE, "A", said, counts))


def _turn(row: str, up: str, actions: Sequence[str], counts: Sequence[Fraction]) -> Iterator[Turn]:
    """The first count is for all below: a whole count at which it begins to be otherwise."""
    changes = [at for at in range(1, len(actions)) if actions[at] != actions[at - 1]]
    if len(changes) == 1 and counts[changes[0]].denominator == 1:
        at = changes[0]
        yield Turn(row, up, actions[at - 1], actions[at], int(counts[at]))
