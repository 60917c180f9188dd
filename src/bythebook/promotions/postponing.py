"""When something is wrong: postponed until validated, cancelled, disputed; and the end."""

from bythebook.deciders import Event
from bythebook.errors import Malformed
from bythebook.promotions import events as e
from bythebook.promotions.commands import Advise, Dispute, Object, Rule, TellInspector
from bythebook.promotions.decision import HOUR, Asked, check_own
from bythebook.promotions.drawing import next_drawn
from bythebook.promotions.duties import duties
from bythebook.promotions.state import Disagreement
from bythebook.rulebooks.chapters.promotions import Disturbance

Events = tuple[Event, ...]


def postpone(asked: Asked) -> Events:
    if asked.state.postponed:
        raise Malformed("it is postponed")
    return _disturb(asked, "postponed")


def cancel(asked: Asked) -> Events:
    return _disturb(asked, "cancelled")


def _disturb(asked: Asked, what: Disturbance) -> Events:
    rule = asked.says.integrity.notice
    why, inspector = asked.order.why.strip(), asked.command.inspector.strip()
    if not why:
        raise asked.refuse("say how its integrity has suffered")
    if any(slot.status == "awarded" for slot in asked.state.slots):
        raise asked.refuse("prizes of this draw have been handed over")
    owed = what in rule.of
    if owed and rule.within == "same-act" and not inspector:
        title = asked.says.parties["inspector"].title
        raise asked.refuse(f"an {title} is told in the same act: say who", rule.clause)
    until = asked.at + rule.hours * HOUR if owed and rule.hours is not None else None
    number = len(asked.state.notices) + 1
    signed = asked.signed()
    events: list[Event] = [
        e.Disturbed(**signed, number=number, what=what, why=why, owed=owed, until=until)
    ]
    if inspector:
        told = asked.signed(rule.clause)
        events.append(e.InspectorTold(**told, notice=number, inspector=inspector, late=False))
    return tuple(events)


def validate(asked: Asked) -> Events:
    why = asked.order.why.strip()
    if not asked.state.postponed:
        raise Malformed("it is not postponed")
    if not why:
        raise asked.refuse("say how its integrity was validated")
    return (e.Validated(**asked.signed(), why=why),)


def tell_inspector(asked: Asked) -> Events:
    command: TellInspector = asked.command
    notice = {notice.number: notice for notice in asked.state.notices}.get(command.notice)
    if notice is None:
        raise Malformed(f"there is no notice {command.notice}", "notice")
    if notice.told_at is not None:
        raise Malformed("an inspector has been told")
    late = notice.until is not None and asked.at > notice.until
    signed, inspector = asked.signed(), command.inspector.strip()
    if not inspector:
        raise Malformed("say who was told", "inspector")
    return (e.InspectorTold(**signed, notice=notice.number, inspector=inspector, late=late),)


# Disputes


def dispute(asked: Asked) -> Events:
    command: Dispute = asked.command
    check_own(asked, command.person)
    number = len(asked.state.disputes) + 1
    return (
        e.Disputed(
            **asked.signed(), number=number, person=command.person, about=command.about.strip()
        ),
    )


def _dispute(asked: Asked, number: int) -> Disagreement:
    found = {dispute.number: dispute for dispute in asked.state.disputes}.get(number)
    if found is None:
        raise Malformed(f"there is no dispute {number}", "dispute")
    return found


def rule(asked: Asked) -> Events:
    command: Rule = asked.command
    found = _dispute(asked, command.dispute)
    if found.decision:
        raise asked.refuse("this has been decided, and the decision is final")
    return (e.Ruled(**asked.signed(), dispute=found.number, decision=command.decision),)


def object_(asked: Asked) -> Events:
    command: Object = asked.command
    found = _dispute(asked, command.dispute)
    check_own(asked, found.person)
    if not found.decision or found.objected_at is not None:
        raise Malformed("there is nothing new to object to")
    return (e.Objected(**asked.signed(), dispute=found.number),)


def advise(asked: Asked) -> Events:
    command: Advise = asked.command
    found = _dispute(asked, command.dispute)
    if found.objected_at is None or found.advised_at is not None:
        raise Malformed("nobody waits for that")
    return (e.Advised(**asked.signed(), dispute=found.number),)


# The end


def end(asked: Asked) -> Events:
    """Every prize has gone somewhere, everybody has been told."""
    state, says = asked.state, asked.says
    ending = says.integrity.ending
    cancelled = state.phase == "cancelled"
    if cancelled and state.begun and ending is not None and not state.ending_approved:
        regulator = says.parties["regulator"].title
        raise asked.refuse(f"ending it needs the approval of the {regulator}", ending.clause)
    for duty in duties(asked.rules, state):
        if duty.done_at is None:
            raise asked.refuse(f"this is still to be done: {duty.says}", duty.clause)
    for slot in state.slots if not cancelled else ():
        passes = slot.status == "refused" and state.terms.unclaimed == "next-drawn"
        if slot.status == "open" or (passes and next_drawn(state, slot) is not None):
            raise asked.refuse(f"prize {slot.prize} is neither handed over nor refused")
    winners = {(slot.prize, slot.person) for slot in state.slots}
    for claim in state.claimants if not cancelled else ():
        if (claim.prize, claim.person) not in winners:
            clause = says.denials.told.clause
            raise asked.refuse(f"{claim.person} claims prize {claim.prize} and is owed why", clause)
    return (e.Ended(**asked.signed()),)
