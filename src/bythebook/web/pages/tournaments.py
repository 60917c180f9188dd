"""Tournaments for everybody: the list, a tournament, one of its tables."""

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect

from bythebook.errors import Malformed
from bythebook.house.activities.tournaments.own_cups import formats, on_offer, sessions_of
from bythebook.house.people.people import may_play
from bythebook.tournaments.terms.text import terms_sections
from bythebook.web.api.tables import house_of
from bythebook.web.api.tournaments import held_of, rows_of, run_of, view_for
from bythebook.web.door.limits import gate_of, network_of
from bythebook.web.door.security import address_of
from bythebook.web.door.shell import viewer_of
from bythebook.web.door.visits import Asked
from bythebook.web.pages.account import a_guest, welcome_in
from bythebook.web.pages.director import may_make
from bythebook.web.show.templating import page


@get("/tournaments", include_in_schema=False)
async def tournaments_page(request: Asked) -> Response[Any]:
    viewer = viewer_of(request)
    return page(
        request,
        "tournaments/tournaments.html",
        rows=rows_of(request),
        may_make=may_make(viewer),
        practice=[one for one in on_offer() if may_play(viewer, one.book)],
    )


@get("/tournaments/{tournament:str}", include_in_schema=False)
async def tournament_page(request: Asked, tournament: FromPath[str]) -> Response[Any]:
    held = held_of(request, tournament)
    view = await view_for(request, tournament)
    sections = terms_sections(held.course.terms)
    own = house_of(request).own_cups.has(tournament)
    return page(request, "tournaments/tournament.html", view=view, sections=sections, own=own)


@get("/tournaments/{tournament:str}/tables/{table:str}", include_in_schema=False)
async def tournament_table_page(
    request: Asked, tournament: FromPath[str], table: FromPath[str]
) -> Response[Any]:
    run = run_of(request, tournament, table)
    house, name = house_of(request), f"{tournament}.{table}"
    view = sessions_of(house, name).view(name, viewer_of(request))
    return page(
        request,
        "tournaments/table.html",
        table=view.signs,
        number=table,
        tournament=tournament,
        final=run.session.terms.final,
        own=house.own_cups.has(tournament),
        now=house.now,
    )


# Practice tournaments of one's own


class Wanted(msgspec.Struct, frozen=True):
    format: str = ""


@post("/tournaments/practice", include_in_schema=False, status_code=200)
async def play_cup(request: Asked, data: URLEncodedBody[Wanted]) -> Response[Any]:
    """To a seat in a tournament of one's own; whoever has no name yet comes as a guest."""
    if data.format not in formats():
        raise Malformed("there is no such practice tournament", "format")
    gate, own = gate_of(request.scope), house_of(request).own_cups
    own.check_room(viewer_of(request).name)  # nobody becomes a guest only to be refused
    if gate is not None:
        gate.practice(network_of(address_of(request.scope)))
    seen = None if viewer_of(request).name else await a_guest(request)
    cup = await own.take(viewer_of(request) if seen is None else seen.viewer, data.format)
    to = f"/tournaments/{cup.name}/tables/{cup.table}"
    return await welcome_in(request, seen, to) if seen else Redirect(to, status_code=303)


@post("/tournaments/practice/leave", include_in_schema=False, status_code=200)
async def leave_cup(request: Asked) -> Redirect:
    """It is gone."""
    house_of(request).own_cups.leave(viewer_of(request).name)
    return Redirect("/tournaments", status_code=303)
