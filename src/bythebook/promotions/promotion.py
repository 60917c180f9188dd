"""A promotion as a decider: draft, lodged, published, open, closed, drawn, ended.

events = decide(rules, state, order, seeds)     # or Refused, citing the clause; or Malformed
state  = evolve(state, event)
"""

from collections.abc import Mapping

from bythebook.deciders import Event, Order, Payment, handlers_in, tag_of
from bythebook.errors import Malformed
from bythebook.promotions import claims, course, drawing, postponing
from bythebook.promotions import events as e
from bythebook.promotions.commands import Draft
from bythebook.promotions.decision import (
    HOUSE,
    PHASES,
    SEAL,
    Decision,
    Signed,
    act_clause,
    check_phase,
    parties_of,
)
from bythebook.promotions.evolve import evolve
from bythebook.promotions.state import Promotion
from bythebook.promotions.terms.wording import PAID_BY
from bythebook.rulebooks.chapters.promotions import PromotionRules

__all__ = ["acts", "decide", "evolve", "payments"]

HANDLERS = handlers_in(course, drawing, claims, postponing)


def decide(
    rules: PromotionRules,
    state: Promotion | None,
    order: Order,
    seeds: Mapping[int, str] | None = None,
) -> tuple[Event, ...]:
    """What an order brings about, or why not; `seeds` are those behind the seals, by number."""
    if tag_of(order.command) == SEAL:
        return _sealed(rules, state, order)
    clause = act_clause(rules, order)
    if isinstance(order.command, Draft):
        return _draft(rules, state, order, clause)
    if state is None:
        raise Malformed("there is no such promotion")
    if state.terms.book != rules.book.id:
        raise Malformed(f"this promotion is by {state.terms.book}", "book")
    decision = Decision(rules, state, order, clause, seeds or {})
    check_phase(decision)
    HANDLERS[type(order.command)](decision, order.command)
    return tuple(decision.events)


def _draft(
    rules: PromotionRules, state: Promotion | None, order: Order, clause: str
) -> tuple[Event, ...]:
    command = order.command
    if not isinstance(command, Draft):
        raise Malformed("a promotion begins with its draft")
    if state is not None:
        raise Malformed("there is a promotion of this name")
    if command.terms.book != rules.book.id:
        raise Malformed(f"these are terms by {command.terms.book}", "terms.book")
    if not command.terms.title.strip():
        raise Malformed("a promotion has a title", "terms.title")
    signed = Signed(clause=clause, by=order.by.name, at=order.at)
    return (e.Drafted(**signed, terms=command.terms),)


def _sealed(rules: PromotionRules, state: Promotion | None, order: Order) -> tuple[Event, ...]:
    if order.by.role != HOUSE:
        raise Malformed("only the house itself seals")
    if state is None or state.phase != "draft":
        raise Malformed("a draw is sealed before anybody enters")
    clause = rules.says.terms["manner"].clause
    decision = Decision(rules, state, order, clause, {})
    HANDLERS[type(order.command)](decision, order.command)
    return tuple(decision.events)


def acts(rules: PromotionRules, state: Promotion, role: str) -> tuple[str, ...]:
    """What somebody of this role can ask for in this phase, in the order of the book."""
    parties = parties_of(rules, role)
    return tuple(
        name
        for name, act in rules.says.acts.items()
        if name != "draft" and parties & set(act.by) and state.phase in PHASES[name]
    )


def payments(state: Promotion | None, event: Event) -> tuple[Payment, ...]:
    """The money of a prize: put in by the house, paid to the winner in the same moment.

    A transfer goes to the account of whoever entered with one; all else leaves by the cage.
    """
    if not isinstance(event, e.Awarded) or state is None:
        return ()
    found = []
    for part in event.paid:
        about = f"prize {event.prize} of {state.terms.title}, {PAID_BY[part.by]}"
        to_account = part.by == "transfer" and event.account
        found.append(Payment("", -part.cents, "house", about))
        money = "wallet" if to_account else "cash"
        found.append(Payment(event.person, part.cents, money, about))  # type: ignore[arg-type]
    return tuple(found)
