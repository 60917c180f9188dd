"""Mystery jackpots: a value hidden beforehand, reached by a stake, shown and checkable afterwards.

seal n of a meter ──▶ hidden value between its least and most ──▶ the stake that reaches it wins
"""

from collections.abc import Mapping

from bythebook.deciders import Revealed, Sealed, carries_out, check_seed
from bythebook.draws import drawn_between
from bythebook.errors import Malformed, Refused
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.decision import Decision
from bythebook.jackpots.state import Meter
from bythebook.jackpots.terms import MICROS, MeterTerms
from bythebook.rulebooks.chapters.words import Authority

DIGEST_LENGTH = 64


def _drawn(decision: Decision) -> Authority:
    if decision.jackpot.drawn is None:
        raise Malformed(f"{decision.rules.book.id} has no mystery jackpot")
    return decision.jackpot.drawn


@carries_out
def seal(decision: Decision, command: c.SealMystery) -> None:
    drawn, pool = _drawn(decision), decision.pool
    if not pool.terms.meter(command.meter).hidden:
        raise Malformed(f"{command.meter} has no hidden value", "meter")
    if command.meter in pool.seals:
        raise Refused(drawn.clause, f"the hidden value of {command.meter} is fixed")
    if command.number != pool.sealed + 1:
        raise Malformed(f"the next seal is number {pool.sealed + 1}", "number")
    if len(command.digest) != DIGEST_LENGTH:
        raise Malformed("a digest has 64 hexadecimal digits", "digest")
    decision.emit(Sealed(command.number, command.digest, command.meter, drawn.clause))


def hidden_value(meter: MeterTerms, seed: str) -> int:
    """The cents at which the meter is won."""
    return drawn_between(seed, meter.least_cents, meter.most_cents)


def draw(
    decision: Decision,
    table: str,
    number: int,
    counted: tuple[int, ...],
    before: Mapping[str, Meter],
) -> None:
    """Whether these stakes, one after the other, carry a mystery meter to its hidden value."""
    for meter in decision.pool.terms.meters:
        if not meter.hidden or not counted:
            continue
        drawn, seal = _drawn(decision), decision.pool.seals.get(meter.name)
        if seal is None or seal.number not in decision.seeds:
            raise Malformed(f"the hidden value of {meter.name} is not known", "seeds")
        seed = decision.seeds[seal.number]
        check_seed(seal.digest, seed, drawn.clause)
        reached = _reached(
            before[meter.name].micros,
            decision.pool.terms.each()[meter.name],
            counted,
            hidden_value(meter, seed),
        )
        if reached is None:
            continue
        box, micros = reached
        cents = micros // MICROS
        now = decision.pool.meters[meter.name]
        topped_up = decision.lacks(now, now.micros - cents * MICROS)
        boxes: tuple[int, ...] = (box,)
        if decision.pool.terms.winners == "round":
            known = decision.registration(table, number)
            boxes = tuple(entry.box for entry in known.entries if entry.status != "back")
        decision.emit(
            e.MysteryHit(
                meter.name, seal.number, table, number, box, boxes, cents, topped_up, drawn.clause
            )
        )
        decision.emit(Revealed(seal.number, seed, drawn.clause))


def _reached(
    start: int, each: int, counted: tuple[int, ...], hidden_cents: int
) -> tuple[int, int] | None:
    """The box whose stake reaches the value, and what the meter then holds."""
    for place, box in enumerate(counted, start=1):
        micros = start + each * place
        if micros >= hidden_cents * MICROS:
            return box, micros
    return None
