"""Processes that write to a log: to be killed, or to compete with each other."""

import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess

from bythebook.house.log.choosing import open_store
from bythebook.house.log.sqlite import SqliteStore
from bythebook.house.log.store import Append, Conflict, NewEvent, Write, Written
from tests.house.log.stores import Place, check_store, write

PROCESSES = multiprocessing.get_context("forkserver")
# Everything is imported once: a process is then there in a few milliseconds.
PROCESSES.set_forkserver_preload([__name__])

Work = Callable[[Place, str, Connection], None]


def start(work: Work, place: Place, name: str) -> tuple[ForkServerProcess, Connection]:
    """A process that does this work on the log at this place, and the line on which it reports."""
    ours, theirs = PROCESSES.Pipe()
    fresh = Place(place.data, place.database)
    process = PROCESSES.Process(target=work, args=(fresh, name, theirs), daemon=True)
    process.start()
    theirs.close()
    return process, ours


def write_until_killed(place: Place, name: str, line: Connection) -> None:
    """Write one command after the other, each two events in two streams; report what is in."""
    store = open_store(place.data, place.database)
    version = 0
    while True:
        both = tuple(
            Append(f"{name} {part}", version, (NewEvent("Said", b"x" * 100),)) for part in "ab"
        )
        command = f"{name}-{version}"
        [outcome] = store.commit([Write(command, b"{}", both)])
        assert isinstance(outcome, Written)
        line.send(command)
        version += 1


def count_up(place: Place, name: str, line: Connection) -> None:
    """Say a hundred things in a stream that others write to as well: read, decide, try again."""
    store = open_store(place.data, place.database)
    line.send("ready")
    line.recv()
    conflicts = version = 0
    for number in range(100):
        while isinstance(
            outcome := store.commit([write(f"{name}-{number}", "shared", version, name)])[0],
            Conflict,
        ):
            conflicts += 1
            version = outcome.versions["shared"]
        version = outcome.rows[-1].version
    line.send(conflicts)
    store.close()


def open_first(place: Place, name: str, line: Connection) -> None:
    """Open a log that is not there yet, at the same time as others; write one event."""
    line.recv()
    store = open_store(place.data, place.database)
    store.commit([write(name, name, 0, name)])
    line.send(check_store(store) is None)
    store.close()


def read_as_somebody(place: Place, name: str, line: Connection) -> None:
    """Check a log as a user who may not write where it lies."""
    assert place.data is not None
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    store = SqliteStore(place.data, read_only=True)
    line.send((store.head().position, check_store(store)))
    store.close()
