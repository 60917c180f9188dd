"""The form in which terms are written: a document's fields, and what the book says to each."""

from collections.abc import Iterator, Mapping
from typing import Any

from bythebook.fields import FieldView, document_fields, named
from bythebook.promotions.terms.document import NOT_APPLICABLE, PromotionTerms
from bythebook.promotions.terms.wording import (
    DETAILS,
    ITEMS,
    KINDS,
    PAID_BY,
    UNCLAIMED,
    VALUE_FORMS,
)
from bythebook.rulebooks.chapters.promotions import Item, Promotion

MONEY = ("cash", "casino-dollars", "slots-dollars")  # kinds of which there is so much


def terms_form(says: Promotion) -> tuple[FieldView, ...]:
    """What is to be filled in under this book."""
    return document_fields(PromotionTerms, _About(says))


class _About:
    """What is to be said of an item beyond its type."""

    def __init__(self, says: Promotion) -> None:
        kinds = {kind: title for kind, title in KINDS.items() if kind not in says.prohibited}
        method, alternative = says.cash.method, says.cash.alternative
        self._told: dict[str, Mapping[str, Any]] = {
            "paid_by": {"values": named(PAID_BY), "clause": method.clause if method else ""},
            "unclaimed": {"values": named(UNCLAIMED)},
            "value_form": {"values": named(VALUE_FORMS)},
            "prizes": {"each": "Prize"},
            "prizes.parts": {"each": "Part"},
            "prizes.parts.kind": {"values": named(kinds), "required": True, "only": True},
            "prizes.parts.details": {"instead": tuple(_details(says))},
            "prizes.parts.amount": {"when": {"kind": MONEY}},
            "prizes.parts.millilitres": {"name": "litres", "default": None},
            "prizes.cash_alternative": {"clause": alternative.clause if alternative else ""},
        }
        items: dict[str, Item] = dict(says.terms.items())
        items |= {f"prizes.{name}": item for name, item in says.prize.items()}
        for path, item in items.items():
            self._told[path] = {**_item(item), **self._told.get(path, {})}

    def __call__(self, path: str) -> Mapping[str, Any]:
        words = ITEMS.get(path.rpartition(".")[2])
        label = {"label": _capital(words)} if words else {}
        return {**label, **self._told.get(path, {})}


def _item(item: Item) -> dict[str, Any]:
    return {"clause": item.clause, "none": NOT_APPLICABLE if item.if_any else ""}


def _details(says: Promotion) -> Iterator[FieldView]:
    """What a part of this kind is to be described by; in a document it stands beside the kind."""
    for kind, items in says.details.items():
        for name, item in items.items():
            when: dict[str, tuple[str, ...]] = {"kind": (kind,)}
            label = _capital(DETAILS[name])
            yield FieldView(name=name, label=label, kind="text", when=when, **_item(item))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
