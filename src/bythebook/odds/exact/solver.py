"""The exact values of a game from one shoe: hands, naturals, splits, and what is offered.

One box, one player, who sees the own cards and the dealer's first card. The best play depends on
the cards of the hand and has no memory: a split hand is played like any other hand of the same
cards (what Eric Farmer calls CDZ-). A given strategy is valued by the same sums.
"""

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bythebook.cards import Card
from bythebook.odds.exact.dealer import ANY, BLACKJACK, ENDS, dealer_ends
from bythebook.odds.exact.follow import Rights
from bythebook.odds.exact.naturals import Naturals, natural_pays, share_of_ranks
from bythebook.odds.exact.play_values import (
    ILLEGAL,
    NO_ACTION,
    Pays,
    Values,
    empty_values,
    evaluate,
    pays_of,
    points_order,
)
from bythebook.odds.exact.split_limits import TAKES, Multisets, Together
from bythebook.odds.exact.splits import Shoe, SplitMeans, split_hands
from bythebook.odds.exact.suits import (
    FROM_THE_START,
    Known,
    after_split,
    overrides_of,
    suit_shares,
)
from bythebook.odds.numbers import codes as k
from bythebook.odds.numbers.compiled_rules import Tables
from bythebook.odds.numbers.hands import JOKER_KIND, KINDS_TAKEN, Hands
from bythebook.odds.numbers.typed import Floats, Integers

RIGHTS = ("split", "double", "surrender", "insurance")


class Scores(NamedTuple):
    """A given strategy as preferences: of the legal actions, the one with the highest score.

    `actions[hand, dealer's card, action]`; `offers[hand, dealer's card]` are bits of what is taken.
    """

    actions: Floats
    offers: NDArray[np.uint8]


class SplitValue(NamedTuple):
    """A split pair by the dealer's card; `exact` is false where only an upper bound was needed."""

    mean: Floats
    square: Floats
    hands: Floats
    doubles: Floats
    exact: NDArray[np.bool_]


def count_cards(cards: Sequence[Card]) -> NDArray[np.int64]:
    """How many of each card there are, by code."""
    codes = [k.CODE_OF_CARD[card] for card in cards]
    return np.bincount(np.array(codes, dtype=np.int64), minlength=k.KINDS)


