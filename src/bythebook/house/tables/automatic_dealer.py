"""The automatic dealer: goes on by the book until somebody else must act.

    Dealer(place).go_on()       what is due next, and again, until somebody is waited for

It gives the same orders as a dealer of flesh and blood, and they are judged the same. How an order
reaches the table, where its sealed cards lie, and how long people are waited for is the affair of
the place where it deals: a table (`table_dealer`), or a table of a tournament
(`activities.tournaments.dealing`).
"""

from typing import Protocol

from bythebook.cards import Card
from bythebook.errors import BrokenInvariant, Malformed, Refused
from bythebook.house.cards.stacks import WithStack, cutting_card_due, next_card
from bythebook.rulebooks.tables import TableRules
from bythebook.table import orders as o
from bythebook.table.dealing import about_the_shoe, rack_due
from bythebook.table.due import Expected, what_is_due

NAME = "automatic dealer"
MOST_STEPS = 5000  # a round has far fewer: more means that something goes round in circles


class Place(Protocol):
    """Where the dealer deals."""

    @property
    def rules(self) -> TableRules: ...
    @property
    def run(self) -> WithStack: ...

    # How it reaches the table and its sealed cards.

    def give(self, command: o.Command) -> None:
        """An order of its own, in the rank that the book wants for it."""

    def seal(self) -> None:
        """Shuffle what is in the stack, and commit to its order before anybody sees a card."""

    def to_reveal(self) -> tuple[int, ...]:
        """Stacks that have had their time."""

    def reveal(self, number: int) -> None: ...

    def order_of(self, number: int) -> tuple[Card, ...]:
        """A stack as it was sealed, before any cut."""

    def entropy(self, size: int, /) -> bytes: ...

    # What is done when it is not the cards' turn. False: somebody is waited for.

    def first(self) -> bool | None:
        """What comes before the cards; None: nothing does."""

    def offers_cut(self, player: str) -> bool:
        """Whether a player still has time to say where to cut."""

    def wagers(self) -> bool: ...
    def decision(self, due: Expected) -> bool: ...
    def offer(self) -> bool: ...


class Dealer:
    """Goes on with one move at a table of virtual cards."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.held_by: Refused | Malformed | None = None  # why it does not go on

    def go_on(self) -> None:
        """Everything that needs nobody else."""
        for _ in range(MOST_STEPS):
            try:
                if not self._step():
                    return
            except (Refused, Malformed) as no:
                self.held_by = no  # somebody of the staff must put it right
                return
        raise BrokenInvariant("the automatic dealer goes round in circles")

    def _step(self) -> bool:
        """One thing more; False if it is somebody else's turn."""
        place = self.place
        for number in place.to_reveal():
            place.reveal(number)
            return True
        done = place.first()
        if done is not None:
            return done
        due = what_is_due(place.rules, place.run.table)
        if place.run.stack is None and due.what not in ("shuffle", "check", "put-right"):
            place.seal()
            return True
        if rack_due(place.rules, place.run.table):
            place.give(o.ReloadRack())
            return True
        match due.what:
            case "wagers":
                return place.wagers()
            case "decision":
                return place.decision(due)
            case "offer":
                return place.offer()
            case "card":
                deal_next(place)
                return True
            case "cut" if due.player and place.offers_cut(due.player):
                return False
        cuts = due.what == "cut" and not due.player
        chance = int.from_bytes(place.entropy(8), "big") if cuts else 0
        command = about_the_shoe(place.rules, place.run.table, chance)
        if command is None:
            return False  # checks and irregular cards are for people
        place.give(command)
        return True


def deal_next(place: Place) -> None:
    """What lies on top: a card, or the cutting card."""
    cut = cutting_card_due(place.run)
    place.give(o.CuttingCard() if cut else o.Deal(next_card(place.run, place.order_of)))
