"""Money in whole cents, odds as exact fractions, and what a set of chips can pay."""

import re
from functools import lru_cache
from heapq import heappop, heappush

from bythebook.errors import Malformed, ensure
from bythebook.phrases import Speaker, Told, phrase

CENTS = 100
LARGEST_AMOUNT = 1_000_000_000 * CENTS  # a thousand million dollars: beyond it, a slip of the pen

_AMOUNT = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,2}))?")
_ODDS = re.compile(r"([0-9]{1,4}) to ([0-9]{1,4})")


def parse_amount(text: str, where: str = "") -> int:
    """Read dollars as a person writes them; `where`: what they were written for.

    >>> parse_amount("2.50"), parse_amount("40")
    (250, 4000)
    """
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise Malformed(f"{text!r} is not an amount of money such as 25 or 2.50", where)
    cents = int(match[1]) * CENTS + int((match[2] or "0").ljust(2, "0"))
    if cents > LARGEST_AMOUNT:
        raise Malformed(f"{text} is more than any table takes", where)
    return cents


def format_amount(cents: int) -> str:
    """Write cents as dollars with two places.

    >>> format_amount(-6050)
    '-60.50'
    """
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), CENTS)
    return f"{sign}{dollars}.{rest:02d}"


class Amount(Told):
    """The same where it is filled into a phrase: other languages write it another way."""

    __slots__ = ("cents",)

    cents: int

    def __new__(cls, cents: int) -> "Amount":
        made = super().__new__(cls, format_amount(cents))
        made.cents = cents
        return made

    def __reduce__(self) -> tuple[type["Amount"], tuple[int]]:
        return Amount, (self.cents,)

    def by(self, speaker: Speaker) -> str:
        return speaker.amount(self.cents, str(self))


def odds_told(text: str) -> str:
    """Odds such as `3 to 2` as a phrase."""
    wins, _, stake = text.partition(" to ")
    return phrase("{wins} to {stake}", wins=wins, stake=stake) if stake else text


def dollars(cents: int) -> str:
    """The same for people to read: with its sign and its thousands.

    >>> dollars(200050)
    '$2,000.50'
    """
    return f"${cents // CENTS:,}.{cents % CENTS:02d}"


class Odds:
    """Odds of `wins` to `stake`: what is paid on top of the stake, which comes back as well."""

    __slots__ = ("stake", "text", "wins")

    def __init__(self, wins: int, stake: int) -> None:
        ensure(wins >= 0 and stake > 0, "odds are a whole number to a positive one")
        self.wins = wins
        self.stake = stake
        self.text = f"{wins} to {stake}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odds) and (self.wins, self.stake) == (other.wins, other.stake)

    def __hash__(self) -> int:
        return hash((self.wins, self.stake))

    def __repr__(self) -> str:
        return f"Odds({self.wins}, {self.stake})"

    @classmethod
    def parse(cls, text: str) -> "Odds":
        match = _ODDS.fullmatch(text)
        if match is None or int(match[2]) == 0:
            raise Malformed(f"{text!r} are not odds such as '3 to 2'")
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return self.text

    def winnings(self, cents: int) -> int:
        """What a winning stake is paid; a fraction of a cent goes up, never against the player.

        >>> Odds(3, 2).winnings(2500), Odds(3, 2).winnings(5)
        (3750, 8)
        """
        return -(-cents * self.wins // self.stake)


EVENS = Odds(1, 1)


def divide_up(cents: int, shares: int) -> int:
    """An equal share, a fraction of a cent going up."""
    return -(-cents // shares)


@lru_cache(maxsize=256)
def _least_by_residue(chips: tuple[int, ...]) -> tuple[int | None, ...]:
    """For each remainder modulo the smallest chip, the least sum that the chips can make."""
    smallest = min(chips)
    least: list[int | None] = [None] * smallest
    # The shortest way to each remainder, the smallest sums first.
    queue = [0]
    while queue:
        total = heappop(queue)
        if least[total % smallest] is not None:
            continue
        least[total % smallest] = total
        for chip in chips:
            if least[(total + chip) % smallest] is None:
                heappush(queue, total + chip)
    return tuple(least)


def can_be_made(cents: int, chips: tuple[int, ...]) -> bool:
    """Whether the chips, as many of each as needed, can make the sum exactly."""
    if not chips:
        return True
    least = _least_by_residue(chips)[cents % min(chips)]
    return least is not None and least <= cents


def next_payable(cents: int, chips: tuple[int, ...]) -> int:
    """The least sum not below `cents` that the chips can make; without chips, the sum itself.

    >>> next_payable(2250, (100, 250)), next_payable(2250, (100,)), next_payable(2250, ())
    (2250, 2300, 2250)
    """
    if not chips:
        return cents
    while not can_be_made(cents, chips):
        cents += 1
    return cents


def last_payable(cents: int, chips: tuple[int, ...]) -> int:
    """The greatest sum not above `cents` that the chips can make."""
    if not chips:
        return cents
    while not can_be_made(cents, chips):
        cents -= 1
    return cents
