"""Following a strategy forwards from some cards: how often each hand is reached, and what it gets.

A split hand is played by the same strategy as any other, so what it gets is a plain sum over the
hands it can become. Cards drawn by the other hands need no thought: those not seen are as likely to
lie anywhere, so each hand by itself is dealt from everything that is not known to be gone.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.odds.exact.dealer import BLACKJACK, ENDS
from bythebook.odds.exact.naturals import Naturals
from bythebook.odds.exact.play_values import (
    Overrides,
    Pays,
    blackjack_chance,
    doubled_total,
    joker_chance,
)
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled import compiled
from bythebook.odds.numbers.hands import JOKER_KIND, KINDS_TAKEN, Hands
from bythebook.odds.numbers.typed import Floats, Integers, Number

# What is added up about one hand: mean and mean square of its result, the chance that it was
# doubled and that it went over, and the mean result together with each end of the dealer's hand.
MEAN, SQUARE, DOUBLED, WENT_OVER, BY_END = 0, 1, 2, 3, 4
SUMS = BY_END + ENDS
NO_JOKERS = -2


class Rights(NamedTuple):
    """What hands of one layer may do and get."""

    fate: NDArray[np.uint8]
    plan: NDArray[np.uint8]  # [hand, dealer's card]
    joker: NDArray[np.uint8]
    pays: Pays
    natural: Naturals  # what a blackjack gets
    suits: Floats  # [hand, mixed or suited or spades]: how two cards fall, where it matters
    overrides: Overrides
    aces_count_one: bool
    # What a dealer's blackjack takes from hands that stand is counted apart, where a limit spans
    # several hands; with a hole card, all that it takes.
    blackjack_apart: bool
    peeked: bool
    withdraw: NDArray[np.uint8]  # [hand, dealer's card]: whether a double is taken back
    money: Pays  # where a double costs money, though others are free
    for_money: NDArray[np.uint8]  # [hand]: whether it does
    second: int  # the value of the dealer's second card where it is seen, or -1


@compiled
def follow(
    hands: Hands, order: Integers, rights: Rights, shoe: Floats, start: int, roots: Floats,
    row_of: Integers, ends: Floats, up: int, spread: Floats, reach: Floats, sums: Floats,
) -> None:  # fmt: skip
    """Play on from weighted hands against one card of the dealer, and add up what comes of it.

    `shoe` lacks the dealer's card and every card known to be gone, the start card too (-1: none);
    `roots[hand]` is how likely the hand begins as that. `row_of[hand]` finds its ends in `ends`;
    `spread` are the ends at the start.
    """
    left = np.zeros(KINDS_TAKEN)
    reach[:] = roots
    for at in order:
        chance = reach[at]
        if chance == 0.0:
            continue
        size = 0.0
        for kind in range(KINDS_TAKEN):
            left[kind] = shoe[kind] - hands.taken[at, kind]
            size += left[kind]
        if start >= 0:  # its own first card is not in the shoe's count any more
            left[start] += 1.0
            size += 1.0
        if rights.fate[at] == k.OPEN and rights.plan[at, up] == k.GIVE_UP:
            natural = ends[row_of[at], up, BLACKJACK]
            add_at_once(rights, chance, rights.pays.given_up, natural, spread, sums)
        elif rights.fate[at] != k.OPEN or rights.plan[at, up] == k.STAND:
            finish(hands, rights, at, up, chance, ends[row_of[at], up], spread, sums)
        else:
            doubling = rights.plan[at, up] == k.DOUBLE
            if doubling:
                sums[DOUBLED] += chance
            draw(
                hands, rights, at, up, chance, left, size, row_of, ends, spread, reach, sums,
                doubling,
            )  # fmt: skip


@compiled
def add_at_once(
    rights: Rights, chance: float, paid: float, natural: float, spread: Floats, sums: Floats
) -> None:
    """A result that does not wait for the dealer; with a hole card, only if there is no blackjack.

    That it goes with each end of the dealer's hand as often as any result does is an approximation,
    but only the standard deviation of split hands looks at that.
    """
    part = chance * (1.0 - natural) if rights.peeked else chance
    sums[MEAN] += part * paid
    sums[SQUARE] += part * paid * paid
    for end in range(ENDS):
        sums[BY_END + end] += part * paid * spread[end]


@compiled
def add_ends(
    rights: Rights, table: Floats, row: int, ends: Floats, chance: float, sums: Floats
) -> None:
    """A result that the end of the dealer's hand decides."""
    for end in range(ENDS):
        paid = table[row, end]
        if end == BLACKJACK and ((rights.blackjack_apart and paid < 0.0) or rights.peeked):
            paid = 0.0
        part = chance * ends[end] * paid
        sums[MEAN] += part
        sums[SQUARE] += part * paid
        sums[BY_END + end] += part


@compiled
def finish(
    hands: Hands,
    rights: Rights,
    at: int,
    up: int,
    chance: float,
    ends: Floats,
    spread: Floats,
    sums: Floats,
) -> None:
    """A hand that takes no more cards."""
    fate = rights.fate[at]
    pays = rights.pays
    if fate == k.TWENTY_ONE:
        add_at_once(rights, chance, pays.at_once[hands.cards[at]], ends[BLACKJACK], spread, sums)
    elif fate == k.FIVE_CARDS:
        add_at_once(rights, chance, pays.five_cards, ends[BLACKJACK], spread, sums)
    elif fate == k.NATURAL:
        add_ends(rights, rights.natural.mean, up, ends, chance, sums)
        for end in range(ENDS):  # where ranks decide, the square of the mean is not enough
            mean, square = rights.natural.mean[up, end], rights.natural.square[up, end]
            sums[SQUARE] += chance * ends[end] * (square - mean * mean)
    else:
        add_ends(rights, pays.single, hands.total[at], ends, chance, sums)


