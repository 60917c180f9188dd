"""How a store tells what others wrote to the log from what it wrote itself."""

import threading


class Watch:
    """Up to where the log is known here. A commit holds the lock from its beginning to its end."""

    def __init__(self, position: int) -> None:
        self.lock = threading.Lock()
        self.position = position
        self._others_wrote = False

    def committed(self, before: int, after: int) -> None:
        """Our own commit found the log at one position and left it at another."""
        self._others_wrote |= before != self.position
        self.position = after

    def look(self, position: int) -> bool:
        """The log is at this position: has anybody else written since this was last asked?"""
        wrote = self._others_wrote or position != self.position
        self.position, self._others_wrote = position, False
        return wrote
