"""How many players the house can serve: a load over real sockets, beside the bare transport.

    ./run bench house [--tables 50] [--turns 5] [--seconds 8] [--no-hour] [--json]

Two servers run in processes of their own: a house, served as it always is from SQLite with full
synchronisation, and the bare transport (the same web server, the same socket handling; what one
player of a table sends goes to all seven, as long as the house's own messages; no rules, no store).
A third process plays in closed loop: seven players a table, each of whom sends the next command as
soon as what they see says that it is due. The two servers are played in turns and compared by
medians, so that a busy machine disturbs both alike.

- an *action* is a player's command that was acknowledged, which means durable;
- a *delay* runs from sending a command until the last of the seven has got its effect;
- *in thought*: once more with people who think for a second on average before each command, which
  is still several times as fast as they do; where nobody thinks, delays are mostly queues;
- *a flood beside*: the same again while somebody at another address asks for pages as fast as 32
  connections can, heeding no answer; given as the ratio of the two p99;
- an *hour of play* is as many rounds as the tables would play in an hour at 70 rounds each.

Every command waits for the disk before it is acknowledged, so a delay is never shorter than that
takes: it is measured beside. The processor time of each server is given too: where other work
shares the machine, it moves less than what the clock on the wall says.
"""

import argparse
import asyncio
import contextlib
import http.client
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import uvloop

from bench.house_load import Caller, Floor, Gambler, Tally, connect
from bench.house_server import COMMITS, COUNT, HOST, SEATS, Seat
from bythebook.house.log.sqlite import SqliteStore

AIM_ACTIONS = 1500
AIM_P99_MS = 50
AIM_RATIO = 0.4
THINK_SECONDS = 1.0
ROUNDS_AN_HOUR = 70  # of one table, at a usual pace
CHIPS = 100_000_000  # cents: nobody runs out
WARM_UP_SECONDS = 4.0
TICKS = os.sysconf("SC_CLK_TCK")


class Turn(msgspec.Struct):
    """One turn with one server."""

    seconds: float
    actions: float  # a second, as everything below
    rounds: float
    p50_ms: float
    p90_ms: float
    p99_ms: float
    refused: float
    events: float
    commits: float
    messages: float
    received_mb: float
    sent_mb: float
    patch_bytes: float
    server_cpu_us: float  # of an action
    load_cpu: float  # of one processor
    server_cpu: float


class Report(msgspec.Struct):
    tables: int
    players: int
    house: list[Turn]
    bare: list[Turn]
    in_thought: Turn
    flooded: Turn  # in thought again, and somebody floods the house meanwhile
    flood: "Flood"
    sync_ms: tuple[float, float, float]  # of the disk alone: p50, p90, p99
    memory_mb: dict[str, float]
    rounds: int
    problems: dict[str, int]

    @property
    def ratio(self) -> float:
        pairs = zip(self.house, self.bare, strict=True)
        return statistics.median(house.actions / bare.actions for house, bare in pairs)

    @property
    def flood_ratio(self) -> float:
        """How much longer the tables wait because of somebody else's flood."""
        return self.flooded.p99_ms / self.in_thought.p99_ms

    @property
    def ratio_by_use(self) -> float:
        """The same by the processor time of an action: what it would be on an idle machine."""
        pairs = zip(self.house, self.bare, strict=True)
        return statistics.median(bare.server_cpu_us / house.server_cpu_us for house, bare in pairs)


class Flood(msgspec.Struct):
    """What somebody asked for who asks for as much as they can, and what became of it."""

    asked: int = 0
    served: int = 0
    held_up: int = 0  # 429
    failed: int = 0


# The servers


