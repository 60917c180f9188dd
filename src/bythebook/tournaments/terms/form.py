"""The form in which terms are written: a document's fields, and what the book says to each."""

from collections.abc import Mapping
from typing import Any

from bythebook.fields import FieldView, document_fields, named
from bythebook.rulebooks import Book
from bythebook.rulebooks.chapters.tournament_terms import TermsRequired
from bythebook.tournaments.terms.document import TournamentTerms
from bythebook.tournaments.terms.items import ITEMS

LEFT_OUT = ("book", "options", "readings", "edition", "revision", "rules")  # they stay as they are
IN_A_LINE = (
    "place", "stages.name", "play.chip_type", "money.commission.approval", "prizes.places.in_kind",
    "entry.form",
)  # fmt: skip
EACH = {
    "stages": "Stage",
    "stages.limits": "Change of limits",
    "prizes.places": "Place",
    "money.added": "Addition",
    "changes": "Change",
}


def terms_form(book: Book, required: TermsRequired) -> tuple[FieldView, ...]:
    """What is to be filled in under this book."""
    return document_fields(TournamentTerms, _About(book, required))


class _About:
    """What is to be said of an item beyond its type."""

    def __init__(self, book: Book, required: TermsRequired) -> None:
        sentences = {name: said.says for name, said in required.statements.items()}
        may_be_none = {
            entry.item: ITEMS[entry.item].says for entry in required.requires if entry.none
        }
        may_be_none |= {name: said.says for name, said in required.statements.items() if said.none}
        games = {name: str(game.get("title", name)) for name, game in book.games.items()}
        self._told: dict[str, Mapping[str, Any] | None] = {
            "id": {"label": "Short name"},
            "game": {"kind": "choice", "values": named(games), "required": True, "only": True},
            "statements": {"values": named(sentences)},
            "not_applicable": {"kind": "many", "values": named(may_be_none)},
            **dict.fromkeys(LEFT_OUT),
        }
        self._clauses = {entry.item: entry.clause for entry in reversed(required.requires)}
        self._items = {item.at: name for name, item in ITEMS.items()}

    def __call__(self, path: str) -> Mapping[str, Any] | None:
        told = self._told.get(path, {})
        if told is None:
            return None
        found: dict[str, Any] = {"each": EACH[path]} if path in EACH else {}
        if path in IN_A_LINE:
            found["kind"] = "text"
        item = self._items.get(path)
        if item is not None:
            says = ITEMS[item].says
            found |= {"label": says[:1].upper() + says[1:], "clause": self._clauses.get(item, "")}
        return {**found, **told}
