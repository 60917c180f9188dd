"""A hundred guests, each at a practice table of their own: what that takes.

    ./run bench guests [--guests 100] [--seconds 20] [--json]

A house is served as it always is. Each guest comes by the lobby's "Play now", plays at the table
that is opened for them, thinking for a second on average before each command, and leaves. Printed:

- *first advice*: from the first decision at the table of the guest who came first, after a cold
  start of the house, until its values are there; and the p99 of all that came;
- *p99*: from a command until its effect is there, of all commands;
- memory of the house before the first guest, with all of them, and after they have left;
- the log: bytes and events of a visit (a table opened and closed again), and of a round.
"""

import argparse
import asyncio
import http.client
import re
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import uvloop
from msgspec.structs import replace

from bench.house import percentiles, running
from bench.house_load import Floor, Gambler, Parts, connect
from bench.house_server import HOST, Seat
from bythebook.house.log.choosing import open_store
from bythebook.house.tables.table_log import OWN

THINK_SECONDS = 1.0
BOX = 4
BY_HOUSE = ("table", "open", "close")  # what its commands begin with
GAMES = ("practice-crown", "practice-plus", "practice-hobart", "practice-canberra")


class Report(msgspec.Struct):
    guests: int
    seconds: float
    come_ms: tuple[float, float, float]  # p50, p90, p99 of "Play now"
    actions: float  # a second
    rounds: int
    delay_ms: tuple[float, float, float]
    first_advice_ms: float
    advice_ms: tuple[float, float, float]
    refused: int
    memory_mb: tuple[float, float, float]  # empty, with all guests, after they left
    tables: int  # of their own, in the log
    visit_bytes: float  # of the log, for a table that is opened and closed
    round_bytes: float


class You(msgspec.Struct):
    name: str


_read_you = msgspec.json.Decoder(You).decode


class Practiser(Gambler):
    """A guest at a table of their own, who is told what each choice is worth."""

    asked_at = 0.0  # when the effect of the last command came
    stops = False  # plays the round to its end, and no further
    advised: list[float]

    def see(self, parts: Parts) -> None:
        super().see(parts)
        if parts.you and not self.seat.player:
            self.seat = replace(self.seat, player=_read_you(parts.you).name)

    def act(self) -> None:
        if not (self.stops and self.due.what == "wagers"):
            super().act()

    def got(self, text: bytes, now: float) -> None:
        if text.startswith(b'{"patch"'):
            self.asked_at = now
        elif text.startswith(b'{"advice"') and self.asked_at:
            self.advised.append(now - self.asked_at)
            self.asked_at = 0.0
        super().got(text, now)


def come(port: int, game: str) -> tuple[str, str, float]:
    """By the lobby, as a browser would: the cookie, the table, and how long that took."""
    connection = http.client.HTTPConnection(HOST, port)
    connection.request("GET", "/")
    answer = connection.getresponse()
    page = answer.read().decode()
    token = re.search(r'name="csrf" value="([^"]+)"', page)
    assert token is not None
    visitor = (answer.getheader("set-cookie") or "").partition(";")[0]
    headers = {"cookie": visitor, "content-type": "application/x-www-form-urlencoded"}
    began = time.perf_counter()
    connection.request("POST", "/practice", urlencode({"csrf": token[1], "table": game}), headers)
    answer = connection.getresponse()
    answer.read()
    took = time.perf_counter() - began
    table = (answer.getheader("location") or "").removeprefix("/tables/")
    if answer.status != 303 or not table.startswith(OWN):
        raise SystemExit(f"a guest got no table: {answer.status} {table}")
    cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
    connection.close()
    return cookie, table, took


