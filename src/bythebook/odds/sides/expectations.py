"""What a side wager is worth from any cards that are left: many compositions of a shoe at once.

The same sums as the exact prices, in decimals: over the cards of the deal, then over the dealer's
second card or whole hand for those deals that hang on them.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.errors import Malformed
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled import compiled
from bythebook.odds.numbers.typed import Floats, Integers
from bythebook.odds.sides.dealer_chances import VALUE_OF_KIND, on_three_cards
from bythebook.odds.sides.deciding import COUNTS, KINDS, Deciding

# How many deals may hang on the dealer's later cards: each is followed by itself.
MOST_DEALS = 64
MOST_DRAWN = 24
AT_ONCE = 500  # compositions, so that their sums fit into memory
ACE_HIGH = 11

Nets = NDArray[np.float64]  # by line, and then for no line: what it leaves for each unit staked
Left = NDArray[np.float64]  # by composition and kind: how many cards are left
Worth = Callable[[Left], Floats]  # the mean result of a wager, for each composition


class Wager(NamedTuple):
    """How it is decided, what each line leaves, and how the dealer draws."""

    how: Deciding
    nets: Nets
    hits_soft_17: bool = False


def worth_of(wager: Wager) -> Worth:
    """The wager's mean as a function of the cards that are left."""
    how, nets = wager.how, wager.nets
    later = how.line.reshape(len(how.line), -1)  # by class of the deal: lines by what comes later
    by_deal = _deals(nets[later[:, 0]][how.opening.of])
    hang = np.flatnonzero((later != later[:, :1]).any(axis=1))
    if not len(hang):
        return by_deal
    if how.line.shape[1] > 1:
        return _with_second_card(wager, by_deal, hang)
    return _with_whole_hand(wager, by_deal, hang)


# Cards of the deal


def _deals(nets: NDArray[np.float64]) -> Worth:
    """The mean over all ordered deals without replacement."""
    if nets.ndim == 1:
        return lambda left: (left @ nets) / left.sum(axis=1)
    if nets.ndim == 2:
        return lambda left: _sum_of_two(nets, left) / _orders(left, 2)
    return lambda left: _in_parts(lambda part: _sum_of_three(nets, part) / _orders(part, 3), left)


def _in_parts(work: Worth, left: Left) -> Floats:
    parts = [work(left[at : at + AT_ONCE]) for at in range(0, len(left), AT_ONCE)]
    return np.concatenate(parts)


def _sum_of_two(nets: NDArray[np.float64], left: Left) -> Floats:
    found: Floats = ((left @ nets) * left).sum(axis=1) - left @ nets.diagonal()
    return found


def _sum_of_three(nets: NDArray[np.float64], left: Left) -> Floats:
    """All triples, less those that would take one card twice."""
    pairs = (left @ nets.reshape(KINDS, -1)).reshape(-1, KINDS, KINDS)
    every = np.einsum("bjk,bj,bk->b", pairs, left, left)
    kinds = np.arange(KINDS)
    first_two = nets[kinds, kinds, :]
    ends = nets[kinds, :, kinds]
    last_two = nets[:, kinds, kinds]
    for twice in (first_two, ends, last_two.T):
        every -= ((left @ twice) * left).sum(axis=1)
    found: Floats = every + 2 * (left @ nets[kinds, kinds, kinds])
    return found


def _orders(left: Left, drawn: int) -> Floats:
    cards = left.sum(axis=1)
    found = np.ones(len(left))
    for place in range(drawn):
        found *= cards - place
    return found


# The dealer's second card


def _with_second_card(wager: Wager, by_deal: Worth, hang: NDArray[np.int64]) -> Worth:
    """By what each of a few deals gains where the dealer's two cards are of another class."""
    how, nets = wager.how, wager.nets
    deals = _deals_of(how, hang)
    gains = nets[how.line[:, :, 0, 0]] - nets[how.line[:, :1, 0, 0]]

    def worth(left: Left) -> Floats:
        found = by_deal(left)
        for deal, of_opening in deals:
            chance, rest = _drawn(left, deal)
            gained = gains[of_opening][how.dealer_two.of]  # by the dealer's two cards
            if how.deal.dealer:
                up = deal[2]
                found += chance * (rest @ gained[up]) / rest.sum(axis=1)
            else:
                found += chance * _sum_of_two(gained, rest) / _orders(rest, 2)
        return found

    return worth


def _deals_of(how: Deciding, classes: NDArray[np.int64]) -> list[tuple[tuple[int, ...], int]]:
    """Every deal of some classes, card by card."""
    places = np.argwhere(np.isin(how.opening.of, classes)).tolist()
    if len(places) > MOST_DEALS:
        raise Malformed("too many deals hang on the dealer's later cards to follow each", "counter")
    return [(tuple(place), int(how.opening.of[tuple(place)])) for place in places]


