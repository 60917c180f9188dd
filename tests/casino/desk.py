"""A patron to be driven by tests."""

import pytest

from bythebook.casino import Patron, decide, evolve
from bythebook.casino.commands import ByBook
from bythebook.deciders import Command, Event, Order, Person
from bythebook.errors import Malformed, Refused
from bythebook.rulebooks.law import day, named_in

HOUSE = Person("the house", "house")
NOW = 1_800_000_000
OPERATOR = Person("olga", "house-operator")


class Desk:
    def __init__(self, book: str = "star-blackjack-challenge", name: str = "ann") -> None:
        self.book = book
        self.patron = Patron(name=name)
        self.at = NOW
        self.told: tuple[Event, ...] = ()  # by the last order

    def ok(self, by: Person | str, command: Command, why: str = "") -> Patron:
        self.told = decide(self.patron, self._order(by, command, why))
        for event in self.told:
            self.patron = evolve(self.patron, event)
        return self.patron

    def no(self, clause: str, by: Person | str, command: Command, why: str = "") -> None:
        with pytest.raises(Refused) as caught:
            decide(self.patron, self._order(by, command, why))
        assert caught.value.clause == clause, str(caught.value)

    def malformed(self, by: Person | str, command: Command, why: str = "") -> None:
        with pytest.raises(Malformed):
            decide(self.patron, self._order(by, command, why))

    def _order(self, by: Person | str, command: Command, why: str) -> Order:
        person = by if isinstance(by, Person) else Person(f"{by}-1", by)
        if by == "player":
            person = Person(self.patron.name, "player")
        if isinstance(command, ByBook):
            command = named_in(command, day(self.at))
        return Order(by=person, at=self.at, command=command, why=why)
