"""When something is wrong: postponed until validated, cancelled, disputed; and the end."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed
from bythebook.promotions import events as e
from bythebook.promotions.commands import (
    Advise,
    Cancel,
    Dispute,
    End,
    Object,
    Postpone,
    Rule,
    TellInspector,
    Validate,
)
from bythebook.promotions.decision import HOUR, Decision, check_own
from bythebook.promotions.drawing import next_drawn
from bythebook.promotions.duties import duties
from bythebook.promotions.state import Disagreement
from bythebook.rulebooks.chapters.promotions import Disturbance


@carries_out
def postpone(desk: Decision, command: Postpone) -> None:
    if desk.state.postponed:
        raise Malformed("it is postponed")
    _disturb(desk, command, "postponed")


@carries_out
def cancel(desk: Decision, command: Cancel) -> None:
    _disturb(desk, command, "cancelled")


def _disturb(desk: Decision, command: Postpone | Cancel, what: Disturbance) -> None:
    rule = desk.says.integrity.notice
    why, inspector = desk.order.why.strip(), command.inspector.strip()
    if not why:
        raise desk.refuse("say how its integrity has suffered")
    if any(slot.status == "awarded" for slot in desk.state.slots):
        raise desk.refuse("prizes of this draw have been handed over")
    owed = what in rule.of
    if owed and rule.within == "same-act" and not inspector:
        title = desk.says.parties["inspector"].title
        raise desk.refuse(f"an {title} is told in the same act: say who", rule.clause)
    until = desk.at + rule.hours * HOUR if owed and rule.hours is not None else None
    number = len(desk.state.notices) + 1
    signed = desk.signed()
    desk.emit(e.Disturbed(**signed, number=number, what=what, why=why, owed=owed, until=until))
    if inspector:
        told = desk.signed(rule.clause)
        desk.emit(e.InspectorTold(**told, notice=number, inspector=inspector, late=False))


@carries_out
def validate(desk: Decision, _: Validate) -> None:
    why = desk.order.why.strip()
    if not desk.state.postponed:
        raise Malformed("it is not postponed")
    if not why:
        raise desk.refuse("say how its integrity was validated")
    desk.emit(e.Validated(**desk.signed(), why=why))


@carries_out
def tell_inspector(desk: Decision, command: TellInspector) -> None:
    notice = {notice.number: notice for notice in desk.state.notices}.get(command.notice)
    if notice is None:
        raise Malformed(f"there is no notice {command.notice}", "notice")
    if notice.told_at is not None:
        raise Malformed("an inspector has been told")
    late = notice.until is not None and desk.at > notice.until
    signed, inspector = desk.signed(), command.inspector.strip()
    if not inspector:
        raise Malformed("say who was told", "inspector")
    desk.emit(e.InspectorTold(**signed, notice=notice.number, inspector=inspector, late=late))


# Disputes


@carries_out
def dispute(desk: Decision, command: Dispute) -> None:
    check_own(desk, command.person)
    number = len(desk.state.disputes) + 1
    desk.emit(
        e.Disputed(
            **desk.signed(), number=number, person=command.person, about=command.about.strip()
        )
    )


def _dispute(desk: Decision, number: int) -> Disagreement:
    found = {dispute.number: dispute for dispute in desk.state.disputes}.get(number)
    if found is None:
        raise Malformed(f"there is no dispute {number}", "dispute")
    return found


@carries_out
def rule(desk: Decision, command: Rule) -> None:
    found = _dispute(desk, command.dispute)
    if found.decision:
        raise desk.refuse("this has been decided, and the decision is final")
    desk.emit(e.Ruled(**desk.signed(), dispute=found.number, decision=command.decision))


@carries_out
def object_(desk: Decision, command: Object) -> None:
    found = _dispute(desk, command.dispute)
    check_own(desk, found.person)
    if not found.decision or found.objected_at is not None:
        raise Malformed("there is nothing new to object to")
    desk.emit(e.Objected(**desk.signed(), dispute=found.number))


@carries_out
def advise(desk: Decision, command: Advise) -> None:
    found = _dispute(desk, command.dispute)
    if found.objected_at is None or found.advised_at is not None:
        raise Malformed("nobody waits for that")
    desk.emit(e.Advised(**desk.signed(), dispute=found.number))


# The end


@carries_out
def end(desk: Decision, _: End) -> None:
    """Every prize has gone somewhere, everybody has been told."""
    state, says = desk.state, desk.says
    ending = says.integrity.ending
    cancelled = state.phase == "cancelled"
    if cancelled and state.begun and ending is not None and not state.ending_approved:
        regulator = says.parties["regulator"].title
        raise desk.refuse(f"ending it needs the approval of the {regulator}", ending.clause)
    for duty in duties(desk.rules, state):
        if duty.done_at is None:
            raise desk.refuse(f"this is still to be done: {duty.says}", duty.clause)
    for slot in state.slots if not cancelled else ():
        passes = slot.status == "refused" and state.terms.unclaimed == "next-drawn"
        if slot.status == "open" or (passes and next_drawn(state, slot) is not None):
            raise desk.refuse(f"prize {slot.prize} is neither handed over nor refused")
    winners = {(slot.prize, slot.person) for slot in state.slots}
    for claim in state.claimants if not cancelled else ():
        if (claim.prize, claim.person) not in winners:
            clause = says.denials.told.clause
            raise desk.refuse(f"{claim.person} claims prize {claim.prize} and is owed why", clause)
    desk.emit(e.Ended(**desk.signed()))
