"""Wagers that the equipment took but should not have: off the meters, noted, reported."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.counting import give_back
from bythebook.jackpots.decision import Decision, found
from bythebook.rulebooks.chapters.jackpots import Incorrect


def _rules(office: Decision) -> Incorrect:
    if office.jackpot.incorrect is None:
        raise Malformed(f"{office.rules.book.id} has no rule for wrong wagers")
    return office.jackpot.incorrect


@carries_out
def note_incorrect(office: Decision, command: c.NoteIncorrectWager) -> None:
    """Somebody finds it: the increments follow the wagers that were really accepted."""
    rules = _rules(office)
    known = office.registration(command.table, command.round)
    if office.entry(known, command.box).status not in ("in", "carried"):
        raise Refused(rules.clause, f"the wager on box {command.box} does not count any more")
    clause = rules.causes[command.cause].clause
    give_back(office, command.table, command.round, (command.box,), clause)
    note(office, command)


def note(office: Decision, command: c.NoteIncorrectWager) -> None:
    """Written down, to be reported; a prize that it won waits for a decision."""
    rules = _rules(office)
    entry = office.entry(office.registration(command.table, command.round), command.box)
    office.emit(
        e.IncorrectNoted(
            len(office.pool.reports) + 1,
            command.table,
            command.round,
            command.box,
            entry.player,
            command.cause,
            rules.told.to,
            rules.causes[command.cause].clause,
        )
    )
    for win in office.pool.wins_of(command.table, command.round):
        if win.box == command.box and win.status != "paid":
            office.emit(e.WinReferred(win.number, True, rules.clause))


@carries_out
def tell_report(office: Decision, command: c.TellReport) -> None:
    rules = _rules(office)
    found(command.number, len(office.pool.reports), "report")
    report = office.pool.reports[command.number - 1]
    if report.told:
        raise Refused(rules.told.clause, "that was reported already")
    office.emit(e.ReportTold(report.number, report.to, rules.told.clause))
