"""Players in closed loop: each sends the next command as soon as what they see says it is due.

One process, plain sockets, and as little work for a message as can be: the two processors of a
small machine are for the house. Frames are read here; of a message only what a player acts on is.
"""

import asyncio
import base64
import os
import random
import time
from typing import Any, cast

import msgspec

from bench.house_server import HOST, SEATS, Seat

TEXT, CLOSE = 1, 8
HIT_UP_TO = 14


# What is read of a message


class Due(msgspec.Struct):
    what: str
    hand: int = 0
    player: str = ""
    ready: tuple[str, ...] = ()


class Choice(msgspec.Struct):
    action: str
    player: str = ""
    legal: bool = True


class Hand(msgspec.Struct):
    total: int


class Box(msgspec.Struct):
    number: int
    hands: tuple[Hand, ...] = ()


class Spot(msgspec.Struct):
    least: int = 0


class Signs(msgspec.Struct):
    rounds: int
    spots: tuple[Spot, ...]


class Parts(msgspec.Struct):
    """A view, or a patch to one."""

    version: int
    signs: Signs | None = None
    boxes: tuple[Box, ...] = ()
    due: Due | None = None
    choices: tuple[Choice, ...] | None = None
    you: msgspec.Raw = msgspec.Raw()


class Answer(msgspec.Struct):
    id: str
    version: int = 0
    reason: str = ""


class Message(msgspec.Struct):
    view: Parts | None = None
    patch: Parts | None = None
    ack: Answer | None = None
    refused: Answer | None = None
    malformed: Answer | None = None


_read = msgspec.json.Decoder(Message).decode
_write = msgspec.json.Encoder().encode


# What is counted


class Tally:
    """What one turn of the clock has seen."""

    def __init__(self) -> None:
        self.began = time.perf_counter()
        self.seconds = 0.0
        self.actions = 0
        self.refused: list[str] = []
        self.rounds = 0
        self.messages = 0
        self.patches = 0
        self.patch_bytes = 0
        self.received_bytes = 0
        self.sent_bytes = 0
        self.delays: list[float] = []  # from a command to its effect on the last of the table

    def end(self) -> "Tally":
        self.seconds = time.perf_counter() - self.began
        return self


class Table:
    """Which effects have arrived with how many of the table."""

    def __init__(self, floor: "Floor") -> None:
        self.floor = floor
        self._arrived: dict[int, tuple[int, float]] = {}
        self._sent: dict[int, list[float]] = {}  # several may go into one broadcast

    def effect(self, version: int, now: float) -> None:
        count = self._arrived.get(version, (0, 0.0))[0] + 1
        self._arrived[version] = (count, now)
        if count == self.floor.seats:
            self._complete(version)

    def acknowledged(self, version: int, sent: float) -> None:
        self._sent.setdefault(version, []).append(sent)
        self._complete(version)

    def _complete(self, version: int) -> None:
        count, last = self._arrived.get(version, (0, 0.0))
        if count == self.floor.seats:
            self.floor.tally.delays += [last - sent for sent in self._sent.pop(version, ())]

    def forget(self) -> None:
        """Effects that nobody's command had: those of clocks and of people who came."""
        self._arrived.clear()
        self._sent.clear()


class Floor:
    """All players of one server, so many at each table."""

    def __init__(self, seats: int = SEATS) -> None:
        self.seats = seats
        self.players: list[Player] = []
        self.tables: dict[str, Table] = {}
        self.playing = False
        self.think_seconds = 0.0  # how long people think before they act, on average
        self.tally = Tally()

    def table(self, name: str) -> Table:
        return self.tables.setdefault(name, Table(self))

    @property
    def waiting(self) -> int:
        return sum(1 for player in self.players if player.waits)

    async def play(self, seconds: float) -> Tally:
        """Everybody plays for a while, then stops; commands under way are waited for."""
        for table in self.tables.values():
            table.forget()
        self.tally = Tally()
        self.playing = True
        for player in self.players:
            player.go()
        await asyncio.sleep(seconds)
        self.playing = False
        counted = self.tally.end()
        await self.settle()
        self.tally = Tally()
        return counted

    async def settle(self) -> None:
        for _ in range(600):
            if not self.waiting:
                return
            await asyncio.sleep(0.05)
        raise SystemExit(f"{self.waiting} commands were not answered within half a minute")


