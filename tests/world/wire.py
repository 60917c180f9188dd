"""A wire to PostgreSQL that is cut at any byte, either way: what was asked may never arrive, or be
done without anybody hearing of it.

The server and the store are real. Between them stands a proxy, which gives each connection so many
bytes, drawn for it, and then cuts it: in the middle of a message, between a request and its answer,
or when nobody says anything.
"""

import random
import selectors
import socket
import struct
import threading
from collections import Counter
from contextlib import closing, suppress
from urllib.parse import parse_qs, urlsplit

from bythebook.errors import Malformed
from bythebook.house.log.postgres import PostgresStore
from bythebook.house.log.store import Store, Unavailable
from tests.world.writers import Writers

BYTES = (0, 300, 3_000, 8_000, 30_000)  # about so many, until it is cut
RESET = struct.pack("ii", 1, 0)  # closed without a word


class Wire:
    """Listens on this machine, and passes on what comes until it is cut."""

    def __init__(self, database: str, chance: random.Random) -> None:
        place = parse_qs(urlsplit(database).query)
        self._server = f"{place['host'][0]}/.s.PGSQL.{place.get('port', ['5432'])[0]}"
        self._chance = chance
        self._door = socket.create_server(("127.0.0.1", 0))
        self.had: Counter[str] = Counter()
        self.calm = False  # from now on nothing is cut
        bare, port = database.partition("?")[0], self._door.getsockname()[1]
        plain = "sslmode=disable&gssencmode=disable"
        self.database = f"{bare}?host=127.0.0.1&port={port}&{plain}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    def _accept(self) -> None:
        with suppress(OSError):  # until the door is shut
            while True:
                client, _ = self._door.accept()
                left = (
                    None if self.calm else self._chance.choice(BYTES) + self._chance.randrange(900)
                )
                threading.Thread(target=self._pass_on, args=(client, left), daemon=True).start()

    def _pass_on(self, client: socket.socket, left: int | None) -> None:
        server = socket.socket(socket.AF_UNIX)
        with client, server, suppress(OSError), selectors.DefaultSelector() as ready:
            server.connect(self._server)
            ready.register(client, selectors.EVENT_READ, server)
            ready.register(server, selectors.EVENT_READ, client)
            while True:
                for key, _ in ready.select():
                    source, other = key.fileobj, key.data
                    assert isinstance(source, socket.socket)
                    said = source.recv(65536)
                    other.sendall(said if left is None else said[:left])
                    if not said:
                        return
                    if left is not None and (left := left - len(said)) <= 0:
                        self.had[
                            "cut on the way there" if source is client else "cut on the way back"
                        ] += 1
                        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                        return


def write_over(database: str, seed: int, turns: int = 60) -> Counter[str]:
    """Two processes write by wires that are cut, a third undisturbed: nothing is lost, or twice."""
    chance = random.Random(f"wire {seed}")
    writers = Writers(chance, late=True)
    with (
        closing(Wire(database, random.Random(f"cuts {seed}"))) as wire,
        closing(PostgresStore(database)) as beside,
    ):
        stores: list[Store | None] = [None, None]
        for _ in range(turns):
            number = chance.randrange(3)
            store = beside if number == 2 else stores[number]
            try:
                if store is None:
                    stores[number] = store = PostgresStore(wire.database)
                writers.act(store)
            except (Unavailable, Malformed):
                writers.had["no answer"] += 1
        for store in filter(None, stores):
            store.close()
        writers.look(beside)
        return writers.had + wire.had
