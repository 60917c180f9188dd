"""Pools, tournaments and promotions for pages and programs: one way to command, one way to hear.

What somebody may see of an affair each has its own address for. The socket tells only that
something has changed: whoever hears it asks again, and is shown what is theirs to see.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from litestar import Response, get, post, websocket
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_409_CONFLICT

from bythebook.deciders import union
from bythebook.errors import Malformed, Refused
from bythebook.house.activities.activity import command_from_json
from bythebook.house.activities.service import ActivityService
from bythebook.house.activities.tournaments.own_cups import affairs_of
from bythebook.house.consequences import asked_first
from bythebook.house.service import House
from bythebook.house.tables.requests import REQUESTS
from bythebook.table.messages import COMMANDS
from bythebook.web.api.tables import (
    Acknowledged,
    CommandAnswer,
    RefusedAnswer,
    house_of,
)
from bythebook.web.door.shell import viewer_of
from bythebook.web.door.visits import Asked
from bythebook.web.live.sockets import Socket, attend, hear_pings, send_news, show_out

TEXT_LENGTH = 2000
TABLE = "table"


class ActivityMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command with an id of the sender's: sent twice, it acts once.

    `ask_first`: if it is a grave one it is not carried out, and the answer is what it would move.
    """

    id: str
    command: dict[str, Any]
    why: str = ""
    ask_first: bool = False


@get(
    "/api/commands/{kind:str}",
    tags=["affairs"],
    summary="What may be asked of a table, a patron, a pool …: each kind's commands as JSON Schema",
)
async def command_schema(request: Asked, kind: FromPath[str]) -> dict[str, Any]:
    """By their own description: the titles are the words of the forms."""
    if kind == TABLE:
        return schema_of((*COMMANDS.values(), *REQUESTS.values()))
    found = house_of(request).affairs.kinds.get(kind)
    if found is None:
        raise Malformed(f"there is nothing of the kind {kind[:20]!r}", "kind")
    commands = {**found.commands, **found.asked}
    return schema_of(commands[tag] for tag in commands if tag in found.by_people)


def schema_of(commands: Iterable[type[msgspec.Struct]]) -> dict[str, Any]:
    """One of these, as JSON Schema; cards and odds, which are values of ours, as text."""
    return msgspec.json.schema(union(commands), schema_hook=lambda _: {"type": "string"})


@post(
    "/api/affairs/{kind:str}/{affair:str}/commands",
    tags=["affairs"],
    summary="Give a command to a pool, a tournament, one of its tables, or a promotion",
    status_code=HTTP_200_OK,
    responses={HTTP_409_CONFLICT: ResponseSpec(CommandAnswer, description="Refused, by a clause")},
)
async def give_affair_command(
    request: Asked,
    kind: FromPath[str],
    affair: FromPath[str],
    data: JSONBody[ActivityMessage],
) -> Response[CommandAnswer]:
    house, viewer, stream = house_of(request), viewer_of(request), f"{kind}/{affair}"
    if not 0 < len(data.id) <= 64 or not data.id.isprintable():
        raise Malformed("an id has 1 to 64 characters", "id")
    if len(data.why) > TEXT_LENGTH:
        raise Malformed(f"at most {TEXT_LENGTH} characters", "why")
    affairs = affairs_of(house, affair.partition(".")[0])
    given = affairs.kind_of(stream).sent(data.command, viewer.name)
    try:
        if data.ask_first:
            asks = asked_first(affairs, stream, viewer, given, data.why)
            if asks is not None:
                return Response(CommandAnswer(asks=asks))
        ack = await affairs.ask(stream, viewer, given, data.id, data.why)
    except Refused as no:
        book = no.book or _book(affairs, stream, given)
        refused = RefusedAnswer(data.id, no.clause, book, no.reason)
        return Response(CommandAnswer(refused=refused), status_code=HTTP_409_CONFLICT)
    return Response(CommandAnswer(ack=Acknowledged(data.id, ack.version)))


def _book(affairs: ActivityService, stream: str, given: bytes) -> str:
    kind = affairs.kind_of(stream)
    command = command_from_json(kind, given, asked=True)
    return kind.book_of(affairs.state(stream), command)


@websocket("/affairs/{kind:str}/{affair:str}/live", include_in_schema=False)
async def affair_live(socket: Socket, kind: FromPath[str], affair: FromPath[str]) -> None:
    house: House = socket.app.state.house
    await socket.accept()
    root, affairs = f"{kind}/{affair}", affairs_of(house, affair)
    try:
        watcher = affairs.watch(root, viewer_of(socket))
    except Malformed as no:
        await show_out(socket, no)
        return
    try:
        await attend(socket, watcher, send_news(socket, watcher), hear_pings(socket, watcher))
    finally:
        affairs.unwatch(root, watcher)
