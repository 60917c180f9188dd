"""Who of the staff may see what: asked by every page and address for those who run tables."""

from litestar.exceptions import (
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
)
from litestar.handlers import BaseRouteHandler

from bythebook.errors import Malformed
from bythebook.house.activities.tournaments.running import TableRun
from bythebook.house.activities.tournaments.tournaments import TournamentState
from bythebook.house.people.people import on_staff
from bythebook.house.staff.pit_view import sees_desk
from bythebook.house.tables.live_table import LiveTable
from bythebook.web.api.tables import house_of
from bythebook.web.door.shell import viewer_of
from bythebook.web.door.visits import Asked, Connection

__all__ = ["house_of", "on_staff", "require_staff", "staff_session", "staff_table"]


def require_staff(connection: Connection, _: BaseRouteHandler) -> None:
    """Only for people with a role at some book, for the pit and for inspectors."""
    viewer = viewer_of(connection)
    if not viewer.name or viewer.guest:
        raise NotAuthorizedException("Please log in.")
    if not on_staff(viewer):
        raise PermissionDeniedException("This is for those who run the tables.")


def staff_session(request: Asked, table: str) -> tuple[TableRun, TournamentState]:
    """A table of a tournament with it, for whoever may see what goes on around it."""
    viewer = viewer_of(request)
    try:
        run, held = house_of(request).sessions.run(table, viewer)
    except Malformed as no:
        raise NotFoundException(f"There is no table {table}.") from no
    if not sees_desk(viewer, held.course.terms.book):
        raise PermissionDeniedException("This is for those who run this table.")
    return run, held


def staff_table(request: Asked, table: str) -> LiveTable:
    """A table, for whoever may see what goes on around it."""
    live = house_of(request).tables.get(table)
    if live is None:
        raise NotFoundException(f"There is no table {table}.")
    if not sees_desk(viewer_of(request), live.run.terms.book):
        raise PermissionDeniedException("This is for those who run this table.")
    return live
