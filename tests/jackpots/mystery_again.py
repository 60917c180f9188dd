"""Mystery jackpots worked out again, from what was sealed before and shown after them."""

from collections.abc import Iterable, Mapping

import msgspec

from bythebook.deciders import Event, Revealed, Sealed
from bythebook.draws import digest_of
from bythebook.errors import Malformed
from bythebook.jackpots import events as e
from bythebook.jackpots.evolve import evolve
from bythebook.jackpots.mystery import hidden_value
from bythebook.jackpots.state import Pool
from bythebook.jackpots.terms import MICROS


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
