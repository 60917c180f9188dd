"""Linked tables and their pool side by side: what a round meant for the meters, worked out again.

A table and its pool move in one command. So the rows of the pool in a command are just those that
the rows of the table in it call for, and what a table was told of the meters is what they showed.
"""

from collections.abc import Iterator, Mapping

from bythebook.deciders import Order as PoolOrder
from bythebook.errors import ByTheBookError
from bythebook.house.activities.activity import Acted, Family
from bythebook.house.activities.pools.jackpot_link import Linked, linked_again
from bythebook.house.activities.pools.pools import NAME
from bythebook.house.tables import table_log as h
from bythebook.jackpots.commands import SealMystery
from bythebook.jackpots.state import Pool
from bythebook.rulebooks.law import Law, by_book
from bythebook.rulebooks.tables import TableRules
from bythebook.table import State as TableState
from bythebook.table.orders import Order, ReadMeters, ReturnStake


class PoolsAgain:
    """What is wrong it says in words; else None."""

    def __init__(self, families: Mapping[str, Family]) -> None:
        self.families = families
        self._linked: dict[str, Linked] = {}  # by table: those that have moved in this command
        self._to_come: dict[str, list[PoolOrder]] = {}  # by stream: what the pool is still told
        self._to_tell: dict[str, Order | None] = {}  # by table: what it is told of a draw
        self._let_be = False

    def let_be(self) -> None:
        """What is left of this command was decided before our rules were mended."""
        self._to_come, self._to_tell, self._let_be = {}, {}, True

    def laws(self, stream: str = "") -> Iterator[Law]:
        """By what the tables and pools are played that have moved in this command."""
        pool = self.families[stream].states.get(stream) if stream in self.families else None
        if isinstance(pool, Pool):
            yield pool.terms
        for linked in self._linked.values():
            yield linked.pool.terms
            yield by_book(linked.pool.terms, linked.rules.book)

    def unfinished(self) -> str | None:
        """What a command should have done besides."""
        if any(self._to_come.values()):
            return "its command did not tell the jackpot pool what happened at the table"
        untold = any(order is not None for order in self._to_tell.values())
        return "its command did not tell the table what was drawn" if untold else None

    def command_ended(self) -> None:
        self._linked, self._to_come, self._to_tell, self._let_be = {}, {}, {}, False

    def ordered(
        self,
        rules: TableRules,
        table: str,
        happening: h.Ordered,
        before: TableState,
        after: TableState,
    ) -> str | None:
        linked = self._linked.get(table) or linked_again(self.families, rules, table)
        if self._let_be:
            return None
        if linked is None:
            if isinstance(happening.order.command, ReadMeters | ReturnStake):
                return "a table without a pool was told what meters show"
            return None
        self._linked[table] = linked
        command = happening.order.command
        if isinstance(command, ReadMeters):
            return self._told(linked, happening.order, command, before)
        if isinstance(command, ReturnStake):
            due = [order.command for order in linked.wrong_stakes(before, before.now)]
            return None if command in due else "a stake went back that nobody noted as wrong"
        known = len(linked.moving.rows)
        try:
            drawn = linked.after(before, after, happening.events, happening.order.at)
        except ByTheBookError as no:
            return f"its jackpot pool would not have it: {no}"
        self._to_tell[table] = drawn
        new = [acted.order for _, acted in linked.moving.rows[known:]]
        self._to_come.setdefault(linked.stream, []).extend(new)
        return None

    def _told(
        self, linked: Linked, order: Order, command: ReadMeters, before: TableState
    ) -> str | None:
        due = self._to_tell.get(linked.table)
        if due is not None:
            self._to_tell[linked.table] = None
            return None if due.command == order.command else "another draw was told to the table"
        if command.hits or command.meters != linked.readings(before):
            return "the table was told something else than the meters showed"
        return None

    def pool_row(self, stream: str, acted: Acted) -> str | None:
        """A row of a pool: one by the meters themselves has its reason at a table."""
        by_table = acted.order.by.name == NAME and not isinstance(acted.order.command, SealMystery)
        if self._let_be or not by_table:
            return None
        expected = self._to_come.get(stream, [])
        if not expected or expected.pop(0).command != acted.order.command:
            return "nothing at its tables calls for this"
        return None
