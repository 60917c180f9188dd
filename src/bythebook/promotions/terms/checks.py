"""What terms lack, and what in them is forbidden: everything at once, each with its clause."""

import re
from collections.abc import Iterator

import msgspec

from bythebook.errors import Malformed
from bythebook.money import format_amount
from bythebook.promotions.terms.document import NOT_APPLICABLE, Part, Prize, PromotionTerms
from bythebook.promotions.terms.wording import DETAILS, ITEMS, KINDS, litres
from bythebook.rulebooks.chapters.promotions import Item, Promotion, PromotionRules


class Problem(msgspec.Struct, frozen=True):
    """Why these terms may be neither published nor lodged."""

    clause: str
    item: str  # where it stands in the terms: `closes_at`, `prizes.1.parts.1.make`
    reason: str


def check_terms(rules: PromotionRules, terms: PromotionTerms) -> tuple[Problem, ...]:
    """Everything that is missing, forbidden or at odds with itself, in the order of the terms."""
    if terms.book != rules.book.id:
        raise Malformed(f"these are terms by {terms.book}, not by {rules.book.id}", "book")
    return (
        *_items(rules.says, terms),
        *_times(rules.says, terms),
        *_money(rules.says, terms),
        *(
            problem
            for number, prize in enumerate(terms.prizes, start=1)
            for problem in _prize(rules.says, prize, f"prizes.{number}")
        ),
    )


def _answered(item: Item, answer: object, where: str, what: str) -> Iterator[Problem]:
    """Silence is no answer; that there is none is one only where there need not be any."""
    said = answer.strip() if isinstance(answer, str) else answer
    if said is None or said == "" or said == ():
        hint = f"; where there is none, write {NOT_APPLICABLE!r}" if item.if_any else ""
        yield Problem(item.clause, where, f"the terms must state {what}{hint}")
    elif not item.if_any and isinstance(said, str) and said.casefold() == NOT_APPLICABLE:
        yield Problem(item.clause, where, f"the terms must state {what}, always")


def _items(says: Promotion, terms: PromotionTerms) -> Iterator[Problem]:
    for name, item in says.terms.items():
        yield from _answered(item, getattr(terms, name), name, ITEMS[name])


def _times(says: Promotion, terms: PromotionTerms) -> Iterator[Problem]:
    """A promotion begins before entries close, and entries close before the draw."""
    begins, closes, drawn = terms.starts_at, terms.closes_at, terms.awarded_at
    if begins is not None and closes is not None and begins >= closes:
        reason = "entries close before the promotion begins"
        yield Problem(says.terms["closes_at"].clause, "closes_at", reason)
    if closes is not None and drawn is not None and drawn < closes:
        reason = "prizes are awarded before entries close"
        yield Problem(says.terms["awarded_at"].clause, "awarded_at", reason)
    yield from _value_time(says, terms)


def _value_time(says: Promotion, terms: PromotionTerms) -> Iterator[Problem]:
    """The public value is one that nobody can know while somebody can still enter."""
    item, known = says.terms.get("value_at"), terms.value_at
    if item is None or known is None:
        return
    if terms.closes_at is not None and known <= terms.closes_at:
        reason = "the public value becomes known before entries close, or as they do"
        yield Problem(item.clause, "value_at", reason)
    if terms.awarded_at is not None and known > terms.awarded_at:
        reason = "prizes are awarded before the public value is known"
        yield Problem(item.clause, "value_at", reason)


def _money(says: Promotion, terms: PromotionTerms) -> Iterator[Problem]:
    """Where the operator says how money is paid, the terms say it."""
    cash, method = says.cash, says.cash.method
    if method is None or terms.paid_by is not None:
        return
    for prize in terms.prizes:
        chosen = cash.choice is not None and prize.cash_cents > cash.choice.over_cents
        if prize.cash_alternative_cents or (prize.cash_cents and not chosen):
            yield Problem(method.clause, "paid_by", f"the terms must state {ITEMS['paid_by']}")
            return


def _prize(says: Promotion, prize: Prize, where: str) -> Iterator[Problem]:
    answers = {
        "nature": prize.nature,
        "value": prize.value_cents or None,
        "conditions": prize.conditions,
    }
    for name, item in says.prize.items():
        yield from _answered(item, answers[name], f"{where}.{name}", ITEMS[name])
    if not prize.parts:
        clause = says.prize["value"].clause
        yield Problem(clause, f"{where}.parts", "the terms must state what kind of prize it is")
    for number, part in enumerate(prize.parts, start=1):
        yield from _part(says, part, f"{where}.parts.{number}")
    yield from _sums(says, prize, where)
    yield from _cash(says, prize, where)
    yield from _prohibited(says, prize, where)


def _part(says: Promotion, part: Part, where: str) -> Iterator[Problem]:
    for name, item in says.details.get(part.kind, {}).items():
        answer = part.details.get(name, "")
        what = f"for {KINDS[part.kind]}: {DETAILS[name]}"
        yield from _answered(item, answer, f"{where}.{name}", what)
    clause = says.prize["value"].clause
    if part.kind == "cash" and not part.cents:
        yield Problem(clause, f"{where}.amount", "the terms must state how much cash")
    if part.kind == "liquor" and not part.millilitres:
        yield Problem(clause, f"{where}.litres", "the terms must state how much liquor")


def _sums(says: Promotion, prize: Prize, where: str) -> Iterator[Problem]:
    """Cash is worth what it is; other things beside it can only add to that."""
    cash, value = prize.cash_cents, prize.value_cents
    if value is None or not cash:
        return
    only = prize.kinds == {"cash"}
    if cash > value or (only and cash < value):
        reason = f"{format_amount(cash)} in cash does not agree with {format_amount(value)} in all"
        yield Problem(says.prize["value"].clause, f"{where}.value", reason)


def _cash(says: Promotion, prize: Prize, where: str) -> Iterator[Problem]:
    rule = says.cash.prize
    if rule is not None and rule.value == "forbidden" and "cash" in prize.kinds:
        yield Problem(rule.clause, f"{where}.parts", "a prize must not be cash")
    alternative = says.cash.alternative
    if alternative is None or prize.cash_alternative_cents is None:
        return
    for kind in alternative.not_for:
        if kind in prize.kinds:
            reason = f"there is no cash alternative to {KINDS[kind]}"
            yield Problem(alternative.clause, f"{where}.cash_alternative", reason)


def _prohibited(says: Promotion, prize: Prize, where: str) -> Iterator[Problem]:
    described = " ".join(
        (prize.name, prize.nature, *(t for part in prize.parts for t in part.details.values()))
    )
    for kind, rule in says.prohibited.items():
        if kind in prize.kinds:
            yield Problem(rule.clause, f"{where}.parts", f"{KINDS[kind]} cannot be a prize")
            continue
        word = next((word for word in rule.words if _mentions(described, word)), "")
        if word:
            reason = f"{KINDS[kind]} cannot be a prize, and this one speaks of {word!r}"
            yield Problem(rule.clause, f"{where}.nature", reason)
    if prize.millilitres > says.liquor.most_millilitres:
        most, much = litres(says.liquor.most_millilitres), litres(prize.millilitres)
        reason = f"at most {most} of liquor can be a prize, not {much}"
        yield Problem(says.liquor.clause, f"{where}.parts", reason)


def _mentions(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None
