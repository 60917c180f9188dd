"""Connections on which nothing was asked yet: so many of an address, and nobody waits for ever.

The server takes them in by itself, and says nothing of one before there is a request. So all that
are open are looked through every second, as the system has them: those of an address that are too
many are ended, the latest first, and one whose other end takes nothing in is given up.
"""

import asyncio
import os
import socket
from collections import Counter
from collections.abc import Callable
from typing import Any

from bythebook.web.door.limits import network_of

LOOK_SECONDS = 1.0
TAKES_NOTHING_SECONDS = 60
OPEN_FILES = "/dev/fd"  # of this process

Peer = tuple[Any, ...]  # as the system names the other end


class Connections:
    """Those of one port; `most` of an address, or as many as come."""

    def __init__(self, port: int, most: int | None) -> None:
        self._port = port
        self._most = most
        self._known: list[tuple[int, Peer]] = []  # those that were there before come first

    async def watch(self) -> None:
        while True:
            await asyncio.to_thread(self.look)
            await asyncio.sleep(LOOK_SECONDS)

    def look(self) -> None:
        there = {}
        for name in os.listdir(OPEN_FILES):
            if (peer := _other_end(int(name), self._port)) is not None:
                there[int(name), peer] = True
        known = [one for one in self._known if there.pop(one, False)]
        for file, peer in there:
            _with(file, peer, _give_up_in_time)
        self._known = [*known, *there]
        counts: Counter[str] = Counter()
        for file, peer in self._known:
            network = network_of(str(peer[0]))
            counts[network] += 1
            if self._most is not None and counts[network] > self._most:
                _with(file, peer, lambda one: one.shutdown(socket.SHUT_RDWR))


def _other_end(file: int, port: int) -> Peer | None:
    """Of an open file that is a connection to this port."""
    try:
        one = socket.socket(socket.AF_INET, socket.SOCK_STREAM, fileno=file)
    except OSError:
        return None
    try:
        here = one.getsockname()
        return one.getpeername() if isinstance(here, tuple) and here[1] == port else None
    except OSError:  # no socket, or one that is at its end
        return None
    finally:
        one.detach()  # it is the server's


def _with(file: int, peer: Peer, do: Callable[[socket.socket], None]) -> None:
    """Do something to a connection, unless the file has become another one meanwhile."""
    try:
        with socket.socket(fileno=os.dup(file)) as one:
            if one.getpeername() == peer:
                do(one)
    except OSError:
        return


def _give_up_in_time(one: socket.socket) -> None:
    """What is sent and not taken in for so long is sent in vain: the system ends it then."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        milliseconds = TAKES_NOTHING_SECONDS * 1000
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
