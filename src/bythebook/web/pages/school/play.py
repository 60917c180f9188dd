"""My play: every round of mine against what it should have brought; hands to share; the puzzle of
the day.

A shared hand is its own address: the round is in it, with nobody's name, so that it can be opened
for ever and nothing is kept for it.
"""

import csv
import io
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime
from typing import Any

import msgspec
from anyio.to_thread import run_sync
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from msgspec.structs import replace

from bythebook.cards import Card
from bythebook.errors import Malformed
from bythebook.house.staff.archive import Archive, Past, RoundRow, Sought
from bythebook.odds.sheet.front import front_games
from bythebook.records import print_record
from bythebook.records.live import LiveRound, record_of
from bythebook.records.record import Record
from bythebook.school.luck import MAIN, Result, luck_of, result_of
from bythebook.school.puzzles import puzzle_of
from bythebook.school.spots import TURN, key_of
from bythebook.web.beside import odds_asked as a
from bythebook.web.beside.reading import reader_of
from bythebook.web.door.limits import DEAR
from bythebook.web.door.shell import now_of, require
from bythebook.web.door.visits import Asked, visit_of
from bythebook.web.pages.inspector import read_archive, replay_of
from bythebook.web.show import record_views as v
from bythebook.web.show.templating import download, page

ROUNDS_MOST = 1000
SHOWN = 50
RECORD_MOST = 20_000  # characters of a shared round
CHART = (720, 240)
YOU = "you"


class OwnRound(msgspec.Struct, frozen=True):
    """A round of somebody's; no result: it is too long ago to be looked into at once."""

    row: RoundRow
    result: Result | None


def own_rounds(archive: Archive, name: str) -> list[OwnRound]:
    """The latest rounds of somebody, the latest first."""
    fronts = {game.game: game for game in front_games()}
    found = []
    for row in archive.rounds(Sought(player=name, practice=True), ROUNDS_MOST):
        live = archive.tables[row.table].rounds.get(row.number)
        front = fronts.get(live.game.id) if live is not None else None
        result = None
        if live is not None and front is not None and not row.void:
            result = result_of(front, _stakes(live, name), row.net[name])
        found.append(OwnRound(row, result))
    return found


def _stakes(live: LiveRound, name: str) -> dict[str, list[int]]:
    """What somebody put down at first, by wager, for each box."""
    final = live.final_round
    stakes = {MAIN: [box.originals[name] for box in final.boxes if name in box.originals]}
    for row in final.rows:
        if row.player == name and row.wager in live.game.rules.side_wagers:
            stakes.setdefault(row.wager, []).append(row.stake)
    return stakes


@get("/school/play", guards=[require()], include_in_schema=False)
async def play_page(request: Asked) -> Response[str]:
    archive, name = await read_archive(request), visit_of(request).viewer.name
    rounds = await run_sync(own_rounds, archive, name)
    luck = luck_of([one.result for one in reversed(rounds) if one.result is not None])
    return page(
        request,
        "school/play.html",
        name=name,
        rounds=rounds[:SHOWN],
        in_all=len(rounds),
        luck=luck,
        lines=_lines((*luck.nets,), (*luck.expectations,)),
        behind=archive.behind,
    )


def _lines(nets: tuple[float, ...], expected: tuple[float, ...]) -> dict[str, Any]:
    """Both as lines of a drawing, from nothing on."""
    width, height = CHART
    lowest, highest = min(0.0, *nets, *expected, 0.0), max(0.0, *nets, *expected, 0.0)
    tall = (highest - lowest) or 1.0

    def line(values: tuple[float, ...]) -> str:
        step = width / max(1, len(values))
        places = [(at * step, value) for at, value in enumerate((0.0, *values))]
        return " ".join(f"{x:.1f},{height * (highest - y) / tall:.1f}" for x, y in places)

    return {
        "net": line(nets), "expected": line(expected), "width": width, "height": height,
        "nought": f"{height * highest / tall:.1f}", "highest": highest, "lowest": lowest,
    }  # fmt: skip


@get("/school/play.csv", guards=[require()], include_in_schema=False)
async def play_csv(request: Asked) -> Response[Any]:
    """Every round of mine, for a spreadsheet."""
    archive, name = await read_archive(request), visit_of(request).viewer.name
    rounds = await run_sync(own_rounds, archive, name)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("table", "round", "ended", "game", "staked", "net", "expected"))
    for one in rounds:
        row, result = one.row, one.result
        ended = datetime.fromtimestamp(row.ended_at, UTC).isoformat()
        staked = "" if result is None else result.staked / 100
        expected = "" if result is None else round(result.expected / 100, 4)
        writer.writerow(
            (row.title, row.number, ended, row.game, staked, row.net[name] / 100, expected)
        )
    return download(out.getvalue(), "text/csv; charset=utf-8", "my-play.csv")


async def _own(request: Asked, table: str, number: int) -> tuple[Past, LiveRound]:
    """A round of whoever asks; of others there is none here."""
    archive, name = await read_archive(request), visit_of(request).viewer.name
    past = archive.tables.get(table)
    row = past.rows.get(number) if past is not None else None
    if past is None or row is None or name not in row.net:
        raise NotFoundException("There is no such round of yours.")
    return past, await archive.round(table, number)


@get("/school/play/{table:str}/{number:int}", guards=[require()], include_in_schema=False)
async def own_round(request: Asked, table: FromPath[str], number: FromPath[int]) -> Response[str]:
    past, live = await _own(request, table, number)
    name = visit_of(request).viewer.name
    return page(
        request,
        "school/replay.html",
        row=past.rows[number],
        name=name,
        replay=await run_sync(replay_of, past, live),
        code=await run_sync(share_code, record_of(live), name),
    )


