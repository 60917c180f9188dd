"""The table at which two sides are compared: choices hold for every game that knows them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from bythebook.errors import Malformed, Refused
from bythebook.odds.sheet.figures import Question, check, meters_named
from bythebook.odds.strategy.preferences import BEST
from bythebook.rulebooks import Book, Game
from bythebook.rulebooks.chapters.game import ThreeCardGame
from bythebook.rulebooks.comparing import Comparison


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """What is chosen, and how a game is then asked about."""

    question: Callable[[Game], Question]
    decks: int | None = None
    options: dict[str, str] = {}
    readings: dict[str, str] = {}

    def ask(self, book: Book, name: str) -> Question:
        """A game at this table. What it does not know is not asked of it; see `check`."""
        game = book.game(
            name,
            self.decks,
            _known(self.options, book.options_of(name)),
            _known(self.readings, book.readings_of(name)),
        )
        question = self.question(game)
        meters = meters_named(game)
        question = replace(
            question,
            sides=_known(question.sides, game.rules.side_wagers),
            meters=_known(question.meters, meters),
            drawn=_known(question.drawn, meters),
            contribution=_known(question.contribution, meters),
        )
        if isinstance(game.rules, ThreeCardGame):  # nobody decides anything
            return replace(question, strategy=BEST, without=())
        return question

    def check(self, comparison: Comparison) -> None:
        """Refuse a choice that no game of either side knows, before anything takes time."""
        known: dict[str, set[str]] = {
            kind: set() for kind in ("option", "reading", "side", "meter", "drawn", "rate")
        }
        asked: dict[str, Mapping[str, object]] = {"option": self.options, "reading": self.readings}
        for book, name in _games(comparison):
            game = book.game(name)
            question = self.question(game)
            known["option"] |= book.options_of(name).keys()
            known["reading"] |= book.readings_of(name).keys()
            known["side"] |= game.rules.side_wagers.keys()
            for kind in ("meter", "drawn", "rate"):
                known[kind] |= meters_named(game)
            asked |= {
                "side": question.sides,
                "meter": question.meters,
                "drawn": question.drawn,
                "rate": question.contribution,
            }
        if "decks" in self.options:
            raise Malformed("the number of decks is given as decks, not as an option", "option")
        for kind, names in asked.items():
            for name in names:
                if name not in known[kind]:
                    has = ", ".join(sorted(known[kind] - {"decks"})) or "none"
                    raise Malformed(f"no game here knows {name!r}; there are {has}", kind)
        self._check_any(comparison)

    def _check_any(self, comparison: Comparison) -> None:
        """A table that no game at all can be played at is a mistake, not an answer."""
        problems: list[Malformed | Refused] = []
        for book, name in _games(comparison):
            try:
                check(self.ask(book, name))
            except (Malformed, Refused) as problem:
                problems.append(problem)
            else:
                return
        if problems:
            raise problems[0]


def _games(comparison: Comparison) -> Iterator[tuple[Book, str]]:
    for old, new in comparison.pairs.items():
        yield comparison.old.book, old
        yield comparison.new.book, new


def _known(given: Mapping[str, Any], known: Any) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name in known}