def by_value(counts: NDArray[np.int64]) -> Floats:
    """How many cards of each value there are, and of jokers."""
    stock = np.zeros(KINDS_TAKEN)
    for code, count in enumerate(counts):
        kind = JOKER_KIND if code == k.JOKER_CODE else k.VALUE_OF_RANK[code // 4]
        stock[kind] += count
    return stock


class Solver:
    """Everything about one game dealt from one shoe."""

    def __init__(
        self,
        tables: Tables,
        counts: NDArray[np.int64],
        *,
        ups: Collection[int] | None = None,
        without: Collection[str] = (),
        scores: Scores | None = None,
        layer: int = k.UNSPLIT,
        roots: Collection[int] | None = None,
        pays: Pays | None = None,
        second: int = ANY,
    ) -> None:
        self.tables, self.counts, self.scores, self.layer = tables, counts, scores, layer
        self.pays = pays or pays_of(tables)
        self.terms = tables.terms[0]
        self.money = self.pays  # where a double costs money, though others are free
        if self.terms["free_double"]:
            self.money = pays_of(tables, for_money=True)
        self.hands = tables.hands
        self.without = frozenset(without)
        self.stock = by_value(counts)
        self.second = second  # of the dealer's cards, where both are seen
        if second != ANY:
            self.stock[second] -= 1
        wanted = range(k.VALUES) if ups is None else ups
        self.ups = np.array([up for up in wanted if self.stock[up] > 0], dtype=np.int64)
        self.shoe = Shoe(self.stock, bool(self.terms["hits_soft_17"]), self.ups, second)
        self.points_order = points_order(self.hands)
        self.looked_at = np.arange(self.hands.size)
        if roots is not None:  # only these hands and what can become of them
            self.looked_at = descendants(self.hands, roots)
            among = np.zeros(self.hands.size, dtype=np.bool_)
            among[self.looked_at] = True
            self.points_order = self.points_order[among[self.points_order]]
        self.mask = tables.mask.copy()
        for right, bit in (("double", k.DOUBLE), ("split", k.SPLIT)):
            if right in self.without:
                self.mask &= np.uint8(~(1 << bit) & 0xFF)
        self.mask[:, self.hands.cards == 1] = 1 << k.HIT  # a lone card always gets another
        self.suits = suit_shares(tables, counts)

    @cached_property
    def ends(self) -> Floats:
        """[hand, dealer's card, end]."""
        ends = np.zeros((self.hands.size, k.VALUES, ENDS))
        shoes = self.stock[: k.VALUES] - self.hands.taken[self.looked_at, : k.VALUES]
        found = dealer_ends(self.shoe.hits_soft_17, np.maximum(shoes, 0), self.second)
        ends[self.looked_at] = found
        return ends

    @cached_property
    def natural(self) -> Naturals:
        """What a blackjack gets."""
        return natural_pays(self.tables, self.counts, real=1)

    @cached_property
    def values(self) -> Values:
        """Every hand of the layer, splitting left aside."""
        values = empty_values(self.hands.size)
        plan = np.full((self.hands.size, k.VALUES), NO_ACTION, dtype=np.uint8)
        if self.scores is not None:
            plan = self._legal_best(self.scores.actions, self.layer)
        evaluate(
            self.hands, self.points_order, self.mask[self.layer], self.tables.fate[self.layer],
            self.pays, self.money, self.stock, self.ends, self.ups, plan,
            overrides_of(self.tables, self.counts),
            bool(self.terms["aces_count_one"]), values, self.second,
        )  # fmt: skip
        return values

    def _legal_best(self, scores: Floats, layer: int) -> NDArray[np.uint8]:
        """Of stand, hit and double, the legal one with the highest score."""
        legal = np.stack([self.mask[layer] >> a & 1 for a in (k.STAND, k.HIT, k.DOUBLE)], axis=1)
        allowed = np.where(legal[:, None, :] == 1, scores[:, :, :3], 2 * ILLEGAL)
        best: NDArray[np.uint8] = allowed.argmax(axis=2).astype(np.uint8)
        if self.scores is None:
            gives_up = (self.mask[layer] >> k.GIVE_UP & 1 == 1)[:, None]
            best[gives_up & (self.values.given_up > allowed.max(axis=2))] = k.GIVE_UP
        return best

    def plan_of(self, layer: int) -> NDArray[np.uint8]:
        """What a hand of this layer does when it does not split."""
        if layer == self.layer:
            return self.values.action
        scores = self.values.by_action if self.scores is None else self.scores.actions
        return self._legal_best(scores, layer)

    # Splits

    def most_hands(self, pair: int) -> int:
        again = self.tables.mask[k.ACES_AGAIN, self.hands.following[pair, pair]] >> k.SPLIT & 1
        if pair == k.ACE and not again:
            return 2
        return int(self.terms["most_hands"])

    def rights(
        self,
        layer: int,
        pays: Pays,
        natural: Naturals,
        *,
        apart: bool = False,
        peeked: bool = False,
        known: Known = FROM_THE_START,
        money: Pays | None = None,
    ) -> Rights:
        """What hands of a layer may do and get, as they are followed."""
        return Rights(
            fate=self.tables.fate[layer],
            plan=self.plan_of(layer),
            joker=self.values.joker,
            pays=pays,
            natural=natural,
            suits=suit_shares(self.tables, self.counts, known),
            overrides=overrides_of(self.tables, self.counts, known),
            aces_count_one=bool(self.terms["aces_count_one"]),
            blackjack_apart=apart,
            peeked=peeked,
            withdraw=self.values.withdraw,
            second=self.second,
            money=money or self.money,
            for_money=self.mask[layer] >> k.FOR_MONEY & 1,
        )

    def _rights(self, pair: int, real: int, apart: bool, known: Known) -> Rights:
        """Of a hand that a pair was split into, with so many real stakes on it."""
        layer = k.ACES_LAST if pair == k.ACE else k.LAST
        pays = pays_of(self.tables, real, split=True)
        natural = natural_pays(self.tables, self.counts, real)
        peeked = bool(self.terms["takes"] == k.PEEKED)
        money = pays_of(self.tables, real, split=True, for_money=True)
        return self.rights(
            layer, pays, natural, apart=apart, peeked=peeked, known=known, money=money
        )

    def action_values(self, hand: int, up: int) -> dict[str, float]:
        """What standing, hitting and doubling are worth, as far as they are legal."""
        mask = self.mask[self.layer, hand]
        values = {
            k.ACTIONS[action]: float(self.values.by_action[hand, up, action])
            for action in (k.STAND, k.HIT, k.DOUBLE)
            if mask >> action & 1
        }
        if mask >> k.GIVE_UP & 1:
            values[k.PLAYS[k.GIVE_UP]] = float(self.values.given_up[hand, up])
        return values

    def split(
        self,
        pair: int,
        at_least: Floats | None = None,
        most_hands: int | None = None,
        suits: int = k.MIXED,
    ) -> SplitValue:
        """A pair split; where it cannot come to `at_least`, an upper bound is enough."""
        free = bool(self.terms["free_split"]) and pair != k.TEN
        apart = not free and int(self.terms["takes"]) in TAKES
        ascending = self.points_order[::-1].copy()
        own, new = self._suits_after_split(pair, suits)
        rights = self._rights(pair, 1, apart, own)

        def means_of(rights: Rights) -> SplitMeans:
            return SplitMeans(self.hands, ascending, rights, self.shoe, pair)

        means = means_of(rights)
        tokens = means_of(self._rights(pair, 0, False, own)) if free else means
        later = tokens if own == new else means_of(self._rights(pair, 1, apart, new))
        most = most_hands or self.most_hands(pair)
        found = split_hands(means, tokens, later, most)
        mean, square = found.mean.copy(), found.square.copy()
        exact = np.ones(k.VALUES, dtype=np.bool_)
        blackjack = self.ends[self.hands.following[pair, pair], :, BLACKJACK]
        if rights.peeked:
            mean -= blackjack
            square += blackjack
        if apart:
            for up in (k.ACE, k.TEN):
                if up not in self.ups or blackjack[up] == 0.0:
                    continue
                together = self._together(rights, pair, up, ascending)
                exactly, at_the_least, more_square = TAKES[int(self.terms["takes"])]
                if at_least is not None:
                    bound = mean[up] - blackjack[up] * at_the_least(together, most)
                    if bound <= at_least[up]:
                        mean[up], exact[up] = bound, False
                        continue
                taken = exactly(together, most)
                mean[up] -= blackjack[up] * taken
                square[up] += blackjack[up] * more_square(together, most)
        return SplitValue(mean, square, found.hands, found.doubles, exact)

    def _suits_after_split(self, pair: int, suits: int) -> tuple[Known, Known]:
        """What is known of suits on the hands of a pair, and on hands that later cards begin.

        A bonus that suited pairs bar is open to hands split from others, unless they are split
        again as a suited pair; that is counted as often as a further card is of the same suit.
        """
        if not self.hands.has_suits[self.hands.following[pair, pair]]:
            return FROM_THE_START, FROM_THE_START
        allowed = bool(self.terms["bonus_after_split"]) and suits == k.MIXED
        return (
            after_split(self.counts, pair, suits, new=False, bonus=float(allowed)),
            after_split(self.counts, pair, suits, new=True, bonus=float(allowed)),
        )

    @cached_property
    def _splits(self) -> dict[int, SplitValue]:
        """The pairs that may be split and may want to be, by the number of the hand."""
        found = {}
        for pair in range(k.VALUES):
            base = int(self.hands.following[pair, pair])
            if self.stock[pair] < 2 or not self.mask[k.UNSPLIT, base] >> k.SPLIT & 1:
                continue
            for suits in range(3 if self.hands.has_suits[base] else 1):
                at = base + suits
                if suits and not self.suits[base, suits]:
                    continue
                if self.scores is None:
                    found[at] = self.split(pair, self.values.best[at], suits=suits)
                elif self._wants_split(at).any():
                    bound = np.where(self._wants_split(at), -np.inf, np.inf)
                    found[at] = self.split(pair, bound, suits=suits)
        return found

    def _wants_split(self, hand: int) -> NDArray[np.bool_]:
        assert self.scores is not None
        scores = self.scores.actions[hand]
        wants: NDArray[np.bool_] = scores[:, k.SPLIT] > scores[:, :3].max(axis=1)
        return wants

    def split_of(self, hand: int) -> SplitValue | None:
        """What splitting a pair is worth, if it may be split."""
        return self._splits.get(hand)

    @cached_property
    def splits_chosen(self) -> NDArray[np.bool_]:
        """[hand, dealer's card]: pairs that are split."""
        chosen = np.zeros((self.hands.size, k.VALUES), dtype=np.bool_)
        for at, split in self._splits.items():
            better = split.exact & (split.mean > self.values.best[at])
            chosen[at] = better if self.scores is None else self._wants_split(at)
        return chosen

    @cached_property
    def offers_taken(self) -> NDArray[np.uint8]:
        """[hand, dealer's card]: what is taken before the turns, as bits."""
        return offers_taken(self)

    def _together(self, rights: Rights, pair: int, up: int, ascending: Integers) -> Together:
        """All hands of a split against one dealer's card, given a dealer's blackjack."""
        loses_21 = bool(self.terms["result"][k.DEALER_BLACKJACK_AGAINST_21] < 0)
        return Together(self.hands, ascending, rights, self.shoe, pair, up, loses_21)

    def together(self, pair: int, up: int, draws: Multisets) -> Together:
        """All hands of a split, and a dealer who may draw any of these to one card."""
        own, _ = self._suits_after_split(pair, k.MIXED)
        rights, ascending = self._rights(pair, 1, False, own), self.points_order[::-1].copy()
        return Together(self.hands, ascending, rights, self.shoe, pair, up, True, draws)


def descendants(hands: Hands, roots: Collection[int]) -> NDArray[np.int64]:
    """These hands and all that further cards can make of them."""
    found = np.zeros(hands.size, dtype=np.bool_)
    new = np.array(sorted(roots), dtype=np.int64)
    while len(new):
        found[new] = True
        after = [hands.following[new].ravel()]
        if len(hands.joker_as) > 1:
            after.append(hands.joker_as[new].ravel())
        reached = np.unique(np.concatenate(after))
        reached = reached[reached >= 0]
        suited = reached[hands.has_suits[reached]]
        reached = np.concatenate([reached, suited + 1, suited + 2])
        new = np.unique(reached[~found[reached]])
    return np.flatnonzero(found)


# Offers


def offers_taken(solver: Solver) -> NDArray[np.uint8]:
    """What the strategy takes before the turns: what it says, or whatever helps."""
    hands, r = solver.hands, solver.terms
    offers = np.zeros((hands.size, k.VALUES), dtype=np.uint8)
    two = np.flatnonzero(hands.cards == 2)
    natural = solver.tables.fate[k.UNSPLIT] == k.NATURAL
    allowed = _offers_allowed(solver, natural)
    if solver.scores is not None:
        offers[two] = solver.scores.offers[two] & allowed[two]
        return offers
    stake = float(r["stake"])
    blackjack = solver.ends[two, :, BLACKJACK]
    insurance = (blackjack * r["insurance_pays"] - (1 - blackjack) * r["insurance"]) / stake
    held = np.einsum("ue,hue->hu", solver.natural.mean, solver.ends[two])
    evens = float(r["net"][k.EVENS, 1, 1]) / stake
    half = float(r["surrender_keeps"]) / stake - 1.0
    lost = 0.0 if r["surrender_early"] else blackjack
    given_up = half * (1 - lost) - lost
    played = solver.values.best[two].copy()
    for at, hand in enumerate(map(int, two)):
        split = solver.split_of(hand)
        if split is not None:
            chosen = solver.splits_chosen[hand]
            played[at, chosen] = split.mean[chosen]
    insured = np.maximum(insurance, 0.0)
    wanted = np.where(insurance > 0, 1 << k.INSURE, 0)
    is_natural = natural[two][:, None]
    even_money = is_natural & (evens > held + insured * (allowed[two] >> k.INSURE & 1))
    wanted = np.where(even_money, 1 << k.EVEN_MONEY, wanted)
    wanted = np.where(~is_natural & (given_up > played), wanted | 1 << k.SURRENDER, wanted)
    offers[two] = wanted.astype(np.uint8) & allowed[two]
    return offers


def _offers_allowed(solver: Solver, natural: NDArray[np.bool_]) -> NDArray[np.uint8]:
    r = solver.terms
    allowed = np.zeros((solver.hands.size, k.VALUES), dtype=np.uint8)
    if "insurance" not in solver.without:
        if r["insurance"]:
            may_insure = ~natural | bool(r["insure_blackjack"])
            allowed[may_insure, k.ACE] |= 1 << k.INSURE
        if r["even_money"]:
            allowed[natural, k.ACE] |= 1 << k.EVEN_MONEY
    if "surrender" not in solver.without:
        for up in range(k.VALUES):
            if share_of_ranks(solver.counts, up, r["surrender"]):
                allowed[~natural, up] |= 1 << k.SURRENDER
    return allowed


__all__ = ["RIGHTS", "Scores", "Solver", "SplitValue", "by_value", "count_cards"]
