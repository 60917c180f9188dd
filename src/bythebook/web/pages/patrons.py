"""The casino's patrons: who is excluded, limited, holds vouchers or tokens; somebody's page."""

from typing import Any

from litestar import Response, get
from litestar.exceptions import NotAuthorizedException, NotFoundException, PermissionDeniedException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from bythebook.casino.state import Patron
from bythebook.house.activities.patrons.desk import (
    PatronDesk,
    PatronView,
    patron_desk,
    patron_view,
)
from bythebook.house.activities.patrons.patrons import KIND, patron_stream
from bythebook.house.people.people import Account, names_of
from bythebook.web.door.shell import viewer_of
from bythebook.web.door.staff import house_of, on_staff, require_staff
from bythebook.web.door.visits import Asked
from bythebook.web.show.templating import page

STAFF = [require_staff]


def view_of(request: Asked, name: str) -> PatronView:
    """What the casino knows of somebody, as the viewer may see it."""
    house = request.app.state.house
    state = house.affairs.state(patron_stream(name))
    patron = state if isinstance(state, Patron) else None
    return patron_view(name, patron, viewer_of(request), house.tables, house.now)


def _noted(request: Asked) -> tuple[PatronView, ...]:
    """Those about whom there is something to say, the excluded first."""
    states = house_of(request).affairs.all_of(KIND).values()
    views = [view_of(request, one.name) for one in states if isinstance(one, Patron)]
    noted = [view for view in views if view.noted]
    return tuple(sorted(noted, key=lambda view: (view.excluded is None, view.name.casefold())))


async def _account(request: Asked, name: str) -> Account:
    account = (await house_of(request).accounts.people()).find(name)
    if account is None:
        raise NotFoundException(f"There is no account {name[:60]}.")
    return account


@get("/patrons", guards=STAFF, include_in_schema=False)
async def patrons_page(request: Asked, name: FromQuery[str] = "") -> Response[Any]:
    """Everybody who is noted; `name`: somebody who is looked for."""
    people = await house_of(request).accounts.people()
    wanted = name.strip()
    account = people.find(wanted) if wanted else None
    if account is not None:
        return Redirect(f"/patrons/{account.name}", status_code=303)
    return page(
        request,
        "patrons/patrons.html",
        404 if wanted else 200,
        patrons=_noted(request),
        names=names_of(people.accounts.values()),
        wanted=wanted,
    )


@get("/patrons/{name:str}", guards=STAFF, include_in_schema=False)
async def patron_page(request: Asked, name: FromPath[str]) -> Response[Any]:
    account = await _account(request, name)
    desk = patron_desk(view_of(request, account.name), viewer_of(request))
    return page(request, "patrons/patron.html", desk=desk, view=desk.patron, account=account)


# The same as data


@get(
    "/api/patrons",
    guards=STAFF,
    tags=["patrons"],
    summary="Who is excluded, has set a loss limit, holds vouchers or tokens",
)
async def list_patrons(request: Asked) -> tuple[PatronView, ...]:
    return _noted(request)


@get(
    "/api/patrons/{name:str}",
    tags=["patrons"],
    summary="What the casino knows of somebody; of yourself, or of anybody for the staff",
)
async def one_patron(request: Asked, name: FromPath[str]) -> PatronDesk:
    viewer = viewer_of(request)
    if not viewer.name or viewer.guest:
        raise NotAuthorizedException("Please log in.")
    if not on_staff(viewer) and viewer.name.casefold() != name.casefold():
        raise PermissionDeniedException("This is for those who run the casino.")
    view = view_of(request, (await _account(request, name)).name)
    return patron_desk(view, viewer)