# Players


class Player(asyncio.Protocol):
    """One socket: a player's, as soon as `act` says what they do."""

    def __init__(self, floor: Floor, seat: Seat, cookie: str = "") -> None:
        self.floor = floor
        self.seat = seat
        self.cookie = cookie
        self.table = floor.table(seat.table)
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waits = ""  # the id of the command under way
        self.thinks = False
        self.sent_at = 0.0
        self.sent = 0
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        floor.players.append(self)

    # The socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /tables/{self.seat.table}/live HTTP/1.1",
            f"Host: {HOST}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *([f"Cookie: {self.cookie}"] if self.cookie else []),
        ]
        self._transport.write("\r\n".join((*lines, "", "")).encode())

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        data = self._rest + data if self._rest else data
        if not self.open.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.open.set_exception(SystemExit(head.decode(errors="replace")))
                return
            self.open.set_result(None)
        place = 0
        while (read := _frame(data, place)) is not None:
            kind, begin, place = read
            if kind == TEXT:
                self.floor.tally.received_bytes += place - begin
                for text in data[begin:place].split(b"\n"):
                    self.floor.tally.messages += 1
                    self.got(text, now)
            elif kind == CLOSE:
                raise SystemExit(f"the server closed the socket of {self.seat.player}")
        self._rest = data[place:]

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None

    def leave(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def send(self, message: dict[str, Any]) -> None:
        """A text frame; its mask is all zeros, which the other side takes off all the same."""
        assert self._transport is not None
        assert not self.waits
        self.sent += 1
        self.waits = f"{os.getpid()}-{self.sent}"
        text = _write({"id": self.waits, **message})
        head = (
            bytes((0x81, 0x80 | len(text)))
            if len(text) < 126
            else b"\x81\xfe" + bytes((len(text) >> 8, len(text) & 255))
        )
        self.floor.tally.sent_bytes += len(text)
        self.sent_at = time.perf_counter()
        self._transport.write(head + b"\0\0\0\0" + text)

    # What comes

    def got(self, text: bytes, now: float) -> None:
        message = _read(text)
        if message.patch is not None:
            if not message.patch.you:
                tally = self.floor.tally
                tally.patches += 1
                tally.patch_bytes += len(text)
                self.table.effect(message.patch.version, now)
            self.see(message.patch)
        elif message.view is not None:
            self.see(message.view)
        elif message.ack is not None:
            self.waits = ""
            self.floor.tally.actions += 1
            self.table.acknowledged(message.ack.version, self.sent_at)
            self.after(True)
        elif message.refused is not None or message.malformed is not None:
            no = message.refused or message.malformed
            assert no is not None
            self.waits = ""
            self.floor.tally.refused.append(no.reason)
            self.after(False)
        self.go()

    def go(self) -> None:
        """Act, at once or after some thought."""
        if not self.floor.playing or self.waits or self.thinks:
            return
        if self.floor.think_seconds:
            self.thinks = True
            thought = self.floor.think_seconds * random.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(thought, self._thought)
        else:
            self.act()

    def _thought(self) -> None:
        self.thinks = False
        if self.floor.playing and not self.waits:
            self.act()

    def see(self, parts: Parts) -> None:
        """Take in what changed."""

    def after(self, done: bool) -> None:
        """The command under way was answered."""

    def act(self) -> None:
        """Send a command if one is due."""


def _frame(data: bytes, place: int) -> tuple[int, int, int] | None:
    """The frame at this place: its kind, where its text begins and ends; None if more must come."""
    have = len(data) - place
    if have < 2:
        return None
    length, begin = data[place + 1], place + 2
    if length == 126:
        begin += 2
    elif length == 127:
        begin += 8
    if begin > place + 2:
        if have < begin - place:
            return None
        length = int.from_bytes(data[place + 2 : begin], "big")
    end = begin + length
    return (data[place] & 15, begin, end) if end <= len(data) else None


class Gambler(Player):
    """Plays at a table of the house: bets, says ready, hits and stands."""

    def __init__(self, floor: Floor, seat: Seat, cookie: str, chips: int) -> None:
        super().__init__(floor, seat, cookie)
        self.chips = chips
        self.seated = False
        self.rounds = -1
        self.least = 0
        self.wagered = -1  # the round for which a wager lies there
        self.refused_at = -1  # the version at which a command was refused: not again on that
        self.version = 0
        self.due = Due("")
        self.choices: tuple[Choice, ...] = ()
        self.hands: tuple[Hand, ...] = ()
        self._wagers = False

    async def sit(self) -> None:
        """Come to the table with chips."""
        join = {"type": "join", "box": self.seat.box}
        for wish in (join, {"type": "buy-chips", "cents": self.chips}):
            self.order(wish)
            while self.waits:
                await asyncio.sleep(0.001)
        self.seated = True

    def see(self, parts: Parts) -> None:
        self.version = parts.version
        if parts.signs is not None:
            if self.seat.box == 1 and self.rounds >= 0:
                self.floor.tally.rounds += parts.signs.rounds - self.rounds
            self.rounds = parts.signs.rounds
            self.least = parts.signs.spots[0].least
        if parts.due is not None:
            self.due = parts.due
        if parts.choices is not None:
            self.choices = parts.choices
        for box in parts.boxes:
            if box.number == self.seat.box:
                self.hands = box.hands

    def after(self, done: bool) -> None:
        if not done:
            self.refused_at = self.version
        elif self._wagers:
            self.wagered = self.rounds
        self._wagers = False

    def act(self) -> None:
        due, me = self.due, self.seat.player
        if self.version == self.refused_at or not self.seated:
            return
        if due.what == "wagers":
            if self.wagered != self.rounds:
                self._wagers = True
                self.order({"type": "place", "box": self.seat.box, "amount": self.least})
            elif me not in due.ready:
                self.order({"type": "ready"})
        elif due.what == "decision" and due.player == me:
            self.decide()
        elif due.what == "offer" and me not in due.ready:
            if any(choice.player == me for choice in self.choices):
                self.order({"type": "ready"})
        elif due.what == "cut" and due.player == me:
            self.order({"type": "decline-cut"})

    def order(self, command: dict[str, Any]) -> None:
        self.send({"command": command})

    def decide(self) -> None:
        open_ = {c.action for c in self.choices if c.legal and c.player == self.seat.player}
        total = self.hands[max(self.due.hand, 1) - 1].total if self.hands else 0
        for action, wanted in (
            ("split", total == 16),
            ("double", total in (10, 11)),
            ("hit", total <= HIT_UP_TO),
            ("stand", True),
            ("hit", True),
        ):
            if wanted and action in open_:
                return self.order(
                    {"type": "decide", "command": {"type": action.title(), "box": self.seat.box}}
                )
        raise SystemExit(f"{self.seat} is to decide and can do only {open_}")


class Caller(Player):
    """Calls into the bare transport in the same pattern: all bet, all are ready, then in turn."""

    size = 1000  # of what is sent to everybody
    round_length = 3 * SEATS

    def __init__(self, floor: Floor, seat: Seat) -> None:
        super().__init__(floor, seat)
        self.version = 0
        self.done = (-1, 0)  # round, and how far in it

    def see(self, parts: Parts) -> None:
        self.version = parts.version

    def act(self) -> None:
        number, place = divmod(self.version, self.round_length)
        if place < 2 * SEATS:
            step = (number, 1 if place < SEATS else 2)
            if self.done >= step:
                return
            self.done = step
        elif place % SEATS != self.seat.box - 1:
            return
        self.send({"size": self.size})


async def connect(port: int, player: Player) -> None:
    """Come in; returns when the socket is open."""
    await asyncio.get_running_loop().create_connection(lambda: player, HOST, port)
    await player.open
