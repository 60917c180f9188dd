"""The streams of affairs again, from the log alone: every order decided again, every seal opened.

What an affair paid or received must stand in the wallets as well: the ledger sees to that.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from bythebook.deciders import Event, Order, Payment, Sealed
from bythebook.draws import digest_of
from bythebook.errors import ByTheBookError
from bythebook.house.activities.activity import (
    Acted,
    Family,
    Kind,
    Tables,
    TakeUpRevision,
    acted_from_json,
    kind_and_id,
)
from bythebook.house.activities.kinds import KINDS
from bythebook.house.log.store import Row
from bythebook.house.verify.revisions import Earlier, earlier, explanation, tried
from bythebook.rulebooks.law import Law, NotInstalled

BY_NAME: dict[str, Kind] = {kind.name: kind for kind in KINDS}


class ActivitiesAgain:
    """Reads rows one after the other; whatever is wrong with one is raised in words."""

    def __init__(self, tables: Tables, earlier: list[Earlier]) -> None:
        self.tables = tables
        self.families: dict[str, Family] = {}
        self.orders = 0
        self.earlier = earlier  # what would be decided otherwise by today's revision

    def family(self, stream: str) -> Family:
        root = BY_NAME[kind_and_id(stream)[0]].root_of(stream)
        return self.families.setdefault(root, Family(root))

    def read_seed(self, row: Row) -> None:
        stream = row.stream.partition("/")[2]
        if kind_and_id(stream)[0] not in BY_NAME:
            raise ValueError(f"there is nothing of the kind that {stream} should be")
        self.family(stream).load_seed(row)

    def read(self, row: Row) -> Iterator[tuple[Acted, Payment | None]]:
        """Decide an order again; gives what it moved."""
        kind = BY_NAME[kind_and_id(row.stream)[0]]
        family = self.family(row.stream)
        seeds = family.seeds.get(row.stream, {})
        written = acted_from_json(kind, row.data)
        state, acted = kind.as_today(family.states.get(row.stream), written)
        problem = kind.checked(state, acted.order, seeds)
        if problem is not None:
            raise ValueError(problem)
        revised = isinstance(acted.order.command, TakeUpRevision) and state is not None
        if revised and not kind.at_rest(state, self.tables):
            raise ValueError("its rules changed while something was half done")
        decided = tried(lambda: tuple(kind.decided(state, acted.order, seeds)))
        if not _same(kind, decided, acted, as_written=acted is written):
            self.earlier.append(_otherwise(kind, state, row, acted, decided))
        self.orders += 1
        yield acted, None
        for event in acted.events:
            if isinstance(event, Sealed):
                _check_seal(event, seeds.get(event.number))
            for payment in kind.payments(state, event):
                yield acted, payment
            state = kind.evolved(state, event)
        family.states[row.stream] = state
        family.versions[row.stream] = row.version

    def law_of(self, stream: str) -> Law | None:
        """By what an activity goes that is known."""
        state = self.family(stream).states.get(stream)
        return BY_NAME[kind_and_id(stream)[0]].law_of(state)

    def book_of(self, stream: str, order: Order) -> str:
        kind = BY_NAME[kind_and_id(stream)[0]]
        return kind.book_of(self.family(stream).states.get(stream), order.command)


def _same(
    kind: Kind, decided: tuple[Event, ...] | ByTheBookError, acted: Acted, as_written: bool
) -> bool:
    """Whether it is what was written down; of a row in an older form, what matters in it."""
    if isinstance(decided, ByTheBookError):
        return False
    return decided == acted.events or (
        not as_written and kind.gist(decided) == kind.gist(acted.events)
    )


def _otherwise(
    kind: Kind,
    state: Any,
    row: Row,
    acted: Acted,
    decided: tuple[Event, ...] | ByTheBookError,
) -> Earlier:
    """Today an order brings about something else: a fault, unless our rules were mended."""
    if isinstance(decided, NotInstalled):
        raise decided
    law = kind.law_of(state) or kind.law_in(acted.order.command)
    fault = ValueError("this order brings about something else")
    because = explanation(law, decided, fault)
    cents = None
    if not isinstance(decided, ByTheBookError):
        cents = _moved(kind, state, decided)
        for who, was in _moved(kind, state, acted.events).items():
            cents[who] = cents.get(who, 0) - was
    return earlier(row, because, acted.events, decided, cents)


def _moved(kind: Kind, state: Any, events: Sequence[Event]) -> dict[str, int]:
    """What some events give to each."""
    cents: dict[str, int] = {}
    for event in events:
        for payment in kind.payments(state, event):
            cents[payment.person] = cents.get(payment.person, 0) + payment.cents
        state = kind.evolved(state, event)
    return cents


def _check_seal(event: Sealed, seed: str | None) -> None:
    if seed is None:
        raise ValueError(f"nothing was kept behind seal {event.number}")
    if digest_of(seed) != event.digest:
        raise ValueError(f"seal {event.number} is not what was sealed")


def is_machine(stream: str, name: str) -> bool:
    return name in BY_NAME[kind_and_id(stream)[0]].machines