def _drawn(left: Left, deal: tuple[int, ...]) -> tuple[Floats, Left]:
    """The chance of being dealt exactly these, and what is left then."""
    rest = left.copy()
    chance = np.ones(len(left))
    for kind in deal:
        chance *= np.maximum(rest[:, kind], 0) / rest.sum(axis=1)
        rest[:, kind] -= 1
    return chance, np.maximum(rest, 0)


# The dealer's whole hand


def _with_whole_hand(wager: Wager, by_deal: Worth, hang: NDArray[np.int64]) -> Worth:
    """The commonest class of deals by all dealer's hands; others by the values of their cards."""
    how, nets = wager.how, wager.nets
    opening = on_three_cards(how)
    usual = int(np.bincount(opening.reshape(-1).astype(np.int64)).argmax())
    others = _values_of(how, usual)
    table = how.dealer_hand.of.reshape(-1).astype(np.int64)
    of_hand = nets[how.line[:, 0, :, 0]]  # by class of the deal and of the hand

    def worth(left: Left) -> Floats:
        by_value = np.zeros((len(left), k.VALUES))
        for value in range(k.VALUES):
            by_value[:, value] = left[:, value == VALUE_OF_KIND].sum(axis=1)
        found = np.empty(len(left))
        for at, counts in enumerate(by_value):
            chances = whole_hands(counts, table, of_hand.shape[1], wager.hits_soft_17)
            mean = float(chances @ of_hand[usual])
            for (first, second), of_opening in others:
                rest = counts.copy()
                chance = 1.0
                for value in (first, second):
                    chance *= rest[value] / rest.sum()
                    rest[value] -= 1
                if chance > 0:
                    after = whole_hands(rest, table, of_hand.shape[1], wager.hits_soft_17)
                    mean += chance * float(after @ (of_hand[of_opening] - of_hand[usual]))
            found[at] = mean
        return found

    return worth


def _values_of(how: Deciding, usual: int) -> list[tuple[tuple[int, int], int]]:
    """The values of a box's two cards, for every class of deals but the usual one."""
    opening = on_three_cards(how)
    found: dict[tuple[int, int], set[int]] = {}
    for first, second, of_opening in {
        (int(VALUE_OF_KIND[a]), int(VALUE_OF_KIND[b]), int(opening[a, b, c]))
        for a, b, c in np.ndindex(opening.shape)
    }:
        found.setdefault((first, second), set()).add(of_opening)
    if any(len(classes) > 1 for classes in found.values()):
        raise Malformed("suits or the dealer's card decide it beside the dealer's hand", "counter")
    alone = {values: classes.pop() for values, classes in found.items()}
    return [(values, of_deal) for values, of_deal in alone.items() if of_deal != usual]


@compiled
def whole_hands(left: Floats, table: Integers, classes: int, hits_soft_17: bool) -> Floats:
    """The chance of each class of dealer's hands, drawn from cards by value.

    Hands are followed one after the other: at each depth the value that was drawn last, the total
    with aces as one, whether there is an ace, and the chance of having come there.
    """
    found = np.zeros(classes)
    counts = left.copy()
    drawn = np.full(MOST_DRAWN + 1, -1)
    hard = np.zeros(MOST_DRAWN + 1, dtype=np.int64)
    aces = np.zeros(MOST_DRAWN + 1, dtype=np.int64)
    chance = np.zeros(MOST_DRAWN + 1)
    chance[0] = 1.0
    cards = counts.sum()
    depth = 0
    while depth >= 0:
        if drawn[depth] >= 0:  # put back what was tried
            counts[drawn[depth]] += 1
            cards += 1
        drawn[depth] += 1
        while drawn[depth] < k.VALUES and counts[drawn[depth]] <= 0:
            drawn[depth] += 1
        value = drawn[depth]
        if value == k.VALUES:
            drawn[depth] = -1
            depth -= 1
            continue
        here = chance[depth] * counts[value] / cards
        counts[value] -= 1
        cards -= 1
        low = hard[depth] + value + 1
        ace = aces[depth] + (value == k.ACE)
        soft = ace > 0 and low <= ACE_HIGH
        total = low + 10 if soft else low
        goes_on = depth == 0 or total < 17 or (total == 17 and soft and hits_soft_17)
        if goes_on and depth + 1 < MOST_DRAWN and cards > 0:
            depth += 1
            drawn[depth] = -1
            hard[depth], aces[depth], chance[depth] = low, ace, here
        else:
            found[table[total * COUNTS + depth + 1]] += here
    return found
