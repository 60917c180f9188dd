"""Claims: prizes handed over, money paid, refusals with their reasons."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed
from bythebook.money import format_amount
from bythebook.promotions import events as e
from bythebook.promotions.commands import Award, Claim, Deny, TellRefused
from bythebook.promotions.decision import Decision, check_own
from bythebook.promotions.drawing import slot_of
from bythebook.promotions.state import Slot, money_due
from bythebook.promotions.terms.wording import PAID_BY


@carries_out
def claim(desk: Decision, command: Claim) -> None:
    slot, says = slot_of(desk, command.prize), desk.says
    check_own(desk, command.person)
    prize = desk.state.prize(command.prize)
    if slot.person == command.person and (slot.claimed or slot.status != "open"):
        raise Malformed("it has been claimed")
    before = [(one.prize, one.person) for one in desk.state.claimants]
    before += [(denial.prize, denial.person) for denial in desk.state.denials]
    if slot.person != command.person and (slot.prize, command.person) in before:
        raise Malformed("it has been claimed")
    if command.wants == "cash" and (prize is None or prize.cash_alternative_cents is None):
        rule = says.cash.alternative
        clause = rule.clause if rule is not None else ""
        raise desk.refuse("the terms offer no money in place of this prize", clause)
    if desk.state.terms.presence and (desk.player or not command.present):
        clause = says.terms["presence"].clause
        raise desk.refuse("by the terms a winner is there, and the staff see it", clause)
    signed = desk.signed()
    desk.emit(e.Claimed(**signed, prize=slot.prize, person=command.person, wants=command.wants))


@carries_out
def award(desk: Decision, command: Award) -> None:
    slot = slot_of(desk, command.prize)
    if slot.status != "open" or not slot.claimed:
        raise desk.refuse("a prize goes to a winner who has claimed it", _claiming(desk))
    due, paid = money_due(desk.state, slot), sum(part.cents for part in command.paid)
    if paid != due:
        raise Malformed(f"{format_amount(due)} is to be paid, not {format_amount(paid)}", "paid")
    clause = _check_methods(desk, slot, command)
    entry = desk.state.entry(slot.entry)
    desk.emit(
        e.Awarded(
            **desk.signed(clause),
            prize=slot.prize,
            person=slot.person,
            paid=command.paid,
            account=entry is not None and entry.account,
        )
    )


def _claiming(desk: Decision) -> str:
    return desk.says.terms["claiming"].clause


def _check_methods(desk: Decision, slot: Slot, command: Award) -> str:
    """How money is paid: as the winner of much of it likes, otherwise as the terms say."""
    cash, terms = desk.says.cash, desk.state.terms
    if not command.paid:
        return ""
    by = {part.by for part in command.paid}
    choice = cash.choice
    if slot.claimed == "prize" and choice is not None:
        prize = desk.state.prize(slot.prize)
        if prize is not None and prize.cash_cents > choice.over_cents:
            if not by <= set(choice.methods):
                raise desk.refuse("it is not paid like that", choice.clause)
            return choice.clause
    if cash.method is not None and by != {terms.paid_by}:
        ways = PAID_BY[terms.paid_by] if terms.paid_by is not None else "some other way"
        raise desk.refuse(f"by the terms it is paid by {ways}", cash.method.clause)
    if slot.claimed == "cash" and cash.alternative is not None:
        return cash.alternative.clause
    return cash.prize.clause if cash.prize is not None else ""


@carries_out
def deny(desk: Decision, command: Deny) -> None:
    slot, rule = slot_of(desk, command.prize), desk.says.denials
    check_own(desk, command.person)
    prize = desk.state.prize(command.prize)
    reasons = desk.order.why.strip()
    if not reasons:
        raise desk.refuse("a refusal says why", rule.told.clause)
    if slot.person == command.person and slot.status == "awarded":
        raise desk.refuse("it has been handed over")
    before = [d for d in desk.state.denials if d.prize == slot.prize]
    if command.person in [denial.person for denial in before]:
        raise Malformed("they have been refused")
    value = (prize.value_cents or 0) if prize is not None else 0
    registered = value > rule.over_cents
    if registered and not command.address.strip():
        raise desk.refuse("the register needs the claimant's address", rule.register.clause)
    desk.emit(
        e.Denied(
            **desk.signed(rule.register.clause if registered else rule.told.clause),
            number=len(desk.state.denials) + 1,
            prize=slot.prize,
            person=command.person,
            address=command.address,
            value_cents=value,
            reasons=reasons,
            registered=registered,
        )
    )


@carries_out
def tell_refused(desk: Decision, command: TellRefused) -> None:
    denials = {denial.number: denial for denial in desk.state.denials}
    denial = denials.get(command.denial)
    if denial is None:
        raise Malformed(f"there is no refusal {command.denial}", "denial")
    if denial.told is not None:
        raise Malformed("they have been told")
    desk.emit(e.RefusedTold(**desk.signed(), denial=denial.number, method=command.method))
