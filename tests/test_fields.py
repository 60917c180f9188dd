"""Forms follow from fields: of commands, and of documents all the way down."""

import datetime
from typing import Annotated, Literal

import msgspec

from bythebook.fields import UNASKED, FieldView, asks, document_fields, written_name
from bythebook.jackpots.terms import PoolTerms
from bythebook.promotions.terms.document import PromotionTerms
from bythebook.promotions.terms.files import document_of as promotion_document
from bythebook.promotions.terms.form import terms_form as promotion_form
from bythebook.rulebooks.chapters.promotions import find_promotion_rules
from bythebook.tournaments.terms.document import TournamentTerms
from tests.promotions.offers import BOOKS, prize, terms


class Inner(msgspec.Struct, frozen=True):
    cents: int | None = None
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""


class Whole(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    fee_cents: Annotated[int, msgspec.Meta(ge=0)] | None = None
    share_hundredths: int = 0
    open: bool = True
    said: bool | None = None
    at: datetime.datetime | None = None
    way: Literal["one-way", "other"] | None = None
    ways: tuple[Literal["a", "b"], ...] = ()
    hands: tuple[Annotated[int, msgspec.Meta(ge=1)], ...] = ()
    notes: tuple[str, ...] = ()
    inner: Inner = Inner()
    maybe: Inner | None = None
    several: tuple[Inner, ...] = ()
    most: Annotated[Annotated[int, msgspec.Meta(ge=1)] | None, asks("At most")] = None
    law: Annotated[str, UNASKED] = ""


def by_name(fields: tuple[FieldView, ...]) -> dict[str, FieldView]:
    return {field.name: field for field in fields}


def test_each_type_has_its_kind_of_question() -> None:
    found = by_name(document_fields(Whole))
    assert {name: field.kind for name, field in found.items()} == {
        "title": "long", "fee": "money", "share": "percent", "open": "yes", "said": "yes-no",
        "at": "moment", "way": "choice", "ways": "many", "hands": "numbers", "notes": "lines",
        "inner": "record", "maybe": "record", "several": "records", "most": "whole",
    }  # fmt: skip
    assert (found["inner"].required, found["maybe"].required) == (True, False)
    assert [(field.name, field.kind) for field in found["several"].fields] == [
        ("amount", "money"), ("name", "text"),
    ]  # fmt: skip
    assert (found["open"].default, found["most"].label) == (True, "At most")
    assert [value.says for value in found["way"].values] == ["one way", "other"]


def test_as_its_types_have_it_names_keep_their_units() -> None:
    assert {"fee_cents", "share_hundredths"} <= by_name(
        document_fields(Whole, as_written=False)
    ).keys()


def test_what_else_is_said_of_an_item_comes_from_whoever_asks() -> None:
    told = {
        "title": {"clause": "1.1", "kind": "text"},
        "several.amount": {"label": "Prize"},
        "notes": None,
        "inner": {"instead": (FieldView(name="flat", label="Flat", kind="text"),)},
    }
    found = by_name(document_fields(Whole, lambda path: told.get(path, {})))
    assert (found["title"].clause, found["title"].kind) == ("1.1", "text")
    assert by_name(found["several"].fields)["amount"].label == "Prize"
    assert "notes" not in found
    assert ("inner" in found, "flat" in found) == (False, True)


def names_in(struct: type[msgspec.Struct]) -> set[str]:
    return {written_name(field.name) for field in msgspec.structs.fields(struct)}


def test_no_item_of_the_terms_is_without_a_field() -> None:
    law = {"book", "edition", "revision", "rules"}
    tournament = by_name(document_fields(TournamentTerms))
    assert tournament.keys() == names_in(TournamentTerms)
    assert by_name(document_fields(PromotionTerms)).keys() == names_in(PromotionTerms) - law
    chosen = {"game", "wager", "options", "readings"}
    assert (
        by_name(document_fields(PoolTerms, as_written=False)).keys()
        == {field.name for field in msgspec.structs.fields(PoolTerms)} - law - chosen
    )


def test_whatever_a_promotion_says_can_be_filled_in() -> None:
    """A document has no key, down to the parts of its prizes, that the form does not ask for."""
    for book in BOOKS:
        form = promotion_form(find_promotion_rules(book).says)
        kinds = ("appliance", "vehicle", "travel", "real-estate", "cash", "liquor", "other")
        whole = promotion_document(terms(book, *(prize(kind) for kind in kinds)))
        _check(form, {key: value for key, value in whole.items() if key not in ("kind", "book")})


def _check(fields: tuple[FieldView, ...], document: dict[str, object]) -> None:
    law = {"edition", "revision", "rules"}
    shown = [
        field
        for field in fields
        if all(document.get(name) in values for name, values in field.when.items())
    ]
    asked = by_name(tuple(shown))
    assert document.keys() - law <= asked.keys()
    assert len(asked) == len(shown)  # and nothing is asked for twice
    for key, value in document.items():
        if isinstance(value, list):
            for item in value:
                _check(asked[key].fields, item)
