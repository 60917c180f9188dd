"""A public value in a draw: named in the terms, known to nobody before entries close.

Whoever can read the sealed seed could otherwise work out before closing which entries will win.
The terms say which value of which moment; here is the one way in which each kind is written, so
that nobody can choose between two ways to write the same.
"""

import re
from decimal import Decimal

from bythebook.errors import Malformed
from bythebook.promotions.decision import Decision
from bythebook.promotions.state import Promotion
from bythebook.promotions.terms.document import PromotionTerms, ValueForm
from bythebook.rulebooks.chapters.promotions import PromotionRules

_HEXADECIMAL = re.compile(r"[0-9a-f]{16,256}")
_NUMBERS = re.compile(r"[0-9]{1,9}( [0-9]{1,9}){2,39}")
_FIGURE = re.compile(r"[0-9]{1,15}(\.[0-9]{1,12})?")
NAMED = ("value_source", "value_form", "value_at")


def takes_value(rules: PromotionRules, state: Promotion) -> bool:
    """Whether one goes into the draw: terms of before this was asked for name none."""
    return "enter-value" in rules.says.acts and bool(state.terms.value_source.strip())


def written(form: ValueForm | None, text: str) -> str:
    """The value as it goes into the draw.

    >>> written("numbers", "7, 31 4 12"), written("figure", "8,214.50"), written("figure", "8214.5")
    ('4 7 12 31', '8214.5', '8214.5')
    """
    if form == "hexadecimal":
        value = "".join(text.lower().split()).removeprefix("0x")
        if _HEXADECIMAL.fullmatch(value):
            return value
        raise Malformed("16 to 256 hexadecimal digits are expected", "value")
    if form == "numbers":
        value = " ".join(text.replace(",", " ").split())
        if _NUMBERS.fullmatch(value):
            return " ".join(str(number) for number in sorted(map(int, value.split())))
        raise Malformed("3 to 40 whole numbers are expected, such as 4 7 12 31", "value")
    value = "".join(text.replace(",", "").split())
    if not _FIGURE.fullmatch(value):
        raise Malformed("one figure is expected, such as 8214.50", "value")
    return f"{Decimal(value).normalize():f}"


def check_named_before(decision: Decision, terms: PromotionTerms | None) -> None:
    """Terms that come into force cannot name another value once entries have closed, nor one that
    is known already."""
    now = decision.state.terms
    if terms is None or all(getattr(terms, name) == getattr(now, name) for name in NAMED):
        return
    clause = decision.says.terms["manner"].clause
    ended = now.closes_at is not None and decision.at > now.closes_at
    if ended or decision.state.phase == "closed":
        raise decision.refuse("entries have closed: the public value is the one named", clause)
    if terms.value_at is not None and terms.value_at <= decision.at:
        raise decision.refuse("a public value is named before it is known", clause)
