"""Who of the staff may see what: asked by every page and address for those who run tables."""

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import (
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
)
from litestar.handlers import BaseRouteHandler

from bythebook.house.people.people import INSPECTOR, PIT, Viewer
from bythebook.house.staff.pit_view import sees_desk
from bythebook.house.tables.live_table import LiveTable
from bythebook.web.api.tables import house_of
from bythebook.web.door.shell import viewer_of

__all__ = ["Asked", "house_of", "on_staff", "require_staff", "staff_table"]

Asked = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]


def on_staff(viewer: Viewer) -> bool:
    return bool(viewer.book_roles) or not {INSPECTOR, PIT}.isdisjoint(viewer.house_roles)


def require_staff(connection: Connection, _: BaseRouteHandler) -> None:
    """Only for people with a role at some book, for the pit and for inspectors."""
    viewer = viewer_of(connection)
    if not viewer.name or viewer.guest:
        raise NotAuthorizedException("Please log in.")
    if not on_staff(viewer):
        raise PermissionDeniedException("This is for those who run the tables.")


def staff_table(request: Asked, table: str) -> LiveTable:
    """A table, for whoever may see what goes on around it."""
    live = house_of(request).tables.get(table)
    if live is None:
        raise NotFoundException(f"There is no table {table}.")
    if not sees_desk(viewer_of(request), live.run.terms.book):
        raise PermissionDeniedException("This is for those who run this table.")
    return live
