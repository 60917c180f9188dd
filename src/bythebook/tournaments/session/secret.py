"""Wagers that nobody sees: what a form must say, and what a faulty one counts as."""

import re
from typing import NamedTuple

from bythebook.errors import Refused
from bythebook.rulebooks.chapters.tournament_play import Field, Secrets
from bythebook.tournaments.session.state import Form, Secret


class Bounds(NamedTuple):
    """What a form is measured by: the limits, and what is left beside an open wager."""

    least: int
    most: int
    chips: int  # held before the hand
    open: int  # wagered in chips beside it
    unit: int = 1  # wagers go in multiples of it, where the book has that of a form too


def _lacking(form: Form, field: Field) -> str:
    """What is wrong with one part of a form, or nothing."""
    figures = number_in_figures(form.figures)
    match field:
        case "figures":
            return "" if figures else "the amount is not shown in figures"
        case "words":
            agree = figures is not None and number_in_words(form.words) == figures
            return "" if agree else "the amount in words is not the one in figures"
        case "type":
            return "" if form.type.strip() else "the type of wager is not shown"
        case "name":
            return "" if form.name.strip() else "the name is missing"
        case "seat":
            return "" if form.seat else "the seat number is missing"
        case _:
            return "" if form.signed else "the signature is missing"


def fault_in(secrets: Secrets, form: Form, bounds: Bounds) -> Refused | None:
    """Why whoever examines the form before the hand gives it back, or None."""
    for field, says in (*secrets.fields.items(), *secrets.recorded.items()):
        lacking = _lacking(form, field)
        if lacking:
            return Refused(says.clause, lacking)
    amount = number_in_figures(form.figures) or 0
    if not bounds.least <= amount <= bounds.most:
        return Refused(secrets.limits.clause, f"a wager is from {bounds.least} to {bounds.most}")
    if amount > bounds.chips:
        return Refused(secrets.cover.clause, "more than the chips in front of the player")
    if amount + bounds.open > bounds.chips:
        return Refused(secrets.together.clause, "with the open wager, more than the chips")
    if amount + bounds.open > bounds.most:
        return Refused(secrets.together.clause, "with the open wager, more than the maximum")
    if form.double < 0 or form.double > amount or form.insure < 0 or 2 * form.insure > amount:
        return Refused(secrets.form.clause, "a double is at most the wager, insurance half of it")
    if amount % bounds.unit or form.double % bounds.unit:
        clause = secrets.limits.clause if secrets.units is None else secrets.units.clause
        return Refused(clause, f"wagers go in units of {bounds.unit}")
    return None


def deemed(secrets: Secrets, player: str, form: Form, bounds: Bounds) -> Secret:
    """What a form counts as in the hand, faults and all, in the order of the book's remedies.

    An amount that is not shown as it must be costs a minimum and wagers nothing; below the minimum
    counts as the minimum; then it is cut to the maximum, to whole units where the book says so,
    and to the chips, less the open wager.
    """
    faults = secrets.faults
    unwritten = any(_lacking(form, field) for field in secrets.fields)
    if faults is None:
        wrong = fault_in(secrets, form, bounds)
        amount = 0 if wrong is not None else number_in_figures(form.figures) or 0
        why = (wrong.clause,) if wrong is not None else ()
        return Secret(player=player, form=form, amount=amount, clauses=why)
    if unwritten:
        cost = min(bounds.least, bounds.chips)
        unseen = (faults.unwritten.clause,)
        laid = 0 if bounds.open else cost
        return Secret(player=player, form=form, amount=0, deducted=cost, laid=laid, clauses=unseen)
    amount = number_in_figures(form.figures) or 0
    raised = max(amount, bounds.least)
    cut = max(0, min(raised, bounds.most - bounds.open))
    whole = cut if faults.incomplete is None else cut - cut % bounds.unit
    covered = max(0, min(whole, bounds.chips - bounds.open))
    changes = (
        (amount, raised, faults.under),
        (raised, cut, faults.over),
        (cut, whole, faults.incomplete),
        (whole, covered, faults.chips),
    )
    clauses = tuple(says.clause for was, now, says in changes if says is not None and was != now)
    return Secret(player=player, form=form, amount=covered, clauses=clauses)


# Amounts written in English words, as a form wants them


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
