"""A table to be driven by tests: orders with short names, on a clock of whole minutes."""

from typing import Any

import msgspec
import pytest

from bythebook.cards import parse_card, parse_cards
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as c
from bythebook.rulebooks.tables import TableRules, find_table_rules
from bythebook.table import orders as o
from bythebook.table.cards import orders as m
from bythebook.table.console import order_of, step_due
from bythebook.table.events import Event
from bythebook.table.state import Entry, State
from bythebook.table.table import decide, evolve

__all__ = ["Floor", "c", "cents", "m", "o"]

# A name for everybody of the staff, by role, so that tests need not invent one each time.
NAMES = {"dealer": "dee"}


def cents(dollars: float | str) -> int:
    return round(float(dollars) * 100)


class Floor:
    """One table of a book. `ok` carries an order out; `no` expects it to be refused by a clause."""

    def __init__(self, book: str) -> None:
        self.rules: TableRules = find_table_rules(book)
        self.state = State()
        self.clock = 0
        self.log: list[Event] = []

    # Orders

    def order(self, role: str, command: o.Command, **more: Any) -> o.Order:
        by = more.pop("by", None) or NAMES.get(role, role)
        at = more.pop("at", self.clock)
        return o.Order(by=o.Person(by, role), at=at, command=command, **more)

    def ok(self, role: str, command: o.Command, **more: Any) -> list[Event]:
        """Carry out an order; the events, which fold to the same state again."""
        order = self.order(role, command, **more)
        events = decide(self.rules, self.state, order)
        for event in events:
            self.state = evolve(self.state, event)
        self.clock = max(self.clock, order.at)
        self.log += events
        return events

    def no(self, clause: str, role: str, command: o.Command, **more: Any) -> Refused:
        """The order is refused by this clause, and nothing changes."""
        before = self.state
        with pytest.raises(Refused) as caught:
            decide(self.rules, self.state, self.order(role, command, **more))
        assert caught.value.clause == clause, str(caught.value)
        assert self.state == before
        return caught.value

    def malformed(self, role: str, command: o.Command, **more: Any) -> None:
        with pytest.raises(Malformed):
            decide(self.rules, self.state, self.order(role, command, **more))

    # What tests often do

    def wait(self, minutes: float) -> None:
        self.clock += round(minutes * 60)

    def players(self, **seats: int) -> None:
        """Players arrive with their own card and sit: ann=1, ben=2; 0 stands."""
        for name, box in seats.items():
            self.ok("player", o.Arrive(name, card=name), by=name)
            if box:
                self.ok("player", o.Sit(name, box), by=name)

    def bet(
        self, player: str, box: int, dollars: float | str, wager: str = "main", **more: Any
    ) -> None:
        """A player's own order; what nobody noticed in time is put down as the dealer finds it."""
        command = o.Place(box, player, cents(dollars), wager, **more)
        if command.late:
            self.ok("dealer", command)
        else:
            self.ok("player", command, by=player)

    def cards(self, text: str) -> None:
        """Deal these cards where they are due."""
        for card in parse_cards(text):
            self.call()
            self.ok("dealer", o.Deal(card))

    def no_more_bets(self) -> None:
        """The call, with all that the book wants done around it before a round's first card."""
        conduct, called = self.rules.conduct, False
        while step := step_due(conduct, self.state):
            called = bool(self.ok("dealer", order_of(conduct, step[0])))
        if not called:
            self.ok("dealer", o.NoMoreBets())

    def call(self) -> None:
        """Where a book wants it before a round's first card: no more bets."""
        state = self.state
        mains = state.round is not None and any(
            w.live and w.kind == "main" for w in state.round.wagers
        )
        if not mains or state.in_round:
            return
        if self.rules.conduct.call_first is not None and not state.called:
            self.ok("dealer", o.NoMoreBets())
        while step := step_due(self.rules.conduct, self.state):
            self.ok("dealer", order_of(self.rules.conduct, step[0]))

    def deal(self, text: str, to: int | None = None, exposed: bool = True) -> list[Event]:
        self.call()
        return self.ok("dealer", o.Deal(parse_card(text), to, exposed))

    def play(self, player: str, command: c.AnyCommand) -> None:
        self.ok("player", o.Decide(command), by=player)

    def stand(self, player: str, box: int) -> None:
        self.play(player, c.Stand(box))

    def hit(self, player: str, box: int) -> None:
        self.play(player, c.Hit(box))

    def put_down(self, command: c.AnyCommand, role: str = "dealer") -> None:
        """What the dealer takes for a player's decision."""
        self.ok(role, o.Decide(command))

    def proceed(self) -> None:
        self.put_down(c.Proceed())

    # What tests ask

    def due(self) -> int | None:
        """The box where a card is due; 0 is the dealer."""
        due = self.state.round.due if self.state.round is not None else None
        return None if due is None else due.box

    def net(self, player: str) -> int:
        """What a player has won or lost over all rounds here, in cents."""
        return self.state.chips.get(player, 0)

    def entries(self, act: str) -> list[Entry]:
        return [entry for entry in self.state.register if entry.act == act]

    def clauses(self, kind: type[Event]) -> list[str]:
        """The clauses cited by events of a kind, in order."""
        return [str(getattr(event, "clause", "")) for event in self.log if isinstance(event, kind)]

    def replayed(self) -> State:
        """The state folded from the events alone."""
        state = State()
        for event in self.log:
            state = evolve(state, event)
        return state

    def with_setup(self, setup: o.Setup, **changes: Any) -> o.Setup:
        return msgspec.structs.replace(setup, **changes)
