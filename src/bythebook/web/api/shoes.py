"""Stacks that are over, as files that anybody can check."""

import asyncio
from collections.abc import Sequence

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from bythebook.errors import Malformed
from bythebook.house.activities.tournaments.revealing import seals_in_session, shoe_in_session
from bythebook.house.activities.tournaments.tournaments import TABLE
from bythebook.house.cards.revealing import Seal, seals_at, shoe_in
from bythebook.house.cards.shoe_files import RevealedShoe, print_shoe
from bythebook.house.log.store import Row
from bythebook.house.tables.live_table import stream_of
from bythebook.web.api.tables import house_of
from bythebook.web.door.limits import DEAR
from bythebook.web.door.shell import viewer_of
from bythebook.web.door.visits import Asked
from bythebook.web.show.templating import download


@get(
    "/api/shoes/{shoe:str}",
    tags=["shoes"],
    summary="A revealed stack: seed, order and digest, to be checked by anybody",
    opt={DEAR: True},
)
async def revealed_shoe(request: Asked, shoe: FromPath[str]) -> RevealedShoe:
    """By the table and the number of the stack: crown.3."""
    table, _, number = shoe.rpartition(".")
    if not number.isdecimal() or len(number) > 9:
        raise NotFoundException("a shoe is named by its table and its number, like crown.3")
    return await _revealed(request, table, int(number))


async def _history(request: Asked, table: str) -> tuple[bool, Sequence[Row]]:
    """Whether it is a table of a tournament, and all that happened there: to be read beside the
    thread that commits, since it is long, and anybody may ask."""
    house = house_of(request)
    session = f"{TABLE}/{table}"
    if house.own_cups.has(table.partition(".")[0]):
        if not house.own_cups.may_see(session, viewer_of(request)):
            raise NotFoundException(f"there is no table {table}")
        return True, house.own_cups.history(session)
    try:
        at_tournament = house.affairs.state(session) is not None
        if not at_tournament:
            house.table(table)
    except Malformed as no:
        raise NotFoundException(no.reason) from None
    stream = session if at_tournament else stream_of(table)
    return at_tournament, await house.committer.call(house.store.read, stream)


async def _revealed(request: Asked, table: str, number: int) -> RevealedShoe:
    at_tournament, rows = await _history(request, table)
    found = shoe_in_session if at_tournament else shoe_in
    try:
        return await asyncio.to_thread(found, rows, table, number)
    except Malformed as no:
        raise NotFoundException(no.reason) from None


async def seals_for(request: Asked, table: str) -> tuple[Seal, ...]:
    """Every stack that a table has committed to."""
    at_tournament, rows = await _history(request, table)
    return await asyncio.to_thread(seals_in_session if at_tournament else seals_at, rows)


@get(
    "/api/tables/{table:str}/seals",
    tags=["shoes"],
    summary="Every stack that a table has committed to, and whether it was opened",
    opt={DEAR: True},
)
async def seals(request: Asked, table: FromPath[str]) -> tuple[Seal, ...]:
    return await seals_for(request, table)


@get("/shoes/{table:str}/{number:int}.shoe", include_in_schema=False, opt={DEAR: True})
async def shoe_file(request: Asked, table: FromPath[str], number: FromPath[int]) -> Response[str]:
    shoe = await _revealed(request, table, number)
    return download(print_shoe(shoe), "application/json", f"{table}-{number}.shoe")


@get("/shoes/{table:str}/{number:int}", include_in_schema=False)
async def shoe_page(table: FromPath[str], number: FromPath[int]) -> Redirect:
    """The page that checks it in the browser."""
    return Redirect(f"/shoes/check?shoe={table}.{number}", status_code=303)
