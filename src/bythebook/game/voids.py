"""Declaring a round void: what stands, what goes back, per wager."""

from bythebook.errors import Refused
from bythebook.game.commands import VoidRound
from bythebook.game.events import (
    MeterChanged,
    RoundEnded,
    RoundVoided,
    Settled,
    SettlementReversed,
)
from bythebook.game.run import AnyRun
from bythebook.game.side_wagers import pay_mystery, reset_mysteries
from bythebook.game.state import State
from bythebook.rulebooks.vocabulary import Table, Void

KEPT = ("returned", "carried")


def void_rule(rules: Table, clause: str) -> tuple[str, Void] | None:
    """The rule of a clause that voids rounds; a parent clause stands for its first part."""
    for known, rule in rules.void.items():
        if known == clause or known.startswith((clause + ".", clause + "(", clause + ":")):
            return known, rule
    return None


def may_void(rules: Table, state: State, command: VoidRound) -> Refused | None:
    if state.phase == "betting" or state.voided:
        return Refused(rules.wagering.locked.clause, "there is no round to void")
    if void_rule(rules, command.clause) is None:
        known = ", ".join(rules.void)
        return Refused(
            rules.wagering.locked.clause,
            f"clause {command.clause} does not void a round; these do: {known}",
        )
    return None


def void(run: AnyRun, command: VoidRound) -> None:
    found = void_rule(run.rules, command.clause)
    assert found is not None
    clause, rule = found
    run.emit(RoundVoided(clause))
    for number, row in enumerate(run.state.rows):
        if row.stage != "betting" and not _stands(rule, row):
            run.emit(SettlementReversed(number, clause))
    if run.state.phase != "over":
        _return_live(run, rule, clause)
        reset_mysteries(run)
    elif rule.stakes == "everything-undone":
        for meter, reading in run.state.table.meters.items():
            if run.state.meters[meter] != reading:
                run.emit(MeterChanged(meter, reading, clause))
    run.emit(RoundEnded(clause))


def _stands(rule: Void, row: Settled) -> bool:
    """Whether a settlement already made survives the void."""
    if row.result in KEPT:
        return True
    if rule.stakes == "payments-stand":
        return row.result == "wins"
    if rule.stakes == "settled-stands":
        return True
    return rule.stakes == "interim-stands" and row.stage == "interim"


def _return_live(run: AnyRun, rule: Void, clause: str) -> None:
    """Everything still on the layout goes back, except what is carried to the next round.

    A wager that a jackpot's server decides was decided before the cards, so it is settled.
    """
    for wager in run.state.wagers:
        if not wager.live:
            continue
        side = run.rules.side_wagers[wager.kind]
        if side.looks_at == "server":
            pay_mystery(run, wager, side, "final")
            continue
        carried = wager.kind in rule.carried
        chips = 0 if wager.token else wager.amount
        run.emit(
            Settled(
                wager.box, 0, wager.player, wager.kind, wager.amount,
                "carried" if carried else "returned", "", 0, 0 if carried else wager.amount,
                clause, (), "void", chips, 0 if carried else chips, token=wager.token,
            )
        )  # fmt: skip
    for insurance in run.state.insurances:
        if insurance.live:
            amount = insurance.amount
            run.emit(
                Settled(
                    insurance.box, 0, insurance.player, "insurance", amount, "returned", "", 0,
                    amount, clause, (), "void", amount, amount, on=insurance.owner,
                )
            )  # fmt: skip
    for box in run.state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            for stake in hand.stakes:
                if stake.live:
                    run.emit(
                        Settled(
                            box.number, number, stake.player, "main", stake.real, "returned", "",
                            0, stake.real, clause, (), "void", stake.chips, stake.chips,
                            token=stake.token,
                        )
                    )  # fmt: skip
