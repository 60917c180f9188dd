"""What people were told, held against what the log has: acknowledged means durable, and once.

Everything that is sent is noted before it leaves, under the id by which the log will know it. So it
is known what may be in the log at all, and what must be.
"""

from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec

from bythebook.house.log.store import Row
from bythebook.house.money import wallets as w
from tests.world.database import Database

Outcome = Literal["ack", "refused"]
OWN = ("clock:", "standing:", "revision:", "people-", "table:", "demo-")  # what the house asks


class Wrong(AssertionError):
    """A promise was broken."""


class Asked(msgspec.Struct):
    """Something that somebody wants, however often they send it."""

    id: str  # as the log has it
    by: str
    said: dict[str, Any]
    at: float  # when it was first sent
    copies: int = 0
    outcome: Outcome | None = None
    money: tuple[str, str, int] | None = None  # the event, whose wallet, how much


class Promises:
    def __init__(self, database: Database, on_ack: Callable[[Database, Asked], None]) -> None:
        self._database = database
        self._on_ack = on_ack
        self._before = set(database.commands)
        self.asked: dict[str, Asked] = {}
        self.acknowledged = self.refused = self.again = 0

    def note(self, asked: Asked) -> None:
        if asked.id:
            self.asked.setdefault(asked.id, asked).copies += 1

    def answered(self, asked: Asked, outcome: Outcome) -> None:
        """Somebody has heard what became of it."""
        if not asked.id:
            return  # it has no id: sent twice, it is asked twice
        there = asked.id in self._database.commands
        if outcome == "ack":
            self.again += asked.outcome == "ack"
            self.acknowledged += asked.outcome != "ack"
            _ensure(there, f"{asked.id} was acknowledged, and is not in the log: {asked.said}")
            if asked.outcome != "ack":
                self._on_ack(self._database, asked)
        else:
            self.refused += 1
            _ensure(asked.outcome != "ack", f"{asked.id} was acknowledged, and is refused now")
            _ensure(asked.copies > 1 or not there, f"{asked.id} was refused, and is in the log")
        asked.outcome = outcome

    def check(self) -> None:
        """The whole log against all that was said."""
        for asked in self.asked.values():
            rows = self._database.commands.get(asked.id, ())
            _ensure(bool(rows) or asked.outcome != "ack", f"{asked.id} was lost")
            if rows and asked.money is not None:
                _ensure(_moved(rows) == [asked.money], f"{asked.id} moved {_moved(rows)}")
        self._check_nothing_else()

    def _check_nothing_else(self) -> None:
        last = ""
        seen = set[str]()
        for row in self._database.rows:
            if row.command != last:
                _ensure(row.command not in seen, f"{row.command} acted twice")
                seen.add(row.command)
                last = row.command
        for id in seen - self._before - self.asked.keys():
            own = id.startswith(OWN) or "/gone-" in id
            _ensure(own, f"{id} is in the log, and nobody asked for it")


def _moved(rows: Iterable[Row]) -> list[tuple[str, str, int]]:
    """What happened to wallets."""
    return [
        (row.kind, row.stream.removeprefix("wallet/"), w.wallet_event(row.data).cents)
        for row in rows
        if row.stream.startswith("wallet/")
    ]


def _ensure(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Wrong(otherwise)
