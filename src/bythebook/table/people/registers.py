"""Powers over people, and what is kept on record: disputes, wrong payments, reports."""

import datetime
import re

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game import commands as c
from bythebook.money import format_amount
from bythebook.rulebooks.chapters.conduct import Conduct
from bythebook.rulebooks.chapters.words import Authority, Cited
from bythebook.table import events as e
from bythebook.table import orders as o
from bythebook.table.console import locked
from bythebook.table.decision import Decision
from bythebook.table.people.seats import check_box
from bythebook.table.rounds import finish_if_over, void_past
from bythebook.table.state import Dispute, PaymentError, State

STEPS = ("enquired", "identified", "attempted", "rectified", "reported")


# People


@carries_out
def void_wagers(desk: Decision, command: o.VoidWagers) -> None:
    """Only this player's unsettled wagers of the round in progress; the cards stay."""
    desk.player(command.player)
    clause = command.clause or desk.act.clause
    if clause not in (desk.act.clause, *desk.act.only):
        raise Malformed(f"wagers are not made void by {clause!r}")
    if not desk.state.in_round and desk.state.round is None:
        raise Refused(clause, "settled rounds stand")
    everything = desk.irregularities().void_wagers == "everything"
    desk.play(c.ReturnWagers(clause, command.player, settled_too=everything))
    desk.record(player=command.player)
    finish_if_over(desk)


@carries_out
def bar(desk: Decision, command: o.Bar | o.Exclude) -> None:
    """From the game, or from the casino: no more wagers; those of the round are settled, and so are
    those that a call has locked."""
    act = "bar" if isinstance(command, o.Bar) else "exclude"
    name = command.player
    if not name.strip():
        raise Malformed("say whom")
    if any(person.name == name for person in desk.state.staff):
        raise Malformed(f"{name} is on duty here")
    if act == "bar":
        desk.player(name)
    desk.record(player=name)
    if name not in desk.state.players:
        return  # kept out of the casino: the register turns them away when they come
    desk.emit(e.PlayerBarred(name, act, desk.act.clause))
    back = c.ReturnWagers(desk.act.clause, name)
    betting = desk.state.round is not None and desk.state.round.phase == "betting"
    if betting and not locked(desk.conduct, desk.state) and desk.why_not(back) is None:
        desk.play(back)


@carries_out
def invalidate(desk: Decision, command: o.Invalidate) -> None:
    """Cancel a round's outcome; whoever's fraud it was forfeits, the rest is refunded."""
    round_ = desk.state.round if desk.state.in_round else desk.state.last
    if round_ is None:
        raise Refused(desk.act.clause, "there is no round to invalidate")
    bettors = {row.player for row in round_.rows} | {w.player for w in round_.wagers}
    bettors |= {player for box in round_.boxes for player in box.originals}
    for name in command.forfeits:
        if name not in bettors:
            raise Malformed(f"{name} had no wager in that round")
    wanted = c.VoidRound(command.clause, forfeits=tuple(command.forfeits))
    if desk.state.in_round:
        desk.play(wanted)
        if desk.state.irregular:
            desk.emit(e.IrregularityResolved("void", command.clause))
    else:
        void_past(desk, wanted)
    desk.record(about=f"forfeits: {', '.join(command.forfeits) or 'nobody'}")
    finish_if_over(desk)


@carries_out
def void_last_round(desk: Decision, command: o.VoidLastRound) -> None:
    """The last round, or one further back: it was the one with the error; later ones stand."""
    if not 1 <= command.back <= len(desk.state.past):
        raise Refused(desk.act.clause, "no such round is on record")
    rule = desk.game().rules.void.get(command.clause)
    if command.back > 1 and (rule is None or rule.only != "over"):
        raise Refused(desk.act.clause, "rounds further back stand")
    fresh = command.back == 1 and not desk.state.in_round
    if rule is not None and rule.only == "over" and fresh:
        raise Refused(command.clause, "the next round has not begun: it is put right instead")
    void_past(desk, c.VoidRound(command.clause), command.back)
    desk.record(about=command.clause)


# Disputes


@carries_out
def raise_dispute(desk: Decision, command: o.RaiseDispute) -> None:
    if not command.about.strip():
        raise Malformed("say what it is about")
    desk.emit(e.DisputeRaised(command.player, command.about, desk.act.clause))
    desk.record(player=command.player, about=command.about)


@carries_out
def decide_dispute(desk: Decision, command: o.DecideDispute) -> None:
    rules = desk.conduct.disputes
    dispute = _dispute(desk.state, command.dispute)
    if dispute.decided_by is not None:
        raise Refused(rules.decided.clause, f"{dispute.decided_by.name} has decided it")
    if rules.places is None and (command.box or command.to):
        raise Malformed("a ruling here awards no place")
    if rules.places is not None:
        _check_award(desk, rules.places, command)
    _rule(desk, command.dispute, command.ruling, rules.decided.clause, False)
    if rules.places is not None:
        _award(desk, rules.places, command)


def _check_award(desk: Decision, places: Cited[str], command: o.DecideDispute) -> None:
    if not command.box or not command.to:
        raise Malformed("say whose it is, and on which box")
    check_box(desk, command.box)
    desk.player(command.to)
    if command.box in desk.state.awarded.get(places.value, {}):
        final = desk.conduct.disputes.final.clause
        raise Refused(final, f"whose it is on box {command.box} in this round has been decided")


def _award(desk: Decision, places: Cited[str], command: o.DecideDispute) -> None:
    """The place is theirs in this round: nobody else's wager stays there."""
    desk.emit(e.PlaceAwarded(places.value, command.box, command.to, places.clause))
    for wager in desk.state.round.wagers if desk.state.round is not None else ():
        there = wager.live and (wager.box, wager.kind) == (command.box, places.value)
        if there and wager.player != command.to:
            kinds = (wager.kind,)
            desk.play(c.ReturnWagers(places.clause, wager.player, wager.box, kinds))


