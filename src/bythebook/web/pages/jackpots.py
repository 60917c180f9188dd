"""Jackpots: the list, a display for a screen on the floor, the desk of those who run them."""

import asyncio
from typing import Any

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath

from bythebook.errors import Malformed
from bythebook.house.activities.pools.desk import PoolDesk, pool_desk
from bythebook.house.activities.pools.form import pool_forms
from bythebook.house.activities.pools.history import Point, PoolHistory
from bythebook.house.activities.pools.pools import KIND
from bythebook.house.activities.pools.view import PoolView, pool_view
from bythebook.house.staff.pit_view import sees_desk
from bythebook.jackpots.state import Pool
from bythebook.rulebooks import all_books, find_book
from bythebook.rulebooks.chapters.jackpots import has_jackpot_rules
from bythebook.web.api.tables import house_of
from bythebook.web.door.shell import viewer_of
from bythebook.web.door.staff import require_staff
from bythebook.web.door.visits import Asked
from bythebook.web.show.templating import page

STAFF = [require_staff]


class History(msgspec.Struct, frozen=True):
    """What each meter has shown, oldest first."""

    meters: dict[str, tuple[Point, ...]]


def _pools(request: Asked) -> list[Pool]:
    states = house_of(request).affairs.all_of(KIND).values()
    return [state for state in states if isinstance(state, Pool)]


def _pool(request: Asked, pool: str) -> Pool:
    try:
        state = house_of(request).affairs.state(f"{KIND}/{pool}")
    except Malformed:
        state = None
    if not isinstance(state, Pool):
        raise NotFoundException("There is no such jackpot.")
    return state


def _desk(request: Asked, pool: str) -> PoolDesk:
    state, viewer = _pool(request, pool), viewer_of(request)
    if not sees_desk(viewer, state.terms.book):
        raise PermissionDeniedException("This is for those who run this jackpot.")
    return pool_desk(state, house_of(request).tables, viewer)


def _views(request: Asked) -> tuple[PoolView, ...]:
    tables = house_of(request).tables
    return tuple(pool_view(pool, tables) for pool in _pools(request))


# Pages


@get("/jackpots", include_in_schema=False)
async def jackpots_page(request: Asked) -> Response[Any]:
    viewer = viewer_of(request)
    run = [book for book in all_books() if _runs(book) and book in viewer.book_roles]
    return page(
        request,
        "jackpots/jackpots.html",
        pools=_views(request),
        forms=msgspec.to_builtins(pool_forms(run)),
    )


def _runs(book: str) -> bool:
    return has_jackpot_rules(find_book(book))


@get("/jackpots/{pool:str}", include_in_schema=False)
async def jackpot_display(request: Asked, pool: FromPath[str]) -> Response[Any]:
    view = pool_view(_pool(request, pool), house_of(request).tables)
    return page(
        request, "jackpots/jackpot.html", view=view, staff=sees_desk(viewer_of(request), view.book)
    )


@get("/jackpots/{pool:str}/desk", guards=STAFF, include_in_schema=False)
async def jackpot_desk(request: Asked, pool: FromPath[str]) -> Response[Any]:
    desk = _desk(request, pool)
    tables = [(table.id, table.title) for table in desk.view.tables]
    return page(
        request,
        "jackpots/desk.html",
        desk=desk,
        titles={meter.name: meter.title for meter in desk.meters},
        titles_of_tables=dict(tables),
    )


# The same as data


@get("/api/jackpots", tags=["jackpots"], summary="Every jackpot pool, as the floor sees it")
async def list_jackpots(request: Asked) -> tuple[PoolView, ...]:
    return _views(request)


@get("/api/jackpots/{pool:str}", tags=["jackpots"], summary="A jackpot pool: meters, tables, wins")
async def one_jackpot(request: Asked, pool: FromPath[str]) -> PoolView:
    return pool_view(_pool(request, pool), house_of(request).tables)


@get(
    "/api/jackpots/{pool:str}/history",
    tags=["jackpots"],
    summary="What the meters have shown over time",
)
async def jackpot_history(request: Asked, pool: FromPath[str]) -> History:
    _pool(request, pool)
    house = house_of(request)
    known: dict[str, PoolHistory] = request.app.state.setdefault("pool_histories", {})
    history = known.setdefault(pool, PoolHistory())
    async with history.lock:
        stream = f"{KIND}/{pool}"
        rows = await house.committer.call(house.store.read, stream, history.version)
        await asyncio.to_thread(history.read, rows)  # the first time, of a long log, takes a while
    return History({name: tuple(points) for name, points in history.points.items()})


@get(
    "/api/jackpots/{pool:str}/desk",
    guards=STAFF,
    tags=["jackpots"],
    summary="Everything about a pool that those who run it may see",
)
async def jackpot_desk_data(request: Asked, pool: FromPath[str]) -> PoolDesk:
    return _desk(request, pool)
