"""Prizes: recorded once, undone where a round was, approved, paid; several in one moment."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.game.pay_table import share_of_meter
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.decision import Decision
from bythebook.jackpots.state import Registration, Win
from bythebook.jackpots.terms import MICROS, game_of_pool
from bythebook.money import CENTS
from bythebook.rulebooks.chapters.game import MeterShare

WHOLE = 100  # percent


@carries_out
def record(office: Decision, command: c.RecordWins) -> None:
    """What a round paid from meters, as its own rows say; the meters fall by it and start again."""
    known = office.registration(command.table, command.round)
    for drawn in command.draws:
        _draw_down(office, known, command, drawn)
    clause = office.jackpot.won.clause
    standing = {(w.box, w.meters) for w in office.pool.wins_of(command.table, command.round)}
    for won in command.wins:
        entry = office.entry(known, won.box)
        counts = entry.status in ("in", "carried") or _noted(office, command, won.box)
        if entry.player != won.player or not counts:
            raise Refused(clause, f"{won.player} has no wager on box {won.box} that counts")
        if (won.box, won.meters) in standing:
            raise Refused(clause, f"that win on box {won.box} was recorded already")
        standing.add((won.box, won.meters))
        if won.cents < 0:
            raise Malformed("a prize is nothing or more", "cents")
        if not won.meters:
            raise Malformed("a prize comes from a meter", "meters")
        _check_source(office, command, won)
    if not command.wins:
        raise Malformed("nobody won", "wins")
    first = len(office.pool.wins) + 1
    office.emit(
        e.WinsRecorded(office.order.at, command.table, command.round, first, command.wins, clause)
    )
    incorrect = office.jackpot.incorrect
    for number, won in enumerate(command.wins, start=first):
        if incorrect is not None and _noted(office, command, won.box):
            office.emit(e.WinReferred(number, True, incorrect.clause))


def _noted(office: Decision, command: c.RecordWins, box: int) -> bool:
    """Whether the wager was found to be wrong before its round was over: somebody decides."""
    where = (command.table, command.round, box)
    return any((told.table, told.round, told.box) == where for told in office.pool.reports)


def _draw_down(
    office: Decision, known: Registration, command: c.RecordWins, drawn: c.Drawn
) -> None:
    meter = office.pool.meter(drawn.meter)
    if office.pool.terms.meter(drawn.meter).hidden:
        raise Malformed(f"{drawn.meter} is not won by cards", "draws")
    again = any(draw.meter == drawn.meter for draw in known.draws)
    if not again and not drawn.late and drawn.before != meter.cents:
        clause = office.jackpot.won.clause
        raise Refused(clause, f"the round was paid from another reading of {drawn.meter}")
    if not 0 <= drawn.left <= drawn.before:
        raise Malformed("a prize leaves no more than there was", "draws")
    cents = drawn.before - drawn.left
    topped_up = office.lacks(meter, meter.micros - cents * MICROS)
    clause = office.jackpot.below_minimum.clause
    office.emit(e.MeterDrawn(command.table, command.round, drawn.meter, cents, topped_up, clause))


def _check_source(office: Decision, command: c.RecordWins, won: c.Won) -> None:
    """A prize comes from what this round took of a meter."""
    known = office.registration(command.table, command.round)
    taken = {draw.meter for draw in known.draws if not draw.put_back}
    for meter in won.meters:
        office.pool.meter(meter)
        hit = known.hits.get(meter)
        if meter not in taken or (hit is not None and won.box not in hit):
            clause = office.jackpot.won.clause
            raise Refused(clause, f"box {won.box} won nothing from {meter} in that round")


@carries_out
def undo(office: Decision, command: c.UndoWins) -> None:
    """A round was put right: its wins are none, and a meter nobody won holds its prize again."""
    known = office.registration(command.table, command.round)
    clause = office.jackpot.given_back.clause
    standing = {
        (win.box, win.meters): win.number
        for win in office.pool.wins_of(command.table, command.round)
    }
    for key in command.wins:
        if key not in standing:
            meters = " and ".join(key[1])
            raise Refused(clause, f"box {key[0]} has no win from {meters} to be undone")
    numbers = tuple(standing[key] for key in command.wins)
    if numbers:
        office.emit(e.WinsUndone(numbers, command.cause, clause))
    for meter in command.restored:
        if any(meter in win.meters for win in _standing(office, command)):
            raise Refused(clause, f"somebody else won from {meter} in that round")
        if not any(draw.meter == meter and not draw.put_back for draw in known.draws):
            raise Refused(clause, f"nothing was taken of {meter} in that round")
        put_back(office, command.table, command.round, meter)
    if not numbers and not command.restored:
        raise Malformed("nothing is to be undone")


def _standing(office: Decision, command: c.UndoWins) -> list[Win]:
    return office.pool.wins_of(command.table, command.round)


def put_back(office: Decision, table: str, number: int, meter: str) -> None:
    known = office.registration(table, number)
    draws = [draw for draw in known.draws if draw.meter == meter and not draw.put_back]
    office.emit(
        e.PrizePutBack(
            table,
            number,
            meter,
            sum(draw.micros for draw in draws),
            sum(draw.topped_up for draw in draws),
            office.jackpot.given_back.clause,
        )
    )


# Approval and payment


def _waiting(office: Decision, number: int, *status: str) -> Win:
    win = office.pool.win(number)
    if win.status not in status:
        raise Refused(office.clause, f"win {number} is {win.status.replace('-', ' ')}")
    return win


@carries_out
def authorise(office: Decision, command: c.AuthoriseWin) -> None:
    win = _waiting(office, command.win, "to-authorise", "referred")
    incorrect = office.jackpot.incorrect
    if win.incorrect and incorrect is not None:
        office.check_rank(incorrect.refused_by, incorrect.clause, "a prize of a wrong wager")
    office.emit(e.WinAuthorised(win.number, office.order.by, office.clause))


@carries_out
def refer(office: Decision, command: c.ReferWin) -> None:
    win = _waiting(office, command.win, "to-authorise", "owed")
    office.emit(e.WinReferred(win.number, False, office.clause))


@carries_out
def refuse(office: Decision, command: c.RefuseWin) -> None:
    """Only where the wager was wrong, and once that has been reported; the meter gets it back."""
    win = _waiting(office, command.win, "referred", "to-authorise", "owed")
    incorrect = office.jackpot.incorrect
    if incorrect is None or not win.incorrect:
        raise Refused(office.clause, "nothing was wrong with its wager")
    where = (win.table, win.round, win.box)
    for report in office.pool.reports:
        if (report.table, report.round, report.box) == where and not report.told:
            raise Refused(incorrect.told.clause, f"the {report.to} is told first")
    office.emit(e.WinRefused(win.number, office.order.by, office.clause))
    others = office.pool.wins_of(win.table, win.round)
    for meter in win.meters:
        if not any(meter in other.meters for other in others):
            put_back(office, win.table, win.round, meter)


@carries_out
def mark_paid(office: Decision, command: c.MarkPaid) -> None:
    win = office.pool.win(command.win)
    authorised = office.jackpot.authorised
    if win.status in ("to-authorise", "referred"):
        clause = authorised.clause if authorised is not None else office.clause
        raise Refused(clause, "this prize is approved before it is paid")
    _waiting(office, command.win, "owed", "authorised")
    cents = win.top_up_cents or win.cents
    office.emit(e.WinPaid(win.number, cents, office.clause))


# Several in one moment


@carries_out
def determine_simultaneous(office: Decision, command: c.DetermineSimultaneous) -> None:
    """What each should have had, and what is owed on top; nobody hands anything in."""
    rules = office.jackpot.simultaneous
    if rules is None:
        raise Malformed(f"{office.rules.book.id} has no rule for that")
    wins = [office.pool.win(number) for number in command.wins]
    if len(set(command.wins)) != len(wins) or len(wins) < 2:
        raise Malformed("two wins or more", "wins")
    if not all(win.stands for win in wins):
        raise Refused(rules.tables.clause, "one of them does not stand")
    if len({win.table for win in wins}) < 2:
        raise Refused(rules.same_round.clause, "at one table wins of one round share anyway")
    if len({win.meters for win in wins}) != 1:
        raise Refused(rules.tables.clause, "they were won from different meters")
    if any(win.top_up_cents for win in wins):
        raise Refused(rules.tables.clause, "that has been determined for one of them")
    shares = _share_rules(office)
    shown = min(wins, key=lambda win: win.number).before
    whole = any(shares[win.line].percent == WHOLE for win in wins)
    due = []
    for win in sorted(wins, key=lambda win: win.number):
        share = shares[win.line]
        alike = sum(other.line == win.line for other in wins)
        first = share.percent == WHOLE or not whole
        meter = shown if first else share.reset_dollars * CENTS
        cents = share_of_meter(share, meter, alike)
        clause = share.shared.clause if first else rules.whole_first.clause
        due.append(e.Shared(win.number, cents, max(0, cents - win.cents), clause))
    office.emit(e.SimultaneousDetermined(tuple(due), office.order.by, rules.tables.clause))


def _share_rules(office: Decision) -> dict[str, MeterShare]:
    terms = office.pool.terms
    side = game_of_pool(office.rules, terms).rules.side_wagers[terms.wager]
    return {line.name: line.share for line in side.lines if line.share is not None}
