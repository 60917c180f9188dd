"""Practice tables of one's own: opened for whoever wants to play alone, closed when they leave.

Each is a table like any other, with a stream of its own, made like a practice table that stands on
the floor. Whose it is says the log: its player's. Nobody else sees it, but those who run and
inspect tables. One that was left is closed as its book wants it and opened again for whoever comes
next: there are never more than were played at side by side, and their names stay the same.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from typing import Protocol

from msgspec.structs import replace

from bythebook.draws import Entropy
from bythebook.errors import Malformed, Refused
from bythebook.house.log.outages import outages
from bythebook.house.log.store import Unavailable
from bythebook.house.people.people import HOUSE, Viewer
from bythebook.house.tables import requests as r
from bythebook.house.tables import table_log as h
from bythebook.house.tables.live_table import Ack, LiveTable
from bythebook.house.tables.running_table import TableTransaction
from bythebook.table.orders import Person
from bythebook.table.preparing import closing_orders, opening_orders

LIMIT = "house:practice"
OF_ONE_MOST = 3  # tables of one player at once
MOST = 1_000  # of all of them
LEFT_SECONDS = 60  # a table that nobody came to, or whose closing was interrupted
GONE_SECONDS = 600  # without their page for so long, somebody has left
IDLE_SECONDS = 3_600  # where another process may have the page: without a move for so long


class NoRoom(Refused):
    """There are as many tables as the house has room for."""


class Floor(Protocol):
    """What of the house is needed."""

    tables: dict[str, LiveTable]
    alone: bool
    entropy: Entropy
    on_move: list[Callable[[LiveTable], None]]

    @property
    def now(self) -> int: ...

    async def make_table(self, terms: h.Terms, by: str) -> LiveTable: ...

    async def command(self, table: str, viewer: Viewer, asked: r.Asked) -> Ack: ...

    def move_by_house(
        self, live: LiveTable, what: str, act: Callable[[TableTransaction], None]
    ) -> Awaitable[None]: ...


def played_at(tables: Mapping[str, LiveTable], name: str) -> list[LiveTable]:
    """Where somebody plays, at tables of their own or of others: the last move first."""
    found = [live for live in tables.values() if name and name in live.run.table.players]
    return sorted(found, key=lambda live: -live.run.table.now)


class OwnTables:
    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.most = MOST
        self.of_one_most = OF_ONE_MOST
        self.closing: set[asyncio.Task[None]] = set()
        self._promised: set[str] = set()  # to somebody who is on the way
        self._played_at: set[str] = set()
        floor.on_move.append(self._see_who_left)

    # Whose they are

    def of(self, name: str) -> list[LiveTable]:
        """Somebody's own tables, the one last played at first."""
        return [live for live in played_at(self.floor.tables, name) if live.run.terms.own]

    def _all(self) -> Iterator[LiveTable]:
        return (live for live in self.floor.tables.values() if live.run.terms.own)

    def like(self, pattern: str) -> LiveTable:
        """The practice table of the floor that is to be played at alone."""
        live = self.floor.tables.get(pattern)
        if live is None or not live.run.terms.practice or live.run.terms.own:
            raise Malformed(f"there is no practice table {pattern}")
        if live.run.terms.cards != "virtual":
            raise Malformed("somebody must deal at that table")
        return live

    # Coming

    async def take(self, viewer: Viewer, pattern: str) -> LiveTable:
        """A table of one's own, with a seat and chips: the one that is running, or another."""
        like = self.like(pattern)
        mine = self.of(viewer.name)
        for live in mine:
            if _made_like(live, like):
                return live
        if len(mine) >= self.of_one_most:
            await self._make_room(viewer, mine)
        if sum(bool(live.run.table.players) for live in self._all()) >= self.most:
            raise NoRoom(LIMIT, "all practice tables are in use: join others for the moment")
        for number in count(1):
            free = await self._free(like, number)
            if free is not None and await self._sit(viewer, free):
                return free
        raise AssertionError("numbers do not end")

    async def _free(self, like: LiveTable, number: int) -> LiveTable | None:
        """The table of this number, if nobody has it and it is as it should be."""
        kind = like.id.removeprefix("practice-")
        id = f"{h.OWN}{kind}-{number}"
        live = self.floor.tables.get(id)
        if id in self._promised:
            return None
        if live is not None:
            return live if not live.run.table.players and _made_like(live, like) else None
        title = f"{like.run.terms.title} {number}"
        terms = replace(like.run.terms, id=id, title=title)
        self._promised.add(id)
        try:
            return await self.floor.make_table(terms, HOUSE)
        except Malformed:
            return None  # another process was quicker
        finally:
            self._promised.discard(id)

    async def _sit(self, viewer: Viewer, live: LiveTable) -> bool:
        """Open it and sit down; False if somebody else did."""
        self._promised.add(live.id)
        try:
            if live.run.table.phase != "open":
                await open_by_house(self.floor, live)
            boxes = live.run.terms.setup.boxes
            await self._ask(viewer, live, r.Join((boxes + 1) // 2))
        except Refused:
            table = live.run.table
            others = viewer.name not in table.players and bool(table.players)
            if others or table.phase != "open":
                return False  # somebody was quicker, by another process
            raise
        finally:
            self._promised.discard(live.id)
        return True

    async def _ask(self, viewer: Viewer, live: LiveTable, what: r.Request) -> None:
        await self.floor.command(live.id, viewer, r.Asked(self.floor.entropy(8).hex(), what))

    async def _make_room(self, viewer: Viewer, mine: list[LiveTable]) -> None:
        """Leave the table that was not played at for the longest, and is not looked at."""
        for live in reversed(mine):
            if live.between_rounds and not live.here(viewer.name):
                await self._ask(viewer, live, r.Go())
                return
        much = f"you play at {len(mine)} tables of your own already: leave one of them first"
        raise Refused(LIMIT, much)

    # Going

    def _see_who_left(self, live: LiveTable) -> None:
        """After every move: a table that its player leaves is closed."""
        if live.run.terms.own and live.run.table.players:
            self._played_at.add(live.id)
        elif live.id in self._played_at:
            self._played_at.discard(live.id)
            if _empty(live):  # another process may have closed it by now
                task = asyncio.create_task(self._close(live))
                self.closing.add(task)
                task.add_done_callback(self.closing.discard)

    async def _close(self, live: LiveTable) -> None:
        def close(move: TableTransaction) -> None:
            if _empty(live):
                for order in closing_orders(move.rules, move.run.table, of_the_house, move.at):
                    move.order(order)

        try:
            await self.floor.move_by_house(live, "close", close)
        except (Refused, Malformed) as no:  # something is owed first: it stays open for the next
            outages.tell(no, f"table {live.id} could not be closed")
        except Unavailable:
            pass  # it is looked at again

    async def sweep(self) -> None:
        """Whoever has gone has left; and what nobody came to is closed."""
        now = self.floor.now
        for live in list(self._all()):
            idle = now - live.run.table.now
            if _empty(live) and live.id not in self._promised and idle >= LEFT_SECONDS:
                await self._close(live)
            for name in self._gone(live, now, idle):
                with suppress(Refused, Malformed, Unavailable):
                    await self._ask(Viewer(name), live, r.Go())

    def _gone(self, live: LiveTable, now: int, idle: int) -> list[str]:
        if live.run.table.in_round:
            return []  # the automatic dealer plays it to the end first
        if self.floor.alone:
            return live.long_gone(now, GONE_SECONDS)
        players = [name for name in live.run.table.players if not live.here(name)]
        return players if idle >= IDLE_SECONDS else []


def _empty(live: LiveTable) -> bool:
    table = live.run.table
    return live.run.terms.own and table.phase == "open" and not table.players


def _made_like(live: LiveTable, like: LiveTable) -> bool:
    """Whether a table of one's own is still as the one on the floor is."""
    own, floor = live.run.terms, like.run.terms
    return (own.book, own.edition, own.setup, own.clocks) == (
        floor.book, floor.edition, floor.setup, floor.clocks,
    )  # fmt: skip


async def open_by_house(floor: Floor, live: LiveTable) -> None:
    """Each act by somebody of the rank that the book wants, as at any other table."""

    def open_(move: TableTransaction) -> None:
        if move.run.table.phase == "open":
            return
        setup = move.run.terms.setup
        for order in opening_orders(move.rules, move.run.table, setup, of_the_house, move.at):
            move.order(order)

    await floor.move_by_house(live, "open", open_)


def of_the_house(role: str) -> Person:
    return Person(f"{role} of the house", role)
