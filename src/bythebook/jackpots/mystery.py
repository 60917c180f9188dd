"""Mystery jackpots: a value hidden beforehand, reached by a stake, shown and checkable afterwards.

seal n of a meter ──▶ hidden value between its least and most ──▶ the stake that reaches it wins
"""

from collections.abc import Iterable, Mapping

import msgspec

from bythebook.deciders import Event, Revealed, Sealed, carries_out, check_seed
from bythebook.draws import digest_of, drawn_between
from bythebook.errors import Malformed, Refused
from bythebook.jackpots import commands as c
from bythebook.jackpots import events as e
from bythebook.jackpots.decision import Decision
from bythebook.jackpots.evolve import evolve
from bythebook.jackpots.state import Meter, Pool
from bythebook.jackpots.terms import MICROS, MeterTerms
from bythebook.rulebooks.chapters.words import Authority

DIGEST_LENGTH = 64


def _drawn(office: Decision) -> Authority:
    if office.jackpot.drawn is None:
        raise Malformed(f"{office.rules.book.id} has no mystery jackpot")
    return office.jackpot.drawn


@carries_out
def seal(office: Decision, command: c.SealMystery) -> None:
    drawn, pool = _drawn(office), office.pool
    if not pool.terms.meter(command.meter).hidden:
        raise Malformed(f"{command.meter} has no hidden value", "meter")
    if command.meter in pool.seals:
        raise Refused(drawn.clause, f"the hidden value of {command.meter} is fixed")
    if command.number != pool.sealed + 1:
        raise Malformed(f"the next seal is number {pool.sealed + 1}", "number")
    if len(command.digest) != DIGEST_LENGTH:
        raise Malformed("a digest has 64 hexadecimal digits", "digest")
    office.emit(Sealed(command.number, command.digest, command.meter, drawn.clause))


def hidden_value(meter: MeterTerms, seed: str) -> int:
    """The cents at which the meter is won."""
    return drawn_between(seed, meter.least_cents, meter.most_cents)


def draw(
    office: Decision,
    table: str,
    number: int,
    counted: tuple[int, ...],
    before: Mapping[str, Meter],
) -> None:
    """Whether these stakes, one after the other, carry a mystery meter to its hidden value."""
    for meter in office.pool.terms.meters:
        if not meter.hidden or not counted:
            continue
        drawn, seal = _drawn(office), office.pool.seals.get(meter.name)
        if seal is None or seal.number not in office.seeds:
            raise Malformed(f"the hidden value of {meter.name} is not known", "seeds")
        seed = office.seeds[seal.number]
        check_seed(seal.digest, seed, drawn.clause)
        reached = _reached(
            before[meter.name].micros,
            office.pool.terms.each()[meter.name],
            counted,
            hidden_value(meter, seed),
        )
        if reached is None:
            continue
        box, micros = reached
        cents = micros // MICROS
        now = office.pool.meters[meter.name]
        topped_up = office.lacks(now, now.micros - cents * MICROS)
        boxes: tuple[int, ...] = (box,)
        if office.pool.terms.winners == "round":
            known = office.registration(table, number)
            boxes = tuple(entry.box for entry in known.entries if entry.status != "back")
        office.emit(
            e.MysteryHit(
                meter.name, seal.number, table, number, box, boxes, cents, topped_up, drawn.clause
            )
        )
        office.emit(Revealed(seal.number, seed, drawn.clause))


def _reached(
    start: int, each: int, counted: tuple[int, ...], hidden_cents: int
) -> tuple[int, int] | None:
    """The box whose stake reaches the value, and what the meter then holds."""
    for place, box in enumerate(counted, start=1):
        micros = start + each * place
        if micros >= hidden_cents * MICROS:
            return box, micros
    return None


# Afterwards


class Checked(msgspec.Struct, frozen=True):
    """One mystery jackpot, worked out again from what was sealed before and shown after it."""

    meter: str
    seal: int
    hidden_cents: int
    cents: int
    table: str
    round: int
    box: int


def check_mystery(events: Iterable[Event]) -> tuple[Checked, ...]:
    """Every jackpot that was hit, proved from the log alone; whatever is wrong is Malformed."""
    log = list(events)
    seeds = {event.number: event.seed for event in log if isinstance(event, Revealed)}
    checked: list[Checked] = []
    pool: Pool | None = None
    open_seals: dict[str, Sealed] = {}
    due: list[Checked] = []
    for event in log:
        if isinstance(event, Sealed):
            open_seals[event.about] = event
        elif isinstance(event, e.Registered):
            _all_told(due)
            assert pool is not None
            due = _hits_due(pool, event, open_seals, seeds)
        elif isinstance(event, e.MysteryHit):
            told = next((one for one in due if one.meter == event.meter), None)
            if told is None or _as_told(event, told) != told:
                raise Malformed(f"seal {event.seal} does not give this prize", event.meter)
            due.remove(told)
            checked.append(told)
            del open_seals[event.meter]
        pool = evolve(pool, event)
    _all_told(due)
    return tuple(checked)


def _all_told(due: list[Checked]) -> None:
    for one in due:
        raise Malformed(f"box {one.box} at {one.table} reached a hidden value unsaid", one.meter)


def _as_told(event: e.MysteryHit, due: Checked) -> Checked:
    """The event as it would have been checked: the hidden value is what the seed gives."""
    where = (event.table, event.round, event.reached_by)
    return Checked(event.meter, event.seal, due.hidden_cents, event.cents, *where)


def _hits_due(
    pool: Pool,
    event: e.Registered,
    open_seals: Mapping[str, Sealed],
    seeds: Mapping[int, str],
) -> list[Checked]:
    found = []
    for name, sealed in open_seals.items():
        seed = seeds.get(sealed.number)
        if seed is None:
            continue  # still hidden: nobody has won it
        if digest_of(seed) != sealed.digest:
            raise Malformed(f"seal {sealed.number} was opened with another seed", name)
        hidden = hidden_value(pool.terms.meter(name), seed)
        micros = pool.meters[name].micros
        for box in event.counted:
            micros += event.each[name]
            if micros >= hidden * MICROS:
                where = (event.table, event.round, box)
                found.append(Checked(name, sealed.number, hidden, micros // MICROS, *where))
                break
    return found