class Server:
    """A server in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "bench.house_server"]
        filled = [str(self.port) if word == "PORT" else word for word in arguments]
        root = Path(__file__).parents[1]
        self.process = subprocess.Popen(
            [*command, *filled], stdout=subprocess.PIPE, text=True, cwd=root
        )

    def line(self) -> str:
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        if not said:
            raise SystemExit("the server ended before it was open")
        return said

    def cpu_seconds(self) -> float:
        stat = Path(f"/proc/{self.process.pid}/stat").read_text()
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory_mb(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1]) / 1024

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextlib.contextmanager
def running(*arguments: str) -> Iterator[Server]:
    server = Server(*arguments)
    try:
        yield server
    finally:
        server.stop()


def free_port() -> int:
    with socket.socket() as held:
        held.bind((HOST, 0))
        return int(held.getsockname()[1])


def cookies(port: int, seats: Sequence[Seat]) -> list[str]:
    """Let everybody in by their one-time link, as a browser would; the cookies they get."""
    found = []
    connection = http.client.HTTPConnection(HOST, port)
    for seat in seats:
        page = f"/welcome/{seat.link}"
        connection.request("GET", page)
        answer = connection.getresponse()
        text = answer.read().decode()
        visitor = (answer.getheader("set-cookie") or "").partition(";")[0]
        token = re.search(r'name="csrf" value="([^"]+)"', text)
        assert token is not None
        headers = {"cookie": visitor, "content-type": "application/x-www-form-urlencoded"}
        connection.request("POST", page, urlencode({"csrf": token[1]}), headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 303:
            raise SystemExit(f"{seat.player} was not let in: {answer.status}")
        found.append((answer.getheader("set-cookie") or "").partition(";")[0])
    connection.close()
    return found


# The run


class Bench:
    def __init__(self, house: Server, bare: Server, folder: Path, seats: list[Seat]) -> None:
        self.house, self.bare = house, bare
        self.folder = folder
        self.seats = seats
        self.floor, self.calls = Floor(), Floor()
        self.memory: dict[str, float] = {}
        self.rounds = 0
        self.problems: dict[str, int] = {}
        self.syncs: list[float] = []

    async def fill(self) -> None:
        """Everybody comes in and sits down; and the same number at the bare transport."""
        came = cookies(self.house.port, self.seats)
        gamblers = []
        for seat, cookie in zip(self.seats, came, strict=True):
            gambler = Gambler(self.floor, seat, cookie, CHIPS)
            await connect(self.house.port, gambler)
            gamblers.append(gambler)
            await connect(self.bare.port, Caller(self.calls, seat))
        for gambler in gamblers:
            await gambler.sit()

    async def turn(self, floor: Floor, server: Server, seconds: float) -> Turn:
        served, loaded = server.cpu_seconds(), time.process_time()
        events, commits = self.position(), self.commits()
        tally = await floor.play(seconds)
        served, loaded = server.cpu_seconds() - served, time.process_time() - loaded
        events, commits = self.position() - events, self.commits() - commits
        for reason in tally.refused:
            self.problems[reason] = self.problems.get(reason, 0) + 1
        if floor is self.floor:
            self.rounds += tally.rounds
        return turn_of(tally, served, loaded, events, commits)

    def position(self) -> int:
        store = SqliteStore(self.folder, read_only=True)
        try:
            return store.head().position
        finally:
            store.close()

    def commits(self) -> int:
        return int(COUNT.unpack((self.folder / COMMITS).read_bytes())[0])

    async def run(self, turns: int, seconds: float, hour: bool) -> Report:
        self.memory["at start"] = self.house.memory_mb()
        await self.fill()
        self.memory["with everybody seated"] = self.house.memory_mb()
        await self.turn(self.floor, self.house, min(WARM_UP_SECONDS, 2 * seconds))
        self.memory["warmed up"] = self.house.memory_mb()
        self.rounds, self.problems = 0, {}
        house, bare = [], []
        for _ in range(turns):
            house.append(await self.turn(self.floor, self.house, seconds))
            a_round = house[-1].actions / house[-1].rounds if house[-1].rounds else 3 * SEATS
            Caller.size = int(house[-1].patch_bytes)
            Caller.round_length = max(2 * SEATS + 1, round(a_round))
            for player in self.calls.players:
                assert isinstance(player, Caller)
                player.done = (-1, 0)
            bare.append(await self.turn(self.calls, self.bare, seconds / 2))
            self.syncs += sync_times(self.folder)
        self.memory[f"after {self.rounds} rounds"] = self.house.memory_mb()
        self.floor.think_seconds = THINK_SECONDS
        in_thought = await self.turn(self.floor, self.house, max(seconds, 3 * THINK_SECONDS))
        flood = Flood()
        flooding = asyncio.create_task(pour(self.house.port, flood))
        flooded = await self.turn(self.floor, self.house, max(seconds, 3 * THINK_SECONDS))
        flooding.cancel()
        await asyncio.gather(flooding, return_exceptions=True)
        self.floor.think_seconds = 0.0
        an_hour = ROUNDS_AN_HOUR * len(self.floor.tables)
        while hour and self.rounds < an_hour:
            await self.turn(self.floor, self.house, 2.0)
        if hour:
            self.memory[f"after an hour of play ({self.rounds} rounds)"] = self.house.memory_mb()
        for player in (*self.floor.players, *self.calls.players):
            player.leave()
        return Report(
            tables=len(self.floor.tables),
            players=len(self.floor.players),
            house=house,
            bare=bare,
            in_thought=in_thought,
            flooded=flooded,
            flood=flood,
            sync_ms=percentiles(self.syncs),
            memory_mb=self.memory,
            rounds=self.rounds,
            problems=self.problems,
        )


FLOOD_FROM = "127.0.0.2"
FLOOD_CONNECTIONS = 32
FLOOD_SECONDS = 0.01  # between two requests of a connection: the machine is for the house


async def pour(port: int, flood: Flood) -> None:
    """Ask for pages from another address, on many connections, without heeding any answer."""

    async def one() -> None:
        way = await asyncio.open_connection(HOST, port, local_addr=(FLOOD_FROM, 0))
        try:
            while True:
                await asyncio.sleep(FLOOD_SECONDS)
                way[1].write(f"GET / HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
                flood.asked += 1
                head = (await way[0].readuntil(b"\r\n\r\n")).lower()
                length = re.search(rb"content-length: (\d+)", head)
                await way[0].readexactly(int(length[1]) if length else 0)
                flood.served += b" 200 " in head
                flood.held_up += b" 429 " in head
        except (OSError, EOFError):
            flood.failed += 1
        finally:
            way[1].close()

    await asyncio.gather(*(one() for _ in range(FLOOD_CONNECTIONS)))


def sync_times(folder: Path) -> list[float]:
    """How long the disk alone takes to keep a page for good, in seconds, several times."""
    found = []
    with (folder / "page").open("wb", buffering=0) as file:
        for _ in range(20):
            file.write(bytes(4096))
            began = time.perf_counter()
            os.fsync(file.fileno())
            found.append(time.perf_counter() - began)
    return found


def percentiles(seconds: Sequence[float]) -> tuple[float, float, float]:
    """The p50, p90 and p99, in milliseconds."""
    cuts = statistics.quantiles(seconds or [0.0, 0.0], n=100, method="inclusive")
    return 1000 * cuts[49], 1000 * cuts[89], 1000 * cuts[98]


def turn_of(tally: Tally, served: float, loaded: float, events: int, commits: int) -> Turn:
    second = tally.seconds
    p50, p90, p99 = percentiles(tally.delays)
    actions = max(tally.actions, 1)
    return Turn(
        seconds=second,
        actions=tally.actions / second,
        rounds=tally.rounds / second,
        p50_ms=p50,
        p90_ms=p90,
        p99_ms=p99,
        refused=len(tally.refused) / second,
        events=events / second,
        commits=commits / second,
        messages=tally.messages / actions,
        received_mb=tally.received_bytes / second / 1e6,
        sent_mb=tally.sent_bytes / second / 1e6,
        patch_bytes=tally.patch_bytes / max(tally.patches, 1),
        server_cpu_us=1e6 * served / actions,
        server_cpu=served / second,
        load_cpu=loaded / second,
    )


def median(turns: Sequence[Turn]) -> Turn:
    values = {
        name: statistics.median(getattr(turn, name) for turn in turns)
        for name in Turn.__struct_fields__
    }
    return Turn(**values)


def show(report: Report) -> None:
    print(f"{report.tables} tables, {report.players} players, {len(report.house)} turns; medians\n")
    print(f"{'':34}{'house':>12}{'bare':>12}{'in thought':>12}")
    house, bare = median(report.house), median(report.bare)
    rows = (
        ("actions a second", "actions", ",.0f"),
        ("delay, p50, ms", "p50_ms", ".1f"),
        ("delay, p90, ms", "p90_ms", ".1f"),
        ("delay, p99, ms", "p99_ms", ".1f"),
        ("rounds a second", "rounds", ".1f"),
        ("events a second", "events", ",.0f"),
        ("commits a second", "commits", ",.0f"),
        ("refused a second", "refused", ".1f"),
        ("messages received an action", "messages", ".1f"),
        ("bytes of a broadcast", "patch_bytes", ",.0f"),
        ("received by the players, MB/s", "received_mb", ".2f"),
        ("server: microseconds an action", "server_cpu_us", ",.0f"),
        ("server: of one processor", "server_cpu", ".2f"),
        ("load: of one processor", "load_cpu", ".2f"),
    )
    for title, name, form in rows:
        values = (getattr(turn, name) for turn in (house, bare, report.in_thought))
        print(f"{title:34}" + "".join(f"{value:>12{form}}" for value in values))
    by_clock, by_use = report.ratio, report.ratio_by_use
    print(
        f"\nHouse against bare: {by_clock:.2f} by the clock (aim: {AIM_RATIO}), {by_use:.2f} by use"
    )
    print(f"Aims: {AIM_ACTIONS:,} actions a second, p99 of {AIM_P99_MS} ms")
    calm, flooded, flood = report.in_thought, report.flooded, report.flood
    print(
        f"A flood beside ({flood.asked / flooded.seconds:,.0f} requests a second,"
        f" {flood.held_up:,} of {flood.asked:,} held up):"
        f" p99 {flooded.p99_ms:.1f} ms against {calm.p99_ms:.1f} ms,"
        f" {report.flood_ratio:.2f} times"
    )
    p50, p90, p99 = report.sync_ms
    print(f"The disk alone, to keep a page, ms: p50 {p50:.1f}, p90 {p90:.1f}, p99 {p99:.1f}\n")
    print("Memory of the house, MB")
    for when, megabytes in report.memory_mb.items():
        print(f"  {when:<44}{megabytes:8.0f}")
    for reason, count in sorted(report.problems.items(), key=lambda item: -item[1]):
        print(f"  refused {count} times: {reason}")


def measure(tables: int, turns: int, seconds: float, hour: bool) -> Report:
    with (
        tempfile.TemporaryDirectory() as folder,
        running("house", folder, "PORT", str(tables)) as house,
        running("bare", "PORT") as bare,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        bare.line()
        seats = msgspec.json.decode(house.line(), type=list[Seat])
        house.line()
        bench = Bench(house, bare, Path(folder), seats)
        return runner.run(bench.run(turns, seconds, hour))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=8.0, help="of a turn")
    parser.add_argument("--no-hour", action="store_true", help="leave the hour of play out")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    report = measure(asked.tables, asked.turns, asked.seconds, not asked.no_hour)
    if asked.json:
        print(msgspec.json.encode(report).decode())
    else:
        show(report)


if __name__ == "__main__":
    main()
