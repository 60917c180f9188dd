"""What terms can state (`items.toml`): each item by its name, and how to tell that it is stated.

The books' lists (`tournament-terms.toml`) speak of these items by name.
"""

import tomllib
from collections.abc import Callable, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec

from bythebook.tournaments.terms.document import PassCards, SecretWagers, TournamentTerms

_EMPTY: tuple[Any, ...] = (None, "", ())
STATEMENT = "statement:"


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"or_": "or"}):
    """An item as `items.toml` has it, which says what each of these means."""

    says: str
    at: str
    or_: str = ""
    label: str = ""
    none: str = ""
    choices: dict[str, str] = {}

    def words(self, terms: TournamentTerms) -> str:
        """Its text in the operator's own words."""
        return str(attrgetter(self.or_ or self.at)(terms))

    def chosen(self, terms: TournamentTerms) -> str:
        """Its value, if it is stated, as it is printed."""
        value = attrgetter(self.at)(terms)
        return "" if value is None else self.choices[_YES.get(value, value)]


_YES = {True: "yes", False: "no"}
ITEMS = msgspec.convert(
    tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")), dict[str, Item]
)


# Whether something is stated


def _says(value: Any, names: Sequence[str]) -> bool:
    """Whether something stands there; in a list, in each of it."""
    if not names:
        return value not in _EMPTY and not (isinstance(value, str) and not value.strip())
    if isinstance(value, tuple):
        return bool(value) and all(_says(each, names) for each in value)
    first, *rest = names
    # The unit of an amount is in the field's name, not in the document's.
    return _says(getattr(value, first if hasattr(value, first) else f"{first}_cents"), rest)


def _stands(terms: TournamentTerms, path: str) -> bool:
    return bool(path) and _says(terms, path.split("."))


def _allowed(offer: SecretWagers | PassCards | None) -> bool:
    return offer is not None and offer.each_session > 0


def _is_explained(offer: SecretWagers | PassCards | None) -> bool:
    return not _allowed(offer) or (offer is not None and bool(offer.how.strip()))


def _progresses(terms: TournamentTerms) -> bool:
    """Every stage before the last says who goes on."""
    going = [stage for stage in terms.stages[:-1] if stage.goes_on != "everybody"]
    return bool(terms.stages) and all(stage.advancing is not None for stage in going)


# Where it takes more to tell than a look at what stands there.
_TESTS: dict[str, Callable[[TournamentTerms], bool]] = {
    "withdrawal-or-substitute": lambda terms: (
        terms.dates.withdraw_until is not None or terms.entry.substitute_until is not None
    ),
    "reserves": lambda terms: terms.entry.reserves > 0,
    "progression": _progresses,
    "advancing": _progresses,
    "session-awards": lambda terms: any(stage.points for stage in terms.stages),
    "repechage": lambda terms: any(stage.kind == "repechage" for stage in terms.stages),
    "how-secret": lambda terms: _is_explained(terms.play.secret_wagers),
    "how-pass": lambda terms: _is_explained(terms.play.pass_cards),
}


def is_stated(terms: TournamentTerms, item: str) -> bool:
    if item.startswith(STATEMENT):
        return item.removeprefix(STATEMENT) in terms.statements
    known = ITEMS[item]
    if item in _TESTS:
        return _TESTS[item](terms) or _stands(terms, known.or_)
    return all(_stands(terms, path) for path in known.at.split(", ")) or _stands(terms, known.or_)


def is_offered(terms: TournamentTerms, item: str) -> bool:
    """Stated, and not only to say that there are none."""
    if item == "secret-wagers":
        return _allowed(terms.play.secret_wagers)
    if item == "pass-cards":
        return _allowed(terms.play.pass_cards)
    return is_stated(terms, item)


def said_of(item: str) -> str:
    """An item as people call it."""
    if item.startswith(STATEMENT):
        return f"the statement {item.removeprefix(STATEMENT)!r}"
    return ITEMS[item].says


def place_of(item: str) -> str:
    """Where an item stands in a document."""
    if item.startswith(STATEMENT):
        return f'"{item.removeprefix(STATEMENT)}" in statements'
    return ITEMS[item].at


# The matters that a book may leave no choice in, or less of it.
CHOICES: dict[str, Callable[[TournamentTerms], tuple[str, ...]]] = {
    "game": lambda terms: (terms.game,),
    "format": lambda terms: (terms.format,),
    "session-length": lambda terms: tuple(
        dict.fromkeys(
            unit
            for stage in terms.stages if stage.length is not None
            for unit in ("hands", "shoes", "minutes") if getattr(stage.length, unit) is not None
        )
    ),
    "session-ties": lambda terms: _chosen(terms.ties.places),
    "points-ties": lambda terms: _chosen(terms.ties.points),
    "prize-ties": lambda terms: _chosen(terms.ties.prizes),
    "betting-order": lambda terms: _chosen(terms.play.betting_order),
    "chips-at-end": lambda terms: _chosen(terms.play.chips_at_end),
    "substitutes": lambda terms: _chosen(terms.entry.substitute_until),
    "late": lambda terms: (
        (terms.conduct.late.first,) if terms.conduct.late is not None else ()
    ),
    "elimination-hands": lambda terms: (
        ("some",) if any(stage.elimination_hands for stage in terms.stages) else ()
    ),
    "chip-kind": lambda terms: _chosen(terms.play.chip_kind),
    "compulsory-wager": lambda terms: (
        () if terms.play.compulsory_wager is None
        else ("yes",) if terms.play.compulsory_wager else ("no",)
    ),
}  # fmt: skip


def _chosen(value: str | None) -> tuple[str, ...]:
    return () if value is None else (value,)
