"""A table's side of the jackpot pool that it is linked to: what its rounds mean for the meters."""

from bythebook.house.affairs import Moving
from bythebook.house.attending import Attending, LiveFamily
from bythebook.table import State as TableState
from bythebook.table import events as e
from bythebook.table.orders import Order


class PoolSide:
    def __init__(self, family: LiveFamily, moving: Moving) -> None:
        self.family = family
        self.moving = moving
        self._version = family.version

    @property
    def overtaken(self) -> bool:
        """Whether the pool has moved since this was worked out."""
        return self.family.version != self._version

    def fork(self) -> "PoolSide":
        return self

    def read_first(self, table: TableState, events: tuple[e.AnyEvent, ...]) -> Order | None:
        return None

    def after(
        self, before: TableState, after: TableState, events: tuple[e.AnyEvent, ...], at: int
    ) -> Order | None:
        return None


def pool_side(affairs: Attending, table: str, at: int) -> PoolSide | None:
    """The pool that a table is linked to, as it is now."""
    return None
