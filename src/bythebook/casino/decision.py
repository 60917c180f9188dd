"""One order about a patron as it unfolds."""

from typing import Any

from bythebook import deciders
from bythebook.casino.evolve import evolve
from bythebook.casino.state import Patron
from bythebook.errors import BrokenInvariant, Malformed
from bythebook.rulebooks.chapters.conduct import Act, Conduct
from bythebook.rulebooks.law import Law, played_by
from bythebook.rulebooks.tables import TableRules, load_table_rules

HOUSE = "house"  # the role of whoever only counts what tables did
OPERATOR = "house-operator"  # who acts for the casino as a whole, by no book


class Decision(deciders.Decision[Patron]):
    """With the book that the order is given by, where it names one."""

    __slots__ = ("_law",)

    def __init__(self, state: Patron, order: deciders.Order, law: Law | None) -> None:
        super().__init__(state, order, "")
        self._law = law

    @staticmethod
    def evolve(state: Any, event: Any, /) -> Any:
        return evolve(state, event)

    @property
    def rules(self) -> TableRules:
        if self._law is None:
            raise BrokenInvariant("this command is judged by a book")
        return load_table_rules(played_by(self._law))

    @property
    def book(self) -> Conduct:
        return self.rules.conduct

    def check_games(self, *games: str) -> None:
        """A game that is named is one of the book's."""
        for game in games:
            if game not in self.rules.book.games:
                raise Malformed(f"this book has no game {game[:60]!r}", "game")

    def act(self, name: str) -> Act:
        """The power that a book gives for this; where it gives none, it cannot be asked for."""
        found = self.book.acts.get(name, ())
        if not found:
            raise Malformed(f"this book has no power to {name}", "book")
        self.clause = found[0].clause
        return found[0]

    def only(self, role: str) -> None:
        if self.order.by.role != role:
            raise Malformed(f"that is for the {role} alone")
