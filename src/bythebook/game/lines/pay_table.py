"""The pay table of a side wager: which line its cards make, and what the line pays.

The lines and their amounts are those of the rules, in the order of the rules. A round at a table,
the exact odds and compiled rounds all ask here, and nowhere else is a line found or paid.
"""

from collections.abc import Iterable
from fractions import Fraction

from bythebook.errors import Malformed
from bythebook.game.lines.patterns import Sight, line_shown, truth_of
from bythebook.money import CENTS, divide_up, format_amount, parse_amount
from bythebook.rulebooks.chapters.game import Line, MeterShare, SideWager

_WHOLE = 100  # per cent


# Which line


def line_of_cards(side: SideWager, sights: Iterable[Sight]) -> Line | None:
    """The line that a wager on cards wins by: the best of all that there is to look at."""
    hands = [line.hand for line in side.lines]
    made = [line_shown(hands, side.cards_looked_at, truth_of(sight)) for sight in sights]
    won = [at for at in made if at is not None]
    return side.lines[min(won)] if won else None


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
