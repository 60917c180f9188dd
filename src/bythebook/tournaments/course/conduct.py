"""Breaches, disputes, announcements: what keeps a tournament in order."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.tournaments.course import events as e
from bythebook.tournaments.course import orders as o
from bythebook.tournaments.course.decision import Decision, clause_of
from bythebook.tournaments.course.money import chips_not_given


@carries_out
def disqualify(desk: Decision, command: o.Disqualify) -> None:
    """By the finding of whoever runs it; the fee stays, chips of value are the player's."""
    course, order, refunds = desk.course, desk.rules.order, desk.rules.refunds
    desk.entrant(command.player, "in", "out")
    says = {
        "breach": order.breach,
        "deliberate": order.deliberate,
        "absent": refunds.absent or order.absence,
        "chips-added": order.chips_added,
        "chips-hidden": order.chips_hidden,
        "no-buy-in": refunds.no_buy_in,
    }[command.finding]
    clause = clause_of(says, order.breach.clause)
    back = chips_not_given(course, command.player)
    if command.refund:
        absent = command.finding == "absent" and refunds.absent is not None
        if not absent and not _conditions_return_it(desk):
            raise Refused(clause_of(refunds.disqualified, clause), "no fee goes back for this")
        back += tuple(
            paid.refund
            for paid in course.paid
            if paid.player == command.player and paid.about == "fee" and not paid.settled
        )
    desk.emit(
        e.PlayerDisqualified(
            player=command.player, finding=command.finding, refunds=back, clause=clause
        )
    )


def _conditions_return_it(desk: Decision) -> bool:
    """Whether the conditions let whoever runs it return the fee, where that is left to them."""
    says = desk.rules.refunds.disqualified
    return says is not None and says.by_conditions and desk.course.terms.conduct.disqualified_refund


@carries_out
def raise_dispute(desk: Decision, command: o.RaiseDispute) -> None:
    if not command.about.strip():
        raise Malformed("a dispute is about something", "about")
    number = len(desk.course.disputes) + 1
    clause = desk.rules.order.final_word.clause
    desk.emit(e.DisputeRaised(number, command.about, desk.order.by.name, clause))


@carries_out
def rule(desk: Decision, command: o.Rule) -> None:
    """Final within the tournament; the right to complain to an inspector is told with it."""
    found = next((one for one in desk.course.disputes if one.number == command.number), None)
    order = desk.rules.order
    if found is None:
        raise Malformed("there is no such dispute", "number")
    if found.ruling:
        raise Refused(order.final_word.clause, "it has been ruled on, and that is final")
    if not command.ruling.strip():
        raise Malformed("a ruling says something", "ruling")
    complaint = clause_of(order.complaint, "")
    desk.emit(e.DisputeRuled(command.number, command.ruling, order.final_word.clause, complaint))


@carries_out
def announce(desk: Decision, command: o.Announce) -> None:
    if not command.text.strip():
        raise Malformed("an announcement says something", "text")
    desk.emit(e.Announced(command.text, desk.rules.going.announced.clause))


@carries_out
def permit_publicity(desk: Decision, command: o.PermitPublicity) -> None:
    desk.entrant(command.player)
    desk.emit(e.PublicityPermitted(command.player, command.permits, desk.clause))


@carries_out
def advertise(desk: Decision, command: o.Advertise) -> None:
    if not desk.entrant(command.player).publicity:
        raise desk.refuse(f"{command.player} has not permitted that")
    if not command.text.strip():
        raise Malformed("an advertisement says something", "text")
    desk.emit(e.Advertised(command.player, command.text, desk.clause))
