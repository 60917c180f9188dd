"""What would come of an order now, and who must stand behind it: a second person, or nobody."""

import msgspec
from msgspec.structs import replace

from bythebook.errors import Refused
from bythebook.rulebooks.tables import TableRules
from bythebook.table.orders import Order, Person
from bythebook.table.powers import act_name
from bythebook.table.state import State
from bythebook.table.table import refusal

SOMEBODY = "\N{EM DASH}"  # a second person who is yet to be found


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What would come of an order now."""

    would: str  # done, refused, malformed, or waits: for a second person
    clause: str = ""
    reason: str = ""


def preview(rules: TableRules, state: State, order: Order) -> Verdict:
    """Whether an order would be carried out now, wait for somebody else, or be refused."""
    no = refusal(rules, state, order)
    if no is None:
        return Verdict(would="done")
    if not isinstance(no, Refused):
        return Verdict(would="malformed", reason=no.reason)
    others = (Person(SOMEBODY, role) for role in second_roles(rules, order))
    waits = any(seconded(rules, state, order, other) is not None for other in others)
    return Verdict(would="waits" if waits else "refused", clause=no.clause, reason=no.reason)


def second_roles(rules: TableRules, order: Order) -> tuple[str, ...]:
    """Whose approval or signature an order of this act may need."""
    return tuple(
        cited.value
        for act in rules.conduct.acts.get(act_name(order), ())
        for cited in (act.approved, act.second)
        if cited is not None
    )


def seconded(rules: TableRules, state: State, order: Order, person: Person) -> Order | None:
    """The same order with somebody behind it, if it would be carried out then."""
    for place in ("approved", "second"):
        if getattr(order, place) is None:
            helped = replace(order, **{place: person})
            if refusal(rules, state, helped) is None:
                return helped
    return None
