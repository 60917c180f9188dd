"""Side wagers of the shelf, read a second time: what each pays, from its description alone.

It shares no code with `bythebook`, like `brute_force`, for which it settles them. A card is two
letters, its rank and its suit; what a wager pays is a pair of whole numbers, such as (5, 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Odds = tuple[int, int]

ORDER = "23456789TJQKA"


class Seen(NamedTuple):
    first: str
    second: str
    dealer: list[str]
    totals: list[int]  # of the box's hands at the end, without those over 21 or given up


def points(cards: Sequence[str]) -> int:
    total = sum(1 if c[0] == "A" else 10 if c[0] in "TJQK" else int(c[0]) for c in cards)
    return total + 10 if total <= 11 and any(c[0] == "A" for c in cards) else total


def dealer_blackjack(seen: Seen) -> bool:
    return points(seen.dealer[:2]) == 21


def poker(seen: Seen) -> str:
    cards = [seen.first, seen.second, seen.dealer[0]]
    ranks, suits = {c[0] for c in cards}, {c[1] for c in cards}
    high = sorted(ORDER.index(c[0]) for c in cards)
    run = high[1] == high[0] + 1 and high[2] in (high[1] + 1,)
    run = run or high == [0, 1, 12]  # ace, two, three
    if len(ranks) == 1:
        return "suited trips" if len(suits) == 1 else "trips"
    if run:
        return "straight flush" if len(suits) == 1 else "straight"
    if len(suits) == 1:
        return "flush"
    return "pair" if len(ranks) == 2 else ""


def plus_three(seen: Seen) -> Odds | None:
    return (9, 1) if poker(seen) not in ("", "pair") else None


def plus_three_with_pairs(seen: Seen) -> Odds | None:
    return (5, 2) if poker(seen) else None


def plus_three_graded(seen: Seen) -> Odds | None:
    pays = {"suited trips": 100, "straight flush": 35, "trips": 33, "straight": 10, "flush": 5}
    made = pays.get(poker(seen), 0)
    return (made, 1) if made else None


def ladies(seen: Seen, queens: int, matched: int, suited: int) -> Odds | None:
    first, second = seen.first, seen.second
    if points([first, second]) != 20:
        return None
    if first == second == "QH":
        return (1000 if dealer_blackjack(seen) else queens, 1)
    if first == second:
        return matched, 1
    return (suited, 1) if first[1] == second[1] else (4, 1)


def royal(seen: Seen) -> bool:
    return {seen.first[0], seen.second[0]} == {"K", "Q"} and seen.first[1] == seen.second[1]


def royal_match(seen: Seen) -> Odds | None:
    if royal(seen):
        return 25, 1
    return (5, 2) if seen.first[1] == seen.second[1] else None


def royal_match_twice(seen: Seen) -> Odds | None:
    of_dealer = Seen(seen.dealer[0], seen.dealer[1], [], [])
    return (1000, 1) if royal(seen) and royal(of_dealer) else royal_match(seen)


def match_the_dealer(seen: Seen) -> Odds | None:
    up = seen.dealer[0]
    paid = sum(
        11 if card == up else 4 if card[0] == up[0] else 0 for card in (seen.first, seen.second)
    )
    return (paid, 1) if paid else None


def lucky_lucky(seen: Seen) -> Odds | None:
    cards = [seen.first, seen.second, seen.dealer[0]]
    ranks = "".join(sorted(c[0] for c in cards))
    suited = len({c[1] for c in cards}) == 1
    if ranks == "777":
        return (200 if suited else 50, 1)
    if ranks == "678":
        return (100 if suited else 30, 1)
    if points(cards) == 21:
        return (15 if suited else 3, 1)
    return (2, 1) if points(cards) in (19, 20) else None


def buster(seen: Seen, six: int = 12) -> Odds | None:
    if points(seen.dealer) <= 21:
        return None
    number = min(len(seen.dealer), 8)
    return {3: 2, 4: 2, 5: 4, 6: six, 7: 50, 8: 250}[number], 1


def buster_with_blackjack(seen: Seen) -> Odds | None:
    plain = buster(seen, six=18)
    if plain and len(seen.dealer) > 6 and points([seen.first, seen.second]) == 21:
        return (800 if len(seen.dealer) == 7 else 2000, 1)
    return plain


def low_points(seen: Seen) -> int:
    return points([seen.first, seen.second, "K"]) - 10  # a ten beside leaves no ace at eleven


def in_between(seen: Seen) -> Odds | None:
    up = ORDER.index(seen.dealer[0][0])
    low, high = sorted(ORDER.index(card[0]) for card in (seen.first, seen.second))
    if low == up == high:
        return 30, 1
    if not low < up < high:
        return None
    return {1: 10, 2: 6, 3: 4}.get(high - low - 1, 1), 1


def bad_beat(seen: Seen) -> Odds | None:
    if 20 not in seen.totals or points(seen.dealer) != 21 or len(seen.dealer) < 3:
        return None
    return {3: 60, 4: 60, 5: 200, 6: 500}.get(len(seen.dealer), 1000), 1


WAGERS = {
    "plus-three": plus_three,
    "plus-three-with-pairs": plus_three_with_pairs,
    "plus-three-graded": plus_three_graded,
    "lucky-ladies": lambda seen: ladies(seen, 200, 25, 10),
    "lucky-ladies-a": lambda seen: ladies(seen, 125, 19, 9),
    "ladies-progressive": lambda seen: ladies(seen, 200, 25, 10),  # with no meter to be won
    "royal-match": royal_match,
    "royal-match-twice": royal_match_twice,
    "match-the-dealer": match_the_dealer,
    "lucky-lucky": lucky_lucky,
    "buster": buster,
    "buster-with-blackjack": buster_with_blackjack,
    "over-13": lambda seen: (1, 1) if low_points(seen) > 13 else None,
    "under-13": lambda seen: (1, 1) if low_points(seen) < 13 else None,
    "in-between": in_between,
    "bad-beat": bad_beat,
}
PLAYED_OUT = {"buster", "buster-with-blackjack", "bad-beat"}  # the dealer completes every hand


def settled(seen: Seen, sides: dict[str, int]) -> int:
    """What the wagers leave their player with, in cents; a fraction of a cent goes up."""
    net = 0
    for name, stake in sides.items():
        if name in WAGERS:
            odds = WAGERS[name](seen)
            net += -stake if odds is None else -(-stake * odds[0] // odds[1])
    return net
