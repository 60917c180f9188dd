"""Tables for programs: the same views and the same commands as the pages have."""

import msgspec
from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_202_ACCEPTED, HTTP_409_CONFLICT

from bythebook.errors import Refused
from bythebook.house.consequences import Asks
from bythebook.house.service import House
from bythebook.house.tables.requests import Message, asked_from_json
from bythebook.house.tables.views import LobbyRow, TableView
from bythebook.web.door.shell import viewer_of
from bythebook.web.door.visits import Asked


class Acknowledged(msgspec.Struct, frozen=True):
    """The command is in the log for good; the table has this version now."""

    id: str
    version: int


class Waiting(msgspec.Struct, frozen=True):
    """The book wants a second person: the order waits under this number in the pit."""

    id: str
    number: int
    reason: str


class RefusedAnswer(msgspec.Struct, frozen=True):
    id: str
    clause: str
    book: str
    reason: str


class CommandAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of these; `asks`: nothing has happened yet, it is asked first whether that is meant."""

    ack: Acknowledged | None = None
    waiting: Waiting | None = None
    refused: RefusedAnswer | None = None
    asks: Asks | None = None


def house_of(request: Asked) -> House:
    house = request.app.state.house
    assert isinstance(house, House)
    return house


@get("/api/tables", tags=["tables"], summary="Every table, as the lobby shows it")
async def list_tables(request: Asked) -> tuple[LobbyRow, ...]:
    return house_of(request).lobby(viewer_of(request))


@get("/api/tables/{table:str}", tags=["tables"], summary="A table as you may see it")
async def one_table(request: Asked, table: FromPath[str]) -> TableView:
    return await house_of(request).view(table, viewer_of(request))


@post(
    "/api/tables/{table:str}/commands",
    tags=["tables"],
    summary="Give a command: acknowledged when it is durable; sent twice, it acts once",
    status_code=HTTP_200_OK,
    responses={
        HTTP_202_ACCEPTED: ResponseSpec(CommandAnswer, description="It waits for a second person"),
        HTTP_409_CONFLICT: ResponseSpec(CommandAnswer, description="Refused, by this clause"),
    },
)
async def give_command(
    request: Asked, table: FromPath[str], data: JSONBody[Message]
) -> Response[CommandAnswer]:
    house, viewer = house_of(request), viewer_of(request)
    house.table(table)  # there is one of this name
    asked = asked_from_json(msgspec.json.encode(data), viewer.name)
    try:
        ack = await house.command(table, viewer, asked)
    except Refused as no:
        book = house.table(table).run.terms.book
        refused = RefusedAnswer(asked.id, no.clause, no.book or book, no.reason)
        return Response(CommandAnswer(refused=refused), status_code=HTTP_409_CONFLICT)
    if ack.waiting:
        waiting = Waiting(asked.id, ack.waiting, ack.reason)
        return Response(CommandAnswer(waiting=waiting), status_code=HTTP_202_ACCEPTED)
    return Response(CommandAnswer(ack=Acknowledged(asked.id, ack.version)))