async def play(port: int, guests: int, seconds: float, report: Report) -> list[Practiser]:
    floor, waited = Floor(seats=1), []
    floor.think_seconds = THINK_SECONDS
    players: list[Practiser] = []
    for number in range(guests):
        cookie, table, took = await asyncio.to_thread(come, port, GAMES[number % len(GAMES)])
        waited.append(took)
        player = Practiser(floor, Seat(table, BOX, "", ""), cookie, 0)
        player.advised = []
        await connect(port, player)
        players.append(player)
    for player in players:
        while not player.seat.player:
            await asyncio.sleep(0.01)
        player.seated = True
    tally = await floor.play(seconds)
    report.come_ms = percentiles(waited)
    report.actions = tally.actions / tally.seconds
    report.delay_ms = percentiles(tally.delays)
    report.refused = len(tally.refused)
    told = [player.advised for player in players if player.advised]
    report.first_advice_ms = 1000 * told[0][0] if told else 0.0
    report.advice_ms = percentiles([one for advised in told for one in advised])
    return players


async def leave(players: list[Practiser]) -> None:
    floor = players[0].floor
    floor.playing = True
    for player in players:
        player.stops = True
        player.go()
    while any(player.due.what != "wagers" or player.waits for player in players):
        await asyncio.sleep(0.05)
    floor.playing = False
    for player in players:
        player.order({"type": "undo-bets"})
        while player.waits:
            await asyncio.sleep(0.005)
        player.order({"type": "go"})
    while any(player.waits for player in players):
        await asyncio.sleep(0.01)
    await asyncio.sleep(2)  # the tables are closed behind them
    for player in players:
        player.leave()


def measure(guests: int, seconds: float) -> Report:
    nothing = (0.0, 0.0, 0.0)
    report = Report(guests, seconds, nothing, 0, 0, nothing, 0, nothing, 0, nothing, 0, 0, 0)
    with tempfile.TemporaryDirectory(prefix="bythebook-bench-") as name:
        folder = Path(name)
        with running("practice", name, "PORT") as server:
            while "The house is open" not in server.line():
                pass
            empty = server.memory_mb()

            async def evening() -> None:
                players = await play(server.port, guests, seconds, report)
                report.rounds = sum(player.rounds for player in players)
                full = server.memory_mb()
                await leave(players)
                report.memory_mb = (empty, full, server.memory_mb())

            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(evening())
        weigh(folder, report)
    return report


def weigh(folder: Path, report: Report) -> None:
    """What the log has of it all: opening and closing apart from what was played."""
    store = open_store(folder, None, read_only=True)
    try:
        streams = [name for name in store.streams() if name.startswith(f"table/{OWN}")]
        rows = [row for stream in streams for row in store.read(stream)]
    finally:
        store.close()
    visits = [len(row.data) for row in rows if row.command.partition(":")[0] in BY_HOUSE]
    played = sum(len(row.data) for row in rows) - sum(visits)
    report.tables = len(streams)
    report.visit_bytes = sum(visits) / max(1, len(streams))
    report.round_bytes = played / max(1, report.rounds)


def show(report: Report) -> None:
    def line(what: str, says: str) -> None:
        print(f"{what:<38}{says}")

    def spread(values: tuple[float, float, float]) -> str:
        return "p50 {:.0f} ms, p90 {:.0f} ms, p99 {:.0f} ms".format(*values)

    line("guests, each at a table of their own", f"{report.guests}, {report.seconds:.0f} s")
    line('"Play now" until the table is there', spread(report.come_ms))
    line("actions a second, in thought", f"{report.actions:.0f}, {report.refused} refused")
    line("rounds", str(report.rounds))
    line("a command until its effect", spread(report.delay_ms))
    line("first advice after a cold start", f"{report.first_advice_ms:.0f} ms")
    line("advice", spread(report.advice_ms))
    line(
        "memory: empty, all there, all left", "{:.0f}, {:.0f}, {:.0f} MB".format(*report.memory_mb)
    )
    line("tables of their own in the log", str(report.tables))
    line("a visit in the log, without its play", f"{report.visit_bytes / 1000:.1f} kB")
    line("a round in the log", f"{report.round_bytes / 1000:.1f} kB")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--guests", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    report = measure(asked.guests, asked.seconds)
    if asked.json:
        print(msgspec.json.encode(report).decode())
    else:
        show(report)


if __name__ == "__main__":
    main()
