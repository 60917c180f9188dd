"""The dealer's hand and the end of a round, for `brute_best`.

What something is worth is the sum of the player's results, in cents, over every order in which
the cards that are left can come.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from math import factorial
from typing import NamedTuple, TypeVar

from tests.game.brute_force import DOLLAR, JOKER, OutOfCards, compared, count, pay
from tests.game.brute_force import pontoon_odds as table_odds
from tests.odds.exact.brute_rules import FACES, Cards, Rules, Stock, is_natural, less

ACE, TEN, JOKER_AT = FACES.index("A"), FACES.index("T"), FACES.index(JOKER)

Method = TypeVar("Method", bound=Callable[..., object])


def remembered(method: Method) -> Method:
    """Answer each question to an object once, and keep the answers as long as the object."""
    place = f"answers of {method.__name__}"

    @wraps(method)
    def asked(self: object, *question: Hashable) -> object:
        memory = self.__dict__.setdefault(place, {})
        if question not in memory:
            memory[question] = method(self, *question)
        return memory[question]

    return asked  # type: ignore[return-value]


class Open(NamedTuple):
    """A hand that waits for the dealer. All totals below 17 are as good as 16."""

    total: int
    money: int  # the player's own
    token: int
    blackjack: Cards = ()


class End(NamedTuple):
    """What the hands of a box have come to, all together."""

    net: int = 0  # won, or given up, whatever the dealer has
    busted: int = 0  # the player's own money on hands that went over
    busted_doubles: int = 0  # the part of it that was added by doubling
    open: tuple[Open, ...] = ()
    paid_first: bool = False  # a blackjack that was paid before the dealer could look

    def plus(self, other: End) -> End:
        hands = tuple(sorted(self.open + other.open))
        doubles = self.busted_doubles + other.busted_doubles
        return End(self.net + other.net, self.busted + other.busted, doubles, hands)


@dataclass(frozen=True)
class Stake:
    """What lies on a hand, and how the hand came about."""

    own: int
    token: int = 0  # the worth of Free Bet tokens on it
    doubled: int = 0  # the player's own money in the double
    is_split: bool = False
    is_doubled: bool = False
    bonus: bool = True  # the Super Bonus is still open to it

    def stood(self, total: int) -> End:
        return End(open=(Open(max(total, 16), self.own, self.token),))


class Settlement:
    """How hands end against one value of the dealer's first card."""

    def __init__(self, rules: Rules, up: str, stake: int, second: str = "") -> None:
        self.rules = rules
        self.up = up
        self.second = second  # of the dealer's cards, where both are seen
        self.stake = stake

    # The dealer

    @remembered
    def dealer_ways(self, stock: Stock, total: int, ace: bool, cards: int) -> tuple[int, ...]:
        """In how many orders of the stock the dealer ends with 17, 18, 19, 20, 21, 22 or more.

        A blackjack is none of these. `total` counts every ace one.
        """
        best = total + 10 if ace and total <= 11 else total
        soft_17 = best == 17 and total == 7
        if best >= 17 and not (soft_17 and self.rules.hits_soft_17):
            ways = [0] * 7
            blackjack = cards == 2 and best == 21
            ways[min(best, 23) - 17] = 0 if blackjack else factorial(sum(stock))
            return tuple(ways)
        if not any(stock):
            raise OutOfCards
        sums = [0] * 7
        for at, number in enumerate(stock):
            if not number:
                continue
            rest = less(stock, at)
            if at == JOKER_AT:  # set aside, and another card is drawn
                found = self.dealer_ways(rest, total, ace, cards)
            else:
                found = self.dealer_ways(rest, total + min(at + 1, 10), ace or at == ACE, cards + 1)
            sums = [before + number * ways for before, ways in zip(sums, found, strict=True)]
        return tuple(sums)

    def dealer_totals(self, stock: Stock) -> tuple[int, ...]:
        seen = [FACES.index(card) for card in (self.up, self.second) if card]
        total = sum(min(at + 1, 10) for at in seen)
        return self.dealer_ways(stock, total, ACE in seen, len(seen))

    def blackjack_ways(self, stock: Stock) -> int:
        """In how many orders of the stock the dealer makes a blackjack."""
        if self.second:
            return factorial(sum(stock)) if {self.up, self.second} == {"A", "T"} else 0
        wanted = {"A": stock[TEN], "T": stock[ACE]}.get(self.up, 0)
        # The first card that is no joker decides.
        return factorial(sum(stock)) * wanted // (sum(stock) - stock[JOKER_AT]) if wanted else 0

    # The end of a round

    def worth(self, end: End, stock: Stock, shown: str, tens: Mapping[str, int]) -> int:
        """The player's results over every order of the stock.

        `shown` and `tens`, the rank of the dealer's first card and the tens that are left, by rank,
        matter only where blackjacks are compared.
        """
        ways, blackjacks = factorial(sum(stock)), self.blackjack_ways(stock)
        worth = self._over_blackjacks(end, blackjacks, shown, tens) if blackjacks else 0
        settled = end.net - end.busted
        if all(hand.blackjack and self.rules.blackjack_beats_21 for hand in end.open):
            paid = sum(pay(hand.money, self.rules.blackjack_pays) for hand in end.open)
            return worth + (ways - blackjacks) * (settled + paid)
        for dealer, number in enumerate(self.dealer_totals(stock), start=17):
            results = sum(self._result(hand, dealer) for hand in end.open)
            worth += number * (settled + results)
        return worth

    def _over_blackjacks(
        self, end: End, blackjacks: int, shown: str, tens: Mapping[str, int]
    ) -> int:
        if not any(hand.blackjack for hand in end.open) or not self.rules.blackjacks_compared:
            return blackjacks * self._against_blackjack(end, "")
        if self.up == "T":
            return blackjacks * self._against_blackjack(end, shown)
        each = blackjacks // sum(tens.values())
        return sum(each * n * self._against_blackjack(end, rank) for rank, n in tens.items())

    def _against_blackjack(self, end: End, ten: str) -> int:
        """The player's result if the dealer has a blackjack, with this ten."""
        rules = self.rules
        if end.paid_first:
            return end.net
        if rules.peeks:  # the round was over before anybody could add to the stake
            if any(hand.blackjack for hand in end.open):
                return self.stake if rules.tied_blackjack_wins else 0
            return -self.stake
        net = end.net - end.busted
        if rules.busted_doubles_return:
            net += end.busted_doubles
        losing = 0
        for hand in end.open:
            if hand.blackjack:
                if rules.blackjacks_compared:
                    net += pay(hand.money, compared(hand.blackjack, (ten,)))
            elif hand.total < 21 or self._beats_21(end, hand):
                losing += hand.money
        if rules.takes == "everything":
            return net - losing
        if rules.takes == "busted plus one":
            return net - min(self.stake, losing)
        if rules.takes == "original only":
            return end.net - min(self.stake, end.busted + losing)
        return net + end.busted - max(end.busted, min(self.stake, end.busted + losing))

    def _beats_21(self, end: End, hand: Open) -> bool:
        """Whether a dealer's blackjack beats a player's 21."""
        alone = len(end.open) == 1 and not end.busted
        if alone and hand.money == self.stake and not hand.token:
            return self.rules.dealer_blackjack_beats_plain_21 and (
                self.rules.dealer_blackjack_beats_21
            )
        return self.rules.dealer_blackjack_beats_21

    def _result(self, hand: Open, dealer: int) -> int:
        """What an open hand makes against a dealer's total that is no blackjack."""
        rules = self.rules
        if hand.blackjack:
            ties = dealer == 21 and not rules.blackjack_beats_21
            return 0 if ties else pay(hand.money, rules.blackjack_pays)
        if dealer == 22 and rules.pushes_22:
            return 0
        if dealer > 21 or hand.total > dealer:
            return hand.money + hand.token
        return -hand.money if hand.total < dealer or rules.ties_lose else 0

    # The end of a hand

    def end_of(self, cards: Cards, stake: Stake, shown: str = "") -> End | None:
        """What a hand has come to if no decision is left on it."""
        rules = self.rules
        fixed = 2 if stake.is_doubled and rules.doubling_aces_at_one else 0
        total = count(cards, fixed)[0]
        if total > 21:
            return End(busted=stake.own, busted_doubles=stake.doubled)
        if is_natural(cards) and (rules.blackjack_on_split or not stake.is_split):
            if (shown or self.up) in tuple(rules.blackjack_waits):
                return End(open=(Open(21, stake.own, stake.token, cards),))
            diamonds = rules.diamonds_pay if [card[1:] for card in cards] == ["D", "D"] else None
            paid = pay(stake.own, diamonds or rules.blackjack_pays)
            return End(net=paid, paid_first=not stake.is_split)
        if total == 21 and rules.pays_21:
            return End(net=self.pay_21(cards, stake))
        if len(cards) == 6 and rules.any_six_win:
            return End(net=stake.own)
        if len(cards) == 5 and rules.five_cards_win:
            return End(net=stake.own)
        if len(cards) >= 5 and rules.six_cards_win and not stake.is_doubled:
            if total == 21:
                return End(net=pay(stake.own, (2, 1)))
            if len(cards) == 6:
                return End(net=stake.own)
        one_card = stake.is_split and cards[0] == "A" and not rules.aces_play_on
        return stake.stood(total) if total == 21 or stake.is_doubled or one_card else None

    def pay_21(self, cards: Cards, stake: Stake) -> int:
        """What a 21 wins where it is paid at once."""
        if not self.rules.table_of_21 or stake.is_doubled:
            return stake.own
        bonus = 0
        if stake.bonus and self.up == "7" and len(cards) == 3 and len(set(cards)) == 1:
            least = self.rules.bonus_from * DOLLAR
            bonus = 5000 if stake.own >= 25 * DOLLAR else 1000 if stake.own >= least else 0
        return pay(stake.own, table_odds(cards)) + bonus * DOLLAR

    def free(self, cards: Cards) -> bool:
        """Whether a double of this hand costs nothing."""
        total, soft = count(cards)
        fits = not self.rules.free_on_9_to_11 or (not soft and 9 <= total <= 11)
        return self.rules.free_bets and fits

    def doubled(self, stake: Stake, free: bool) -> Stake:
        if free:
            return replace(stake, token=stake.token + self.stake, is_doubled=True)
        return replace(stake, own=stake.own + self.stake, doubled=self.stake, is_doubled=True)
