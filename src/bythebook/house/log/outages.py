"""The log cannot be written or read: it is known, told to the operator, and found out to be over.

What goes wrong where nobody waits for an answer is told too, and not every second.
"""

import logging
import time
from collections.abc import Callable

from bythebook.house.log.store import Unavailable

QUIET_SECONDS = 60
GRACE_SECONDS = 15  # so long after an outage nobody's time is over: nobody could act in it

_log = logging.getLogger("bythebook.house")


def is_outage(error: object) -> bool:
    """Whether it is the log that cannot be used: not one table, nor one event of it."""
    return type(error) is Unavailable


class Outages:
    """A log that cannot be reached is one line a minute, whoever notices; what we did wrong is told
    whole, each time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._quiet_until = 0.0

    def tell(self, error: Exception, what: str) -> None:
        if not isinstance(error, Unavailable):
            _log.error("%s", what, exc_info=error)
        elif not is_outage(error):
            _log.warning("%s: %s", what, error)
        elif (now := self._clock()) >= self._quiet_until:
            self._quiet_until = now + QUIET_SECONDS
            _log.warning("the log cannot be written or read now: %s (noticed by: %s)", error, what)


outages = Outages()


class Outage:
    """Whether the log of a house is away, as whoever uses it finds out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.reason = ""  # none: it is there
        self.count = 0
        self.on_change: list[Callable[[], None]] = []
        self._clock = clock
        self._since = 0.0
        self._over: float | None = None  # when the last one ended
        self._seconds = 0.0  # all those that are over

    @property
    def seconds(self) -> float:
        """How long it was away, all in all."""
        return self._seconds + (self._clock() - self._since if self.reason else 0.0)

    @property
    def resting(self) -> bool:
        """Whether clocks stand still: while it lasts, and for a moment after it."""
        just_over = self._over is not None and self._clock() - self._over < GRACE_SECONDS
        return bool(self.reason) or just_over

    def noticed(self, error: Exception) -> None:
        if not self.reason:
            self.reason, self._since = str(error), self._clock()
            self.count += 1
            outages.tell(error, "the log itself")
            self._tell()

    def over(self) -> None:
        if self.reason:
            lasted = self._clock() - self._since
            self.reason, self._over = "", self._clock()
            self._seconds += lasted
            _log.warning("the log can be written again, after %.0f seconds", lasted)
            self._tell()

    def _tell(self) -> None:
        for told in self.on_change:
            told()
