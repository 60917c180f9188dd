"""The lobby, and a table as a player sees it.

A table's page holds only what stands at the table; everything that moves comes over its socket.
"""

from functools import partial
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.exceptions import (
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
)
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect

from bythebook.errors import Malformed
from bythebook.house.activities.tournaments.own_cups import on_offer
from bythebook.house.heads.round_proofs import Unsigned, print_proof, prove_round
from bythebook.house.own_tables import NoRoom
from bythebook.house.people.people import INSPECTOR, Viewer, may_play
from bythebook.house.staff.archive import Sought
from bythebook.house.tables.live_table import LiveTable
from bythebook.house.tables.sign_board import sign_board
from bythebook.house.tables.views import LobbyRow
from bythebook.web.api.heads import heads_of
from bythebook.web.door.limits import gate_of, network_of
from bythebook.web.door.security import address_of
from bythebook.web.door.shell import require
from bythebook.web.door.staff import house_of
from bythebook.web.door.visits import Asked, visit_of
from bythebook.web.pages.account import a_guest, welcome_in
from bythebook.web.pages.inspector import read_archive
from bythebook.web.settings import Settings
from bythebook.web.show.navigation import tables_of
from bythebook.web.show.templating import download, page

ROUNDS_SHOWN = 50


class GameOnOffer(msgspec.Struct, frozen=True):
    """A game of the house with its tables: practice first, as a newcomer needs it."""

    title: str
    book: str
    place: str
    tables: tuple[LobbyRow, ...]


class OwnTable(msgspec.Struct, frozen=True):
    table: str = ""  # the practice table that one's own is like


def games_on_offer(tables: tuple[LobbyRow, ...]) -> tuple[GameOnOffer, ...]:
    """The tables by game, each game where its first table stands. Games of one name in several
    books are told apart by the place that deals them."""
    by_game: dict[tuple[str, str], list[LobbyRow]] = {}
    for table in tables:
        by_game.setdefault((table.book, table.game), []).append(table)
    return tuple(
        GameOnOffer(
            title=found[0].game_title,
            book=found[0].book,
            place=found[0].place,
            tables=tuple(sorted(found, key=lambda table: not table.practice)),
        )
        for found in by_game.values()
    )


def _lobby(request: Asked) -> tuple[LobbyRow, ...]:
    found: tuple[LobbyRow, ...] = request.app.state.house.lobby(visit_of(request).viewer)
    return found


@get("/", include_in_schema=False, sync_to_thread=False)
def lobby_page(request: Asked) -> Response[str]:
    """Every table of the house, by game."""
    games, viewer = games_on_offer(_lobby(request)), visit_of(request).viewer
    plays = {game.book: may_play(viewer, game.book) for game in games}
    mine = [house_of(request).row(live) for live in tables_of(request)]
    cups = [cup for cup in on_offer() if may_play(viewer, cup.book)]
    return page(request, "table/lobby.html", games=games, plays=plays, mine=mine, cups=cups)


@get("/tables/{table:str}", include_in_schema=False, sync_to_thread=False)
def table_page(request: Asked, table: FromPath[str]) -> Response[str]:
    """One table, to sit at or to watch."""
    row = _row(request, table)
    settings: Settings = request.app.state.settings
    return page(request, "table/table.html", table=row, now=settings.now())


@get("/tables/{table:str}/sign", include_in_schema=False, sync_to_thread=False)
def sign_page(request: Asked, table: FromPath[str]) -> Response[str]:
    """What the table's signs say, to be looked at or printed."""
    row = _row(request, table)
    live = request.app.state.house.tables[table]
    return page(request, "table/sign.html", table=row, board=sign_board(live.rules, live.run))


def _row(request: Asked, table: str) -> LobbyRow:
    house = house_of(request)
    try:
        return house.row(house.table(table, visit_of(request).viewer))
    except Malformed:
        raise NotFoundException(f"There is no table {table}.") from None


# Practice tables of one's own


@post("/practice", include_in_schema=False, status_code=200)
async def play_alone(request: Asked, data: URLEncodedBody[OwnTable]) -> Response[Any]:
    """To a practice table of one's own; whoever has no name yet comes as a guest."""
    visit, own = visit_of(request), house_of(request).own_tables
    own.like(data.table)
    seen = None if visit.viewer.name else await a_guest(request)
    viewer = visit.viewer if seen is None else seen.viewer
    try:
        to = f"/tables/{(await _own_table(request, viewer, data.table)).id}"
    except NoRoom:
        to = f"/tables/{data.table}?sit"  # nobody is sent away: there are others to play with
    return await welcome_in(request, seen, to) if seen else Redirect(to, status_code=303)


@post("/api/tables/{table:str}/own", tags=["tables"], status_code=201)
async def open_own_table(request: Asked, table: FromPath[str]) -> LobbyRow:
    """A practice table of your own, made like this one: it is closed when you leave it."""
    viewer = visit_of(request).viewer
    if not viewer.name:
        raise NotAuthorizedException("Come in as a guest, or log in, first.")
    return house_of(request).row(await _own_table(request, viewer, table))


async def _own_table(request: Asked, viewer: Viewer, table: str) -> LiveTable:
    gate = gate_of(request.scope)
    if gate is not None:
        gate.practice(network_of(address_of(request.scope)))
    return await house_of(request).own_tables.take(viewer, table)


# Rounds that are over


@get("/account/rounds", guards=[require()], include_in_schema=False)
async def own_rounds(request: Asked) -> Response[str]:
    """Somebody's latest rounds, each with the proof that it is in the log."""
    archive, name = await read_archive(request), visit_of(request).viewer.name
    return page(
        request,
        "account/rounds.html",
        name=name,
        rounds=archive.rounds(Sought(player=name, practice=True), ROUNDS_SHOWN),
        behind=archive.behind,
        signs_heads=house_of(request).heads is not None,
    )


@get("/rounds/{table:str}/{number:int}/proof", include_in_schema=False)
async def round_proof(
    request: Asked, table: FromPath[str], number: FromPath[int]
) -> Response[bytes]:
    """That a round is in the log, for whoever played in it; an inspector sees all of it."""
    heads, house, viewer = heads_of(request), house_of(request), visit_of(request).viewer
    archive = await read_archive(request)
    try:
        found = archive.events_of(table, number)
    except Malformed as no:
        raise NotFoundException(f"{no.reason}.") from None
    inspects = INSPECTOR in viewer.house_roles
    played = archive.tables[table].rows[number].net
    if not inspects and viewer.name not in played:
        raise PermissionDeniedException("This is for those who played in the round.")
    asker = "" if inspects else viewer.name
    prove = partial(prove_round, house.store, table, number, found, asker)
    try:
        proof = await house.committer.call(prove)
    except Unsigned:
        await heads.make()
        proof = await house.committer.call(prove)
    return download(print_proof(proof), MediaType.JSON, f"{table}-{number}.proof")
