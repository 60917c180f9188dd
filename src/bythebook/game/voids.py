"""Wagers and rounds that are not valid: what stands, what goes back, per wager."""

from bythebook.errors import Refused, given
from bythebook.game.commands import InvalidateWagers, ReturnWagers, VoidRound
from bythebook.game.events import (
    MeterChanged,
    RoundEnded,
    RoundVoided,
    Settled,
    SettlementReversed,
    WagersInvalidated,
)
from bythebook.game.returns import end_stake, end_wager, give_back, may_return
from bythebook.game.run import AnyRun
from bythebook.game.settlement import return_insurance
from bythebook.game.side_wagers import (
    MYSTERY,
    mystery_won,
    pay_mystery,
    pay_mystery_on_top,
    reset_mysteries,
)
from bythebook.game.state import State, cards_on_layout
from bythebook.rulebooks.chapters.game import Table, Void

KEPT = ("returned", "carried")


def void_rule(rules: Table, clause: str) -> tuple[str, Void] | None:
    """The rule of a clause that voids rounds; a parent clause stands for its first part."""
    for known, rule in rules.void.items():
        part_of = "." in clause and known.startswith((clause + ".", clause + "(", clause + ":"))
        if known == clause or part_of:
            return known, rule
    return None


def may_invalidate(rules: Table, state: State, command: InvalidateWagers) -> Refused | None:
    rule = rules.wagering.invalid
    if rule is None:
        return Refused(rules.wagering.locked.clause, "this book has no invalid wagers")
    if not state.has_box(command.box):
        return Refused(rule.clause, f"there is no wager on box {command.box}")
    if state.phase != "turns" or state.due is not None:
        return Refused(rule.clause, "it takes effect when somebody is to decide")
    box = state.box(command.box)
    sides = any(w.live and (w.box, w.player) == (box.number, command.player) for w in state.wagers)
    if command.player in box.invalid or (command.player not in box.originals and not sides):
        return Refused(rule.clause, f"{command.player} has no valid wager on box {command.box}")
    return None


def invalidate(run: AnyRun, command: InvalidateWagers) -> None:
    """It is the person who may not play: whatever they have in the round is not valid."""
    assert run.rules.wagering.invalid is not None
    clause = run.rules.wagering.invalid.clause
    sides = {w.box for w in run.state.wagers if w.live and w.player == command.player}
    for box in run.state.boxes:
        there = command.player in box.originals or box.number in sides
        if there and command.player not in box.invalid:
            run.emit(WagersInvalidated(box.number, command.player, clause))
    losing_too = run.rules.wagering.invalid.losing == "returned"
    for number, row in enumerate(run.state.rows):
        # What such a wager has already been paid in this hand, nobody was entitled to.
        undone = row.result == "wins" or (losing_too and row.result == "loses")
        if undone and row.player == command.player:
            run.emit(SettlementReversed(number, clause))
            _put_back(run, row, clause)


def _put_back(run: AnyRun, row: Settled, clause: str) -> None:
    """A meter whose only winner was not valid shows again what it showed."""
    side = run.rules.side_wagers.get(row.wager)
    for line in side.lines if side is not None else ():
        others = [r for r in run.state.rows if r.line == row.line and r.wager == row.wager]
        if line.share is not None and line.name == row.line and not others:
            meter = line.share.meter
            run.emit(MeterChanged(meter, run.state.table.meters[meter], clause))


def may_void(rules: Table, state: State, command: VoidRound) -> Refused | None:
    locked = rules.wagering.locked.clause
    if state.phase == "betting" or state.voided:
        return Refused(locked, "there is no round to void")
    found = void_rule(rules, command.clause)
    if found is None:
        known = ", ".join(rules.void)
        return Refused(locked, f"clause {command.clause} does not void a round; these do: {known}")
    if command.forfeits and found[1].forfeit is None:
        return Refused(found[0], "nobody forfeits a wager by this clause")
    only = found[1].only
    if only in ("in-progress", "ran-out") and state.phase == "over":
        return Refused(found[0], "it voids a round in progress; this one is over")
    if only == "ran-out" and cards_on_layout(state) != state.exhausted:
        return Refused(found[0], "it voids a round for which not even the discards suffice")
    if only == "over" and state.phase != "over":
        return Refused(found[0], "it voids a round that is over; this one is in progress")
    return None


def void(run: AnyRun, command: VoidRound) -> None:
    found = given(void_rule(run.rules, command.clause))
    clause, rule = found
    for player in command.forfeits:
        _forfeit_live(run, player, rule)
    run.emit(RoundVoided(clause, command.forfeits))
    for number, row in enumerate(run.state.rows):
        settled = row.stage not in ("betting", "void")
        if row.player in command.forfeits and settled and rule.forfeit is not None:
            run.emit(SettlementReversed(number, rule.forfeit.clause, forfeited=True))
            _put_back(run, row, rule.forfeit.clause)
        elif row.stage != "betting" and not _stands(run.rules, rule, row):
            run.emit(SettlementReversed(number, clause, row.wager in rule.carried))
    if run.state.phase != "over":
        _settle_mysteries(run, rule)
        _return_live(run, rule, clause)
        reset_mysteries(run)
    if rule.stakes == "everything-undone":
        _restore_meters(run, clause)
    run.emit(RoundEnded(clause))


def _forfeit_live(run: AnyRun, player: str, rule: Void) -> None:
    """Whatever the one to blame still has on the layout is lost."""
    wanted = ReturnWagers(given(rule.forfeit).clause, player, forfeited=True)
    if run.state.phase != "over" and may_return(run.rules, run.state, wanted) is None:
        give_back(run, wanted)


def _stands(rules: Table, rule: Void, row: Settled) -> bool:
    """Whether a settlement already made survives the void."""
    if (row.result in KEPT and row.stake) or row.stage == "void":
        return True
    side = rules.side_wagers.get(row.wager)
    if side is not None and side.looks_at == "server":
        return True  # decided by the jackpot's server before the first card
    if row.line == MYSTERY:
        return rule.mystery
    match rule.stakes:
        case "settled-stands":
            return True
        case "payments-stand":
            return row.result == "wins" and row.stage == "interim"
        case "interim-stands":
            return row.stage == "interim"
        case _:
            return False


def _settle_mysteries(run: AnyRun, rule: Void) -> None:
    """A mystery jackpot does not depend on the cards: what the server drew is paid."""
    for wager in run.state.wagers:
        side = run.rules.side_wagers[wager.kind]
        if not wager.live or side.mystery is None:
            continue
        if side.looks_at == "server":
            pay_mystery(run, wager, side, "final")
        elif rule.mystery:
            pay_mystery_on_top(run, wager, side)


def _restore_meters(run: AnyRun, clause: str) -> None:
    for meter, reading in run.state.table.meters.items():
        if run.state.meters[meter] != reading and not mystery_won(run.state, meter):
            run.emit(MeterChanged(meter, reading, clause))


def _return_live(run: AnyRun, rule: Void, clause: str) -> None:
    """Everything still on the layout goes back, except what is carried to the next round."""
    for wager in run.state.wagers:
        if wager.live:
            end_wager(run, wager, clause, "carried" if wager.kind in rule.carried else "returned")
    for insurance in run.state.insurances:
        if insurance.live:
            return_insurance(run, insurance, clause, "void")
    for box in run.state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            for stake in hand.stakes:
                if stake.live:
                    end_stake(run, box.number, number, stake, clause)
