"""Claims: prizes handed over, money paid, refusals with their reasons."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed
from bythebook.money import format_amount
from bythebook.promotions import events as e
from bythebook.promotions.commands import Award, ChoosePayment, Claim, Deny, Paid, TellRefused
from bythebook.promotions.decision import Decision, check_own
from bythebook.promotions.drawing import slot_of
from bythebook.promotions.state import Slot, money_due, winner_chooses
from bythebook.promotions.terms.wording import PAID_BY
from bythebook.structs import nth


@carries_out
def claim(decision: Decision, command: Claim) -> None:
    slot, says = slot_of(decision, command.prize), decision.says
    check_own(decision, command.person)
    prize = decision.state.prize(command.prize)
    if slot.person == command.person and (slot.claimed or slot.status != "open"):
        raise Malformed("it has been claimed")
    before = [(one.prize, one.person) for one in decision.state.claimants]
    before += [(denial.prize, denial.person) for denial in decision.state.denials]
    if slot.person != command.person and (slot.prize, command.person) in before:
        raise Malformed("it has been claimed")
    if command.wants == "cash" and (prize is None or prize.cash_alternative_cents is None):
        rule = says.cash.alternative
        clause = rule.clause if rule is not None else ""
        raise decision.refuse("the terms offer no money in place of this prize", clause)
    if decision.state.terms.presence and (decision.player or not command.present):
        clause = says.terms["presence"].clause
        raise decision.refuse("by the terms a winner is there, and the staff see it", clause)
    signed = decision.signed()
    decision.emit(e.Claimed(**signed, prize=slot.prize, person=command.person, wants=command.wants))


@carries_out
def choose_payment(decision: Decision, command: ChoosePayment) -> None:
    """By the winner alone, until it is paid; for one without an account, or whom the casino keeps
    out by now, the staff takes it down."""
    slot = slot_of(decision, command.prize)
    check_own(decision, command.person)
    choice = winner_chooses(decision.says, decision.state, slot)
    if choice is None or slot.status != "open":
        raise decision.refuse("how this is paid is not for the winner to choose")
    entry = decision.state.entry(slot.entry)
    has_account = entry is not None and entry.account and slot.person not in command.kept_out
    if slot.person != command.person or (not decision.player and has_account):
        raise decision.refuse(f"{slot.person} chooses how it is paid", choice.clause)
    _check_sum(decision, slot, command.paid)
    if not {part.by for part in command.paid} <= set(choice.methods):
        raise decision.refuse("it is not paid like that", choice.clause)
    signed = decision.signed(choice.clause)
    decision.emit(
        e.PaymentChosen(**signed, prize=slot.prize, person=slot.person, paid=command.paid)
    )


def _check_sum(decision: Decision, slot: Slot, paid: tuple[Paid, ...]) -> None:
    due, given = money_due(decision.state, slot), sum(part.cents for part in paid)
    if given != due:
        raise Malformed(f"{format_amount(due)} is to be paid, not {format_amount(given)}", "paid")


@carries_out
def award(decision: Decision, command: Award) -> None:
    slot = slot_of(decision, command.prize)
    if slot.status != "open" or not slot.claimed:
        clause = decision.says.terms["claiming"].clause
        raise decision.refuse("a prize goes to a winner who has claimed it", clause)
    _check_sum(decision, slot, command.paid)
    clause = _check_methods(decision, slot, command)
    entry = decision.state.entry(slot.entry)
    decision.emit(
        e.Awarded(
            **decision.signed(clause),
            prize=slot.prize,
            person=slot.person,
            paid=command.paid,
            account=entry is not None and entry.account,
        )
    )


def _parts(paid: tuple[Paid, ...]) -> dict[str, int]:
    """How much each way, whatever the order of the parts."""
    found: dict[str, int] = {}
    for part in paid:
        found[part.by] = found.get(part.by, 0) + part.cents
    return found


def _check_methods(decision: Decision, slot: Slot, command: Award) -> str:
    """How money is paid: as the winner of much of it likes, otherwise as the terms say."""
    cash, terms = decision.says.cash, decision.state.terms
    if not command.paid:
        return ""
    by = {part.by for part in command.paid}
    choice = winner_chooses(decision.says, decision.state, slot)
    if choice is not None:
        if choice.recorded and not slot.chosen:
            raise decision.refuse(f"{slot.person} says first how it is paid", choice.clause)
        if choice.recorded and _parts(command.paid) != _parts(slot.chosen):
            raise decision.refuse(f"{slot.person} chose otherwise", choice.clause)
        if not by <= set(choice.methods):
            raise decision.refuse("it is not paid like that", choice.clause)
        return choice.clause
    if cash.method is not None and by != {terms.paid_by}:
        ways = PAID_BY[terms.paid_by] if terms.paid_by is not None else "some other way"
        raise decision.refuse(f"by the terms it is paid by {ways}", cash.method.clause)
    if slot.claimed == "cash" and cash.alternative is not None:
        return cash.alternative.clause
    return cash.prize.clause if cash.prize is not None else ""


@carries_out
def deny(decision: Decision, command: Deny) -> None:
    slot, rule = slot_of(decision, command.prize), decision.says.denials
    check_own(decision, command.person)
    prize = decision.state.prize(command.prize)
    reasons = decision.order.why.strip()
    if not reasons:
        raise decision.refuse("a refusal says why", rule.told.clause)
    if slot.person == command.person and slot.status == "awarded":
        raise decision.refuse("it has been handed over")
    before = [d for d in decision.state.denials if d.prize == slot.prize]
    if command.person in [denial.person for denial in before]:
        raise Malformed("they have been refused")
    value = (prize.value_cents or 0) if prize is not None else 0
    registered = value > rule.over_cents
    if registered and not command.address.strip():
        raise decision.refuse("the register needs the claimant's address", rule.register.clause)
    decision.emit(
        e.Denied(
            **decision.signed(rule.register.clause if registered else rule.told.clause),
            number=len(decision.state.denials) + 1,
            prize=slot.prize,
            person=command.person,
            address=command.address,
            value_cents=value,
            reasons=reasons,
            registered=registered,
        )
    )


@carries_out
def tell_refused(decision: Decision, command: TellRefused) -> None:
    denial = nth(decision.state.denials, command.denial, "refusal", "denial")
    if denial.told is not None:
        raise Malformed("they have been told")
    decision.emit(e.RefusedTold(**decision.signed(), denial=denial.number, method=command.method))
