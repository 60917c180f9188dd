"""Terms for the public: everything that was stated, and where to turn when in doubt."""

import textwrap
from collections.abc import Iterator

from bythebook.money import dollars
from bythebook.promotions.terms.document import Part, Prize, PromotionTerms
from bythebook.promotions.terms.wording import (
    DETAILS,
    ITEMS,
    KINDS,
    PAID_BY,
    VALUE_FORMS,
    litres,
    moment,
)
from bythebook.rulebooks.chapters.promotions import PromotionRules

_NOT_SAID = "not stated"
_COLUMNS = 88
_IN_ORDER = (
    "manner", "value_source", "value_form", "value_at", "awarded_at", "awarded_where",
    "eligibility", "least_stake", "reservations",
    "starts_at", "place", "closes_at", "claiming", "presence", "winner_told", "results",
    "disbursement", "paid_by",
)  # fmt: skip


_WORDS = {"paid_by": PAID_BY, "value_form": VALUE_FORMS}


def stated(terms: PromotionTerms) -> tuple[tuple[str, str], ...]:
    """Every item with its words, as far as anything was said."""
    rows = ((name, _said(name, getattr(terms, name))) for name in _IN_ORDER)
    return tuple((ITEMS[name], said) for name, said in rows if said)


def _said(name: str, answer: object) -> str:
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, int):
        return moment(answer) if name.endswith("_at") else dollars(answer)
    words = _WORDS.get(name)
    if words is not None and isinstance(answer, str):
        return words[answer]
    return str(answer) if answer is not None else ""


def stated_of_prize(prize: Prize) -> tuple[tuple[str, str], ...]:
    """A prize, row by row."""
    value = prize.value_cents
    rows = [(ITEMS["nature"], prize.nature or _NOT_SAID)]
    rows.append((ITEMS["value"], dollars(value) if value is not None else _NOT_SAID))
    if prize.number > 1:
        rows.append(("how many of them", str(prize.number)))
    for part in prize.parts:
        rows.extend(_of_part(part))
    if prize.cash_alternative_cents is not None:
        rows.append(("money in its place", dollars(prize.cash_alternative_cents)))
    rows.append((ITEMS["conditions"], prize.conditions or _NOT_SAID))
    return tuple(rows)


def _of_part(part: Part) -> Iterator[tuple[str, str]]:
    sizes = []
    if part.cents is not None:
        sizes.append(dollars(part.cents))
    if part.millilitres:
        sizes.append(litres(part.millilitres))
    yield "kind", ", ".join((KINDS[part.kind], *sizes))
    for name, said in part.details.items():
        yield DETAILS[name], said


def particulars(terms: PromotionTerms) -> tuple[tuple[str, str], ...]:
    """What the draw itself goes by."""
    most = str(terms.entries_each) if terms.entries_each is not None else "no limit"
    unclaimed = {"kept": "stay with the casino", "next-drawn": "go to the next entry drawn"}
    return (
        ("entries a person", most),
        ("prizes a person", "one" if terms.one_prize_each else "as many as are drawn"),
        ("prizes refused or not claimed", unclaimed[terms.unclaimed]),
    )


def complaints(rules: PromotionRules) -> str:
    """Whose decision is final, and what that does not take away."""
    says = rules.says
    inspector = says.parties["inspector"].title
    return (
        f"The decision of {says.complaints.final} about these terms is final. Whoever is not "
        f"satisfied may complain to an {inspector}: {says.complaints.under}."
    )


def print_terms(rules: PromotionRules, terms: PromotionTerms) -> str:
    """The terms as a page of text."""
    lines = [terms.title, "=" * len(terms.title), ""]
    lines += _rows((*stated(terms), *particulars(terms)))
    for number, prize in enumerate(terms.prizes, start=1):
        heading = f"Prize {number}: {prize.name}" if prize.name else f"Prize {number}"
        lines += ["", heading, "-" * len(heading), *_rows(stated_of_prize(prize))]
    return "\n".join((*lines, "", *_wrapped(complaints(rules), "")))


def _rows(rows: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for what, said in rows:
        yield from _wrapped(f"{what[:1].upper()}{what[1:]}: {said}", "  ")


def _wrapped(text: str, indent: str) -> list[str]:
    """As lines of a page; a long word stays whole."""
    return textwrap.wrap(
        text, _COLUMNS, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