@compiled
def draw(
    hands: Hands, rights: Rights, at: int, up: int, chance: float, left: Floats, size: float,
    row_of: Integers, ends: Floats, spread: Floats, reach: Floats, sums: Floats, doubling: bool,
) -> None:  # fmt: skip
    """Take a card, as a hit or as the one card of a double."""
    row = rights.overrides.of_hand[at]
    pays = rights.money if rights.for_money[at] else rights.pays
    dealer_size = size - left[JOKER_KIND]
    joker = joker_chance(left[JOKER_KIND], size)
    for value in range(k.VALUES):
        if left[value] <= 0.0:
            continue
        part = chance * (1.0 - joker) * left[value] / dealer_size
        child = hands.following[at, value]
        if child < 0:
            left[value] -= 1.0
            natural = blackjack_chance(left, dealer_size - 1.0, up, rights.second)
            left[value] += 1.0
            go_over(rights, pays, part, natural, doubling, spread, sums)
        elif doubling:
            end_double(hands, rights, pays, child, up, part, ends[row_of[child], up], spread, sums)
        elif row >= 0 and not np.isnan(rights.overrides.pays[row, value, up]):
            paid = rights.overrides.pays[row, value, up]
            natural = ends[row_of[child], up, BLACKJACK]
            add_at_once(rights, part, paid, natural, spread, sums)
            reached = part * (1.0 - natural) if rights.peeked else part
            sums[SQUARE] += reached * (rights.overrides.pays_squared[row, value, up] - paid * paid)
        elif hands.has_suits[child]:
            for suits in range(3):
                reach[child + suits] += part * rights.suits[child, suits]
        else:
            reach[child] += part
    if left[JOKER_KIND] > 0.0:
        part = chance * joker
        child = hands.joker_as[at, rights.joker[at, up]]
        if doubling:
            end_double(hands, rights, pays, child, up, part, ends[row_of[child], up], spread, sums)
        else:
            reach[child] += part


@compiled
def go_over(
    rights: Rights, pays: Pays, part: float, natural: float, doubling: bool, spread: Floats,
    sums: Floats,
) -> None:  # fmt: skip
    lost = pays.over_doubled if doubling else pays.over
    against_blackjack = pays.over_doubled_blackjack if doubling else pays.over
    sums[WENT_OVER] += part
    if rights.peeked or lost == against_blackjack:
        add_at_once(rights, part, lost, natural, spread, sums)
    else:
        add_at_once(rights, part * (1.0 - natural), lost, 0.0, spread, sums)
        add_at_once(rights, part * natural, against_blackjack, 0.0, spread, sums)


@compiled
def end_double(
    hands: Hands,
    rights: Rights,
    pays: Pays,
    child: int,
    up: int,
    part: float,
    ends: Floats,
    spread: Floats,
    sums: Floats,
) -> None:
    """A doubled hand has its card."""
    total = doubled_total(
        hands.hard[child], hands.counts[child, k.ACE], hands.first_aces[child],
        rights.aces_count_one,
    )  # fmt: skip
    if total == 21 and not np.isnan(pays.at_once[0]):
        paid = pays.at_once_doubled
        if np.isnan(paid):
            paid = 2.0 * pays.at_once[hands.cards[child]]
        add_at_once(rights, part, paid, ends[BLACKJACK], spread, sums)
    elif (
        hands.cards[child] == pays.charlie and total < 21 and not np.isnan(pays.five_cards_doubled)
    ):
        add_at_once(rights, part, pays.five_cards_doubled, ends[BLACKJACK], spread, sums)
    elif rights.withdraw[child, up]:
        add_at_once(rights, part, pays.withdrawn, ends[BLACKJACK], spread, sums)
    else:
        add_ends(rights, pays.doubled, total, ends, part, sums)


@compiled
def after_card(hands: Hands, rights: Rights, at: int, up: int, value: int) -> Number:
    """The hand after a card of a value, or after a joker: -1 over 21, or where there is none."""
    if value < k.VALUES:
        return hands.following[at, value]
    if hands.joker_as.shape[0] > 1:
        return hands.joker_as[at, rights.joker[at, up]]
    return np.int32(NO_JOKERS)


@compiled
def mark_reached(
    hands: Hands,
    order: Integers,
    rights: Rights,
    ups: Integers,
    reached: Integers,
    needed: Integers,
) -> None:
    """Mark the hands that a strategy can come to, and those whose ends of the dealer matter.

    `reached` begins with the roots; every dealer's card counts at once.
    """
    for at in order:
        if not reached[at]:
            continue
        for up in ups:
            open_hand = rights.fate[at] == k.OPEN
            if not open_hand or rights.plan[at, up] in (k.STAND, k.GIVE_UP):
                needed[at] = True
                continue
            doubling = rights.plan[at, up] == k.DOUBLE
            for value in range(k.VALUES + 1):
                child = after_card(hands, rights, at, up, value)
                if child < 0:
                    continue
                last = 2 if hands.has_suits[child] else 0
                for variant in range(child, child + last + 1):
                    if doubling:
                        needed[variant] = True
                    else:
                        reached[variant] = True
