"""Patrons among the activities of the house: streams patron/NAME.

Tables move them as they play (`patron_link`); people give orders about them like about any other
activity. Whatever is played for money in the house asks here first.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from bythebook.casino import commands as c
from bythebook.casino import events as e
from bythebook.casino.decision import HOUSE, OPERATOR
from bythebook.casino.patron import COMMANDS, decide, evolve
from bythebook.casino.state import Patron
from bythebook.deciders import Command, Event, Order, Person, tags
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.activity import Kind
from bythebook.house.people.people import HOUSE as THE_HOUSE
from bythebook.house.people.people import PIT, Viewer, check_known, on_staff
from bythebook.rulebooks.law import Law, named_in

KIND = "patron"
COUNTING = Person(THE_HOUSE, HOUSE)  # who counts what was played


class Patrons(Kind):
    name = family = KIND
    commands = COMMANDS
    by_people = frozenset(tags(c.Exclude, c.Readmit, c.SetLimit, c.DropLimit, c.IssueVoucher))
    events = e.AnyEvent
    state = Patron
    machines = frozenset({THE_HOUSE})
    for_patrons = False  # also who is kept out sets limits, and is let in again

    def root_of(self, stream: str) -> str:
        """A name may have a dot: nobody belongs to anybody else."""
        return stream

    def decide(self, state: Any, order: Order, seeds: Mapping[int, str]) -> Sequence[Event]:
        return decide(state, order)

    def evolve(self, state: Any, event: Any) -> Any:
        return evolve(state, event)

    def book_of(self, state: Any, command: Command) -> str:
        return command.book if isinstance(command, c.ByBook) else ""

    def law_in(self, command: Command) -> Law | None:
        return command if isinstance(command, c.ByBook) else None

    def under_law(self, command: Command, on: date, before: Law | None) -> Command:
        return named_in(command, on, before) if isinstance(command, c.ByBook) else command

    def named(self, id: str, command: Command) -> None:
        if getattr(command, "patron", id) != id:
            raise Malformed("this is about somebody else", "patron")

    def prepared(self, till: Any, state: Any, command: Command) -> Command:
        """Only people with an account have anything to do with the casino, or whom it knows."""
        if state is None:
            check_known(till.accounts.known, getattr(command, "patron", ""))
        return command

    def may_follow(self, viewer: Viewer, root: str) -> bool:
        """When somebody plays is nobody's business but their own and the staff's."""
        return on_staff(viewer) or (not viewer.guest and viewer.name == root)

    def person(self, state: Any, viewer: Viewer, command: Command) -> Person:
        if isinstance(command, c.IssueVoucher) and PIT in viewer.house_roles:
            return Person(viewer.name, OPERATOR)
        return super().person(state, viewer, command)


def patron_stream(name: str) -> str:
    return f"{KIND}/{name}"


def patrons_in(states: Mapping[str, object]) -> list[str]:
    """Whom these activities are about."""
    return [state.name for state in states.values() if isinstance(state, Patron)]


def turned_away(patron: object, book: str = "", game: str = "") -> Refused | None:
    """Whoever is kept out of the casino has no part in anything in it, nor who is kept from a
    game in whatever it is played in."""
    if isinstance(patron, Patron) and (by := patron.excluded_from(book, game)) is not None:
        what = f"the {by.scope}" if by.scope == "casino" else f"this {by.scope}"
        return Refused(by.clause, f"{patron.name} is excluded from {what}", book=by.book)
    return None
