"""What each way to play a hand is worth against each card of the dealer, hand by hand backwards.

Values are in stakes, over everything not yet seen: also over whether the dealer will turn out to
have blackjack. Where the dealer has looked under an ace or ten for it, that is no different: in the
rounds that end so, one stake is lost whatever would have been decided, so the same decisions are
best, and the mean over both is the mean of the game.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.odds.exact.dealer import BLACKJACK, ENDS, OVER, SEVENTEEN, TWENTY_TWO
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled import compiled
from bythebook.odds.numbers.compiled_rules import Tables
from bythebook.odds.numbers.hands import JOKER_KIND, KINDS_TAKEN, Hands
from bythebook.odds.numbers.typed import Floats, Integers, Number

NO_ACTION = 255
ILLEGAL = -1e9
LAST_TOTAL = 22


class Pays(NamedTuple):
    """What a hand that stands gets, in stakes: [total, how the dealer's hand ends]."""

    single: Floats
    doubled: Floats
    over: float  # a single hand that goes over
    over_doubled: float
    over_doubled_blackjack: float  # the same where the dealer then has blackjack
    withdrawn: float  # NaN where a double is not taken back
    five_cards: float  # NaN where five cards win nothing by themselves
    five_cards_doubled: float  # NaN where not after a double
    charlie: int  # how many cards that are; five in most games
    given_up: float  # in its turn
    at_once: Floats  # by number of cards: a 21 paid at once; NaN where it waits
    at_once_doubled: float  # NaN: as `at_once`, twice
    # Where the dealer looks first a blackjack ends the round: what it takes then of a hand that
    # could have been paid at once; NaN where nobody looks.
    ended: float


class Overrides(NamedTuple):
    """Hands one card short of a 21 whose payment depends on suits: what that card is worth."""

    of_hand: NDArray[np.int32]  # [hand]: which row, or -1
    pays: Floats  # [row, value, dealer's card]; NaN where nothing is special
    pays_squared: Floats


class Values(NamedTuple):
    """Values of every hand against every card of the dealer."""

    by_action: Floats  # [hand, dealer's card, stand or hit or double]
    best: Floats  # of the action chosen
    squared: Floats  # the mean of the squared result under it
    action: NDArray[np.uint8]
    joker: NDArray[np.uint8]  # [hand, dealer's card]: what a joker drawn to it is named
    withdraw: NDArray[np.uint8]  # [hand, dealer's card]: whether a doubled hand is taken back
    given_up: Floats  # [hand, dealer's card]: what giving up in its turn is worth


def pays_of(tables: Tables, real: int = 1, split: bool = False, for_money: bool = False) -> Pays:
    """The payments of a game in stakes, for a hand on which a player has so many real stakes.

    `split`: it was formed by splitting; `for_money`: a double costs money, though others are free.
    """
    r = tables.terms[0]
    stake = float(r["stake"])
    net = r["net"]
    real_doubled = real + (0 if r["free_double"] and not for_money else 1)
    limited = r["takes"] != k.EVERYTHING
    lost_doubled = min(1, real_doubled) if limited else real_doubled
    back = r["busted_double_returned"] or r["takes"] in (k.PEEKED, k.ORIGINAL_ONLY)
    paid = r["pays_21"] / stake
    nan = float("nan")
    return Pays(
        single=_by_total(net, r["result"], real, 1, real, plain=not split) / stake,
        doubled=_by_total(net, r["result"], real_doubled, 2, lost_doubled, plain=False) / stake,
        over=-float(real),
        over_doubled=-float(real_doubled),
        over_doubled_blackjack=-float(min(1, real_doubled) if back else real_doubled),
        withdrawn=-float(real) if r["withdrawal"] else nan,
        five_cards=net[k.FIVE_CARD_WIN, real, 1] / stake if r["pays_five_cards"] else nan,
        five_cards_doubled=net[k.FIVE_CARD_WIN, real_doubled, 2] / stake
        if r["pays_doubled_cards"]
        else nan,
        charlie=int(r["pays_five_cards"]),
        given_up=real * (float(r["surrender_keeps"]) / stake - 1.0),
        # Of one layout in memory: another one would have everything compiled a second time.
        at_once=np.where(paid[: k.LINES_BY_CARDS, 1] > 0, paid[: k.LINES_BY_CARDS, 1], nan),
        at_once_doubled=2.0 if r["only_evens"] else nan,
        ended=-float(real) if r["takes"] == k.PEEKED else nan,
    )


def _by_total(
    net: Integers, result: Integers, real: int, units: int, lost: int, plain: bool
) -> Floats:
    """Net cents by total and dealer's end; `lost`: the stakes that a dealer's blackjack takes.

    `plain`: the hand is neither split nor doubled.
    """
    k_21 = k.DEALER_BLACKJACK_AGAINST_PLAIN_21 if plain else k.DEALER_BLACKJACK_AGAINST_21
    table = np.zeros((LAST_TOTAL, ENDS))
    for total in range(LAST_TOTAL):
        for end in range(ENDS):
            dealer = SEVENTEEN + end
            if end == BLACKJACK:
                against_21 = total == LAST_TOTAL - 1
                outcome = k_21 if against_21 else k.DEALER_BLACKJACK
            elif end in (TWENTY_TWO, OVER):
                outcome = k.DEALER_22 if end == TWENTY_TWO else k.DEALER_OVER_21
            else:
                outcome = k.HIGHER if total > dealer else k.EQUAL if total == dealer else k.LOWER
            table[total, end] = net[outcome, real, units]
            if end == BLACKJACK and result[outcome] < 0:
                table[total, end] = -lost * net[k.HIGHER, 1, 1]
    return table


@compiled
def stand_value(pays: Floats, total: int, ends: Floats) -> Number:
    """The mean and mean square of standing."""
    mean = 0.0
    square = 0.0
    for end in range(ENDS):
        paid = pays[total, end]
        mean += ends[end] * paid
        square += ends[end] * paid * paid
    return mean, square


@compiled
def unless_ended(pays: Pays, mean: float, square: float, ends: Floats) -> Number:
    """What is paid at once, if no blackjack has ended the round before: mean and mean square."""
    if np.isnan(pays.ended):
        return mean, square
    natural = ends[BLACKJACK]
    return (
        natural * pays.ended + (1.0 - natural) * mean,
        natural * pays.ended * pays.ended + (1.0 - natural) * square,
    )


@compiled
def doubled_total(hard: int, aces: int, first_aces: int, aces_count_one: bool) -> int:
    free = aces - first_aces if aces_count_one else aces
    return hard + 10 if free > 0 and hard <= 11 else hard


@compiled
def value_doubled(hands: Hands, pays: Pays, at: int, ends: Floats, aces_count_one: bool) -> Number:
    """A doubled hand once its card has come, not over 21: mean, square, whether it is withdrawn."""
    total = doubled_total(
        hands.hard[at], hands.counts[at, k.ACE], hands.first_aces[at], aces_count_one
    )
    if total == 21 and not np.isnan(pays.at_once[0]):
        paid = pays.at_once_doubled
        if np.isnan(paid):
            paid = 2.0 * pays.at_once[hands.cards[at]]
        mean, square = unless_ended(pays, paid, paid * paid, ends)
        return mean, square, False
    if hands.cards[at] == pays.charlie and total < 21 and not np.isnan(pays.five_cards_doubled):
        paid = pays.five_cards_doubled
        mean, square = unless_ended(pays, paid, paid * paid, ends)
        return mean, square, False
    mean, square = stand_value(pays.doubled, total, ends)
    if total < 21 and mean < pays.withdrawn:
        return pays.withdrawn, pays.withdrawn**2, True
    return mean, square, False


@compiled
def joker_chance(jokers: float, size: float) -> float:
    """The chance that a player's next card is a joker, of those unseen less the dealer's card.

    A joker that the dealer draws is set aside and another card taken, so the dealer's first card
    says nothing of where jokers lie: for them the shoe has one card more.
    """
    return jokers / (size + 1.0)


@compiled
def blackjack_chance(shoe: Floats, size: float, up: int, second: int) -> Number:
    """The chance that the dealer's second card makes blackjack; `shoe` without the first card.

    `second`: its value where it is seen, or -1.
    """
    if second >= 0:
        return (
            1.0 if up != second and min(up, second) == k.ACE and max(up, second) == k.TEN else 0.0
        )
    if up == k.ACE:
        return shoe[k.TEN] / size
    if up == k.TEN:
        return shoe[k.ACE] / size
    return 0.0


@compiled
def evaluate(
    hands: Hands, order: Integers, mask: Integers, fate: Integers, pays: Pays, paid: Pays,
    stock: Floats,
    ends: Floats, ups: Integers, plan: Integers, overrides: Overrides, aces_count_one: bool,
    values: Values, second: int,
) -> None:  # fmt: skip
    """Fill in the values of all hands, those with most points first.

    `plan[hand, dealer's card]` is the action to take, or NO_ACTION for the best. `stock` is what
    the shoe held before any card of the hand or the dealer was drawn. `paid` are the payments where
    a double costs money, though others are free.
    """
    shoe = np.zeros(KINDS_TAKEN)
    for at in order:
        for up in ups:
            size = 0.0
            dealer_size = 0.0
            for kind in range(KINDS_TAKEN):
                shoe[kind] = stock[kind] - hands.taken[at, kind]
                if kind == up:
                    shoe[kind] -= 1.0
                size += shoe[kind]
            dealer_size = size - shoe[JOKER_KIND]
            if shoe[up] < 0.0 or size <= 0.0:
                continue
            value_hand(
                hands, at, up, mask, fate, pays, paid, shoe, size, dealer_size, ends, plan,
                overrides, aces_count_one, values, second,
            )  # fmt: skip


@compiled
def value_hand(
    hands: Hands, at: int, up: int, mask: Integers, fate: Integers, pays: Pays, money: Pays,
    shoe: Floats, size: float, dealer_size: float, ends: Floats, plan: Integers,
    overrides: Overrides, aces_count_one: bool, values: Values, second: int,
) -> None:  # fmt: skip
    by_action, best, squared = values.by_action, values.best, values.squared
    stand, stand_square = stand_value(pays.single, hands.total[at], ends[at, up])
    by_action[at, up, k.STAND] = stand
    by_action[at, up, k.HIT] = ILLEGAL
    by_action[at, up, k.DOUBLE] = ILLEGAL
    values.action[at, up] = k.STAND
    best[at, up] = stand
    squared[at, up] = stand_square
    if fate[at] == k.TWENTY_ONE or fate[at] == k.FIVE_CARDS:
        paid = pays.five_cards
        if fate[at] == k.TWENTY_ONE:
            paid = pays.at_once[hands.cards[at]]
        best[at, up], squared[at, up] = unless_ended(pays, paid, paid * paid, ends[at, up])
    if fate[at] != k.OPEN:
        by_action[at, up, k.STAND] = best[at, up]
        return
    hit, hit_square, name = value_of_drawing(
        hands, at, up, pays, shoe, size, dealer_size, ends, overrides, aces_count_one, values,
        second, False,
    )  # fmt: skip
    by_action[at, up, k.HIT] = hit
    double, double_square, double_name = ILLEGAL, 0.0, name
    if mask[at] >> k.DOUBLE & 1:
        doubled = money if mask[at] >> k.FOR_MONEY & 1 else pays
        double, double_square, double_name = value_of_drawing(
            hands, at, up, doubled, shoe, size, dealer_size, ends, overrides, aces_count_one,
            values, second, True,
        )  # fmt: skip
        by_action[at, up, k.DOUBLE] = double
    if not mask[at] >> k.STAND & 1:
        by_action[at, up, k.STAND] = ILLEGAL
    given_up, given_up_square = ILLEGAL, 0.0
    if mask[at] >> k.GIVE_UP & 1:
        half = pays.given_up
        given_up, given_up_square = unless_ended(pays, half, half * half, ends[at, up])
    values.given_up[at, up] = given_up
    action = plan[at, up]
    if action == NO_ACTION:
        action = k.STAND
        if hit > by_action[at, up, k.STAND]:
            action = k.HIT
        if double > by_action[at, up, action]:
            action = k.DOUBLE
        if given_up > by_action[at, up, action]:
            action = k.GIVE_UP
    values.action[at, up] = action
    if action == k.GIVE_UP:
        best[at, up], squared[at, up] = given_up, given_up_square
        return
    values.joker[at, up] = double_name if action == k.DOUBLE else name
    best[at, up] = by_action[at, up, action]
    if action == k.HIT:
        squared[at, up] = hit_square
    elif action == k.DOUBLE:
        squared[at, up] = double_square


@compiled
def value_of_drawing(
    hands: Hands, at: int, up: int, pays: Pays, shoe: Floats, size: float, dealer_size: float,
    ends: Floats, overrides: Overrides, aces_count_one: bool, values: Values, second: int,
    doubling: bool,
) -> Number:  # fmt: skip
    """The mean and mean square of taking a card, as a hit or as the one card of a double.

    And what a joker, if it is one, is called.
    """
    mean = 0.0
    square = 0.0
    name = 0
    row = overrides.of_hand[at]
    for value in range(k.VALUES):
        count = shoe[value]
        if count <= 0.0:
            continue
        child = hands.following[at, value]
        if child < 0:
            one = pays.over
            two = one * one
            if doubling:
                shoe[value] -= 1.0
                natural = blackjack_chance(shoe, dealer_size - 1.0, up, second)
                shoe[value] += 1.0
                held, lost = pays.over_doubled_blackjack, pays.over_doubled
                one = natural * held + (1.0 - natural) * lost
                two = natural * held * held + (1.0 - natural) * lost * lost
        elif doubling:
            one, two, withdrawn = value_doubled(hands, pays, child, ends[child, up], aces_count_one)
            values.withdraw[child, up] = withdrawn
        else:
            one, two = values.best[child, up], values.squared[child, up]
            if row >= 0 and not np.isnan(overrides.pays[row, value, up]):
                one, two = overrides.pays[row, value, up], overrides.pays_squared[row, value, up]
                one, two = unless_ended(pays, one, two, ends[child, up])
        mean += count * one
        square += count * two
    if dealer_size > 0.0:
        mean, square = mean / dealer_size, square / dealer_size
    if shoe[JOKER_KIND] > 0.0:
        one, two, name = value_of_joker(hands, at, up, pays, ends, aces_count_one, values, doubling)
        chance = joker_chance(shoe[JOKER_KIND], size)
        mean = chance * one + (1.0 - chance) * mean
        square = chance * two + (1.0 - chance) * square
    return mean, square, name


@compiled
def value_of_joker(
    hands: Hands, at: int, up: int, pays: Pays, ends: Floats, aces_count_one: bool, values: Values,
    doubling: bool,
) -> Number:  # fmt: skip
    """A joker drawn to a hand is named to the best effect."""
    best = ILLEGAL
    best_square = 0.0
    name = 0
    for value in range(k.VALUES):
        child = hands.joker_as[at, value]
        if child < 0:
            continue
        if doubling:
            one, two, _ = value_doubled(hands, pays, child, ends[child, up], aces_count_one)
        else:
            one, two = values.best[child, up], values.squared[child, up]
        if one > best:
            best, best_square, name = one, two, value
    return best, best_square, name


def points_order(hands: Hands) -> NDArray[np.int64]:
    """Hands in the order of their points, most first: a card always adds some."""
    return np.argsort(-hands.hard.astype(np.int64), kind="stable")


def empty_values(hands: int) -> Values:
    shape = (hands, k.VALUES)
    return Values(
        by_action=np.full((*shape, 3), ILLEGAL),
        best=np.zeros(shape),
        squared=np.zeros(shape),
        action=np.zeros(shape, dtype=np.uint8),
        joker=np.zeros(shape, dtype=np.uint8),
        withdraw=np.zeros(shape, dtype=np.uint8),
        given_up=np.full(shape, ILLEGAL),
    )
