"""Meters put right with a second person's word; servers and sensors that fail."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.decision import Decision
from bythebook.jackpots.terms import MICROS
from bythebook.structs import nth


@carries_out
def ask_correction(decision: Decision, command: c.AskCorrection) -> None:
    meter = decision.pool.meter(command.meter)
    if not command.cents:
        raise Malformed("a correction is more or less than nothing", "cents")
    if not decision.order.why.strip():
        raise Refused(decision.clause, "it must say why")
    _check_minimum(decision, meter.name, command.cents)
    decision.emit(
        e.CorrectionAsked(
            len(decision.pool.corrections) + 1,
            meter.name,
            command.cents,
            decision.order.by,
            decision.order.why,
            decision.clause,
        )
    )


@carries_out
def answer_correction(decision: Decision, command: c.AnswerCorrection) -> None:
    """Another person than the one who asked."""
    asked = nth(decision.pool.corrections, command.number, "correction")
    if asked.answer:
        raise Refused(decision.clause, f"that correction was {asked.answer}")
    if asked.by.name == decision.order.by.name:
        raise Refused(decision.clause, "another person approves a correction")
    if not command.approved:
        decision.emit(e.CorrectionDenied(asked.number, decision.clause))
        return
    _check_minimum(decision, asked.meter, asked.cents)
    decision.emit(
        e.MeterCorrected(
            asked.number, asked.meter, asked.cents, asked.by, decision.order.by, decision.clause
        )
    )
    told = decision.jackpot.adjusted
    if told is not None:
        number = len(decision.pool.reports) + 1
        decision.emit(e.AdjustmentNoted(number, asked.meter, asked.cents, told.to, told.clause))


def _check_minimum(decision: Decision, name: str, cents: int) -> None:
    meter = decision.pool.meter(name)
    if decision.lacks(meter, meter.micros + cents * MICROS):
        clause = decision.jackpot.below_minimum.clause
        raise Refused(clause, f"{name} would show less than it starts from")


@carries_out
def server_failed(decision: Decision, command: c.ReportServerFailure) -> None:
    """No wager is counted any more; what was won before stays won."""
    clause = decision.jackpot.failing.server.clause
    if not decision.pool.server:
        raise Refused(clause, "the failure is known")
    decision.emit(e.ServerFailed(clause))


@carries_out
def server_back(decision: Decision, command: c.ServerBack) -> None:
    if decision.pool.server:
        raise Refused(decision.clause, "the equipment works")
    decision.emit(e.ServerRestored(decision.clause))


@carries_out
def sensor_down(decision: Decision, command: c.SensorDown) -> None:
    """One is enough: its table takes no such wagers; the others go on."""
    decision.linked(command.table)
    if command.box < 1:
        raise Malformed("boxes are counted from 1", "box")
    if command.box in decision.pool.sensors.get(command.table, ()):
        raise Refused(decision.clause, "that is known")
    decision.emit(e.SensorFailed(command.table, command.box, decision.clause))


@carries_out
def sensor_up(decision: Decision, command: c.SensorUp) -> None:
    decision.linked(command.table)
    if command.box not in decision.pool.sensors.get(command.table, ()):
        raise Refused(decision.clause, "that sensor works")
    decision.emit(e.SensorRestored(command.table, command.box, decision.clause))
