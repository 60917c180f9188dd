"""The pay table of a side wager: what its cards show, which line that makes, what the line pays.

The lines and their amounts are those of the rules, in the order of the rules. A round at a table,
the exact odds and compiled rounds all ask here, and nowhere else is a line found or paid.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from bythebook.cards import Card
from bythebook.errors import Malformed
from bythebook.money import CENTS, divide_up, format_amount, parse_amount
from bythebook.rulebooks.chapters.game import Line, MeterShare, SideWager

Cards = tuple[Card, ...]

_WHOLE = 100  # per cent


# What cards show


def _one_suit(cards: Cards) -> bool:
    return len({card.suit for card in cards}) == 1


def _one_colour(cards: Cards) -> bool:
    return len({card.red for card in cards}) == 1


def _of_rank(cards: Cards, rank: str) -> Cards:
    return tuple(card for card in cards if card.rank == rank)


def _pair(cards: Cards) -> bool:
    # By the printed rank: a ten and a king are worth the same, but they are no pair.
    return cards[0].rank == cards[1].rank


def _three(cards: Cards, rank: str) -> bool:
    return len(_of_rank(cards, rank)) == 3


def _two_aces(cards: Cards) -> bool:
    return len(_of_rank(cards, "A")) == 2


def _two_suited_aces(cards: Cards) -> bool:
    suits = [card.suit for card in _of_rank(cards, "A")]
    return len(suits) >= 2 and len(set(suits)) == len(suits) - 1


# Cards arrive as the wager looks at them: a box's first two; those and the dealer's first;
# one card; or all three. Lines are asked in the order of the rules file, the best paid first,
# so a pattern need not exclude the ones above it.
PATTERNS: dict[str, Callable[[Cards], bool]] = {
    "pair": _pair,
    "mixed-pair": lambda cards: _pair(cards) and not _one_colour(cards),
    "coloured-pair": lambda c: _pair(c) and _one_colour(c) and not _one_suit(c),
    "suited-pair": lambda cards: _pair(cards) and _one_suit(cards),
    "pair-of-aces": lambda cards: cards[0].rank == cards[1].rank == "A",
    "three-sevens": lambda cards: _three(cards, "7"),
    "three-sevens-of-three-suits": lambda c: _three(c, "7") and len({x.suit for x in c}) == 3,
    "three-sevens-of-one-colour": lambda cards: _three(cards, "7") and _one_colour(cards),
    "three-suited-sevens": lambda cards: _three(cards, "7") and _one_suit(cards),
    "three-sevens-of-diamonds": lambda c: _three(c, "7") and all(x.suit == "D" for x in c),
    "two-player-sevens-only": lambda c: len(_of_rank(c[:2], "7")) == 2 and c[2].rank != "7",
    "one-player-seven-and-dealer-seven": (
        lambda c: len(_of_rank(c[:2], "7")) == 1 and c[2].rank == "7"
    ),
    "ten-value": lambda cards: cards[0].value == 10,
    "three-ten-values": lambda cards: all(card.value == 10 for card in cards),
    "three-aces": lambda cards: _three(cards, "A"),
    "three-suited-aces": lambda cards: _three(cards, "A") and _one_suit(cards),
    "three-aces-of-diamonds": lambda c: _three(c, "A") and all(x.suit == "D" for x in c),
    "three-aces-of-three-suits": lambda c: _three(c, "A") and len({x.suit for x in c}) == 3,
    "three-aces-two-suited": lambda c: _three(c, "A") and len({x.suit for x in c}) == 2,
    "two-or-three-aces-two-suited": _two_suited_aces,
    "two-aces": _two_aces,
    "two-suited-aces": lambda cards: _two_aces(cards) and _one_suit(_of_rank(cards, "A")),
}


# Which line


def line_shown(patterns: Sequence[str | None], cards: Cards) -> int | None:
    """Which of the lines cards win by: the first whose pattern they show, the best paid."""
    for at, name in enumerate(patterns):
        if name is not None and PATTERNS[name](cards):
            return at
    return None


def line_of_cards(side: SideWager, cards: Cards) -> Line | None:
    """The line that the cards which the wager looks at win by."""
    at = line_shown([line.hand for line in side.lines], cards)
    return None if at is None else side.lines[at]


def line_of_tokens(side: SideWager, tokens: int) -> Line | None:
    """The line that so many free-bet tokens win by; more than any line names make the highest."""
    most = max((line.tokens or 0 for line in side.lines), default=0)
    return next((line for line in side.lines if line.tokens == min(tokens, most)), None)


# What it pays


def rate(line: Line) -> Fraction | None:
    """What a line pays for each unit of any stake; None where its prizes are sums of money."""
    if line.odds is not None:
        return Fraction(line.odds.wins, line.odds.stake)
    return None if line.times is None else Fraction(line.times)


def rate_told(line: Line) -> str:
    """The same as the rules write it."""
    if line.odds is not None:
        return str(line.odds)
    return "" if line.times is None else f"{line.times} times"


def winnings(line: Line, stake: int) -> int:
    """Cents that a stake wins by a line that touches no meter; a fraction of a cent goes up."""
    if line.odds is not None:
        return line.odds.winnings(stake)
    if line.times is not None:
        return line.times * stake
    prizes = {parse_amount(text): won * CENTS for text, won in (line.prizes_dollars or {}).items()}
    if stake not in prizes:
        listed = " or ".join(map(format_amount, prizes))
        raise Malformed(f"there are prizes for a stake of {listed} (clause {line.clause})", "stake")
    return prizes[stake]


def stake_comes_back(side: SideWager, line: Line) -> bool:
    """Whether the stake is returned with the prize: never with a share of a meter."""
    return side.collected is None and line.share is None


# Shares of a meter


def reading_shared(share: MeterShare, reading: int) -> int:
    """What a meter shows once betting is closed: some never show less than they start again at."""
    return max(reading, share.reset_dollars * CENTS) if share.never_below_reset else reading


def share_of_meter(share: MeterShare, meter: int, hands: int) -> int:
    """What each of so many hands gets; a fraction of a cent goes up.

    Several hands draw one after the other from what is left, and divide the sum: two at 10 % of
    $500,000 make $50,000 and $45,000, so $47,500 each.
    """
    floor = share.floor_dollars * CENTS
    if share.floor_for == "pool" or (share.floor_for == "none" and hands == 1):
        meter = max(meter, floor)
    # Exact, over a common denominator: the parts left are (1 - p)^n of the meter.
    whole = _WHOLE**hands
    left = (_WHOLE - share.percent) ** hands
    each = divide_up(meter * (whole - left), whole * hands)
    if share.floor_for == "each":
        each = max(each, divide_up(floor * share.percent, _WHOLE))
    return each


def left_on_meter(share: MeterShare, meter: int) -> int:
    """What one hand leaves of a meter, before that is topped up."""
    return meter - meter * share.percent // _WHOLE
