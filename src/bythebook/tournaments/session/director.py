"""What a director does around the hands: time, breaks, counts, disputes, an early end; notes."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.table import events as t
from bythebook.table import orders as o
from bythebook.table.cards import shoe
from bythebook.table.cards.shoe import by_shoe
from bythebook.table.decision import Decision as TableDesk
from bythebook.tournaments.session import commands as c
from bythebook.tournaments.session import events as e
from bythebook.tournaments.session.decision import Desk
from bythebook.tournaments.session.ties import signal_due

LONGEST = 24 * 60 * 60
MINUTE = 60


@carries_out
def signal(desk: Desk, command: c.Signal) -> None:
    due = signal_due(desk)
    if due is None:
        raise Refused(desk.act.clause, "no signal is due")
    desk.emit(e.SignalGiven(*due))


def shuffled(desk: Desk) -> None:
    """For the first shoe, for a new one, because it was ordered, or because the cards ran out."""
    desk.check_phase("seating", "between", "betting", "playing")
    table = desk.state.table
    device = not by_shoe(table)
    wanted = desk.state.shuffle_due or device or table.shoe.status == "unshuffled"
    if not wanted and not table.in_round:
        raise Refused(desk.act.clause, "the shoe is not over")
    new = desk.state.shuffle_due and not table.in_round
    clause = desk.book.ending.length.clause

    def shuffle(at: TableDesk) -> None:
        if new and at.state.shoe.status == "ready":  # the session says that the shoe is over
            at.emit(t.ShuffleDue("other", 0, clause, True))
        shoe.shuffle(at, o.Shuffle())

    desk.at_table(shuffle)
    if new:
        desk.emit(e.ShoeBegan(desk.state.shoe + 1, clause))


@carries_out
def count_chips(desk: Desk, command: c.CountChips) -> None:
    """Chips counted by hand, against what the table says is in front of each."""
    desk.check_phase("betting", "settling", "between", "counting")
    known = {each.player: each.chips for each in desk.state.active()}
    if set(command.found) != set(known) or min(command.found.values(), default=0) < 0:
        raise Malformed("a count has the chips of everybody who is in", "found")
    desk.emit(e.ChipsCounted(known, command.found, desk.act.clause))


@carries_out
def set_time_limit(desk: Desk, command: c.SetTimeLimit) -> None:
    """Told beforehand: it holds from the next hand on, so not while wagers are being made."""
    time = desk.book.time
    if time is None:
        raise Refused(desk.book.rules_apply.clause, "this book sets no time for wagers")
    if not 0 < command.seconds <= LONGEST:
        raise Malformed("a time limit is some seconds", "seconds")
    if desk.state.phase == "betting":
        raise Refused(time.limit.clause, "players are told before the hand, not in it")
    desk.emit(e.TimeLimitSet(command.seconds, time.limit.clause))


@carries_out
def give_break(desk: Desk, command: c.GiveBreak) -> None:
    desk.check_phase("between")
    if desk.state.on_break:
        raise Refused(desk.act.clause, "there is a break already")
    if not 0 < command.minutes <= LONGEST // 60:
        raise Malformed("a break says how many minutes it lasts", "minutes")
    until = desk.at + command.minutes * MINUTE
    desk.emit(e.BreakGiven(command.minutes, desk.act.clause, until))


@carries_out
def end_break(desk: Desk, command: c.EndBreak) -> None:
    if not desk.state.on_break:
        raise Refused(desk.act.clause, "there is no break")
    away = [each.player for each in desk.state.active() if not each.seated]
    if away and desk.at < desk.state.break_until:
        reason = f"{', '.join(away)} is not back, and the time that was given is not over"
        raise Refused(desk.act.clause, reason)
    desk.emit(e.BreakEnded(desk.act.clause))


# Disputes


@carries_out
def raise_dispute(desk: Desk, command: c.RaiseDispute) -> None:
    if not command.about.strip():
        raise Malformed("a dispute says what it is about", "about")
    number = len(desk.state.disputes) + 1
    clause = desk.book.discipline.disputes.clause
    desk.emit(e.DisputeRaised(number, desk.order.by.name, command.about, clause))


@carries_out
def rule_on(desk: Desk, command: c.RuleOn) -> None:
    """The director's decision is final here; where a complaint can go is told all the same."""
    open_ = [each for each in desk.state.disputes if not each.ruling]
    if command.number not in [each.number for each in open_]:
        raise Refused(desk.act.clause, "there is no such open dispute")
    if not command.ruling.strip():
        raise Malformed("a ruling says what it is", "ruling")
    discipline = desk.book.discipline
    desk.emit(
        e.DisputeDecided(
            command.number,
            command.ruling,
            desk.order.by.name,
            f"{discipline.says} ({discipline.complaint.clause})",
            discipline.disputes.clause,
        )
    )


# An early end


@carries_out
def consent(desk: Desk, command: c.Consent) -> None:
    each = desk.whose(command.player)
    desk.check_active(each)
    agreed = desk.book.ending.agreed
    if agreed is None or not desk.terms.cash_out:
        clause = agreed.clause if agreed is not None else desk.book.ending.few_left.clause
        raise Refused(clause, "chips are not turned into money at the end of this session")
    if each.player in desk.state.consents:
        raise Refused(agreed.clause, f"{each.player} has agreed already")
    desk.emit(e.ConsentGiven(each.player, agreed.clause))


@carries_out
def end_early(desk: Desk, command: c.EndEarly) -> None:
    """Because it is known who goes on; or because everybody who is in agrees to divide."""
    desk.check_phase("between")
    ending, state = desk.book.ending, desk.state
    if state.play_off is not None:
        raise Refused(ending.few_left.clause, "those who are level play on")
    inside = [each.player for each in state.active()]
    if command.agreed:
        if ending.agreed is None or not desk.terms.cash_out:
            clause = (ending.agreed or ending.few_left).clause
            raise Refused(clause, "chips are not turned into money at the end of this session")
        waiting = [player for player in inside if player not in state.consents]
        if waiting:
            raise Refused(ending.agreed.clause, f"{', '.join(waiting)} has not agreed")
        desk.emit(e.PlayEnded("everybody agreed", ending.agreed.clause))
        return
    if ending.decided is None:
        raise Refused(ending.few_left.clause, "this book ends no session before its time")
    if desk.terms.final or len(inside) > desk.terms.advancing:
        raise Refused(ending.decided.clause, "it is not decided yet who goes on")
    desk.emit(e.PlayEnded("it is decided who goes on", ending.decided.clause))


# Notes


@carries_out
def examine_form(desk: Desk, command: c.ExamineForm) -> None:
    """Between the end of the hand and the next first card, anybody who plays may see a form."""
    secrets = desk.book.secrets
    if secrets is None or command.player not in desk.state.shown_forms:
        clause = secrets.shown.clause if secrets is not None else desk.act.clause
        raise Refused(clause, "there is no such form of the hand before")
    desk.emit(e.FormExamined(desk.order.by.name, command.player, secrets.shown.clause))


@carries_out
def note(desk: Desk, command: c.Note) -> None:
    if not command.act.strip():
        raise Malformed("a note says what was done", "act")
    if command.player:
        desk.player(command.player)
    desk.emit(
        e.Noted(
            command.act,
            desk.order.by,
            desk.at,
            command.about,
            command.player,
            desk.act.clause,
        )
    )
