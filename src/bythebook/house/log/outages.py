"""What goes wrong where nobody waits for an answer is told to the operator, not every second."""

import logging
import time
from collections.abc import Callable

from bythebook.house.log.store import Unavailable

QUIET_SECONDS = 60

_log = logging.getLogger("bythebook.house")


class Outages:
    """A log that cannot be reached is one line a minute, whoever notices; what we did wrong is told
    whole, each time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._quiet_until = 0.0

    def tell(self, error: Exception, what: str) -> None:
        if not isinstance(error, Unavailable):
            _log.error("%s", what, exc_info=error)
        elif (now := self._clock()) >= self._quiet_until:
            self._quiet_until = now + QUIET_SECONDS
            _log.warning("the log cannot be written or read now: %s (noticed by: %s)", error, what)


outages = Outages()
