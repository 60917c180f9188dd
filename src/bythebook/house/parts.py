"""What a move at a table writes beside the table's own stream: its pool, and those who played.

All of it goes into the log in one append, or none of it does (`log.commits`).
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

from bythebook.errors import Malformed, Refused
from bythebook.house.activities.patrons.patron_link import PatronLink
from bythebook.house.activities.patrons.patrons import patron_stream, turned_away
from bythebook.house.activities.pools.jackpot_link import JackpotLink, PoolTurn
from bythebook.house.activities.service import ActivityService, FamilyPart, LiveFamily, Unmoved
from bythebook.house.log.commits import Part
from bythebook.house.log.store import Append, Conflict, NewEvent, Written
from bythebook.house.log.upcasting import as_row
from bythebook.house.people.people import GUEST_PREFIX
from bythebook.house.tables.live_table import LiveTable, shoe_stream_of
from bythebook.house.tables.running_table import RunningTable, TableTransaction, in_hand
from bythebook.house.tables.table_log import encode, kind_of


class Tables(Protocol):
    """What becomes of a table once a move of it is written, or was overtaken."""

    async def after_move(self, live: LiveTable) -> None: ...

    async def catch_up(self, live: LiveTable) -> None: ...


class TablePart(Part):
    """A table as a command moves it, decided on this state at this version."""

    def __init__(
        self,
        house: Tables,
        live: LiveTable,
        move: TableTransaction,
        held_by: Refused | Malformed | None,
        before: RunningTable,
        version: int,
    ) -> None:
        self.move = move
        self.held_by = held_by
        self._house = house
        self._live = live
        self._before = before
        self._version = version

    def appends(self) -> Iterable[Append]:
        move, live = self.move, self._live
        if move.secrets:  # first, so that whoever reads on knows what lies behind the seals
            sealed = tuple(NewEvent("StackSecret", encode(secret)) for secret in move.secrets)
            yield Append(shoe_stream_of(live.id), self._before.stacks, sealed)
        events = tuple(NewEvent(kind_of(one), as_row(one)) for one in move.happened)
        yield Append(live.stream, self._version, events)

    async def written(self) -> None:
        self._live.moved(self.move, self.held_by)
        await self._house.after_move(self._live)

    async def behind(self, outcome: Written | Conflict) -> None:
        await self._house.catch_up(self._live)


class PoolPart(FamilyPart):
    """The pool that a table is linked to: it moves with the table or neither does."""

    def __init__(self, affairs: ActivityService, pool: JackpotLink, turn: PoolTurn) -> None:
        super().__init__(affairs, pool.family, pool.moving)
        self._turn = turn

    async def written(self) -> None:
        await super().written()
        self._turn.give_up()


def moved_pool(move: TableTransaction) -> JackpotLink | None:
    """The pool, if this move has moved it."""
    return move.pool if isinstance(move.pool, JackpotLink) and move.pool.moving.rows else None


def moved_patrons(move: TableTransaction) -> bool:
    return isinstance(move.patrons, PatronLink) and bool(move.patrons.moved)


def opens(live: LiveTable, move: TableTransaction) -> bool:
    """Whether a table that was closed is open by this."""
    return live.run.table.phase != "open" and move.run.table.phase == "open"


def patron_parts(affairs: ActivityService, move: TableTransaction) -> Iterator[Part]:
    """Those who played as the move leaves them; and that all the others are still as they were."""
    link = move.patrons
    if not isinstance(link, PatronLink):
        return
    for moving in link.moved:
        assert isinstance(moving.family, LiveFamily)
        yield FamilyPart(affairs, moving.family, moving)
    for family, stream, version in link.relied_on():
        assert isinstance(family, LiveFamily)
        yield Unmoved(affairs, family, stream, version)


def let_in(affairs: ActivityService, name: str) -> Iterator[Part]:
    """That somebody is not kept out, by what is known here; and that it is still so."""
    family, stream = affairs.patron(name), patron_stream(name)
    if (no := turned_away(family.states.get(stream))) is not None:
        raise no
    yield Unmoved(affairs, family, stream, family.versions.get(stream, 0))


def to_send_away(affairs: ActivityService, live: LiveTable) -> list[str]:
    """Whom the casino keeps out, with a seat or chips here. They have no way to ask for anything:
    they are got up, and their chips go to the wallet, from which the cage pays."""
    run = live.run
    return [
        name
        for name in dict.fromkeys((*run.table.players, *run.bought))
        if turned_away(affairs.patron(name).states.get(patron_stream(name))) is not None
        and (name in run.table.players or in_hand(run, name))
    ]


def gone_guests(live: LiveTable, now: int, seconds: int) -> list[str]:
    """Guests at a practice table whose boxes are for who comes next. Who is connected to another
    process is not known: with several, nobody is taken for gone."""
    if not live.run.terms.practice or live.run.terms.own or live.run.table.in_round:
        return []  # from their own tables they are swept with them
    return [name for name in live.long_gone(now, seconds) if name.startswith(GUEST_PREFIX)]


def unmoved(affairs: ActivityService, kind: str) -> Iterator[Part]:
    """That every activity of a kind is still as it was when a move was judged by it."""
    for stream in affairs.all_of(kind):
        family = affairs.family_of(stream)
        if family is not None:
            yield Unmoved(affairs, family, stream, family.versions[stream])