@carries_out
def review_dispute(desk: Decision, command: o.ReviewDispute) -> None:
    """Once; who may, and at whose request, was asked with the power."""
    rules = desk.conduct.disputes
    if rules.reviewed is None:
        raise Refused(rules.final.clause, "the decision is final")
    dispute = _dispute(desk.state, command.dispute)
    clause = rules.reviewed.clause
    if dispute.decided_by is None:
        raise Refused(clause, "it must be decided first")
    if dispute.reviewed_by is not None:
        raise Refused(rules.final.clause, "it has been reviewed: that is final")
    _rule(desk, command.dispute, command.ruling, clause, True)


def _dispute(state: State, number: int) -> Dispute:
    if not 1 <= number <= len(state.disputes):
        raise Malformed(f"there is no dispute {number}")
    return state.disputes[number - 1]


def _rule(desk: Decision, number: int, ruling: str, clause: str, review: bool) -> None:
    """Every ruling says where whoever is dissatisfied may go."""
    if not ruling.strip():
        raise Malformed("a ruling says something")
    rules = desk.conduct.disputes
    desk.emit(e.DisputeDecided(number, desk.order.by, ruling, review, clause))
    player = desk.state.disputes[number - 1].player
    way = f"; told of the way to {rules.outside}" if rules.outside else ""
    desk.record(player=player, about=f"{ruling}{way}")


# Payments


@carries_out
def find_payment_error(desk: Decision, command: o.FindPaymentError) -> None:
    if not command.cents:
        raise Malformed("an error is more than nothing")
    rules = desk.conduct.payments
    if rules is None:
        clause = desk.act.clause
    elif command.suspected:
        clause = rules.suspected.clause
    else:
        clause = (rules.overpaid if command.cents > 0 else rules.underpaid).clause
    # The books have what was due: what was really handed over is more or less than that.
    booked = books_errors(desk.conduct) is not None and command.player in desk.state.players
    desk.emit(
        e.PaymentErrorFound(
            desk.at, command.player, command.cents, command.suspected, clause, booked
        )
    )
    desk.record(player=command.player, about=format_amount(abs(command.cents)))


@carries_out
def rectify(desk: Decision, command: o.Rectify) -> None:
    if not 1 <= command.error <= len(desk.state.payment_errors):
        raise Malformed(f"there is no payment error {command.error}")
    if command.how not in STEPS:
        raise Malformed(f"{command.how!r} is not one of {', '.join(STEPS)}")
    error = desk.state.payment_errors[command.error - 1]
    rules = desk.conduct.payments
    clause = desk.act.clause
    if rules is not None:
        says = {"enquired": rules.not_intended, "identified": rules.identify}
        if error.suspected:
            says |= {"attempted": rules.suspected, "rectified": rules.suspected}
        clause = says.get(command.how, rules.put_right).clause
    if command.how == "rectified" and "rectified" in error.steps:
        raise Refused(clause, "it has been put right")
    back = command.how == "rectified" and error.booked
    if back:
        desk.player(error.player)  # who must be here to hand something back, or to be paid
    desk.emit(e.PaymentErrorStep(command.error, command.how, clause, back))
    desk.record(about=f"error {command.error}: {command.how}")


def books_errors(conduct: Conduct) -> Authority | None:
    """By what a wrong payment is owed by one side until it is put right; None: it is noted."""
    rules = conduct.payments
    return rules.put_right if rules is not None else conduct.errors_booked


def is_open(conduct: Conduct, error: PaymentError) -> bool:
    """Whether somebody has still to see to it."""
    return in_breach(error) if conduct.payments is not None else "rectified" not in error.steps


def in_breach(error: PaymentError) -> bool:
    """An error that is a breach: neither cleared of intent nor put right, tried or reported."""
    acted = {"attempted", "rectified", "reported"} & set(error.steps)
    if error.suspected:
        return not (acted and "identified" in error.steps)
    return not ("enquired" in error.steps and acted)


def monthly_report(desk_state: State, over: int, month: str) -> list[PaymentError]:
    """The single errors of a month above the sum that the regulator wants to know of."""
    return [
        error
        for error in desk_state.payment_errors
        if abs(error.cents) > over and month_of(error.at) == month
    ]


def unreported(state: State, over: int, now: int) -> list[str]:
    """The months that are over and whose errors above the sum nobody has reported."""
    months = {month_of(error.at) for error in state.payment_errors if abs(error.cents) > over}
    return sorted(month for month in months - set(state.reported) if month < month_of(now))


def month_of(at: int) -> str:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).strftime("%Y-%m")


@carries_out
def report_month(desk: Decision, command: o.ReportMonth) -> None:
    """When the month is over, once: every single error above the sum, put right or not."""
    rules = desk.conduct.payments
    if rules is None:
        raise Malformed(f"{desk.rules.book.id} asks for no such report")
    clause = rules.report_over.clause
    if not re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", command.month):
        raise Malformed(f"{command.month!r} is no month like 2026-11")
    if month_of(desk.at) <= command.month:
        raise Refused(clause, "at the end of the month")
    if command.month in desk.state.reported:
        raise Refused(clause, f"{command.month} has been reported")
    found = monthly_report(desk.state, rules.report_over.value, command.month)
    desk.emit(e.MonthReported(command.month, clause))
    numbers = ", ".join(str(error.number) for error in found) or "none"
    desk.record(about=f"{command.month} to the {rules.report_to}: errors {numbers}")
