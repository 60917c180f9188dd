"""Claims: prizes handed over, money paid, refusals with their reasons."""

from bythebook.deciders import Event
from bythebook.errors import Malformed
from bythebook.money import format_amount
from bythebook.promotions import events as e
from bythebook.promotions.commands import Award, Claim, Deny, TellRefused
from bythebook.promotions.decision import Asked, check_own
from bythebook.promotions.drawing import slot_of
from bythebook.promotions.state import Slot, money_due
from bythebook.promotions.terms.wording import PAID_BY

Events = tuple[Event, ...]


def claim(asked: Asked) -> Events:
    command: Claim = asked.command
    slot, says = slot_of(asked, command.prize), asked.says
    check_own(asked, command.person)
    prize = asked.state.prize(command.prize)
    if slot.person == command.person and (slot.claimed or slot.status != "open"):
        raise Malformed("it has been claimed")
    before = [(one.prize, one.person) for one in asked.state.claimants]
    before += [(denial.prize, denial.person) for denial in asked.state.denials]
    if slot.person != command.person and (slot.prize, command.person) in before:
        raise Malformed("it has been claimed")
    if command.wants == "cash" and (prize is None or prize.cash_alternative_cents is None):
        rule = says.cash.alternative
        clause = rule.clause if rule is not None else ""
        raise asked.refuse("the terms offer no money in place of this prize", clause)
    if asked.state.terms.presence and (asked.player or not command.present):
        clause = says.terms["presence"].clause
        raise asked.refuse("by the terms a winner is there, and the staff see it", clause)
    signed = asked.signed()
    return (e.Claimed(**signed, prize=slot.prize, person=command.person, wants=command.wants),)


def award(asked: Asked) -> Events:
    command: Award = asked.command
    slot = slot_of(asked, command.prize)
    if slot.status != "open" or not slot.claimed:
        raise asked.refuse("a prize goes to a winner who has claimed it", _claiming(asked))
    due, paid = money_due(asked.state, slot), sum(part.cents for part in command.paid)
    if paid != due:
        raise Malformed(f"{format_amount(due)} is to be paid, not {format_amount(paid)}", "paid")
    clause = _check_methods(asked, slot, command)
    entry = asked.state.entry(slot.entry)
    return (
        e.Awarded(
            **asked.signed(clause),
            prize=slot.prize,
            person=slot.person,
            paid=command.paid,
            account=entry is not None and entry.account,
        ),
    )


def _claiming(asked: Asked) -> str:
    return asked.says.terms["claiming"].clause


def _check_methods(asked: Asked, slot: Slot, command: Award) -> str:
    """How money is paid: as the winner of much of it likes, otherwise as the terms say."""
    cash, terms = asked.says.cash, asked.state.terms
    if not command.paid:
        return ""
    by = {part.by for part in command.paid}
    choice = cash.choice
    if slot.claimed == "prize" and choice is not None:
        prize = asked.state.prize(slot.prize)
        if prize is not None and prize.cash_cents > choice.over_cents:
            if not by <= set(choice.methods):
                raise asked.refuse("it is not paid like that", choice.clause)
            return choice.clause
    if cash.method is not None and by != {terms.paid_by}:
        ways = PAID_BY[terms.paid_by] if terms.paid_by is not None else "some other way"
        raise asked.refuse(f"by the terms it is paid by {ways}", cash.method.clause)
    if slot.claimed == "cash" and cash.alternative is not None:
        return cash.alternative.clause
    return cash.prize.clause if cash.prize is not None else ""


def deny(asked: Asked) -> Events:
    command: Deny = asked.command
    slot, rule = slot_of(asked, command.prize), asked.says.denials
    check_own(asked, command.person)
    prize = asked.state.prize(command.prize)
    reasons = asked.order.why.strip()
    if not reasons:
        raise asked.refuse("a refusal says why", rule.told.clause)
    if slot.person == command.person and slot.status == "awarded":
        raise asked.refuse("it has been handed over")
    before = [d for d in asked.state.denials if d.prize == slot.prize]
    if command.person in [denial.person for denial in before]:
        raise Malformed("they have been refused")
    value = (prize.value_cents or 0) if prize is not None else 0
    registered = value > rule.over_cents
    if registered and not command.address.strip():
        raise asked.refuse("the register needs the claimant's address", rule.register.clause)
    return (
        e.Denied(
            **asked.signed(rule.register.clause if registered else rule.told.clause),
            number=len(asked.state.denials) + 1,
            prize=slot.prize,
            person=command.person,
            address=command.address,
            value_cents=value,
            reasons=reasons,
            registered=registered,
        ),
    )


def tell_refused(asked: Asked) -> Events:
    command: TellRefused = asked.command
    denials = {denial.number: denial for denial in asked.state.denials}
    denial = denials.get(command.denial)
    if denial is None:
        raise Malformed(f"there is no refusal {command.denial}", "denial")
    if denial.told is not None:
        raise Malformed("they have been told")
    return (e.RefusedTold(**asked.signed(), denial=denial.number, method=command.method),)
