"""Wagers that count: accepted, taken off again, carried over to their table's next round; given
back by it; and those that the equipment took but should not have.
"""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.decision import Decision
from bythebook.jackpots.mystery import draw
from bythebook.jackpots.state import Pool
from bythebook.rulebooks.chapters.jackpots import Incorrect, Jackpot
from bythebook.structs import nth


def why_closed(jackpot: Jackpot, pool: Pool, table: str) -> Refused | None:
    """Why no jackpot wager is taken at a table now; None: it is."""
    if table not in pool.tables:
        return Refused(jackpot.links.own_tables.clause, f"{table} is not linked to this pool")
    if pool.phase != "open":
        return Refused(jackpot.counted.clause, "the jackpot is not open")
    if not pool.server:
        return Refused(jackpot.failing.server.clause, "the jackpot's equipment has failed")
    if pool.sensors.get(table):
        sensor = jackpot.failing.sensor or jackpot.failing.server
        boxes = ", ".join(map(str, pool.sensors[table]))
        return Refused(sensor.clause, f"a sensor does not work here: box {boxes}")
    return None


@carries_out
def register(decision: Decision, command: c.Register) -> None:
    """Every stake is counted once, in the order of the boxes; one carried over has been."""
    pool = decision.pool
    closed = why_closed(decision.jackpot, pool, command.table)
    if closed is not None:
        raise closed
    known = pool.rounds.get(command.table, ())
    if known and command.round < known[-1].round:
        raise Refused(decision.jackpot.counted.clause, "a later round was counted already")
    wagers = tuple(sorted(command.wagers, key=lambda wager: wager.box))
    if not wagers or len({wager.box for wager in wagers}) != len(wagers):
        raise Malformed("a round has one jackpot wager or more, one on a box", "wagers")
    if any(wager.box < 1 or not wager.player.strip() for wager in wagers):
        raise Malformed("a wager is somebody's, on a box", "wagers")
    same = pool.registration(command.table, command.round)
    for wager in wagers if same is not None else ():
        entry = same.entry(wager.box) if same is not None else None
        if entry is not None and entry.status != "back":
            raise Refused(decision.jackpot.counted.clause, f"box {wager.box} was counted already")
    waiting = _waiting(pool, command.table)
    counted = tuple(w.box for w in wagers if (w.box, w.player) not in waiting)
    before = pool.meters
    decision.emit(
        e.Registered(
            decision.order.at,
            command.table,
            command.round,
            wagers,
            counted,
            pool.terms.each(),
            decision.jackpot.counted.clause,
        )
    )
    draw(decision, command.table, command.round, counted, before)


def _waiting(pool: Pool, table: str) -> set[tuple[int, str]]:
    """Stakes of void rounds that stay down."""
    return {
        (entry.box, entry.player)
        for known in pool.rounds.get(table, ())
        for entry in known.entries
        if entry.status == "carried"
    }


def give_back(
    decision: Decision, table: str, number: int, boxes: tuple[int, ...], cause: str
) -> None:
    """What these stakes added comes off; what has been won with it since, the house makes up."""
    each = decision.pool.terms.each()
    topped_up = {}
    for name, micros in each.items():
        meter = decision.pool.meters[name]
        lacks = decision.lacks(meter, meter.micros - micros * len(boxes))
        if lacks:
            topped_up[name] = lacks
    decision.emit(
        e.TakenBack(
            decision.order.at,
            table,
            number,
            boxes,
            each,
            topped_up,
            cause,
            decision.jackpot.given_back.clause,
        )
    )


@carries_out
def carry_over(decision: Decision, command: c.CarryOver) -> None:
    carried = decision.jackpot.carried
    if carried is None:
        raise Malformed(f"{decision.rules.book.id} carries no wagers over")
    known = decision.registration(command.table, command.round)
    for box in command.boxes:
        if decision.entry(known, box).status != "in":
            raise Refused(carried.clause, f"the stake on box {box} does not lie there")
    decision.emit(e.CarriedOver(command.table, command.round, command.boxes, carried.clause))


# Stakes that a round gave back to their players


@carries_out
def take_back(decision: Decision, command: c.TakeBack) -> None:
    """By its round: void, failed, or found wrong, which is then noted as well."""
    known = decision.registration(command.table, command.round)
    if not command.boxes or len(set(command.boxes)) != len(command.boxes):
        raise Malformed("a stake goes back once", "boxes")
    for box in command.boxes:
        if decision.entry(known, box).status not in ("in", "carried"):
            clause = decision.jackpot.given_back.clause
            raise Refused(clause, f"the stake on box {box} does not count any more")
    give_back(decision, command.table, command.round, command.boxes, command.cause)
    incorrect = decision.jackpot.incorrect
    if incorrect is not None and command.cause in incorrect.returned_by:
        for box in command.boxes:
            cause = incorrect.returned_by[command.cause]
            note(decision, c.NoteIncorrectWager(command.table, command.round, box, cause))


# Wagers that the equipment took but should not have: off the meters, noted, reported


def _rules(decision: Decision) -> Incorrect:
    if decision.jackpot.incorrect is None:
        raise Malformed(f"{decision.rules.book.id} has no rule for wrong wagers")
    return decision.jackpot.incorrect


@carries_out
def note_incorrect(decision: Decision, command: c.NoteIncorrectWager) -> None:
    """Somebody finds it: the increments follow the wagers that were really accepted."""
    rules = _rules(decision)
    known = decision.registration(command.table, command.round)
    if decision.entry(known, command.box).status not in ("in", "carried"):
        raise Refused(rules.clause, f"the wager on box {command.box} does not count any more")
    clause = rules.causes[command.cause].clause
    give_back(decision, command.table, command.round, (command.box,), clause)
    note(decision, command)


def note(decision: Decision, command: c.NoteIncorrectWager) -> None:
    """Written down, to be reported; a prize that it won waits for a decision."""
    rules = _rules(decision)
    entry = decision.entry(decision.registration(command.table, command.round), command.box)
    decision.emit(
        e.IncorrectNoted(
            len(decision.pool.reports) + 1,
            command.table,
            command.round,
            command.box,
            entry.player,
            command.cause,
            rules.told.to,
            rules.causes[command.cause].clause,
        )
    )
    for win in decision.pool.wins_of(command.table, command.round):
        if win.box == command.box and win.status != "paid":
            decision.emit(e.WinReferred(win.number, True, rules.clause))


@carries_out
def tell_report(decision: Decision, command: c.TellReport) -> None:
    rules = _rules(decision)
    report = nth(decision.pool.reports, command.number, "report")
    if report.told:
        raise Refused(rules.told.clause, "that was reported already")
    decision.emit(e.ReportTold(report.number, report.to, rules.told.clause))
