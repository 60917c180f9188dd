"""Meters put right with a second person's word; servers and sensors that fail."""

from bythebook.deciders import carries_out
from bythebook.errors import Malformed, Refused
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.decision import Decision, found
from bythebook.jackpots.terms import MICROS


@carries_out
def ask_correction(office: Decision, command: c.AskCorrection) -> None:
    meter = office.pool.meter(command.meter)
    if not command.cents:
        raise Malformed("a correction is more or less than nothing", "cents")
    if not office.order.why.strip():
        raise Refused(office.clause, "it must say why")
    _check_minimum(office, meter.name, command.cents)
    office.emit(
        e.CorrectionAsked(
            len(office.pool.corrections) + 1,
            meter.name,
            command.cents,
            office.order.by,
            office.order.why,
            office.clause,
        )
    )


@carries_out
def answer_correction(office: Decision, command: c.AnswerCorrection) -> None:
    """Another person than the one who asked."""
    found(command.number, len(office.pool.corrections), "correction")
    asked = office.pool.corrections[command.number - 1]
    if asked.answer:
        raise Refused(office.clause, f"that correction was {asked.answer}")
    if asked.by.name == office.order.by.name:
        raise Refused(office.clause, "another person approves a correction")
    if not command.approved:
        office.emit(e.CorrectionDenied(asked.number, office.clause))
        return
    _check_minimum(office, asked.meter, asked.cents)
    office.emit(
        e.MeterCorrected(
            asked.number, asked.meter, asked.cents, asked.by, office.order.by, office.clause
        )
    )


def _check_minimum(office: Decision, name: str, cents: int) -> None:
    meter = office.pool.meter(name)
    if office.lacks(meter, meter.micros + cents * MICROS):
        clause = office.jackpot.below_minimum.clause
        raise Refused(clause, f"{name} would show less than it starts from")


@carries_out
def server_failed(office: Decision, command: c.ReportServerFailure) -> None:
    """No wager is counted any more; what was won before stays won."""
    clause = office.jackpot.failing.server.clause
    if not office.pool.server:
        raise Refused(clause, "the failure is known")
    office.emit(e.ServerFailed(clause))


@carries_out
def server_back(office: Decision, command: c.ServerBack) -> None:
    if office.pool.server:
        raise Refused(office.clause, "the equipment works")
    office.emit(e.ServerRestored(office.clause))


@carries_out
def sensor_down(office: Decision, command: c.SensorDown) -> None:
    """One is enough: its table takes no such wagers; the others go on."""
    office.linked(command.table)
    if command.box < 1:
        raise Malformed("boxes are counted from 1", "box")
    if command.box in office.pool.sensors.get(command.table, ()):
        raise Refused(office.clause, "that is known")
    office.emit(e.SensorFailed(command.table, command.box, office.clause))


@carries_out
def sensor_up(office: Decision, command: c.SensorUp) -> None:
    office.linked(command.table)
    if command.box not in office.pool.sensors.get(command.table, ()):
        raise Refused(office.clause, "that sensor works")
    office.emit(e.SensorRestored(command.table, command.box, office.clause))
