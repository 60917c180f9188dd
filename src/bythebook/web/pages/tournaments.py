"""Tournaments for everybody: the list, a tournament, one of its tables."""

from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from bythebook.tournaments.terms.text import terms_sections
from bythebook.web.api.tables import house_of
from bythebook.web.api.tournaments import held_of, rows_of, run_of, view_for
from bythebook.web.door.shell import viewer_of
from bythebook.web.door.visits import Asked
from bythebook.web.pages.director import may_make
from bythebook.web.show.templating import page


@get("/tournaments", include_in_schema=False)
async def tournaments_page(request: Asked) -> Response[Any]:
    may = may_make(viewer_of(request))
    return page(request, "tournaments/tournaments.html", rows=rows_of(request), may_make=may)


@get("/tournaments/{tournament:str}", include_in_schema=False)
async def tournament_page(request: Asked, tournament: FromPath[str]) -> Response[Any]:
    held = held_of(request, tournament)
    view = await view_for(request, tournament)
    sections = terms_sections(held.course.terms)
    return page(request, "tournaments/tournament.html", view=view, sections=sections)


@get("/tournaments/{tournament:str}/tables/{table:str}", include_in_schema=False)
async def tournament_table_page(
    request: Asked, tournament: FromPath[str], table: FromPath[str]
) -> Response[Any]:
    run = run_of(request, tournament, table)
    house = house_of(request)
    view = house.sessions.view(f"{tournament}.{table}", viewer_of(request))
    return page(
        request,
        "tournaments/table.html",
        table=view.signs,
        number=table,
        tournament=tournament,
        final=run.session.terms.final,
        now=house.now,
    )
