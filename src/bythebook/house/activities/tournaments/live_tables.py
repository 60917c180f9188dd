"""Tables of tournaments as pages follow them: a whole view first, and then what changes of it.

The same as `House` has for tables of its own: `watch`, `look_again`, `unwatch`, `give`. A table's
name is its stream's, CUP.STAGE.TABLE; no other table has a dot in its name.
"""

from typing import Any

from bythebook.errors import Malformed
from bythebook.house.activities.activity import kind_and_id
from bythebook.house.activities.service import ActivityService, LiveFamily
from bythebook.house.activities.tournaments.running import TableRun
from bythebook.house.activities.tournaments.table_views import SessionTableView, table_view
from bythebook.house.activities.tournaments.tables import KIND
from bythebook.house.activities.tournaments.tournaments import NAME, TABLE, TournamentState
from bythebook.house.people.people import Viewer
from bythebook.house.tables.live_table import Ack, Audience, Watcher
from bythebook.house.tables.requests import message_from_json
from bythebook.phrases import ENGLISH, Speaker

NAME_LENGTH = 100


def is_session(table: str) -> bool:
    """Whether a table of this name is one of a tournament."""
    return "." in table


class Seen(Watcher):
    """Somebody who looks on, and what was last sent."""

    view: SessionTableView | None = None


class SessionTables:
    def __init__(self, affairs: ActivityService) -> None:
        self._affairs = affairs
        self._audiences: dict[str, Audience] = {}  # by table
        affairs.on_move.append(self._moved)

    def run(self, table: str, viewer: Viewer) -> tuple[TableRun, TournamentState]:
        """A table and its tournament, for whoever may see them."""
        run = self._affairs.state(f"{TABLE}/{table[:NAME_LENGTH]}")
        held = self._affairs.state(f"{NAME}/{table[:NAME_LENGTH].partition('.')[0]}")
        if not isinstance(run, TableRun) or not isinstance(held, TournamentState):
            raise Malformed(f"there is no table {table[:NAME_LENGTH]}")
        if not self._affairs.may_see(f"{NAME}/{held.course.terms.id}", viewer):
            raise Malformed(f"there is no table {table[:NAME_LENGTH]}")
        return run, held

    def book_of(self, table: str, viewer: Viewer) -> str:
        return self.run(table, viewer)[0].session.terms.book

    def view(self, table: str, viewer: Viewer) -> SessionTableView:
        run, held = self.run(table, viewer)
        id, now = table.partition(".")[2], self._affairs.till.now
        seen_as = self._affairs.seen_as(viewer)
        return table_view(run, held, id, seen_as, now, self._version(table))

    def _version(self, table: str) -> int:
        family = self._affairs.family_of(f"{TABLE}/{table}")
        return family.versions[f"{TABLE}/{table}"] if family is not None else 0

    # Watching

    def watched(self, tournament: str) -> bool:
        """Whether somebody looks at one of its tables."""
        return any(table.partition(".")[0] == tournament for table in self._audiences)

    async def watch(self, table: str, viewer: Viewer, speaker: Speaker = ENGLISH) -> Watcher:
        watcher = Seen(viewer, speaker)
        await self.look_again(table, watcher)
        self._audiences.setdefault(table, Audience()).come(watcher)
        return watcher

    async def look_again(self, table: str, watcher: Watcher) -> None:
        assert isinstance(watcher, Seen)
        watcher.view, watcher.overrun = self.view(table, watcher.viewer), False
        watcher.tell({"view": watcher.view})

    async def unwatch(self, table: str, watcher: Watcher) -> None:
        audience = self._audiences[table]
        audience.leave(watcher)
        if not audience.watchers:
            del self._audiences[table]

    def _moved(self, family: LiveFamily) -> None:
        """Everybody is told what is others for them now."""
        for stream in family.states:
            kind, table = kind_and_id(stream)
            if kind == TABLE and table in self._audiences:
                for watcher in self._audiences[table].watchers:
                    self._tell(table, watcher)

    def _tell(self, table: str, watcher: Watcher) -> None:
        assert isinstance(watcher, Seen)
        view = self.view(table, watcher.viewer)
        changed = _changes(watcher.view, view) if watcher.view is not None else None
        if changed:
            watcher.view = view
            watcher.tell({"patch": changed})

    # Commands

    async def give(self, table: str, viewer: Viewer, text: bytes | str) -> Ack:
        """Carry out what somebody sends; returns when it is durable. Refused, it raises."""
        message = message_from_json(text)
        before, _ = self.run(table, viewer)
        given = KIND.sent(message.command, viewer.name)
        await self._affairs.ask(f"{TABLE}/{table}", viewer, given, message.id, message.why)
        after, _ = self.run(table, viewer)
        for request in after.requests:
            if request.number > before.asked and request.order.by.name == viewer.name:
                return Ack(message.id, self._version(table), request.number, request.reason)
        return Ack(message.id, self._version(table))


def _changes(before: SessionTableView, after: SessionTableView) -> dict[str, Any]:
    """The parts that are others; of boxes and lines only those that are new."""
    changed = {
        name: part
        for name in after.__struct_fields__
        if (part := getattr(after, name)) != getattr(before, name)
    }
    if "boxes" in changed and len(before.boxes) == len(after.boxes):
        pairs = zip(before.boxes, after.boxes, strict=True)
        changed["boxes"] = tuple(new for old, new in pairs if new != old)
    if "lines" in changed:
        last = before.lines[-1].number if before.lines else 0
        changed["lines"] = tuple(line for line in after.lines if line.number > last)
    return {**changed, "version": after.version} if changed else changed
