"""Promotions as the house runs them: the course is the core's, the sealed draw is seen to here.

A draw is committed to as soon as a promotion is drafted, before anybody can enter; the seed comes
out of its seal when the draw is made.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bythebook.deciders import Command, Event, Order, Payment, Person, tags
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.activity import ActivityTransaction, Kind, Tables, kind_and_id
from bythebook.house.people import people as p
from bythebook.house.staff.pit_view import sees_desk
from bythebook.promotions import decide, evolve, payments
from bythebook.promotions.commands import Award, ChoosePayment, Draft, Draw, End, PassOn, Seal
from bythebook.promotions.decision import HOUSE as ROLE
from bythebook.promotions.decision import SEAL
from bythebook.promotions.events import AnyEvent
from bythebook.promotions.promotion import HANDLERS
from bythebook.promotions.state import Promotion
from bythebook.rulebooks.chapters.promotions import load_promotion_rules
from bythebook.rulebooks.law import Law, played_by

NAME = "promotion"
DESK = "promotions desk"  # by this name the house itself acts
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,38}[a-z0-9]")


class PromotionKind(Kind):
    name = family = NAME
    commands = tags(Draft, *HANDLERS)
    by_people = frozenset(commands) - {SEAL}
    admits = {"enter": "person"}
    events = AnyEvent
    state = Promotion
    machines = frozenset({DESK})

    def person(self, state: Any, viewer: p.Viewer, command: Command) -> Person:
        person = super().person(state, viewer, command)
        if person.role == p.PLAYER and not p.may_play(viewer, self.book_of(state, command)):
            raise Refused(p.ROLES, "only players take part in a promotion, and nobody of its staff")
        return person

    def among(self, state: Any, command: Command) -> Collection[str]:
        """A prize goes to nobody whom the casino keeps out; one that was won before that stays
        theirs, but they cannot come in to say how it is to be paid."""
        match command:
            case Draw() | PassOn() | End():
                return {entry.person for entry in state.entries} if state is not None else ()
            case ChoosePayment(person=person):
                return (person,)
        return ()

    def chosen(self, state: Any, command: Command) -> Collection[str]:
        names = (slot.person for slot in state.slots) if self.among(state, command) else ()
        return {name for name in names if name}

    def may_see(self, state: Any, viewer: p.Viewer) -> bool:
        """Of one that is not published, only those who run it know."""
        published = not isinstance(state, Promotion) or state.published_at is not None
        return published or sees_desk(viewer, state.terms.book)

    def decide(self, state: Any, order: Order, seeds: Mapping[int, str]) -> Sequence[Event]:
        if state is not None:
            terms = state.terms
        elif isinstance(order.command, Draft):
            terms = order.command.terms
        else:
            raise Malformed("there is no such promotion")
        return decide(load_promotion_rules(played_by(terms)), state, order, seeds)

    def law_of(self, state: Any) -> Law | None:
        return state.terms if state is not None else None

    def under(self, state: Any, terms: Any) -> Any:
        return replace(state, terms=terms)

    def at_rest(self, state: Any, tables: Tables) -> bool:
        """No other terms wait for the regulator: those name their law themselves."""
        return state.phase != "ended" and state.pending is None

    def evolve(self, state: Any, event: Any) -> Any:
        return evolve(state, event)

    def approved_cents(self, state: Any, command: Command) -> int:
        return sum(one.cents for one in command.paid) if isinstance(command, Award) else 0

    def payments(self, state: Any, event: Any) -> Sequence[Payment]:
        return payments(state, event)

    def after_act(self, moving: ActivityTransaction, stream: str) -> None:
        check_id(kind_and_id(stream)[1])
        state = moving.state(stream)
        if state is not None and state.phase == "draft" and not state.seals:
            number, digest = moving.seal(stream)
            moving.by_house(stream, DESK, ROLE, Seal(number, digest))


def check_id(id: str) -> None:
    if _ID.fullmatch(id) is None:
        raise Malformed("a short name has 2 to 40 small letters, digits and dashes", "id")


KIND = PromotionKind()
