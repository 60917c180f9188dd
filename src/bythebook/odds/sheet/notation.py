"""Figures as people read them: the same number of places everywhere, and the unit with them."""

import math
from collections.abc import Callable

from bythebook.money import format_amount


def percent(part: float, places: int = 4) -> str:
    """A part of one.

    >>> percent(0.00542389), percent(-0.01, 2)
    ('0.5424 %', '-1.00 %')
    """
    return f"{100 * part:.{places}f} %"


def points(change: float, places: int = 4) -> str:
    """A change of a percentage, in percentage points.

    >>> points(0.0021251888), points(0.0)
    ('+0.2125', '0.0000')
    """
    text = f"{100 * change:+.{places}f}"
    return text if text.strip("+-0.") else f"{0:.{places}f}"


def one_in(chance: float) -> str:
    """How rare something is.

    >>> one_in(1 / 13), one_in(3 / 4990000), one_in(0.0)
    ('13.0', '1,663,333', 'never')
    """
    if chance <= 0:
        return "never"
    return number(1 / chance)


def number(value: float) -> str:
    """A number of rounds or hours: with a decimal while it is small."""
    if math.isinf(value):
        return "never"
    return f"{value:.1f}" if value < 1000 else f"{value:,.0f}"


def counted(number: int, what: str) -> str:
    """So many of something.

    >>> counted(1, "deck"), counted(6, "deck")
    ('1 deck', '6 decks')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def dollars(cents: float) -> str:
    """
    >>> dollars(1234567)
    '12,345.67'
    """
    whole = format_amount(round(cents))
    amount, _, rest = whole.partition(".")
    return f"{int(amount):,}.{rest}"


def pays(units: float) -> str:
    """What a line pays, per unit staked.

    >>> pays(25.0), pays(1.5)
    ('25', '1.5')
    """
    return f"{units:,.4f}".rstrip("0").rstrip(".")


def gain(stakes: float) -> str:
    """What a player gains or loses, in stakes.

    >>> gain(1.5), gain(-1.0), gain(0.0)
    ('+1.5', '-1', '0')
    """
    return f"{stakes:+g}" if stakes else "0"


def signed(shown: Callable[..., str]) -> Callable[..., str]:
    """The same with a true minus sign, for a page.

    >>> signed(points)(-0.01)
    '−1.0000'
    """
    return lambda *given: shown(*given).replace("-", "−")
