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
from bythebook.structs import nth


@carries_out
def postpone(decision: Decision, command: Postpone) -> None:
    if decision.state.postponed:
        raise Malformed("it is postponed")
    _disturb(decision, command, "postponed")


@carries_out
def cancel(decision: Decision, command: Cancel) -> None:
    _disturb(decision, command, "cancelled")


def _disturb(decision: Decision, command: Postpone | Cancel, what: Disturbance) -> None:
    rule = decision.says.integrity.notice
    why, inspector = decision.order.why.strip(), command.inspector.strip()
    if not why:
        raise decision.refuse("say how its integrity has suffered")
    if any(slot.status == "awarded" for slot in decision.state.slots):
        raise decision.refuse("prizes of this draw have been handed over")
    owed = what in rule.of
    if owed and rule.within == "same-act" and not inspector:
        title = decision.says.parties["inspector"].title
        raise decision.refuse(f"an {title} is told in the same act: say who", rule.clause)
    until = decision.at + rule.hours * HOUR if owed and rule.hours is not None else None
    number = len(decision.state.notices) + 1
    signed = decision.signed()
    decision.emit(e.Disturbed(**signed, number=number, what=what, why=why, owed=owed, until=until))
    if inspector:
        told = decision.signed(rule.clause)
        decision.emit(e.InspectorTold(**told, notice=number, inspector=inspector, late=False))


@carries_out
def validate(decision: Decision, _: Validate) -> None:
    why = decision.order.why.strip()
    if not decision.state.postponed:
        raise Malformed("it is not postponed")
    if not why:
        raise decision.refuse("say how its integrity was validated")
    decision.emit(e.Validated(**decision.signed(), why=why))


@carries_out
def tell_inspector(decision: Decision, command: TellInspector) -> None:
    notice = nth(decision.state.notices, command.notice, "notice", "notice")
    if notice.told_at is not None:
        raise Malformed("an inspector has been told")
    late = notice.until is not None and decision.at > notice.until
    signed, inspector = decision.signed(), command.inspector.strip()
    if not inspector:
        raise Malformed("say who was told", "inspector")
    decision.emit(e.InspectorTold(**signed, notice=notice.number, inspector=inspector, late=late))


# Disputes


@carries_out
def dispute(decision: Decision, command: Dispute) -> None:
    check_own(decision, command.person)
    number = len(decision.state.disputes) + 1
    decision.emit(
        e.Disputed(
            **decision.signed(), number=number, person=command.person, about=command.about.strip()
        )
    )


def _dispute(decision: Decision, number: int) -> Disagreement:
    return nth(decision.state.disputes, number, "dispute", "dispute")


@carries_out
def rule(decision: Decision, command: Rule) -> None:
    found = _dispute(decision, command.dispute)
    if found.decision:
        raise decision.refuse("this has been decided, and the decision is final")
    decision.emit(e.Ruled(**decision.signed(), dispute=found.number, decision=command.decision))


@carries_out
def object_(decision: Decision, command: Object) -> None:
    found = _dispute(decision, command.dispute)
    check_own(decision, found.person)
    if not found.decision or found.objected_at is not None:
        raise Malformed("there is nothing new to object to")
    decision.emit(e.Objected(**decision.signed(), dispute=found.number))


@carries_out
def advise(decision: Decision, command: Advise) -> None:
    found = _dispute(decision, command.dispute)
    if found.objected_at is None or found.advised_at is not None:
        raise Malformed("nobody waits for that")
    decision.emit(e.Advised(**decision.signed(), dispute=found.number))


# The end


@carries_out
def end(decision: Decision, command: End) -> None:
    """Every prize has gone somewhere, everybody has been told."""
    state, says = decision.state, decision.says
    ending = says.integrity.ending
    cancelled = state.phase == "cancelled"
    if cancelled and state.begun and ending is not None and not state.ending_approved:
        regulator = says.parties["regulator"].title
        raise decision.refuse(f"ending it needs the approval of the {regulator}", ending.clause)
    for duty in duties(decision.rules, state):
        if duty.done_at is None:
            raise decision.refuse(f"this is still to be done: {duty.says}", duty.clause)
    for slot in state.slots if not cancelled else ():
        passes = slot.status == "refused" and state.terms.unclaimed == "next-drawn"
        passes = passes and next_drawn(state, slot, command.kept_out)[0] is not None
        if slot.status == "open" or passes:
            raise decision.refuse(f"prize {slot.prize} is neither handed over nor refused")
    decision.emit(e.Ended(**decision.signed()))
