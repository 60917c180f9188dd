"""The best play from a handful of cards, found by going through every order they can come in.

It shares no code with `bythebook`: the rules are written once more, from the rulebooks alone (with
a few helpers of `tests/game/brute_force.py`, the other program of this kind). All arithmetic is in
whole numbers. What a position is worth is the sum of the player's results, in cents, over every
order of the cards that are still to come; a draw then only adds up, an order being a first card
and an order of the rest, and nothing is divided before the end.

"Best" is this. The player sees his own cards and the dealer's first card, by value; suits count
only where two cards may still make 6-7-8 or 7-7-7. A hand that was never split is played so that
its expected result is greatest. Split hands are played with the same decisions, without memory of
any other hand: what is best for an unsplit hand of these cards, or the next best where that is not
allowed; a pair on a split hand is split again whenever it may be.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import factorial, perm
from typing import NamedTuple

from tests.game.brute_force import JOKER, JOKER_VALUES, TENS, OutOfCards, count
from tests.odds.exact.brute_rules import (
    FACES,
    Cards,
    Rules,
    Stock,
    asides,
    face,
    faces_of,
    is_natural,
    kind_of,
    less,
    rules_of,
    suits_of,
    unnamed,
)
from tests.odds.exact.brute_settlement import End, Settlement, Stake, remembered

World = tuple[int, Cards, str]  # how often, the kinds of the player's cards and of the dealer's
Ends = dict[tuple[Stock, End], int]  # what is left, what the hands came to, and how often
HandEnds = dict[tuple[Stock, End | str], int]  # or the second card of a pair to split again
Hands = tuple[tuple[str, Stake], ...]  # split hands that still have one card


# --- A hand that was never split ---------------------------------------------------------------


class Unsplit:
    """What every hand is worth against one value of the dealer's first card, splits apart."""

    def __init__(
        self, rules: Rules, kinds: Counter[str], up: str, stake: int, second: str = ""
    ) -> None:
        self.rules = rules
        self.kinds = kinds
        self.names = sorted(kinds)
        self.up = up
        self.stake = stake
        self.plain = Stake(stake)
        self.settlement = Settlement(rules, up, stake, second)
        faces = Counter({up: -1})
        for kind, number in kinds.items():
            faces[face(kind)] += number
        self.stock = tuple(faces[name] for name in FACES)

    def left(self, cards: Cards) -> Stock:
        """What is left of every face."""
        gone = Counter(face(unnamed(card)) for card in cards)
        return tuple(n - gone[name] for name, n in zip(FACES, self.stock, strict=True))

    def in_order(self, cards: Cards) -> Cards:
        """One name for all hands that are the same to the player."""
        if self.rules.doubling_aces_at_one:  # an ace among the first two is not like a later one
            return (*sorted(cards[:2]), *sorted(cards[2:]))
        return tuple(sorted(cards))

    def allowed(self, cards: Cards) -> list[str]:
        """Hit, stand and double, as far as the cards allow them."""
        rules, size = self.rules, len(cards)
        total, soft = count(cards)
        if rules.doubles == "hard 9 to 11":
            doubles = size == 2 and not soft and 9 <= total <= 11
        else:
            doubles = size <= {"two cards": 2, "two or three cards": 3}.get(rules.doubles, size)
        pair = size == 2 and face(cards[0]) == face(cards[1])
        spared = rules.spares_open_options and (doubles or pair)
        stands = total >= 12 or not rules.draws_below_12 or spared
        gives_up = ["surrender"] * rules.gives_up_in_turn
        return ["hit", *["stand"] * stands, *["double"] * doubles, *gives_up]

    def ended(self, end: End, cards: Cards) -> int:
        """The worth of an end, whatever jokers the dealer set aside before his first card: the
        player does not look at them."""
        worth = self.settlement.worth
        return sum(n * worth(end, stock, "", {}) for n, stock in asides(self.left(cards)))

    @remembered
    def value(self, cards: Cards) -> int:
        """The worth of a hand that is played well, without a split or a surrender."""
        end = self.settlement.end_of(cards, self.plain)
        if end is not None:
            return self.ended(end, cards)
        return max(self.decided(cards, action) for action in self.allowed(cards))

    @remembered
    def decided(self, cards: Cards, action: str) -> int:
        """The worth of a decision on a hand."""
        if action == "stand":
            return self.ended(self.plain.stood(count(cards)[0]), cards)
        if action == "surrender":
            return self.ended(End(net=-(self.stake // 2)), cards)
        worth = 0
        for name, number in zip(FACES, self.left(cards), strict=True):
            if number:
                card = self.named(cards, name, action)
                worth += number * self.drawn_to((*cards, card), action)
        return worth

    def drawn_to(self, cards: Cards, action: str) -> int:
        """The worth of a hand once the card of a hit or a double has come to it."""
        hand = self.in_order(cards)
        if action != "double":
            return self.value(hand)
        return max(self.doubled_values(hand, self.settlement.free(cards[:-1])))

    def named(self, cards: Cards, drawn: str, action: str) -> str:
        """The card, and if it is a joker, the value it is best given."""
        if drawn != JOKER:
            return drawn
        starred = [name + "*" for name in JOKER_VALUES]
        return max(starred, key=lambda name: self.drawn_to((*cards, name), action))

    @remembered
    def doubled_values(self, cards: Cards, free: bool) -> tuple[int, ...]:
        """The worth of a doubled hand, and of taking the doubled part back where that is allowed
        (21.5.6)."""
        end = self.settlement.end_of(cards, self.settlement.doubled(self.plain, free))
        assert end is not None
        kept = self.ended(end, cards)
        if not end.open or not self.rules.withdraws:
            return (kept,)
        return kept, self.ended(End(net=-self.stake), cards)

    # Two cards, with their suits

    def worlds(self, faces: Cards, suits: str) -> Iterator[World]:
        """Every way to be dealt two cards of these values, in this order, against this value."""
        names = [[name for name in self.names if face(name) == one] for one in (*faces, self.up)]
        for first, second, shown in product(*names):
            dealt = Counter((first, second, shown))
            ways = 1
            for kind, number in dealt.items():
                ways *= perm(self.kinds[kind], number)
            if ways and suits_of((first, second)) == suits:
                yield ways, (first, second), shown

    @remembered
    def ranking(self, faces: Cards, suits: str) -> tuple[tuple[int, str], ...]:
        """What may be done with a hand, best first, with its worth (summed over all worlds, where
        suits matter)."""
        if not suits:
            worths = [(self.decided(faces, action), action) for action in self.allowed(faces)]
            return tuple(sorted(worths, reverse=True))
        worlds = list(self.worlds(faces, suits))
        times = sum(ways for ways, _, _ in worlds)
        worths = [
            (times * self.decided(faces, action), action)
            for action in self.allowed(faces)
            if action != "hit"
        ]
        hit = sum(ways * self._hit_with_suits(hand, shown) for ways, hand, shown in worlds)
        return tuple(sorted([*worths, (hit, "hit")], reverse=True))

    def _hit_with_suits(self, hand: Cards, shown: str) -> int:
        left = self.kinds - Counter((*hand, shown))
        worth = 0
        for kind, number in left.items():
            cards = (*hand, kind)
            if count(cards)[0] == 21:
                paid = End(net=self.settlement.pay_21(cards, self.plain))
                worth += number * self.ended(paid, faces_of(cards))
            else:
                worth += number * self.value(self.in_order(faces_of(cards)))
        return worth


# --- Split hands -------------------------------------------------------------------------------


class Split:
    """What splitting a pair is worth: every hand played out in turn, the dealer last."""

    def __init__(self, unsplit: Unsplit) -> None:
        self.unsplit = unsplit
        self.rules = unsplit.rules
        self.names = unsplit.names
        self.settlement = unsplit.settlement
        self.ties: set[Cards] = set()  # hands for which two decisions are equally good

    def worth(self, pair: Cards, shown: str) -> int:
        left = self.unsplit.kinds - Counter((*pair, shown))
        stock = tuple(left[name] for name in self.names)
        worth = 0
        for aside, rest in asides(stock, self.names):
            for (after, end), ways in self.played(rest, pair).items():
                tens = {n: k for n, k in zip(self.names, after, strict=True) if n in tuple(TENS)}
                found = self.settlement.worth(end, self.merged(after), shown, tens)
                worth += aside * ways * found
        return worth

    @remembered
    def merged(self, stock: Stock) -> Stock:
        faces = dict.fromkeys(FACES, 0)
        for name, number in zip(self.names, stock, strict=True):
            faces[face(name)] += number
        return tuple(faces.values())

    @remembered
    def played(self, stock: Stock, pair: Cards) -> Ends:
        """All that the hands of a split pair can come to."""
        bonus = self.rules.bonus_after_split and pair[0] != pair[1]
        kept = Stake(self.unsplit.stake, is_split=True, bonus=bonus)
        free = self.rules.free_bets and face(pair[0]) != "T"
        added = replace(kept, own=0, token=self.unsplit.stake) if free else kept
        finished: Ends = defaultdict(int)
        states: dict[tuple[Stock, Hands, int, End], int]
        states = {(stock, ((pair[0], kept), (pair[1], added)), 2, End()): 1}
        while states:
            later: dict[tuple[Stock, Hands, int, End], int] = defaultdict(int)
            for (left, hands, number, end), ways in states.items():
                (card, stake), *rest = hands
                again = number < self.rules.hands
                for (after, found), times in self.split_hand(left, card, stake, again).items():
                    if isinstance(found, str):  # split once more: the new hand comes next
                        pending = ((card, stake), (found, added), *rest)
                        later[after, pending, number + 1, end] += ways * times
                    elif rest:
                        later[after, tuple(rest), number, end.plus(found)] += ways * times
                    else:
                        finished[after, end.plus(found)] += ways * times
            states = later
        return finished

    @remembered
    def split_hand(self, stock: Stock, card: str, stake: Stake, again: bool) -> HandEnds:
        """All that one split hand can come to, from one card."""
        again = again and (card != "A" or self.rules.aces_split_again)
        found: HandEnds = defaultdict(int)
        for at, name in self._draws(stock):
            rest = less(stock, at)
            if again and face(name) == face(card):
                found[rest, name] += stock[at]
                continue
            second = self.unsplit.named((face(card),), name, "hit")
            for key, ways in self._finish(rest, (card, second), stake).items():
                found[key] += stock[at] * ways
        return found

    def _draws(self, stock: Stock) -> list[tuple[int, str]]:
        if not any(stock):
            raise OutOfCards
        return [(at, name) for at, name in enumerate(self.names) if stock[at]]

    def _finish(self, stock: Stock, cards: Cards, stake: Stake) -> Ends:
        """All that a split hand can come to, from two cards or more."""
        end = self.settlement.end_of(cards, stake)
        if end is not None:
            return {(stock, end): 1}
        action = self.policy(cards)
        if action == "stand":
            return {(stock, stake.stood(count(cards)[0])): 1}
        if action == "surrender":
            return {(stock, End(net=-(self.unsplit.stake // 2))): 1}
        found: Ends = defaultdict(int)
        for at, name in self._draws(stock):
            rest = less(stock, at)
            hand = (*cards, self.unsplit.named(faces_of(cards), name, action))
            if action == "double":
                found[rest, self._doubled_end(hand, stake)] += stock[at]
                continue
            for key, ways in self._finish(rest, hand, stake).items():
                found[key] += stock[at] * ways
        return found

    @remembered
    def policy(self, cards: Cards) -> str:
        """What is done with a split hand: what is best for an unsplit hand of these cards."""
        faces = self.unsplit.in_order(faces_of(cards))
        ranked = list(self.unsplit.ranking(faces, suits_of(cards)))
        if not self.rules.doubles_after_split:
            ranked = [(worth, action) for worth, action in ranked if action != "double"]
        if len(ranked) > 1 and ranked[0][0] == ranked[1][0]:
            self.ties.add(faces)
        return ranked[0][1]

    def _doubled_end(self, cards: Cards, stake: Stake) -> End:
        free = self.settlement.free(cards[:-1])
        end = self.settlement.end_of(cards, self.settlement.doubled(stake, free))
        assert end is not None
        if end.open and self.rules.withdraws:
            hand = self.unsplit.in_order(faces_of(cards))
            kept, forfeited = self.unsplit.doubled_values(hand, free)
            if forfeited == kept:
                self.ties.add(cards)
            if forfeited > kept:
                return End(net=-self.unsplit.stake)
        return end


# --- The first two cards, and the whole --------------------------------------------------------


class Cell(NamedTuple):
    """The best that two cards can do against a first card of the dealer."""

    hand: tuple[str, str]
    up: str
    suits: str  # "mixed", "suited" or "spades" where that matters
    probability: Fraction
    value: Fraction  # expected result for one unit staked, insurance included
    action: str
    insured: bool
    values: dict[str, Fraction]  # of every action, without insurance
    second: str = ""  # of the dealer's cards, where both are seen


class Result(NamedTuple):
    value: Fraction  # expected result for one unit staked
    cells: list[Cell]
    ties: int  # split hands that were played in one of two ways of equal worth


class FirstTwo:
    """The initial deal of two values against a value of the dealer's first card."""

    def __init__(self, unsplit: Unsplit, split: Split, cards: Cards, suits: str) -> None:
        self.unsplit = unsplit
        self.split = split
        self.rules = unsplit.rules
        self.cards = cards
        self.suits = suits
        self.worlds = list(unsplit.worlds(cards, suits))
        # The order in which two different cards came is not looked at.
        self.twice = 1 if cards[0] == cards[1] else 2
        self.ways = self.twice * sum(ways for ways, _, _ in self.worlds)
        self.rests = list(asides(unsplit.left(cards))) if self.worlds else []
        self.half = unsplit.stake // 2

    def actions(self) -> dict[str, int]:
        """What may be done, and its worth."""
        if JOKER in self.cards:
            return self._with_jokers()
        if is_natural(self.cards):
            return self.with_natural(self.cards)
        # With suits a ranking is a sum over all worlds; without, all worlds are alike.
        times = self.twice if self.suits else self.ways
        ranked = self.unsplit.ranking(self.unsplit.in_order(self.cards), self.suits)
        worths = {action: times * worth for worth, action in ranked}
        if self.cards[0] == self.cards[1]:
            worths["split"] = sum(n * self.split.worth(hand, up) for n, hand, up in self.worlds)
        if self.unsplit.up in tuple(self.rules.surrender_against):
            lost = self.half if self.rules.early_surrender else self.unsplit.stake
            worths["surrender"] = self._by_blackjack(-lost, -self.half)
        return worths

    def with_natural(self, cards: Cards) -> dict[str, int]:
        worth = 0
        settlement = self.unsplit.settlement
        for ways, hand, shown in self.worlds:
            end = settlement.end_of(cards if JOKER in hand else hand, self.unsplit.plain, shown)
            assert end is not None
            left = self.unsplit.kinds - Counter((*hand, shown))
            tens = {kind: number for kind, number in left.items() if kind in tuple(TENS)}
            found = sum(n * settlement.worth(end, stock, shown, tens) for n, stock in self.rests)
            worth += self.twice * ways * found
        worths = {"blackjack": worth}
        if self.rules.even_money and self.unsplit.up == "A":
            worths["even-money"] = self._by_blackjack(self.unsplit.stake, self.unsplit.stake)
        return worths

    def _with_jokers(self) -> dict[str, int]:
        """Every joker given every value; what is then done with the hand."""
        worths: dict[str, int] = {}
        starred = [name + "*" for name in JOKER_VALUES]
        for cards in product(*(starred if card == JOKER else [card] for card in self.cards)):
            if is_natural(cards):
                found = self.with_natural(cards)
            else:
                ranked = self.unsplit.ranking(self.unsplit.in_order(cards), "")
                found = {action: self.ways * worth for worth, action in ranked}
            for action, worth in found.items():
                worths[action] = max(worth, worths.get(action, worth))
        return worths

    def _by_blackjack(self, with_it: int, without: int) -> int:
        """The worth of a result that hangs on a dealer's blackjack alone."""
        worth = 0
        for ways, stock in self.rests:
            blackjacks = self.unsplit.settlement.blackjack_ways(stock)
            others = factorial(sum(stock)) - blackjacks
            worth += ways * (blackjacks * with_it + others * without)
        return self.ways * worth

    def insurance(self, action: str) -> int:
        """The worth of insuring for half the stake, where it is offered and worth anything."""
        paid = is_natural(self.cards) and self.unsplit.up not in self.rules.blackjack_waits
        if self.unsplit.up != "A" or not self.rules.insurance or paid or action == "even-money":
            return 0
        return max(0, self._by_blackjack(2 * self.half, -self.half))

    def cell(self, deals: int, times: int) -> Cell:
        """`times`: how many cards the dealer's second may be, where it is seen."""
        orders = self._by_blackjack(1, 1)
        unit = orders * self.unsplit.stake
        worths = self.actions()
        totals = {action: worth + self.insurance(action) for action, worth in worths.items()}
        action = max(totals, key=totals.__getitem__)
        return Cell(
            hand=(self.cards[0], self.cards[1]),
            up=self.unsplit.up,
            suits=self.suits,
            probability=Fraction(orders * times, deals),
            value=Fraction(totals[action], unit),
            action=action,
            insured=self.insurance(action) > 0,
            values={name: Fraction(worth, unit) for name, worth in worths.items()},
            second=self.unsplit.settlement.second,
        )


def best(
    game: str,
    stock: str,
    options: Mapping[str, str] | None = None,
    readings: Mapping[str, str] | None = None,
    stake: int = 10_000,
) -> Result:
    """What a game is worth to one player on one box who plays a stock as well as can be."""
    rules = rules_of(game, options or {}, readings or {})
    kinds = Counter(kind_of(rules, card) for card in stock.split())
    faces = sorted({face(kind) for kind in kinds}, key=FACES.index)
    cells = []
    ties = 0
    seconds = faces if rules.sees_both else [""]
    for up, second in product(faces, seconds):
        left = kinds - Counter([second] if second else [])
        if up == JOKER or (second and not left[up]):
            continue
        times = kinds[second] if second else 1
        unsplit = Unsplit(rules, left, up, stake, second)
        split = Split(unsplit)
        for at, first in enumerate(faces):
            for second, suits in product(faces[at:], ("", "mixed", "suited", "spades")):
                deal = FirstTwo(unsplit, split, (first, second), suits)
                if deal.worlds:
                    cells.append(deal.cell(factorial(kinds.total()), times))
        ties += len(split.ties)
    assert sum(cell.probability for cell in cells) == 1
    value = sum((cell.probability * cell.value for cell in cells), Fraction(0))
    return Result(value, cells, ties)
