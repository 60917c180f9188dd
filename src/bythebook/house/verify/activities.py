"""The streams of affairs again, from the log alone: every order decided again, every seal opened.

What an affair paid or received must stand in the wallets as well: the ledger sees to that.
"""

from collections.abc import Iterator

from bythebook.deciders import Order, Sealed
from bythebook.draws import digest_of
from bythebook.house.activities.activity import (
    Acted,
    Family,
    Kind,
    acted_from_json,
    kind_and_id,
    root_of,
)
from bythebook.house.activities.kinds import KINDS
from bythebook.house.log.store import Row
from bythebook.house.money.ledger import Posting, affair_posting

BY_NAME: dict[str, Kind] = {kind.name: kind for kind in KINDS}


class ActivitiesAgain:
    """Reads rows one after the other; whatever is wrong with one is raised in words."""

    def __init__(self) -> None:
        self.families: dict[str, Family] = {}
        self.orders = 0

    def family(self, stream: str) -> Family:
        name, id = kind_and_id(stream)
        root = f"{BY_NAME[name].family}/{root_of(id)}"
        return self.families.setdefault(root, Family(root))

    def read_seed(self, row: Row) -> None:
        stream = row.stream.partition("/")[2]
        if kind_and_id(stream)[0] not in BY_NAME:
            raise ValueError(f"there is nothing of the kind that {stream} should be")
        self.family(stream).load_seed(row)

    def read(self, row: Row) -> Iterator[tuple[Acted, Posting | None]]:
        """Decide an order again; gives what it moved."""
        kind = BY_NAME[kind_and_id(row.stream)[0]]
        family = self.family(row.stream)
        seeds = family.seeds.get(row.stream, {})
        written = acted_from_json(kind, row.data)
        state, acted = kind.as_today(family.states.get(row.stream), written)
        problem = kind.checked(state, acted.order, seeds)
        if problem is not None:
            raise ValueError(problem)
        decided = tuple(kind.decide(state, acted.order, seeds))
        same = decided == acted.events
        if acted is not written:
            same = kind.gist(decided) == kind.gist(acted.events)
        if not same:
            raise ValueError("this order brings about something else")
        self.orders += 1
        yield acted, None
        for event in acted.events:
            if isinstance(event, Sealed):
                _check_seal(event, seeds.get(event.number))
            for payment in kind.payments(state, event):
                yield acted, affair_posting(family.id, payment, acted.order.at, row.position)
            state = kind.evolve(state, event)
        family.states[row.stream] = state
        family.versions[row.stream] = row.version

    def book_of(self, stream: str, order: Order) -> str:
        kind = BY_NAME[kind_and_id(stream)[0]]
        return kind.book_of(self.family(stream).states.get(stream), order.command)


def _check_seal(event: Sealed, seed: str | None) -> None:
    if seed is None:
        raise ValueError(f"nothing was kept behind seal {event.number}")
    if digest_of(seed) != event.digest:
        raise ValueError(f"seal {event.number} is not what was sealed")


def is_machine(stream: str, name: str) -> bool:
    return name in BY_NAME[kind_and_id(stream)[0]].machines
