"""The first thing that is wrong: how it is raised while reading, and how it is told."""

from collections.abc import Iterable

from bythebook.house.log.chain import Fault
from bythebook.house.log.store import Row
from bythebook.house.log.upcasting import UNREADABLE
from bythebook.rulebooks.law import NotInstalled


class Wrong(Exception):
    """An event that cannot be what it should be: the one being read, unless another is named."""

    def __init__(self, reason: str, row: Row | None = None) -> None:
        super().__init__(reason)
        self.row = row


class Unreadable(Fault, frozen=True):
    """Nothing can be said from here on: the rules are not here. Nobody altered anything."""


FAULTS = (Wrong, *UNREADABLE)


def fault_of(error: Exception, row: Row) -> Fault:
    """What came of reading an event."""
    if isinstance(error, NotInstalled):
        return Unreadable(row.position, row.stream, row.version, str(error))
    if isinstance(error, Wrong) and error.row is not None:
        row = error.row
    return Fault(row.position, row.stream, row.version, _reason(error))


def earliest(faults: Iterable[Fault | None]) -> Fault | None:
    """The first in the log; of two at one event, the first here."""
    return min(filter(None, faults), key=lambda fault: fault.position, default=None)


def raise_if(reason: str | None) -> None:
    if reason is not None:
        raise Wrong(reason)


def _reason(error: Exception) -> str:
    if isinstance(error, Wrong):
        return str(error)
    return f"it does not follow from what was before it: {error}"
