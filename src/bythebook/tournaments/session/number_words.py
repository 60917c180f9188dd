"""Amounts written in English words, as a form wants them."""

import re

_UNITS = {
    word: number
    for number, word in enumerate(
        (
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
            "eighteen", "nineteen",
        )
    )
}  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60,
    "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_SCALES = {"thousand": 1_000, "million": 1_000_000}
_UNSAID = {"and", "only", "dollars", "dollar", "chips", "points", "a"}
_HUNDRED = 100
_FIGURES = re.compile(r"\$?\s*([0-9]{1,3}(?:[, ][0-9]{3})+|[0-9]{1,9})(?:\.00?)?")


def number_in_words(text: str) -> int | None:
    """The number that words say, or None if they say none.

    >>> number_in_words("one thousand, two hundred and fifty-five"), number_in_words("tree")
    (1255, None)
    """
    words = [word for word in re.split(r"[\s,\-]+", text.strip().lower()) if word]
    spoken = [word for word in words if word not in _UNSAID]
    if not spoken or len(spoken) > 20:
        return None
    total = part = 0
    last = ""  # what may follow depends on it
    scale_before = max(_SCALES.values()) + 1
    for word in spoken:
        if word in _UNITS:
            if last == "unit" or (last == "tens" and not 0 < _UNITS[word] < 10):
                return None
            part += _UNITS[word]
            last = "unit"
        elif word in _TENS:
            if last in ("unit", "tens"):
                return None
            part += _TENS[word]
            last = "tens"
        elif word == "hundred":
            if last not in ("unit", "tens") or not 0 < part < _HUNDRED:
                return None
            part *= _HUNDRED
            last = "hundred"
        elif word in _SCALES:
            if not part or _SCALES[word] >= scale_before:
                return None
            scale_before = _SCALES[word]
            total += part * scale_before
            part, last = 0, "scale"
        else:
            return None
    return total + part


def number_in_figures(text: str) -> int | None:
    """The number that figures say, or None.

    >>> number_in_figures("1,200"), number_in_figures("$50"), number_in_figures("5O")
    (1200, 50, None)
    """
    match = _FIGURES.fullmatch(text.strip())
    return int(re.sub(r"[, ]", "", match[1])) if match is not None else None