@get("/school/play/{table:str}/{number:int}/record", guards=[require()], include_in_schema=False)
async def own_record(request: Asked, table: FromPath[str], number: FromPath[int]) -> Response[Any]:
    """The round as a file that `bythebook settle` settles to the same cent."""
    past, live = await _own(request, table, number)
    text = await run_sync(lambda: print_record(record_of(live)))
    return download(text, "application/toml", f"{past.terms.id}-{number}.round")


# Shared hands


def share_code(record: Record, name: str) -> str:
    """A round with nobody's name in it, as a part of an address; nothing, if it is too long."""
    players = dict.fromkeys(line.player for line in record.wagers)
    others = [player for player in players if player != name]
    named = {name: YOU} | {player: f"player-{at}" for at, player in enumerate(others, start=2)}

    def of(player: str) -> str:
        return named.get(player, player and "somebody")

    plain = replace(
        record,
        wagers=tuple([replace(line, player=of(line.player)) for line in record.wagers]),
        play=tuple([replace(line, player=of(line.player), on=of(line.on)) for line in record.play]),
        seated={box: of(player) for box, player in record.seated.items()},
        personal={},
        personal_boxes={},
        warned=(),
    )
    text = print_record(plain)
    code = urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return code if len(code) <= RECORD_MOST // 10 else ""


def read_code(code: str) -> bytes:
    """The round in an address. Whatever is wrong with it, there is no such hand."""
    try:
        packed = urlsafe_b64decode(code + "=" * (-len(code) % 4))
        text = zlib.decompressobj().decompress(packed, RECORD_MOST)
    except (ValueError, zlib.error):
        raise NotFoundException("There is no such hand.") from None
    return text


class SharedHand(msgspec.Struct, frozen=True):
    """What a shared hand is about: whose cards, against what; and its spot, if it is one."""

    game: str
    title: str
    cards: tuple[str, ...]
    up: str
    spot: str
    replay: dict[str, Any]
    book: str


def _value(card: Card) -> str:
    return "T" if card.value == 10 else card.rank


def shared_hand(data: bytes) -> SharedHand | None:
    """Read in the process beside: it comes from a stranger."""
    seen = v.look_at(data)
    if isinstance(seen, v.Problem):
        return None
    state = seen.settled.replay.state
    mine = [box for box in state.boxes if YOU in box.originals] or list(state.boxes)
    dealt = [card for box in mine[:1] for hand in box.hands for card in hand.cards]
    if len(dealt) < 2 or not state.dealer:
        return None
    hands = mine[0].hands
    first = (hands[0].cards[0], hands[1].cards[0] if len(hands) > 1 else hands[0].cards[1])
    values = sorted(map(_value, first), key="AT98765432".index)
    spot = key_of((values[0], values[1]), _value(state.dealer[0]), TURN)
    return SharedHand(
        seen.settled.game.id,
        f"{seen.settled.game.rules.title}, {seen.book.about.place}",
        tuple(map(str, first)),
        str(state.dealer[0]),
        spot,
        seen.replay(),
        seen.book.id,
    )


async def _shared(request: Asked, code: str) -> SharedHand:
    hand = await reader_of(request.app).read(shared_hand, read_code(code))
    if hand is None:
        raise NotFoundException("There is no such hand.")
    return hand


@get("/school/hand/{code:str}", include_in_schema=False, opt={DEAR: True})
async def hand_page(request: Asked, code: FromPath[str]) -> Response[str]:
    """Guess first; then what it was worth, and how the round went."""
    hand = await _shared(request, code)
    picture = f"{str(request.base_url).rstrip('/')}/school/hand/{code}/picture"
    return page(
        request,
        "school/guess.html",
        title="A hand to play",
        hand=hand,
        table=a.Asked(game=hand.game),
        picture=picture,
        replay=hand.replay,
        day="",
    )


@get("/school/hand/{code:str}/picture", include_in_schema=False, opt={DEAR: True})
async def hand_picture(request: Asked, code: FromPath[str]) -> Response[bytes]:
    """The hand as a picture, for those who pass the link on."""
    from bythebook.web.show.hand_picture import picture_of

    hand = await _shared(request, code)
    png = await run_sync(picture_of, hand.title, hand.cards, hand.up)
    headers = {"cache-control": "public, max-age=86400"}
    return Response(png, media_type="image/png", headers=headers)


# The puzzle of the day


@get("/school/puzzle", include_in_schema=False)
async def puzzle_page(request: Asked, day: FromQuery[str] = "") -> Response[str]:
    today = datetime.fromtimestamp(now_of(request), UTC).date()
    try:
        wanted = datetime.strptime(day, "%Y-%m-%d").date() if day else today
    except ValueError:
        raise Malformed("a day is written like 2026-11-18", "day") from None
    wanted = min(wanted, today)  # tomorrow's is told tomorrow
    game, spot = await run_sync(puzzle_of, wanted)
    front = next(one for one in front_games() if one.game == game)
    (first, second), up = spot.split(" v ")[0].split("-"), spot.split(" v ")[1]
    shown = [rank.replace("T", "K") for rank in (first, second, up)]
    hand = SharedHand(
        game, f"{front.title}, {front.place}", (f"{shown[0]}S", f"{shown[1]}H"), f"{shown[2]}D",
        spot, {}, game.partition("/")[0],
    )  # fmt: skip
    return page(
        request,
        "school/guess.html",
        title="The puzzle of the day",
        hand=hand,
        table=a.Asked(game=game),
        picture="",
        replay={},
        day=wanted.isoformat(),
    )
